#define _POSIX_C_SOURCE 200809L

/* verdict.c -- a verdict for people and for programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "grammar/text.h"
#include "reports/judge.h"
#include "text/document.h"
#include "text/json.h"

#define BETWEEN_WORDS " \t.,;:()-\"'"

static void write_end(const char *sentence, struct text *out)
{
	size_t length = strlen(sentence);

	text_add(out, sentence);
	if (length > 0 && strchr(".?!", sentence[length - 1]) == NULL)
		text_add(out, ".");
}

static bool is_gap(const struct cited *cited)
{
	return cited->kind != NULL && strcmp(cited->kind, "gap") == 0;
}

/* ---- the clause ---- */

enum { QUOTED_MAX = 3 }; /* statements and asides; other statements are named */

/* The number that a word is, in digits or spelled out; -1 if it is none. */
static int64_t number_of(const char *word, size_t length)
{
	char letters[16];

	if (word[0] >= '0' && word[0] <= '9')
		return atoi(word);
	snprintf(letters, sizeof letters, "%.*s", (int)length, word);
	return number_meant(letters);
}

/* True if [word] of [length] bytes stands in [words], or the same number. */
static bool has_word(const char *words, const char *word, size_t length)
{
	int64_t number = number_of(word, length);

	for (const char *at = words; *at != '\0';) {
		size_t here = strcspn(at, BETWEEN_WORDS);
		if (here == length && strncasecmp(at, word, length) == 0)
			return true;
		if (number >= 0 && number == number_of(at, here))
			return true;
		at += here;
		at += strspn(at, BETWEEN_WORDS);
	}
	return false;
}

/* How much [words] speak of what [sentence] speaks of: words they share, numbers more than others, small words not. */
static int relevance(const char *words, const char *sentence)
{
	int sum = 0;

	for (const char *at = words; words != NULL && sentence != NULL && *at != '\0';) {
		size_t length = strcspn(at, BETWEEN_WORDS);
		bool number = number_of(at, length) >= 0;
		if ((length > 3 || number) && has_word(sentence, at, length))
			sum += number ? 4 : 1;
		at += length;
		at += strspn(at, BETWEEN_WORDS);
	}
	return sum;
}

/* How many of the first [near] of [list] come before [cited]: those that are more to the point, or as much and earlier. */
static int place_of_statement(const struct cited *list, int near, const struct cited *cited, const char *sentence)
{
	int own = relevance(cited->rule, sentence), before = 0;
	bool earlier = true;

	for (; list != NULL && near > 0; list = list->next, near--) {
		int other = relevance(list->rule, sentence);
		earlier = earlier && list != cited;
		before += list != cited && (other > own || (other == own && earlier));
	}
	return before;
}

/* Quotes the first [near] of them, or those of them that are most to the point, and names the others. */
static void add_statements(const struct cited *list, int near, const char *sentence, struct document *out)
{
	struct text others = { 0 };
	int at = 0;

	for (const struct cited *cited = list; cited != NULL; cited = cited->next, at++) {
		struct text *point;
		if (at >= near || place_of_statement(list, near, cited, sentence) >= QUOTED_MAX) {
			text_format(&others, "%s%s", others.length > 0 ? ", " : "", cited->id);
			continue;
		}
		point = document_behind(out, BLOCK_FIELD, 0, "document");
		text_add(point, cited->id);
		if (cited->rule != NULL)
			text_format(point, ": %s", cited->rule);
		if (cited->reading != NULL && cited->reading[0] != '\0')
			text_format(point, " (%s)", cited->reading);
	}
	if (others.length > 0)
		text_add(document_behind(out, BLOCK_FIELD, 0, "see also"), text_read(&others));
	document_use(out, &others);
}

/* The first [near] of them, and of the others those that are most to the point, as long as they are not too many. */
static void add_asides(const struct aside *list, int near, const char *sentence, struct document *out)
{
	int most = 0, quoted = 0;

	for (const struct aside *aside = list; aside != NULL; aside = aside->next)
		most = relevance(aside->words, sentence) > most ? relevance(aside->words, sentence) : most;
	for (const struct aside *aside = list; aside != NULL && quoted < QUOTED_MAX; aside = aside->next, near--) {
		struct text *point;
		if (near <= 0 && relevance(aside->words, sentence) < (most > 0 ? most : 1))
			continue;
		quoted++;
		point = document_behind(out, BLOCK_FIELD, 0, aside->silent ? "silent on" : "read as");
		text_add(point, aside->words);
		for (const struct cited *cited = aside->cited; cited != NULL; cited = cited->next)
			text_format(point, " @%s", cited->id);
	}
}

