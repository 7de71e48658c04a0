/* sheet_options.c -- what a table may agree on, at the end of a sheet: each option with what it changes in the rules above. That is found as a
 * reader would find it: the rules are written once more with the option, and the two are compared, words with words. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "rules/build.h"
#include "rules/options.h"
#include "text/document.h"

/* ---- the rules of a sheet, one by one ---- */

/* What is compared: a rule with all that stands below it, a line of a table of canastas or hands, or the words that introduce rules. */
struct passage {
	const struct block *heading; /* of its section, which has a path */
	const struct block *block;   /* it begins with */
	const struct table_row *row; /* the line of a table; NULL of others */
	const char *path;            /* of the setting or item that it states; NULL where it states several */
	bool is_new;                 /* the other sheet has nothing like it */
};

/* The rules alone, without marks, remarks and numbers in words. */
struct passages {
	struct document sheet;
	struct passage *list;
	int count;
};

/* True if the lines of the table have no rule above them: it lists canastas or special hands. */
static bool stands_alone(const struct table *table)
{
	return table != NULL && table->row >= 0 && table->item < 0;
}

static void add_passage(struct passages *to, const struct block *heading, const struct block *block,
                        const struct table_row *row, const char *path)
{
	struct passage *list = arena_grow(to->sheet.arena, to->list, (size_t)to->count, sizeof *list);

	if (list == NULL) {
		to->sheet.failed = true;
		return;
	}
	to->list = list;
	list[to->count++] = (struct passage){ heading, block, row, path, false };
}

static void passages_begin(struct passages *passages, const struct rules *rules)
{
	const struct block *heading = NULL;

	passages->list = NULL;
	passages->count = 0;
	sheet_make(rules, rules->name, SHEET_RULES, CITES_NONE, &passages->sheet);
	for (const struct block *block = passages->sheet.first; block != NULL && !passages->sheet.failed;
	     block = block->next) {
		if (block->kind == BLOCK_HEADING)
			heading = block;
		else if (block->kind == BLOCK_LEAD || block->kind == BLOCK_CLAUSE)
			add_passage(passages, heading, block, NULL, block->path);
		for (const struct table_row *row = stands_alone(block->table) ? block->table->first->next : NULL;
		     row != NULL; row = row->next)
			add_passage(passages, heading, block, row, row->path);
	}
}

static void passages_end(struct passages *passages)
{
	document_end(&passages->sheet);
}

/* ---- the same words ---- */

static bool same_row(const struct table *table, const struct table_row *one, const struct table_row *other)
{
	for (int i = 0; i < table->columns; i++)
		if (!words_same(&one->cell[i], &other->cell[i]))
			return false;
	return true;
}

static bool same_block(const struct block *one, const struct block *other)
{
	const struct table_row *row = one->table != NULL ? one->table->first : NULL;
	const struct table_row *beside = other->table != NULL ? other->table->first : NULL;

	for (; row != NULL && beside != NULL; row = row->next, beside = beside->next)
		if (one->table->columns != other->table->columns || !same_row(one->table, row, beside))
			return false;
	return row == NULL && beside == NULL && one->kind == other->kind && words_same(&one->label, &other->label) &&
	       words_same(&one->words, &other->words);
}

/* The block below that still belongs to the same rule: a line of it, or its ladder. */
static const struct block *next_of_rule(const struct block *block)
{
	const struct block *next = block->next;

	return next != NULL && (next->kind == BLOCK_ITEM || (next->kind == BLOCK_TABLE && !stands_alone(next->table)))
	               ? next
	               : NULL;
}

static bool says_the_same(const struct passage *one, const struct passage *other)
{
	const struct block *block = one->block, *beside = other->block;

	if (one->row != NULL || other->row != NULL)
		return one->row != NULL && other->row != NULL && same_row(block->table, one->row, other->row);
	while (block != NULL && beside != NULL && same_block(block, beside)) {
		block = next_of_rule(block);
		beside = next_of_rule(beside);
	}
	return block == NULL && beside == NULL;
}

/* ---- two sheets ---- */

static bool is_of_section(const struct passage *passage, const struct block *heading)
{
	return strcmp(passage->heading->path, heading->path) == 0;
}

/* True if both stand in one list or section: the words of a freeze are another rule where a block of the pile has them. */
static bool share_list(const struct passage *one, const struct passage *other)
{
	const char *dot = one->path != NULL ? strrchr(one->path, '.') : NULL;
	size_t length = dot != NULL ? (size_t)(dot - one->path) + 1 : 0;

	if (one->path == NULL || other->path == NULL)
		return one->path == NULL && other->path == NULL && is_of_section(one, other->heading);
	return strncmp(one->path, other->path, length) == 0 && strchr(other->path + length, '.') == NULL;
}

