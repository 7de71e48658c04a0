/* arena.h -- memory that is freed all at once: everything a loaded file needs lives in one arena.
 * This is the only place of the library that asks the system for memory. */
#ifndef GRAMMAR_ARENA_H
#define GRAMMAR_ARENA_H

#include <stddef.h>

struct arena;

/* A new, empty arena, or NULL when there is no memory. The caller frees it with arena_free(). */
struct arena *arena_new(void);

/* Frees the arena and everything taken from it. NULL is allowed. */
void arena_free(struct arena *arena);

/* Gives up everything taken from the arena, as if it were new, but keeps its memory for what is taken next. NULL is
 * allowed. */
void arena_clear(struct arena *arena);

/* [size] zeroed bytes, aligned for any type, living as long as the arena.
 * NULL when there is no memory; from then on arena_failed() is true and every further call gives NULL. */
void *arena_take(struct arena *arena, size_t size);

/* The list [old] with [count] items of [each] bytes in it, with room for one more at least, as memory_grow() does; NULL as
 * arena_take(), and then [old] is left as it was. */
void *arena_grow(struct arena *arena, void *old, size_t count, size_t each);

/* A NUL-terminated copy of [length] bytes of [text], or NULL as arena_take(). */
char *arena_text(struct arena *arena, const char *text, size_t length);

/* A copy of the [size] bytes at [piece], or NULL as arena_take(). */
void *arena_copy(struct arena *arena, const void *piece, size_t size);

/* True once any request has failed: what was built in the arena is then incomplete. */
int arena_failed(const struct arena *arena);

/* Makes arena_failed() true: memory ran out elsewhere for what is built in the arena. */
void arena_fail(struct arena *arena);

/* A block of the caller's own, for what outlives no arena (text.c): [old], or a new one if NULL, with room for [size]
 * bytes; NULL when there is no memory, and then [old] is left as it was. memory_free() frees it; NULL is allowed. */
void *memory_resize(void *old, size_t size);
void memory_free(void *old);

/* The block [old] with [count] items of [each] bytes in it, with room for one more at least. Rooms double, by powers of
 * two, so that nobody has to keep them in mind. NULL as memory_resize(). */
void *memory_grow(void *old, size_t count, size_t each);

/* Lets all memory come from [resize] and go to [release], which are like realloc() and free(); to be called before any
 * memory is asked for. */
void memory_come_from(void *(*resize)(void *old, size_t size), void (*release)(void *old));

/* For tests: let the [n]-th request from now on fail (0 = never), and every later one too if [for_ever].
 * Counts every function above that may give NULL; holds for the calling thread only. */
void arena_fail_at(long n, int for_ever);

#endif
