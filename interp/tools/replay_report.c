/* replay_report.c -- what is reported of a record that was played again, for people and for programs: by its own rules, what each deal
 * scored and how many acts were legal; by other rules, where they part from the game and what each deal would have scored. */
#include "tools/replay.h"

#include <inttypes.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "reports/wording.h"
#include "text/json.h"
#include "text/document.h"

enum { JSON_VERSION = 1 };

/* ---- deals in a table, and for programs ---- */

/* Begins a table with two columns for each side. */
static struct table *begin_table(const struct rules *rules, const char *second, struct document *document)
{
	struct table *table;
	struct table_row *head;

	document_begin(document, "record");
	table = document_table(document, 1 + 2 * rules->table.sides);
	head = table_add(table, TABLE_HEAD);
	cell_add(head, 0, "deal");
	for (int side = 0; side < rules->table.sides; side++) {
		side_name(rules, side, words_add(&head->cell[1 + 2 * side]));
		cell_add(head, 2 + 2 * side, second);
	}
	return table;
}

/* A row for a deal, or for the totals if [deal] is 0. */
static void add_row(const struct rules *rules, int deal, const int32_t *first, const int32_t *second,
                    struct table *table)
{
	struct table_row *row = table_add(table, deal > 0 ? TABLE_BODY : TABLE_SUM);

	if (deal > 0)
		text_add_number(words_add(&row->cell[0]), deal);
	else
		cell_add(row, 0, "total");
	for (int side = 0; side < rules->table.sides; side++) {
		text_add_number(words_add(&row->cell[1 + 2 * side]), first[side]);
		text_add_number(words_add(&row->cell[2 + 2 * side]), second[side]);
	}
}

/* Writes the table, and frees it. */
static void end_table(struct document *document, struct text *out)
{
	document_text(document, NULL, out);
	document_end(document);
}

/* [{"side": "North and South", "score": 340, KEY: 1250}, ...] */
static json_t *sides_array(const struct rules *rules, const int32_t *scores, const char *key, const int32_t *others)
{
	json_t *sides = json_array();

	for (int side = 0; side < rules->table.sides; side++) {
		struct text name = { 0 };
		side_name(rules, side, &name);
		json_add(&sides, json_pack("{s:o, s:i, s:i}", "side", json_text_end(&name), "score", (int)scores[side],
		                           key, (int)others[side]));
	}
	return sides;
}

/* ---- by its own rules ---- */

/* What came of a deal. */
struct replayed_deal {
	struct tally tally;
	int32_t totals[SIDES_MAX];
	int line; /* where it ended */
};

struct replay {
	struct canasta_record *record;
	struct canasta_game *game;
	struct replayed_deal *deal;
	int deals;
	int stated; /* of these, how many have a line with their scores, which is right */
	enum record_found found; /* at the end; RECORD_FAULT if it could not be played to it, */
	struct text why;         /* and why */
	bool failed;             /* out of memory */
};

/* Plays up to the end, or to the first fault. */
static void play_through(struct replay *at)
{
	bool was_over = false;

	at->record->body = at->record->start;
	do {
		const bool was_stated = at->game->score_recorded;
		bool over;
		at->found = replay_step(at->record, at->game, &at->why);
		at->stated += at->game->score_recorded && !was_stated;
		over = playing_deal_is_over(at->game);
		if (over && !was_over) {
			struct replayed_deal *deal = memory_grow(at->deal, (size_t)at->deals, sizeof *deal);
			at->failed = deal == NULL;
			if (deal == NULL)
				return;
			at->deal = deal;
			deal = &at->deal[at->deals++];
			*deal = (struct replayed_deal){ .tally = at->game->tally, .line = at->record->body.line };
			memcpy(deal->totals, at->game->totals, sizeof deal->totals);
		}
		was_over = over;
	} while (at->found == RECORD_LINE);
}

