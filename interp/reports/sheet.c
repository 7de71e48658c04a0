/* sheet.c -- the sections of a sheet are those of rules.def, in its order; each has what its author wrote over it, its
 * rules, its lists, and what is remarked of them. */
#include "reports/sheet.h"

#include <string.h>
#include "canasta.h"
#include "reports/origin.h"
#include "reports/wording.h"
#include "reports/seat_names.h"
#include "rules/canonical.h"
#include "rules/options.h"

struct block *sheet_clause(struct sheet *sheet, bool departs)
{
	struct block *block = document_add(sheet->out, BLOCK_CLAUSE);

	document_number(sheet->out, block);
	block->marked = departs;
	sheet->departs = sheet->departs || departs;
	return block;
}

const char *sheet_path(const struct sheet *sheet, int row, int group, int item)
{
	struct text path = { 0 };

	if (row >= 0)
		rules_path(sheet->rules, (enum row_id)row, item, &path);
	else
		rules_item_path(sheet->rules, group, item, &path);
	return document_path(sheet->out, &path);
}

/* ---- rules and items ---- */

/* A sentence that is said for two settings departs with either. */
static bool rule_departs(const struct rules *rules, enum row_id row, bool *failed)
{
	return setting_departs(rules, row, 0, failed) ||
	       (wordings[row].equal != NULL && setting_departs(rules, wordings[row].equal_to, 0, failed)) ||
	       (wordings[row].beside != NULL && setting_departs(rules, wordings[row].beside_of, 0, failed));
}

static void add_rule(struct sheet *sheet, enum row_id row)
{
	struct document *out = sheet->out;
	struct block *block;
	struct text words = { 0 };

	if (wording_clause_above(sheet->rules, row, 0, &words)) {
		block = sheet_clause(sheet, rule_departs(sheet->rules, row, &out->failed));
		block->path = sheet_path(sheet, (int)row, -1, 0);
		text_add(words_add(&block->words), text_read(&words));
		sheet_cites_of(sheet, row, 0, &block->cites);
		sheet_ladder(sheet, row, 0);
	}
	document_use(out, &words);
	if (!wording_is_idle(sheet->rules, row))
		sheet_notes_of(sheet, row, 0);
}

/* What joins a clause to the one before it: "100 points when the side went out; also beside a special hand". */
static const char *joint(const char *before, const char *clause)
{
	if (strncmp(clause, "when ", 5) == 0)
		return strchr(before, ',') != NULL ? ", " : " ";
	return strncmp(clause, "unless ", 7) == 0 ? ", " : "; ";
}

bool sheet_is_title(const struct rules *rules, int group, int item, const char *clause)
{
	const char *title = wording_is_bare[group] ? NULL : rules_item_title(rules, group, item);

	return title != NULL && title[0] != '\0' && clause[0] != '\0' && strcmp(title + 1, clause + 1) == 0;
}

void sheet_of_meld(enum row_id row, const char *clause, struct text *out)
{
	static const char has[] = "when it has ", is[] = "when it is ", and_has[] = " and has ";
	const char *more;

	if (rows[row].facts == FACTS_MELD && strncmp(clause, has, strlen(has)) == 0)
		clause += strlen(has);
	else if (rows[row].facts == FACTS_MELD && strncmp(clause, is, strlen(is)) == 0) {
		clause += strlen(is);
		more = strstr(clause, and_has);
		if (more != NULL) {
			text_add_bytes(out, clause, (size_t)(more - clause));
			text_add(out, ", with ");
			clause = more + strlen(and_has);
		}
	}
	text_add(out, clause);
}

static void write_clauses(const struct sheet *sheet, int group, int item, struct text *out)
{
	for (int row = -1; row_next(group, &row);) {
		struct text clause = { 0 };
		bool any = sheet->kind == SHEET_CARD /* where a ladder is a line of text */
		                   ? wording_clause(sheet->rules, (enum row_id)row, item, &clause)
		                   : wording_clause_above(sheet->rules, (enum row_id)row, item, &clause);
		if (any && !sheet_is_title(sheet->rules, group, item, text_read(&clause))) {
			text_add(out, out->length > 0 ? joint(text_read(out), text_read(&clause)) : "");
			sheet_of_meld((enum row_id)row, text_read(&clause), out);
		}
		text_end(&clause, out);
	}
}

static void add_item(struct sheet *sheet, int group, int item)
{
	struct document *out = sheet->out;
	struct block *block = sheet_clause(sheet, item_departs(sheet->rules, group, item, &out->failed));
	struct text clauses = { 0 };

	block->path = sheet_path(sheet, -1, group, item);
	write_clauses(sheet, group, item, &clauses);
	if (!wording_is_bare[group] && clauses.length > 0)
		wording_title(sheet->rules, group, item, words_add(&block->label));
	else if (clauses.length == 0) /* the title says it all */
		wording_title(sheet->rules, group, item, &clauses);
	if (clauses.length == 0 || clauses.bytes[clauses.length - 1] != '.')
		text_add(&clauses, ".");
	text_add(words_add(&block->words), text_read(&clauses));
	text_end(&clauses, words_add(&block->words));
	sheet_cites(sheet, group, item, &block->cites);
	for (int row = -1; sheet->kind != SHEET_CARD && row_next(group, &row);)
		sheet_ladder(sheet, (enum row_id)row, item);
	sheet_notes(sheet, group, item);
	for (int row = -1; row_next(group, &row);)
		sheet_notes_of(sheet, (enum row_id)row, item);
}

