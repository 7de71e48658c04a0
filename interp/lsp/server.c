/* server.c -- a session with a client: its beginning and end, the documents that it opens and changes, what is wrong with them. Each method
 * is a row of METHODS; what needs no more than an answer of the library is in answers.c. */
#include "lsp/lsp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ==== messages of the protocol: each is a head with its length, an empty line, and an object of JSON ==== */

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

static void send_error(struct rpc *rpc, json_t *id, int code, const char *message)
{
	rpc_send(rpc, json_pack("{s:s, s:O, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id, "error", "code", code,
	                        "message", message));
}

static void send_answer(struct rpc *rpc, json_t *id, json_t *result)
{
	if (result == NULL)
		send_error(rpc, id, ERROR_INTERNAL, "there is not enough memory");
	else
		rpc_send(rpc, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

static void notify(struct rpc *rpc, const char *method, json_t *params)
{
	rpc_send(rpc, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

static void refuse(struct rpc *rpc, int code, const char *message)
{
	json_t *nobody = json_null();

	send_error(rpc, nobody, code, message);
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

/* ==== the session ==== */

/* ---- what is wrong ---- */

/* The part of a finding that is about this document: its own place, or that of what it names. NULL if it is about others alone. */
static json_t *own_part(const struct document *document, json_t *finding)
{
	json_t *other = json_object_get(finding, "other");

	if (strcmp(lsp_word(finding, "file"), document->path) == 0)
		return finding;
	return json_is_object(other) && strcmp(lsp_word(other, "file"), document->path) == 0 ? other : NULL;
}

static json_t *message_json(json_t *finding)
{
	struct canasta_bytes text = { 0 };
	const char *hint = lsp_word(finding, "hint");
	json_t *message;

	canasta_bytes_add(&text, lsp_word(finding, "sentence"), strlen(lsp_word(finding, "sentence")));
	if (*hint != '\0') {
		canasta_bytes_add(&text, "\n", 1);
		canasta_bytes_add(&text, hint, strlen(hint));
	}
	message = json_string(text.bytes != NULL ? text.bytes : "");
	canasta_bytes_free(&text);
	return message;
}

static json_t *finding_json(struct lsp *lsp, struct document *document, json_t *finding, json_t *part)
{
	const char *level = lsp_word(finding, "level");
	int severity = strcmp(level, "error") == 0 ? 1 : strcmp(level, "warning") == 0 ? 2 : 3;
	json_t *rest = part == finding ? json_object_get(finding, "other") : finding;
	json_t *where = json_is_object(rest) && *lsp_word(rest, "file") != '\0' ? lsp_location(lsp, rest) : NULL;
	json_t *made =
		json_pack("{s:o, s:i, s:s, s:s, s:o}", "range", lsp_range(lsp, document, part), "severity", severity,
	                  "code", lsp_word(finding, "id"), "source", "canasta", "message", message_json(finding));

	if (where != NULL)
		json_object_set_new(
			made, "relatedInformation",
			json_pack("[{s:o, s:s}]", "location", where, "message", lsp_word(rest, "sentence")));
	return made;
}

static void publish(struct lsp *lsp, struct document *document)
{
	const struct canasta_checking checking = { .form = CANASTA_JSON };
	const char *path = document->path;
	json_t *report, *finding;
	size_t i;

	canasta_bytes_free(&document->reads);
	lsp->documents.checked = document;
	canasta_check(&lsp->io, &path, 1, &checking);
	lsp->documents.checked = NULL;
	report = lsp_take_answer(lsp);
	json_decref(document->findings);
	json_decref(document->fixes);
	document->findings = json_array();
	document->fixes = json_array();
	document->changed = document->stale = false;
	json_array_foreach(json_object_get(report, "findings"), i, finding) {
		json_t *part = own_part(document, finding);
		if (part == NULL)
			continue;
		json_array_append_new(document->findings, finding_json(lsp, document, finding, part));
		json_array_append(document->fixes, part == finding && json_object_get(finding, "fix") != NULL
		                                           ? json_object_get(finding, "fix")
		                                           : json_null());
	}
	json_decref(report);
	notify(&lsp->rpc, "textDocument/publishDiagnostics",
	       json_pack("{s:s, s:I, s:O}", "uri", document->uri, "version", document->version, "diagnostics",
	                 document->findings));
}

bool lsp_idle(struct lsp *lsp)
{
	struct document *next = lsp->state == RUNNING ? lsp->documents.first : NULL, *stale = NULL;

	for (; next != NULL && !next->changed; next = next->next)
		stale = stale == NULL && next->stale ? next : stale;
	next = next != NULL ? next : stale;
	if (next != NULL)
		publish(lsp, next);
	return next != NULL;
}

/* True if a range of the client's has a part of another, or both are at one place. */
static bool touches(struct lsp *lsp, struct document *document, json_t *one, json_t *other)
{
	size_t from = lsp_byte(lsp, document, json_object_get(one, "start")),
	       to = lsp_byte(lsp, document, json_object_get(one, "end")),
	       other_from = lsp_byte(lsp, document, json_object_get(other, "start")),
	       other_to = lsp_byte(lsp, document, json_object_get(other, "end"));

	return from <= other_to && other_from <= to;
}

static json_t *fix_json(struct document *document, json_t *finding, const char *fix, bool only)
{
	char title[100];

	snprintf(title, sizeof title, "Write `%s`", fix);
	return json_pack("{s:s, s:s, s:[O], s:b, s:{s:{s:[{s:O, s:s}]}}}", "title", title, "kind", "quickfix",
	                 "diagnostics", finding, "isPreferred", only, "edit", "changes", document->uri, "range",
	                 json_object_get(finding, "range"), "newText", fix);
}

static json_t *answer_code_action(struct lsp *lsp, json_t *params)
{
	struct document *document = lsp_document(lsp, params);
	json_t *list = json_array(), *finding;
	size_t i;

	if (document == NULL)
		return list;
	if (document->changed || document->stale || document->findings == NULL)
		publish(lsp, document);
	json_array_foreach(document->findings, i, finding) {
		const char *fix = json_string_value(json_array_get(document->fixes, i));
		if (fix != NULL &&
		    touches(lsp, document, json_object_get(finding, "range"), json_object_get(params, "range")))
			json_array_append_new(list, fix_json(document, finding, fix, true));
	}
	return list;
}

/* ---- documents ---- */

static void note_open(struct lsp *lsp, json_t *params)
{
	json_t *given = json_object_get(params, "textDocument"), *text = json_object_get(given, "text");
	const char *uri = json_string_value(json_object_get(given, "uri"));
	struct document *document = document_named(&lsp->documents, uri);

	if (uri == NULL || !json_is_string(text))
		return;
	if (document != NULL)
		document_close(&lsp->documents, document);
	document = document_open(&lsp->documents, uri, json_string_value(text), json_string_length(text));
	if (document == NULL) {
		notify(&lsp->rpc, "window/showMessage",
		       json_pack(
			       "{s:i, s:s}", "type", 2, "message",
			       "canasta: the file is longer than a megabyte, too many are open, or there is not enough memory"));
		return;
	}
	document->version = json_integer_value(json_object_get(given, "version"));
	document->changed = true;
	documents_touch(&lsp->documents, document->path);
}

/* A part of the text, or without a range all of it. */
static bool change(struct lsp *lsp, struct document *document, json_t *one)
{
	json_t *range = json_object_get(one, "range"), *text = json_object_get(one, "text");
	size_t from = 0, to = document->text.length;

	if (!json_is_string(text))
		return false;
	if (json_is_object(range)) {
		from = lsp_byte(lsp, document, json_object_get(range, "start"));
		to = lsp_byte(lsp, document, json_object_get(range, "end"));
	}
	return document_change(&lsp->documents, document, from, to > from ? to : from, json_string_value(text),
	                       json_string_length(text));
}

/* A text of which a change is lost is no longer that of the client: it is as if it were closed. */
static void note_change(struct lsp *lsp, json_t *params)
{
	struct document *document = lsp_document(lsp, params);
	json_t *one;
	size_t i;

	if (document == NULL)
		return;
	documents_touch(&lsp->documents, document->path);
	json_array_foreach(json_object_get(params, "contentChanges"), i, one)
		if (!change(lsp, document, one)) {
			document_close(&lsp->documents, document);
			notify(&lsp->rpc, "window/showMessage",
			       json_pack("{s:i, s:s}", "type", 2, "message",
			                 "canasta: a change of the file is not understood, or makes it longer than a "
			                 "megabyte; open it again"));
			return;
		}
	document->version = json_integer_value(json_object_get(json_object_get(params, "textDocument"), "version"));
}

/* Other files may have changed on the disk, too, and not every client says so. */
static void note_save(struct lsp *lsp, json_t *params)
{
	(void)params;
	for (struct document *at = lsp->documents.first; at != NULL; at = at->next)
		at->stale = true;
}

/* Files on the disk: those that are open are as the client has them. */
static void note_watched(struct lsp *lsp, json_t *params)
{
	json_t *one;
	size_t i;

	json_array_foreach(json_object_get(params, "changes"), i, one) {
		char *path = path_of_uri(lsp_word(one, "uri"));
		if (path != NULL)
			documents_touch(&lsp->documents, path);
		free(path);
	}
}

static void note_close(struct lsp *lsp, json_t *params)
{
	struct document *document = lsp_document(lsp, params);

	if (document == NULL)
		return;
	notify(&lsp->rpc, "textDocument/publishDiagnostics",
	       json_pack("{s:s, s:[]}", "uri", document->uri, "diagnostics"));
	documents_touch(&lsp->documents, document->path); /* what counts is now on the disk */
	document_close(&lsp->documents, document);
}

/* ---- beginning and end ---- */

static bool offers_utf8(json_t *params)
{
	json_t *general = json_object_get(json_object_get(params, "capabilities"), "general"), *one;
	size_t i;

	json_array_foreach(json_object_get(general, "positionEncodings"), i, one)
		if (json_is_string(one) && strcmp(json_string_value(one), "utf-8") == 0)
			return true;
	return false;
}

/* True if the client can be asked to watch files. */
static bool can_watch(json_t *params)
{
	json_t *workspace = json_object_get(json_object_get(params, "capabilities"), "workspace");

	return json_is_true(
		json_object_get(json_object_get(workspace, "didChangeWatchedFiles"), "dynamicRegistration"));
}

static json_t *answer_initialize(struct lsp *lsp, json_t *params)
{
	json_t *can;

	lsp->state = RUNNING;
	lsp->documents.units = offers_utf8(params) ? UNITS_UTF8 : UNITS_UTF16;
	lsp->watches = can_watch(params);
	can = json_pack("{s:s, s:{s:b, s:i, s:b}, s:b, s:b, s:b, s:b, s:b, s:b, s:b}", "positionEncoding",
	                lsp->documents.units == UNITS_UTF8 ? "utf-8" : "utf-16", "textDocumentSync", "openClose", 1,
	                "change", 2, "save", 1, "hoverProvider", 1, "definitionProvider", 1, "referencesProvider", 1,
	                "documentHighlightProvider", 1, "documentSymbolProvider", 1, "documentFormattingProvider", 1,
	                "foldingRangeProvider", 1);
	json_object_set_new(can, "completionProvider", json_pack("{s:[s]}", "triggerCharacters", "."));
	json_object_set_new(can, "renameProvider", json_pack("{s:b}", "prepareProvider", 1));
	json_object_set_new(can, "codeActionProvider", json_pack("{s:[s]}", "codeActionKinds", "quickfix"));
	json_object_set_new(can, "semanticTokensProvider",
	                    json_pack("{s:o, s:b}", "legend", lsp_token_legend(), "full", 1));
	return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", can, "serverInfo", "name", "canasta", "version",
	                 canasta_version());
}

static json_t *answer_shutdown(struct lsp *lsp, json_t *params)
{
	(void)params;
	lsp->state = SHUT;
	lsp->shut = true;
	return json_null();
}

static void note_exit(struct lsp *lsp, json_t *params)
{
	(void)params;
	lsp->state = ENDED;
}

/* Asks the client to say when files change on the disk. */
static void note_initialized(struct lsp *lsp, json_t *params)
{
	(void)params;
	if (lsp->watches)
		rpc_send(&lsp->rpc,
		         json_pack("{s:s, s:s, s:s, s:{s:[{s:s, s:s, s:{s:[{s:s}]}}]}}", "jsonrpc", "2.0", "id",
		                   "watch", "method", "client/registerCapability", "params", "registrations", "id",
		                   "watch", "method", "workspace/didChangeWatchedFiles", "registerOptions", "watchers",
		                   "globPattern", "**/*.{canasta,rulings,tsv}"));
}

/* ---- messages ---- */

static const struct {
	const char *name;
	json_t *(*answer)(struct lsp *lsp, json_t *params); /* of a request */
	void (*note)(struct lsp *lsp, json_t *params);      /* of a notification */
} METHODS[] = {
	{ "initialize", answer_initialize, NULL },
	{ "initialized", NULL, note_initialized },
	{ "shutdown", answer_shutdown, NULL },
	{ "exit", NULL, note_exit },
	{ "textDocument/didOpen", NULL, note_open },
	{ "textDocument/didChange", NULL, note_change },
	{ "textDocument/didSave", NULL, note_save },
	{ "textDocument/didClose", NULL, note_close },
	{ "workspace/didChangeWatchedFiles", NULL, note_watched },
	{ "textDocument/completion", answer_completion, NULL },
	{ "textDocument/hover", answer_hover, NULL },
	{ "textDocument/definition", answer_definition, NULL },
	{ "textDocument/references", answer_references, NULL },
	{ "textDocument/documentHighlight", answer_highlight, NULL },
	{ "textDocument/prepareRename", answer_prepare_rename, NULL },
	{ "textDocument/rename", answer_rename, NULL },
	{ "textDocument/documentSymbol", answer_symbols, NULL },
	{ "textDocument/foldingRange", answer_folding, NULL },
	{ "textDocument/formatting", answer_formatting, NULL },
	{ "textDocument/semanticTokens/full", answer_tokens, NULL },
	{ "textDocument/codeAction", answer_code_action, NULL },
};

enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

static int method_named(const char *name)
{
	for (int i = 0; i < METHOD_COUNT; i++)
		if (strcmp(METHODS[i].name, name) == 0)
			return i;
	return -1;
}

static void request(struct lsp *lsp, json_t *id, int method, json_t *params)
{
	bool begins = method >= 0 && METHODS[method].answer == answer_initialize;
	json_t *result;

	if (lsp->state == BEFORE && !begins)
		send_error(&lsp->rpc, id, ERROR_NOT_INITIALIZED, "the first request is `initialize`");
	else if (lsp->state == SHUT || (lsp->state == RUNNING && begins))
		send_error(&lsp->rpc, id, ERROR_REQUEST,
		           begins ? "`initialize` has been there already" : "after `shutdown` there is only `exit`");
	else if (method < 0 || METHODS[method].answer == NULL)
		send_error(&lsp->rpc, id, ERROR_METHOD, "there is no such request");
	else {
		lsp->refusal = NULL;
		result = METHODS[method].answer(lsp, params);
		if (lsp->refusal != NULL)
			send_error(&lsp->rpc, id, lsp->code, lsp->refusal);
		else
			send_answer(&lsp->rpc, id, result);
	}
}

/* Before `initialize` and after `shutdown` all notifications but `exit` are ignored. Answers always are: what the
 * server asks needs none. */
static void take(struct lsp *lsp, json_t *message)
{
	json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params"),
	       *nobody = json_null();
	const char *name = json_string_value(json_object_get(message, "method"));
	int method = name != NULL ? method_named(name) : -1;
	bool has_id = json_is_string(id) || json_is_integer(id);

	if (name == NULL && (json_object_get(message, "result") != NULL || json_object_get(message, "error") != NULL))
		return;
	if (name == NULL || (id != NULL && !has_id))
		send_error(&lsp->rpc, has_id ? id : nobody, ERROR_REQUEST,
		           "a message has a method, and a request a number or a word");
	else if (has_id)
		request(lsp, id, method, params);
	else if (method >= 0 && METHODS[method].note != NULL &&
	         (lsp->state == RUNNING || METHODS[method].note == note_exit))
		METHODS[method].note(lsp, params);
}

bool lsp_receive(struct lsp *lsp, const char *bytes, size_t length)
{
	json_t *message;

	if (lsp->state == ENDED)
		return false;
	rpc_receive(&lsp->rpc, bytes, length);
	while (lsp->state != ENDED && (message = rpc_next(&lsp->rpc)) != NULL) {
		take(lsp, message);
		json_decref(message);
	}
	return lsp->state != ENDED;
}

int lsp_status(const struct lsp *lsp)
{
	return lsp->shut ? 0 : 1;
}

struct lsp *lsp_new(const struct lsp_plan *plan)
{
	struct lsp *lsp = calloc(1, sizeof *lsp);

	if (lsp == NULL)
		return NULL;
	lsp->plan = *plan;
	lsp->rpc.out = plan->out;
	lsp->documents.reader = plan->reader;
	lsp->io.reader = documents_reader(&lsp->documents);
	lsp->io.out = canasta_bytes_out(&lsp->answer);
	return lsp;
}

void lsp_free(struct lsp *lsp)
{
	if (lsp == NULL)
		return;
	documents_free(&lsp->documents);
	canasta_bytes_free(&lsp->rpc.in);
	canasta_bytes_free(&lsp->answer);
	free(lsp);
}
