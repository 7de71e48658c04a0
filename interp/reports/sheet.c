/* sheet.c -- the sections of a sheet are those of rules.def, in its order; each has its author's introduction, its rules, its
 * lists, and remarks. Ladders, what cards count, canastas and special hands are easier to look up in columns. */
#include "reports/reports.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "canasta.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "text/document.h"
#include "rules/analysis.h"
#include "rules/compare.h"
#include "rules/options.h"

/* What is made, and where it goes. */
struct sheet {
	const struct rules *rules;
	const char *reference; /* what the variant is called by: ours.canasta:friday */
	enum sheet_kind kind;
	enum sheet_cites cites;
	const char *about; /* the item that notes below a table are about, or NULL */
	struct document *out;
	bool departs;                             /* some rule is marked as other than in the parent */
	const struct block *clause_of[score_MAX]; /* of each line of the score that has a table */
};

/* ---- whose documents ---- */

static bool sheet_has_document(const struct sheet *sheet, const struct source_document *document)
{
	return sheet->cites == CITES_ALL ||
	       (sheet->cites == CITES_OWN && document->stated->span.source == sheet->rules->span.source);
}

/* True if source file [source] belongs to a document that is not the one of this sheet. */
static bool is_foreign(const struct sheet *sheet, int source)
{
	for (const struct source_document *at = sheet->rules->documents; at != NULL; at = at->next)
		if (at->stated->span.source == source && !sheet_has_document(sheet, at))
			return true;
	return false;
}

/* ---- citations ---- */

/* Statements that are cited, collected so that they can be sorted. */
struct cited {
	const struct sheet *sheet; /* they are for */
	const char **id;
	int count;
	bool failed; /* memory ran out */
};

static void take_cite(struct cited *cited, const char *id)
{
	const char **ids = memory_grow(cited->id, (size_t)cited->count, sizeof *ids);

	if (ids == NULL) {
		cited->failed = true;
		return;
	}
	cited->id = ids;
	ids[cited->count++] = id;
}

/* Adds the citations before the first remark. Those after a remark belong to it. */
static void take_cites(const struct note *notes, struct cited *cited)
{
	for (; notes != NULL && notes->text != NULL && notes->kind == NOTE_CITE; notes = notes->next)
		if (cited->sheet->cites != CITES_NONE && !is_foreign(cited->sheet, notes->span.source))
			take_cite(cited, notes->text);
}

