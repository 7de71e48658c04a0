/* record.c -- each line ends with a check over all lines so far. A single changed byte is always noticed by it, and in
 * the line in which it stands: a cyclic redundancy check never misses a change that is shorter than itself. While a game is
 * played each line is written before its act is done, so that nobody sees what does not stand in the record. */
#include "tools/record.h"

#include <inttypes.h>
#include <sha256.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "game/question.h"
#include "grammar/source.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "rules/compare.h"
#include "text/document.h"
#include "tools/playing.h"

enum { CHECK_COLUMN = 32, CHECK_START = 0xffff };

/* The first line is these two. */
#define BEGINNING "canasta record "
#define VERSION "1"

/* ---- lines ---- */

/* The cyclic redundancy check of x^16 + x^12 + x^5 + 1, of eight bits at once. */
static uint16_t check_byte(uint16_t check, unsigned char byte)
{
	unsigned bits = (unsigned)check >> 8 ^ byte;

	bits ^= bits >> 4;
	return (uint16_t)((unsigned)check << 8 ^ bits << 12 ^ bits << 5 ^ bits);
}

static uint16_t check_line(uint16_t check, const char *words, size_t length)
{
	for (size_t i = 0; i < length; i++)
		check = check_byte(check, (unsigned char)words[i]);
	return check_byte(check, '\n');
}

/* Writes a line and its check, and empties [words]. The check covers every byte, also the blanks between the words. */
static void record_line(struct recorder *recorder, struct text *words, struct text *out)
{
	size_t width = text_width(text_read(words), words->length);

	if (!recorder->plain) {
		blanks_add(words, width + 1 < CHECK_COLUMN ? CHECK_COLUMN - width : 1);
		recorder->check = check_line(recorder->check, text_read(words), words->length);
		text_format(words, "|%04x", recorder->check);
	}
	text_add(out, text_read(words));
	text_add(out, "\n");
	text_end(words, out);
}

/* ---- the head ---- */

/* Whether [words] stay the same when they are written on a line and read again. */
static bool stays(const char *words)
{
	return words[0] != '\0' && words[0] != ' ' && words[strlen(words) - 1] != ' ' &&
	       strpbrk(words, "|\t\n") == NULL && text_is_plain(words, strlen(words));
}

const char *record_head_fault(const struct record_head *head)
{
	if (!stays(head->reference))
		return head->reference;
	for (int i = 0; i < head->option_count; i++)
		if (!stays(head->options[i]))
			return head->options[i];
	for (int seat = 0; seat < head->rules->table.players; seat++)
		if (head->who != NULL && head->who[seat] != NULL && !stays(head->who[seat]))
			return head->who[seat];
	return head->date != NULL && !stays(head->date) ? head->date : NULL;
}

/* "seed: 42" */
static void write_field(struct recorder *recorder, const char *name, const char *value, struct text *out)
{
	struct text words = { 0 };

	text_format(&words, "%s: %s", name, value);
	record_line(recorder, &words, out);
}

bool record_begin(struct recorder *recorder, const struct record_head *head, struct text *out)
{
	struct text words = { 0 };
	char hash[RULES_HASH_ROOM];

	if (record_head_fault(head) != NULL || !rules_hash(head->rules, hash))
		return false;
	*recorder = (struct recorder){ .check = CHECK_START };
	text_add(&words, BEGINNING VERSION);
	record_line(recorder, &words, out);
	write_field(recorder, "variant", head->reference, out);
	for (int i = 0; i < head->option_count; i++)
		write_field(recorder, "with", head->options[i], out);
	if (head->rules->title != NULL && stays(head->rules->title))
		write_field(recorder, "title", head->rules->title, out);
	write_field(recorder, "rules", hash, out);
	/* Where the cards come from. */
	char seed[24], commitment[COMMITMENT_ROOM];
	int length = snprintf(seed, sizeof seed, "%" PRIu64, head->seed);
	record_commitment(seed, (size_t)length, commitment);
	switch (head->cards) {
	case CARDS_OF_A_SEED: write_field(recorder, "seed", seed, out); break;
	case CARDS_SEALED: write_field(recorder, "commitment", commitment, out); break;
	case CARDS_NAMED: write_field(recorder, "cards", "told", out); break;
	}
	for (int seat = 0; head->who != NULL && seat < head->rules->table.players; seat++) {
		if (head->who[seat] == NULL)
			continue;
		text_format(&words, "seat %s: %s", seat_name(head->rules, seat), head->who[seat]);
		record_line(recorder, &words, out);
	}
	if (head->date != NULL)
		write_field(recorder, "date", head->date, out);
	return true;
}

