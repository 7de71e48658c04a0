/* rules.h -- one variant as the engine reads it: every setting of rules.def with its value, the lists of named
 * items, and the cards and melds computed from them. Built once by rules_build(), constant from then on. */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grammar/source.h"
#include "rules/ir.h"

struct arena;
struct diags;
struct expr;
struct note;
struct statement;
struct tables;
struct text;

enum {
	KINDS_MAX = 56, /* 52 faces and the joker, if the rules tell every one apart */
	FACES = 53,     /* rank * 4 + suit, ranks in the order of RANK_NAMES; the last is the joker */
	WILD_KINDS_MAX =
		5, /* different wild cards, such as the joker and the two, or twos that are told apart by suit */
	WILDS_IN_ACT = 15, /* wild cards of one kind that an act has room for */
	COPIES_MAX = 31,   /* of one kind in the deck: counts of wild cards are sets of bits */
	DECK_MAX = 7 * 52 + 30,
	PLAYERS_MAX = 8,
	MELD_CARDS_MAX = COPIES_MAX,
	MELDS_MAX = 32,                 /* of a side */
	RESERVES_MAX = 3 * PLAYERS_MAX, /* as many for each as `reserve { number }` allows */
	SEQUENCE_PLACES = 14,           /* of a suit, from a low ace to a high one */
	NO_KIND = 255,                  /* stands for a kind where there is none */
	SEQUENCE_BEGUN_MAX = 7,         /* cards that a sequence is begun with at most */
	BEGINNINGS_MAX = 32,            /* compositions that a kind of meld is begun with */
	WAYS_MAX = 2000                 /* ways of beginning melds, or of taking the pile, that one hand could have */
};

#define NEEDED INT32_MIN    /* a row without a default */
#define LEAST INT32_MIN     /* a fact without a least value */
#define LEAST_OF_CARDS (INT32_MIN + 1) /* of a fact: 0, or LEAST where a card counts less than 0 */
#define ALL_CARDS INT32_MAX /* as the default of a set of cards */

enum row_type {
	TYPE_NUMBER,
	TYPE_WORD,
	TYPE_CARDS,
	TYPE_POINTS,
	TYPE_AMOUNT,
	TYPE_BOUNDS,
	TYPE_CONDITION,
	TYPE_COMPOSITION,
	TYPE_PATTERN,
	TYPE_TEXT
};
/* What a question is about; bits, since a term may serve several. */
enum facts_in {
	FACTS_TABLE = 1,
	FACTS_MELD = 2,
	FACTS_TURN = 4,
	FACTS_PILE = 8,
	FACTS_BONUS = 16,
	FACTS_END = 32,
	FACTS_QUESTION = 64,
	FACTS_SHAPE = 128,
	FACTS_RANK = 256,
	FACTS_PLAYER = 512,
	FACTS_GAME = 1024,
	FACTS_DEAL = 2048,
	FACTS_ADDED = 4096,
	FACTS_BEGIN = 8192,
	FACTS_ANY = 16383
};
enum level { LEVEL_SETUP, LEVEL_LEGALITY, LEVEL_SCORE, LEVEL_TEXT };

/* Cards by role: so many naturals of one rank, so many wild cards, so many of the rank of the top card of the pile. */
struct composition {
	uint8_t naturals, wilds, alike;
};

/* The groups of a special hand: so many groups of so many cards of one rank, each of one of these cards. */
enum { PATTERN_GROUPS_MAX = 8, PATTERN_CARDS_MAX = 60 };

/* Limit for the product of a pattern's counts, each plus one: how many different numbers of unfilled groups there can be while a hand
 * is divided into groups. It bounds the time that dividing a hand takes. Patterns of the shipped games come to 80 at the most. */
enum { PATTERN_WAYS_MAX = 4096 };

struct pattern {
	struct pattern_group {
		uint8_t count, size;
		cardset cards;
	} group[PATTERN_GROUPS_MAX];
	uint8_t parts;  /* of group[] that are used */
	uint8_t groups; /* all counts together */
	uint8_t cards;  /* in all groups together */
	cardset kinds;  /* of which there can be cards in it */
};

struct points {
	int16_t of_face[FACES];
};

#define C_NUMBER int32_t
#define C_WORD int32_t
#define C_CARDS cardset
#define C_POINTS struct points
#define C_AMOUNT formula
#define C_BOUNDS formula
#define C_CONDITION formula
#define C_COMPOSITION struct composition
#define C_PATTERN struct pattern
#define C_TEXT const char *

/* The words of WORD rows, for example deal_next_dealer_stays. */
#define UNPACK(...) __VA_ARGS__
#define PICK_6TH(a, b, c, d, e, chosen, ...) chosen
#define WORDS_1(make, row, a) make(row, a)
#define WORDS_2(make, row, a, b) make(row, a) make(row, b)
#define WORDS_3(make, row, a, b, c) make(row, a) make(row, b) make(row, c)
#define WORDS_4(make, row, a, b, c, d) make(row, a) make(row, b) make(row, c) make(row, d)
#define WORDS_5(make, row, a, b, c, d, e) make(row, a) make(row, b) make(row, c) make(row, d) make(row, e)
#define EACH_WORD(make, row, ...) \
	PICK_6TH(__VA_ARGS__, WORDS_5, WORDS_4, WORDS_3, WORDS_2, WORDS_1, )(make, row, __VA_ARGS__)

