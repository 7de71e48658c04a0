/* value.c -- from cells to values. The type of a row decides how the statement in a cell is read. The value is stored
 * at the row's place in struct rules. A cell without a statement has the default of the row. */
#include "rules/build.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"

enum { WORDS_MOST = 8, WORDS_ROOM = 256 }; /* of a row, see EACH_WORD() */

/* ---- places ---- */

void remember_set(struct building *building, cardset *set, cardset *faces, struct span span)
{
	struct face_set *sets = arena_grow(building->arena, building->sets, (size_t)building->set_count, sizeof *sets);

	if (sets == NULL)
		return;
	building->sets = sets;
	building->sets[building->set_count++] = (struct face_set){ set, faces, span };
}

/* ---- one type after the other ---- */

/* Hints how else to make a setting depend on something: by the condition of its item, or by a ladder. */
static void hint_dependence(struct building *building, struct diag *diag, enum row_id row, const struct expr *asked)
{
	const char *ladder = ladder_such_as(row);
	struct text hint = { 0 };

	if (hint_advice_here(building->diags, diag, rows[row].name, asked))
		return;
	for (int other = 0; other < ROW_COUNT; other++)
		if (rows[other].in == rows[row].in && strcmp(rows[other].name, "when") == 0)
			text_format(&hint, "if it is meant for the whole `%s`, begin a new line or put `;` before it",
			            groups[rows[row].in].name);
	if (ladder != NULL && rows[row].type == TYPE_NUMBER)
		text_format(&hint, "it can depend on the number of players alone, as in `%s %s`", rows[row].name,
		            ladder);
	else if (ladder != NULL)
		text_format(&hint, "%s `%s %s`",
		            hint.length > 0 ? "; else state a ladder, such as" : "state a ladder, such as",
		            rows[row].name, ladder);
	if (hint.length > 0)
		diag_hint(building->diags, diag, "%s", text_read(&hint));
	text_free(&hint);
}

bool has_condition(struct building *building, const struct statement *statement, enum row_id row)
{
	const struct expr *clause = statement->when != NULL ? statement->when : statement->unless;

	if (clause == NULL)
		return false;
	hint_dependence(building, diag_add(building->diags, DIAG_NO_CONDITION, clause->span, rows[row].name), row,
	                clause);
	return true;
}

/* The place of [word] among the words of a row, or -1. */
static int place_of_word(enum row_id row, const char *word)
{
	const char *at = rows[row].words;

	for (int place = 0; *at != '\0'; place++) {
		size_t length = strcspn(at, "|");
		if (strncmp(at, word, length) == 0 && word[length] == '\0')
			return place;
		at += length + 1;
	}
	return -1;
}

bool may_follow(enum row_id row, const struct expr *atom)
{
	if (atom == NULL)
		return false;
	return rows[row].type != TYPE_WORD || (atom->kind == EXPR_WORD && place_of_word(row, atom->text) >= 0);
}

bool hint_semicolon(struct building *building, struct diag *diag, enum row_id row, const struct expr *value)
{
	for (const struct expr *next = value != NULL ? value->next : NULL; next != NULL; next = next->next)
		if (next->kind == EXPR_PHRASE && next->first->kind == EXPR_WORD && next->first->next != NULL &&
		    row_named(rows[row].in, next->first->text) >= 0 &&
		    may_follow((enum row_id)row_named(rows[row].in, next->first->text), next->first->next)) {
			diag_hint(building->diags, diag, "settings are separated by `;`, as in `%s ...; %s ...`",
			          rows[row].name, next->first->text);
			return true;
		}
	return false;
}

/* The words that a row takes, in the [size] bytes at [room], and a pointer to each. Returns how many. */
static int words_of(enum row_id row, char *room, size_t size, const char *words[WORDS_MOST])
{
	int count = 0;

	snprintf(room, size, "%s", rows[row].words);
	for (char *word = room; *word != '\0' && count < WORDS_MOST;) {
		char *bar = strchr(word, '|');
		*bar = '\0';
		words[count++] = word;
		word = bar + 1;
	}
	return count;
}

/* Hints at the words of a row: the one that resembles [written], or all of them. */
static void hint_words(struct building *building, struct diag *diag, enum row_id row, const char *written)
{
	const char *words[WORDS_MOST];
	char room[WORDS_ROOM];
	int count = words_of(row, room, sizeof room, words);
	struct text all = { 0 };

	text_add_words(&all, words, count, " or ");
	if (written == NULL || !diag_hint_nearest(building->diags, diag, written, words, count))
		diag_hint(building->diags, diag, "it can be %s", text_read(&all));
	text_free(&all);
}

