/* ledger.c -- reading ledgers and looking citations up in them. */

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/library.h"
#include "rules/rules.h"

/* As in tree.c: uthash lives in the arena and never exits. [arena] is in scope where its macros are used. */
#define uthash_malloc(size) arena_take(arena, (size))
#define uthash_free(pointer, size) ((void)(pointer))
#define uthash_fatal(message) __builtin_trap() /* not reached: with HASH_NONFATAL_OOM nothing is fatal */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct ledger_entry {
	UT_hash_handle hh;
	const struct ledger_row *row;
};

enum { CELLS = 6, KIND_COLUMN = 3 };

/* ---- reading ---- */

/* The setting of a source called [head], a text in quotes, or NULL. */
static const struct expr *source_text(const struct statement *source, const char *head)
{
	for (const struct statement *line = source->block; line != NULL; line = line->next)
		if (line->kind == STATEMENT_RULE && strcmp(line->head, head) == 0 && line->value != NULL &&
		    line->value->kind == EXPR_PHRASE && line->value->first->kind == EXPR_STRING)
			return line->value->first;
	return NULL;
}

/* Splits a line into its cells; false if it has not as many as it should, or no id. */
static bool split(struct arena *arena, const char *line, size_t length, const char **cells)
{
	for (int i = 0; i < CELLS; i++) {
		const char *tab = memchr(line, '\t', length);
		size_t cell = tab != NULL ? (size_t)(tab - line) : length;
		if ((tab != NULL) != (i < CELLS - 1))
			return false;
		cells[i] = arena_text(arena, line, cell);
		if (cells[i] == NULL)
			return false;
		line += cell + 1;
		length -= tab != NULL ? cell + 1 : 0;
	}
	return cells[0][0] != '\0';
}

bool ledger_is_begun(const char *text)
{
	for (int line = 0; line < 2; line++) {
		int cells = 1;
		for (; *text != '\0' && *text != '\n'; text++)
			cells += *text == '\t';
		if (cells == CELLS)
			return true;
		text += *text == '\n';
	}
	return false;
}

static void index_row(struct arena *arena, struct ledger *ledger, const struct ledger_row *row)
{
	struct ledger_entry *entry = arena_take(arena, sizeof *entry);

	if (entry == NULL)
		return;
	entry->row = row;
	HASH_ADD_KEYPTR(hh, ledger->index, row->id, strlen(row->id), entry);
}

const struct ledger_row *ledger_find(const struct ledger *ledger, const char *id)
{
	struct ledger_entry *entry;

	HASH_FIND(hh, ledger->index, id, strlen(id), entry);
	return entry != NULL ? entry->row : NULL;
}

/* The kinds of statement, as docs/reference.md has them. */
static const struct {
	const char *name;
	bool wants_ruling;
} KINDS[] = {
	{ "mechanic", true }, { "score", true },       { "option", false }, { "chance", false },
	{ "manner", false },  { "definition", false }, { "gap", false },
};

enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

/* The cell of [line] in this column. */
static struct span cell_span(const char *text, struct span line, int column)
{
	struct span cell = line;

	for (; column > 0; column--)
		cell.from += (uint32_t)strcspn(text + cell.from, "\t") + 1;
	cell.to = cell.from + (uint32_t)strcspn(text + cell.from, "\t");
	return cell;
}

static void check_kind(struct diags *diags, const char *kind, struct span span)
{
	const char *names[KIND_COUNT];
	struct text all = { 0 };
	struct diag *diag;

	for (int i = 0; i < KIND_COUNT; i++) {
		if (strcmp(kind, KINDS[i].name) == 0)
			return;
		names[i] = KINDS[i].name;
	}
	diag = diag_add(diags, DIAG_LEDGER_KIND, span, kind);
	text_add_words(&all, names, KIND_COUNT, " or ");
	if (!diag_hint_nearest(diags, diag, kind, names, KIND_COUNT))
		diag_hint(diags, diag, "it can be %s", text_read(&all));
	text_free(&all);
}

bool ledger_wants_ruling(const char *kind)
{
	for (int i = 0; i < KIND_COUNT; i++)
		if (strcmp(kind, KINDS[i].name) == 0)
			return KINDS[i].wants_ruling;
	return false;
}

