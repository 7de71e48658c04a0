/* fuzz_pad.c -- whatever is entered on a score pad, it is taken or refused with a reason, and the evening can be written at any time.
 * The first byte chooses the game. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/arena.h"
#include "grammar/text.h"
#include "workspace.h"
#include "shared_variants.h"
#include "text/document.h"
#include "tools/pad.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { PAD_MOST = 2000 };

/* Writes where the game stands. */
static void write_now(const struct pad *pad, struct text *out)
{
	const struct text_look look = { .colour = false };
	struct document document;

	pad_now(pad, &document);
	document_text(&document, &look, out);
	document_end(&document);
}

/* Writes all that there is to write of the evening. */
static void write_all(const struct pad *pad)
{
	struct text out = { 0 };
	struct document document;

	pad_evening(pad, true, &document);
	document_csv(&document, CSV_WORDS, &out);
	document_html(&document, NULL, &out);
	document_end(&document);
	pad_help(pad, &document);
	document_markdown(&document, &out);
	document_end(&document);
	if (out.failed || out.length == 0)
		abort();
	text_free(&out);
}

/* Enters a line; the pad stays as it was if it is refused. */
static void enter(struct pad *pad, const char *line)
{
	struct text before = { 0 }, after = { 0 }, why = { 0 };

	write_now(pad, &before);
	if (!pad_enter(pad, line, &why)) {
		if (why.length == 0)
			abort();
		write_now(pad, &after);
		if (strcmp(text_read(&before), text_read(&after)) != 0)
			abort();
	}
	text_free(&before);
	text_free(&after);
	text_free(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	char lines[PAD_MOST + 1], *line = lines, *end;
	struct arena *arena;
	struct pad pad;

	if (length < 1 || length > PAD_MOST)
		return 0;
	memcpy(lines, bytes + 1, length - 1);
	lines[length - 1] = '\0';
	arena = arena_new();
	if (arena == NULL)
		abort();
	pad_begin(&pad, arena, shared_variant(bytes[0])->rules);
	for (; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		*end = '\0';
		enter(&pad, line);
	}
	write_all(&pad);
	arena_free(arena);
	return 0;
}
