/* compare.c -- variants side by side: the items of lists are paired first, then settings are compared line by line. A
 * setting of one variant can also be copied into another, to try a difference alone or to borrow it. Both variants
 * are then compared as by `diff`, and rules are built from the cells of both. */
#include "rules/compare.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/analysis.h"
#include "rules/build.h"
#include "rules/lint.h"

enum { NOT_THERE = -1 };

/* ---- which items correspond ---- */

/* The items of one list: in each line those that correspond. */
struct aligning {
	struct comparison *in;
	int group;
	int item[LIST_ITEMS_MAX * COMPARED_MAX][COMPARED_MAX];
	int lines;
};

/* The ways in which two items may correspond, the most certain first. */
typedef bool (*pairing)(const struct aligning *at, int one, int item, int other, int other_item);

static bool same_name(const struct aligning *at, int one, int item, int other, int other_item)
{
	return strcmp(rules_item_name(at->in->rules[one], at->group, item),
	              rules_item_name(at->in->rules[other], at->group, other_item)) == 0;
}

/* Whether a setting has the same effect in both games, if only because it cannot matter in either. */
static bool has_same_effect(const struct rules *one, int item, const struct rules *other, int other_item,
                            enum row_id row, bool *failed)
{
	return canonical_same(one, item, other, other_item, row, failed) ||
	       (setting_is_dead(one, row, item) != NULL && setting_is_dead(other, row, other_item) != NULL);
}

/* Whether a setting of two items is alike in some way. */
typedef bool likeness(const struct rules *one, int item, const struct rules *other, int other_item, enum row_id row,
                      bool *failed);

static bool all_settings_are(const struct aligning *at, int one, int item, int other, int other_item, likeness *alike)
{
	for (int row = -1; row_next(at->group, &row);)
		if (!alike(at->in->rules[one], item, at->in->rules[other], other_item, (enum row_id)row,
		           &at->in->failed))
			return false;
	return true;
}

/* Whether two items have the same effect. */
static bool have_same_effect(const struct aligning *at, int one, int item, int other, int other_item)
{
	return all_settings_are(at, one, item, other, other_item, has_same_effect);
}

/* An event is what its text says that happens: all else of it may be true of any other one. */
static bool reads_the_same(const struct aligning *at, int one, int item, int other, int other_item)
{
	return all_settings_are(at, one, item, other, other_item, canonical_reads_same);
}

static bool same_name_and_reading(const struct aligning *at, int one, int item, int other, int other_item)
{
	return same_name(at, one, item, other, other_item) && reads_the_same(at, one, item, other, other_item);
}

/* True if variant [other] has an item of the name and the effect of [item] of variant [one], in whatever words. */
static bool keeps_its_own(const struct aligning *at, int one, int item, int other)
{
	int own =
		rules_item_named(at->in->rules[other], at->group, rules_item_name(at->in->rules[one], at->group, item));

	return own >= 0 && have_same_effect(at, one, item, other, own);
}

/* Of items that read the same, each keeps to its own if that has the same effect, however it is said. */
static bool means_the_same(const struct aligning *at, int one, int item, int other, int other_item)
{
	return reads_the_same(at, one, item, other, other_item) && !keeps_its_own(at, one, item, other) &&
	       !keeps_its_own(at, other, other_item, one);
}

enum { ASKED_MOST = 24 }; /* of more facts those that come first are looked at */

/* When two facts are one: if they are the same; BY_RANKS: if they are about melds of the same ranks, of whatever class; ROUGHLY: if they ask
 * the same, about whatever but cards. */
enum detail { EXACTLY, BY_RANKS, ROUGHLY };

/* The facts that an expression asks for, each once. */
struct asked {
	struct text fact[ASKED_MOST];
	int count;
	bool of_class; /* one of them is about a class of melds */
};

/* Adds the facts that [ir] asks for, also within terms. */
static void collect_facts(const struct rules *rules, const struct ir *ir, enum detail detail, struct asked *to)
{
	struct text fact = { 0 };
	bool known = to->count == ASKED_MOST;

	if (ir_is_fact(ir, FACT_term))
		collect_facts(rules, rules->define[ir->item].when->ir, detail, to);
	else if (ir->kind == IR_FACT) {
		bool of_class = facts[ir->fact].slot == SLOT_CLASS;
		to->of_class = to->of_class || of_class;
		if ((detail == ROUGHLY && facts[ir->fact].slot != SLOT_CARDS) || (detail == BY_RANKS && of_class))
			text_add(&fact, facts[ir->fact].phrase);
		if (detail == BY_RANKS && of_class)
			canonical_faces_write(rules, faces_of_kinds(rules, rules->class_ranks[ir->item]), 0, &fact);
		if (fact.length == 0)
			canonical_fact_write(rules, ir, false, &fact);
		for (int i = 0; i < to->count && !known; i++)
			known = strcmp(text_read(&to->fact[i]), text_read(&fact)) == 0;
		if (known)
			text_free(&fact);
		else
			to->fact[to->count++] = fact;
	}
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		collect_facts(rules, part, detail, to);
}

/* What a score counts: what its points ask for or, if they are a number, its condition. */
static void collect_counted(const struct rules *rules, int score, enum detail detail, struct asked *to)
{
	to->count = 0;
	to->of_class = false;
	collect_facts(rules, rules->score[score].points->ir, detail, to);
	if (to->count == 0)
		collect_facts(rules, rules->score[score].when->ir, detail, to);
}

