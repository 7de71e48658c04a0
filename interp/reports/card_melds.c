/* card_melds.c -- melds on a card: a row of figures for each kind, and notes. Numbers of cards come from the forms of melds, so that limits stated
 * in several settings are one figure. */
#include "reports/card.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"

/* Numbers of cards that melds of a kind may have, with wild cards or without. */
struct shape {
	int least, most; /* cards; [most] 0: no limit */
	int naturals_least, naturals_most, wilds_least, wilds_most;
};

/* The most natural cards of one meld that the deck has. */
static int deck_naturals(const struct rules *rules, int meld)
{
	const struct form *form = &rules->form[meld];

	int most = form->sequence != 0 ? form->high - form->low + 1 : 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if (form->ranks >> kind & 1 && rank_copies(rules, kind) > most)
			most = rank_copies(rules, kind);
	return most < MELD_CARDS_MAX ? most : MELD_CARDS_MAX;
}

static bool has_wilds(int wilds, int which)
{
	return which < 0 || (wilds > 0) == (which > 0);
}

/* The shape of the melds of a kind; [which]: 0 without wild cards, 1 with them, -1 all. False if there are none. */
static bool find_shape(const struct rules *rules, int meld, int which, struct shape *shape)
{
	const struct form *form = &rules->form[meld];
	int deck = deck_naturals(rules, meld), size_least = 0, size_most = 0;
	int wilds = rules->wild_copies < MELD_CARDS_MAX ? rules->wild_copies : MELD_CARDS_MAX;
	bool any = false, full = false;

	*shape = (struct shape){ .least = MELD_CARDS_MAX,
		                 .naturals_least = MELD_CARDS_MAX,
		                 .wilds_least = MELD_CARDS_MAX };
	for (int n = 0; n <= deck && n <= MELD_CARDS_MAX; n++)
		for (int w = 0; w <= MELD_CARDS_MAX; w++) {
			if (!form_allows(form, n, w) || !has_wilds(w, which))
				continue;
			any = true;
			full = full || (n == deck && (deck > 0 || w == wilds));
			shape->least = n + w < shape->least ? n + w : shape->least;
			shape->most = n + w > shape->most ? n + w : shape->most;
			shape->naturals_least = n < shape->naturals_least ? n : shape->naturals_least;
			shape->naturals_most = n > shape->naturals_most ? n : shape->naturals_most;
			shape->wilds_least = w < shape->wilds_least ? w : shape->wilds_least;
			shape->wilds_most = w > shape->wilds_most ? w : shape->wilds_most;
		}
	if (any && rules_limit(rules, meld, ROW_meld_size, 0, &size_least, &size_most) && full &&
	    size_most >= MELD_CARDS_MAX)
		shape->most = 0;
	return any;
}

static const char *few_range(struct card_maker *maker, int least, int most)
{
	return most == 0 && least == 0 ? "0"
	       : most == 0             ? text_kept(maker->arena, "%d or more", least)
	       : least == most         ? text_kept(maker->arena, "%d", least)
	       : most == least + 1     ? text_kept(maker->arena, "%d or %d", least, most)
	                               : text_kept(maker->arena, "%d to %d", least, most);
}

/* True if a meld may have fewer natural cards than the deck has and its size leaves room for. */
static bool limits_naturals(const struct rules *rules, int meld, const struct shape *shape)
{
	return shape->naturals_most < deck_naturals(rules, meld) &&
	       (shape->most == 0 || shape->naturals_most + shape->wilds_least < shape->most);
}

static const char *few_naturals(struct card_maker *maker, int meld, const struct shape *shape)
{
	if (shape->naturals_most == 0)
		return "0";
	if (shape->wilds_most == 0)
		return "all";
	return few_range(maker, shape->naturals_least,
	                 limits_naturals(maker->rules, meld, shape) || shape->naturals_least == shape->naturals_most
	                         ? shape->naturals_most
	                         : 0);
}

