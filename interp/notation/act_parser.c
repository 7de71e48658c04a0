/* act_parser.c -- reading a line of words as acts. Words are cut into clauses that each begin with a verb; a clause is
 * read knowing what the clauses before it will have done, so that "take K K; add 2 to K" makes sense. */
#include "notation/act_text.h"

#include <string.h>
#include "notation/growth.h"
#include "game/play.h"
#include "notation/lexer.h"
#include "grammar/names.h"
#include "grammar/text.h"

struct reading {
	struct game game; /* as it will be after the acts read so far, as long as they are legal */
	bool stuck;       /* they are not */
	struct spoken line;
	struct act *acts;
	int count, room;
	struct text *why;
	bool failed;
};

/* The cards of a clause, or of one meld in it: natural cards of one kind, and wild cards. */
struct cards_said {
	int kind; /* of the natural cards, -1 if there are none */
	int naturals, wilds;
	uint8_t wild[WILD_KINDS_MAX];
};

static void fail(struct reading *at, const char *sentence)
{
	if (!at->failed)
		text_add(at->why, sentence);
	at->failed = true;
}

/* ---- acts ---- */

/* Adds an act and, if it is legal, does it on the copy. */
static void say(struct reading *at, struct act act)
{
	if (at->count >= at->room) {
		fail(at, "that is too much for one line");
		return;
	}
	at->acts[at->count++] = act;
	at->stuck = at->stuck || game_refusal(&at->game, act).refusal != REFUSAL_NONE;
	if (!at->stuck)
		game_apply(&at->game, act);
}

static void add_card(const struct rules *rules, struct cards_said *cards, int kind)
{
	for (int i = 0; i < rules->wild_kinds; i++)
		if (rules->wild_kind[i] == kind) {
			cards->wild[i]++;
			cards->wilds++;
			return;
		}
	cards->kind = kind;
	cards->naturals++;
}

/* The card at the next words, past which it moves; -1 if it is none. */
static int read_card(struct reading *at)
{
	int used, kind = card_read(&at->game, &at->line.word[at->line.at], at->line.count - at->line.at, &used,
	                           at->failed ? NULL : at->why);

	at->failed = at->failed || kind < 0;
	at->line.at += used;
	return kind;
}

/* The kind of the natural card that comes next in the clause, -1 if there is none. */
static int next_natural(const struct reading *at)
{
	const struct spoken *line = &at->line;
	int used, kind;

	for (int i = line->at; i < line->count && strcmp(line->word[i].text, ";") != 0; i += used) {
		kind = card_read(&at->game, &line->word[i], line->count - i, &used, NULL);
		if (kind >= 0 && !(at->game.rules->cards.wild >> kind & 1))
			return kind;
	}
	return -1;
}

/* True if the cards for one meld are complete: the next card is of another rank, or a comma says so. */
static bool cards_end(struct reading *at, const struct cards_said *cards)
{
	int kind, used;

	if (spoken_accept(&at->line, ",")) {
		kind = next_natural(at);
		return spoken_clause_ends(&at->line) || kind != cards->kind;
	}
	kind = card_read(&at->game, &at->line.word[at->line.at], at->line.count - at->line.at, &used, NULL);
	return kind >= 0 && cards->kind >= 0 && kind != cards->kind && !(at->game.rules->cards.wild >> kind & 1);
}

/* Reads cards up to the end of the clause, or of one rank, or to a word behind cards. */
static struct cards_said read_cards(struct reading *at)
{
	struct cards_said cards = { .kind = -1 };

	while (!at->failed && !spoken_clause_ends(&at->line) && !spoken_is(&at->line, "to") &&
	       !spoken_is(&at->line, "as")) {
		int kind;
		if (spoken_skip(&at->line))
			continue;
		if (cards.naturals + cards.wilds > 0 && cards_end(at, &cards))
			break;
		kind = read_card(at);
		if (kind >= 0)
			add_card(at->game.rules, &cards, kind);
	}
	if (cards.naturals > MELD_CARDS_MAX || cards.wilds > MELD_CARDS_MAX)
		fail(at, "these are too many cards");
	return cards;
}

/* The item of [group] that is named next; -1, with a fault, if there is none called so. */
static int read_item(struct reading *at, int group)
{
	const char *names[LIST_ITEMS_MAX], *near;
	int count = rules_item_count(at->game.rules, group);

	for (int i = 0; i < count; i++) {
		names[i] = rules_item_name(at->game.rules, group, i);
		if (spoken_accept(&at->line, names[i]))
			return i;
	}
	if (at->failed)
		return -1;
	at->failed = true;
	near = word_nearest(spoken_word(&at->line), names, count);
	text_format(at->why, "there is no %s called \"%s\"",
	            group == GROUP_special ? "special hand" : groups[group].name, spoken_word(&at->line));
	if (near != NULL)
		text_format(at->why, "; did you mean \"%s\"?", near);
	return -1;
}

