/* expression_wording.c -- expressions in words. An amount is a number, what facts count, a sum or product of them, or a ladder of
 * steps. A condition is a row of clauses; a subject that two of them share is written once, and a denied part beside one that holds
 * becomes an exception: "when A, unless B". */
#include "reports/wording.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/analysis.h"

/* What conditions and amounts are written for, and how. */
struct clause_writing {
	const struct rules *rules;
	enum voice voice;
	struct arena *arena; /* for the parts of clauses; amounts need none */
	bool bare;           /* without subjects, in limits */
	bool listed;         /* among others in a list: what is only denied is said as something that holds */
	bool only;           /* it follows the word "only" */
	bool divided;        /* each exception on a line of its own */
	bool whole;          /* no exceptions: what is denied is said among what holds */
	bool again;          /* alternatives that are rows of their own begin with "when" once more */
};

/* ---- what is counted ---- */

/* What fills the wordings of a fact, or of one that sum_as_one() made: its cards, or the items it speaks of. */
static struct holes fact_holes(const struct clause_writing *at, const struct ir *fact)
{
	static const int group_of[] = { [SLOT_CANASTA] = GROUP_canasta,
		                        [SLOT_CLASS] = GROUP_class,
		                        [SLOT_EVENT] = GROUP_event,
		                        [SLOT_TERM] = GROUP_define,
		                        [SLOT_DEED] = HOLES_OF_DEED };

	return (struct holes){ .rules = at->rules,
		               .voice = at->voice,
		               .value = "",
		               .half = HALF_SECOND,
		               .faces = fact->faces,
		               .group = group_of[facts[fact->fact].slot],
		               .item = fact->item,
		               .others = fact->first };
}

/* The words for [sum] if it is a fact less another one and there are some, or NULL. */
static const struct less_wording *words_less(const struct ir *sum)
{
	const struct ir *fact = sum->kind == IR_SUM ? sum->first : NULL;

	if (fact == NULL || fact->kind != IR_FACT || fact->next->next != NULL || fact->next->kind != IR_NEGATIVE ||
	    fact->next->first->kind != IR_FACT)
		return NULL;
	return less_wording_of(fact->fact, fact->next->first->fact);
}

static void write_amount(const struct clause_writing *at, const struct ir *amount, struct text *out);

/* Writes what a number is of: what a fact counts, or an amount. */
static void write_noun(const struct clause_writing *at, const struct ir *number, struct text *out)
{
	const struct less_wording *less = words_less(number);
	struct holes holes;

	if (less != NULL) { /* the fact that is taken away may have an item: canastas other than mixed ones */
		holes = fact_holes(at, number->first->next->first);
		wording_fill(&holes, less->noun, out);
		return;
	}
	if (number->kind != IR_FACT) {
		write_amount(at, number, out);
		return;
	}
	holes = fact_holes(at, number);
	wording_fill(&holes, fact_wording_of(at->rules, number->fact)->noun, out);
}

/* True if [sum] counts things of one sort that differ in their cards or their canasta, so that it is said as one
 * count: [*one] is the fact for all of them. Threes plus sevens are threes and sevens, natural canastas plus mixed ones are
 * canastas of either kind. Classes of melds are not summed so: a meld of several classes is counted for each. */
static bool sum_as_one(const struct ir *sum, struct ir *one)
{
	uint64_t items = 0;

	if (sum->kind != IR_SUM)
		return false;
	*one = *sum->first;
	if (one->kind != IR_FACT || (facts[one->fact].slot != SLOT_CARDS && facts[one->fact].slot != SLOT_CANASTA))
		return false;
	for (const struct ir *part = sum->first->next; part != NULL; part = part->next) {
		if (part->kind != IR_FACT || part->fact != one->fact || (part->faces & one->faces) != 0)
			return false;
		one->faces |= part->faces;
	}
	for (const struct ir *part = sum->first; part != NULL; items |= (uint64_t)1 << part->item, part = part->next)
		if (facts[one->fact].slot == SLOT_CANASTA && (items >> part->item & 1))
			return false;
	if (facts[one->fact].slot == SLOT_CANASTA)
		one->first = sum->first->next;
	return true;
}

const struct ir *fact_beyond(const struct ir *amount, int32_t *free)
{
	const struct ir *fact = amount != NULL && amount->kind == IR_SUM ? amount->first : NULL;
	const struct ir *number = fact != NULL ? fact->next : NULL;

	if (fact == NULL || number->next != NULL || fact->kind != IR_FACT || number->kind != IR_NUMBER || number->number >= 0)
		return NULL;
	*free = -number->number;
	return fact_wordings[fact->fact].each[0] != '\0' ? fact : NULL;
}

bool is_first_beyond(const struct ir *part, const struct ir *fact, int32_t free)
{
	return part->kind == IR_AT_LEAST && ir_same(part->first, fact) && ir_is_number(part->first->next, free + 1);
}

/* The fact in "100 for each FACT", or a sum that is said as one, which [*one] has then; NULL if [amount] is something else. */
static const struct ir *each_of(const struct ir *amount, struct ir *one)
{
	const struct ir *fact = amount->kind == IR_PRODUCT ? amount->first->next : NULL, *beyond;
	int32_t free;

	if (fact == NULL || amount->first->kind != IR_NUMBER || fact->next != NULL)
		return NULL;
	beyond = fact_beyond(fact, &free);
	if (beyond != NULL)
		fact = beyond;
	else if (sum_as_one(fact, one))
		fact = one;
	return fact->kind == IR_FACT && fact_wordings[fact->fact].each[0] != '\0' ? fact : NULL;
}

static bool is_each(const struct ir *amount)
{
	struct ir one;

	return each_of(amount, &one) != NULL;
}

/* ---- amounts ---- */

static bool all_each(const struct ir *sum)
{
	for (const struct ir *one = sum->first; one != NULL; one = one->next)
		if (!is_each(one) && !(one->kind == IR_NEGATIVE && is_each(one->first)))
			return false;
	return true;
}

/* True if [one] is of players who hold some cards, and what follows takes those away who hold certain ones of them. */
static bool holds_one_and_not_other(const struct ir *one)
{
	const struct ir *other = one->next;

	return ir_is_fact(one, FACT_side_holders) && other != NULL && other->kind == IR_NEGATIVE &&
	       ir_is_fact(other->first, FACT_side_holders) && (other->first->faces & ~one->faces) == 0;
}

/* Writes [some] of the cards that were named before: "red ones" of threes. */
static void write_some_of(const struct clause_writing *at, cardset some, cardset before, struct text *out)
{
	struct text words = { 0 }, named = { 0 };
	const char *said, *noun;

	cards_say(at->rules, some, &words);
	cards_say(at->rules, before, &named);
	said = text_read(&words);
	noun = strstr(said, text_read(&named));
	if (noun > said && strlen(noun) == strlen(text_read(&named)))
		text_format(out, "%.*sones", (int)(noun - said), said);
	else
		text_add(out, said);
	text_end(&words, out);
	text_end(&named, out);
}

static bool all_negative(const struct ir *sum)
{
	for (const struct ir *one = sum->first; one != NULL; one = one->next)
		if (one->kind != IR_NEGATIVE && (one->kind != IR_NUMBER || one->number >= 0))
			return false;
	return true;
}

/* Writes a sum of what several cards count, all added or all taken away, as "what A, B and C count": true if it is one. */
static bool write_counts(const struct clause_writing *at, const struct ir *sum, struct text *out)
{
	static const char what[] = "what ", count[] = " count";
	bool minus = all_negative(sum), counts = true;
	struct text words = { 0 };

	text_add(&words, minus ? "minus what " : what);
	for (const struct ir *one = sum->first; one != NULL && counts; one = one->next) {
		struct text noun = { 0 };
		const struct ir *fact = minus ? one->first : one;
		if (fact != NULL && fact->kind == IR_FACT)
			write_noun(at, fact, &noun);
		const char *said = text_read(&noun);
		size_t length = strlen(said), most = strlen(what) + strlen(count);
		counts = length > most && strncmp(said, what, strlen(what)) == 0 &&
		         strcmp(said + length - strlen(count), count) == 0;
		if (counts)
			text_format(&words, "%s%.*s",
			            one == sum->first   ? ""
			            : one->next != NULL ? ", "
			                                : " and ",
			            (int)(length - most), said + strlen(what));
		text_end(&noun, &words);
	}
	if (counts)
		text_format(out, "%s%s", text_read(&words), count);
	text_end(&words, out);
	return counts;
}

