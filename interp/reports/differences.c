/* differences.c -- the lines of a comparison that differ, put into words, and written as text. */
#include "reports/differences.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "reports/columns.h"
#include "reports/origin.h"
#include "reports/saying.h"

enum {
	FEW = 30,        /* differences that are told with all that is known of them */
	SHORT_VALUE = 32 /* bytes of a value that goes in brackets behind a sentence */
};

const char *level_name(enum level level)
{
	static const char *const names[] = {
		[LEVEL_SETUP] = "set-up", [LEVEL_LEGALITY] = "play", [LEVEL_SCORE] = "score", [LEVEL_TEXT] = "words"
	};

	return names[level];
}

/* ---- gathering ---- */

static void write_item_place(const struct rules *rules, int group, int item, struct text *out)
{
	place_write(rules, rules->items[group][item], out);
	for (const struct remark *remark = rules->remarks; remark != NULL; remark = remark->next)
		if (remark->group == group && remark->item == item)
			cites_write(remark->notes, out);
}

/* One side of a difference. */
static void describe(const struct rules *rules, const struct compared *line, int item, bool is_partial,
                     struct difference *difference, int side)
{
	struct text *said = &difference->said[side], *value = &difference->value[side];

	difference->item[side] = item;
	if (item < 0)
		return;
	if (line->row >= 0) {
		saying_sentence(rules, (enum row_id)line->row, item, said);
		saying_value(rules, (enum row_id)line->row, item, value);
		origin_write(rules, rules_cell(rules, (enum row_id)line->row, item), &difference->place[side]);
		return;
	}
	saying_item(rules, line->group, item, said);
	if (is_partial)
		saying_clauses(rules, line->group, item, value);
	write_item_place(rules, line->group, item, &difference->place[side]);
}

static bool add_difference(struct differences *to, const struct comparison *in, const struct compared *line)
{
	struct difference *difference = &to->list[to->count++];

	*difference = (struct difference){
		.level = line->level, .group = line->group, .row = line->row, .line = (int)(line - in->line)
	};
	compared_path(in, line, &difference->path);
	for (int side = 0; side < 2; side++)
		describe(in->rules[side], line, line->item[side], line->row < 0 && compared_is_partial(in, line),
		         difference, side);
	to->of_level[line->level]++;
	for (int side = 0; side < 2; side++)
		if (difference->said[side].failed || difference->value[side].failed || difference->place[side].failed)
			return false;
	return !difference->path.failed;
}

bool differences_find(const struct rules *const rules[2], const char *const labels[2], struct differences *differences)
{
	struct comparison comparison;
	size_t count = 0;
	bool well;

	*differences = (struct differences){ .rules = { rules[0], rules[1] }, .label = { labels[0], labels[1] } };
	if (!compare_rules(rules, 2, &comparison))
		return false;
	for (int i = 0; i < comparison.lines; i++)
		count += comparison.line[i].differs;
	differences->list = memory_resize(NULL, (count + 1) * sizeof *differences->list);
	well = differences->list != NULL;
	for (int level = LEVEL_SETUP; level <= LEVEL_TEXT; level++)
		for (int i = 0; i < comparison.lines && well; i++)
			if (comparison.line[i].differs && (int)comparison.line[i].level == level)
				well = add_difference(differences, &comparison, &comparison.line[i]);
	comparison_free(&comparison);
	if (!well)
		differences_free(differences);
	return well;
}

void differences_free(struct differences *differences)
{
	for (int i = 0; i < differences->count; i++) {
		struct difference *difference = &differences->list[i];
		text_free(&difference->path);
		for (int side = 0; side < 2; side++) {
			text_free(&difference->said[side]);
			text_free(&difference->value[side]);
			text_free(&difference->place[side]);
		}
	}
	memory_free(differences->list);
	*differences = (struct differences){ .count = 0 };
}

/* ---- as text ---- */

struct writing {
	const struct differences *of;
	struct text *out;
	bool all, colour; /* with everything that is known; with colours */
};

static const char *shade(const struct writing *at, const char *code)
{
	return at->colour ? code : "";
}

static const char *const SHADES[2] = { "\033[31m", "\033[32m" };
#define PLAIN "\033[0m"
#define FAINT "\033[2m"

