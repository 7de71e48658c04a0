/* coverage.c -- every citation in every file is a mention of a row. A mention inside a ruling that passes proves the
 * row; one beside a `manner` or a `but` excuses it; any mention accounts for it. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/library.h"
#include "text/document.h"

struct mention {
	struct span span;                   /* of the statement that cites */
	const struct ruling_result *ruling; /* it stands in, or NULL */
	struct mention *next;
};

/* What is known of one row. */
struct account {
	struct mention *first, **last;
	bool proved, manner, kept; /* by a ruling; no matter for the game; by the players alone */
};

/* Sums over the rows of one kind. */
struct sum {
	const char *kind;
	int rows, accounted, proved, manners, kept;
};

enum { KINDS_OF_ROW_MAX = 16 };

struct coverage {
	struct library *library;
	const struct ledger *ledger;
	const struct ruling_results *results;
	struct account *account; /* in step with ledger->row */
	struct sum sum[KINDS_OF_ROW_MAX];
	int sums;
	struct document *out;
};

/* ---- mentions ---- */

/* The result of a ruling; NULL if it was not run. */
static const struct ruling_result *result_of(const struct coverage *at, const struct statement *ruling)
{
	struct span span = ruling->name_span.source != 0 ? ruling->name_span : ruling->span;

	for (const struct ruling_result *result = at->results->first; result != NULL; result = result->next)
		if (result->span.source == span.source && result->span.from == span.from && result->span.to == span.to)
			return result;
	return NULL;
}

/* [remark]: what the citation is for, NOTE_CITE if that is the rule. */
static void mention(struct coverage *at, const struct statement *statement, const char *id, enum note_kind remark,
                    const struct ruling_result *ruling)
{
	const struct ledger_row *row = ledger_find(at->ledger, id);
	struct mention *new = row != NULL ? arena_take(at->library->arena, sizeof *new) : NULL;
	struct account *account;

	if (new == NULL)
		return;
	account = &at->account[row - at->ledger->row];
	*new = (struct mention){ .span = statement->head_span.source != 0 ? statement->head_span : statement->span,
		                 .ruling = ruling };
	if (account->last == NULL)
		account->last = &account->first;
	*account->last = new;
	account->last = &new->next;
	account->proved |= ruling != NULL && ruling->passed;
	account->manner |= remark == NOTE_MANNER;
	account->kept |= remark == NOTE_BUT;
}

/* What the citations before the first remark of a statement are for: the rule, or the remark if there is no rule. */
static enum note_kind cited_first(const struct statement *statement)
{
	const struct note *note = statement->kind == STATEMENT_NOTE ? statement->notes : NULL;

	while (note != NULL && note->kind == NOTE_CITE)
		note = note->next;
	return note != NULL ? note->kind : NOTE_CITE;
}

static void find_mentions(struct coverage *at, const struct statement *block, const struct ruling_result *ruling)
{
	for (const struct statement *statement = block; statement != NULL; statement = statement->next) {
		const struct ruling_result *inside =
			statement->kind == STATEMENT_RULING ? result_of(at, statement) : ruling;
		enum note_kind remark = cited_first(statement);
		for (const struct note *note = statement->notes; note != NULL; note = note->next)
			if (note->kind == NOTE_CITE)
				mention(at, statement, note->text, remark, inside);
			else
				remark = note->kind;
		find_mentions(at, statement->block, inside);
	}
}

/* ---- sums ---- */

static struct sum *sum_of(struct coverage *at, const char *kind)
{
	for (int i = 0; i < at->sums; i++)
		if (strcmp(at->sum[i].kind, kind) == 0)
			return &at->sum[i];
	if (at->sums == KINDS_OF_ROW_MAX)
		return &at->sum[KINDS_OF_ROW_MAX - 1];
	at->sum[at->sums].kind = kind;
	return &at->sum[at->sums++];
}

static void add_up(struct coverage *at)
{
	sum_of(at, "mechanic"); /* these two first */
	sum_of(at, "score");
	for (int i = 0; i < at->ledger->rows; i++) {
		struct sum *sum = sum_of(at, at->ledger->row[i].kind);
		sum->rows++;
		sum->accounted += at->account[i].first != NULL;
		sum->proved += at->account[i].proved;
		sum->manners += !at->account[i].proved && at->account[i].manner;
		sum->kept += !at->account[i].proved && !at->account[i].manner && at->account[i].kept;
	}
}

/* ---- rows ---- */

