/* sentence_wording.c -- a setting, or an item with all that it says, in sentences that stand alone: what a difference says of them,
 * and what it says where a sheet says nothing. */
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "rules/compare.h"
#include "rules/lint.h"

/* ---- items ---- */

enum { PREDICATES_MOST = 16 };

/* The verb between an item and the clause of a setting of it; NULL if that is a sentence by itself. */
static const char *verb_of(const struct rules *rules, enum row_id row, int item)
{
	const char *of_word = rows[row].type == TYPE_WORD
	                              ? wordings[row].verb_of[*(const int32_t *)rules_value(rules, row, item)]
	                              : NULL;

	return of_word != NULL ? of_word : wordings[row].verb;
}

/* What the rank is called that a term asks about: the top card's rank if only ways of taking the pile ask for the term. */
static const char *rank_in_question(const struct rules *rules, int term)
{
	bool by_pile = false, by_others = false;

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		if (!group_is_helper(rows[at.row].in) && setting_asks(rules, at.row, at.item, GROUP_define, term)) {
			by_pile = by_pile || rows[at.row].in == GROUP_take;
			by_others = by_others || rows[at.row].in != GROUP_take;
		}
	return by_pile && !by_others ? "of the rank of the pile's top card" : "of the rank in question";
}

/* Writes [said] with [words] wherever [found] is in it. */
static void write_replaced(const char *said, const char *found, const char *words, struct text *out)
{
	for (const char *at; (at = strstr(said, found)) != NULL; said = at + strlen(found)) {
		text_add_bytes(out, said, (size_t)(at - said));
		text_add(out, words);
	}
	text_add(out, said);
}

void wording_alone(const struct rules *rules, int group, int item, const char *said, bool side_named, struct text *out)
{
	static const char of_rank[] = "of that rank", its[] = " in its ";
	const char *at = group == GROUP_score && !side_named ? strstr(said, its) : NULL, *side = strstr(said, "side");
	static const struct {
		int group;
		const char *rank, *meld; /* what stands there for "of that rank" and "that meld of the side" */
	} words[] = { { GROUP_take, "of the top card's rank", "the side's meld of that rank" },
		      { GROUP_meld, "of its rank", "the meld" },
		      { GROUP_ban, "of the card's rank", "the side's meld of that rank" } };
	struct text ranked = { 0 };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i].group == group) {
			write_replaced(said, of_rank, words[i].rank, &ranked);
			write_replaced(text_read(&ranked), "that meld of the side", words[i].meld, out);
			text_end(&ranked, out);
			return;
		}
	if (group == GROUP_define && strstr(said, of_rank) != NULL)
		write_replaced(said, of_rank, rank_in_question(rules, item), out);
	else if (at != NULL && (side == NULL || side > at)) {
		text_add_bytes(out, said, (size_t)(at - said));
		text_format(out, " in the side's %s", at + strlen(its));
	} else if (group == GROUP_score)
		write_replaced(said, "the lines before this one come", "the scores counted before this one come", out);
	else
		text_add(out, said);
}

/* Writes a clause with its verb; false if it is a sentence by itself or has no verb. */
static bool write_predicate(const char *verb, const char *clause, struct text *out)
{
	static const char when[] = "when ", unless[] = "unless ";

	if (verb == NULL || (verb[0] == '\0' && (strncmp(clause, when, sizeof when - 1) == 0 ||
	                                         strncmp(clause, unless, sizeof unless - 1) == 0)))
		return false;
	if (verb[0] != '\0' && (strcmp(clause, "never") == 0 || strcmp(clause, "always") == 0))
		text_format(out, "%s %s", clause, verb);
	else
		text_format(out, "%s%s%s", verb, verb[0] != '\0' ? " " : "", clause);
	return true;
}

/* Says of a way of taking the pile that is allowed unless one of several things is so when it is not: "not allowed when A, nor when B". False,
 * with nothing written, of any other. */
