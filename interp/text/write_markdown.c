/* write_markdown.c -- a document in Markdown, with tables as GitHub and others read them. */
#include "text/document.h"

#include <string.h>

void markdown_add(struct text *out, const char *words)
{
	struct text plain = { 0 };

	text_add_plain(&plain, words);
	for (words = text_read(&plain); *words != '\0'; words++) {
		const char *entity = *words == '<' ? "&lt;" : *words == '>' ? "&gt;" : *words == '&' ? "&amp;" : NULL;
		if (entity != NULL) {
			text_add(out, entity);
			continue;
		}
		if (strchr("\\`*_{}[]#|", *words) != NULL)
			text_add(out, "\\");
		text_add_bytes(out, *words == '\n' ? " " : words, 1);
	}
	text_end(&plain, out);
}

static void write_words(const struct words *words, struct text *out)
{
	for (const struct inline_span *span = words->first; span != NULL; span = span->next) {
		bool strong = span->kind == SPAN_STRONG, place = span->kind == SPAN_PLACE;
		if (span->words.length == 0)
			continue;
		text_add(out, strong ? "**" : place ? " <sub>" : span->kind == SPAN_CODE ? "`" : "");
		if (span->kind == SPAN_CODE)
			text_add_plain(out, text_read(&span->words));
		else
			markdown_add(out, text_read(&span->words));
		text_add(out, strong ? "**" : place ? "</sub>" : span->kind == SPAN_CODE ? "`" : "");
	}
}

static void write_cites(const struct words *cites, struct text *out)
{
	if (words_empty(cites))
		return;
	text_add(out, "<sub>");
	write_words(cites, out);
	text_add(out, "</sub>");
}

static void write_row(const struct table *table, const struct table_row *row, struct text *out)
{
	bool one = row->kind == TABLE_TOPIC || row->kind == TABLE_REMARK;

	text_add(out, "|");
	for (int i = 0; i < table->columns; i++) {
		bool strong = (row->kind == TABLE_TOPIC || row->kind == TABLE_SUM) && !words_empty(&row->cell[i]);
		text_add(out, strong ? " **" : " ");
		if (i == 0 || !one)
			write_words(&row->cell[i], out);
		text_add(out, strong ? "** |" : words_empty(&row->cell[i]) ? "|" : " |");
	}
	text_add(out, "\n");
}

static void write_table(const struct table *table, struct text *out)
{
	text_add(out, "\n");
	for (const struct table_row *row = table->first; row != NULL; row = row->next) {
		if (row == table->first && row->kind != TABLE_HEAD) { /* a table of Markdown has a head */
			text_add(out, "|");
			for (int i = 0; i < table->columns; i++)
				text_add(out, " |");
			text_add(out, "\n");
		} else
			write_row(table, row, out);
		if (row == table->first) {
			text_add(out, "|");
			for (int i = 0; i < table->columns; i++)
				text_add(out, table_is_numeric(table, i) && i > 0 ? "---:|" : "---|");
			text_add(out, "\n");
		}
		if (row == table->first && row->kind != TABLE_HEAD)
			write_row(table, row, out);
	}
	if (!words_empty(&table->cites)) {
		text_add(out, "\n");
		write_cites(&table->cites, out);
		text_add(out, "\n");
	}
}

static void write_verbatim(const struct block *block, struct text *out)
{
	struct text lines = { 0 };

	words_read(&block->words, &lines);
	text_add(out, "\n```\n");
	text_add_plain(out, text_read(&lines));
	text_format(out, "%s```\n", lines.length > 0 && text_last(&lines) != '\n' ? "\n" : "");
	text_end(&lines, out);
}

/* What stands in front of a block. */
static const char *sign_of(const struct block *block)
{
	switch (block->kind) {
	case BLOCK_TITLE: return "# ";
	case BLOCK_HEADING: return block->depth == 0 ? "\n## " : "\n### ";
	case BLOCK_ITEM: return "\n- ";
	case BLOCK_NOTE: return "\n> ";
	default: return "\n";
	}
}

static void write_block(const struct block *block, struct text *out)
{
	bool faint = block->kind == BLOCK_NOTE;

	switch (block->kind) {
	case BLOCK_TABLE: write_table(block->table, out); return;
	case BLOCK_VERBATIM: write_verbatim(block, out); return;
	default: break;
	}
	text_add(out, sign_of(block));
	if (block->kind == BLOCK_HEADING && block->section > 0) {
		block_number_write(block, out);
		text_add(out, ". ");
	}
	if (block->kind == BLOCK_CLAUSE && block->number > 0) {
		text_add(out, "**");
		block_number_write(block, out);
		text_add(out, block->marked ? "** \\* " : "** ");
	}
	if (!words_empty(&block->label)) {
		text_add(out, faint ? "*" : "**");
		write_words(&block->label, out);
		text_add(out, faint ? ":* " : ":** ");
	}
	if (block->kind == BLOCK_PROSE && block->words.first != NULL &&
	    strchr("~-+=0123456789", text_read(&block->words.first->words)[0]) != NULL)
		text_add(out, "&#8203;"); /* no width: a list, a line or a fence could begin so */
	write_words(&block->words, out);
	text_add(out, words_empty(&block->cites) ? "" : " ");
	write_cites(&block->cites, out);
	text_add(out, "\n");
}

void document_markdown(const struct document *document, struct text *out)
{
	size_t begin = out->length;
	bool foot = false;

	for (const struct block *block = document->first; block != NULL; block = block->next) {
		bool is_foot = block->kind >= BLOCK_LEGEND;
		if (is_foot && !foot)
			text_add(out, "\n---\n");
		foot = is_foot;
		write_block(block, out);
		if (block == document->first && out->length > begin && out->bytes[begin] == '\n') {
			memmove(out->bytes + begin, out->bytes + begin + 1, out->length - begin); /* with the end */
			out->length--;
		}
	}
	out->failed |= document_failed(document);
}
