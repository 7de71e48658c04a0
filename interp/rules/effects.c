/* effects.c -- settings that differ and have the same effect in play. Equal settings (canonical.c) are equal under any rules; here the other settings
 * of each game count as well: they decide some parts of a condition before it is asked, keep a ban from ever giving way, or leave a freeze nobody to
 * stop. */
#include "rules/compare.h"

#include "grammar/arena.h"
#include "rules/analysis.h"
#include "rules/lint.h"
#include "rules/moments.h"
#include "rules/normal.h"
#include "rules/proofs.h"

/* ---- conditions and amounts ---- */

/* What is left of a formula when it is asked; NULL if the setting has no effect. */
static formula acting(const struct rules *rules, enum row_id row, int item, struct arena *arena, bool *failed)
{
	struct moment moment = { .rules = rules, .row = (int)row, .item = item, .top = -1, .limits = true };
	formula of = setting_is_dead(rules, row, item) != NULL ? NULL : rules_formula(rules, row, item);

	if (of != NULL)
		of = formula_at(&moment, of, arena, failed);
	return of == NULL || (rows[row].type == TYPE_CONDITION && never_holds(of)) ? NULL : of;
}

/* True if [of] asks, be it through a term, one of the facts that [as] asks. */
static bool asks_some_of(const struct rules *rules, formula of, const struct rules *others, formula as)
{
	for (const struct ir *asked = as->asked; asked != NULL; asked = asked->also)
		if (asked->fact == FACT_term ? asks_some_of(rules, of, others, others->define[asked->item].when)
		                             : reaches(rules, of, asked->fact))
			return true;
	return false;
}

/* True if two formulas may say the same when they are asked: one of them asks nothing, or they ask of one thing. Others are not tried. */
static bool may_be_alike(const struct rules *one, formula left, const struct rules *other, formula right)
{
	return left->is_constant || right->is_constant || asks_some_of(one, left, other, right);
}

static bool formulas_act_alike(const struct rules *one, int item, const struct rules *other, int other_item,
                               enum row_id row, struct arena *arena, bool *failed)
{
	formula said = rules_formula(one, row, item), said_there = rules_formula(other, row, other_item), left, right;

	if (!may_be_alike(one, said, other, said_there))
		return false;
	left = acting(one, row, item, arena, failed);
	right = acting(other, row, other_item, arena, failed);
	if (left == said && right == said_there)
		return false; /* they mean something else */
	if (left == NULL || right == NULL)
		return left == right;
	return canonical_same_conditions(one, left, other, right, failed);
}

/* The condition under which a score is not 0: its own, and that its points are not 0. NULL if out of memory. */
static formula counts_something(const struct rules *rules, int score, struct arena *arena)
{
	struct ir_maker maker = { .arena = arena, .rules = rules };
	struct ir *when = ir_copy(&maker, rules->score[score].when->ir);
	struct ir *points = ir_copy(&maker, rules->score[score].points->ir);
	struct ir *some = ir_compare(&maker, IR_UNEQUAL, points, ir_number(&maker, 0, NUMBER));

	return formula_make(&maker, rules, ir_join(&maker, IR_ALL, when, some));
}

/* True if two scores are not 0 under the same condition: then they differ in their points alone. */
static bool scores_count_alike(const struct rules *one, int item, const struct rules *other, int other_item,
                               struct arena *arena, bool *failed)
{
	formula left, right;

	if (one->score[item].points->is_constant && other->score[other_item].points->is_constant)
		return false; /* the conditions alone say when */
	left = counts_something(one, item, arena);
	right = counts_something(other, other_item, arena);
	if (left == NULL || right == NULL) {
		*failed = true;
		return false;
	}
	return canonical_same_conditions(one, left, other, right, failed);
}

/* The class of the other game with the same meaning as [class] of [side]; -1 if there is none. */
static int same_class(const struct comparison *in, int side, int class)
{
	for (const struct compared *line = in->line; line < in->line + in->lines; line++)
		if (line->row == ROW_class_when && line->item[side] == class && !line->differs)
			return line->item[!side];
	return -1;
}

/* The class of which a condition asks that the side has some meld; -1 for any other condition. */
static int class_asked(formula when)
{
	const struct ir *ir = when->ir;
	bool some = (ir->kind == IR_AT_LEAST && ir_is_number(ir->first->next, 1)) ||
	            (ir->kind == IR_MORE && ir_is_number(ir->first->next, 0));

	return some && ir_is_fact(ir->first, FACT_side_class) ? ir->first->item : -1;
}

