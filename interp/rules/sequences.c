/* sequences.c -- what lies as a sequence. It is a set of places of one suit that have their natural cards, and a number of wild
 * cards. Those between natural cards are bound: each stands for the card of its place. The others are free and lie at the
 * ends. Where wild cards move, free ones stand for whatever is needed, so that the set of natural places says it all; where they do not, the
 * lowest place of all says where they lie. Where they return to the hand, the natural card of a place takes away the one that lies there.
 *
 * A wild card may be a card of the sequence itself, as a two is: in its own place it is a natural card. */
#include "rules/build.h"

int sequence_place(const struct rules *rules, const struct form *form, int kind)
{
	for (int place = form->low; place <= form->high && kind < rules->kinds; place++)
		if (sequence_kind(rules, form, rules->kind[kind].suit, place) == kind)
			return place;
	return 0;
}

unsigned sequence_places(const struct rules *rules, const struct form *form, int suit, cardset kinds)
{
	unsigned places = 0;

	for (kinds &= form->sequence & rules->of_suit[suit]; kinds != 0; kinds &= kinds - 1)
		places |= rules->places_of[__builtin_ctzll(kinds)];
	return places & form->places[suit];
}

unsigned sequence_rows(unsigned places, int size, int gaps)
{
	unsigned from[MELD_CARDS_MAX + 1]; /* with so many gaps at most */

	for (int most = 0; most <= gaps; most++)
		from[most] = ~0u;
	for (int i = 0; i < size; i++) {
		for (int most = gaps; most > 0; most--)
			from[most] = (from[most] & places >> i) | from[most - 1];
		from[0] &= places >> i;
	}
	return from[gaps];
}

/* The lowest and the highest of a set of places. */
static int lowest(unsigned places)
{
	return __builtin_ctz(places);
}

static int highest(unsigned places)
{
	return 31 - __builtin_clz(places);
}

/* The most neighbours among places. */
static int longest_row(unsigned places)
{
	int row = 0;

	for (; places != 0; row++)
		places &= places << 1;
	return row;
}

/* The fewest cards that a form allows together. */
static int fewest_cards(const struct form *form)
{
	int fewest = 2 * MELD_CARDS_MAX;

	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		if (form->wilds[naturals] != 0 && naturals + __builtin_ctz(form->wilds[naturals]) < fewest)
			fewest = naturals + __builtin_ctz(form->wilds[naturals]);
	return fewest;
}

/* True if an ace at [end] has enough cards of its suit beside it, [next] places on, for a sequence. */
static bool ace_has_room(const struct rules *rules, const struct form *form, int end, int next)
{
	int fewest = fewest_cards(form), longest = 0;

	for (int suit = 0; suit < 4; suit++) {
		int row = 0, place = end;
		for (; place >= 1 && place <= SEQUENCE_PLACES; place += next, row++) {
			int kind = rules->in_order[suit][place];
			if (kind == NO_KIND || !(form->sequence >> kind & 1))
				break;
		}
		longest = row > longest ? row : longest;
	}
	return longest > 0 && longest >= fewest;
}

void sequence_ends(const struct rules *rules, const struct form *form, int ace, uint8_t *low, uint8_t *high)
{
	bool lies_low = form->sequence != 0 && ace != meld_ace_high && ace_has_room(rules, form, 1, 1),
	     lies_high = form->sequence != 0 && ace != meld_ace_low && ace_has_room(rules, form, SEQUENCE_PLACES, -1);

	*low = lies_low ? 1 : 2;
	*high = (uint8_t)(lies_high ? SEQUENCE_PLACES : SEQUENCE_PLACES - 1);
}

int sequence_most(const struct form *form)
{
	int most = 0;

	for (int suit = 0; suit < 4; suit++)
		if (longest_row(form->places[suit]) > most)
			most = longest_row(form->places[suit]);
	return most;
}

bool sequence_lies(const struct rules *rules, const struct form *form, int suit, struct meld_cards *cards)
{
	unsigned room = form->places[suit], places = cards->places, all;
	int size = cards->naturals + cards->wilds, from = cards->sequence;

	if (places == 0 || (places & ~room) != 0 || size > SEQUENCE_PLACES)
		return false;
	if (form->moves) {
		int above = __builtin_ctz(~(room >> highest(places) >> 1));
		int free = size - (highest(places) - lowest(places) + 1);
		from = lowest(places) - (free > above ? free - above : 0);
	}
	if (from < 1 || from > lowest(places) || from + size - 1 < highest(places))
		return false;
	all = ((1u << size) - 1) << from;
	if ((all & ~room) != 0)
		return false;
	cards->sequence = (uint8_t)from;
	cards->kind = rules->in_order[suit][lowest(places)];
	cards->row = (uint8_t)longest_row(places);
	return true;
}