#define ENUMERATOR(row, word) row##_##word,
#define ENUM_WORD(row, ...) enum row##_words{ EACH_WORD(ENUMERATOR, row, __VA_ARGS__) };
#define ENUM_NUMBER(row, ...)
#define ENUM_CARDS(row, ...)
#define ENUM_POINTS(row, ...)
#define ENUM_AMOUNT(row, ...)
#define ENUM_BOUNDS(row, ...)
#define ENUM_CONDITION(row, ...)
#define ENUM_COMPOSITION(row, ...)
#define ENUM_PATTERN(row, ...)
#define ENUM_TEXT(row, ...)

#define ROW(in, id, type, fallback, low, high, facts, level, needs, words, sentence) \
	ENUM_##type(in##_##id, UNPACK words)
#include "rules.def"

/* Every list starts its items with a name and a title (NULL if none). */
enum {
#define LIST(in, id, max, heading) id##_MAX = max,
#include "rules.def"
	LIST_ITEMS_MAX = 32
};

/* A kind of card: all the cards that these rules cannot tell apart. Kinds stand in the order of RANK_NAMES. */
struct kind {
	const char *name;      /* "7", "red 3", "joker" */
	const char *rank_name; /* of its rank: "7" for 7H, where sequences tell suits apart */
	int16_t points;
	uint8_t rank;   /* place in RANK_NAMES */
	uint8_t suit;   /* of a kind that is one face: clubs 0, diamonds 1, hearts 2, spades 3 */
	uint8_t copies; /* in the whole deck */
	uint64_t faces;
};

/* A kind of meld, computed: which compositions are melds, and with which ones a meld is begun. */
struct form {
	cardset ranks;     /* kinds that give the meld its rank, the first of each; 0: wild cards only, or a sequence */
	cardset sequence;  /* kinds of which a sequence consists; 0: it is none */
	uint8_t low, high; /* the places that cards of a sequence may have: an ace has 14, 1, or either */
	uint16_t places[4]; /* the same for each suit, as bits: those of which the sequence consists */
	bool moves; /* wild cards of a sequence stand for whatever is needed, unless natural cards lie on both sides */
	bool returns;        /* a wild card of a sequence whose natural card is laid there returns to the hand */
	bool comes_again;    /* another meld of a rank may be begun once one is a canasta */
	bool several;        /* or at any time */
	bool asks_kinds;     /* numbers of cards alone do not decide what may lie in such a meld: meld_kinds_fit() */
	uint8_t begin_count; /* of begin[] */
	uint32_t wilds[MELD_CARDS_MAX + 1]; /* for each count of naturals, the set of counts of wild cards allowed */
	uint8_t most_wilds[MELD_CARDS_MAX + 1];   /* for each count of naturals, the most beside so many or fewer */
	uint32_t lies[MELD_CARDS_MAX + 1]; /* the counts of wild cards that a meld can have on the table: those allowed, and
	                                    * those of melds that become one because their players become partners */
	struct composition begin[BEGINNINGS_MAX]; /* compositions that no smaller meld leads to */
};

/* What a setting was stated in: a variant, a fragment it uses, or an option that was chosen. */
struct layer {
	enum layer_kind { LAYER_VARIANT, LAYER_FRAGMENT, LAYER_OPTION } kind;
	const char *name;
	int height; /* place of the variant in the chain of parents, the root is 0; options that the table chose lie above */
	int counts_at; /* the height at which reports count what it states; another one only for an option that a variant
	                      * names in `with`: the height of that variant */
	int written_for; /* of an option: the height of the variant that states it, or that names it in `with`. What it says
	                      * of an item that a higher layer took away is passed over */
	struct span brought; /* where the fragment is used; nowhere for the others */
	int place;           /* of a fragment: which one it is of those its variant uses, from 0 */
	uint64_t below;      /* those that it uses itself, or that they use, by their places */
};

/* What a statement `cite` says of a setting whose value is stated elsewhere. */
struct cite {
	const struct note *notes;
	struct span span;
	const struct layer *layer;
	bool on_item;            /* it speaks of the item, on whose line the condition is stated */
	const struct cite *next; /* the one before it, of the same layer or one below */
};

/* One setting of one variant: where its value was stated. */
struct cell {
	const struct statement *statement; /* NULL: nothing was stated, the row's default holds */
	bool on_item;                      /* the statement is the item's own: only its when and unless count */
	const struct cell *also;           /* a further condition stated beside it, or NULL */
	const struct layer *layer;
	const struct cell *inherited; /* what it took the place of, or NULL */
	const struct cite *cites;     /* what cites this value without stating it, the highest layer first */
};

/* The notes at a setting, list by list: first those of what cites its value, the highest layer first, then those of the
 * statements that state it. Begin with notes_of(); notes_next() is false behind the last. */
struct setting_notes {
	const struct note *notes; /* the list found */
	struct span span;         /* of what it stands at */
	const struct layer *layer;
	bool on_item; /* it stands at the line of the item and is no less the item's */
	const struct cite *cite;
	const struct cell *part;
};

