/* names.c -- words kept once, in a hash table whose every byte comes from the arena. */
#include "names.h"

#include <string.h>

#include "arena.h"

/* uthash asks for memory through these; where its macros are used [names] is in scope. It must never exit. */
#define uthash_malloc(size) arena_take(names->arena, (size))
#define uthash_free(pointer, size) ((void)(pointer))
#define uthash_fatal(message) __builtin_trap() /* not reached: with HASH_NONFATAL_OOM nothing is fatal */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct name {
	UT_hash_handle hh;
	char word[];
};

const char *names_keep(struct names *names, const char *word, size_t length)
{
	struct name *name = NULL;
	HASH_FIND(hh, names->table, word, length, name);
	if (name)
		return name->word;
	if (names->count == NAMES_MAX) {
		names->full = 1;
		return arena_text(names->arena, word, length);
	}
	name = arena_take(names->arena, sizeof *name + length + 1);
	if (!name)
		return NULL;
	memcpy(name->word, word, length);
	HASH_ADD_KEYPTR(hh, names->table, name->word, length, name);
	names->count++;
	return arena_failed(names->arena) ? NULL : name->word;
}

/* ---- the word that was meant ---- */

enum { WORD_MAX = 40 }; /* longer words are not compared: they are hardly slips of one another */

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* How many letters were added, lost, changed or swapped with their neighbour between [a] and [b]
 * (Damerau-Levenshtein, each letter touched once). Rows i-2, i-1 and i of the usual table are kept. */
static int word_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
	int rows[3][WORD_MAX + 1];
	for (size_t j = 0; j <= b_length; j++)
		rows[0][j] = (int)j;
	for (size_t i = 1; i <= a_length; i++) {
		int *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
		row[0] = (int)i;
		for (size_t j = 1; j <= b_length; j++) {
			int same = a[i - 1] == b[j - 1];
			row[j] = least(least(row[j - 1], above[j]) + 1, above[j - 1] + !same);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], before[j - 2] + 1);
		}
	}
	return rows[a_length % 3][b_length];
}

const char *word_nearest(const char *word, const char *const *words, int count)
{
	size_t length = strlen(word);
	if (length > WORD_MAX)
		return NULL;
	const char *nearest = NULL;
	int best = (int)length / 3 + 1; /* one slip in a short word, one more for every three letters */
	if (length < 3)
		best = 1;
	for (int i = 0; i < count; i++) {
		size_t other = strlen(words[i]);
		if (other > WORD_MAX)
			continue;
		int distance = word_distance(word, length, words[i], other);
		if (distance == 0)
			return NULL;
		if (distance < best + (nearest == NULL) && distance < (int)least((int)length, (int)other)) {
			best = distance;
			nearest = words[i];
		}
	}
	return nearest;
}