static int by_id(const void *one, const void *other)
{
	return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* The length of the part before the number: "HOUSE-". */
static size_t prefix_length(const char *id)
{
	const char *dash = strrchr(id, '-');

	return dash != NULL ? (size_t)(dash - id) + 1 : 0;
}

static bool same_document(const char *one, const char *other)
{
	return prefix_length(one) == prefix_length(other) && strncmp(one, other, prefix_length(one)) == 0;
}

static bool follows(const char *id, const char *before)
{
	return same_document(id, before) && atoi(id + prefix_length(id)) == atoi(before + prefix_length(before)) + 1;
}

/* Writes "HOUSE-7 to 11, 15": the document once, three or more numbers in a row as a range. Frees what [cited] holds. */
static void write_cited(struct cited *cited, struct words *words)
{
	struct text *out = cited->count > 0 || cited->failed ? words_add(words) : NULL;
	int count = 0;

	if (cited->count > 0)
		qsort(cited->id, (size_t)cited->count, sizeof *cited->id, by_id);
	for (int i = 0; i < cited->count; i++)
		if (count == 0 || strcmp(cited->id[i], cited->id[count - 1]) != 0)
			cited->id[count++] = cited->id[i];
	for (int i = 0, last; i < count; i = last + 1) {
		const char *id = cited->id[i];
		for (last = i; last + 1 < count && follows(cited->id[last + 1], cited->id[last]);)
			last++;
		if (last < i + 2)
			last = i;
		text_add(out, i > 0 ? ", " : "");
		text_add(out, i > 0 && same_document(id, cited->id[i - 1]) ? id + prefix_length(id) : id);
		if (last > i)
			text_format(out, " to %s", cited->id[last] + prefix_length(id));
	}
	if (cited->failed)
		out->failed = true;
	memory_free(cited->id);
}

/* The document that [notes] cite first, or NULL. */
static const char *document_of(const struct note *notes)
{
	while (notes != NULL && notes->kind != NOTE_CITE)
		notes = notes->next;
	return notes != NULL ? notes->text : NULL;
}

/* Finds the next notes of a setting that are this variant's own. Once it cites a document, citations of other documents
 * are its parents'. [*document]: the document cited so far, NULL at first. */
static bool own_notes_next(struct setting_notes *at, const char **document)
{
	while (notes_next(at)) {
		const char *cited = document_of(at->notes);
		if (at->on_item || (*document != NULL && cited != NULL && !same_document(*document, cited)))
			continue;
		*document = *document != NULL ? *document : cited;
		return true;
	}
	return false;
}

static void take_cell(const struct rules *rules, enum row_id row, int item, struct cited *cited)
{
	struct setting_notes at = notes_of(rules_cell(rules, row, item));

	for (const char *document = NULL; own_notes_next(&at, &document);)
		take_cites(at.notes, cited);
}

/* The next remark on an item or a section (item -1), in the order in which they were written; the list is in reverse
 * order. The first one if [last] is NULL; NULL after the last. */
static const struct remark *next_remark(const struct rules *rules, int group, int item, const struct remark *last)
{
	const struct remark *next = NULL;

	for (const struct remark *remark = rules->remarks; remark != last; remark = remark->next)
		if (remark->group == group && remark->item == item)
			next = remark;
	return next;
}

/* Adds what items [first] to [last] cite; item -1 is the section itself. */
static void cite_items(const struct sheet *sheet, int group, int first, int last, struct words *out)
{
	struct cited cited = { .sheet = sheet };

	for (int item = first; item <= last && sheet->kind == SHEET_WHOLE; item++) {
		for (const struct remark *at = NULL; (at = next_remark(sheet->rules, group, item, at)) != NULL;)
			take_cites(at->notes, &cited);
		for (int row = -1; item >= 0 && row_next(group, &row);)
			take_cell(sheet->rules, (enum row_id)row, item, &cited);
	}
	write_cited(&cited, out);
}

/* Writes the statements that a setting, an item or a whole list cites: "HOUSE-12, 13". */
static void sheet_cites(const struct sheet *sheet, int group, int item, struct words *out)
{
	cite_items(sheet, group, item, item, out);
}

/* ---- readings and silences ---- */

static const char *note_label(enum note_kind kind)
{
	switch (kind) {
	case NOTE_READING: return "Read as";
	case NOTE_SILENT: return "Left open";
	case NOTE_HOUSE: return "House rule";
	case NOTE_MANNER: return "At the table";
	case NOTE_BUT: return "But";
	default: return "Note";
	}
}

/* True if the last block is a note that follows the same rule already: one line may state several settings. */
static bool is_said_already(const struct document *out)
{
	const struct block *last = out->last;

	for (const struct block *at = last->before; at != NULL && at->kind == BLOCK_NOTE; at = at->before)
		if (words_same(&at->label, &last->label) && words_same(&at->words, &last->words) &&
		    words_same(&at->cites, &last->cites))
			return true;
	return false;
}

/* [settled]: leave out remarks about what a document leaves open. */
static void add_notes(struct sheet *sheet, const struct note *notes, const struct layer *layer, bool settled)
{
	struct document *out = sheet->out;

	for (const struct note *note = notes; note != NULL && sheet->kind == SHEET_WHOLE; note = note->next) {
		struct cited cited = { .sheet = sheet };
		struct block *block;
		bool of_document = note->kind == NOTE_SILENT || note->kind == NOTE_READING;
		if (note->kind == NOTE_CITE || note->kind == NOTE_ALLOW || note->text == NULL ||
		    (note->kind == NOTE_SILENT && settled) ||
		    (of_document && (sheet->cites == CITES_NONE || is_foreign(sheet, note->span.source))) ||
		    ((note->kind == NOTE_MANNER || note->kind == NOTE_BUT) &&
		     words_name_changed(sheet->rules, note->text, layer->height, &out->failed)))
			continue;
		block = document_say(out, BLOCK_NOTE, 0, note->text);
		block->section = out->sections;
		if (sheet->about != NULL)
			text_format(words_add(&block->label), "%s, %c%s", sheet->about,
			            small_letter(note_label(note->kind)[0]), note_label(note->kind) + 1);
		else
			text_add(words_add(&block->label), note_label(note->kind));
		take_cites(note->next, &cited);
		write_cited(&cited, &block->cites);
		if (block == out->last && is_said_already(out))
			document_take_back(out);
	}
}

/* True if the remark is by another author and about a section that was changed since, so that it may no longer hold. */
static bool is_outdated(struct sheet *sheet, const struct remark *remark)
{
	return sheet->cites != CITES_ALL && remark->group != GROUP_root && remark->item < 0 && remark->notes != NULL &&
	       remark->notes->span.source != sheet->rules->span.source &&
	       changed_above(sheet->rules, remark->group, -1, remark->layer->height, &sheet->out->failed);
}

/* Adds what is remarked of a setting, an item or a section ([item] -1). */
static void sheet_notes(struct sheet *sheet, int group, int item)
{
	const struct rules *rules = sheet->rules;

	for (const struct remark *at = NULL; (at = next_remark(rules, group, item, at)) != NULL;) {
		/* If bans were added, what a document without bans left open about discards is settled. What it left
		 * open in general is not. */
		bool settled = item < 0 && group != GROUP_root && filled_above(rules, group, at->layer->height);
		if (!remarks_are_off(sheet->rules, group, at->layer) && !is_outdated(sheet, at))
			add_notes(sheet, at->notes, at->layer, settled);
	}
}

static void sheet_notes_of(struct sheet *sheet, enum row_id row, int item)
{
	struct setting_notes at = notes_of(rules_cell(sheet->rules, row, item));

	for (const char *document = NULL; own_notes_next(&at, &document);)
		if (!remarks_are_off(sheet->rules, rows[row].in, at.layer))
			add_notes(sheet, at.notes, at.layer, false);
}

/* ---- what the author wrote ---- */

/* True if an expression contains the number. "more than 2" is there as "at least 3". */
static bool ir_says(const struct ir *ir, int64_t number)
{
	int64_t near = ir->first != NULL && ir->first->next != NULL && ir->first->next->kind == IR_NUMBER
	                       ? ir->first->next->number + (ir->kind == IR_AT_MOST) - (ir->kind == IR_AT_LEAST)
	                       : number + 1;

	if (((ir->kind == IR_NUMBER || ir->kind == IR_STEP) && (ir->number == number || ir->number == -number)) ||
	    near == number)
		return true;
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		if (ir_says(part, number))
			return true;
	return false;
}

static bool says_number(const struct rules *rules, enum row_id row, int item, int64_t number)
{
	formula held = rules_formula(rules, row, item);
	const void *place = rules_value(rules, row, item);

	if (rows[row].type == TYPE_NUMBER)
		return *(const int32_t *)place == number;
	return held != NULL && ir_says(held->ir, number);
}

/* True if the rules contain the number: in a setting, as points of a card, or as the size of a special hand or of the
 * deck. */
static bool has_number(const struct rules *rules, int64_t number)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		if (says_number(rules, at.row, at.item, number))
			return true;
	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].points == number)
			return true;
	for (int item = 0; item < rules->special_count; item++)
		if (rules->special[item].pattern.cards == number)
			return true;
	return number == rules->deck_size;
}