static bool same_path(const struct passage *one, const struct passage *other)
{
	return one->path != NULL && other->path != NULL && (one->row != NULL) == (other->row != NULL) &&
	       strcmp(one->path, other->path) == 0;
}

/* What became of a passage in another sheet: it says the same there, perhaps elsewhere in its list; something else; or nothing. [*near] is
 * the place to look at first, and the one behind what was found afterwards. */
enum fate { FATE_SAME, FATE_CHANGED, FATE_GONE };

static enum fate fate_of(const struct passage *passage, const struct passages *in, int *near)
{
	enum fate fate = FATE_GONE;

	for (int i = 0; i < in->count; i++) {
		const struct passage *at = &in->list[(*near + i) % in->count];
		bool is_it = same_path(passage, at);
		if ((is_it || share_list(passage, at)) && says_the_same(passage, at)) {
			*near = (int)(at - in->list) + 1;
			return FATE_SAME;
		}
		fate = is_it ? FATE_CHANGED : fate;
	}
	return fate;
}

/* ---- what an option changes ---- */

/* Numbers of rules, for a sentence: "7.1, 8, 9.3 to 9.5". */
struct numbers {
	struct text text;
	int section, first, last; /* those that are to be written yet; first is 0 where there are none */
};

static void numbers_flush(struct numbers *numbers)
{
	for (int number = numbers->first; number > 0 && number <= numbers->last; number++) {
		bool range = number == numbers->first + 1 && numbers->last > number;
		number = range ? numbers->last : number;
		text_format(&numbers->text, "%s%d.%d",
		            range                      ? " to "
		            : numbers->text.length > 0 ? ", "
		                                       : "",
		            numbers->section, number);
	}
	numbers->first = 0;
}

static void add_section(struct numbers *to, int section)
{
	numbers_flush(to);
	text_format(&to->text, "%s%d", to->text.length > 0 ? ", " : "", section);
}

static void add_number(struct numbers *to, int section, int number)
{
	if (to->first > 0 && section == to->section && number == to->last + 1) {
		to->last = number;
		return;
	}
	numbers_flush(to);
	to->section = section;
	to->first = to->last = number;
}

/* Writes " Changes 7.1, 8." and frees the numbers. */
static void numbers_end(struct numbers *numbers, const char *verb, struct text *out)
{
	numbers_flush(numbers);
	if (numbers->text.length > 0)
		text_format(out, " %s %s.", verb, text_read(&numbers->text));
	text_end(&numbers->text, out);
}

/* What is new in a section, where the sheet with the option has it. */
struct additions {
	bool is_there, any, lead;
};

static struct additions additions_to(const struct block *heading, const struct passages *other)
{
	struct additions additions = { .is_there = false };

	for (int i = 0; i < other->count; i++) {
		bool lead = other->list[i].block->kind == BLOCK_LEAD;
		if (!is_of_section(&other->list[i], heading))
			continue;
		additions.is_there = true;
		additions.lead = additions.lead || (other->list[i].is_new && lead);
		additions.any = additions.any || (other->list[i].is_new && !lead);
	}
	return additions;
}

/* An option, while it is found out what it changes. */
struct trial {
	const struct passages *base; /* without it, and how many of its passages have been gone through */
	int done;
	struct passages other; /* with it */
	int near;              /* as in fate_of() */
	struct numbers changes, adds;
};

/* Adds what is other in the section of the printed sheet with this heading, which may have nothing but remarks. Where it is gone, or lines of
 * a table are others, it is named in place of its rules; where it is introduced in other words, only if nothing else is said of it. */
static void try_section(struct trial *trial, const struct block *heading)
{
	struct additions additions = additions_to(heading, &trial->other);
	struct numbers rules = { .first = 0 };
	bool whole = false, lead = false;

	for (; trial->done < trial->base->count; trial->done++) {
		const struct passage *passage = &trial->base->list[trial->done];
		if (!is_of_section(passage, heading))
			break;
		if (fate_of(passage, &trial->other, &trial->near) == FATE_SAME)
			continue;
		whole = whole || passage->row != NULL || !additions.is_there;
		lead = lead || passage->block->kind == BLOCK_LEAD;
		if (passage->row == NULL && passage->block->kind == BLOCK_CLAUSE)
			add_number(&rules, heading->section, passage->block->number);
	}
	numbers_flush(&rules);
	if (whole || (lead && additions.lead && !additions.any && rules.text.length == 0))
		add_section(&trial->changes, heading->section);
	else if (rules.text.length > 0)
		text_format(&trial->changes.text, "%s%s", trial->changes.text.length > 0 ? ", " : "",
		            text_read(&rules.text));
	if (additions.any)
		add_section(&trial->adds, heading->section);
	text_end(&rules.text, &trial->changes.text);
}

