/* replay.c -- a record is opened, and the game played again line by line. Its head has the rules, the origin of the cards
 * and the players. Nothing in a record is believed: each act is judged, and each score computed again. */
#include "tools/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "reports/wording.h"
#include "rules/compare.h"
#include "text/json.h"
#include "tools/table_compare.h"

/* ---- words of a line ---- */

unsigned long deal_number(const char *words)
{
	char *end;
	unsigned long number;

	words = words_behind(words, "deal", ' ');
	if (words == NULL || words[0] < '0' || words[0] > '9')
		return 0;
	number = strtoul(words, &end, 10);
	return *end == '\0' ? number : 0;
}

/* ---- fields ---- */

enum field {
	FIELD_VARIANT,
	FIELD_WITH,
	FIELD_TITLE,
	FIELD_RULES,
	FIELD_SEED,
	FIELD_COMMITMENT,
	FIELD_CARDS,
	FIELD_DATE,
	FIELDS
};

static const char *const FIELD_NAMES[FIELDS] = { "variant", "with",       "title", "rules",
	                                         "seed",    "commitment", "cards", "date" };

/* Sets the seed in [words]; false, with the reason, if they are none. */
static bool seed_read(struct canasta_record *record, const char *words, struct text *why)
{
	char *end;

	errno = 0;
	record->seed = strtoull(words, &end, 10);
	if (words[0] >= '0' && words[0] <= '9' && *end == '\0' && errno == 0)
		return true;
	text_format(why, "the seed should be a whole number, not \"%s\"", words);
	return false;
}

static bool read_commitment(struct canasta_record *record, const char *words, struct text *why)
{
	record->cards = CARDS_SEALED;
	record->commitment = words;
	if (strlen(words) == COMMITMENT_ROOM - 1 && strspn(words, "0123456789abcdefABCDEF") == COMMITMENT_ROOM - 1)
		return true;
	text_format(why, "a commitment has %d hexadecimal digits: the SHA-256 of the seed", COMMITMENT_ROOM - 1);
	return false;
}

static bool read_cards(struct canasta_record *record, const char *words, struct text *why)
{
	record->cards = CARDS_NAMED;
	if (strcasecmp(words, "told") == 0)
		return true;
	text_format(why, "`cards:` should be followed by `told`, not by \"%s\": each deal then names its cards", words);
	return false;
}

/* A second line about where the cards come from is an error. */
static bool read_origin(struct canasta_record *record, enum field field, const char *words, struct text *why)
{
	if (record->origin) {
		text_add(why, "where the cards come from is said above already");
		return false;
	}
	record->origin = true;
	return field == FIELD_SEED         ? seed_read(record, words, why)
	       : field == FIELD_COMMITMENT ? read_commitment(record, words, why)
	                                   : read_cards(record, words, why);
}

/* Sets [value], of which the head of a record has only one. */
static bool keep_once(enum field field, const char **value, const char *words, struct text *why)
{
	if (*value != NULL)
		text_format(why, "a line `%s:` stands above already", FIELD_NAMES[field]);
	else
		*value = words;
	return why->length == 0;
}

/* Keeps what a field says. */
static bool keep_field(struct canasta_record *record, enum field field, const char *words, struct text *why)
{
	const char *kept = arena_text(record->arena, words, strlen(words));

	switch (field) {
	case FIELD_VARIANT: return keep_once(field, &record->reference, kept, why);
	case FIELD_TITLE: return keep_once(field, &record->title, kept, why);
	case FIELD_RULES: return keep_once(field, &record->hash, kept, why);
	case FIELD_DATE: return keep_once(field, &record->date, kept, why);
	case FIELD_SEED:
	case FIELD_COMMITMENT:
	case FIELD_CARDS: return read_origin(record, field, kept, why);
	case FIELD_WITH:
		if (record->options < CANASTA_OPTIONS_MAX)
			record->option[record->options++] = kept;
		else
			text_add(why, "these are too many options");
		return why->length == 0;
	case FIELDS: break;
	}
	return false;
}

