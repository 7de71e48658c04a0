/* score.c -- what a deal scored, line by line. Lines in which nobody scored are left out. */
#include "reports/reports.h"

#include <string.h>
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"
#include "notation/position_text.h"
#include "reports/judge.h"
#include "reports/wording.h"
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
	text_add(out, "going out takes ");
	club_canastas_write(rules, needed, out);
	text_format(out, ", and there %s ", canastas > 1 ? "are" : "is");
	text_format(out, canastas == 0 ? "none" : "only %d", canastas);
	text_format(out, " of %s", who);
	return true;
}

/* ---- the sheet of a deal ---- */

/* Adds a row and returns it; where a side scored nothing in a line of the deal its cell is empty. */
static struct table_row *add_points(struct table *table, enum row_kind kind, const char *name, const int32_t *points)
{
	struct table_row *row = table_add(table, kind);

	row->depth = 1;
	cell_add(row, 0, name);
	for (int side = 0; side + 1 < table->columns; side++)
		if (points[side] != 0 || kind == TABLE_SUM)
			text_add_number(words_add(&row->cell[side + 1]), points[side]);
	return row;
}

/* The path of the item that scores in a line. */
static const char *path_of_line(const struct rules *rules, int line, struct document *document)
{
	int group = tally_line_group(rules, &line);
	struct text path = { 0 };

	rules_item_path(rules, group, line, &path);
	return document_path(document, &path);
}

/* How many canastas of kind [line] count for [account]. */
static int canastas_for(const struct game *game, int account, int line)
{
	for (int seat = 0; seat < game->rules->seats; seat++)
		if (account_of(game, seat) == account)
			return game->side[game->seat[seat].side].canastas_of[line];
	return 0;
}

/* Where the noun for a canasta ends in [words]; NULL if they do not have it. */
static const char *behind_noun(const char *words, const char *noun)
{
	const char *at = strstr(words, noun), *behind = at != NULL ? at + strlen(noun) : NULL;

	return at != NULL && (at == words || at[-1] == ' ') && (*behind == '\0' || *behind == ' ') ? behind : NULL;
}

/* The numbers of canastas of a kind, "2 and 1", if several sides have some, else nothing. Returns their sum. */
static int count_canastas(const struct game *game, int line, struct text *out)
{
	int count[SIDES_MAX], sides = game->rules->table.sides, having = 0, sum = 0;

	for (int side = 0; side < sides; side++) {
		count[side] = canastas_for(game, side, line);
		having += count[side] > 0;
		sum += count[side];
	}
	for (int side = 0; having > 1 && side < sides; side++)
		text_format(out, "%s%d", side == 0 ? "" : side + 1 == sides ? " and " : ", ", count[side]);
	return sum;
}

/* The canastas of a kind with their numbers: "2 natural canastas", or "natural canastas (2 and 1)" where several sides have some, but
 * "trio (2)" where the noun is not known. */
static void canastas_in_words(const struct game *game, int line, struct text *out)
{
	struct text name = { 0 }, noun = { 0 }, numbers = { 0 };
	int sum = count_canastas(game, line, &numbers);
	bool one_side = numbers.length == 0;
	const char *behind;

	if (one_side)
		text_add_number(&numbers, sum);
	kind_of_canasta_in_words(game->rules, line, false, &name);
	noun_of_canasta(game->rules, &noun);
	behind = behind_noun(text_read(&name), text_read(&noun));
	if (sum > 0 && behind != NULL) {
		text_format(out, "%s%s", one_side ? text_read(&numbers) : "", one_side ? " " : "");
		text_add_bytes(out, text_read(&name), (size_t)(behind - text_read(&name)));
		text_format(out, "%s%s", sum == 1 ? "" : "s", behind);
	} else
		text_add(out, text_read(&name));
	if (sum > 0 && (behind == NULL || !one_side))
		text_format(out, " (%s)", text_read(&numbers));
	text_end(&name, out);
	text_end(&noun, out);
	text_end(&numbers, out);
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
	for (int line = 0; line < tally->lines; line++) {
		int32_t points[SIDES_MAX];
		struct text name = { 0 };
		bool any = false;
		for (int side = 0; side < game->rules->table.sides; side++) {
			points[side] = tally->line[side][line];
			any = any || points[side] != 0;
		}
		if (any) {
			if (line < game->rules->canasta_count)
				canastas_in_words(game, line, &name);
			else
				tally_line_in_words(game->rules, line, &name);
			add_points(table, TABLE_BODY, text_read(&name), points)->path =
				path_of_line(game->rules, line, out);
		}
		document_use(out, &name);
	}
	add_points(table, TABLE_SUM, "this deal", tally->total);
	add_points(table, TABLE_SUM, "before", before);
	add_points(table, TABLE_SUM, "total", after);
}

