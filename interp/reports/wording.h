/* wording.h -- the rules in sentences, as a rule sheet has them: settings, conditions, amounts, cards. The sentences come
 * from rules/wordings.def; ranks are in words and values in digits, so that a number in a sentence is always a value. */
#ifndef REPORTS_WORDING_H
#define REPORTS_WORDING_H

#include <stdbool.h>
#include "rules/rules.h"

struct arena;
struct ir;
struct text;

/* Who is spoken to: nobody on a sheet, which says "the player" and "the side"; on a card for the table the reader, who has a
 * partner or plays alone. */
enum voice { VOICE_SHEET, VOICE_PARTNER, VOICE_ALONE };

/* Writes the value of a setting alone: "2", "1,500", "red threes", "to the left", "when the stock is empty"; a ladder
 * on one line: "50 when the side's total is below 1,500, 90 from 1,500". [item] is 0 in a section. */
void wording_value(const struct rules *rules, enum row_id row, int item, struct text *out);

/* Writes a whole sentence, or several: "A side needs 2 canastas to go out."; for a setting of an item it begins with
 * the item: "The meld "A set" has at most 3 wild cards." False, with nothing written, where there is nothing to say: a
 * default that does nothing, unless it took the place of something else in this variant; or a setting that is idle while
 * another one has its default. */
bool wording_sentence(const struct rules *rules, enum row_id row, int item, struct text *out);

/* Writes what is so where wording_sentence() says nothing of a setting: "Nothing is added to the minimum." False, with nothing
 * written, where there are no words for that. */
bool wording_instead(const struct rules *rules, enum row_id row, int item, struct text *out);

/* Writes in what a setting goes beyond the condition that [others] have for it, in a game without one: "A side's score for "Red threes"
 * counts also when the side has exactly 1 canasta." False, with nothing written, if that cannot be said plainly. */
bool wording_beyond(const struct rules *rules, enum row_id row, int item, const struct rules *others, int other_item,
                    struct text *out);

/* Writes that the pile is taken in way [take], which asks nothing, also when the side has at least [cards] cards of the top card's rank. */
bool wording_from_size_on(const struct rules *rules, int take, int cards, struct text *out);

/* Writes what a difference says of a word, or of a text that is not stated, of which wording_sentence() says nothing; false, with nothing
 * written, if it has no words for it. */
bool wording_apart(const struct rules *rules, enum row_id row, int item, struct text *out);

/* The same as it stands in a list below the title of its item: "at most 3 wild cards". In a section the sentence. */
bool wording_clause(const struct rules *rules, enum row_id row, int item, struct text *out);

/* What wording_clause() writes, but in one sentence, however long it is. */
bool wording_clause_whole(const struct rules *rules, enum row_id row, int item, struct text *out);

/* What stands in place of what is in the table below it. */
extern const char wording_as_follows[];

/* The same above a table of the setting's values: "what a side melds first must count at least as follows, by the side's
 * total"; as ever where a setting needs no table. */
bool wording_clause_above(const struct rules *rules, enum row_id row, int item, struct text *out);

/* A sentence of more characters, two lines of a page, is divided. */
enum { SENTENCE_MOST = 160 };

/* All that there is to say of the settings of an item, in a line without a full stop: "3 to 7 cards; at most 2 wild cards". If that
 * is too long for a sentence behind its title, the first line has what is short, and each of the others a clause or a part of one.
 * [above]: what stands in place of what a table shows, or NULL. [without]: for each row whether it is left out; NULL for none. */
void wording_lines(const struct rules *rules, int group, int item, const char *above, const bool *without,
                   struct text *out);

/* The same, with each line as a sentence, behind a full stop; without one at the end. Settings that are true in [without] are left out, if
 * that is not NULL. */
void wording_clauses(const struct rules *rules, int group, int item, const bool *without, struct text *out);

/* Writes the clauses that have a verb, joined, and what else is said in sentences of its own, but for the last full stop: "has 3 to 6 cards
 * and may be begun only when the player goes out. Two of them are never put together". False, with nothing written, if no clause has
 * one, or the first of them is too long for a sentence. */
bool wording_predicate(const struct rules *rules, int group, int item, struct text *out);

