/* play.c -- canasta play: a table in the terminal, with people and bots. Without a terminal the bots play a game among
 * themselves and it is printed. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/party.h"
#include "cmd/seal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the command line says. */
struct wishes {
	struct with with;
	char *seats;
	const char *record, *sealed, *rules;
	uint64_t seed, deals;
	bool seeded, to_end, plain, resume;
};

/* A game among bots goes on for so many deals at most: bad ones can lose points for ever. */
enum { BOT_DEALS_MAX = 200 };

/* ---- the game ---- */

/* Plays the deal that is dealt to its end. */
static void play_deal(struct party *party)
{
	memset(party->missed, 0, sizeof party->missed);
	party_tell(party);
	while (canasta_game_moment(party->game) == CANASTA_TO_ACT && !party->gone)
		party_act(party);
	if (party->gone)
		return;
	printf("\n");
	canasta_game_score(&party->io, party->game);
}

/* Deals unless a deal is to be gone on with. */
static void next_deal(struct party *party, bool first)
{
	if (canasta_game_moment(party->game) == CANASTA_TO_ACT)
		return;
	if (!first)
		party_wait(party);
	if (party->gone)
		return;
	canasta_game_deal(party->game);
	party->gone = party->keep.fault != 0;
}

/* What is told when the game breaks off before its end. */
static void prepare_farewell(struct party *party, const struct wishes *wishes, char *farewell, size_t room)
{
	const struct keep *keep = &party->keep;
	const char *sealed = wishes->sealed;

	if (keep->file < 0)
		snprintf(farewell, room, "The game ends here.\n");
	else
		snprintf(farewell, room, "The game is kept; `canasta play --resume%s%s%s%s` goes on with it.\n",
		         keep->own ? "" : " ", keep->own ? "" : keep->path, sealed != NULL ? " --sealed " : "",
		         sealed != NULL ? sealed : "");
	party->lines.farewell = farewell;
}

/* True if something happens before a person is shown the table: cards are dealt, or a bot acts. */
static bool tells_first(const struct party *party)
{
	return canasta_game_moment(party->game) != CANASTA_TO_ACT ||
	       strcmp(party->player[canasta_game_seat(party->game)], PARTY_PERSON) != 0;
}

static void play_game(struct party *party, uint64_t wished)
{
	uint64_t deals = party->people == 0 && wished > BOT_DEALS_MAX ? BOT_DEALS_MAX : wished;

	for (uint64_t deal = 0; deal < deals && !party->gone; deal++) {
		bool told = tells_first(party);
		next_deal(party, deal == 0);
		if (party->gone)
			break;
		printf("%s", told ? "\n" : "");
		play_deal(party);
		if (canasta_game_moment(party->game) == CANASTA_GAME_OVER)
			return;
	}
	if (party->gone && party->keep.fault == 0 && party->fault == 0)
		printf("%s", party->lines.farewell);
	else if (!party->gone && deals < wished)
		printf("\nAfter %d deals nobody has reached the end of the game; the bots leave it at that.\n",
		       BOT_DEALS_MAX);
}

static bool all_alike(const struct party *party)
{
	for (int seat = 1; seat < party->players; seat++)
		if (strcmp(party->player[seat], party->player[0]) != 0)
			return false;
	return true;
}

static void introduce(const struct party *party, const struct wishes *wishes, uint64_t seed)
{
	cmd_write(canasta_title(party->variant));
	printf(", ");
	if (wishes->sealed != NULL)
		printf("sealed.\n");
	else
		printf("seed %llu.\n", (unsigned long long)seed);
	for (int seat = 0; seat < party->players && !all_alike(party); seat++)
		printf("%s%s: %s", seat == 0 ? "" : ", ", canasta_seat_name(party->variant, seat), party->player[seat]);
	printf("%s%s.\n", all_alike(party) ? "Every seat: " : "", all_alike(party) ? party->player[0] : "");
	if (party->people > 0)
		printf("Type help to learn what can be typed.\n");
}

