/* source.h -- the texts a rules file is read from, and places in them.
 * A place is a byte span; lines and columns are computed only when it is shown. */
#ifndef GRAMMAR_SOURCE_H
#define GRAMMAR_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum {
	SOURCE_BYTES_MAX = 1 << 20, /* a rule sheet is a few pages; a megabyte is a mistake or an attack */
	SOURCES_MAX = 64,           /* files that one variant may be put together from */
	SOURCE_NESTING_MAX = 64     /* blocks and brackets inside each other */
};

/* Where something stands: bytes [from, to) of source number [source]. The all-zero span means "nowhere". */
struct span {
	uint16_t source; /* number of the source, from 1; 0 = nowhere */
	uint32_t from, to;
};

/* One text. [text] holds [length] bytes and two NULs after them, as flex wants its buffers. */
struct source {
	const char *name; /* as the user may see it: "ours.canasta", "variants/base.canasta" */
	char *text;
	size_t length;
	const uint32_t *lines; /* byte offset at which each line starts */
	uint32_t line_count;
	const uint32_t *characters; /* number of characters before every 256th byte: a text may be one long line */
};

/* A list of the sources read so far; source number n is at [n - 1]. */
struct sources {
	struct arena *arena;
	struct source source[SOURCES_MAX];
	int count;
};

/* Why a text was not taken as a source. */
enum source_fault {
	SOURCE_OK,
	SOURCE_TOO_LONG,      /* more than SOURCE_BYTES_MAX */
	SOURCE_TOO_MANY,      /* more than SOURCES_MAX */
	SOURCE_NOT_TEXT,      /* a NUL, another control character, or not UTF-8 (overlong forms included) */
	SOURCE_BIDIRECTIONAL, /* a control that reorders what readers see (U+202A..E, U+2066..9, U+200E/F, U+061C) */
	SOURCE_NO_MEMORY
};

/* True if [length] bytes of [text] are UTF-8, in its shortest form. */
int text_is_utf8(const char *text, size_t length);

/* The number of leading bytes of [text] that may stand in a text. If that is not all, [*fault] says why:
 * SOURCE_NOT_TEXT or SOURCE_BIDIRECTIONAL; otherwise SOURCE_OK. Used for everything that the tool reads. */
size_t text_plain(const char *text, size_t length, enum source_fault *fault);

/* True if all of [text] may. */
static inline bool text_is_plain(const char *text, size_t length)
{
	enum source_fault fault;

	return text_plain(text, length, &fault) == length;
}

/* The length of a byte order mark at the beginning of a text, which some editors put there and which means nothing; 0
 * without one. */
size_t text_mark(const char *text, size_t length);

/* Adds a copy of [length] bytes of [text] under [name] and sets [*number] (from 1) on SOURCE_OK.
 * On SOURCE_NOT_TEXT and SOURCE_BIDIRECTIONAL the source is added all the same, with the bytes from the
 * first bad one cut off, and [*bad] is the span of that byte, so that a message can point at it.
 * A leading UTF-8 byte order mark is skipped; CR LF counts as one line end. */
enum source_fault sources_add(struct sources *sources, const char *name, const char *text, size_t length, int *number,
                              struct span *bad);

/* Line and column (both from 1; columns count characters, not bytes) at which [span] starts. */
void span_place(const struct sources *sources, struct span span, int *line, int *column);

/* True if [inner] stands within [outer], or is all of it. */
int span_within(struct span inner, struct span outer);

/* The smallest span that covers both; they must be of the same source. */
struct span span_join(struct span a, struct span b);

#endif
