/* lint_parts.c -- finds steps of a ladder that no number reaches, and parts of a condition, and limits of a list, that change nothing
 * because another part says more: `hand size > 2 and hand size > 3`. A part is compared with each of its neighbours alone. One that asks a term is left out, for an option may
 * define the term anew, and so is plain `always` or `never`. */
#include "rules/lint.h"

#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/analysis.h"
#include "rules/build.h"
#include "rules/moments.h"
#include "rules/normal.h"
#include "rules/proofs.h"

/* True for what an option states: another option that is not switched on now may bring the melds, cards or players that it is about. */
static bool may_need_another_option(const struct rules *rules, struct setting at)
{
	return rules_cell(rules, at.row, at.item)->layer->kind == LAYER_OPTION;
}

/* ---- conditions ---- */

enum { PARTS_MAX = 16 };

/* The parts of a condition that are joined by the same word, and where they stand. */
struct parts {
	struct lint *lint;
	const struct rules *rules;
	struct setting at;
	struct moment moment; /* when the condition is asked */
	int count;
	const struct expr *part[PARTS_MAX];
	formula of[PARTS_MAX]; /* NULL for a part that is left out */
	struct parts *whens;   /* what has to hold besides, if these stand within `unless`; else NULL */
	struct parts *denied;  /* what must not hold besides, if these stand after `when`; else NULL */
};

/* True if a part asks what may be otherwise elsewhere: a term, or how many people play, which differs between variants. */
static bool asks_what_varies(formula of)
{
	const struct ir *asked = of->asked;

	while (asked != NULL && asked->fact != FACT_term && asked->fact != FACT_players)
		asked = asked->also;
	return asked != NULL;
}

/* One fact within bounds, and all others anywhere. */
struct bounded_fact {
	const struct rules *rules;
	enum fact_id fact;
	int64_t low, high;
};

static struct interval of_bounded(const void *frame, const struct ir *asked)
{
	const struct bounded_fact *bounded = frame;
	struct interval may = fact_interval(bounded->rules, asked);

	if (asked->fact != bounded->fact)
		return may;
	if (bounded->low > may.high || bounded->high < may.low) /* the nearest that it can be */
		return bounded->low > may.high ? (struct interval){ may.high, may.high }
		                               : (struct interval){ may.low, may.low };
	return (struct interval){ may.low > bounded->low ? may.low : bounded->low,
		                  may.high < bounded->high ? may.high : bounded->high };
}

static bool holds_between(const struct rules *rules, formula of, enum fact_id fact, int64_t low, int64_t high)
{
	struct bounded_fact bounded = { rules, fact, low, high };

	return formula_interval_where(rules, of, &bounded, of_bounded).low > 0;
}

/* True if facts.def says that [fact] bounds [counted] so that [of] may hold for that alone. */
static bool are_linked(const struct rules *rules, enum fact_id fact, enum fact_id counted, formula of)
{
	for (int i = 0; i < EXCLUSIONS; i++)
		for (int k = 0; k < 2; k++)
			if (exclusions[i].fact[k] == fact && exclusions[i].fact[!k] == counted &&
			    holds_between(rules, of, counted,
			                  exclusions[i].low[!k] == 0 ? exclusions[i].high[!k] + 1 : 0,
			                  exclusions[i].low[!k] == 0 ? INT32_MAX : exclusions[i].low[!k] - 1))
				return true;
	for (int i = 0; i < PARTS_OF_WHOLES; i++)
		if ((parts_of_wholes[i].part == fact && parts_of_wholes[i].whole == counted &&
		     holds_between(rules, of, counted, INT32_MAX, INT32_MAX)) ||
		    (parts_of_wholes[i].part == counted && parts_of_wholes[i].whole == fact &&
		     holds_between(rules, of, counted, INT32_MIN, INT32_MIN)))
			return true;
	return false;
}

