/* claims.c -- what `check` claims is so. It says of rules that they are impossible, idle or always so; such a rule can be taken away, or
 * made to weigh much more, and nothing of it is seen at the table. Files are made of a variant and some statements at random, conditions
 * of facts at random among them. Each finding that makes such a claim is put to the test: a variant that extends the file takes what was
 * found idle away, and the same games are played by both.
 *
 * Usage: claims FILES GAMES SEED REFERENCE... A reference that ends in .canasta is put to the test as it stands, and once; each other one is
 * what files are made of. Prints the claims that are not so, and at the end how many were tried. */
#include <stdio.h>

#include "grammar/tree.h"
#include "reports/reports.h"
#include "reports/wording.h"
#include "rules/lint.h"
#include "tests/made.h"
#include "tools/witness.h"

static long tried[DIAG_COUNT], faults, files;
static int games;
static uint64_t seed;

/* ---- what is taken away ---- */

/* A finding, the setting that it is about and that setting's item. */
struct trial {
	const struct diag *diag;
	const struct rules *rules;
	enum row_id row;
	int item;
};

/* The first text between backquotes in the sentence of a finding. */
static void first_quoted(const struct diag *diag, char *word, size_t room)
{
	const char *from = strchr(diag->sentence, '`');

	snprintf(word, room, "%.*s", from != NULL ? (int)strcspn(from + 1, "`") : 0, from != NULL ? from + 1 : "");
}

/* Finds the setting called [path]; or the first setting of an item that is called so. */
static bool find_setting(struct trial *trial, const char *path)
{
	bool found = false;

	for (struct setting at = { .item = -1 }; !found && setting_next(trial->rules, &at);) {
		struct text name = { 0 };
		rules_path(trial->rules, at.row, at.item, &name);
		found = strcmp(text_read(&name), path) == 0;
		text_free(&name);
		trial->row = at.row;
		trial->item = at.item;
	}
	return found;
}

static bool find_item(struct trial *trial, int group, const char *name, enum row_id row)
{
	trial->row = row;
	trial->item = rules_item_named(trial->rules, group, name);
	return trial->item >= 0;
}

/* Writes a number or a ladder with [value] in place of what stands at [part], or of what the step at [part] says. */
static void write_replaced(const struct statement *statement, struct span part, const char *value, struct text *out)
{
	if (statement->by == NULL) {
		text_add(out, value);
		return;
	}
	text_add(out, "by ");
	expr_write(statement->by, out);
	text_add(out, " {");
	for (const struct step *step = statement->steps; step != NULL; step = step->next)
		for (const struct expr *key = step->keys; key != NULL; key = key->next) {
			struct expr alone = *key;
			alone.next = NULL;
			text_add(out, " ");
			expr_write(&alone, out);
			text_add(out, ": ");
			if (lies_in(part, step->value->span) || lies_in(part, key->span))
				text_add(out, value);
			else
				expr_write(step->value, out);
			text_add(out, ";");
		}
	text_add(out, " }");
}

/* What a setting says where nothing is stated of it; false if something has to be. */
static bool write_unsaid(enum row_id row, struct text *out)
{
	const char *word = rows[row].words;

	if (rows[row].fallback == NEEDED)
		return false;
	switch (rows[row].type) {
	case TYPE_NUMBER:
	case TYPE_AMOUNT: text_format(out, "%d", (int)rows[row].fallback); return true;
	case TYPE_CONDITION: text_add(out, rows[row].fallback == 0 ? "never" : "always"); return true;
	case TYPE_BOUNDS: text_add(out, "0 or more"); return true;
	case TYPE_CARDS: text_add(out, rows[row].fallback == ALL_CARDS ? "any" : "none"); return true;
	case TYPE_WORD:
		for (int i = 0; i < rows[row].fallback; i++)
			word += strcspn(word, "|") + 1;
		text_format(out, "%.*s", (int)strcspn(word, "|"), word);
		return true;
	default: return false;
	}
}