static void add_clause(const struct clause *clause, const char *sentence, struct document *out)
{
	struct text *point = document_behind(out, BLOCK_FIELD, 0, "rule");

	text_add(point, clause->path);
	if (clause->title != NULL)
		text_format(point, ", \"%s\"", clause->title);
	if (clause->file != NULL)
		text_format(point, " (%s:%d: %s)", clause->file, clause->line, clause->said);
	else
		text_add(point, " (not stated)");
	add_statements(clause->cited, clause->cited_near, sentence, out);
}

/* ---- the rest ---- */

static void add_acts(const char *label, const struct words_list *words, struct document *out)
{
	struct text *point = words != NULL ? document_behind(out, BLOCK_FIELD, 0, label) : NULL;

	for (; words != NULL; words = words->next)
		text_format(point, "%s%s", words->words, words->next != NULL ? "; " : "");
}

static void add_otherwise(const struct verdict *verdict, struct document *out)
{
	for (const struct otherwise *other = verdict->otherwise; other != NULL; other = other->next) {
		struct text *point = document_behind(out, BLOCK_FIELD, 0, "option");
		text_format(point, "with %s", other->option);
		if (other->title != NULL)
			text_format(point, " (\"%s\")", other->title);
		text_add(point, other->legal ? " it is legal." : " it is not legal: ");
		if (!other->legal && other->sentence != NULL)
			write_end(other->sentence, point);
		for (const struct cited *cited = other->cited; cited != NULL; cited = cited->next)
			if (is_gap(cited))
				text_format(document_behind(out, BLOCK_FIELD, 0, "silent"), "%s: %s", cited->id,
				            cited->rule);
	}
}

/* True if the document does not settle it: it says nothing, and an option would settle it the other way. */
static bool is_open(const struct verdict *verdict)
{
	for (const struct otherwise *other = verdict->otherwise; other != NULL; other = other->next)
		for (const struct cited *cited = other->cited; cited != NULL; cited = cited->next)
			if (is_gap(cited))
				return true;
	return false;
}

static void add_sentence(const struct verdict *verdict, struct document *out)
{
	struct text *line = document_line(out, 0);

	text_add(line, verdict->legal ? "Legal: " : "Not legal: ");
	write_end(verdict->act, line);
	if (verdict->drawn)
		text_add(document_line(out, 0),
		         "The player is taken to have drawn already, and this to be her hand after the draw.");
	if (is_open(verdict))
		text_format(document_line(out, 0), "The document is silent; taken as %s.",
		            verdict->legal ? "legal" : "not legal");
	if (verdict->sentence != NULL) {
		line = document_behind(out, BLOCK_FIELD, 0, "why");
		if (verdict->refused != NULL)
			text_format(line, "\"%s\" is refused: ", verdict->refused);
		write_end(verdict->sentence, line);
	}
	if (verdict->owed != NULL)
		write_end(verdict->owed, document_behind(out, BLOCK_FIELD, 0, "still owed"));
}

static void add_refusals(const struct refused_acts *refusal, struct document *out)
{
	for (; refusal != NULL; refusal = refusal->next) {
		struct text *point;
		add_acts("not legal", refusal->acts, out);
		point = document_behind(out, BLOCK_FIELD, 1, "for");
		write_end(refusal->sentence, point);
		if (refusal->clause != NULL && refusal->clause->file != NULL)
			text_format(point, " [%s, %s:%d]", refusal->clause->path, refusal->clause->file,
			            refusal->clause->line);
		else if (refusal->clause != NULL)
			text_format(point, " [%s]", refusal->clause->path);
	}
}

void verdict_add(const struct verdict *verdict, struct document *out)
{
	const struct block *before;

	if (verdict->act != NULL) {
		add_sentence(verdict, out);
		if (verdict->clause != NULL)
			add_clause(verdict->clause, verdict->sentence, out);
		const struct fact_found *fact = verdict->facts;
		struct text *point = fact != NULL ? document_behind(out, BLOCK_FIELD, 0, "here") : NULL;
		for (; fact != NULL; fact = fact->next)
			text_format(point, "%s: %s%s", fact->asked, fact->answer, fact->next != NULL ? "; " : "");
		add_acts("instead", verdict->repairs, out);
		if (verdict->clause != NULL)
			add_asides(verdict->clause->asides, verdict->clause->asides_near, verdict->sentence, out);
		add_otherwise(verdict, out);
	}
	before = out->last;
	add_acts("legal", verdict->possible, out);
	if (verdict->act != NULL && out->last != before)
		out->last->apart = true;
	add_refusals(verdict->refusals, out);
}

