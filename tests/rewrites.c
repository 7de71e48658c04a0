/* rewrites.c -- rules in other words. A variant is extended by one that states some of its settings again, rewritten at random so that
 * they mean the same, or with other values that come to the same, or whose items stand in another order where none is seen: the hash
 * stays, no difference is told, and a deal is played act by act alike. In each of its positions facts are within their bounds and do not
 * hold beside those that they exclude, be anything asked, or a way of taking the pile, a ban, a special hand, a line of the score. Then some settings are changed: the hash changes if and only if a difference beyond words is told,
 * or a block that stops nobody comes or goes; the differences are the same in both directions, and the first variant with all of them
 * borrowed has the hash of the second; each difference is told in words that differ; and where all of them are told to come to the same,
 * some deals do.
 *
 * Usage: rewrites PAIRS SEED VARIANT... Prints what is not so, and at the end how many pairs there were. */
#include <inttypes.h>

#include "game/play.h"
#include "game/legality.h"
#include "game/random.h"
#include "game/state.h"
#include "grammar/tree.h"
#include "reports/reports.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "rules/compare.h"
#include "rules/lint.h"
#include "rules/moments.h"
#include "rules/normal.h"
#include "rules/proofs.h"
#include "tests/changes.h"

static struct random chance;
static const struct rules *terms; /* whose terms are written out */
static long pairs, skipped, faults, changed_pairs, alike_pairs, shortened;

enum { ALIKE_DEALS = 20 }; /* played of two variants of which `diff` says that all differences come to the same */

static int below(int bound)
{
	return (int)random_below(&chance, (uint32_t)bound);
}

static uint64_t chance_seed(void)
{
	return (uint64_t)random_below(&chance, UINT32_MAX) << 1;
}

/* ---- expressions ---- */

static void rewrite(const struct expr *expr, int depth, struct text *out);

static void write_plain(const struct expr *expr, struct text *out)
{
	expr_write(expr, out);
}

/* The text of a part, rewritten; to be freed. */
static struct text part_of(const struct expr *expr, int depth)
{
	struct text made = { 0 };

	rewrite(expr, depth, &made);
	return made;
}

/* `a and b` in one of its ways. */
static void join(const struct expr *expr, int depth, struct text *out)
{
	bool all = expr->kind == EXPR_AND, apart = expr->second->kind == (all ? EXPR_OR : EXPR_AND);
	const char *word = all ? "and" : "or", *other = all ? "or" : "and";
	struct text left = part_of(expr->first, depth), right = part_of(expr->second, depth);
	const char *a = text_read(&left), *b = text_read(&right);

	switch (below(6)) {
	case 0: text_format(out, "(%s) %s (%s)", b, word, a); break;
	case 1: text_format(out, "not (not (%s) %s not (%s))", a, other, b); break;
	case 2: text_format(out, "(%s) %s (%s) %s ((%s) %s (%s))", a, word, b, word, a, other, b); break;
	case 3:
		if (apart) {
			struct text first = part_of(expr->second->first, depth),
				    second = part_of(expr->second->second, depth);
			text_format(out, "((%s) %s (%s)) %s ((%s) %s (%s))", a, word, text_read(&first), other, a, word,
			            text_read(&second));
			text_free(&first);
			text_free(&second);
			break;
		}
		/* fall through */
	default: text_format(out, "(%s) %s (%s)", a, word, b); break;
	}
	text_free(&left);
	text_free(&right);
}

/* ---- counts ---- */

/* Facts of the condition that is rewritten that are never less than 0. */
static struct {
	const struct expr *of[16];
	int count;
} counts;

