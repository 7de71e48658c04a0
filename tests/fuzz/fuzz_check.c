/* fuzz_check.c -- whatever is in a file, checking it ends well, and what it finds can be told. A file that is found to be
 * right is also shown, and a game of it is played. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "canasta.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Larger files only take longer. */
enum { FILE_MOST = 1500 };

/* The one file there is. */
struct file {
	const uint8_t *bytes;
	size_t length;
};

static enum canasta_read read_file(void *context, const char *path, const struct canasta_out *to)
{
	const struct file *file = context;

	if (strcmp(path, "ours.canasta") != 0)
		return CANASTA_READ_MISSING;
	to->write(to->context, (const char *)file->bytes, file->length);
	return CANASTA_READ_OK;
}

/* Takes part in what is written, so that a sanitizer sees bytes that were never set. */
static void take(void *context, const char *bytes, size_t length)
{
	unsigned *sum = context;

	for (size_t i = 0; i < length; i++)
		*sum += (unsigned char)bytes[i];
}

static void play(const struct canasta_io *io, const struct canasta_variant *variant)
{
	const struct canasta_plan plan = { .seed = 1, .single_deals = 1 };
	struct canasta_sim *sim;

	if (canasta_sim_new(io, variant, &plan, &sim) != CANASTA_FINE)
		abort();
	if (canasta_sim_run(sim, 0, 1) != CANASTA_FINE)
		abort();
	canasta_sim_report(io, sim, CANASTA_TEXT);
	canasta_sim_free(sim);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	static const char *const name = "ours.canasta";
	struct file file = { bytes, length };
	unsigned sum = 0;
	const struct canasta_io io = { .reader = { .read = read_file, .context = &file },
		                       .out = { take, &sum },
		                       .messages = { take, &sum } };
	struct canasta_variant *variant;

	if (length > FILE_MOST)
		return 0;
	if (canasta_check(&io, &name, 1, NULL) == CANASTA_INTERNAL)
		abort();
	if (canasta_load(&io, name, NULL, 0, &variant) == CANASTA_FINE) {
		canasta_show(&io, variant, NULL, 0);
		canasta_show(&io, variant, NULL, CANASTA_SHOW_JSON | CANASTA_SHOW_CHANGED);
		play(&io, variant);
	}
	canasta_free(variant);
	(void)sum;
	return 0;
}
