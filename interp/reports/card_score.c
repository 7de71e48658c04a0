/* card_score.c -- what a card says of the lines of the score. Those that go by bonus cards are boxes, with what their signs depend on; the others
 * are rows, whose titles say again as little as possible. */
#include "reports/card.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/analysis.h"

/* ---- lines of the score that go by bonus cards ---- */

enum { CANASTAS_TRIED = 10 };

/* What is asked about bonus cards laid out in [of], or NULL. */
static const struct ir *laid_in(const struct ir *of)
{
	const struct ir *found = NULL;

	if (of->kind == IR_FACT && (of->fact == FACT_side_laid || of->fact == FACT_player_laid))
		return of;
	for (const struct ir *part = of->first; part != NULL && found == NULL; part = part->next)
		found = laid_in(part);
	return found;
}

bool card_is_of_bonus(const struct rules *rules, int item)
{
	return laid_in(rules->score[item].points->ir) != NULL || laid_in(rules->score[item].when->ir) != NULL;
}

/* True if the number of canastas alone settles it, whatever that is. */
static bool canastas_settle(struct card_maker *maker, const struct ir *of)
{
	bool all = true;

	for (int canastas = 0; canastas <= CANASTAS_TRIED && all; canastas++) {
		const struct known known = { FACT_side_canastas, canastas };
		all = card_settled(maker, of, &known, 1)->kind == IR_NUMBER;
	}
	return all;
}

/* True if all bonus cards that [amount] counts are those that the fact [laid] counts. */
static bool goes_by(const struct ir *amount, const struct ir *laid)
{
	if (laid_in(amount) == amount)
		return ir_same(amount, laid);
	for (const struct ir *part = amount->first; part != NULL; part = part->next)
		if (!goes_by(part, laid))
			return false;
	return true;
}

/* True if a part of a condition asks how many bonus cards are laid out, and nothing else. */
static bool asks_laid(const struct ir *part)
{
	return part->kind >= IR_EQUAL && part->kind <= IR_AT_MOST && laid_in(part) == part->first &&
	       part->first->next->kind == IR_NUMBER;
}

/* The part of a condition beside one amount that asks for so many bonus cards, which the box of the amount says; NULL if there is none. */
static const struct ir *laid_asked(const struct in_score *score)
{
	for (each_part(part, score->when->ir))
		if (score->points->ir->kind == IR_NUMBER && asks_laid(part) &&
		    (part->kind == IR_EQUAL || part->kind == IR_AT_LEAST) && part->first->next->number > 0)
			return part;
	return NULL;
}

/* True if a line pays nothing wherever the part does not hold, so that nobody misses it: "for each" beside "at least 1". */
static bool pays_only_where(struct card_maker *maker, const struct ir *points, const struct ir *part)
{
	if (!asks_laid(part) || !goes_by(points, part->first))
		return false;
	for (int laid = cards_in_deck(maker->rules, part->first->cards); laid >= 0; laid--) {
		const struct known known[] = { { FACT_side_laid, laid }, { FACT_player_laid, laid } };
		if (ir_is_number(card_settled(maker, part, known, 2), 0) &&
		    !ir_is_number(card_settled(maker, points, known, 2), 0))
			return false;
	}
	return true;
}

/* True if the part holds for just those numbers of bonus cards of which [asked] is not true. */
static bool is_otherwise(const struct rules *rules, const struct ir *part, const struct ir *asked)
{
	bool all = asks_laid(part) && ir_same(part->first, asked->first);

	for (int laid = cards_in_deck(rules, asked->first->cards); laid >= 0 && all; laid--)
		all = ir_holds(part->kind, laid, part->first->next->number) !=
		      ir_holds(asked->kind, laid, asked->first->next->number);
	return all;
}

/* Which parts of the condition of a line are meant. */
struct wanted_parts {
	const struct in_score *score;
	const struct ir *beside; /* what the last box asks for, which takes the place of the others; or NULL */
	bool canastas;           /* that the number of canastas settles, or all others but what the boxes say */
};

