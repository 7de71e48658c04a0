/* test_record.c -- record.h: what is written of a game can be read again, act by act. */
#include <inttypes.h>
#include <stdio.h>
#include "position_words.h"
#include "canasta.h"
#include "notation/act_text.h"
#include "game/random.h"
#include "tools/record.h"
#include "tests/files.h"

enum { DEALS = 6, ACTS_OF_A_LINE = 8 };

static struct library library;
static struct game game;
static struct acts acts;

/* Calls [each] for every shipped game and every file of good/: the first words of the lines in tests/answers.expected. */
static void for_each_game(void (*each)(const char *reference))
{
	FILE *games = fopen("tests/answers.expected", "r");
	char reference[160];

	assert_non_null(games);
	while (fscanf(games, "%159s %*s %*s", reference) == 1)
		each(reference);
	fclose(games);
}

/* An act in words is read as that act alone. */
static void assert_said_and_read(const char *reference, struct act act)
{
	struct act read[ACTS_OF_A_LINE];
	struct text words = { 0 }, why = { 0 };
	int count;

	act_write(&game, act, &words);
	count = acts_parse(&game, text_read(&words), read, ACTS_OF_A_LINE, &why);
	if (count != 1 || !act_equal(read[0], act))
		fail_msg("%s, seed %" PRIu64 ", deal %u, turn %d: %s is read as %d acts: %s", reference, game.seed,
		         (unsigned)game.deal, game.turn.number, text_read(&words), count, text_read(&why));
	text_free(&words);
	text_free(&why);
}

static void play_deals(const char *reference)
{
	struct random random;

	random_begin(&random, 7, 0);
	for (uint64_t seed = 0; seed < DEALS; seed++) {
		game_begin(&game, game.rules, seed);
		game_deal(&game, 0);
		while (game.phase != PHASE_OVER) {
			game_legal(&game, &acts);
			for (int i = 0; i < acts.count; i++)
				assert_said_and_read(reference, acts.act[i]);
			game_apply(&game, acts.act[random_below(&random, (uint32_t)acts.count)]);
		}
	}
}

static void read_what_is_written(const char *reference)
{
	library_begin(&library, arena_new(), FROM_DISK);
	game.rules = tables_compile(&library, rules_build(&library, reference, NULL, 0));
	assert_non_null(game.rules);
	play_deals(reference);
	arena_free(library.arena);
}

static void every_legal_act_is_read_as_it_is_written(void **unused)
{
	(void)unused;
	for_each_game(read_what_is_written);
}

/* The head, and what may not stand in it. */
static void the_head_tells_what_was_played(void **unused)
{
	static const char *const who[] = { "person", "simple", "simple", "simple" };
	static const char *const options[] = { "always_frozen" };
	struct record_head head = { .reference = "wahhi",
		                    .options = options,
		                    .option_count = 1,
		                    .seed = 42,
		                    .who = who,
		                    .date = "2026-11-21" };
	struct recorder recorder;
	struct text text = { 0 };

	(void)unused;
	head.rules = rules_for_test(&library, NULL);
	assert_true(record_begin(&recorder, &head, &text));
	assert_non_null(strstr(text_read(&text), "\nwith: always_frozen             |"));
	assert_non_null(strstr(text_read(&text), "\nseed: 42                        |"));
	assert_non_null(strstr(text_read(&text), "\nseat South: person              |"));
	assert_non_null(strstr(text_read(&text), "\ndate: 2026-11-21                |"));
	text_free(&text);
	head.reference = "a|b.canasta";
	assert_false(record_begin(&recorder, &head, &text));
	assert_int_equal(text.length, 0);
	arena_free(library.arena);
}

/* ---- whole records ---- */

static struct canasta_variant *variant;
static struct text written, told;

static void take(void *context, const char *bytes, size_t length)
{
	text_add_bytes(context, bytes, length);
}

static const struct canasta_io io = { .messages = { take, &told } };

/* Writes the record of the same game that tells its cards. */
static void tell_cards(const struct text *bytes, struct text *cards)
{
	const struct canasta_io to_cards = { .out = { take, cards }, .messages = { take, &told } };
	struct canasta_record *record;

	assert_int_equal(canasta_record_open(&to_cards, "a.record", bytes->bytes, bytes->length, &record),
	                 CANASTA_FINE);
	if (canasta_record_name_cards(&to_cards, record) != CANASTA_FINE)
		fail_msg("%s", text_read(&told));
	canasta_record_free(record);
}

