/* findings.c -- all that is wrong with a file; what a finding means, and findings for programs (docs/json.md). docs/findings.txt is
 * compiled in: a finding begins there with `== ID` and its cause; then come pieces that begin with `-- wrong` or `-- right`,
 * perhaps with the name of the file that they are. Pieces with another beginning are for the tests alone (tests/README.md). */
#include "reports/reports.h"

#include <stdbool.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "rules/library.h"
#include "rules/lint.h"
#include "rules/options.h"
#include "text/document.h"
#include "text/json.h"

/* ---- the options of a variant ---- */

/* True if a finding up to [last] says the same at another place. An item can be wrong without the option, too: what the
 * option states of it is then not reported again. */
static bool is_repeated(const struct diags *diags, const struct diag *last, const struct diag *diag)
{
	for (const struct diag *at = last != NULL ? diags->first : NULL; at != NULL; at = at->next) {
		if (at->id == diag->id && strcmp(at->sentence, diag->sentence) == 0)
			return true;
		if (at == last)
			break;
	}
	return false;
}

/* The first error after finding [before]; NULL if there is none. */
static const struct diag *first_error(const struct diags *diags, const struct diag *before)
{
	const struct diag *diag = diags_behind(diags, before);

	while (diag != NULL && (diag->level != DIAG_ERROR || diag->suppressed))
		diag = diag->next;
	return diag;
}

/* An option of the parent may be at odds with what the file states, which works without it. One finding at `extends` replaces the
 * errors. */
static void report_broken(struct lint *lint, struct diag *before, const struct statement *variant,
                          const struct rules *rules, const struct option *option, const char *word)
{
	struct diags *diags = &lint->library->diags;
	const struct diag *first = first_error(diags, before);
	struct diag *last = diags->last, *broken;

	if (option->statement->span.source == lint->file->source || variant->parent == NULL || first == NULL)
		return;
	broken = diag_add(diags, DIAG_OPTION_BROKEN, variant->parent->span, word, rules->parent);
	diag_hint(diags, broken, "if your table never plays with it, write `remove %s %s`",
	          option->alternative != NULL ? "choice" : "option", option->name);
	diag_other(diags, broken, first->span, "%s", first->sentence);
	for (struct diag *diag = diags_behind(diags, before); diag != NULL; diag = diag->next) {
		if (diag->level == DIAG_ERROR)
			diag_suppress(diags, diag);
		if (diag == last)
			break;
	}
}

/* True for a section or an item that decides what cards are melds, or what there is of them. */
static bool decides_cards(const struct statement *statement)
{
	static const char *const heads[] = { "table", "deck", "cards", "bonus", "deal", "meld" };

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (statement->kind == STATEMENT_RULE && strcmp(statement->head, heads[i]) == 0)
			return true;
	return false;
}

/* The only statement that decides cards, or the only one at all; NULL if there are several. */
static const struct statement *only_one(const struct statement *block)
{
	const struct statement *only = NULL;
	int count = 0;

	for (const struct statement *at = block; at != NULL; at = at->next)
		if (decides_cards(at))
			only = at, count++;
	return count == 1 ? only : block != NULL && block->next == NULL ? block : NULL;
}

/* What a variant states that causes a finding elsewhere, as closely as can be said: the only statement of it that can be the cause, or
 * of a block in it; the variant itself where there are several. */
static struct span cause_in(const struct statement *variant)
{
	const struct statement *at = only_one(variant->block);

	if (at == NULL)
		return variant->name_span;
	while (at->block != NULL && at->block->next == NULL && at->block->kind == STATEMENT_RULE)
		at = at->block;
	return at->block != NULL ? at->head_span : at->span;
}

/* A finding in the file of a parent, which has no fault alone, is shown at its [cause] in the variant, with what it is about as the
 * second place. */
static void show_at_cause(struct diags *diags, struct diag *diag, const struct statement *variant, struct span cause)
{
	diag_other(diags, diag, diag->span, "it is stated here, and `%s` takes it over", variant->name);
	if (diag->other_sentence == NULL)
		return;
	diag->span = cause;
	diag->fix = NULL;
}

/* True for a finding about finished rules that lies in the file of a parent and has no second place yet. */
static bool is_of_parent(const struct lint *lint, const struct diag *diag)
{
	return diag->id >= DIAG_SIDES_UNEVEN && diag->span.source != lint->file->source && diag->span.source != 0 &&
	       diag->other_sentence == NULL;
}

