/* first.c -- takes the pile whenever that is legal, and otherwise does the first act of the list. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[1000], word[20], verb[20];
	int number, choice = 1;

	setvbuf(stdout, NULL, _IOLBF, 0); /* each line goes out as soon as it is whole */
	while (fgets(line, sizeof line, stdin) != NULL) {
		if (sscanf(line, "%19s", word) != 1)
			continue;
		if (strcmp(word, "seat") == 0)
			puts("ready first");
		else if (strcmp(word, "acts") == 0)
			choice = 1;
		else if (sscanf(line, "act %d %19s", &number, verb) == 2 && strcmp(verb, "take") == 0)
			choice = number;
		else if (strcmp(word, "go") == 0)
			printf("act %d\n", choice);
		else if (strcmp(word, "ping") == 0)
			printf("pong%s", line + 4);
		else if (strcmp(word, "bye") == 0)
			break;
	}
	return 0;
}
