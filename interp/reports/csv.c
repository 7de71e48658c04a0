/* csv.c -- the one place that knows how spreadsheets read text. */
#include "reports/csv.h"

#include <string.h>
#include "grammar/text.h"

/* True if [words] begin as a formula does; a number with a sign is none. */
static int is_formula(const char *words)
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
