/* position_clash.c -- lines of a position that cannot both hold, wherever in it they stand. */
#include "notation/position_text.h"

#include <string.h>
#include "grammar/diag.h"
#include "grammar/tree.h"
#include "rules/library.h"

/* The seat whose hand such a line tells, -1 for nobody's. */
static int hand_seat(const struct setup *at, const char *head)
{
	return strcmp(head, "hand") == 0 ? at->me : setup_seat(at, head);
}

/* A hand may be told in several lines, and by several words for its seat; one that holds nothing has no cards. */
static bool hands_clash(const struct setup *at, const struct statement *line, const struct statement *above)
{
	int seat = hand_seat(at, line->head);

	return seat >= 0 && seat == hand_seat(at, above->head) &&
	       (atom_is(line_atom(line), "nothing") || atom_is(line_atom(above), "nothing"));
}

/* True if the stock of such a line holds these cards and no others. */
static bool stock_ends(const struct statement *line)
{
	return atom_is(line_atom(line), "empty") || atom_is(line_atom(line), "only");
}

static bool stocks_clash(const struct setup *at, const struct statement *line, const struct statement *above)
{
	(void)at;
	return stock_ends(line) || stock_ends(above);
}

/* Two numbers for one total, whoever's word it goes by. */
static bool scores_clash(const struct setup *at, const struct statement *line, const struct statement *above)
{
	const struct expr *more;
	int account, other;
	int32_t number, before;

	return line->value != NULL && above->value != NULL &&
	       setup_is_side_and_number(at, line->value, &account, &number, &more) &&
	       setup_is_side_and_number(at, above->value, &other, &before, &more) && account == other &&
	       number != before;
}

/* There is one dealer, and one who plays alone. */
static bool players_clash(const struct setup *at, const struct statement *line, const struct statement *above)
{
	int seat = setup_seat_named(at, line_atom(line)), other = setup_seat_named(at, line_atom(above));

	return seat >= 0 && other >= 0 && seat != other;
}

/* Of which lines two with one head may contradict each other. */
static const struct {
	const char *head;
	bool (*clashes)(const struct setup *at, const struct statement *line, const struct statement *above);
} CLASHES[] = {
	{ "stock", stocks_clash },
	{ "score", scores_clash },
	{ "dealer", players_clash },
	{ "alone", players_clash },
};

enum { CLASH_COUNT = sizeof CLASHES / sizeof *CLASHES };

/* ---- deals from a seed ---- */

/* True if a game that begins with a seed knows nothing of such a line before it. */
static bool is_forgotten(const struct statement *line)
{
	return setup_is_line(line->head) && !setup_is_timeless(line->head);
}

/* What was dealt from a seed lies as it lies. */
static bool is_dealt(const struct setup *at, const struct statement *line)
{
	static const char *const dealt[] = { "pile", "stock", "melds", "laid", "talon", NULL };
	const char *const *head = dealt;

	while (*head != NULL && strcmp(*head, line->head) != 0)
		head++;
	return *head != NULL || (setup_is_line(line->head) && hand_seat(at, line->head) >= 0);
}

/* ---- all ---- */

/* True if [line] and [above] cannot both hold. */
static bool contradicts(const struct setup *at, const struct statement *line, const struct statement *above)
{
	for (int i = 0; i < CLASH_COUNT; i++)
		if (strcmp(line->head, CLASHES[i].head) == 0 && strcmp(above->head, CLASHES[i].head) == 0)
			return CLASHES[i].clashes(at, line, above);
	if (setup_is_line(line->head) && setup_is_line(above->head))
		return hands_clash(at, line, above);
	return (strcmp(above->head, "deal") == 0 && is_dealt(at, line)) ||
	       (strcmp(line->head, "deal") == 0 && is_forgotten(above) && !atom_is(line_atom(line), "next"));
}

/* The line above [line], in whatever part, that says something else; NULL if there is none. */
static const struct statement *contradicted(const struct setup *at, const struct statement *line)
{
	for (int i = 0; i < at->parts; i++)
		for (const struct statement *above = at->part[i]; above != NULL; above = above->next) {
			if (above == line)
				return NULL;
			if (above->kind == STATEMENT_RULE && contradicts(at, line, above))
				return above;
		}
	return NULL;
}

bool setup_contradicts(struct setup *at, const struct statement *line)
{
	struct diags *diags = &at->library->diags;
	const struct statement *above = line->kind == STATEMENT_RULE ? contradicted(at, line) : NULL;

	if (above == NULL)
		return false;
	diag_other(diags, diag_add(diags, DIAG_RULING_CLASH, line->span, line->head), above->span,
	           "the other line is here");
	at->faulty = true;
	return true;
}