static bool is_wanted(struct card_maker *maker, const struct ir *part, const void *context)
{
	const struct wanted_parts *wanted = context;
	const struct ir *asked = laid_asked(wanted->score);
	int32_t number, free;
	const struct ir *beyond = fact_beyond(card_each(wanted->score->points->ir, &number), &free);

	return canastas_settle(maker, part) == wanted->canastas && (asked == NULL || !ir_same(part, asked)) &&
	       (beyond == NULL || !is_first_beyond(part, beyond, free)) &&
	       (wanted->beside == NULL || !is_otherwise(maker->rules, part, wanted->beside)) &&
	       !pays_only_where(maker, wanted->score->points->ir, part);
}

static const struct ir *part_of_condition(struct card_maker *maker, const struct in_score *score,
                                          const struct ir *beside, bool canastas)
{
	const struct wanted_parts wanted = { score, beside, canastas };

	return card_parts(maker, score->when->ir, is_wanted, &wanted);
}

static int sign_with(struct card_maker *maker, const struct ir *when, const struct ir *minus, int canastas)
{
	const struct known known = { FACT_side_canastas, canastas };
	const struct ir *holds = when != NULL ? card_settled(maker, when, &known, 1) : NULL;

	if (holds != NULL && ir_is_number(holds, 0))
		return 0;
	return ir_is_number(card_settled(maker, minus, &known, 1), 0) ? 1 : -1;
}

/* "For you with 2 canastas or more, nothing with 1, against you with none", if the number of canastas decides that. */
static bool say_by_canastas(struct card_maker *maker, const struct ir *when, const struct ir *minus, struct words *out)
{
	static const char *const says[] = { "_against you_", "nothing", "for you" };
	int high = CANASTAS_TRIED;
	const char *joint = "";

	if (!canastas_settle(maker, minus) || (when == NULL && minus->kind == IR_NUMBER))
		return false;
	for (int low; high >= 0; high = low - 1, joint = ", ") {
		int sign = sign_with(maker, when, minus, high);
		for (low = high; low > 0 && sign_with(maker, when, minus, low - 1) == sign;)
			low--;
		card_say(out, "%s", joint);
		card_mark(out, says[sign + 1]);
		if (high == CANASTAS_TRIED)
			card_say(out, low == 1 ? " with a canasta" : " with %d canastas or more", low);
		else if (high == 0)
			card_say(out, " with none");
		else
			card_say(out,
			         low == 0      ? " with fewer than %d"
			         : low == high ? " with %d"
			                       : " with %d to %d",
			         low == 0 ? high + 1 : low, high);
	}
	return true;
}

/* What the sign of a line depends on. [beside]: what a box asks for that takes the place of the others, or NULL. */
static void say_sign(struct card_maker *maker, int item, const struct ir *beside, struct words *out)
{
	const struct in_score *score = &maker->rules->score[item];
	const struct ir *rest = part_of_condition(maker, score, beside, false);
	const struct ir *canastas = part_of_condition(maker, score, beside, true);
	bool any = rest != NULL && rest->kind != IR_NUMBER;
	bool more = canastas != NULL || score->minus->ir->kind != IR_NUMBER || always_holds(score->minus);

	if (score->points->ir->kind == IR_LADDER && laid_in(score->points->ir->first) != score->points->ir->first) {
		card_say(out, "by %s", card_amount(maker, score->points->ir->first));
		card_say(out, any ? ", " : more ? "; " : "");
	}
	if (any)
		card_say(out, "%s", card_when(maker, rest));
	if (canastas != NULL || score->minus->ir->kind != IR_NUMBER) {
		card_say(out, any ? ": " : "");
		if (say_by_canastas(maker, canastas, score->minus->ir, out))
			any = true;
		else {
			if (canastas != NULL && canastas->kind != IR_NUMBER)
				card_say(out, "counts%s; ", card_only(maker, canastas));
			card_say(out, "_against you_ %s", card_when(maker, score->minus->ir));
		}
	} else if (always_holds(score->minus))
		card_mark(out, any ? ": _against you_" : "_against you_");
	if (score->per == score_per_player && !maker->alone)
		card_say(out, words_empty(out) ? "for each player" : "; for each player");
	if (score->per == score_per_rank)
		card_say(out, words_empty(out) ? "for each rank" : "; for each rank");
	if (score->special == score_special_kept && maker->rules->special_count > 0)
		card_say(out, words_empty(out) ? "also beside a special hand" : "; also beside a special hand");
}