static const char *few_wilds(struct card_maker *maker, const struct shape *shape)
{
	if (shape->wilds_most == 0)
		return "0";
	if (shape->naturals_most == 0)
		return "all";
	if (shape->wilds_most < maker->rules->wild_copies)
		return few_range(maker, shape->wilds_least, shape->wilds_most);
	return shape->wilds_least > 0 ? few_range(maker, shape->wilds_least, 0) : "any";
}

/* How numbers of wild cards depend on those of natural ones beyond the limits of a shape. */
enum relation { NO_RELATION, NO_MORE_WILDS, FEWER_WILDS, BY_SIZE };

static bool relation_holds(enum relation relation, int n, int w, const int *most)
{
	switch (relation) {
	case NO_RELATION: return true;
	case NO_MORE_WILDS: return w <= n;
	case FEWER_WILDS: return w < n;
	case BY_SIZE: return w <= most[n + w];
	}
	return true;
}

static bool explains(const struct rules *rules, int meld, const struct shape *shape, enum relation relation,
                     const int *most)
{
	for (int n = shape->naturals_least; n <= shape->naturals_most; n++)
		for (int w = shape->wilds_least; w <= shape->wilds_most; w++) {
			bool within = n + w >= shape->least && (shape->most == 0 || n + w <= shape->most);
			if (within && form_allows(&rules->form[meld], n, w) != relation_holds(relation, n, w, most))
				return false;
		}
	return true;
}

/* The wild cards at most of a meld of each size, as "1 of 3 cards, 2 of 4 or 5, 3 of 6 or more". */
static const char *say_by_size(struct card_maker *maker, const struct shape *shape, const int *most)
{
	int end = shape->most > 0 ? shape->most : shape->naturals_most + shape->wilds_most;
	struct text said = { 0 };

	for (int low = shape->least, high; low <= end; low = high + 1) {
		for (high = low; high < end && most[high + 1] == most[low];)
			high++;
		text_format(&said, "%s%d of %s", said.length > 0 ? ", " : "", most[low],
		            few_range(maker, low, high == end && shape->most == 0 ? 0 : high));
		text_add(&said, low == shape->least ? " cards" : "");
	}
	return text_keep(&said, maker->arena);
}

/* True if limits are more than two figures. */
static bool is_computed(const struct ir *limits)
{
	for (each_part(part, limits))
		if (part->kind != IR_NUMBER &&
		    ((part->kind != IR_EQUAL && part->kind != IR_AT_LEAST && part->kind != IR_AT_MOST) ||
		     part->first->next->kind != IR_NUMBER))
			return true;
	return false;
}

/* What limits the wild cards of a meld besides the figures in its row; NULL if nothing does. */
static const char *wild_note(struct card_maker *maker, int meld, const struct shape *shape)
{
	const struct rules *rules = maker->rules;
	int most[2 * MELD_CARDS_MAX + 2] = { 0 };

	for (int n = 0; n <= shape->naturals_most; n++)
		for (int w = 0; w <= shape->wilds_most; w++)
			if (form_allows(&rules->form[meld], n, w) && w > most[n + w])
				most[n + w] = w;
	if (explains(rules, meld, shape, NO_RELATION, most))
		return NULL;
	if (explains(rules, meld, shape, NO_MORE_WILDS, most))
		return "Never more wild cards than natural ones.";
	if (explains(rules, meld, shape, FEWER_WILDS, most))
		return "Always fewer wild cards than natural ones.";
	if (explains(rules, meld, shape, BY_SIZE, most))
		return text_kept(maker->arena, "Wild cards at most: %s.", say_by_size(maker, shape, most));
	struct text said = { 0 };
	if (is_computed(rules->meld[meld].size->ir))
		wording_add_clause(rules, ROW_meld_size, meld, &said);
	if (is_computed(rules->meld[meld].naturals->ir))
		wording_add_clause(rules, ROW_meld_naturals, meld, &said);
	wording_add_clause(rules, ROW_meld_wilds, meld, &said);
	wording_add_clause(rules, ROW_meld_shape, meld, &said);
	return text_kept(maker->arena, "%s.", card_capital(maker, text_keep(&said, maker->arena)));
}

