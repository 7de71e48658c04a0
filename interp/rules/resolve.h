/* resolve.h -- shared by the files that resolve a variant: resolve.c lists the layers, statements.c applies the
 * statements of each, layers.c decides which of them count. */
#ifndef RULES_RESOLVE_H
#define RULES_RESOLVE_H

#include "rules/build.h"

enum {
	CHAIN_MAX = 16,     /* parents of parents, or fragments of fragments */
	FRAGMENTS_MAX = 64, /* that one variant uses, including those used by fragments: a set of bits */
	PLACES = 2          /* for each item that a list can have, one more that was removed */
};

/* An item of a list while the layers are applied. */
struct item {
	const char *name, *title;
	struct span span;
	const struct layer *added, *changed, *removed; /* the layer that last changed it */
	struct span removed_by;
};

struct resolving {
	struct building *building;
	struct rules *rules;
	struct item items[GROUP_COUNT][PLACES * LIST_ITEMS_MAX];
	int count[GROUP_COUNT]; /* of these, those that were removed again included */
	int room[GROUP_COUNT];  /* items that there are cells for; a section has one */
	struct cell *const
		*shared; /* cells that other builds begin with, too: copied before they are changed; or NULL */
	struct conflict {
		enum row_id row;
		int item;
		const struct cell *first;
		struct cell other;
		struct conflict *next;
	} * conflicts, **last_conflict;
	struct {
		const char *name;
		struct span span;
	} chain[CHAIN_MAX]; /* variants or fragments that are being applied, to detect cycles */
	int depth;
	struct {
		const struct statement *statement;
		uint64_t below;
	} fragment[FRAGMENTS_MAX]; /* that this variant has used so far; each counts once */
	int fragments;
};

/* ---- resolve.c ---- */

/* Makes room for the cells of another item of a list; false if out of memory. */
bool make_room(struct resolving *at, int group);

/* The cell of a setting, to be changed: one that no other build has. NULL if out of memory. */
struct cell *own_cell(struct resolving *at, enum row_id row, int item);

/* ---- layers.c ---- */

/* A new layer; NULL if out of memory, which the arena records. */
struct layer *layer_new(struct resolving *at, enum layer_kind kind, const char *name, int height, struct span brought);

/* Store the notes or the prose of a section ([item] is -1) or an item, unless they are NULL. */
void remember_remark(struct resolving *at, const struct note *notes, const struct layer *layer, int group, int item);
void remember_prose(struct resolving *at, const char *prose, const struct layer *layer, int group, int item);

/* Makes [statement] the one that counts for a setting: for its value, or [on_item] for the condition after the name
 * of the item. */
void set_cell(struct resolving *at, enum row_id row, int item, const struct statement *statement, bool on_item,
              const struct layer *layer);

/* Attaches [statement], a `cite`, to the setting as the layers up to this one have it; [on_item]: to the condition on
 * the item's own line. */
void cite_cell(struct resolving *at, enum row_id row, int item, const struct statement *statement, bool on_item,
               const struct layer *layer);

/* Reports the conflicts that no higher layer settles. */
void report_conflicts(struct resolving *at);

/* ---- layers.c, items ---- */

/* The item that a statement is about, added where that is allowed; -1 with a finding queued. */
int open_item(struct resolving *at, int group, const struct statement *statement, const char *name, struct span span,
              const struct layer *layer);

/* The item called [name] that is cited; -1 with a finding queued if there is none. */
int cited_item(struct resolving *at, int group, const char *name, struct span span);

/* True if an option written for a variant of this height changes an item [name] that a higher variant has removed, or
 * adds ([added]) one that a higher variant has added itself. Such a statement is ignored. */
bool item_is_gone(const struct resolving *at, int group, const char *name, bool added, int written_for);

/* Removes the item called [name]. */
void remove_item(struct resolving *at, int group, const struct expr *name, const struct layer *layer);

/* Closes the gaps of removed items, so that places and counts are those of the items that remain; false if memory ran out. */
bool settle_items(struct resolving *at);

/* ---- statements.c ---- */

/* True if the option is only about items that variants above its own have removed; [context] is a struct resolving. */
bool option_falls_away(void *context, const struct option *option);

/* Applies the statements of [layer], which are in [block]. */
void apply_layer(struct resolving *at, const struct statement *block, const struct layer *layer);

#endif
