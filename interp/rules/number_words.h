/* number_words.h -- numbers in a sentence, in digits or in words. */
#ifndef RULES_NUMBER_WORDS_H
#define RULES_NUMBER_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* True if [text] speaks of [number]: "5,000", "thirteen", "a pair", or "four and three" for 7. Sets [*any] if it speaks
 * of any number at all; names such as SHEET-13 are none. */
bool text_has_number(const char *text, int64_t number, bool *any);

/* The number that a word can be nothing else than: 15 for "fifteen". -1 for any other word. */
int64_t number_meant(const char *word);

#endif
