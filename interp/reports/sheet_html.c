/* sheet_html.c -- a sheet as one page for the browser and the printer. Words pass through put(), which leaves no sign of
 * HTML standing; tags are written by their names alone. */
#include "reports/sheet_write.h"

#include <string.h>

/* ---- the look ---- */

static const char STYLE[] =
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
	".note b, .example b { font-weight: normal; font-style: italic; }\n"
	".example span { white-space: pre-wrap; }\n"
	"table { border-collapse: collapse; margin: .5rem 0 .7rem 3.2rem; font-size: .94rem; }\n"
	"th, td { text-align: left; vertical-align: top; padding: .22rem .9rem .22rem 0; border-bottom: 1px solid #ccc; }\n"
	"th { font-size: .8rem; color: #555; font-weight: normal; border-bottom: 1px solid #1b1b1b; }\n"
	".amount { text-align: right; padding-right: .2rem; white-space: nowrap; font-variant-numeric: tabular-nums; }\n"
	"th.amount { white-space: normal; }\n"
	"footer { margin-top: 2.2rem; border-top: 1px solid #999; padding-top: .5rem; font-size: .74rem; color: #555;\n"
	"  overflow-wrap: anywhere; }\n"
	".card { font-size: .9rem; }\n"
	".pad { max-width: 60rem; }\n"
	".pad table { width: calc(100% - 2px); margin: 0 0 1.6rem; table-layout: fixed; }\n"
	".pad th, .pad td { border: 1px solid #777; padding: .25rem .4rem; height: 1.9rem; }\n"
	".pad th:first-child, .pad td:first-child { width: 34%; }\n"
	".pad tr:last-child td { border-top: 2px solid #1b1b1b; font-weight: bold; }\n"
	"@media screen and (max-width: 34rem) {\n"
	"  .rule, .note, .example, p.cites { padding-left: 0; }\n"
	"  .rule > .number { position: static; width: auto; margin-right: .3rem; }\n"
	"  table { margin-left: 0; width: 100%; }\n"
	"  .pad { overflow-x: auto; }\n"
	"  .pad table { min-width: 34rem; }\n"
	"}\n"
	"@media print {\n"
	"  body { padding: 0; max-width: none; }\n"
	"  h1 { font-size: 20pt; }\n"
	"  h2, .lead { break-after: avoid; }\n"
	"  .rule, table, tr, .note, .example { break-inside: avoid; }\n"
	"  .rule { orphans: 2; widows: 2; }\n"
	"  .card main { columns: 2; column-gap: 8mm; }\n"
	"  .card { line-height: 1.25; } .card h1 { font-size: 15pt; }\n"
	"  .card h2 { margin: .6rem 0 .2rem; padding-top: .15rem; font-size: 1.1rem; border-top-width: 1px; }\n"
	"  .card p { margin: .15rem 0; } .card table { margin-top: .2rem; margin-bottom: .3rem; }\n"
	"  .card th, .card td { padding-top: .06rem; padding-bottom: .06rem; } .card footer { margin-top: .5rem; }\n"
	"  .pad h1 { font-size: 14pt; } .pad table { margin-bottom: 8mm; } .pad th, .pad td { height: 6.6mm; }\n"
	"  .card table, .card .rule { margin-left: 0; padding-left: 0; } .card .number { display: none; }\n"
	"}\n";

static void write_paper(const struct sheet_look *look, enum sheet_kind kind, struct text *out)
{
	text_format(out, "@page { size: %s; margin: %s; }\n", look->letter ? "letter" : "A4",
	            kind == SHEET_WHOLE ? "17mm 18mm" : "12mm");
	text_format(out, "@media print { html { font-size: %s; } }\n",
	            look->large          ? "16pt"
	            : kind == SHEET_CARD ? "8pt"
	            : kind == SHEET_PAD  ? "9pt"
	                                 : "10.5pt");
	if (look->large)
		text_add(out, "@media screen { html { font-size: 140%; } }\n");
}

/* ---- words and tags ---- */

/* Writes words of any kind as words. */
static void put(const char *words, struct text *out)
{
	for (; *words != '\0'; words++)
		switch (*words) {
		case '<': text_add(out, "&lt;"); break;
		case '>': text_add(out, "&gt;"); break;
		case '&': text_add(out, "&amp;"); break;
		case '"': text_add(out, "&quot;"); break;
		case '\'': text_add(out, "&#39;"); break;
		default: text_add_bytes(out, words, 1); break;
		}
}

/* <tag class="class">words</tag>; [tag] and [class] are ours. */
static void put_in(const char *tag, const char *class, const char *words, struct text *out)
{
	text_format(out, class[0] != '\0' ? "<%s class=\"%s\">" : "<%s>", tag, class);
	put(words, out);
	text_format(out, "</%s>", tag);
}

/* ---- blocks ---- */

enum { SHORT = 24 }; /* citations that fit on a line are not broken */

static void write_cites(const struct sheet_block *block, struct text *out)
{
	if (block->cites.length == 0)
		return;
	text_add(out, " ");
	put_in("span", block->cites.length < SHORT ? "cites whole" : "cites", text_read(&block->cites), out);
}

