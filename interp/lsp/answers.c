/* answers.c -- what the library says of a document, in the form of the protocol: completion, meanings, places, new names, and the file as a
 * whole. */
#include "lsp/lsp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- asking the library ---- */

json_t *lsp_take_answer(struct lsp *lsp)
{
	json_t *value = lsp->answer.failed || lsp->answer.length == 0
	                        ? NULL
	                        : json_loadb(lsp->answer.bytes, lsp->answer.length, JSON_DECODE_ANY, NULL);

	canasta_bytes_free(&lsp->answer);
	return value;
}

/* The library's answer about a place in a document; NULL if there is none. */
static json_t *ask(struct lsp *lsp, const struct document *document, enum canasta_question question, int line,
                   int column)
{
	canasta_ask(&lsp->io, document->path, question, line, column);
	return lsp_take_answer(lsp);
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

/* The tokens of a document as lines, none without memory. They stand in lsp->answer, which the caller empties. */
static const char *tokens_of(struct lsp *lsp, const struct document *document)
{
	canasta_tokens(&lsp->io, document->path);
	return lsp->answer.failed || lsp->answer.bytes == NULL ? "" : lsp->answer.bytes;
}

const char *lsp_word(json_t *object, const char *key)
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

struct document *lsp_document(struct lsp *lsp, json_t *params)
{
	return document_named(&lsp->documents,
	                      json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri")));
}

size_t lsp_byte(struct lsp *lsp, struct document *document, json_t *position)
{
	return document_byte(document, lsp->documents.units, json_integer_value(json_object_get(position, "line")),
	                     json_integer_value(json_object_get(position, "character")));
}

/* The answer of the library about the place that [params] name; NULL without one, or if the document is not open. */
static json_t *ask_at(struct lsp *lsp, json_t *params, enum canasta_question question, struct document **document)
{
	int line, column;

	*document = lsp_document(lsp, params);
	if (*document == NULL)
		return NULL;
	document_place(*document, lsp_byte(lsp, *document, json_object_get(params, "position")), &line, &column);
	return ask(lsp, *document, question, line, column);
}

/* ---- places ---- */

json_t *lsp_range(struct lsp *lsp, struct document *document, json_t *place)
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
	const char *path = lsp_word(place, "file");

	return path[0] != '/' && canasta_shipped(&nobody, path) == CANASTA_FINE;
}

/* A text that is not open: it is read, or comes with canasta and is kept where the client finds it. [*uri] is empty if it finds it
 * nowhere. */
static struct document read_text(struct lsp *lsp, json_t *place, struct canasta_bytes *uri)
{
	const char *path = lsp_word(place, "file");
	struct canasta_bytes bytes = { 0 };
	const struct canasta_out out = canasta_bytes_out(&bytes);
	struct document text;
	char *kept = NULL;

	if (is_shipped(place)) {
		struct canasta_io io = { .out = out };
		canasta_shipped(&io, path);
		if (lsp->plan.keep != NULL && !bytes.failed && bytes.bytes != NULL)
			kept = lsp->plan.keep(lsp->plan.context, path, bytes.bytes, bytes.length);
		if (kept != NULL)
			uri_of_path(kept, uri);
	} else {
		if (lsp->plan.reader.read != NULL)
			lsp->plan.reader.read(lsp->plan.reader.context, path, &out);
		uri_of_path(path, uri);
	}
	text = document_of(path, bytes.bytes != NULL ? bytes.bytes : "", bytes.length);
	free(kept);
	canasta_bytes_free(&bytes);
	return text;
}

/* Where a place of the library's is for the client; NULL if the client cannot go there. */
json_t *lsp_location(struct lsp *lsp, json_t *place)
{
	struct document *open = document_at(&lsp->documents, lsp_word(place, "file"));
	struct document text;
	struct canasta_bytes uri = { 0 };
	json_t *location = NULL;

	if (open != NULL)
		return json_pack("{s:s, s:o}", "uri", open->uri, "range", lsp_range(lsp, open, place));
	text = read_text(lsp, place, &uri);
	if (uri.bytes != NULL && !uri.failed)
		location = json_pack("{s:s, s:o}", "uri", uri.bytes, "range", lsp_range(lsp, &text, place));
	canasta_bytes_free(&uri);
	document_forget(&text);
	return location;
}

static json_t *locations_json(struct lsp *lsp, json_t *places)
{
	json_t *list = json_array(), *place;
	size_t i;

	json_array_foreach(places, i, place) {
		json_t *location = lsp_location(lsp, place);
		if (location != NULL)
			json_array_append_new(list, location);
	}
	return list;
}

/* ---- kinds of symbols ---- */

/* What the library's kinds are in the protocol. Their places here are the numbers of the types of tokens. */
static const struct kind {
	const char *name, *type;
	int completion, symbol; /* CompletionItemKind and SymbolKind, 0 where it never comes up */
} KINDS[] = { { "keyword", "keyword", 14, 6 },   { "section", "namespace", 9, 3 }, { "list", "class", 7, 19 },
	      { "setting", "property", 10, 7 },  { "word", "enumMember", 20, 0 },  { "fact", "function", 3, 0 },
	      { "card", "number", 21, 0 },       { "item", "variable", 6, 19 },    { "option", "parameter", 5, 10 },
	      { "variant", "type", 7, 5 },       { "fragment", "type", 9, 2 },     { "source", "decorator", 0, 1 },
	      { "citation", "decorator", 0, 0 }, { "number", "number", 0, 0 },     { "string", "string", 0, 0 },
	      { "prose", "comment", 0, 0 },      { "remark", "comment", 0, 0 } };

enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS, COMPLETION_TEXT = 1, SYMBOL_KEY = 20 };

