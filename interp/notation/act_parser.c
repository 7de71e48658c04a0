/* act_parser.c -- parses a line as acts. Each clause of it begins with a verb. It is parsed in the position after the clauses before
 * it, so that "take K K; add 2 to K" makes sense. */
#include "notation/act_text.h"

#include <string.h>
#include <strings.h>
#include "game/state.h"
#include "grammar/text.h"
#include "notation/lexer.h"

struct act_parser {
	struct game game; /* the position after the acts read so far, as long as they are legal */
	bool stuck;       /* one of them is not legal, so [game] is no longer kept up to date */
	struct line *line;
	bool everybody; /* other players may act in the line, too: the partner answers, the next player draws */
	bool as_seen;   /* the author of the line does not know the cards that acts bring */
	bool brought;   /* an act has brought some */
	struct act *acts;
	int count, room;
	struct text *why;
	bool failed;
};

/* The cards named in a clause, or for one meld in it: natural cards of one rank, or of one suit in a row where there
 * are sequences; and wild cards. */
struct named_cards {
	int kind; /* of the first natural card, -1 if there are none */
	int naturals, wilds;
	uint8_t natural[MELD_CARDS_MAX + 1]; /* the kinds of the natural cards, in the order named */
	bool in_row;                         /* the natural cards are of one suit and of several ranks */
	uint8_t wild[WILD_KINDS_MAX];
	uint8_t row[2 * MELD_CARDS_MAX + 1]; /* the kinds of all cards, in the order named */
	int count;                           /* number of these */
};

static void fail(struct act_parser *at, const char *sentence)
{
	if (!at->failed)
		text_add(at->why, sentence);
	at->failed = true;
}

/* ---- acts ---- */

/* Adds an act and, if it is legal, does it in [game]. */
static void add_act(struct act_parser *at, struct act act)
{
	if (at->count >= at->room) {
		fail(at, MESSAGE_TOO_MANY_ACTS);
		return;
	}
	at->acts[at->count++] = act;
	at->stuck = at->stuck || game_refusal(&at->game, act).refusal != REFUSAL_NONE;
	at->brought = at->as_seen && !at->stuck && act_brings_cards(&at->game, act);
	at->stuck = at->stuck || at->brought;
	if (!at->stuck)
		game_apply(&at->game, act);
}

static void add_card(const struct rules *rules, struct named_cards *cards, int kind)
{
	cards->row[lesser(cards->count++, 2 * MELD_CARDS_MAX)] = (uint8_t)kind;
	for (int i = 0; i < rules->wild_kinds; i++)
		if (rules->wild_kind[i] == kind) {
			cards->wild[i]++;
			cards->wilds++;
			return;
		}
	if (cards->naturals == 0 || !rules->sequences)
		cards->kind = kind;
	cards->in_row = cards->in_row || rules->lead[kind] != rules->lead[cards->kind];
	cards->natural[lesser(cards->naturals++, MELD_CARDS_MAX)] = (uint8_t)kind;
}

/* True if a card can belong to the same meld as those named before it. */
static bool belongs(const struct rules *rules, const struct named_cards *cards, int kind)
{
	int suit = rules->kind[cards->kind].suit;
	bool row = rules->sequences && rules->kind[kind].suit == suit;

	if (cards->in_row) /* the card that begins the longest sequence ends it, too: from ace to ace */
		return row && (rules->lead[kind] != rules->lead[cards->kind] ||
		               (cards->count == SEQUENCE_PLACES - 1 && kind == rules->in_order[suit][SEQUENCE_PLACES]));
	return rules->lead[kind] == rules->lead[cards->kind] || (cards->naturals == 1 && row);
}

/* Reads a card and moves past it; -1 if the next word is not one. */
static int read_card(struct act_parser *at)
{
	int used, kind = card_parse(at->game.rules, &at->game, at->line, at->line->at, &used,
	                            at->failed ? NULL : at->why);

	at->failed = at->failed || kind < 0;
	at->line->at += used;
	return kind;
}

/* The kind of the natural card that comes next in the clause, -1 if there is none. */
static int next_natural(const struct act_parser *at)
{
	const struct line *line = at->line;
	int used, kind;

	for (int i = line->at; i < line->count && strcmp(line->word[i].text, ";") != 0; i += used) {
		kind = card_parse(at->game.rules, &at->game, line, i, &used, NULL);
		if (kind >= 0 && !(at->game.rules->cards.wild >> kind & 1))
			return kind;
	}
	return -1;
}

/* True if the cards for one meld are complete: the next card is of another rank, or a comma ends them. */
static bool cards_end(struct act_parser *at, const struct named_cards *cards)
{
	int kind, used;

	if (line_accept(at->line, ",")) {
		kind = next_natural(at);
		return line_clause_ends(at->line) || (at->game.rules->sequences && cards->in_row) || kind < 0 ||
		       cards->kind < 0 || at->game.rules->lead[kind] != at->game.rules->lead[cards->kind];
	}
	kind = card_parse(at->game.rules, &at->game, at->line, at->line->at, &used, NULL);
	return kind >= 0 && cards->kind >= 0 && !(at->game.rules->cards.wild >> kind & 1) &&
	       !belongs(at->game.rules, cards, kind);
}

/* Reads cards: to the end of the clause, of one rank, or to a word that is not a card. */
static struct named_cards read_cards(struct act_parser *at)
{
	struct named_cards cards = { .kind = -1 };

	while (!at->failed && !line_clause_ends(at->line) && !line_is(at->line, "to") && !line_is(at->line, "under") &&
	       !name_is_said(at->game.rules, at->line)) {
		int kind;
		if (line_skip_filler(at->line))
			continue;
		if (cards.naturals + cards.wilds > 0 && cards_end(at, &cards))
			break;
		kind = read_card(at);
		if (kind >= 0)
			add_card(at->game.rules, &cards, kind);
	}
	if (cards.naturals > MELD_CARDS_MAX || cards.wilds > MELD_CARDS_MAX)
		fail(at, MESSAGE_TOO_MANY_CARDS);
	return cards;
}

/* Reads the name of an item of [group]; -1, with a fault, if there is no such item. */
static int read_item(struct act_parser *at, int group)
{
	const char *names[LIST_ITEMS_MAX], *near;
	int count = rules_item_count(at->game.rules, group);

	for (int i = 0; i < count; i++) {
		names[i] = rules_item_name(at->game.rules, group, i);
		if (strcasecmp(line_word(at->line), names[i]) == 0) {
			at->line->at++;
			return i;
		}
	}
	if (at->failed)
		return -1;
	at->failed = true;
	near = word_nearest(line_word(at->line), names, count);
	text_format(at->why, MESSAGE_NO_ITEM,
	            group == GROUP_special ? "special hand"
	            : group == GROUP_take  ? "way of taking the pile"
	                                   : "kind of meld",
	            line_word(at->line));
	if (near != NULL)
		text_format(at->why, MESSAGE_DID_YOU_MEAN, near);
	return -1;
}