/* The item of [group] named behind `as`, -1 if nothing is said. */
static int read_name(struct reading *at, int group)
{
	return spoken_accept(&at->line, "as") ? read_item(at, group) : -1;
}

/* ---- growing a meld ---- */

/* Moves the least valuable wild cards of [cards], [count] of them, to [wild]. */
static void move_wilds(const struct rules *rules, struct cards_said *cards, int count, uint8_t *wild)
{
	for (int i = rules->wild_kinds - 1; i >= 0; i--)
		for (; count > 0 && cards->wild[i] > 0; count--) {
			cards->wild[i]--;
			wild[i]++;
		}
}

static void say_add(struct reading *at, int meld, int kind)
{
	say(at, (struct act){ .verb = ACT_ADD, .item = (uint8_t)meld, .kind = (uint8_t)kind });
}

/* Says the additions that bring a meld of [naturals] and [wilds] to what was planned; natural cards go first where
 * that is a way, and if there is no way at all too. */
static void say_growth(struct reading *at, const struct growth *growth, int naturals, int wilds, int meld,
                       struct cards_said *cards)
{
	while (naturals < growth->naturals || wilds < growth->wilds) {
		uint8_t wild[WILD_KINDS_MAX] = { 0 };
		if (growth_wants_natural(growth, naturals, wilds)) {
			say_add(at, meld, cards->kind);
			naturals++;
			continue;
		}
		move_wilds(at->game.rules, cards, 1, wild);
		for (int i = 0; i < at->game.rules->wild_kinds; i++)
			if (wild[i] > 0)
				say_add(at, meld, at->game.rules->wild_kind[i]);
		wilds++;
	}
}

/* ---- clauses ---- */

static bool form_fits(const struct form *form, const struct cards_said *cards)
{
	return cards->naturals > 0 ? form->ranks >> cards->kind & 1 : form->ranks == 0;
}

/* Says the acts that lay [cards] as a meld of kind [form]. */
static void say_meld_as(struct reading *at, struct cards_said cards, int form)
{
	const struct rules *rules = at->game.rules;
	struct act act = { .verb = ACT_MELD };
	struct growth growth;
	int begin, melds = own_side(&at->game)->melds;

	act.item = (uint8_t)form;
	act.kind = cards.naturals > 0 ? (uint8_t)cards.kind : rules->wild_kind[0];
	growth_plan(&growth, &rules->form[form], cards.naturals, cards.wilds);
	begin = form_fits(&rules->form[form], &cards) ? growth_beginning(&growth) : -1;
	if (begin < 0) { /* no meld at all; whoever is told so learns why */
		act.count = (uint8_t)cards.naturals;
		memcpy(act.wild, cards.wild, sizeof act.wild);
		say(at, act);
		return;
	}
	act.count = rules->form[form].begin[begin].naturals;
	move_wilds(rules, &cards, rules->form[form].begin[begin].wilds, act.wild);
	say(at, act);
	say_growth(at, &growth, act.count, rules->form[form].begin[begin].wilds, melds, &cards);
}

/* True if [cards] can be laid as a meld of kind [form] now, all of them. */
static bool may_lay_as(const struct reading *at, const struct cards_said *cards, int form)
{
	struct act acts[1 + 2 * MELD_CARDS_MAX];
	struct reading trial = *at;

	trial.acts = acts;
	trial.count = 0;
	trial.room = sizeof acts / sizeof *acts;
	say_meld_as(&trial, *cards, form);
	return !trial.stuck;
}

/* What speaks for one kind of meld rather than another: all its cards can be laid now, their numbers fit, it may be begun,
 * with or without going out. */
enum { MAY_BE_OUT = 1, MAY_BEGIN = 2, FITS = 4, LEGAL = 8 };

/* How likely kind [form] is meant as far as the cards tell; -1 if they are none of it. */
static int form_worth(const struct reading *at, const struct cards_said *cards, int form)
{
	const struct rules *rules = at->game.rules;
	struct growth growth;
	bool owes_out;
	int worth = 0;

	if (!form_fits(&rules->form[form], cards))
		return -1;
	growth_plan(&growth, &rules->form[form], cards->naturals, cards->wilds);
	if (growth_succeeds(&growth, growth_beginning(&growth)))
		worth += FITS;
	if (form_may_begin(&at->game, form, cards->naturals > 0 ? cards->kind : rules->wild_kind[0], &owes_out))
		worth += owes_out ? MAY_BE_OUT : MAY_BEGIN;
	return worth;
}

