/* write_html.c -- a document as one page for the browser and the printer. Words pass through html_add(), which leaves no
 * sign of HTML standing; tags and classes are ours. */
#include "text/write.h"

#include <string.h>

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

/* ---- words ---- */

enum { SHORT = 24 }; /* citations that fit on a line are not broken */

/* The tag of a span, with its class; "" for none. */
static const char *const OPENED[SPAN_KINDS] = {
	[SPAN_PLAIN] = "",
	[SPAN_STRONG] = "<b>",
	[SPAN_CODE] = "<code>",
	[SPAN_CARDS] = "<span class=\"cards\">",
	[SPAN_CITES] = "<span class=\"cites\">",
	[SPAN_PLACE] = "<span class=\"place\">",
	[SPAN_FIRST] = "<span class=\"first\">",
	[SPAN_SECOND] = "<span class=\"second\">",
	[SPAN_GOOD] = "<span class=\"good\">",
	[SPAN_BAD] = "<span class=\"bad\">",
	[SPAN_WILD] = "<span class=\"cards\">",
	[SPAN_BONUS] = "<span class=\"cards\">",
	[SPAN_CLUBS] = "<span class=\"cards\">",
	[SPAN_DIAMONDS] = "<span class=\"cards\">",
	[SPAN_HEARTS] = "<span class=\"cards\">",
	[SPAN_SPADES] = "<span class=\"cards\">",
};

static const char *closed(enum span_kind kind)
{
	return kind == SPAN_PLAIN ? "" : kind == SPAN_STRONG ? "</b>" : kind == SPAN_CODE ? "</code>" : "</span>";
}

/* Words with blanks or line feeds between them, none of which is broken at a hyphen. */
static void write_whole(const char *words, struct text *out)
{
	for (size_t length; *words != '\0'; words += length) {
		struct text word = { 0 };
		length = strcspn(words, " \n");
		text_add_bytes(&word, words, length);
		text_add(out, length > 0 ? "<span class=\"whole\">" : "");
		html_add(out, text_read(&word));
		text_add(out, length > 0 ? "</span>" : "");
		text_end(&word, out);
		text_add(out, words[length] != '\0' ? " " : "");
		length += words[length] != '\0';
	}
}

static void write_words(const struct words *words, struct text *out)
{
	for (const struct inline_span *span = words->first; span != NULL; span = span->next) {
		if (span->words.length == 0)
			continue;
		text_add(out, OPENED[span->kind]);
		if (span->kind == SPAN_PLACE)
			write_whole(text_read(&span->words), out);
		else
			html_add(out, text_read(&span->words));
		text_add(out, closed(span->kind));
	}
}

/* <tag class="class">words</tag> */
static void write_in(const char *tag, const char *class, const struct words *words, struct text *out)
{
	text_format(out, class[0] != '\0' ? "<%s class=\"%s\">" : "<%s>", tag, class);
	write_words(words, out);
	text_format(out, "</%s>", tag);
}

static void write_cites(const struct words *cites, const char *tag, struct text *out)
{
	struct text all = { 0 };

	if (words_empty(cites))
		return;
	words_read(cites, &all);
	text_add(out, " ");
	write_in(tag, all.length < SHORT ? "cites whole" : "cites", cites, out);
	text_end(&all, out);
}

/* ---- tables ---- */

static const char *row_class(enum row_kind kind)
{
	return kind == TABLE_TOPIC ? " class=\"topic\"" : kind == TABLE_SUM ? " class=\"sum\"" : "";
}

static void write_row(const struct table *table, const struct table_row *row, struct text *out)
{
	bool one = row->kind == TABLE_TOPIC || row->kind == TABLE_REMARK;
	const char *tag = row->kind == TABLE_HEAD || row->kind == TABLE_TOPIC ? "th" : "td";

	text_format(out, "<tr%s>", row_class(row->kind));
	for (int i = 0; i < (one ? 1 : table->columns); i++) {
		if (one)
			text_format(out, "<%s colspan=\"%d\">", tag, table->columns);
		else if (i > 0 && table_is_numeric(table, i))
			text_format(out, "<%s class=\"amount\">", tag);
		else
			text_format(out, row->depth > 0 && i == 0 ? "<%s class=\"depth%d\">" : "<%s>", tag, row->depth);
		write_words(&row->cell[i], out);
		text_format(out, "</%s>", tag);
	}
	text_add(out, "</tr>\n");
}

