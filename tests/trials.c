/* trials.c -- games that bots play among themselves, each seat with a bot of its own and expert now and then, under rules with
 * options chosen at random. Nobody may get stuck, no bot may read or write beyond a table, and the engine, where it checks itself, has to
 * agree with what it has done.
 *
 * Reads references of variants, one a line. Usage:
 *   trials SEED GAMES                 so many games of each, shared among sets of its options
 *   trials SEED GAMES RULES SECONDS   so many sets of rules for each, as large as the language allows, and so many games of each,
 *                                     as far as they get in this time
 * Writes what is played before it is played, so that the last lines say where it broke off. */
#include "tests/changes.h"

#include <stdatomic.h>
#include <time.h>
#include "game/random.h"
#include "players/player.h"
#include "rules/options.h"
#include "tools/sim.h"

enum {
	OPTION_SETS = 8,         /* at most, of one variant */
	DEALS = 3,               /* of every fourth game, the others have one */
	ACTS = 3000,             /* of a game of the variants as they are: after that it is given up, and */
	ACTS_OF_LARGE = 2000,    /* of one under large rules */
	SECONDS_OF_PLAIN = 1000, /* for all games of a variant as it is */
	EXPERT_SELDOM = 200,     /* one choice in so many is the expert's */
	CHANGES = 30,            /* tried on a variant, one on top of the other */
	NAMES = 64,
	TEXT_ROOM = 1 << 16
};

static struct random chance;
static _Atomic int stop;
static int acts_left, experts_left, styles;
static clock_t time_limit; /* of a processor; when nothing goes wrong it does not matter how far a game gets */

static int below(int bound)
{
	return (int)random_below(&chance, (uint32_t)bound);
}

/* ---- the players ---- */

/* Plays every seat of a deal like another bot. */
static struct act choose(const struct view *view, const struct acts *acts, const struct budget *budget,
                         struct random *random)
{
	/* careful takes most of the time, above all in sequences */
	static const struct player *const players[] = { &player_random, &player_simple, &player_careful, &player_random,
		                                        &player_simple };
	int at = (view->seat + (int)view->deal + styles) % (int)(sizeof players / sizeof *players);

	if (--acts_left <= 0 || clock() > time_limit)
		stop = 1;
	if (experts_left > 0 && acts->count > 1 && random_below(random, EXPERT_SELDOM) == 0) {
		experts_left--;
		return player_expert.choose(view, acts, budget, random);
	}
	return players[at]->choose(view, acts, budget, random);
}

static const struct player mixed = { "mixed", "Plays like another bot at each seat.", choose, NULL };

static void forget_record(void *context, uint64_t number, int play, const struct text *record)
{
	(void)context, (void)number, (void)play, (void)record;
}

/* Plays the games from number [from] up to [to]; false after a fault. */
static bool play(const struct rules *rules, const char *reference, int from, int to, int acts)
{
	static struct sim_counts counts;
	struct sim_plan plan = {
		.rules = rules, .reference = reference, .seed = chance.seed, .budget = { .samples = 1 }, .stop = &stop
	};

	for (int i = 0; i < rules->table.players; i++)
		plan.player[i] = &mixed;
	for (int game = from; game < to; game++) {
		memset(&counts, 0, sizeof counts);
		plan.clauses = game == from && acts == ACTS; /* a reason for each refused act takes its time */
		plan.record = game == from ? forget_record : NULL;
		stop = 0;
		acts_left = acts;
		styles = game;
		plan.deals_most = game % 4 == 0 ? DEALS : 1;
		if (sim_game(&plan, (uint64_t)game, &counts) || counts.fault == NULL)
			continue;
		printf("FAULT in game %d: %s\n", game, counts.fault);
		return false;
	}
	return true;
}

/* ---- options ---- */

