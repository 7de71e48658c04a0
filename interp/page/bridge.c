/* bridge.c -- the library for the page. A request is one JSON object that names a call and its arguments; page_call() answers
 * with the status of the library, and what was written to `out` and `messages` can then be fetched. Files are texts that
 * the page handed over; games, records, pads and simulations are numbers. */
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "canasta.h"

/* Functions for JavaScript. */
void *page_room(size_t size);
int page_call(char *request);
const char *page_text(int which);
size_t page_length(int which);

/* A function of JavaScript: how far a long call has come. */
__attribute__((import_module("page"), import_name("progress"))) void page_progress(int done, int all);

/* ---- in and out ---- */

enum { OUT, MESSAGES, TEXTS };

static struct canasta_bytes texts[TEXTS];
static json_t *files; /* names and texts */

static void write_words(const char *words)
{
	canasta_bytes_add(&texts[OUT], words, strlen(words));
}

static void write_json(json_t *value)
{
	char *words = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);

	if (words == NULL)
		abort();
	write_words(words);
	free(words);
	json_decref(value);
}

static enum canasta_read read_file(void *context, const char *path, const struct canasta_out *to)
{
	json_t *text = json_object_get(files, path);

	(void)context;
	if (text == NULL)
		return CANASTA_READ_MISSING;
	if (json_string_length(text) > CANASTA_FILE_MAX)
		return CANASTA_READ_TOO_LONG;
	to->write(to->context, json_string_value(text), json_string_length(text));
	return CANASTA_READ_OK;
}

static struct canasta_io io = { .reader = { .read = read_file } }, as_json; /* the same, with reports as JSON */

/* ---- arguments ---- */

static const char *word(json_t *request, const char *key)
{
	return json_string_value(json_object_get(request, key));
}

static int number(json_t *request, const char *key)
{
	return (int)json_integer_value(json_object_get(request, key));
}

/* A number that may have more digits than JavaScript numbers have, and therefore comes as text. */
static uint64_t large(json_t *request, const char *key)
{
	const char *digits = word(request, key);

	return digits != NULL ? strtoull(digits, NULL, 10) : (uint64_t)number(request, key);
}

static enum canasta_form form(json_t *request)
{
	return json_object_get(request, "form") != NULL ? (enum canasta_form)number(request, "form") : CANASTA_JSON;
}

enum { WORDS_MAX = CANASTA_OPTIONS_MAX + 1 };

/* Reads a list of strings. One more than are allowed is kept, so that the library reports it. */
static int words(json_t *list, const char **word_of)
{
	int count = 0;

	for (size_t i = 0; i < json_array_size(list) && count < WORDS_MAX; i++)
		if (json_is_string(json_array_get(list, i)))
			word_of[count++] = json_string_value(json_array_get(list, i));
	return count;
}

/* Loads what [named] has as `variant` and `options`. */
static int load(json_t *named, struct canasta_variant **variant)
{
	const char *option[WORDS_MAX];
	int count = words(json_object_get(named, "options"), option);

	return canasta_load(&io, word(named, "variant") != NULL ? word(named, "variant") : "", option, count, variant);
}

/* ---- what is kept between calls ---- */

/* What a number stands for: one of these. */
struct kept {
	struct canasta_variant *variant;
	struct canasta_game *game;
	struct canasta_record *record;
	struct canasta_pad *pad;
	struct canasta_sim *sim;
	struct canasta_bytes written; /* the record of the game so far */
};

enum { KEPT_MAX = 64 };

static struct kept *kept[KEPT_MAX];

static struct kept *keep(int *at)
{
	for (*at = 0; *at < KEPT_MAX; (*at)++)
		if (kept[*at] == NULL)
			return kept[*at] = calloc(1, sizeof **kept);
	return NULL;
}

static void give_back(int at)
{
	struct kept *old = at >= 0 && at < KEPT_MAX ? kept[at] : NULL;

	if (old == NULL)
		return;
	canasta_sim_free(old->sim);
	canasta_game_free(old->game);
	canasta_record_free(old->record);
	canasta_pad_free(old->pad);
	canasta_free(old->variant);
	canasta_bytes_free(&old->written);
	free(old);
	kept[at] = NULL;
}

