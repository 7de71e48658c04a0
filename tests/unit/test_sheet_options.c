/* test_sheet_options.c -- what a sheet says of its options is what a reader finds who lays the sheet with the option beside the one without
 * it: "Changes 7.1, 8. Adds to 9." names each rule whose words are others there or gone, each section that has more rules, and nothing else. */
#include "reports/reports.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "every_variant.h"
#include "rules/options.h"
#include "text/document.h"

/* ---- a sheet as its reader sees it ---- */

enum { UNITS_MAX = 400, SECTIONS_MAX = 40, NUMBER_ROOM = 16 };

/* What is compared: a rule with the lines and the ladder below it; a line of a table of canastas or hands, which has no number of its own; the
 * words that introduce rules. */
struct unit {
	enum unit_kind { UNIT_RULE, UNIT_LINE, UNIT_LEAD } kind;
	int section, number; /* 7 and 1 for 7.1 */
	const char *path;    /* or NULL */
	struct text words;
};

struct reading {
	struct document sheet;
	struct unit unit[UNITS_MAX];
	int count;
	int sections; /* before the options; by their numbers: */
	struct text heading[SECTIONS_MAX];
	const char *section[SECTIONS_MAX];
	bool has_rules[SECTIONS_MAX];
};

static struct unit *add_unit(struct reading *reading, enum unit_kind kind, const struct block *block, const char *path)
{
	struct unit *unit = &reading->unit[reading->count++];

	assert_true(reading->count < UNITS_MAX);
	reading->has_rules[reading->sections] = true;
	*unit = (struct unit){ .kind = kind,
		               .section = reading->sections,
		               .number = kind == UNIT_RULE ? block->number : 0,
		               .path = path };
	return unit;
}

/* The mark of a line that differs from the parent is left out. */
static void read_line(const struct table_row *row, int columns, struct text *out)
{
	static const char mark[] = " *";

	for (int i = 0; i < columns; i++) {
		struct text cell = { 0 };
		size_t length;
		words_read(&row->cell[i], &cell);
		length = cell.length;
		if (length > strlen(mark) && strcmp(text_read(&cell) + length - strlen(mark), mark) == 0)
			length -= strlen(mark);
		text_add(out, "\n");
		text_add_bytes(out, text_read(&cell), length);
		text_free(&cell);
	}
}

static void read_table(struct reading *reading, const struct block *block, struct unit *last)
{
	const struct table *table = block->table;
	bool of_rule = table->row < 0 || table->item >= 0; /* a ladder, or what cards count */

	for (const struct table_row *row = table->first; row != NULL; row = row->next)
		if (of_rule)
			read_line(row, table->columns, &last->words);
		else if (row->kind == TABLE_BODY)
			read_line(row, table->columns, &add_unit(reading, UNIT_LINE, block, row->path)->words);
}

/* Takes out the numbers of rules that words refer to: "as in 17.4". A rule that only got another number has not changed. */
static void forget_numbers(struct text *words)
{
	static const char as_in[] = "as in ";
	struct text out = { 0 };
	const char *at = text_read(words);

	for (const char *found; (found = strstr(at, as_in)) != NULL; at = found) {
		found += strlen(as_in);
		text_add_bytes(&out, at, (size_t)(found - at));
		found += strspn(found, "0123456789");
		found += *found == '.' ? 1 + strspn(found + 1, "0123456789") : 0;
	}
	text_add(&out, at);
	text_free(words);
	*words = out;
}

static void read_sheet(const struct rules *rules, struct reading *reading)
{
	struct unit *last = NULL;

	memset(reading, 0, sizeof *reading);
	sheet_make(rules, rules->name, SHEET_WHOLE, CITES_NONE, &reading->sheet);
	assert_false(document_failed(&reading->sheet));
	for (const struct block *block = reading->sheet.first; block != NULL; block = block->next) {
		if (block->kind == BLOCK_HEADING) {
			assert_true(block->section < SECTIONS_MAX);
			words_read(&block->words, &reading->heading[block->section]);
			if (strcmp(text_read(&reading->heading[block->section]), "Options") == 0)
				break;
			reading->sections = block->section;
			reading->section[block->section] = block->path;
		} else if (block->kind == BLOCK_LEAD)
			words_read(&block->words, &add_unit(reading, UNIT_LEAD, block, NULL)->words);
		else if (block->kind == BLOCK_CLAUSE && block->number > 0) {
			last = add_unit(reading, UNIT_RULE, block, block->path);
			words_read(&block->label, &last->words);
			text_add(&last->words, ": ");
			words_read(&block->words, &last->words);
		} else if (block->kind == BLOCK_ITEM) {
			text_add(&last->words, "\n");
			words_read(&block->words, &last->words);
		} else if (block->kind == BLOCK_TABLE)
			read_table(reading, block, last);
	}
	for (int i = 0; i < reading->count; i++)
		forget_numbers(&reading->unit[i].words);
}

