/* card_pile.c -- the pile on a card: how it is taken, free and frozen, when it is frozen, and what may not be discarded. Conditions are asked with
 * what the card knows: that the pile is frozen or not, that it is empty, that the card is the last. */
#include "reports/card.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/analysis.h"

/* ---- taking it ---- */

int card_takes(const struct rules *rules)
{
	int count = 0;

	for (int i = 0; i < rules->pile.take_count; i++)
		count += !never_holds(rules->pile.take[i].when);
	return count;
}

int card_taken(const struct rules *rules)
{
	for (int i = 1; i < rules->pile.take_count; i++)
		if (rules->pile.take[i].cards != rules->pile.take[0].cards ||
		    rules->pile.take[i].leaves != rules->pile.take[0].leaves)
			return -1;
	return rules->pile.take_count == 0 || rules->pile.take[0].leaves > 0 ? -1 : rules->pile.take[0].cards;
}

/* When the pile may be taken in one way, in one state of it. */
enum answer { ANSWER_NO, ANSWER_YES, ANSWER_MAYBE };

static const struct ir *take_when(struct card_maker *maker, int take, bool frozen)
{
	const struct known known[] = { { FACT_pile_frozen, frozen } };

	return card_settled(maker, maker->rules->pile.take[take].when->ir, known, 1);
}

static enum answer answer_of(const struct ir *when)
{
	return when->kind != IR_NUMBER ? ANSWER_MAYBE : when->number != 0 ? ANSWER_YES : ANSWER_NO;
}

/* The top card that a condition asks for, as the only part about it, or NULL. */
static const struct ir *top_asked(const struct ir *when)
{
	for (each_part(part, when))
		if (part->kind == IR_FACT && part->fact == FACT_pile_top)
			return part;
	return NULL;
}

/* A natural card to draw as the top card: from the middle of those that melds are of; one that is asked for if there is one. */
static const char *example_rank(struct card_maker *maker, const struct ir *asked)
{
	const struct rules *rules = maker->rules;
	cardset kinds = asked != NULL ? asked->cards : rules->form[0].ranks;
	int count = __builtin_popcountll(kinds), at = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if ((kinds >> kind & 1) && at++ == count / 2)
			return rules->kind[kind].rank_name;
	return "";
}

static void draw_take(struct card_maker *maker, int take, struct card_cell *cell)
{
	const struct in_take *way = &maker->rules->pile.take[take];
	const char *rank = example_rank(maker, top_asked(way->when->ir));

	if (way->hand.naturals + way->hand.alike + way->hand.wilds == 0 && way->onto == take_onto_hand)
		return;
	card_picture(maker->card, cell, PICTURE_TOP, rank);
	if (way->hand.naturals + way->hand.alike + way->hand.wilds > 0)
		card_picture(maker->card, cell, PICTURE_PLUS, "");
	for (int i = 0; i < way->hand.naturals + way->hand.alike; i++)
		card_picture(maker->card, cell, PICTURE_CARD, rank);
	for (int i = 0; i < way->hand.wilds; i++)
		card_picture(maker->card, cell, PICTURE_WILD, "W");
	if (way->hand.naturals + way->hand.alike + way->hand.wilds == 0)
		card_say(&cell->words, "+ nothing");
}

/* What the number of melds of a rank means for a take that begins one; "" if nothing. */
static const char *new_meld_of(struct card_maker *maker)
{
	const struct rules *rules = maker->rules;
	unsigned words = 0;

	for (int i = 0; i < rules->meld_count; i++)
		if (rules->form[i].ranks != 0)
			words |= 1u << rules->meld[i].of_a_rank;
	return words == 1u << meld_of_a_rank_one ? ", so of a rank that you have not melded"
	       : words == 1u << meld_of_a_rank_one_unfinished
	               ? text_kept(maker->arena, ", so not while your meld of the rank is no %s yet",
	                           card_canasta_noun(maker))
	               : "";
}

/* The cards on which the pile is never taken, whatever else holds. */
static cardset never_on_top(const struct rules *rules)
{
	cardset never = 0;

	for (int i = 0; i < rules->pile.block_count; i++) {
		const struct ir *when = rules->pile.block[i].when->ir;
		for (const struct ir *part = when->kind == IR_ANY ? when->first : when; part != NULL;
		     part = when->kind == IR_ANY ? part->next : NULL)
			never |= ir_is_fact(part, FACT_pile_top) ? part->cards : 0;
	}
	return never;
}

