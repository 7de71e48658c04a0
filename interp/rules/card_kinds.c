/* card_kinds.c -- words for cards, and kinds of card. Sets are read as sets of faces. When all settings are read, faces
 * that belong to the same sets become one kind, and each set becomes a set of kinds. */
#include "rules/rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"

const char *const RANK_NAMES[RANKS] = { "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "joker" };

/* Suits in the order of their bits, and the words that mean several. */
static const char SUIT_LETTERS[] = "CDHS";
static const struct {
	const char *word;
	unsigned suits;
} SUIT_WORDS[] = {
	{ "red", 0x6 },      { "black", 0x9 }, { "club", 0x1 },   { "clubs", 0x1 }, { "diamond", 0x2 },
	{ "diamonds", 0x2 }, { "heart", 0x4 }, { "hearts", 0x4 }, { "spade", 0x8 }, { "spades", 0x8 },
};

static cardset faces_of_rank(int rank, unsigned suits)
{
	if (rank == RANK_JOKER)
		return UINT64_C(1) << (FACES - 1);
	return (cardset)suits << (rank * 4);
}

static int rank_named(const char *name)
{
	if (strcmp(name, "jokers") == 0)
		return RANK_JOKER;
	for (int i = 0; i < RANKS; i++)
		if (strcmp(name, RANK_NAMES[i]) == 0)
			return i;
	return -1;
}

/* The clubs. */
#define ONE_SUIT (((UINT64_C(1) << (FACES - 1)) - 1) / 0xf)

/* Height of a rank from 2 up to A (14); the joker has none. */
static int rank_height(int rank)
{
	return rank == 12 ? 2 : rank + 3;
}

static int rank_at_height(int height)
{
	return height == 1 ? 11 : height == 2 ? 12 : height - 3;
}

static int rank_of_atom(const struct expr *atom)
{
	if (atom->kind == EXPR_NUMBER)
		return atom->number >= 2 && atom->number <= 10 ? rank_at_height((int)atom->number) : -1;
	return atom->kind == EXPR_WORD ? rank_named(atom->text) : -1;
}

/* The faces of a rank that is named, of these [suits]: of all (0xf) where the file names none. */
static cardset faces_of_named_rank(const struct card_terms *terms, int rank, unsigned suits)
{
	cardset faces = faces_of_rank(rank, suits), others = faces & ~terms->bonus;

	return terms->of_melds && suits == 0xf && others != 0 ? others : faces;
}

/* 4..A; an ace on the left is low, as in A..K. */
static bool faces_of_range(struct diags *diags, const struct card_terms *terms, const struct expr *range, unsigned suits,
                           cardset *faces)
{
	int from = rank_of_atom(range->first), to = rank_of_atom(range->second);

	if (from < 0 || to < 0 || from == RANK_JOKER || to == RANK_JOKER) {
		diag_add(diags, DIAG_CARD_RANGE, range->span);
		return false;
	}
	from = rank_height(from) == 14 ? 1 : rank_height(from);
	to = rank_height(to);
	if (from > to) {
		diag_add(diags, DIAG_CARD_RANGE_DOWN, range->span);
		return false;
	}
	for (int height = from; height <= to; height++)
		*faces |= faces_of_named_rank(terms, rank_at_height(height), suits);
	return true;
}

/* 10H: a rank and the letter of a suit in one word. */
static bool faces_of_short(const char *word, cardset *faces)
{
	size_t length = strlen(word);
	const char *letter = length > 1 ? strchr(SUIT_LETTERS, word[length - 1]) : NULL;
	char rank[4] = "";

	if (letter == NULL || length - 1 >= sizeof rank)
		return false;
	memcpy(rank, word, length - 1);
	if (rank_named(rank) < 0 || rank_named(rank) == RANK_JOKER)
		return false;
	*faces |= faces_of_rank(rank_named(rank), 1u << (letter - SUIT_LETTERS));
	return true;
}

static unsigned suits_of_word(const char *word)
{
	for (size_t i = 0; i < sizeof SUIT_WORDS / sizeof *SUIT_WORDS; i++)
		if (strcmp(word, SUIT_WORDS[i].word) == 0)
			return SUIT_WORDS[i].suits;
	return 0;
}

const char *const card_words[CARD_WORDS] = { "joker",  "red",  "black", "clubs", "diamonds", "hearts",
	                                     "spades", "wild", "bonus", "any",   "none" };

/* How a card is written that is called [word], also in the plural: `A` for `aces`, `7` for `sevens` or `7s`. NULL if it is no
 * other name of a card. */
static const char *card_meant(const char *word)
{
	static const struct {
		const char *said, *written;
	} cards[] = { { "ace", "A" },        { "king", "K" },     { "queen", "Q" }, { "jack", "J" }, { "deuce", "2" },
		      { "two", "2" },        { "three", "3" },    { "four", "4" },  { "five", "5" }, { "sixe", "6" },
		      { "six", "6" },        { "seven", "7" },    { "eight", "8" }, { "nine", "9" }, { "ten", "10" },
		      { "jokers", "joker" }, { "wilds", "wild" }, { "10", "10" },   { "2", "2" },    { "3", "3" },
		      { "4", "4" },          { "5", "5" },        { "6", "6" },     { "7", "7" },    { "8", "8" },
		      { "9", "9" },          { "J", "J" },        { "Q", "Q" },     { "K", "K" },    { "A", "A" } };

	for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
		size_t length = strlen(cards[i].said);
		if (strncmp(word, cards[i].said, length) == 0 &&
		    (word[length] == '\0' || strcmp(word + length, "s") == 0))
			return cards[i].written;
	}
	return NULL;
}

