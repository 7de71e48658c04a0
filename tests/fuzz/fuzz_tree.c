/* fuzz_tree.c -- whatever the bytes are, they are read, told about and written again without a fault; and once more with
 * a request for memory failing, which the bytes choose. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "tests/tree_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Larger files only take longer. */
enum { TREE_MOST = 1500 };

/* The scanner must leave the text as it was. */
static void check_text(const struct sources *sources, const char *before)
{
	if (memcmp(sources->source[0].text, before, sources->source[0].length + 2) != 0)
		abort();
}

/* Every finding must point into the text. */
static void check_places(const struct diags *diags)
{
	for (const struct diag *diag = diags->first; diag; diag = diag->next) {
		size_t length = diags->sources->source[0].length;
		if (diag->span.from > length || diag->span.to > length + 1 || diag->span.from > diag->span.to ||
		    diag->span.source != 1)
			abort();
	}
}

static void read_source(struct sources *sources, struct diags *diags, struct text *out)
{
	const struct source *source = &sources->source[0];
	char *before = malloc(source->length + 2);
	if (!before)
		return;
	memcpy(before, source->text, source->length + 2);
	tree_dump(tree_read(diags, 1), out);
	check_text(sources, before);
	check_places(diags);
	diags_write(diags, out);
	free(before);
}

static void read_bytes(const uint8_t *bytes, size_t length)
{
	struct sources sources = { .arena = arena_new() };
	struct diags diags = { .sources = &sources };
	struct text out = { 0 };
	struct span bad;
	int number = 0;
	if (sources.arena)
		sources_add(&sources, "fuzz.canasta", (const char *)bytes, length, &number, &bad);
	if (number == 1)
		read_source(&sources, &diags, &out);
	text_free(&out);
	arena_free(sources.arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	unsigned n = (unsigned)length;

	if (length > TREE_MOST)
		return 0;
	for (size_t i = 0; i < length; i++)
		n = n * 31 + bytes[i];
	read_bytes(bytes, length);
	arena_fail_at((long)(n / 2 % (length + 8)), n % 2);
	read_bytes(bytes, length);
	arena_fail_at(0, 0);
	return 0;
}