/* The single atom that is the value, or NULL with a finding. */
static const struct expr *only_atom(struct building *building, const struct statement *statement, enum row_id row)
{
	const struct expr *value = statement->value;

	if (has_condition(building, statement, row))
		return NULL;
	if (value != NULL && value->next == NULL && value->kind == EXPR_PHRASE && value->first->next == NULL &&
	    statement->by == NULL && !statement->has_block)
		return value->first;
	struct diag *diag = diag_add(building->diags, DIAG_WANTS_ONE_VALUE, statement->span, rows[row].name);
	if (!hint_semicolon(building, diag, row, value) && rows[row].type == TYPE_WORD)
		hint_words(building, diag, row, NULL);
	return NULL;
}

/* Answers the facts that are known before play. */
static int32_t fact_of_table(const void *frame, const struct ir *asked)
{
	const struct rules *rules = frame;

	switch (asked->fact) {
	case FACT_players: return rules->table.players;
	case FACT_term: return formula_evaluate(rules->define[asked->item].when, frame, fact_of_table);
	default: return 0;
	}
}

/* Hints at what was stated before, if that is a plain value. */
static void hint_inherited(struct building *building, const struct cell *cell, struct diag *diag)
{
	const struct expr *value = cell->inherited != NULL ? cell->inherited->statement->value : NULL;
	struct text text = { 0 };

	if (value == NULL || value->next != NULL)
		return;
	expr_write(value, &text);
	diag_hint(building->diags, diag, "the inherited value is %s", text_read(&text));
	text_free(&text);
}

static void read_number(struct building *building, const struct cell *cell, enum row_id row, int32_t *number)
{
	formula amount = analyse_amount(building, cell->statement, row);

	if (amount == NULL)
		return;
	if (building->partial && cell->statement->by != NULL) /* the number of players is not known */
		return;
	*number = formula_evaluate(amount, building->rules, fact_of_table);
	if (*number < rows[row].low || *number > rows[row].high)
		hint_inherited(building, cell,
		               diag_add(building->diags, DIAG_OUT_OF_RANGE, cell->statement->span, rows[row].name,
		                        (int)*number, (int)rows[row].low, (int)rows[row].high));
}

static void read_word(struct building *building, const struct cell *cell, enum row_id row, int32_t *index)
{
	const struct expr *atom = only_atom(building, cell->statement, row);
	int place = atom != NULL && atom->kind == EXPR_WORD ? place_of_word(row, atom->text) : -1;
	struct text written = { 0 };
	struct diag *diag;

	if (place >= 0)
		*index = place;
	if (atom == NULL || place >= 0)
		return;
	expr_write(atom, &written);
	diag = diag_add(building->diags, DIAG_NOT_ONE_OF, atom->span, rows[row].name, text_read(&written));
	if (!hint_advice(building->diags, diag, rows[row].name, text_read(&written)))
		hint_words(building, diag, row, text_read(&written));
	text_free(&written);
}

static void read_cards(struct building *building, const struct cell *cell, enum row_id row, cardset *set)
{
	const struct statement *statement = cell->statement;
	struct card_terms terms = building->terms;

	terms.of_melds = row == ROW_meld_ranks;
	if (statement->value == NULL || statement->by != NULL)
		diag_add(building->diags, DIAG_WANTS_CARDS, statement->span, rows[row].name);
	else if (!has_condition(building, statement, row))
		faces_of_list(building->diags, &terms, statement->value, set);
}

/* Makes the step of points a divisor of [points], too, which stand at [span]. */
static void divide_points_step(struct building *building, int64_t points, struct span span)
{
	int32_t step = (int32_t)common_divisor(building->points_step, points);

	if (step != building->points_step)
		building->points_by = span;
	building->points_step = step;
}

enum { POINTS_MAX = 10000 }; /* of a card: they are kept in 16 bits */

/* Reports that the points of the first rank among [faces] are at fault. */
static void point_at(struct building *building, enum diag_id id, struct span span, cardset faces)
{
	char name[24];

	faces_name(faces & UINT64_C(0xf) << (__builtin_ctzll(faces) / 4 * 4), name, sizeof name);
	diag_add(building->diags, id, span, name);
}

