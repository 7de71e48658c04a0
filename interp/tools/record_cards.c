/* record_cards.c -- a deal is laid as rulings lay one (game/position.c) and then dealt by the rules; what is drawn later is brought
 * to the top of the stock before the act. Before a deal is dealt its lines are read ahead: a player who melds or discards a card
 * that nobody named was dealt it or drew it; which of the two does not matter. Lines that cannot be understood are ignored here and
 * refused when they are played. */

#include <string.h>
#include <strings.h>
#include "game/state.h"
#include "game/question.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "tools/playing.h"
#include "tools/replay.h"

struct reading {
	struct cards_seen *seen;
	struct position *deal;
	struct cards known[PLAYERS_MAX]; /* held for certain */
	int unnamed[PLAYERS_MAX];        /* cards of the hand that was dealt of which nothing is known */
	int held[PLAYERS_MAX];           /* cards in each hand */
	bool taken_up[RESERVES_MAX];     /* the reserve at this place is taken up */
	uint8_t drawer[DECK_MAX];        /* whose each draw without a name was */
	struct row_of_cards pile;
	struct row_of_cards taken; /* of the pile, and waiting for the initial meld */
	bool opened[PLAYERS_MAX];  /* melded in an earlier turn */
	int alone;                 /* who plays alone as the first to take the pile, or a reserve up, or NOBODY */
	int count;                 /* what the cards melded in this turn count, */
	int melded;                /* and how many these are */
	struct {
		int kind, naturals, wilds, points;
	} beside; /* a top card that does not help: these cards count so much once they are a meld without it */
	bool event;                /* a line has told of one */
	struct row_of_cards laid;  /* by acts that may be taken back, */
	uint8_t laid_by[DECK_MAX]; /* so many by each of them; */
	int acts;                  /* the number of these acts */
	struct row_of_cards next;  /* named to come next, */
	int came;                  /* and so many of them have */
	struct row_of_cards due;   /* named to come with the next act */
	int waiting;  /* cards that a take has drawn, or will once the pile is picked up, and no line has named */
	int stock;    /* cards left in it, */
	int ahead;    /* and so many that were named in lines of their own and have not come */
	int renewals; /* how often the pile has become the stock */
	bool failed;  /* memory ran out */
};

/* ---- who held what ---- */

/* Infers where a card that [seat] has held came from. If there is no place for it, the act is refused later. */
static void work_out(struct reading *at, int seat, int kind)
{
	struct cards_seen *seen = at->seen;
	int draw = 0;

	while (draw < seen->draws && (at->drawer[draw] != seat || seen->drawn[draw] != 0))
		draw++;
	if ((at->unnamed[seat] == 0 && draw == seen->draws) || !position_take(at->deal, kind))
		return;
	if (at->unnamed[seat] > 0) {
		at->unnamed[seat]--;
		row_add(&seen->hand[seat], kind);
		return;
	}
	seen->drawn[draw] = (uint8_t)(kind + 1);
	if (draw >= seen->replaced) /* else it is dealt */
		row_add(&seen->kept, kind);
}

static int points_of(const struct reading *at, int kind)
{
	return at->deal->game.rules->kind[kind].points;
}

static void lay_card(struct reading *at, int seat, int kind)
{
	if (cards_count(&at->known[seat], kind) > 0)
		cards_remove(&at->known[seat], kind);
	else
		work_out(at, seat, kind);
	at->held[seat]--;
}

/* Melds and additions may be taken back, one after the other, as long as nothing else is done. */
static void note_laid(struct reading *at, int verb, const struct row_of_cards *cards)
{
	if ((verb != ACT_MELD && verb != ACT_ADD) || at->acts == DECK_MAX) {
		at->laid.count = at->acts = 0;
		return;
	}
	at->laid_by[at->acts++] = (uint8_t)cards->count;
	for (int i = 0; i < cards->count; i++)
		row_add(&at->laid, cards->kind[i]);
}

static void take_back(struct reading *at, int seat)
{
	int from = at->laid.count - (at->acts > 0 ? at->laid_by[--at->acts] : 0);

	for (; at->laid.count > from; at->held[seat]++, at->melded--) {
		cards_add(&at->known[seat], at->laid.kind[--at->laid.count]);
		at->count -= points_of(at, at->laid.kind[at->laid.count]);
	}
}

/* Cards dealt to the reserves before that at [place]. */
static int dealt_to_reserves(const struct game *game, int place)
{
	int cards = 0;

	while (place > 0)
		cards += reserve_dealt(game, --place);
	return cards;
}

/* With an empty hand a player takes up a reserve, whose cards are known if they were named. */
static void take_up_reserve(struct reading *at, int seat)
{
	const struct game *game = &at->deal->game;
	const struct rules *rules = game->rules;
	const struct row_of_cards *named = &at->deal->reserves;
	int owners = rules_reserve_owners(rules), place = reserve_of(game, seat) % owners, from;

	while (at->taken_up[place] && place + owners < rules_reserves(rules))
		place += owners;
	from = dealt_to_reserves(game, place);
	if (rules->reserve.cards == 0 || rules->reserve.taken_up != reserve_taken_up_with_an_empty_hand ||
	    rules_share_reserves(rules) || at->held[seat] > 0 || at->taken_up[place])
		return;
	if (rules->table.alone == table_alone_first_to_take_up_a_reserve && at->alone == NOBODY)
		at->alone = seat;
	at->taken_up[place] = true;
	at->held[seat] += reserve_dealt(game, place);
	for (int i = from; i < from + reserve_dealt(game, place) && i < named->count; i++)
		cards_add(&at->known[seat], named->kind[i]);
}

static void know_row(struct reading *at, int seat, const struct row_of_cards *row)
{
	for (int i = 0; i < row->count; i++)
		cards_add(&at->known[seat], row->kind[i]);
}

