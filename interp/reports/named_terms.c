/* named_terms.c -- conditions in the words of their author: where a part of a condition means what a term with a title means, or its
 * negation, the term takes its place. Meanings are compared, by their tables of cases, and not texts; of the parts of an `and`, or an
 * `or`, the term that stands for most of them comes first. */
#include "reports/wording.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/lint.h"
#include "rules/normal.h"

struct naming {
	const struct rules *rules;
	struct ir_maker maker;
	struct normal *normal;
	const struct table *means[define_MAX][2]; /* each term, and its negation; NULL where it is not to be named */
	bool by_name;                             /* the tables were too large: only what the file itself names */
};

static const struct ir *named(struct naming *at, const struct ir *of);

static bool has_title(const struct rules *rules, int term)
{
	return rules->define[term].title != NULL;
}

/* True if it is one plain fact, which has words of its own: its name is said only where the file says it. */
static bool is_plain(const struct ir *of)
{
	return of->kind == IR_FACT || (of->kind == IR_NOT && of->first->kind == IR_FACT);
}

static const struct table *both(struct naming *at, const struct table *one, const struct table *other)
{
	return normal_choice(at->normal, one, other, normal_number(at->normal, 0));
}

static const struct table *either(struct naming *at, const struct table *one, const struct table *other)
{
	return normal_choice(at->normal, one, normal_number(at->normal, 1), other);
}

/* True if [of], or a term in it, asks [fact], or the number that this one compares. */
static bool asks_fact(const struct rules *rules, const struct ir *of, enum fact_id fact)
{
	bool asks = of->kind == IR_FACT && compared_fact(of) == fact;

	if (ir_is_fact(of, FACT_term))
		return asks_fact(rules, rules->define[of->item].when->ir, fact);
	for (const struct ir *part = of->first; part != NULL && !asks; part = part->next)
		asks = asks_fact(rules, part, fact);
	return asks;
}

/* True if [of] asks some fact that [condition] asks, too. If not, nothing in the one means what the other does. */
static bool share_fact(const struct rules *rules, const struct ir *of, const struct ir *condition)
{
	bool share = false;

	if (ir_is_fact(of, FACT_term))
		return share_fact(rules, rules->define[of->item].when->ir, condition);
	if (of->kind == IR_FACT)
		return asks_fact(rules, condition, compared_fact(of));
	for (const struct ir *part = of->first; part != NULL && !share; part = part->next)
		share = share_fact(rules, part, condition);
	return share;
}

/* True if the term may take the place of something in [condition]. */
static bool may_be_named(const struct rules *rules, int term, const struct ir *condition)
{
	formula when = rules->define[term].when;
	int32_t constant;

	return has_title(rules, term) && !formula_is_constant(when, &constant) && !is_plain(when->ir) &&
	       share_fact(rules, when->ir, condition);
}

/* Sets what each term means that may be named. False, with nothing set, if there is none. */
static bool find_meanings(struct naming *at, int terms, const struct ir *condition)
{
	bool any = false;

	for (int i = 0; i < terms; i++) {
		if (!may_be_named(at->rules, i, condition))
			continue;
		at->normal = any ? at->normal : normal_begin(at->rules, false);
		any = true;
		if (at->normal == NULL || normal_failed(at->normal))
			break;
		at->means[i][0] = normal_of(at->normal, at->rules->define[i].when->ir);
		at->means[i][1] = normal_not(at->normal, at->means[i][0]);
	}
	return any;
}

/* The question for a term, or for its opposite. */
static struct ir *ask_term(struct naming *at, int term, bool deny)
{
	struct ir *fact = ir_node(&at->maker, IR_FACT, FLAG);

	if (fact == NULL)
		return NULL;
	fact->fact = FACT_term;
	fact->item = term;
	return deny ? ir_not(&at->maker, fact) : fact;
}

/* The term, or its opposite, that means [means]; NULL if none does. */
static struct ir *term_for(struct naming *at, const struct table *means)
{
	for (int i = 0; i < at->rules->define_count && !at->by_name; i++)
		for (int deny = 0; deny < 2; deny++)
			if (at->means[i][0] != NULL && at->means[i][deny] == means)
				return ask_term(at, i, deny != 0);
	return NULL;
}

/* ---- the parts of `and` and `or` ---- */

enum { PARTS_MAX = 64 }; /* of more parts none is named together with others */

struct parts {
	enum ir_kind kind;
	int count;
	const struct ir *part[PARTS_MAX];
	const struct table *means[PARTS_MAX];
};

