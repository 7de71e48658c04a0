/* source.c -- reads texts and finds places in them.
 *
 * A text is checked once, when it is added. What is kept is valid UTF-8 without control characters, with
 * line ends that are a single LF; no later stage checks bytes again. */
#include "source.h"

#include <string.h>

#include "arena.h"

/* The code point at [text] and its length in bytes; 0 bytes when it is not UTF-8 in the shortest form. */
static size_t decode(const unsigned char *text, size_t left, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t length = 0;
	if (text[0] < 0x80)
		length = 1;
	else if (text[0] >= 0xc0 && text[0] < 0xf8)
		length = text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
	if (length == 0 || length > left)
		return 0;
	*code = length == 1 ? text[0] : text[0] & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (text[i] & 0x3fu);
	}
	if (*code < least[length] || *code > 0x10ffff || (*code >= 0xd800 && *code <= 0xdfff))
		return 0;
	return length;
}

int text_is_utf8(const char *text, size_t length)
{
	uint32_t code;

	for (size_t at = 0, n; at < length; at += n)
		if ((n = decode((const unsigned char *)text + at, length - at, &code)) == 0)
			return 0;
	return 1;
}

static int is_control(uint32_t code)
{
	return (code < 0x20 && code != '\t' && code != '\n') || (code >= 0x7f && code < 0xa0);
}

static int is_bidirectional(uint32_t code)
{
	return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0x200e ||
	       code == 0x200f || code == 0x061c;
}

/* True if eight bytes are all printable ASCII: from ' ' to '~'. */
static int eight_printable(const char *text)
{
	const uint64_t each = UINT64_C(0x0101010101010101);
	uint64_t bytes;

	memcpy(&bytes, text, sizeof bytes);
	return ((bytes | (bytes - each * ' ') | (bytes + each)) & each * 0x80) == 0;
}

/* How many bytes from [text] on are printable ASCII, blanks and line ends, as nearly all are. */
static size_t plain_run(const char *text, size_t length)
{
	size_t n = 0;
	while (n < length)
		if (length - n >= 8 && eight_printable(text + n))
			n += 8;
		else if ((text[n] >= ' ' && text[n] < 0x7f) || text[n] == '\n' || text[n] == '\t')
			n++;
		else
			break;
	return n;
}

size_t text_plain(const char *text, size_t length, enum source_fault *fault)
{
	size_t at = 0, n;

	*fault = SOURCE_OK;
	for (;;) {
		uint32_t code = '\n';
		at += plain_run(text + at, length - at);
		if (at == length)
			return at;
		n = text[at] == '\r' && at + 1 < length && text[at + 1] == '\n'; /* half of a line end */
		if (n == 0)
			n = decode((const unsigned char *)text + at, length - at, &code);
		if (n == 0 || is_control(code))
			return *fault = SOURCE_NOT_TEXT, at;
		if (is_bidirectional(code))
			return *fault = SOURCE_BIDIRECTIONAL, at;
		at += n;
	}
}

/* Copies [length] bytes of plain [text], with single line ends; returns how many there are then. */
static size_t copy_plain(char *copy, const char *text, size_t length)
{
	size_t to = 0;

	for (size_t from = 0, n; from < length; from += n + 1) {
		const char *end = memchr(text + from, '\r', length - from); /* in plain text a line feed follows */
		n = end != NULL ? (size_t)(end - text) - from : length - from;
		memcpy(copy + to, text + from, n);
		to += n;
	}
	return to;
}

enum { STRIDE = 256 };

/* The number of characters that begin in bytes [from, to) of a source. */
static uint32_t count_characters(const struct source *source, uint32_t from, uint32_t to)
{
	uint32_t count = 0;

	for (uint32_t i = from; i < to; i++)
		count += ((unsigned char)source->text[i] & 0xc0) != 0x80;
	return count;
}

/* The number of characters before byte [at]. */
static uint32_t characters_before(const struct source *source, uint32_t at)
{
	return source->characters[at / STRIDE] + count_characters(source, at / STRIDE * STRIDE, at);
}

/* Notes where each line starts, and counts characters. */
static int find_lines(struct arena *arena, struct source *source)
{
	uint32_t *characters = arena_take(arena, (source->length / STRIDE + 1) * sizeof *characters);
	const char *text = source->text, *end = text + source->length;
	uint32_t count = 1;

	if (!characters)
		return 0;
	source->characters = characters;
	for (uint32_t i = 1; i <= source->length / STRIDE; i++)
		characters[i] = characters[i - 1] + count_characters(source, (i - 1) * STRIDE, i * STRIDE);
	for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
		count++;
	uint32_t *lines = arena_take(arena, count * sizeof *lines);
	if (!lines)
		return 0;
	source->line_count = 1;
	for (const char *at = text; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
		lines[source->line_count++] = (uint32_t)(at - text) + 1;
	source->lines = lines;
	return 1;
}

size_t text_mark(const char *text, size_t length)
{
	static const char mark[] = "\xef\xbb\xbf";
	const size_t bytes = sizeof mark - 1;

	return length >= bytes && memcmp(text, mark, bytes) == 0 ? bytes : 0;
}

enum source_fault sources_add(struct sources *sources, const char *name, const char *text, size_t length, int *number,
                              struct span *bad)
{
	if (length > SOURCE_BYTES_MAX)
		return SOURCE_TOO_LONG;
	if (sources->count == SOURCES_MAX)
		return SOURCE_TOO_MANY;
	const size_t mark = text_mark(text, length);
	text += mark, length -= mark;
	struct source *source = &sources->source[sources->count];
	*source = (struct source){ .name = arena_text(sources->arena, name, strlen(name)),
		                   .text = arena_take(sources->arena, length + 2) };
	if (!source->name || !source->text)
		return SOURCE_NO_MEMORY;
	enum source_fault fault;
	source->length = copy_plain(source->text, text, text_plain(text, length, &fault));
	if (!find_lines(sources->arena, source))
		return SOURCE_NO_MEMORY;
	*number = ++sources->count;
	if (fault != SOURCE_OK)
		*bad = (struct span){ (uint16_t)*number, (uint32_t)source->length, (uint32_t)source->length + 1 };
	return fault;
}

void span_place(const struct sources *sources, struct span span, int *line, int *column)
{
	const struct source *source = &sources->source[span.source - 1];
	uint32_t low = 0, high = source->line_count;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (source->lines[middle] <= span.from)
			low = middle;
		else
			high = middle;
	}
	*line = (int)low + 1;
	const uint32_t from = span.from < source->length ? span.from : (uint32_t)source->length;
	*column = 1 + (int)(characters_before(source, from) - characters_before(source, source->lines[low]));
}

int span_within(struct span inner, struct span outer)
{
	return inner.source == outer.source && inner.from >= outer.from && inner.to <= outer.to;
}

struct span span_join(struct span a, struct span b)
{
	if (!a.source || !b.source)
		return a.source ? a : b;
	return (struct span){ a.source, a.from < b.from ? a.from : b.from, a.to > b.to ? a.to : b.to };
}
