/* canasta_edit.c -- the public functions for editors: what stands at a place in a file, and the words of the language. */
#include "workspace.h"

#include <jansson.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/tree.h"
#include "reports/reports.h"
#include "rules/rules.h"

_Static_assert((int)CANASTA_COMPLETION == (int)ASK_COMPLETION && (int)CANASTA_MEANING == (int)ASK_MEANING &&
                       (int)CANASTA_DEFINITION == (int)ASK_DEFINITION &&
                       (int)CANASTA_REFERENCES == (int)ASK_REFERENCES && (int)CANASTA_OUTLINE == (int)ASK_OUTLINE,
               "as asked");

/* Opens [path]; NULL with its status, and a message, if it cannot be read. */
static struct workspace *open_file(const struct canasta_io *io, const char *path, const struct library_file **file,
                                   int *status)
{
	struct workspace *workspace = workspace_new(io);
	struct span nowhere = { 0 };

	if (workspace == NULL) {
		*status = out_of_memory(io);
		return NULL;
	}
	*file = library_open(&workspace->library, path, nowhere);
	if (*file != NULL)
		return workspace;
	*status = workspace_report(workspace);
	workspace_free(workspace);
	return NULL;
}

int canasta_ask(const struct canasta_io *io, const char *path, enum canasta_question question, int line, int column)
{
	struct workspace *workspace;
	const struct library_file *file;
	int status;

	if ((unsigned)question > CANASTA_OUTLINE)
		return io_error(io, CANASTA_MISUSE, "there is no question %d", (int)question);
	workspace = open_file(io, path, &file, &status);
	if (workspace == NULL)
		return status;
	status = io_write_json(io,
	                       editing_json(&workspace->library, file, (enum editor_question)question, line, column));
	workspace_free(workspace);
	return status;
}

int canasta_tokens(const struct canasta_io *io, const char *path)
{
	const struct library_file *file;
	struct text text = { 0 };
	int status;
	struct workspace *workspace = open_file(io, path, &file, &status);

	if (workspace == NULL)
		return status;
	editing_tokens(&workspace->library, file, &text);
	status = io_write(io, &text);
	workspace_free(workspace);
	return status;
}

int canasta_shipped(const struct canasta_io *io, const char *path)
{
	for (int i = 0; i < shipped_count; i++)
		if (strcmp(shipped_files[i].path, path) == 0) {
			if (io->out.write != NULL)
				io->out.write(io->out.context, shipped_files[i].text, shipped_files[i].length);
			return CANASTA_FINE;
		}
	return io_error(io, CANASTA_MISUSE, "no file `%s` comes with canasta", path);
}

/* Settings have places of their own: only a word of the grammar cannot be a name. */
int canasta_is_name(const char *name)
{
	size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");

	if (length == 0 || name[length] != '\0' || (name[0] >= '0' && name[0] <= '9'))
		return 0;
	for (int i = 0; reserved_word(i) != NULL; i++)
		if (strcmp(reserved_word(i), name) == 0)
			return 0;
	return 1;
}

int canasta_syntax(const struct canasta_io *io, const char *editor)
{
	struct text text = { 0 };

	if (syntax_write(editor, &text))
		return io_write(io, &text);
	text_free(&text);
	return io_error(io, CANASTA_MISUSE, "there is no syntax file for `%s`; there are: vim, emacs, textmate",
	                editor);
}
