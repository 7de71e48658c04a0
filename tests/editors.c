/* editors.c -- sessions of an editor (editors.h), COUNT of them from SEED on: `editors COUNT [SEED]`. The files of the first one that is
 * at fault are written. */
#include <signal.h>
#include "tests/editors.h"

static volatile unsigned long current;

/* Says which file the program crashes on. */
static void note_crash(int number)
{
	fprintf(stderr, "editors 1 %lu: signal %d\n", current, number);
	signal(number, SIG_DFL);
	raise(number);
}

int main(int count, char **arguments)
{
	unsigned long files = count > 1 ? strtoul(arguments[1], NULL, 10) : 1000;
	unsigned long seed = count > 2 ? strtoul(arguments[2], NULL, 10) : 1;

	signal(SIGSEGV, note_crash);
	for (current = seed; current < seed + files; current++) {
		struct drawing drawing = { .state = current * 0x9e3779b97f4a7c15u };
		struct text text = { 0 };
		const char *fault = editors_fault(&drawing, &text);
		if (fault != NULL) {
			fprintf(stderr, "editors 1 %lu: %s\n%s", current, fault, text_read(&text));
			return 1;
		}
		text_free(&text);
	}
	return 0;
}