static void pick_up(struct reading *at, int seat)
{
	know_row(at, seat, &at->taken);
	at->taken.count = 0;
}

/* True if the side of [seat] made its initial meld in an earlier turn. */
static bool has_opened(const struct reading *at, int seat)
{
	const struct game *game = &at->deal->game;
	int other = 0;

	while (other < game->rules->seats &&
	       (!at->opened[other] || (account_of(game, other) != account_of(game, seat) &&
	                               (at->alone == NOBODY || other == at->alone || seat == at->alone))))
		other++;
	return other < game->rules->seats;
}

/* True if [amount] is what it was before the deal. */
static bool is_as_before(const struct reading *at, formula amount)
{
	for (const struct ir *asked = amount->asked; asked != NULL; asked = asked->also)
		if (!is_steady_fact(asked->fact) ||
		    (at->event && (asked->fact == FACT_event || asked->fact == FACT_side_events)))
			return false;
	return true;
}

/* A pile that waits is picked up as soon as the initial meld counts enough, or with the end of the turn at the latest. Whether the
 * initial meld also contains what it must is not asked; where it may be waived by a player who stays in, or what it has to count may
 * have changed in the deal, it is taken as made: a pile that is picked up late would give the player cards that are others'. */
static void settle_opening(struct reading *at, int seat, bool turn_ends)
{
	const struct game *game = &at->deal->game;
	const struct question about = { .game = game, .seat = (uint8_t)seat, .side = (uint8_t)account_of(game, seat) };

	bool may_be_waived = !game->rules->tables->never_waived && !game->rules->tables->waived_only_out;
	bool may_have_changed = !is_as_before(at, game->rules->initial_meld.minimum) ||
	                        !is_as_before(at, game->rules->initial_meld.raised);

	if (turn_ends || may_be_waived || may_have_changed || has_opened(at, seat) || at->count >= minimum_of(&about))
		pick_up(at, seat);
	if (turn_ends) {
		at->opened[seat] |= at->melded > 0; /* what they count may be nothing, or less */
		at->count = at->melded = at->beside.points = 0;
	}
}

/* ---- an act ---- */

/* The next card whose coming was named; -1 if there is none. */
static int next_named(struct reading *at)
{
	int kind;

	if (at->due.count == 0)
		return at->came < at->next.count ? at->next.kind[at->came++] : -1;
	kind = at->due.kind[0];
	at->due.count--;
	memmove(at->due.kind, at->due.kind + 1, (size_t)at->due.count);
	return kind;
}

/* The pile below its top card becomes the stock once that is used up, where the rules want it. */
static void renew(struct reading *at)
{
	if (at->stock > 0 || at->pile.count < 2 || at->renewals >= at->deal->game.rules->stock_end.renewed)
		return;
	at->stock = at->pile.count - 1;
	at->pile.kind[0] = at->pile.kind[at->pile.count - 1];
	at->pile.count = 1;
	at->renewals++;
}

/* True if such a card is laid out as soon as it comes. */
static bool lays_itself(const struct reading *at, int kind)
{
	const struct rules *rules = at->deal->game.rules;

	return rules->bonus.laid == bonus_laid_at_once && (rules->bonus.cards >> kind & 1);
}

/* One card comes from the stock: [kind], or for -1 what was named to come next, or an unknown one. Returns it, or -1. */
static int come(struct reading *at, int seat, int kind)
{
	int next = next_named(at);

	renew(at);
	at->stock--;
	kind = kind >= 0 ? kind : next;
	at->held[seat] += kind < 0 || !lays_itself(at, kind);
	if (kind >= 0 && !lays_itself(at, kind))
		cards_add(&at->known[seat], kind);
	else if (kind >= 0)
		return kind;
	else if (at->seen->draws < DECK_MAX)
		at->drawer[at->seen->draws++] = (uint8_t)seat;
	return kind;
}

/* True if a card may come for a bonus card that is laid out. */
static bool replaces_bonus(const struct rules *rules)
{
	int32_t number;

	return !formula_is_constant(rules->bonus.replaced, &number) || number != 0;
}

/* How many cards come at a draw of which these are named: bonus cards are replaced. */
static int seen_due(const struct rules *rules, const struct row_of_cards *named)
{
	int due = rules->turn.draw;

	for (int i = 0; i < named->count && rules->bonus.laid == bonus_laid_at_once && replaces_bonus(rules); i++)
		due += (rules->bonus.cards >> named->kind[i] & 1) != 0;
	return due;
}

static bool is_bonus(const struct reading *at, int kind)
{
	return at->deal->game.rules->bonus.cards >> kind & 1;
}

/* True if way [item] of taking the pile uses so many cards of the hand as there are in [cards], [wilds] of them wild. */
static bool way_uses(const struct rules *rules, int item, int top, const struct row_of_cards *cards, int wilds)
{
	const struct composition *hand = &rules->pile.take[item].hand;

	if (rules->cards.wild >> top & 1)
		return (rules->tables->takes_of_wild >> item & 1) && hand->alike == wilds && cards->count == wilds;
	return hand->wilds == wilds && hand->naturals + hand->alike == cards->count - wilds;
}

/* The way of taking the pile that these cards of the hand are for, by the name of one if it is said; without cards perhaps any. Of several
 * it is the one that brings the fewest cards, so that no player is assumed to hold too much. */
static int way_of(const struct rules *rules, const struct row_of_cards *cards, const char *name,
                  const struct row_of_cards *pile)
{
	int way = 0, most = -1, wilds = 0;

	for (int i = 0; i < cards->count; i++)
		wilds += (rules->cards.wild >> cards->kind[i] & 1) != 0;
	for (int i = 0; i < rules->pile.take_count; i++) {
		const bool fits = way_uses(rules, i, pile->kind[pile->count - 1], cards, wilds);
		int worth = take_leaves(rules, i, pile->count) + (fits ? DECK_MAX : 0);
		if (name != NULL && strcasecmp(rules->pile.take[i].name, name) == 0)
			return i;
		if ((fits || cards->count == 0) && worth > most)
			way = i, most = worth;
	}
	return way;
}