/* The row of KINDS, NULL for what has none. */
static const struct kind *kind_named(const char *name)
{
	for (int i = 0; i < KIND_COUNT; i++)
		if (strcmp(KINDS[i].name, name) == 0)
			return &KINDS[i];
	return NULL;
}

/* ---- completion, hover ---- */

static json_t *completion_item(json_t *offered, json_t *range, size_t place)
{
	const struct kind *kind = kind_named(lsp_word(offered, "kind"));
	char order[24];
	json_t *item;

	snprintf(order, sizeof order, "%04zu", place);
	item = json_pack("{s:s, s:i, s:s, s:{s:O, s:s}}", "label", lsp_word(offered, "label"), "kind",
	                 kind != NULL ? kind->completion : COMPLETION_TEXT, "sortText", order, "textEdit", "range",
	                 range, "newText", lsp_word(offered, "label"));
	if (*lsp_word(offered, "detail") != '\0')
		json_object_set(item, "detail", json_object_get(offered, "detail"));
	if (*lsp_word(offered, "says") != '\0')
		json_object_set(item, "documentation", json_object_get(offered, "says"));
	return item;
}

json_t *answer_completion(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_COMPLETION, &document), *list = json_array(), *offered, *range;
	size_t i;

	if (answer == NULL)
		return list;
	range = lsp_range(lsp, document, answer);
	json_array_foreach(json_object_get(answer, "items"), i, offered)
		json_array_append_new(list, completion_item(offered, range, i));
	json_decref(range);
	json_decref(answer);
	return list;
}

json_t *answer_hover(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_MEANING, &document), *one, *hover;
	struct canasta_bytes text = { 0 };
	size_t i;

	if (json_array_size(json_object_get(answer, "says")) == 0) {
		json_decref(answer);
		return json_null();
	}
	json_array_foreach(json_object_get(answer, "says"), i, one) {
		canasta_bytes_add(&text, "\n\n", i > 0 ? 2 : 0);
		canasta_bytes_add(&text, json_string_value(one), json_string_length(one));
	}
	hover = json_pack("{s:{s:s, s:s}, s:o}", "contents", "kind", "plaintext", "value",
	                  text.bytes != NULL ? text.bytes : "", "range", lsp_range(lsp, document, answer));
	canasta_bytes_free(&text);
	json_decref(answer);
	return hover;
}

/* ---- the files beside a document ---- */

enum { BESIDE_MAX = 1000 }; /* files that are searched for a name */

/* Files that may build on a document: those that are open, and those in its folder and in the folders above it, since a file names others
 * in its own folder or below. */