/* The number of facts that both scores count, and in [*most] that of the one with more of them. BY_RANKS: 0 if none is about a class. */
static int counted_alike(const struct aligning *at, int one, int item, int other, int other_item, enum detail detail,
                         int *most)
{
	struct asked asked[2];
	int alike = 0;

	collect_counted(at->in->rules[one], item, detail, &asked[0]);
	collect_counted(at->in->rules[other], other_item, detail, &asked[1]);
	for (int i = 0; i < asked[0].count; i++)
		for (int j = 0; j < asked[1].count; j++)
			alike += strcmp(text_read(&asked[0].fact[i]), text_read(&asked[1].fact[j])) == 0;
	*most = asked[0].count > asked[1].count ? asked[0].count : asked[1].count;
	alike = detail == BY_RANKS && !asked[0].of_class ? 0 : alike;
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < asked[side].count; i++) {
			at->in->failed |= asked[side].fact[i].failed;
			text_free(&asked[side].fact[i]);
		}
	return alike;
}

static bool same_words(const char *one, const char *other)
{
	return one == NULL || other == NULL ? one == other : strcmp(one, other) == 0;
}

/* The name of a score is that of its subject: under one name another title and other facts are another score, unless it has the same
 * effect. */
static bool same_name_and_subject(const struct aligning *at, int one, int item, int other, int other_item)
{
	int most;

	return same_name(at, one, item, other, other_item) &&
	       (at->group != GROUP_score ||
	        same_words(rules_item_title(at->in->rules[one], at->group, item),
	                   rules_item_title(at->in->rules[other], at->group, other_item)) ||
	        counted_alike(at, one, item, other, other_item, ROUGHLY, &most) > 0 || most == 0 ||
	        have_same_effect(at, one, item, other, other_item));
}

/* The same thing for other points: a kind of canasta with another bonus, a score of what the other one counts, too. */
static bool same_but_for_points(const struct aligning *at, int one, int item, int other, int other_item)
{
	const struct rules *rules = at->in->rules[one], *others = at->in->rules[other];
	bool any = false;
	int most = 0;

	if (at->group == GROUP_score)
		return counted_alike(at, one, item, other, other_item, EXACTLY, &most) == most && most > 0 &&
		       canonical_reads_same(rules, item, others, other_item, ROW_score_when, &at->in->failed) &&
		       canonical_reads_same(rules, item, others, other_item, ROW_score_per, &at->in->failed);
	for (int row = -1; row_next(at->group, &row);) {
		if (rows[row].level == LEVEL_SCORE)
			continue;
		any = any || !canonical_is_default(rules, (enum row_id)row, item);
		if (!canonical_reads_same(rules, item, others, other_item, (enum row_id)row, &at->in->failed))
			return false;
	}
	return any;
}

/* A penalty, or a bonus, for melds of certain ranks, whatever else the two games ask of those: how many cards they have, or natural ones. */
static bool same_but_for_class(const struct aligning *at, int one, int item, int other, int other_item)
{
	const struct rules *rules = at->in->rules[one], *others = at->in->rules[other];
	int most = 0;

	return at->group == GROUP_score && counted_alike(at, one, item, other, other_item, BY_RANKS, &most) == most &&
	       most > 0 &&
	       (formula_interval(rules, rules->score[item].points).low < 0) ==
	               (formula_interval(others, others->score[other_item].points).low < 0);
}

/* True if no other canasta that counts as one under the same condition is of as many ranks. */
static bool is_widest_of_its_kind(const struct rules *rules, int item, bool *failed)
{
	int ranks = __builtin_popcountll(rules->canasta[item].ranks);

	for (int other = 0; other < rules->canasta_count; other++)
		if (other != item && __builtin_popcountll(rules->canasta[other].ranks) >= ranks &&
		    canonical_same(rules, item, rules, other, ROW_canasta_when, failed))
			return false;
	return true;
}

/* Canastas without wild cards are one kind, however many cards they have and of whatever ranks: the clean ones, also if one of the games has
 * to say that they are no sequences. Where there are several, that of most ranks is meant. */
static bool same_kind_of_canasta(const struct aligning *at, int one, int item, int other, int other_item)
{
	const struct rules *rules = at->in->rules[one], *others = at->in->rules[other];

	return at->group == GROUP_canasta && !canonical_is_default(rules, ROW_canasta_when, item) &&
	       !canonical_is_default(others, ROW_canasta_when, other_item) &&
	       canonical_same_kind(rules, item, others, other_item, &at->in->failed) &&
	       is_widest_of_its_kind(rules, item, &at->in->failed) &&
	       is_widest_of_its_kind(others, other_item, &at->in->failed);
}

static int first_row(int group)
{
	int row = -1;

	row_next(group, &row);
	return row;
}

/* True if [part] is the whole of [condition], or one of its parts that must all hold. */
static bool is_part_of(const struct ir *part, const struct ir *condition)
{
	if (condition->kind != IR_ALL)
		return ir_same(part, condition);
	for (const struct ir *one = condition->first; one != NULL; one = one->next)
		if (ir_same(part, one))
			return true;
	return false;
}

/* What freezes or blocks the pile in one game whenever one thing is so, and in the other if another is so, too: against a side that has not
 * opened, save one that opens with the pile. */
static bool same_reason_at_least(const struct aligning *at, int one, int item, int other, int other_item)
{
	const struct ir *when, *there;

	if (at->group != GROUP_freeze && at->group != GROUP_block)
		return false;
	when = rules_formula(at->in->rules[one], (enum row_id)first_row(at->group), item)->ir;
	there = rules_formula(at->in->rules[other], (enum row_id)first_row(at->group), other_item)->ir;
	return is_part_of(when, there) || is_part_of(there, when);
}

