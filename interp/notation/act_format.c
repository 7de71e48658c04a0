/* act_format.c -- formats acts, and why an act is refused: the sentence of refusals.def with its numbers and cards,
 * what the player could do instead, and the clause of the rules. The name of an item is added only if the cards do not
 * make clear which one is meant. */
#include "notation/act_text.h"

#include <string.h>
#include "game/state.h"
#include "grammar/text.h"
#include "grammar/tree.h"

/* ---- acts ---- */

const char *verb_word(enum verb verb)
{
	static const char *const words[VERBS] = {
		[ACT_DRAW] = "draw",       [ACT_TAKE] = "take",       [ACT_MELD] = "meld", [ACT_ADD] = "add",
		[ACT_ASK] = "ask",         [ACT_ANSWER] = "answer",   [ACT_LAY] = "lay",   [ACT_TALON] = "talon",
		[ACT_DISCARD] = "discard", [ACT_SPECIAL] = "special", [ACT_STOP] = "stop", [ACT_JOIN] = "join"
	};

	return words[verb];
}

/* Adds [more] cards of a kind to a row; those that it has no room for are left out. */
static void add_to_row(uint8_t kinds[MELD_ROW_MAX], int *count, int kind, int more)
{
	for (; more > 0 && *count < MELD_ROW_MAX; more--)
		kinds[(*count)++] = (uint8_t)kind;
}

/* The cards that an act lays, in the order in which they are written. Returns their number. */
static int act_row(const struct rules *rules, struct act act, uint8_t kinds[MELD_ROW_MAX])
{
	struct meld_cards cards;
	int count = 0;

	if (begins_sequence(rules, act) && act.kind < rules->kinds && sequence_of_act(rules, act, &cards))
		return meld_row(rules, &cards, kinds);
	if (rules->sequences) {
		for (int kind = 0; kind < rules->kinds; kind++)
			add_to_row(kinds, &count, kind, act_naturals_of(rules, act, kind));
	} else if (act.count > 0 && act.kind < rules->kinds)
		add_to_row(kinds, &count, act.kind, lesser(act_naturals(rules, act), COPIES_MAX));
	for (int wild = rules->wild_kinds - 1; wild >= 0; wild--)
		add_to_row(kinds, &count, rules->wild_kind[wild], act_wild(act, wild));
	return count;
}

void act_write_cards(const struct rules *rules, struct act act, struct text *out)
{
	uint8_t kinds[MELD_ROW_MAX];

	if (begins_sequence(rules, act) && act.kind < rules->kinds && act.count == UINT8_MAX) {
		/* cards that are no sequence: the act has only the first of them */
		text_format(out, " %s ...", rules->kind[act.kind].name);
		return;
	}
	kinds_write_row(rules, kinds, act_row(rules, act, kinds), 1, out);
}

/* True if another way of taking the pile wants the same cards from the hand. */
static bool take_is_ambiguous(const struct rules *rules, struct act act)
{
	for (int i = 0; i < rules->pile.take_count; i++)
		if (i != act.item && take_wants(rules, i, act))
			return true;
	return false;
}

/* Names a meld of the side by its cards, and by its kind where one of another kind has the same cards. */
static void write_meld_by_cards(const struct game *game, int index, struct text *out)
{
	const struct side *side = own_side(game);
	struct cards cards = cards_of_meld(game->rules, &side->meld[index].cards);

	meld_write(game->rules, &side->meld[index].cards, out);
	for (int i = 0; i < side->melds; i++) {
		struct cards other = cards_of_meld(game->rules, &side->meld[i].cards);
		if (side->meld[i].form != side->meld[index].form && cards_equal(&cards, &other)) {
			text_format(out, " as %s", game->rules->meld[side->meld[index].form].name);
			return;
		}
	}
}

/* True if the side has a meld of this card alone. */
static bool lies_alone(const struct game *game, int kind)
{
	const struct side *side = own_side(game);
	uint8_t kinds[MELD_ROW_MAX];

	for (int i = 0; i < side->melds; i++)
		if (meld_row(game->rules, &side->meld[i].cards, kinds) == 1 && kinds[0] == kind)
			return true;
	return false;
}