/* A set of options of the rules, by their names in [arena]: none, or some at random. */
static int choose_options(const struct rules *rules, struct arena *arena, int set, const char *with[NAMES])
{
	int options = 0, count = 0;

	for (const struct option *option = rules->options; option != NULL; option = option->next)
		options++;
	if (set == 0 || options == 0)
		return 0;
	for (const struct option *option = rules->options; option != NULL; option = option->next)
		if (count < NAMES && below(options) < 2)
			with[count++] = option_kept(option, arena);
	return count;
}

static bool play_with_options(const char *reference, int games)
{
	static struct library library;
	const char *with[NAMES];
	bool well = true;
	int sets = 1, each;

	library_begin(&library, arena_new(), FROM_DISK);
	const struct rules *plain = rules_build(&library, reference, NULL, 0);
	if (plain == NULL) {
		printf("%s cannot be built\n", reference);
		well = false;
	} else if (plain->options != NULL)
		sets = OPTION_SETS;
	each = (games + sets - 1) / sets;
	experts_left = 1;
	time_limit = clock() + SECONDS_OF_PLAIN * CLOCKS_PER_SEC;
	for (int set = 0; set < sets && well; set++) {
		const struct rules *rules = NULL;
		int count;
		for (int tries = 0; rules == NULL && tries < 10; tries++) { /* some exclude each other */
			count = choose_options(plain, library.arena, set, with);
			rules = tables_compile(&library, rules_build(&library, reference, with, count));
		}
		if (rules == NULL)
			continue;
		printf("%s", reference);
		for (int i = 0; i < count; i++)
			printf(" --with %s", with[i]);
		printf(": games %d to %d\n", set * each, set * each + each - 1);
		fflush(stdout);
		well = play(rules, reference, set * each, set * each + each, ACTS);
	}
	arena_free(library.arena);
	return well;
}

/* ---- large rules ---- */

/* What is added to the lists of a variant. */
static const char *const ADDED[] = {
	"add meld long_run \"A long run\" { ranks 4..K; built in_sequence; size 2..14; wilds at most 6; moves to_an_end; of_a_rank several; joined at_any_time }",
	"add meld stuck_run \"A run that stays\" { ranks 4..K; built in_sequence; size 3 or more; wilds at most 3; moves to_the_hand; of_a_rank several }",
	"add meld all_wild \"All wild cards\" { size 1 or more }",
	"add meld any_pair \"A large set\" { ranks 4..A; size 2 or more; wilds 0 or more; of_a_rank several }",
	"add canasta huge \"A huge canasta\" { size 20 or more; bonus 5000 }",
	"add canasta small \"A small canasta\" { size 3 or more; bonus 50 }",
	"add special pairs \"Thirty pairs\" { pattern 30 pairs of any; ranks may_repeat; points 9000 }",
	"add special sevens \"Eight groups\" { pattern 8 septuples of any; ranks may_repeat; points 9000 }",
	"add special groups \"Groups of each size\" { pattern 5 singles of any, 5 pairs of any, 1 triple of any, 1 quadruple of any; points 500 }",
	"add special few \"A few pairs\" { pattern 5 pairs of any; ranks may_repeat; points 100 }",
	"pile { add take whole \"The whole pile\" { onto hand } }",
	"pile { add take three \"Three wild cards\" { hand 1 natural, 2 wilds } }",
	"cards { wild 2, joker, 3 }",
	"cards { wild joker }",
	"bonus { cards 3 }",
	"initial_meld { minimum 30 * deal number }",
	"initial_meld { minimum 300 }",
	"talon { cards 20; set_aside 30 }",
	"talon { cards 60; taken always; joins_hand in_the_next_turn }",
};