static bool is_wild(const struct reading *at, int kind)
{
	return at->deal->game.rules->cards.wild >> kind & 1;
}

/* Counts the cards beside a top card that does not help, if they are a meld without it. */
static void count_beside(struct reading *at)
{
	const struct rules *rules = at->deal->game.rules;
	bool meld = false;

	for (int i = 0; i < rules->meld_count && at->beside.points != 0; i++) {
		const struct form *form = &rules->form[i];
		meld = meld || ((is_wild(at, at->beside.kind) ? form_is_wild(form)
		                                              : (form->ranks & rules->mates[at->beside.kind]) != 0) &&
		                form_allows(form, at->beside.naturals, at->beside.wilds));
	}
	at->count += meld ? at->beside.points : 0;
	at->beside.points = meld ? 0 : at->beside.points;
}

/* Counts what a take lays towards the initial meld: the cards of the hand, and the top card where it counts. */
static void count_take(struct reading *at, const struct row_of_cards *cards, int top)
{
	const int counts = at->deal->game.rules->initial_meld.top_card;
	int points = 0;

	at->beside.kind = top;
	at->beside.naturals = at->beside.wilds = 0;
	for (int i = 0; i < cards->count; i++) {
		points += points_of(at, cards->kind[i]);
		*(is_wild(at, cards->kind[i]) ? &at->beside.wilds : &at->beside.naturals) += 1;
	}
	if (counts == initial_meld_top_card_does_not_help) {
		at->beside.points = points;
		count_beside(at);
	} else
		at->count += points + (counts == initial_meld_top_card_counts ? points_of(at, top) : 0);
}

/* Notes a card that is added to a meld, of the rank of [to] or, if that is below 0, to one that is not named. */
static void add_beside(struct reading *at, int kind, int to)
{
	const cardset rank = at->deal->game.rules->mates[at->beside.kind];

	if (at->beside.points == 0 || !(rank >> (to >= 0 ? to : kind) & 1 || (to < 0 && is_wild(at, kind))))
		return;
	*(is_wild(at, kind) ? &at->beside.wilds : &at->beside.naturals) += 1;
	count_beside(at);
}

/* The pile, or a part of it, is taken; the top card goes to a meld, unless it comes to the hand, too. */
static void do_take(struct reading *at, int seat, const struct row_of_cards *cards, const char *name)
{
	const struct rules *rules = at->deal->game.rules;
	int way = way_of(rules, cards, name, &at->pile);
	int left = take_leaves(rules, way, at->pile.count), top = rules->pile.take[way].onto != take_onto_hand;

	if (rules->table.alone == table_alone_first_to_take_the_pile && at->alone == NOBODY)
		at->alone = seat;
	if (!top) { /* cards of the hand are only shown */
		know_row(at, seat, cards);
		at->held[seat] += cards->count;
	} else {
		count_take(at, cards, at->pile.kind[at->pile.count - 1]);
		at->melded++;
	}
	for (int i = left; i + top < at->pile.count; i++) {
		row_add(&at->taken, at->pile.kind[i]);
		at->held[seat]++;
	}
	if (!top)
		pick_up(at, seat);
	at->pile.count = left;
	at->waiting = rules->pile.take[way].draws;
	at->held[seat] += at->waiting;
	at->stock -= at->waiting;
}

/* What comes with a take is due with it, also where the cards that come next were named when the deal began: what it draws from the stock, and
 * what replaces bonus cards of the pile. */
static void note_drawn_with_take(struct reading *at, const struct row_of_cards *cards, const char *name)
{
	const struct rules *rules = at->deal->game.rules;
	const bool replaces = replaces_bonus(rules) && rules->bonus.laid == bonus_laid_at_once;
	int way = way_of(rules, cards, name, &at->pile), left = rules->pile.take[way].draws;
	int top = rules->pile.take[way].onto != take_onto_hand;

	if (at->due.count > 0)
		return;
	for (int i = take_leaves(rules, way, at->pile.count); i + top < at->pile.count; i++)
		left += replaces && is_bonus(at, at->pile.kind[i]);
	while (left > 0 && at->came < at->next.count) {
		int kind = at->next.kind[at->came++];
		row_add(&at->due, kind);
		left -= !(replaces && is_bonus(at, kind));
	}
}

/* Takes the last of the cards that are due and are no bonus cards; -1 if there is none. */
static int last_due(struct reading *at)
{
	while (at->due.count > 0 && is_bonus(at, at->due.kind[at->due.count - 1]))
		at->due.count--;
	return at->due.count > 0 ? at->due.kind[--at->due.count] : -1;
}

/* The turn of [seat] begins, who lays out the bonus cards in her hand: of the cards that come with the act before, the last ones replace
 * these, and bonus cards among them are replaced in turn. */
static void replace_bonus(struct reading *at, int seat)
{
	const struct rules *rules = at->deal->game.rules;
	struct cards *known = &at->known[seat];
	cardset bonus = cards_kinds(known) & rules->bonus.cards;

	if (rules->bonus.laid != bonus_laid_at_once || at->due.count == 0)
		return;
	for (; bonus != 0; bonus &= bonus - 1)
		for (int bonus_kind = __builtin_ctzll(bonus), kind; cards_count(known, bonus_kind) > 0;) {
			cards_remove(known, bonus_kind);
			kind = last_due(at);
			if (kind >= 0)
				cards_add(known, kind);
		}
}

