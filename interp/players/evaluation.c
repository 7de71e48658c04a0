/* evaluation.c -- what a careful player makes of a view. Cards that were seen are counted; each of the others is as likely
 * in one hidden place as in another. From that follows how likely melds are to grow. What the rules give for them is found by
 * scoring imagined ends of the deal: with what is asked about and without it. */
#include "players/evaluation.h"

#include <string.h>
#include "game/question.h"
#include "players/act_value.h"

enum {
	SOON = 200, /* the least chance that the deal is over before the next turn, where a card can only be caught */
	HASTE = 70, /* added to the chance that a round is the last one, for each player of a side: deals are shorter than that, */
	HASTY_PARTNERS = 2, /* but not more often than this */
	KEY = 100, /* percent: a key is there, that is cards in the hand with which the pile can be taken; the same */
	KEY_BUT_ONE = 25,   /* if one card is missing, */
	KEY_WITH_WILD = 60, /* if a wild card has to be used for it */
	KEY_TURNS = 4,      /* the most turns for which a key is kept */
	PILE_GROWS = 8,     /* cards that are added to the pile before somebody takes it */
	IN_CANASTAS = 50,   /* percent of cards that end in a canasta */
	SHY_OF_MELDS = 3, /* divides the chance that a player discards a card of a rank that the next side has melded */
	SIDE_DRAWS = 3, /* quarters of the cards drawn that come to a side's melds: the others are of no use by then */
	HAND_DRAWS = 8, /* quarters of the cards drawn that come to one hand: more than four, because of the pile */
	KEYS_KEPT = 2, /* multiplies the chance that the next player has a key: players keep cards that take the pile */
	SPECIAL_TURNS = 2 /* the most turns to wait for a special hand: in more, somebody of the side opens before */
};

/* ---- chances ---- */

/* Cards are taken one by one; [came] tells how likely it is that so many have come, its last place meaning "or more". */
int chance_of(int cards, int each, int wanted)
{
	enum { ALL = 1 << 20 };
	uint32_t came[MELD_CARDS_MAX + 1]; /* times a chance below CERTAIN it stays within 32 bits */

	if (wanted <= 0)
		return CERTAIN;
	if (wanted > cards || wanted > MELD_CARDS_MAX || each <= 0)
		return 0;
	if (each >= CERTAIN)
		return CERTAIN;
	memset(came, 0, (size_t)(wanted + 1) * sizeof *came);
	came[0] = ALL;
	for (int card = 0; card < cards; card++)
		for (int i = card < wanted ? card : wanted - 1; i >= 0; i--) {
			uint32_t more = came[i] * (uint32_t)each / CERTAIN;
			came[i] -= more;
			came[i + 1] += more;
		}
	return (int)(came[wanted] / (ALL / CERTAIN));
}

/* When all tables are taken the last one is emptied for the chance asked for now. */
struct chances *kept_chances(struct evaluation *at, int each)
{
	struct chances *chances = at->chances;

	while (chances->each != each && chances->each >= 0 && chances < &at->chances[CHANCES_KEPT - 1])
		chances++;
	if (chances->each != each) {
		memset(chances->kept, 0, sizeof chances->kept);
		chances->each = each;
	}
	return chances;
}

int evaluation_chance(struct evaluation *at, int cards, int each, int wanted)
{
	uint16_t *kept;

	if (wanted <= 0)
		return CERTAIN;
	if (wanted > cards)
		return 0;
	if (wanted > CHANCE_WANTED || cards > CHANCE_CARDS)
		return chance_of(cards, each, wanted);
	kept = &kept_chances(at, each)->kept[cards][wanted - 1];
	if (*kept == 0)
		*kept = (uint16_t)(1 + chance_of(cards, each, wanted));
	return *kept - 1;
}

/* The chance that at least one of two independent things happens. */
static int chance_either(int one, int other)
{
	return one + other - chance_both(one, other);
}

/* ---- imagined ends of the deal ---- */

static void imagine_table(struct evaluation *at)
{
	const struct view *view = at->view;
	struct game *table = &at->table;

	memset(table, 0, offsetof(struct game, side));
	memset((char *)table + offsetof(struct game, special_cards), 0,
	       offsetof(struct game, talon) - offsetof(struct game, special_cards));
	if (at->rules->reserve.cards > 0)
		memset(table->reserve, 0, sizeof table->reserve);
	table->rules = at->rules;
	table->deal = view->deal;
	table->events = view->events;
	table->dealer = view->dealer;
	table->phase = PHASE_OVER;
	table->ending = ENDING_STOCK;
	table->out = NOBODY;
	table->alone = view->alone;
	table->one_alone = view->one_alone;
	table->best = view->best;
	memcpy(table->player, view->player, sizeof table->player);
	memcpy(table->reserve_size, view->reserve, sizeof table->reserve_size);
	table->turn = view->turn;
	memcpy(table->past, view->past, sizeof table->past);
	table->pile_size = view->pile_size;
	table->pile_kinds = cards_kinds(&view->pile);
	memcpy(table->side, view->side, sizeof *table->side * (size_t)at->rules->table.sides);
	for (int seat = 0; seat < at->rules->seats; seat++) {
		table->seat[seat].side = view->side_of[seat];
		table->seat[seat].laid = view->laid[seat];
		table->seat[seat].melded = view->melded[seat];
	}
}

/* What a side scores at the imagined end, by the lines of the score that depend on [varied]. All other lines stay the same. */
static int imagine_score(const struct evaluation *at, const struct stand *stand, enum rests_on varied)
{
	return reckoned(game_score_of_lines(&at->table, stand->account, at->rules->tables->lines_on[varied]));
}

