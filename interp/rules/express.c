/* express.c -- conditions, amounts and bounds become programs. A phrase is looked up among the facts; what the
 * question is about (a meld, an act, the end of a deal) decides which facts have an answer. */
#include "rules/build.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"

struct compiler {
	struct building *building;
	unsigned about;  /* enum facts_in; for a term the questions that remain possible */
	bool narrows;    /* compiling a term: facts narrow `about` instead of being refused */
	bool whens_only; /* leave `unless` out */
	bool wants_flag; /* a condition is expected next, else a number */
	struct op step[PROGRAM_STEPS];
	int steps, depth;
	bool failed;
};

/* ---- steps ---- */

/* How much higher a step leaves the stack. */
static int step_growth(enum op_code code)
{
	switch (code) {
	case OP_NUMBER:
	case OP_FACT: return 1;
	case OP_END:
	case OP_NOT:
	case OP_NEGATIVE:
	case OP_WITHIN:
	case OP_JUMP: return 0;
	default: return -1;
	}
}

/* Adds a step and returns its place, so that a jump can be aimed later. */
static int emit(struct compiler *at, enum op_code code, int32_t number)
{
	if (at->steps >= PROGRAM_STEPS || at->depth >= PROGRAM_STACK - 1) {
		at->failed = true;
		return 0;
	}
	at->step[at->steps] = (struct op){ .code = (uint8_t)code, .number = number };
	at->depth += step_growth(code);
	return at->steps++;
}

static void aim(struct compiler *at, int jump)
{
	at->step[jump].number = at->steps - 1 - jump;
}

static void begin(struct compiler *at, struct building *building, unsigned about)
{
	at->building = building;
	at->about = about;
	at->narrows = at->failed = at->wants_flag = at->whens_only = false;
	at->steps = at->depth = 0;
}

/* What the values of a row are asked about. */
static unsigned about_of(const struct building *building, enum row_id row)
{
	return building->per_player && rows[row].facts == FACTS_END ? FACTS_PLAYER : rows[row].facts;
}

/* The finished program, or NULL with a finding at [span]. */
static program finish(struct compiler *at, struct span span, bool well)
{
	struct building *building = at->building;
	struct op *copy;
	size_t size;

	emit(at, OP_END, 0);
	if (!well)
		return NULL;
	if (at->failed) {
		diag_add(building->diags, DIAG_TOO_LONG_TO_WORK_OUT, span);
		return NULL;
	}
	size = sizeof *at->step * (size_t)at->steps;
	copy = arena_take(building->arena, size);
	if (copy == NULL)
		return NULL;
	memcpy(copy, at->step, size);
	for (int i = 0; i < at->steps; i++)
		if (copy[i].code == OP_FACT && facts[copy[i].fact].slot == SLOT_CARDS)
			remember_set(building, &copy[i].argument, span);
	program_link(copy);
	return copy;
}

program compile_number(struct building *building, int32_t number)
{
	struct op *copy = arena_take(building->arena, sizeof *copy * 2);

	if (copy != NULL)
		copy[0] = (struct op){ .code = OP_NUMBER, .number = number };
	return copy;
}

/* ---- facts ---- */

static bool is_filler(const struct expr *atom)
{
	return atom->kind == EXPR_WORD &&
	       (strcmp(atom->text, "the") == 0 || strcmp(atom->text, "a") == 0 || strcmp(atom->text, "an") == 0);
}

static const struct expr *skip_fillers(const struct expr *atom)
{
	while (atom != NULL && is_filler(atom))
		atom = atom->next;
	return atom;
}

/* True if the atoms, of which the first is no filler, say what the fact's phrase says; [*slot] is where the word in
 * capitals begins. */
static bool phrase_matches(const struct fact *fact, const struct expr *atom, const struct expr **slot)
{
	const char *word = fact->phrase;

	*slot = NULL;
	while (*word != '\0') {
		size_t length = strcspn(word, " ");
		if (atom == NULL)
			return false;
		if (word[0] >= 'A' && word[0] <= 'Z') {
			*slot = atom;
			return true;
		}
		if (atom->kind != EXPR_WORD || strlen(atom->text) != length || strncmp(atom->text, word, length) != 0)
			return false;
		atom = skip_fillers(atom->next);
		word += length;
		word += *word == ' ';
	}
	return atom == NULL;
}

/* The fact that the atoms speak of, with [*slot] as above, or -1: terms are none here. Most are out by their first
 * letter. */