/* True if "the sum of" would be written in a product, so that nobody could tell where it ends. */
static bool says_sum(const struct ir *product)
{
	struct ir merged;

	for (const struct ir *one = product->first; product->kind == IR_PRODUCT && one != NULL; one = one->next)
		if (one->kind == IR_SUM && !sum_as_one(one, &merged))
			return true;
	return false;
}

/* "A plus B less C", "minus A and B", "500 for each A, -500 for each B"; "A plus (B times the sum of C and D)". */
static void write_joined(const struct clause_writing *at, const struct ir *of, const char *joint, struct text *out)
{
	struct ir merged;
	bool listed = all_each(of);
	bool minus = all_negative(of);

	for (const struct ir *one = of->first; one != NULL; one = one->next) {
		if (of->kind == IR_SUM && holds_one_and_not_other(one)) {
			text_add(out, one != of->first ? joint : "");
			write_noun(at, one, out);
			text_add(out, " but no ");
			write_some_of(at, one->next->first->faces, one->faces, out);
			one = one->next;
			continue;
		}
		bool less = of->kind == IR_SUM && one->kind == IR_NEGATIVE && !listed;
		if (of->kind == IR_SUM && one != of->first && one->kind == IR_NUMBER && one->number < 0) {
			text_add(out, minus ? " and " : " less ");
			number_write(-(int64_t)one->number, out);
			continue;
		}
		if (one != of->first)
			text_add(out, less && minus ? (one->next != NULL ? ", " : " and ") : less ? " less " : joint);
		if (of->kind == IR_PRODUCT && one->kind == IR_SUM && !sum_as_one(one, &merged)) {
			text_add(out, one->next != NULL ? "(the sum of " : "the sum of ");
			write_joined(at, one, one->first->kind == IR_NEGATIVE ? " plus " : " and ", out);
			text_add(out, one->next != NULL ? ")" : "");
		} else {
			const struct ir *said = less && one != of->first ? one->first : one;
			const bool brackets = of->kind == IR_SUM && says_sum(said->kind == IR_NEGATIVE ? said->first : said);
			text_add(out, brackets ? "(" : "");
			write_amount(at, said, out);
			text_add(out, brackets ? ")" : "");
		}
	}
}

static void write_each(const struct clause_writing *at, const struct ir *fact, struct text *out)
{
	struct holes holes = fact_holes(at, fact);

	wording_fill(&holes, fact_wording_of(at->rules, fact->fact)->each, out);
}

void fact_say_each(const struct rules *rules, enum voice voice, const struct ir *fact, struct text *out)
{
	write_each(&(struct clause_writing){ .rules = rules, .voice = voice }, fact, out);
}

static void write_product(const struct clause_writing *at, const struct ir *product, struct text *out)
{
	struct ir one;
	const struct ir *fact = each_of(product, &one);
	int32_t free = 0;

	if (fact == NULL) {
		write_joined(at, product, " times ", out);
		return;
	}
	number_write(product->first->number, out);
	text_add(out, " for each ");
	write_each(at, fact, out);
	if (fact_beyond(product->first->next, &free) == NULL)
		return;
	text_add(out, free > 1 ? " after the first " : " after the first");
	if (free > 1)
		number_write(free, out);
}

/* "300, plus 100 for each red three": true if the sum is a number and one product, which would seem to be for each of the two. */
static bool write_fixed_part(const struct clause_writing *at, const struct ir *sum, struct text *out)
{
	const struct ir *one = sum->first, *other = one->next, *number = one->kind == IR_NUMBER ? one : other;

	if (other->next != NULL || number->kind != IR_NUMBER || number->number < 0 ||
	    !is_each(number == one ? other : one))
		return false;
	number_write(number->number, out);
	text_add(out, ", plus ");
	write_product(at, number == one ? other : one, out);
	return true;
}

/* What the steps of a ladder are of. */
enum steps_of { STEPS_OF_AMOUNTS, STEPS_OF_LIMITS, STEPS_OF_DENIED_LIMITS };

static void write_steps(const struct clause_writing *at, const struct ir *ladder, enum steps_of steps,
                        struct text *out);

static void write_amount(const struct clause_writing *at, const struct ir *amount, struct text *out)
{
	struct ir one;

	if (amount == NULL) {
		out->failed = 1;
		return;
	}
	switch (amount->kind) {
	case IR_NUMBER: number_write(amount->number, out); break;
	case IR_FACT: write_noun(at, amount, out); break;
	case IR_NEGATIVE: /* "-500 for each ...", "minus what ..." */
		text_add(out, is_each(amount->first) ? "-" : "minus ");
		write_amount(at, amount->first, out);
		break;
	case IR_LADDER: write_steps(at, amount, STEPS_OF_AMOUNTS, out); break;
	case IR_SUM:
		if (words_less(amount) != NULL)
			write_noun(at, amount, out);
		else if (sum_as_one(amount, &one))
			write_noun(at, &one, out);
		else if (!write_fixed_part(at, amount, out) && !write_counts(at, amount, out))
			write_joined(at, amount, all_each(amount) ? ", " : " plus ", out);
		break;
	case IR_PRODUCT: write_product(at, amount, out); break;
	default: break;
	}
}

void amount_say(const struct rules *rules, const struct ir *amount, struct text *out)
{
	amount_voiced(rules, VOICE_SHEET, amount, out);
}

void amount_voiced(const struct rules *rules, enum voice voice, const struct ir *amount, struct text *out)
{
	write_amount(&(struct clause_writing){ .rules = rules, .voice = voice }, amount, out);
}

/* ---- ladders ---- */

static int32_t least_key(const struct rules *rules, const struct ir *ladder)
{
	return ladder->first->kind == IR_FACT ? fact_least(rules, ladder->first->fact) : LEAST;
}

int64_t ladder_most(const struct rules *rules, const struct ir *ladder)
{
	const struct ir *key = ladder->first;

	if (key->kind != IR_FACT || facts[key->fact].slot != SLOT_NONE)
		return INT32_MAX;
	return ir_interval(rules, key).high;
}

bool step_is_idle(const struct rules *rules, const struct ir *ladder, const struct ir *step)
{
	return step->number == INT32_MIN && step->next != NULL && step->next->number <= least_key(rules, ladder);
}

/* Totals are made of what cards count: the number that all of it can be divided by. */
static int32_t points_unit(const struct rules *rules)
{
	int32_t unit = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		for (int32_t rest = rules->kind[kind].points, swap; rest != 0;
		     swap = unit % rest, unit = rest, rest = swap)
			;
	return unit < 0 ? -unit : unit;
}

/* Writes "4 to 6", "2 or 3", "up to 3", "4 or more"; [most] is the highest number of the last step, which has no [next]. */
static void write_span(int32_t low, bool first, const struct ir *next, int64_t most, struct text *out)
{
	int64_t high = next != NULL ? (int64_t)next->number - 1 : low;

	if (high > low) {
		if (first)
			text_add(out, "up");
		else
			number_write(low, out);
		text_add(out, high == low + 1 && !first ? " or " : " to ");
	}
	number_write(high, out);
	text_add(out, next == NULL && low != most ? " or more" : "");
}