static void unknown_card(struct diags *diags, const struct expr *atom)
{
	char number[24];

	snprintf(number, sizeof number, "%lld", (long long)atom->number);
	struct diag *diag = diag_add(diags, DIAG_UNKNOWN_CARD, atom->span, atom->text ? atom->text : number);
	const char *meant = atom->text != NULL ? card_meant(atom->text) : NULL;
	if (meant != NULL) {
		diag_hint(diags, diag, "in a file `%s` is written `%s`", atom->text, meant);
		return;
	}
	if (atom->text != NULL && is_card_word(atom->text) && atom->next != NULL && atom->next->kind == EXPR_WORD &&
	    strncmp(atom->next->text, "card", 4) == 0) {
		diag_hint(diags, diag, "leave `%s` out: `%s`", atom->next->text, atom->text);
		return;
	}
	if (atom->text != NULL && hint_advice(diags, diag, "", atom->text))
		return;
	if (atom->text == NULL || !diag_hint_nearest(diags, diag, atom->text, card_words, CARD_WORDS))
		diag_hint(diags, diag, "cards are 2 to 10, J, Q, K, A, joker, with red, black or a suit before them");
}

/* True if an atom can stand for cards on its own, whatever follows it. */
static bool is_card(const struct expr *atom)
{
	cardset faces = 0;

	return atom->kind == EXPR_RANGE || rank_of_atom(atom) >= 0 ||
	       (atom->kind == EXPR_WORD && faces_of_short(atom->text, &faces));
}

bool is_card_word(const char *word)
{
	const struct expr atom = { .kind = EXPR_WORD, .text = word };

	for (int i = 0; i < CARD_WORDS; i++)
		if (strcmp(card_words[i], word) == 0)
			return true;
	return is_card(&atom) || suits_of_word(word) != 0;
}

unsigned roles_named(const struct expr *cards)
{
	unsigned roles = 0;

	for (const struct expr *one = cards; one != NULL; one = one->next) {
		if (one->kind == EXPR_WORD)
			roles |= strcmp(one->text, "wild") == 0 ? ROLE_WILD : strcmp(one->text, "bonus") == 0 ? ROLE_BONUS : 0;
		else if (one->kind == EXPR_SET || one->kind == EXPR_PHRASE || one->kind == EXPR_EXCEPT)
			roles |= roles_named(one->first) | roles_named(one->second);
	}
	return roles;
}

/* The cards that a word stands for in these rules, or in all. */
static bool faces_of_name(const struct card_terms *terms, const char *word, cardset *faces)
{
	if (strcmp(word, "wild") == 0)
		*faces = terms->wild;
	else if (strcmp(word, "bonus") == 0)
		*faces = terms->bonus;
	else if (strcmp(word, "any") == 0)
		*faces = FACES_ALL;
	else if (strcmp(word, "none") == 0)
		*faces = 0;
	else
		return false;
	return true;
}