/* The kind of meld that is meant. Where these cards are of several, each is tried: a meld is refused only if it is for
 * all of them. */
static int choose_form(const struct reading *at, const struct cards_said *cards)
{
	const struct rules *rules = at->game.rules;
	int worth[LIST_ITEMS_MAX], best = 0, fitting = 0;

	for (int i = 0; i < rules->meld_count; i++) {
		worth[i] = form_worth(at, cards, i);
		fitting += worth[i] >= FITS;
	}
	for (int i = 0; i < rules->meld_count; i++) {
		if (fitting > 1 && worth[i] >= FITS && may_lay_as(at, cards, i))
			worth[i] += LEGAL;
		if (worth[i] > worth[best])
			best = i;
	}
	return best;
}

static void say_meld(struct reading *at, const struct cards_said *cards, int form)
{
	say_meld_as(at, *cards, form >= 0 ? form : choose_form(at, cards));
}

static void read_meld(struct reading *at)
{
	int said = 0;

	while (!at->failed && !spoken_clause_ends(&at->line)) {
		struct cards_said cards = read_cards(at);
		int form = read_name(at, GROUP_meld);
		if (at->failed)
			return;
		if (spoken_is(&at->line, "to"))
			fail(at, "to lay cards on a meld, add them to it, as in \"add 2 to K\"");
		else if (cards.naturals + cards.wilds > 0)
			say_meld(at, &cards, form), said++;
		spoken_accept(&at->line, ",");
	}
	if (said == 0)
		fail(at, "say which cards to meld, as in \"meld K K K\"");
}

/* The meld said behind `to`; -1 if nothing is said, NOBODY if there is none. */
static int read_meld_meant(struct reading *at)
{
	const struct side *side = own_side(&at->game);
	int kind;

	if (!spoken_accept(&at->line, "to"))
		return -1;
	spoken_skip(&at->line);
	if (spoken_accept(&at->line, "wild") || spoken_accept(&at->line, "wilds"))
		kind = at->game.rules->wild_kind[0];
	else
		kind = read_card(at);
	if (kind < 0)
		return -1;
	if (at->game.rules->cards.wild >> kind & 1)
		kind = at->game.rules->wild_kind[0];
	return side->melded >> kind & 1 ? side->meld_of[kind] : NOBODY;
}

/* The one meld that wild cards alone can go to; -1 if that is not clear. */
static int meld_for_wilds(const struct reading *at)
{
	const struct side *side = own_side(&at->game);
	cardset takes = side->takes_wild != 0 ? side->takes_wild : side->melded;

	if (side->melds == 0)
		return NOBODY;
	return (takes & (takes - 1)) == 0 ? side->meld_of[__builtin_ctzll(takes)] : -1;
}

static void say_additions(struct reading *at, struct cards_said cards, int meld)
{
	const struct rules *rules = at->game.rules;
	const struct side *side = own_side(&at->game);
	const struct meld_cards *there;
	struct growth growth;

	if (meld < 0)
		meld = cards.naturals == 0              ? meld_for_wilds(at)
		       : side->melded >> cards.kind & 1 ? side->meld_of[cards.kind]
		                                        : NOBODY;
	if (meld < 0) {
		fail(at, side->melded >> rules->wild_kind[0] & 1
		                 ? "say which meld the wild card joins, as in \"add 2 to K\" or \"add 2 to wild\""
		                 : "say which meld the wild card joins, as in \"add 2 to K\"");
		return;
	}
	if (meld >= side->melds || (cards.naturals > 0 && side->meld[meld].cards.kind != cards.kind)) {
		say_add(at, meld,
		        cards.naturals > 0 ? cards.kind
		                           : rules->wild_kind[cards.wild[0] > 0 ? 0 : rules->wild_kinds - 1]);
		return;
	}
	there = &side->meld[meld].cards;
	if (there->naturals + cards.naturals > MELD_CARDS_MAX || there->wilds + cards.wilds > MELD_CARDS_MAX) {
		fail(at, "these are too many cards");
		return;
	}
	growth_plan(&growth, &rules->form[side->meld[meld].form], there->naturals + cards.naturals,
	            there->wilds + cards.wilds);
	say_growth(at, &growth, there->naturals, there->wilds, meld, &cards);
}

