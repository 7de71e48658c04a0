/* game.h -- a game in play: a plain value, copied with =, that points at nothing but its rules.
 *
 * What a player does is an act. checks.def has what makes one legal: movegen.c lists the acts that are, referee.c says why
 * one is not, and apply.c does one. What a player still owes in a turn -- the minimum of an initial meld, going out after a partner's yes
 * -- is part of the state, and no act is legal after which it could not be paid (planner.c): nobody is ever stuck.
 *
 * Functions of all rooms of the engine are declared here; README.md says which file belongs to which room. */
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "game/cards.h"
#include "game/tables.h"

enum {
	SIDES_MAX = PLAYERS_MAX,
	ASIDE_MAX = 30,
	NOBODY = 255,
	BANS_ALL = 10,
	BANS_LIFTED = 11,
	OBLIGED_BY_TAKE = 1 + meld_MAX
};

/* One meld on the table. */
struct meld {
	struct meld_cards cards;
	uint8_t form;     /* the kind of meld it was begun as, place in rules->meld */
	int8_t canasta;   /* the kind of canasta it is: place in rules->canasta, or -1 */
	uint16_t classes; /* the classes of rules->tables->played_classes that it belongs to, as bits */
	uint16_t begun;   /* number of the turn in which it was begun */
};

struct side {
	uint8_t melds;
	/* for the kinds in melded, the place of the meld of that rank: of several the last that is no canasta or, if all are, the last */
	uint8_t meld_of[KINDS_MAX];
	cardset melded;             /* kinds of which there is a meld that is no sequence, all kinds of its rank */
	cardset takes_natural;      /* of these, the melds that one more natural card would fit */
	cardset takes_wild;         /* of these, the melds that one more wild card would fit */
	cardset again;              /* of these, the melds that are complete, so that another may be begun */
	cardset takes_sequence;     /* kinds that fit an end of a sequence */
	bool opened;                /* the initial meld has been made */
	uint8_t order;              /* as which side, counted from 1; 0 while it has not */
	uint8_t room_for_partners;  /* melds of others, who may become partners in this deal and bring them */
	uint8_t canastas;
	uint8_t canastas_of[canasta_MAX];
	uint8_t events[event_MAX]; /* how often each event was recorded for the side */
	int32_t points;            /* of all cards in its melds */
	/* the total before this deal; where totals are kept by player, that of the player with this number */
	int32_t score;
	int32_t minimum;             /* of the initial meld, if it cannot change during the deal */
	struct meld meld[MELDS_MAX]; /* last in the struct: copies leave out what is not used */
};

struct seat {
	struct cards hand;
	struct cards laid; /* bonus cards laid out */
	uint16_t size;     /* cards in the hand */
	uint8_t side;
	bool melded;      /* has melded in an earlier turn of this deal */
	bool played;      /* has had a turn in this deal */
	bool asked;       /* has asked the partner in this deal */
	bool shown;       /* the hand was shown as proof, and the next turn has not come */
	uint8_t talon;    /* cards that lie face down before the seat, to join the hand with the next turn */
	uint8_t canastas; /* that its player has completed in this deal */
	/* 1 + the kind of a bonus card that was the last card of the stock and stays in the hand as long as no other card comes to
	 * the stock; 0 if it has none */
	uint8_t stays;
};

/* What the player at a seat did in turns of this deal that are over, for each deed of deeds.def that play goes on after. Nobody has two
 * turns in a round, so her latest turn tells what a player did in this round, or since another player's last turn. */
struct past {
	uint8_t turns[DEEDS_KEPT]; /* in how many turns, 255 for more */
	uint8_t latest;            /* what was done in the latest of them, bits of enum deed */
};

_Static_assert(DEEDS_KEPT <= 8, "a byte has a bit for each");

enum phase {
	PHASE_DRAW,   /* the player lays bonus cards, draws or takes the pile */
	PHASE_MELD,   /* the player melds, asks, discards */
	PHASE_ANSWER, /* the partner answers */
	PHASE_OVER,   /* the deal has ended */
	PHASE_TALON   /* the player has discarded and takes a talon, or leaves it */
};

