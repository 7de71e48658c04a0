/* act_parser.c -- parses a line as acts. Each clause of it begins with a verb. It is parsed in the position after the clauses before
 * it, so that "take K K; add 2 to K" makes sense. */
#include "notation/act_parser.h"

#include <string.h>
#include <strings.h>
#include "grammar/text.h"
#include "notation/lexer.h"

void parser_fail(struct act_parser *at, const char *sentence)
{
	if (!at->failed)
		text_add(at->why, sentence);
	at->failed = true;
}

void parser_add_act(struct act_parser *at, struct act act)
{
	if (at->count >= at->room) {
		parser_fail(at, MESSAGE_TOO_MANY_ACTS);
		return;
	}
	at->acts[at->count++] = act;
	at->stuck = at->stuck || game_refusal(&at->game, act).refusal != REFUSAL_NONE;
	at->brought = at->as_seen && !at->stuck && act_brings_cards(&at->game, act);
	at->stuck = at->stuck || at->brought;
	if (!at->stuck)
		game_apply(&at->game, act);
}

/* ---- clauses ---- */

static void read_meld(struct act_parser *at)
{
	int said = 0;

	while (!at->failed && !line_clause_ends(at->line)) {
		struct named_cards cards = parser_read_cards(at);
		int form = parser_read_name(at, GROUP_meld);
		if (at->failed)
			return;
		if (line_is(at->line, "to") || line_is(at->line, "under"))
			parser_fail(at, MESSAGE_MELD_TO);
		else if (cards.naturals + cards.wilds > 0)
			parser_add_meld(at, &cards, form), said++;
		line_accept(at->line, ",");
	}
	if (said == 0)
		parser_fail(at, MESSAGE_WHICH_MELD);
}

static void read_add(struct act_parser *at)
{
	int said = 0;

	while (!at->failed && !line_clause_ends(at->line)) {
		bool as_wild = at->game.rules->sequences && line_accept(at->line, "wild");
		struct named_cards cards = parser_read_cards(at);
		enum manner manner = as_wild ? AS_WILD : line_is(at->line, "under") ? UNDER : IN_PLACE;
		int meld = parser_read_meld_meant(at);
		if (at->failed)
			return;
		if (cards.naturals + cards.wilds > 0)
			parser_add_additions(at, cards, meld, manner), said++;
		else if (!line_accept(at->line, ","))
			break;
		line_accept(at->line, ",");
	}
	if (said == 0)
		parser_fail(at, MESSAGE_WHICH_ADDITION);
}

static bool is_legal(const struct act_parser *at, struct act act)
{
	return game_refusal(&at->game, act).refusal == REFUSAL_NONE;
}

/* The meld to which way [item] of taking adds the top card, as act_onto() says: -1 for the one that meld_of[] leads to, or if the card
 * fits no sequence. */
static int choose_meld(const struct act_parser *at, int item, struct act act)
{
	bool sequence = at->game.rules->tables->takes_onto_sequence >> item & 1;
	int chosen = -1;

	act.item = (uint8_t)item;
	act_set_onto(&act, -1);
	if (!sequence && is_legal(at, act))
		return -1;
	for (int i = own_side(&at->game)->melds - 1; i >= 0; i--) {
		const struct meld *meld = &own_side(&at->game)->meld[i];
		act_set_onto(&act, i);
		if ((meld->cards.sequence > 0) == sequence && meld_fits(at->game.rules, meld, act.kind) &&
		    ((sequence && chosen < 0) || is_legal(at, act)))
			chosen = i;
	}
	return chosen;
}

/* The way of taking the pile that these cards are for, the first legal one if there are several; -1 if there is none. */
static int choose_take(const struct act_parser *at, struct act act)
{
	const struct rules *rules = at->game.rules;
	int chosen = -1;
	bool joins = false; /* there is a meld for that one */

	for (int i = 0; i < rules->pile.take_count; i++) {
		bool names = rules->tables->takes_name_meld >> i & 1;
		uint8_t count = act.count;
		if (!take_wants(rules, i, act) || (names && has_naturals(act)))
			continue;
		act.item = (uint8_t)i;
		if (names)
			act_set_onto(&act, choose_meld(at, i, act));
		if (is_legal(at, act))
			return i;
		bool lacks_meld = game_refusal(&at->game, act).refusal == REFUSAL_TAKE_NEEDS_MELD;
		act.count = count;
		if (chosen < 0 || (!joins && !lacks_meld))
			chosen = i, joins = !lacks_meld;
	}
	return chosen;
}

