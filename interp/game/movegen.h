/* movegen.h -- what the files that list acts share: move generation itself and the last step of it, which leaves out acts
 * after which the turn could not end. Acts are added at the end of the list. */
#ifndef GAME_MOVEGEN_H
#define GAME_MOVEGEN_H

#include "game/checks.h"
#include "game/opening.h"

/* Cards of the hand that an act of melding lays down. */
static inline int cards_of(struct act act)
{
	return act.verb == ACT_ADD ? 1 : act.count + act_wilds(act);
}

/* movegen.c: whether a take is legal that the player may not decline, and by which way of taking. */
bool must_take(const struct game *game, int *item);

/* ---- whether the turn can end after an act: keeping.c ---- */

/* What plan_out() says of the position, looked at once however often it is asked. */
struct out_look {
	bool taken;
	enum answer answer;
	struct out_plan plan;
};

/* What decides which acts of melding are kept. */
struct keeping {
	bool opened, owes_out;  /* the side has opened; one of the acts obliges the player to go out */
	struct opening opening; /* what an unopened side could lay */
	struct out_look *look;
};

/* Looks at the position before the acts of melding are listed. [begins]: the hand may have the cards to begin a meld. False
 * if none is worth listing: no initial meld could be made. */
bool keeping_begin(const struct game *game, bool begins, struct keeping *keeping);

/* Keeps those of the listed acts of melding after which the turn can end. */
void keep_those_that_end(const struct game *game, struct choices *choices, struct keeping *keeping);

/* True if the turn can end after any act of melding that is listed, as it mostly is; keep_those_that_end() need not look. */
bool all_can_end(const struct game *game, const struct choices *choices, const struct keeping *keeping);

/* Whether the turn can end after a take that makes [made], as take_makes_meld() says. */
bool take_ends(const struct game *game, struct act act, int made, bool owes_out);

/* Whether the turn could end after the partner said yes, and the player went out. */
bool yes_ends(const struct game *game, struct out_look *look);

#endif
