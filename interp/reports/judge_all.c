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

/* Somebody would expect [act]: if it is not legal, why. */
static void expect(struct roll *at, struct act act)
{
	struct reason reason = game_refusal(at->game, act);
	struct text words = { 0 };

	if (reason.refusal == REFUSAL_NONE)
		return;
	act_write(at->game, act, &words);
	if (act.verb == ACT_TAKE && act.count == 0 && act_wilds(act) == 0) /* a bare `take` is whatever is legal */
		text_format(&words, " as %s", at->game->rules->pile.take[act.item].name);
	note_refusal(at, kept(at->library, &words), reason_kept(at->library, at->game, act, reason), reason);
}

static const struct cards *hand_of(const struct roll *at)
{
	return &at->game->seat[at->game->turn.seat].hand;
}

/* ---- the draw ---- */

/* The pile taken in way [take]: with a natural card in place of a wild one, with each wild card that is held. */
static void expect_take(struct roll *at, int take)
{
	const struct rules *rules = at->game->rules;
	struct composition hand = rules->pile.take[take].hand;
	struct act act = act_of(ACT_TAKE, (unsigned)take, (unsigned)pile_top(at->game), hand.naturals + hand.alike);

	if (rules->cards.wild >> pile_top(at->game) & 1)
		return;
	if (hand.wilds == 0)
		expect(at, act);
	for (int wild = 0; wild < rules->wild_kinds && hand.wilds > 0; wild++)
		if (cards_count(hand_of(at), rules->wild_kind[wild]) >= hand.wilds) {
			struct act with = act;
			with.wild[wild] = hand.wilds;
			expect(at, with);
		}
}

static void expect_draws(struct roll *at)
{
	expect(at, act_of(ACT_DRAW, 0, 0, 0));
	for (int take = 0; take < at->game->rules->pile.take_count && at->game->pile_size > 0; take++)
		expect_take(at, take);
}

/* ---- melding ---- */

/* The first kind of meld that has this rank, or NULL without one. */
static void expect_meld(struct roll *at, int kind, int held)
{
	const struct rules *rules = at->game->rules;
	int form = rules->form_of[kind];
	struct act act = act_of(ACT_MELD, (unsigned)form, (unsigned)kind, (unsigned)(held < 3 ? held : 3));
	bool any = false;

	if (form < 0 || held < 2)
		return;
	if (held >= 3) {
		expect(at, act);
		return;
	}
	for (int wild = 0; wild < rules->wild_kinds && !any; wild++)
		if (cards_count(hand_of(at), rules->wild_kind[wild]) > 0) {
			act.wild[wild] = 1;
			expect(at, act);
			any = true;
		}
}

/* A wild card on each meld but those beside which another was begun: said in words, the two are the same act. */
static void expect_wild(struct roll *at, int wild)
{
	const struct side *side = own_side(at->game);

	for (int meld = 0; meld < side->melds; meld++)
		if (side->meld_of[side->meld[meld].cards.kind] == meld)
			expect(at, act_of(ACT_ADD, (unsigned)meld, (unsigned)wild, 0));
}

/* True if a meld may be begun beside the one of this rank, were there but room for it on the table. */
static bool rank_comes_again(const struct game *game, int kind)
{
	const struct side *side = own_side(game);
	const struct meld *meld = &side->meld[side->meld_of[kind]];

	return meld->canasta >= 0 && game->rules->form[meld->form].comes_again;
}

static void expect_natural(struct roll *at, int kind)
{
	const struct side *side = own_side(at->game);
	bool melded = side->melded >> kind & 1;

	if (melded)
		expect(at, act_of(ACT_ADD, side->meld_of[kind], (unsigned)kind, 0));
	if (!melded || rank_comes_again(at->game, kind))
		expect_meld(at, kind, cards_count(hand_of(at), kind));
}

static void expect_melds(struct roll *at)
{
	for (cardset kinds = cards_kinds(hand_of(at)); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		if (at->game->rules->cards.wild >> kind & 1)
			expect_wild(at, kind);
		else
			expect_natural(at, kind);
	}
}

/* ---- the rest ---- */

static void expect_discards(struct roll *at)
{
	for (cardset kinds = cards_kinds(hand_of(at)); kinds != 0; kinds &= kinds - 1)
		expect(at, act_of(ACT_DISCARD, 0, (unsigned)__builtin_ctzll(kinds), 0));
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

static void expect_others(struct roll *at)
{
	const struct rules *rules = at->game->rules;

	if (rules->going_out.ask != going_out_ask_never)
		expect(at, act_of(ACT_ASK, 0, 0, 0));
	for (int item = 0; item < rules->special_count; item++)
		expect(at, act_of(ACT_SPECIAL, (unsigned)item, 0, 0));
	for (cardset kinds = cards_kinds(hand_of(at)) & rules->bonus.cards; kinds != 0; kinds &= kinds - 1)
		expect(at, act_of(ACT_LAY, 0, (unsigned)__builtin_ctzll(kinds), 0));
	if (rules->talon.set_aside > 0 || rules_cell(rules, ROW_talon_cards, 0)->statement != NULL)
		expect(at, act_of(ACT_TALON, 0, 0, 1));
}

void judge_all(struct library *library, struct ledgers *ledgers, const struct game *game, struct verdict *verdict)
{
	struct roll roll = { library, ledgers, game, verdict };
	struct words_list **end = &verdict->possible;
	struct acts acts;

	game_legal(game, &acts);
	table_order_acts(&acts);
	for (int i = 0; i < acts.count; i++)
		end = add_words(library, end, act_kept(library, game, acts.act[i]));
	if (game->phase == PHASE_DRAW)
		expect_draws(&roll);
	if (game->phase != PHASE_OVER) {
		expect_melds(&roll);
		expect_discards(&roll);
		expect_going_out(&roll);
		expect_others(&roll);
	}
}