/* True for a fact that is a number and never less than 0, as its words say: "side canastas of mixed". */
static bool is_count(const struct expr *expr)
{
	struct text words = { 0 };
	bool found = false;

	if (expr->kind == EXPR_PHRASE)
		write_plain(expr, &words);
	for (int fact = 0; fact < FACT_COUNT && words.length > 0; fact++) {
		size_t slot = strcspn(facts[fact].phrase, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		found = found || (facts[fact].type == NUMBER && facts[fact].slot != SLOT_DEED &&
		                  fact_least(terms, (enum fact_id)fact) >= 0 &&
		                  strncmp(text_read(&words), facts[fact].phrase, slot) == 0 &&
		                  (facts[fact].phrase[slot] != '\0' || words.length == slot));
	}
	text_free(&words);
	return found;
}

static void find_counts(const struct expr *expr)
{
	if (expr == NULL)
		return;
	if (is_count(expr) && counts.count < 16)
		counts.of[counts.count++] = expr;
	else if (expr->kind >= EXPR_AND && expr->kind <= EXPR_TIMES) {
		find_counts(expr->first);
		find_counts(expr->second);
	}
}

/* `x >= 2 and x + y >= 2` for `x >= 2`, with some other count that is asked in the same condition: false if there is none, or too many values
 * would have to be told apart. */
static bool compare_with_more(const struct expr *expr, const char *sign, struct text *out)
{
	bool above = expr->kind == EXPR_MORE || expr->kind == EXPR_MORE_EQUAL;
	bool below_it = expr->kind == EXPR_LESS || expr->kind == EXPR_LESS_EQUAL;
	int64_t number;

	if (counts.count == 0 || (!above && !below_it) || !is_count(expr->first) ||
	    !is_constant(expr->second, &number) || number < 0 || number > 8)
		return false;
	struct text x = { 0 }, y = { 0 };
	write_plain(expr->first, &x);
	write_plain(counts.of[below(counts.count)], &y);
	text_format(out, "(%s %s %d %s %s + %s %s %d)", text_read(&x), sign, (int)number, above ? "and" : "or",
	            text_read(&x), text_read(&y), sign, (int)number);
	text_free(&x);
	text_free(&y);
	return true;
}

/* `a >= b` in one of its ways. */
static void compare(const struct expr *expr, int depth, struct text *out)
{
	static const char *const signs[] = { "=", "!=", "<", "<=", ">", ">=" };
	static const char *const mirrored[] = { "=", "!=", ">", ">=", "<", "<=" };
	static const char *const opposite[] = { "!=", "=", ">=", ">", "<=", "<" };
	int kind = (int)(expr->kind - EXPR_EQUAL);

	if (below(2) == 0 && compare_with_more(expr, signs[kind], out))
		return;
	struct text left = part_of(expr->first, depth), right = part_of(expr->second, depth);
	const char *a = text_read(&left), *b = text_read(&right);

	switch (below(7)) {
	case 0: text_format(out, "%s %s %s", b, mirrored[kind], a); break;
	case 1: text_format(out, "not (%s %s %s)", a, opposite[kind], b); break;
	case 2: text_format(out, "(%s) - (%s) %s 0", a, b, signs[kind]); break;
	case 3: text_format(out, "3 * (%s) %s 3 * (%s)", a, signs[kind], b); break;
	case 4:
		if (expr->kind == EXPR_EQUAL)
			text_format(out, "(%s >= %s) and (%s <= %s)", a, b, a, b);
		else
			text_format(out, "(%s) + 1 %s (%s) + 1", a, signs[kind], b);
		break;
	default: text_format(out, "%s %s %s", a, signs[kind], b); break;
	}
	text_free(&left);
	text_free(&right);
}

/* `a + b`, `a * b`. */
static void compute(const struct expr *expr, int depth, struct text *out)
{
	struct text left = part_of(expr->first, depth), right = part_of(expr->second, depth);
	const char *a = text_read(&left), *b = text_read(&right);
	int way = below(3);

	if (expr->kind == EXPR_MINUS)
		text_format(out,
		            way == 0   ? "-(%2$s) + (%1$s)"
		            : way == 1 ? "(%1$s) + (-1) * (%2$s)"
		                       : "(%s) - (%s)",
		            a, b);
	else if (way == 0)
		text_format(out, "(%s) %s (%s)", b, expr->kind == EXPR_PLUS ? "+" : "*", a);
	else
		text_format(out, "(%s) %s (%s)", a, expr->kind == EXPR_PLUS ? "+" : "*", b);
	text_free(&left);
	text_free(&right);
}

/* What a term stands for, where its file says it in one line; NULL for anything else. */
static const struct expr *behind_term(const struct expr *expr)
{
	const struct expr *word = expr->kind == EXPR_PHRASE ? expr->first : NULL;
	int term = word != NULL && word->kind == EXPR_WORD && word->next == NULL
	                   ? rules_item_named(terms, GROUP_define, word->text)
	                   : -1;
	const struct cell *cell = term >= 0 ? rules_cell(terms, ROW_define_when, term) : NULL;

	if (cell == NULL || cell->also != NULL || cell->statement->unless != NULL)
		return NULL;
	return cell->on_item || cell->statement->value == NULL ? cell->statement->when : NULL;
}

static void rewrite(const struct expr *expr, int depth, struct text *out)
{
	const struct expr *meant = behind_term(expr);

	if (meant != NULL && below(2) == 0 && depth > 0) {
		text_add(out, "(");
		rewrite(meant, depth - 1, out);
		text_add(out, ")");
		return;
	}
	if (depth == 0 || below(5) == 0) {
		write_plain(expr, out);
		return;
	}
	switch (expr->kind) {
	case EXPR_AND:
	case EXPR_OR: join(expr, depth - 1, out); break;
	case EXPR_NOT: {
		struct text inner = part_of(expr->first, depth - 1);
		text_format(out, "not (%s)", text_read(&inner));
		text_free(&inner);
		break;
	}
	case EXPR_EQUAL:
	case EXPR_UNEQUAL:
	case EXPR_LESS:
	case EXPR_LESS_EQUAL:
	case EXPR_MORE:
	case EXPR_MORE_EQUAL: compare(expr, depth - 1, out); break;
	case EXPR_PLUS:
	case EXPR_MINUS:
	case EXPR_TIMES: compute(expr, depth - 1, out); break;
	default: write_plain(expr, out); break;
	}
}

/* A whole condition, with what makes no difference to it. */
static void rewrite_condition(const struct expr *expr, bool negated, struct text *out)
{
	struct text made;
	const char *a;

	counts.count = 0;
	find_counts(expr);
	made = part_of(expr, 6);
	a = text_read(&made);
	if (negated)
		text_format(out, "not (%s)", a);
	else
		switch (below(6)) {
		case 0: text_format(out, "(%s) or (%s)", a, a); break;
		case 1: text_format(out, "(%s) and always", a); break;
		case 2: text_format(out, "(%s) or never", a); break;
		case 3: text_format(out, "not (not (%s))", a); break;
		default: text_add(out, a); break;
		}
	text_free(&made);
}

/* ---- settings ---- */

static bool add_clause(const struct expr *clause, bool negated, bool first, struct text *out)
{
	if (clause == NULL)
		return first;
	text_add(out, first ? "(" : " and (");
	rewrite_condition(clause, negated, out);
	text_add(out, ")");
	return false;
}

/* "when ...", of all that is stated for a condition; false if nothing is. */
static bool write_condition(const struct cell *cell, struct text *out)
{
	bool first = true;

	text_add(out, "when ");
	for (const struct cell *line = cell; line != NULL; line = line->also) {
		const struct statement *statement = line->statement;
		if (!line->on_item && statement->value != NULL)
			first = add_clause(statement->value, false, first, out);
		first = add_clause(statement->when, false, first, out);
		first = add_clause(statement->unless, true, first, out);
	}
	return !first;
}

static bool is_whole_range(const struct expr *key, int64_t *low, int64_t *high)
{
	const struct expr *range = key->kind == EXPR_PHRASE && key->first->next == NULL ? key->first : key;

	return range->kind == EXPR_RANGE && is_constant(range->first, low) && is_constant(range->second, high) &&
	       *low < *high;
}

static void write_value(enum row_type type, const struct expr *value, struct text *out)
{
	if (type == TYPE_AMOUNT)
		rewrite(value, 4, out);
	else
		write_plain(value, out);
}

/* A ladder, some of whose steps are cut in two. */
static void write_ladder(enum row_type type, const struct statement *statement, struct text *out)
{
	text_add(out, "by ");
	write_plain(statement->by, out);
	text_add(out, " {");
	for (const struct step *step = statement->steps; step != NULL; step = step->next)
		for (const struct expr *key = step->keys; key != NULL; key = key->next) {
			struct expr alone = *key;
			int64_t low, high;
			alone.next = NULL;
			text_add(out, " ");
			if (is_whole_range(key, &low, &high) && low >= 0 && below(2) == 0) {
				int64_t middle = low + below((int)(high - low));
				text_format(out, "%" PRId64 "..%" PRId64 ": ", low, middle);
				write_value(type, step->value, out);
				text_format(out, "; %" PRId64 "..%" PRId64, middle + 1, high);
			} else
				write_plain(&alone, out);
			text_add(out, ": ");
			write_value(type, step->value, out);
			text_add(out, ";");
		}
	text_add(out, " }");
}

/* A list in another order; of bounds one of them twice. */
static void write_list(enum row_type type, const struct expr *list, struct text *out)
{
	const struct expr *member[64];
	int count = 0;

	for (; list != NULL && count < 64; list = list->next)
		member[count++] = list;
	for (int i = count - 1; i > 0; i--) {
		int other = below(i + 1);
		const struct expr *swap = member[i];
		member[i] = member[other];
		member[other] = swap;
	}
	for (int i = 0; i < count; i++) {
		struct expr alone = *member[i];
		int64_t low, high;
		alone.next = NULL;
		text_add(out, i > 0 ? ", " : "");
		if (type == TYPE_BOUNDS && is_whole_range(&alone, &low, &high) && below(2) == 0)
			text_format(out, "below %" PRId64 ", at least %" PRId64, high + 1, low);
		else
			write_plain(&alone, out);
		if (type == TYPE_BOUNDS && below(4) == 0) {
			text_add(out, ", ");
			write_plain(&alone, out);
		}
	}
}

/* What setting [row] says, in other words; false if it is left as it is. */
static bool write_rewritten(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	const struct cell *cell = rules_cell(rules, row, item);
	const struct statement *statement = cell->statement;
	enum row_type type = rows[row].type;

	if (statement == NULL || (row == ROW_ban_when && rules->discard.ban[item].proof != ban_proof_none))
		return false;
	if (type == TYPE_CONDITION)
		return write_condition(cell, out);
	if (type != TYPE_AMOUNT && type != TYPE_BOUNDS && type != TYPE_CARDS)
		return false;
	if (statement->by != NULL)
		write_ladder(type, statement, out);
	else if (type == TYPE_AMOUNT)
		rewrite(statement->value, 4, out);
	else
		write_list(type, statement->value, out);
	return true;
}

/* Writes the statement, a condition perhaps by a term of its own. */
static void write_again(const struct rules *rules, enum row_id row, int item, const char *value, int *named,
                        struct text *out)
{
	char term[24];

	if (rows[row].type == TYPE_CONDITION && below(4) == 0 &&
	    rules->define_count + *named < groups[GROUP_define].max) {
		snprintf(term, sizeof term, "when zz%d", ++*named);
		text_format(out, "add define zz%d \"A term\" { %s }\n", *named, value);
		value = term;
	}
	write_statement(rules, (int)row, item, value, out);
}

/* ---- values ---- */

static int words_of(enum row_id row)
{
	int words = 0;

	for (const char *at = rows[row].words; *at != '\0'; at++)
		words += *at == '|';
	return words;
}

/* Another number or word that comes to the same, or any other where the setting cannot matter; false if none is found. */
static bool write_other_number(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	int32_t own = *(const int32_t *)rules_value(rules, row, item);
	bool word = rows[row].type == TYPE_WORD, dead = setting_is_dead(rules, row, item) != NULL, failed = false;
	int low = word ? 0 : (int)rows[row].low, count = word ? words_of(row) : (int)rows[row].high - low + 1,
	    from = below(count);

	for (int i = 0; i < count && count < 100; i++) {
		int32_t other = low + (from + i) % count;
		size_t length;
		const char *text;
		/* where a side and its player are the same, a rank is still another matter */
		bool by_rank = row == ROW_score_per && (other == score_per_rank || own == score_per_rank);
		if (other == own || by_rank ||
		    (!dead && (row == ROW_ban_order || canonical_number(rules, row, item, other, &failed) !=
		                                               canonical_number(rules, row, item, own, &failed))))
			continue;
		if (word) {
			text = rules_word(row, other, &length);
			text_add_bytes(out, text, length);
		} else
			text_format(out, "%d", (int)other);
		return true;
	}
	return false;
}

/* Cards from the hand some of which are alike instead of natural, or the other way round. */
static bool write_other_hand(const struct rules *rules, int take, struct text *out)
{
	struct composition own = rules->pile.take[take].hand, other = own, means;
	int cards = own.naturals + own.alike;

	other.alike = (uint8_t)below(cards + 1);
	other.naturals = (uint8_t)(cards - other.alike);
	own = canonical_composition(rules, take, own);
	means = canonical_composition(rules, take, other);
	if (cards == 0 || memcmp(&own, &means, sizeof own) != 0)
		return false;
	text_format(out, "%d natural%s", other.naturals, other.naturals == 1 ? "" : "s");
	if (other.alike > 0)
		text_format(out, ", %d alike", other.alike);
	if (other.wilds > 0)
		text_format(out, ", %d wild%s", other.wilds, other.wilds == 1 ? "" : "s");
	return true;
}

/* The numbers of all bans, each one higher, if there is room. */
static void write_higher_orders(const struct rules *rules, struct text *out)
{
	char number[12];

	for (int ban = 0; ban < rules->discard.ban_count; ban++)
		if (rules->discard.ban[ban].order >= rows[ROW_ban_order].high)
			return;
	for (int ban = 0; ban < rules->discard.ban_count; ban++) {
		snprintf(number, sizeof number, "%d", (int)rules->discard.ban[ban].order + 1);
		write_statement(rules, ROW_ban_order, ban, number, out);
	}
}

/* Limits of a sequence beyond its places. */
static void write_far_limits(const struct rules *rules, struct text *out)
{
	char limit[24];

	for (int meld = 0; meld < rules->meld_count; meld++)
		if (rules->form[meld].sequence != 0 && rules_cell(rules, ROW_meld_naturals, meld)->statement == NULL) {
			snprintf(limit, sizeof limit, "at most %d", sequence_most(&rules->form[meld]) + below(4));
			write_statement(rules, ROW_meld_naturals, meld, limit, out);
		}
}

/* Statements of other values that come to the same. */
static void write_values(const struct rules *rules, struct text *out)
{
	int often = 1 + below(8);

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		struct text value = { 0 };
		bool written = false;
		if (below(often) > 0 || at.row == ROW_meld_joined ||
		    at.row == ROW_meld_of_a_rank) /* each may let the other matter */
			continue;
		if (at.row == ROW_take_hand)
			written = write_other_hand(rules, at.item, &value);
		else if (rows[at.row].type == TYPE_NUMBER || rows[at.row].type == TYPE_WORD)
			written = write_other_number(rules, at.row, at.item, &value);
		if (written)
			write_statement(rules, (int)at.row, at.item, text_read(&value), out);
		text_free(&value);
	}
	if (below(2) == 0)
		write_higher_orders(rules, out);
	if (below(2) == 0)
		write_far_limits(rules, out);
}

