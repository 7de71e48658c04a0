/* show.c -- the settings in three columns: path, value, origin. The columns are as wide as what is shown needs, and
 * what does not fit goes on below itself. */
#include "reports/show.h"

#include <stdio.h>
#include <string.h>
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/columns.h"
#include "reports/origin.h"
#include "reports/value_words.h"
#include "rules/options.h"

enum {
	PATH_MOST = 28,    /* a longer path pushes its value to the next line */
	ORIGIN_LEAST = 38, /* variants/base.canasta:1234  @HOUSE-012 */
	VALUE_LEAST = 24,
	NARROW = 79, /* characters of a narrow line, */
	INDENT = 6,  /* and of those the blanks in front of what is not a path */
	FEW = 6      /* settings of which more can be told than in an overview */
};

/* ---- one setting ---- */

/* A setting as it is to be shown, or an item of a list: then there is no row and no cell. */
struct shown {
	int group, item, row;
	const struct cell *cell;
	struct text path, value,
		origin; /* the lines of each column; the words of the origin are separated by line feeds */
};

struct widths {
	size_t path, value, origin;
	int settings;
};

/* What somebody wants to see of which rules. */
struct showing {
	const struct rules *rules;
	const char *part;
	unsigned how; /* a sum of enum show_how */
	struct widths widths;
	int group; /* whose heading was written last */
	struct text *out;
};

static void make_setting(const struct rules *rules, enum row_id row, int item, struct shown *shown)
{
	*shown = (struct shown){ .group = rows[row].in, .item = item, .row = (int)row };
	shown->cell = rules_cell(rules, row, item);
	rules_path(rules, row, item, &shown->path);
	value_write(row, shown->cell, &shown->value);
	origin_write(rules, shown->cell, &shown->origin);
}

/* An item, with the title and the citations that stand on its own line. */
static void make_item(const struct rules *rules, int group, int item, struct shown *shown)
{
	const char *title = rules_item_title(rules, group, item);

	*shown = (struct shown){ .group = group, .item = item, .row = -1 };
	rules_item_path(rules, group, item, &shown->path);
	if (title != NULL)
		text_format(&shown->value, "\"%s\"", title);
	place_write(rules, rules->items[group][item], &shown->origin);
	for (const struct remark *remark = rules->remarks; remark != NULL; remark = remark->next)
		if (remark->group == group && remark->item == item)
			cites_write(remark->notes, &shown->origin);
}

static void shown_end(struct shown *shown, struct text *out)
{
	text_end(&shown->path, out);
	text_end(&shown->value, out);
	text_end(&shown->origin, out);
}

/* An item that is there no more. */
static void make_removed(const struct rules *rules, const struct removed_item *removed, struct shown *shown)
{
	*shown = (struct shown){ .group = removed->group, .row = -1 };
	removed_path(removed, &shown->path);
	text_add(&shown->value, "taken away");
	if (removed->title != NULL)
		text_format(&shown->value, ": \"%s\"", removed->title);
	place_write(rules, removed->by, &shown->origin);
	if (removed->layer->kind == LAYER_OPTION)
		text_format(&shown->origin, "\noption %s", removed->layer->name);
}

/* Leaves out the citations. */
static void drop_cites(struct text *origin)
{
	struct text kept = { 0 };

	for (const char *word = text_read(origin); *word != '\0'; word += strcspn(word, "\n"), word += *word == '\n') {
		if (*word == '@')
			continue;
		text_add(&kept, kept.length > 0 ? "\n" : "");
		text_add_bytes(&kept, word, strcspn(word, "\n"));
	}
	text_free(origin);
	*origin = kept;
}

/* ---- all that is wanted ---- */

typedef void (*each_shown)(struct showing *showing, struct shown *shown);

static void offer(struct showing *showing, struct shown *shown, each_shown each)
{
	if (showing->how & SHOW_SHORT)
		drop_cites(&shown->origin);
	each(showing, shown);
	shown_end(shown, showing->out);
}

/* An item is of interest by itself if it says something. */
static bool says_something(const struct shown *shown)
{
	return shown->value.length > 0 || strchr(text_read(&shown->origin), '\n') != NULL;
}

/* What is done with each. */
struct visit {
	struct showing *showing;
	each_shown each;
};

