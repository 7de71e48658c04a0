/* card_words.c -- rules in the voice of a card. Conditions and amounts are the sentences of a sheet, said to the reader; what is known where
 * the card says them is put in first. */
#include "reports/card.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "game/cards.h"

/* ---- what is known ---- */

struct settling {
	struct card_maker *maker;
	struct ir_maker *irs;
	const struct known *known;
	int count;
};

static bool settle(const void *context, const struct ir *fact, int32_t *number)
{
	const struct settling *at = context;
	const struct ir *term;

	for (int i = 0; i < at->count; i++)
		if (at->known[i].fact == fact->fact) {
			*number = at->known[i].value;
			return true;
		}
	if (fact->fact != FACT_term)
		return fact_is_settled(at->maker->rules, fact, number);
	term = ir_rewrite(at->irs, at->maker->rules->define[fact->item].when->ir, settle, at);
	*number = term != NULL && term->kind == IR_NUMBER ? term->number : 0;
	return term != NULL && term->kind == IR_NUMBER;
}

const struct ir *card_settled(struct card_maker *maker, const struct ir *of, const struct known *known, int count)
{
	struct ir_maker irs = { .arena = maker->arena, .rules = maker->rules };
	struct settling at = { maker, &irs, known, count };
	const struct ir *settled = ir_rewrite(&irs, of, settle, &at);

	return settled != NULL ? settled : of;
}

static bool has_part(const struct ir *of, const struct ir *wanted)
{
	for (each_part(part, of))
		if (ir_same(part, wanted))
			return true;
	return false;
}

const struct ir *card_both(struct card_maker *maker, const struct ir *one, const struct ir *other)
{
	struct ir_maker irs = { .arena = maker->arena, .rules = maker->rules };
	const struct settling at = { .maker = maker, .irs = &irs };
	struct ir *both;

	if (one == NULL || other == NULL)
		return one != NULL ? one : other;
	both = ir_rewrite(&irs, one, settle, &at);
	for (each_part(part, other)) /* what both say is said once */
		if (both != NULL && !has_part(one, part))
			both = ir_join(&irs, IR_ALL, both, ir_rewrite(&irs, part, settle, &at));
	return both != NULL ? both : one;
}

const struct ir *card_denied(struct card_maker *maker, const struct ir *of)
{
	struct ir_maker irs = { .arena = maker->arena, .rules = maker->rules };
	const struct settling at = { .maker = maker, .irs = &irs };
	struct ir *copy = ir_rewrite(&irs, of, settle, &at), *denied = copy != NULL ? ir_not(&irs, copy) : NULL;

	return denied != NULL ? denied : of;
}

bool card_asks(const struct card_maker *maker, const struct ir *of, enum fact_id fact)
{
	if (of->kind == IR_FACT && of->fact == fact)
		return true;
	if (of->kind == IR_FACT && of->fact == FACT_term)
		return card_asks(maker, maker->rules->define[of->item].when->ir, fact);
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		if (card_asks(maker, part, fact))
			return true;
	return false;
}

const struct ir *card_parts(struct card_maker *maker, const struct ir *of, card_keeps *keeps, const void *context)
{
	struct ir_maker irs = { .arena = maker->arena, .rules = maker->rules };
	const struct settling at = { .maker = maker, .irs = &irs };
	struct ir *all = NULL;

	for (each_part(part, of)) {
		struct ir *copy = ir_rewrite(&irs, part, settle, &at);
		if (copy != NULL && copy->kind != IR_NUMBER && keeps(maker, part, context))
			all = all == NULL ? copy : ir_join(&irs, IR_ALL, all, copy);
	}
	return all;
}

/* ---- conditions ---- */

/* Keeps the titles of terms in [of], which were said with [words]: not all of them are whole in there. */
static void keep_terms(struct card_maker *maker, const struct ir *of, const char *words)
{
	struct named *named;

	if (ir_is_fact(of, FACT_term) && (named = arena_take(maker->arena, sizeof *named)) != NULL) {
		*named = (struct named){ words, of->item, maker->named };
		maker->named = named;
	}
	for (const struct ir *part = of->first; part != NULL; part = part->next)
		keep_terms(maker, part, words);
}

/* Keeps what is said of [condition], without the word that joins it. [before]: the terms that it could name. */
static const char *keep_condition(struct card_maker *maker, const struct ir *condition, int before, struct text *words)
{
	const char *said = text_keep(words, maker->arena), *bare = said;
	const struct ir *settled = ir_settled(maker->rules, condition, maker->arena);
	const struct ir *named = settled != NULL ? terms_named(maker->rules, settled, before, maker->arena) : NULL;

	bare += strncmp(said, "when ", 5) == 0 ? 5 : strncmp(said, "unless ", 7) == 0 ? 7 : 0;
	if (named != NULL)
		keep_terms(maker, named, bare);
	return said;
}

