/* fuzz_editors.c -- whatever an editor does with several files that build on each other, what the server has published is up to date: the bytes
 * choose the steps. */
#include "tests/editors.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct drawing drawing = { bytes, length, 1 };
	struct text text = { 0 };
	const char *fault = editors_fault(&drawing, &text);

	if (fault != NULL) {
		fprintf(stderr, "%s:\n%s", fault, text_read(&text));
		abort();
	}
	text_free(&text);
	return 0;
}
