/* lint_settings.c -- checks each statement against its variant: a condition that never holds, points that are always 0, a setting that
 * changes nothing. */
#include "rules/lint.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "rules/analysis.h"
#include "rules/compare.h"
#include "rules/implications.h"
#include "rules/moments.h"
#include "rules/proofs.h"

/* ---- conditions ---- */

/* True if an option states [of] and it asks for a class that no meld is of: another option may bring such melds. */
static bool waits_for_an_option(const struct rules *rules, const struct cell *cell, formula of)
{
	if (cell->layer->kind != LAYER_OPTION)
		return false;
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also)
		if (facts[asked->fact].slot == SLOT_CLASS && no_meld_is_of_class(rules, asked->item))
			return true;
	return false;
}

/* True if its interval has said what can be said: one fact is asked, once. */
static bool is_simple(formula condition)
{
	return (condition->asked == NULL || condition->asked->also == NULL) && intervals_say_all(condition);
}

/* True if a condition asks a term. One that is defined as `always` or `never` is a switch that options turn. */
static bool asks_term(formula condition)
{
	const struct ir *asked = condition->asked;

	while (asked != NULL && asked->fact != FACT_term)
		asked = asked->also;
	return asked != NULL;
}

/* True if a condition is what an initial meld must contain, and asks what a waiver may have settled. */
static bool is_asked_after_waiver(const struct moment *moment, formula condition)
{
	formula waived = moment->rules->initial_meld.waived;

	return moment->row == ROW_initial_meld_contains && !waived->is_constant && may_exclude(waived, condition);
}

/* What is proved of a condition that is asked at a moment; nothing of plain `always` and `never`, and nothing that only terms so
 * defined prove. */
static enum proof proof_of(struct lint *lint, const struct moment *moment, formula condition)
{
	bool failed = false;
	struct interval may;
	enum proof proof;

	if (condition->is_constant)
		return !condition->is_settled || asks_term(condition) ? PROVED_NOTHING
		       : condition->number != 0                       ? PROVED_ALWAYS
		                                                      : PROVED_NEVER;
	may = interval_that_follows(moment, condition);
	if (may.high == 0 || may.low > 0)
		return may.high == 0 ? PROVED_NEVER : PROVED_ALWAYS;
	proof = is_simple(condition) && !is_asked_after_waiver(moment, condition)
	                ? PROVED_NOTHING
	                : prove(moment, condition, NULL, &failed);
	if (failed)
		arena_fail(lint->library->arena);
	return proof;
}

/* What a condition asks for lies between these numbers: "it is 0 to 11 here". NULL if it asks for more than one number. */
static const char *range_words(struct lint *lint, const struct moment *moment, formula condition)
{
	const struct ir *asked = condition->asked;
	struct interval may;

	if (asked == NULL || asked->also != NULL || asked->type == FLAG)
		return NULL;
	if ((condition->ir->kind == IR_EQUAL || condition->ir->kind == IR_UNEQUAL) &&
	    ir_is_fact(condition->ir->first, asked->fact) &&
	    condition->ir->first->next->number % fact_step(moment->rules, asked->fact) != 0)
		return text_kept(lint->library->arena, "what it asks for is a multiple of %lld here",
		                 (long long)fact_step(moment->rules, asked->fact));
	may = interval_at_moment(moment, asked);
	if (may.low == INT32_MIN)
		return NULL;
	if (may.high == INT32_MAX)
		return text_kept(lint->library->arena, "what it asks for is never below %lld here", (long long)may.low);
	if (may.low == may.high)
		return text_kept(lint->library->arena, "what it asks for is always %lld here", (long long)may.low);
	return text_kept(lint->library->arena, "what it asks for is %lld to %lld here", (long long)may.low,
	                 (long long)may.high);
}

/* When a setting is asked, as far as single conditions are judged by it: ways of taking the pile have a finding of their own
 * (lint_reach.c). */
static struct moment moment_of(const struct rules *rules, enum row_id row, int item)
{
	return rows[row].in == GROUP_take ? ANY_TIME(rules) : (struct moment){ rules, (int)row, item, -1, false };
}

/* Why a condition of which something was proved is so; NULL if it asks for more than one number. */
static const char *reason_words(struct lint *lint, const struct rules *rules, enum row_id row, int item,
                                enum proof proof)
{
	formula condition = rules_formula(rules, row, item);
	const struct moment moment = moment_of(rules, row, item);

	if (condition->is_constant || proof_of(lint, &ANY_TIME(rules), condition) == proof)
		return range_words(lint, &ANY_TIME(rules), condition);
	if (row == ROW_going_out_contract && proof == PROVED_ALWAYS)
		return "it is asked of somebody who has all else that going out needs";
	if (row == ROW_initial_meld_contains && proof == PROVED_ALWAYS)
		return "every meld is of that class";
	if (row == ROW_score_when && proof_of(lint, &moment, condition) != proof)
		return "the points are 0 wherever this holds";
	if (rows[row].in == GROUP_take)
		return "it does for whoever takes the pile in this way";
	return moment_words(&moment) != NULL ? moment_words(&moment) : range_words(lint, &moment, condition);
}

enum { CLASHING_MAX = 12 };

/* The parts of a condition that all have to hold, each of which may be one that has to fail. */
struct clashing {
	const struct expr *part[CLASHING_MAX];
	bool fails[CLASHING_MAX];
	int count;
};

static void add_clashing(struct clashing *to, const struct expr *expr, bool fails)
{
	if (expr->kind == EXPR_NOT) {
		add_clashing(to, expr->first, !fails);
	} else if (expr->kind == (fails ? EXPR_OR : EXPR_AND)) {
		add_clashing(to, expr->first, fails);
		add_clashing(to, expr->second, fails);
	} else if (to->count < CLASHING_MAX) {
		to->part[to->count] = expr;
		to->fails[to->count++] = fails;
	}
}

/* True if it is proved that both parts are never so at once. */
static bool clash(const struct moment *moment, formula one, bool one_fails, formula other, bool other_fails,
                  bool *failed)
{
	if (one_fails && other_fails)
		return false;
	return one_fails     ? prove(moment, other, one, failed) == PROVED_NEVER
	       : other_fails ? prove(moment, one, other, failed) == PROVED_NEVER
	                     : never_both(moment, one, other, failed);
}

static bool is_never(const struct moment *moment, formula part, bool fails, bool *failed)
{
	if (part->is_constant)
		return fails == (part->number != 0);
	return prove(moment, part, NULL, failed) == (fails ? PROVED_ALWAYS : PROVED_NEVER);
}

static const char *part_words(struct lint *lint, const struct expr *part, bool fails)
{
	bool bare = !fails || (part->kind != EXPR_AND && part->kind != EXPR_OR);
	struct text words = { 0 };

	text_add(&words, !fails ? "" : bare ? "not " : "not (");
	expr_write(part, &words);
	text_add(&words, bare ? "" : ")");
	return text_keep(&words, lint->library->arena);
}

/* True if a condition asks for what a discard tells: the hand, the pile, or whether the player goes out. */
static bool asks_discard(const struct rules *rules, formula condition)
{
	static const enum fact_id told[] = { FACT_hand_size, FACT_hand_count, FACT_hand_only, FACT_pile_size,
		                             FACT_pile_empty };

	for (size_t i = 0; i < sizeof told / sizeof *told; i++)
		if (reaches(rules, condition, told[i]))
			return true;
	return false;
}

/* These words, and what is known at the moment if that is why. */
static const char *with_moment(struct lint *lint, const struct moment *moment, formula condition, const char *words)
{
	const char *known = moment_words(moment);

	if (moment->row == ROW_ban_when && !asks_discard(moment->rules, condition))
		return words;
	return known == NULL || proof_of(lint, &ANY_TIME(moment->rules), condition) == PROVED_NEVER
	               ? words
	               : text_kept(lint->library->arena, "%s: %s", words, known);
}