/* What a term without a title stands for; anything else as it is. */
static const struct ir *spelled_out(const struct naming *at, const struct ir *of)
{
	while (ir_is_fact(of, FACT_term) && !has_title(at->rules, of->item))
		of = at->rules->define[of->item].when->ir;
	return of;
}

/* Adds the parts of [whole]; false if there are too many. */
static bool add_parts(struct naming *at, struct parts *parts, const struct ir *whole)
{
	bool well = true;

	for (const struct ir *one = whole->first; one != NULL && well; one = one->next) {
		const struct ir *of = spelled_out(at, one);
		if (of->kind == parts->kind)
			well = add_parts(at, parts, of);
		else if ((well = parts->count < PARTS_MAX)) {
			parts->means[parts->count] = at->by_name ? NULL : normal_of(at->normal, of);
			parts->part[parts->count++] = of;
		}
	}
	return well;
}

/* The parts, as bits, that [means] makes needless: of an `and` those that hold whenever it holds. They are returned only if
 * they mean no more than that together. */
static uint64_t parts_of(struct naming *at, const struct parts *parts, const struct table *means)
{
	bool all = parts->kind == IR_ALL;
	const struct table *together = normal_number(at->normal, all);
	uint64_t found = 0;

	for (int i = 0; i < parts->count; i++)
		if ((all ? both : either)(at, means, parts->means[i]) == means) {
			found |= (uint64_t)1 << i;
			together = (all ? both : either)(at, together, parts->means[i]);
		}
	return together == means ? found : 0;
}

/* Puts the term that stands for most parts in place of them; false if none stands for two. */
static bool name_some(struct naming *at, struct parts *parts)
{
	uint64_t most = 0;
	int best = 0, left = 0;
	bool denied = false;

	for (int i = 0; i < at->rules->define_count && !at->by_name; i++)
		for (int deny = 0; deny < 2 && at->means[i][0] != NULL; deny++) {
			uint64_t found = parts_of(at, parts, at->means[i][deny]);
			if (__builtin_popcountll(found) > __builtin_popcountll(most) && __builtin_popcountll(found) > 1)
				most = found, best = i, denied = deny != 0;
		}
	for (int i = 0; i < parts->count && most != 0; i++)
		if (!(most >> i & 1) || (most & -most) == (uint64_t)1
		                                                  << i) { /* it stands where the first of them stood */
			bool term = most >> i & 1;
			parts->part[left] = term ? ask_term(at, best, denied) : parts->part[i];
			parts->means[left++] = term ? at->means[best][denied] : parts->means[i];
		}
	parts->count = most != 0 ? left : parts->count;
	return most != 0;
}

/* A copy of [of] that can be hung into a list of parts. */
static struct ir *copied(struct naming *at, const struct ir *of)
{
	struct ir *made = of != NULL ? ir_node(&at->maker, of->kind, of->type) : NULL;

	if (made != NULL) {
		*made = *of;
		made->next = NULL;
	}
	return made;
}

static const struct ir *name_parts(struct naming *at, const struct ir *of)
{
	struct parts parts = { .kind = of->kind };
	struct ir *whole = copied(at, of);
	const struct ir **end = whole != NULL ? &whole->first : NULL;

	if (whole == NULL || !add_parts(at, &parts, of))
		return of;
	while (name_some(at, &parts))
		;
	if (parts.count == 1)
		return parts.part[0];
	for (int i = 0; i < parts.count; i++) {
		struct ir *part = copied(at, parts.part[i] != NULL ? named(at, parts.part[i]) : NULL);
		if (part == NULL)
			return NULL;
		*end = part;
		end = &part->next;
	}
	return whole;
}

/* ---- the whole ---- */

/* True if it is a term with a title, or that it is not so. */
static bool is_named(const struct naming *at, const struct ir *of)
{
	of = of->kind == IR_NOT ? of->first : of;
	return ir_is_fact(of, FACT_term) && has_title(at->rules, of->item);
}

static const struct ir *named(struct naming *at, const struct ir *of)
{
	const struct ir *term;
	struct ir *denied;

	of = spelled_out(at, of);
	if (is_named(at, of) || of->kind == IR_NUMBER)
		return of;
	term = at->by_name ? NULL : term_for(at, normal_of(at->normal, of));
	if (term != NULL)
		return term;
	if (of->kind == IR_ALL || of->kind == IR_ANY)
		return name_parts(at, of);
	if (of->kind != IR_NOT || !ir_is_fact(of->first, FACT_term))
		return of;
	denied = copied(at, of);
	if (denied != NULL)
		denied->first = named(at, of->first);
	return denied;
}