static void write_table(const struct table *table, struct text *out)
{
	bool head = table->first != NULL && table->first->kind == TABLE_HEAD;

	text_add(out, table->columns > 6 ? "<div class=\"wide\">" : "");
	text_add(out, head ? "<table>\n<thead>\n" : "<table>\n<tbody>\n");
	for (const struct table_row *row = table->first; row != NULL; row = row->next) {
		if (head && row->kind != TABLE_HEAD) {
			text_add(out, "</thead>\n<tbody>\n");
			head = false;
		}
		write_row(table, row, out);
	}
	text_add(out, head ? "</thead>\n</table>" : "</tbody>\n</table>");
	text_add(out, table->columns > 6 ? "</div>\n" : "\n");
	write_cites(&table->cites, "p", out);
}

/* ---- blocks ---- */

static void write_clause(const struct block *block, struct text *out)
{
	text_add(out, "<p class=\"rule\"");
	if (block->number > 0)
		text_format(out, " id=\"r%d.%d\"><span class=\"number\">%d.%d</span> ", block->section, block->number,
		            block->section, block->number);
	else
		text_add(out, ">");
	text_add(out, block->marked ? "<span class=\"star\">* </span>" : "");
	if (!words_empty(&block->label)) {
		write_in("b", "", &block->label, out);
		text_add(out, ": ");
	}
	write_words(&block->words, out);
	write_cites(&block->cites, "span", out);
	text_add(out, "</p>\n");
}

static void write_labelled(const struct block *block, const char *class, struct text *out)
{
	text_format(out, "<p class=\"%s", class);
	if (block->depth > 0)
		text_format(out, "%sdepth%d", class[0] != '\0' ? " " : "", block->depth < 3 ? block->depth : 3);
	text_add(out, "\">");
	if (!words_empty(&block->label)) {
		write_in("b", "", &block->label, out);
		text_add(out, block->kind == BLOCK_FIELD ? " " : ": ");
	}
	write_in("span", "", &block->words, out);
	write_cites(&block->cites, "span", out);
	text_add(out, "</p>\n");
}

static void write_heading(const struct block *block, struct text *out)
{
	const char *tag = block->depth == 0 ? "h2" : "h3";

	if (block->section > 0)
		text_format(out, "<section>\n<%s id=\"s%d\"><span class=\"number\">%d. </span>", tag, block->section,
		            block->section);
	else
		text_format(out, "<%s>", tag);
	write_words(&block->words, out);
	write_cites(&block->cites, "span", out);
	text_format(out, "</%s>\n", tag);
}

static void write_block(const struct block *block, struct text *out)
{
	const char *plain = NULL, *class = "";

	switch (block->kind) {
	case BLOCK_HEADING: write_heading(block, out); return;
	case BLOCK_CLAUSE: write_clause(block, out); return;
	case BLOCK_NOTE: write_labelled(block, "note", out); return;
	case BLOCK_ITEM: write_labelled(block, "item", out); return;
	case BLOCK_FIELD: write_labelled(block, "field", out); return;
	case BLOCK_CELLS: write_labelled(block, "cells", out); return;
	case BLOCK_TABLE: write_table(block->table, out); return;
	case BLOCK_TITLE: plain = "h1"; break;
	case BLOCK_SUBTITLE: plain = "p", class = "line"; break;
	case BLOCK_PROSE: plain = "p", class = "prose"; break;
	case BLOCK_LEAD: plain = "p", class = "lead"; break;
	case BLOCK_VERBATIM: plain = "pre"; break;
	case BLOCK_PARAGRAPH:
	case BLOCK_LEGEND:
	case BLOCK_FOOT: plain = "p"; break;
	}
	write_in(plain, class, &block->words, out);
	text_add(out, "\n");
}

/* ---- the page ---- */