/* Writes statements after which the rules play alike if the claim is so. False if the finding claims nothing of the kind. */
static bool write_denial(struct trial *trial, struct text *out)
{
	static const char MUCH[] = "7700";
	char name[200];
	struct text value = { 0 };
	bool well = true;

	first_quoted(trial->diag, name, sizeof name);
	switch (trial->diag->id) {
	case DIAG_CONDITION_NEVER:
	case DIAG_TAKING_NEVER:
		well = find_setting(trial, name) && rows[trial->row].type == TYPE_CONDITION;
		text_add(&value, "never");
		break;
	case DIAG_CONDITION_ALWAYS:
		well = find_setting(trial, name);
		text_add(&value, "always");
		break;
	case DIAG_CONDITION_COVERED:
		snprintf(name + strlen(name), sizeof name - strlen(name), ".when");
		well = find_setting(trial, name) &&
		       trial->row != ROW_take_when; /* a way of taking the pile can be named */
		text_add(&value, "never");
		break;
	case DIAG_SETTING_IDLE: well = find_setting(trial, name) && write_unsaid(trial->row, &value); break;
	case DIAG_PART_IDLE: /* in the statement of a condition that has it */
		well = false;
		for (struct setting at = { .item = -1 }; !well && setting_next(trial->rules, &at);) {
			const struct cell *cell = rules_cell(trial->rules, at.row, at.item);
			for (const struct cell *line = cell; line != NULL && line->statement != NULL && !well;
			     line = line->also)
				well = rows[at.row].type == TYPE_CONDITION &&
				       lies_in(trial->diag->span, line->statement->span);
			if (well)
				write_condition(cell, trial->diag->span, &value);
			trial->row = at.row;
			trial->item = at.item;
		}
		break;
	case DIAG_STEP_NEVER:
	case DIAG_MINIMUM_TOO_HIGH:
		well = false;
		for (struct setting at = { .item = -1 }; !well && setting_next(trial->rules, &at);) {
			const struct statement *statement = rules_cell(trial->rules, at.row, at.item)->statement;
			well = (rows[at.row].type == TYPE_AMOUNT || at.row == ROW_initial_meld_minimum) &&
			       statement != NULL && lies_in(trial->diag->span, statement->span);
			if (well)
				write_replaced(statement, trial->diag->span, MUCH, &value);
			trial->row = at.row;
			trial->item = at.item;
		}
		break;
	case DIAG_CANASTA_IMPOSSIBLE:
		well = find_item(trial, GROUP_canasta, name, ROW_canasta_bonus);
		text_add(&value, MUCH);
		break;
	case DIAG_CLASS_IMPOSSIBLE:
		well = find_item(trial, GROUP_class, name, ROW_class_when);
		text_add(&value, "never");
		break;
	case DIAG_MELD_NEVER_BEGUN:
		well = find_item(trial, GROUP_meld, name, ROW_meld_begun);
		text_add(&value, "never");
		break;
	case DIAG_BONUS_NEVER:
		well = find_item(trial, GROUP_score, name, ROW_score_points) ||
		       find_item(trial, GROUP_special, name, ROW_special_points) ||
		       find_item(trial, GROUP_canasta, name, ROW_canasta_bonus);
		text_add(&value, "0");
		break;
	case DIAG_SPECIAL_SIZE:
		well = find_item(trial, GROUP_special, name, ROW_special_when);
		text_add(&value, "never");
		break;
	case DIAG_OUT_NEVER:
		trial->row = ROW_going_out_contract;
		trial->item = 0;
		text_add(&value, "never");
		break;
	case DIAG_NOBODY_OPENS:
		trial->row = ROW_initial_meld_contains;
		trial->item = 0;
		text_add(&value, "never");
		write_statement(trial->rules, ROW_initial_meld_waived, 0, "never", out);
		break;
	default: well = false; break;
	}
	if (trial->row == ROW_meld_natural_cards || trial->row == ROW_meld_wild_cards)
		well = false; /* what a condition asks decides with how many cards at once a meld may be begun */
	if (well)
		write_statement(trial->rules, (int)trial->row, trial->item, text_read(&value), out);
	text_free(&value);
	return well;
}

/* ---- one finding ---- */

/* Plays by the rules of [trial] and by those of [text]; the file is printed if the two are ever not alike. */
static void put_to_the_test(const struct trial *trial, const char *reference, const struct text *text)
{
	static struct library library;
	static struct witness witness;
	const struct rules *both[2] = { trial->rules, built(&library, text, "made.canasta:denied") };

	if (both[1] != NULL) {
		tried[trial->diag->id]++;
		if (witness_find_played(both, seed, 0, (uint64_t)games, &witness) && faults++ < 40)
			printf("%s: not so, as game %d shows: %s [%s]\n%s\n", reference, (int)witness.number,
			       trial->diag->sentence, diag_name(trial->diag->id), text_read(text));
	}
	arena_free(library.arena);
}

