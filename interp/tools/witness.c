/* witness.c -- two games with the same cards, side by side. An act is chosen under the first rules and done in both; where
 * kinds of card or the names of things are not the same, acts are handed over in words. The first place where the two part is kept, and
 * can be written as a record. */
#include "tools/witness.h"

#include <string.h>
#include "game/cards.h"
#include "game/question.h"
#include "game/view.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "players/player.h"
#include "rules/analysis.h"
#include "rules/library.h"
#include "tools/random_position.h"
#include "tools/record.h"
#include "tools/table_compare.h"

#define BOTS_STREAM (UINT64_C(1) << 63)

/* One game in so many is of random positions; in another one events happen. */
enum {
	EVENT_GAMES = 4,
	MADE_UP_GAMES = 4,
	CUTS = 4,
	TURNS_MOST = 2000 /* of a deal that is played */
};

/* Both games, and what is needed to play them. */
struct pair {
	struct witness *witness;
	const struct rules *rules[2];
	struct game game[2];
	struct acts acts[2];
	bool same_terms; /* acts mean the same in both, byte by byte */
	const struct player *player[PLAYERS_MAX];
	struct random chance;
	struct view view;
	struct text *record; /* of the game under [side]; NULL: none is kept */
	struct recorder recorder;
	int side;
};

/* ---- the terms of two sets of rules ---- */

static bool same_names(const struct rules *const rules[2], int group)
{
	if (rules_item_count(rules[0], group) != rules_item_count(rules[1], group))
		return false;
	for (int item = 0; item < rules_item_count(rules[0], group); item++)
		if (strcmp(rules_item_name(rules[0], group, item), rules_item_name(rules[1], group, item)) != 0)
			return false;
	return true;
}

static bool same_terms(const struct rules *const rules[2])
{
	return same_kinds_of_card(rules) && same_names(rules, GROUP_meld) && same_names(rules, GROUP_take) &&
	       same_names(rules, GROUP_special);
}

/* ---- one act in both ---- */

static bool has_act(const struct acts *acts, struct act act)
{
	for (int i = 0; i < acts->count; i++)
		if (act_equal(acts->act[i], act))
			return true;
	return false;
}

/* What [act], of game [from], is in the terms of the other; the number of acts it takes there, 0 if there is no such
 * thing. One that is not legal there as it is may be so step by step. */
static int translate(const struct pair *at, int from, struct act act, struct act *steps)
{
	struct text words = { 0 }, why = { 0 };
	int count;

	if (at->same_terms && has_act(&at->acts[!from], act)) {
		*steps = act;
		return 1;
	}
	act_write(&at->game[from], act, &words);
	count = acts_parse(&at->game[!from], text_read(&words), steps, WITNESS_STEPS_MAX, &why);
	text_free(&words);
	text_free(&why);
	if (count == 0 && at->same_terms) {
		*steps = act;
		return 1;
	}
	return count;
}

/* Whether [steps] can be done one after the other in [game]. */
static bool all_legal(const struct game *game, const struct act *steps, int count)
{
	struct game ahead = *game;

	for (int i = 0; i < count; i++) {
		if (game_refusal(&ahead, steps[i]).refusal != REFUSAL_NONE)
			return false;
		game_apply(&ahead, steps[i]);
	}
	return count > 0;
}

/* Notes the first act that game [from] allows and the other does not. */
static bool find_act_of_one(struct pair *at, int from)
{
	struct act steps[WITNESS_STEPS_MAX];
	struct witness *witness = at->witness;

	for (int i = 0; i < at->acts[from].count; i++) {
		struct act act = at->acts[from].act[i];
		int count = translate(at, from, act, steps);
		if (count > 0 &&
		    ((count == 1 && has_act(&at->acts[!from], steps[0])) || all_legal(&at->game[!from], steps, count)))
			continue;
		witness->parting = PARTED_LEGAL;
		witness->legal_in = from;
		witness->act[from] = act;
		witness->is_known = count == 1;
		witness->act[!from] = steps[0];
		return true;
	}
	return false;
}

static bool find_act(struct pair *at)
{
	for (int i = 0; i < 2; i++)
		game_legal(&at->game[i], &at->acts[i]);
	if (at->same_terms && at->acts[0].count == at->acts[1].count &&
	    memcmp(at->acts[0].act, at->acts[1].act, sizeof *at->acts[0].act * (size_t)at->acts[0].count) == 0)
		return false;
	return find_act_of_one(at, 0) || find_act_of_one(at, 1);
}

