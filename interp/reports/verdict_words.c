#define _POSIX_C_SOURCE 200809L

/* verdict_words.c -- a verdict in words, for the table that argues. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "grammar/text.h"
#include "reports/columns.h"
#include "reports/judge.h"
#include "rules/number_words.h"

#define BETWEEN_WORDS " \t.,;:()-\"'"

enum { LABEL = 12 }; /* columns of what stands in front */

/* One point of the verdict: its label once, then its paragraph. */
static void write_point(const char *label, struct text *point, struct text *out)
{
	size_t used = strlen(label);

	text_add(out, label);
	blanks_add(out, LABEL - used);
	paragraph_write(text_read(point), LABEL, LINE_WIDTH - LABEL, out);
	text_end(point, out);
}

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

static bool any_gap(const struct cited *cited)
{
	while (cited != NULL && !is_gap(cited))
		cited = cited->next;
	return cited != NULL;
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
static void write_statements(const struct cited *list, int near, const char *sentence, struct text *out)
{
	struct text others = { 0 };
	int at = 0;

	for (const struct cited *cited = list; cited != NULL; cited = cited->next, at++) {
		struct text point = { 0 };
		if (at >= near || place_of_statement(list, near, cited, sentence) >= QUOTED_MAX) {
			text_format(&others, "%s%s", others.length > 0 ? ", " : "", cited->id);
			continue;
		}
		text_format(&point, "%s%s", cited->id, cited->rule != NULL ? ": " : "");
		if (cited->rule != NULL)
			text_add(&point, cited->rule);
		if (cited->reading != NULL && cited->reading[0] != '\0')
			text_format(&point, " (%s)", cited->reading);
		write_point("document", &point, out);
	}
	if (others.length > 0)
		write_point("see also", &others, out);
}

/* The first [near] of them, and of the others those that are most to the point, as long as they are not too many. */
static void write_asides(const struct aside *list, int near, const char *sentence, struct text *out)
{
	int most = 0, told = 0;

	for (const struct aside *aside = list; aside != NULL; aside = aside->next)
		most = relevance(aside->words, sentence) > most ? relevance(aside->words, sentence) : most;
	for (const struct aside *aside = list; aside != NULL && told < QUOTED_MAX; aside = aside->next, near--) {
		struct text point = { 0 };
		if (near <= 0 && relevance(aside->words, sentence) < (most > 0 ? most : 1))
			continue;
		told++;
		text_add(&point, aside->words);
		for (const struct cited *cited = aside->cited; cited != NULL; cited = cited->next)
			text_format(&point, " @%s", cited->id);
		write_point(aside->silent ? "silent on" : "read as", &point, out);
	}
}

static void write_clause(const struct clause *clause, const char *sentence, struct text *out)
{
	struct text point = { 0 };

	text_add(&point, clause->path);
	if (clause->title != NULL)
		text_format(&point, ", \"%s\"", clause->title);
	if (clause->file != NULL)
		text_format(&point, " (%s:%d: %s)", clause->file, clause->line, clause->said);
	else
		text_add(&point, " (not stated)");
	write_point("rule", &point, out);
	write_statements(clause->cited, clause->cited_near, sentence, out);
}

/* ---- the rest ---- */

static void write_facts(const struct fact_found *fact, struct text *out)
{
	struct text point = { 0 };

	if (fact == NULL)
		return;
	for (; fact != NULL; fact = fact->next)
		text_format(&point, "%s: %s%s", fact->asked, fact->answer, fact->next != NULL ? "; " : "");
	write_point("here", &point, out);
}

static void write_words(const char *label, const struct words_list *words, struct text *out)
{
	struct text point = { 0 };

	if (words == NULL)
		return;
	for (; words != NULL; words = words->next)
		text_format(&point, "%s%s", words->words, words->next != NULL ? "; " : "");
	write_point(label, &point, out);
}

static void write_otherwise(const struct verdict *verdict, struct text *out)
{
	for (const struct otherwise *other = verdict->otherwise; other != NULL; other = other->next) {
		struct text point = { 0 };
		text_format(&point, "with %s", other->option);
		if (other->title != NULL)
			text_format(&point, " (\"%s\")", other->title);
		text_add(&point, other->legal ? " it is legal." : " it is not legal: ");
		if (!other->legal && other->sentence != NULL)
			write_end(other->sentence, &point);
		write_point("option", &point, out);
		for (const struct cited *cited = other->cited; cited != NULL; cited = cited->next)
			if (is_gap(cited)) {
				struct text gap = { 0 };
				text_format(&gap, "%s: %s", cited->id, cited->rule);
				write_point("silent", &gap, out);
			}
	}
}

/* True if the document does not settle it: it says nothing, and an option would settle it the other way. */
static bool is_open(const struct verdict *verdict)
{
	const struct otherwise *other = verdict->otherwise;

	while (other != NULL && !any_gap(other->cited))
		other = other->next;
	return other != NULL;
}

static void write_sentence(const struct verdict *verdict, struct text *out)
{
	text_add(out, verdict->legal ? "Legal: " : "Not legal: ");
	write_end(verdict->act, out);
	text_add(out, "\n");
	if (verdict->drawn)
		text_add(out, "Taken as the turn of a player who has drawn, with the hand she has then.\n");
	if (is_open(verdict))
		text_format(out, "The document is silent; taken as %s.\n", verdict->legal ? "legal" : "not legal");
	if (verdict->sentence != NULL) {
		struct text point = { 0 };
		if (verdict->refused != NULL)
			text_format(&point, "\"%s\" is refused: ", verdict->refused);
		write_end(verdict->sentence, &point);
		write_point("why", &point, out);
	}
}

static void write_refusals(const struct refused_acts *refusal, struct text *out)
{
	for (; refusal != NULL; refusal = refusal->next) {
		struct text point = { 0 };
		write_words("not legal", refusal->acts, out);
		write_end(refusal->sentence, &point);
		if (refusal->clause != NULL && refusal->clause->file != NULL)
			text_format(&point, " [%s, %s:%d]", refusal->clause->path, refusal->clause->file,
			            refusal->clause->line);
		else if (refusal->clause != NULL)
			text_format(&point, " [%s]", refusal->clause->path);
		write_point("  for", &point, out);
	}
}

void verdict_write(const struct verdict *verdict, struct text *out)
{
	if (verdict->act != NULL) {
		write_sentence(verdict, out);
		if (verdict->clause != NULL)
			write_clause(verdict->clause, verdict->sentence, out);
		write_facts(verdict->facts, out);
		write_words("instead", verdict->repairs, out);
		if (verdict->clause != NULL)
			write_asides(verdict->clause->asides, verdict->clause->asides_near, verdict->sentence, out);
		write_otherwise(verdict, out);
	}
	if (verdict->act != NULL && verdict->possible != NULL)
		text_add(out, "\n");
	write_words("legal", verdict->possible, out);
	write_refusals(verdict->refusals, out);
}

void verdict_write_line(const struct verdict *verdict, struct text *out)
{
	text_format(out, "%s\t%s\t", verdict->variant, verdict->legal ? "legal" : "not legal");
	if (verdict->sentence != NULL)
		write_end(verdict->sentence, out);
	if (verdict->clause != NULL)
		text_format(out, "%s[%s]", verdict->sentence != NULL ? " " : "", verdict->clause->path);
	for (const struct otherwise *other = verdict->otherwise; other != NULL; other = other->next)
		text_format(out, " With %s: %s.", other->option, other->legal ? "legal" : "not legal");
	text_add(out, "\n");
}
