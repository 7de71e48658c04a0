/* wire.c -- a room of the server around a game. It stands on what the server has but for requests, files and codes for cameras. */
#include "tests/serve/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/events.h"
#include "serve/qr.h"
#include "serve/words.h"
#include "tools/playing.h"

enum { RECORD_BEFORE = 1000 };

/* Links are no part of a game; so this needs no library that draws codes. */
bool qr_write(const char *words, struct canasta_bytes *to)
{
	(void)words, (void)to;
	return false;
}

/* A room with a game, and what was added to its record. */
struct table {
	struct canasta_variant variant;
	struct room room;
	struct canasta_bytes record;
};

static void set_up(struct table *table, const struct game *game, const struct suits *suits)
{
	struct canasta_io io = { 0 };

	*table = (struct table){ .variant.rules = game->rules, .room.hints = true };
	table->room.variant = &table->variant;
	table->room.length = RECORD_BEFORE;
	for (int i = 0; i < canasta_players(&table->variant); i++) {
		struct chair *chair = &table->room.chair[i];
		snprintf(chair->hash, sizeof chair->hash, "%d", i);
		snprintf(chair->name, sizeof chair->name, "Player %c", 'A' + i);
		chair->streams = 1;
	}
	if (canasta_game_new(&io, &table->variant, game->seed, &table->room.game) != CANASTA_FINE)
		abort();
	table->room.game->game = *game;
	table->room.game->suits = *suits;
	table->room.game->cards = CARDS_SEALED;
	table->room.game->record = canasta_bytes_out(&table->record);
	table->room.game->moment = CANASTA_TO_ACT;
	table->room.game->narration.meld = table->room.game->narration.canasta = -1; /* as after a deal */
}

/* Gives a deal that is over the scores of [scored]. */
static void settle_scores(struct canasta_game *game, const struct game *scored)
{
	if (game->game.phase != PHASE_OVER)
		return;
	game->moment = CANASTA_DEAL_OVER;
	game_score(scored, &game->tally);
	game_totals(scored, &game->tally, game->totals);
}

static void clear(struct table *table)
{
	canasta_game_free(table->room.game);
	canasta_bytes_free(&table->room.news);
	canasta_bytes_free(&table->record);
	for (int i = 0; i < SAVED_FILES; i++)
		canasta_bytes_free(&table->room.pending[i]);
}

static int chair_of(const struct game *game, int seat)
{
	return seat == NOBODY ? -1 : game->player[seat];
}

static bool sits_out(const struct game *game, int chair)
{
	return memchr(game->player, chair, (size_t)game->rules->seats) == NULL;
}

static void post(struct table *table, int chair, const char *words, struct canasta_bytes *to)
{
	char line[64];

	snprintf(line, sizeof line, "%s", words);
	say(to, "%u\n", hear(&table->room, (struct speaker){ .seat = chair }, line, to));
}

void wire_position(const struct game *game, const struct suits *suits, int seat, const struct game *scored,
                   struct canasta_bytes *to)
{
	static const char *const lines[] = { "why draw",   "why take",    "why discard K", "why meld 7 7 7",
		                             "why ask",    "offers ",     "offers 7 7",    "offers joker",
		                             "hint",       "score",       "score_so_far",  "at 1000 undo",
		                             "at 1000 no", "at 1000 back" };
	struct table table;
	struct place place = { 0 };

	set_up(&table, game, suits);
	settle_scores(table.room.game, scored);
	event_write(&table.room, chair_of(game, seat), &place, to);
	for (int chair = 0; seat == NOBODY && chair < canasta_players(&table.variant); chair++)
		if (sits_out(game, chair))
			event_write(&table.room, chair, &place, to);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		post(&table, chair_of(game, seat), lines[i], to);
	/* cards that she has, the lowest and all that she has of the highest */
	for (int kind = 0, all = 0; seat != NOBODY && all < 2; all++) {
		const struct cards *hand = &game->seat[seat].hand;
		char words[64] = "offers";
		kind = cards_kinds(hand) == 0 ? 0
		       : all                  ? 63 - __builtin_clzll(cards_kinds(hand))
		                              : __builtin_ctzll(cards_kinds(hand));
		for (int i = 0; i < (all ? cards_count(hand, kind) : 1) && i < 5; i++)
			snprintf(words + strlen(words), sizeof words - strlen(words), " %s",
			         game->rules->kind[kind].name);
		post(&table, chair_of(game, seat), words, to);
	}
	clear(&table);
}

/* The bytes of the first line, which is that of the act: what a deal scored is no secret. */
static size_t first_line(const struct canasta_bytes *record)
{
	const char *end = memchr(record->bytes, '\n', record->length);

	return (size_t)(end - record->bytes) + 1;
}

void wire_act(const struct game *game, const struct suits *suits, int seat, struct act act, const struct game *scored,
              struct canasta_bytes *to)
{
	struct table table;
	struct place place = { .length = RECORD_BEFORE };
	struct canasta_io news = { .out = canasta_bytes_out(&table.room.news) };

	set_up(&table, game, suits);
	playing_act(table.room.game, act, NULL);
	settle_scores(table.room.game, scored);
	table.room.length += first_line(&table.record);
	canasta_game_news(&news, table.room.game);
	event_write(&table.room, chair_of(game, seat), &place, to);
	clear(&table);
}