static bool part(struct pair *at, enum parting parting)
{
	at->witness->parting = parting;
	memcpy(at->witness->at, at->game, sizeof at->game);
	return true;
}

/* ---- a turn after the other ---- */

static void begin_turn(struct pair *at)
{
	memcpy(at->witness->turn, at->game, sizeof at->game);
	at->witness->done_count[0] = at->witness->done_count[1] = 0;
}

static void do_act(struct pair *at, int game, struct act act)
{
	struct witness *witness = at->witness;

	if (witness->done_count[game] < WITNESS_ACTS_MAX)
		witness->done[game][witness->done_count[game]++] = act;
	if (at->record != NULL && at->side == game)
		record_act(&at->recorder, &at->game[game], act, NULL, at->record);
	game_apply(&at->game[game], act);
}

static struct act choose(struct pair *at)
{
	int seat = game_to_act(&at->game[0]);
	const struct player *player = at->player[seat];

	if (player->choose_blindly == NULL)
		view_of(&at->game[0], seat, &at->view);
	return player->choose(&at->view, &at->acts[0], NULL, &at->chance);
}

/* One act in both games; true if they part. */
static bool step(struct pair *at)
{
	struct act act, steps[WITNESS_STEPS_MAX];
	int count, turn = at->game[0].turn.number;

	if (find_act(at))
		return part(at, PARTED_LEGAL);
	act = choose(at);
	count = translate(at, 0, act, steps);
	memcpy(at->witness->before, at->game, sizeof at->game);
	at->witness->act[0] = act;
	at->witness->act[1] = steps[0];
	do_act(at, 0, act);
	for (int i = 0; i < count; i++)
		do_act(at, 1, steps[i]);
	if (!tables_look_alike(&at->game[0], &at->game[1]) && tables_are_told_apart(at->game))
		return part(at, PARTED_OUTCOME);
	if (at->game[0].turn.number != turn)
		begin_turn(at);
	return false;
}

/* ---- deals and games ---- */

/* The deal and what happened at it. */
static void note_dealt(struct pair *at, uint32_t events)
{
	const struct game *game = &at->game[at->side];

	record_deal(&at->recorder, game, at->record);
	for (int event = 0; event < game->rules->event_count; event++) {
		if (events >> event & 1)
			record_event(&at->recorder, game, event, 0, at->record);
		for (int side = 0; side < game->rules->table.sides; side++)
			for (int times = game->side[side].events[event]; times > 0; times--)
				record_event(&at->recorder, game, event, side, at->record);
	}
}

/* Records [event] before the deal, for [side] or for every one if that is NOBODY; an event of the deal becomes a bit of
 * [*events]. */
static void happen(struct game *game, int event, int side, uint32_t *events)
{
	if (game->rules->event[event].per == event_per_deal)
		*events |= UINT32_C(1) << event;
	else
		for (int other = 0; other < game->rules->table.sides; other++)
			if (side == NOBODY || side == other)
				game_record_event(game, event, other);
}

/* Deals both, in some games with events that happen at the table, the same in both. */
static void deal(struct pair *at, bool with_events)
{
	uint32_t events[2] = { 0, 0 };

	for (int i = 0; i < at->rules[0]->event_count; i++) {
		/* the event of the same name in the other rules, -1 for none */
		int other = rules_item_named(at->rules[1], GROUP_event, at->rules[0]->event[i].name),
		    side = (int)random_below(&at->chance, (uint32_t)at->rules[0]->table.sides);
		if (!with_events || other < 0 || random_below(&at->chance, 3) != 0)
			continue;
		if (at->rules[0]->event[i].per == event_per_deal)
			side = NOBODY;
		happen(&at->game[0], i, side, &events[0]);
		happen(&at->game[1], other, side, &events[1]);
	}
	for (int i = 0; i < 2; i++)
		game_deal(&at->game[i], events[i]);
	if (at->record != NULL)
		note_dealt(at, events[at->side]);
}

/* True for a game of random positions. Both must have the same kinds of card. */
static bool is_random(const struct pair *at)
{
	return at->witness->number % MADE_UP_GAMES == MADE_UP_GAMES - 1 && same_kinds_of_card(at->rules);
}