struct beside {
	struct canasta_bytes folder; /* that is being listed */
	char *path[BESIDE_MAX];
	int count;
	bool more, failed; /* not all of them are in it */
};

static void add_path(struct beside *beside, const char *folder, const char *name)
{
	struct canasta_bytes path = { 0 };

	canasta_bytes_add(&path, folder, strlen(folder));
	canasta_bytes_add(&path, name, strlen(name));
	for (int i = 0; i < beside->count && !path.failed; i++)
		if (strcmp(beside->path[i], path.bytes) == 0) {
			canasta_bytes_free(&path);
			return;
		}
	beside->more |= beside->count == BESIDE_MAX;
	beside->failed |= path.failed;
	if (path.failed || beside->count == BESIDE_MAX)
		canasta_bytes_free(&path);
	else
		beside->path[beside->count++] = path.bytes;
}

/* Takes a name in if it is that of a rules file or of rulings. */
static void add_listed(void *to, const char *name)
{
	struct beside *beside = to;
	const char *dot = strrchr(name, '.');

	if (dot != NULL && (strcmp(dot, ".canasta") == 0 || strcmp(dot, ".rulings") == 0))
		add_path(beside, beside->folder.bytes, name);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list_beside(struct lsp *lsp, const struct document *document, struct beside *beside)
{
	for (const struct document *open = lsp->documents.first; open != NULL; open = open->next)
		if (open != document)
			add_path(beside, "", open->path);
	if (lsp->plan.list != NULL && document->path[0] == '/')
		canasta_bytes_add(&beside->folder, document->path, strlen(document->path));
	beside->failed |= beside->folder.failed;
	while (beside->folder.length > 0 && !beside->failed) {
		char *end = strrchr(beside->folder.bytes, '/');
		end[1] = '\0';
		lsp->plan.list(lsp->plan.context, beside->folder.bytes, add_listed, beside);
		end[0] = '\0';
		beside->folder.length = (size_t)(end - beside->folder.bytes);
	}
	qsort(beside->path, (size_t)beside->count, sizeof *beside->path, by_name);
}

static void beside_free(struct beside *beside)
{
	while (beside->count > 0)
		free(beside->path[--beside->count]);
	canasta_bytes_free(&beside->folder);
}

/* Where what stands at a place of a document is named in it and in the files beside it. NULL if that is refused. */
static json_t *ask_references(struct lsp *lsp, json_t *params, struct document **document)
{
	struct beside beside = { .count = 0 };
	json_t *answer = NULL;
	int line, column;

	*document = lsp_document(lsp, params);
	if (*document == NULL)
		return NULL;
	document_place(*document, lsp_byte(lsp, *document, json_object_get(params, "position")), &line, &column);
	list_beside(lsp, *document, &beside);
	if (beside.failed)
		refuse(lsp, ERROR_INTERNAL, "there is not enough memory");
	else if (beside.more)
		refuse(lsp, ERROR_FAILED,
		       "there are more than 1,000 rules files in the folder and those above it: too many to search");
	else {
		canasta_references(&lsp->io, (*document)->path, line, column, (const char *const *)beside.path,
		                   beside.count);
		answer = lsp_take_answer(lsp);
	}
	beside_free(&beside);
	return answer;
}

/* ---- definition, references, rename ---- */

json_t *answer_definition(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_DEFINITION, &document), *list = locations_json(lsp, answer);

	json_decref(answer);
	return list;
}

json_t *answer_references(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_references(lsp, params, &document);
	json_t *list = lsp->refusal == NULL ? locations_json(lsp, json_object_get(answer, "places")) : NULL;

	json_decref(answer);
	return list;
}

json_t *answer_highlight(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_REFERENCES, &document), *list = json_array(), *place;
	size_t i;

	json_array_foreach(json_object_get(answer, "places"), i, place)
		if (strcmp(lsp_word(place, "file"), document->path) == 0)
			json_array_append_new(list, json_pack("{s:o}", "range", lsp_range(lsp, document, place)));
	json_decref(answer);
	return list;
}

