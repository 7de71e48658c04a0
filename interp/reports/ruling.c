/* ruling.c -- running rulings. The lines of a ruling are parsed one by one into a position; with the first line that does or
 * asks something the position is finished and play begins. A question is cut out of the text in which it stands: the rest
 * becomes blanks, so that every place stays the one it has in the file. */
#include "reports/ruling.h"

#include <string.h>
#include "notation/act_text.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"

void ruling_fail(struct ruling_run *at, struct span span, const char *what, const char *detail)
{
	int line, column;

	span_place(&at->on.library->sources, span, &line, &column);
	text_format(at->out, "%s:%d: %s\n    %s%s\n", at->on.library->sources.source[span.source - 1].name, line,
	            at->ruling->title, what, detail);
	at->failed = true;
}

/* ---- deals ---- */

/* deal 17, by that seed; or deal next: this deal is scored, the totals are carried on, and the player stays the same. */
static void run_deal(struct ruling_run *at, const struct statement *line)
{
	struct game *game = &at->on.position.game;
	uint32_t events = game->events;
	uint8_t of_side[SIDES_MAX][event_MAX];
	int32_t seed, totals[SIDES_MAX];
	struct tally tally;

	if (!position_parser_cut(&at->on, line, false))
		return;
	if (line_is(&at->on.line, "number")) {
		position_parser_line(&at->on, line);
		return;
	}
	if (line_accept(&at->on.line, "next")) {
		if (!position_parser_ends(&at->on))
			return;
		game_score(game, &tally);
		game_totals(game, &tally, totals);
		game_next_deal(game, totals);
		game_deal(game, 0);
		return;
	}
	if (!position_parser_claim(&at->on, ABOUT_SEED, 0, 0))
		return;
	if (!line_accept_number(&at->on.line, &seed) || seed < 0)
		return position_wants(&at->on, line, "a number, the seed, or `next`");
	if (!position_parser_ends(&at->on))
		return;
	for (int side = 0; side < SIDES_MAX; side++)
		memcpy(of_side[side], game->side[side].events, sizeof of_side[side]);
	game_begin(game, at->on.rules, (uint64_t)seed);
	for (int side = 0; side < SIDES_MAX; side++)
		memcpy(game->side[side].events, of_side[side], sizeof of_side[side]);
	game_deal(game, events);
	at->on.me = game->turn.seat;
	at->on.playing = true;
}

/* ---- acts ---- */

/* True if setting [row] has this path, or lies within it. */
static bool lies_within(const struct rules *rules, int row, int item, const char *path, struct text *marks)
{
	size_t length = strlen(path);
	struct text own = { 0 };
	bool within;

	rules_path(rules, (enum row_id)row, item, &own);
	within = strncmp(text_read(&own), path, length) == 0 &&
	         (text_read(&own)[length] == '\0' || text_read(&own)[length] == '.');
	text_end(&own, marks); /* no more than that memory was missing */
	return within;
}

/* Whether the clause behind a refusal is the one expected, or lies within it. A setting that decides may be named, too, where
 * it is not stated and the reason names one that says more: a ruling holds in games that state it and in games that do not. */
static bool clause_is(const struct rules *rules, struct reason reason, const char *path, struct text *actual)
{
	if (reason.row < 0)
		return false;
	rules_path(rules, (enum row_id)reason.row, reason.item, actual);
	if (lies_within(rules, reason.row, reason.item, path, actual))
		return true;
	for (int row = 0; row < ROW_COUNT; row++)
		if (refusal_is_decided_by(reason.refusal, row) && reason.item < rules_places(rules, rows[row].in) &&
		    rules_cell(rules, (enum row_id)row, reason.item)->statement == NULL &&
		    lies_within(rules, row, reason.item, path, actual))
			return true;
	return false;
}

static void judge_refusal(struct ruling_run *at, const struct statement *line, const char *because, struct act refused,
                          struct reason reason)
{
	struct text actual = { 0 }, words = { 0 };

	if (because == NULL || clause_is(at->on.rules, reason, because, &actual))
		return position_text_end(&at->on, &actual);
	text_format(&words, "it is refused, but because of %s: ", actual.length ? text_read(&actual) : "no rule");
	reason_write_sentence(&at->on.position.game, refused, reason, &words);
	ruling_fail(at, line->span, text_read(&words), "");
	position_text_end(&at->on, &actual);
	position_text_end(&at->on, &words);
}

/* True if each of the acts, as far as they are legal one after the other, is among those that the engine lists as legal
 * just if the referee lets it pass. */