/* True if both count melds of the side, of a class or canastas. */
static bool count_melds(const struct ir *one, const struct ir *other)
{
	bool counts[2];

	for (int i = 0; i < 2; i++) {
		enum fact_id fact = (i == 0 ? one : other)->fact;
		counts[i] = fact == FACT_side_class || fact == FACT_side_canastas_of || fact == FACT_side_canastas;
	}
	return counts[0] && counts[1];
}

/* True for a number, and for what asks whether cards are among others. */
static bool counts_cards(const struct ir *asked)
{
	return asked->type != FLAG || facts[asked->fact].slot == SLOT_CARDS;
}

/* True if [one] asks whether the pile is frozen, and a freeze asks [fact]. */
static bool asks_by_freeze(const struct rules *rules, formula one, enum fact_id fact)
{
	bool asked = false;

	for (int i = 0; i < rules->pile.freeze_count && asks(one, FACT_pile_frozen); i++)
		asked = asked || asks(rules->pile.freeze[i].when, fact);
	return asked;
}

/* True if [one] asks all that [other] asks, or a number that bounds it: otherwise [other] may fail while [one] holds. Readers see that a
 * pile with a wild card is not empty. Other facts that follow from each other are not counted: a reader may not know that they do, and
 * the part that repeats one may be there for her. [all]: [other] is the idle part, of those joined by `and`; without it [one] is. */
static bool asks_as_much(const struct rules *rules, formula one, formula other, bool all)
{
	for (const struct ir *b = other->asked; b != NULL; b = b->also) {
		const struct ir *a = one->asked;
		while (a != NULL && compared_fact(a) != compared_fact(b) && !count_melds(a, b) &&
		       !(counts_cards(all ? b : a) && are_linked(rules, a->fact, b->fact, other)))
			a = a->also;
		if (a == NULL && !asks_by_freeze(rules, one, b->fact))
			return false;
	}
	return true;
}

/* All facts at one end of what they can be. */
struct end {
	const struct moment *moment;
	int which; /* the least, the most, or one more than the least */
};

static struct interval at_end(const void *frame, const struct ir *asked)
{
	const struct end *end = frame;
	struct interval may = interval_at_moment(end->moment, asked);
	int64_t at = end->which == 0 || may.low == may.high ? may.low : end->which == 1 ? may.high : may.low + 1;

	return (struct interval){ at, at };
}

/* True if [one] holds without [other] where all facts are as small or as large as they can be, or nearly as small. This is found out faster
 * than a proof. That the pile is frozen is no fact by itself: its freezes decide it. */
static bool is_refuted(const struct moment *moment, formula one, formula other)
{
	for (int which = 0; which < 3 && !asks(one, FACT_pile_frozen); which++) {
		struct end end = { moment, which };
		if (formula_interval_where(moment->rules, one, &end, at_end).low > 0 &&
		    formula_interval_where(moment->rules, other, &end, at_end).high == 0)
			return true;
	}
	return false;
}

/* True if a part says which sort of melds is meant: those in sequence, those with some wild cards, or with none. It may be there for the
 * reader. What denies something, or has another number, is there to leave melds out. */
static bool names_a_sort(const struct rules *rules, formula part)
{
	enum fact_id fact = part->asked->fact;
	struct bounded_fact some = { rules, fact, 1, INT32_MAX };

	return part->asked->also == NULL &&
	       (holds_between(rules, part, fact, 1, INT32_MAX) ||
	        (part->asked->type != FLAG && formula_interval_where(rules, part, &some, of_bounded).high == 0));
}

/* True if it is a part of the condition of a canasta, or of which wild cards a meld may have, and the table of melds can be asked about it. */
static bool is_of_melds(const struct parts *parts, formula part)
{
	bool of_melds = parts->at.row == ROW_canasta_when ||
	                (parts->at.row == ROW_meld_kinds && knows_all_melds(parts->rules, parts->at.item));

	return of_melds && part->asked != NULL && !names_a_sort(parts->rules, part) &&
	       !may_need_another_option(parts->rules, parts->at);
}

/* True if no meld that may be such a canasta, or of such a kind, meets [one] and not [other]; NULL for none. That no meld is such a canasta
 * is said elsewhere. */
