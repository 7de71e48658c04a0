/* secrets.c -- random words from the system, and their hashes. */
#include "serve/secrets.h"

#include <sha256.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz"; /* without i, l, o and u */

static void draw(void *bytes, size_t count)
{
	if (getrandom(bytes, count, 0) != (ssize_t)count)
		abort(); /* up to 256 bytes always come whole */
}

void secret_draw(char *word, int length)
{
	draw(word, (size_t)length);
	for (int i = 0; i < length; i++)
		word[i] = letters[word[i] & 31];
	word[length] = '\0';
}

bool secret_is_drawn(const char *word, int length)
{
	return strlen(word) == (size_t)length && strspn(word, letters) == (size_t)length;
}

uint64_t secret_seed(void)
{
	uint64_t seed;

	draw(&seed, sizeof seed);
	return seed;
}

void secret_hash(const char *token, char hash[HASH_ROOM])
{
	SHA256Data((const uint8_t *)token, strlen(token), hash);
}

bool secret_fits(const char *hash, const char *kept)
{
	unsigned char differs = 0;

	if (hash[0] == '\0' || kept[0] == '\0')
		return false;
	for (int i = 0; i < HASH_ROOM - 1; i++)
		differs |= (unsigned char)(hash[i] ^ kept[i]);
	return differs == 0;
}

uint64_t hash_bytes(const void *bytes, size_t count)
{
	const unsigned char *at = bytes;
	uint64_t hash = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < count; i++)
		hash = (hash ^ at[i]) * UINT64_C(1099511628211);
	return hash;
}
