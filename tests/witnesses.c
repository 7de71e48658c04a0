/* witnesses.c -- plays every shipped variant beside itself, changed in one setting, until the two part. Writes a page of
 * what came of it: how many changes were tried, which cannot matter and why, and those that no game shows with the reason
 * why not. `witnesses GAMES VARIANT...`. It fails if too few are shown, if one that is not shown has no reason, or if
 * judge does not say of a witness what the witness says, or replay of its record. */
#include <fnmatch.h>
#include <jansson.h>

#include "canasta.h"
#include "tools/record.h"
#include "tools/witness.h"
#include "rules/lint.h"
#include "tests/changes.h"

enum { SHARE = 90, DOCUMENTS_MAX = 30, MISSING_MAX = 2000, IDLE_MAX = 60, NAME_ROOM = 120 };

/* Why a change that matters is so seldom seen. */
static const struct {
	const char *path, *reason;
} REASONS[] = {
#include "tests/witnesses.def"
};

/* What became of the changes of one document. */
struct document {
	char name[NAME_ROOM];
	int tried, idle, shown, acts, confirmed, records, replayed;
};

static struct document documents[DOCUMENTS_MAX];
static int document_count;

static struct {
	const char *reason;
	int times;
} idle[IDLE_MAX];
static int idle_count;

static struct missing {
	char variant[NAME_ROOM], path[NAME_ROOM], value[NAME_ROOM];
	const char *reason;
} missing[MISSING_MAX];
static int missing_count;

static uint64_t games;
static const char *reference;
static bool failed;

static void note_idle(const char *reason)
{
	int at = 0;

	while (at < idle_count && strcmp(idle[at].reason, reason) != 0)
		at++;
	if (at == IDLE_MAX)
		abort();
	idle[at].reason = reason;
	idle[at].times++;
	idle_count += at == idle_count;
}

static const char *reason_for(const char *path)
{
	for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS; i++)
		if (fnmatch(REASONS[i].path, path, 0) == 0)
			return REASONS[i].reason;
	return NULL;
}

static void note_missing(const struct change *change)
{
	struct missing *new = &missing[missing_count++];

	if (missing_count == MISSING_MAX)
		abort();
	snprintf(new->variant, NAME_ROOM, "%s", reference);
	snprintf(new->path, NAME_ROOM, "%s", change->path);
	snprintf(new->value, NAME_ROOM, "%s", change->value);
	new->reason = reason_for(change->path);
	if (new->reason == NULL) {
		fprintf(stderr, "%s %s: %s is not shown, and nobody knows why\n", reference, change->path,
		        change->value);
		failed = true;
	}
}

static void confirm(struct document *document, const struct change *change, const struct witness *witness)
{
	static struct library judging;
	const struct rules *rules[2] = { change->before, change->after };

	library_begin(&judging, arena_new(), FROM_DISK);
	if (witness_is_confirmed(&judging, witness, rules[0], 0) &&
	    witness_is_confirmed(&judging, witness, rules[1], 1))
		document->acts++, document->confirmed++;
	else if (witness->is_known) { /* of what is no act there, judge can only say that it makes no sense */
		document->acts++;
		fprintf(stderr, "%s %s: %s is not judged so\n", reference, change->path, change->value);
		failed = true;
	}
	arena_free(judging.arena);
}

/* ---- replay ---- */

static enum canasta_read read_changed(void *context, const char *path, const struct canasta_out *to)
{
	const struct change *change = context;

	if (strcmp(path, "changed.canasta") != 0)
		return CANASTA_READ_MISSING;
	to->write(to->context, change->text, strlen(change->text));
	return CANASTA_READ_OK;
}

static void gather(void *context, const char *bytes, size_t length)
{
	text_add_bytes(context, bytes, length);
}

