/* planner.c -- the planner of turns against itself and against a plain search. In many positions the legal acts are listed
 * with all parts of the planner, without each one of them, and by the search alone; all lists have to be the same, and whether
 * the turn can end.
 *
 * The positions: games played at random; beside each turn one that is made up; and hands that are dealt awkwardly, of few ranks
 * with wild cards and cards that are hard to get rid of, beside melds that are nearly canastas, some of them laid in this turn.
 *
 * Usage: planner VARIANT POSITIONS [OPTION...]; prints how many lists were compared and how many differ.
 *        planner made FILES POSITIONS SEED VARIANT... does so for so many files, each made of a variant and some statements at random, and
 *        prints those in which lists differ. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/planner.h"
#include "game/position.h"
#include "game/random.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "rules/build.h"
#include "tests/made.h"
#include "tools/random_position.h"

enum {
	RARE_MOST = 6,    /* more than the rare statements of a file that is made */
	PATIENCE = 40,    /* of the search by itself */
	HAND_MOST = 16,   /* larger hands are not searched by itself */
	DEALS_MAX = 4000, /* some games seldom leave anything to ask */
	/* of planning; a deal that takes more is left, as where nobody may open and hands grow to half the deck */
	STEPS_OF_DEAL = 200000,
	AWKWARD_EACH = 3, /* awkward positions beside each turn that is played */
	PALETTE_MOST = 6, /* natural ranks of which an awkward hand consists */
	MELDS_MOST = 5,
	STOCK_MOST = 16 /* conditions ask for small stocks */
};

static const struct {
	const char *name;
	unsigned without;
} WAYS[] = { { "bounds", PART_BOUNDS },
	     { "shares", PART_SHARES },
	     { "plans", PART_PLANS },
	     { "what is kept between acts", PART_MEMO },
	     { "all parts but the search", PART_BOUNDS | PART_SHARES | PART_PLANS | PART_MEMO } };

struct oracle {
	const struct rules *rules;
	struct random random;
	uint64_t seed;
	const char *position; /* where the position is from */
	long asked, differ, gave_up, unknown;
};

static int below(struct oracle *at, int bound)
{
	return bound > 0 ? (int)random_below(&at->random, (uint32_t)bound) : 0;
}

/* ---- comparing ---- */

static bool is_listed(const struct acts *acts, struct act act)
{
	for (int i = 0; i < acts->count; i++)
		if (memcmp(&acts->act[i], &act, sizeof act) == 0)
			return true;
	return false;
}

static void print_cards(const struct rules *rules, const struct cards *cards)
{
	for (int kind = 0; kind < rules->kinds; kind++)
		for (int i = cards_count(cards, kind); i > 0; i--)
			printf(" %s", rules->kind[kind].name);
}

static void print_act(const struct game *game, struct act act)
{
	printf("verb %d item %d", act.verb, act.item);
	if (act.kind < game->rules->kinds)
		printf(" %s", game->rules->kind[act.kind].name);
	printf(" count %d wilds %d", act.count, act_wilds(act));
}

static void print_position(const struct oracle *at, const struct game *game)
{
	const struct side *side = own_side(game);

	printf("  seed %llu, %s; hand", (unsigned long long)at->seed, at->position);
	print_cards(game->rules, &game->seat[game->turn.seat].hand);
	for (int i = 0; i < side->melds; i++) {
		struct cards cards = cards_of_meld(game->rules, &side->meld[i].cards);
		printf(" | %d:", i);
		print_cards(game->rules, &cards);
	}
	printf("; pile");
	for (int i = 0; i < game->pile_size; i++)
		printf(" %s", game->rules->kind[game->pile[i]].name);
	printf("; %d, count %d of %d%s%s%s%s%s%s\n", game->pile_size, game->turn.count, game->turn.minimum,
	       side->opened ? ", opened" : "", game->turn.opened ? " now" : "",
	       game->turn.pending ? ", pile waits" : "", game->turn.owes_out ? ", owes going out" : "",
	       game->turn.stays_in ? ", stays in" : "", game->turn.drew ? ", drew" : "");
}

/* The legal acts as they are listed without some parts, and whether the turn can end; false if the search has given one up. */
static bool list_without(const struct game *game, unsigned without, struct acts *acts, bool *ends)
{
	long before = planning.gave_up;

	planning.without = without;
	planning.patience = without & PART_PLANS ? PATIENCE : 1;
	game_legal(game, acts);
	*ends = game->phase != PHASE_MELD || turn_can_end(game);
	planning.without = 0;
	planning.patience = 0;
	return planning.gave_up == before;
}