enum { REMARK_PLACES = 64 }; /* sections and lists, and the whole */

/* Remarks that belong to no single setting: citations of an item, readings, silences, manners; or what its author wrote
 * over a section or an item. */
struct remark {
	const struct note *notes;
	const char *prose; /* NULL if there are notes */
	const struct layer *layer;
	int group, item; /* the section, or the item of a list, that they stand at; GROUP_root and -1 for none */
	struct remark *next;
};

/* An item that a variant, fragment or option took away. */
struct removed_item {
	int group;
	const char *name, *title;          /* the title may be NULL */
	struct span span;                  /* where it was stated */
	struct span by;                    /* and where it was taken away */
	const struct layer *added, *layer; /* what brought it in; what took it away */
	struct removed_item *next;
};

/* A source document that the file of a variant, or of one it extends, cites. */
struct source_document {
	const char *name, *title, *ledger; /* the ledger is a path beside the file, or NULL */
	const struct statement *stated;
	const struct source_document *next;
};

/* One of the options a variant offers. */
struct option {
	const char *name; /* "always_frozen", or "solution" for a choice */
	struct span name_span;
	const char *title;
	const char *alternative; /* of a choice; NULL for an option */
	const char *question;    /* the title of its choice, or NULL */
	bool chosen;
	bool asked_for;     /* a variant names it in `with`: chosen unless the table chooses otherwise */
	bool asked_by_name; /* the variant names it itself, and not only a preset that has it */
	struct span asked_for_at;
	bool by_default;                   /* chosen because nobody chose another */
	int height;                        /* of the layer that states it, or that it holds for */
	int written_for;                   /* height of the variant that states it */
	int asked_for_by;                  /* height of the variant that names it in `with` */
	bool is_on_offer;                  /* stated in stdlib, and the variant is not: for who writes its rules, not for its table */
	bool is_preset;                    /* changes nothing itself: its lines `with` name others */
	const struct statement *statement; /* what it changes is in its block */
	struct option *next;
};

/* What the answer to a fact rests on when a deal is scored. */
enum rests_on { ON_HANDS, ON_MELDS, ON_CANASTAS, ON_LAID, ON_END, ON_LINES, ON_OTHER, ON_COUNT };

/* What a variant was built of, for who builds it once more with other options. */
struct built_of {
	const struct library *library;   /* in which the files have been read; NULL of rules that were made otherwise */
	const struct library_file *file; /* with the variant in it */
	const struct statement *variant;
	const char *const *borrowed; /* words for rules_borrow() */
	int borrowed_count;
};

struct rules {
	const char *name, *title, *prose;
	const char *parent; /* name of the variant it extends, or NULL */
	const char *parent_title;
	bool parent_is_start; /* the parent comes from stdlib: something to start from, and no other game */
	int height;           /* of its own layer; what a table chose lies above */

	/* the settings, by section and list, as rules.def has them */
#define SECTION(id, heading) struct in_##id {
#define END_SECTION(id) \
	}               \
	id;
#define LIST(in, id, max, heading) \
	struct in_##id {           \
		const char *name;  \
		const char *title;