/* Moves [*prose] past a number in digits and returns it: "8,500". */
static int64_t take_digits(const char **prose)
{
	int64_t number = 0;
	const char *at = *prose;

	for (; (*at >= '0' && *at <= '9') || (*at == ',' && at[1] >= '0' && at[1] <= '9'); at++)
		if (*at != ',' && number < INT32_MAX)
			number = number * 10 + (*at - '0');
	*prose = at;
	return number;
}

/* Moves [*prose] past a word and returns the number that it names, or -1. */
static int64_t take_word(const char **prose)
{
	char word[16] = "";
	size_t length = 0;

	while (isalpha((unsigned char)(*prose)[length]))
		length++;
	for (size_t i = 0; i < length && length < sizeof word; i++)
		word[i] = small_letter((*prose)[i]);
	*prose += length > 0 ? length : 1;
	return number_meant(word);
}

enum { TRIFLE = 1 }; /* "one" is mostly no number */

bool sheet_prose_holds(const struct rules *rules, const char *prose)
{
	while (*prose != '\0') {
		int64_t number = *prose >= '0' && *prose <= '9' ? take_digits(&prose) : take_word(&prose);
		if (number > TRIFLE && !has_number(rules, number))
			return false;
	}
	return true;
}

/* Adds what the author wrote above a section or an item, as far as it still holds. True if there was something. */
static bool sheet_prose(struct sheet *sheet, int group, int item)
{
	const struct block *before = sheet->out->last;
	const struct rules *rules = sheet->rules;
	int about = item > 0 ? item : -1; /* prose above the first item is about the whole list */
	bool *failed = &sheet->out->failed;

	if (sheet->kind != SHEET_WHOLE)
		return false;
	for (const struct remark *at = NULL; (at = next_remark(rules, group, item, at)) != NULL;)
		if (at->prose != NULL && !remarks_are_off(sheet->rules, group, at->layer) &&
		    sheet_prose_holds(rules, at->prose) &&
		    !changed_above(rules, group, about, at->layer->height, failed) &&
		    !words_name_changed(rules, at->prose, at->layer->height, failed))
			document_prose(sheet->out, at->prose);
	return sheet->out->last != before;
}

/* Adds a numbered clause, marked if it [departs] from the parent. */
static struct block *sheet_clause(struct sheet *sheet, bool departs)
{
	struct block *block = document_add(sheet->out, BLOCK_CLAUSE);

	document_number(sheet->out, block);
	block->marked = departs;
	sheet->departs = sheet->departs || departs;
	return block;
}

/* The path of setting [row], or if that is -1 of an item of [group], for a block or row of the sheet. */
static const char *sheet_path(const struct sheet *sheet, int row, int group, int item)
{
	struct text path = { 0 };

	if (row >= 0)
		rules_path(sheet->rules, (enum row_id)row, item, &path);
	else
		rules_item_path(sheet->rules, group, item, &path);
	return document_path(sheet->out, &path);
}

/* ---- ladders ---- */

static bool counts_points(const struct ir *key)
{
	for (const struct ir *part = key->first; part != NULL; part = part->next)
		if (counts_points(part))
			return true;
	return key->kind == IR_FACT && facts[key->fact].type == SCORE;
}

/* True for steps that a table leaves out: "nothing for none", and numbers that cannot occur. */
static bool goes_without_saying(const struct rules *rules, const struct ir *ladder, const struct ir *step)
{
	return step_is_idle(rules, ladder, step) || step->number > ladder_most(rules, ladder) ||
	       (step == ladder->first->next && step->first->kind == IR_NUMBER && step->first->number == 0 &&
	        !counts_points(ladder->first) && step->next != NULL && step->next->number == 1);
}

enum { HEAD_MOST = 60 }; /* characters; a longer head is left to the rule above the table */

/* Adds a table that belongs to a clause. */
static struct table *add_table(struct sheet *sheet, int columns, int row, int item)
{
	struct table *table = document_table(sheet->out, columns);

	table->block->section = sheet->out->sections;
	table->row = row;
	table->item = item;
	return table;
}

