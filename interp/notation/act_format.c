/* act_format.c -- formats acts. The name of an item of the rules is added only where the cards leave it open. */
#include "notation/act_text.h"

#include "game/play.h"
#include "grammar/text.h"

const char *verb_word(enum verb verb)
{
	static const char *const words[VERBS] = {
		[ACT_DRAW] = "draw",       [ACT_TAKE] = "take",       [ACT_MELD] = "meld", [ACT_ADD] = "add",
		[ACT_ASK] = "ask",         [ACT_ANSWER] = "answer",   [ACT_LAY] = "lay",   [ACT_TALON] = "talon",
		[ACT_DISCARD] = "discard", [ACT_SPECIAL] = "special", [ACT_STOP] = "stop"
	};

	return words[verb];
}

static void write_cards(const struct rules *rules, struct act act, struct text *out)
{
	if (act.count > 0 && act.kind < rules->kinds)
		for (int i = 0; i < act.count && i < COPIES_MAX; i++)
			text_format(out, " %s", rules->kind[act.kind].name);
	for (int wild = rules->wild_kinds - 1; wild >= 0; wild--)
		for (int i = 0; i < act.wild[wild] && i < COPIES_MAX; i++)
			text_format(out, " %s", rules->kind[rules->wild_kind[wild]].name);
}

/* True if another way of taking the pile wants the same cards from the hand. */
static bool take_is_ambiguous(const struct rules *rules, struct act act)
{
	for (int i = 0; i < rules->pile.take_count; i++)
		if (i != act.item && take_wants(rules, i, act))
			return true;
	return false;
}

/* True if a meld of kind [form] could consist of the cards of [act]. */
static bool meld_allows(const struct form *form, struct act act)
{
	return act.count <= MELD_CARDS_MAX && act_wilds(act) <= MELD_CARDS_MAX &&
	       form_allows(form, act.count, act_wilds(act));
}

/* True if the cards may be taken for another kind of meld: one they are, or any of their rank if they are none. */
static bool meld_is_ambiguous(const struct rules *rules, struct act act)
{
	bool good = meld_allows(&rules->form[act.item], act);

	for (int i = 0; i < rules->meld_count; i++)
		if (i != act.item &&
		    (act.count > 0 ? rules->form[i].ranks >> act.kind & 1 : rules->form[i].ranks == 0) &&
		    (!good || meld_allows(&rules->form[i], act)))
			return true;
	return false;
}

static void write_take(const struct game *game, struct act act, struct text *out)
{
	text_add(out, "take");
	write_cards(game->rules, act, out);
	if (act.item < game->rules->pile.take_count && take_is_ambiguous(game->rules, act))
		text_format(out, " as %s", game->rules->pile.take[act.item].name);
}

static void write_meld(const struct game *game, struct act act, struct text *out)
{
	text_add(out, "meld");
	write_cards(game->rules, act, out);
	if (act.item < game->rules->meld_count && meld_is_ambiguous(game->rules, act))
		text_format(out, " as %s", game->rules->meld[act.item].name);
}

/* A wild card can join several melds, a natural card only the one of its rank. */
static void write_add(const struct game *game, struct act act, struct text *out)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);

	text_format(out, "add %s", act.kind < rules->kinds ? rules->kind[act.kind].name : "a card");
	if (act.item < side->melds && side->meld[act.item].cards.kind != act.kind)
		text_format(out, " to %s", meld_name(rules, side->meld[act.item].cards.kind));
	else if (act.item < side->melds && (rules->cards.wild >> act.kind & 1))
		text_add(out, " to wild");
}

void act_write(const struct game *game, struct act act, struct text *out)
{
	switch (act.verb) {
	case ACT_DRAW: text_add(out, "draw"); break;
	case ACT_TAKE: write_take(game, act, out); break;
	case ACT_MELD: write_meld(game, act, out); break;
	case ACT_ADD: write_add(game, act, out); break;
	case ACT_ASK: text_add(out, "ask"); break;
	case ACT_ANSWER: text_add(out, act.count > 0 ? "answer yes" : "answer no"); break;
	case ACT_SPECIAL:
		text_format(out, "special %s",
		            act.item < game->rules->special_count ? game->rules->special[act.item].name : "hand");
		break;
	case ACT_DISCARD:
		text_format(out, "discard %s",
		            act.kind < game->rules->kinds ? game->rules->kind[act.kind].name : "a card");
		break;
	case ACT_LAY:
		text_format(out, "lay %s", act.kind < game->rules->kinds ? game->rules->kind[act.kind].name : "a card");
		break;
	case ACT_TALON: text_add(out, act.count > 0 ? "talon" : "no talon"); break;
	case ACT_STOP: text_add(out, "stop"); break;
	default: text_add(out, "something unknown"); break;
	}
}

void acts_write(const struct game *game, const struct act *acts, int count, struct text *out)
{
	struct game after = *game;
	bool legal = true;

	for (int i = 0; i < count; i++) {
		text_add(out, i > 0 ? ", " : "");
		act_write(&after, acts[i], out);
		legal = legal && game_refusal(&after, acts[i]).refusal == REFUSAL_NONE;
		if (legal)
			game_apply(&after, acts[i]);
	}
}