/* Ways of taking the pile with as many cards of the top card's rank from the hand, be they natural ones only or wild ones, too, and as many
 * wild cards besides. */
static bool same_cards_for_pile(const struct aligning *at, int one, int item, int other, int other_item)
{
	const struct composition *hand, *there;

	if (at->group != GROUP_take)
		return false;
	hand = &at->in->rules[one]->pile.take[item].hand;
	there = &at->in->rules[other]->pile.take[other_item].hand;
	return hand->naturals + hand->alike > 0 && hand->naturals + hand->alike == there->naturals + there->alike &&
	       hand->wilds == there->wilds;
}

static int count_titled(const struct rules *rules, int group, const char *title)
{
	int count = 0;

	for (int item = 0; item < rules_item_count(rules, group); item++) {
		const char *other = rules_item_title(rules, group, item);
		count += other != NULL && strcmp(title, other) == 0;
	}
	return count;
}

/* Players know a thing by its title; whatever limits it has, one of that title alone is what the other game calls so. */
static bool same_title(const struct aligning *at, int one, int item, int other, int other_item)
{
	const char *title = rules_item_title(at->in->rules[one], at->group, item);
	const char *there = rules_item_title(at->in->rules[other], at->group, other_item);

	return title != NULL && there != NULL && strcmp(title, there) == 0 &&
	       count_titled(at->in->rules[one], at->group, title) == 1 &&
	       count_titled(at->in->rules[other], at->group, title) == 1;
}

/* A number alone is no sign: many things score 100 points. */
static bool same_first_setting(const struct aligning *at, int one, int item, int other, int other_item)
{
	enum row_id row = (enum row_id)first_row(at->group);
	formula held = rules_formula(at->in->rules[one], row, item);

	return !canonical_is_default(at->in->rules[one], row, item) && (held == NULL || held->ir->kind != IR_NUMBER) &&
	       canonical_reads_same(at->in->rules[one], item, at->in->rules[other], other_item, row, &at->in->failed);
}

static bool is_placed(const struct aligning *at, int variant, int item)
{
	for (int line = 0; line < at->lines; line++)
		if (at->item[line][variant] == item)
			return true;
	return false;
}

/* True if both have an event of that name, but it is another one: its text says that something else happens, and it happens to others. */
static bool is_another_event(const struct rules *one, int event, const struct rules *other, int other_event)
{
	return !same_words(one->event[event].what, other->event[other_event].what) &&
	       one->event[event].per != other->event[other_event].per;
}

static bool asks_event(const struct rules *rules, int score, int event)
{
	for (int row = -1; row_next(GROUP_score, &row);)
		if (setting_asks(rules, (enum row_id)row, score, GROUP_event, event))
			return true;
	return false;
}

/* True if two items that have a name, a title or a number in common are about events that are two things. */
static bool are_two_things(const struct aligning *at, int one, int item, int other, int other_item)
{
	const struct rules *rules = at->in->rules[one], *others = at->in->rules[other];

	if (at->group == GROUP_event)
		return is_another_event(rules, item, others, other_item);
	for (int event = 0; at->group == GROUP_score && event < rules->event_count; event++) {
		int there = rules_item_named(others, GROUP_event, rules_item_name(rules, GROUP_event, event));
		if (there >= 0 && is_another_event(rules, event, others, there) && asks_event(rules, item, event) &&
		    asks_event(others, other_item, there))
			return true;
	}
	return false;
}

/* The only line without an item of [variant] whose item of an earlier variant corresponds, or -1. */
static int only_line(const struct aligning *at, int variant, int item, pairing corresponds)
{
	int found = -1;

	for (int line = 0; line < at->lines; line++) {
		bool fits = false;
		for (int other = 0; other < variant && at->item[line][variant] == NOT_THERE; other++)
			fits = fits || (at->item[line][other] != NOT_THERE &&
			                corresponds(at, variant, item, other, at->item[line][other]) &&
			                !are_two_things(at, variant, item, other, at->item[line][other]));
		if (fits && found >= 0)
			return -1;
		if (fits)
			found = line;
	}
	return found;
}

static void place(struct aligning *at, int variant, pairing corresponds)
{
	int count = rules_item_count(at->in->rules[variant], at->group);

	for (int item = 0; item < count; item++) {
		int line = is_placed(at, variant, item) ? -1 : only_line(at, variant, item, corresponds);
		if (line >= 0)
			at->item[line][variant] = item;
	}
}

/* Puts items of [variant] on the lines of those that correspond to them, as place() does. Where two items correspond to one, neither is
 * placed: it cannot be told which of them is meant. */
static void place_alone(struct aligning *at, int variant, pairing corresponds)
{
	int count = rules_item_count(at->in->rules[variant], at->group), line[LIST_ITEMS_MAX];

	for (int item = 0; item < count; item++)
		line[item] = is_placed(at, variant, item) ? -1 : only_line(at, variant, item, corresponds);
	for (int item = 0; item < count; item++) {
		bool alone = line[item] >= 0;
		for (int other = 0; other < count; other++)
			alone = alone && (other == item || line[other] != line[item]);
		if (alone)
			at->item[line[item]][variant] = item;
	}
}

static void place_rest(struct aligning *at, int variant)
{
	int count = rules_item_count(at->in->rules[variant], at->group);

	for (int item = 0; item < count; item++) {
		if (is_placed(at, variant, item))
			continue;
		for (int other = 0; other < COMPARED_MAX; other++)
			at->item[at->lines][other] = NOT_THERE;
		at->item[at->lines++][variant] = item;
	}
}

