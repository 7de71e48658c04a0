/* score.c -- what a deal scored, line by line. Lines in which nobody scored are left out. */
#include "reports/score.h"

#include <string.h>
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/position_text.h"
#include "reports/clause.h"
#include "reports/judge.h"
#include "reports/seat_names.h"
#include "rules/ledger.h"
#include "rules/library.h"
#include "text/document.h"
#include "text/json.h"

/* ---- how it ended ---- */

void ending_write(const struct game *game, struct text *out)
{
	const struct rules *rules = game->rules;

	switch ((enum ending)game->ending) {
	case ENDING_NONE: break;
	case ENDING_OUT: text_format(out, "%s has gone out.", seat_name(rules, game->player[game->out])); break;
	case ENDING_STOCK: text_add(out, "The stock has run out."); break;
	case ENDING_LAST_BONUS:
		text_format(out, "The last card of the stock, drawn by %s, was a bonus card.",
		            seat_name(rules, game->player[game->turn.seat]));
		break;
	case ENDING_SPECIAL: text_format(out, "%s has laid a special hand.", seat_name(rules, game->turn.seat)); break;
	case ENDINGS: break;
	}
}

bool short_of_canastas_write(const struct rules *rules, const char *who, int canastas, struct text *out)
{
	int needed = rules->going_out.canastas;

	if (canastas >= needed)
		return false;
	text_format(out, "going out takes %d canasta%s, and there is ", needed, needed == 1 ? "" : "s");
	text_format(out, canastas == 0 ? "none" : "only %d", canastas);
	text_format(out, " of %s", who);
	return true;
}

/* ---- the sheet of a deal ---- */

/* Whether a side scored something in [line]. */
static bool anybody_scored(const struct game *game, const struct tally *tally, int line)
{
	for (int side = 0; side < game->rules->table.sides; side++)
		if (tally->line[side][line] != 0)
			return true;
	return false;
}

static void add_points(struct table *table, enum row_kind kind, const char *name, const int32_t *points)
{
	struct table_row *row = table_add(table, kind);

	row->depth = 1;
	cell_add(row, 0, name);
	for (int side = 0; side + 1 < table->columns; side++)
		text_add_number(words_add(&row->cell[side + 1]), points[side]);
}

static void add_line(const struct game *game, const struct tally *tally, int line, struct table *table)
{
	int32_t points[SIDES_MAX];
	struct text name = { 0 };

	if (!anybody_scored(game, tally, line))
		return;
	for (int side = 0; side < game->rules->table.sides; side++)
		points[side] = tally->line[side][line];
	tally_line_in_words(game->rules, line, &name);
	add_points(table, TABLE_BODY, text_read(&name), points);
	document_use(table->in, &name);
}

void score_sheet_add(const struct game *game, const struct tally *tally, struct document *out)
{
	struct table *table = document_table(out, 1 + game->rules->table.sides);
	struct table_row *head = table_add(table, TABLE_HEAD);
	int32_t before[SIDES_MAX], after[SIDES_MAX];

	head->depth = 1;
	text_format(words_add(&head->cell[0]), "Deal %lu", (unsigned long)game->deal + 1);
	for (int side = 0; side < game->rules->table.sides; side++) {
		side_name(game->rules, side, words_add(&head->cell[side + 1]));
		before[side] = game->side[side].score;
	}
	game_totals(game, tally, after);
	for (int line = 0; line < tally->lines; line++)
		add_line(game, tally, line, table);
	add_points(table, TABLE_SUM, "this deal", tally->total);
	add_points(table, TABLE_SUM, "before", before);
	add_points(table, TABLE_SUM, "total", after);
}

/* ---- the game ---- */

void result_add(const struct rules *rules, const int32_t *totals, uint32_t deals, struct document *document)
{
	struct text *out;
	int winner;
	bool several = rules->table.players != rules->table.sides;

	if (!game_is_over(rules, totals, deals, &winner))
		return;
	out = words_add(&document_add(document, BLOCK_PARAGRAPH)->words);
	if (winner == NOBODY) {
		text_add(out, "The game is level at the end: nobody wins alone.");
		return;
	}
	side_name(rules, winner, out);
	text_format(out, "%s the game by %d, with %d points.", several ? " win" : " wins",
	            (int)game_margin(rules, totals), (int)totals[winner]);
}

/* ---- an end position ---- */

/* A deal that is over, with what it scored. */
struct end_position {
	struct lookup lookup;
	struct position_parser on;
	struct tally tally;
};

/* ---- the position ---- */

