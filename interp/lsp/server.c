/* server.c -- what the messages of a client ask for, and what is answered. Each method is a row of METHODS. Whatever is said about rules
 * comes from the library; here it is only put into the form of the protocol. */
#include "lsp/lsp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECHECKED_MAX = 16 }; /* documents that are checked again because another one was saved */

struct lsp {
	struct rpc rpc;
	struct documents documents;
	struct canasta_io io;
	struct lsp_bytes answer; /* of the library */
	struct lsp_plan plan;
	enum { BEFORE, RUNNING, SHUT, ENDED } state;
	bool shut;
	/* why the request at hand is refused, NULL if it is not */
	const char *refusal;
	int code;
};

/* ---- asking the library ---- */

static json_t *parse_answer(struct lsp *lsp)
{
	json_t *value = lsp->answer.failed || lsp->answer.length == 0
	                        ? NULL
	                        : json_loadb(lsp->answer.bytes, lsp->answer.length, JSON_DECODE_ANY, NULL);

	free(lsp->answer.bytes);
	lsp->answer = (struct lsp_bytes){ 0 };
	return value;
}

/* What the library says of a place in a document; NULL if it says nothing. */
static json_t *ask(struct lsp *lsp, const struct document *document, enum canasta_question question, int line,
                   int column)
{
	canasta_ask(&lsp->io, document->path, question, line, column);
	return parse_answer(lsp);
}

/* A word of a document, as canasta_tokens() has it. */
struct token {
	int line, column, end_line, end_column;
	char kind[16];
	bool stated;
};

/* Reads the next token; false behind the last one. [*at] goes on. */
static bool next_token(const char **at, struct token *token)
{
	int *const numbers[] = { &token->line, &token->column, &token->end_line, &token->end_column };
	const char *from = *at;
	size_t length;

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		char *end;
		*numbers[i] = (int)strtol(from, &end, 10);
		if (end == from)
			return false;
		from = end;
	}
	from += *from == ' ';
	length = strcspn(from, " \n");
	snprintf(token->kind, sizeof token->kind, "%.*s", (int)length, from);
	token->stated = from[length] == ' ';
	from += strcspn(from, "\n");
	*at = from + (*from == '\n');
	return true;
}

/* The tokens of a document as lines, to be freed; NULL without memory. */
static char *tokens_of(struct lsp *lsp, const struct document *document)
{
	char *lines;

	canasta_tokens(&lsp->io, document->path);
	lines = lsp->answer.failed ? NULL : lsp->answer.bytes;
	if (lines != lsp->answer.bytes)
		free(lsp->answer.bytes);
	lsp->answer = (struct lsp_bytes){ 0 };
	return lines;
}

static const char *word(json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text != NULL ? text : "";
}

