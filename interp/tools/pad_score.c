/* pad_score.c -- an entry becomes the end of a deal, of which the engine's questions are asked. Much of it is not there: the
 * cards of melds and hands. So each fact has an interval: one value if the entry decides it, also through the points of a line
 * that count nothing else, and all values that the cards allow if not. A line whose interval is one number is booked.
 * What was not entered is taken not to have been: a line that is nothing then is booked as nothing. Any other one is open. */
#include "tools/pad_deal.h"

#include <stdlib.h>
#include <string.h>
#include "game/question.h"
#include "grammar/text.h"
#include "reports/wording.h"
#include "rules/analysis.h"

/* The last turn is not the first, in which nothing lay on the table. */
enum { LAST_TURN = 10, TOUCHED_MAX = 32, TIMES_MOST = 99 };

/* A fact of the cards of a side that some points entered depend on. */
struct touched {
	const struct ir *asked;
	bool solved;   /* they decide it */
	int32_t value; /* if so */
};

struct scoring {
	const struct rules *rules;
	const struct pad_deal *said;
	struct game end; /* of the deal */
	struct touched touched[SIDES_MAX][TOUCHED_MAX];
	int touched_count[SIDES_MAX];
};

/* What is taken for known. */
enum view {
	VIEW_RULES,  /* only what holds before the deal */
	VIEW_ENTRY,  /* and what was entered other than in points */
	VIEW_SOLVED, /* and what points decide; what points might have been entered for, and were not, was not there */
	VIEW_LIKELY, /* and whatever no points entered depend on was not there */
	VIEW_NOTHING /* and nothing was there that was not entered */
};

/* A question about a side, and what is taken for known. */
struct asking {
	const struct scoring *at;
	enum view view;
	struct question about;
	struct interval above; /* what the lines above come to */
	const struct ir *set;  /* a fact that has [value] for once, or NULL */
	int32_t value;
};

/* ---- what is known of facts ---- */

enum knowledge {
	KNOWN_BEFORE, /* the deal */
	KNOWN_ENTERED,
	KNOWN_ABOVE,  /* from the lines above */
	KNOWN_OTHERS, /* of the cards of all other sides */
	UNKNOWN
};

static enum knowledge knowledge_of(enum fact_id fact)
{
	switch (fact) {
	case FACT_players:
	case FACT_deal_number:
	case FACT_side_score:
	case FACT_others_total:
	case FACT_best_total:
	case FACT_side_dealt:
	case FACT_dealer:
	case FACT_seat:
	case FACT_deal_over: return KNOWN_BEFORE;
	case FACT_side_opened:
	case FACT_side_melded:
	case FACT_side_canastas:
	case FACT_side_canastas_of:
	case FACT_others_canastas:
	case FACT_side_laid:
	case FACT_player_laid:
	case FACT_side_alone:
	case FACT_side_out:
	case FACT_others_out:
	case FACT_side_special:
	case FACT_special_laid:
	case FACT_event:
	case FACT_side_events: return KNOWN_ENTERED;
	case FACT_scored_above:
	case FACT_shared_above: return KNOWN_ABOVE;
	case FACT_others_table:
	case FACT_others_hands: return KNOWN_OTHERS;
	default: return UNKNOWN;
	}
}

static struct interval exactly(int64_t number)
{
	return (struct interval){ number, number };
}

static struct interval joined(struct interval a, struct interval b)
{
	return (struct interval){ a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}

static bool is_one(struct interval of)
{
	return of.low == of.high;
}

/* What all cards of the deck count, those that count less than nothing and the others. */
static struct interval points_of_deck(const struct rules *rules)
{
	struct interval points = { 0, 0 };

	for (int kind = 0; kind < rules->kinds; kind++) {
		int64_t count = (int64_t)rules->kind[kind].points * rules->kind[kind].copies;
		points.low += count < 0 ? count : 0;
		points.high += count > 0 ? count : 0;
	}
	return points;
}

static struct interval canastas_at_most(const struct rules *rules, int first, int end, int sides)
{
	struct interval canastas = { 0, 0 };

	for (int i = first; i < end; i++)
		canastas.high += (int64_t)pad_canastas_most(rules, i) * sides;
	return canastas;
}

/* All values that a fact can have. */
static struct interval any_value(const struct rules *rules, const struct ir *asked)
{
	const int sides = rules->table.sides;
	struct interval any;

