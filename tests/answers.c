/* answers.c -- what the engine answers in many positions of many games, as a sum for each game. Deals are played at random, and
 * turns are made up beside them; in each position go into the sum: the legal acts, why others are refused, what the planner says
 * of the end of the turn, facts, views and scores, and the position after the act that is chosen. The order of lists does not
 * matter. Beside the sum stand the steps that planning and searching took.
 *
 * Usage: answers POSITIONS [first] <LINES. A line has a variant, its sum, and steps, and is printed as it is now. The options that
 * the variant's own file has are tried one at a time, and go into the sum. The exit status is 1 if a sum is another or the steps have
 * become more; with `first` nothing is looked at behind such a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/legality.h"
#include "game/plan.h"
#include "game/random.h"
#include "game/view.h"
#include "grammar/tree.h"
#include "tests/files.h"
#include "tools/random_position.h"

enum {
	NAME_MAX = 120,
	TRIED_MAX = 40,
	LAID_MAX = 6,
	ODD_ACTS = 6,
	TURNS_OF_A_DEAL = 60,
	CUTS = 12,
	ROWS = 2,
	SOME_LINES = 0x55555555
};

struct study {
	struct random random;
	uint64_t sum;
	long positions; /* left */
};

/* ---- sums ---- */

static uint64_t mix(uint64_t sum, uint64_t with)
{
	sum = (sum ^ with) * UINT64_C(0x9e3779b97f4a7c15);
	return sum ^ sum >> 29;
}

static void note(struct study *study, int64_t number)
{
	study->sum = mix(study->sum, (uint64_t)number);
}

static void note_bytes(struct study *study, const uint8_t *bytes, int count)
{
	for (int i = 0; i < count; i++)
		note(study, bytes[i]);
}

static void note_cards(struct study *study, const struct rules *rules, const struct cards *cards)
{
	for (int kind = 0; kind < rules->kinds; kind++)
		if (cards_count(cards, kind) > 0)
			note(study, kind << 8 | cards_count(cards, kind));
}

static uint64_t sum_of_act(struct act act)
{
	uint64_t sum = mix(mix(mix(mix(1, act.verb), act.item), act.kind), act.count);

	for (size_t i = 0; i < sizeof act.packed_wilds; i++)
		sum = mix(sum, act.packed_wilds[i]);
	return sum;
}

static int below(struct study *study, int bound)
{
	return (int)random_below(&study->random, (uint32_t)bound);
}

/* ---- positions ---- */

static void note_side(struct study *study, const struct game *game, const struct side *side)
{
	note(study, side->opened | side->order << 8 | side->canastas << 16);
	note(study, side->points);
	note(study, side->score);
	note_bytes(study, side->canastas_of, game->rules->canasta_count);
	note_bytes(study, side->events, game->rules->event_count);
	for (int i = 0; i < side->melds; i++) {
		const struct meld *meld = &side->meld[i];
		note(study, meld->form | (meld->canasta + 1) << 8);
		note(study, meld->begun);
		note(study, meld->cards.kind | meld->cards.naturals << 8 | meld->cards.wilds << 16 |
		                    (int64_t)meld->cards.sequence << 24);
		note(study, meld->cards.places);
		note_bytes(study, meld->cards.of, sizeof meld->cards.of);
		note_bytes(study, meld->cards.wild, WILD_KINDS_MAX);
	}
}

static void note_turn(struct study *study, const struct turn *turn)
{
	note(study, turn->number | turn->seat << 16 | (int64_t)turn->side << 24);
	note(study, turn->drew | turn->took << 1 | turn->melded << 2 | turn->asked << 3 | turn->owes_out << 4 |
	                    turn->stays_in << 5 | turn->pending << 6 | turn->opening << 7 | turn->opened << 8 |
	                    turn->last << 9 | turn->stops << 10 | turn->laid_canasta << 11 | turn->added_earlier << 12);
	note(study, turn->bans_given_way);
	note(study, turn->minimum);
	note(study, turn->count);
	note(study, turn->withheld);
	note(study, turn->talon);
}