static int imagine_step(struct evaluation *at, const struct stand *stand)
{
	struct side *side = &at->table.side[stand->index];
	int now = imagine_score(at, stand, ON_CANASTAS), one, two;

	side->canastas++;
	one = imagine_score(at, stand, ON_CANASTAS) - now;
	side->canastas++;
	two = (imagine_score(at, stand, ON_CANASTAS) - now) / 2;
	side->canastas = (uint8_t)(side->canastas - 2);
	return (one > two ? one : two) + (side->canastas < at->rules->going_out.canastas ? at->price->ready : 0);
}

/* The classes that a meld of [cards] is of, as bits. */
static uint32_t classes_of(const struct rules *rules, const struct meld_cards *cards)
{
	uint32_t classes = 0;

	for (int i = 0; i < rules->class_count; i++)
		if (rules->class_ranks[i] >> cards->kind & 1)
			classes |= (uint32_t)rules_is_of_class(rules, cards, i) << i;
	return classes;
}

/* What the side scores for melds if it has [meld] alone, or NULL for none, and canastas to spare. */
static int imagine_meld(struct evaluation *at, const struct meld *meld)
{
	struct side *side = &at->table.side[at->own.index], kept = *side;
	int score;

	side->points = 0;
	side->canastas = (uint8_t)(at->rules->going_out.canastas + 1);
	side->melds = meld != NULL;
	if (meld != NULL) {
		side->melded = UINT64_C(1) << meld->cards.kind;
		side->meld[0] = *meld;
	}
	score = imagine_score(at, &at->own, ON_MELDS);
	*side = kept;
	return score;
}

int imagine_forfeit(struct evaluation *at, const struct meld_cards *cards)
{
	struct meld meld = { .cards = *cards, .canasta = -1 };
	struct forfeit new = { 0 };

	if (!at->melds_cost)
		return 0;
	new.classes = classes_of(at->rules, cards);
	for (int i = 0; i < at->forfeits; i++)
		if (at->forfeit[i].classes == new.classes)
			return at->forfeit[i].cost;
	meld.classes = meld_classes(at->rules, cards);
	if (at->forfeits == 0)
		at->bare = imagine_meld(at, NULL);
	new.cost = at->bare - imagine_meld(at, &meld);
	new.cost = new.cost > 0 ? new.cost : 0;
	if (at->forfeits < FORFEITS_KEPT)
		at->forfeit[at->forfeits++] = new;
	return new.cost;
}

int imagine_caught(struct evaluation *at, int kind, int held)
{
	struct seat *seat = &at->table.seat[at->view->seat];
	int with;

	if (!at->hands_cost || held <= 0)
		return held * at->rules->kind[kind].points;
	for (int i = 0; i < held; i++)
		cards_add(&seat->hand, kind);
	seat->size = (uint16_t)held;
	with = imagine_score(at, &at->own, ON_HANDS);
	memset(&seat->hand, 0, sizeof seat->hand);
	seat->size = 0;
	return at->empty_handed - with;
}

/* True if cards left in a hand cost more, or less, than they count. All cards of the deck are tried in one hand. */
static bool imagine_hands_cost(struct evaluation *at)
{
	struct seat *seat = &at->table.seat[at->view->seat];
	int with;

	at->empty_handed = imagine_score(at, &at->own, ON_HANDS);
	seat->hand = at->rules->tables->deck;
	seat->size = (uint16_t)at->rules->deck_size;
	with = imagine_score(at, &at->own, ON_HANDS);
	memset(&seat->hand, 0, sizeof seat->hand);
	seat->size = 0;
	return at->empty_handed - with != at->rules->tables->deck_points;
}

static int imagine_bonus_card(struct evaluation *at, int kind)
{
	struct seat *seat = &at->table.seat[at->view->seat];
	int worth = -imagine_score(at, &at->own, ON_LAID);

	cards_add(&seat->laid, kind);
	worth += imagine_score(at, &at->own, ON_LAID);
	cards_remove(&seat->laid, kind);
	return worth > 0 ? worth : worth / 4; /* later in the deal it may be worth something again */
}

/* ---- counting ---- */

static void count_meld(struct evaluation *at, const struct meld_cards *cards)
{
	const struct rules *rules = at->rules;

	if (cards->sequence > 0)
		for (unsigned places = cards->places; places != 0; places &= places - 1)
			at->unseen[rules->in_order[sequence_suit(rules, cards)][__builtin_ctz(places)]]--;
	else
		for (cardset kinds = meld_kinds(rules, cards); kinds != 0; kinds &= kinds - 1)
			at->unseen[__builtin_ctzll(kinds)] -=
				rules->sequences ? cards->of[__builtin_ctzll(kinds) - cards->kind] : cards->naturals;
	for (int i = 0; i < rules->wild_kinds; i++)
		at->unseen[rules->wild_kind[i]] -= cards->wild[i];
}

static void count_heap(struct evaluation *at, const struct cards *cards)
{
	for (cardset kinds = cards_kinds(cards); kinds != 0; kinds &= kinds - 1)
		at->unseen[__builtin_ctzll(kinds)] -= cards_count(cards, __builtin_ctzll(kinds));
}

static void count_unseen(struct evaluation *at)
{
	const struct view *view = at->view;
	const struct rules *rules = at->rules;

	for (int kind = 0; kind < rules->kinds; kind++)
		at->unseen[kind] = rules->kind[kind].copies;
	count_heap(at, &view->hand);
	count_heap(at, &view->pile);
	count_heap(at, &view->special_cards);
	for (int seat = 0; seat < rules->seats; seat++)
		count_heap(at, &view->laid[seat]);
	for (int side = 0; side < rules->table.sides; side++)
		for (int i = 0; i < view->side[side].melds; i++)
			count_meld(at, &view->side[side].meld[i].cards);
	for (int kind = 0; kind < rules->kinds; kind++) {
		at->unseen[kind] = at->unseen[kind] > 0 ? at->unseen[kind] : 0;
		at->rank_unseen[rules->lead[kind]] += at->unseen[kind];
		at->unseen_all += at->unseen[kind];
	}
	for (int i = 0; i < rules->wild_kinds; i++)
		at->unseen_wilds += at->unseen[rules->wild_kind[i]];
	at->unseen_all += at->unseen_all == 0; /* a divisor */
}

