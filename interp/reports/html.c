/* html.c -- escaping, and the frame of a page. */
#include "reports/html.h"

#include <string.h>
#include "grammar/text.h"

static const char *entity(char letter)
{
	switch (letter) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '"': return "&quot;";
	case '\'': return "&#39;";
	default: return NULL;
	}
}

void html_add(struct text *out, const char *words)
{
	struct text plain = { 0 };

	text_add_plain(&plain, words);
	for (words = text_read(&plain); *words != '\0'; words++)
		if (entity(*words) != NULL)
			text_add(out, entity(*words));
		else
			text_add_bytes(out, words, 1);
	text_end(&plain, out);
}

void markdown_add(struct text *out, const char *words)
{
	for (; *words != '\0'; words++) {
		if (strchr("\\`*_{}[]<>#|", *words) != NULL)
			text_add(out, "\\");
		text_add_bytes(out, *words == '\n' ? " " : words, 1);
	}
}

void html_begin(struct text *out, const char *title, const char *style)
{
	text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
	html_add(out, title);
	text_format(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
}

void html_end(struct text *out)
{
	text_add(out, "</body>\n</html>\n");
}
