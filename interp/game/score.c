/* score.c -- what a deal scores: the bonus of every kind of canasta, then the items of rules->score. */
#include "game/state.h"

#include <string.h>
#include "rules/analysis.h"

/* No score and no total is larger, whatever a file says: so sums and differences of two stay within 32 bits. */
enum { SCORE_MOST = 500000000 };

static int32_t score_of(int64_t points)
{
	return points > SCORE_MOST ? SCORE_MOST : points < -SCORE_MOST ? -SCORE_MOST : (int32_t)points;
}

/* Asks an item once: of the side, or of one of its players. */
static int32_t ask_item(const struct in_score *item, const struct question *about)
{
	int32_t points;

	if (!ask(item->when, about))
		return 0;
	points = score_of(ask(item->points, about));
	return points != 0 && ask(item->minus, about) ? -points : points;
}

/* An item that counts for each player whose total it is, added up. */
static int32_t score_players(const struct in_score *item, const struct question *about)
{
	const struct game *game = about->game;
	struct question player = *about;
	int64_t points = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		if (account_of(game, seat) == about->account) {
			player.seat = (uint8_t)seat;
			points += ask_item(item, &player);
		}
	return score_of(points);
}

/* Leaves on the table the melds of one rank, none of them a sequence. */
static void keep_rank(const struct rules *rules, struct side *side, int rank)
{
	int all = side->melds;

	side->melds = side->canastas = 0;
	side->points = 0;
	memset(side->canastas_of, 0, sizeof side->canastas_of);
	for (int i = 0; i < all; i++) {
		const struct meld meld = side->meld[i];
		if (meld.cards.kind != rank || meld.cards.sequence > 0)
			continue;
		side->points += meld_points(rules, &meld.cards);
		if (meld.canasta >= 0)
			side->canastas++, side->canastas_of[meld.canasta]++;
		side->meld[side->melds++] = meld;
	}
}

/* Finds a rank of melds of the side asked about that is not in [*done], and adds it there: [*alone] becomes the deal with no other melds on
 * the table, and [*about] asks of it. False if there is none. */
NOINLINE static bool rank_next(const struct game *game, cardset *done, struct game *alone, struct question *about)
{
	const struct side *side = &game->side[about->side];

	for (int i = 0; i < side->melds; i++) {
		int rank = side->meld[i].cards.kind;
		if (side->meld[i].cards.sequence > 0 || (*done >> rank & 1))
			continue;
		*done |= UINT64_C(1) << rank;
		*alone = *game;
		for (int other = 0; other < game->rules->table.sides; other++)
			keep_rank(game->rules, &alone->side[other], rank);
		about->game = alone;
		return true;
	}
	return false;
}

/* An item that counts for each rank of which the side has melds, added up. */
static int32_t score_ranks(const struct in_score *item, const struct question *about)
{
	struct question of_rank = *about;
	struct game alone;
	cardset done = 0;
	int64_t points = 0;

	while (rank_next(about->game, &done, &alone, &of_rank))
		points += ask_item(item, &of_rank);
	return score_of(points);
}

/* True if a special hand takes the place of what [side] scores otherwise, be it only by leaving nothing. */
static bool score_is_replaced(const struct game *game, int side)
{
	if (game->ending != ENDING_SPECIAL)
		return false;
	return game->turn.side == side || game->rules->special[game->special].others == special_others_score_nothing;
}

/* What is asked for the total of side [account]: of the side whose points go there, in the last turn. */
static struct question question_for(const struct game *game, int account)
{
	int side = totals_are_personal(game->rules) ? game->seat[account].side : account;

	return (struct question){ .game = game,
		                  .seat = game->turn.seat,
		                  .side = (uint8_t)side,
		                  .credited = true,
		                  .account = (uint8_t)account };
}

static int32_t score_canastas(const struct question *about, int canasta, bool replaced)
{
	int canastas = about->game->side[about->side].canastas_of[canasta];

	if (replaced || canastas == 0)
		return 0;
	return score_of((int64_t)canastas * ask(about->game->rules->canasta[canasta].bonus, about));
}

static int32_t score_item(const struct question *about, const struct in_score *item, bool replaced)
{
	if (replaced && item->special != score_special_kept)
		return 0;
	switch (item->per) {
	case score_per_player: return score_players(item, about);
	case score_per_rank: return score_ranks(item, about);
	default: return ask_item(item, about);
	}
}

