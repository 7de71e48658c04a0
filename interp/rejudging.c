/* rejudging.c -- a recorded game by other rules. The game that was played goes on as it did; beside it runs the same
 * game by the other rules, from the deal on, until an act is not legal there or leads elsewhere. Scores do not depend on
 * that: each deal is scored by the other rules as it ended. */
#include "recording.h"

#include <string.h>
#include "game/act_words.h"
#include "game/transpose.h"
#include "grammar/arena.h"
#include "reports/columns.h"
#include "reports/seat_names.h"
#include "reports/json.h"

enum { JSON_VERSION = 1 };

/* A deal, by the rules it was played by and by the others. */
struct deal_twice {
	struct tally here, there;
	int lost; /* melds that are none there */
};

struct rejudging {
	struct canasta_record *record;
	const struct canasta_variant *under;
	struct canasta_game *game;
	struct transposition transposition;
	struct game there, room; /* the game by the other rules; room for another */
	struct game *before;     /* as it was before each act that can still be taken back */
	int befores;
	bool judging;       /* no act has been refused yet, and both games are still the same */
	int line;           /* where that ended, 0 as long as it has not */
	struct text reason; /* and why */
	int32_t totals[SIDES_MAX];
	struct deal_twice *deal;
	int deals;
	bool failed; /* memory ran out */
};

/* ---- one act ---- */

static void stop_judging(struct rejudging *at)
{
	at->judging = false;
	at->line = at->record->body.line;
}

/* True if the hands are still the same, and the same player is to act. */
static bool goes_together(const struct rejudging *at)
{
	const struct game *here = &at->game->game, *there = &at->there;

	if ((here->phase == PHASE_OVER) != (there->phase == PHASE_OVER))
		return false;
	for (int seat = 0; seat < here->rules->seats; seat++)
		if (here->seat[seat].size != there->seat[seat].size)
			return false;
	return here->phase == PHASE_OVER || game_to_act(here) == game_to_act(there);
}

/* The words of an act without the name of an item: the other rules have names of their own. */
static void plain_words(const struct game *game, struct act act, struct text *words)
{
	char *as;

	act_write(game, act, words);
	as = words->length > 0 ? strstr(words->bytes, " as ") : NULL;
	if (as != NULL)
		*as = '\0';
}

/* Judges [act], which is about to be done in [game], by the other rules, and does it there too. */
static void judge_act(struct rejudging *at, const struct game *game, struct act act)
{
	struct act acts[ACTS_OF_A_LINE];
	struct text words = { 0 }, why = { 0 };
	int count;

	transpose_stock(&at->transposition, game, &at->there);
	plain_words(game, act, &words);
	count = acts_read(&at->there, text_read(&words), acts, ACTS_OF_A_LINE, &why);
	if (count == 0 || !playing_may(&at->there, acts, count, &why)) {
		text_format(&at->reason, "%s could not \"%s\": %s",
		            seat_name(game->rules, game->player[game_to_act(game)]), text_read(&words),
		            text_read(&why));
		stop_judging(at);
	}
	for (int i = 0; i < count && at->judging; i++)
		game_apply(&at->there, acts[i]);
	text_end(&words, &at->reason);
	text_end(&why, &at->reason);
}

/* Keeps how it was before an act that can be taken back. */
static void keep_before(struct rejudging *at, const struct game *before)
{
	struct game *more = memory_grow(at->before, (size_t)at->befores, sizeof *more);

	if (more == NULL) {
		at->failed = true;
		return;
	}
	at->before = more;
	at->before[at->befores++] = *before;
}

/* Called by the table for everything that is done there. */
static void watch_act(void *context, const struct game *game, const struct act *act)
{
	struct rejudging *at = context;

	if (!at->judging)
		return;
	if (act == NULL) { /* taken back */
		if (at->befores > 0)
			at->there = at->before[--at->befores];
		return;
	}
	at->room = at->there;
	judge_act(at, game, *act);
	if (at->judging)
		keep_before(at, &at->room);
}

/* ---- one deal ---- */

static void begin_deal(struct rejudging *at)
{
	if (!at->judging)
		return;
	transpose_dealt(&at->transposition, &at->game->game, at->totals, &at->there);
	at->befores = 0;
	if (!goes_together(at)) {
		text_add(&at->reason, "the deal would go another way");
		stop_judging(at);
	}
}

static void end_deal(struct rejudging *at)
{
	struct deal_twice *deal;

	deal = memory_grow(at->deal, (size_t)at->deals, sizeof *deal);
	if (deal == NULL) {
		at->failed = true;
		return;
	}
	at->deal = deal;
	deal = &at->deal[at->deals++];
	deal->here = at->game->tally;
	deal->lost = transpose_over(&at->transposition, &at->game->game, at->totals, &at->room);
	game_score(&at->room, &deal->there);
	game_totals(&at->room, &deal->there, at->totals);
}

/* Looks whether both games still go the same way after a line. */
static void compare(struct rejudging *at)
{
	if (at->game->steps == 0)
		at->befores = 0;
	if (!at->judging || goes_together(at))
		return;
	text_add(&at->reason, at->there.phase == PHASE_OVER ? "the deal would end here"
	                      : at->game->game.phase == PHASE_OVER
	                              ? "the deal would not end here"
	                              : "from here on other cards would be held, or another player would be to act");
	stop_judging(at);
}

static enum record_found play_through(struct rejudging *at, struct text *why)
{
	enum record_found found = RECORD_LINE;
	enum canasta_moment was = CANASTA_TO_DEAL;
	uint32_t deal = UINT32_MAX;