enum ending { ENDING_NONE, ENDING_OUT, ENDING_STOCK, ENDING_LAST_BONUS, ENDING_SPECIAL, ENDINGS };

/* What is remembered of the turn being played; after the end of a deal, of the last one. */
struct turn {
	uint16_t number;    /* counted from 1 through the deal */
	uint8_t seat, side; /* whose turn it is, and of which side */
	uint8_t answers;    /* PHASE_ANSWER: who answers */
	bool drew, took;    /* how the turn began */
	bool melded;        /* something was melded, the take included */
	bool fresh;         /* nothing was done since the draw or the take: the partner can be asked */
	bool asked;
	bool took_up;       /* a reserve, perhaps one that waits until her next turn */
	bool laid_canasta;  /* a meld begun in this turn has become a canasta */
	bool added_earlier; /* a card was added to a meld of an earlier turn */
	bool owes_out;      /* has to go out in this turn */
	uint8_t obliged_by; /* why: 0 for the partner's yes, 1 + the kind of meld that was begun, or OBLIGED_BY_TAKE +
	                     * the way in which the pile was taken */
	bool stays_in;      /* may not go out in this turn, or not before the partner has been asked */
	bool thought;       /* the planner tries acts on a copy: cards of the stock are unknown and not drawn */
	uint8_t unknown; /* in such a copy: cards that have come from the stock with the pile. They are not in the hand */
	/* bans up to this order have given way; BANS_ALL: every one has; BANS_LIFTED, in a copy: the last discard is free, too */
	uint8_t bans_given_way;
	bool pending; /* the pile below its top card waits until the initial meld is made */
	/* the side had not opened before this turn, and the player has not got the pile that waits */
	bool opening;
	bool ignores_contents; /* in such a copy: what the initial meld must contain is not asked */
	/* in such a copy: each card counts as the first kind of its rank, whatever its suit; no sequences */
	bool by_rank;
	uint8_t top;         /* the top card of the pile that was taken */
	uint8_t top_meld;    /* 1 + the meld it lies in, 0 if none was taken */
	bool opened;         /* the side made its initial meld in this turn */
	bool last;           /* the deal ends with this turn */
	bool stops;          /* and this turn has no discard: the player ends it by ACT_STOP */
	bool discarded;      /* the turn ends with a discard */
	uint8_t talon;       /* PHASE_TALON: cards that the player may take */
	int16_t no_talon;    /* the setting that kept the player of the turn before from getting a talon, or -1 */
	int32_t minimum;     /* what the initial meld has to count; unused once the side has opened */
	int32_t count;       /* what it counts so far */
	int32_t withheld;    /* what it would count besides if the top card of the pile taken did */
	cardset laid_kinds;  /* kinds melded from the hand in this turn */
	cardset taken_kinds; /* kinds of the cards that were taken from the pile in it */
	uint16_t taken_size; /* number of cards that were taken */
	uint16_t left;       /* cards at the bottom of the pile that stay there; 0 once the others are picked up */
	uint8_t way; /* in which it was taken, place in rules->pile.take */
};

