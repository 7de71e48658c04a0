/* statements.c -- applies the statements of one layer. Each is about a setting, an item of a list, an option, or
 * something that is removed. For an unknown word the most likely one is suggested. */
#include "rules/resolve.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/options.h"

/* ---- looking up words ---- */

/* A statement that is not allowed inside [where]. */
static void misplaced(struct resolving *at, const struct statement *statement, const char *where)
{
	struct span span = statement->head_span;
	const struct source *source = &at->building->library->sources.source[span.source - 1];

	diag_add(at->building->diags, DIAG_MISPLACED, span, (int)(span.to - span.from), source->text + span.from,
	         where);
}

/* Writes the sections and lists that have a setting or list called [head]; false if there are none, or more than three, or if
 * [head] is a section itself. */
static bool write_sections_with(const char *head, struct text *out)
{
	enum { MOST = 3 };
	const char *found[MOST];
	int count = 0;

	for (int i = 0; i < ROW_COUNT + GROUP_COUNT; i++) {
		const char *name = i < ROW_COUNT ? rows[i].name : groups[i - ROW_COUNT].name;
		int in = i < ROW_COUNT ? rows[i].in : groups[i - ROW_COUNT].in;
		if (strcmp(name, head) != 0)
			continue;
		if (in == GROUP_root || count == MOST)
			return false;
		found[count++] = groups[in].name;
	}
	for (int i = 0; i < count; i++)
		text_format(out, "%s`%s`", i == 0 ? "" : i == count - 1 ? " or " : ", ", found[i]);
	return count > 0;
}

/* Takes the next piece off a path, `meld.set.size`; NULL at its end. */
static const char *next_piece(const char **path, struct arena *arena)
{
	size_t length = strcspn(*path, ".");
	const char *piece = length > 0 ? arena_text(arena, *path, length) : NULL;

	*path += length + ((*path)[length] == '.');
	return piece;
}

/* Writes how a file says what is shown as [path]: `meld set { size ... }`. False if it is the path of nothing. */
static bool write_blocks(const char *path, struct arena *arena, struct text *out)
{
	int group = GROUP_root, depth = 0, inner;
	const char *piece = strchr(path, '.') != NULL ? next_piece(&path, arena) : NULL;

	for (; piece != NULL && (inner = group_named(group, piece)) >= 0; piece = next_piece(&path, arena), depth++) {
		text_format(out, "%s", piece);
		if (groups[inner].is_list && (piece = next_piece(&path, arena)) != NULL)
			text_format(out, " %s", piece);
		text_add(out, " { ");
		group = inner;
	}
	if (piece != NULL)
		text_format(out, "%s ", piece);
	text_add(out, "...");
	for (int i = 0; i < depth; i++)
		text_add(out, " }");
	return depth > 0 && *path == '\0' && (piece == NULL || row_named(group, piece) >= 0);
}

/* `mixed canasta { ... }`: the list that stands where a name should, or NULL. */
static const char *list_named(const struct expr *value)
{
	int group;

	if (value == NULL || value->kind != EXPR_PHRASE || value->first->kind != EXPR_WORD ||
	    value->first->next != NULL)
		return NULL;
	group = group_named(GROUP_root, value->first->text);
	return group >= 0 && groups[group].is_list ? groups[group].name : NULL;
}

/* The list that has an item called [name], or -1. */
static int list_of_item(const struct resolving *at, const char *name)
{
	for (int group = 0; group < GROUP_COUNT; group++)
		for (int i = 0; i < at->count[group]; i++)
			if (at->items[group][i].removed == NULL && strcmp(at->items[group][i].name, name) == 0)
				return group;
	return -1;
}

/* `red_threes { ... }`, where `score red_threes { ... }` was meant. */
static void hint_item(struct resolving *at, struct diag *diag, int group, const char *name)
{
	if (groups[group].in == GROUP_root)
		diag_hint(at->building->diags, diag, "write `%s %s { ... }`", groups[group].name, name);
	else
		diag_hint(at->building->diags, diag, "write `%s { %s %s { ... } }`", groups[groups[group].in].name,
		          groups[group].name, name);
}

