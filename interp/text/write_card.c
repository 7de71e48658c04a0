/* write_card.c -- a card as a page for the printer: two columns, and a band below both. The sizes in its style sheet are those that
 * card_fit.c counts with. */
#include "text/card.h"

#include <string.h>

static const char style[] =
	":root { color-scheme: light; --ink: #141414; --soft: #4d4d4d; --hair: #b9b9b9; --tint: #f0eee8; --red: #9d1420; }\n"
	"* { box-sizing: border-box; margin: 0; padding: 0; }\n"
	"html { background: #d9d6cf; -webkit-text-size-adjust: 100%; }\n"
	"body { font-family: Arial, 'Liberation Sans', 'Helvetica Neue', 'DejaVu Sans Condensed', sans-serif; line-height: 1.2;\n"
	"  color: var(--ink); -webkit-print-color-adjust: exact; print-color-adjust: exact; }\n"
	".sheet { width: var(--w); height: var(--h); margin: 6mm auto; padding: 8mm 8mm 6.5mm; background: #fff; display: flex;\n"
	"  flex-direction: column; gap: .5em; overflow: hidden; }\n"
	"@media print { html { background: #fff; } .sheet { margin: 0; height: calc(var(--h) - .4mm); } }\n"
	"header { border-bottom: .22em solid var(--ink); padding-bottom: .3em; margin-bottom: .15em; }\n"
	"h1 { line-height: 1.1; letter-spacing: -.01em; }\n"
	"header p { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 1em; color: var(--soft);\n"
	"  margin-top: .2em; }\n"
	"header p + p { margin-top: 0; } header b { color: var(--ink); }\n"
	".cols { display: flex; gap: 6mm; flex: 1 1 auto; }\n"
	".cols > div { flex: 1 1 0; min-width: 0; display: flex; flex-direction: column; justify-content: space-between; gap: .5em; }\n"
	"h2 { font-size: 1.02em; line-height: 1; letter-spacing: .055em; text-transform: uppercase; margin-bottom: .34em;\n"
	"  padding-top: .34em; border-top: .13em solid var(--ink); display: flex; justify-content: space-between;\n"
	"  align-items: baseline; gap: 1em; white-space: nowrap; }\n"
	"h2 small { font-size: .9em; font-weight: normal; letter-spacing: 0; text-transform: none; color: var(--soft); }\n"
	".cols section:first-child h2 { border-top: 0; padding-top: .1em; }\n"
	".aside { margin-bottom: .28em; }\n"
	"section > * + *:not(h2):not(.first) { margin-top: .35em; } h2 + *, .aside + * { margin-top: 0 !important; }\n"
	".note, .aside { font-size: .93em; color: var(--soft); } .note b { color: var(--ink); } .note + .note { margin-top: .28em; }\n"
	".bad { color: var(--red); font-weight: bold; }\n"
	"ul, ol { list-style: none; } ul > li { padding-left: .95em; text-indent: -.95em; }\n"
	"ul > li::before { content: '\\2022'; display: inline-block; width: .95em; text-indent: 0; }\n"
	"ol { counter-reset: step; } ol > li { counter-increment: step; padding-left: 1.55em; text-indent: -1.55em; margin-bottom: .12em; }\n"
	"ol > li::before { content: counter(step); display: inline-block; width: 1.2em; height: 1.2em; margin-right: .35em;\n"
	"  line-height: 1.2em; text-indent: 0; text-align: center; font-weight: bold; color: #fff; background: var(--ink); border-radius: 50%; }\n"
	"table { border-collapse: collapse; width: 100%; table-layout: fixed; }\n"
	"td, th { text-align: left; vertical-align: baseline; padding: .11em .7em .11em 0; border-bottom: .06em solid var(--hair);\n"
	"  overflow-wrap: anywhere; }\n"
	"tr:last-child > td { border-bottom: 0; }\n"
	"th { font-weight: normal; color: var(--soft); border-bottom: .06em solid var(--ink); } th span { font-size: .87em; }\n"
	"td.key { font-weight: bold; }\n"
	"td.few, th.few { text-align: center; white-space: nowrap; padding-right: 0; padding-left: .5em; }\n"
	"td.figure, th.figure { text-align: right; padding-right: 0; white-space: nowrap; font-variant-numeric: tabular-nums; }\n"
	"td.figure > b { font-size: 1.2em; line-height: 1; }\n"
	".pictures td { vertical-align: middle; padding-top: .26em; padding-bottom: .26em; } td.pictures { white-space: nowrap; }\n"
	".boxes { display: flex; gap: .35em; }\n"
	".boxes > div { flex: 1 1 0; background: var(--tint); text-align: center; padding: .32em .1em .3em; border-radius: .25em; }\n"
	".boxes b { display: block; line-height: 1; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }\n"
	".boxes span { display: block; line-height: 1.15; margin-top: .2em; }\n"
	".values { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .4em; }\n"
	".values > div { text-align: center; white-space: nowrap; }\n"
	".values b { display: block; font-size: 1.75em; line-height: 1; margin-top: .22em; font-variant-numeric: tabular-nums; }\n"
	".card { display: inline-block; min-width: 1.42em; height: 1.9em; padding: 0 .22em; border: .08em solid var(--ink);\n"
	"  border-radius: .22em; background: #fff; text-align: center; line-height: 1.74em; font-weight: bold; font-style: normal;\n"
	"  margin-right: .14em; vertical-align: middle; }\n"
	".card.wild { background: var(--ink); color: #fff; } .card.top { border-width: .17em; line-height: 1.56em; }\n"
	".plus { font-weight: bold; padding: 0 .3em 0 .15em; }\n"
	".hands { display: grid; grid-template-columns: 1fr 1fr; column-gap: 6mm; row-gap: .28em; }\n"
	".hands > div { display: flex; align-items: center; gap: .5em; min-width: 0; min-height: 1.4em; }\n"
	".hands > div > span:first-child { flex: 0 0 10.6em; line-height: 1.05; } .hands > div > span:first-child > span { font-size: .9em; }\n"
	".hands .card { font-size: .62em; } .hands .gap { display: inline-block; width: .3em; } .hands .to { font-size: .9em; padding: 0 .25em 0 .1em; }\n"
	"footer { font-size: .8em; color: var(--soft); display: flex; justify-content: space-between; gap: 2em;\n"
	"  border-top: .06em solid var(--hair); padding-top: .35em; white-space: nowrap; }\n"
	"footer > span { overflow: hidden; text-overflow: ellipsis; }\n"
	".loose { line-height: 1.3; } .loose td { padding-top: .3em; padding-bottom: .3em; } .loose li { margin-bottom: .3em; }\n"
	".tight { line-height: 1.13; } .tight td, .tight th { padding-top: .08em; padding-bottom: .08em; }\n"
	".tight .pictures td { padding-top: .26em; padding-bottom: .26em; }\n";