static bool lists_agree(struct game game, const struct act *acts, int count)
{
	struct acts listed;

	for (int i = 0; i < count; i++) {
		bool legal = game_refusal(&game, acts[i]).refusal == REFUSAL_NONE, found = false;
		game_legal(&game, &listed);
		for (int j = 0; j < listed.count; j++)
			found = found || memcmp(&listed.act[j], &acts[i], sizeof acts[i]) == 0;
		if (found != legal)
			return false;
		if (!legal)
			break;
		game_apply(&game, acts[i]);
	}
	return true;
}

/* Says that [count] acts, which should not be, are legal. */
static void fail_legal(struct ruling_run *at, const struct statement *line, const char *what, const struct game *game,
                       const struct act *acts, int count)
{
	struct text words = { 0 };

	acts_write(game, acts, count, &words);
	ruling_fail(at, line->span, what, text_read(&words));
	position_text_end(&at->on, &words);
}

static void run_act(struct ruling_run *at, const struct statement *line)
{
	struct text why = { 0 };
	struct game before = at->on.position.game, after;
	struct act acts[POSITION_ACTS_MAX], refused;
	struct reason reason = { .refusal = REFUSAL_NONE };
	bool refuse = strcmp(line->head, "refuse") == 0, well;
	const char *because;
	int count = position_parser_acts(&at->on, line, &before, acts, &because, &why);

	after = before;
	well = count > 0 && acts_try(&after, acts, count, &refused, &reason);
	at->stuck = strcmp(line->head, "do") == 0 && !well;
	if (at->on.faulty)
		;
	else if (because != NULL && !refuse)
		position_wants(&at->on, line, "an act that is refused: `because` says why");
	else if (count == 0)
		ruling_fail(at, line->span, "", text_read(&why));
	else if (well && refuse)
		fail_legal(at, line, "it should be refused, but is legal: ", &before, acts, count);
	else if (!well && !refuse) {
		reason_write(&after, refused, reason, &why);
		ruling_fail(at, line->span, "it should be legal, but is refused: ", text_read(&why));
	} else if (!lists_agree(before, acts, count))
		fail_legal(at, line, "the engine lists other acts as legal than its referee: ", &before, acts, count);
	else if (refuse)
		judge_refusal(at, line, because, refused, reason);
	if (well && strcmp(line->head, "do") == 0)
		at->on.position.game = after;
	position_text_end(&at->on, &why);
}

/* ---- lines ---- */

/* Whether something said in a line can turn out wrong. */
enum verdict { GIVES_NO_VERDICT, GIVES_A_VERDICT, GIVES_VERDICTS_IN_BRACES };

static const struct {
	const char *head;
	void (*run)(struct ruling_run *at, const struct statement *line);
	bool plays; /* needs a finished position */
	enum verdict verdict;
} LINES[] = {
	{ "deal", run_deal, false, GIVES_NO_VERDICT },    { "after", run_after, false, GIVES_VERDICTS_IN_BRACES },
	{ "varies", run_varies, false, GIVES_A_VERDICT }, { "cut", run_cut, false, GIVES_VERDICTS_IN_BRACES },
	{ "do", run_act, true, GIVES_A_VERDICT },         { "allow", run_act, true, GIVES_A_VERDICT },
	{ "refuse", run_act, true, GIVES_A_VERDICT },     { "expect", run_expect, true, GIVES_A_VERDICT },
	{ "scores", run_scores, true, GIVES_A_VERDICT },  { "ended", run_ended, true, GIVES_NO_VERDICT },
};

enum { LINE_COUNT = sizeof LINES / sizeof *LINES };

/* Which of LINES [line] is; LINE_COUNT if none. */
static int line_named(const struct statement *line)
{
	int i = 0;

	while (i < LINE_COUNT && (line->kind != STATEMENT_RULE || strcmp(line->head, LINES[i].head) != 0))
		i++;
	return i;
}

/* A line of another word is a finding, with the word that it may be meant for. */
static void report_unknown(struct ruling_run *at, const struct statement *line)
{
	const char *words[LINE_COUNT + POSITION_WORDS_MAX];
	struct diags *diags = &at->on.library->diags;
	struct diag *diag;
	int count = LINE_COUNT;

	at->on.faulty = true;
	diag = diag_add(diags, DIAG_RULING_WORD, line->head_span, line->head != NULL ? line->head : "this");
	if (line->head == NULL)
		return;
	for (int i = 0; i < LINE_COUNT; i++)
		words[i] = LINES[i].head;
	count += position_words(words + count);
	if (word_nearest(line->head, words, count) != NULL)
		diag_hint(diags, diag, "did you mean `%s`?", word_nearest(line->head, words, count));
}

static void run_line(struct ruling_run *at, const struct statement *line)
{
	int i;

	if (line->kind == STATEMENT_NOTE)
		return;
	i = line_named(line);
	if (i == LINE_COUNT && position_parser_line(&at->on, line))
		return;
	if (i == LINE_COUNT)
		report_unknown(at, line);
	else if (!LINES[i].plays || position_parser_finish(&at->on, line->span))
		LINES[i].run(at, line);
}