/* True if a way of taking the pile can begin a meld of that kind with its top card and the cards from the hand. */
static bool begins(const struct rules *rules, int take, int meld)
{
	const struct in_take *way = &rules->pile.take[take];
	const struct form *form = &rules->form[meld];
	const struct ir *asked = top_asked(way->when->ir);
	cardset top = form->ranks & ~never_on_top(rules) & (asked != NULL ? asked->cards : form->ranks);

	return top != 0 && form->sequence == 0 && !never_holds(rules->meld[meld].begun) &&
	       form_allows(form, way->hand.naturals + way->hand.alike + 1, way->hand.wilds);
}

static bool begins_any(const struct rules *rules, int take)
{
	bool any = rules->pile.take[take].hand.alike > 0; /* of wild cards alone */

	for (int i = 0; i < rules->meld_count && !any; i++)
		any = begins(rules, take, i);
	return any;
}

/* The condition [row] of the melds that a take can begin, if there is one and all of them say the same; else NULL. [*differ]: some say another
 * thing than others. */
static const struct ir *meld_condition_of(struct card_maker *maker, int take, enum row_id row, bool *differ)
{
	const struct rules *rules = maker->rules;
	const struct in_take *way = &rules->pile.take[take];
	const struct ir *when = NULL;

	*differ = false;
	if (way->onto == take_onto_hand || (row == ROW_meld_wild_cards && way->hand.wilds == 0))
		return NULL;
	for (int i = 0; i < rules->meld_count; i++) {
		const struct ir *said = card_settled(maker, rules_formula(rules, row, i)->ir, NULL, 0);
		if (!begins(rules, take, i))
			continue;
		*differ = *differ || (when != NULL && !ir_same(when, said));
		when = said;
	}
	return *differ || when == NULL || when->kind == IR_NUMBER ? NULL : when;
}

/* True if a wild card may lie on top of a pile that is taken, and there are melds that it can go to. */
static bool takes_wild_cards(const struct rules *rules)
{
	bool melds = false;

	for (int i = 0; i < rules->meld_count; i++)
		melds = melds || rules->form[i].ranks == 0;
	for (int i = 0; i < rules->pile.block_count && melds; i++) {
		const struct ir *when = rules->pile.block[i].when->ir;
		melds = when->kind != IR_FACT || when->fact != FACT_pile_top || (rules->cards.wild & ~when->cards) != 0;
	}
	return melds;
}

/* The condition that melds put on a take: of the meld that it begins, or of any that it goes to. What melds ask when they are begun is asked
 * of any only where they ask the same of natural cards that are added, or where the take goes to no meld that lies there. */
static const struct ir *begun_condition(struct card_maker *maker, int take, bool of_any)
{
	bool differ;
	const struct ir *begun = meld_condition_of(maker, take, ROW_meld_begun, &differ);
	const struct ir *added = begun != NULL ? meld_condition_of(maker, take, ROW_meld_natural_cards, &differ) : NULL;
	bool same = maker->rules->pile.take[take].onto != take_onto_new_or_own_meld ||
	            (added != NULL && ir_same(begun, added));

	return same == of_any ? begun : NULL;
}

/* Adds a condition, if there is one; [both]: of two things, of which the last one was said. */
static void say_only(struct card_maker *maker, const struct ir *when, bool both, struct words *words)
{
	static const char except[] = ", but not";
	const char *said = when != NULL ? card_only(maker, when) : "";

	if (both && strncmp(said, except, sizeof except - 1) == 0)
		card_say(words, "; neither%s", said + sizeof except - 1);
	else
		card_say(words, "%s%s", both && said[0] == ' ' ? "; both" : "", said);
}