/* [way]: what is said behind `as`, or NULL. [to]: the first card that is named behind `to`, or -1. */
static void do_act(struct reading *at, int seat, int verb, const struct row_of_cards *cards, const char *way, int to)
{
	if (verb == ACT_DRAW) {
		at->laid.count = at->acts = 0;
		int due = seen_due(at->deal->game.rules, cards);
		for (int i = 0; i < due || i < cards->count; i++) {
			renew(at);
			if (i >= cards->count && at->stock <= 0)
				break; /* the stock had fewer cards than are drawn */
			come(at, seat, i < cards->count ? cards->kind[i] : -1);
		}
		return;
	}
	if (verb == ACT_TAKE && at->pile.count > 0)
		note_drawn_with_take(at, cards, way);
	int coming = at->due.count;
	note_laid(at, verb, cards);
	for (int i = 0; i < cards->count && verb != ACT_JOIN; i++) { /* melds that are joined lie on the table */
		int next = is_bonus(at, cards->kind[i]) && replaces_bonus(at->deal->game.rules) ? next_named(at) : -1;
		lay_card(at, seat, cards->kind[i]);
		if (verb == ACT_MELD || verb == ACT_ADD)
			at->count += points_of(at, cards->kind[i]), at->melded++;
		if (verb == ACT_ADD)
			add_beside(at, cards->kind[i], to);
		if (next >= 0)
			cards_add(&at->known[seat], next), at->held[seat]++;
	}
	if (verb == ACT_TAKE && at->pile.count > 0)
		do_take(at, seat, cards, way);
	settle_opening(at, seat, verb == ACT_DISCARD || verb == ACT_STOP);
	const int waited = lesser(coming, at->waiting);
	at->waiting -= waited;
	at->stock -= coming - waited;
	if (verb == ACT_DISCARD || verb == ACT_TALON || verb == ACT_STOP) {
		at->waiting = 0;
		replace_bonus(at, seat_in_turn(&at->deal->game, seat, 1));
	}
	if (verb != ACT_DISCARD && verb != ACT_STOP) { /* a talon, or what a take draws */
		know_row(at, seat, &at->due);
		at->held[seat] += at->due.count - lesser(at->due.count, waited);
	}
	at->due.count = 0;
	if (verb == ACT_DISCARD && cards->count > 0)
		row_add(&at->pile, cards->kind[0]);
	if (verb == ACT_DISCARD)
		renew(at);
	take_up_reserve(at, seat);
}

/* The cards of a clause, up to the name of a meld or of anything else. Returns what is said behind `as`, or NULL. [*to] is set to the first
 * card that is named behind `to`, if it is below 0; [to] may be NULL. */
static const char *read_clause(const struct game *game, struct line *line, struct row_of_cards *row, int *to)
{
	const char *name = NULL;

	for (bool cards = true, meld = false; !line_clause_ends(line);) {
		int used = 1, kind = -1;
		if (line_accept(line, ",") || line_skip_filler(line))
			continue;
		if (name_is_said(game->rules, line)) { /* and not the ace of spades */
			line->at++;
			name = line_word(line);
			cards = false;
			continue;
		}
		meld = meld || line_is(line, "to");
		cards = cards && !meld && !line_is(line, "under");
		if (cards || (meld && to != NULL && *to < 0))
			kind = card_parse(game->rules, game, line, line->at, &used, NULL);
		if (kind >= 0 && cards)
			row_add(row, kind);
		else if (kind >= 0)
			*to = kind;
		line->at += used;
	}
	return name;
}

static void read_act(struct reading *at, int seat, const char *words)
{
	struct line line;

	if (strcasecmp(words, "undo") == 0) {
		take_back(at, seat);
		return;
	}
	for (bool well = line_cut(&line, words, strlen(words), LINE_TYPED); well && line.at < line.count;) {
		struct row_of_cards cards = { .count = 0 };
		int verb = line_verb(&line, VERB_CARD_TOO);
		line.at++;
		if (verb < 0)
			continue;
		int to = -1;
		const char *way = read_clause(&at->deal->game, &line, &cards, &to);
		do_act(at, seat, verb, &cards, way, to);
	}
}

/* ---- the lines ---- */

/* The seat whose name [words] begin with, -1 for none; [*rest] is what follows. */
static int seat_in(const struct game *game, const char *words, const char **rest)
{
	for (int seat = 0; seat < game->rules->seats; seat++) {
		*rest = words_behind(words, seat_name(game->rules, game->player[seat]), ':');
		if (*rest != NULL)
			return seat;
	}
	return -1;
}

/* All cards in [words]. */
static void read_cards_of(const struct game *game, const char *words, struct row_of_cards *row)
{
	struct line line;

	if (line_cut(&line, words, strlen(words), LINE_TYPED))
		read_clause(game, &line, row, NULL);
}

/* So many cards come from the stock; those that are named are kept in it. Once it is used up they come from the pile. */
static void keep_row(struct reading *at, const struct row_of_cards *row, int coming)
{
	for (int i = 0; i < row->count && i < at->stock; i++)
		if (position_take(at->deal, row->kind[i]))
			row_add(&at->seen->kept, row->kind[i]);
	at->stock -= lesser(at->stock, coming);
}

/* Cards that are named to be drawn later must not be dealt to players whose cards are not named. */
static void keep_named(struct reading *at, const char *words)
{
	const struct game *game = &at->deal->game;
	struct row_of_cards row = { .count = 0 };
	const char *rest = words_behind(words, "stock", ':');
	struct line line;
	int due;

	if (rest != NULL) {
		read_cards_of(game, rest, &row);
		keep_row(at, &row, row.count);
		at->ahead += row.count;
		return;
	}
	if (seat_in(game, words, &rest) < 0 || !line_cut(&line, rest, strlen(rest), LINE_TYPED))
		return;
	if (line_verb(&line, VERB_SHORT) == ACT_DRAW) {
		line.at++;
		read_clause(game, &line, &row, NULL);
		due = seen_due(game->rules, &row);
		due = row.count > due ? row.count : due;
		keep_row(at, &row, due - lesser(at->ahead, due));
		at->ahead -= lesser(at->ahead, due);
	} else
		at->ahead = 0;
}