/* The amount for each bonus card laid out in a step that goes by their number; 0 if the step pays otherwise. */
static int32_t each_in_step(const struct ir *ladder, const struct ir *step)
{
	int32_t number;
	const struct ir *each = card_each(step->first, &number);

	return each != NULL && laid_in(ladder->first) == ladder->first && ir_same(each, ladder->first) ? number : 0;
}

/* True if each step pays a number, or one for each bonus card. */
static bool pays_numbers(const struct ir *ladder)
{
	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next)
		if (step->first->kind != IR_NUMBER && each_in_step(ladder, step) == 0)
			return false;
	return true;
}

static void add_bonus_steps(struct card_maker *maker, struct card_part *boxes, const struct ir *ladder)
{
	bool by_laid = laid_in(ladder->first) == ladder->first;
	int most = by_laid ? cards_in_deck(maker->rules, ladder->first->cards) : 0;

	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
		const char *range = card_range(maker, ladder, step);
		struct ir figure = { .kind = IR_NUMBER, .number = each_in_step(ladder, step) };
		bool one = step->number == (step->next != NULL ? step->next->number - 1 : most);
		if (step_is_idle(maker->rules, ladder, step) || ir_is_number(step->first, 0))
			continue;
		if (figure.number != 0 && one)
			figure.number *= step->number;
		card_figure(maker, boxes, figure.number != 0 ? &figure : step->first,
		            figure.number != 0 && !one ? text_kept(maker->arena, "each, %s", range)
		            : by_laid && step->next == NULL && step->number == most
		                    ? text_kept(maker->arena, "for all %d", most)
		                    : text_kept(maker->arena, by_laid ? "for %s" : "with %s", range));
	}
}

/* For how many bonus cards a line with one amount pays: "for all 4", "for 3 or more". */
static const char *say_asked(struct card_maker *maker, const struct ir *asked)
{
	int number = asked->first->next->number, most = cards_in_deck(maker->rules, asked->first->cards);
	const char *how = number < most ? asked->kind == IR_EQUAL ? "for exactly %d" : "for %d or more"
	                  : asked->first->cards == maker->rules->bonus.cards ? "for all %d"
	                                                                     : "for %d";

	return text_kept(maker->arena, how, number);
}

/* The one kind of cards that a line pays so much each of, where the heading of the block names more; 0 if it does not. */
static cardset paid_each(const struct rules *rules, int item)
{
	const struct ir *laid = laid_in(rules->score[item].points->ir);
	int32_t number;

	return laid != NULL && card_each(rules->score[item].points->ir, &number) == laid &&
	                       laid->cards != rules->bonus.cards
	               ? laid->cards
	               : 0;
}

/* What a line of the score pays, as it can be said. */
static const struct ir *points_of(struct card_maker *maker, int item)
{
	const struct ir *points = maker->rules->score[item].points->ir;
	const struct ir *said =
		counts_beyond(maker->rules, item) ? points : ir_settled(maker->rules, points, maker->arena);

	return said != NULL ? said : points;
}

/* What a line pays so much each of, with [*number], and [*free]: how many count nothing, or 0. NULL if it does not pay so. */
static const struct ir *each_counted(const struct ir *points, int32_t *number, int32_t *free)
{
	const struct ir *each = card_each(points, number), *beyond = fact_beyond(each, free);

	*free = beyond != NULL ? *free : 0;
	return beyond != NULL ? beyond : each;
}

/* Adds the boxes of one line: its steps, its amount for each card, or that for so many of them. [alone]: no other line has them, too. */
static void add_bonus_line(struct card_maker *maker, struct card_part *boxes, int item, bool alone)
{
	const struct in_score *score = &maker->rules->score[item];
	const struct ir *points = card_settled(maker, points_of(maker, item), NULL, 0);
	const struct ir *asked = laid_asked(score), *counted;
	cardset each = alone ? paid_each(maker->rules, item) : 0;
	int32_t number, free;

	if (points->kind == IR_LADDER) {
		add_bonus_steps(maker, boxes, points);
		return;
	}
	counted = each_counted(points, &number, &free);
	if (counted != NULL && laid_in(counted) == counted)
		card_figure(maker, boxes, &(struct ir){ .kind = IR_NUMBER, .number = number },
		            free == 1   ? "each after the first"
		            : free > 1  ? text_kept(maker->arena, "each after the first %d", (int)free)
		            : each != 0 ? card_cards_as(maker, each, "each @1")
		                        : "each");
	else
		card_figure(maker, boxes, points,
		            asked != NULL ? say_asked(maker, asked) : card_title(maker, GROUP_score, item));
}