/* `going out { ... }`: writes the name in [words] that the two words make, if they make one. */
static bool write_joined(const char *head, const struct expr *value, const char *const *words, int count,
                         struct text *out)
{
	if (value == NULL || value->kind != EXPR_PHRASE || value->first->kind != EXPR_WORD)
		return false;
	text_format(out, "%s_%s", head, value->first->text);
	for (int i = 0; i < count; i++)
		if (strcmp(words[i], text_read(out)) == 0)
			return true;
	text_clear(out);
	return false;
}

/* The sign with which a condition compares what a limit says in words. */
static const char *sign_of_limit(const struct expr *limit)
{
	switch (limit != NULL ? limit->kind : EXPR_EQUAL) {
	case EXPR_AT_MOST: return "<=";
	case EXPR_BELOW: return "<";
	case EXPR_ABOVE: return ">";
	case EXPR_AT_LEAST:
	case EXPR_OR_MORE: return ">=";
	default: return "=";
	}
}

/* `wilds 0` in a list with conditions, where `when wilds = 0` was meant. */
static bool hint_condition(struct resolving *at, struct diag *diag, int group, const char *head, const struct expr *value)
{
	int when = row_named(group, "when");
	const char *sign = sign_of_limit(value);
	int64_t number = 0;

	if (value != NULL)
		is_constant(strcmp(sign, "=") == 0 ? value : value->first, &number);
	for (int i = 0; i < FACT_COUNT && when >= 0; i++)
		if (i != FACT_always && i != FACT_never && (fact_about(&facts[i]) & rows[when].facts) &&
		    strcmp(facts[i].phrase, head) == 0) {
			if (facts[i].type == FLAG)
				diag_hint(at->building->diags, diag, "it is asked by a condition: `when %s`", head);
			else
				diag_hint(at->building->diags, diag, "it is asked by a condition: `when %s %s %lld`", head,
				          sign, (long long)number);
			return true;
		}
	return false;
}

/* `when` or `unless` on a line of its own, where no condition of the whole can stand. */
static bool hint_line_above(struct resolving *at, struct diag *diag, const char *head)
{
	if (strcmp(head, "when") != 0 && strcmp(head, "unless") != 0)
		return false;
	diag_hint(at->building->diags, diag,
	          "a condition stands on the line of what it is about, as in "
	          "`wild_cards when side opened unless opening`");
	return true;
}

/* The one of [words] that [value] names, as `contain` does in `must contain a pair`; NULL if there is none. */
static const char *name_within(const struct expr *value, const char *const *words, int count)
{
	const char *near = NULL;

	if (value != NULL && value->kind == EXPR_NOT)
		value = value->first;
	for (const struct expr *atom = value != NULL && value->kind == EXPR_PHRASE ? value->first : NULL;
	     atom != NULL && near == NULL; atom = atom->next) {
		if (atom->kind != EXPR_WORD)
			continue;
		for (int i = 0; i < count && near == NULL; i++)
			near = strcmp(words[i], atom->text) == 0 ? words[i] : NULL;
		if (near == NULL && strlen(atom->text) > 4)
			near = word_nearest(atom->text, words, count);
	}
	return near;
}

/* True if a block begins with a setting that items of [list] do not have and others do. */
static bool belongs_elsewhere(int list, const struct statement *block)
{
	if (block == NULL || block->kind != STATEMENT_RULE || row_named(list, block->head) >= 0)
		return false;
	for (int row = 0; row < ROW_COUNT; row++)
		if (strcmp(rows[row].name, block->head) == 0)
			return true;
	return false;
}

