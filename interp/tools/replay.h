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

/* The cards of a deal that its record does not name but that can be inferred. */
struct cards_seen {
	struct row_of_cards hand[PLAYERS_MAX]; /* dealt to each seat, besides those that the record names */
	struct row_of_cards kept;              /* cards that must stay in the stock, because they are drawn later */
	uint8_t drawn[DECK_MAX];               /* for each unnamed draw 1 + the kind that comes; 0 for any */
	int draws;                             /* number of unnamed draws */
	int replaced;                          /* number of these that replace bonus cards at the deal, */
	int replaced_of[PLAYERS_MAX];          /* and of those that come to each seat */
};

/* What is known of the cards of the present deal. All zero before the first. */
struct named_cards {
	bool dealing; /* lines have named cards of a deal that is not dealt yet */
	bool dealer;  /* and one has named the dealer */
	struct position deal;
	struct row_of_cards stock;  /* the cards of the stock after those that are dealt */
	int unnamed;                /* once dealt: number of cards in the stock below those named */
	struct row_of_cards beyond; /* named to come when the stock is used up and the pile becomes it; */
	int laid_beyond;            /* so many lie in the pile for that, to come with the next act */
	struct cards_seen seen;
	bool hand_unnamed[PLAYERS_MAX]; /* not all cards are named that each seat was dealt */
	int drawn_unnamed; /* number of unnamed draws so far */
	int inferred;      /* cards of the present draw that are not named but inferred */
	/* the line with the act that first brought each seat cards of the stock that are made up, 0 if none did; and whether it holds such
	 * cards of what was set aside and of a reserve */
	int came_made_up[PLAYERS_MAX];
	bool aside_made_up[PLAYERS_MAX], reserve_made_up[PLAYERS_MAX];
	uint64_t made_up; /* cards dealt or drawn without a name in the whole game that are not inferred either */
};

/* Begins to take in what is dealt in the next deal of [game]. */
void record_cards_begin(struct named_cards *at, const struct canasta_game *game);

/* True if [words] are a line that names cards, which is then parsed; with a sentence in [why] if it cannot be. */
bool record_cards_line(struct named_cards *at, struct canasta_game *game, const char *words, struct text *why);

/* Deals the named cards, and what the lines from [rest] on show of the cards; false, with a sentence, if that is no deal. */
bool record_cards_deal(struct named_cards *at, struct canasta_game *game, const struct record_reader *rest,
                       struct text *why);

/* Takes the cards after a draw out of the words of an act in this line, "draw 7; meld 7 7 7", and ensures that they come; the rest
 * goes to [act]. Returns how many they are; -1, with a sentence, if they cannot come. */
int record_cards_draw(struct named_cards *at, struct canasta_game *game, const char *words, int line_number,
                      struct text *act, struct text *why);

/* Ensures that cards that are named beyond those of the stock come from the pile, if it becomes the stock with one of the acts of a line,
 * which is about to be done. False, with a sentence, if they cannot. */
bool record_cards_before(struct named_cards *at, struct game *game, const struct act *acts, int count,
                         struct text *why);

/* Takes note of the cards that came with the acts of a line, of which [drawn] were named. False, with a sentence, if fewer came than
 * that. */
bool record_cards_came(struct named_cards *at, const struct game *before, const struct game *after, int drawn, int line,
                       struct text *why);

/* An act of the player to act in [game] was refused. If some cards of her hand were made up, adds that the verdict may rest on them, and
 * which lines would name them. */
void record_cards_doubt(const struct named_cards *at, const struct game *game, struct text *why);

/* ---- a record that is opened and played again (replay.c) ---- */

struct canasta_record {
	struct arena *arena; /* for everything here but the variant */
	const char *name;    /* of the file, for messages */
	struct canasta_variant *variant;
	bool variant_is_borrowed;                    /* it belongs to the caller */
	const char *reference, *title, *date, *hash; /* from the head; NULL if it does not have them */
	const char *option[CANASTA_OPTIONS_MAX];
	int options;
	const char *who[PLAYERS_MAX]; /* NULL if unknown */
	enum record_cards cards;
	uint64_t seed;          /* not set if the cards are named */
	bool origin;            /* the head says where the cards come from */
	const char *commitment; /* to the seed, or NULL */
	bool opened;            /* the seed of a sealed record is known */
	bool closed;            /* the line with the seed was read; nothing may follow */
	struct named_cards named;
	struct record_reader start; /* at the first line after the head */
	struct record_reader body;  /* at the next line to play */
	size_t whole;               /* bytes up to the end of the last line that is complete and unchanged */
	/* a game to which the whole record was played, and its number of lines; NULL if there is none */
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

/* ---- judged by other rules (replay.c) ---- */

/* The score of a deal by its own rules and by the others. */
struct deal_twice {
	struct tally here, there;
	int lost; /* melds that the other rules do not allow */
	bool other_partners; /* by those others could be partners; it is scored with those who were */
};

struct rejudging {
	struct canasta_record *record;
	const struct canasta_variant *under;
	struct canasta_game *game;
	struct conversion conversion;
	struct game there, room; /* the game by the other rules; space for a copy */
	struct game *before;     /* copies of it before each act that can still be taken back */
	int befores;
	bool judging;               /* so far both games are the same and no act was refused */
	int line;                   /* the line where that ended, 0 if it has not */
	struct text reason;         /* why it ended */
	struct game dealt;          /* the present deal as the other rules would deal it */
	int otherwise;              /* the first deal, from 1, that the other rules deal differently; 0 if none */
	struct text deal_otherwise; /* how they deal it */
	int seen;                   /* the first line after which the table looks different; 0 if none */
	struct text seen_otherwise; /* what looks different */
	struct text game_otherwise; /* whether the game would end after another deal, or be won by another side */
	int32_t totals[SIDES_MAX], best; /* by the other rules; the highest of any side so far */
	struct deal_twice *deal;
	int deals;
	bool failed; /* memory ran out */
};

/* Begins to judge. at->record and at->under are set, everything else is zero. Returns a status, with a message if the
 * game or the rules do not allow it. */
int rejudging_begin(const struct canasta_io *io, struct rejudging *at);

/* Plays the record to its end, or to a fault in it, with [why]. */
enum record_found rejudging_play(struct rejudging *at, struct text *why);

/* True if memory ran out for any of it. */
bool rejudging_failed(const struct rejudging *at);

/* Frees what [at] holds. */
void rejudging_end(struct rejudging *at);

/* ---- what is reported of it (replay_report.c) ---- */

/* As canasta_record_report(). */
int replay_report(const struct canasta_io *io, struct canasta_record *record, bool json);

/* As canasta_record_under(). */
int replay_report_under(const struct canasta_io *io, struct canasta_record *record, const struct canasta_variant *under,
                        bool json);

/* ---- what was better (analyse.c) ---- */

/* As canasta_record_analyse(). */
int replay_analyse(const struct canasta_io *io, struct canasta_record *record, const struct budget *budget);

#endif
