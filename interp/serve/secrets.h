/* secrets.h -- what nobody shall guess: the names of rooms, tokens that prove whose a seat is, seeds. */
#ifndef SERVE_SECRETS_H
#define SERVE_SECRETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	ROOM_ID_LENGTH = 10, /* letters of 5 bits each: 50 bits */
	TOKEN_LENGTH = 26,   /* 130 bits */
	HASH_ROOM = 65       /* SHA-256 in hexadecimal, with a NUL */
};

/* Sets [word], which has room for [length] + 1 bytes, to random letters and digits of which none looks like another. */
void secret_draw(char *word, int length);

/* True if [word] could have been drawn with that [length]. */
bool secret_is_drawn(const char *word, int length);

uint64_t secret_seed(void);

/* What is kept of a token in its place. */
void secret_hash(const char *token, char hash[HASH_ROOM]);

/* True if the token with [hash] is the one of which [kept] was kept; false if none was. Takes the same time for all hashes. */
bool secret_fits(const char *hash, const char *kept);

/* Tells bytes apart (FNV-1a). Keeps nothing secret. */
uint64_t hash_bytes(const void *bytes, size_t count);

#endif