/* Plays the game that is set up. */
static int play(struct party *party, const struct wishes *wishes)
{
	char farewell[2 * KEEP_PATH_MAX];

	canasta_game_colours(party->game, cmd_colour() && !party->plain);
	party_fit(party);
	prepare_farewell(party, wishes, farewell, sizeof farewell);
	line_begin(&party->lines);
	play_game(party, wishes->deals);
	line_end();
	return party->keep.fault != 0 ? keep_failed(&party->keep) : party->fault;
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

static bool unknown_player(const struct command *command, const char *name)
{
	const char *names[SEATS_MAX] = { PARTY_PERSON }, *near;
	char bots[100] = "";
	int count = 1;

	for (const char *bot; count < SEATS_MAX && (bot = canasta_bot(count - 1, NULL)) != NULL; count++) {
		size_t length = strlen(bots);
		snprintf(bots + length, sizeof bots - length, ", `%s`", bot);
		names[count] = bot;
	}
	near = canasta_nearest(name, names, count);
	if (near != NULL)
		cmd_misuse(command, "nobody is called `%s`; did you mean `%s`?", name, near);
	else
		cmd_misuse(command, "nobody is called `%s`; there are `%s`%s", name, PARTY_PERSON, bots);
	return false;
}

/* Who is called [name], if not PARTY_PERSON; a place where nobody is named gets a bot. NULL for nobody. */
static const char *player_called(const char *name)
{
	return name[0] == '\0' ? PARTY_BOT : bot_named(name);
}

/* Seats the players named in [list], which is taken apart. Seats that are left out or left over get bots. */
static bool seat_players(const struct command *command, struct party *party, char *list)
{
	int seat = 0;

	for (char *name = cmd_next(&list); name != NULL; name = cmd_next(&list), seat++) {
		bool person = strcmp(name, PARTY_PERSON) == 0;
		if (seat == party->players) {
			cmd_misuse(command, "there are %d seats at this table", party->players);
			return false;
		}
		party->player[seat] = person ? PARTY_PERSON : player_called(name);
		party->people += person;
		if (party->player[seat] == NULL)
			return unknown_player(command, name);
	}
	for (; seat < party->players; seat++)
		party->player[seat] = PARTY_BOT;
	return true;
}

static bool read_wish(const struct command *command, struct wishes *wishes, int given)
{
	switch (given) {
	case 'w': return cmd_with_list(command, &wishes->with, optarg);
	case 'p': return wishes->seats = optarg, true;
	case 'r': return wishes->record = optarg, true;
	case 'u': return wishes->rules = optarg, true;
	case 'R': return wishes->resume = true;
	case 'S': return wishes->sealed = optarg, true;
	case 's': wishes->seeded = true; return cmd_number(command, "--seed", optarg, 0, UINT64_MAX, &wishes->seed);
	case 'n': return cmd_number(command, "--deals", optarg, 1, 1000000, &wishes->deals);
	case 'e': return wishes->to_end = true;
	case 'a': return wishes->plain = cmd_ascii = true;
	default: return false;
	}
}

static int read_wishes(const struct command *command, int argc, char **argv, struct wishes *wishes)
{
	static const struct option options[] = { { "with", required_argument, NULL, 'w' },
		                                 { "seats", required_argument, NULL, 'p' },
		                                 { "seed", required_argument, NULL, 's' },
		                                 { "deals", required_argument, NULL, 'n' },
		                                 { "to-end", no_argument, NULL, 'e' },
		                                 { "record", required_argument, NULL, 'r' },
		                                 { "resume", no_argument, NULL, 'R' },
		                                 { "sealed", required_argument, NULL, 'S' },
		                                 { "rules", required_argument, NULL, 'u' },
		                                 { "ascii", no_argument, NULL, 'a' },
		                                 CMD_OPTIONS_END };
	int given;

	while ((given = cmd_option(command, argc, argv, ":w:p:s:n:er:RS:a", options)) != -1)
		if (!read_wish(command, wishes, given))
			return given == CMD_HELP ? CMD_HELP : CMD_MISUSE;
	if (wishes->resume &&
	    (wishes->with.count > 0 || wishes->seats != NULL || wishes->seeded || wishes->record != NULL))
		cmd_misuse(command, "a game that is gone on with has its variant, seats and cards already");
	else if (wishes->rules != NULL && !wishes->resume)
		cmd_misuse(command, "--rules belongs to --resume");
	else if (wishes->sealed != NULL && wishes->seeded)
		cmd_misuse(command, "--sealed takes the seed from its file, and --seed names another");
	else if (argc - optind > 1)
		cmd_misuse(command, wishes->resume ? "one game at a time" : "one variant at a time");
	else if (argc == optind && !wishes->resume)
		cmd_misuse(command, "which variant?");
	else
		return 0;
	return CMD_MISUSE;
}

/* ---- a new game ---- */

/* People want a new game each time, transcripts the same one. */
static uint64_t new_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Now; or the time that a build or a test wants it to be. */
static time_t time_told(void)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");

	return epoch != NULL ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
}

/* Begins to record. Games of people are always recorded, in a folder of their own if they do not say where. */
static int begin_record(struct party *party, const struct wishes *wishes)
{
	struct canasta_out to = keep_out(&party->keep);
	char date[32] = "";
	time_t now = time_told();
	struct tm utc;
	int status;

	if (wishes->record == NULL && party->people == 0)
		return CANASTA_FINE;
	if (!keep_begin(&party->keep, wishes->record, canasta_name(party->variant)))
		return wishes->record != NULL ? CANASTA_MISUSE : CANASTA_FINE;
	if (gmtime_r(&now, &utc) != NULL)
		strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
	status = canasta_game_record(&cmd_io, party->game, &to, party->player, date);
	if (status == CANASTA_FINE)
		return status;
	keep_drop(&party->keep);
	if (wishes->record != NULL || status != CANASTA_MISUSE)
		return status;
	cmd_complain("this game is not recorded");
	return CANASTA_FINE;
}

