/* fuzz_lsp.c -- a client that sends anything to the language server. If the first byte is even, what follows is what the client sends,
 * byte for byte; if it is odd, four bytes choose a request, a place and a change, and what follows is a document: whatever the
 * answer says of places lies in the text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static const char URI[] = "file:///ours.canasta";

/* Every byte that is sent has to be part of a message. */
static void take(struct canasta_bytes *sent)
{
	struct rpc rpc = { .out = { .write = NULL } };
	json_t *message;

	rpc.out = canasta_bytes_out(sent);
	rpc_receive(&rpc, sent->bytes != NULL ? sent->bytes : "", sent->length);
	sent->length = 0;
	while ((message = rpc_next(&rpc)) != NULL)
		json_decref(message);
	if (rpc.in.length > 0 || sent->length > 0)
		abort();
	canasta_bytes_free(&rpc.in);
}

static void say(struct lsp *lsp, json_t *message)
{
	struct canasta_bytes text = { 0 };
	struct rpc rpc = { .out = canasta_bytes_out(&text) };

	rpc_send(&rpc, message);
	if (text.bytes != NULL)
		lsp_receive(lsp, text.bytes, text.length);
	canasta_bytes_free(&text);
}

static json_t *place(uint8_t line, uint8_t character)
{
	return json_pack("{s:i, s:i}", "line", line % 32, "character", character % 64);
}

static void ask_about(struct lsp *lsp, const uint8_t *bytes, size_t length)
{
	static const char *const methods[] = { "textDocument/completion",          "textDocument/hover",
		                               "textDocument/definition",          "textDocument/references",
		                               "textDocument/documentHighlight",   "textDocument/prepareRename",
		                               "textDocument/documentSymbol",      "textDocument/foldingRange",
		                               "textDocument/formatting",          "textDocument/rename",
		                               "textDocument/semanticTokens/full", "textDocument/codeAction" };
	enum { METHODS = sizeof methods / sizeof *methods };
	const char *method = methods[bytes[0] % METHODS];
	json_t *text = json_stringn((const char *)bytes + 4, length - 4);

	if (text == NULL)
		return;
	say(lsp, json_pack("{s:s, s:{s:{s:s, s:i, s:o}}}", "method", "textDocument/didOpen", "params", "textDocument",
	                   "uri", URI, "version", 1, "text", text));
	if (bytes[3] % 4 == 1)
		say(lsp, json_pack("{s:s, s:{s:{s:s}, s:[{s:{s:o, s:o}, s:s}]}}", "method", "textDocument/didChange",
		                   "params", "textDocument", "uri", URI, "contentChanges", "range", "start",
		                   place(bytes[1], bytes[2]), "end", place(bytes[2], bytes[1]), "text",
		                   bytes[3] & 4 ? "{" : "\xc3\xa9\n"));
	say(lsp, json_pack("{s:i, s:s, s:{s:{s:s}, s:o, s:{s:o, s:o}, s:s}}", "id", 2, "method", method, "params",
	                   "textDocument", "uri", URI, "position", place(bytes[1], bytes[2]), "range", "start",
	                   place(bytes[1], bytes[2]), "end", place(bytes[1], bytes[3]), "newName", "other"));
	while (bytes[3] % 16 == 0 && lsp_idle(lsp))
		;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	struct canasta_bytes sent = { 0 };
	const struct lsp_plan plan = { .out = canasta_bytes_out(&sent) };
	struct lsp *lsp = length > 5 && length < 1500 ? lsp_new(&plan) : NULL;

	if (lsp == NULL)
		return 0;
	if (bytes[0] % 4 != 2)
		say(lsp, json_pack("{s:i, s:s}", "id", 1, "method", "initialize"));
	if (bytes[0] % 2 == 1)
		ask_about(lsp, bytes + 1, length - 1);
	else if (lsp_receive(lsp, (const char *)bytes + 1, length / 2))
		lsp_receive(lsp, (const char *)bytes + 1 + length / 2, length - 1 - length / 2);
	take(&sent);
	lsp_free(lsp);
	canasta_bytes_free(&sent);
	return 0;
}