static void offer_one(void *context, int group, int item, int row)
{
	const struct visit *visit = context;
	struct shown shown;

	if (row >= 0)
		make_setting(visit->showing->rules, (enum row_id)row, item, &shown);
	else
		make_item(visit->showing->rules, group, item, &shown);
	if (row >= 0 || says_something(&shown))
		offer(visit->showing, &shown, visit->each);
	else
		shown_end(&shown, visit->showing->out);
}

/* Calls [each] for everything wanted, section by section, item by item; at the end for what was taken away, unless it is
 * all rules that are wanted, as they are. */
static void for_each(struct showing *showing, each_shown each)
{
	struct visit visit = { showing, each };
	struct shown shown;
	bool failed = false;

	if (!show_each(showing->rules, showing->part, showing->how, offer_one, &visit))
		showing->out->failed = 1;
	if ((showing->how & SHOW_CHANGED) == 0 && showing->part[0] == '\0')
		return;
	for (const struct removed_item *removed = showing->rules->removed; removed != NULL; removed = removed->next)
		if (show_has_removed(showing->rules, removed, showing->part, &failed)) {
			make_removed(showing->rules, removed, &shown);
			offer(showing, &shown, each);
		}
	showing->out->failed |= failed;
}

/* ---- layout ---- */

/* Makes [*width] as wide as the widest of [lines]; those wider than [most] do not count. */
static void widen(size_t *width, const char *lines, size_t most)
{
	for (const char *at = lines; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
		size_t wide = text_width(at, strcspn(at, "\n"));
		if (wide > *width && wide <= most)
			*width = wide;
	}
}

static void measure(struct showing *showing, struct shown *shown)
{
	showing->widths.settings++;
	widen(&showing->widths.path, text_read(&shown->path), PATH_MOST);
	widen(&showing->widths.value, text_read(&shown->value), LINE_WIDTH);
	widen(&showing->widths.origin, text_read(&shown->origin), LINE_WIDTH);
}

/* Shares out the line: the origin gets what it needs for a place, the value what it needs and is left. */
static void settle_widths(struct widths *widths)
{
	size_t left = LINE_WIDTH - 2 - widths->path - 2 - 2;
	size_t origin = widths->origin > ORIGIN_LEAST ? widths->origin : ORIGIN_LEAST;

	if (origin > left * 2 / 3)
		origin = left * 2 / 3;
	if (widths->value < VALUE_LEAST)
		widths->value = VALUE_LEAST;
	if (widths->value > left - origin)
		widths->value = left - origin;
	widths->origin = left - widths->value;
}

/* Takes a line of at most [width] characters off [*lines]; steps of a ladder that are broken go on further in. */
static size_t take_line(const char **lines, size_t width, const char **line)
{
	size_t taken = line_break(*lines, width);

	*line = *lines;
	*lines += taken;
	if (**lines == '\n')
		(*lines)++;
	else
		while (**lines == ' ')
			(*lines)++;
	return taken;
}

/* Takes as many words of an origin as go on one line. */
static void take_words(const char **words, size_t width, struct text *line)
{
	while (**words != '\0') {
		size_t length = strcspn(*words, "\n");
		size_t wide = text_width(text_read(line), line->length);
		if (wide > 0 && wide + 2 + text_width(*words, length) > width)
			return;
		text_add(line, wide > 0 ? "  " : "");
		text_add_bytes(line, *words, length);
		*words += length;
		*words += **words == '\n';
	}
}

/* One line of the three columns; without blanks at its end. */
static void write_line(const struct widths *widths, const char *path, const char *value, size_t length,
                       const struct text *origin, struct text *out)
{
	size_t wide = text_width(path, strlen(path));

	text_format(out, "  %s", path);
	if (length > 0 || origin->length > 0)
		blanks_add(out, widths->path - wide + 2);
	text_add_bytes(out, value, length);
	if (origin->length > 0)
		blanks_add(out, widths->value - text_width(value, length) + 2);
	text_format(out, "%s\n", text_read(origin));
}