static void say_take(struct card_maker *maker, int take, const struct ir *when, struct words *words)
{
	const struct in_take *way = &maker->rules->pile.take[take];
	int hand = way->hand.naturals + way->hand.alike + way->hand.wilds, limit = card_meld_limit(maker->rules);
	const struct known top = { FACT_pile_top, 1 };
	bool own = way->onto == take_onto_new_or_own_meld && !begins_any(maker->rules, take);
	const struct ir *begun = own ? NULL : begun_condition(maker, take, false), *wild;
	bool differ_begun, differ_wild;

	meld_condition_of(maker, take, ROW_meld_begun, &differ_begun);
	wild = meld_condition_of(maker, take, ROW_meld_wild_cards, &differ_wild);
	if (hand == 0 && way->onto == take_onto_hand)
		card_say(words, "*No cards are needed*: ");
	if (begun != NULL) {
		card_mark(words, card_word_of(ROW_take_onto, take_onto_new_meld));
		say_only(maker, begun, false, words);
		card_say(words, "; or onto yours");
	} else if (differ_begun && !own) {
		card_mark(words, card_word_of(ROW_take_onto, take_onto_new_meld));
		card_say(words, way->onto == take_onto_new_meld ? " (if it may be begun)"
		                                                : " (if it may be begun), or onto yours");
	} else
		card_mark(words, own ? card_word_of(ROW_take_onto, take_onto_own_meld)
		                     : card_word(maker, ROW_take_onto, take));
	if (hand > 0 && way->onto == take_onto_hand)
		card_say(words, "; the others are only shown");
	if (way->onto == take_onto_new_meld && top_asked(way->when->ir) == NULL)
		card_say(words, "%s", new_meld_of(maker));
	if (way->onto == take_onto_new_or_own_meld && limit > hand + 1 &&
	    !card_asks(maker, way->when->ir, FACT_side_of_rank))
		card_say(words, " of %d cards at most", limit - hand - 1);
	if (way->cards > 0 && card_taken(maker->rules) < 0)
		card_say(words, ", with the top %d cards of the pile", way->cards);
	if (way->leaves > 0)
		card_say(words, "; the lowest %d card%s of the pile stay", way->leaves, plural(way->leaves));
	if (way->draws > 0)
		card_say(words, ", and draw %d card%s with it", way->draws, plural(way->draws));
	if (top_asked(when) != NULL)
		when = card_settled(maker, when, &top, 1);
	when = card_both(maker, card_both(maker, own ? NULL : begun_condition(maker, take, true), wild),
	                 when->kind != IR_NUMBER ? when : NULL);
	if (when != NULL && begun == NULL && card_only(maker, when)[0] == ' ')
		card_say(words, ",");
	say_only(maker, when, begun != NULL, words);
	if (differ_wild)
		card_say(words, "; wild cards only where they may go in");
	if (way->hand.alike > 0 && takes_wild_cards(maker->rules))
		card_say(words, "; a wild card takes %d %s", way->hand.alike,
		         way->alike == take_alike_any_wild_card ? "wild cards" : "of its rank");
	if (!never_holds(way->forced))
		card_say(words, ". You _must_ do so%s%s, if you can", always_holds(way->forced) ? "" : " ",
		         always_holds(way->forced) ? "" : card_when(maker, way->forced->ir));
}

static void add_answer(struct card_maker *maker, enum answer answer, const struct ir *when, struct card_notes *notes,
                       struct words *words)
{
	if (answer == ANSWER_NO)
		card_say(words, "_no_");
	else if (answer == ANSWER_YES)
		card_say(words, "*yes*");
	else
		card_say(words, "*yes*%s",
		         card_sign(notes, text_kept(maker->arena, "Possible%s.", card_only(maker, when))));
}

/* Adds a way of taking the pile. [states]: with a column for the free pile and one for the frozen one. */
static void add_take(struct card_maker *maker, int take, bool states, struct card_part *table, struct card_notes *notes)
{
	bool always = freeze_always(maker->rules) >= 0;
	const struct ir *free = take_when(maker, take, always), *frozen = take_when(maker, take, true);
	const struct ir settled = { .kind = IR_NUMBER, .number = 1 };
	enum answer answers[] = { answer_of(free), answer_of(frozen) };
	struct card_row *row;

	if (answers[0] == ANSWER_NO && answers[1] == ANSWER_NO)
		return;
	row = card_row(table);
	draw_take(maker, take, &row->cell[0]);
	if (answers[0] == ANSWER_MAYBE && (answers[1] == ANSWER_NO || ir_same(free, frozen))) {
		say_take(maker, take, free, &row->cell[1].words);
		answers[0] = ANSWER_YES;
		answers[1] = answers[1] == ANSWER_NO ? ANSWER_NO : ANSWER_YES;
	} else
		say_take(maker, take, &settled, &row->cell[1].words);
	if (states) {
		add_answer(maker, answers[0], free, notes, &row->cell[2].words);
		add_answer(maker, answers[1], frozen, notes, &row->cell[3].words);
	}
}