static bool read_field(struct canasta_record *record, const char *words, struct text *why)
{
	const char *seat = words_behind(words, "seat", ' ');

	if (seat != NULL) {
		/* "seat South: simple"; the seats have names only once the variant is known, so the line is kept as it is. */
		for (int i = 0; i < PLAYERS_MAX; i++)
			if (record->who[i] == NULL) {
				record->who[i] = arena_text(record->arena, seat, strlen(seat));
				return true;
			}
		text_add(why, "there are more seats than any game has");
		return false;
	}
	for (int field = 0; field < FIELDS; field++) {
		const char *value = words_behind(words, FIELD_NAMES[field], ':');
		if (value != NULL)
			return keep_field(record, (enum field)field, value, why);
	}
	char name[32] = "";
	const char *near;
	memcpy(name, words, strcspn(words, ": ") < sizeof name ? strcspn(words, ": ") : sizeof name - 1);
	near = word_nearest(name, FIELD_NAMES, FIELDS);
	text_format(why, "no line in the head of a record begins with \"%s\"", name);
	if (near != NULL)
		text_format(why, "; did you mean \"%s\"?", near);
	return false;
}

/* ---- the whole ---- */

/* Reads the head, up to the first deal, where the body begins. False, with the reason, if it is none or not complete. */
static bool head_read(struct canasta_record *record, struct text *why)
{
	struct record_reader reader = record->body;
	struct text words = { 0 };
	bool well = true, ended = false;

	while (well && !ended) {
		enum record_found found = record_read(&reader, &words, why);
		well = found != RECORD_FAULT;
		ended = found == RECORD_END || (well && deal_number(text_read(&words)) > 0);
		if (well && !ended)
			well = read_field(record, text_read(&words), why);
		if (well && !ended)
			record->body = reader;
		text_end(&words, why);
		well = well && !why->failed;
	}
	record->start = record->body;
	record->body.line = reader.line;
	why->failed |= arena_failed(record->arena);
	if (well && (record->reference == NULL || !record->origin)) {
		text_format(why, "the head of the record is not complete: it has no line `%s",
		            record->reference == NULL ? "variant:`"
		                                      : "seed:`, nor `cards: told` where nobody knows the seed");
		well = false;
	}
	return well && !why->failed;
}

/* Puts who plays at each seat where it belongs, now that the seats have names. */
static bool name_seats(struct canasta_record *record, struct text *why)
{
	const struct rules *rules = record->variant->rules;
	const char *said[PLAYERS_MAX];

	memcpy(said, record->who, sizeof said);
	memset(record->who, 0, sizeof record->who);
	for (int i = 0; i < PLAYERS_MAX && said[i] != NULL; i++) {
		int seat = 0;
		while (seat < rules->table.players && words_behind(said[i], seat_name(rules, seat), ':') == NULL)
			seat++;
		if (seat == rules->table.players) {
			text_format(why, "there is no seat \"%.*s\"", (int)strcspn(said[i], ":"), said[i]);
			return false;
		}
		if (record->who[seat] != NULL) {
			text_format(why, "who plays at seat %s is said twice", seat_name(rules, seat));
			return false;
		}
		record->who[seat] = words_behind(said[i], seat_name(rules, seat), ':');
	}
	return true;
}

/* True if lines follow the head. */
static bool has_deals(const struct canasta_record *record)
{
	struct record_reader reader = record->start;
	struct text words = { 0 }, why = { 0 };
	bool found = record_read(&reader, &words, &why) != RECORD_END;

	text_free(&words);
	text_free(&why);
	return found;
}

/* False if a head that the program wrote ends before it says who plays: the rest was lost before anything was dealt. */
static bool says_who_plays(const struct canasta_record *record, struct text *why)
{
	int seat = 0;

	while (seat < record->variant->rules->table.players && record->who[seat] != NULL)
		seat++;
	if (seat == record->variant->rules->table.players || record->date != NULL || record->start.recorder.plain ||
	    has_deals(record))
		return true;
	text_format(why, "the head of the record is not complete: it ends before the line `seat %s:`",
	            seat_name(record->variant->rules, seat));
	return false;
}

static bool rules_as_recorded(const struct canasta_record *record, struct text *why)
{
	char hash[RULES_HASH_ROOM];

	if (record->hash == NULL)
		return true;
	if (!rules_hash(record->variant->rules, hash)) {
		why->failed = true;
		return false;
	}
	if (strcasecmp(hash, record->hash) == 0)
		return true;
	text_format(why,
	            "the rules of %s have been changed since this game was played: their hash was %.8s..., it is "
	            "%.8s...",
	            record->reference, record->hash, hash);
	return false;
}

/* ---- the seed of a sealed game ---- */

bool replay_seal_fits(const struct canasta_record *record, const char *words)
{
	char commitment[COMMITMENT_ROOM];

	record_commitment(words, strlen(words), commitment);
	return strcasecmp(commitment, record->commitment) == 0;
}