/* ---- all settings ---- */

/* Statements of some settings in other words. */
static void write_settings(const struct rules *rules, struct text *out)
{
	int chosen = 1 + below(6), settings = 0, named = 0, often;

	terms = rules;

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		settings += rules_cell(rules, at.row, at.item)->statement != NULL && rows[at.row].in != GROUP_define;
	often = settings / chosen + 1;
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		struct text value = { 0 };
		if (below(rows[at.row].type == TYPE_CONDITION ? often / 4 + 1 : often / 2 + 1) == 0 &&
		    rows[at.row].in != GROUP_define && write_rewritten(rules, at.row, at.item, &value))
			write_again(rules, at.row, at.item, text_read(&value), &named, out);
		text_free(&value);
	}
}

/* ---- the order of items ---- */

static bool is_unordered(const struct rules *rules, int group)
{
	for (int item = 0; item < rules_item_count(rules, group); item++)
		if ((item > 0 && order_counts(rules, group, item - 1, item)) ||
		    (group == GROUP_ban &&
		     rules->discard.ban[item].proof != ban_proof_none)) /* what is proved is no condition as a whole */
			return false;
	return group == GROUP_canasta || group == GROUP_freeze || group == GROUP_block || group == GROUP_ban ||
	       group == GROUP_score;
}

