/* page_files.h -- the files of the page, as the server sends them. */
#ifndef SERVE_PAGE_FILES_H
#define SERVE_PAGE_FILES_H

#include <stdbool.h>
#include "canasta.h"

struct page_file {
	const char *url, *name, *type;
	struct canasta_bytes bytes, packed; /* packed: by gzip, empty if there is no such file */
	char tag[20];                       /* a hash of them: who has them already is not sent them again */
};

/* Reads the files of [folder]; false, with a message, if one cannot be read. */
bool page_read(const char *folder);

/* The file at [url] that was read; NULL if there is none. */
const struct page_file *page_file_at(const char *url);

void page_free(void);

#endif