/* Items with which a list is filled up. */
static const struct filler {
	int group;
	const char *before, *behind; /* the number of the item */
} FILLERS[] = {
	{ GROUP_meld, "add meld x", " \"X\" { ranks 4..A; size 3 or more; naturals 2 or more; wilds at most 2 }" },
	{ GROUP_class, "add class x", " \"X\" when size > 3" },
	{ GROUP_special, "add special x", " \"X\" { pattern 5 pairs of any; ranks may_repeat; points 100 }" },
	{ GROUP_score, "add score x", " \"X\" { points side melded points }" },
	{ GROUP_define, "add define x", " \"X\" when stock size > 3" },
	{ GROUP_event, "add event x", " \"X\" { what \"Something happens\" }" },
	{ GROUP_take, "pile { add take x", " \"X\" { hand 2 naturals } }" },
	{ GROUP_freeze, "pile { add freeze x", " \"X\" { when pile size > 3 } }" },
	{ GROUP_block, "pile { add block x", " \"X\" { when pile size > 30 } }" },
	{ GROUP_ban, "discard { add ban x", " \"X\" { cards 4; gives_way after_drawing_or_taking } }" },
};

/* Players and sides that go together. */
static const char *const TABLES[] = {
	"players 8; sides 2",
	"players 8; sides 4",
	"players 8; sides 8",
	"players 8; sides 2; at_play 4",
	"players 6; sides 3",
	"players 7; sides 7",
	"players 2; sides 2",
	"players 3; sides 3; alone first_to_take_the_pile",
	"players 8; sides 8; alone first_to_take_the_pile",
	"players 6; sides 3; at_play 3",
};

#define ANY_OF(list) (list)[below((int)(sizeof(list) / sizeof *(list)))]

static enum read_result read_large(void *context, const char *path, struct text *bytes)
{
	if (strcmp(path, "large.canasta") != 0)
		return read_from_disk(NULL, path, bytes);
	text_add(bytes, context);
	return READ_OK;
}

/* A number of this row, most often the largest one. */
static int32_t large_number(int row)
{
	int32_t low = rows[row].low, high = rows[row].high;

	return below(3) > 0 ? high : low + below(high - low + 1);
}

/* A statement that changes some setting, to the largest number if it has one. */
static void write_some_setting(const struct rules *rules, struct text *out)
{
	static struct candidates candidates;
	struct setting at = { .item = -1 }, chosen = { .item = -1 };
	int settings = 0;
	char number[20];

	while (setting_next(rules, &at))
		if (rows[at.row].type != TYPE_TEXT && rows[at.row].type != TYPE_POINTS && at.row != ROW_game_to &&
		    below(++settings) == 0)
			chosen = at;
	if (rows[chosen.row].type == TYPE_NUMBER) {
		snprintf(number, sizeof number, "%d", (int)large_number((int)chosen.row));
		write_statement(rules, (int)chosen.row, chosen.item, number, out);
		return;
	}
	find_candidates(rules, (int)chosen.row, chosen.item, &candidates);
	write_statement(rules, (int)chosen.row, chosen.item, candidates.value[below(candidates.count)], out);
}

/* As many items as the language allows in one of the lists; for canastas all of them anew, by their sizes. */
static void fill_some_list(const struct rules *rules, struct text *out)
{
	int which = below((int)(sizeof FILLERS / sizeof *FILLERS) + 1) - 1, group = GROUP_canasta;

	if (which >= 0) {
		group = FILLERS[which].group;
		for (int item = rules_item_count(rules, group); item < groups[group].max; item++)
			text_format(out, "%s%d%s\n", FILLERS[which].before, item, FILLERS[which].behind);
		return;
	}
	for (int item = 0; item < rules_item_count(rules, group); item++)
		text_format(out, "remove canasta %s\n", rules_item_name(rules, group, item));
	for (int item = 0; item < groups[group].max; item++)
		text_format(out, "add canasta x%d \"X\" { size %d%s; bonus 100 }\n", item, 5 + item,
		            item + 1 < groups[group].max ? "" : " or more");
}

static void write_some_change(const struct rules *rules, int number, struct text *out)
{
	switch (number) {
	case 0:
		text_format(out, "deck { packs %d; jokers %d }", (int)large_number(ROW_deck_packs),
		            (int)large_number(ROW_deck_jokers));
		return;
	case 1: text_format(out, "deal { hand %d }", (int)large_number(ROW_deal_hand)); return;
	case 2: text_format(out, "table { %s }", ANY_OF(TABLES)); return;
	case 3:
		text_format(out, "reserve { cards %d; number %d; of %s }", (int)large_number(ROW_reserve_cards),
		            (int)large_number(ROW_reserve_number), below(2) ? "player" : "side");
		return;
	default: break;
	}
	if (below(3) == 0)
		fill_some_list(rules, out);
	else if (below(2) == 0)
		text_add(out, ANY_OF(ADDED));
	else
		write_some_setting(rules, out);
}

