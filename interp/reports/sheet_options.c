/* sheet_options.c -- what a table may agree on, at the end of a sheet: each option with the numbers of the rules above that it changes.
 * A setting that has no rule there, or that an option adds, is looked for in its section. */
#include "reports/reports.h"

#include <stdlib.h>
#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "rules/options.h"
#include "text/document.h"

/* The rules that an option changes, while they are looked for. */
enum { CHANGES_MAX = 32 }; /* of more rules the first are said */

struct changes {
	const struct rules *rules;
	const struct document *sheet;
	const struct block *rule[CHANGES_MAX];
	int count;
	bool failed; /* memory ran out: some may be missing */
};

/* True if one of the two paths leads to the other: meld.set and meld.set.size. */
static bool is_within(const char *one, const char *other)
{
	size_t length = strlen(one) < strlen(other) ? strlen(one) : strlen(other);

	return strncmp(one, other, length) == 0 && (one[length] == '\0' || one[length] == '.') &&
	       (other[length] == '\0' || other[length] == '.');
}

/* True if the block is the heading of a section, which the path leads into. */
static bool is_heading_of(const struct rules *rules, const struct block *block, const char *path, bool *failed)
{
	struct text words = { 0 }, heading = { 0 };
	bool is = false;

	if (block->kind != BLOCK_HEADING)
		return false;
	words_read(&block->words, &words);
	for (int group = 0; group < GROUP_COUNT && !is; group++)
		if (groups[group].in == GROUP_root && is_within(groups[group].name, path)) {
			text_clear(&heading);
			club_say(rules, groups[group].heading, &heading);
			is = strcmp(text_read(&words), text_read(&heading)) == 0;
		}
	*failed = *failed || words.failed || heading.failed;
	text_free(&words);
	text_free(&heading);
	return is;
}

/* The first rule that states what is at [path], or else the heading of the section that it is in; NULL if the sheet has neither. */
static const struct block *rule_at(const struct rules *rules, const struct document *sheet, const char *path,
                                   bool *failed)
{
	const struct block *heading = NULL;

	for (const struct block *block = sheet->first; block != NULL; block = block->next)
		if (block->path != NULL && block->number > 0 && is_within(block->path, path))
			return block;
		else if (is_heading_of(rules, block, path, failed))
			heading = block;
	return heading;
}

static void add_rule(struct changes *changes, const char *path)
{
	const struct block *rule = rule_at(changes->rules, changes->sheet, path, &changes->failed);

	for (int i = 0; i < changes->count && rule != NULL; i++)
		if (changes->rule[i] == rule)
			rule = NULL;
	if (rule != NULL && changes->count < CHANGES_MAX)
		changes->rule[changes->count++] = rule;
}

static int by_number(const void *one, const void *other)
{
	const struct block *const *blocks[] = { one, other };
	int sections = (*blocks[0])->section - (*blocks[1])->section;

	return sections != 0 ? sections : (*blocks[0])->number - (*blocks[1])->number;
}

/* Writes " Changes 7.1, 9." with a section only where no rule of it is named. */
static void write_changes(struct changes *changes, struct text *out)
{
	const char *before = " Changes ";

	qsort(changes->rule, (size_t)changes->count, sizeof *changes->rule, by_number);
	for (int i = 0; i < changes->count; i++) {
		const struct block *rule = changes->rule[i];
		if (rule->number == 0 && i + 1 < changes->count && changes->rule[i + 1]->section == rule->section)
			continue;
		text_add(out, before);
		block_number_write(rule, out);
		before = ", ";
	}
	text_add(out, changes->count > 0 ? "." : "");
	out->failed |= changes->failed;
}

/* Adds the rules that the lines of a block change, which stands in the section or item at [path]; [group] is that section, or GROUP_root. */
static void add_lines(struct changes *changes, const struct statement *line, int group, const char *path)
{
	for (; line != NULL; line = line->next) {
		struct text at = { 0 };
		const struct expr *name = line->value;
		bool removes = line->kind == STATEMENT_REMOVE;
		const struct expr *word = name != NULL && name->kind == EXPR_PHRASE ? name->first : name;
		const char *head = removes ? (word != NULL ? word->text : NULL) : line->head;
		int list = head != NULL ? group_named(group, head) : -1;
		if (head == NULL || (line->kind != STATEMENT_RULE && !removes))
			continue;
		text_format(&at, "%s%s%s", path, path[0] != '\0' ? "." : "", head);
		word = removes && word != NULL ? word->next : word;
		if (list >= 0 && groups[list].is_list && word != NULL && word->text != NULL)
			text_format(&at, ".%s", word->text);
		if (line->block != NULL && list >= 0 && !groups[list].is_list)
			add_lines(changes, line->block, list, text_read(&at));
		else if (line->block != NULL && list >= 0 && !line->added)
			add_lines(changes, line->block, list, text_read(&at));
		else
			add_rule(changes, text_read(&at));
		changes->failed = changes->failed || at.failed;
		text_free(&at);
	}
}