/* Reads `as` and the name of an item of [group]; -1 if there is no `as`. */
static int read_name(struct act_parser *at, int group)
{
	return name_is_said(at->game.rules, at->line) && line_accept(at->line, "as") ? read_item(at, group) : -1;
}

/* ---- growing a meld ---- */

/* How a meld grows card by card to a composition. */
struct growth {
	const struct form *form;
	int naturals, wilds;                                /* the composition to reach */
	bool leads[MELD_CARDS_MAX + 2][MELD_CARDS_MAX + 2]; /* [naturals][wilds]: it can be reached from this one */
};

/* Finds, backwards from [naturals] and [wilds], the compositions that lead to them. */
static void growth_plan(struct growth *growth, const struct form *form, int naturals, int wilds)
{
	memset(growth, 0, sizeof *growth);
	growth->form = form;
	growth->naturals = naturals;
	growth->wilds = wilds;
	for (int n = naturals; n >= 0; n--)
		for (int w = wilds; w >= 0; w--)
			growth->leads[n][w] =
				form_allows(form, n, w) &&
				((n == naturals && w == wilds) || growth->leads[n + 1][w] || growth->leads[n][w + 1]);
}

/* The beginning to choose, a place in form->begin: one that leads to the whole meld, with as few wild cards as
 * possible. If none does, the best that the cards allow; -1 if they allow none. */
static int growth_beginning(const struct growth *growth)
{
	int best = -1, best_worth = -1;

	for (int i = 0; i < growth->form->begin_count; i++) {
		struct composition begin = growth->form->begin[i];
		int worth = 2 * (MELD_CARDS_MAX - begin.wilds);
		if (begin.naturals > growth->naturals || begin.wilds > growth->wilds)
			continue;
		if (growth->leads[begin.naturals][begin.wilds])
			worth += 4 * MELD_CARDS_MAX;
		if (worth > best_worth)
			best = i, best_worth = worth;
	}
	return best;
}

/* True if beginning [begin], which may be -1, leads to the whole meld. */
static bool growth_succeeds(const struct growth *growth, int begin)
{
	return begin >= 0 && growth->leads[growth->form->begin[begin].naturals][growth->form->begin[begin].wilds];
}

/* True if the next card should be a natural one: if that leads to the whole meld, or if nothing does. At least one card
 * is left. */
static bool growth_wants_natural(const struct growth *growth, int naturals, int wilds)
{
	if (naturals == growth->naturals)
		return false;
	return growth->leads[naturals + 1][wilds] || wilds == growth->wilds || !growth->leads[naturals][wilds + 1];
}

/* Moves [count] wild cards of the lowest value from [cards] to [wild]. */
static void move_wilds(const struct rules *rules, struct named_cards *cards, int count, uint8_t *wild)
{
	for (int i = rules->wild_kinds - 1; i >= 0; i--)
		for (; count > 0 && cards->wild[i] > 0; count--) {
			cards->wild[i]--;
			wild[i]++;
		}
}

static void set_wilds(struct act *act, const uint8_t wild[WILD_KINDS_MAX])
{
	for (int i = 0; i < WILD_KINDS_MAX; i++)
		act_set_wild(act, i, wild[i]);
}

static void add_addition(struct act_parser *at, int meld, int kind)
{
	add_act(at, act_of(ACT_ADD, (unsigned)meld, (unsigned)kind, 0));
}

/* How a card is added to a sequence. */
enum manner { IN_PLACE, AS_WILD, UNDER };

/* Which of the ways to add a card to a sequence the words mean. */
static unsigned way_meant(const struct act_parser *at, int meld, int kind, enum manner manner)
{
	const struct meld *there = meld < own_side(&at->game)->melds ? &own_side(&at->game)->meld[meld] : NULL;
	struct meld_cards ways[SEQUENCE_WAYS];
	int count, meant = -1, lowest;

	if (there == NULL || there->cards.sequence == 0)
		return 0;
	lowest = there->cards.sequence;
	count = sequence_ways(at->game.rules, &at->game.rules->form[there->form], &there->cards, kind, ways);
	for (int i = 0; i < count; i++)
		if (manner == AS_WILD ? meant < 0 && ways[i].wilds > there->cards.wilds
		                      : manner == UNDER && ways[i].sequence < lowest)
			meant = i, lowest = ways[i].sequence;
	return meant < 0 ? 0 : (unsigned)meant;
}

static void add_to_sequence(struct act_parser *at, int meld, int kind, enum manner manner)
{
	add_act(at, act_of(ACT_ADD, (unsigned)meld, (unsigned)kind, way_meant(at, meld, kind, manner)));
}

/* Takes the card out of [cards] that should be laid next on [meld]; for a sequence one that fits an end. */
static int next_to_lay(const struct act_parser *at, int meld, struct named_cards *cards)
{
	const struct side *side = own_side(&at->game);
	int chosen = 0, kind;

	for (int i = cards->naturals - 1; i >= 0 && at->game.rules->sequences && meld < side->melds; i--)
		if (meld_fits(at->game.rules, &side->meld[meld], cards->natural[i]))
			chosen = i;
	kind = cards->natural[chosen];
	cards->naturals--;
	memmove(&cards->natural[chosen], &cards->natural[chosen + 1], (size_t)(cards->naturals - chosen));
	return kind;
}

/* Adds the acts by which a meld of [naturals] and [wilds] grows to the whole. A natural card goes first if that leads
 * there, or if nothing does. */
static void add_growth(struct act_parser *at, const struct growth *growth, int naturals, int wilds, int meld,
                       struct named_cards *cards)
{
	while (naturals < growth->naturals || wilds < growth->wilds) {
		uint8_t wild[WILD_KINDS_MAX] = { 0 };
		if (growth_wants_natural(growth, naturals, wilds)) {
			add_addition(at, meld, next_to_lay(at, meld, cards));
			naturals++;
			continue;
		}
		move_wilds(at->game.rules, cards, 1, wild);
		for (int i = 0; i < at->game.rules->wild_kinds; i++)
			if (wild[i] > 0)
				add_addition(at, meld, at->game.rules->wild_kind[i]);
		wilds++;
	}
}

/* ---- clauses ---- */

/* Moves [count] of the natural cards that were named into the act. */
static void move_naturals(const struct rules *rules, struct named_cards *cards, int count, struct act *act)
{
	int lead = cards->kind >= 0 ? rules->lead[cards->kind] : 0;

	if (!rules->sequences)
		act->count = (uint8_t)count;
	for (int i = 0; i < count && rules->sequences; i++) {
		int suit = cards->natural[i] - lead;
		if (suit >= 0 && suit < 4 && suit_count(act->count, suit) < SUIT_COPIES_MAX)
			act->count = (uint8_t)(act->count + (1 << 2 * suit));
	}
	cards->naturals -= count;
	memmove(cards->natural, cards->natural + count, (size_t)cards->naturals);
}