static void read_line(struct reading *at, const char *words)
{
	const struct game *game = &at->deal->game;
	const char *rest;
	int seat;

	if ((rest = words_behind(words, "stock", ':')) != NULL)
		read_cards_of(game, rest, &at->due);
	else if (strncasecmp(words, "hand ", 5) == 0 && (seat = seat_in(game, words + 5, &rest)) >= 0) {
		struct row_of_cards row = { .count = 0 };
		read_cards_of(game, rest, &row);
		/* what somebody shows stays in her hand */
		for (int i = 0; i < row.count; i++)
			lay_card(at, seat, row.kind[i]);
		at->held[seat] += row.count;
		know_row(at, seat, &row);
	} else if (words_behind(words, "event", ':') != NULL)
		at->event = true;
	else if ((seat = seat_in(game, words, &rest)) >= 0)
		read_act(at, seat, rest);
}

/* Reads the lines up to the next deal. */
static void each_line(struct reading *at, struct record_reader reader, void (*each)(struct reading *, const char *))
{
	struct text words = { 0 }, why = { 0 };

	while (record_read(&reader, &words, &why) == RECORD_LINE && strncasecmp(text_read(&words), "deal ", 5) != 0) {
		each(at, text_read(&words));
		at->failed |= words.failed;
		text_free(&words);
	}
	at->failed |= words.failed;
	text_free(&words);
	text_free(&why);
}

/* Reads the rest of a deal, from [reader] on. [deal] is not dealt yet: by seat it has the named cards of each hand, and
 * those that come next are in [stock]. What is inferred is taken from its deck. False if memory ran out. */
static bool seen_read(struct cards_seen *seen, struct record_reader reader, struct position *deal,
                      const struct row_of_cards *stock)
{
	struct reading at = { .seen = seen, .deal = deal, .alone = NOBODY };
	const struct game *game = &deal->game;
	const struct rules *rules = game->rules;
	const int first = game_first_seat(game);
	int left;

	memset(seen, 0, sizeof *seen);
	at.stock = rules->deck_size - rules->deal.hand * rules->seats - rules->talon.set_aside - reserves_dealt(game) -
	           deal->start.count;
	/* known before the first act: the hands, and what came for the bonus cards in them */
	at.pile = deal->start;
	at.next = *stock;
	for (int i = 1; i <= rules->seats; i++) {
		int seat = (game->dealer + i) % rules->seats;
		bool lays = rules->deal.bonus_cards != deal_bonus_cards_in_the_first_turn ||
		            (rules->bonus.laid == bonus_laid_at_once && seat == first);
		const struct row_of_cards *dealt = &deal->dealt[seat];
		int kept = rules->deal.hand;
		at.unnamed[seat] = rules->deal.hand - dealt->count;
		for (int j = 0; j < dealt->count; j++) {
			bool laid = lays && is_bonus(&at, dealt->kind[j]);
			if (!laid)
				cards_add(&at.known[seat], dealt->kind[j]);
			kept -= laid && !replaces_bonus(rules);
			for (int kind = dealt->kind[j];
			     laid && replaces_bonus(rules) && kind >= 0 && is_bonus(&at, kind);) { /* another may come */
				kind = come(&at, seat, -1);
				if (kind >= 0 && is_bonus(&at, kind) && cards_count(&at.known[seat], kind) > 0)
					cards_remove(&at.known[seat], kind);
			}
		}
		at.held[seat] = kept;
	}
	at.seen->replaced = at.seen->draws;
	for (int draw = 0; draw < at.seen->draws; draw++)
		at.seen->replaced_of[at.drawer[draw]]++;
	left = at.stock;
	at.ahead = at.next.count - at.came;
	at.stock -= at.ahead;
	each_line(&at, reader, keep_named);
	at.stock = left;
	each_line(&at, reader, read_line);
	return !at.failed;
}

/* ---- cards in a line ---- */

/* Adds the cards of a line that has nothing but cards; false, with a sentence, if it has more. */
static bool read_row(const struct game *game, const char *words, struct row_of_cards *row, struct text *why)
{
	struct line line;

	if (!line_cut(&line, words, strlen(words), LINE_TYPED)) {
		text_add(why, MESSAGE_LINE_TOO_LONG);
		return false;
	}
	if (!cards_parse(game->rules, game, &line, row, why))
		return false;
	if (!line_is_at_end(&line))
		text_format(why, MESSAGE_ONLY_CARDS, line_word(&line));
	return line_is_at_end(&line);
}

/* ---- what is dealt ---- */

void record_cards_begin(struct named_cards *at, const struct canasta_game *game)
{
	uint64_t made_up = at->made_up;

	memset(at, 0, sizeof *at);
	at->made_up = made_up;
	at->dealing = true;
	position_begin(&at->deal, game->rules, 0);
	at->deal.game = game->game;
	game_seat_players(&at->deal.game);
}

/* Takes the cards in [words] out of the deck and adds them to [row], which has no more than [most]. */
static void take_row(struct named_cards *at, const char *words, struct row_of_cards *row, int most, struct text *why)
{
	int from = row->count;

	if (!read_row(&at->deal.game, words, row, why))
		return;
	for (int i = from; i < row->count && why->length == 0; i++)
		if (!position_take(&at->deal, row->kind[i]))
			text_format(why, "there is no further %s in the deck",
			            at->deal.game.rules->kind[row->kind[i]].name);
	if (row->count > most && why->length == 0)
		text_format(why,
		            row->count == 1 ? "this is %d card; %d is the most there can be"
		                            : "these are %d cards; %d is the most there can be",
		            row->count, most);
}

