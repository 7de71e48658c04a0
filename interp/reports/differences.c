/* differences.c -- what differs between two variants, in sentences. difference_report.c writes them as a list, side by side or as data. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/arena.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "rules/lint.h"

/* "The order of the ways of taking the pile: A, B." */
static void write_order(const struct rules *rules, int group, struct text *out)
{
	int count = rules_item_count(rules, group);

	text_format(out, "The order under \"%s\" is: ", groups[group].heading);
	for (int item = 0; item < count; item++) {
		text_add(out, item > 0 ? "; " : "");
		wording_title(rules, group, item, out);
	}
	text_add(out, ".");
}

/* How many natural cards a meld of kind [meld] has at least by all of its limits. */
static int least_naturals(const struct rules *rules, int meld)
{
	int naturals = 0;

	while (naturals < MELD_CARDS_MAX && rules->form[meld].wilds[naturals] == 0)
		naturals++;
	return naturals;
}

/* Adds how many natural cards a meld of kind [meld] has at least by all of its limits, if that is more than it says of them alone. */
static void add_least_naturals(const struct rules *rules, int meld, struct text *said)
{
	int least, most, naturals = least_naturals(rules, meld);

	if (said->length == 0 || !rules_limit(rules, meld, ROW_meld_naturals, MELD_CARDS_MAX, &least, &most) ||
	    naturals <= least)
		return;
	said->bytes[--said->length] = '\0';
	text_format(said, ", by its other limits at least %d.", naturals);
}

/* What happens when the last card of the stock is a bonus card. */
static int32_t end_by_last_bonus(const struct rules *rules)
{
	const int32_t last = rules->bonus.last_card;

	return last == bonus_last_card_play_goes_on && rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal &&
	                       rules->bonus.laid == bonus_laid_at_once
	               ? bonus_last_card_ends_the_deal
	               : last;
}

/* What facts are of a bonus card that came with the pile. */
static struct interval of_bonus_of_pile(const void *rules, const struct ir *asked)
{
	switch (asked->fact) {
	case FACT_from_pile: return (struct interval){ 1, 1 };
	case FACT_from_deal:
	case FACT_from_stock:
	case FACT_from_reserve: return (struct interval){ 0, 0 };
	default: return fact_interval(rules, asked);
	}
}

/* True if a bonus card can go without a replacement only where it was the last card of the stock: one card is drawn at a time, bonus cards are
 * laid out at once, and those that come with the pile are never replaced. */
static bool lacks_for_the_last_alone(const struct rules *rules)
{
	return what_is_missing(rules, NEED_DRAWS, 0) != NULL && what_is_missing(rules, NEED_TALON, 0) != NULL &&
	       rules->bonus.laid == bonus_laid_at_once &&
	       formula_interval_where(rules, rules->bonus.replaced, rules, of_bonus_of_pile).high <= 0;
}

/* Adds what is so of the last card of the stock where a bonus card that is not replaced does not end the deal, if that is the same in both
 * games and so no difference of its own. */
static void add_last_bonus(const struct rules *const rules[2], int side, struct text *said)
{
	if (said->length == 0 || rules[side]->bonus.unreplaced == bonus_unreplaced_ends_the_deal ||
	    rules[side]->bonus.last_card == bonus_last_card_play_goes_on ||
	    end_by_last_bonus(rules[0]) != end_by_last_bonus(rules[1]))
		return;
	text_add(said, " ");
	wording_sentence(rules[side], ROW_bonus_last_card, 0, said);
}

/* What one of the two variants says. */
static void describe(const struct comparison *in, const struct compared *line, int side, struct difference *difference)
{
	const struct rules *rules = in->rules[side];
	struct text *said = &difference->said[side], *value = &difference->value[side];
	int item = line->item[side];

	difference->item[side] = item;
	if (item < 0)
		return;
	if (line->order) {
		write_order(rules, line->group, said);
		return;
	}
	if (line->row >= 0) {
		wording_sentence(rules, (enum row_id)line->row, item, said);
		if (line->row == ROW_meld_naturals)
			add_least_naturals(rules, item, said);
		if (line->row == ROW_bonus_unreplaced)
			add_last_bonus(in->rules, side, said);
		wording_value(rules, (enum row_id)line->row, item, value);
		origin_write(rules, rules_cell(rules, (enum row_id)line->row, item), &difference->place[side]);
		return;
	}
	wording_item(rules, line->group, item, said);
	if (compared_is_partial(in, line))
		wording_clauses(rules, line->group, item, NULL, value);
	item_origin_write(rules, line->group, item, &difference->place[side]);
}