static void forget(struct reading *reading)
{
	for (int i = 0; i < reading->count; i++)
		text_free(&reading->unit[i].words);
	for (int i = 0; i < SECTIONS_MAX; i++)
		text_free(&reading->heading[i]);
	document_end(&reading->sheet);
}

/* ---- two sheets side by side ---- */

/* The section that [section] of [of] is in [in], where it may have another heading; 0 if there is none. */
static int section_in(const struct reading *in, const struct reading *of, int section)
{
	for (int i = 1; i <= in->sections; i++)
		if (strcmp(in->section[i], of->section[section]) == 0)
			return i;
	return 0;
}

/* True if both stand in one list, or neither in any: what is in another list is another rule, though its words are the same. */
static bool share_list(const char *one, const char *other)
{
	const char *dot = one != NULL ? strrchr(one, '.') : NULL,
		   *other_dot = other != NULL ? strrchr(other, '.') : NULL;

	if (dot == NULL || other_dot == NULL)
		return one == NULL && other == NULL;
	return dot - one == other_dot - other && strncmp(one, other, (size_t)(dot - one)) == 0;
}

static bool has_words(const struct reading *in, int section, const struct unit *unit)
{
	for (int i = 0; i < in->count; i++)
		if (in->unit[i].section == section && in->unit[i].kind == unit->kind &&
		    share_list(in->unit[i].path, unit->path) &&
		    strcmp(text_read(&in->unit[i].words), text_read(&unit->words)) == 0)
			return true;
	return false;
}

static bool has_path(const struct reading *in, const struct unit *unit)
{
	for (int i = 0; i < in->count; i++)
		if (unit->path != NULL && in->unit[i].path != NULL && in->unit[i].kind == unit->kind &&
		    strcmp(in->unit[i].path, unit->path) == 0)
			return true;
	return false;
}

/* What is other in a section of the first sheet. */
struct found {
	bool changed[UNITS_MAX]; /* rules, by their number */
	int rules;
	bool whole; /* it is gone, or lines of its table are others or gone */
	bool adds;
	int leads; /* 1: one is gone, 2: there is another one, 3: both */
};

static struct found look(const struct reading *base, const struct reading *other, int section)
{
	struct found found = { .rules = 0 };
	int there = section_in(other, base, section);

	found.whole = base->has_rules[section] && !other->has_rules[there];
	for (int i = 0; i < base->count; i++) {
		const struct unit *unit = &base->unit[i];
		if (unit->section != section || has_words(other, there, unit))
			continue;
		found.leads |= unit->kind == UNIT_LEAD ? 1 : 0;
		found.whole = found.whole || unit->kind == UNIT_LINE;
		if (unit->kind == UNIT_RULE)
			found.changed[unit->number] = ++found.rules > 0;
	}
	for (int i = 0; i < other->count && there > 0; i++) {
		const struct unit *unit = &other->unit[i];
		if (unit->section != there || has_words(base, section, unit) || has_path(base, unit))
			continue;
		found.leads |= unit->kind == UNIT_LEAD ? 2 : 0;
		found.adds = found.adds || unit->kind != UNIT_LEAD;
	}
	if (found.leads == 3 && !found.adds && found.rules == 0)
		found.whole = true;
	return found;
}

static void write_numbers(const struct found *found, int section, struct text *out)
{
	for (int number = 1, last; number < UNITS_MAX; number = last + 1) {
		for (last = number; found->changed[number] && found->changed[last + 1];)
			last++;
		last = last < number + 2 ? number : last;
		if (!found->changed[number])
			continue;
		text_format(out, "%s%d.%d", out->length > 0 ? ", " : "", section, number);
		if (last > number)
			text_format(out, " to %d.%d", section, last);
	}
}

/* The sentences, with a blank in front of each. */
static void compare(const struct reading *base, const struct reading *other, struct text *out)
{
	struct text changes = { 0 }, adds = { 0 }, sections = { 0 };
	int count = 0;

	for (int section = 1; section <= base->sections; section++) {
		struct found found = look(base, other, section);
		if (found.whole)
			text_format(&changes, "%s%d", changes.length > 0 ? ", " : "", section);
		else
			write_numbers(&found, section, &changes);
		if (found.adds)
			text_format(&adds, "%s%d", adds.length > 0 ? ", " : "", section);
	}
	for (int section = 1; section <= other->sections; section++)
		if (section_in(base, other, section) == 0 && other->has_rules[section])
			text_format(&sections, "%s%s", count++ > 0 ? ", " : "", text_read(&other->heading[section]));
	if (changes.length > 0)
		text_format(out, " Changes %s.", text_read(&changes));
	if (adds.length > 0)
		text_format(out, " Adds to %s.", text_read(&adds));
	if (count > 0)
		text_format(out, " Adds the section%s %s.", count > 1 ? "s" : "", text_read(&sections));
	text_free(&changes);
	text_free(&adds);
	text_free(&sections);
}