static struct kept *kept_at(json_t *request)
{
	static struct kept none;
	int at = number(request, "at");

	return at >= 0 && at < KEPT_MAX && kept[at] != NULL ? kept[at] : &none;
}

/* Writes the number of a thing that was just made, or frees it if [status] says that it could not be made. */
static int made(int status, int at)
{
	if (status == CANASTA_FINE)
		write_json(json_integer(at));
	else
		give_back(at);
	return status;
}

/* ---- rules ---- */

/* Adds or replaces a file; without a text removes it. */
static int call_file(json_t *request)
{
	json_t *text = json_object_get(request, "text");

	if (json_is_string(text))
		json_object_set(files, word(request, "name"), text);
	else
		json_object_del(files, word(request, "name"));
	return CANASTA_FINE;
}

static int call_list(json_t *request)
{
	return canasta_list(&as_json, word(request, "variant"), 1);
}

static int call_check(json_t *request)
{
	const struct canasta_checking checking = { .form = CANASTA_JSON };
	const char *reference[WORDS_MAX];
	int count = words(json_object_get(request, "references"), reference);

	return canasta_check(&io, reference, count, &checking);
}

/* Shows a variant, or whatever a number stands for: a game, record or pad. */
/* The rules that a request asks about: those of the game or the record whose number it has, or else those that it names; the latter are
 * [loaded], for canasta_free(). */
static int rules_of(json_t *request, const struct canasta_variant **rules, struct canasta_variant **loaded)
{
	const struct kept *on = kept_at(request);
	int status = CANASTA_FINE;

	*loaded = NULL;
	*rules = on->record != NULL ? canasta_record_variant(on->record) : on->variant;
	if (word(request, "variant") != NULL) {
		status = load(request, loaded);
		*rules = *loaded;
	}
	return *rules == NULL && status == CANASTA_FINE ? CANASTA_MISUSE : status;
}

static int call_show(json_t *request)
{
	const struct canasta_variant *rules;
	struct canasta_variant *loaded;
	int status = rules_of(request, &rules, &loaded);

	if (status == CANASTA_FINE)
		status = canasta_show(&io, rules, word(request, "path"), CANASTA_SHOW_JSON);
	canasta_free(loaded);
	return status;
}

static int call_sheet(json_t *request)
{
	const struct canasta_sheet_plan plan = {
		.form = form(request),
		.kind = (enum canasta_sheet)number(request, "kind"),
	};
	const struct canasta_variant *rules;
	struct canasta_variant *loaded;
	int status = rules_of(request, &rules, &loaded);

	if (status == CANASTA_FINE)
		status = canasta_sheet(&io, rules, &plan);
	canasta_free(loaded);
	return status;
}

static int call_format(json_t *request)
{
	int changed;

	return canasta_format(&io, word(request, "file"), CANASTA_FORMAT_TEXT, &changed);
}

static int call_new(json_t *request)
{
	return canasta_new_text(&io, word(request, "name"), word(request, "from"), NULL);
}

/* Answers what an editor asks about a place in a file. */
static int call_ask(json_t *request)
{
	return canasta_ask(&io, word(request, "file"), (enum canasta_question)number(request, "question"),
	                   number(request, "line"), number(request, "column"));
}

static int call_shipped(json_t *request)
{
	return canasta_shipped(&io, word(request, "file"));
}

static int call_is_name(json_t *request)
{
	write_json(json_integer(canasta_is_name(word(request, "name"))));
	return CANASTA_FINE;
}

static int call_syntax(json_t *request)
{
	return canasta_syntax(&io, word(request, "editor"));
}

static int call_test(json_t *request)
{
	const char *reference[WORDS_MAX];
	int count = words(json_object_get(request, "references"), reference);

	return canasta_test(&as_json, reference, count);
}

/* ---- several sets of rules ---- */