static bool open_seal(struct canasta_record *record, const char *words, struct text *why)
{
	if (!replay_seal_fits(record, words))
		text_add(why, "this is not the seed of the commitment in the head: its SHA-256 differs");
	else if (seed_read(record, words, why))
		record->opened = true;
	return record->opened;
}

/* True if [words] are an act: an undo takes one back, everything else that is no act has a name of its own. */
static bool is_act_line(const char *words)
{
	return words_behind(words, "score", ':') == NULL && words_behind(words, "event", ':') == NULL &&
	       words_behind(words, "seed", ':') == NULL;
}

enum record_found replay_count_sealed(struct canasta_record *record, struct sealed_count *count, struct text *why)
{
	enum record_found found = RECORD_LINE;

	*count = (struct sealed_count){ 0 };
	record->body = record->start;
	while (found == RECORD_LINE) {
		struct text words = { 0 };
		const char *seed;
		found = record_read(&record->body, &words, why);
		seed = found == RECORD_LINE ? words_behind(text_read(&words), "seed", ':') : NULL;
		count->false_seed = seed != NULL && !open_seal(record, seed, why);
		found = count->false_seed ? RECORD_FAULT : found;
		count->deals += found == RECORD_LINE && deal_number(text_read(&words)) > 0;
		count->acts +=
			found == RECORD_LINE && deal_number(text_read(&words)) == 0 && is_act_line(text_read(&words));
		text_end(&words, why);
		found = why->failed ? RECORD_FAULT : found;
	}
	return found;
}

/* Looks for the seed of a sealed record at its end; one that is false is a fault. A line that was changed is reported when
 * it is played. */
static bool find_seed(struct canasta_record *record, struct text *why)
{
	struct record_reader body = record->body;
	struct sealed_count count;

	if (record->cards != CARDS_SEALED)
		return true;
	replay_count_sealed(record, &count, why);
	if (count.false_seed || why->failed)
		return false;
	record->body = body;
	text_free(why);
	return true;
}

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
	else if (record->cards == CARDS_NAMED) {
		playing_next_deal(game);
		record_cards_begin(&record->named, game);
	} else
		canasta_game_deal(game);
	return why->length == 0;
}

/* True if both are the same words; neither capital letters nor the number of blanks matter. */
static bool are_same_words(const char *one, const char *other)
{
	for (; *one != '\0' && small_letter(*one) == small_letter(*other); one++, other++)
		if (*one == ' ') {
			one += strspn(one, " ") - 1;
			other += strspn(other, " ") - 1;
		}
	return *one == *other;
}

static bool check_score(const struct canasta_record *record, struct canasta_game *game, const char *said,
                        struct text *why)
{
	struct text words = { 0 };
	const char *right;

	if (!playing_deal_is_over(game)) {
		text_add(why, "the deal is not over yet");
		return false;
	}
	game->score_recorded = true;
	record_score_words(&game->game, &game->tally, &words);
	right = words_behind(text_read(&words), "score", ':'); /* NULL without memory */
	if (right == NULL || !are_same_words(right, said))
		text_format(why, "the scores are not right; they should be\n  %s%s", text_read(&words),
		            record->named.made_up == 0 ? ""
		                                       : "\n  But not all cards are known: a line "
		                                         "\"hand NAME: ...\" above names those that are left.");
	text_end(&words, why);
	return why->length == 0;
}

/* True if [words] are a draw that names cards. */
static bool draws_named(const struct rules *rules, const char *words)
{
	struct row_of_cards drawn = { .count = 0 };
	struct text why = { 0 };
	struct line line;
	bool named = line_cut(&line, words, strlen(words), LINE_TYPED) && draw_parse(rules, NULL, &line, &drawn, &why) &&
	             drawn.count > 0;

	text_free(&why);
	return named;
}

/* Plays "draw", or "draw 7", for a player who is to act. */
static bool play_words(struct canasta_record *record, struct canasta_game *game, const char *words, struct text *why)
{
	struct act acts[ACTS_OF_A_LINE];
	struct text act = { 0 };
	struct game before;
	int count, drawn;
	bool well = false;

	if (strcasecmp(words, "undo") == 0) {
		if (playing_undo(game))
			return true;
		text_add(why, "there is nothing that could be taken back");
		return false;
	}
	if (record->cards != CARDS_NAMED) {
		count = acts_parse(&game->game, words, acts, ACTS_OF_A_LINE, why);
		if (count == 0 && draws_named(game->rules, words)) {
			text_clear(why);
			text_add(why, "which cards are drawn follows from the seed, so the line is \"draw\" alone: only a "
			              "record with \"cards: told\" names them");
		}
		return count > 0 && playing_do(game, acts, count, NULL, why);
	}
	drawn = record_cards_draw(&record->named, game, words, record->body.line, &act, why);
	count = drawn >= 0 ? acts_parse(&game->game, text_read(&act), acts, ACTS_OF_A_LINE, why) : 0;
	game_copy(&before, &game->game);
	if (count > 0 && record_cards_before(&record->named, &game->game, acts, count, why)) {
		well = playing_do(game, acts, count, NULL, why);
		if (!well)
			record_cards_doubt(&record->named, &game->game, why);
		well = well && record_cards_came(&record->named, &before, &game->game, drawn, record->body.line, why);
	}
	text_end(&act, why);
	return well && !why->failed;
}

