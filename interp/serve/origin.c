/* origin.c -- Host and Origin, as a browser sends them. */
#include "serve/origin.h"

#include <string.h>
#include <strings.h>

static bool is_named(const char *host, size_t length, const char *name)
{
	return strlen(name) == length && strncasecmp(name, host, length) == 0;
}

bool origin_is_ours(const char *host, const char *const *names, int count)
{
	size_t length = host == NULL ? 0 : host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");

	if (length == 0)
		return false;
	if (host[0] == '[')
		return host[length - 1] == ']' && strspn(host + 1, "0123456789abcdefABCDEF:.") == length - 2;
	for (int i = 0; i < count; i++)
		if (is_named(host, length, names[i]))
			return true;
	return strspn(host, "0123456789.") >= length || is_named(host, length, "localhost");
}

bool origin_may_ask(const char *origin, const char *host)
{
	const char *at = origin != NULL ? strstr(origin, "://") : NULL;

	return origin == NULL || (at != NULL && strcasecmp(at + 3, host) == 0);
}
