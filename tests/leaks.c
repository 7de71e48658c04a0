/* leaks.c -- does anything that a seat is told or does depend on cards it cannot see? Bots play; in each position, for
 * each seat, the cards that lie hidden from it are dealt anew, and everything in `checks` has to come out byte for byte
 * as it was. Whatever else is told to a seat one day gets a row there.
 * Usage: leaks VARIANT POSITIONS [OPTION...] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/state.h"
#include "game/random.h"
#include "game/view.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "players/player.h"
#include "tools/client.h"
#include "tools/playing.h"
#include "tools/suits.h"
#include "notation/act_text.h"
#include "reports/reports.h"
#include "rules/build.h"
#include "tests/files.h"
#include "tests/serve/wire.h"

enum { DEALS_OF_A_GAME = 12, TRIES = 20 };

/* ---- dealing anew ---- */

/* The hidden cards of a game, to be given out again from the end. */
struct hidden_cards {
	uint8_t kind[DECK_MAX];
	int count;
};

static void take_heap(struct hidden_cards *heap, struct cards *cards)
{
	while (cards_kinds(cards) != 0) {
		int kind = __builtin_ctzll(cards_kinds(cards));
		cards_remove(cards, kind);
		heap->kind[heap->count++] = (uint8_t)kind;
	}
}

static void take_row(struct hidden_cards *heap, const uint8_t *row, int count)
{
	memcpy(heap->kind + heap->count, row, (size_t)count);
	heap->count += count;
}

static void give_row(struct hidden_cards *heap, uint8_t *row, int count)
{
	heap->count -= count;
	memcpy(row, heap->kind + heap->count, (size_t)count);
}

/* Gives [count] cards; of those [shunned] only if nothing else is left. */
static void give_hand(struct hidden_cards *heap, struct cards *hand, int count, cardset shunned)
{
	for (int given = 0; given < count; given++) {
		int at = heap->count - 1;
		while (at > 0 && (shunned >> heap->kind[at] & 1))
			at--;
		cards_add(hand, heap->kind[at]);
		memmove(heap->kind + at, heap->kind + at + 1, (size_t)(heap->count - at - 1));
		heap->count--;
	}
}

static bool hand_is_hidden(const struct game *game, int of, int from)
{
	return of != from && !game->seat[of].shown;
}

/* Bonus cards that are laid as they come are not in the hand of a player who has had a turn. */
static cardset not_in_hand(const struct game *game, int seat)
{
	bool laid = game->rules->bonus.laid == bonus_laid_at_once &&
	            (game->seat[seat].played || seat == game->turn.seat ||
	             game->rules->deal.bonus_cards != deal_bonus_cards_in_the_first_turn);

	return laid ? game->rules->bonus.cards : 0;
}

/* Puts what is known of a hand back into it. */
static int give_known(const struct game *game, int seat, struct hidden_cards *heap, struct cards *hand)
{
	int count = 0;

	for (int kind = 0; kind < game->rules->kinds; kind++)
		for (int left = game->known[seat][kind]; left > 0; left--)
			for (int i = 0; i < heap->count; i++)
				if (heap->kind[i] == kind) {
					cards_add(hand, kind);
					heap->kind[i] = heap->kind[--heap->count];
					count++;
					break;
				}
	return count;
}