static bool say_denials(const struct rules *rules, int take, struct text *out)
{
	static const char unless[] = "unless ", nor[] = "\nnor when ";
	struct text value = { 0 };
	const char *said;
	bool several;

	condition_divide(rules, rules_formula(rules, ROW_take_when, take)->ir, true, &value);
	said = text_read(&value);
	several = strncmp(said, unless, sizeof unless - 1) == 0 && strstr(said, nor) != NULL;
	if (several) {
		text_add(out, "not allowed when ");
		write_replaced(said + sizeof unless - 1, nor, ", nor when ", out);
	}
	text_end(&value, out);
	return several;
}

/* Says in one sign that a score of so many points is counted against the side: "-500 for each of them". False, with nothing written, where it is
 * not always, or the points are more than that. */
static bool say_minus_points(const struct rules *rules, int score, struct text *out)
{
	struct text value = { 0 };
	const char *said;
	bool plain;

	wording_value(rules, ROW_score_points, score, &value);
	said = text_read(&value);
	plain = always_holds(rules->score[score].minus) && said[0] >= '1' && said[0] <= '9' &&
	        strchr(said, ';') == NULL && strstr(said, ", ") == NULL && strstr(said, " when ") == NULL;
	if (plain)
		text_format(out, "-%s%s", said, said[strspn(said, "0123456789,")] == '\0' ? " points" : "");
	text_end(&value, out);
	return plain;
}

bool wording_predicate(const struct rules *rules, int group, int item, struct text *out)
{
	struct text predicate[PREDICATES_MOST] = { { 0 } }, joined = { 0 }, rest = { 0 };
	int count = 0, fitting = 0;
	size_t length = 0;
	bool well;

	for (int row = -1; row_next(group, &row) && count < PREDICATES_MOST;) {
		struct text clause = { 0 };
		bool any = (row == ROW_take_when && say_denials(rules, item, &clause)) ||
		           (row == ROW_score_points && say_minus_points(rules, item, &clause));
		bool signed_above =
			row == ROW_score_minus && count > 0 && strncmp(text_read(&predicate[0]), "is -", 4) == 0;
		any = any || (!signed_above && wording_clause_whole(rules, (enum row_id)row, item, &clause));
		if (!any && rows[row].type == TYPE_WORD) { /* how often an event happens */
			const char *apart =
				wordings[row].apart[*(const int32_t *)rules_value(rules, (enum row_id)row, item)];
			text_add(&clause, apart != NULL ? apart : "");
			any = apart != NULL;
		}
		if (!any && row == ROW_ban_when && always_holds(rules->discard.ban[item].when)) {
			text_add(&clause, wordings[row].instead);
			any = true;
		}
		if (any && text_last(&clause) == '.')
			clause.bytes[--clause.length] = '\0';
		any = any && !wording_says_title(rules, group, item, text_read(&clause));
		if (any &&
		    write_predicate(verb_of(rules, (enum row_id)row, item), text_read(&clause), &predicate[count]))
			count++;
		else if (any) {
			text_capital(&clause);
			text_format(&rest, ". %s", text_read(&clause));
		}
		text_end(&clause, out);
	}
	while (fitting < count && (fitting == 0 || length + predicate[fitting].length <= SENTENCE_MOST))
		length += predicate[fitting++].length;
	well = fitting > 0;
	for (int i = 0; i < fitting; i++) {
		const char *before = i > 0 ? text_read(&predicate[i - 1]) : "";
		bool divided = strstr(text_read(&predicate[i]), ", ") != NULL || strstr(before, ", ") != NULL ||
		               strstr(before, "when ") != NULL || strstr(before, "unless ") != NULL;
		text_format(&joined, "%s%s",
		            i == 0            ? ""
		            : i < fitting - 1 ? ", "
		            : divided         ? ", and "
		                              : " and ",
		            text_read(&predicate[i]));
	}
	for (int i = fitting; i < count; i++)
		text_format(&joined, ". It %s", text_read(&predicate[i]));
	if (well) {
		wording_alone(rules, group, item, text_read(&joined), false, out);
		text_add(out, text_read(&rest));
	}
	for (int i = 0; i < PREDICATES_MOST; i++)
		text_end(&predicate[i], out);
	text_end(&joined, out);
	text_end(&rest, out);
	return well;
}