/* True if a line pays figures, which stand in boxes. */
static bool has_figures(const struct ir *points)
{
	int32_t number, free;
	const struct ir *counted = each_counted(points, &number, &free);

	return points->kind == IR_LADDER
	               ? pays_numbers(points)
	               : points->kind == IR_NUMBER || (counted != NULL && laid_in(counted) == counted);
}

/* True if two lines pay the same for each number of bonus cards, so that their boxes are the same. */
static bool pay_alike(struct card_maker *maker, const struct ir *one, const struct ir *other)
{
	const struct ir *laid = laid_in(one), *others = laid_in(other);
	int most = laid != NULL ? cards_in_deck(maker->rules, laid->cards) : 0;

	if (laid == NULL || others == NULL || cards_in_deck(maker->rules, others->cards) != most)
		return false;
	for (int number = 0; number <= most; number++) {
		const struct known known[] = { { FACT_side_laid, number }, { FACT_player_laid, number } };
		const struct ir *paid = card_settled(maker, one, known, 2);
		if (paid->kind != IR_NUMBER || !ir_same(paid, card_settled(maker, other, known, 2)))
			return false;
	}
	return true;
}

static int count_bonus_lines(const struct rules *rules)
{
	int count = 0;

	for (int i = 0; i < rules->score_count; i++)
		count += card_is_of_bonus(rules, i);
	return count;
}

/* True if a line pays one amount for so many bonus cards, in place of what the lines [group] pay for them, and all else is as there. */
static bool is_box_beside(struct card_maker *maker, int item, unsigned group)
{
	const struct in_score *score = maker->rules->score;
	const struct ir *asked = laid_asked(&score[item]);
	int first = __builtin_ctz(group);
	struct words said[] = { { .in = &maker->card->memory }, { .in = &maker->card->memory } };
	struct text texts[] = { { 0 }, { 0 } };
	bool beside = asked != NULL && ir_same(score[item].minus->ir, score[first].minus->ir);

	for (int i = first; i < maker->rules->score_count && beside; i++) {
		bool otherwise = !(group >> i & 1);
		for (each_part(part, score[i].when->ir))
			otherwise = otherwise || is_otherwise(maker->rules, part, asked);
		beside = otherwise;
	}
	for (int i = 0; i < 2 && beside; i++) {
		say_sign(maker, i == 0 ? item : first, asked, &said[i]);
		words_read(&said[i], &texts[i]);
	}
	beside = beside && texts_same(&texts[0], &texts[1], &maker->card->memory.failed);
	for (int i = 0; i < 2; i++)
		document_use(&maker->card->memory, &texts[i]);
	return beside;
}

/* Adds boxes for the lines that have these steps, or for a single one, and what their signs depend on. [done]: lines that were said. */
static struct words *add_bonus_group(struct card_maker *maker, struct card_block *block, int first, unsigned *done)
{
	const struct rules *rules = maker->rules;
	const struct ir *points = card_settled(maker, rules->score[first].points->ir, NULL, 0);
	struct card_part *boxes =
		card_figures(block, CARD_FIGURES, has_figures(card_settled(maker, points_of(maker, first), NULL, 0)));
	struct words *words;
	const struct ir *beside = NULL;
	unsigned group = 0;

