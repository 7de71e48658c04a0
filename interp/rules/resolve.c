/* resolve.c -- from statements to cells. A variant is a list of layers: its parents from the root down, each with the
 * fragments that it uses below its own statements, and the chosen options on top. A higher layer replaces a lower
 * one; two of the same height that differ are an error. Order never decides. Where a variant is built with one option after
 * the other, the layers below the options are applied once; each build copies the cells that it changes. */
#include "rules/resolve.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/options.h"

/* ---- fragments and parents ---- */

/* Reports the cycle that link [first] of the chain closes. It begins with what comes first in the files, so the
 * finding is the same wherever the cycle is entered. */
static void report_cycle(struct resolving *at, int first, enum diag_id id)
{
	struct text chain = { 0 };
	int begin = first, length = at->depth - first;

	for (int i = first; i < at->depth; i++)
		if (at->chain[i].span.source == at->chain[begin].span.source &&
		    at->chain[i].span.from < at->chain[begin].span.from)
			begin = i;
	for (int i = 0; i <= length; i++)
		text_format(&chain, "%s%s", i > 0 ? " > " : "", at->chain[first + (begin - first + i) % length].name);
	struct diag *diag = diag_add(at->building->diags, id, at->chain[begin].span, text_read(&chain));
	if (length == 1)
		diag_hint(at->building->diags, diag, "what is written here needs a name of its own, such as `our_%s`",
		          at->chain[begin].name);
	text_free(&chain);
}

/* Pushes [name] on the chain of variants or fragments being applied; false with a finding if it is on it already. */
static bool open_chain(struct resolving *at, const char *name, struct span span, enum diag_id cycle_id)
{
	int i = 0;

	/* by the place: another file may call its own by the same name */
	while (i < at->depth && (at->chain[i].span.source != span.source || at->chain[i].span.from != span.from))
		i++;
	if (i == at->depth && at->depth < CHAIN_MAX) {
		at->chain[at->depth].name = name;
		at->chain[at->depth++].span = span;
		return true;
	}
	if (i == at->depth)
		diag_add(at->building->diags, DIAG_CHAIN_TOO_LONG, at->chain[0].span, CHAIN_MAX);
	else
		report_cycle(at, i, cycle_id);
	return false;
}

static uint64_t apply_uses(struct resolving *at, const struct library_file *file, const struct statement *block,
                           int height);

/* The place of [fragment] among those that the variant uses; -1 if it does not yet. */
static int place_of(const struct resolving *at, const struct statement *fragment)
{
	for (int i = 0; i < at->fragments; i++)
		if (at->fragment[i].statement == fragment)
			return i;
	return -1;
}

/* Applies [fragment], which is used at [brought], and below it what it uses. Returns these as places. */
static uint64_t apply_fragment(struct resolving *at, const struct library_file *file, const struct statement *fragment,
                               const char *name, int height, struct span brought)
{
	struct layer *layer;
	uint64_t below;

	if (!open_chain(at, name, fragment->name_span, DIAG_USE_CIRCLE))
		return 0;
	below = apply_uses(at, file, fragment->block, height);
	at->depth--;
	layer = layer_new(at, LAYER_FRAGMENT, name, height, brought);
	if (layer == NULL)
		return 0;
	if (at->fragments == FRAGMENTS_MAX) {
		diag_add(at->building->diags, DIAG_FRAGMENTS_TOO_MANY, brought, FRAGMENTS_MAX);
		return 0;
	}
	layer->place = at->fragments;
	layer->below = below;
	at->fragment[at->fragments].statement = fragment;
	at->fragment[at->fragments++].below = below;
	apply_layer(at, fragment->block, layer);
	return below | UINT64_C(1) << layer->place;
}

/* Applies the fragments that a block uses, each once, however many others use it too. Returns them and those below them. */
static uint64_t apply_uses(struct resolving *at, const struct library_file *file, const struct statement *block,
                           int height)
{
	const struct library_file *found_in;
	uint64_t below = 0;

	for (const struct statement *use = block; use != NULL; use = use->next) {
		if (use->kind != STATEMENT_USE)
			continue;
		for (const struct expr *name = use->value; name != NULL; name = name->next) {
			const char *word = name->kind == EXPR_PHRASE ? name->first->text : name->text;
			const struct statement *fragment = word != NULL ? library_fragment(at->building->library, file,
			                                                                   word, name->span, &found_in)
			                                                : NULL;
			int place = fragment != NULL ? place_of(at, fragment) : -1;
			if (place >= 0)
				below |= at->fragment[place].below | UINT64_C(1) << place;
			else if (fragment != NULL)
				below |= apply_fragment(at, found_in, fragment, word, height, name->span);
		}
	}
	return below;
}

static const char *text_of(const struct statement *statement)
{
	const struct expr *value = statement->value;

	return value != NULL && value->kind == EXPR_PHRASE && value->first->kind == EXPR_STRING ? value->first->text
	                                                                                        : NULL;
}

