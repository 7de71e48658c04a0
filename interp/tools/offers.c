/* offers.c -- chosen cards become acts. A search does legal acts on copies of the game, each with cards that are still left of the
 * chosen ones, until none is left. It asks the engine what is legal and has no rule of its own; the order in which it tries acts only
 * decides what is found first. A first pass goes straight for a way, a second one looks at every way. Positions that differ in the order of their melds are one, so that each division of the cards is looked at
 * once. */
#include "tools/offers.h"

#include <string.h>
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "reports/judge.h"
#include "reports/reports.h"
#include "reports/wording.h"
#include "rules/analysis.h"

/* Bounds of one search. Ten cards of an opening take some hundred positions, twenty that are full of wild cards would take millions. */
enum { POSITIONS_MAX = 3000, SEEN_MAX = 8192, FITTING_MAX = 96 };

/* A position on the way, and the acts that can follow. */
struct step_down {
	struct game game;
	struct cards left; /* of the chosen cards */
	int acts;
	struct act act[FITTING_MAX];
};

struct search {
	const struct game *from;
	struct offers *offers;
	bool discards; /* the last card may be discarded after others were melded */
	bool narrow;   /* of each position only the acts for the card that has the fewest are tried */
	int chosen;    /* number of cards */
	bool no_memory;
	int positions;
	int nearest_left; /* chosen cards left after offers->nearest */
	int count;
	struct act path[OFFER_ACTS_MAX];
	struct step_down *step[OFFER_ACTS_MAX + 1];
	struct acts legal;
	uint64_t seen[SEEN_MAX]; /* a hash table: positions that were reached; 0 is free */
};

/* ---- cards of acts ---- */

static bool take_out(struct cards *cards, int kind, int count)
{
	for (; count > 0 && cards_count(cards, kind) > 0; count--)
		cards_remove(cards, kind);
	return count <= 0;
}

bool act_takes_cards(const struct game *game, struct act act, struct cards *cards)
{
	const struct rules *rules = game->rules;
	bool all = true;

	switch (act.verb) {
	case ACT_TAKE:
	case ACT_MELD:
		for (int kind = 0; kind < rules->kinds && all; kind++)
			all = take_out(cards, kind, act_naturals_of(rules, act, kind));
		for (int wild = 0; wild < rules->wild_kinds && all; wild++)
			all = take_out(cards, rules->wild_kind[wild], act_wild(act, wild));
		return all;
	case ACT_ADD:
	case ACT_DISCARD:
	case ACT_LAY: return take_out(cards, act.kind, 1);
	case ACT_SPECIAL:
		for (cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand); kinds != 0 && all;
		     kinds &= kinds - 1)
			all = take_out(cards, __builtin_ctzll(kinds),
			               cards_count(&game->seat[game->turn.seat].hand, __builtin_ctzll(kinds)));
		return all;
	default: return true;
	}
}

static int cards_in(const struct cards *cards)
{
	return cards_count_in(cards, cards_kinds(cards));
}

/* How many of [left] the act lays; 0 if it lays none of them, or others too. */
static int cards_laid(const struct game *game, struct act act, const struct cards *left)
{
	struct cards rest = *left;

	return act_takes_cards(game, act, &rest) ? cards_in(left) - cards_in(&rest) : 0;
}

static bool is_wild(const struct rules *rules, int kind)
{
	return rules->cards.wild >> kind & 1;
}

/* The order in which acts are tried, the smallest first: what has natural cards alone, then new melds with wild cards, which need them,
 * then wild cards for what is there already. Acts that lay more cards come before others of their class. */
static int class_of(const struct game *game, struct act act)
{
	switch (act.verb) {
	case ACT_TAKE: return 0;
	case ACT_MELD: return act_wilds(act) == 0 ? 1 : 3;
	case ACT_ADD: return is_wild(game->rules, act.kind) ? 4 : 2;
	default: return 5;
	}
}

/* ---- positions that were reached ---- */

static uint64_t mix(uint64_t hash, uint64_t more)
{
	hash = (hash ^ more) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 29;
}

static uint64_t hash_bytes(uint64_t hash, const uint8_t *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		hash = mix(hash, bytes[i]);
	return hash;
}

static uint64_t hash_meld(const struct meld *meld)
{
	uint64_t hash = mix(mix(1, meld->form), meld->cards.kind);

	hash = mix(mix(hash, meld->cards.naturals), meld->cards.wilds);
	hash = mix(mix(hash, meld->cards.sequence), meld->begun);
	hash = hash_bytes(hash, meld->cards.of, sizeof meld->cards.of);
	return hash_bytes(hash, meld->cards.wild, sizeof meld->cards.wild);
}