/* Adds [faces], which count the same, to the sets of the rules: no kind of card then has faces both in it and outside. */
static void split_kinds_by(struct building *building, cardset faces, struct span span)
{
	cardset *kept = arena_take(building->arena, sizeof *kept);

	if (kept == NULL)
		return;
	*kept = faces;
	remember_set(building, kept, NULL, span);
}

/* Reads what the cards of one step count, and adds them to [*seen]. */
static void read_points_of(struct building *building, const struct step *step, struct points *points, cardset *seen)
{
	int64_t sign = step->value->kind == EXPR_NEGATIVE ? -1 : 1;
	const struct expr *value = sign < 0 ? step->value->first : step->value;
	cardset faces;

	if (!faces_of_list(building->diags, &building->terms, step->keys, &faces))
		return;
	if (value->kind != EXPR_PHRASE || value->first->kind != EXPR_NUMBER || value->first->next != NULL ||
	    value->first->number > POINTS_MAX) {
		diag_add(building->diags, DIAG_POINTS_RANGE, step->value->span);
		return;
	}
	if (*seen & faces)
		point_at(building, DIAG_POINTS_TWICE, step->span, *seen & faces);
	*seen |= faces;
	for (int face = 0; face < FACES; face++)
		if (faces & UINT64_C(1) << face)
			points->of_face[face] = (int16_t)(sign * value->first->number);
	divide_points_step(building, value->first->number, step->span);
	split_kinds_by(building, faces, step->span);
}

/* by card { joker: 50 ; A, 2: 20 } */
static void read_points(struct building *building, const struct cell *cell, enum row_id row, struct points *points)
{
	const struct statement *statement = cell->statement;
	cardset seen = 0;

	if (statement->by == NULL || statement->by->kind != EXPR_PHRASE || statement->by->first->kind != EXPR_WORD ||
	    strcmp(statement->by->first->text, "card") != 0) {
		struct diag *diag = diag_add(building->diags, DIAG_WANTS_POINTS, statement->span, rows[row].name);
		diag_hint(building->diags, diag, "write `by card { joker: 50; 2, A: 20; ... }`");
		return;
	}
	for (const struct step *step = statement->steps; step != NULL; step = step->next)
		read_points_of(building, step, points, &seen);
	if (seen != FACES_ALL && building->diags->errors == 0)
		point_at(building, DIAG_POINTS_MISSING, statement->span, FACES_ALL & ~seen);
}

/* 2 naturals, 1 wild, 2 alike */
static bool read_part(const struct expr *part, struct composition *composition)
{
	const struct expr *count = part->kind == EXPR_PHRASE ? part->first : NULL;
	const struct expr *what = count != NULL ? count->next : NULL;
	uint8_t *role;

	if (count == NULL || count->kind != EXPR_NUMBER || count->number < 1 || count->number > 7 || what == NULL ||
	    what->kind != EXPR_WORD || what->next != NULL)
		return false;
	if (strcmp(what->text, "natural") == 0 || strcmp(what->text, "naturals") == 0)
		role = &composition->naturals;
	else if (strcmp(what->text, "wild") == 0 || strcmp(what->text, "wilds") == 0)
		role = &composition->wilds;
	else if (strcmp(what->text, "alike") == 0)
		role = &composition->alike;
	else
		return false;
	if (*role != 0) /* each is said once */
		return false;
	*role = (uint8_t)count->number;
	return true;
}

static void read_composition(struct building *building, const struct cell *cell, enum row_id row,
                             struct composition *composition)
{
	const struct statement *statement = cell->statement;
	bool well = statement->value != NULL && statement->by == NULL;

	if (has_condition(building, statement, row))
		return;
	for (const struct expr *part = statement->value; part != NULL && well; part = part->next)
		well = read_part(part, composition);
	if (!well) {
		struct diag *diag = diag_add(building->diags, DIAG_WANTS_COMPOSITION, statement->span, rows[row].name);
		if (!hint_advice_expr(building->diags, diag, rows[row].name, statement->value))
			diag_hint(building->diags, diag, "write `2 naturals`, `1 natural, 1 wild` or `2 alike`");
	}
}

/* The number of cards in a group called so, 0 for any other word. */
static int group_size(const char *word)
{
	static const char *const sizes[] = { "single",    "pair",     "triple",  "quadruple",
		                             "quintuple", "sextuple", "septuple" };

	for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
		size_t length = strlen(sizes[i]);
		if (strncmp(word, sizes[i], length) == 0 && (word[length] == '\0' || strcmp(word + length, "s") == 0))
			return i + 1;
	}
	return 0;
}