/* Reads the lines; hands that are not told are empty at the end. False with a finding if there is nothing to score. */
static bool set_up(struct end_position *at, struct rules *rules, const struct dispute *position)
{
	struct position_parser *on = &at->on;
	struct library *library = at->lookup.library;
	const struct statement *part[2];

	for (int i = 0; i < 2; i++)
		part[i] = dispute_lines(library, position, i);
	if (library->diags.errors > 0 || arena_failed(library->arena)) /* without memory words are missing */
		return false;
	position_parser_begin(on, library, rules, part, 2, NULL);
	on->sizes_refused = true;
	for (int seat = 0; seat < rules->seats; seat++)
		on->position.hand_given[seat] = true;
	for (int i = 0; i < 2; i++)
		for (const struct statement *line = part[i]; line != NULL && !on->faulty; line = line->next)
			position_parser_any_line(on, line);
	if (!on->faulty && on->position.game.phase != PHASE_OVER)
		diag_add(&library->diags, DIAG_DEAL_NOT_OVER, (struct span){ 0 });
	return !on->faulty && on->position.game.phase == PHASE_OVER;
}

static bool score_position(struct end_position *at, struct library *library, struct rules *rules,
                           const struct dispute *position)
{
	*at = (struct end_position){ .lookup = { library, ledgers_of(library), rules } };
	if (!set_up(at, rules, position))
		return false;
	game_score(&at->on.position.game, &at->tally);
	return true;
}

/* ---- lines ---- */

/* The clause that gives the points of a line, or the one that counts them against [account]. */
static struct clause *clause_of_line(struct end_position *at, int account, int line)
{
	const struct rules *rules = at->on.rules;
	bool against = game_line_counts_against(&at->on.position.game, account, line);
	int row = ROW_canasta_bonus;

	if (line >= rules->canasta_count)
		line -= rules->canasta_count, row = ROW_score_points;
	if (row == ROW_score_points && line >= rules->score_count)
		line -= rules->score_count, row = ROW_special_points;
	return clause_of(&at->lookup, against ? ROW_score_minus : row, line);
}

/* True if what [seat] holds and has laid out counts for [account]: she is on the side of the player whose total it is. */
static bool counts_for(const struct game *game, int seat, int account)
{
	for (int other = 0; other < game->rules->seats; other++)
		if (account_of(game, other) == account && game->seat[other].side == game->seat[seat].side)
			return true;
	return false;
}

/* What each player of the side has to do with a line, where these add up to it and there are several players. */
static bool shares(const struct end_position *at, int account, int line, int32_t *share)
{
	const struct game *game = &at->on.position.game;
	int64_t sum = 0;
	int players = 0;

	for (int seat = 0; seat < game->rules->seats; seat++) {
		share[seat] = 0;
		if (!counts_for(game, seat, account))
			continue;
		share[seat] = game_score_of_player(game, account, line, seat);
		sum += share[seat];
		players++;
	}
	return players > 1 && sum == at->tally.line[account][line];
}

/* How many canastas a line is for; 0 if it is for something else. */
static int canastas_of_line(const struct end_position *at, int account, int line)
{
	const struct game *game = &at->on.position.game;

	for (int seat = 0; seat < game->rules->seats && line < at->on.rules->canasta_count; seat++)
		if (account_of(game, seat) == account)
			return game->side[game->seat[seat].side].canastas_of[line];
	return 0;
}

static void totals_of(const struct end_position *at, int32_t *totals)
{
	game_totals(&at->on.position.game, &at->tally, totals);
}

/* ---- in words ---- */

static void write_rule(const struct clause *clause, struct text *out)
{
	if (clause == NULL)
		return;
	text_add(out, clause->path);
	if (clause->file != NULL)
		text_format(out, ", %s:%d", clause->file, clause->line);
	for (const struct cited *cited = clause->cited; cited != NULL; cited = cited->next)
		text_format(out, " @%s", cited->id);
}

static void add_shares(const struct end_position *at, int account, const int32_t *share, struct table *table)
{
	const struct game *game = &at->on.position.game;
	struct table_row *row = table_add(table, TABLE_BODY);
	const char *before = "(";

	row->depth = 2;
	for (int seat = 0; seat < game->rules->seats; seat++)
		if (counts_for(game, seat, account)) {
			text_format(words_add(&row->cell[0]), "%s%s %d", before,
			            seat_name(game->rules, game->player[seat]), (int)share[seat]);
			before = ", ";
		}
	cell_add(row, 0, ")");
}

static struct text *add_amount(struct table *table, const char *name, int32_t points)
{
	struct table_row *row = table_add(table, TABLE_BODY);

	row->depth = 1;
	cell_add(row, 0, name);
	text_add_number(words_add(&row->cell[1]), points);
	return words_add(&row->cell[2]);
}

static void add_lines(struct end_position *at, int account, struct table *table)
{
	for (int line = 0; line < at->tally.lines; line++) {
		int32_t points = at->tally.line[account][line], share[PLAYERS_MAX];
		struct text name = { 0 };
		if (points == 0)
			continue;
		tally_line_in_words(at->on.rules, line, &name);
		if (canastas_of_line(at, account, line) > 1)
			text_format(&name, " (%d)", canastas_of_line(at, account, line));
		write_rule(clause_of_line(at, account, line), add_amount(table, text_read(&name), points));
		document_use(table->in, &name);
		if (shares(at, account, line, share))
			add_shares(at, account, share, table);
	}
}