/* Takes an item away and adds it again, so that it stands last. */
static void write_moved(const struct rules *rules, int group, int item, struct text *out)
{
	bool inside = groups[group].in != GROUP_root;
	const char *name = rules_item_name(rules, group, item);

	if (inside)
		text_format(out, "%s { ", groups[groups[group].in].name);
	text_format(out, "remove %s %s\nadd %s %s \"%s\" {", groups[group].name, name, groups[group].name, name,
	            rules_item_title(rules, group, item) != NULL ? rules_item_title(rules, group, item) : name);
	for (int row = -1; row_next(group, &row);) {
		const struct cell *cell = rules_cell(rules, (enum row_id)row, item);
		struct text value = { 0 };
		if (cell->statement == NULL)
			continue;
		if (rows[row].type == TYPE_CONDITION)
			write_condition(cell, &value);
		else
			value_write((enum row_id)row, cell, &value);
		if (rows[row].type == TYPE_CONDITION && strcmp(rows[row].name, "when") == 0)
			text_format(out, "\n%s", text_read(&value));
		else
			text_format(out, "\n%s %s", rows[row].name, text_read(&value));
		text_free(&value);
	}
	text_add(out, inside ? "\n} }\n" : "\n}\n");
}

static void move_items(const struct rules *rules, struct text *out)
{
	terms = rules;
	for (int group = 0; group < GROUP_COUNT; group++)
		if (groups[group].is_list && is_unordered(rules, group) && rules_item_count(rules, group) > 1 &&
		    below(3) == 0)
			write_moved(rules, group, below(rules_item_count(rules, group)), out);
}

/* ---- what can be ---- */

/* A fact that is asked of some of the cards and items that there are; [within] is not NULL for one whose cards are to be among those. */
static struct ir any_fact(const struct rules *rules, enum fact_id fact, const struct ir *within)
{
	struct ir asked = { .kind = IR_FACT, .type = facts[fact].type, .fact = fact };
	cardset kinds = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		kinds |= (cardset)(below(3) > 0) << kind;
	asked.cards = kinds & (within != NULL ? within->cards : rules->all);
	asked.faces = faces_of_kinds(rules, asked.cards);
	switch (facts[fact].slot) {
	case SLOT_CLASS: asked.item = rules->class_count > 0 ? below(rules->class_count) : -1; break;
	case SLOT_CANASTA: asked.item = rules->canasta_count > 0 ? below(rules->canasta_count) : -1; break;
	case SLOT_EVENT: asked.item = rules->event_count > 0 ? below(rules->event_count) : -1; break;
	case SLOT_DEED: asked.item = below(DEEDS * PERIODS); break;
	default: break;
	}
	return asked;
}