/* Compares the variants of a request, each with its label: the first two by meaning, or all of them side by side. */
static int compare(json_t *request, bool two)
{
	const struct canasta_writing telling = { .form = form(request), .all = two };
	json_t *list = json_object_get(request, "variants");
	struct canasta_variant *variant[CANASTA_MATRIX_MAX] = { NULL };
	const char *label[CANASTA_MATRIX_MAX] = { NULL };
	int most = two ? 2 : (int)json_array_size(list), count = 0, status = CANASTA_FINE;

	for (; count < most && count < CANASTA_MATRIX_MAX && status == CANASTA_FINE; count++) {
		label[count] = word(json_array_get(list, (size_t)count), "label");
		status = load(json_array_get(list, (size_t)count), &variant[count]);
	}
	const struct canasta_variant *const *loaded = (const struct canasta_variant *const *)variant;
	if (status == CANASTA_FINE)
		status = two ? canasta_diff(&io, loaded, label, &telling, CANASTA_WORDS)
		             : canasta_matrix(&io, loaded, label, count, &telling);
	for (int i = 0; i < count; i++)
		canasta_free(variant[i]);
	return status;
}

static int call_matrix(json_t *request)
{
	return compare(request, false);
}

static int call_diff(json_t *request)
{
	return compare(request, true);
}

static void tell_progress(void *context, int done, int all)
{
	(void)context;
	page_progress(done, all);
}

static void drop(void *context, const char *bytes, size_t length)
{
	(void)context, (void)bytes, (void)length;
}

/* Of the files that show a difference, hands over the game that was played up to it. */
static int take_record(void *context, const char *name, const char *bytes, size_t length)
{
	const char *ending = strrchr(name, '.');

	(void)context;
	if (ending != NULL && strcmp(ending, ".record") == 0)
		canasta_bytes_add(&texts[OUT], bytes, length);
	return 0;
}

static int call_rivals(json_t *request)
{
	json_t *list = json_object_get(request, "variants");
	const char *option[2][WORDS_MAX], *way = word(request, "way");
	struct canasta_rivals rivals = { .seed = large(request, "seed"),
		                         .games = large(request, "games"),
		                         .bot = word(request, "bot"),
		                         .form = CANASTA_JSON,
		                         .progress = tell_progress,
		                         .path = word(request, "path") };

	for (int i = 0; i < 2; i++) {
		json_t *named = json_array_get(list, (size_t)i);
		rivals.reference[i] = word(named, "variant");
		rivals.label[i] = word(named, "label");
		rivals.option_count[i] = words(json_object_get(named, "options"), option[i]);
		rivals.options[i] = option[i];
		if (rivals.reference[i] == NULL || rivals.label[i] == NULL)
			return CANASTA_MISUSE;
	}
	if (way != NULL && strcmp(way, "effect") == 0)
		return canasta_effect(&io, &rivals);
	if (way != NULL && strcmp(way, "record") == 0) { /* and nothing but that */
		struct canasta_io quiet = io;
		quiet.out = (struct canasta_out){ .write = drop };
		rivals.save = take_record;
		return canasta_witness(&quiet, &rivals);
	}
	return canasta_witness(&io, &rivals);
}

/* ---- positions ---- */

static int call_judge(json_t *request)
{
	const char *reference[WORDS_MAX], *option[WORDS_MAX];
	struct canasta_dispute dispute = {
		.variants = reference,
		.variant_count = words(json_object_get(request, "variants"), reference),
		.options = option,
		.option_count = words(json_object_get(request, "options"), option),
		.lines = word(request, "lines"),
		.act = word(request, "act"),
		.all = number(request, "all"),
		.json = 1,
	};

	return canasta_judge(&io, &dispute);
}

/* ---- games ---- */

static int call_bots(json_t *request)
{
	json_t *list = json_array();
	const char *sentence, *name;

	(void)request;
	for (int i = 0; (name = canasta_bot(i, &sentence)) != NULL; i++)
		json_array_append_new(list, json_pack("{s:s, s:s}", "name", name, "sentence", sentence));
	write_json(list);
	return CANASTA_FINE;
}

/* Begins a game and its record; "who" plays at the seats. */
static int call_game_new(json_t *request)
{
	json_t *names = json_object_get(request, "who");
	const char *who[32] = { NULL };
	struct canasta_out record;
	int at, status;
	struct kept *new = keep(&at);

	if (new == NULL)
		return CANASTA_INTERNAL;
	for (size_t i = 0; i < json_array_size(names) && i < 32; i++)
		who[i] = json_string_value(json_array_get(names, i));
	record = canasta_bytes_out(&new->written);
	status = load(request, &new->variant);
	if (status == CANASTA_FINE)
		status = canasta_game_new(&io, new->variant, large(request, "seed"), &new->game);
	if (status == CANASTA_FINE)
		status = canasta_game_record(&io, new->game, &record, names != NULL ? who : NULL, NULL);
	return made(status, at);
}

