/* records.c -- a record that is written can be read. Games are played by random and simple players, with acts taken back and events
 * that the rules ask for, and recorded. Of each record four things are checked:
 *
 * - it replays: every act and score is right, and the acts are those that were played;
 * - with its cards named in place of the seed it is the same game, also with the hands left out that were dealt, where what each player
 *   has left is named at the end of each deal: then they can be inferred (docs/record.md);
 * - with some of the lines left out that name hands and what comes from the stock nobody of the first deal lacks a card, or the
 *   refusal says that it may rest on cards that were made up;
 * - judged by its own rules, with a seed or with its cards named, every act is legal, nothing looks different, and each deal has the
 *   same scores.
 *
 * Usage: records GAMES DEALS VARIANT... plays so many games of each variant, and of the variant with each option alone, of so many
 * deals at most (0: to their ends), or those from number FROM on. KEEP=FOLDER keeps the records of the failures that are printed. The
 * words `bare VARIANT` leave the options out. Prints a line for each variant; the exit status is 1 if anything went wrong. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "game/random.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "reports/wording.h"
#include "rules/options.h"
#include "tests/files.h"
#include "tools/replay.h"

enum { NAME_MAX = 160, TOLD = 2, MOST_DEALS = 60, GOES_ON_FOR = 20000, EVENT_EACH = 40, UNDO_EACH = 12 };

/* What a refusal says that may rest on cards that were made up. */
static const char DOUBTED[] = "But not all cards ",
		  NOT_HELD[] = "there are not enough cards in the hand", NOT_LEFT[] = "left in the stock";

/* What can go wrong, each with its word. */
enum failure { STUCK, REPLAYED, CARDS, HANDS, LESS, UNDER, FAILURES };

static const char *const FAILURE_WORDS[FAILURES] = {
	[STUCK] = "the player to act can do nothing",
	[REPLAYED] = "the record cannot be read back",
	[CARDS] = "with its cards named it is another game",
	[HANDS] = "with hands to be inferred it is another game",
	[LESS] = "with cards that nobody named a legal act is refused",
	[UNDER] = "by its own rules it is another game",
};

/* One variant with the options it is played with. */
struct study {
	char name[2 * NAME_MAX]; /* "burraco:three --with a" */
	struct canasta_variant *variant;
	long games, acts;
	long failed[FAILURES];
};

/* A game that was recorded. */
struct played {
	struct canasta_bytes record;
	struct canasta_bytes left[MOST_DEALS]; /* of each deal: lines with what the players had left */
	bool stuck;
};

static struct canasta_bytes messages;

static const struct canasta_io quiet = { .messages = { NULL, NULL } };

static struct canasta_io loud(struct canasta_bytes *out)
{
	return (struct canasta_io){ .out = canasta_bytes_out(out), .messages = canasta_bytes_out(&messages) };
}

static const char *words_of(const struct canasta_bytes *bytes)
{
	return bytes->bytes != NULL ? bytes->bytes : "";
}

static void add(struct canasta_bytes *to, const char *words)
{
	canasta_bytes_add(to, words, strlen(words));
}

/* Counts a failure; the first few of each kind are printed, with what was said and the record. */
static void fail(struct study *study, enum failure failure, uint64_t seed, const char *said,
                 const struct canasta_bytes *record)
{
	const char *folder = getenv("KEEP");

	if (study->failed[failure]++ < TOLD) {
		printf("FAILED %s, seed %llu: %s\n%s\n", study->name, (unsigned long long)seed, FAILURE_WORDS[failure],
		       said);
		if (folder != NULL) { /* keep the record */
			char path[4 * NAME_MAX];
			FILE *file;
			snprintf(path, sizeof path, "%s/%d-%llu.record", folder, failure, (unsigned long long)seed);
			file = fopen(path, "w");
			if (file != NULL)
				fputs(words_of(record), file), fclose(file);
		}
	}
	canasta_bytes_free(&messages);
}

/* ---- playing ---- */

/* Records an event of the game now and then, for the deal or for somebody's side. */
static void note_event(struct canasta_game *game, struct random *random)
{
	const struct rules *rules = game->rules;
	char words[NAME_MAX];
	int event, seat;

	if (rules->event_count == 0 || random_below(random, EVENT_EACH) > 0)
		return;
	event = (int)random_below(random, (uint32_t)rules->event_count);
	seat = (int)random_below(random, (uint32_t)rules->seats);
	snprintf(words, sizeof words, "%s%s%s", rules->event[event].name,
	         rules->event[event].per == event_per_deal ? "" : " ",
	         rules->event[event].per == event_per_deal ? "" : seat_name(rules, game->game.player[seat]));
	canasta_game_event(&quiet, game, words);
}