/* Records a deal of wahhi with an event-free table and an act taken back. */
static void record_a_deal(enum record_cards cards)
{
	static const char *const who[] = { "person", "simple", "simple", "simple" };
	const struct canasta_out to = { take, &written };
	struct canasta_game *played;

	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, variant, 3, &played), CANASTA_FINE);
	if (cards == CARDS_SEALED)
		canasta_game_seal(played);
	assert_int_equal(canasta_game_record(&io, played, &to, who, NULL), CANASTA_FINE);
	canasta_game_deal(played);
	while (canasta_game_seat(played) != 0)
		canasta_game_bot(played, "simple");
	assert_int_equal(canasta_game_do(&io, played, "draw; meld 7 7 joker"), CANASTA_FINE);
	assert_int_equal(canasta_game_undo(&io, played), CANASTA_FINE);
	assert_int_equal(canasta_game_undo(&io, played), CANASTA_FINDINGS);
	while (canasta_game_moment(played) == CANASTA_TO_ACT)
		canasta_game_bot(played, "simple");
	canasta_game_free(played);
	if (cards == CARDS_NAMED) {
		struct text told_cards = { 0 };
		tell_cards(&written, &told_cards);
		text_free(&written);
		written = told_cards;
	}
	text_free(&told);
}

static void forget_the_deal(void)
{
	text_free(&written);
	canasta_free(variant);
}

/* Plays [length] [bytes] again; sets [*whole] to how many of them count. */
static int replay(const char *bytes, size_t length, size_t *whole)
{
	struct canasta_record *record;
	struct canasta_game *played = NULL;
	int status = canasta_record_open(&io, "a.record", bytes, length, &record);

	*whole = 0;
	if (status == CANASTA_FINE && canasta_record_cards(record) == CANASTA_CARDS_SEALED)
		status = canasta_record_unseal(&io, record, 3);
	if (status == CANASTA_FINE)
		status = canasta_record_play(&io, record, NULL, &played);
	if (status == CANASTA_FINE)
		*whole = canasta_record_whole(record);
	canasta_game_free(played);
	canasta_record_free(record);
	return status;
}

/* Cut anywhere behind its head, a record is whole up to the last line that has its check. */
static void cut_everywhere(enum record_cards cards)
{
	const char *body;
	size_t head, whole;

	record_a_deal(cards);
	body = strstr(text_read(&written), "\nseat East");
	assert_non_null(body);
	head = (size_t)(strchr(body + 1, '|') + 5 - written.bytes);
	for (size_t length = 0; length <= written.length; length++) {
		if (length == head + 600) /* a few turns, and how it ends */
			length = written.length - 300;
		int status = replay(written.bytes, length, &whole);
		size_t last = length; /* where the line that was cut begins */
		while (last > 0 && written.bytes[last - 1] != '\n')
			last--;
		if (length > last && memchr(written.bytes + last, '|', length - last) != NULL &&
		    written.bytes[length] == '\n')
			last = length; /* all but the line feed is there */
		while (last > 1 && written.bytes[last - 1] == '\n' && written.bytes[last - 2] == '\n')
			last--; /* empty lines say nothing */
		if (length >= head && (status != CANASTA_FINE || whole != last))
			fail_msg("cut at %zu of %zu: %d, %zu whole: %s", length, written.length, status, whole,
			         text_read(&told));
		assert_true(length >= head || status == CANASTA_FINE || told.length > 0);
		text_free(&told);
	}
	forget_the_deal();
}

static void a_cut_record_loses_its_torn_line_at_most(void **unused)
{
	(void)unused;
	cut_everywhere(CARDS_OF_A_SEED);
	cut_everywhere(CARDS_SEALED);
	cut_everywhere(CARDS_NAMED);
}

/* The number of the line in which byte number [at] stands. */
static int line_of(size_t at)
{
	int line = 1;

	for (size_t i = 0; i < at; i++)
		line += written.bytes[i] == '\n';
	return line;
}

/* Reads all lines; returns the number of the one that is wrong, 0 if none is. The words of all go to [words]. */
static int wrong_line(const char *bytes, size_t length, struct text *words)
{
	struct record_reader reader = { .bytes = bytes, .length = length };
	struct text why = { 0 };
	enum record_found found = record_open(&reader, &why) ? RECORD_LINE : RECORD_FAULT;
	int line;

	while (found == RECORD_LINE) {
		found = record_read(&reader, words, &why);
		text_add(words, "\n");
	}
	line = found == RECORD_FAULT ? reader.line : 0;
	text_free(&why);
	return line;
}

