/* sim_report.c -- results for people to read, and for spreadsheets. Shares and means are computed in whole numbers,
 * so that every machine prints the same. */

#include <inttypes.h>
#include <jansson.h>
#include <string.h>
#include "grammar/text.h"
#include "text/document.h"
#include "reports/wording.h"
#include "tools/sim.h"

static int64_t number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static const char *text_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* ---- numbers ---- */

/* [part] in [whole] with [digits] places behind the point. */
static void write_ratio(wide part, int64_t whole, int digits, struct text *out)
{
	int64_t scale = 1, rest;
	bool negative = part < 0;
	wide size = negative ? -part : part;

	for (int i = 0; i < digits; i++)
		scale *= 10;
	if (whole == 0) {
		text_add(out, "-");
		return;
	}
	rest = (int64_t)((size % whole * scale + whole / 2) / whole); /* rounded to the nearest */
	size = size / whole + rest / scale;
	text_format(out, "%s%" PRId64 ".%0*" PRId64, negative ? "-" : "", (int64_t)size, digits, rest % scale);
}

static void add_number(int64_t number, struct words *cell)
{
	text_format(words_add(cell), "%" PRId64, number);
}

static void add_spread(const json_t *spread, struct table_row *row)
{
	add_number(number_of(spread, "sum"), &row->cell[1]);
	write_ratio(number_of(spread, "sum"), number_of(spread, "count"), 2, words_add(&row->cell[2]));
	if (number_of(spread, "count") == 0)
		return;
	add_number(number_of(spread, "least"), &row->cell[3]);
	add_number(number_of(spread, "most"), &row->cell[4]);
}

/* ---- words ---- */

/* What a key is called at the table; where nothing is said here, its own words. */
static const struct {
	enum each each;
	const char *key, *words;
} phrases[] = {
	{ EACH_verb, "draw", "drawing" },
	{ EACH_verb, "take", "taking the pile" },
	{ EACH_verb, "meld", "melding" },
	{ EACH_verb, "add", "adding to melds" },
	{ EACH_verb, "ask", "asking the partner" },
	{ EACH_verb, "answer", "answering" },
	{ EACH_verb, "discard", "discarding" },
	{ EACH_verb, "lay", "laying bonus cards" },
	{ EACH_verb, "talon", "a talon taken or left" },
	{ EACH_verb, "stop", "stopping" },
	{ EACH_verb, "join", "putting melds together" },
	{ EACH_verb, "special", "laying a special hand" },
	{ EACH_ending, "out", "somebody went out" },
	{ EACH_ending, "stock", "the stock ran out" },
	{ EACH_ending, "last_bonus", "the last card was a bonus card" },
	{ EACH_ending, "special", "a special hand was laid" },
	{ EACH_talon, "none", "none to take" },
	{ EACH_place, "1", "the first to play" },
	{ EACH_place, "2", "the second" },
	{ EACH_place, "3", "the third" },
	{ EACH_place, "4", "the fourth" },
	{ EACH_place, "5", "the fifth" },
	{ EACH_place, "6", "the sixth" },
	{ EACH_place, "7", "the seventh" },
	{ EACH_place, "8", "the eighth" },
};

static void write_key(enum each each, const char *key, struct text *out)
{
	const char *point = each == EACH_line ? strchr(key, '.') : NULL;

	for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
		if (phrases[i].each == each && strcmp(phrases[i].key, key) == 0) {
			text_add(out, phrases[i].words);
			return;
		}
	name_in_words(point != NULL ? point + 1 : key, out);
}

/* ---- the head ---- */

static void write_list(const json_t *texts, const char *before, const char *between, struct text *out)
{
	for (size_t i = 0; i < json_array_size(texts); i++)
		text_format(out, "%s%s", i == 0 ? before : between, json_string_value(json_array_get(texts, i)));
}

static void write_games(const json_t *games, struct text *out)
{
	for (size_t i = 0; i < json_array_size(games); i++)
		text_format(out, "%s%" JSON_INTEGER_FORMAT ":%" JSON_INTEGER_FORMAT, i == 0 ? "" : ", ",
		            json_integer_value(json_array_get(json_array_get(games, i), 0)),
		            json_integer_value(json_array_get(json_array_get(games, i), 1)));
}

