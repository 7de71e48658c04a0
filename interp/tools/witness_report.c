/* witness_report.c -- the place where two sets of rules part, written for people and as rulings. */
#include "tools/witness.h"

#include <string.h>
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/position_text.h"
#include "reports/judge.h"
#include "reports/reports.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "rules/library.h"
#include "text/document.h"
#include "tools/table_compare.h"

/* ---- lines ---- */

static void write_indented(const char *words, int indent, struct text *out)
{
	while (*words != '\0') {
		size_t length = strcspn(words, "\n");
		blanks_add(out, (size_t)indent);
		text_add_bytes(out, words, length);
		text_add(out, "\n");
		words += length + (words[length] == '\n');
	}
}

/* The position in the terms of rules [side]: as the turn began, and what was done since. */
static void write_position(const struct witness *witness, int side, struct text *out)
{
	struct game game = witness->turn[side];
	int done = witness->done_count[side];

	position_write(&game, &witness->turn[!side], out); /* so that it can be judged by both */
	for (int i = 0; i < done; i++) {
		text_add(out, "do ");
		act_write(&game, witness->done[side][i], out);
		text_add(out, "\n");
		game_apply(&game, witness->done[side][i]);
	}
}

/* ---- the cut ---- */

/* The players in the order in which they cut, and where each of them sits then. */
static void add_cut(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	int players = witness->rules[0]->table.players;
	struct text *line = document_line(out, depth);

	text_add(line, "The players cut");
	for (int i = 0; i < players; i++)
		text_format(line, "%s%s", listed(i, players), witness->rules[0]->kind[witness->cut[i]].name);
	text_add(line, ".");
	for (int side = 0; side < 2; side++) {
		const struct rules *rules = witness->rules[side];
		struct cut cut;
		bool settled = game_cut(rules, witness->cut, &cut);
		line = document_behind(out, BLOCK_NOTE, depth + 1, labels[side]);
		text_add(line, settled ? "they take the seats" : "some of them cut again");
		for (int i = 0; settled && i < players; i++)
			text_format(line, "%s%s", listed(i, players), seat_name(rules, cut.place[i]));
		if (settled && rules->table.sides != witness->rules[!side]->table.sides)
			text_format(line, ", on %d sides", rules->table.sides);
		text_add(line, ".");
	}
}

/* ---- an act that one of them allows ---- */

static void add_verdicts(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	struct text *line = document_line(out, depth);

	text_add(line, "May the player ");
	act_write(&witness->at[witness->legal_in], witness->act[witness->legal_in], line);
	text_add(line, "?");
	for (int side = 0; side < 2; side++) {
		line = document_behind(out, BLOCK_NOTE, depth + 1, labels[side]);
		text_add(line, side == witness->legal_in ? "yes." : "no: ");
		if (side != witness->legal_in) {
			const struct game *game = &witness->at[side];
			if (!witness->is_known)
				text_add(line, "this game has no such thing");
			else
				reason_write(game, witness->act[side], game_refusal(game, witness->act[side]), line);
		}
	}
}

/* ---- what comes of something ---- */

static void add_tables(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	struct text words[2] = { { 0 } };

	tables_tell_apart((const struct game *[]){ &witness->at[0], &witness->at[1] }, words);
	for (int side = 0; side < 2; side++) {
		text_add(document_behind(out, BLOCK_NOTE, depth + 1, labels[side]), text_read(&words[side]));
		document_use(out, &words[side]);
	}
}

static void add_outcome(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	struct text *line = document_line(out, depth);

	text_add(line, "The player does this: ");
	act_write(&witness->before[0], witness->act[0], line);
	text_add(line, ". After it:");
	add_tables(witness, labels, depth, out);
}

/* ---- scores ---- */

/* What [side] has on the line of [tally] that is called [name]. */
static int32_t on_line(const struct game *game, const struct tally *tally, int side, const char *name)
{
	for (int line = 0; line < tally_lines(game->rules); line++)
		if (strcmp(tally_line_name(game->rules, line), name) == 0)
			return tally->line[side][line];
	return 0;
}

/* ": 340 (base), 440 (ours.canasta)" */
static void write_both(const char *const labels[2], int32_t first, int32_t second, struct text *out)
{
	text_format(out, ": %d (%s), %d (%s)", (int)first, labels[0], (int)second, labels[1]);
}

/* A line of the tally that is not the same for [side] in both; each is shown once. */
static void add_score_lines(const struct witness *witness, const char *const labels[2], int side, int depth,
                            struct document *out)
{
	for (int of = 0; of < 2; of++)
		for (int line = 0; line < tally_lines(witness->rules[of]); line++) {
			const char *name = tally_line_name(witness->rules[of], line);
			int32_t points[2] = { on_line(&witness->at[0], &witness->tally[0], side, name),
				              on_line(&witness->at[1], &witness->tally[1], side, name) };
			bool shown = of == 1 && on_line(&witness->at[0], &witness->tally[0], side, name) != 0;
			struct text *words;
			if (points[0] == points[1] || shown || (of == 0 && points[0] == 0))
				continue;
			words = document_line(out, depth);
			tally_line_in_words(witness->rules[of], line, words);
			write_both(labels, points[0], points[1], words);
		}
}

