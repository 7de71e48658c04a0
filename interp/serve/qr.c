/* qr.c -- by libqrencode. */
#include "serve/qr.h"

#include <qrencode.h>
#include <string.h>

enum { WORDS_MAX = 300 };

bool qr_write(const char *words, struct canasta_bytes *to)
{
	QRcode *code = *words != '\0' && strlen(words) <= WORDS_MAX
	                       ? QRcode_encodeString(words, 0, QR_ECLEVEL_L, QR_MODE_8, 1)
	                       : NULL;

	if (code == NULL)
		return false;
	for (int y = 0; y < code->width; y++) {
		for (int x = 0; x < code->width; x++)
			canasta_bytes_add(to, code->data[y * code->width + x] & 1 ? "#" : ".", 1);
		canasta_bytes_add(to, "\n", 1);
	}
	QRcode_free(code);
	return !to->failed;
}
