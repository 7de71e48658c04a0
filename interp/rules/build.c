/* build.c -- the stages from a name to a struct rules, one after the other. */
#include "rules/build.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/tree.h"
#include "rules/compare.h"
#include "rules/proofs.h"
#include "rules/options.h"

static bool begin_building(struct building *building, struct library *library, struct arena *arena)
{
	*building = (struct building){ .library = library, .diags = &library->diags, .arena = arena };
	building->rules = arena_take(arena, sizeof *building->rules);
	if (building->rules == NULL)
		return false;
	building->rules->arena = arena;
	building->rules->sources = &library->sources;
	return true;
}

/* True if the queue has this finding at [span] already. */
static bool is_reported(const struct diags *diags, const struct diag *diag, struct span span)
{
	for (const struct diag *at = diags->first; at != NULL; at = at->next)
		if (at != diag && at->id == diag->id && at->span.source == span.source && at->span.from == span.from &&
		    strcmp(at->sentence, diag->sentence) == 0)
			return true;
	return false;
}

/* Errors queued after [before] that lie in an option of another file are moved to where the variant names the option: who names it cannot
 * mend that file. */
static void report_where_named(struct building *building, struct diag *before)
{
	struct diags *diags = building->diags;

	for (struct diag *diag = before != NULL ? before->next : diags->first; diag != NULL; diag = diag->next)
		for (const struct option *option = building->rules->options; option != NULL; option = option->next) {
			struct span in = option->statement->span, named = option->asked_for_at;
			if (!option->asked_for || named.source == in.source || diag->level != DIAG_ERROR ||
			    diag->other.source != 0 || diag->span.source != in.source || diag->span.from < in.from ||
			    diag->span.to > in.to)
				continue;
			diag->suppressed = is_reported(diags, diag, named);
			diag_other(diags, diag, diag->span, "the option asks for it here");
			diag->fix = NULL;
			diag_hint(diags, diag, "keep what option `%s` asks for, or leave the option out",
			          option_kept(option, building->arena));
			diag->span = named;
			break;
		}
}

void rules_check_statements(struct library *library, const struct library_file *file, const struct statement *part,
                            const char *const *with, int count)
{
	struct arena *room = arena_new(); /* the findings alone are kept */
	struct building building;
	bool resolved;

	if (room != NULL && begin_building(&building, library, room)) {
		building.partial = true;
		resolved = part->kind == STATEMENT_FRAGMENT ? resolve_fragment(&building, file, part, with, count)
		                                            : resolve_variant(&building, file, part, with, count);
		if (resolved)
			read_values(&building);
	}
	if (room == NULL || arena_failed(room))
		arena_fail(library->arena);
	arena_free(room);
}

/* Finds the first freeze that holds whatever happens. */
static void find_lasting_freeze(struct building *building)
{
	struct rules *rules = building->rules;
	bool failed = false;

	for (int i = rules->pile.freeze_count - 1; i >= 0; i--)
		if (holds_always(rules, rules->pile.freeze[i].when, &failed))
			rules->frozen_by = i + 1;
	if (failed)
		arena_fail(building->arena);
}

void build_tables(struct building *building)
{
	build_kinds(building);
	build_forms(building);
	find_lasting_freeze(building);
}

/* The stages after the cells are made; [faulty]: an error was found in making them. False if one of them found a fault. */
static bool build_values(struct building *building, bool faulty)
{
	const struct diags *diags = building->diags;
	int errors = diags->errors;

	building->partial = faulty; /* go on and look for further faults */
	read_values(building);
	if (faulty || diags->errors > errors || arena_failed(building->arena))
		return false;
	build_tables(building);
	validate_rules(building);
	return diags->errors == errors;
}

/* The rules that were built, or NULL. */
static struct rules *rules_of(const struct building *building, bool built)
{
	if (arena_failed(building->arena))
		arena_fail(building->library->arena);
	return built && !arena_failed(building->library->arena) ? building->rules : NULL;
}