static int fact_said(const struct expr *atoms, const struct expr **slot)
{
	const struct expr *first = skip_fillers(atoms);
	char letter = first != NULL && first->kind == EXPR_WORD ? first->text[0] : '\0';

	for (int i = 0; i < FACT_COUNT; i++) {
		char begins = facts[i].phrase[0];
		if ((begins == letter || (begins >= 'A' && begins <= 'Z')) && i != FACT_term &&
		    phrase_matches(&facts[i], first, slot))
			return i;
	}
	return -1;
}

bool phrase_counts(const struct expr *phrase)
{
	const struct expr *slot;
	int fact = fact_said(phrase->first, &slot);

	return fact >= 0 && facts[fact].type == NUMBER && strchr(facts[fact].where, 'e') != NULL;
}

/* The questions in which a fact has an answer. */
static unsigned fact_about(const struct fact *fact)
{
	unsigned about = 0;

	for (const char *letter = fact->where; *letter != '\0'; letter++)
		switch (*letter) {
		case 't': about |= FACTS_TABLE; break;
		case 'm': about |= FACTS_MELD; break;
		case 's': about |= FACTS_SHAPE; break;
		case 'u': about |= FACTS_TURN | FACTS_PILE | FACTS_RANK; break;
		case 'f': about |= FACTS_TURN | FACTS_RANK; break;
		case 'r': about |= FACTS_RANK; break;
		case 'b': about |= FACTS_BONUS; break;
		case 'e': about |= FACTS_END | FACTS_PLAYER; break;
		case 'p': about |= FACTS_PLAYER; break;
		default: about |= FACTS_QUESTION; break;
		}
	if (about & (FACTS_TABLE | FACTS_TURN | FACTS_END))
		about |= FACTS_QUESTION;
	return about;
}

/* What a question is about, in words. */
static const char *about_words(unsigned about)
{
	switch (about) {
	case FACTS_TABLE: return "before play begins";
	case FACTS_MELD: return "of a meld";
	case FACTS_SHAPE: return "of the numbers of cards in a meld";
	case FACTS_PILE: return "of what freezes or blocks the pile";
	case FACTS_BONUS: return "of a bonus card";
	case FACTS_END: return "at the end of a deal";
	case FACTS_PLAYER: return "of a player at the end of a deal";
	default: return "during a turn";
	}
}

static bool emit_item(struct compiler *at, int group, const struct expr *atom, int count)
{
	const struct rules *rules = at->building->rules;
	const char *words[LIST_ITEMS_MAX];
	struct diag *diag;

	for (int i = 0; i < count; i++) {
		words[i] = rules_item_name(rules, group, i);
		if (atom->kind == EXPR_WORD && atom->next == NULL && strcmp(words[i], atom->text) == 0) {
			at->step[at->steps - 1].argument = (cardset)i;
			return true;
		}
	}
	if (at->building->partial && atom->kind == EXPR_WORD)
		return true;
	diag = diag_add(at->building->diags, DIAG_UNKNOWN_ITEM, atom->span, groups[group].name,
	                atom->text != NULL ? atom->text : "this");
	if (atom->text != NULL && word_nearest(atom->text, words, count) != NULL)
		diag_hint(at->building->diags, diag, "did you mean `%s`?", word_nearest(atom->text, words, count));
	return false;
}

static bool emit_slot(struct compiler *at, const struct fact *fact, const struct expr *slot)
{
	const struct rules *rules = at->building->rules;
	cardset faces;

	switch (fact->slot) {
	case SLOT_NONE: return true;
	case SLOT_CARDS:
		if (!faces_of_atoms(at->building->diags, &at->building->terms, slot, &faces))
			return false;
		at->step[at->steps - 1].argument = faces;
		return true;
	case SLOT_CANASTA: return emit_item(at, GROUP_canasta, slot, rules->canasta_count);
	case SLOT_CLASS: return emit_item(at, GROUP_class, slot, rules->class_count);
	case SLOT_EVENT: return emit_item(at, GROUP_event, slot, rules->event_count);
	case SLOT_TERM: return emit_item(at, GROUP_define, slot, at->building->defined);
	}
	return false;
}

/* The phrase as it was written, for messages. */
static void write_atoms(const struct expr *atoms, struct text *out)
{
	for (const struct expr *atom = atoms; atom != NULL; atom = atom->next) {
		text_add(out, out->length > 0 ? " " : "");
		expr_write(atom, out);
	}
}