static void write_words(const struct words *words, struct text *out)
{
	for (const struct inline_span *span = words->first; span != NULL; span = span->next) {
		const char *before = span->kind == SPAN_STRONG ? "<b>"
		                     : span->kind == SPAN_BAD  ? "<b class=\"bad\">"
		                                               : "";
		text_add(out, before);
		html_add(out, text_read(&span->words));
		text_add(out, before[0] != '\0' ? "</b>" : "");
	}
}

static void write_pictures(const struct card_cell *cell, struct text *out)
{
	static const char *const classes[] = {
		[PICTURE_CARD] = "card", [PICTURE_WILD] = "card wild", [PICTURE_TOP] = "card top"
	};

	for (const struct picture *picture = cell->first; picture != NULL; picture = picture->next)
		switch (picture->kind) {
		case PICTURE_PLUS: text_add(out, "<span class=\"plus\">+</span>"); break;
		case PICTURE_GAP: text_add(out, "<span class=\"gap\"></span>"); break;
		case PICTURE_TO: text_add(out, "<span class=\"to\">to</span>"); break;
		default:
			text_format(out, "<i class=\"%s\">", classes[picture->kind]);
			html_add(out, picture->name);
			text_add(out, picture->name[0] != '\0' ? "</i>" : "&nbsp;</i>");
			break;
		}
}

static void write_cell(const struct card_cell *cell, struct text *out)
{
	write_pictures(cell, out);
	write_words(&cell->words, out);
}

/* ---- parts ---- */