/* Names a meld of the side: by its rank or, if that is not clear, by its cards. */
static void write_meld_meant(const struct game *game, int index, struct text *out)
{
	const struct side *side = own_side(game);
	const struct meld_cards *cards = &side->meld[index].cards;

	if (cards->sequence > 0 ||
	    (game->rules->named_melds && (side->meld_of[cards->kind] != index || lies_alone(game, cards->kind))))
		write_meld_by_cards(game, index, out);
	else
		text_add(out, meld_name(game->rules, cards->kind));
}

/* True if the meld that a card is added to has to be named: a wild card can go to several melds, a natural one usually
 * only to that of its rank. */
static bool names_meld(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	int fitting = 0;

	if (act.kind >= rules->kinds || (rules->cards.wild >> act.kind & 1) || act.way > 0)
		return true;
	for (int i = 0; i < side->melds && rules->named_melds; i++)
		fitting += meld_fits(rules, &side->meld[i], act.kind);
	return fitting > 1 || !meld_fits(rules, &side->meld[act.item], act.kind);
}

/* True if the act adds as a wild card one that could also be added in its own place. */
static bool adds_as_wild(const struct game *game, struct act act)
{
	struct meld_cards natural, cards;

	if (act.way == 0 || act.item >= own_side(game)->melds || own_side(game)->meld[act.item].cards.sequence == 0)
		return false;
	sequence_after(game, act, &cards);
	act.way = 0;
	sequence_after(game, act, &natural);
	return cards.wilds > natural.wilds;
}

static void write_add(const struct game *game, struct act act, struct text *out)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);

	bool as_wild = adds_as_wild(game, act);

	text_format(out, "add %s%s", as_wild ? "wild " : "",
	            act.kind < rules->kinds ? rules->kind[act.kind].name : "a card");
	if (act.item < side->melds && names_meld(game, act)) {
		text_add(out, act.way > 0 && !as_wild ? " under " : " to ");
		write_meld_meant(game, act.item, out);
	}
}

static void write_join(const struct game *game, struct act act, struct text *out)
{
	const struct side *side = own_side(game);

	text_add(out, "join");
	if (act.item >= side->melds || act.joined >= side->melds)
		return;
	text_add(out, " ");
	write_meld_by_cards(game, act.joined, out);
	text_add(out, " to ");
	write_meld_by_cards(game, act.item, out);
}