/* True if no sentence names the term: what asks for it says what it stands for. */
static bool is_term_without_title(const struct comparison *in, const struct compared *line)
{
	return line->row == ROW_define_when && line->item[0] >= 0 && line->item[1] >= 0 &&
	       rules_item_title(in->rules[0], line->group, line->item[0]) == NULL &&
	       rules_item_title(in->rules[1], line->group, line->item[1]) == NULL;
}

/* True if each fact that a condition of [others] asks can be one thing or another under [rules], and is no item of those. */
static bool is_open_here(const struct rules *rules, const struct rules *others, const struct ir *ir)
{
	struct interval can_be;

	if (ir_is_fact(ir, FACT_term) &&
	    rules_item_title(others, GROUP_define, ir->item) == NULL) /* which no sentence names */
		return is_open_here(rules, others, others->define[ir->item].when->ir);
	if (ir->kind == IR_FACT && ir->fact != FACT_always && ir->fact != FACT_never) {
		if (facts[ir->fact].slot != SLOT_NONE && facts[ir->fact].slot != SLOT_CARDS)
			return false;
		can_be = fact_interval(rules, ir);
		if (can_be.low == can_be.high)
			return false;
	}
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		if (!is_open_here(rules, others, part))
			return false;
	return true;
}

/* True if a meld of some kind of canasta has these cards. */
static bool is_some_canasta(const struct rules *rules, const struct meld_cards *cards)
{
	for (int canasta = 0; canasta < rules->canasta_count; canasta++)
		if (meld_meets(rules, cards, rules->canasta[canasta].size) &&
		    meld_meets(rules, cards, rules->canasta[canasta].when))
			return true;
	return false;
}

/* True if way [take] of taking the pile has a place for its cards where a side has a meld of the rank that has so many: in that meld or, if it
 * is a canasta, in another one. */
static bool has_place_beside(const struct rules *rules, int take, int naturals, int wilds)
{
	const struct in_take *way = &rules->pile.take[take];
	const struct meld_cards cards = { .naturals = (uint8_t)naturals, .wilds = (uint8_t)wilds };
	int more = way->hand.naturals + way->hand.alike + 1;

	for (int meld = 0; meld < rules->meld_count; meld++) {
		const struct form *form = &rules->form[meld];
		if (form_is_wild(form) || form->sequence != 0 || !form_allows(form, naturals, wilds))
			continue;
		if (way->onto != take_onto_new_meld && form_allows(form, naturals + more, wilds + way->hand.wilds))
			return true;
		if (way->onto != take_onto_own_meld &&
		    (form->several || (form->comes_again && is_some_canasta(rules, &cards))))
			return true;
	}
	return false;
}

/* The fewest cards, but [more] or more, of a meld of a rank beside which the pile can be taken in way [take]; 0: beside none. */
static int least_beside(const struct rules *rules, int take, int more)
{
	for (int cards = more; cards <= MELD_CARDS_MAX; cards++)
		for (int wilds = 0; wilds <= cards; wilds++)
			if (has_place_beside(rules, take, cards - wilds, wilds))
				return cards;
	return 0;
}

/* The most cards of the top card's rank on the table with which a way of taking the pile is allowed, where that is all that it asks for; 0 for
 * any other way. */
static int most_of_rank(const struct rules *rules, int take)
{
	const struct ir *asked = rules->pile.take[take].when->ir;

	return asked->kind == IR_AT_MOST && ir_is_fact(asked->first, FACT_side_of_rank) &&
	                       asked->first->next->kind == IR_NUMBER
	               ? asked->first->next->number
	               : 0;
}

/* Says that [side], whose way of taking the pile asks nothing, takes it also with more cards of the rank on the table than the other one, where
 * its melds have no room for just one more. */