/* True if it was read before: a variant and its parent may stand in one file. */
static bool is_known(const struct rules *rules, const struct statement *source)
{
	for (const struct source_document *at = rules->documents; at != NULL; at = at->next)
		if (at->stated == source)
			return true;
	return false;
}

static void read_documents(struct resolving *at, const struct library_file *file)
{
	for (const struct statement *source = file->statements; source != NULL; source = source->next) {
		struct source_document *document;
		if (source->kind != STATEMENT_SOURCE || is_known(at->rules, source))
			continue;
		document = arena_take(at->building->arena, sizeof *document);
		if (document == NULL)
			return;
		document->name = source->name;
		document->stated = source;
		for (const struct statement *line = source->block; line != NULL; line = line->next) {
			if (line->kind != STATEMENT_RULE)
				continue;
			if (strcmp(line->head, "title") == 0)
				document->title = text_of(line);
			else if (strcmp(line->head, "ledger") == 0)
				document->ledger = text_of(line);
			else {
				struct diag *diag = diag_add(at->building->diags, DIAG_UNKNOWN_SETTING, line->head_span,
				                             line->head, "source");
				diag_hint(at->building->diags, diag, "it has: title, ledger");
			}
		}
		document->next = at->rules->documents;
		at->rules->documents = document;
	}
}

static const char *title_of(const struct statement *variant)
{
	return variant->title != NULL ? variant->title : variant->name;
}

/* Applies [variant] and, below it, what it extends. Returns its height, -1 with a finding queued. */
static int apply_variant(struct resolving *at, const struct library_file *file, const struct statement *variant)
{
	const struct library_file *parent_file = NULL;
	const struct statement *parent;
	const struct layer *layer;
	int height = 0, depth;

	if (!open_chain(at, variant->name, variant->name_span, DIAG_EXTENDS_CIRCLE))
		return -1;
	if (variant->parent != NULL) {
		parent = library_parent(at->building->library, file, variant->parent, &parent_file);
		height = parent != NULL ? apply_variant(at, parent_file, parent) + 1 : 0;
		if (height == 0)
			return -1;
		at->rules->parent = parent->name;
		at->rules->parent_title = title_of(parent);
		at->rules->parent_is_start = library_is_start(parent_file);
	}
	read_documents(at, file);
	depth = at->depth;
	at->fragments = 0;
	apply_uses(at, file, variant->block, height);
	at->depth = depth;
	layer = layer_new(at, LAYER_VARIANT, variant->name, height, variant->name_span);
	if (layer == NULL)
		return -1;
	remember_remark(at, variant->notes, layer, GROUP_root, -1);
	apply_layer(at, variant->block, layer);
	return height;
}

/* ---- options ---- */

static void apply_options(struct resolving *at, int height, const char *const *with, int count)
{
	struct span nowhere = { 0 };

	for (int i = 0; i < count; i++)
		if (at->building->partial && option_named(at->rules, with[i]) == NULL)
			return; /* it could not be added, which was reported */
	options_choose(at->rules, at->building->diags, with, count);
	for (const struct option *option = at->rules->options; option != NULL; option = option->next) {
		struct layer *layer;
		if (!option->chosen || option->is_preset)
			continue;
		/* what nobody chose holds where it is stated: a variant that extends that one may say otherwise */
		layer = layer_new(at, LAYER_OPTION, option_kept(option, at->building->arena),
		                  option->by_default ? option->height : height + 1, nowhere);
		if (layer == NULL)
			return;
		layer->written_for = option->asked_for ? height : option->written_for;
		if (option->asked_for && option->by_default)
			layer->counts_at = option->asked_for_by;
		apply_layer(at, option->statement->block, layer);
	}
}

/* ---- the whole ---- */

enum { ROOM_LEAST = 4 }; /* items: most lists have a few */

/* Gives the cells of a setting the room of its group, and copies those that there are. */
static void move_cells(struct resolving *at, enum row_id row)
{
	struct cell **cells = &at->rules->cells[row], *old = *cells;
	int group = rows[row].in, count = groups[group].is_list ? at->count[group] : 1;

	*cells = arena_take(at->building->arena, sizeof **cells * (size_t)at->room[group]);
	if (*cells != NULL && old != NULL)
		memcpy(*cells, old, sizeof **cells * (size_t)count);
}

bool make_room(struct resolving *at, int group)
{
	int most = PLACES * groups[group].max, twice = 2 * at->room[group];

	if (at->count[group] < at->room[group])
		return true;
	at->room[group] = twice < most ? twice : most;
	for (int row = -1; row_next(group, &row);)
		move_cells(at, (enum row_id)row);
	return !arena_failed(at->building->arena);
}

struct cell *own_cell(struct resolving *at, enum row_id row, int item)
{
	if (at->shared != NULL && at->rules->cells[row] == at->shared[row])
		move_cells(at, row);
	return arena_failed(at->building->arena) ? NULL : &at->rules->cells[row][item];
}