/* The chance that a card is one of so many among [all]. */
static int share_of(int cards, int all)
{
	int share = cards * CERTAIN / (all > 0 ? all : 1);

	return share < CERTAIN * 7 / 8 ? share : CERTAIN * 7 / 8;
}

/* Counts the cards that are known to be in the hidden hand of [seat], and returns how many they are. Mostly it is none, so eight kinds
 * are looked at together. */
static int count_known_of(struct evaluation *at, int seat)
{
	const struct rules *rules = at->rules;
	const uint8_t *known = at->view->known[seat];
	int all = 0;

	for (int first = 0; first < rules->kinds; first += 8) {
		uint64_t eight;
		memcpy(&eight, known + first, sizeof eight);
		for (int kind = first; eight != 0 && kind < first + 8 && kind < rules->kinds; kind++) {
			at->known[rules->lead[kind]] += known[kind];
			all += known[kind];
			if (rules->cards.wild >> kind & 1) {
				at->known_wilds += known[kind];
				at->next_known.wilds += seat == at->view->next ? known[kind] : 0;
			}
		}
	}
	return all;
}

_Static_assert(KINDS_MAX % 8 == 0, "known cards are looked at eight kinds at a time");

static void count_known(struct evaluation *at)
{
	const struct view *view = at->view;
	int all = 0, next = 0;

	for (int seat = 0; seat < at->rules->seats; seat++) {
		int known = seat != view->seat ? count_known_of(at, seat) : 0;
		all += known;
		next += seat == view->next ? known : 0;
	}
	at->next_known.share = share_of(view->size[view->next] - next, at->unseen_all - all);
}

/* The chance that an unseen card is one of [cards] cards: those of a hand, or those that are still drawn. */
static int share_of_cards(const struct evaluation *at, int cards)
{
	return share_of(cards, at->unseen_all);
}

/* ---- how soon the deal may be over ---- */

/* How likely [seat] goes out in her next turn. */
static int chance_to_go_out(const struct evaluation *at, int seat)
{
	static const int chances[] = { 1000, 640, 520, 410, 310, 230, 175, 135, 105, 80, 62, 50, 40, 32 };
	enum { MOST = sizeof chances / sizeof *chances - 1 };
	const struct view *view = at->view;
	const struct side *side = &view->side[view->side_of[seat]];
	int cards = view->size[seat] + view->talon[seat], missing = at->rules->going_out.canastas - side->canastas;
	int chance = chances[cards < MOST ? cards : MOST];

	if (!side->opened)
		return chance / 16;
	if (missing <= 0)
		return chance;
	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].canasta < 0 &&
		    side->meld[i].cards.naturals + side->meld[i].cards.wilds + 2 >= at->rules->canasta_least)
			missing--;
	return missing <= 0 ? chance / 3 : missing == 1 ? chance / 12 : chance / 40;
}

static void look_at_time(struct evaluation *at)
{
	const struct view *view = at->view;
	int players = at->rules->seats, round = players * at->rules->turn.draw, rounds = view->stock_size / round;
	int partners = players / at->rules->table.sides, turns;

	for (int seat = 0; seat < players; seat++)
		if (seat != view->seat)
			at->over = chance_either(at->over, chance_to_go_out(at, seat));
	if (view->stock_size < round)
		at->over = chance_either(at->over, CERTAIN - view->stock_size * CERTAIN / round / 2);
	turns = CERTAIN / (at->over + HASTE * (partners < HASTY_PARTNERS ? partners : HASTY_PARTNERS));
	at->turns = turns < rounds ? turns : rounds;
}

/* ---- melds ---- */

/* Finds the kind of wild card of which most are to come. */
static void find_commonest_wild(struct evaluation *at)
{
	for (int i = 1; i < at->rules->wild_kinds; i++)
		if (at->unseen[at->rules->wild_kind[i]] > at->unseen[at->rules->wild_kind[at->commonest_wild]])
			at->commonest_wild = i;
}

int bonus_of_canasta(const struct evaluation *at, const struct meld_cards *cards)
{
	int canasta = rules_canasta_of(at->rules, cards);

	return canasta >= 0 ? at->bonus[canasta] : 0;
}

/* [cards] with [missing] cards more, [wilds] of them wild. */
static struct meld_cards filled(const struct evaluation *at, const struct meld_cards *cards, int missing, int wilds)
{
	struct meld_cards full = *cards;
	int wild = at->commonest_wild;

	if (cards->naturals == 0)
		wilds = missing;
	full.naturals = (uint8_t)(full.naturals + missing - wilds);
	full.wilds = (uint8_t)(full.wilds + wilds);
	full.wild[wild] = (uint8_t)(full.wild[wild] + wilds);
	return full;
}

/* The number of unseen cards that a meld could use; of wild cards, no more than it has room for. */
static int cards_to_come(const struct evaluation *at, const struct form *form, const struct meld_cards *full)
{
	int room = 0;

	if (form->ranks == 0)
		return at->unseen_wilds;
	while (room < 2 && full->naturals > room && full->wilds + room < MELD_CARDS_MAX &&
	       form_allows(form, full->naturals - room - 1, full->wilds + room + 1))
		room++;
	return at->rank_unseen[full->kind] + (at->unseen_wilds / 4 < room ? at->unseen_wilds / 4 : room);
}