	switch (asked->fact) {
	case FACT_side_table:
	case FACT_side_hands:
	case FACT_others_table:
	case FACT_others_hands:
	case FACT_waiting_points:
	case FACT_reserve_points: return points_of_deck(rules);
	case FACT_side_canastas: return canastas_at_most(rules, 0, rules->canasta_count, 1);
	case FACT_side_canastas_of: return canastas_at_most(rules, asked->item, asked->item + 1, 1);
	case FACT_others_canastas: return canastas_at_most(rules, 0, rules->canasta_count, sides - 1);
	case FACT_side_events: return (struct interval){ 0, TIMES_MOST };
	default: any = fact_interval(rules, asked);
	}
	if (asked->fact == FACT_side_class && any.high > MELDS_MAX)
		any.high = MELDS_MAX;
	return any;
}

static bool is_bare(const struct scoring *at, int side)
{
	for (int account = 0; account < at->rules->table.sides; account++)
		if (at->said->side[account].bare &&
		    (account == side || (totals_are_personal(at->rules) && at->end.seat[account].side == side)))
			return true;
	return false;
}

static bool another_is_bare(const struct scoring *at, int side)
{
	for (int other = 0; other < at->rules->table.sides; other++)
		if (at->said->side[other].bare &&
		    (totals_are_personal(at->rules) ? at->end.seat[other].side : other) != side)
			return true;
	return false;
}

/* Seats of the side. */
static int seats_of(const struct game *game, int side)
{
	int seats = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		seats += game->seat[seat].side == side;
	return seats;
}

static bool same_fact(const struct ir *one, const struct ir *other)
{
	return one->fact == other->fact && one->cards == other->cards && one->item == other->item;
}

static const struct touched *touched_of(const struct scoring *at, int side, const struct ir *asked)
{
	for (int i = 0; i < at->touched_count[side]; i++)
		if (same_fact(at->touched[side][i].asked, asked))
			return &at->touched[side][i];
	return NULL;
}

/* Whether the entry decides a fact of KNOWN_ENTERED. False: a side of which only a total is known may decide it, one of two players, or
 * something that points were entered for instead. */
static bool entry_decides(const struct asking *asking, const struct ir *asked)
{
	const struct game *end = &asking->at->end;
	const int side = asking->about.side;

	if (is_bare(asking->at, side) || touched_of(asking->at, side, asked) != NULL)
		return false;
	switch (asked->fact) {
	case FACT_others_canastas: return !another_is_bare(asking->at, side);
	case FACT_others_out:
	case FACT_special_laid: return end->ending != ENDING_STOCK || !another_is_bare(asking->at, side);
	case FACT_player_laid:
		return seats_of(end, side) == 1 || totals_are_personal(end->rules) ||
		       cards_kinds(&end->seat[asking->about.seat].laid) == 0;
	default: return true;
	}
}

/* The only fact of cards that the points of an item count, once or several times; NULL if there are several or none. */
static const struct ir *only_unknown(const struct rules *rules, int score)
{
	const struct ir *only = NULL;

	if (rules->score[score].per != score_per_side)
		return NULL;
	for (const struct ir *asked = rules->score[score].points->asked; asked != NULL; asked = asked->also) {
		if (asked->fact == FACT_term || knowledge_of(asked->fact) == KNOWN_OTHERS)
			return NULL;
		if (knowledge_of(asked->fact) != UNKNOWN)
			continue;
		if (only != NULL && !same_fact(only, asked))
			return NULL;
		only = asked;
	}
	return only;
}

/* True if points of some item can be entered that decide the fact. */
static bool may_be_entered(const struct rules *rules, const struct ir *asked)
{
	for (int score = 0; score < rules->score_count; score++) {
		const struct ir *only = only_unknown(rules, score);
		if (only != NULL && same_fact(only, asked))
			return true;
	}
	return false;
}

static struct interval of_fact(const void *frame, const struct ir *asked);

/* Of the cards of all other sides together. */
static struct interval of_others(const struct asking *asking, enum fact_id fact)
{
	const struct ir of_one = { .kind = IR_FACT, .type = SCORE, .fact = fact };
	struct interval all = { 0, 0 };
	struct asking other = *asking;

	for (int side = 0; side < asking->at->rules->table.sides; side++) {
		struct interval one;
		if (side == asking->about.side || seats_of(&asking->at->end, side) == 0)
			continue;
		other.about.side = (uint8_t)side;
		one = of_fact(&other, &of_one);
		all.low += one.low;
		all.high += one.high;
	}
	return all;
}

/* What cards decide. */
static struct interval of_cards(const struct asking *asking, const struct ir *asked)
{
	const struct scoring *at = asking->at;
	const struct touched *touched = touched_of(at, asking->about.side, asked);
	const enum view view = asking->view;