/* Writes "the first", "the first or second", "the second to fourth", "the third or earlier", "the second or later" of [most] there are. */
static void write_places(int64_t low, int64_t high, int64_t most, struct text *out)
{
	bool later = high >= most && low + 1 < most, earlier = !later && low <= 1 && high > 2;

	text_add(out, "the ");
	nth_write((int)(earlier ? high : low), out);
	if (later || earlier)
		text_add(out, later ? " or later" : " or earlier");
	else if (high > low) {
		text_add(out, high == low + 1 ? " or " : " to ");
		nth_write((int)high, out);
	}
}

void step_say_range(const struct rules *rules, const struct ir *ladder, const struct ir *step, struct text *out)
{
	const struct ir *key = ladder->first, *next = step->next;
	bool first = step->number == INT32_MIN;
	int32_t low = first ? least_key(rules, ladder) : step->number;

	if (low == LEAST && next == NULL)
		text_add(out, "whatever it is");
	else if (low == LEAST) {
		text_add(out, "below ");
		number_write(next->number, out);
	} else if (key->kind == IR_FACT && facts[key->fact].type == SCORE) {
		/* "from 1,500"; a step that was put as above 3,000 begins at 3,001, which no total is. "0" where the next is above 0. */
		int32_t unit = points_unit(rules);
		bool above = unit > 1 && low % unit == 1;
		bool alone = unit > 1 && low % unit == 0 && next != NULL && next->number <= (int64_t)low + unit;
		text_add(out, above ? "above " : alone ? "" : "from ");
		number_write(above ? low - 1 : low, out);
	} else if (key->kind == IR_FACT && fact_wording_of(rules, key->fact)->nth != NULL) {
		int64_t most = ladder_most(rules, ladder);
		write_places(low, next != NULL ? (int64_t)next->number - 1 : most, most, out);
		text_format(out, " %s", fact_wording_of(rules, key->fact)->nth);
	} else
		write_span(low, first, next, ladder_most(rules, ladder), out);
}

static void write_step_value(const struct clause_writing *at, const struct ir *step, struct text *out)
{
	if (step->first->kind == IR_NUMBER && step->first->number == 0)
		text_add(out, "nothing");
	else
		write_amount(at, step->first, out);
}

void step_say_value(const struct rules *rules, const struct ir *step, struct text *out)
{
	write_step_value(&(struct clause_writing){ .rules = rules }, step, out);
}

void ladder_say_key(const struct rules *rules, const struct ir *ladder, struct text *out)
{
	write_noun(&(struct clause_writing){ .rules = rules }, ladder->first, out);
}

/* ---- comparisons ---- */

/* The right side of a comparison and its operator, which is negated already if the comparison is denied. */
struct compared {
	enum ir_kind kind;
	int32_t low, high;    /* for a number: of a range, or both the number */
	const char *sentence; /* in place of what the table says of the fact, or NULL */
};

/* Writes "the second or later" in place of "at least 2", "not the first" in place of "not exactly 1". */
static void write_place(const struct rules *rules, const struct ir *fact, const struct compared *compared, struct text *out)
{
	int64_t most = ir_interval(rules, fact).high, low = compared->low, high = compared->high;

	switch (compared->kind) {
	case IR_UNEQUAL: text_add(out, "not "); break;
	case IR_MORE: low++; /* fallthrough */
	case IR_AT_LEAST: high = most; break;
	case IR_LESS: high--; /* fallthrough */
	case IR_AT_MOST: low = 1; break;
	default: break;
	}
	write_places(low, high, most, out);
}

/* True if a number that is equal to [compared] could have been a larger one: "exactly 2 canastas", for 3 are not meant. */
static bool may_be_more(const struct rules *rules, const struct ir *fact, const struct compared *compared)
{
	const struct fact_wording *wording = fact_wording_of(rules, fact->fact);

	return facts[fact->fact].type == NUMBER && wording->nth == NULL && !wording->ordinal && compared->high > 0 &&
	       ir_interval(rules, fact).high > compared->high;
}

static void write_comparison(const struct clause_writing *at, const struct ir *fact, const struct compared *compared,
                             struct text *out)
{
	const struct fact_wording *wording = fact_wording_of(at->rules, fact->fact);
	struct holes holes = fact_holes(at, fact);
	struct text value = { 0 };
	const char *sentence = wording->counted;

	if (compared->kind == IR_AT_LEAST && compared->low == facts[fact->fact].low + 1 && wording->some[0] != '\0')
		sentence = wording->some;
	if (!at->bare && compared->kind == IR_EQUAL && compared->low == facts[fact->fact].low &&
	    wording->none[0] != '\0')
		sentence = wording->none;
	if (compared->sentence != NULL)
		sentence = compared->sentence;
	/* "at least 2", "no", "3 to 7"; 0 points are written as a number. */
	bool is_score = facts[fact->fact].type == SCORE;
	bool none = compared->high == 0 && !is_score;
	switch (wording->nth != NULL ? IR_EQUAL : compared->kind) {
	case IR_EQUAL: text_add(&value, may_be_more(at->rules, fact, compared) ? "exactly " : ""); break;
	case IR_UNEQUAL: text_add(&value, "not exactly "); break;
	case IR_AT_LEAST: text_add(&value, wording->ordinal ? "" : "at least "); break;
	case IR_AT_MOST: text_add(&value, wording->ordinal ? "" : "at most "); break;
	case IR_MORE: text_add(&value, "more than "); break;
	case IR_LESS: text_add(&value, compared->low == INT32_MIN || is_score ? "less than " : "fewer than "); break;
	default:
		number_write(compared->low, &value);
		text_add(&value, compared->low + 1 == compared->high ? " or " : " to ");
		break;
	}
	if (wording->nth != NULL)
		write_place(at->rules, fact, compared, &value);
	else if (none && compared->kind == IR_EQUAL)
		text_add(&value, "no");
	else
		number_write(compared->high, &value);
	if (wording->ordinal && (compared->kind == IR_AT_LEAST || compared->kind == IR_AT_MOST))
		text_add(&value, compared->kind == IR_AT_LEAST ? " or later" : " or earlier");
	holes.value = text_read(&value);
	holes.half = half_for(compared->high);
	wording_fill(&holes, sentence, out);
	text_end(&value, out);
}

/* A limit of what a meld has, which another number sets: "at least 2 natural cards for each wild card in it", "a number of natural cards that is
 * at least 1 plus the number of its wild cards". False, with nothing written, of two numbers that count alike: "no more A than B". */
static bool write_limit(const struct clause_writing *at, const char *than, const struct ir *left,
                        const struct ir *right, struct text *out)
{
	static const char its[] = "the number of its ";
	struct ir one;
	const struct ir *each = each_of(right, &one);
	int32_t free;
	struct holes holes = fact_holes(at, left);
	struct text noun = { 0 };
	bool any = right->kind != IR_FACT;

	write_noun(at, left, &noun);
	any = any && strncmp(text_read(&noun), its, sizeof its - 1) == 0;
	if (any && each != NULL && fact_beyond(right->first->next, &free) == NULL) {
		struct text value = { 0 };
		text_add(&value, than);
		number_write(right->first->number, &value);
		holes.value = text_read(&value);
		wording_fill(&holes, strchr(fact_wording_of(at->rules, left->fact)->counted, '|') + 1, out);
		text_add(out, " for each ");
		write_each(at, each, out);
		text_end(&value, out);
	} else if (any) {
		text_format(out, "a number of %s that is %s", text_read(&noun) + sizeof its - 1, than);
		write_noun(at, right, out);
	}
	text_end(&noun, out);
	return any;
}