static struct interval of_no_melds(const void *rules, const struct ir *asked)
{
	return asked->fact == FACT_side_class ? (struct interval){ 0, 0 } : fact_interval(rules, asked);
}

/* True if the score of [side], which asks for nothing, is 0 unless the side has such melds as the other game asks for: it counts melds that are
 * all of that class. */
static bool counts_what_is_asked(const struct comparison *in, const struct compared *line, int side)
{
	const struct rules *rules = in->rules[side], *others = in->rules[!side];
	const struct in_score *score = &rules->score[line->item[side]];
	int asked = class_asked(others->score[line->item[!side]].when),
	    class = asked >= 0 ? same_class(in, !side, asked) : -1;
	struct interval without = formula_interval_where(rules, score->points, rules, of_no_melds);

	if (class < 0 || !always_holds(score->when) || without.low != 0 || without.high != 0)
		return false;
	for (const struct ir *fact = score->points->asked; fact != NULL; fact = fact->also)
		if (fact->fact != FACT_side_class ||
		    !melds_are_among(rules, fact,
		                     &(struct ir){ .kind = IR_FACT, .fact = FACT_side_class, .item = class }))
			return false;
	return true;
}

/* True if a setting asks for the term of one game. */
static bool asks_term(const struct rules *rules, const struct compared *at, int side, int term)
{
	return at->row >= 0 && !group_is_helper(at->group) && at->item[side] >= 0 &&
	       setting_asks(rules, (enum row_id)at->row, at->item[side], GROUP_define, term);
}

/* True if the setting of [side] on line [at] asks the same when the term of [line] is given its meaning in the other game. */
static bool will_do(const struct comparison *in, const struct compared *at, int side, const struct compared *line,
                    struct arena *arena, bool *failed)
{
	const struct rules *rules = in->rules[side], *others = in->rules[!side];
	struct moment moment = { .rules = rules, .row = at->row, .item = at->item[side], .top = -1, .limits = true };

	return will_do_for_term(&moment, rules_formula(rules, (enum row_id)at->row, at->item[side]), line->item[side],
	                        others, others->define[line->item[!side]].when, arena, failed);
}

/* True if each game plays alike with the other game's meaning of the term of [line]. */
static bool term_acts_alike(const struct comparison *in, const struct compared *line, struct arena *arena, bool *failed)
{
	for (const struct compared *at = in->line; at < in->line + in->lines; at++)
		for (int side = 0; side < 2; side++)
			if (asks_term(in->rules[side], at, side, line->item[side]) &&
			    (!will_do(in, at, side, line, arena, failed) || *failed))
				return false;
	return true;
}

/* ---- bans ---- */

/* The cards of which a ban says that it holds unless the hand has only these; 0 if it does not say so. */
static cardset cards_that_free(const struct ir *when)
{
	cardset cards = 0;

	if (when->kind == IR_NOT && ir_is_fact(when->first, FACT_hand_only))
		return when->first->cards;
	for (const struct ir *part = when->kind == IR_ALL ? when->first : NULL; part != NULL && cards == 0;
	     part = part->next)
		cards = cards_that_free(part);
	return cards;
}

/* True if ban [first] gives way to other cards whenever [ban] would, and before it. */
static bool gives_way_first(const struct in_ban *first, const struct in_ban *ban)
{
	return first->gives_way != ban_gives_way_never && first->gives_way >= ban->gives_way &&
	       first->order < ban->order && first->proof == ban_proof_none;
}

/* True if it never comes about that a ban gives way: while it holds the hand has cards that free it, and bans on all other cards give way first. False
 * proves nothing. */
static bool never_comes_to_give_way(const struct rules *rules, int ban)
{
	const struct in_ban *own = &rules->discard.ban[ban];
	cardset free = cards_that_free(own->when->ir);

	if (free == 0 || (own->cards & ~free) != 0 || rules->turn.discard == turn_discard_never)
		return false;
	for (int i = 0; i < rules->discard.ban_count; i++)
		if (i != ban && (rules->discard.ban[i].cards & ~free) != 0 &&
		    !gives_way_first(&rules->discard.ban[i], own))
			return false;
	return true;
}

