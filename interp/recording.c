/* recording.c -- the public face of records: a game is written down as it is played, and played again from what was
 * written. Nothing in a record is believed: each act is judged, and each score worked out again. */
#include "recording.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "game/act_words.h"
#include "grammar/arena.h"
#include "grammar/names.h"
#include "reports/json.h"
#include "reports/seat_names.h"
#include "rules/meaning.h"

/* ---- writing ---- */

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

	if (game->record.write == NULL)
		return;
	record_undo(&game->recorder, &game->game, &lines);
	put(game, &lines);
}

void recording_event(struct canasta_game *game, int event, int side)
{
	struct text lines = { 0 };

	if (game->record.write == NULL)
		return;
	record_event(&game->recorder, &game->game, event, side, &lines);
	put(game, &lines);
}

void recording_deal(struct canasta_game *game)
{
	struct text lines = { 0 };

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

void canasta_game_seal(struct canasta_game *game)
{
	game->cards = CARDS_SEALED;
}

int canasta_game_record(const struct canasta_io *io, struct canasta_game *game, const struct canasta_out *to,
                        const char *const *who, const char *date)
{
	const struct canasta_variant *variant = game->variant;
	struct record_head head = { .rules = game->rules,
		                    .reference = variant->reference,
		                    .options = variant->options,
		                    .option_count = variant->option_count,
		                    .cards = game->cards,
		                    .seed = game->game.seed,
		                    .who = who,
		                    .date = date };
	struct text lines = { 0 };
	const char *fault;

	if (game->moment != CANASTA_TO_DEAL || game->done > 0)
		return complain(io, CANASTA_MISUSE, "a game is recorded from its beginning");
	fault = record_head_fault(&head);
	if (fault != NULL)
		return complain(io, CANASTA_MISUSE, "`%s` cannot be written down in a record", fault);
	if (!record_begin(&game->recorder, &head, &lines))
		return out_of_memory(io);
	if (pour(to, &lines) != CANASTA_FINE)
		return out_of_memory(io);
	game->record = *to;
	return CANASTA_FINE;
}

/* ---- what is wrong ---- */

int recording_fault(const struct canasta_io *io, const struct canasta_record *record, struct text *why)
{
	struct text line = { 0 }, lines = { 0 };

	text_format(&line, "%s:%d: %s", record->name, record->body.line, text_read(why));
	playing_wrap(text_read(&line), &lines);
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

/* ---- the head ---- */

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

const char *recording_behind(const char *words, const char *name)
{
	size_t length = strlen(name);

	if (strncasecmp(words, name, length) != 0)
		return NULL;
	words += length + strspn(words + length, " ");
	return *words == ':' ? words + 1 + strspn(words + 1, " ") : NULL;
}

static bool unknown_field(const char *words, struct text *why)
{
	char name[32] = "";
	const char *near;

	memcpy(name, words, strcspn(words, ": ") < sizeof name ? strcspn(words, ": ") : sizeof name - 1);
	near = word_nearest(name, FIELD_NAMES, FIELDS);
	text_format(why, "nothing in the head of a record begins with \"%s\"", name);
	if (near != NULL)
		text_format(why, "; did you mean \"%s\"?", near);
	return false;
}

static bool read_seed(struct canasta_record *record, const char *words, struct text *why)
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
	record->cards = CARDS_TOLD;
	if (strcasecmp(words, "told") == 0)
		return true;
	text_format(why, "\"cards: told\" says that each deal tells its cards; \"%s\" says nothing", words);
	return false;
}

/* Where the cards come from is said once. */
static bool read_origin(struct canasta_record *record, enum field field, const char *words, struct text *why)
{
	if (record->origin) {
		text_add(why, "where the cards come from is said above already");
		return false;
	}
	record->origin = true;
	return field == FIELD_SEED         ? read_seed(record, words, why)
	       : field == FIELD_COMMITMENT ? read_commitment(record, words, why)
	                                   : read_cards(record, words, why);
}

/* Keeps what a field says. */
static bool keep_field(struct canasta_record *record, enum field field, const char *words, struct text *why)
{
	const char *kept = arena_text(record->arena, words, strlen(words));

	switch (field) {
	case FIELD_VARIANT: record->reference = kept; return true;
	case FIELD_TITLE: record->title = kept; return true;
	case FIELD_RULES: record->hash = kept; return true;
	case FIELD_DATE: record->date = kept; return true;
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

/* "seat South: simple"; the seats have names only once the variant is known, so the line is kept as it is. */
static bool keep_seat(struct canasta_record *record, const char *words, struct text *why)
{
	for (int i = 0; i < PLAYERS_MAX; i++)
		if (record->who[i] == NULL) {
			record->who[i] = arena_text(record->arena, words, strlen(words));
			return true;
		}
	text_add(why, "there are more seats than any game has");
	return false;
}

static bool read_field(struct canasta_record *record, const char *words, struct text *why)
{
	if (strncasecmp(words, "seat ", 5) == 0)
		return keep_seat(record, words + 5, why);
	for (int field = 0; field < FIELDS; field++) {
		const char *value = recording_behind(words, FIELD_NAMES[field]);
		if (value != NULL)
			return keep_field(record, (enum field)field, value, why);
	}
	return unknown_field(words, why);
}

/* "deal 12": its number, or 0. */
static unsigned long deal_said(const char *words)
{
	char *end;
	unsigned long number;

	if (strncasecmp(words, "deal ", 5) != 0)
		return 0;
	number = strtoul(words + 5, &end, 10);
	return *end == '\0' && words[5] >= '0' && words[5] <= '9' ? number : 0;
}

/* Reads fields up to the first deal, where the body begins. */
static bool read_head(struct canasta_record *record, struct text *why)
{
	struct record_reader reader = record->body;
	struct text words = { 0 };
	bool well = true, ended = false;

	while (well && !ended) {
		enum record_found found = record_read(&reader, &words, why);
		well = found != RECORD_FAULT;
		ended = found == RECORD_END || (well && deal_said(text_read(&words)) > 0);
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
		text_format(why, "the head of the record is not complete: it does not tell the %s",
		            record->reference == NULL ? "variant"
		                                      : "seed; where nobody knows one it says \"cards: told\"");
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
		while (seat < rules->table.players && recording_behind(said[i], seat_name(rules, seat)) == NULL)
			seat++;
		if (seat == rules->table.players) {
			text_format(why, "there is no seat \"%.*s\"", (int)strcspn(said[i], ":"), said[i]);
			return false;
		}
		record->who[seat] = recording_behind(said[i], seat_name(rules, seat));
	}
	return true;
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

static bool fits_commitment(const struct canasta_record *record, const char *words)
{
	char commitment[COMMITMENT_ROOM];

	record_commitment(words, strlen(words), commitment);
	return strcasecmp(commitment, record->commitment) == 0;
}

static bool open_seal(struct canasta_record *record, const char *words, struct text *why)
{
	if (!fits_commitment(record, words))
		text_add(why, "this is not the seed of the commitment in the head: its SHA-256 is another");
	else if (read_seed(record, words, why))
		record->opened = true;
	return record->opened;
}

/* True if [words] are an act: an undo takes one back, everything else that is no act has a name of its own. */
static bool is_act_line(const char *words)
{
	return recording_behind(words, "score") == NULL && recording_behind(words, "event") == NULL &&
	       recording_behind(words, "seed") == NULL;
}

enum record_found recording_look_through(struct canasta_record *record, struct sealed_count *count, struct text *why)
{
	enum record_found found = RECORD_LINE;

	*count = (struct sealed_count){ 0 };
	record->body = record->start;
	while (found == RECORD_LINE) {
		struct text words = { 0 };
		const char *seed;
		found = record_read(&record->body, &words, why);
		seed = found == RECORD_LINE ? recording_behind(text_read(&words), "seed") : NULL;
		count->false_seed = seed != NULL && !open_seal(record, seed, why);
		found = count->false_seed ? RECORD_FAULT : found;
		count->deals += found == RECORD_LINE && deal_said(text_read(&words)) > 0;
		count->acts +=
			found == RECORD_LINE && deal_said(text_read(&words)) == 0 && is_act_line(text_read(&words));
		text_end(&words, why);
		found = why->failed ? RECORD_FAULT : found;
	}
	return found;
}

/* Looks for the seed of a sealed record at its end. A line that was changed is told when it is come to. */
static bool find_seed(struct canasta_record *record, struct text *why)
{
	struct record_reader body = record->body;
	struct sealed_count count;

	if (record->cards != CARDS_SEALED)
		return true;
	recording_look_through(record, &count, why);
	if (count.false_seed || why->failed)
		return false;
	record->body = body;
	text_free(why);
	return true;
}

int canasta_record_unseal(const struct canasta_io *io, struct canasta_record *record, uint64_t seed)
{
	char words[24];

	if (record->cards != CARDS_SEALED)
		return CANASTA_FINE;
	snprintf(words, sizeof words, "%llu", (unsigned long long)seed);
	if (fits_commitment(record, words)) {
		record->seed = seed;
		record->opened = true;
		return CANASTA_FINE;
	}
	return complain(io, CANASTA_FINDINGS, "%s: %s is not the seed that its commitment is to", record->name, words);
}

int recording_game(const struct canasta_io *io, struct canasta_record *record, struct canasta_game **game)
{
	*game = NULL;
	if (canasta_record_cards(record) == CANASTA_CARDS_SEALED)
		return complain(io, CANASTA_FINDINGS,
		                "%s does not tell its seed yet: before that nobody can say how the cards lay",
		                record->name);
	record->body = record->start;
	record->told = (struct cards_told){ 0 };
	record->closed = false;
	return canasta_game_new(io, record->variant, record->seed, game);
}

static int open_record(const struct canasta_io *io, struct canasta_record *record)
{
	struct text why = { 0 };
	int status;

	if (!record_open(&record->body, &why) || !read_head(record, &why))
		return recording_fault(io, record, &why);
	status = canasta_load(io, record->reference, record->option, record->options, &record->variant);
	if (status != CANASTA_FINE)
		return status;
	if (!name_seats(record, &why) || !rules_as_recorded(record, &why) || !find_seed(record, &why))
		return recording_fault(io, record, &why);
	return CANASTA_FINE;
}

int canasta_record_open(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                        struct canasta_record **record)
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
		status = arena_failed(arena) ? out_of_memory(io) : open_record(io, made);
		if (status == CANASTA_FINE && arena_failed(arena))
			status = out_of_memory(io);
	}
	if (status == CANASTA_FINE) {
		*record = made;
		return status;
	}
	if (made != NULL)
		canasta_free(made->variant);
	arena_free(arena);
	return status;
}

void canasta_record_free(struct canasta_record *record)
{
	if (record == NULL)
		return;
	canasta_free(record->variant);
	arena_free(record->arena);
}

const struct canasta_variant *canasta_record_variant(const struct canasta_record *record)
{
	return record->variant;
}

enum canasta_cards canasta_record_cards(const struct canasta_record *record)
{
	return record->cards == CARDS_TOLD                        ? CANASTA_CARDS_TOLD
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
	return record->body.whole;
}

/* ---- playing it again ---- */

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

	if (game->moment != CANASTA_DEAL_OVER && game->moment != CANASTA_GAME_OVER) {
		text_add(why, "the deal is not over yet");
		return false;
	}
	game->score_recorded = true;
	record_score_words(&game->game, &game->tally, &words);
	if (strcasecmp(text_read(&words), said) != 0)
		text_format(why, "the scores are not right; they should be\n  %s%s", text_read(&words),
		            record->told.made_up == 0 ? ""
		                                      : "\n  But not all cards were told: "
		                                        "\"hand NAME: ...\" above tells what is left.");
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
		count = acts_read(&game->game, words, acts, ACTS_OF_A_LINE, why);
		return count > 0 && playing_do(game, acts, count, NULL, why);
	}
	drawn = told_draw(&record->told, game, words, &act, why);
	count = drawn >= 0 ? acts_read(&game->game, text_read(&act), acts, ACTS_OF_A_LINE, why) : 0;
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

	while (named < rules->table.players && (act = recording_behind(words, seat_name(rules, named))) == NULL)
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
		text_add(why, "the seed is told above, and that is the end of the game");
		return false;
	}
	if (deal_said(words) > 0)
		return play_deal(record, game, deal_said(words), why);
	if (record->cards == CARDS_SEALED && recording_behind(words, "seed") != NULL)
		return record->closed = true;
	if (recording_behind(words, "score") != NULL)
		return check_score(record, game, words, why);
	if ((value = recording_behind(words, "event")) != NULL)
		return play_event(game, value, why);
	return play_act(record, game, words, why);
}