/* ---- deals ---- */

void record_deal(struct recorder *recorder, const struct game *game, struct text *out)
{
	struct text words = { 0 };

	text_add(out, "\n");
	text_format(&words, "deal %lu", (unsigned long)game->deal + 1);
	record_line(recorder, &words, out);
}

/* An event of a side is written with the first seat of that side. */
void record_event(struct recorder *recorder, const struct game *game, int event, int side, struct text *out)
{
	const struct rules *rules = game->rules;
	struct text words = { 0 };
	int seat = 0;

	text_format(&words, "event: %s", rules->event[event].name);
	while (seat < rules->seats && game->seat[seat].side != side)
		seat++;
	if (rules->event[event].per != event_per_deal && seat < rules->seats)
		text_format(&words, " %s", seat_name(rules, game->player[seat]));
	record_line(recorder, &words, out);
}

void record_score_words(const struct game *game, const struct tally *tally, struct text *words)
{
	int32_t totals[SIDES_MAX];

	game_totals(game, tally, totals);
	for (int side = 0; side < game->rules->table.sides; side++) {
		text_add(words, side == 0 ? "score: " : "; ");
		side_name(game->rules, side, words);
		text_format(words, " %" PRId32 ", total %" PRId32, tally->total[side], totals[side]);
	}
}

void record_score(struct recorder *recorder, const struct game *game, const struct tally *tally, struct text *out)
{
	struct text words = { 0 };

	record_score_words(game, tally, &words);
	record_line(recorder, &words, out);
}

/* ---- reading ---- */

static bool is_blank(char letter)
{
	return letter == ' ' || letter == '\t' || letter == '\r';
}

/* The length of [words] without blanks at the end. */
static size_t trimmed(const char *words, size_t length)
{
	while (length > 0 && is_blank(words[length - 1]))
		length--;
	return length;
}

/* The number that four hexadecimal digits are, -1 if they are none. */
static int read_check(const char *digits, size_t length)
{
	static const char hex[] = "0123456789abcdef0123456789ABCDEF";
	int check = 0;

	if (length != 4)
		return -1;
	for (size_t i = 0; i < length; i++) {
		const char *digit = digits[i] != '\0' ? strchr(hex, digits[i]) : NULL;
		if (digit == NULL)
			return -1;
		check = check * 16 + (int)((digit - hex) % 16);
	}
	return check;
}

/* Removes the check from the end of a line and verifies it. */
static bool check_holds(struct record_reader *reader, const char *words, size_t *length, struct text *why)
{
	const char *bar = memchr(words, '|', *length);
	size_t all = trimmed(words, *length);

	if (reader->recorder.plain && bar == NULL)
		return true;
	if (reader->recorder.plain) {
		text_add(why, "this line has a check at its end, the first line has none: one of them was changed");
		return false;
	}
	if (bar == NULL) {
		text_add(why, "the check at the end of this line is missing");
		return false;
	}
	reader->recorder.check = check_line(reader->recorder.check, words, (size_t)(bar - words));
	*length = trimmed(words, (size_t)(bar - words));
	if (read_check(bar + 1, (size_t)(words + all - bar - 1)) == reader->recorder.check)
		return true;
	text_add(why, "the check at the end does not match: this line was changed, or one before it is missing");
	return false;
}

/* True if the last line, which no line feed ends, was torn off while it was written: it ends before its check does. */
static bool is_torn(const struct record_reader *reader, const char *line, size_t length)
{
	const char *bar = memchr(line, '|', length);

	return !reader->recorder.plain && (bar == NULL || line + length - bar < 5);
}

/* What the line at [line] says. RECORD_END if it says nothing. */
static enum record_found read_words(struct record_reader *reader, const char *line, size_t length, struct text *words,
                                    struct text *why)
{
	size_t kept = trimmed(line, length);