/* The setting of how a ban gives way, or `never` if it is proved that it does not. */
static int32_t way_of_ban(const struct rules *rules, int ban)
{
	return setting_is_dead(rules, ROW_ban_gives_way, ban) != NULL || ban_is_never_held(rules, ban) ||
	                       never_comes_to_give_way(rules, ban)
	               ? ban_gives_way_never
	               : rules->discard.ban[ban].gives_way;
}

static bool bans_act_alike(const struct rules *one, int item, const struct rules *other, int other_item,
                           enum row_id row)
{
	int32_t way = way_of_ban(one, item), there = way_of_ban(other, other_item);

	return row == ROW_ban_order ? way == ban_gives_way_never && there == way : way == there;
}

/* ---- talons ---- */

/* True if whenever a talon is given at least so many cards are in the stock. */
static bool is_given_of(const struct rules *rules, int64_t cards, struct arena *arena, bool *failed)
{
	struct moment moment = { .rules = rules, .row = ROW_talon_when, .item = 0, .top = -1 };
	struct ir_maker maker = { .arena = arena, .rules = rules };
	struct ir *size = ir_node(&maker, IR_FACT, NUMBER), *few;
	formula made;

	if (size != NULL)
		size->fact = FACT_stock_size;
	few = ir_compare(&maker, IR_LESS, size, ir_number(&maker, cards, NUMBER));
	made = formula_make(&maker, rules, few);
	if (made == NULL) {
		*failed = true;
		return false;
	}
	return never_both(&moment, rules->talon.when, made, failed);
}

/* True if a game that keeps fewer cards of the stock from a talon gives none unless as many stay as in the other one. */
static bool talons_leave_alike(const struct rules *one, const struct rules *other, struct arena *arena, bool *failed)
{
	const struct rules *fewer = one->talon.leaves < other->talon.leaves ? one : other,
			   *more = fewer == one ? other : one;

	return setting_is_dead(one, ROW_talon_leaves, 0) == NULL &&
	       setting_is_dead(other, ROW_talon_leaves, 0) == NULL &&
	       is_given_of(fewer, formula_interval(fewer, fewer->talon.cards).high + more->talon.leaves, arena, failed);
}

/* ---- freezes ---- */

/* True if a freeze never keeps anybody from taking the pile: where a way of taking asks whether it is frozen, the freeze does not hold. */
static bool freeze_stops_nobody(const struct rules *rules, int freeze, bool *failed)
{
	if (!freezes_takes_alone(rules))
		return false;
	for (int i = 0; i < rules->pile.take_count; i++) {
		struct moment moment = { .rules = rules, .row = ROW_take_when, .item = i, .top = -1 };
		if ((reaches(rules, rules->pile.take[i].when, FACT_pile_frozen) ||
		     reaches(rules, rules->pile.take[i].forced, FACT_pile_frozen)) &&
		    prove(&moment, rules->pile.freeze[freeze].when, NULL, failed) != PROVED_NEVER)
			return false;
	}
	return true;
}

/* ---- all of them ---- */

static bool come_to_the_same(const struct comparison *in, const struct compared *line, struct arena *arena,
                             bool *failed)
{
	const struct rules *one = in->rules[0], *other = in->rules[1];
	int item = line->item[0], other_item = line->item[1];
	enum row_id row = (enum row_id)line->row;
	bool there = item >= 0 && other_item >= 0;

	if (line->order || (there && line->row < 0))
		return false;
	if (!there)
		return line->group == GROUP_freeze &&
		       freeze_stops_nobody(item >= 0 ? one : other, item >= 0 ? item : other_item, failed);
	if (row == ROW_ban_gives_way || row == ROW_ban_order)
		return bans_act_alike(one, item, other, other_item, row);
	if (row == ROW_talon_leaves)
		return talons_leave_alike(one, other, arena, failed);
	if (rules_formula(one, row, item) == NULL)
		return false;
	if (row == ROW_define_when)
		return term_acts_alike(in, line, arena, failed);
	return formulas_act_alike(one, item, other, other_item, row, arena, failed) ||
	       (row == ROW_score_when && (scores_count_alike(one, item, other, other_item, arena, failed) ||
	                                  counts_what_is_asked(in, line, 0) || counts_what_is_asked(in, line, 1)));
}

bool acts_alike(const struct comparison *in, const struct compared *line, bool *failed)
{
	struct arena *arena = arena_new();
	bool alike = arena != NULL && come_to_the_same(in, line, arena, failed);

	*failed = *failed || arena == NULL || arena_failed(arena);
	arena_free(arena);
	return alike;
}