static int number(json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

/* ---- what a client names ---- */

static json_t *refuse(struct lsp *lsp, int code, const char *why)
{
	lsp->code = code;
	lsp->refusal = why;
	return NULL;
}

static struct document *document_of_params(struct lsp *lsp, json_t *params)
{
	return document_named(&lsp->documents,
	                      json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri")));
}

static size_t byte_of(struct lsp *lsp, struct document *document, json_t *position)
{
	return document_byte(document, lsp->documents.units, json_integer_value(json_object_get(position, "line")),
	                     json_integer_value(json_object_get(position, "character")));
}

/* The answer of the library about the place that [params] name; NULL without one, or if the document is not open. */
static json_t *ask_at(struct lsp *lsp, json_t *params, enum canasta_question question, struct document **document)
{
	int line, column;

	*document = document_of_params(lsp, params);
	if (*document == NULL)
		return NULL;
	document_place(*document, byte_of(lsp, *document, json_object_get(params, "position")), &line, &column);
	return ask(lsp, *document, question, line, column);
}

/* ---- places ---- */

static json_t *range_json(struct lsp *lsp, struct document *document, json_t *place)
{
	int line = number(place, "line"), column = number(place, "column");
	int end_line = number(place, "end_line"), end_column = number(place, "end_column");

	if (line < 1) /* of the file as a whole */
		line = column = end_line = end_column = 1;
	return json_pack("{s:o, s:o}", "start", document_position(document, lsp->documents.units, line, column), "end",
	                 document_position(document, lsp->documents.units, end_line, end_column));
}

/* What comes with canasta is called by a path of its own, which is not that of a file: stdlib/classic.canasta. */
static bool is_shipped(json_t *place)
{
	const struct canasta_io nobody = { .out = { .write = NULL } };
	const char *path = word(place, "file");

	return path[0] != '/' && canasta_shipped(&nobody, path) == CANASTA_FINE;
}

/* A text that is not open: it is read, or comes with canasta and is kept where the client finds it. [*uri] is to be freed. */
static struct document read_text(struct lsp *lsp, json_t *place, char **uri)
{
	const char *path = word(place, "file");
	struct lsp_bytes bytes = { 0 };
	const struct canasta_out out = lsp_bytes_out(&bytes);
	struct document text;
	char *kept = NULL;

	*uri = NULL;
	if (is_shipped(place)) {
		struct canasta_io io = { .out = out };
		canasta_shipped(&io, path);
		if (lsp->plan.keep != NULL && !bytes.failed && bytes.bytes != NULL)
			kept = lsp->plan.keep(lsp->plan.context, path, bytes.bytes, bytes.length);
		*uri = kept != NULL ? uri_of_path(kept) : NULL;
	} else {
		if (lsp->plan.reader.read != NULL)
			lsp->plan.reader.read(lsp->plan.reader.context, path, &out);
		*uri = uri_of_path(path);
	}
	text = document_of(path, bytes.bytes != NULL ? bytes.bytes : "", bytes.length);
	free(kept);
	free(bytes.bytes);
	return text;
}

/* Where a place of the library's is for the client; NULL if the client cannot go there. */
static json_t *location_json(struct lsp *lsp, json_t *place)
{
	struct document *open = document_at(&lsp->documents, word(place, "file"));
	struct document text;
	json_t *location = NULL;
	char *uri;

	if (open != NULL)
		return json_pack("{s:s, s:o}", "uri", open->uri, "range", range_json(lsp, open, place));
	text = read_text(lsp, place, &uri);
	if (uri != NULL)
		location = json_pack("{s:s, s:o}", "uri", uri, "range", range_json(lsp, &text, place));
	free(uri);
	document_forget(&text);
	return location;
}

static json_t *locations_json(struct lsp *lsp, json_t *places)
{
	json_t *list = json_array(), *place;
	size_t i;

	json_array_foreach(places, i, place)
	{
		json_t *location = location_json(lsp, place);
		if (location != NULL)
			json_array_append_new(list, location);
	}
	return list;
}

/* ---- what is wrong ---- */

/* The part of a finding that is about this document: its own place, or that of what it names. NULL if it is about others alone. */
static json_t *own_part(const struct document *document, json_t *finding)
{
	json_t *other = json_object_get(finding, "other");

	if (strcmp(word(finding, "file"), document->path) == 0)
		return finding;
	return json_is_object(other) && strcmp(word(other, "file"), document->path) == 0 ? other : NULL;
}

static json_t *message_json(json_t *finding)
{
	struct lsp_bytes text = { 0 };
	const char *hint = word(finding, "hint");
	json_t *message;

	lsp_bytes_add(&text, word(finding, "sentence"), strlen(word(finding, "sentence")));
	if (*hint != '\0') {
		lsp_bytes_add(&text, "\n", 1);
		lsp_bytes_add(&text, hint, strlen(hint));
	}
	message = json_string(text.bytes != NULL ? text.bytes : "");
	free(text.bytes);
	return message;
}

static json_t *finding_json(struct lsp *lsp, struct document *document, json_t *finding, json_t *part)
{
	const char *level = word(finding, "level");
	int severity = strcmp(level, "error") == 0 ? 1 : strcmp(level, "warning") == 0 ? 2 : 3;
	json_t *rest = part == finding ? json_object_get(finding, "other") : finding;
	json_t *where = json_is_object(rest) && *word(rest, "file") != '\0' ? location_json(lsp, rest) : NULL;
	json_t *made =
		json_pack("{s:o, s:i, s:s, s:s, s:o}", "range", range_json(lsp, document, part), "severity", severity,
	                  "code", word(finding, "id"), "source", "canasta", "message", message_json(finding));

	if (where != NULL)
		json_object_set_new(made, "relatedInformation",
		                    json_pack("[{s:o, s:s}]", "location", where, "message", word(rest, "sentence")));
	return made;
}

/* Checks a document and keeps what is wrong with it. */
static void check(struct lsp *lsp, struct document *document)
{
	const struct canasta_checking checking = { .form = CANASTA_JSON };
	const char *path = document->path;
	json_t *report, *finding;
	size_t i;

	canasta_check(&lsp->io, &path, 1, &checking);
	report = parse_answer(lsp);
	json_decref(document->findings);
	json_decref(document->fixes);
	document->findings = json_array();
	document->fixes = json_array();
	document->changed = false;
	json_array_foreach(json_object_get(report, "findings"), i, finding)
	{
		json_t *part = own_part(document, finding);
		if (part == NULL)
			continue;
		json_array_append_new(document->findings, finding_json(lsp, document, finding, part));
		json_array_append(document->fixes, part == finding && json_object_get(finding, "fix") != NULL
		                                           ? json_object_get(finding, "fix")
		                                           : json_null());
	}
	json_decref(report);
}

static void publish(struct lsp *lsp, struct document *document)
{
	check(lsp, document);
	rpc_notify(&lsp->rpc, "textDocument/publishDiagnostics",
	           json_pack("{s:s, s:I, s:O}", "uri", document->uri, "version", document->version, "diagnostics",
	                     document->findings));
}

void lsp_idle(struct lsp *lsp)
{
	for (struct document *at = lsp->documents.first; at != NULL && lsp->state == RUNNING; at = at->next)
		if (at->changed)
			publish(lsp, at);
}

/* True if a range of the client's has a part of another, or both are at one place. */
static bool touches(struct lsp *lsp, struct document *document, json_t *one, json_t *other)
{
	size_t from = byte_of(lsp, document, json_object_get(one, "start")),
	       to = byte_of(lsp, document, json_object_get(one, "end")),
	       other_from = byte_of(lsp, document, json_object_get(other, "start")),
	       other_to = byte_of(lsp, document, json_object_get(other, "end"));

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
	struct document *document = document_of_params(lsp, params);
	json_t *list = json_array(), *finding;
	size_t i;

	if (document == NULL)
		return list;
	if (document->changed || document->findings == NULL)
		publish(lsp, document);
	json_array_foreach(document->findings, i, finding)
	{
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
		rpc_notify(&lsp->rpc, "window/showMessage",
		           json_pack("{s:i, s:s}", "type", 2, "message",
		                     "canasta: the file is longer than a megabyte, or too many are open"));
		return;
	}
	document->version = json_integer_value(json_object_get(given, "version"));
	document->changed = true;
}

/* A part of the text, or without a range all of it. */
static bool change(struct lsp *lsp, struct document *document, json_t *one)
{
	json_t *range = json_object_get(one, "range"), *text = json_object_get(one, "text");
	size_t from = 0, to = document->text.length;

	if (!json_is_string(text))
		return false;
	if (json_is_object(range)) {
		from = byte_of(lsp, document, json_object_get(range, "start"));
		to = byte_of(lsp, document, json_object_get(range, "end"));
	}
	return document_change(&lsp->documents, document, from, to > from ? to : from, json_string_value(text),
	                       json_string_length(text));
}

/* A text of which a change is lost is no longer that of the client: it is as if it were closed. */
static void note_change(struct lsp *lsp, json_t *params)
{
	struct document *document = document_of_params(lsp, params);
	json_t *one;
	size_t i;

	if (document == NULL)
		return;
	json_array_foreach(json_object_get(params, "contentChanges"), i, one) if (!change(lsp, document, one))
	{
		document_close(&lsp->documents, document);
		rpc_notify(&lsp->rpc, "window/showMessage",
		           json_pack("{s:i, s:s}", "type", 2, "message",
		                     "canasta: a change of the file is not understood, or makes it longer than a "
		                     "megabyte; open it again"));
		return;
	}
	document->version = json_integer_value(json_object_get(json_object_get(params, "textDocument"), "version"));
}

/* Other files may build on it. */
static void note_save(struct lsp *lsp, json_t *params)
{
	int left = RECHECKED_MAX;

	(void)params;
	for (struct document *at = lsp->documents.first; at != NULL && left > 0; at = at->next, left--)
		at->changed = true;
}

static void note_close(struct lsp *lsp, json_t *params)
{
	struct document *document = document_of_params(lsp, params);

	if (document == NULL)
		return;
	rpc_notify(&lsp->rpc, "textDocument/publishDiagnostics",
	           json_pack("{s:s, s:[]}", "uri", document->uri, "diagnostics"));
	document_close(&lsp->documents, document);
}

/* ---- completion, hover ---- */

static int completion_kind(const char *kind)
{
	static const struct {
		const char *kind;
		int number; /* CompletionItemKind */
	} kinds[] = { { "keyword", 14 }, { "section", 9 }, { "list", 7 },    { "setting", 10 },
		      { "word", 20 },    { "fact", 3 },    { "card", 21 },   { "item", 6 },
		      { "option", 5 },   { "variant", 7 }, { "fragment", 9 } };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].kind, kind) == 0)
			return kinds[i].number;
	return 1;
}

