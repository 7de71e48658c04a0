/* sayings.c -- sayings.def spread out as tables, and the holes of its sentences. */
#include "reports/sayings.h"

#include <string.h>
#include "grammar/text.h"
#include "reports/card_sayings.h"
#include "reports/saying.h"
#include "rules/canonical.h"

/* ---- the tables ---- */

#define SAY(in, row, no, every, other) \
	[ROW_##in##_##row].none = no, [ROW_##in##_##row].all = every, [ROW_##in##_##row].some = other,
#define SAY_WORD(in, row, spelling, sentence) [ROW_##in##_##row].word[in##_##row##_##spelling] = sentence,
#define GIVEN(in, row, other_in, other) \
	[ROW_##in##_##row].is_given = "", [ROW_##in##_##row].given = ROW_##other_in##_##other,
#define EQUAL(in, row, other_in, other, sentence) \
	[ROW_##in##_##row].equal = sentence, [ROW_##in##_##row].equal_to = ROW_##other_in##_##other,
#define BESIDE(in, row, other_in, other, sentence) \
	[ROW_##in##_##row].beside = sentence, [ROW_##in##_##row].beside_of = ROW_##other_in##_##other,
#define INSTEAD(in, row, sentence) [ROW_##in##_##row].instead = sentence,
const struct saying sayings[ROW_COUNT] = {
#include "rules/sayings.def"
};

#define FLAG(id, yes, no) [FACT_##id] = { .so = yes, .not_so = no },
#define COUNT(id, any, zero, compared, number, one) \
	[FACT_##id] = { .some = any, .none = zero, .counted = compared, .noun = number, .each = one },
const struct fact_saying fact_sayings[FACT_COUNT] = {
#include "rules/sayings.def"
};

#define LEAD(group, sentence) [GROUP_##group] = sentence,
const char *const group_leads[GROUP_COUNT] = {
#include "rules/sayings.def"
};

#define NOUN(group, words) [GROUP_##group] = words,
const char *const group_nouns[GROUP_COUNT] = {
#include "rules/sayings.def"
};

#define BARE(group) [GROUP_##group] = true,
const bool group_bare[GROUP_COUNT] = {
#include "rules/sayings.def"
};

/* ---- filling in ---- */

void number_write(int64_t number, struct text *out)
{
	if (number < 0) {
		text_add(out, "-");
		number = -number;
	}
	if (number < 1000) {
		text_add_number(out, number);
		return;
	}
	number_write(number / 1000, out);
	text_format(out, ",%03d", (int)(number % 1000));
}

/* The length of the article that a title begins with; 0 for none. Of "another" the "an" is one. */
static size_t article_length(const char *title)
{
	static const char *const articles[] = { "A ", "An ", "An" };
	size_t which = strncmp(title, "Another ", 8) == 0 ? 2 : strncmp(title, "An ", 3) == 0 ? 1 : 0;
	size_t length = strlen(articles[which]);

	return strncmp(title, articles[which], length) == 0 ? length : 0;
}

/* What stands before a title that names one of them and has no article. */
static const char *kind_of(int group)
{
	return group == GROUP_class ? "meld called " : group == GROUP_canasta ? "canasta called " : "case of ";
}

/* A title as part of a sentence; [how] is ' ' for all of it, 'q' for that in quotes, '0' for none of them, '1' without its
 * article. One that would not read on its own is set in quotes in any case. */
static void fill_title(const struct holes *holes, char how, struct text *out)
{
	struct text title = { 0 };
	const char *words, *quote;
	char first[2] = "";
	size_t article;

	saying_title(holes->rules, holes->group, holes->item, &title);
	words = text_read(&title);
	article = article_length(words);
	quote = strchr(words, ',') != NULL || how == 'q' || (how != ' ' && article == 0) ? "\"" : "";
	text_format(out, "%s%s", how == '0' ? "no " : how == '1' && article == 0 ? kind_of(holes->group) : "", quote);
	if (how == '0' || how == '1')
		words += article;
	first[0] = small_letter(words[0]);
	text_format(out, "%s%s%s", first, words[0] != '\0' ? words + 1 : "", quote);
	text_end(&title, out);
}

/* The title, or several: "a natural canasta" or "a mixed canasta". */
static void fill_titles(const struct holes *holes, char how, struct text *out)
{
	struct holes one = *holes;

	fill_title(&one, how, out);
	for (const struct ir *other = holes->others; other != NULL; other = other->next) {
		text_add(out, other->next != NULL ? ", " : " or ");
		one.item = other->item;
		fill_title(&one, how, out);
	}
}

/* Writes the half of {one|many} that fits; [at] stands behind the brace. Returns where the sentence goes on. */
static const char *fill_choice(const struct holes *holes, const char *at, struct text *out)
{
	size_t length = strcspn(at, "}"), first = strcspn(at, "|");
	struct text half = { 0 };

	if (holes->number == SAID_PLAIN) {
		if (out->length > 0 && out->bytes[out->length - 1] == ' ')
			out->bytes[--out->length] = '\0';
	} else {
		if (holes->number == SAID_ONE)
			text_add_bytes(&half, at, first);
		else
			text_add_bytes(&half, at + first + 1, length - first - 1);
		saying_fill(holes, text_read(&half), out);
	}
	text_end(&half, out);
	return at + length + (at[length] == '}');
}

/* "only when" and "unless", never "only unless". */
static void fill_value(const struct holes *holes, struct text *out)
{
	static const char only[] = "only ";
	size_t length = sizeof only - 1;

	if (strncmp(holes->value, "unless", 6) == 0 && out->length >= length &&
	    strcmp(out->bytes + out->length - length, only) == 0)
		out->bytes[out->length -= length] = '\0';
	text_add(out, holes->value);
}

void saying_fill(const struct holes *holes, const char *sentence, struct text *out)
{
	while (*sentence != '\0') {
		size_t length = strcspn(sentence, "#@${");
		char hole = sentence[length], how;
		text_add_bytes(out, sentence, length);
		if (hole == '\0')
			return;
		sentence += length + 1;
		how = *sentence;
		if (hole == '{') {
			sentence = fill_choice(holes, sentence, out);
			continue;
		}
		if (hole == '$')
			fill_titles(holes, how != '\0' && strchr("01q", how) != NULL ? how : ' ', out);
		else if (how == 'a' || (hole == '@' && how == '1'))
			cards_say_one(holes->rules, holes->faces, how == 'a', out);
		else if (hole == '@')
			cards_say(holes->rules, holes->faces, out);
		else
			fill_value(holes, out);
		sentence += (hole == '$' && how != '\0' && strchr("01q", how) != NULL) || (hole != '$' && how == 'a') ||
		            (hole == '@' && how == '1');
	}
}