/* The seat of the player whom [words] name, before a colon if [colon]; -1, with a sentence, if nobody of that name plays
 * in this deal. [*rest] is what follows. */
static int seat_by_name(const struct game *game, const char *words, bool colon, const char **rest, struct text *why)
{
	for (int seat = 0; seat < game->rules->seats; seat++) {
		const char *name = seat_name(game->rules, game->player[seat]);
		*rest = colon ? words_behind(words, name, ':') : "";
		if (colon ? *rest != NULL : strcasecmp(words, name) == 0)
			return seat;
	}
	text_format(why, "nobody called \"%.*s\" plays in this deal", (int)strcspn(words, ":"), words);
	return -1;
}

/* The first dealer is random; later dealers follow from the rules. */
static void take_dealer(struct named_cards *at, const char *words, struct text *why)
{
	struct game *game = &at->deal.game;
	const char *rest;
	int seat = seat_by_name(game, words, false, &rest, why);

	if (seat < 0)
		return;
	if (game->deal == 0)
		game->dealer = (uint8_t)seat;
	else if (seat != game->dealer)
		text_format(why, "by the rules %s deals", seat_name(game->rules, game->player[game->dealer]));
	at->dealer = true;
}

/* Says that cards named to come are not there, and that they may have been made up elsewhere. */
static void say_not_in_stock(const struct named_cards *at, const struct game *game, struct text *why)
{
	bool unnamed = at->made_up > 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		unnamed = unnamed || at->hand_unnamed[seat];
	text_add(why, "not all of these cards are left in the stock");
	if (unnamed)
		text_add(why, "\n  But not all cards are known, and with others they may be: lines `hand` and `stock` name them.\n");
}

/* Cards that are named beyond those of the stock come from the pile, if it becomes the stock. */
static void keep_beyond(struct named_cards *at, const struct game *game, struct row_of_cards *row)
{
	if (game->renewed >= game->rules->stock_end.renewed || row->count <= game->stock_size)
		return;
	at->beyond.count = 0;
	for (int i = game->stock_size; i < row->count; i++)
		row_add(&at->beyond, row->kind[i]);
	row->count = game->stock_size;
}

/* Lays these in the pile before [act], with which it becomes the stock. */
static bool lay_beyond(struct named_cards *at, struct game *game, struct act act, struct text *why)
{
	if (!pile_put_to_come(game, act, &at->beyond)) {
		say_not_in_stock(at, game, why);
		return false;
	}
	at->laid_beyond = at->beyond.count;
	at->beyond.count = 0;
	return true;
}

bool record_cards_before(struct named_cards *at, struct game *game, const struct act *acts, int count, struct text *why)
{
	struct game after;

	if (at->beyond.count == 0)
		return true;
	after = *game;
	for (int i = 0; i < count; i++) {
		struct game before = after;
		if (game_refusal(&before, acts[i]).refusal != REFUSAL_NONE)
			return true; /* which is said when it is done */
		game_apply(&after, acts[i]);
		if (after.renewed != before.renewed)
			return lay_beyond(at, game, acts[i], why);
	}
	return true;
}

/* Cards named to come next, while a deal is played. */
static void take_next(struct named_cards *at, struct canasta_game *game, const char *words, struct text *why)
{
	struct row_of_cards row = { .count = 0 };
	int instead;

	at->unnamed = at->unnamed < game->game.stock_size ? at->unnamed : game->game.stock_size;
	for (int place = game->game.stock_size - 1; place >= at->unnamed; place--)
		row.kind[row.count++] = game->game.stock[place];
	if (!read_row(&game->game, words, &row, why))
		return;
	keep_beyond(at, &game->game, &row);
	if (stock_put_on_top(&game->game, &row, at->unnamed, &instead))
		at->unnamed = game->game.stock_size - row.count;
	else
		say_not_in_stock(at, &game->game, why);
}

/* What somebody shows has to be in her hand; once the deal is over it is all of it. */
static void check_shown(const struct canasta_game *game, const char *words, struct text *why)
{
	const char *rest;
	int seat = seat_by_name(&game->game, words, true, &rest, why), kind = 0;
	struct row_of_cards row = { .count = 0 };
	struct cards shown = { 0 };

	if (seat < 0 || !read_row(&game->game, rest, &row, why))
		return;
	for (int i = 0; i < row.count; i++)
		cards_add(&shown, row.kind[i]);
	while (kind < game->rules->kinds && cards_count(&shown, kind) <= cards_count(&game->game.seat[seat].hand, kind))
		kind++;
	if (kind == game->rules->kinds && (game->moment == CANASTA_TO_ACT || row.count == game->game.seat[seat].size))
		return;
	text_format(why, "by the lines above %s holds other cards: ", seat_name(game->rules, game->game.player[seat]));
	cards_write(game->rules, &game->game.seat[seat].hand, why);
}