const struct ir *terms_named(const struct rules *rules, const struct ir *condition, int before, struct arena *arena)
{
	struct naming at = { .rules = rules, .maker = { .arena = arena, .rules = rules } };
	const struct ir *made;

	at.by_name = !find_meanings(&at, before, condition);
	if (at.by_name)
		return named(&at, condition);
	if (at.normal == NULL)
		return NULL;
	made = normal_failed(at.normal) ? NULL : named(&at, condition);
	if (normal_failed(at.normal)) {
		at.by_name = true;
		made = named(&at, condition);
	}
	if (normal_lacks_memory(at.normal))
		made = NULL;
	normal_end(at.normal);
	return made;
}

/* ---- what several conditions share ---- */

/* The parts of a condition that must all hold, one after another: itself, if it has only one. */
static const struct ir *first_part(const struct ir *condition)
{
	return condition->kind == IR_ALL ? condition->first : condition;
}

static const struct ir *next_part(const struct ir *condition, const struct ir *part)
{
	return condition->kind == IR_ALL ? part->next : NULL;
}

static bool has_part(const struct ir *condition, const struct ir *part)
{
	for (const struct ir *one = first_part(condition); one != NULL; one = next_part(condition, one))
		if (ir_same(one, part))
			return true;
	return false;
}

const struct ir *shared_part(const struct rules *rules, int item, struct arena *arena)
{
	static const enum row_id ways[] = { ROW_meld_begun, ROW_meld_natural_cards, ROW_meld_wild_cards };
	const struct ir *found = NULL, *condition[3];
	int count = 0;

	for (int i = 0; i < 3; i++) {
		formula held = rules_formula(rules, ways[i], item);
		if (held->is_constant && setting_is_dead(rules, ways[i], item) != NULL)
			continue; /* no card is added in that way */
		condition[count] = ir_settled(rules, held->ir, arena);
		if (condition[count] != NULL)
			condition[count] = terms_named(rules, condition[count], rules->define_count, arena);
		if (condition[count++] == NULL)
			return NULL;
	}
	for (const struct ir *one = count > 1 ? first_part(condition[0]) : NULL; one != NULL;
	     one = next_part(condition[0], one)) {
		bool all = one->kind != IR_NUMBER;
		for (int i = 1; i < count; i++)
			all = all && has_part(condition[i], one);
		if (all)
			found = one;
	}
	return found;
}

const struct ir *condition_without(const struct rules *rules, const struct ir *condition, const struct ir *part,
                                   struct arena *arena)
{
	struct naming at = { .rules = rules, .maker = { .arena = arena, .rules = rules } };
	const struct ir *named_so = terms_named(rules, condition, rules->define_count, arena);
	struct ir *left = ir_number(&at.maker, 1, FLAG);

	if (named_so == NULL || !has_part(named_so, part))
		return named_so;
	for (const struct ir *one = first_part(named_so); one != NULL; one = next_part(named_so, one))
		if (!ir_same(one, part))
			left = ir_join(&at.maker, IR_ALL, left, copied(&at, one));
	return left;
}

/* ---- what a term is called in a sentence ---- */

/* A title that is a sentence, "The turn card has been drawn", taken apart behind its verb. */
struct said_title {
	const char *verb, *rest; /* the first verb, and what follows it; NULL in a title that is no sentence */
	size_t length;           /* of the verb */
	bool is_negative;        /* "The side has not opened": [rest] is without the "not" */
	bool is_plain;           /* one clause, of which "not" makes the opposite */
};

/* True if one of the [words], each between blanks, is in the title. */
static bool has_word(const char *title, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t length = strlen(words[i]);
		for (const char *at = strstr(title, words[i]); at != NULL; at = strstr(at + 1, words[i]))
			if ((at == title || at[-1] == ' ') &&
			    (at[length] == ' ' || at[length] == ',' || at[length] == '\0'))
				return true;
	}
	return false;
}

/* True if the title is several clauses, or may be: what follows it could be taken for a part of it. */
static bool is_open(const char *title)
{
	static const char *const words[] = { "or", "nor", "unless" };

	return strpbrk(title, ",;:") != NULL || has_word(title, words, sizeof words / sizeof *words);
}

