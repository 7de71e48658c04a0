/* sim.c -- games from the first deal to the end, and sums over them. No result depends on the order in which games are played or on
 * which others are: each has its own streams of random numbers, and its signature begins with its number, so the sum of all
 * signatures identifies the set of games. */
#include "tools/sim.h"

#include <stdlib.h>
#include <string.h>
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "tools/record.h"

/* ---- which games were played ---- */

void ranges_free(struct ranges *ranges)
{
	memory_free(ranges->range);
	*ranges = (struct ranges){ 0 };
}

static bool make_room(struct ranges *ranges)
{
	struct range *more = memory_grow(ranges->range, ranges->count, sizeof *more);

	if (more == NULL)
		ranges->failed = true;
	else
		ranges->range = more;
	return more != NULL;
}

void ranges_add(struct ranges *ranges, uint64_t from, uint64_t to)
{
	if (from >= to)
		return;
	if (ranges->count > 0 && ranges->range[ranges->count - 1].to == from)
		ranges->range[ranges->count - 1].to = to;
	else if (make_room(ranges))
		ranges->range[ranges->count++] = (struct range){ from, to };
}

static int by_beginning(const void *one, const void *other)
{
	const struct range *a = one, *b = other;

	return (a->from > b->from) - (a->from < b->from);
}

bool ranges_settle(struct ranges *ranges, uint64_t *twice)
{
	size_t kept = 0;

	if (ranges->count == 0)
		return true;
	qsort(ranges->range, ranges->count, sizeof *ranges->range, by_beginning);
	for (size_t i = 1; i < ranges->count; i++) {
		struct range *last = &ranges->range[kept], next = ranges->range[i];
		if (next.from < last->to) {
			*twice = next.from;
			return false;
		}
		if (next.from == last->to)
			last->to = next.to;
		else
			ranges->range[++kept] = next;
	}
	ranges->count = kept + 1;
	return true;
}

uint64_t ranges_size(const struct ranges *ranges)
{
	uint64_t size = 0;

	for (size_t i = 0; i < ranges->count; i++)
		if (__builtin_add_overflow(size, ranges->range[i].to - ranges->range[i].from, &size))
			return UINT64_MAX;
	return size;
}

#ifndef CANASTA_CHECKED
#define CANASTA_CHECKED 0
#endif

enum { TALON_LEFT, TALON_TAKEN, TALON_NONE }; /* the first two as in struct act */

/* ---- signatures: FNV-1a over bytes in a fixed order ---- */

static void sign_bytes(uint64_t *signature, uint64_t number, int bytes)
{
	for (int i = 0; i < bytes; i++, number >>= 8)
		*signature = (*signature ^ (number & 0xff)) * UINT64_C(0x100000001b3);
}

/* What a line of the score has of a deal, whatever place it has among the others: such numbers are added up. */
static uint64_t signed_line(const char *name, int32_t points)
{
	uint64_t signature = 0;

	for (; *name != '\0'; name++)
		sign_bytes(&signature, (unsigned char)*name, 1);
	sign_bytes(&signature, (uint32_t)points, 4);
	return signature;
}

/* ---- counting ---- */

const struct count_row count_rows[] = {
#define COUNT(id, words) { #id, words, EACH_none, 1, false, offsetof(struct sim_counts, id) },
#define COUNTS(id, each, words) { #id, words, EACH_##each, each##_MOST, false, offsetof(struct sim_counts, id) },
#define SPREAD(id, words) { #id, words, EACH_none, 1, true, offsetof(struct sim_counts, id) },
#define SPREADS(id, each, words) { #id, words, EACH_##each, each##_MOST, true, offsetof(struct sim_counts, id) },
#include "tools/sim_counts.def"
};

const int count_row_count = sizeof count_rows / sizeof *count_rows;

static void spread_add(struct spread *spread, int64_t number)
{
	if (number < spread->least || spread->count == 0)
		spread->least = number;
	if (number > spread->most || spread->count == 0)
		spread->most = number;
	spread->count++;
	spread->sum += number;
}

void spread_merge(struct spread *spread, const struct spread *more)
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

/* A game while it is played. */
struct playing {
	const struct sim_plan *plan;
	const struct player *player[PLAYERS_MAX]; /* by their numbers */
	struct game game;
	struct random random[PLAYERS_MAX];
	int32_t totals[SIDES_MAX];
	uint64_t signature;
	struct sim_counts *counts;
	struct recorder recorder;
	struct text record;
	struct session session;
};

/* False if a client has stopped playing. */
static bool choose(struct playing *at, struct act *act)
{
	int number = at->game.player[game_to_act(&at->game)];
	const struct player *player = at->player[number];

	if (client_of(player) != NULL) {
		struct acts acts;
		game_legal(&at->game, &acts);
		return session_choose(&at->session, client_of(player), &at->game, &acts, act);
	}
	if (player_chooses(player, &at->game, &at->plan->budget, &at->random[number], act))
		return true;
	at->counts->fault = "the player to act can do nothing";
	return false;
}

