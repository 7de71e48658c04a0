/* lsp.c -- runs a session with the language server, as tests/lsp has them: lines that begin with `> ` are messages of the client, and
 * what the server sends comes out below each as lines that begin with `< `. `! ` begins bytes that are sent as they are, with \r, \n and
 * \\ in place of what they stand for; `# ` begins a remark. Files below /club are those of tests/lsp/club, and those that a line `= /club/PATH TEXT`
 * has written, with \n likewise; without TEXT there is no such file any more.
 * Of completions the first few are written.
 *
 *   lsp SESSION                    writes the session as it goes today
 *   lsp --messages PATH <BYTES     writes what a client sent as such lines, with /club in place of PATH */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lsp/lsp.h"

enum { LINE_ROOM = 1 << 22 };

/* ---- files ---- */

enum { WRITTEN_MAX = 20 };

/* What the session has written; a NULL text is a file that is gone. */
static struct written {
	char *path, *text;
} written[WRITTEN_MAX];

static const struct written *written_at(const char *path)
{
	for (const struct written *at = written; at->path != NULL; at++)
		if (strcmp(at->path, path) == 0)
			return at;
	return NULL;
}

static enum canasta_read read_club(void *context, const char *path, const struct canasta_out *to)
{
	char name[1000], bytes[4096];
	size_t count;
	FILE *file;

	const struct written *changed = written_at(path);

	(void)context;
	if (changed != NULL && changed->text != NULL)
		to->write(to->context, changed->text, strlen(changed->text));
	if (changed != NULL)
		return changed->text != NULL ? CANASTA_READ_OK : CANASTA_READ_MISSING;
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

static void list_club(void *context, const char *folder, void (*found)(void *to, const char *name), void *to)
{
	DIR *open = strcmp(folder, "/club/") == 0 ? opendir("tests/lsp/club") : NULL;
	const struct dirent *entry;

	(void)context;
	while (open != NULL && (entry = readdir(open)) != NULL)
		found(to, entry->d_name);
	if (open != NULL)
		closedir(open);
	for (const struct written *at = written; at->path != NULL; at++)
		if (strncmp(at->path, folder, strlen(folder)) == 0 && strchr(at->path + strlen(folder), '/') == NULL)
			found(to, at->path + strlen(folder));
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

/* `/club/PATH TEXT` */
static void write_file(char *line)
{
	char *text = strchr(line, ' ');
	struct written *at = written;

	if (text != NULL) {
		*text++ = '\0';
		text[unescape(text)] = '\0';
	}
	while (at->path != NULL && strcmp(at->path, line) != 0)
		at++;
	if (at == written + WRITTEN_MAX - 1)
		abort();
	if (at->path == NULL)
		at->path = strdup(line);
	free(at->text);
	at->text = text != NULL ? strdup(text) : NULL;
}

static int run(const char *path)
{
	static char line[LINE_ROOM];
	struct canasta_bytes sent = { 0 };
	const struct lsp_plan plan = {
		.reader = { .read = read_club }, .out = canasta_bytes_out(&sent), .keep = keep, .list = list_club
	};
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
		else if (line[0] == '=')
			write_file(line + 2);
		while (more && lsp_idle(lsp))
			;
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