static bool is_section_of(const struct document *sheet, const struct passage *passage)
{
	for (const struct block *block = sheet->first; block != NULL; block = block->next)
		if (block->kind == BLOCK_HEADING && block->path != NULL && is_of_section(passage, block))
			return true;
	return false;
}

/* Writes " Adds the section Talons." for those that the printed sheet does not have. */
static void write_new_sections(const struct document *sheet, const struct passages *other, struct text *out)
{
	const struct block *heading = NULL;
	struct text headings = { 0 };
	int count = 0;

	for (int i = 0; i < other->count; i++) {
		const struct passage *passage = &other->list[i];
		if (!passage->is_new || passage->heading == heading || is_section_of(sheet, passage))
			continue;
		heading = passage->heading;
		text_add(&headings, count++ > 0 ? ", " : "");
		words_read(&heading->words, &headings);
	}
	if (count > 0)
		text_format(out, " Adds the section%s %s.", count > 1 ? "s" : "", text_read(&headings));
	text_end(&headings, out);
}

/* The letters in which rules are written. */
static long letters_of(const struct document *sheet)
{
	long letters = 0;

	for (const struct block *block = sheet->first; block != NULL; block = block->next)
		for (const struct inline_span *span = block->words.first; span != NULL; span = span->next)
			letters += (long)span->words.length;
	return letters;
}

/* Writes what the rules with an option, [with], have otherwise than the printed sheet, whose rules alone are [base]. Takes off [*left] how
 * many letters that took. */
static void write_changes(const struct document *sheet, const struct passages *base, const struct rules *with,
                          long *left, struct text *out)
{
	struct trial trial = { .base = base };
	int near = 0;

	passages_begin(&trial.other, with);
	for (int i = 0; i < trial.other.count; i++)
		trial.other.list[i].is_new = fate_of(&trial.other.list[i], base, &near) == FATE_GONE;
	for (const struct block *block = sheet->first; block != NULL; block = block->next)
		if (block->kind == BLOCK_HEADING && block->path != NULL)
			try_section(&trial, block);
	numbers_end(&trial.changes, "Changes", out);
	numbers_end(&trial.adds, "Adds to", out);
	write_new_sections(sheet, &trial.other, out);
	*left -= letters_of(&trial.other.sheet);
	out->failed |= document_failed(&trial.other.sheet);
	passages_end(&trial.other);
}

/* ---- the list of options ---- */

/* Rules are written once more for each option, in so many letters together, a second of work at the most; what options behind these change is
 * not said. The largest shipped game takes a fifth of it. */
enum { LETTERS_MOST = 2000000 };

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
static void add_option(struct document *out, const struct option *option, struct built_anew *anew,
                       const struct passages *base, long *left)
{
	bool answers = option->alternative != NULL;
	struct block *block = document_add(out, answers ? BLOCK_ITEM : BLOCK_CLAUSE);
	struct text *words = words_add(&block->words), *cites = words_add(&block->cites);
	const struct rules *with = !option->chosen && *left > 0 ? rules_with_option(anew, option) : NULL;

	if (answers)
		block->section = out->sections;
	else
		document_number(out, block);
	text_add(words, option->title != NULL ? option->title : option->name);
	text_add(words, !option->chosen       ? "."
	                : !option->by_default ? ". This was chosen."
	                : answers             ? ". This holds unless another is chosen."
	                                      : ". This holds here.");
	if (with != NULL)
		write_changes(out, base, with, left, words);
	text_add(cites, "--with ");
	option_write(option, cites);
}

/* The first option from [option] on that is one of the table: what is on offer to those who write rules is not. */
static const struct option *option_of_table(const struct option *option)
{
	while (option != NULL && option->is_on_offer)
		option = option->next;
	return option;
}

void sheet_options(const struct rules *rules, struct document *out)
{
	const struct option *option = option_of_table(rules->options), *above = NULL;
	struct passages base;
	struct built_anew anew;
	long left = LETTERS_MOST;

	if (option == NULL)
		return;
	passages_begin(&base, rules);
	rules_build_anew(&anew, rules);
	document_number(out, document_say(out, BLOCK_HEADING, 0, "Options"));
	document_say(out, BLOCK_LEAD, 0, "A table may agree on these:");
	for (; option != NULL; above = option, option = option_of_table(option->next)) {
		if (option->alternative != NULL && (above == NULL || strcmp(above->name, option->name) != 0)) {
			struct block *choice = document_add(out, BLOCK_CLAUSE);
			document_number(out, choice);
			write_choice(option, words_add(&choice->words));
			text_add(words_add(&choice->words), ":");
		}
		add_option(out, option, &anew, &base, &left);
	}
	out->failed = out->failed || anew.failed || document_failed(&base.sheet);
	built_anew_end(&anew);
	passages_end(&base);
}
