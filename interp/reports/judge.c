/* judge.c -- judging a dispute. The position is parsed as that of a ruling, the acts are tried one by one, and the first
 * that is refused decides. Nothing that the position leaves open matters to the verdict: hands of others and the order of
 * the stock are made up, and no condition of an act asks for them. */
#include "reports/judge.h"

#include <string.h>
#include "game/question.h"
#include "notation/act_text.h"
#include "notation/position_text.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/reports.h"
#include "rules/library.h"
#include "rules/options.h"

/* A dispute while it is judged. */
struct judging {
	struct lookup lookup;
	struct position_parser on;
	struct verdict *verdict;
	struct acts noted; /* the acts that are refused, with the reasons: */
	const char *sentence[ACTS_MAX];
};

static const char *act_kept(struct library *library, const struct game *game, struct act act)
{
	struct text words = { 0 };

	act_write(game, act, &words);
	return text_keep(&words, library->arena);
}

/* ---- the turn may have begun ---- */

/* Lets the turn have begun with a draw, after which the hand is the one that was given: cards of it go back on the stock
 * and are drawn. False, with the position as it was, where the rules let nobody draw so. */
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

/* True if [act] can only be meant as an act after a draw: nothing is melded before one, and a complete special hand needs no top card. */
static bool needs_draw(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;

	if (act.verb == ACT_SPECIAL)
		return game->phase == PHASE_DRAW && act.item < rules->special_count &&
		       game->seat[game->turn.seat].size == rules->special[act.item].pattern.cards;
	return game_refusal(game, act).refusal == REFUSAL_NOT_BEFORE_DRAW;
}

/* ---- repairs: legal acts that come near to a refused one ---- */

enum { REPAIRS_MAX = 3, CLOSEST = 4, OTHER_VERB = 100 /* more than cards can differ */ };

static bool lays(struct act act)
{
	return act.verb == ACT_MELD || act.verb == ACT_ADD;
}

/* How well [act] does what [refused] was for: the same rank is laid, what is owed is done, the turn begins as it has to.
 * Up to CLOSEST, 0 for not at all. */
static int closeness(const struct game *game, struct act refused, struct reason reason, struct act act)
{
	enum refusal why = reason.refusal;

	if (lays(refused) && lays(act) && refused.kind == act.kind)
		return CLOSEST;
	if ((why == REFUSAL_MINIMUM_OWED || why == REFUSAL_PILE_WAITS || why == REFUSAL_CONTAINS) && lays(act))
		return act.verb == ACT_MELD ? 3 : 2;
	if (why == REFUSAL_TALON_FIRST || why == REFUSAL_NOT_NOW_ANSWER || act.verb == ACT_DRAW)
		return 1; /* with a draw the turn has not begun */
	if (act.verb == ACT_TAKE)
		return refused.verb == ACT_TAKE ? 2 : why == REFUSAL_NOT_BEFORE_DRAW || why == REFUSAL_MUST_TAKE;
	if (act.verb == ACT_DISCARD)
		return why == REFUSAL_BANNED_DISCARD || why == REFUSAL_NO_DISCARD_LEFT;
	return lays(act) && act.verb == refused.verb &&
	       game->rules->kind[act.kind].rank == game->rules->kind[refused.kind].rank;
}

static int apart(int a, int b)
{
	return a > b ? a - b : b - a;
}

/* The distance of two acts: by how many cards they differ, and more if they differ in other respects. */
static int distance(struct act refused, struct act act)
{
	int far = apart(refused.count, act.count) + 2 * (refused.item != act.item) + (refused.kind != act.kind) * 4;

	for (int i = 0; i < WILD_KINDS_MAX; i++)
		far += apart(act_wild(refused, i), act_wild(act, i));
	return far + (act.verb != refused.verb ? OTHER_VERB : 0);
}

/* Puts [act] in its place among those found so far, of which the farthest may have to go; returns how many there are. */
static int insert(struct act refused, struct act act, struct act *repair, int count, int room)
{
	int place = count, far = distance(refused, act);

	while (place > 0 && distance(refused, repair[place - 1]) > far)
		place--;
	if (place == room)
		return count;
	count += count < room;
	for (int i = count - 1; i > place; i--)
		repair[i] = repair[i - 1];
	repair[place] = act;
	return count;
}

