/* pad_entry.h -- the lines of a score pad: what an entry says. */
#ifndef TOOLS_PAD_ENTRY_H
#define TOOLS_PAD_ENTRY_H

#include "tools/pad.h"

enum pad_verb { PAD_DEAL, PAD_REPLACE, PAD_INSERT, PAD_REMOVE, PAD_DEALER, PAD_NAMES, PAD_START, PAD_UNDO };

/* An entry that was understood. */
struct pad_entry {
	enum pad_verb verb;
	int deal;             /* the place of the deal that is entered, replaced, inserted or removed, from 0 */
	struct pad_deal said; /* of that deal */
	uint8_t dealer;       /* of PAD_DEALER, a seat */
	int32_t start[SIDES_MAX];
	int start_deals;
	int names; /* of PAD_NAMES: those of the sides, or of all players */
	const char *name[PLAYERS_MAX];
	char text[PAD_LINE_MAX + 1]; /* that the names are in */
};

/* Parses a line. False, with a sentence in [why], if it cannot be understood or fits no deal of the pad. */
bool pad_parse(const struct pad *pad, const char *line, struct pad_entry *entry, struct text *why);

/* Writes a deal in the words in which it can be entered: us natural 1, melded 340, out; them melded 85. */
void pad_deal_write(const struct pad *pad, const struct pad_deal *said, struct text *out);

#endif