static void write_head(const struct canasta_record *record, struct text *out)
{
	const struct rules *rules = record->variant->rules;

	text_add(out, canasta_title(record->variant));
	if (record->cards == CARDS_NAMED)
		text_add(out, ", the cards as named");
	else if (canasta_record_cards(record) == CANASTA_CARDS_SEALED)
		text_add(out, ", sealed");
	else
		text_format(out, ", seed %" PRIu64 "%s", record->seed,
		            record->cards == CARDS_SEALED ? " as committed to" : "");
	text_format(out, "%s%s.\n", record->date != NULL ? ", " : "", record->date != NULL ? record->date : "");
	for (int seat = 0; seat < rules->table.players; seat++)
		if (record->who[seat] != NULL)
			text_format(out, "%s%s: %s", seat == 0 ? "" : ", ", seat_name(rules, seat), record->who[seat]);
	text_add(out, record->who[0] != NULL ? ".\n\n" : "\n");
}

static void write_replay(const struct replay *at, struct text *out)
{
	const struct record_reader *body = &at->record->body;
	const uint64_t acts = at->game->done, made_up = at->record->named.made_up;
	const bool faulty = at->found == RECORD_FAULT;
	struct document document;
	struct table *table;

	write_head(at->record, out);
	if (at->deals > 0) {
		table = begin_table(at->game->rules, "total", &document);
		for (int i = 0; i < at->deals; i++)
			add_row(at->game->rules, i + 1, at->deal[i].tally.total, at->deal[i].totals, table);
		end_table(&document, out);
		text_add(out, "\n");
	}
	text_format(out, "%" PRIu64 " act%s%s", acts, plural((int64_t)acts),
	            faulty ? " up to the fault" : ", all legal");
	if (!faulty && at->stated > 0)
		text_format(out, "; the scores of %d deal%s are right", at->stated, plural(at->stated));
	if (!faulty && at->stated < at->deals)
		text_format(out, "; %d %s%s not say what was scored", at->deals - at->stated, at->stated > 0 ? "other " : "",
		            at->deals - at->stated == 1 ? "deal does" : "deals do");
	text_add(out, ".\n");
	if (made_up > 0) /* some acts may have been judged legal only because of the cards that were made up */
		text_format(out, "%" PRIu64 " card%s not named and had to be made up.\n", made_up,
		            made_up == 1 ? " was" : "s were");
	if (!faulty && body->at < body->length)
		text_add(out, "The last line was torn off while it was written, and is not counted.\n");
	if (!faulty) {
		/* Whether the game is over. */
		unsigned long deal = at->game->game.deal + 1UL;
		if (at->game->moment == CANASTA_GAME_OVER)
			text_add(out, "The game is over.\n");
		else if (at->game->moment == CANASTA_TO_DEAL && deal == 1)
			text_add(out, "Nothing has been dealt yet.\n");
		else if (at->game->moment == CANASTA_TO_DEAL)
			text_format(out, "The game is not over: nothing has happened in deal %lu.\n", deal);
		else
			text_format(out, "The game is not over: deal %lu%s.\n", deal,
			            at->game->moment == CANASTA_TO_ACT ? " is being played" : " was the last");
	}
}

/* What a record has in it, judged or not. The seed is text: not every reader of JSON has numbers of 64 bits. */
static json_t *record_object(const struct canasta_record *record, uint64_t acts, json_t *deals,
                             const struct canasta_game *judged, enum record_found found, const struct text *why)
{
	json_t *seed = canasta_record_cards(record) == CANASTA_CARDS_OF_A_SEED ? json_sprintf("%" PRIu64, record->seed)
	                                                                       : json_null();

	return json_pack("{s:i, s:o, s:o, s:o, s:s?, s:I, s:s?, s:I, s:o, s:b, s:b, s:o}", "version", JSON_VERSION,
	                 "record", json_words(record->name), "variant", json_words(record->reference), "seed", seed,
	                 "commitment", record->commitment, "cards_made_up", (json_int_t)record->named.made_up, "rules",
	                 record->hash, "acts", (json_int_t)acts, "deals", deals, "judged", judged != NULL, "over",
	                 judged != NULL && judged->moment == CANASTA_GAME_OVER, "fault",
	                 found == RECORD_FAULT ? replay_fault_object(record->body.line, text_read(why)) : json_null());
}

