/* judge.c -- hearing a dispute. The position is put up as a ruling has it, the acts are tried one by one, and the first
 * that is refused decides. Nothing that the position leaves open may bear on the verdict: hands of others and the order
 * of the stock are made up, and no condition of an act asks them. */
#include "reports/judge.h"

#include <string.h>
#include "notation/act_text.h"
#include "game/question.h"
#include "notation/position_text.h"
#include "grammar/arena.h"
#include "grammar/names.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/clause.h"
#include "reports/repair.h"
#include "rules/library.h"
#include "rules/ledger.h"
#include "rules/options.h"

enum { REPAIRS_MAX = 3 };

struct bench {
	struct library *library;
	struct ledgers *ledgers;
	const struct rules *rules;
	struct position_parser on;
	struct verdict *verdict;
};

/* ---- the position ---- */

/* Puts up what both parts of the position say; false if that cannot be. */
static bool put_up(struct bench *at, const struct statement *const *part)
{
	for (int i = 0; i < 2; i++)
		for (const struct statement *line = part[i]; line != NULL && !at->on.faulty; line = line->next)
			position_parser_any_line(&at->on, line);
	return !at->on.faulty && position_parser_finish(&at->on, (struct span){ 0 });
}

/* ---- the turn may have begun ---- */

/* Lets the turn have begun with a draw, after which the hand is as it was told: cards of it go back on the stock and
 * are drawn. False, with the position as it was, where the rules let nobody draw so. */
static bool draw_back(struct game *game)
{
	const struct rules *rules = game->rules;
	const struct act draw = { .verb = ACT_DRAW };
	struct game drawn = *game;
	struct seat *seat = &drawn.seat[drawn.turn.seat];

	for (int i = 0; i < rules->turn.draw; i++) {
		cardset kinds = cards_kinds(&seat->hand) & ~rules->bonus.cards;
		if (kinds == 0 || drawn.stock_size == DECK_MAX)
			return false;
		cards_remove(&seat->hand, __builtin_ctzll(kinds));
		seat->size--;
		drawn.stock[drawn.stock_size++] = (uint8_t)__builtin_ctzll(kinds);
	}
	if (game_refusal(&drawn, draw).refusal != REFUSAL_NONE)
		return false;
	game_apply(&drawn, draw);
	if (drawn.phase != PHASE_MELD)
		return false;
	*game = drawn;
	return true;
}

/* True if only after a draw [act] can be meant: nothing is melded before it, and a hand that has all the cards of a
 * special hand waits for no top card. */
static bool needs_draw(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;

	if (act.verb == ACT_SPECIAL)
		return game->phase == PHASE_DRAW && act.item < rules->special_count &&
		       game->seat[game->turn.seat].size == rules->special[act.item].pattern.cards;
	return game_refusal(game, act).refusal == REFUSAL_NOT_BEFORE_DRAW;
}

/* ---- what stands behind a legal act ---- */

static void rule_behind(const struct game *game, struct act act, int *row, int *item)
{
	*row = -1;
	*item = 0;
	switch ((enum verb)act.verb) {
	case ACT_DRAW: *row = game->stock_size > 0 ? ROW_turn_draw : ROW_stock_end_play; break;
	case ACT_TAKE: *row = ROW_take_hand, *item = act.item; break;
	case ACT_MELD: *row = ROW_meld_ranks, *item = act.item; break;
	case ACT_ADD: *row = ROW_meld_ranks, *item = own_side(game)->meld[act.item].form; break;
	case ACT_ASK: *row = ROW_going_out_ask; break;
	case ACT_ANSWER: *row = ROW_going_out_answer; break;
	case ACT_SPECIAL: *row = ROW_special_pattern, *item = act.item; break;
	case ACT_LAY: *row = ROW_bonus_laid; break;
	case ACT_TALON: *row = ROW_talon_taken; break;
	case ACT_STOP: *row = ROW_bonus_last_card; break;
	case ACT_DISCARD: *row = discard_goes_out(game) ? ROW_going_out_canastas : -1; break;
	case VERBS: break;
	}
}

/* ---- repairs ---- */

static void find_repairs(struct bench *at, const struct game *game, struct act act, struct reason reason)
{
	struct words_list **end = &at->verdict->repairs;
	struct act repair[REPAIRS_MAX];
	int count = repairs_find(game, act, reason, repair, REPAIRS_MAX);

	for (int i = 0; i < count; i++) {
		const char *words = act_kept(at->library, game, repair[i]);
		if (strstr(at->verdict->sentence, words) == NULL) /* else it is told already */
			end = add_words(at->library, end, words);
	}
}

/* ---- the verdict ---- */

static const char *all_kept(struct bench *at, const struct game *from, const struct act *acts, int count)
{
	struct text words = { 0 };

	acts_write(from, acts, count, &words);
	return kept(at->library, &words);
}

static void allow(struct bench *at, const struct game *game, struct act act)
{
	int row, item;

	at->verdict->legal = true;
	if (act.verb == ACT_DRAW && game->stock_size == 0)
		at->verdict->sentence = "The stock is empty: nothing is drawn, and the deal ends with it";
	rule_behind(game, act, &row, &item);
	at->verdict->clause = clause_at(at->library, at->ledgers, game, row, item, act.kind);
	at->verdict->facts = facts_found(at->library, game, row, item, act.kind);
}

