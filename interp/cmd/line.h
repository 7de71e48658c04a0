/* line.h -- lines that people type: in a terminal with editing, history and completion, elsewhere as they come. However
 * the program ends, the terminal is left as it was found. */
#ifndef CMD_LINE_H
#define CMD_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include "canasta.h"

struct line_source {
	bool keys;  /* input and output are a terminal */
	bool plain; /* without editing */
	/* writes lines that begin with what was typed, and go on */
	void (*complete)(void *context, const char *typed, const struct canasta_out *to);
	void *context;
	const char *farewell; /* is written when the program is interrupted, or NULL; may change at any time */
};

/* Gets ready to read. [source] stays the caller's and must live until line_end(). */
void line_begin(struct line_source *source);
void line_end(void);

enum { LINE_PEOPLE_MAX = 16, LINE_BETWEEN = -1 };

/* Reads a line without its end into [room] bytes; what is longer is cut. False at the end of the input. It is [person] who
 * types it, from 0, and no key brings back what others have typed. LINE_BETWEEN is for a line between two of them, where
 * nothing is remembered or completed. */
bool line_read(int person, const char *prompt, char *line, size_t room);

#endif
