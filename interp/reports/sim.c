/* sim.c -- games from the first deal to the end, and sums over them. Nothing in here depends on the order or the
 * company in which games are played: each has its own streams of random numbers, and its signature begins with its
 * number, so that the sum of all signatures stands for them all. */
#include "reports/sim.h"

#include <inttypes.h>
#include <string.h>
#include "grammar/text.h"
#include "reports/columns.h"

#ifndef CANASTA_CHECKED
#define CANASTA_CHECKED 0
#endif

/* ---- signatures: FNV-1a over bytes in a fixed order ---- */

static void sign_bytes(uint64_t *signature, uint64_t number, int bytes)
{
	for (int i = 0; i < bytes; i++, number >>= 8)
		*signature = (*signature ^ (number & 0xff)) * UINT64_C(0x100000001b3);
}

static void sign_act(uint64_t *signature, struct act act)
{
	sign_bytes(signature, act.verb, 1);
	sign_bytes(signature, act.item, 1);
	sign_bytes(signature, act.kind, 1);
	sign_bytes(signature, act.count, 1);
	for (int i = 0; i < WILD_KINDS_MAX; i++)
		sign_bytes(signature, act.wild[i], 1);
}

/* ---- counting ---- */

static void spread_add(struct sim_spread *spread, int32_t number)
{
	if (spread->count == 0 || number < spread->least)
		spread->least = number;
	if (spread->count == 0 || number > spread->most)
		spread->most = number;
	spread->count++;
	spread->sum += number;
}

static void spread_merge(struct sim_spread *spread, const struct sim_spread *more)
{
	if (more->count == 0)
		return;
	if (spread->count == 0 || more->least < spread->least)
		spread->least = more->least;
	if (spread->count == 0 || more->most > spread->most)
		spread->most = more->most;
	spread->count += more->count;
	spread->sum += more->sum;
}

/* ---- playing ---- */

/* A game being played. */
struct playing {
	const struct sim_plan *plan;
	const struct player *player[PLAYERS_MAX]; /* by their numbers */
	struct game game;
	struct random random[PLAYERS_MAX];
	int32_t totals[SIDES_MAX];
	uint64_t signature;
	struct sim_counts *counts;
};

static struct act choose(struct playing *at, const struct acts *acts)
{
	int seat = game_to_act(&at->game);
	int number = at->game.player[seat];
	const struct player *player = at->player[number];
	struct view view;

	if (player->looks)
		view_of(&at->game, seat, &view);
	return player->choose(player->looks ? &view : NULL, acts, &at->random[number]);
}

static bool play_act(struct playing *at)
{
	struct acts acts;
	struct act act;

	game_legal(&at->game, &acts);
	if (acts.count == 0) {
		at->counts->fault = "the player to act can do nothing";
		return false;
	}
	act = choose(at, &acts);
	at->counts->verbs[act.verb]++;
	if (act.verb == ACT_TAKE)
		at->counts->takes[act.item]++;
	sign_act(&at->signature, act);
	game_apply(&at->game, act);
	if (CANASTA_CHECKED && at->counts->fault == NULL)
		at->counts->fault = game_check(&at->game);
	return at->counts->fault == NULL;
}

static void count_deal(struct playing *at, int acts)
{
	const struct rules *rules = at->plan->rules;
	struct sim_counts *counts = at->counts;
	struct tally tally;

	game_score(&at->game, &tally);
	counts->deals++;
	counts->acts += acts;
	counts->turns += at->game.turn.number;
	counts->endings[at->game.ending]++;
	counts->specials[at->game.special] += at->game.ending == ENDING_SPECIAL;
	spread_add(&counts->acts_of_deal, acts);
	sign_bytes(&at->signature, at->game.ending, 1);
	sign_bytes(&at->signature, at->game.out, 1);
	for (int side = 0; side < rules->table.sides; side++) {
		for (int i = 0; i < rules->canasta_count; i++)
			counts->canastas[i] += at->game.side[side].canastas_of[i];
		for (int i = 0; i < tally.lines; i++) {
			spread_add(&counts->line[i], tally.line[side][i]);
			sign_bytes(&at->signature, (uint32_t)tally.line[side][i], 4);
		}
		spread_add(&counts->score_of_deal, tally.total[side]);
	}
	game_totals(&at->game, &tally, at->totals);
}

static bool play_deal(struct playing *at)
{
	int acts = 0;

	game_deal(&at->game, 0);
	for (; at->game.phase != PHASE_OVER; acts++)
		if (!play_act(at))
			return false;
	count_deal(at, acts);
	return true;
}

static void count_game(struct playing *at, int deals, bool over, int winner)
{
	struct sim_counts *counts = at->counts;

	counts->games++;
	spread_add(&counts->deals_of_game, deals);
	for (int side = 0; side < at->plan->rules->table.sides; side++)
		spread_add(&counts->total_of_game, at->totals[side]);
	if (!over)
		counts->given_up++;
	else if (winner == NOBODY)
		counts->shared++;
	else
		counts->wins[winner]++;
	counts->signature += at->signature;
}

