/* format.c -- the canonical layout of the files it is given, and of many texts made of them by chance: blanks, line ends,
 * comments and `;` put in and taken out, lines joined, moved and left out. Those that are still sound have to keep their
 * tree, their comments and their prose, and a layout has to be its own. Usage: format FILE... */
#include <stdint.h>
#include <stdlib.h>

#include "tests/files.h"
#include "tests/format_holds.h"

enum { MUTANTS_MOST = 150, BYTES_EACH = 600000, CHANGES_MOST = 5, SOUND_LEAST = 2000 };

static uint64_t state = 1;

static size_t chance(size_t below)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return below > 0 ? (size_t)(state >> 33) % below : 0;
}

/* ---- changes ---- */

/* Puts [length] bytes of [piece] in place of [cut] bytes at [at]. */
static void splice(struct text *text, size_t at, size_t cut, const char *piece, size_t length)
{
	struct text made = { 0 };
	text_add_bytes(&made, text->bytes, at);
	text_add_bytes(&made, piece, length);
	text_add_bytes(&made, text->bytes + at + cut, text->length - at - cut);
	text_free(text);
	*text = made;
}

/* A place where something may be put in between two words: before a blank, a line end or a bracket. */
static size_t place_between(const struct text *text)
{
	size_t at = chance(text->length);
	while (at < text->length && !strchr(" \n{}();,:", text->bytes[at]))
		at++;
	return at;
}

static void put_in(struct text *text)
{
	static const char *const pieces[] = { " ",
		                              "\t  ",
		                              "\n",
		                              "\n\n",
		                              "\n\n\n  ",
		                              ";",
		                              ";\n",
		                              " # why\n",
		                              "\n# on its own\n",
		                              "\n\n  # apart\n\n",
		                              "{ }",
		                              " ; ; ",
		                              "  \n" };
	const char *piece = pieces[chance(sizeof pieces / sizeof *pieces)];
	splice(text, place_between(text), 0, piece, strlen(piece));
}

static size_t line_start(const struct text *text, size_t at)
{
	while (at > 0 && text->bytes[at - 1] != '\n')
		at--;
	return at;
}

static size_t line_length(const struct text *text, size_t at)
{
	size_t length = strcspn(text->bytes + at, "\n");
	return length + (text->bytes[at + length] == '\n');
}

/* A line joins the next one, with a blank or a `;` between them. */
static void join(struct text *text)
{
	size_t at = chance(text->length);
	while (at < text->length && text->bytes[at] != '\n')
		at++;
	if (at < text->length)
		splice(text, at, 1, chance(2) ? " " : "; ", chance(2) + 1);
}

static void move_line(struct text *text, int keep)
{
	size_t from = line_start(text, chance(text->length)), length = line_length(text, from);
	char *line = malloc(length + 1);
	if (!line)
		return;
	memcpy(line, text->bytes + from, length);
	if (!keep)
		splice(text, from, length, "", 0);
	if (keep || chance(4))
		splice(text, line_start(text, chance(text->length)), 0, line, length);
	free(line);
}

/* Takes the indentation off a line, or gives it some. */
static void shift(struct text *text)
{
	size_t from = line_start(text, chance(text->length));
	size_t indent = strspn(text->bytes + from, " ");
	splice(text, from, indent, "                    ", chance(20));
}

static void change(struct text *text)
{
	if (text->length == 0)
		return;
	switch (chance(8)) {
	case 0:
	case 1:
	case 2: put_in(text); break;
	case 3:
	case 4: join(text); break;
	case 5: move_line(text, 0); break;
	case 6: move_line(text, 1); break;
	default: shift(text); break;
	}
}

/* ---- trials ---- */

static int sound_ones;

static int try_text(const char *path, const struct text *text)
{
	int sound;
	const char *fault = format_fault(text_read(text), text->length, &sound);
	sound_ones += sound;
	if (fault)
		fprintf(stderr, "%s: %s:\n%s\n", path, fault, text_read(text));
	return !fault;
}

static int try_file(const char *path)
{
	struct text bytes = { 0 };
	int well = read_from_disk(NULL, path, &bytes) == READ_OK && try_text(path, &bytes);
	size_t count = BYTES_EACH / (bytes.length + 1) + 1;
	for (size_t i = 0; well && i < count && i < MUTANTS_MOST; i++) {
		struct text mutant = { 0 };
		text_add_bytes(&mutant, text_read(&bytes), bytes.length);
		for (size_t changes = 1 + chance(CHANGES_MOST); changes > 0; changes--)
			change(&mutant);
		well = try_text(path, &mutant);
		text_free(&mutant);
	}
	text_free(&bytes);
	return well;
}

int main(int count, char **arguments)
{
	int well = count > 1;
	for (int i = 1; i < count; i++)
		well = try_file(arguments[i]) && well;
	if (well && sound_ones < SOUND_LEAST)
		return fprintf(stderr, "only %d texts were sound enough to be laid out\n", sound_ones), 1;
	return !well;
}