/* Plays "South: draw". */
static bool play_act(struct canasta_record *record, struct canasta_game *game, const char *words, struct text *why)
{
	enum { QUOTED_MOST = 200 }; /* bytes: an act of a person is shorter */
	const struct rules *rules = game->rules;
	int seat = canasta_game_seat(game);
	const char *act = NULL;
	struct text reason = { 0 };
	int named = 0;

	while (named < rules->table.players && (act = words_behind(words, seat_name(rules, named), ':')) == NULL)
		named++;
	if (act == NULL) {
		text_add(why, "this is neither a deal, an act of a player, an event nor a score: \"");
		text_add_beginning(why, words, QUOTED_MOST);
		text_add(why, "\"");
	} else if (seat < 0)
		text_add(why, game->moment == CANASTA_GAME_OVER ? "the game is over" : "the deal is over");
	else if (named != seat)
		text_format(why, "%s is to act, not %s", seat_name(rules, seat), seat_name(rules, named));
	if (why->length > 0 || why->failed)
		return false;
	if (play_words(record, game, act, &reason))
		return true;
	text_format(why, "%s cannot \"", seat_name(rules, seat));
	text_add_beginning(why, act, QUOTED_MOST);
	text_format(why, "\": %s", text_read(&reason));
	text_end(&reason, why);
	return false;
}

static bool play_line(struct canasta_record *record, struct canasta_game *game, const char *words, struct text *why)
{
	const char *value;

	if (record->closed) {
		text_add(why, "the seed stands above, and the game ends with it");
		return false;
	}
	if (deal_number(words) > 0)
		return play_deal(record, game, deal_number(words), why);
	if (record->cards == CARDS_SEALED && words_behind(words, "seed", ':') != NULL)
		return record->closed = true;
	if ((value = words_behind(words, "score", ':')) != NULL)
		return check_score(record, game, value, why);
	if ((value = words_behind(words, "event", ':')) != NULL) {
		int event, side;
		if (game->moment != CANASTA_TO_ACT) {
			text_add(why, "nobody is to act now");
			return false;
		}
		if (!playing_read_event(game, value, &event, &side, why))
			return false;
		playing_event(game, event, side);
		return true;
	}
	return play_act(record, game, words, why);
}

enum record_found replay_step(struct canasta_record *record, struct canasta_game *game, struct text *why)
{
	const struct record_reader before = record->body;
	struct text words = { 0 };
	enum record_found found = record_read(&record->body, &words, why);

	if (found == RECORD_LINE && record->cards == CARDS_NAMED &&
	    record_cards_line(&record->named, game, text_read(&words), why))
		found = why->length > 0 ? RECORD_FAULT : RECORD_LINE;
	else if (found == RECORD_LINE && record->named.dealing) { /* the deal is complete; the line comes again */
		record->body = before;
		found = record_cards_deal(&record->named, game, &before, why) ? RECORD_LINE : RECORD_FAULT;
	} else if (found == RECORD_LINE && !play_line(record, game, text_read(&words), why))
		found = RECORD_FAULT;
	text_end(&words, why);
	return why->failed ? RECORD_FAULT : found;
}

int replay_begin(const struct canasta_io *io, struct canasta_record *record, struct canasta_game **game)
{
	*game = NULL;
	record->played = NULL; /* the record is read from the beginning again */
	if (canasta_record_cards(record) == CANASTA_CARDS_SEALED)
		return io_error(io, CANASTA_FINDINGS,
		                "%s is sealed: until its seed is known nobody can say how the cards lay", record->name);
	record->body = record->start;
	record->named = (struct named_cards){ 0 };
	record->closed = false;
	return canasta_game_new(io, record->variant, record->seed, game);
}

/* ---- opening a record ---- */

/* Reads on from behind the head, up to a line that is torn off or was changed: what comes before it is whole. False
 * without memory. */