bool record_cards_line(struct named_cards *at, struct canasta_game *game, const char *words, struct text *why)
{
	const struct rules *rules = game->rules;
	const char *rest;

	if (!at->dealing) {
		/* behind the lines of the deal */
		const char *stock = words_behind(words, "stock", ':');
		if (game->moment == CANASTA_TO_DEAL)
			return false;
		if (stock != NULL && game->moment == CANASTA_TO_ACT)
			take_next(at, game, stock, why);
		else if (strncasecmp(words, "hand ", 5) == 0)
			check_shown(game, words + 5 + strspn(words + 5, " "), why);
		else
			return false;
		return true;
	}
	if ((rest = words_behind(words, "dealer", ':')) != NULL)
		take_dealer(at, rest, why);
	else if (strncasecmp(words, "hand ", 5) == 0) {
		/* hands are kept by seat until it is clear who deals */
		const char *cards;
		int seat = seat_by_name(&at->deal.game, words + 5 + strspn(words + 5, " "), true, &cards, why);
		if (seat >= 0)
			take_row(at, cards, &at->deal.dealt[seat], at->deal.game.rules->deal.hand, why);
	} else if ((rest = words_behind(words, "aside", ':')) != NULL)
		take_row(at, rest, &at->deal.aside, rules->talon.set_aside, why);
	else if ((rest = words_behind(words, "reserve", ':')) != NULL)
		take_row(at, rest, &at->deal.reserves, reserves_dealt(&at->deal.game), why);
	else if ((rest = words_behind(words, "pile", ':')) != NULL)
		take_row(at, rest, &at->deal.start, rules->deal.start_pile > 0 ? DECK_MAX : 0, why);
	else if ((rest = words_behind(words, "stock", ':')) != NULL)
		take_row(at, rest, &at->stock, DECK_MAX, why);
	else
		return false;
	return true;
}

/* ---- dealing ---- */

/* Deals with [before] cards of the stock in front of those that are turned up. True if these come as they were named. */
static bool try_deal(const struct named_cards *at, int before, struct position *deal)
{
	const struct row_of_cards *stock = &at->stock;

	*deal = at->deal;
	deal->stacked = true;
	deal->next.count = before;
	memcpy(deal->next.kind, stock->kind, (size_t)before);
	deal->drawn.count = stock->count - before;
	memcpy(deal->drawn.kind, stock->kind + before, (size_t)deal->drawn.count);
	deal->kept = at->seen.kept;
	return position_finish(deal) && deal->game.pile_size == at->deal.start.count &&
	       memcmp(deal->game.pile, at->deal.start.kind, deal->game.pile_size) == 0;
}

/* How many cards have left the stock behind what was dealt: for bonus cards. */
static int came_at_deal(const struct game *game)
{
	const struct rules *rules = game->rules;

	return rules->deck_size - rules->deal.hand * rules->seats - rules->talon.set_aside - reserves_dealt(game) -
	       game->pile_size - game->stock_size;
}

/* Only where bonus cards are replaced before the start card is turned up some of the stock comes in front of it: as much
 * as came for bonus cards. A card of the same kind as the start card may be taken for it where some are not named. */
static bool lay_deal(const struct named_cards *at, struct position *deal)
{
	bool first = at->deal.game.rules->deal.bonus_cards == deal_bonus_cards_before_start_card;
	int most = first ? at->stock.count : 0;

	for (int before = 0; first && before <= most; before++)
		if (try_deal(at, before, deal) && came_at_deal(&deal->game) == before)
			return true;
	for (int before = 0; before <= most; before++)
		if (try_deal(at, before, deal))
			return true;
	return false;
}

/* Makes a card up of which nobody needs to have another one; a bonus card only if nothing else is left. The deck has some card left. */
static int make_up(struct named_cards *at)
{
	const struct rules *rules = at->deal.game.rules;
	int most = 0;

	for (int kind = 1; kind < rules->kinds; kind++) {
		const bool bonus = rules->bonus.cards >> kind & 1, most_bonus = rules->bonus.cards >> most & 1;
		if (at->deal.left[most] == 0 ||
		    (at->deal.left[kind] > 0 &&
		     (most_bonus != bonus ? most_bonus : at->deal.left[kind] > at->deal.left[most])))
			most = kind;
	}
	position_take(&at->deal, most);
	at->made_up++;
	return most;
}

/* Names what comes for the bonus cards that were dealt. Each comes to a certain player, so those before one that was inferred are made
 * up. */
static void name_replaced(struct named_cards *at)
{
	int last = at->seen.replaced;

	while (last > 0 && at->seen.drawn[last - 1] == 0)
		last--;
	for (int i = 0; i < last; i++)
		row_add(&at->stock, at->seen.drawn[i] > 0 ? at->seen.drawn[i] - 1 : make_up(at));
	at->drawn_unnamed = at->seen.replaced;
}

/* What can be inferred joins what was named of the hands. False if memory ran out. */
static bool see_cards(struct named_cards *at, struct record_reader rest)
{
	bool well = seen_read(&at->seen, rest, &at->deal, &at->stock);

	for (int seat = 0; seat < at->deal.game.rules->seats; seat++) {
		at->hand_unnamed[seat] = at->deal.dealt[seat].count < at->deal.game.rules->deal.hand;
		for (int i = 0; i < at->seen.hand[seat].count; i++)
			row_add(&at->deal.dealt[seat], at->seen.hand[seat].kind[i]);
	}
	name_replaced(at);
	return well;
}

/* Cards that are made up come to [seat] with an act in this line. */
static void note_made_up(struct named_cards *at, int seat, int line)
{
	if (at->came_made_up[seat] == 0)
		at->came_made_up[seat] = line;
}

bool record_cards_deal(struct named_cards *at, struct canasta_game *game, const struct record_reader *rest,
                       struct text *why)
{
	const struct rules *rules = game->rules;
	struct position deal;
	int hands = rules->deal.hand * rules->seats, more;