static bool say_beyond_of_rank(const struct comparison *in, const struct compared *line, int side, struct text *out)
{
	const struct rules *rules = in->rules[side];
	int take = line->item[side], most = most_of_rank(in->rules[!side], line->item[!side]),
	    least = most > 0 ? least_beside(rules, take, most + 1) : 0;

	return least > most + 1 && wording_from_size_on(rules, take, least, out);
}

/* Says of [side], which asks nothing for a setting of an item, in what it goes beyond the condition of the other one: it counts
 * also when the side has 1 canasta. False, with nothing written, where that condition is of things that are not there, or cannot be
 * said plainly. */
static bool say_beyond(const struct comparison *in, const struct compared *line, int side, struct text *out)
{
	static const enum row_id conditions[] = { ROW_meld_begun, ROW_take_when, ROW_score_when };
	enum row_id row = (enum row_id)line->row;
	bool listed = false;

	for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
		listed = listed || conditions[i] == row;
	if (row == ROW_take_when && line->item[!side] >= 0 && say_beyond_of_rank(in, line, side, out))
		return true;
	return listed && line->item[!side] >= 0 &&
	       is_open_here(in->rules[side], in->rules[!side],
	                    rules_formula(in->rules[!side], row, line->item[!side])->ir) &&
	       wording_beyond(in->rules[side], row, line->item[side], in->rules[!side], line->item[!side], out);
}

/* Writes what one of the two variants says of a setting that both have. */
static void say_setting(const struct comparison *in, const struct compared *line, int side, struct text *out)
{
	if (!wording_sentence(in->rules[side], (enum row_id)line->row, line->item[side], out) &&
	    !say_beyond(in, line, side, out))
		wording_instead(in->rules[side], (enum row_id)line->row, line->item[side], out);
}

/* True if the setting of [line] asks for the term of line [term] in one of the two variants, and both have it. */
static bool asks_term(const struct comparison *in, const struct compared *line, const struct compared *term)
{
	bool asks = false;

	for (int side = 0; side < 2 && line->row >= 0 && !group_is_helper(line->group); side++) {
		if (line->item[side] < 0)
			return false;
		asks = asks || setting_asks(in->rules[side], (enum row_id)line->row, line->item[side], term->group,
		                            term->item[side]);
	}
	return asks;
}

/* Says in place of the term of [line] what the settings say that ask for it, where that differs. */
static void say_askers(const struct comparison *in, const struct compared *line, struct difference *difference)
{
	struct text said[2] = { { 0 }, { 0 } };

	for (const struct compared *other = in->line; other < in->line + in->lines; other++) {
		struct text one[2] = { { 0 }, { 0 } };
		for (int side = 0; side < 2 && asks_term(in, other, line); side++)
			say_setting(in, other, side, &one[side]);
		for (int side = 0; side < 2 && strcmp(text_read(&one[0]), text_read(&one[1])) != 0; side++)
			text_format(&said[side], "%s%s", said[side].length > 0 && one[side].length > 0 ? " " : "",
			            text_read(&one[side]));
		text_end(&one[0], &said[0]);
		text_end(&one[1], &said[1]);
	}
	for (int side = 0; side < 2 && said[0].length > 0 && said[1].length > 0; side++) {
		text_clear(&difference->said[side]);
		text_add(&difference->said[side], text_read(&said[side]));
	}
	text_end(&said[0], &difference->said[0]);
	text_end(&said[1], &difference->said[1]);
}

/* Where both would be said in the same words, or in none: cards that one names by their role and the other lists are both listed, of
 * all else the words of the files are written: Of the talon the rules say: taken by choice. */
static void restate(const struct comparison *in, const struct compared *line, struct difference *difference)
{
	enum row_id row = (enum row_id)line->row;

	for (int side = 0; side < 2; side++) {
		const struct rules *rules = in->rules[side];
		struct text *said = &difference->said[side], *value = &difference->value[side], stated = { 0 };
		int item = line->item[side];
		text_free(said);
		if (rows[row].type == TYPE_TEXT && setting_is_dead(rules, row, item) != NULL)
			continue; /* what there is none of has no name */
		if (wording_apart(rules, row, item, said))
			continue;
		text_free(value);
		if (rows[row].type == TYPE_CARDS)
			cards_say(NULL, faces_of_kinds(rules, *(const cardset *)rules_value(rules, row, item)), value);
		else {
			value_write(row, rules_cell(rules, row, item), &stated);
			name_in_words(text_read(&stated), value);
			text_end(&stated, value);
			for (char *end = value->bytes; end != NULL && (end = strchr(end, '\n')) != NULL;)
				*end = ' ';
		}
		text_add(said, "Of ");
		wording_item(rules, line->group, item, said);
		text_add(said, " the rules say: ");
		if (strncmp(text_read(value), rows[row].name, strlen(rows[row].name)) != 0) { /* "when event slide" */
			name_in_words(rows[row].name, said);
			text_add(said, " ");
		}
		text_format(said, "%s.", text_read(value));
	}
}

