/* lint_reach.c -- checks what never comes about although no single condition rules it out: melds that nobody can begin, because only
 * a side that has melds may, and ways of taking the pile whose condition fails for whoever takes it so. Facts are given the intervals
 * that they can have at that moment (analysis.h). */
#include "rules/lint.h"

#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/analysis.h"
#include "rules/build.h"
#include "rules/implications.h"
#include "rules/moments.h"
#include "rules/proofs.h"

/* ---- melds that are begun ---- */

/* The kinds of meld that somebody can have come to, as bits, and the one that is to be begun. */
struct reached {
	const struct rules *rules;
	uint32_t forms;
	uint32_t earlier; /* of these, the ones that do not take going out: they may be of an earlier turn */
	bool out;         /* somebody can go out */
};

/* True if melds of one of these kinds may have as many cards as a canasta. */
static bool some_grow_into_canastas(const struct rules *rules, uint32_t forms)
{
	for (int i = 0; i < rules->meld_count && rules->canasta_count > 0; i++)
		for (int n = 0; n <= MELD_CARDS_MAX && (forms >> i & 1); n++) {
			uint32_t wilds = rules->form[i].lies[n];
			if (wilds != 0 && 31 - __builtin_clz(wilds) + n >= rules->canasta_least)
				return true;
		}
	return false;
}

/* What a fact can be while no melds are on the table but of the kinds that somebody can have come to. */
static struct interval of_melds_so_far(const void *frame, const struct ir *asked)
{
	static const struct interval none = { 0, 0 };
	const struct reached *reached = frame;
	const struct rules *rules = reached->rules;
	uint32_t forms = reached->forms;
	bool never = false;

	switch (asked->fact) {
	case FACT_side_opened:
	case FACT_side_melded:
	case FACT_side_table:
	case FACT_others_table:
	case FACT_side_of_rank:
	case FACT_side_wilds_of_rank:
	case FACT_others_of_rank:
	case FACT_turn_opened: never = forms == 0; break;
	case FACT_melded_before:
	case FACT_added_earlier: never = reached->earlier == 0; break;
	case FACT_side_class:
	case FACT_others_class:
	case FACT_initial_class:
	case FACT_side_canastas_of: never = !some_meld_counts(rules, forms, 0, asked); break;
	case FACT_side_melded_of:
	case FACT_turn_melded: never = (cards_in_melds(rules, forms) & asked->cards) == 0; break;
	case FACT_side_canastas:
	case FACT_others_canastas:
	case FACT_laid_canasta:
	case FACT_turn_canastas:
	case FACT_player_canastas: never = !some_grow_into_canastas(rules, forms); break;
	case FACT_going_out: never = !reached->out; break;
	default: break;
	}
	return never ? none : fact_interval(rules, asked);
}

/* Adds the kinds of meld that can be begun, as bits: those that a side without melds may begin, those that it may begin once it has
 * these, and so on. */
static void reach(struct reached *reached)
{
	const struct rules *rules = reached->rules;
	uint32_t before;

	do {
		before = reached->forms;
		for (int form = 0; form < rules->meld_count; form++)
			if (formula_interval_where(rules, rules->meld[form].begun, reached, of_melds_so_far).high != 0)
				reached->forms |= UINT32_C(1) << form;
		if (!reached->out)
			reached->earlier = reached->forms;
	} while (reached->forms != before);
}

/* The kinds of meld that can ever be begun. Somebody goes out if the melds that she begins in that turn, too, can become the canastas that it
 * needs. */
static uint32_t melds_begun(const struct rules *rules)
{
	struct reached plain = { .rules = rules }, with;

	reach(&plain);
	with = plain;
	with.out = true;
	reach(&with);
	return rules->going_out.canastas > 0 && !some_grow_into_canastas(rules, with.forms) ? plain.forms : with.forms;
}

/* A kind of meld that is never begun, while others are. That its condition alone cannot hold is reported there. */
static void ask_who_begins(struct lint *lint, const struct rules *rules, int item, uint32_t begun)
{
	struct suspect *suspect =
		suspect_if(lint, DIAG_MELD_NEVER_BEGUN, rules_cell(rules, ROW_meld_begun, item)->statement->span,
	                   begun != 0 && !(begun >> item & 1) && !cannot_hold(rules, rules->meld[item].begun));

	if (suspect == NULL)
		return;
	suspect->words[0] = rules->meld[item].name;
	suspect->hint = "no kind of meld that can be begun without it leads to what it asks for";
}