/* True if the cards are a sequence of kind [form]. */
static bool sequence_meant(const struct rules *rules, const struct named_cards *cards, int form,
                           struct meld_cards *laid)
{
	return rules->form[form].sequence != 0 && cards->count <= MELD_ROW_MAX &&
	       cards_lie_as_meld(rules, form, cards->row, cards->count, laid) && laid->sequence > 0 &&
	       cards_are_of_form(rules, form, laid);
}

static bool form_fits(const struct rules *rules, const struct form *form, const struct named_cards *cards)
{
	struct meld_cards laid;

	/* a wild card in its own place counts as natural, and may be the only such card */
	if (form->sequence != 0 && !cards->in_row)
		return sequence_meant(rules, cards, (int)(form - rules->form), &laid);
	if (cards->naturals == 0)
		return form_is_wild(form);
	return cards->in_row ? form->sequence >> cards->kind & 1 : form->ranks >> rules->lead[cards->kind] & 1;
}

/* The part of a sequence, from card number [from] on, that has the numbers of cards of a beginning; false if it is not
 * one. */
static bool part_of_sequence(const struct rules *rules, int form, const struct meld_cards *whole, int from,
                             struct composition begin, struct meld_cards *part)
{
	int size = begin.naturals + begin.wilds;
	unsigned places = whole->places & ((1u << size) - 1) << (whole->sequence + from);

	*part = (struct meld_cards){ .naturals = begin.naturals, .wilds = begin.wilds };
	part->places = (uint16_t)places;
	part->sequence = (uint8_t)(whole->sequence + from);
	for (int i = rules->wild_kinds - 1, left = begin.wilds; i >= 0; i--) {
		part->wild[i] = (uint8_t)lesser(left, whole->wild[i]);
		left -= part->wild[i];
	}
	return __builtin_popcount(places) == begin.naturals &&
	       sequence_lies(rules, &rules->form[form], sequence_suit(rules, whole), part);
}

/* Adds the card of [place] in a sequence to the meld that was begun with a part of it. [left]: the wild cards not added
 * yet. */
static void add_place(struct act_parser *at, int meld, const struct meld_cards *whole, int place,
                      uint8_t left[WILD_KINDS_MAX], enum manner manner)
{
	const struct rules *rules = at->game.rules;
	int wild = rules->wild_kinds - 1;

	if (whole->places >> place & 1) {
		add_to_sequence(at, meld, rules->in_order[sequence_suit(rules, whole)][place],
		                manner == UNDER ? UNDER : IN_PLACE);
		return;
	}
	while (wild > 0 && left[wild] == 0)
		wild--;
	left[wild]--;
	add_to_sequence(at, meld, rules->wild_kind[wild], manner);
}

/* Adds the acts that begin a sequence with a part of it and then add the rest. */
static void grow_sequence(struct act_parser *at, int form, const struct meld_cards *whole,
                          const struct meld_cards *part, int from)
{
	int size = part->naturals + part->wilds, all = whole->naturals + whole->wilds;
	int meld = own_side(&at->game)->melds; /* the new meld */
	bool moves = at->game.rules->form[form].moves;
	uint8_t left[WILD_KINDS_MAX];

	for (int i = 0; i < WILD_KINDS_MAX; i++)
		left[i] = (uint8_t)(whole->wild[i] - part->wild[i]);
	add_act(at, sequence_act(at->game.rules, form, part));
	for (int i = from + size; i < all; i++)
		add_place(at, meld, whole, whole->sequence + i, left, AS_WILD);
	for (int i = from - 1; i >= 0; i--)
		add_place(at, meld, whole, whole->sequence + i, left, moves ? AS_WILD : UNDER);
}

/* Adds the acts that lay cards as a sequence, beginning with the first part that leads to the whole. Cards that are no
 * sequence become an act that is refused. */
static void add_sequence_as(struct act_parser *at, const struct named_cards *cards, int form)
{
	const struct rules *rules = at->game.rules;
	struct meld_cards whole, part, first;
	int from = -1;

	if (!sequence_meant(rules, cards, form, &whole)) {
		add_act(at, act_of(ACT_MELD, (unsigned)form, cards->naturals > 0 ? cards->natural[0] : cards->row[0],
		                   UINT8_MAX));
		return;
	}
	for (int b = rules->form[form].begin_count - 1; b >= 0; b--)
		for (int i = 0; i < whole.naturals + whole.wilds; i++) {
			struct act acts[2 * MELD_CARDS_MAX];
			struct act_parser trial;
			if (!part_of_sequence(rules, form, &whole, i, rules->form[form].begin[b], &part))
				continue;
			trial = *at;
			trial.acts = acts, trial.count = 0, trial.room = 2 * MELD_CARDS_MAX;
			grow_sequence(&trial, form, &whole, &part, i);
			if (!trial.stuck || from < 0)
				from = i, first = part;
			if (trial.stuck)
				continue;
			grow_sequence(at, form, &whole, &part, i);
			return;
		}
	if (from < 0)
		add_act(at, sequence_act(rules, form, &whole));
	else
		grow_sequence(at, form, &whole, &first, from);
}

/* Adds the acts that lay [cards] as a meld of kind [form]. */
static void add_meld_as(struct act_parser *at, struct named_cards cards, int form)
{
	const struct rules *rules = at->game.rules;
	struct act act = { .verb = ACT_MELD };
	struct growth growth;
	uint8_t wild[WILD_KINDS_MAX] = { 0 };
	int begin, melds = own_side(&at->game)->melds;

	act.item = (uint8_t)form;
	if (rules->form[form].sequence != 0) {
		add_sequence_as(at, &cards, form);
		return;
	}
	act.kind = cards.naturals > 0 ? rules->lead[cards.kind] : rules->wild_kind[0];
	if (cards.in_row) /* they are no sequence: an act with the first card is refused for that */
		act.kind = (uint8_t)cards.kind;
	growth_plan(&growth, &rules->form[form], cards.naturals, cards.wilds);
	begin = form_fits(rules, &rules->form[form], &cards) ? growth_beginning(&growth) : -1;
	if (begin < 0) { /* no meld: the act is refused, with the reason */
		move_naturals(rules, &cards, cards.naturals, &act);
		set_wilds(&act, cards.wild);
		add_act(at, act);
		return;
	}
	move_naturals(rules, &cards, rules->form[form].begin[begin].naturals, &act);
	move_wilds(rules, &cards, rules->form[form].begin[begin].wilds, wild);
	set_wilds(&act, wild);
	add_act(at, act);
	add_growth(at, &growth, act_naturals(rules, act), rules->form[form].begin[begin].wilds, melds, &cards);
}

