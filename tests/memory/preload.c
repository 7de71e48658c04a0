/* preload.c -- loaded before the tool (LD_PRELOAD): the request for memory numbered NO_MEMORY_AT finds none, nor do those after it if
 * NO_MEMORY_AFTER is set. The number of requests goes to the file NO_MEMORY_COUNT at the end. */
#define _GNU_SOURCE /* RTLD_NEXT */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *(*next_malloc)(size_t);
static void *(*next_realloc)(void *, size_t);
static void *(*next_calloc)(size_t, size_t);
static _Atomic long requests;
static long fails_at;
static int fails_after, counting;

/* What dlsym() itself asks for before the functions are found. */
static _Alignas(max_align_t) char early[4096];
static size_t early_used;

static void *take_early(size_t size)
{
	void *piece = early + early_used;

	early_used += (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
	return early_used <= sizeof early ? piece : NULL;
}

static int is_early(const void *piece)
{
	return (const char *)piece >= early && (const char *)piece < early + sizeof early;
}

__attribute__((constructor)) static void begin(void)
{
	const char *at = getenv("NO_MEMORY_AT");

	/* ISO C has no conversion from what dlsym() returns */
	*(void **)&next_malloc = dlsym(RTLD_NEXT, "malloc");
	*(void **)&next_realloc = dlsym(RTLD_NEXT, "realloc");
	*(void **)&next_calloc = dlsym(RTLD_NEXT, "calloc");
	fails_at = at != NULL ? atol(at) : 0;
	fails_after = getenv("NO_MEMORY_AFTER") != NULL;
	counting = 1;
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("NO_MEMORY_COUNT");
	char number[24];
	int file;

	counting = 0;
	file = path != NULL ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
	if (file < 0)
		return;
	if (write(file, number, (size_t)snprintf(number, sizeof number, "%ld\n", requests)) < 0)
		_exit(99);
	close(file);
}

static int must_fail(void)
{
	long number;

	if (!counting)
		return 0;
	number = atomic_fetch_add(&requests, 1) + 1;
	if (fails_at == 0 || !(number == fails_at || (fails_after && number > fails_at)))
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	if (next_malloc == NULL)
		return take_early(size);
	return must_fail() ? NULL : next_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	if (next_calloc == NULL)
		return take_early(count * size); /* which is zero */
	return must_fail() ? NULL : next_calloc(count, size);
}

void *realloc(void *piece, size_t size)
{
	if (next_realloc == NULL || is_early(piece))
		return piece == NULL ? take_early(size) : NULL;
	return must_fail() ? NULL : next_realloc(piece, size);
}

void free(void *piece)
{
	static void (*next_free)(void *);

	if (piece == NULL || is_early(piece))
		return;
	if (next_free == NULL)
		*(void **)&next_free = dlsym(RTLD_NEXT, "free");
	next_free(piece);
}