	if (view >= VIEW_SOLVED && touched != NULL && touched->solved)
		return exactly(touched->value);
	if (view == VIEW_NOTHING)
		return exactly(fact_of_game(&asking->about, asked));
	if (touched != NULL || is_bare(at, asking->about.side) || view < VIEW_SOLVED)
		return any_value(at->rules, asked);
	if (view == VIEW_LIKELY || may_be_entered(at->rules, asked))
		return exactly(fact_of_game(&asking->about, asked));
	return any_value(at->rules, asked);
}

static struct interval of_above(const struct asking *asking, const struct ir *asked)
{
	struct question low = asking->about, high = asking->about;

	low.scored = (int32_t)asking->above.low;
	high.scored = (int32_t)asking->above.high;
	return (struct interval){ fact_of_game(&low, asked), fact_of_game(&high, asked) };
}

static struct interval of_fact(const void *frame, const struct ir *asked)
{
	const struct asking *asking = frame;

	if (asking->set != NULL && same_fact(asking->set, asked))
		return exactly(asking->value);
	switch (knowledge_of(asked->fact)) {
	case KNOWN_BEFORE: return exactly(fact_of_game(&asking->about, asked));
	case KNOWN_ABOVE: return of_above(asking, asked);
	case KNOWN_ENTERED:
		return asking->view == VIEW_NOTHING || (asking->view > VIEW_RULES && entry_decides(asking, asked))
		               ? exactly(fact_of_game(&asking->about, asked))
		               : any_value(asking->at->rules, asked);
	case KNOWN_OTHERS:
		return asking->view == VIEW_RULES
		               ? any_value(asking->at->rules, asked)
		               : of_others(asking,
		                           asked->fact == FACT_others_table ? FACT_side_table : FACT_side_hands);
	default: return of_cards(asking, asked);
	}
}

static struct interval ask_interval(const struct asking *asking, formula of)
{
	return formula_interval_where(asking->at->rules, of, asking, of_fact);
}

/* ---- what a line scores ---- */

static struct asking asking_for(const struct scoring *at, enum view view, int account, struct interval above)
{
	const struct game *end = &at->end;
	const int side = totals_are_personal(at->rules) ? end->seat[account].side : account;

	return (struct asking){ .at = at,
		                .view = view,
		                .above = above,
		                .about = { .game = end,
		                           .seat = end->turn.seat,
		                           .side = (uint8_t)side,
		                           .credited = true,
		                           .account = (uint8_t)account } };
}

static bool is_no(struct interval of)
{
	return of.low == 0 && of.high == 0;
}

static bool is_yes(struct interval of)
{
	return of.low > 0 || of.high < 0;
}

/* An item, asked once: of the side, or of one of its players. */
static struct interval of_item(const struct asking *asking, int score)
{
	const struct rules *rules = asking->at->rules;
	const struct interval when = ask_interval(asking, rules->score[score].when);
	const struct interval minus = ask_interval(asking, rules->score[score].minus);
	const struct interval points = ask_interval(asking, rules->score[score].points);
	const struct interval against = { -points.high, -points.low };
	struct interval scored = is_no(minus) ? points : is_yes(minus) ? against : joined(points, against);

	if (is_no(when))
		return exactly(0);
	return is_yes(when) ? scored : joined(scored, exactly(0));
}

/* An item that counts for each rank. Nothing entered says of which rank the melds are: without a canasta most likely there is nothing. */
static struct interval of_ranks(const struct asking *asking, int score)
{
	const struct rules *rules = asking->at->rules;
	const struct interval points = formula_interval(rules, rules->score[score].points);
	const struct interval one = joined(exactly(0), joined(points, (struct interval){ -points.high, -points.low }));

	if (asking->view == VIEW_NOTHING ||
	    (asking->view == VIEW_LIKELY && asking->at->end.side[asking->about.side].canastas == 0))
		return exactly(0);
	return (struct interval){ one.low * rules->kinds, one.high * rules->kinds };
}

/* An item of the total [account]. */
static struct interval of_score(const struct scoring *at, enum view view, int account, int score, struct interval above)
{
	struct asking asking = asking_for(at, view, account, above);
	struct interval all = { 0, 0 };

	if (at->rules->score[score].per == score_per_side)
		return of_item(&asking, score);
	if (at->rules->score[score].per == score_per_rank)
		return of_ranks(&asking, score);
	for (int seat = 0; seat < at->rules->seats; seat++)
		if (account_of(&at->end, seat) == account) {
			struct interval one;
			asking.about.seat = (uint8_t)seat;
			one = of_item(&asking, score);
			all.low += one.low;
			all.high += one.high;
		}
	return all;
}

/* Whether the points of an item count against the total [account], or against one of its players. */
static struct interval counts_against(const struct scoring *at, int account, int score, struct interval above)
{
	struct asking asking = asking_for(at, VIEW_SOLVED, account, above);
	struct interval all = { 0, 0 };