struct rules *rules_build_in(struct arena *arena, struct library *library, const struct library_file *file,
                             const struct statement *variant, const char *const *with, int count)
{
	int errors = library->diags.errors;
	struct diag *before = library->diags.last;
	struct building building;
	bool built = begin_building(&building, library, arena) &&
	             resolve_variant(&building, file, variant, with, count) &&
	             build_values(&building, library->diags.errors > errors);

	if (building.rules != NULL) {
		building.rules->built_of = (struct built_of){ .library = library, .file = file, .variant = variant };
		if (library->diags.errors > errors)
			report_where_named(&building, before);
	}
	return rules_of(&building, built);
}

void rules_build_often(struct built_often *often, struct arena *arena, struct library *library,
                       const struct library_file *file, const struct statement *variant)
{
	int errors = library->diags.errors;
	struct building building;

	*often = (struct built_often){ .library = library, .arena = arena };
	if (begin_building(&building, library, arena))
		often->layers = resolve_once(&building, file, variant);
	often->phrases = arena_take(arena, sizeof *often->phrases);
	if (often->phrases != NULL)
		often->phrases->arena = arena;
	often->partial = library->diags.errors > errors;
	rules_of(&building, false);
}

struct rules *rules_build_again(struct built_often *often, struct arena *arena, const char *const *with, int count)
{
	int errors = often->library->diags.errors;
	struct diag *before = often->library->diags.last;
	struct building building = { .library = often->library,
		                     .diags = &often->library->diags,
		                     .arena = arena,
		                     .tables = often->tables,
		                     .phrases = often->phrases };
	bool built;

	if (often->layers == NULL)
		return NULL;
	built = resolve_with(&building, often->layers, with, count) &&
	        build_values(&building, often->partial || often->library->diags.errors > errors);
	if (building.rules != NULL && often->library->diags.errors > errors)
		report_where_named(&building, before);
	if (arena == often->arena)
		often->tables = building.tables;
	if (arena_failed(often->arena)) /* it may have run out while something was kept for the next build */
		arena_fail(arena);
	return rules_of(&building, built);
}

struct rules *rules_build_variant(struct library *library, const struct library_file *file,
                                  const struct statement *variant, const char *const *with, int count)
{
	return rules_build_in(library->arena, library, file, variant, with, count);
}

struct rules *rules_build(struct library *library, const char *reference, const char *const *with, int count)
{
	const struct library_file *file = NULL;
	const struct statement *variant = library_variant(library, reference, &file);
	const char **own = arena_take(library->arena, sizeof *own * (size_t)(count + 1));
	const char **borrowed = arena_take(library->arena, sizeof *borrowed * (size_t)(count + 1));
	struct rules *rules;
	int owned = 0, lent = 0;

	if (variant == NULL || own == NULL || borrowed == NULL || library->diags.errors > 0)
		return NULL;
	for (int i = 0; i < count; i++)
		if (is_borrowed(with[i]))
			borrowed[lent++] = arena_text(library->arena, with[i], strlen(with[i]));
		else
			own[owned++] = with[i];
	rules = rules_build_variant(library, file, variant, own, owned);
	rules = rules != NULL ? rules_borrow(library, rules, borrowed, lent) : NULL;
	if (rules != NULL)
		rules->built_of = (struct built_of){ library, file, variant, borrowed, lent };
	return rules;
}

/* ---- with another option ---- */

/* Makes the room of what is built next empty, and the list of findings. */
static void clear_room(struct built_anew *anew)
{
	arena_clear(anew->room);
	anew->library.arena = anew->library.sources.arena = anew->room;
	anew->library.diags = (struct diags){ .sources = &anew->library.sources };
}

