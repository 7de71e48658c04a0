/* editors.h -- sessions of an editor with several rules files that build on each other, open or on the disk: files are opened, changed,
 * closed, written to the disk and renamed in, by chance. After each step what was published has to be what a server finds that sees the
 * files for the first time; a new name must not change what is found. */
#ifndef TESTS_EDITORS_H
#define TESTS_EDITORS_H

#include "lsp/lsp.h"
#include "tests/phrases.h"

/* ---- files ---- */

static const char *const TEXTS[] = {
	"language 1\n"
	"source HALL { title \"The hall\"; ledger \"hall.tsv\" }\n"
	"variant one \"One\" extends classic {\n"
	"    deal { hand 13 @HALL-1 }\n"
	"    add canasta sevens \"Sevens\" { ranks 7; size 7 or more; when wilds = 0; bonus 1500 } house\n"
	"    canasta natural { ranks 4..A except 7 } house\n"
	"    add class clean \"Clean\" when wilds = 0 house\n"
	"    add define rich \"Rich\" when side melded points >= 100 house\n"
	"    going_out { contract when side canastas of sevens >= 1 or side melds of clean >= 1 or rich } house\n"
	"    option short \"Short\" { game { to 3000 } }\n"
	"    choice tie \"A tie\" { again \"Once more\" { game { tie another_deal } } }\n"
	"}\n"
	"rulings for one { ruling \"Draw\" @HALL-1 { with short; hand 5 6; do draw 7; do discard 5 } }\n",
	"language 1\n"
	"variant two \"Two\" extends \"a.canasta\":one {\n"
	"    canasta sevens { bonus 1000 @HALL-1 }\n"
	"    going_out { contract when side canastas of sevens >= 1 and side melds of clean >= 1 and rich } house\n"
	"    with short\n"
	"    option late \"Late\" { needs short; deal { hand 15 } }\n"
	"    preset both \"Both\" { with late, tie=again }\n"
	"}\n"
	"variant three extends two { remove class clean; going_out { contract when rich } }\n",
	"language 1\n"
	"rulings for two {\n"
	"    ruling \"Draw\" @HALL-1 { with late; hand 5 6; do draw 7; do discard 5 }\n"
	"    ruling \"Sevens\" { hand 5 6; do draw 7; refuse discard 7 because canasta.sevens.bonus }\n"
	"}\n",
	("id\twhere\ttopic\tkind\trule\treading\n"
	 "HALL-1\tline 1\tthe-deal\tmechanic\tThirteen cards each, and 1000 for sevens.\t\n"),
};
static const char *const PATHS[] = { "/w/a.canasta", "/w/b.canasta", "/w/b.rulings", "/w/hall.tsv" };
enum { FILES = 4, EDITED = 3 }; /* the last one is on the disk alone */

/* A file as the client has it, and on the disk. */
struct edited {
	struct text disk, open;
	bool on_disk, is_open;
	json_t *published; /* for an open one: what it was told last */
};

struct desk {
	struct edited file[FILES];
	int version, name;
	struct lsp *lsp;
	struct canasta_bytes sent;
	json_t *answer; /* to the last request */
	const char *fault;
};

static inline int file_at(const char *path)
{
	int number = 0;

	while (number < FILES && strcmp(PATHS[number], path) != 0)
		number++;
	return number;
}

static inline int file_of(json_t *uri)
{
	const char *text = json_is_string(uri) ? json_string_value(uri) : "";

	return strncmp(text, "file://", 7) == 0 ? file_at(text + 7) : FILES;
}

static inline enum canasta_read read_edited(void *context, const char *path, const struct canasta_out *to)
{
	const struct desk *desk = context;
	int number = file_at(path);

	if (number == FILES || !desk->file[number].on_disk)
		return CANASTA_READ_MISSING;
	to->write(to->context, text_read(&desk->file[number].disk), desk->file[number].disk.length);
	return CANASTA_READ_OK;
}

