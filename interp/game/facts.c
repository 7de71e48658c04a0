/* facts.c -- what conditions can ask of a game in play. One case per row of facts.def. */
#include "game/play.h"

static int32_t hand_points(const struct game *game, int side)
{
	const struct rules *rules = game->rules;
	int32_t points = 0;

	for (int seat = 0; seat < rules->table.players; seat++) {
		const struct cards *hand = &game->seat[seat].hand;
		if (game->seat[seat].side != side)
			continue;
		for (cardset kinds = cards_kinds(hand); kinds != 0; kinds &= kinds - 1) {
			int kind = __builtin_ctzll(kinds);
			points += cards_count(hand, kind) * rules->kind[kind].points;
		}
	}
	return points;
}

/* Canastas among the melds that the player whose turn it is has begun in it. */
static int32_t canastas_begun(const struct game *game)
{
	const struct side *side = &game->side[game->turn.side];
	int32_t count = 0;

	for (int i = 0; i < side->melds; i++)
		count += side->meld[i].begun == game->turn.number && side->meld[i].canasta >= 0;
	return count;
}

int32_t ask(program question, const struct question *about)
{
	if (question[1].code == OP_END) /* most are one number or one fact */
		return question->code == OP_NUMBER ? question->number : fact_of_game(about, question);
	return program_run(question, about, fact_of_game);
}

bool pile_is_frozen(const struct question *about, int *item)
{
	const struct rules *rules = about->game->rules;

	for (int i = 0; i < rules->pile.freeze_count; i++)
		if (ask(rules->pile.freeze[i].when, about))
			return *item = i, true;
	return false;
}

bool pile_is_blocked(const struct question *about, int *item)
{
	const struct rules *rules = about->game->rules;

	for (int i = 0; i < rules->pile.block_count; i++)
		if (ask(rules->pile.block[i].when, about))
			return *item = i, true;
	return false;
}

bool pile_looks_blocked(const struct question *about)
{
	const struct game *game = about->game;
	const struct rules *rules = game->rules;

	if (game->pile_size > 0 && (rules->block_tops >> pile_top(game) & 1))
		return true;
	for (uint32_t items = rules->blocks_to_ask; items != 0; items &= items - 1)
		if (ask(rules->pile.block[__builtin_ctz(items)].when, about))
			return true;
	return false;
}

bool pile_looks_frozen(const struct question *about)
{
	const struct game *game = about->game;
	const struct rules *rules = game->rules;

	if ((game->pile_kinds & rules->freeze_has) != 0 || (game->pile_starts & rules->freeze_starts) != 0)
		return true;
	for (uint32_t items = rules->freezes_to_ask; items != 0; items &= items - 1)
		if (ask(rules->pile.freeze[__builtin_ctz(items)].when, about))
			return true;
	return false;
}

int32_t fact_of_game(const void *frame, const struct op *op)
{
	const struct question *about = frame;
	const struct game *game = about->game;
	const struct rules *rules = game->rules;
	const struct side *side = &game->side[about->side];
	const struct seat *seat = &game->seat[about->seat];

	switch ((enum fact_id)op->fact) {
	case FACT_always: return 1;
	case FACT_never: return 0;
	case FACT_term: return ask(rules->define[op->argument].when, about);
	case FACT_players: return rules->table.players;

	case FACT_size: /* of melds: asked while the tables are built */
	case FACT_naturals:
	case FACT_wilds:
	case FACT_count_of:
	case FACT_rank_is: return 0;

	case FACT_side_score: return side->score;
	case FACT_side_opened: return side->opened;
	case FACT_side_melded: return side->melds > 0;
	case FACT_side_canastas: return side->canastas;
	case FACT_side_canastas_of: return side->canastas_of[op->argument];
	case FACT_side_laid: return cards_count_in(&side->laid, op->argument);
	case FACT_side_table: return side->points;
	case FACT_side_hands: return hand_points(game, about->side);
	case FACT_side_out: return game->out != NOBODY && game->seat[game->out].side == about->side;
	case FACT_side_dealt: return game->seat[game->dealer].side == about->side;
	case FACT_event: return (int32_t)(game->events >> op->argument & 1);

	case FACT_hand_size: return seat->size;
	case FACT_hand_count: return cards_count_in(&seat->hand, op->argument);
	case FACT_hand_only: return (cards_kinds(&seat->hand) & ~op->argument) == 0;

	case FACT_pile_size: return game->pile_size;
	case FACT_pile_empty: return game->pile_size == 0;
	case FACT_pile_top: return game->pile_size > 0 && (op->argument >> pile_top(game) & 1);
	case FACT_pile_has: return (game->pile_kinds & op->argument) != 0;
	case FACT_pile_started: return (game->pile_starts & op->argument) != 0;
	case FACT_pile_frozen: return about->frozen_known ? about->frozen : pile_looks_frozen(about);
	case FACT_pile_blocked: return pile_looks_blocked(about);
	case FACT_take_opens: return about->taking && !side->opened;

	case FACT_stock_size: return game->stock_size;
	case FACT_stock_empty: return game->stock_size == 0;

	case FACT_going_out: return about->going_out;
	case FACT_drew: return game->turn.drew;
	case FACT_took: return game->turn.took;
	case FACT_laid_canasta: return game->turn.laid_canasta;
	case FACT_turn_canastas: return canastas_begun(game);
	case FACT_added_earlier: return game->turn.added_earlier;
	case FACT_melded_before: return seat->melded;

	case FACT_from_deal: return about->origin == FROM_DEAL;
	case FACT_from_stock: return about->origin == FROM_STOCK;
	case FACT_from_pile: return about->origin == FROM_PILE;

	case FACT_seat: return about->seat + 1;
	case FACT_dealer: return game->dealer + 1;
	case FACT_minimum: return game->turn.minimum;
	case FACT_laid_count: return game->turn.count;
	case FACT_deal_over: return game->phase == PHASE_OVER;
	case FACT_COUNT: break;
	}
	return 0;
}
