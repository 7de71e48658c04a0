/* judge.c -- judging a dispute. The position is parsed as that of a ruling, the acts are tried one by one, and the first
 * that is refused decides. Nothing that the position leaves open matters to the verdict: hands of others and the order of
 * the stock are made up, and no condition of an act asks for them. */
#define _POSIX_C_SOURCE 200809L

#include "reports/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "game/position.h"
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"
#include "notation/position_text.h"
#include "reports/reports.h"
#include "rules/library.h"
#include "rules/options.h"
#include "text/document.h"
#include "text/json.h"

/* A dispute while it is judged. */
struct judging {
	struct lookup lookup;
	struct position_parser on;
	bool turn_ended; /* with the last line */
	struct verdict *verdict;
	json_t *refusals;  /* of the acts that are not legal, by their sentences */
	struct acts noted; /* the acts that are refused, with the reasons: */
	const char *sentence[ACTS_MAX];
};

static const char *act_kept(struct library *library, const struct game *game, struct act act)
{
	struct text words = { 0 };

	act_write(game, act, &words);
	return text_keep(&words, library->arena);
}

/* ---- clauses for programs; keys whose answer is nothing are left out ---- */

static json_t *cited_json(const struct cited *cited)
{
	json_t *list = json_array();

	for (; cited != NULL; cited = cited->next) {
		json_t *one = json_object();
		json_put_words(&one, "id", cited->id);
		json_put_words(&one, "where", cited->where);
		json_put_words(&one, "kind", cited->kind);
		json_put_words(&one, "rule", cited->rule);
		json_put_words(&one, "reading", cited->reading);
		json_add(&list, one);
	}
	return list;
}

/* True if not every way to play on was looked at, so that the act may be legal. */
static bool is_undecided(const json_t *values)
{
	return json_object_get(values, "undecided") != NULL;
}

static json_t *clause_json(const struct clause *clause)
{
	json_t *object = json_object(), *reading = json_array(), *silent = json_array(), *but = json_array();

	json_put_words(&object, "path", clause->path);
	json_put_words(&object, "title", clause->title);
	json_put_words(&object, "file", clause->file);
	if (clause->file != NULL)
		json_put(&object, "line", json_integer(clause->line));
	json_put_words(&object, "says", clause->said);
	json_put_some(&object, "cites", cited_json(clause->cited));
	for (const struct aside *aside = clause->asides; aside != NULL; aside = aside->next) {
		json_t *one = json_object();
		json_put_words(&one, "words", aside->note->text);
		json_put_some(&one, "cites", cited_json(aside->cited));
		json_add(aside->note->kind == NOTE_SILENT ? &silent
		         : aside->note->kind == NOTE_BUT  ? &but
		                                          : &reading,
		         one);
	}
	json_put_some(&object, "silent", silent);
	json_put_some(&object, "readings", reading);
	json_put_some(&object, "exceptions", but);
	return object;
}

/* ---- the turn may have begun ---- */

/* True if [act] can only be meant as an act after a draw: nothing is melded before one, and a complete special hand needs no top card. */
static bool needs_draw(const struct game *game, struct act act)
{
	const struct rules *rules = game->rules;

	if (act.verb == ACT_SPECIAL)
		return game->phase == PHASE_DRAW && act.item < rules->special_count &&
		       game->seat[game->turn.seat].size == rules->special[act.item].pattern.cards;
	return game_refusal(game, act).refusal == REFUSAL_NOT_BEFORE_DRAW;
}

/* Where a side that has not opened melds first and takes the pile later in the line: its words with the take in front, which is the one act
 * that all these melds belong to. NULL where nothing is to be moved. */
static const char *take_first(struct library *library, const struct game *game, const char *words,
                              const struct act *acts, int count)
{
	struct text line = { 0 };
	const char *take, *end;
	int takes = 0;

	while (takes < count && acts[takes].verb == ACT_MELD)
		takes++;
	if (takes == 0 || takes == count || acts[takes].verb != ACT_TAKE || own_side(game)->opened)
		return NULL;
	for (take = words; takes > 0 && take != NULL; takes--)
		take = strpbrk(take + (take > words), ",;");
	if (take == NULL || strncmp(take + 1 + strspn(take + 1, " "), "take", 4) != 0)
		return NULL;
	end = take + 1 + strcspn(take + 1, ",;");
	text_add_bytes(&line, take + 1, (size_t)(end - take - 1));
	text_add(&line, ", ");
	text_add_bytes(&line, words, (size_t)(take - words));
	text_add(&line, end);
	return text_keep(&line, library->arena);
}