/* A warning in the file of a parent that is due with an option: it is shown at the option if that is the file's own, else at what makes
 * the option of the parent fall short. */
static void show_with_option(struct lint *lint, struct diag *diag, const struct statement *variant,
                             const struct option *option, const char *word)
{
	struct diags *diags = &lint->library->diags;
	bool own = option->statement->span.source == lint->file->source;

	show_at_cause(diags, diag, variant, own ? option->statement->name_span : cause_in(variant));
	if (!own)
		diag_hint(diags, diag,
		          "with option `%s` switched on; if your table never plays with it, write `remove %s %s`", word,
		          option->alternative != NULL ? "choice" : "option", option->name);
}

static void inspect_option(struct lint *lint, const struct statement *variant, const struct rules *rules,
                           const struct option *option, struct built_often *often, struct arena *room)
{
	struct library *library = lint->library;
	const struct option *with[OPTIONS_NEEDED_MAX];
	const char *words[OPTIONS_NEEDED_MAX];
	int count = option_with_needed(rules, option, with, 0);
	struct diag *before = library->diags.last;
	const struct rules *chosen;

	for (int i = 0; i < count; i++)
		words[i] = option_kept(with[i], library->arena);
	arena_clear(room);
	chosen = rules_build_again(often, room, words, count);
	report_broken(lint, before, variant, rules, option, words[0]);
	/* The findings behind [before] get a hint with which option they hold. Findings inside the option in the checked file need no
	 * such hint. */
	struct diags *diags = &lint->library->diags;
	struct span own = option->statement->span;
	for (struct diag *diag = diags_behind(diags, before); diag != NULL; diag = diag->next)
		if (diag->level != DIAG_ERROR && is_repeated(diags, before, diag))
			diag_suppress(diags, diag);
		else if (diag->suppressed || diag->id == DIAG_OPTION_LEFT_OVER || diag->id == DIAG_OPTION_BROKEN)
			continue;
		else if (diag->level != DIAG_ERROR && is_of_parent(lint, diag))
			show_with_option(lint, diag, variant, option, words[0]);
		else if (own.source != lint->file->source || !span_within(diag->span, own))
			diag_hint(diags, diag, "%s%swith option `%s` switched on", diag->hint != NULL ? diag->hint : "",
			          diag->hint != NULL ? "; " : "", words[0]);
	if (chosen != NULL)
		lint_build(lint, chosen, option, words[0]);
}

/* ---- two options together ---- */

/* True if both can be named at once; that they exclude each other, building them says. */
static bool go_together(const struct option *option, const struct option *other)
{
	return other != option && !other->chosen && !other->is_on_offer && strcmp(option->name, other->name) != 0;
}

/* The next warning or note within [span] from [diag] on that no other build has cleared; NULL if there is none. */
static struct diag *open_within(struct diag *diag, struct span span)
{
	while (diag != NULL && (diag->level == DIAG_ERROR || diag->suppressed || !span_within(diag->span, span)))
		diag = diag->next;
	return diag;
}

static bool is_found(const struct diags *diags, const struct diag *diag)
{
	const struct diag *at = diags->first;

	while (at != NULL && (at->id != diag->id || at->span.from != diag->span.from || at->span.to != diag->span.to))
		at = at->next;
	return at != NULL;
}

/* Builds the rules with these options for the sake of what is found in [span], which is suppressed if it is no longer found then. What
 * else is found does not count. */
static void clear_with(struct lint *lint, struct span span, const struct option *option, struct built_often *often,
                       struct arena *room, const char *const *words, int count)
{
	struct diags *diags = &lint->library->diags, before = *diags, found;
	const struct rules *chosen;

	diags->first = diags->last = NULL;
	diags->kept = 0;
	arena_clear(room);
	chosen = rules_build_again(often, room, words, count);
	if (chosen != NULL)
		lint_build(lint, chosen, option, words[0]);
	found = *diags;
	*diags = before;
	for (struct diag *diag = diags->first; chosen != NULL && (diag = open_within(diag, span)) != NULL;
	     diag = diag->next)
		if (!is_found(&found, diag))
			diag_suppress(diags, diag);
}

/* What an option of the file states may matter only beside another option: clears what is suspect in it alone. [*pairs] are those that were
 * tried for the variant; where there are too many to try them all, nothing is claimed of the options that are left. */