/* What is so where one variant says nothing of a setting of which the other one does, or where neither says anything though the setting
 * does something in one of them. */
static void say_instead(const struct comparison *in, const struct compared *line, struct difference *difference)
{
	enum row_id row = (enum row_id)line->row;
	bool said[2];

	for (int side = 0; side < 2; side++)
		said[side] = difference->said[side].length > 0;
	if (line->row < 0 || line->order)
		return;
	for (int side = 0; side < 2; side++)
		if (!said[side] && setting_is_dead(in->rules[side], row, line->item[side]) == NULL &&
		    !(said[!side] && say_beyond(in, line, side, &difference->said[side])))
			wording_instead(in->rules[side], row, line->item[side], &difference->said[side]);
}

/* True if the setting of [line] says something in [side] alone. */
static bool acts_alone(const struct comparison *in, const struct compared *line, int side)
{
	return !wording_is_idle(in->rules[side], (enum row_id)line->row) &&
	       (wording_is_idle(in->rules[!side], (enum row_id)line->row) ||
	        setting_is_dead(in->rules[!side], (enum row_id)line->row, 0) != NULL);
}

/* Of something that one variant alone has, adds the settings with which it works there and which do not differ by themselves: behind "There
 * are talons" where they come from. */
static void say_what_rests(const struct comparison *in, const struct compared *line, struct difference *difference)
{
	for (const struct compared *other = in->line; other < in->line + in->lines; other++) {
		if (line->row < 0 || other->row < 0 || groups[other->group].is_list || other->differs ||
		    !wording_rests_on((enum row_id)other->row, (enum row_id)line->row))
			continue;
		for (int side = 0; side < 2; side++) {
			struct text more = { 0 };
			if (acts_alone(in, other, side))
				wording_sentence(in->rules[side], (enum row_id)other->row, 0, &more);
			text_format(&difference->said[side], "%s%s",
			            difference->said[side].length > 0 && more.length > 0 ? " " : "", text_read(&more));
			text_end(&more, &difference->said[side]);
		}
	}
}

/* True if the setting of [line] is what something is called that one of the two does not have. */
static bool is_name_of_nothing(const struct comparison *in, const struct compared *line)
{
	enum row_id row = (enum row_id)line->row;

	return line->row >= 0 && !groups[line->group].is_list && rows[row].type == TYPE_TEXT &&
	       (setting_is_dead(in->rules[0], row, 0) != NULL || setting_is_dead(in->rules[1], row, 0) != NULL);
}

/* Why a setting that does something in the first variant does nothing in the second: there are no talons. */
static const char *idle_in_second(const struct comparison *in, const struct compared *line)
{
	enum row_id row = (enum row_id)line->row;

	return line->row < 0 || line->order || compared_is_partial(in, line) ||
	                       setting_is_dead(in->rules[0], row, line->item[0]) != NULL
	               ? NULL
	               : setting_is_dead(in->rules[1], row, line->item[1]);
}

/* True if the cards of a way of taking the pile, which may be a new meld, are enough for one. */
static bool makes_new_melds(const struct rules *rules, int take)
{
	return rules->pile.take[take].onto == take_onto_new_or_own_meld && take_begins_melds(rules, take);
}

/* How a sentence says that a ban gives way: never, where it is on the last card alone. */
static int32_t said_way(const struct rules *rules, int ban)
{
	return setting_is_dead(rules, ROW_ban_gives_way, ban) != NULL ? ban_gives_way_never : rules->discard.ban[ban].gives_way;
}

