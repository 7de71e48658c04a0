/* canasta_text.c -- the public functions that write rules files: laid out anew, or new ones to start from. */
#include "handles.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/fmt.h"
#include "reports/line_diff.h"

/* ---- format ---- */

/* A reader that keeps what it brings, as it was before line ends and the like are settled. */
struct keeping {
	struct reader reader;
	struct text bytes;
};

static enum read_result read_and_keep(void *context, const char *path, struct text *bytes)
{
	struct keeping *keeping = context;
	enum read_result result = keeping->reader.read(keeping->reader.context, path, bytes);

	text_add_bytes(&keeping->bytes, text_read(bytes), bytes->length);
	return result;
}

static bool same_text(const struct text *a, const struct text *b)
{
	return a->length == b->length && memcmp(text_read(a), text_read(b), a->length) == 0;
}

/* Lays [file] out; writes that, or in what it differs from [before]. */
static int format_file(struct desk *desk, const struct library_file *file, enum canasta_format what,
                       const struct text *before, int *changed)
{
	struct text after = { 0 }, told = { 0 };
	bool well = source_format(&desk->library.diags, file->source, &after);

	*changed = well && !same_text(before, &after);
	if (what == CANASTA_FORMAT_DIFF && well)
		well = line_diff_write(file->path, before, "as canasta fmt has it", &after, &told);
	else if (what == CANASTA_FORMAT_TEXT)
		text_add_bytes(&told, text_read(&after), after.length);
	text_end(&after, &told);
	if (!well || told.failed) {
		text_free(&told);
		return out_of_memory(&desk->io);
	}
	return tell(&desk->io.out, &told);
}

int canasta_format(const struct canasta_io *io, const char *path, enum canasta_format what, int *changed)
{
	struct desk *desk = desk_new(io);
	struct keeping keeping = { .bytes = { 0 } };
	const struct library_file *file;
	struct span nowhere = { 0 };
	int status, differs = 0;

	if (changed != NULL)
		*changed = 0;
	if (desk == NULL)
		return out_of_memory(io);
	keeping.reader = desk->library.reader;
	if (keeping.reader.read != NULL)
		desk->library.reader = (struct reader){ read_and_keep, &keeping };
	file = library_open(&desk->library, path, nowhere);
	status = desk_tell(desk);
	if (status == CANASTA_FINE && file != NULL)
		status = format_file(desk, file, what, &keeping.bytes, &differs);
	if (changed != NULL)
		*changed = differs;
	text_free(&keeping.bytes);
	desk_free(desk);
	return status;
}