/* True if nobody played to win. */
static bool all_at_random(const json_t *results)
{
	const json_t *bots = json_object_get(results, "bots");

	for (size_t i = 0; i < json_array_size(bots); i++)
		if (strcmp(json_string_value(json_array_get(bots, i)), "random") != 0)
			return false;
	return true;
}

/* ---- counts ---- */

/* The following rows, up to the next such row, are shares of this one. */
static const struct {
	const char *name, *words;
} wholes[] = { { "games", "in a game" }, { "deals", "in a deal" } };

static const char *whole_in_words(const char *name)
{
	for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
		if (strcmp(wholes[i].name, name) == 0)
			return wholes[i].words;
	return NULL;
}

static struct table_row *add_row(struct table *table, const char *words)
{
	struct table_row *row = table_add(table, TABLE_BODY);

	cell_add(row, 0, words);
	return row;
}

static void add_count(int64_t count, int64_t whole, struct table_row *row)
{
	add_number(count, &row->cell[1]);
	write_ratio(count, whole, 3, words_add(&row->cell[2]));
}

/* A row with one number: nothing if that is 0. */
static void add_one(const struct count_row *row, const json_t *json, int64_t *whole, struct table *table)
{
	const char *words = whole_in_words(row->name);

	if (words != NULL) {
		struct table_row *line = add_row(table, row->words);
		*whole = json_integer_value(json);
		add_number(*whole, &line->cell[1]);
		cell_add(line, 2, words);
	} else if (json_integer_value(json) != 0)
		add_count(json_integer_value(json), *whole, add_row(table, row->words));
}

static void add_each(const struct count_row *row, const json_t *json, int64_t whole, struct table *table)
{
	const char *key;
	json_t *one;

	if (json_object_size(json) > 0)
		add_row(table, row->words);
	json_object_foreach((json_t *)json, key, one)
	{
		struct table_row *line = table_add(table, TABLE_BODY);
		line->depth = 1;
		write_key(row->each, key, words_add(&line->cell[0]));
		if (row->is_spread)
			add_spread(one, line);
		else
			add_count(json_integer_value(one), whole, line);
	}
}

/* Counts of whole games are left out where single deals were played. */
static bool row_is_shown(const struct count_row *row, const json_t *results)
{
	return strcmp(text_of(results, "played"), "games") == 0 ||
	       (strcmp(row->name, "total") != 0 && strcmp(row->name, "deals_of_game") != 0);
}

static void add_rows(const json_t *results, bool spreads, struct document *out)
{
	static const char *const heads[] = { "", "sum", "mean", "least", "most" };
	const json_t *sums = json_object_get(results, "sums");
	struct table *table = document_table(out, spreads ? 5 : 3);
	int64_t whole = 0;

	if (spreads)
		table_heads(table, heads);
	for (int i = 0; i < count_row_count; i++) {
		const struct count_row *row = &count_rows[i];
		const json_t *json = json_object_get(sums, row->name);
		if (row->is_spread != spreads || !row_is_shown(row, results))
			continue;
		if (row->each != EACH_none)
			add_each(row, json, whole, table);
		else if (row->is_spread)
			add_spread(json, add_row(table, row->words));
		else
			add_one(row, json, &whole, table);
	}
}

/* ---- clauses ---- */

/* Counted rows of items of the rules: one that was never counted never mattered. */
static const struct {
	const char *row, *list;
} used[] = { { "takes", "pile.take." },
	     { "melds", "meld." },
	     { "canastas", "canasta." },
	     { "specials", "special." },
	     { "scored", "" } };

/* What else the rules have that was never used: items that were never counted. */
static void add_all_unused(const json_t *sums, struct document *out)
{
	const struct block *before;

	document_say(out, BLOCK_PARAGRAPH, 0, "what was never used");
	before = out->last;
	for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
		const char *key;
		json_t *times;
		json_object_foreach((json_t *)json_object_get(sums, used[i].row), key, times)
		{
			/* of the lines of a score only its own items are left: the others are in the lists before */
			bool own = strcmp(used[i].row, "scored") != 0 || strncmp(key, "score.", 6) == 0;
			if (json_integer_value(times) == 0 && own)
				text_format(document_line(out, 1), "%s%s", used[i].list, key);
		}
	}
	if (out->last == before)
		document_say(out, BLOCK_PARAGRAPH, 1, "nothing");
}

