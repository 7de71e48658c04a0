/* qr.h -- links as squares that a phone reads. */
#ifndef SERVE_QR_H
#define SERVE_QR_H

#include "canasta.h"

#include <stdbool.h>

/* Writes the code of [words], a line for each row: `#` is dark and `.` is light. False if they are too many. */
bool qr_write(const char *words, struct canasta_bytes *to);

#endif