static bool no_meld_has(const struct parts *parts, formula one, formula other)
{
	if (parts->at.row == ROW_meld_kinds)
		return !melds_tell_apart(parts->rules, UINT32_C(1) << parts->at.item, -1, one, other);
	return !melds_tell_apart(parts->rules, UINT32_MAX, parts->at.item, one, other) &&
	       !item_is_dead(parts->rules, GROUP_canasta, parts->at.item);
}

/* True if [one] holds only where [other] does. */
static bool implies(const struct parts *parts, formula one, formula other, bool all)
{
	if (is_of_melds(parts, all ? other : one))
		return no_meld_has(parts, one, other);
	bool failed = false, implied = asks_as_much(parts->rules, one, other, all) &&
	                               !is_refuted(&parts->moment, one, other) &&
	                               prove(&parts->moment, one, other, &failed) == PROVED_NEVER;

	if (failed)
		arena_fail(parts->lint->library->arena);
	return implied;
}

/* Why part [i] changes nothing whatever the others are; NULL if it may matter. */
static const char *idle_alone(const struct parts *parts, int i, bool all)
{
	struct interval may = formula_interval(parts->rules, parts->of[i]),
			asked = interval_when_asked(&parts->moment, parts->of[i]);

	if (may_need_another_option(parts->rules, parts->at))
		return NULL;
	if (all ? may.low > 0 : may.high == 0)
		return all ? "it holds whatever happens" : "it can never hold";
	if (is_of_melds(parts, parts->of[i]) && parts->at.row == ROW_meld_kinds)
		return !no_meld_has(parts, all ? NULL : parts->of[i], all ? parts->of[i] : NULL) ? NULL
		       : all ? "it is so of every such meld"
		             : "it is so of no such meld";
	if (is_of_melds(parts, parts->of[i]))
		return !no_meld_has(parts, all ? NULL : parts->of[i], all ? parts->of[i] : NULL) ? NULL
		       : all ? "it is so of every meld of its ranks and size"
		             : "it is so of no meld of its ranks and size";
	if (all && parts->at.row == ROW_going_out_contract && needs_no_more(parts->rules, parts->of[i]))
		return text_kept(parts->lint->library->arena, "a side needs %d canasta%s anyway",
		                 (int)parts->rules->going_out.canastas, plural(parts->rules->going_out.canastas));
	return !(all ? asked.low > 0 : asked.high == 0) ? NULL
	       : all                                    ? "it holds whenever this is asked"
	                                                : "it never holds when this is asked";
}

/* True if part [i], where it holds, leaves nothing to ask: [decides] holds, too, whoever is taking the pile and whether or not she goes
 * out. */
static bool is_decided_by(const struct parts *parts, int i, formula decides)
{
	return !decides->is_constant && !reaches(parts->rules, decides, FACT_took) &&
	       !reaches(parts->rules, decides, FACT_take_opens) && !reaches(parts->rules, decides, FACT_pile_taken) &&
	       !reaches(parts->rules, decides, FACT_going_out) && implies(parts, parts->of[i], decides, false);
}

/* Why part [i] of what stands after `unless` or is joined by `or` changes nothing where it holds: something else has decided already. NULL
 * if that is not known. */
static const char *decided_before(const struct parts *parts, int i)
{
	const struct rules *rules = parts->rules;
	bool of_takes = rows[parts->at.row].in == GROUP_take ||
	                (parts->at.row == ROW_freeze_when && freezes_takes_alone(rules));

	if (parts->at.row == ROW_initial_meld_contains && is_decided_by(parts, i, rules->initial_meld.waived))
		return "`waived` holds where it does";
	for (int k = 0; of_takes && k < rules->pile.block_count; k++)
		if (is_decided_by(parts, i, rules->pile.block[k].when))
			return "the pile is blocked where it holds";
	return NULL;
}

/* Why part [i] changes nothing within `unless`, where all after `when` holds: a part that is to hold besides ([all]) does so, or one of
 * several never does. NULL if that is not known. */