/* Two numbers that are both computed: "no more wild cards than natural cards" where both count alike, else "the minimum
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
	static const char *const than[] = {
		[IR_EQUAL] = "exactly ",   [IR_UNEQUAL] = "not exactly ", [IR_AT_LEAST] = "at least ",
		[IR_AT_MOST] = "at most ", [IR_MORE] = "more than ",      [IR_LESS] = "less than "
	};
	struct text value = { 0 };
	struct ir one, other;
	const char *first, *second;
	size_t subject;
	struct holes holes;

	/* at most one less than a number is less than it, and at least one more is more */
	if ((kind == IR_AT_MOST || kind == IR_AT_LEAST) && right->kind == IR_SUM && right->first->next != NULL &&
	    right->first->next->next == NULL) {
		const struct ir *number = right->first->kind == IR_NUMBER ? right->first : right->first->next;
		const struct ir *rest = number == right->first ? number->next : right->first;
		if (number->kind == IR_NUMBER && number->number == (kind == IR_AT_MOST ? -1 : 1)) {
			kind = kind == IR_AT_MOST ? IR_LESS : IR_MORE;
			right = rest;
		}
	}
	left = sum_as_one(left, &one) ? &one : left;
	right = sum_as_one(right, &other) ? &other : right;
	first = left->kind == IR_FACT ? fact_wording_of(at->rules, left->fact)->counted : "";
	second = right->kind == IR_FACT ? fact_wording_of(at->rules, right->fact)->counted : "-";
	subject = strcspn(first, "|");
	if (first[0] != '\0' && first[strlen(first) - 1] == '#' &&
	    second[0] != '#') { /* "it counts at least the minimum" */
		text_add(&value, than[kind]);
		write_noun(at, right, &value);
		holes = fact_holes(at, left);
		holes.value = text_read(&value);
		wording_fill(&holes, first, out);
		text_end(&value, out);
		return;
	}
	if (at->bare && left->kind == IR_FACT && write_limit(at, than[kind], left, right, out))
		return;
	if (strncmp(first, second, subject + 1) != 0 || first[subject] == '\0' || first[subject + 1] != '#' ||
	    facts[left->fact].type != NUMBER || facts[right->fact].type != NUMBER) {
		write_noun(at, left, out);
		text_add(out, is[kind]);
		write_noun(at, right, out);
		return;
	}
	holes = fact_holes(at, left);
	holes.value = counts[kind][0];
	wording_fill(&holes, first, out);
	text_add(out, counts[kind][1]);
	holes = fact_holes(at, right);
	wording_fill(&holes, second + subject + 1 + strlen("# "), out);
}

/* ---- clauses ---- */

/* Clauses to be joined; each is "subject|what is said of it". */
struct clauses {
	const struct clause_writing *at;
	const char *joint;   /* " and " or " or " */
	struct text subject; /* of the last one */
	bool thing;          /* the last one names a thing: of "the side has a canasta" true, of "the side has melded" false */
	int count;
	int commas; /* so many are followed by a comma in place of the joint: "A, B and C" */
};

/* The length of a subject without its verb: "the side" of "the side has". */
static size_t without_verb(const char *subject, size_t length)
{
	static const char *const verbs[] = { " has", " is", " was", " are", " have", " holds", " hold" };

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		size_t verb = strlen(verbs[i]);
		if (length > verb && strncmp(subject + length - verb, verbs[i], verb) == 0)
			return length - verb;
	}
	return length;
}

/* True if a clause goes on with a thing, as "the side has a canasta" does; false for what was done, "the side has melded". */
static bool says_thing(const char *clause, size_t subject)
{
	const char *words = clause + subject + (clause[subject] == '|');

	return names_a_thing(strncmp(words, "not ", 4) == 0 ? words + 4 : words);
}

/* How many bytes of the subject of a clause can be left out after the clause before it, which had the subject [last]: all of it if both are
 * the same, all but the verb if only the verbs differ ("it is of aces and has no wild cards") or mean different things ("the side has a
 * canasta and has melded"). */
static size_t said_before(const struct text *last, bool thing, const char *clause, size_t length)
{
	size_t stem = without_verb(clause, length), verb = length - stem;
	bool has = verb == strlen(" has") && strncmp(clause + stem, " ha", 3) == 0;

	if (last->length == length && strncmp(text_read(last), clause, length) == 0 &&
	    !(has && thing != says_thing(clause, length)))
		return length;
	if (last->length > 0 && without_verb(last->bytes, last->length) == stem &&
	    strncmp(last->bytes, clause, stem) == 0)
		return stem;
	return 0;
}

/* True if the first words of a clause could be taken for one more thing of the clause before: "the first melds include a clean meld, or a
 * meld of wild cards counts 50". */
static bool is_mistaken(const struct clauses *clauses, const char *clause, size_t subject)
{
	return clauses->thing && clause[subject] == '|' &&
	       said_before(&clauses->subject, clauses->thing, clause, subject) == 0 &&
	       (strncmp(clause, "a ", 2) == 0 || strncmp(clause, "an ", 3) == 0);
}

/* Takes the place off the end of the last clause if this one ends with it: "an unfinished meld of aces or an unfinished meld of sevens on the
 * table". */
static void share_place(const char *clause, struct text *out)
{
	static const char place[] = " on the table";
	size_t length = sizeof place - 1, words = strlen(clause);

	if (words > length && out->length > length && strcmp(clause + words - length, place) == 0 &&
	    strcmp(out->bytes + out->length - length, place) == 0)
		out->bytes[out->length -= length] = '\0';
}

/* Adds one clause without the part of its subject that the last one had. */
static void join_clause(struct clauses *clauses, const char *clause, struct text *out)
{
	size_t subject = strcspn(clause, "|"), skipped;

	if (clauses->count > 0 && clause[subject] == '|' && clauses->thing && says_thing(clause, subject) &&
	    said_before(&clauses->subject, true, clause, subject) == subject)
		share_place(clause, out);
	if (clauses->count > 0) {
		const char *joint = clauses->count <= clauses->commas ? ", " : clauses->joint;
		text_format(out, "%s%s", joint[0] == ' ' && is_mistaken(clauses, clause, subject) ? "," : "", joint);
	}
	if (clause[subject] == '|') {
		skipped = said_before(&clauses->subject, clauses->thing, clause, subject);
		clauses->thing = says_thing(clause, subject);
		text_clear(&clauses->subject);
		text_add_bytes(&clauses->subject, clause, subject);
		skipped += clause[skipped] == ' ' && skipped > 0;
		if (skipped < subject && !clauses->at->bare) {
			text_add_bytes(out, clause + skipped, subject - skipped);
			text_add(out, " ");
		}
		clause += subject + 1;
	} else {
		text_clear(&clauses->subject);
		clauses->thing = false;
	}
	clauses->count++;
	text_add(out, clause);
}

/* True if it is a term that is said by its title. */
static bool is_titled(const struct clause_writing *at, const struct ir *of)
{
	return ir_is_fact(of, FACT_term) && !at->bare && at->rules->define[of->item].title != NULL;
}

/* What any other term stands for; anything else as it is. */
static const struct ir *spelled_out(const struct clause_writing *at, const struct ir *of)
{
	while (ir_is_fact(of, FACT_term) && !is_titled(at, of))
		of = at->rules->define[of->item].when->ir;
	return of;
}

/* Writes "subject|what is said of it", or a clause without a bar; [inside] of a row joined by "and". */
static void write_clause(const struct clause_writing *at, const struct ir *of, bool deny, bool inside,
                         struct text *out);

/* Adds [of] to the clauses. */
static void add_clause(struct clauses *clauses, const struct ir *of, bool deny, bool inside, struct text *out)
{
	struct text clause = { 0 };

	write_clause(clauses->at, of, deny, inside, &clause);
	join_clause(clauses, text_read(&clause), out);
	text_end(&clause, out);
}

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
	struct compared range = { IR_ALL, low->first->next->number, high->first->next->number, NULL };

	if (range.low == range.high)
		range.kind = IR_EQUAL;
	write_comparison(at, low->first, &range, out);
}