static void note_position(struct study *study, const struct game *game)
{
	const struct rules *rules = game->rules;

	note(study, game->phase | game->ending << 8 | game->out << 16 | (int64_t)game->alone << 24);
	note(study, game->ended_by);
	note(study, game->special);
	note(study, game->top_hidden | game->renewed << 8);
	note_turn(study, &game->turn);
	for (int seat = 0; seat < rules->seats; seat++) {
		const struct seat *at = &game->seat[seat];
		note_cards(study, rules, &at->hand);
		note_cards(study, rules, &at->laid);
		note_cards(study, rules, &game->talon[seat]);
		note_cards(study, rules, &game->reserve[seat]);
		note(study, at->side | at->melded << 8 | at->played << 9 | at->asked << 10 | at->shown << 11);
		note(study, at->size | at->talon << 16 | at->canastas << 24);
		note(study, game->player[seat] | game->reserve_size[seat] << 8);
		note_bytes(study, game->known[seat], rules->kinds);
	}
	for (int side = 0; side < rules->table.sides; side++)
		note_side(study, game, &game->side[side]);
	note_bytes(study, game->pile, game->pile_size);
	note_bytes(study, game->stock, game->stock_size);
	note_bytes(study, game->aside, game->aside_size);
	note_cards(study, rules, &game->drawn);
}

static void note_view(struct study *study, const struct game *game, int seat)
{
	const struct rules *rules = game->rules;
	static struct view view;

	view_of(game, seat, &view);
	note_cards(study, rules, &view.hand);
	note_cards(study, rules, &view.pile);
	note(study, view.pile_top | view.shown << 16);
	note_bytes(study, view.pile_shown, view.shown);
	note(study, view.blocked | view.frozen * 256 | view.frozen_for_take * 65536);
	note(study, view.next | view.frozen_for_next << 8);
	note(study, (int64_t)view.blocking);
	note(study, (int64_t)view.pile_starts);
	note(study, view.minimum);
	for (int i = 0; i < rules->seats; i++) {
		note_cards(study, rules, &view.hand_shown[i]);
		note(study, view.size[i] | view.talon[i] << 16 | (int64_t)view.reserve[i] << 24);
		note(study, view.side_of[i] | view.melded[i] << 8 | view.played[i] << 9 | view.asked[i] << 10);
	}
}

static void note_score(struct study *study, const struct game *game)
{
	const struct rules *rules = game->rules;
	static struct tally tally;
	int32_t totals[SIDES_MAX];
	int winner;

	game_score(game, &tally);
	for (int side = 0; side < rules->table.sides; side++) {
		for (int line = 0; line < tally.lines; line++)
			note(study, tally.line[side][line]);
		note(study, tally.total[side]);
		note(study, game_score_of_lines(game, side, UINT32_MAX));
		note(study, game_score_of_lines(game, side, SOME_LINES));
	}
	for (int line = 0; line < tally.lines; line++) {
		int side = below(study, rules->table.sides);
		note(study, game_score_of_player(game, side, line, below(study, rules->seats)));
		note(study, game_line_counts_against(game, side, line) | game_line_is_replaced(game, side, line) << 1);
	}
	game_totals(game, &tally, totals);
	for (int side = 0; side < rules->table.sides; side++)
		note(study, totals[side]);
	note(study, game_margin(rules, totals));
	note(study, game_is_over(game, totals, &winner));
	note(study, winner);
}

/* Every fact, asked about somebody. */
static void note_facts(struct study *study, const struct game *game)
{
	const struct rules *rules = game->rules;
	int seat = below(study, 2) ? game->turn.seat : below(study, rules->seats);
	struct question about = {
		.game = game,
		.seat = (uint8_t)seat,
		.side = game->seat[seat].side,
	};
	const struct side *side = &game->side[about.side];

	about.rank = (uint8_t)(1 + rank_of(rules, below(study, rules->kinds)));
	if (side->melds > 0 && below(study, 2))
		about.rank = (uint8_t)(1 + side->meld[below(study, side->melds)].cards.kind);
	about.going_out = below(study, 2);
	about.taking = below(study, 2) && game->pile_size > 0;
	about.origin = (uint8_t)below(study, 4);
	for (int fact = 0; fact < FACT_COUNT; fact++) {
		int group = facts[fact].slot == SLOT_TERM ? GROUP_define : fact_group((enum fact_id)fact);
		int items = facts[fact].slot == SLOT_DEED ? DEEDS * PERIODS
		            : group == GROUP_root         ? 1
		                                          : rules_item_count(rules, group);
		struct ir asked = { .kind = IR_FACT, .fact = (enum fact_id)fact };
		asked.cards = random_next(&study->random);
		asked.cards = (asked.cards << 32 | random_next(&study->random)) & rules->all;
		asked.item = items > 0 ? below(study, items) : 0;
		if (items > 0 && facts[fact].slot != SLOT_TERM && fact != FACT_side_total)
			note(study, fact_of_game(&about, &asked));
	}
}