	for (int i = first; i < rules->score_count; i++)
		if (!(*done >> i & 1) && card_is_of_bonus(rules, i) &&
		    (i == first || ir_same_steps(rules->score[i].points->ir, points) ||
		     pay_alike(maker, points, rules->score[i].points->ir)))
			group |= 1u << i;
	add_bonus_line(maker, boxes, first, (group & (group - 1)) == 0);
	/* so many of them at once are one more box, if the rest is as for the others */
	for (int i = 0; i < rules->score_count && beside == NULL; i++)
		if (!((group | *done) >> i & 1) && card_is_of_bonus(rules, i) && is_box_beside(maker, i, group)) {
			add_bonus_line(maker, boxes, i, true);
			beside = laid_asked(&rules->score[i]);
			*done |= 1u << i;
		}
	*done |= group;
	words = card_line(block, CARD_SENTENCE);
	for (unsigned left = group; left != 0;) {
		int at = __builtin_ctz(left), named = 0;
		struct text names = { 0 };
		struct words said = { .in = &maker->card->memory };
		struct text one = { 0 };
		say_sign(maker, at, beside, &said);
		words_read(&said, &one);
		for (int i = at; i < rules->score_count; i++) {
			struct words others = { .in = &maker->card->memory };
			struct text other = { 0 };
			if (!(left >> i & 1))
				continue;
			say_sign(maker, i, beside, &others);
			words_read(&others, &other);
			if (strcmp(text_read(&one), text_read(&other)) == 0) {
				left &= ~(1u << i);
				text_add(&names, named > 0 ? ", " : "");
				text_add(&names, named++ > 0 ? card_small(maker, card_title(maker, GROUP_score, i))
				                             : card_title(maker, GROUP_score, i));
			}
			document_use(&maker->card->memory, &other);
		}
		document_use(&maker->card->memory, &one);
		bool heading =
			strcmp(text_read(&names), card_capital(maker, card_cards(maker, rules->bonus.cards))) == 0;
		bool is_said = heading || count_bonus_lines(rules) == 1 ||
		               ((group & (group - 1)) == 0 && paid_each(rules, first) != 0);
		if (words_empty(&said) && is_said) {
			document_use(&maker->card->memory, &names);
			continue;
		}
		if (!words_empty(words))
			card_say(words, " ");
		if (!heading) {
			card_say(words, named > 1 ? "*%s*, each by itself" : "*%s*", text_read(&names));
			card_say(words, words_empty(&said) ? "" : ": ");
		} else if (said.first != NULL) /* the heading has their name */
			text_capital(&said.first->words);
		document_use(&maker->card->memory, &names);
		for (const struct inline_span *span = said.first; span != NULL; span = span->next)
			text_add(words_span(words, span->kind), text_read(&span->words));
		card_say(words, ".");
	}
	return words;
}

void card_bonus(struct card_maker *maker)
{
	const struct in_bonus *bonus = &maker->rules->bonus;
	struct card_block *block;
	struct words *words = NULL;
	unsigned done = 0;

	if (bonus->cards == 0)
		return;
	block = card_block(maker->card, CARD_RIGHT, "bonus", card_capital(maker, card_cards(maker, bonus->cards)));
	block->movable = true;
	card_say(&block->aside, bonus->laid == bonus_laid_at_once ? "laid out at once" : "laid out or kept");
	for (int i = 0; i < maker->rules->score_count; i++)
		if (!(done >> i & 1) && card_is_of_bonus(maker->rules, i))
			words = add_bonus_group(maker, block, i, &done);
	if (block->last == NULL)
		words = card_line(block, CARD_SENTENCE);
	if (!words_empty(words))
		card_say(words, " ");
	if (bonus->laid == bonus_laid_at_once && maker->rules->deal.bonus_cards == deal_bonus_cards_in_the_first_turn)
		card_say(words, "Those dealt to you wait for your first turn. ");
	if (never_holds(bonus->replaced))
		card_say(words, "No card is drawn for them.");
	else {
		const char *when = card_when(maker, bonus->replaced->ir);
		card_say(words, "%s", card_cards_as(maker, bonus->cards, "For each @1 you draw another card"));
		if (!always_holds(bonus->replaced))
			card_say(words, strncmp(when, "when ", 5) == 0 ? ", but only %s" : ", %s", when);
		card_say(words, ".");
	}
}

/* ---- the end of the deal ---- */