/* What [said] may be a slip of among what can be asked here, or NULL. */
static const char *nearest_fact(const struct compiler *at, const char *said)
{
	const char *words[FACT_COUNT + define_MAX];
	int count = 0;

	for (int i = 0; i < FACT_COUNT; i++)
		if (i != FACT_term && (fact_about(&facts[i]) & at->about))
			words[count++] = facts[i].phrase;
	for (int i = 0; i < at->building->defined; i++)
		words[count++] = at->building->rules->define[i].name;
	return word_nearest(said, words, count);
}

/* True if [word] stands in [phrase] as a whole word. */
static bool has_word(const char *phrase, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = phrase; at != NULL; at = strchr(at, ' ')) {
		at += *at == ' ';
		if (strncmp(at, word, length) == 0 && (at[length] == ' ' || at[length] == '\0'))
			return true;
	}
	return false;
}

/* `by score`: names the facts that have the word, of those that can be asked here and would fit. */
static bool hint_word(struct compiler *at, struct diag *diag, const char *word)
{
	enum { SHOWN = 4 };
	struct text all = { 0 };
	int count = 0;

	for (int i = 0; i < FACT_COUNT && strlen(word) > 2; i++)
		if ((fact_about(&facts[i]) & at->about) && (facts[i].type == FLAG) == at->wants_flag &&
		    has_word(facts[i].phrase, word) && count++ < SHOWN)
			text_format(&all, "%s`%s`", count > 1 ? ", " : "", facts[i].phrase);
	if (count > 0 && count <= SHOWN)
		diag_hint(at->building->diags, diag, "%s %s%s", count == 1 ? "did you mean" : "there are",
		          text_read(&all), count == 1 ? "?" : "");
	text_free(&all);
	return count > 0 && count <= SHOWN;
}

/* `two`, where 2 was meant: says so. */
static bool hint_digits(struct compiler *at, struct diag *diag, const struct expr *phrase)
{
	static const char *const words[] = { "none",  "one",   "two",  "three", "four",   "five",  "six",
		                             "seven", "eight", "nine", "ten",   "eleven", "twelve" };
	int number = phrase->first->kind == EXPR_WORD && phrase->first->next == NULL ? 12 : -1;

	while (number >= 0 && strcmp(words[number], phrase->first->text) != 0)
		number--;
	if (number >= 0)
		diag_hint(at->building->diags, diag, "numbers are written in digits: %d", number);
	return number >= 0;
}

/* `wilds 0`, where `wilds = 0` was meant, or `5000 points`: says so. */
static bool hint_comparison(struct compiler *at, struct diag *diag, const struct expr *phrase)
{
	struct text fact = { 0 };
	const struct expr *last = phrase->first;
	bool found = false;

	for (; last->next != NULL; last = last->next) {
		text_add(&fact, fact.length > 0 ? " " : "");
		expr_write(last, &fact);
	}
	for (int i = 0; i < FACT_COUNT && last->kind == EXPR_NUMBER; i++)
		found = found || strcmp(facts[i].phrase, text_read(&fact)) == 0;
	if (found)
		diag_hint(at->building->diags, diag, "write `%s = %lld`", text_read(&fact), (long long)last->number);
	else if (phrase->first->kind == EXPR_NUMBER)
		diag_hint(at->building->diags, diag, "a number stands alone");
	text_free(&fact);
	return found || phrase->first->kind == EXPR_NUMBER;
}

/* Where not everything could be read a word that resembles no fact is taken for a term. */
static bool unknown_fact(struct compiler *at, const struct expr *phrase, enum fact_type *type)
{
	struct text said = { 0 };
	struct diag *diag;
	const char *near;
	bool forgiven, hinted;

	write_atoms(phrase->first, &said);
	near = nearest_fact(at, text_read(&said));
	forgiven = at->building->partial && at->wants_flag && near == NULL && phrase->first->kind == EXPR_WORD &&
	           phrase->first->next == NULL;
	if (forgiven) {
		emit(at, OP_NUMBER, 0);
		*type = FLAG;
	} else {
		diag = diag_add(at->building->diags, DIAG_UNKNOWN_FACT, phrase->span, text_read(&said));
		hinted = hint_digits(at, diag, phrase) || hint_comparison(at, diag, phrase);
		if (!hinted && near != NULL)
			diag_hint(at->building->diags, diag, "did you mean `%s`?", near);
		else if (!hinted && !hint_word(at, diag, text_read(&said)))
			diag_hint(at->building->diags, diag, "docs/language.md lists what can be asked %s",
			          about_words(at->about));
	}
	text_free(&said);
	return forgiven;
}

