/* moments.h -- what facts can be when a setting is asked: a way of taking the pile is asked about before a player who is to take it, a
 * talon when a side has opened. Play is meant: a ruling may begin with a position that no deal comes to. */
#ifndef RULES_MOMENTS_H
#define RULES_MOMENTS_H

#include "rules/analysis.h"
#include "rules/proofs.h"

/* When setting [row] of item [item] is asked, with a certain card on top of the pile or, with -1, any. */
struct moment {
	const struct rules *rules;
	int row, item, top;
	bool limits; /* what the limits of melds forbid anyway is known, too. A rule that says it again gives the reason for a refusal */
};

/* No moment in particular. */
#define ANY_TIME(of) ((struct moment){ .rules = (of), .row = -1, .item = -1, .top = -1 })

/* The interval of what [asked] answers at a moment, a fact other than a term; an interval_of_fact. */
struct interval interval_at_moment(const void *moment, const struct ir *asked);

/* The interval of a condition at a moment. */
struct interval interval_when_asked(const struct moment *moment, formula of);

/* Facts that exclude each other at a moment, beside those that always do; returns how many there are. */
enum { MOMENT_EXCLUSIONS = 40 };
int exclusions_at(const struct moment *moment, struct exclusion pairs[MOMENT_EXCLUSIONS]);

/* True if what [asked] counts, melds or cards in melds, is there only once somebody has begun a meld with which she goes out. */
bool comes_with_going_out(const struct rules *rules, const struct ir *asked);

/* The least that so many cards in melds count; 0 where some card counts nothing or less than that. */
int64_t least_on_table(const struct rules *rules, int cards);

/* Whom a setting is asked about at a moment, and before what, as bits. */
enum asked_when asked_when(const struct moment *moment);

/* What is known at a moment that is not known at others, as a sentence without its full stop; NULL if there is nothing to say. */
const char *moment_words(const struct moment *moment);

#endif