static inline void list_edited(void *context, const char *folder, void (*found)(void *to, const char *name), void *to)
{
	const struct desk *desk = context;

	for (int i = 0; i < FILES && strcmp(folder, "/w/") == 0; i++)
		if (desk->file[i].on_disk)
			found(to, PATHS[i] + 3);
}

static inline void set_text(struct text *text, const char *bytes, size_t length)
{
	struct text made = { 0 };

	text_add_bytes(&made, bytes, length);
	text_free(text);
	*text = made;
}

/* ---- messages ---- */

static inline json_t *uri_of(int number)
{
	struct canasta_bytes uri = { 0 };
	json_t *made;

	uri_of_path(PATHS[number], &uri);
	made = json_string(uri.bytes);
	canasta_bytes_free(&uri);
	return made;
}

/* Takes what the server has sent. */
static inline void hear_server(struct desk *desk)
{
	struct rpc rpc = { .out = { .write = NULL } };
	json_t *message;

	rpc_receive(&rpc, desk->sent.bytes != NULL ? desk->sent.bytes : "", desk->sent.length);
	desk->sent.length = 0;
	while ((message = rpc_next(&rpc)) != NULL) {
		json_t *params = json_object_get(message, "params");
		int number = file_of(json_object_get(params, "uri"));
		if (number < FILES) {
			json_decref(desk->file[number].published);
			desk->file[number].published = json_incref(json_object_get(params, "diagnostics"));
		} else if (json_object_get(message, "id") != NULL) {
			json_decref(desk->answer);
			desk->answer = json_incref(message);
		}
		json_decref(message);
	}
	canasta_bytes_free(&rpc.in);
}

static inline void say_to_server(struct desk *desk, json_t *message)
{
	struct canasta_bytes text = { 0 };
	struct rpc rpc = { .out = canasta_bytes_out(&text) };

	if (message == NULL)
		abort();
	rpc_send(&rpc, message);
	lsp_receive(desk->lsp, text.bytes, text.length);
	canasta_bytes_free(&text);
	hear_server(desk);
}

static inline void say_open(struct desk *desk, int number)
{
	const struct text *text = &desk->file[number].open;

	say_to_server(desk, json_pack("{s:s, s:{s:{s:o, s:i, s:s%}}}", "method", "textDocument/didOpen", "params",
	                              "textDocument", "uri", uri_of(number), "version", ++desk->version, "text",
	                              text_read(text), text->length));
}

static inline void begin_session(struct desk *desk)
{
	const struct lsp_plan plan = { .reader = { .read = read_edited, .context = desk },
		                       .out = canasta_bytes_out(&desk->sent),
		                       .list = list_edited,
		                       .context = desk };

	desk->lsp = lsp_new(&plan);
	if (desk->lsp == NULL)
		abort();
	say_to_server(desk, json_pack("{s:i, s:s, s:{}}", "id", 0, "method", "initialize", "params"));
}

static inline void settle(struct desk *desk)
{
	while (lsp_idle(desk->lsp))
		hear_server(desk);
	hear_server(desk);
}

static inline void end_session(struct desk *desk)
{
	lsp_free(desk->lsp);
	canasta_bytes_free(&desk->sent);
	json_decref(desk->answer);
	for (int i = 0; i < FILES; i++) {
		json_decref(desk->file[i].published);
		text_free(&desk->file[i].disk);
		text_free(&desk->file[i].open);
	}
}

/* ---- what has to hold ---- */

