/* options.h -- what a table may choose: options that are switched on, choices of which one alternative holds, presets
 * that name several of them. This decides which hold; statements.c applies what they change. */
#ifndef RULES_OPTIONS_H
#define RULES_OPTIONS_H

#include "rules/rules.h"

struct arena;
struct diags;

enum { OPTIONS_OFFERED_MAX = 200 }; /* of one variant: each is built when a file is checked */

/* Adds an `option`, `choice` or `preset`, stated by a layer of this [height]; [is_on_offer] as in struct option. */
void options_add(struct rules *rules, struct diags *diags, const struct statement *statement, int height,
                 bool is_on_offer);

/* `remove option NAME` and its like: [kind] is "option", "choice" or "preset". False if there is none called [name]. */
bool options_remove(struct rules *rules, const char *kind, const char *name);

/* Removes the options of the parents of which [falls] says that they have nothing left to change, and those that need
 * one of them. Those that a variant has by `with` stay. */
void options_fall_away(struct rules *rules, bool (*falls)(void *context, const struct option *option), void *context);

/* `with NAME, NAME=ANSWER` of a variant of this [height]: these hold unless the table chooses otherwise. */
void options_wish(struct rules *rules, struct diags *diags, const struct statement *with, int height);

/* Switches on what [words] name ("always_frozen", "solution=merge"), what presets among them name, and the first
 * alternative of every other choice; then checks that all of it goes together. */
void options_choose(struct rules *rules, struct diags *diags, const char *const *words, int count);

/* The option that [word] names, or NULL; the bare name of a choice is no option. */
struct option *option_named(const struct rules *rules, const char *word);

enum { OPTIONS_NEEDED_MAX = 16 };

/* Adds [option], and with it what it says it needs, to the [count] options of [list], each once. Returns how many there are then. */
int option_with_needed(const struct rules *rules, const struct option *option,
                       const struct option *list[OPTIONS_NEEDED_MAX], int count);

/* The option's name for users: "always_frozen", "solution=merge". */
void option_write(const struct option *option, struct text *out);

/* The same as a string that lives in [arena], "" if out of memory, as text_keep(). */
const char *option_kept(const struct option *option, struct arena *arena);

/* The option that an expression names: always_frozen, or solution = merge, without blanks; as text_keep(). */
const char *option_said(const struct expr *expr, struct arena *arena);

/* A word behind `needs`, `excludes` or `with` in an option. */
struct option_word {
	const char *word; /* as option_named() has it, living as long as the rules */
	struct span span;
	const struct statement *line; /* it stands in this line, */
	const struct expr *name;      /* in this place */
};

/* Finds the next word after [head]; false after the last one. Begin with all zero. */
bool option_word_next(const struct rules *rules, const struct option *option, const char *head, struct option_word *at);

#endif