int repairs_find(const struct game *game, struct act refused, struct reason reason, struct act *repair, int room)
{
	struct acts legal;
	int count = 0;

	if (game->phase == PHASE_OVER)
		return 0;
	game_legal(game, &legal);
	table_order_acts(&legal);
	for (int close = CLOSEST; close > 0 && count == 0; close--)
		for (int i = 0; i < legal.count; i++)
			if (closeness(game, refused, reason, legal.act[i]) == close)
				count = insert(refused, legal.act[i], repair, count, room);
	return count;
}

/* ---- the verdict ---- */

/* Notes the rule that allows [act], if one is behind it. */
static void allow(struct judging *at, const struct game *game, struct act act)
{
	int row = -1, item = 0;

	switch ((enum verb)act.verb) {
	case ACT_DRAW: row = game->stock_size > 0 ? ROW_turn_draw : ROW_stock_end_play; break;
	case ACT_TAKE: row = ROW_take_hand, item = act.item; break;
	case ACT_MELD: row = ROW_meld_ranks, item = act.item; break;
	case ACT_ADD: row = ROW_meld_ranks, item = own_side(game)->meld[act.item].form; break;
	case ACT_ASK: row = ROW_going_out_ask; break;
	case ACT_ANSWER: row = ROW_going_out_answer; break;
	case ACT_SPECIAL: row = ROW_special_pattern, item = act.item; break;
	case ACT_LAY: row = ROW_bonus_laid; break;
	case ACT_TALON: row = ROW_talon_taken; break;
	case ACT_STOP: row = game->turn.stops ? ROW_bonus_last_card : ROW_turn_discard; break;
	case ACT_JOIN: row = ROW_meld_joined, item = own_side(game)->meld[act.item].form; break;
	case ACT_DISCARD: row = discard_goes_out(game) ? ROW_going_out_canastas : -1; break;
	case VERBS: break;
	}
	at->verdict->legal = true;
	if (act.verb == ACT_DRAW && game->stock_size == 0)
		at->verdict->sentence = "The stock is empty: no card is drawn, and the deal ends";
	at->verdict->clause = clause_at(&at->lookup, game, row, item, act.kind);
	at->verdict->facts = facts_found(&at->lookup, game, row, item, act);
}

static void refuse(struct judging *at, const struct game *game, struct act act, struct reason reason,
                   const struct act *acts, int acts_count)
{
	struct verdict *verdict = at->verdict;
	struct text why = { 0 };
	struct act repair[REPAIRS_MAX];
	int kind = act.kind < at->lookup.rules->kinds ? act.kind : -1, count;

	verdict->legal = false;
	verdict->refused = acts_count > 1 ? act_kept(at->lookup.library, game, act) : NULL;
	reason_say(game, act, reason, &why);
	reason_say_melds(acts, acts_count, reason, &why);
	if (game->turn.number != at->on.position.game.turn.number && reason.refusal == REFUSAL_NOT_BEFORE_DRAW)
		text_add(&why, "; the turn before it has ended");
	text_capital(&why);
	verdict->sentence = text_keep(&why, at->lookup.library->arena);
	verdict->clause = clause_at(&at->lookup, game, reason.row, reason.item, kind);
	verdict->facts = facts_found(&at->lookup, game, reason.row, reason.item, act);
	count = repairs_find(game, act, reason, repair, REPAIRS_MAX);
	for (int i = 0; i < count; i++) {
		const char *words = act_kept(at->lookup.library, game, repair[i]);
		if (strstr(verdict->sentence, words) == NULL) /* else it is in the sentence */
			add_words(at->lookup.library, &verdict->repairs, words);
	}
}

/* The words of an act; a line of a ruling may be given as it stands there, `because` and all. */
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