/* True if [cards] can be laid as a meld of kind [form] now, all of them. */
static bool may_lay_as(const struct act_parser *at, const struct named_cards *cards, int form)
{
	struct act acts[1 + 2 * MELD_CARDS_MAX];
	struct act_parser trial = *at;

	trial.acts = acts;
	trial.count = 0;
	trial.room = sizeof acts / sizeof *acts;
	add_meld_as(&trial, *cards, form);
	return !trial.stuck;
}

/* Reasons for one kind of meld rather than another, the weakest first: it may be begun by going out; it may be begun;
 * the numbers of cards fit; all cards can be laid now. */
enum { MAY_BE_OUT = 1, MAY_BEGIN = 2, FITS = 4, LEGAL = 8 };

/* FITS if the cards are a meld of kind [form], 0 if they are such cards but not as many, -1 if they cannot be of this kind. */
static int fit_of_form(const struct rules *rules, const struct named_cards *cards, int form)
{
	struct meld_cards laid;
	struct growth growth;

	if (!form_fits(rules, &rules->form[form], cards))
		return -1;
	if (rules->form[form].sequence != 0)
		return sequence_meant(rules, cards, form, &laid) &&
		                       form_allows(&rules->form[form], laid.naturals, laid.wilds)
		               ? FITS
		               : 0;
	growth_plan(&growth, &rules->form[form], cards->naturals, cards->wilds);
	return growth_succeeds(&growth, growth_beginning(&growth)) ? FITS : 0;
}

bool meld_wants_name(const struct rules *rules, int form, const uint8_t *kinds, int count)
{
	struct named_cards cards = { .kind = -1 };
	int fit;

	for (int i = 0; i < count; i++)
		add_card(rules, &cards, kinds[i]);
	fit = fit_of_form(rules, &cards, form);
	for (int i = 0; i < rules->meld_count; i++)
		if (i != form && fit_of_form(rules, &cards, i) >= (fit == FITS ? FITS : 0))
			return true;
	return false;
}

/* How many of these reasons there are for kind [form], as a sum; -1 if the cards cannot be of this kind. */
static int form_worth(const struct act_parser *at, const struct named_cards *cards, int form)
{
	const struct rules *rules = at->game.rules;
	int worth = fit_of_form(rules, cards, form);
	bool owes_out;

	if (worth < 0)
		return worth;
	if (form_may_begin(&at->game, form, cards->naturals > 0 ? cards->kind : rules->wild_kind[0], &owes_out))
		worth += owes_out ? MAY_BE_OUT : MAY_BEGIN;
	return worth;
}

/* How many cards keep those named from being a meld of kind [form] with as many wild cards as it takes now. */
static int form_misses(const struct act_parser *at, const struct named_cards *cards, int form)
{
	const struct rules *rules = at->game.rules;
	int rank = cards->naturals > 0 ? rules->lead[cards->kind] : rules->wild_kind[0];

	return form_distance(&rules->form[form], cards->naturals, cards->wilds, form_takes_wild(&at->game, form, rank));
}

/* The kind of meld that is meant. If the cards could be several kinds, each is tried, so a meld is refused only if
 * every kind is; the reason is then that of the kind which comes nearest. */
static int choose_form(const struct act_parser *at, const struct named_cards *cards)
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
		if (worth[i] > worth[best] ||
		    (i > best && worth[i] == worth[best] && worth[i] >= 0 && worth[i] < FITS &&
		     form_misses(at, cards, i) < form_misses(at, cards, best)))
			best = i;
	}
	return best;
}

static void add_meld(struct act_parser *at, const struct named_cards *cards, int form)
{
	add_meld_as(at, *cards, form >= 0 ? form : choose_form(at, cards));
}

static void read_meld(struct act_parser *at)
{
	int said = 0;

	while (!at->failed && !line_clause_ends(at->line)) {
		struct named_cards cards = read_cards(at);
		int form = read_name(at, GROUP_meld);
		if (at->failed)
			return;
		if (line_is(at->line, "to") || line_is(at->line, "under"))
			fail(at, MESSAGE_MELD_TO);
		else if (cards.naturals + cards.wilds > 0)
			add_meld(at, &cards, form), said++;
		line_accept(at->line, ",");
	}
	if (said == 0)
		fail(at, MESSAGE_WHICH_MELD);
}

/* The sequence of the side with these cards in this order, of kind [form] if that is not -1, after number [after]; NOBODY if there is
 * none. */
static int sequence_as_written(const struct act_parser *at, const struct row_of_cards *row, int form, int after)
{
	const struct side *side = own_side(&at->game);
	struct meld_cards cards;

	for (int i = after + 1; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0 && (form < 0 || side->meld[i].form == form) &&
		    cards_lie_as_meld(at->game.rules, side->meld[i].form, row->kind, row->count, &cards) &&
		    memcmp(&side->meld[i].cards, &cards, sizeof cards) == 0)
			return i;
	return NOBODY;
}

/* The meld of the side with these cards, of kind [form] if that is not -1, after number [after] if that is not -1; NOBODY if there is
 * none. */
static int meld_with_cards(const struct act_parser *at, const struct row_of_cards *row, int form, int after)
{
	const struct side *side = own_side(&at->game);
	struct cards cards = { 0 };
	int written = sequence_as_written(at, row, form, after);

	if (written != NOBODY)
		return written;
	for (int i = 0; i < row->count; i++)
		cards_add(&cards, row->kind[i]);
	for (int i = after + 1; i < side->melds; i++) {
		struct cards there = cards_of_meld(at->game.rules, &side->meld[i].cards);
		if (cards_equal(&cards, &there) && (form < 0 || side->meld[i].form == form))
			return i;
	}
	return NOBODY;
}

/* Reads a meld named by its cards, and perhaps by its kind. One card names the meld of that card alone or, if there is none, a sequence
 * with that card, or the meld of its rank. -1 with a fault. */