static void add_scores(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	text_add(document_line(out, depth), "The deal is over. It scores:");
	for (int side = 0; side < witness->rules[0]->table.sides; side++) {
		struct text *line = document_line(out, depth + 1);
		side_name(witness->rules[0], side, line);
		write_both(labels, witness->tally[0].total[side], witness->tally[1].total[side], line);
		add_score_lines(witness, labels, side, depth + 2, out);
	}
}

static void add_game_over(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	struct text *line = document_line(out, depth);
	int winner;

	text_add(line, "The totals are");
	for (int side = 0; side < witness->rules[0]->table.sides; side++)
		text_format(line, "%s %d", side > 0 ? " and" : "", (int)witness->totals[0][side]);
	if (rules_ask(witness->rules[0], FACT_deal_number) || rules_ask(witness->rules[1], FACT_deal_number))
		text_format(line, " after deal %lu", (unsigned long)witness->deals);
	text_add(line, ".");
	for (int i = 0; i < 2; i++) {
		bool over = game_is_over(&witness->at[i], witness->totals[i], &winner);
		text_format(document_behind(out, BLOCK_NOTE, depth + 1, labels[i]), "the game %s.",
		            over ? "is over" : "goes on");
	}
}

/* ---- the whole ---- */

void witness_report(const struct witness *witness, const char *const labels[2], int depth, struct document *out)
{
	const struct game *game = &witness->at[0];
	struct text *line = document_line(out, depth);

	text_format(line, "Game %llu, deal %lu", (unsigned long long)witness->number + 1,
	            (unsigned long)game->deal + 1);
	if (witness->is_random)
		text_add(line, ", which is made up");
	if (witness->parting == PARTED_LEGAL || witness->parting == PARTED_OUTCOME)
		text_format(line, ", turn %d: it is the turn of %s", witness->turn[0].turn.number,
		            seat_name(game->rules, game->player[witness->turn[0].turn.seat]));
	text_add(line, ".");
	if (witness->parting == PARTED_LEGAL || witness->parting == PARTED_OUTCOME) {
		struct block *block = document_add(out, BLOCK_VERBATIM);
		block->depth = (depth + 2);
		write_position(witness, 0, words_add(&block->words));
	}
	switch (witness->parting) {
	case PARTED_NOT: break;
	case PARTED_CUT: add_cut(witness, labels, depth, out); break;
	case PARTED_DEAL:
		text_add(document_line(out, depth), "When the cards are dealt:");
		add_tables(witness, labels, depth, out);
		break;
	case PARTED_LEGAL: add_verdicts(witness, labels, depth, out); break;
	case PARTED_OUTCOME: add_outcome(witness, labels, depth, out); break;
	case PARTED_SCORE: add_scores(witness, labels, depth, out); break;
	case PARTED_GAME: add_game_over(witness, labels, depth, out); break;
	}
}

/* ---- for the other verbs ---- */

bool witness_is_confirmed(struct library *library, const struct witness *witness, const struct rules *rules, int side)
{
	struct text lines = { 0 }, act = { 0 };
	struct diags kept = library->diags;
	struct verdict verdict;
	bool so;

	if (witness->parting != PARTED_LEGAL)
		return false;
	write_position(witness, side, &lines);
	act_write(&witness->at[witness->legal_in], witness->act[witness->legal_in], &act);
	library->diags = (struct diags){ .sources = kept.sources };
	so = judge(library, (struct rules *)rules,
	           &(struct dispute){ .part = { { "position", text_read(&lines) } }, .act = text_read(&act) },
	           &verdict) &&
	     verdict.legal == (side == witness->legal_in);
	verdict_end(&verdict);
	library->diags = kept;
	text_free(&lines);
	text_free(&act);
	return so;
}

void witness_rulings(const struct witness *witness, const char *title, const char *const variants[2],
                     const char *const options[2], struct text *out)
{
	struct text act = { 0 };

	act_write(&witness->at[witness->legal_in], witness->act[witness->legal_in], &act);
	text_add(out, "language 1\n");
	for (int side = 0; side < 2; side++) {
		struct text lines = { 0 };
		if (variants[side] == NULL)
			continue;
		write_position(witness, side, &lines);
		text_format(out, "\nrulings for %s {\n    ruling \"%s\" {\n", variants[side], title);
		write_indented(options[side], 8, out);
		write_indented(text_read(&lines), 8, out);
		text_format(out, "        %s %s\n    }\n}\n", side == witness->legal_in ? "allow" : "refuse",
		            text_read(&act));
		text_end(&lines, out);
	}
	text_end(&act, out);
}
