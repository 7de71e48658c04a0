/* saving.c -- a queue to the threads that write, and one back. */
#define _GNU_SOURCE
#include "serve/saving.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { THREADS_MAX = 64 };

struct queue {
	struct saving *first, **end;
};

static struct {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct queue todo, done;
	unsigned long count;
	int signal;
	bool ends;
	pthread_t thread[THREADS_MAX];
	int threads;
} all = { .lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER, .signal = -1 };

static void put(struct queue *queue, struct saving *what)
{
	what->next = NULL;
	*(queue->first != NULL ? queue->end : &queue->first) = what;
	queue->end = &what->next;
}

static struct saving *take(struct queue *queue)
{
	struct saving *first = queue->first;

	if (first != NULL)
		queue->first = first->next;
	return first;
}

static bool write_whole(int file, const char *bytes, size_t length)
{
	while (length > 0) {
		ssize_t n = write(file, bytes, length);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes += n;
		length -= (size_t)n;
	}
	return true;
}

/* Adds what there is for one file. What was written of it before a failure is cut off again. */
static bool save_file(int file, const struct canasta_bytes *bytes, off_t *before)
{
	*before = lseek(file, 0, SEEK_END);
	return *before >= 0 && write_whole(file, bytes->bytes, bytes->length) && fdatasync(file) == 0;
}

bool saving_cut(int file, long long at, const struct canasta_bytes *bytes)
{
	return ftruncate(file, (off_t)at) == 0 && write_whole(file, bytes->bytes, bytes->length) &&
	       fdatasync(file) == 0;
}

static void save(struct saving *what)
{
	off_t before[SAVED_FILES] = { -1, -1 };
	const int last = SAVED_FILES - 1;

	what->failed = false;
	for (int i = 0; i < SAVED_FILES && !what->failed; i++)
		if (what->bytes[i].length > 0 && (i < last || what->cut < 0))
			what->failed = what->bytes[i].failed || !save_file(what->file[i], &what->bytes[i], &before[i]);
	if (!what->failed && what->folder >= 0)
		what->failed = fsync(what->folder) != 0;
	if (!what->failed && what->cut >= 0)
		saving_cut(what->file[last], what->cut, &what->bytes[last]);
	for (int i = 0; i < SAVED_FILES; i++) {
		if (what->failed && before[i] >= 0 && ftruncate(what->file[i], before[i]) == 0)
			fdatasync(what->file[i]);
		canasta_bytes_free(&what->bytes[i]);
		what->bytes[i] = (struct canasta_bytes){ 0 };
	}
}

static void *run(void *unused)
{
	static const uint64_t one = 1;

	pthread_mutex_lock(&all.lock);
	for (;;) {
		struct saving *what = take(&all.todo);
		if (what == NULL && all.ends)
			break;
		if (what == NULL) {
			pthread_cond_wait(&all.more, &all.lock);
			continue;
		}
		pthread_mutex_unlock(&all.lock);
		save(what);
		pthread_mutex_lock(&all.lock);
		put(&all.done, what);
		all.count++;
		if (write(all.signal, &one, sizeof one) < 0)
			abort(); /* an event cannot be full at such numbers */
	}
	pthread_mutex_unlock(&all.lock);
	return unused;
}

bool saving_begin(int threads)
{
	all.signal = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (all.signal < 0)
		return false;
	for (; all.threads < threads && all.threads < THREADS_MAX; all.threads++) {
		errno = pthread_create(&all.thread[all.threads], NULL, run, NULL);
		if (errno != 0)
			return false;
	}
	return true;
}

void saving_send(struct saving *what)
{
	pthread_mutex_lock(&all.lock);
	put(&all.todo, what);
	pthread_cond_signal(&all.more);
	pthread_mutex_unlock(&all.lock);
}

struct saving *saving_next_done(void)
{
	struct saving *what;
	uint64_t count;

	pthread_mutex_lock(&all.lock);
	what = take(&all.done);
	if (what == NULL)
		(void)!read(all.signal, &count, sizeof count); /* empty already, perhaps */
	pthread_mutex_unlock(&all.lock);
	return what;
}

int saving_signal(void)
{
	return all.signal;
}

unsigned long saving_count(void)
{
	return all.count;
}

void saving_end(void)
{
	pthread_mutex_lock(&all.lock);
	all.ends = true;
	pthread_cond_broadcast(&all.more);
	pthread_mutex_unlock(&all.lock);
	while (all.threads > 0)
		pthread_join(all.thread[--all.threads], NULL);
}