/* ---- what is said ---- */

/* What stands after the title of an option at the end of the sheet. */
static const char *said_of(const struct reading *base, const struct option *option, struct text *words)
{
	struct text with = { 0 };
	const struct block *block = base->sheet.first;

	text_add(&with, "--with ");
	option_write(option, &with);
	for (bool found = false; !found; block = found ? block : block->next) {
		struct text cites = { 0 };
		assert_non_null(block);
		words_read(&block->cites, &cites);
		found = strcmp(text_read(&cites), text_read(&with)) == 0;
		text_free(&cites);
	}
	words_read(&block->words, words);
	text_free(&with);
	return text_read(words) + strlen(option->title != NULL ? option->title : option->name) + 1;
}

static int options, wrong;

/* [with] is NULL where the option cannot be chosen beside what was: then nothing is said of it. */
static void try_option(const struct reading *base, const struct rules *with, const char *variant,
                       const struct option *option)
{
	static struct reading other;
	struct text found = { 0 }, words = { 0 };
	const char *said = said_of(base, option, &words);

	if (with != NULL) {
		read_sheet(with, &other);
		compare(base, &other, &found);
		forget(&other);
	}
	options++;
	if (strcmp(said, text_read(&found)) != 0) {
		wrong++;
		print_error("%s, %s%s%s:\n   said: %s\n  found: %s\n", variant, option->name,
		            option->alternative != NULL ? "=" : "",
		            option->alternative != NULL ? option->alternative : "", said, text_read(&found));
	}
	text_free(&found);
	text_free(&words);
}

/* Adds the words for [option] and what it needs to [with], but for answers to the choice called [but]; returns how many there are then. */
static int add_words(struct library *library, const struct rules *rules, const struct option *option, const char *but,
                     const char **with, int count)
{
	const struct option *needed[OPTIONS_NEEDED_MAX];
	int needs = option_with_needed(rules, option, needed, 0);

	for (int i = 0; i < needs; i++)
		if (but == NULL || strcmp(needed[i]->name, but) != 0)
			with[count++] = option_kept(needed[i], library->arena);
	return count;
}

/* Every option of the variant, of which [plain] are the rules, beside [chosen] and what that needs; NULL: nothing was chosen. */
static void try_options(struct library *library, const struct library_file *file, const struct statement *variant,
                        const struct rules *plain, const struct option *chosen)
{
	static struct reading base;
	const char *with[2 * OPTIONS_NEEDED_MAX];
	int count = add_words(library, plain, chosen, NULL, with, 0);
	const struct rules *rules = tables_compile(library, rules_build_variant(library, file, variant, with, count));

	assert_non_null(rules);
	read_sheet(rules, &base);
	for (const struct option *option = rules->options; option != NULL; option = option->next) {
		if (option->chosen || option->is_on_offer)
			continue;
		count = add_words(library, rules, option, NULL, with, 0);
		count = add_words(library, plain, chosen, option->name, with, count);
		try_option(&base, tables_compile(library, rules_build_variant(library, file, variant, with, count)),
		           variant->name, option);
		library->diags = (struct diags){ .sources = &library->sources };
	}
	forget(&base);
}

/* [pairs]: also every option beside every other one. */
static void try_file(const char *reference, bool pairs)
{
	struct library library = { 0 };
	const struct library_file *file;
	const char *name;

	library_begin(&library, arena_new(), FROM_DISK);
	file = library_file(&library, reference, &name);
	assert_non_null(file);
	for (const struct statement *at = file->statements; at != NULL; at = at->next) {
		const struct rules *rules;
		if (at->kind != STATEMENT_VARIANT)
			continue;
		rules = rules_build_variant(&library, file, at, NULL, 0);
		assert_non_null(rules);
		try_options(&library, file, at, rules, NULL);
		for (const struct option *option = pairs ? rules->options : NULL; option != NULL; option = option->next)
			if (!option->chosen && !option->is_on_offer && !option->is_preset)
				try_options(&library, file, at, rules, option);
	}
	arena_free(library.arena);
}

static void options_name_the_rules_that_they_change(void **unused)
{
	char name[40];

	(void)unused;
	for (int i = 0; library_shipped(i, name, sizeof name); i++)
		try_file(name, false);
	for (int i = 0; library_start(i, name, sizeof name); i++)
		try_file(name, false);
	if (wrong > 0)
		fail_msg("%d of %d options", wrong, options);
}

static void options_name_them_beside_others_that_were_chosen(void **unused)
{
	(void)unused;
	options = wrong = 0;
	try_file("foot", true);
	try_file("tests/good/options-may-need-exclude-and-be-named-by-presets.canasta", true);
	if (wrong > 0)
		fail_msg("%d of %d options", wrong, options);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_name_the_rules_that_they_change),
		cmocka_unit_test(options_name_them_beside_others_that_were_chosen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
