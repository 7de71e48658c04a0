/* explain.c -- reads docs/findings.txt, which is compiled in. A finding begins there with `== ID` and its cause; then
 * come pieces that begin with `-- wrong` or `-- right`, perhaps with the name of the file that they are. Pieces with
 * another beginning are for the tests alone (tests/README.md). */
#include "reports/explain.h"

#include <stdbool.h>
#include <string.h>
#include "grammar/text.h"
#include "reports/columns.h"
#include "rules/shipped.h"

enum { EXPLAIN_WIDTH = 100, MANUAL_WIDTH = 118 };

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

/* ---- writing ---- */

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

/* The lines joined to one paragraph. */
static void write_paragraph(struct lines lines, size_t width, struct text *out)
{
	struct text words = { 0 };

	while (lines.from < lines.end) {
		const char *line = next_line(&lines, lines.end);
		size_t length = (size_t)(lines.from - line) - (lines.from[-1] == '\n');
		text_add(&words, words.length > 0 && length > 0 ? " " : "");
		text_add_bytes(&words, line, length);
	}
	paragraph_write(text_read(&words), 0, width, out);
	text_end(&words, out);
}

/* The lines as they stand, each behind [margin]. */
static void write_lines(struct lines lines, const char *margin, struct text *out)
{
	while (lines.end > lines.from + 1 && lines.end[-1] == '\n' && lines.end[-2] == '\n')
		lines.end--;
	while (lines.from < lines.end) {
		const char *line = next_line(&lines, lines.end);
		size_t length = (size_t)(lines.from - line);
		text_add(out, length > 1 ? margin : "");
		text_add_bytes(out, line, length);
	}
}

/* The heading of a piece, "Wrong" or "Right, with sheet.tsv"; false if it is for the tests. */
static bool write_heading(struct lines *piece, struct text *out)
{
	bool wrong = begins(*piece, "-- wrong"), right = begins(*piece, "-- right");
	const char *line = next_line(piece, piece->end) + strlen("-- wrong");
	size_t length = (size_t)(piece->from - line);

	if (!wrong && !right)
		return false;
	text_add(out, wrong ? "Wrong" : "Right");
	if (length > 2)
		text_format(out, ", in %.*s", (int)length - 2, line + 1);
	text_add(out, ":\n\n");
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

static void write_pieces(struct lines rest, bool markdown, struct text *out)
{
	while (rest.from < rest.end) {
		struct lines piece = next_piece(&rest);
		struct text heading = { 0 };
		if (write_heading(&piece, &heading)) {
			text_format(out, "\n%s%s", text_read(&heading), markdown ? "```\n" : "");
			write_lines(piece, markdown ? "" : "    ", out);
			text_add(out, markdown ? "```\n" : "");
		}
		text_end(&heading, out);
	}
}

void explain_write(enum diag_id id, struct text *out)
{
	struct lines rest = about(id), cause = cut_before(&rest, "-- ");

	text_format(out, "%s [%s]: ", diag_level_word(diag_level(id)), diag_name(id));
	explain_sentence(id, out);
	text_add(out, "\n\n");
	write_paragraph(cause, EXPLAIN_WIDTH, out);
	write_pieces(rest, false, out);
}

void explain_manual(struct text *out)
{
	for (int id = 0; id < DIAG_COUNT; id++) {
		struct lines rest = about((enum diag_id)id), cause = cut_before(&rest, "-- ");
		text_format(out, "%s### %s\n\n%s: *", id > 0 ? "\n" : "", diag_name((enum diag_id)id),
		            diag_level_word(diag_level((enum diag_id)id)));
		explain_sentence((enum diag_id)id, out);
		text_add(out, "*\n\n");
		write_paragraph(cause, MANUAL_WIDTH, out);
		write_pieces(rest, true, out);
	}
}
