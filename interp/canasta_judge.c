/* canasta_judge.c -- the public functions that judge. Each variant is asked, and asked again with every
 * option that is not chosen; an end position is scored. */
#include "workspace.h"

#include <string.h>
#include "notation/position_text.h"
#include "grammar/arena.h"
#include "text/document.h"
#include "reports/judge.h"
#include "reports/score.h"
#include "text/json.h"
#include "rules/build.h"
#include "rules/options.h"

/* ---- one variant ---- */

/* A dispute that is judged by all variants. */
struct session {
	const struct canasta_io *io;
	const struct canasta_dispute *asked;
	struct dispute dispute;
};

/* Room for those that were chosen, and one more to try. */
enum { OPTIONS_ROOM = POSITION_OPTIONS_MAX + 1 };

_Static_assert((int)POSITION_OPTIONS_MAX == CANASTA_OPTIONS_MAX, "rooms below do not know canasta.h");

/* The options that hold for one verdict: those of the call, those of lines `with`, and perhaps one more, which takes
 * the place of another answer to the same choice. */
static int gather_options(const struct session *session, struct workspace *workspace, const char *more,
                          const char **with)
{
	int count = session->asked->option_count;
	size_t name = more != NULL ? strcspn(more, "=") : 0;

	for (int i = 0; i < count; i++)
		with[i] = session->asked->options[i];
	for (int i = 0; i < 2; i++) {
		const char *text = session->dispute.part[i].lines;
		if (text == NULL)
			continue;
		count += position_options(
			&workspace->library,
			library_lines(&workspace->library, session->dispute.part[i].name, text, strlen(text)),
			with + count, POSITION_OPTIONS_MAX - count);
	}
	for (int i = 0; i < count && more != NULL; i++)
		if (more[name] == '=' && strncmp(with[i], more, name + 1) == 0)
			with[i--] = with[--count];
	if (more != NULL)
		with[count++] = more;
	return count;
}

/* Judges the dispute in a workspace of its own, which the caller frees. */
static struct verdict *judge_once(const struct session *session, struct workspace *workspace, const char *reference,
                                  const char *more, struct rules **rules)
{
	const char *with[OPTIONS_ROOM];
	int count = gather_options(session, workspace, more, with);
	struct dispute dispute = session->dispute;

	*rules = workspace->library.diags.errors == 0 ? rules_build(&workspace->library, reference, with, count) : NULL;
	dispute.all = dispute.all && more == NULL;
	return *rules != NULL ? judge(&workspace->library, *rules, &dispute) : NULL;
}

static struct verdict *judge_with_options(const struct session *session, struct workspace *workspace,
                                          const char *reference)
{
	struct rules *rules;
	struct verdict *verdict = judge_once(session, workspace, reference, NULL, &rules);

	if (verdict == NULL || verdict->act == NULL)
		return verdict;
	for (const struct option *option = rules->options; option != NULL; option = option->next)
		if (!option->chosen && !option->is_preset) {
			/* Asks again with one option more; options that cannot be added, or change nothing, are passed over. */
			struct workspace *other = workspace_new(session->io);
			struct text word = { 0 };
			struct rules *changed;
			struct verdict *again;
			const char *words;
			option_write(option, &word);
			words = text_keep(&word, workspace->arena);
			again = other != NULL && words != NULL ? judge_once(session, other, reference, words, &changed)
			                                       : NULL;
			if (again != NULL && again->legal != verdict->legal)
				judge_otherwise(&workspace->library, rules, verdict, words, again);
			workspace_free(other);
		}
	return verdict;
}

/* ---- all variants ---- */

/* What is answered: a document, with a row for each variant or all that is known; or a list for programs. */
struct answer {
	struct document document;
	struct table *table; /* NULL before the first row */
	json_t *list;
};

static void add_verdict(const struct session *session, const char *reference, struct verdict *verdict,
                        struct answer *answer)
{
	struct document *out = &answer->document;
	struct block *name;

