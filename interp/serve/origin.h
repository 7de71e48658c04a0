/* origin.h -- by which name the server was asked for, and by whose page. */
#ifndef SERVE_ORIGIN_H
#define SERVE_ORIGIN_H

#include <stdbool.h>

/* True if [host], with or without a port, is an address or one of so many [names], or localhost: what leads here by a trick of names has
 * another one. NULL, if nobody said so, is none. */
bool origin_is_ours(const char *host, const char *const *names, int count);

/* True if a page of [origin] may ask [host]: it came from there, or it is NULL, since no page asks. */
bool origin_may_ask(const char *origin, const char *host);

#endif
