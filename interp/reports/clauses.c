/* clauses.c -- which clauses refuse acts. The referee names the clause; here it is only asked about the candidates.
 * Questions to the partner and special hands are left out: nearly every hand could be refused those, and it would say
 * nothing. */
#include "reports/clauses.h"

#include "game/question.h"

/* Asks the referee. Each clause counts once in a decision, however many acts it refuses. */
static void try_act(struct clause_counts *clauses, const struct game *game, struct act act)
{
	struct reason reason = game_refusal(game, act);
	int64_t *last;

	if (reason.refusal == REFUSAL_NONE || reason.row < 0)
		return;
	last = &clauses->last_refusal[reason.row][reason.item];
	clauses->refused[reason.row][reason.item] += *last != clauses->decisions;
	*last = clauses->decisions;
}

/* True if the refusal of [act] says something of a clause: of a take, only if its cards are held and would be a meld. */
static bool counts(const struct game *game, struct act act)
{
	if (act.verb == ACT_TAKE)
		return cards_count(&game->seat[game->turn.seat].hand, act.kind) >= act.count &&
		       take_wants(game->rules, act.item, act) && take_makes_meld(game, act) >= 0;
	return act.verb != ACT_ASK && act.verb != ACT_SPECIAL;
}

void clauses_look(struct clause_counts *clauses, const struct game *game)
{
	struct acts candidates;

	clauses->decisions++;
	game_candidates(game, &candidates);
	for (int i = 0; i < candidates.count; i++)
		if (counts(game, candidates.act[i]))
			try_act(clauses, game, candidates.act[i]);
}

/* ---- sums ---- */

void clauses_merge(struct clause_counts *clauses, const struct clause_counts *more)
{
	clauses->decisions += more->decisions;
	for (int row = 0; row < ROW_COUNT; row++)
		for (int item = 0; item < LIST_ITEMS_MAX; item++) {
			clauses->refused[row][item] += more->refused[row][item];
			clauses->last_refusal[row][item] = 0; /* of a decision long ago */
		}
}

/* The rows that a refusal of the acts above can name, but for those that mostly do something else than refuse. */
static bool row_can_refuse(enum row_id row)
{
	switch ((int)row) {
	case ROW_take_when:
	case ROW_take_forced:
	case ROW_freeze_when:
	case ROW_block_when:
	case ROW_meld_size:
	case ROW_meld_naturals:
	case ROW_meld_wilds:
	case ROW_meld_shape:
	case ROW_meld_begun:
	case ROW_meld_natural_cards:
	case ROW_meld_wild_cards:
	case ROW_initial_meld_minimum:
	case ROW_initial_meld_contains:
	case ROW_going_out_canastas:
	case ROW_going_out_contract:
	case ROW_going_out_discard:
	case ROW_going_out_ask:
	case ROW_going_out_answer:
	case ROW_talon_empty_hand: return true;
	default: return false;
	}
}

bool clause_can_refuse(const struct rules *rules, enum row_id row, int item)
{
	bool bans = rows[row].in == GROUP_ban && rules_ban_row(rules, item) == row;

	return (row_can_refuse(row) || bans) && rules_cell(rules, row, item)->statement != NULL;
}