/* True for words that people write for `except`. */
static bool is_without(const struct expr *atom)
{
	static const char *const words[] = { "without", "but", "excluding", "expect", "exept", "minus" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (atom->kind == EXPR_WORD && strcmp(atom->text, words[i]) == 0)
			return true;
	return false;
}

/* True for words that people write for `..`. */
static bool is_up_to(const struct expr *atom)
{
	return atom->kind == EXPR_WORD && (strcmp(atom->text, "to") == 0 || strcmp(atom->text, "through") == 0 ||
	                                   strcmp(atom->text, "until") == 0);
}

/* Adds an atom as a file writes such a card: `2` for `twos`. */
static void write_meant_card(const struct expr *atom, struct text *meant)
{
	const char *word = atom->kind == EXPR_WORD ? card_meant(atom->text) : NULL;

	if (word != NULL)
		text_add(meant, word);
	else
		expr_write(atom, meant);
}

bool faces_of_atoms(struct diags *diags, const struct card_terms *terms, const struct expr *atoms, cardset *faces)
{
	unsigned suits = 0xf;
	const struct expr *atom = atoms;

	*faces = 0;
	if (atom->kind == EXPR_WORD && strcmp(atom->text, "from") == 0 && atom->next != NULL &&
	    atom->next->next != NULL && is_up_to(atom->next->next)) /* `from 4 to A` is as wrong as `4 to A` */
		atom = atom->next;
	if (atom->kind == EXPR_WORD && suits_of_word(atom->text) != 0) {
		suits = suits_of_word(atom->text);
		atom = atom->next;
		if (atom == NULL) { /* "red" alone: all red cards */
			for (int rank = 0; rank < RANK_JOKER; rank++)
				*faces |= faces_of_rank(rank, suits);
			return true;
		}
	}
	if (atom->next != NULL && is_card(atom)) {
		struct diag *diag = diag_add(diags, DIAG_CARDS_NEED_COMMA, atom->next->span);
		if (is_up_to(atom->next) && atom->next->next != NULL) {
			struct text meant = { 0 };
			write_meant_card(atom, &meant);
			text_add(&meant, "..");
			write_meant_card(atom->next->next, &meant);
			diag_hint(diags, diag, "did you mean `%s`?", text_read(&meant));
			text_free(&meant);
		} else if (is_without(atom->next))
			diag_hint(diags, diag, "what is left out stands behind `except`, as in `4..A except 7`");
		return false;
	}
	if (atom->kind == EXPR_SET && suits == 0xf)
		return faces_of_list(diags, terms, atom->first, faces);
	if (atom->kind == EXPR_RANGE)
		return faces_of_range(diags, terms, atom, suits, faces);
	if (rank_of_atom(atom) >= 0) {
		*faces |= faces_of_named_rank(terms, rank_of_atom(atom), suits);
		return true;
	}
	if (atom->kind == EXPR_WORD && suits == 0xf && atom->next == NULL &&
	    (faces_of_name(terms, atom->text, faces) || faces_of_short(atom->text, faces)))
		return true;
	unknown_card(diags, atom);
	return false;
}

/* Adds [expr] as a file writes such cards: `2` for `twos`, `A except 7` for `A without 7`. */
static void write_meant(const struct expr *expr, struct text *meant)
{
	if (expr->kind != EXPR_PHRASE) {
		expr_write(expr, meant);
		return;
	}
	for (const struct expr *atom = expr->first; atom != NULL; atom = atom->next) {
		if (is_without(atom))
			text_add(meant, "except");
		else
			write_meant_card(atom, meant);
		text_add(meant, atom->next != NULL ? " " : "");
	}
}

/* `4-K`, where `4..K` was meant, or `jokers and 2`, where a list was. */
static void hint_cards(struct diags *diags, struct diag *diag, const struct expr *expr)
{
	bool is_range = expr->kind == EXPR_MINUS, is_list = expr->kind == EXPR_AND || expr->kind == EXPR_OR;
	struct text meant = { 0 };

	if (!is_range && !is_list)
		return;
	if (is_list && expr->first->kind == EXPR_EXCEPT) { /* `4..A except 7 and A` */
		write_meant(expr->first->first, &meant);
		text_add(&meant, " except (");
		write_meant(expr->first->second, &meant);
	} else
		write_meant(expr->first, &meant);
	text_add(&meant, is_range ? ".." : ", ");
	write_meant(expr->second, &meant);
	if (is_list && expr->first->kind == EXPR_EXCEPT)
		text_add(&meant, ")");
	diag_hint(diags, diag, "did you mean `%s`?", text_read(&meant));
	text_free(&meant);
}

static bool faces_of_expr(struct diags *diags, const struct card_terms *terms, const struct expr *expr, cardset *faces)
{
	cardset left, right;

	if (expr->kind == EXPR_PHRASE)
		return faces_of_atoms(diags, terms, expr->first, faces);
	if (expr->kind != EXPR_EXCEPT) {
		hint_cards(diags, diag_add(diags, DIAG_NOT_CARDS, expr->span), expr);
		return false;
	}
	if (!faces_of_list(diags, terms, expr->first, &left) || !faces_of_list(diags, terms, expr->second, &right))
		return false;
	*faces = left & ~right;
	return true;
}

bool faces_of_list(struct diags *diags, const struct card_terms *terms, const struct expr *list, cardset *faces)
{
	bool well = true;
	cardset some;

	*faces = 0;
	for (const struct expr *expr = list; expr != NULL; expr = expr->next) {
		well = faces_of_expr(diags, terms, expr, &some) && well;
		if (well)
			*faces |= some;
	}
	return well;
}

void faces_name(cardset faces, char *name, size_t room)
{
	int rank = __builtin_ctzll(faces) / 4;
	unsigned suits = (unsigned)(faces >> (rank * 4)) & 0xf;

	if (rank == RANK_JOKER || suits == 0xf)
		snprintf(name, room, "%s", RANK_NAMES[rank]);
	else if (suits == 0x6 || suits == 0x9)
		snprintf(name, room, "%s %s", suits == 0x6 ? "red" : "black", RANK_NAMES[rank]);
	else if ((suits & (suits - 1)) == 0)
		snprintf(name, room, "%s%c", RANK_NAMES[rank], SUIT_LETTERS[__builtin_ctz(suits)]);
	else { /* an odd mixture: its suits are listed */
		size_t length = (size_t)snprintf(name, room, "%s", RANK_NAMES[rank]);
		for (int suit = 0; suit < 4 && length + 1 < room; suit++)
			if (suits & (1u << suit))
				name[length++] = SUIT_LETTERS[suit];
		name[length] = '\0';
	}
}

/* ---- kinds ---- */

int split_faces(cardset *group, int count, cardset set)
{
	for (int i = count - 1; i >= 0; i--) {
		cardset in = group[i] & set, out = group[i] & ~set;
		if (in == 0 || out == 0)
			continue;
		for (int j = count; j > i + 1; j--)
			group[j] = group[j - 1];
		group[i] = (in & -in) < (out & -out) ? in : out; /* the one with the lowest face first */
		group[i + 1] = group[i] == in ? out : in;
		count++;
	}
	return count;
}

cardset faces_of_kinds(const struct rules *rules, cardset kinds)
{
	cardset faces = 0;

	for (kinds &= rules->all; kinds != 0; kinds &= kinds - 1)
		faces |= rules->kind[__builtin_ctzll(kinds)].faces;
	return faces;
}

int rank_copies(const struct rules *rules, int kind)
{
	int copies = 0;

	for (cardset kinds = rules->mates[kind]; kinds != 0; kinds &= kinds - 1)
		copies += rules->kind[__builtin_ctzll(kinds)].copies;
	return copies;
}

int most_copies(const struct rules *rules, cardset kinds)
{
	int most = 0;

	for (kinds &= rules->all; kinds != 0; kinds &= kinds - 1)
		if (rank_copies(rules, __builtin_ctzll(kinds)) > most)
			most = rank_copies(rules, __builtin_ctzll(kinds));
	return most;
}

int most_naturals(const struct rules *rules, cardset kinds)
{
	int most = most_copies(rules, kinds);

	return rules->sequences && most < SEQUENCE_PLACES ? SEQUENCE_PLACES : most;
}

bool faces_to_kinds(const struct rules *rules, const struct face_set *set)
{
	cardset kinds = 0, whole = 0;

	for (int i = 0; i < rules->kinds; i++)
		if ((rules->kind[i].faces & *set->set) != 0) {
			kinds |= UINT64_C(1) << i;
			whole |= rules->kind[i].faces;
		}
	bool apart = (whole & ~*set->set) == 0;
	*set->set = kinds;
	if (set->faces != NULL)
		*set->faces = whole;
	return apart;
}

static const char *name_faces(struct building *building, cardset faces)
{
	int rank = __builtin_ctzll(faces) / 4;
	char name[24];

	if (faces == faces_of_rank(rank, 0xf))
		return RANK_NAMES[rank];
	faces_name(faces, name, sizeof name);
	return arena_text(building->arena, name, strlen(name));
}

/* How many cards have a face; none where the number could not be read. */
static int face_copies(const struct rules *rules, int face)
{
	int copies = face == FACES - 1 ? rules->deck.jokers : rules->deck.packs;

	return copies < 0 ? 0 : copies < DECK_MAX ? copies : DECK_MAX;
}

int copies_of_faces(const struct rules *rules, cardset faces)
{
	int copies = 0;

	for (faces &= FACES_ALL; faces != 0; faces &= faces - 1)
		copies += face_copies(rules, __builtin_ctzll(faces));
	return copies;
}

/* Puts groups in the order of their lowest faces, whichever set has split them first. */
static void sort_groups(cardset *group, int count)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j > 0 && (group[j] & -group[j]) < (group[j - 1] & -group[j - 1]); j--) {
			cardset later = group[j - 1];
			group[j - 1] = group[j];
			group[j] = later;
		}
}