/* The number that a setting of the table is given in the lines of an option; -1 if it is none. */
static int32_t number_given(const struct statement *line, enum row_id row)
{
	int32_t given = -1;

	for (; line != NULL; line = line->next) {
		bool is_table = line->head != NULL && line->kind == STATEMENT_RULE &&
		                strcmp(line->head, groups[GROUP_table].name) == 0;
		for (const struct statement *in = is_table ? line->block : NULL; in != NULL; in = in->next) {
			const struct expr *value =
				in->value != NULL && in->value->kind == EXPR_PHRASE ? in->value->first : in->value;
			if (in->kind == STATEMENT_RULE && strcmp(in->head, rows[row].name) == 0 && value != NULL &&
			    value->kind == EXPR_NUMBER)
				given = (int32_t)value->number;
		}
	}
	return given;
}

/* Adds the rules that are others for the number of players that an option brings. */
static void add_for_players(struct changes *changes, const struct rules *rules, const struct statement *lines)
{
	int32_t players = number_given(lines, ROW_table_players);

	for (struct setting at = { .item = -1 };
	     players > 0 && players != rules->table.players && setting_next(rules, &at);) {
		struct text path = { 0 };
		if (!players_decide(rules, at.row, at.item, rules->table.players, players, &changes->failed))
			continue;
		rules_path(rules, at.row, at.item, &path);
		add_rule(changes, text_read(&path));
		changes->failed = changes->failed || path.failed;
		text_free(&path);
	}
}

/* True if "Everyone plays alone" is said without the option, and with it. */
static bool all_stay_alone(const struct rules *rules, const struct statement *lines)
{
	return wording_is_equal(rules, ROW_table_sides) && number_given(lines, ROW_table_players) > 0 &&
	       number_given(lines, ROW_table_players) == number_given(lines, ROW_table_sides);
}

/* Takes the rule at [path] out again. */
static void leave_out(struct changes *changes, const char *path)
{
	int left = 0;

	for (int i = 0; i < changes->count; i++)
		if (changes->rule[i]->path == NULL || strcmp(changes->rule[i]->path, path) != 0)
			changes->rule[left++] = changes->rule[i];
	changes->count = left;
}

/* What a choice is about: its question as far as the mark, or its name in words. */
static void write_choice(const struct option *option, struct text *out)
{
	if (option->question != NULL) {
		text_add_bytes(out, option->question, strcspn(option->question, "?"));
		return;
	}
	name_in_words(option->name, out);
	text_capital(out);
}

/* Adds what an option does, to a block of its own: a rule with a number, or one of the answers below a choice. */
static void add_option(const struct rules *rules, struct document *out, const struct option *option)
{
	bool answers = option->alternative != NULL;
	struct block *block = document_add(out, answers ? BLOCK_ITEM : BLOCK_CLAUSE);
	struct text *words = words_add(&block->words), *cites = words_add(&block->cites);
	struct changes changes = { .rules = rules, .sheet = out };

	if (answers)
		block->section = out->sections;
	else
		document_number(out, block);
	text_add(words, option->title != NULL ? option->title : option->name);
	text_add(words, !option->chosen       ? "."
	                : !option->by_default ? ". This was chosen."
	                : answers             ? ". This holds unless another is chosen."
	                                      : ". This holds here.");
	if (!option->chosen && !option->is_preset) {
		add_lines(&changes, option->statement->block, GROUP_root, "");
		add_for_players(&changes, rules, option->statement->block);
		if (all_stay_alone(rules, option->statement->block))
			leave_out(&changes, "table.sides");
	}
	write_changes(&changes, words);
	text_add(cites, "--with ");
	option_write(option, cites);
}

void sheet_options(const struct rules *rules, struct document *out)
{
	const struct option *above = NULL;

	/* what is on offer to those who write rules is no choice of the table */
	for (const struct option *option = rules->options; option != NULL; option = option->next) {
		if (option->is_on_offer)
			continue;
		if (above == NULL) {
			document_number(out, document_say(out, BLOCK_HEADING, 0, "Options"));
			document_say(out, BLOCK_LEAD, 0, "A table may agree on these:");
		}
		if (option->alternative != NULL && (above == NULL || strcmp(above->name, option->name) != 0)) {
			struct block *choice = document_add(out, BLOCK_CLAUSE);
			document_number(out, choice);
			write_choice(option, words_add(&choice->words));
			text_add(words_add(&choice->words), ":");
		}
		above = option;
		add_option(rules, out, option);
	}
}