/* What comes with the discard of a player who has opened: perhaps a talon, unless she is asked for it. */
static void count_talon(struct playing *at)
{
	int because;

	if (at->game.turn.last || discard_goes_out(&at->game))
		return; /* with the deal */
	if (talon_due(&at->game, &because) == 0)
		at->counts->talons[TALON_NONE]++;
	else if (at->plan->rules->talon.taken == talon_taken_always)
		at->counts->talons[TALON_TAKEN]++;
}

static bool play_act(struct playing *at)
{
	struct act act;

	if (!choose(at, &act))
		return false;
	/* what is counted of the act that is about to be done */
	struct sim_counts *counts = at->counts;
	counts->verbs[act.verb]++;
	if (act.verb == ACT_TAKE) {
		counts->takes[act.item]++;
	} else if (act.verb == ACT_TALON) {
		counts->talons[act.yes]++;
	} else if (act.verb == ACT_DISCARD && at->game.turn.opened) {
		count_talon(at);
	}
	if (at->plan->clauses)
		clauses_look(&counts->clauses, &at->game);
	if (at->plan->record != NULL)
		record_act(&at->recorder, &at->game, act, NULL, &at->record);
	sign_bytes(&at->signature, act.verb, 1);
	sign_bytes(&at->signature, act.item, 1);
	sign_bytes(&at->signature, act.kind, 1);
	sign_bytes(&at->signature, act.count, 1);
	for (size_t i = 0; i < sizeof act.packed_wilds; i++)
		sign_bytes(&at->signature, act.packed_wilds[i], 1);
	struct game before;
	if (at->session.any)
		before = at->game;
	game_apply(&at->game, act);
	if (act.verb == ACT_TAKE)
		spread_add(&at->counts->cards_taken[act.item], at->game.turn.taken_size);
	if (at->session.any)
		session_act(&at->session, &before, act, &at->game);
	if (CANASTA_CHECKED && at->counts->fault == NULL)
		at->counts->fault = game_check(&at->game);
	return at->counts->fault == NULL;
}

/* False for the side of players who became partners of others. */
static bool side_plays(const struct game *game, int side)
{
	for (int seat = 0; seat < game->rules->seats; seat++)
		if (game->seat[seat].side == side)
			return true;
	return false;
}

/* What lies on the table at the end. An initial meld is made in one turn, so the oldest meld shows when. */
static void count_side(struct playing *at, int number)
{
	const struct side *side = &at->game.side[number];
	struct sim_counts *counts = at->counts;
	int64_t opening = INT64_MAX;

	for (int i = 0; i < at->plan->rules->canasta_count; i++)
		counts->canastas[i] += side->canastas_of[i];
	for (int i = 0; i < side->melds; i++) {
		counts->melds[side->meld[i].form]++;
		if (side->meld[i].begun < opening)
			opening = side->meld[i].begun;
	}
	if (opening < INT64_MAX)
		spread_add(&counts->opening, opening);
	else
		counts->unopened += side_plays(&at->game, number);
}

static void count_deal(struct playing *at, int acts)
{
	const struct rules *rules = at->plan->rules;
	const struct game *game = &at->game;
	struct sim_counts *counts = at->counts;
	struct tally tally;

	game_score(game, &tally);
	counts->deals++;
	counts->acts += acts;
	counts->turns += game->turn.number;
	counts->endings[game->ending]++;
	counts->specials[game->special] += game->ending == ENDING_SPECIAL;
	spread_add(&counts->acts_of_deal, acts);
	spread_add(&counts->turns_of_deal, game->turn.number);
	sign_bytes(&at->signature, game->ending, 1);
	sign_bytes(&at->signature, game->out, 1);
	for (int side = 0; side < rules->table.sides; side++) {
		uint64_t lines = 0;
		for (int i = 0; i < tally.lines; i++) {
			spread_add(&counts->lines[i], tally.line[side][i]);
			counts->scored[i] += tally.line[side][i] != 0;
			lines += signed_line(tally_line_name(at->plan->rules, i), tally.line[side][i]);
		}
		sign_bytes(&at->signature, lines, 8);
		spread_add(&counts->score, tally.total[side]);
		spread_add(&counts->score_by_side[side], tally.total[side]);
		count_side(at, side);
	}
	/* What each seat has of the deal, whose points are those of its side; from the first player on, in the order of turns. */
	int seat = game_first_seat(game);
	for (int place = 0; place < at->plan->rules->seats; place++, seat = seat_in_turn(game, seat, 1)) {
		spread_add(&counts->score_by_place[place], tally.total[seat % at->plan->rules->table.sides]);
		counts->outs_by_place[place] += game->out == seat;
	}
	if (game->out != NOBODY)
		counts->outs[game->player[game->out]]++;
	if (at->plan->record != NULL)
		record_score(&at->recorder, game, &tally, &at->record);
	game_totals(game, &tally, at->totals);
	session_score(&at->session, game, &tally, at->totals);
}