/* The line in which the last act, deal or score of a record stands. */
static int last_line(const char *record)
{
	int line = 0, last = 0;

	for (; *record != '\0'; record += strcspn(record, "\n") + 1) {
		line++;
		last = *record != '\n' ? line : last;
	}
	return last;
}

static bool scores_differ(const json_t *told)
{
	const json_t *deal, *side;
	size_t i, j;

	json_array_foreach(json_object_get(told, "deals"), i, deal)
		json_array_foreach(json_object_get(deal, "sides"), j, side)
			if (!json_equal(json_object_get(side, "score"), json_object_get(side, "there")))
				return true;
	return false;
}

/* Whether what replay says by the other rules is where the two part. */
static bool is_told(enum parting parting, const json_t *told, int last)
{
	const json_t *difference = json_object_get(told, "first_difference");
	int line = (int)json_integer_value(json_object_get(difference, "line"));

	switch (parting) {
	case PARTED_LEGAL:
		return line == last &&
		       strstr(json_string_value(json_object_get(difference, "sentence")), " could not \"") != NULL;
	case PARTED_OUTCOME:
		difference = line > 0 ? difference : json_object_get(told, "seen_otherwise");
		return json_integer_value(json_object_get(difference, "line")) == last;
	case PARTED_DEAL: return json_is_object(json_object_get(told, "dealt_otherwise"));
	case PARTED_SCORE: return line == 0 && scores_differ(told);
	case PARTED_GAME: return line == 0 && json_is_string(json_object_get(told, "ends_otherwise"));
	default: return false;
	}
}

/* Replays a record of the game by the rules it was played by, and by the others. */
static bool is_replayed(const struct canasta_io *io, const struct witness *witness, struct text *record,
                        const char *under, struct text *out)
{
	struct canasta_record *opened = NULL;
	struct canasta_variant *other = NULL;
	int status;
	bool well;

	well = canasta_record_open(io, "the record", text_read(record), record->length, &opened) == CANASTA_FINE &&
	       canasta_record_report(io, opened, 0) == CANASTA_FINE &&
	       canasta_load(io, under, NULL, 0, &other) == CANASTA_FINE;
	text_free(out);
	status = well ? canasta_record_under(io, opened, other, 1) : CANASTA_INTERNAL;
	if (well && status != CANASTA_MISUSE) { /* which is what other cards or other players are */
		json_t *told = json_loadb(text_read(out), out->length, 0, NULL);
		well = is_told(witness->parting, told, last_line(text_read(record)));
		json_decref(told);
	}
	canasta_free(other);
	canasta_record_free(opened);
	return well;
}

static void replay(struct document *document, const struct change *change, const struct witness *witness)
{
	struct text record = { 0 }, out = { 0 };
	struct canasta_io io = { .reader = { .read = read_changed, .context = (void *)change },
		                 .out = { gather, &out },
		                 .messages = { gather, &out } };
	int side = witness->parting == PARTED_LEGAL ? witness->legal_in : 0;
	const char *names[2] = { reference, "changed.canasta" };
	struct record_head head = { .reference = names[side] };

	if (witness_record(witness, side, &head, &record)) {
		bool so = is_replayed(&io, witness, &record, names[!side], &out);
		document->records++;
		document->replayed += so;
		failed = failed || !so;
		if (!so)
			fprintf(stderr, "%s %s: %s is not replayed so: %s\n", reference, change->path, change->value,
			        text_read(&out));
	}
	text_free(&record);
	text_free(&out);
}

static void look_for(const struct change *change)
{
	static struct witness witness;
	struct document *document = &documents[document_count - 1];
	const struct rules *rules[2] = { change->before, change->after };
	const char *reason;

	if (rows[change->row].level == LEVEL_TEXT)
		return;
	document->tried++;
	reason = difference_is_dead(rules, (enum row_id)change->row, change->item);
	if (reason != NULL) {
		note_idle(reason);
		document->idle++;
	} else if (!witness_find(rules, 1, 0, games, &witness))
		note_missing(change);
	else {
		document->shown++;
		if (witness.parting == PARTED_LEGAL)
			confirm(document, change, &witness);
		replay(document, change, &witness);
	}
}

