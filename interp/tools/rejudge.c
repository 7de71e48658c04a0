/* rejudge.c -- a recorded game judged by other rules. The game that was played goes on as it did; beside it runs the same game by the
 * other rules, from the deal on, until an act is not legal there or leads elsewhere. Scores do not depend on that: each deal is scored
 * by the other rules as it ended. */
#include "tools/replay.h"

#include <string.h>
#include "grammar/arena.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "tools/witness.h"

/* ---- one act ---- */

static void stop_judging(struct rejudging *at)
{
	at->judging = false;
	at->line = at->record->body.line;
}

static bool same_seats(const struct game *here, const struct game *there)
{
	for (int seat = 0; seat < here->rules->seats; seat++) {
		const struct seat *a = &here->seat[seat], *b = &there->seat[seat];
		if (a->size != b->size || a->talon != b->talon || a->side != b->side ||
		    cards_count_in(&a->laid, here->rules->all) != cards_count_in(&b->laid, there->rules->all))
			return false;
	}
	return true;
}

static bool same_sides(const struct game *here, const struct game *there)
{
	for (int side = 0; side < here->rules->table.sides; side++)
		if (here->side[side].melds != there->side[side].melds)
			return false;
	return true;
}

/* True if there are still as many cards everywhere, and the same player is to act. */
static bool is_in_step(const struct rejudging *at)
{
	const struct game *here = &at->game->game, *there = &at->there;

	return here->phase == there->phase && here->stock_size == there->stock_size &&
	       here->pile_size == there->pile_size && here->aside_size == there->aside_size &&
	       same_seats(here, there) && same_sides(here, there) &&
	       (here->phase == PHASE_OVER || game_to_act(here) == game_to_act(there));
}

/* Reads [words] by the other rules. The name of an item is left out of them if they have none called so. */
static int read_there(const struct rejudging *at, struct text *words, struct act *acts, struct text *why)
{
	int count = acts_parse(&at->there, text_read(words), acts, ACTS_OF_A_LINE, why);
	char *as = words->length > 0 ? strstr(words->bytes, " as ") : NULL;

	if (count > 0 || as == NULL)
		return count;
	*as = '\0';
	text_free(why);
	return acts_parse(&at->there, text_read(words), acts, ACTS_OF_A_LINE, why);
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
	/* the act is about to be done in [game]; it is judged by the other rules, and done there too */
	struct act acts[ACTS_OF_A_LINE];
	struct text words = { 0 }, why = { 0 };
	int count;
	convert_stock(&at->conversion, game, &at->there);
	act_write(game, *act, &words);
	count = read_there(at, &words, acts, &why);
	if (count == 0 || !playing_may(&at->there, acts, count, TABLE_WIDTH, &why)) {
		text_format(&at->reason, "%s could not \"%s\": %s",
		            seat_name(game->rules, game->player[game_to_act(game)]), text_read(&words),
		            text_read(&why));
		stop_judging(at);
	}
	for (int i = 0; i < count && at->judging; i++)
		game_apply(&at->there, acts[i]);
	text_end(&words, &at->reason);
	text_end(&why, &at->reason);
	if (at->judging)
		keep_before(at, &at->room);
}

/* ---- one deal ---- */

/* Deals by the other rules, too, as long as both deals are the same. */
static void deal_there(struct rejudging *at)
{
	const struct game *here = &at->game->game;
	struct text was = { 0 };

	if (here->deal > 0)
		game_next_deal(&at->dealt, at->totals);
	game_deal(&at->dealt, 0);
	if (at->game->rules->deck_size == at->under->rules->deck_size && witness_same_table(here, &at->dealt))
		return;
	at->otherwise = (int)here->deal + 1;
	table_summary(here, &was);
	table_summary(&at->dealt, &at->deal_otherwise);
	if (strcmp(text_read(&was), text_read(&at->deal_otherwise)) == 0) {
		text_free(&at->deal_otherwise);
		text_free(&at->seen_otherwise);
		text_add(&at->deal_otherwise, "as many cards everywhere, but others.");
	}
	text_end(&was, &at->deal_otherwise);
}