/* True if a refusal says that the cards are not there with which a take is tried: in the hand, or a meld that the top card joins. */
static bool lacks_cards(enum refusal refusal)
{
	return refusal == REFUSAL_NOT_IN_HAND || refusal == REFUSAL_TAKE_NEEDS_MELD || refusal == REFUSAL_NO_SUCH_TAKE;
}

/* True if the hand has all cards that a take lays from it. */
static bool is_in_hand(const struct act_parser *at, struct act take)
{
	const struct rules *rules = at->game.rules;
	const struct cards *hand = &at->game.seat[at->game.turn.seat].hand;
	bool all = true;

	for (int kind = 0; kind < rules->kinds && all; kind++)
		all = act_naturals_of(rules, take, kind) <= cards_count(hand, kind);
	for (int wild = 0; wild < rules->wild_kinds && all; wild++)
		all = act_wild(take, wild) <= cards_count(hand, rules->wild_kind[wild]);
	return all;
}

/* What is tried by a `take` that is not legal: [bare], if there is a way or a meld for that; else one for which the hand has the cards, or
 * [bare], which lacks them; if all ways are closed, the first of these. */
static struct act take_tried(const struct act_parser *at, struct act bare)
{
	struct acts candidates;
	struct act closed = bare;
	bool lacking = false, any = false;

	if (!lacks_cards(game_refusal(&at->game, bare).refusal))
		return bare;
	game_candidates(&at->game, &candidates);
	for (int i = 0; i < candidates.count; i++) {
		struct act act = candidates.act[i];
		if (act.verb != ACT_TAKE)
			continue;
		if (lacks_cards(game_refusal(&at->game, act).refusal))
			lacking = true;
		else if (is_in_hand(at, act))
			return act;
		else if (!any)
			closed = act, any = true;
	}
	return lacking ? bare : closed;
}

/* What `take` alone means: the take without cards from the hand or, if that is not legal, the only legal take. If
 * several are legal they are listed; if none is, it is one that the hand has the cards for, which is refused. */
static struct act take_meant(struct act_parser *at, struct act bare)
{
	struct acts acts;
	struct act meant = bare;
	int count = 0;

	if (is_legal(at, bare))
		return bare;
	game_legal(&at->game, &acts);
	for (int i = 0; i < acts.count; i++)
		if (acts.act[i].verb == ACT_TAKE && count++ == 0)
			meant = acts.act[i];
	if (count < 2 || at->failed)
		return count == 0 ? take_tried(at, bare) : meant;
	parser_fail(at, MESSAGE_WHICH_TAKE);
	for (int i = 0, named = 0; i < acts.count; i++)
		if (acts.act[i].verb == ACT_TAKE) {
			text_add(at->why, named++ == 0 ? ": " : ", ");
			act_write(&at->game, acts.act[i], at->why);
		}
	return meant;
}

/* True if a card is of the rank of the top card of the pile. */
static bool is_of_top_rank(const struct act_parser *at, int kind)
{
	return rank_of(at->game.rules, kind) == rank_of(at->game.rules, pile_top(&at->game));
}

/* Accepts "kings" where a king is the top card: how many there are is not said, so whatever way is legal is meant. */
static bool accept_rank_of_top(struct act_parser *at)
{
	const int from = at->line->at;
	const char *word;
	size_t length;
	int used, kind;

	while (line_skip_filler(at->line))
		;
	word = line_word(at->line);
	length = strlen(word);
	kind = length > 3 && word[length - 1] == 's' && at->game.pile_size > 0
	               ? card_parse(at->game.rules, &at->game, at->line, at->line->at, &used, NULL)
	               : -1;
	if (kind >= 0 && used == 1 && is_of_top_rank(at, kind)) {
		at->line->at++;
		if (line_clause_ends(at->line) || line_is(at->line, "to"))
			return true;
	}
	at->line->at = from;
	return false;
}

/* Reads the cards that take the pile. If they are of several ranks (a two may be no wild card here), returns those of
 * another rank than the top card, which is enough to refuse the act. */
static struct named_cards read_taking_cards(struct act_parser *at)
{
	struct named_cards cards = { .kind = -1 };

