/* borrow.c -- the two variants are compared as `diff` compares them, and the one line of the comparison is taken over. */
#include "rules/borrow.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/build.h"
#include "rules/hybrid.h"

enum { LENDER_OPTIONS = 32 };

bool is_borrowed(const char *word)
{
	size_t length = strcspn(word, "=");

	return word[length] == '=' && memchr(word, '.', length) != NULL;
}

/* The variant behind the `=`, and its options, for which [reference] is taken apart. */
static struct rules *build_lender(struct library *library, char *reference)
{
	const char *option[LENDER_OPTIONS];
	char *plus = strchr(reference, '+');
	int count = 0;

	for (; plus != NULL && count < LENDER_OPTIONS; plus = strchr(plus, '+')) {
		*plus++ = '\0';
		option[count++] = plus;
	}
	return rules_build(library, reference, option, count);
}

/* The line of the comparison at [path] where the two differ, -1 if there is none. */
static int line_at(const struct comparison *comparison, const char *path, size_t length)
{
	int found = -1;

	for (int i = 0; i < comparison->lines && found < 0; i++) {
		struct text own = { 0 };
		if (!comparison->line[i].differs)
			continue;
		compared_path(comparison, &comparison->line[i], &own);
		if (own.length == length && memcmp(text_read(&own), path, length) == 0)
			found = i;
		text_free(&own);
	}
	return found;
}

/* [rules] with the one line of [comparison] at the path that [word] begins with. */
static const struct rules *take_over(struct library *library, const struct comparison *comparison, const char *word)
{
	size_t length = strcspn(word, "=");
	int line = line_at(comparison, word, length);
	bool *chosen = arena_take(library->arena, sizeof *chosen * (size_t)(comparison->lines + 1));
	const struct rules *made = NULL;
	const char *why = "they do not differ there";

	if (chosen == NULL)
		return NULL;
	if (line >= 0) {
		memset(chosen, 0, sizeof *chosen * (size_t)comparison->lines);
		chosen[line] = true;
		made = rules_hybrid(library, comparison, chosen, &why);
	}
	if (made == NULL && why != NULL)
		diag_hint(&library->diags,
		          diag_add(&library->diags, DIAG_CANNOT_BORROW, (struct span){ 0 }, comparison->rules[0]->name,
		                   (int)length, word, word + length + 1),
		          "%s", why);
	return made;
}

static const struct rules *borrow(struct library *library, const struct rules *rules, const char *word)
{
	char *reference = arena_text(library->arena, strchr(word, '=') + 1, strlen(strchr(word, '=') + 1));
	const struct rules *both[2] = { rules, reference != NULL ? build_lender(library, reference) : NULL };
	struct comparison comparison;
	const struct rules *made = NULL;

	if (both[1] == NULL)
		return NULL;
	if (compare_rules(both, 2, &comparison))
		made = take_over(library, &comparison, word);
	else
		arena_lose(library->arena);
	comparison_free(&comparison);
	return made;
}

struct rules *rules_borrow(struct library *library, struct rules *rules, const char *const *words, int count)
{
	const struct rules *made = rules;

	for (int i = 0; i < count && made != NULL; i++)
		if (is_borrowed(words[i]))
			made = borrow(library, made, words[i]);
	return (struct rules *)made;
}

void borrowed_write(const char *path, const char *reference, const char *const *options, int count, struct text *out)
{
	text_format(out, "%s=%s", path, reference);
	for (int i = 0; i < count; i++)
		text_format(out, "+%s", options[i]);
}