/* A part of a condition that never holds, or two that never hold together, as words; NULL if there are none. */
static const char *clash_words(struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	const struct moment moment = moment_of(rules, row, item);
	struct clashing all = { .count = 0 };
	formula of[CLASHING_MAX];
	bool failed = false;

	for (const struct cell *line = rules_cell(rules, row, item); line != NULL; line = line->also) {
		if (line->statement->when != NULL)
			add_clashing(&all, line->statement->when, false);
		if (line->statement->unless != NULL)
			add_clashing(&all, line->statement->unless, true);
	}
	for (int i = 0; i < all.count; i++) {
		of[i] = rules_condition_part(lint->library, (struct rules *)rules, row, item, all.part[i]);
		if (all.count > 1 && of[i] != NULL && is_never(&moment, of[i], all.fails[i], &failed))
			return with_moment(lint, &moment, rules_formula(rules, row, item),
			                   text_kept(lint->library->arena, "`%s` never holds",
			                             part_words(lint, all.part[i], all.fails[i])));
		for (int j = 0; j < i && of[i] != NULL; j++)
			if (of[j] != NULL && clash(&moment, of[j], all.fails[j], of[i], all.fails[i], &failed))
				return with_moment(lint, &moment, rules_formula(rules, row, item),
				                   text_kept(lint->library->arena, "`%s` never holds where `%s` does",
				                             part_words(lint, all.part[i], all.fails[i]),
				                             part_words(lint, all.part[j], all.fails[j])));
	}
	if (failed)
		arena_fail(lint->library->arena);
	return NULL;
}

/* Canastas of a side by their kinds; with [more] it may have others as well. */
struct canastas_had {
	const struct rules *rules;
	int32_t of[canasta_MAX], all;
	bool more;
};

static struct interval of_canastas_had(const void *frame, const struct ir *asked)
{
	const struct canastas_had *had = frame;
	struct interval may = fact_interval(had->rules, asked);

	if (asked->fact == FACT_side_canastas || asked->fact == FACT_side_canastas_of)
		may.low = asked->fact == FACT_side_canastas ? had->all : had->of[asked->item];
	if ((asked->fact == FACT_side_canastas || asked->fact == FACT_side_canastas_of) &&
	    (!had->more || may.high < may.low))
		may.high = may.low;
	return may;
}

/* True if the contract holds, or with [deny] does not, whatever the kinds from [kind] on of [left] more canastas are. */
static bool holds_for_all(struct canastas_had *had, formula contract, int kind, int left, bool deny)
{
	const struct rules *rules = had->rules;
	bool all = true;

	if (left == 0 || kind == rules->canasta_count - 1) {
		struct interval holds;
		had->of[kind] = left;
		holds = formula_interval_where(rules, contract, had, of_canastas_had);
		had->of[kind] = 0;
		return deny ? holds.high == 0 : holds.low > 0;
	}
	for (int some = 0; some <= left && all; some++) {
		had->of[kind] = some;
		all = holds_for_all(had, contract, kind + 1, left - some, deny);
	}
	had->of[kind] = 0;
	return all;
}

/* What a contract is for a side with so many canastas: each of them is of one kind. */
static bool holds_with_canastas(const struct rules *rules, formula contract, int canastas, bool more, bool deny)
{
	struct canastas_had had = { .rules = rules, .all = canastas, .more = more };

	return canastas >= 0 && rules->canasta_count > 0 && reaches(rules, contract, FACT_side_canastas_of) &&
	       holds_for_all(&had, contract, 0, canastas, deny);
}

/* Rules, and a number that every fact is, as far as it can be. */
struct sample {
	const struct rules *rules;
	int32_t number;
};

static struct interval of_sample(const void *frame, const struct ir *asked)
{
	const struct sample *sample = frame;
	struct interval may = fact_interval(sample->rules, asked);
	int64_t number = sample->number < may.low ? may.low : sample->number > may.high ? may.high : sample->number;

	return (struct interval){ number, number };
}

static bool asks_deeds(formula of)
{
	const struct ir *asked = of->asked;

	while (asked != NULL && facts[asked->fact].slot != SLOT_DEED)
		asked = asked->also;
	return asked != NULL;
}

/* True if a condition holds where another one does, or an amount is not 0, when all facts are one of a few numbers: then there is nothing
 * to prove. Two deeds may exclude each other. False proves nothing. */
static bool hold_together(const struct rules *rules, formula condition, formula other)
{
	if (asks_deeds(condition) && asks_deeds(other))
		return false;
	for (int32_t number = 0; number < 4; number++) {
		const struct sample sample = { rules, number };
		struct interval of = formula_interval_where(rules, other, &sample, of_sample);
		if ((of.low > 0 || of.high < 0) && formula_interval_where(rules, condition, &sample, of_sample).low > 0)
			return true;
	}
	return false;
}

/* True if the points of a score are 0 wherever its condition holds. */
static bool scores_nothing(struct lint *lint, const struct rules *rules, int item)
{
	const struct in_score *score = &rules->score[item];
	const struct moment moment = { rules, ROW_score_points, item, -1, false };
	bool failed = false, nothing = !score->when->is_constant && !score->points->is_constant &&
	                               may_exclude(score->when, score->points) &&
	                               !hold_together(rules, score->when, score->points) &&
	                               never_both(&moment, score->when, score->points, &failed);

	if (failed)
		arena_fail(lint->library->arena);
	return nothing;
}

static void lint_never(struct lint *lint, const struct rules *rules, enum row_id row, int item, enum proof proof)
{
	const struct cell *cell = rules_cell(rules, row, item);
	enum diag_id id = row == ROW_score_when ? DIAG_BONUS_NEVER : DIAG_CONDITION_NEVER;
	formula condition = rules_formula(rules, row, item);
	bool nobody_out = row == ROW_going_out_contract && never_holds(condition);
	struct suspect *suspect =
		suspect_if(lint, id, clause_span(cell->statement),
	                   (proof == PROVED_NEVER || nobody_out) && !waits_for_an_option(rules, cell, condition));

	if (suspect == NULL)
		return;
	suspect->words[0] = row == ROW_score_when ? rules->score[item].name : path_words(lint, rules, row, item);
	suspect->hint = nobody_out
	                        ? "so nobody may go out; where nothing else is needed for it, write `contract always`"
	                        : clash_words(lint, rules, row, item);
	if (suspect->hint == NULL)
		suspect->hint = reason_words(lint, rules, row, item, proof);
	if (suspect->hint == NULL && row == ROW_score_when)
		suspect->hint = "this can never hold";
}

/* A condition that holds whatever happens: `a or not a`, `hand size >= 0`. So does `waived always`, though it says so. */
static void lint_always(struct lint *lint, const struct rules *rules, enum row_id row, int item, enum proof proof)
{
	formula condition = rules_formula(rules, row, item);
	bool waives = row == ROW_initial_meld_waived && always_holds(condition) &&
	              setting_is_dead(rules, ROW_initial_meld_waived, 0) == NULL;
	struct suspect *suspect =
		suspect_if(lint, DIAG_CONDITION_ALWAYS, clause_span(rules_cell(rules, row, item)->statement),
	                   waives || proof == PROVED_ALWAYS);

	if (suspect == NULL)
		return;
	suspect->words[0] = path_words(lint, rules, row, item);
	suspect->hint = waives ? "so that no initial meld is asked for; if that is meant, `minimum 0` says so"
	                       : reason_words(lint, rules, row, item, proof);
}