void verdict_add_row(const struct verdict *verdict, struct table *table)
{
	struct table_row *row = table_add(table, TABLE_BODY);
	struct text *why = words_add(&row->cell[2]);

	cell_add(row, 0, verdict->variant);
	cell_add(row, 1, verdict->legal ? "legal" : "not legal");
	if (verdict->sentence != NULL)
		write_end(verdict->sentence, why);
	if (verdict->clause != NULL)
		text_format(why, "%s[%s]", verdict->sentence != NULL ? " " : "", verdict->clause->path);
	for (const struct otherwise *other = verdict->otherwise; other != NULL; other = other->next)
		text_format(why, " With %s: %s.", other->option, other->legal ? "legal" : "not legal");
}

/* ---- for programs; keys whose answer is nothing are left out ---- */

static void set_text(json_t **object, const char *key, const char *text)
{
	if (text != NULL && text[0] != '\0')
		json_put(object, key, json_words(text));
}

/* Lists and objects that are empty are left out, too. */
static void set_some(json_t **object, const char *key, json_t *value)
{
	if (value == NULL || json_array_size(value) + json_object_size(value) > 0)
		json_put(object, key, value);
	else
		json_decref(value);
}

static json_t *words_json(const struct words_list *words)
{
	json_t *list = json_array();

	for (; words != NULL; words = words->next)
		json_add(&list, json_words(words->words));
	return list;
}

static json_t *cited_json(const struct cited *cited)
{
	json_t *list = json_array();

	for (; cited != NULL; cited = cited->next) {
		json_t *one = json_object();
		set_text(&one, "id", cited->id);
		set_text(&one, "where", cited->where);
		set_text(&one, "kind", cited->kind);
		set_text(&one, "rule", cited->rule);
		set_text(&one, "reading", cited->reading);
		json_add(&list, one);
	}
	return list;
}

static json_t *clause_json(const struct clause *clause)
{
	json_t *object = json_object(), *silent = json_array(), *reading = json_array();

	set_text(&object, "path", clause->path);
	set_text(&object, "title", clause->title);
	set_text(&object, "file", clause->file);
	if (clause->file != NULL)
		json_put(&object, "line", json_integer(clause->line));
	set_text(&object, "says", clause->said);
	set_some(&object, "cites", cited_json(clause->cited));
	for (const struct aside *aside = clause->asides; aside != NULL; aside = aside->next) {
		json_t *one = json_object();
		set_text(&one, "words", aside->words);
		set_some(&one, "cites", cited_json(aside->cited));
		json_add(aside->silent ? &silent : &reading, one);
	}
	set_some(&object, "silent", silent);
	set_some(&object, "readings", reading);
	return object;
}

static json_t *otherwise_json(const struct otherwise *other)
{
	json_t *list = json_array();

	for (; other != NULL; other = other->next) {
		json_t *one = json_object();
		set_text(&one, "option", other->option);
		set_text(&one, "title", other->title);
		json_put(&one, "legal", json_boolean(other->legal));
		set_text(&one, "why", other->sentence);
		set_some(&one, "cites", cited_json(other->cited));
		json_add(&list, one);
	}
	return list;
}

static json_t *refusals_json(const struct refused_acts *refusal)
{
	json_t *list = json_array();

	for (; refusal != NULL; refusal = refusal->next) {
		json_t *one = json_object();
		set_some(&one, "acts", words_json(refusal->acts));
		set_text(&one, "why", refusal->sentence);
		if (refusal->clause != NULL)
			json_put(&one, "clause", clause_json(refusal->clause));
		json_add(&list, one);
	}
	return list;
}

json_t *verdict_json(const struct verdict *verdict)
{
	json_t *object = json_object();

	set_text(&object, "variant", verdict->variant);
	set_text(&object, "title", verdict->title);
	if (verdict->act != NULL) {
		json_t *found = json_object();

		set_text(&object, "act", verdict->act);
		json_put(&object, "legal", json_boolean(verdict->legal));
		if (verdict->drawn)
			json_put(&object, "after_a_draw", json_true());
		set_text(&object, "refused", verdict->refused);
		set_text(&object, "why", verdict->sentence);
		set_text(&object, "owed", verdict->owed);
		if (verdict->clause != NULL)
			json_put(&object, "clause", clause_json(verdict->clause));
		for (const struct fact_found *fact = verdict->facts; fact != NULL; fact = fact->next)
			set_text(&found, fact->asked, fact->answer);
		set_some(&object, "facts", found);
		set_some(&object, "instead", words_json(verdict->repairs));
		set_some(&object, "options", otherwise_json(verdict->otherwise));
	}
	set_some(&object, "possible", words_json(verdict->possible));
	set_some(&object, "not_possible", refusals_json(verdict->refusals));
	return object;
}
