/* reference.c -- a variant with its options in one word: ours.canasta+always_frozen+solution=merge. Behind the first one
 * a comma does as well. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cmd/cmd.h"

/* True if a `+` is part of the name of a file, which goes on in [rest]; behind a `=` stands what an option names. */
static bool is_in_file(const char *rest)
{
	static const char ending[] = ".canasta";

	for (; *rest != '\0' && *rest != '='; rest++)
		if (*rest == '/' ||
		    (strncmp(rest, ending, strlen(ending)) == 0 && strchr(":+", rest[strlen(ending)]) != NULL))
			return true;
	return false;
}

/* The first `+` behind which an option stands, or NULL. */
static char *first_plus(char *reference)
{
	char *plus = strchr(reference, '+');

	while (plus != NULL && is_in_file(plus + 1))
		plus = strchr(plus + 1, '+');
	return plus;
}

bool cmd_reference(const char *given, struct reference *reference)
{
	char *plus;

	reference->with.count = 0;
	if (strlen(given) >= sizeof reference->words) {
		cmd_complain("the name of a variant is too long");
		return false;
	}
	strcpy(reference->words, given);
	for (plus = first_plus(reference->words); plus != NULL; plus = strpbrk(plus, "+,")) {
		*plus++ = '\0';
		if (!cmd_with(NULL, &reference->with, plus))
			return false;
	}
	return true;
}

bool cmd_reference_with(const char *given, struct reference *reference, struct with *with)
{
	bool fits = cmd_reference(given, reference);

	for (int i = 0; fits && i < reference->with.count; i++)
		fits = cmd_with(NULL, with, reference->with.option[i]);
	return fits;
}

/* A file may well be called so. */
bool cmd_no_options(const struct command *command, const char *instead, const char *const *given, int count)
{
	struct reference reference;

	for (int i = 0; i < count; i++) {
		if (!cmd_reference(given[i], &reference))
			return false;
		if (reference.with.count > 0 && access(given[i], F_OK) != 0) {
			cmd_complain("`%s`: options are not named here; `canasta %s %s` %s", given[i], command->name,
			             reference.words, instead);
			return false;
		}
	}
	return true;
}

int cmd_load(const char *given, const struct with *with, struct canasta_variant **variant)
{
	struct reference reference;

	*variant = NULL;
	if (!cmd_reference(given, &reference))
		return CANASTA_MISUSE;
	for (int i = 0; with != NULL && i < with->count; i++)
		if (!cmd_with(NULL, &reference.with, with->option[i]))
			return CANASTA_MISUSE;
	return canasta_load(&cmd_io, reference.words, reference.with.option, reference.with.count, variant);
}