	if (line_is(at->line, ",") || accept_rank_of_top(at))
		return cards;
	cards = parser_read_cards(at);
	for (int from = -1; at->line->at != from && !at->failed && !line_clause_ends(at->line) &&
	                    !name_is_said(at->game.rules, at->line) && !line_is(at->line, "to");) {
		struct named_cards more;
		from = at->line->at; /* a word that no card begins with is left for the reader of takes */
		more = parser_read_cards(at);
		if (at->game.pile_size > 0 && more.kind >= 0 &&
		    at->game.rules->lead[cards.kind >= 0 ? cards.kind : 0] == at->game.rules->lead[pile_top(&at->game)])
			cards = more;
	}
	return cards;
}

/* True if a take in way [item] need not name this meld, because meld_of[] leads to it for the rank of the top card. */
static bool stands_for_rank(const struct act_parser *at, int item, int meld)
{
	const struct game *game = &at->game;

	return !(game->rules->tables->takes_onto_sequence >> item & 1) && game->pile_size > 0 &&
	       own_side(game)->meld_of[pile_top(game)] == meld;
}

/* `take all`, where `take as all` was meant: fails with that. Where no way of taking has this name, `all` is the whole pile. */
static void refuse_name_of_take(struct act_parser *at)
{
	int used;
	bool is_card = card_parse(at->game.rules, &at->game, at->line, at->line->at, &used, NULL) >= 0;

	for (int i = 0; i < at->game.rules->pile.take_count && !at->failed && !is_card; i++)
		if (line_is(at->line, at->game.rules->pile.take[i].name)) {
			at->failed = true;
			text_format(at->why, MESSAGE_SAY_AS, line_word(at->line), line_word(at->line));
		}
	if (!at->failed && (line_accept(at->line, "all") || line_accept(at->line, "whole")))
		while (line_skip_filler(at->line))
			;
}

/* The way of taking the pile that lays its top card on the meld that is named next, and if none is legal the first that goes with the cards and
 * with such a meld; -1 if no meld is named, or there is no such way. */
static int choose_take_onto(const struct act_parser *at, struct act act)
{
	const struct rules *rules = at->game.rules;
	struct line line = *at->line;
	struct act_parser ahead = *at;
	struct text why = { 0 };
	int meld, chosen = -1;

	if (!line_is(&line, "to") || rules->tables->takes_name_meld == 0)
		return -1;
	ahead.line = &line;
	ahead.why = &why;
	meld = parser_read_meld_meant(&ahead);
	text_free(&why); /* read_take() reads the name again, and tells what is wrong with it */
	if (meld < 0 || meld >= own_side(&at->game)->melds)
		return -1;
	for (int i = 0; i < rules->pile.take_count; i++) {
		bool sequence = rules->tables->takes_onto_sequence >> i & 1;
		if (!(rules->tables->takes_name_meld >> i & 1) || !take_wants(rules, i, act) || has_naturals(act) ||
		    sequence != (own_side(&at->game)->meld[meld].cards.sequence > 0))
			continue;
		struct act with = act;
		with.item = (uint8_t)i;
		act_set_onto(&with, stands_for_rank(at, i, meld) ? -1 : meld);
		if (is_legal(at, with))
			return i;
		chosen = chosen < 0 ? i : chosen;
	}
	return chosen;
}

static void read_take(struct act_parser *at)
{
	if (!line_is_at_end(at->line))
		refuse_name_of_take(at);
	struct named_cards cards = read_taking_cards(at);
	int item = parser_read_name(at, GROUP_take);
	struct act act = { .verb = ACT_TAKE };
	bool bare = item < 0 && cards.naturals + cards.wilds == 0;

	if (at->failed)
		return;
	if (cards.naturals > 0)
		act.kind = (uint8_t)cards.kind;
	if (at->game.pile_size > 0 && (cards.naturals == 0 || (!cards.in_row && is_of_top_rank(at, cards.kind))))
		act.kind = (uint8_t)pile_top(&at->game);
	act_set_cards(at->game.rules, &cards, &act);
	if (item < 0)
		item = choose_take_onto(at, act);
	if (item < 0)
		item = choose_take(at, act);
	act.item = item < 0 ? 0 : (uint8_t)item;
	if (at->game.rules->tables->takes_name_meld >> act.item & 1) {
		int meld = parser_read_meld_meant(at);
		bare = bare && meld < 0;
		if (meld < 0)
			meld = choose_meld(at, act.item, act);
		else if (stands_for_rank(at, act.item, meld))
			meld = -1;
		act_set_onto(&act, lesser(meld, NOBODY - 1));
	}
	if (bare)
		act = take_meant(at, act);
	if (!at->failed)
		parser_add_act(at, act);
	if (!at->failed && !line_clause_ends(at->line) && !line_is(at->line, ","))
		parser_fail(at, MESSAGE_CARDS_THAT_TAKE);
}