/* True if the clauses have one subject, which ends with a bar. */
static bool share_subject(const struct text *clauses, int count)
{
	size_t subject = count > 0 ? strcspn(text_read(&clauses[0]), "|") : 0;

	for (int i = 0; i < count; i++)
		if (strncmp(text_read(&clauses[i]), text_read(&clauses[0]), subject + 1) != 0 ||
		    says_thing(text_read(&clauses[i]), subject) != says_thing(text_read(&clauses[0]), subject))
			return false;
	return count > 0 && text_read(&clauses[0])[subject] == '|';
}

/* How many of the clauses are followed by a comma: all but the last two, if none of them has commas or lists of its own. */
static int commas_between(const struct text *clauses, int count)
{
	for (int i = 0; i < count; i++)
		if (strchr(text_read(&clauses[i]), ',') != NULL || strstr(text_read(&clauses[i]), " or ") != NULL ||
		    strstr(text_read(&clauses[i]), " and ") != NULL)
			return 0;
	return count > 2 ? count - 2 : 0;
}

static const char *with_comma(const char *joint)
{
	return strstr(joint, " or ") != NULL ? ", or " : ", and ";
}

/* True if some clauses are lists that nobody should read on: "2 clean books and red books together, and 1 dirty book". */
static bool any_list(const struct text *clauses, int count)
{
	for (int i = 0; i < count; i++)
		if (strstr(text_read(&clauses[i]), " together") != NULL)
			return true;
	return false;
}

/* What a clause leaves out of a subject that it shares with the clause before it: the noun alone, or the verb as well. */
enum left_out { LEFT_OUT_NOTHING, LEFT_OUT_NOUN, LEFT_OUT_ALL };

static enum left_out left_out(const struct text *clauses, int at)
{
	const char *last = text_read(&clauses[at - 1]), *clause = text_read(&clauses[at]);
	size_t before = strcspn(last, "|"), subject = strcspn(clause, "|"), skipped;
	struct text said = { .bytes = (char *)last, .length = before };

	if (last[before] == '\0' || clause[subject] == '\0')
		return LEFT_OUT_NOTHING;
	skipped = said_before(&said, says_thing(last, before), clause, subject);
	return skipped == 0 ? LEFT_OUT_NOTHING : skipped < subject ? LEFT_OUT_NOUN : LEFT_OUT_ALL;
}

/* The least that any of the clauses leaves out, where another one leaves out more; else -1. */
static int least_left_out(const struct text *clauses, int count)
{
	int least = LEFT_OUT_ALL, most = LEFT_OUT_NOTHING;

	for (int i = 1; i < count; i++) {
		int one = (int)left_out(clauses, i);
		least = one < least ? one : least;
		most = one > most ? one : most;
	}
	return least < most ? least : -1;
}

/* What precedes clause [at] of several that begin anew where they leave out no more than [least]: "the side has A, B and C, and the pile
 * is D", "it is A and has B and C". [joint] connects them elsewhere. */
static const char *joint_between(const struct text *clauses, int count, int at, int least, const char *joint)
{
	int first = at, last = at;

	if (left_out(clauses, at) == (enum left_out)least)
		return least == LEFT_OUT_NOTHING ? with_comma(joint) : joint;
	while (first > 0 && left_out(clauses, first) != (enum left_out)least)
		first--;
	while (last + 1 < count && left_out(clauses, last + 1) != (enum left_out)least)
		last++;
	return at < last && least_left_out(clauses + first, last - first + 1) < 0 ? ", " : joint;
}

/* What precedes alternatives that are rows of their own, so that nobody takes the first of them for one more of the others. */
static const char *joint_of_rows(const struct clause_writing *at)
{
	return at->again && at->divided ? "\nor when " : at->again ? ", or when " : ", or ";
}

/* Puts clauses together, behind their subject if they have one in common. The last [nested] of them are rows of clauses themselves, which
 * the other joint connects: "A or B, or C and D", "A and either B or C". */
static void write_joined_clauses(const struct clause_writing *at, const struct text *parts, int count, int nested,
                                 const char *before, const char *joint, struct text *out)
{
	int plain = count - nested;
	struct clauses clauses = { .at = at, .commas = commas_between(parts, plain) };
	bool any = strcmp(joint, " or ") == 0;
	int least = clauses.commas > 0 ? least_left_out(parts, plain) : -1;

	if (share_subject(parts, count) && !(at->again && nested > 0)) {
		text_add_bytes(&clauses.subject, text_read(&parts[0]), strcspn(text_read(&parts[0]), "|"));
		clauses.thing = says_thing(text_read(&parts[0]), clauses.subject.length);
		text_format(out, "%s|", text_read(&clauses.subject));
	}
	text_add(out, before);
	joint = clauses.joint = any_list(parts, plain) ? with_comma(joint) : joint;
	for (int i = 0; i < count; i++) {
		if (i > 0 && i < plain && least >= 0) {
			clauses.joint = joint_between(parts, plain, i, least, joint);
			clauses.commas = 0;
		}
		if (i >= plain) {
			clauses.joint = any ? joint_of_rows(at) : i > plain ? ", and " : " and ";
			clauses.commas = 0;
			if (any && at->again)
				text_clear(&clauses.subject);
		}
		join_clause(&clauses, text_read(&parts[i]), out);
	}
	text_end(&clauses.subject, out);
}

static void write_compared_clause(const struct clause_writing *at, const struct ir *of, bool deny, const char *sentence,
                                  struct text *out);

/* True if two clauses ask the same of the side and of another one: "either side has 7 cards" for one of them. */
static bool is_either(const struct clause_writing *at, const struct ir *one, const struct ir *other)
{
	const struct ir *fact = one->first, *of_others = other != NULL ? other->first : NULL;

	if (other != NULL && one->kind == IR_FACT && facts[one->fact].type == FLAG && fact_wordings[one->fact].either != NULL)
		return ir_is_fact(other, fact_wordings[one->fact].other);
	return at->rules->table.sides == 2 && of_others != NULL && one->kind == other->kind && one->kind >= IR_EQUAL &&
	       one->kind <= IR_AT_MOST && fact->kind == IR_FACT && fact_wordings[fact->fact].either != NULL &&
	       ir_is_fact(of_others, fact_wordings[fact->fact].other) && fact->next->kind == IR_NUMBER &&
	       of_others->next->kind == IR_NUMBER && fact->next->number == of_others->next->number &&
	       fact_wording_of(at->rules, fact->fact) == &fact_wordings[fact->fact];
}

/* True if neither of two facts may hold. */
static bool are_negated(const struct ir *one, const struct ir *other)
{
	return one->kind == IR_NOT && other != NULL && other->kind == IR_NOT;
}

/* Writes one of two facts, whichever it is, of which one is enough. */
static void write_either(const struct clause_writing *at, const struct ir *of, bool deny, struct text *out)
{
	struct holes holes;

	if (of->kind != IR_FACT) {
		write_compared_clause(at, of, deny, fact_wordings[of->first->fact].either, out);
		return;
	}
	holes = fact_holes(at, of);
	wording_fill(&holes, fact_wordings[of->fact].either, out);
}

/* True if it is said as a row of clauses; [*all] tells whether they are joined by "and". */
static bool is_row(const struct clause_writing *at, const struct ir *of, bool deny, bool *all)
{
	for (of = spelled_out(at, of); of->kind == IR_NOT; deny = !deny)
		of = spelled_out(at, of->first);
	*all = (of->kind == IR_ALL) != deny;
	return of->kind == IR_ALL || of->kind == IR_ANY;
}

/* Writes the clauses of the parts that are rows joined by the other word than theirs, or of those that are not. Returns how many. */
static int write_clauses(const struct clause_writing *at, const struct ir *of, bool deny, bool nested,
                         struct text *clauses)
{
	bool all = (of->kind == IR_ALL) != deny, row_all;
	int count = 0;

