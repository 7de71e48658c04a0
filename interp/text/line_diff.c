/* line_diff.c -- the shortest way from one text to the other (Myers, "An O(ND) Difference Algorithm", 1986): for each
 * number of changes the furthest point on each diagonal is kept, and the way is read off backwards. Where there are more
 * changes than CHANGES_MAX, all that lies between the first and the last of them is one change. */
#include "grammar/text.h"

#include <string.h>
#include "grammar/arena.h"
#include "text/document.h"

enum { CONTEXT = 3, CHANGES_MAX = 2000 };

struct line {
	const char *bytes;
	size_t length; /* with its line feed, if it has one */
};

struct lines {
	struct line *line;
	int count;
};

struct diffing {
	struct lines old, new;
	bool *gone, *come; /* for each line of the old text whether it goes, of the new one whether it is new */
	struct text *out;
};

/* ---- lines ---- */

static bool split(const struct text *text, struct lines *lines)
{
	const char *at = text_read(text), *end = at + text->length;
	size_t count = 0;

	for (const char *byte = at; byte < end; byte++)
		count += *byte == '\n' || byte + 1 == end;
	lines->line = memory_resize(NULL, (count + 1) * sizeof *lines->line);
	lines->count = 0;
	while (lines->line != NULL && at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t length = stop != NULL ? (size_t)(stop - at) + 1 : (size_t)(end - at);
		lines->line[lines->count++] = (struct line){ at, length };
		at += length;
	}
	return lines->line != NULL;
}