/* A number for the melds of side [of], in whatever order, and the cards in the hand of [seat]. */
static uint64_t hash_table(const struct game *game, int of, int seat)
{
	const struct side *side = &game->side[of];
	const struct cards *hand = &game->seat[seat].hand;
	uint64_t melds = 0;

	for (int i = 0; i < side->melds; i++)
		melds += hash_meld(&side->meld[i]);
	return hash_bytes(mix(2, melds), hand->count, sizeof hand->count);
}

/* A number for what acts of this turn can have changed. */
static uint64_t hash_position(const struct step_down *at)
{
	const struct turn *turn = &at->game.turn;
	uint64_t hash = mix(hash_table(&at->game, turn->side, turn->seat), at->game.phase);

	if (turn->top_meld > 0)
		hash = mix(hash, hash_meld(&own_side(&at->game)->meld[turn->top_meld - 1]));
	hash = mix(hash, (uint64_t)turn->took << 8 | turn->way);
	hash = mix(hash, (uint64_t)turn->count << 8 | turn->obliged_by);
	hash = hash_bytes(hash, at->left.count, sizeof at->left.count);
	return hash != 0 ? hash : 1;
}

/* True if the position was reached before, or if there is no room to remember it. */
static bool was_seen(struct search *at, const struct step_down *step)
{
	uint64_t hash = hash_position(step);

	for (size_t i = 0; i < SEEN_MAX; i++) {
		uint64_t *place = &at->seen[(hash + i) % SEEN_MAX];
		if (*place == hash)
			return true;
		if (*place == 0) {
			*place = hash;
			return false;
		}
	}
	return true;
}

/* ---- offers ---- */

/* Below 0 if [a] is better than [b]. */
static int compare(const struct offer *a, const struct offer *b)
{
	if (a->discards != b->discards)
		return a->discards - b->discards;
	if (a->opened != b->opened)
		return b->opened - a->opened;
	if (a->counted != b->counted)
		return a->counted < b->counted ? 1 : -1;
	if (a->begun != b->begun)
		return a->begun - b->begun;
	if (a->wild != b->wild)
		return a->wild - b->wild;
	return b->longest - a->longest;
}

/* What [offer] achieves: [after] is the game after it. */
static void value_offer(const struct game *before, const struct game *after, struct offer *offer)
{
	const struct side *was = own_side(before), *is = &after->side[before->turn.side];

	offer->table = hash_table(after, before->turn.side, before->turn.seat);
	offer->opened = is->opened;
	if (!was->opened && is->melds > was->melds && rules_have_opening(before->rules) &&
	    after->turn.number == before->turn.number)
		offer->counted = after->turn.count, offer->minimum = after->turn.minimum;
	offer->begun = is->melds - was->melds;
	for (int i = 0; i < is->melds; i++) {
		const struct meld_cards *cards = &is->meld[i].cards;
		offer->wild += cards->wilds > (i < was->melds ? was->meld[i].cards.wilds : 0);
		if (i >= was->melds || was->meld[i].canasta < 0)
			offer->longest += (cards->naturals + cards->wilds) * (cards->naturals + cards->wilds);
	}
}

/* Adds the acts on the path, after which the game is [after], among the best, unless others lead to the same cards on the table. Of
 * equally good ones the first stays first. */
static void add_offer(struct search *at, const struct game *after)
{
	struct offers *offers = at->offers;
	struct offer offer = { .count = at->count };
	int place = offers->count;

	memcpy(offer.act, at->path, (size_t)at->count * sizeof *at->path);
	offer.discards = at->count > 1 && at->path[at->count - 1].verb == ACT_DISCARD;
	value_offer(at->from, after, &offer);
	for (int i = 0; i < offers->count; i++)
		if (offers->offer[i].table == offer.table && offers->offer[i].discards == offer.discards)
			return;
	while (place > 0 && compare(&offer, &offers->offer[place - 1]) < 0)
		place--;
	if (place == OFFERS_MAX)
		return;
	if (offers->count < OFFERS_MAX)
		offers->count++;
	memmove(&offers->offer[place + 1], &offers->offer[place], (size_t)(offers->count - 1 - place) * sizeof offer);
	offers->offer[place] = offer;
}

/* ---- the search ---- */

