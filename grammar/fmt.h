/* fmt.h -- canonical text: the one way in which a sound file is laid out.
 *
 * Kept are all words, remarks and prose in their order, the lines between which the author left a blank one, and which
 * braces stand on one line. All else is settled here: indentation, blanks, columns, where long lines are broken. The tree
 * of what is written is that of what was read, and writing it once more changes nothing. */
#ifndef GRAMMAR_FMT_H
#define GRAMMAR_FMT_H

struct diags;
struct text;

/* Writes source [number], in which tree_read() has found no fault, in canonical layout. False if memory ran out. */
int source_format(struct diags *diags, int number, struct text *out);

#endif