#define END_LIST(id)  \
	}             \
	id[id##_MAX]; \
	int32_t id##_count;
#define ROW(in, id, type, fallback, low, high, facts, level, needs, words, sentence) C_##type id;
#include "rules.def"

	formula ban_whens[ban_MAX]; /* of each ban its `when` without its `unless` */

	/* What follows is computed by build_tables(). Sets of bits speak of items of a
	 * list by their places. */

	int seats; /* players of one deal */

	/* card_kinds.c: the cards */
	struct kind kind[KINDS_MAX];
	int kinds;
	uint8_t whole_deck[DECK_MAX]; /* kinds of the whole deck, in the order of their faces */
	int deck_size;
	int wild_kinds;
	uint8_t wild_kind[WILD_KINDS_MAX]; /* most points first */
	int wild_copies;                   /* wild cards in the deck */
	cardset all;                       /* every kind */
	/* A rank of melds is made of the kinds that nothing but sequences tells apart; where there are none, of one kind. It goes
	 * by the first of them. */
	bool sequences;                /* there are melds in sequence */
	bool named_melds;              /* a card may fit several melds, or melds are joined: acts name them */
	uint8_t lead[KINDS_MAX];       /* the first kind of the rank of each; of wild cards the first wild kind */
	cardset leads;                 /* the first kinds of all ranks */
	cardset mates[KINDS_MAX];      /* the kinds of its rank, itself among them */
	uint16_t places_of[KINDS_MAX]; /* where each kind stands there, as bits */
	cardset of_suit[4];            /* kinds that stand there */
	uint8_t in_order[4]
			[SEQUENCE_PLACES + 1]; /* for each suit and place: the kind that stands there in a sequence */
	cardset counts_down;                   /* cards that count less than nothing */

	/* meld_forms.c: what is a meld, a canasta, of a class */
	cardset naturals;           /* kinds that give some meld its rank */
	struct form form[meld_MAX]; /* in step with meld[] */
	bool wild_melds;            /* there are melds of wild cards alone */
	int room_beside_first;      /* melds that a side has room for beside the first of each rank */
	int canasta_least;          /* cards in the smallest canasta */
	int64_t deck_points;        /* what the cards of the deck count that count more than 0 */
	/* no side ever has more on the table at once: canastas, canastas of a kind, and melds of a class */
	int most_canastas, most_canastas_of[canasta_MAX], most_of_class[class_MAX];
	int most_cards, most_wilds; /* no meld ever has more: cards, and wild cards */
	int least_cards;            /* nor fewer than these */
	uint32_t counted_canastas;  /* kinds that the numbers of cards decide, the rank apart */
	/* of these, for each count of naturals: the counts of wild cards that make a canasta of the kind */
	uint32_t canasta_numbers[canasta_MAX][MELD_CARDS_MAX + 1];
	int frozen_by;       /* build.c: 1 more than the first freeze that holds whatever happens, 0 if there is none */
	int32_t points_step; /* value.c: every total is a multiple of it; 0 if that is not known */
	uint32_t counted_classes;       /* classes that the numbers of cards decide */
	uint32_t lying_classes;         /* classes for which some meld on the table can have the numbers of cards */
	cardset class_ranks[class_MAX]; /* kinds that a meld of the class may have its rank from */
	/* for each count of naturals, a set of counts of wild cards as bits: those that some meld of the class may have beside
	 * so many naturals or fewer; those with which every meld with so many naturals is of the class */
	uint32_t class_maybe[class_MAX][MELD_CARDS_MAX + 1];
	uint32_t class_sure[class_MAX][MELD_CARDS_MAX + 1];

	/* where everything comes from */
	const struct sources *sources;
	struct built_of built_of;
	struct span span;            /* of the variant's name */
	struct cell **cells;         /* [enum row_id][item]; NULL where nothing can be stated */
	struct span **items;         /* [enum group_id][item]: where an item's name stands */
	const struct layer ***added; /* [enum group_id][item]: what brought the item in */
	struct removed_item *removed;
	struct remark *remarks;
	uint8_t remarks_from[REMARK_PLACES]; /* [group + 1], the whole first: remarks of lower layers were removed */
	const struct source_document *documents;
	struct option *options;
	struct option *options_gone; /* those of the parents that were taken away */
	bool options_over;           /* there are more than are taken in, which was reported */
	struct arena *arena;         /* everything above lives here */

	const struct tables *tables; /* what the engine compiled from the rules (game/tables.h); NULL before that */
};

/* The rows and groups of rules.def, for whoever goes through all of them. */
enum group_id {
#define SECTION(id, heading) GROUP_##id,
#define LIST(in, id, max, heading) GROUP_##id,
#include "rules.def"
	GROUP_COUNT,
	GROUP_root = -1
};

enum row_id {
#define ROW(in, id, type, fallback, low, high, facts, level, needs, words, sentence) ROW_##in##_##id,
#include "rules.def"
	ROW_COUNT
};

/* What has to be there for a setting to change anything; what is missing is said in this order. */
enum need {
	NEED_NOTHING,
	NEED_BONUS,
	NEED_REPLACEMENT,
	NEED_DISCARDS,
	NEED_LAST_DISCARD,
	NEED_START,
	NEED_COVERING,
	NEED_CUT,
	NEED_NO_CUT,
	NEED_TALON,
	NEED_TALON_OF_STOCK,
	NEED_RESERVE,
	NEED_REFILL,
	NEED_QUESTION,
	NEED_PARTNER,
	NEED_PARTNERS,
	NEED_FREE_ANSWER,
	NEED_DRAWS,
	NEED_GIVING_WAY,
	NEED_STAYING_BAN,
	NEED_OTHER_BAN,
	NEED_THAW,
	NEED_FROST,
	NEED_SPECIAL,
	NEED_NATURALS,
	NEED_WILD,
	NEED_GROWTH,
	NEED_SEQUENCE,
	NEED_SEVERAL,
	NEED_ALONE,
	NEED_FIRST_RESERVE,
	NEED_OWN_RESERVES,
	NEED_ALIKE,
	NEED_TEAM,
	NEED_MINIMUM,
	NEED_THREE_SEATS,
	NEED_DEEP_TAKE,
	NEED_UNEQUAL,
	NEED_COUNT
};

struct group {
	const char *name, *heading;
	int in; /* group a list stands in, or GROUP_root */
	bool is_list;
	int max;             /* items of a list */
	size_t offset;       /* in struct rules */
	size_t stride;       /* of the items of a list */
	size_t count_offset; /* of the count of items, in struct rules */
};

struct row {
	const char *name;
	int in; /* enum group_id */
	enum row_type type;
	int32_t fallback, low, high;
	enum facts_in facts;
	enum level level;  /* how much a difference in the setting matters */
	uint64_t needs;    /* enum need, a set of bits */
	const char *words; /* "to_the_left|stays|", or the fact that bounds speak of with a bar behind it */
	const char *sentence;
	size_t offset; /* in the section, or in the item of the list */
};