static const char *settled_by_when(const struct parts *parts, int i, bool all)
{
	bool failed = false, settled = false;

	for (int j = 0; parts->whens != NULL && j < parts->whens->count; j++) {
		formula when = parts->whens->of[j];
		settled = when != NULL && (all ? implies(parts, when, parts->of[i], true)
		                               : may_exclude(when, parts->of[i]) &&
		                                           never_both(&parts->moment, when, parts->of[i], &failed));
		if (failed)
			arena_fail(parts->lint->library->arena);
		if (settled)
			return text_kept(parts->lint->library->arena,
			                 all ? "`%s` says as much" : "it never holds where `%s` does",
			                 expr_words(parts->lint, parts->whens->part[j]));
	}
	return NULL;
}

/* Why part [i] of what stands after `when` changes nothing: it holds wherever a part after `unless` does not. NULL if that is not known. */
static const char *settled_by_unless(const struct parts *parts, int i)
{
	for (int j = 0; parts->denied != NULL && j < parts->denied->count; j++) {
		struct expr part = *parts->denied->part[j],
			    denied = { .kind = EXPR_NOT, .span = part.span, .first = &part };
		formula fails = parts->denied->of[j] == NULL
		                        ? NULL
		                        : rules_condition_part(parts->lint->library, (struct rules *)parts->rules,
		                                               parts->at.row, parts->at.item, &denied);
		if (fails != NULL && implies(parts, fails, parts->of[i], true) &&
		    !implies(parts, parts->of[i], fails, true))
			return text_kept(parts->lint->library->arena, "it holds unless `%s` does",
			                 expr_words(parts->lint, parts->denied->part[j]));
	}
	return NULL;
}

/* Why part [i] of a conjunction ([all]) or of a disjunction changes nothing; NULL if it may matter. Of two that say the same the later
 * is idle. */
static const char *idle_because(const struct parts *parts, int i, bool all)
{
	const char *alone = idle_alone(parts, i, all);

	if (!all && alone == NULL && !may_need_another_option(parts->rules, parts->at))
		alone = decided_before(parts, i);
	if (alone == NULL)
		alone = settled_by_when(parts, i, all);
	if (alone == NULL)
		alone = settled_by_unless(parts, i);
	for (int j = 0; j < parts->count && alone == NULL; j++) {
		formula one = parts->of[all ? j : i], other = parts->of[all ? i : j];
		if (j == i || parts->of[j] == NULL || !implies(parts, one, other, all) ||
		    (j > i && implies(parts, other, one, all)))
			continue;
		return text_kept(parts->lint->library->arena, "`%s` says %s", expr_words(parts->lint, parts->part[j]),
		                 all ? "as much" : "it already");
	}
	return alone;
}

static void report_idle(const struct parts *parts, int i, const char *because)
{
	struct suspect *suspect = suspect_if(parts->lint, DIAG_PART_IDLE, parts->part[i]->span, because != NULL);

	if (suspect == NULL)
		return;
	suspect->words[0] = expr_words(parts->lint, parts->part[i]);
	suspect->words[1] = because;
}

static void add_parts(struct parts *parts, const struct expr *expr, enum expr_kind kind)
{
	if (expr->kind == kind) {
		add_parts(parts, expr->first, kind);
		add_parts(parts, expr->second, kind);
	} else if (parts->count < PARTS_MAX)
		parts->part[parts->count++] = expr;
}

/* True if some part has not been found to matter in another build. */
static bool any_in_question(const struct parts *parts)
{
	for (int i = 0; i < parts->count; i++)
		if (in_question(parts->lint, DIAG_PART_IDLE, parts->part[i]->span))
			return true;
	return false;
}

/* The formulas of the parts, as far as they are not left out. */
static void read_parts(struct parts *parts)
{
	for (int i = 0; i < parts->count; i++) {
		formula of = rules_condition_part(parts->lint->library, (struct rules *)parts->rules, parts->at.row,
		                                  parts->at.item, parts->part[i]);
		parts->of[i] = of == NULL || (of->is_constant && !of->is_settled) || asks_what_varies(of) ? NULL : of;
	}
}

