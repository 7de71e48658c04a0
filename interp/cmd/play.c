/* play.c -- canasta play: a table in the terminal, with people and bots. Without a terminal the bots play a game among
 * themselves and it is printed. */
#define _POSIX_C_SOURCE 200809L

#include "cmd/cmd.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

enum { SEATS_MAX = 16, LINE_MAX_LENGTH = 400, CLEAR_LINES = 40, MISSED_MAX = 8192 };

/* A game among bots goes on for so many deals at most: bad ones can lose points for ever. */
enum { BOT_DEALS_MAX = 200 };

static const char PERSON[] = "person", DEFAULT_BOT[] = "simple";

/* A table and who sits at it. */
struct party {
	struct canasta_io io; /* everything goes to the standard output: refusals are part of the talk */
	struct canasta_variant *variant;
	struct canasta_game *game;
	const char *player[SEATS_MAX];
	int players, people;
	int seen_by;                        /* the person who looked at the screen last, -1 for nobody */
	char missed[SEATS_MAX][MISSED_MAX]; /* what was told since a person sat at the screen, where several share it */
	bool screen, keys;                  /* output and input are a terminal */
	bool to_end;                        /* no pause between deals */
	bool gone;                          /* the people have left */
};

/* ---- lines ---- */

/* Reads a line without its end; false at the end of the input. What is longer is cut. */
static bool read_line(struct party *party, const char *prompt, char *line)
{
	int letter;
	size_t length = 0;

	printf("%s", prompt);
	fflush(stdout);
	while ((letter = getchar()) != EOF && letter != '\n')
		if (length + 1 < LINE_MAX_LENGTH && letter != '\0')
			line[length++] = (char)letter;
	line[length] = '\0';
	if (letter == EOF && length == 0) {
		printf("\n");
		party->gone = true;
		return false;
	}
	if (!party->keys) /* so that a transcript reads well */
		printf("%s\n", line);
	return true;
}

static bool is_person(const struct party *party, int seat)
{
	return seat >= 0 && strcmp(party->player[seat], PERSON) == 0;
}

static void clear_screen(const struct party *party)
{
	if (party->screen)
		printf("\033[2J\033[3J\033[H");
	else
		for (int i = 0; i < CLEAR_LINES && party->keys; i++)
			printf("\n");
}

/* Keeps for a person what another one reads now, as far as there is room. */
static void keep_missed(char *missed, const char *bytes, size_t length)
{
	size_t there = strlen(missed);

	if (there + length < MISSED_MAX) {
		memcpy(missed + there, bytes, length);
		missed[there + length] = '\0';
	}
}

static void write_told(void *context, const char *bytes, size_t length)
{
	struct party *party = context;

	fwrite(bytes, 1, length, stdout);
	for (int seat = 0; seat < party->players; seat++)
		if (seat != party->seen_by)
			keep_missed(party->missed[seat], bytes, length);
}

/* Tells everybody what has happened. */
static void tell_all(struct party *party)
{
	struct canasta_io io = party->io;

	io.out = (struct canasta_out){ write_told, party };
	canasta_game_tell(&io, party->game);
}

/* Where several people share a screen, hides one hand before another is shown. */
static bool hand_over(struct party *party, int seat)
{
	char line[LINE_MAX_LENGTH], prompt[120];

	if (party->people > 1 && party->seen_by != seat) {
		clear_screen(party);
		snprintf(prompt, sizeof prompt, "Hand the screen to %s, then press Enter. ",
		         canasta_seat_name(party->variant, seat));
		if (!read_line(party, prompt, line))
			return false;
		clear_screen(party);
		if (party->screen || party->keys)
			printf("%s", party->missed[seat]);
	}
	party->missed[seat][0] = '\0';
	party->seen_by = seat;
	return true;
}

/* ---- a person's turn ---- */

static void tell_help(void)
{
	fputs("Type what you do, in short or in full; several acts are separated by semicolons:\n"
	      "  draw (d)              take a card from the stock\n"
	      "  take K K (t K K)      take the pile, with these cards from your hand\n"
	      "  meld 7 7 2 (m 772)    begin a meld, with all cards that go to it\n"
	      "  add 7 2 to 7 (a)      add cards to a meld of your side\n"
	      "  ask                   ask your partner whether to go out\n"
	      "  discard 5 (x 5)       end your turn\n"
	      "  special pairs         lay your whole hand as the special hand called so\n"
	      "  lay red 3             lay a bonus card, where that is up to you\n"
	      "  talon, no talon       take a talon after your discard, or leave it\n"
	      "  12                    do the act with this number in the list\n"
	      "  ?                     list all legal acts, with numbers\n"
	      "  why meld 7 7 2        tell whether that is legal, and why not\n"
	      "  hint                  what a bot would do\n"
	      "  event short North     record what happened at the table, to a side: an event of\n"
	      "                        the rules, and a player if it is not your own side\n"
	      "  show                  the table once more\n"
	      "  quit                  leave\n"
	      "Cards are 3 to 10 (t), J, Q, K, A, 2, joker (jk or *); black 3 may be written b3.\n",
	      stdout);
}