/* The place of wild card [kind] in a sequence of [suit] where it is a natural card; 0 if there is none. */
static int own_place(const struct rules *rules, const struct form *form, int suit, int kind)
{
	return rules->kind[kind].suit == suit ? sequence_place(rules, form, kind) : 0;
}

/* True if a wild card may move to [place], or lies there: between the ends, or next to one of them if wild cards move. */
static bool wild_reaches(const struct form *form, const struct meld_cards *cards, int place)
{
	if (cards->places >> place & 1)
		return false;
	if (form->moves)
		return place >= lowest(cards->places) - 1 && place <= highest(cards->places) + 1;
	return place >= cards->sequence && place < cards->sequence + cards->naturals + cards->wilds;
}

bool sequence_settles(const struct rules *rules, const struct form *form, struct meld_cards *cards)
{
	int suit = sequence_suit(rules, cards);
	bool settled = false;

	for (int i = 0; i < rules->wild_kinds; i++) {
		int place = cards->wild[i] > 0 ? own_place(rules, form, suit, rules->wild_kind[i]) : 0;
		struct meld_cards there = *cards;
		if (place == 0 || !wild_reaches(form, cards, place) ||
		    !form_allows(form, cards->naturals + 1, cards->wilds - 1))
			continue;
		there.places = (uint16_t)(there.places | 1u << place);
		there.naturals++, there.wilds--, there.wild[i]--;
		if (sequence_lies(rules, form, suit, &there))
			*cards = there, settled = true;
	}
	return settled;
}

/* Takes a wild card away, of several the one that counts most: which of them lies where is not known. */
static void take_wild_away(const struct rules *rules, struct meld_cards *cards)
{
	int wild = 0;

	for (int i = 1; i < rules->wild_kinds; i++)
		if (cards->wild[i] > 0 &&
		    (cards->wild[wild] == 0 ||
		     rules->kind[rules->wild_kind[i]].points > rules->kind[rules->wild_kind[wild]].points))
			wild = i;
	cards->wilds--, cards->wild[wild]--;
}

/* The sequence with a natural card more at [place]; false if it does not fit there. */
static bool with_natural(const struct rules *rules, const struct form *form, struct meld_cards *cards, int place)
{
	int suit = sequence_suit(rules, cards), end = cards->sequence + cards->naturals + cards->wilds;
	bool replaces = form->returns && place >= cards->sequence && place < end;

	if ((cards->places >> place & 1) || (!form->moves && !replaces && place != end && place != cards->sequence - 1))
		return false;
	if (replaces)
		take_wild_away(rules, cards);
	cards->places = (uint16_t)(cards->places | 1u << place);
	cards->naturals++;
	if (place < cards->sequence)
		cards->sequence = (uint8_t)place;
	if (!sequence_lies(rules, form, suit, cards))
		return false;
	if (form->moves)
		sequence_settles(rules, form, cards);
	return true;
}

/* The sequence with a wild card more, wild kind [wild]: at the lower end if [below]; false if there is no room for it, or if it
 * would be no wild card there. */
static bool with_wild(const struct rules *rules, const struct form *form, struct meld_cards *cards, int wild,
                      bool below)
{
	int suit = sequence_suit(rules, cards), end = cards->sequence + cards->naturals + cards->wilds;
	int own = own_place(rules, form, suit, rules->wild_kind[wild]);

	if (!form->moves && own == (below ? cards->sequence - 1 : end) && own != 0)
		return false;
	cards->wilds++, cards->wild[wild]++;
	cards->sequence = (uint8_t)(cards->sequence - below);
	return sequence_lies(rules, form, suit, cards);
}

int sequence_ways(const struct rules *rules, const struct form *form, const struct meld_cards *cards, int kind,
                  struct meld_cards ways[SEQUENCE_WAYS])
{
	int count = 0, suit = sequence_suit(rules, cards), wild = 0;
	unsigned places = sequence_places(rules, form, suit, UINT64_C(1) << kind);

	for (; places != 0; places &= ~(1u << highest(places))) {
		struct meld_cards more = *cards;
		if (with_natural(rules, form, &more, highest(places)))
			ways[count++] = more;
	}
	if (count == 2 && ways[1].row > ways[0].row) { /* an ace where it leaves no gap comes first */
		struct meld_cards first = ways[1];
		ways[1] = ways[0], ways[0] = first;
	}
	if (!(rules->cards.wild >> kind & 1))
		return count;
	while (rules->wild_kind[wild] != kind)
		wild++;
	for (int below = 0; below <= !form->moves && count < SEQUENCE_WAYS; below++) {
		struct meld_cards more = *cards;
		if (with_wild(rules, form, &more, wild, below))
			ways[count++] = more;
	}
	return count;
}

