/* findings.c -- what a finding means, and findings for programs (docs/json.md). docs/findings.txt is compiled in: a finding
 * begins there with `== ID` and its cause; then come pieces that begin with `-- wrong` or `-- right`, perhaps with the name of
 * the file that they are. Pieces with another beginning are for the tests alone (tests/README.md). */
#include "reports/reports.h"

#include <stdbool.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/library.h"
#include "text/json.h"
#include "text/write.h"

/* ---- the text about findings ---- */

/* Lines of the text, from the first up to the end. */
struct lines {
	const char *from, *end;
};

static const char *next_line(struct lines *lines, const char *end)
{
	const char *line = lines->from, *stop = memchr(line, '\n', (size_t)(end - line));

	lines->from = stop != NULL ? stop + 1 : end;
	return line;
}

static bool begins(struct lines lines, const char *word)
{
	size_t length = strlen(word);

	return (size_t)(lines.end - lines.from) >= length && memcmp(lines.from, word, length) == 0;
}

static struct lines whole_text(void)
{
	for (int i = 0; i < shipped_count; i++)
		if (strcmp(shipped_files[i].path, "docs/findings.txt") == 0)
			return (struct lines){ shipped_files[i].text, shipped_files[i].text + shipped_files[i].length };
	return (struct lines){ "", "" };
}

/* The lines up to the next one that begins with [sign]; [rest] is then what begins with that. */
static struct lines cut_before(struct lines *rest, const char *sign)
{
	struct lines part = *rest;

	while (rest->from < rest->end && !begins(*rest, sign))
		next_line(rest, rest->end);
	part.end = rest->from;
	return part;
}

/* What stands about a finding behind its `== ID`. */
static struct lines about(enum diag_id id)
{
	struct lines rest = whole_text();
	size_t length = strlen(diag_name(id));

	while (cut_before(&rest, "== "), rest.from < rest.end) {
		const char *name = next_line(&rest, rest.end) + 3;
		if (strncmp(name, diag_name(id), length) == 0 && name[length] == '\n')
			return cut_before(&rest, "== ");
	}
	return (struct lines){ "", "" };
}

/* ---- the report ---- */

void explain_sentence(enum diag_id id, struct text *out)
{
	for (const char *at = diag_sentence(id); *at != '\0';) {
		size_t plain = strcspn(at, "%");
		text_add_bytes(out, at, plain);
		at += plain;
		if (*at == '%') {
			text_add(out, "...");
			at += strcspn(at, "sdiuc") + 1;
		}
	}
}

/* Adds the lines joined to one paragraph. */
static void add_paragraph(struct lines lines, struct document *out)
{
	struct block *block = document_add(out, BLOCK_PARAGRAPH);
	struct text words = { 0 };

	while (lines.from < lines.end) {
		const char *line = next_line(&lines, lines.end);
		size_t length = (size_t)(lines.from - line) - (lines.from[-1] == '\n');
		text_add(&words, words.length > 0 && length > 0 ? " " : "");
		text_add_bytes(&words, line, length);
	}
	block->apart = true;
	words_code(&block->words, text_read(&words));
	document_use(out, &words);
}

/* The heading of a piece, "Wrong" or "Right, in sheet.tsv"; false if it is for the tests. */
static bool add_heading(struct lines *piece, struct document *out)
{
	bool wrong = begins(*piece, "-- wrong"), right = begins(*piece, "-- right");
	const char *line = next_line(piece, piece->end) + strlen("-- wrong");
	size_t length = (size_t)(piece->from - line);
	struct block *block;

	if (!wrong && !right)
		return false;
	block = document_say(out, BLOCK_PARAGRAPH, 0, wrong ? "Wrong" : "Right");
	block->apart = true;
	if (length > 2)
		text_format(words_add(&block->words), ", in %.*s", (int)length - 2, line + 1);
	text_add(words_add(&block->words), ":");
	return true;
}

/* Takes the first piece off [rest]. */
static struct lines next_piece(struct lines *rest)
{
	struct lines piece = *rest;