	if (at->rules->score[score].per == score_per_rank)
		return formula_interval(at->rules, at->rules->score[score].minus);
	if (at->rules->score[score].per == score_per_side)
		return ask_interval(&asking, at->rules->score[score].minus);
	for (int seat = 0; seat < at->rules->seats; seat++)
		if (account_of(&at->end, seat) == account) {
			struct interval one;
			asking.about.seat = (uint8_t)seat;
			one = ask_interval(&asking, at->rules->score[score].minus);
			all.low = all.low != 0 || is_yes(one);
			all.high = all.high != 0 || !is_no(one);
		}
	return all;
}

static struct interval of_line(const struct scoring *at, enum view view, int account, int line, struct interval above)
{
	const struct rules *rules = at->rules;
	const struct asking asking = asking_for(at, view, account, above);
	struct interval scored;

	if (line < rules->canasta_count) {
		int canastas = at->end.side[asking.about.side].canastas_of[line];
		if (canastas == 0)
			return exactly(0);
		scored = ask_interval(&asking, rules->canasta[line].bonus);
		return (struct interval){ scored.low * canastas, scored.high * canastas };
	}
	line -= rules->canasta_count;
	if (line < rules->score_count)
		return of_score(at, view, account, line, above);
	line -= rules->score_count;
	if (at->end.ending != ENDING_SPECIAL || at->end.turn.side != asking.about.side || at->end.special != line)
		return exactly(0);
	return ask_interval(&asking, rules->special[line].points);
}

/* ---- points that were entered ---- */

/* True if points of the item are less than nothing by themselves. */
static bool takes_away(const struct rules *rules, int score)
{
	return formula_interval(rules, rules->score[score].points).high <= 0;
}

/* The points that [account] was given for an item, with the sign that was entered or the one that the rules give them. */
static int32_t booked(const struct scoring *at, int account, int score, struct interval above)
{
	const struct pad_side *said = &at->said->side[account];
	struct interval against;

	if (game_line_is_replaced(&at->end, account, at->rules->canasta_count + score))
		return 0;
	if (said->is_signed[score])
		return said->points[score];
	against = counts_against(at, account, score, above);
	return takes_away(at->rules, score) != is_yes(against) ? -said->points[score] : said->points[score];
}

/* Sets [*points] to what was given for an item that total [account] is credited with: by her, and by her partners unless it is
 * each player's own. False if nothing was. */
static bool was_given(const struct scoring *at, int account, int score, struct interval above, int32_t *points)
{
	const struct game *end = &at->end;
	bool own = at->rules->score[score].per == score_per_player, any = false;

	*points = 0;
	for (int other = 0; other < at->rules->table.sides; other++)
		if (at->said->side[other].is_given[score] &&
		    (other == account ||
		     (!own && totals_are_personal(at->rules) && end->seat[other].side == end->seat[account].side))) {
			*points += booked(at, other, score, above);
			any = true;
		}
	return any;
}

/* ---- what points decide ---- */

static void touch(struct scoring *at, int side, const struct ir *asked, bool solved, int32_t value)
{
	struct touched *touched;

	for (int i = 0; i < at->touched_count[side]; i++) {
		touched = &at->touched[side][i];
		if (same_fact(touched->asked, asked)) {
			if (solved && !touched->solved)
				touched->solved = true, touched->value = value;
			return;
		}
	}
	if (at->touched_count[side] < TOUCHED_MAX)
		at->touched[side][at->touched_count[side]++] = (struct touched){ asked, solved, value };
}

/* Finds the value of [only] with which the points of an item are [points]; false if they do not decide it. */
static bool solve(const struct asking *asking, formula of, const struct ir *only, int32_t points, int32_t *value)
{
	struct asking set = *asking;
	struct interval none, one, all;

	set.set = only;
	none = ask_interval(&set, of);
	set.value = 1;
	one = ask_interval(&set, of);
	if (!is_one(none) || !is_one(one) || one.low == none.low || (points - none.low) % (one.low - none.low) != 0)
		return false;
	set.value = *value = (int32_t)((points - none.low) / (one.low - none.low));
	all = ask_interval(&set, of);
	return is_one(all) && all.low == points; /* a ladder may be no straight line */
}

/* Learns from the points given for an item what there is of the cards that it counts. */
static void learn_from(struct scoring *at, int account, int score)
{
	const struct interval above = fact_interval(at->rules, &(const struct ir){ .fact = FACT_scored_above });
	const struct ir *only = only_unknown(at->rules, score);
	const struct asking asking = asking_for(at, VIEW_SOLVED, account, above);
	const struct interval against = counts_against(at, account, score, above);
	int32_t points, value;

	if (!was_given(at, account, score, above, &points) || points == 0)
		return;
	for (const struct ir *asked = at->rules->score[score].points->asked; asked != NULL; asked = asked->also)
		if (knowledge_of(asked->fact) == KNOWN_ENTERED && fact_of_game(&asking.about, asked) == 0)
			touch(at, asking.about.side, asked, false, 0); /* `red_threes 200` says that some are laid */
	if (only != NULL && is_one(against) &&
	    solve(&asking, at->rules->score[score].points, only, is_yes(against) ? -points : points, &value)) {
		touch(at, asking.about.side, only, true, value);
		return;
	}
	for (const struct ir *asked = at->rules->score[score].points->asked; asked != NULL; asked = asked->also)
		if (knowledge_of(asked->fact) == UNKNOWN)
			touch(at, asking.about.side, asked, false, 0);
}

/* ---- the end of the deal ---- */

static int first_seat(const struct game *game, int account)
{
	int seat = 0;

	while (seat < game->rules->seats - 1 && account_of(game, seat) != account)
		seat++;
	return seat;
}

/* The entry says only that there are melds, not which: they count as laid before the last turn and belong to no class or kind of
 * canasta. */
static void has_melded(struct game *end, int account)
{
	end->side[account].melds = 1;
	end->side[account].meld[0].canasta = -1;
	for (int seat = 0; seat < end->rules->seats; seat++)
		if (account_of(end, seat) == account)
			end->seat[seat].melded = true;
	if (!end->side[account].opened)
		open_side(end, account);
}

/* True if points were entered that count the cards of melds. */
static bool points_of_melds(const struct rules *rules, const struct pad_side *said)
{
	for (int score = 0; score < rules->score_count; score++)
		if (said->is_given[score] && said->points[score] != 0 &&
		    asks(rules->score[score].points, FACT_side_table))
			return true;
	return false;
}

static void lay_out(struct game *end, const struct pad_deal *said, int account)
{
	const struct pad_side *from = &said->side[account];
	struct side *side = &end->side[account];

	for (int canasta = 0; canasta < end->rules->canasta_count; canasta++)
		side->canastas = (uint8_t)(side->canastas + from->canastas_of[canasta]);
	memcpy(side->canastas_of, from->canastas_of, sizeof side->canastas_of);
	memcpy(side->events, from->events, sizeof side->events);
	end->seat[first_seat(end, account)].laid = from->laid;
	if (side->canastas > 0 || points_of_melds(end->rules, from))
		has_melded(end, account);
}

/* Adds what was entered for one partner to what was entered for the other: they are one side. */
static void join(struct side *onto, const struct side *side)
{
	for (int canasta = 0; canasta < canasta_MAX; canasta++)
		onto->canastas_of[canasta] = (uint8_t)(onto->canastas_of[canasta] + side->canastas_of[canasta]);
	for (int event = 0; event < event_MAX; event++)
		onto->events[event] = times_together(onto->events[event], side->events[event]);
	onto->canastas = (uint8_t)(onto->canastas + side->canastas);
	onto->melds |= side->melds;
	onto->meld[0].canasta = -1;
	onto->opened |= side->opened;
	if (side->order > 0 && (onto->order == 0 || side->order < onto->order))
		onto->order = side->order;
}

/* Makes partners of all but who played alone; that is who went out, if nobody was said to have done so. */
static void join_partners(struct game *end)
{
	int partners = NOBODY;

	for (int seat = 0; seat < end->rules->seats && end->alone != NOBODY; seat++) {
		int side = end->seat[seat].side;
		if (seat == end->alone)
			continue;
		if (partners == NOBODY)
			partners = side;
		else
			join(&end->side[partners], &end->side[side]);
		end->seat[seat].side = (uint8_t)partners;
	}
	end->turn.side = end->seat[end->turn.seat].side;
}

/* Where who plays alone is the first to take up a reserve, others may have gone out: then it has to be entered. */
static bool who_is_out_is_alone(const struct rules *rules)
{
	return rules->table.alone != table_alone_first_to_take_up_a_reserve;
}

static void end_deal(struct scoring *at)
{
	const struct pad_deal *said = at->said;
	struct game *end = &at->end;

	end->phase = PHASE_OVER;
	end->ending = said->special > 0 ? ENDING_SPECIAL : said->out != NOBODY ? ENDING_OUT : ENDING_STOCK;
	end->turn.number = LAST_TURN;
	end->events = said->events;
	for (int account = 0; account < at->rules->table.sides; account++)
		lay_out(end, said, account);
	if (end->ending == ENDING_OUT)
		end->out = end->turn.seat = (uint8_t)first_seat(end, said->out);
	if (end->ending == ENDING_SPECIAL) {
		end->turn.seat = (uint8_t)first_seat(end, said->special_of);
		end->special = (uint8_t)(said->special - 1);
	}
	end->turn.side = end->seat[end->turn.seat].side;
	end->alone = NOBODY;
	end->one_alone = said->one_alone;
	if (!end->one_alone)
		return;
	if (said->alone != NOBODY)
		end->alone = (uint8_t)first_seat(end, said->alone);
	else if (who_is_out_is_alone(at->rules))
		end->alone = end->out;
	join_partners(end);
}

static void begin_scoring(struct scoring *at, const struct game *before, const struct pad_deal *said)
{
	at->rules = before->rules;
	at->said = said;
	at->end = *before;
	memset(at->touched_count, 0, sizeof at->touched_count);
	end_deal(at);
	for (int account = 0; account < at->rules->table.sides; account++)
		for (int score = 0; score < at->rules->score_count && !said->side[account].bare; score++)
			learn_from(at, account, score);
}

/* ---- the whole deal ---- */

/* What [line] of the total [account] is booked with; sets [*open] if the entry does not decide that. */
static int32_t book(const struct scoring *at, int account, int line, struct interval above, bool *open)
{
	const int score = line - at->rules->canasta_count;
	struct interval scored;
	int32_t points;

	*open = false;
	if (score < at->rules->score_count && game_line_is_replaced(&at->end, account, line))
		return 0;
	if (score >= 0 && score < at->rules->score_count && was_given(at, account, score, above, &points)) {
		*open = !at->said->side[account].is_signed[score] && points != 0 &&
		        !is_one(counts_against(at, account, score, above));
		return points;
	}
	scored = of_line(at, VIEW_SOLVED, account, line, above);
	if (!is_one(scored)) {
		scored = of_line(at, VIEW_LIKELY, account, line, above);
		*open = !is_no(scored);
		scored = of_line(at, VIEW_NOTHING, account, line, above);
	}
	return nearest_number(scored.low);
}

static void score_account(const struct scoring *at, int account, struct tally *tally, bool *open)
{
	int64_t total = 0;

	if (at->said->side[account].bare) {
		tally->total[account] = at->said->side[account].total;
		return;
	}
	for (int line = 0; line < tally->lines; line++) {
		tally->line[account][line] = book(at, account, line, exactly(nearest_number(total)), &open[line]);
		total += tally->line[account][line];
	}
	tally->total[account] = nearest_number(total);
}

/* True if the condition asks for nothing but the number of canastas; the pad knows nothing else. */
static bool canastas_decide(formula condition)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_side_canastas && asked->fact != FACT_side_canastas_of)
			return false;
	return true;
}