static void read_discard(struct act_parser *at)
{
	int kind;

	while (line_skip_filler(at->line))
		;
	if (line_clause_ends(at->line)) {
		parser_fail(at, MESSAGE_WHICH_DISCARD);
		return;
	}
	kind = parser_read_card(at);
	if (kind < 0)
		return;
	if (!line_clause_ends(at->line) && !line_is(at->line, ","))
		parser_fail(at, MESSAGE_ONE_DISCARD);
	else
		parser_add_act(at, (struct act){ .verb = ACT_DISCARD, .kind = (uint8_t)kind });
}

static struct act join_of(int one, int other)
{
	int first = lesser(one, other);

	return act_of(ACT_JOIN, (unsigned)first, 0, (unsigned)(one + other - first));
}

/* The only other meld of the rank of meld [index], which is no sequence; -1 if there is none, or several. */
static int only_one_like(const struct side *side, int index)
{
	int found = -1, count = 0;

	for (int i = 0; i < side->melds && index < side->melds; i++)
		if (i != index && side->meld[i].cards.sequence == 0 && side->meld[index].cards.sequence == 0 &&
		    side->meld[i].cards.kind == side->meld[index].cards.kind)
			found = i, count++;
	return count == 1 ? found : -1;
}

/* Reads two melds to put together: one `to` another, or the only two of a rank. */
static void read_join(struct act_parser *at)
{
	struct game drawn = at->game;
	struct acts acts;
	int other, meld = 0, found = 0;

	while (line_skip_filler(at->line))
		;
	other = parser_read_named_meld(at, -1);
	if (at->failed)
		return;
	if (line_accept(at->line, "to")) {
		int behind = at->line->at;
		meld = parser_read_named_meld(at, -1);
		if (meld == other && meld != NOBODY) { /* both were named by the same cards */
			at->line->at = behind;
			meld = parser_read_named_meld(at, other);
		}
		if (!at->failed)
			parser_add_act(at, join_of(meld, other));
		return;
	}
	if (drawn.phase == PHASE_DRAW)
		drawn.phase = PHASE_MELD; /* the melds that are meant lie there before the draw, too */
	game_legal(&drawn, &acts);
	for (int i = 0; i < acts.count; i++)
		if (acts.act[i].verb == ACT_JOIN && (acts.act[i].item == other || acts.act[i].joined == other) &&
		    found++ == 0)
			meld = i;
	meld = found == 1   ? acts.act[meld].item + acts.act[meld].joined - other
	       : found == 0 ? only_one_like(own_side(&at->game), other)
	                    : -1;
	if (meld >= 0)
		parser_add_act(at, join_of(meld, other));
	else
		parser_fail(at, MESSAGE_WHICH_JOINED);
}

/* Reads bonus cards to lay out; other cards after `lay` are melded. */
static void read_laying(struct act_parser *at)
{
	while (!at->failed && !line_clause_ends(at->line)) {
		int kind;
		if (line_skip_filler(at->line) || line_accept(at->line, ",") || line_accept(at->line, "out"))
			continue;
		kind = parser_read_card(at);
		if (kind >= 0)
			parser_add_act(at, (struct act){ .verb = ACT_LAY, .kind = (uint8_t)kind });
	}
}

/* True if the words after `lay` begin with a bonus card. */
static bool lays_bonus(const struct act_parser *at)
{
	int kind = parser_next_natural(at);

	return kind >= 0 && (at->game.rules->bonus.cards >> kind & 1);
}

static void add_talon(struct act_parser *at, bool yes)
{
	parser_add_act(at, (struct act){ .verb = ACT_TALON, .count = yes });
}

static void read_answer(struct act_parser *at)
{
	bool yes = line_accept(at->line, "yes") || line_accept(at->line, "y");

	if (!yes && !line_accept(at->line, "no") && !line_accept(at->line, "n")) {
		parser_fail(at, MESSAGE_YES_OR_NO);
		return;
	}
	if (line_accept(at->line, "talon") || at->game.phase == PHASE_TALON)
		add_talon(at, yes);
	else
		parser_add_act(at, (struct act){ .verb = ACT_ANSWER, .count = yes });
}