/* Refuses a fact that has no answer here, or narrows what a term may be used for. */
static bool check_about(struct compiler *at, const struct expr *phrase, unsigned about, const char *name)
{
	struct diag *diag;

	if (at->narrows) {
		at->about &= about;
		if (at->about != 0)
			return true;
		diag_add(at->building->diags, DIAG_FACTS_APART, phrase->span, name);
		return false;
	}
	if (about & at->about)
		return true;
	diag = diag_add(at->building->diags, DIAG_FACT_NOT_HERE, phrase->span, name, about_words(at->about));
	if (at->about == FACTS_END && (about & FACTS_PLAYER))
		diag_hint(at->building->diags, diag, "a score with `per player` can ask it of each player of the side");
	return false;
}

static bool is_term(const struct compiler *at, const struct expr *atom)
{
	for (int i = 0; i < at->building->defined; i++)
		if (atom->kind == EXPR_WORD && strcmp(at->building->rules->define[i].name, atom->text) == 0)
			return atom->next == NULL;
	return false;
}

static bool emit_fact(struct compiler *at, const struct expr *phrase, enum fact_type *type)
{
	const struct expr *slot = NULL;
	int found = fact_said(phrase->first, &slot);
	unsigned about;

	if (found < 0 && is_term(at, skip_fillers(phrase->first)))
		found = FACT_term, slot = skip_fillers(phrase->first);
	if (found < 0)
		return unknown_fact(at, phrase, type);
	emit(at, OP_FACT, 0);
	at->step[at->steps - 1].fact = (uint8_t)found;
	*type = facts[found].type;
	if (!emit_slot(at, &facts[found], slot))
		return false;
	about = found == FACT_term ? at->building->define_facts[at->step[at->steps - 1].argument]
	                           : fact_about(&facts[found]);
	return check_about(at, phrase, about, found == FACT_term ? slot->text : facts[found].phrase);
}

/* ---- expressions ---- */

static bool emit_expr(struct compiler *at, const struct expr *expr, enum fact_type *type);

static bool wrong_type(struct compiler *at, const struct expr *expr, bool want_flag)
{
	struct text said = { 0 };
	struct diag *diag;

	expr_write(expr, &said);
	diag = diag_add(at->building->diags, want_flag ? DIAG_NOT_A_CONDITION : DIAG_NOT_A_NUMBER, expr->span,
	                text_read(&said));
	if (!want_flag)
		diag_hint(at->building->diags, diag, "it is answered with yes or no");
	else if (expr->kind != EXPR_PHRASE || expr->first->kind != EXPR_NUMBER)
		diag_hint(at->building->diags, diag, "compare it with a number, as in `%s >= 2`", text_read(&said));
	text_free(&said);
	return false;
}

/* Emits an operand that has to be a condition, or a number. */
static bool emit_as(struct compiler *at, const struct expr *expr, bool want_flag, enum fact_type *type)
{
	at->wants_flag = want_flag;
	if (!emit_expr(at, expr, type))
		return false;
	return (*type == FLAG) == want_flag || wrong_type(at, expr, want_flag);
}

static bool emit_phrase(struct compiler *at, const struct expr *phrase, enum fact_type *type)
{
	const struct expr *only = phrase->first;

	if (only->kind == EXPR_NUMBER && only->next == NULL) {
		emit(at, OP_NUMBER, (int32_t)only->number);
		*type = NUMBER;
		return true;
	}
	return emit_fact(at, phrase, type);
}

static bool emit_logic(struct compiler *at, const struct expr *expr, enum op_code code, enum fact_type *type)
{
	int jump;

	if (!emit_as(at, expr->first, true, type))
		return false;
	jump = emit(at, code, 0);
	if (!emit_as(at, expr->second, true, type))
		return false;
	aim(at, jump);
	return true;
}

static bool emit_two(struct compiler *at, const struct expr *expr, enum op_code code, enum fact_type result,
                     enum fact_type *type)
{
	enum fact_type left, right;

	if (!emit_as(at, expr->first, false, &left) || !emit_as(at, expr->second, false, &right))
		return false;
	emit(at, code, 0);
	*type = result == NUMBER && (left == SCORE || right == SCORE) ? SCORE : result;
	return true;
}

static bool emit_one(struct compiler *at, const struct expr *expr, enum op_code code, bool flag, enum fact_type *type)
{
	if (!emit_as(at, expr->first, flag, type))
		return false;
	emit(at, code, 0);
	return true;
}

