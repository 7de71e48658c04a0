/* json.h -- building JSON when memory may run out: what could not be made is NULL, and so is all that it was to be a
 * part of. Whoever gets NULL in the end knows that something is missing; nobody has to ask in between. */
#ifndef TEXT_JSON_H
#define TEXT_JSON_H

#include <jansson.h>
#include <stdbool.h>

struct text;

/* Put [value], which they take over, at the end of [*list], or into [*object] as [key]. If that fails, or [value] is
 * NULL, the whole is freed and becomes NULL; to NULL nothing is added. */
void json_add(json_t **list, json_t *value);
void json_put(json_t **object, const char *key, json_t *value);

/* json_put() only if there is something: words that are not NULL or empty; a list or object that is not empty. */
void json_put_words(json_t **object, const char *key, const char *words);
void json_put_some(json_t **object, const char *key, json_t *value);

/* The words at [key] of [object]; NULL if there are none. */
const char *json_words_at(const json_t *object, const char *key);

/* A string, null for NULL. Names of files may be any bytes: those that are no UTF-8 become "?". */
json_t *json_words(const char *words);

/* The same of a text; NULL if it is incomplete. The text stays as it is; json_text_end() frees it. */
json_t *json_text(const struct text *text);
json_t *json_text_end(struct text *text);

/* Writes [value] as text of several lines and frees it; if it is NULL, [out] is incomplete. */
void json_write(json_t *value, struct text *out);

/* Reads a document, to be freed with json_decref(); NULL, and [*error] says why, if there is none. If memory runs
 * out, which jansson often reports as an error of the text, [*failed] is set. */
json_t *json_read(const char *bytes, size_t length, json_error_t *error, bool *failed);

#endif
