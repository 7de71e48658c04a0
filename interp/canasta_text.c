/* canasta_text.c -- the public functions that write rules files: laid out anew, or new ones to start from. */
#include "workspace.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/tree.h"
#include "tools/line_diff.h"
#include "reports/reports.h"
#include "rules/build.h"

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
	bytes->failed |= keeping->bytes.failed;
	return result;
}

/* Lays [file] out; writes that, or in what it differs from [before]. */
static int format_file(struct workspace *workspace, const struct library_file *file, enum canasta_format what,
                       const struct text *before, int *changed)
{
	struct text after = { 0 }, written = { 0 };
	bool well = source_format(&workspace->library.diags, file->source, &after);

	*changed = well && !(before->length == after.length &&
	                     memcmp(text_read(before), text_read(&after), before->length) == 0);
	if (well && after.length > SOURCE_BYTES_MAX) {
		text_free(&after);
		return io_error(
			&workspace->io, CANASTA_MISUSE,
			"`%s` would be longer than a rules file may be (a megabyte) once it is laid out; it stays as "
			"it is",
			file->path);
	}
	if (what == CANASTA_FORMAT_DIFF && well)
		well = line_diff_write(file->path, before, "as canasta fmt has it", &after, &written);
	else if (what == CANASTA_FORMAT_TEXT)
		text_add_bytes(&written, text_read(&after), after.length);
	text_end(&after, &written);
	if (!well || written.failed) {
		text_free(&written);
		return out_of_memory(&workspace->io);
	}
	return io_write(&workspace->io, &written);
}

int canasta_format(const struct canasta_io *io, const char *path, enum canasta_format what, int *changed)
{
	struct workspace *workspace = workspace_new(io);
	struct keeping keeping = { .bytes = { 0 } };
	const struct library_file *file;
	struct span nowhere = { 0 };
	int status, differs = 0;

	if (changed != NULL)
		*changed = 0;
	if (workspace == NULL)
		return out_of_memory(io);
	keeping.reader = workspace->library.reader;
	if (keeping.reader.read != NULL)
		workspace->library.reader = (struct reader){ .read = read_and_keep, .context = &keeping };
	file = library_open(&workspace->library, path, nowhere);
	status = workspace_report(workspace);
	if (status == CANASTA_FINE && file != NULL)
		status = format_file(workspace, file, what, &keeping.bytes, &differs);
	if (changed != NULL)
		*changed = differs;
	text_free(&keeping.bytes);
	workspace_free(workspace);
	return status;
}

/* ---- new ---- */

/* A name is a word that means nothing yet. */
static bool is_name(const char *name)
{
	size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");

	return length > 0 && name[length] == '\0' && !(name[0] >= '0' && name[0] <= '9');
}

/* How a file in [folder] names the variant that [from] does here: base:friday, "ours.canasta":friday. False if it
 * cannot, because the file of the variant lies elsewhere. */
static bool write_reference(const struct library_file *file, const char *from, const char *folder, struct text *out)
{
	size_t above = folder != NULL ? strlen(folder) : 0, length = strlen(file->path);

	if (file->shipped) {
		text_add(out, from);
		return true;
	}
	if (strncmp(from, folder != NULL ? folder : "", above) != 0 || from[above] == '/' || length < above ||
	    strncmp(from, file->path, length) != 0 || strpbrk(file->path + above, "\"\\") != NULL ||
	    strstr(file->path + above, "..") != NULL)
		return false;
	text_format(out, "\"%s\"%s", file->path + above, from + length);
	return true;
}

/* Lays the text out and writes it; a name that is taken by the language shows in its being no sound file. */
static int write_laid_out(struct workspace *workspace, const char *name, const struct text *text)
{
	struct diags *diags = &workspace->library.diags;
	struct text laid_out = { 0 };
	struct span bad;
	int number, errors = diags->errors;

	if (sources_add(diags->sources, name, text_read(text), text->length, &number, &bad) != SOURCE_OK)
		return out_of_memory(&workspace->io);
	tree_read(diags, number);
	if (diags->errors > errors)
		return io_error(&workspace->io, CANASTA_MISUSE,
		                "`%s` has a meaning in the language; choose another name", name);
	if (!source_format(diags, number, &laid_out)) {
		text_free(&laid_out);
		return out_of_memory(&workspace->io);
	}
	return io_write(&workspace->io, &laid_out);
}

/* Writes the text for [rules], which [from] names. */
static int write_new(struct workspace *workspace, const struct library_file *file, const struct rules *rules,
                     const char *name, const char *from, const char *folder)
{
	struct text text = { 0 }, extends = { 0 };
	int status;

	if (file->shipped && strcmp(from, name) == 0)
		status = io_error(
			&workspace->io, CANASTA_MISUSE,
			"`%s` are the rules you start from, and rules cannot extend those of their own name; call "
			"yours `our_%s`",
			name, name);
	else if (!write_reference(file, from, folder, &extends))
		status = io_error(&workspace->io, CANASTA_MISUSE,
		                  "a file can only extend one that lies beside it or below it, which `%s` does not",
		                  from);
	else {
		starter_write(rules, name, text_read(&extends), &text);
		status = extends.failed || text.failed ? out_of_memory(&workspace->io)
		                                       : write_laid_out(workspace, name, &text);
	}
	text_free(&text);
	text_free(&extends);
	return status;
}

int canasta_new_text(const struct canasta_io *io, const char *name, const char *from, const char *folder)
{
	struct workspace *workspace;
	const struct library_file *file;
	const struct statement *parent;
	const struct rules *rules;
	int status;

	if (!is_name(name))
		return io_error(io, CANASTA_MISUSE, "`%s` is no name; a name is one word of letters, digits and _",
		                name);
	workspace = workspace_new(io);
	if (workspace == NULL)
		return out_of_memory(io);
	parent = library_variant(&workspace->library, from, &file);
	rules = parent != NULL ? rules_build_variant(&workspace->library, file, parent, NULL, 0) : NULL;
	status = workspace_report(workspace);
	if (status == CANASTA_FINE && rules != NULL)
		status = write_new(workspace, file, rules, name, from, folder);
	workspace_free(workspace);
	return status;
}