/* Writes what is said of an item by itself: no rank or line of the score was named before it, and no side unless [side_named]. */
void wording_alone(const struct rules *rules, int group, int item, const char *said, bool side_named, struct text *out);

/* True if a clause of an item is no more than its title: "A wild card lies on top", when a wild card lies on top; "A three", of threes. */
bool wording_says_title(const struct rules *rules, int group, int item, const char *clause);

/* Adds one of them to what [out] has, behind a semicolon. */
void wording_add_clause(const struct rules *rules, enum row_id row, int item, struct text *out);

/* Writes clause [clause] of setting [row]; of one that says which melds an item is for, what they are: "when it is of aces and has no
 * wild cards" as "of aces, with no wild cards". */
void clause_of_meld(enum row_id row, const char *clause, struct text *out);

/* Writes lines as sentences: "only when A", "not when B" as "only when A. Not when B", without a full stop at the end. */
void lines_as_sentences(const char *lines, struct text *out);

/* Writes [words] with a capital letter in front. */
void wording_capital(const char *words, struct text *out);

/* True if the setting is of no matter while another one has its default, or has not. [*failed] is set where memory ran out. */
bool wording_is_idle(const struct rules *rules, enum row_id row);

/* True if the setting is idle, and not said, while setting [other] has its default, or has not. */
bool wording_rests_on(enum row_id row, enum row_id other);

/* True if the setting has the same number as another one, and that is said in place of it: "Everyone plays alone". */
bool wording_is_equal(const struct rules *rules, enum row_id row);

/* What a number of the setting counts: "points", "cards". */
const char *wording_unit(enum row_id row);

/* Writes what an item is called in a sentence: the way of taking the pile "With a natural pair". For the sections
 * and lists themselves (item -1) their heading in small letters: "going out". */
void wording_item(const struct rules *rules, int group, int item, struct text *out);

/* The same for an item that was taken away. */
void wording_removed(const struct removed_item *removed, struct text *out);

/* True if items of the list are said without their titles, because their clauses say everything. */
extern const bool wording_is_bare[GROUP_COUNT];

/* What opens a section or list on a sheet; NULL if nothing does. [alone]: where every player is a side, if that is not NULL. */
extern const char *const wording_leads[GROUP_COUNT];
extern const char *const wording_leads_alone[GROUP_COUNT];

/* What an item of a list is called in front of its title: "the way of taking the pile"; NULL: the name of the list. */
extern const char *const wording_nouns[GROUP_COUNT];

/* What several of them are called, without an article: "ways of taking the pile"; NULL for sections. */
extern const char *const wording_nouns_of_many[GROUP_COUNT];

/* What an item is called in front of its title where a sentence is about one setting of it; NULL: as in wording_nouns. */
extern const char *const wording_subjects[GROUP_COUNT];

/* What is said of a game that alone has an item, before what is said of that: "has a word for certain melds"; NULL: it has that item. */
extern const char *const wording_only[GROUP_COUNT];

/* Writes the title of an item, or its name in words if it has none. */
void wording_title(const struct rules *rules, int group, int item, struct text *out);

/* ---- expressions ---- */

/* Writes a condition: "when A and B, unless C", "when A or B, or when C and D", and behind [only] "when A and B, but not when C", as "only when A, unless C"
 * could be taken for the opposite; "always" or "never" if it is settled. One that is only denied is "unless C", and where it
 * is [listed] among others "when C is not". */
void condition_say(const struct rules *rules, const struct ir *condition, bool listed, bool only, struct text *out);
void condition_voiced(const struct rules *rules, enum voice voice, const struct ir *condition, bool listed, bool only,
                      struct text *out);

/* The same of what a meld is, in which nothing is an exception: "when it has no wild cards and is no sequence". */
void condition_of_meld(const struct rules *rules, enum voice voice, const struct ir *condition, struct text *out);

/* The same for one that is too long for a sentence, in lines: "when A and B", "or when C", "but not when D", "nor when E". */
void condition_divide(const struct rules *rules, const struct ir *condition, bool only, struct text *out);

/* Writes what term [term] stands for, in the words of terms before it; [divided] into lines. */
void term_explain(const struct rules *rules, enum voice voice, int term, bool divided, struct text *out);