static const char NOT_RENAMED[] =
	"only what this file states itself can be renamed: a variant, an item, an option, a source";

/* The place of what is under the cursor, of those where it is named. */
static json_t *place_under(struct lsp *lsp, struct document *document, json_t *answer, json_t *params)
{
	size_t byte = lsp_byte(lsp, document, json_object_get(params, "position")), i;
	json_t *place, *found = NULL;
	int line, column;

	document_place(document, byte, &line, &column);
	json_array_foreach(json_object_get(answer, "places"), i, place)
		if (strcmp(lsp_word(place, "file"), document->path) == 0 && number(place, "line") == line &&
		    number(place, "column") <= column && number(place, "end_column") >= column)
			found = place;
	return found;
}

json_t *answer_prepare_rename(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *answer = ask_at(lsp, params, CANASTA_REFERENCES, &document), *result = NULL;
	json_t *place = answer != NULL ? place_under(lsp, document, answer, params) : NULL;

	if (place != NULL && json_is_true(json_object_get(answer, "renames")))
		result = json_pack("{s:o, s:O}", "range", lsp_range(lsp, document, place), "placeholder",
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

	json_array_foreach(json_object_get(answer, "taken"), i, one)
		if (json_is_string(one) && strcmp(json_string_value(one), name) == 0)
			return strcmp(lsp_word(answer, "name"), name) != 0;
	return false;
}

json_t *answer_rename(struct lsp *lsp, json_t *params)
{
	const char *name = lsp_word(params, "newName");
	struct document *document;
	json_t *answer, *result = NULL;

	if (!canasta_is_name(name))
		return refuse(lsp, ERROR_FAILED,
		              "a name is one word of letters, digits and _ that the language does not have");
	answer = ask_references(lsp, params, &document);
	if (lsp->refusal != NULL)
		return NULL;
	if (is_taken(answer, name))
		refuse(lsp, ERROR_FAILED, "another one is called so already");
	else if (json_array_size(json_object_get(answer, "unknown")) > 0)
		refuse(lsp, ERROR_FAILED,
		       "a file that builds on this one has errors and may name it, too: correct them first");
	else if (json_is_true(json_object_get(answer, "renames"))) {
		json_t *places = json_object_get(answer, "places");
		json_t *changes = json_object(), *place;
		size_t i;
		json_array_foreach(places, i, place) {
			json_t *location = lsp_location(lsp, place);
			const char *uri = lsp_word(location, "uri");
			if (location != NULL && json_object_get(changes, uri) == NULL)
				json_object_set_new(changes, uri, json_array());
			if (location != NULL)
				json_array_append_new(json_object_get(changes, uri),
				                      json_pack("{s:O, s:s}", "range",
				                                json_object_get(location, "range"), "newText", name));
			json_decref(location);
		}
		result = json_pack("{s:o}", "changes", changes);
	} else
		refuse(lsp, ERROR_FAILED, NOT_RENAMED);
	json_decref(answer);
	return result;
}

/* ---- the file as a whole ---- */

static json_t *outline_of(struct lsp *lsp, json_t *params, struct document **document)
{
	*document = lsp_document(lsp, params);
	return *document != NULL ? ask(lsp, *document, CANASTA_OUTLINE, 1, 1) : NULL;
}

json_t *answer_symbols(struct lsp *lsp, json_t *params)
{
	enum { DEPTH_MAX = 100 };
	struct document *document;
	json_t *outline = outline_of(lsp, params, &document), *list = json_array(), *entry;
	json_t *children[DEPTH_MAX] = { list };
	int depths[DEPTH_MAX] = { -1 }, depth = 0; /* of what the lists open so far belong to */
	size_t i;

	json_array_foreach(outline, i, entry) {
		const char *kind = lsp_word(entry, "kind"), *name = lsp_word(entry, "name"),
			   *head = lsp_word(entry, "head");
		const struct kind *row = kind_named(kind);
		if (strcmp(kind, "keyword") == 0 || strcmp(kind, "plain") == 0 || *name == '\0')
			name = *head != '\0' ? head : "{";
		json_t *symbol = json_pack("{s:s, s:s, s:i, s:o, s:o, s:[]}", "name", name, "detail", head, "kind",
		                           row != NULL && row->symbol > 0 ? row->symbol : SYMBOL_KEY, "range",
		                           lsp_range(lsp, document, entry), "selectionRange",
		                           lsp_range(lsp, document, json_object_get(entry, "at")), "children");
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
	const char *at = tokens_of(lsp, document);
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
	canasta_bytes_free(&lsp->answer);
}

/* The line with the closing brace is not folded. */
json_t *answer_folding(struct lsp *lsp, json_t *params)
{
	struct document *document;
	json_t *outline = outline_of(lsp, params, &document), *list = json_array(), *entry;
	size_t i;

	json_array_foreach(outline, i, entry) {
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
static json_t *edit_json(struct lsp *lsp, struct document *document, const struct canasta_bytes *after)
{
	const struct canasta_bytes *before = &document->text;
	size_t from = 0, common = 0, least = before->length < after->length ? before->length : after->length;
	int line, column, end_line, end_column;

	for (size_t i = 0; i < least && before->bytes[i] == after->bytes[i]; i++)
		if (before->bytes[i] == '\n')
			from = i + 1;
	for (size_t i = 0;
	     i < least - from && before->bytes[before->length - 1 - i] == after->bytes[after->length - 1 - i]; i++)
		if (before->bytes[before->length - 1 - i] == '\n')
			common = i;
	document_place(document, from, &line, &column);
	document_place(document, before->length - common, &end_line, &end_column);
	return json_pack("[{s:{s:o, s:o}, s:s%}]", "range", "start",
	                 document_position(document, lsp->documents.units, line, column), "end",
	                 document_position(document, lsp->documents.units, end_line, end_column), "newText",
	                 after->bytes + from, after->length - common - from);
}

json_t *answer_formatting(struct lsp *lsp, json_t *params)
{
	struct document *document = lsp_document(lsp, params);
	json_t *edits = NULL;
	int changed = 0, status;

	if (document == NULL)
		return json_null();
	status = canasta_format(&lsp->io, document->path, CANASTA_FORMAT_TEXT, &changed);
	if (status == CANASTA_FINE && changed && !lsp->answer.failed && lsp->answer.bytes != NULL)
		edits = edit_json(lsp, document, &lsp->answer);
	canasta_bytes_free(&lsp->answer);
	if (status == CANASTA_FINDINGS)
		return refuse(lsp, ERROR_FAILED, "a file with errors is not laid out");
	return edits != NULL ? edits : json_array();
}

json_t *answer_tokens(struct lsp *lsp, json_t *params)
{
	struct document *document = lsp_document(lsp, params);
	size_t last_line = 0, last_character = 0; /* where the last token was: each counts from the one before */
	json_t *data = json_array();
	const char *at = document != NULL ? tokens_of(lsp, document) : "";
	struct token token;

	while (next_token(&at, &token)) {
		/* A token of several lines is one for each. */
		const struct kind *kind = kind_named(token.kind);
		for (int line = token.line; kind != NULL && line <= token.end_line; line++) {
			size_t at_line, from, end;
			document_position_of(document, lsp->documents.units, line,
			                     line == token.line ? token.column : 1, &at_line, &from);
			document_position_of(document, lsp->documents.units, line,
			                     line == token.end_line ? token.end_column : (int)CANASTA_FILE_MAX,
			                     &at_line, &end);
			if (end == from)
				continue;
			const size_t numbers[] = { at_line - last_line,
				                   at_line == last_line ? from - last_character : from, end - from,
				                   (size_t)(kind - KINDS), token.stated };
			for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
				json_array_append_new(data, json_integer((json_int_t)numbers[i]));
			last_line = at_line;
			last_character = from;
		}
	}
	canasta_bytes_free(&lsp->answer);
	return json_pack("{s:o}", "data", data);
}

json_t *lsp_token_legend(void)
{
	json_t *types = json_array();

	for (int i = 0; i < KIND_COUNT; i++)
		json_array_append_new(types, json_string(KINDS[i].type));
	return json_pack("{s:o, s:[s]}", "tokenTypes", types, "tokenModifiers", "declaration");
}