_Static_assert((int)GROUP_COUNT < (int)REMARK_PLACES, "room for the remarks of every section");
extern const struct group groups[GROUP_COUNT];
extern const struct row rows[ROW_COUNT];

/* The setting of a section or list, and the section or list in [in] (GROUP_root: on its own), called [name]; -1 for none. */
int row_named(int group, const char *name);
int group_named(int in, const char *name);

/* A fact of facts.def. */
struct fact {
	const char *phrase;
	enum fact_type type;
	enum fact_slot { SLOT_NONE, SLOT_CARDS, SLOT_CANASTA, SLOT_CLASS, SLOT_EVENT, SLOT_TERM, SLOT_DEED } slot;
	const char *where;
	int32_t low;
	enum most {
		MOST_ANY,
		MOST_PLAYERS,      /* the players of the game */
		MOST_PEOPLE,       /* those, or the seats of a deal if there are more */
		MOST_OF_SIDE,      /* the players of a side */
		MOST_SIDES,        /* the sides */
		MOST_MELD,         /* the cards of the largest meld */
		MOST_ON_TABLE,     /* those of the largest meld that can lie there under the limits of melds */
		MOST_WILDS_ON_TABLE, /* its wild cards */
		MOST_NATURALS,     /* the cards of a rank that melds are of */
		MOST_WILDS,        /* the wild cards in the deck */
		MOST_WILD_CARDS,   /* those of the cards asked for that are wild */
		MOST_BONUS_CARDS,  /* those that are bonus cards */
		MOST_RANKS,        /* those that melds are of */
		MOST_CARDS,        /* all of them in the deck */
		MOST_START_CARDS,  /* the same, where a card starts the pile */
		MOST_DECK,         /* the deck */
		MOST_BONUS,        /* the bonus cards */
		MOST_POINTS,       /* what all cards count that count more than 0 */
		MOST_CANASTAS,     /* no number, if there are canastas */
		MOST_SIDE_CANASTAS, /* those that one side can have at once */
		MOST_CANASTAS_OF,  /* of these, those of the kind asked for */
		MOST_OTHERS_CANASTAS, /* those that all sides but one can have */
		MOST_SPECIAL,      /* the kinds of special hand */
		MOST_RESERVES,     /* the reserves that are dealt */
		MOST_CLASS,        /* the melds of the class that one side can have at once */
		MOST_CLASS_POINTS, /* what they count */
		MOST_OTHERS_CLASS, /* those that all sides but one can have */
		MOST_SEQUENCES,    /* 1, where there are melds in sequence */
		MOST_SEQUENCE_ROW, /* the places of a suit, there */
		MOST_FREEZES,      /* what freezes the pile */
		MOST_BLOCKS,       /* what blocks it */
		MOST_ALONE,        /* 1, where somebody plays alone */
		MOST_DEEDS         /* the turns of the period in which the deed can be done */
	} most;
	enum stays { STAYS_NO, STAYS_DEAL } stays;
	enum melding { MELDING_NO, MELDING_RANK, MELDING_CHANGES } melding;
	enum fact_of { OF_SIDE, OF_PLAYER } of;
	enum rests_on rests_on;
	const char *sentence;
};

extern const struct fact facts[FACT_COUNT];

/* The least value of a fact that is a number, LEAST for none. What cards count may lie below 0 where some card counts less; the
 * points of cards are read before anything that asks. */
int32_t fact_least(const struct rules *rules, enum fact_id fact);

/* The questions (enum facts_in) in which a fact has an answer. */
unsigned fact_about(const struct fact *fact);

/* The list that a fact asks an item of; GROUP_root if it asks none. */
int fact_group(enum fact_id fact);

/* What a player may have done in a turn, and the periods in which that is asked (deeds.def). */
enum deed {
#define DEED(id, ...) DEED_##id,
#include "deeds.def"
	DEEDS,
	DEEDS_KEPT = DEED_out_by_melding /* those before it do not end the deal */
};

enum period {
#define PERIOD(id, ...) PERIOD_##id,
#include "deeds.def"
	PERIODS
};

/* What a fact with SLOT_DEED asks: its item is the deed and the period. */
static inline enum deed deed_of(const struct ir *asked)
{
	return (enum deed)(asked->item / PERIODS);
}

static inline enum period period_of(const struct ir *asked)
{
	return (enum period)(asked->item % PERIODS);
}

/* True if the deal is over with the deed. */
bool deed_ends_the_deal(enum deed deed);

/* True for a word that a file may put in or leave out where it says what was done: in, this, her. Articles are others. And how many bytes
 * such a word takes at the beginning of [phrase], with the space behind it. */
bool is_filler(const char *word);
size_t filler_length(const char *phrase);

/* True if [word] is the first [length] bytes of what is left of a phrase, perhaps with an s behind them: "turns" for "turn". */
bool is_word_of_deed(const char *phrase, size_t length, const char *word);

extern const char *const deed_phrases[DEEDS], *const period_phrases[PERIODS];

/* The questions (enum facts_in) in which a fact with SLOT_DEED has an answer: whether the deal ended with a deed is known at its end alone,
 * and what was done since a player's last turn is asked while she plays. */
unsigned deed_about(const struct ir *asked);

