/* kinds.c -- the kinds of card: faces that every set of the rules treats alike are gathered into one. While values are
 * read, sets of cards are sets of faces; here every one of them is turned into a set of kinds. */
#include "rules/tables.h"

#include <assert.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/tree.h"

/* Splits each group of faces into those in [set] and those not. Returns the new number of groups. */
static int split_groups(cardset *group, int count, cardset set)
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

static cardset kinds_of_faces(const struct rules *rules, cardset faces)
{
	cardset kinds = 0;

	for (int i = 0; i < rules->kinds; i++)
		if (rules->kind[i].faces & faces)
			kinds |= UINT64_C(1) << i;
	return kinds;
}

cardset faces_of_kinds(const struct rules *rules, cardset kinds)
{
	cardset faces = 0;

	for (kinds &= rules->all; kinds != 0; kinds &= kinds - 1)
		faces |= rules->kind[__builtin_ctzll(kinds)].faces;
	return faces;
}

bool faces_to_kinds(const struct rules *rules, const struct face_set *set)
{
	cardset faces = *set->set;

	*set->set = kinds_of_faces(rules, faces);
	if (set->faces != NULL)
		*set->faces = faces_of_kinds(rules, *set->set);
	for (int i = 0; i < rules->kinds; i++)
		if ((rules->kind[i].faces & faces) != 0 && (rules->kind[i].faces & ~faces) != 0)
			return false;
	return true;
}

static void name_kind(struct building *building, struct kind *kind)
{
	char name[24];

	faces_name(kind->faces, name, sizeof name);
	kind->name = arena_text(building->arena, name, strlen(name));
}

static int face_copies(const struct rules *rules, int face)
{
	return face == FACES - 1 ? rules->deck.jokers : rules->deck.packs;
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
		count = split_groups(group, count, *building->sets[i].set);
	return count;
}

static void make_kind(struct building *building, struct kind *kind, cardset faces)
{
	const struct rules *rules = building->rules;
	int first = __builtin_ctzll(faces), copies = 0;

	for (int face = 0; face < FACES; face++)
		if (faces >> face & 1)
			copies += face_copies(rules, face);
	*kind = (struct kind){ .faces = faces,
		               .rank = (uint8_t)(first / 4),
		               .copies = (uint8_t)copies,
		               .points = rules->cards.points.of_face[first] };
	name_kind(building, kind);
	assert(copies <= COPIES_MAX); /* the ranges in rules.def see to it */
}

static void make_kinds(struct building *building)
{
	struct rules *rules = building->rules;
	cardset group[FACES];

	rules->kinds = group_faces(building, group);
	rules->all = (UINT64_C(1) << rules->kinds) - 1;
	for (int i = 0; i < rules->kinds; i++) {
		make_kind(building, &rules->kind[i], group[i]);
		if (i > 0 && rules->kind[i].rank == rules->kind[i - 1].rank)
			rules->same_rank |= UINT64_C(1) << i;
	}
	for (int i = 0; i < building->set_count; i++)
		(void)faces_to_kinds(rules, &building->sets[i]);
}

static void make_deck(struct rules *rules)
{
	for (int face = 0; face < FACES; face++) {
		int copies = face_copies(rules, face);
		cardset kind = copies > 0 ? kinds_of_faces(rules, UINT64_C(1) << face) : 0;
		for (int copy = 0; copy < copies; copy++)
			rules->whole_deck[rules->deck_size++] = (uint8_t)__builtin_ctzll(kind);
	}
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

/* The cards that count less than nothing. */
static cardset kinds_below_zero(const struct rules *rules)
{
	cardset below = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].points < 0)
			below |= UINT64_C(1) << kind;
	return below;
}

void build_kinds(struct building *building)
{
	make_kinds(building);
	make_deck(building->rules);
	list_wild_kinds(building);
	building->rules->counts_down = kinds_below_zero(building->rules);
}