/* Deals what [seat] does not see of [game] anew. Hands that were shown stay, and everything keeps its size. */
static void deal_hidden_anew(struct game *game, int seat, struct random *random)
{
	struct hidden_cards heap = { .count = 0 };
	int seats = game->rules->seats, known[PLAYERS_MAX];

	take_row(&heap, game->stock, game->stock_size);
	take_row(&heap, game->aside, game->aside_size);
	for (int of = 0; of < seats; of++) {
		take_heap(&heap, &game->talon[of]);
		if (hand_is_hidden(game, of, seat))
			take_heap(&heap, &game->seat[of].hand);
	}
	if (game->top_hidden)
		take_row(&heap, &game->pile[game->pile_size - 1], 1);
	for (int of = 0; of < seats; of++)
		known[of] = hand_is_hidden(game, of, seat) ? give_known(game, of, &heap, &game->seat[of].hand) : 0;
	random_shuffle(random, heap.kind, heap.count);
	for (int of = 0; of < seats; of++)
		if (hand_is_hidden(game, of, seat))
			give_hand(&heap, &game->seat[of].hand, game->seat[of].size - known[of], not_in_hand(game, of));
	if (game->top_hidden)
		give_row(&heap, &game->pile[game->pile_size - 1], 1);
	for (int of = 0; of < seats; of++)
		give_hand(&heap, &game->talon[of], game->seat[of].talon, 0);
	give_row(&heap, game->aside, game->aside_size);
	give_row(&heap, game->stock, game->stock_size);
}

/* Whether the question that was put could be put with the cards as they are dealt now. */
static bool question_stands(const struct game *game)
{
	struct game before = *game;

	before.phase = PHASE_MELD;
	before.turn.asked = before.seat[before.turn.seat].asked = false;
	return game_refusal(&before, (struct act){ .verb = ACT_ASK }).refusal == REFUSAL_NONE;
}

/* A game that looks the same to [seat] and may well be another: what is worked out from hidden hands is worked out
 * anew, too. */
static void imagine_other(const struct game *game, int seat, struct random *random, struct game *other)
{
	for (int i = 0; i < TRIES; i++) {
		*other = *game;
		deal_hidden_anew(other, seat, random);
		if (game->phase != PHASE_ANSWER || seat == game->turn.seat || question_stands(other))
			break;
	}
	if (seat != game->turn.seat && game->phase == PHASE_MELD && (game->turn.drew || game->turn.took))
		settle_bans(other);
}

/* How many cards of each face there are, by kind and suit. */
struct faces {
	uint8_t count[KINDS_MAX][4];
};

/* Counts what lies in each hand, on the table, and of that in melds. */
static void count_faces(const struct rules *rules, const struct suits *suits, struct faces *hand, struct faces *table,
                        struct faces *melds)
{
	const struct suits_card *card = suits->card;

	memset(hand, 0, PLAYERS_MAX * sizeof *hand);
	memset(table, 0, sizeof *table);
	memset(melds, 0, sizeof *melds);
	for (int kind = 0; kind < rules->kinds; kind++)
		for (int i = 0; i < rules->kind[kind].copies; i++, card++) {
			if (card->place >= SUITS_MELD)
				melds->count[kind][card->suit]++;
			if (card->place >= SUITS_LAID)
				table->count[kind][card->suit]++;
			else if (card->place >= SUITS_HAND)
				hand[card->place - SUITS_HAND].count[kind][card->suit]++;
		}
}

/* The suit of the top card of the pile, which is of [kind]; -1 if its name has it. */
static int suit_of_top(const struct rules *rules, const struct suits *suits, int kind)
{
	const struct suits_card *card = suits->card;

	for (int before = 0; before < kind; before++)
		card += rules->kind[before].copies;
	for (int i = 0; i < rules->kind[kind].copies; i++)
		if (card[i].place == SUITS_PILE)
			return card[i].suit;
	return -1;
}

/* Brings [seen], the cards that everybody has seen go to the hand of [seat], up to date after [act]. What she plays may be one of them; what
 * the table has less of, and more of for what she played, has gone there. */
