/* write_csv.c -- the one place that knows how spreadsheets read text. */
#include "text/document.h"

#include <string.h>

/* True if [words] begin as a formula does; a number with a sign is none. */
static bool is_formula(const char *words)
{
	return *words != '\0' && strchr("=+-@\t\r", *words) != NULL &&
	       strspn(words + 1, "0123456789.,") != strlen(words) - 1;
}

void csv_add(struct text *out, const char *words)
{
	struct text plain = { 0 };

	text_add_plain(&plain, words);
	text_add(out, is_formula(words) ? "\"'" : "\"");
	for (words = text_read(&plain); *words != '\0'; words++)
		text_add_bytes(out, *words == '"' ? "\"\"" : words, *words == '"' ? 2 : 1);
	text_add(out, "\"");
	text_end(&plain, out);
}

static bool is_number(const char *words)
{
	words += *words == '-';
	return *words != '\0' && words[strspn(words, "0123456789")] == '\0';
}

static bool needs_quotes(const char *words, enum csv_quotes quotes)
{
	switch (quotes) {
	case CSV_ALL: return true;
	case CSV_WORDS: return !is_number(words);
	case CSV_NEEDED: return words[0] == '\0' || strpbrk(words, ",\"\n") != NULL || is_formula(words);
	}
	return true;
}

void document_csv(const struct document *document, enum csv_quotes quotes, struct text *out)
{
	for (const struct block *block = document->first; block != NULL; block = block->next)
		for (const struct table_row *row = block->table != NULL ? block->table->first : NULL; row != NULL;
		     row = row->next)
			if (row->kind != TABLE_TOPIC && row->kind != TABLE_REMARK) {
				for (int i = 0; i < block->table->columns; i++) {
					struct text cell = { 0 };
					words_read(&row->cell[i], &cell);
					text_add(out, i > 0 ? "," : "");
					if (needs_quotes(text_read(&cell), quotes) &&
					    (quotes != CSV_NEEDED || row->cell[i].first != NULL))
						csv_add(out, text_read(&cell));
					else
						text_add(out, text_read(&cell));
					text_end(&cell, out);
				}
				text_add(out, quotes == CSV_ALL ? "\r\n" : "\n");
			}
	out->failed |= document_failed(document);
}
