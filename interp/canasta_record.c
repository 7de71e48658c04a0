/* canasta_record.c -- the public functions for records: a game is recorded from its beginning; a record is opened, played again and
 * continued; what is reported of it. */
#include "tools/replay.h"

#include <stdio.h>
#include "grammar/arena.h"
#include "grammar/text.h"

/* ---- a game that is recorded ---- */

/* True if nothing has been done in [game]. */
static bool is_new(const struct canasta_game *game)
{
	return game->moment == CANASTA_TO_DEAL && game->lines == 0;
}

int canasta_game_seal(struct canasta_game *game)
{
	if (!is_new(game) || game->record_begun)
		return CANASTA_MISUSE;
	game->cards = CARDS_SEALED;
	return CANASTA_FINE;
}

int canasta_game_record(const struct canasta_io *io, struct canasta_game *game, const struct canasta_out *to,
                        const char *const *who, const char *date)
{
	const struct canasta_variant *variant = game->variant;
	struct record_head head = { .rules = game->rules,
		                    .reference = variant->called,
		                    .options = variant->options,
		                    .option_count = variant->option_count,
		                    .cards = game->cards,
		                    .seed = game->game.seed,
		                    .who = who,
		                    .date = date };
	struct text lines = { 0 };
	int status;

	if (game->record_begun)
		return io_error(io, CANASTA_MISUSE, "a game has one record, and this one is recorded already");
	if (!is_new(game))
		return io_error(io, CANASTA_MISUSE, "a game is recorded from its beginning");
	status = name_not_recorded(io, record_head_fault(&head));
	if (status != CANASTA_FINE)
		return status;
	if (!record_begin(&game->recorder, &head, &lines))
		return out_of_memory(io);
	if (out_write(to, &lines) != CANASTA_FINE)
		return out_of_memory(io);
	game->record = *to;
	game->record_begun = true;
	return CANASTA_FINE;
}

int canasta_record_continue(const struct canasta_record *record, struct canasta_game *game,
                            const struct canasta_out *to)
{
	bool over = playing_deal_is_over(game);
	size_t whole = record->whole;

	if (record->played != game || record->lines != game->lines || game->record_begun ||
	    record->cards == CARDS_NAMED)
		return CANASTA_MISUSE;
	game->record_begun = true;
	game->recorder = record->body.recorder;
	game->record = *to;
	if (whole > 0 && record->body.bytes[whole - 1] != '\n' && to->write != NULL)
		to->write(to->context, "\n", 1);
	game->cards = record->cards;
	if (over && !game->score_recorded)
		recording_score(game);
	if (game->moment == CANASTA_GAME_OVER && !record->closed)
		recording_end(game);
	return game->record_lost ? CANASTA_INTERNAL : CANASTA_FINE;
}

/* ---- a record that is opened ---- */

int canasta_record_open(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                        struct canasta_record **record)
{
	const struct replay_rules from = { .beside = true };

	return replay_open(io, name, bytes, length, &from, record);
}

int canasta_record_open_by(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                           const char *reference, struct canasta_record **record)
{
	const struct replay_rules from = { .reference = reference };

	return replay_open(io, name, bytes, length, &from, record);
}

int canasta_record_open_with(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                             struct canasta_variant *variant, struct canasta_record **record)
{
	const struct replay_rules from = { .variant = variant };

	return replay_open(io, name, bytes, length, &from, record);
}

void canasta_record_free(struct canasta_record *record)
{
	if (record == NULL)
		return;
	if (!record->variant_is_borrowed)
		canasta_free(record->variant);
	arena_free(record->arena);
}

const struct canasta_variant *canasta_record_variant(const struct canasta_record *record)
{
	return record->variant;
}

enum canasta_cards canasta_record_cards(const struct canasta_record *record)
{
	return record->cards == CARDS_NAMED                       ? CANASTA_CARDS_NAMED
	       : record->cards == CARDS_SEALED && !record->opened ? CANASTA_CARDS_SEALED
	                                                          : CANASTA_CARDS_OF_A_SEED;
}

uint64_t canasta_record_seed(const struct canasta_record *record)
{
	return record->seed;
}