/* How likely a meld becomes a canasta without wild cards of the hand. */
static int chance_of_meld(struct evaluation *at, const struct stand *stand, const struct meld *meld)
{
	int missing = at->rules->canasta_least - meld->cards.naturals - meld->cards.wilds;
	const struct form *form = &at->rules->form[meld->form];
	struct meld_cards full;

	if (meld->cards.sequence > 0)
		return chance_of_sequence(at, stand->share, meld->form, &meld->cards, 0);
	full = filled(at, &meld->cards, missing > 0 ? missing : 0, 0);
	return evaluation_chance(at, cards_to_come(at, form, &full), stand->share, missing);
}

/* Returns what a meld that is no sequence and lacks [missing] cards to a canasta may still bring; [step] is what its next canasta brings
 * besides the bonus and the cards. */
static int value_of_unfinished(struct evaluation *at, const struct stand *stand, int form,
                               const struct meld_cards *cards, int wilds, int missing, int step)
{
	const struct form *shape = &at->rules->form[form];
	int best = INT32_MIN, cost = imagine_forfeit(at, cards);

	if (shape->ranks == 0 && wilds > 0) { /* what is in the hand goes there, too */
		missing = missing > wilds ? missing - wilds : 0;
		wilds = 0;
	}
	for (int used = 0; used <= wilds && used <= missing; used++) {
		struct meld_cards full = filled(at, cards, missing, used);
		int chance, worth;
		if (!form_allows(shape, full.naturals, full.wilds))
			continue;
		chance = evaluation_chance(at, cards_to_come(at, shape, &full), stand->share, missing - used);
		worth = -chance_points(CERTAIN - chance, cost);
		if (chance > 0)
			worth += chance_points(chance, bonus_of_canasta(at, &full) + step - used * at->wild);
		best = worth > best ? worth : best;
	}
	return best > INT32_MIN ? best : -cost;
}

int meld_value(struct evaluation *at, const struct stand *stand, int form, const struct meld_cards *cards, int wilds)
{
	int missing = at->rules->canasta_least - cards->naturals - cards->wilds;
	int likely = stand->likely_kind == cards->kind ? stand->second : stand->likely;
	int step = chance_points(CERTAIN - likely, stand->step);
	struct meld_worth *kept;
	unsigned place;

	if (cards->sequence > 0)
		return sequence_value(at, stand, form, cards, 0);
	if (missing <= 0)
		return bonus_of_canasta(at, cards) + step;
	place = (unsigned)(cards->kind + 5 * missing + 3 * wilds) % MELDS_KEPT; /* spreads them */
	kept = &at->meld_worth[place];
	if (!(at->melds_known >> place & 1) || kept->form != form || kept->side != stand->index ||
	    kept->wilds != wilds || memcmp(&kept->cards, cards, sizeof *cards) != 0)
		*kept = (struct meld_worth){ .cards = *cards,
			                     .form = form,
			                     .side = stand->index,
			                     .wilds = wilds,
			                     .worth = value_of_unfinished(at, stand, form, cards, wilds, missing,
			                                                  step) };
	at->melds_known |= UINT32_C(1) << place;
	return kept->worth;
}

/* ---- cards ---- */

static int points_of(const struct evaluation *at, int kind)
{
	return at->rules->kind[kind].points;
}

/* What it is worth to hold [held] cards of the rank of [meld], which lies on the table. */
static int keep_for_meld(struct evaluation *at, const struct meld *meld, int held)
{
	struct meld_cards cards = meld->cards;
	int kind = cards.kind, fits = 0, before;

	while (fits < held && meld_takes(at->rules, meld, fits + 1, 0))
		fits++;
	cards.naturals = (uint8_t)(cards.naturals + fits);
	if (meld->canasta >= 0)
		return fits * points_of(at, kind) - chance_points(at->over, (held - fits) * points_of(at, kind));
	before = meld_value(at, &at->own, meld->form, &meld->cards, 0);
	return fits * points_of(at, kind) + meld_value(at, &at->own, meld->form, &cards, 0) - before -
	       chance_points(at->over, imagine_caught(at, kind, held - fits));
}

/* What a meld of [held] cards would be worth once it is laid. */
static int worth_once_laid(struct evaluation *at, int kind, int held)
{
	struct meld_cards cards = { .kind = (uint8_t)kind, .naturals = (uint8_t)held };
	int form = at->rules->tables->form_of[kind];

	return held * points_of(at, kind) + meld_value(at, &at->own, form, &cards, 0);
}

static int value_of_rank(struct evaluation *at, int kind, int held)
{
	const struct rules *rules = at->rules;
	const struct side *own = at->own.side;
	int caught, laid, most = held > 3 ? held : 3, chance;

	if (rules->bonus.cards >> kind & 1)
		return held * imagine_bonus_card(at, kind);
	if (rules->cards.wild >> kind & 1)
		return held * (at->wild + points_of(at, kind) / 2) -
		       chance_points(at->over, held * points_of(at, kind));
	if ((own->takes_natural | (own->melded & ~own->again)) >> kind & 1)
		return keep_for_meld(at, &own->meld[own->meld_of[kind]], held);
	caught = imagine_caught(at, kind, held);
	if (rules->tables->form_of[kind] < 0)
		return -chance_points(at->over, caught);
	laid = worth_once_laid(at, kind, most);
	chance = evaluation_chance(at, at->rank_unseen[kind], at->drawn, 3 - held);
	if (held >= 3 && own->opened)
		chance = CERTAIN - at->over / 4;
	if (laid < 0)
		return held == 2 ? at->price->pair_unwanted : -chance_points(at->over > SOON ? at->over : SOON, caught);
	return chance_points(chance, laid) - chance_points(chance_both(CERTAIN - chance, at->over), caught) +
	       (held == 2 ? at->price->pair : 0);
}

