/* proofs.h -- what is proved of conditions: that they never hold, always do, or never hold together. Facts that exclude each other and parts
 * that are never more than the whole are rows of facts.def; more follows from the rules at a moment (moments.h, implications.h). */
#ifndef RULES_PROOFS_H
#define RULES_PROOFS_H

#include <stdbool.h>
#include "rules/rules.h"

struct moment;

/* When facts are asked, as bits: of the player whose turn it is, before the deal is over; before she has done anything in it; under rules
 * by which canastas last. */
enum asked_when { ASKED_ANYTIME = 0, ASKED_IN_TURN = 1, ASKED_UNDRAWN = 2, ASKED_OF_LASTING = 4 };

/* Two facts that exclude each other, from facts.def: the first is never between its [low] and [high] while the other is. */
struct exclusion {
	enum fact_id fact[2];
	int32_t low[2], high[2];
	cardset some,
		all; /* if not 0: only where the first asks for some of these cards alone; where the second asks for all of these */
	enum asked_when when;
};

enum {
#define EXCLUDES(...) +1
#define EXCLUDES_WHEN(...) +1
#define FACT(...)
	EXCLUSIONS = 0
#include "rules/facts.def"
#undef FACT
};

extern const struct exclusion exclusions[EXCLUSIONS];

/* Pairs that exclude each other because a side needs canastas to go out; returns how many there are under these rules. */
enum { OUT_EXCLUSIONS = 4 };
int exclusions_of_going_out(const struct rules *rules, struct exclusion pairs[OUT_EXCLUSIONS]);

/* A fact that is never more than another one, from facts.def. */
struct part_of_whole {
	enum fact_id part, whole;
};

enum {
#define NOT_ABOVE(...) +1
#define FACT(...)
	PARTS_OF_WHOLES = 0
#include "rules/facts.def"
#undef FACT
};

extern const struct part_of_whole parts_of_wholes[PARTS_OF_WHOLES];

/* What is proved of a condition that is asked at a moment, and holds unless another one does, or always if that is NULL. Facts that exclude each other (facts.def)
 * are known to do so, and what is part of something else not to be more. PROVED_NOTHING may mean that it was too large. Sets [*failed] if out of memory. */
enum proof { PROVED_NOTHING, PROVED_NEVER, PROVED_ALWAYS };
enum proof prove(const struct moment *moment, formula condition, formula unless, bool *failed);

/* True if it is proved that two conditions never hold at once when they are asked, or that [other], an amount, is 0 where [one] holds. Sets
 * [*failed] if out of memory. */
bool never_both(const struct moment *moment, formula one, formula other, bool *failed);

/* A formula that is asked at a moment, with which others are compared: NULL if out of memory. They ask nothing that it or, unless that is NULL,
 * [also] does not ask. */
struct likeness;
struct likeness *likeness_begin(const struct moment *moment, formula of, formula also);

/* True if it is proved that [other] is the same as the formula: it differs at most where that cannot be. */
bool is_proved_like(struct likeness *likeness, const struct ir *other);

/* Sets [*failed] if memory ran out meanwhile, or [likeness] is NULL. */
void likeness_end(struct likeness *likeness, bool *failed);

/* True if a side that went out still meets the contract when the deal is scored, though it is no plain `always`: nothing that it asks for
 * can have changed. */
bool contract_outlasts_deal(const struct rules *rules);

/* True if two conditions or amounts ask for one fact, or for two of which one can exclude the other (facts.def), or a term. */
bool may_exclude(formula one, formula other);

/* True if a condition holds whatever happens, in so many words or not. Sets [*failed] if out of memory. */
bool holds_always(const struct rules *rules, formula condition, bool *failed);

#endif
