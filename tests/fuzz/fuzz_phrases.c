/* fuzz_phrases.c -- whatever phrases a rules file is made of, checking it ends well and what an editor asks about it is answered: the bytes
 * choose the words. */
#include "tests/phrases.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct drawing drawing = { bytes, length, 1 };
	struct text text = { 0 };
	const char *fault = phrases_fault(&drawing, &text);

	if (fault != NULL) {
		fprintf(stderr, "%s:\n%s", fault, text_read(&text));
		abort();
	}
	text_free(&text);
	return 0;
}