struct game {
	const struct rules *rules;
	uint64_t seed;
	uint32_t deal;   /* number of the deal, from 0 */
	uint32_t events; /* bit set of events recorded for this deal, by place in rules->event */
	uint8_t dealer;  /* seat */
	uint8_t phase;   /* enum phase */
	uint8_t ending;  /* enum ending */
	uint8_t out;     /* seat that went out, or NOBODY */
	int16_t ended_by; /* enum row_id: the setting that ended the deal; -1 if a player did by going out or a special hand */
	uint8_t special; /* ENDING_SPECIAL: what the player of the last turn laid, place in rules->special */
	bool top_hidden; /* the top card of the pile lies face down: the last one of who went out */
	bool one_alone;  /* in this deal one plays alone, the others being partners: */
	uint8_t alone;   /* her seat; NOBODY as long as it is open, or if it never comes to that */
	int32_t best;    /* the highest total of any side after earlier deals; 0 before the first */
	uint8_t player[PLAYERS_MAX]; /* who sits at each seat in this deal, and after them who sits out */
	uint16_t stock_size, pile_size;
	uint16_t renewed_size;              /* cards in the stock when the pile last became it */
	uint8_t aside_size;                 /* cards set aside for talons */
	uint8_t renewed;                    /* how often the pile has become the stock in this deal */
	uint8_t reserve_size[RESERVES_MAX]; /* cards in each reserve, by seat or by side; 0 once it is taken up */
	cardset pile_kinds;                 /* kinds that lie in the discard pile */
	cardset pile_starts;                /* of these, the ones turned up to start it */
	struct turn turn;
	struct seat seat[PLAYERS_MAX];
	uint8_t pile[DECK_MAX]; /* kinds, the top card last */
	struct side side[SIDES_MAX];
	struct cards special_cards; /* laid as a special hand */
	struct cards drawn;         /* bonus cards drawn in this turn that may still be laid */
	struct past past[PLAYERS_MAX]; /* by seat */
	/* cards of each hand that everybody has seen: they came with a pile and have not left the hand. No rule asks
	 * about them */
	uint8_t known[PLAYERS_MAX][KINDS_MAX];
	/* what nobody has seen; nothing below may decide whether an act is legal */
	struct cards talon[PLAYERS_MAX]; /* face down before each seat */
	struct cards reserve[RESERVES_MAX];
	uint8_t aside[ASIDE_MAX]; /* kinds set aside for talons, the next one last */
	uint8_t stock[DECK_MAX];  /* kinds, the top card last */
};

/* Copies a game as = does, but for melds that are not there: most of its bytes are room for these. */
static inline void game_copy(struct game *to, const struct game *from)
{
	__builtin_memcpy(to, from, offsetof(struct game, side));
	for (int side = 0; side < SIDES_MAX; side++)
		__builtin_memcpy(&to->side[side], &from->side[side],
		                 offsetof(struct side, meld) + sizeof(struct meld) * from->side[side].melds);
	__builtin_memcpy(&to->special_cards, &from->special_cards, sizeof *to - offsetof(struct game, special_cards));
}

/* ---- acts ---- */

enum verb {
	ACT_DRAW,
	ACT_TAKE,
	ACT_MELD,
	ACT_ADD,
	ACT_ASK,
	ACT_ANSWER,
	ACT_DISCARD,
	ACT_SPECIAL,
	ACT_LAY,   /* a bonus card */
	ACT_TALON, /* takes the talon or leaves it: count */
	ACT_STOP,  /* ends the turn or the deal without a discard */
	ACT_JOIN,  /* puts one meld onto another */
	VERBS
};

/* One thing a player does. What a verb does not need is 0, so that equal acts are equal bytes. */
struct act {
	uint8_t verb;
	uint8_t item; /* TAKE: place in rules->pile.take; MELD: in rules->meld; ADD, JOIN: in the side's melds;
	                 * SPECIAL: in rules->special */
	uint8_t kind; /* TAKE: the top card; MELD: the rank, or the lowest natural card of a sequence; ADD, DISCARD, LAY: the
	                 * card */
	union {
		uint8_t count; /* whichever of these it is */
		uint8_t places; /* TAKE, MELD: natural cards from the hand, which act_naturals() reads; of a sequence: their
		                 * places above the lowest, and in the two highest bits the wild cards below it */
		uint8_t beside; /* TAKE in a way of rules->tables->takes_name_meld: see act_onto() */
		uint8_t way;    /* ADD to a sequence: which of the ways to lay the card there */
		uint8_t joined; /* JOIN: the meld that is put onto the other, by its place */
		uint8_t yes;    /* ANSWER, TALON: 1, or 0 for no */
	};
	/* TAKE, MELD: wild cards from the hand, by place in rules->wild_kind: act_wild() reads them. The upper halves of the last three
	 * bytes are for natural cards: suit_count() reads them */
	uint8_t packed_wilds[4];
};

_Static_assert(WILD_KINDS_MAX <= 5 && WILDS_IN_ACT == 15,
               "the fifth wild kind has the upper half of the first byte, others a lower half");
_Static_assert(COPIES_MAX == 31, "suit_count() has five bits for each kind");

