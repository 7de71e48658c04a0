/* format_holds.h -- what has to hold of the canonical layout of any text, looked at without the help of fmt.c. */
#ifndef TESTS_FORMAT_HOLDS_H
#define TESTS_FORMAT_HOLDS_H

#include <stdio.h>
#include <string.h>

#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "tests/tree_text.h"

/* A text, its tree as tree_text.h writes it, and its layout. */
struct laid_out {
	int sound; /* tree_read() found no fault in it, and there was memory for everything */
	struct text tree, layout;
};

static inline void laid_out_free(struct laid_out *text)
{
	text_free(&text->tree);
	text_free(&text->layout);
}

static inline struct laid_out lay_out(const char *bytes, size_t length)
{
	struct laid_out to = { 0 };
	struct sources sources = { .arena = arena_new() };
	struct diags diags = { .sources = &sources };
	struct span bad;
	int number;
	if (sources.arena && sources_add(&sources, "text", bytes, length, &number, &bad) == SOURCE_OK) {
		const struct statement *file = tree_read(&diags, number);
		to.sound = diags.errors == 0 && !arena_failed(sources.arena);
		if (to.sound)
			tree_dump(file, &to.tree);
		to.sound = to.sound && source_format(&diags, number, &to.layout) && !to.tree.failed;
	}
	arena_free(sources.arena);
	return to;
}

/* Adds a line of [from] up to [to], without blanks at its ends. */
static inline void add_trimmed(struct text *out, const char *from, const char *to)
{
	while (from < to && (*from == ' ' || *from == '\t' || *from == '\r'))
		from++;
	while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
		to--;
	text_add_bytes(out, from, (size_t)(to - from));
	text_add(out, "\n");
}

/* The end of the line, or of the text. */
static inline const char *line_end(const char *at)
{
	return at + strcspn(at, "\n");
}

/* Writes every comment and every line of prose of a sound text, in order. */
static inline void remarks_write(const char *at, struct text *out)
{
	for (int in_prose = 0, in_string = 0; *at; at++) {
		if (!in_string && strncmp(at, "\"\"\"", 3) == 0) {
			in_prose = !in_prose;
			at += 2;
		} else if (in_prose) {
			const char *end = at, *close = strstr(at, "\"\"\"");
			end = line_end(at) < close ? line_end(at) : close;
			if (strspn(at, " \t\r\n") < (size_t)(end - at))
				add_trimmed(out, at, end);
			at = end - (*end != '\n');
		} else if (in_string && *at == '\\')
			at++;
		else if (*at == '"')
			in_string = !in_string;
		else if (*at == '#' && !in_string) {
			add_trimmed(out, at, line_end(at));
			at = line_end(at) - 1;
		}
	}
}

static inline const char *differing(const char *label, const struct text *a, const struct text *b)
{
	return a->failed || b->failed || strcmp(text_read(a), text_read(b)) == 0 ? NULL : label;
}

/* What does not hold of the layout of a text, or NULL. [*sound]: there was something to lay out. */
static inline const char *format_fault(const char *bytes, size_t length, int *sound)
{
	struct laid_out first = lay_out(bytes, length), second = { 0 };
	struct text before = { 0 }, after = { 0 };
	const char *fault = NULL;
	*sound = first.sound;
	if (first.sound) {
		second = lay_out(text_read(&first.layout), first.layout.length);
		remarks_write(bytes, &before);
		remarks_write(text_read(&first.layout), &after);
		if (!second.sound)
			fault = "the layout has faults";
		if (!fault)
			fault = differing("the layout has another tree", &first.tree, &second.tree);
		if (!fault)
			fault = differing("laid out again it changes", &first.layout, &second.layout);
		if (!fault)
			fault = differing("comments or prose were lost or moved", &before, &after);
		if (!fault && strstr(text_read(&first.layout), " \n"))
			fault = "blanks at the end of a line";
		if (!fault && !strstr(text_read(&first.layout), "\"\"\"") && strstr(text_read(&first.layout), "\n\n\n"))
			fault = "two empty lines";
	}
	text_free(&before);
	text_free(&after);
	laid_out_free(&first);
	laid_out_free(&second);
	return fault;
}

#endif