/* True if the game has come to where [until] says. */
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

int canasta_record_play(const struct canasta_io *io, struct canasta_record *record, const struct canasta_point *until,
                        struct canasta_game **game)
{
	struct text why = { 0 };
	enum record_found found = RECORD_LINE;
	int status = recording_game(io, record, game);
	bool reached;

	if (status != CANASTA_FINE)
		return status;
	reached = is_reached(*game, record->body.line, until);
	while (found == RECORD_LINE && !reached) {
		found = recording_step(record, *game, &why);
		reached = is_reached(*game, record->body.line, until);
	}
	if (found == RECORD_FAULT)
		return recording_fault(io, record, &why);
	if (until != NULL && !reached)
		return complain(io, CANASTA_MISUSE, "%s does not go so far", record->name);
	return CANASTA_FINE;
}

void canasta_record_continue(const struct canasta_record *record, struct canasta_game *game,
                             const struct canasta_out *to)
{
	bool over = game->moment == CANASTA_DEAL_OVER || game->moment == CANASTA_GAME_OVER;
	size_t whole = record->body.whole;

	game->recorder = record->body.recorder;
	game->record = *to;
	if (whole > 0 && record->body.bytes[whole - 1] != '\n' && to->write != NULL)
		to->write(to->context, "\n", 1);
	game->cards = record->cards;
	if (over && !game->score_recorded)
		recording_score(game);
	if (game->moment == CANASTA_GAME_OVER && !record->closed)
		recording_end(game);
}

/* ---- writing the cards down ---- */

int canasta_record_tell_cards(const struct canasta_io *io, struct canasta_record *record)
{
	enum record_found found = RECORD_LINE;
	struct canasta_game *game;
	struct text why = { 0 };
	int status = recording_game(io, record, &game);

	if (status != CANASTA_FINE)
		return status;
	game->cards = CARDS_TOLD;
	status = canasta_game_record(io, game, &io->out, record->who, record->date);
	while (status == CANASTA_FINE && found == RECORD_LINE)
		found = recording_step(record, game, &why);
	if (status == CANASTA_FINE && game->record_lost)
		status = out_of_memory(io);
	if (status == CANASTA_FINE && found == RECORD_FAULT)
		status = recording_fault(io, record, &why);
	text_free(&why);
	canasta_game_free(game);
	return status;
}