	next_line(rest, rest->end);
	cut_before(rest, "-- ");
	piece.end = rest->from;
	return piece;
}

static void add_pieces(struct lines rest, struct document *out)
{
	while (rest.from < rest.end) {
		struct lines piece = next_piece(&rest);
		struct block *block;
		if (!add_heading(&piece, out))
			continue;
		while (piece.end > piece.from + 1 && piece.end[-1] == '\n' && piece.end[-2] == '\n')
			piece.end--;
		block = document_say(out, BLOCK_VERBATIM, 2, "");
		block->apart = true;
		text_add_bytes(words_add(&block->words), piece.from, (size_t)(piece.end - piece.from));
	}
}

/* The sentence of a finding behind [level], then why it is found, and examples. */
static void add_finding(enum diag_id id, const char *level, struct document *out)
{
	struct lines rest = about(id), cause = cut_before(&rest, "-- ");
	struct block *block = document_say(out, BLOCK_PARAGRAPH, 0, level);
	struct text sentence = { 0 };

	explain_sentence(id, &sentence);
	words_code(&block->words, text_read(&sentence));
	document_use(out, &sentence);
	add_paragraph(cause, out);
	add_pieces(rest, out);
}

void explain_add(enum diag_id id, struct document *out)
{
	struct text level = { 0 };

	text_format(&level, "%s [%s]: ", diag_level_word(diag_level(id)), diag_name(id));
	add_finding(id, text_read(&level), out);
	document_use(out, &level);
}

void explain_manual(struct document *out)
{
	document_begin(out, "manual");
	for (int id = 0; id < DIAG_COUNT; id++) {
		struct text level = { 0 };
		document_say(out, BLOCK_HEADING, 1, diag_name((enum diag_id)id));
		text_format(&level, "%s: ", diag_level_word(diag_level((enum diag_id)id)));
		add_finding((enum diag_id)id, text_read(&level), out);
		out->failed = out->failed || level.failed;
		text_free(&level);
	}
}

/* ---- texts and places ---- */

struct place {
	const char *file;
	int line, column, end_line, end_column;
};

static struct place place_of(const struct diags *diags, struct span span)
{
	struct place place = { .file = diags->sources->source[span.source - 1].name };
	struct span end = { span.source, span.to, span.to };

	span_place(diags->sources, span, &place.line, &place.column);
	span_place(diags->sources, end, &place.end_line, &place.end_column);
	return place;
}

/* ---- our own ---- */

static void set_text(json_t **object, const char *key, const char *text)
{
	json_put(object, key, json_words(text));
}

/* A number that counts from 1, null for 0. */
static void set_number(json_t **object, const char *key, int number)
{
	json_put(object, key, number > 0 ? json_integer(number) : json_null());
}

static void set_place(json_t **object, const struct diags *diags, struct span span)
{
	struct place place = { .file = NULL };

	if (span.source != 0)
		place = place_of(diags, span);
	set_text(object, "file", place.file);
	set_number(object, "line", place.line);
	set_number(object, "column", place.column);
	set_number(object, "end_line", place.end_line);
	set_number(object, "end_column", place.end_column);
}

static json_t *finding_json(const struct diags *diags, const struct diag *diag)
{
	json_t *finding = json_object(), *other = json_null();

	set_text(&finding, "id", diag_name(diag->id));
	set_text(&finding, "level", diag_level_word(diag->level));
	set_text(&finding, "sentence", diag->sentence);
	set_place(&finding, diags, diag->span);
	set_text(&finding, "hint", diag->hint);
	if (diag->other.source != 0 && diag->other_sentence != NULL) {
		other = json_object();
		set_text(&other, "sentence", diag->other_sentence);
		set_place(&other, diags, diag->other);
	}
	json_put(&finding, "other", other);
	return finding;
}

