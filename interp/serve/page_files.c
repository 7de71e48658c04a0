/* page_files.c -- the page is these files and no others, read once, with those of the same name and .gz if there are. No path of a request
 * reaches the disk. */
#define _GNU_SOURCE
#include "serve/page_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "serve/secrets.h"

static struct page_file files[] = {
	{ "/", "index.html", "text/html; charset=utf-8", { 0 }, { 0 }, "" },
	{ "/page.js", "page.js", "text/javascript; charset=utf-8", { 0 }, { 0 }, "" },
	{ "/worker.js", "worker.js", "text/javascript; charset=utf-8", { 0 }, { 0 }, "" },
	{ "/style.css", "style.css", "text/css; charset=utf-8", { 0 }, { 0 }, "" },
	{ "/canasta.wasm", "canasta.wasm", "application/wasm", { 0 }, { 0 }, "" },
	{ "/icon.svg", "icon.svg", "image/svg+xml", { 0 }, { 0 }, "" },
	{ "/manifest.webmanifest", "manifest.webmanifest", "application/manifest+json", { 0 }, { 0 }, "" },
};

enum { FILES = sizeof files / sizeof *files };

/* Reads a file of [folder], whose name ends with [ending]. False if it cannot be read; nothing is read if there is none. */
static bool read_file(const char *folder, const char *name, const char *ending, struct canasta_bytes *to)
{
	char path[4096], part[16384];
	ssize_t n = 0;
	int file;

	snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
	file = open(path, O_RDONLY | O_CLOEXEC);
	while (file >= 0 && (n = read(file, part, sizeof part)) > 0)
		canasta_bytes_add(to, part, (size_t)n);
	if ((file < 0 && (*ending == '\0' || errno != ENOENT)) || n < 0 || to->failed)
		return fprintf(stderr, "%s: the page cannot be read: %s\n", path, strerror(errno)), false;
	if (file >= 0)
		close(file);
	return true;
}

bool page_read(const char *folder)
{
	for (size_t i = 0; i < FILES; i++) {
		struct page_file *file = &files[i];
		if (!read_file(folder, file->name, "", &file->bytes) ||
		    !read_file(folder, file->name, ".gz", &file->packed))
			return false;
		snprintf(file->tag, sizeof file->tag, "\"%016llx\"",
		         (unsigned long long)hash_bytes(file->bytes.bytes, file->bytes.length));
	}
	return true;
}

const struct page_file *page_file_at(const char *url)
{
	for (size_t i = 0; i < FILES; i++)
		if (strcmp(url, files[i].url) == 0 && files[i].bytes.length > 0)
			return &files[i];
	return NULL;
}

void page_free(void)
{
	for (size_t i = 0; i < FILES; i++) {
		canasta_bytes_free(&files[i].bytes);
		canasta_bytes_free(&files[i].packed);
	}
}
