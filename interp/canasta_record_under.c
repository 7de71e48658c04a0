/* canasta_record_under.c -- the public function that judges a recorded game by other rules: what came of it in words and for
 * programs. */
#include "tools/rejudging.h"

#include <string.h>
#include "grammar/arena.h"
#include "text/write.h"
#include "text/json.h"
#include "reports/seat_names.h"

enum { JSON_VERSION = 1 };

/* ---- telling ---- */

/* The other rules as they were asked for. */
static void write_under(const struct rejudging *at, struct text *out)
{
	text_add(out, at->under->reference);
	for (int i = 0; i < at->under->option_count; i++)
		text_format(out, "%s%s", i == 0 ? " with " : " and ", at->under->options[i]);
}

static void write_judgement(const struct rejudging *at, struct text *out)
{
	struct text sentence = { 0 };

	text_format(&sentence, at->line == 0 ? "Every act of the game is legal by the rules of " : "By the rules of ");
	write_under(at, &sentence);
	if (at->line == 0)
		text_add(&sentence, ".\n");
	else
		text_format(&sentence, ", line %d: %s%s", at->line, text_read(&at->reason),
		            strchr(text_read(&at->reason), '\n') != NULL ? "" : ".\n");
	playing_wrap(text_read(&sentence), TABLE_WIDTH, out);
	text_end(&sentence, out);
	if (at->otherwise > 0)
		text_format(&sentence, "Deal %d would be dealt otherwise: %s\n", at->otherwise,
		            text_read(&at->deal_otherwise));
	playing_wrap(text_read(&sentence), TABLE_WIDTH, out);
	text_end(&sentence, out);
	if (at->seen > 0)
		text_format(&sentence, "From line %d on the table would look otherwise: %s.\n", at->seen,
		            text_read(&at->seen_otherwise));
	playing_wrap(text_read(&sentence), TABLE_WIDTH, out);
	text_end(&sentence, out);
	text_add(out, "\n");
}

static void add_row(const struct rejudging *at, int number, enum row_kind kind, const int32_t *here,
                    const int32_t *there, struct table *table)
{
	struct table_row *row = table_add(table, kind);

	if (kind == TABLE_SUM)
		cell_add(row, 0, "total");
	else
		text_add_number(words_add(&row->cell[0]), number);
	for (int side = 0; side < at->game->rules->table.sides; side++) {
		text_add_number(words_add(&row->cell[1 + 2 * side]), here[side]);
		text_add_number(words_add(&row->cell[2 + 2 * side]), there[side]);
	}
}

static void write_scores(const struct rejudging *at, struct text *out)
{
	const struct rules *rules = at->game->rules;
	struct document document;
	struct table *table;
	struct table_row *head;
	int lost = 0;

	document_begin(&document, "record");
	table = document_table(&document, 1 + 2 * rules->table.sides);
	head = table_add(table, TABLE_HEAD);
	cell_add(head, 0, "deal");
	for (int side = 0; side < rules->table.sides; side++) {
		side_name(rules, side, words_add(&head->cell[1 + 2 * side]));
		cell_add(head, 2 + 2 * side, "there");
	}
	for (int i = 0; i < at->deals; i++) {
		add_row(at, i + 1, TABLE_BODY, at->deal[i].here.total, at->deal[i].there.total, table);
		lost += at->deal[i].lost;
	}
	add_row(at, 0, TABLE_SUM, at->game->totals, at->totals, table);
	document_text(&document, NULL, out);
	document_end(&document);
	if (lost > 0)
		text_format(out, "\n%d meld%s of the game %s none there; the cards count as held.\n", lost,
		            lost == 1 ? "" : "s", lost == 1 ? "is" : "are");
	if (at->game_otherwise.length > 0)
		text_format(out, "\nBy these totals %s.\n", text_read(&at->game_otherwise));
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

static json_t *dealt_object(const struct rejudging *at)
{
	return json_pack("{s:i, s:s}", "deal", at->otherwise, "sentence", text_read(&at->deal_otherwise));
}

static json_t *seen_object(const struct rejudging *at)
{
	return json_pack("{s:i, s:s}", "line", at->seen, "sentence", text_read(&at->seen_otherwise));
}

static json_t *rejudging_object(const struct rejudging *at)
{
	json_t *deals = json_array();

	for (int i = 0; i < at->deals; i++)
		json_add(&deals, deal_object(at, i));
	return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "version", JSON_VERSION, "record",
	                 json_words(at->record->name), "variant", json_words(at->record->reference), "under",
	                 json_words(at->under->reference), "first_difference",
	                 at->line > 0 ? recording_fault_object(at->line, text_read(&at->reason)) : json_null(),
	                 "dealt_otherwise", at->otherwise > 0 ? dealt_object(at) : json_null(), "seen_otherwise",
	                 at->seen > 0 ? seen_object(at) : json_null(), "ends_otherwise",
	                 at->game_otherwise.length > 0 ? json_string(text_read(&at->game_otherwise)) : json_null(),
	                 "deals", deals);
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
	int status = rejudging_begin(io, at);

	if (status != CANASTA_FINE)
		return status;
	if (rejudging_play(at, &why) == RECORD_FAULT)
		return recording_fault(io, at->record, &why);
	return rejudging_failed(at) ? out_of_memory(io) : tell_rejudging(io, at, json);
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
	rejudging_end(at);
	memory_free(at);
	return status;
}
