/* fuzz_json.c -- a position as a JSON object, as `judge` and `score` read it from a file: it becomes lines, which are parsed, or something
 * is said against it. The first byte chooses the game. */
#include <stdint.h>
#include <string.h>

#include "grammar/tree.h"
#include "notation/position_text.h"
#include "reports/judge.h"
#include "shared_rules.h"
#include "workspace.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

struct file {
	const char *bytes;
	size_t length;
};

static enum canasta_read read_file(void *context, const char *path, const struct canasta_out *to)
{
	const struct file *file = context;

	(void)path;
	to->write(to->context, file->bytes, file->length);
	return CANASTA_READ_OK;
}

static void count(void *context, const char *bytes, size_t length)
{
	(void)bytes;
	*(size_t *)context += length;
}

static void parse(const struct dispute *dispute, struct rules *rules)
{
	static struct position_parser parser;
	static struct library library;
	const struct statement *part;
	const char *lines = dispute->part[0].lines;

	if (lines == NULL)
		return;
	library_begin(&library, arena_new(), (struct reader){ .read = NULL, .context = NULL });
	part = library_lines(&library, "the position", lines, strlen(lines));
	position_parser_begin(&parser, &library, rules, &part, 1, dispute->act);
	for (const struct statement *line = part; line != NULL && !parser.faulty; line = line->next)
		position_parser_any_line(&parser, line);
	if (!parser.faulty)
		position_parser_finish(&parser, (struct span){ 0 });
	if (parser.faulty && library.diags.errors == 0)
		abort();
	arena_free(library.arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct file file = { (const char *)bytes + 1, length - 1 };
	size_t said = 0;
	const struct canasta_io io = { .reader = { .read = read_file, .context = &file },
		                       .out = { count, &said },
		                       .messages = { count, &said } };
	const struct canasta_dispute asked = { .file = "position.json" };
	struct dispute dispute = { .act = NULL };
	struct arena *arena;
	int status;

	if (length < 2 || length > 2000 || bytes[1] != '{')
		return 0;
	arena = arena_new();
	status = dispute_read(&io, &asked, false, arena, &dispute);
	if ((status == CANASTA_FINE) == (said > 0))
		abort();
	if (status == CANASTA_FINE)
		parse(&dispute, shared_rules(bytes[0]));
	arena_free(arena);
	return 0;
}
