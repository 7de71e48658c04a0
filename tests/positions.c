/* positions.c -- is what is said of a position kept, and does no verdict depend on what was made up? Random positions are written as lines, of
 * which some are left out or say less. Read again, each heap that is described has the cards that were named and no others. Then a second
 * position has the same lines and names other cards for the stock: legal acts of a described hand are tried in both, and in the second
 * nobody may lack a card for them. What the judge offers in place of a refused act is tried likewise.
 * Usage: positions VARIANT POSITIONS [OPTION...] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/question.h"
#include "game/random.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"
#include "notation/position_text.h"
#include "reports/judge.h"
#include "tests/files.h"
#include "text/json.h"
#include "tools/random_position.h"

enum { ACTS = 12, WORDS_MAX = 400, LINES_MAX = 4000, STOCK = 12 };

static long read_positions, tried, refused, repaired;

/* One position as it is read. */
struct reading {
	struct library library;
	struct position_parser on;
	bool well;
};

static void fail(const char *lines, const char *what, const char *words)
{
	fprintf(stderr, "%s%s %s\n", lines, what, words);
	exit(1);
}

/* Reads [lines]; the caller ends it. */
static void read_lines(struct reading *reading, struct rules *rules, const char *lines)
{
	const struct statement *part;

	library_begin(&reading->library, arena_new(), FROM_DISK);
	part = library_lines(&reading->library, "lines", lines, strlen(lines));
	position_parser_begin(&reading->on, &reading->library, rules, &part, 1, NULL);
	for (const struct statement *line = part; line != NULL && !reading->on.faulty; line = line->next)
		position_parser_any_line(&reading->on, line);
	reading->well = !reading->on.faulty && position_parser_finish(&reading->on, (struct span){ 0 });
}

static void end_reading(struct reading *reading)
{
	arena_free(reading->library.arena);
}

/* ---- what is said ---- */

/* What the lines say: hands, by the seats that they have in the lines, the reserves, the stock. */
struct said {
	bool hand[PLAYERS_MAX], reserves, stock;
	bool bonus;           /* the player has a bonus card more, which is laid out at once */
	struct cards reserve; /* the cards that her reserve has, if any are named */
};

static const char *const SEATS[] = { "left",         "right",      "partner",     "opposite", "second_left",
	                             "second_right", "third_left", "third_right", NULL };

static bool begins(const char *line, const char *word)
{
	size_t length = strlen(word);

	return strncmp(line, word, length) == 0 && line[length] == ' ';
}

/* Names some cards of the player's reserve, which has these alone. */
static void say_reserve(const struct game *game, struct said *said, struct text *more)
{
	const struct rules *rules = game->rules;
	const struct cards *reserve = &game->reserve[reserve_of(game, game->turn.seat)];

	if (said->reserves || rules->reserve.cards == 0 || cards_kinds(reserve) == 0)
		return;
	text_format(more, "reserve %s", rules->reserve.of == reserve_of_side ? "us" : "player");
	for (cardset kinds = cards_kinds(reserve); kinds != 0 && said->reserve.different < 3; kinds &= kinds - 1) {
		cards_add(&said->reserve, __builtin_ctzll(kinds));
		text_format(more, " %s", rules->kind[__builtin_ctzll(kinds)].name);
	}
	text_add(more, "\n");
}

/* Adds what leaves something to be made up: a bonus card that is laid and replaced, more cards in the hand than are named; and a reserve of
 * few cards, which leaves nothing. */
static void say_more(const struct game *game, struct random *random, struct said *said, char lines[LINES_MAX])
{
	const struct rules *rules = game->rules;
	struct text more = { 0 };

	said->bonus =
		rules->bonus.cards != 0 && rules->bonus.laid == bonus_laid_at_once && random_below(random, 3) == 0;
	if (said->bonus)
		text_format(&more, "hand %s\n", rules->kind[__builtin_ctzll(rules->bonus.cards)].name);
	if (random_below(random, 4) == 0)
		text_format(&more, "hand %d cards\n",
		            game->seat[game->turn.seat].size + said->bonus + 1 + (int)random_below(random, 3));
	say_reserve(game, said, &more);
	if (strlen(lines) + more.length < LINES_MAX)
		strcat(lines, text_read(&more));
	text_free(&more);
}