static void inspect_beside_others(struct lint *lint, const struct rules *rules, const struct option *option,
                                  struct built_often *often, struct arena *room, int *pairs)
{
	enum { PAIRS_MOST = 300 };
	struct diags *diags = &lint->library->diags;
	struct span own = option->statement->span;

	lint->clears = true;
	for (const struct option *other = rules->options;
	     other != NULL && (lint_suspects(lint, own) || open_within(diags->first, own) != NULL);
	     other = other->next) {
		const struct option *with[OPTIONS_NEEDED_MAX];
		const char *words[OPTIONS_NEEDED_MAX];
		int count;
		if (!go_together(option, other))
			continue;
		if (++*pairs > PAIRS_MOST) {
			lint_clear(lint, own);
			for (struct diag *diag = diags->first; (diag = open_within(diag, own)) != NULL; diag = diag->next)
				diag_suppress(diags, diag);
			break;
		}
		count = option_with_needed(rules, other, with, option_with_needed(rules, option, with, 0));
		for (int i = 0; i < count; i++)
			words[i] = option_kept(with[i], lint->library->arena);
		clear_with(lint, own, option, often, room, words, count);
	}
	lint->clears = false;
}

/* ---- parts ---- */

/* How much of a file could be read. Behind a syntax error statements may be missing, so only those that were read are
 * checked. Where braces do not match, no statement is known to be in its place. */
enum reading_of { READ_WHOLE, READ_IN_PART, READ_UNBALANCED };

static enum reading_of reading_of(const struct library *library, const struct library_file *file)
{
	enum reading_of reading = READ_WHOLE;

	for (const struct diag *diag = library->diags.first; diag != NULL; diag = diag->next) {
		if (diag->span.source != file->source || diag->id >= DIAG_FILE_MISSING)
			continue;
		if (diag->id >= DIAG_BLOCK_NOT_CLOSED && diag->id <= DIAG_TOO_DEEP)
			return READ_UNBALANCED;
		reading = READ_IN_PART;
	}
	return reading;
}

/* Checks what each option says that a variant states itself, up to the most that are offered. */
static void check_stated_options(struct library *library, const struct library_file *file,
                                 const struct statement *variant)
{
	int left = OPTIONS_OFFERED_MAX;

	for (const struct statement *at = variant->block; at != NULL && left > 0; at = at->next) {
		const char *name = at->name;
		if (at->kind == STATEMENT_OPTION || at->kind == STATEMENT_PRESET) {
			rules_check_statements(library, file, variant, &name, 1);
			left--;
		}
		for (const struct statement *one = at->kind == STATEMENT_CHOICE ? at->block : NULL;
		     one != NULL && left > 0; one = one->next) {
			struct option option = { .name = at->name, .alternative = one->head };
			const char *word = one->kind == STATEMENT_RULE ? option_kept(&option, library->arena) : NULL;
			if (word == NULL || !one->has_block)
				continue;
			rules_check_statements(library, file, variant, &word, 1);
			left--;
		}
	}
}

/* [room] is the arena for the rules of one variant, [options] for those with one of its options; both are cleared for each. */
static void inspect_variant(struct lint *lint, const struct statement *variant, struct arena *room,
                            struct arena *options)
{
	const struct diag *before = lint->library->diags.last;
	struct built_often often;
	const struct rules *rules;

	arena_clear(room);
	rules_build_often(&often, room, lint->library, lint->file, variant);
	rules = rules_build_again(&often, room, NULL, 0);
	struct diags *diags = &lint->library->diags;
	for (struct diag *diag = diags_behind(diags, before); diag != NULL; diag = diag->next)
		if (is_of_parent(lint, diag))
			show_at_cause(diags, diag, variant, cause_in(variant));
	if (rules == NULL)
		check_stated_options(lint->library, lint->file, variant);
	else {
		lint_build(lint, rules, NULL, NULL);
		check_departures(lint->library, lint->file, variant, rules);
		check_cited_numbers(lint->library, lint->file, rules);
	}
	for (const struct option *option = rules != NULL ? rules->options : NULL; option != NULL; option = option->next)
		if (!option->chosen && !option->is_on_offer) /* else it was just now, or nobody has taken it up */
			inspect_option(lint, variant, rules, option, &often, options);
	int pairs = 0;
	for (const struct option *option = rules != NULL ? rules->options : NULL; option != NULL; option = option->next)
		if (!option->chosen && option->statement->span.source == lint->file->source)
			inspect_beside_others(lint, rules, option, &often, options, &pairs);
	lint_next_variant(lint);
}

