/* told_apart.c -- cards of a rank that rules tell apart though nothing in them needs it. Any set of cards that a setting names or a
 * condition asks for tells its cards apart from the others of their rank, be it in a setting that cannot matter: `again` of the cut
 * where nothing is cut for. Players see it, since legal acts are listed card by card. So two rules files mean the same only if they tell
 * the same cards apart, and of the settings that cannot matter one that alone tells cards apart makes a difference. */
#include "rules/compare.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/build.h"
#include "rules/lint.h"
#include "rules/normal.h"

/* Groups of faces, each of one rank, into which sets of cards cut the deck. */
struct parts {
	cardset face[FACES];
	int count;
};

/* What is done with each set of cards of a setting. */
typedef void set_visitor(void *context, cardset faces);

/* ---- the sets of a setting ---- */

/* Which sets of a setting are visited. */
enum which_sets {
	SETS_NAMED,  /* those that it names itself */
	SETS_WITHIN, /* also those of the terms and classes that it asks for */
	SETS_NEEDED  /* of these those without which it would not mean what it does */
};

static void visit_facts(const struct rules *rules, formula of, enum which_sets which, set_visitor *visit, void *context)
{
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also) {
		if (facts[asked->fact].slot == SLOT_CARDS)
			visit(context, asked->faces);
		else if (facts[asked->fact].slot == SLOT_TERM && which != SETS_NAMED)
			visit_facts(rules, rules->define[asked->item].when, which, visit, context);
		else if (facts[asked->fact].slot == SLOT_CLASS && which != SETS_NAMED)
			visit_facts(rules, rules->class[asked->item].when, which, visit, context);
	}
}

/* Visits sets of cards of a setting, as faces. */
static void visit_sets(const struct rules *rules, enum row_id row, int item, enum which_sets which, set_visitor *visit,
                       void *context)
{
	const void *place = rules_value(rules, row, item);
	formula held = rules_formula(rules, row, item);
	const struct pattern *pattern = place;

	if (held != NULL)
		visit_facts(rules, which == SETS_NEEDED ? formula_plain(rules, held) : held, which, visit, context);
	if (rows[row].type == TYPE_CARDS)
		visit(context, faces_of_kinds(rules, *(const cardset *)place));
	for (int i = 0; rows[row].type == TYPE_PATTERN && i < pattern->parts; i++)
		visit(context, faces_of_kinds(rules, pattern->group[i].cards));
}

/* ---- what needs telling apart ---- */

/* True if a set has some cards of [group], and not all. */
static bool cuts(cardset faces, cardset group)
{
	return (faces & group) != 0 && (group & ~faces) != 0;
}

static void cut_parts(void *context, cardset faces)
{
	struct parts *parts = context;

	parts->count = split_faces(parts->face, parts->count, faces);
}

/* Cuts the cards of each rank by what they count. */
static void cut_by_points(const struct points *points, struct parts *parts)
{
	for (int face = 0; face < FACES - 1; face++) {
		cardset rank = UINT64_C(0xf) << (face & ~3), same = 0;
		for (int other = face & ~3; other < (face | 3) + 1; other++)
			same |= (cardset)(points->of_face[other] == points->of_face[face]) << other;
		if (same != rank)
			cut_parts(parts, same);
	}
}

static int count_ranks(const struct rules *rules)
{
	return __builtin_popcountll(rules->leads);
}

/* Parts, and whether a set cuts them. */
struct cutting {
	const struct parts *parts;
	bool any;
};

static void look_for_cut(void *context, cardset faces)
{
	struct cutting *cutting = context;

	for (int i = 0; i < cutting->parts->count && !cutting->any; i++)
		cutting->any = cuts(faces, cutting->parts->face[i]);
}

/* True if a setting that can matter may cut the parts. */
static bool may_cut(const struct rules *rules, struct setting at, const struct parts *parts, bool *failed)
{
	struct cutting cutting = { parts, false };

	if (group_is_helper(rows[at.row].in) || rules_cell(rules, at.row, at.item)->statement == NULL)
		return false;
	visit_sets(rules, at.row, at.item, SETS_WITHIN, look_for_cut, &cutting);
	return cutting.any && setting_is_dead(rules, at.row, at.item) == NULL &&
	       !item_is_idle(rules, rows[at.row].in, at.item, failed);
}

