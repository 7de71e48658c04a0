/* hybrid.c -- the rules of one variant with some of what another one says, built from their cells: for trying out a difference
 * alone, and for borrowing a rule. For that the two are compared as `diff` compares them, and one line is taken over. */
#include "rules/hybrid.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/build.h"

/* ---- a copy ---- */

static bool copy_cells(struct rules *copy, const struct rules *base, struct arena *arena)
{
	copy->cells = arena_take(arena, sizeof *copy->cells * ROW_COUNT);
	copy->items = arena_take(arena, sizeof *copy->items * GROUP_COUNT);
	for (int row = 0; row < ROW_COUNT && copy->cells != NULL; row++) {
		size_t count = groups[rows[row].in].is_list ? (size_t)groups[rows[row].in].max : 1;
		copy->cells[row] = arena_take(arena, sizeof **copy->cells * count);
		if (copy->cells[row] != NULL)
			memcpy(copy->cells[row], base->cells[row], sizeof **copy->cells * count);
	}
	if (arena_failed(arena))
		return false;
	memcpy(copy->items, base->items, sizeof *copy->items * GROUP_COUNT);
	return true;
}

static void copy_names(struct rules *copy, const struct rules *base)
{
	copy->name = base->name;
	copy->title = base->title;
	copy->span = base->span;
	copy->options = base->options;
	for (int group = 0; group < GROUP_COUNT; group++) {
		int count = groups[group].is_list ? rules_item_count(base, group) : 0;
		for (int item = 0; item < count; item++) {
			const char **name_and_title = rules_place(copy, group, item);
			name_and_title[0] = rules_item_name(base, group, item);
			name_and_title[1] = rules_item_title(base, group, item);
		}
		if (groups[group].is_list)
			*rules_count_place(copy, group) = count;
	}
}

/* ---- changes ---- */

static void add_item(struct rules *to, const struct rules *from, int group, int item)
{
	int place = rules_item_count(to, group);
	const char **name_and_title;

	if (place == groups[group].max || rules_item_named(to, group, rules_item_name(from, group, item)) >= 0)
		return;
	name_and_title = rules_place(to, group, place);
	name_and_title[0] = rules_item_name(from, group, item);
	name_and_title[1] = rules_item_title(from, group, item);
	to->items[group][place] = from->items[group][item];
	for (int row = -1; row_next(group, &row);)
		to->cells[row][place] = from->cells[row][item];
	*rules_count_place(to, group) = place + 1;
}

static void remove_item(struct rules *from, int group, const char *name)
{
	int place = rules_item_named(from, group, name), last = rules_item_count(from, group) - 1;

	for (int i = place; i >= 0 && i < last; i++) {
		const char **to = rules_place(from, group, i);
		to[0] = rules_item_name(from, group, i + 1);
		to[1] = rules_item_title(from, group, i + 1);
		from->items[group][i] = from->items[group][i + 1];
		for (int row = -1; row_next(group, &row);)
			from->cells[row][i] = from->cells[row][i + 1];
	}
	*rules_count_place(from, group) = place >= 0 ? last : last + 1;
}

/* What conditions of the second variant may speak of; without them it changes nothing. */
static void add_helpers(struct rules *to, const struct rules *from)
{
	static const int helpers[] = { GROUP_define, GROUP_class, GROUP_event };

	for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
		for (int item = 0; item < rules_item_count(from, helpers[i]); item++)
			add_item(to, from, helpers[i], item);
}

static void take_over(struct rules *to, const struct comparison *comparison, const struct compared *line)
{
	const struct rules *base = comparison->rules[0], *other = comparison->rules[1];
	int place = line->item[0];

	if (line->row < 0 && line->item[0] < 0)
		add_item(to, other, line->group, line->item[1]);
	else if (line->row < 0 && line->item[1] < 0)
		remove_item(to, line->group, rules_item_name(base, line->group, line->item[0]));
	else if (line->row >= 0 && line->item[0] >= 0 && line->item[1] >= 0) {
		if (groups[line->group].is_list)
			place = rules_item_named(to, line->group, rules_item_name(base, line->group, line->item[0]));
		if (place >= 0)
			to->cells[line->row][place] = other->cells[line->row][line->item[1]];
	}
}

/* ---- the whole ---- */

static bool build(struct building *building)
{
	read_values(building);
	if (building->diags->errors == 0)
		build_tables(building);
	if (building->diags->errors == 0)
		validate_rules(building);
	return building->diags->errors == 0 && !arena_failed(building->arena);
}