/* The rest of [line] behind [word], NULL if it does not begin with it. */
static const char *behind(const char *line, const char *word)
{
	size_t length = strlen(word);

	line += strspn(line, " \t");
	if (strncasecmp(line, word, length) != 0 || (line[length] != '\0' && line[length] != ' '))
		return NULL;
	line += length;
	return line + strspn(line, " \t\r");
}

static bool is_word(const char *line, const char *word)
{
	const char *rest = behind(line, word);

	return rest != NULL && *rest == '\0';
}

/* Does what was typed. False if the person leaves. */
static bool obey(struct party *party, int seat, const char *line)
{
	struct canasta_game *game = party->game;
	const char *rest;

	if (is_word(line, "quit") || is_word(line, "exit") || is_word(line, "q"))
		return false;
	if (line[strspn(line, " \t\r")] == '\0')
		return true;
	if (is_word(line, "?"))
		canasta_game_acts(&party->io, game);
	else if (is_word(line, "help") || is_word(line, "h"))
		tell_help();
	else if (is_word(line, "show"))
		canasta_game_table(&party->io, game, seat);
	else if (is_word(line, "hint"))
		canasta_game_hint(&party->io, game, DEFAULT_BOT);
	else if ((rest = behind(line, "event")) != NULL) {
		if (canasta_game_event(&party->io, game, rest) == CANASTA_FINE)
			tell_all(party);
	} else if ((rest = behind(line, "why")) != NULL)
		canasta_game_why(&party->io, game, rest);
	else if (canasta_game_do(&party->io, game, line) == CANASTA_FINE && canasta_game_seat(game) == seat)
		canasta_game_hand(&party->io, game, seat);
	return true;
}

/* A person acts until the turn is over, or something has to be answered. */
static void person_turn(struct party *party, int seat)
{
	char line[LINE_MAX_LENGTH], prompt[64];

	if (!hand_over(party, seat))
		return;
	printf("\n");
	canasta_game_table(&party->io, party->game, seat);
	snprintf(prompt, sizeof prompt, "%s> ", canasta_seat_name(party->variant, seat));
	while (canasta_game_seat(party->game) == seat && !party->gone)
		if (read_line(party, prompt, line) && !obey(party, seat, line))
			party->gone = true;
}

/* ---- deals and games ---- */

static void play_deal(struct party *party)
{
	memset(party->missed, 0, sizeof party->missed);
	canasta_game_deal(party->game);
	tell_all(party);
	while (canasta_game_moment(party->game) == CANASTA_TO_ACT && !party->gone) {
		int seat = canasta_game_seat(party->game);
		if (is_person(party, seat))
			person_turn(party, seat);
		else
			canasta_game_bot(party->game, party->player[seat]);
		tell_all(party);
	}
	if (party->gone)
		return;
	printf("\n");
	canasta_game_score(&party->io, party->game);
}

/* Between deals people may look at the score as long as they like. */
static void wait_for_people(struct party *party)
{
	char line[LINE_MAX_LENGTH];

	if (party->people > 0 && !party->to_end &&
	    read_line(party, "\nPress Enter for the next deal, or type quit. ", line) && is_word(line, "quit"))
		party->gone = true;
}