/* ---- what differs ---- */

/* Terms and classes are named in files alone where they have titles, and never in the hash. */
static bool same_item(const struct rules *one, int item, const struct rules *other, int other_item, int group)
{
	const char *title = rules_item_title(one, group, item);

	return same_words(title, rules_item_title(other, group, other_item)) &&
	       ((group_is_helper(group) && (title != NULL || group == GROUP_define)) ||
	        same_words(rules_item_name(one, group, item), rules_item_name(other, group, other_item)));
}

/* True if melds of [other], which are begun with wild cards, are begun only where those of [one] may be: their own condition is the same, or
 * that of wild cards is. */
static bool is_asked_to_begin(struct comparison *in, int one, int item, int other, int other_item)
{
	formula begun = in->rules[one]->meld[item].begun;
	const struct in_meld *there = &in->rules[other]->meld[other_item];

	return always_holds(begun) ||
	       canonical_same_conditions(in->rules[one], begun, in->rules[other], there->begun, &in->failed) ||
	       canonical_same_conditions(in->rules[one], begun, in->rules[other], there->wild_cards, &in->failed);
}

/* True if the line says when melds are begun that always have a wild card, and one file says of wild cards what the other says of
 * beginning: then the line for wild cards tells it all. */
static bool begin_tells_no_more(struct comparison *in, const struct compared *line, int first, int i)
{
	return line->row == ROW_meld_begun && meld_begins_with_wilds(in->rules[first], line->item[first]) &&
	       meld_begins_with_wilds(in->rules[i], line->item[i]) &&
	       is_asked_to_begin(in, first, line->item[first], i, line->item[i]) &&
	       is_asked_to_begin(in, i, line->item[i], first, line->item[first]);
}

/* True if two variants tell apart the same cards without need. */
static bool tell_the_same_apart(struct comparison *in, int one, int other)
{
	struct text left = { 0 }, right = { 0 };

	if (in->told[one].count == 0 && in->told[other].count == 0)
		return true;
	told_apart_write(in->rules[one], &in->told[one], &left);
	told_apart_write(in->rules[other], &in->told[other], &right);
	return texts_same(&left, &right, &in->failed);
}

/* True if a setting tells cards apart that nothing else tells apart in its game, and not in the other one. */
static bool tells_apart(struct comparison *in, enum row_id row, int one, int item, int other, int other_item)
{
	const struct rules *left = in->rules[one], *right = in->rules[other];

	return (tells_apart_more(&in->told[one], left, item, right, other_item, row) ||
	        tells_apart_more(&in->told[other], right, other_item, left, item, row)) &&
	       !tell_the_same_apart(in, one, other);
}

/* True if the item of variant [i] on this line tells cards apart that nothing else tells apart there, and not all of the others do. */
static bool item_tells_apart(struct comparison *in, const struct compared *line, int i)
{
	bool alike = true, tells = false;

	for (int other = 0; other < in->count; other++)
		alike = alike && tell_the_same_apart(in, i, other);
	for (int row = -1; !alike && !tells && row_next(line->group, &row);)
		tells = tells_apart_more(&in->told[i], in->rules[i], line->item[i], NULL, 0, (enum row_id)row);
	return tells;
}

/* Whether setting [line] means the same in variants [first] and [i]. */
static bool same_setting(struct comparison *in, const struct compared *line, int first, int i)
{
	enum row_id row = (enum row_id)line->row;
	const struct rules *one = in->rules[first], *other = in->rules[i];
	bool stated = rules_cell(one, row, line->item[first])->statement != NULL ||
	              rules_cell(other, row, line->item[i])->statement != NULL;

	if (stated && tells_apart(in, row, first, line->item[first], i, line->item[i]))
		return false;
	return !stated || has_same_effect(one, line->item[first], other, line->item[i], row, &in->failed) ||
	       begin_tells_no_more(in, line, first, i);
}

/* Whether the items that two variants both have stand in the same order, as far as that counts; they are the lines of [at]. */
static bool same_order(const struct aligning *at, int one, int other)
{
	const struct rules *left = at->in->rules[one], *right = at->in->rules[other];

	for (int a = 0; a < at->lines; a++)
		for (int b = a + 1; b < at->lines; b++) {
			const int *first = at->item[a], *second = at->item[b];
			if (first[one] < 0 || first[other] < 0 || second[one] < 0 || second[other] < 0 ||
			    (first[one] < second[one]) == (first[other] < second[other]))
				continue;
			if (first[one] > second[one])
				first = at->item[b], second = at->item[a];
			if (order_counts(left, at->group, first[one], second[one]) ||
			    order_counts(right, at->group, second[other], first[other]))
				return false;
		}
	return true;
}

int compared_first(const struct comparison *comparison, const struct compared *line)
{
	int first = 0;

	while (first < comparison->count - 1 && line->item[first] == NOT_THERE)
		first++;
	return first;
}

/* A term without a title, or one that always or never holds, is nowhere called by its name: conditions that ask it say what it
 * stands for. A term or class that nothing asks for says nothing of the game. */
static bool is_said_nowhere(const struct rules *rules, int group, int item)
{
	return (group == GROUP_define && (rules_item_title(rules, group, item) == NULL ||
	                                  rules_formula(rules, ROW_define_when, item)->is_constant)) ||
	       (group_is_helper(group) && level_of_asking(rules, group, item) == LEVEL_TEXT);
}