/* Reports that [group] has nothing called [head], which stands at [span] before [value] or [block], and what it has. */
static void unknown_word(struct resolving *at, int group, const char *head, struct span span, const struct expr *value,
                         const struct statement *block)
{
	const char *words[ROW_COUNT + GROUP_COUNT];
	int count = 0;
	struct diag *diag;

	for (int i = 0; i < ROW_COUNT; i++)
		if (rows[i].in == group)
			words[count++] = rows[i].name;
	for (int i = 0; i < GROUP_COUNT; i++)
		if (groups[i].in == group)
			words[count++] = groups[i].name;
	if (group == GROUP_root)
		diag = diag_add(at->building->diags, DIAG_UNKNOWN_SECTION, span, head);
	else
		diag = diag_add(at->building->diags, DIAG_UNKNOWN_SETTING, span, head, groups[group].name);
	const char *list = group == GROUP_root ? list_named(value) : NULL;
	const char *within = group == GROUP_root ? NULL : name_within(value, words, count);
	const char *other = group == GROUP_root ? NULL : word_of_like_meaning(head, words, count);
	struct text sections = { 0 }, blocks = { 0 }, joined = { 0 }, said = { 0 };
	text_add(&said, head);
	if (value != NULL) {
		text_add(&said, " ");
		expr_write(value, &said);
	}
	if (group == GROUP_root && write_blocks(head, at->building->library->arena, &blocks))
		diag_hint(at->building->diags, diag, "a file says it in blocks: `%s`", text_read(&blocks));
	else if (group != GROUP_root && strcmp(head, groups[group].name) == 0)
		diag_hint(at->building->diags, diag, "`%s` is open here already", head);
	else if (write_joined(head, value, words, count, &joined))
		diag_hint(at->building->diags, diag, "`_` joins the words of a name: `%s`", text_read(&joined));
	else if (group != GROUP_root && (hint_condition(at, diag, group, head, value) || hint_line_above(at, diag, head)))
		; /* that is all there is to say */
	else if (group != GROUP_root && (hint_advice_place(at->building->diags, diag, groups[group].name, text_read(&said)) ||
	                                 hint_advice_place(at->building->diags, diag, groups[group].name, head)))
		; /* that is all there is to say */
	else if (other != NULL) {
		diag_hint(at->building->diags, diag, "did you mean `%s`?", other);
		diag_fix(at->building->diags, diag, head, other);
	} else if (list == NULL && group == GROUP_root && list_of_item(at, head) >= 0 &&
	           !belongs_elsewhere(list_of_item(at, head), block))
		hint_item(at, diag, list_of_item(at, head), head);
	else if (list == NULL &&
	         hint_advice(at->building->diags, diag, group == GROUP_root ? "rules" : groups[group].name, head))
		; /* that is all there is to say */
	else if (list != NULL)
		diag_hint(at->building->diags, diag, "the name stands behind: `%s %s`", list, head);
	else if (write_sections_with(head, &sections))
		diag_hint(at->building->diags, diag, "`%s` belongs in %s", head, text_read(&sections));
	else if (group != GROUP_root && group_named(GROUP_root, head) >= 0)
		diag_hint(at->building->diags, diag, "`%s` is a part of its own, outside these braces: `%s%s { ... }`",
		          head, head, groups[group_named(GROUP_root, head)].is_list ? " some_name" : "");
	else if (within != NULL)
		diag_hint(at->building->diags, diag, "did you mean `%s`?", within);
	else if (group == GROUP_root && hint_advice(at->building->diags, diag, "", text_read(&said)))
		; /* that is all there is to say */
	else if (diag_hint_nearest(at->building->diags, diag, head, words, count))
		; /* that is all there is to say */
	else if (group == GROUP_root && block != NULL && block->kind == STATEMENT_RULE &&
	         write_sections_with(block->head, &sections))
		diag_hint(at->building->diags, diag, "`%s` belongs in %s", block->head, text_read(&sections));
	else {
		struct text all = { 0 };
		for (int i = 0; i < count; i++)
			text_format(&all, "%s%s%s", i > 0 ? ", " : "", words[i],
			            group != GROUP_root && group_named(group, words[i]) >= 0 ? " NAME" : "");
		diag_hint(at->building->diags, diag, group == GROUP_root ? "the parts are: %s" : "it has: %s",
		          text_read(&all));
		text_free(&all);
	}
	text_free(&sections);
	text_free(&blocks);
	text_free(&joined);
	text_free(&said);
}

/* ---- what is cited for values that are stated elsewhere ---- */

/* What a `cite` is about: a section, an item, a setting of one of them, or the whole. */
struct cited_place {
	int group, item, row; /* -1 where there is none */
};

enum { CITED_WORDS_MAX = 8 }; /* the longest path is `pile take NAME hand` */

