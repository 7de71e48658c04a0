/* card.c -- the parts of a card for the table, and what they are in a document. All of it lives in the memory of one document. Where
 * there is none a spare part is handed out, which nobody reads. */
#include "text/card.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"

/* ---- making one ---- */

void card_begin(struct card *card)
{
	const struct words lost = { .in = &card->memory, .lost = true };

	*card = (struct card){ .facts = 0 };
	document_begin(&card->memory, "card");
	card->title.in = card->options.in = card->source.in = card->hash.in = card->foot.in = &card->memory;
	for (int i = 0; i < CARD_COLUMNS_MAX; i++)
		card->lost.cell[i].words = lost;
	card->lost.row.cell = card->lost.cell;
	card->lost.part = (struct card_part){ .columns = CARD_COLUMNS_MAX, .block = &card->lost.block };
	card->lost.block = (struct card_block){ .name = "", .heading = lost, .aside = lost, .card = card };
}

void card_end(struct card *card)
{
	document_end(&card->memory);
}

bool card_failed(const struct card *card)
{
	return document_failed(&card->memory);
}

static void *take(struct card *card, size_t size)
{
	void *taken = card->memory.arena != NULL ? arena_take(card->memory.arena, size) : NULL;

	card->memory.failed = card->memory.failed || taken == NULL;
	return taken;
}

struct card_block *card_block(struct card *card, enum card_place place, const char *name, const char *heading)
{
	struct card_block *block = take(card, sizeof *block);

	if (block == NULL)
		return &card->lost.block;
	*block = (struct card_block){ .name = name, .place = place, .card = card, .before = card->last };
	block->heading.in = block->aside.in = &card->memory;
	text_add(words_add(&block->heading), heading);
	if (card->last != NULL)
		card->last->next = block;
	else
		card->first = block;
	card->last = block;
	return block;
}

void card_take_back(struct card *card)
{
	if (card->last == NULL)
		return;
	card->last = card->last->before;
	if (card->last != NULL)
		card->last->next = NULL;
	else
		card->first = NULL;
}

struct card_part *card_part(struct card_block *block, enum card_part_kind kind)
{
	struct card_part *part = block != &block->card->lost.block ? take(block->card, sizeof *part) : NULL;

	if (part == NULL)
		return &block->card->lost.part;
	*part = (struct card_part){ .kind = kind, .block = block };
	part->columns = kind <= CARD_VALUES || kind == CARD_HANDS ? 2 : 1;
	if (block->last != NULL)
		block->last->next = part;
	else
		block->first = part;
	block->last = part;
	return part;
}

struct card_part *card_table(struct card_block *block, int columns, const enum card_column *column)
{
	struct card_part *part = card_part(block, CARD_TABLE);

	if (part == &block->card->lost.part)
		return part;
	part->columns = columns;
	memcpy(part->column, column, sizeof *column * (size_t)columns);
	return part;
}

struct card_row *card_row(struct card_part *part)
{
	struct card *card = part->block->card;
	struct card_row *row = part != &card->lost.part ? take(card, sizeof *row) : NULL;

	if (row != NULL)
		row->cell = take(card, sizeof *row->cell * (size_t)part->columns);
	if (row == NULL || row->cell == NULL)
		return &card->lost.row;
	for (int i = 0; i < part->columns; i++)
		row->cell[i].words.in = &card->memory;
	if (part->last != NULL)
		part->last->next = row;
	else
		part->first = row;
	part->last = row;
	return row;
}

void card_picture(struct card *card, struct card_cell *cell, enum picture_kind kind, const char *name)
{
	struct picture *picture = take(card, sizeof *picture);

	if (picture == NULL)
		return;
	picture->kind = kind;
	snprintf(picture->name, sizeof picture->name, "%s", name);
	if (cell->last != NULL)
		cell->last->next = picture;
	else
		cell->first = picture;
	cell->last = picture;
}

struct words *card_fact(struct card *card)
{
	struct words *words = &card->fact[card->facts < CARD_FACTS_MAX ? card->facts++ : CARD_FACTS_MAX - 1];

	words->in = &card->memory;
	return words;
}

struct words *card_line(struct card_block *block, enum card_part_kind kind)
{
	struct card_part *part = block->last;

	if (part == NULL || part->kind != kind || part->spare)
		part = card_part(block, kind);
	return &card_row(part)->cell[0].words;
}

void card_spare(struct card_block *block, enum card_spare spare)
{
	if (block->last != NULL)
		block->last->spare = spare;
}

/* Stand in a format's place for the signs of strong and bad words while values are filled in. */
enum { SIGN_STRONG = 1, SIGN_BAD = 2 };

static const char signs[] = { SIGN_STRONG, SIGN_BAD, '\0' };

/* Adds words in which signs stand for strong and bad ones. */
static void add_signed(struct words *words, const char *at)
{
	enum span_kind kind = SPAN_PLAIN;

	while (*at != '\0') {
		size_t plain = strcspn(at, signs);
		if (plain > 0)
			text_add_bytes(kind == SPAN_PLAIN ? words_add(words) : words_span(words, kind), at, plain);
		at += plain;
		if (*at == '\0')
			return;
		kind = kind != SPAN_PLAIN ? SPAN_PLAIN : *at == SIGN_STRONG ? SPAN_STRONG : SPAN_BAD;
		at++;
	}
}

