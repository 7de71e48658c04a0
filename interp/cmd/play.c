/* play.c -- canasta play: a table in the terminal, with people and bots. Without a terminal the bots play a game among
 * themselves and it is printed. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/cmd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A game among bots ends after so many deals at most: bad ones may never reach the target. */
enum { BOT_DEALS_MAX = 200 };

/* ---- the game ---- */

/* Plays the deal that is dealt to its end. */
static void play_deal(struct play_loop *loop)
{
	memset(loop->missed, 0, sizeof loop->missed);
	play_loop_report(loop);
	while (canasta_game_moment(loop->game) == CANASTA_TO_ACT && !loop->gone)
		play_loop_act(loop);
	if (loop->gone)
		return;
	printf("\n");
	canasta_game_score(&loop->io, loop->game);
}

/* Deals unless a deal is to be continued. */
static void next_deal(struct play_loop *loop, bool first)
{
	if (canasta_game_moment(loop->game) == CANASTA_TO_ACT)
		return;
	if (!first)
		play_loop_wait(loop);
	if (loop->gone)
		return;
	canasta_game_deal(loop->game);
	loop->gone = loop->keep.fault != 0;
}

static void play_game(struct play_loop *loop, uint64_t wished)
{
	uint64_t deals = loop->people == 0 && wished > BOT_DEALS_MAX ? BOT_DEALS_MAX : wished;

	for (uint64_t deal = 0; deal < deals && !loop->gone; deal++) {
		/* something happens before a person is shown the table: cards are dealt, or a bot acts */
		bool shown = canasta_game_moment(loop->game) != CANASTA_TO_ACT ||
		             strcmp(loop->player[canasta_game_seat(loop->game)], PLAY_PERSON) != 0;
		next_deal(loop, deal == 0);
		if (loop->gone)
			break;
		printf("%s", shown ? "\n" : "");
		play_deal(loop);
		if (canasta_game_moment(loop->game) == CANASTA_GAME_OVER)
			return;
	}
	if (loop->gone && loop->keep.fault == 0 && loop->fault == 0)
		printf("%s", loop->lines.farewell);
	else if (!loop->gone && deals < wished)
		printf("\nAfter %d deals the game has not ended; the bots stop here.\n", BOT_DEALS_MAX);
}

static bool all_alike(const struct play_loop *loop)
{
	for (int seat = 1; seat < loop->players; seat++)
		if (strcmp(loop->player[seat], loop->player[0]) != 0)
			return false;
	return true;
}

static void introduce(const struct play_loop *loop, const char *sealed, uint64_t seed)
{
	cmd_write(canasta_title(loop->variant));
	printf(", ");
	if (sealed != NULL)
		printf("sealed.\n");
	else
		printf("seed %llu.\n", (unsigned long long)seed);
	for (int seat = 0; seat < loop->players && !all_alike(loop); seat++)
		printf("%s%s: %s", seat == 0 ? "" : ", ", canasta_seat_name(loop->variant, seat), loop->player[seat]);
	printf("%s%s.\n", all_alike(loop) ? "Every seat: " : "", all_alike(loop) ? loop->player[0] : "");
	if (loop->people > 0)
		printf("Type help to learn what can be typed.\n");
}

/* Plays the game that is set up. */
static int play(struct play_loop *loop, const struct call *call)
{
	const struct keep *keep = &loop->keep;
	const char *sealed = call_text(call, OPTION_play_sealed);
	char farewell[2 * KEEP_PATH_MAX]; /* for prompt.c to write if the program is interrupted */

	canasta_game_budget(loop->game, (int)call_number(call, OPTION_play_samples, 0),
	                    (int)call_number(call, OPTION_play_think, 0));
	canasta_game_colours(loop->game, cmd_colour() && !loop->plain);
	play_loop_fit(loop);
	if (keep->file < 0)
		snprintf(farewell, sizeof farewell, "The game ends here.\n");
	else
		snprintf(farewell, sizeof farewell, "The game is kept; `canasta play --resume%s%s%s%s` continues it.\n",
		         keep->own ? "" : " ", keep->own ? "" : keep->path, sealed != NULL ? " --sealed " : "",
		         sealed != NULL ? sealed : "");
	loop->lines.farewell = farewell;
	line_begin(&loop->lines);
	play_game(loop, call_number(call, OPTION_play_deals, UINT64_MAX));
	line_end();
	return loop->keep.fault != 0 ? keep_failed(&loop->keep) : loop->fault;
}

/* ---- arguments ---- */

static const char *bot_named(const char *name)
{
	const char *bot;

	for (int i = 0; (bot = canasta_bot(i, NULL)) != NULL; i++)
		if (strcmp(bot, name) == 0)
			return bot;
	return NULL;
}