/* Copies the lines of [game], without some of them. */
static void say(const struct game *game, struct random *random, struct said *said, char lines[LINES_MAX])
{
	struct text all = { 0 };
	size_t length = 0;

	position_write(game, NULL, &all);
	*said = (struct said){ .reserves = random_below(random, 2), .stock = random_below(random, 3) == 0 };
	said->hand[0] = true;
	for (const char *line = text_read(&all), *end; *line != '\0'; line = end) {
		bool left_out = (begins(line, "reserve") && !said->reserves) || (begins(line, "stock") && !said->stock);
		end = strchr(line, '\n') + 1;
		for (const char *const *seat = SEATS; *seat != NULL; seat++)
			if (begins(line, *seat)) {
				left_out = random_below(random, 2);
				said->hand[position_seat(game, 0, *seat)] = !left_out;
			}
		if (left_out || length + (size_t)(end - line) >= LINES_MAX)
			continue;
		memcpy(lines + length, line, (size_t)(end - line));
		length += (size_t)(end - line);
	}
	lines[length] = '\0';
	text_free(&all);
	say_more(game, random, said, lines);
}

/* ---- what is read ---- */

static void compare(const struct rules *rules, const char *lines, const char *what, const struct cards *said,
                    const struct cards *is)
{
	struct text words = { 0 };

	if (cards_equal(said, is))
		return;
	text_format(&words, "%s:", what);
	cards_write_row(rules, is, &words);
	text_add(&words, ", not");
	cards_write_row(rules, said, &words);
	fail(lines, "other cards than were named in", text_read(&words));
}

/* Where a seat of [game] and what belongs to it are in the position that is read, whose player is the first. */
static int seat_there(const struct game *game, int seat)
{
	return (seat + game->rules->seats - game->turn.seat) % game->rules->seats;
}

static int reserve_there(const struct game *game, int place)
{
	int owners = rules_reserve_owners(game->rules), seat = seat_there(game, place % owners);

	return place - place % owners + (game->rules->reserve.of == reserve_of_side ? seat % owners : seat);
}

/* The cards of a hand that the position does not take as made up. */
static struct cards cards_named(const struct position *position, int seat)
{
	struct cards named = position->game.seat[seat].hand;

	for (int kind = 0; kind < KINDS_MAX; kind++)
		for (int i = cards_count(&position->made_up[seat], kind); i > 0; i--)
			cards_remove(&named, kind);
	return named;
}