static bool all_say_nowhere(struct comparison *in, const struct compared *line)
{
	for (int i = 0; i < in->count; i++)
		if (line->item[i] != NOT_THERE &&
		    (!is_said_nowhere(in->rules[i], line->group, line->item[i]) || item_tells_apart(in, line, i)))
			return false;
	return true;
}

static bool differs(struct comparison *in, const struct compared *line)
{
	int first = compared_first(in, line);

	for (int i = first + 1; i < in->count; i++) {
		bool same = line->item[i] == NOT_THERE ||
		            (line->row < 0 ? same_item(in->rules[first], line->item[first], in->rules[i], line->item[i],
		                                       line->group)
		                           : same_setting(in, line, first, i));
		if (!same)
			return true;
	}
	return line->row < 0 && compared_is_partial(in, line) && !all_say_nowhere(in, line);
}

/* How much the order of a list matters: cards that take the pile may mean the first of two ways, and lines of the score rest on
 * those above. Of other lists it decides no more than how legal acts are listed. */
static enum level level_of_order(int group)
{
	return group == GROUP_take ? LEVEL_LEGALITY : group == GROUP_score ? LEVEL_SCORE : LEVEL_TEXT;
}

/* How much it matters what an item is: an idle one is words alone, a term or a class as much as what asks for it. */
static enum level level_of_item(struct comparison *in, int variant, int group, int item)
{
	const struct rules *rules = in->rules[variant];
	enum level level = LEVEL_TEXT;

	if (item_is_idle(rules, group, item, &in->failed) || (group == GROUP_block && item_is_dead(rules, group, item)))
		return level;
	if (group_is_helper(group))
		return level_of_asking(rules, group, item);
	for (int row = -1; row_next(group, &row);)
		level = rows[row].level < level ? rows[row].level : level;
	return level;
}

/* True if the block that variant [i] has on this line would stop somebody in a variant that does not have it. A block that stops nobody in
 * its own game may do so in another one, where such piles are taken. */
static bool acts_elsewhere(struct comparison *in, const struct compared *line, int i)
{
	for (int other = 0; other < in->count; other++)
		if (line->group == GROUP_block && line->item[other] == NOT_THERE &&
		    block_acts_in(in->rules[i], line->item[i], in->rules[other]))
			return true;
	return false;
}

/* The most that the item of a line matters in any variant, be it one that does not have it. */
static enum level level_of_items(struct comparison *in, const struct compared *line)
{
	enum level level = LEVEL_TEXT, one;

	for (int i = 0; i < in->count; i++)
		if (line->item[i] != NOT_THERE) {
			one = level_of_item(in, i, line->group, line->item[i]);
			if (one == LEVEL_TEXT && (acts_elsewhere(in, line, i) || item_tells_apart(in, line, i)))
				one = LEVEL_LEGALITY;
			level = one < level ? one : level;
		}
	return level;
}

/* True if a term or a class of this line, in some variant, tells cards apart that nothing else tells apart there. */
static bool helper_tells_apart(struct comparison *in, const struct compared *line)
{
	bool tells = false;

	for (int i = 0; i < in->count; i++)
		tells = tells || (line->item[i] != NOT_THERE && item_tells_apart(in, line, i));
	return tells;
}

static enum level level_of(struct comparison *in, const struct compared *line)
{
	enum level of_items = LEVEL_SETUP;

	if (line->row < 0)
		return compared_is_partial(in, line) && (!group_is_helper(line->group) || helper_tells_apart(in, line))
		               ? level_of_items(in, line)
		               : LEVEL_TEXT;
	if (groups[line->group].is_list)
		of_items = level_of_items(in, line);
	return of_items > rows[line->row].level ? of_items : rows[line->row].level;
}

static bool add_line(struct comparison *in, struct compared line)
{
	struct compared *more = memory_grow(in->line, (size_t)in->lines, sizeof line);

	if (more == NULL)
		return false;
	in->line = more;
	line.differs = differs(in, &line);
	line.level = line.differs || line.row < 0 ? level_of(in, &line) : rows[line.row].level;
	in->line[in->lines++] = line;
	return true;
}

/* The lines of a section, or of items that correspond. */
static bool add_lines(struct comparison *in, int group, const int *items)
{
	struct compared line = { .group = group, .row = -1 };

	memcpy(line.item, items, sizeof line.item);
	if (groups[group].is_list && !add_line(in, line))
		return false;
	for (line.row = -1; row_next(group, &line.row);)
		if (!add_line(in, line))
			return false;
	return true;
}

/* The line about the order of a list. */
static bool add_order(const struct aligning *at)
{
	struct comparison *in = at->in;
	struct compared line = { .group = at->group, .row = -1, .order = true };
	struct compared *more;

	for (int i = 1; i < in->count && !line.differs; i++)
		line.differs = !same_order(at, 0, i);
	if (!line.differs)
		return true;
	more = memory_grow(in->line, (size_t)in->lines, sizeof line);
	if (more == NULL)
		return false;
	in->line = more;
	line.level = level_of_order(at->group);
	in->line[in->lines++] = line;
	return true;
}

static bool is_asked_by_name(int group)
{
	return group_is_helper(group) || group == GROUP_canasta || group == GROUP_event;
}