	for (const struct ir *one = of->first; one != NULL; one = one->next) {
		if ((is_row(at, one, deny, &row_all) && row_all != all) != nested)
			continue;
		if (all && !deny && is_range(one, one->next)) {
			write_range(at, one, one->next, &clauses[count++]);
			one = one->next;
		} else if (!all && deny && are_negated(one, one->next) && is_either(at, one->first, one->next->first)) {
			write_either(at, one->first, false, &clauses[count++]);
			one = one->next;
		} else if (!all && (!deny || one->kind != IR_FACT) && is_either(at, one, one->next)) {
			write_either(at, one, deny, &clauses[count++]);
			one = one->next;
		} else
			write_clause(at, one, deny, all, &clauses[count++]);
	}
	return count;
}

/* All or any of the parts. Rows of the other kind are last, so that a reader sees where they begin: alternatives inside a conjunction
 * behind "either", "A and either B or C", conjunctions among alternatives behind a comma, "A or B, or C and D". */
static void write_parts(const struct clause_writing *at, const struct ir *of, bool deny, bool inside, struct text *out)
{
	bool all = (of->kind == IR_ALL) != deny;
	struct clause_writing within = *at;
	struct text *clauses;
	size_t room = 0;
	int plain = 0, nested = 0;

	within.again = false;
	for (const struct ir *one = of->first; one != NULL; one = one->next)
		room += sizeof *clauses;
	clauses = arena_take(at->arena, room);
	if (clauses != NULL) {
		plain = write_clauses(&within, of, deny, false, clauses);
		nested = write_clauses(&within, of, deny, true, clauses + plain);
	}
	write_joined_clauses(at, clauses, plain + nested, nested, !all && inside && plain + nested > 1 ? "either " : "",
	                     all ? " and " : " or ", out);
	for (int i = 0; i < plain + nested; i++)
		text_end(&clauses[i], out);
	out->failed |= clauses == NULL;
}

static void write_compared_clause(const struct clause_writing *at, const struct ir *of, bool deny, const char *sentence,
                                  struct text *out)
{
	const struct ir *left = of->first, *right = left->next;
	enum ir_kind kind = deny ? ir_opposite(of->kind) : of->kind;
	struct compared compared = { kind, right->number, right->number, sentence };
	const struct less_wording *less;
	struct ir one;
	int32_t least;

	if (sum_as_one(left, &one))
		left = &one;
	less = words_less(left);
	if (less != NULL && right->kind == IR_NUMBER) {
		compared.sentence = less->counted;
		left = left->first->next->first;
	}
	if (left->kind != IR_FACT || right->kind != IR_NUMBER) {
		write_two(at, kind, left, right, out);
		return;
	}
	least = fact_least(at->rules, left->fact);
	if (kind == IR_MORE) /* said as at least one more */
		compared.kind = IR_AT_LEAST, compared.low = ++compared.high;
	if (kind == IR_LESS)
		compared.kind = IR_AT_MOST, compared.low = --compared.high;
	if (compared.kind == IR_AT_MOST && compared.high == least)
		compared.kind = IR_EQUAL;
	if (compared.kind == IR_UNEQUAL && compared.high == least)
		compared.kind = IR_AT_LEAST, compared.low = ++compared.high;
	write_comparison(at, left, &compared, out);
}

/* True for a first step of nothing, which need not be said beside the others: "100 for 1, 300 for 2". */
static bool is_nothing_yet(const struct ir *ladder, const struct ir *step, enum steps_of steps)
{
	return steps == STEPS_OF_AMOUNTS && step == ladder->first->next && step->next != NULL &&
	       ir_is_number(step->first, 0);
}

/* "5 when the side is the first to open and the stock has at least 12 cards, 2 when ...". False if the ladder goes by one number. */
static bool write_cases(const struct clause_writing *at, const struct ir *ladder, struct text *out)
{
	struct step_of_two cases[STEPS_OF_TWO];
	struct arena *arena = arena_new();
	int count = arena != NULL ? ladder_of_two(at->rules, ladder, arena, cases) : 0;

	for (int i = 0; i < count; i++) {
		text_add(out, i > 0 ? ", " : "");
		write_amount(at, cases[i].value, out);
		text_add(out, " ");
		condition_of_meld(at->rules, at->voice, cases[i].when, out);
	}
	out->failed |= arena == NULL;
	arena_free(arena);
	return count > 0;
}

/* Writes when the first step that is said holds, as a clause: "it has up to 3 cards", "the side's total is below 0". */
static void write_first_range(const struct clause_writing *at, const struct ir *key, const char *range,
                              struct text *out)
{
	static const char from[] = "from ", at_least[] = "at least ";
	const struct less_wording *less = words_less(key);
	struct text value = { 0 }, clause = { 0 };
	struct ir one = *key;
	bool counted = less != NULL || key->kind == IR_FACT || sum_as_one(key, &one);
	struct holes holes = fact_holes(at, less != NULL ? key->first->next->first : &one);

	if (strncmp(range, from, sizeof from - 1) == 0)
		text_format(&value, "%s%s", at_least, range + sizeof from - 1);
	else
		text_add(&value, counted && strcmp(range, "0") == 0 && facts[one.fact].type != SCORE ? "no" : range);
	holes.value = text_read(&value);
	holes.half = strcmp(range, "1") == 0 ? HALF_FIRST : HALF_SECOND;
	if (!counted) {
		write_noun(at, key, &clause);
		text_format(&clause, " is %s", text_read(&value));
	} else
		wording_fill(&holes, less != NULL ? less->counted : fact_wording_of(at->rules, one.fact)->counted,
		             &clause);
	for (const char *part = text_read(&clause); *part != '\0'; part++)
		text_add_bytes(out, *part == '|' ? " " : part, 1);
	text_end(&value, out);
	text_end(&clause, out);
}

/* Writes, behind a value of a ladder, the step at which it holds: " in deal 4 or later" where [key] is the number of the deal and [range] "4 or
 * more". */
static void write_place_of_step(const struct clause_writing *at, const struct ir *key, const char *range,
                                struct text *out)
{
	static const char more[] = " or more";
	struct text value = { 0 };
	struct holes holes = fact_holes(at, key);
	const char *open = strstr(range, more);

	text_add_bytes(&value, range, open != NULL ? (size_t)(open - range) : strlen(range));
	text_add(&value, open != NULL ? " or later" : "");
	holes.value = text_read(&value);
	text_add(out, " ");
	wording_fill(&holes, fact_wordings[key->fact].step, out);
	text_end(&value, out);
}

/* Writes for which numbers [step] holds: of the [first] that is said with what is counted, "when it has up to 3 cards", of others "for 4 or 5",
 * "from 1,500". */
static void write_step_range(const struct clause_writing *at, const struct ir *ladder, const struct ir *step,
                             bool first, struct text *out)
{
	bool by_place = ladder->first->kind == IR_FACT && fact_wording_of(at->rules, ladder->first->fact)->nth != NULL;
	struct text range = { 0 };
	char begin;

	step_say_range(at->rules, ladder, step, &range);
	begin = text_read(&range)[0];
	if (ladder->first->kind == IR_FACT && fact_wordings[ladder->first->fact].step != NULL && begin >= '0' &&
	    begin <= '9')
		write_place_of_step(at, ladder->first, text_read(&range), out);
	else if (first && !by_place) {
		text_add(out, " when ");
		write_first_range(at, ladder->first, text_read(&range), out);
	} else
		text_format(out, "%s%s", (begin >= '0' && begin <= '9') || begin == 'u' || begin == 't' ? " for " : " ",
		            text_read(&range));
	text_end(&range, out);
}

/* "at most 1 wild card when it has up to 3 cards, at most 2 wild cards for 4 or more" */
static void write_steps(const struct clause_writing *at, const struct ir *ladder, enum steps_of steps, struct text *out)
{
	const struct rules *rules = at->rules;
	bool first = true;

	if (steps == STEPS_OF_AMOUNTS && write_cases(at, ladder, out))
		return;
	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
		struct clauses clauses = { .at = at, .joint = "" };
		if (step_is_idle(rules, ladder, step) || is_nothing_yet(ladder, step, steps) ||
		    step->number > ladder_most(rules, ladder))
			continue;
		text_add(out, first ? "" : ", ");
		if (steps == STEPS_OF_AMOUNTS)
			write_step_value(at, step, out);
		else
			add_clause(&clauses, step->first, steps == STEPS_OF_DENIED_LIMITS, false, out);
		write_step_range(at, ladder, step, first, out);
		text_end(&clauses.subject, out);
		first = false;
	}
}

