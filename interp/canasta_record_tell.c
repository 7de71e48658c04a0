/* canasta_record_tell.c -- what a record shows when it is played again: what each deal scored, and how many acts were right. */
#include "tools/recording.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "text/write.h"
#include "reports/seat_names.h"
#include "text/json.h"

/* ---- playing it through ---- */

enum { JSON_VERSION = 1 };

/* What came of a deal. */
struct replayed_deal {
	struct tally tally;
	int32_t totals[SIDES_MAX];
	int line; /* where it ended */
};

struct replay {
	struct canasta_record *record;
	struct canasta_game *game;
	struct replayed_deal *deal;
	int deals;
	struct text why; /* the fault, if there is one */
	bool failed;     /* memory ran out */
};

static void keep_deal(struct replay *at)
{
	struct replayed_deal *deal;

	deal = memory_grow(at->deal, (size_t)at->deals, sizeof *deal);
	if (deal == NULL) {
		at->failed = true;
		return;
	}
	at->deal = deal;
	deal = &at->deal[at->deals++];
	*deal = (struct replayed_deal){ .tally = at->game->tally, .line = at->record->body.line };
	memcpy(deal->totals, at->game->totals, sizeof deal->totals);
}

/* Plays up to the end, or to the first fault. */
static enum record_found play_through(struct replay *at)
{
	enum record_found found = RECORD_LINE;
	bool was_over = false;

	at->record->body = at->record->start;
	while (found == RECORD_LINE && !at->failed) {
		found = recording_step(at->record, at->game, &at->why);
		if (playing_deal_is_over(at->game) && !was_over)
			keep_deal(at);
		was_over = playing_deal_is_over(at->game);
	}
	return found;
}

/* ---- telling ---- */

static void write_head(const struct canasta_record *record, struct text *out)
{
	const struct rules *rules = record->variant->rules;

	text_add(out, canasta_title(record->variant));
	if (record->cards == CARDS_TOLD)
		text_add(out, ", the cards as told");
	else if (canasta_record_cards(record) == CANASTA_CARDS_SEALED)
		text_add(out, ", sealed");
	else
		text_format(out, ", seed %llu%s", (unsigned long long)record->seed,
		            record->cards == CARDS_SEALED ? " as committed to" : "");
	text_format(out, "%s%s.\n", record->date != NULL ? ", " : "", record->date != NULL ? record->date : "");
	for (int seat = 0; seat < rules->table.players; seat++)
		if (record->who[seat] != NULL)
			text_format(out, "%s%s: %s", seat == 0 ? "" : ", ", seat_name(rules, seat), record->who[seat]);
	text_add(out, record->who[0] != NULL ? ".\n\n" : "\n");
}

/* A table with a row for each deal. */
static void write_deals(const struct replay *at, struct text *out)
{
	const struct rules *rules = at->record->variant->rules;
	struct document document;
	struct table *table;
	struct table_row *row;

	if (at->deals == 0)
		return;
	document_begin(&document, "record");
	table = document_table(&document, 1 + 2 * rules->table.sides);
	row = table_add(table, TABLE_HEAD);
	cell_add(row, 0, "deal");
	for (int side = 0; side < rules->table.sides; side++) {
		side_name(rules, side, words_add(&row->cell[1 + 2 * side]));
		cell_add(row, 2 + 2 * side, "total");
	}
	for (int i = 0; i < at->deals; i++) {
		row = table_add(table, TABLE_BODY);
		text_add_number(words_add(&row->cell[0]), i + 1);
		for (int side = 0; side < rules->table.sides; side++) {
			text_add_number(words_add(&row->cell[1 + 2 * side]), at->deal[i].tally.total[side]);
			text_add_number(words_add(&row->cell[2 + 2 * side]), at->deal[i].totals[side]);
		}
	}
	document_text(&document, NULL, out);
	document_end(&document);
	text_add(out, "\n");
}

static const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* What nobody told was made up, and then much may be right that was not so. */
static void write_made_up(const struct replay *at, struct text *out)
{
	uint64_t cards = at->record->told.made_up;

	if (cards > 0)
		text_format(out, "%llu card%s not told and had to be made up.\n", (unsigned long long)cards,
		            cards == 1 ? " was" : "s were");
}

static void write_end(const struct replay *at, enum record_found found, struct text *out)
{
	uint64_t acts = at->game->done;
	const struct record_reader *body = &at->record->body;

	text_format(out, "%llu act%s%s", (unsigned long long)acts, plural(acts),
	            found == RECORD_FAULT ? " up to the fault" : ", all legal");
	if (found != RECORD_FAULT && at->deals > 0)
		text_format(out, "; the scores of %d deal%s are right", at->deals, plural((uint64_t)at->deals));
	text_add(out, ".\n");
	write_made_up(at, out);
	if (found == RECORD_FAULT)
		return;
	if (body->at < body->length)
		text_add(out, "The last line was torn off while it was written, and is not counted.\n");
	if (at->game->moment == CANASTA_GAME_OVER)
		text_add(out, "The game is over.\n");
	else if (at->game->moment == CANASTA_TO_DEAL && at->game->game.deal == 0)
		text_add(out, "Nothing has been dealt yet.\n");
	else if (at->game->moment == CANASTA_TO_DEAL)
		text_format(out, "The game is not over: nothing has happened in deal %lu.\n",
		            (unsigned long)at->game->game.deal + 1);
	else
		text_format(out, "The game is not over: deal %lu%s.\n", (unsigned long)at->game->game.deal + 1,
		            at->game->moment == CANASTA_TO_ACT ? " is being played" : " was the last");
}