/* Adds the table of a ladder that goes by two numbers: a row for each case. False for any other ladder. */
static bool add_cases(struct sheet *sheet, const struct ir *ladder, enum row_id row, int item, struct arena *arena)
{
	static const char when[] = "when ";
	struct step_of_two steps[STEPS_OF_TWO];
	int count = ladder_of_two(sheet->rules, ladder, arena, steps);
	struct table *table = count > 0 ? add_table(sheet, 2, (int)row, item) : NULL;
	struct table_row *line = count > 0 ? table_add(table, TABLE_HEAD) : NULL;

	if (count > 0) {
		cell_add(line, 0, "When");
		wording_capital(wording_unit(row), words_add(&line->cell[1]));
	}
	for (int i = 0; i < count; i++) {
		struct text words = { 0 };
		condition_of_meld(sheet->rules, VOICE_SHEET, steps[i].when, &words);
		line = table_add(table, TABLE_BODY);
		cell_add(line, 0,
		         text_read(&words) + (strncmp(text_read(&words), when, strlen(when)) == 0 ? strlen(when) : 0));
		amount_say(sheet->rules, steps[i].value, words_add(&line->cell[1]));
		document_use(sheet->out, &words);
	}
	return count > 0;
}

static void add_ladder(struct sheet *sheet, const struct ir *ladder, enum row_id row, int item)
{
	const struct rules *rules = sheet->rules;
	struct table *table = add_table(sheet, 2, (int)row, item);
	struct table_row *line = table_add(table, TABLE_HEAD);
	struct text key = { 0 };

	ladder_say_key(rules, ladder, &key);
	wording_capital(key.length <= HEAD_MOST ? text_read(&key) : "that number", words_add(&line->cell[0]));
	wording_capital(wording_unit(row), words_add(&line->cell[1]));
	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
		if (goes_without_saying(rules, ladder, step))
			continue;
		line = table_add(table, TABLE_BODY);
		step_say_range(rules, ladder, step, words_add(&line->cell[0]));
		if (step->first->kind == IR_NUMBER && step->first->number == 0)
			cell_add(line, 1, "none");
		else
			step_say_value(rules, step, words_add(&line->cell[1]));
	}
	document_use(sheet->out, &key);
}

static void add_points(struct sheet *sheet)
{
	struct table *table = add_table(sheet, 2, -1, -1);
	struct table_row *row = table_add(table, TABLE_HEAD);

	cell_add(row, 0, "Cards");
	cell_add(row, 1, "Points");
	for (int points = INT32_MAX; (points = points_below(sheet->rules, points)) != INT32_MIN;) {
		struct text *cards;
		row = table_add(table, TABLE_BODY);
		cards = words_add(&row->cell[0]);
		cards_say(NULL, points_faces(sheet->rules, points), cards);
		text_capital(cards);
		number_write(points, words_add(&row->cell[1]));
	}
}

/* Adds the table of a ladder, or of the cards' points, if setting [row] is one. */
static void sheet_ladder(struct sheet *sheet, enum row_id row, int item)
{
	struct arena *arena = rows[row].type == TYPE_AMOUNT ? arena_new() : NULL;
	const struct ir *ir =
		arena != NULL ? ir_settled(sheet->rules, rules_formula(sheet->rules, row, item)->ir, arena) : NULL;

	if (rows[row].type == TYPE_POINTS)
		add_points(sheet);
	else if (ir != NULL && ir->kind == IR_LADDER && !add_cases(sheet, ir, row, item, arena))
		add_ladder(sheet, ir, row, item);
	sheet->out->failed |= rows[row].type == TYPE_AMOUNT && ir == NULL;
	arena_free(arena);
}

/* ---- lists as tables ---- */

/* The setting in the last column of a list that is shown as a table; -1 for other lists. */
static int value_row(int group)
{
	return group == GROUP_canasta ? (int)ROW_canasta_bonus : group == GROUP_special ? (int)ROW_special_points : -1;
}

/* Adds a list whose items are the rows of a table, with their value in the last column: canastas, special hands. */
static bool sheet_is_table(int group)
{
	return value_row(group) >= 0;
}

/* True if all items have the same clause, which is then written once. Marks [out] as failed if memory runs out. */
static bool clause_is_common(const struct rules *rules, int group, enum row_id row, struct text *out)
{
	struct text first = { 0 }, other = { 0 };
	int count = rules_item_count(rules, group);
	bool same = count > 1 && (int)row != value_row(group);

	wording_clause_above(rules, row, 0, &first);
	for (int item = 1; item < count && same; item++) {
		text_clear(&other);
		wording_clause_above(rules, row, item, &other);
		same = strcmp(text_read(&first), text_read(&other)) == 0;
	}
	same = same && first.length > 0;
	text_end(&first, out);
	text_end(&other, out);
	return same;
}

/* Adds each line of [lines] as an item of a list. */
static void add_lines(struct sheet *sheet, const char *lines)
{
	while (*lines != '\0') {
		struct block *block = document_add(sheet->out, BLOCK_ITEM);
		struct text *words = words_add(&block->words);
		size_t length = strcspn(lines, "\n");

		block->section = sheet->out->sections;
		text_add_bytes(words, lines, length);
		text_capital(words);
		text_add(words, ".");
		lines += length + (lines[length] == '\n');
	}
}