/* The lines of one file that mention a row outside of rulings. */
static void add_encoded(struct coverage *at, const struct mention *first, int source)
{
	const struct sources *sources = &at->library->sources;
	struct text *words = NULL;
	int line, column, before = 0;

	for (const struct mention *mention = first; mention != NULL; mention = mention->next) {
		if (mention->ruling != NULL || mention->span.source != source)
			continue;
		span_place(sources, mention->span, &line, &column);
		if (words == NULL) {
			words = document_line(at->out, 2);
			text_format(words, "%s:%d", sources->source[source - 1].name, line);
		} else if (line != before)
			text_format(words, ", %d", line);
		before = line;
	}
}

static void add_row(struct coverage *at, int i)
{
	const struct ledger_row *row = &at->ledger->row[i];

	text_format(document_line(at->out, 1), "%s  %s  %s", row->id, row->kind, row->where);
	text_add(document_line(at->out, 2), row->rule);
	for (int source = 1; source <= at->library->sources.count; source++)
		add_encoded(at, at->account[i].first, source);
	const struct sources *sources = &at->library->sources;
	const struct ruling_result *before = NULL;
	int line, column;
	for (const struct mention *mention = at->account[i].first; mention != NULL; mention = mention->next) {
		if (mention->ruling == NULL || mention->ruling == before)
			continue;
		before = mention->ruling;
		span_place(sources, before->span, &line, &column);
		text_format(document_line(at->out, 2), "%s:%d  %s%s", sources->source[before->span.source - 1].name,
		            line, before->title, before->passed ? "" : " (fails)");
	}
}

/* Which rows a list is of. */
enum pick { PICK_UNACCOUNTED, PICK_UNPROVED, PICK_ALL };

static bool is_picked(const struct coverage *at, int i, enum pick pick)
{
	const struct account *account = &at->account[i];

	if (pick == PICK_UNACCOUNTED)
		return account->first == NULL;
	return pick == PICK_ALL || (account->first != NULL && ledger_wants_ruling(at->ledger->row[i].kind) &&
	                            !account->proved && !account->manner && !account->kept);
}

/* Adds the rows picked under [heading], nothing if there are none. Returns how many there are. */
static int add_rows(struct coverage *at, enum pick pick, const char *heading, bool quietly)
{
	int count = 0;

	for (int i = 0; i < at->ledger->rows; i++) {
		if (!is_picked(at, i, pick))
			continue;
		if (!quietly && count == 0)
			document_say(at->out, BLOCK_HEADING, 0, heading);
		if (!quietly)
			add_row(at, i);
		count++;
	}
	return count;
}

bool coverage_add(struct library *library, const struct ledger *ledger, const struct ruling_results *results, bool all,
                  struct document *out)
{
	struct coverage at = { .library = library, .ledger = ledger, .results = results, .out = out };
	int missing;

	at.account = arena_take(library->arena, sizeof *at.account * (size_t)(ledger->rows + 1));
	if (at.account == NULL)
		return false;
	for (int i = 0; i < library->files; i++)
		find_mentions(&at, library->file[i].statements, NULL);
	add_up(&at);
	text_format(document_line(out, 0), "%s (%s)", ledger->title != NULL ? ledger->title : ledger->name,
	            ledger->path);
	struct text *whole = document_line(out, 0);
	struct table *table = document_table(out, 2);
	int accounted = 0;
	for (const struct sum *sum = at.sum; sum < at.sum + at.sums; sum++) {
		bool wants_ruling = ledger_wants_ruling(sum->kind);
		struct table_row *row;
		struct text *words;
		accounted += sum->accounted;
		if (sum->rows == 0)
			continue;
		row = table_add(table, TABLE_BODY);
		words = words_add(&row->cell[1]);
		cell_add(row, 0, sum->kind);
		text_format(words, wants_ruling ? "%d of %d proved by rulings" : "%d of %d accounted for",
		            wants_ruling ? sum->proved : sum->accounted, sum->rows);
		if (!wants_ruling && sum->proved > 0)
			text_format(words, ", %d proved by rulings", sum->proved);
		if (sum->manners > 0)
			text_format(words, ", %d without effect on play", sum->manners);
		if (sum->kept > 0)
			text_format(words, ", %d kept by the players themselves", sum->kept);
	}
	text_format(whole, "%d of %d statements accounted for", accounted, at.ledger->rows);
	missing = add_rows(&at, PICK_UNACCOUNTED, "Nothing accounts for these statements", all);
	missing += add_rows(&at, PICK_UNPROVED, "No ruling proves these statements", all);
	if (all)
		add_rows(&at, PICK_ALL, "Every statement", false);
	return missing == 0;
}