static void ask_who_opens(struct lint *lint, struct span span, bool nobody, const char *hint)
{
	struct suspect *suspect = suspect_if(lint, DIAG_NOBODY_OPENS, span, nobody);

	if (suspect == NULL)
		return;
	suspect->words[0] = "";
	suspect->hint = hint;
}

/* True if the file states when item [item] is begun, in this build: what the plain rules state is judged without options. */
static bool states_begun(const struct lint *lint, const struct rules *rules, int item, bool plain)
{
	return is_stated(lint, rules, ROW_meld_begun, item) &&
	       (plain || rules_cell(rules, ROW_meld_begun, item)->layer->kind == LAYER_OPTION);
}

/* What facts can be for the first side that makes an initial meld: the others have nothing on the table. */
static struct interval of_first_opener(const void *rules, const struct ir *asked)
{
	switch (asked->fact) {
	case FACT_side_opened:
	case FACT_others_class:
	case FACT_others_of_rank:
	case FACT_others_canastas: return (struct interval){ 0, 0 };
	case FACT_side_order: return (struct interval){ 1, 1 };
	default: return fact_interval(rules, asked);
	}
}

/* True if no side can be the first to open, though what the initial meld has to contain could be there later. */
static bool nobody_is_first(const struct rules *rules)
{
	return !cannot_hold(rules, rules->initial_meld.contains) &&
	       formula_interval_where(rules, rules->initial_meld.contains, rules, of_first_opener).high == 0 &&
	       formula_interval_where(rules, rules->initial_meld.waived, rules, of_first_opener).high == 0;
}

/* No kind of meld is ever begun, or nothing will do as an initial meld. */
void lint_opening(struct lint *lint, const struct rules *rules, bool plain)
{
	const struct statement *contains = rules_cell(rules, ROW_initial_meld_contains, 0)->statement;
	uint32_t begun = melds_begun(rules);
	bool stated = false;

	for (int i = 0; i < rules->meld_count; i++) {
		if (!states_begun(lint, rules, i, plain))
			continue;
		stated = true;
		ask_who_opens(lint, rules_cell(rules, ROW_meld_begun, i)->statement->span, begun == 0,
		              "no kind of meld may be begun by a side that has none");
		ask_who_begins(lint, rules, i, begun);
	}
	if (!stated && plain && rules->meld_count > 0)
		ask_who_opens(lint, rules->span, begun == 0,
		              "no kind of meld that is left may be begun by a side that has none");
	if (contains != NULL)
		ask_who_opens(lint, contains->span,
		              (never_holds(rules->initial_meld.contains) && waives_nothing(rules)) ||
		                      nobody_is_first(rules),
		              never_holds(rules->initial_meld.contains)
		                      ? "whatever the initial meld has, it is not enough"
		                      : "it asks for what the first side to open cannot have");
}

/* ---- ways of taking the pile ---- */

/* True if the condition may hold for who takes the pile like that, which nothing blocks for certain. */
static bool may_hold(const struct moment *taking, formula condition)
{
	const struct rules *rules = taking->rules;

	if (interval_when_asked(taking, condition).high == 0)
		return false;
	for (int i = 0; i < rules->pile.block_count; i++)
		if (interval_when_asked(taking, rules->pile.block[i].when).low > 0)
			return false;
	return true;
}

/* True if the cards of a way of taking may go with such a card on top, whatever its conditions say. */
static bool goes_with(const struct rules *rules, int take, int top)
{
	const struct in_take *way = &rules->pile.take[take];

	switch (way->onto) {
	case take_onto_new_meld: return form_of_take(rules, take, top) >= 0;
	case take_onto_hand: return true;
	default: return way->hand.alike > 0 || way->onto == take_onto_own_sequence || !(rules->cards.wild >> top & 1);
	}
}

/* True if the condition, of a way of taking the pile or of [take] -1 for any, fails for whoever takes it, though it is no plain
 * `never` and may hold when it is asked. */
static bool fails_for_takers(const struct moment *asked, formula condition, int take, bool *failed)
{
	const struct rules *rules = asked->rules;
	const struct moment any = { rules, ROW_take_when, take, -1, true };
	bool may = false;

	if (condition->is_constant || rules->pile.take_count == 0)
		return false;
	for (struct moment taking = { rules, ROW_take_when, take, 0, true }; taking.top < rules->kinds && !may;
	     taking.top++)
		may = rules->kind[taking.top].copies > 0 && (take < 0 || goes_with(rules, take, taking.top)) &&
		      (take < 0 ? interval_when_asked(&taking, condition).high != 0 : may_hold(&taking, condition));
	if (may && condition->asked->also == NULL && condition->asked->fact != FACT_pile_blocked)
		may = interval_that_follows(&any, condition).high != 0;
	else if (may)
		may = prove(&any, condition, NULL, failed) != PROVED_NEVER;
	if (may)
		return false;
	return interval_when_asked(asked, condition).high != 0 &&
	       prove(asked, condition, NULL, failed) != PROVED_NEVER; /* else another finding says so */
}

