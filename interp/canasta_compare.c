/* canasta_compare.c -- the public functions that compare variants, by what they say and by playing them against each other. Variants
 * that are played are built in one place, so that what the one says can be tried in the other. */
#include "workspace.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include "grammar/arena.h"
#include "players/player.h"
#include "reports/reports.h"
#include "rules/build.h"
#include "rules/compare.h"
#include "rules/lint.h"
#include "text/document.h"
#include "tools/record.h"
#include "tools/sim.h"
#include "tools/witness.h"

/* ---- what they say ---- */

_Static_assert((int)CANASTA_SETUP == (int)LEVEL_SETUP && (int)CANASTA_WORDS == (int)LEVEL_TEXT, "levels");
_Static_assert((int)CANASTA_MATRIX_MAX == (int)COMPARED_MAX, "variants side by side");

/* What is done if the caller passes NULL. */
static const struct canasta_writing default_writing;

static int write_form(const struct canasta_io *io, const struct differences *found, const struct canasta_writing *how)
{
	struct document document;

	if (how->form == CANASTA_JSON)
		return io_write_json(io, differences_json(found));
	document_begin(&document, "differences");
	if (how->form == CANASTA_TEXT)
		differences_list(found, how->all, &document);
	else
		differences_beside(found, &document);
	return io_write_document(io, &document, how);
}

int canasta_diff(const struct canasta_io *io, const struct canasta_variant *const variants[2],
                 const char *const labels[2], const struct canasta_writing *how, enum canasta_level from)
{
	const struct rules *rules[2] = { variants[0]->rules, variants[1]->rules };
	struct differences found;
	int status, counting = 0;

	if (how == NULL)
		how = &default_writing;
	if (io_has_no_form(io, "differences", how->form, FORM(TEXT) | FORM(MARKDOWN) | FORM(HTML) | FORM(JSON)))
		return CANASTA_MISUSE;
	if (!differences_find(rules, labels, &found))
		return out_of_memory(io);
	for (int level = CANASTA_SETUP; level <= (int)from && level <= CANASTA_WORDS; level++)
		counting += found.of_level[level];
	status = write_form(io, &found, how);
	differences_free(&found);
	return status == CANASTA_FINE && counting > 0 ? CANASTA_FINDINGS : status;
}

int canasta_matrix(const struct canasta_io *io, const struct canasta_variant *const *variants,
                   const char *const *labels, int count, const struct canasta_writing *how)
{
	const struct rules *rules[COMPARED_MAX];
	struct comparison comparison;
	struct document document;
	struct matrix matrix = { .comparison = &comparison, .labels = labels, .all = how != NULL && how->all };
	int status;

	if (how == NULL)
		how = &default_writing;
	if (io_has_no_form(io, "variants side by side", how->form,
	                   FORM(TEXT) | FORM(MARKDOWN) | FORM(HTML) | FORM(JSON) | FORM(CSV)))
		return CANASTA_MISUSE;
	if (count < 1 || count > COMPARED_MAX)
		return io_error(io, CANASTA_MISUSE, "from one to %d variants stand side by side", COMPARED_MAX);
	for (int i = 0; i < count; i++)
		rules[i] = variants[i]->rules;
	if (!compare_rules(rules, count, &comparison))
		return out_of_memory(io);
	if (how->form == CANASTA_JSON)
		status = io_write_json(io, matrix_json(&matrix));
	else {
		matrix.brief = how->form == CANASTA_TEXT;
		matrix.paths = how->form == CANASTA_CSV;
		matrix_document(&matrix, &document);
		status = io_write_document(io, &document, how);
	}
	comparison_free(&comparison);
	return status;
}

/* ---- played against each other ---- */

enum {
	LINES_MAX = 512,  /* of more differences the smallest set that explains a witness is not searched */
	ROUND_FIRST = 4,  /* games for each difference in the first round, which has a made up one; then, in each ... */
	ROUND_GROWS = 4,  /* ... times as many */
	PARTS = 1000,     /* steps in which progress is reported */
	WITNESS_DEPTH = 4 /* how far in the report of a place is indented */
};