static bool is_class(const struct document *document, const char *class)
{
	return strcmp(document->class, class) == 0;
}

/* A page to be filled in by hand is one page: the more rows it has, the lower they are. In tenths of millimetres. */
static int grid_row_height(const struct document *document, const struct page_look *look)
{
	enum { HIGH = 66, LOW = 40, LONG = 38, A4_HEIGHT = 2250, LETTER_HEIGHT = 2070, TABLE_GAP = 60 };
	int room = look->letter ? LETTER_HEIGHT : A4_HEIGHT, rows = 0, height;

	for (const struct block *block = document->first; block != NULL; block = block->next) {
		room -= block->table != NULL ? TABLE_GAP : 0;
		for (const struct table_row *row = block->table != NULL ? block->table->first : NULL; row != NULL;
		     row = row->next)
			rows += row->cell[0].first != NULL && row->cell[0].first->words.length > LONG ? 2 : 1;
	}
	height = rows > 0 ? room / rows : HIGH;
	return height > HIGH ? HIGH : height < LOW ? LOW : height;
}

static void write_paper(const struct document *document, const struct page_look *look, struct text *out)
{
	bool sheet = is_class(document, "sheet");

	text_format(out, "@page { size: %s%s; margin: %s; }\n", look->letter ? "letter" : "A4",
	            is_class(document, "matrix") ? " landscape" : "", sheet ? "17mm 18mm" : "12mm");
	text_format(out, "@media print { html { font-size: %s; } }\n",
	            look->large                  ? "16pt"
	            : is_class(document, "card") ? "8pt"
	            : is_class(document, "pad")  ? "9pt"
	                                         : "10.5pt");
	if (is_class(document, "pad")) {
		int height = grid_row_height(document, look);
		text_format(
			out,
			"@media print { .pad th, .pad td { height: %d.%dmm; font-size: %d%%; line-height: 1.1; } }\n",
			height / 10, height % 10,
			height > 52   ? 100
			: height > 45 ? 92
				      : 84);
	}
	if (look->large)
		text_add(out, "@media screen { html { font-size: 140%; } }\n");
}

static void write_head(const struct document *document, const struct page_look *look, struct text *out)
{
	text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
	if (document->title != NULL)
		html_add(out, document->title);
	else if (document->first != NULL)
		write_words(&document->first->words, out);
	text_format(out, "</title>\n<style>\n%s", page_style);
	write_paper(document, look, out);
	text_format(out, "</style>\n</head>\n<body class=\"%s\">\n", document->class);
}

/* What lies around the blocks: title and subtitle, the main part with its sections, the foot. */
enum part { PART_HEAD, PART_MAIN, PART_FOOT };

static enum part part_of(const struct block *block, enum part before)
{
	if (block->kind >= BLOCK_LEGEND)
		return PART_FOOT;
	return before == PART_HEAD && (block->kind == BLOCK_TITLE || block->kind == BLOCK_SUBTITLE) ? PART_HEAD
	                                                                                            : PART_MAIN;
}

void document_html(const struct document *document, const struct page_look *look, struct text *out)
{
	static const struct page_look plain = { .large = false };
	enum part part = PART_HEAD, next;
	bool section = false;

	write_head(document, look != NULL ? look : &plain, out);
	for (const struct block *block = document->first; block != NULL; block = block->next, part = next) {
		bool begins = block->kind == BLOCK_HEADING && block->section > 0;
		next = part_of(block, part);
		if (section && (begins || next == PART_FOOT)) {
			text_add(out, "</section>\n");
			section = false;
		}
		if (next == PART_MAIN && part == PART_HEAD)
			text_add(out, "<main>\n");
		if (next == PART_FOOT && part != PART_FOOT)
			text_add(out, part == PART_MAIN ? "</main>\n<footer>\n" : "<footer>\n");
		section = section || begins;
		write_block(block, out);
	}
	text_add(out, section ? "</section>\n" : "");
	text_add(out, part == PART_FOOT ? "</footer>\n" : part == PART_MAIN ? "</main>\n" : "");
	text_add(out, "</body>\n</html>\n");
	out->failed |= document_failed(document);
}
