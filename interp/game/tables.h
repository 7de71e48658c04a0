/* tables.h -- what the engine plays by, compiled from finished rules: mostly what remains of conditions once everything is known that
 * does not change in play. Numbers and sets are then looked up where a condition would have to be evaluated. Rules that are only read,
 * compared or checked have none. */
#ifndef GAME_TABLES_H
#define GAME_TABLES_H

#include "game/cards.h"

struct library;

enum {
	BEGINS_ASKED = -2, /* for a kind of meld: which one depends on the position */
	PLAN_COUNTERS = 7, /* sums that a plan of a turn keeps at the most, two of them of cards kept */
	KEPT_SETS_MAX = 4  /* sets of cards that bans ask a whole hand for */
};

/* Facts that a condition asks about the end of a turn and that melding changes by and by: how often something lies on the
 * table, counted up to a number beyond which no answer changes. */
struct plan_facts {
	int count;
	struct {
		uint8_t fact, argument, cap; /* enum fact_id; the canasta or class it is asked of */
	} fact[PLAN_COUNTERS];
};

/* Numbers of cards with which a new meld is begun: a meld that no smaller one grows into. */
struct beginning {
	cardset ranks; /* the ranks it can have; the first wild kind for wild cards alone */
	uint8_t form;  /* place in rules->meld */
	uint8_t naturals, wilds;
};

/* What the engine looks up of a kind of meld, beside its struct form; sets of numbers of cards are bits. */
struct form_table {
	/* for each count of naturals: the counts of wild cards that a meld can reach card by card */
	uint32_t grown[MELD_CARDS_MAX + 1];
	uint32_t grown_clean; /* counts of naturals that a meld without wild cards can reach */
	/* for each count of naturals: the counts of wild cards with which some meld is a canasta, and with which every one is */
	uint32_t canasta_maybe[MELD_CARDS_MAX + 1], canasta_sure[MELD_CARDS_MAX + 1];
	/* the fewest cards with which a sequence without wild cards may be a canasta, 0 for none or no sequence; which kind it is, by
	 * suit and lowest place, -1 for none */
	int full;
	int8_t full_canasta[4][SEQUENCE_PLACES + 1];
};

/* Sets of bits speak of items of a list by their places. */
struct tables {
	uint8_t next_seat[PLAYERS_MAX]; /* by seat: who plays next */
	cardset same_rank;              /* kinds of the rank of the kind before them */
	struct cards deck;              /* all cards of the deck */
	int deck_points;                /* what all cards of the deck count together */

	/* melds, with what they are begun, how they grow */
	struct form_table form[meld_MAX]; /* in step with rules->form[] */
	cardset lonely;                   /* cards of which a single one begins no meld and goes into no other */
	cardset needs_two, needs_three;   /* ranks that no meld has once; twice only beside a wild card */
	cardset needs_naturals;           /* of these, ranks that no meld has twice at all */
	cardset several_ways;             /* ranks that more than one kind of meld can have */
	uint32_t ranked_forms;            /* kinds of meld that are not of wild cards alone, as bits */
	int form_of[KINDS_MAX];           /* the first kind of meld a rank can have, -1 for none */
	struct beginning *beginnings;     /* of all kinds of meld, in their order */
	int beginning_count;
	int begin_most;               /* cards that a new meld is begun with at most */
	int wild_meld_least;          /* wild cards that one of them is begun with at least */
	bool canastas_ask_wild_kinds; /* whether a meld is a canasta may depend on which wild cards it has */

	bool asks_past;          /* rules ask what was done in earlier turns */
	uint32_t played_classes; /* classes of melds that are asked for while playing, not only by scores */
	uint32_t wild_classes;   /* classes of melds of wild cards alone */
	/* by counts of naturals and of wild cards: the classes in rules->class_sure that are asked for while playing */
	uint16_t classes_by_numbers[MELD_CARDS_MAX + 1][MELD_CARDS_MAX + 1];

	/* when kinds of meld, as sets of bits, are begun */
	uint32_t begun_always; /* under no condition */
	/* when natural cards are added to them */
	uint32_t natural_always; /* under no condition */
	cardset naturals_asked;  /* ranks of those to which they are added under a condition */
	/* and when they are given wild cards */
	uint32_t wild_always;    /* under no condition */
	uint32_t wild_first;     /* as long as there is no meld of wild cards alone */
	uint32_t wild_asks_rank; /* whether they are may depend on the rank */

	/* melds as a whole */
	bool kinds_asked;   /* of some kind of meld, which cards lie together is asked besides their numbers */
	bool comes_again;   /* of some kind of meld another of a rank may be begun once one is a canasta */
	bool late_naturals; /* some meld takes a natural card only after one more wild card */
	bool melds_grow;    /* any meld can grow card by card into any larger one of its kind */
	bool canastas_last; /* a canasta stays one, whatever is added to it */
	bool asks_meld_of_rank; /* some condition asks of the side's meld of a rank (side->meld_of) */
	bool asks_begun_now; /* some condition asks what was done with melds that were, or were not, begun in this turn */

	/* its minimum */
	bool steady_minimum;  /* it cannot change during a deal */
	bool never_waived;    /* it is never waived */
	bool waived_only_out; /* it is never waived but for a player who goes out */
	int waived_least;     /* cards that the largest meld must have before it can be waived */
	/* what it must contain */
	bool plain_opening; /* nothing: the count is all that it needs */