/* False if the condition never holds or always does: then nothing is to be said of its parts. */
static bool lint_condition(struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	struct span span = clause_span(rules_cell(rules, row, item)->statement);
	bool asked = in_question(lint, row == ROW_score_when ? DIAG_BONUS_NEVER : DIAG_CONDITION_NEVER, span) ||
	             in_question(lint, DIAG_CONDITION_ALWAYS, span);
	const struct moment moment = moment_of(rules, row, item);
	enum proof proof = asked ? proof_of(lint, &moment, rules_formula(rules, row, item)) : PROVED_NOTHING;

	if (row == ROW_initial_meld_waived && asked &&
	    waived_too_late(rules)) /* lint_idle says that it comes too late */
		proof = proof_of(lint, &ANY_TIME(rules), rules_formula(rules, row, item));
	if (row == ROW_going_out_contract && proof == PROVED_ALWAYS &&
	    needs_no_more(rules, rules->going_out.contract)) /* lint_idle says what it asks for again */
		proof = proof_of(lint, &ANY_TIME(rules), rules_formula(rules, row, item));
	if (row == ROW_going_out_contract && asked && proof == PROVED_NOTHING &&
	    holds_with_canastas(rules, rules->going_out.contract, rules->going_out.canastas, true, true))
		proof = PROVED_NEVER;
	if (row == ROW_score_when && asked && proof == PROVED_NOTHING &&
	    !is_stated(lint, rules, ROW_score_points, item) && scores_nothing(lint, rules, item))
		proof = PROVED_NEVER;
	if (row == ROW_meld_shape && asked && proof == PROVED_NOTHING && !rules->meld[item].shape->is_constant &&
	    forbids_nothing(rules, row, item))
		proof = PROVED_ALWAYS;
	if (row == ROW_meld_kinds && asked && proof == PROVED_NOTHING && !rules->meld[item].kinds->is_constant &&
	    knows_all_melds(rules, item) &&
	    !melds_tell_apart(rules, UINT32_C(1) << item, -1, NULL, rules->meld[item].kinds))
		proof = PROVED_ALWAYS;
	if (rows[row].in == GROUP_take && asked && proof == PROVED_NOTHING &&
	    holds_for_takers(rules, rules_formula(rules, row, item), item))
		proof = PROVED_ALWAYS;
	lint_never(lint, rules, row, item, proof);
	lint_always(lint, rules, row, item, proof);
	return proof == PROVED_NOTHING;
}

enum { NOT_COVERED = -1, FOUND_OTHERWISE = -2 };

/* Another item of the list that makes [item] change nothing, or NOT_COVERED; of a freeze it may be a block, then [*group] is that list. An item that
 * never holds or cannot matter has another finding. */
static int covering(struct lint *lint, const struct rules *rules, enum row_id row, int item, int *group)
{
	formula own = rules_formula(rules, row, item);
	bool failed = false;
	int other;

	if (never_holds(own) || proof_of(lint, &ANY_TIME(rules), own) == PROVED_NEVER ||
	    setting_is_dead(rules, row, item) != NULL)
		return FOUND_OTHERWISE;
	other = item_covering(rules, rows[row].in, item, &failed);
	if (other < 0 && row == ROW_freeze_when) {
		other = block_covering(rules, item, &failed);
		*group = GROUP_block;
	}
	if (failed)
		arena_fail(lint->library->arena);
	return other;
}

/* Where an item says its condition, or where it stands if it has none. */
static struct span span_of_condition(const struct rules *rules, enum row_id row, int item)
{
	const struct cell *cell = rules_cell(rules, row, item);

	return cell->statement != NULL ? clause_span(cell->statement) : rules->items[rows[row].in][item];
}

/* An item of another file that one of this file makes idle: reported there. */
static void lint_theirs_covered(struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	int group = rows[row].in, of_other = group, count = rules_item_count(rules, group), other = NOT_COVERED;
	const char *name = rules_item_name(rules, group, item);
	bool asked = false;

	for (int own = 0; own < count && !asked; own++)
		asked = item_in_question(lint, DIAG_CONDITION_COVERED, span_of_condition(rules, row, own), name);
	if (asked)
		other = covering(lint, rules, row, item, &of_other);
	for (int own = 0; own < count && asked && other != FOUND_OTHERWISE; own++) {
		struct suspect *suspect = suspect_item(lint, DIAG_CONDITION_COVERED, span_of_condition(rules, row, own),
		                                       name, own == other && of_other == group);
		if (suspect == NULL)
			continue;
		suspect->words[0] = item_words(lint, rules, group, item);
		suspect->words[1] = item_words(lint, rules, group, own);
		suspect->hint = text_kept(lint->library->arena, "if that is meant, write `remove %s %s`",
		                          groups[group].name, name);
		suspect->other = rules->items[group][item];
		suspect->other_sentence = "it stands here";
	}
}

/* What freezes, blocks, bans or takes only what something else does anyway. [row] is its condition. */
static void lint_covered(struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	int group = rows[row].in, of_other = group;
	struct span span = span_of_condition(rules, row, item);

	if (span.source != lint->file->source)
		span = said_of(lint, rules, group, item);
	if (span.source != lint->file->source) {
		lint_theirs_covered(lint, rules, row, item);
		return;
	}

	bool asked = in_question(lint, DIAG_CONDITION_COVERED, span);
	int other = asked ? covering(lint, rules, row, item, &of_other) : NOT_COVERED;
	struct suspect *suspect = suspect_at(lint, DIAG_CONDITION_COVERED, span);

	if (other == FOUND_OTHERWISE && suspect != NULL && suspect->words[0] != NULL)
		return; /* a build before has found it covered, and this one does not need it either */
	suspect = suspect_if(lint, DIAG_CONDITION_COVERED, span, other >= 0);
	if (suspect == NULL)
		return;
	suspect->words[0] = item_words(lint, rules, group, item);
	suspect->words[1] = item_words(lint, rules, of_other, other);
	suspect->other = item_at(rules, of_other, other);
	suspect->other_sentence = "the other one stands here";
}

void lint_coverings(struct lint *lint, const struct rules *rules)
{
	static const enum row_id conditions[] = { ROW_freeze_when, ROW_block_when, ROW_take_when, ROW_ban_when };

	for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
		for (int item = 0; item < rules_item_count(rules, rows[conditions[i]].in); item++)
			lint_covered(lint, rules, conditions[i], item);
}

/* True for a number other than 0, and for `points 0` where a parent has other points, which says that it no longer counts. */
static bool is_plain_number(const struct rules *rules, int item)
{
	const struct cell *cell = rules_cell(rules, ROW_score_points, item);
	formula held = rules->score[item].points;

	return held->is_constant && !held->is_settled && (held->number != 0 || cell->inherited != NULL);
}

/* Every fact at one end of what it can be. */
struct end_of_facts {
	const struct rules *rules;
	bool high;
};

static struct interval at_end(const void *frame, const struct ir *asked)
{
	const struct end_of_facts *end = frame;
	struct interval may = fact_interval(end->rules, asked);

	return end->high ? (struct interval){ may.high, may.high } : (struct interval){ may.low, may.low };
}

/* True if a score counts something where all facts are as large or as small as they can be, which is found out faster than a proof. */
static bool counts_at_an_end(const struct rules *rules, const struct in_score *score)
{
	for (int high = 0; high < 2; high++) {
		struct end_of_facts end = { rules, high != 0 };
		struct interval points = formula_interval_where(rules, score->points, &end, at_end);
		if ((points.low > 0 || points.high < 0) &&
		    formula_interval_where(rules, score->when, &end, at_end).low > 0)
			return true;
	}
	return false;
}

/* True if points are always 0 where they count, although their interval does not say so: a fact is asked twice, and the one takes the
 * other away. */
static bool comes_to_nothing(struct lint *lint, const struct rules *rules, int item)
{
	const struct in_score *score = &rules->score[item];
	const formula asked[] = { score->points, score->when };
	bool failed = false,
	     nothing = ((asks_deeds(score->points) && asks_deeds(score->when)) || !counts_at_an_end(rules, score)) &&
	               !score->points->is_constant && !cannot_hold(rules, score->when) &&
	               (((!ask_once(asked, sizeof asked / sizeof *asked) || asks(score->points, FACT_shared_above)) &&
	                 item_is_idle(rules, GROUP_score, item, &failed)) ||
	                scores_nothing(lint, rules, item)) &&
	               proof_of(lint, &ANY_TIME(rules), score->when) != PROVED_NEVER;

	if (failed)
		arena_fail(lint->library->arena);
	return nothing;
}

/* Points that are always 0. */
static void lint_points(struct lint *lint, const struct rules *rules, int item)
{
	const struct cell *cell = rules_cell(rules, ROW_score_points, item);
	struct suspect *suspect = suspect_at(lint, DIAG_BONUS_NEVER, cell->statement->span);
	const struct moment moment = { rules, ROW_score_points, item, -1, false };
	formula held = rules->score[item].points;
	struct interval points;

	if (suspect == NULL || suspect->cleared)
		return;
	points = interval_when_asked(&moment, held);
	if (cell->inherited != NULL &&
	    cell->inherited->statement != NULL) /* an option may say what a variant left open */
		suspect_if(lint, DIAG_BONUS_NEVER, cell->inherited->statement->span, false);
	if (((points.low != 0 || points.high != 0) && !comes_to_nothing(lint, rules, item)) ||
	    is_plain_number(rules, item) || waits_for_an_option(rules, cell, held)) {
		suspect->cleared = true;
		return;
	}
	suspect->words[0] = rules->score[item].name;
	suspect->hint = "this always comes to 0";
}

