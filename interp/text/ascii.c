/* ascii.c -- words for a terminal that has no letters beyond ASCII: letters with marks lose these, dashes and quotation
 * marks become the plain ones, and what is left becomes a question mark. */
#include "text/write.h"

#include <string.h>

static const struct {
	const char *letter, *plain;
} LETTERS[] = {
	{ "–", "-" },   { "—", "-" },  { "−", "-" },  { "…", "..." }, { "‘", "'" },  { "’", "'" },  { "“", "\"" },
	{ "”", "\"" },  { "„", "\"" }, { "«", "\"" }, { "»", "\"" },  { "·", "." },  { "•", "*" },  { "×", "x" },
	{ "½", "1/2" }, { "→", "->" }, { "≥", ">=" }, { "≤", "<=" },  { "♣", "C" },  { "♦", "D" },  { "♥", "H" },
	{ "♠", "S" },   { "Ä", "Ae" }, { "Ö", "Oe" }, { "Ü", "Ue" },  { "ä", "ae" }, { "ö", "oe" }, { "ü", "ue" },
	{ "ß", "ss" },  { "Å", "Aa" }, { "å", "aa" }, { "Æ", "Ae" },  { "æ", "ae" }, { "Ø", "Oe" }, { "ø", "oe" },
	{ "À", "A" },   { "Á", "A" },  { "Â", "A" },  { "Ã", "A" },   { "à", "a" },  { "á", "a" },  { "â", "a" },
	{ "ã", "a" },   { "Ç", "C" },  { "ç", "c" },  { "È", "E" },   { "É", "E" },  { "Ê", "E" },  { "Ë", "E" },
	{ "è", "e" },   { "é", "e" },  { "ê", "e" },  { "ë", "e" },   { "Ì", "I" },  { "Í", "I" },  { "Î", "I" },
	{ "Ï", "I" },   { "ì", "i" },  { "í", "i" },  { "î", "i" },   { "ï", "i" },  { "Ñ", "N" },  { "ñ", "n" },
	{ "Ò", "O" },   { "Ó", "O" },  { "Ô", "O" },  { "Õ", "O" },   { "ò", "o" },  { "ó", "o" },  { "ô", "o" },
	{ "õ", "o" },   { "Ù", "U" },  { "Ú", "U" },  { "Û", "U" },   { "ù", "u" },  { "ú", "u" },  { "û", "u" },
	{ "Ý", "Y" },   { "ý", "y" },  { "ÿ", "y" },  { "Č", "C" },   { "č", "c" },  { "Š", "S" },  { "š", "s" },
	{ "Ž", "Z" },   { "ž", "z" },  { "Ł", "L" },  { "ł", "l" },   { "Œ", "Oe" }, { "œ", "oe" }, { "\u00a0", " " },
};

static const char *plain_of(const char *words)
{
	for (size_t i = 0; i < sizeof LETTERS / sizeof *LETTERS; i++)
		if (strncmp(LETTERS[i].letter, words, strlen(LETTERS[i].letter)) == 0)
			return LETTERS[i].plain;
	return "?";
}

void ascii_add(struct text *out, const char *words)
{
	while (*words != '\0') {
		size_t plain = 0;
		while (words[plain] != '\0' && (unsigned char)words[plain] < 0x80)
			plain++;
		text_add_bytes(out, words, plain);
		words += plain;
		if (*words == '\0')
			return;
		text_add(out, plain_of(words));
		for (words++; ((unsigned char)*words & 0xc0) == 0x80;)
			words++;
	}
}