void inspect_file(struct library *library, const struct library_file *file)
{
	enum reading_of reading = reading_of(library, file);
	bool any = false, rulings = false;
	struct arena *room = arena_new(), *options = arena_new();
	struct lint lint;

	if (room == NULL || options == NULL) {
		arena_fail(library->arena);
		arena_free(room);
		arena_free(options);
		return;
	}
	lint_begin(&lint, library, file);
	for (const struct statement *part = file->statements; part != NULL; part = part->next) {
		if (part->kind == STATEMENT_VARIANT && reading == READ_WHOLE)
			inspect_variant(&lint, part, room, options);
		else if ((part->kind == STATEMENT_VARIANT || part->kind == STATEMENT_FRAGMENT) &&
		         reading != READ_UNBALANCED) {
			rules_check_statements(library, file, part, NULL, 0);
			check_stated_options(library, file, part);
		}
		any = any || part->kind == STATEMENT_VARIANT || part->kind == STATEMENT_FRAGMENT;
		rulings = rulings || part->kind == STATEMENT_RULINGS;
	}
	if (rulings && reading == READ_WHOLE) {
		struct ruling_results results = { 0 };
		struct text failures = { 0 };
		rulings_run(library, file, &results, &failures);
		if (failures.failed)
			arena_fail(library->arena);
		text_free(&failures); /* whether they hold is a matter of `canasta test` */
	}
	if (!any && !rulings && reading == READ_WHOLE)
		diag_add(&library->diags, DIAG_FILE_SAYS_NOTHING, (struct span){ (uint16_t)file->source, 0, 0 },
		         file->path);
	check_citations(library, file);
	if (library->diags.errors == 0) {
		check_never_asked(library, file);
		lint_report(&lint);
	}
	check_allowed(library, file);
	arena_free(options);
	arena_free(room);
}

/* ---- the text about findings ---- */

/* Lines of the text, from the first up to the end. */
struct lines {
	const char *from, *end;
};

static const char *next_line(struct lines *lines, const char *end)
{
	const char *line = lines->from, *stop = memchr(line, '\n', (size_t)(end - line));

	lines->from = stop != NULL ? stop + 1 : end;
	return line;
}

static bool begins(struct lines lines, const char *word)
{
	size_t length = strlen(word);

	return (size_t)(lines.end - lines.from) >= length && memcmp(lines.from, word, length) == 0;
}

static struct lines whole_text(void)
{
	for (int i = 0; i < shipped_count; i++)
		if (strcmp(shipped_files[i].path, "docs/findings.txt") == 0)
			return (struct lines){ shipped_files[i].text, shipped_files[i].text + shipped_files[i].length };
	return (struct lines){ "", "" };
}

/* The lines up to the next one that begins with [sign]; [rest] is then what begins with that. */
static struct lines cut_before(struct lines *rest, const char *sign)
{
	struct lines part = *rest;

	while (rest->from < rest->end && !begins(*rest, sign))
		next_line(rest, rest->end);
	part.end = rest->from;
	return part;
}

/* What stands about a finding behind its `== ID`. */
static struct lines about(enum diag_id id)
{
	struct lines rest = whole_text();
	size_t length = strlen(diag_name(id));

	while (cut_before(&rest, "== "), rest.from < rest.end) {
		const char *name = next_line(&rest, rest.end) + 3;
		if (strncmp(name, diag_name(id), length) == 0 && name[length] == '\n')
			return cut_before(&rest, "== ");
	}
	return (struct lines){ "", "" };
}

/* ---- the report ---- */

static void explain_sentence(enum diag_id id, struct text *out)
{
	for (const char *at = diag_sentence(id); *at != '\0';) {
		size_t plain = strcspn(at, "%");
		text_add_bytes(out, at, plain);
		at += plain;
		if (*at == '%') {
			text_add(out, "...");
			at += strcspn(at, "sdiuc") + 1;
		}
	}
}

/* Adds the lines joined to one paragraph. */
static void add_paragraph(struct lines lines, struct document *out)
{
	struct block *block = document_add(out, BLOCK_PARAGRAPH);
	struct text words = { 0 };

	while (lines.from < lines.end) {
		const char *line = next_line(&lines, lines.end);
		size_t length = (size_t)(lines.from - line) - (lines.from[-1] == '\n');
		text_add(&words, words.length > 0 && length > 0 ? " " : "");
		text_add_bytes(&words, line, length);
	}
	block->apart = true;
	words_code(&block->words, text_read(&words));
	document_use(out, &words);
}

