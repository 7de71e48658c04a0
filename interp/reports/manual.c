/* manual.c -- rules.def and facts.def in Markdown. Whoever adds a row has documented it. */
#include "reports/manual.h"

#include <string.h>
#include "grammar/text.h"
#include "reports/value_words.h"

/* ---- settings ---- */

/* The words of a row, as in `random`, `first_seat`. */
static void write_words(const struct row *row, struct text *out)
{
	for (const char *word = row->words; *word != '\0'; word += strcspn(word, "|") + 1)
		text_format(out, "%s`%.*s`", word == row->words ? "" : ", ", (int)strcspn(word, "|"), word);
}

static void write_type(const struct row *row, struct text *out)
{
	switch (row->type) {
	case TYPE_NUMBER: text_format(out, "a number from %d to %d", (int)row->low, (int)row->high); break;
	case TYPE_WORD: write_words(row, out); break;
	case TYPE_CARDS: text_add(out, "cards"); break;
	case TYPE_POINTS: text_add(out, "a ladder `by card`"); break;
	case TYPE_AMOUNT: text_add(out, "an amount or a ladder"); break;
	case TYPE_BOUNDS: text_add(out, "limits"); break;
	case TYPE_CONDITION: text_add(out, "a condition"); break;
	case TYPE_COMPOSITION: text_add(out, "natural and wild cards"); break;
	case TYPE_PATTERN: text_add(out, "groups of cards"); break;
	case TYPE_TEXT: text_add(out, "a text"); break;
	}
}

static void write_default(enum row_id id, struct text *out)
{
	static const struct cell nothing = { .statement = NULL };

	if (rows[id].fallback == NEEDED) {
		text_add(out, "has to be said");
		return;
	}
	if (rows[id].type == TYPE_TEXT || rows[id].type == TYPE_COMPOSITION)
		return;
	text_add(out, "`");
	value_write(id, &nothing, out);
	text_add(out, "`");
}

/* How the group is opened in a file: `pile { take NAME { ... } }`. */
static void write_opening(const struct group *group, struct text *out)
{
	bool nested = group->in != GROUP_root;

	text_add(out, "`");
	if (nested)
		text_format(out, "%s { ", groups[group->in].name);
	text_format(out, "%s%s { ... }%s`", group->name, group->is_list ? " NAME" : "", nested ? " }" : "");
	if (group->is_list)
		text_format(out, ", up to %d of them", group->max);
	text_add(out, "\n");
}

static bool has_rows(int group)
{
	for (int row = 0; row < ROW_COUNT; row++)
		if (rows[row].in == group)
			return true;
	return false;
}

static void write_group(int group, struct text *out)
{
	text_format(out, "### %s\n\n", groups[group].heading);
	write_opening(&groups[group], out);
	text_add(out, "\n| setting | is followed by | if nothing is said | what it says |\n|---|---|---|---|\n");
	for (int row = 0; row < ROW_COUNT; row++) {
		if (rows[row].in != group)
			continue;
		text_format(out, "| `%s` | ", rows[row].name);
		write_type(&rows[row], out);
		text_add(out, " | ");
		write_default((enum row_id)row, out);
		text_format(out, " | %s |\n", rows[row].sentence);
	}
}

void manual_settings(struct text *out)
{
	bool first = true;

	for (int group = 0; group < GROUP_COUNT; group++) {
		if (!has_rows(group))
			continue;
		text_add(out, first ? "" : "\n");
		write_group(group, out);
		first = false;
	}
}

/* ---- facts ---- */

/* Where a fact has an answer, by the letters of facts.def. */
static const struct {
	char letter;
	const char *words;
} PLACES[] = {
	{ 't', "before play" },
	{ 'm', "melds" },
	{ 's', "numbers of cards in a meld" },
	{ 'u', "turns" },
	{ 'f', "acts" },
	{ 'r', "acts with a card" },
	{ 'b', "bonus cards" },
	{ 'e', "the end of a deal" },
	{ 'p', "a player at the end" },
	{ 'x', "rulings" },
};

static void write_places(const char *where, struct text *out)
{
	bool any = false;

	for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
		if (strchr(where, PLACES[i].letter) != NULL) {
			text_format(out, "%s%s", any ? ", " : "", PLACES[i].words);
			any = true;
		}
}

static const char *type_words(enum fact_type type)
{
	return type == FLAG ? "yes or no" : type == NUMBER ? "a number" : "points";
}

void manual_facts(struct text *out)
{
	text_add(out, "| fact | is | can be asked of | what it tells |\n|---|---|---|---|\n");
	for (int i = 0; i < FACT_COUNT; i++) {
		text_format(out, "| `%s` | %s | ", facts[i].phrase, type_words(facts[i].type));
		write_places(facts[i].where, out);
		text_format(out, " | %s |\n", facts[i].sentence);
	}
}