bool sequences_together(const struct rules *rules, const struct form *form, const struct meld_cards *one,
                        const struct meld_cards *other, struct meld_cards *cards)
{
	const struct meld_cards *low = one->sequence <= other->sequence ? one : other, *high = low == one ? other : one;
	int suit = sequence_suit(rules, low);

	if (suit != sequence_suit(rules, high) || (low->places & high->places) != 0 ||
	    (!form->moves && low->sequence + low->naturals + low->wilds != high->sequence))
		return false;
	*cards = *low;
	cards->places |= high->places;
	cards->naturals = (uint8_t)(low->naturals + high->naturals);
	cards->wilds = (uint8_t)(low->wilds + high->wilds);
	for (int i = 0; i < WILD_KINDS_MAX; i++)
		cards->wild[i] = (uint8_t)(low->wild[i] + high->wild[i]);
	if (!sequence_lies(rules, form, suit, cards))
		return false;
	if (form->moves)
		sequence_settles(rules, form, cards);
	return true;
}

/* ---- all of them ---- */

/* The kinds of canasta that the lowest card of a sequence leaves, as bits. */
static uint32_t canastas_from(const struct rules *rules, int kind)
{
	uint32_t canastas = 0;

	for (int i = 0; i < rules->canasta_count; i++)
		canastas |= (uint32_t)(rules->canasta[i].ranks >> kind & 1) << i;
	return canastas;
}

/* So many natural cards from place [low] up, at most [row] of them neighbours, and wild cards in the gaps. */
static unsigned places_in_rows(int low, int naturals, int row)
{
	unsigned places = 0;

	for (int i = 0; i < naturals; i++)
		places |= 1u << (low + i + i / row);
	return places;
}

/* Calls with the sequences of a form from place [low] up with so many cards. */
static bool every_row(const struct rules *rules, const struct form *form, int suit, int low, struct meld_cards cards,
                      bool (*holds)(void *context, const struct meld_cards *cards), void *context)
{
	for (int row = cards.naturals; row > 0 && (cards.naturals - 1) / row <= cards.wilds; row--) {
		struct meld_cards laid = cards;
		if (low + cards.naturals - 1 + (cards.naturals - 1) / row > SEQUENCE_PLACES)
			continue;
		laid.places = (uint16_t)places_in_rows(low, cards.naturals, row);
		laid.sequence = (uint8_t)low;
		if (sequence_lies(rules, form, suit, &laid) && !holds(context, &laid))
			return false;
	}
	return true;
}

/* How many places from [low] up hold cards that canasta [item] may have. */
static int places_of_canasta(const struct rules *rules, const struct form *form, int suit, int low, int item)
{
	int places = 0;

	while (low + places <= form->high) {
		int kind = sequence_kind(rules, form, suit, low + places);
		if (kind < 0 || !(rules->canasta[item].ranks >> kind & 1))
			break;
		places++;
	}
	return places;
}

/* True if a sequence from [low] of suit [other] can be of the same kinds of canasta as one from [place] of [suit], and as long. */
static bool stands_for(const struct rules *rules, const struct form *form, int low, int other, int place, int suit)
{
	int kind = sequence_kind(rules, form, other, low);
	uint32_t canastas = canastas_from(rules, sequence_kind(rules, form, suit, place));

	if (kind < 0 || canastas_from(rules, kind) != canastas)
		return false;
	for (; canastas != 0; canastas &= canastas - 1) {
		int item = __builtin_ctz(canastas);
		if (places_of_canasta(rules, form, other, low, item) < places_of_canasta(rules, form, suit, place, item))
			return false;
	}
	return true;
}

/* True if no sequence that begins with a lower place or an earlier suit stands for one from here. */
static bool leaves_other_canastas(const struct rules *rules, const struct form *form, int place, int suit)
{
	for (int low = form->low; low <= place; low++)
		for (int other = 0; other < (low < place ? 4 : suit); other++)
			if (stands_for(rules, form, low, other, place, suit))
				return false;
	return true;
}

/* Calls with the sequences of one suit from one place up. */
static bool every_sequence_from(const struct rules *rules, const struct form *form, int suit, int place,
                                bool (*holds)(void *context, const struct meld_cards *cards), void *context)
{
	for (int size = 1; size <= SEQUENCE_PLACES; size++)
		for (int wilds = 0; wilds < size && wilds <= rules->wild_copies; wilds++) {
			struct meld_cards cards = { .naturals = (uint8_t)(size - wilds), .wilds = (uint8_t)wilds };
			if (form_allows(form, cards.naturals, wilds) &&
			    !every_row(rules, form, suit, place, cards, holds, context))
				return false;
		}
	return true;
}

bool every_sequence(const struct rules *rules, const struct form *form,
                    bool (*holds)(void *context, const struct meld_cards *cards), void *context)
{
	for (int place = form->low; place <= form->high; place++)
		for (int suit = 0; suit < 4; suit++)
			if (sequence_kind(rules, form, suit, place) >= 0 &&
			    leaves_other_canastas(rules, form, place, suit) &&
			    !every_sequence_from(rules, form, suit, place, holds, context))
				return false;
	return true;
}
