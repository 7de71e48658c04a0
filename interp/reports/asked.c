/* asked.c -- a question is cut out of the text in which it stands: what does not belong to it becomes blanks, so that every
 * place stays the one it has in the file. */
#include "reports/asked.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/source.h"
#include "grammar/tree.h"
#include "rules/library.h"

bool asked_in_file(const char *text)
{
	static const char *const begins[] = { "language", "rulings", "variant", "source", "fragment" };
	size_t length;

	text += text_mark(text, strlen(text));
	for (text += strspn(text, " \t\r\n"); *text == '#'; text += strspn(text, " \t\r\n"))
		text += strcspn(text, "\n");
	length = strcspn(text, " \t\r\n{");
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strlen(begins[i]) == length && strncmp(text, begins[i], length) == 0)
			return true;
	return false;
}

static bool has_head(const struct statement *line, const char *head)
{
	return line->kind == STATEMENT_RULE && line->head != NULL && strcmp(line->head, head) == 0;
}

static int line_of(struct library *library, struct span span)
{
	int line, column;

	span_place(&library->sources, span, &line, &column);
	return line;
}

static bool is_act(const struct statement *line)
{
	return has_head(line, "allow") || has_head(line, "refuse");
}

/* The first line of [ruling] from number [from] on that allows or refuses an act, or else the first of all. */
static const struct statement *act_at(struct library *library, const struct statement *ruling, int from)
{
	const struct statement *found = NULL;

	for (const struct statement *at = ruling->block; at != NULL; at = at->next)
		if (is_act(at) && (found == NULL || line_of(library, found->span) < from))
			found = at;
	return found;
}

static bool stands_at(struct library *library, const struct statement *ruling, int line)
{
	const struct span end = { ruling->span.source, ruling->span.to - 1, ruling->span.to };

	return line_of(library, ruling->span) <= line && line <= line_of(library, end);
}

/* The last ruling that stands at [line]; for 0 the first that asks about an act, or else the first of all. */
static const struct statement *ruling_at(struct library *library, const struct library_file *file, int line)
{
	const struct statement *found = NULL;

	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		for (const struct statement *ruling = at->kind == STATEMENT_RULINGS ? at->block : NULL; ruling != NULL;
		     ruling = ruling->next)
			if (ruling->kind == STATEMENT_RULING &&
			    (line > 0 ? stands_at(library, ruling, line)
			              : found == NULL || act_at(library, found, 0) == NULL))
				found = ruling;
	return found;
}

/* True for what a ruling asks on its way, which puts up nothing. */
static bool is_question(const struct statement *line)
{
	return is_act(line) || has_head(line, "expect") || has_head(line, "scores") || has_head(line, "after");
}

/* Copies what [span] holds to [lines], which has nothing there yet; it ends there, whatever follows on its line. */
static void keep(const struct source *source, struct span span, char *lines)
{
	memcpy(lines + span.from, source->text + span.from, span.to - span.from);
	if (lines[span.to] == ' ')
		lines[span.to] = ';';
}

bool asked_find(struct library *library, const struct library_file *file, int line, struct asked *asked)
{
	const struct statement *ruling = ruling_at(library, file, line);
	const struct statement *act = ruling != NULL ? act_at(library, ruling, line) : NULL;
	const struct source *source = &library->sources.source[file->source - 1];
	char *lines = arena_text(library->arena, source->text, source->length);

	if (ruling == NULL || lines == NULL)
		return false;
	*asked = (struct asked){ .lines = lines };
	for (size_t i = 0; i < source->length; i++)
		lines[i] = lines[i] == '\n' ? '\n' : ' ';
	for (const struct statement *at = ruling->block; at != act; at = at->next)
		if (!is_question(at))
			keep(source, at->span, lines);
	if (act != NULL)
		asked->act = arena_text(library->arena, source->text + act->span.from, act->span.to - act->span.from);
	return true;
}