const struct rules *rules_hybrid(struct library *library, const struct comparison *comparison, const bool *chosen,
                                 const char **why)
{
	struct building building = { .library = library, .diags = &library->diags, .arena = library->arena };
	struct rules *made = arena_take(library->arena, sizeof *made);
	struct diags kept = library->diags;
	bool well;

	*why = NULL;
	if (made == NULL || !copy_cells(made, comparison->rules[0], library->arena))
		return NULL;
	made->arena = library->arena;
	made->sources = &library->sources;
	copy_names(made, comparison->rules[0]);
	add_helpers(made, comparison->rules[1]);
	for (int i = 0; i < comparison->lines; i++)
		if (chosen[i])
			take_over(made, comparison, &comparison->line[i]);
	building.rules = made;
	library->diags = (struct diags){ .sources = kept.sources };
	well = build(&building);
	for (const struct diag *diag = library->diags.first; diag != NULL && *why == NULL; diag = diag->next)
		if (diag->level == DIAG_ERROR && !arena_failed(library->arena))
			*why = diag->sentence;
	library->diags = kept;
	return well ? made : NULL;
}

/* ---- borrowing ---- */

enum { LENDER_OPTIONS = 32 };

bool is_borrowed(const char *word)
{
	size_t length = strcspn(word, "=");

	return word[length] == '=' && memchr(word, '.', length) != NULL;
}

/* The variant behind the `=`, and its options, for which [reference] is taken apart. */
static struct rules *build_lender(struct library *library, char *reference)
{
	const char *option[LENDER_OPTIONS];
	char *plus = strchr(reference, '+');
	int count = 0;

	for (; plus != NULL && count < LENDER_OPTIONS; plus = strchr(plus, '+')) {
		*plus++ = '\0';
		option[count++] = plus;
	}
	return rules_build(library, reference, option, count);
}

/* The line of the comparison at [path] where the two differ, -1 if there is none. */
static int line_at(const struct comparison *comparison, const char *path, size_t length)
{
	int found = -1;

	for (int i = 0; i < comparison->lines && found < 0; i++) {
		struct text own = { 0 };
		if (!comparison->line[i].differs)
			continue;
		compared_path(comparison, &comparison->line[i], &own);
		if (own.length == length && memcmp(text_read(&own), path, length) == 0)
			found = i;
		text_free(&own);
	}
	return found;
}

/* [rules] with the one line of [comparison] at the path that [word] begins with. */
static const struct rules *borrow_line(struct library *library, const struct comparison *comparison, const char *word)
{
	size_t length = strcspn(word, "=");
	int line = line_at(comparison, word, length);
	bool *chosen = arena_take(library->arena, sizeof *chosen * (size_t)(comparison->lines + 1));
	const struct rules *made = NULL;
	const char *why = "they do not differ there";

	if (chosen == NULL)
		return NULL;
	if (line >= 0) {
		memset(chosen, 0, sizeof *chosen * (size_t)comparison->lines);
		chosen[line] = true;
		made = rules_hybrid(library, comparison, chosen, &why);
	}
	if (made == NULL && why != NULL)
		diag_hint(&library->diags,
		          diag_add(&library->diags, DIAG_CANNOT_BORROW, (struct span){ 0 }, comparison->rules[0]->name,
		                   (int)length, word, word + length + 1),
		          "%s", why);
	return made;
}

static const struct rules *borrow(struct library *library, const struct rules *rules, const char *word)
{
	char *reference = arena_text(library->arena, strchr(word, '=') + 1, strlen(strchr(word, '=') + 1));
	const struct rules *both[2] = { rules, reference != NULL ? build_lender(library, reference) : NULL };
	struct comparison comparison;
	const struct rules *made = NULL;

	if (both[1] == NULL)
		return NULL;
	if (compare_rules(both, 2, &comparison))
		made = borrow_line(library, &comparison, word);
	else
		arena_lose(library->arena);
	comparison_free(&comparison);
	return made;
}

struct rules *rules_borrow(struct library *library, struct rules *rules, const char *const *words, int count)
{
	const struct rules *made = rules;

	for (int i = 0; i < count && made != NULL; i++)
		if (is_borrowed(words[i]))
			made = borrow(library, made, words[i]);
	return (struct rules *)made;
}

void borrowed_write(const char *path, const char *reference, const char *const *options, int count, struct text *out)
{
	text_format(out, "%s=%s", path, reference);
	for (int i = 0; i < count; i++)
		text_format(out, "+%s", options[i]);
}