/* Writes the state of a game, which the page asks for after each act. */
static int call_game_state(json_t *request)
{
	const struct kept *on = kept_at(request);
	const struct canasta_variant *variant = on->record != NULL ? canasta_record_variant(on->record) : on->variant;
	static const char *const moments[] = { [CANASTA_TO_DEAL] = "deal",
		                               [CANASTA_TO_ACT] = "act",
		                               [CANASTA_DEAL_OVER] = "deal_over",
		                               [CANASTA_GAME_OVER] = "game_over" };
	json_t *seats, *sides, *points;

	if (on->game == NULL)
		return CANASTA_MISUSE;
	points = json_array();
	for (int side = 0; side < canasta_sides(variant); side++)
		json_array_append_new(points, json_integer(canasta_game_points_so_far(on->game, side)));
	seats = json_array();
	sides = json_array();
	for (int seat = 0; seat < canasta_players(variant); seat++) {
		json_array_append_new(seats, json_string(canasta_seat_name(variant, seat)));
		json_array_append_new(sides, json_integer(canasta_side(variant, seat)));
	}
	write_json(json_pack("{s:s, s:i, s:b, s:o, s:o, s:o}", "moment", moments[canasta_game_moment(on->game)], "seat",
	                     canasta_game_seat(on->game), "may_undo", canasta_game_may_undo(on->game), "seats", seats,
	                     "sides", sides, "points", points));
	return CANASTA_FINE;
}

static int call_game(json_t *request)
{
	struct kept *on = kept_at(request);
	const char *verb = word(request, "verb"), *said = word(request, "words");

	if (on->game == NULL || verb == NULL)
		return CANASTA_MISUSE;
	if (said == NULL)
		said = "";
	if (strcmp(verb, "deal") == 0)
		return canasta_game_deal(on->game), CANASTA_FINE;
	if (strcmp(verb, "do") == 0)
		return canasta_game_do(&io, on->game, said);
	if (strcmp(verb, "why") == 0)
		return canasta_game_why(&io, on->game, said);
	if (strcmp(verb, "offers") == 0)
		return canasta_game_offers(&io, on->game, said);
	if (strcmp(verb, "hint") == 0)
		return canasta_game_hint(&io, on->game, said[0] != '\0' ? said : NULL);
	if (strcmp(verb, "undo") == 0)
		return canasta_game_undo(&io, on->game);
	if (strcmp(verb, "tell") == 0)
		return canasta_game_news(&io, on->game);
	if (strcmp(verb, "view") == 0)
		return canasta_game_view(&io, on->game, number(request, "seat"));
	if (strcmp(verb, "score") == 0)
		return canasta_game_score(&as_json, on->game);
	if (strcmp(verb, "score_so_far") == 0)
		return canasta_game_score_so_far(&as_json, on->game);
	if (strcmp(verb, "record") == 0 && !on->written.failed)
		return canasta_bytes_add(&texts[OUT], on->written.bytes, on->written.length), CANASTA_FINE;
	return CANASTA_MISUSE;
}

/* Lets bots act until it is a person's turn, for at most `most` acts. `bots` has a name for each seat, null for a
 * person. A bot that looks ahead does at most `steps` steps; if that is not enough the answer is "thinking", and the
 * page asks again. */
static int call_game_bots(json_t *request)
{
	struct kept *on = kept_at(request);
	json_t *bots = json_object_get(request, "bots");
	int status = on->game != NULL ? CANASTA_FINE : CANASTA_MISUSE;

	for (int done = 0; status == CANASTA_FINE && done < number(request, "most"); done++) {
		int seat = canasta_game_seat(on->game);
		const char *bot = seat >= 0 ? json_string_value(json_array_get(bots, (size_t)seat)) : NULL;
		if (bot == NULL)
			break;
		for (int step = 0; step < number(request, "steps"); step++)
			if (!canasta_game_think(on->game, bot))
				break;
			else if (step + 1 == number(request, "steps"))
				return write_words("thinking"), status;
		status = canasta_game_bot(on->game, bot);
	}
	return status;
}

