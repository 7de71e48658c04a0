/* canasta.c -- the public functions of the library as a whole, and those that load a variant, on which the others work. Each section of
 * canasta.h has a file: it sets up a workspace (workspace.h), has a report made and writes it. What reports say is the matter of
 * interp/reports. */
#include "workspace.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/build.h"
#include "text/write.h"

/* ---- the library as a whole ---- */

const char *canasta_version(void)
{
	return CANASTA_VERSION;
}

int canasta_ascii(const struct canasta_out *out, const char *bytes, size_t length)
{
	struct text words = { 0 }, plain = { 0 };

	text_add_bytes(&words, bytes, length);
	ascii_add(&plain, text_read(&words));
	text_end(&words, &plain);
	return out_write(out, &plain);
}

/* jansson asks for new pieces only. */
static void *take_for_json(size_t size)
{
	return memory_resize(NULL, size);
}

void canasta_use_memory(void *(*resize)(void *old, size_t size), void (*release)(void *old))
{
	memory_come_from(resize != NULL ? resize : realloc, release != NULL ? release : free);
	json_set_alloc_funcs(take_for_json, memory_free);
}

/* ---- variants ---- */

/* Remembers in the variant what it was loaded as. */
static bool keep_reference(struct canasta_variant *variant, const char *reference, const char *const *options,
                           int count)
{
	struct arena *arena = variant->workspace->arena;
	const char **kept = arena_take(arena, sizeof *kept * (size_t)(count + 1));

	variant->reference = arena_text(arena, reference, strlen(reference));
	variant->options = kept;
	variant->option_count = count;
	for (int i = 0; kept != NULL && i < count; i++)
		kept[i] = arena_text(arena, options[i], strlen(options[i]));
	return !arena_failed(arena);
}

int too_many_options(const struct canasta_io *io)
{
	return io_error(io, CANASTA_MISUSE, "no more than %d options can be switched on", CANASTA_OPTIONS_MAX);
}

int variant_load_named_in(const struct canasta_io *io, const char *named_in, const char *reference,
                          const char *const *options, int count, struct canasta_variant **variant)
{
	struct workspace *workspace = workspace_new(io);
	const struct rules *rules;
	int status;

	*variant = NULL;
	if (workspace == NULL)
		return out_of_memory(io);
	if (count > CANASTA_OPTIONS_MAX) {
		workspace_free(workspace);
		return too_many_options(io);
	}
	workspace->library.named_in = named_in;
	rules = rules_build(&workspace->library, reference, options, count);
	status = named_in != NULL ? workspace_report_named(workspace, reference) : workspace_report(workspace);
	workspace->library.named_in = NULL;
	if (status == CANASTA_FINE && rules != NULL)
		*variant = arena_take(workspace->arena, sizeof **variant);
	if (*variant == NULL) {
		workspace_free(workspace);
		return status != CANASTA_FINE ? status : out_of_memory(io);
	}
	**variant = (struct canasta_variant){ .workspace = workspace, .rules = rules };
	if (keep_reference(*variant, reference, options, count))
		return CANASTA_FINE;
	workspace_free(workspace);
	*variant = NULL;
	return out_of_memory(io);
}

int canasta_load(const struct canasta_io *io, const char *reference, const char *const *options, int count,
                 struct canasta_variant **variant)
{
	return variant_load_named_in(io, NULL, reference, options, count, variant);
}

void canasta_free(struct canasta_variant *variant)
{
	if (variant != NULL)
		workspace_free(variant->workspace);
}

const char *canasta_name(const struct canasta_variant *variant)
{
	return variant->rules->name;
}

const char *canasta_title(const struct canasta_variant *variant)
{
	return variant->rules->title;
}

int canasta_players(const struct canasta_variant *variant)
{
	return variant->rules->table.players;
}

int canasta_sides(const struct canasta_variant *variant)
{
	return variant->rules->table.sides;
}

/* ---- odds and ends ---- */

const char *canasta_nearest(const char *word, const char *const *words, int count)
{
	return word_nearest(word, words, count);
}
