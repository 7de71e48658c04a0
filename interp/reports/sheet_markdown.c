/* sheet_markdown.c -- a sheet in Markdown, with tables as GitHub and others read them. */
#include "reports/sheet_write.h"

#include <string.h>

/* Writes words so that none of them is taken for a sign of Markdown or HTML. */
static void write_plain(const char *words, struct text *out)
{
	for (; *words != '\0'; words++) {
		const char *entity = *words == '<' ? "&lt;" : *words == '>' ? "&gt;" : *words == '&' ? "&amp;" : NULL;
		if (entity == NULL && strchr("\\`*_{}[]#|", *words) != NULL)
			text_add(out, "\\");
		if (entity != NULL)
			text_add(out, entity);
		else
			text_add_bytes(out, words, 1);
	}
}

static void write_cites(const struct sheet_block *block, struct text *out)
{
	if (block->cites.length == 0)
		return;
	text_add(out, " <sub>");
	write_plain(text_read(&block->cites), out);
	text_add(out, "</sub>");
}

static void write_prose(const char *prose, struct text *out)
{
	struct text paragraph = { 0 };

	while (prose_paragraph(&prose, &paragraph)) {
		text_add(out, "\n");
		if (strchr("~-+=0123456789", text_read(&paragraph)[0]) != NULL && paragraph.length > 0)
			text_add(out, "&#8203;"); /* no width: a list, a line or a fence could begin so */
		write_plain(text_read(&paragraph), out);
		text_add(out, "\n");
	}
	text_end(&paragraph, out);
}

static void write_table(const char *table, struct text *out)
{
	struct text cell = { 0 };
	const char *at = table;
	bool head = true;

	text_add(out, "\n|");
	for (char end = '\n'; end != '\0';) {
		end = table_cell(&at, &cell);
		text_add(out, " ");
		write_plain(text_read(&cell), out);
		text_add(out, " |");
		if (end == '\t')
			continue;
		text_add(out, "\n");
		for (int i = 0; i < table_columns(table) && head; i++)
			text_add(out, i > 0 && table_is_numeric(table, i) ? "|---:" : "|---");
		text_add(out, head ? "|\n" : "");
		text_add(out, end == '\n' ? "|" : "");
		head = false;
	}
	text_end(&cell, out);
}

static void write_labelled(const struct sheet_block *block, const char *before, const char *behind, struct text *out)
{
	if (block->label.length > 0) {
		text_add(out, before);
		write_plain(text_read(&block->label), out);
		text_add(out, behind);
	}
	write_plain(text_read(&block->words), out);
	write_cites(block, out);
}

static void write_block(const struct sheet_block *block, struct text *out)
{
	switch (block->part) {
	case SHEET_TITLE:
		text_add(out, "# ");
		write_labelled(block, "", "", out);
		text_add(out, "\n");
		break;
	case SHEET_SECTION:
		text_format(out, "\n## %d. ", block->section);
		write_labelled(block, "", "", out);
		text_add(out, "\n");
		break;
	case SHEET_PROSE: write_prose(text_read(&block->words), out); break;
	case SHEET_RULE:
		text_format(out, "\n**%d.%d**%s ", block->section, block->number, block->departs ? " \\*" : "");
		write_labelled(block, "**", ":** ", out);
		text_add(out, "\n");
		break;
	case SHEET_TABLE: write_table(text_read(&block->words), out); break;
	case SHEET_EXAMPLE:
	case SHEET_NOTE:
		text_add(out, "\n> ");
		write_labelled(block, "*", ":* ", out);
		text_add(out, "\n");
		break;
	default:
		text_add(out, "\n");
		write_labelled(block, "", "", out);
		text_add(out, "\n");
		break;
	}
}

void sheet_markdown(const struct sheet *sheet, struct text *out)
{
	bool foot = false;

	for (int i = 0; i < sheet->count; i++) {
		bool is_foot = sheet->block[i].part >= SHEET_LEGEND;
		if (is_foot && !foot)
			text_add(out, "\n---\n");
		foot = is_foot;
		write_block(&sheet->block[i], out);
	}
}
