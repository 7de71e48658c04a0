/* replay.h -- what stands behind struct canasta_record: a recorded game, how far it has been played again, and what other rules make of
 * it. */
#ifndef TOOLS_REPLAY_H
#define TOOLS_REPLAY_H

#include "tools/playing.h"
#include "game/position.h"
#include "tools/record.h"

struct canasta_game;
struct text;

/* ---- records that name the cards (record_cards.c) ---- */

/* Cards of one deal that can be inferred. */
struct cards_seen {
	struct row_of_cards hand[PLAYERS_MAX]; /* dealt to a seat, beside those named */
	struct row_of_cards kept;              /* that have to stay in the stock, because they are drawn later */
	uint8_t drawn[DECK_MAX]; /* 1 + the kind that comes for each card that is drawn unnamed; 0 for any */
	int draws;               /* how many of these come in all */
	int replaced;            /* and so many of them at the deal, for bonus cards */
};

/* What is known of the deal being played. All zero before the first. */
struct named_cards {
	bool dealing; /* lines name a deal that is not dealt yet */
	bool dealer;  /* one of them who deals */
	struct position deal;
	struct row_of_cards stock; /* the cards that come behind what is dealt */
	int unnamed;               /* once dealt: so many cards of the stock lie under those named */
	struct cards_seen seen;
	int drawn_unnamed; /* so many of seen.draws have come */
	uint64_t made_up;  /* cards that were dealt or drawn in this game without a name */
};

/* Begins to take in what is dealt in the next deal of [game]. */
void record_cards_begin(struct named_cards *at, const struct canasta_game *game);

/* True if [words] are a line that names cards, which is then parsed; with a sentence in [why] if it cannot be. */
bool record_cards_line(struct named_cards *at, struct canasta_game *game, const char *words, struct text *why);

/* Deals the named cards, and what the lines from [rest] on show of the cards; false, with a sentence, if that is no deal. */
bool record_cards_deal(struct named_cards *at, struct canasta_game *game, const struct record_reader *rest,
                       struct text *why);

/* Takes the cards behind a draw out of the words of an act, "draw 7; meld 7 7 7", and ensures that they come; the rest
 * goes to [act]. Returns how many they are; -1, with a sentence, if they cannot come. */
int record_cards_draw(struct named_cards *at, struct canasta_game *game, const char *words, struct text *act,
                      struct text *why);

/* Takes note of the cards that came since the stock of [game] had [before] cards, when [drawn] were named. False, with a
 * sentence, if fewer came than that. */
bool record_cards_came(struct named_cards *at, const struct canasta_game *game, int before, int drawn,
                       struct text *why);

/* ---- a record that is opened and played again (replay.c) ---- */

struct canasta_record {
	struct arena *arena; /* of everything here but the variant */
	const char *name;    /* of the file, for messages */
	struct canasta_variant *variant;
	bool variant_is_borrowed;                    /* it is the caller's */
	const char *reference, *title, *date, *hash; /* as the head has them, NULL where it does not */
	const char *option[CANASTA_OPTIONS_MAX];
	int options;
	const char *who[PLAYERS_MAX]; /* NULL where nothing is said */
	enum record_cards cards;
	uint64_t seed;          /* unless the cards are named */
	bool origin;            /* the head says where the cards come from */
	const char *commitment; /* to the seed, or NULL */
	bool opened;            /* the seed of a sealed record is known */
	bool closed;            /* and the line with it was read: nothing follows */
	struct named_cards named;
	struct record_reader start; /* behind the head */
	struct record_reader body;  /* as far as it was played */
	size_t whole;               /* bytes up to the last line that is not torn off or changed */
	/* the game to which all of it was played, and how many lines that came to; NULL if there is none */
	const struct canasta_game *played;
	uint64_t lines;
};

/* ---- the head (replay.c) ---- */

/* Whose rules a record is played by. */
struct replay_rules {
	const char *reference;           /* that the caller names; NULL for that of the record, */
	bool beside;                     /* which is then a shipped variant or a file beside the record */
	struct canasta_variant *variant; /* that the caller has loaded, and frees; NULL to load one */
};

/* As canasta_record_open(). */
int replay_open(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                const struct replay_rules *from, struct canasta_record **record);

/* "deal 12": its number; 0 for other words. */
unsigned long deal_number(const char *words);

/* ---- a sealed game (replay.c) ---- */

/* True if [words] are the seed that the head commits to. */
bool replay_seal_fits(const struct canasta_record *record, const char *words);

/* Reads a sealed record from the end of its head on and counts what there is. At the line with the seed sets it if
 * it is the one committed to; RECORD_FAULT, with a sentence, if it is not or a line was changed. */
struct sealed_count {
	int deals;
	uint64_t acts;
	bool false_seed;
};
enum record_found replay_count_sealed(struct canasta_record *record, struct sealed_count *count, struct text *why);

/* ---- playing it again (replay.c) ---- */

/* A game that [record] can be played to from its beginning; CANASTA_FINDINGS, with a message, if its cards are not known
 * yet. */
int replay_begin(const struct canasta_io *io, struct canasta_record *record, struct canasta_game **game);

/* Plays what the next line says in [game]. RECORD_FAULT, with the reason, if it cannot be. */
enum record_found replay_step(struct canasta_record *record, struct canasta_game *game, struct text *why);

/* Writes the message about the line read last, "game.record:12: ...", and empties [why]. Returns the status. */
int replay_fault(const struct canasta_io *io, const struct canasta_record *record, struct text *why);

/* The same for programs: an object with the line, the sentence, and the lines that follow it as a list. */
struct json_t *replay_fault_object(int line, const char *why);

/* ---- judged by other rules (rejudge.c) ---- */

/* A deal, by the rules it was played by and by the others. */
struct deal_twice {
	struct tally here, there;
	int lost; /* melds that the other rules do not allow */
};

struct rejudging {
	struct canasta_record *record;
	const struct canasta_variant *under;
	struct canasta_game *game;
	struct conversion conversion;
	struct game there, room; /* the game by the other rules; room for another */
	struct game *before;     /* as it was before each act that can still be taken back */
	int befores;
	bool judging;       /* no act has been refused yet, and both games are still the same */
	int line;           /* where that ended, 0 as long as it has not */
	struct text reason; /* and why */
	struct game dealt;  /* as the other rules deal */
	int otherwise;      /* the first deal, from 1, in which that is not the same, and all before were; 0 if none */
	struct text deal_otherwise; /* what it would be */
	int seen;                   /* the line after which the table first looks otherwise, 0 if it never does */
	struct text seen_otherwise; /* and in what */
	struct text game_otherwise; /* whether the game would end with another deal, or another side win */
	int32_t totals[SIDES_MAX];
	struct deal_twice *deal;
	int deals;
	bool failed; /* memory ran out */
};

/* Begins to judge: at->record and at->under are set, all else is zero. The status, with a message, if the game or the
 * two rules do not allow it. */
int rejudging_begin(const struct canasta_io *io, struct rejudging *at);

/* Plays the record to its end, or to a fault in it, with [why]. */
enum record_found rejudging_play(struct rejudging *at, struct text *why);

/* True if memory ran out for any of it. */
bool rejudging_failed(const struct rejudging *at);

/* Frees what [at] holds. */
void rejudging_end(struct rejudging *at);

/* ---- what was better (analyse.c) ---- */

/* As canasta_record_analyse(). */
int replay_analyse(const struct canasta_io *io, struct canasta_record *record, const struct budget *budget);

#endif