/* ---- for programs ---- */

static json_t *side_object(const struct rules *rules, int side, int32_t score, int32_t total)
{
	struct text name = { 0 };
	json_t *object;

	side_name(rules, side, &name);
	object = json_pack("{s:o, s:i, s:i}", "side", json_text(&name), "score", (int)score, "total", (int)total);
	text_free(&name);
	return object;
}

static json_t *deal_object(const struct replay *at, int number)
{
	const struct replayed_deal *deal = &at->deal[number];
	json_t *sides = json_array();

	for (int side = 0; side < at->game->rules->table.sides; side++)
		json_add(&sides, side_object(at->game->rules, side, deal->tally.total[side], deal->totals[side]));
	return json_pack("{s:i, s:i, s:o}", "deal", number + 1, "line", deal->line, "sides", sides);
}

/* As text: not every reader of JSON has numbers of 64 bits. */
static json_t *seed_value(const struct canasta_record *record)
{
	return canasta_record_cards(record) == CANASTA_CARDS_OF_A_SEED
	               ? json_sprintf("%llu", (unsigned long long)record->seed)
	               : json_null();
}

/* What a record says, judged or not. */
static json_t *record_object(const struct canasta_record *record, uint64_t acts, json_t *deals, bool judged, bool over,
                             enum record_found found, const struct text *why)
{
	return json_pack(
		"{s:i, s:o, s:o, s:o, s:s?, s:I, s:s?, s:I, s:o, s:b, s:b, s:o}", "version", JSON_VERSION, "record",
		json_words(record->name), "variant", json_words(record->reference), "seed", seed_value(record),
		"commitment", record->commitment, "cards_made_up", (json_int_t)record->told.made_up, "rules",
		record->hash, "acts", (json_int_t)acts, "deals", deals, "judged", judged, "over", over, "fault",
		found == RECORD_FAULT ? recording_fault_object(record->body.line, text_read(why)) : json_null());
}

static json_t *replay_object(const struct replay *at, enum record_found found)
{
	json_t *deals = json_array();

	for (int i = 0; i < at->deals; i++)
		json_add(&deals, deal_object(at, i));
	return record_object(at->record, at->game->done, deals, true, at->game->moment == CANASTA_GAME_OVER, found,
	                     &at->why);
}

/* ---- a game that is sealed ---- */

/* Before the seed is told there are lines, and nobody can say whether they are right. */
static int tell_sealed(const struct canasta_io *io, struct canasta_record *record, int json)
{
	struct sealed_count count;
	struct text why = { 0 }, text = { 0 };
	enum record_found found = recording_look_through(record, &count, &why);
	int status;

	if (json)
		status = tell_json(io, record_object(record, count.acts, json_array(), false, false, found, &why));
	else {
		write_head(record, &text);
		text_format(&text, "%d deal%s, %llu act%s.\n", count.deals, plural((uint64_t)count.deals),
		            (unsigned long long)count.acts, plural(count.acts));
		text_add(&text, "The seed is not told yet. Until then nobody can say how the cards lay, and\n"
		                "neither acts nor scores are judged.\n");
		status = tell(io, &text);
	}
	if (found == RECORD_FAULT && status == CANASTA_FINE)
		status = json ? CANASTA_FINDINGS : recording_fault(io, record, &why);
	text_free(&why);
	return status;
}

/* ---- the whole ---- */

int canasta_record_tell(const struct canasta_io *io, struct canasta_record *record, int json)
{
	struct replay at = { .record = record };
	struct text text = { 0 };
	enum record_found found;
	int status;

	if (canasta_record_cards(record) == CANASTA_CARDS_SEALED)
		return tell_sealed(io, record, json);
	status = recording_game(io, record, &at.game);
	if (status != CANASTA_FINE)
		return status;
	found = play_through(&at);
	if (at.failed || at.why.failed)
		status = out_of_memory(io);
	else if (json)
		status = tell_json(io, replay_object(&at, found));
	else {
		write_head(record, &text);
		write_deals(&at, &text);
		write_end(&at, found, &text);
		status = tell(io, &text);
	}
	if (found == RECORD_FAULT && status == CANASTA_FINE)
		status = json ? CANASTA_FINDINGS : recording_fault(io, record, &at.why);
	text_free(&at.why);
	memory_free(at.deal);
	canasta_game_free(at.game);
	return status;
}