/* The heading of a piece, "Wrong" or "Right, in sheet.tsv"; false if it is for the tests. */
static bool add_heading(struct lines *piece, struct document *out)
{
	bool wrong = begins(*piece, "-- wrong"), right = begins(*piece, "-- right");
	const char *line = next_line(piece, piece->end) + strlen("-- wrong");
	size_t length = (size_t)(piece->from - line);
	struct block *block;

	if (!wrong && !right)
		return false;
	block = document_say(out, BLOCK_PARAGRAPH, 0, wrong ? "Wrong" : "Right");
	block->apart = true;
	if (length > 2)
		text_format(words_add(&block->words), ", in %.*s", (int)length - 2, line + 1);
	text_add(words_add(&block->words), ":");
	return true;
}

/* Takes the first piece off [rest]. */
static struct lines next_piece(struct lines *rest)
{
	struct lines piece = *rest;

	next_line(rest, rest->end);
	cut_before(rest, "-- ");
	piece.end = rest->from;
	return piece;
}

static void add_pieces(struct lines rest, struct document *out)
{
	while (rest.from < rest.end) {
		struct lines piece = next_piece(&rest);
		struct block *block;
		if (!add_heading(&piece, out))
			continue;
		while (piece.end > piece.from + 1 && piece.end[-1] == '\n' && piece.end[-2] == '\n')
			piece.end--;
		block = document_say(out, BLOCK_VERBATIM, 2, "");
		block->apart = true;
		text_add_bytes(words_add(&block->words), piece.from, (size_t)(piece.end - piece.from));
	}
}

/* The sentence of a finding behind [level], then why it is found, and examples. */
static void add_finding(enum diag_id id, const char *level, struct document *out)
{
	struct lines rest = about(id), cause = cut_before(&rest, "-- ");
	struct block *block = document_say(out, BLOCK_PARAGRAPH, 0, level);
	struct text sentence = { 0 };

	explain_sentence(id, &sentence);
	words_code(&block->words, text_read(&sentence));
	document_use(out, &sentence);
	add_paragraph(cause, out);
	add_pieces(rest, out);
}

void explain_add(enum diag_id id, struct document *out)
{
	struct text level = { 0 };

	text_format(&level, "%s [%s]: ", diag_level_word(diag_level(id)), diag_name(id));
	add_finding(id, text_read(&level), out);
	document_use(out, &level);
}

void explain_manual(struct document *out)
{
	document_begin(out, "manual");
	for (int id = 0; id < DIAG_COUNT; id++) {
		struct text level = { 0 };
		document_say(out, BLOCK_HEADING, 1, diag_name((enum diag_id)id));
		text_format(&level, "%s: ", diag_level_word(diag_level((enum diag_id)id)));
		add_finding((enum diag_id)id, text_read(&level), out);
		document_use(out, &level);
	}
}

/* ---- texts and places ---- */

struct place {
	const char *file;
	int line, column, end_line, end_column;
};

static struct place place_of(const struct diags *diags, struct span span)
{
	struct place place = { .file = diags->sources->source[span.source - 1].name };
	struct span end = { span.source, span.to, span.to };

	span_place(diags->sources, span, &place.line, &place.column);
	span_place(diags->sources, end, &place.end_line, &place.end_column);
	return place;
}

/* ---- our own ---- */

/* A number that counts from 1, null for 0. */
static void set_number(json_t **object, const char *key, int number)
{
	json_put(object, key, number > 0 ? json_integer(number) : json_null());
}

static void set_place(json_t **object, const struct diags *diags, struct span span)
{
	struct place place = { .file = NULL };

	if (span.source != 0)
		place = place_of(diags, span);
	json_put(object, "file", json_words(place.file));
	set_number(object, "line", place.line);
	set_number(object, "column", place.column);
	set_number(object, "end_line", place.end_line);
	set_number(object, "end_column", place.end_column);
}