static bool emit_expr(struct compiler *at, const struct expr *expr, enum fact_type *type)
{
	switch (expr->kind) {
	case EXPR_PHRASE: return emit_phrase(at, expr, type);
	case EXPR_NOT: return emit_one(at, expr, OP_NOT, true, type);
	case EXPR_NEGATIVE: return emit_one(at, expr, OP_NEGATIVE, false, type);
	case EXPR_AND: return emit_logic(at, expr, OP_AND, type);
	case EXPR_OR: return emit_logic(at, expr, OP_OR, type);
	case EXPR_EQUAL: return emit_two(at, expr, OP_EQUAL, FLAG, type);
	case EXPR_UNEQUAL: return emit_two(at, expr, OP_UNEQUAL, FLAG, type);
	case EXPR_LESS: return emit_two(at, expr, OP_LESS, FLAG, type);
	case EXPR_LESS_EQUAL: return emit_two(at, expr, OP_LESS_EQUAL, FLAG, type);
	case EXPR_MORE: return emit_two(at, expr, OP_MORE, FLAG, type);
	case EXPR_MORE_EQUAL: return emit_two(at, expr, OP_MORE_EQUAL, FLAG, type);
	case EXPR_PLUS: return emit_two(at, expr, OP_PLUS, NUMBER, type);
	case EXPR_MINUS: return emit_two(at, expr, OP_MINUS, NUMBER, type);
	case EXPR_TIMES: return emit_two(at, expr, OP_TIMES, NUMBER, type);
	default: diag_add(at->building->diags, DIAG_NOT_WORKABLE, expr->span); return false;
	}
}

/* ---- ladders ---- */

/* One key of a ladder as the numbers it covers. */
struct rung {
	int64_t low, high;
	struct span span;
};

enum { RUNGS_MAX = 64 };

static bool constant(const struct expr *expr, int64_t *number)
{
	int64_t inner;

	if (expr->kind == EXPR_NEGATIVE && constant(expr->first, &inner))
		return *number = -inner, true;
	if (expr->kind == EXPR_PHRASE && expr->first->next == NULL)
		return constant(expr->first, number);
	*number = expr->number;
	return expr->kind == EXPR_NUMBER;
}

static bool read_rung(struct compiler *at, const struct expr *key, struct rung *rung)
{
	int64_t first, second;
	const struct expr *range = key->kind == EXPR_PHRASE && key->first->next == NULL ? key->first : key;
	bool well = true;

	*rung = (struct rung){ INT32_MIN, INT32_MAX, key->span };
	if (range->kind == EXPR_RANGE) {
		well = constant(range->first, &first) && constant(range->second, &second) && first <= second;
		if (well)
			rung->low = first, rung->high = second;
	} else if (constant(key, &first))
		rung->low = rung->high = first;
	else if (key->first == NULL || !constant(key->first, &first))
		well = false;
	else if (key->kind == EXPR_OR_MORE || key->kind == EXPR_AT_LEAST)
		rung->low = first;
	else if (key->kind == EXPR_AT_MOST)
		rung->high = first;
	else if (key->kind == EXPR_BELOW)
		rung->high = first - 1;
	else if (key->kind == EXPR_ABOVE)
		rung->low = first + 1;
	else
		well = false;
	if (!well) {
		struct diag *diag = diag_add(at->building->diags, DIAG_LADDER_KEY, key->span);
		diag_hint(at->building->diags, diag, "write 3, 0..1495, below 0 or 3000 or more");
	}
	return well;
}

/* Tells that nothing is said for the numbers from [next] up to rung [i]. */
static void missing_step(struct diags *diags, const struct rung *rungs, int i, int64_t next, int32_t step)
{
	struct diag *diag;

	if (next <= INT32_MIN) {
		diag = diag_add(diags, DIAG_LADDER_STARTS_LATE, rungs[i].span, (int)rungs[i].low);
		diag_hint(diags, diag, "add a step `below %d: ...`", (int)rungs[i].low);
		return;
	}
	diag = diag_add(diags, DIAG_LADDER_GAP, rungs[i].span, (int)next, (int)(rungs[i].low - 1));
	if (i > 0)
		diag_other(diags, diag, rungs[i - 1].span, "the step before ends at %d", (int)rungs[i - 1].high);
	if (i > 0 && step > 0 && rungs[i].low - rungs[i - 1].high <= 10) /* the author took them for neighbours */
		diag_hint(diags, diag, "by the points of this variant totals come in steps of %d", (int)step);
}

