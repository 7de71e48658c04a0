/* canasta_judge.c -- the public functions that judge. A dispute is split into the lines of a position and an act: what the call says, and a
 * file of lines, of rulings or of JSON. Each variant is asked, and asked again with every option that is not chosen; an end position is
 * scored. */
#include "workspace.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/source.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/position_text.h"
#include "reports/judge.h"
#include "reports/reports.h"
#include "rules/build.h"
#include "rules/options.h"
#include "text/document.h"
#include "text/json.h"

/* ---- the act among the lines ---- */

/* The beginning of the last line that is not empty. */
static size_t last_line(const char *text, size_t *length)
{
	size_t end = strlen(text), from;

	for (;;) {
		while (end > 0 && strchr(" \t\r\n;", text[end - 1]) != NULL)
			end--;
		from = end;
		while (from > 0 && text[from - 1] != '\n')
			from--;
		if (end == 0 || text[from + strspn(text + from, " \t")] != '#')
			break;
		end = from;
	}
	*length = end - from;
	return from;
}

/* Removes the last line of [lines] if it is an act, and returns it without its comment; NULL if it is none or if out of memory. A line that
 * begins neither as an act nor as a line of a position is an act only if [has_to_be]. Otherwise it stays, to be reported. */
static const char *take_act(struct arena *arena, char *lines, bool has_to_be)
{
	size_t length, from = last_line(lines, &length);
	const char *comment = memchr(lines + from, '#', length), *act;

	act = arena_text(arena, lines + from, comment != NULL ? (size_t)(comment - lines) - from : length);
	if (length == 0 || act == NULL || position_is_line(act) || (!has_to_be && !act_is_line(act)))
		return NULL;
	lines[from] = '\0';
	return act;
}

static int add_value(const char *key, const json_t *value, struct text *lines)
{
	if (json_is_string(value) && strpbrk(json_string_value(value), "\n{}\"") == NULL)
		text_format(lines, "%s %s\n", key, json_string_value(value));
	else if (json_is_integer(value))
		text_format(lines, "%s %lld\n", key, (long long)json_integer_value(value));
	else
		return 0;
	return 1;
}