/* Whatever is made of any one byte: the record says the same, or the line is told. With a line feed more or less that is
 * the line behind; or the one behind that, where the check of the first line became a line of its own, which then is
 * for the head to refuse. */
static void change_every_byte(enum record_cards cards)
{
	struct text words = { 0 }, changed = { 0 };

	record_a_deal(cards);
	written.length = (size_t)(strstr(written.bytes, "\nSouth: undo") + 1 - written.bytes);
	assert_int_equal(wrong_line(written.bytes, written.length, &words), 0);
	for (size_t at = 0; at < written.length; at++)
		for (int byte = 0; byte < 256; byte++) {
			char kept = written.bytes[at];
			int line;
			if (byte == (unsigned char)kept)
				continue;
			written.bytes[at] = (char)byte;
			line = wrong_line(written.bytes, written.length, &changed);
			written.bytes[at] = kept;
			if (line == 0 ? strcmp(text_read(&changed), text_read(&words)) != 0
			              : line < line_of(at) || line > line_of(at) + (kept == '\n') + 2 * (byte == '\n'))
				fail_msg("byte %zu in line %d made %d: line %d", at, line_of(at), byte, line);
			text_free(&changed);
		}
	text_free(&words);
	forget_the_deal();
}

static void any_changed_byte_is_noticed_in_its_line(void **unused)
{
	(void)unused;
	change_every_byte(CARDS_OF_A_SEED);
	change_every_byte(CARDS_SEALED);
	change_every_byte(CARDS_NAMED);
}

/* The same through the front door, for a few changes of each byte. */
static void play_changed(enum record_cards cards)
{
	static const unsigned char masks[] = { 0x01, 0x20, 0x80 };
	size_t whole;

	record_a_deal(cards);
	for (size_t at = 0; at < written.length; at += 13)
		for (size_t i = 0; i < sizeof masks; i++) {
			char place[32];
			int status;
			written.bytes[at] = (char)(written.bytes[at] ^ masks[i]);
			status = replay(written.bytes, written.length, &whole);
			written.bytes[at] = (char)(written.bytes[at] ^ masks[i]);
			snprintf(place, sizeof place, "a.record:%d: ", line_of(at));
			if (status == CANASTA_FINE
			            ? whole + 1 < written.length
			            : status != CANASTA_FINDINGS ||
			                      (strstr(text_read(&told), place) == NULL && written.bytes[at] != '\n'))
				fail_msg("byte %zu in line %d changed by %d: %d, %s", at, line_of(at), masks[i], status,
				         text_read(&told));
			text_free(&told);
		}
	forget_the_deal();
}

static void a_changed_record_is_not_played_past_the_change(void **unused)
{
	(void)unused;
	play_changed(CARDS_OF_A_SEED);
	play_changed(CARDS_SEALED);
	play_changed(CARDS_NAMED);
}

static void a_game_is_sealed_before_it_is_recorded_and_recorded_once(void **unused)
{
	const struct canasta_out to = { take, &written };
	struct canasta_game *played;
	size_t head;

	(void)unused;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&io, variant, 3, &played), CANASTA_FINE);
	assert_int_equal(canasta_game_seal(played), CANASTA_FINE);
	canasta_game_free(played);
	assert_int_equal(canasta_game_new(&io, variant, 3, &played), CANASTA_FINE);
	assert_int_equal(canasta_game_record(&io, played, &to, NULL, NULL), CANASTA_FINE);
	head = written.length;
	assert_int_equal(canasta_game_record(&io, played, &to, NULL, NULL), CANASTA_MISUSE);
	assert_int_equal(canasta_game_seal(played), CANASTA_MISUSE);
	assert_int_equal(written.length, head);
	while (canasta_game_moment(played) != CANASTA_GAME_OVER) {
		canasta_game_deal(played);
		while (canasta_game_moment(played) == CANASTA_TO_ACT)
			assert_int_equal(canasta_game_bot(played, "simple"), CANASTA_FINE);
	}
	canasta_game_free(played);
	assert_null(strstr(strstr(written.bytes, "\nseed: 3 ") + 1, "\nseed: "));
	text_free(&told);
	assert_int_equal(replay(written.bytes, written.length, &head), CANASTA_FINE);
	assert_int_equal(head, written.length);
	assert_int_equal(canasta_game_new(&io, variant, 3, &played), CANASTA_FINE);
	canasta_game_deal(played);
	assert_int_equal(canasta_game_seal(played), CANASTA_MISUSE);
	assert_int_equal(canasta_game_record(&io, played, &to, NULL, NULL), CANASTA_MISUSE);
	canasta_game_free(played);
	text_free(&told);
	forget_the_deal();
}