static json_t *completion_item(json_t *offered, json_t *range, size_t place)
{
	char order[24];
	json_t *item;

	snprintf(order, sizeof order, "%04zu", place);
	item = json_pack("{s:s, s:i, s:s, s:{s:O, s:s}}", "label", word(offered, "label"), "kind",
	                 completion_kind(word(offered, "kind")), "sortText", order, "textEdit", "range", range,
	                 "newText", word(offered, "label"));
	if (*word(offered, "detail") != '\0')
		json_object_set(item, "detail", json_object_get(offered, "detail"));
	if (*word(offered, "says") != '\0')
		json_object_set(item, "documentation", json_object_get(offered, "says"));
	return item;
}

static json_t *answer_completion(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_COMPLETION, &document), *list = json_array(), *offered, *range;
	size_t i;

	if (answer == NULL)
		return list;
	range = range_json(lsp, document, answer);
	json_array_foreach(json_object_get(answer, "items"), i, offered)
		json_array_append_new(list, completion_item(offered, range, i));
	json_decref(range);
	json_decref(answer);
	return list;
}

static json_t *answer_hover(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_MEANING, &document), *one, *hover;
	struct lsp_bytes text = { 0 };
	size_t i;

	if (json_array_size(json_object_get(answer, "says")) == 0) {
		json_decref(answer);
		return json_null();
	}
	json_array_foreach(json_object_get(answer, "says"), i, one)
	{
		lsp_bytes_add(&text, "\n\n", i > 0 ? 2 : 0);
		lsp_bytes_add(&text, json_string_value(one), json_string_length(one));
	}
	hover = json_pack("{s:{s:s, s:s}, s:o}", "contents", "kind", "plaintext", "value",
	                  text.bytes != NULL ? text.bytes : "", "range", range_json(lsp, document, answer));
	free(text.bytes);
	json_decref(answer);
	return hover;
}