bool holds_for_takers(const struct rules *rules, formula condition, int take)
{
	bool any = false;

	for (struct moment taking = { rules, ROW_take_when, take, 0, false }; taking.top < rules->kinds; taking.top++)
		if (rules->kind[taking.top].copies > 0 && goes_with(rules, take, taking.top)) {
			any = true;
			if (interval_when_asked(&taking, condition).low <= 0)
				return false;
		}
	return any && !condition->is_constant;
}

static struct span clause_of(const struct statement *statement)
{
	return statement->when != NULL     ? statement->when->span
	       : statement->unless != NULL ? statement->unless->span
	                                   : statement->span;
}

/* True if something else than the ways of taking the pile asks [fact]. */
static bool is_asked_beside_takes(const struct rules *rules, enum fact_id fact)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		formula of = rows[at.row].in != GROUP_take ? rules_formula(rules, at.row, at.item) : NULL;
		if (of != NULL && asks(of, fact))
			return true;
	}
	return false;
}

/* True if a freeze or a block matters at other times than when the pile could be taken. */
static bool matters_besides(const struct rules *rules, enum row_id row)
{
	return (row == ROW_freeze_when && is_asked_beside_takes(rules, FACT_pile_frozen)) ||
	       (row == ROW_block_when && is_asked_beside_takes(rules, FACT_pile_blocked));
}

/* True if a player never has to take the pile in a way: where she would have to she cannot. */
static bool forces_nobody(const struct rules *rules, int take, bool *failed)
{
	formula when = rules->pile.take[take].when, forced = rules->pile.take[take].forced;
	const struct moment moment = { rules, ROW_take_forced, take, -1, false };

	return !when->is_constant && !forced->is_constant && never_both(&moment, forced, when, failed);
}

static void lint_taking(struct lint *lint, const struct rules *rules, enum row_id row, int item, int take)
{
	const struct moment asked = take >= 0 ? ANY_TIME(rules) : (struct moment){ rules, (int)row, item, -1, false };
	formula condition = rules_formula(rules, row, item);
	bool failed = false;
	struct span span;
	struct suspect *suspect;

	if (!is_stated(lint, rules, row, item))
		return;
	span = clause_of(rules_cell(rules, row, item)->statement);
	suspect = suspect_if(lint, DIAG_TAKING_NEVER, span,
	                     in_question(lint, DIAG_TAKING_NEVER, span) && !cannot_hold(rules, condition) &&
	                             (fails_for_takers(&asked, condition, take, &failed) ||
	                              (take >= 0 && row == ROW_take_forced && forces_nobody(rules, take, &failed))) &&
	                             !matters_besides(rules, row));
	if (failed)
		arena_fail(lint->library->arena);
	if (suspect == NULL)
		return;
	suspect->words[0] = path_words(lint, rules, row, item);
	suspect->words[1] = take >= 0 ? "takes the pile in this way" : "could take the pile";
}

void lint_takes(struct lint *lint, const struct rules *rules)
{
	for (int i = 0; i < rules->pile.take_count; i++) {
		lint_taking(lint, rules, ROW_take_when, i, i);
		lint_taking(lint, rules, ROW_take_forced, i, i);
	}
	for (int i = 0; i < rules->pile.freeze_count; i++)
		lint_taking(lint, rules, ROW_freeze_when, i, -1);
	for (int i = 0; i < rules->pile.block_count; i++)
		lint_taking(lint, rules, ROW_block_when, i, -1);
}

/* ---- cards that nobody gets ---- */

/* Reported where the file says that there are such cards, or that nobody gets them. */
static void ask_who_gets(struct lint *lint, const struct rules *rules, enum row_id cards, enum row_id when, bool nobody,
                         const char *because)
{
	enum row_id row = is_stated(lint, rules, cards, 0) ? cards : when;
	struct suspect *suspect =
		is_stated(lint, rules, row, 0)
			? suspect_if(lint, DIAG_LAID_ASIDE, rules_cell(rules, row, 0)->statement->span, nobody)
			: NULL;

	if (suspect == NULL)
		return;
	suspect->words[0] = path_words(lint, rules, cards, 0);
	suspect->words[1] = because;
	if (row == cards)
		return;
	suspect->other = rules_cell(rules, cards, 0)->statement->span;
	suspect->other_sentence = "the cards are stated here";
}