/* A session that begins with the files as they are; with [all] also those that are closed are opened. */
static inline void begin_again(struct desk *again, const struct desk *desk, bool all)
{
	*again = (struct desk){ .version = 0 };
	for (int i = 0; i < FILES; i++) {
		const struct edited *from = &desk->file[i];
		const struct text *text = from->is_open ? &from->open : &from->disk;
		struct edited *to = &again->file[i];
		to->on_disk = from->on_disk;
		set_text(&to->disk, text_read(&from->disk), from->disk.length);
		to->is_open = i < EDITED && (from->is_open || (all && from->on_disk));
		if (to->is_open)
			set_text(&to->open, text_read(text), text->length);
	}
	begin_session(again);
	for (int i = 0; i < FILES; i++)
		if (again->file[i].is_open)
			say_open(again, i);
	settle(again);
}

/* What was published is what is found. */
static inline void check_published(struct desk *desk)
{
	struct desk again;

	begin_again(&again, desk, false);
	for (int i = 0; i < FILES && desk->fault == NULL; i++)
		if (desk->file[i].is_open && !json_equal(desk->file[i].published, again.file[i].published))
			desk->fault = "findings that are out of date";
	end_session(&again);
}

/* The names of all findings in all files, as one text. */
static inline void write_findings(const struct desk *desk, struct text *out)
{
	struct desk again;
	json_t *finding;
	size_t at;

	begin_again(&again, desk, true);
	for (int i = 0; i < FILES; i++)
		json_array_foreach(again.file[i].published, at, finding)
			text_format(out, "%d %s\n", i, json_string_value(json_object_get(finding, "code")));
	end_session(&again);
}

/* ---- steps ---- */

/* The line and character of a byte, as an editor counts that has agreed on UTF-16. */
static inline json_t *position_at(const struct text *text, size_t byte)
{
	struct document document = document_of("", text_read(text), text->length);
	int line, column;
	json_t *position;

	document_place(&document, byte, &line, &column);
	position = document_position(&document, UNITS_UTF16, line, column);
	document_forget(&document);
	return position;
}

static inline size_t byte_of(const struct text *text, json_t *position)
{
	struct document document = document_of("", text_read(text), text->length);
	size_t byte = document_byte(&document, UNITS_UTF16, json_integer_value(json_object_get(position, "line")),
	                            json_integer_value(json_object_get(position, "character")));

	document_forget(&document);
	return byte;
}

/* Puts [length] bytes in place of those from [from] to [to], which begin and end with a character. */
static inline void change_open(struct desk *desk, int number, size_t from, size_t to, const char *bytes, size_t length)
{
	struct text *text = &desk->file[number].open, made = { 0 };

	say_to_server(desk, json_pack("{s:s, s:{s:{s:o, s:i}, s:[{s:{s:o, s:o}, s:s%}]}}", "method",
	                              "textDocument/didChange", "params", "textDocument", "uri", uri_of(number),
	                              "version", ++desk->version, "contentChanges", "range", "start",
	                              position_at(text, from), "end", position_at(text, to), "text", bytes, length));
	text_add_bytes(&made, text_read(text), from);
	text_add_bytes(&made, bytes, length);
	text_add_bytes(&made, text_read(text) + to, text->length - to);
	text_free(text);
	*text = made;
}

static inline size_t place_in(struct drawing *at, const struct text *text)
{
	size_t place = text->length > 0 ? draw(at, (unsigned)text->length + 1) : 0;

	while (place > 0 && ((unsigned char)text_read(text)[place] & 0xc0) == 0x80)
		place--;
	return place;
}

/* A change such as authors make: a line goes, comes back, a phrase is typed, letters are cut. */
static inline void change_some(struct drawing *at, struct desk *desk, int number)
{
	struct text *text = &desk->file[number].open, typed = { 0 };
	size_t from = place_in(at, text), to = from;

	switch (draw(at, 5)) {
	case 0: /* a line goes */
		while (from > 0 && text_read(text)[from - 1] != '\n')
			from--;
		to = from + strcspn(text_read(text) + from, "\n");
		break;
	case 1: /* all is as it was */
		from = 0, to = text->length;
		text_add(&typed, TEXTS[number]);
		break;
	case 2:
		write_setting(at, parent_game(0)->rules, &typed);
		while (from > 0 && text_read(text)[from - 1] != '\n')
			from--;
		to = from;
		break;
	case 3: write_word(at, parent_game(0)->rules, &typed); break;
	default:
		to = place_in(at, text);
		if (to > from + 40)
			to = from;
	}
	if (to < from)
		to = from;
	change_open(desk, number, from, to, text_read(&typed), typed.length);
	text_free(&typed);
}