static void read_line(struct library *library, struct ledger *ledger, struct span span, int number)
{
	const char *text = library->sources.source[span.source - 1].text;
	const char *cells[CELLS];
	struct ledger_row *row = &ledger->row[ledger->rows];

	if (!split(library->arena, text + span.from, span.to - span.from, cells)) {
		if (!arena_failed(library->arena))
			diag_add(&library->diags, DIAG_LEDGER_UNREADABLE, span, number, ledger->path);
		return;
	}
	if (ledger_find(ledger, cells[0]) != NULL) {
		struct diag *diag = diag_add(&library->diags, DIAG_LEDGER_TWICE, span, cells[0]);
		diag_other(&library->diags, diag, ledger_find(ledger, cells[0])->span, "it stands here already");
		return;
	}
	if (ledger->rows == LEDGER_ROWS_MAX) {
		diag_add(&library->diags, DIAG_LEDGER_TOO_LONG, span, LEDGER_ROWS_MAX);
		ledger->full = true;
		return;
	}
	check_kind(&library->diags, cells[KIND_COLUMN], cell_span(text, span, KIND_COLUMN));
	*row = (struct ledger_row){ cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], span };
	ledger->rows++;
	index_row(library->arena, ledger, row);
}

/* The first line names the columns. Behind a statement too many nothing is read. */
static void read_lines(struct library *library, struct ledger *ledger, int number)
{
	const struct source *source = &library->sources.source[number - 1];

	for (uint32_t line = 1; line < source->line_count && !ledger->full; line++) {
		uint32_t from = source->lines[line];
		uint32_t length = (uint32_t)strcspn(source->text + from, "\r\n");
		struct span span = { (uint16_t)number, from, from + length };
		if (length > 0)
			read_line(library, ledger, span, (int)line + 1);
	}
}

static const struct ledger *read_so_far(const struct library *library, const struct statement *source)
{
	const struct ledger *ledger = library->ledgers;

	while (ledger != NULL && ledger->stated != source)
		ledger = ledger->next;
	return ledger;
}

const struct ledger *ledger_read(struct library *library, const struct library_file *file,
                                 const struct statement *source)
{
	const struct expr *path = source_text(source, "ledger"), *title = source_text(source, "title");
	const struct ledger *known = read_so_far(library, source);
	struct ledger *ledger = known == NULL ? arena_take(library->arena, sizeof *ledger) : NULL;
	int number;

	if (path == NULL || ledger == NULL)
		return known;
	ledger->stated = source;
	ledger->name = source->name;
	ledger->title = title != NULL ? title->text : NULL;
	number = library_text(library, file, path->text, path->span, &ledger->path);
	if (number == 0)
		return NULL;
	ledger->row = arena_take(library->arena, sizeof *ledger->row * library->sources.source[number - 1].line_count);
	if (ledger->row == NULL)
		return NULL;
	read_lines(library, ledger, number);
	ledger->next = library->ledgers;
	library->ledgers = ledger;
	return ledger;
}

/* ---- citations ---- */

/* A source that may be cited, and its ledger as soon as somebody does. */
struct citable {
	const struct library_file *file;
	const struct statement *source;
	const struct ledger *ledger;
	bool read;
};

struct ledgers {
	struct library *library;
	struct citable citable[SOURCES_MAX];
	int count;
};

static void collect_sources(struct ledgers *ledgers)
{
	struct library *library = ledgers->library;

	for (int i = 0; i < library->files; i++)
		for (const struct statement *at = library->file[i].statements; at != NULL; at = at->next)
			if (at->kind == STATEMENT_SOURCE && ledgers->count < SOURCES_MAX)
				ledgers->citable[ledgers->count++] =
					(struct citable){ .file = &library->file[i], .source = at };
}

static struct citable *find_source(struct ledgers *ledgers, const char *cited, size_t length)
{
	for (int i = 0; i < ledgers->count; i++)
		if (strncmp(ledgers->citable[i].source->name, cited, length) == 0 &&
		    ledgers->citable[i].source->name[length] == '\0')
			return &ledgers->citable[i];
	return NULL;
}

static void unknown_source(struct ledgers *ledgers, const struct note *note, size_t length)
{
	struct diags *diags = &ledgers->library->diags;
	struct diag *diag = diag_add(diags, DIAG_UNKNOWN_SOURCE, note->span, note->text);
	const char *names[SOURCES_MAX], *near, *cited = arena_text(ledgers->library->arena, note->text, length);

	for (int i = 0; i < ledgers->count; i++)
		names[i] = ledgers->citable[i].source->name;
	near = cited != NULL ? word_nearest(cited, names, ledgers->count) : NULL;
	if (near != NULL)
		diag_hint(diags, diag, "did you mean `%s%s`?", near, note->text + length);
	else
		diag_hint(diags, diag, "name it with `source %.*s { title \"...\" }`", (int)length, note->text);
}

/* The source is the part of [id] before the last hyphen. */
static size_t source_length(const char *id)
{
	const char *hyphen = strrchr(id, '-');

	return hyphen != NULL ? (size_t)(hyphen - id) : strlen(id);
}

