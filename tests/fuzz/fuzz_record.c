/* fuzz_record.c -- whatever a record says, it is replayed or refused with a reason, shown, judged by its own rules, and written with
 * its cards; and what was replayed says the same when it is replayed again. The first byte chooses the game. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/text.h"
#include "shared_variants.h"
#include "tools/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { RECORD_MOST = 4000 };

static void gather(void *context, const char *bytes, size_t length)
{
	text_add_bytes(context, bytes, length);
}

static int open_with(const struct canasta_io *io, struct canasta_variant *variant, const char *bytes, size_t length,
                     struct canasta_record **record)
{
	const struct replay_rules rules = { .variant = variant };

	return replay_open(io, "a.record", bytes, length, &rules, record);
}

/* What was written with its cards is a record of the same game. */
static void replay_written(const struct canasta_io *io, struct canasta_variant *variant, struct text *written)
{
	struct canasta_record *record;
	struct canasta_game *game = NULL;

	if (open_with(io, variant, text_read(written), written->length, &record) != CANASTA_FINE ||
	    canasta_record_play(io, record, NULL, &game) != CANASTA_FINE)
		abort();
	canasta_game_free(game);
	canasta_record_free(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct text out = { 0 }, messages = { 0 };
	const struct canasta_io io = { .out = { gather, &out }, .messages = { gather, &messages } };
	struct canasta_variant *variant;
	struct canasta_record *record;
	struct canasta_game *game = NULL;
	int status;

	if (length < 1 || length > RECORD_MOST)
		return 0;
	variant = shared_variant(bytes[0]);
	status = open_with(&io, variant, (const char *)bytes + 1, length - 1, &record);
	if ((status == CANASTA_FINE) != (messages.length == 0))
		abort();
	if (status == CANASTA_FINE) {
		status = canasta_record_play(&io, record, NULL, &game);
		if (canasta_record_cards(record) == CANASTA_CARDS_SEALED) /* this much is told without the seed */
			canasta_record_report(&io, record, 0);
		else if (canasta_record_report(&io, record, 0) != status ||
		         canasta_record_report(&io, record, 1) != status)
			abort();
		text_free(&out);
		text_free(&messages);
		if (status == CANASTA_FINE && canasta_record_name_cards(&io, record) == CANASTA_FINE && out.length > 0)
			replay_written(&io, variant, &out);
		if (status == CANASTA_FINE && canasta_record_under(&io, record, variant, 0) != CANASTA_FINE)
			abort();
		canasta_game_free(game);
		canasta_record_free(record);
	}
	text_free(&out);
	text_free(&messages);
	return 0;
}