/* Finds overlaps and gaps among the keys. Numbers that cannot occur between two steps are no gap. */
static bool check_rungs(struct compiler *at, const struct statement *statement, struct rung *rungs, int count,
                        int64_t low, int32_t step)
{
	struct diags *diags = at->building->diags;
	int64_t next = low;

	for (int i = 1; i < count; i++) /* in order of their lower ends */
		for (int j = i; j > 0 && rungs[j].low < rungs[j - 1].low; j--) {
			struct rung swap = rungs[j];
			rungs[j] = rungs[j - 1];
			rungs[j - 1] = swap;
		}
	for (int i = 0; i < count; i++) {
		if (i > 0 && rungs[i].low <= rungs[i - 1].high) {
			struct diag *diag = diag_add(diags, DIAG_LADDER_OVERLAP, rungs[i].span, (int)rungs[i].low);
			diag_other(diags, diag, rungs[i - 1].span, "this step has it too");
			return false;
		}
		if (rungs[i].low > next && (i == 0 || rungs[i].low - rungs[i - 1].high > step)) {
			missing_step(diags, rungs, i, next, step);
			return false;
		}
		next = rungs[i].high + 1;
	}
	if (next <= INT32_MIN) {
		diag_add(diags, DIAG_LADDER_EMPTY, statement->by->span);
		return false;
	}
	if (next <= INT32_MAX && (count == 0 || rungs[count - 1].high < INT32_MAX)) {
		struct span last = count > 0 ? rungs[count - 1].span : statement->by->span;
		struct diag *diag = diag_add(diags, DIAG_LADDER_ENDS_EARLY, last, (int)next);
		diag_hint(diags, diag, "let the last step say `%d or more`", count > 0 ? (int)rungs[count - 1].low : 0);
		return false;
	}
	return true;
}

/* The least that the steps from [first] on can come to, as far as sums and products of facts tell. */
static int64_t least_of(const struct compiler *at, int first)
{
	int64_t least[PROGRAM_STACK + 1] = { INT32_MIN }, *top = least;

	for (int i = first; i < at->steps; i++) {
		const struct op *op = &at->step[i];
		bool known = top - least < 2 || (top[0] >= 0 && top[-1] >= 0);
		if (op->code == OP_NUMBER)
			*++top = op->number;
		else if (op->code == OP_FACT)
			*++top = facts[op->fact].low;
		else if ((op->code == OP_PLUS || op->code == OP_TIMES) && known)
			top--, *top = op->code == OP_PLUS ? top[0] + top[1] : top[0] * top[1];
		else
			return INT32_MIN;
		if (*top > INT32_MAX) /* it wraps around */
			return INT32_MIN;
	}
	return *top;
}

/* Emits the value of a step: a number, or bounds on the fact [subject]. */
typedef bool (*emit_value)(struct compiler *at, const struct expr *value, int subject);

static bool emit_ladder(struct compiler *at, const struct statement *statement, emit_value value, int subject)
{
	enum fact_type key_type;
	struct rung rungs[RUNGS_MAX];
	int count = 0, ends[RUNGS_MAX], end_count = 0, first = at->steps;
	int64_t low;
	bool well = true;

	if (!emit_as(at, statement->by, false, &key_type))
		return false;
	low = least_of(at, first);
	for (const struct step *step = statement->steps; step != NULL; step = step->next) {
		int jumps[RUNGS_MAX], jump_count = 0, onward;
		for (const struct expr *key = step->keys; key != NULL; key = key->next) {
			if (count == RUNGS_MAX || end_count == RUNGS_MAX) {
				at->failed = true;
				return true;
			}
			if (!read_rung(at, key, &rungs[count]))
				return false;
			emit(at, OP_WITHIN, (int32_t)rungs[count].low);
			at->step[at->steps - 1].argument = (cardset)rungs[count].high;
			jumps[jump_count++] = emit(at, OP_JUMP, 0);
			count++;
		}
		onward = emit(at, OP_JUMP, 0);
		for (int i = 0; i < jump_count; i++)
			aim(at, jumps[i]);
		well = value(at, step->value, subject) && well;
		emit(at, OP_SWAP_DROP, 0);
		ends[end_count++] = emit(at, OP_JUMP, 0);
		aim(at, onward);
	}
	emit(at, OP_NUMBER, 0); /* no step: cannot happen once the keys are checked */
	emit(at, OP_SWAP_DROP, 0);
	for (int i = 0; i < end_count; i++)
		aim(at, ends[i]);
	if (key_type == SCORE && at->building->points_step == 0) /* which numbers can occur is not known */
		return well;
	return check_rungs(at, statement, rungs, count, low, key_type == SCORE ? at->building->points_step : 1) && well;
}

