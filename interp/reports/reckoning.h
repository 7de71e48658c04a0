/* reckoning.h -- the score of an end position, line by line: for each side what it scores and by which rule, and what
 * each player has to do with it. */
#ifndef REPORTS_RECKONING_H
#define REPORTS_RECKONING_H

struct dispute;
struct json_t;
struct library;
struct rules;
struct text;

/* Writes the score of the position that [position] tells. A position that cannot be put up, or whose deal is not over, is
 * a finding in the library, and nothing is written. */
void reckoning_write(struct library *library, struct rules *rules, const struct dispute *position, struct text *out);

/* The same for programs; the caller gives it back. NULL where nothing would be written. */
struct json_t *reckoning_json(struct library *library, struct rules *rules, const struct dispute *position);

#endif
