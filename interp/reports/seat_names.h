/* seat_names.h -- what seats, sides and the items of rules are called at the table. */
#ifndef REPORTS_SEAT_NAMES_H
#define REPORTS_SEAT_NAMES_H

#include "rules/rules.h"

struct text;

/* South, West, North, East for four players, Player 1, Player 2, ... for others. */
const char *seat_name(const struct rules *rules, int seat);

/* North-South, East-West; Player 2; Players 1, 3, 5. */
void side_name(const struct rules *rules, int side, struct text *out);

/* The same of a side as it is now, where [side_of] has the side of each seat: Player 1 and Player 3. */
void side_name_now(const struct rules *rules, const uint8_t *side_of, int side, struct text *out);

/* The name of an item in words: red_threes as "red threes". word_in_words() does so with its first [length] bytes. */
void name_in_words(const char *name, struct text *out);
void word_in_words(const char *name, size_t length, struct text *out);

/* A kind of canasta as one speaks of it: "natural canasta". */
void kind_of_canasta_in_words(const struct rules *rules, int canasta, struct text *out);

/* What a line of the tally is for: its title, "natural canastas", or its name in words. */
void tally_line_in_words(const struct rules *rules, int line, struct text *out);

#endif