/* ---- settings ---- */

/* Writes the clause as a sentence; that of an item behind what the item is called. */
static void write_sentence(const struct rules *rules, enum row_id row, int item, const char *clause, struct text *out)
{
	struct text subject = { 0 }, title = { 0 };
	const char *verb = verb_of(rules, row, item);
	int group = rows[row].in;

	if (!groups[group].is_list) {
		text_add(out, clause);
		return;
	}
	if (wording_subjects[group] != NULL) {
		wording_title(rules, group, item, &title);
		text_format(&subject, "%s \"%s\"", wording_subjects[group], text_read(&title));
	} else
		wording_item(rules, group, item, &subject);
	text_capital(&subject);
	text_format(out, "%s%s ", text_read(&subject), verb == NULL ? ":" : "");
	if (verb == NULL || verb[0] == '\0')
		wording_alone(rules, group, item, clause, true, out);
	else if (strcmp(clause, "never") == 0 || strcmp(clause, "always") == 0)
		text_format(out, "%s %s", clause, verb);
	else {
		text_format(out, "%s ", verb);
		wording_alone(rules, group, item, clause, true, out);
	}
	text_add(out, text_last(out) == '.' ? "" : ".");
	text_end(&subject, out);
	text_end(&title, out);
}

/* Says who needs nothing of a minimum in steps of which the first is nothing: a clause leaves that step out. */
static void say_who_needs_none(const struct ir *minimum, struct text *out)
{
	const struct ir *step = minimum->kind == IR_LADDER ? minimum->first->next : NULL,
			*next = step != NULL ? step->next : NULL;

	if (next == NULL || !ir_is_number(step->first, 0))
		return;
	if (ir_is_fact(minimum->first, FACT_side_score)) {
		text_add(out, " A side with a total below ");
		number_write(next->number, out);
		text_add(out, " needs none.");
	} else
		text_add(out, " Before the first of these steps no minimum is needed.");
}

bool wording_sentence(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	struct text clause = { 0 };
	bool denied = row == ROW_take_when && say_denials(rules, item, &clause);
	bool negative = row == ROW_score_points && say_minus_points(rules, item, &clause);
	bool any = denied || negative || wording_clause(rules, row, item, &clause);

	if (any && !negative && row == ROW_score_points && always_holds(rules->score[item].minus) &&
	    text_last(&clause) != '.')
		text_add(&clause, ", counted against the side"); /* by another setting */
	if (any)
		write_sentence(rules, row, item, text_read(&clause), out);
	if (any && row == ROW_initial_meld_minimum)
		say_who_needs_none(rules_formula(rules, row, item)->ir, out);
	text_end(&clause, out);
	return any;
}

/* Writes the sentence about a text with the text in it: a name, and behind a comma what several are called. */
static void write_stated(const char *sentence, const char *stated, struct text *out)
{
	const char *hole = strchr(sentence, '#'), *several = strstr(stated, ", ");

	text_add_bytes(out, sentence, (size_t)(hole - sentence));
	if (several != NULL) {
		text_add_bytes(out, stated, (size_t)(several - stated));
		text_format(out, "\", and several are called \"%s", several + 2);
	} else
		text_add(out, stated);
	text_add(out, hole + 1);
}

bool wording_apart(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	const void *value = rules_value(rules, row, item);
	const char *stated = rows[row].type == TYPE_TEXT ? *(const char *const *)value : NULL, *words = NULL;

	if (stated != NULL && wordings[row].set != NULL) {
		write_stated(wordings[row].set, stated, out);
		return true;
	}
	if (rows[row].type == TYPE_WORD)
		words = wordings[row].apart[*(const int32_t *)value];
	else if (rows[row].type == TYPE_TEXT && stated == NULL)
		words = wordings[row].unset;
	if (words != NULL)
		write_sentence(rules, row, item, words, out);
	return words != NULL;
}

