/* results.h -- the results of a simulation as JSON: what was played, and its sums, in whole numbers. Every report on
 * a simulation is made from them, so that parts which were played elsewhere and added up read like one run.
 * docs/json.md describes them. */
#ifndef TOOLS_RESULTS_H
#define TOOLS_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_t;
struct match;
struct ranges;
struct sim_counts;
struct sim_plan;
struct document;
struct text;

/* How they call themselves. */
#define RESULTS_FORMAT "canasta sim"
enum { RESULTS_VERSION = 1 };

/* ---- made (results.c) ---- */

/* The results of games [ranges], which are settled; NULL when memory ran out. To be given back with json_decref(), as
 * are those of results_read(). */
struct json_t *results_make(const struct sim_plan *plan, const struct sim_counts *counts, const struct ranges *ranges);

/* ---- read, and added up (results_add.c) ---- */

/* Reads results; NULL if they are none, with [why]. */
struct json_t *results_read(const char *bytes, size_t length, struct text *why);

/* Adds [more] to [results]; false if they are not of the same simulation or have games in common, with [why].
 * [results] are of no use then. */
bool results_add(struct json_t *results, const struct json_t *more, struct text *why);

/* Writes to [gaps] which games between the first and the last are missing: "100:200, 300:400". */
void results_gaps(const struct json_t *results, struct text *gaps);

/* Writes to [out] which games from [from] up to and without [to] are missing, a line for each range: "100:200". [results] may be
 * NULL: then all of them are. */
void results_missing(const struct json_t *results, uint64_t from, uint64_t to, struct text *out);

/* What they have of a match; false if there was none. */
bool results_match(const struct json_t *results, struct match *match);

/* ---- written (results_words.c) ---- */

/* Make a document of them: for people, or the table of a spreadsheet. */
void results_document(const struct json_t *results, struct document *out);
void results_spreadsheet(const struct json_t *results, struct document *out);

#endif
