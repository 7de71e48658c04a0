/* reckoning.c -- adding up. A line in which a side scores nothing is left out. */
#include "reports/reckoning.h"

#include <string.h>
#include "game/question.h"
#include "notation/position_text.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/clause.h"
#include "reports/columns.h"
#include "reports/score_sheet.h"
#include "reports/seat_names.h"
#include "reports/json.h"
#include "rules/ledger.h"
#include "rules/library.h"

/* A deal that is over, with what it scored. */
struct reckoning {
	struct library *library;
	struct ledgers *ledgers;
	struct position_parser on;
	struct tally tally;
};

/* ---- the position ---- */

/* Reads the lines; hands that are not told are empty at the end. False with a finding if there is nothing to score. */
static bool put_up(struct reckoning *at, struct rules *rules, const struct dispute *position)
{
	struct position_parser *on = &at->on;
	const struct statement *part[2] = { NULL, NULL };

	for (int i = 0; i < 2; i++)
		if (position->part[i].lines != NULL)
			part[i] = library_lines(at->library, position->part[i].name, position->part[i].lines,
			                        strlen(position->part[i].lines));
	if (at->library->diags.errors > 0 || arena_failed(at->library->arena)) /* without memory words are missing */
		return false;
	position_parser_begin(on, at->library, rules, part, 2, NULL);
	on->sizes_refused = true;
	for (int seat = 0; seat < rules->seats; seat++)
		on->position.hand_given[seat] = true;
	for (int i = 0; i < 2; i++)
		for (const struct statement *line = part[i]; line != NULL && !on->faulty; line = line->next)
			position_parser_any_line(on, line);
	if (!on->faulty && on->position.game.phase != PHASE_OVER)
		diag_add(&at->library->diags, DIAG_DEAL_NOT_OVER, (struct span){ 0 });
	return !on->faulty && on->position.game.phase == PHASE_OVER;
}

static bool reckon(struct reckoning *at, struct library *library, struct rules *rules, const struct dispute *position)
{
	*at = (struct reckoning){ .library = library, .ledgers = ledgers_of(library) };
	if (!put_up(at, rules, position))
		return false;
	game_score(&at->on.position.game, &at->tally);
	return true;
}

/* ---- lines ---- */

/* The clause that gives the points of a line, or the one that counts them against [account]. */
static struct clause *clause_of_line(struct reckoning *at, int account, int line)
{
	const struct rules *rules = at->on.rules;
	bool against = game_line_counts_against(&at->on.position.game, account, line);
	int row = ROW_canasta_bonus;

	if (line >= rules->canasta_count)
		line -= rules->canasta_count, row = ROW_score_points;
	if (row == ROW_score_points && line >= rules->score_count)
		line -= rules->score_count, row = ROW_special_points;
	return clause_of(at->library, at->ledgers, rules, against ? ROW_score_minus : row, line);
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
static bool shares(const struct reckoning *at, int account, int line, int32_t *share)
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
static int canastas_of_line(const struct reckoning *at, int account, int line)
{
	const struct game *game = &at->on.position.game;

	for (int seat = 0; seat < game->rules->seats && line < at->on.rules->canasta_count; seat++)
		if (account_of(game, seat) == account)
			return game->side[game->seat[seat].side].canastas_of[line];
	return 0;
}

static void totals_of(const struct reckoning *at, int32_t *totals)
{
	game_totals(&at->on.position.game, &at->tally, totals);
}

/* ---- in words ---- */

static void write_number(const char *name, int32_t points, struct text *out)
{
	text_format(out, "  %s\t%7d\t", name, (int)points);
}

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

static void write_shares(const struct reckoning *at, int account, const int32_t *share, struct text *out)
{
	const struct game *game = &at->on.position.game;
	const char *before = "";

	text_add(out, "    (");
	for (int seat = 0; seat < game->rules->seats; seat++)
		if (counts_for(game, seat, account)) {
			text_format(out, "%s%s %d", before, seat_name(game->rules, game->player[seat]),
			            (int)share[seat]);
			before = ", ";
		}
	text_add(out, ")\n");
}

static void write_lines(struct reckoning *at, int account, struct text *out)
{
	for (int line = 0; line < at->tally.lines; line++) {
		int32_t points = at->tally.line[account][line], share[PLAYERS_MAX];
		struct text name = { 0 };
		if (points == 0)
			continue;
		tally_line_in_words(at->on.rules, line, &name);
		if (canastas_of_line(at, account, line) > 1)
			text_format(&name, " (%d)", canastas_of_line(at, account, line));
		write_number(text_read(&name), points, out);
		write_rule(clause_of_line(at, account, line), out);
		text_add(out, "\n");
		if (shares(at, account, line, share))
			write_shares(at, account, share, out);
		text_end(&name, out);
	}
}

static void write_account(struct reckoning *at, int account, int32_t total, struct text *out)
{
	const struct game *game = &at->on.position.game;

	text_add(out, account > 0 ? "\n" : "");
	side_name(game->rules, account, out);
	if (account == account_of(game, at->on.me))
		text_add(out, " (us)");
	text_add(out, "\n");
	write_lines(at, account, out);
	write_number("this deal", at->tally.total[account], out);
	text_add(out, "\n");
	write_number("before", game->side[account].score, out);
	text_add(out, "\n");
	write_number("total", total, out);
	text_add(out, "\n");
}

/* What is to be said of who went out; false if it is nothing. */
static bool write_note(const struct reckoning *at, struct text *out)
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

/* Who played against all others. */
static void write_alone(const struct game *game, struct text *out)
{
	if (game->alone != NOBODY)
		text_format(out, "%s has played alone.\n", seat_name(game->rules, game->player[game->alone]));
}

void reckoning_write(struct library *library, struct rules *rules, const struct dispute *position, struct text *out)
{
	struct reckoning at;
	struct text tabbed = { 0 }, note = { 0 };
	int32_t totals[SIDES_MAX];

	if (!reckon(&at, library, rules, position))
		return;
	totals_of(&at, totals);
	ending_write(&at.on.position.game, &tabbed);
	write_alone(&at.on.position.game, &tabbed);
	text_add(&tabbed, "\n");
	for (int account = 0; account < rules->table.sides; account++)
		write_account(&at, account, totals[account], &tabbed);
	result_write(rules, totals, &tabbed);
	if (write_note(&at, &note)) {
		text_format(&tabbed, "Note: %s: ", text_read(&note));
		write_rule(clause_of(library, at.ledgers, rules, ROW_going_out_canastas, 0), &tabbed);
		text_add(&tabbed, "\n");
	}
	text_end(&note, &tabbed);
	columns_write(text_read(&tabbed), out);
	text_end(&tabbed, out);
}

/* ---- for programs ---- */

static json_t *line_json(struct reckoning *at, int account, int line)
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

static json_t *account_json(struct reckoning *at, int account, int32_t total)
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

json_t *reckoning_json(struct library *library, struct rules *rules, const struct dispute *position)
{
	struct reckoning at;
	int32_t totals[SIDES_MAX];
	json_t *object, *sides;
	struct text note = { 0 };

	if (!reckon(&at, library, rules, position))
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