/* Room for the position after [depth] acts; NULL without memory. */
static struct step_down *step_at(struct search *at, int depth)
{
	if (at->step[depth] == NULL)
		at->step[depth] = memory_resize(NULL, sizeof *at->step[depth]);
	at->no_memory = at->no_memory || at->step[depth] == NULL;
	return at->step[depth];
}

/* True if a discard may play the last of the chosen cards: as the only act, or where that is sought after some that melded others. */
static bool may_discard(const struct search *at, const struct step_down *step)
{
	int left = cards_in(&step->left);

	return left == 1 && (at->count == 0 || (at->discards && left < at->chosen));
}

/* The place of an act in the order in which to try them. */
static int weight_of(const struct step_down *step, struct act act)
{
	return class_of(&step->game, act) * 64 - cards_laid(&step->game, act, &step->left);
}

/* Lists the legal acts that lay cards which are left, and those that take the pile without any, in the order in which to try them. */
static void list_fitting(struct search *at, struct step_down *step)
{
	step->acts = 0;
	game_legal(&step->game, &at->legal);
	for (int i = 0; i < at->legal.count && step->acts < FITTING_MAX; i++) {
		struct act act = at->legal.act[i];
		struct cards rest = step->left;
		bool fits = act_takes_cards(&step->game, act, &rest) &&
		            (act.verb == ACT_TAKE || !cards_equal(&rest, &step->left));
		int place = step->acts, weight = weight_of(step, act);
		if (!fits || (act.verb == ACT_DISCARD && !may_discard(at, step)))
			continue;
		for (; place > 0 && weight < weight_of(step, step->act[place - 1]); place--)
			step->act[place] = step->act[place - 1];
		step->act[place] = act;
		step->acts++;
	}
}

/* Notes that the acts on the path leave [left] of the chosen cards, and whether what comes after them [depends] on unknown cards. */
static void note_nearest(struct search *at, int left, bool depends)
{
	if (left >= at->nearest_left)
		return;
	at->nearest_left = left;
	at->offers->depends = depends;
	at->offers->nearest.count = at->count;
	memcpy(at->offers->nearest.act, at->path, (size_t)at->count * sizeof *at->path);
}

static void extend(struct search *at);

/* Does [act] after the acts on the path, and goes on from there. */
static void try_act(struct search *at, const struct step_down *step, struct act act)
{
	bool brings = act_brings_cards(&step->game, act), ends;
	struct step_down *next = step_at(at, at->count + 1);

	if (next == NULL)
		return;
	next->game = step->game;
	next->left = step->left;
	(void)act_takes_cards(&step->game, act, &next->left);
	game_apply(&next->game, act);
	ends = brings || next->game.phase == PHASE_OVER || next->game.turn.number != step->game.turn.number ||
	       game_to_act(&next->game) != game_to_act(&step->game);
	if (was_seen(at, next))
		return;
	at->path[at->count++] = act;
	if (cards_in(&next->left) == 0)
		add_offer(at, &next->game);
	else {
		note_nearest(at, cards_in(&next->left), ends);
		if (!ends && at->count < OFFER_ACTS_MAX)
			extend(at);
	}
	at->count--;
}

/* True if [act] lays a card of [kind] that is left. */
static bool lays(const struct step_down *step, struct act act, int kind)
{
	struct cards rest = step->left;

	return act_takes_cards(&step->game, act, &rest) && cards_count(&rest, kind) < cards_count(&step->left, kind);
}

/* Leaves of the acts only those that lay the card for which there are the fewest. Every card has to be laid sometime, so that a way is
 * missed only if that card is to wait for others. */
static void narrow_down(struct step_down *step)
{
	int fewest = FITTING_MAX + 1, rarest = -1, kept = 0;

	for (cardset kinds = cards_kinds(&step->left); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), count = 0;
		for (int i = 0; i < step->acts; i++)
			count += lays(step, step->act[i], kind);
		if (count > 0 && count < fewest)
			fewest = count, rarest = kind;
	}
	if (rarest < 0)
		return;
	for (int i = 0; i < step->acts; i++)
		if (lays(step, step->act[i], rarest))
			step->act[kept++] = step->act[i];
	step->acts = kept;
}

static void extend(struct search *at)
{
	struct step_down *step = at->step[at->count];

	if (at->positions >= POSITIONS_MAX)
		return;
	at->positions++;
	list_fitting(at, step);
	if (at->narrow && step->game.phase != PHASE_DRAW)
		narrow_down(step);
	for (int i = 0; i < step->acts && !at->no_memory; i++)
		try_act(at, step, step->act[i]);
}