/* A player who has opened for her side, as the first to do so or a later one. */
struct opener {
	struct moment moment;
	int order;
};

static struct interval of_opener(const void *frame, const struct ir *asked)
{
	const struct opener *opener = frame;

	return asked->fact == FACT_side_order ? (struct interval){ opener->order, opener->order }
	                                      : interval_at_moment(&opener->moment, asked);
}

/* The cards of all talons, from the fewest to the most, if each side opens. Where sides become one, two may open as the same in order. */
static struct interval all_talons(const struct rules *rules)
{
	struct opener opener = { { rules, ROW_talon_when, 0, -1, false }, 1 };
	struct interval all = { 0, 0 };

	for (; opener.order <= rules->table.sides; opener.order++) {
		struct interval cards = formula_interval_where(rules, rules->talon.cards, &opener, of_opener);
		struct interval when = formula_interval_where(rules, rules->talon.when, &opener, of_opener);
		all.low += when.low > 0 && cards.low > 0 ? cards.low : 0;
		all.high += when.high != 0 && cards.high > 0 ? cards.high : 0;
	}
	if (rules->table.alone != table_alone_nobody &&
	    (asks(rules->talon.cards, FACT_side_order) || reaches(rules, rules->talon.when, FACT_side_order)))
		return (struct interval){ 0, rules->deck_size };
	return all;
}

/* Talons leave so many cards in the stock that it never has more. */
static void lint_leaves(struct lint *lint, const struct rules *rules)
{
	static const struct ir stock = { .kind = IR_FACT, .type = NUMBER, .fact = FACT_stock_size };
	int64_t most = interval_at_moment(&ANY_TIME(rules), &stock).high;
	struct suspect *suspect =
		suspect_if(lint, DIAG_TALON_NEVER, rules_cell(rules, ROW_talon_leaves, 0)->statement->span,
	                   rules->talon.set_aside == 0 && formula_interval(rules, rules->talon.cards).high > 0 &&
	                           rules->talon.leaves >= most);

	if (suspect == NULL)
		return;
	suspect->words[0] = number_words(lint, rules->talon.leaves);
	suspect->words[1] = number_words(lint, most);
}

/* Talons that are laid aside are as many cards as all sides get. */
static void lint_talons(struct lint *lint, const struct rules *rules)
{
	enum row_id row = is_stated(lint, rules, ROW_talon_set_aside, 0) ? ROW_talon_set_aside
	                  : is_stated(lint, rules, ROW_talon_cards, 0)   ? ROW_talon_cards
	                                                                 : ROW_talon_when;
	struct interval sides = all_talons(rules);
	int64_t aside = rules->talon.set_aside, all = aside < sides.low ? sides.low : sides.high;
	struct suspect *suspect;

	if (is_stated(lint, rules, ROW_talon_leaves, 0))
		lint_leaves(lint, rules);
	if (!is_stated(lint, rules, row, 0))
		return;
	suspect = suspect_if(lint, DIAG_TALONS_ASIDE, rules_cell(rules, row, 0)->statement->span,
	                     aside > 0 && sides.high > 0 && (aside < sides.low || aside > sides.high));
	if (suspect == NULL)
		return;
	suspect->words[0] = text_kept(lint->library->arena, "%s%lld",
	                              sides.low == sides.high ? ""
	                              : aside > sides.high    ? "at most "
	                                                      : "at least ",
	                              (long long)all);
	suspect->words[1] = number_words(lint, rules->talon.set_aside);
	suspect->hint =
		text_kept(lint->library->arena, "`talon { set_aside %lld }` lays all of them aside", (long long)all);
}

void lint_laid_aside(struct lint *lint, const struct rules *rules)
{
	bool talons = formula_interval(rules, rules->talon.cards).high > 0;

	lint_talons(lint, rules);
	ask_who_gets(lint, rules, ROW_talon_set_aside, talons ? ROW_talon_when : ROW_talon_cards,
	             rules->talon.set_aside > 0 && (!talons || cannot_hold(rules, rules->talon.when)),
	             talons ? "`when` never holds" : "there are no talons, for `talon.cards` is 0");
	ask_who_gets(lint, rules, ROW_reserve_cards, ROW_reserve_when,
	             rules->reserve.cards > 0 && cannot_hold(rules, rules->reserve.when), "`when` never holds");
}