/* Lines with what the players of a deal that is over have left. */
static void note_left(const struct game *game, struct canasta_bytes *left)
{
	for (int seat = 0; seat < game->rules->seats; seat++) {
		struct text words = { 0 };
		text_format(&words, "hand %s:", seat_name(game->rules, game->player[seat]));
		cards_write_row(game->rules, &game->seat[seat].hand, &words);
		text_add(&words, "\n");
		add(left, text_read(&words));
		text_free(&words);
	}
}

/* Plays and records a game. Each seat is a simple player or a random one, and one in [odd] acts of all is random, too. */
static void play(struct study *study, uint64_t seed, int deals, struct played *played)
{
	static const int oddness[] = { 0, 3, 12, 40 };
	const struct canasta_out to = canasta_bytes_out(&played->record);
	const char *who[PLAYERS_MAX];
	struct canasta_game *game;
	struct random random;
	int odd = oddness[seed % 4], acts = 0;

	random_begin(&random, seed, 3);
	for (int seat = 0; seat < PLAYERS_MAX; seat++)
		who[seat] = random_below(&random, 4) > 0 ? "simple" : "random";
	if (canasta_game_new(&quiet, study->variant, seed, &game) != CANASTA_FINE ||
	    canasta_game_record(&quiet, game, &to, who, NULL) != CANASTA_FINE)
		exit(2);
	for (int deal = 0; deal < deals && game->moment != CANASTA_GAME_OVER && !played->stuck; deal++) {
		canasta_game_deal(game);
		while (game->moment == CANASTA_TO_ACT && acts++ < GOES_ON_FOR && !played->stuck) {
			bool any = odd > 0 && random_below(&random, (uint32_t)odd) == 0;
			note_event(game, &random);
			if (random_below(&random, UNDO_EACH) == 0)
				canasta_game_undo(&quiet, game);
			played->stuck =
				canasta_game_bot(game, any ? "random" : who[canasta_game_seat(game)]) != CANASTA_FINE;
			if (acts % 64 == 0)
				canasta_game_news(&quiet, game);
		}
		if (game->moment != CANASTA_TO_ACT)
			note_left(&game->game, &played->left[deal]);
	}
	study->acts += acts;
	canasta_game_free(game);
}

/* ---- lines of records ---- */

/* The next line of [*at], without its check, to [line]; false behind the last. */
static bool next_line(const char **at, struct text *line)
{
	size_t length = strcspn(*at, "\n"), kept = strcspn(*at, "|\n");

	text_free(line);
	if (**at == '\0')
		return false;
	while (kept > 0 && (*at)[kept - 1] == ' ')
		kept--;
	text_add_bytes(line, *at, kept);
	*at += length + ((*at)[length] != '\0');
	return true;
}

/* The acts and scores of a record, without the cards that it names. */
static void write_acts(const struct canasta_bytes *record, struct canasta_bytes *acts)
{
	const char *at = strstr(words_of(record), "\ndeal 1"), *draw;
	struct text line = { 0 };

	while (at != NULL && next_line(&at, &line)) {
		const char *words = text_read(&line);
		if (strncmp(words, "hand ", 5) == 0 || strncmp(words, "pile:", 5) == 0 ||
		    strncmp(words, "stock:", 6) == 0 || strncmp(words, "aside:", 6) == 0 ||
		    strncmp(words, "reserve:", 8) == 0 || strncmp(words, "dealer:", 7) == 0)
			continue;
		draw = strstr(words, ": draw");
		canasta_bytes_add(acts, words, draw != NULL ? (size_t)(draw + 6 - words) : strlen(words));
		add(acts, "\n");
	}
	text_free(&line);
}

/* Writes a line with a hand, of whose cards only those are named that are laid out by themselves. */
static void write_bonus(const struct rules *rules, const char *words, struct canasta_bytes *to)
{
	const size_t head = strcspn(words, ":") + 1;
	struct line line;
	int used;

	canasta_bytes_add(to, words, head);
	if (!line_cut(&line, words + head, strlen(words + head), LINE_TYPED))
		exit(2);
	for (; !line_is_at_end(&line); line.at += used) {
		int kind = card_parse(rules, NULL, &line, line.at, &used, NULL);
		if (kind >= 0 && (rules->bonus.cards >> kind & 1) &&
		    (rules->bonus.laid == bonus_laid_at_once ||
		     rules->deal.bonus_cards != deal_bonus_cards_in_the_first_turn))
			add(to, " "), add(to, rules->kind[kind].name);
	}
	add(to, "\n");
}