static int32_t score_special(const struct question *about, int special)
{
	const struct game *game = about->game;

	if (game->ending != ENDING_SPECIAL || game->turn.side != about->side || game->special != special)
		return 0;
	return score_of(ask(game->rules->special[special].points, about));
}

/* Of the lines that are sums of canastas or items of the list, those in [lines]. */
static void score_account(const struct game *game, int account, uint32_t lines, int32_t *line)
{
	const struct rules *rules = game->rules;
	struct question about = question_for(game, account);
	bool replaced = score_is_replaced(game, about.side);
	int64_t above = 0;

	for (int i = 0; i < rules->canasta_count; i++, line++, lines >>= 1) {
		if ((lines & 1) != 0)
			*line = score_canastas(&about, i, replaced);
		above += *line;
		about.scored = score_of(above);
	}
	for (int i = 0; i < rules->score_count; i++, line++, lines >>= 1) {
		if ((lines & 1) != 0)
			*line = score_item(&about, &rules->score[i], replaced);
		above += *line;
		about.scored = score_of(above);
	}
	for (int i = 0; i < rules->special_count; i++, line++)
		*line = score_special(&about, i);
}

void game_score(const struct game *game, struct tally *tally)
{
	memset(tally, 0, sizeof *tally);
	tally->lines = tally_lines(game->rules);
	for (int account = 0; account < game->rules->table.sides; account++) {
		int64_t total = 0;
		score_account(game, account, UINT32_MAX, tally->line[account]);
		for (int i = 0; i < tally->lines; i++)
			total += tally->line[account][i];
		tally->total[account] = score_of(total);
	}
}

void game_score_so_far(const struct game *game, struct tally *tally)
{
	struct game bare = *game;

	for (int seat = 0; seat < game->rules->seats; seat++) {
		bare.seat[seat].hand = bare.talon[seat] = (struct cards){ 0 };
		bare.seat[seat].size = 0;
	}
	memset(bare.reserve, 0, sizeof bare.reserve);
	game_score(&bare, tally);
}

int32_t game_score_of_lines(const struct game *game, int account, uint32_t lines)
{
	int32_t line[TALLY_LINES_MAX] = { 0 };
	int64_t total = 0;

	if (lines == 0)
		return 0;
	score_account(game, account, lines, line);
	for (int i = 0; i < tally_lines(game->rules); i++)
		total += line[i];
	return score_of(total);
}

int32_t game_score_of_player(const struct game *game, int account, int line, int seat)
{
	struct game alone = *game;
	struct tally tally;

	for (int other = 0; other < game->rules->seats; other++)
		if (other != seat && game->seat[other].side == game->seat[seat].side) {
			alone.seat[other].hand = alone.seat[other].laid = (struct cards){ 0 };
			alone.seat[other].size = 0;
		}
	game_score(&alone, &tally);
	return tally.line[account][line];
}

/* What the lines above [line] come to. */
static int32_t scored_above(const struct game *game, int account, int line)
{
	struct tally tally;
	int64_t sum = 0;

	game_score(game, &tally);
	for (int i = 0; i < line; i++)
		sum += tally.line[account][i];
	return score_of(sum);
}

bool game_line_counts_against(const struct game *game, int account, int line)
{
	struct question about = question_for(game, account);
	int score = line - game->rules->canasta_count;
	struct game alone;
	cardset done = 0;
	bool against = false;

	if (score < 0 || score >= game->rules->score_count)
		return false;
	if (asks(game->rules->score[score].minus, FACT_scored_above))
		about.scored = scored_above(game, account, line);
	if (game->rules->score[score].per == score_per_side)
		return ask(game->rules->score[score].minus, &about) != 0;
	if (game->rules->score[score].per == score_per_rank) {
		while (rank_next(game, &done, &alone, &about))
			against = against || ask(game->rules->score[score].minus, &about) != 0;
		return against;
	}
	for (int seat = 0; seat < game->rules->seats; seat++)
		if (account_of(game, seat) == account) {
			about.seat = (uint8_t)seat;
			against = against || ask(game->rules->score[score].minus, &about) != 0;
		}
	return against;
}

bool game_line_is_replaced(const struct game *game, int account, int line)
{
	const struct rules *rules = game->rules;
	int score = line - rules->canasta_count;

	if (score >= rules->score_count || (score >= 0 && rules->score[score].special == score_special_kept))
		return false;
	return score_is_replaced(game, question_for(game, account).side);
}

