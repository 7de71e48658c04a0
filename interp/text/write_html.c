/* write_html.c -- a document as one page for the browser and the printer, and the style sheet of all pages. Words pass through html_add(),
 * which leaves no sign of HTML standing; tags and classes are ours. */
#include "text/document.h"

#include <string.h>

const char page_style[] =
	":root { color-scheme: light; }\n"
	"* { box-sizing: border-box; }\n"
	"html { font-size: 100%; -webkit-text-size-adjust: 100%; }\n"
	"body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 44rem; background: #fff; color: #1b1b1b;\n"
	"  font-family: Georgia, 'DejaVu Serif', 'Times New Roman', serif; line-height: 1.45; hyphens: manual; }\n"
	"h1 { font-size: 1.8rem; line-height: 1.15; margin: 0 0 .6rem; }\n"
	"h2 { font-size: 1.15rem; margin: 1.8rem 0 .5rem; padding-top: .35rem; border-top: 2px solid #1b1b1b; }\n"
	"p { margin: .35rem 0; }\n"
	".line { font-style: italic; }\n"
	".prose { margin: .5rem 0 .7rem; }\n"
	".lead { margin-top: .8rem; }\n"
	".rule { padding-left: 3.2rem; position: relative; }\n"
	".rule > .number { position: absolute; left: 0; width: 2.9rem; color: #555; font-variant-numeric: tabular-nums; }\n"
	".star { font-weight: bold; color: #a00; }\n"
	".cites { color: #666; font-size: .68rem; font-family: Arial, 'DejaVu Sans', sans-serif; overflow-wrap: anywhere; }\n"
	".whole { white-space: nowrap; }\n"
	"h2 .cites { font-weight: normal; }\n"
	"p.cites { padding-left: 3.2rem; margin-top: -.3rem; }\n"
	".note, .example { padding-left: 3.2rem; font-size: .84rem; color: #444; margin: .15rem 0; }\n"
	".item { padding-left: 4rem; text-indent: -.8rem; margin: .1rem 0; } .item::before { content: '\\2013\\a0'; }\n"
	".note b, .example b { font-weight: normal; font-style: italic; }\n"
	".example span { white-space: pre-wrap; }\n"
	"table { border-collapse: collapse; margin: .5rem 0 .7rem 3.2rem; font-size: .94rem; }\n"
	"th, td { text-align: left; vertical-align: top; padding: .22rem .9rem .22rem 0; border-bottom: 1px solid #ccc; }\n"
	"th { font-size: .8rem; color: #555; font-weight: normal; border-bottom: 1px solid #1b1b1b; }\n"
	".amount { text-align: right; padding-right: .2rem; white-space: nowrap; font-variant-numeric: tabular-nums; }\n"
	"th.amount { white-space: normal; }\n"
	"footer { margin-top: 2.2rem; border-top: 1px solid #999; padding-top: .5rem; font-size: .74rem; color: #555;\n"
	"  overflow-wrap: anywhere; }\n"
	".fields { margin-left: 3.2rem; text-indent: -3.2rem; }\n"
	".label { font-weight: bold; }\n"
	".cells span { white-space: pre-wrap; }\n"
	".place { display: block; font: .75rem Arial, 'DejaVu Sans', sans-serif; color: #666; margin-top: .2rem;\n"
	"  overflow-wrap: anywhere; }\n"
	"pre { margin: .4rem 0 .6rem 3.2rem; font: .84rem 'DejaVu Sans Mono', monospace; white-space: pre-wrap; }\n"
	".depth1 { margin-left: 1.6rem; } .depth2 { margin-left: 3.2rem; } .depth3 { margin-left: 4.8rem; }\n"
	".topic th { padding-top: 1.2rem; font-size: 1rem; font-weight: bold; color: #1b1b1b;\n"
	"  border-bottom: 2px solid #1b1b1b; }\n"
	".sum td { font-weight: bold; border-bottom: 1px solid #1b1b1b; }\n"
	"small { display: block; font-weight: normal; }\n"
	".differences, .matrix { max-width: none; } .differences table, .matrix table, .score table { margin-left: 0; }\n"
	".differences { max-width: 60rem; }\n"
	".differences table { width: 100%; table-layout: fixed; overflow-wrap: break-word; }\n"
	".differences td, .differences th { padding: .4rem .6rem; }\n"
	".differences td:first-child { background: #fdf3f0; } .differences td:last-child { background: #f0f7f0; }\n"
	".wide { overflow-x: auto; }\n"
	".matrix td, .matrix th { padding: .35rem .6rem; min-width: 7rem; max-width: 20rem; }\n"
	".matrix td:first-child { color: #555; }\n"
	".pad { max-width: 60rem; }\n"
	".pad table { width: calc(100% - 2px); margin: 0 0 1.6rem; table-layout: fixed; }\n"
	".pad th, .pad td { border: 1px solid #777; padding: .25rem .4rem; height: 1.9rem; }\n"
	".pad th:first-child, .pad td:first-child { width: 34%; }\n"
	".pad tr:last-child td { border-top: 2px solid #1b1b1b; font-weight: bold; }\n"
	"@media screen and (max-width: 34rem) {\n"
	"  .rule, .note, .example, p.cites { padding-left: 0; } .item { padding-left: .8rem; }\n"
	"  .rule > .number { position: static; width: auto; margin-right: .3rem; }\n"
	"  table, pre { margin-left: 0; width: 100%; }\n"
	"  .pad { overflow-x: auto; }\n"
	"  .pad table { min-width: 34rem; }\n"
	"  .differences { font-size: 14px; padding: .8rem .4rem 2rem; } .differences td, .differences th { padding: .3rem; }\n"
	"}\n"
	"@media print {\n"
	"  body { padding: 0; max-width: none; }\n"
	"  h1 { font-size: 20pt; }\n"
	"  h2, .lead { break-after: avoid; }\n"
	"  .rule, tr, .note, .item, .pad table { break-inside: avoid; } thead { break-after: avoid; }\n"
	"  .rule { orphans: 2; widows: 2; }\n"
	"  .sheet { font-family: 'Times New Roman', 'Liberation Serif', 'Nimbus Roman', Times, serif; line-height: 1.18; }\n"
	"  .sheet { column-count: 2; column-gap: 6mm; } .sheet.large { column-count: 1; } .sheet h1, .sheet .line { column-span: all; }\n"
	"  .sheet .cites { font-size: .64rem; }\n"
	"  .sheet p { margin: .18rem 0; } .sheet .lead, .sheet .prose { margin: .3rem 0 .25rem; }\n"
	"  .sheet h2 { margin: .8rem 0 .25rem; padding-top: .2rem; border-top-width: 1px; }\n"
	"  .sheet .rule, .sheet .note, .sheet .example, .sheet p.cites { padding-left: 2.6rem; } .sheet .rule > .number { width: 2.5rem; }\n"
	"  .sheet .note, .sheet .example, .sheet .item { margin: .05rem 0; font-size: .9rem; } .sheet .item { padding-left: 3.4rem; font-size: 1rem; }\n"
	"  .sheet table { margin: .2rem 0 .3rem 0; } .sheet td, .sheet th { padding: .05rem .5rem .05rem 0; }\n"
	"  .sheet footer { margin-top: .6rem; }\n"
	"  .matrix { font-size: 9pt; } .differences { font-size: 10pt; }\n"
	"  .pad h1 { font-size: 14pt; } .pad table { margin-bottom: 5mm; } .pad footer { margin-top: 0; } .pad th, .pad td { padding: 0 .3rem; vertical-align: middle; }\n"
	"}\n";

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