static void read_add(struct reading *at)
{
	int said = 0;

	while (!at->failed && !spoken_clause_ends(&at->line)) {
		struct cards_said cards = read_cards(at);
		int meld = read_meld_meant(at);
		if (at->failed)
			return;
		if (cards.naturals + cards.wilds > 0)
			say_additions(at, cards, meld), said++;
		else if (!spoken_accept(&at->line, ","))
			break;
		spoken_accept(&at->line, ",");
	}
	if (said == 0)
		fail(at, "say which card to add and to which meld, as in \"add 2 to K\"");
}

/* The way of taking the pile that wants these cards, the first that is legal if there are several; 0 if none does.
 * Without any card the only way there is will do, unless some way needs none. */
static int choose_take(const struct reading *at, struct act *act)
{
	const struct rules *rules = at->game.rules;
	int chosen = -1;

	for (int i = 0; i < rules->pile.take_count; i++) {
		if (!take_wants(rules, i, *act))
			continue;
		act->item = (uint8_t)i;
		if (game_refusal(&at->game, *act).refusal == REFUSAL_NONE)
			return i;
		chosen = chosen < 0 ? i : chosen;
	}
	return chosen;
}

/* The only legal way of taking the pile, if there is just one. */
static bool only_take(const struct reading *at, struct act *take)
{
	static const struct act none = { .verb = ACT_TAKE };
	struct acts acts;
	int count = 0;

	*take = none;
	game_legal(&at->game, &acts);
	for (int i = 0; i < acts.count; i++)
		if (acts.act[i].verb == ACT_TAKE)
			*take = acts.act[i], count++;
	return count == 1;
}

/* The cards that take the pile. Where they are of several ranks, as a two is that is no wild card here, it is those of
 * another rank than the top card: no more is needed to know that they do not take it. */
static struct cards_said read_taking_cards(struct reading *at)
{
	struct cards_said cards = read_cards(at);

	while (!at->failed && !spoken_clause_ends(&at->line) && !spoken_is(&at->line, "as") &&
	       !spoken_is(&at->line, "to")) {
		struct cards_said more = read_cards(at);
		if (at->game.pile_size > 0 && cards.kind == pile_top(&at->game) && more.kind >= 0)
			cards = more;
	}
	return cards;
}

static void read_take(struct reading *at)
{
	struct cards_said cards = read_taking_cards(at);
	int item = read_name(at, GROUP_take);
	struct act act = { .verb = ACT_TAKE }, only;

	if (at->failed)
		return;
	if (cards.naturals > 0)
		act.kind = (uint8_t)cards.kind;
	else if (at->game.pile_size > 0)
		act.kind = (uint8_t)pile_top(&at->game);
	act.count = (uint8_t)cards.naturals;
	memcpy(act.wild, cards.wild, sizeof act.wild);
	if (item < 0)
		item = choose_take(at, &act);
	if (item < 0 && act.count == 0 && act_wilds(act) == 0 && only_take(at, &only)) {
		say(at, only);
		return;
	}
	act.item = item < 0 ? 0 : (uint8_t)item;
	say(at, act);
	if (!at->failed && !spoken_clause_ends(&at->line))
		fail(at, "the cards that take the pile are of the rank of its top card, or wild");
}

static void read_discard(struct reading *at)
{
	int kind;

	while (spoken_skip(&at->line))
		;
	if (spoken_clause_ends(&at->line)) {
		fail(at, "say which card to discard, as in \"discard 5\"");
		return;
	}
	kind = read_card(at);
	if (kind < 0)
		return;
	if (!spoken_clause_ends(&at->line) && !spoken_is(&at->line, ","))
		fail(at, "one card is discarded, not several");
	else
		say(at, (struct act){ .verb = ACT_DISCARD, .kind = (uint8_t)kind });
}

/* Bonus cards that are laid out; any other cards that people lay are melded. */
static void read_laying(struct reading *at)
{
	while (!at->failed && !spoken_clause_ends(&at->line)) {
		int kind;
		if (spoken_skip(&at->line) || spoken_accept(&at->line, ",") || spoken_accept(&at->line, "out"))
			continue;
		kind = read_card(at);
		if (kind >= 0)
			say(at, (struct act){ .verb = ACT_LAY, .kind = (uint8_t)kind });
	}
}

/* True if the words from here on, behind `lay`, name a bonus card first. */
static bool lays_bonus(const struct reading *at)
{
	int kind = next_natural(at);

	return kind >= 0 && (at->game.rules->bonus.cards >> kind & 1);
}

static void say_talon(struct reading *at, bool yes)
{
	say(at, (struct act){ .verb = ACT_TALON, .count = yes });
}