static const char *column_class(enum card_column column)
{
	static const char *const classes[] = { [COLUMN_WORDS] = "",
		                               [COLUMN_KEY] = " class=\"key\"",
		                               [COLUMN_FEW] = " class=\"few\"",
		                               [COLUMN_FIGURE] = " class=\"figure\"",
		                               [COLUMN_PICTURES] = " class=\"pictures\"" };

	return classes[column];
}

static void write_table_row(const struct card_part *part, const struct card_row *row, struct text *out)
{
	text_add(out, "<tr>");
	for (int i = 0; i < part->columns; i++) {
		bool figure = part->column[i] == COLUMN_FIGURE && !row->head;
		text_format(out,
		            row->head ? "<th%s><span>"
		            : figure  ? "<td%s><b>"
		                      : "<td%s>",
		            column_class(part->column[i]));
		write_cell(&row->cell[i], out);
		text_add(out, row->head ? "</span></th>" : figure ? "</b></td>" : "</td>");
	}
	text_add(out, "</tr>\n");
}

static void write_table(const struct card_part *part, const struct card_layout *layout, struct text *out)
{
	int width[CARD_COLUMNS_MAX];

	card_columns(layout, part, width);
	text_add(out,
	         part->column[0] == COLUMN_PICTURES ? "<table class=\"pictures\">\n<colgroup>" : "<table>\n<colgroup>");
	for (int i = 0; i < part->columns; i++)
		if (width[i] > 0)
			text_format(out, "<col style=\"width: %d.%02dem\">", width[i] / 100, width[i] % 100);
		else
			text_add(out, "<col>");
	text_add(out, "</colgroup>\n");
	for (const struct card_row *row = part->first; row != NULL; row = row->next)
		write_table_row(part, row, out);
	text_add(out, "</table>\n");
}

/* What each figure is for, and the figure. */
static void write_box_rows(const struct card_part *part, int width, struct text *out)
{
	text_format(out, "<table>\n<colgroup><col><col style=\"width: %d.%02dem\"></colgroup>\n", width / 100, width % 100);
	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		text_add(out, "<tr><td>");
		write_words(&row->cell[1].words, out);
		text_add(out, "</td><td class=\"figure\"><b>");
		write_words(&row->cell[0].words, out);
		text_add(out, "</b></td></tr>\n");
	}
	text_add(out, "</table>\n");
}

/* A figure over what it is for; pictures over what they count. */
static void write_boxes(const struct card_part *part, const struct card_layout *layout, struct text *out)
{
	bool values = part->kind == CARD_VALUES;
	int width;

	if (!values && card_in_rows(layout, part, &width)) {
		write_box_rows(part, width, out);
		return;
	}
	if (values)
		text_format(out, "<div class=\"values\" style=\"font-size: %d%%\">\n", card_values_size(layout, part));
	else
		text_add(out, "<div class=\"boxes\">\n");
	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		int size = card_figure_size(layout, part);
		text_add(out, "<div>");
		if (values)
			write_pictures(&row->cell[0], out);
		else
			text_format(out, "<b style=\"font-size: %d.%02dem\">", size / 100, size % 100);
		write_words(&row->cell[0].words, out);
		if (values)
			text_add(out, "<b>");
		else
			text_format(out, "</b><span style=\"font-size: .%02dem\">", card_label_size(layout, part));
		write_words(&row->cell[1].words, out);
		text_add(out, values ? "</b></div>\n" : "</span></div>\n");
	}
	text_add(out, "</div>\n");
}

static void write_hands(const struct card_part *part, struct text *out)
{
	text_add(out, "<div class=\"hands\">\n");
	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		text_add(out, "<div><span><span>");
		write_words(&row->cell[0].words, out);
		text_add(out, "</span></span><span>");
		write_cell(&row->cell[1], out);
		text_add(out, "</span></div>\n");
	}
	text_add(out, "</div>\n");
}

static void write_lines(const struct card_part *part, struct text *out)
{
	const char *around = part->kind == CARD_LIST ? "ul" : part->kind == CARD_STEPS ? "ol" : "";
	const char *tag = around[0] != '\0' ? "li" : "p", *class = part->kind == CARD_NOTE ? " class=\"note\"" : "";

	if (around[0] != '\0')
		text_format(out, "<%s>\n", around);
	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		text_format(out, "<%s%s>", tag, class);
		write_words(&row->cell[0].words, out);
		text_format(out, "</%s>\n", tag);
	}
	if (around[0] != '\0')
		text_format(out, "</%s>\n", around);
}