static int read_named_meld(struct act_parser *at, int after)
{
	const struct rules *rules = at->game.rules;
	const struct side *side = own_side(&at->game);
	struct row_of_cards row = { 0 };
	int used, rank = rank_parse(rules, at->line, at->line->at, &used), found, form;
	/* a rank such as 7, whose cards have other names */
	if (rank >= 0 && rules->mates[rank] != UINT64_C(1) << rank) {
		at->line->at += used;
		return side->melded >> rank & 1 ? side->meld_of[rank] : NOBODY;
	}
	while (!at->failed && !line_clause_ends(at->line) && !line_is(at->line, ",") && !line_is(at->line, "to") &&
	       !name_is_said(rules, at->line)) {
		int kind = line_skip_filler(at->line) ? -1 : read_card(at);
		if (kind >= 0 && row.count < DECK_MAX)
			row_add(&row, kind);
	}
	form = read_name(at, GROUP_meld);
	if (at->failed)
		return -1;
	found = meld_with_cards(at, &row, form, after);
	if (row.count != 1 || found != NOBODY || form >= 0)
		return found;
	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0 && (meld_kinds(rules, &side->meld[i].cards) >> row.kind[0] & 1))
			found = found == NOBODY ? i : NOBODY - 1;
	if (found == NOBODY && (side->melded >> row.kind[0] & 1))
		return side->meld_of[row.kind[0]];
	if (found == NOBODY - 1) {
		fail(at, MESSAGE_WHICH_MELD_MEANT);
		return -1;
	}
	return found;
}

/* Reads `to` and a meld; -1 if there is no `to`, NOBODY if the side has no such meld. */
static int read_meld_meant(struct act_parser *at)
{
	const struct side *side = own_side(&at->game);
	int kind;

	if (!line_accept(at->line, "to") && !line_accept(at->line, "under"))
		return -1;
	line_skip_filler(at->line);
	if (at->game.rules->named_melds && !line_is(at->line, "wild") && !line_is(at->line, "wilds"))
		return read_named_meld(at, -1);
	if (line_accept(at->line, "wild") || line_accept(at->line, "wilds"))
		kind = at->game.rules->wild_kind[0];
	else
		kind = read_card(at);
	if (kind < 0)
		return -1;
	if (at->game.rules->cards.wild >> kind & 1)
		kind = at->game.rules->wild_kind[0];
	return side->melded >> kind & 1 ? side->meld_of[kind] : NOBODY;
}

/* The only meld to which a wild card can be added now, sequences included; -1 if there are several or none. */
static int named_meld_for_wilds(const struct act_parser *at, int kind)
{
	struct act acts[SEQUENCE_WAYS];
	int found = -1, count = 0;

	for (int i = 0; i < own_side(&at->game)->melds; i++)
		if (additions_now(&at->game, i, kind, acts) > 0 && count++ == 0)
			found = i;
	return count == 1 ? found : -1;
}

/* The only meld to which wild cards alone can go; -1 if that is not clear. */
static int meld_for_wilds(const struct act_parser *at, const struct named_cards *cards)
{
	const struct side *side = own_side(&at->game);
	cardset takes = (side->takes_wild != 0 ? side->takes_wild : side->melded) & at->game.rules->leads;

	if (side->melds == 0)
		return NOBODY;
	if (at->game.rules->sequences)
		return named_meld_for_wilds(at, cards->row[0]);
	return (takes & (takes - 1)) == 0 ? side->meld_of[__builtin_ctzll(takes)] : -1;
}

/* True if some card of these may be added to meld [index] now. */
static bool may_join(const struct act_parser *at, const struct named_cards *cards, int index)
{
	for (int i = 0; i < cards->naturals; i++)
		if (game_refusal(&at->game, act_of(ACT_ADD, (unsigned)index, cards->natural[i], 0)).refusal ==
		    REFUSAL_NONE)
			return true;
	return false;
}

static void add_additions(struct act_parser *at, struct named_cards cards, int meld, enum manner manner);

/* True if all of these cards may be added to meld [index] now. */
static bool all_may_join(const struct act_parser *at, const struct named_cards *cards, int index, enum manner manner)
{
	struct act acts[2 * MELD_CARDS_MAX];
	struct act_parser trial = *at;
	struct text why = { 0 };

	trial.acts = acts;
	trial.count = 0;
	trial.room = sizeof acts / sizeof *acts;
	trial.why = &why;
	add_additions(&trial, *cards, index, manner);
	text_free(&why);
	return !trial.stuck && !trial.failed;
}

/* The meld to which natural cards can go, perhaps with wild ones: the only one that may take them all now; else the only one that they
 * fit, or of several the only one that may take some of them now. NOBODY if there is none, -1 if that is not clear. */
static int meld_for_naturals(const struct act_parser *at, const struct named_cards *cards, enum manner manner)
{
	const struct side *side = own_side(&at->game);
	int joining = 0, fitting = 0, taking = 0, joins = NOBODY, fits = NOBODY, takes = NOBODY;

	if (!at->game.rules->named_melds)
		return side->melded >> cards->kind & 1 ? side->meld_of[cards->kind] : NOBODY;
	for (int i = 0; i < side->melds; i++)
		if (all_may_join(at, cards, i, manner))
			joins = joining++ == 0 ? i : joins;
	if (joining > 0)
		return joining == 1 ? joins : -1;
	for (int i = 0; i < side->melds; i++) {
		bool any = false;
		for (int card = 0; card < cards->naturals; card++)
			any = any || meld_fits(at->game.rules, &side->meld[i], cards->natural[card]);
		if (any)
			fits = fitting++ == 0 ? i : fits;
		if (any && may_join(at, cards, i))
			takes = taking++ == 0 ? i : takes;
	}
	return taking > 1 ? -1 : taking == 1 ? takes : fits;
}

/* Adds cards to a sequence, each time the first card left that fits, natural cards before wild ones. */
static void add_row(struct act_parser *at, struct named_cards cards, int meld, enum manner manner)
{
	while (cards.count > 0) {
		int chosen = 0;
		for (int i = 2 * cards.count - 1; i >= 0; i--) {
			bool wild = at->game.rules->cards.wild >> cards.row[i % cards.count] & 1;
			if (wild == (i >= cards.count) &&
			    meld_fits(at->game.rules, &own_side(&at->game)->meld[meld], cards.row[i % cards.count]))
				chosen = i % cards.count;
		}
		add_to_sequence(at, meld, cards.row[chosen], manner);
		cards.count--;
		memmove(&cards.row[chosen], &cards.row[chosen + 1], (size_t)(cards.count - chosen));
	}
}