/* True if another kind of meld is of the same cards. */
static bool has_double(const struct rules *rules, int meld)
{
	for (int i = 0; i < rules->meld_count; i++)
		if (i != meld && rules->meld[i].ranks == rules->meld[meld].ranks &&
		    rules->meld[i].built == rules->meld[meld].built)
			return true;
	return false;
}

static const char *meld_name(struct card_maker *maker, int meld)
{
	const struct in_meld *of = &maker->rules->meld[meld];
	const char *cards = card_capital(maker, card_cards(maker, of->ranks));

	if (has_double(maker->rules, meld))
		return card_bare_title(maker, GROUP_meld, meld);
	if (of->built == meld_built_in_sequence)
		return text_kept(maker->arena, "Sequence in a suit: %s", card_small(maker, cards));
	return of->ranks == 0 ? "Wild cards alone" : cards;
}

/* What the conditions of a meld say, with a full stop. */
static const char *meld_condition(struct card_maker *maker, const char *what, formula condition)
{
	return text_kept(maker->arena, "%s%s.", what, card_only(maker, condition->ir));
}

/* A table of melds, and what all its rows agree in. */
struct meld_table {
	struct card_part *part;
	struct card_notes notes;
	bool sizes, ranks; /* sizes differ; how many melds of a rank there may be differs */
};

static void add_signs(struct card_maker *maker, int meld, int which, const struct shape *shape,
                      struct meld_table *table, struct card_row *row)
{
	const struct in_meld *of = &maker->rules->meld[meld];
	struct words *name = &row->cell[0].words, *naturals = &row->cell[1 + table->sizes].words;
	struct words *wilds = &row->cell[2 + table->sizes].words;
	const char *note = wild_note(maker, meld, shape);

	if (!always_holds(of->begun))
		card_say(name, "%s", card_sign(&table->notes, meld_condition(maker, "Begun", of->begun)));
	if (table->ranks && of->of_a_rank != meld_of_a_rank_one)
		card_say(name, "%s",
		         card_sign(&table->notes,
		                   text_kept(maker->arena, "%s.",
		                             card_capital(maker, card_word(maker, ROW_meld_of_a_rank, meld)))));
	if (!always_holds(of->natural_cards))
		card_say(naturals, "%s",
		         card_sign(&table->notes, meld_condition(maker, "Natural cards are added", of->natural_cards)));
	if (which != 0 && shape->wilds_most > 0 && !always_holds(of->wild_cards))
		card_say(wilds, "%s",
		         card_sign(&table->notes, meld_condition(maker, "Wild cards go in", of->wild_cards)));
	if (which != 0 && shape->wilds_most > 0 && !always_holds(of->kinds))
		card_say(wilds, "%s", card_sign(&table->notes, meld_condition(maker, "It lies on the table", of->kinds)));
	if (note != NULL)
		card_say(wilds, "%s", card_sign(&table->notes, note));
	if (of->built == meld_built_in_sequence && of->ace != meld_ace_high)
		card_say(name, "%s", card_sign(&table->notes, card_word(maker, ROW_meld_ace, meld)));
	if (of->built == meld_built_in_sequence && (of->ranks & maker->rules->cards.wild) != 0)
		card_say(name, "%s",
		         card_sign(&table->notes,
		                   text_kept(maker->arena, "%s in its own place is a natural card.",
		                             card_capital(maker, card_cards_as(maker, of->ranks & maker->rules->cards.wild, "@a")))));
	if (of->built == meld_built_in_sequence && shape->wilds_most > 0 &&
	    card_word(maker, ROW_meld_moves, meld)[0] != '\0')
		card_say(wilds, "%s", card_sign(&table->notes, card_word(maker, ROW_meld_moves, meld)));
	if (card_word(maker, ROW_meld_joined, meld)[0] != '\0')
		card_say(name, "%s", card_sign(&table->notes, card_word(maker, ROW_meld_joined, meld)));
}