/* Reports that no line of a position begins with [key], and what may have been meant. */
static int unknown_key(const struct canasta_io *io, const char *file, const char *key)
{
	const char *words[POSITION_WORDS_MAX + 3], *near;
	int count = position_words(words);

	words[count++] = "act";
	words[count++] = "do";
	words[count++] = "ended";
	for (int i = 0; i < count; i++)
		if (strcmp(words[i], key) == 0)
			return CANASTA_FINE;
	near = word_nearest(key, words, count);
	return io_error(io, CANASTA_MISUSE, "%s: no line of a position begins with \"%s\"%s%s%s", file, key,
	                near != NULL ? "; did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "");
}

/* Adds what stands behind one key: the words of a line, or a list of such; those of the act are kept in [*act]. */
static int add_key(const char *key, const json_t *value, struct text *lines, const char **act, struct arena *arena)
{
	bool is_act = strcmp(key, "act") == 0;
	int fine = 1;
	json_t *one;
	size_t i;

	if (is_act && json_is_string(value))
		*act = arena_text(arena, json_string_value(value), json_string_length(value));
	else if (!is_act && json_is_array(value))
		json_array_foreach(value, i, one)
			fine = fine && add_value(key, one, lines);
	else
		fine = !is_act && add_value(key, value, lines);
	return fine;
}

/* { "hand": "7 7 2 K", "melds": ["us K K K", "them 7 7 7"], "act": "draw" }: a line for each value. */
static int read_json(const struct canasta_io *io, const char *file, struct text *text, const char **act,
                     struct arena *arena)
{
	json_error_t error;
	bool failed;
	json_t *object = json_read(text_read(text), text->length, &error, &failed), *value;
	struct text lines = { 0 };
	const char *key;
	int fine = 1;

	if (failed)
		return out_of_memory(io);
	if (object == NULL)
		return io_error(io, CANASTA_MISUSE, "%s:%d:%d: this is not JSON: %s", file, error.line, error.column,
		                error.text);
	if (!json_is_object(object)) {
		json_decref(object);
		return io_error(io, CANASTA_MISUSE,
		                "%s: a position in JSON is an object: { \"hand\": \"7 7 2 K\", \"act\": \"draw\" }",
		                file);
	}
	json_object_foreach(object, key, value) {
		fine = unknown_key(io, file, key) == CANASTA_FINE;
		if (!fine)
			break;
		fine = add_key(key, value, &lines, act, arena);
		if (!fine) {
			io_error(io, CANASTA_MISUSE,
			         "%s: the value of \"%s\" should be the words of a line, or a list of such words", file,
			         key);
			break;
		}
	}
	json_decref(object);
	text_free(text);
	*text = lines;
	return fine ? CANASTA_FINE : CANASTA_MISUSE;
}

/* A file of rulings: of the one at [line], or the first, the position becomes [*text], and [*act] what it asks about. */
static int read_ruling(const struct canasta_io *io, const char *name, int line, struct text *text, const char **act,
                       struct arena *arena)
{
	struct workspace *workspace = workspace_new(io);
	const struct library_file *file;
	struct ruling_question question = { .lines = NULL };
	int status;

	if (workspace == NULL)
		return out_of_memory(io);
	file = library_take(&workspace->library, name, text_read(text), text->length);
	if (file != NULL && workspace->library.diags.errors == 0)
		ruling_question_find(&workspace->library, file, line, &question);
	status = workspace_report(workspace);
	text_free(text);
	if (status == CANASTA_FINE && question.lines == NULL)
		status = line > 0 ? io_error(io, CANASTA_MISUSE, "%s has no ruling at line %d", name, line)
		                  : io_error(io, CANASTA_MISUSE, "%s has no rulings", name);
	else if (status == CANASTA_FINE) {
		text_add(text, question.lines);
		*act = question.act != NULL ? arena_text(arena, question.act, strlen(question.act)) : NULL;
	} else if (status == CANASTA_FINDINGS)
		status = CANASTA_MISUSE;
	workspace_free(workspace);
	return status;
}

/* Splits FILE:LINE and returns the file; the line is 0 if none is named. */
static const char *part_line(const char *file, struct arena *arena, int *line)
{
	const char *colon = strrchr(file, ':');

	*line = 0;
	if (colon == NULL || colon[1] == '\0' || colon[1 + strspn(colon + 1, "0123456789")] != '\0' ||
	    strlen(colon) > 8)
		return file;
	*line = atoi(colon + 1);
	return arena_text(arena, file, (size_t)(colon - file));
}

/* Reads the text of a file: lines as they stand, or what a JSON object or a ruling makes of them, which then has the act
 * too. */
static int read_text(const struct canasta_io *io, const char *name, int line, struct text *text, const char **act,
                     struct arena *arena)
{
	const char *begin = text_read(text) + text_mark(text_read(text), text->length);

	begin += strspn(begin, " \t\r\n");
	if (*begin == '{' || *begin == '[')
		return read_json(io, name, text, act, arena);
	if (is_rules_file(text_read(text)))
		return read_ruling(io, name, line, text, act, arena);
	return CANASTA_FINE;
}

/* Reads the file at [path], which may end in the number of a line, into a part of [to], and the act with it. [*ruling] says
 * whether it was one of rulings. */
static int read_file(const struct canasta_io *io, const char *path, struct dispute *to, char **lines, bool *ruling,
                     struct arena *arena)
{
	struct text text = { 0 };
	int line, status;

	path = part_line(path, arena, &line);
	if (path == NULL)
		return out_of_memory(io);
	to->part[0].name = strcmp(path, "-") == 0 ? "the position" : path;
	status = io_read_text(io, path, &text);
	*ruling = is_rules_file(text_read(&text));
	if (status == CANASTA_FINE)
		status = read_text(io, to->part[0].name, line, &text, &to->act, arena);
	if (status == CANASTA_FINE && text.failed)
		status = out_of_memory(io);
	*lines = status == CANASTA_FINE ? arena_text(arena, text_read(&text), text.length) : NULL;
	text_free(&text);
	return status;
}

int dispute_read(const struct canasta_io *io, const struct canasta_dispute *from, bool wants_act, struct arena *arena,
                 struct dispute *to)
{
	int status = CANASTA_FINE;
	char *lines[2] = { NULL, NULL };
	const char *act = from->act;
	bool ruling = false;

	to->all = from->all;
	if (from->file != NULL)
		status = read_file(io, from->file, to, &lines[0], &ruling, arena);
	if (from->lines != NULL) {
		lines[1] = arena_text(arena, from->lines, strlen(from->lines));
		to->part[1].name = "the position";
	}
	if (status == CANASTA_FINE && lines[1] != NULL)
		status = io_check_plain(io, to->part[1].name, lines[1], strlen(lines[1]));
	if (status == CANASTA_FINE && act != NULL)
		status = io_check_plain(io, "the act", act, strlen(act));
	if (status == CANASTA_FINE && to->act != NULL)
		status = io_check_plain(io, "the act", to->act, strlen(to->act));
	if (status != CANASTA_FINE)
		return status;
	if (wants_act && act == NULL && lines[1] != NULL)
		act = take_act(arena, lines[1], true);
	if (wants_act && to->act == NULL && lines[0] != NULL)
		to->act = take_act(arena, lines[0], act == NULL);
	to->is_ruling = ruling && act == NULL;
	to->act = act != NULL ? act : to->act;
	to->part[0].lines = lines[0];
	to->part[1].lines = lines[1];
	if (arena_failed(arena))
		return out_of_memory(io);
	return to->act != NULL || to->all || !wants_act
	               ? CANASTA_FINE
	               : io_error(io, CANASTA_MISUSE, "which act? %s",
	                          ruling ? "This ruling asks about none" : "The last line says what is done");
}

/* ---- one variant ---- */

/* A dispute that is judged by all variants. */
struct session {
	const struct canasta_io *io;
	const struct canasta_dispute *asked;
	struct dispute dispute;
};

/* Room for those that were chosen, and one more to try. */
enum { OPTIONS_ROOM = POSITION_OPTIONS_MAX + 1 };

_Static_assert((int)POSITION_OPTIONS_MAX == CANASTA_OPTIONS_MAX, "rooms below do not know canasta.h");

/* The options that hold for one verdict: those of the call, those of lines `with`, and perhaps one more, which takes
 * the place of another answer to the same choice. */
static int list_options(const struct session *session, struct workspace *workspace, const char *more, const char **with)
{
	int count = session->asked->option_count;
	size_t name = more != NULL ? strcspn(more, "=") : 0;

	for (int i = 0; i < count; i++)
		with[i] = session->asked->options[i];
	for (int i = 0; i < 2; i++) {
		const char *text = session->dispute.part[i].lines;
		if (text == NULL)
			continue;
		count += position_options(
			&workspace->library,
			library_lines(&workspace->library, session->dispute.part[i].name, text, strlen(text)),
			with + count, POSITION_OPTIONS_MAX - count);
	}
	for (int i = 0; i < count && more != NULL; i++)
		if (more[name] == '=' && strncmp(with[i], more, name + 1) == 0)
			with[i--] = with[--count];
	if (more != NULL)
		with[count++] = more;
	return count;
}

/* Judges the dispute in a workspace of its own, which the caller frees. */
static bool judge_once(const struct session *session, struct workspace *workspace, const char *reference,
                       const char *more, struct rules **rules, struct verdict *verdict)
{
	const char *with[OPTIONS_ROOM];
	int count = list_options(session, workspace, more, with);
	struct dispute dispute = session->dispute;

	*rules = NULL;
	if (workspace->library.diags.errors == 0)
		*rules = tables_compile(&workspace->library, rules_build(&workspace->library, reference, with, count));
	dispute.all = dispute.all && more == NULL;
	*verdict = (struct verdict){ .values = NULL };
	return *rules != NULL && judge(&workspace->library, *rules, &dispute, verdict);
}

static bool judge_with_options(const struct session *session, struct workspace *workspace, const char *reference,
                               struct verdict *verdict)
{
	struct rules *rules;

	if (!judge_once(session, workspace, reference, NULL, &rules, verdict))
		return false;
	json_put(&verdict->values, "variant", json_words(reference));
	if (session->dispute.act == NULL)
		return true;
	for (const struct option *option = rules->options; option != NULL; option = option->next)
		if (!option->chosen && !option->is_preset && !option->is_on_offer) {
			/* Asks again with one option more; options that cannot be added, or change nothing, are passed over. */
			struct workspace *other = workspace_new(session->io);
			struct rules *changed;
			struct verdict again = { .values = NULL };
			const char *words = option_kept(option, workspace->arena);
			if (other != NULL && judge_once(session, other, reference, words, &changed, &again) &&
			    again.legal != verdict->legal)
				judge_otherwise(&workspace->library, rules, verdict, words, &again);
			verdict_end(&again);
			workspace_free(other);
		}
	if (json_array_size(json_object_get(verdict->values, "options")) == 0)
		json_object_del(verdict->values, "options");
	return true;
}

/* ---- all variants ---- */

/* The answer: a document with a row for each variant, or with everything known about the only one; or a list for programs. */
struct answer {
	struct document document;
	struct table *table; /* NULL before the first row */
	json_t *list;
};

static void add_verdict(const struct session *session, const char *reference, const struct verdict *verdict,
                        struct answer *answer)
{
	struct document *out = &answer->document;
	struct block *name;

	if (session->asked->json)
		json_add(&answer->list, json_incref(verdict->values));
	else if (verdict->values == NULL)
		out->failed = true;
	else if (session->asked->brief || (session->asked->variant_count > 1 && !session->asked->all)) {
		if (answer->table == NULL) {
			answer->table = document_table(out, 3);
			answer->table->unbroken = true;
		}
		verdict_add_row(verdict, answer->table);
	} else {
		if (session->asked->variant_count > 1) {
			name = document_say(out, BLOCK_PARAGRAPH, 0, reference);
			name->apart = true;
		}
		verdict_add(verdict, out);
	}
}

static int judge_variant(const struct session *session, const char *reference, struct answer *answer)
{
	struct workspace *workspace = workspace_new(session->io);
	struct verdict verdict;
	bool judged;
	int status;

	if (workspace == NULL)
		return out_of_memory(session->io);
	judged = judge_with_options(session, workspace, reference, &verdict);
	if (judged && workspace->library.diags.errors == 0)
		add_verdict(session, reference, &verdict, answer);
	status = workspace_report(workspace);
	if (status == CANASTA_FINDINGS || (!judged && status == CANASTA_FINE))
		status = CANASTA_MISUSE; /* the position or the rules have errors: no verdict */
	if (status == CANASTA_FINE && !verdict.legal)
		status = CANASTA_FINDINGS;
	verdict_end(&verdict);
	workspace_free(workspace);
	return status;
}

int canasta_judge(const struct canasta_io *io, const struct canasta_dispute *asked)
{
	struct session session = { .io = io, .asked = asked };
	struct arena *arena = arena_new();
	struct answer answer = { .list = json_array() };
	int status, one;

	document_begin(&answer.document, "verdict");
	if (asked->option_count > CANASTA_OPTIONS_MAX)
		status = too_many_options(io);
	else
		status = arena != NULL && answer.list != NULL ? dispute_read(io, asked, true, arena, &session.dispute)
		                                              : out_of_memory(io);
	for (int i = 0; i < asked->variant_count && status != CANASTA_INTERNAL && (status != CANASTA_MISUSE || i > 0);
	     i++) {
		one = judge_variant(&session, asked->variants[i], &answer);
		status = one > status ? one : status;
	}
	one = status;
	if (status != CANASTA_INTERNAL && !asked->json)
		one = io_write_document(io, &answer.document, NULL);
	else if (status != CANASTA_INTERNAL && (answer.list == NULL || json_array_size(answer.list) > 0))
		one = io_write_json(io, json_pack("{s:i, s:O}", "version", 1, "verdicts", answer.list));
	document_end(&answer.document);
	json_decref(answer.list);
	arena_free(arena);
	return one > status ? one : status;
}

/* ---- end positions ---- */

static int score_on(const struct session *session, struct workspace *workspace, struct document *out, json_t **json)
{
	const char *with[OPTIONS_ROOM];
	int count = list_options(session, workspace, NULL, with), status;
	struct rules *rules = NULL;

	if (workspace->library.diags.errors == 0)
		rules = tables_compile(&workspace->library,
		                       rules_build(&workspace->library, session->asked->variants[0], with, count));
	if (rules != NULL && session->asked->json)
		*json = end_score_json(&workspace->library, rules, &session->dispute);
	else if (rules != NULL)
		end_score_add(&workspace->library, rules, &session->dispute, out);
	status = workspace_report(workspace);
	return status == CANASTA_FINDINGS ? CANASTA_MISUSE : status;
}

int canasta_score(const struct canasta_io *io, const struct canasta_dispute *asked)
{
	struct session session = { .io = io, .asked = asked };
	struct workspace *workspace = workspace_new(io);
	struct document out;
	json_t *json = NULL;
	int status;

	document_begin(&out, "score");
	if (asked->variant_count < 1)
		status = io_error(io, CANASTA_MISUSE, "no variant is named to score by");
	else if (asked->option_count > CANASTA_OPTIONS_MAX)
		status = too_many_options(io);
	else
		status = workspace != NULL ? dispute_read(io, asked, false, workspace->arena, &session.dispute)
		                           : out_of_memory(io);
	if (status == CANASTA_FINE)
		status = score_on(&session, workspace, &out, &json);
	if (status == CANASTA_FINE)
		status = asked->json ? io_write_json(io, json) : io_write_document(io, &out, NULL);
	else
		json_decref(json);
	document_end(&out);
	workspace_free(workspace);
	return status;
}