static bool emit_amount(struct compiler *at, const struct expr *value, int subject)
{
	enum fact_type type;

	(void)subject;
	return emit_as(at, value, false, &type);
}

/* 8,500: the thousands stand alone behind a comma. Hints at the number that is meant. */
static bool hint_thousands(struct building *building, struct diag *diag, const struct expr *value)
{
	const struct expr *rest = value != NULL ? value->next : NULL;
	int64_t first, second;

	if (rest == NULL || rest->next != NULL || rest->span.to - rest->span.from != 3 || !constant(value, &first) ||
	    !constant(rest, &second) || first < 1 || first > 999)
		return false;
	diag_hint(building->diags, diag, "a number is written without a comma: %lld",
	          (long long)(first * 1000 + second));
	return true;
}

program compile_amount(struct building *building, const struct statement *statement, enum row_id row)
{
	struct compiler compiler, *at = &compiler;
	bool well;

	begin(at, building, about_of(building, row));
	if (has_condition(building, statement, row))
		return NULL;
	if (statement->by != NULL && statement->value == NULL)
		well = emit_ladder(at, statement, emit_amount, 0);
	else if (statement->by == NULL && statement->value != NULL && statement->value->next == NULL)
		well = emit_amount(at, statement->value, 0);
	else {
		struct diag *diag = diag_add(building->diags, DIAG_WANTS_AMOUNT, statement->span, rows[row].name);
		if (hint_thousands(building, diag, statement->value))
			return NULL;
		diag_hint(building->diags, diag, "such as %s",
		          rows[row].type == TYPE_NUMBER ? "11 or `by players { 2: 15; 3 or more: 11 }`"
		                                        : "50 or `by side score { below 0: 15; 0 or more: 50 }`");
		return NULL;
	}
	return finish(at, statement->span, well);
}

/* ---- bounds ---- */

static void emit_subject(struct compiler *at, int subject)
{
	emit(at, OP_FACT, 0);
	at->step[at->steps - 1].fact = (uint8_t)subject;
}

static bool emit_compare(struct compiler *at, int subject, enum op_code code, const struct expr *limit)
{
	enum fact_type type;

	emit_subject(at, subject);
	if (!emit_as(at, limit, false, &type))
		return false;
	emit(at, code, 0);
	return true;
}

/* 3, 3..4, 3 or more, at most naturals */
static bool emit_bound(struct compiler *at, const struct expr *bound, int subject)
{
	const struct expr *range = bound->kind == EXPR_PHRASE && bound->first->next == NULL ? bound->first : NULL;
	int64_t low, high;

	switch (bound->kind) {
	case EXPR_OR_MORE:
	case EXPR_AT_LEAST: return emit_compare(at, subject, OP_MORE_EQUAL, bound->first);
	case EXPR_AT_MOST: return emit_compare(at, subject, OP_LESS_EQUAL, bound->first);
	case EXPR_BELOW: return emit_compare(at, subject, OP_LESS, bound->first);
	case EXPR_ABOVE: return emit_compare(at, subject, OP_MORE, bound->first);
	default: break;
	}
	if (range == NULL || range->kind != EXPR_RANGE)
		return emit_compare(at, subject, OP_EQUAL, bound);
	if (!constant(range->first, &low) || !constant(range->second, &high)) {
		struct text said = { 0 };
		expr_write(bound, &said);
		diag_add(at->building->diags, DIAG_NOT_A_NUMBER, bound->span, text_read(&said));
		text_free(&said);
		return false;
	}
	if (low > high) {
		diag_add(at->building->diags, DIAG_RANGE_DOWN, bound->span);
		return false;
	}
	emit_subject(at, subject);
	emit(at, OP_NUMBER, (int32_t)low);
	emit(at, OP_MORE_EQUAL, 0);
	int jump = emit(at, OP_AND, 0);
	emit_subject(at, subject);
	emit(at, OP_NUMBER, (int32_t)high);
	emit(at, OP_LESS_EQUAL, 0);
	aim(at, jump);
	return true;
}