static void lint_joined(struct parts *parts, bool all)
{
	if (!any_in_question(parts))
		return;
	read_parts(parts);
	if (parts->whens != NULL)
		read_parts(parts->whens);
	if (parts->denied != NULL)
		read_parts(parts->denied);
	for (int i = 0; i < parts->count; i++)
		report_idle(parts, i, parts->of[i] != NULL ? idle_because(parts, i, all) : NULL);
}

static void lint_expr(struct lint *lint, const struct rules *rules, struct setting at, const struct expr *expr,
                      struct parts *whens);

/* When the condition is asked. What a special hand takes the place of, the reader of a score may not know. */
static struct moment moment_of_parts(const struct rules *rules, struct setting at)
{
	return rows[at.row].in == GROUP_score ? ANY_TIME(rules)
	                                      : (struct moment){ rules, (int)at.row, at.item, -1, false };
}

/* What `and` or `or` joins in [expr], where all of [whens] hold; NULL for none. */
static void lint_operands(struct lint *lint, const struct rules *rules, struct setting at, const struct expr *expr,
                          struct parts *whens)
{
	struct parts parts = {
		.lint = lint, .rules = rules, .at = at, .moment = moment_of_parts(rules, at), .whens = whens
	};

	add_parts(&parts, expr, expr->kind);
	lint_joined(&parts, expr->kind == EXPR_AND);
	for (int i = 0; i < parts.count; i++)
		lint_expr(lint, rules, at, parts.part[i], whens);
}

static void lint_expr(struct lint *lint, const struct rules *rules, struct setting at, const struct expr *expr,
                      struct parts *whens)
{
	if (expr->kind == EXPR_NOT)
		lint_expr(lint, rules, at, expr->first, whens);
	else if (expr->kind == EXPR_AND || expr->kind == EXPR_OR)
		lint_operands(lint, rules, at, expr, whens);
}

/* True if the condition has parts: several lines or clauses, or one that joins some. */
static bool has_parts(const struct cell *cell)
{
	const struct expr *when = cell->statement->when, *unless = cell->statement->unless;
	const struct expr *only = when != NULL ? when : unless;

	return cell->also != NULL || (when != NULL && unless != NULL) ||
	       (only != NULL && (only->kind == EXPR_AND || only->kind == EXPR_OR || only->kind == EXPR_NOT));
}

/* The lines of a condition: what stands after `when` has to hold together, and nothing that stands after `unless` may hold. */
static void lint_lines(struct lint *lint, const struct rules *rules, struct setting at)
{
	struct parts whens = { .lint = lint, .rules = rules, .at = at, .moment = moment_of_parts(rules, at) },
		     unlesses = whens;

	for (const struct cell *line = rules_cell(rules, at.row, at.item); line != NULL; line = line->also) {
		if (line->statement->when != NULL)
			add_parts(&whens, line->statement->when, EXPR_AND);
		if (line->statement->unless != NULL)
			add_parts(&unlesses, line->statement->unless, EXPR_OR);
	}
	if (whens.count + unlesses.count > 1) {
		whens.denied = &unlesses;
		lint_joined(&whens, true);
		whens.denied = NULL;
		unlesses.whens = &whens;
		lint_joined(&unlesses, false);
	}
	for (int i = 0; i < whens.count; i++)
		lint_expr(lint, rules, at, whens.part[i], NULL);
	for (int i = 0; i < unlesses.count; i++)
		lint_expr(lint, rules, at, unlesses.part[i], &whens);
}

/* ---- limits ---- */

/* True if limits [one] allow nothing that [other] does not allow. If [other] moves with the cards of a meld, only what else is allowed of it
 * counts: a plain number that something else forbids is a way to say it clearly. */
static bool allow_less(const struct rules *rules, struct setting at, formula one, formula other)
{
	bool of_meld = rows[at.row].in == GROUP_meld && other->asked != NULL && other->asked->also != NULL;

	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		for (int wilds = 0; wilds <= MELD_CARDS_MAX; wilds++)
			if (limits_hold(rules, one, naturals, wilds) && !limits_hold(rules, other, naturals, wilds) &&
			    (!of_meld || others_allow(rules, at.row, at.item, naturals, wilds)))
				return false;
	return true;
}