static void read_answer(struct reading *at)
{
	bool yes = spoken_accept(&at->line, "yes") || spoken_accept(&at->line, "y");

	if (!yes && !spoken_accept(&at->line, "no") && !spoken_accept(&at->line, "n")) {
		fail(at, "answer yes or no");
		return;
	}
	if (spoken_accept(&at->line, "talon") || at->game.phase == PHASE_TALON)
		say_talon(at, yes);
	else
		say(at, (struct act){ .verb = ACT_ANSWER, .count = yes });
}

static void read_draw(struct reading *at)
{
	if (!spoken_accept(&at->line, "a"))
		spoken_accept(&at->line, "one");
	while (spoken_skip(&at->line))
		;
	say(at, (struct act){ .verb = ACT_DRAW });
}

static void say_specials(struct reading *at)
{
	const struct rules *rules = at->game.rules;

	fail(at, "this hand is none of the special hands:");
	for (int i = 0; i < rules->special_count; i++)
		text_format(at->why, "%s %s", i == 0 ? "" : ",", rules->special[i].name);
}

/* The special hand that the cards are, if nothing is said. */
static void read_special(struct reading *at)
{
	cardset now = specials_now(&at->game);
	int item = now != 0 ? __builtin_ctzll(now) : 0;

	if (!spoken_clause_ends(&at->line) || at->game.rules->special_count == 0)
		item = read_item(at, GROUP_special);
	else if (now == 0 && at->game.rules->special_count > 1)
		say_specials(at);
	if (!at->failed)
		say(at, (struct act){ .verb = ACT_SPECIAL, .item = (uint8_t)item });
}

static void say_no_verb(struct reading *at)
{
	const char *near = spoken_nearest_verb(&at->line);
	int used;

	at->failed = true;
	if (card_read(&at->game, &at->line.word[at->line.at], at->line.count - at->line.at, &used, NULL) >= 0) {
		text_add(at->why, "say what to do with the cards: take, meld, add or discard them");
		return;
	}
	text_format(at->why, "\"%s\" is nothing to do", spoken_word(&at->line));
	if (near != NULL)
		text_format(at->why, "; did you mean \"%s\"?", near);
	else
		text_add(at->why, "; one can draw, take, meld, add, discard, ask and answer");
}

static void read_clause(struct reading *at)
{
	const struct spoken *line = &at->line;
	bool after_comma = line->at > 0 && strcmp(line->word[line->at - 1].text, ",") == 0;
	int verb = spoken_verb(line, after_comma ? VERB_SHORT : VERB_CARD_TOO);
	bool answer = spoken_is(&at->line, "yes") || spoken_is(&at->line, "no") || spoken_is(&at->line, "y") ||
	              spoken_is(&at->line, "n");
	bool lay = spoken_is(&at->line, "lay");

	if (verb < 0) {
		say_no_verb(at);
		return;
	}
	at->line.at += !answer;
	switch ((enum verb)verb) {
	case ACT_DRAW: read_draw(at); break;
	case ACT_TAKE: read_take(at); break;
	case ACT_MELD:
		if (lay && lays_bonus(at))
			read_laying(at);
		else
			read_meld(at);
		break;
	case ACT_ADD: read_add(at); break;
	case ACT_ASK: say(at, (struct act){ .verb = ACT_ASK }); break;
	case ACT_ANSWER: read_answer(at); break;
	case ACT_DISCARD: read_discard(at); break;
	case ACT_SPECIAL: read_special(at); break;
	case ACT_LAY: read_laying(at); break;
	case ACT_TALON: say_talon(at, true); break;
	case ACT_STOP: say(at, (struct act){ .verb = ACT_STOP }); break;
	case VERBS: break;
	}
}

static bool skip_between_clauses(struct reading *at)
{
	return spoken_accept(&at->line, ";") || spoken_accept(&at->line, ",") || spoken_accept(&at->line, "then") ||
	       spoken_accept(&at->line, "and");
}

int acts_read(const struct game *game, const char *words, struct act *acts, int room, struct text *why)
{
	struct reading at = { .game = *game, .acts = acts, .room = room, .why = why };
	int player = game_to_act(game);

	if (!spoken_cut(&at.line, words))
		fail(&at, "that is too long a line");
	else if (at.line.count == 0)
		fail(&at, "nothing was said");
	while (!at.failed && at.line.at < at.line.count) {
		read_clause(&at);
		while (!at.failed && skip_between_clauses(&at))
			;
		if (!at.failed && at.line.at < at.line.count && !at.stuck &&
		    (at.game.phase == PHASE_OVER || game_to_act(&at.game) != player))
			fail(&at, "nothing can follow after that");
	}
	return at.failed ? 0 : at.count;
}