static bool find_whole(struct canasta_record *record)
{
	struct record_reader reader = record->start;
	enum record_found found = RECORD_LINE;
	bool failed = false;

	while (found == RECORD_LINE && !failed) {
		struct text words = { 0 }, why = { 0 };
		found = record_read(&reader, &words, &why);
		failed = words.failed || why.failed;
		text_free(&words);
		text_free(&why);
	}
	record->whole = reader.whole;
	return !failed;
}

/* Rules in a file are not where they are looked for. */
static int rules_not_found(const struct canasta_io *io, const struct canasta_record *record, int status, bool beside)
{
	const bool is_file = strstr(record->reference, ".canasta") != NULL;

	if (status != CANASTA_MISUSE || !is_file)
		return status;
	if (beside) {
		const char *slash = strrchr(record->name, '/');
		return io_error(io, status,
		                "the rules `%s` of `%s` are looked for in %s%.*s%s: if they are elsewhere, name them "
		                "with --rules",
		                record->reference, record->name, slash != NULL ? "its folder `" : "the current folder",
		                slash != NULL ? (int)(slash - record->name) : 0, record->name,
		                slash != NULL ? "`" : "");
	}
	return io_error(
		io, status,
		"the rules `%s` of `%s` are looked for from the current folder: go to the one where the game was "
		"begun, or name them with --rules",
		record->reference, record->name);
}

static int load_rules(const struct canasta_io *io, const struct replay_rules *from, struct canasta_record *record)
{
	const char *reference = from->reference != NULL ? from->reference : record->reference;
	int status;

	if (from->variant != NULL) {
		record->variant = from->variant;
		record->variant_is_borrowed = true;
		return CANASTA_FINE;
	}
	status = variant_load_named_in(io, from->beside ? record->name : NULL, reference, record->option,
	                               record->options, &record->variant);

	return from->reference == NULL ? rules_not_found(io, record, status, from->beside) : status;
}

static int open_record(const struct canasta_io *io, const struct replay_rules *from, struct canasta_record *record)
{
	struct text why = { 0 };
	int status;

	if (!record_open(&record->body, &why) || !head_read(record, &why))
		return replay_fault(io, record, &why);
	status = load_rules(io, from, record);
	if (status != CANASTA_FINE)
		return status;
	if (!name_seats(record, &why) || !says_who_plays(record, &why) || !rules_as_recorded(record, &why) ||
	    !find_seed(record, &why))
		return replay_fault(io, record, &why);
	return find_whole(record) ? CANASTA_FINE : out_of_memory(io);
}

int replay_open(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                const struct replay_rules *from, struct canasta_record **record)
{
	struct arena *arena = arena_new();
	struct canasta_record *made = arena != NULL ? arena_take(arena, sizeof *made) : NULL;
	int status;

	*record = NULL;
	if (made == NULL)
		status = out_of_memory(io);
	else {
		*made = (struct canasta_record){ .arena = arena, .name = arena_text(arena, name, strlen(name)) };
		made->body.bytes = arena_text(arena, bytes, length);
		made->body.length = length;
		status = arena_failed(arena) ? out_of_memory(io) : open_record(io, from, made);
		if (status == CANASTA_FINE && arena_failed(arena))
			status = out_of_memory(io);
	}
	if (status == CANASTA_FINE) {
		*record = made;
		return status;
	}
	if (made != NULL && !made->variant_is_borrowed)
		canasta_free(made->variant);
	arena_free(arena);
	return status;
}

/* ---- what is wrong ---- */

int replay_fault(const struct canasta_io *io, const struct canasta_record *record, struct text *why)
{
	struct text line = { 0 }, lines = { 0 };

	text_format(&line, "%s:%d: %s", record->name, record->body.line, text_read(why));
	playing_wrap(text_read(&line), TABLE_WIDTH, &lines);
	text_end(why, &lines);
	text_end(&line, &lines);
	return out_write(&io->messages, &lines) == CANASTA_FINE ? CANASTA_FINDINGS : out_of_memory(io);
}

struct json_t *replay_fault_object(int line, const char *why)
{
	json_t *details = json_array();
	size_t sentence = strcspn(why, "\n");
	struct text detail = { 0 };