const char *card_when(struct card_maker *maker, const struct ir *condition)
{
	struct text words = { 0 };

	condition_voiced(maker->rules, maker->voice, condition, false, false, &words);
	return keep_condition(maker, condition, maker->rules->define_count, &words);
}

const char *card_that(struct card_maker *maker, const struct ir *condition)
{
	struct text words = { 0 };
	const char *said;

	condition_voiced(maker->rules, maker->voice, condition, true, false, &words);
	said = keep_condition(maker, condition, maker->rules->define_count, &words);
	return strncmp(said, "when ", 5) == 0 ? said + 5 : said;
}

const char *card_meld(struct card_maker *maker, const struct ir *condition)
{
	struct text words = { 0 }, said = { 0 };

	condition_of_meld(maker->rules, maker->voice, condition, &words);
	clause_of_meld(ROW_class_when, text_read(&words), &said);
	text_end(&words, &said);
	return text_keep(&said, maker->arena);
}

const char *card_term(struct card_maker *maker, int term)
{
	struct text words = { 0 };
	const char *said;

	term_explain(maker->rules, maker->voice, term, false, &words);
	said = keep_condition(maker, maker->rules->define[term].when->ir, term, &words);
	return strncmp(said, "when ", 5) == 0 ? said + 5 : said;
}

const char *card_only(struct card_maker *maker, const struct ir *condition)
{
	struct text words = { 0 };
	const char *said;

	condition_voiced(maker->rules, maker->voice, condition, false, true, &words);
	said = keep_condition(maker, condition, maker->rules->define_count, &words);
	return strncmp(said, "unless ", 7) == 0 ? text_kept(maker->arena, ", but not when %s", said + 7)
	                                        : text_kept(maker->arena, " only %s", said);
}

/* ---- values ---- */

const char *card_value(struct card_maker *maker, enum row_id row, int item)
{
	struct text words = { 0 };

	wording_value(maker->rules, row, item, &words);
	return text_keep(&words, maker->arena);
}

const char *card_amount(struct card_maker *maker, const struct ir *amount)
{
	struct text words = { 0 };

	amount_voiced(maker->rules, maker->voice, card_settled(maker, amount, NULL, 0), &words);
	return text_keep(&words, maker->arena);
}

enum { CARDS_MOST = 24, RUN_LEAST = 3 }; /* characters of cards in words; longer ones are in figures */

static bool is_whole_rank(const struct rules *rules, cardset kinds, int rank)
{
	cardset all = rules_kinds_of_rank(rules, rank);

	return all != 0 && (kinds & all) == all;
}

/* Writes "4 to 6, 8 to K, red 3". */
static void cards_in_figures(struct card_maker *maker, cardset kinds, struct text *out)
{
	const struct rules *rules = maker->rules;

	for (int rank = 0, high; rank < RANKS; rank = high + 1) {
		cardset own = kinds & rules_kinds_of_rank(rules, rank);
		char name[24] = "";
		for (high = rank; high + 1 < RANKS - 2 && is_whole_rank(rules, kinds, rank) &&
		                  is_whole_rank(rules, kinds, high + 1);)
			high++;
		high = high - rank + 1 >= RUN_LEAST ? high : rank;
		if (own == 0)
			continue;
		text_add(out, out->length > 0 ? ", " : "");
		if (high > rank)
			text_format(out, "%s to %s", RANK_NAMES[rank], RANK_NAMES[high]);
		else {
			faces_name(faces_of_kinds(rules, own), name, sizeof name);
			text_add(out, name);
		}
	}
}

const char *card_cards(struct card_maker *maker, cardset kinds)
{
	struct text words = { 0 };

	if (kinds == maker->rules->all)
		return "any card";
	cards_say(maker->rules, faces_of_kinds(maker->rules, kinds), &words);
	if (words.length > CARDS_MOST) {
		text_clear(&words);
		cards_in_figures(maker, kinds, &words);
	}
	return text_keep(&words, maker->arena);
}

const char *card_cards_as(struct card_maker *maker, cardset kinds, const char *how)
{
	struct text words = { 0 };
	const struct holes holes = {
		.rules = maker->rules, .value = "", .half = HALF_SECOND, .faces = faces_of_kinds(maker->rules, kinds)
	};

	wording_fill(&holes, how, &words);
	return text_keep(&words, maker->arena);
}

const char *card_number(struct card_maker *maker, int64_t number)
{
	struct text words = { 0 };

	if (number < 0)
		text_add(&words, "\xe2\x88\x92"); /* a minus sign, which is as wide as a plus */
	number_write(number < 0 ? -number : number, &words);
	return text_keep(&words, maker->arena);
}

const char *card_range(struct card_maker *maker, const struct ir *ladder, const struct ir *step)
{
	struct text range = { 0 };

	step_say_range(maker->rules, ladder, step, &range);
	return text_keep(&range, maker->arena);
}