/* Prints the acts that are in the first list alone. */
static int print_missing(const struct game *game, const struct acts *in, const struct acts *from, const char *words)
{
	int missing = 0;

	for (int i = 0; i < in->count; i++)
		if (!is_listed(from, in->act[i])) {
			printf("  %s: ", words);
			print_act(game, in->act[i]);
			printf("\n");
			missing++;
		}
	return missing;
}

static void compare_lists(struct oracle *at, const struct game *game)
{
	static struct acts all, some;
	bool ends, some_end;

	if (!list_without(game, 0, &all, &ends)) {
		at->gave_up++;
		return;
	}
	for (size_t i = 0; i < sizeof WAYS / sizeof *WAYS; i++) {
		int differ;
		if ((WAYS[i].without & PART_PLANS) && game->seat[game->turn.seat].size > HAND_MOST)
			continue;
		if (!list_without(game, WAYS[i].without, &some, &some_end)) {
			at->unknown++;
			continue;
		}
		at->asked++;
		differ = print_missing(game, &some, &all, "legal without it alone") +
		         print_missing(game, &all, &some, "legal with it alone");
		if (ends != some_end)
			printf("  the turn %s end with it alone\n", ends ? "can" : "cannot");
		if (differ == 0 && ends == some_end)
			continue;
		at->differ++;
		print_position(at, game);
		printf("  without %s %d acts are listed otherwise\n", WAYS[i].name, differ);
	}
}

/* ---- positions ---- */

/* Does legal acts of one turn, mostly of melding, and compares before each. False if none is legal. */
static bool play_turn(struct oracle *at, struct game *game)
{
	static struct acts acts;
	uint16_t turn = game->turn.number;

	while (game->phase != PHASE_OVER && game->turn.number == turn) {
		struct act act;
		compare_lists(at, game);
		game_legal(game, &acts);
		if (acts.count == 0) {
			at->differ++;
			print_position(at, game);
			printf("  no act is legal\n");
			return false;
		}
		act = acts.act[below(at, acts.count)];
		if (act.verb == ACT_DISCARD) /* melds are rare; they make positions that ask more */
			act = acts.act[below(at, acts.count)];
		game_apply(game, act);
	}
	return true;
}

/* One of [kinds] of which there are cards left; -1 if there is none. */
static int take_one(struct oracle *at, struct position *position, cardset kinds)
{
	int skip;

	for (cardset left = kinds; left != 0; left &= left - 1)
		if (position->left[__builtin_ctzll(left)] == 0)
			kinds &= ~(left & -left);
	if (kinds == 0)
		return -1;
	for (skip = below(at, set_size(kinds)); skip > 0; skip--)
		kinds &= kinds - 1;
	position_take(position, __builtin_ctzll(kinds));
	return __builtin_ctzll(kinds);
}

/* A few ranks, as a rule with wild cards and with kinds that no meld is of. */
static cardset choose_palette(struct oracle *at)
{
	const struct rules *rules = at->rules;
	cardset plain = rules->all & ~rules->bonus.cards, palette = 0;

	for (int ranks = 1 + below(at, PALETTE_MOST); ranks > 0; ranks--) {
		cardset from = below(at, 4) == 0 ? plain & ~rules->naturals : plain;
		int skip = from != 0 ? below(at, set_size(from)) : 0;
		for (; skip > 0; skip--)
			from &= from - 1;
		palette |= from & -from;
	}
	return below(at, 4) > 0 ? palette | rules->cards.wild : palette;
}

/* Puts a meld of a rank of the palette on the table, often nearly a canasta or just one. */
static void add_awkward_meld(struct oracle *at, struct position *position, int side, cardset palette)
{
	const struct rules *rules = at->rules;
	int item = below(at, rules->meld_count);
	const struct form *form = &rules->form[item];
	struct meld_cards cards = { .kind = rules->wild_kinds > 0 ? rules->wild_kind[0] : 0 };
	struct position before = *position;
	cardset ranks = form->ranks & palette;
	int size = below(at, 2) == 0 && rules->canasta_least > 0 ? rules->canasta_least - 1 + below(at, 3)
	                                                         : 3 + below(at, 4);

	if (form->sequence != 0 || (form->ranks != 0 && ranks == 0) || (form->ranks == 0 && rules->wild_kinds == 0))
		return;
	for (int skip = form->ranks != 0 ? below(at, set_size(ranks)) : 0; skip > 0; skip--)
		ranks &= ranks - 1;
	cards.wilds = (uint8_t)(form->ranks == 0 ? size : rules->wild_kinds > 0 ? below(at, 4) : 0);
	if (form->ranks != 0) {
		cards.kind = (uint8_t)__builtin_ctzll(ranks);
		cards.naturals = (uint8_t)(size > cards.wilds ? size - cards.wilds : 1);
		for (int i = 0; i < cards.naturals && rules->sequences; i++)
			cards.of[below(at, set_size(rules->mates[cards.kind]))]++;
	}
	for (int i = 0; i < cards.wilds; i++)
		cards.wild[below(at, rules->wild_kinds)]++;
	if (form_allows(form, cards.naturals, cards.wilds)) {
		struct cards all = cards_of_meld(rules, &cards);
		for (cardset kinds = cards_kinds(&all); kinds != 0; kinds &= kinds - 1)
			for (int i = cards_count(&all, __builtin_ctzll(kinds)); i > 0; i--)
				if (!position_take(position, __builtin_ctzll(kinds))) {
					*position = before;
					return;
				}
		if (!position_meld(position, side, &cards, item))
			*position = before;
	}
}

