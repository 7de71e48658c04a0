/* build.c -- the stages from a name to a struct rules, one after the other. */
#include "rules/build.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/tree.h"

struct rules *rules_build_variant(struct library *library, const struct library_file *file,
                                  const struct statement *variant, const char *const *with, int count)
{
	struct building building = { .library = library, .diags = &library->diags, .arena = library->arena,
		                     .points_step = 0 };
	int errors = library->diags.errors;

	building.rules = arena_take(library->arena, sizeof *building.rules);
	if (building.rules == NULL)
		return NULL;
	building.rules->arena = library->arena;
	building.rules->sources = &library->sources;
	if (!resolve_variant(&building, file, variant, with, count) || library->diags.errors > errors)
		return NULL;
	read_values(&building);
	if (library->diags.errors > errors || arena_failed(library->arena))
		return NULL;
	build_tables(&building);
	check_consistency(&building);
	if (library->diags.errors > errors || arena_failed(library->arena))
		return NULL;
	return building.rules;
}

struct rules *rules_build(struct library *library, const char *reference, const char *const *with, int count)
{
	const struct library_file *file = NULL;
	const struct statement *variant = library_variant(library, reference, &file);

	if (variant == NULL || library->diags.errors > 0)
		return NULL;
	return rules_build_variant(library, file, variant, with, count);
}
