/* fuzz_format.c -- whatever a sound text looks like, laying it out keeps its tree, its comments and its prose, and a
 * layout is its own; and memory may fail at any request. */
#include <stdint.h>
#include <stdlib.h>

#include "tests/format_holds.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct text text = { 0 };
	unsigned n = (unsigned)length;
	int sound;
	text_add_bytes(&text, (const char *)bytes, length);
	if (format_fault(text_read(&text), length, &sound))
		abort();
	for (size_t i = 0; i < length; i++)
		n = n * 31 + bytes[i];
	arena_fail_at((long)(n / 2 % (length + 8)), n % 2);
	struct laid_out laid = lay_out(text_read(&text), text.length);
	arena_fail_at(0, 0);
	laid_out_free(&laid);
	text_free(&text);
	return 0;
}