/* TAKE in a way of rules->tables->takes_name_meld: the meld that the pile is taken onto, by its place in the side's melds; -1 for the meld
 * of the rank, or none. */
static inline int act_onto(struct act act)
{
	return act.beside - 1;
}

static inline void act_set_onto(struct act *act, int meld)
{
	act->beside = (uint8_t)(1 + meld);
}

/* How many wild cards of the kind at [wild] in rules->wild_kind an act uses. */
static inline int act_wild(struct act act, int wild)
{
	return act.packed_wilds[wild & 3] >> (wild & 4) & WILDS_IN_ACT;
}

static inline void act_set_wild(struct act *act, int wild, int count)
{
	unsigned others = act->packed_wilds[wild & 3] & ~((unsigned)WILDS_IN_ACT << (wild & 4));

	act->packed_wilds[wild & 3] =
		(uint8_t)(others | (unsigned)(count < WILDS_IN_ACT ? count : WILDS_IN_ACT) << (wild & 4));
}

/* More than any hand has: beside the ways of beginning melds or taking the pile there is, for each kind of card, adding
 * it or wild cards to its meld, discarding it and laying it, and a few acts without cards. What is left beside the ways
 * is also room to write a wild card of each kind for every rank, whether it is there or not, as movegen.c does. */
enum { ACTS_MAX = WAYS_MAX + KINDS_MAX * (WILD_KINDS_MAX + 3) + special_MAX + 8 };

struct acts {
	int count;
	struct act act[ACTS_MAX];
};

/* The legal acts of a position, without writing all of them out: additions and discards, which differ in one kind of
 * card only, are kept as sets of kinds. Enough for choosing an act. Valid until the game changes. Outside PHASE_MELD
 * all acts are written out: [first] is then their number, and the fields below it are not set. */
struct choices {
	int count;                         /* acts in all */
	int listed;                        /* of them, those that are written out in [act]; among all acts: */
	int first, early;                  /* [first] acts come before the additions, [early] before the discards */
	int addition_count, discard_count; /* number of kinds in the two sets: */
	cardset additions;                 /* natural cards that may be added to the meld of their rank */
	cardset discards;                  /* cards that may be discarded */
	const uint8_t *meld_of;            /* the meld of each rank, in the game */
	struct act act[ACTS_MAX];
};

/* Where sequences tell suits apart, a take or a new meld of a rank counts its natural cards by their kinds, five bits for each. The
 * lower two are in [count]; each of the others has half a byte of [packed_wilds], with a bit for every kind. True if one of those is
 * set: [count] can be 0 then, although there are natural cards. */
static inline bool has_many_of_a_suit(struct act act)
{
	return (act.packed_wilds[1] | act.packed_wilds[2] | act.packed_wilds[3]) >> 4 != 0;
}

/* True if a take or a new meld of a rank lays natural cards from the hand. */
static inline bool has_naturals(struct act act)
{
	return act.count > 0 || has_many_of_a_suit(act);
}

static inline int suit_count(struct act act, int suit)
{
	int count = act.count >> 2 * suit & 3;

	for (int bit = 2; bit < 5 && has_many_of_a_suit(act); bit++)
		count |= (act.packed_wilds[bit - 1] >> (4 + suit) & 1) << bit;
	return count;
}

static inline void act_set_suit(struct act *act, int suit, int count)
{
	act->count = (uint8_t)((act->count & ~(3 << 2 * suit)) | (count & 3) << 2 * suit);
	for (int bit = 2; bit < 5; bit++) {
		int others = act->packed_wilds[bit - 1] & ~(1 << (4 + suit));
		act->packed_wilds[bit - 1] = (uint8_t)(others | (count >> bit & 1) << (4 + suit));
	}
}

/* An act without wild cards. Built as one word: movegen.c makes more acts than anything else, and fields that are
 * stored one by one are slow to read back together. */
static inline struct act act_of(unsigned verb, unsigned item, unsigned kind, unsigned count)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t bytes = verb + (item << 8) + (kind << 16) + ((uint64_t)count << 24);
	struct act act;

	__builtin_memcpy(&act, &bytes, sizeof act);
	return act;