/* Writes the item, or the deed and its period, that [asked] asks about as a file says it. */
void fact_item_write(const struct rules *rules, const struct ir *asked, struct text *out);

/* The cards of one meld, as far as rules about melds look at them. */
struct meld_cards {
	uint8_t kind; /* that gives it its rank; of a sequence the lowest natural card; a wild kind for wild cards alone */
	uint8_t naturals, wilds;
	uint8_t wild[WILD_KINDS_MAX]; /* of each wild kind */
	union {
		uint8_t of[4]; /* where sequences tell suits apart: natural cards of each kind of its rank */
		uint16_t
			places; /* of a sequence: those of its natural cards, as bits; it has one card for each place */
	};
	uint8_t sequence; /* of a sequence: the lowest place, be it of a natural card or a wild one; 0 for other melds */
	uint8_t row;      /* of a sequence: the most natural cards in a row */
};

/* The kinds of natural cards in a meld, and how many of a kind there are. */
cardset meld_kinds(const struct rules *rules, const struct meld_cards *cards);
int meld_naturals_of(const struct rules *rules, const struct meld_cards *cards, int kind);

/* True if no canasta of a turn is lost in it again, to other cards or to another meld. False: some might be; sequences, melds that are joined,
 * and canastas that other things than numbers decide are not looked into. */
bool rules_canastas_last(const struct rules *rules);

/* The kind of canasta that these cards make, its place in canasta[], or -1 for none. */
int rules_canasta_of(const struct rules *rules, const struct meld_cards *cards);

/* True if such a meld meets [condition], which asks of one meld or of numbers of cards. */
bool meld_meets(const struct rules *rules, const struct meld_cards *cards, formula condition);

/* True if a meld of form [form] may have these cards together, as far as their kinds go. Limits on numbers of cards are not looked at. */
static inline bool meld_kinds_fit(const struct rules *rules, int form, const struct meld_cards *cards)
{
	return !rules->form[form].asks_kinds || meld_meets(rules, cards, rules->meld[form].kinds);
}

/* True if such a meld belongs to class [class]. */
bool rules_is_of_class(const struct rules *rules, const struct meld_cards *cards, int class);

/* True if [size] cards are enough, and not too many, for canasta [canasta]. */
bool rules_canasta_size(const struct rules *rules, int canasta, int size);

/* Of these ranks of melds, one for all those that the kinds of canasta do not tell apart. */
cardset telling_ranks(const struct rules *rules, cardset ranks);

/* Whether [holds] is true for every way in which the wild cards of [cards] can be split over the wild kinds; it is
 * called with each. */
bool every_split(const struct rules *rules, struct meld_cards cards,
                 bool (*holds)(void *context, const struct meld_cards *cards), void *context);

/* True if so many cards are within [limits], those of a meld of these rules. */
bool limits_hold(const struct rules *rules, formula limits, int naturals, int wilds);

/* Which limit of kind of meld [meld] these numbers of cards break first: the row of its size, naturals, wilds or shape.
 * -1 if none. */
int rules_limit_broken(const struct rules *rules, int meld, int naturals, int wilds);

/* Between which numbers a limit lets a meld of kind [at]: ROW_meld_size its cards, ROW_meld_wilds and ROW_meld_naturals those
 * of its [cards] that are wild, or natural. False if it lets none. */
bool rules_limit(const struct rules *rules, int at, int row, int cards, int *least, int *most);

/* The cards that a way of taking the pile lays down with [hand] from the hand, the top card included, which is wild or
 * not. */
static inline struct composition take_cards(struct composition hand, bool wild)
{
	if (wild)
		return (struct composition){ .wilds = (uint8_t)(hand.alike + 1) };
	return (struct composition){ .naturals = (uint8_t)(hand.naturals + hand.alike + 1), .wilds = hand.wilds };
}

/* True if [naturals] and [wilds] together are a meld of this form; any numbers will do. */
static inline bool form_allows(const struct form *form, int naturals, int wilds)
{
	return (unsigned)naturals <= MELD_CARDS_MAX && (unsigned)wilds <= MELD_CARDS_MAX &&
	       form->wilds[naturals] >> wilds & 1;
}

/* How many cards have to be added or left out so that [naturals] and [wilds] are a meld of this form, one without wild cards if
 * it [takes_wild] none; DECK_MAX if there is no such meld. */
int form_distance(const struct form *form, int naturals, int wilds, bool takes_wild);

/* The kind at [place] of a sequence of this form in [suit]; -1 if there is none. */
static inline int sequence_kind(const struct rules *rules, const struct form *form, int suit, int place)
{
	int kind = place >= form->low && place <= form->high ? rules->in_order[suit][place] : NO_KIND;

	return kind != NO_KIND && (form->sequence >> kind & 1) ? kind : -1;
}

/* Some card that has [place] in a sequence of this form, whatever its suit; -1 if none has. */
static inline int sequence_example(const struct rules *rules, const struct form *form, int place)
{
	int kind = -1;

	for (int suit = 0; suit < 4 && kind < 0; suit++)
		kind = sequence_kind(rules, form, suit, place);
	return kind;
}

/* ---- sequences (sequences.c) ---- */