/* ---- definition, references, rename ---- */

static json_t *answer_definition(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_DEFINITION, &document);
	json_t *list = locations_json(lsp, answer);

	json_decref(answer);
	return list;
}

static json_t *answer_references(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_REFERENCES, &document);
	json_t *list = locations_json(lsp, json_object_get(answer, "places"));

	json_decref(answer);
	return list;
}

static json_t *answer_highlight(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_REFERENCES, &document), *list = json_array(), *place;
	size_t i;

	json_array_foreach(json_object_get(answer, "places"), i,
	                   place) if (strcmp(word(place, "file"), document->path) == 0)
		json_array_append_new(list, json_pack("{s:o}", "range", range_json(lsp, document, place)));
	json_decref(answer);
	return list;
}

static const char NOT_RENAMED[] =
	"only what this file states itself can be renamed: a variant, an item, an option, a source";

/* The place of what is under the cursor, of those where it is named. */
static json_t *place_under(struct lsp *lsp, struct document *document, json_t *answer, json_t *params)
{
	size_t byte = byte_of(lsp, document, json_object_get(params, "position")), i;
	json_t *place, *found = NULL;
	int line, column;

	document_place(document, byte, &line, &column);
	json_array_foreach(json_object_get(answer, "places"), i,
	                   place) if (strcmp(word(place, "file"), document->path) == 0 &&
	                              number(place, "line") == line && number(place, "column") <= column &&
	                              number(place, "end_column") >= column) found = place;
	return found;
}