	if (kept == 0)
		return RECORD_END;
	if (line[0] == '#') {
		if (reader->recorder.plain || memchr(line, '|', length) == NULL)
			return RECORD_END;
		text_add(why, "a remark cannot contain a bar: this may have been a line with a check at its end");
		return RECORD_FAULT;
	}
	if (!check_holds(reader, line, &kept, why))
		return RECORD_FAULT;
	for (; kept > 0 && is_blank(*line); kept--)
		line++;
	if (!text_is_plain(line, kept)) {
		text_add(why, "this line has a control character in it, or something that is not UTF-8");
		return RECORD_FAULT;
	}
	text_add_bytes(words, line, kept);
	return RECORD_LINE;
}

enum record_found record_read(struct record_reader *reader, struct text *words, struct text *why)
{
	enum record_found found = RECORD_END;

	while (found == RECORD_END && reader->at < reader->length) {
		const char *line = reader->bytes + reader->at;
		size_t left = reader->length - reader->at, length;
		const char *feed = memchr(line, '\n', left);
		length = feed != NULL ? (size_t)(feed - line) : left;
		if (feed == NULL && is_torn(reader, line, length))
			break;
		reader->line++;
		reader->at += length + (feed != NULL);
		found = read_words(reader, line, length, words, why);
		if (found == RECORD_LINE || (found == RECORD_END && *line == '#'))
			reader->whole = reader->at;
	}
	return found;
}

/* ---- the first line ---- */

/* What follows BEGINNING in [words]; NULL if they do not begin so. Capital letters and the number of blanks do not matter. */
static const char *words_after_beginning(const char *words)
{
	for (const char *letter = BEGINNING; *letter != '\0'; letter++)
		if (*letter == ' ' && !is_blank(*words))
			return NULL;
		else if (*letter == ' ')
			while (is_blank(*words))
				words++;
		else if (small_letter(*words++) != *letter)
			return NULL;
	return words;
}

bool record_is_begun(const char *text)
{
	return words_after_beginning(text) != NULL;
}

/* Whether [words] are the first line of a record; [why] says why they are not. */
static bool begins_record(const char *words, struct text *why)
{
	const char *version = words_after_beginning(words);

	if (version != NULL && strcmp(version, VERSION) == 0)
		return true;
	if (version != NULL)
		text_format(why, "this is a record of version %s; this program reads version " VERSION, version);
	else
		text_add(why, "this is not a record: its first line should be \"" BEGINNING VERSION "\"");
	return false;
}

/* Whether the first line that says something has a check. */
static bool begins_checked(const char *bytes, size_t length)
{
	const char *end;

	while (length > 0 && (is_blank(*bytes) || *bytes == '\n' || *bytes == '#')) {
		end = *bytes == '#' ? memchr(bytes, '\n', length) : bytes;
		if (end == NULL)
			return false;
		length -= (size_t)(end + 1 - bytes);
		bytes = end + 1;
	}
	end = memchr(bytes, '\n', length);
	return memchr(bytes, '|', end != NULL ? (size_t)(end - bytes) : length) != NULL;
}

bool record_open(struct record_reader *reader, struct text *why)
{
	struct text words = { 0 };
	bool well;

	reader->at += text_mark(reader->bytes, reader->length);
	reader->recorder.plain = !begins_checked(reader->bytes + reader->at, reader->length - reader->at);
	reader->recorder.check = CHECK_START;
	well = record_read(reader, &words, why) != RECORD_FAULT && begins_record(text_read(&words), why);
	reader->line = reader->line == 0 ? 1 : reader->line;
	text_end(&words, why);
	return well;
}

/* ---- sealed games ---- */

void record_commitment(const char *words, size_t length, char commitment[COMMITMENT_ROOM])
{
	SHA256_CTX context;

	SHA256Init(&context);
	SHA256Update(&context, (const uint8_t *)words, length);
	SHA256End(&context, commitment);
}

/* ---- cards in a line ---- */

/* "pile: 8": [count] cards, the first at [kinds] and each [step] places behind the one before; nothing if there are none. */
static void write_row(struct recorder *recorder, const struct rules *rules, const char *name, const uint8_t *kinds,
                      int count, int step, struct text *out)
{
	struct text words = { 0 };

	if (count <= 0)
		return;
	text_format(&words, "%s:", name);
	kinds_write_row(rules, kinds, count, step, &words);
	record_line(recorder, &words, out);
}

/* Cards that came off the stock one after the other, the first from [place]. */
static void write_dealt(struct recorder *recorder, const struct game *game, const char *name, int place, int count,
                        struct text *out)
{
	if (count > 0)
		write_row(recorder, game->rules, name, &game->stock[place], count, -1, out);
}

/* ---- a deal ---- */