/* Deals a hand that may go to melds as a whole: two to four cards of some ranks, and now and then others. */
static void deal_whole_ranks(struct oracle *at, struct position *position, int seat, cardset palette)
{
	for (cardset ranks = palette & at->rules->naturals; ranks != 0; ranks &= ranks - 1)
		for (int count = below(at, 4) == 0 ? 0 : 2 + below(at, 3); count > 0; count--)
			if (position_take(position, __builtin_ctzll(ranks)))
				position_to_hand(position, seat, __builtin_ctzll(ranks));
	for (int more = below(at, 3), kind; more > 0 && (kind = take_one(at, position, palette)) >= 0; more--)
		position_to_hand(position, seat, kind);
}

/* Lays a pile, now and then with bonus cards lowest: cards that go with the hand, or others among them. */
static void deal_pile(struct oracle *at, struct position *position, cardset palette)
{
	const struct rules *rules = at->rules;
	int bonus = below(at, 4) == 0 ? 1 + below(at, 3) : 0;
	int cards = bonus == 0 && below(at, 2) == 0 ? 0 : 1 + below(at, 5);
	cardset others = below(at, 3) == 0 ? palette : rules->all & ~rules->bonus.cards;

	for (int kind; bonus > 0 && (kind = take_one(at, position, rules->bonus.cards)) >= 0; bonus--)
		position_to_pile(position, kind);
	for (int kind; cards > 0 && (kind = take_one(at, position, below(at, 2) == 0 ? palette : others)) >= 0; cards--)
		position_to_pile(position, kind);
}

/* Lets the turn that is about to begin have come so far that its player drew and laid all melds of her side. False if the turn could then
 * not end. */
static bool open_in_this_turn(struct game *game)
{
	struct side *side = &game->side[game->turn.side];

	if (game->phase != PHASE_DRAW || side->melds == 0)
		return false;
	game->phase = PHASE_MELD;
	game->turn.drew = game->turn.melded = game->turn.opening = game->turn.opened = true;
	for (int i = 0; i < side->melds; i++) {
		struct cards cards = cards_of_meld(game->rules, &side->meld[i].cards);
		side->meld[i].begun = game->turn.number;
		game->turn.laid_kinds |= cards_kinds(&cards);
		game->turn.laid_canasta |= side->meld[i].canasta >= 0;
	}
	game->seat[game->turn.seat].canastas = side->canastas;
	return search_turn(game) == YES;
}

static bool deal_awkwardly(struct oracle *at, struct game *game)
{
	static struct position position;
	const struct rules *rules = at->rules;
	cardset palette = choose_palette(at);
	int seat = below(at, rules->seats), side, size = 1 + below(at, below(at, 3) == 0 ? 14 : 8);

	if (rules->table.alone != table_alone_nobody || rules->meld_count == 0)
		return false;
	position_begin(&position, rules, seat);
	side = position.game.seat[seat].side;
	for (int melds = below(at, 3) == 0 ? 0 : below(at, MELDS_MOST + 1); melds > 0; melds--)
		add_awkward_meld(at, &position, side, below(at, 2) == 0 ? palette : rules->all);
	for (int melds = below(at, 3); melds > 0 && rules->table.sides > 1; melds--)
		add_awkward_meld(at, &position, (side + 1) % rules->table.sides,
		                 below(at, 2) == 0 ? palette : rules->all);
	if (below(at, 4) == 0) {
		deal_whole_ranks(at, &position, seat, palette);
		size = 0;
	}
	for (int kind; size > 0 && (kind = take_one(at, &position, palette)) >= 0; size--)
		position_to_hand(&position, seat, kind);
	if (position.game.seat[seat].size == 0)
		return false;
	deal_pile(at, &position, palette);
	for (int next = below(at, 4), kind; next > 0 && (kind = take_one(at, &position, palette)) >= 0; next--)
		row_add(&position.stock, kind);
	if (below(at, 4) == 0)
		position.stock_size = (uint16_t)(position.stock.count + 1 + below(at, STOCK_MOST));
	for (int i = 0; i < rules->table.sides; i++)
		position.game.side[i].score = 5 * below(at, 1 + (rules->game.to > 0 ? rules->game.to : 5000) / 5);
	position.game.seat[seat].melded = position.game.side[side].opened && below(at, 2) == 0;
	position.game.seed = game->seed;
	if (!position_finish(&position) || position.game.phase == PHASE_OVER)
		return false;
	*game = position.game;
	if (!game->seat[seat].melded && below(at, 3) == 0 && open_in_this_turn(&position.game))
		*game = position.game;
	return true;
}