	for (const char *at = why + sentence + (why[sentence] != '\0'); *at != '\0';) {
		size_t length = strcspn(at, "\n"), blanks = strspn(at, " ");
		text_add(&detail, detail.length > 0 ? " " : "");
		text_add_bytes(&detail, at + blanks, length - blanks);
		at += length + (at[length] != '\0');
		if (strspn(at, " ") >= 4) /* goes on */
			continue;
		json_add(&details, json_text_end(&detail));
	}
	text_add_bytes(&detail, why, sentence);
	return json_pack("{s:i, s:o, s:o}", "line", line, "sentence", json_text_end(&detail), "details", details);
}

/* ==== judged by other rules. The game that was played goes on as it did; beside it runs the same game by the other rules, from the deal
 * on, until an act is not legal there or leads elsewhere. Scores do not depend on that: each deal is scored by the other rules as it
 * ended ==== */

/* ---- one act ---- */

static void stop_judging(struct rejudging *at)
{
	at->judging = false;
	at->line = at->record->body.line;
}

static bool same_seats(const struct game *here, const struct game *there)
{
	for (int seat = 0; seat < here->rules->seats; seat++) {
		const struct seat *a = &here->seat[seat], *b = &there->seat[seat];
		if (a->size != b->size || a->talon != b->talon ||
		    cards_count_in(&a->laid, here->rules->all) != cards_count_in(&b->laid, there->rules->all))
			return false;
	}
	return true;
}

static bool same_sides(const struct game *here, const struct game *there)
{
	for (int side = 0; side < here->rules->table.sides; side++)
		if (here->side[side].melds != there->side[side].melds)
			return false;
	return true;
}

/* True if the heaps of reserves are the same: where one plays alone, the others may share one. */
static bool same_reserves(const struct game *here, const struct game *there)
{
	return here->one_alone == there->one_alone ||
	       !(rules_share_reserves(here->rules) || rules_share_reserves(there->rules));
}

/* True if the same players are partners. */
static bool same_partners(const struct game *here, const struct game *there)
{
	for (int seat = 0; seat < here->rules->seats; seat++)
		if (here->seat[seat].side != there->seat[seat].side)
			return false;
	return true;
}

/* True if there are still as many cards everywhere, and the same player is to act. */
static bool is_in_step(const struct rejudging *at)
{
	const struct game *here = &at->game->game, *there = &at->there;

	return here->phase == there->phase && here->stock_size == there->stock_size &&
	       here->pile_size == there->pile_size && here->aside_size == there->aside_size &&
	       same_reserves(here, there) && same_partners(here, there) && same_seats(here, there) &&
	       same_sides(here, there) && (here->phase == PHASE_OVER || game_to_act(here) == game_to_act(there));
}

/* Reads [words] by the other rules. The name of an item is left out of them if they have none called so. */
static int read_there(const struct rejudging *at, struct text *words, struct act *acts, struct text *why)
{
	int count = acts_parse(&at->there, text_read(words), acts, ACTS_OF_A_LINE, why);
	char *as = words->length > 0 ? strstr(words->bytes, " as ") : NULL;

	if (count > 0 || as == NULL)
		return count;
	*as = '\0';
	text_free(why);
	return acts_parse(&at->there, text_read(words), acts, ACTS_OF_A_LINE, why);
}

/* Keeps how it was before an act that can be taken back. */
static void keep_before(struct rejudging *at, const struct game *before)
{
	struct game *more = memory_grow(at->before, (size_t)at->befores, sizeof *more);

	if (more == NULL) {
		at->failed = true;
		return;
	}
	at->before = more;
	game_copy(&at->before[at->befores++], before);
}

/* Called by the table for everything that is done there. */
static void watch_act(void *context, const struct game *game, const struct act *act)
{
	struct rejudging *at = context;

	if (!at->judging)
		return;
	if (act == NULL) { /* taken back */
		if (at->befores > 0)
			at->there = at->before[--at->befores];
		return;
	}
	at->room = at->there;
	/* the act is about to be done in [game]; it is judged by the other rules, and done there too */
	struct act acts[ACTS_OF_A_LINE];
	struct text words = { 0 }, why = { 0 };
	int count;
	convert_stock(&at->conversion, game, &at->there);
	act_write(game, *act, &words);
	count = read_there(at, &words, acts, &why);
	if (count == 0 || !playing_may(&at->there, acts, count, TABLE_WIDTH, &why)) {
		text_format(&at->reason, "%s could not \"%s\": %s",
		            seat_name(game->rules, game->player[game_to_act(game)]), text_read(&words),
		            text_read(&why));
		stop_judging(at);
	}
	for (int i = 0; i < count && at->judging; i++)
		game_apply(&at->there, acts[i]);
	text_end(&words, &at->reason);
	text_end(&why, &at->reason);
	if (at->judging)
		keep_before(at, &at->room);
}