/* A ruling without a verdict is reported, unless it could not be parsed. */
static void look_for_verdict(struct ruling_run *at, struct span span)
{
	for (const struct statement *line = at->ruling->block; line != NULL; line = line->next) {
		int i = line_named(line);
		if (i < LINE_COUNT && (LINES[i].verdict == GIVES_A_VERDICT ||
		                       (LINES[i].verdict == GIVES_VERDICTS_IN_BRACES && line->block != NULL)))
			return;
	}
	if (!at->on.faulty)
		diag_add(&at->on.library->diags, DIAG_RULING_EMPTY, span);
}

/* ---- one ruling, and all of a file ---- */

struct runner {
	struct library *library;
	const struct library_file *file; /* of the variant */
	const struct statement *variant;
	struct rules *rules; /* without options */
	struct arena *plain; /* where these are, for as long as the rulings are for one variant, */
	struct arena *with;  /* and those with the options of one ruling */
	struct ruling_results *results;
	struct text *out;
};

/* Findings without a place get that of the `with` line; others get it as second place. */
static void place_options(struct diags *diags, struct diag *before, const struct statement *ruling)
{
	const struct statement *with = ruling->block;

	while (with != NULL && (with->kind != STATEMENT_RULE || strcmp(with->head, "with") != 0))
		with = with->next;
	for (struct diag *diag = before != NULL ? before->next : diags->first; diag != NULL && with != NULL;
	     diag = diag->next)
		if (diag->span.source == 0)
			diag->span = with->span;
		else if (diag->other_sentence == NULL)
			diag_other(diags, diag, with->span, "the options are switched on here");
}

/* The rules under which a ruling is given: those of the variant, with the options it switches on. */
static struct rules *rules_for(struct runner *runner, const struct statement *ruling)
{
	const char *with[POSITION_OPTIONS_MAX];
	int count = position_options(runner->library, ruling->block, with, POSITION_OPTIONS_MAX);
	struct diag *before = runner->library->diags.last;
	struct rules *rules;

	if (count > 0) {
		arena_clear(runner->with);
		rules = rules_build_in(runner->with, runner->library, runner->file, runner->variant, with, count);
		place_options(&runner->library->diags, before, ruling);
		return rules;
	}
	if (runner->rules == NULL) {
		arena_clear(runner->plain);
		runner->rules = rules_build_in(runner->plain, runner->library, runner->file, runner->variant, NULL, 0);
	}
	return runner->rules;
}

static void run_ruling(struct runner *runner, const struct statement *ruling)
{
	struct ruling_result *result = arena_take(runner->library->arena, sizeof *result);
	struct ruling_run at = { .out = runner->out, .ruling = ruling };
	const struct statement *lines = ruling->block;
	struct span span = ruling->name_span.source ? ruling->name_span : ruling->span;
	struct rules *rules;
	int errors = runner->library->diags.errors;

	if (result == NULL)
		return;
	rules = rules_for(runner, ruling);
	if (rules != NULL && !arena_failed(runner->library->arena)) {
		position_parser_begin(&at.on, runner->library, rules, &lines, 1, NULL);
		for (const struct statement *line = lines; line != NULL && !at.on.faulty && !at.stuck;
		     line = line->next)
			run_line(&at, line);
		look_for_verdict(&at, span);
	}
	*result = (struct ruling_result){ .title = ruling->title != NULL ? ruling->title : "a ruling",
		                          .span = span,
		                          .notes = ruling->notes };
	result->passed = rules != NULL && !at.failed && !at.on.faulty && runner->library->diags.errors == errors;
	if (runner->results->last == NULL)
		runner->results->last = &runner->results->first;
	*runner->results->last = result;
	runner->results->last = &result->next;
	if (result->passed)
		runner->results->passed++;
	else
		runner->results->failed++;
}

/* True if `NAME:...` speaks of this file. */
static bool is_called(const struct library_file *file, const char *name)
{
	const char *slash = strrchr(file->path, '/'), *own = slash != NULL ? slash + 1 : file->path;
	size_t length = strlen(name);

	return strncmp(own, name, length) == 0 && strcmp(own + length, ".canasta") == 0;
}

/* The variant that rulings are for: one of the file they stand beside, of their own file, or one that is shipped. A copy of
 * what is shipped, rulings and all, is therefore held against itself. */