static bool unknown_player(const struct call *call, const char *name)
{
	const char *names[SEATS_MAX] = { PLAY_PERSON }, *near;
	char bots[100] = "";
	int count = 1;

	for (const char *bot; count < SEATS_MAX && (bot = canasta_bot(count - 1, NULL)) != NULL; count++) {
		size_t length = strlen(bots);
		snprintf(bots + length, sizeof bots - length, ", `%s`", bot);
		names[count] = bot;
	}
	near = canasta_nearest(name, names, count);
	if (near != NULL)
		call_misuse(call, "nobody is called `%s`; did you mean `%s`?", name, near);
	else
		call_misuse(call, "nobody is called `%s`; there are `%s`%s", name, PLAY_PERSON, bots);
	return false;
}

/* Chooses the bot of the level that was asked for. */
static bool choose_level(const struct call *call, struct play_loop *loop)
{
	static const struct {
		const char *name, *bot;
	} levels[] = { { "beginner", "simple" }, { "club", "careful" }, { "expert", "expert" } };
	const char *wanted = call_has(call, OPTION_play_level) ? call_text(call, OPTION_play_level) : "club";

	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
		if (strcmp(levels[i].name, wanted) == 0) {
			loop->bot = levels[i].bot;
			return true;
		}
	call_misuse(call, "there is no level `%s`; there are `beginner`, `club` and `expert`", wanted);
	return false;
}

/* Seats the players named in [list], which is modified. Seats that are not named get bots. */
static bool seat_players(const struct call *call, struct play_loop *loop, char *list)
{
	int seat = 0;

	for (char *name = cmd_next(&list); name != NULL; name = cmd_next(&list), seat++) {
		bool person = strcmp(name, PLAY_PERSON) == 0;
		if (seat == loop->players) {
			call_misuse(call, "there are %d seats at this table", loop->players);
			return false;
		}
		loop->player[seat] = person ? PLAY_PERSON : (name[0] == '\0' ? loop->bot : bot_named(name));
		loop->people += person;
		if (loop->player[seat] == NULL)
			return unknown_player(call, name);
	}
	for (; seat < loop->players; seat++)
		loop->player[seat] = loop->bot;
	return true;
}

/* False, with a message, if the options do not go together. */
static bool options_fit(const struct call *call)
{
	const bool resumes = call_has(call, OPTION_play_resume), seeded = call_has(call, OPTION_play_seed);

	if (resumes &&
	    (call->with.count > 0 || seeded || call_has(call, OPTION_play_seats) || call_has(call, OPTION_play_record)))
		call_misuse(call, "a game that is continued has its variant, seats and cards already");
	else if (call_has(call, OPTION_play_rules) && !resumes)
		call_misuse(call, "--rules belongs to --resume");
	else if (call_has(call, OPTION_play_sealed) && seeded)
		call_misuse(call, "--sealed takes the seed from its file, and --seed names another");
	else if (call->count > 1)
		call_misuse(call, resumes ? "one game at a time" : "one variant at a time");
	else if (call->count == 0 && !resumes)
		call_misuse(call, "which variant?");
	else
		return true;
	return false;
}

/* ---- a new game ---- */

/* A seed from the clock: without one in the arguments, people get another game each time. */
static uint64_t new_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Begins to record. Games of people are always recorded, in a folder of their own if they do not say where. */
static int begin_record(struct play_loop *loop, const struct call *call)
{
	const char *path = call_text(call, OPTION_play_record);
	struct canasta_out to = keep_out(&loop->keep);
	char date[32] = "";
	const char *epoch = getenv("SOURCE_DATE_EPOCH"); /* reproducible builds and tests set the time with it */
	time_t now = epoch != NULL ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
	struct tm utc;
	int status;

	if (path == NULL && loop->people == 0)
		return CANASTA_FINE;
	if (!keep_begin(&loop->keep, path, canasta_name(loop->variant)))
		return path != NULL ? CANASTA_MISUSE : CANASTA_FINE;
	if (gmtime_r(&now, &utc) != NULL)
		strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
	status = canasta_game_record(&cmd_io, loop->game, &to, loop->player, date);
	if (status == CANASTA_FINE)
		return status;
	keep_drop(&loop->keep);
	if (path != NULL || status != CANASTA_MISUSE)
		return status;
	cmd_error("this game is not recorded");
	return CANASTA_FINE;
}