static void add_additions(struct act_parser *at, struct named_cards cards, int meld, enum manner manner)
{
	const struct rules *rules = at->game.rules;
	const struct side *side = own_side(&at->game);
	const struct meld_cards *there;
	struct growth growth;

	if (meld < 0)
		meld = cards.naturals == 0 ? meld_for_wilds(at, &cards) : meld_for_naturals(at, &cards, manner);
	if (meld < 0 && cards.naturals > 0) {
		fail(at, MESSAGE_WHICH_MELD_MEANT);
		return;
	}
	if (meld < 0) {
		fail(at, side->melded >> rules->wild_kind[0] & 1 ? MESSAGE_WHICH_MELD_OR_WILD
		                                                 : MESSAGE_WHICH_MELD_FOR_WILD);
		return;
	}
	if (meld < side->melds && side->meld[meld].cards.sequence > 0) {
		add_row(at, cards, meld, manner);
		return;
	}
	if (meld >= side->melds || cards.in_row ||
	    (cards.naturals > 0 && side->meld[meld].cards.kind != rules->lead[cards.kind])) {
		/* even if the first act is refused, all cards become acts, so that the whole line can be repeated */
		while (cards.naturals > 0)
			add_addition(at, meld, next_to_lay(at, meld, &cards));
		for (int wild = at->game.rules->wild_kinds - 1; wild >= 0; wild--)
			for (int i = 0; i < cards.wild[wild]; i++)
				add_addition(at, meld, at->game.rules->wild_kind[wild]);
		return;
	}
	there = &side->meld[meld].cards;
	if (there->naturals + cards.naturals > MELD_CARDS_MAX || there->wilds + cards.wilds > MELD_CARDS_MAX) {
		fail(at, MESSAGE_TOO_MANY_CARDS);
		return;
	}
	growth_plan(&growth, &rules->form[side->meld[meld].form], there->naturals + cards.naturals,
	            there->wilds + cards.wilds);
	add_growth(at, &growth, there->naturals, there->wilds, meld, &cards);
}

static void read_add(struct act_parser *at)
{
	int said = 0;

	while (!at->failed && !line_clause_ends(at->line)) {
		bool as_wild = at->game.rules->sequences && line_accept(at->line, "wild");
		struct named_cards cards = read_cards(at);
		enum manner manner = as_wild ? AS_WILD : line_is(at->line, "under") ? UNDER : IN_PLACE;
		int meld = read_meld_meant(at);
		if (at->failed)
			return;
		if (cards.naturals + cards.wilds > 0)
			add_additions(at, cards, meld, manner), said++;
		else if (!line_accept(at->line, ","))
			break;
		line_accept(at->line, ",");
	}
	if (said == 0)
		fail(at, MESSAGE_WHICH_ADDITION);
}

static bool is_legal(const struct act_parser *at, struct act act)
{
	return game_refusal(&at->game, act).refusal == REFUSAL_NONE;
}

/* The meld to which way [item] of taking adds the top card, as act_onto() says: -1 for the one that meld_of[] leads to, or if the card
 * fits no sequence. */
static int choose_meld(const struct act_parser *at, int item, struct act act)
{
	bool sequence = at->game.rules->tables->takes_onto_sequence >> item & 1;
	int chosen = -1;

	act.item = (uint8_t)item;
	act_set_onto(&act, -1);
	if (!sequence && is_legal(at, act))
		return -1;
	for (int i = own_side(&at->game)->melds - 1; i >= 0; i--) {
		const struct meld *meld = &own_side(&at->game)->meld[i];
		act_set_onto(&act, i);
		if ((meld->cards.sequence > 0) == sequence && meld_fits(at->game.rules, meld, act.kind) &&
		    ((sequence && chosen < 0) || is_legal(at, act)))
			chosen = i;
	}
	return chosen;
}

/* The way of taking the pile that these cards are for, the first legal one if there are several; -1 if there is none. */
static int choose_take(const struct act_parser *at, struct act act)
{
	const struct rules *rules = at->game.rules;
	int chosen = -1;
	bool joins = false; /* there is a meld for that one */

	for (int i = 0; i < rules->pile.take_count; i++) {
		bool names = rules->tables->takes_name_meld >> i & 1;
		uint8_t count = act.count;
		if (!take_wants(rules, i, act) || (names && act.count > 0))
			continue;
		act.item = (uint8_t)i;
		if (names)
			act_set_onto(&act, choose_meld(at, i, act));
		if (is_legal(at, act))
			return i;
		bool lacks_meld = game_refusal(&at->game, act).refusal == REFUSAL_TAKE_NEEDS_MELD;
		act.count = count;
		if (chosen < 0 || (!joins && !lacks_meld))
			chosen = i, joins = !lacks_meld;
	}
	return chosen;
}

/* What `take` alone means: the take without cards from the hand or, if that is not legal, the only legal take. If
 * several are legal they are listed; if none is, the act stays as it is and is refused. */
static struct act take_meant(struct act_parser *at, struct act bare)
{
	struct acts acts;
	struct act meant = bare;
	int count = 0;

	if (is_legal(at, bare))
		return bare;
	game_legal(&at->game, &acts);
	for (int i = 0; i < acts.count; i++)
		if (acts.act[i].verb == ACT_TAKE && count++ == 0)
			meant = acts.act[i];
	if (count < 2 || at->failed)
		return meant;
	fail(at, MESSAGE_WHICH_TAKE);
	for (int i = 0, named = 0; i < acts.count; i++)
		if (acts.act[i].verb == ACT_TAKE) {
			text_add(at->why, named++ == 0 ? ": " : ", ");
			act_write(&at->game, acts.act[i], at->why);
		}
	return meant;
}

/* Reads the cards that take the pile. If they are of several ranks (a two may be no wild card here), returns those of
 * another rank than the top card, which is enough to refuse the act. */
static struct named_cards read_taking_cards(struct act_parser *at)
{
	struct named_cards cards = { .kind = -1 };

	if (line_is(at->line, ","))
		return cards;
	cards = read_cards(at);
	for (int from = -1; at->line->at != from && !at->failed && !line_clause_ends(at->line) &&
	                    !name_is_said(at->game.rules, at->line) && !line_is(at->line, "to");) {
		struct named_cards more;
		from = at->line->at; /* a word that no card begins with is left for the reader of takes */
		more = read_cards(at);
		if (at->game.pile_size > 0 && more.kind >= 0 &&
		    at->game.rules->lead[cards.kind >= 0 ? cards.kind : 0] == at->game.rules->lead[pile_top(&at->game)])
			cards = more;
	}
	return cards;
}

/* True if a card is of the rank of the top card of the pile. */
static bool is_of_top_rank(const struct act_parser *at, int kind)
{
	return rank_of(at->game.rules, kind) == rank_of(at->game.rules, pile_top(&at->game));
}

/* True if a take in way [item] need not name this meld, because meld_of[] leads to it for the rank of the top card. */
static bool stands_for_rank(const struct act_parser *at, int item, int meld)
{
	const struct game *game = &at->game;

	return !(game->rules->tables->takes_onto_sequence >> item & 1) && game->pile_size > 0 &&
	       own_side(game)->meld_of[pile_top(game)] == meld;
}

/* `take all`, where `take as all` was meant: fails with that. Where no way of taking has this name, `all` is the whole pile. */
static void refuse_name_of_take(struct act_parser *at)
{
	int used;
	bool is_card = card_parse(at->game.rules, &at->game, at->line, at->line->at, &used, NULL) >= 0;

	for (int i = 0; i < at->game.rules->pile.take_count && !at->failed && !is_card; i++)
		if (line_is(at->line, at->game.rules->pile.take[i].name)) {
			at->failed = true;
			text_format(at->why, MESSAGE_SAY_AS, line_word(at->line), line_word(at->line));
		}
	if (!at->failed && (line_accept(at->line, "all") || line_accept(at->line, "whole")))
		while (line_skip_filler(at->line))
			;
}

