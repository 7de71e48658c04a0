/* test_past.c -- what was done in a deal, by whom and since when, is what a log of all turns says; and so it is in a position written
 * as lines and read again. */
#include "position_words.h"
#include "game/random.h"
#include "grammar/tree.h"
#include "notation/position_text.h"

enum { TURNS_MOST = 2000, DEALS = 40, RESERVES_MOST = 44 };

static struct library library;
static struct game game;

/* A turn as somebody at the table would write it down. */
static struct turn_told {
	int seat;
	bool did[DEEDS];
} told[TURNS_MOST];
static int turns;

/* In how many turns of all deals each was done. */
static int done[DEEDS];

static char rules_that_ask[] = "language 1\n"
			       "variant past extends wahhi {\n"
			       "    add score past \"Past\" { points 10 * times anybody took pile in deal }\n"
			       "}\n";

static char rules_of_two[] = "language 1\n"
			     "variant past extends guide:two {\n"
			     "    add score past \"Past\" { points 10 * times anybody took pile in deal }\n"
			     "    turn { first dealer }\n"
			     "}\n";

static char rules_the_other_way[] = "language 1\n"
				    "variant past extends wahhi {\n"
				    "    turn { direction anticlockwise; first right_of_dealer }\n"
				    "    add score past \"Past\" { points 10 * times anybody took pile in deal }\n"
				    "}\n";

static char rules_with_reserves[] =
	"language 1\n"
	"variant feet extends foot {\n"
	"    add score past \"Past\" { per player; points 10 * times player took up a reserve in deal }\n"
	"}\n";

static char rules_of_one_alone[] = "language 1\n"
				   "variant past extends guide:three {\n"
				   "    add score past \"Past\" { points 10 * times anybody took pile in deal }\n"
				   "}\n";

static char rules_of_sides_with_reserves[] =
	"language 1\n"
	"variant past extends burraco {\n"
	"    add score past \"Past\" { per player; points 10 * times player took up a reserve in deal }\n"
	"}\n";

static char rules_of_one_alone_with_reserves[] =
	"language 1\n"
	"variant past extends burraco:three {\n"
	"    add score past \"Past\" { per player; points 10 * times player took up a reserve in deal }\n"
	"}\n";

static char *const sets_of_rules[] = { rules_that_ask,
	                               rules_of_two,
	                               rules_the_other_way,
	                               rules_with_reserves,
	                               rules_of_one_alone,
	                               rules_of_sides_with_reserves,
	                               rules_of_one_alone_with_reserves };

static bool is_of(enum fact_id fact, int asker, int seat)
{
	bool same = game.seat[seat].side == game.seat[asker].side;

	switch (fact) {
	case FACT_player_did: return seat == asker;
	case FACT_partner_did: return same && seat != asker;
	case FACT_side_did: return same;
	case FACT_others_did: return !same;
	default: return true;
	}
}

/* The first turn of the log that a period has, and the one behind its last. */
static void bounds(enum period period, int asker, int *from, int *to)
{
	*from = 0;
	*to = turns;
	if (period == PERIOD_turn)
		*from = turns - 1;
	else if (period == PERIOD_before)
		*to = turns - 1;
	else if (period == PERIOD_round)
		*from = (turns - 1) / game.rules->seats * game.rules->seats;
	else if (period == PERIOD_since)
		for (int i = 0; i < turns - 1; i++)
			if (told[i].seat == asker)
				*from = i + 1;
}

static void compare(enum fact_id fact, int asker)
{
	for (int item = 0; item < DEEDS * PERIODS; item++) {
		struct question about = { .game = &game, .seat = (uint8_t)asker, .side = game.seat[asker].side };
		struct ir asked = { .kind = IR_FACT, .type = NUMBER, .fact = fact, .item = item };
		int from, to, times = 0;
		bounds(period_of(&asked), asker, &from, &to);
		for (int i = from; i < to; i++)
			times += told[i].did[deed_of(&asked)] && is_of(fact, asker, told[i].seat);
		if (fact_of_game(&about, &asked) != times)
			fail_msg("%s, item %d, asked by %d in turn %d: %d instead of %d", facts[fact].phrase, item,
			         asker, turns, (int)fact_of_game(&about, &asked), times);
	}
}

static void compare_all(void)
{
	for (int asker = 0; asker < game.rules->seats; asker++)
		for (int fact = FACT_player_did; fact <= FACT_anybody_did; fact++)
			compare((enum fact_id)fact, asker);
}

/* Reserves that have not been taken up. */
static int reserves_left(void)
{
	int left = 0;

	for (int i = 0; i < RESERVES_MAX; i++)
		left += game.reserve_size[i] > 0;
	return left;
}

