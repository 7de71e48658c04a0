/* meld_tables.c -- what the engine looks up of melds, compiled of their forms: how a meld grows from one that it is begun with, the
 * cards that no meld has, what is begun with the least cards; with which numbers of cards a meld is a canasta or of a class. */
#include "game/tables.h"

#include "grammar/arena.h"

/* ---- beginning and growing ---- */

/* Finds the compositions that a meld can grow to card by card from one that it is begun with. */
static void find_growth(struct form_table *table, const struct form *form)
{
	uint32_t begun[MELD_CARDS_MAX + 1] = { 0 };

	for (int i = 0; i < form->begin_count; i++)
		begun[form->begin[i].naturals] |= UINT32_C(1) << form->begin[i].wilds;
	for (int n = 0; n <= MELD_CARDS_MAX; n++) {
		uint32_t from = begun[n] | (n > 0 ? table->grown[n - 1] & form->wilds[n] : 0);
		bool clean = (begun[n] & 1) || (n > 0 && (table->grown_clean >> (n - 1) & form->wilds[n] & 1));
		for (uint32_t before = 0; from != before;) {
			before = from;
			from |= (from << 1) & form->wilds[n];
		}
		table->grown[n] = from;
		table->grown_clean |= (uint32_t)clean << n;
	}
}

static void list_beginnings(struct tables *tables, const struct rules *rules)
{
	int count = 0;

	for (int i = 0; i < rules->meld_count; i++)
		count += rules->form[i].begin_count;
	tables->beginnings = arena_take(rules->arena, (size_t)count * sizeof *tables->beginnings);
	for (int i = 0; i < rules->meld_count && tables->beginnings != NULL; i++)
		for (int b = 0; b < rules->form[i].begin_count && rules->form[i].sequence == 0; b++) {
			const struct form *form = &rules->form[i];
			tables->beginnings[tables->beginning_count++] = (struct beginning){
				.ranks = form->ranks != 0 ? form->ranks : UINT64_C(1) << rules->wild_kind[0],
				.form = (uint8_t)i,
				.naturals = form->begin[b].naturals,
				.wilds = form->begin[b].wilds,
			};
		}
}

static void measure_beginnings(struct tables *tables, const struct rules *rules)
{
	int least = MELD_CARDS_MAX + 1;

	for (int i = 0; i < rules->meld_count; i++)
		for (int b = 0; b < rules->form[i].begin_count; b++) {
			struct composition begin = rules->form[i].begin[b];
			if (form_is_wild(&rules->form[i]) && begin.wilds < least)
				least = begin.wilds;
			if (begin.naturals + begin.wilds > tables->begin_most)
				tables->begin_most = begin.naturals + begin.wilds;
		}
	tables->wild_meld_least = rules->wild_melds ? least : 0;
}

/* Ranks of which a single card, or two without a wild card, are never part of a meld. */
static void find_lonely_ranks(struct tables *tables, const struct rules *rules)
{
	cardset ranked = 0;

	tables->needs_two = tables->needs_three = tables->needs_naturals = rules->naturals;
	for (int i = 0; i < rules->meld_count; i++) {
		tables->several_ways |= ranked & rules->form[i].ranks;
		ranked |= rules->form[i].ranks;
		if ((rules->form[i].wilds[1] | rules->form[i].wilds[2]) != 0)
			tables->needs_naturals &= ~rules->form[i].ranks;
		if (rules->form[i].wilds[1] != 0)
			tables->needs_two &= ~rules->form[i].ranks;
		if (form_allows(&rules->form[i], 2, 0))
			tables->needs_three &= ~rules->form[i].ranks;
	}
	tables->lonely = tables->needs_two | ~(rules->naturals | rules->cards.wild);
}

/* ---- canastas ---- */

/* Melds of one kind, for asking which of them are canastas. */
struct canastas {
	struct tables *tables;
	const struct rules *rules;
	int form;
};

static bool is_canasta(void *context, const struct meld_cards *cards)
{
	return rules_canasta_of(((const struct canastas *)context)->rules, cards) >= 0;
}

static bool is_no_canasta(void *context, const struct meld_cards *cards)
{
	return !is_canasta(context, cards);
}