/* A card says "your side" for what is the side in a title. */
static void write_term(const struct clause_writing *at, int term, bool deny, struct text *out)
{
	static const char side[] = "the side ";
	struct text said = { 0 };
	const char *clause;

	term_say(at->rules, term, deny, &said);
	clause = text_read(&said);
	if (at->voice == VOICE_PARTNER && strncmp(clause, side, sizeof side - 1) == 0)
		text_format(out, "your side %s", clause + sizeof side - 1);
	else
		text_add(out, clause);
	text_end(&said, out);
}

static void write_clause(const struct clause_writing *at, const struct ir *of, bool deny, bool inside, struct text *out)
{
	struct holes holes;

	of = spelled_out(at, of);
	switch (of->kind) {
	case IR_NOT: write_clause(at, of->first, !deny, inside, out); break;
	case IR_ALL:
	case IR_ANY: write_parts(at, of, deny, inside, out); break;
	case IR_FACT:
		if (is_titled(at, of)) {
			write_term(at, of->item, deny, out);
			break;
		}
		if (of->fact == FACT_event && event_say(at->rules, of->item, deny, out))
			break;
		holes = fact_holes(at, of);
		wording_fill(&holes, deny ? fact_wordings[of->fact].not_so : fact_wordings[of->fact].so, out);
		break;
	case IR_NUMBER: text_add(out, (of->number != 0) != deny ? "always" : "never"); break;
	case IR_LADDER: write_steps(at, of, deny ? STEPS_OF_DENIED_LIMITS : STEPS_OF_LIMITS, out); break;
	default: write_compared_clause(at, of, deny, NULL, out); break;
	}
}

/* ---- conditions ---- */

/* Counts the facts and comparisons of a condition, and those of them that are denied. */
static void count_denied(const struct clause_writing *at, const struct ir *of, int *denied, int *count)
{
	const struct ir *term = of->kind == IR_NOT ? of->first : of;

	if (of->kind == IR_ANY || of->kind == IR_ALL) {
		for (const struct ir *one = of->first; one != NULL; one = one->next)
			count_denied(at, one, denied, count);
		return;
	}
	if (is_titled(at, term) && term_is_negative(at->rules, term->item))
		*denied += of == term;
	else
		*denied += of->kind == IR_NOT || of->kind == IR_UNEQUAL;
	++*count;
}

/* True if at least half of the parts are denied, so that the negation is shorter. */
static bool is_denial(const struct clause_writing *at, const struct ir *of)
{
	int denied = 0, count = 0;

	count_denied(at, of, &denied, &count);
	return 2 * denied >= count;
}

/* Puts the parts of a condition that must all hold into [parts], if that is not NULL; returns how many there are by then. */
static int list_parts(const struct clause_writing *at, const struct ir *of, const struct ir **parts, int count)
{
	of = spelled_out(at, of);
	if (of->kind == IR_ALL) {
		for (const struct ir *one = of->first; one != NULL; one = one->next)
			count = list_parts(at, one, parts, count);
		return count;
	}
	if (parts != NULL)
		parts[count] = of;
	return count + 1;
}

/* True if the sentence for it has several clauses. */
static bool is_compound(const struct clause_writing *at, const struct ir *of)
{
	of = spelled_out(at, of->kind == IR_NOT ? of->first : of);
	return of->kind == IR_ALL || of->kind == IR_ANY;
}

/* True if what must hold are several limits that may not be passed, or such a limit and denials: "only when A has at most 4 cards, but
 * not when B" is said as "not when A has at least 5 cards or B". */
static bool are_upper_limits(const struct clause_writing *at, const struct ir *const *parts, int count)
{
	bool all = count > 1;

	for (int i = 0; i < count; i++)
		all = all && ((parts[i]->kind == IR_AT_MOST && parts[i]->first->next->kind == IR_NUMBER &&
		               !is_range(parts[i > 0 ? i - 1 : 0], parts[i])) ||
		              is_denial(at, parts[i]));
	return all;
}

/* What has to hold: A and B and either C or D; A, B and C; alone A or B, or when C and D. */
static void write_holding(const struct clause_writing *at, const struct ir *const *parts, int count, struct text *out)
{
	struct clause_writing within = *at;
	struct text *clause = arena_take(at->arena, sizeof *clause * (size_t)count), whole = { 0 };
	struct clauses alone = { .at = at, .joint = "" };
	int written = 0, plain = 0;

	within.again = count == 1;
	for (int nested = 0; nested < 2; nested++) {
		for (int i = 0; i < count && clause != NULL; i++) {
			if (is_compound(at, parts[i]) != (nested == 1))
				continue;
			if (is_range(parts[i], i + 1 < count ? parts[i + 1] : NULL)) {
				write_range(at, parts[i], parts[i + 1], &clause[written++]);
				i++;
			} else
				write_clause(&within, parts[i], false, count > 1, &clause[written++]);
		}
		plain = nested == 0 ? written : plain;
	}
	text_add(out, "when ");
	write_joined_clauses(at, clause, written, written - plain, "", " and ", &whole);
	join_clause(&alone, text_read(&whole), out);
	text_end(&alone.subject, out);
	text_end(&whole, out);
	for (int i = 0; i < written; i++)
		text_end(&clause[i], out);
	out->failed |= clause == NULL;
}

/* What must not hold: A or B, or C and D, the longest part last; [divided] each part on a line. */
static void write_exceptions(const struct clause_writing *at, const struct ir *const *parts, int count,
                             struct text *out)
{
	struct clauses clauses = { .at = at, .joint = " or ", .commas = count - 2 };

	for (int i = 0; i < count; i++)
		if (is_compound(at, parts[i])) {
			clauses.joint = ", or ";
			clauses.commas = 0;
		}
	if (at->divided) {
		clauses.joint = "\nnor when ";
		clauses.commas = 0;
	}
	for (int i = 0; i < 2 * count; i++)
		if (is_compound(at, parts[i % count]) == (i >= count)) {
			if (at->divided)
				text_clear(&clauses.subject);
			add_clause(&clauses, parts[i % count], true, false, out);
		}
	text_end(&clauses.subject, out);
}

/* ---- rows within rows within rows ---- */

/* How deep "and" and "or" are nested in each other: 0 of a single clause, 1 of a row of them. */
static int depth_of(const struct clause_writing *at, const struct ir *of)
{
	int depth = 0, part;

	of = spelled_out(at, of);
	for (const struct ir *one = of->kind == IR_ALL || of->kind == IR_ANY ? of->first : NULL; one != NULL;
	     one = one->next) {
		part = depth_of(at, one) + (spelled_out(at, one)->kind != of->kind);
		depth = part > depth ? part : depth;
	}
	return depth;
}

static struct ir *new_row(const struct clause_writing *at, enum ir_kind kind)
{
	struct ir *row = arena_take(at->arena, sizeof *row);

	if (row != NULL)
		*row = (struct ir){ .kind = kind, .type = FLAG };
	return row;
}

/* Hangs a copy of [of] to [end], or of a row of [kind] copies of its parts. Returns where the next one goes; NULL if out of memory. */
static const struct ir **hang(const struct clause_writing *at, enum ir_kind kind, const struct ir **end,
                              const struct ir *of)
{
	struct ir *copy;

	of = spelled_out(at, of);
	if (of->kind == kind) {
		for (const struct ir *one = of->first; one != NULL && end != NULL; one = one->next)
			end = hang(at, kind, end, one);
		return end;
	}
	copy = end != NULL ? new_row(at, kind) : NULL;
	if (copy == NULL)
		return NULL;
	*copy = *of;
	copy->next = NULL;
	*end = copy;
	return &copy->next;
}