/* True if the title of line [item] says that [fact] has to hold: "Going out", the event or the term of that title. */
static bool title_says(struct card_maker *maker, int item, const struct ir *fact)
{
	const char *title = card_title(maker, GROUP_score, item);
	const char *other;

	if (fact->kind == IR_AT_LEAST && fact->first->kind == IR_FACT && facts[fact->first->fact].slot == SLOT_CARDS &&
	    fact->first->next->kind == IR_NUMBER) {
		bool any = false;
		return text_has_number(title, fact->first->next->number, &any) &&
		       strstr(title, card_cards(maker, fact->first->cards)) != NULL;
	}
	if (fact->kind != IR_FACT)
		return false;
	if (fact->fact == FACT_side_out) /* the line that is for going out alone */
		return strcmp(maker->rules->score[item].name, groups[GROUP_going_out].name) == 0;
	if (fact->fact != FACT_event && fact->fact != FACT_term)
		return false;
	other = card_title(maker, fact->fact == FACT_event ? GROUP_event : GROUP_define, fact->item);
	return strcmp(title, other) == 0;
}

/* True if what the line pays says so, as "each time after the first" says "at least twice". */
static bool amount_says(const struct card_maker *maker, int item, const struct ir *part)
{
	int32_t number, free;
	const struct ir *fact = fact_beyond(card_each(maker->rules->score[item].points->ir, &number), &free);

	return fact != NULL && is_first_beyond(part, fact, free);
}

static bool is_unsaid(struct card_maker *maker, const struct ir *part, const void *item)
{
	return !title_says(maker, *(const int *)item, part) && !amount_says(maker, *(const int *)item, part);
}

/* 1 if an amount is made of points of cards that count for a side, -1 if against it, 0 if of something else. */
static int sign_of(const struct ir *amount)
{
	int sign = 0;

	if (amount->kind == IR_NEGATIVE)
		return -sign_of(amount->first);
	if (amount->kind == IR_FACT)
		return facts[amount->fact].type == SCORE && amount->fact != FACT_scored_above &&
		       amount->fact != FACT_shared_above;
	if (amount->kind != IR_SUM)
		return 0;
	for (const struct ir *part = amount->first; part != NULL; part = part->next)
		if (part != amount->first && sign_of(part) != sign)
			return 0;
		else
			sign = sign_of(part);
	return sign;
}

static void say_figure(struct card_maker *maker, int64_t number, struct words *out)
{
	card_say(out, number < 0 ? "_%s_" : "%s", card_number(maker, number));
}

/* "minus A and minus B" as "A and B". */
static const char *without_minus(struct card_maker *maker, const char *words)
{
	struct text out = { 0 };

	for (; *words != '\0'; words++)
		if (strncmp(words, "minus ", 6) == 0)
			words += 5;
		else
			text_add_bytes(&out, words, 1);
	return text_keep(&out, maker->arena);
}

/* One of what a fact counts: "reserve your side has left". */
static const char *card_each_noun(struct card_maker *maker, const struct ir *fact)
{
	struct text words = { 0 };

	fact_say_each(maker->rules, maker->voice, fact, &words);
	return text_keep(&words, maker->arena);
}

/* True if a title says that what cards count is meant. */
static bool says_cards(const char *title)
{
	return strstr(title, "cards") != NULL || strstr(title, "Cards") != NULL;
}

/* Adds a row with a figure, or with the amount in words. [times] turns its sign. */
static struct words *add_amount(struct card_maker *maker, struct card_part *table, const char *title,
                                const struct ir *points, int times)
{
	struct card_row *row = card_row(table);
	struct words *words = &row->cell[0].words, *figure = &row->cell[1].words;
	const struct ir *each;
	int32_t number, free;

	card_say(words, "%s", title);
	if (points->kind == IR_NUMBER)
		say_figure(maker, (int64_t)points->number * times, figure);
	else if ((each = card_each(points, &number)) != NULL) {
		if (each->kind == IR_FACT && facts[each->fact].slot != SLOT_NONE)
			card_say(words, each->fact == FACT_side_events ? ", each time" : ", each");
		else if (fact_beyond(each, &free) != NULL) {
			if (each->first->fact == FACT_side_events)
				card_say(words, ", each time");
			else
				card_say(words, ", for each %s", card_each_noun(maker, each->first));
			card_say(words, free == 1 ? " after the first" : " after the first %d", (int)free);
		}
		else if (each->kind == IR_FACT)
			card_say(words, ", for each %s", card_each_noun(maker, each));
		else
			card_say(words, ", for each: %s", card_amount(maker, each));
		say_figure(maker, (int64_t)number * times, figure);
	} else if (sign_of(points) != 0) {
		if (points->kind == IR_SUM || !says_cards(title))
			card_say(words, ": %s", without_minus(maker, card_amount(maker, points)));
		card_mark(figure, sign_of(points) * times > 0 ? "+" : "_\xe2\x88\x92_");
	} else
		card_say(words, ": %s", card_amount(maker, points));
	return words;
}

