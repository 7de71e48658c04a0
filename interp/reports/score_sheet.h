/* score_sheet.h -- what a deal scored, line by line, and where the game stands after it. */
#ifndef REPORTS_SCORE_SHEET_H
#define REPORTS_SCORE_SHEET_H

#include "game/game.h"

struct text;

/* Writes how the deal ended, in a sentence. */
void ending_write(const struct game *game, struct text *out);

/* Writes a sentence, without its end, if [who] has fewer [canastas] than the rules ask of a side that goes out: one was
 * forgotten, or the side should not have gone out. False if they are enough, and nothing is written. */
bool short_of_canastas_write(const struct rules *rules, const char *who, int canastas, struct text *out);

/* Writes the sheet of a deal that is over: a column for each side, a row for each thing that scored. */
void score_sheet_write(const struct game *game, const struct tally *tally, struct text *out);

/* Writes who has won with these totals and by how much; nothing as long as the game goes on. */
void result_write(const struct rules *rules, const int32_t *totals, struct text *out);

#endif