/* ---- what the parent has and the file makes impossible ---- */

/* The cards that settle whether some of what the formula asks can be there, where it cannot: a row that makes cards bonus cards or wild.
 * ROW_COUNT if there is none. */
static enum row_id cards_lacking(const struct rules *rules, formula of)
{
	enum row_id row = ROW_COUNT;

	for (const struct ir *asked = of->asked; asked != NULL && row == ROW_COUNT; asked = asked->also) {
		if (asked->fact == FACT_term || fact_interval(rules, asked).high != 0)
			continue;
		switch (facts[asked->fact].most) {
		case MOST_BONUS:
		case MOST_BONUS_CARDS: row = ROW_bonus_cards; break;
		case MOST_WILDS:
		case MOST_WILD_CARDS: row = ROW_cards_wild; break;
		case MOST_CLASS:
		case MOST_OTHERS_CLASS:
		case MOST_CLASS_POINTS: row = cards_lacking(rules, rules->class[asked->item].when); break;
		default: break;
		}
	}
	return row;
}

/* The row of cards for want of which nobody scores it; ROW_COUNT if somebody may, or for another reason. */
static enum row_id lost_by(const struct rules *rules, const struct in_score *score)
{
	struct interval points = formula_interval(rules, score->points);
	enum row_id row = points.low == 0 && points.high == 0 ? cards_lacking(rules, score->points) : ROW_COUNT;

	return row == ROW_COUNT && is_contradiction(rules, score->when) ? cards_lacking(rules, score->when) : row;
}

/* Says what the parent has and the file makes impossible by [row], at the file's statement. */
static void lint_lost(struct lint *lint, const struct rules *rules, enum row_id row, int group, int item, bool lost)
{
	const char *name = rules_item_name(rules, group, item);
	struct suspect *suspect = suspect_item(lint, group == GROUP_score ? DIAG_BONUS_NEVER : DIAG_CLASS_IMPOSSIBLE,
	                                       rules_cell(rules, row, 0)->statement->span, name, lost);

	if (suspect == NULL)
		return;
	suspect->words[0] = suspect->item;
	suspect->hint = text_kept(
		lint->library->arena,
		row == ROW_bonus_cards
			? "the cards that it counts are no bonus cards here, so none is laid out; if that is "
			  "meant, write `remove %s %s`"
			: "the cards that it counts are not wild here; if that is meant, write `remove %s %s`",
		groups[group].name, name);
	suspect->other = rules->items[group][item];
	suspect->other_sentence = group == GROUP_score ? "the score stands here" : "the class stands here";
}

/* Inherited scores and classes that count cards which the file made no bonus cards, or not wild. Authors who play without such cards
 * know that. */
static void lint_lost_by(struct lint *lint, const struct rules *rules, enum row_id row)
{
	if (!is_stated(lint, rules, row, 0) || *(const cardset *)rules_value(rules, row, 0) == 0)
		return;
	for (int item = 0; item < rules->score_count; item++)
		if (!is_stated(lint, rules, ROW_score_points, item) && !is_stated(lint, rules, ROW_score_when, item))
			lint_lost(lint, rules, row, GROUP_score, item, lost_by(rules, &rules->score[item]) == row);
	for (int item = 0; item < rules->class_count; item++)
		if (!is_stated(lint, rules, ROW_class_when, item))
			lint_lost(lint, rules, row, GROUP_class, item,
			          no_meld_is_of_class(rules, item) &&
			                  cards_lacking(rules, rules->class[item].when) == row);
}

/* True if what [asked] answers is bounded by setting [row] of item [item]. */
static bool bounds_fact(const struct rules *rules, enum row_id row, int item, const struct ir *asked)
{
	bool of_melds = row == ROW_meld_ranks || row == ROW_meld_size || row == ROW_meld_naturals ||
	                row == ROW_meld_wilds || row == ROW_meld_shape;

	if (row == ROW_stock_end_play)
		return asked->fact == FACT_stock_empty || asked->fact == FACT_stock_size;
	if (row == ROW_freeze_when)
		return asked->fact == FACT_pile_frozen && item == freeze_always(rules);
	if (asked->fact == FACT_pile_top || asked->fact == FACT_pile_has)
		return (row == ROW_bonus_cards || row == ROW_deal_turn_again || row == ROW_deal_turned_again) &&
		       (asked->cards & rules->bonus.cards) != 0;
	switch (facts[asked->fact].most) {
	case MOST_START_CARDS:
		if (row == ROW_deal_start_pile)
			return rules->deal.start_pile == 0;
		return (row == ROW_deal_turned_again || row == ROW_deal_turn_again) && rules->deal.start_pile > 0 &&
		       rules->deal.turned_again == deal_turned_again_buried;
	case MOST_ON_TABLE:
	case MOST_WILDS_ON_TABLE: return of_melds;
	case MOST_CLASS:
	case MOST_CLASS_POINTS:
	case MOST_OTHERS_CLASS: return of_melds;
	case MOST_CANASTAS_OF:
		return of_melds ||
		       (rows[row].in == GROUP_canasta && rows[row].type != TYPE_AMOUNT && item == asked->item);
	case MOST_SIDE_CANASTAS:
	case MOST_OTHERS_CANASTAS: return of_melds || rows[row].in == GROUP_canasta;
	default: return false;
	}
}

enum { BOUNDS_MAX = 16 };

/* Settings that this file states and that bound facts. */
struct bounds_stated {
	struct setting at[BOUNDS_MAX];
	int count;
};

static void find_bounds(const struct lint *lint, const struct rules *rules, struct bounds_stated *bounds)
{
	static const enum row_id candidates[] = { ROW_deal_turn_again, ROW_deal_turned_again, ROW_meld_ranks,
		                                  ROW_meld_size,       ROW_meld_naturals,     ROW_meld_wilds,
		                                  ROW_meld_shape,      ROW_canasta_ranks,     ROW_canasta_size,
		                                  ROW_canasta_when,    ROW_stock_end_play,    ROW_freeze_when,
		                                  ROW_bonus_cards,     ROW_deal_start_pile };

	bounds->count = 0;
	for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
		int group = rows[candidates[i]].in, items = groups[group].is_list ? rules_item_count(rules, group) : 1;
		for (int item = 0; item < items && bounds->count < BOUNDS_MAX; item++)
			if (is_stated(lint, rules, candidates[i], item))
				bounds->at[bounds->count++] = (struct setting){ .row = candidates[i], .item = item };
	}
}

/* The first of these settings that bounds a fact which [of] asks, be it through a term; NULL if there is none. */
static const struct setting *bound_of(const struct rules *rules, const struct bounds_stated *bounds, formula of)
{
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also) {
		const struct setting *found =
			asked->fact == FACT_term ? bound_of(rules, bounds, rules->define[asked->item].when) : NULL;
		for (int i = 0; i < bounds->count && found == NULL; i++)
			if (bounds_fact(rules, bounds->at[i].row, bounds->at[i].item, asked))
				found = &bounds->at[i];
		if (found != NULL)
			return found;
	}
	return NULL;
}

/* An inherited condition that never holds since this file states something else: reported there. */
static void lint_inherited(struct lint *lint, const struct rules *rules, const struct bounds_stated *bounds,
                           struct setting at)
{
	formula condition = rules_formula(rules, at.row, at.item);
	const struct moment moment = { rules, (int)at.row, at.item, -1, false };
	const struct setting *bound =
		condition->is_constant && !condition->is_settled ? NULL : bound_of(rules, bounds, condition);
	int group = rows[at.row].in;
	struct suspect *suspect;
	bool never;