static bool asks_for(formula of, cardset faces)
{
	for (const struct ir *asked = of != NULL ? of->asked : NULL; asked != NULL; asked = asked->also)
		if (facts[asked->fact].slot == SLOT_CARDS && asked->faces == faces)
			return true;
	return false;
}

/* True if a set counts: a condition that holds whatever happens asks for no cards, though it names some. */
static bool tells_apart(const struct rules *rules, const struct face_set *set)
{
	if (set->faces == NULL)
		return true;
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		if (asks_for(rules_formula(rules, at.row, at.item), *set->faces))
			return true;
	for (int ban = 0; ban < rules->discard.ban_count; ban++)
		if (asks_for(rules->ban_whens[ban], *set->faces))
			return true;
	return false;
}

/* True if some group, a rank or a part of one, has cards in [faces] and others. */
static bool splits_some(const cardset *group, int count, cardset faces)
{
	if ((faces & (ONE_SUIT * 0xf)) == (faces & ONE_SUIT) * 0xf) /* whole ranks */
		return false;
	for (int i = 0; i < count; i++)
		if ((group[i] & faces) != 0 && (group[i] & ~faces) != 0)
			return true;
	return false;
}

/* Groups the faces that the rules do not tell apart, a rank at a time. Returns the number of groups. */
static int group_faces(const struct building *building, cardset *group)
{
	int count = 0;

	for (int rank = 0; rank < RANKS; rank++)
		if (rank < RANK_JOKER)
			group[count++] = UINT64_C(0xf) << (rank * 4);
		else if (building->rules->deck.jokers > 0)
			group[count++] = UINT64_C(1) << (FACES - 1);
	for (int i = 0; i < building->set_count; i++)
		if (splits_some(group, count, *building->sets[i].set) &&
		    tells_apart(building->rules, &building->sets[i]))
			count = split_faces(group, count, *building->sets[i].set);
	sort_groups(group, count);
	return count;
}