/* ---- records ---- */

static int call_record(json_t *request)
{
	json_t *text = json_object_get(request, "text");
	int at, status;
	struct kept *new = keep(&at);

	if (new == NULL)
		return CANASTA_INTERNAL;
	status = canasta_record_open_by(&io, word(request, "name"), json_string_value(text), json_string_length(text),
	                                NULL, &new->record);
	if (status == CANASTA_FINE && number(request, "continue")) {
		const struct canasta_out record = canasta_bytes_out(&new->written);
		canasta_bytes_add(&new->written, json_string_value(text), canasta_record_whole(new->record));
		status = canasta_record_play(&io, new->record, NULL, &new->game);
		if (status == CANASTA_FINE)
			status = canasta_record_continue(new->record, new->game, &record);
	}
	return made(status, at);
}

/* Plays a record up to a point. The number then also stands for its game. */
static int call_record_play(json_t *request)
{
	const struct canasta_point until = { .line = number(request, "line") };
	struct kept *on = kept_at(request);

	if (on->record == NULL)
		return CANASTA_MISUSE;
	canasta_game_free(on->game);
	on->game = NULL;
	return canasta_record_play(&io, on->record, until.line > 0 ? &until : NULL, &on->game);
}

static int call_record_tell(json_t *request)
{
	const struct kept *on = kept_at(request);
	struct canasta_variant *under = NULL;
	int status;

	if (on->record == NULL)
		return CANASTA_MISUSE;
	status = load(request, &under);
	if (status == CANASTA_FINE)
		status = canasta_record_under(&io, on->record, under, 0);
	canasta_free(under);
	return status;
}

static int call_record_analyse(json_t *request)
{
	const struct kept *on = kept_at(request);

	return on->record != NULL ? canasta_record_analyse(&io, on->record, number(request, "samples"), 0) : CANASTA_MISUSE;
}

/* ---- score pads ---- */

static int call_pad(json_t *request)
{
	const char *option[WORDS_MAX], *file = word(request, "file");
	size_t whole;
	int at, count = words(json_object_get(request, "options"), option), status;
	struct kept *new = keep(&at);

	if (new == NULL)
		return CANASTA_INTERNAL;
	status = file != NULL ? canasta_pad_read(&io, file, &new->pad, &whole)
	                      : canasta_pad_new(&io, word(request, "variant"), option, count, &new->pad);
	return made(status, at);
}

/* The variant and its options, as a request names them. */
static void write_pad_rules(const struct canasta_pad *pad)
{
	json_t *options = json_array();

	for (int i = 0; canasta_pad_option(pad, i) != NULL; i++)
		json_array_append_new(options, json_string(canasta_pad_option(pad, i)));
	write_json(json_pack("{s:s, s:o}", "variant", canasta_pad_variant(pad), "options", options));
}

static int call_pad_do(json_t *request)
{
	struct kept *on = kept_at(request);
	const char *verb = word(request, "verb"), *said = word(request, "words");

	if (on->pad == NULL || verb == NULL)
		return CANASTA_MISUSE;
	if (strcmp(verb, "enter") == 0)
		return canasta_pad_enter(&io, on->pad, said != NULL ? said : "");
	if (strcmp(verb, "doubt") == 0)
		return canasta_pad_doubt(&io, on->pad, said != NULL ? said : "");
	if (strcmp(verb, "tell") == 0)
		return canasta_pad_report(&as_json, on->pad);
	if (strcmp(verb, "show") == 0)
		return canasta_pad_show(&as_json, on->pad, number(request, "deal"));
	if (strcmp(verb, "help") == 0)
		return canasta_pad_help(&as_json, on->pad);
	if (strcmp(verb, "csv") == 0)
		return canasta_pad_csv(&io, on->pad);
	if (strcmp(verb, "html") == 0)
		return canasta_pad_html(&io, on->pad);
	if (strcmp(verb, "rules") == 0)
		return write_pad_rules(on->pad), CANASTA_FINE;
	if (strcmp(verb, "head") == 0)
		return write_words(canasta_pad_head(on->pad)), CANASTA_FINE;
	if (strcmp(verb, "mark") == 0)
		return write_words(canasta_pad_mark(on->pad)), CANASTA_FINE;
	return CANASTA_MISUSE;
}