static json_t *replay_object(const struct replay *at)
{
	json_t *deals = json_array();

	for (int i = 0; i < at->deals; i++)
		json_add(&deals,
		         json_pack("{s:i, s:i, s:o}", "deal", i + 1, "line", at->deal[i].line, "sides",
		                   sides_array(at->game->rules, at->deal[i].tally.total, "total", at->deal[i].totals)));
	return record_object(at->record, at->game->done, deals, at->game, at->found, &at->why);
}

/* A sealed record is only counted: before the seed is known its acts cannot be judged. */
static int write_sealed(const struct canasta_io *io, struct canasta_record *record, bool json)
{
	struct sealed_count count;
	struct text why = { 0 }, text = { 0 };
	enum record_found found = replay_count_sealed(record, &count, &why);
	int status;

	if (json)
		status = io_write_json(io, record_object(record, count.acts, json_array(), NULL, found, &why));
	else {
		write_head(record, &text);
		text_format(&text, "%d deal%s, %" PRIu64 " act%s.\n", count.deals, plural(count.deals), count.acts,
		            plural((int64_t)count.acts));
		text_add(&text, "The seed is still secret. Until it is published nobody knows how the cards lay, and\n"
		                "neither acts nor scores are judged.\n");
		status = io_write(io, &text);
	}
	if (found == RECORD_FAULT && status == CANASTA_FINE)
		status = json ? CANASTA_FINDINGS : replay_fault(io, record, &why);
	text_free(&why);
	return status;
}

int replay_report(const struct canasta_io *io, struct canasta_record *record, bool json)
{
	struct replay at = { .record = record };
	struct text text = { 0 };
	int status;

	if (canasta_record_cards(record) == CANASTA_CARDS_SEALED)
		return write_sealed(io, record, json);
	status = replay_begin(io, record, &at.game);
	if (status != CANASTA_FINE)
		return status;
	play_through(&at);
	if (at.failed || at.why.failed)
		status = out_of_memory(io);
	else if (json)
		status = io_write_json(io, replay_object(&at));
	else {
		write_replay(&at, &text);
		status = io_write(io, &text);
	}
	if (at.found == RECORD_FAULT && status == CANASTA_FINE)
		status = json ? CANASTA_FINDINGS : replay_fault(io, record, &at.why);
	text_free(&at.why);
	memory_free(at.deal);
	canasta_game_free(at.game);
	return status;
}

/* ---- by other rules ---- */

/* Writes a paragraph in lines of the table's width, and empties it. */
static void end_paragraph(struct text *words, struct text *out)
{
	playing_wrap(text_read(words), TABLE_WIDTH, out);
	text_end(words, out);
}

/* Says in which deals the other rules could make other players partners. */
static void write_other_partners(const struct rejudging *at, struct text *out)
{
	struct text sentence = { 0 };
	int count = 0, left;

	for (int i = 0; i < at->deals; i++)
		count += at->deal[i].other_partners;
	left = count;
	if (count > 0) {
		text_add(out, "\n");
		text_format(&sentence, "By those rules others could be partners in deal%s", plural(count));
	}
	for (int i = 0; i < at->deals; i++)
		if (at->deal[i].other_partners) {
			text_format(&sentence, "%s %d", left == count ? "" : left > 1 ? "," : " and", i + 1);
			left--;
		}
	if (count > 0)
		text_format(&sentence, ", which %s scored with those who were.\n", count == 1 ? "is" : "are");
	end_paragraph(&sentence, out);
}

static void write_scores(const struct rejudging *at, struct text *out)
{
	const struct rules *rules = at->game->rules;
	struct document document;
	struct table *table = begin_table(rules, "there", &document);
	int lost = 0;

	for (int i = 0; i < at->deals; i++) {
		add_row(rules, i + 1, at->deal[i].here.total, at->deal[i].there.total, table);
		lost += at->deal[i].lost;
	}
	add_row(rules, 0, at->game->totals, at->totals, table);
	end_table(&document, out);
	if (lost > 0)
		text_format(out, "\n%d meld%s of the game cannot be laid by those rules; the cards count as held.\n",
		            lost, plural(lost));
	write_other_partners(at, out);
	if (at->game_otherwise.length > 0)
		text_format(out, "\nBy these totals %s.\n", text_read(&at->game_otherwise));
}