enum { SEQUENCE_WAYS = 3 };

/* The suit of a sequence. */
static inline int sequence_suit(const struct rules *rules, const struct meld_cards *cards)
{
	return rules->kind[cards->kind].suit;
}

/* The places that cards of these kinds have in sequences of a form and a suit, as bits. */
unsigned sequence_places(const struct rules *rules, const struct form *form, int suit, cardset kinds);

/* Finds the lowest and the highest place of sequences of a form where aces stand as [ace] says, a word of meld.ace. An ace has no place at an
 * end where fewer cards lie next to each other than any such sequence has. */
void sequence_ends(const struct rules *rules, const struct form *form, int ace, uint8_t *low, uint8_t *high);

/* The most cards for which a sequence of a form has places. */
int sequence_most(const struct form *form);

/* The places from which [size] neighbouring places on are all among [places] but [gaps] of them. */
unsigned sequence_rows(unsigned places, int size, int gaps);

/* The place of a card in sequences of a form, an ace being low where it may be either; 0 if it has none. */
int sequence_place(const struct rules *rules, const struct form *form, int kind);

/* What a sequence comes to by one more card of [kind]: one outcome for each way in which it may lie there, natural cards in
 * their places first. Returns how many there are. Limits on numbers of cards are not looked at. */
int sequence_ways(const struct rules *rules, const struct form *form, const struct meld_cards *cards, int kind,
                  struct meld_cards ways[SEQUENCE_WAYS]);

/* Lays [cards], whose places, numbers and lowest place are there, as a sequence of [suit]: fills in the rest, and moves what moves.
 * False if they are none. */
bool sequence_lies(const struct rules *rules, const struct form *form, int suit, struct meld_cards *cards);

/* A wild card of the sequence that can lie in its own place lies there, as a natural card. True if there is one. */
bool sequence_settles(const struct rules *rules, const struct form *form, struct meld_cards *cards);

/* Puts two sequences together; false if they do not fit each other. */
bool sequences_together(const struct rules *rules, const struct form *form, const struct meld_cards *one,
                        const struct meld_cards *other, struct meld_cards *cards);

/* Calls with an example of each sequence of a form that rules may tell apart by its numbers of cards, its lowest card and its
 * longest row, until one call returns false; then it returns false. */
bool every_sequence(const struct rules *rules, const struct form *form,
                    bool (*holds)(void *context, const struct meld_cards *cards), void *context);

/* True if melds of this form are of wild cards alone. */
static inline bool form_is_wild(const struct form *form)
{
	return (form->ranks | form->sequence) == 0;
}

/* The counts of wild cards, up to [most], that [naturals] cards can have beside them, as a set of bits. */
static inline uint32_t form_wilds(const struct form *form, int naturals, int most)
{
	if (naturals > MELD_CARDS_MAX)
		return 0;
	return form->wilds[naturals] & (most >= 31 ? UINT32_MAX : (UINT32_C(2) << most) - 1);
}

/* Where setting [row] of item [item] (0 in a section) was stated; never NULL. */
static inline const struct cell *rules_cell(const struct rules *rules, enum row_id row, int item)
{
	return &rules->cells[row][item];
}

/* See struct setting_notes. */
struct setting_notes notes_of(const struct cell *cell);
bool notes_next(struct setting_notes *at);

/* Where a section (item 0) or an item of a list lies, and the number of items of a list, to be filled in while the
 * rules are built. */
void *rules_place(struct rules *rules, int group, int item);
int32_t *rules_count_place(struct rules *rules, int group);

/* Where the value of setting [row] of item [item] (0 in a section) lies in [rules]; of the C type of its row. */
void *rules_value(const struct rules *rules, enum row_id row, int item);

/* The formula that setting [row] of item [item] holds; NULL if it is of a type that has none. */
formula rules_formula(const struct rules *rules, enum row_id row, int item);

/* True if reserves are the sides', and who takes up the first of them plays alone against the others. */
static inline bool rules_share_reserves(const struct rules *rules)
{
	return rules->reserve.of == reserve_of_side && rules->table.alone == table_alone_first_to_take_up_a_reserve;
}

/* True if each owner has several reserves, one after the other. */
static inline bool rules_has_reserves_in_turn(const struct rules *rules)
{
	return rules->reserve.number > 1 && !rules_share_reserves(rules);
}

/* How many have reserves of their own: the players at the table, or the sides. */
static inline int rules_reserve_owners(const struct rules *rules)
{
	return rules->reserve.of == reserve_of_side ? rules->table.sides : rules->seats;
}

/* How many reserves are dealt at the most. Those of one owner are as far apart as there are owners: first everybody's first, then
 * everybody's second. */
static inline int rules_reserves(const struct rules *rules)
{
	int number = rules_has_reserves_in_turn(rules) ? rules->reserve.number : 1;

	return rules->reserve.cards == 0 ? 0 : rules_reserve_owners(rules) * number;
}

/* How many of them one side can have. Who plays alone leaves the others to be one side. */
static inline int rules_side_reserves(const struct rules *rules)
{
	return rules->table.alone != table_alone_nobody || rules->table.sides == 0
	               ? rules_reserves(rules)
	               : rules_reserves(rules) / rules->table.sides;
}