static void begin_game(struct playing *at, uint64_t number)
{
	struct random random;
	uint64_t seed;

	random_begin(&random, at->plan->seed, number);
	seed = random_next(&random);
	seed |= (uint64_t)random_next(&random) << 32;
	for (int player = 0; player < at->plan->rules->table.players; player++)
		random_begin(&at->random[player], seed, SIM_BOTS + (uint64_t)player);
	game_begin(&at->game, at->plan->rules, seed);
	memset(at->totals, 0, sizeof at->totals);
	at->signature = UINT64_C(0xcbf29ce484222325);
	sign_bytes(&at->signature, number, 8);
}

/* Plays a game to its end; false after a fault. */
static bool play_game(struct playing *at, uint64_t number)
{
	const struct sim_plan *plan = at->plan;
	bool over = false;
	int deals = 0, winner = NOBODY;

	begin_game(at, number);
	while (!over && deals < SIM_DEALS_MAX) {
		if (!play_deal(at)) {
			at->counts->fault_game = number;
			return false;
		}
		deals++;
		over = game_is_over(plan->rules, at->totals, &winner) || plan->single_deals;
		if (!over)
			game_next_deal(&at->game, at->totals);
	}
	count_game(at, deals, over, winner);
	return true;
}

/* Plays a deal of a match in every seating; false after a fault. */
static bool play_match(struct playing *at, uint64_t number)
{
	const struct rules *rules = at->plan->rules;
	int64_t points[MATCH_BOTS] = { 0 };

	for (int play = 0; play < match_plays(rules); play++) {
		for (int i = 0; i < rules->table.players; i++)
			at->player[i] = at->plan->player[match_bot(rules, play, i % rules->table.sides)];
		if (!play_game(at, number))
			return false;
		for (int side = 0; side < rules->table.sides; side++)
			points[match_bot(rules, play, side)] += at->totals[side];
	}
	match_add(&at->counts->match, points);
	return true;
}

bool sim_game(const struct sim_plan *plan, uint64_t number, struct sim_counts *counts)
{
	struct playing at = { .plan = plan, .counts = counts };

	if (plan->match)
		return play_match(&at, number);
	memcpy(at.player, plan->player, sizeof at.player);
	return play_game(&at, number);
}

void sim_merge(struct sim_counts *counts, const struct sim_counts *more)
{
	if (more->fault != NULL && (counts->fault == NULL || more->fault_game < counts->fault_game)) {
		counts->fault = more->fault;
		counts->fault_game = more->fault_game;
	}
	counts->games += more->games;
	counts->given_up += more->given_up;
	counts->deals += more->deals;
	counts->acts += more->acts;
	counts->turns += more->turns;
	counts->shared += more->shared;
	counts->signature += more->signature;
	for (int i = 0; i < VERBS; i++)
		counts->verbs[i] += more->verbs[i];
	for (int i = 0; i < ENDINGS; i++)
		counts->endings[i] += more->endings[i];
	for (int i = 0; i < take_MAX; i++)
		counts->takes[i] += more->takes[i];
	for (int i = 0; i < canasta_MAX; i++)
		counts->canastas[i] += more->canastas[i];
	for (int i = 0; i < SIDES_MAX; i++)
		counts->wins[i] += more->wins[i];
	spread_merge(&counts->deals_of_game, &more->deals_of_game);
	spread_merge(&counts->acts_of_deal, &more->acts_of_deal);
	spread_merge(&counts->score_of_deal, &more->score_of_deal);
	spread_merge(&counts->total_of_game, &more->total_of_game);
	for (int i = 0; i < special_MAX; i++)
		counts->specials[i] += more->specials[i];
	for (int i = 0; i < TALLY_LINES_MAX; i++)
		spread_merge(&counts->line[i], &more->line[i]);
	match_merge(&counts->match, &more->match);
}

/* ---- telling ---- */

/* [part] in [whole] with [digits] places behind the point, worked out in whole numbers. */
static void write_ratio(int64_t part, int64_t whole, int digits, struct text *out)
{
	int64_t scale = 1, rest;
	bool negative = part < 0;

	for (int i = 0; i < digits; i++)
		scale *= 10;
	if (whole == 0) {
		text_add(out, "-");
		return;
	}
	part = negative ? -part : part;
	rest = ((part % whole) * scale + whole / 2) / whole; /* rounded to the nearest */
	part = part / whole + rest / scale;
	text_format(out, "%s%" PRId64 ".%0*" PRId64, negative ? "-" : "", part, digits, rest % scale);
}

/* A line: a name, how often, and how often in a deal. */
static void write_count(const char *name, int64_t count, int64_t deals, struct text *out)
{
	text_format(out, "  %s\t%" PRId64 "\t", name, count);
	write_ratio(count, deals, 3, out);
	text_add(out, "\n");
}

static void write_spread(const char *name, const struct sim_spread *spread, struct text *out)
{
	text_format(out, "  %s\t%" PRId64 "\t", name, spread->sum);
	write_ratio(spread->sum, spread->count, 2, out);
	text_format(out, "\t%d\t%d\n", (int)spread->least, (int)spread->most);
}