/* True if a fact can be asked in questions of these letters (facts.def). */
static bool is_asked_in(const struct rules *rules, enum fact_id fact, const char *letters)
{
	bool of_bonus = facts[fact].where[0] == 'b' && facts[fact].where[1] == '\0';

	return fact > FACT_players && strpbrk(facts[fact].where, letters) != NULL &&
	       (!of_bonus || rules->bonus.cards != 0);
}

/* What somebody could be asked about in this position. */
static struct question any_question(const struct game *game)
{
	int seat = below(game->rules->seats), kind = below(game->rules->kinds);
	struct question about = { .game = game, .seat = (uint8_t)seat, .side = game->seat[seat].side };

	about.rank = (uint8_t)(1 + rank_of(game->rules, kind));
	if ((game->rules->cards.wild >> kind & 1) && (!game->rules->wild_melds || below(2) == 0))
		about.card = (uint8_t)(kind + 1); /* it is discarded, as no meld is of wild cards alone */
	about.origin = (uint8_t)(rules_reserves(game->rules) > 0 ? below(4) : below(3));
	about.taking =
		seat == game->turn.seat && !game->turn.drew && !game->turn.took && game->pile_size > 0 && below(2) == 0;
	return about;
}

static bool lies_between(const struct question *about, const struct ir *asked, int64_t low, int64_t high)
{
	int32_t value = fact_of_game(about, asked);

	return value >= low && value <= high;
}

/* The moment at which something is asked, and about whom. */
struct asking {
	struct moment moment;
	enum asked_when when;
	struct question about;
};

/* True if a fact can be asked at the moment. */
static bool is_asked_at(const struct asking *asking, enum fact_id fact)
{
	const struct rules *rules = asking->moment.rules;
	bool per_player =
		asking->moment.row == ROW_score_points && rules->score[asking->moment.item].per == score_per_player;

	switch (asking->moment.row) {
	case ROW_score_points: return is_asked_in(rules, fact, per_player ? "ep" : "e");
	case ROW_ban_when: return is_asked_in(rules, fact, "ufro");
	case ROW_take_when:
	case ROW_special_when: return is_asked_in(rules, fact, "ufr");
	default: return is_asked_in(rules, fact, "uferbp");
	}
}

/* True if two facts that exclude each other are both in their ranges. */
static bool both_are(const struct asking *asking, const struct exclusion *pair)
{
	const struct rules *rules = asking->moment.rules;
	struct ir other = any_fact(rules, pair->fact[1], NULL), one;

	other.cards |= pair->all;
	other.faces = faces_of_kinds(rules, other.cards);
	one = any_fact(rules, pair->fact[0], &other);
	if (pair->some != 0) {
		one.cards &= pair->some;
		one.faces = faces_of_kinds(rules, one.cards);
	}
	return (pair->when & ~asking->when) == 0 && is_asked_at(asking, pair->fact[0]) &&
	       is_asked_at(asking, pair->fact[1]) && one.item >= 0 && other.item >= 0 &&
	       lies_between(&asking->about, &one, pair->low[0], pair->high[0]) &&
	       lies_between(&asking->about, &other, pair->low[1], pair->high[1]);
}

/* The name of a fact whose answer is out of its bounds at a moment, or that is there beside one that it excludes; NULL if there is none. */
static const char *impossible_at(const struct asking *asking)
{
	const struct rules *rules = asking->moment.rules;
	struct exclusion further[(int)OUT_EXCLUSIONS + (int)MOMENT_EXCLUSIONS];
	int count = exclusions_of_going_out(rules, further);

	count += exclusions_at(&asking->moment, further + count);
	for (int fact = 0; fact < FACT_COUNT; fact++) {
		struct ir asked = any_fact(rules, (enum fact_id)fact, NULL);
		struct interval bounds;
		if (!is_asked_at(asking, (enum fact_id)fact) || asked.item < 0)
			continue;
		bounds = interval_at_moment(&asking->moment, &asked);
		if (!lies_between(&asking->about, &asked, bounds.low, bounds.high))
			return facts[fact].phrase;
	}
	for (int i = 0; i < EXCLUSIONS + count; i++) {
		const struct exclusion *pair = i < EXCLUSIONS ? &exclusions[i] : &further[i - EXCLUSIONS];
		if (both_are(asking, pair))
			return facts[pair->fact[0]].phrase;
	}
	for (int i = 0; i < PARTS_OF_WHOLES; i++) {
		const struct part_of_whole *pair = &parts_of_wholes[i];
		struct ir whole = any_fact(rules, pair->whole, NULL), part = any_fact(rules, pair->part, &whole);
		if (is_asked_at(asking, pair->part) && is_asked_at(asking, pair->whole) && part.item >= 0 &&
		    whole.item >= 0 && fact_of_game(&asking->about, &part) > fact_of_game(&asking->about, &whole))
			return facts[pair->part].phrase;
	}
	return NULL;
}

/* Some legal act with this verb; NULL if there is none. */
static const struct act *some_act(const struct acts *acts, enum verb verb)
{
	const struct act *found = NULL;
	int count = 0;

	for (int i = 0; i < acts->count; i++)
		if (acts->act[i].verb == verb && below(++count) == 0)
			found = &acts->act[i];
	return found;
}