/* ---- repairs: legal acts that come near to a refused one ---- */

enum { REPAIRS_MAX = 3, REPAIRS_TRIED = 20, CLOSEST = 4, OTHER_VERB = 100 /* more than cards can differ */ };

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
		return why == REFUSAL_BANNED_DISCARD || why == REFUSAL_NO_DISCARD_LEFT ||
		       why == REFUSAL_RESERVE_NOT_YET;
	if (act.verb == ACT_STOP)
		return why == REFUSAL_RESERVE_NOT_YET; /* which keeps the card */
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

/* True if [act] is about the talon of a turn that has been ended by a discard, or without one. Whether it was due was asked before that. */
static bool asks_ended_turn(const struct judging *at, const struct game *game, struct act act)
{
	const struct game *before = &at->on.before_end;

	if (act.verb != ACT_TALON || before->rules == NULL)
		return false;
	if (game->phase == PHASE_TALON)
		return game->turn.number == before->turn.number;
	return game->turn.number == before->turn.number + 1 && (game->turn.no_talon >= 0 || game->phase == PHASE_DRAW);
}

/* Notes the rule in [reason], which refuses [act] or allows it, and the facts that it asks as the referee found them. */
static void explain(struct judging *at, const struct game *game, struct act act, struct reason reason)
{
	struct game after;
	const struct question about = asks_ended_turn(at, game, act) ? question_now(&at->on.before_end)
	                                                             : question_of_reason(game, act, reason, &after);

	at->verdict->clause = clause_at(&at->lookup, &about, reason.row, reason.item);
	if (at->verdict->clause != NULL)
		json_put(&at->verdict->values, "clause", clause_json(at->verdict->clause));
	json_put_some(&at->verdict->values, "facts", facts_found(&at->lookup, &about, reason.row, reason.item));
}

/* The first ban on [kind] that does not hold always; -1 if there is none. */
static int ban_in_doubt(const struct rules *rules, int kind)
{
	int32_t always;

	for (int i = 0; i < rules->discard.ban_count; i++)
		if ((rules->discard.ban[i].cards >> kind & 1) &&
		    !formula_is_constant(rules->discard.ban[i].when, &always))
			return i;
	return -1;
}

/* The first ban that holds and still lets the player discard [kind], having given way; -1 if there is none. */
static int ban_given_way(const struct game *game, struct act act)
{
	struct game after;

	for (int i = 0; i < game->rules->discard.ban_count; i++) {
		struct reason reason = {
			.refusal = REFUSAL_NONE, .row = (int)rules_ban_row(game->rules, i), .item = i, .kind = -1
		};
		const struct question about = question_of_reason(game, act, reason, &after);
		if ((game->rules->discard.ban[i].cards >> act.kind & 1) &&
		    ask(game->rules->discard.ban[i].when, &about))
			return i;
	}
	return -1;
}

/* Notes why ban [item], which holds, has given way. */
static void note_ban_given_way(struct judging *at, int item)
{
	static const char *const whens[] = {
		[ban_gives_way_after_drawing] = " after the draw",
		[ban_gives_way_after_drawing_or_taking] = " after drawing or taking the pile",
		[ban_gives_way_at_any_time] = "",
		[ban_gives_way_never] = "",
	};
	const struct in_ban *ban = &at->lookup.rules->discard.ban[item];
	struct text why = { 0 };

	text_add(&why, "The rules forbid ");
	if (ban->title != NULL)
		title_write(ban->title, &why);
	else
		text_add(&why, "it");
	text_format(&why, ", but this gives way: else no card could be discarded%s", whens[ban->gives_way]);
	json_put(&at->verdict->values, "why", json_text(&why));
	text_free(&why);
}