static void make_kind(struct building *building, struct kind *kind, cardset faces)
{
	const struct rules *rules = building->rules;
	int first = __builtin_ctzll(faces), copies = copies_of_faces(rules, faces);

	*kind = (struct kind){ .faces = faces,
		               .rank = (uint8_t)(first / 4),
		               .suit = (uint8_t)(first % 4),
		               .copies = (uint8_t)copies,
		               .points = rules->cards.points.of_face[first] };
	kind->name = name_faces(building, faces);
	assert(copies <= COPIES_MAX); /* the ranges in rules.def guarantee it */
}

/* Splits the cards that sequences consist of by their suits: nothing else tells them apart. Returns the new number of
 * groups. */
static int split_by_suit(const struct rules *rules, cardset *group, int count)
{
	for (int i = 0; i < rules->meld_count; i++)
		for (int suit = 0; suit < 4 && rules->meld[i].built == meld_built_in_sequence; suit++)
			count = split_faces(group, count, rules->meld[i].ranks & ONE_SUIT << suit);
	return count;
}

/* Puts the cards of sequences in order. */
static void order_suits(struct rules *rules)
{
	memset(rules->in_order, NO_KIND, sizeof rules->in_order);
	for (int kind = 0; kind < rules->kinds; kind++) {
		const struct kind *at = &rules->kind[kind];
		if (at->rank == RANK_JOKER || (at->faces & (at->faces - 1)) != 0)
			continue;
		rules->in_order[at->suit][rank_height(at->rank)] = (uint8_t)kind;
		rules->of_suit[at->suit] |= UINT64_C(1) << kind;
		rules->places_of[kind] = (uint16_t)(1u << rank_height(at->rank));
		if (rank_height(at->rank) == SEQUENCE_PLACES)
			rules->in_order[at->suit][1] = (uint8_t)kind, rules->places_of[kind] |= 1u << 1;
	}
}

