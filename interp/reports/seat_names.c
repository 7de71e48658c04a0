/* seat_names.c -- four players sit as at bridge, so that partners are seen at a glance; others are numbered. */
#include "reports/seat_names.h"

#include <string.h>
#include "game/game.h"
#include "grammar/text.h"

const char *seat_name(const struct rules *rules, int seat)
{
	static const char *const compass[] = { "South", "West", "North", "East" };
	static const char *const numbered[PLAYERS_MAX] = { "Player 1", "Player 2", "Player 3",
		                                           "Player 4", "Player 5", "Player 6" };

	return rules->table.players == 4 ? compass[seat] : numbered[seat];
}

void side_name(const struct rules *rules, int side, struct text *out)
{
	int players = rules->table.players, sides = rules->table.sides;

	if (players == sides) {
		text_add(out, seat_name(rules, side));
		return;
	}
	if (players == 4) {
		text_add(out, side == 0 ? "North-South" : "East-West");
		return;
	}
	text_add(out, "Players");
	for (int seat = side; seat < players; seat += sides)
		text_format(out, "%s %d", seat == side ? "" : ",", seat + 1);
}

void side_name_now(const struct rules *rules, const uint8_t *side_of, int side, struct text *out)
{
	const char *gap = "";

	if (rules->table.alone == table_alone_nobody) {
		side_name(rules, side, out);
		return;
	}
	for (int seat = 0; seat < rules->table.players; seat++)
		if (side_of[seat] == side) {
			text_format(out, "%s%s", gap, seat_name(rules, seat));
			gap = " and ";
		}
}

void word_in_words(const char *name, size_t length, struct text *out)
{
	for (size_t i = 0; i < length; i++)
		text_add_bytes(out, name[i] == '_' ? " " : &name[i], 1);
}

void name_in_words(const char *name, struct text *out)
{
	word_in_words(name, strlen(name), out);
}

void kind_of_canasta_in_words(const struct rules *rules, int canasta, struct text *out)
{
	const char *name = rules->canasta[canasta].name;

	name_in_words(name, out);
	if (strstr(name, "canasta") == NULL)
		text_add(out, " canasta");
}

void tally_line_in_words(const struct rules *rules, int line, struct text *out)
{
	const char *title = tally_line_title(rules, line);

	if (title != NULL)
		text_add(out, title);
	else if (line < rules->canasta_count) {
		kind_of_canasta_in_words(rules, line, out);
		text_add(out, "s");
	} else
		name_in_words(tally_line_name(rules, line), out);
}