	if (bound == NULL || (group == GROUP_score && lost_by(rules, &rules->score[at.item]) != ROW_COUNT))
		return;
	never = interval_when_asked(&moment, condition).high == 0;
	lint->any_lost = lint->any_lost || never;
	suspect = suspect_item(lint, at.row == ROW_score_when ? DIAG_BONUS_NEVER : DIAG_CONDITION_NEVER,
	                       rules_cell(rules, bound->row, bound->item)->statement->span,
	                       at.row == ROW_score_when ? rules->score[at.item].name
	                                                : path_words(lint, rules, at.row, at.item),
	                       never);
	if (suspect == NULL)
		return;
	suspect->words[0] = suspect->item;
	suspect->hint =
		groups[group].is_list && !group_is_helper(group) && group != GROUP_meld && at.row != ROW_take_forced
			? text_kept(lint->library->arena, "if that is meant, write `remove %s %s`", groups[group].name,
	                            rules_item_name(rules, group, at.item))
			: "what is stated here rules it out";
	suspect->other = clause_span(rules_cell(rules, at.row, at.item)->statement);
	suspect->other_sentence = "the condition stands here";
}

/* True for a condition that another file states. One of an option may wait for another option. */
static bool is_inherited_condition(const struct lint *lint, const struct rules *rules, struct setting at)
{
	const struct cell *cell = rules_cell(rules, at.row, at.item);

	return rows[at.row].type == TYPE_CONDITION && rows[at.row].in != GROUP_class &&
	       rows[at.row].in != GROUP_canasta && rows[at.row].in != GROUP_define && cell->statement != NULL &&
	       cell->layer->kind != LAYER_OPTION && !is_stated(lint, rules, at.row, at.item);
}

/* `canastas 3` where a parent's contract asks for two of whatever kind. */
static void lint_contract(struct lint *lint, const struct rules *rules)
{
	const struct cell *contract = rules_cell(rules, ROW_going_out_contract, 0);
	struct suspect *suspect;

	if (!is_stated(lint, rules, ROW_going_out_canastas, 0) || contract->statement == NULL ||
	    contract->layer->kind == LAYER_OPTION || is_stated(lint, rules, ROW_going_out_contract, 0))
		return;
	suspect = suspect_item(lint, DIAG_SETTING_IDLE, rules_cell(rules, ROW_going_out_canastas, 0)->statement->span,
	                       "going_out.contract", needs_no_more(rules, rules->going_out.contract));
	if (suspect == NULL)
		return;
	suspect->words[0] = suspect->item;
	suspect->words[1] = "as many canastas are needed here anyway";
	suspect->hint = "if that is meant, write `contract always`";
	suspect->other = contract->statement->span;
	suspect->other_sentence = "the contract stands here";
}

void lint_bounds(struct lint *lint, const struct rules *rules)
{
	struct bounds_stated bounds;

	lint_contract(lint, rules);
	find_bounds(lint, rules, &bounds);
	if (bounds.count == 0)
		return;
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		if (is_inherited_condition(lint, rules, at))
			lint_inherited(lint, rules, &bounds, at);
}

/* Points for every side in every deal that are as many as the whole game: the first deal decides it, or no total comes
 * near. */
static void lint_weight(struct lint *lint, const struct rules *rules, int item)
{
	const struct in_score *score = &rules->score[item];
	bool every_deal = always_holds(score->when) && score->minus->is_constant && score->points->is_constant;
	int64_t points = (int64_t)score->points->number * (score->minus->number != 0 ? -1 : 1);
	struct suspect *suspect =
		suspect_if(lint, DIAG_SCORE_OUTWEIGHS, rules_cell(rules, ROW_score_points, item)->statement->span,
	                   every_deal && rules->game.to > 0 && (points >= rules->game.to || -points >= rules->game.to));

	if (suspect == NULL)
		return;
	suspect->words[0] = score->name;
	suspect->words[1] = number_words(lint, points);
	suspect->words[2] = number_words(lint, rules->game.to);
	suspect->hint =
		points < 0 ? "with this a side hardly ever comes near that" : "one deal may be enough to end a game";
}

/* True if somebody may lay a special hand, which takes the place of what else a side scores. */
static bool lays_special_hands(const struct rules *rules)
{
	for (int i = 0; i < rules->special_count; i++)
		if (!cannot_hold(rules, rules->special[i].when))
			return true;
	return false;
}

/* The same points for every side in every deal. */
static void lint_for_all(struct lint *lint, const struct rules *rules, int item)
{
	const struct in_score *score = &rules->score[item];
	bool for_all = always_holds(score->when) && score->minus->is_constant && score->points->is_constant &&
	               score->points->number != 0 && (score->points->number > 0 || score->minus->number == 0) &&
	               (score->special == score_special_kept || !lays_special_hands(rules));
	int64_t points = (int64_t)score->points->number * (score->minus->number != 0 ? -1 : 1);

	for_all = for_all && (rules->game.to == 0 || (points < rules->game.to && -points < rules->game.to));
	struct suspect *suspect = suspect_if(lint, DIAG_SCORE_FOR_ALL,
	                                     rules_cell(rules, ROW_score_points, item)->statement->span, for_all);

	if (suspect == NULL)
		return;
	suspect->words[0] = score->name;
	suspect->words[1] = number_words(lint, points);
	suspect->hint = "`when ...` says for whom it counts, as in `when side went out`";
}

/* `points -100` where `minus always` turns them around. */
static void lint_minus(struct lint *lint, const struct rules *rules, int item)
{
	const struct in_score *score = &rules->score[item];
	struct interval points = formula_interval(rules, score->points);
	struct suspect *suspect =
		suspect_if(lint, DIAG_MINUS_TWICE, rules_cell(rules, ROW_score_points, item)->statement->span,
	                   always_holds(score->minus) && points.low < 0 && points.high <= 0);

	if (suspect == NULL)
		return;
	suspect->words[0] = score->name;
	suspect->hint = "write the points without `-`; `minus always` takes them away already";
	suspect->other = rules_cell(rules, ROW_score_minus, item)->statement->span;
	suspect->other_sentence = "`minus` stands here";
}

void lint_scores(struct lint *lint, const struct rules *rules)
{
	for (int item = 0; item < rules->score_count; item++)
		if (is_stated(lint, rules, ROW_score_points, item)) {
			lint_weight(lint, rules, item);
			lint_for_all(lint, rules, item);
			lint_minus(lint, rules, item);
		}
	for (int item = 0; item < rules->score_count; item++)
		if (is_stated(lint, rules, ROW_score_points, item))
			lint_points(lint, rules, item);
	lint_lost_by(lint, rules, ROW_bonus_cards);
	lint_lost_by(lint, rules, ROW_cards_wild);
}

/* ---- settings without an effect ---- */

/* What a fact can be in a game that goes on: no total is as high as the one that ends it. */
static struct interval of_game_going_on(const void *frame, const struct ir *asked)
{
	const struct rules *rules = frame;

	if (asked->fact == FACT_side_total || asked->fact == FACT_others_total)
		return (struct interval){ INT32_MIN, rules->game.to - 1 };
	return fact_interval(rules, asked);
}

/* True for `ends when side total >= 10000` where the game ends at 5000 anyway. */
static bool ends_too_late(const struct rules *rules)
{
	struct interval ends = formula_interval_where(rules, rules->game.ends, rules, of_game_going_on);

	return rules->game.to > 0 && ends.high == 0 && !never_holds(rules->game.ends);
}

/* True if the limits of a meld that [row] states forbid large numbers, but none that the deck and its other limits allow. That small
 * ones are forbidden twice, as in `size 3 or more; naturals 2 or more; wilds at most 1`, is a way to say it clearly. */
static bool is_implied(const struct rules *rules, enum row_id row, int item)
{
	bool of_naturals = row == ROW_meld_naturals;

	return !(of_naturals && form_is_wild(&rules->form[item])) &&
	       !limits_hold(rules, rules_formula(rules, row, item),
	                    of_naturals || row == ROW_meld_size ? MELD_CARDS_MAX : 0,
	                    row == ROW_meld_wilds ? MELD_CARDS_MAX : 0) &&
	       forbids_nothing(rules, row, item);
}

/* True for `wilds at most 50`, of which no meld has so many. */
static bool is_no_limit(const struct rules *rules, enum row_id row, int item)
{
	formula limits = rules_formula(rules, row, item);

	return (formula_interval(rules, limits).low > 0 ||
	        (rows[row].in == GROUP_meld && is_implied(rules, row, item))) &&
	       (!limits->is_constant || limits->is_settled);
}