static void write_match(const struct sim_plan *plan, const struct match *match, struct text *out)
{
	const char *const names[MATCH_BOTS] = { plan->player[0]->name, plan->player[1]->name };

	text_format(out, "%s, seed %" PRIu64 ", %s against %s\n\n", plan->rules->name, plan->seed, names[0], names[1]);
	match_write(match, plan->rules, names, out);
	text_add(out, "\n");
}

static void write_head(const struct sim_plan *plan, struct text *out)
{
	text_format(out, "%s, seed %" PRIu64 ",", plan->rules->name, plan->seed);
	for (int seat = 0; seat < plan->rules->seats; seat++)
		text_format(out, " %s", plan->player[seat]->name);
	text_add(out, "\n\n");
}

static void write_counts(const struct sim_plan *plan, const struct sim_counts *counts, struct text *out)
{
	static const char *const verbs[VERBS] = { [ACT_DRAW] = "drawing",
		                                  [ACT_TAKE] = "taking the pile",
		                                  [ACT_MELD] = "melding",
		                                  [ACT_ADD] = "adding to melds",
		                                  [ACT_ASK] = "asking the partner",
		                                  [ACT_ANSWER] = "answering",
		                                  [ACT_DISCARD] = "discarding",
		                                  [ACT_LAY] = "laying bonus cards",
		                                  [ACT_TALON] = "a talon taken or left",
		                                  [ACT_STOP] = "stopping",
		                                  [ACT_SPECIAL] = "laying a special hand" };
	static const char *const endings[ENDINGS] = { [ENDING_OUT] = "somebody went out",
		                                      [ENDING_STOCK] = "the stock ran out",
		                                      [ENDING_LAST_BONUS] = "the last card was a bonus card",
		                                      [ENDING_SPECIAL] = "a special hand was laid" };
	const struct rules *rules = plan->rules;

	text_format(out, "games\t%" PRId64 "\n", counts->games);
	if (counts->given_up > 0)
		text_format(out, "given up after %d deals\t%" PRId64 "\n", SIM_DEALS_MAX, counts->given_up);
	text_format(out, "deals\t%" PRId64 "\tin a deal\n", counts->deals);
	write_count("turns", counts->turns, counts->deals, out);
	write_count("acts", counts->acts, counts->deals, out);
	for (int i = 0; i < VERBS; i++)
		if (counts->verbs[i] > 0)
			write_count(verbs[i], counts->verbs[i], counts->deals, out);
	text_add(out, "how deals ended\n");
	for (int i = ENDING_OUT; i < ENDINGS; i++)
		if (i != ENDING_SPECIAL || rules->special_count > 0)
			write_count(endings[i], counts->endings[i], counts->deals, out);
	text_add(out, "how the pile was taken\n");
	for (int i = 0; i < rules->pile.take_count; i++)
		write_count(rules->pile.take[i].name, counts->takes[i], counts->deals, out);
	text_add(out, "canastas\n");
	for (int i = 0; i < rules->canasta_count; i++)
		write_count(rules->canasta[i].name, counts->canastas[i], counts->deals, out);
	text_add(out, rules->special_count > 0 ? "special hands\n" : "");
	for (int i = 0; i < rules->special_count; i++)
		write_count(rules->special[i].name, counts->specials[i], counts->deals, out);
}

static void write_wins(const struct sim_plan *plan, const struct sim_counts *counts, struct text *out)
{
	text_add(out, "\ngames won\n");
	for (int side = 0; side < plan->rules->table.sides; side++)
		text_format(out, "  side %d\t%" PRId64 "\n", side + 1, counts->wins[side]);
	if (counts->shared > 0)
		text_format(out, "  shared\t%" PRId64 "\n", counts->shared);
}

static void write_scores(const struct sim_plan *plan, const struct sim_counts *counts, struct text *out)
{
	text_add(out, "of each side in each deal\tsum\tmean\tleast\tmost\n");
	for (int i = 0; i < tally_lines(plan->rules); i++)
		write_spread(tally_line_name(plan->rules, i), &counts->line[i], out);
	write_spread("score", &counts->score_of_deal, out);
	if (!plan->single_deals)
		text_add(out, "of each side in each game\n");
	if (!plan->single_deals)
		write_spread("total", &counts->total_of_game, out);
	text_add(out, "length\n");
	write_spread("acts of a deal", &counts->acts_of_deal, out);
	if (!plan->single_deals)
		write_spread("deals of a game", &counts->deals_of_game, out);
}

void sim_write(const struct sim_plan *plan, const struct sim_counts *counts, struct text *out)
{
	struct text table = { 0 };

	if (plan->match)
		write_match(plan, &counts->match, out);
	else
		write_head(plan, out);
	write_counts(plan, counts, &table);
	if (!plan->single_deals)
		write_wins(plan, counts, &table);
	columns_write(text_read(&table), out);
	text_end(&table, out);
	text_add(out, "\n");
	write_scores(plan, counts, &table);
	columns_write(text_read(&table), out);
	text_end(&table, out);
}