/* Cards in the melds of all sides. A take may bring cards to the hand alone. */
static int cards_melded(void)
{
	int cards = 0;

	for (int side = 0; side < game.rules->table.sides; side++)
		for (int i = 0; i < game.side[side].melds; i++)
			cards += game.side[side].meld[i].cards.naturals + game.side[side].meld[i].cards.wilds;
	return cards;
}

/* Writes down an act that was just done in turn [number] of [seat]. */
static void note(struct act act, int number, int seat, bool was_opened, int had_reserves, int had_melded)
{
	struct turn_told *now = &told[number - 1];
	bool out = game.phase == PHASE_OVER && game.ending == ENDING_OUT;

	now->did[DEED_taking] |= act.verb == ACT_TAKE;
	now->did[DEED_drawing] |= act.verb == ACT_DRAW;
	now->did[DEED_taking_up] |= reserves_left() < had_reserves;
	now->did[DEED_asking] |= act.verb == ACT_ASK;
	now->did[DEED_melding] |= cards_melded() > had_melded;
	now->did[DEED_opening] |= !was_opened && game.side[game.seat[seat].side].opened;
	now->did[DEED_out_by_discard] |= out && act.verb == ACT_DISCARD;
	now->did[DEED_out_by_melding] |= out && act.verb != ACT_DISCARD;
}

/* ---- positions told ---- */

/* Reads [lines] as a position under the rules of the game. */
static void read_again(const char *lines, struct position_parser *on, struct library *again)
{
	const struct statement *part;
	struct text findings = { 0 };

	library_begin(again, arena_new(), (struct reader){ .read = read_test_file });
	part = library_lines(again, "lines", lines, strlen(lines));
	position_parser_begin(on, again, (struct rules *)(uintptr_t)game.rules, &part, 1, NULL);
	for (const struct statement *line = part; line != NULL && !on->faulty; line = line->next)
		position_parser_any_line(on, line);
	if (on->faulty || !position_parser_finish(on, (struct span){ 0 })) {
		diags_write(&again->diags, &findings);
		fail_msg("%s%s", lines, text_read(&findings));
	}
}

/* Compares what [fact] says of the game and of the position that was read of it, in which the player sits at seat 0. */
static void compare_fact(const struct game *is, enum fact_id fact, int item, const char *lines)
{
	for (int asker = 0; asker < is->rules->seats; asker++) {
		int there = (asker + game.turn.seat) % is->rules->seats;
		struct question about = { .game = is, .seat = (uint8_t)asker, .side = is->seat[asker].side };
		struct question of = { .game = &game, .seat = (uint8_t)there, .side = game.seat[there].side };
		struct ir asked = { .kind = IR_FACT, .type = NUMBER, .fact = fact, .item = item };
		int32_t said = fact_of_game(&about, &asked), was = fact_of_game(&of, &asked);
		if (said != was)
			fail_msg("%s%s, item %d, asked by %d in turn %d: %d instead of %d", lines, facts[fact].phrase,
			         item, asker, turns, (int)said, (int)was);
	}
}

/* Leaves out lines about the past, each with one chance in three. */
static void forget(const char *lines, struct random *random, struct text *some)
{
	static const char *const heads[] = { "earlier ", "dealer ", "round ",   "first ", "melded ",
		                             "asked ",   "melds ",  "reserve ", "alone ", NULL };

	/* these lines mean nothing, or others, before somebody plays alone */
	const bool partners = strstr(lines, "partner") != NULL || strstr(lines, "reserve") != NULL;

	for (const char *end; *lines != '\0'; lines = end) {
		bool of_past = false;
		end = strchr(lines, '\n') + 1;
		for (const char *const *head = heads; *head != NULL; head++)
			of_past |= strncmp(lines, *head, strlen(*head)) == 0;
		of_past &= !partners || strncmp(lines, "alone ", 6) != 0;
		if (!of_past || random_below(random, 3) > 0)
			text_add_bytes(some, lines, (size_t)(end - lines));
	}
}

