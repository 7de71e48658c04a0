/* recording_play.c -- a recorded game is played again, line by line. Nothing in a record is believed: each act is judged,
 * and each score worked out again. */
#include "tools/recording.h"

#include <string.h>
#include <strings.h>
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "text/json.h"
#include "reports/seat_names.h"

/* ---- a line ---- */

static bool play_deal(struct canasta_record *record, struct canasta_game *game, unsigned long number, struct text *why)
{
	if (game->moment == CANASTA_TO_ACT)
		text_format(why, "deal %lu is not over yet", (unsigned long)game->game.deal + 1);
	else if (game->moment == CANASTA_GAME_OVER)
		text_add(why, "the game is over");
	else if (number != game->game.deal + 1UL + (game->moment == CANASTA_DEAL_OVER))
		text_format(why, "deal %lu should come next",
		            game->game.deal + 1UL + (game->moment == CANASTA_DEAL_OVER));
	else if (record->cards == CARDS_TOLD) {
		playing_next_deal(game);
		told_begin(&record->told, game);
	} else
		canasta_game_deal(game);
	return why->length == 0;
}

static bool check_score(const struct canasta_record *record, struct canasta_game *game, const char *said,
                        struct text *why)
{
	struct text words = { 0 };

	if (!playing_deal_is_over(game)) {
		text_add(why, "the deal is not over yet");
		return false;
	}
	game->score_recorded = true;
	record_score_words(&game->game, &game->tally, &words);
	if (strcasecmp(text_read(&words), said) != 0)
		text_format(why, "the scores are not right; they should be\n  %s%s", text_read(&words),
		            record->told.made_up == 0 ? ""
		                                      : "\n  But not all cards are known: a line "
		                                        "\"hand NAME: ...\" above names those that are left.");
	text_end(&words, why);
	return why->length == 0;
}

static bool play_event(struct canasta_game *game, const char *words, struct text *why)
{
	int event, side;

	if (game->moment != CANASTA_TO_ACT) {
		text_add(why, "nobody is to act now");
		return false;
	}
	if (!playing_read_event(game, words, &event, &side, why))
		return false;
	playing_event(game, event, side);
	return true;
}

/* Plays "draw", or "draw 7", for a player who is to act. */
static bool play_words(struct canasta_record *record, struct canasta_game *game, const char *words, struct text *why)
{
	struct act acts[ACTS_OF_A_LINE];
	struct text act = { 0 };
	int count, drawn, stock = game->game.stock_size;
	bool well;

	if (strcasecmp(words, "undo") == 0) {
		if (playing_undo(game))
			return true;
		text_add(why, "there is nothing that could be taken back");
		return false;
	}
	if (record->cards != CARDS_TOLD) {
		count = acts_parse(&game->game, words, acts, ACTS_OF_A_LINE, why);
		return count > 0 && playing_do(game, acts, count, NULL, why);
	}
	drawn = told_draw(&record->told, game, words, &act, why);
	count = drawn >= 0 ? acts_parse(&game->game, text_read(&act), acts, ACTS_OF_A_LINE, why) : 0;
	well = count > 0 && playing_do(game, acts, count, NULL, why) &&
	       told_came(&record->told, game, stock, drawn, why);
	text_end(&act, why);
	return well && !why->failed;
}

/* Plays "South: draw". */
static bool play_act(struct canasta_record *record, struct canasta_game *game, const char *words, struct text *why)
{
	const struct rules *rules = game->rules;
	int seat = canasta_game_seat(game);
	const char *act = NULL;
	struct text reason = { 0 };
	int named = 0;

	while (named < rules->table.players && (act = words_behind(words, seat_name(rules, named), ':')) == NULL)
		named++;
	if (act == NULL)
		text_format(why, "this is neither a deal, an act of a player, an event nor a score: \"%s\"", words);
	else if (seat < 0)
		text_add(why, game->moment == CANASTA_GAME_OVER ? "the game is over" : "the deal is over");
	else if (named != seat)
		text_format(why, "%s is to act, not %s", seat_name(rules, seat), seat_name(rules, named));
	if (why->length > 0 || why->failed)
		return false;
	if (play_words(record, game, act, &reason))
		return true;
	text_format(why, "%s cannot \"%s\": %s", seat_name(rules, seat), act, text_read(&reason));
	text_end(&reason, why);
	return false;
}