static bool compare_group(struct comparison *in, int group)
{
	static const int section[COMPARED_MAX] = { 0 };
	struct aligning aligning;

	if (!groups[group].is_list)
		return add_lines(in, group, section);
	aligning.in = in;
	aligning.group = group;
	aligning.lines = 0;
	for (int variant = 0; variant < in->count; variant++) {
		if (is_asked_by_name(group))
			place(&aligning, variant, same_name);
		place(&aligning, variant, same_name_and_reading);
		place(&aligning, variant, means_the_same);
		place(&aligning, variant, same_name_and_subject);
		place(&aligning, variant, same_title);
		place_alone(&aligning, variant, same_but_for_points);
		place_alone(&aligning, variant, same_but_for_class);
		place_alone(&aligning, variant, same_kind_of_canasta);
		place_alone(&aligning, variant, same_reason_at_least);
		place_alone(&aligning, variant, same_first_setting);
		place_alone(&aligning, variant, same_cards_for_pile);
		place_rest(&aligning, variant);
	}
	for (int line = 0; line < aligning.lines; line++)
		if (!add_lines(in, group, aligning.item[line]))
			return false;
	return add_order(&aligning);
}

bool compare_rules(const struct rules *const *rules, int count, struct comparison *comparison)
{
	*comparison = (struct comparison){ .count = count };
	memcpy(comparison->rules, rules, sizeof *rules * (size_t)count);
	for (int i = 0; i < count; i++)
		told_apart_find(rules[i], &comparison->told[i], &comparison->failed);
	for (int group = 0; group < GROUP_COUNT; group++)
		if (!compare_group(comparison, group) || comparison->failed) {
			comparison_free(comparison);
			return false;
		}
	return true;
}

void comparison_free(struct comparison *comparison)
{
	memory_free(comparison->line);
	*comparison = (struct comparison){ .count = 0 };
}

/* What stands behind the name of an item that another one of an earlier variant has, in its path and where it is taken over. */
static const char ADDED[] = "_added";

/* True if an item of variant [first] and of later ones alone is called what an earlier variant calls another one. */
static bool has_name_of_another(const struct comparison *comparison, const struct compared *line, int first)
{
	const char *name = rules_item_name(comparison->rules[first], line->group, line->item[first]);
	bool found = false;

	for (int i = 0; i < first; i++)
		found = found || rules_item_named(comparison->rules[i], line->group, name) >= 0;
	return found;
}

void compared_path(const struct comparison *comparison, const struct compared *line, struct text *out)
{
	int first = compared_first(comparison, line);

	if (line->order)
		text_format(out, "%s%s%s.order", groups[line->group].in != GROUP_root ? groups[groups[line->group].in].name : "",
		            groups[line->group].in != GROUP_root ? "." : "", groups[line->group].name);
	else if (!groups[line->group].is_list)
		rules_path(comparison->rules[first], (enum row_id)line->row, line->item[first], out);
	else {
		rules_item_path(comparison->rules[first], line->group, line->item[first], out);
		text_add(out, has_name_of_another(comparison, line, first) ? ADDED : "");
		text_format(out, "%s%s", line->row >= 0 ? "." : "", line->row >= 0 ? rows[line->row].name : "");
	}
}

bool compared_is_partial(const struct comparison *comparison, const struct compared *line)
{
	for (int i = 0; i < comparison->count; i++)
		if (line->item[i] == NOT_THERE)
			return true;
	return false;
}

/* ---- a copy ---- */

static bool copy_cells(struct rules *copy, const struct rules *base, struct arena *arena)
{
	copy->cells = arena_take(arena, sizeof *copy->cells * ROW_COUNT);
	copy->items = arena_take(arena, sizeof *copy->items * GROUP_COUNT);
	for (int row = 0; row < ROW_COUNT && copy->cells != NULL; row++) {
		size_t count = groups[rows[row].in].is_list ? (size_t)groups[rows[row].in].max : 1;
		copy->cells[row] = arena_take(arena, sizeof **copy->cells * count);
		if (copy->cells[row] != NULL)
			memcpy(copy->cells[row], base->cells[row],
			       sizeof **copy->cells * (size_t)rules_places(base, rows[row].in));
	}
	for (int group = 0; group < GROUP_COUNT && copy->items != NULL; group++)
		copy->items[group] = arena_take(arena, sizeof **copy->items * (size_t)groups[group].max);
	return !arena_failed(arena);
}

/* Puts [item] of [from] at [place] of the same list of [to]. */
static void copy_item(struct rules *to, int place, const struct rules *from, int item, int group)
{
	const char **name_and_title = rules_place(to, group, place);

	name_and_title[0] = rules_item_name(from, group, item);
	name_and_title[1] = rules_item_title(from, group, item);
	to->items[group][place] = from->items[group][item];
	for (int row = -1; row_next(group, &row);)
		to->cells[row][place] = from->cells[row][item];
}

static void copy_names(struct rules *copy, const struct rules *base)
{
	copy->name = base->name;
	copy->title = base->title;
	copy->span = base->span;
	copy->options = base->options;
	for (int group = 0; group < GROUP_COUNT; group++) {
		int count = groups[group].is_list ? rules_item_count(base, group) : 0;
		for (int item = 0; item < count; item++)
			copy_item(copy, item, base, item, group);
		if (groups[group].is_list)
			*rules_count_place(copy, group) = count;
	}
}

/* ---- changes ---- */

/* Puts [item] of [from] at [place] of the same list of [to], which has one more then. */
static void insert_item(struct rules *to, int place, const struct rules *from, int item, int group)
{
	int count = rules_item_count(to, group);

	*rules_count_place(to, group) = count + 1;
	for (int i = count; i > place; i--)
		copy_item(to, i, to, i - 1, group);
	copy_item(to, place, from, item, group);
}