static void play_game(struct party *party, uint64_t wished)
{
	uint64_t deals = party->people == 0 && wished > BOT_DEALS_MAX ? BOT_DEALS_MAX : wished;

	for (uint64_t deal = 0; deal < deals && !party->gone; deal++) {
		if (deal > 0)
			wait_for_people(party);
		if (party->gone)
			break;
		printf("\n");
		play_deal(party);
		if (canasta_game_moment(party->game) == CANASTA_GAME_OVER)
			return;
	}
	if (party->gone)
		printf("The game is broken off.\n");
	else if (deals < wished)
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

static void introduce(const struct party *party, uint64_t seed)
{
	printf("%s, seed %llu.\n", canasta_title(party->variant), (unsigned long long)seed);
	for (int seat = 0; seat < party->players && !all_alike(party); seat++)
		printf("%s%s: %s", seat == 0 ? "" : ", ", canasta_seat_name(party->variant, seat), party->player[seat]);
	printf("%s%s.\n", all_alike(party) ? "Every seat: " : "", all_alike(party) ? party->player[0] : "");
	if (party->people > 0)
		printf("Type help to learn what can be typed.\n");
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
	const char *names[SEATS_MAX] = { PERSON }, *near;
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
		cmd_misuse(command, "nobody is called `%s`; there are `%s`%s", name, PERSON, bots);
	return false;
}

/* Seats the players named in [list], which is taken apart. Seats that are left get bots. */
static bool seat_players(const struct command *command, struct party *party, char *list)
{
	int seat = 0;

	for (char *name = list != NULL ? strtok(list, ",") : NULL; name != NULL; name = strtok(NULL, ","), seat++) {
		bool person = strcmp(name, PERSON) == 0;
		if (seat == party->players) {
			cmd_misuse(command, "there are %d seats at this table", party->players);
			return false;
		}
		party->player[seat] = person ? PERSON : bot_named(name);
		party->people += person;
		if (party->player[seat] == NULL)
			return unknown_player(command, name);
	}
	for (; seat < party->players; seat++)
		party->player[seat] = DEFAULT_BOT;
	return true;
}

/* What the command line says. */
struct wishes {
	struct with with;
	char *seats;
	uint64_t seed, deals;
	bool seeded, to_end;
};

static int read_wishes(const struct command *command, int argc, char **argv, struct wishes *wishes)
{
	static const struct option options[] = {
		{ "with", required_argument, NULL, 'w' }, { "seats", required_argument, NULL, 'p' },
		{ "seed", required_argument, NULL, 's' }, { "deals", required_argument, NULL, 'n' },
		{ "to-end", no_argument, NULL, 'e' },     CMD_OPTIONS_END
	};
	int given;
	bool well = true;

	while (well && (given = cmd_option(command, argc, argv, ":w:p:s:n:e", options)) != -1)
		switch (given) {
		case 'w': well = cmd_with(command, &wishes->with, optarg); break;
		case 'p': wishes->seats = optarg; break;
		case 's':
			wishes->seeded = true;
			well = cmd_number(command, "--seed", optarg, 0, UINT64_MAX, &wishes->seed);
			break;
		case 'n': well = cmd_number(command, "--deals", optarg, 1, 1000000, &wishes->deals); break;
		case 'e': wishes->to_end = true; break;
		default: return given;
		}
	if (well && argc - optind != 1) {
		cmd_misuse(command, optind == argc ? "which variant?" : "one variant at a time");
		well = false;
	}
	return well ? 0 : CMD_MISUSE;
}

/* People want a new game each time, transcripts the same one. */
static uint64_t new_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static int play(struct party *party, const struct wishes *wishes)
{
	uint64_t seed = wishes->seeded || party->people == 0 ? wishes->seed : new_seed();
	int status = canasta_game_new(&cmd_io, party->variant, seed, &party->game);

	if (status != CANASTA_FINE)
		return status;
	introduce(party, seed);
	play_game(party, wishes->deals);
	canasta_game_free(party->game);
	return CANASTA_FINE;
}

int cmd_play(const struct command *command, int argc, char **argv)
{
	static struct party party; /* large */
	struct wishes wishes = { .seed = 1, .deals = UINT64_MAX };
	char one_person[] = "person";
	int given = read_wishes(command, argc, argv, &wishes), status;

	if (given != 0)
		return given == CMD_HELP ? CANASTA_FINE : CANASTA_MISUSE;
	party = (struct party){
		.io = cmd_io, .seen_by = -1, .keys = isatty(STDIN_FILENO), .screen = isatty(STDOUT_FILENO)
	};
	party.io.messages = cmd_io.out;
	party.to_end = wishes.to_end;
	status = canasta_load(&cmd_io, argv[optind], wishes.with.option, wishes.with.count, &party.variant);
	if (status != CANASTA_FINE)
		return status;
	party.players = canasta_players(party.variant);
	if (wishes.seats == NULL && party.keys)
		wishes.seats = one_person;
	status = seat_players(command, &party, wishes.seats) ? play(&party, &wishes) : CANASTA_MISUSE;
	canasta_free(party.variant);
	return status;
}