/* Whether the side that went out has canastas that do not allow it, although they are enough. */
static bool lacks_canastas(const struct scoring *at)
{
	struct question about = question_now(&at->end);
	struct reason reason = { .refusal = REFUSAL_NONE };

	about.going_out = true;
	return canastas_decide(at->rules->going_out.contract) && !contract_is_met(&about, &reason) &&
	       reason.refusal == REFUSAL_CONTRACT;
}

/* What is asked of a side once the deal is scored. */
struct standing {
	struct asking asking;
	const int32_t *totals;
};

static struct interval of_standing(const void *frame, const struct ir *asked)
{
	const struct standing *at = frame;
	const int sides = at->asking.at->rules->table.sides, own = at->asking.about.account;
	int32_t highest = INT32_MIN;

	switch (asked->fact) {
	case FACT_side_total: return exactly(at->totals[own]);
	case FACT_others_total:
		for (int side = 0; side < sides; side++)
			if (side != own && at->totals[side] > highest)
				highest = at->totals[side];
		return exactly(highest);
	case FACT_event:
		return exactly(fact_of_game(&at->asking.about, asked)); /* what nobody entered did not happen */
	default: return of_fact(&at->asking, asked);
	}
}

static struct interval ask_standing(const struct scoring *at, formula of, int account, const int32_t *totals)
{
	const struct standing standing = { asking_for(at, VIEW_SOLVED, account, exactly(0)), totals };

