/* condition_wording.c -- meanings in words. A condition is a row of clauses; where two of them have the same subject it is
 * said once, and what is only denied beside something that holds becomes an exception: "when A, unless B". */
#include "reports/condition_wording.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "reports/amount_wording.h"
#include "reports/wording.h"

/* What the words are written for. */
struct clause_writing {
	const struct rules *rules;
	struct arena *arena; /* for what terms stand for */
	bool bare;           /* without subjects, in limits */
};

/* ---- comparisons ---- */

/* What something is compared with, and how; turned round already if it is denied. */
struct compared {
	enum ir_kind kind;
	int32_t low, high; /* for a number: of a range, or both the number */
};

/* "at least 2", "no", "3 to 7"; of points 0 is a number like any other. */
static void write_compared(const struct compared *compared, bool is_score, struct text *out)
{
	bool none = compared->high == 0 && !is_score;

	switch (compared->kind) {
	case IR_EQUAL: break;
	case IR_UNEQUAL: text_add(out, "not exactly "); break;
	case IR_AT_LEAST: text_add(out, "at least "); break;
	case IR_AT_MOST: text_add(out, "at most "); break;
	case IR_MORE: text_add(out, "more than "); break;
	case IR_LESS: text_add(out, compared->low == INT32_MIN || is_score ? "less than " : "fewer than "); break;
	default:
		number_write(compared->low, out);
		text_add(out, compared->low + 1 == compared->high ? " or " : " to ");
		break;
	}
	if (none && compared->kind == IR_EQUAL)
		text_add(out, "no");
	else
		number_write(compared->high, out);
}

static void write_comparison(const struct clause_writing *at, const struct ir *fact, const struct compared *compared,
                             struct text *out)
{
	const struct fact_wording *wording = &fact_wordings[fact->fact];
	struct holes holes = fact_holes(at->rules, fact);
	struct text value = { 0 };
	const char *sentence = wording->counted;

	if (compared->kind == IR_AT_LEAST && compared->low == 1 && wording->some[0] != '\0')
		sentence = wording->some;
	if (compared->kind == IR_EQUAL && compared->low == 0 && wording->none[0] != '\0')
		sentence = wording->none;
	write_compared(compared, facts[fact->fact].type == SCORE, &value);
	holes.value = text_read(&value);
	holes.number = said_number(compared->high);
	wording_fill(&holes, sentence, out);
	text_end(&value, out);
}

/* Two numbers that are both worked out: "no more wild cards than natural cards" where both count alike, else "the minimum
 * is at most what ... counts". */
static void write_two(const struct clause_writing *at, enum ir_kind kind, const struct ir *left, const struct ir *right,
                      struct text *out)
{
	static const char *const counts[][2] = {
		[IR_EQUAL] = { "as many", " as " },       [IR_UNEQUAL] = { "not as many", " as " },
		[IR_AT_LEAST] = { "no fewer", " than " }, [IR_AT_MOST] = { "no more", " than " },
		[IR_MORE] = { "more", " than " },         [IR_LESS] = { "fewer", " than " }
	};
	static const char *const is[] = {
		[IR_EQUAL] = " is ",           [IR_UNEQUAL] = " is not ",    [IR_AT_LEAST] = " is at least ",
		[IR_AT_MOST] = " is at most ", [IR_MORE] = " is more than ", [IR_LESS] = " is less than "
	};
	struct ir one, other;
	const char *first, *second;
	size_t subject;
	struct holes holes;

	left = sum_as_one(left, &one) ? &one : left;
	right = sum_as_one(right, &other) ? &other : right;
	first = left->kind == IR_FACT ? fact_wordings[left->fact].counted : "";
	second = right->kind == IR_FACT ? fact_wordings[right->fact].counted : "-";
	subject = strcspn(first, "|");
	if (strncmp(first, second, subject + 1) != 0 || first[subject] == '\0' || first[subject + 1] != '#' ||
	    facts[left->fact].type != NUMBER || facts[right->fact].type != NUMBER) {
		noun_say(at->rules, left, out);
		text_add(out, is[kind]);
		noun_say(at->rules, right, out);
		return;
	}
	holes = fact_holes(at->rules, left);
	holes.value = counts[kind][0];
	wording_fill(&holes, first, out);
	text_add(out, counts[kind][1]);
	holes = fact_holes(at->rules, right);
	wording_fill(&holes, second + subject + 1 + strlen("# "), out);
}

/* ---- clauses ---- */

/* Clauses that are being put together; each is "subject|what is said of it". */
struct clauses {
	const struct clause_writing *at;
	const char *joint;   /* " and " or " or " */
	struct text subject; /* of the last one */
	int count;
};