/* ---- the game ---- */

void result_add(const struct game *deal, const int32_t *totals, struct document *document)
{
	const struct rules *rules = deal->rules;
	struct text *out;
	int winner;
	bool several = rules->table.players != rules->table.sides;

	if (!game_is_over(deal, totals, &winner))
		return;
	out = document_line(document, 0);
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
	int32_t totals[SIDES_MAX];
};

/* Scores what the lines of [position] say; hands and reserves that they do not give are empty at the end. False with a finding if there
 * is nothing to score. */
static bool score_position(struct end_position *at, struct library *library, struct rules *rules,
                           const struct dispute *position)
{
	struct position_parser *on = &at->on;
	const struct statement *part[2];

	*at = (struct end_position){ .lookup = { library, ledgers_of(library), rules } };
	for (int i = 0; i < 2; i++)
		part[i] = dispute_lines(library, position, i);
	if (library->diags.errors > 0 || arena_failed(library->arena)) /* without memory words are missing */
		return false;
	position_parser_begin(on, library, rules, part, 2, NULL);
	on->sizes_refused = true;
	for (int seat = 0; seat < rules->seats; seat++)
		on->position.hand_given[seat] = true;
	for (int place = 0; place < rules_reserves(rules); place++)
		on->position.no_reserve[place] = true;
	for (int i = 0; i < 2; i++)
		for (const struct statement *line = part[i]; line != NULL && !on->faulty; line = line->next)
			position_parser_any_line(on, line);
	if (!on->faulty && on->position.game.phase != PHASE_OVER)
		diag_add(&library->diags, DIAG_DEAL_NOT_OVER, (struct span){ 0 });
	if (on->faulty || on->position.game.phase != PHASE_OVER)
		return false;
	game_score(&on->position.game, &at->tally);
	game_totals(&on->position.game, &at->tally, at->totals);
	return true;
}

/* ---- lines ---- */

/* A line in which an account scored. */
struct scored {
	int line;
	int32_t points;
	int canastas; /* that it is for; 0 if it is for something else */
	const struct clause
		*clause;            /* that gives the points, or counts them against the account; NULL without memory */
	bool shared;                /* what its players have to do with it adds up to it, and there are several: */
	bool counts[PLAYERS_MAX];   /* the seats that count for the account, */
	int32_t share[PLAYERS_MAX]; /* and what each has to do with it */
};

/* True if what [seat] holds and has laid out counts for [account]: she is on the side of the player whose total it is. */
static bool counts_for(const struct game *game, int seat, int account)
{
	for (int other = 0; other < game->rules->seats; other++)
		if (account_of(game, other) == account && game->seat[other].side == game->seat[seat].side)
			return true;
	return false;
}

static const struct clause *clause_of_line(const struct end_position *at, int account, int line)
{
	const struct rules *rules = at->on.rules;
	bool against = game_line_counts_against(&at->on.position.game, account, line);
	int group = tally_line_group(rules, &line);

	if (group == GROUP_canasta)
		return clause_of(&at->lookup, ROW_canasta_bonus, line);
	if (group == GROUP_special)
		return clause_of(&at->lookup, ROW_special_points, line);
	return clause_of(&at->lookup, against ? ROW_score_minus : ROW_score_points, line);
}