/* What a fact can be where a side has the canastas that going out needs. */
static struct interval of_enough_canastas(const void *frame, const struct ir *asked)
{
	const struct rules *rules = frame;
	struct interval of = fact_interval(rules, asked);

	if (asked->fact == FACT_side_canastas && of.low < rules->going_out.canastas)
		of.low = rules->going_out.canastas;
	return of;
}

bool needs_no_more(const struct rules *rules, formula contract)
{
	return !contract->is_constant && formula_interval(rules, contract).low == 0 &&
	       (formula_interval_where(rules, contract, rules, of_enough_canastas).low > 0 ||
	        (rules->going_out.canastas > 0 &&
	         holds_with_canastas(rules, contract, rules->going_out.canastas, true, false)));
}

/* What a fact can be for a side that has fewer canastas than it needs to go out. */
static struct interval of_too_few_canastas(const void *frame, const struct ir *asked)
{
	const struct rules *rules = frame;

	if (asked->fact == FACT_side_canastas || asked->fact == FACT_side_canastas_of)
		return (struct interval){ 0, rules->going_out.canastas - 1 };
	return fact_interval(rules, asked);
}

/* True for `canastas 2` where the contract asks for two of one kind: it never holds for a side with fewer. */
static bool contract_needs_as_many(const struct rules *rules)
{
	formula contract = rules->going_out.contract;

	bool never = rules->going_out.canastas > 0 && !never_holds(contract) && !contract->is_constant;

	if (never && formula_interval_where(rules, contract, rules, of_too_few_canastas).high == 0)
		return true;
	for (int canastas = 0; canastas <= rules->going_out.canastas && never; canastas++)
		never = holds_with_canastas(rules, contract, canastas, false, true);
	return never;
}

/* `when side canastas >= 2` over an inherited `minus when side canastas = 0`, which never holds then. */
static void lint_lost_minus(struct lint *lint, const struct rules *rules, int item)
{
	const struct in_score *score = &rules->score[item];
	const struct cell *minus = rules_cell(rules, ROW_score_minus, item);
	struct span span = clause_span(rules_cell(rules, ROW_score_when, item)->statement);
	bool failed = false,
	     lost = in_question(lint, DIAG_SETTING_IDLE, span) && !is_stated(lint, rules, ROW_score_minus, item) &&
	            minus->statement != NULL && !score->when->is_constant && !score->minus->is_constant &&
	            may_exclude(score->when, score->minus) && !hold_together(rules, score->when, score->minus) &&
	            !cannot_hold(rules, score->when) && !cannot_hold(rules, score->minus) &&
	            never_both(&ANY_TIME(rules), score->minus, score->when, &failed);
	struct suspect *suspect = suspect_if(lint, DIAG_SETTING_IDLE, span, lost);

	if (failed)
		arena_fail(lint->library->arena);
	if (suspect == NULL)
		return;
	suspect->words[0] = path_words(lint, rules, ROW_score_minus, item);
	suspect->words[1] = "it never holds where this does";
	suspect->other = minus->statement->span;
	suspect->other_sentence = "it is stated here";
}

/* What an initial meld must come to, unless it is waived. */
static bool is_of_opening(enum row_id row)
{
	return row == ROW_initial_meld_minimum || row == ROW_initial_meld_raised || row == ROW_initial_meld_top_card ||
	       row == ROW_initial_meld_contains;
}

/* True for `minus when side laid red 3 = 0` where [counted], the points or when they count, is 0 then. */
static bool takes_nothing_away(struct lint *lint, const struct rules *rules, int item, formula counted)
{
	formula minus = rules->score[item].minus;
	bool failed = false, nothing = !minus->is_constant && !counted->is_constant && !cannot_hold(rules, minus) &&
	                               !cannot_hold(rules, counted) && may_exclude(minus, counted) &&
	                               never_both(&ANY_TIME(rules), minus, counted, &failed);

	if (failed)
		arena_fail(lint->library->arena);
	return nothing;
}

/* True if nobody has laid a special hand where a score counts, so that it need not be kept beside one. */
static bool counts_without_special_hands(struct lint *lint, const struct rules *rules, int item)
{
	static const struct ir laid = { .kind = IR_FACT, .type = FLAG, .fact = FACT_special_laid };
	static const struct formula is_laid = { .ir = &laid, .asked = &laid, .weight = 1 };
	const struct moment moment = { rules, ROW_score_when, item, -1, false };
	formula when = rules->score[item].when;
	bool failed = false, never = !when->is_constant && may_exclude(when, &is_laid) && !cannot_hold(rules, when) &&
	                             never_both(&moment, when, &is_laid, &failed);

	if (failed)
		arena_fail(lint->library->arena);
	return never;
}

/* True if a special hand is laid only by who has drawn or taken the pile, so that the top card completes none. */
static bool is_laid_later(const struct rules *rules, int item)
{
	const struct moment moment = { rules, ROW_special_with_top_card, item, -1, false };

	return interval_when_asked(&moment, rules->special[item].when).high == 0 &&
	       !cannot_hold(rules, rules->special[item].when);
}

/* True for an amount that is 0 whenever it is asked, as it is where nothing is said of it. Points of scores have a finding of their own,
 * and what an option states may wait for another one. */
static bool is_always_nothing(const struct rules *rules, enum row_id row, int item)
{
	const struct moment moment = { rules, (int)row, item, -1, false };
	const struct cell *cell = rules_cell(rules, row, item);
	formula of = rows[row].type == TYPE_AMOUNT && row != ROW_score_points ? rules_formula(rules, row, item) : NULL;
	struct interval may = { 0, 1 };

	if (of != NULL && (!of->is_constant || of->is_settled) && cell->layer->kind != LAYER_OPTION &&
	    (cell->inherited == NULL || cell->inherited->statement == NULL))
		may = interval_when_asked(&moment, of);
	return may.low == 0 && may.high == 0;
}

/* True if aces lie in sequences of kind [item] as they would if nothing were stated of them. */
static bool ace_lies_as_ever(const struct rules *rules, int item)
{
	const struct form *form = &rules->form[item];
	uint8_t low, high;

	if (form->sequence == 0)
		return false;
	sequence_ends(rules, form, meld_ace_high, &low, &high);
	return low == form->low && high == form->high;
}

/* True if no ace decides a cut: it is cut again. */
static bool cuts_no_ace(const struct rules *rules)
{
	cardset aces = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		aces |= strcmp(RANK_NAMES[rules->kind[kind].rank], "A") == 0 ? UINT64_C(1) << kind : 0;
	return aces != 0 && (aces & ~rules->cut.again) == 0;
}

/* Why a setting changes nothing, or NULL. */
static const char *idle_because(struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	if (row == ROW_ban_cards && rules->discard.ban[item].cards == 0)
		return "it bans no card";
	if (row == ROW_ban_cards && ban_is_never_held(rules, item) && !names_a_source(lint->file))
		return "such cards are laid out before anything is discarded";
	if (canonical_is_default(rules, row, item))
		return NULL;
	if (is_of_opening(row) && always_holds(rules->initial_meld.waived) && !rules_ask(rules, FACT_minimum))
		return "`waived` holds always, so that no initial meld is asked for";
	if (row == ROW_score_minus && takes_nothing_away(lint, rules, item, rules->score[item].points))
		return "where it holds the points are 0";
	if (row == ROW_score_minus && !rules->score[item].when->is_constant &&
	    takes_nothing_away(lint, rules, item, rules->score[item].when))
		return "it never holds where the points count";
	if (is_always_nothing(rules, row, item))
		return "it is always 0 when it is asked";
	if (row == ROW_special_with_top_card && is_laid_later(rules, item))
		return "`when` never holds before a draw";
	if (row == ROW_score_special && counts_without_special_hands(lint, rules, item))
		return "nobody has laid a special hand where it counts";
	if (row == ROW_meld_joined && setting_is_dead(rules, row, item) == NULL && joins_nothing(rules, item))
		return "no two of them are one such meld together";
	if (row == ROW_meld_ace && ace_lies_as_ever(rules, item))
		return "no sequence has room for an ace there";
	if (row == ROW_cut_ace && cuts_no_ace(rules))
		return "whoever cuts an ace cuts again";
	if (row == ROW_game_ends && ends_too_late(rules))
		return text_kept(lint->library->arena, "a game ends before, at %d", (int)rules->game.to);
	if (row == ROW_table_at_play && rules->table.players == rules->seats)
		return "everybody plays in every deal";
	if (row == ROW_going_out_canastas && contract_needs_as_many(rules))
		return "`contract` needs as many anyway";
	if (row == ROW_initial_meld_waived && waived_too_late(rules))
		return "a side that has opened needs no initial meld any more";
	if (row == ROW_going_out_contract && needs_no_more(rules, rules->going_out.contract))
		return text_kept(lint->library->arena, "a side needs %d canasta%s anyway",
		                 (int)rules->going_out.canastas, plural(rules->going_out.canastas));
	if (rows[row].type == TYPE_BOUNDS && is_no_limit(rules, row, item))
		return "all melds are within these limits";
	return setting_is_dead(rules, row, item);
}