/* One of the limits that a statement lists, by itself. */
static formula limit_alone(struct lint *lint, const struct rules *rules, struct setting at, const struct expr *limit)
{
	struct expr alone = *limit;
	struct statement one = *rules_cell(rules, at.row, at.item)->statement;

	alone.next = NULL;
	one.value = &alone;
	return rules_bounds(lint->library, (struct rules *)rules, at.row, at.item, &one);
}

/* The limit of the list beside which [limit] is idle, NULL if there is none. Of two that are alike the later is idle. */
static const struct expr *stricter_than(struct lint *lint, const struct rules *rules, struct setting at,
                                        const struct expr *limit)
{
	formula of = limit_alone(lint, rules, at, limit);
	bool before = true;

	for (const struct expr *other = rules_cell(rules, at.row, at.item)->statement->value; other != NULL;
	     other = other->next) {
		formula stricter = other != limit ? limit_alone(lint, rules, at, other) : NULL;
		before = before && other != limit;
		if (of != NULL && stricter != NULL && allow_less(rules, at, stricter, of) &&
		    (before || !allow_less(rules, at, of, stricter)))
			return other;
	}
	return NULL;
}

/* The number that bounds a limit from above: 5 in `3..5` and in `at most 5`; NULL if there is none. */
static const struct expr *upper_bound(const struct expr *limit)
{
	const struct expr *range = limit->kind == EXPR_PHRASE ? limit->first : limit;

	return range->kind == EXPR_RANGE ? range->second : limit->kind == EXPR_AT_MOST ? limit->first : NULL;
}

/* Numbers that bound a limit of a meld from above, and of which even the one before is too many for all that is left. That something else
 * forbids the very next number is a way to say it clearly. */
static void lint_too_many(struct lint *lint, const struct rules *rules, struct setting at)
{
	for (const struct expr *limit = rules_cell(rules, at.row, at.item)->statement->value; limit != NULL;
	     limit = limit->next) {
		const struct expr *bound = upper_bound(limit);
		int64_t number;
		if (bound == NULL || !is_constant(bound, &number) || !in_question(lint, DIAG_PART_IDLE, bound->span))
			continue;
		int most = most_beside(rules, at.row, at.item, number);
		bool idle = most > 0 && most < number && !forbids_nothing(rules, at.row, at.item);
		struct suspect *suspect = suspect_if(lint, DIAG_PART_IDLE, bound->span, idle);
		if (suspect == NULL)
			continue;
		suspect->words[0] = expr_words(lint, bound);
		suspect->words[1] = text_kept(lint->library->arena, "such a meld has %d at the most", most);
	}
}

static void lint_limits(struct lint *lint, const struct rules *rules, struct setting at)
{
	const struct expr *first = rules_cell(rules, at.row, at.item)->statement->value;

	for (const struct expr *limit = first; limit != NULL && first->next != NULL; limit = limit->next) {
		bool asked = in_question(lint, DIAG_PART_IDLE, limit->span);
		const struct expr *other = asked ? stricter_than(lint, rules, at, limit) : NULL;
		struct suspect *suspect = suspect_if(lint, DIAG_PART_IDLE, limit->span, other != NULL);
		if (suspect == NULL)
			continue;
		suspect->words[0] = expr_words(lint, limit);
		suspect->words[1] = text_kept(lint->library->arena, "`%s` says as much", expr_words(lint, other));
	}
}

/* ---- ladders ---- */

/* The number that every value of a key is a multiple of. */
static int64_t step_of_key(const struct rules *rules, const struct ir *key)
{
	return key->kind == IR_FACT ? fact_step(rules, key->fact) : 1;
}

/* True if one of the numbers that a key of the step names can be: it lies in [key], is a multiple of [by], and 0 or [least] or more if it is
 * not less than 0. */