/* The length of a subject without its verb: "the side" of "the side has". */
static size_t without_verb(const char *subject, size_t length)
{
	static const char *const verbs[] = { " has", " is", " was", " are" };

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		size_t verb = strlen(verbs[i]);
		if (length > verb && strncmp(subject + length - verb, verbs[i], verb) == 0)
			return length - verb;
	}
	return length;
}

/* How much of a subject need not be said behind the last one: all of it if it is the same, all but its verb if only that
 * is another, as in "it is of aces and has no wild cards". */
static size_t said_before(const struct text *last, const char *subject, size_t length)
{
	size_t stem = without_verb(subject, length);

	if (last->length == length && strncmp(text_read(last), subject, length) == 0)
		return length;
	if (last->length > 0 && without_verb(last->bytes, last->length) == stem &&
	    strncmp(last->bytes, subject, stem) == 0)
		return stem;
	return 0;
}

/* Adds one clause; of its subject is left out what the last one had. */
static void join_clause(struct clauses *clauses, const char *clause, struct text *out)
{
	size_t subject = strcspn(clause, "|"), skipped;

	text_add(out, clauses->count++ > 0 ? clauses->joint : "");
	if (clause[subject] == '|') {
		skipped = said_before(&clauses->subject, clause, subject);
		text_clear(&clauses->subject);
		text_add_bytes(&clauses->subject, clause, subject);
		skipped += clause[skipped] == ' ' && skipped > 0;
		if (skipped < subject && !clauses->at->bare) {
			text_add_bytes(out, clause + skipped, subject - skipped);
			text_add(out, " ");
		}
		clause += subject + 1;
	} else
		text_clear(&clauses->subject);
	text_add(out, clause);
}

static const struct ir *stands_for(const struct clause_writing *at, const struct ir *term)
{
	return at->rules->define[term->item].when->ir;
}

/* Writes "subject|what is said of it", or a clause without a bar; [inside] of a row joined by "and". */
static void write_clause(const struct clause_writing *at, const struct ir *of, bool deny, bool inside,
                         struct text *out);

/* True if [high] together with [low] bounds the same fact from both sides. */
static bool is_range(const struct ir *low, const struct ir *high)
{
	return low->kind == IR_AT_LEAST && high != NULL && high->kind == IR_AT_MOST && low->first->kind == IR_FACT &&
	       high->first->kind == IR_FACT && low->first->next->kind == IR_NUMBER &&
	       high->first->next->kind == IR_NUMBER && low->first->fact == high->first->fact &&
	       low->first->faces == high->first->faces && low->first->item == high->first->item;
}

static void write_range(const struct clause_writing *at, const struct ir *low, const struct ir *high, struct text *out)
{
	struct compared range = { IR_ALL, low->first->next->number, high->first->next->number };

	if (range.low == range.high)
		range.kind = IR_EQUAL;
	write_comparison(at, low->first, &range, out);
}

/* True if the clauses have one subject, which ends with a bar. */
static bool share_subject(const struct text *clauses, int count)
{
	size_t subject = count > 0 ? strcspn(text_read(&clauses[0]), "|") : 0;

	for (int i = 0; i < count; i++)
		if (strncmp(text_read(&clauses[i]), text_read(&clauses[0]), subject + 1) != 0)
			return false;
	return count > 0 && text_read(&clauses[0])[subject] == '|';
}

/* Puts clauses together, behind their subject if they have one in common. */
static void write_together(const struct clause_writing *at, const struct text *parts, int count, const char *before,
                           const char *joint, struct text *out)
{
	struct clauses clauses = { .at = at, .joint = joint };

	if (share_subject(parts, count)) {
		text_add_bytes(&clauses.subject, text_read(&parts[0]), strcspn(text_read(&parts[0]), "|"));
		text_format(out, "%s|", text_read(&clauses.subject));
	}
	text_add(out, before);
	for (int i = 0; i < count; i++)
		join_clause(&clauses, text_read(&parts[i]), out);
	text_end(&clauses.subject, out);
}

static int count_of(const struct ir *of)
{
	int count = 0;

	for (const struct ir *one = of->first; one != NULL; one = one->next)
		count++;
	return count;
}

/* All or any of the parts. What is any of them inside of all is set off: "either A or B". */
static void write_parts(const struct clause_writing *at, const struct ir *of, bool deny, bool inside, struct text *out)
{
	bool all = (of->kind == IR_ALL) != deny;
	struct text *clauses = arena_take(at->arena, sizeof *clauses * (size_t)count_of(of));
	int count = 0;

	for (const struct ir *one = clauses != NULL ? of->first : NULL; one != NULL; one = one->next, count++) {
		if (all && !deny && is_range(one, one->next)) {
			write_range(at, one, one->next, &clauses[count]);
			one = one->next;
		} else
			write_clause(at, one, deny, all, &clauses[count]);
	}
	write_together(at, clauses, count, !all && inside ? "either " : "", all ? " and " : " or ", out);
	for (int i = 0; i < count; i++)
		text_end(&clauses[i], out);
	out->failed |= clauses == NULL;
}