/* How likely an argument about a line is one about [act]: hardly ever about a draw, often about going out. */
static int doubt(const struct game *game, struct act act)
{
	static const uint8_t doubts[VERBS] = {
		[ACT_DRAW] = 0, [ACT_ANSWER] = 0, [ACT_STOP] = 1, [ACT_ADD] = 3, [ACT_MELD] = 3,    [ACT_TALON] = 4,
		[ACT_LAY] = 4,  [ACT_JOIN] = 5,   [ACT_TAKE] = 6, [ACT_ASK] = 8, [ACT_SPECIAL] = 9,
	};

	if (act.verb == ACT_MELD && !(game->rules->tables->begun_always >> act.item & 1))
		return 10; /* such a meld needs more than its cards */
	if (act.verb != ACT_DISCARD)
		return doubts[act.verb];
	return discard_goes_out(game) ? 9 : ban_in_doubt(game->rules, act.kind) >= 0 ? 2 : 0;
}

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
	case ACT_DISCARD:
		item = discard_goes_out(game) ? -1 : ban_given_way(game, act);
		if (item >= 0)
			note_ban_given_way(at, item);
		else if (!discard_goes_out(game))
			item = ban_in_doubt(game->rules, act.kind);
		row = item >= 0                ? (int)rules_ban_row(game->rules, item)
		      : discard_goes_out(game) ? ROW_going_out_canastas
		                               : -1;
		item = item < 0 ? 0 : item;
		break;
	case VERBS: break;
	}
	if (act.verb == ACT_DRAW && game->stock_size == 0)
		json_put_words(&at->verdict->values, "why", "The stock is empty: no card is drawn, and the deal ends");
	explain(at, game, act, (struct reason){ .refusal = REFUSAL_NONE, .row = row, .item = item, .kind = -1 });
}