/* Notes whether sequences of these numbers of cards are canastas. */
static bool note_sequence_canasta(void *context, const struct meld_cards *cards)
{
	struct canastas *of = context;
	struct form_table *form = &of->tables->form[of->form];
	uint32_t bit = UINT32_C(1) << cards->wilds;

	bool always = every_split(of->rules, *cards, is_canasta, of);
	bool never = !always && every_split(of->rules, *cards, is_no_canasta, of);

	of->tables->canastas_ask_wild_kinds |= !always && !never;
	if (!always)
		form->canasta_sure[cards->naturals] &= ~bit;
	if (!never)
		form->canasta_maybe[cards->naturals] |= bit;
	return true;
}

static void find_sequence_canastas(struct canastas *of)
{
	struct form_table *form = &of->tables->form[of->form];

	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		form->canasta_sure[naturals] = of->rules->form[of->form].wilds[naturals];
	every_sequence(of->rules, &of->rules->form[of->form], note_sequence_canasta, of);
	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		form->canasta_sure[naturals] &= form->canasta_maybe[naturals];
}

/* Finds the numbers of wild cards with which melds of so many naturals are canastas, sure or maybe. */
static void find_canastas(struct canastas *of, int naturals)
{
	const struct rules *rules = of->rules;
	const struct form *form = &rules->form[of->form];
	struct form_table *table = &of->tables->form[of->form];
	cardset ranks = form->ranks != 0 ? telling_ranks(rules, form->ranks) : UINT64_C(1) << rules->wild_kind[0];
	int least = rules->canasta_least > naturals ? rules->canasta_least - naturals : 0;
	bool counted = rules->counted_canastas == (UINT32_C(1) << rules->canasta_count) - 1;

	for (uint32_t some = form->wilds[naturals]; some != 0; some &= some - 1) {
		bool sure = true, maybe = false;
		int wilds = __builtin_ctz(some);
		for (cardset left = wilds >= least ? ranks : 0; left != 0; left &= left - 1) {
			struct meld_cards cards = { .kind = (uint8_t)__builtin_ctzll(left),
				                    .naturals = (uint8_t)naturals,
				                    .wilds = (uint8_t)wilds };
			/* where numbers decide, it does not matter which wild cards they are */
			bool always = counted ? is_canasta(of, &cards) : every_split(rules, cards, is_canasta, of);
			bool never = !always && (counted || every_split(rules, cards, is_no_canasta, of));
			of->tables->canastas_ask_wild_kinds |= !always && !never;
			sure = sure && always;
			maybe = maybe || !never;
		}
		table->canasta_maybe[naturals] |= (uint32_t)maybe << wilds;
		table->canasta_sure[naturals] |= (uint32_t)(maybe && sure) << wilds;
	}
}

/* ---- classes ---- */

uint16_t meld_classes(const struct rules *rules, const struct meld_cards *cards)
{
	unsigned classes = 0;
	uint32_t left = rules->tables->played_classes;

	if (cards->wilds <= MELD_CARDS_MAX) {
		classes = rules->tables->classes_by_numbers[cards->naturals][cards->wilds];
		left &= ~rules->counted_classes;
	}
	for (; left != 0; left &= left - 1)
		classes |= (unsigned)rules_is_of_class(rules, cards, __builtin_ctz(left)) << __builtin_ctz(left);
	return (uint16_t)classes;
}

/* Finds the classes that are asked for by anything except scores. */
static void find_played_classes(struct tables *tables, const struct rules *rules)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		formula of = rows[at.row].level != LEVEL_SCORE ? rules_formula(rules, at.row, at.item) : NULL;
		for (const struct ir *asked = of != NULL ? of->asked : NULL; asked != NULL; asked = asked->also)
			if (facts[asked->fact].slot == SLOT_CLASS)
				tables->played_classes |= UINT32_C(1) << asked->item;
	}
}