/* The phrase that an expression begins with: `7 pairs of 4..A` in `7 pairs of 4..A except 7`. */
static const struct expr *first_phrase(const struct expr *expr)
{
	while (expr->kind == EXPR_EXCEPT)
		expr = expr->first;
	return expr->kind == EXPR_PHRASE ? expr : NULL;
}

/* 7 pairs of: the size of the groups, and how many; false if no group begins here. */
static bool begins_group(const struct expr *expr, struct pattern_group *group)
{
	const struct expr *phrase = first_phrase(expr), *count = phrase != NULL ? phrase->first : NULL;
	const struct expr *size = count != NULL ? count->next : NULL, *of = size != NULL ? size->next : NULL;

	if (of == NULL || of->next == NULL || count->kind != EXPR_NUMBER || count->number < 1 ||
	    count->number > PATTERN_CARDS_MAX || size->kind != EXPR_WORD || group_size(size->text) == 0 ||
	    of->kind != EXPR_WORD || strcmp(of->text, "of") != 0)
		return false;
	*group = (struct pattern_group){ .count = (uint8_t)count->number, .size = (uint8_t)group_size(size->text) };
	return true;
}

/* The same expression without the words that begin a group. */
static struct expr *cards_of_group(struct building *building, const struct expr *expr)
{
	struct expr *copy = arena_take(building->arena, sizeof *copy);

	if (copy == NULL)
		return NULL;
	*copy = *expr;
	copy->next = NULL;
	if (expr->kind == EXPR_EXCEPT)
		copy->first = cards_of_group(building, expr->first);
	else
		copy->first = expr->first->next->next->next;
	return copy->first != NULL ? copy : NULL;
}

/* Reads one member of the list: a group, or further cards of the group before it. */
static bool read_group(struct building *building, const struct statement *statement, const struct expr *expr,
                       struct pattern *pattern)
{
	struct expr cards = *expr, *rest = &cards;
	struct pattern_group group;
	cardset faces;

	if (begins_group(expr, &group)) {
		if (pattern->parts == PATTERN_GROUPS_MAX ||
		    pattern->cards + group.count * group.size > PATTERN_CARDS_MAX) {
			diag_add(building->diags, DIAG_PATTERN_TOO_BIG, statement->span, PATTERN_GROUPS_MAX,
			         PATTERN_CARDS_MAX);
			return true;
		}
		rest = cards_of_group(building, expr);
		pattern->group[pattern->parts++] = group;
		pattern->groups = (uint8_t)(pattern->groups + group.count);
		pattern->cards = (uint8_t)(pattern->cards + group.count * group.size);
	} else if (pattern->parts == 0)
		return false;
	cards.next = NULL;
	if (rest == NULL || !faces_of_list(building->diags, &building->terms, rest, &faces))
		return true; /* that was reported */
	pattern->group[pattern->parts - 1].cards |= faces;
	pattern->kinds |= faces;
	return true;
}

/* 7 pairs of 4..A */
static void read_pattern(struct building *building, const struct cell *cell, enum row_id row, struct pattern *pattern)
{
	const struct statement *statement = cell->statement;
	bool well = statement->value != NULL && statement->by == NULL;
	int ways = 1;

	if (has_condition(building, statement, row))
		return;
	for (const struct expr *expr = statement->value; expr != NULL && well; expr = expr->next)
		well = read_group(building, statement, expr, pattern);
	if (!well) {
		struct diag *diag = diag_add(building->diags, DIAG_WANTS_PATTERN, statement->span, rows[row].name);
		diag_hint(
			building->diags, diag,
			"write `7 pairs of 4..A`, `2 quadruples of 4..A, 2 triples of 4..A` or `13 singles of A..K, 1 single of joker`");
		return;
	}
	for (int i = 0; i < pattern->parts && ways <= PATTERN_WAYS_MAX; i++)
		ways *= pattern->group[i].count + 1;
	if (ways > PATTERN_WAYS_MAX)
		diag_hint(building->diags, diag_add(building->diags, DIAG_PATTERN_TOO_MIXED, statement->span),
		          "use fewer kinds of groups: their numbers, each plus one, may multiply to %d at the most",
		          PATTERN_WAYS_MAX);
	for (int i = 0; i < pattern->parts; i++)
		remember_set(building, &pattern->group[i].cards, NULL, statement->span);
	remember_set(building, &pattern->kinds, NULL, statement->span);
}