/* True if the hands of a deal can be inferred from all that is named besides: docs/record.md names what hinders. */
static bool hands_are_inferred(const struct rules *rules, const struct canasta_bytes *told)
{
	if (strstr(words_of(told), ": special ") != NULL || strstr(words_of(told), ": talon ") != NULL)
		return false;
	for (int i = 0; i < rules->meld_count; i++)
		if (rules->form[i].returns)
			return false;
	if (!ir_is_number(rules->talon.cards->ir, 0) &&
	    (rules->talon.set_aside > 0 || rules->talon.taken != talon_taken_by_choice))
		return false;
	return rules->reserve.cards == 0 || (rules->reserve.taken_up == reserve_taken_up_with_an_empty_hand &&
	                                     always_holds(rules->reserve.when) && !rules_share_reserves(rules));
}

/* A record with its cards named, as written by hand: without checks, without the names of cards that were dealt to hands, and at the
 * end of each deal with what the players had left. */
static void leave_out(const struct rules *rules, const struct canasta_bytes *told, const struct played *played,
                      struct canasta_bytes *to)
{
	const char *at = words_of(told);
	struct text line = { 0 };
	int deal = 0;

	while (next_line(&at, &line)) {
		const char *words = text_read(&line);
		if (strncmp(words, "hand ", 5) == 0) {
			write_bonus(rules, words, to);
			continue;
		}
		if (strncmp(words, "score: ", 7) == 0)
			add(to, words_of(&played->left[deal++]));
		add(to, words);
		add(to, "\n");
	}
	text_free(&line);
}

/* True if cards alone are named, and no bonus card, which a record has to name. */
static bool may_be_left_out(const struct rules *rules, const char *cards)
{
	struct line line;
	int used;

	if (!line_cut(&line, cards, strlen(cards), LINE_TYPED))
		return false;
	for (; !line_is_at_end(&line); line.at += used) {
		int kind = card_parse(rules, NULL, &line, line.at, &used, NULL);
		if (kind < 0 || (rules->bonus.cards >> kind & 1))
			return false;
	}
	return true;
}

/* Writes that somebody draws without the names of what is drawn; true if a line says that and these may be left out. */
static bool write_draw(const struct rules *rules, const char *words, struct canasta_bytes *to)
{
	const char *draw = strstr(words, ": draw ");

	if (draw == NULL || !may_be_left_out(rules, draw + 6))
		return false;
	canasta_bytes_add(to, words, (size_t)(draw + 6 - words));
	add(to, "\n");
	return true;
}

/* The first deal of a record with its cards named, as written by hand: [share] of 4 of the lines that name a hand, or what comes from the
 * stock while it is played, are left out, and as many of the cards that somebody draws. */
static void leave_out_some(const struct rules *rules, const struct canasta_bytes *told, struct random *random,
                           uint32_t share, struct canasta_bytes *to)
{
	const char *at = words_of(told);
	struct text line = { 0 };

	while (next_line(&at, &line) && strncmp(text_read(&line), "score: ", 7) != 0) {
		const char *words = text_read(&line);
		const bool stock = strncmp(words, "stock:", 6) == 0 && may_be_left_out(rules, words + 6);
		const bool hand = strncmp(words, "hand ", 5) == 0;
		const bool less = (stock || hand) && random_below(random, 4) < share;
		if (less && hand)
			write_bonus(rules, words, to);
		else if (!less && (random_below(random, 4) >= share || !write_draw(rules, words, to)))
			add(to, words), add(to, "\n");
	}
	text_free(&line);
}

/* ---- the checks ---- */

static struct canasta_record *open_record(const struct study *study, const struct canasta_bytes *bytes)
{
	const struct replay_rules by = { .variant = study->variant };
	const struct canasta_io io = { .messages = canasta_bytes_out(&messages) };
	struct canasta_record *record;

	replay_open(&io, "a.record", bytes->bytes, bytes->length, &by, &record);
	return record;
}

/* The record of the same game that names its cards; false with a message. */
static bool name_cards(const struct study *study, const struct canasta_bytes *bytes, struct canasta_bytes *told)
{
	struct canasta_record *record = open_record(study, bytes);
	const struct canasta_io io = loud(told);
	bool well = record != NULL && canasta_record_name_cards(&io, record) == CANASTA_FINE;

	canasta_record_free(record);
	return well;
}