/* The source that is cited, its ledger read; NULL if there is none. */
static struct citable *cited_source(struct ledgers *ledgers, const char *id)
{
	struct citable *citable = find_source(ledgers, id, source_length(id));

	if (citable != NULL && !citable->read) {
		citable->ledger = ledger_read(ledgers->library, citable->file, citable->source);
		citable->read = true;
	}
	return citable;
}

struct ledgers *ledgers_of(struct library *library)
{
	struct ledgers *ledgers = arena_take(library->arena, sizeof *ledgers);

	if (ledgers == NULL)
		return NULL;
	*ledgers = (struct ledgers){ .library = library };
	collect_sources(ledgers);
	return ledgers;
}

const struct ledger_row *ledgers_find(struct ledgers *ledgers, const char *id)
{
	const struct citable *citable = cited_source(ledgers, id);

	return citable != NULL && citable->ledger != NULL ? ledger_find(citable->ledger, id) : NULL;
}

static void check_citation(struct ledgers *ledgers, const struct note *note)
{
	const struct citable *citable = cited_source(ledgers, note->text);

	if (citable == NULL) {
		unknown_source(ledgers, note, source_length(note->text));
		return;
	}
	if (citable->ledger != NULL && !citable->ledger->full && ledger_find(citable->ledger, note->text) == NULL)
		diag_add(&ledgers->library->diags, DIAG_UNKNOWN_CITATION, note->span, note->text,
		         citable->ledger->path);
}

/* ---- numbers ---- */

enum { SPECIFIC_NUMBER = 3 }; /* documents say smaller ones in words such as pair, both, partners, only */

/* True if a number can follow this word that a document would state: not the order in which bans give way. */
static bool counts_something(const char *head)
{
	for (int row = 0; row < ROW_COUNT; row++)
		if ((rows[row].type == TYPE_NUMBER || rows[row].type == TYPE_AMOUNT) && row != ROW_ban_order &&
		    strcmp(rows[row].name, head) == 0)
			return true;
	return false;
}

/* The one number that a statement states, as in `hand 13`, without its sign; false if it says something else. */
static bool number_stated(const struct statement *statement, int64_t *number)
{
	const struct expr *value = statement->value;

	if (statement->kind != STATEMENT_RULE || value == NULL || value->next != NULL || value->kind != EXPR_PHRASE ||
	    value->first->kind != EXPR_NUMBER || value->first->next != NULL || statement->has_block)
		return false;
	*number = value->first->number < 0 ? -value->first->number : value->first->number;
	return *number >= SPECIFIC_NUMBER && counts_something(statement->head);
}

/* Reports [number] if every statement that [notes] cite for it names other numbers only. */
static void check_number(struct ledgers *ledgers, int64_t number, const struct note *notes, struct span span)
{
	struct diags *diags = &ledgers->library->diags;
	const struct ledger_row *last = NULL;
	bool any = false;

	for (const struct note *note = notes; note != NULL; note = note->next) {
		const struct ledger_row *row = note->kind == NOTE_CITE ? ledgers_find(ledgers, note->text) : NULL;
		if (note->kind != NOTE_CITE) /* a reading, a silence or the house explains it */
			return;
		if (row == NULL || text_has_number(row->rule, number, &any) ||
		    text_has_number(row->reading, number, &any))
			return;
		last = row;
	}
	if (any)
		diag_other(diags, diag_add(diags, DIAG_CITATION_NUMBER, span, (long long)number), last->span, "%s",
		           last->rule);
}

void check_cited_numbers(struct library *library, const struct library_file *file, const struct rules *rules)
{
	struct ledgers ledgers = { .library = library };
	int64_t number;

	collect_sources(&ledgers);
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		const struct cell *cell = rules_cell(rules, at.row, at.item);
		if (cell->cites == NULL || cell->statement == NULL || !number_stated(cell->statement, &number))
			continue;
		for (const struct cite *cite = cell->cites; cite != NULL; cite = cite->next)
			if (cite->span.source == file->source)
				check_number(&ledgers, number, cite->notes, cite->span);
	}
}

static void check_block(struct ledgers *ledgers, const struct statement *block)
{
	int64_t number;

	for (const struct statement *at = block; at != NULL; at = at->next) {
		for (const struct note *note = at->notes; note != NULL; note = note->next)
			if (note->kind == NOTE_CITE)
				check_citation(ledgers, note);
		if (number_stated(at, &number))
			check_number(ledgers, number, at->notes, at->span);
		check_block(ledgers, at->block);
	}
}

void check_citations(struct library *library, const struct library_file *file)
{
	struct ledgers ledgers = { .library = library };

	collect_sources(&ledgers);
	check_block(&ledgers, file->statements);
}
