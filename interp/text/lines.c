/* lines.c -- measuring and breaking lines. */
#include "text/lines.h"

#include <string.h>
#include "grammar/text.h"

void blanks_add(struct text *out, size_t count)
{
	while (count-- > 0)
		text_add(out, " ");
}

/* Calls for each cell of a line: where it begins, its length, and which it is. */
static const char *next_cell(const char *at, size_t *length)
{
	*length = strcspn(at, "\t\n");
	return at + *length;
}

static void measure(const char *tabbed, size_t *widths)
{
	size_t length, column = 0;

	for (const char *at = tabbed, *end; *at != '\0'; at = end + (*end != '\0')) {
		end = next_cell(at, &length);
		if (*end == '\t' && column < COLUMNS_MAX && text_width(at, length) > widths[column])
			widths[column] = text_width(at, length);
		column = *end == '\t' ? column + 1 : 0;
	}
}

void columns_write(const char *tabbed, struct text *out)
{
	size_t widths[COLUMNS_MAX] = { 0 }, length, column = 0;

	measure(tabbed, widths);
	for (const char *at = tabbed, *end; *at != '\0'; at = end + (*end != '\0')) {
		end = next_cell(at, &length);
		text_add_bytes(out, at, length);
		if (*end == '\t' && column < COLUMNS_MAX && end[1] != '\n' && end[1] != '\0')
			blanks_add(out, widths[column] - text_width(at, length) + 2);
		if (*end == '\n')
			text_add(out, "\n");
		column = *end == '\t' ? column + 1 : 0;
	}
}

size_t line_break(const char *line, size_t width)
{
	size_t length = strcspn(line, "\n"), taken = 0, blank = 0, joint = 0;

	if (text_width(line, length) <= width)
		return length;
	for (size_t seen = 0; seen <= width; taken++) {
		if (line[taken] == ' ')
			blank = taken;
		if (taken > 0 && line[taken - 1] == '_' && seen <= width)
			joint = taken;
		seen += ((unsigned char)line[taken] & 0xc0) != 0x80;
	}
	return blank > 0 ? blank : joint > 0 ? joint : taken > 1 ? taken - 1 : 1;
}

void paragraph_write(const char *words, size_t indent, size_t width, struct text *out)
{
	while (*words != '\0') {
		size_t taken = line_break(words, width);
		text_add_bytes(out, words, taken);
		text_add(out, "\n");
		words += taken;
		while (*words == ' ' || *words == '\n')
			words++;
		if (*words != '\0')
			blanks_add(out, indent);
	}
}