/* The words of a path with their places; dots join some of them: `meld.set.wilds`, `meld set`. */
struct cited_path {
	const char *word[CITED_WORDS_MAX];
	struct span span[CITED_WORDS_MAX];
	int count;
};

static struct cited_path split_path(struct resolving *at, const struct expr *path)
{
	struct cited_path split = { .count = 0 };

	for (const struct expr *atom = path->first; atom != NULL; atom = atom->next)
		for (const char *rest = atom->text; *rest != '\0' && split.count < CITED_WORDS_MAX; split.count++) {
			struct span *span = &split.span[split.count];
			*span = atom->span;
			span->from += (uint32_t)(rest - atom->text);
			span->to = span->from + (uint32_t)strcspn(rest, ".");
			split.word[split.count] = next_piece(&rest, at->building->library->arena);
			if (split.word[split.count] == NULL)
				return (struct cited_path){ .count = 0 }; /* out of memory, which the arena records */
		}
	return split;
}

/* Goes on from [place] along [path]; false with a finding queued if there is no such thing. */
static bool follow_path(struct resolving *at, struct cited_place *place, const struct cited_path *path)
{
	for (int i = 0; i < path->count; i++) {
		int group = place->item < 0 && place->row < 0 ? group_named(place->group, path->word[i]) : -1;
		int row = place->group != GROUP_root && place->row < 0 ? row_named(place->group, path->word[i]) : -1;
		if (group < 0 && row < 0) {
			unknown_word(at, place->group, path->word[i], path->span[i], NULL, NULL);
			return false;
		}
		place->row = group < 0 ? row : -1;
		place->group = group < 0 ? place->group : group;
		if (group < 0 || !groups[group].is_list)
			continue;
		if (++i == path->count) {
			diag_add(at->building->diags, DIAG_CITE_WHICH, path->span[i - 1], groups[group].name,
			         groups[group].name);
			return false;
		}
		place->item = cited_item(at, group, path->word[i], path->span[i]);
		if (place->item < 0)
			return false;
	}
	return path->count > 0;
}

static void apply_cite(struct resolving *at, struct cited_place place, const struct statement *statement,
                       const struct layer *layer)
{
	struct cited_path path = split_path(at, statement->value);

	if (!follow_path(at, &place, &path))
		return;
	if (place.row >= 0 && statement->has_block)
		diag_add(at->building->diags, DIAG_NO_BLOCK, statement->value->span, rows[place.row].name);
	else if (statement->notes == NULL && statement->block == NULL)
		diag_add(at->building->diags, DIAG_CITE_NOTHING, statement->span);
	else if (place.row >= 0)
		cite_cell(at, (enum row_id)place.row, place.item < 0 ? 0 : place.item, statement, false, layer);
	else {
		/* A `cite` of an item speaks of the condition, too, that stands on the line of the item. */
		int when = place.item >= 0 && statement->notes != NULL ? row_named(place.group, "when") : -1;

		if (when >= 0 && at->rules->cells[when][place.item].statement != NULL &&
		    at->rules->cells[when][place.item].on_item)
			cite_cell(at, (enum row_id)when, place.item, statement, true, layer);
		remember_remark(at, statement->notes, layer, place.group, place.item);
	}
	if (place.row >= 0)
		return;
	remember_prose(at, statement->prose, layer, place.group, place.item);
	for (const struct statement *inner = statement->block; inner != NULL; inner = inner->next) {
		if (inner->kind == STATEMENT_NOTE)
			remember_remark(at, inner->notes, layer, place.group, place.item);
		else
			apply_cite(at, place, inner, layer);
	}
}

/* ---- items ---- */

static void apply_within(struct resolving *at, int group, int item, const struct statement *block,
                         const struct layer *layer);

/* The first setting of an item that is an amount: the one that is meant by a number without a word. -1 if there is none. */
static int row_of_amount(int group)
{
	for (int row = -1; row_next(group, &row);)
		if (rows[row].type == TYPE_AMOUNT)
			return row;
	return -1;
}