enum { SHORT = 34 }; /* citations that fit on a line are not broken */

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
		const char *tag = span->kind == SPAN_STRONG ? "b" : span->kind == SPAN_CODE ? "code" : "span";
		if (span->kind != SPAN_PLAIN)
			text_format(out, tag[0] == 's' ? "<%s class=\"%s\">" : "<%s>", tag, span_names[span->kind]);
		if (span->kind == SPAN_PLACE)
			write_whole(text_read(&span->words), out);
		else
			html_add(out, text_read(&span->words));
		if (span->kind != SPAN_PLAIN)
			text_format(out, "</%s>", tag);
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
	text_add(out, block->number > 0 ? "<p class=\"rule\" id=\"r" : "<p class=\"rule\">");
	if (block->number > 0) {
		block_number_write(block, out);
		text_add(out, "\"><span class=\"number\">");
		block_number_write(block, out);
		text_add(out, "</span> ");
	}
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

static void write_head(const struct document *document, const struct page_look *look, struct text *out)
{
	text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
	if (document->title != NULL)
		html_add(out, document->title);
	else if (document->first != NULL)
		write_words(&document->first->words, out);
	text_format(out, "</title>\n<style>\n%s", page_style);
	bool sheet = is_class(document, "sheet");
	text_format(out, "@page { size: %s%s; margin: %s; }\n", look->letter ? "letter" : "A4",
	            is_class(document, "matrix") ? " landscape" : "", sheet ? "12mm 11mm" : "12mm");
	text_format(out, "@media print { html { font-size: %s; } }\n",
	            look->large                 ? "16pt"
	            : is_class(document, "pad") ? "9pt"
	            : sheet                     ? "11pt"
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
	text_format(out, "</style>\n</head>\n<body class=\"%s%s\">\n", document->class, look->large ? " large" : "");
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