/* Searches from the beginning. */
static void search_from(struct search *at, const struct cards *cards, bool discards, bool narrow)
{
	struct step_down *first = step_at(at, 0);

	if (first == NULL)
		return;
	memset(at->seen, 0, sizeof at->seen);
	at->discards = discards;
	at->narrow = narrow;
	at->positions = 0;
	first->game = *at->from;
	first->left = *cards;
	extend(at);
}

/* True for an act that is offered without cards being chosen: one that lays no single card, or takes the pile. */
static bool is_plain(struct act act)
{
	static const unsigned PLAIN = 1u << ACT_DRAW | 1u << ACT_ASK | 1u << ACT_ANSWER | 1u << ACT_SPECIAL |
	                              1u << ACT_TALON | 1u << ACT_STOP | 1u << ACT_JOIN | 1u << ACT_TAKE;

	return PLAIN >> act.verb & 1;
}

/* True for the question whether the player may go out in a turn in which she cannot, which some rules let her ask. */
static bool is_in_vain(const struct game *game, struct act act)
{
	return act.verb == ACT_ASK && going_out_is_impossible(game);
}

/* Each of these acts that is legal. What takes the pile comes last, with few wild cards first, and with few cards first. */
static void offer_plain_acts(struct search *at)
{
	struct offers *offers = at->offers;
	int order[OFFERS_MAX], others = 0;

	game_legal(at->from, &at->legal);
	table_order_acts(&at->legal);
	for (int i = 0; i < at->legal.count && offers->count < OFFERS_MAX; i++)
		if (is_plain(at->legal.act[i]) && at->legal.act[i].verb != ACT_TAKE &&
		    !is_in_vain(at->from, at->legal.act[i]))
			offers->offer[offers->count++] = (struct offer){ .act = { at->legal.act[i] }, .count = 1 };
	others = offers->count;
	for (int i = 0; i < at->legal.count; i++) {
		struct act act = at->legal.act[i];
		int place = offers->count, weight = act_wilds(act) * DECK_MAX + act_naturals(at->from->rules, act);
		if (act.verb != ACT_TAKE)
			continue;
		while (place > others && weight < order[place - 1])
			place--;
		if (place == OFFERS_MAX)
			continue;
		offers->count += offers->count < OFFERS_MAX;
		for (int behind = offers->count - 1; behind > place; behind--) {
			offers->offer[behind] = offers->offer[behind - 1];
			order[behind] = order[behind - 1];
		}
		offers->offer[place] = (struct offer){ .act = { act }, .count = 1 };
		order[place] = weight;
	}
}

bool offers_find(const struct game *game, const struct cards *cards, struct offers *offers)
{
	struct search *at = memory_resize(NULL, sizeof *at);
	bool found;

	memset(offers, 0, sizeof *offers);
	if (at == NULL)
		return false;
	memset(at, 0, sizeof *at);
	at->from = game;
	at->offers = offers;
	at->chosen = at->nearest_left = cards_in(cards);
	if (at->chosen == 0)
		offer_plain_acts(at);
	for (int i = 0; i < 2 && at->chosen > 0 && offers->count == 0; i++) {
		search_from(at, cards, i > 0, true);
		search_from(at, cards, i > 0, false);
	}
	found = !at->no_memory;
	for (int i = 0; i <= OFFER_ACTS_MAX; i++)
		memory_free(at->step[i]);
	memory_free(at);
	return found;
}

/* ---- what an offer is called ---- */

/* Parts of a title: "meld 4 4 4, 5 5 joker" is one verb with two. */
struct title {
	const struct game *before;
	struct game after;
	const struct offer *offer;
	struct text *out;
	int parts;
	int taken; /* place of the meld that the top card of the pile came to, -1 for none */
};

static void begin_part(struct title *at, const char *verb)
{
	text_add(at->out, at->parts++ > 0 ? ", " : "");
	text_add(at->out, verb);
}

/* True if [side] has another set of the rank of the meld with [place]. */
static bool has_another(const struct side *side, int place)
{
	for (int i = 0; i < side->melds; i++)
		if (i != place && side->meld[i].cards.kind == side->meld[place].cards.kind &&
		    side->meld[i].cards.sequence == 0)
			return true;
	return false;
}