void act_write(const struct game *game, struct act act, struct text *out)
{
	uint8_t kinds[MELD_ROW_MAX];
	bool names;

	switch (act.verb) {
	case ACT_DRAW: text_add(out, "draw"); break;
	case ACT_TAKE:
		text_add(out, "take");
		act_write_cards(game->rules, act, out);
		names = act.item < game->rules->pile.take_count &&
		        (game->rules->tables->takes_name_meld >> act.item & 1) && act_onto(act) >= 0;
		if (act.item < game->rules->pile.take_count &&
		    ((game->rules->tables->takes_onto_sequence >> act.item & 1) || names ||
		     take_is_ambiguous(game->rules, act)))
			text_format(out, " as %s", game->rules->pile.take[act.item].name);
		if (names && act_onto(act) < own_side(game)->melds) {
			text_add(out, " to ");
			write_meld_by_cards(game, act_onto(act), out);
		}
		break;
	case ACT_MELD:
		text_add(out, "meld");
		act_write_cards(game->rules, act, out);
		if (act.item < game->rules->meld_count &&
		    meld_wants_name(game->rules, act.item, kinds, act_row(game->rules, act, kinds)))
			text_format(out, " as %s", game->rules->meld[act.item].name);
		break;
	case ACT_ADD: write_add(game, act, out); break;
	case ACT_ASK: text_add(out, "ask"); break;
	case ACT_ANSWER: text_add(out, act.yes ? "answer yes" : "answer no"); break;
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
	case ACT_TALON: text_add(out, act.yes ? "talon" : "no talon"); break;
	case ACT_STOP: text_add(out, "stop"); break;
	case ACT_JOIN: write_join(game, act, out); break;
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

/* ---- the sentence ---- */

static void write_number(int number, const char *what, struct text *out)
{
	text_format(out, "%d %s card%s", number, what, number > 1 ? "s" : "");
}

/* The cards from the hand with which a way of taking takes the pile. */
static struct composition key_cards(const struct game *game, int take)
{
	const struct composition hand = game->rules->pile.take[take].hand;

	if (game->rules->cards.wild >> pile_top(game) & 1)
		return (struct composition){ .wilds = hand.alike };
	return (struct composition){ .naturals = (uint8_t)(hand.naturals + hand.alike), .wilds = hand.wilds };
}

/* Writes them. */
static void write_key(const struct game *game, int take, struct text *out)
{
	const struct rules *rules = game->rules;
	const struct composition key = key_cards(game, take);
	bool wild = rules->cards.wild >> pile_top(game) & 1;
	int32_t onto = rules->pile.take[take].onto;

	if (key.naturals + key.wilds == 0)
		text_add(out, onto == take_onto_hand           ? "without a card from the hand"
		              : onto == take_onto_own_sequence ? "with a sequence that it fits"
		                                               : "with a meld of its rank");
	else
		text_add(out, "with ");
	if (key.naturals > 0) {
		write_number(key.naturals, "natural", out);
		text_format(out, " like the %s", rules->kind[pile_top(game)].name);
	}
	if (key.wilds > 0)
		text_add(out, key.naturals > 0 ? " and " : "");
	if (key.wilds > 0 && wild && rules->pile.take[take].alike == take_alike_of_its_rank)
		text_format(out, "%d card%s like the %s", key.wilds, key.wilds > 1 ? "s" : "",
		            rules->kind[pile_top(game)].name);
	else if (key.wilds > 0)
		write_number(key.wilds, "wild", out);
}

/* True if whoever has the cards for a way of taking has those for another one of [ways], too, which are fewer. */
static bool has_more_than_another(const struct game *game, int take, uint32_t ways)
{
	const struct composition key = key_cards(game, take);

	for (int other = 0; other < game->rules->pile.take_count; other++) {
		const struct composition less = key_cards(game, other);
		if ((ways >> other & 1) && less.naturals + less.wilds > 0 && less.naturals <= key.naturals &&
		    less.wilds <= key.wilds && less.naturals + less.wilds < key.naturals + key.wilds)
			return true;
	}
	return false;
}

/* Writes the ways in which the pile may be taken now: those that remain while it is frozen. */
static void write_ways(const struct game *game, const char *before, struct text *out)
{
	struct question about = question_with(game, pile_top(game));
	uint32_t ways = 0;
	bool owes_out;

	about.taking = true;
	for (int i = 0; i < game->rules->pile.take_count; i++)
		ways |= (uint32_t)take_condition(&about, i, &owes_out) << i;
	for (int i = 0; i < game->rules->pile.take_count; i++)
		if ((ways >> i & 1) && !has_more_than_another(game, i, ways)) {
			text_add(out, before);
			write_key(game, i, out);
			before = ", or ";
		}
}

/* Writes another way of taking the pile that is legal; false if there is none. */
static bool write_other_take(const struct game *game, struct text *out)
{
	struct acts acts;

	game_legal(game, &acts);
	for (int i = 0; i < acts.count; i++)
		if (acts.act[i].verb == ACT_TAKE) {
			text_add(out, " (legal: ");
			act_write(game, acts.act[i], out);
			text_add(out, ")");
			return true;
		}
	return false;
}

/* The path of the setting behind a reason: "going_out.canastas". */
static void write_path(const struct rules *rules, struct reason reason, struct text *out)
{
	static const char condition[] = ".when"; /* of an item: its name says enough */
	struct text path = { 0 };

	rules_path(rules, (enum row_id)reason.row, reason.item, &path);
	if (path.length > sizeof condition && groups[rows[reason.row].in].is_list &&
	    strcmp(path.bytes + path.length - strlen(condition), condition) == 0)
		text_add_bytes(out, path.bytes, path.length - strlen(condition));
	else
		text_add(out, text_read(&path));
	text_end(&path, out);
}

/* Writes "variants/ours.canasta:12" between [before] and [behind]; nothing if no file states the rule. */
static void write_place(const struct rules *rules, struct reason reason, const char *before, const char *behind,
                        struct text *out)
{
	const struct statement *statement = rules_statement(rules, (enum row_id)reason.row, reason.item);
	int line, column;

	if (statement == NULL || statement->span.source == 0)
		return;
	span_place(rules->sources, statement->span, &line, &column);
	text_format(out, "%s%s:%d%s", before, rules->sources->source[statement->span.source - 1].name, line, behind);
}

/* ": fewer than three cards lie in it", where [before] is ": " */
static void write_title(const char *before, const char *title, struct text *out)
{
	if (title == NULL)
		return;
	text_add(out, before);
	title_write(title, out);
}

/* ": 4 5 5 8" */
static void write_cards_without_meld(const struct game *game, struct text *out)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;

	text_add(out, ":");
	for (cardset kinds = kinds_without_meld(game); kinds != 0; kinds &= kinds - 1)
		for (int kind = __builtin_ctzll(kinds), i = cards_count(hand, kind); i > 0; i--)
			text_format(out, " %s", game->rules->kind[kind].name);
}

/* Writes why the player cannot go out, with its setting, which is not the one that refuses the act. */
static void write_why_not_out(const struct game *game, struct act act, struct text *out)
{
	struct reason reason = why_not_out(game);

	text_add(out, ": ");
	reason_write_sentence(game, act, reason, out);
	if (reason.row < 0)
		return;
	text_add(out, ", by ");
	write_path(game->rules, reason, out);
	write_place(game->rules, reason, " (", ")", out);
}

/* Writes why the player could not stay in, if that is simple. */
static void write_why_not_in(const struct game *game, struct text *out)
{
	if (game->turn.owes_out)
		text_add(out, ": going out is owed already");
	else if (game->seat[game->turn.seat].size < 2)
		text_add(out, ": there is no card to keep besides the discard");
}

/* Writes what obliges the player to go out. */
static void write_why_owed(const struct rules *rules, struct reason reason, struct text *out)
{
	const char *title = reason.row >= 0 ? rules_item_title(rules, rows[reason.row].in, reason.item) : NULL;

	if (reason.row == ROW_meld_begun || reason.row == ROW_take_when) {
		text_add(out, reason.row == ROW_meld_begun
		                      ? ": she has begun a meld that only a player who goes out may begin"
		                      : ": she has taken the pile as only a player who goes out may");
		if (title != NULL) {
			write_title(" (", title, out);
			text_add(out, ")");
		}
	} else if (reason.row == ROW_going_out_answer)
		text_add(out, ": she asked, and the partner said yes");
}

/* Writes that [act] goes out although it leaves a card, which is the discard. */
static void write_why_out(const struct game *game, struct act act, struct text *out)
{
	int laid = act.verb == ACT_MELD ? act_naturals(game->rules, act) + act_wilds(act) : act.verb == ACT_ADD ? 1 : 0;

	if (laid > 0 && game->seat[game->turn.seat].size == laid + 1 &&
	    game->rules->turn.discard == turn_discard_required)
		text_add(out, " (the one card left would be the last discard)");
}

/* Writes why no talon is to be taken: when one comes, if it was not denied to a player who opened. A condition that denied it is for others
 * to write. */
static void write_why_no_talon(const struct game *game, struct reason reason, struct text *out)
{
	if (ir_is_number(game->rules->talon.cards->ir, 0))
		text_add(out, ": this game has no talons");
	else if (game->turn.no_talon < 0)
		text_add(out, ": one is taken only in a turn in which the side opens, right after the discard");
	else if (reason.row == ROW_talon_cards)
		text_add(out, ": none is due to the side that opened");
	else if (reason.row != ROW_talon_when)
		text_add(out, reason.row == ROW_talon_leaves ? ": too few cards are left in the stock"
		                                             : ": no cards are left of those set aside for it");
}

/* The numbers of natural and wild cards in the meld after the act, or those laid for a new meld. */
static struct composition cards_after(const struct game *game, struct act act, bool joins)
{
	const struct rules *rules = game->rules;
	const bool wild = act.kind < rules->kinds && (rules->cards.wild >> act.kind & 1);
	const bool with_card = act.verb != ACT_MELD; /* the card added, or the top of the pile */
	const struct side *side = own_side(game);
	const bool named =
		act.verb == ACT_TAKE && (rules->tables->takes_name_meld >> act.item & 1) && act_onto(act) >= 0;
	const struct meld *meld = act.verb == ACT_ADD || act.verb == ACT_JOIN ? &side->meld[act.item]
	                          : joins && named                            ? &side->meld[act_onto(act)]
	                          : joins                                     ? meld_of(side, rank_of(rules, act.kind))
	                                                                      : NULL;
	struct composition cards = { .naturals = (uint8_t)(act_naturals(rules, act) + (with_card && !wild)),
		                     .wilds = (uint8_t)(act_wilds(act) + (with_card && wild)) };
	struct meld_cards after;

	if ((act.verb == ACT_ADD && meld->cards.sequence > 0 && sequence_after(game, act, &after)) ||
	    (act.verb == ACT_JOIN && melds_together(rules, meld, &side->meld[act.joined], &after)))
		return (struct composition){ .naturals = after.naturals, .wilds = after.wilds };

	if (meld != NULL) {
		cards.naturals = (uint8_t)(cards.naturals + meld->cards.naturals);
		cards.wilds = (uint8_t)(cards.wilds + meld->cards.wilds);
	}
	return cards;
}

/* ": of 3 cards at most 1 may be wild" */
static void write_limit(const struct game *game, struct act act, struct reason reason, struct text *out)
{
	const struct composition cards = cards_after(game, act, reason.refusal == REFUSAL_MELD_FULL);
	const int all = cards.naturals + cards.wilds;
	const char *has = reason.refusal == REFUSAL_MELD_FULL ? "it may have" : "a meld of this kind has", *what;
	int least, most, have;

	if (reason.row == ROW_meld_built && cards.wilds > 0) {
		text_format(out, ": %s no wild cards", has);
		return;
	}
	if (reason.row == ROW_meld_shape) {
		text_format(out, ": of %d cards %d would be wild", all, cards.wilds);
		return;
	}
	if (reason.row != ROW_meld_size && reason.row != ROW_meld_naturals && reason.row != ROW_meld_wilds)
		return;
	if (!rules_limit(game->rules, reason.item, reason.row, all, &least, &most))
		return;
	what = reason.row == ROW_meld_wilds ? "wild" : "natural";
	have = reason.row == ROW_meld_size ? all : reason.row == ROW_meld_wilds ? cards.wilds : cards.naturals;
	if (have >= least && have <= most)
		return;
	if (reason.row == ROW_meld_size)
		text_format(out, ": %s at %s %d cards", has, have < least ? "least" : "most",
		            have < least ? least : most);
	else if (have > most && most == 0)
		text_format(out, ": %s no %s cards", has, what);
	else
		text_format(out, ": of %d cards at %s %d %s %s", all, have < least ? "least" : "most",
		            have < least ? least : most, have < least ? "must be" : "may be", what);
}

/* True if the acts in [words] are legal, one after the other. */
static bool all_legal(const struct game *from, const char *words)
{
	struct act acts[2 * MELD_CARDS_MAX];
	struct game game = *from;
	struct text why = { 0 };
	int count = acts_parse(&game, words, acts, 2 * MELD_CARDS_MAX, &why), at = 0;

	text_free(&why);
	while (at < count && game_refusal(&game, acts[at]).refusal == REFUSAL_NONE)
		game_apply(&game, acts[at++]);
	return count > 0 && at == count;
}

/* "; add the cards to it: add K K 2 to K", if that is legal. */
static void write_adding(const struct game *game, struct act act, struct text *out)
{
	const struct rules *rules = game->rules;
	struct text words = { 0 };

	text_add(&words, "add");
	act_write_cards(rules, act, &words);
	if (act_wilds(act) > 0)
		text_format(&words, " to %s", act_naturals(rules, act) > 0 ? rules->kind[act.kind].rank_name : "wild");
	if (all_legal(game, text_read(&words)))
		text_format(out, "; add the cards to it: %s", words.bytes);
	text_free(&words);
}

/* Writes what the player could do instead and what is missing, if that is simple. */
static void write_repair(const struct game *game, struct act act, struct reason reason, struct text *out)
{
	switch (reason.refusal) {
	case REFUSAL_BELOW_MINIMUM:
	case REFUSAL_MINIMUM_OWED:
	case REFUSAL_PILE_WAITS:
		if (reason.have < reason.need)
			text_format(out, " (%d short)", (int)(reason.need - reason.have));
		break;
	case REFUSAL_MELD_EXISTS: write_adding(game, act, out); break;
	case REFUSAL_MELD_COMPOSITION:
	case REFUSAL_MELD_FULL: write_limit(game, act, reason, out); break;
	case REFUSAL_NOT_IN_HAND:
		if (reason.kind >= 0)
			text_format(out, " (held: %d)", cards_count(&game->seat[game_to_act(game)].hand, reason.kind));
		if (reason.kind >= 0 && cards_count(&game->seat[game_to_act(game)].laid, reason.kind) > 0)
			text_add(out, game->rules->bonus.laid == bonus_laid_at_once
			                      ? "; such a card is laid out as soon as it comes to the hand"
			                      : "; such a card was laid out and stays on the table");
		break;
	case REFUSAL_BANNED_DISCARD:
	case REFUSAL_NO_DISCARD_LEFT:
	case REFUSAL_OUT_BANNED: /* the title of a ban names cards */
		write_title("; the rules forbid ", game->rules->discard.ban[reason.item].title, out);
		break;
	case REFUSAL_PILE_BLOCKED_NOW: write_title(": ", game->rules->pile.block[reason.item].title, out); break;
	case REFUSAL_PILE_FROZEN:
		write_ways(game, ": it is taken only ", out);
		(void)write_other_take(game, out);
		break;
	case REFUSAL_TAKE_NEEDS_MELD:
		if (!write_other_take(game, out) && act_naturals(game->rules, act) + act_wilds(act) == 0)
			write_ways(game, "; the pile is taken only ", out);
		break;
	case REFUSAL_TAKE_CONDITION:
	case REFUSAL_TAKE_NEEDS_NEW: (void)write_other_take(game, out); break;
	case REFUSAL_NO_SUCH_TAKE:
		if (game->pile_size > 0) {
			write_ways(game, ": it is taken only ", out);
			(void)write_other_take(game, out);
		}
		break;
	case REFUSAL_KEEP_A_CARD:
	case REFUSAL_CONTRACT:
	case REFUSAL_ASK_FIRST:
	case REFUSAL_ASK_LATE:
	case REFUSAL_ASK_USED:
	case REFUSAL_SAID_NO: write_why_out(game, act, out); break;
	case REFUSAL_OUT_OWED:
	case REFUSAL_MUST_GO_OUT: write_why_owed(game->rules, reason, out); break;
	case REFUSAL_NO_TALON: write_why_no_talon(game, reason, out); break;
	case REFUSAL_ADD_NOWHERE:
		if (act.verb == ACT_JOIN)
			text_add(out, ": it has none with just the cards that are named");
		else if (act.kind < game->rules->kinds && !(game->rules->cards.wild >> act.kind & 1))
			text_format(out, ": none of its melds takes the %s", game->rules->kind[act.kind].name);
		break;
	case REFUSAL_ASKING_POINTLESS: write_why_not_out(game, act, out); break;
	case REFUSAL_ASKING_BOUND: write_why_not_in(game, out); break;
	case REFUSAL_OUT_CARDS: write_cards_without_meld(game, out); break;
	default: break;
	}
}

/* The sentence that says why a sequence of the side does not take the card that [act] adds to it. */
static const char *sequence_sentence(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;
	const struct meld *meld = &own_side(game)->meld[act.item];
	const struct form *form = &rules->form[meld->form];
	int suit = sequence_suit(rules, &meld->cards), size = meld->cards.naturals + meld->cards.wilds;
	unsigned own = sequence_places(rules, form, suit, UINT64_C(1) << act.kind);
	unsigned taken = form->moves ? meld->cards.places : ((1u << size) - 1) << meld->cards.sequence;
	bool wild = rules->cards.wild >> act.kind & 1;

	if (!wild && !(form->sequence >> act.kind & 1))
		return "the %k has no place in such a sequence";
	if (!wild && rules->kind[act.kind].suit != suit)
		return "the %k is of another suit than this sequence";
	if (wild || size >= set_size(form->places[suit]))
		return "this sequence has no free place for the %k";
	return (own & ~taken) == 0 ? "the place of the %k in this sequence is taken"
	                           : "the %k does not follow the cards of this sequence";
}

/* The sentence that says which melds are put together. */
static const char *join_sentence(const struct rules *rules)
{
	bool ranks = false, sequences = false;

	for (int i = 0; i < rules->meld_count; i++)
		if (rules->meld[i].joined != meld_joined_never)
			*(rules->form[i].sequence != 0 ? &sequences : &ranks) = true;
	return ranks && sequences ? refusal_sentence(REFUSAL_JOIN_APART)
	       : ranks            ? "only two melds of one rank are put together"
	       : sequences        ? "only two sequences of which one follows the other are put together"
	                          : "melds are never put together in this game";
}

/* The sentence for a reason: that of its refusal, or one that says more of the melds on the table and of this game's rules. */
static const char *sentence_of(const struct game *game, struct act act, struct reason reason)
{
	if (reason.refusal == REFUSAL_JOIN_APART)
		return join_sentence(game->rules);
	if (reason.refusal == REFUSAL_ADD_OTHER_RANK && reason.row == ROW_meld_built)
		return sequence_sentence(game, act);
	return refusal_sentence(reason.refusal);
}

void reason_write_sentence(const struct game *game, struct act act, struct reason reason, struct text *out)
{
	struct text sentence = { 0 };

	club_say(game->rules, sentence_of(game, act, reason), &sentence);
	for (const char *at = text_read(&sentence); *at != '\0'; at++) {
		if (at[0] != '%')
			text_add_bytes(out, at, 1);
		else if (*++at == 'h')
			text_add_number(out, reason.have);
		else if (*at == 'n')
			text_add_number(out, reason.need);
		else if (*at == 'c')
			club_say(game->rules, reason.need == 1 ? "canasta" : "canastas", out);
		else
			text_add(out, reason.kind >= 0 && reason.kind < game->rules->kinds
			                      ? game->rules->kind[reason.kind].name
			                      : "card");
	}
	text_end(&sentence, out);
	write_repair(game, act, reason, out);
}

/* ---- the clause ---- */

/* True if [words] cite [id]. */
static bool is_cited(const char *words, const char *id)
{
	size_t length = strlen(id);

	while ((words = strchr(words, '@')) != NULL) {
		words++;
		if (strncmp(words, id, length) == 0 && (words[length] == ' ' || words[length] == '\0'))
			return true;
	}
	return false;
}

void reason_write_clause(const struct rules *rules, struct reason reason, struct text *out)
{
	const struct cell *cell;

	if (reason.row < 0 || reason.row >= ROW_COUNT)
		return;
	cell = rules_cell(rules, (enum row_id)reason.row, reason.item);
	write_path(rules, reason, out);
	write_place(rules, reason, ", ", "", out);
	if (cell->statement == NULL)
		text_add(out, ", not stated");
	/* Each statement once, though several parts of a value cite it. */
	for (struct setting_notes at = notes_of(cell); notes_next(&at);)
		for (const struct note *note = at.notes; note != NULL; note = note->next)
			if (note->kind == NOTE_CITE && !is_cited(text_read(out), note->text))
				text_format(out, " @%s", note->text);
}

void reason_write(const struct game *game, struct act act, struct reason reason, struct text *out)
{
	struct text clause = { 0 };

	reason_write_sentence(game, act, reason, out);
	reason_write_clause(game->rules, reason, &clause);
	if (clause.length > 0)
		text_format(out, " [%s]", clause.bytes);
	text_end(&clause, out);
}