/* The only one of the parts that is deeper than [most]; NULL if there is none, or more than one. */
static const struct ir *deep_part(const struct clause_writing *at, const struct ir *const *parts, int count, int most)
{
	const struct ir *deep = NULL;
	int found = 0;

	for (int i = 0; i < count; i++)
		if (depth_of(at, parts[i]) > most) {
			deep = parts[i];
			found++;
		}
	return found == 1 ? deep : NULL;
}

/* The parts with each part of [deep], which is one of them, in its place: of A and (B, or C and D) it makes A and B, or A, C and D.
 * NULL if out of memory. */
static const struct ir *spread(const struct clause_writing *at, const struct ir *const *parts, int count,
                               const struct ir *deep)
{
	enum ir_kind kind = ir_opposite(deep->kind);
	struct ir *whole = new_row(at, deep->kind), *made;
	const struct ir **end = whole != NULL ? &whole->first : NULL, **last;

	for (const struct ir *one = deep->first; one != NULL && end != NULL; one = one->next) {
		made = new_row(at, kind);
		last = made != NULL ? &made->first : NULL;
		for (int i = 0; i < count && last != NULL; i++)
			last = hang(at, kind, last, parts[i] == deep ? one : parts[i]);
		*end = made;
		end = last != NULL ? &made->next : NULL;
	}
	return end != NULL ? whole : NULL;
}

enum { EXCEPTION_DEPTH = 2 }; /* "unless A and either B or C" can be said */

/* A part that must not hold, in several if it is deeper than a sentence can say: "not when A and B", "nor when A, C and D". */
static const struct ir *spread_exception(const struct clause_writing *at, const struct ir *of)
{
	const struct ir **parts, *deep;
	int count = 0, i = 0;

	if (depth_of(at, of) <= EXCEPTION_DEPTH)
		return of;
	for (const struct ir *one = of->first; one != NULL; one = one->next)
		count++;
	parts = arena_take(at->arena, sizeof *parts * (size_t)count);
	for (const struct ir *one = parts != NULL ? of->first : NULL; one != NULL; one = one->next)
		parts[i++] = spelled_out(at, one);
	deep = parts != NULL ? deep_part(at, parts, count, 1) : NULL;
	return deep != NULL ? spread(at, parts, count, deep) : of;
}

/* What must hold, and what must not. */
struct sorted_parts {
	const struct ir **holding, **excepted;
	int holds, excepts;
};

/* Divides [condition] into what must hold and what must not, without rows within rows within rows. False if out of memory. */
static bool sort_parts(const struct clause_writing *at, const struct ir *condition, struct sorted_parts *sorted)
{
	int count = list_parts(at, condition, NULL, 0);
	const struct ir **parts = arena_take(at->arena, sizeof *parts * (size_t)count), *deep;

	*sorted = (struct sorted_parts){ .holding = parts };
	if (parts == NULL)
		return false;
	list_parts(at, condition, parts, 0);
	bool limits = at->only && are_upper_limits(at, parts, count);
	struct ir *excepted = new_row(at, IR_ALL);
	const struct ir **end = excepted != NULL ? &excepted->first : NULL;
	for (int i = 0; i < count && end != NULL; i++)
		if (limits || (!at->whole && is_denial(at, parts[i]))) {
			deep = spread_exception(at, parts[i]);
			end = deep != NULL ? hang(at, IR_ALL, end, deep) : NULL;
		} else
			sorted->holding[sorted->holds++] = parts[i];
	if (end == NULL)
		return false;
	sorted->excepts = list_parts(at, excepted, NULL, 0);
	sorted->excepted = arena_take(at->arena, sizeof *parts * (size_t)(sorted->excepts + 1));
	if (sorted->excepted == NULL)
		return false;
	list_parts(at, excepted, sorted->excepted, 0);
	deep = sorted->holds > 1 ? deep_part(at, sorted->holding, sorted->holds, 1) : NULL;
	if (deep != NULL) {
		sorted->holding[0] = spread(at, sorted->holding, sorted->holds, deep);
		sorted->holds = 1;
	}
	return sorted->holds == 0 || sorted->holding[0] != NULL;
}

static void write_condition(const struct clause_writing *at, const struct ir *condition, struct text *out)
{
	struct clause_writing within = *at;
	struct clauses whole = { .at = &within, .joint = "" };
	struct sorted_parts sorted;

	within.again = true;
	if (!sort_parts(at, condition, &sorted)) {
		out->failed = 1;
		return;
	}
	if (sorted.holds == 0 && at->listed) { /* what is only denied, as something that holds */
		text_add(out, "when ");
		add_clause(&whole, condition, false, false, out);
		text_end(&whole.subject, out);
		return;
	}
	if (sorted.holds > 0)
		write_holding(at, sorted.holding, sorted.holds, out);
	if (sorted.excepts > 0)
		text_add(out, sorted.holds == 0 ? "unless "
		              : at->divided     ? "\nbut not when "
		              : at->only        ? ", but not when "
		                                : ", unless ");
	write_exceptions(at, sorted.excepted, sorted.excepts, out);
}

/* A condition in which the terms before [before] are said by their titles. */
static void say_condition(struct clause_writing at, const struct ir *condition, int before, struct text *out)
{
	at.arena = arena_new();
	if (at.arena != NULL && condition != NULL)
		condition = ir_settled(at.rules, condition, at.arena);
	if (at.arena != NULL && condition != NULL)
		condition = terms_named(at.rules, condition, before, at.arena);
	if (at.arena == NULL || condition == NULL)
		out->failed = 1;
	else if (condition->kind == IR_NUMBER)
		text_add(out, condition->number != 0 ? "always" : "never");
	else
		write_condition(&at, condition, out);
	out->failed |= at.arena != NULL && arena_failed(at.arena);
	arena_free(at.arena);
}

void condition_say(const struct rules *rules, const struct ir *condition, bool listed, bool only, struct text *out)
{
	condition_voiced(rules, VOICE_SHEET, condition, listed, only, out);
}

void condition_voiced(const struct rules *rules, enum voice voice, const struct ir *condition, bool listed, bool only,
                      struct text *out)
{
	say_condition((struct clause_writing){ .rules = rules, .voice = voice, .listed = listed, .only = only },
	              condition, rules->define_count, out);
}

void condition_of_meld(const struct rules *rules, enum voice voice, const struct ir *condition, struct text *out)
{
	say_condition((struct clause_writing){ .rules = rules, .voice = voice, .whole = true }, condition,
	              rules->define_count, out);
}

void condition_divide(const struct rules *rules, const struct ir *condition, bool only, struct text *out)
{
	say_condition((struct clause_writing){ .rules = rules, .only = only, .divided = true }, condition,
	              rules->define_count, out);
}

void term_explain(const struct rules *rules, enum voice voice, int term, bool divided, struct text *out)
{
	struct arena *arena = arena_new();
	const struct ir *ir = arena != NULL ? ir_settled(rules, rules->define[term].when->ir, arena) : NULL;

	say_condition((struct clause_writing){ .rules = rules, .voice = voice, .listed = true, .divided = divided }, ir,
	              term, out);
	arena_free(arena);
}

void bounds_say(const struct rules *rules, const struct ir *bounds, struct text *out)
{
	struct clause_writing at = { .rules = rules, .arena = arena_new(), .bare = true };
	struct clauses clauses = { .at = &at, .joint = "" };

	if (at.arena == NULL || bounds == NULL)
		out->failed = 1;
	else
		add_clause(&clauses, bounds, false, false, out);
	out->failed |= at.arena != NULL && arena_failed(at.arena);
	text_end(&clauses.subject, out);
	arena_free(at.arena);
}