/* Opens what is written but for its last [cut] bytes and plays it up to [until]. */
static struct canasta_record *play_up_to(size_t cut, const struct canasta_point *until, int status,
                                         struct canasta_game **played)
{
	struct canasta_record *record;

	assert_int_equal(canasta_record_open(&io, "a.record", written.bytes, written.length - cut, &record),
	                 CANASTA_FINE);
	assert_int_equal(canasta_record_whole(record), written.length - 40); /* the last line is 40 bytes long */
	assert_int_equal(canasta_record_play(&io, record, until, played), status);
	assert_int_equal(canasta_record_whole(record), written.length - 40);
	return record;
}

static void a_record_is_gone_on_with_where_it_ends_and_nowhere_else(void **unused)
{
	static const struct canasta_point middle = { .deal = 1, .turn = 5 }, beyond = { .deal = 2, .turn = 1 };
	struct text more = { 0 };
	const struct canasta_out to = { take, &more };
	struct canasta_record *record, *other;
	struct canasta_game *played, *none;

	(void)unused;
	record_a_deal(CARDS_OF_A_SEED);
	written.length = (size_t)(strstr(written.bytes, "\nscore") + 1 - written.bytes);
	text_add(&written, "East: draw                      |1234"); /* torn: what is left of it has no check */
	text_add(&written, "\n  ");
	record = play_up_to(6, &beyond, CANASTA_MISUSE, &played);
	assert_null(played);
	canasta_record_free(record);
	record = play_up_to(6, &middle, CANASTA_FINE, &played);
	assert_int_equal(canasta_record_continue(record, played, &to), CANASTA_MISUSE);
	canasta_game_free(played);
	canasta_record_free(record);
	record = play_up_to(6, NULL, CANASTA_FINE, &played);
	assert_int_equal(canasta_record_open(&io, "a.record", written.bytes, written.length - 6, &other), CANASTA_FINE);
	assert_int_equal(canasta_record_play(&io, other, NULL, &none), CANASTA_FINE);
	assert_int_equal(canasta_record_continue(record, none, &to), CANASTA_MISUSE);
	canasta_game_deal(none);
	assert_int_equal(canasta_record_continue(other, none, &to), CANASTA_MISUSE);
	assert_int_equal(more.length, 0);
	assert_int_equal(canasta_record_continue(record, played, &to), CANASTA_FINE);
	assert_int_equal(strncmp(text_read(&more), "score: ", 7), 0);
	assert_int_equal(canasta_record_continue(record, played, &to), CANASTA_MISUSE);
	canasta_game_free(none);
	canasta_game_free(played);
	canasta_record_free(other);
	canasta_record_free(record);
	record = play_up_to(0, NULL, CANASTA_FINDINGS, &played); /* a check that is wrong */
	assert_non_null(played);
	assert_int_equal(canasta_record_continue(record, played, &to), CANASTA_MISUSE);
	canasta_game_free(played);
	canasta_record_free(record);
	text_free(&more);
	text_free(&told);
	forget_the_deal();
}

