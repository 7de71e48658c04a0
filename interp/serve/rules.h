/* rules.h -- the rules that rooms are played by, loaded once for all rooms that have the same. */
#ifndef SERVE_RULES_H
#define SERVE_RULES_H

#include "canasta.h"

#include <stdbool.h>

struct loaded;

/* [folder] holds the rules files that may be named besides the shipped variants; -1 for none. */
void rules_of_folder(int folder);

/* Writes as JSON what canasta_list() says of the variants that may be named: a list, of which the first are the shipped ones and each
 * other one is a file of the folder. False without memory. What was written is kept for some seconds. */
bool rules_list(struct canasta_bytes *to);

/* Loads the variant that [reference] names with so many [options], or finds it. NULL, with the reason in [why], if it cannot be loaded. To be
 * released once for each time it was returned. */
struct loaded *rules_load(const char *reference, const char *const *options, int count, struct canasta_bytes *why);
void rules_release(struct loaded *loaded);

struct canasta_variant *rules_variant(struct loaded *loaded);

#endif