static void write_flag(const struct clause_writing *at, const struct ir *fact, bool deny, struct text *out)
{
	struct holes holes = fact_holes(at->rules, fact);

	wording_fill(&holes, deny ? fact_wordings[fact->fact].not_so : fact_wordings[fact->fact].so, out);
}

static void write_compared_clause(const struct clause_writing *at, const struct ir *of, bool deny, struct text *out)
{
	const struct ir *left = of->first, *right = left->next;
	enum ir_kind kind = deny ? ir_opposite(of->kind) : of->kind;
	struct compared compared = { kind, right->number, right->number };
	struct ir one;

	if (sum_as_one(left, &one))
		left = &one;
	if (left->kind != IR_FACT || right->kind != IR_NUMBER) {
		write_two(at, kind, left, right, out);
		return;
	}
	if (kind == IR_MORE) /* said as at least one more */
		compared = (struct compared){ IR_AT_LEAST, right->number + 1, right->number + 1 };
	if (kind == IR_LESS)
		compared = (struct compared){ IR_AT_MOST, right->number - 1, right->number - 1 };
	if (compared.kind == IR_AT_MOST && compared.high == facts[left->fact].low)
		compared.kind = IR_EQUAL;
	if (compared.kind == IR_UNEQUAL && compared.high == facts[left->fact].low)
		compared = (struct compared){ IR_AT_LEAST, compared.high + 1, compared.high + 1 };
	write_comparison(at, left, &compared, out);
}

/* A ladder of limits: "at most 1 wild card for up to 3, at most 2 wild cards for 4 or more, by the number of its cards" */
static void write_ladder(const struct clause_writing *at, const struct ir *ladder, bool deny, struct text *out)
{
	const char *gap = "";

	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
		struct text clause = { 0 };
		struct clauses clauses = { .at = at, .joint = "" };
		if (step_is_idle(ladder, step))
			continue;
		text_add(out, gap);
		write_clause(at, step->first, deny, false, &clause);
		join_clause(&clauses, text_read(&clause), out);
		step_say_behind(at->rules, ladder, step, out);
		text_end(&clause, out);
		text_end(&clauses.subject, out);
		gap = ", ";
	}
	text_add(out, ", by ");
	ladder_say_key(at->rules, ladder, out);
}

static void write_clause(const struct clause_writing *at, const struct ir *of, bool deny, bool inside, struct text *out)
{
	switch (of->kind) {
	case IR_NOT: write_clause(at, of->first, !deny, inside, out); break;
	case IR_ALL:
	case IR_ANY: write_parts(at, of, deny, inside, out); break;
	case IR_FACT: {
		const struct ir *term = of->fact == FACT_term ? stands_for(at, of) : NULL;
		if (term != NULL)
			write_clause(at, term, deny, inside, out);
		else
			write_flag(at, of, deny, out);
		break;
	}
	case IR_NUMBER: text_add(out, (of->number != 0) != deny ? "always" : "never"); break;
	case IR_LADDER: write_ladder(at, of, deny, out); break;
	default: write_compared_clause(at, of, deny, out); break;
	}
}

/* ---- conditions ---- */

/* What holds, and what must not: the parts of a condition. */
struct parts {
	const struct ir **holds, **not ; /* with room for each */
	int holding, excepted;
};

/* True if most of it is only denied, so that it is shorter to say what must not be. */
static bool is_denial(const struct ir *of)
{
	int denied = 0, count = 0;

	if (of->kind == IR_NOT || of->kind == IR_UNEQUAL)
		return true;
	for (const struct ir *one = of->first; one != NULL; one = one->next, count++)
		denied += one->kind != IR_FACT && is_denial(one);
	return (of->kind == IR_ANY || of->kind == IR_ALL) && denied * 2 >= count;
}

/* True if it takes several clauses to say. */
static bool is_compound(const struct clause_writing *at, const struct ir *of)
{
	const struct ir *inner = of->kind == IR_NOT ? of->first : of;
	const struct ir *term = inner->kind == IR_FACT && inner->fact == FACT_term ? stands_for(at, inner) : NULL;

	if (term != NULL)
		inner = term;
	return inner->kind == IR_ALL || inner->kind == IR_ANY;
}

static void sort_part(const struct clause_writing *at, const struct ir *part, struct parts *parts)
{
	const struct ir *term = part->kind == IR_FACT && part->fact == FACT_term ? stands_for(at, part) : NULL;

	if (term != NULL)
		part = term;
	if (part->kind == IR_ALL)
		for (const struct ir *one = part->first; one != NULL; one = one->next)
			sort_part(at, one, parts);
	else if (is_denial(part))
		parts->not [parts->excepted++] = part;
	else
		parts->holds[parts->holding++] = part;
}

