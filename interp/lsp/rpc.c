/* rpc.c -- messages of the protocol: each is a head with its length, an empty line, and an object of JSON. */
#include "lsp/lsp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- sending ---- */

void rpc_send(struct rpc *rpc, json_t *message)
{
	char *text = message != NULL ? json_dumps(message, JSON_COMPACT) : NULL;
	char head[64];

	json_decref(message);
	if (text == NULL)
		return;
	snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", strlen(text));
	rpc->out.write(rpc->out.context, head, strlen(head));
	rpc->out.write(rpc->out.context, text, strlen(text));
	free(text);
}

void rpc_answer(struct rpc *rpc, json_t *id, json_t *result)
{
	if (result == NULL)
		rpc_error(rpc, id, ERROR_INTERNAL, "there is not enough memory");
	else
		rpc_send(rpc, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

void rpc_error(struct rpc *rpc, json_t *id, int code, const char *message)
{
	rpc_send(rpc, json_pack("{s:s, s:O, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id, "error", "code", code,
	                        "message", message));
}

void rpc_notify(struct rpc *rpc, const char *method, json_t *params)
{
	rpc_send(rpc, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

static void refuse(struct rpc *rpc, int code, const char *message)
{
	json_t *nobody = json_null();

	rpc_error(rpc, nobody, code, message);
}

/* ---- receiving ---- */

static void drop(struct rpc *rpc, size_t length)
{
	memmove(rpc->in.bytes, rpc->in.bytes + length, rpc->in.length - length);
	rpc->in.length -= length;
	rpc->in.bytes[rpc->in.length] = '\0';
}

void rpc_receive(struct rpc *rpc, const char *bytes, size_t length)
{
	size_t skipped = rpc->skip < length ? rpc->skip : length;

	rpc->skip -= skipped;
	canasta_bytes_add(&rpc->in, bytes + skipped, length - skipped);
	if (rpc->in.failed) /* the message is lost; look for the next head */
		canasta_bytes_free(&rpc->in);
}

static const char HEAD[] = "Content-Length:";
enum { HEAD_LENGTH = sizeof HEAD - 1 };

/* Drops what comes before the next head, or all but what may be its beginning. */
static void resume(struct rpc *rpc, size_t from)
{
	size_t keep = from;

	if (!rpc->garbled)
		refuse(rpc, ERROR_PARSE, "a message begins with `Content-Length: ` and a number");
	rpc->garbled = true;
	while (keep < rpc->in.length &&
	       strncasecmp(rpc->in.bytes + keep, HEAD,
	                   rpc->in.length - keep < HEAD_LENGTH ? rpc->in.length - keep : HEAD_LENGTH) != 0)
		keep++;
	drop(rpc, keep);
}

/* The length that the head says, -1 if it says none. [end] is behind its empty line. */
static long head_length(const char *head, const char *end)
{
	for (const char *line = head; line < end; line = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1)
		if (strncasecmp(line, HEAD, HEAD_LENGTH) == 0) {
			const char *digits = line + HEAD_LENGTH + strspn(line + HEAD_LENGTH, " \t");
			char *behind;
			long length = strtol(digits, &behind, 10);
			bool well = *digits >= '0' && *digits <= '9' && behind[strspn(behind, " \t")] == '\r';
			return well && length < MESSAGE_ABSURD ? length : -1;
		}
	return -1;
}

/* Where the message begins behind its head; 0 if the head is not whole. */
static size_t head_end(const struct rpc *rpc)
{
	for (size_t i = 0; i < HEAD_MAX && i + 4 <= rpc->in.length; i++)
		if (memcmp(rpc->in.bytes + i, "\r\n\r\n", 4) == 0)
			return i + 4;
	return 0;
}

/* Looks at the head: false if it is not whole. [*length] is then that of the message, which begins at [*behind]; -1 if what stood
 * there was no head. */
static bool look_at_head(struct rpc *rpc, long *length, size_t *behind)
{
	*behind = head_end(rpc);
	*length = -1;
	if (*behind == 0 && rpc->in.length < HEAD_MAX + 4)
		return false;
	if (*behind > 0)
		*length = head_length(rpc->in.bytes, rpc->in.bytes + *behind);
	if (*length < 0)
		resume(rpc, *behind > 0 && strncasecmp(rpc->in.bytes, HEAD, HEAD_LENGTH) == 0 ? *behind : 1);
	return true;
}

/* The message of [length] bytes at [from]; NULL, and it is answered, if it is none. */
static json_t *parse(struct rpc *rpc, size_t from, size_t length)
{
	json_t *message = json_loadb(rpc->in.bytes + from, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);

	if (message == NULL)
		refuse(rpc, ERROR_PARSE, "the message is no JSON");
	else if (!json_is_object(message)) {
		refuse(rpc, ERROR_REQUEST, "a message is an object");
		json_decref(message);
		message = NULL;
	}
	drop(rpc, from + length);
	return message;
}

json_t *rpc_next(struct rpc *rpc)
{
	json_t *message = NULL;
	long length;
	size_t behind;

	while (message == NULL && rpc->skip == 0 && look_at_head(rpc, &length, &behind)) {
		if (length < 0)
			continue;
		rpc->garbled = false;
		if (length > MESSAGE_MAX) {
			size_t here =
				rpc->in.length - behind < (size_t)length ? rpc->in.length - behind : (size_t)length;
			refuse(rpc, ERROR_REQUEST, "the message is too long");
			rpc->skip = (size_t)length - here;
			drop(rpc, behind + here);
			continue;
		}
		if (rpc->in.length - behind < (size_t)length)
			return NULL;
		message = parse(rpc, behind, (size_t)length);
	}
	return message;
}