/* What a row of cards is read as: the cards of a meld on the table in any order, one of them another now and then. */
static void note_rows(struct study *study, const struct game *game)
{
	const struct rules *rules = game->rules;
	const struct side *side = &game->side[below(study, rules->table.sides)];

	for (int i = 0; i < ROWS && side->melds > 0; i++) {
		struct cards cards = cards_of_meld(rules, &side->meld[below(study, side->melds)].cards);
		struct meld_cards read;
		uint8_t row[MELD_CARDS_MAX];
		int count = 0;
		for (int kind = 0; kind < rules->kinds; kind++)
			for (int left = cards_count(&cards, kind); left > 0 && count < MELD_CARDS_MAX; left--)
				row[count++] = (uint8_t)kind;
		if (below(study, 2))
			random_shuffle(&study->random, row, count);
		if (below(study, 2))
			row[below(study, count)] = (uint8_t)below(study, rules->kinds);
		note(study, cards_lie_as_meld(rules, -1, row, count, &read));
		note(study, read.kind | read.naturals << 8 | read.wilds << 16 | (int64_t)read.sequence << 24 |
		                    (int64_t)read.places << 32);
		note_bytes(study, read.wild, WILD_KINDS_MAX);
	}
}

/* ---- acts ---- */

static bool lays_cards(struct act act)
{
	return act.verb == ACT_MELD || act.verb == ACT_ADD || act.verb == ACT_TAKE || act.verb == ACT_JOIN;
}

/* One of [acts], whatever their order. */
static struct act any_act(struct study *study, const struct acts *acts)
{
	uint64_t salt = random_next(&study->random), best = 0;
	struct act chosen = acts->act[0];

	for (int i = 0; i < acts->count; i++) {
		uint64_t weight = mix(sum_of_act(acts->act[i]), salt);
		if (weight >= best)
			best = weight, chosen = acts->act[i];
	}
	return chosen;
}

static uint64_t sum_of_reason(struct reason reason)
{
	uint64_t sum = mix(mix(mix(2, reason.refusal), (uint64_t)reason.row), (uint64_t)reason.item);

	return mix(mix(mix(sum, (uint64_t)reason.have), (uint64_t)reason.need), (uint64_t)reason.kind);
}

/* True if the cards of an act would do, and only the end of the turn stands against it. */
static bool only_the_end_hinders(enum refusal refusal)
{
	return refusal == REFUSAL_BELOW_MINIMUM || refusal == REFUSAL_MINIMUM_AND_CONTENTS ||
	       refusal == REFUSAL_NOT_BOTH || refusal == REFUSAL_MINIMUM_OWED || refusal == REFUSAL_MINIMUM_TAKES_ALL ||
	       refusal == REFUSAL_CONTAINS || refusal == REFUSAL_KEEP_A_CARD || refusal == REFUSAL_CONTRACT ||
	       refusal == REFUSAL_DISCARD_NEEDED || refusal == REFUSAL_MUST_GO_OUT ||
	       refusal == REFUSAL_NO_DISCARD_LEFT;
}

/* Why acts are refused that nobody would think of: those of [acts] with one part changed. */
static void note_odd_acts(struct study *study, const struct game *game, const struct acts *acts)
{
	for (int i = 0; i < ODD_ACTS && acts->count > 0; i++) {
		struct act act = any_act(study, acts);
		int by = below(study, 3) - 1;
		switch (below(study, 5)) {
		case 0: act.verb = (uint8_t)below(study, VERBS); break;
		case 1: act.item = (uint8_t)(act.item + by); break;
		case 2: act.kind = (uint8_t)below(study, game->rules->kinds); break;
		case 3: act.count = (uint8_t)(act.count + by); break;
		case 4: act.packed_wilds[below(study, 2)] += 1; break;
		}
		note(study, (int64_t)sum_of_reason(game_refusal(game, act)));
	}
}

/* What the planner says of the turn, and what is owed. */
static void note_ends(struct study *study, const struct game *game)
{
	struct memo memo;

	if (game->phase != PHASE_MELD)
		return;
	memo_begin(&memo, game);
	note(study, turn_can_end(game) | turn_can_go_out(game, &memo) << 1 | turn_can_stay_in(game) << 2 |
	                    can_end_now(game) << 3 | may_go_out(game) << 4);
	note(study, game_owes(game).refusal);
}