/* A line behind [label], broken where it is too long. */
static void write_line(const struct writing *at, const char *label, int side, const char *words)
{
	struct text line = { 0 };

	text_format(&line, "%s%s", label, words);
	text_format(at->out, "%s    ", side >= 0 ? shade(at, SHADES[side]) : "");
	paragraph_write(text_read(&line), 6, LINE_WIDTH - 6, at->out);
	if (at->colour && side >= 0)
		text_add(at->out, PLAIN);
	text_end(&line, at->out);
}

static bool is_partial(const struct difference *difference)
{
	return difference->item[0] < 0 || difference->item[1] < 0;
}

/* True if what was is short enough to stand behind the sentence: a number, some cards. A word alone says too little, and
 * so does a number where the sentence has none. */
static bool goes_in_brackets(const struct difference *difference)
{
	enum row_type type = rows[difference->row].type;
	bool number = type == TYPE_NUMBER || type == TYPE_AMOUNT;

	if (number && difference->said[0].length > 0 &&
	    strstr(text_read(&difference->said[1]), text_read(&difference->value[1])) == NULL)
		return false;
	return (difference->said[0].length > 0 || rows[difference->row].fallback == ALL_CARDS) && type != TYPE_WORD &&
	       difference->value[0].length <= SHORT_VALUE;
}

/* Where in the sentence [said] what was is told: behind [value] and, if that is a number, what it counts. */
static size_t place_of_was(const char *said, const char *value)
{
	const char *at = strstr(said, value), *behind = at != NULL ? at + strlen(value) : NULL;
	size_t length = strlen(said), word;

	if (at == NULL || *value == '\0')
		return said[length - 1] == '.' ? length - 1 : length;
	word = behind[0] == ' ' ? strcspn(behind + 1, " .,;:") : 0;
	if (value[strspn(value, "-0123456789,")] == '\0' && word > 0 && strncmp(behind, " of ", 4) != 0)
		behind += 1 + word;
	return (size_t)(behind - said);
}

/* "A side needs 2 canastas (was 1) to go out." */
static void write_sentence(const struct writing *at, const struct difference *difference)
{
	const char *said = text_read(&difference->said[1]);
	size_t length = difference->said[1].length;
	struct text line = { 0 };

	if (length == 0) {
		write_line(at, "- No longer: ", 0, text_read(&difference->said[0]));
		return;
	}
	if (goes_in_brackets(difference)) {
		length = place_of_was(said, text_read(&difference->value[1]));
		text_add_bytes(&line, said, length);
		text_format(&line, " (was %s)%s", text_read(&difference->value[0]), said + length);
		write_line(at, "- ", -1, text_read(&line));
	} else {
		write_line(at, difference->said[0].length > 0 ? "- " : "- New: ", -1, said);
		if (difference->said[0].length > 0)
			write_line(at, "  Was: ", 0, text_read(&difference->said[0]));
	}
	text_end(&line, at->out);
}

static void write_places(const struct writing *at, const struct difference *difference)
{
	for (int side = 0; side < 2; side++) {
		const char *words = text_read(&difference->place[side]);
		struct text line = { 0 };
		if (*words == '\0')
			continue;
		text_format(&line, "%s: ", at->of->label[side]);
		for (; *words != '\0'; words++)
			text_add_bytes(&line, *words == '\n' ? " " : words, 1);
		text_format(at->out, "%s        ", shade(at, FAINT));
		paragraph_write(text_read(&line), 10, LINE_WIDTH - 10, at->out);
		text_add(at->out, shade(at, PLAIN));
		text_end(&line, at->out);
	}
}

/* An item that only one of them has, with all that it says. */
static void write_item(const struct writing *at, const struct difference *difference)
{
	int side = difference->item[0] < 0;
	struct text label = { 0 }, words = { 0 };

	text_format(&label, "- Only %s: ", at->of->label[side]);
	text_format(&words, "%s%s%s.", text_read(&difference->said[side]),
	            difference->value[side].length > 0 ? ": " : "", text_read(&difference->value[side]));
	write_line(at, text_read(&label), side, text_read(&words));
	text_end(&label, at->out);
	text_end(&words, at->out);
}