static json_t *answer_prepare_rename(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_REFERENCES, &document), *result = NULL;
	json_t *place = answer != NULL ? place_under(lsp, document, answer, params) : NULL;

	if (place != NULL && json_is_true(json_object_get(answer, "renames")))
		result = json_pack("{s:o, s:O}", "range", range_json(lsp, document, place), "placeholder",
		                   json_object_get(answer, "name"));
	else
		refuse(lsp, ERROR_FAILED, NOT_RENAMED);
	json_decref(answer);
	return result;
}

/* True if something else of the kind is called [name] already. */
static bool is_taken(json_t *answer, const char *name)
{
	json_t *one;
	size_t i;

	json_array_foreach(json_object_get(answer, "taken"), i,
	                   one) if (json_is_string(one) && strcmp(json_string_value(one), name) ==
	                                                           0) return strcmp(word(answer, "name"), name) != 0;
	return false;
}

static json_t *edits_json(struct lsp *lsp, json_t *places, const char *name)
{
	json_t *changes = json_object(), *place;
	size_t i;

	json_array_foreach(places, i, place)
	{
		json_t *location = location_json(lsp, place);
		const char *uri = word(location, "uri");
		if (location != NULL && json_object_get(changes, uri) == NULL)
			json_object_set_new(changes, uri, json_array());
		if (location != NULL)
			json_array_append_new(
				json_object_get(changes, uri),
				json_pack("{s:O, s:s}", "range", json_object_get(location, "range"), "newText", name));
		json_decref(location);
	}
	return json_pack("{s:o}", "changes", changes);
}

static json_t *answer_rename(struct lsp *lsp, json_t *params)
{
	const char *name = word(params, "newName");
	struct document *document;
	json_t *answer, *result = NULL;

	if (!canasta_is_name(name))
		return refuse(lsp, ERROR_FAILED,
		              "a name is one word of letters, digits and _ that the language does not have");
	answer = ask_at(lsp, params, CANASTA_REFERENCES, &document);
	if (is_taken(answer, name))
		refuse(lsp, ERROR_FAILED, "another one is called so already");
	else if (json_is_true(json_object_get(answer, "renames")))
		result = edits_json(lsp, json_object_get(answer, "places"), name);
	else
		refuse(lsp, ERROR_FAILED, NOT_RENAMED);
	json_decref(answer);
	return result;
}

/* ---- the file as a whole ---- */

static json_t *outline_of(struct lsp *lsp, json_t *params, struct document **document)
{
	*document = document_of_params(lsp, params);
	return *document != NULL ? ask(lsp, *document, CANASTA_OUTLINE, 1, 1) : NULL;
}

static int symbol_kind(const char *kind)
{
	static const struct {
		const char *kind;
		int number; /* SymbolKind */
	} kinds[] = { { "variant", 5 }, { "fragment", 2 }, { "section", 3 }, { "item", 19 },  { "list", 19 },
		      { "setting", 7 }, { "option", 10 },  { "source", 1 },  { "keyword", 6 } };

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].kind, kind) == 0)
			return kinds[i].number;
	return 20;
}