static void read_take(struct act_parser *at)
{
	if (!line_is_at_end(at->line))
		refuse_name_of_take(at);
	struct named_cards cards = read_taking_cards(at);
	int item = read_name(at, GROUP_take);
	struct act act = { .verb = ACT_TAKE };
	bool bare = item < 0 && cards.naturals + cards.wilds == 0;

	if (at->failed)
		return;
	if (cards.naturals > 0)
		act.kind = (uint8_t)cards.kind;
	if (at->game.pile_size > 0 && (cards.naturals == 0 || (!cards.in_row && is_of_top_rank(at, cards.kind))))
		act.kind = (uint8_t)pile_top(&at->game);
	if (cards.naturals > 0)
		move_naturals(at->game.rules, &cards, cards.naturals, &act);
	set_wilds(&act, cards.wild);
	if (item < 0)
		item = choose_take(at, act);
	act.item = item < 0 ? 0 : (uint8_t)item;
	if (at->game.rules->tables->takes_name_meld >> act.item & 1) {
		int meld = read_meld_meant(at);
		bare = bare && meld < 0;
		if (meld < 0)
			meld = choose_meld(at, act.item, act);
		else if (stands_for_rank(at, act.item, meld))
			meld = -1;
		act_set_onto(&act, lesser(meld, NOBODY - 1));
	}
	if (bare)
		act = take_meant(at, act);
	if (!at->failed)
		add_act(at, act);
	if (!at->failed && !line_clause_ends(at->line) && !line_is(at->line, ","))
		fail(at, MESSAGE_CARDS_THAT_TAKE);
}

static void read_discard(struct act_parser *at)
{
	int kind;

	while (line_skip_filler(at->line))
		;
	if (line_clause_ends(at->line)) {
		fail(at, MESSAGE_WHICH_DISCARD);
		return;
	}
	kind = read_card(at);
	if (kind < 0)
		return;
	if (!line_clause_ends(at->line) && !line_is(at->line, ","))
		fail(at, MESSAGE_ONE_DISCARD);
	else
		add_act(at, (struct act){ .verb = ACT_DISCARD, .kind = (uint8_t)kind });
}

/* Reads two melds to put together: one `to` another, or the only two of a rank. */
static void read_join(struct act_parser *at)
{
	struct acts acts;
	int other, meld = 0, found = 0;

	while (line_skip_filler(at->line))
		;
	other = read_named_meld(at, -1);
	if (at->failed)
		return;
	if (line_accept(at->line, "to")) {
		int behind = at->line->at;
		meld = read_named_meld(at, -1);
		if (meld == other && meld != NOBODY) { /* both were named by the same cards */
			at->line->at = behind;
			meld = read_named_meld(at, other);
		}
		if (!at->failed)
			add_act(at, (struct act){ .verb = ACT_JOIN,
			                          .item = (uint8_t)lesser(meld, other),
			                          .count = (uint8_t)(meld + other - lesser(meld, other)) });
		return;
	}
	game_legal(&at->game, &acts);
	for (int i = 0; i < acts.count; i++)
		if (acts.act[i].verb == ACT_JOIN && (acts.act[i].item == other || acts.act[i].joined == other) &&
		    found++ == 0)
			meld = i;
	if (found == 1)
		add_act(at, acts.act[meld]);
	else
		fail(at, MESSAGE_WHICH_JOINED);
}

/* Reads bonus cards to lay out; other cards after `lay` are melded. */
static void read_laying(struct act_parser *at)
{
	while (!at->failed && !line_clause_ends(at->line)) {
		int kind;
		if (line_skip_filler(at->line) || line_accept(at->line, ",") || line_accept(at->line, "out"))
			continue;
		kind = read_card(at);
		if (kind >= 0)
			add_act(at, (struct act){ .verb = ACT_LAY, .kind = (uint8_t)kind });
	}
}

/* True if the words after `lay` begin with a bonus card. */
static bool lays_bonus(const struct act_parser *at)
{
	int kind = next_natural(at);

	return kind >= 0 && (at->game.rules->bonus.cards >> kind & 1);
}

static void add_talon(struct act_parser *at, bool yes)
{
	add_act(at, (struct act){ .verb = ACT_TALON, .count = yes });
}

static void read_answer(struct act_parser *at)
{
	bool yes = line_accept(at->line, "yes") || line_accept(at->line, "y");

	if (!yes && !line_accept(at->line, "no") && !line_accept(at->line, "n")) {
		fail(at, MESSAGE_YES_OR_NO);
		return;
	}
	if (line_accept(at->line, "talon") || at->game.phase == PHASE_TALON)
		add_talon(at, yes);
	else
		add_act(at, (struct act){ .verb = ACT_ANSWER, .count = yes });
}

/* Reads the name of a special hand; without one, finds the special hand that the hand is. */
static void read_special(struct act_parser *at)
{
	cardset now = specials_now(&at->game);
	int item = now != 0 ? __builtin_ctzll(now) : 0;

	if (at->game.rules->special_count == 0)
		fail(at, MESSAGE_NO_SPECIAL_HANDS);
	else if (!line_clause_ends(at->line))
		item = read_item(at, GROUP_special);
	else if (now == 0 && at->game.rules->special_count > 1) {
		const struct rules *rules = at->game.rules;
		fail(at, MESSAGE_NO_SPECIAL_HAND);
		for (int i = 0; i < rules->special_count; i++)
			text_format(at->why, "%s %s", i == 0 ? "" : ",", rules->special[i].name);
	}
	if (!at->failed)
		add_act(at, (struct act){ .verb = ACT_SPECIAL, .item = (uint8_t)item });
}

/* The sentence for a word that players say and that is no act, or NULL. */
static const char *meant_by_word(const struct line *line)
{
	static const struct {
		const char *word, *sentence;
	} meant[] = {
		{ "pass", MESSAGE_NOBODY_PASSES },     { "go", MESSAGE_NOBODY_SAYS_OUT },
		{ "out", MESSAGE_NOBODY_SAYS_OUT },    { "close", MESSAGE_NOBODY_SAYS_OUT },
		{ "finish", MESSAGE_NOBODY_SAYS_OUT }, { "end", MESSAGE_NOBODY_SAYS_OUT },
		{ "legal", MESSAGE_ACT_ALONE },        { "illegal", MESSAGE_ACT_ALONE },
		{ "allow", MESSAGE_ACT_ALONE },        { "refuse", MESSAGE_ACT_ALONE },
		{ "can", MESSAGE_ACT_ALONE },          { "may", MESSAGE_ACT_ALONE },
		{ "is", MESSAGE_ACT_ALONE },           { "do", MESSAGE_ACT_ALONE },
		{ "freeze", MESSAGE_CARD_DOES_IT },    { "block", MESSAGE_CARD_DOES_IT },
		{ "play", MESSAGE_WHAT_TO_DO },        { "put", MESSAGE_WHAT_TO_DO },
		{ "place", MESSAGE_WHAT_TO_DO },
	};

	for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
		if (line_is(line, meant[i].word))
			return meant[i].sentence;
	return NULL;
}