static void write_part(const struct card_part *part, const struct card_layout *layout, struct text *out)
{
	switch (part->kind) {
	case CARD_BOXES:
	case CARD_FIGURES:
	case CARD_VALUES: write_boxes(part, layout, out); break;
	case CARD_TABLE: write_table(part, layout, out); break;
	case CARD_HANDS: write_hands(part, out); break;
	default: write_lines(part, out); break;
	}
}

static void write_block(const struct card_block *block, const struct card_layout *layout, struct text *out)
{
	bool beside = card_aside_fits(layout, block), aside = !words_empty(&block->aside);

	text_format(out, "<section data-block=\"%s\">\n<h2><span>", block->name);
	write_words(&block->heading, out);
	text_add(out, aside && beside ? "</span> <small>" : "</span>");
	if (aside && beside)
		write_words(&block->aside, out);
	text_add(out, aside && beside ? "</small></h2>\n" : "</h2>\n");
	if (aside && !beside) {
		text_add(out, "<p class=\"aside\">");
		write_words(&block->aside, out);
		text_add(out, "</p>\n");
	}
	for (const struct card_part *part = block->first; part != NULL; part = part->next)
		if (card_shows_part(layout, part))
			write_part(part, layout, out);
	text_add(out, "</section>\n");
}

/* ---- the page ---- */

static void write_head(const struct card *card, const struct card_layout *layout, struct text *out)
{
	static const char *const classes[] = {
		[SPACING_LOOSE] = " loose", [SPACING_PLAIN] = "", [SPACING_TIGHT] = " tight"
	};
	int size = card_sizes[layout->step];

	text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
	write_words(&card->title, out);
	text_format(
		out,
		"</title>\n<style>\n@page { size: %s; margin: 0; }\nbody { font-size: %d.%02dpt; --w: %s; --h: %s; }\n%s"
		"</style>\n</head>\n<body class=\"%s%s\">\n<main class=\"sheet\">\n<header>\n",
		layout->letter ? "letter" : "A4", size / 100, size % 100, layout->letter ? "215.9mm" : "210mm",
		layout->letter ? "279.4mm" : "297mm", style, layout->letter ? "letter" : "a4",
		classes[layout->spacing]);
	text_format(out, "<h1 style=\"font-size: %d.%02dem\">", layout->title_percent / 100,
	            layout->title_percent % 100);
	write_words(&card->title, out);
	text_format(out, "</h1>\n<p style=\"font-size: .%02dem\">", layout->facts_percent);
	for (int i = 0; i < card->facts; i++) {
		text_add(out, "<span>");
		write_words(&card->fact[i], out);
		text_add(out, "</span>");
	}
	text_add(out, "</p>\n");
	if (!words_empty(&card->options)) {
		text_format(out, "<p style=\"font-size: .%02dem\"><span>", layout->facts_percent);
		write_words(&card->options, out);
		text_add(out, "</span></p>\n");
	}
	text_add(out, "</header>\n");
}

static void write_below(const struct card *card, const struct card_layout *layout, struct text *out)
{
	for (const struct card_block *block = card->first; block != NULL; block = block->next)
		if (block->place == CARD_BELOW && card_shows(layout, block))
			write_block(block, layout, out);
}

static void write_column(const struct card *card, const struct card_layout *layout, bool right, struct text *out)
{
	int movable = 0;

	text_add(out, "<div>\n");
	for (const struct card_block *block = card->first; block != NULL;
	     movable += block->movable, block = block->next)
		if ((block->place == CARD_LEFT || block->place == CARD_RIGHT) && card_shows(layout, block) &&
		    card_on_the_right(layout, block, movable) == right)
			write_block(block, layout, out);
	text_add(out, "</div>\n");
}

void card_html(const struct card *card, const struct card_layout *layout, struct text *out)
{
	write_head(card, layout, out);
	text_add(out, "<div class=\"cols\">\n");
	write_column(card, layout, false, out);
	write_column(card, layout, true, out);
	text_add(out, "</div>\n");
	write_below(card, layout, out);
	text_add(out, "<footer><span>");
	write_words(&card->source, out);
	text_add(out, "</span><span>");
	write_words(&card->hash, out);
	text_add(out, "</span></footer>\n</main>\n</body>\n</html>\n");
	out->failed |= card_failed(card);
}