/* The report of a record that is played again; false with a message. */
static bool report(const struct study *study, const struct canasta_bytes *bytes, struct canasta_bytes *out)
{
	struct canasta_record *record = open_record(study, bytes);
	const struct canasta_io io = loud(out);
	bool well = record != NULL && canasta_record_report(&io, record, 1) == CANASTA_FINE;

	canasta_record_free(record);
	return well;
}

/* Where two texts begin to differ, for a message. */
static const char *difference(const struct canasta_bytes *one, const struct canasta_bytes *other)
{
	static char words[4 * NAME_MAX];
	const char *a = words_of(one), *b = words_of(other);
	size_t from = 0;

	for (size_t i = 0; a[i] != '\0' && a[i] == b[i]; i++)
		from = a[i] == '\n' ? i + 1 : from;
	snprintf(words, sizeof words, "  %.*s\n  %.*s", (int)strcspn(a + from, "\n"), a + from,
	         (int)strcspn(b + from, "\n"), b + from);
	return words;
}

/* Fails if the acts of two records differ. */
static bool same_acts(struct study *study, enum failure failure, uint64_t seed, const struct canasta_bytes *one,
                      const struct canasta_bytes *other)
{
	struct canasta_bytes a = { 0 }, b = { 0 };
	bool same;

	write_acts(one, &a);
	write_acts(other, &b);
	same = strcmp(words_of(&a), words_of(&b)) == 0;
	if (!same)
		fail(study, failure, seed, difference(&a, &b), one);
	canasta_bytes_free(&a);
	canasta_bytes_free(&b);
	return same;
}

/* What differs when a record is judged by its own rules; NULL if nothing does. */
static const char *difference_under(const json_t *under)
{
	static const char *const none[] = { "first_difference", "dealt_otherwise", "seen_otherwise", "ends_otherwise" };
	const json_t *deal, *side;
	size_t i, j;

	for (i = 0; i < sizeof none / sizeof *none; i++)
		if (!json_is_null(json_object_get(under, none[i])))
			return none[i];
	json_array_foreach(json_object_get(under, "deals"), i, deal) {
		if (json_integer_value(json_object_get(deal, "melds_that_are_none_there")) != 0)
			return "melds that are none";
		json_array_foreach(json_object_get(deal, "sides"), j, side)
			if (json_integer_value(json_object_get(side, "score")) !=
			    json_integer_value(json_object_get(side, "there")))
				return "scores";
	}
	return NULL;
}

static void check_under(struct study *study, uint64_t seed, const struct canasta_bytes *bytes)
{
	struct canasta_record *record = open_record(study, bytes);
	struct canasta_bytes out = { 0 };
	const struct canasta_io io = loud(&out);
	const char *what = "a message";
	json_t *under = NULL;

	if (record != NULL && canasta_record_under(&io, record, study->variant, 1) == CANASTA_FINE) {
		under = json_loads(words_of(&out), 0, NULL);
		what = under != NULL ? difference_under(under) : "no JSON";
	}
	if (what != NULL) {
		add(&messages, what);
		add(&messages, "\n");
		canasta_bytes_add(&messages, words_of(&out), out.length < 600 ? out.length : 600);
		fail(study, UNDER, seed, words_of(&messages), bytes);
	}
	json_decref(under);
	canasta_bytes_free(&out);
	canasta_record_free(record);
}

static void check_hands(struct study *study, uint64_t seed, const struct canasta_bytes *told,
                        const struct played *played)
{
	struct canasta_bytes less = { 0 }, again = { 0 };

	leave_out(study->variant->rules, told, played, &less);
	if (!name_cards(study, &less, &again)) {
		add(&messages, difference(told, &again));
		add(&messages, "\n");
		fail(study, HANDS, seed, words_of(&messages), &less);
	} else if (strcmp(words_of(&again), words_of(told)) != 0)
		fail(study, HANDS, seed, difference(told, &again), &less);
	canasta_bytes_free(&less);
	canasta_bytes_free(&again);
}

/* Leaves a quarter of the lines out of one game, half of them out of the next, and so on. */
static void check_less(struct study *study, uint64_t seed, const struct canasta_bytes *told)
{
	struct canasta_bytes less = { 0 }, out = { 0 };
	struct random random;

	random_begin(&random, seed, 4);
	leave_out_some(study->variant->rules, told, &random, 1 + (uint32_t)(seed % 4), &less);
	if (!report(study, &less, &out) && strstr(words_of(&out), DOUBTED) == NULL &&
	    (strstr(words_of(&out), NOT_HELD) != NULL || strstr(words_of(&out), NOT_LEFT) != NULL))
		fail(study, LESS, seed, words_of(&out), &less);
	canasta_bytes_free(&less);
	canasta_bytes_free(&out);
	canasta_bytes_free(&messages);
}