/* The fact that a row's bounds speak of. */
static int fact_of_row(enum row_id row)
{
	for (int i = 0; i < FACT_COUNT; i++)
		if (strncmp(facts[i].phrase, rows[row].words, strcspn(rows[row].words, "|")) == 0 &&
		    facts[i].phrase[strcspn(rows[row].words, "|")] == '\0')
			return i;
	return FACT_never;
}

enum { BOUNDS_MAX = 16, PARTS_MAX = 64 }; /* of one setting, besides the first */

program compile_bounds(struct building *building, const struct statement *statement, enum row_id row)
{
	struct compiler compiler, *at = &compiler;
	int subject = fact_of_row(row), jumps[BOUNDS_MAX], count = 0;
	bool well = true;

	begin(at, building, about_of(building, row));
	if (has_condition(building, statement, row))
		return NULL;
	if (statement->by != NULL && statement->value == NULL)
		return finish(at, statement->span, emit_ladder(at, statement, emit_bound, subject));
	if (statement->value == NULL || statement->by != NULL) {
		diag_add(building->diags, DIAG_WANTS_BOUNDS, statement->span, rows[row].name);
		return NULL;
	}
	for (const struct expr *bound = statement->value; bound != NULL; bound = bound->next) {
		well = emit_bound(at, bound, subject) && well;
		if (bound->next == NULL)
			break;
		if (count == BOUNDS_MAX) {
			at->failed = true;
			break;
		}
		jumps[count++] = emit(at, OP_AND, 0);
	}
	for (int i = 0; i < count; i++)
		aim(at, jumps[i]);
	return finish(at, statement->span, well);
}

/* ---- conditions ---- */

/* The parts of a condition, joined by `and`. */
struct parts {
	int jumps[PARTS_MAX], count;
};

static void join_part(struct compiler *at, struct parts *parts)
{
	if (at->steps > 0 && parts->count == PARTS_MAX)
		at->failed = true;
	else if (at->steps > 0)
		parts->jumps[parts->count++] = emit(at, OP_AND, 0);
}

static bool emit_clause(struct compiler *at, const struct expr *clause, bool negated, struct parts *parts)
{
	enum fact_type type;

	if (clause == NULL)
		return true;
	join_part(at, parts);
	if (!emit_as(at, clause, true, &type))
		return false;
	if (negated)
		emit(at, OP_NOT, 0);
	return true;
}

/* One line: `always`, `never`, a term, or clauses. */
static bool emit_part(struct compiler *at, const struct cell *part, struct parts *parts)
{
	const struct statement *statement = part->statement;
	const struct expr *value = part->on_item ? NULL : statement->value;
	enum fact_type type;

	if (statement->by != NULL || (value != NULL && value->next != NULL) ||
	    (value == NULL && statement->when == NULL && statement->unless == NULL)) {
		diag_add(at->building->diags, DIAG_WANTS_CONDITION, statement->span, statement->head);
		return false;
	}
	if (value != NULL) {
		join_part(at, parts);
		if (!emit_as(at, value, true, &type))
			return false;
	}
	return emit_clause(at, statement->when, false, parts) &&
	       (at->whens_only || emit_clause(at, statement->unless, true, parts));
}

static bool emit_condition(struct compiler *at, const struct cell *cell)
{
	struct parts parts = { .count = 0 };
	bool well = true;

	for (const struct cell *part = cell; part != NULL; part = part->also)
		well = emit_part(at, part, &parts) && well;
	for (int i = 0; i < parts.count; i++)
		aim(at, parts.jumps[i]);
	return well;
}

program compile_condition(struct building *building, const struct cell *cell, enum row_id row)
{
	struct compiler compiler, *at = &compiler;
	program result;

	begin(at, building, about_of(building, row));
	at->narrows = row == ROW_define_when;
	result = finish(at, cell->statement->span, emit_condition(at, cell));
	if (at->narrows)
		building->define_facts[building->defined] = at->about;
	return result;
}

program compile_whens(struct building *building, const struct cell *cell, enum row_id row)
{
	struct compiler compiler, *at = &compiler;
	bool well;

	begin(at, building, rows[row].facts);
	at->whens_only = true;
	well = emit_condition(at, cell);
	return at->steps > 0 ? finish(at, cell->statement->span, well) : compile_number(building, 1);
}

program compile_question(struct building *building, const struct expr *expr, bool number)
{
	struct compiler compiler, *at = &compiler;
	enum fact_type type;

	begin(at, building, FACTS_QUESTION);
	return finish(at, expr->span, emit_as(at, expr, !number, &type));
}