/* Finds the ranks of melds: [rank] has the groups of faces of which they consist. */
static void find_ranks(struct building *building, const cardset *rank, int ranks)
{
	struct rules *rules = building->rules;

	for (int i = 0, kind = 0; i < ranks; i++) {
		int lead = kind;
		cardset kinds = 0;
		for (; kind < rules->kinds && (rules->kind[kind].faces & rank[i]) != 0; kind++)
			kinds |= UINT64_C(1) << kind;
		rules->leads |= UINT64_C(1) << lead;
		for (int mate = lead; mate < kind; mate++) {
			rules->lead[mate] = (uint8_t)lead;
			rules->mates[mate] = kinds;
			rules->kind[mate].rank_name =
				kinds == UINT64_C(1) << mate ? rules->kind[mate].name : name_faces(building, rank[i]);
		}
	}
}

static void make_kinds(struct building *building)
{
	struct rules *rules = building->rules;
	cardset group[FACES], ranks[FACES];

	int count = group_faces(building, group);

	for (int i = 0; i < count; i++)
		ranks[i] = group[i];
	rules->kinds = split_by_suit(rules, group, count);
	rules->all = (UINT64_C(1) << rules->kinds) - 1;
	for (int i = 0; i < rules->kinds; i++) {
		make_kind(building, &rules->kind[i], group[i]);
	}
	find_ranks(building, ranks, count);
	order_suits(rules);
	for (int i = 0; i < building->set_count; i++)
		(void)faces_to_kinds(rules, &building->sets[i]);
}

/* The wild kinds, those with most points first. */
static void list_wild_kinds(struct building *building)
{
	struct rules *rules = building->rules;

	for (int kind = 0; kind < rules->kinds; kind++) {
		int place;
		if (!(rules->cards.wild >> kind & 1))
			continue;
		if (rules->wild_kinds == WILD_KINDS_MAX) {
			diag_add(building->diags, DIAG_TOO_MANY_WILD,
			         rules_cell(rules, ROW_cards_wild, 0)->statement->span, WILD_KINDS_MAX);
			return;
		}
		rules->wild_copies += rules->kind[kind].copies;
		place = rules->wild_kinds++;
		for (; place > 0 && rules->kind[rules->wild_kind[place - 1]].points < rules->kind[kind].points; place--)
			rules->wild_kind[place] = rules->wild_kind[place - 1];
		rules->wild_kind[place] = (uint8_t)kind;
	}
}

/* The cards with negative points. */
static cardset kinds_below_zero(const struct rules *rules)
{
	cardset below = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].points < 0)
			below |= UINT64_C(1) << kind;
	return below;
}

/* Lists the cards of the deck in the order of their faces. */
static void list_deck(struct rules *rules)
{
	uint8_t kind_of[FACES] = { 0 };

	for (int kind = 0; kind < rules->kinds; kind++)
		for (cardset left = rules->kind[kind].faces; left != 0; left &= left - 1)
			kind_of[__builtin_ctzll(left)] = (uint8_t)kind;
	for (int face = 0; face < FACES; face++)
		for (int copies = face_copies(rules, face); copies > 0; copies--)
			rules->whole_deck[rules->deck_size++] = kind_of[face];
}

void build_kinds(struct building *building)
{
	make_kinds(building);
	list_deck(building->rules);
	list_wild_kinds(building);
	building->rules->counts_down = kinds_below_zero(building->rules);
	for (int kind = 0; kind < building->rules->kinds; kind++)
		if (building->rules->cards.wild >> kind & 1)
			building->rules->lead[kind] = building->rules->wild_kind[0];
}
