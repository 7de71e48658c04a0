/* allow.c -- goes through the remarks of a file with what each stands at, from the outside in. */
#include "rules/allow.h"

#include <stdbool.h>
#include "grammar/names.h"
#include "grammar/tree.h"
#include "rules/library.h"

/* Calls [each] with every `allow` in [block], and what it holds for: its statement, or where it stands alone the one
 * around it, [around]. */
static void each_allow(struct diags *diags, const struct statement *block, struct span around,
                       void (*each)(struct diags *diags, const struct note *note, struct span within))
{
	for (const struct statement *at = block; at != NULL; at = at->next) {
		for (const struct note *note = at->notes; note != NULL; note = note->next)
			if (note->kind == NOTE_ALLOW)
				each(diags, note, at->kind == STATEMENT_NOTE ? around : at->span);
		each_allow(diags, at->block, at->span, each);
	}
}

static bool lies_within(struct span span, struct span within)
{
	return span.source == within.source && span.from >= within.from && span.to <= within.to;
}

static void leave_out(struct diags *diags, const struct note *note, struct span within)
{
	enum diag_id id = diag_named(note->finding);

	for (struct diag *diag = diags->first; diag != NULL; diag = diag->next)
		if (diag->id == id && diag->level != DIAG_ERROR && lies_within(diag->span, within))
			diag_leave_out(diags, diag);
}

static struct span all_of(const struct library *library, const struct library_file *file)
{
	return (struct span){ (uint16_t)file->source, 0, (uint32_t)library->sources.source[file->source - 1].length };
}

void allow_findings(struct library *library)
{
	for (int i = 0; i < library->files && library->diags.first != NULL; i++)
		each_allow(&library->diags, library->file[i].statements, all_of(library, &library->file[i]), leave_out);
}

static void unknown_finding(struct diags *diags, const struct note *note)
{
	const char *names[DIAG_COUNT];
	struct diag *diag = diag_add(diags, DIAG_ALLOW_UNKNOWN, note->span, note->finding);
	int count = 0;

	for (int id = 0; id < DIAG_COUNT; id++)
		if (diag_level((enum diag_id)id) != DIAG_ERROR)
			names[count++] = diag_name((enum diag_id)id);
	if (word_nearest(note->finding, names, count) != NULL)
		diag_hint(diags, diag, "did you mean `%s`?", word_nearest(note->finding, names, count));
	else
		diag_hint(diags, diag, "it stands in square brackets behind the finding");
}

static void check_allow(struct diags *diags, const struct note *note, struct span within)
{
	enum diag_id id = diag_named(note->finding);
	bool any = false;

	if (id == DIAG_COUNT) {
		unknown_finding(diags, note);
		return;
	}
	if (diag_level(id) == DIAG_ERROR) {
		diag_add(diags, DIAG_ALLOW_ERROR, note->span, note->finding);
		return;
	}
	for (const struct diag *diag = diags->first; diag != NULL; diag = diag->next)
		any = any || (diag->id == id && lies_within(diag->span, within));
	if (!any && diags->errors == 0)
		diag_add(diags, DIAG_ALLOW_IDLE, note->span, note->finding);
}

void check_allowed(struct library *library, const struct library_file *file)
{
	each_allow(&library->diags, file->statements, all_of(library, file), check_allow);
}