/* Writes the clauses of an item: those that all items have, or the others. */
static void write_own(const struct rules *rules, int group, int item, bool common, const bool *is_common,
                      struct text *out)
{
	for (int row = -1; row_next(group, &row);) {
		struct text clause = { 0 };
		if (row != value_row(group) && is_common[row] == common)
			wording_clause_above(rules, (enum row_id)row, item, &clause);
		if (clause.length > 0) {
			text_add(out, out->length == 0 ? "" : common ? "\n" : "; ");
			clause_of_meld((enum row_id)row, text_read(&clause), out);
		}
		text_end(&clause, out);
	}
}

/* True if an item is marked as other than in the parent, on a sheet that has marks. */
static bool item_is_marked(struct sheet *sheet, int group, int item)
{
	return sheet->kind == SHEET_WHOLE && item_departs(sheet->rules, group, item, &sheet->out->failed);
}

static void add_item_table(struct sheet *sheet, int group, const bool *is_common)
{
	static const char *const heads[2][3] = { { "Canasta", "What it is", "Points" }, { "Hand", "Cards", "Points" } };
	struct table *table = add_table(sheet, 3, value_row(group), -1);
	struct table_row *line;

	line = table_add(table, TABLE_HEAD);
	for (int i = 0; i < 3; i++)
		club_say(sheet->rules, heads[group != GROUP_canasta][i], words_add(&line->cell[i]));
	for (int item = 0; item < rules_item_count(sheet->rules, group); item++) {
		const struct rules *rules = sheet->rules;
		bool departs = item_is_marked(sheet, group, item);
		struct table_row *row = table_add(table, TABLE_BODY);
		row->path = sheet_path(sheet, -1, group, item);
		wording_title(rules, group, item, words_add(&row->cell[0]));
		cell_add(row, 0, departs ? " *" : "");
		write_own(rules, group, item, false, is_common, words_add(&row->cell[1]));
		wording_value(rules, (enum row_id)value_row(group), item, words_add(&row->cell[2]));
		sheet->departs = sheet->departs || departs;
	}
	cite_items(sheet, group, 0, rules_item_count(sheet->rules, group) - 1, &table->cites);
}

/* Adds an example of each special hand; the engine checks it. */
static void add_examples(struct sheet *sheet)
{
	for (int item = 0; item < sheet->rules->special_count; item++) {
		struct text title = { 0 };
		struct block *block;
		struct cards hand;
		if (never_holds(sheet->rules->special[item].when) || !example_hand(sheet->rules, item, &hand))
			continue;
		block = document_add(sheet->out, BLOCK_NOTE);
		block->section = sheet->out->sections;
		wording_title(sheet->rules, GROUP_special, item, &title);
		if (title.length > 0)
			text_format(words_add(&block->label), "Example of %c%s", small_letter(title.bytes[0]),
			            title.bytes + 1);
		document_use(sheet->out, &title);
		cards_write(sheet->rules, &hand, words_span(&block->words, SPAN_CARDS));
	}
}

static void sheet_items(struct sheet *sheet, int group)
{
	struct text common = { 0 };
	bool is_common[ROW_COUNT] = { false };

	for (int row = -1; row_next(group, &row);)
		is_common[row] = clause_is_common(sheet->rules, group, (enum row_id)row, &common);
	write_own(sheet->rules, group, 0, true, is_common, &common);
	if (common.length > 0 && strchr(text_read(&common), '\n') == NULL)
		text_format(words_add(&sheet_clause(sheet, false)->words), "All of them: %s.", text_read(&common));
	else if (common.length > 0) {
		text_add(words_add(&sheet_clause(sheet, false)->words), "All of them:");
		add_lines(sheet, text_read(&common));
	}
	document_use(sheet->out, &common);
	add_item_table(sheet, group, is_common);
	if (group == GROUP_special && sheet->kind == SHEET_WHOLE)
		add_examples(sheet);
	for (int item = 0; item < rules_item_count(sheet->rules, group); item++) {
		struct text title = { 0 };
		wording_title(sheet->rules, group, item, &title);
		sheet->about = text_read(&title);
		sheet_notes(sheet, group, item);
		for (int row = -1; row_next(group, &row);)
			sheet_notes_of(sheet, (enum row_id)row, item);
		sheet->about = NULL;
		document_use(sheet->out, &title);
	}
}

/* ---- rules and items ---- */

/* True if the parent has the same number for the two settings that "Everyone plays alone" is said of. */
static bool was_equal(const struct rules *rules, enum row_id row, bool *failed)
{
	bool was = false;

	for (int32_t number = rows[row].low; wordings[row].equal != NULL && number <= rows[row].high && !was; number++)
		was = parent_says(rules, row, number, failed) &&
		      parent_says(rules, wordings[row].equal_to, number, failed);
	return was;
}

/* A sentence for two settings departs if either of them does; one for equal numbers only where they are, or were, equal, and not both. */
static bool rule_departs(const struct rules *rules, enum row_id row, bool *failed)
{
	bool equal = wording_is_equal(rules, row) ||
	             (wordings[row].equal != NULL &&
	              parent_says(rules, wordings[row].equal_to, *(const int32_t *)rules_value(rules, row, 0), failed));

	if (wording_is_equal(rules, row) && was_equal(rules, row, failed))
		return false;
	return setting_departs(rules, row, 0, failed) ||
	       (equal && setting_departs(rules, wordings[row].equal_to, 0, failed)) ||
	       (wordings[row].beside != NULL && setting_departs(rules, wordings[row].beside_of, 0, failed));
}

