/* asked.h -- what a ruling asks, for who wants to hear it again under other rules: its position, and the act about which
 * it says that it is allowed or refused. */
#ifndef REPORTS_ASKED_H
#define REPORTS_ASKED_H

#include <stdbool.h>

struct library;
struct library_file;

/* True if [text] is a rules file, with rulings perhaps, and not the bare lines of a position. */
bool asked_in_file(const char *text);

/* A ruling's question. Both texts live in the library's arena. */
struct asked {
	const char *lines; /* of the position; each at the line of the file where it stands */
	const char *act;   /* the line that allows or refuses it; NULL if the ruling asks about none */
};

/* Finds in [file] the ruling that stands at [line], counted from 1; for 0 the first one that asks about an act, if any does.
 * Of several acts it is the first that stands at [line] or behind. False if no ruling is there. */
bool asked_find(struct library *library, const struct library_file *file, int line, struct asked *asked);

#endif