/* ---- one deal ---- */

/* Deals by the other rules, too, as long as both deals are the same. */
static void deal_there(struct rejudging *at)
{
	const struct game *here = &at->game->game;
	struct text was = { 0 };

	if (here->deal > 0)
		game_next_deal(&at->dealt, at->totals);
	game_deal(&at->dealt, 0);
	if (at->game->rules->deck_size == at->under->rules->deck_size && tables_look_alike(here, &at->dealt))
		return;
	at->otherwise = (int)here->deal + 1;
	table_summary(here, &was);
	table_summary(&at->dealt, &at->deal_otherwise);
	if (strcmp(text_read(&was), text_read(&at->deal_otherwise)) == 0) {
		text_free(&at->deal_otherwise);
		text_free(&at->seen_otherwise);
		text_add(&at->deal_otherwise, "as many cards everywhere, but others.");
	}
	text_end(&was, &at->deal_otherwise);
}

static void begin_deal(struct rejudging *at)
{
	if (!at->judging)
		return;
	if (at->otherwise == 0 && at->record->cards != CARDS_NAMED)
		deal_there(at);
	convert_dealt(&at->conversion, &at->game->game, at->totals, at->best, &at->there);
	at->befores = 0;
	if (!is_in_step(at)) {
		text_add(&at->reason, "the deal would go another way");
		stop_judging(at);
	}
}

/* True if the other rules, under which the deal stands as [there], could make other players partners in it. */
static bool has_other_partners(const struct game *here, struct game there)
{
	settle_alone(&there);
	return there.one_alone != here->one_alone && (there.one_alone || here->alone != NOBODY);
}

static void end_deal(struct rejudging *at)
{
	struct deal_twice *deal;

	deal = memory_grow(at->deal, (size_t)at->deals, sizeof *deal);
	if (deal == NULL) {
		at->failed = true;
		return;
	}
	at->deal = deal;
	deal = &at->deal[at->deals++];
	deal->here = at->game->tally;
	deal->lost = convert_over(&at->conversion, &at->game->game, at->totals, at->best, &at->room);
	deal->other_partners = has_other_partners(&at->game->game, at->room);
	game_score(&at->room, &deal->there);
	game_totals(&at->room, &deal->there, at->totals);
	for (int side = 0; side < at->under->rules->table.sides; side++)
		at->best = at->totals[side] > at->best ? at->totals[side] : at->best;
	/* Notes if the game ends with this deal by one of the two sets of rules and not by the other. */
	int here, there;
	bool over = game_is_over(&at->game->game, at->game->totals, &here);
	if (at->game_otherwise.length > 0)
		return;
	if (game_is_over(&at->room, at->totals, &there) != over)
		text_format(&at->game_otherwise, "the game would %s after deal %d", over ? "go on" : "be over",
		            at->deals);
	else if (over && here != there)
		text_add(&at->game_otherwise, there == NOBODY ? "nobody would win" : "another side would win");
}

/* ---- what the table looks like ---- */

static void write_cards_shown(int there, int here, struct text *out)
{
	text_format(out, "there would be %d card%s of the pile to be seen, not %d", there, plural(there), here);
}

static void write_canastas(const struct rules *rules, int there, int here, struct text *out)
{
	text_add(out, "there would be ");
	club_canastas_write(rules, there, out);
	text_format(out, ", not %d", here);
}

static int canastas_of(const struct game *game)
{
	int count = 0;

	for (int side = 0; side < game->rules->table.sides; side++)
		count += game->side[side].canastas;
	return count;
}

static int shown_of(const struct game *game)
{
	return game->rules->pile.shown < game->pile_size ? game->rules->pile.shown : game->pile_size;
}

static int opened_of(const struct game *game)
{
	int count = 0;

	for (int side = 0; side < game->rules->table.sides; side++)
		count += game->side[side].opened;
	return count;
}

/* The first seat whose hand is shown as proof in one of the games alone; -1 if there is none. */
static int shown_in_one(const struct game *here, const struct game *there)
{
	for (int seat = 0; seat < here->rules->seats; seat++)
		if (here->seat[seat].shown != there->seat[seat].shown)
			return seat;
	return -1;
}