static void note_seen(const struct rules *rules, const struct suits *before, struct act act, int seat,
                      const struct suits *after, struct faces *seen)
{
	struct faces had[PLAYERS_MAX], has[PLAYERS_MAX], lay, lies, melded, melds;
	int top = act.verb == ACT_TAKE ? suit_of_top(rules, before, act.kind) : -1;

	count_faces(rules, before, had, &lay, &melded);
	count_faces(rules, after, has, &lies, &melds);
	for (int kind = 0; kind < rules->kinds; kind++)
		for (int suit = 0; suit < 4; suit++) {
			uint8_t *count = &seen->count[kind][suit];
			int more = lies.count[kind][suit] - lay.count[kind][suit], played = more, came;
			if (act.verb == ACT_TAKE)
				played = melds.count[kind][suit] - melded.count[kind][suit] -
				         (kind == act.kind && suit == top);
			played = played > 0 ? played : 0;
			came = has[seat].count[kind][suit] - had[seat].count[kind][suit] + played;
			came = came < played - more ? came : played - more; /* the rest became the stock */
			*count = (uint8_t)((*count > played ? *count - played : 0) + (came > 0 ? came : 0));
			if (*count > has[seat].count[kind][suit])
				*count = has[seat].count[kind][suit];
		}
}

/* Puts the cards of a kind where they lie in [other]. What lies on the table stays, and so do cards of hands that everybody has [seen]. Of the
 * others as many as can be stay, in their order; the rest goes where cards are missing. */
static void imagine_suits_of_kind(const struct game *other, int kind, const struct suits_card *card,
                                  const struct faces *seen, struct suits_card *imagined)
{
	int copies = other->rules->kind[kind].copies, room[SUITS_PLACES] = { 0 }, count = 0, left = 0;
	struct suits_card moved[DECK_MAX];
	struct faces known[PLAYERS_MAX];
	bool stays[DECK_MAX];

	memcpy(known, seen, sizeof known);
	room[SUITS_UNSEEN] = copies;
	for (int of = 0; of < other->rules->seats; of++) {
		room[SUITS_HAND + of] = cards_count(&other->seat[of].hand, kind);
		room[SUITS_UNSEEN] -= room[SUITS_HAND + of];
	}
	for (int i = 0; i < copies; i++)
		room[SUITS_UNSEEN] -= card[i].place >= SUITS_LAID;
	for (int i = 0; i < copies; i++) {
		uint8_t *left_known = card[i].place >= SUITS_HAND && card[i].place < SUITS_LAID
		                              ? &known[card[i].place - SUITS_HAND].count[kind][card[i].suit]
		                              : NULL;
		stays[i] = card[i].place >= SUITS_LAID || (left_known != NULL && *left_known > 0);
		if (left_known != NULL && stays[i])
			--*left_known, room[card[i].place]--;
	}
	for (int i = 0; i < copies; i++)
		if (stays[i] || room[card[i].place]-- > 0)
			imagined[count++] = card[i];
		else
			moved[left++] = card[i];
	for (int place = 0; place < SUITS_LAID; place++)
		for (; left > 0 && room[place] > 0; room[place]--) {
			moved[--left].place = (uint16_t)place;
			imagined[count++] = moved[left];
		}
}

/* The suits of [other], which looks the same as the game with these [suits] to somebody. */
static void imagine_suits(const struct suits *suits, const struct faces *seen, const struct game *other,
                          struct suits *imagined)
{
	int begin = 0;

	memset(imagined, 0, sizeof *imagined);
	for (int kind = 0; kind < other->rules->kinds; begin += other->rules->kind[kind++].copies)
		imagine_suits_of_kind(other, kind, suits->card + begin, seen, imagined->card + begin);
}

/* ---- what a seat is told, and does ---- */

/* Bytes that must not change, but with the scores of a deal that is over: these are no secret. */
struct told {
	unsigned char bytes[1 << 16];
	size_t count;
	const struct game *scored;
	const struct suits *suits; /* of the game that they are about */
};

static void tell_bytes(struct told *told, const void *bytes, size_t count)
{
	if (told->count + count > sizeof told->bytes)
		abort();
	memcpy(told->bytes + told->count, bytes, count);
	told->count += count;
}