static bool play_line(struct canasta_record *record, struct canasta_game *game, const char *words, struct text *why)
{
	const char *value;

	if (record->closed) {
		text_add(why, "the seed stands above, and with it the game ends");
		return false;
	}
	if (recording_deal_said(words) > 0)
		return play_deal(record, game, recording_deal_said(words), why);
	if (record->cards == CARDS_SEALED && words_behind(words, "seed", ':') != NULL)
		return record->closed = true;
	if (words_behind(words, "score", ':') != NULL)
		return check_score(record, game, words, why);
	if ((value = words_behind(words, "event", ':')) != NULL)
		return play_event(game, value, why);
	return play_act(record, game, words, why);
}

enum record_found recording_step(struct canasta_record *record, struct canasta_game *game, struct text *why)
{
	const struct record_reader before = record->body;
	struct text words = { 0 };
	enum record_found found = record_read(&record->body, &words, why);

	if (found == RECORD_LINE && record->cards == CARDS_TOLD &&
	    told_line(&record->told, game, text_read(&words), why))
		found = why->length > 0 ? RECORD_FAULT : RECORD_LINE;
	else if (found == RECORD_LINE && record->told.dealing) { /* all is told of the deal; the line comes again */
		record->body = before;
		found = told_deal(&record->told, game, &before, why) ? RECORD_LINE : RECORD_FAULT;
	} else if (found == RECORD_LINE && !play_line(record, game, text_read(&words), why))
		found = RECORD_FAULT;
	text_end(&words, why);
	return why->failed ? RECORD_FAULT : found;
}

int recording_game(const struct canasta_io *io, struct canasta_record *record, struct canasta_game **game)
{
	*game = NULL;
	record->played = NULL; /* its reader goes back to the beginning */
	if (canasta_record_cards(record) == CANASTA_CARDS_SEALED)
		return complain(io, CANASTA_FINDINGS,
		                "%s does not tell its seed yet: before that nobody can say how the cards lay",
		                record->name);
	record->body = record->start;
	record->told = (struct cards_told){ 0 };
	record->closed = false;
	return canasta_game_new(io, record->variant, record->seed, game);
}

/* ---- what is wrong ---- */

int recording_fault(const struct canasta_io *io, const struct canasta_record *record, struct text *why)
{
	struct text line = { 0 }, lines = { 0 };

	text_format(&line, "%s:%d: %s", record->name, record->body.line, text_read(why));
	playing_wrap(text_read(&line), TABLE_WIDTH, &lines);
	text_end(why, &lines);
	text_end(&line, &lines);
	return pour(&io->messages, &lines) == CANASTA_FINE ? CANASTA_FINDINGS : out_of_memory(io);
}

struct json_t *recording_fault_object(int line, const char *why)
{
	json_t *details = json_array(), *fault;
	size_t sentence = strcspn(why, "\n");
	struct text detail = { 0 };

	for (const char *at = why + sentence + (why[sentence] != '\0'); *at != '\0';) {
		size_t length = strcspn(at, "\n"), blanks = strspn(at, " ");
		text_add(&detail, detail.length > 0 ? " " : "");
		text_add_bytes(&detail, at + blanks, length - blanks);
		at += length + (at[length] != '\0');
		if (strspn(at, " ") >= 4) /* goes on */
			continue;
		json_add(&details, json_text(&detail));
		text_free(&detail);
	}
	text_add_bytes(&detail, why, sentence);
	fault = json_pack("{s:i, s:o, s:o}", "line", line, "sentence", json_text(&detail), "details", details);
	text_free(&detail);
	return fault;
}
