/* rules.c -- rules files are read from one folder and by their plain names, whatever links there may be. */
#define _GNU_SOURCE
#include "serve/rules.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <uthash.h>

struct loaded {
	char *key; /* the reference and the options, a line each; of a file, behind the hash of the rules */
	struct canasta_variant *variant;
	int users;
	UT_hash_handle hh;
};

static struct loaded *all;
static int rules_folder = -1;

void rules_of_folder(int folder)
{
	rules_folder = folder;
}

/* ---- files ---- */

static enum canasta_read read_open(int file, const struct canasta_out *to)
{
	char part[16384];
	struct stat about;
	size_t total = 0;
	ssize_t n;

	if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
		return CANASTA_READ_DENIED;
	while ((n = read(file, part, sizeof part)) > 0) {
		total += (size_t)n;
		if (total > CANASTA_FILE_MAX)
			return CANASTA_READ_TOO_LONG;
		to->write(to->context, part, (size_t)n);
	}
	return n == 0 ? CANASTA_READ_OK : CANASTA_READ_FAILED;
}

static enum canasta_read read_file(void *context, const char *path, const struct canasta_out *to)
{
	enum canasta_read result;
	int file;

	(void)context;
	if (strchr(path, '/') != NULL || path[0] == '.')
		return CANASTA_READ_OUTSIDE;
	file = rules_folder >= 0 ? openat(rules_folder, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
	if (file < 0)
		return CANASTA_READ_MISSING;
	result = read_open(file, to);
	close(file);
	return result;
}

/* ---- loading ---- */

/* The key of a variant with its options. A file may change while a room plays by it, so that of a file has the hash of the rules, too. */
static struct canasta_bytes key_of(const char *reference, const char *const *options, int count, const char *hash)
{
	struct canasta_bytes key = { 0 };

	canasta_bytes_add(&key, hash, strlen(hash));
	canasta_bytes_add(&key, reference, strlen(reference));
	for (int i = 0; i < count; i++) {
		canasta_bytes_add(&key, "\n", 1);
		canasta_bytes_add(&key, options[i], strlen(options[i]));
	}
	return key;
}

static bool is_file(const char *reference)
{
	return strstr(reference, ".canasta") != NULL;
}

/* Finds the rules of [key], which it frees; one user more. */
static struct loaded *find(struct canasta_bytes *key)
{
	struct loaded *found = NULL;

	if (!key->failed)
		HASH_FIND_STR(all, key->bytes, found);
	canasta_bytes_free(key);
	if (found != NULL)
		found->users++;
	return found;
}

/* Keeps [variant] for all who want the rules of [key]; both belong to it. */
static struct loaded *keep(struct canasta_bytes *key, struct canasta_variant *variant)
{
	struct loaded *made = key->failed ? NULL : calloc(1, sizeof *made);

	if (made == NULL)
		return canasta_free(variant), canasta_bytes_free(key), NULL;
	*made = (struct loaded){ .key = key->bytes, .variant = variant, .users = 1 };
	HASH_ADD_KEYPTR(hh, all, made->key, strlen(made->key), made);
	return made;
}

struct loaded *rules_load(const char *reference, const char *const *options, int count, struct canasta_bytes *why)
{
	struct canasta_io io = { .reader = { .read = read_file }, .messages = canasta_bytes_out(why) };
	struct canasta_bytes key = key_of(reference, options, count, "");
	struct loaded *found = is_file(reference) ? NULL : find(&key);
	struct canasta_variant *variant;
	char hash[65] = "";

	if (found != NULL || canasta_load(&io, reference, options, count, &variant) != CANASTA_FINE)
		return found;
	if (is_file(reference) && canasta_hash(&io, variant, hash) == CANASTA_FINE) {
		canasta_bytes_free(&key);
		key = key_of(reference, options, count, hash);
		found = find(&key);
	}
	if (found != NULL)
		return canasta_free(variant), found;
	key = key_of(reference, options, count, hash);
	return keep(&key, variant);
}

/* ---- what there is ---- */

enum { LIST_KEPT = 10 /* seconds */ };

static void list_one(const char *reference, struct canasta_bytes *to)
{
	struct canasta_bytes one = { 0 };
	const struct canasta_io io = { .reader = { .read = read_file },
		                       .out = canasta_bytes_out(&one),
		                       .form = CANASTA_JSON };

	if (canasta_list(&io, reference, 1) == CANASTA_FINE) {
		canasta_bytes_add(to, reference != NULL ? "," : "[", 1);
		canasta_bytes_add(to, one.bytes, one.length);
	}
	canasta_bytes_free(&one);
}

static int is_listed(const struct dirent *entry)
{
	const char *ending = strrchr(entry->d_name, '.');

	return entry->d_name[0] != '.' && ending != NULL && strcmp(ending, ".canasta") == 0;
}

bool rules_list(struct canasta_bytes *to)
{
	static struct canasta_bytes kept;
	static time_t made;
	struct dirent **entry = NULL;
	int count;

	if (kept.length == 0 || kept.failed || time(NULL) - made > LIST_KEPT) {
		canasta_bytes_free(&kept);
		kept = (struct canasta_bytes){ 0 };
		made = time(NULL);
		list_one(NULL, &kept);
		count = rules_folder >= 0 ? scandirat(rules_folder, ".", &entry, is_listed, alphasort) : 0;
		for (int i = 0; i < count; i++) {
			list_one(entry[i]->d_name, &kept);
			free(entry[i]);
		}
		free(entry);
		canasta_bytes_add(&kept, "]\n", 2);
	}
	canasta_bytes_add(to, kept.bytes, kept.length);
	return !to->failed;
}

void rules_release(struct loaded *loaded)
{
	struct canasta_bytes key = { .bytes = loaded != NULL ? loaded->key : NULL };

	if (loaded == NULL || --loaded->users > 0)
		return;
	HASH_DEL(all, loaded);
	canasta_free(loaded->variant);
	canasta_bytes_free(&key);
	free(loaded);
}

struct canasta_variant *rules_variant(struct loaded *loaded)
{
	return loaded->variant;
}