/* [condition] with the terms before [before] that have titles in place of what means the same; made in [arena]. NULL if out of
 * memory. */
const struct ir *terms_named(const struct rules *rules, const struct ir *condition, int before, struct arena *arena);

/* A part that all conditions of meld [item] have, under which it is begun and cards are added; NULL if there is none. */
const struct ir *shared_part(const struct rules *rules, int item, struct arena *arena);

/* [condition] without its part that is the same as [part], terms being named; NULL if out of memory. */
const struct ir *condition_without(const struct rules *rules, const struct ir *condition, const struct ir *part,
                                   struct arena *arena);

/* Writes that a term with a title holds, or with [deny] that it does not, as a clause: "the turn card has|not been drawn"; of a
 * title that is no sentence: "base of five"|applies. */
void term_say(const struct rules *rules, int term, bool deny, struct text *out);

/* Writes that an event whose title is a sentence happened, or with [deny] that it did not, as a clause: "time|is called". False, with nothing
 * written, if the title is a thing. */
bool event_say(const struct rules *rules, int event, bool deny, struct text *out);

/* True if its title denies something: "The side has not opened". */
bool term_is_negative(const struct rules *rules, int term);

/* True if [words], which follow a form of "have", name what somebody has, and not what she has done: "a canasta", "at least 2 cards". */
bool names_a_thing(const char *words);

/* Writes limits without their subject: "3 to 7 cards", "at most 3 wild cards and no more wild cards than natural cards". */
void bounds_say(const struct rules *rules, const struct ir *bounds, struct text *out);

/* Writes an amount: a number, "what the cards in its melds count", "100 for 1, 200 for 2 or more, by the number of ...". */
void amount_say(const struct rules *rules, const struct ir *amount, struct text *out);
/* The fact of which an amount counts what is beyond the first so many, [*free] of them: `side events talk - 1`. NULL if it is something
 * else. */
const struct ir *fact_beyond(const struct ir *amount, int32_t *free);

/* True if line [item] of the score pays for what goes beyond a number and counts only where something does: "after the first" says both. */
bool counts_beyond(const struct rules *rules, int item);

/* True if a part of a condition asks for one more of [fact] than so many, which "after the first" says as well. */
bool is_first_beyond(const struct ir *part, const struct ir *fact, int32_t free);

/* Writes one of what [fact] counts, as after "for each". */
void fact_say_each(const struct rules *rules, enum voice voice, const struct ir *fact, struct text *out);
void amount_voiced(const struct rules *rules, enum voice voice, const struct ir *amount, struct text *out);

/* The highest value that the key of a ladder can have at the table of [rules], as far as that is known. */
int64_t ladder_most(const struct rules *rules, const struct ir *ladder);

/* The parts of a ladder: for which numbers [step] holds ("below 0", "from 1,500", "2 to 3", "4 or more"), its value, and
 * what the numbers are ("the side's total"). No number is left for an idle step. */
bool step_is_idle(const struct rules *rules, const struct ir *ladder, const struct ir *step);
void step_say_range(const struct rules *rules, const struct ir *ladder, const struct ir *step, struct text *out);
void step_say_value(const struct rules *rules, const struct ir *step, struct text *out);
void ladder_say_key(const struct rules *rules, const struct ir *ladder, struct text *out);

/* Writes a number as people do: 8,500. */
void number_write(int64_t number, struct text *out);

/* ---- cards ---- */

/* Writes a set of faces: "wild cards", "jokers and twos", "fours to aces", "no cards". Without [rules] wild cards are
 * named by their ranks. */
void cards_say(const struct rules *rules, cardset faces, struct text *out);

/* The cards that count [points], 0 when there are none in this deck; and the most that a card counts which counts less
 * than [below], INT32_MIN if there is none. */
cardset points_faces(const struct rules *rules, int points);
int points_below(const struct rules *rules, int below);

/* ---- the table, for the files that fill in its sentences ---- */

enum { WORDING_WORDS_MAX = 5 };