/* The same if the player had to go out, or to stay in. */
static void note_bound_ends(struct study *study, const struct game *from)
{
	static struct game game;

	game = *from;
	game.turn.thought = true;
	game.turn.owes_out = true;
	note_ends(study, &game);
	game.turn.owes_out = false;
	game.turn.stays_in = true;
	note_ends(study, &game);
}

/* Lays cards at random, legal or not as far as the end of the turn goes, and asks after each whether it can still end. */
static void note_laid(struct study *study, const struct game *from)
{
	static struct acts acts;
	static struct game game;

	game = *from;
	game.turn.thought = true;
	for (int i = 0; i < LAID_MAX && game.phase == PHASE_MELD; i++) {
		int laying = 0;
		game_candidates(&game, &acts);
		for (int k = 0; k < acts.count; k++)
			if (lays_cards(acts.act[k]))
				acts.act[laying++] = acts.act[k];
		acts.count = laying;
		for (int tries = 0; tries < 4 && acts.count > 0; tries++) {
			struct act act = any_act(study, &acts);
			enum refusal refusal = game_refusal(&game, act).refusal;
			if (refusal != REFUSAL_NONE && !only_the_end_hinders(refusal))
				continue;
			apply_cards(&game, act);
			note_ends(study, &game);
			break;
		}
	}
}

/* The candidates: those that are refused, and why. */
static void note_candidates(struct study *study, const struct game *game)
{
	static struct game time_to_meld;
	static struct acts acts;
	uint64_t sum = 0, salt = random_next(&study->random);

	for (int later = 0; later <= (game->phase == PHASE_DRAW); later++) {
		time_to_meld = *game;
		if (later)
			time_to_meld.phase = PHASE_MELD;
		game_candidates(&time_to_meld, &acts);
		for (int i = 0; i < acts.count; i++) {
			uint64_t own = sum_of_act(acts.act[i]);
			if (mix(own, salt) % (uint64_t)acts.count < TRIED_MAX)
				sum += mix(own, sum_of_reason(game_refusal(game, acts.act[i])));
		}
		note_odd_acts(study, game, &acts);
	}
	note(study, (int64_t)sum);
}

/* The legal acts. Chooses one of them, whatever their order, but seldom one that ends the turn. */
static struct act note_legal(struct study *study, const struct game *game)
{
	static struct acts acts;
	static struct choices choices;
	uint64_t sum = 0, salt = random_next(&study->random), best = 0;
	struct act chosen = { 0 };

	game_legal(game, &acts);
	for (int i = 0; i < acts.count; i++) {
		uint64_t own = sum_of_act(acts.act[i]), weight = mix(own, salt);
		sum += own;
		if (acts.act[i].verb == ACT_DISCARD || acts.act[i].verb == ACT_DRAW || acts.act[i].verb == ACT_STOP)
			weight >>= 2;
		if (weight >= best)
			best = weight, chosen = acts.act[i];
	}
	note(study, (int64_t)sum);
	note(study, acts.count);
	game_choices(game, &choices);
	for (int i = 0; i < choices.count; i++)
		sum -= sum_of_act(choice_at(&choices, i));
	note(study, (int64_t)sum);
	return chosen;
}

/* The position if somebody played alone from now on, and the others were partners. */
static void note_partners(struct study *study, const struct game *from)
{
	static struct game game;

	game = *from;
	play_alone(&game, below(study, game.rules->seats));
	note_position(study, &game);
	note_score(study, &game);
}

/* Who sits where after some cuts, and which cuts settle nothing. */
static void note_cuts(struct study *study, const struct rules *rules)
{
	for (int i = 0; i < CUTS && rules->cut.decides != cut_decides_nothing; i++) {
		uint8_t kinds[PLAYERS_MAX];
		struct cut cut;
		random_cut(rules, &study->random, kinds);
		if (!game_cut(rules, kinds, &cut)) {
			note(study, i);
			continue;
		}
		note_bytes(study, cut.side, rules->table.players);
		note_bytes(study, cut.place, rules->table.players);
	}
}

/* ---- games ---- */