/* {KEY: 12, "sentence": ...}; null if [number] is 0. */
static json_t *otherwise_object(const char *key, int number, const struct text *sentence)
{
	return number > 0 ? json_pack("{s:i, s:s}", key, number, "sentence", text_read(sentence)) : json_null();
}

static json_t *rejudging_object(const struct rejudging *at)
{
	json_t *deals = json_array();

	for (int i = 0; i < at->deals; i++)
		json_add(&deals, json_pack("{s:i, s:i, s:b, s:o}", "deal", i + 1, "melds_that_are_none_there",
		                           at->deal[i].lost, "partners_otherwise", at->deal[i].other_partners, "sides",
		                           sides_array(at->game->rules, at->deal[i].here.total, "there",
		                                       at->deal[i].there.total)));
	return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "version", JSON_VERSION, "record",
	                 json_words(at->record->name), "variant", json_words(at->record->reference), "under",
	                 json_words(at->under->reference), "first_difference",
	                 at->line > 0 ? replay_fault_object(at->line, text_read(&at->reason)) : json_null(),
	                 "dealt_otherwise", otherwise_object("deal", at->otherwise, &at->deal_otherwise),
	                 "seen_otherwise", otherwise_object("line", at->seen, &at->seen_otherwise), "ends_otherwise",
	                 at->game_otherwise.length > 0 || at->game_otherwise.failed ? json_text(&at->game_otherwise)
	                                                                            : json_null(),
	                 "deals", deals);
}

static int rejudge(const struct canasta_io *io, struct rejudging *at, bool json)
{
	struct text why = { 0 }, text = { 0 };
	int status = rejudging_begin(io, at);

	if (status != CANASTA_FINE)
		return status;
	if (rejudging_play(at, &why) == RECORD_FAULT)
		return replay_fault(io, at->record, &why);
	if (rejudging_failed(at))
		return out_of_memory(io);
	if (json)
		return io_write_json(io, rejudging_object(at));
	/* Where the other rules part from the game: in an act, a deal, or what the table looks like. */
	struct text sentence = { 0 };
	text_format(&sentence, "%s%s",
	            at->line == 0 ? "Every act of the game is legal by the rules of " : "By the rules of ",
	            at->under->reference);
	for (int i = 0; i < at->under->option_count; i++)
		text_format(&sentence, "%s%s", i == 0 ? " with " : " and ", at->under->options[i]);
	if (at->line == 0)
		text_add(&sentence, ".\n");
	else
		text_format(&sentence, ", line %d: %s%s", at->line, text_read(&at->reason),
		            strchr(text_read(&at->reason), '\n') != NULL ? "" : ".\n");
	end_paragraph(&sentence, &text);
	if (at->otherwise > 0)
		text_format(&sentence, "Deal %d would be dealt differently: %s\n", at->otherwise,
		            text_read(&at->deal_otherwise));
	end_paragraph(&sentence, &text);
	if (at->seen > 0)
		text_format(&sentence, "From line %d on the table would look different: %s.\n", at->seen,
		            text_read(&at->seen_otherwise));
	end_paragraph(&sentence, &text);
	text_add(&text, "\n");
	if (at->deals > 0)
		write_scores(at, &text);
	return io_write(io, &text);
}

int replay_report_under(const struct canasta_io *io, struct canasta_record *record, const struct canasta_variant *under,
                        bool json)
{
	struct rejudging *at = memory_resize(NULL, sizeof *at);
	int status;

	if (at == NULL)
		return out_of_memory(io);
	memset(at, 0, sizeof *at);
	at->record = record;
	at->under = under;
	status = rejudge(io, at, json);
	rejudging_end(at);
	memory_free(at);
	return status;
}