static void add_rule(struct sheet *sheet, enum row_id row)
{
	struct document *out = sheet->out;
	struct block *block;
	struct text words = { 0 };

	if (wording_clause_above(sheet->rules, row, 0, &words)) {
		block = sheet_clause(sheet,
		                     sheet->kind == SHEET_WHOLE && rule_departs(sheet->rules, row, &out->failed));
		block->path = sheet_path(sheet, (int)row, -1, 0);
		text_add(words_add(&block->words), text_read(&words));
		if (sheet->kind == SHEET_WHOLE) {
			struct cited cited = { .sheet = sheet };
			take_cell(sheet->rules, row, 0, &cited);
			write_cited(&cited, &block->cites);
		}
		sheet_ladder(sheet, row, 0);
	}
	document_use(out, &words);
	if (!wording_is_idle(sheet->rules, row))
		sheet_notes_of(sheet, row, 0);
}

/* True if at least two bans give way, all in the same case: that is said once, below them. */
static bool bans_share_way(const struct sheet *sheet)
{
	const struct rules *rules = sheet->rules;
	int sharing = 0, way = ban_gives_way_never;
	bool spares = false;

	for (int item = 0; item < rules->discard.ban_count; item++)
		if (rules->discard.ban[item].gives_way != ban_gives_way_never) {
			if (sharing++ > 0 && (rules->discard.ban[item].gives_way != way ||
			                      ban_spares_who_goes_out(rules, item) != spares))
				return false;
			way = rules->discard.ban[item].gives_way;
			spares = ban_spares_who_goes_out(rules, item);
		}
	return sharing > 1;
}

/* Adds when bans give way, and in what order: "first a seven into an empty tray, then wild cards, then threes". */
static void add_shared_way(struct sheet *sheet)
{
	const struct rules *rules = sheet->rules;
	struct block *block = sheet_clause(sheet, false);
	struct text *out = words_add(&block->words);
	struct text order = { 0 };
	int steps = 0;

	for (int number = 1, any = false; number <= rows[ROW_ban_order].high; number++, any = false)
		for (int item = 0; item < rules->discard.ban_count; item++) {
			struct text title = { 0 };
			if (rules->discard.ban[item].gives_way == ban_gives_way_never ||
			    rules->discard.ban[item].order != number)
				continue;
			if (steps == 0)
				wording_clause(rules, ROW_ban_gives_way, item, out);
			wording_title(rules, GROUP_ban, item, &title);
			text_format(&order, "%s%c%s",
			            any            ? " or "
			            : steps++ == 0 ? ""
			                           : ", then ",
			            small_letter(text_read(&title)[0]), text_read(&title) + (title.length > 0));
			any = true;
			document_use(sheet->out, &title);
		}
	text_capital(out);
	text_format(out, steps > 1 ? ": first %s." : ".", text_read(&order));
	document_use(sheet->out, &order);
}

/* The line of the score above [item] whose table shows its points too, or -1. */
static int table_above(const struct sheet *sheet, int group, int item)
{
	const struct in_score *score = sheet->rules->score;

	for (int above = 0; group == GROUP_score && above < item; above++)
		if (sheet->clause_of[above] != NULL && ir_same_steps(score[above].points->ir, score[item].points->ir))
			return above;
	return -1;
}

/* True if two lines of the score hold and count in the same way, whatever they go by. */
static bool same_sign(const struct in_score *one, const struct in_score *other)
{
	return ir_same(one->when->ir, other->when->ir) && ir_same(one->minus->ir, other->minus->ir) &&
	       one->per == other->per && one->special == other->special;
}

/* Where the amount of an item is shown: "as follows", "as in 19.4", "all as in 19.4". */
static void write_place(const struct sheet *sheet, int above, bool all, struct text *out)
{
	text_add(out, above < 0 ? wording_as_follows : all ? "all as in " : "as in ");
	if (above >= 0 && sheet->kind == SHEET_RULES)
		rules_item_path(sheet->rules, GROUP_score, above, out);
	else if (above >= 0)
		block_number_write(sheet->clause_of[above], out);
}