	return formula_interval_where(at->rules, of, &standing, of_standing);
}

/* Whether the game is over after the deal: 1 if it is, 0 if not, both if what was entered does not decide it. */
static struct interval is_over(const struct scoring *at, const int32_t *totals)
{
	const int32_t to = at->rules->game.to;
	struct interval over = exactly(0);

	if (to > 0 && at->end.best >= to) /* the leaders were level, or the game would be over */
		return exactly(1);
	for (int account = 0; account < at->rules->table.sides; account++) {
		const struct interval ends = ask_standing(at, at->rules->game.ends, account, totals);
		if (is_yes(ends) || (to > 0 && totals[account] >= to))
			return exactly(1);
		over.high |= !is_no(ends);
	}
	return over;
}

/* True if some sides are level, and what was entered does not decide to whom the tie goes. */
static bool tie_is_open(const struct scoring *at, const int32_t *totals)
{
	const int sides = at->rules->table.sides;
	struct interval best = { INT64_MIN, INT64_MIN };
	int32_t most = INT32_MIN;
	int first = NOBODY;
	bool known = true;

	for (int side = 0; side < sides; side++)
		most = totals[side] > most ? totals[side] : most;
	for (int side = 0; side < sides; side++) {
		const struct interval one = ask_standing(at, at->rules->game.tie_break, side, totals);
		if (totals[side] != most)
			continue;
		known &= is_one(one);
		if (first == NOBODY || one.low > best.low)
			first = side, best = one;
	}
	for (int side = 0; side < sides && !known; side++)
		if (side != first && totals[side] == most &&
		    ask_standing(at, at->rules->game.tie_break, side, totals).high >= best.low)
			return true;
	return false;
}