static json_t *symbol_json(struct lsp *lsp, struct document *document, json_t *entry)
{
	const char *kind = word(entry, "kind"), *name = word(entry, "name"), *head = word(entry, "head");

	if (strcmp(kind, "keyword") == 0 || strcmp(kind, "plain") == 0 || *name == '\0')
		name = *head != '\0' ? head : "{";
	return json_pack("{s:s, s:s, s:i, s:o, s:o, s:[]}", "name", name, "detail", head, "kind", symbol_kind(kind),
	                 "range", range_json(lsp, document, entry), "selectionRange",
	                 range_json(lsp, document, json_object_get(entry, "at")), "children");
}

static json_t *answer_symbols(struct lsp *lsp, json_t *params)
{
	enum { DEPTH_MAX = 100 };
	struct document *document;
	json_t *outline = outline_of(lsp, params, &document), *list = json_array(), *entry;
	json_t *children[DEPTH_MAX] = { list };
	int depths[DEPTH_MAX] = { -1 }, depth = 0; /* of what the lists open so far belong to */
	size_t i;

	json_array_foreach(outline, i, entry)
	{
		json_t *symbol = symbol_json(lsp, document, entry);
		int own = number(entry, "depth");
		while (depth > 0 && depths[depth] >= own)
			depth--;
		json_array_append_new(children[depth], symbol);
		if (depth + 1 < DEPTH_MAX) {
			depths[++depth] = own;
			children[depth] = json_object_get(symbol, "children");
		}
	}
	json_decref(outline);
	return list;
}

static json_t *fold_json(int from, int to, const char *kind)
{
	json_t *fold = json_pack("{s:i, s:i}", "startLine", from - 1, "endLine", to - 1);

	if (kind != NULL)
		json_object_set_new(fold, "kind", json_string(kind));
	return fold;
}

/* Prose, and remarks that follow each other line by line. */
static void add_comment_folds(struct lsp *lsp, struct document *document, json_t *list)
{
	char *tokens = tokens_of(lsp, document);
	const char *at = tokens != NULL ? tokens : "";
	int from = 0, to = -1;
	struct token token;

	while (next_token(&at, &token)) {
		bool remark = strcmp(token.kind, "remark") == 0;
		if (remark && token.line == to + 1) {
			to = token.line;
			continue;
		}
		if (to > from)
			json_array_append_new(list, fold_json(from, to, "comment"));
		from = remark ? token.line : 0;
		to = remark ? token.line : -1;
		if (strcmp(token.kind, "prose") == 0 && token.end_line > token.line)
			json_array_append_new(list, fold_json(token.line, token.end_line, "comment"));
	}
	if (to > from)
		json_array_append_new(list, fold_json(from, to, "comment"));
	free(tokens);
}

/* The line with the closing brace stays to be seen. */
static json_t *answer_folding(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *outline = outline_of(lsp, params, &document), *list = json_array(), *entry;
	size_t i;

	json_array_foreach(outline, i, entry)
	{
		int from = number(entry, "line"), to = number(entry, "end_line");
		if (to > from + 1)
			json_array_append_new(list, fold_json(from, to - 1, NULL));
	}
	if (document != NULL)
		add_comment_folds(lsp, document, list);
	json_decref(outline);
	return list;
}

/* One edit: all lines from the first that differs to the last. */
static json_t *edit_json(struct lsp *lsp, struct document *document, const struct lsp_bytes *after)
{
	const struct lsp_bytes *before = &document->text;
	size_t from = 0, common = 0, least = before->length < after->length ? before->length : after->length;
	struct document part = { 0 };
	int line, column, end_line, end_column;
	json_t *edit;

	for (size_t i = 0; i < least && before->bytes[i] == after->bytes[i]; i++)
		if (before->bytes[i] == '\n')
			from = i + 1;
	for (size_t i = 0;
	     i < least - from && before->bytes[before->length - 1 - i] == after->bytes[after->length - 1 - i]; i++)
		if (before->bytes[before->length - 1 - i] == '\n')
			common = i;
	document_place(document, from, &line, &column);
	document_place(document, before->length - common, &end_line, &end_column);
	edit = json_pack("[{s:{s:o, s:o}, s:s%}]", "range", "start",
	                 document_position(document, lsp->documents.units, line, column), "end",
	                 document_position(document, lsp->documents.units, end_line, end_column), "newText",
	                 after->bytes + from, after->length - common - from);
	document_forget(&part);
	return edit;
}