static void refuse(struct judging *at, const struct position *position, struct act act, struct reason reason,
                   const struct act *acts, int acts_count)
{
	json_t **values = &at->verdict->values, *repairs = json_array();
	struct text why = { 0 };
	struct act repair[REPAIRS_TRIED];
	const struct game *game = &position->game;
	const char *sentence;
	int count = 0, shown = 0;

	if (acts_count > 1)
		json_put_words(values, "refused", act_kept(at->lookup.library, game, act));
	reason_say(game, act, reason, &why);
	reason_say_melds(acts, acts_count, act, reason, &why);
	if ((at->turn_ended || game->turn.number != at->on.position.game.turn.number) &&
	    reason.refusal == REFUSAL_NOT_BEFORE_DRAW)
		text_add(&why, "; the turn before it has ended");
	text_capital(&why);
	sentence = text_keep(&why, at->lookup.library->arena);
	json_put_words(values, "why", sentence);
	explain(at, game, act, reason);
	if (act.verb != ACT_TALON || game->phase != PHASE_DRAW) /* in that phase the legal acts are the next player's */
		count = repairs_find(game, act, reason, repair, REPAIRS_TRIED);
	for (int i = 0; i < count && shown < REPAIRS_MAX; i++) {
		if (position_lays_made_up(position, repair[i]) >= 0)
			continue;
		shown++;
		const char *words = act_kept(at->lookup.library, game, repair[i]);
		if (strstr(sentence, words) == NULL) /* else it is in the sentence */
			json_add(&repairs, json_words(words));
	}
	json_put_some(values, "instead", repairs);
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

/* Where a talon is taken or left after other acts, all of which are legal, notes which of them ended the turn. */
static void note_end_before_talon(struct judging *at, const struct act *acts, int count)
{
	int talon = 0;

	while (talon < count && acts[talon].verb != ACT_TALON)
		talon++;
	if (talon < count)
		acts_note_end(&at->on.position.game, acts, talon, &at->on.before_end);
}

/* Notes the rule that allows the act most in doubt of those in [acts], which are legal one after the other. */
static void allow_all(struct judging *at, struct game game, const struct act *acts, int count)
{
	struct game before = game;
	int most = 0;

	for (int i = 1; i < count; i++) {
		game_apply(&game, acts[i - 1]);
		if (doubt(&game, acts[i]) > doubt(&before, acts[most]))
			before = game, most = i;
	}
	allow(at, &before, acts[most]);
}

/* Judges the acts in [words]; false with a finding if they make no sense. The player [may_have_drawn] before the first of them. */
static bool judge_acts(struct judging *at, const char *words, bool may_have_drawn)
{
	struct diags *diags = &at->lookup.library->diags;
	struct position after;
	struct act acts[POSITION_ACTS_MAX], refused;
	struct reason reason = { .refusal = REFUSAL_NONE };
	struct text why = { 0 }, all = { 0 };
	json_t **values = &at->verdict->values;
	bool drawn = false, as_typed;
	int count = position_parser_typed(&at->on, words, &at->on.position, acts, &why);
	const char *reordered = NULL;

	if (may_have_drawn && count > 0 && needs_draw(&at->on.position.game, acts[0]))
		reordered = take_first(at->lookup.library, &at->on.position.game, words, acts, count);
	if (reordered != NULL)
		count = position_parser_typed(&at->on, words = reordered, &at->on.position, acts, &why);
	if (count > 0 && may_have_drawn && needs_draw(&at->on.position.game, acts[0]) &&
	    position_draw_back(&at->on.position.game)) {
		drawn = true;
		count = position_parser_typed(&at->on, words, &at->on.position, acts, &why);
	}
	if (count == 0)
		diag_hint(diags, diag_add(diags, DIAG_ACT_UNREAD, (struct span){ 0 }, words, ""), "%s",
		          text_read(&why));
	text_free(&why);
	if (count == 0)
		return false;
	acts_write(&at->on.position.game, acts, count, &all);
	after = at->on.position;
	at->verdict->legal = acts_try(&after, acts, count, &refused, &reason);
	if (reason.refusal == REFUSAL_UNDECIDED)
		json_put(values, "undecided", json_true());
	/* Cards of several ranks are in no act: the line is repeated as it was typed. */
	as_typed = count == 1 && (reason.refusal == REFUSAL_NOT_THE_TOP || reason.refusal == REFUSAL_SEQUENCE_BROKEN);
	json_put(values, "act", as_typed ? json_words(words) : json_text(&all));
	text_free(&all);
	json_put(values, "legal", json_boolean(at->verdict->legal));
	if (at->verdict->legal || refused.verb == ACT_TALON)
		note_end_before_talon(at, acts, count);
	if (drawn)
		json_put(values, "after_a_draw", json_true());
	if (reordered != NULL)
		json_put(values, "take_first", json_true());
	if (!at->verdict->legal) {
		refuse(at, &after, refused, reason, acts, count);
		return true;
	}
	reason = game_owes(&after.game);
	if (reason.refusal != REFUSAL_NONE &&
	    after.game.turn.number == at->on.position.game.turn.number) /* the turn goes on */
		json_put_words(values, "owed",
		               reason_kept(at->lookup.library, &after.game, (struct act){ .verb = ACT_STOP }, reason));
	allow_all(at, at->on.position.game, acts, count);
	return true;
}

/* ---- everything at once ---- */

/* Adds [act] to the acts that are refused with this sentence. */
static void note_refusal(struct judging *at, const char *act, const char *sentence, struct reason reason)
{
	json_t *one, *acts = NULL;
	size_t i;

	json_array_foreach(at->refusals, i, one)
		if (strcmp(json_words_at(one, "why"), sentence) == 0)
			acts = json_object_get(one, "acts");
	if (acts == NULL) {
		const struct clause *clause = clause_of(&at->lookup, reason.row, reason.item);
		one = json_pack("{s:[], s:o}", "acts", "why", json_words(sentence));
		acts = json_object_get(one, "acts");
		if (reason.refusal == REFUSAL_UNDECIDED)
			json_put(&one, "undecided", json_true());
		if (clause != NULL)
			json_put(&one, "clause", clause_json(clause));
		json_add(&at->refusals, one);
	}
	json_array_foreach(acts, i, one)
		if (strcmp(json_string_value(one), act) == 0)
			return;
	if (json_array_append_new(acts, json_words(act)) != 0)
		json_add(&at->refusals, NULL);
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
	if (act.verb == ACT_TAKE && !has_naturals(act) &&
	    act_wilds(act) == 0 && /* a bare `take` is whatever is legal */
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
	return act.verb != ACT_ANSWER && (act.verb != ACT_TALON || act.yes);
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
		if (is_known(game.rules, candidates.act[i]) &&
		    position_lays_made_up(&at->on.position, candidates.act[i]) < 0)
			expect(at, candidates.act[i]);
}

/* The illegal acts that a player with these cards might think of. */
static void expect_all(struct judging *at)
{
	const struct game *game = &at->on.position.game;
	struct question about = question_now(game);
	struct reason reason = { .refusal = REFUSAL_NONE, .row = -1, .kind = -1 };

	expect_in(at, (enum phase)game->phase);
	if (game->phase != PHASE_MELD)
		expect_in(at, PHASE_MELD);
	about.going_out = true; /* going out is several acts; that the side may not is one reason */
	if (game->phase == PHASE_MELD && !contract_is_met(&about, &reason) && going_out_is_impossible(game))
		note_refusal(at, "go out",
		             reason_kept(at->lookup.library, game, (struct act){ .verb = ACT_DISCARD }, reason),
		             reason);
	if (game->rules->talon.set_aside > 0 || rules_cell(game->rules, ROW_talon_cards, 0)->statement != NULL)
		expect(at, act_of(ACT_TALON, 0, 0, 1));
}

/* The legal acts, and the others; empty lists are answers, too. */
static void judge_all(struct judging *at)
{
	const struct game *game = &at->on.position.game;
	json_t **values = &at->verdict->values, *possible = json_array();
	struct acts acts;

	game_legal(game, &acts);
	table_order_acts(&acts);
	for (int i = 0; i < acts.count; i++)
		if (position_lays_made_up(&at->on.position, acts.act[i]) < 0)
			json_add(&possible, json_words(act_kept(at->lookup.library, game, acts.act[i])));
	at->refusals = json_array();
	if (game->phase == PHASE_OVER)
		json_put(values, "over", json_true());
	else
		expect_all(at);
	json_put(values, "possible", possible);
	json_put(values, "not_possible", at->refusals);
}

/* ---- the whole ---- */

/* Parses [line], and notes whether a turn ended with what it does. */
static void parse_line(struct judging *at, const struct statement *line)
{
	const struct game *game = &at->on.position.game;
	bool does = line->head != NULL && strcmp(line->head, "do") == 0 && position_parser_finish(&at->on, line->span);
	int turn = game->turn.number;

	position_parser_any_line(&at->on, line);
	at->turn_ended = does && game->turn.number != turn;
}

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
			parse_line(at, line);
	return !at->on.faulty && position_parser_finish(&at->on, (struct span){ 0 }) && !arena_failed(library->arena);
}

const struct statement *dispute_lines(struct library *library, const struct dispute *dispute, int part)
{
	const char *lines = dispute->part[part].lines;

	return lines != NULL ? library_lines(library, dispute->part[part].name, lines, strlen(lines)) : NULL;
}

bool judge(struct library *library, struct rules *rules, const struct dispute *dispute, struct verdict *verdict)
{
	struct judging judging = { .lookup = { library, ledgers_of(library), rules }, .verdict = verdict };
	const char *act = dispute->act != NULL ? plain_act(library, dispute->act) : NULL;

	*verdict = (struct verdict){ .values = json_object(), .legal = true };
	json_put_words(&verdict->values, "variant", rules->name);
	json_put_words(&verdict->values, "title", rules->title);
	if (!parse_position(&judging, rules, dispute, act) ||
	    (dispute->act != NULL && !judge_acts(&judging, act, !dispute->is_ruling && !judging.turn_ended)))
		return false;
	if (dispute->act != NULL)
		json_put(&verdict->values, "options", json_array()); /* for judge_otherwise() */
	if (dispute->all)
		judge_all(&judging);
	return true;
}

void verdict_end(struct verdict *verdict)
{
	json_decref(verdict->values);
	verdict->values = NULL;
}

void judge_otherwise(struct library *library, const struct rules *rules, struct verdict *verdict, const char *words,
                     const struct verdict *other)
{
	const struct lookup lookup = { library, ledgers_of(library), rules };
	const struct option *option = option_named(rules, words);
	json_t *one = json_object();

	json_put_words(&one, "option", words);
	json_put_words(&one, "title", option != NULL ? option->title : NULL);
	json_put(&one, "legal", json_boolean(other->legal));
	if (is_undecided(other->values))
		json_put(&one, "undecided", json_true());
	json_put_words(&one, "why", json_words_at(other->values, "why"));
	if (option != NULL)
		json_put_some(&one, "cites", cited_json(cited_by(&lookup, option->statement->notes)));
	if (json_array_append_new(json_object_get(verdict->values, "options"), one) != 0)
		json_put(&verdict->values, "options", NULL);
}

/* ==== the verdict for people and for programs ==== */

#define BETWEEN_WORDS " \t.,;:()-\"'"

static void write_end(const char *sentence, struct text *out)
{
	size_t length = strlen(sentence);

	text_add(out, sentence);
	if (length > 0 && strchr(".?!", sentence[length - 1]) == NULL)
		text_add(out, ".");
}

/* True if [cited], a citation for programs, says that the document is silent. */
static bool is_gap(const json_t *cited)
{
	const char *kind = json_words_at(cited, "kind");

	return kind != NULL && strcmp(kind, "gap") == 0;
}

/* ---- the clause ---- */

enum { QUOTED_MAX = 3 }; /* statements and asides; other statements are named */

/* The number that a word is, in digits or spelled out; -1 if it is none. */
static int64_t number_of(const char *word, size_t length)
{
	char letters[16];

	if (word[0] >= '0' && word[0] <= '9')
		return atoi(word);
	snprintf(letters, sizeof letters, "%.*s", (int)length, word);
	return number_meant(letters);
}

/* True if [word] of [length] bytes stands in [words], or the same number. */
static bool has_word(const char *words, const char *word, size_t length)
{
	int64_t number = number_of(word, length);

	for (const char *at = words; *at != '\0';) {
		size_t here = strcspn(at, BETWEEN_WORDS);
		if (here == length && strncasecmp(at, word, length) == 0)
			return true;
		if (number >= 0 && number == number_of(at, here))
			return true;
		at += here;
		at += strspn(at, BETWEEN_WORDS);
	}
	return false;
}

/* How much [words] speak of what [sentence] speaks of: words they share, numbers more than others, small words not. */
static int relevance(const char *words, const char *sentence)
{
	int sum = 0;

	for (const char *at = words; words != NULL && sentence != NULL && *at != '\0';) {
		size_t length = strcspn(at, BETWEEN_WORDS);
		bool number = number_of(at, length) >= 0;
		if ((length > 3 || number) && has_word(sentence, at, length))
			sum += number ? 4 : 1;
		at += length;
		at += strspn(at, BETWEEN_WORDS);
	}
	return sum;
}

/* How many of the first [near] of [list] come before [cited]: those that are more to the point, or as much and earlier. */
static int place_of_statement(const struct cited *list, int near, const struct cited *cited, const char *sentence)
{
	int own = relevance(cited->rule, sentence), before = 0;
	bool earlier = true;

	for (; list != NULL && near > 0; list = list->next, near--) {
		int other = relevance(list->rule, sentence);
		earlier = earlier && list != cited;
		before += list != cited && (other > own || (other == own && earlier));
	}
	return before;
}

/* Quotes the first [near] of them, or those of them that are most to the point, and names the others. */
static void add_statements(const struct cited *list, int near, const char *sentence, struct document *out)
{
	struct text others = { 0 };
	int at = 0;

	for (const struct cited *cited = list; cited != NULL; cited = cited->next, at++) {
		struct text *point;
		if (at >= near || place_of_statement(list, near, cited, sentence) >= QUOTED_MAX) {
			text_format(&others, "%s%s", others.length > 0 ? ", " : "", cited->id);
			continue;
		}
		point = document_behind(out, BLOCK_FIELD, 0, "document");
		text_add(point, cited->id);
		if (cited->rule != NULL)
			text_format(point, ": %s", cited->rule);
		if (cited->reading != NULL && cited->reading[0] != '\0')
			text_format(point, " (%s)", cited->reading);
	}
	if (others.length > 0)
		text_add(document_behind(out, BLOCK_FIELD, 0, "see also"), text_read(&others));
	document_use(out, &others);
}

static const char *aside_label(enum note_kind kind)
{
	return kind == NOTE_SILENT ? "silent on" : kind == NOTE_BUT ? "but" : "read as";
}

/* The first [near] of them, and of the others those that are most to the point, as long as they are not too many. */
static void add_asides(const struct aside *list, int near, const char *sentence, struct document *out)
{
	int most = 0, quoted = 0;

	for (const struct aside *aside = list; aside != NULL; aside = aside->next)
		most = relevance(aside->note->text, sentence) > most ? relevance(aside->note->text, sentence) : most;
	for (const struct aside *aside = list; aside != NULL && quoted < QUOTED_MAX; aside = aside->next, near--) {
		struct text *point;
		if (near <= 0 && relevance(aside->note->text, sentence) < (most > 0 ? most : 1))
			continue;
		quoted++;
		point = document_behind(out, BLOCK_FIELD, 0, aside_label(aside->note->kind));
		text_add(point, aside->note->text);
		for (const struct cited *cited = aside->cited; cited != NULL; cited = cited->next)
			text_format(point, " @%s", cited->id);
	}
}

static void add_clause(const struct clause *clause, const char *sentence, struct document *out)
{
	struct text *point = document_behind(out, BLOCK_FIELD, 0, "rule");

	text_add(point, clause->path);
	if (clause->title != NULL)
		text_format(point, ", \"%s\"", clause->title);
	if (clause->file != NULL)
		text_format(point, " (%s:%d: %s)", clause->file, clause->line, clause->said);
	else
		text_add(point, " (not stated)");
	add_statements(clause->cited, clause->cited_near, sentence, out);
}

/* ---- the rest ---- */

static void add_acts(const char *label, const json_t *words, struct document *out)
{
	struct text *point = json_array_size(words) > 0 ? document_behind(out, BLOCK_FIELD, 0, label) : NULL;
	json_t *one;
	size_t i;

	json_array_foreach(words, i, one)
		text_format(point, "%s%s", i > 0 ? "; " : "", json_string_value(one));
}

static void add_facts(json_t *found, struct document *out)
{
	struct text *point = json_object_size(found) > 0 ? document_behind(out, BLOCK_FIELD, 0, "here") : NULL;
	const char *asked, *before = "";
	json_t *answer;

	json_object_foreach(found, asked, answer) {
		text_format(point, "%s%s: %s", before, asked, json_string_value(answer));
		before = "; ";
	}
}

static void add_otherwise(const json_t *options, struct document *out)
{
	json_t *other, *cited;
	size_t i, j;

	json_array_foreach(options, i, other) {
		struct text *point = document_behind(out, BLOCK_FIELD, 0, "option");
		const char *title = json_words_at(other, "title"), *why = json_words_at(other, "why");
		bool legal = json_is_true(json_object_get(other, "legal"));
		text_format(point, "with %s", json_words_at(other, "option"));
		if (title != NULL)
			text_format(point, " (\"%s\")", title);
		text_add(point, is_undecided(other) ? " it is undecided: "
		                : legal             ? " it is legal."
		                                    : " it is not legal: ");
		if (!legal && why != NULL)
			write_end(why, point);
		json_array_foreach(json_object_get(other, "cites"), j, cited)
			if (is_gap(cited))
				text_format(document_behind(out, BLOCK_FIELD, 0, "silent"), "%s: %s",
				            json_words_at(cited, "id"), json_words_at(cited, "rule"));
	}
}

/* True if the document does not settle it: it says nothing, and an option would settle it the other way. */
static bool is_open(const json_t *options)
{
	json_t *other, *cited;
	size_t i, j;

	json_array_foreach(options, i, other)
		json_array_foreach(json_object_get(other, "cites"), j, cited)
			if (is_gap(cited))
				return true;
	return false;
}

static void add_sentence(const struct verdict *verdict, struct document *out)
{
	const char *refused = json_words_at(verdict->values, "refused"), *why = json_words_at(verdict->values, "why"),
		   *owed = json_words_at(verdict->values, "owed");
	struct text *line = document_line(out, 0);

	text_add(line, is_undecided(verdict->values) ? "Undecided: " : verdict->legal ? "Legal: " : "Not legal: ");
	write_end(json_words_at(verdict->values, "act"), line);
	if (json_object_get(verdict->values, "after_a_draw") != NULL)
		text_add(document_line(out, 0),
		         "The player is taken to have drawn already, and this to be her hand after the draw.");
	if (json_object_get(verdict->values, "take_first") != NULL)
		text_add(document_line(out, 0),
		         "The take is judged first, as the melds laid with it make one opening.");
	if (is_open(json_object_get(verdict->values, "options")))
		text_format(document_line(out, 0), "The document is silent; taken as %s.",
		            verdict->legal ? "legal" : "not legal");
	if (why != NULL) {
		line = document_behind(out, BLOCK_FIELD, 0, "why");
		if (refused != NULL)
			text_format(line,
			            is_undecided(verdict->values) ? "Whether \"%s\" is legal is not known: "
			                                          : "\"%s\" is refused: ",
			            refused);
		write_end(why, line);
	}
	if (owed != NULL)
		write_end(owed, document_behind(out, BLOCK_FIELD, 0, "still owed"));
}

static void add_refusals(const json_t *refusals, struct document *out)
{
	json_t *refusal;
	size_t i;

	json_array_foreach(refusals, i, refusal) {
		const json_t *clause = json_object_get(refusal, "clause");
		const char *path = json_words_at(clause, "path"), *file = json_words_at(clause, "file");
		struct text *point;
		add_acts(is_undecided(refusal) ? "undecided" : "not legal", json_object_get(refusal, "acts"), out);
		point = document_behind(out, BLOCK_FIELD, 1, "for");
		write_end(json_words_at(refusal, "why"), point);
		if (file != NULL)
			text_format(point, " [%s, %s:%d]", path, file,
			            (int)json_integer_value(json_object_get(clause, "line")));
		else if (path != NULL)
			text_format(point, " [%s]", path);
	}
}

void verdict_add(const struct verdict *verdict, struct document *out)
{
	const json_t *values = verdict->values;
	const struct clause *clause = verdict->clause;
	const char *why = json_words_at(values, "why");
	bool asked = json_object_get(values, "act") != NULL;
	const struct block *before;

	if (asked) {
		add_sentence(verdict, out);
		if (clause != NULL)
			add_clause(clause, why, out);
		add_facts(json_object_get(values, "facts"), out);
		add_acts("instead", json_object_get(values, "instead"), out);
		if (clause != NULL)
			add_asides(clause->asides, clause->asides_near, why, out);
		add_otherwise(json_object_get(values, "options"), out);
	}
	before = out->last;
	if (json_object_get(values, "over") != NULL)
		text_add(document_behind(out, BLOCK_FIELD, 0, "legal"), "nothing: the deal is over.");
	add_acts("legal", json_object_get(values, "possible"), out);
	if (asked && out->last != before)
		out->last->apart = true;
	add_refusals(json_object_get(values, "not_possible"), out);
}

void verdict_add_row(const struct verdict *verdict, struct table *table)
{
	struct table_row *row = table_add(table, TABLE_BODY);
	const char *said = json_words_at(verdict->values, "why");
	struct text *why = words_add(&row->cell[2]);
	json_t *other;
	size_t i;

	cell_add(row, 0, json_words_at(verdict->values, "variant"));
	cell_add(row, 1, is_undecided(verdict->values) ? "undecided" : verdict->legal ? "legal" : "not legal");
	if (said != NULL)
		write_end(said, why);
	if (verdict->clause != NULL)
		text_format(why, "%s[%s]", said != NULL ? " " : "", verdict->clause->path);
	json_array_foreach(json_object_get(verdict->values, "options"), i, other)
		text_format(why, " With %s: %s.", json_words_at(other, "option"),
		            is_undecided(other)                             ? "undecided"
		            : json_is_true(json_object_get(other, "legal")) ? "legal"
		                                                            : "not legal");
}
