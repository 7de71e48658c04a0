/* json.c -- building JSON when memory may run out. */
#include "text/json.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/source.h"
#include "grammar/text.h"

static void drop_if(int failed, json_t **whole)
{
	if (!failed)
		return;
	json_decref(*whole);
	*whole = NULL;
}

void json_add(json_t **list, json_t *value)
{
	drop_if(json_array_append_new(*list, value) != 0, list);
}

void json_put(json_t **object, const char *key, json_t *value)
{
	drop_if(json_object_set_new(*object, key, value) != 0, object);
}

json_t *json_words(const char *words)
{
	struct text plain = { 0 };
	json_t *whole;

	if (words == NULL)
		return json_null();
	if (text_is_utf8(words, strlen(words)))
		return json_string(words);
	text_add_plain(&plain, words);
	whole = plain.failed ? NULL : json_string(text_read(&plain));
	text_free(&plain);
	return whole;
}

json_t *json_text(const struct text *text)
{
	return text->failed ? NULL : json_words(text_read(text));
}

/* Where memory runs out, jansson may report an error in a sound text, or leave out a byte that it had no room for. So the text
 * is read twice, and both times the result has to be the same. */
json_t *json_read(const char *bytes, size_t length, json_error_t *error, bool *failed)
{
	json_t *whole = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, error);
	json_t *again = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, error);
	void *probe = memory_resize(NULL, length + 1);

	*failed = probe == NULL || ((whole != NULL || again != NULL) && !json_equal(whole, again));
	memory_free(probe);
	json_decref(again);
	if (!*failed)
		return whole;
	json_decref(whole);
	return NULL;
}
