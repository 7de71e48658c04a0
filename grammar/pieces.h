/* pieces.h -- a sound text as a row of pieces, for whoever writes it anew: the tokens the parser is given, and what is
 * known of the places between them. Private to grammar/. */
#ifndef GRAMMAR_PIECES_H
#define GRAMMAR_PIECES_H

#include <stdint.h>
#include "source.h"

struct diags;

struct piece {
	int kind;          /* a token of parse.y, but no END; the last one is EOF */
	uint32_t from, to; /* its bytes in the source */
	const char *text;  /* as it is to be written; prose without its quotes and indentation */
	uint32_t length;   /* of that, in bytes */
	uint32_t width;    /* and in characters */
	uint32_t at;       /* where it would stand if everything stood on one line */
	int lines;         /* line ends before it: 0, 1, or 2 if there was a blank line */
	int first;         /* a statement or a step begins with it */
	int remarked;      /* a remark (# ...) stands between it and the piece before it */
	int in_round;      /* inside ( ... ) */
	int in_ladder;     /* inside the braces behind `by` */
	int apart;         /* it has to begin a line, or it would become one word with the piece before it */
	int match;         /* of a brace: the place of the other one */
	int plain;         /* of a "{": all up to its "}" may stand on one line */
};

struct pieces {
	const struct source *source;
	struct piece *piece;
	int count;
	int failed; /* memory ran out */
};

/* Takes apart source [number], in which tree_read() has found no fault. Give it back with pieces_free(). */
void pieces_read(struct diags *diags, int number, struct pieces *pieces);
void pieces_free(struct pieces *pieces);

/* Characters from the beginning of [first] to the end of [last] if they stand on one line. */
uint32_t pieces_width(const struct pieces *pieces, int first, int last);

/* True if a line of this statement may begin with piece [place]. */
int piece_may_begin_line(const struct pieces *pieces, int place);

/* A `#` remark and the place of it. */
struct remark_text {
	uint32_t from, to;
	int lines; /* line ends before it in a row: 0 if it ends a line, more than 1 if there is a blank line */
};

/* The next remark before piece [place], looked for from byte [*from] on, which is moved behind it. False if there is
 * none; then remark->lines are the line ends before the piece itself. */
int piece_remark(const struct pieces *pieces, int place, uint32_t *from, struct remark_text *remark);

#endif
