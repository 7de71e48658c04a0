/* page.c -- pages are gathered and written in one go: a page that cannot be made leaves the older one as it was. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_called_as_rules(const char *file)
{
	return cmd_ends_in(file, ".canasta") || cmd_ends_in(file, ".rulings");
}

/* True if what lies there begins like rules, a score pad or the record of a game: nobody wants a page in its place. */
static bool holds_work(const char *file)
{
	static const char *const beginnings[] = { "language ", "pad ", "canasta record" };
	struct stat is;
	FILE *there;
	char line[80] = "";
	bool work = false;

	if (stat(file, &is) != 0 || !S_ISREG(is.st_mode) || (there = fopen(file, "r")) == NULL)
		return false;
	if (fgets(line, sizeof line, there) != NULL)
		for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
			work = work || strncmp(line, beginnings[i], strlen(beginnings[i])) == 0;
	fclose(there);
	return work;
}

/* True if both names lead to one plain file. */
static bool is_same(const char *name, const char *other)
{
	struct stat one, two;

	return stat(name, &one) == 0 && stat(other, &two) == 0 && S_ISREG(one.st_mode) && one.st_dev == two.st_dev &&
	       one.st_ino == two.st_ino;
}

/* True if [reference], which may name a variant and options behind the file, is [file]. */
static bool is_read(const char *file, const char *reference)
{
	char path[4096];

	snprintf(path, sizeof path, "%.*s", (int)strcspn(reference, ":+"), reference);
	return is_same(file, reference) || is_same(file, path);
}

bool page_begin(struct page *page, char **read, int count)
{
	bool taken = page->file != NULL && is_called_as_rules(page->file);

	page->io = cmd_io;
	if (page->file == NULL)
		return true;
	for (int i = 0; i < count; i++)
		taken = taken || is_read(page->file, read[i]);
	taken = taken || holds_work(page->file);
	if (taken)
		cmd_complain("`%s` is left alone: a page does not take the place of rules, a score pad or a record",
		             page->file);
	page->io.out = cmd_gather(&page->bytes);
	return !taken;
}

int page_end(struct page *page, int status)
{
	bool found = status == CANASTA_FINDINGS && page->bytes.length > 0; /* no rules that could not be read */
	bool whole = page->file != NULL && (status == CANASTA_FINE || found);

	if (whole && page->bytes.failed)
		status = CANASTA_INTERNAL;
	else if (whole && !cmd_put_file(page->file, &page->bytes))
		status = CANASTA_MISUSE;
	free(page->bytes.bytes);
	return status;
}