static json_t *finding_json(const struct diags *diags, const struct diag *diag)
{
	json_t *finding = json_object(), *other = json_null();

	json_put(&finding, "id", json_words(diag_name(diag->id)));
	json_put(&finding, "level", json_words(diag_level_word(diag->level)));
	json_put(&finding, "sentence", json_words(diag->sentence));
	set_place(&finding, diags, diag->span);
	json_put(&finding, "hint", json_words(diag->hint));
	json_put(&finding, "fix", json_words(diag->fix));
	if (diag->other.source != 0 && diag->other_sentence != NULL) {
		other = json_object();
		json_put(&other, "sentence", json_words(diag->other_sentence));
		set_place(&other, diags, diag->other);
	}
	json_put(&finding, "other", other);
	return finding;
}

/* Adds what [make] says of each finding. */
static int add_each(const struct diags *diags, json_t *array,
                    json_t *(*make)(const struct diags *diags, const struct diag *diag))
{
	const struct diag *order[DIAGS_MAX];
	int count = diags_in_order(diags, order), well = array != NULL && !arena_failed(diags->sources->arena);

	for (int i = 0; i < count && well; i++)
		well = json_array_append_new(array, make(diags, order[i])) == 0;
	return well;
}

int findings_json(const struct diags *diags, json_t *findings)
{
	return add_each(diags, findings, finding_json);
}

json_t *findings_json_document(json_t *findings)
{
	return json_pack("{s:i, s:o}", "version", 1, "findings", findings);
}

/* ---- SARIF ---- */

/* A path as part of an address: what is no letter, digit or one of a few signs is written as %20. */
static json_t *uri_json(const char *path)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
	struct text uri = { 0 };

	for (const unsigned char *at = (const unsigned char *)path; at != NULL && *at != '\0'; at++)
		if (strchr(plain, *at) != NULL)
			text_add_bytes(&uri, (const char *)at, 1);
		else
			text_format(&uri, "%%%02X", *at);
	return path != NULL ? json_text_end(&uri) : json_null();
}

static json_t *sarif_location(const struct diags *diags, struct span span, const char *message)
{
	struct place place = place_of(diags, span);
	json_t *location = json_pack("{s:{s:{s:o}, s:{s:i, s:i, s:i, s:i}}}", "physicalLocation", "artifactLocation",
	                             "uri", uri_json(place.file), "region", "startLine", place.line, "startColumn",
	                             place.column, "endLine", place.end_line, "endColumn", place.end_column);

	if (message != NULL)
		json_put(&location, "message", json_pack("{s:o}", "text", json_words(message)));
	return location;
}

static json_t *finding_sarif(const struct diags *diags, const struct diag *diag)
{
	struct text message = { 0 };
	json_t *result, *places = json_array();

	text_format(&message, "%s%s%s", diag->sentence, diag->hint != NULL ? "; " : "",
	            diag->hint != NULL ? diag->hint : "");
	if (diag->span.source != 0)
		json_add(&places, sarif_location(diags, diag->span, NULL));
	result = json_pack("{s:s, s:s, s:{s:o}, s:o}", "ruleId", diag_name(diag->id), "level",
	                   diag_level_word(diag->level), "message", "text", json_text_end(&message), "locations",
	                   places);
	if (diag->other.source != 0 && diag->other_sentence != NULL)
		json_put(&result, "relatedLocations",
		         json_pack("[o]", sarif_location(diags, diag->other, diag->other_sentence)));
	return result;
}

int findings_sarif(const struct diags *diags, json_t *results)
{
	return add_each(diags, results, finding_sarif);
}

/* A rule of SARIF's is a finding of ours: every one there is, with what `--explain` says. */
static json_t *sarif_rules(void)
{
	json_t *rules = json_array();

	for (int id = 0; id < DIAG_COUNT; id++) {
		struct text sentence = { 0 }, help = { 0 };
		struct document all;
		explain_sentence((enum diag_id)id, &sentence);
		document_begin(&all, "finding");
		explain_add((enum diag_id)id, &all);
		document_text(&all, NULL, &help);
		document_end(&all);
		json_add(&rules, json_pack("{s:s, s:{s:o}, s:{s:o}, s:{s:s}}", "id", diag_name((enum diag_id)id),
		                           "shortDescription", "text", json_text_end(&sentence), "help", "text",
		                           json_text_end(&help), "defaultConfiguration", "level",
		                           diag_level_word(diag_level((enum diag_id)id))));
	}
	return rules;
}

json_t *findings_sarif_document(json_t *results)
{
	return json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:o}}, s:s, s:o}]}", "$schema",
	                 "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", "tool", "driver",
	                 "name", "canasta", "rules", sarif_rules(), "columnKind", "unicodeCodePoints", "results",
	                 results);
}