/* How a setting is said. */
struct wording {
	const char *none, *all, *some;
	const char *word[WORDING_WORDS_MAX]; /* of a WORD, in the order of its words */
	const char *equal;                   /* said while row [equal_to] has the same number, or NULL */
	enum row_id equal_to;
	const char *beside; /* said in place of these while row [beside_of] is not by default, or NULL */
	enum row_id beside_of;
	const char *more; /* said in place of these while row [more_of] is a number above 1, or NULL */
	enum row_id more_of;
	const char *with; /* said of word [with_word] while row [with_of] has its word [with_other], or NULL */
	int with_word, with_other;
	enum row_id with_of;
	const char *shared; /* said in place of these where who plays alone and the others have a reserve each, or NULL */
	const char *negative; /* said of an amount that begins with a minus, or NULL */
	const char *verb;     /* between an item and the clause, "" if that has its verb; NULL: the clause is a sentence */
	const char *verb_of[WORDING_WORDS_MAX]; /* in place of it with this word, or NULL */
	const char *reached;  /* said of a condition that [reached_by] is at least some number, or NULL */
	enum fact_id reached_by;
	const char *apart[WORDING_WORDS_MAX]; /* said of a word by a difference where nothing else is, or NULL */
	const char *unset, *set; /* said of no text, or of one, by a difference where nothing else is, or NULL */
	const char *instead;  /* said where the others say nothing and the setting was changed, or NULL */
	const char *instead_with; /* in place of it while row [instead_of] has its word [instead_other], or NULL */
	int instead_other;
	enum row_id instead_of;
	const char *is_given; /* not NULL: said only while row [given] is not by default */
	enum row_id given;
};

/* How a fact is said: some of what facts.def calls a FLAG, the rest of a number. */
struct fact_wording {
	const char *so, *not_so;
	const char *some, *none, *counted, *noun, *each;
	const char *either; /* said where the same of fact [other], of another side, is enough; NULL: nothing is */
	enum fact_id other;
	bool ordinal;    /* which one it is: "2 or later" in place of "at least 2" */
	const char *step; /* behind each value of a ladder that goes by it, or NULL */
	const char *nth; /* "side to open", if it is said as "the second side to open"; else NULL */
};

/* How [fact] less another one is said. */
struct less_wording {
	enum fact_id fact, less;
	const char *counted, *noun;
};

/* "first", "second"; from the ninth on "9th". */
void nth_write(int number, struct text *out);

extern const struct wording wordings[ROW_COUNT];

/* What is said of a setting where nothing else is, and its holes are not filled in; NULL if there are no words for it. */
const char *wording_instead_words(const struct rules *rules, enum row_id row, int item);
extern const struct fact_wording fact_wordings[FACT_COUNT];

/* The wording of [fact] less fact [less], or NULL: that is said as a difference. */
const struct less_wording *less_wording_of(enum fact_id fact, enum fact_id less);

/* The wording of [fact] in these rules. */
const struct fact_wording *fact_wording_of(const struct rules *rules, enum fact_id fact);

/* In place of a list: $ is what was done, and when (deeds.def). */
enum { HOLES_OF_DEED = GROUP_COUNT };

/* What goes into the holes of a sentence. */
struct holes {
	const struct rules *rules;
	enum voice voice;
	const char *value;                               /* for # */
	enum { HALF_NEITHER, HALF_FIRST, HALF_SECOND } half; /* which half of {first|second} is said */
	cardset faces;                                   /* for @, and for #a */
	int group, item;                                 /* for $ */
	const struct ir *others; /* facts of the same kind, whose items are meant as well; NULL if there are none */
};

/* Writes [sentence] with its holes filled in. */
void wording_fill(const struct holes *holes, const char *sentence, struct text *out);

/* A step of a ladder that goes by two numbers, `side order * 1000 + stock size`: when it holds, and its value. */
struct step_of_two {
	const struct ir *when, *value;
};

enum { STEPS_OF_TWO = 32 }; /* of more steps the formula is said */

/* Finds the steps of such a ladder; returns how many there are, 0 for any other ladder. */
int ladder_of_two(const struct rules *rules, const struct ir *ladder, struct arena *arena,
                  struct step_of_two *steps); /* two_numbers.c */

/* The half that is said of so many: "card" or "cards". */
#define half_for(count) ((count) == 1 ? HALF_FIRST : HALF_SECOND)

/* ---- seats, sides, items and lines of the score ---- */

