/* record.c -- each line ends with a check over all lines so far. A single changed byte is always noticed by it, and in
 * the line in which it stands: a cyclic redundancy check never misses a change that is shorter than itself. */
#include "reports/record.h"

#include <inttypes.h>
#include <string.h>
#include "game/act_words.h"
#include "grammar/text.h"
#include "reports/columns.h"
#include "reports/seat_names.h"
#include "rules/meaning.h"

enum { VERSION = 1, CHECK_COLUMN = 32, CHECK_START = 0xffff, CHECK_POLYNOMIAL = 0x1021 };

/* ---- lines ---- */

static uint16_t check_byte(uint16_t check, unsigned char byte)
{
	check = (uint16_t)(check ^ byte << 8);
	for (int bit = 0; bit < 8; bit++)
		check = (uint16_t)(check << 1 ^ (check & 0x8000 ? CHECK_POLYNOMIAL : 0));
	return check;
}

static uint16_t check_line(uint16_t check, const char *words, size_t length)
{
	for (size_t i = 0; i < length; i++)
		check = check_byte(check, (unsigned char)words[i]);
	return check_byte(check, '\n');
}

/* Writes a line and its check, and empties [words]. */
static void write_line(struct recorder *recorder, struct text *words, struct text *out)
{
	size_t width = text_width(text_read(words), words->length);

	recorder->check = check_line(recorder->check, text_read(words), words->length);
	text_add(out, text_read(words));
	blanks_add(out, width + 1 < CHECK_COLUMN ? CHECK_COLUMN - width : 1);
	text_format(out, "|%04x\n", recorder->check);
	text_end(words, out);
}

/* ---- the head ---- */

/* Whether [words] stay the same when they are written on a line and read again. */
static bool stays(const char *words)
{
	for (const char *at = words; *at != '\0'; at++)
		if ((unsigned char)*at < ' ' || *at == '|' || *at == 127)
			return false;
	return words[0] != '\0' && words[0] != ' ' && words[strlen(words) - 1] != ' ';
}

static bool head_stays(const struct record_head *head)
{
	bool all = stays(head->reference) && (head->date == NULL || stays(head->date));

	for (int i = 0; i < head->option_count; i++)
		all = all && stays(head->options[i]);
	for (int seat = 0; seat < head->rules->table.players; seat++)
		all = all && stays(head->who[seat]);
	return all;
}

/* "seed: 42" */
static void write_field(struct recorder *recorder, const char *name, const char *value, struct text *out)
{
	struct text words = { 0 };

	text_format(&words, "%s: %s", name, value);
	write_line(recorder, &words, out);
}

bool record_begin(struct recorder *recorder, const struct record_head *head, struct text *out)
{
	struct text words = { 0 };
	char hash[RULES_HASH_ROOM];

	if (!head_stays(head) || !rules_hash(head->rules, hash))
		return false;
	recorder->check = CHECK_START;
	text_format(&words, "canasta record %d", VERSION);
	write_line(recorder, &words, out);
	write_field(recorder, "variant", head->reference, out);
	for (int i = 0; i < head->option_count; i++)
		write_field(recorder, "with", head->options[i], out);
	if (head->rules->title != NULL && stays(head->rules->title))
		write_field(recorder, "title", head->rules->title, out);
	write_field(recorder, "rules", hash, out);
	text_format(&words, "seed: %" PRIu64, head->seed);
	write_line(recorder, &words, out);
	for (int seat = 0; seat < head->rules->table.players; seat++) {
		text_format(&words, "seat %s: %s", seat_name(head->rules, seat), head->who[seat]);
		write_line(recorder, &words, out);
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
	write_line(recorder, &words, out);
}

void record_act(struct recorder *recorder, const struct game *before, struct act act, struct text *out)
{
	struct text words = { 0 };

	text_format(&words, "%s: ", seat_name(before->rules, before->player[game_to_act(before)]));
	act_write(before, act, &words);
	write_line(recorder, &words, out);
}

/* An event of a side is told by the first seat of that side. */
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
	write_line(recorder, &words, out);
}

void record_score(struct recorder *recorder, const struct game *game, const struct tally *tally, struct text *out)
{
	int32_t totals[SIDES_MAX];
	struct text words = { 0 };

	game_totals(game, tally, totals);
	for (int side = 0; side < game->rules->table.sides; side++) {
		text_add(&words, side == 0 ? "score: " : "; ");
		side_name(game->rules, side, &words);
		text_format(&words, " %" PRId32 ", total %" PRId32, tally->total[side], totals[side]);
	}
	write_line(recorder, &words, out);
}