/* Notes what the engine answers in a position, and does a legal act. */
static void note_and_play(struct study *study, struct game *game)
{
	struct act act;
	int item;

	study->positions--;
	act = note_legal(study, game);
	note_candidates(study, game);
	note_ends(study, game);
	note_bound_ends(study, game);
	note_laid(study, game);
	note_facts(study, game);
	note_rows(study, game);
	note_view(study, game, below(study, 2) ? game->turn.seat : below(study, game->rules->seats));
	note(study, take_is_forced(game, &item));
	if (below(study, 8) == 0)
		note(study, act_brings_cards(game, act));
	if (below(study, 4) == 0)
		note_score(study, game);
	if (totals_are_personal(game->rules) && below(study, 4) == 0)
		note_partners(study, game);
	game_apply(game, act);
	note_position(study, game);
	if (game->phase == PHASE_OVER)
		note_score(study, game);
}

/* Plays a made-up turn. */
static void play_made_up(struct study *study, const struct game *like)
{
	static struct game games[2];
	uint16_t turn;

	games[0] = games[1] = *like;
	if (!random_position(games, &study->random) || games[0].phase == PHASE_OVER ||
	    games[0].seat[games[0].turn.seat].size == 0)
		return; /* with few cards in the deck, none may be left for the player */
	for (turn = games[0].turn.number; games[0].phase != PHASE_OVER && games[0].turn.number == turn;)
		note_and_play(study, &games[0]);
}

static void play_deal(struct study *study, struct game *game)
{
	const struct rules *rules = game->rules;
	uint16_t turn = 0;
	uint32_t events = 0;

	note_cuts(study, rules);

	for (int event = 0; event < rules->event_count; event++)
		if (rules->event[event].per == event_per_deal && below(study, 3) == 0)
			events |= UINT32_C(1) << event;
	game_deal(game, events);
	while (game->phase != PHASE_OVER && game->turn.number < TURNS_OF_A_DEAL && study->positions > 0) {
		if (game->turn.number != turn) {
			play_made_up(study, game);
			if (rules->event_count > 0 && below(study, 8) == 0) {
				int event = below(study, rules->event_count);
				game_record_event(game, event, below(study, rules->table.sides));
			}
		}
		turn = game->turn.number;
		note_and_play(study, game);
	}
}

/* Plays deals until so many positions have been looked at. */
static uint64_t sum_of_game(const struct rules *rules, long positions)
{
	static struct game game;
	struct study study = { .positions = positions };

	for (uint64_t seed = 1; study.positions > 0; seed++) {
		int32_t totals[SIDES_MAX];
		random_begin(&study.random, seed, 1);
		game_begin(&game, rules, seed);
		game.deal = (uint32_t)below(&study, 4);
		for (int side = 0; side < rules->table.sides; side++)
			totals[side] = 5 * below(&study, 1400) - 500;
		game_next_deal(&game, totals);
		play_deal(&study, &game);
	}
	return study.sum;
}

/* ---- lines ---- */

/* The sum of a game, and of the same game with each option alone that its own file has and that can be alone. */
static bool sum_up(const char *variant, long positions, uint64_t *sum)
{
	struct library library;
	const struct rules *rules = rules_from_disk(&library, variant, NULL, 0), *other;

	*sum = rules != NULL ? sum_of_game(rules, positions) : 0;
	for (const struct option *option = rules != NULL ? rules->options : NULL; option != NULL;
	     option = option->next) {
		char name[NAME_MAX];
		const char *with = name;
		if (option->chosen || option->statement->span.source != rules->span.source)
			continue;
		snprintf(name, sizeof name, option->alternative != NULL ? "%s=%s" : "%s", option->name,
		         option->alternative);
		other = tables_compile(&library, rules_build(&library, variant, &with, 1));
		if (other != NULL)
			*sum = mix(*sum, sum_of_game(other, 1 + positions / 2));
	}
	arena_free(library.arena);
	return rules != NULL;
}

/* Prints the line as it is now; false if it is not as it was. */
static bool compare(const char *line, long positions)
{
	char variant[NAME_MAX];
	unsigned long long was;
	uint64_t sum;
	long steps, begun = planning.steps;

	if (sscanf(line, "%119s %llx %ld", variant, &was, &steps) != 3 || !sum_up(variant, positions, &sum))
		return false;
	printf("%s %016llx %ld\n", variant, (unsigned long long)sum, planning.steps - begun);
	return sum == was && planning.steps - begun <= steps;
}

int main(int argc, char **argv)
{
	long positions = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
	bool first = argc > 2 && strcmp(argv[2], "first") == 0;
	char line[2 * NAME_MAX];
	int status = 0;

	while (!(first && status) && fgets(line, sizeof line, stdin) != NULL)
		if (!compare(line, positions))
			status = 1;
	return status;
}