/* A way of taking the pile is asked about, before anything is done in a turn; false if none could be used. */
static bool ask_as_taken(const struct game *game, const struct acts *acts, struct asking *to)
{
	const struct act *act = some_act(acts, ACT_TAKE);

	if (act == NULL || game->phase != PHASE_DRAW || game->turn.drew)
		return false;
	to->moment =
		(struct moment){ .rules = game->rules, .row = ROW_take_when, .item = act->item, .top = pile_top(game) };
	to->about = question_of_meld(game, pile_top(game));
	to->about.going_out = false;
	to->when = ASKED_IN_TURN | ASKED_UNDRAWN;
	return true;
}

/* A ban is asked about a card of the hand; false if no card may be discarded now. */
static bool ask_as_discarded(const struct game *game, const struct acts *acts, struct asking *to)
{
	const struct act *act = some_act(acts, ACT_DISCARD);

	if (act == NULL)
		return false;
	for (int tries = 0; tries < 10 && game->rules->discard.ban_count > 0; tries++) {
		int ban = below(game->rules->discard.ban_count);
		if (!(game->rules->discard.ban[ban].cards >> act->kind & 1))
			continue;
		to->moment = (struct moment){ .rules = game->rules, .row = ROW_ban_when, .item = ban, .top = -1 };
		to->about = question_with(game, act->kind);
		to->about.card = (uint8_t)(1 + act->kind);
		to->about.going_out = discard_goes_out(game);
		to->when = ASKED_IN_TURN;
		return true;
	}
	return false;
}

/* A special hand that could be laid is asked about; false if there is none. */
static bool ask_as_special(const struct game *game, const struct acts *acts, struct asking *to)
{
	const struct act *act = some_act(acts, ACT_SPECIAL);

	if (act == NULL)
		return false;
	to->moment = (struct moment){ .rules = game->rules, .row = ROW_special_when, .item = act->item, .top = -1 };
	to->about = question_now(game);
	to->when = ASKED_IN_TURN;
	return true;
}

/* A line of the score is asked about as the deal is over; false if it is not asked, or of one rank after the other. */
static bool ask_as_scored(const struct game *game, struct asking *to)
{
	const struct rules *rules = game->rules;
	int seat = below(rules->seats), item = rules->score_count > 0 ? below(rules->score_count) : 0;

	if (game->phase != PHASE_OVER || rules->score_count == 0 || rules->score[item].per == score_per_rank ||
	    (game->ending == ENDING_SPECIAL && rules->score[item].special != score_special_kept))
		return false;
	to->moment = (struct moment){ .rules = rules, .row = ROW_score_points, .item = item, .top = -1 };
	to->about = (struct question){ .game = game,
		                       .seat = (uint8_t)seat,
		                       .side = game->seat[seat].side,
		                       .credited = true,
		                       .account = (uint8_t)account_of(game, seat) };
	to->when = ASKED_ANYTIME;
	return true;
}

/* Anything is asked, of anybody. */
static void ask_anything(const struct game *game, struct asking *to)
{
	to->moment = ANY_TIME(game->rules);
	to->about = any_question(game);
	to->when = to->about.seat != game->turn.seat || game->phase == PHASE_OVER      ? ASKED_ANYTIME
	           : game->phase == PHASE_DRAW && !game->turn.drew && !game->turn.took ? ASKED_IN_TURN | ASKED_UNDRAWN
	                                                                               : ASKED_IN_TURN;
}

/* True if a setting says the same without what is proved to be idle when it is asked. */
static bool is_shortened_well(const struct asking *asking)
{
	struct moment moment = asking->moment;
	const struct rules *rules = moment.rules;
	bool failed = false;
	formula of, less;

	if (moment.row == ROW_score_points && below(2) == 0)
		moment.row = ROW_score_when;
	else if (moment.row == ROW_score_points && !ask(rules->score[moment.item].when, &asking->about))
		return true; /* it is not asked */
	of = moment.row >= 0 ? rules_formula(rules, (enum row_id)moment.row, moment.item) : NULL;
	moment.limits = true;
	if (of == NULL || of->is_constant)
		return true;
	less = formula_at(&moment, of, rules->arena, &failed);
	shortened += less != of;
	return !failed && ask(of, &asking->about) == ask(less, &asking->about);
}

enum { SHORTENED_ONE_OF = 5 }; /* so many questions is shortened */

/* The name of a fact that is not as the rules say that it can be; NULL if there is none. [acts]: those that are legal, none when the deal is
 * over. */
static const char *impossible(const struct game *game, const struct acts *acts)
{
	const enum asked_when lasting = rules_canastas_last(game->rules) ? ASKED_OF_LASTING : ASKED_ANYTIME;
	struct asking asking[5];
	const char *wrong = NULL;
	int count = 1;

	if (game->turn.pending) /* the top card that is being taken still counts as lying in the pile */
		return NULL;
	ask_anything(game, &asking[0]);
	if (fact_of_game(&asking[0].about, &(struct ir){ .kind = IR_FACT, .fact = FACT_side_out }) &&
	    contract_outlasts_deal(game->rules) && !ask(game->rules->going_out.contract, &asking[0].about))
		return "side went out without the contract";
	count += ask_as_taken(game, acts, &asking[count]);
	count += ask_as_discarded(game, acts, &asking[count]);
	count += ask_as_special(game, acts, &asking[count]);
	count += ask_as_scored(game, &asking[count]);
	for (int i = 0; i < count && wrong == NULL; i++) {
		asking[i].when |= lasting;
		wrong = impossible_at(&asking[i]);
		if (wrong == NULL && below(SHORTENED_ONE_OF) == 0 && !is_shortened_well(&asking[i]))
			wrong = rows[asking[i].moment.row].name;
	}
	return wrong;
}

/* ---- pairs ---- */

struct base {
	const char *reference;
	struct library library;
	const struct rules *rules;
};

