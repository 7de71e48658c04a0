/* results_words.c -- results for people to read, and for spreadsheets. Shares and means are worked out in whole numbers,
 * so that every machine prints the same. */
#include "tools/results.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>
#include "grammar/text.h"
#include "reports/columns.h"
#include "reports/csv.h"
#include "reports/seat_names.h"
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

static void write_spread(const json_t *spread, struct text *out)
{
	text_format(out, "\t%" PRId64 "\t", number_of(spread, "sum"));
	write_ratio(number_of(spread, "sum"), number_of(spread, "count"), 2, out);
	if (number_of(spread, "count") > 0)
		text_format(out, "\t%" PRId64 "\t%" PRId64, number_of(spread, "least"), number_of(spread, "most"));
	text_add(out, "\n");
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

static void write_head(const json_t *results, bool is_match, struct text *out)
{
	struct text line = { 0 };

	text_add(&line, text_of(results, "variant"));
	write_list(json_object_get(results, "with"), " with ", ", ", &line);
	text_format(&line, ", seed %s, games ", text_of(results, "seed"));
	write_games(json_object_get(results, "games"), &line);
	write_list(json_object_get(results, "bots"), ", ", is_match ? " against " : " ", &line);
	paragraph_write(text_read(&line), 0, LINE_WIDTH, out);
	text_end(&line, out);
	if (all_at_random(results))
		text_add(out, "The players do anything legal, by chance; with `--bots simple` they play sensibly.\n");
	text_add(out, "\n");
}

static bool write_match(const json_t *results, struct text *out)
{
	const json_t *bots = json_object_get(results, "bots");
	const char *const names[MATCH_BOTS] = { json_string_value(json_array_get(bots, 0)),
		                                json_string_value(json_array_get(bots, 1)) };
	struct match match;
	bool is_match = results_match(results, &match);

	write_head(results, is_match, out);
	if (!is_match)
		return false;
	match_write(&match, (int)number_of(results, "sides"), names, out);
	text_add(out, "\n");
	return true;
}

/* ---- counts ---- */

/* Rows that all those behind them are told in shares of, up to the next such row. */
static const struct {
	const char *name, *words;
} wholes[] = { { "games", "\tin a game" }, { "deals", "\tin a deal" } };

static const char *whole_in_words(const char *name)
{
	for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
		if (strcmp(wholes[i].name, name) == 0)
			return wholes[i].words;
	return NULL;
}

static void write_count(int64_t count, int64_t whole, struct text *out)
{
	text_format(out, "\t%" PRId64 "\t", count);
	write_ratio(count, whole, 3, out);
	text_add(out, "\n");
}

/* A row with one number: nothing if that is 0. */
static void write_one(const struct count_row *row, const json_t *json, int64_t *whole, struct text *out)
{
	const char *words = whole_in_words(row->name);

	if (words != NULL) {
		*whole = json_integer_value(json);
		text_format(out, "%s\t%" PRId64 "%s\n", row->words, *whole, words);
	} else if (json_integer_value(json) != 0) {
		text_add(out, row->words);
		write_count(json_integer_value(json), *whole, out);
	}
}

static void write_each(const struct count_row *row, const json_t *json, int64_t whole, struct text *out)
{
	const char *key;
	json_t *one;

	if (json_object_size(json) > 0)
		text_format(out, "%s\n", row->words);
	json_object_foreach((json_t *)json, key, one)
	{
		text_add(out, "  ");
		write_key(row->each, key, out);
		if (row->is_spread)
			write_spread(one, out);
		else
			write_count(json_integer_value(one), whole, out);
	}
}

/* What is of games has no place beside single deals. */
static bool row_is_told(const struct count_row *row, const json_t *results)
{
	return strcmp(text_of(results, "played"), "games") == 0 ||
	       (strcmp(row->name, "total") != 0 && strcmp(row->name, "deals_of_game") != 0);
}

static void write_rows(const json_t *results, bool spreads, struct text *out)
{
	const json_t *sums = json_object_get(results, "sums");
	struct text table = { 0 };
	int64_t whole = 0;

	if (spreads)
		text_add(&table, "\tsum\tmean\tleast\tmost\n");
	for (int i = 0; i < count_row_count; i++) {
		const struct count_row *row = &count_rows[i];
		const json_t *json = json_object_get(sums, row->name);
		if (row->is_spread != spreads || !row_is_told(row, results))
			continue;
		if (row->each != EACH_none) {
			write_each(row, json, whole, &table);
		} else if (row->is_spread) {
			text_add(&table, row->words);
			write_spread(json, &table);
		} else {
			write_one(row, json, &whole, &table);
		}
	}
	columns_write(text_read(&table), out);
	text_end(&table, out);
}

/* ---- clauses ---- */

static void write_refusals(const json_t *clauses, struct text *out)
{
	struct text table = { 0 };
	int64_t decisions = number_of(clauses, "decisions");
	const char *path;
	json_t *times;

	text_format(&table, "clauses that refused an act\tdecisions\tin 100\n");
	json_object_foreach(json_object_get(clauses, "refused"), path, times)
	{
		if (json_integer_value(times) == 0)
			continue;
		text_format(&table, "  %s\t%" JSON_INTEGER_FORMAT "\t", path, json_integer_value(times));
		write_ratio((wide)100 * json_integer_value(times), decisions, 2, &table);
		text_add(&table, "\n");
	}
	columns_write(text_read(&table), out);
	text_end(&table, out);
}

/* Counted rows that tell of items of the rules: one that was never counted never came to bear. */
static const struct {
	const char *row, *list;
} used[] = { { "takes", "pile.take." },
	     { "melds", "meld." },
	     { "canastas", "canasta." },
	     { "specials", "special." },
	     { "scored", "" } };

static void write_unused(const json_t *each, const char *row, const char *list, struct text *out)
{
	const char *key;
	json_t *times;

	/* of the lines of a score only its own items are left: the others are in the lists before */
	json_object_foreach((json_t *)each, key,
	                    times) if (json_integer_value(times) == 0 &&
	                               (strcmp(row, "scored") != 0 || strncmp(key, "score.", 6) == 0))
		text_format(out, "  %s%s\n", list, key);
}

/* What else the rules have that never came to bear: items that were never counted. */
static void write_all_unused(const json_t *sums, struct text *out)
{
	size_t length;

	text_add(out, "what never came to be\n");
	length = out->length;
	for (size_t i = 0; i < sizeof used / sizeof *used; i++)
		write_unused(json_object_get(sums, used[i].row), used[i].row, used[i].list, out);
	if (out->length == length)
		text_add(out, "  nothing\n");
}

static void write_clauses(const json_t *results, struct text *out)
{
	const json_t *clauses = json_object_get(results, "clauses");
	const char *path;
	json_t *times;
	size_t length;

	text_add(out, "\n");
	write_refusals(clauses, out);
	text_add(out, "clauses that never refused one\n");
	length = out->length;
	json_object_foreach(json_object_get(clauses, "refused"), path, times) if (json_integer_value(times) == 0)
		text_format(out, "  %s\n", path);
	if (out->length == length)
		text_add(out, "  none\n");
	write_all_unused(json_object_get(results, "sums"), out);
}

/* Whoever plays at random seldom gets to a target of thousands. */
static void write_advice(const json_t *results, struct text *out)
{
	int64_t games = number_of(json_object_get(results, "sums"), "games"),
		given_up = number_of(json_object_get(results, "sums"), "given_up");

	if (2 * given_up > games && all_at_random(results))
		text_add(out,
		         "\nMost games came to no end, as players who do anything legal lose more than they win.\n");
}

void results_tell(const struct json_t *results, struct text *out)
{
	write_match(results, out);
	write_rows(results, false, out);
	text_add(out, "\n");
	write_rows(results, true, out);
	if (json_object_get(results, "clauses") != NULL)
		write_clauses(results, out);
	write_advice(results, out);
}

/* ---- comma-separated values ---- */

/* A cell; one with a comma or a quotation mark in it stands in quotation marks. */
/* Plain words stay as they are. */
static void write_cell(const char *cell, struct text *out)
{
	if (strpbrk(cell, ",\"\n") == NULL && strchr("=+-@\t\r", cell[0]) == NULL)
		text_add(out, cell);
	else
		csv_add(out, cell);
}

static void write_record(const char *what, const char *of, const json_t *number, bool is_spread, struct text *out)
{
	write_cell(what, out);
	text_add(out, ",");
	write_cell(of, out);
	if (is_spread)
		text_format(out, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "\n", number_of(number, "count"),
		            number_of(number, "sum"), number_of(number, "least"), number_of(number, "most"));
	else
		text_format(out, ",%" JSON_INTEGER_FORMAT ",,,\n", json_integer_value(number));
}

static void write_records(const char *what, const json_t *each, bool is_spread, struct text *out)
{
	const char *key;
	json_t *one;

	json_object_foreach((json_t *)each, key, one) write_record(what, key, one, is_spread, out);
}

void results_csv(const struct json_t *results, struct text *out)
{
	text_add(out, "what,of,count,sum,least,most\n");
	for (int i = 0; i < count_row_count; i++) {
		const struct count_row *row = &count_rows[i];
		const json_t *json = json_object_get(json_object_get(results, "sums"), row->name);
		if (row->each == EACH_none)
			write_record(row->name, "", json, row->is_spread, out);
		else
			write_records(row->name, json, row->is_spread, out);
	}
	write_records("refused", json_object_get(json_object_get(results, "clauses"), "refused"), false, out);
}