/* Names the meld with [place]: "the tens"; a sequence by its cards, and by both a set where its side has several of the rank. */
static void name_meld(const struct title *at, const struct side *side, int place)
{
	const struct meld_cards *cards = &side->meld[place].cards;
	const struct rules *rules = at->before->rules;
	cardset rank = is_wild(rules, cards->kind) ? rules->cards.wild : rules->mates[cards->kind];

	if (cards->sequence == 0) {
		text_add(at->out, "the ");
		cards_say(rules, faces_of_kinds(rules, rank), at->out);
		if (!has_another(side, place))
			return;
		text_add(at->out, " ");
	}
	meld_write(rules, cards, at->out);
}

/* " (mixed canasta)" where the meld with [place] becomes one, or another kind of it. */
static void write_canasta(const struct title *at, int place)
{
	const struct side *was = own_side(at->before), *is = &at->after.side[at->before->turn.side];
	int canasta = is->meld[place].canasta;

	if (canasta < 0 || (place < was->melds && was->meld[place].canasta == canasta))
		return;
	text_add(at->out, " (");
	kind_of_canasta_in_words(at->before->rules, canasta, false, at->out);
	text_add(at->out, ")");
}

/* The number of acts that add cards to the meld with [place]; [*wild] is set if one of them adds a wild card to a sequence. */
static int additions_to(const struct title *at, int place, bool *wild)
{
	int count = 0;

	for (int i = 0; i < at->offer->count; i++) {
		struct act act = at->offer->act[i];
		if (act.verb != ACT_ADD || act.item != place)
			continue;
		count++;
		*wild = *wild || (at->after.side[at->before->turn.side].meld[place].cards.sequence > 0 &&
		                  is_wild(at->before->rules, act.kind));
	}
	return count;
}

static void write_take(struct title *at, struct act act)
{
	const struct rules *rules = at->before->rules;
	struct text words = { 0 };
	const char *as;
	bool onto = act_naturals(rules, act) + act_wilds(act) == 0 && at->taken >= 0 &&
	            at->taken < own_side(at->before)->melds,
	     wild = false;

	begin_part(at, "take the pile");
	if (act_naturals(rules, act) + act_wilds(act) > 0) {
		text_add(at->out, " with");
		act_write_cards(rules, act, at->out);
	} else if (onto) {
		text_add(at->out, " onto ");
		name_meld(at, own_side(at->before), at->taken);
	}
	act_write(at->before, act, &words);
	as = strstr(text_read(&words), " as "); /* another way wants the same cards */
	if (as != NULL && !onto) {
		text_add(at->out, " (");
		name_in_words(rules->pile.take[act.item].name, at->out);
		text_add(at->out, ")");
	}
	text_end(&words, at->out);
	if (at->taken >= 0 && additions_to(at, at->taken, &wild) == 0)
		write_canasta(at, at->taken);
}

static void write_additions(struct title *at, int place)
{
	const struct side *side = &at->after.side[at->before->turn.side];
	bool wild = false;

	if (additions_to(at, place, &wild) == 0)
		return;
	begin_part(at, "add");
	for (int i = 0; i < at->offer->count; i++)
		if (at->offer->act[i].verb == ACT_ADD && at->offer->act[i].item == place)
			text_format(at->out, " %s", at->before->rules->kind[at->offer->act[i].kind].name);
	text_add(at->out, " to ");
	name_meld(at, place < own_side(at->before)->melds ? own_side(at->before) : side, place);
	if (wild) { /* at which end it lies */
		text_add(at->out, ": ");
		meld_write(at->before->rules, &side->meld[place].cards, at->out);
	}
	write_canasta(at, place);
}

/* The melds that are begun, as they are in the end, in the order of cards. */
static void write_new_melds(struct title *at)
{
	const struct side *side = &at->after.side[at->before->turn.side];
	const char *verb = "meld ";

	for (int kind = 0; kind < at->before->rules->kinds; kind++)
		for (int i = own_side(at->before)->melds; i < side->melds; i++)
			if (i != at->taken && side->meld[i].cards.kind == kind) {
				begin_part(at, verb);
				verb = "";
				meld_write(at->before->rules, &side->meld[i].cards, at->out);
				write_canasta(at, i);
			}
}

/* The name of a special hand. */
static void write_special(struct title *at, struct act act)
{
	const struct in_special *special = &at->before->rules->special[act.item];

	begin_part(at, "lay the special hand: ");
	if (special->title != NULL)
		text_add(at->out, special->title);
	else
		name_in_words(special->name, at->out);
}

