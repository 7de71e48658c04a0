/* recording_seal.c -- the seed of a sealed game: the record has a commitment to it first, and tells it last of all. */
#include "tools/recording.h"

#include <string.h>
#include <strings.h>
#include "notation/lexer.h"

bool recording_seal_fits(const struct canasta_record *record, const char *words)
{
	char commitment[COMMITMENT_ROOM];

	record_commitment(words, strlen(words), commitment);
	return strcasecmp(commitment, record->commitment) == 0;
}

static bool open_seal(struct canasta_record *record, const char *words, struct text *why)
{
	if (!recording_seal_fits(record, words))
		text_add(why, "this is not the seed of the commitment in the head: its SHA-256 is another");
	else if (recording_seed(record, words, why))
		record->opened = true;
	return record->opened;
}

/* True if [words] are an act: an undo takes one back, everything else that is no act has a name of its own. */
static bool is_act_line(const char *words)
{
	return words_behind(words, "score", ':') == NULL && words_behind(words, "event", ':') == NULL &&
	       words_behind(words, "seed", ':') == NULL;
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
		seed = found == RECORD_LINE ? words_behind(text_read(&words), "seed", ':') : NULL;
		count->false_seed = seed != NULL && !open_seal(record, seed, why);
		found = count->false_seed ? RECORD_FAULT : found;
		count->deals += found == RECORD_LINE && recording_deal_said(text_read(&words)) > 0;
		count->acts += found == RECORD_LINE && recording_deal_said(text_read(&words)) == 0 &&
		               is_act_line(text_read(&words));
		text_end(&words, why);
		found = why->failed ? RECORD_FAULT : found;
	}
	return found;
}

bool recording_find_seed(struct canasta_record *record, struct text *why)
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