/* South, West, North, East for four players, Player 1, Player 2, ... for others. */
const char *seat_name(const struct rules *rules, int seat);

/* North-South, East-West; Player 2; Players 1, 3, 5. */
void side_name(const struct rules *rules, int side, struct text *out);

/* The same of a side as it is now, where [side_of] has the side of each seat: Player 1 and Player 3. */
void side_name_now(const struct rules *rules, const uint8_t *side_of, int side, struct text *out);

/* The name of an item in words: red_threes as "red threes". word_in_words() does so with its first [length] bytes. */
void name_in_words(const char *name, struct text *out);

/* A kind of canasta as its rules call it: "natural canasta", "black book", or with [article] "a black book". */
void kind_of_canasta_in_words(const struct rules *rules, int canasta, bool article, struct text *out);

/* What a line of the tally is for: its title, "natural canastas", or its name in words. */
void tally_line_in_words(const struct rules *rules, int line, struct text *out);

/* ---- where it is stated (origin.c) ---- */

/* Writes the place where [span] begins: variants/base.canasta:53. */
void place_write(const struct rules *rules, struct span span, struct text *out);

/* Writes the place of [statement]. */
void statement_place_write(const struct rules *rules, const struct statement *statement, struct text *out);

/* Writes what [notes] cite, and `house` where they say so, each behind a line feed: "\n@HOUSE-12"; nothing twice. */
void cites_write(const struct note *notes, struct text *out);

/* True if the remarks of [layer] in [group] were removed by a layer above. */
bool remarks_are_off(const struct rules *rules, int group, const struct layer *layer);

/* Writes where [cell] was stated, the layer if that is not the variant itself, and the citations, with a line feed
 * between them; "default" if nothing was stated. */
void origin_write(const struct rules *rules, const struct cell *cell, struct text *out);

/* The same of an item of a list. */
void item_origin_write(const struct rules *rules, int group, int item, struct text *out);

/* Writes the value that [cell] states for setting [row], a line for each step or condition; the default in the words of
 * the language if it states nothing. */
void value_write(enum row_id row, const struct cell *cell, struct text *out);

/* ---- departures; to compare takes memory, and [*failed] is set where it runs out ---- */

/* The highest layer height that still belongs to the parent. */
int parent_height(const struct rules *rules);

/* True if [cell] says something else than the layers up to [height] do, or than the default where they say nothing. */
bool stated_above(enum row_id row, const struct cell *cell, int height, bool *failed);

/* True if the parent has this [number] for a setting of a section. */
bool parent_says(const struct rules *rules, enum row_id row, int32_t number, bool *failed);

/* True if what setting [row] of [item] says is this variant's own, or an option's, and not what the parent has; also if
 * that is so of a term or class that it asks for. */
bool setting_departs(const struct rules *rules, enum row_id row, int item, bool *failed);

/* True if the parent does not have the item, or has some setting of it otherwise. */
bool item_departs(const struct rules *rules, int group, int item, bool *failed);

/* True if the parent has an item that this variant does not have: [removed] is one of rules->removed. */
bool removal_departs(const struct rules *rules, const struct removed_item *removed);

/* True if the document is named by the file of these rules, and cited by them; where they cite none, all of the file are theirs. */
bool document_is_own(const struct rules *rules, const struct source_document *document);

/* True if a sheet does not explain the item: a term or class for which no rule of this variant asks, or such an event that another author
 * described; or a term that no sentence says, because it has no title, or always or never holds; or, where the pile is always
 * frozen, another reason for that or a way of taking a pile that is not. */
bool item_is_left_over(const struct rules *rules, int group, int item);

/* True if something in section or list [group], or of [item] of it where that is not negative, is other than it was in
 * the layers up to [height]: a setting, an item more or less. */
bool changed_above(const struct rules *rules, int group, int item, int height, bool *failed);

/* True if [words], which were written for the layers up to [height], name a setting that was changed above them, or an item
 * that was taken away: "threes are not replaced" where `replaced` is another. What they say may then be untrue. */
bool words_name_changed(const struct rules *rules, const char *words, int height, bool *failed);

/* True if a list of section [group] has items, all of them brought in by layers above [height]. */
bool filled_above(const struct rules *rules, int group, int height);

#endif
