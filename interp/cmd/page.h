/* page.h -- what a verb writes to be kept: on the standard output, or in a file, where it is whole or not there. */
#ifndef CMD_PAGE_H
#define CMD_PAGE_H

#include "cmd/cmd.h"

struct page {
	const char *file;     /* NULL: the standard output */
	struct canasta_io io; /* what to write with, once it is begun */
	struct cmd_bytes bytes;
};

/* Begins to write [page], whose file was given and whose rest is zero. An older page may stand there, but no rules, and
 * none of the [count] files or references in [read], which it is made from: false then, and the reason told. */
bool page_begin(struct page *page, char **read, int count);

/* Brings to the file what was written, if [status] is that of a call which came to its end. Returns [status], or what kept
 * it from there. */
int page_end(struct page *page, int status);

#endif