/* Its variant is the caller's, and the history that of the game as it was played. */
static void a_game_that_is_played_again_has_the_same_history(void **unused)
{
	struct text first = { 0 }, again = { 0 }, bytes = { 0 };
	const struct canasta_out record_to = { take, &bytes };
	struct canasta_io to = { .out = { take, &first } };
	struct canasta_variant *wahhi, *wca;
	struct canasta_record *record;
	struct canasta_game *played, *replayed;
	size_t end, end_again;

	(void)unused;
	assert_int_equal(canasta_load(&to, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_load(&to, "wca", NULL, 0, &wca), CANASTA_FINE);
	assert_int_equal(canasta_game_new(&to, wahhi, 5, &played), CANASTA_FINE);
	assert_int_equal(canasta_game_record(&to, played, &record_to, NULL, NULL), CANASTA_FINE);
	for (int i = 0; i < 200; i++) {
		canasta_game_deal(played);
		assert_int_equal(canasta_game_bot(played, "careful"), CANASTA_FINE);
		if (i % 7 == 0)
			canasta_game_undo(&to, played);
	}
	assert_int_equal(canasta_game_history(&to, played, 0, &end), CANASTA_FINE);
	assert_non_null(strstr(text_read(&first), "\nundone "));
	assert_non_null(strstr(text_read(&first), "deal 2\n"));
	assert_int_equal(canasta_record_open_with(&to, "a.record", bytes.bytes, bytes.length, wca, &record),
	                 CANASTA_FINDINGS);
	assert_null(record);
	assert_int_equal(canasta_record_open_with(&to, "a.record", bytes.bytes, bytes.length, wahhi, &record),
	                 CANASTA_FINE);
	assert_ptr_equal(canasta_record_variant(record), wahhi);
	to.out.context = &again;
	assert_int_equal(canasta_record_play(&to, record, NULL, &replayed), CANASTA_FINE);
	assert_int_equal(canasta_game_history(&to, replayed, 0, &end_again), CANASTA_FINE);
	assert_int_equal(end, end_again);
	assert_string_equal(text_read(&first), text_read(&again));
	canasta_game_free(replayed);
	canasta_record_free(record);
	canasta_game_free(played);
	canasta_free(wca);
	canasta_free(wahhi); /* which the record did not free */
	text_free(&first);
	text_free(&again);
	text_free(&bytes);
}

/* Without checks, as people write: any case, blanks, line ends of other systems, acts in short, remarks. */
static void what_people_write_is_read(void **unused)
{
	static const char record[] = "\xef\xbb\xbf# a game among friends\r\n"
				     "Canasta Record 1\r\n"
				     "Seed: 3\r\n"
				     "VARIANT :  wahhi\r\n"
				     "\r\n"
				     "Deal 1\r\n"
				     "  east: d\r\n"
				     "# that took long\r\n"
				     "East: m 444; meld 10 10 joker; throw the black 3\r\n"
				     "South: d; x 5";
	size_t whole;

	(void)unused;
	if (replay(record, sizeof record - 1, &whole) != CANASTA_FINE)
		fail_msg("%s", text_read(&told));
	assert_int_equal(whole, sizeof record - 1);
	assert_int_equal(told.length, 0);
}

/* What was told, in one line. */
static const char *told_in_one_line(void)
{
	char *to = told.bytes;

	for (const char *from = text_read(&told); to != NULL && *from != '\0'; to++) {
		bool wrapped = strncmp(from, "\n  ", 3) == 0;
		*to = wrapped ? ' ' : *from;
		from += wrapped ? 3 : 1;
	}
	if (to != NULL)
		*to = '\0';
	return text_read(&told);
}

/* A record and what is said of it. */
static void faults_are_told_with_their_line(void **unused)
{
	static const struct {
		const char *lines, *told;
	} records[] = {
		{ "", "a.record:1: this is not a record" },
		{ "variant wahhi;\n", "a.record:1: this is not a record" },
		{ "canasta record 2\n", "a.record:1: this is a record of version 2; this program reads version 1" },
		{ "canasta record 1\nvarant: wahhi\n",
		  "a.record:2: no line in the head of a record begins with \"varant\"; did you" },
		{ "canasta record 1\nvariant: wahhi\ndeal 1\n", "the head of the record is not complete: it has no "
		                                                "line `seed:`" },
		{ "canasta record 1\nvariant: wahhi\nseed: 12x\n", "a.record:3: the seed should be a whole number" },
		{ "canasta record 1\nvariant: wahi\nseed: 1\n", "did you mean `wahhi`?" },
		{ "canasta record 1\nvariant: wahhi\nseed: 1\nseat Norht: person\n", "there is no seat \"Norht\"" },
		{ "canasta record 1\nvariant: wahhi\nseed: 1\nrules: 0123456789\n",
		  "the rules of wahhi have been changed since this game was played" },
		{ "canasta record 1\nvariant: wahhi\nseed: 3\ndeal 2\n", "a.record:4: deal 1 should come next" },
		{ "canasta record 1\nvariant: wahhi\nseed: 3\ndeal 1\nSouth: draw\n",
		  "a.record:5: East is to act, not South" },
		{ "canasta record 1\nvariant: wahhi\nseed: 3\ndeal 1\nEast: discard 4\n",
		  "a.record:5: East cannot \"discard 4\": first draw a card or take the pile" },
		{ "canasta record 1\nvariant: wahhi\nseed: 3\ndeal 1\nEast: undo\n",
		  "a.record:5: East cannot \"undo\": there is nothing that could be taken back" },
		{ "canasta record 1\nvariant: wahhi\nseed: 3\ndeal 1\nscore: North-South 5\n",
		  "a.record:5: the deal is not over yet" },
		{ "canasta record 1\nvariant: wahhi\nseed: 3\ndeal 1\nEast draws\n",
		  "a.record:5: this is neither a deal, an act of a player, an event nor a score: \"East draws\"" },
#define TOLD "canasta record 1\nvariant: wahhi\ncards: told\ndeal 1\n"
		{ "canasta record 1\nvariant: wahhi\nseed: 3\ncards: told\n",
		  "a.record:4: where the cards come from is said above already" },
		{ "canasta record 1\nvariant: wahhi\ncards: none\n",
		  "a.record:3: `cards:` should be followed by `told`" },
		{ "canasta record 1\nvariant: wahhi\ncommitment: 12ab\n",
		  "a.record:3: a commitment has 64 hexadecimal digits" },
		{ "canasta record 1\nvariant: wahhi\nseed: 3\ndeal 1\nEast: draw 7\n",
		  "a.record:5: East cannot \"draw 7\"" },
		{ "canasta record 1\nvariant: wahhi\nseed: 3\ndeal 1\nhand East: 7\n",
		  "a.record:5: this is neither a deal, an act" },
		{ TOLD "dealer: Nord\n", "a.record:5: nobody called \"Nord\" plays in this deal" },
		{ TOLD "hand Nord: 7\n", "a.record:5: nobody called \"Nord\" plays in this deal" },
		{ TOLD "hand East: 7 8 13\n", "a.record:5: there is no card \"13\"" },
		{ TOLD "hand East: 7 8 draw\n", "a.record:5: there should be nothing but cards here, not \"draw\"" },
		{ TOLD "hand East: 44444 44445\n", "a.record:5: there is no further 4 in the deck" },
		{ TOLD "hand East: 444 555 666 777\n", "a.record:5: these are 12 cards; 11 is the most there can be" },
		{ TOLD "aside: 4\n", "a.record:5: this is 1 card; 0 is the most there can be" },
		{ TOLD "pile: 4\nEast: draw\n", "a.record:5: a line `dealer: NAME` has to say who deals" },
		{ TOLD "dealer: North\nEast: draw\n", "a.record:5: a line `pile: CARD` has to name the card" },
		{ TOLD "dealer: North\npile: joker\nEast: draw\n",
		  "a.record:6: by the rules other cards would have been turned up than those of `pile:`" },
		{ TOLD "dealer: North\npile: 4\nstock: 5\nEast: draw 6\n",
		  "a.record:8: East cannot \"draw 6\": by the line `stock:` the 5 comes here" },
		{ TOLD "dealer: North\npile: 4\nstock: 5\nEast: draw 5\nstock: 9 9 9 9 9 9 9 9 9\n",
		  "a.record:9: not all of these cards are left in the stock" },
		{ TOLD "dealer: North\npile: 4\nhand East: 44 55 66 77 88 9\nEast: draw 5\nhand East: K\n",
		  "a.record:9: by the lines above East holds other cards: " },
		{ "canasta record 1\nvariant: wahhi\nseed: 3\ndeal 1\nEast: draw |0000\n",
		  "a.record:5: this line has a check at its end, the first line has none" },
	};
	size_t whole;

	(void)unused;
	for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
		int status = replay(records[i].lines, strlen(records[i].lines), &whole);
		if (status == CANASTA_FINE || strstr(told_in_one_line(), records[i].told) == NULL)
			fail_msg("%s\nis told: %s", records[i].lines, text_read(&told));
		text_free(&told);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_legal_act_is_read_as_it_is_written),
		cmocka_unit_test(the_head_tells_what_was_played),
		cmocka_unit_test(a_cut_record_loses_its_torn_line_at_most),
		cmocka_unit_test(any_changed_byte_is_noticed_in_its_line),
		cmocka_unit_test(a_changed_record_is_not_played_past_the_change),
		cmocka_unit_test(what_people_write_is_read),
		cmocka_unit_test(a_game_is_sealed_before_it_is_recorded_and_recorded_once),
		cmocka_unit_test(a_record_is_gone_on_with_where_it_ends_and_nowhere_else),
		cmocka_unit_test(a_game_that_is_played_again_has_the_same_history),
		cmocka_unit_test(faults_are_told_with_their_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