/* One under the other: the path, with the value beside it if there is room, and the words of the origin. */
static void write_narrow(const char *path, const char *value, const char *origin, struct text *out)
{
	bool beside = path[0] != '\0' && strchr(value, '\n') == NULL &&
	              text_width(path, strlen(path)) + text_width(value, strlen(value)) + 4 <= NARROW;
	struct text words = { 0 };
	const char *line;

	if (path[0] != '\0')
		text_format(out, "  %s%s%s\n", path, beside && value[0] != '\0' ? "  " : "", beside ? value : "");
	while (!beside && *value != '\0') {
		size_t length = take_line(&value, NARROW - INDENT, &line);
		blanks_add(out, INDENT);
		text_add_bytes(out, line, length);
		text_add(out, "\n");
	}
	for (; *origin != '\0'; origin += *origin == '\n') {
		size_t length = strcspn(origin, "\n");
		text_add(&words, words.length > 0 ? " " : "");
		text_add_bytes(&words, origin, length);
		origin += length;
	}
	if (words.length > 0) {
		blanks_add(out, INDENT);
		paragraph_write(text_read(&words), INDENT, NARROW - INDENT, out);
	}
	text_end(&words, out);
}

static void write_columns(const struct widths *widths, const char *path, const char *value, const char *origin,
                          struct text *out)
{
	const char *line;

	if (text_width(path, strlen(path)) > widths->path) {
		text_format(out, "  %s\n", path);
		path = "";
	}
	do {
		struct text words = { 0 };
		size_t length = take_line(&value, widths->value, &line);
		take_words(&origin, widths->origin, &words);
		write_line(widths, path, line, length, &words, out);
		text_end(&words, out);
		path = "";
	} while (*value != '\0' || *origin != '\0');
}

static void write_cells(const struct showing *showing, const char *path, const char *value, const char *origin)
{
	if (showing->how & SHOW_NARROW)
		write_narrow(path, value, origin, showing->out);
	else
		write_columns(&showing->widths, path, value, origin, showing->out);
}

/* ---- what else is known of a setting ---- */

/* Of little all is told, unless it should be short. */
static bool tells_all(const struct showing *showing)
{
	return showing->widths.settings <= FEW && (showing->how & SHOW_SHORT) == 0;
}

/* A value in one line: its first line and the steps or conditions below it. */
static void write_on_one_line(const char *value, struct text *out)
{
	for (int line = 0; *value != '\0'; line++) {
		size_t length = strcspn(value, "\n");
		text_add(out, line == 0 ? "" : line == 1 ? " " : "; ");
		text_add_bytes(out, value, length);
		value += length;
		value += strspn(value, "\n ");
	}
}

/* One line of what a value took the place of. */
static void write_instead(const struct showing *showing, const char *value, const char *origin)
{
	struct text instead = { 0 };

	text_add(&instead, "instead of ");
	write_on_one_line(value, &instead);
	write_cells(showing, "", text_read(&instead), origin);
	text_end(&instead, showing->out);
}

/* What the value of [old] is and where it was stated. */
static void write_old(const struct showing *showing, const struct shown *shown, const struct cell *old,
                      struct text *last)
{
	struct text value = { 0 }, origin = { 0 };

	value_write((enum row_id)shown->row, old, &value);
	if (strcmp(text_read(&value), text_read(last)) != 0) {
		if (old->statement != NULL) {
			text_format(&origin, "in %s\n", old->layer->name);
			statement_place_write(showing->rules, old->statement, &origin);
		} else
			text_add(&origin, "default");
		write_instead(showing, text_read(&value), text_read(&origin));
	}
	text_end(&origin, showing->out);
	text_end(last, showing->out);
	*last = value;
}

/* What the value took the place of, if that was another; when little is asked for, all that it was before,
 * and of a single setting also the default. */
static void write_inherited(const struct showing *showing, const struct shown *shown)
{
	static const struct cell nothing = { .statement = NULL };
	bool all = tells_all(showing);
	struct text last = { 0 };

	if (shown->cell == NULL || shown->cell->statement == NULL)
		return;
	text_add(&last, text_read(&shown->value));
	for (const struct cell *old = shown->cell->inherited; old != NULL; old = all ? old->inherited : NULL)
		write_old(showing, shown, old, &last);
	if (all && showing->widths.settings == 1 && rows[shown->row].fallback != NEEDED)
		write_old(showing, shown, &nothing, &last);
	text_end(&last, showing->out);
}