/* A sum for several things is a row for each: what it is, and its amount. */
static bool is_list(const struct ir *points)
{
	int32_t number;

	if (points->kind != IR_SUM)
		return false;
	for (const struct ir *part = points->first; part != NULL; part = part->next)
		if (card_each(part, &number) == NULL)
			return false;
	return true;
}

static const char *fact_noun(struct card_maker *maker, const struct ir *each)
{
	static const int groups_of[] = {
		[SLOT_CANASTA] = GROUP_canasta, [SLOT_CLASS] = GROUP_class, [SLOT_EVENT] = GROUP_event
	};

	if (each->kind == IR_FACT && (facts[each->fact].slot == SLOT_CLASS || facts[each->fact].slot == SLOT_CANASTA ||
	                              facts[each->fact].slot == SLOT_EVENT))
		return card_bare_title(maker, groups_of[facts[each->fact].slot], each->item);
	return card_capital(maker, card_amount(maker, each));
}

static void add_line(struct card_maker *maker, struct card_part *table, int item, struct card_notes *notes)
{
	const struct in_score *score = &maker->rules->score[item];
	const char *title = card_title(maker, GROUP_score, item);
	const struct ir *when = card_parts(maker, score->when->ir, is_unsaid, &item), *points = points_of(maker, item);
	int times = always_holds(score->minus) ? -1 : 1;

	for (const struct ir *part = is_list(points) ? points->first : points; part != NULL;
	     part = is_list(points) ? part->next : NULL) {
		int32_t number;
		struct words *words =
			is_list(points)
				? add_amount(maker, table, fact_noun(maker, card_each(part, &number)), part, times)
				: add_amount(maker, table, title, points, times);
		if (score->per == score_per_player && !maker->alone)
			card_say(words, ", each player");
		if (score->per == score_per_rank)
			card_say(words, ", each rank");
		if (when != NULL)
			card_say(words, ", %s", card_when(maker, when));
		if (score->minus->ir->kind != IR_NUMBER)
			card_say(words, "; _against you_ %s", card_when(maker, score->minus->ir));
		if (score->special == score_special_kept && maker->rules->special_count > 0)
			card_say(words, "%s", card_sign(notes, "Also beside a special hand."));
	}
}

/* True if the rules ask for the event. */
static bool is_asked(struct card_maker *maker, int event)
{
	for (struct setting at = { .item = -1 }; setting_next(maker->rules, &at);) {
		formula held = rules_formula(maker->rules, at.row, at.item);
		for (const struct ir *asked = held != NULL ? held->asked : NULL; asked != NULL; asked = asked->also)
			if (facts[asked->fact].slot == SLOT_EVENT && asked->item == event)
				return true;
	}
	return false;
}

void card_deal_end(struct card_maker *maker)
{
	static const enum card_column columns[] = { COLUMN_WORDS, COLUMN_FIGURE };
	const struct rules *rules = maker->rules;
	struct card_block *block = card_block(maker->card, CARD_RIGHT, "score", "End of the deal");
	struct card_part *table = card_table(block, 2, columns);
	struct card_notes notes = { .count = 0 };

	for (int i = 0; i < rules->score_count; i++)
		if (!card_is_of_bonus(rules, i) && !never_holds(rules->score[i].when) &&
		    !ir_is_number(rules->score[i].points->ir, 0))
			add_line(maker, table, i, &notes);
	card_add_notes(block, &notes);
	for (int i = 0; i < rules->event_count; i++)
		if (is_asked(maker, i)) {
			const char *what = rules->event[i].what;
			card_say(&card_row(card_part(block, CARD_NOTE))->cell[0].words,
			         what != NULL ? "*%s*: %s" : "*%s*", card_title(maker, GROUP_event, i),
			         what != NULL ? card_small(maker, what) : "");
			card_spare(block, SPARE_NOTES);
		}
}