/* Every heap that is described has its cards, and these alone. */
static void check_heaps(const char *lines, const struct said *said, const struct game *game,
                        const struct position *position)
{
	const struct rules *rules = game->rules;
	const struct game *is = &position->game;

	for (int seat = 0; seat < rules->seats; seat++) {
		int there = seat_there(game, seat);
		struct cards named = cards_named(position, there);
		if (said->hand[there] &&
		    !(said->stock && said->bonus)) /* a card that is named comes for the bonus card */
			compare(rules, lines, "a hand", &game->seat[seat].hand, &named);
		if (there != 0 || !said->bonus)
			compare(rules, lines, "cards laid out", &game->seat[seat].laid, &is->seat[there].laid);
		compare(rules, lines, "a talon", &game->talon[seat], &is->talon[there]);
	}
	for (int i = 0; i < rules_reserves(rules) && said->reserves; i++)
		compare(rules, lines, "a reserve", &game->reserve[i], &is->reserve[reserve_there(game, i)]);
	if (cards_kinds(&said->reserve) != 0)
		compare(rules, lines, "the player's reserve", &said->reserve, &is->reserve[reserve_of(is, 0)]);
	if (game->pile_size != is->pile_size || memcmp(game->pile, is->pile, game->pile_size) != 0)
		fail(lines, "the pile has other cards", "");
	for (int seat = 0; seat < rules->seats; seat++) {
		const struct side *side = &game->side[game->seat[seat].side],
				  *other = &is->side[is->seat[seat_there(game, seat)].side];
		if (side->melds != other->melds || side->opened != other->opened)
			fail(lines, "a side has other melds", "");
		for (int i = 0; i < side->melds; i++)
			if (memcmp(&side->meld[i].cards, &other->meld[i].cards, sizeof side->meld[i].cards) != 0 ||
			    side->meld[i].form != other->meld[i].form)
				fail(lines, "a meld has other cards", "");
	}
	for (int i = 0; i < STOCK && i < game->stock_size && said->stock && !said->bonus; i++)
		if (is->stock_size <= i || game->stock[game->stock_size - 1 - i] != is->stock[is->stock_size - 1 - i])
			fail(lines, "other cards come from the stock", "");
}

/* ---- the same with another stock ---- */

/* Adds a line that names other cards of the deck as the next ones of the stock; bonus cards would come to no hand. */
static void add_stock(const struct game *game, struct random *random, char lines[LINES_MAX])
{
	uint8_t stock[DECK_MAX];
	struct text line = { 0 };

	memcpy(stock, game->stock, sizeof stock);
	random_shuffle(random, stock, game->stock_size);
	text_add(&line, "stock");
	for (int i = 0; i < STOCK && i < game->stock_size; i++)
		if (!(game->rules->bonus.cards >> stock[i] & 1))
			text_format(&line, " %s", game->rules->kind[stock[i]].name);
	text_add(&line, "\n");
	if (line.length > sizeof "stock" && strlen(lines) + line.length < LINES_MAX)
		strcat(lines, text_read(&line));
	text_free(&line);
}

/* False if [act] is refused in the second position for another reason than cards that are not held. */
static bool is_possible(struct position *other, struct act act, const char *lines, const char *words)
{
	struct reason reason;
	struct act no;

	if (acts_try(other, &act, 1, &no, &reason))
		return true;
	if (reason.refusal == REFUSAL_NOT_IN_HAND || reason.refusal == REFUSAL_NOT_NAMED)
		fail(lines, "with another stock nobody has the cards for", words);
	return false;
}

/* ---- acts ---- */

/* Does legal acts of hands that are described, in both positions. */
static void try_acts(struct position *position, struct position *other, const struct said *said, struct random *random,
                     const char *lines)
{
	static struct acts legal;
	struct text words = { 0 };

	for (int i = 0; i < ACTS && position->game.phase != PHASE_OVER; i++) {
		int named = 0;
		struct act act, no;
		struct reason reason;
		if (!said->hand[game_to_act(&position->game)])
			break;
		game_legal(&position->game, &legal);
		for (int at = 0; at < legal.count; at++)
			if (position_lays_made_up(position, legal.act[at]) < 0)
				legal.act[named++] = legal.act[at];
		if (named == 0)
			break;
		act = legal.act[random_below(random, (uint32_t)named)];
		text_add(&words, i > 0 ? ", " : "");
		act_write(&position->game, act, &words);
		if (!acts_try(position, &act, 1, &no, &reason))
			fail(lines, "this is refused though no card is made up:", text_read(&words));
		tried++;
		if (!is_possible(other, act, lines, text_read(&words)))
			break;
	}
	text_free(&words);
}