/* Whether the game is over, and who has won. */
static void settle_end(const struct scoring *at, struct pad_result *result)
{
	const struct interval over = is_over(at, result->after);

	result->is_last = game_is_over(&at->end, result->after, &result->winner);
	result->end_open = !is_one(over);
	result->tie_open = is_yes(over) && tie_is_open(at, result->after);
	if (result->end_open)
		result->is_last = false;
	if (result->tie_open) {
		result->winner = NOBODY;
		result->is_last = at->rules->game.tie == game_tie_shared;
	}
}

void pad_score(const struct game *before, const struct pad_deal *said, struct pad_result *result)
{
	struct scoring at;
	bool knows; /* what the side that went out has */

	begin_scoring(&at, before, said);
	memset(result, 0, sizeof *result);
	result->dealer = before->dealer;
	result->best = before->best;
	result->alone = at.end.alone;
	result->alone_taken = at.end.alone != NOBODY && said->alone == NOBODY;
	result->alone_wanted = before->one_alone && !said->one_alone;
	result->alone_kept = !before->one_alone && said->one_alone;
	knows = said->out != NOBODY && !is_bare(&at, at.end.turn.side);
	result->canastas = knows ? at.end.side[at.end.turn.side].canastas : UINT8_MAX;
	result->lacks = knows && lacks_canastas(&at);
	result->tally.lines = tally_lines(at.rules);
	for (int account = 0; account < at.rules->table.sides; account++)
		score_account(&at, account, &result->tally, result->open[account]);
	game_totals(before, &result->tally, result->after);
	settle_end(&at, result);
}

/* True if everything that the formula asks is known before the deal, is entered other than in points, or is in the lines above. */
static bool formula_follows(const struct rules *rules, formula of)
{
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also) {
		if (asked->fact == FACT_term) {
			if (!formula_follows(rules, rules->define[asked->item].when))
				return false;
			continue;
		}
		if (knowledge_of(asked->fact) == UNKNOWN || knowledge_of(asked->fact) == KNOWN_OTHERS)
			return false;
		if (asked->fact == FACT_player_laid && rules->seats > rules->table.sides)
			return false;
	}
	return true;
}

bool pad_score_follows(const struct rules *rules, int score)
{
	return rules->score[score].per != score_per_rank && formula_follows(rules, rules->score[score].points) && formula_follows(rules, rules->score[score].when) &&
	       formula_follows(rules, rules->score[score].minus);
}

/* ---- what speaks against an entry ---- */

/* Points that are doubted. */
struct doubt {
	const struct rules *rules;
	struct text *out;
};

/* Begins a sentence. */
static struct text *sentence(const struct doubt *doubt)
{
	text_add(doubt->out, doubt->out->length > 0 ? " " : "");
	return doubt->out;
}

/* "No deal gives us 1,497 for `melded`" */
static struct text *no_deal(const struct doubt *doubt, int64_t points, const char *name, const char *item)
{
	struct text *out = sentence(doubt);

	text_format(out, "No deal gives %s ", name);
	number_write(points, out);
	if (item != NULL)
		text_format(out, " for `%s`", item);
	return out;
}

/* Doubts [points] that lie outside [range] or are no multiple of [step]. [item] is NULL for the points of a whole deal. */
static void doubt_points(const struct doubt *doubt, int64_t points, struct interval range, int64_t step,
                         const char *name, const char *item)
{
	struct text *out;

	if (points >= range.low && points <= range.high && (step == 0 ? points == 0 : points % step == 0))
		return;
	out = no_deal(doubt, points, name, item);
	if (is_one(range)) {
		text_add(out, ": by what was entered it is ");
		number_write(range.low, out);
	} else if (points < range.low || points > range.high) {
		text_add(out, ": ");
		number_write(points < range.low ? range.low : range.high, out);
		text_add(out, points < range.low ? " is the least" : " is the most");
	} else {
		text_add(out, item != NULL ? ": it goes by " : ": points go by ");
		number_write(step, out);
	}
	text_add(out, ".");
}