int hand_value(struct evaluation *at, int kind, int held)
{
	if (held == 0)
		return 0;
	if (held < 0 || held > HELD_KEPT)
		return value_of_rank(at, kind, held);
	if (!(at->held_known[kind] >> held & 1)) {
		at->held_value[kind][held] = value_of_rank(at, kind, held);
		at->held_known[kind] |= (uint8_t)(1u << held);
	}
	return at->held_value[kind][held];
}

/* The kind under which [kind] is counted in a hand: the first of its rank, or itself if it is wild; sets [*held] to their number. */
static int rank_in_hand(const struct evaluation *at, int kind, int *held)
{
	int rank = at->rules->cards.wild >> kind & 1 ? kind : rank_of(at->rules, kind);

	*held = cards_count(&at->estimate.ranks, rank);
	return rank;
}

int card_loss(struct evaluation *at, int kind)
{
	int held, rank = rank_in_hand(at, kind, &held);
	int loss = hand_value(at, rank, held) - hand_value(at, rank, held - 1);
	int other = at->rules->sequences ? sequences_lose(at, UINT64_C(1) << kind) : 0;

	return other > 0 && other > loss ? other : loss;
}

int rank_gain(struct evaluation *at, int kind)
{
	int held, rank = rank_in_hand(at, kind, &held);

	return hand_value(at, rank, held + 1) - hand_value(at, rank, held);
}

int card_gain(struct evaluation *at, int kind)
{
	int gain = rank_gain(at, kind), other = 0;
	cardset hand = cards_kinds(&at->view->hand);

	if (at->rules->sequences)
		other = sequences_change(at, hand, hand | UINT64_C(1) << kind);
	return other > 0 && other > gain ? other : gain;
}

int pile_value(struct evaluation *at)
{
	const struct view *view = at->view;
	struct cards pile = view->pile;
	int worth = 0;

	if (at->rules->sequences) {
		pile = cards_by_rank(at->rules, &pile);
		worth = sequences_change(at, cards_kinds(&view->hand),
		                         cards_kinds(&view->hand) | cards_kinds(&view->pile));
	}
	for (cardset kinds = cards_kinds(&pile); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), held = cards_count(&at->estimate.ranks, kind);
		worth += hand_value(at, kind, held + cards_count(&pile, kind)) - hand_value(at, kind, held);
	}
	return worth;
}

int joining_value(struct evaluation *at, struct act act)
{
	const struct meld *one = &at->own.side->meld[act.item], *other = &at->own.side->meld[act.joined];
	struct meld_cards cards;
	int worth = 0;

	if (!melds_together(at->rules, one, other, &cards))
		return 0;
	if (one->canasta < 0)
		worth += meld_value(at, &at->own, one->form, &one->cards, 0);
	if (other->canasta < 0)
		worth += meld_value(at, &at->own, other->form, &other->cards, 0);
	return meld_value(at, &at->own, one->form, &cards, 0) - worth -
	       (one->canasta >= 0 ? bonus_of_canasta(at, &one->cards) + at->own.step : 0) -
	       (other->canasta >= 0 ? bonus_of_canasta(at, &other->cards) + at->own.step : 0);
}

/* ---- keys: cards of the hand with which the pile is taken ---- */

/* True if the player may take the pile in way [item] with [kind] on top, perhaps after getting another card. */
static bool take_is_open(struct evaluation *at, int item, int kind)
{
	struct question about = { .game = &at->table, .seat = at->view->seat, .side = at->own.index };
	bool open;

	about.rank = (uint8_t)(1 + rank_of(at->rules, kind));
	about.taking = about.frozen_known = true;
	about.frozen = at->view->frozen >= 0;
	at->table.pile[at->view->pile_size] = (uint8_t)kind;
	at->table.pile_size = (uint16_t)(at->view->pile_size + 1);
	open = ask(at->rules->pile.take[item].when, &about);
	at->table.pile_size = at->view->pile_size;
	return open;
}

/* How well [held] cards of [kind] and [wilds] wild cards serve to take the pile with [kind] on top, beside [meld] of that
 * rank: KEY if they do, less if a card is missing or a wild card has to go with them. */
static int key_of(struct evaluation *at, int kind, int held, int wilds, const struct meld *meld)
{
	int best = 0;

	for (int i = 0; i < at->rules->pile.take_count; i++) {
		const struct in_take *take = &at->rules->pile.take[i];
		int wanted = take->hand.naturals + take->hand.alike, key;
		if (take->hand.wilds > wilds || (take->onto == take_onto_own_meld && meld == NULL) ||
		    take->onto == take_onto_own_sequence)
			continue;
		if (meld != NULL && !meld_takes(at->rules, meld, wanted + 1, take->hand.wilds))
			continue;
		key = held >= wanted ? KEY : held == wanted - 1 ? KEY_BUT_ONE : 0;
		key = take->hand.wilds > 0 ? key * KEY_WITH_WILD / KEY : key;
		if (key > best && take_is_open(at, i, kind))
			best = key;
	}
	return best;
}

/* What a further card brings a side on the average: its points, and its part of the canasta that it may end in. */
static int worth_of_a_card(struct evaluation *at)
{
	const struct rules *rules = at->rules;
	int64_t bonuses = 0, copies = 0;

	if (at->card > 0)
		return at->card;
	for (cardset kinds = rules->naturals; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), form = rules->tables->form_of[kind];
		struct meld_cards full = { .kind = (uint8_t)kind, .naturals = (uint8_t)rules->canasta_least };
		int bonus = bonus_of_canasta(at, &full) / 2; /* without a wild card one is finished half as often */
		if (form < 0)
			continue;
		if (form_allows(&rules->form[form], full.naturals - 1, 1)) {
			full.naturals--;
			full.wilds = full.wild[rules->wild_kinds - 1] = 1;
			bonus = bonus_of_canasta(at, &full);
		}
		bonuses += (int64_t)bonus * rules->kind[kind].copies;
		copies += rules->kind[kind].copies;
	}
	at->card = at->estimate.card_points +
	           (copies > 0 ? (int)(bonuses / copies * IN_CANASTAS / 100 / rules->canasta_least) : 0);
	return at->card;
}

