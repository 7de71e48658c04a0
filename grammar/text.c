/* text.c -- a growing string. Once memory has run out nothing more is added, so what is there stays a true beginning. */
#include "text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "source.h"

enum { SHORT = 48 }; /* what is formatted is hardly ever longer */

/* Makes room for [more] bytes and a NUL; false if there is none. Doubling keeps adding cheap. */
static int text_grow(struct text *text, size_t more)
{
	if (text->failed)
		return 0;
	if (text->room - text->length > more)
		return 1;
	if (more > SIZE_MAX / 4 || text->length > SIZE_MAX / 4)
		return text->failed = 1, 0;
	size_t room = (text->length + more + 1) * 2;
	if (room < 128)
		room = 128;
	char *bytes = memory_resize(text->bytes, room);
	if (!bytes)
		return text->failed = 1, 0;
	text->bytes = bytes;
	text->room = room;
	return 1;
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
	if (!text_grow(text, length))
		return;
	if (length)
		memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
	text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
	text_add_bytes(text, string, strlen(string));
}

void text_add_number(struct text *text, long number)
{
	char digits[24], *at = digits + sizeof digits;
	unsigned long left = number < 0 ? 0 - (unsigned long)number : (unsigned long)number;

	do
		*--at = (char)('0' + left % 10);
	while ((left /= 10) > 0);
	if (number < 0)
		*--at = '-';
	text_add_bytes(text, at, (size_t)(digits + sizeof digits - at));
}

void text_add_plain(struct text *text, const char *words)
{
	enum source_fault fault;

	for (size_t left = strlen(words), plain; left > 0; left -= plain, words += plain) {
		plain = text_plain(words, left, &fault);
		text_add_bytes(text, words, plain);
		if (plain == 0)
			text_add(text, "?"), plain = 1;
	}
}

void text_format(struct text *text, const char *format, ...)
{
	size_t left = text_grow(text, SHORT) ? text->room - text->length : 0;
	va_list arguments, again;
	int length;

	va_start(arguments, format);
	va_copy(again, arguments);
	length = vsnprintf(left > 0 ? text->bytes + text->length : NULL, left, format, arguments); /* mostly it fits */
	if (length < 0)
		text->failed = 1;
	else if ((size_t)length < left)
		text->length += (size_t)length;
	else if (text_grow(text, (size_t)length)) {
		vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
		text->length += (size_t)length;
	}
	if (text->failed && left > 0)
		text->bytes[text->length] = '\0';
	va_end(again);
	va_end(arguments);
}

const char *text_read(const struct text *text)
{
	return text->bytes ? text->bytes : "";
}

void text_capital(struct text *text)
{
	if (text->length > 0)
		text->bytes[0] = capital_letter(text->bytes[0]);
}

void text_clear(struct text *text)
{
	text->length = 0;
	if (text->bytes)
		text->bytes[0] = '\0';
}

void text_free(struct text *text)
{
	memory_free(text->bytes);
	*text = (struct text){ 0 };
}

void text_end(struct text *text, struct text *whole)
{
	whole->failed |= text->failed;
	text_free(text);
}

const char *text_keep(struct text *text, struct arena *arena)
{
	const char *copy = text->failed ? NULL : arena_text(arena, text_read(text), text->length);
	if (text->failed)
		arena_lose(arena);
	text_free(text);
	return copy;
}

static int by_bytes(const void *one, const void *other)
{
	return strcmp(text_read(one), text_read(other));
}

void texts_sort(struct text *texts, size_t count)
{
	qsort(texts, count, sizeof *texts, by_bytes);
}

bool texts_same(struct text *one, struct text *other, bool *failed)
{
	bool same = strcmp(text_read(one), text_read(other)) == 0;

	*failed = *failed || one->failed || other->failed;
	text_free(one);
	text_free(other);
	return same;
}

size_t text_width(const char *bytes, size_t length)
{
	size_t width = 0;

	for (size_t i = 0; i < length; i++)
		width += ((unsigned char)bytes[i] & 0xc0) != 0x80;
	return width;
}