/* Looks whether both games still look the same after a line. */
static void look(struct rejudging *at)
{
	const struct game *here = &at->game->game;
	int seat;

	if (at->seen > 0 || tables_look_alike(here, &at->there))
		return;
	at->seen = at->record->body.line;
	seat = shown_in_one(here, &at->there);
	/* What people at the table would see otherwise, though the game goes on as it did. */
	if (canastas_of(&at->there) != canastas_of(here))
		write_canastas(here->rules, canastas_of(&at->there), canastas_of(here), &at->seen_otherwise);
	else if (shown_of(&at->there) != shown_of(here))
		write_cards_shown(shown_of(&at->there), shown_of(here), &at->seen_otherwise);
	else if (opened_of(&at->there) != opened_of(here))
		text_format(&at->seen_otherwise, "the initial meld would %s",
		            opened_of(&at->there) > opened_of(here) ? "be made" : "not be made yet");
	else if (at->there.top_hidden != here->top_hidden)
		text_format(&at->seen_otherwise, "the top card of the pile would lie face %s",
		            at->there.top_hidden ? "down" : "up");
	else if (here->one_alone != at->there.one_alone)
		text_add(&at->seen_otherwise,
		         here->one_alone ? "everybody would play alone" : "one would play alone against the others");
	else if (seat >= 0)
		text_format(&at->seen_otherwise, "the hand of %s would %sbe shown as proof",
		            seat_name(here->rules, here->player[seat]), here->seat[seat].shown ? "not " : "");
	else
		text_add(&at->seen_otherwise,
		         here->phase == PHASE_OVER ? "the deal would end in another way" : "other cards would be held");
}

/* ---- the whole game ---- */

/* Looks whether both games still go the same way after a line. */
static void compare(struct rejudging *at)
{
	if (at->game->steps == 0)
		at->befores = 0;
	if (!at->judging)
		return;
	convert_events(&at->conversion, &at->game->game, &at->there);
	if (is_in_step(at))
		return look(at);
	if ((at->there.phase == PHASE_OVER) != (at->game->game.phase == PHASE_OVER))
		text_add(&at->reason,
		         at->there.phase == PHASE_OVER ? "the deal would end here" : "the deal would not end here");
	else if (!same_partners(&at->game->game, &at->there))
		text_add(&at->reason, at->there.alone == NOBODY ? "nobody would be partners after this"
		                                                : "other players would be partners after this");
	else {
		text_add(&at->reason, "after this there would be ");
		table_summary(&at->there, &at->reason);
		if (at->reason.length > 0) /* the sentence goes on, or ends, as it does for other reasons */
			at->reason.bytes[--at->reason.length] = '\0';
	}
	stop_judging(at);
}

enum record_found rejudging_play(struct rejudging *at, struct text *why)
{
	enum record_found found = RECORD_LINE;
	enum canasta_moment was = CANASTA_TO_DEAL;
	uint32_t deal = UINT32_MAX;

	at->record->body = at->record->start;
	while (found == RECORD_LINE && !at->failed) {
		enum canasta_moment now;
		found = replay_step(at->record, at->game, why);
		now = at->game->moment;
		if (now != CANASTA_TO_DEAL && at->game->game.deal != deal) {
			deal = at->game->game.deal;
			was = CANASTA_TO_ACT;
			begin_deal(at);
		} else if (now == CANASTA_TO_ACT || was == CANASTA_TO_ACT)
			compare(at);
		if (now != CANASTA_TO_ACT && was == CANASTA_TO_ACT)
			end_deal(at);
		was = now;
	}
	return found;
}

int rejudging_begin(const struct canasta_io *io, struct rejudging *at)
{
	struct text why = { 0 };
	int status = replay_begin(io, at->record, &at->game);

	if (status != CANASTA_FINE)
		return status;
	if (!conversion_begin(&at->conversion, at->record->variant->rules, at->under->rules, &why)) {
		status = why.failed ? out_of_memory(io)
		                    : io_error(io, CANASTA_MISUSE, "%s cannot be judged by the rules of %s: %s",
		                               at->record->name, at->under->reference, text_read(&why));
		text_free(&why);
		return status;
	}
	at->judging = true;
	game_begin(&at->dealt, at->under->rules, at->record->seed);
	at->game->watch = watch_act;
	at->game->watcher = at;
	return CANASTA_FINE;
}

bool rejudging_failed(const struct rejudging *at)
{
	return at->failed || at->reason.failed || at->deal_otherwise.failed || at->seen_otherwise.failed ||
	       at->game_otherwise.failed;
}

void rejudging_end(struct rejudging *at)
{
	text_free(&at->reason);
	text_free(&at->deal_otherwise);
	text_free(&at->seen_otherwise);
	text_free(&at->game_otherwise);
	memory_free(at->before);
	memory_free(at->deal);
	canasta_game_free(at->game);
}