	verdict->variant = reference;
	if (session->asked->json)
		json_add(&answer->list, verdict_json(verdict));
	else if (session->asked->brief || (session->asked->variant_count > 1 && !session->asked->all)) {
		if (answer->table == NULL) {
			answer->table = document_table(out, 3);
			answer->table->unbroken = true;
		}
		verdict_add_row(verdict, answer->table);
	} else {
		if (session->asked->variant_count > 1) {
			name = document_say(out, BLOCK_PARAGRAPH, 0, reference);
			name->apart = true;
		}
		verdict_add(verdict, out);
	}
}

static int judge_variant(const struct session *session, const char *reference, struct answer *answer)
{
	struct workspace *workspace = workspace_new(session->io);
	struct verdict *verdict;
	int status;

	if (workspace == NULL)
		return out_of_memory(session->io);
	verdict = judge_with_options(session, workspace, reference);
	if (verdict != NULL && workspace->library.diags.errors == 0)
		add_verdict(session, reference, verdict, answer);
	status = workspace_report(workspace);
	if (status == CANASTA_FINDINGS || (verdict == NULL && status == CANASTA_FINE))
		status = CANASTA_MISUSE; /* what was said is wrong, or the rules are: no verdict */
	if (status == CANASTA_FINE && verdict->act != NULL && !verdict->legal)
		status = CANASTA_FINDINGS;
	workspace_free(workspace);
	return status;
}

int canasta_judge(const struct canasta_io *io, const struct canasta_dispute *asked)
{
	struct session session = { .io = io, .asked = asked };
	struct arena *arena = arena_new();
	struct answer answer = { .list = json_array() };
	int status, one;

	document_begin(&answer.document, "verdict");
	if (asked->option_count > CANASTA_OPTIONS_MAX)
		status = too_many_options(io);
	else
		status = arena != NULL && answer.list != NULL ? dispute_read(io, asked, true, arena, &session.dispute)
		                                              : out_of_memory(io);
	for (int i = 0; i < asked->variant_count && status != CANASTA_INTERNAL && (status != CANASTA_MISUSE || i > 0);
	     i++) {
		one = judge_variant(&session, asked->variants[i], &answer);
		status = one > status ? one : status;
	}
	one = status;
	if (status != CANASTA_INTERNAL && !asked->json)
		one = io_write_document(io, &answer.document, NULL);
	else if (status != CANASTA_INTERNAL && (answer.list == NULL || json_array_size(answer.list) > 0))
		one = io_write_json(io, json_pack("{s:i, s:O}", "version", 1, "verdicts", answer.list));
	document_end(&answer.document);
	json_decref(answer.list);
	arena_free(arena);
	return one > status ? one : status;
}

/* ---- end positions ---- */

static int score_on(const struct session *session, struct workspace *workspace, struct document *out, json_t **json)
{
	const char *with[OPTIONS_ROOM];
	int count = gather_options(session, workspace, NULL, with), status;
	struct rules *rules = workspace->library.diags.errors == 0
	                              ? rules_build(&workspace->library, session->asked->variants[0], with, count)
	                              : NULL;

	if (rules != NULL && session->asked->json)
		*json = end_score_json(&workspace->library, rules, &session->dispute);
	else if (rules != NULL)
		end_score_add(&workspace->library, rules, &session->dispute, out);
	status = workspace_report(workspace);
	return status == CANASTA_FINDINGS ? CANASTA_MISUSE : status;
}

int canasta_score(const struct canasta_io *io, const struct canasta_dispute *asked)
{
	struct session session = { .io = io, .asked = asked };
	struct workspace *workspace = workspace_new(io);
	struct document out;
	json_t *json = NULL;
	int status;

	document_begin(&out, "score");
	if (asked->variant_count < 1)
		status = io_error(io, CANASTA_MISUSE, "no variant is named to score by");
	else if (asked->option_count > CANASTA_OPTIONS_MAX)
		status = too_many_options(io);
	else
		status = workspace != NULL ? dispute_read(io, asked, false, workspace->arena, &session.dispute)
		                           : out_of_memory(io);
	if (status == CANASTA_FINE)
		status = score_on(&session, workspace, &out, &json);
	if (status == CANASTA_FINE)
		status = asked->json ? io_write_json(io, json) : io_write_document(io, &out, NULL);
	else
		json_decref(json);
	document_end(&out);
	workspace_free(workspace);
	return status;
}