/* Puts the claims about the variant [name] of [file] to the test: all that lie within [around]. [own] is the text of the file if it is not
 * on disk, [parent] how another variant extends it. */
static void try_claims(struct library *checked, struct span around, const char *reference, const char *parent,
                       const struct text *own)
{
	static struct library library;
	const struct rules *rules;

	library_begin(&library, arena_new(), (struct reader){ .read = read_made, .context = (void *)text_read(own) });
	rules = tables_compile(&library, rules_build(&library, reference, NULL, 0));
	for (const struct diag *diag = checked->diags.first; rules != NULL && diag != NULL; diag = diag->next) {
		struct trial trial = { .diag = diag, .rules = rules };
		struct text denial = { 0 }, text = { 0 };
		if (lies_in(diag->span, around) && write_denial(&trial, &denial)) {
			text_format(&text, "%s\nvariant denied \"Denied\" extends %s {\n%s}\n",
			            own->length > 0 ? text_read(own) : "language 1", parent, text_read(&denial));
			put_to_the_test(&trial, reference, &text);
		}
		text_free(&denial);
		text_free(&text);
	}
	arena_free(library.arena);
}

/* ---- files as they stand ---- */

static void try_file(const char *path)
{
	static struct library library;
	static const struct text none;
	const struct library_file *file;
	const char *name;

	library_begin(&library, arena_new(), FROM_DISK);
	file = library_file(&library, path, &name);
	if (file != NULL)
		inspect_file(&library, file);
	files++;
	for (const struct statement *part = file != NULL && library.diags.errors == 0 ? file->statements : NULL;
	     part != NULL; part = part->next)
		if (part->kind == STATEMENT_VARIANT) {
			char reference[300], parent[300];
			snprintf(reference, sizeof reference, "%s:%s", path, part->name);
			snprintf(parent, sizeof parent, "\"%s\":%s", path, part->name);
			try_claims(&library, part->span, reference, parent, &none);
		}
	arena_free(library.arena);
}

/* ---- files made at random ---- */

static void try_made(const struct rules *base, const char *reference)
{
	static struct library library;
	const struct library_file *file;
	struct text text = { 0 };
	const char *name;

	write_made(base, reference, LEVEL_SCORE, 1, &text);
	if (built(&library, &text, "made.canasta:made") != NULL) {
		arena_free(library.arena);
		library_begin(&library, arena_new(),
		              (struct reader){ .read = read_made, .context = (void *)text_read(&text) });
		file = library_file(&library, "made.canasta", &name);
		inspect_file(&library, file);
		files++;
		if (library.diags.errors == 0)
			try_claims(&library, (struct span){ (uint16_t)file->source, 0, UINT32_MAX },
			           "made.canasta:made", "made", &text);
	}
	arena_free(library.arena);
	text_free(&text);
}

int main(int argc, char **argv)
{
	long wanted = argc > 3 ? atol(argv[1]) : 0, sum = 0;
	struct library *libraries = calloc((size_t)argc, sizeof *libraries);
	const struct rules **rules = calloc((size_t)argc, sizeof *rules);
	int bases = 0;

	games = argc > 3 ? atoi(argv[2]) : 0;
	seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
	random_begin(&chance, seed, 1);
	for (int i = 4; i < argc; i++)
		if (strstr(argv[i], ".canasta") != NULL)
			try_file(argv[i]);
		else {
			library_begin(&libraries[bases], arena_new(), FROM_DISK);
			rules[bases] = rules_build(&libraries[bases], argv[i], NULL, 0);
			argv[4 + bases] = argv[i];
			if (rules[bases++] == NULL)
				return 2;
		}
	wanted += files;
	for (long i = 0; files < wanted && i < 100 * wanted && bases > 0; i++) {
		int base = chance_below(bases);
		try_made(rules[base], argv[4 + base]);
	}
	for (int id = 0; id < DIAG_COUNT; id++) {
		sum += tried[id];
		if (tried[id] > 0)
			fprintf(stderr, "%s %ld\n", diag_name((enum diag_id)id), tried[id]);
	}
	printf("%ld claims in %ld files, %ld not so\n", sum, files, faults);
	for (int i = 0; i < bases; i++)
		arena_free(libraries[i].arena);
	free(libraries);
	free(rules);
	return faults > 0;
}