static void write_join(struct title *at, struct act act)
{
	const struct side *side = own_side(at->before);

	begin_part(at, "put together ");
	meld_write(at->before->rules, &side->meld[act.joined].cards, at->out);
	text_add(at->out, " and ");
	meld_write(at->before->rules, &side->meld[act.item].cards, at->out);
}

/* How many cards are drawn, if they are several and all of them are there. */
static void write_draw(struct title *at)
{
	int due = at->before->rules->turn.draw;

	begin_part(at, "draw");
	if (due > 1 && at->before->stock_size >= due)
		text_format(at->out, " %d cards", due);
}

/* The question, with the name of who answers it. */
static void write_ask(struct title *at, struct act act)
{
	struct game after = at->after;

	game_apply(&after, act);
	begin_part(at, "ask ");
	text_format(at->out, "%s: may I go out?", seat_name(after.rules, after.player[game_to_act(&after)]));
}

/* The acts that are one part each. */
static void write_plain(struct title *at, struct act act)
{
	const struct rules *rules = at->before->rules;

	switch ((enum verb)act.verb) {
	case ACT_DRAW: write_draw(at); break;
	case ACT_ASK: write_ask(at, act); break;
	case ACT_ANSWER: begin_part(at, act.yes ? "answer yes" : "answer no"); break;
	case ACT_TALON: begin_part(at, act.yes ? "take the talon" : "leave the talon"); break;
	case ACT_STOP: begin_part(at, "stop without a discard"); break;
	case ACT_LAY:
		begin_part(at, "lay out ");
		text_add(at->out, rules->kind[act.kind].name);
		break;
	case ACT_DISCARD:
		begin_part(at, "discard ");
		text_add(at->out, rules->kind[act.kind].name);
		break;
	case ACT_SPECIAL: write_special(at, act); break;
	case ACT_JOIN: write_join(at, act); break;
	default: break;
	}
}

/* True for acts that lay cards in melds. */
static bool melds_cards(struct act act)
{
	return act.verb == ACT_TAKE || act.verb == ACT_MELD || act.verb == ACT_ADD;
}

/* Does the acts up to the last one that lays cards in melds, and returns how many they are. */
static int do_melding(struct title *at)
{
	const struct offer *offer = at->offer;
	int count = offer->count;

	while (count > 0 && !melds_cards(offer->act[count - 1]))
		count--;
	for (int i = 0; i < count; i++) {
		game_apply(&at->after, offer->act[i]);
		if (offer->act[i].verb == ACT_TAKE)
			at->taken = at->after.turn.top_meld - 1;
	}
	return count;
}

void offer_write(const struct game *game, const struct offer *offer, struct text *out)
{
	struct text words = { 0 };
	struct title at = { .before = game, .after = *game, .offer = offer, .out = &words, .taken = -1 };
	int melding = do_melding(&at), melds = own_side(game)->melds;

	for (int i = 0; i < melding; i++)
		if (offer->act[i].verb == ACT_TAKE)
			write_take(&at, offer->act[i]);
	if (melding > 0)
		write_new_melds(&at);
	for (int i = 0; i < melds || i <= at.taken; i++)
		if (i < melds || i == at.taken)
			write_additions(&at, i);
	for (int i = 0; i < offer->count; i++)
		if (!melds_cards(offer->act[i]))
			write_plain(&at, offer->act[i]);
	text_capital(&words);
	text_add(out, text_read(&words));
	text_end(&words, out);
}

/* ---- why there is none ---- */

/* The act that somebody who chose [cards] most likely means, among the candidates of [game], and why it is refused. False if there is
 * none: the cards are not even the beginning of a meld. */
static bool candidate_meant(const struct game *game, const struct game *asked, const struct cards *cards,
                            struct acts *candidates, struct act *meant, struct reason *reason)
{
	int most = 0;

	game_candidates(asked, candidates);
	for (int i = 0; i < candidates->count; i++) {
		struct act act = candidates->act[i];
		int laid = cards_laid(asked, act, cards);
		struct reason why;
		if (laid <= most || (act.verb == ACT_DISCARD && cards_in(cards) > 1))
			continue;
		why = game_refusal(game, act);
		if (why.refusal == REFUSAL_NONE)
			continue;
		most = laid;
		*meant = act;
		*reason = why;
	}
	return most > 0;
}

/* True if all the cards together would be one meld, which is refused: that meld, and why. */
static bool lays_all(const struct game *game, const struct cards *cards, struct acts *candidates, struct act *meant,
                     struct reason *reason)
{
	return game->phase == PHASE_MELD && candidate_meant(game, game, cards, candidates, meant, reason) &&
	       meant->verb == ACT_MELD && cards_laid(game, *meant, cards) == cards_in(cards);
}