/* Judges the acts in [words]; false with a finding if they make no sense. */
static bool judge_acts(struct judging *at, const char *words)
{
	struct diags *diags = &at->lookup.library->diags;
	struct game *game = &at->on.position.game, after;
	struct act acts[POSITION_ACTS_MAX], refused;
	struct reason reason = { .refusal = REFUSAL_NONE };
	struct text why = { 0 }, all = { 0 };
	int count = position_parser_typed(&at->on, words, game, acts, &why);

	if (count > 0 && needs_draw(game, acts[0]) && draw_back(game)) {
		at->verdict->drawn = true;
		count = position_parser_typed(&at->on, words, game, acts, &why);
	}
	if (count == 0)
		diag_hint(diags, diag_add(diags, DIAG_ACT_UNREAD, (struct span){ 0 }, words, ""), "%s",
		          text_read(&why));
	text_free(&why);
	if (count == 0)
		return false;
	acts_write(game, acts, count, &all);
	at->verdict->act = text_keep(&all, at->lookup.library->arena);
	after = *game;
	if (!acts_try(&after, acts, count, &refused, &reason)) {
		refuse(at, &after, refused, reason, acts, count);
		/* Cards of several ranks are in no act: the line is repeated as it was typed. */
		if (count == 1 && (reason.refusal == REFUSAL_NOT_THE_TOP || reason.refusal == REFUSAL_SEQUENCE_BROKEN))
			at->verdict->act = words;
		return true;
	}
	reason = game_owes(&after);
	if (reason.refusal != REFUSAL_NONE && after.turn.number == game->turn.number) /* the turn goes on */
		at->verdict->owed = reason_kept(at->lookup.library, &after, (struct act){ .verb = ACT_STOP }, reason);
	allow(at, game, acts[0]); /* what was intended stands first; the rest follows from it */
	return true;
}

/* ---- everything at once ---- */

/* Adds [act] to the acts that are refused with this sentence. */
static void note_refusal(struct judging *at, const char *act, const char *sentence, struct reason reason)
{
	struct refused_acts **end = &at->verdict->refusals;

	while (*end != NULL && strcmp((*end)->sentence, sentence) != 0)
		end = &(*end)->next;
	if (*end == NULL && (*end = arena_take(at->lookup.library->arena, sizeof **end)) != NULL)
		**end = (struct refused_acts){ .sentence = sentence,
			                       .clause = clause_of(&at->lookup, reason.row, reason.item) };
	if (*end == NULL)
		return;
	for (const struct words_list *at_act = (*end)->acts; at_act != NULL; at_act = at_act->next)
		if (strcmp(at_act->words, act) == 0)
			return;
	add_words(at->lookup.library, &(*end)->acts, act);
}

/* True if one like [act] was noted with this sentence: it differs in its wild cards, or in the number of natural ones. */
static bool is_noted(const struct judging *at, struct act act, const char *sentence)
{
	for (int i = 0; i < at->noted.count; i++) {
		struct act noted = at->noted.act[i];
		if (noted.verb == act.verb && noted.kind == act.kind &&
		    (noted.item == act.item || act.verb == ACT_MELD) && strcmp(at->sentence[i], sentence) == 0)
			return true;
	}
	return false;
}

/* If [act], which a player may expect, is not legal, notes why. */
static void expect(struct judging *at, struct act act)
{
	const struct game *game = &at->on.position.game;
	struct reason reason = game_refusal(game, act);
	struct text words = { 0 };
	const char *sentence;

	if (reason.refusal == REFUSAL_NONE || reason.refusal == REFUSAL_MELD_EXISTS)
		return; /* to a meld that is there, cards are added */
	sentence = reason_kept(at->lookup.library, game, act, reason);
	if (is_noted(at, act, sentence) || at->noted.count == ACTS_MAX)
		return;
	at->sentence[at->noted.count] = sentence;
	at->noted.act[at->noted.count++] = act;
	act_write(game, act, &words);
	if (act.verb == ACT_TAKE && act.count == 0 && act_wilds(act) == 0 && /* a bare `take` is whatever is legal */
	    strstr(text_read(&words), " as ") == NULL)
		text_format(&words, " as %s", game->rules->pile.take[act.item].name);
	note_refusal(at, text_keep(&words, at->lookup.library->arena), sentence, reason);
}