/* What [item] of the second variant is called in the result: as the first calls it, if it has it. */
static const char *name_there(const struct comparison *in, int group, int item)
{
	for (const struct compared *line = in->line; line < in->line + in->lines; line++)
		if (line->group == group && line->row < 0 && !line->order && line->item[1] == item && line->item[0] >= 0)
			return rules_item_name(in->rules[0], group, line->item[0]);
	return rules_item_name(in->rules[1], group, item);
}

/* Adds [item] of the second variant behind the item that it stands behind there. */
static void add_item(struct rules *to, const struct comparison *in, int group, int item)
{
	const char *name = rules_item_name(in->rules[1], group, item);
	bool taken = rules_item_named(to, group, name) >= 0;
	int place = -1, own;

	if (taken && !is_asked_by_name(group)) /* no condition asks for it by its name */
		name = text_kept(to->arena, "%s%s", name, ADDED);
	if (rules_item_count(to, group) == groups[group].max || rules_item_named(to, group, name) >= 0)
		return;
	for (int before = item - 1; before >= 0 && place < 0; before--) {
		own = rules_item_named(to, group, name_there(in, group, before));
		if (own < 0)
			own = rules_item_named(to, group, rules_item_name(in->rules[1], group, before));
		place = own;
	}
	insert_item(to, place + 1, in->rules[1], item, group);
	*(const char **)rules_place(to, group, place + 1) = name;
}

static void swap_with_next(struct rules *in, int group, int place)
{
	const char **one = rules_place(in, group, place), **next = rules_place(in, group, place + 1);
	const char *words[2] = { one[0], one[1] };
	struct span span = in->items[group][place];

	memcpy(one, next, sizeof words);
	memcpy(next, words, sizeof words);
	in->items[group][place] = in->items[group][place + 1];
	in->items[group][place + 1] = span;
	for (int row = -1; row_next(group, &row);) {
		struct cell cell = in->cells[row][place];
		in->cells[row][place] = in->cells[row][place + 1];
		in->cells[row][place + 1] = cell;
	}
}

/* Puts the items of [to] into the order of the second variant; those that it does not have come last. */
static void take_order(struct rules *to, const struct comparison *in, int group)
{
	int sorted = 0;

	for (int item = 0; item < rules_item_count(in->rules[1], group); item++) {
		int place = rules_item_named(to, group, name_there(in, group, item));
		if (place < 0)
			place = rules_item_named(to, group, rules_item_name(in->rules[1], group, item));
		if (place < sorted)
			continue;
		while (place > sorted)
			swap_with_next(to, group, --place);
		sorted++;
	}
}

/* Gives an item the title of the second variant, and its name unless conditions ask for it by that. */
static void take_name(struct rules *to, const struct comparison *in, const struct compared *line)
{
	int place = rules_item_named(to, line->group, rules_item_name(in->rules[0], line->group, line->item[0]));
	const char *name = rules_item_name(in->rules[1], line->group, line->item[1]);
	const char **words = place >= 0 ? (const char **)rules_place(to, line->group, place) : NULL;

	if (words == NULL)
		return;
	if (!is_asked_by_name(line->group) && rules_item_named(to, line->group, name) < 0)
		words[0] = name;
	words[1] = rules_item_title(in->rules[1], line->group, line->item[1]);
}

static void remove_item(struct rules *from, int group, const char *name)
{
	int place = rules_item_named(from, group, name), last = rules_item_count(from, group) - 1;

	for (int i = place; i >= 0 && i < last; i++)
		copy_item(from, i, from, i + 1, group);
	*rules_count_place(from, group) = place >= 0 ? last : last + 1;
}

/* What conditions of the second variant may speak of; without them it changes nothing. */
static void add_helpers(struct rules *to, const struct rules *from)
{
	static const int helpers[] = { GROUP_define, GROUP_class, GROUP_event };

	for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
		for (int item = 0; item < rules_item_count(from, helpers[i]); item++)
			if (rules_item_named(to, helpers[i], rules_item_name(from, helpers[i], item)) < 0 &&
			    rules_item_count(to, helpers[i]) < groups[helpers[i]].max)
				insert_item(to, rules_item_count(to, helpers[i]), from, item, helpers[i]);
}

static bool is_renamed(const struct comparison *in, const struct compared *line)
{
	return line->row < 0 && !line->order && groups[line->group].is_list && !compared_is_partial(in, line);
}

static void take_over(struct rules *to, const struct comparison *comparison, const struct compared *line)
{
	const struct rules *base = comparison->rules[0], *other = comparison->rules[1];
	int place = line->item[0];

	if (line->order)
		take_order(to, comparison, line->group);
	else if (line->row < 0 && line->item[0] < 0)
		add_item(to, comparison, line->group, line->item[1]);
	else if (line->row < 0 && line->item[1] < 0)
		remove_item(to, line->group, rules_item_name(base, line->group, line->item[0]));
	else if (line->row >= 0 && line->item[0] >= 0 && line->item[1] >= 0) {
		if (groups[line->group].is_list)
			place = rules_item_named(to, line->group, rules_item_name(base, line->group, line->item[0]));
		if (place >= 0)
			to->cells[line->row][place] = other->cells[line->row][line->item[1]];
	}
}

/* ---- the whole ---- */

static bool build(struct building *building)
{
	read_values(building);
	if (building->diags->errors > 0 || arena_failed(building->arena))
		return false; /* no tables of values that are missing */
	build_tables(building);
	if (building->diags->errors == 0)
		validate_rules(building);
	return building->diags->errors == 0 && !arena_failed(building->arena);
}

