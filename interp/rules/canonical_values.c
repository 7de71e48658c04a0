/* canonical_values.c -- canonical texts of all values but conditions and amounts. */
#include "rules/compare.h"

#include <string.h>
#include "grammar/text.h"

/* ---- cards ---- */

/* Removes the cards that [word] stands for from [*faces], if all of them are in it. */
static void write_role(const char *word, cardset role, cardset *faces, struct text *out)
{
	if (role == 0 || (role & ~*faces) != 0)
		return;
	text_add(out, word);
	text_add(out, ",");
	*faces &= ~role;
}

void canonical_faces_write(const struct rules *rules, cardset faces, unsigned roles, struct text *out)
{
	char name[24];

	if (faces == 0 || faces == FACES_ALL) {
		text_add(out, faces == 0 ? "none" : "any");
		return;
	}
	if (roles & ROLE_WILD)
		write_role("wild", faces_of_kinds(rules, rules->cards.wild), &faces, out);
	if (roles & ROLE_BONUS)
		write_role("bonus", faces_of_kinds(rules, rules->bonus.cards), &faces, out);
	for (int rank = 0; rank < RANKS; rank++)
		if (faces & UINT64_C(0xf) << (rank * 4)) {
			faces_name(faces & UINT64_C(0xf) << (rank * 4), name, sizeof name);
			text_add(out, name);
			text_add(out, ",");
		}
}

void canonical_points_write(const struct points *points, struct text *out)
{
	char name[24];

	for (int rank = 0; rank < RANKS; rank++) {
		cardset left = FACES_ALL & UINT64_C(0xf) << (rank * 4);
		while (left != 0) {
			int16_t number = points->of_face[__builtin_ctzll(left)];
			cardset same = 0;
			for (int face = rank * 4; face < rank * 4 + 4 && face < FACES; face++)
				if ((left & UINT64_C(1) << face) && points->of_face[face] == number)
					same |= UINT64_C(1) << face;
			faces_name(same, name, sizeof name);
			text_format(out, "%s%s:%d", out->length > 0 ? " " : "", name, (int)number);
			left &= ~same;
		}
	}
}

void canonical_pattern_write(const struct rules *rules, const struct pattern *pattern, unsigned roles, struct text *out)
{
	struct text groups_of[PATTERN_GROUPS_MAX] = { { 0 } };
	bool counted[PATTERN_GROUPS_MAX] = { false };

	for (int i = 0; i < pattern->parts; i++) {
		int count = 0;
		for (int j = i; j < pattern->parts && !counted[i]; j++)
			if (pattern->group[j].size == pattern->group[i].size &&
			    pattern->group[j].cards == pattern->group[i].cards) {
				count += pattern->group[j].count;
				counted[j] = j > i;
			}
		if (count == 0)
			continue;
		text_format(&groups_of[i], "%dx%d:", count, pattern->group[i].size);
		canonical_faces_write(rules, faces_of_kinds(rules, pattern->group[i].cards), roles, &groups_of[i]);
	}
	texts_sort(groups_of, pattern->parts);
	for (int i = 0; i < pattern->parts; i++) {
		text_format(out, "%s%s", out->length > 0 && groups_of[i].length > 0 ? " " : "", text_read(&groups_of[i]));
		text_end(&groups_of[i], out);
	}
}


/* ---- numbers of cards ---- */

void canonical_limits_write(const struct form *form, struct text *out)
{
	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		if (form->wilds[naturals] != 0)
			text_format(out, "%d:%x ", naturals, (unsigned)form->wilds[naturals]);
	text_add(out, "\n");
}

void canonical_numbers_write(const struct rules *rules, const uint32_t *wilds, struct text *out)
{
	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++) {
		uint32_t melds = 0;
		for (int form = 0; form < rules->meld_count; form++)
			melds |= rules->form[form].wilds[naturals];
		if ((wilds[naturals] & melds) != 0)
			text_format(out, "%d:%x ", naturals, (unsigned)(wilds[naturals] & melds));
	}
}
