/* analysis.h -- static analysis of formulas: what a formula asks, what can change its answer, and the interval of its
 * values. If something is not known, the answer is the one that makes the engine ask in play. */
#ifndef RULES_ANALYSIS_H
#define RULES_ANALYSIS_H

#include <stdbool.h>
#include "rules/rules.h"

/* ---- what is asked ---- */

/* True if [condition] asks [fact] itself, not through a term. */
bool asks(formula condition, enum fact_id fact);

/* True if [of] asks [fact], be it through a term or a ladder. */
bool reaches(const struct rules *rules, formula of, enum fact_id fact);

/* True if some setting of [rules] asks [fact]. */
bool rules_ask(const struct rules *rules, enum fact_id fact);

/* True if it matters that a side makes its initial meld: it has to count or contain something, or another rule asks for it. */
bool rules_have_opening(const struct rules *rules);

/* True if everyone plays alone from the first card to the last. */
bool all_play_alone(const struct rules *rules);

/* True if the answer may depend on the rank in question. */
bool asks_rank(const struct rules *rules, formula condition);

/* True if [condition] is one fact, [fact], and nothing else. */
bool asks_only(formula condition, enum fact_id fact);

/* True if [condition] implies [fact]: it is that fact, or one of its parts that must all hold is. */
bool demands(formula condition, enum fact_id fact);

/* True if [ir] demands enough initial melds of a class, or that they count enough. */
bool asks_for_class(const struct ir *ir);

/* True if the answer to [fact] cannot change during a deal except by recording an event, after which minimums are
 * computed anew. */
bool is_steady_fact(enum fact_id fact);

/* True if melding in a turn can change the answer to [fact]; [others]: melding other ranks than the one in question. */
bool melding_changes_fact(enum fact_id fact, bool others);

/* True if melding in a turn can change the answer to [condition]; [others]: melding other ranks than the one in
 * question. Taking the pile does not count, since everything is evaluated anew after it. */
bool melding_changes(formula condition, bool others);

/* ---- intervals ---- */

struct interval {
	int64_t low, high;
};

/* The interval of an expression under these finished rules. It may be wider than the values that occur, because facts
 * are taken to be independent of each other, but never narrower. */
struct interval ir_interval(const struct rules *rules, const struct ir *ir);

/* The same for a formula; all numbers for NULL. */
struct interval formula_interval(const struct rules *rules, formula of);

/* The interval of what [asked] answers, a fact other than a term. */
struct interval fact_interval(const struct rules *rules, const struct ir *asked);

/* How many cards of these kinds the deck has. */
int cards_in_deck(const struct rules *rules, cardset kinds);

/* The cards that a fact can count, where it is asked of some: of those laid out the bonus cards. */
cardset fact_cards(const struct rules *rules, const struct ir *asked);

/* Where the cards lie that a fact counts, each in one place alone. Counts of cards and of points are told apart. */
enum place { PLACE_NONE, PLACE_HANDS, PLACE_MELDS, PLACE_LAID, PLACES };
enum place place_counted(enum fact_id fact);

/* The number that every answer to a fact is a multiple of: of points what all cards count, of totals what all scores do. */
int64_t fact_step(const struct rules *rules, enum fact_id fact);

/* True if the upper bound of a fact may be more than ever occurs, as that of melds, which cards and ranks limit in many ways. */
bool most_is_estimated(enum fact_id fact);

/* The interval of an expression or a formula where something is known: [of_fact] gives the interval of each fact but terms, from
 * [frame]. */
typedef struct interval interval_of_fact(const void *frame, const struct ir *asked);
struct interval ir_interval_where(const struct rules *rules, const struct ir *ir, const void *frame,
                                  interval_of_fact *of_fact);
struct interval formula_interval_where(const struct rules *rules, formula of, const void *frame,
                                       interval_of_fact *of_fact);

/* True if no fact is asked more than once by all of the formulas, and no term. */
bool ask_once(const formula *of, size_t count);

/* True if its interval says all there is to say of a condition, but for facts that exclude each other: none is asked twice or through a
 * term, and nothing jumps over numbers, as a product does. */
bool intervals_say_all(formula condition);

/* True if a condition cannot hold. */
bool cannot_hold(const struct rules *rules, formula condition);

/* True if it cannot hold although it is not just `never`. */
bool is_contradiction(const struct rules *rules, formula condition);

/* True if the initial meld is waived only for a side that has made it. */
bool waived_too_late(const struct rules *rules);

/* True if no side is let off its initial meld. */
bool waives_nothing(const struct rules *rules);

/* True if a side whose player goes out has opened: no waiver is for going out, or comes with an event after the last meld. */
bool opens_before_going_out(const struct rules *rules);

/* True if no meld can be of the class: no kind of meld leads to one, or its condition cannot hold. */
bool no_meld_is_of_class(const struct rules *rules, int class);

/* ---- bans, freezes and ways of taking ---- */

/* True if a ban never holds for a player who does not go out. */
bool ban_is_for_who_goes_out(const struct rules *rules, int ban);

/* True if a ban never holds for a player who goes out. */
bool ban_spares_who_goes_out(const struct rules *rules, int ban);

/* The kinds of meld that are begun only by a player who goes out in that turn, as bits. */
uint32_t melds_of_going_out(const struct rules *rules);

/* True if the ban keeps every card from being the last; and if bans together do, none of which gives way for it, so that whoever goes out
 * melds her last card. */
bool bans_every_last_card(const struct rules *rules, int ban);
bool last_card_is_melded(const struct rules *rules);

/* True if the top card with what this way asks of the hand can begin a meld of some kind. */
bool take_begins_melds(const struct rules *rules, int take);

/* True if some way of taking the pile puts its top card into the hand, so that nothing need be melded. */
bool takes_into_hand(const struct rules *rules);

/* True if a side may make its initial meld with the pile. */
bool pile_may_open(const struct rules *rules);

/* The freeze that holds whatever happens, -1 if there is none. */
int freeze_always(const struct rules *rules);

/* False if [condition] never holds for a player who is taking the pile, whether her side has opened or not. */
bool can_hold_for_takes(formula condition);

/* Cards that some way of taking the pile may want on top of it. */
cardset takeable(const struct rules *rules);

/* The first kind of meld that the cards of a way of taking can begin with [top], whatever its conditions say; -1 if there is
 * none. */
int form_of_take(const struct rules *rules, int take, int top);

#endif