/* True if a "not" behind the verb may deny less than the whole, or more: "all melds are not clean", "has not both its aces and sevens". */
static bool has_quantity(const char *title)
{
	static const char *const words[] = { "all",     "All",    "every",   "Every", "each",    "Each",    "any",
		                             "Any",     "some",   "Some",    "no",    "No",      "none",    "None",
		                             "only",    "Only",   "both",    "Both",  "neither", "Neither", "Nobody",
		                             "Not",     "either", "Either",  "and",   "that",    "who",     "which",
		                             "nothing", "nobody", "already", "still", "yet",     "never",   "must",
		                             "when",    "if",     "while",   "but" };

	return has_word(title, words, sizeof words / sizeof *words);
}

/* The length of a verb at the beginning of [word] that a clause may have; 0 if it is none. */
static size_t verb_length(const char *word)
{
	static const char *const verbs[] = { "is",  "are", "was", "were", "has",   "have",
		                             "had", "may", "can", "must", "would", "will" };
	size_t length = strcspn(word, " ");

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs && word[length] == ' '; i++)
		if (strlen(verbs[i]) == length && strncmp(word, verbs[i], length) == 0)
			return length;
	return 0;
}

static struct said_title take_apart(const char *title)
{
	static const char no[] = "not ";
	struct said_title said = { NULL, NULL, 0, false, false };

	for (const char *word = strchr(title, ' '); word != NULL && said.verb == NULL; word = strchr(word + 1, ' '))
		if (verb_length(word + 1) > 0)
			said = (struct said_title){ .verb = word + 1, .length = verb_length(word + 1) };
	if (said.verb == NULL)
		return said;
	said.rest = said.verb + said.length + 1;
	said.is_plain = !is_open(title) && !has_quantity(title);
	if (said.is_plain && strncmp(said.rest, no, sizeof no - 1) == 0) {
		said.is_negative = true;
		said.rest += sizeof no - 1;
	}
	return said;
}

bool term_is_negative(const struct rules *rules, int term)
{
	return take_apart(rules->define[term].title).is_negative;
}

bool names_a_thing(const char *words)
{
	static const char *const things[] = { "a",    "an",    "the",   "its",  "her",     "his",   "their", "at",
		                              "more", "fewer", "less",  "one",  "two",     "three", "four",  "five",
		                              "six",  "seven", "cards", "wild", "natural", "enough", "no",    "nothing",
		                              "as",   "exactly" };
	size_t length = strcspn(words, " ");

	for (size_t i = 0; i < sizeof things / sizeof *things; i++)
		if (strlen(things[i]) == length && strncmp(words, things[i], length) == 0)
			return true;
	return words[0] >= '0' && words[0] <= '9';
}

/* What has to follow "not" in place of the verb where that is no auxiliary: of "has a canasta" "does not have", of "has opened" NULL. */
static const char *denied_having(const struct said_title *said)
{
	bool has = strncmp(said->verb, "has ", 4) == 0, have = strncmp(said->verb, "have ", 5) == 0;

	return !names_a_thing(said->rest) || said->is_negative ? NULL
	       : has                                           ? "does not have "
	       : have                                          ? "do not have "
	                                                       : NULL;
}

static void title_say(const char *title, bool deny, struct text *out)
{
	const char *having;
	struct said_title said = take_apart(title);
	char first[2] = { small_letter(title[0]), '\0' };

	if (said.verb == NULL || is_open(title) || (deny && !said.is_plain)) {
		text_format(out, "\"%s%s\"|%s", first, title + 1, deny ? "does not apply" : "applies");
		return;
	}
	having = deny ? denied_having(&said) : NULL;
	text_add(out, first);
	text_add_bytes(out, title + 1, (size_t)(said.verb - title) - 1);
	if (having != NULL)
		text_add_bytes(out, having, strcspn(having, " "));
	else
		text_add_bytes(out, said.verb, said.length);
	text_format(out, "|%s%s",
	            having != NULL             ? strchr(having, ' ') + 1
	            : said.is_negative != deny ? "not "
	                                       : "",
	            said.rest);
}

void term_say(const struct rules *rules, int term, bool deny, struct text *out)
{
	title_say(rules->define[term].title, deny, out);
}

bool event_say(const struct rules *rules, int event, bool deny, struct text *out)
{
	const char *title = rules->event[event].title;

	if (title == NULL || !take_apart(title).is_plain)
		return false;
	title_say(title, deny, out);
	return true;
}