static void check(struct study *study, uint64_t seed, int deals)
{
	const struct rules *rules = study->variant->rules;
	struct played played = { .stuck = false };
	struct canasta_bytes out = { 0 }, told = { 0 }, again = { 0 };

	play(study, seed, deals, &played);
	study->games++;
	if (played.stuck)
		fail(study, STUCK, seed, "", &played.record);
	if (!report(study, &played.record, &out))
		fail(study, REPLAYED, seed, words_of(&messages), &played.record);
	else if (!name_cards(study, &played.record, &told))
		fail(study, CARDS, seed, words_of(&messages), &played.record);
	else if (same_acts(study, REPLAYED, seed, &played.record, &told)) {
		if (!name_cards(study, &told, &again))
			fail(study, CARDS, seed, words_of(&messages), &told);
		else if (strcmp(words_of(&again), words_of(&told)) != 0)
			fail(study, CARDS, seed, difference(&told, &again), &told);
		else if (hands_are_inferred(rules, &told))
			check_hands(study, seed, &told, &played);
		check_less(study, seed, &told);
		check_under(study, seed, seed / 4 % 2 == 0 ? &played.record : &told);
	}
	canasta_bytes_free(&out);
	canasta_bytes_free(&told);
	canasta_bytes_free(&again);
	canasta_bytes_free(&played.record);
	for (int i = 0; i < MOST_DEALS; i++)
		canasta_bytes_free(&played.left[i]);
}

/* ---- variants ---- */

static enum canasta_read read_file(void *context, const char *path, const struct canasta_out *to)
{
	struct text bytes = { 0 };
	enum read_result result = read_from_disk(context, path, &bytes);

	if (result == READ_OK)
		to->write(to->context, text_read(&bytes), bytes.length);
	text_free(&bytes);
	return result == READ_OK ? CANASTA_READ_OK : CANASTA_READ_MISSING;
}

static const struct canasta_io from_disk = { .reader = { .read = read_file } };

/* Plays a variant with so many options; true if nothing went wrong. */
static bool study_variant(const char *reference, const char *const *options, int count, long games, int deals)
{
	struct study study = { .games = 0 };
	long failed = 0, first = getenv("FROM") != NULL ? atol(getenv("FROM")) : 0;

	if (canasta_load(&from_disk, reference, options, count, &study.variant) != CANASTA_FINE)
		return count > 0; /* an option that needs others, or goes with none */
	snprintf(study.name, sizeof study.name, "%s%s%s", reference, count > 0 ? " --with " : "",
	         count > 0 ? options[count - 1] : "");
	for (long game = first; game < games; game++)
		check(&study, (uint64_t)game, deals);
	printf("%-40s %ld games, %ld acts", study.name, study.games, study.acts);
	for (int i = 0; i < FAILURES; i++) {
		failed += study.failed[i];
		if (study.failed[i] > 0)
			printf("; FAILED %ld: %s", study.failed[i], FAILURE_WORDS[i]);
	}
	printf("\n");
	fflush(stdout);
	canasta_free(study.variant);
	return failed == 0;
}

/* Plays a variant with each of its options alone, and with those that the option needs. */
static bool study_options(const char *reference, long games, int deals)
{
	struct library library;
	const struct rules *rules = rules_from_disk(&library, reference, NULL, 0);
	bool well = rules != NULL;

	for (const struct option *option = well ? rules->options : NULL; option != NULL; option = option->next) {
		const struct option *needed[OPTIONS_NEEDED_MAX];
		const char *words[OPTIONS_NEEDED_MAX];
		int count;
		if (option->chosen)
			continue;
		count = option_with_needed(rules, option, needed, 0);
		for (int i = 0; i < count; i++)
			words[count - 1 - i] = option_kept(needed[i], library.arena);
		well &= study_variant(reference, words, count, games, deals);
	}
	arena_free(library.arena);
	return well;
}

int main(int argc, char **argv)
{
	long games = argc > 1 ? atol(argv[1]) : 0;
	int deals = argc > 2 ? atoi(argv[2]) : 0;
	bool well = true, bare = false;

	if (deals <= 0 || deals > MOST_DEALS)
		deals = MOST_DEALS;
	for (int i = 3; i < argc; i++) {
		if (strcmp(argv[i], "bare") == 0) {
			bare = true;
			continue;
		}
		well &= study_variant(argv[i], NULL, 0, games, deals);
		well &= bare || study_options(argv[i], games, deals);
		bare = false;
	}
	return well ? 0 : 1;
}