static void write_renamed(const struct writing *at, const struct difference *difference)
{
	struct text words = { 0 };

	text_format(&words, "%s (was %s).", text_read(&difference->said[1]), text_read(&difference->said[0]));
	write_line(at, "- Called otherwise: ", -1, text_read(&words));
	text_end(&words, at->out);
}

static void write_difference(const struct writing *at, const struct difference *difference)
{
	if (is_partial(difference))
		write_item(at, difference);
	else if (difference->row < 0)
		write_renamed(at, difference);
	else
		write_sentence(at, difference);
	if (at->all)
		write_places(at, difference);
}

void difference_write(const struct differences *differences, int index, struct text *out)
{
	const struct writing at = { differences, out, false, false };

	write_difference(&at, &differences->list[index]);
}

/* Where there are many, the items that only one side has, of one list: their titles in one line. */
static void write_titles(const struct writing *at, int first, int behind, int side)
{
	struct text label = { 0 }, titles = { 0 };

	for (int i = first; i < behind; i++) {
		const struct difference *difference = &at->of->list[i];
		if (difference->item[!side] >= 0)
			continue;
		text_add(&titles, titles.length > 0 ? ", " : "");
		saying_title(at->of->rules[side], difference->group, difference->item[side], &titles);
	}
	text_format(&label, "- Only %s: ", at->of->label[side]);
	if (titles.length > 0)
		write_line(at, text_read(&label), side, text_read(&titles));
	text_end(&label, at->out);
	text_end(&titles, at->out);
}

/* The differences of one level in one section or list, from [first] up to [behind]. */
static void write_topic(const struct writing *at, int first, int behind)
{
	text_format(at->out, "\n  %s\n", groups[at->of->list[first].group].heading);
	for (int i = first; i < behind; i++)
		if (at->all || !is_partial(&at->of->list[i]))
			write_difference(at, &at->of->list[i]);
	for (int side = 0; side < 2 && !at->all; side++)
		write_titles(at, first, behind, side);
}

static void write_level(const struct writing *at, int first, int behind)
{
	static const char *const headings[] = { [LEVEL_SETUP] = "Set-up",
		                                [LEVEL_LEGALITY] = "What may be played",
		                                [LEVEL_SCORE] = "What it scores",
		                                [LEVEL_TEXT] = "Words alone" };

	text_format(at->out, "\n%s\n", headings[at->of->list[first].level]);
	for (int next; first < behind; first = next) {
		for (next = first; next < behind && at->of->list[next].group == at->of->list[first].group;)
			next++;
		write_topic(at, first, next);
	}
}

static void write_names(const struct differences *of, struct text *out)
{
	struct text names = { 0 };

	for (int side = 0; side < 2; side++)
		text_format(&names, "%s\t%s\t%s\n", side == 0 ? "from" : "to", of->label[side], of->rules[side]->title);
	columns_write(text_read(&names), out);
	text_end(&names, out);
}

static void write_head(const struct writing *at)
{
	static const char *const in[] = { "in the set-up", "in what may be played", "in what it scores",
		                          "in words alone" };
	const char *before = ": ";

	write_names(at->of, at->out);
	text_format(at->out, "%d difference%s", at->of->count, at->of->count == 1 ? "" : "s");
	for (int level = LEVEL_SETUP; level <= LEVEL_TEXT; level++)
		if (at->of->of_level[level] > 0) {
			text_format(at->out, "%s%d %s", before, at->of->of_level[level], in[level]);
			before = ", ";
		}
	text_add(at->out, "\n");
}

void differences_write(const struct differences *differences, bool all, bool colour, struct text *out)
{
	struct writing at = { differences, out, all || differences->count <= FEW, colour };
	int words = differences->of_level[LEVEL_TEXT], shown = differences->count - (at.all ? 0 : words);

	if (differences->count == 0)
		return;
	write_head(&at);
	for (int first = 0, next; first < shown; first = next) {
		for (next = first; next < shown && differences->list[next].level == differences->list[first].level;)
			next++;
		write_level(&at, first, next);
	}
	if (!at.all)
		text_add(out,
		         "\nThis is told by topic because there are many differences; with --all each comes with its"
		         " places,\nand names that differ are told, too.\n");
}
