/* fuzz_positions.c -- whatever the lines of a position are, they are parsed or something is found. A position that was parsed can be
 * written, and what is written is parsed as the same position. The first byte chooses the game. */
#include <stdint.h>
#include <string.h>

#include "game/game.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/position_text.h"
#include "shared_rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { LINES_MOST = 2000 };

/* Parses [lines] into [parser], whose library begins with them and which keeps [part]. True if nothing was found. */
static bool parse(struct position_parser *parser, struct library *library, struct rules *rules, const char *lines,
                  size_t length, const struct statement **part)
{
	struct reader none = { .read = NULL, .context = NULL };

	library_begin(library, arena_new(), none);
	*part = library_lines(library, "the position", lines, length);
	if (library->diags.errors > 0)
		return false;
	position_parser_begin(parser, library, rules, part, 1, NULL);
	for (const struct statement *line = *part; line != NULL && !parser->faulty; line = line->next)
		position_parser_any_line(parser, line);
	if (!parser->faulty && position_parser_finish(parser, (struct span){ 0 }))
		return true;
	if (library->diags.errors == 0)
		abort();
	return false;
}

static bool plays_on(const struct statement *line)
{
	for (; line != NULL; line = line->next)
		if (line->kind == STATEMENT_RULE && (strcmp(line->head, "do") == 0 || strcmp(line->head, "ended") == 0))
			return true;
	return false;
}

/* What is written of a turn that begins is parsed as what it was. */
static void write_and_parse_again(const struct position_parser *first, struct rules *rules)
{
	static struct position_parser again;
	static struct library library;
	const struct statement *part;
	struct text once = { 0 }, twice = { 0 };

	position_write(&first->position.game, NULL, &once);
	if (!parse(&again, &library, rules, text_read(&once), once.length, &part))
		abort();
	position_write(&again.position.game, NULL, &twice);
	if (strcmp(text_read(&once), text_read(&twice)) != 0)
		abort();
	text_free(&once);
	text_free(&twice);
	arena_free(library.arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	static struct position_parser parser;
	static struct library library;
	const struct statement *part;
	struct text findings = { 0 };
	struct rules *rules;
	struct acts acts;
	char lines[LINES_MOST];

	if (length == 0 || length >= sizeof lines)
		return 0;
	rules = shared_rules(bytes[0]);
	memcpy(lines, bytes + 1, length - 1);
	if (parse(&parser, &library, rules, lines, length - 1, &part)) {
		const struct game *game = &parser.position.game;
		game_legal(game, &acts);
		if (game->phase == PHASE_DRAW && !plays_on(part))
			write_and_parse_again(&parser, rules);
	}
	diags_write(&library.diags, &findings);
	text_free(&findings);
	arena_free(library.arena);
	return 0;
}