/* `canasta natural bonus 600` or `canasta natural 600`, where `canasta natural { bonus 600 }` was meant. */
static void hint_item_braces(struct resolving *at, struct diag *diag, int group, const struct expr *name)
{
	struct text value = { 0 };
	int amount = name->next->kind == EXPR_NUMBER ? row_of_amount(group) : -1;

	if (amount < 0 &&
	    (name->next->kind != EXPR_WORD || row_named(group, name->next->text) < 0 || name->next->next == NULL)) {
		hint_advice(at->building->diags, diag, "name", groups[group].name);
		return;
	}
	if (amount >= 0)
		text_format(&value, "%s ", rows[amount].name);
	for (const struct expr *atom = name->next; atom != NULL; atom = atom->next) {
		expr_write(atom, &value);
		text_add(&value, atom->next != NULL ? " " : "");
	}
	diag_hint(at->building->diags, diag, "write `%s %s { %s }`", groups[group].name, name->text, text_read(&value));
	text_free(&value);
}

/* True if `if` stands among the words that an expression begins with. */
static bool says_if(const struct expr *expr)
{
	const struct expr *atom;

	while (expr != NULL && expr->kind != EXPR_PHRASE)
		expr = expr->first;
	atom = expr != NULL ? expr->first : NULL;
	while (atom != NULL && (atom->kind != EXPR_WORD || strcmp(atom->text, "if") != 0))
		atom = atom->next;
	return atom != NULL;
}

/* What an item without a name is meant to be, by its kind, what stands in place of its name, and the first word in its braces. */
static void hint_name(struct diags *diags, struct diag *diag, int group, const struct expr *phrase,
                      const struct statement *block)
{
	struct text said = { 0 };

	text_format(&said, "%s ", groups[group].name);
	if (phrase != NULL)
		expr_write(phrase, &said);
	text_format(&said, " %s", block != NULL && block->head != NULL ? block->head : "");
	hint_advice(diags, diag, "name", text_read(&said));
	text_free(&said);
}

/* True if conditions ask for items of a list by their names. */
static bool is_asked_for(int group)
{
	return group == GROUP_canasta || group == GROUP_class || group == GROUP_event || group == GROUP_define;
}

static void apply_item(struct resolving *at, int group, const struct statement *statement, const struct layer *layer)
{
	const struct expr *phrase = statement->value, *atom = phrase != NULL ? phrase->first : NULL;
	int item;

	if (phrase == NULL || phrase->kind != EXPR_PHRASE || phrase->next != NULL || atom->kind != EXPR_WORD ||
	    (atom->next != NULL && (atom->next->kind != EXPR_STRING || atom->next->next != NULL))) {
		struct diag *diag = diag_add(at->building->diags, DIAG_ITEM_NEEDS_NAME,
		                             phrase != NULL ? phrase->span : statement->head_span, groups[group].name,
		                             groups[group].name);
		if (says_if(phrase))
			hint_advice(at->building->diags, diag, "", "if");
		else if (atom != NULL && atom->kind == EXPR_WORD && phrase->next == NULL && atom->next != NULL)
			hint_item_braces(at, diag, group, atom);
		else if (atom != NULL && atom->kind == EXPR_STRING && atom->next == NULL)
			diag_hint(at->building->diags, diag, "the name stands before the title: `%s some_name \"%s\"`",
			          groups[group].name, atom->text);
		else
			hint_name(at->building->diags, diag, group, phrase, statement->block);
		return;
	}
	if (is_article(atom) && is_asked_for(group))
		diag_add(at->building->diags, DIAG_NAME_IS_ARTICLE, atom->span, groups[group].name, atom->text);
	item = open_item(at, group, statement, atom->text, phrase->span, layer);
	if (item < 0)
		return;
	at->items[group][item].changed = layer;
	if (atom->next != NULL)
		at->items[group][item].title = atom->next->text;
	remember_remark(at, statement->notes, layer, group, item);
	remember_prose(at, statement->prose, layer, group, item);
	if (statement->when != NULL || statement->unless != NULL) {
		if (row_named(group, "when") >= 0)
			set_cell(at, (enum row_id)row_named(group, "when"), item, statement, true, layer);
		else
			diag_add(at->building->diags, DIAG_NO_CONDITION,
			         statement->when != NULL ? statement->when->span : statement->unless->span,
			         groups[group].name);
	}
	apply_within(at, group, item, statement->block, layer);
}