static json_t *answer_formatting(struct lsp *lsp, json_t *params)
{
	struct document *document = document_of_params(lsp, params);
	json_t *edits = NULL;
	int changed = 0, status;

	if (document == NULL)
		return json_null();
	status = canasta_format(&lsp->io, document->path, CANASTA_FORMAT_TEXT, &changed);
	if (status == CANASTA_FINE && changed && !lsp->answer.failed && lsp->answer.bytes != NULL)
		edits = edit_json(lsp, document, &lsp->answer);
	free(lsp->answer.bytes);
	lsp->answer = (struct lsp_bytes){ 0 };
	if (status == CANASTA_FINDINGS)
		return refuse(lsp, ERROR_FAILED, "a file with errors is not laid out");
	return edits != NULL ? edits : json_array();
}

/* What stands for the kinds of symbols, in the words of the protocol; their places are the numbers of types. */
static const struct {
	const char *kind, *type;
} TYPES[] = { { "keyword", "keyword" },    { "section", "namespace" }, { "list", "class" },
	      { "setting", "property" },   { "word", "enumMember" },   { "fact", "function" },
	      { "card", "number" },        { "item", "variable" },     { "option", "parameter" },
	      { "variant", "type" },       { "fragment", "type" },     { "source", "decorator" },
	      { "citation", "decorator" }, { "number", "number" },     { "string", "string" },
	      { "prose", "comment" },      { "remark", "comment" } };

enum { TYPE_COUNT = sizeof TYPES / sizeof *TYPES };

static int token_type(const char *kind)
{
	for (int i = 0; i < TYPE_COUNT; i++)
		if (strcmp(TYPES[i].kind, kind) == 0)
			return i;
	return -1;
}

/* Where the last token was: each counts from the one before. */
struct token_writer {
	json_t *data;
	size_t line, character;
};

static void write_token(struct token_writer *to, size_t line, size_t character, size_t length, int type, bool states)
{
	const size_t numbers[] = { line - to->line, line == to->line ? character - to->character : character, length,
		                   (size_t)type, states };

	if (length == 0)
		return;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		json_array_append_new(to->data, json_integer((json_int_t)numbers[i]));
	to->line = line;
	to->character = character;
}

/* A token of several lines is one for each. */
static void add_token(struct lsp *lsp, struct document *document, const struct token *token, struct token_writer *to)
{
	int type = token_type(token->kind);

	for (int line = token->line; type >= 0 && line <= token->end_line; line++) {
		size_t at_line, from, end;
		document_position_of(document, lsp->documents.units, line, line == token->line ? token->column : 1,
		                     &at_line, &from);
		document_position_of(document, lsp->documents.units, line,
		                     line == token->end_line ? token->end_column : (int)CANASTA_FILE_MAX, &at_line,
		                     &end);
		write_token(to, at_line, from, end - from, type, token->stated);
	}
}

static json_t *answer_tokens(struct lsp *lsp, json_t *params)
{
	struct document *document = document_of_params(lsp, params);
	struct token_writer to = { .data = json_array() };
	char *tokens = document != NULL ? tokens_of(lsp, document) : NULL;
	const char *at = tokens != NULL ? tokens : "";
	struct token token;

	while (next_token(&at, &token))
		add_token(lsp, document, &token, &to);
	free(tokens);
	return json_pack("{s:o}", "data", to.data);
}

/* ---- beginning and end ---- */

