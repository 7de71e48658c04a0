/* position_words.h -- for C tests: rules by name, and positions put up with cards in words. */
#ifndef UNIT_POSITION_WORDS_H
#define UNIT_POSITION_WORDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "game/question.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "game/position.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/build.h"

/* Builds the rules that [reference] names, or those in [text] if it is not NULL, as file `test.canasta`. */
static enum read_result read_test_file(void *context, const char *path, struct text *bytes)
{
	if (context == NULL || strcmp(path, "test.canasta") != 0)
		return READ_MISSING;
	text_add(bytes, context);
	return READ_OK;
}

static inline const struct rules *rules_for_test(struct library *library, char *text)
{
	struct reader reader = { .read = read_test_file, .context = text };
	struct text findings = { 0 };
	const struct rules *rules;

	library_begin(library, arena_new(), reader);
	rules = tables_compile(library, rules_build(library, text != NULL ? "test.canasta" : "wahhi", NULL, 0));
	diags_write(&library->diags, &findings);
	if (rules == NULL)
		fail_msg("%s", text_read(&findings));
	text_free(&findings);
	return rules;
}

/* Cuts "7 7 joker 3b" into kinds. */
static inline int kinds_of(const struct rules *rules, const char *line, uint8_t *kinds)
{
	struct row_of_cards row = { .count = 0 };
	struct line cut;

	assert_true(line_cut(&cut, line, strlen(line), LINE_OF_FILE));
	assert_true(cards_parse(rules, NULL, &cut, &row, &(struct text){ 0 }));
	memcpy(kinds, row.kind, (size_t)row.count);
	return row.count;
}

static inline void deal_hand(struct position *position, int seat, const char *cards)
{
	uint8_t kinds[DECK_MAX];
	int count = kinds_of(position->game.rules, cards, kinds);

	for (int i = 0; i < count; i++) {
		assert_true(position_take(position, kinds[i]));
		position_to_hand(position, seat, kinds[i]);
	}
}

static inline void lay_pile(struct position *position, const char *cards)
{
	uint8_t kinds[DECK_MAX];
	int count = kinds_of(position->game.rules, cards, kinds);

	for (int i = 0; i < count; i++) {
		assert_true(position_take(position, kinds[i]));
		position_to_pile(position, kinds[i]);
	}
}

static inline void lay_meld(struct position *position, int side, const char *cards)
{
	const struct rules *rules = position->game.rules;
	struct meld_cards meld;
	uint8_t kinds[DECK_MAX];
	int count = kinds_of(rules, cards, kinds);

	for (int i = 0; i < count; i++)
		assert_true(position_take(position, kinds[i]));
	assert_true(cards_lie_as_meld(rules, -1, kinds, count, &meld));
	assert_true(position_meld(position, side, &meld, -1));
}

#endif