/* True if [row] of the item of [line] differs. */
static bool row_differs(const struct comparison *in, const struct compared *line, enum row_id row)
{
	for (const struct compared *other = in->line; other < in->line + in->lines; other++)
		if (other->row == (int)row && memcmp(other->item, line->item, 2 * sizeof *line->item) == 0)
			return other->differs;
	return false;
}

/* True if two melds have as many natural cards at least, be it by other limits of one of them, and no other limit of those. */
static bool has_as_many_naturals(const struct comparison *in, const int *item)
{
	int naturals[2];

	for (int side = 0; side < 2; side++) {
		const struct rules *rules = in->rules[side];
		naturals[side] = least_naturals(rules, item[side]);
		for (int size = 1; size <= MELD_CARDS_MAX; size++) {
			int least, most;
			if (rules_limit(rules, item[side], ROW_meld_naturals, size, &least, &most) &&
			    (least > naturals[side] || most < size))
				return false;
		}
	}
	return naturals[0] == naturals[1];
}

/* The most cards that a meld of any kind can have; 0 if melds are sequences, or a side may have two of a rank. */
static int most_cards_of_a_rank(const struct rules *rules)
{
	int most = 0;

	for (int meld = 0; meld < rules->meld_count; meld++) {
		const struct form *form = &rules->form[meld];
		if (form->sequence != 0 || form->comes_again)
			return 0;
		for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
			for (int wilds = 0; wilds <= MELD_CARDS_MAX - naturals; wilds++)
				if (form_allows(form, naturals, wilds) && naturals + wilds > most)
					most = naturals + wilds;
	}
	return most;
}

/* True if one variant takes the pile only with so few cards of the rank on the table as melds of the other one have room for, which asks for
 * nothing. */
static bool is_room_in_melds(const struct comparison *in, const struct compared *line)
{
	for (int side = 0; side < 2; side++) {
		const struct rules *rules = in->rules[side], *others = in->rules[!side];
		const struct in_take *take = &others->pile.take[line->item[!side]];
		int limit = most_of_rank(rules, line->item[side]), most = most_cards_of_a_rank(others),
		    cards = take->hand.naturals + take->hand.alike + take->hand.wilds + 1;
		if (limit > 0 && most > 0 && limit >= most - cards && always_holds(take->when) &&
		    (take->onto == take_onto_new_or_own_meld || take->onto == take_onto_own_meld))
			return true;
	}
	return false;
}

bool class_names_canastas(const struct rules *const rules[2], int side, int class)
{
	const struct ir of_class = { .kind = IR_FACT, .fact = FACT_side_class, .item = class };
	const char *title = rules_item_title(rules[side], GROUP_class, class);
	bool named = title != NULL && rules[!side]->canasta_count > 0;

	for (int i = 0; i < 2 && named; i++) {
		struct text noun = { 0 }, called = { 0 };
		noun_of_canasta(rules[i], &noun);
		text_format(&called, "A %s", text_read(&noun));
		named = strcmp(title, text_read(&called)) == 0;
		text_free(&noun);
		text_free(&called);
	}
	return named && melds_are_among(rules[side], &of_class, NULL) && melds_are_among(rules[side], NULL, &of_class);
}

/* True if the two games have other melds, and each takes what the other one calls such a canasta for one, too. */
static bool is_of_other_melds(const struct comparison *in, const int *item)
{
	bool other_melds = false;

	for (const struct compared *line = in->line; line < in->line + in->lines; line++)
		other_melds = other_melds || (line->group == GROUP_meld && line->differs);
	return other_melds && canastas_meet(in->rules[0], item[0], in->rules[1], item[1]) &&
	       canastas_meet(in->rules[1], item[1], in->rules[0], item[0]);
}

/* True if [line] is told: it differs, or other settings that do make something else of it: when a ban holds, how many natural cards begin
 * a meld. */