static int play_new(const struct command *command, struct party *party, struct wishes *wishes, const char *reference)
{
	struct canasta_variant *variant;
	char one_person[] = "person";
	int status = cmd_load(reference, &wishes->with, &variant);
	uint64_t seed;

	if (status != CANASTA_FINE)
		return status;
	party->variant = variant;
	party->players = canasta_players(variant);
	if (wishes->seats == NULL && party->lines.keys)
		wishes->seats = one_person;
	status = seat_players(command, party, wishes->seats) ? CANASTA_FINE : CANASTA_MISUSE;
	seed = wishes->seeded || party->people == 0 ? wishes->seed : new_seed();
	if (status == CANASTA_FINE && wishes->sealed != NULL && !seal_seed(wishes->sealed, true, &seed))
		status = CANASTA_MISUSE;
	if (status == CANASTA_FINE)
		status = canasta_game_new(&cmd_io, variant, seed, &party->game);
	if (status == CANASTA_FINE && wishes->sealed != NULL)
		status = canasta_game_seal(party->game);
	if (status == CANASTA_FINE)
		status = begin_record(party, wishes);
	if (status == CANASTA_FINE) {
		introduce(party, wishes, seed);
		status = play(party, wishes);
	}
	canasta_game_free(party->game);
	canasta_free(variant);
	return status;
}

/* ---- going on with a game ---- */

/* Seats those whom the record names. */
static bool seat_recorded(const struct command *command, struct party *party, const struct canasta_record *record)
{
	for (int seat = 0; seat < party->players; seat++) {
		const char *who = canasta_record_who(record, seat);
		bool person = who != NULL && strcmp(who, PARTY_PERSON) == 0;
		party->player[seat] = who == NULL ? PARTY_BOT : person ? PARTY_PERSON : bot_named(who);
		party->people += person;
		if (party->player[seat] == NULL)
			return unknown_player(command, who);
	}
	return true;
}

/* Sees to it that the cards of the game are known. */
static int know_cards(const struct command *command, const struct wishes *wishes, struct canasta_record *record)
{
	uint64_t seed;

	switch (canasta_record_cards(record)) {
	case CANASTA_CARDS_OF_A_SEED: break;
	case CANASTA_CARDS_TOLD:
		return cmd_misuse(command, "this record tells the cards that were dealt; nobody knows what comes next");
	case CANASTA_CARDS_SEALED:
		if (wishes->sealed == NULL)
			return cmd_misuse(command, "this game is sealed: name the file of its seed with --sealed");
		return seal_seed(wishes->sealed, false, &seed) ? canasta_record_unseal(&cmd_io, record, seed)
		                                               : CANASTA_MISUSE;
	}
	return CANASTA_FINE;
}

/* Plays on from where the record ends. What was told before is not told again. */
static int play_on(const struct command *command, struct party *party, const struct wishes *wishes,
                   struct canasta_record *record)
{
	const struct canasta_io silent = { .messages = cmd_io.messages };
	struct canasta_out to = keep_out(&party->keep);
	int status = know_cards(command, wishes, record);

	if (status != CANASTA_FINE)
		return status;
	party->variant = canasta_record_variant(record);
	party->players = canasta_players(party->variant);
	if (!seat_recorded(command, party, record))
		return CANASTA_MISUSE;
	status = canasta_record_play(&cmd_io, record, NULL, &party->game);
	if (status != CANASTA_FINE)
		return status;
	if (!keep_cut(&party->keep, canasta_record_whole(record)))
		return CANASTA_MISUSE;
	status = canasta_record_continue(record, party->game, &to);
	if (status != CANASTA_FINE || party->keep.fault != 0)
		return party->keep.fault != 0 ? keep_failed(&party->keep) : status;
	canasta_game_tell(&silent, party->game);
	introduce(party, wishes, canasta_record_seed(record));
	if (canasta_game_moment(party->game) != CANASTA_GAME_OVER)
		return play(party, wishes);
	printf("This game is over.\n\n");
	return canasta_game_score(&party->io, party->game);
}

static int resume(const struct command *command, struct party *party, const struct wishes *wishes, const char *path)
{
	struct canasta_record *record = NULL;
	char *bytes;
	size_t length;
	int status;

	if (!keep_open(&party->keep, path, &bytes, &length))
		return CANASTA_MISUSE;
	status = keep_record(party->keep.path, bytes, length, wishes->rules, &record);
	if (status == CANASTA_FINE)
		status = play_on(command, party, wishes, record);
	canasta_game_free(party->game);
	canasta_record_free(record);
	free(bytes);
	return status;
}

int cmd_play(const struct command *command, int argc, char **argv)
{
	static struct party party; /* large */
	struct wishes wishes = { .seed = 1, .deals = UINT64_MAX };
	int given = read_wishes(command, argc, argv, &wishes), status;

	if (given != 0)
		return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	party_begin(&party, wishes.plain);
	party.to_end = wishes.to_end;
	status = wishes.resume ? resume(command, &party, &wishes, argv[optind])
	                       : play_new(command, &party, &wishes, argv[optind]);
	keep_end(&party.keep);
	return status;
}
