/* meaning_text.c -- meanings as texts that are equal when they mean the same: parts whose order means nothing are sorted, and
 * cards and terms stand for what they are. Whether two settings are the same, and the hash, are questions to such texts. */
#include "rules/meaning.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/faces.h"

/* ---- cards and facts ---- */

/* Takes the cards that [word] stands for out of [*faces], if all of them are there. */
static void write_role(const char *word, cardset role, cardset *faces, struct text *out)
{
	if (role == 0 || (role & ~*faces) != 0)
		return;
	text_add(out, word);
	text_add(out, ",");
	*faces &= ~role;
}

/* "wild,4,5,red 3,": by name the cards with a role, then those of each rank. */
static void write_faces(const struct rules *rules, cardset faces, enum meaning_detail detail, struct text *out)
{
	char name[24];

	if (faces == 0 || faces == FACES_ALL) {
		text_add(out, faces == 0 ? "none" : "any");
		return;
	}
	if (detail == MEANING_BY_NAME) {
		write_role("wild", meaning_faces(rules, rules->cards.wild), &faces, out);
		write_role("bonus", meaning_faces(rules, rules->bonus.cards), &faces, out);
	}
	for (int rank = 0; rank < RANKS; rank++)
		if (faces & UINT64_C(0xf) << (rank * 4)) {
			faces_name(faces & UINT64_C(0xf) << (rank * 4), name, sizeof name);
			text_add(out, name);
			text_add(out, ",");
		}
}

/* What gives a role cannot be told by the role. */
static bool gives_role(enum row_id row)
{
	return row == ROW_cards_wild || row == ROW_bonus_cards;
}

static const char *item_of_fact(const struct rules *rules, const struct meaning *meaning)
{
	switch (facts[meaning->fact].slot) {
	case SLOT_CANASTA: return rules->canasta[meaning->item].name;
	case SLOT_CLASS: return rules->class[meaning->item].name;
	case SLOT_EVENT: return rules->event[meaning->item].name;
	default: return rules->define[meaning->item].name;
	}
}

/* What an item of a list that conditions speak of stands for, so that its name does not matter. */
static void write_item_of_fact(const struct rules *rules, const struct meaning *meaning, struct text *out)
{
	enum fact_slot slot = facts[meaning->fact].slot;
	const struct in_canasta *canasta = slot == SLOT_CANASTA ? &rules->canasta[meaning->item] : NULL;

	switch (slot) {
	case SLOT_TERM:
		meaning_program_write(rules, rules->define[meaning->item].when, MEANING_SPELLED_OUT, out);
		break;
	case SLOT_CLASS:
		meaning_program_write(rules, rules->class[meaning->item].when, MEANING_SPELLED_OUT, out);
		break;
	case SLOT_CANASTA:
		write_faces(rules, meaning_faces(rules, canasta->ranks), MEANING_SPELLED_OUT, out);
		meaning_program_write(rules, canasta->size, MEANING_SPELLED_OUT, out);
		meaning_program_write(rules, canasta->when, MEANING_SPELLED_OUT, out);
		break;
	default: text_add(out, item_of_fact(rules, meaning)); break;
	}
}

static void write_fact(const struct rules *rules, const struct meaning *meaning, enum meaning_detail detail,
                       struct text *out)
{
	const struct fact *fact = &facts[meaning->fact];

	if (meaning->fact == FACT_term && detail == MEANING_SPELLED_OUT) {
		write_item_of_fact(rules, meaning, out);
		return;
	}
	text_add(out, "[");
	text_add(out, fact->phrase);
	if (fact->slot == SLOT_CARDS) {
		text_add(out, " ");
		write_faces(rules, meaning->faces, detail, out);
	} else if (fact->slot != SLOT_NONE) {
		text_add(out, " ");
		if (detail == MEANING_SPELLED_OUT)
			write_item_of_fact(rules, meaning, out);
		else
			text_add(out, item_of_fact(rules, meaning));
	}
	text_add(out, "]");
}

/* Parts whose order means nothing. */
static bool in_any_order(enum meaning_kind kind)
{
	return kind == MEANING_ALL || kind == MEANING_ANY || kind == MEANING_EQUAL || kind == MEANING_UNEQUAL ||
	       kind == MEANING_SUM || kind == MEANING_PRODUCT;
}

enum { PARTS_MAX = PROGRAM_STEPS };

static void write_parts(const struct rules *rules, const struct meaning *meaning, enum meaning_detail detail,
                        struct text *out)
{
	struct text *parts;
	size_t count = 0, at = 0;
	const char *last = NULL;