static bool same_line(const struct diffing *at, int old, int new)
{
	const struct line *a = &at->old.line[old], *b = &at->new.line[new];

	return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* ---- the shortest way ---- */

/* What is compared: lines [from, to) of both texts, without what is alike before and behind. */
struct middle {
	int from, old_to, new_to;
};

static struct middle find_middle(const struct diffing *at)
{
	struct middle middle = { .old_to = at->old.count, .new_to = at->new.count };

	while (middle.from < middle.old_to && middle.from < middle.new_to && same_line(at, middle.from, middle.from))
		middle.from++;
	while (middle.old_to > middle.from && middle.new_to > middle.from &&
	       same_line(at, middle.old_to - 1, middle.new_to - 1))
		middle.old_to--, middle.new_to--;
	return middle;
}

/* Furthest points: row d holds, for diagonals -d to d, how many old lines are behind. Row d begins at d * d. */
static int *point(int *furthest, int changes, int diagonal)
{
	return &furthest[changes * changes + changes + diagonal];
}

/* The old lines behind which a way with [changes] changes begins on [diagonal]; [*comes]: it does so with a new line. */
static int begin_of(int *furthest, int changes, int diagonal, bool *comes)
{
	if (changes == 0)
		return 0;
	*comes = diagonal == -changes || (diagonal != changes && *point(furthest, changes - 1, diagonal - 1) <
	                                                                 *point(furthest, changes - 1, diagonal + 1));
	return *comes ? *point(furthest, changes - 1, diagonal + 1) : *point(furthest, changes - 1, diagonal - 1) + 1;
}

/* Fills one row; true if the end is reached. */
static bool fill_row(const struct diffing *at, struct middle middle, int *furthest, int changes)
{
	int old_count = middle.old_to - middle.from, new_count = middle.new_to - middle.from;
	bool comes = false;

	for (int diagonal = -changes; diagonal <= changes; diagonal += 2) {
		int old = begin_of(furthest, changes, diagonal, &comes), new = old - diagonal;
		while (old < old_count && new >= 0 && new < new_count &&
		       same_line(at, middle.from + old, middle.from + new))
			old++, new ++;
		*point(furthest, changes, diagonal) = old;
		if (old >= old_count && new >= new_count)
			return true;
	}
	return false;
}

/* Marks the lines that change, from the end of the way to its beginning. */
static void mark_way(struct diffing *at, struct middle middle, int *furthest, int changes)
{
	int diagonal = (middle.old_to - middle.from) - (middle.new_to - middle.from);
	bool comes = false;

	for (; changes > 0; changes--) {
		int old = begin_of(furthest, changes, diagonal, &comes), new = old - diagonal;
		if (comes)
			at->come[middle.from + new - 1] = true;
		else
			at->gone[middle.from + old - 1] = true;
		diagonal += comes ? 1 : -1;
	}
}

static bool mark(struct diffing *at)
{
	struct middle middle = find_middle(at);
	int changes = 0, most = middle.old_to - middle.from + middle.new_to - middle.from, *furthest = NULL, *more;
	bool found = false;

	for (; !found && changes <= most && changes <= CHANGES_MAX; changes++) {
		if ((changes & (changes - 1)) == 0) { /* room for rows up to twice as many */
			size_t rows = changes > 0 ? (size_t)changes * 2 : 1;
			more = memory_resize(furthest, rows * rows * sizeof *furthest);
			if (more == NULL) {
				memory_free(furthest);
				return false;
			}
			furthest = more;
		}
		found = fill_row(at, middle, furthest, changes);
	}
	if (found)
		mark_way(at, middle, furthest, changes - 1);
	else {
		for (int i = middle.from; i < middle.old_to; i++)
			at->gone[i] = true;
		for (int i = middle.from; i < middle.new_to; i++)
			at->come[i] = true;
	}
	memory_free(furthest);
	return true;
}

/* ---- writing ---- */

static void write_line(char sign, const struct line *line, struct text *out)
{
	text_add_bytes(out, &sign, 1);
	text_add_bytes(out, line->bytes, line->length);
	if (line->bytes[line->length - 1] != '\n')
		text_add(out, "\n\\ No newline at end of file\n");
}

/* Goes on from lines [*old, *new] through what is alike, at most [most] lines; returns how many. */
static int skip_alike(const struct diffing *at, int *old, int *new, int most)
{
	int count = 0;

	for (; count < most && *old < at->old.count && !at->gone[*old] && *new < at->new.count && !at->come[*new];
	     count++)
		++*old, ++*new;
	return count;
}

/* The lines of a hunk, from [old, new] up to [old_to, new_to]. */
static void write_hunk(const struct diffing *at, int old, int new, int old_to, int new_to)
{
	text_format(at->out, "@@ -%d,%d +%d,%d @@\n", old_to > old ? old + 1 : old, old_to - old,
	            new_to > new ? new + 1 : new, new_to - new);
	while (old < old_to || new < new_to) {
		if (old < old_to && at->gone[old])
			write_line('-', &at->old.line[old++], at->out);
		else if (new < new_to && at->come[new])
			write_line('+', &at->new.line[new ++], at->out);
		else
			write_line(' ', &at->old.line[old++], at->out), new ++;
	}
}

static void write_hunks(const struct diffing *at)
{
	int old = 0, new = 0;

	for (;;) {
		int alike = skip_alike(at, &old, &new, at->old.count), lead = alike < CONTEXT ? alike : CONTEXT;
		int from_old = old - lead, from_new = new - lead;
		if (old == at->old.count && new == at->new.count)
			return;
		for (;;) { /* changes that few lines part belong together */
			int to_old, to_new;
			/* past what changes */
			while (old < at->old.count && at->gone[old])
				++old;
			while (new < at->new.count && at->come[new])
				++new;
			to_old = old, to_new = new;
			alike = skip_alike(at, &to_old, &to_new, 2 * CONTEXT + 1);
			if (alike > 2 * CONTEXT || (to_old == at->old.count && to_new == at->new.count))
				break;
			old = to_old, new = to_new;
		}
		skip_alike(at, &old, &new, CONTEXT);
		write_hunk(at, from_old, from_new, old, new);
	}
}

bool line_diff_write(const char *old_name, const struct text *old, const char *new_name, const struct text *new,
                     struct text *out)
{
	struct diffing at = { .out = out };
	bool well = split(old, &at.old) && split(new, &at.new);

	if (well) {
		at.gone = memory_resize(NULL, (size_t)at.old.count + 1);
		at.come = memory_resize(NULL, (size_t)at.new.count + 1);
		well = at.gone != NULL && at.come != NULL;
	}
	if (well) {
		memset(at.gone, 0, (size_t)at.old.count + 1);
		memset(at.come, 0, (size_t)at.new.count + 1);
		well = mark(&at);
	}
	if (well &&
	    (memchr(at.gone, 1, (size_t)at.old.count) != NULL || memchr(at.come, 1, (size_t)at.new.count) != NULL)) {
		text_format(out, "--- %s\n+++ %s\n", old_name, new_name);
		write_hunks(&at);
	}
	memory_free(at.old.line);
	memory_free(at.new.line);
	memory_free(at.gone);
	memory_free(at.come);
	return well;
}