static void tell_view(const struct game *game, int seat, struct told *told)
{
	struct view view;

	view_of(game, seat, &view);
	tell_bytes(told, &view, sizeof view);
}

static void tell_acts(const struct game *game, int seat, struct told *told)
{
	struct acts acts;

	if (game->phase == PHASE_OVER || seat != game_to_act(game))
		return;
	game_legal(game, &acts);
	tell_bytes(told, acts.act, (size_t)acts.count * sizeof *acts.act);
}

enum { SEARCHES_BETWEEN = 97 }; /* the expert takes her time: she is asked in one of so many turns */

/* What each bot would do, with the same luck. */
static void tell_choices(const struct game *game, int seat, struct told *told)
{
	struct view view;
	struct acts acts;

	if (game->phase == PHASE_OVER || seat != game_to_act(game))
		return;
	game_legal(game, &acts);
	view_of(game, seat, &view);
	for (int i = 0; player_at(i) != NULL; i++) {
		struct random random;
		struct act act;
		if (player_at(i) == &player_expert &&
		    (game->seed + game->deal + game->turn.number) % SEARCHES_BETWEEN != 0)
			continue;
		random_begin(&random, game->turn.number, (uint64_t)seat);
		act = player_at(i)->choose(&view, &acts, NULL, &random);
		tell_bytes(told, &act, sizeof act);
	}
}

/* The lines that a player behind a pipe gets, and how her answers are taken. */
static void tell_protocol(const struct game *game, int seat, struct told *told)
{
	static const char *const answers[] = { "draw",       "take",          "ask",
		                               "meld 7 7 7", "discard K",     "no talon",
		                               "stop",       "draw, special", "draw, add 2, discard 3" };
	struct text lines = { 0 };
	struct view view;
	struct acts acts;
	struct act act;

	view_of(game, seat, &view);
	protocol_write_view(&view, &lines);
	if (game->phase != PHASE_OVER && seat == game_to_act(game)) {
		game_legal(game, &acts);
		table_order_acts(&acts);
		protocol_write_acts(game, &acts, &lines);
		for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
			if (!protocol_read_act(game, &acts, answers[i], &act, &lines))
				text_add(&lines, "\n");
	}
	tell_bytes(told, text_read(&lines), lines.length);
	text_free(&lines);
}

/* How lines of several acts are understood, and why they are refused: what follows a draw must not be looked at. */
static void tell_lines(const struct game *game, int seat, struct told *told)
{
	static const char *const lines[] = {
		"draw, special",           "draw, add 2",     "draw, add joker, discard 3", "draw, draw",
		"draw, meld A A 2, add 2", "draw, lay red 3", "take, add 2, discard 4"
	};
	struct act acts[ACTS_OF_A_LINE];
	struct text why = { 0 };

	if (game->phase == PHASE_OVER || seat != game_to_act(game))
		return;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		const char *rest;
		int count = acts_parse_seen(game, lines[i], acts, ACTS_OF_A_LINE, &rest, &why);
		tell_bytes(told, acts, (size_t)count * sizeof *acts);
		text_add(&why, rest);
		if (count > 0)
			playing_may(game, acts, count, 80, &why);
	}
	tell_bytes(told, text_read(&why), why.length);
	text_free(&why);
}

enum {
	WIRE_BETWEEN = 7
}; /* what is sent takes time, too: it is looked at in one of so many positions, and where moments are rare */

/* What a phone is sent, and answered. */
static void tell_wire(const struct game *game, int seat, struct told *told)
{
	struct canasta_bytes sent = { 0 };

	if (game->phase != PHASE_ANSWER && game->phase != PHASE_OVER && game->turn.number % WIRE_BETWEEN != 0)
		return;
	wire_position(game, told->suits, seat, told->scored, &sent);
	tell_bytes(told, sent.bytes, sent.length);
	canasta_bytes_free(&sent);
}