void rules_build_anew(struct built_anew *anew, const struct rules *rules)
{
	const struct built_of *of = &rules->built_of;

	*anew = (struct built_anew){ .failed = false };
	if (of->library == NULL)
		return;
	anew->library = *of->library;
	anew->kept = arena_new();
	anew->room = arena_new();
	anew->rules = anew->kept != NULL ? arena_copy(anew->kept, rules, sizeof *rules) : NULL;
	if (anew->rules != NULL && anew->room != NULL) {
		anew->rules->arena = anew->kept; /* what is asked of its options is written there */
		clear_room(anew);
		rules_build_often(&anew->often, anew->kept, &anew->library, of->file, of->variant);
		rules_build_again(&anew->often, anew->kept, NULL, 0); /* for what it leaves to the builds after it */
	}
	anew->failed =
		anew->rules == NULL || anew->room == NULL || arena_failed(anew->kept) || arena_failed(anew->room);
}

void built_anew_end(struct built_anew *anew)
{
	arena_free(anew->kept);
	arena_free(anew->room);
}

const struct rules *rules_with_option(struct built_anew *anew, const struct option *option)
{
	const char *words[OPTIONS_OFFERED_MAX + OPTIONS_NEEDED_MAX];
	const struct option *needed[OPTIONS_NEEDED_MAX];
	struct rules *rules;
	int count = 0, needs;

	if (anew->rules == NULL || anew->failed)
		return NULL;
	clear_room(anew);
	for (const struct option *at = anew->rules->options; at != NULL; at = at->next)
		if (at->chosen && !at->by_default && !at->is_preset && strcmp(at->name, option->name) != 0)
			words[count++] = option_kept(at, anew->room);
	needs = option_with_needed(anew->rules, option, needed, 0);
	for (int i = 0; i < needs; i++)
		words[count++] = option_kept(needed[i], anew->room);
	rules = rules_build_again(&anew->often, anew->room, words, count);
	if (rules != NULL)
		rules = rules_borrow(&anew->library, rules, anew->rules->built_of.borrowed,
		                     anew->rules->built_of.borrowed_count);
	anew->failed = arena_failed(anew->kept) || arena_failed(anew->room);
	return anew->failed ? NULL : rules;
}

/* What is needed to type expressions under finished rules. */
static struct building building_under(struct library *library, struct rules *rules)
{
	struct building building = { .library = library,
		                     .diags = &library->diags,
		                     .arena = library->arena,
		                     .rules = rules,
		                     .defined = rules->define_count };

	building.terms.wild = faces_of_kinds(rules, rules->cards.wild);
	building.terms.bonus = faces_of_kinds(rules, rules->bonus.cards);
	for (int i = 0; i < define_MAX; i++)
		building.define_facts[i] = FACTS_ANY;
	return building;
}

/* Turns the sets of faces that a question names into sets of kinds; false if it names cards that the rules do not tell apart. */
static bool sets_in_kinds(struct building *building)
{
	for (int i = 0; i < building->set_count; i++)
		if (!faces_to_kinds(building->rules, &building->sets[i]))
			return false;
	return true;
}

formula rules_question(struct library *library, struct rules *rules, const struct expr *expr, bool number)
{
	struct building building = building_under(library, rules);
	formula question = analyse_question(&building, expr, number);

	if (sets_in_kinds(&building))
		return question;
	diag_add(building.diags, DIAG_CARDS_ALIKE, expr->span);
	return NULL;
}

formula rules_condition_part(struct library *library, struct rules *rules, enum row_id row, int item, const struct expr *expr)
{
	struct building building = building_under(library, rules);
	formula part;

	building.per_player = rows[row].in == GROUP_score && rules->score[item].per == score_per_player;
	part = analyse_condition_part(&building, expr, row);
	return sets_in_kinds(&building) ? part : NULL;
}

formula rules_bounds(struct library *library, struct rules *rules, enum row_id row, int item,
                     const struct statement *statement)
{
	struct building building = building_under(library, rules);

	building.item = item;
	return analyse_bounds(&building, statement, row);
}