static void read_text(struct building *building, const struct cell *cell, enum row_id row, const char **text)
{
	const struct expr *atom = only_atom(building, cell->statement, row);

	if (atom != NULL && atom->kind != EXPR_STRING)
		diag_add(building->diags, DIAG_WANTS_TEXT, atom->span, rows[row].name);
	else if (atom != NULL)
		*text = atom->text;
}

/* ---- cells ---- */

static void take_default(struct building *building, enum row_id row, void *place)
{
	int32_t fallback = rows[row].fallback;

	switch (rows[row].type) {
	case TYPE_NUMBER:
	case TYPE_WORD: *(int32_t *)place = fallback; break;
	case TYPE_CARDS: *(cardset *)place = fallback == ALL_CARDS ? FACES_ALL : 0; break;
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION: *(formula *)place = formula_of_number(building, fallback); break;
	case TYPE_POINTS:
	case TYPE_COMPOSITION:
	case TYPE_PATTERN:
	case TYPE_TEXT: break; /* zero already */
	}
}

/* Reports a setting without a value that needs one, at the item's name or the variant's. */
static void missing(struct building *building, enum row_id row, int item)
{
	const struct group *group = &groups[rows[row].in];
	struct rules *rules = building->rules;
	struct diag *diag;

	if (group->is_list) {
		diag = diag_add(building->diags, DIAG_ITEM_INCOMPLETE, rules->items[rows[row].in][item], group->name,
		                rules_item_name(rules, rows[row].in, item), rows[row].name);
		diag_hint(building->diags, diag, "add `%s ...`: %c%s", rows[row].name,
		          small_letter(rows[row].sentence[0]), rows[row].sentence + 1);
	} else {
		diag = diag_add(building->diags, DIAG_INCOMPLETE, rules->span, rules->name, rows[row].name);
		diag_hint(building->diags, diag, "add `%s { %s ... }`: %c%s", group->name, rows[row].name,
		          small_letter(rows[row].sentence[0]), rows[row].sentence + 1);
	}
}

/* A sequence has wild cards only if `wilds` is stated. */
static void take_default_wilds(struct building *building, int item)
{
	struct in_meld *meld = &building->rules->meld[item];

	if (meld->built == meld_built_in_sequence)
		meld->wilds = formula_of_bound(building, FACT_wilds, 0);
}

static void read_cell(struct building *building, enum row_id row, int item)
{
	const struct cell *cell = &building->rules->cells[row][item];
	void *place = rules_value(building->rules, row, item);

	if (rows[row].type == TYPE_CARDS)
		remember_set(building, place, NULL,
		             cell->statement != NULL ? cell->statement->span : building->rules->span);
	if (cell->statement == NULL) {
		take_default(building, row, place);
		if (row == ROW_ban_when)
			building->rules->ban_whens[item] = *(formula *)place;
		if (row == ROW_meld_wilds)
			take_default_wilds(building, item);
		if (rows[row].fallback == NEEDED && !building->partial)
			missing(building, row, item);
		return;
	}
	if (cell->statement->has_block && !cell->on_item) {
		diag_add(building->diags, DIAG_NO_BLOCK, cell->statement->span, rows[row].name);
		return;
	}
	switch (rows[row].type) {
	case TYPE_NUMBER: read_number(building, cell, row, place); break;
	case TYPE_WORD: read_word(building, cell, row, place); break;
	case TYPE_CARDS: read_cards(building, cell, row, place); break;
	case TYPE_POINTS: read_points(building, cell, row, place); break;
	case TYPE_AMOUNT: *(formula *)place = analyse_amount(building, cell->statement, row); break;
	case TYPE_BOUNDS: *(formula *)place = analyse_bounds(building, cell->statement, row); break;
	case TYPE_CONDITION:
		*(formula *)place = analyse_condition(building, cell, row);
		if (row == ROW_ban_when && *(formula *)place != NULL)
			building->rules->ban_whens[item] = analyse_whens(building, cell, row);
		break;
	case TYPE_COMPOSITION: read_composition(building, cell, row, place); break;
	case TYPE_PATTERN: read_pattern(building, cell, row, place); break;
	case TYPE_TEXT: read_text(building, cell, row, place); break;
	}
}

