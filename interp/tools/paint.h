/* paint.h -- colours of a terminal for text about the table. The text is laid out first and painted then, so that
 * everything stands where it stood. */
#ifndef TOOLS_PAINT_H
#define TOOLS_PAINT_H

struct rules;
struct text;

/* Writes [words], as the table, a hand or cards drawn are told, with cards in their colours: each suit in one of four
 * where it matters, wild cards and bonus cards in theirs; and what blocks or freezes the pile stands out. */
void paint_cards(const struct rules *rules, const char *words, struct text *out);

#endif