/* Reads the name of a special hand; without one, finds the special hand that the hand is. */
static void read_special(struct act_parser *at)
{
	cardset now = specials_now(&at->game);
	int item = now != 0 ? __builtin_ctzll(now) : 0;

	if (at->game.rules->special_count == 0)
		parser_fail(at, MESSAGE_NO_SPECIAL_HANDS);
	else if (!line_clause_ends(at->line))
		item = parser_read_item(at, GROUP_special);
	else if (now == 0 && at->game.rules->special_count > 1) {
		const struct rules *rules = at->game.rules;
		parser_fail(at, MESSAGE_NO_SPECIAL_HAND);
		for (int i = 0; i < rules->special_count; i++)
			text_format(at->why, "%s %s", i == 0 ? "" : ",", rules->special[i].name);
	}
	if (!at->failed)
		parser_add_act(at, (struct act){ .verb = ACT_SPECIAL, .item = (uint8_t)item });
}

/* The sentence for a word that players say and that is no act, or NULL. */
static const char *meant_by_word(const struct line *line)
{
	static const struct {
		const char *word, *sentence;
	} meant[] = {
		{ "pass", MESSAGE_NOBODY_PASSES },     { "go", MESSAGE_NOBODY_SAYS_OUT },
		{ "out", MESSAGE_NOBODY_SAYS_OUT },    { "close", MESSAGE_NOBODY_SAYS_OUT },
		{ "finish", MESSAGE_NOBODY_SAYS_OUT }, { "end", MESSAGE_NOBODY_SAYS_OUT },
		{ "legal", MESSAGE_ACT_ALONE },        { "illegal", MESSAGE_ACT_ALONE },
		{ "allow", MESSAGE_ACT_ALONE },        { "refuse", MESSAGE_ACT_ALONE },
		{ "can", MESSAGE_ACT_ALONE },          { "may", MESSAGE_ACT_ALONE },
		{ "is", MESSAGE_ACT_ALONE },           { "do", MESSAGE_ACT_ALONE },
		{ "freeze", MESSAGE_CARD_DOES_IT },    { "block", MESSAGE_CARD_DOES_IT },
		{ "play", MESSAGE_WHAT_TO_DO },        { "put", MESSAGE_WHAT_TO_DO },
		{ "place", MESSAGE_WHAT_TO_DO },
	};

	for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
		if (line_is(line, meant[i].word))
			return meant[i].sentence;
	return NULL;
}

static void refuse_word(struct act_parser *at)
{
	const char *meant = meant_by_word(at->line);
	const char *near = line_nearest_verb(at->line);
	struct text word = { 0 };
	int used;

	at->failed = true;
	if (card_parse(at->game.rules, &at->game, at->line, at->line->at, &used, NULL) >= 0) {
		text_add(at->why, MESSAGE_WHAT_TO_DO);
		return;
	}
	if (meant != NULL) {
		text_add(at->why, meant);
		return;
	}
	line_quote(at->line, at->line->at, &word);
	text_format(at->why, MESSAGE_NO_ACT, text_read(&word));
	text_end(&word, at->why);
	if (near != NULL)
		text_format(at->why, MESSAGE_DID_YOU_MEAN, near);
	else
		text_add(at->why, MESSAGE_ACTS_THERE_ARE);
}

static void read_clause(struct act_parser *at)
{
	int verb = line_first_verb(at->line);
	bool answer =
		line_is(at->line, "yes") || line_is(at->line, "no") || line_is(at->line, "y") || line_is(at->line, "n");
	bool lay = line_is(at->line, "lay");

	if (verb < 0) {
		refuse_word(at);
		return;
	}
	at->line->at += !answer;
	switch ((enum verb)verb) {
	case ACT_DRAW:
		if (!line_accept(at->line, "a"))
			line_accept(at->line, "one");
		while (line_skip_filler(at->line))
			;
		parser_add_act(at, (struct act){ .verb = ACT_DRAW });
		break;
	case ACT_TAKE: read_take(at); break;
	case ACT_MELD:
		if (lay && lays_bonus(at))
			read_laying(at);
		else
			read_meld(at);
		break;
	case ACT_ADD: read_add(at); break;
	case ACT_ASK:
		while (line_skip_filler(at->line) || line_accept(at->line, "partner"))
			;
		parser_add_act(at, (struct act){ .verb = ACT_ASK });
		break;
	case ACT_ANSWER: read_answer(at); break;
	case ACT_DISCARD: read_discard(at); break;
	case ACT_SPECIAL: read_special(at); break;
	case ACT_LAY: read_laying(at); break;
	case ACT_TALON: add_talon(at, true); break;
	case ACT_STOP: parser_add_act(at, (struct act){ .verb = ACT_STOP }); break;
	case ACT_JOIN: read_join(at); break;
	case VERBS: break;
	}
}