/* ---- simulations ---- */

static int call_sim(json_t *request)
{
	const char *bot[WORDS_MAX];
	struct canasta_plan plan = { .seed = large(request, "seed"),
		                     .bots = bot,
		                     .bot_count = words(json_object_get(request, "bots"), bot),
		                     .single_deals = number(request, "deals"),
		                     .match = number(request, "match") };
	int at, status;
	struct kept *new = keep(&at);

	if (new == NULL)
		return CANASTA_INTERNAL;
	status = load(request, &new->variant);
	if (status == CANASTA_FINE)
		status = canasta_sim_new(&io, new->variant, &plan, &new->sim);
	return made(status, at);
}

static int call_sim_run(json_t *request)
{
	struct kept *on = kept_at(request);

	return on->sim != NULL ? canasta_sim_run(on->sim, large(request, "from"), large(request, "to"))
	                       : CANASTA_MISUSE;
}

static int call_sim_tell(json_t *request)
{
	struct kept *on = kept_at(request);

	return on->sim != NULL ? canasta_sim_report(&io, on->sim, (enum canasta_form)number(request, "form"))
	                       : CANASTA_MISUSE;
}

/* Adds up the results in files, which several workers wrote as JSON. */
static int call_sim_add(json_t *request)
{
	const char *path[WORDS_MAX];
	int count = words(json_object_get(request, "files"), path);

	return canasta_sim_add(&io, path, count, (enum canasta_form)number(request, "form"));
}

/* ---- the door ---- */

static int call_free(json_t *request)
{
	give_back(number(request, "at"));
	return CANASTA_FINE;
}

static const struct {
	const char *name;
	int (*run)(json_t *request);
} calls[] = {
	{ "file", call_file },
	{ "list", call_list },
	{ "check", call_check },
	{ "show", call_show },
	{ "sheet", call_sheet },
	{ "format", call_format },
	{ "new", call_new },
	{ "ask", call_ask },
	{ "shipped", call_shipped },
	{ "is_name", call_is_name },
	{ "syntax", call_syntax },
	{ "test", call_test },
	{ "matrix", call_matrix },
	{ "diff", call_diff },
	{ "rivals", call_rivals },
	{ "judge", call_judge },
	{ "bots", call_bots },
	{ "game_new", call_game_new },
	{ "game_state", call_game_state },
	{ "game", call_game },
	{ "game_bots", call_game_bots },
	{ "record", call_record },
	{ "record_play", call_record_play },
	{ "record_tell", call_record_tell },
	{ "record_analyse", call_record_analyse },
	{ "pad", call_pad },
	{ "pad_do", call_pad_do },
	{ "sim", call_sim },
	{ "sim_run", call_sim_run },
	{ "sim_tell", call_sim_tell },
	{ "sim_add", call_sim_add },
	{ "free", call_free },
};

void *page_room(size_t size)
{
	return malloc(size);
}

/* Handles [request], which page_room() has made room for, and frees it. */
int page_call(char *request)
{
	json_error_t error;
	json_t *asked = json_loads(request, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
	const char *name = word(asked, "call");
	int status = CANASTA_MISUSE;

	free(request);
	if (files == NULL) {
		files = json_object();
		io.out = canasta_bytes_out(&texts[OUT]);
		io.messages = canasta_bytes_out(&texts[MESSAGES]);
		as_json = io;
		as_json.form = CANASTA_JSON;
	}
	for (int i = 0; i < TEXTS; i++)
		texts[i].length = 0;
	for (size_t i = 0; name != NULL && i < sizeof calls / sizeof *calls; i++)
		if (strcmp(calls[i].name, name) == 0)
			status = calls[i].run(asked);
	json_decref(asked);
	if (texts[OUT].failed || texts[MESSAGES].failed)
		abort(); /* no memory: the page starts another instance */
	return status;
}

const char *page_text(int which)
{
	return texts[which].bytes;
}

size_t page_length(int which)
{
	return texts[which].length;
}