static bool play_deal(struct pair *at)
{
	at->witness->is_random = is_random(at) && random_position(at->game, &at->chance);
	if (!at->witness->is_random)
		deal(at, at->witness->number % EVENT_GAMES == 1);
	if ((at->rules[0]->deck_size != at->rules[1]->deck_size || !tables_look_alike(&at->game[0], &at->game[1])) &&
	    tables_are_told_apart(at->game))
		return part(at, PARTED_DEAL);
	begin_turn(at);
	while (at->game[0].phase != PHASE_OVER && at->game[0].turn.number < TURNS_MOST)
		if (step(at))
			return true;
	return false;
}

/* Scores the deal in both, and sets [*over] if the game has ended. */
static bool score_deal(struct pair *at, bool *over)
{
	struct witness *witness = at->witness;
	int winner[2];
	bool ended[2];

	for (int i = 0; i < 2; i++) {
		game_score(&at->game[i], &witness->tally[i]);
		game_totals(&at->game[i], &witness->tally[i], witness->totals[i]);
		ended[i] = game_is_over(&at->game[i], witness->totals[i], &winner[i]);
	}
	if (at->record != NULL)
		record_score(&at->recorder, &at->game[at->side], &witness->tally[at->side], at->record);
	if (memcmp(witness->totals[0], witness->totals[1], sizeof witness->totals[0]) != 0)
		return part(at, PARTED_SCORE);
	witness->deals = at->game[0].deal + 1;
	if (ended[0] != ended[1] || (ended[0] && winner[0] != winner[1]))
		return part(at, PARTED_GAME);
	*over = ended[0];
	return false;
}

/* ---- before the first deal and after the last ---- */

/* The players cut, a few times. */
static bool cut(struct pair *at)
{
	const struct rules *const *rules = at->rules;
	uint8_t *kinds = at->witness->cut;

	if (rules[0]->cut.decides == cut_decides_nothing || rules[1]->cut.decides == cut_decides_nothing ||
	    rules[0]->table.players != rules[1]->table.players || !same_kinds_of_card(rules))
		return false;
	for (int times = 0; times < CUTS; times++) {
		struct cut came[2];
		bool settled[2];
		random_cut(rules[0], &at->chance, kinds);
		memset(came, 0, sizeof came);
		for (int i = 0; i < 2; i++)
			settled[i] = game_cut(rules[i], kinds, &came[i]);
		if (settled[0] != settled[1] || (settled[0] && memcmp(&came[0], &came[1], sizeof came[0]) != 0))
			return part(at, PARTED_CUT);
	}
	return false;
}

/* Totals with which the game ends after deal number [deals], in which nothing was done: the first side has [total], the others as
 * much, or nothing. */
static bool end_with(struct pair *at, int32_t total, bool level, uint32_t deals)
{
	struct witness *witness = at->witness;
	int winner[2];
	bool ended[2];

	for (int i = 0; i < 2; i++) {
		for (int side = 0; side < SIDES_MAX; side++)
			witness->totals[i][side] = side > 0 && !level ? 0 : total;
		at->game[i].deal = deals - 1;
		ended[i] = game_is_over(&at->game[i], witness->totals[i], &winner[i]);
	}
	return (ended[0] != ended[1] || (ended[0] && winner[0] != winner[1])) && part(at, PARTED_GAME);
}

/* Tries the targets of both, with one side ahead and with none, and each number of deals that may end a game. */
static bool end(struct pair *at)
{
	uint32_t last = rules_ask(at->rules[0], FACT_deal_number) || rules_ask(at->rules[1], FACT_deal_number)
	                        ? WITNESS_DEALS_MAX
	                        : 1;

	if (at->rules[0]->table.sides != at->rules[1]->table.sides)
		return false;
	for (at->witness->deals = 1; at->witness->deals <= last; at->witness->deals++)
		for (int i = 0; i < 2; i++)
			if (end_with(at, at->rules[i]->game.to, false, at->witness->deals) ||
			    end_with(at, at->rules[i]->game.to, true, at->witness->deals))
				return true;
	memset(at->witness->totals, 0, sizeof at->witness->totals);
	at->game[0].deal = at->game[1].deal = 0;
	return false;
}