/* Plays a turn that is made up. */
static void play_made_up(struct oracle *at, const struct game *like)
{
	static struct game games[2];

	games[0] = games[1] = *like;
	at->position = "made up";
	if (random_position(games, &at->random) && games[0].seat[games[0].turn.seat].size > 0)
		play_turn(at, &games[0]); /* with few cards in the deck, none may be left for the player */
}

static void play_deal(struct oracle *at, struct game *game, long positions)
{
	static struct game awkward;
	long begun = planning.steps;

	game_deal(game, 0);
	while (game->phase != PHASE_OVER && at->asked < positions && planning.steps - begun < STEPS_OF_DEAL) {
		play_made_up(at, game);
		for (int i = 0; i < AWKWARD_EACH; i++) {
			awkward = *game;
			at->position = "dealt awkwardly";
			if (deal_awkwardly(at, &awkward))
				play_turn(at, &awkward);
		}
		at->position = "played";
		if (!play_turn(at, game))
			return;
	}
}

static void report(const struct oracle *at)
{
	printf("%ld lists compared, %ld differ, %ld beyond the search, %ld given up in play\n", at->asked, at->differ,
	       at->unknown, at->gave_up);
}

/* Compares so many lists under the rules. */
static void compare(struct oracle *at, long positions)
{
	static struct game game;

	for (; at->asked < positions && at->seed < DEALS_MAX; at->seed++) {
		random_begin(&at->random, at->seed, 1);
		game_begin(&game, at->rules, at->seed);
		for (int side = 0; side < at->rules->table.sides; side++)
			game.side[side].score = (int32_t)((at->seed * 7 + (uint64_t)side * 3) % 5) * 1600 - 500;
		play_deal(at, &game, positions);
	}
}

/* Compares in files that are made of the variants; false if lists differ. */
static bool compare_made(long files, long positions, int count, char **variants)
{
	static struct library base, library;
	struct oracle sum = { 0 };

	for (long made = 0, trial = 0; made < files && trial < 100 * files; trial++) {
		const char *variant = variants[chance_below(count)];
		struct oracle at = { .rules = rules_from_disk(&base, variant, NULL, 0) };
		struct text text = { 0 };
		if (at.rules == NULL)
			return false;
		write_made(at.rules, variant, LEVEL_LEGALITY, RARE_MOST, &text);
		at.rules = built(&library, &text, "made.canasta:made");
		if (at.rules != NULL) {
			made++;
			compare(&at, positions);
			if (at.differ != 0)
				printf("%s\n", text_read(&text));
			sum.asked += at.asked;
			sum.differ += at.differ;
			sum.unknown += at.unknown;
			sum.gave_up += at.gave_up;
		}
		text_free(&text);
		arena_free(library.arena);
		arena_free(base.arena);
	}
	report(&sum);
	return sum.differ == 0;
}

int main(int argc, char **argv)
{
	static struct library library;
	struct oracle at = { 0 };

	if (argc > 5 && strcmp(argv[1], "made") == 0) {
		random_begin(&chance, strtoull(argv[4], NULL, 10), 1);
		return !compare_made(strtol(argv[2], NULL, 10), strtol(argv[3], NULL, 10), argc - 5, argv + 5);
	}
	at.rules = rules_from_disk(&library, argc > 1 ? argv[1] : "wahhi", argv + 3, argc > 3 ? argc - 3 : 0);
	if (at.rules == NULL)
		return 1;
	compare(&at, argc > 2 ? strtol(argv[2], NULL, 10) : 2000);
	report(&at);
	arena_free(library.arena);
	return at.differ != 0;
}