/* ---- what is removed ---- */

static bool is_option_word(const char *word)
{
	return strcmp(word, "option") == 0 || strcmp(word, "choice") == 0 || strcmp(word, "preset") == 0;
}

/* `remove special`: names those that are there. */
static void hint_items(struct resolving *at, struct diag *diag, int group)
{
	struct text all = { 0 };

	for (int i = 0; i < at->count[group]; i++)
		if (at->items[group][i].removed == NULL)
			text_format(&all, "%s%s", all.length > 0 ? ", " : "", at->items[group][i].name);
	if (all.length > 0)
		diag_hint(at->building->diags, diag, "say which, of these: %s", text_read(&all));
	text_free(&all);
}

/* Says what `remove` wants, and in which section a list that was named stands. */
static void remove_what(struct resolving *at, int in, const struct statement *statement, const struct expr *list,
                        const struct expr *name)
{
	struct diag *diag = diag_add(at->building->diags, DIAG_REMOVE_WHAT, statement->span);
	int found = list->kind == EXPR_WORD ? list_of_item(at, list->text) : -1;
	int group = list->kind == EXPR_WORD ? group_named(in, list->text) : -1;

	if (found >= 0 && list->next == NULL && (groups[found].in == in || groups[found].in == GROUP_root))
		diag_hint(at->building->diags, diag, "write `remove %s %s`", groups[found].name, list->text);
	else if (found >= 0 && list->next == NULL)
		diag_hint(at->building->diags, diag, "write `%s { remove %s %s }`", groups[groups[found].in].name,
		          groups[found].name, list->text);
	else if (group >= 0 && groups[group].is_list && list->next == NULL)
		hint_items(at, diag, group);
	else if (group >= 0 && list->next == NULL)
		diag_hint(at->building->diags, diag,
		          "a part stays; what it says can be changed: `canasta show VARIANT %s` lists that",
		          list->text);
	else if (list->next != NULL && list->next->kind == EXPR_WORD && list->next->next != NULL &&
	         list->next->next->kind == EXPR_WORD)
		diag_hint(at->building->diags, diag, "write a comma between two names: `remove %s %s, %s`", list->text,
		          list->next->text, list->next->next->text);
	for (int i = 0; i < GROUP_COUNT && name != NULL; i++)
		if (groups[i].is_list && groups[i].in != in && groups[i].in != GROUP_root && list->kind == EXPR_WORD &&
		    strcmp(groups[i].name, list->text) == 0)
			diag_hint(at->building->diags, diag, "this list is in a section: `%s { remove %s %s }`",
			          groups[groups[i].in].name, list->text, name->text);
}

/* `remove remarks` in a section, or `remove remarks pile` outside: what the parents remark there is on no sheet any more.
 * Outside and alone it is what they remark of the whole. */
static void remove_remarks(struct resolving *at, int in, const struct statement *statement, const struct expr *name,
                           const struct layer *layer)
{
	int group = in;

	if (name != NULL && in == GROUP_root && name->kind == EXPR_WORD && name->next == NULL)
		group = group_named(GROUP_root, name->text);
	if (name != NULL && group == in)
		remove_what(at, in, statement, name, NULL);
	else if (at->rules->remarks_from[group + 1] < layer->height)
		at->rules->remarks_from[group + 1] = (uint8_t)layer->height;
}

/* Takes away what is called [name] in [list], which `remove` in section [in] names. */
static void remove_one(struct resolving *at, int in, const struct statement *statement, const struct expr *list,
                       const struct expr *name, const struct layer *layer)
{
	bool well = name != NULL && list->kind == EXPR_WORD && name->kind == EXPR_WORD && name->next == NULL;
	int group = well ? group_named(in, list->text) : -1;

	if (list != NULL && list->kind == EXPR_WORD && strcmp(list->text, "remarks") == 0)
		remove_remarks(at, in, statement, name, layer);
	else if (well && in == GROUP_root && is_option_word(list->text)) {
		if (!options_remove(at->rules, list->text, name->text) && !at->building->partial)
			diag_add(at->building->diags, DIAG_UNKNOWN_ITEM, name->span, list->text, name->text);
	} else if (group >= 0 && groups[group].is_list)
		remove_item(at, group, name, layer);
	else
		remove_what(at, in, statement, list, well ? name : NULL);
}