/* True if a meld of class [class] can have natural cards. */
static bool class_has_naturals(const struct rules *rules, int class)
{
	bool counted = rules->counted_classes >> class & 1;
	uint32_t wilds = 0;

	for (int n = 1; n <= MELD_CARDS_MAX; n++)
		for (int i = 0; i < rules->meld_count; i++)
			wilds |= rules->form[i].wilds[n] & (counted ? rules->class_sure[class][n] : UINT32_MAX);
	return wilds != 0;
}

static void compile_classes(struct tables *tables, const struct rules *rules)
{
	find_played_classes(tables, rules);
	for (int i = 0; i < rules->class_count; i++)
		if (!class_has_naturals(rules, i))
			tables->wild_classes |= UINT32_C(1) << i;
	/* those that the numbers of cards decide, of the classes asked for in play */
	for (uint32_t left = tables->played_classes & rules->counted_classes; left != 0; left &= left - 1)
		for (int n = 0; n <= MELD_CARDS_MAX; n++)
			for (uint32_t wilds = rules->class_sure[__builtin_ctz(left)][n]; wilds != 0; wilds &= wilds - 1)
				tables->classes_by_numbers[n][__builtin_ctz(wilds)] |=
					(uint16_t)(1 << __builtin_ctz(left));
}

/* True if every meld that a canasta of this form can grow into is a canasta, and no card is taken back. False proves nothing. */
static bool canastas_last(const struct form_table *table, const struct form *form)
{
	uint32_t grown = 0; /* counts of wild cards with which so many naturals may have grown out of a canasta */

	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++) {
		if (table->canasta_maybe[naturals] != 0)
			grown |= UINT32_MAX << __builtin_ctz(table->canasta_maybe[naturals]);
		if ((grown & form->wilds[naturals] & ~table->canasta_sure[naturals]) != 0)
			return false;
	}
	return !form->returns;
}

/* Finds the fewest cards with which a sequence may be a canasta, and which kind of canasta so many are without a wild card. */
static void find_full_sequences(struct form_table *table, const struct rules *rules, const struct form *form)
{
	for (int size = SEQUENCE_PLACES; size > 0; size--)
		table->full = table->canasta_maybe[size] & 1 ? size : table->full;
	for (int suit = 0; suit < 4 && table->full > 0; suit++)
		for (int place = form->low; place + table->full - 1 <= form->high; place++) {
			int kind = sequence_kind(rules, form, suit, place);
			struct meld_cards cards = { .kind = (uint8_t)kind,
				                    .naturals = (uint8_t)table->full,
				                    .sequence = (uint8_t)place };
			table->full_canasta[suit][place] = (int8_t)(kind < 0 ? -1 : rules_canasta_of(rules, &cards));
		}
}

/* ---- all of it ---- */

static void compile_form(struct tables *tables, const struct rules *rules, int item)
{
	const struct form *form = &rules->form[item];
	struct canastas canastas = { tables, rules, item };

	find_growth(&tables->form[item], form);
	tables->wilds_return |= form->returns;
	tables->kinds_asked |= form->asks_kinds;
	if (form->ranks != 0)
		tables->ranked_forms |= UINT32_C(1) << item;
	for (int kind = 0; kind < rules->kinds; kind++)
		if ((form->ranks >> rules->lead[kind] & 1) && tables->form_of[kind] < 0)
			tables->form_of[kind] = item;
	if (form->sequence != 0) {
		find_sequence_canastas(&canastas);
		find_full_sequences(&tables->form[item], rules, form);
	}
	for (int naturals = 0; naturals <= MELD_CARDS_MAX && form->sequence == 0; naturals++)
		if (form->wilds[naturals] != 0)
			find_canastas(&canastas, naturals);
	tables->canastas_last = tables->canastas_last && canastas_last(&tables->form[item], form);
}

void compile_melds(struct tables *tables, const struct rules *rules)
{
	for (int kind = 0; kind < KINDS_MAX; kind++)
		tables->form_of[kind] = -1;
	tables->canastas_last = true;
	for (int i = 0; i < rules->meld_count; i++)
		compile_form(tables, rules, i);
	find_lonely_ranks(tables, rules);
	measure_beginnings(tables, rules);
	list_beginnings(tables, rules);
	if (rules->class_count > 0)
		compile_classes(tables, rules);
}