static json_t *legend_json(void)
{
	json_t *types = json_array();

	for (int i = 0; i < TYPE_COUNT; i++)
		json_array_append_new(types, json_string(TYPES[i].type));
	return json_pack("{s:o, s:[s]}", "tokenTypes", types, "tokenModifiers", "declaration");
}

static bool offers_utf8(json_t *params)
{
	json_t *general = json_object_get(json_object_get(params, "capabilities"), "general"), *one;
	size_t i;

	json_array_foreach(json_object_get(general, "positionEncodings"), i,
	                   one) if (json_is_string(one) && strcmp(json_string_value(one), "utf-8") == 0) return true;
	return false;
}

static json_t *answer_initialize(struct lsp *lsp, json_t *params)
{
	json_t *can;

	lsp->state = RUNNING;
	lsp->documents.units = offers_utf8(params) ? UNITS_UTF8 : UNITS_UTF16;
	can = json_pack("{s:s, s:{s:b, s:i, s:b}, s:b, s:b, s:b, s:b, s:b, s:b, s:b}", "positionEncoding",
	                lsp->documents.units == UNITS_UTF8 ? "utf-8" : "utf-16", "textDocumentSync", "openClose", 1,
	                "change", 2, "save", 1, "hoverProvider", 1, "definitionProvider", 1, "referencesProvider", 1,
	                "documentHighlightProvider", 1, "documentSymbolProvider", 1, "documentFormattingProvider", 1,
	                "foldingRangeProvider", 1);
	json_object_set_new(can, "completionProvider", json_pack("{s:[s]}", "triggerCharacters", "."));
	json_object_set_new(can, "renameProvider", json_pack("{s:b}", "prepareProvider", 1));
	json_object_set_new(can, "codeActionProvider", json_pack("{s:[s]}", "codeActionKinds", "quickfix"));
	json_object_set_new(can, "semanticTokensProvider", json_pack("{s:o, s:b}", "legend", legend_json(), "full", 1));
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

static void note_nothing(struct lsp *lsp, json_t *params)
{
	(void)lsp;
	(void)params;
}

/* ---- messages ---- */

static const struct {
	const char *name;
	json_t *(*answer)(struct lsp *lsp, json_t *params); /* of a request */
	void (*note)(struct lsp *lsp, json_t *params);      /* of a notification */
} METHODS[] = {
	{ "initialize", answer_initialize, NULL },
	{ "initialized", NULL, note_nothing },
	{ "shutdown", answer_shutdown, NULL },
	{ "exit", NULL, note_exit },
	{ "textDocument/didOpen", NULL, note_open },
	{ "textDocument/didChange", NULL, note_change },
	{ "textDocument/didSave", NULL, note_save },
	{ "textDocument/didClose", NULL, note_close },
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
		rpc_error(&lsp->rpc, id, ERROR_NOT_INITIALIZED, "the first request is `initialize`");
	else if (lsp->state == SHUT || (lsp->state == RUNNING && begins))
		rpc_error(&lsp->rpc, id, ERROR_REQUEST,
		          begins ? "`initialize` has been there already" : "after `shutdown` there is only `exit`");
	else if (method < 0 || METHODS[method].answer == NULL)
		rpc_error(&lsp->rpc, id, ERROR_METHOD, "there is no such request");
	else {
		lsp->refusal = NULL;
		result = METHODS[method].answer(lsp, params);
		if (lsp->refusal != NULL)
			rpc_error(&lsp->rpc, id, lsp->code, lsp->refusal);
		else
			rpc_answer(&lsp->rpc, id, result);
	}
}

/* Notifications before the beginning and after the end are for nobody, but for the last one. Answers are to nothing that was asked. */
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
		rpc_error(&lsp->rpc, has_id ? id : nobody, ERROR_REQUEST,
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
	lsp->io.out = lsp_bytes_out(&lsp->answer);
	return lsp;
}

void lsp_free(struct lsp *lsp)
{
	if (lsp == NULL)
		return;
	documents_free(&lsp->documents);
	free(lsp->rpc.in.bytes);
	free(lsp->answer.bytes);
	free(lsp);
}
