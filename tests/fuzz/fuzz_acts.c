/* fuzz_acts.c -- whatever somebody types at the table is read without a fault, said again, and refused with a
 * reason or done. The first two bytes choose where in a game that is. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "notation/act_text.h"
#include "game/game.h"
#include "grammar/text.h"
#include "shared_rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { LINE = 512, ACTS_OF_A_LINE = 40 };

/* A game of seed [seed], some acts on. */
static void play_on(struct game *game, unsigned seed, unsigned acts)
{
	struct acts legal;

	game_begin(game, shared_rules(0), seed);
	game_deal(game, 0);
	for (unsigned i = 0; i < acts && game->phase != PHASE_OVER; i++) {
		game_legal(game, &legal);
		game_apply(game, legal.act[(i * 7 + seed) % (unsigned)legal.count]);
	}
}

static void do_acts(struct game *game, const struct act *acts, int count, struct text *out)
{
	for (int i = 0; i < count; i++) {
		struct reason reason = game_refusal(game, acts[i]);
		act_write(game, acts[i], out);
		reason_write(game, acts[i], reason, out);
		if (reason.refusal != REFUSAL_NONE)
			return;
		game_apply(game, acts[i]);
		if (game_check(game) != NULL)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct text out = { 0 }, why = { 0 };
	struct act acts[ACTS_OF_A_LINE];
	static struct game game;
	char line[LINE];
	int count;

	if (length < 2 || length - 2 >= sizeof line)
		return 0;
	play_on(&game, bytes[0], bytes[1]);
	if (game.phase == PHASE_OVER)
		return 0;
	memcpy(line, bytes + 2, length - 2);
	line[length - 2] = '\0';
	count = acts_parse(&game, line, acts, ACTS_OF_A_LINE, &why);
	if ((count == 0) != (why.length > 0))
		abort();
	do_acts(&game, acts, count, &out);
	text_free(&out);
	text_free(&why);
	return 0;
}