static const struct check {
	const char *what;
	void (*tell)(const struct game *game, int seat, struct told *told);
} checks[] = {
	{ "the view", tell_view },
	{ "the list of legal acts", tell_acts },
	{ "the choice of a bot", tell_choices },
	{ "what the protocol says", tell_protocol },
	{ "how a line is understood", tell_lines },
	{ "what the server sends", tell_wire },
};

/* What somebody who looks on is told. */
static void tell_onlooker(const struct game *game, int seat, struct told *told)
{
	struct text lines = { 0 };
	struct view view;

	(void)seat;
	view_of_onlooker(game, &view);
	tell_bytes(told, &view, sizeof view);
	protocol_write_view(&view, &lines);
	tell_bytes(told, text_read(&lines), lines.length);
	text_free(&lines);
	tell_wire(game, NOBODY, told);
}

static const struct check onlooker = { "what an onlooker is told", tell_onlooker };

enum { CHECKS = sizeof checks / sizeof *checks };

/* ---- playing ---- */

struct run {
	struct game game, other;
	struct suits suits, other_suits;
	struct faces seen[PLAYERS_MAX]; /* cards of hands that everybody has seen */
	struct random luck, bots;
	struct told told, again;
	struct act act; /* that is done next */
	long positions, wanted, leaks, alike;
};

/* Makes up the other game, which looks the same to [seat]. */
static void imagine(struct run *run, int seat)
{
	imagine_other(&run->game, seat, &run->luck, &run->other);
	imagine_suits(&run->suits, run->seen, &run->other, &run->other_suits);
}

/* Both were told the same. */
static void compare(struct run *run, const char *what, int seat)
{
	if (run->told.count == run->again.count && memcmp(run->told.bytes, run->again.bytes, run->told.count) == 0)
		return;
	if (run->leaks++ < 10)
		printf("game %llu, deal %u, turn %d, phase %d: %s of seat %d depends on hidden cards\n",
		       (unsigned long long)run->game.seed, (unsigned)run->game.deal + 1, run->game.turn.number,
		       run->game.phase, what, seat == NOBODY ? 0 : seat + 1);
}

/* Compares what [check] tells [seat] of the game and of the other one. */
static void compare_told(struct run *run, const struct check *check, int seat)
{
	run->told.count = run->again.count = 0;
	check->tell(&run->game, seat, &run->told);
	check->tell(&run->other, seat, &run->again);
	compare(run, check->what, seat);
}

static void see(const struct game *game, int seat, struct view *view)
{
	if (seat == NOBODY)
		view_of_onlooker(game, view);
	else
		view_of(game, seat, view);
}

/* True if [seat] sees the same after [act] in the game and after [other] in the other one. */
static bool looks_alike(const struct run *run, int seat, struct act act, struct act other)
{
	struct game after = run->game, other_after = run->other;
	struct view view, other_view;

	game_apply(&after, act);
	game_apply(&other_after, other);
	see(&after, seat, &view);
	see(&other_after, seat, &other_view);
	return memcmp(&view, &other_view, sizeof view) == 0;
}

static void tell_act(const struct run *run, const struct game *game, int seat, struct act act, struct told *told)
{
	struct canasta_bytes sent = { 0 };
	struct game after = run->game;

	told->count = 0;
	game_apply(&after, run->act);
	wire_act(game, told->suits, seat, act, &after, &sent);
	tell_bytes(told, sent.bytes, sent.length);
	canasta_bytes_free(&sent);
}

/* What a phone is sent when somebody acts is the same if in the other game something is done that looks the same: that act, or another
 * of its kind where she who acts has other cards. */