/* The words of what the judge offers are acts, and legal in the position it was asked about. */
static void try_repairs(struct rules *rules, const char *lines, const struct position *other, struct random *random)
{
	static struct acts candidates;
	static struct position then;
	struct reading reading;
	struct text words = { 0 }, why = { 0 };
	struct dispute dispute = { .part = { { "lines", lines } } };
	struct verdict verdict;
	struct act act, no;
	struct reason reason;
	bool judged, drawn;
	json_t *one;
	size_t i;

	read_lines(&reading, rules, lines);
	then = reading.on.position;
	then.game.phase = random_below(random, 2) ? PHASE_MELD : then.game.phase;
	game_candidates(&then.game, &candidates);
	if (candidates.count == 0 || !reading.well) {
		end_reading(&reading);
		return;
	}
	act_write(&then.game, candidates.act[random_below(random, (uint32_t)candidates.count)], &words);
	dispute.act = text_read(&words);
	judged = judge(&reading.library, rules, &dispute, &verdict);
	drawn = json_object_get(verdict.values, "after_a_draw") != NULL;
	json_array_foreach(json_object_get(verdict.values, "instead"), i, one) {
		const char *offered = json_string_value(one);
		then = reading.on.position;
		if (drawn)
			position_draw_back(&then.game);
		if (position_parser_typed(&reading.on, offered, &then, &act, &why) != 1 ||
		    !acts_try(&then, &act, 1, &no, &reason))
			fail(lines, "what is offered is refused:", offered);
		then = *other;
		if (drawn)
			position_draw_back(&then.game);
		is_possible(&then, act, lines, offered);
		repaired++;
	}
	refused += judged && !verdict.legal;
	verdict_end(&verdict);
	text_free(&words);
	text_free(&why);
	end_reading(&reading);
}

/* ---- positions ---- */

static bool make_up(const struct rules *rules, uint64_t seed, struct random *random, struct game *game)
{
	static struct game games[2];

	for (int i = 0; i < 2; i++)
		game_begin(&games[i], rules, seed);
	if (!random_position(games, random) || games[0].phase != PHASE_DRAW)
		return false;
	*game = games[0];
	return true;
}

/* Makes up position number [seed]; false if it is none in which a turn begins. */
static bool try_position(struct rules *rules, uint64_t seed)
{
	static struct game game;
	static struct reading reading, other;
	static char lines[LINES_MAX];
	struct random random;
	struct said said;

	random_begin(&random, seed, 1);
	if (!make_up(rules, seed, &random, &game))
		return false;
	say(&game, &random, &said, lines);
	read_lines(&reading, rules, lines);
	if (!reading.well &&
	    (said.bonus || strstr(lines, " cards\n") != NULL)) { /* the deck has no such card, or too few */
		end_reading(&reading);
		return false;
	}
	if (!reading.well)
		fail(lines, "the lines cannot be read", "");
	check_heaps(lines, &said, &game, &reading.on.position);
	read_positions++;
	if (!said.stock)
		add_stock(&reading.on.position.game, &random, lines);
	read_lines(&other, rules, lines);
	if (!other.well)
		fail(lines, "with a stock the lines cannot be read", "");
	if (!said.stock) /* else it is the last line of [lines] */
		*(strstr(lines, "stock") != NULL ? strstr(lines, "stock") : lines + strlen(lines)) = '\0';
	try_repairs(rules, lines, &other.on.position, &random);
	try_acts(&reading.on.position, &other.on.position, &said, &random, lines);
	end_reading(&reading);
	end_reading(&other);
	return true;
}

int main(int argc, char **argv)
{
	static struct library library;
	long positions = argc > 2 ? atol(argv[2]) : 200;
	struct rules *rules = argc > 1 ? rules_from_disk(&library, argv[1], argv + 3, argc > 3 ? argc - 3 : 0) : NULL;

	if (rules == NULL)
		return 2;
	for (uint64_t seed = 1; read_positions < positions && seed < 20 * (uint64_t)positions; seed++)
		try_position(rules, seed);
	printf("%s: %ld positions read, %ld acts tried, %ld refused, %ld repairs tried\n", rules->name, read_positions,
	       tried, refused, repaired);
	arena_free(library.arena);
	return 0;
}