static inline void change_disk(struct drawing *at, struct desk *desk, int number)
{
	struct edited *file = &desk->file[number];
	const char *text = TEXTS[number];
	size_t length = strlen(text);

	file->on_disk = !once_in(at, 4);
	if (once_in(at, 2)) /* the end is missing */
		length -= draw(at, 60);
	set_text(&file->disk, text, length);
	say_to_server(desk, json_pack("{s:s, s:{s:[{s:o, s:i}]}}", "method", "workspace/didChangeWatchedFiles",
	                              "params", "changes", "uri", uri_of(number), "type", 2));
}

/* Does what an edit of the server says; false if it has a place that is none. */
static inline bool do_edits(struct desk *desk, int number, json_t *edits)
{
	struct edited *file = &desk->file[number];

	for (size_t i = json_array_size(edits); i-- > 0;) { /* from the end, for places are those of the text before */
		json_t *edit = json_array_get(edits, i), *range = json_object_get(edit, "range");
		struct text *text = file->is_open ? &file->open : &file->disk, made = { 0 };
		size_t from = byte_of(text, json_object_get(range, "start")),
		       to = byte_of(text, json_object_get(range, "end"));
		const char *typed = json_string_value(json_object_get(edit, "newText"));
		if (typed == NULL || from > to || to > text->length)
			return false;
		if (file->is_open) {
			change_open(desk, number, from, to, typed, strlen(typed));
			continue;
		}
		text_add_bytes(&made, text_read(text), from);
		text_add(&made, typed);
		text_add(&made, text_read(text) + to);
		text_free(text);
		*text = made;
	}
	return true;
}

static inline void ask_server(struct desk *desk, int number, const char *method, json_t *position, const char *name)
{
	json_decref(desk->answer);
	desk->answer = NULL;
	say_to_server(desk, json_pack("{s:i, s:s, s:{s:{s:o}, s:O, s:{s:O, s:O}, s:s}}", "id", 1, "method", method,
	                              "params", "textDocument", "uri", uri_of(number), "position", position, "range",
	                              "start", position, "end", position, "newName", name));
	if (desk->answer == NULL)
		desk->fault = "a request without an answer";
}

/* A place in a name, if chance finds one. */
static inline size_t place_of_name(struct drawing *at, const struct text *text)
{
	static const char *const names[] = { "one", "two",   "three", "sevens", "clean", "rich",
		                             "tie", "again", "short", "late",   "both",  "HALL" };
	const char *name = names[draw(at, sizeof names / sizeof *names)];
	const char *found = strstr(text_read(text), name);

	while (found != NULL && once_in(at, 2) && strstr(found + 1, name) != NULL)
		found = strstr(found + 1, name);
	return found != NULL ? (size_t)(found - text_read(text)) : place_in(at, text);
}

