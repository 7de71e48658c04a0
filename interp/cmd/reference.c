/* reference.c -- a variant with its options in one word: wahhi+always_frozen+solution=merge. */
#include <stdio.h>
#include <string.h>
#include "cmd/cmd.h"

enum { REFERENCE_MAX = 4096 };

/* The first `+` that is no part of the name of a file, or NULL. */
static char *first_plus(char *reference)
{
	static const char ending[] = ".canasta";
	char *file = strstr(reference, ending), *folder = strrchr(reference, '/');

	if (file != NULL)
		return strchr(file + strlen(ending), '+');
	return strchr(folder != NULL ? folder : reference, '+');
}

int cmd_load(const char *reference, const struct with *with, struct canasta_variant **variant)
{
	char words[REFERENCE_MAX], *plus;
	struct with all = { .count = 0 };

	if (with != NULL)
		all = *with;
	snprintf(words, sizeof words, "%s", reference);
	for (plus = first_plus(words); plus != NULL && all.count < WITH_MAX; plus = strchr(plus, '+')) {
		*plus++ = '\0';
		all.option[all.count++] = plus;
	}
	return canasta_load(&cmd_io, strlen(reference) < sizeof words ? words : reference, all.option, all.count,
	                    variant);
}