static bool is_told(const struct comparison *in, const struct compared *line)
{
	const struct rules *const *rules = in->rules;
	const int *item = line->item;

	if (line->group == GROUP_block && (item[0] < 0 || item[1] < 0))
		return line->differs && block_acts_in(rules[item[0] < 0], item[item[0] < 0], rules[item[0] >= 0]);
	if (item[0] < 0 || item[1] < 0)
		return line->differs &&
		       !(line->group == GROUP_class && class_names_canastas(rules, item[0] < 0, item[item[0] < 0]));
	if (line->row == ROW_ban_gives_way && row_differs(in, line, ROW_ban_when))
		return !never_holds(rules[0]->discard.ban[item[0]].when) &&
		       !never_holds(rules[1]->discard.ban[item[1]].when) &&
		       said_way(rules[0], item[0]) != said_way(rules[1], item[1]);
	if (line->row == ROW_meld_naturals && line->differs && has_as_many_naturals(in, item))
		return false; /* the lines of the other limits tell it */
	if (line->row == ROW_take_when && line->differs && row_differs(in, line, ROW_take_hand) &&
	    is_room_in_melds(in, line))
		return false; /* the cards of the hand alone differ */
	if (line->row == ROW_canasta_when && line->differs && is_of_other_melds(in, item))
		return false; /* the lines of melds tell it */
	if (line->row == ROW_bonus_unreplaced && row_differs(in, line, ROW_bonus_last_card) &&
	    lacks_for_the_last_alone(rules[0]) && lacks_for_the_last_alone(rules[1]))
		return false; /* the line of the last card of the stock tells it */
	if (line->row == ROW_bonus_last_card && row_differs(in, line, ROW_bonus_unreplaced) &&
	    end_by_last_bonus(rules[0]) == end_by_last_bonus(rules[1]))
		return false; /* the line of bonus cards that are not replaced tells it */
	return line->differs ||
	       (line->row == ROW_take_onto && makes_new_melds(rules[0], item[0]) != makes_new_melds(rules[1], item[1]));
}

/* True if [condition] is [part], or has it among the parts that must all hold. */
static bool demands_part(const struct ir *condition, const struct ir *part)
{
	if (ir_same(condition, part))
		return true;
	for (const struct ir *of = condition->kind == IR_ALL ? condition->first : NULL; of != NULL; of = of->next)
		if (ir_same(of, part))
			return true;
	return false;
}

/* A meld that needs a wild card is begun only where wild cards may go into it, so a line about its beginning can be left out. In front of what
 * [line] says of wild cards, says when such a meld is begun, unless that says so itself: else a reader would take what holds for later cards to
 * hold for the first. */
static void say_beginning(const struct comparison *in, const struct compared *line, struct difference *difference)
{
	if (line->row != ROW_meld_wild_cards || compared_is_partial(in, line) || row_differs(in, line, ROW_meld_begun))
		return;
	for (int side = 0; side < 2; side++) {
		const struct rules *rules = in->rules[side];
		struct text begun = { 0 };
		if (!meld_begins_with_wilds(rules, line->item[side]) ||
		    demands_part(rules->meld[line->item[side]].wild_cards->ir,
		                 rules->meld[line->item[side]].begun->ir) ||
		    always_holds(rules->meld[line->item[side]].begun) ||
		    !always_holds(in->rules[!side]->meld[line->item[!side]].begun))
			continue;
		wording_sentence(rules, ROW_meld_begun, line->item[side], &begun);
		text_format(&begun, " %s", text_read(&difference->said[side]));
		text_clear(&difference->said[side]);
		text_add(&difference->said[side], text_read(&begun));
		text_end(&begun, &difference->said[side]);
	}
}

/* The level at which [line] is told: among the words if it is proved that both games play alike there. */
static enum level level_of(const struct comparison *in, const struct compared *line, bool *failed)
{
	return line->level != LEVEL_TEXT && acts_alike(in, line, failed) ? LEVEL_TEXT : line->level;
}