static int play_new(struct play_loop *loop, const struct call *call)
{
	const char *sealed = call_text(call, OPTION_play_sealed);
	char *seats = call_text(call, OPTION_play_seats), one_person[] = "person";
	struct canasta_variant *variant;
	int status = cmd_load(call->rest[0], &call->with, &variant);
	uint64_t seed;

	if (status != CANASTA_FINE)
		return status;
	loop->variant = variant;
	loop->players = canasta_players(variant);
	if (seats == NULL && loop->lines.keys)
		seats = one_person;
	status = seat_players(call, loop, seats) ? CANASTA_FINE : CANASTA_MISUSE;
	seed = loop->people == 0 ? 1 : new_seed();
	seed = call_number(call, OPTION_play_seed, seed);
	if (status == CANASTA_FINE && sealed != NULL && !keep_seed(sealed, true, &seed))
		status = CANASTA_MISUSE;
	if (status == CANASTA_FINE)
		status = canasta_game_new(&cmd_io, variant, seed, &loop->game);
	if (status == CANASTA_FINE && sealed != NULL)
		status = canasta_game_seal(loop->game);
	if (status == CANASTA_FINE)
		status = begin_record(loop, call);
	if (status == CANASTA_FINE) {
		introduce(loop, sealed, seed);
		status = play(loop, call);
	}
	canasta_game_free(loop->game);
	canasta_free(variant);
	return status;
}

/* ---- a game that is continued ---- */

/* Seats those whom the record names. */
static bool seat_recorded(const struct call *call, struct play_loop *loop, const struct canasta_record *record)
{
	for (int seat = 0; seat < loop->players; seat++) {
		const char *who = canasta_record_who(record, seat);
		bool person = who != NULL && strcmp(who, PLAY_PERSON) == 0;
		loop->player[seat] = who == NULL ? loop->bot : person ? PLAY_PERSON : bot_named(who);
		loop->people += person;
		if (loop->player[seat] == NULL)
			return unknown_player(call, who);
	}
	return true;
}

/* Ensures that the cards of the game are known. */
static int know_cards(const struct call *call, struct canasta_record *record)
{
	const char *sealed = call_text(call, OPTION_play_sealed);
	uint64_t seed;

	switch (canasta_record_cards(record)) {
	case CANASTA_CARDS_OF_A_SEED: break;
	case CANASTA_CARDS_NAMED:
		return call_misuse(call, "this record names the cards that were dealt; nobody knows what comes next");
	case CANASTA_CARDS_SEALED:
		if (sealed == NULL)
			return call_misuse(call, "this game is sealed: name the file of its seed with --sealed");
		return keep_seed(sealed, false, &seed) ? canasta_record_unseal(&cmd_io, record, seed) : CANASTA_MISUSE;
	}
	return CANASTA_FINE;
}

/* Plays on from where the record ends. What was shown before is not shown again. */
static int play_on(struct play_loop *loop, const struct call *call, struct canasta_record *record)
{
	const struct canasta_io silent = { .messages = cmd_io.messages };
	struct canasta_out to = keep_out(&loop->keep);
	int status = know_cards(call, record);

	if (status != CANASTA_FINE)
		return status;
	loop->variant = canasta_record_variant(record);
	loop->players = canasta_players(loop->variant);
	if (!seat_recorded(call, loop, record))
		return CANASTA_MISUSE;
	status = canasta_record_play(&cmd_io, record, NULL, &loop->game);
	if (status != CANASTA_FINE)
		return status;
	if (!keep_cut(&loop->keep, canasta_record_whole(record)))
		return CANASTA_MISUSE;
	status = canasta_record_continue(record, loop->game, &to);
	if (status != CANASTA_FINE || loop->keep.fault != 0)
		return loop->keep.fault != 0 ? keep_failed(&loop->keep) : status;
	canasta_game_news(&silent, loop->game);
	introduce(loop, call_text(call, OPTION_play_sealed), canasta_record_seed(record));
	if (canasta_game_moment(loop->game) != CANASTA_GAME_OVER)
		return play(loop, call);
	printf("This game is over.\n\n");
	return canasta_game_score(&loop->io, loop->game);
}

static int resume(struct play_loop *loop, const struct call *call)
{
	struct canasta_record *record = NULL;
	struct canasta_bytes bytes = { 0 };
	int status = CANASTA_MISUSE;

	if (keep_open(&loop->keep, call->rest[0], &bytes))
		status = keep_record(loop->keep.path, &bytes, call_text(call, OPTION_play_rules), &record);
	if (status == CANASTA_FINE)
		status = play_on(loop, call, record);
	canasta_game_free(loop->game);
	canasta_record_free(record);
	canasta_bytes_free(&bytes);
	return status;
}

int cmd_play(struct call *call)
{
	static struct play_loop loop; /* static: too large for the stack */
	int status;

	cmd_ascii = call_has(call, OPTION_play_ascii);
	if (!options_fit(call))
		return CANASTA_MISUSE;
	play_loop_begin(&loop, cmd_ascii);
	if (!choose_level(call, &loop))
		return CANASTA_MISUSE;
	loop.to_end = call_has(call, OPTION_play_to_end);
	status = call_has(call, OPTION_play_resume) ? resume(&loop, call) : play_new(&loop, call);
	keep_end(&loop.keep);
	return status;
}