/* Adds a row "Frozen: a wild card lies in it; or ...". */
static void add_states(struct card_maker *maker, struct card_part *table, const char *key, int group)
{
	const struct rules *rules = maker->rules;
	struct card_row *row = NULL;

	for (int i = 0; i < rules_item_count(rules, group); i++) {
		formula when = group == GROUP_freeze ? rules->pile.freeze[i].when : rules->pile.block[i].when;
		bool first = row == NULL;
		if (never_holds(when))
			continue;
		row = first ? card_row(table) : row;
		if (first)
			card_say(&row->cell[0].words, "%s", key);
		card_say(&row->cell[1].words, first ? "%s" : "; or %s",
		         always_holds(when) ? "always" : card_that(maker, when->ir));
	}
}

/* How many items of the list ever hold. */
static int count_holding(const struct rules *rules, int group)
{
	int count = 0;

	for (int i = 0; i < rules_item_count(rules, group); i++)
		count += !never_holds(group == GROUP_freeze ? rules->pile.freeze[i].when : rules->pile.block[i].when);
	return count;
}

/* True if some way of taking the pile melds its top card without two natural cards of the hand: only then is a pile that nothing freezes
 * taken more easily than a frozen one. */
static bool takes_easily(const struct rules *rules)
{
	for (int i = 0; i < rules->pile.take_count; i++) {
		const struct in_take *way = &rules->pile.take[i];
		if (way->onto != take_onto_hand && way->hand.naturals + way->hand.alike < 2 && !never_holds(way->when))
			return true;
	}
	return false;
}

void card_pile(struct card_maker *maker)
{
	static const enum card_column columns[] = { COLUMN_PICTURES, COLUMN_WORDS, COLUMN_FEW, COLUMN_FEW };
	static const enum card_column keys[] = { COLUMN_KEY, COLUMN_WORDS };
	const struct rules *rules = maker->rules;
	struct card_block *block = card_block(maker->card, CARD_LEFT, "pile", "Taking the pile");
	bool always = freeze_always(rules) >= 0, states = count_holding(rules, GROUP_freeze) > 0 && !always;
	int cards = card_taken(rules), blocks = count_holding(rules, GROUP_block);
	struct card_notes notes = { .count = 0 };
	struct card_part *table;
	int32_t minimum;

	if (card_takes(rules) == 0) {
		card_say(card_line(block, CARD_SENTENCE), "Nobody takes the pile.");
		return;
	}
	if (cards >= 0)
		card_say(&block->aside, cards > 0 ? "its top %d cards at most" : "the whole of it", cards);
	if (always)
		card_say(&block->aside, "%salways frozen", cards >= 0 ? ", " : "");
	else if (!states && blocks == 0 && takes_easily(rules))
		card_say(&block->aside, "%snever frozen", cards >= 0 ? ", " : "");
	table = card_table(block, states ? 4 : 2, columns);
	if (states) {
		struct card_row *head = card_row(table);
		head->head = true;
		card_say(&head->cell[0].words, "top card + hand");
		card_say(&head->cell[2].words, "free");
		card_say(&head->cell[3].words, "frozen");
	}
	for (int i = 0; i < rules->pile.take_count; i++)
		if (!never_holds(rules->pile.take[i].when))
			add_take(maker, i, states, table, &notes);
	if (states || blocks > 0) {
		table = card_table(block, 2, keys);
		if (states)
			add_states(maker, table, "Frozen", GROUP_freeze);
		add_states(maker, table, "Never", GROUP_block);
	}
	card_add_notes(block, &notes);
	if (pile_may_open(maker->rules) &&
	    !(formula_is_constant(rules->initial_meld.minimum, &minimum) && minimum == 0)) {
		card_say(card_line(block, CARD_NOTE), "Before %s: only with melds that are enough to open%s.",
		         maker->alone ? "you have opened" : "your side has opened",
		         takes_into_hand(rules) ? ", unless the pile goes into your hand" : "");
		card_spare(block, SPARE_NOTES);
	}
	if (rules->pile.shown > 1)
		card_say(card_line(block, CARD_NOTE), "You may look at its top %d cards in your turn.",
		         rules->pile.shown);
}

/* ---- discards ---- */

/* Where a ban holds: only onto an empty pile, only for the last card, or ever. */
enum banned { BANNED_EMPTY, BANNED_LAST, BANNED_EVER, BANNED_COUNT };

static bool has_part(const struct ir *when, enum fact_id fact)
{
	for (each_part(part, when))
		if (part->kind == IR_FACT && part->fact == fact)
			return true;
	return false;
}

static enum banned banned_where(formula when)
{
	return has_part(when->ir, FACT_pile_empty)  ? BANNED_EMPTY
	       : has_part(when->ir, FACT_going_out) ? BANNED_LAST
	                                            : BANNED_EVER;
}