const char *canasta_record_date(const struct canasta_record *record)
{
	return record->date;
}

const char *canasta_record_who(const struct canasta_record *record, int seat)
{
	return seat >= 0 && seat < PLAYERS_MAX ? record->who[seat] : NULL;
}

size_t canasta_record_whole(const struct canasta_record *record)
{
	return record->whole;
}

int canasta_record_unseal(const struct canasta_io *io, struct canasta_record *record, uint64_t seed)
{
	char words[24];

	if (record->cards != CARDS_SEALED)
		return CANASTA_FINE;
	snprintf(words, sizeof words, "%llu", (unsigned long long)seed);
	if (replay_seal_fits(record, words)) {
		record->seed = seed;
		record->opened = true;
		return CANASTA_FINE;
	}
	return io_error(io, CANASTA_FINDINGS, "%s: %s is not the seed that its commitment is to", record->name, words);
}

/* ---- playing it again ---- */

/* True once the game is at the point that [until] names. */
static bool is_reached(const struct canasta_game *game, int line, const struct canasta_point *until)
{
	unsigned deal = game->game.deal + 1;

	if (until == NULL)
		return false;
	if (until->line > 0)
		return line >= until->line;
	return game->moment != CANASTA_TO_DEAL && until->deal > 0 &&
	       (deal > (unsigned)until->deal ||
	        (deal == (unsigned)until->deal && game->game.turn.number >= until->turn));
}

int canasta_record_play(const struct canasta_io *io, struct canasta_record *record, const struct canasta_point *until,
                        struct canasta_game **game)
{
	struct text why = { 0 };
	enum record_found found = RECORD_LINE;
	int status = replay_begin(io, record, game);
	bool reached;

	if (status != CANASTA_FINE)
		return status;
	reached = is_reached(*game, record->body.line, until);
	while (found == RECORD_LINE && !reached) {
		found = replay_step(record, *game, &why);
		reached = is_reached(*game, record->body.line, until);
	}
	if (found == RECORD_FAULT)
		status = replay_fault(io, record, &why);
	else if (until != NULL && !reached)
		status = io_error(io, CANASTA_MISUSE, "%s does not go so far", record->name);
	else if (until != NULL && until->line == 0 && (*game)->game.deal + 1 > (unsigned)until->deal)
		status = io_error(io, CANASTA_MISUSE, "%s: deal %d ends before turn %d", record->name, until->deal,
		                  until->turn);
	else if (found == RECORD_END) {
		record->played = *game;
		record->lines = (*game)->lines;
	}
	if (status == CANASTA_FINE || status == CANASTA_FINDINGS)
		return status;
	canasta_game_free(*game);
	*game = NULL;
	return status;
}

/* ---- writing the cards down ---- */

int canasta_record_name_cards(const struct canasta_io *io, struct canasta_record *record)
{
	enum record_found found = RECORD_LINE;
	struct canasta_game *game;
	struct text why = { 0 };
	int status = replay_begin(io, record, &game);

	if (status != CANASTA_FINE)
		return status;
	game->cards = CARDS_NAMED;
	status = canasta_game_record(io, game, &io->out, record->who, record->date);
	while (status == CANASTA_FINE && found == RECORD_LINE)
		found = replay_step(record, game, &why);
	if (status == CANASTA_FINE && game->record_lost)
		status = out_of_memory(io);
	if (status == CANASTA_FINE && found == RECORD_FAULT)
		status = replay_fault(io, record, &why);
	text_free(&why);
	canasta_game_free(game);
	return status;
}

/* ---- reports ---- */

int canasta_record_report(const struct canasta_io *io, struct canasta_record *record, int json)
{
	return replay_report(io, record, json != 0);
}

int canasta_record_under(const struct canasta_io *io, struct canasta_record *record,
                         const struct canasta_variant *under, int json)
{
	return replay_report_under(io, record, under, json != 0);
}

int canasta_record_analyse(const struct canasta_io *io, struct canasta_record *record, int samples, int milliseconds)
{
	const struct budget budget = { samples > 0 ? samples : 0, milliseconds > 0 ? milliseconds : 0 };

	return replay_analyse(io, record, &budget);
}