/* Goes on to the next line in which [account] scored; false behind the last. Begins in front of the first, at line -1. */
static bool scored_next(const struct end_position *at, int account, struct scored *scored)
{
	const struct game *game = &at->on.position.game;
	int64_t sum = 0;
	int players = 0, line = scored->line + 1;

	while (line < at->tally.lines && at->tally.line[account][line] == 0)
		line++;
	if (line == at->tally.lines)
		return false;
	*scored = (struct scored){ .line = line,
		                   .points = at->tally.line[account][line],
		                   .clause = clause_of_line(at, account, line) };
	for (int seat = 0; seat < game->rules->seats; seat++) {
		if (account_of(game, seat) == account && line < game->rules->canasta_count && scored->canastas == 0)
			scored->canastas = game->side[game->seat[seat].side].canastas_of[line];
		scored->counts[seat] = counts_for(game, seat, account);
		if (scored->counts[seat])
			scored->share[seat] = game_score_of_player(game, account, line, seat);
		sum += scored->share[seat];
		players += scored->counts[seat];
	}
	scored->shared = players > 1 && sum == scored->points;
	return true;
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

/* Adds a row of the account, and gives the cell for the rule behind it. */
static struct text *add_amount(struct table *table, const char *name, int32_t points)
{
	struct table_row *row = table_add(table, TABLE_BODY);

	row->depth = 1;
	cell_add(row, 0, name);
	text_add_number(words_add(&row->cell[1]), points);
	return words_add(&row->cell[2]);
}

static void add_scored(const struct end_position *at, const struct scored *scored, struct table *table)
{
	const struct game *game = &at->on.position.game;
	struct text name = { 0 };
	struct table_row *shares;
	const char *before = "(";

	tally_line_in_words(at->on.rules, scored->line, &name);
	if (scored->canastas > 1)
		text_format(&name, " (%d)", scored->canastas);
	write_rule(scored->clause, add_amount(table, text_read(&name), scored->points));
	document_use(table->in, &name);
	if (!scored->shared)
		return;
	shares = table_add(table, TABLE_BODY);
	shares->depth = 2;
	for (int seat = 0; seat < game->rules->seats; seat++)
		if (scored->counts[seat]) {
			text_format(words_add(&shares->cell[0]), "%s%s %d", before,
			            seat_name(game->rules, game->player[seat]), (int)scored->share[seat]);
			before = ", ";
		}
	cell_add(shares, 0, ")");
}

static void add_account(const struct end_position *at, int account, struct table *table)
{
	const struct game *game = &at->on.position.game;
	struct table_row *name = table_add(table, TABLE_TOPIC);

	side_name(game->rules, account, words_add(&name->cell[0]));
	if (account == account_of(game, at->on.me))
		cell_add(name, 0, " (us)");
	for (struct scored scored = { .line = -1 }; scored_next(at, account, &scored);)
		add_scored(at, &scored, table);
	add_amount(table, "this deal", at->tally.total[account]);
	add_amount(table, "before", game->side[account].score);
	add_amount(table, "total", at->totals[account]);
}

/* Writes what the player who went out lacked for it, with the setting that asks for it; false if there is nothing. */
static bool write_note(const struct end_position *at, struct text *out, enum row_id *row)
{
	const struct game *game = &at->on.position.game;
	struct question about = question_now(game);
	struct text who = { 0 };
	bool said;

	if (game->ending != ENDING_OUT)
		return false;
	side_name(at->on.rules, account_of(game, game->out), &who);
	said = short_of_canastas_write(at->on.rules, text_read(&who), game->side[game->seat[game->out].side].canastas,
	                               out);
	*row = said ? ROW_going_out_canastas : ROW_going_out_contract;
	about.seat = (uint8_t)game->out;
	about.side = game->seat[game->out].side;
	about.going_out = true;
	if (!said && !ask(at->on.rules->going_out.contract, &about)) {
		text_format(out, "%s could not go out, as ", text_read(&who));
		club_say(at->on.rules, "more is needed for that than canastas", out);
		said = true;
	}
	text_end(&who, out);
	return said;
}

void end_score_add(struct library *library, struct rules *rules, const struct dispute *position, struct document *out)
{
	struct end_position at;
	const struct game *game = &at.on.position.game;
	struct text note = { 0 };
	enum row_id row;
	struct table *table;

	if (!score_position(&at, library, rules, position))
		return;
	ending_write(game, document_line(out, 0));
	if (game->alone != NOBODY) /* against all others */
		text_format(document_line(out, 0), "%s has played alone.",
		            seat_name(game->rules, game->player[game->alone]));
	table = document_table(out, 3);
	for (int account = 0; account < rules->table.sides; account++)
		add_account(&at, account, table);
	result_add(game, at.totals, out);
	if (write_note(&at, &note, &row)) {
		struct text *words = document_line(out, 0);
		text_format(words, "Note: %s: ", text_read(&note));
		write_rule(clause_of(&at.lookup, (int)row, 0), words);
	}
	document_use(out, &note);
}

/* ---- for programs ---- */

static json_t *scored_json(const struct end_position *at, const struct scored *scored)
{
	const struct game *game = &at->on.position.game;
	json_t *object = json_object(), *cites = json_array(), *players = json_object();
	const struct cited *cited = scored->clause != NULL ? scored->clause->cited : NULL;

	json_put(&object, "name", json_words(tally_line_name(at->on.rules, scored->line)));
	json_put(&object, "points", json_integer(scored->points));
	if (scored->canastas > 0)
		json_put(&object, "canastas", json_integer(scored->canastas));
	if (scored->clause != NULL)
		json_put(&object, "rule", json_words(scored->clause->path));
	for (; cited != NULL; cited = cited->next)
		json_add(&cites, json_words(cited->id));
	json_put(&object, "cites", cites);
	for (int seat = 0; seat < game->rules->seats; seat++)
		if (scored->counts[seat])
			json_put(&players, seat_name(game->rules, game->player[seat]),
			         json_integer(scored->share[seat]));
	if (scored->shared)
		json_put(&object, "players", players);
	else
		json_decref(players);
	return object;
}

static json_t *account_json(const struct end_position *at, int account)
{
	json_t *lines = json_array();
	struct text name = { 0 };

	side_name(at->on.rules, account, &name);
	for (struct scored scored = { .line = -1 }; scored_next(at, account, &scored);)
		json_add(&lines, scored_json(at, &scored));
	return json_pack("{s:o, s:o, s:i, s:i, s:i}", "side", json_text_end(&name), "lines", lines, "deal",
	                 (int)at->tally.total[account], "before", (int)at->on.position.game.side[account].score,
	                 "total", (int)at->totals[account]);
}

json_t *end_score_json(struct library *library, struct rules *rules, const struct dispute *position)
{
	struct end_position at;
	const struct game *game = &at.on.position.game;
	json_t *object, *sides;
	struct text note = { 0 };
	enum row_id row;

	if (!score_position(&at, library, rules, position))
		return NULL;
	object = json_pack("{s:i}", "version", 1);
	sides = json_array();
	for (int account = 0; account < rules->table.sides; account++)
		json_add(&sides, account_json(&at, account));
	json_put(&object, "sides", sides);
	if (game->alone != NOBODY)
		json_put(&object, "alone", json_words(seat_name(rules, game->player[game->alone])));
	if (write_note(&at, &note, &row))
		json_put(&object, "note", json_text_end(&note));
	return object;
}