/* Puts signs in place of asterisks and underscores. */
static void put_signs(const char *marked, char *out, size_t room)
{
	size_t i = 0;

	for (; marked[i] != '\0' && i + 1 < room; i++)
		out[i] = marked[i] == '*' ? SIGN_STRONG : marked[i] == '_' ? SIGN_BAD : marked[i];
	out[i] = '\0';
}

void card_mark(struct words *words, const char *marked)
{
	char sentence[512];

	put_signs(marked, sentence, sizeof sentence);
	add_signed(words, sentence);
}

void card_say(struct words *words, const char *format, ...)
{
	char marked[512], filled[4096];
	va_list values;

	put_signs(format, marked, sizeof marked);
	va_start(values, format);
	vsnprintf(filled, sizeof filled, marked, values);
	va_end(values);
	add_signed(words, filled);
}

/* ---- as a document ---- */

static void copy_words(const struct words *from, struct words *to)
{
	for (const struct inline_span *span = from->first; span != NULL; span = span->next)
		if (span->words.length > 0)
			text_add(span->kind == SPAN_PLAIN ? words_add(to) : words_span(to, span->kind),
			         text_read(&span->words));
}

/* Pictures in words: "8 + 8 wild", "A 2 3 to K", groups apart; as a [list] "2, A". A picture has room for a letter, which words spell out. */
static void name_pictures(const struct card_cell *cell, bool list, struct words *out)
{
	struct text *words = cell->first != NULL ? words_span(out, SPAN_CARDS) : NULL;

	for (const struct picture *picture = cell->first; picture != NULL; picture = picture->next) {
		const char *name = strcmp(picture->name, "W") == 0 ? "wild"
		                   : picture->name[0] != '\0'      ? picture->name
		                   : picture->kind == PICTURE_WILD ? "W"
		                                                   : "x";
		text_add(words, picture == cell->first ? "" : list ? ", " : " ");
		switch (picture->kind) {
		case PICTURE_PLUS: text_add(words, "+"); break;
		case PICTURE_TO: text_add(words, "to"); break;
		case PICTURE_GAP: break;
		default: text_add(words, name); break;
		}
	}
}

static void copy_cell(const struct card_part *part, const struct card_cell *from, struct words *to)
{
	name_pictures(from, part->kind == CARD_VALUES, to);
	if (from->first != NULL && !words_empty(&from->words))
		text_add(words_add(to), " ");
	copy_words(&from->words, to);
}

/* Figures stand before what they are for on the page, in a document after it. */
static bool is_turned(const struct card_part *part)
{
	return part->kind == CARD_BOXES || part->kind == CARD_FIGURES;
}

static void copy_table(const struct card_part *part, struct document *out)
{
	struct table *table = document_table(out, part->columns);

	for (const struct card_row *row = part->first; row != NULL; row = row->next) {
		struct table_row *copy = table_add(table, row->head ? TABLE_HEAD : TABLE_BODY);
		for (int i = 0; i < part->columns; i++)
			copy_cell(part, &row->cell[is_turned(part) ? part->columns - 1 - i : i], &copy->cell[i]);
	}
}

static void copy_part(const struct card_part *part, struct document *out)
{
	if (part->columns > 1) {
		copy_table(part, out);
		return;
	}
	for (const struct card_row *row = part->first; row != NULL; row = row->next)
		copy_words(&row->cell[0].words, &document_add(out, part->kind == CARD_NOTE       ? BLOCK_NOTE
		                                                   : part->kind == CARD_SENTENCE ? BLOCK_PARAGRAPH
		                                                                                 : BLOCK_ITEM)
		                                         ->words);
}

enum { ASIDE_MOST = 45 }; /* characters; a longer one stands below its heading */

static void copy_block(const struct card_block *block, struct document *out)
{
	struct block *heading = document_add(out, BLOCK_HEADING);
	struct text aside = { 0 };

	copy_words(&block->heading, &heading->words);
	document_number(out, heading);
	words_read(&block->aside, &aside);
	if (aside.length > ASIDE_MOST)
		document_say(out, BLOCK_LEAD, 0, text_read(&aside));
	else if (aside.length > 0)
		text_format(words_add(&heading->words), ": %s", text_read(&aside));
	document_use(out, &aside);
	for (const struct card_part *part = block->first; part != NULL; part = part->next)
		copy_part(part, out);
}

void card_document(const struct card *card, struct document *out)
{
	struct words *facts;

	copy_words(&card->title, &document_add(out, BLOCK_TITLE)->words);
	if (!words_empty(&card->options))
		copy_words(&card->options, &document_add(out, BLOCK_SUBTITLE)->words);
	facts = &document_add(out, BLOCK_SUBTITLE)->words;
	for (int i = 0; i < card->facts; i++) {
		text_add(words_add(facts), i > 0 ? "; " : "");
		copy_words(&card->fact[i], facts);
	}
	for (const struct card_block *block = card->first; block != NULL; block = block->next)
		copy_block(block, out);
	if (!words_empty(&card->source))
		copy_words(&card->source, &document_add(out, BLOCK_FOOT)->words);
	copy_words(&card->foot, &document_add(out, BLOCK_FOOT)->words);
	copy_words(&card->hash, &document_add(out, BLOCK_FOOT)->words);
	out->failed = out->failed || card_failed(card);
}
