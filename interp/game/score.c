/* score.c -- what a deal scores: the bonus of every kind of canasta, then the items of rules->score. */
#include "game/play.h"

#include <string.h>

static int32_t score_item(const struct in_score *item, const struct question *about)
{
	int32_t points;

	if (!ask(item->when, about))
		return 0;
	points = ask(item->points, about);
	return ask(item->minus, about) ? -points : points;
}

void game_score(const struct game *game, struct tally *tally)
{
	const struct rules *rules = game->rules;

	memset(tally, 0, sizeof *tally);
	tally->lines = rules->canasta_count + rules->score_count;
	for (int side = 0; side < rules->table.sides; side++) {
		struct question about = { .game = game, .seat = game->turn.seat, .side = (uint8_t)side };
		int32_t *line = tally->line[side];
		for (int i = 0; i < rules->canasta_count; i++)
			*line++ = game->side[side].canastas_of[i] * ask(rules->canasta[i].bonus, &about);
		for (int i = 0; i < rules->score_count; i++)
			*line++ = score_item(&rules->score[i], &about);
		for (int i = 0; i < tally->lines; i++)
			tally->total[side] += tally->line[side][i];
	}
}

const char *tally_line_name(const struct rules *rules, int line)
{
	return line < rules->canasta_count ? rules->canasta[line].name : rules->score[line - rules->canasta_count].name;
}

bool game_is_over(const struct rules *rules, const int32_t *totals, int *winner)
{
	int best = 0, level = 0;

	for (int side = 1; side < rules->table.sides; side++)
		if (totals[side] > totals[best])
			best = side;
	for (int side = 0; side < rules->table.sides; side++)
		level += totals[side] == totals[best];
	*winner = level == 1 ? best : NOBODY;
	if (totals[best] < rules->game.to)
		return false;
	return level == 1 || rules->game.tie == game_tie_shared;
}

int32_t game_margin(const struct rules *rules, const int32_t *totals)
{
	int32_t first = INT32_MIN, second = INT32_MIN;

	for (int side = 0; side < rules->table.sides; side++)
		if (totals[side] > first)
			second = first, first = totals[side];
		else if (totals[side] > second)
			second = totals[side];
	return first - second;
}