#else
	return (struct act){ (uint8_t)verb, (uint8_t)item, (uint8_t)kind, (uint8_t)count, { 0 } };
#endif
}

/* The act with one more wild card of the kind at [wild] in rules->wild_kind. */
static inline struct act act_with_wild(struct act act, int wild)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t bytes;

	__builtin_memcpy(&bytes, &act, sizeof act);
	bytes += UINT64_C(1) << (32 + 8 * (wild & 3) + (wild & 4));
	__builtin_memcpy(&act, &bytes, sizeof act);
#else
	act_set_wild(&act, wild, act_wild(act, wild) + 1);
#endif
	return act;
}

/* Act number [i] of them, below choices->count, in the order of game_legal(). */
static inline struct act choice_at(const struct choices *choices, int i)
{
	int at = i - choices->first;
	unsigned kind;

	if (at < 0)
		return choices->act[i];
	if (at < choices->addition_count) {
		kind = (unsigned)set_at(choices->additions, at);
		return act_of(ACT_ADD, choices->meld_of[kind], kind, 0);
	}
	i -= choices->addition_count;
	at = i - choices->early;
	if (at < 0)
		return choices->act[i];
	if (at < choices->discard_count)
		return act_of(ACT_DISCARD, 0, (unsigned)set_at(choices->discards, at), 0);
	return choices->act[i - choices->discard_count];
}

static inline bool act_equal(struct act a, struct act b)
{
	return __builtin_memcmp(&a, &b, sizeof a) == 0;
}

/* ---- playing ---- */

/* A new game under [rules], before its first deal: all totals 0, dealer chosen by the seed. */
void game_begin(struct game *game, const struct rules *rules, uint64_t seed);

/* What a cut decides: for each player, numbered in the order of cutting, the side and the place at the table. */
struct cut {
	uint8_t side[PLAYERS_MAX], place[PLAYERS_MAX];
};

/* Seats the players by the kinds they have cut, one for each of rules->table.players. False if some of them have to
 * cut again. */
bool game_cut(const struct rules *rules, const uint8_t *kinds, struct cut *cut);

/* The seat that plays first in the deal; and the dealer for which [first] plays first. */
int game_first_seat(const struct game *game);
int game_dealer_for(const struct game *game, int first);

/* Shuffles and deals deal number game->deal to everyone. [events] are those that happened at the table. */
void game_deal(struct game *game, uint32_t events);

/* game_deal() without shuffling: for a stock that was stacked or recorded. */
void game_deal_stock(struct game *game, uint32_t events);

/* Records event number [event] of rules->event: for the deal, or once more for [side] if it is of the kind that
 * happens to a side. A minimum that depends on it is raised at once if the turn can still end then, else from the
 * next turn on; bans that depend on it give way if it leaves no end to the turn. Events of a side may also be recorded before the
 * deal is dealt. */
void game_record_event(struct game *game, int event, int side);

/* After a deal that is over and scored: sets the totals to [totals], passes the deal on and counts it. Does not deal. */
void game_next_deal(struct game *game, const int32_t *totals);

/* The seat that has to act; unspecified in PHASE_OVER. */
static inline int game_to_act(const struct game *game)
{
	return game->phase == PHASE_ANSWER ? game->turn.answers : game->turn.seat;
}

/* Lists every legal act of the player to act, each once. None in PHASE_OVER, at least one otherwise. */
void game_legal(const struct game *game, struct acts *acts);

/* Finds the same acts without writing them all out. */
void game_choices(const struct game *game, struct choices *choices);

/* Lists the candidates, among which the legal acts are, in the same order: acts of this phase for which the hand has
 * the cards. Natural cards for taking the pile may be missing, and special hands are always listed. */
void game_candidates(const struct game *game, struct acts *acts);

/* Does [act], which is legal. */
void game_apply(struct game *game, struct act act);

/* ---- refusals ---- */

enum refusal {
#define REFUSAL(id, sentence) REFUSAL_##id,
#include "game/refusals.def"
#undef REFUSAL
	REFUSAL_COUNT
};