static inline void rename_some(struct drawing *at, struct desk *desk, int number)
{
	json_t *position = position_at(&desk->file[number].open, place_of_name(at, &desk->file[number].open)), *edits;
	struct text before = { 0 }, after = { 0 };
	const char *uri;
	char name[24];

	snprintf(name, sizeof name, "renamed_%d", ++desk->name);
	ask_server(desk, number, "textDocument/rename", position, name);
	json_decref(position);
	json_t *changes = json_incref(json_object_get(json_object_get(desk->answer, "result"), "changes"));
	if (changes != NULL)
		write_findings(desk, &before);
	json_object_foreach(changes, uri, edits) {
		int file = strncmp(uri, "file://", 7) == 0 ? file_at(uri + 7) : FILES;
		if (file == FILES || !do_edits(desk, file, edits))
			desk->fault = "an edit of no place";
	}
	if (changes != NULL)
		write_findings(desk, &after);
	if (strcmp(text_read(&before), text_read(&after)) != 0) {
		fprintf(stderr, "before:\n%safter:\n%s", text_read(&before), text_read(&after));
		desk->fault = "a new name that changes what is found";
	}
	/* those on the disk have changed, too */
	for (int i = 0; i < EDITED && changes != NULL; i++)
		say_to_server(desk, json_pack("{s:s, s:{s:[{s:o, s:i}]}}", "method", "workspace/didChangeWatchedFiles",
		                              "params", "changes", "uri", uri_of(i), "type", 2));
	json_decref(changes);
	text_free(&before);
	text_free(&after);
}

/* Asks for all that is known of a place; fixes, and the layout, are then written. */
static inline void ask_some(struct drawing *at, struct desk *desk, int number)
{
	static const char *const methods[] = { "textDocument/completion",          "textDocument/hover",
		                               "textDocument/definition",          "textDocument/references",
		                               "textDocument/documentHighlight",   "textDocument/prepareRename",
		                               "textDocument/documentSymbol",      "textDocument/foldingRange",
		                               "textDocument/semanticTokens/full", "textDocument/codeAction",
		                               "textDocument/formatting" };
	enum { METHODS = sizeof methods / sizeof *methods };
	json_t *position = position_at(&desk->file[number].open, place_in(at, &desk->file[number].open));

	for (int i = 0; i < METHODS && desk->fault == NULL; i++)
		ask_server(desk, number, methods[i], position, "");
	json_decref(position);
	if (desk->fault == NULL && !do_edits(desk, number, json_object_get(desk->answer, "result")))
		desk->fault = "a layout of no place";
}

static inline void do_step(struct drawing *at, struct desk *desk)
{
	int number = (int)draw(at, EDITED);
	struct edited *file = &desk->file[number];

	if (once_in(at, 6)) {
		change_disk(at, desk, (int)draw(at, FILES));
	} else if (!file->is_open) {
		file->is_open = true;
		set_text(&file->open, file->on_disk ? text_read(&file->disk) : TEXTS[number],
		         file->on_disk ? file->disk.length : strlen(TEXTS[number]));
		say_open(desk, number);
	} else
		switch (draw(at, 8)) {
		case 0:
			file->is_open = false;
			say_to_server(desk, json_pack("{s:s, s:{s:{s:o}}}", "method", "textDocument/didClose", "params",
			                              "textDocument", "uri", uri_of(number)));
			break;
		case 1:
		case 2:
		case 3: change_some(at, desk, number); break;
		case 4:
		case 5: ask_some(at, desk, number); break;
		default: rename_some(at, desk, number);
		}
	settle(desk);
	if (desk->fault == NULL)
		check_published(desk);
}

/* A session; returns what is wrong in it, or NULL. [*out] gets the files as they were then. */
static inline const char *editors_fault(struct drawing *at, struct text *out)
{
	struct desk desk = { .version = 0 };

	for (int i = 0; i < FILES; i++) {
		desk.file[i].on_disk = !once_in(at, 8);
		set_text(&desk.file[i].disk, TEXTS[i], strlen(TEXTS[i]));
	}
	begin_session(&desk);
	for (unsigned steps = 2 + draw(at, 8); steps > 0 && desk.fault == NULL; steps--)
		do_step(at, &desk);
	for (int i = 0; i < FILES; i++)
		if (desk.file[i].is_open || desk.file[i].on_disk)
			text_format(out, "%s, %s:\n%s", PATHS[i], desk.file[i].is_open ? "open" : "on the disk",
			            text_read(desk.file[i].is_open ? &desk.file[i].open : &desk.file[i].disk));
	end_session(&desk);
	return desk.fault;
}

#endif