static bool is_reached(const struct step *step, struct interval key, int64_t by, int64_t least)
{
	int64_t low, high;

	for (const struct expr *at = step->keys; at != NULL; at = at->next) {
		if (!read_key(at, &low, &high))
			return true;
		low = low > key.low ? low : key.low;
		high = high < key.high ? high : key.high;
		low = low > 0 && low < least ? least : low;
		if (low <= high && (high - low >= by - 1 || high - low >= (by - low % by) % by))
			return true;
	}
	return false;
}

/* The condition under which points count; NULL for other amounts. */
static formula counted_when(const struct rules *rules, struct setting at)
{
	return at.row == ROW_score_points     ? rules->score[at.item].when
	       : at.row == ROW_special_points ? rules->special[at.item].when
	                                      : NULL;
}

/* True if it is proved that a key is never one of the numbers of a step where points count. */
static bool is_ruled_out(struct lint *lint, const struct rules *rules, struct setting at, const struct ir *ladder,
                         const struct step *step)
{
	const struct moment moment = { rules, (int)at.row, at.item, -1, false };
	formula of = rules_formula(rules, at.row, at.item);
	formula when = counted_when(rules, at);
	bool failed = false, out = when != NULL && !when->is_constant && may_exclude(when, of);
	int64_t low, high;

	for (const struct expr *keys = step->keys; keys != NULL && out; keys = keys->next) {
		struct ir numbers[2] = { { .kind = IR_NUMBER, .type = NUMBER }, { .kind = IR_NUMBER, .type = NUMBER } },
			  key[2] = { *ladder->first, *ladder->first },
			  bounds[2] = { { .kind = IR_AT_LEAST, .type = FLAG, .first = &key[0] },
			                { .kind = IR_AT_MOST, .type = FLAG, .first = &key[1] } },
			  both = { .kind = IR_ALL, .type = FLAG, .first = &bounds[0] };
		out = read_key(keys, &low, &high);
		for (int i = 0; i < 2; i++) {
			numbers[i].number = nearest_number(i == 0 ? low : high);
			key[i].next = &numbers[i];
		}
		bounds[0].next = &bounds[1];
		out = out && prove(&moment, &(struct formula){ .ir = &both, .asked = of->asked, .weight = of->weight },
		                   NULL, &failed) == PROVED_NEVER;
	}
	if (failed)
		arena_fail(lint->library->arena);
	return out;
}

static const char *interval_words(struct lint *lint, struct interval of, int64_t by)
{
	struct arena *arena = lint->library->arena;

	if (by > 1)
		return text_kept(arena, "a multiple of %lld", (long long)by);
	if (of.high >= INT32_MAX)
		return text_kept(arena, "%lld or more", (long long)of.low);
	if (of.low == of.high)
		return text_kept(arena, "always %lld", (long long)of.low);
	return of.low <= INT32_MIN ? text_kept(arena, "at most %lld", (long long)of.high)
	                           : text_kept(arena, "%lld to %lld", (long long)of.low, (long long)of.high);
}

/* What decides a ladder, as words. */
static const char *key_words(struct lint *lint, struct interval of, int64_t by)
{
	return text_kept(lint->library->arena, "what decides is %s here", interval_words(lint, of, by));
}