/* Cells without a statement. */
static void make_cells(struct resolving *at)
{
	at->shared = NULL;
	at->rules->cells = arena_take(at->building->arena, sizeof *at->rules->cells * ROW_COUNT);
	for (int row = 0; row < ROW_COUNT && at->rules->cells != NULL; row++)
		move_cells(at, (enum row_id)row);
}

/* The cells that [layers] have, shared with them. */
static void share_cells(struct resolving *at, const struct resolving *layers)
{
	at->shared = layers->rules->cells;
	at->rules->cells = arena_copy(at->building->arena, at->shared, sizeof *at->shared * ROW_COUNT);
}

/* Makes [at] ready; false if memory ran out. Its items are left as they are: count says how many there are. */
static bool begin_resolving(struct resolving *at, struct building *building, const struct statement *part)
{
	at->building = building;
	at->rules = building->rules;
	at->conflicts = NULL;
	at->last_conflict = &at->conflicts;
	at->depth = at->fragments = 0;
	memset(at->count, 0, sizeof at->count);
	at->rules->name = part->name;
	at->rules->title = title_of(part);
	at->rules->prose = part->prose;
	at->rules->span = part->name_span;
	for (int group = 0; group < GROUP_COUNT; group++)
		at->room[group] = groups[group].is_list ? ROOM_LEAST : 1;
	make_cells(at);
	return !arena_failed(building->arena);
}

/* Resolves the variant, and what it extends, up to where options are chosen; false with a finding queued. */
static bool resolve_layers(struct resolving *at, struct building *building, const struct library_file *file,
                           const struct statement *variant)
{
	int height = begin_resolving(at, building, variant) ? apply_variant(at, file, variant) : -1;

	if (height < 0)
		return false;
	at->rules->height = height;
	options_fall_away(at->rules, option_falls_away, at);
	return true;
}

static bool resolve_options(struct resolving *at, const char *const *with, int count)
{
	apply_options(at, at->rules->height, with, count);
	report_conflicts(at);
	return settle_items(at);
}

bool resolve_variant(struct building *building, const struct library_file *file, const struct statement *variant,
                     const char *const *with, int count)
{
	struct resolving resolving;

	return resolve_layers(&resolving, building, file, variant) && resolve_options(&resolving, with, count);
}

/* ---- a variant of which several builds are made ---- */

const struct resolving *resolve_once(struct building *building, const struct library_file *file,
                                     const struct statement *variant)
{
	struct resolving *at = arena_take(building->arena, sizeof *at);

	return at != NULL && resolve_layers(at, building, file, variant) ? at : NULL;
}

static void copy_items(struct resolving *to, const struct resolving *from)
{
	memcpy(to->count, from->count, sizeof to->count);
	memcpy(to->room, from->room, sizeof to->room);
	for (int group = 0; group < GROUP_COUNT; group++)
		memcpy(to->items[group], from->items[group], sizeof **to->items * (size_t)from->count[group]);
}

/* The lists whose parts change while options are applied and items are settled. */
static void copy_lists(struct resolving *to, const struct resolving *from)
{
	struct arena *arena = to->building->arena;
	struct option **option = &to->rules->options;
	struct remark **remark = &to->rules->remarks;

	while (*option != NULL && (*option = arena_copy(arena, *option, sizeof **option)) != NULL)
		option = &(*option)->next;
	while (*remark != NULL && (*remark = arena_copy(arena, *remark, sizeof **remark)) != NULL)
		remark = &(*remark)->next;
	to->conflicts = from->conflicts;
	to->last_conflict = &to->conflicts;
	while (*to->last_conflict != NULL &&
	       (*to->last_conflict = arena_copy(arena, *to->last_conflict, sizeof **to->last_conflict)) != NULL)
		to->last_conflict = &(*to->last_conflict)->next;
}

bool resolve_with(struct building *building, const struct resolving *layers, const char *const *with, int count)
{
	struct resolving resolving, *at = &resolving;

	at->building = building;
	at->rules = building->rules = arena_copy(building->arena, layers->rules, sizeof *layers->rules);
	at->depth = at->fragments = 0;
	if (at->rules == NULL)
		return false;
	at->rules->arena = building->arena;
	copy_items(at, layers);
	share_cells(at, layers);
	copy_lists(at, layers);
	return !arena_failed(building->arena) && resolve_options(at, with, count);
}

bool resolve_fragment(struct building *building, const struct library_file *file, const struct statement *fragment,
                      const char *const *with, int count)
{
	struct resolving resolving, *at = &resolving;
	struct layer *layer;

	if (!begin_resolving(at, building, fragment) ||
	    !open_chain(at, fragment->name, fragment->name_span, DIAG_USE_CIRCLE))
		return false;
	layer = layer_new(at, LAYER_FRAGMENT, fragment->name, 0, fragment->name_span);
	if (layer == NULL)
		return false;
	layer->below = apply_uses(at, file, fragment->block, 0);
	apply_layer(at, fragment->block, layer);
	apply_options(at, 0, with, count);
	report_conflicts(at);
	return settle_items(at);
}