/* The bots in game [number]: careful ones, random ones, or both at one table. */
static void seat_players(struct pair *at, uint64_t number)
{
	const struct player *wise = player_named("simple"), *wild = player_named("random");

	for (int seat = 0; seat < PLAYERS_MAX; seat++) {
		bool any = number % 3 == 1 || (number % 3 == 2 && ((uint64_t)seat + number / 3) % 2 == 0);
		at->player[seat] = any ? wild : wise;
	}
}

/* Plays the game of the witness's number and seed. */
static bool play_from_seed(struct pair *at)
{
	random_begin(&at->chance, at->witness->seed, BOTS_STREAM);
	seat_players(at, at->witness->number);
	bool over = false;
	for (int i = 0; i < 2; i++)
		game_begin(&at->game[i], at->rules[i], at->witness->seed);
	at->witness->is_random = is_random(at);
	if (at->witness->is_random && (cut(at) || end(at)))
		return true;
	for (int deals = 0; !over && deals < WITNESS_DEALS_MAX; deals++) {
		if (play_deal(at))
			return true;
		if (at->game[0].phase != PHASE_OVER) /* it is left: two who take the pile from each other need never end */
			return false;
		if (score_deal(at, &over))
			return true;
		for (int i = 0; i < 2 && !over; i++)
			game_next_deal(&at->game[i], at->witness->totals[i]);
	}
	return false;
}

static bool find(const struct rules *const rules[2], uint64_t seed, uint64_t from, uint64_t to, bool played,
                 struct witness *witness)
{
	struct pair pair = { .witness = witness, .rules = { rules[0], rules[1] }, .same_terms = same_terms(rules) };

	memset(witness, 0, sizeof *witness);
	witness->rules[0] = rules[0];
	witness->rules[1] = rules[1];
	for (uint64_t number = from; number < to; number++) {
		struct random stream;
		random_begin(&stream, seed, number);
		witness->seed = random_next(&stream);
		witness->seed = witness->seed << 32 | random_next(&stream);
		witness->number = number;
		if ((!played || !is_random(&pair)) && play_from_seed(&pair))
			return true;
	}
	return false;
}

bool witness_find(const struct rules *const rules[2], uint64_t seed, uint64_t from, uint64_t to,
                  struct witness *witness)
{
	return find(rules, seed, from, to, false, witness);
}

bool witness_find_played(const struct rules *const rules[2], uint64_t seed, uint64_t from, uint64_t to,
                         struct witness *witness)
{
	return find(rules, seed, from, to, true, witness);
}

/* ---- the record ---- */

bool witness_record(const struct witness *witness, int side, const struct record_head *head, struct text *out)
{
	struct witness again = { .rules = { witness->rules[0], witness->rules[1] },
		                 .seed = witness->seed,
		                 .number = witness->number };
	struct pair pair = { .witness = &again,
		             .rules = { witness->rules[0], witness->rules[1] },
		             .same_terms = same_terms(witness->rules),
		             .record = out,
		             .side = side };
	const char *who[PLAYERS_MAX];
	struct record_head own = *head;

	if (is_random(&pair))
		return false;
	/* who plays at each seat of the table, as seated for the first deal */
	const struct rules *rules = pair.rules[pair.side];
	seat_players(&pair, pair.witness->number);
	game_begin(&pair.game[0], rules, pair.witness->seed);
	for (int seat = 0; seat < rules->table.players; seat++)
		who[pair.game[0].player[seat]] = pair.player[seat]->name;
	own.rules = witness->rules[side];
	own.seed = witness->seed;
	own.who = who;
	if (record_head_fault(&own) != NULL)
		return false;
	if (!record_begin(&pair.recorder, &own, out))
		out->failed = true;
	play_from_seed(&pair);
	if (again.parting == PARTED_LEGAL && again.legal_in == side)
		record_act(&pair.recorder, &pair.game[side], again.act[side], NULL, out);
	return true;
}

bool witness_same(const struct witness *one, const struct witness *other)
{
	return one->parting == other->parting && one->number == other->number && one->at[0].deal == other->at[0].deal &&
	       one->at[0].turn.number == other->at[0].turn.number && one->done_count[0] == other->done_count[0] &&
	       (one->parting != PARTED_LEGAL ||
	        (one->legal_in == other->legal_in && act_equal(one->act[one->legal_in], other->act[one->legal_in])));
}