void game_totals(const struct game *game, const struct tally *tally, int32_t *totals)
{
	for (int side = 0; side < game->rules->table.sides; side++)
		totals[side] = score_of((int64_t)game->side[side].score + tally->total[side]);
}

int tally_lines(const struct rules *rules)
{
	return rules->canasta_count + rules->score_count + rules->special_count;
}

int tally_line_group(const struct rules *rules, int *line)
{
	if (*line < rules->canasta_count)
		return GROUP_canasta;
	*line -= rules->canasta_count;
	if (*line < rules->score_count)
		return GROUP_score;
	*line -= rules->score_count;
	return GROUP_special;
}

const char *tally_line_name(const struct rules *rules, int line)
{
	int group = tally_line_group(rules, &line);

	return rules_item_name(rules, group, line);
}

const char *tally_line_title(const struct rules *rules, int line)
{
	int group = tally_line_group(rules, &line);

	return rules_item_title(rules, group, line);
}

/* Between two deals: what is asked about a side at the end of the last deal, and the totals of all sides with it. */
struct standing {
	struct question about;
	const int32_t *totals;
};

static int32_t fact_of_standing(const void *frame, const struct ir *asked)
{
	const struct standing *at = frame;
	const struct rules *rules = at->about.game->rules;

	switch (asked->fact) {
	case FACT_term: return formula_evaluate(rules->define[asked->item].when, at, fact_of_standing);
	case FACT_side_total: return at->totals[at->about.account];
	case FACT_others_total: return highest_of_others(rules, at->totals, at->about.account);
	default: return fact_of_game(&at->about, asked);
	}
}

/* True if some side is in a position that ends the game whatever the totals are. */
static bool game_ends(const struct game *deal, const int32_t *totals)
{
	const struct rules *rules = deal->rules;

	if (never_holds(rules->game.ends))
		return false;
	for (int account = 0; account < rules->table.sides; account++) {
		struct standing at = { question_for(deal, account), totals };
		if (formula_evaluate(rules->game.ends, &at, fact_of_standing))
			return true;
	}
	return false;
}

/* The side of the set [*among] that has the highest of [numbers], or NOBODY if several have; [*among] becomes those that have it. */
static int highest_among(const struct rules *rules, const int32_t *numbers, unsigned *among)
{
	unsigned highest = 0;
	int best = NOBODY;

	for (int side = 0; side < rules->table.sides; side++) {
		if (!(*among >> side & 1) || (best != NOBODY && numbers[side] < numbers[best]))
			continue;
		if (best == NOBODY || numbers[side] > numbers[best])
			highest = 0, best = side;
		highest |= 1u << side;
	}
	*among = highest;
	return (highest & (highest - 1)) == 0 ? best : NOBODY;
}

/* The side of the [leaders], who are level at the end, to which the tie goes, or NOBODY. */
static int winner_of_tie(const struct game *deal, const int32_t *totals, unsigned leaders)
{
	const struct rules *rules = deal->rules;
	int32_t most[SIDES_MAX] = { 0 };

	for (int account = 0; account < rules->table.sides; account++) {
		struct standing at = { question_for(deal, account), totals };
		most[account] = formula_evaluate(rules->game.tie_break, &at, fact_of_standing);
	}
	return highest_among(rules, most, &leaders);
}

bool game_is_over(const struct game *deal, const int32_t *totals, int *winner)
{
	const struct rules *rules = deal->rules;
	unsigned leaders = (1u << rules->table.sides) - 1;
	int32_t best;

	*winner = highest_among(rules, totals, &leaders);
	best = totals[__builtin_ctz(leaders)];
	/* once a side has reached the target, deals are played because the leaders were level: whoever leads then has won */
	if ((rules->game.to == 0 || (best < rules->game.to && deal->best < rules->game.to)) && !game_ends(deal, totals))
		return false;
	if (*winner == NOBODY)
		*winner = winner_of_tie(deal, totals, leaders);
	return *winner != NOBODY || rules->game.tie == game_tie_shared;
}

int32_t game_margin(const struct rules *rules, const int32_t *totals)
{
	int32_t first = INT32_MIN, second = INT32_MIN;

	for (int side = 0; side < rules->table.sides; side++)
		if (totals[side] > first)
			second = first, first = totals[side];
		else if (totals[side] > second)
			second = totals[side];
	return nearest_number((int64_t)first - second);
}