/* The chance that the player before throws a card of [kind] in a turn: less if a meld of it would take it. */
static int chance_of_throw(const struct evaluation *at, int kind, const struct meld *meld)
{
	int chance = at->rank_unseen[kind] * CERTAIN / at->unseen_all;

	return meld != NULL ? chance / SHY_OF_MELDS : chance;
}

int cost_of_keys(struct evaluation *at, int kind, int cards, int wilds, const struct meld *before,
                 const struct meld *after)
{
	int held = cards_count(&at->estimate.ranks, kind), wilds_held = at->estimate.wilds;
	int was = key_of(at, kind, held, wilds_held, before) * chance_of_throw(at, kind, before);
	int is = key_of(at, kind, held - cards, wilds_held - wilds, after) * chance_of_throw(at, kind, after);
	int turns = at->turns < KEY_TURNS ? at->turns : KEY_TURNS, pile;

	if (was == is)
		return 0;
	pile = (at->view->pile_size + PILE_GROWS) * worth_of_a_card(at);
	return (int)((int64_t)(was - is) * pile * turns / KEY / CERTAIN);
}

/* ---- sides ---- */

static void look_at_side(struct evaluation *at, struct stand *stand, int side)
{
	const struct view *view = at->view;
	int players = 0;

	*stand = (struct stand){ .index = (uint8_t)side, .side = &view->side[side] };
	stand->account = (uint8_t)side;
	for (int seat = 0; seat < at->rules->seats; seat++)
		if (view->side_of[seat] == side) {
			players++;
			stand->cards += seat != view->seat ? view->size[seat] : 0;
			if (totals_are_personal(at->rules))
				stand->account = (uint8_t)seat;
		}
	if (side == view->side_of_seat && totals_are_personal(at->rules))
		stand->account = view->seat;
	stand->share = share_of_cards(at, stand->cards + players * at->turns * at->rules->turn.draw * SIDE_DRAWS / 4);
	stand->step = imagine_step(at, stand);
	for (int i = 0; i < stand->side->melds; i++) {
		const struct meld *meld = &stand->side->meld[i];
		int chance = meld->canasta < 0 ? chance_of_meld(at, stand, meld) : 0;
		if (chance > stand->likely) {
			stand->second = stand->likely;
			stand->likely = chance;
			stand->likely_kind = meld->cards.kind;
		} else if (chance > stand->second)
			stand->second = chance;
	}
}

/* Of the other sides the one with the best score on the table. */
static int best_other_side(const struct evaluation *at)
{
	int best = -1;

	for (int side = 0; side < at->rules->table.sides; side++) {
		if (side == at->view->side_of_seat)
			continue;
		if (best < 0 || at->view->side[side].points > at->view->side[best].points)
			best = side;
	}
	return best < 0 ? at->view->side_of_seat : best;
}

/* Fills in [next] and [other], when they are first needed: few acts depend on them. */
static void look_at_others(struct evaluation *at)
{
	if (at->others_known)
		return;
	at->others_known = true;
	look_at_side(at, &at->next, at->next.index);
	if (best_other_side(at) == at->next.index)
		at->other = at->next;
	else
		look_at_side(at, &at->other, best_other_side(at));
}

/* ---- going out ---- */

/* What the unfinished melds of a side may still come to. */
static int still_to_come(struct evaluation *at, const struct stand *stand)
{
	int worth = 0;

	for (int i = 0; i < stand->side->melds; i++) {
		const struct meld *meld = &stand->side->meld[i];
		if (meld->canasta < 0)
			worth += meld_value(at, stand, meld->form, &meld->cards, 0) + imagine_forfeit(at, &meld->cards);
	}
	return worth;
}

/* What laying the whole hand brings. */
static int worth_of_laying_all(struct evaluation *at)
{
	int worth = 0;

	for (cardset kinds = cards_kinds(&at->view->hand); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), held = cards_count(&at->view->hand, kind);
		worth += held * points_of(at, kind);
	}
	for (int i = 0; i < at->own.side->melds; i++) {
		const struct meld *meld = &at->own.side->meld[i];
		struct meld_cards cards = meld->cards;
		if (meld->canasta >= 0)
			continue;
		if (cards.sequence > 0)
			cards = sequence_with(at->rules, meld->form, &cards, cards_kinds(&at->view->hand));
		else
			cards.naturals =
				(uint8_t)(cards.naturals + cards_of_rank(at->rules, &at->view->hand, cards.kind));
		if (cards.naturals + cards.wilds >= at->rules->canasta_least)
			worth += bonus_of_canasta(at, &cards) + at->own.step;
	}
	return worth;
}

/* What it is worth to answer yes: the asker lays her hand, and the cards of this one cost what they cost at the end. */
static int worth_of_yes(struct evaluation *at)
{
	int worth = at->view->size[at->view->turn.seat] * at->estimate.card_points;

	for (cardset kinds = cards_kinds(&at->view->hand); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		worth -= imagine_caught(at, kind, cards_count(&at->view->hand, kind));
	}
	return worth;
}

