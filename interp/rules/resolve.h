/* resolve.h -- what the files share that put a variant together: resolve.c lists the layers, statements.c does what
 * stands in each, layers.c keeps what they state. */
#ifndef RULES_RESOLVE_H
#define RULES_RESOLVE_H

#include "rules/build.h"

enum {
	CHAIN_MAX = 16,     /* parents of parents, or fragments of fragments */
	FRAGMENTS_MAX = 64, /* that one variant uses, those that fragments use among them: a set of bits */
	PLACES = 2          /* for each item that a list can have: one for another that is taken away */
};

/* An item of a list while its layers are being put together. */
struct item {
	const char *name, *title;
	struct span span;
	const struct layer *added, *changed, *removed; /* changed: by the layer that last spoke of it */
	struct span removed_by;
};

struct resolving {
	struct building *building;
	struct rules *rules;
	struct item items[GROUP_COUNT][PLACES * LIST_ITEMS_MAX];
	int count[GROUP_COUNT]; /* of these, those that are taken away again included */
	struct conflict {
		const struct cell *cell, *first;
		struct cell other;
		struct conflict *next;
	} * conflicts, **last_conflict;
	struct {
		const char *name;
		struct span span;
	} chain[CHAIN_MAX]; /* variants or fragments being opened, to find circles */
	int depth;
	struct {
		const struct statement *statement;
		uint64_t below;
	} fragment[FRAGMENTS_MAX]; /* that the variant at hand has used so far; each counts once */
	int fragments;
};

/* ---- layers.c ---- */

/* A new layer; NULL without memory, which the arena remembers. */
struct layer *layer_new(struct resolving *at, enum layer_kind kind, const char *name, int level, struct span brought);

/* True if neither of two layers lies above the other: fragments of one variant, none using the other, or options. */
bool same_height(const struct layer *old, const struct layer *new);

/* Keep the notes or the prose of a section ([item] is -1) or an item, unless they are NULL. */
void remember_remark(struct resolving *at, const struct note *notes, const struct layer *layer, int group, int item);
void remember_prose(struct resolving *at, const char *prose, const struct layer *layer, int group, int item);

/* Lets [statement] count for a setting: in its value, or [on_item] in the condition behind the name of the item. */
void set_cell(struct resolving *at, enum row_id row, int item, const struct statement *statement, bool on_item,
              const struct layer *layer);

/* Lets [statement], a `cite`, speak of a setting as the layers up to this one have it; [on_item]: of the item, on whose
 * own line that condition is stated. */
void cite_cell(struct resolving *at, enum row_id row, int item, const struct statement *statement, bool on_item,
               const struct layer *layer);

/* Reports the clashes that no later layer settled. */
void report_conflicts(struct resolving *at);

/* ---- layers.c, items ---- */

/* The item a statement speaks of, added where that is allowed; -1 with a finding queued. */
int open_item(struct resolving *at, int group, const struct statement *statement, const char *name, struct span span,
              const struct layer *layer);

/* The item called [name] that is cited; -1 with a finding queued if there is none. */
int cited_item(struct resolving *at, int group, const char *name, struct span span);

/* True if a statement about [name], of an option that a variant of level [offered] states, is left without its item:
 * a variant above has taken it away or, where the option would add it, has added one of that name itself. */
bool item_is_gone(const struct resolving *at, int group, const char *name, bool added, int offered);

/* Takes away the item called [name]. */
void remove_item(struct resolving *at, int group, const struct expr *name, const struct layer *layer);

/* Closes the gaps that removed items leave, so that places and counts are those of the items that remain. */
void settle_items(struct resolving *at);

/* ---- statements.c ---- */

/* True if the option is about nothing but items that variants above its own have taken away; [context] is a struct
 * resolving. */
bool option_falls_away(void *context, const struct option *option);

/* Does what the statements of [layer] say, which stand in [block]. */
void apply_layer(struct resolving *at, const struct statement *block, const struct layer *layer);

#endif