static void ignore(const char *variant, const char *path)
{
	(void)variant;
	(void)path;
}

/* The document that a variant belongs to: its name up to the colon. */
static void begin_document(const char *variant)
{
	int length = (int)strcspn(variant, ":");
	struct document *last = document_count > 0 ? &documents[document_count - 1] : NULL;

	reference = variant;
	if (last != NULL && strlen(last->name) == (size_t)length && strncmp(last->name, variant, (size_t)length) == 0)
		return;
	if (document_count == DOCUMENTS_MAX)
		abort();
	snprintf(documents[document_count++].name, NAME_ROOM, "%.*s", length, variant);
}

/* ---- the page ---- */

static void write_row(const struct document *document)
{
	int mattering = document->tried - document->idle;

	printf("| %s | %d | %d | %d | %d | %.1f %% | %d | %d | %d | %d |\n", document->name, document->tried,
	       document->idle, mattering, document->shown, mattering > 0 ? 100.0 * document->shown / mattering : 100.0,
	       document->acts, document->confirmed, document->records, document->replayed);
}

static void write_figures(void)
{
	struct document all = { .name = "all" };

	printf("| rules of | changes | cannot matter | can matter | shown | share | shown by an act | judged so | recorded | replayed so |\n"
	       "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
	for (int i = 0; i < document_count; i++) {
		const struct document *document = &documents[i];
		write_row(document);
		all.tried += document->tried, all.idle += document->idle, all.shown += document->shown;
		all.acts += document->acts, all.confirmed += document->confirmed;
		all.records += document->records, all.replayed += document->replayed;
	}
	if (document_count > 1)
		write_row(&all);
	failed = failed || 100 * all.shown < SHARE * (all.tried - all.idle);
}

static void write_idle(void)
{
	printf("| changes | why they cannot matter |\n|---:|---|\n");
	for (int i = 0; i < idle_count; i++)
		printf("| %d | %s |\n", idle[i].times, idle[i].reason);
}

static void write_missing(void)
{
	printf("| variant | setting | changed to | why it is not shown |\n|---|---|---|---|\n");
	for (int i = 0; i < missing_count; i++)
		printf("| %s | `%s` | `%s` | %s |\n", missing[i].variant, missing[i].path, missing[i].value,
		       missing[i].reason != NULL ? missing[i].reason : "");
}

static void write_page(void)
{
	printf("# Where each setting shows\n\n"
	       "Every setting of every game is changed alone, to the first other value that makes sound rules. Then the\n"
	       "game as it is and the game with the change are played with the same cards, until one allows what the\n"
	       "other does not, or something else comes of it: `canasta diff --witness` does the same for two variants.\n"
	       "At most %llu games are played for each change. `make witnesses` writes this page.\n\n",
	       (unsigned long long)games);
	write_figures();
	printf("\nJudged so: where an act that both games know is allowed in one of them only, `canasta judge` is asked about it\n"
	       "in the same position under both, and has to say so. Replayed so: where the game was played and not made up,\n"
	       "it is recorded up to there, and `canasta replay --under` has to tell of the last thing in the record that it\n"
	       "is not legal by the other rules, or comes out otherwise; of other players or another deck it can say only\n"
	       "that.\n\n"
	       "## Changes that cannot matter\n\n"
	       "For these no game is played, as nothing can come of them. `diff --witness` says so, too.\n\n");
	write_idle();
	printf("\n## Changes that can matter and are not shown\n\n");
	if (missing_count > 0)
		write_missing();
	else
		printf("There are none.\n");
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	games = strtoull(argv[1], NULL, 10);
	for (int i = 2; i < argc; i++) {
		begin_document(argv[i]);
		for_each_change(argv[i], look_for, ignore);
	}
	write_page();
	return failed;
}