/* What the lines of the total [account] come to in any deal. */
static struct interval any_total(const struct scoring *at, int account)
{
	const struct rules *rules = at->rules;
	int64_t low[canasta_MAX], high[canasta_MAX];
	struct interval all = { 0, 0 }, special = { 0, 0 };
	struct asking asking = asking_for(at, VIEW_RULES, account, exactly(0));

	for (int i = 0; i < rules->canasta_count; i++) {
		struct interval one = ask_interval(&asking, rules->canasta[i].bonus);
		low[i] = one.low;
		high[i] = one.high;
	}
	pad_canastas_score(rules, low, high, &all.low, &all.high);
	for (int score = 0; score < rules->score_count; score++) {
		struct interval above = { nearest_number(all.low), nearest_number(all.high) };
		struct interval one = of_score(at, VIEW_RULES, account, score, above);
		all = (struct interval){ all.low + (one.low < 0 ? one.low : 0),
			                 all.high + (one.high > 0 ? one.high : 0) };
	}
	for (int i = 0; i < rules->special_count; i++)
		special = joined(special, ask_interval(&asking, rules->special[i].points));
	return (struct interval){ all.low + special.low, all.high + special.high };
}

/* What [line] may give [account] by what was entered other than in points; partners may have parts of it. */
static struct interval given_range(const struct scoring *at, int account, int score, struct interval above)
{
	struct interval range = of_score(at, VIEW_ENTRY, account, score, above);

	return at->said->one_alone ? joined(range, exactly(0)) : range;
}

static void doubt_canastas(const struct doubt *doubt, const struct pad_side *said, const char *name)
{
	for (int i = 0; i < doubt->rules->canasta_count; i++)
		if (said->canastas_of[i] > pad_canastas_most(doubt->rules, i))
			text_format(sentence(doubt), "No deal gives %s %d `%s`: the cards are enough for %d.", name,
			            said->canastas_of[i], doubt->rules->canasta[i].name,
			            pad_canastas_most(doubt->rules, i));
}

/* The entry does not decide what [line] scores. */
static void doubt_open(const struct doubt *doubt, const struct pad_side *said, int line, int32_t points,
                       const char *name)
{
	const char *item = tally_line_name(doubt->rules, line);
	const int score = line - doubt->rules->canasta_count;

	if (score >= 0 && score < doubt->rules->score_count && said->is_given[score])
		text_format(sentence(doubt),
		            "Whether `%s` counts for %s or against is not known from what was entered: write + or - "
		            "before its points.",
		            item, name);
	else
		text_format(sentence(doubt),
		            "`%s` for %s is not known from what was entered: add its points, or %d is booked.", item,
		            name, (int)points);
}

static void doubt_side(const struct doubt *doubt, const struct scoring *at, const struct pad_result *result,
                       int account, const char *name)
{
	const struct rules *rules = at->rules;
	const struct pad_side *said = &at->said->side[account];
	int64_t above = 0, step = 0;

	if (said->bare) {
		doubt_points(doubt, said->total, any_total(at, account), pad_total_step(rules), name, NULL);
		return;
	}
	doubt_canastas(doubt, said, name);
	for (int line = 0; line < tally_lines(rules); line++) {
		const int score = line - rules->canasta_count;
		const struct interval so_far = exactly(nearest_number(above));
		if (result->open[account][line])
			doubt_open(doubt, said, line, result->tally.line[account][line], name);
		if (score >= 0 && score < rules->score_count && said->is_given[score] &&
		    !game_line_is_replaced(&at->end, account, line))
			doubt_points(doubt, booked(at, account, score, so_far), given_range(at, account, score, so_far),
			             pad_line_step(rules, line, step), name, rules->score[score].name);
		above += result->tally.line[account][line];
		step = pad_step_of_both(step, pad_line_step(rules, line, step));
	}
}

void pad_doubt_deal(const struct game *before, const struct pad_deal *said, const char *const *names, struct text *out)
{
	const struct doubt doubt = { before->rules, out };
	struct pad_result result;
	struct scoring at;

	pad_score(before, said, &result);
	begin_scoring(&at, before, said);
	for (int account = 0; account < before->rules->table.sides; account++)
		doubt_side(&doubt, &at, &result, account, names[account]);
}