static enum read_result read_changed(void *context, const char *path, struct text *bytes)
{
	if (strcmp(path, "changed.canasta") != 0)
		return read_from_disk(NULL, path, bytes);
	text_add(bytes, context);
	return READ_OK;
}

static const struct rules *built(struct library *library, struct text *text)
{
	library_begin(library, arena_new(),
	              (struct reader){ .read = read_changed, .context = (void *)text_read(text) });
	return tables_compile(library, rules_build(library, "changed.canasta", NULL, 0));
}

static void begin_file(const struct base *base, struct text *out)
{
	bool is_file = strstr(base->reference, ".canasta") != NULL;
	size_t file = strcspn(base->reference, ":");

	if (!is_file)
		text_format(out, "language 1\nvariant changed \"Changed\" extends %s {\n", base->reference);
	else if (base->reference[file] == '\0')
		text_format(out, "language 1\nvariant changed \"Changed\" extends \"%s\" {\n", base->reference);
	else
		text_format(out, "language 1\nvariant changed \"Changed\" extends \"%.*s\":%s {\n", (int)file,
		            base->reference, base->reference + file + 1);
}

static void tell(const struct base *base, const struct text *text, const char *what)
{
	if (faults++ < 20)
		printf("%s: %s\n%s\n", base->reference, what, text_read(text));
}

/* The paths of what differs beyond words, sorted; [*words] counts the others. */
static void differences(const struct rules *one, const struct rules *other, struct text *out,
                        struct comparison *comparison)
{
	const struct rules *both[2] = { one, other };
	struct text paths[200] = { { 0 } };
	size_t count = 0;

	if (!compare_rules(both, 2, comparison))
		abort();
	for (int i = 0; i < comparison->lines && count < 200; i++)
		if (comparison->line[i].differs && comparison->line[i].level != LEVEL_TEXT)
			compared_path(comparison, &comparison->line[i], &paths[count++]);
	texts_sort(paths, count);
	for (size_t i = 0; i < count; i++) {
		text_format(out, "%s\n", text_read(&paths[i]));
		text_free(&paths[i]);
	}
}

static bool same_hashes(const struct rules *one, const struct rules *other)
{
	char hash[2][RULES_HASH_ROOM];

	if (!rules_hash(one, hash[0]) || !rules_hash(other, hash[1]))
		abort();
	return strcmp(hash[0], hash[1]) == 0;
}

/* A legal act at random; [eager]: rather one that lays cards, so that somebody goes out now and then. */
static struct act some_of(const struct acts *acts, bool eager, uint64_t *seed)
{
	struct act act = { 0 };

	for (int tries = 0; tries < (eager ? 6 : 1); tries++) {
		*seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
		act = acts->act[(*seed >> 33) % (unsigned)acts->count];
		if (act.verb == ACT_MELD || act.verb == ACT_ADD || act.verb == ACT_SPECIAL)
			break;
	}
	return act;
}

/* True if a deal at random is the same, act by act, and nothing is asked that could not be. */
static bool play_alike(const struct rules *one, const struct rules *other, uint64_t seed)
{
	static struct game game[2];
	static struct acts acts[2];
	struct tally tally[2];
	const char *wrong = NULL;
	bool eager = below(2) == 0;

	for (int i = 0; i < 2; i++) {
		game_begin(&game[i], i == 0 ? one : other, seed);
		game_deal(&game[i], 0);
	}
	for (int acted = 0; game[0].phase != PHASE_OVER && acted < (eager ? 400 : 120); acted++) {
		game_legal(&game[0], &acts[0]);
		wrong = impossible(&game[0], &acts[0]);
		if (wrong != NULL) {
			printf("%s: this cannot be as it is: %s\n", one->name, wrong);
			return false;
		}
		game_legal(&game[1], &acts[1]);
		if (acts[0].count != acts[1].count || acts[0].count == 0 || game[1].phase != game[0].phase ||
		    memcmp(acts[0].act, acts[1].act, sizeof *acts[0].act * (size_t)acts[0].count) != 0)
			return acts[0].count == 0 && acts[1].count == 0;
		struct act act = some_of(&acts[0], eager, &seed);
		game_apply(&game[0], act);
		game_apply(&game[1], act);
	}
	acts[0].count = 0;
	for (int tries = 0; tries < 10 && wrong == NULL && game[0].phase == PHASE_OVER;
	     tries++) /* anybody may be asked about */
		wrong = impossible(&game[0], &acts[0]);
	if (wrong != NULL) {
		printf("%s: this cannot be as it is at the end: %s\n", one->name, wrong);
		return false;
	}
	game_score(&game[0], &tally[0]);
	game_score(&game[1], &tally[1]);
	return memcmp(tally[0].total, tally[1].total, sizeof tally[0].total) == 0;
}

static bool play_some_alike(const struct rules *one, const struct rules *other)
{
	bool alike = true;

	for (int deal = 0; deal < ALIKE_DEALS && alike; deal++)
		alike = play_alike(one, other, chance_seed());
	return alike;
}

static void try_meaning_kept(struct base *base, uint64_t seed)
{
	static struct library library;
	struct comparison comparison;
	struct text text = { 0 }, told = { 0 };
	const struct rules *made;

	begin_file(base, &text);
	switch (below(4)) {
	case 0: move_items(base->rules, &text); break;
	case 1: write_values(base->rules, &text); break;
	default: write_settings(base->rules, &text); break;
	}
	text_add(&text, "}\n");
	made = built(&library, &text);
	if (made == NULL)
		skipped++;
	else {
		pairs++;
		differences(base->rules, made, &told, &comparison);
		comparison_free(&comparison);
		if (told.length > 0)
			tell(base, &text, text_read(&told));
		else if (!same_hashes(base->rules, made))
			tell(base, &text, "another hash");
		else if (seed / 2 % 4 == 0 && !play_alike(base->rules, made, seed))
			tell(base, &text, "plays otherwise");
	}
	arena_free(library.arena);
	text_free(&text);
	text_free(&told);
}