/* True if the game has such acts at all: a question in a game without questions needs no reason. */
static bool is_known(const struct rules *rules, struct act act)
{
	if (act.verb == ACT_ASK)
		return rules->going_out.ask != going_out_ask_never;
	if (act.verb == ACT_STOP)
		return rules->turn.discard != turn_discard_required;
	return act.verb != ACT_ANSWER && (act.verb != ACT_TALON || act.count == 1);
}

/* The candidates in [phase], in the order of tables: of those that are alike one with few wild cards
 * comes first. */
static void expect_in(struct judging *at, enum phase phase)
{
	struct game game = at->on.position.game;
	struct acts candidates;

	game.phase = (uint8_t)phase;
	game_candidates(&game, &candidates);
	table_order_acts(&candidates);
	for (int i = 0; i < candidates.count; i++)
		if (is_known(game.rules, candidates.act[i]))
			expect(at, candidates.act[i]);
}

/* The legal acts, and the illegal ones that a player with these cards might think of. */
static void judge_all(struct judging *at)
{
	const struct game *game = &at->on.position.game;
	struct question about = question_now(game);
	struct reason reason = { .refusal = REFUSAL_NONE, .row = -1, .kind = -1 };
	struct acts acts;

	game_legal(game, &acts);
	table_order_acts(&acts);
	for (int i = 0; i < acts.count; i++)
		add_words(at->lookup.library, &at->verdict->possible, act_kept(at->lookup.library, game, acts.act[i]));
	if (game->phase == PHASE_OVER)
		return;
	expect_in(at, (enum phase)game->phase);
	if (game->phase != PHASE_MELD)
		expect_in(at, PHASE_MELD);
	about.going_out = true; /* going out is several acts; that the side may not is one reason */
	if (!contract_is_met(&about, &reason))
		note_refusal(at, "go out",
		             reason_kept(at->lookup.library, game, (struct act){ .verb = ACT_DISCARD }, reason),
		             reason);
	if (game->rules->talon.set_aside > 0 || rules_cell(game->rules, ROW_talon_cards, 0)->statement != NULL)
		expect(at, act_of(ACT_TALON, 0, 0, 1));
}

/* ---- the whole ---- */

/* Parses both parts of the position; false with a finding if there is none such. */
static bool parse_position(struct judging *at, struct rules *rules, const struct dispute *dispute, const char *act)
{
	struct library *library = at->lookup.library;
	const struct statement *part[2];

	for (int i = 0; i < 2; i++)
		part[i] = dispute_lines(library, dispute, i);
	if (library->diags.errors > 0 || arena_failed(library->arena)) /* without memory words are missing */
		return false;
	position_parser_begin(&at->on, library, rules, part, 2, act);
	for (int i = 0; i < 2; i++)
		for (const struct statement *line = part[i]; line != NULL && !at->on.faulty; line = line->next)
			position_parser_any_line(&at->on, line);
	return !at->on.faulty && position_parser_finish(&at->on, (struct span){ 0 }) && !arena_failed(library->arena);
}

const struct statement *dispute_lines(struct library *library, const struct dispute *dispute, int part)
{
	const char *lines = dispute->part[part].lines;

	return lines != NULL ? library_lines(library, dispute->part[part].name, lines, strlen(lines)) : NULL;
}

struct verdict *judge(struct library *library, struct rules *rules, const struct dispute *dispute)
{
	struct judging judging = { .lookup = { library, ledgers_of(library), rules } }, *at = &judging;
	const char *act = dispute->act != NULL ? plain_act(library, dispute->act) : NULL;

	at->verdict = arena_take(library->arena, sizeof *at->verdict);
	if (at->verdict == NULL)
		return NULL;
	*at->verdict = (struct verdict){ .variant = rules->name, .title = rules->title, .legal = true };
	if (!parse_position(at, rules, dispute, act) || (dispute->act != NULL && !judge_acts(at, act)))
		return NULL;
	if (dispute->all)
		judge_all(at);
	return at->verdict;
}

void judge_otherwise(struct library *library, const struct rules *rules, struct verdict *verdict, const char *words,
                     const struct verdict *other)
{
	const struct lookup lookup = { library, ledgers_of(library), rules };
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
	if (option != NULL) {
		(*end)->title = option->title;
		(*end)->cited = cited_by(&lookup, option->statement->notes);
	}
}