/* remove freeze wild_in_pile, remove option always_frozen, merged */
static void apply_remove(struct resolving *at, int in, const struct statement *statement, const struct layer *layer)
{
	const struct expr *list = statement->value->first;

	remove_one(at, in, statement, list, list->next, layer);
	for (const struct expr *more = statement->value->next; more != NULL; more = more->next)
		remove_one(at, in, statement, list, more->first, layer);
	remember_remark(at, statement->notes, layer, in, -1);
}

/* ---- options of a parent ---- */

/* How many statements of an option still have what they are about, and how many have not. */
struct left {
	int held, gone;
};

static void count_item(const struct resolving *at, int group, const struct expr *name, bool added, int written_for,
                       struct left *left)
{
	if (name != NULL && name->kind == EXPR_WORD && item_is_gone(at, group, name->text, added, written_for))
		left->gone++;
	else
		left->held++;
}

static void count_removed(const struct resolving *at, int in, const struct statement *statement, int written_for,
                          struct left *left)
{
	const struct expr *list = statement->value->first;
	int group = list->kind == EXPR_WORD ? group_named(in, list->text) : -1;

	if (group < 0 || !groups[group].is_list) {
		left->held++;
		return;
	}
	count_item(at, group, list->next, false, written_for, left);
	for (const struct expr *more = statement->value->next; more != NULL; more = more->next)
		count_item(at, group, more->first, false, written_for, left);
}

static void count_left(const struct resolving *at, int in, const struct statement *block, int written_for,
                       struct left *left)
{
	for (const struct statement *line = block; line != NULL; line = line->next) {
		int group = line->kind == STATEMENT_RULE ? group_named(in, line->head) : -1;
		if (line->kind == STATEMENT_REMOVE)
			count_removed(at, in, line, written_for, left);
		else if (line->kind == STATEMENT_RULE && group < 0)
			left->held += in != GROUP_root; /* else it is `needs` or `excludes` */
		else if (group >= 0 && groups[group].is_list)
			count_item(at, group, line->value != NULL ? line->value->first : NULL, line->added, written_for,
			           left);
		else if (group >= 0)
			count_left(at, group, line->block, written_for, left);
	}
}

bool option_falls_away(void *context, const struct option *option)
{
	struct left left = { 0, 0 };

	if (!option->is_preset)
		count_left(context, GROUP_root, option->statement->block, option->written_for, &left);
	return left.gone > 0 && left.held == 0;
}

/* ---- sections ---- */

/* Applies the block of a section ([item] is -1), or of an item. */
static void apply_within(struct resolving *at, int group, int item, const struct statement *block,
                         const struct layer *layer)
{
	for (const struct statement *statement = block; statement != NULL; statement = statement->next)
		if (statement->kind == STATEMENT_NOTE)
			remember_remark(at, statement->notes, layer, group, item);
		else if (statement->kind == STATEMENT_CITE)
			apply_cite(at, (struct cited_place){ group, item, -1 }, statement, layer);
		else if (statement->kind == STATEMENT_REMOVE && item < 0)
			apply_remove(at, group, statement, layer);
		else if (statement->kind == STATEMENT_RULE) {
			const char *head =
				item >= 0 && strcmp(statement->head, "unless") == 0 ? "when" : statement->head;
			int row = row_named(group, head), list = item < 0 ? group_named(group, head) : -1;

			if (list >= 0)
				apply_item(at, list, statement, layer);
			else if (row >= 0)
				set_cell(at, (enum row_id)row, item < 0 ? 0 : item, statement, false, layer);
			else
				unknown_word(at, group, statement->head, statement->head_span, statement->value,
				             statement->block);
		} else
			misplaced(at, statement, groups[group].name);
}

static bool is_number(const struct expr *value)
{
	return value != NULL &&
	       (value->kind == EXPR_NUMBER || (value->kind == EXPR_PHRASE && value->first->kind == EXPR_NUMBER));
}