	at->dealing = false;
	for (int seat = 0; seat < rules->seats; seat++)
		hands -= at->deal.dealt[seat].count;
	if (!see_cards(at, *rest))
		why->failed = true;
	else if (game->game.deal == 0 && !at->dealer && rules->deal.first_dealer == deal_first_dealer_random)
		text_add(why, "a line `dealer: NAME` has to say who deals");
	else if (!lay_deal(at, &deal)) /* perhaps none was left to be turned up, and none named */
		text_add(why, rules->deal.start_pile > 0 && at->deal.start.count == 0
		                      ? "a line `pile: CARD` has to name the card that was turned up"
		                      : "by the rules other cards would have been turned up than those of `pile:`");
	if (why->length > 0 || why->failed)
		return false;
	more = at->stock.count - came_at_deal(&deal.game);
	at->made_up += (uint64_t)(hands + (more < 0 ? -more : 0));
	if (more < 0 && deal.game.turn.took_up) /* bonus cards of a reserve that is taken up at once are replaced */
		note_made_up(at, game_to_act(&deal.game), rest->line);
	at->unnamed = deal.game.stock_size - (more > 0 ? more : 0);
	game->game = deal.game;
	playing_dealt(game);
	return true;
}

/* ---- while it is played ---- */

int record_cards_draw(struct named_cards *at, struct canasta_game *game, const char *words, int line_number,
                      struct text *act, struct text *why)
{
	struct row_of_cards drawn = { .count = 0 };
	struct line line;
	int instead, count;

	at->inferred = 0;
	if (!line_cut(&line, words, strlen(words), LINE_TYPED) || line_verb(&line, VERB_SHORT) != ACT_DRAW) {
		text_add(act, words);
		return 0;
	}
	if (!draw_parse(game->rules, &game->game, &line, &drawn, why))
		return -1;
	count = drawn.count;
	for (; !line_is_at_end(&line); line.at++)
		text_format(act, "%s%s", act->length > 0 ? " " : "", line_word(&line));
	/* cards that are inferred join those named of the draw */
	int sure = game->game.stock_size - at->unnamed, named = drawn.count, due = seen_due(game->game.rules, &drawn);
	for (int i = named; i < sure && i < due; i++)
		row_add(&drawn, game->game.stock[game->game.stock_size - 1 - i]);
	for (int i = sure > named ? sure : named; i < due; i++) {
		int seen = at->drawn_unnamed < at->seen.draws ? at->seen.drawn[at->drawn_unnamed] : 0;
		at->drawn_unnamed++;
		if (seen > 0)
			row_add(&drawn, seen - 1), at->inferred++;
	}
	if (drawn.count - at->inferred < lesser(due, game->game.stock_size)) /* what is inferred may have come otherwise */
		note_made_up(at, game_to_act(&game->game), line_number);
	keep_beyond(at, &game->game, &drawn);
	if (at->beyond.count > 0 && !lay_beyond(at, &game->game, act_of(ACT_DRAW, 0, 0, 0), why))
		return -1;
	if (!stock_put_on_top(&game->game, &drawn, at->unnamed, &instead)) {
		if (instead < 0)
			say_not_in_stock(at, &game->game, why);
		else
			text_format(why, "by the line `stock:` the %s comes here", game->rules->kind[instead].name);
		return -1;
	}
	if (game->game.stock_size - count < at->unnamed)
		at->unnamed = game->game.stock_size - count;
	return count;
}

/* Notes of [seat] what it has taken up of cards set aside and of reserves that were not named. */
static void note_heaps(struct named_cards *at, const struct game *before, const struct game *after, int seat)
{
	const struct rules *rules = before->rules;

	at->aside_made_up[seat] |= after->aside_size < before->aside_size &&
	                           rules->talon.set_aside - after->aside_size > at->deal.aside.count;
	for (int i = 0; i < rules_reserves(rules); i++)
		at->reserve_made_up[seat] |= after->reserve_size[i] < before->reserve_size[i] &&
		                             dealt_to_reserves(before, i + 1) > at->deal.reserves.count;
}

bool record_cards_came(struct named_cards *at, const struct game *before, const struct game *after, int drawn, int line,
                       struct text *why)
{
	struct row_of_cards came;
	int named = before->stock_size - at->unnamed + at->inferred + at->laid_beyond;

	cards_came(before, after, &came);
	at->laid_beyond = at->inferred = 0;
	if (came.count > named) {
		at->made_up += (uint64_t)(came.count - named);
		note_made_up(at, game_to_act(before), line);
		if (after->phase != PHASE_OVER) /* whose turn begins with bonus cards that are replaced */
			note_made_up(at, game_to_act(after), line);
	}
	note_heaps(at, before, after, game_to_act(before));
	if (after->renewed != before->renewed || at->unnamed > after->stock_size)
		at->unnamed = after->stock_size;
	if (came.count >= drawn)
		return true;
	text_format(why, "by the rules only %d card%s here, not %d", came.count, came.count == 1 ? " comes" : "s come",
	            drawn);
	return false;
}

void record_cards_doubt(const struct named_cards *at, const struct game *game, struct text *why)
{
	int seat = game_to_act(game), deal = (int)game->deal + 1;
	bool dealt = at->hand_unnamed[seat];

	if (dealt || at->seen.replaced_of[seat] > 0 || at->came_made_up[seat] > 0 || at->aside_made_up[seat] ||
	    at->reserve_made_up[seat])
		text_add(why, "  But not all cards of this hand are known, and with others this may be legal.\n");
	if (dealt)
		text_format(why, "  A line \"hand %s: ...\" below \"deal %d\" names what was dealt.\n",
		            seat_name(game->rules, game->player[seat]), deal);
	if (at->seen.replaced_of[seat] > 0)
		text_format(
			why,
			"  A line \"stock: ...\" below \"deal %d\" names what came for bonus cards that were dealt.\n",
			deal);
	if (at->came_made_up[seat] > 0)
		text_format(why, "  A line \"stock: ...\" above line %d names what came there.\n",
		            at->came_made_up[seat]);
	if (at->aside_made_up[seat])
		text_format(why, "  A line \"aside: ...\" below \"deal %d\" names the cards of the talons.\n", deal);
	if (at->reserve_made_up[seat])
		text_format(why, "  A line \"reserve: ...\" below \"deal %d\" names the cards of the reserves.\n",
		            deal);
}