static void lint_idle(struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	struct span span = rules_cell(rules, row, item)->statement->span;
	bool asked = in_question(lint, DIAG_SETTING_IDLE, span);
	const char *because = asked ? idle_because(lint, rules, row, item) : NULL;
	struct suspect *suspect = suspect_if(lint, DIAG_SETTING_IDLE, span, because != NULL);

	if (suspect == NULL)
		return;
	suspect->words[0] = path_words(lint, rules, row, item);
	suspect->words[1] = because;
	if (row == ROW_game_ends)
		suspect->hint = "the total that ends a game is a number, as in `game { to 10000 }`";
}

/* True if a limit of [value] depends on other cards of the meld: `at most naturals`. */
static const struct expr *moving_limit(const struct expr *value)
{
	int64_t number;

	for (; value != NULL; value = value->next)
		if ((value->kind == EXPR_AT_MOST || value->kind == EXPR_AT_LEAST || value->kind == EXPR_OR_MORE) &&
		    !is_constant(value->first, &number))
			return value;
	return NULL;
}

/* True if [value] is one limit, a number above 1: with fewer than two wild cards what moves with the naturals holds anyway. */
static bool is_plain_limit(const struct expr *value)
{
	int64_t number;

	return value != NULL && value->next == NULL &&
	       is_constant(value->kind == EXPR_AT_MOST ? value->first : value, &number) && number > 1;
}

/* True if a canasta of kind [item] with so many cards may grow into a meld that is no canasta at all. */
static bool grows_out(const struct rules *rules, int item, int64_t cards)
{
	for (int i = 0; i < rules->meld_count && cards < MELD_CARDS_MAX; i++)
		for (cardset ranks = rules->form[i].ranks; ranks != 0; ranks &= ranks - 1)
			for (int wilds = 0; wilds <= cards; wilds++)
				for (int more = 0; more < 2; more++) {
					struct meld_cards meld = { .kind = (uint8_t)__builtin_ctzll(ranks),
						                   .naturals = (uint8_t)(cards - wilds),
						                   .wilds = (uint8_t)wilds,
						                   .wild = { (uint8_t)wilds } };
					if (!form_allows(&rules->form[i], meld.naturals, meld.wilds) ||
					    rules_canasta_of(rules, &meld) != item)
						continue;
					meld.wild[0] = meld.wilds = (uint8_t)(meld.wilds + more);
					meld.naturals = (uint8_t)(meld.naturals + !more);
					if (form_allows(&rules->form[i], meld.naturals, meld.wilds) &&
					    rules_canasta_of(rules, &meld) < 0)
						return true;
				}
	return false;
}

/* True for `size at most 7` where a parent said `3 or more`, and for `size 8`, exactly so many, where melds have more or fewer. */
static bool loses_a_bound(const struct rules *rules, enum row_id row, int item, const struct expr *had,
                          const struct expr *now)
{
	bool had_range = had != NULL && had->next == NULL && had->kind == EXPR_PHRASE &&
	                 had->first->kind == EXPR_RANGE && row == ROW_meld_size;
	bool had_least = had != NULL && had->next == NULL && (had->kind == EXPR_OR_MORE || had->kind == EXPR_AT_LEAST);
	int64_t number;

	if ((!had_least && !had_range) || now == NULL || now->next != NULL)
		return false;
	if (is_constant(now, &number))
		return row == ROW_meld_size ? number > 3 : row == ROW_canasta_size && grows_out(rules, item, number);
	return now->kind == EXPR_AT_MOST;
}

/* True if some meld of kind [item] is outside the limits that [statement] states for [row], or outside [only] one of them if that is
 * not NULL. */
static bool leaves_limits(struct lint *lint, const struct rules *rules, enum row_id row, int item,
                          const struct statement *statement, const struct expr *only)
{
	struct expr alone = only != NULL ? *only : (struct expr){ 0 };
	struct statement one = *statement;
	formula limits;

	alone.next = NULL;
	one.value = only != NULL ? &alone : statement->value;
	limits = rules_bounds(lint->library, (struct rules *)rules, row, item, &one);

	for (int naturals = 0; naturals <= MELD_CARDS_MAX && limits != NULL; naturals++)
		for (int wilds = 0; wilds <= MELD_CARDS_MAX; wilds++)
			if (form_allows(&rules->form[item], naturals, wilds) &&
			    !limits_hold(rules, limits, naturals, wilds))
				return true;
	return false;
}

/* `wilds at most 3` where a parent said `at most 3, at most naturals`: one of the two was perhaps forgotten. */
static void lint_dropped(struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	const struct cell *cell = rules_cell(rules, row, item), *before = cell->inherited;
	const struct expr *had = before != NULL ? before->statement->value : NULL, *now = cell->statement->value;
	const struct expr *moving = had != NULL && had->next != NULL && is_plain_limit(now) ? moving_limit(had) : NULL;
	const struct expr *dropped = moving != NULL ? moving : loses_a_bound(rules, row, item, had, now) ? had : NULL;

	if (dropped != NULL && rows[row].in == GROUP_meld && now->kind != EXPR_PHRASE &&
	    !leaves_limits(lint, rules, row, item, before->statement, moving))
		dropped = NULL; /* another limit says as much */

	bool exact = dropped != NULL && moving == NULL && now->kind != EXPR_AT_MOST;
	struct suspect *suspect = suspect_if(lint, exact ? DIAG_NUMBER_EXACT : DIAG_LIMIT_DROPPED,
	                                     cell->statement->span, dropped != NULL);

	if (suspect == NULL)
		return;
	suspect->words[exact] = before->layer->name;
	suspect->words[exact + 1] = expr_words(lint, dropped);
	if (exact)
		suspect->words[0] = expr_words(lint, now);
	suspect->hint = moving != NULL ? text_kept(lint->library->arena, "to keep it, write it behind a comma: `, %s`",
	                                           expr_words(lint, dropped))
	                : exact        ? "limits are written `3..7` or `7 or more`"
	                               : "both limits together are a range, as in `3..7`";
	suspect->other = before->statement->span;
	suspect->other_sentence = "it stands here";
}

/* The number that a comparison is about, or the condition itself: `side canastas of natural` of `side canastas of natural >= 2`. */
static const struct expr *compared_in(const struct expr *condition)
{
	switch (condition->kind) {
	case EXPR_EQUAL:
	case EXPR_UNEQUAL:
	case EXPR_LESS:
	case EXPR_LESS_EQUAL:
	case EXPR_MORE:
	case EXPR_MORE_EQUAL: return condition->first;
	default: return condition;
	}
}

/* True if [condition] may say something of what is [asked]: it has these words, a limit from above or a term. */
static bool may_speak_of(const struct rules *rules, const struct expr *condition, const struct expr *asked)
{
	struct text whole = { 0 }, words = { 0 };
	bool speaks;

	expr_write(condition, &whole);
	expr_write(asked, &words);
	speaks = strstr(text_read(&whole), text_read(&words)) != NULL || strchr(text_read(&whole), '<') != NULL;
	for (int i = 0; i < rules->define_count; i++)
		speaks = speaks || strstr(text_read(&whole), rules->define[i].name) != NULL;
	text_free(&whole);
	text_free(&words);
	return speaks;
}