/* What the player still owes behind legal acts, if the turn goes on. */
static void tell_owed(struct bench *at, const struct game *after, int turn)
{
	struct reason owed = game_owes(after);

	if (owed.refusal != REFUSAL_NONE && after->turn.number == turn)
		at->verdict->owed = reason_kept(at->library, after, (struct act){ .verb = ACT_STOP }, owed);
}

static void refuse(struct bench *at, const struct game *game, struct act act, struct reason reason, bool several)
{
	struct verdict *verdict = at->verdict;
	int kind = act.kind < at->rules->kinds ? act.kind : -1;

	verdict->legal = false;
	verdict->refused = several ? act_kept(at->library, game, act) : NULL;
	verdict->sentence = reason_kept(at->library, game, act, reason);
	verdict->clause = clause_at(at->library, at->ledgers, game, reason.row, reason.item, kind);
	verdict->facts = facts_found(at->library, game, reason.row, reason.item, kind);
	find_repairs(at, game, act, reason);
}

/* The words of an act; a line of a ruling may be said as it stands there, `because` and all. */
static const char *plain_act(struct library *library, const char *act)
{
	static const char *const heads[] = { "allow ", "refuse ", "do " };
	const char *because;

	act += strspn(act, " \t");
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (strncmp(act, heads[i], strlen(heads[i])) == 0)
			act += strlen(heads[i]);
	because = strstr(act, " because ");
	return arena_text(library->arena, act, because != NULL ? (size_t)(because - act) : strlen(act));
}

static bool makes_no_sense(struct bench *at, const char *words, struct text *why)
{
	struct diags *diags = &at->library->diags;

	diag_hint(diags, diag_add(diags, DIAG_ACT_UNREAD, (struct span){ 0 }, words, ""), "%s", text_read(why));
	text_free(why);
	return false;
}

/* Hears the acts in [words]. */
static bool hear_act(struct bench *at, struct game *game, const char *words)
{
	struct act acts[POSITION_ACTS_MAX], refused;
	struct reason reason = { .refusal = REFUSAL_NONE };
	struct text why = { 0 };
	struct game after;
	int count = position_parser_typed(&at->on, words, game, acts, &why);

	if (count > 0 && needs_draw(game, acts[0]) && draw_back(game)) {
		at->verdict->drawn = true;
		count = position_parser_typed(&at->on, words, game, acts, &why);
	}
	if (count == 0)
		return makes_no_sense(at, words, &why);
	text_free(&why);
	at->verdict->act = all_kept(at, game, acts, count);
	after = *game;
	if (!acts_try(&after, acts, count, &refused, &reason)) {
		refuse(at, &after, refused, reason, count > 1);
		return true;
	}
	tell_owed(at, &after, game->turn.number);
	allow(at, game, acts[0]); /* what was set out to be done stands first; the rest follows from it */
	return true;
}

struct verdict *judge(struct library *library, struct rules *rules, const struct dispute *dispute)
{
	struct bench bench = { .library = library, .ledgers = ledgers_of(library), .rules = rules }, *at = &bench;
	const struct statement *part[2] = { NULL };
	const char *act = dispute->act != NULL ? plain_act(library, dispute->act) : NULL;

	at->verdict = arena_take(library->arena, sizeof *at->verdict);
	if (at->verdict == NULL)
		return NULL;
	*at->verdict = (struct verdict){ .variant = rules->name, .title = rules->title, .legal = true };
	for (int i = 0; i < 2; i++)
		part[i] = dispute->part[i].lines == NULL
		                  ? NULL
		                  : library_lines(library, dispute->part[i].name, dispute->part[i].lines,
		                                  strlen(dispute->part[i].lines));
	if (library->diags.errors > 0 || arena_failed(library->arena)) /* without memory words are missing */
		return NULL;
	position_parser_begin(&at->on, library, rules, part, 2, act);
	if (!put_up(at, part) || arena_failed(library->arena))
		return NULL;
	if (dispute->act != NULL && !hear_act(at, &at->on.position.game, act))
		return NULL;
	if (dispute->all)
		judge_all(library, at->ledgers, &at->on.position.game, at->verdict);
	return at->verdict;
}

/* ---- options ---- */

bool verdicts_agree(const struct verdict *a, const struct verdict *b)
{
	return a->legal == b->legal;
}

void judge_otherwise(struct library *library, const struct rules *rules, struct verdict *verdict, const char *words,
                     const struct verdict *other)
{
	const struct option *option = option_named(rules, words);
	struct otherwise **end = &verdict->otherwise;

	while (*end != NULL)
		end = &(*end)->next;
	*end = arena_take(library->arena, sizeof **end);
	if (*end == NULL)
		return;
	**end = (struct otherwise){ .option = words, .legal = other->legal };
	if (other->sentence != NULL)
		(*end)->sentence = arena_text(library->arena, other->sentence, strlen(other->sentence));
	if (option == NULL)
		return;
	(*end)->title = option->title;
	(*end)->cited = cited_by(library, ledgers_of(library), option->statement->notes);
}