struct rules *rules_hybrid(struct library *library, const struct comparison *comparison, const bool *chosen,
                           const char **why)
{
	struct building building = { .library = library, .diags = &library->diags, .arena = library->arena };
	struct rules *made = arena_take(library->arena, sizeof *made);
	struct diags kept = library->diags;
	bool well;

	*why = NULL;
	if (made == NULL || !copy_cells(made, comparison->rules[0], library->arena))
		return NULL;
	made->arena = library->arena;
	made->sources = &library->sources;
	copy_names(made, comparison->rules[0]);
	add_helpers(made, comparison->rules[1]);
	for (int i = 0; i < comparison->lines; i++)
		if (chosen[i])
			take_over(made, comparison, &comparison->line[i]);
	for (int i = 0; i < comparison->lines; i++) /* after all that finds items by their names */
		if (chosen[i] && is_renamed(comparison, &comparison->line[i]))
			take_name(made, comparison, &comparison->line[i]);
	building.rules = made;
	library->diags = (struct diags){ .sources = kept.sources };
	well = build(&building);
	for (const struct diag *diag = library->diags.first; diag != NULL && *why == NULL; diag = diag->next)
		if (diag->level == DIAG_ERROR && !arena_failed(library->arena))
			*why = diag->sentence;
	library->diags = kept;
	return well ? made : NULL;
}

/* ---- borrowing ---- */

enum { LENDER_OPTIONS = 32 };

bool is_borrowed(const char *word)
{
	size_t length = strcspn(word, "=");

	return word[length] == '=' && memchr(word, '.', length) != NULL;
}

/* The variant after the `=`, and its options; [reference] is split for that. */
static struct rules *build_lender(struct library *library, char *reference)
{
	const char *option[LENDER_OPTIONS];
	char *plus = strchr(reference, '+');
	int count = 0;

	for (; plus != NULL && count < LENDER_OPTIONS; plus = strchr(plus, '+')) {
		*plus++ = '\0';
		option[count++] = plus;
	}
	return rules_build(library, reference, option, count);
}

/* The line of the comparison at [path] where the two differ, -1 if there is none, or if out of memory, which sets [*failed]. */
static int line_at(const struct comparison *comparison, const char *path, size_t length, bool *failed)
{
	int found = -1;

	for (int i = 0; i < comparison->lines && found < 0; i++) {
		struct text own = { 0 };
		if (!comparison->line[i].differs)
			continue;
		compared_path(comparison, &comparison->line[i], &own);
		if (own.length == length && memcmp(text_read(&own), path, length) == 0)
			found = i;
		*failed = *failed || own.failed;
		text_free(&own);
	}
	return *failed ? -1 : found;
}

/* The line at a path, or -1. An item whose path ends with `_added` has its own name once the other item of that name is gone. */
static int line_borrowed(const struct comparison *comparison, const char *path, size_t length, bool *failed)
{
	size_t added = sizeof ADDED - 1;
	int line = line_at(comparison, path, length, failed);

	return line < 0 && length > added && memcmp(path + length - added, ADDED, added) == 0
	               ? line_at(comparison, path, length - added, failed)
	               : line;
}

/* [rules] with the one line of [comparison] at the path that [word] begins with. */
static const struct rules *borrow_line(struct library *library, const struct comparison *comparison, const char *word)
{
	size_t length = strcspn(word, "=");
	bool failed = false;
	int line = line_borrowed(comparison, word, length, &failed);
	bool *chosen = arena_take(library->arena, sizeof *chosen * (size_t)(comparison->lines + 1));
	const struct rules *made = NULL;
	const char *why = "they do not differ there";

	if (failed)
		arena_fail(library->arena);
	if (chosen == NULL || failed)
		return NULL;
	if (line >= 0) {
		memset(chosen, 0, sizeof *chosen * (size_t)comparison->lines);
		chosen[line] = true;
		made = rules_hybrid(library, comparison, chosen, &why);
	}
	if (made == NULL && why != NULL)
		diag_hint(&library->diags,
		          diag_add(&library->diags, DIAG_CANNOT_BORROW, (struct span){ 0 }, comparison->rules[0]->name,
		                   (int)length, word, word + length + 1),
		          "%s", why);
	return made;
}

/* [rules] with one setting taken from another variant: [word] is PATH=VARIANT. */
static const struct rules *borrow(struct library *library, const struct rules *rules, const char *word)
{
	char *reference = arena_text(library->arena, strchr(word, '=') + 1, strlen(strchr(word, '=') + 1));
	const struct rules *both[2] = { rules, reference != NULL ? build_lender(library, reference) : NULL };
	struct comparison comparison;
	const struct rules *made = NULL;

	if (both[1] == NULL)
		return NULL;
	if (compare_rules(both, 2, &comparison))
		made = borrow_line(library, &comparison, word);
	else
		arena_fail(library->arena);
	comparison_free(&comparison);
	return made;
}

struct rules *rules_borrow(struct library *library, struct rules *rules, const char *const *words, int count)
{
	const struct rules *made = rules;

	for (int i = 0; i < count && made != NULL; i++)
		if (is_borrowed(words[i]))
			made = borrow(library, made, words[i]);
	return (struct rules *)made;
}

void borrowed_write(const char *path, const char *reference, const char *const *options, int count, struct text *out)
{
	text_format(out, "%s=%s", path, reference);
	for (int i = 0; i < count; i++)
		text_format(out, "+%s", options[i]);
}