/* The cards that were dealt, to [game] as it is dealt. */
static void record_dealt(struct recorder *recorder, const struct game *game, struct text *out)
{
	const struct rules *rules = game->rules;
	int aside = rules->deck_size - 1 - rules->deal.hand * rules->seats;
	int reserves = aside - rules->talon.set_aside, dealt = reserves_dealt(game);
	int next = reserves - dealt; /* behind all of these: start cards, and those for bonus cards */
	int came = next + 1 - game->stock_size, start = game->pile_size;
	bool bonus_first = rules->deal.bonus_cards == deal_bonus_cards_before_start_card;
	struct text words = { 0 };

	text_format(&words, "dealer: %s", seat_name(game->rules, game->player[game->dealer]));
	record_line(recorder, &words, out);
	for (int turn = 0; turn < rules->seats; turn++) {
		/* What was dealt as hand number [turn], counted from the one dealt to first, sorted. */
		int seat = (game->dealer + 1 + turn) % rules->seats;
		struct cards hand = { 0 };
		for (int round = 0; round < rules->deal.hand; round++)
			cards_add(&hand, game->stock[rules->deck_size - 1 - round * rules->seats - turn]);
		text_format(&words, "hand %s:", seat_name(rules, game->player[seat]));
		cards_write_row(rules, &hand, &words);
		record_line(recorder, &words, out);
	}
	write_dealt(recorder, game, "aside", aside, rules->talon.set_aside, out);
	write_dealt(recorder, game, "reserve", reserves, dealt, out);
	write_dealt(recorder, game, "pile", bonus_first ? next - (came - start) : next, start, out);
	write_dealt(recorder, game, "stock", bonus_first ? next : next - start, came - start, out);
}

/* ---- an act ---- */

/* Adds the cards of the stock from its top down to number [to]. */
static void add_from_stock(const struct game *game, int from, int to, struct row_of_cards *row)
{
	while (from > to)
		row_add(row, game->stock[--from]);
}

void cards_came(const struct game *before, const struct game *after, struct row_of_cards *row)
{
	const bool renewed = after->renewed != before->renewed;

	row->count = 0;
	add_from_stock(before, before->stock_size, renewed ? 0 : after->stock_size, row);
	if (renewed) /* cards that are drawn stay where they lay, above the stock */
		add_from_stock(after, after->renewed_size, after->stock_size, row);
}

void record_act(struct recorder *recorder, const struct game *before, struct act act, const struct game *after,
                struct text *out)
{
	struct row_of_cards came = { .count = 0 };
	struct text words = { 0 };

	if (after != NULL)
		cards_came(before, after, &came);
	if (act.verb != ACT_DRAW)
		write_row(recorder, before->rules, "stock", came.kind, came.count, 1, out);
	text_format(&words, "%s: ", seat_name(before->rules, before->player[game_to_act(before)]));
	act_write(before, act, &words);
	if (act.verb == ACT_DRAW)
		kinds_write_row(before->rules, came.kind, came.count, 1, &words);
	record_line(recorder, &words, out);
}

/* ---- a game that is recorded while it is played ---- */

/* Writes lines to the record. After a write error nothing more is written, so the record stays a beginning of the game. */
static void put(struct canasta_game *game, struct text *lines)
{
	if (game->record_lost || out_write(&game->record, lines) != CANASTA_FINE)
		game->record_lost = true;
	text_free(lines);
}

void recording_act(struct canasta_game *game, struct act act)
{
	struct game after;
	struct text lines = { 0 };

	game->lines++;
	if (game->record.write == NULL)
		return;
	if (game->cards == CARDS_NAMED) {
		after = game->game;
		game_apply(&after, act);
	}
	record_act(&game->recorder, &game->game, act, game->cards == CARDS_NAMED ? &after : NULL, &lines);
	put(game, &lines);
}

void recording_undo(struct canasta_game *game)
{
	struct text lines = { 0 }, words = { 0 };

	game->lines++;
	if (game->record.write == NULL)
		return;
	text_format(&words, "%s: undo", seat_name(game->game.rules, game->game.player[game_to_act(&game->game)]));
	record_line(&game->recorder, &words, &lines);
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
	if (game->cards == CARDS_NAMED)
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
	struct text words = { 0 };
	text_format(&words, "seed: %" PRIu64, game->game.seed);
	record_line(&game->recorder, &words, &lines);
	put(game, &lines);
}