/* Why an act is refused: the kind of reason, the rule behind it and the numbers in its sentence. */
struct reason {
	enum refusal refusal; /* REFUSAL_NONE: the act is legal */
	int row;              /* enum row_id of the setting that says so, or -1 */
	int item;             /* of a list */
	int32_t have, need;   /* "counts 40 of 50" */
	int kind;             /* the card spoken of, or -1 */
};

/* True if some check with [refusal] is decided by setting [row]. A reason may name another row, where a file says more
 * about it. */
bool refusal_is_decided_by(enum refusal refusal, int row);

/* The sentence of refusals.def. */
const char *refusal_sentence(enum refusal refusal);

/* Whether [act] is legal for the player to act, and if not, why; REFUSAL_UNDECIDED if the search for an end of the turn used up its steps, so
 * that the act may be legal. Any bytes may be passed as an act. */
struct reason game_refusal(const struct game *game, struct act act);

/* What the player still owes before the turn can end: an initial meld that is begun, or going out. REFUSAL_NONE if nothing. */
struct reason game_owes(const struct game *game);

/* ---- the end of a deal ---- */

enum { TALLY_LINES_MAX = canasta_MAX + score_MAX + special_MAX };

/* What each side scored: a line for each kind of canasta, then one for each item of rules->score and of rules->special.
 * Where players become partners for one deal only, each entry is for one player: the one who was that side when the
 * deal began. */
struct tally {
	int32_t line[SIDES_MAX][TALLY_LINES_MAX];
	int32_t total[SIDES_MAX]; /* of this deal */
	int lines;
};

/* Scores the deal as it stands: normally in PHASE_OVER. */
void game_score(const struct game *game, struct tally *tally);

/* Scores what lies on the table, as if the deal ended now and no player had a card left. It depends on nothing hidden. */
void game_score_so_far(const struct game *game, struct tally *tally);

/* What some lines of the score come to for side [account] alone: those of kinds of canasta and then the items of rules->score whose
 * bits are set; see rules->tables->lines_on. Special hands count if there is a bit at all. */
int32_t game_score_of_lines(const struct game *game, int account, uint32_t lines);

/* What [line] of the total [account] would be if [seat] alone of its side had cards in the hand or laid out: where these
 * add up to the line, they are the players' shares of it. */
int32_t game_score_of_player(const struct game *game, int account, int line, int seat);

/* Whether [line] of the total [account] is an item whose points count against it, or against one of its players. */
bool game_line_counts_against(const struct game *game, int account, int line);

/* Whether [line] of the total [account], a canasta or an item, does not count because of a special hand. */
bool game_line_is_replaced(const struct game *game, int account, int line);

/* How many lines there are. */
int tally_lines(const struct rules *rules);

/* The totals after a deal with this tally. */
void game_totals(const struct game *game, const struct tally *tally, int32_t *totals);

/* The list of items, GROUP_canasta and so on, that [line] is of; [line] becomes the number of the item there. */
int tally_line_group(const struct rules *rules, int *line);

/* The name of a line, and its title or NULL: those of the canasta, the score or the special hand. */
const char *tally_line_name(const struct rules *rules, int line);
const char *tally_line_title(const struct rules *rules, int line);

/* Whether the game ends with these totals after [deal], which is over, and which side leads; NOBODY if level, at the
 * end also by what breaks a tie. */
bool game_is_over(const struct game *deal, const int32_t *totals, int *winner);

/* By how much the leading side leads the next one. */
int32_t game_margin(const struct rules *rules, const int32_t *totals);

/* ---- for positions that are put together by hand ---- */

/* Decides who plays at which seat in this deal, and who sits out. */
void game_seat_players(struct game *game);

/* Works out whether one plays alone in this deal, from its number and the totals before it. */
void settle_alone(struct game *game);

/* Works out what the sides' initial melds have to count, from their totals. */
void settle_minimums(struct game *game);

/* Computes everything in struct side that follows from the cards of its melds. */
void settle_side(struct game *game, int side);

/* Notes that [side] has opened, as the next in order. */
void open_side(struct game *game, int side);

/* ---- for debug builds ---- */

/* NULL if everything is in order, otherwise what is not: cards lost, a meld that is none, nothing left to do. */
const char *game_check(const struct game *game);

#endif
