/* diag.c -- the queue of findings, and how they are written for people.
 *
 * A sentence is made when the finding is queued, so that its arguments may die. Nothing of a source or an argument is
 * written that could move a terminal's cursor: control characters become blanks or question marks. */
#include "diag.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "text.h"

static const struct {
	enum diag_level level;
	const char *name, *sentence;
} rows[] = {
#define DIAG(id, level, name, sentence) [DIAG_##id] = { level, name, sentence },
#include "diag.def"
#undef DIAG
};

const char *diag_name(enum diag_id id)
{
	return rows[id].name;
}

const char *diag_sentence(enum diag_id id)
{
	return rows[id].sentence;
}

enum diag_id diag_named(const char *name)
{
	int id = 0;
	while (id < DIAG_COUNT && strcmp(rows[id].name, name) != 0)
		id++;
	return (enum diag_id)id;
}

enum diag_level diag_level(enum diag_id id)
{
	return rows[id].level;
}

const char *diag_level_word(enum diag_level level)
{
	static const char *const words[] = { [DIAG_ERROR] = "error", [DIAG_WARNING] = "warning", [DIAG_NOTE] = "note" };
	return words[level];
}

/* ---- sentences ---- */

enum {
	SENTENCE_BYTES = 600, /* a sentence is one line or two */
	ARGUMENT_BYTES = 60,  /* and no argument should fill it alone */
	HINT_BYTES = 400      /* but a hint may list all that could stand there */
};

struct sentence {
	char bytes[SENTENCE_BYTES + 4]; /* there is always room for "..." and a NUL */
	size_t length;
	size_t most; /* bytes of an argument */
};