static void refuse_word(struct act_parser *at)
{
	const char *meant = meant_by_word(at->line);
	const char *near = line_nearest_verb(at->line);
	int used;

	at->failed = true;
	if (card_parse(at->game.rules, &at->game, at->line, at->line->at, &used, NULL) >= 0) {
		text_add(at->why, MESSAGE_WHAT_TO_DO);
		return;
	}
	if (meant != NULL) {
		text_add(at->why, meant);
		return;
	}
	text_format(at->why, MESSAGE_NO_ACT, line_word(at->line));
	if (near != NULL)
		text_format(at->why, MESSAGE_DID_YOU_MEAN, near);
	else
		text_add(at->why, MESSAGE_ACTS_THERE_ARE);
}

static void read_clause(struct act_parser *at)
{
	int verb = line_first_verb(at->line);
	bool answer =
		line_is(at->line, "yes") || line_is(at->line, "no") || line_is(at->line, "y") || line_is(at->line, "n");
	bool lay = line_is(at->line, "lay");

	if (verb < 0) {
		refuse_word(at);
		return;
	}
	at->line->at += !answer;
	switch ((enum verb)verb) {
	case ACT_DRAW:
		if (!line_accept(at->line, "a"))
			line_accept(at->line, "one");
		while (line_skip_filler(at->line))
			;
		add_act(at, (struct act){ .verb = ACT_DRAW });
		break;
	case ACT_TAKE: read_take(at); break;
	case ACT_MELD:
		if (lay && lays_bonus(at))
			read_laying(at);
		else
			read_meld(at);
		break;
	case ACT_ADD: read_add(at); break;
	case ACT_ASK:
		while (line_skip_filler(at->line) || line_accept(at->line, "partner"))
			;
		add_act(at, (struct act){ .verb = ACT_ASK });
		break;
	case ACT_ANSWER: read_answer(at); break;
	case ACT_DISCARD: read_discard(at); break;
	case ACT_SPECIAL: read_special(at); break;
	case ACT_LAY: read_laying(at); break;
	case ACT_TALON: add_talon(at, true); break;
	case ACT_STOP: add_act(at, (struct act){ .verb = ACT_STOP }); break;
	case ACT_JOIN: read_join(at); break;
	case VERBS: break;
	}
}

/* True if no act may follow the act that was parsed last. */
static bool ends_line(const struct act_parser *at, int player)
{
	if (at->stuck)
		return false;
	return at->game.phase == PHASE_OVER || (!at->everybody && game_to_act(&at->game) != player);
}

/* Parses clauses up to the end of the line, or to an act that brings cards nobody has seen. */
static int read_line(struct act_parser *at)
{
	struct line *line = at->line;
	int player = game_to_act(&at->game);

	if (line_is_at_end(line))
		fail(at, MESSAGE_NOTHING_SAID);
	while (!at->failed && !at->brought && !line_is_at_end(line)) {
		read_clause(at);
		while (!at->failed && (line_accept(line, ";") || line_accept(line, ",") || line_accept(line, "then") ||
		                       line_accept(line, "and")))
			;
		if (!at->failed && !line_is_at_end(line) && ends_line(at, player))
			fail(at, at->game.phase == PHASE_OVER ? MESSAGE_DEAL_IS_OVER : MESSAGE_NOT_HER_TURN);
	}
	return at->failed ? 0 : at->count;
}

int acts_parse_line(const struct game *game, struct line *line, enum line_players players, struct act *acts, int room,
                    struct text *why)
{
	struct act_parser at = {
		.game = *game, .line = line, .everybody = players == LINE_OF_ALL, .acts = acts, .room = room, .why = why
	};

	return read_line(&at);
}

int acts_parse_seen(const struct game *game, const char *words, struct act *acts, int room, const char **rest,
                    struct text *why)
{
	struct line line;
	struct act_parser at = {
		.game = *game, .line = &line, .as_seen = true, .acts = acts, .room = room, .why = why
	};
	int count = 0;

	if (line_cut(&line, words, strlen(words), LINE_TYPED))
		count = read_line(&at);
	else
		text_add(why, MESSAGE_LINE_TOO_LONG);
	*rest = count == 0 || line_is_at_end(&line) ? "" : words + line.word[line.at].from;
	return count;
}

int acts_parse(const struct game *game, const char *words, struct act *acts, int room, struct text *why)
{
	struct line line;

	if (line_cut(&line, words, strlen(words), LINE_TYPED))
		return acts_parse_line(game, &line, LINE_OF_ONE, acts, room, why);
	text_add(why, MESSAGE_LINE_TOO_LONG);
	return 0;
}

bool act_is_line(const char *words)
{
	struct line line;

	return line_cut(&line, words, strlen(words), LINE_TYPED) && line_first_verb(&line) >= 0;
}

bool draw_parse(const struct rules *rules, const struct game *game, struct line *line, struct row_of_cards *drawn,
                struct text *why)
{
	int from;

	if (line_verb(line, VERB_SHORT) != ACT_DRAW)
		return true;
	from = ++line->at;
	/* "a card" is not an ace */
	if (line->at + 1 < line->count && strcmp(line->word[line->at + 1].text, "card") == 0)
		line->at++;
	while (line_skip_filler(line))
		;
	if (line->at + 1 < line->count && strcmp(line->word[line->at + 1].text, "cards") == 0) {
		text_add(why, MESSAGE_NO_NUMBER_DRAWN);
		return false;
	}
	if (!cards_parse(rules, game, line, drawn, why))
		return false;
	line_leave_out(line, from, line->at);
	line->at = from - 1;
	return true;
}

bool cards_parse(const struct rules *rules, const struct game *game, struct line *line, struct row_of_cards *cards,
                 struct text *why)
{
	while (!line_clause_ends(line)) {
		int used, kind;
		if (line_accept(line, ","))
			continue;
		kind = card_parse(rules, game, line, line->at, &used, why);
		if (kind < 0)
			return false;
		if (cards->count == DECK_MAX) {
			text_add(why, MESSAGE_LINE_TOO_LONG);
			return false;
		}
		row_add(cards, kind);
		line->at += used;
	}
	return true;
}