static void compare_act(struct run *run, int seat)
{
	struct acts acts;
	struct game after = run->game;
	int at = 0;

	game_apply(&after, run->act);
	if (after.phase != PHASE_OVER && run->positions % WIRE_BETWEEN != 0)
		return;
	imagine(run, seat);
	game_legal(&run->other, &acts);
	while (at < acts.count && memcmp(&acts.act[at], &run->act, sizeof run->act) != 0)
		at++;
	if (at == acts.count)
		for (at = 0; at < acts.count && acts.act[at].verb != run->act.verb;)
			at++;
	for (; at < acts.count && acts.act[at].verb == run->act.verb; at++)
		if (looks_alike(run, seat, run->act, acts.act[at])) {
			tell_act(run, &run->game, seat, run->act, &run->told);
			tell_act(run, &run->other, seat, acts.act[at], &run->again);
			compare(run, "what the server sends of an act", seat);
			run->alike++;
			break;
		}
}

static void look_at_position(struct run *run)
{
	for (int seat = 0; seat < run->game.rules->seats; seat++) {
		imagine(run, seat);
		for (int i = 0; i < CHECKS; i++)
			compare_told(run, &checks[i], seat);
	}
	imagine(run, NOBODY);
	compare_told(run, &onlooker, NOBODY);
	run->positions++;
}

/* Each deal is played by another mixture of bots, those ahead of the expert. */
static void choose_act(struct run *run)
{
	struct game *game = &run->game;
	int bots = 0, seat = game_to_act(game);
	struct view view;
	struct acts acts;

	while (player_at(bots) != NULL && player_at(bots) != &player_expert)
		bots++;
	view_of(game, seat, &view);
	game_legal(game, &acts);
	run->act = player_at((int)(game->deal + game->seed * (unsigned)seat) % bots)
	                   ->choose(&view, &acts, NULL, &run->bots);
}

static void act_now(struct run *run)
{
	const struct game before = run->game;
	const struct suits suits = run->suits;
	int seat = game_to_act(&before);

	game_apply(&run->game, run->act);
	suits_follow(&run->suits, &before, run->act, &run->game);
	note_seen(run->game.rules, &suits, run->act, seat, &run->suits, &run->seen[seat]);
}

static void play_deal(struct run *run)
{
	struct tally tally;
	int32_t totals[SIDES_MAX];

	game_deal(&run->game, 0);
	suits_deal(&run->suits, &run->game);
	memset(run->seen, 0, sizeof run->seen);
	while (run->game.phase != PHASE_OVER && run->positions < run->wanted) {
		look_at_position(run);
		choose_act(run);
		for (int seat = 0; seat < run->game.rules->seats; seat++)
			compare_act(run, seat);
		compare_act(run, NOBODY);
		act_now(run);
	}
	look_at_position(run);
	game_score(&run->game, &tally);
	game_totals(&run->game, &tally, totals);
	game_next_deal(&run->game, totals);
}

int main(int argc, char **argv)
{
	static struct library library;
	static struct run run;
	struct rules *rules;

	rules = rules_from_disk(&library, argc > 1 ? argv[1] : "wahhi", argv + 3, argc > 3 ? argc - 3 : 0);
	if (rules == NULL)
		return 2;
	run.wanted = argc > 2 ? strtol(argv[2], NULL, 10) : 1000;
	run.told.scored = run.again.scored = &run.game;
	run.told.suits = &run.suits;
	run.again.suits = &run.other_suits;
	random_begin(&run.luck, 1, 1);
	random_begin(&run.bots, 1, 2);
	for (uint64_t seed = 1; run.positions < run.wanted; seed++) {
		game_begin(&run.game, rules, seed);
		while (run.game.deal < DEALS_OF_A_GAME && run.positions < run.wanted)
			play_deal(&run);
	}
	if (run.alike < run.positions / WIRE_BETWEEN) {
		printf("%s: only %ld acts were compared in %ld positions\n", argv[1], run.alike, run.positions);
		return 1;
	}
	if (run.leaks > 0)
		printf("%s: %ld leaks in %ld positions\n", argv[1], run.leaks, run.positions);
	arena_free(library.arena);
	return run.leaks > 0;
}