/* `deal hand 13`, where `deal { hand 13 }` was meant. */
static void hint_braces(struct resolving *at, struct diag *diag, const struct statement *statement)
{
	struct text value = { 0 };

	if (hint_advice_expr(at->building->diags, diag, statement->head, statement->value))
		return;
	if (is_number(statement->value)) {
		/* `bonus 400`, where `bonus` of a canasta was meant: says where there is such a setting. */
		int row = 0;

		while (row < ROW_COUNT &&
		       (strcmp(rows[row].name, statement->head) != 0 ||
		        (rows[row].type != TYPE_NUMBER && rows[row].type != TYPE_AMOUNT && rows[row].type != TYPE_BOUNDS)))
			row++;
		if (row < ROW_COUNT)
			diag_hint(at->building->diags, diag, "a number follows `%s` in `%s`", statement->head,
			          groups[rows[row].in].name);
		else
			diag_hint(at->building->diags, diag, "write `%s { ... }`", statement->head);
		return;
	}
	for (const struct expr *expr = statement->value; expr != NULL; expr = expr->next) {
		expr_write(expr, &value);
		text_add(&value, expr->next != NULL ? ", " : "");
	}
	diag_hint(at->building->diags, diag, "write `%s { %s }`", statement->head,
	          value.length > 0 ? text_read(&value) : "...");
	text_free(&value);
}

static void apply_section(struct resolving *at, int section, const struct statement *statement,
                          const struct layer *layer)
{
	if (!statement->has_block || statement->value != NULL) {
		struct diag *diag =
			diag_add(at->building->diags, DIAG_SECTION_NEEDS_BLOCK, statement->span, statement->head);
		hint_braces(at, diag, statement);
		return;
	}
	remember_remark(at, statement->notes, layer, section, -1);
	remember_prose(at, statement->prose, layer, section, -1);
	apply_within(at, section, -1, statement->block, layer);
}

static void apply_rule_at_root(struct resolving *at, const struct statement *statement, const struct layer *layer)
{
	int group = group_named(GROUP_root, statement->head);

	if (group < 0) {
		/* inside an option `needs` and `excludes` are read by options_choose() */
		if (layer->kind == LAYER_OPTION &&
		    (strcmp(statement->head, "needs") == 0 || strcmp(statement->head, "excludes") == 0))
			return;
		if (layer->kind == LAYER_VARIANT && strcmp(statement->head, "with") == 0) {
			options_wish(at->rules, at->building->diags, statement, layer->height);
			return;
		}
		unknown_word(at, GROUP_root, statement->head, statement->head_span, statement->value, statement->block);
	} else if (groups[group].is_list)
		apply_item(at, group, statement, layer);
	else
		apply_section(at, group, statement, layer);
}

/* True for an option of stdlib in rules that stand elsewhere. */
static bool is_on_offer(const struct resolving *at, const struct statement *statement)
{
	const struct library *library = at->building->library;

	return library_source_is_start(library, statement->span.source) &&
	       !library_source_is_start(library, at->rules->span.source);
}

void apply_layer(struct resolving *at, const struct statement *block, const struct layer *layer)
{
	for (const struct statement *statement = block; statement != NULL; statement = statement->next) {
		switch (statement->kind) {
		case STATEMENT_USE: /* fragments lie below, see apply_uses() */
			if (layer->kind == LAYER_OPTION)
				misplaced(at, statement, "option");
			break;
		case STATEMENT_NOTE: remember_remark(at, statement->notes, layer, GROUP_root, -1); break;
		case STATEMENT_REMOVE: apply_remove(at, GROUP_root, statement, layer); break;
		case STATEMENT_CITE:
			apply_cite(at, (struct cited_place){ GROUP_root, -1, -1 }, statement, layer);
			break;
		case STATEMENT_RULE: apply_rule_at_root(at, statement, layer); break;
		case STATEMENT_OPTION:
		case STATEMENT_CHOICE:
		case STATEMENT_PRESET:
			if (layer->kind == LAYER_OPTION) {
				misplaced(at, statement, "option");
				break;
			}
			remember_remark(at, statement->notes, layer, GROUP_root, -1);
			options_add(at->rules, at->building->diags, statement, layer->height, is_on_offer(at, statement));
			break;
		default: misplaced(at, statement, layer->name); break;
		}
	}
}
