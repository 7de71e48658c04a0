/* act_text.h -- cards and acts as text, parsed and formatted: draw, take K K, meld 7 7 2, add 2 to 7, discard 5, special pairs,
 * ask, lay red 3, no talon. */
#ifndef NOTATION_ACT_TEXT_H
#define NOTATION_ACT_TEXT_H

#include "game/position.h"
#include "game/game.h"

struct line;
struct text;
struct word;

/* ---- cards and melds (card_names.c) ---- */

/* The kind that the words of [line] from number [at] on name; [*used] is how many they are, one or two. -1 if they name no card
 * or several, with a sentence in [why], which may be NULL. Where a name fits several kinds and [game] is not NULL, it is the
 * one that can be held, or the one that the player to act holds. */
int card_parse(const struct rules *rules, const struct game *game, const struct line *line, int at, int *used,
               struct text *why);

/* The first kind of the rank that the words from number [at] on name, as 7 does where sequences tell its suits apart; -1 if they
 * name none. */
int rank_parse(const struct rules *rules, const struct line *line, int at, int *used);

/* True if the next word is `as` before the name of a meld or of a way of taking the pile. Where suits are told apart it may be the
 * ace of spades instead. */
bool name_is_said(const struct rules *rules, const struct line *line);

/* Writes what may be meant by the word number [at], which names no card: "did you mean `joker`?"; nothing if that is not clear. */
void card_suggest(const struct rules *rules, const struct line *line, int at, struct text *hint);

/* Takes a word like 777 or kk2 apart: writes one word per card to [cards] and returns their number, 0 if it is not
 * such a word. [cards] has room for as many words as [word] has letters. */
int card_word_split(const struct word *word, struct word *cards);

/* Writes cards grouped by rank, in the order of kinds, two spaces between ranks: "4 4  K  2 2 2  joker". */
void cards_write(const struct rules *rules, const struct cards *cards, struct text *out);

/* Writes cards as lines of a position or a protocol have them, a blank before each: " 4 4 K 2". */
void cards_write_row(const struct rules *rules, const struct cards *cards, struct text *out);

/* The same of [count] kinds, the first at [kinds] and each [step] places behind the one before. */
void kinds_write_row(const struct rules *rules, const uint8_t *kinds, int count, int step, struct text *out);

/* Writes a meld: "7 7 7 7 2". */
void meld_write(const struct rules *rules, const struct meld_cards *cards, struct text *out);

/* What a meld is called, given its kind: the name of its rank, or "wild" for wild cards alone. */
const char *meld_name(const struct rules *rules, int kind);

/* ---- what players call canastas and reserves (club_words.c) ---- */

/* Writes [words], a sentence of ours or a part of one, with what players of this variant call a canasta or a reserve in place of these two
 * words: "books", "the foot". Where [rules] is NULL they stay as they are. Not for titles, which are a file's own words, nor for commands and
 * paths of settings, which are typed. */
void club_words_write(const struct rules *rules, const char *words, size_t length, struct text *out);
void club_say(const struct rules *rules, const char *words, struct text *out);

/* Writes how many canastas there are: "2 books". */
void club_canastas_write(const struct rules *rules, int count, struct text *out);

/* Writes the noun for a canasta: "book". */
void noun_of_canasta(const struct rules *rules, struct text *out);

/* ---- acts (act_parser.c, act_format.c) ---- */

/* ---- parsing ---- */

/* Parses a line of words as acts of the player to act, in the order in which to do them, and returns their number.
 * A meld of many cards becomes its beginning and an addition for each further card. Whether
 * they are legal is not checked. If the line cannot be understood, or is more than [room] acts, returns 0 and a sentence. */
int acts_parse(const struct game *game, const char *words, struct act *acts, int room, struct text *why);

/* The same for somebody who sees no hidden card, so that no sentence depends on one: behind an act that brings cards
 * (act_brings_cards()) the line is not parsed any further. [*rest] is what follows, to be parsed once that act is done. */
int acts_parse_seen(const struct game *game, const char *words, struct act *acts, int room, const char **rest,
                    struct text *why);

/* Whose acts stand in a line: those of the player to act, or of whoever is to act then. */
enum line_players { LINE_OF_ONE, LINE_OF_ALL };

/* The same of a line that is cut into words, from its next word on. */
int acts_parse_line(const struct game *game, struct line *line, enum line_players players, struct act *acts, int room,
                    struct text *why);

/* Parses cards up to the end of a clause and adds them to [cards]. False, with a sentence, at a word that names none. [game] is
 * as card_parse() has it. */
bool cards_parse(const struct rules *rules, const struct game *game, struct line *line, struct row_of_cards *cards,
                 struct text *why);

/* If a line begins with a draw, takes the cards that are named behind it out of the line and adds them to [drawn]: "draw K,
 * discard 5" becomes "draw, discard 5". False, with a sentence, at a word that names none. */
bool draw_parse(const struct rules *rules, const struct game *game, struct line *line, struct row_of_cards *drawn,
                struct text *why);

/* ---- formatting ---- */

/* True if [count] cards that are written as a meld of kind [form] have to be followed by its name, because they could be read as a
 * meld of another kind. */
bool meld_wants_name(const struct rules *rules, int form, const uint8_t *kinds, int count);

/* True if [words] begin with the word of an act. */
bool act_is_line(const char *words);

/* The word that an act of this verb begins with: "draw". */
const char *verb_word(enum verb verb);

/* Writes [act], of the player to act, so that acts_parse() takes it for the same act. Where two kinds of meld, or two
 * ways of taking the pile, would read alike, the name of the one meant is added: take K K as natural_pair. */
void act_write(const struct game *game, struct act act, struct text *out);

/* Writes the cards that an act lays, a blank before each: natural cards first. */
void act_write_cards(const struct rules *rules, struct act act, struct text *out);

/* Writes [count] acts that the players do one after the other from [game] on, with commas between them. */
void acts_write(const struct game *game, const struct act *acts, int count, struct text *out);

/* Writes why [act] is refused: the sentence, what is missing or how to mend it, and in brackets the clause. */
void reason_write(const struct game *game, struct act act, struct reason reason, struct text *out);

/* The same in two parts: the sentence alone, */
void reason_write_sentence(const struct game *game, struct act act, struct reason reason, struct text *out);

/* and the clause alone: path of the setting, where it is written, what it cites. Nothing if no rule stands behind. */
void reason_write_clause(const struct rules *rules, struct reason reason, struct text *out);

#endif
