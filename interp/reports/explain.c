/* explain.c -- reads docs/findings.txt, which is compiled in. A finding begins there with `== ID` and its cause; then
 * come pieces that begin with `-- wrong` or `-- right`, perhaps with the name of the file that they are. Pieces with
 * another beginning are for the tests alone (tests/README.md). */
#include "reports/explain.h"

#include <stdbool.h>
#include <string.h>
#include "grammar/text.h"
#include "text/document.h"
#include "rules/library.h"

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