	at->record->body = at->record->start;
	while (found == RECORD_LINE && !at->failed) {
		enum canasta_moment now;
		found = recording_step(at->record, at->game, why);
		now = at->game->moment;
		if (now != CANASTA_TO_DEAL && at->game->game.deal != deal) {
			deal = at->game->game.deal;
			was = CANASTA_TO_ACT;
			begin_deal(at);
		} else if (now == CANASTA_TO_ACT || was == CANASTA_TO_ACT)
			compare(at);
		if (now != CANASTA_TO_ACT && was == CANASTA_TO_ACT)
			end_deal(at);
		was = now;
	}
	return found;
}

/* ---- telling ---- */

static void write_judgement(const struct rejudging *at, struct text *out)
{
	struct text sentence = { 0 };

	if (at->line == 0) {
		text_format(out, "Every act of the game is legal by the rules of %s.\n\n", at->under->reference);
		return;
	}
	text_format(&sentence, "By the rules of %s, line %d: %s%s", at->under->reference, at->line,
	            text_read(&at->reason), strchr(text_read(&at->reason), '\n') != NULL ? "" : ".\n");
	playing_wrap(text_read(&sentence), out);
	text_end(&sentence, out);
	text_add(out, "\n");
}

static void write_row(const struct rejudging *at, const char *name, const int32_t *here, const int32_t *there,
                      struct text *out)
{
	text_add(out, name);
	for (int side = 0; side < at->game->rules->table.sides; side++)
		text_format(out, "\t%d\t%d", (int)here[side], (int)there[side]);
	text_add(out, "\n");
}

static void write_scores(const struct rejudging *at, struct text *out)
{
	struct text table = { 0 };
	int lost = 0;

	text_add(&table, "deal");
	for (int side = 0; side < at->game->rules->table.sides; side++) {
		text_add(&table, "\t");
		side_name(at->game->rules, side, &table);
		text_add(&table, "\tthere");
	}
	text_add(&table, "\n");
	for (int i = 0; i < at->deals; i++) {
		char name[16];
		snprintf(name, sizeof name, "%d", i + 1);
		write_row(at, name, at->deal[i].here.total, at->deal[i].there.total, &table);
		lost += at->deal[i].lost;
	}
	write_row(at, "total", at->game->totals, at->totals, &table);
	columns_write(text_read(&table), out);
	if (lost > 0)
		text_format(out, "\n%d meld%s of the game %s none there; the cards count as held.\n", lost,
		            lost == 1 ? "" : "s", lost == 1 ? "is" : "are");
	text_end(&table, out);
}

/* ---- for programs ---- */

static json_t *deal_object(const struct rejudging *at, int number)
{
	json_t *sides = json_array();

	for (int side = 0; side < at->game->rules->table.sides; side++) {
		struct text name = { 0 };
		side_name(at->game->rules, side, &name);
		json_add(&sides, json_pack("{s:o, s:i, s:i}", "side", json_text(&name), "score",
		                           (int)at->deal[number].here.total[side], "there",
		                           (int)at->deal[number].there.total[side]));
		text_free(&name);
	}
	return json_pack("{s:i, s:i, s:o}", "deal", number + 1, "melds_that_are_none_there", at->deal[number].lost,
	                 "sides", sides);
}

static json_t *rejudging_object(const struct rejudging *at)
{
	json_t *deals = json_array();

	for (int i = 0; i < at->deals; i++)
		json_add(&deals, deal_object(at, i));
	return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o}", "version", JSON_VERSION, "record",
	                 json_words(at->record->name), "variant", json_words(at->record->reference), "under",
	                 json_words(at->under->reference), "first_difference",
	                 at->line > 0 ? recording_fault_object(at->line, text_read(&at->reason)) : json_null(), "deals",
	                 deals);
}

/* ---- the whole ---- */

static int tell_rejudging(const struct canasta_io *io, const struct rejudging *at, int json)
{
	struct text text = { 0 };

	if (json)
		return tell_json(io, rejudging_object(at));
	write_judgement(at, &text);
	if (at->deals > 0)
		write_scores(at, &text);
	return tell(io, &text);
}

static int rejudge(const struct canasta_io *io, struct rejudging *at, int json)
{
	struct text why = { 0 };
	int status = recording_game(io, at->record, &at->game);

	if (status != CANASTA_FINE)
		return status;
	if (!transpose_begin(&at->transposition, at->record->variant->rules, at->under->rules, &why)) {
		status = why.failed ? out_of_memory(io)
		                    : complain(io, CANASTA_MISUSE, "%s cannot be judged by the rules of %s: %s",
		                               at->record->name, at->under->reference, text_read(&why));
		text_free(&why);
		return status;
	}
	at->judging = true;
	at->game->watch = watch_act;
	at->game->watcher = at;
	if (play_through(at, &why) == RECORD_FAULT)
		return recording_fault(io, at->record, &why);
	return at->failed || at->reason.failed ? out_of_memory(io) : tell_rejudging(io, at, json);
}

int canasta_record_under(const struct canasta_io *io, struct canasta_record *record,
                         const struct canasta_variant *under, int json)
{
	struct rejudging *at = memory_resize(NULL, sizeof *at);
	int status;

	if (at == NULL)
		return out_of_memory(io);
	memset(at, 0, sizeof *at);
	at->record = record;
	at->under = under;
	status = rejudge(io, at, json);
	text_free(&at->reason);
	memory_free(at->before);
	memory_free(at->deal);
	canasta_game_free(at->game);
	memory_free(at);
	return status;
}