/* The rules of layer [layer] in [text]; NULL if they are not sound. They live in [*library]. */
static const struct rules *build_layer(struct library *library, char *text, int layer)
{
	struct reader reader = { .read = read_large, .context = text };
	char reference[40];

	snprintf(reference, sizeof reference, "large.canasta:l%d", layer);
	library_begin(library, arena_new(), reader);
	return tables_compile(library, rules_build(library, reference, NULL, 0));
}

/* Puts changes on top of [reference] one by one, those after which the rules are sound, and builds the result, which lives in one of
 * two libraries. [text] gets the file. */
static const struct rules *build_large(struct library libraries[2], int *used, const char *reference,
                                       char text[TEXT_ROOM])
{
	const char *quote = strchr(reference, '/') != NULL ? "\"" : "";
	/* FILE:VARIANT is "FILE":VARIANT in rules */
	size_t file = quote[0] != '\0' ? strcspn(reference, ":") : strlen(reference);
	const struct rules *rules;
	int layer = 0;

	snprintf(text, TEXT_ROOM, "language 1\nvariant l0 \"Large\" extends %s%.*s%s%s { }\n", quote, (int)file,
	         reference, quote, reference + file);
	rules = build_layer(&libraries[*used], text, layer);
	for (int change = 0; change < CHANGES && rules != NULL; change++) {
		size_t length = strlen(text);
		const struct rules *changed;
		struct text more = { 0 };
		write_some_change(rules, change, &more);
		snprintf(text + length, TEXT_ROOM - length, "variant l%d \"Large\" extends l%d { %s }\n", layer + 1,
		         layer, text_read(&more));
		text_free(&more);
		changed = build_layer(&libraries[!*used], text, layer + 1);
		if (changed != NULL) {
			*used = !*used;
			rules = changed;
			layer++;
		} else
			text[length] = '\0';
		arena_free(libraries[!*used].arena);
	}
	return rules;
}

static bool play_large(const char *reference, int games, int sets, int seconds)
{
	static struct library libraries[2];
	static char text[TEXT_ROOM];
	bool well = true;

	for (int set = 0; set < sets && well; set++) {
		int used = 0;
		const struct rules *rules = build_large(libraries, &used, reference, text);
		printf("%slarge rules %d of %s: games 0 to %d\n", text, set, reference, games - 1);
		fflush(stdout);
		experts_left = set % 4 == 1; /* she plays a deal to its end for each act */
		time_limit = clock() + seconds * CLOCKS_PER_SEC;
		if (rules == NULL)
			printf("FAULT: these rules cannot be read\n");
		well = rules != NULL && play(rules, "large.canasta", 0, games, ACTS_OF_LARGE);
		arena_free(libraries[used].arena);
	}
	return well;
}

/* A number of its own for each reference, so that one alone is played as among all. */
static uint64_t number_of(const char *reference)
{
	uint64_t number = 0;

	for (; *reference != '\0'; reference++)
		number = number * 31 + (unsigned char)*reference;
	return number;
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	int games = argc > 2 ? atoi(argv[2]) : 100, large = argc > 3 ? atoi(argv[3]) : 0,
	    seconds = argc > 4 ? atoi(argv[4]) : 1;
	char reference[300];
	int status = 0;

	while (fgets(reference, sizeof reference, stdin) != NULL) {
		reference[strcspn(reference, "\n")] = '\0';
		random_begin(&chance, seed, number_of(reference));
		if (!(large > 0 ? play_large(reference, games, large, seconds) : play_with_options(reference, games)))
			status = 1;
	}
	return status;
}