static void write_remark(const struct showing *showing, const char *label, const char *words)
{
	size_t width = showing->how & SHOW_NARROW ? NARROW : LINE_WIDTH;
	struct text line = { 0 };

	text_format(&line, "%s%s", label, words);
	blanks_add(showing->out, INDENT);
	paragraph_write(text_read(&line), INDENT, width - INDENT, showing->out);
	text_end(&line, showing->out);
}

static void write_details(const struct showing *showing, const struct shown *shown)
{
	if (shown->row >= 0)
		write_remark(showing, "", rows[shown->row].sentence);
	if (shown->cell == NULL)
		return;
	for (const struct cite *cite = shown->cell->cites; cite != NULL; cite = cite->next) {
		struct text place = { 0 };
		place_write(showing->rules, cite->span, &place);
		cites_write(cite->notes, &place);
		for (char *at = place.bytes; at != NULL && *at != '\0'; at++)
			*at = *at == '\n' ? ' ' : *at;
		write_remark(showing, "cited in ", text_read(&place));
		text_end(&place, showing->out);
	}
	for (struct setting_notes at = notes_of(shown->cell); notes_next(&at);)
		for (const struct note *note = at.notes; note != NULL; note = note->next)
			if (note->text != NULL && note->kind != NOTE_CITE)
				write_remark(showing,
				             note->kind == NOTE_READING  ? "reading: "
				             : note->kind == NOTE_SILENT ? "silent: "
				             : note->kind == NOTE_HOUSE  ? "house: "
				             : note->kind == NOTE_ALLOW  ? "allowed: "
				                                         : "",
				             note->text);
}

static void write_setting(struct showing *showing, struct shown *shown)
{
	if (shown->group != showing->group)
		text_format(showing->out, "%s%s\n", showing->out->length > 0 ? "\n" : "", groups[shown->group].heading);
	showing->group = shown->group;
	write_cells(showing, text_read(&shown->path), text_read(&shown->value), text_read(&shown->origin));
	write_inherited(showing, shown);
	if (tells_all(showing))
		write_details(showing, shown);
}

static void write_head(const struct rules *rules, struct text *out)
{
	int chosen = 0;

	text_format(out, "%s\n%s", rules->title, rules->name);
	if (rules->parent != NULL)
		text_format(out, ", which extends %s", rules->parent);
	for (const struct option *option = rules->options; option != NULL; option = option->next)
		if (option->chosen && !option->by_default) {
			text_add(out, chosen++ == 0 ? ", with " : ", ");
			option_write(option, out);
		}
	text_add(out, "\n");
}

void show_rules(const struct rules *rules, const char *part, unsigned how, struct text *out)
{
	struct showing showing = { .rules = rules, .part = part, .how = how, .group = -1, .out = out };

	for_each(&showing, measure);
	settle_widths(&showing.widths);
	if (part[0] == '\0')
		write_head(rules, out);
	if (showing.widths.settings == 0)
		text_add(out, how & SHOW_CHANGED ? "Nothing is changed here.\n" : "Nothing is stated here.\n");
	showing.group = -1;
	for_each(&showing, write_setting);
}

/* ---- what may have been meant ---- */

static bool nearest_path(const struct rules *rules, enum row_id row, const char *part, char *near, size_t room)
{
	int items = rules_places(rules, rows[row].in);
	bool found = false;

	for (int item = 0; item < items && !found; item++) {
		struct text path = { 0 };
		const char *word;
		rules_path(rules, row, item, &path);
		word = text_read(&path);
		found = word_nearest(part, &word, 1) != NULL;
		if (found)
			snprintf(near, room, "%s", word);
		text_free(&path);
	}
	return found;
}

bool show_nearest(const struct rules *rules, const char *part, char *near, size_t room)
{
	const char *words[GROUP_COUNT + 1], *found;
	int count = 0;

	for (int i = 0; i < GROUP_COUNT; i++)
		words[count++] = groups[i].name;
	found = word_nearest(part, words, count);
	for (int i = 0; i < count && strlen(part) > 2; i++) /* the beginning of a name says more than a likeness */
		if (strncmp(words[i], part, strlen(part)) == 0) {
			found = words[i];
			break;
		}
	if (found != NULL)
		snprintf(near, room, "%s", found);
	for (int row = 0; row < ROW_COUNT && found == NULL; row++)
		found = nearest_path(rules, (enum row_id)row, part, near, room) ? near : NULL;
	return found != NULL;
}
