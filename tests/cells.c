/* cells.c -- compares every shipped variant with itself, changed in one setting after another: just that setting has to
 * be told, or nothing where it cannot matter. Prints what is not so, the settings that cannot be changed alone, and at the end how many there were. */
#include "reports/reports.h"
#include "rules/compare.h"
#include "rules/lint.h"
#include "tests/changes.h"

static int changed, faults, fixed;

static void write_lines(const struct comparison *comparison, struct text *out)
{
	for (int i = 0; i < comparison->lines; i++) {
		const struct compared *line = &comparison->line[i];
		if (!line->differs)
			continue;
		text_format(out, " %s", groups[line->group].name);
		if (line->item[0] >= 0 && groups[line->group].is_list)
			text_format(out, ".%s", rules_item_name(comparison->rules[0], line->group, line->item[0]));
		text_format(out, ".%s", line->row >= 0 ? rows[line->row].name : "");
	}
}

/* True if the line has a condition that always or never holds on one side because of the term that was changed: it is stated by the
 * term alone, and so is told, too. */
static bool follows_term(const struct rules *const both[2], const struct compared *line, int row, int item)
{
	for (int side = 0; side < 2 && row == ROW_define_when && line->row >= 0; side++) {
		formula held =
			rules_formula(both[side], (enum row_id)line->row, line->item[side] > 0 ? line->item[side] : 0);
		for (const struct ir *asked = held != NULL && held->is_constant ? held->asked : NULL; asked != NULL;
		     asked = asked->also)
			if (asked->fact == FACT_term && asked->item == item)
				return true;
	}
	return false;
}

/* Compares, and tells if anything but the one setting differs, or in the one direction and not the other; [dead] if it cannot matter and
 * so does not differ. */
static void compare(const struct rules *before, const struct rules *after, int row, int item, bool dead,
                    const char *path)
{
	for (int way = 0; way < 2; way++) {
		const struct rules *both[2] = { way == 0 ? before : after, way == 0 ? after : before };
		struct comparison comparison;
		struct text told = { 0 };
		int others = 0, found = 0;
		if (!compare_rules(both, 2, &comparison))
			abort();
		for (int i = 0; i < comparison.lines; i++) {
			const struct compared *line = &comparison.line[i];
			bool is_it = line->row == row && line->item[way] == item;
			found += line->differs && is_it;
			others += line->differs && !is_it && !follows_term(both, line, row, item) &&
			          (row != ROW_bonus_cards || line->row != ROW_meld_ranks); /* these leave bonus cards out */
		}
		write_lines(&comparison, &told);
		if (found != !dead || others != 0) {
			faults++;
			printf("%s of %s, %s:%s\n", path, before->name, way == 0 ? "told as" : "the other way told as",
			       found + others > 0 ? text_read(&told) : " nothing");
		}
		text_free(&told);
		comparison_free(&comparison);
	}
}

/* Two that are compared alike have one hash, and these are not alike. */
static void compare_hashes(const struct rules *before, const struct rules *after, int row, bool dead, const char *path)
{
	char hash[RULES_HASH_ROOM], other[RULES_HASH_ROOM];
	bool plays_alike = dead || rows[row].level == LEVEL_TEXT;

	if (rows[row].in == GROUP_define || rows[row].in == GROUP_class) /* perhaps nothing asks for it */
		return;
	if (!rules_hash(before, hash) || !rules_hash(after, other))
		abort();
	if ((strcmp(hash, other) == 0) != plays_alike) {
		faults++;
		printf("%s of %s, changed, %s\n", path, before->name,
		       plays_alike ? "changes the hash" : "has the same hash");
	}
}

/* What does not play alike is not said to mean the same: `diff` says that of two games without differences. */
static void read_differences(const struct rules *before, const struct rules *after, int row, bool dead,
                             const char *path)
{
	const struct rules *const both[2] = { before, after };
	const char *const labels[2] = { "before", "after" };
	struct differences told;

	if (dead || rows[row].in == GROUP_define || rows[row].in == GROUP_class)
		return;
	if (!differences_find(both, labels, &told))
		abort();
	if (told.count == 0) {
		faults++;
		printf("%s of %s, changed, is said to mean the same\n", path, before->name);
	}
	differences_free(&told);
}

static void look_at(const struct change *change)
{
	enum row_id row = (enum row_id)change->row;
	bool dead = setting_is_dead(change->before, row, change->item) != NULL &&
	            setting_is_dead(change->after, row, change->item) != NULL;

	changed++;
	compare(change->before, change->after, change->row, change->item, dead, change->path);
	compare_hashes(change->before, change->after, change->row, dead, change->path);
	read_differences(change->before, change->after, change->row, dead, change->path);
}

static void tell_of_fixed(const char *reference, const char *path)
{
	fixed++;
	printf("%s of %s cannot be changed alone\n", path, reference);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		for_each_change(argv[i], look_at, tell_of_fixed);
	printf("%d settings changed alone, %d cannot be, %d faults\n", changed, fixed, faults);
	return faults > 0;
}
