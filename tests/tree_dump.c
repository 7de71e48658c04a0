/* tree_dump.c -- reads a file as the library does: its tree goes to stdout, findings to stderr.
 * Exit status: 0 the file is sound, 1 it has findings, 2 it cannot be opened. */
#include <stdio.h>

#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "tests/tree_text.h"

static int read_file(const char *path, struct text *bytes)
{
	char part[4096];
	size_t n;
	FILE *file = fopen(path, "rb");
	if (!file)
		return 0;
	while ((n = fread(part, 1, sizeof part, file)) > 0)
		text_add_bytes(bytes, part, n);
	return fclose(file) == 0 && !bytes->failed;
}

/* Takes [bytes] in as a source, or says why not; true if there is something to read. */
static int take(struct diags *diags, const char *path, const struct text *bytes, int *number)
{
	struct span bad = { 0 };
	switch (sources_add(diags->sources, path, text_read(bytes), bytes->length, number, &bad)) {
	case SOURCE_NOT_TEXT: diag_add(diags, DIAG_FILE_NOT_TEXT, bad, path); return 1;
	case SOURCE_BIDIRECTIONAL: diag_add(diags, DIAG_FILE_BIDIRECTIONAL, bad, path); return 1;
	case SOURCE_TOO_LONG: diag_add(diags, DIAG_FILE_TOO_LONG, bad, path); return 0;
	case SOURCE_OK: return 1;
	default: return 0;
	}
}

int main(int count, char **arguments)
{
	struct text bytes = { 0 }, tree = { 0 }, findings = { 0 };
	struct sources sources = { .arena = arena_new() };
	struct diags diags = { .sources = &sources };
	int number;
	if (count != 2 || !sources.arena || !read_file(arguments[1], &bytes)) {
		fprintf(stderr, "usage: tree_dump FILE\n");
		return 2;
	}
	if (take(&diags, arguments[1], &bytes, &number))
		tree_dump(tree_read(&diags, number), &tree);
	diags_write(&diags, &findings);
	fputs(text_read(&tree), stdout);
	fputs(text_read(&findings), stderr);
	text_free(&bytes);
	text_free(&tree);
	text_free(&findings);
	arena_free(sources.arena);
	return diags.first ? 1 : 0;
}