/* The cards of each rank, but for those that are wild or bonus cards. */
static void begin_parts(const struct rules *rules, struct parts *parts)
{
	parts->count = 0;
	for (int rank = 0; rank < RANKS; rank++)
		if (rank < RANK_JOKER || rules->deck.jokers > 0)
			parts->face[parts->count++] = (rank < RANK_JOKER ? UINT64_C(0xf) : 1) << (rank * 4);
	cut_parts(parts, faces_of_kinds(rules, rules->cards.wild));
	cut_parts(parts, faces_of_kinds(rules, rules->bonus.cards));
}

/* Cuts the parts by the sets of all settings that can matter. */
static void cut_by_need(const struct rules *rules, struct parts *parts, bool *failed)
{
	for (struct setting at = { .item = -1 }; parts->count < count_ranks(rules) && setting_next(rules, &at);)
		if (rows[at.row].type == TYPE_POINTS)
			cut_by_points(rules_value(rules, at.row, at.item), parts);
		else if (may_cut(rules, at, parts, failed))
			visit_sets(rules, at.row, at.item, SETS_NEEDED, cut_parts, parts);
}

void told_apart_find(const struct rules *rules, struct told_apart *told, bool *failed)
{
	struct parts parts;
	struct arena *arena;
	struct rules *copy; /* takes its memory from an arena of its own */

	told->count = 0;
	begin_parts(rules, &parts);
	if (parts.count == count_ranks(rules))
		return;
	arena = arena_new();
	copy = arena != NULL ? arena_copy(arena, rules, sizeof *rules) : NULL;
	if (copy != NULL) {
		copy->arena = arena;
		cut_by_need(copy, &parts, failed);
	}
	*failed = *failed || copy == NULL || arena_failed(arena);
	arena_free(arena);
	if (parts.count == count_ranks(rules))
		return;
	told->count = parts.count;
	memcpy(told->needed, parts.face, sizeof *parts.face * (size_t)parts.count);
}

/* ---- what tells apart more ---- */

/* Sets of a setting that cut what its rules need not tell apart. */
struct cutting_sets {
	const struct told_apart *told;
	cardset set[LIST_ITEMS_MAX];
	int count;
};

static void keep_cutting(void *context, cardset faces)
{
	struct cutting_sets *sets = context;
	bool any = false;

	for (int i = 0; i < sets->told->count; i++)
		any = any || cuts(faces, sets->told->needed[i]);
	if (any && sets->count < LIST_ITEMS_MAX)
		sets->set[sets->count++] = faces;
}

static void drop_set(void *context, cardset faces)
{
	struct cutting_sets *sets = context;

	for (int i = 0; i < sets->count; i++)
		if (sets->set[i] == faces)
			sets->set[i--] = sets->set[--sets->count];
}

bool tells_apart_more(const struct told_apart *told, const struct rules *one, int item, const struct rules *other,
                      int other_item, enum row_id row)
{
	struct cutting_sets sets = { .told = told };

	if (told->count == 0)
		return false;
	visit_sets(one, row, item, SETS_NAMED, keep_cutting, &sets);
	if (other != NULL)
		visit_sets(other, row, other_item, SETS_NAMED, drop_set, &sets);
	return sets.count > 0;
}

/* True if [faces] are a part of what the rules need not tell apart. */
static bool is_cut_out(const struct told_apart *told, cardset faces)
{
	for (int i = 0; i < told->count; i++)
		if ((faces & told->needed[i]) != 0)
			return faces != told->needed[i];
	return false;
}

void told_apart_write(const struct rules *rules, const struct told_apart *told, struct text *out)
{
	for (cardset leads = told->count > 0 ? rules->leads : 0; leads != 0; leads &= leads - 1) {
		cardset faces = faces_of_kinds(rules, rules->mates[__builtin_ctzll(leads)]);
		if (!is_cut_out(told, faces))
			continue;
		text_add(out, "apart ");
		canonical_faces_write(rules, faces, 0, out);
		text_add(out, "\n");
	}
}
