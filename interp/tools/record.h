/* record.h -- a game as lines of text that people can read: written act by act while it is played, and read again
 * line by line. docs/record.md describes the format. */
#ifndef TOOLS_RECORD_H
#define TOOLS_RECORD_H

#include "game/game.h"
#include "game/position.h"

struct text;

/* A record being written, or read. */
struct recorder {
	uint16_t check; /* checksum of all its lines so far */
	bool plain;     /* its lines have no checksums, since a person began it */
};

/* How a record gives the cards. */
enum record_cards {
	CARDS_OF_A_SEED, /* the seed they are shuffled by */
	CARDS_SEALED,    /* a commitment, and the seed in the last line */
	CARDS_NAMED      /* each card is named: there is no seed if real cards are dealt */
};

/* What stands at the head of a record. The texts stay the caller's. */
struct record_head {
	const struct rules *rules;
	const char *reference;      /* the variant as canasta_load() was given it, */
	const char *const *options; /* and its options */
	int option_count;
	enum record_cards cards;
	uint64_t seed; /* of this one game: game->seed */
	/* who plays at each seat, rules->table.players of them: "person", the name of a bot, or NULL if unknown. NULL
	 * if all are */
	const char *const *who;
	const char *date; /* when, in any words, or NULL */
};

/* The first name in [head] that could not be read back: of the variant, an option, a player or the date. Names must not
 * be empty, contain a bar or a control character, or have blanks at their ends. NULL if all are fine. */
const char *record_head_fault(const struct record_head *head);

/* Begins a record: sets up [recorder] and writes the head. False, with nothing written, if record_head_fault() finds
 * such a name or memory runs out. */
bool record_begin(struct recorder *recorder, const struct record_head *head, struct text *out);

/* Write the deal that was just dealt; an act of the player to act in [before], who is about to do it, with the names of the cards that it
 * brings from the stock if [after], the game after it, is not NULL; an event that happened to the deal, or to [side]; the scores of a deal that is over. */
void record_deal(struct recorder *recorder, const struct game *game, struct text *out);
void record_act(struct recorder *recorder, const struct game *before, struct act act, const struct game *after,
                struct text *out);
void record_event(struct recorder *recorder, const struct game *game, int event, int side, struct text *out);
void record_score(struct recorder *recorder, const struct game *game, const struct tally *tally, struct text *out);

/* The cards that have come from the stock between two positions of a deal, in their order. The stock may have been renewed once. */
void cards_came(const struct game *before, const struct game *after, struct row_of_cards *row);

/* ---- sealed games ---- */

enum { COMMITMENT_ROOM = 65 };

/* Writes the commitment to a seed that is written as [length] bytes of [words]: their SHA-256 in hexadecimal digits. */
void record_commitment(const char *words, size_t length, char commitment[COMMITMENT_ROOM]);

/* ---- reading ---- */

/* A record being read line by line. All zero but for the bytes, which stay the caller's. */
struct record_reader {
	const char *bytes;
	size_t length;
	size_t at;    /* where the next line begins */
	size_t whole; /* where the last complete line ends; what follows was cut off while it was being written */
	int line;     /* number of the line read last, from 1 */
	struct recorder recorder;
};

enum record_found { RECORD_LINE, RECORD_END, RECORD_FAULT };

/* True if [text] begins as a record of some version does. */
bool record_is_begun(const char *text);

/* Reads the first line, which says what file this is; false, with a sentence, if it does not. */
bool record_open(struct record_reader *reader, struct text *why);

/* Finds the next line with words in it and sets [words] to them, without blanks at their ends. A line that was cut off
 * counts as the end of the file. RECORD_FAULT, with a sentence, if a line was changed after it was written. */
enum record_found record_read(struct record_reader *reader, struct text *words, struct text *why);

/* The words of the score line of a deal that is over, as record_score() writes it. */
void record_score_words(const struct game *game, const struct tally *tally, struct text *words);

#endif