/* What is gone has no number among the rules that hold. */
static void add_removed(struct sheet *sheet, int group)
{
	for (const struct removed_item *removed = sheet->rules->removed; removed != NULL; removed = removed->next) {
		struct block *block;
		if (removed->group != group || !removal_departs(sheet->rules, removed))
			continue;
		block = document_add(sheet->out, BLOCK_CLAUSE);
		block->marked = sheet->departs = true;
		text_add(words_add(&block->label), "No longer");
		wording_removed(removed, words_add(&block->words));
		text_add(words_add(&block->words), ".");
	}
}

/* ---- sections ---- */

/* What opens a list is needed for its grammar; a whole sentence only where its author wrote nothing. */
static void add_lead(struct sheet *sheet, int group, bool has_prose)
{
	const char *lead = wording_leads[group];

	if (lead != NULL && ((!has_prose && sheet->kind != SHEET_CARD) || lead[strlen(lead) - 1] == ':'))
		document_say(sheet->out, BLOCK_LEAD, 0, lead);
}

/* How many items of a list are on the sheet. */
static int items_shown(const struct sheet *sheet, int group)
{
	int shown = 0;

	for (int item = 0; item < rules_item_count(sheet->rules, group); item++)
		shown += !item_is_left_over(sheet->rules, group, item);
	return shown;
}

/* A list, as a table or item by item, and what was taken out of it. */
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
	add_removed(sheet, group);
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
	struct block *heading = document_say(sheet->out, BLOCK_HEADING, 0, words);

	document_number(sheet->out, heading);
	return heading;
}

static void add_section(struct sheet *sheet, int group)
{
	struct block *heading = add_heading(sheet, groups[group].heading);
	bool has_prose = false;

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
	if (!groups[group].is_list) /* there stands what was remarked of items that are gone */
		sheet_notes(sheet, group, -1);
	if (sheet->out->last == heading) /* nothing followed */
		document_take_back(sheet->out);
}

/* The card has what one looks up while playing. */
static void add_card(struct sheet *sheet)
{
	static const int sections[] = { GROUP_cards, GROUP_turn,      GROUP_meld,    GROUP_initial_meld, GROUP_canasta,
		                        GROUP_pile,  GROUP_going_out, GROUP_special, GROUP_score,        GROUP_game };

	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		add_section(sheet, sections[i]);
}

/* ---- options ---- */

static void add_options(struct sheet *sheet)
{
	if (sheet->rules->options == NULL)
		return;
	add_heading(sheet, "Options");
	document_say(sheet->out, BLOCK_LEAD, 0, "A table may agree on these:");
	for (const struct option *option = sheet->rules->options; option != NULL; option = option->next) {
		struct block *block = sheet_clause(sheet, false);
		struct text *words = words_add(&block->words), *cites = words_add(&block->cites);
		if (option->question != NULL)
			text_add(words_add(&block->label), option->question);
		else if (option->alternative != NULL) {
			name_in_words(option->name, words_add(&block->label));
			text_capital(words_add(&block->label));
		}
		text_add(words, option->title != NULL ? option->title : option->name);
		text_add(words, !option->chosen               ? "."
		                : !option->by_default         ? ". This was chosen."
		                : option->alternative != NULL ? ". This holds unless another is chosen."
		                                              : ". This holds here.");
		text_add(cites, "--with ");
		option_write(option, cites);
	}
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
		if (sheet_has_document(sheet, at))
			text_format(words_add(&document_add(out, BLOCK_FOOT)->words), "%s: %s", at->name, at->title);
	text_format(words_add(&document_add(out, BLOCK_FOOT)->words), "%s, written by canasta %s", sheet->reference,
	            CANASTA_VERSION);
	out->failed = !rules_hash(rules, hash) || out->failed;
	text_format(words_add(&document_add(out, BLOCK_FOOT)->words), "rules %s", hash);
}

static void add_sections(struct sheet *sheet)
{
	const struct block *heading;

	for (int group = 0; group < GROUP_COUNT; group++)
		if (groups[group].in == GROUP_root)
			add_section(sheet, group);
	add_options(sheet);
	heading = add_heading(sheet, "Beyond this");
	sheet_notes(sheet, GROUP_root, -1);
	if (sheet->out->last == heading)
		document_take_back(sheet->out);
}

void sheet_make(const struct rules *rules, const char *reference, enum sheet_kind kind, enum sheet_cites cites,
                struct document *out)
{
	static const char *const classes[] = { [SHEET_WHOLE] = "sheet", [SHEET_CARD] = "card", [SHEET_PAD] = "pad" };
	struct sheet sheet = { .rules = rules, .reference = reference, .kind = kind, .cites = cites, .out = out };

	document_begin(out, classes[kind]);
	add_head(&sheet);
	switch (kind) {
	case SHEET_WHOLE: add_sections(&sheet); break;
	case SHEET_CARD: add_card(&sheet); break;
	case SHEET_PAD: sheet_pad(&sheet); break;
	}
	add_foot(&sheet);
}