/* The first variant with all that is told. */
static const struct rules *with_all(struct library *library, const struct comparison *comparison)
{
	bool *chosen = arena_take(library->arena, sizeof *chosen * (size_t)(comparison->lines + 1));
	const char *why;

	for (int i = 0; i < comparison->lines; i++)
		chosen[i] = comparison->line[i].differs;
	return rules_hybrid(library, comparison, chosen, &why);
}

static void write_change_of(const struct rules *rules, struct text *out)
{
	static struct candidates candidates;
	struct setting at = { .item = -1 }, chosen = { .item = -1 };
	int settings = 0;

	while (setting_next(rules, &at))
		if (rows[at.row].type != TYPE_TEXT && rows[at.row].type != TYPE_POINTS && below(++settings) == 0)
			chosen = at;
	find_candidates(rules, (int)chosen.row, chosen.item, &candidates);
	write_statement(rules, (int)chosen.row, chosen.item, candidates.value[below(candidates.count)], out);
}

/* True if each setting that differs is told in other words for the one than for the other. Sets [*alike] if all of that is told as words alone. */
static bool told_in_words(const struct rules *one, const struct rules *other, bool *alike)
{
	const struct rules *const both[2] = { one, other };
	const char *const labels[2] = { "one", "other" };
	struct differences told;
	bool well = true;

	*alike = true;

	if (!differences_find(both, labels, &told))
		abort();
	for (int i = 0; i < told.count; i++) {
		*alike = *alike && told.list[i].level == LEVEL_TEXT;
		well = well && (told.list[i].item[0] < 0 || told.list[i].item[1] < 0 ||
		                strcmp(text_read(&told.list[i].said[0]), text_read(&told.list[i].said[1])) != 0);
	}
	differences_free(&told);
	return well;
}

/* True if one game alone has a block that stops nobody and may hold: `diff` files it under words, and the hash has its name. */
static bool names_idle_block(const struct comparison *in)
{
	bool failed = false;

	for (int i = 0; i < in->lines; i++) {
		const struct compared *line = &in->line[i];
		bool named[2];
		for (int side = 0; side < 2; side++)
			named[side] = line->group == GROUP_block && line->item[side] >= 0 &&
			              !item_is_idle(in->rules[side], GROUP_block, line->item[side], &failed);
		if (line->differs && line->level == LEVEL_TEXT && named[0] != named[1])
			return true;
	}
	return false;
}

static void try_meaning_changed(struct base *base)
{
	static struct library library;
	struct comparison there = { 0 }, back = { 0 };
	struct text text = { 0 }, told = { 0 }, told_back = { 0 };
	const struct rules *made, *borrowed;
	int changes = 1 + below(3);
	bool alike = false;

	begin_file(base, &text);
	for (int i = 0; i < changes; i++)
		write_change_of(base->rules, &text);
	text_add(&text, "}\n");
	made = built(&library, &text);
	if (made == NULL)
		skipped++;
	else {
		changed_pairs++;
		differences(base->rules, made, &told, &there);
		differences(made, base->rules, &told_back, &back);
		if (strcmp(text_read(&told), text_read(&told_back)) != 0) {
			text_format(&told, "against\n%s", text_read(&told_back));
			tell(base, &text, text_read(&told));
		} else if ((told.length == 0 && !names_idle_block(&there)) != same_hashes(base->rules, made))
			tell(base, &text,
			     told.length == 0 ? "another hash without a difference"
			                      : "a difference with the same hash");
		else if (told.length == 0 && !play_alike(base->rules, made, chance_seed()))
			tell(base, &text, "no difference, and it plays otherwise");
		else if (!told_in_words(base->rules, made, &alike))
			tell(base, &text, "a difference without words");
		else if (alike && told.length > 0 && alike_pairs++ >= 0 && !play_some_alike(base->rules, made))
			tell(base, &text, "it is told to come to the same, and it plays otherwise");
		else if (told.length > 0) {
			borrowed = with_all(&library, &there);
			if (borrowed == NULL || !same_hashes(borrowed, made))
				tell(base, &text,
				     borrowed == NULL ? "what differs cannot be borrowed"
				                      : "borrowed, it has another hash");
		}
		comparison_free(&there);
		comparison_free(&back);
	}
	arena_free(library.arena);
	text_free(&text);
	text_free(&told);
	text_free(&told_back);
}

int main(int argc, char **argv)
{
	long wanted = argc > 2 ? atol(argv[1]) : 0;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	int count = argc - 3;
	struct base *bases = calloc((size_t)(count > 0 ? count : 1), sizeof *bases);

	for (int i = 0; i < count; i++) {
		bases[i].reference = argv[i + 3];
		library_begin(&bases[i].library, arena_new(), FROM_DISK);
		bases[i].rules =
			tables_compile(&bases[i].library, rules_build(&bases[i].library, bases[i].reference, NULL, 0));
		if (bases[i].rules == NULL)
			return 2;
	}
	random_begin(&chance, seed, 1);
	for (long i = 0; pairs + changed_pairs < wanted && i < 20 * wanted && count > 0; i++) {
		struct base *base = &bases[below(count)];
		if (i % 2 == 0)
			try_meaning_kept(base, seed + (uint64_t)i);
		else
			try_meaning_changed(base);
	}
	printf("%ld pairs that mean the same, %ld that do not, %ld of them to the same effect, %ld conditions shortened, %ld faults\n",
	       pairs, changed_pairs, alike_pairs, shortened, faults);
	fprintf(stderr, "%ld files were no sound rules\n", skipped);
	for (int i = 0; i < count; i++)
		arena_free(bases[i].library.arena);
	free(bases);
	return faults > 0;
}