static int is_inside_character(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Adds [length] bytes of [text]; if these are more than [most] or than there is room, a beginning and "...". */
static void sentence_add(struct sentence *sentence, const char *text, size_t length, size_t most)
{
	if (sentence->length >= SENTENCE_BYTES)
		return;
	if (most > SENTENCE_BYTES - sentence->length)
		most = SENTENCE_BYTES - sentence->length;
	size_t taken = length < most ? length : most;
	while (taken < length && taken > 0 && is_inside_character(text[taken]))
		taken--;
	for (size_t i = 0; i < taken; i++)
		sentence->bytes[sentence->length++] = (unsigned char)text[i] < ' ' || text[i] == 0x7f ? ' ' : text[i];
	if (taken < length) {
		memcpy(sentence->bytes + sentence->length, "...", 3);
		sentence->length += 3;
	}
}

/* Adds a number as [type], which is one of d i u ld li lu lld lli llu zu. */
static void sentence_number(struct sentence *sentence, const char *type, size_t length, va_list *arguments)
{
	char digits[32];
	int is_signed = type[length - 1] != 'u', n;
	if (type[0] == 'z')
		n = snprintf(digits, sizeof digits, "%zu", va_arg(*arguments, size_t));
	else if (length == 3)
		n = is_signed ? snprintf(digits, sizeof digits, "%lld", va_arg(*arguments, long long))
		              : snprintf(digits, sizeof digits, "%llu", va_arg(*arguments, unsigned long long));
	else if (length == 2)
		n = is_signed ? snprintf(digits, sizeof digits, "%ld", va_arg(*arguments, long))
		              : snprintf(digits, sizeof digits, "%lu", va_arg(*arguments, unsigned long));
	else
		n = is_signed ? snprintf(digits, sizeof digits, "%d", va_arg(*arguments, int))
		              : snprintf(digits, sizeof digits, "%u", va_arg(*arguments, unsigned));
	sentence_add(sentence, digits, (size_t)n, sizeof digits);
}

/* Adds the argument that the conversion at [format], behind its '%', asks for; returns what follows it. */
static const char *sentence_argument(struct sentence *sentence, const char *format, va_list *arguments)
{
	size_t length = strcspn(format, "sdiuc%") + 1;
	if (format[length - 1] == '\0')
		return format + length - 1;
	if (format[length - 1] == 's') {
		int precision = strncmp(format, ".*", 2) == 0 ? va_arg(*arguments, int) : INT32_MAX;
		const char *text = va_arg(*arguments, const char *);
		size_t most = format[0] == '.' && precision == INT32_MAX ? (size_t)atoi(format + 1) : sentence->most;
		const char *end = text ? memchr(text, '\0', (size_t)precision) : NULL;
		if (text)
			sentence_add(sentence, text, end ? (size_t)(end - text) : (size_t)precision, most);
	} else if (format[length - 1] == 'c') {
		char letter = (char)va_arg(*arguments, int);
		sentence_add(sentence, &letter, 1, 1);
	} else if (format[length - 1] == '%')
		sentence_add(sentence, "%", 1, 1);
	else
		sentence_number(sentence, format, length, arguments);
	return format + length;
}

/* Fills [format] with the arguments, [most] bytes of each. */
static void sentence_fill(struct sentence *sentence, const char *format, va_list *arguments, size_t most)
{
	sentence->length = 0;
	sentence->most = most;
	while (*format) {
		size_t plain = strcspn(format, "%");
		sentence_add(sentence, format, plain, SENTENCE_BYTES);
		format += plain;
		if (*format == '%')
			format = sentence_argument(sentence, format + 1, arguments);
	}
	sentence->bytes[sentence->length] = '\0';
}

/* A copy of the sentence in the arena, or [otherwise] without memory. */
static const char *sentence_keep(struct diags *diags, const struct sentence *sentence, const char *otherwise)
{
	const char *copy = arena_text(diags->sources->arena, sentence->bytes, sentence->length);
	return copy ? copy : otherwise;
}

/* ---- the queue ---- */

/* True if the same finding is in the queue already: each variant of a file looks at the statements they share. */
static int is_queued(const struct diags *diags, enum diag_id id, struct span span, const struct sentence *sentence)
{
	for (const struct diag *at = diags->first; at; at = at->next)
		if (at->id == id && at->span.source == span.source && at->span.from == span.from &&
		    at->span.to == span.to && strcmp(at->sentence, sentence->bytes) == 0)
			return 1;
	return 0;
}

struct diag *diag_add(struct diags *diags, enum diag_id id, struct span span, ...)
{
	struct sentence sentence;
	struct diag *diag = NULL;
	va_list arguments;
	diags->errors += rows[id].level == DIAG_ERROR;
	if (diags->kept < DIAGS_MAX) {
		va_start(arguments, span);
		sentence_fill(&sentence, rows[id].sentence, &arguments, ARGUMENT_BYTES);
		va_end(arguments);
		if (is_queued(diags, id, span, &sentence))
			return &diags->scratch;
		diag = arena_take(diags->sources->arena, sizeof *diag);
	}
	diags->warnings += rows[id].level == DIAG_WARNING;
	if (!diag) {
		diags->more++;
		return &diags->scratch;
	}
	*diag = (struct diag){ .id = id, .level = rows[id].level, .span = span };
	diag->sentence = sentence_keep(diags, &sentence, rows[id].name);
	if (diags->last)
		diags->last->next = diag;
	else
		diags->first = diag;
	diags->last = diag;
	diags->kept++;
	return diag;
}

void diag_suppress(struct diags *diags, struct diag *diag)
{
	if (diag->level == DIAG_WARNING && !diag->suppressed)
		diags->warnings--;
	if (diag->level == DIAG_ERROR && !diag->suppressed)
		diags->errors--;
	diag->suppressed = 1;
}

void diag_hint(struct diags *diags, struct diag *diag, const char *format, ...)
{
	struct sentence sentence;
	va_list arguments;
	if (diag == &diags->scratch)
		return;
	va_start(arguments, format);
	sentence_fill(&sentence, format, &arguments, HINT_BYTES);
	va_end(arguments);
	diag->hint = sentence_keep(diags, &sentence, NULL);
}

void diag_fix(struct diags *diags, struct diag *diag, const char *word, const char *fix)
{
	struct span span = diag->span;
	size_t length = span.to - span.from;

	if (diag == &diags->scratch || span.source == 0 ||
	    (word != NULL && (strlen(word) != length ||
	                      memcmp(diags->sources->source[span.source - 1].text + span.from, word, length) != 0)))
		return;
	diag->fix = arena_text(diags->sources->arena, fix, strlen(fix));
}

bool diag_hint_nearest(struct diags *diags, struct diag *diag, const char *word, const char *const *words, int count)
{
	const char *near = word_nearest(word, words, count);

	if (near == NULL)
		return false;
	diag_hint(diags, diag, "did you mean `%s`?", near);
	diag_fix(diags, diag, word, near);
	return true;
}

void diag_other(struct diags *diags, struct diag *diag, struct span span, const char *format, ...)
{
	struct sentence sentence;
	va_list arguments;
	if (diag == &diags->scratch)
		return;
	va_start(arguments, format);
	sentence_fill(&sentence, format, &arguments, ARGUMENT_BYTES);
	va_end(arguments);
	diag->other = span;
	diag->other_sentence = sentence_keep(diags, &sentence, NULL);
}

/* ---- writing them ---- */

enum {
	TAB_STOP = 4,
	SHOWN_COLUMNS = 100, /* of a longer line as much is shown as fits, around the place */
	SHOWN_BEFORE = 60    /* columns before the place that are then still seen */
};

/* A line of a source and the columns of it that are marked and shown. Columns are as on the screen, from 0. */
struct excerpt {
	const char *from, *end;
	size_t mark, mark_end, width;
	size_t shown, shown_end;
};

/* The column behind the character at [text] when that stands at [column]; bytes inside a character take no column. */
static size_t column_after(const char *text, size_t column)
{
	if (*text == '\t')
		return (column / TAB_STOP + 1) * TAB_STOP;
	return column + !is_inside_character(*text);
}

/* The line on which [span] starts, and how much of it can be shown. */
static struct excerpt excerpt_of(const struct source *source, struct span span, int line)
{
	struct excerpt excerpt = { .from = source->text + source->lines[line - 1] };
	const char *mark = source->text + span.from, *mark_end = source->text + span.to;
	excerpt.end = excerpt.from + strcspn(excerpt.from, "\n");
	for (const char *at = excerpt.from; at < excerpt.end; at++) {
		excerpt.width = column_after(at, excerpt.width);
		if (at < mark)
			excerpt.mark = excerpt.width;
		if (at < mark_end)
			excerpt.mark_end = excerpt.width;
	}
	if (excerpt.mark_end <= excerpt.mark)
		excerpt.mark_end = excerpt.mark + 1;
	excerpt.shown_end = excerpt.width;
	if (excerpt.width > SHOWN_COLUMNS) {
		excerpt.shown = excerpt.mark > SHOWN_BEFORE ? excerpt.mark - SHOWN_BEFORE : 0;
		if (excerpt.shown + SHOWN_COLUMNS < excerpt.width)
			excerpt.shown_end = excerpt.shown + SHOWN_COLUMNS;
	}
	return excerpt;
}

/* Writes the shown part of the line; blanks for tabs, "..." where something is left out. */
static void write_line(const struct excerpt *excerpt, struct text *out)
{
	size_t column = 0, next;
	text_add(out, excerpt->shown > 0 ? "..." : "");
	for (const char *at = excerpt->from; at < excerpt->end; at++, column = next) {
		next = column_after(at, column);
		if (next <= excerpt->shown || next > excerpt->shown_end)
			continue;
		if (*at != '\t')
			text_add_bytes(out, at, 1);
		for (; *at == '\t' && column < next; column++)
			text_add(out, column >= excerpt->shown ? " " : "");
	}
	text_add(out, excerpt->shown_end < excerpt->width ? "...\n" : "\n");
}

static void write_repeated(struct text *out, const char *what, size_t times)
{
	for (size_t i = 0; i < times; i++)
		text_add(out, what);
}

static void write_excerpt(const struct source *source, const struct diag *diag, int line, struct text *out)
{
	struct excerpt excerpt = excerpt_of(source, diag->span, line);
	size_t mark_end = excerpt.mark_end < excerpt.shown_end ? excerpt.mark_end : excerpt.shown_end;
	text_format(out, "%5d | ", line);
	write_line(&excerpt, out);
	text_add(out, "      | ");
	write_repeated(out, " ", excerpt.mark - excerpt.shown + (excerpt.shown > 0 ? 3 : 0));
	write_repeated(out, "^", mark_end > excerpt.mark ? mark_end - excerpt.mark : 1);
	if (diag->hint)
		text_format(out, " %s", diag->hint);
	text_add(out, "\n");
}

/* Writes "file:line:column: ", without control characters, which the name of a file may contain. */
static void write_place(const struct sources *sources, struct span span, int *line, struct text *out)
{
	int column;
	for (const char *at = sources->source[span.source - 1].name; *at; at++)
		text_add_bytes(out, (unsigned char)*at < ' ' || *at == 0x7f ? "?" : at, 1);
	span_place(sources, span, line, &column);
	text_format(out, ":%d:%d: ", *line, column);
}

static void write_diag(const struct sources *sources, const struct diag *diag, struct text *out)
{
	int line;
	if (diag->span.source)
		write_place(sources, diag->span, &line, out);
	text_format(out, "%s: %s [%s]\n", diag_level_word(diag->level), diag->sentence, diag_name(diag->id));
	if (diag->span.source)
		write_excerpt(&sources->source[diag->span.source - 1], diag, line, out);
	else if (diag->hint)
		text_format(out, "      %s\n", diag->hint);
	if (diag->other.source && diag->other_sentence) {
		write_place(sources, diag->other, &line, out);
		text_format(out, "note: %s\n", diag->other_sentence);
	}
}

static int stands_before(const struct diag *a, const struct diag *b)
{
	if (a->span.source != b->span.source)
		return a->span.source < b->span.source;
	return a->span.from < b->span.from;
}

int diags_in_order(const struct diags *diags, const struct diag *order[DIAGS_MAX])
{
	int count = 0;
	for (const struct diag *diag = diags->first; diag; diag = diag->next) {
		int at = count;
		if (diag->suppressed)
			continue;
		count++;
		for (; at > 0 && stands_before(diag, order[at - 1]); at--)
			order[at] = order[at - 1];
		order[at] = diag;
	}
	return count;
}

void diags_write(const struct diags *diags, struct text *out)
{
	const struct diag *order[DIAGS_MAX];
	int count = diags_in_order(diags, order);
	for (int i = 0; i < count; i++)
		write_diag(diags->sources, order[i], out);
	if (diags->more > 0)
		text_format(out, "and %d more\n", diags->more);
}