/* The first of the acts that [words] say which is refused; false, with a sentence in [why], if they say none. */
static bool spoken_meant(const struct game *game, const char *words, struct act *meant, struct reason *reason,
                         struct text *why)
{
	struct act acts[OFFER_ACTS_MAX];
	struct game after = *game;
	int count = acts_parse(game, words, acts, OFFER_ACTS_MAX, why);

	for (int i = 0; i < count; i++) {
		*meant = acts[i];
		*reason = game_refusal(&after, acts[i]);
		if (reason->refusal != REFUSAL_NONE)
			return true;
		if (act_brings_cards(&after, acts[i]))
			break;
		game_apply(&after, acts[i]);
	}
	return false;
}

/* The acts that somebody means who chose cards which begin no meld: to take the pile before the draw, else to meld or discard. */
static void speak(const struct game *game, const struct cards *cards, struct text *words)
{
	bool top = game->phase == PHASE_DRAW && game->pile_size > 0 &&
	           (cards_kinds(cards) & game->rules->mates[pile_top(game)]) != 0;

	text_add(words, top ? "take" : cards_in(cards) > 1 ? "meld" : "discard");
	cards_write_row(game->rules, cards, words);
}

/* True if the reason is about the initial meld or the time, and not about one of several melds. */
static bool is_of_whole(struct reason reason)
{
	return reason.row < 0 || reason.row == ROW_initial_meld_minimum || reason.row == ROW_initial_meld_raised ||
	       reason.row == ROW_initial_meld_contains;
}

/* The clause with the first of its citations, and how many there are besides. */
static void write_clause(const struct rules *rules, struct reason reason, struct text *out)
{
	struct text clause = { 0 };
	const char *first, *second;
	int more = 0;

	reason_write_clause(rules, reason, &clause);
	first = strstr(text_read(&clause), " @");
	second = first != NULL ? strstr(first + 1, " @") : NULL;
	for (const char *at = second; at != NULL; at = strstr(at + 1, " @"))
		more++;
	if (second != NULL)
		text_add_bytes(out, clause.bytes, (size_t)(second - clause.bytes));
	else
		text_add(out, text_read(&clause));
	if (more > 0)
		text_format(out, " and %d more", more);
	text_end(&clause, out);
}

/* Sets [after] to the game after [offers->nearest], and [left] to the cards that it leaves. */
static void go_nearest(const struct game *game, const struct offers *offers, struct game *after, struct cards *left)
{
	*after = *game;
	for (int i = 0; i < offers->nearest.count; i++) {
		(void)act_takes_cards(after, offers->nearest.act[i], left);
		game_apply(after, offers->nearest.act[i]);
	}
}

/* Writes the cards, and "is" or "are" behind them. */
static void write_cards_are(const struct rules *rules, const struct cards *cards, struct text *out)
{
	struct text row = { 0 };

	cards_write_row(rules, cards, &row);
	text_format(out, "%s %s", text_read(&row) + 1, cards_in(cards) == 1 ? "is" : "are");
	text_end(&row, out);
}

/* Which act it is that cannot be done, as in "joker cannot be added to Q"; its cards are left out where they have been [named]. */
static void write_cannot(const struct game *game, struct act act, bool named, struct text *out)
{
	const struct rules *rules = game->rules;
	struct text cards = { 0 }, words = { 0 };
	const char *to;

	if (act.verb == ACT_MELD || act.verb == ACT_TAKE)
		act_write_cards(rules, act, &cards);
	else
		text_format(&cards, " %s", rules->kind[act.kind].name);
	if (act.verb == ACT_TAKE)
		text_format(out, "the pile cannot be taken with%s", text_read(&cards));
	else {
		act_write(game, act, &words);
		to = act.verb == ACT_ADD ? strstr(text_read(&words), " to ") : NULL;
		text_format(out, "%s%scannot be %s%s", named ? "" : text_read(&cards) + 1, named ? "" : " ",
		            act.verb == ACT_MELD      ? "melded"
		            : act.verb == ACT_ADD     ? "added"
		            : act.verb == ACT_DISCARD ? "discarded"
		                                      : "laid out",
		            to != NULL ? to : "");
	}
	text_end(&cards, out);
	text_end(&words, out);
}