/* Adds what [make] says of each finding. */
static int add_each(const struct diags *diags, json_t *array,
                    json_t *(*make)(const struct diags *diags, const struct diag *diag))
{
	const struct diag *order[DIAGS_MAX];
	int count = diags_in_order(diags, order), well = array != NULL && !arena_failed(diags->sources->arena);

	for (int i = 0; i < count && well; i++)
		well = json_array_append_new(array, make(diags, order[i])) == 0;
	return well;
}

int findings_json(const struct diags *diags, json_t *findings)
{
	return add_each(diags, findings, finding_json);
}

json_t *findings_json_document(json_t *findings)
{
	return json_pack("{s:i, s:o}", "version", 1, "findings", findings);
}

/* ---- SARIF ---- */

/* A path as part of an address: what is no letter, digit or one of a few signs is written as %20. */
static json_t *uri_json(const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
	struct text uri = { 0 };
	json_t *made;

	for (const unsigned char *at = (const unsigned char *)path; at != NULL && *at != '\0'; at++)
		if (strchr(plain, *at) != NULL)
			text_add_bytes(&uri, (const char *)at, 1);
		else
			text_format(&uri, "%%%02X", *at);
	made = path != NULL ? json_text(&uri) : json_words(path);
	text_free(&uri);
	return made;
}

static json_t *sarif_location(const struct diags *diags, struct span span, const char *message)
{
	struct place place = place_of(diags, span);
	json_t *location = json_pack("{s:{s:{s:o}, s:{s:i, s:i, s:i, s:i}}}", "physicalLocation", "artifactLocation",
	                             "uri", uri_json(place.file), "region", "startLine", place.line, "startColumn",
	                             place.column, "endLine", place.end_line, "endColumn", place.end_column);

	if (message != NULL)
		json_put(&location, "message", json_pack("{s:o}", "text", json_words(message)));
	return location;
}

static json_t *finding_sarif(const struct diags *diags, const struct diag *diag)
{
	struct text message = { 0 };
	json_t *result, *places = json_array();

	text_format(&message, "%s%s%s", diag->sentence, diag->hint != NULL ? "; " : "",
	            diag->hint != NULL ? diag->hint : "");
	if (diag->span.source != 0)
		json_add(&places, sarif_location(diags, diag->span, NULL));
	result = json_pack("{s:s, s:s, s:{s:o}, s:o}", "ruleId", diag_name(diag->id), "level",
	                   diag_level_word(diag->level), "message", "text", json_text(&message), "locations", places);
	text_free(&message);
	if (diag->other.source != 0 && diag->other_sentence != NULL)
		json_put(&result, "relatedLocations",
		         json_pack("[o]", sarif_location(diags, diag->other, diag->other_sentence)));
	return result;
}

int findings_sarif(const struct diags *diags, json_t *results)
{
	return add_each(diags, results, finding_sarif);
}

/* A rule of SARIF's is a finding of ours: every one there is, with what `--explain` says. */
static json_t *sarif_rules(void)
{
	json_t *rules = json_array();

	for (int id = 0; id < DIAG_COUNT; id++) {
		struct text sentence = { 0 }, help = { 0 };
		struct document all;
		explain_sentence((enum diag_id)id, &sentence);
		document_begin(&all, "finding");
		explain_add((enum diag_id)id, &all);
		document_text(&all, NULL, &help);
		document_end(&all);
		json_add(&rules,
		         json_pack("{s:s, s:{s:o}, s:{s:o}, s:{s:s}}", "id", diag_name((enum diag_id)id),
		                   "shortDescription", "text", json_text(&sentence), "help", "text", json_text(&help),
		                   "defaultConfiguration", "level", diag_level_word(diag_level((enum diag_id)id))));
		text_free(&sentence);
		text_free(&help);
	}
	return rules;
}

json_t *findings_sarif_document(json_t *results)
{
	return json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:o}}, s:s, s:o}]}", "$schema",
	                 "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", "tool", "driver",
	                 "name", "canasta", "rules", sarif_rules(), "columnKind", "unicodeCodePoints", "results",
	                 results);
}