static bool play_deal(struct playing *at)
{
	int acts = 0;

	game_deal(&at->game, 0);
	if (at->plan->record != NULL)
		record_deal(&at->recorder, &at->game, &at->record);
	session_deal(&at->session, &at->game);
	for (; at->game.phase != PHASE_OVER; acts++)
		if ((at->plan->stop != NULL && *at->plan->stop != 0) || !play_act(at))
			return false;
	count_deal(at, acts);
	return true;
}

/* ---- records ---- */

static void begin_record(struct playing *at)
{
	const struct sim_plan *plan = at->plan;
	const char *who[PLAYERS_MAX];
	struct record_head head = { .rules = plan->rules,
		                    .reference = plan->reference,
		                    .options = plan->options,
		                    .option_count = plan->option_count,
		                    .seed = at->game.seed,
		                    .who = who };

	for (int i = 0; i < plan->rules->table.players; i++)
		who[i] = at->player[i]->name;
	if (!record_begin(&at->recorder, &head, &at->record))
		at->record.failed = 1;
}

/* ---- games ---- */

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

static bool break_off(struct playing *at, uint64_t number)
{
	if (at->session.incomplete)
		at->counts->fault = "there is not enough memory";
	at->counts->fault_game = number;
	text_free(&at->record);
	return false;
}

/* Plays a game to its end; false after a fault. */
static bool play_game(struct playing *at, uint64_t number, int play)
{
	const struct sim_plan *plan = at->plan;
	bool over = false;
	int deals = 0, winner = NOBODY;

	begin_game(at, number);
	at->session = (struct session){
		.rules = at->plan->rules, .hash = at->plan->hash, .seat = at->player, .fault = at->counts->gone
	};
	if (!session_begin(&at->session))
		return break_off(at, number);
	if (plan->record != NULL)
		begin_record(at);
	while (!over && deals < plan->deals_most) {
		if (!play_deal(at))
			return break_off(at, number);
		deals++;
		over = game_is_over(&at->game, at->totals, &winner) || plan->single_deals;
		if (!over)
			game_next_deal(&at->game, at->totals);
	}
	session_end(&at->session, winner);
	if (at->session.incomplete)
		return break_off(at, number);
	struct sim_counts *counts = at->counts;
	int sides = at->plan->rules->table.sides;
	counts->games++;
	spread_add(&counts->deals_of_game, deals);
	for (int side = 0; side < sides; side++)
		spread_add(&counts->total, at->totals[side]);
	if (!over)
		counts->given_up++;
	else
		counts->wins[winner == NOBODY ? sides : winner]++;
	counts->signature += at->signature;
	if (plan->record != NULL) {
		at->plan->record(at->plan->record_context, number, play, &at->record);
		text_free(&at->record);
	}
	return true;
}

bool sim_game(const struct sim_plan *plan, uint64_t number, struct sim_counts *counts)
{
	struct playing at = { .plan = plan, .counts = counts };

	if (plan->match) {
		const struct rules *rules = plan->rules;
		int sides = rules->table.sides;
		int64_t points[MATCH_BOTS] = { 0 };

		for (int play = 0; play < match_plays(sides); play++) {
			for (int i = 0; i < rules->table.players; i++)
				at.player[i] = plan->player[match_bot(sides, play, i % sides)];
			if (!play_game(&at, number, play))
				return false;
			for (int side = 0; side < sides; side++)
				points[match_bot(sides, play, side)] += at.totals[side];
		}
		match_add(&at.counts->match, points);
		return true;
	}
	memcpy(at.player, plan->player, sizeof at.player);
	return play_game(&at, number, 0);
}

void sim_counts_copy(const struct sim_plan *plan, struct sim_counts *to, const struct sim_counts *from)
{
	memcpy(to, from, plan->clauses ? sizeof *to : offsetof(struct sim_counts, clauses));
}

void sim_merge(struct sim_counts *counts, const struct sim_counts *more)
{
	for (int row = 0; row < count_row_count; row++)
		for (int i = 0; i < count_rows[row].most; i++) {
			void *sum = (char *)counts + count_rows[row].offset;
			const void *adds = (const char *)more + count_rows[row].offset;
			if (count_rows[row].is_spread)
				spread_merge((struct spread *)sum + i, (const struct spread *)adds + i);
			else
				((int64_t *)sum)[i] += ((const int64_t *)adds)[i];
		}
	match_merge(&counts->match, &more->match);
	clauses_merge(&counts->clauses, &more->clauses);
	counts->signature += more->signature;
	if (more->fault != NULL && (counts->fault == NULL || more->fault_game < counts->fault_game)) {
		counts->fault = more->fault;
		counts->fault_game = more->fault_game;
	}
}