/* The cards of such [faces] in the whole deck. */
int copies_of_faces(const struct rules *rules, cardset faces);

/* Why no second meld of a rank can lie beside one of kind [item], whatever its `of_a_rank`, or NULL: it may (meld_forms.c). The setting is then
 * the same as `one`. */
const char *no_other_of_a_rank(const struct rules *rules, int item);

/* The cards of the rank of [kind] in the whole deck. */
int rank_copies(const struct rules *rules, int kind);

/* The most cards of one rank among [kinds]. */
int most_copies(const struct rules *rules, cardset kinds);

/* The most natural cards of a meld whose rank is among [kinds], or of a sequence. */
int most_naturals(const struct rules *rules, cardset kinds);

/* The faces of a set of kinds. */
cardset faces_of_kinds(const struct rules *rules, cardset kinds);

/* The name of an item of a list, by its place. */
const char *rules_item_name(const struct rules *rules, int group, int item);

/* Its title, or NULL. */
const char *rules_item_title(const struct rules *rules, int group, int item);

/* Writes a title as it stands within a sentence: "A wild card lies in it" with a small letter, "K of hearts" as it is. */
void title_write(const char *title, struct text *out);

/* The number of items in a list; a section has none. */
int rules_item_count(const struct rules *rules, int group);

/* How many places [group] has for each of its settings: one for every item of a list, and one in a section. */
int rules_places(const struct rules *rules, int group);

/* A setting of an item, or of a section, where item is 0. */
struct setting {
	enum row_id row;
	int item;
	int places; /* items of the list, 1 in a section; known while settings are gone through */
};

/* Goes on to the next setting, in the order of rules.def and then of the items; false behind the last one. Begins in front
 * of the first: for (struct setting at = { .item = -1 }; setting_next(rules, &at);) */
bool setting_next_row(const struct rules *rules, struct setting *at);
static inline bool setting_next(const struct rules *rules, struct setting *at)
{
	return ++at->item < at->places || setting_next_row(rules, at);
}

/* Goes on to the next setting of a section, or of the items of a list; false behind the last one. Begins in front of the
 * first: for (int row = -1; row_next(group, &row);) */
bool row_next(int group, int *row);

/* The place of the item that is called [name], or -1. */
int rules_item_named(const struct rules *rules, int group, const char *name);

/* Which row of a ban says best why it bars a card: its `when`, if it has one, or its cards, where they alone cite a
 * document. */
enum row_id rules_ban_row(const struct rules *rules, int ban);

/* The statement to point at for a setting, NULL if there is none: of a ban its `when` rather than its exceptions. */
const struct statement *rules_statement(const struct rules *rules, enum row_id row, int item);

/* The word at place [index] of those that setting [row] chooses from; its end is not marked, it has [*length] bytes. */
const char *rules_word(enum row_id row, int index, size_t *length);

/* Writes the path of a setting as people name it: deal.hand, meld.set.wilds, pile.freeze.wild_in_pile.when. */
void rules_path(const struct rules *rules, enum row_id row, int item, struct text *out);

/* Likewise the path of an item, pile.freeze.wild_in_pile, or of a section. */
void rules_item_path(const struct rules *rules, int group, int item, struct text *out);

/* The kind that [name] ("7", "red 3", "joker") stands for, or -1. */
int rules_kind_named(const struct rules *rules, const char *name);

/* The kinds of card that are of one rank; those that have one of these faces at least. */
cardset rules_kinds_of_rank(const struct rules *rules, int rank);
cardset rules_kinds_of_faces(const struct rules *rules, cardset faces);

/* ---- faces, of which kinds are made (card_kinds.c) ---- */

enum { RANKS = 14, RANK_JOKER = 13 };

/* "3" to "A", "2", "joker": the order in which kinds of card stand, naturals first in most games. */
extern const char *const RANK_NAMES[RANKS];

/* Words for cards that are no ranks, for who offers them; and whether a word can stand for cards, alone or with others. */
enum { CARD_WORDS = 11 };
extern const char *const card_words[CARD_WORDS];
bool is_card_word(const char *word);

#define FACES_ALL ((UINT64_C(1) << FACES) - 1)

/* What words for cards stand for, as far as that is known yet. */
struct card_terms {
	cardset wild, bonus; /* these two words */
	bool of_melds;       /* the cards give melds their ranks: a rank that has bonus cards and others stands for the others */
};

/* The faces meant by a row of atoms ("red 3", "4..A", "wild"). On failure returns false and queues a finding. */
bool faces_of_atoms(struct diags *diags, const struct card_terms *terms, const struct expr *atoms, cardset *faces);

/* The faces meant by a comma list of such phrases, each perhaps with `except`. */
bool faces_of_list(struct diags *diags, const struct card_terms *terms, const struct expr *list, cardset *faces);

/* The words `wild` and `bonus` that such a list or row has, as bits (enum card_role). */
unsigned roles_named(const struct expr *cards);

/* Writes the name of a set of faces of one rank: "7", "red 3", "10H". [room] bytes are enough with 24. */
void faces_name(cardset faces, char *name, size_t room);

#endif
