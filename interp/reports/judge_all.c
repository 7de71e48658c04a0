/* judge_all.c -- everything at once: the acts that are legal, and those that somebody with these cards would think of
 * and that are not, those of one reason together. */
#include <string.h>
#include "notation/act_text.h"
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "reports/clause.h"
#include "reports/table.h"
#include "rules/library.h"

struct roll {
	struct library *library;
	struct ledgers *ledgers;
	const struct game *game;
	struct verdict *verdict;
	struct acts noted; /* with their sentences: */
	const char *sentence[ACTS_MAX];
};

static void note_refusal(struct roll *at, const char *act, const char *sentence, struct reason reason)
{
	struct refused_acts **end = &at->verdict->refusals;
	struct words_list **acts;

	while (*end != NULL && strcmp((*end)->sentence, sentence) != 0)
		end = &(*end)->next;
	if (*end == NULL) {
		*end = arena_take(at->library->arena, sizeof **end);
		if (*end == NULL)
			return;
		**end = (struct refused_acts){ .sentence = sentence,
			                       .clause = clause_of(at->library, at->ledgers, at->game->rules,
			                                           reason.row, reason.item) };
	}
	acts = &(*end)->acts;
	while (*acts != NULL && strcmp((*acts)->words, act) != 0)
		acts = &(*acts)->next;
	if (*acts == NULL)
		add_words(at->library, acts, act);
}

/* True if one like [act] was noted with this sentence: it differs in its wild cards, or in the number of natural ones. */
static bool is_noted(const struct roll *at, struct act act, const char *sentence)
{
	for (int i = 0; i < at->noted.count; i++) {
		struct act noted = at->noted.act[i];
		if (noted.verb == act.verb && noted.kind == act.kind &&
		    (noted.item == act.item || act.verb == ACT_MELD) && strcmp(at->sentence[i], sentence) == 0)
			return true;
	}
	return false;
}

/* Somebody would expect [act]: if it is not legal, why. */
static void expect(struct roll *at, struct act act)
{
	struct reason reason = game_refusal(at->game, act);
	struct text words = { 0 };
	const char *sentence;

	if (reason.refusal == REFUSAL_NONE || reason.refusal == REFUSAL_MELD_EXISTS)
		return; /* to a meld that is there, cards are added */
	sentence = reason_kept(at->library, at->game, act, reason);
	if (is_noted(at, act, sentence) || at->noted.count == ACTS_MAX)
		return;
	at->sentence[at->noted.count] = sentence;
	at->noted.act[at->noted.count++] = act;
	act_write(at->game, act, &words);
	if (act.verb == ACT_TAKE && act.count == 0 && act_wilds(act) == 0) /* a bare `take` is whatever is legal */
		text_format(&words, " as %s", at->game->rules->pile.take[act.item].name);
	note_refusal(at, kept(at->library, &words), sentence, reason);
}

/* ---- what somebody with these cards would think of ---- */

/* True if the game knows such an act at all: questions in a game without any, and the like, need no reason. */
static bool is_known(const struct rules *rules, struct act act)
{
	if (act.verb == ACT_ASK)
		return rules->going_out.ask != going_out_ask_never;
	return act.verb != ACT_STOP && act.verb != ACT_ANSWER && (act.verb != ACT_TALON || act.count == 1);
}

/* The candidates if it was the time of [phase], in the order of tables: of those that are alike one with few wild cards comes
 * first. */
static void expect_in(struct roll *at, enum phase phase)
{
	struct game game = *at->game;
	struct acts candidates;

	game.phase = (uint8_t)phase;
	game_candidates(&game, &candidates);
	table_order_acts(&candidates);
	for (int i = 0; i < candidates.count; i++)
		if (is_known(game.rules, candidates.act[i]))
			expect(at, candidates.act[i]);
}

/* Going out is several acts; that the side may not is one reason. */
static void expect_going_out(struct roll *at)
{
	struct question about = question_now(at->game);
	struct reason reason = { .refusal = REFUSAL_NONE, .row = -1, .kind = -1 };
	const struct act none = { .verb = ACT_DISCARD };

	about.going_out = true;
	if (!contract_is_met(&about, &reason))
		note_refusal(at, "go out", reason_kept(at->library, at->game, none, reason), reason);
}

void judge_all(struct library *library, struct ledgers *ledgers, const struct game *game, struct verdict *verdict)
{
	struct roll roll = { .library = library, .ledgers = ledgers, .game = game, .verdict = verdict };
	struct words_list **end = &verdict->possible;
	struct acts acts;

	game_legal(game, &acts);
	table_order_acts(&acts);
	for (int i = 0; i < acts.count; i++)
		end = add_words(library, end, act_kept(library, game, acts.act[i]));
	if (game->phase == PHASE_OVER)
		return;
	expect_in(&roll, (enum phase)game->phase);
	if (game->phase != PHASE_MELD)
		expect_in(&roll, PHASE_MELD);
	expect_going_out(&roll);
	if (game->rules->talon.set_aside > 0 || rules_cell(game->rules, ROW_talon_cards, 0)->statement != NULL)
		expect(&roll, act_of(ACT_TALON, 0, 0, 1));
}
