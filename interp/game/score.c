/* score.c -- what a deal scores: the bonus of every kind of canasta, then the items of rules->score. */
#include "game/play.h"

#include <string.h>

static int32_t score_asked(const struct in_score *item, const struct question *about)
{
	int32_t points;

	if (!ask(item->when, about))
		return 0;
	points = ask(item->points, about);
	return ask(item->minus, about) ? -points : points;
}

/* The same item for every player of the side, or only for the one whose total it is. */
static int32_t score_players(const struct in_score *item, const struct question *about)
{
	const struct game *game = about->game;
	int32_t points = 0;

	for (int seat = 0; seat < game->rules->seats; seat++) {
		struct question one = *about;
		one.seat = (uint8_t)seat;
		if (account_of(game, seat) == about->account)
			points += score_asked(item, &one);
	}
	return points;
}

/* What is asked for the total of side [account]: of the side whose points go there, in the last turn. */
static struct question question_for(const struct game *game, int account)
{
	int side = totals_are_personal(game->rules) ? game->seat[account].side : account;

	return (struct question){ .game = game,
		                  .seat = game->turn.seat,
		                  .side = (uint8_t)side,
		                  .credited = true,
		                  .account = (uint8_t)account };
}

void game_score(const struct game *game, struct tally *tally)
{
	const struct rules *rules = game->rules;

	memset(tally, 0, sizeof *tally);
	tally->lines = rules->canasta_count + rules->score_count;
	for (int account = 0; account < rules->table.sides; account++) {
		struct question about = question_for(game, account);
		int32_t *line = tally->line[account];
		for (int i = 0; i < rules->canasta_count; i++)
			*line++ = game->side[about.side].canastas_of[i] * ask(rules->canasta[i].bonus, &about);
		for (int i = 0; i < rules->score_count; i++) {
			const struct in_score *item = &rules->score[i];
			*line++ =
				item->per == score_per_player ? score_players(item, &about) : score_asked(item, &about);
		}
		for (int i = 0; i < tally->lines; i++)
			tally->total[account] += tally->line[account][i];
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