/* Steps that no number reaches. One that gives nothing rounds a ladder off, as in `3 or more: 0`. */
static void lint_steps(struct lint *lint, const struct rules *rules, struct setting at, const struct ir *ladder)
{
	const struct statement *statement = rules_cell(rules, at.row, at.item)->statement;
	const struct moment moment = { rules, (int)at.row, at.item, -1, false };
	struct interval key = ir_interval_where(rules, ladder->first, &moment, interval_at_moment);
	int64_t by = step_of_key(rules, ladder->first);
	int64_t least = ir_is_fact(ladder->first, FACT_side_table) ? least_on_table(rules, rules->least_cards) : 0;

	if (may_need_another_option(rules, at))
		return;
	for (const struct step *step = statement->steps; step != NULL; step = step->next) {
		int64_t value;
		bool gives_nothing = is_constant(step->value, &value) && value == 0,
		     out = !gives_nothing && in_question(lint, DIAG_STEP_NEVER, step->keys->span) &&
		           !is_reached(step, key, by, least),
		     by_when = !gives_nothing && !out && in_question(lint, DIAG_STEP_NEVER, step->keys->span) &&
		               is_ruled_out(lint, rules, at, ladder, step);
		struct suspect *suspect = suspect_if(lint, DIAG_STEP_NEVER, step->keys->span, out || by_when);
		if (suspect == NULL)
			continue;
		suspect->words[0] = expr_words(lint, step->keys);
		suspect->words[1] = by_when ? "what decides is otherwise where `when` holds"
		                    : is_reached(step, key, by, 0)
		                            ? text_kept(lint->library->arena, "what decides is 0, or %lld or more here",
		                                        (long long)least)
		                            : key_words(lint, key, is_reached(step, key, 1, 0) ? by : 1);
	}
}

/* The ladder in [ir], or NULL. */
static const struct ir *ladder_in(const struct ir *ir)
{
	const struct ir *found = ir->kind == IR_LADDER ? ir : NULL;

	for (const struct ir *part = ir->first; part != NULL && found == NULL; part = part->next)
		found = ladder_in(part);
	return found;
}

/* What [key] can be of the melds that the deck and the other limits allow. */
static struct interval key_of_melds(const struct rules *rules, struct setting at, enum fact_id key)
{
	struct interval may = { INT32_MAX, INT32_MIN };

	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		for (int wilds = 0; naturals + wilds <= MELD_CARDS_MAX; wilds++) {
			int64_t number = key == FACT_size ? naturals + wilds : key == FACT_naturals ? naturals : wilds;
			if (!others_allow(rules, at.row, at.item, naturals, wilds))
				continue;
			may.low = number < may.low ? number : may.low;
			may.high = number > may.high ? number : may.high;
		}
	return may;
}

/* Steps of a limit by numbers of cards that no meld has. */
static void lint_limit_steps(struct lint *lint, const struct rules *rules, struct setting at)
{
	const struct ir *ladder = ladder_in(rules_formula(rules, at.row, at.item)->ir);
	enum fact_id key = ladder != NULL && ladder->first->kind == IR_FACT ? ladder->first->fact : FACT_never;
	const struct statement *statement = rules_cell(rules, at.row, at.item)->statement;
	struct interval may;

	if (key != FACT_size && key != FACT_naturals && key != FACT_wilds)
		return;
	may = key_of_melds(rules, at, key);
	for (const struct step *step = statement->steps; step != NULL; step = step->next) {
		struct suspect *suspect =
			suspect_if(lint, DIAG_STEP_NEVER, step->keys->span, !is_reached(step, may, 1, 0));
		if (suspect == NULL)
			continue;
		suspect->words[0] = expr_words(lint, step->keys);
		suspect->words[1] = key_words(lint, may, 1);
	}
}

void lint_parts(struct lint *lint, const struct rules *rules, struct setting at)
{
	const struct ir *ir = rows[at.row].type == TYPE_AMOUNT ? rules_formula(rules, at.row, at.item)->ir : NULL;
	if (rows[at.row].type == TYPE_BOUNDS && rows[at.row].in == GROUP_meld)
		lint_limit_steps(lint, rules, at);
	if (ir != NULL && ir->kind == IR_LADDER)
		lint_steps(lint, rules, at, ir);
	else if (rows[at.row].type == TYPE_BOUNDS) {
		lint_limits(lint, rules, at);
		if (rows[at.row].in == GROUP_meld &&
		    rules->table.alone == table_alone_nobody && /* no melds of partners become one */
		    !may_need_another_option(rules, at))
			lint_too_many(lint, rules, at);
	} else if (rows[at.row].type == TYPE_CONDITION && has_parts(rules_cell(rules, at.row, at.item))) {
		formula of = rules_formula(rules, at.row, at.item);
		if (!of->is_constant || of->is_settled)
			lint_lines(lint, rules, at);
	}
}