static void add_account(struct end_position *at, int account, int32_t total, struct table *table)
{
	const struct game *game = &at->on.position.game;
	struct table_row *name = table_add(table, TABLE_TOPIC);

	side_name(game->rules, account, words_add(&name->cell[0]));
	if (account == account_of(game, at->on.me))
		cell_add(name, 0, " (us)");
	add_lines(at, account, table);
	add_amount(table, "this deal", at->tally.total[account]);
	add_amount(table, "before", game->side[account].score);
	add_amount(table, "total", total);
}

/* What is to be said of who went out; false if it is nothing. */
static bool write_note(const struct end_position *at, struct text *out)
{
	const struct game *game = &at->on.position.game;
	struct text who = { 0 };
	bool said;

	if (game->ending != ENDING_OUT)
		return false;
	side_name(at->on.rules, account_of(game, game->out), &who);
	said = short_of_canastas_write(at->on.rules, text_read(&who), game->side[game->seat[game->out].side].canastas,
	                               out);
	text_end(&who, out);
	return said;
}

void end_score_add(struct library *library, struct rules *rules, const struct dispute *position, struct document *out)
{
	struct end_position at;
	const struct game *game = &at.on.position.game;
	struct text note = { 0 };
	struct table *table;
	int32_t totals[SIDES_MAX];

	if (!score_position(&at, library, rules, position))
		return;
	totals_of(&at, totals);
	ending_write(game, words_add(&document_add(out, BLOCK_PARAGRAPH)->words));
	if (game->alone != NOBODY) /* against all others */
		text_format(words_add(&document_add(out, BLOCK_PARAGRAPH)->words), "%s has played alone.",
		            seat_name(game->rules, game->player[game->alone]));
	table = document_table(out, 3);
	for (int account = 0; account < rules->table.sides; account++)
		add_account(&at, account, totals[account], table);
	result_add(rules, totals, game->deal + 1, out);
	if (write_note(&at, &note)) {
		struct text *words = words_add(&document_add(out, BLOCK_PARAGRAPH)->words);
		text_format(words, "Note: %s: ", text_read(&note));
		write_rule(clause_of(&at.lookup, ROW_going_out_canastas, 0), words);
	}
	document_use(out, &note);
}

/* ---- for programs ---- */

static json_t *line_json(struct end_position *at, int account, int line)
{
	const struct game *game = &at->on.position.game;
	json_t *object = json_object(), *cites = json_array(), *players = json_object();
	const struct clause *clause = clause_of_line(at, account, line);
	int32_t share[PLAYERS_MAX];

	json_put(&object, "name", json_words(tally_line_name(at->on.rules, line)));
	json_put(&object, "points", json_integer(at->tally.line[account][line]));
	if (canastas_of_line(at, account, line) > 0)
		json_put(&object, "canastas", json_integer(canastas_of_line(at, account, line)));
	if (clause != NULL)
		json_put(&object, "rule", json_words(clause->path));
	for (const struct cited *cited = clause != NULL ? clause->cited : NULL; cited != NULL; cited = cited->next)
		json_add(&cites, json_words(cited->id));
	json_put(&object, "cites", cites);
	if (shares(at, account, line, share)) {
		for (int seat = 0; seat < game->rules->seats; seat++)
			if (counts_for(game, seat, account))
				json_put(&players, seat_name(game->rules, game->player[seat]),
				         json_integer(share[seat]));
		json_put(&object, "players", players);
	} else
		json_decref(players);
	return object;
}

static json_t *account_json(struct end_position *at, int account, int32_t total)
{
	json_t *object = json_object(), *lines = json_array();
	struct text name = { 0 };

	side_name(at->on.rules, account, &name);
	json_put(&object, "side", json_text(&name));
	text_free(&name);
	for (int line = 0; line < at->tally.lines; line++)
		if (at->tally.line[account][line] != 0)
			json_add(&lines, line_json(at, account, line));
	json_put(&object, "lines", lines);
	json_put(&object, "deal", json_integer(at->tally.total[account]));
	json_put(&object, "before", json_integer(at->on.position.game.side[account].score));
	json_put(&object, "total", json_integer(total));
	return object;
}

json_t *end_score_json(struct library *library, struct rules *rules, const struct dispute *position)
{
	struct end_position at;
	int32_t totals[SIDES_MAX];
	json_t *object, *sides;
	struct text note = { 0 };

	if (!score_position(&at, library, rules, position))
		return NULL;
	totals_of(&at, totals);
	object = json_pack("{s:i}", "version", 1);
	sides = json_array();
	for (int account = 0; account < rules->table.sides; account++)
		json_add(&sides, account_json(&at, account, totals[account]));
	json_put(&object, "sides", sides);
	if (at.on.position.game.alone != NOBODY)
		json_put(&object, "alone",
		         json_words(seat_name(rules, at.on.position.game.player[at.on.position.game.alone])));
	if (write_note(&at, &note))
		json_put(&object, "note", json_text(&note));
	text_free(&note);
	return object;
}