static void add_clauses(const json_t *results, struct document *out)
{
	const json_t *clauses = json_object_get(results, "clauses");
	const struct block *before;
	static const char *const heads[] = { "clauses that refused an act", "decisions", "in 100" };
	const char *path;
	json_t *times;
	struct table *table = document_table(out, 3);
	int64_t decisions = number_of(clauses, "decisions");
	struct table_row *row;

	table_heads(table, heads);
	json_object_foreach(json_object_get(clauses, "refused"), path, times)
	{
		if (json_integer_value(times) == 0)
			continue;
		row = add_row(table, path);
		row->depth = 1;
		add_number(json_integer_value(times), &row->cell[1]);
		write_ratio((wide)100 * json_integer_value(times), decisions, 2, words_add(&row->cell[2]));
	}
	document_say(out, BLOCK_PARAGRAPH, 0, "clauses that never refused an act");
	before = out->last;
	json_object_foreach(json_object_get(clauses, "refused"), path, times) if (json_integer_value(times) == 0)
		document_say(out, BLOCK_PARAGRAPH, 1, path);
	if (out->last == before)
		document_say(out, BLOCK_PARAGRAPH, 1, "none");
	add_all_unused(json_object_get(results, "sums"), out);
}

void results_document(const struct json_t *results, struct document *out)
{
	const json_t *bots = json_object_get(results, "bots"), *sums = json_object_get(results, "sums"),
		     *most = json_object_get(results, "deals_most");
	const char *const names[MATCH_BOTS] = { json_string_value(json_array_get(bots, 0)),
		                                json_string_value(json_array_get(bots, 1)) };
	struct match match;
	bool is_match = results_match(results, &match);
	struct text *line;

	document_begin(out, "results");
	line = document_line(out, 0);
	text_add(line, text_of(results, "variant"));
	write_list(json_object_get(results, "with"), " with ", ", ", line);
	text_format(line, ", seed %s, games ", text_of(results, "seed"));
	write_games(json_object_get(results, "games"), line);
	write_list(json_object_get(results, "bots"), ", ", is_match ? " against " : " ", line);
	if (all_at_random(results))
		document_say(out, BLOCK_PARAGRAPH, 0,
		             "The players do anything legal, by chance; with `--bots simple` they play sensibly.");
	if (is_match)
		match_report(&match, (int)number_of(results, "sides"), names, out);
	add_rows(results, false, out);
	add_rows(results, true, out);
	if (json_object_get(results, "clauses") != NULL)
		add_clauses(results, out);
	if (number_of(sums, "given_up") > 0) { /* random players seldom reach a target of thousands */
		struct block *advice = document_say(out, BLOCK_PARAGRAPH, 0, "");
		advice->apart = true;
		text_format(words_add(&advice->words),
		            "Given up after %d deals (--most-deals): %" PRId64 " of %" PRId64 " games. %s",
		            most != NULL ? (int)json_integer_value(most) : SIM_DEALS_MAX, number_of(sums, "given_up"),
		            number_of(sums, "games"),
		            all_at_random(results) ? "Players who do anything legal lose more than they win."
		                                   : "The players lose more than they win.");
	}
}

/* ---- comma-separated values ---- */

static void add_record(const char *what, const char *of, const json_t *number, bool is_spread, struct table *table)
{
	static const char *const keys[] = { "count", "sum", "least", "most" };
	struct table_row *row = add_row(table, what);

	cell_add(row, 1, of);
	for (int i = 0; i < 4 && is_spread; i++)
		add_number(number_of(number, keys[i]), &row->cell[2 + i]);
	if (!is_spread)
		add_number(json_integer_value(number), &row->cell[2]);
}

static void add_records(const char *what, const json_t *each, bool is_spread, struct table *table)
{
	const char *key;
	json_t *one;

	json_object_foreach((json_t *)each, key, one) add_record(what, key, one, is_spread, table);
}

void results_spreadsheet(const struct json_t *results, struct document *out)
{
	static const char *const heads[] = { "what", "of", "count", "sum", "least", "most" };
	struct table *table;

	document_begin(out, "results");
	table = document_table(out, 6);
	table_heads(table, heads);
	for (int i = 0; i < count_row_count; i++) {
		const struct count_row *row = &count_rows[i];
		const json_t *json = json_object_get(json_object_get(results, "sums"), row->name);
		if (row->each == EACH_none)
			add_record(row->name, "", json, row->is_spread, table);
		else
			add_records(row->name, json, row->is_spread, table);
	}
	add_records("refused", json_object_get(json_object_get(results, "clauses"), "refused"), false, table);
}