static void add_ban(struct card_maker *maker, int item, enum banned where, struct words *words)
{
	const struct in_ban *ban = &maker->rules->discard.ban[item];
	const struct known known[] = { { FACT_pile_empty, 1 }, { FACT_going_out, 1 } };
	const struct ir *when = where == BANNED_EVER
	                                ? card_settled(maker, ban->when->ir, NULL, 0)
	                                : card_settled(maker, ban->when->ir, &known[where == BANNED_LAST], 1);

	card_say(words, "*%s*", card_cards(maker, ban->cards));
	if (when->kind != IR_NUMBER) {
		const char *said = card_when(maker, when);
		card_say(words, "%s%s", strncmp(said, "unless ", 7) == 0 ? ", " : " ", said);
	}
	if (ban->proof == ban_proof_hand_shown)
		card_say(words, " (show your hand then)");
}

/* Adds in which order bans give way in case [way], and which of them do so not for who goes out. In case ban_gives_way_never: in which order those
 * do so whose cases differ. */
static void add_ways_out(struct card_maker *maker, struct card_block *block, int way)
{
	const struct rules *rules = maker->rules;
	struct text order = { 0 }, kept = { 0 };
	const char *sentence = "";
	int last = 0, count = 0, spared = 0, first = -1, ways = 0;
	bool all = way == ban_gives_way_never;

	for (int order_at = 1; order_at <= 9; order_at++)
		for (int i = 0; i < rules->discard.ban_count; i++) {
			const struct in_ban *ban = &rules->discard.ban[i];
			if (never_holds(ban->when) || ban->gives_way == ban_gives_way_never ||
			    (ban->gives_way != way && !all) || ban->order != order_at ||
			    banned_where(ban->when) == BANNED_LAST) /* which never gives way for the last card */
				continue;
			sentence = card_word(maker, ROW_ban_gives_way, i);
			ways |= 1 << ban->gives_way;
			first = first < 0 ? order_at : first;
			text_format(&order, "%s%s",
			            count++ == 0       ? ""
			            : last == order_at ? ", "
			                               : "; then ",
			            card_cards(maker, ban->cards));
			last = order_at;
			if (ban_spares_who_goes_out(rules, i))
				spared++;
			else
				text_format(&kept, "%s%s", kept.length > 0 ? ", " : "", card_cards(maker, ban->cards));
		}
	if (all && (ways & (ways - 1)) != 0 && first < last)
		card_say(card_line(block, CARD_NOTE), "If several of these may go: first %s.", text_read(&order));
	if (count > 0 && !all) {
		struct words *words = card_line(block, CARD_NOTE);
		card_mark(words, sentence);
		card_say(words, spared == 0 ? ", but not to go out" : "");
		card_say(words, count > 1 ? ": first %s." : ": %s.", text_read(&order));
		if (spared > 0 && spared < count)
			card_say(words, " To go out none of these: %s.", text_read(&kept));
	}
	document_use(&maker->card->memory, &order);
	document_use(&maker->card->memory, &kept);
}

static bool is_shown(const struct rules *rules, int item)
{
	return !never_holds(rules->discard.ban[item].when) && !bans_every_last_card(rules, item);
}

void card_discards(struct card_maker *maker)
{
	static const enum card_column columns[] = { COLUMN_KEY, COLUMN_WORDS };
	static const char *const keys[] = { "Onto an empty pile", "To go out", "Ever" };
	const struct rules *rules = maker->rules;
	struct card_block *block;
	struct card_part *table;
	int bans = 0;

	for (int i = 0; i < rules->discard.ban_count; i++)
		bans += is_shown(rules, i);
	if (bans == 0 || rules->turn.discard == turn_discard_never)
		return;
	block = card_block(maker->card, CARD_LEFT, "discards", "Do not discard");
	table = card_table(block, 2, columns);
	for (int where = 0; where < BANNED_COUNT; where++)
		for (int i = 0, any = 0; i < rules->discard.ban_count; i++) {
			struct card_row *row;
			if (!is_shown(rules, i) || (int)banned_where(rules->discard.ban[i].when) != where)
				continue;
			row = card_row(table);
			card_say(&row->cell[0].words, "%s", any++ == 0 ? keys[where] : "");
			add_ban(maker, i, (enum banned)where, &row->cell[1].words);
		}
	for (int way = ban_gives_way_after_drawing; way <= ban_gives_way_never; way++)
		add_ways_out(maker, block, way);
}
