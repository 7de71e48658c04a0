/* recording.c -- a game is written down as it is played: each line before its act is done, so that nobody sees what does
 * not stand in the record. */
#include "tools/recording.h"

/* Writes lines to the record. Behind one that is missing nothing is written any more: what is there stays whole. */
static void put(struct canasta_game *game, struct text *lines)
{
	if (game->record_lost || pour(&game->record, lines) != CANASTA_FINE)
		game->record_lost = true;
	text_free(lines);
}

/* How many cards [act] will bring from the stock. */
static int cards_coming(const struct game *game, struct act act)
{
	struct game after = *game;

	game_apply(&after, act);
	return game->stock_size - after.stock_size;
}

void recording_act(struct canasta_game *game, struct act act)
{
	struct text lines = { 0 };

	game->lines++;
	if (game->record.write == NULL)
		return;
	if (game->cards == CARDS_TOLD)
		record_act_and_cards(&game->recorder, &game->game, act, cards_coming(&game->game, act), &lines);
	else
		record_act(&game->recorder, &game->game, act, &lines);
	put(game, &lines);
}

void recording_undo(struct canasta_game *game)
{
	struct text lines = { 0 };

	game->lines++;
	if (game->record.write == NULL)
		return;
	record_undo(&game->recorder, &game->game, &lines);
	put(game, &lines);
}

void recording_event(struct canasta_game *game, int event, int side)
{
	struct text lines = { 0 };

	game->lines++;
	if (game->record.write == NULL)
		return;
	record_event(&game->recorder, &game->game, event, side, &lines);
	put(game, &lines);
}

void recording_deal(struct canasta_game *game)
{
	struct text lines = { 0 };

	game->lines++;
	if (game->record.write == NULL)
		return;
	record_deal(&game->recorder, &game->game, &lines);
	if (game->cards == CARDS_TOLD)
		record_dealt(&game->recorder, &game->game, &lines);
	put(game, &lines);
}

void recording_score(struct canasta_game *game)
{
	struct text lines = { 0 };

	game->score_recorded = game->record.write != NULL;
	if (game->record.write == NULL)
		return;
	record_score(&game->recorder, &game->game, &game->tally, &lines);
	put(game, &lines);
}

void recording_end(struct canasta_game *game)
{
	struct text lines = { 0 };

	if (game->record.write == NULL || game->cards != CARDS_SEALED)
		return;
	record_seed(&game->recorder, &game->game, &lines);
	put(game, &lines);
}