static void add_meld_row(struct card_maker *maker, int meld, int which, struct meld_table *table)
{
	struct card_row *row;
	struct shape shape;
	int at = 0;

	if (!find_shape(maker->rules, meld, which, &shape))
		return;
	row = card_row(table->part);
	card_say(&row->cell[at++].words,
	         which < 0    ? "%s"
	         : which == 0 ? "%s: clean"
	                      : "%s: mixed",
	         meld_name(maker, meld));
	if (table->sizes)
		card_say(&row->cell[at++].words, "%s", few_range(maker, shape.least, shape.most));
	card_say(&row->cell[at++].words, "%s", few_naturals(maker, meld, &shape));
	card_say(&row->cell[at++].words, "%s", few_wilds(maker, &shape));
	add_signs(maker, meld, which, &shape, table, row);
}

/* True if melds with wild cards may not be as large as those without. */
static bool is_split(const struct rules *rules, int meld)
{
	struct shape clean, mixed;

	return find_shape(rules, meld, 0, &clean) && find_shape(rules, meld, 1, &mixed) &&
	       (clean.most == 0) != (mixed.most == 0);
}

static bool is_begun(const struct rules *rules, int meld)
{
	return rules->form[meld].begin_count > 0 && !never_holds(rules->meld[meld].begun);
}

void card_melds(struct card_maker *maker)
{
	static const enum card_column columns[] = { COLUMN_KEY, COLUMN_FEW, COLUMN_FEW, COLUMN_FEW };
	const struct rules *rules = maker->rules;
	struct card_block *block = card_block(maker->card, CARD_LEFT, "melds", "Melds");
	struct meld_table table = { .sizes = false };
	struct shape first = { 0 };
	int firsts = -1;

	for (int i = 0; i < rules->meld_count; i++) {
		struct shape shape;
		if (!is_begun(rules, i) || !find_shape(rules, i, -1, &shape))
			continue;
		if (firsts < 0) {
			firsts = i;
			first = shape;
		}
		table.sizes = table.sizes || is_split(rules, i) || few_range(maker, shape.least, shape.most) == NULL ||
		              strcmp(few_range(maker, shape.least, shape.most),
		                     few_range(maker, first.least, first.most)) != 0;
		table.ranks = table.ranks || rules->meld[i].of_a_rank != rules->meld[firsts].of_a_rank;
	}
	if (firsts >= 0 && !table.ranks)
		card_mark(&block->aside, card_word(maker, ROW_meld_of_a_rank, firsts));
	if (firsts >= 0 && !table.sizes)
		card_say(&block->aside, "%s%s cards", table.ranks ? "" : "; ",
		         few_range(maker, first.least, first.most));
	table.part = card_table(block, 3 + table.sizes, table.sizes ? columns : columns);
	struct card_row *head = card_row(table.part);
	head->head = true;
	if (table.sizes)
		card_say(&head->cell[1].words, "cards");
	card_say(&head->cell[1 + table.sizes].words, "natural");
	card_say(&head->cell[2 + table.sizes].words, "wild");
	for (int i = 0; i < rules->meld_count; i++) {
		if (!is_begun(rules, i))
			continue;
		if (is_split(rules, i)) {
			add_meld_row(maker, i, 0, &table);
			add_meld_row(maker, i, 1, &table);
		} else
			add_meld_row(maker, i, -1, &table);
	}
	card_add_notes(block, &table.notes);
}

int card_meld_limit(const struct rules *rules)
{
	int limit = -1;

	for (int i = 0; i < rules->meld_count; i++) {
		struct shape shape;
		if (rules->form[i].ranks == 0 || !find_shape(rules, i, -1, &shape))
			continue;
		if (limit >= 0 && limit != shape.most)
			return 0;
		limit = shape.most;
	}
	return limit > 0 ? limit : 0;
}