	/* what may not be discarded */
	uint32_t bans, bans_beside_pile; /* all bans; those that may speak while a pile lies there */
	uint32_t bans_ask_rank;          /* bans that ask about the card's rank */
	uint32_t bans_ask_card; /* bans that may ask whether a card is the one that lay on top of the pile taken, */
	uint32_t bans_with_card_melding; /* bans_ask_card whose answer may also change when something is melded */
	bool bans_ask_melds;             /* some ban asks what melding changes, and not only about the hand */
	formula ban_staying_in[ban_MAX]; /* of each ban its `when`, to be asked about a player who does not go out */
	/* the next three without a pile, and beside one */
	cardset unbanned[2]; /* cards of which no ban speaks */
	cardset ordinary[2]; /* if one of these is in the hand of a player who does not go out and no ban has given way,
	                      * the bans speak of those that are barred and of no others */
	cardset barred[2];
	cardset banned_steadily; /* cards of which no ban speaks that melding other ranks could bring about or end */
	bool bans_give_way_to_takes; /* every ban gives way when the pile comes to a hand that has nothing else */
	uint32_t bans_giving_way;    /* the orders of bans that give way at any time, as bits */

	/* what the planner of a turn counts */
	struct plan_facts contract_facts, contains_facts, waived_facts; /* for going out; for the initial meld */
	bool plain_contract;                                            /* going out needs nothing but canastas */
	bool contract_more, contains_more, waived_more;                 /* more of what these ask never does harm */
	int ways_to_begin;     /* the beginnings of melds, each of every rank that it may be of */
	cardset owing; /* ranks, and cards of sequences, of melds that may be begun by obliging the player to go out */
	bool wilds_owe;        /* the same of wild cards alone */
	bool plans_need_proof; /* some condition asks what a plan does not count: it is played before it is believed */
	bool refills_alone;    /* nothing but that a reserve fills an empty hand is the reason for it */
	bool initial_class_locks; /* a lock that plans anticipate asks for initial melds of a class */
	bool wilds_return;     /* wild cards of some sequences return to the hand */
	bool asks_initial_points; /* what an initial meld must contain, or what waives it, may ask what melds of a class count in it */
	bool opening_needs_proof;        /* the same of plans that open and go out in one turn */
	bool contents_stay; /* nothing that is melded changes whether an initial meld contains what it must */
	bool talon_asks_melds;           /* whether a talon comes may depend on what is melded before */
	cardset kept_set[KEPT_SETS_MAX]; /* sets of cards that bans ask a whole hand for */
	int kept_sets;

	/* special hands */
	uint32_t special_ranks[PATTERN_CARDS_MAX + 1]; /* by numbers of cards: how many ranks they may have, as bits */
	bool rare_acts; /* there are special hands, or bonus cards may be laid by choice */

	/* ways of taking the pile */
	cardset takeable; /* cards that some way may want on top of it */
	/* for each count of cards like the top card in the hand, without a wild card there and with one or more: the ways that
	 * the hand may have the cards for */
	uint32_t takes_with[COPIES_MAX + 1][2];
	uint32_t takes_of_wild; /* the same for a wild top card, whatever is in the hand */
	/* for a way and a top card: the kind of meld that their cards begin, -1 for none, or BEGINS_ASKED */
	int8_t take_begins[take_MAX][KINDS_MAX];
	uint32_t takes_onto_own; /* ways that are only for a rank the side has melded */
	/* ways whose acts say to which meld the top card goes: those onto a sequence, and without cards from the hand onto one
	 * of several melds of a rank */
	uint32_t takes_name_meld;
	bool counts_apart;            /* act_naturals_apart() is asked for the natural cards of an act */
	uint32_t takes_onto_sequence; /* ways that are only for an end of a sequence of the side */
	uint32_t takes_unfrozen;      /* ways whose only condition is that the pile is not frozen */
	uint32_t takes_owe;           /* ways that may oblige the player to go out */
	bool takes_forced;            /* there may be a take that cannot be declined */
	bool reserve_asks_pile;       /* whether a reserve comes may depend on the card that is discarded for it */
	/* what keeps the pile from being taken */
	cardset block_tops;         /* cards that block the pile as its top card, whatever else holds */
	uint32_t blocks_to_ask;     /* all other blocks */
	cardset freeze_has;         /* cards that freeze the pile as part of it */
	cardset freeze_starts;      /* cards that freeze it as a card that started it */
	uint32_t freezes_to_ask;    /* all other freezes */
	uint32_t freezes_for_takes; /* of these, the ones that can hold for a player who is taking the pile */
	int frozen_always;          /* the freeze that holds whatever happens, -1 if there is none */

	/* lines of the score, first those of kinds of canasta, as bits: those that may count otherwise if what they rest
	 * on was different; all of them where one counts the lines above it */
	uint32_t lines_on[ON_COUNT];
};

/* Compiles the tables of [rules] and returns these, or NULL if out of memory, which [library] then knows; of NULL, NULL. Everything
 * that asks about a position needs them. */
struct rules *tables_compile(struct library *library, struct rules *rules);

/* meld_tables.c: the classes that a meld belongs to, of those that are asked for while playing, by their places in class[], as a set
 * of bits. */
uint16_t meld_classes(const struct rules *rules, const struct meld_cards *cards);

/* meld_tables.c: how melds are begun and grow, and when they are canastas or of a class. */
void compile_melds(struct tables *tables, const struct rules *rules);

/* plan_tables.c: what the planner of a turn has to count. */
void compile_planning(struct tables *tables, const struct rules *rules);

#endif