	for (const struct meaning *one = meaning->first; one != NULL; one = one->next)
		count++;
	parts = memory_resize(NULL, count * sizeof *parts);
	if (parts == NULL) {
		out->failed = 1;
		return;
	}
	memset(parts, 0, count * sizeof *parts);
	for (const struct meaning *one = meaning->first; one != NULL; one = one->next)
		meaning_tree_write(rules, one, detail, &parts[at++]);
	if (in_any_order(meaning->kind))
		texts_sort(parts, count);
	for (size_t i = 0; i < count; i++) { /* what is asked twice is asked */
		bool again = (meaning->kind == MEANING_ALL || meaning->kind == MEANING_ANY) && last != NULL &&
		             strcmp(last, text_read(&parts[i])) == 0;
		last = text_read(&parts[i]);
		if (!again)
			text_add(out, " "), text_add(out, last);
	}
	for (size_t i = 0; i < count; i++)
		text_end(&parts[i], out);
	memory_free(parts);
}

void meaning_tree_write(const struct rules *rules, const struct meaning *meaning, enum meaning_detail detail,
                        struct text *out)
{
	static const char *const signs[] = {
		[MEANING_NOT] = "not",    [MEANING_ALL] = "all",     [MEANING_ANY] = "any",    [MEANING_EQUAL] = "=",
		[MEANING_UNEQUAL] = "!=", [MEANING_AT_LEAST] = ">=", [MEANING_AT_MOST] = "<=", [MEANING_MORE] = ">",
		[MEANING_LESS] = "<",     [MEANING_SUM] = "+",       [MEANING_PRODUCT] = "*",  [MEANING_NEGATIVE] = "-",
		[MEANING_LADDER] = "by",  [MEANING_STEP] = "from"
	};

	if (meaning->kind == MEANING_NUMBER)
		text_add_number(out, meaning->number);
	else if (meaning->kind == MEANING_FACT)
		write_fact(rules, meaning, detail, out);
	else {
		text_add(out, "(");
		text_add(out, signs[meaning->kind]);
		if (meaning->kind == MEANING_STEP && meaning->number != INT32_MIN)
			text_format(out, " %d", (int)meaning->number);
		write_parts(rules, meaning, detail, out);
		text_add(out, ")");
	}
}

void meaning_program_write(const struct rules *rules, program steps, enum meaning_detail detail, struct text *out)
{
	struct arena *arena = arena_new();
	const struct meaning *meaning = arena != NULL ? meaning_of(rules, steps, arena) : NULL;

	if (meaning == NULL)
		out->failed = 1;
	else
		meaning_tree_write(rules, meaning, detail, out);
	arena_free(arena);
}

/* "joker:50 2:20": equal points of the cards of a rank together. */
static void write_points(const struct points *points, struct text *out)
{
	char name[24];

	for (int rank = 0; rank < RANKS; rank++) {
		cardset left = FACES_ALL & UINT64_C(0xf) << (rank * 4);
		while (left != 0) {
			int16_t number = points->of_face[__builtin_ctzll(left)];
			cardset alike = 0;
			for (int face = rank * 4; face < rank * 4 + 4 && face < FACES; face++)
				if ((left & UINT64_C(1) << face) && points->of_face[face] == number)
					alike |= UINT64_C(1) << face;
			faces_name(alike, name, sizeof name);
			text_format(out, "%s%s:%d", out->length > 0 ? " " : "", name, (int)number);
			left &= ~alike;
		}
	}
}

static void write_pattern(const struct rules *rules, const struct pattern *pattern, enum meaning_detail detail,
                          struct text *out)
{
	struct text groups_of[PATTERN_GROUPS_MAX] = { { 0 } };

	for (int i = 0; i < pattern->parts; i++) {
		text_format(&groups_of[i], "%dx%d:", pattern->group[i].count, pattern->group[i].size);
		write_faces(rules, meaning_faces(rules, pattern->group[i].cards), detail, &groups_of[i]);
	}
	texts_sort(groups_of, pattern->parts);
	for (int i = 0; i < pattern->parts; i++) {
		text_format(out, "%s%s", i > 0 ? " " : "", text_read(&groups_of[i]));
		text_end(&groups_of[i], out);
	}
}

static void write_word(enum row_id row, int index, struct text *out)
{
	size_t length;
	const char *word = rules_word(row, index, &length);

	text_add_bytes(out, word, length);
}

void meaning_write(const struct rules *rules, enum row_id row, int item, enum meaning_detail detail, struct text *out)
{
	const void *place = rules_value(rules, row, item);
	const struct composition *composition = place;
	const char *text;

	switch (rows[row].type) {
	case TYPE_NUMBER: text_add_number(out, *(const int32_t *)place); break;
	case TYPE_WORD: write_word(row, *(const int32_t *)place, out); break;
	case TYPE_CARDS:
		write_faces(rules, meaning_faces(rules, *(const cardset *)place),
		            gives_role(row) ? MEANING_SPELLED_OUT : detail, out);
		break;
	case TYPE_POINTS: write_points(place, out); break;
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION: meaning_program_write(rules, *(const program *)place, detail, out); break;
	case TYPE_COMPOSITION:
		text_format(out, "%d naturals %d wilds %d alike", composition->naturals, composition->wilds,
		            composition->alike);
		break;
	case TYPE_PATTERN: write_pattern(rules, place, detail, out); break;
	case TYPE_TEXT:
		text = *(const char *const *)place;
		text_add(out, text != NULL ? text : "");
		break;
	}
}