static int worth_of_going_out(struct evaluation *at)
{
	const struct view *view = at->view;
	int stay, now, ours = 0, theirs = 0, card;

	look_at_others(at);
	stay = imagine_score(at, &at->own, ON_END) - imagine_score(at, &at->other, ON_END);
	at->table.ending = ENDING_OUT;
	at->table.out = view->turn.seat;
	now = imagine_score(at, &at->own, ON_END) - imagine_score(at, &at->other, ON_END);
	at->table.ending = ENDING_STOCK;
	at->table.out = NOBODY;
	for (int seat = 0; seat < at->rules->seats; seat++)
		if (view->side_of[seat] == at->own.index)
			ours += seat != view->seat && seat != view->turn.seat ? view->size[seat] : 0;
		else
			theirs += view->size[seat];
	theirs /= others_of(at->rules);
	card = at->estimate.card_points;
	now += view->turn.seat == view->seat ? worth_of_laying_all(at) : worth_of_yes(at);
	now += (theirs - ours) * card;
	stay += still_to_come(at, &at->own) - still_to_come(at, &at->other);
	stay += (ours - theirs) * at->price->hand_card + at->estimate.hand * at->price->hand_card;
	return now - stay;
}

/* ---- special hands ---- */

/* What a pattern lacks. */
struct lack {
	int missing; /* cards */
	int helpful; /* unseen cards that are one of them */
	cardset used;
};

/* Fills one group of [size] cards with the kind of [kinds] that has most of it, or can get most. */
static void fill_group(const struct evaluation *at, const struct cards *hand, int size, cardset kinds,
                       struct lack *lack)
{
	int best = -1, most = -1, to_come = 0;

	for (kinds &= ~lack->used; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), held = cards_count(hand, kind);
		held = held < size ? held : size;
		if (held > most || (held == most && at->unseen[kind] > to_come))
			best = kind, most = held, to_come = at->unseen[kind];
	}
	if (best < 0 || most + to_come < size) {
		lack->missing += DECK_MAX;
		return;
	}
	lack->used |= rules_kinds_of_rank(at->rules, at->rules->kind[best].rank);
	lack->missing += size - most;
	lack->helpful += most < size ? to_come : 0;
}

/* If more than [most] cards are missing, it does not matter which. */
static struct lack lack_of(const struct evaluation *at, const struct pattern *pattern, const struct cards *hand,
                           int most)
{
	struct lack lack = { 0, 0, 0 };

	for (int size = pattern->cards; size > 0; size--)
		for (int part = 0; part < pattern->parts; part++)
			for (int i = 0; pattern->group[part].size == size && i < pattern->group[part].count; i++) {
				if (lack.missing > most)
					return lack;
				fill_group(at, hand, size, pattern->group[part].cards, &lack);
			}
	return lack;
}

/* Cards that the player still draws for a special hand. */
static int draws_to_special(const struct evaluation *at)
{
	return (at->turns < SPECIAL_TURNS ? at->turns : SPECIAL_TURNS) * at->rules->turn.draw;
}

/* Finds the special hands that the player might lay after a draw and that the hand is near to, and their points. */
static void look_at_specials(struct evaluation *at)
{
	struct question about = { .game = &at->table, .seat = at->view->seat, .side = at->view->side_of_seat };
	struct turn now = at->table.turn;
	int draws = draws_to_special(at);

	at->table.turn.drew = true;
	at->table.turn.took = false;
	at->table.turn.seat = about.seat;
	at->table.turn.side = about.side;
	for (int i = 0; i < at->rules->special_count; i++)
		if (ask(at->rules->special[i].when, &about) &&
		    lack_of(at, &at->rules->special[i].pattern, &at->view->hand, draws).missing <= draws) {
			at->specials |= UINT64_C(1) << i;
			at->special[i] = ask(at->rules->special[i].points, &about);
		}
	at->table.turn = now;
}

int special_hand_value(const struct evaluation *at, const struct cards *hand)
{
	int best = 0, draws = draws_to_special(at);

	for (uint64_t specials = at->specials; specials != 0; specials &= specials - 1) {
		int item = __builtin_ctzll(specials), chance, worth;
		struct lack lack = lack_of(at, &at->rules->special[item].pattern, hand, draws);
		if (lack.missing > draws)
			continue;
		chance = chance_of(draws, lack.helpful * CERTAIN / at->unseen_all, lack.missing);
		worth = chance_points(chance, at->special[item]);
		best = worth > best ? worth : best;
	}
	return best;
}

/* ---- what a discard gives away ---- */

/* What [count] cards of a rank in the pile are worth to the next side. */
static int worth_of_rank_to_next(struct evaluation *at, int kind, int count)
{
	const struct side *next = at->next.side;
	int points = at->rules->kind[kind].points;
	const struct meld *meld;
	struct meld_cards cards;

	if (count == 0)
		return 0;
	if (at->rules->cards.wild >> kind & 1)
		return count * at->wild;
	if (!(next->takes_natural >> kind & 1))
		return count * points / 2;
	meld = &next->meld[next->meld_of[kind]];
	cards = meld->cards;
	cards.naturals = (uint8_t)(cards.naturals + count);
	if (meld->canasta >= 0 || cards.naturals > MELD_CARDS_MAX)
		return count * points;
	return count * points + meld_value(at, &at->next, meld->form, &cards, 0) -
	       meld_value(at, &at->next, meld->form, &meld->cards, 0);
}

/* Finds what the pile as it lies there is worth to the next side, by the ranks of its cards, when that is first needed. */
static void look_at_pile(struct evaluation *at)
{
	if (at->pile_known)
		return;
	at->pile_known = true;
	at->pile = at->rules->sequences ? cards_by_rank(at->rules, &at->view->pile) : at->view->pile;
	at->pile_worth = 0;
	for (cardset kinds = cards_kinds(&at->pile); kinds != 0; kinds &= kinds - 1)
		at->pile_worth += worth_of_rank_to_next(at, __builtin_ctzll(kinds),
		                                        cards_count(&at->pile, __builtin_ctzll(kinds)));
}