static void write_prose(const char *prose, struct text *out)
{
	struct text paragraph = { 0 };

	while (prose_paragraph(&prose, &paragraph)) {
		put_in("p", "prose", text_read(&paragraph), out);
		text_add(out, "\n");
	}
	text_end(&paragraph, out);
}

static void write_rule(const struct sheet_block *block, struct text *out)
{
	text_format(out, "<p class=\"rule\" id=\"r%d.%d\"><span class=\"number\">%d.%d</span> ", block->section,
	            block->number, block->section, block->number);
	if (block->departs)
		put_in("span", "star", "* ", out);
	if (block->label.length > 0) {
		put_in("b", "", text_read(&block->label), out);
		text_add(out, ": ");
	}
	put(text_read(&block->words), out);
	write_cites(block, out);
	text_add(out, "</p>\n");
}

static void write_labelled(const struct sheet_block *block, const char *class, struct text *out)
{
	text_format(out, "<p class=\"%s\">", class);
	put_in("b", "", text_read(&block->label), out);
	text_add(out, ": ");
	put_in("span", "", text_read(&block->words), out);
	write_cites(block, out);
	text_add(out, "</p>\n");
}

static void write_table(const struct sheet_block *block, struct text *out)
{
	const char *table = text_read(&block->words), *at = table;
	struct text cell = { 0 };
	bool head = true, open = false;
	int column = 0;

	text_add(out, "<table>\n<thead>\n");
	for (char end = '\n'; end != '\0'; column = end == '\n' ? 0 : column + 1) {
		end = table_cell(&at, &cell);
		text_add(out, open ? "" : "<tr>");
		open = end == '\t';
		put_in(head ? "th" : "td", column > 0 && table_is_numeric(table, column) ? "amount" : "",
		       text_read(&cell), out);
		text_add(out, open ? "" : "</tr>\n");
		text_add(out, head && end == '\n' ? "</thead>\n<tbody>\n" : "");
		head = head && end != '\n';
	}
	text_add(out, "</tbody>\n</table>\n");
	if (block->cites.length > 0)
		put_in("p", "cites", text_read(&block->cites), out);
	text_end(&cell, out);
}

static void write_section(const struct sheet_block *block, bool numbered, struct text *out)
{
	text_format(out, "<section>\n<h2 id=\"s%d\">", block->section);
	if (numbered)
		text_format(out, "%d. ", block->section);
	put(text_read(&block->words), out);
	write_cites(block, out);
	text_add(out, "</h2>\n");
}

static void write_block(const struct sheet *sheet, const struct sheet_block *block, struct text *out)
{
	const char *words = text_read(&block->words);

	switch (block->part) {
	case SHEET_TITLE: put_in("h1", "", words, out); break;
	case SHEET_LINE: put_in("p", "line", words, out); break;
	case SHEET_SECTION: write_section(block, sheet->kind == SHEET_WHOLE, out); return;
	case SHEET_PROSE: write_prose(words, out); return;
	case SHEET_LEAD: put_in("p", "lead", words, out); break;
	case SHEET_RULE: write_rule(block, out); return;
	case SHEET_TABLE: write_table(block, out); return;
	case SHEET_EXAMPLE: write_labelled(block, "example", out); return;
	case SHEET_NOTE: write_labelled(block, "note", out); return;
	case SHEET_LEGEND:
	case SHEET_FOOT: put_in("p", "", words, out); break;
	}
	text_add(out, "\n");
}

/* ---- the page ---- */

static const char *title_of(const struct sheet *sheet)
{
	return sheet->count > 0 ? text_read(&sheet->block[0].words) : "";
}

static void write_head(const struct sheet *sheet, const struct sheet_look *look, struct text *out)
{
	static const char *const classes[] = { [SHEET_WHOLE] = "sheet", [SHEET_CARD] = "card", [SHEET_PAD] = "pad" };

	text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
	put_in("title", "", title_of(sheet), out);
	text_format(out, "\n<style>\n%s", STYLE);
	write_paper(look, sheet->kind, out);
	text_format(out, "</style>\n</head>\n<body class=\"%s\">\n", classes[sheet->kind]);
}

void sheet_html(const struct sheet *sheet, const struct sheet_look *look, struct text *out)
{
	bool main_open = false, section = false, foot = false;

	write_head(sheet, look, out);
	for (int i = 0; i < sheet->count; i++) {
		const struct sheet_block *block = &sheet->block[i];
		bool is_foot = block->part >= SHEET_LEGEND;
		if (section && (block->part == SHEET_SECTION || (is_foot && !foot)))
			text_add(out, "</section>\n");
		if (!main_open && block->part != SHEET_TITLE && block->part != SHEET_LINE) {
			text_add(out, "<main>\n");
			main_open = true;
		}
		if (is_foot && !foot)
			text_add(out, "</main>\n<footer>\n");
		foot = is_foot;
		section = (section || block->part == SHEET_SECTION) && !foot;
		write_block(sheet, block, out);
	}
	text_add(out, "</footer>\n</body>\n</html>\n");
}