static void add_item(struct sheet *sheet, int group, int item)
{
	struct document *out = sheet->out;
	struct block *block = sheet_clause(sheet, item_is_marked(sheet, group, item));
	struct text lines = { 0 }, clauses = { 0 }, place = { 0 };
	int above = table_above(sheet, group, item);
	const struct in_score *score = sheet->rules->score;
	bool all = above >= 0 && same_sign(&score[item], &score[above]);
	bool shared[ROW_COUNT] = { [ROW_ban_gives_way] = bans_share_way(sheet),
		                   [ROW_ban_order] = bans_share_way(sheet),
		                   [ROW_score_when] = all,
		                   [ROW_score_minus] = all,
		                   [ROW_score_per] = all,
		                   [ROW_score_special] = all };
	size_t first;

	block->path = sheet_path(sheet, -1, group, item);
	write_place(sheet, above, all, &place);
	wording_lines(sheet->rules, group, item, text_read(&place), shared, &lines);
	document_use(out, &place);
	first = strcspn(text_read(&lines), "\n");
	text_add_bytes(&clauses, text_read(&lines), first);
	if (group == GROUP_freeze && always_holds(sheet->rules->pile.freeze[item].when)) {
		text_clear(&clauses); /* which may have been left out, as then no other way of taking it may be left */
		text_add(&clauses, "always, against every side; only the ways of taking it below are left");
	}
	if (!wording_is_bare[group] && clauses.length > 0)
		wording_title(sheet->rules, group, item, words_add(&block->label));
	else if (clauses.length == 0) /* the title says it all */
		wording_title(sheet->rules, group, item, &clauses);
	if (text_last(&clauses) != '.')
		text_add(&clauses, ".");
	text_add(words_add(&block->words), text_read(&clauses));
	text_end(&clauses, words_add(&block->words));
	sheet_cites(sheet, group, item, &block->cites);
	add_lines(sheet, text_read(&lines) + first + (first < lines.length));
	document_use(out, &lines);
	for (int row = -1; row_next(group, &row) && above < 0;)
		sheet_ladder(sheet, (enum row_id)row, item);
	if (group == GROUP_score && above < 0 && out->last != NULL && out->last->kind == BLOCK_TABLE)
		sheet->clause_of[item] = block;
	sheet_notes(sheet, group, item);
	for (int row = -1; row_next(group, &row);)
		sheet_notes_of(sheet, (enum row_id)row, item);
}

/* ---- sections ---- */

/* True if a way of taking the pile lays its top card on the table, as the sentence over them says. */
static bool melds_the_top_card(const struct rules *rules)
{
	bool any = rules->pile.take_count == 0;

	for (int i = 0; i < rules->pile.take_count; i++)
		any = any || rules->pile.take[i].onto != take_onto_hand;
	return any;
}

/* True if a way of taking the pile leaves some of it. */
static bool takes_a_part(const struct rules *rules)
{
	bool any = false;

	for (int i = 0; i < rules->pile.take_count; i++)
		any = any || rules->pile.take[i].cards != 0 || rules->pile.take[i].leaves != 0;
	return any;
}

/* The words that introduce the pile where a way of taking it leaves some of it, and where one puts its top card into the hand; NULL: as
 * anywhere. */
static const char *const pile_leads[2][2] = {
	{ NULL,
	  "The top card of the discard pile is melded at once, unless it goes into the hand, and then the rest of the pile goes into the "
	  "hand." },
	{ "The top card of the discard pile is melded at once, and then the rest of what is taken goes into the hand.",
	  "The top card of the discard pile is melded at once, unless it goes into the hand, and then the rest of what is taken goes into "
	  "the hand." }
};

/* Adds the words that introduce a list. Whole sentences are left out if the author wrote an introduction. */
static void add_lead(struct sheet *sheet, int group, bool has_prose)
{
	const char *lead = wording_leads[group];
	const struct rules *rules = sheet->rules;

	if (wording_leads_alone[group] != NULL && rules->table.sides == rules->table.players &&
	    rules->table.alone == table_alone_nobody)
		lead = wording_leads_alone[group];
	if (group == GROUP_pile && !melds_the_top_card(rules))
		return;
	if (group == GROUP_pile && pile_leads[takes_a_part(rules)][takes_into_hand(rules)] != NULL)
		lead = pile_leads[takes_a_part(rules)][takes_into_hand(rules)];
	if (group == GROUP_freeze && freeze_always(sheet->rules) >= 0)
		lead = "The pile is frozen:"; /* not only against some side */
	if (lead != NULL && (!has_prose || lead[strlen(lead) - 1] == ':'))
		club_say(rules, lead, words_add(&document_add(sheet->out, BLOCK_LEAD)->words));
}

/* How many items of a list are on the sheet. */
static int items_shown(const struct sheet *sheet, int group)
{
	int shown = 0;

	for (int item = 0; item < rules_item_count(sheet->rules, group); item++)
		shown += !item_is_left_over(sheet->rules, group, item);
	return shown;
}

/* Adds a list, as a table or item by item, and the items that were removed. */
static void add_list(struct sheet *sheet, int group, bool has_prose)
{
	int count = rules_item_count(sheet->rules, group);
	bool table = sheet_is_table(group);

	if (items_shown(sheet, group) > 0) {
		has_prose = sheet_prose(sheet, group, 0) || has_prose;
		for (int item = 1; item < count && table; item++)
			sheet_prose(sheet, group, item);
		add_lead(sheet, group, has_prose);
		if (table)
			sheet_items(sheet, group);
	}
	for (int item = 0; item < count && !table; item++) {
		if (item_is_left_over(sheet->rules, group, item))
			continue;
		if (item > 0)
			sheet_prose(sheet, group, item);
		add_item(sheet, group, item);
	}
	if (group == GROUP_ban && bans_share_way(sheet))
		add_shared_way(sheet);
	/* Removed items are not numbered. */
	for (const struct removed_item *removed = sheet->rules->removed; removed != NULL; removed = removed->next) {
		struct block *block;
		if (sheet->kind != SHEET_WHOLE || removed->group != group || !removal_departs(sheet->rules, removed))
			continue;
		block = document_add(sheet->out, BLOCK_CLAUSE);
		block->marked = sheet->departs = true;
		text_add(words_add(&block->label), "No longer");
		wording_removed(removed, words_add(&block->words));
		text_add(words_add(&block->words), ".");
	}
}

