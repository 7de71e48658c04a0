/* witnesses.c -- plays every shipped variant beside itself, changed in one setting, until the two part. Prints the changes
 * that no game shows, and at the end how many there were. `witnesses GAMES VARIANT...`; in `make witnesses` GAMES is
 * large. */
#include "reports/story.h"
#include "tests/changes.h"

static uint64_t games;
static int tried, found, acts, confirmed;

static void look_for(const struct change *change)
{
	static struct witness witness;
	const struct rules *rules[2] = { change->before, change->after };

	if (rows[change->row].level == LEVEL_TEXT)
		return;
	tried++;
	if (!witness_find(rules, 1, 0, games, &witness)) {
		printf("%s %s: %s\n", change->before->name, change->path, change->value);
		return;
	}
	found++;
	if (witness.parting == PARTED_LEGAL) {
		static struct library judging;
		acts++;
		library_begin(&judging, arena_new(), FROM_DISK);
		if (story_is_confirmed(&judging, &witness, rules))
			confirmed++;
		else
			printf("%s %s: %s is not judged so\n", change->before->name, change->path, change->value);
		arena_free(judging.arena);
	}
}

static void ignore(const char *reference, const char *path)
{
	(void)reference;
	(void)path;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	games = strtoull(argv[1], NULL, 10);
	for (int i = 2; i < argc; i++)
		for_each_change(argv[i], look_for, ignore);
	printf("%d changes tried, %d shown in %llu games; %d by an act, %d of these judged so\n", tried, found,
	       (unsigned long long)games, acts, confirmed);
	return 0;
}