/* What a condition made of terms comes to by those that hold always or never: PROVED_NOTHING if others decide. */
static enum proof settled_by_terms(const struct rules *rules, const struct expr *condition)
{
	enum proof one, other, decides = condition->kind == EXPR_OR ? PROVED_ALWAYS : PROVED_NEVER,
			       settled = PROVED_NOTHING;
	struct text words = { 0 };

	if (condition->kind == EXPR_NOT) {
		one = settled_by_terms(rules, condition->first);
		return one == PROVED_NOTHING ? one : one == PROVED_NEVER ? PROVED_ALWAYS : PROVED_NEVER;
	}
	if (condition->kind == EXPR_AND || condition->kind == EXPR_OR) {
		one = settled_by_terms(rules, condition->first);
		other = settled_by_terms(rules, condition->second);
		return one == decides || other == decides ? decides : one == other ? one : PROVED_NOTHING;
	}
	expr_write(condition, &words);
	for (int i = 0; i < rules->define_count; i++)
		if (strcmp(text_read(&words), rules->define[i].name) == 0)
			settled = always_holds(rules->define[i].when)  ? PROVED_ALWAYS
			          : never_holds(rules->define[i].when) ? PROVED_NEVER
			                                               : PROVED_NOTHING;
	text_free(&words);
	return settled;
}

/* True if [condition] names the term [name]. */
static bool names_term(const struct expr *condition, const char *name)
{
	struct text words = { 0 };
	bool asks;

	if (condition == NULL || condition->kind < EXPR_PHRASE)
		return false;
	if (condition->kind != EXPR_PHRASE)
		return names_term(condition->first, name) || names_term(condition->second, name);
	expr_write(condition, &words);
	asks = strcmp(text_read(&words), name) == 0;
	text_free(&words);
	return asks;
}

/* True if the words of [said] name what some part of [condition] is about; false for NULL. */
static bool speaks_of_a_part(const char *said, const struct expr *condition)
{
	struct text words = { 0 };
	bool speaks;

	if (condition == NULL)
		return false;
	if (condition->kind == EXPR_AND || condition->kind == EXPR_OR || condition->kind == EXPR_NOT)
		return speaks_of_a_part(said, condition->first) || speaks_of_a_part(said, condition->second);
	expr_write(compared_in(condition), &words);
	speaks = strstr(said, text_read(&words)) != NULL;
	text_free(&words);
	return speaks;
}

/* True if [now] says something of the term [item], by its name or in words of its own. */
static bool speaks_of_term(const struct rules *rules, int item, const struct statement *now)
{
	const struct statement *term = rules_cell(rules, ROW_define_when, item)->statement;
	struct text said = { 0 };
	bool speaks;

	if (now->when != NULL)
		expr_write(now->when, &said);
	text_add(&said, " ");
	if (now->unless != NULL)
		expr_write(now->unless, &said);
	speaks = names_term(now->when, rules->define[item].name) || names_term(now->unless, rules->define[item].name) ||
	         speaks_of_a_part(text_read(&said), term->when) || speaks_of_a_part(text_read(&said), term->unless);
	text_free(&said);
	return speaks;
}

/* True if [had] asks for a term, one that may hold or not, of which [now] says nothing. */
static bool loses_a_term(const struct rules *rules, const struct expr *had, const struct statement *now)
{
	int32_t number;

	for (int i = 0; i < rules->define_count; i++)
		if (!formula_is_constant(rules->define[i].when, &number) && names_term(had, rules->define[i].name) &&
		    !speaks_of_term(rules, i, now))
			return true;
	return false;
}

/* Adds the parts of [had], joined by `and`, that ask for something of which [now] says nothing; with [terms] only those that ask for terms. */
static void add_dropped(const struct rules *rules, const struct expr *had, const struct statement *now, bool terms,
                        struct text *out)
{
	if (had->kind == EXPR_AND) {
		add_dropped(rules, had->first, now, terms, out);
		add_dropped(rules, had->second, now, terms, out);
	} else if (settled_by_terms(rules, had) != PROVED_ALWAYS &&
	           (terms ? loses_a_term(rules, had, now) : !may_speak_of(rules, now->when, compared_in(had)))) {
		text_add(out, out->length > 0 ? " and " : "");
		expr_write(had, out);
	}
}

/* `contract when side canastas >= 3` where a parent asked for something else, which is perhaps to be asked for, too. Of a meld this is
 * looked for in terms alone, by which options change what it takes: its other conditions are mostly replaced on purpose. */
static void lint_replaced(struct lint *lint, const struct rules *rules, enum row_id row, int item)
{
	const struct cell *cell = rules_cell(rules, row, item), *before = cell->inherited;
	const struct statement *now = cell->statement, *had = before != NULL ? before->statement : NULL;
	bool terms = row != ROW_going_out_contract;
	struct text dropped = { 0 };
	struct suspect *suspect;

	if (had != NULL && cell->also == NULL && before->also == NULL &&
	    (now->when != NULL || (terms && now->unless != NULL))) {
		if (had->when != NULL)
			add_dropped(rules, had->when, now, terms, &dropped);
		if (terms && had->unless != NULL && settled_by_terms(rules, had->unless) != PROVED_NEVER &&
		    loses_a_term(rules, had->unless, now)) {
			bool is_term = had->unless->kind == EXPR_PHRASE;
			text_format(&dropped, "%snot %s", dropped.length > 0 ? " and " : "", is_term ? "" : "(");
			expr_write(had->unless, &dropped);
			text_add(&dropped, is_term ? "" : ")");
		}
	}
	suspect = suspect_if(lint, DIAG_LIMIT_DROPPED, cell->statement->span, dropped.length > 0);
	if (suspect != NULL) {
		suspect->words[0] = before->layer->name;
		suspect->words[1] = text_kept(lint->library->arena, "%s", text_read(&dropped));
		suspect->hint = text_kept(lint->library->arena,
		                          now->when != NULL ? "to keep it, write `and %s` after this"
		                                            : "to keep it, write `when %s` before `unless`",
		                          text_read(&dropped));
		suspect->other = before->statement->span;
		suspect->other_sentence = "it stands here";
	}
	text_free(&dropped);
}

/* `deck { packs 3 }` where a parent has two jokers for each of its packs, and so many are left. */
static void lint_jokers(struct lint *lint, const struct rules *rules)
{
	const struct cell *packs = rules_cell(rules, ROW_deck_packs, 0), *before = packs->inherited;
	int jokers = rules->deck.jokers;
	struct suspect *suspect;
	int64_t had = 0;
	bool stay = before != NULL && before->statement->value != NULL && is_constant(before->statement->value, &had) &&
	            !is_stated(lint, rules, ROW_deck_jokers, 0) && jokers == 2 * had && jokers != 2 * rules->deck.packs;

	suspect = suspect_if(lint, DIAG_JOKERS_STAY, packs->statement->span, stay);
	if (suspect == NULL)
		return;
	suspect->words[0] = number_words(lint, jokers);
	suspect->words[1] = number_words(lint, had);
	suspect->hint = text_kept(lint->library->arena, "with two for each it is `packs %d; jokers %d`",
	                          rules->deck.packs, 2 * rules->deck.packs);
}

/* The conditions of classes and canastas are left out: lint_play.c finds in the tables whether any meld meets them. */
void lint_settings(struct lint *lint, const struct rules *rules)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		bool parts = true;
		if (!is_stated(lint, rules, at.row, at.item))
			continue;
		if (rows[at.row].type == TYPE_CONDITION && at.row != ROW_class_when && at.row != ROW_canasta_when)
			parts = lint_condition(lint, rules, at.row, at.item);
		if (rows[at.row].type == TYPE_BOUNDS)
			lint_dropped(lint, rules, at.row, at.item);
		if (at.row == ROW_going_out_contract || at.row == ROW_meld_begun || at.row == ROW_meld_natural_cards ||
		    at.row == ROW_meld_wild_cards)
			lint_replaced(lint, rules, at.row, at.item);
		if (at.row == ROW_deck_packs)
			lint_jokers(lint, rules);
		if (at.row == ROW_score_when)
			lint_lost_minus(lint, rules, at.item);
		lint_idle(lint, rules, at.row, at.item);
		if (parts)
			lint_parts(lint, rules, at);
	}
}