static bool has_rules(struct sheet *sheet, int group)
{
	const struct rules *rules = sheet->rules;
	bool any = false;

	for (int row = -1; !any && row_next(group, &row);) {
		struct text words = { 0 };
		any = wording_clause(rules, (enum row_id)row, 0, &words);
		document_use(sheet->out, &words);
	}
	for (int list = 0; list < GROUP_COUNT; list++)
		any = any || (groups[list].in == group && items_shown(sheet, list) > 0);
	return any;
}

static struct block *add_heading(struct sheet *sheet, const char *words)
{
	struct block *heading = document_add(sheet->out, BLOCK_HEADING);

	club_say(sheet->rules, words, words_add(&heading->words));
	document_number(sheet->out, heading);
	return heading;
}

static void add_section(struct sheet *sheet, int group)
{
	struct block *heading = add_heading(sheet, groups[group].heading);
	bool has_prose = false;

	heading->path = groups[group].name;
	if (groups[group].is_list)
		add_list(sheet, group, has_prose);
	else {
		sheet_cites(sheet, group, -1, &heading->cites);
		has_prose = sheet_prose(sheet, group, -1);
		if (has_rules(sheet, group))
			add_lead(sheet, group, has_prose);
		for (int row = -1; row_next(group, &row);)
			add_rule(sheet, (enum row_id)row);
	}
	for (int list = 0; list < GROUP_COUNT; list++)
		if (groups[list].in == group)
			add_list(sheet, list, has_prose);
	if (!groups[group].is_list) /* remarks on items that were removed are kept with their section */
		sheet_notes(sheet, group, -1);
	if (sheet->out->last == heading) /* the section is empty */
		document_take_back(sheet->out);
}

/* ---- the whole ---- */

static void add_head(struct sheet *sheet)
{
	const struct rules *rules = sheet->rules;
	struct text chosen = { 0 };

	document_say(sheet->out, BLOCK_TITLE, 0, rules->title);
	for (const struct option *option = rules->options; option != NULL; option = option->next)
		if (option->chosen && !option->by_default)
			text_format(&chosen, "%s%s", chosen.length > 0 ? "; " : "with: ",
			            option->title != NULL ? option->title : option->name);
	if (chosen.length > 0)
		document_say(sheet->out, BLOCK_SUBTITLE, 0, text_read(&chosen));
	document_use(sheet->out, &chosen);
	if (sheet->kind == SHEET_WHOLE && rules->prose != NULL && sheet_prose_holds(rules, rules->prose))
		document_prose(sheet->out, rules->prose);
}

static void add_foot(struct sheet *sheet)
{
	const struct rules *rules = sheet->rules;
	struct document *out = sheet->out;
	char hash[RULES_HASH_ROOM];

	if (sheet->departs && rules->parent != NULL && !rules->parent_is_start)
		text_format(words_add(&document_add(out, BLOCK_LEGEND)->words),
		            "* differs from %s, on which this game is based.", rules->parent_title);
	else if (sheet->departs)
		document_say(out, BLOCK_LEGEND, 0, "* comes from an option that was chosen.");
	for (const struct source_document *at = rules->documents; at != NULL; at = at->next)
		if (sheet->cites == CITES_OWN ? document_is_own(rules, at) : sheet_has_document(sheet, at))
			text_format(words_add(&document_add(out, BLOCK_FOOT)->words), "%s: %s", at->name, at->title);
	text_format(words_add(&document_add(out, BLOCK_FOOT)->words), "%s, written by canasta %s", sheet->reference,
	            CANASTA_VERSION);
	out->failed = !rules_hash(rules, hash) || out->failed;
	text_format(words_add(&document_add(out, BLOCK_FOOT)->words), "rules %s", hash);
}

static void add_sections(struct sheet *sheet)
{
	for (int group = 0; group < GROUP_COUNT; group++)
		if (groups[group].in == GROUP_root)
			add_section(sheet, group);
}

static void add_end(struct sheet *sheet)
{
	const struct block *heading;

	sheet_options(sheet->rules, sheet->out);
	heading = add_heading(sheet, "Beyond this");
	sheet_notes(sheet, GROUP_root, -1);
	if (sheet->out->last == heading)
		document_take_back(sheet->out);
}

void sheet_make(const struct rules *rules, const char *reference, enum sheet_kind kind, enum sheet_cites cites,
                struct document *out)
{
	static const char *const classes[] = { [SHEET_WHOLE] = "sheet", [SHEET_RULES] = "sheet", [SHEET_PAD] = "pad" };
	struct sheet sheet = { .rules = rules, .reference = reference, .kind = kind, .cites = cites, .out = out };

	document_begin(out, classes[kind]);
	if (kind != SHEET_RULES)
		add_head(&sheet);
	switch (kind) {
	case SHEET_WHOLE:
		add_sections(&sheet);
		add_end(&sheet);
		break;
	case SHEET_RULES: add_sections(&sheet); break;
	case SHEET_PAD: score_pad_make(rules, out); break;
	}
	if (kind != SHEET_RULES)
		add_foot(&sheet);
}