/* Two variants in one workspace, and what differs between them. */
struct trial {
	const struct canasta_io *io;
	const struct canasta_rivals *rivals;
	struct workspace *workspace;
	const struct rules *rules[2];
	struct comparison comparison;
	struct differences differences;
	uint64_t games; /* for each difference */
	int64_t until;  /* when time is up, by now(); 0: never */
	bool *chosen;   /* of the lines of the comparison, while something is tried */
	struct witness witness;
	struct document out;
};

static int64_t now(void)
{
	struct timespec time;

	timespec_get(&time, TIME_UTC);
	return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool time_is_up(const struct trial *at)
{
	return at->until > 0 && now() >= at->until;
}

static void tell_progress(const struct trial *at, uint64_t done, uint64_t all)
{
	if (at->rivals->progress != NULL && all > 0)
		at->rivals->progress(at->rivals->context, (int)((double)done / (double)all * PARTS), PARTS);
}

static int build_both(struct trial *at)
{
	const struct canasta_rivals *rivals = at->rivals;

	for (int i = 0; i < 2; i++) {
		at->rules[i] = tables_compile(&at->workspace->library,
		                              rules_build(&at->workspace->library, rivals->reference[i],
		                                          rivals->options[i], rivals->option_count[i]));
		if (at->rules[i] == NULL) {
			int status = workspace_report(at->workspace);
			return status == CANASTA_FINE       ? out_of_memory(at->io)
			       : status == CANASTA_INTERNAL ? status
			                                    : CANASTA_MISUSE;
		}
	}
	return CANASTA_FINE;
}

static int trial_begin(struct trial *at)
{
	int status;

	at->workspace = workspace_new(at->io);
	status = at->workspace != NULL ? build_both(at) : out_of_memory(at->io);
	if (status != CANASTA_FINE)
		return status;
	if (!compare_rules(at->rules, 2, &at->comparison) ||
	    !differences_find(at->rules, at->rivals->label, &at->differences))
		return out_of_memory(at->io);
	at->chosen = arena_take(at->workspace->arena, sizeof *at->chosen * (size_t)(at->comparison.lines + 1));
	return at->chosen != NULL ? CANASTA_FINE : out_of_memory(at->io);
}

/* Writes the report, and frees everything. */
static int trial_end(struct trial *at, int status)
{
	differences_free(&at->differences);
	comparison_free(&at->comparison);
	workspace_free(at->workspace);
	if (status == CANASTA_FINE || status == CANASTA_FINDINGS)
		return worse(status, io_write_document(at->io, &at->out,
		                                       &(struct canasta_writing){ .form = at->rivals->form }));
	document_end(&at->out);
	return status;
}

static int run_trial(const struct canasta_io *io, const struct canasta_rivals *rivals, int (*report)(struct trial *at))
{
	struct trial *at = memory_resize(NULL, sizeof *at);
	int status;

	if (at == NULL)
		return out_of_memory(io);
	*at = (struct trial){ .io = io, .rivals = rivals };
	at->until = rivals->milliseconds > 0 ? now() + rivals->milliseconds : 0;
	document_begin(&at->out, "witness");
	at->out.title = "Differences at the table";
	status = trial_begin(at);
	if (status == CANASTA_FINE)
		status = report(at);
	status = trial_end(at, status);
	memory_free(at);
	return status;
}

/* ---- each difference alone ---- */

/* A variant as `rulings for` names it: base, "ours.canasta":friday. */
static void write_reference(const char *reference, struct text *out)
{
	static const char ending[] = ".canasta";
	const char *file = strstr(reference, ending);

	if (file == NULL) {
		text_add(out, reference);
		return;
	}
	text_add(out, "\"");
	text_add_bytes(out, reference, (size_t)(file - reference) + strlen(ending));
	text_format(out, "\"%s", file + strlen(ending));
}

static void remark(struct trial *at, const char *words)
{
	document_say(&at->out, BLOCK_PARAGRAPH, WITNESS_DEPTH, words);
}

/* Hands out [file] under a name that begins with that of the difference, says so if it was kept, and empties it. */
static void hand_out(struct trial *at, int index, const char *ending, struct text *file)
{
	struct text name = { 0 };

	text_format(&name, "%02d-%s.%s", index + 1, text_read(&at->differences.list[index].path), ending);
	if (!file->failed && !name.failed &&
	    at->rivals->save(at->rivals->context, text_read(&name), text_read(file), file->length))
		text_format(document_line(&at->out, WITNESS_DEPTH), "Kept in %s.", text_read(&name));
	document_use(&at->out, &name);
	document_use(&at->out, file);
}

/* The word for `with` that takes this difference over into the first variant. */
static void write_borrowed(const struct trial *at, int index, struct text *out)
{
	const struct canasta_rivals *rivals = at->rivals;

	borrowed_write(text_read(&at->differences.list[index].path), rivals->reference[1], rivals->options[1],
	               rivals->option_count[1], out);
}

/* Adds an option with its value to a command for a shell. */
static void write_argument(const char *option, const char *value, struct text *out)
{
	text_format(out, " %s ", option);
	text_add_argument(out, value);
}

/* True if this names rules in a file, and not shipped ones. */
static bool is_in_file(const char *reference)
{
	return strstr(reference, ".canasta") != NULL;
}

/* Rulings that hold in the first, and in the second as it is if they do; else a remark says how the act is judged with this one
 * difference. */
static void save_rulings(struct trial *at, int index)
{
	struct text file = { 0 }, borrowed = { 0 }, reference[2] = { { 0 } }, options[2] = { { 0 } };
	const char *path = text_read(&at->differences.list[index].path), *variants[2] = { NULL, NULL };

	for (int i = 0; i < 2; i++) {
		write_reference(at->rivals->reference[i], &reference[i]);
		for (int j = 0; j < at->rivals->option_count[i]; j++)
			text_format(&options[i], "with %s\n", at->rivals->options[i][j]);
		if (witness_is_confirmed(&at->workspace->library, &at->witness, at->rules[i], i))
			variants[i] = text_read(&reference[i]);
	}
	if (variants[0] != NULL) {
		witness_rulings(&at->witness, path, variants,
		                (const char *[]){ text_read(&options[0]), text_read(&options[1]) }, &file);
		write_borrowed(at, index, &borrowed);
		if (variants[1] == NULL) {
			text_format(&file, "\n# %s with this one difference: canasta judge ",
			            at->witness.legal_in == 1 ? "Allowed" : "Refused");
			text_add_argument(&file, at->rivals->reference[0]);
			write_argument("--with", text_read(&borrowed), &file);
			text_add(&file, " --position FILE\n");
		}
		if (is_in_file(variants[0]) || (variants[1] != NULL && is_in_file(variants[1])))
			text_add(&file, "\n# The rules are named as from the folder in which canasta diff was given: canasta test\n"
			                "# wants a copy of this file there.\n");
		hand_out(at, index, "rulings", &file);
	}
	for (int i = 0; i < 2; i++) {
		document_use(&at->out, &reference[i]);
		document_use(&at->out, &options[i]);
	}
	document_use(&at->out, &borrowed);
}

/* The game in which the witness was found, played up to it by the rules that allow the act. */
static void save_record(struct trial *at, int index)
{
	const struct canasta_rivals *rivals = at->rivals;
	struct text borrowed = { 0 }, file = { 0 };
	const char *option[CANASTA_OPTIONS_MAX + 1];
	int count = rivals->option_count[0], side = at->witness.parting == PARTED_LEGAL ? at->witness.legal_in : 0;
	struct record_head head = { .reference = rivals->reference[0], .options = option };

	write_borrowed(at, index, &borrowed);
	for (int i = 0; i < count; i++)
		option[i] = rivals->options[0][i];
	option[count] = text_read(&borrowed);
	head.option_count = count + side;
	if (witness_record(&at->witness, side, &head, &file)) {
		/* the command that shows how the game goes by the other rules */
		text_add(&file, "\n# Where the two differ, and why: canasta replay FILE");
		bool in_file = is_in_file(head.reference);
		for (int i = 0; i < head.option_count; i++)
			in_file |= is_in_file(option[i]);
		if (in_file) /* which may not be beside the record */
			write_argument("--rules", rivals->reference[0], &file);
		write_argument("--under", rivals->reference[0], &file);
		for (int i = 0; i < count + (side == 0); i++)
			write_argument("--with", option[i], &file);
		text_add(&file, "\n");
		hand_out(at, index, "record", &file);
	} else
		remark(at, "There is no record of it: one of the names cannot be written in a record.");
	document_use(&at->out, &borrowed);
	document_use(&at->out, &file);
}

/* Finds a game that is played from the deal on in which the two part. */
static bool find_played(struct trial *at, const struct rules *const both[2])
{
	for (uint64_t game = 0; game < at->games && !time_is_up(at); game++)
		if (witness_find_played(both, at->rivals->seed, game, game + 1, &at->witness))
			return true;
	return false;
}

/* Hands out what shows the difference to the other verbs. */
static void save(struct trial *at, int index, const struct rules *const both[2])
{
	if (at->rivals->save == NULL)
		return;
	if (at->witness.parting == PARTED_LEGAL)
		save_rulings(at, index);
	if (!at->witness.is_random || find_played(at, both))
		save_record(at, index);
	else
		remark(at, time_is_up(at)
		                   ? "There is no record of it: there was no time to find a game that was played."
		                   : "There is no record of it: it did not happen in any game that was played.");
}

/* The first rules with this one difference, or NULL and why they cannot be. */
static const struct rules *with_one(struct trial *at, int index, const char **why)
{
	memset(at->chosen, 0, sizeof *at->chosen * (size_t)at->comparison.lines);
	at->chosen[at->differences.list[index].line] = true;
	return tables_compile(&at->workspace->library,
	                      rules_hybrid(&at->workspace->library, &at->comparison, at->chosen, why));
}

/* Why the difference cannot matter; NULL if it may. */
static const char *idle_because(const struct trial *at, int index, const struct rules *const both[2])
{
	const struct compared *line = &at->comparison.line[at->differences.list[index].line];
	int item = line->item[0];

	if (line->row < 0 || item < 0)
		return NULL;
	if (!line->differs)
		return "it is so because of another difference";
	if (groups[line->group].is_list &&
	    (item >= rules_item_count(both[1], line->group) ||
	     strcmp(rules_item_name(both[0], line->group, item), rules_item_name(both[1], line->group, item)) != 0))
		return NULL;
	return difference_is_dead(both, (enum row_id)line->row, item);
}

/* How far the trial of one difference is. */
struct attempt {
	const struct rules *alone;  /* the first rules with it; NULL before it is begun, and if they cannot be */
	const char *why;            /* they cannot be */
	const char *idle;           /* why it cannot matter */
	uint64_t played;            /* games in which it did not matter */
	bool begun, settled, found; /* found: in the game after those */
};

/* Builds what is to be played, where it can be of use. */
static void begin_attempt(struct trial *at, int index, struct attempt *attempt)
{
	attempt->begun = true;
	attempt->alone = with_one(at, index, &attempt->why);
	if (attempt->alone != NULL)
		attempt->idle = idle_because(at, index, (const struct rules *[]){ at->rules[0], attempt->alone });
	else if (attempt->why == NULL)
		at->out.failed = true;
	attempt->settled = attempt->alone == NULL || attempt->idle != NULL;
}

/* Plays up to game [to], until it matters or time is up. */
static void play_on(struct trial *at, struct attempt *attempt, uint64_t to, uint64_t done, uint64_t all)
{
	const struct rules *const both[2] = { at->rules[0], attempt->alone };

	for (; attempt->played < to && !attempt->found && !time_is_up(at); attempt->played += !attempt->found) {
		tell_progress(at, done++, all);
		attempt->found =
			witness_find(both, at->rivals->seed, attempt->played, attempt->played + 1, &at->witness);
	}
	attempt->settled = attempt->found || attempt->played >= at->games;
}

static bool is_tried(const struct trial *at, int index)
{
	const struct difference *difference = &at->differences.list[index];

	return difference->level != LEVEL_TEXT &&
	       (at->rivals->path == NULL || strcmp(at->rivals->path, text_read(&difference->path)) == 0);
}

/* Plays for each difference in rounds, a few games first, so that those which show at once have shown before many games are played
 * for the others. What is found does not depend on the rounds. */
static void play_rounds(struct trial *at, struct attempt *attempts, int count)
{
	uint64_t all = at->games * (uint64_t)count, to = ROUND_FIRST, done = 0;

	for (bool more = true; more; to = to > at->games / ROUND_GROWS ? at->games : to * ROUND_GROWS) {
		more = false;
		for (int i = 0; i < at->differences.count && !time_is_up(at); i++) {
			struct attempt *attempt = &attempts[i];
			uint64_t before = attempt->played;
			if (!is_tried(at, i) || attempt->settled)
				continue;
			if (!attempt->begun)
				begin_attempt(at, i, attempt);
			if (!attempt->settled)
				play_on(at, attempt, to < at->games ? to : at->games, done, all);
			/* no further games are played for one that is settled */
			done += (attempt->settled ? at->games : attempt->played) - before;
			more = more || !attempt->settled;
		}
	}
}

static void write_outcome(const struct trial *at, const struct attempt *attempt, struct text *out)
{
	unsigned long long played = attempt->played;

	if (attempt->begun && attempt->alone == NULL && attempt->why != NULL)
		text_format(out, "It cannot be tried alone: %s.", attempt->why);
	else if (attempt->idle != NULL)
		text_format(out, "It cannot matter: %s.", attempt->idle);
	else if (played == 0)
		text_add(out, "There was no time to try it.");
	else if (played < at->games)
		text_format(out, "In %llu game%s it made no difference, and there was no time for more.", played,
		            plural((int64_t)attempt->played));
	else
		text_format(out, "In %llu games it made no difference.", played);
}

static void report_difference(struct trial *at, int index, const struct attempt *attempt)
{
	const struct rules *both[2] = { at->rules[0], attempt->alone };
	struct text words = { 0 };

	if (at->rivals->path == NULL)
		difference_add(&at->differences, index, 2, &at->out);
	if (attempt->found &&
	    witness_find(both, at->rivals->seed, attempt->played, attempt->played + 1, &at->witness)) {
		text_format(&words, "as in %s", at->rivals->label[1]);
		witness_report(&at->witness, (const char *[]){ at->rivals->label[0], text_read(&words) }, WITNESS_DEPTH,
		               &at->out);
		save(at, index, both);
	} else {
		write_outcome(at, attempt, &words);
		remark(at, text_read(&words));
	}
	document_use(&at->out, &words);
}

/* Games to play where the caller names no number: for all differences together, and between these two for each. */
enum { GAMES_FOR_ALL = 10000, GAMES_FOR_EACH = 1000, GAMES_LEAST = 100 };

static uint64_t games_for(const struct trial *at, int differences)
{
	uint64_t share = GAMES_FOR_ALL / (uint64_t)(differences > 0 ? differences : 1);

	if (at->rivals->games > 0)
		return at->rivals->games;
	return share > GAMES_FOR_EACH ? GAMES_FOR_EACH : share < GAMES_LEAST ? GAMES_LEAST : share;
}

static int witness_each(struct trial *at)
{
	int count = 0;
	size_t room = sizeof(struct attempt) * (size_t)(at->differences.count + 1);
	struct attempt *attempts = arena_take(at->workspace->arena, room);

	if (attempts == NULL)
		return out_of_memory(at->io);
	memset(attempts, 0, room);
	for (int i = 0; i < at->differences.count; i++)
		count += is_tried(at, i);
	at->games = games_for(at, count);
	play_rounds(at, attempts, count);
	for (int i = 0; i < at->differences.count; i++)
		if (is_tried(at, i))
			report_difference(at, i, &attempts[i]);
	tell_progress(at, (uint64_t)count, (uint64_t)count);
	return count > 0 ? CANASTA_FINDINGS : CANASTA_FINE;
}

int canasta_witness(const struct canasta_io *io, const struct canasta_rivals *rivals)
{
	return run_trial(io, rivals, witness_each);
}

/* ---- the fewest differences ---- */

/* True if the differences in [chosen], of which there are [count], make the two part as the witness has it. */
static bool explains(struct trial *at, const struct witness *wanted, const int *chosen, int count)
{
	const struct rules *both[2] = { at->rules[0], NULL };
	const char *why;

	memset(at->chosen, 0, sizeof *at->chosen * (size_t)at->comparison.lines);
	for (int i = 0; i < count; i++)
		at->chosen[at->differences.list[chosen[i]].line] = true;
	both[1] = tables_compile(&at->workspace->library,
	                         rules_hybrid(&at->workspace->library, &at->comparison, at->chosen, &why));
	if (both[1] == NULL && why == NULL)
		at->out.failed = true;
	return both[1] != NULL &&
	       witness_find(both, at->rivals->seed, wanted->number, wanted->number + 1, &at->witness) &&
	       witness_same(&at->witness, wanted);
}

/* Takes away part after part of [chosen], in smaller and smaller parts, as long as the rest explains it; none of what is
 * left can then be spared, unless time is up before. Returns how many are left. */
static int fewest(struct trial *at, const struct witness *wanted, int *chosen, int count)
{
	int rest[LINES_MAX], part = count;

	while (part > 0 && !time_is_up(at)) {
		bool spared = false;
		for (int from = 0; from < count && !spared && !time_is_up(at); from += part) {
			int left = 0;
			tell_progress(at, 1, 1);
			for (int i = 0; i < count; i++)
				if (i < from || i >= from + part)
					rest[left++] = chosen[i];
			spared = left < count && explains(at, wanted, rest, left);
			if (spared)
				memcpy(chosen, rest, sizeof *chosen * (size_t)(count = left));
		}
		if (!spared)
			part = part == 1 ? 0 : (part + 1) / 2;
		else if (part > count)
			part = count;
	}
	return count;
}

static void report_blame(struct trial *at, const struct witness *wanted)
{
	int chosen[LINES_MAX] = { 0 }, count = 0;
	struct text *lead;

	for (int i = 0; i < at->differences.count && count < LINES_MAX; i++)
		chosen[count++] = i;
	if (!explains(at, wanted, chosen, count)) {
		document_say(&at->out, BLOCK_LEAD, 0, "No set of the differences explains it there.");
		return;
	}
	count = fewest(at, wanted, chosen, count);
	lead = words_add(&document_add(&at->out, BLOCK_LEAD)->words);
	if (at->differences.count == 1)
		text_add(lead, "It is their only difference:");
	else
		text_format(lead, "Of %d differences %s:", at->differences.count,
		            count == 1       ? "this one is enough for it"
		            : time_is_up(at) ? "these together are enough for it, and there was no time to see whether "
		                               "some can be spared"
		                             : "these together are enough for it, and none of them can be spared");
	for (int i = 0; i < count; i++)
		difference_add(&at->differences, chosen[i], 2, &at->out);
}

static int blame(struct trial *at)
{
	struct witness *wanted;
	uint64_t game = 0;
	bool parted = false;

	at->games = games_for(at, 1);
	while (game < at->games && !time_is_up(at)) {
		tell_progress(at, game, at->games);
		parted = witness_find(at->rules, at->rivals->seed, game, game + 1, &at->witness);
		if (parted)
			break;
		game++;
	}
	if (!parted) {
		text_format(document_line(&at->out, 0), "In %llu games the two were played alike%s.",
		            (unsigned long long)game, game < at->games ? ", and there was no time for more" : "");
		return CANASTA_FINE;
	}
	wanted = memory_resize(NULL, sizeof *wanted);
	if (wanted == NULL)
		return out_of_memory(at->io);
	*wanted = at->witness;
	witness_report(wanted, at->rivals->label, 0, &at->out);
	report_blame(at, wanted);
	memory_free(wanted);
	return CANASTA_FINDINGS;
}

int canasta_blame(const struct canasta_io *io, const struct canasta_rivals *rivals)
{
	return run_trial(io, rivals, blame);
}

/* ---- what it does to the game ---- */

static int effect(struct trial *at)
{
	const struct effect_plan plan = {
		.rules = { at->rules[0], at->rules[1] },
		.labels = { at->rivals->label[0], at->rivals->label[1] },
		.player = player_named(at->rivals->bot != NULL ? at->rivals->bot : "simple"),
		.seed = at->rivals->seed,
		.deals = at->rivals->games,
		.progress = at->rivals->progress,
		.context = at->rivals->context,
	};

	if (plan.player == NULL)
		return io_error(at->io, CANASTA_MISUSE, "there is no bot `%s`", at->rivals->bot);
	if (at->rivals->games < 2)
		return io_error(at->io, CANASTA_MISUSE, "one deal proves nothing: name more of them");
	if (!effect_add(&plan, &at->out))
		return io_error(at->io, CANASTA_INTERNAL, "the engine contradicts itself");
	return CANASTA_FINE;
}

int canasta_effect(const struct canasta_io *io, const struct canasta_rivals *rivals)
{
	return run_trial(io, rivals, effect);
}
