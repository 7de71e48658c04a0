/* recording_head.c -- a record is opened: its head says by which rules it was played, where its cards come from, who played. */
#include "tools/recording.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "grammar/arena.h"
#include "grammar/names.h"
#include "notation/lexer.h"
#include "reports/seat_names.h"
#include "rules/canonical.h"

/* ---- words of a line ---- */

unsigned long recording_deal_said(const char *words)
{
	char *end;
	unsigned long number;

	if (strncasecmp(words, "deal ", 5) != 0)
		return 0;
	number = strtoul(words + 5, &end, 10);
	return *end == '\0' && words[5] >= '0' && words[5] <= '9' ? number : 0;
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

static bool unknown_field(const char *words, struct text *why)
{
	char name[32] = "";
	const char *near;

	memcpy(name, words, strcspn(words, ": ") < sizeof name ? strcspn(words, ": ") : sizeof name - 1);
	near = word_nearest(name, FIELD_NAMES, FIELDS);
	text_format(why, "no line in the head of a record begins with \"%s\"", name);
	if (near != NULL)
		text_format(why, "; did you mean \"%s\"?", near);
	return false;
}

bool recording_seed(struct canasta_record *record, const char *words, struct text *why)
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
	text_format(why, "`cards:` should be followed by `told`, not by \"%s\": each deal then names its cards", words);
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
	return field == FIELD_SEED         ? recording_seed(record, words, why)
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
		const char *value = words_behind(words, FIELD_NAMES[field], ':');
		if (value != NULL)
			return keep_field(record, (enum field)field, value, why);
	}
	return unknown_field(words, why);
}

/* ---- the whole ---- */

bool recording_head_read(struct canasta_record *record, struct text *why)
{
	struct record_reader reader = record->body;
	struct text words = { 0 };
	bool well = true, ended = false;

	while (well && !ended) {
		enum record_found found = record_read(&reader, &words, why);
		well = found != RECORD_FAULT;
		ended = found == RECORD_END || (well && recording_deal_said(text_read(&words)) > 0);
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
		record->who[seat] = words_behind(said[i], seat_name(rules, seat), ':');
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

bool recording_head_fits(struct canasta_record *record, struct text *why)
{
	return name_seats(record, why) && rules_as_recorded(record, why);
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
	if (beside)
		return complain(io, status, "the rules `%s` have to be in the folder of `%s`; --rules names others",
		                record->reference, record->name);
	return complain(
		io, status,
		"the rules `%s` of `%s` are looked for from the current folder: go to the one where the game was "
		"begun, or name them with --rules",
		record->reference, record->name);
}

static int load_rules(const struct canasta_io *io, const struct recording_rules *from, struct canasta_record *record)
{
	const char *reference = from->reference != NULL ? from->reference : record->reference;
	int status;

	if (from->variant != NULL) {
		record->variant = from->variant;
		record->variant_is_lent = true;
		return CANASTA_FINE;
	}
	status = load_named_in(io, from->beside ? record->name : NULL, reference, record->option, record->options,
	                       &record->variant);

	return from->reference == NULL ? rules_not_found(io, record, status, from->beside) : status;
}

static int open_record(const struct canasta_io *io, const struct recording_rules *from, struct canasta_record *record)
{
	struct text why = { 0 };
	int status;

	if (!record_open(&record->body, &why) || !recording_head_read(record, &why))
		return recording_fault(io, record, &why);
	status = load_rules(io, from, record);
	if (status != CANASTA_FINE)
		return status;
	if (!recording_head_fits(record, &why) || !recording_find_seed(record, &why))
		return recording_fault(io, record, &why);
	return find_whole(record) ? CANASTA_FINE : out_of_memory(io);
}

int recording_open(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                   const struct recording_rules *from, struct canasta_record **record)
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
	if (made != NULL && !made->variant_is_lent)
		canasta_free(made->variant);
	arena_free(arena);
	return status;
}
