/* arena.c -- memory in chunks that are freed all at once.
 *
 * The idea: a loaded file makes many small pieces that all die together, so they are cut one after the other from
 * large chunks. Every piece is aligned for any type. It is zeroed when it is handed out, just before its first use, unless
 * it is a copy of something. A request too large for the rest of the chunk gets a chunk of its own behind
 * the current one, so the rest is not lost. Under the address sanitizer pieces have a grain between them that nobody may
 * touch, as little as what is not handed out. */
#include "arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
enum { GAP = _Alignof(max_align_t) };
#else
#define ASAN_POISON_MEMORY_REGION(from, size) ((void)(from), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(from, size) ((void)(from), (void)(size))
enum { GAP = 0 };
#endif

enum {
	CHUNK_BYTES = 32 * 1024, /* a typical variant fits into a handful of these */
	FIRST_BYTES = 1024       /* and a small tree, of which many are made and soon freed, into one or two of
	                            these: chunks double until they are large */
};

enum { ROOM_LEAST = 8 }; /* items that a growing block has room for at first; a power of two */

struct chunk {
	struct chunk *next;
	size_t used, size; /* of bytes */
	max_align_t bytes[];
};

struct arena {
	struct chunk *chunks; /* the first is the one being filled */
	struct chunk *spare;  /* to be filled again */
	int failed;
};

/* What arena_fail_at() has set, for this thread alone. */
static _Thread_local struct {
	long left; /* requests until one fails; 0 = none will */
	int for_ever;
} fault;

void arena_fail_at(long n, int for_ever)
{
	fault.left = n;
	fault.for_ever = for_ever;
}

static int must_fail(void)
{
	if (fault.left == 0)
		return 0;
	if (fault.left > 1) {
		fault.left--;
		return 0;
	}
	if (!fault.for_ever)
		fault.left = 0;
	return 1;
}

/* Where memory comes from: the system, or the program that uses the library. */
static void *(*resize_memory)(void *old, size_t size) = realloc;
static void (*release_memory)(void *old) = free;

void memory_come_from(void *(*resize)(void *old, size_t size), void (*release)(void *old))
{
	resize_memory = resize;
	release_memory = release;
}

struct arena *arena_new(void)
{
	struct arena *arena = must_fail() ? NULL : resize_memory(NULL, sizeof *arena);

	if (arena != NULL)
		*arena = (struct arena){ 0 };
	return arena;
}

static void chunks_free(struct chunk *chunk)
{
	for (struct chunk *next; chunk; chunk = next) {
		next = chunk->next;
		release_memory(chunk);
	}
}

void arena_free(struct arena *arena)
{
	if (!arena)
		return;
	chunks_free(arena->chunks);
	chunks_free(arena->spare);
	release_memory(arena);
}

void arena_clear(struct arena *arena)
{
	struct chunk *chunk;

	if (!arena)
		return;
	while ((chunk = arena->chunks)) {
		arena->chunks = chunk->next;
		ASAN_POISON_MEMORY_REGION(chunk->bytes, chunk->used);
		chunk->used = 0;
		chunk->next = arena->spare;
		arena->spare = chunk;
	}
	arena->failed = 0;
}

/* A spare chunk with room for [size] bytes and not much more, or NULL. */
static struct chunk *chunk_spare(struct arena *arena, size_t size)
{
	for (struct chunk **at = &arena->spare, *chunk; (chunk = *at); at = &chunk->next)
		if (chunk->size >= size && chunk->size / 2 <= size) {
			*at = chunk->next;
			return chunk;
		}
	return NULL;
}

/* A chunk with room for [size] bytes, which becomes the current one, or stands behind it if it is for one large request. */
static struct chunk *chunk_add(struct arena *arena, size_t size)
{
	int alone = size > CHUNK_BYTES / 4 && arena->chunks;
	size_t room = arena->chunks == NULL ? FIRST_BYTES : arena->chunks->size * 2;
	while (room < size && room < CHUNK_BYTES)
		room *= 2;
	room = size > CHUNK_BYTES / 4 ? size : room < CHUNK_BYTES ? room : CHUNK_BYTES;
	struct chunk *chunk = chunk_spare(arena, room);
	if (!chunk) {
		chunk = resize_memory(NULL, sizeof *chunk + room);
		if (!chunk)
			return NULL;
		chunk->used = 0;
		chunk->size = room;
		ASAN_POISON_MEMORY_REGION(chunk->bytes, room);
	}
	struct chunk **place = alone ? &arena->chunks->next : &arena->chunks;
	chunk->next = *place;
	*place = chunk;
	return chunk;
}

/* [size] bytes with anything in them, NULL as arena_take(). */
static void *take_any(struct arena *arena, size_t size)
{
	size_t grain = _Alignof(max_align_t);
	if (arena->failed || must_fail() || size > SIZE_MAX / 2)
		return arena->failed = 1, NULL;
	size_t room = (size + grain - 1) / grain * grain + GAP;
	struct chunk *chunk = arena->chunks;
	if (!chunk || chunk->size - chunk->used < room)
		chunk = chunk_add(arena, room);
	if (!chunk)
		return arena->failed = 1, NULL;
	void *piece = (char *)chunk->bytes + chunk->used;
	chunk->used += room;
	ASAN_UNPOISON_MEMORY_REGION(piece, size);
	return piece;
}

void *arena_take(struct arena *arena, size_t size)
{
	void *piece = take_any(arena, size);

	return piece ? memset(piece, 0, size) : NULL;
}

char *arena_text(struct arena *arena, const char *text, size_t length)
{
	char *copy = take_any(arena, length + 1);
	if (!copy)
		return NULL;
	if (length)
		memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

void *arena_copy(struct arena *arena, const void *piece, size_t size)
{
	void *copy = take_any(arena, size);

	return copy ? memcpy(copy, piece, size) : NULL;
}

void arena_fail(struct arena *arena)
{
	arena->failed = 1;
}

int arena_failed(const struct arena *arena)
{
	return arena->failed;
}

void *memory_resize(void *old, size_t size)
{
	return must_fail() ? NULL : resize_memory(old, size);
}

/* The room for a list with so many items, 0 if it has room for one more. */
static size_t room_to_grow(size_t count)
{
	if (count != 0 && (count < ROOM_LEAST || (count & (count - 1)) != 0))
		return 0;
	return count < ROOM_LEAST ? ROOM_LEAST : count * 2;
}

void *memory_grow(void *old, size_t count, size_t each)
{
	size_t room = room_to_grow(count);

	if (room == 0)
		return old;
	return room > SIZE_MAX / each ? NULL : memory_resize(old, room * each);
}

void *arena_grow(struct arena *arena, void *old, size_t count, size_t each)
{
	size_t room = room_to_grow(count);
	void *more = room > 0 ? arena_take(arena, room * each) : old;

	if (room > 0 && more != NULL && count > 0)
		memcpy(more, old, count * each);
	return more;
}

void memory_free(void *old)
{
	if (old != NULL)
		release_memory(old);
}