/* What the cards of the pile and one of [kind] are worth to the next side. */
static int worth_to_next(struct evaluation *at, int discard)
{
	bool by_kind = !at->rules->sequences || (at->rules->cards.wild >> discard & 1);
	int rank = by_kind ? discard : rank_of(at->rules, discard), count, worth = 0;

	look_at_pile(at);
	count = cards_count(&at->pile, rank);
	if (at->rules->sequences)
		worth = sequences_gain_of_next(at, cards_kinds(&at->view->pile) | UINT64_C(1) << discard);
	worth += at->pile_worth - worth_of_rank_to_next(at, rank, count) + worth_of_rank_to_next(at, rank, count + 1);
	return worth + (at->view->pile_size + 1) * worth_of_a_card(at);
}

/* How likely the next player has the cards for one way of taking the pile under [kind]. */
static int chance_of_key(struct evaluation *at, struct composition key, int kind)
{
	const struct hand_known *known = &at->next_known;
	int each = known->share, wilds = at->unseen_wilds - at->known_wilds;
	bool wild = at->rules->cards.wild >> kind & 1;
	int like = wild ? wilds : at->rank_unseen[kind] - at->known[kind], have = wild ? known->wilds : 0;

	if (wild && key.naturals + key.wilds > 0)
		return 0;
	for (cardset mates = wild ? 0 : at->rules->mates[kind]; mates != 0; mates &= mates - 1)
		have += at->view->known[at->view->next][__builtin_ctzll(mates)];
	return chance_both(evaluation_chance(at, like, each, key.naturals + key.alike - have),
	                   evaluation_chance(at, wilds, each, key.wilds - known->wilds));
}

/* [chance] for a side that has to open with the pile: the higher its minimum, the smaller. */
static int chance_to_open(const struct evaluation *at, int chance)
{
	int minimum = at->table.side[at->next.index].minimum, half = at->price->next_minimum;

	return minimum > 0 ? (int)((int64_t)chance * half / ((int64_t)half + minimum)) : chance;
}

/* How likely the next player takes the pile with [kind] on top. */
static int chance_of_take(struct evaluation *at, int kind)
{
	const struct rules *rules = at->rules;
	const struct view *view = at->view;
	const struct side *next = at->next.side;
	struct question about = { .game = &at->table, .seat = view->next, .side = at->next.index };
	int best = 0, rank = rank_of(rules, kind);

	if (view->blocking >> kind & 1)
		return 0;
	about.rank = (uint8_t)(1 + rank);
	about.taking = about.frozen_known = true;
	about.frozen = view->frozen_for_next;
	at->table.pile[view->pile_size] = (uint8_t)kind;
	at->table.pile_size = (uint16_t)(view->pile_size + 1);
	for (int i = 0; i < rules->pile.take_count; i++) {
		const struct in_take *take = &rules->pile.take[i];
		int chance;
		if (take->onto == take_onto_own_meld && !(next->takes_natural >> rank & 1))
			continue;
		if (take->onto == take_onto_own_sequence && !(next->takes_sequence >> kind & 1))
			continue;
		if (take->onto != take_onto_own_sequence &&
		    (next->melded & ~next->takes_natural & ~next->again) >> rank & 1)
			continue; /* the meld is full, and no other may be begun beside it */
		chance = chance_of_key(at, take->hand, rules->cards.wild >> kind & 1 ? kind : rank);
		if (chance > best && ask(take->when, &about))
			best = chance;
	}
	at->table.pile_size = view->pile_size;
	best = best * KEYS_KEPT < CERTAIN ? best * KEYS_KEPT : CERTAIN;
	return next->opened ? best : chance_to_open(at, best);
}

/* What one of several opponents gains is also lost by the others, so it counts only half. In matches of five players, less than half
 * made the player weaker. */
int discard_risk(struct evaluation *at, int kind)
{
	int chance, part = others_of(at->rules) > 1 ? 2 : 1;

	if (at->next.index == at->own.index)
		return 0;
	chance = chance_of_take(at, kind);
	if (chance == 0)
		return 0;
	look_at_others(at);
	return chance_points(chance, worth_to_next(at, kind)) / part;
}

/* ---- beginning ---- */

static void look_at_canastas(struct evaluation *at)
{
	const struct rules *rules = at->rules;
	struct question about = { .game = &at->table, .seat = at->view->seat, .side = at->view->side_of_seat };

	about.credited = true;
	about.account = at->view->side_of_seat;
	for (int i = 0; i < rules->canasta_count; i++)
		at->bonus[i] = reckoned(ask(rules->canasta[i].bonus, &about));
}

/* A wild card is worth its part of the mixed canasta that it helps to. */
static int worth_of_wild(const struct evaluation *at)
{
	return at->price->wild + chance_points(CERTAIN - at->own.likely, at->own.step) / at->rules->canasta_least;
}

void evaluation_begin(struct evaluation *at, const struct view *view)
{
	memset(at, 0, offsetof(struct evaluation, table));
	memset(&at->own, 0, sizeof *at - offsetof(struct evaluation, own));
	for (int i = 0; i < CHANCES_KEPT; i++)
		at->chances[i].each = -1;
	at->view = view;
	at->rules = view->rules;
	at->estimate = estimate_of(view);
	at->price = &at->estimate.price;
	imagine_table(at);
	count_unseen(at);
	count_known(at);
	find_commonest_wild(at);
	look_at_time(at);
	look_at_canastas(at);
	at->melds_cost = at->rules->class_count > 0;
	look_at_side(at, &at->own, view->side_of_seat);
	at->next.index = view->side_of[view->next];
	at->next.side = &view->side[at->next.index];
	at->drawn = share_of_cards(at, at->turns * at->rules->turn.draw * HAND_DRAWS / 4);
	at->wild = worth_of_wild(at);
	at->hands_cost = imagine_hands_cost(at);
	look_at_specials(at);
	if (at->estimate.can_go_out || view->phase == PHASE_ANSWER)
		at->going_out = worth_of_going_out(at);
}