/* Puts [words], which end with "also", and [value] into the clause of a setting in place of a condition that is the only one: "allowed only
 * when A" as "allowed also when B". */
static void write_also(enum row_id row, const char *words, const char *value, struct text *out)
{
	static const char only[] = "only ";
	const char *some = wordings[row].some, *hole = strchr(some, '#'); /* every setting with a condition has one */
	size_t length = (size_t)(hole - some), left = sizeof only - 1;

	if (length >= left && strncmp(hole - left, only, left) == 0)
		length -= left;
	text_add_bytes(out, some, length);
	text_format(out, "%s %s%s", words, value, hole + 1);
}

/* Writes of a setting that asks nothing that it holds "also when" [condition] does, which is said with the words of [others]. False, with
 * nothing written, if that cannot be said plainly. */
static bool say_also(const struct rules *rules, enum row_id row, int item, const struct rules *others,
                     const struct ir *condition, struct text *out)
{
	static const char when[] = "when ";
	struct text value = { 0 }, clause = { 0 };
	bool any;

	condition_of_meld(others, VOICE_SHEET, condition, &value); /* nothing in it is an exception */
	any = strncmp(text_read(&value), when, sizeof when - 1) == 0 && value.length <= SENTENCE_MOST;
	if (any) {
		write_also(row,
		           row == ROW_score_when && !never_holds(rules->score[item].minus)
		                   ? "for the side or against it also"
		                   : "also",
		           text_read(&value), &clause);
		write_sentence(rules, row, item, text_read(&clause), out);
	}
	text_end(&value, out);
	text_end(&clause, out);
	return any;
}

/* What a comparison with a number becomes that always or never holds under the rules [context]. */
static struct ir *if_settled(struct ir_maker *maker, const void *context, const struct ir *part)
{
	bool compares = part->kind == IR_EQUAL || part->kind == IR_UNEQUAL || part->kind == IR_AT_LEAST ||
	                part->kind == IR_AT_MOST;
	struct interval can_be = { 0, 1 };

	if (compares && part->first->kind == IR_FACT && part->first->next->kind == IR_NUMBER)
		can_be = ir_interval(context, part);
	return can_be.low == can_be.high ? ir_number(maker, can_be.low, FLAG) : NULL;
}

bool wording_beyond(const struct rules *rules, enum row_id row, int item, const struct rules *others, int other_item,
                    struct text *out)
{
	struct arena *arena = arena_new();
	struct ir_maker maker = { .arena = arena, .rules = others };
	struct ir *asked = arena != NULL ? ir_settle(&maker, others, rules_formula(others, row, other_item)->ir) : NULL;
	struct ir *denied = asked != NULL ? ir_replace(&maker, ir_not(&maker, asked), if_settled, rules) : NULL;
	bool any = denied != NULL && denied->kind != IR_NUMBER && say_also(rules, row, item, others, denied, out);

	out->failed |= arena == NULL || arena_failed(arena);
	arena_free(arena);
	return any;
}

bool wording_from_size_on(const struct rules *rules, int take, int cards, struct text *out)
{
	struct ir number = { .kind = IR_NUMBER, .number = cards },
		  fact = { .kind = IR_FACT, .fact = FACT_side_of_rank, .next = &number },
		  least = { .kind = IR_AT_LEAST, .first = &fact };

	return say_also(rules, ROW_take_when, take, rules, &least, out);
}

bool wording_instead(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	const char *instead = wording_instead_words(rules, row, item);
	struct text words = { 0 };

	if (instead == NULL || wording_is_idle(rules, row))
		return false;
	club_say(rules, instead, &words);
	write_sentence(rules, row, item, text_read(&words), out);
	text_end(&words, out);
	return true;
}