static void begin_deal(struct rejudging *at)
{
	if (!at->judging)
		return;
	if (at->otherwise == 0 && at->record->cards != CARDS_NAMED)
		deal_there(at);
	convert_dealt(&at->conversion, &at->game->game, at->totals, &at->there);
	at->befores = 0;
	if (!is_in_step(at)) {
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
	deal->lost = convert_over(&at->conversion, &at->game->game, at->totals, &at->room);
	game_score(&at->room, &deal->there);
	game_totals(&at->room, &deal->there, at->totals);
	/* Notes if the game ends with this deal by one of the two sets of rules and not by the other. */
	uint32_t deals = at->game->game.deal + 1;
	int here, there;
	bool over = game_is_over(at->game->rules, at->game->totals, deals, &here);
	if (at->game_otherwise.length > 0)
		return;
	if (game_is_over(at->under->rules, at->totals, deals, &there) != over)
		text_format(&at->game_otherwise, "the game would %s after deal %d", over ? "go on" : "be over",
		            at->deals);
	else if (over && here != there)
		text_add(&at->game_otherwise, there == NOBODY ? "nobody would win" : "another side would win");
}

/* ---- what the table looks like ---- */

static void write_numbers(int there, int here, const char *what, struct text *out)
{
	text_format(out, "there would be %d %s%s, not %d", there, what, there == 1 ? "" : "s", here);
}

static int canastas_of(const struct game *game)
{
	int count = 0;

	for (int side = 0; side < game->rules->table.sides; side++)
		count += game->side[side].canastas;
	return count;
}

static int shown_of(const struct game *game)
{
	return game->rules->pile.shown < game->pile_size ? game->rules->pile.shown : game->pile_size;
}

static int opened_of(const struct game *game)
{
	int count = 0;

	for (int side = 0; side < game->rules->table.sides; side++)
		count += game->side[side].opened;
	return count;
}

/* Looks whether both games still look the same after a line. */
static void look(struct rejudging *at)
{
	const struct game *here = &at->game->game;

	if (at->seen > 0 || witness_same_table(here, &at->there))
		return;
	at->seen = at->record->body.line;
	/* What people at the table would see otherwise, though the game goes on as it did. */
	if (canastas_of(&at->there) != canastas_of(here))
		write_numbers(canastas_of(&at->there), canastas_of(here), "canasta", &at->seen_otherwise);
	else if (shown_of(&at->there) != shown_of(here))
		write_numbers(shown_of(&at->there), shown_of(here), "card of the pile to be seen", &at->seen_otherwise);
	else if (opened_of(&at->there) != opened_of(here))
		text_format(&at->seen_otherwise, "the initial meld would %s",
		            opened_of(&at->there) > opened_of(here) ? "be made" : "not be made yet");
	else if (at->there.top_hidden != here->top_hidden)
		text_format(&at->seen_otherwise, "the top card of the pile would lie face %s",
		            at->there.top_hidden ? "down" : "up");
	else
		text_add(&at->seen_otherwise,
		         here->phase == PHASE_OVER ? "the deal would end in another way" : "other cards would be held");
}

/* ---- the whole game ---- */

/* Looks whether both games still go the same way after a line. */
static void compare(struct rejudging *at)
{
	if (at->game->steps == 0)
		at->befores = 0;
	if (!at->judging)
		return;
	convert_events(&at->conversion, &at->game->game, &at->there);
	if (is_in_step(at))
		return look(at);
	if ((at->there.phase == PHASE_OVER) != (at->game->game.phase == PHASE_OVER))
		text_add(&at->reason,
		         at->there.phase == PHASE_OVER ? "the deal would end here" : "the deal would not end here");
	else {
		text_add(&at->reason, "after this there would be ");
		table_summary(&at->there, &at->reason);
		if (at->reason.length > 0) /* the sentence goes on, or ends, as it does for other reasons */
			at->reason.bytes[--at->reason.length] = '\0';
	}
	stop_judging(at);
}

enum record_found rejudging_play(struct rejudging *at, struct text *why)
{
	enum record_found found = RECORD_LINE;
	enum canasta_moment was = CANASTA_TO_DEAL;
	uint32_t deal = UINT32_MAX;

	at->record->body = at->record->start;
	while (found == RECORD_LINE && !at->failed) {
		enum canasta_moment now;
		found = replay_step(at->record, at->game, why);
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

int rejudging_begin(const struct canasta_io *io, struct rejudging *at)
{
	struct text why = { 0 };
	int status = replay_begin(io, at->record, &at->game);

	if (status != CANASTA_FINE)
		return status;
	if (!conversion_begin(&at->conversion, at->record->variant->rules, at->under->rules, &why)) {
		status = why.failed ? out_of_memory(io)
		                    : io_error(io, CANASTA_MISUSE, "%s cannot be judged by the rules of %s: %s",
		                               at->record->name, at->under->reference, text_read(&why));
		text_free(&why);
		return status;
	}
	at->judging = true;
	game_begin(&at->dealt, at->under->rules, at->record->seed);
	at->game->watch = watch_act;
	at->game->watcher = at;
	return CANASTA_FINE;
}

bool rejudging_failed(const struct rejudging *at)
{
	return at->failed || at->reason.failed || at->deal_otherwise.failed || at->seen_otherwise.failed ||
	       at->game_otherwise.failed;
}

void rejudging_end(struct rejudging *at)
{
	text_free(&at->reason);
	text_free(&at->deal_otherwise);
	text_free(&at->seen_otherwise);
	text_free(&at->game_otherwise);
	memory_free(at->before);
	memory_free(at->deal);
	canasta_game_free(at->game);
}
