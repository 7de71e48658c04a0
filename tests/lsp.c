/* lsp.c -- runs a session with the language server, as tests/lsp has them: lines that begin with `> ` are messages of the client, and
 * what the server sends comes out below each as lines that begin with `< `. `! ` begins bytes that are sent as they are, with \r, \n and
 * \\ in place of what they stand for; `# ` begins a remark. Files below /club are those of tests/lsp/club.
 * Of completions the first few are written.
 *
 *   lsp SESSION                    writes the session as it goes today
 *   lsp --messages PATH <BYTES     writes what a client sent as such lines, with /club in place of PATH */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lsp/lsp.h"

enum { LINE_ROOM = 1 << 22 };

/* ---- files ---- */

static enum canasta_read read_club(void *context, const char *path, const struct canasta_out *to)
{
	char name[1000], bytes[4096];
	size_t count;
	FILE *file;

	(void)context;
	if (strncmp(path, "/club/", 6) != 0 || strstr(path, "..") != NULL)
		return CANASTA_READ_MISSING;
	snprintf(name, sizeof name, "tests/lsp%s", path);
	file = fopen(name, "r");
	if (file == NULL)
		return CANASTA_READ_MISSING;
	while ((count = fread(bytes, 1, sizeof bytes, file)) > 0)
		to->write(to->context, bytes, count);
	fclose(file);
	return CANASTA_READ_OK;
}

static char *keep(void *context, const char *path, const char *bytes, size_t length)
{
	char *kept = malloc(strlen(path) + 20);

	(void)context;
	(void)bytes;
	if (kept != NULL && length > 0)
		sprintf(kept, "/shipped/%s", path);
	return kept;
}

/* ---- the session ---- */

/* Leaves the first few of a list of completions: a new setting or game is no new answer. */
static void shorten(json_t *message)
{
	enum { KEPT = 3 };
	json_t *list = json_object_get(message, "result");

	if (json_object_get(json_array_get(list, KEPT), "label") == NULL)
		return;
	while (json_array_size(list) > KEPT)
		json_array_remove(list, json_array_size(list) - 1);
	json_array_append_new(list, json_string("..."));
}

/* Writes each message that the server has sent as a line. */
static void write_messages(struct rpc *rpc, struct canasta_bytes *sent, const char *sign, const char *path)
{
	json_t *message;

	rpc_receive(rpc, sent->bytes != NULL ? sent->bytes : "", sent->length);
	sent->length = 0;
	while ((message = rpc_next(rpc)) != NULL) {
		char *text, *from, *at;
		shorten(message);
		from = text = json_dumps(message, JSON_COMPACT);
		if (text == NULL)
			abort();
		printf("%s ", sign);
		while (path != NULL && (at = strstr(from, path)) != NULL) {
			printf("%.*s/club", (int)(at - from), from);
			from = at + strlen(path);
		}
		printf("%s\n", from);
		free(text);
		json_decref(message);
	}
}

/* Bytes with \r and the like in them, in place. */
static size_t unescape(char *text)
{
	char *to = text;

	for (const char *from = text; *from != '\0'; from++)
		if (*from != '\\')
			*to++ = *from;
		else if (*++from == 'r' || *from == 'n')
			*to++ = *from == 'r' ? '\r' : '\n';
		else
			*to++ = *from;
	return (size_t)(to - text);
}

static int run(const char *path)
{
	static char line[LINE_ROOM];
	struct canasta_bytes sent = { 0 };
	const struct lsp_plan plan = { .reader = { .read = read_club }, .out = canasta_bytes_out(&sent), .keep = keep };
	const struct canasta_out nobody = { .write = NULL };
	struct rpc rpc = { .out = nobody };
	struct lsp *lsp = lsp_new(&plan);
	FILE *file = fopen(path, "r");
	bool more = true;

	if (file == NULL || lsp == NULL)
		return 2;
	while (fgets(line, sizeof line, file) != NULL) {
		size_t length = strcspn(line, "\n");
		char head[64];
		line[length] = '\0';
		if (line[0] == '<' || strncmp(line, "exit ", 5) == 0)
			continue;
		printf("%s\n", line);
		if (line[0] == '>') {
			sprintf(head, "Content-Length: %zu\r\n\r\n", length - 2);
			lsp_receive(lsp, head, strlen(head));
			more = lsp_receive(lsp, line + 2, length - 2);
		} else if (line[0] == '!')
			more = lsp_receive(lsp, line + 2, unescape(line + 2));
		if (more)
			lsp_idle(lsp);
		write_messages(&rpc, &sent, "<", NULL);
	}
	if (!more)
		printf("exit %d\n", lsp_status(lsp));
	fclose(file);
	lsp_free(lsp);
	canasta_bytes_free(&sent);
	canasta_bytes_free(&rpc.in);
	return 0;
}

static int list_messages(const char *path)
{
	struct canasta_bytes sent = { 0 };
	struct rpc rpc = { .out = { .write = NULL } };
	char bytes[65536];
	size_t count;

	while ((count = fread(bytes, 1, sizeof bytes, stdin)) > 0) {
		canasta_bytes_add(&sent, bytes, count);
		write_messages(&rpc, &sent, ">", path);
	}
	canasta_bytes_free(&sent);
	canasta_bytes_free(&rpc.in);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "--messages") == 0)
		return list_messages(argv[2]);
	return argc == 2 ? run(argv[1]) : 2;
}