/* Adds what differs in [line]; false if memory ran out. */
static bool add_difference(struct differences *to, const struct comparison *in, const struct compared *line)
{
	struct difference *difference = &to->list[to->count++];
	bool well, alike;

	*difference = (struct difference){ .level = line->level,
		                           .group = line->group,
		                           .row = line->row,
		                           .order = line->order,
		                           .line = (int)(line - in->line),
		                           .idle = idle_in_second(in, line) };
	compared_path(in, line, &difference->path);
	well = !difference->path.failed;
	for (int side = 0; side < 2; side++) {
		describe(in, line, side, difference);
		well = well && !difference->said[side].failed && !difference->value[side].failed;
	}
	if (!compared_is_partial(in, line))
		say_instead(in, line, difference);
	say_what_rests(in, line, difference);
	say_beginning(in, line, difference);
	if (is_term_without_title(in, line))
		say_askers(in, line, difference);
	alike = well && strcmp(text_read(&difference->said[0]), text_read(&difference->said[1])) == 0;
	difference->follows = is_name_of_nothing(in, line) ||
	                      (alike && line->row >= 0 && wording_is_equal(in->rules[0], (enum row_id)line->row) &&
	                       wording_is_equal(in->rules[1], (enum row_id)line->row));
	to->following += difference->follows;
	if (alike && line->row >= 0)
		restate(in, line, difference);
	else if (alike && !line->order)
		for (int side = 0; side < 2; side++)
			text_format(&difference->said[side], ", named %s",
			            rules_item_name(in->rules[side], line->group, line->item[side]));
	for (int side = 0; side < 2; side++)
		well = well && !difference->said[side].failed && !difference->value[side].failed &&
		       !difference->place[side].failed;
	to->of_level[line->level] += !difference->follows;
	return well;
}

/* True if it is that the two games have two titles for one thing. */
static bool is_of_titles(const struct differences *of, const struct difference *difference)
{
	const char *title[2] = { NULL, NULL };

	if (difference->row >= 0 || difference->order || difference->item[0] < 0 || difference->item[1] < 0)
		return false;
	for (int side = 0; side < 2; side++)
		title[side] = rules_item_title(of->rules[side], difference->group, difference->item[side]);
	return title[0] != NULL && title[1] != NULL && strcmp(title[0], title[1]) != 0;
}

/* Where a thing has two titles and also differs otherwise, its sentences have both titles: the titles are not told again as words alone. */
static void leave_out_titles(struct differences *of)
{
	for (struct difference *titles = of->list; titles < of->list + of->count; titles++)
		for (const struct difference *at = of->list; at < of->list + of->count && is_of_titles(of, titles);
		     at++) {
			if (titles->follows || at->row < 0 || at->group != titles->group ||
			    memcmp(at->item, titles->item, sizeof at->item) != 0 ||
			    (at->level == LEVEL_TEXT && !group_is_helper(at->group)) || at->said[0].length == 0 ||
			    at->said[1].length == 0)
				continue;
			titles->follows = true;
			of->following++;
			of->of_level[titles->level]--;
		}
}

bool differences_find(const struct rules *const rules[2], const char *const labels[2], struct differences *differences)
{
	struct comparison comparison;
	bool well, *told;

	*differences = (struct differences){ .rules = { rules[0], rules[1] }, .label = { labels[0], labels[1] } };
	if (!compare_rules(rules, 2, &comparison))
		return false;
	differences->list = memory_resize(NULL, ((size_t)comparison.lines + 1) * sizeof *differences->list);
	well = differences->list != NULL;
	told = memory_resize(NULL, ((size_t)comparison.lines + 1) * sizeof *told);
	well = well && told != NULL;
	for (int i = 0; i < comparison.lines && well; i++)
		told[i] = is_told(&comparison, &comparison.line[i]);
	for (int i = 0; i < comparison.lines && well; i++)
		if (told[i])
			comparison.line[i].level = level_of(&comparison, &comparison.line[i], &comparison.failed);
	well = well && !comparison.failed;
	for (int level = LEVEL_SETUP; level <= LEVEL_TEXT; level++)
		for (int i = 0; i < comparison.lines && well; i++)
			if (told[i] && (int)comparison.line[i].level == level)
				well = add_difference(differences, &comparison, &comparison.line[i]);
	memory_free(told);
	comparison_free(&comparison);
	if (well)
		leave_out_titles(differences);
	else
		differences_free(differences);
	return well;
}

void differences_free(struct differences *differences)
{
	for (int i = 0; i < differences->count; i++) {
		struct difference *difference = &differences->list[i];
		text_free(&difference->path);
		for (int side = 0; side < 2; side++) {
			text_free(&difference->said[side]);
			text_free(&difference->value[side]);
			text_free(&difference->place[side]);
		}
	}
	memory_free(differences->list);
	*differences = (struct differences){ .count = 0 };
}
