/* fuzz_pad.c -- whatever is entered on a score pad, it is taken or refused with a reason, and the evening can be written at any time.
 * Each entry can be taken back, each deal is written in words that enter it again, and the totals follow from the deals, however
 * they were corrected. The first byte chooses the game. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/arena.h"
#include "grammar/text.h"
#include "workspace.h"
#include "shared_variants.h"
#include "text/document.h"
#include "tools/pad.h"
#include "tools/pad_entry.h"

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

static void must_enter(struct pad *pad, const char *line)
{
	struct text why = { 0 };

	if (!pad_enter(pad, line, &why))
		abort();
	text_free(&why);
}

/* The pad reads as [before] says. */
static void must_read(const struct pad *pad, const struct text *before)
{
	struct text now = { 0 };

	write_now(pad, &now);
	if (strcmp(text_read(before), text_read(&now)) != 0)
		abort();
	text_free(&now);
}

/* The deal that the last entry was about scores the same if it is entered in the words in which it is written. */
static void enter_again(struct pad *pad)
{
	const int deal = pad->now->about;
	struct text line = { 0 };
	struct tally tally;

	if (deal < 0 || deal >= pad->now->deals || pad->entries + 2 > PAD_ENTRIES_MAX)
		return;
	tally = pad->result[deal]->tally;
	text_format(&line, "replace %d ", pad->now->start_deals + deal + 1);
	pad_deal_write(pad, pad->now->deal[deal], &line);
	must_enter(pad, text_read(&line));
	if (memcmp(&tally, &pad->result[deal]->tally, sizeof tally) != 0)
		abort();
	must_enter(pad, "undo");
	text_free(&line);
}

/* Enters a line; the pad stays as it was if it is refused, and is so again if the entry is taken back. */
static void enter(struct pad *pad, const char *line)
{
	const struct pad_version *version = pad->now;
	struct text before = { 0 }, why = { 0 };

	write_now(pad, &before);
	pad_doubt(pad, line, &why);
	text_clear(&why);
	if (!pad_enter(pad, line, &why)) {
		if (why.length == 0)
			abort();
		must_read(pad, &before);
	} else if (pad->now->previous == version && pad->entries + 2 <= PAD_ENTRIES_MAX) {
		must_enter(pad, "undo");
		must_read(pad, &before);
		must_enter(pad, line);
		enter_again(pad);
	}
	text_free(&before);
	text_free(&why);
}

/* Each total follows from the one before it. */
static void add_up(const struct pad *pad)
{
	for (int side = 0; side < pad->rules->table.sides; side++) {
		int32_t total = pad->now->start[side];
		for (int deal = 0; deal < pad->now->deals; deal++) {
			total += pad->result[deal]->tally.total[side];
			if (pad->result[deal]->after[side] != total)
				abort();
		}
	}
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
	if (!pad_begin(&pad, arena, shared_variant(bytes[0])->rules))
		abort();
	for (; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		*end = '\0';
		enter(&pad, line);
	}
	add_up(&pad);
	write_all(&pad);
	arena_free(arena);
	return 0;
}
