/* bans.c -- what bans keep from being discarded: which cards they speak of, and which of them speak of a card in an
 * ordinary hand, that has others than the ban is about. */
#include "rules/tables.h"
#include "grammar/tree.h"
#include "rules/analysis.h"

/* ---- what tells why ---- */

/* The part of a ban's condition that has a `when`, or NULL. */
static const struct cell *part_with_when(const struct rules *rules, int ban)
{
	const struct cell *part = rules_cell(rules, ROW_ban_when, ban);

	while (part != NULL && (part->statement == NULL || part->statement->when == NULL))
		part = part->also;
	return part;
}

/* True if a document is cited for the statement itself, and not just for a remark behind it. */
static bool cites(const struct cell *cell)
{
	struct setting_notes at = notes_of(cell);

	return notes_next(&at) && at.notes != NULL && at.notes->kind == NOTE_CITE;
}

/* The layer that cites the value last, or else states it. */
static const struct layer *accounted_by(const struct cell *cell)
{
	return cell->cites != NULL ? cell->cites->layer : cell->layer;
}

enum row_id rules_ban_row(const struct rules *rules, int ban)
{
	const struct cell *cards = rules_cell(rules, ROW_ban_cards, ban), *when = part_with_when(rules, ban);

	if (when == NULL || (accounted_by(cards) == accounted_by(when) && cites(cards) && !cites(when)))
		return ROW_ban_cards;
	return ROW_ban_when;
}

const struct statement *rules_statement(const struct rules *rules, enum row_id row, int item)
{
	const struct cell *when = row == ROW_ban_when ? part_with_when(rules, item) : NULL;

	return when != NULL ? when->statement : rules_cell(rules, row, item)->statement;
}

/* ---- what they keep from being discarded ---- */

static bool is_going_out(const void *context, const struct ir *fact, int32_t *number)
{
	(void)context;
	*number = 0;
	return fact->fact == FACT_going_out;
}

/* What [when] comes to for a player who does not go out. */
static formula staying_in(struct rules *rules, formula when)
{
	struct ir_maker maker = { .arena = rules->arena };
	formula made = asks(when, FACT_going_out)
	                       ? formula_make(&maker, rules, ir_rewrite(&maker, when->ir, is_going_out, NULL))
	                       : NULL;

	return made != NULL ? made : when;
}

/* What a ban asks about a hand that has other cards than it speaks of. */
struct ordinary_hand {
	bool pile;        /* a pile lies there */
	cardset *outside; /* some card of the hand is one of these */
	bool *unsure;     /* something else was asked */
};

static int32_t fact_of_ordinary_hand(const void *frame, const struct ir *asked)
{
	const struct ordinary_hand *hand = frame;

	switch (asked->fact) {
	case FACT_going_out: return 0;
	case FACT_pile_empty: return !hand->pile;
	case FACT_hand_only: *hand->outside &= ~asked->cards; return 0;
	default: *hand->unsure = true; return 0;
	}
}

/* Finds the cards that are barred as long as there are others in the hand. */
static void find_barred(struct rules *rules, bool pile)
{
	cardset outside = rules->all;
	bool unsure = false;
	struct ordinary_hand hand = { pile, &outside, &unsure };

	for (int i = 0; i < rules->discard.ban_count; i++)
		if (formula_evaluate(rules->discard.ban[i].when, &hand, fact_of_ordinary_hand))
			rules->barred[pile] |= rules->discard.ban[i].cards;
	rules->ordinary[pile] = unsure ? 0 : outside & ~rules->barred[pile];
}

/* Notes of which cards ban [at] speaks, and what can change whether it does. */
static void note_ban(struct rules *rules, int at)
{
	const struct in_ban *ban = &rules->discard.ban[at];
	uint32_t bit = UINT32_C(1) << at;

	rules->bans |= bit;
	rules->unbanned[false] &= ~ban->cards;
	if (!demands(ban->when, FACT_pile_empty)) {
		rules->bans_beside_pile |= bit;
		rules->unbanned[true] &= ~ban->cards;
	}
	if (ban->proof == ban_proof_hand_shown)
		rules->proved |= ban->cards;
	rules->ban_staying_in[at] = staying_in(rules, ban->when);
	if (asks_rank(ban->when))
		rules->bans_ask_rank |= bit;
	if (melding_changes(ban->when, true))
		rules->banned_steadily &= ~ban->cards;
}

/* Finds out when bans give way. */
static void find_yielding(struct rules *rules)
{
	rules->bans_yield_to_takes = true;
	for (int i = 0; i < rules->discard.ban_count; i++) {
		int32_t when = rules->discard.ban[i].gives_way;
		rules->bans_bend |= when == ban_gives_way_at_any_time;
		rules->bans_yield_to_takes &=
			when == ban_gives_way_after_drawing_or_taking || when == ban_gives_way_at_any_time;
	}
}

void build_bans(struct rules *rules)
{
	rules->unbanned[false] = rules->unbanned[true] = rules->banned_steadily = rules->all;
	for (int i = 0; i < rules->discard.ban_count; i++)
		note_ban(rules, i);
	find_barred(rules, false);
	find_barred(rules, true);
	find_yielding(rules);
}