static const struct statement *variant_of(struct library *library, const struct library_file *file,
                                          const struct expr *reference, const struct library_file **found)
{
	const struct expr *place = reference->first, *name = place->next != NULL ? place->next : place;
	const struct library_file *beside = NULL;

	if (place->kind == EXPR_WORD && !file->shipped)
		beside = library_companion(library, file, ".canasta");
	if (beside != NULL && name != place && !is_called(beside, place->text))
		beside = NULL;
	for (const struct statement *at = beside != NULL ? beside->statements : NULL; at != NULL; at = at->next)
		if (at->kind == STATEMENT_VARIANT && strcmp(at->name, name->text) == 0)
			return *found = beside, at;
	return library_parent(library, file, reference, found);
}

bool rulings_run(struct library *library, const struct library_file *file, struct ruling_results *results,
                 struct text *out)
{
	struct runner runner = { .library = library, .results = results, .out = out };
	bool any = false;

	runner.plain = arena_new();
	runner.with = arena_new();
	if (runner.plain == NULL || runner.with == NULL)
		arena_lose(library->arena);
	for (const struct statement *at = file->statements; at != NULL && !arena_failed(library->arena);
	     at = at->next) {
		if (at->kind != STATEMENT_RULINGS || at->parent == NULL)
			continue;
		runner.rules = NULL;
		runner.variant = variant_of(library, file, at->parent, &runner.file);
		if (runner.variant == NULL)
			continue;
		any = true;
		for (const struct statement *ruling = at->block; ruling != NULL; ruling = ruling->next)
			if (ruling->kind == STATEMENT_RULING)
				run_ruling(&runner, ruling);
	}
	arena_free(runner.plain);
	arena_free(runner.with);
	return any;
}

/* ---- the question of a ruling ---- */

bool is_rules_file(const char *text)
{
	static const char *const begins[] = { "language", "rulings", "variant", "source", "fragment" };
	size_t length;

	text += text_mark(text, strlen(text));
	for (text += strspn(text, " \t\r\n"); *text == '#'; text += strspn(text, " \t\r\n"))
		text += strcspn(text, "\n");
	length = strcspn(text, " \t\r\n{");
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strlen(begins[i]) == length && strncmp(text, begins[i], length) == 0)
			return true;
	return false;
}

static bool has_head(const struct statement *line, const char *head)
{
	return line->kind == STATEMENT_RULE && line->head != NULL && strcmp(line->head, head) == 0;
}

static int line_of(struct library *library, struct span span)
{
	int line, column;

	span_place(&library->sources, span, &line, &column);
	return line;
}

static bool is_act(const struct statement *line)
{
	return has_head(line, "allow") || has_head(line, "refuse");
}

/* The first line of [ruling] from number [from] on that allows or refuses an act, or else the first of all. */
static const struct statement *act_at(struct library *library, const struct statement *ruling, int from)
{
	const struct statement *found = NULL;

	for (const struct statement *at = ruling->block; at != NULL; at = at->next)
		if (is_act(at) && (found == NULL || line_of(library, found->span) < from))
			found = at;
	return found;
}

static bool stands_at(struct library *library, const struct statement *ruling, int line)
{
	const struct span end = { ruling->span.source, ruling->span.to - 1, ruling->span.to };

	return line_of(library, ruling->span) <= line && line <= line_of(library, end);
}

/* The last ruling that stands at [line]; for 0 the first that asks about an act, or else the first of all. */
static const struct statement *ruling_at(struct library *library, const struct library_file *file, int line)
{
	const struct statement *found = NULL;

	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		for (const struct statement *ruling = at->kind == STATEMENT_RULINGS ? at->block : NULL; ruling != NULL;
		     ruling = ruling->next)
			if (ruling->kind == STATEMENT_RULING &&
			    (line > 0 ? stands_at(library, ruling, line)
			              : found == NULL || act_at(library, found, 0) == NULL))
				found = ruling;
	return found;
}

bool ruling_question_find(struct library *library, const struct library_file *file, int line,
                          struct ruling_question *question)
{
	const struct statement *ruling = ruling_at(library, file, line);
	const struct statement *act = ruling != NULL ? act_at(library, ruling, line) : NULL;
	const struct source *source = &library->sources.source[file->source - 1];
	char *lines = arena_text(library->arena, source->text, source->length);

	if (ruling == NULL || lines == NULL)
		return false;
	*question = (struct ruling_question){ .lines = lines };
	for (size_t i = 0; i < source->length; i++)
		lines[i] = lines[i] == '\n' ? '\n' : ' ';
	for (const struct statement *at = ruling->block; at != act; at = at->next)
		if (!is_act(at) && !has_head(at, "expect") && !has_head(at, "scores") && !has_head(at, "after")) {
			memcpy(lines + at->span.from, source->text + at->span.from, at->span.to - at->span.from);
			if (lines[at->span.to] == ' ') /* it ends there, whatever follows on its line */
				lines[at->span.to] = ';';
		}
	if (act != NULL)
		question->act =
			arena_text(library->arena, source->text + act->span.from, act->span.to - act->span.from);
	return true;
}