/* What a position says of the past is what a game can have come to, whatever was left out. */
static void check_possible(const struct game *is, const char *lines)
{
	int openings[SIDES_MAX] = { 0 }, takes = 0, taken_up = 0, gone = 0;

	for (int seat = 0; seat < is->rules->seats; seat++) {
		const struct past *past = &is->past[seat];
		int had = (is->turn.number - 1 - turns_since(is, seat) + is->rules->seats) / is->rules->seats;
		for (int deed = 0; deed < DEEDS_KEPT; deed++)
			if (past->turns[deed] > had ||
			    (past->turns[deed] == had && had > 0 && !(past->latest >> deed & 1)))
				fail_msg("%s%d %s more often than she had turns", lines, seat, deed_phrases[deed]);
		if (past->turns[DEED_taking] + past->turns[DEED_drawing] > had)
			fail_msg("%s%d took and drew in one turn", lines, seat);
		if (past->turns[DEED_opening] > past->turns[DEED_melding] ||
		    is->seat[seat].melded != (past->turns[DEED_melding] > 0))
			fail_msg("%s%d melded, and did not", lines, seat);
		openings[is->seat[seat].side] += past->turns[DEED_opening];
		takes += past->turns[DEED_taking];
		taken_up += past->turns[DEED_taking_up];
	}
	for (int place = 0; place < rules_reserves(is->rules); place++)
		gone += reserve_dealt(is, place) > 0 && is->reserve_size[place] == 0;
	if (taken_up != gone &&
	    game.stock_size > RESERVES_MOST) /* or there are too few cards for those that lie there */
		fail_msg("%s%d reserves are gone, and %d were taken up", lines, gone, taken_up);
	if (is->rules->table.alone != table_alone_first_to_take_the_pile)
		takes = taken_up;
	if (is->one_alone && (is->alone != NOBODY) != (takes > 0))
		fail_msg("%sit is not known who plays alone", lines);
	for (int side = 0; side < is->rules->table.sides; side++)
		if ((is->one_alone ? openings[side] > 0 : openings[side]) != is->side[side].opened ||
		    (is->side[side].melds > 0 && openings[side] == 0))
			fail_msg("%sside %d opened %d times", lines, side, openings[side]);
}

/* False if partners have joined melds that are larger together than any line may say. */
static bool can_be_told(void)
{
	for (int side = 0; side < game.rules->table.sides; side++)
		for (int i = 0; i < game.side[side].melds; i++)
			if (!cards_fit_form(game.rules, game.side[side].meld[i].form, &game.side[side].meld[i].cards))
				return false;
	return true;
}

/* The turn that begins is told in lines. They say all of the past that is asked; and of lines that are true some may be left out. */
static void tell(struct random *random)
{
	static struct position_parser on;
	struct library again;
	struct text lines = { 0 }, some = { 0 };

	position_write(&game, NULL, &lines);
	read_again(text_read(&lines), &on, &again);
	for (int fact = FACT_player_did; fact <= FACT_anybody_did; fact++)
		for (int item = 0; item < DEEDS * PERIODS; item++)
			compare_fact(&on.position.game, (enum fact_id)fact, item, text_read(&lines));
	if ((on.position.game.turn.number - game.turn.number) % game.rules->seats != 0)
		fail_msg("%sin turn %d: another place in the round", text_read(&lines), turns);
	compare_fact(&on.position.game, FACT_first_turn, 0, text_read(&lines));
	compare_fact(&on.position.game, FACT_side_opened, 0, text_read(&lines));
	if (game.alone == NOBODY) /* sides that have become one leave a gap in the order */
		compare_fact(&on.position.game, FACT_side_order, 0, text_read(&lines));
	arena_free(again.arena);
	forget(text_read(&lines), random, &some);
	read_again(text_read(&some), &on, &again);
	check_possible(&on.position.game, text_read(&some));
	arena_free(again.arena);
	text_free(&lines);
	text_free(&some);
}

static void play(const struct rules *rules, uint64_t seed)
{
	static struct acts acts;
	struct random random;

	random_begin(&random, seed, 0);
	game_begin(&game, rules, seed);
	game_deal(&game, 0);
	memset(told, 0, sizeof told);
	for (turns = 1; game.phase != PHASE_OVER;) {
		if (game.turn.number != turns && game.phase == PHASE_DRAW && random_below(&random, 8) == 0 &&
		    can_be_told())
			turns = game.turn.number, tell(&random);
		int number = game.turn.number, seat = game.turn.seat;
		bool opened = game.side[game.turn.side].opened;
		int reserves = reserves_left(), melded = cards_melded();
		told[number - 1].seat = seat;
		turns = number;
		compare_all();
		game_legal(&game, &acts);
		struct act act = acts.act[random_below(&random, (uint32_t)acts.count)];
		for (int i = 0; i < acts.count && random_below(&random, 4) > 0;
		     i++) /* cards are laid more often than not */
			if (acts.act[i].verb == ACT_MELD || acts.act[i].verb == ACT_ADD || acts.act[i].verb == ACT_ASK)
				act = acts.act[i];
		game_apply(&game, act);
		note(act, number, seat, opened, reserves, melded);
	}
	compare_all();
	for (int i = 0; i < turns; i++)
		for (int deed = 0; deed < DEEDS; deed++)
			done[deed] += told[i].did[deed];
}

static void what_was_done_is_what_a_log_says(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof sets_of_rules / sizeof *sets_of_rules; i++) {
		const struct rules *rules = rules_for_test(&library, sets_of_rules[i]);
		for (uint64_t seed = 1; seed <= DEALS; seed++)
			play(rules, seed);
		arena_free(library.arena);
	}
	for (int deed = 0; deed < DEEDS; deed++)
		if (done[deed] == 0)
			fail_msg("nobody %s", deed_phrases[deed]);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(what_was_done_is_what_a_log_says) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