const struct ir *card_each(const struct ir *points, int32_t *number)
{
	bool minus = points->kind == IR_NEGATIVE;

	points = minus ? points->first : points;
	if (points->kind != IR_PRODUCT || points->first->kind != IR_NUMBER || points->first->next->next != NULL)
		return NULL;
	*number = minus ? -points->first->number : points->first->number;
	return points->first->next;
}

/* ---- figures ---- */

bool card_is_of_numbers(const struct ir *ladder)
{
	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next)
		if (step->first->kind != IR_NUMBER)
			return false;
	return true;
}

struct card_part *card_figures(struct card_block *block, enum card_part_kind kind, bool numbers)
{
	static const enum card_column columns[] = { COLUMN_WORDS, COLUMN_FIGURE };

	return numbers ? card_part(block, kind) : card_table(block, 2, columns);
}

void card_figure(struct card_maker *maker, struct card_part *part, const struct ir *amount, const char *of)
{
	bool table = part->kind == CARD_TABLE, words = table && amount->kind != IR_NUMBER;
	struct card_row *row = card_row(part);

	card_say(&row->cell[!table].words, words ? "%s: %s" : "%s", of, words ? card_amount(maker, amount) : "");
	if (!words)
		card_say(&row->cell[table].words, "%s",
		         amount->kind == IR_NUMBER ? card_number(maker, amount->number) : card_amount(maker, amount));
}

/* ---- ranks ---- */

cardset card_of_rank(const struct rules *rules, int rank)
{
	return rules_kinds_of_rank(rules, rank) & rules->all;
}

const char *card_rank_name(int rank)
{
	return rank == RANK_JOKER ? "Joker" : RANK_NAMES[rank];
}

bool card_is_wild(const struct rules *rules, cardset kinds)
{
	return (kinds & rules->cards.wild) != 0 && (kinds & ~rules->cards.wild) == 0;
}

/* ---- titles and words ---- */

const char *card_title(struct card_maker *maker, int group, int item)
{
	struct text words = { 0 };

	wording_title(maker->rules, group, item, &words);
	return text_keep(&words, maker->arena);
}

const char *card_capital(struct card_maker *maker, const char *words)
{
	return text_kept(maker->arena, "%c%s", capital_letter(words[0]), words[0] != '\0' ? words + 1 : "");
}

const char *card_small(struct card_maker *maker, const char *words)
{
	struct text small = { 0 };

	title_write(words, &small);
	return text_keep(&small, maker->arena);
}

const char *card_club(struct card_maker *maker, const char *words)
{
	struct text said = { 0 };

	club_say(maker->rules, words, &said);
	return text_keep(&said, maker->arena);
}

const char *card_bare_title(struct card_maker *maker, int group, int item)
{
	const char *title = card_title(maker, group, item);

	title += strncmp(title, "A ", 2) == 0 && strncmp(title, "A of ", 5) != 0 ? 2
	         : strncmp(title, "An ", 3) == 0                                 ? 3
	                                                                         : 0;
	return card_capital(maker, title);
}

const char *card_word_of(enum row_id row, int word)
{
	enum { WORDS = 5 };
	static const char *const words[ROW_COUNT][WORDS] = {
#define WORD(in, row, word, sentence) [ROW_##in##_##row][in##_##row##_##word] = sentence,
#include "reports/card.def"
	};
	const char *said = words[row][word];

	return said != NULL ? said : "";
}

const char *card_word(const struct card_maker *maker, enum row_id row, int item)
{
	return card_word_of(row, *(const int32_t *)rules_value(maker->rules, row, item));
}

/* ---- notes ---- */

static const char *const note_signs[CARD_NOTES_MAX] = { "*",
	                                                "\xe2\x80\xa0",
	                                                "\xe2\x80\xa1",
	                                                "\xc2\xa7",
	                                                "#",
	                                                "+",
	                                                "\xc2\xb6",
	                                                "=",
	                                                "**",
	                                                "\xe2\x80\xa0\xe2\x80\xa0",
	                                                "\xe2\x80\xa1\xe2\x80\xa1",
	                                                "\xc2\xa7\xc2\xa7",
	                                                "##",
	                                                "++",
	                                                "\xc2\xb6\xc2\xb6",
	                                                "==" };

const char *card_sign(struct card_notes *notes, const char *note)
{
	int i = 0;

	while (i < notes->count && strcmp(notes->note[i], note) != 0)
		i++;
	if (i == CARD_NOTES_MAX)
		return "";
	notes->note[i] = note;
	notes->count += i == notes->count;
	return note_signs[i];
}

void card_add_notes(struct card_block *block, const struct card_notes *notes)
{
	for (int i = 0; i < notes->count; i++)
		card_say(card_line(block, CARD_NOTE), "%s %s", note_signs[i], notes->note[i]);
}
