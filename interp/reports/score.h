/* score.h -- what a deal scored, line by line, and where the game stands after it; of a deal that was played, and of an end
 * position that is described. */
#ifndef REPORTS_SCORE_H
#define REPORTS_SCORE_H

#include "game/game.h"

struct dispute;
struct document;
struct json_t;
struct library;
struct text;

/* Writes how the deal ended, in a sentence. */
void ending_write(const struct game *game, struct text *out);

/* Writes a sentence, without its end, if [who] has fewer [canastas] than the rules ask of a side that goes out: one was
 * forgotten, or the side should not have gone out. False if they are enough, and nothing is written. */
bool short_of_canastas_write(const struct rules *rules, const char *who, int canastas, struct text *out);

/* Adds the sheet of a deal that is over: a column for each side, a row for each thing that scored. */
void score_sheet_add(const struct game *game, const struct tally *tally, struct document *out);

/* Adds who has won with these totals and by how much; nothing as long as the game goes on. */
void result_add(const struct rules *rules, const int32_t *totals, uint32_t deals, struct document *document);

/* Adds the score of the end position [position]: for each side what it scores and by which rule, and what each player
 * contributes. A position that cannot be, or whose deal is not over, is a finding in the library, and nothing is added. */
void end_score_add(struct library *library, struct rules *rules, const struct dispute *position, struct document *out);

/* The same for programs; the caller gives it back. NULL where nothing would be added. */
struct json_t *end_score_json(struct library *library, struct rules *rules, const struct dispute *position);

#endif
