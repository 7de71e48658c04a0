/* canasta_compare.c -- the public functions that hold variants against each other. */
#include "handles.h"

#include <string.h>
#include "reports/differences.h"
#include "reports/matrix.h"

_Static_assert((int)CANASTA_SETUP == (int)LEVEL_SETUP && (int)CANASTA_WORDS == (int)LEVEL_TEXT, "levels");
_Static_assert((int)CANASTA_MATRIX_MAX == (int)COMPARED_MAX, "variants side by side");

/* What the caller who says nothing wants. */
static const struct canasta_telling plainly;

static int write_form(const struct canasta_io *io, const struct differences *found, const struct canasta_telling *how)
{
	struct document document;

	if (how->form == CANASTA_JSON)
		return tell_json(io, differences_json(found));
	document_begin(&document, "differences");
	if (how->form == CANASTA_TEXT)
		differences_list(found, how->all, &document);
	else
		differences_beside(found, &document);
	return tell_document(io, &document, how);
}

int canasta_diff(const struct canasta_io *io, const struct canasta_variant *const variants[2],
                 const char *const labels[2], const struct canasta_telling *how, enum canasta_level from)
{
	const struct rules *rules[2] = { variants[0]->rules, variants[1]->rules };
	struct differences found;
	int status, counting = 0;

	if (how == NULL)
		how = &plainly;
	if (has_no_form(io, "differences", how->form, FORM(TEXT) | FORM(MARKDOWN) | FORM(HTML) | FORM(JSON)))
		return CANASTA_MISUSE;
	if (!differences_find(rules, labels, &found))
		return out_of_memory(io);
	for (int level = CANASTA_SETUP; level <= (int)from && level <= CANASTA_WORDS; level++)
		counting += found.of_level[level];
	status = write_form(io, &found, how);
	differences_free(&found);
	return status == CANASTA_FINE && counting > 0 ? CANASTA_FINDINGS : status;
}

int canasta_matrix(const struct canasta_io *io, const struct canasta_variant *const *variants,
                   const char *const *labels, int count, const struct canasta_telling *how)
{
	const struct rules *rules[COMPARED_MAX];
	struct comparison comparison;
	struct document document;
	struct matrix matrix = { .comparison = &comparison, .labels = labels, .all = how != NULL && how->all };
	int status;

	if (how == NULL)
		how = &plainly;
	if (has_no_form(io, "variants side by side", how->form,
	                FORM(TEXT) | FORM(MARKDOWN) | FORM(HTML) | FORM(JSON) | FORM(CSV)))
		return CANASTA_MISUSE;
	if (count < 1 || count > COMPARED_MAX)
		return complain(io, CANASTA_MISUSE, "from one to %d variants stand side by side", COMPARED_MAX);
	for (int i = 0; i < count; i++)
		rules[i] = variants[i]->rules;
	if (!compare_rules(rules, count, &comparison))
		return out_of_memory(io);
	if (how->form == CANASTA_JSON)
		status = tell_json(io, matrix_json(&matrix));
	else {
		matrix.brief = how->form == CANASTA_TEXT;
		matrix.paths = how->form == CANASTA_CSV;
		matrix_document(&matrix, &document);
		status = tell_document(io, &document, how);
	}
	comparison_free(&comparison);
	return status;
}