/* How many parts sort_part() finds. */
static int count_parts(const struct clause_writing *at, const struct ir *part)
{
	const struct ir *term = part->kind == IR_FACT && part->fact == FACT_term ? stands_for(at, part) : NULL;
	int count = 0;

	if (term != NULL)
		part = term;
	if (part->kind != IR_ALL)
		return 1;
	for (const struct ir *one = part->first; one != NULL; one = one->next)
		count += count_parts(at, one);
	return count;
}

static void sort_all(const struct clause_writing *at, const struct ir *condition, struct parts *parts)
{
	size_t room = sizeof *parts->holds * (size_t)count_parts(at, condition);

	parts->holds = arena_take(at->arena, room);
	parts->not = arena_take(at->arena, room);
	if (parts->holds != NULL && parts->not != NULL)
		sort_part(at, condition, parts);
}

/* Puts what takes longer to say behind the rest, and tells whether there is any. */
static bool compounds_last(const struct clause_writing *at, const struct ir **parts, int count)
{
	int simple = 0;

	for (int i = 0; i < count; i++) {
		const struct ir *part = parts[i];
		if (is_compound(at, part))
			continue;
		memmove(&parts[simple + 1], &parts[simple], (size_t)(i - simple) * sizeof *parts);
		parts[simple++] = part;
	}
	return simple < count;
}

/* What has to hold: A and B and either C or D. */
static void write_holding(const struct clause_writing *at, const struct parts *parts, struct text *out)
{
	struct clauses clauses = { .at = at, .joint = " and " };

	text_add(out, "when ");
	for (int i = 0; i < parts->holding; i++) {
		struct text clause = { 0 };
		const struct ir *part = parts->holds[i];
		const struct ir *next = i + 1 < parts->holding ? parts->holds[i + 1] : NULL;
		if (is_range(part, next)) {
			write_range(at, part, next, &clause);
			i++;
		} else
			write_clause(at, part, false, parts->holding > 1, &clause);
		join_clause(&clauses, text_read(&clause), out);
		text_end(&clause, out);
	}
	text_end(&clauses.subject, out);
}

/* What must not hold: A or B, or C and D; [behind] something that holds it begins with that. */
static void write_exceptions(const struct clause_writing *at, struct parts *parts, const char *behind, struct text *out)
{
	bool any_compound = compounds_last(at, parts->not, parts->excepted);
	struct clauses clauses = { .at = at, .joint = any_compound ? ", or " : " or " };

	text_add(out, parts->holding > 0 ? behind : "unless ");
	for (int i = 0; i < parts->excepted; i++) {
		struct text clause = { 0 };
		write_clause(at, parts->not [i], true, false, &clause);
		join_clause(&clauses, text_read(&clause), out);
		text_end(&clause, out);
	}
	text_end(&clauses.subject, out);
}

/* What is only denied, as something that holds: "when the side has not made its initial meld". */
static void write_denials(const struct clause_writing *at, const struct ir *condition, struct text *out)
{
	struct clauses clauses = { .at = at, .joint = "" };
	struct text clause = { 0 };

	text_add(out, "when ");
	write_clause(at, condition, false, false, &clause);
	join_clause(&clauses, text_read(&clause), out);
	text_end(&clause, out);
	text_end(&clauses.subject, out);
}

void condition_say(const struct rules *rules, const struct ir *condition, bool listed, bool only, struct text *out)
{
	struct clause_writing at = { .rules = rules, .arena = arena_new() };
	struct parts parts = { .holding = 0 };

	if (at.arena == NULL || condition == NULL)
		out->failed = 1;
	else if (condition->kind == IR_NUMBER)
		text_add(out, condition->number != 0 ? "always" : "never");
	else {
		sort_all(&at, condition, &parts);
		if (parts.holding == 0 && listed)
			write_denials(&at, condition, out);
		else if (parts.holding > 0)
			write_holding(&at, &parts, out);
		if (parts.excepted > 0 && (parts.holding > 0 || !listed))
			write_exceptions(&at, &parts, only ? ", but not when " : ", unless ", out);
		out->failed |= arena_failed(at.arena);
	}
	arena_free(at.arena);
}

void bounds_say(const struct rules *rules, const struct ir *bounds, struct text *out)
{
	struct clause_writing at = { .rules = rules, .arena = arena_new(), .bare = true };
	struct clauses clauses = { .at = &at, .joint = "" };
	struct text clause = { 0 };

	if (at.arena == NULL || bounds == NULL)
		out->failed = 1;
	else {
		write_clause(&at, bounds, false, false, &clause);
		join_clause(&clauses, text_read(&clause), out);
		out->failed |= arena_failed(at.arena);
	}
	text_end(&clause, out);
	text_end(&clauses.subject, out);
	arena_free(at.arena);
}