/* True if natural cards of several ranks are among them. */
static bool are_of_several_ranks(const struct rules *rules, const struct cards *cards)
{
	cardset naturals = cards_kinds(cards) & ~rules->cards.wild;

	return naturals != 0 && (naturals & ~rules->mates[__builtin_ctzll(naturals)]) != 0;
}

/* Says that no meld has all of them, and why not if that is plain. */
static void write_apart(const struct rules *rules, const struct cards *cards, struct text *out)
{
	write_cards_are(rules, cards, out);
	text_add(out,
	         are_of_several_ranks(rules, cards) && !rules->sequences ? " of different ranks" : " no meld together");
}

/* True if the cards of an act can be listed: those of one that stands for many are not. Lack of memory is noted in [out]. */
static bool is_listed(const struct rules *rules, struct act act, struct text *out)
{
	struct text cards = { 0 };
	bool listed;

	if (act.verb == ACT_MELD || act.verb == ACT_TAKE)
		act_write_cards(rules, act, &cards);
	listed = strstr(text_read(&cards), "...") == NULL;
	text_end(&cards, out);
	return listed;
}

/* Says of cards, [left] of which no act after the nearest ones lays, why the act that was meant with them is refused, which lays [laid] of
 * them. Acts are told in words and not as they are typed. */
static void write_refusal(const struct game *after, int done, const struct cards *left, struct act meant,
                          struct reason reason, int laid, struct text *why)
{
	bool all = laid == cards_in(left);
	/* What a card that is added would do to the whole is only understood by who knows to which meld; why the pile stays, by all. */
	bool names = is_of_whole(reason) ? done > 0 && meant.verb == ACT_ADD : !all && meant.verb != ACT_TAKE;
	bool apart = names && done == 0 && meant.verb == ACT_MELD;

	if (done > 0) {
		write_cards_are(after->rules, left, why);
		text_add(why, names && is_listed(after->rules, meant, why) ? " left over, and " : " left over: ");
	} else if (apart) {
		write_apart(after->rules, left, why);
		if (laid == 1)
			return;
		text_add(why, is_listed(after->rules, meant, why) ? ", and " : ": ");
	}
	if (names && is_listed(after->rules, meant, why)) {
		write_cannot(after, meant, all && done > 0, why);
		text_add(why, ": ");
	}
	reason_say(after, meant, reason, why);
}

/* What comes before anything can be said of the other cards. */
static void write_first(const struct game *game, const struct offers *offers, struct text *why)
{
	struct text title = { 0 };

	offer_write(game, &offers->nearest, &title);
	text_format(why, "%s comes first: what can be done with the rest depends on what it brings", text_read(&title));
	text_end(&title, why);
}

bool offers_refuse(const struct game *game, const struct cards *cards, const struct offers *offers, struct text *why,
                   struct text *clause)
{
	struct acts *candidates = memory_resize(NULL, sizeof *candidates);
	struct cards left = *cards;
	struct game after, melding;
	struct reason reason;
	struct act meant;
	struct text words = { 0 }, unread = { 0 };
	bool found;
	int done; /* acts that come first */

	if (candidates == NULL)
		return false;
	if (offers->depends) {
		write_first(game, offers, why);
		memory_free(candidates);
		return true;
	}
	after = *game;
	found = lays_all(game, cards, candidates, &meant, &reason);
	if (!found)
		go_nearest(game, offers, &after, &left);
	done = found ? 0 : offers->nearest.count;
	melding = after;
	melding.phase = PHASE_MELD;
	found = found || candidate_meant(&after, &after, &left, candidates, &meant, &reason) ||
	        (after.phase == PHASE_DRAW && candidate_meant(&after, &melding, &left, candidates, &meant, &reason));
	if (!found) {
		speak(&after, &left, &words);
		found = spoken_meant(&after, text_read(&words), &meant, &reason, &unread);
	}
	if (found) {
		write_refusal(&after, done, &left, meant, reason, cards_laid(&melding, meant, &left), why);
		write_clause(game->rules, reason, clause);
	} else if (offers->nearest.count > 0) {
		write_cards_are(game->rules, &left, why);
		text_add(why, " left over");
	} else if (cards_in(&left) == 0)
		text_add(why, "nothing can be done without cards now");
	else if (cards_in(&left) > 1)
		write_apart(game->rules, &left, why);
	else {
		write_cards_are(game->rules, &left, why);
		text_add(why, " no card that can be played now");
	}
	text_capital(why);
	text_end(&words, why);
	text_end(&unread, why);
	memory_free(candidates);
	return true;
}