static void read_row(struct building *building, enum row_id row)
{
	int count = rules_places(building->rules, rows[row].in);

	for (int item = 0; item < count; item++) {
		if (row == ROW_define_when)
			building->defined = item;
		building->item = item;
		building->per_player =
			rows[row].in == GROUP_score && building->rules->score[item].per == score_per_player;
		read_cell(building, row, item);
	}
	if (row == ROW_table_at_play)
		building->rules->seats = building->rules->table.at_play > 0 ? building->rules->table.at_play
		                                                            : building->rules->table.players;
	if (row == ROW_cards_wild)
		building->terms.wild = building->rules->cards.wild;
	if (row == ROW_bonus_cards)
		building->terms.bonus = building->rules->bonus.cards;
	if (row == ROW_define_when)
		building->defined = count;
}

/* `299 + 1` */
static bool is_sum_of_numbers(const struct expr *amount, int64_t *sum)
{
	int64_t first, second;

	if (amount->kind != EXPR_PLUS && amount->kind != EXPR_MINUS)
		return is_constant(amount, sum);
	if (!is_sum_of_numbers(amount->first, &first) || !is_sum_of_numbers(amount->second, &second))
		return false;
	*sum = amount->kind == EXPR_PLUS ? first + second : first - second;
	return true;
}

/* True for `side canastas - side canastas`, which is 0. */
static bool takes_itself_away(const struct expr *amount)
{
	struct text first = { 0 }, second = { 0 };
	bool same;

	if (amount->kind != EXPR_MINUS)
		return false;
	expr_write(amount->first, &first);
	expr_write(amount->second, &second);
	same = strcmp(text_read(&first), text_read(&second)) == 0;
	text_free(&first);
	text_free(&second);
	return same;
}

/* The number that every value of an amount is a multiple of, but for multiples of the step between totals: 0 for
 * points, which are among these themselves, and 1 for any other number that is asked for. */
static int64_t step_of_amount(const struct building *building, const struct expr *amount)
{
	int64_t first, second;

	if (is_sum_of_numbers(amount, &first))
		return first;
	if (amount->kind == EXPR_NUMBER)
		return amount->number;
	if (amount->kind == EXPR_PHRASE)
		return amount->first->kind == EXPR_NUMBER ? amount->first->number : phrase_counts(building, amount);
	if (amount->kind == EXPR_NEGATIVE)
		return step_of_amount(building, amount->first);
	if (amount->kind != EXPR_PLUS && amount->kind != EXPR_MINUS && amount->kind != EXPR_TIMES)
		return 0; /* no amount; a finding says so */
	if (takes_itself_away(amount))
		return 0;
	first = step_of_amount(building, amount->first) % INT32_MAX;
	second = step_of_amount(building, amount->second) % INT32_MAX;
	return amount->kind == EXPR_TIMES ? first * second : common_divisor(first, second);
}

/* Totals are made of the points of cards, of bonuses and of scores: their common step shows which totals can occur. */
static void find_step_of_totals(struct building *building)
{
	static const enum row_id amounts[] = { ROW_canasta_bonus, ROW_score_points, ROW_special_points };

	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++)
		for (int item = 0; item < rules_item_count(building->rules, rows[amounts[i]].in); item++) {
			const struct statement *statement = building->rules->cells[amounts[i]][item].statement;
			if (statement == NULL)
				continue;
			if (statement->value != NULL)
				divide_points_step(building, step_of_amount(building, statement->value),
				                   statement->span);
			for (const struct step *step = statement->steps; step != NULL; step = step->next)
				divide_points_step(building, step_of_amount(building, step->value), step->span);
		}
	building->rules->points_step = building->points_step;
}

void read_values(struct building *building)
{
	/* values that others need come first: what bounds the keys of ladders, the words `wild` and `bonus`, the terms, and for whom
	 * a score counts */
	static const enum row_id first[] = { ROW_table_players, ROW_table_sides, ROW_table_at_play,
		                             ROW_table_alone,   ROW_cards_wild,  ROW_bonus_cards,
		                             ROW_cards_points,  ROW_deck_packs,  ROW_deck_jokers,
		                             ROW_reserve_cards, ROW_reserve_of,  ROW_reserve_number,
		                             ROW_define_when,   ROW_score_per };
	bool done[ROW_COUNT] = { false };

	for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
		read_row(building, first[i]);
		done[first[i]] = true;
	}
	find_step_of_totals(building);
	for (int row = 0; row < ROW_COUNT; row++)
		if (!done[row])
			read_row(building, (enum row_id)row);
}