/* True if no act may follow the act that was parsed last. */
static bool ends_line(const struct act_parser *at, int player)
{
	if (at->stuck)
		return false;
	return at->game.phase == PHASE_OVER || (!at->everybody && game_to_act(&at->game) != player);
}

/* Parses clauses up to the end of the line, or to an act that brings cards nobody has seen. */
static int read_line(struct act_parser *at)
{
	struct line *line = at->line;
	int player = game_to_act(&at->game);

	if (line_is_at_end(line))
		parser_fail(at, MESSAGE_NOTHING_SAID);
	while (!at->failed && !at->brought && !line_is_at_end(line)) {
		read_clause(at);
		while (!at->failed && (line_accept(line, ";") || line_accept(line, ",") || line_accept(line, "then") ||
		                       line_accept(line, "and")))
			;
		if (!at->failed && !line_is_at_end(line) && ends_line(at, player))
			parser_fail(at, at->game.phase == PHASE_OVER ? MESSAGE_DEAL_IS_OVER : MESSAGE_NOT_HER_TURN);
	}
	return at->failed ? 0 : at->count;
}

int acts_parse_line(const struct game *game, struct line *line, enum line_players players, struct act *acts, int room,
                    struct text *why)
{
	struct act_parser at = {
		.game = *game, .line = line, .everybody = players == LINE_OF_ALL, .acts = acts, .room = room, .why = why
	};

	return read_line(&at);
}

int acts_parse_seen(const struct game *game, const char *words, struct act *acts, int room, const char **rest,
                    struct text *why)
{
	struct line line;
	struct act_parser at = {
		.game = *game, .line = &line, .as_seen = true, .acts = acts, .room = room, .why = why
	};
	int count = 0;

	if (line_cut(&line, words, strlen(words), LINE_TYPED))
		count = read_line(&at);
	else
		text_add(why, MESSAGE_LINE_TOO_LONG);
	*rest = count == 0 || line_is_at_end(&line) ? "" : words + line.word[line.at].from;
	return count;
}

int acts_parse(const struct game *game, const char *words, struct act *acts, int room, struct text *why)
{
	struct line line;

	if (line_cut(&line, words, strlen(words), LINE_TYPED))
		return acts_parse_line(game, &line, LINE_OF_ONE, acts, room, why);
	text_add(why, MESSAGE_LINE_TOO_LONG);
	return 0;
}

bool act_is_line(const char *words)
{
	struct line line;

	(void)line_cut(&line, words, strlen(words), LINE_TYPED); /* of a line that is too long the first word is enough */
	return line_first_verb(&line) >= 0;
}

bool draw_parse(const struct rules *rules, const struct game *game, struct line *line, struct row_of_cards *drawn,
                struct text *why)
{
	int from;

	if (line_verb(line, VERB_SHORT) != ACT_DRAW)
		return true;
	from = ++line->at;
	/* "a card" is not an ace */
	if (line->at + 1 < line->count && strcmp(line->word[line->at + 1].text, "card") == 0)
		line->at++;
	while (line_skip_filler(line))
		;
	if (line->at + 1 < line->count && strcmp(line->word[line->at + 1].text, "cards") == 0) {
		text_add(why, MESSAGE_NO_NUMBER_DRAWN);
		return false;
	}
	if (!cards_parse(rules, game, line, drawn, why))
		return false;
	line_leave_out(line, from, line->at);
	line->at = from - 1;
	return true;
}

bool cards_parse(const struct rules *rules, const struct game *game, struct line *line, struct row_of_cards *cards,
                 struct text *why)
{
	while (!line_clause_ends(line)) {
		int used, kind;
		if (line_accept(line, ","))
			continue;
		kind = card_parse(rules, game, line, line->at, &used, why);
		if (kind < 0)
			return false;
		if (cards->count == DECK_MAX) {
			text_add(why, MESSAGE_LINE_TOO_LONG);
			return false;
		}
		row_add(cards, kind);
		line->at += used;
	}
	return true;
}
