/* playing.c -- the public functions for playing: the engine does acts, reports tell of them, and here it is seen to
 * that nobody is told what only another may know. */
#include "handles.h"

#include <string.h>
#include <strings.h>
#include "game/act_words.h"
#include "game/game.h"
#include "game/view.h"
#include "grammar/arena.h"
#include "players/player.h"
#include "reports/columns.h"
#include "reports/score_sheet.h"
#include "reports/seat_names.h"
#include "reports/table.h"
#include "reports/telling.h"

enum { ACTS_OF_A_LINE = 64, BOTS_STREAM = -2 /* number of the random stream that bots use, far from those of deals */ };

struct canasta_game {
	const struct rules *rules;
	enum canasta_moment moment;
	struct game game;
	struct random chance; /* for bots */
	struct telling telling;
	struct tally tally; /* of the deal that is over */
	int32_t totals[SIDES_MAX];
	struct view view; /* room for one; views are large */
	struct acts acts;
};

/* ---- tables ---- */

int canasta_game_new(const struct canasta_io *io, const struct canasta_variant *variant, uint64_t seed,
                     struct canasta_game **game)
{
	*game = memory_resize(NULL, sizeof **game);
	if (*game == NULL)
		return complain(io, CANASTA_INTERNAL, "there is not enough memory");
	memset(*game, 0, sizeof **game);
	(*game)->rules = variant->rules;
	game_begin(&(*game)->game, variant->rules, seed);
	random_begin(&(*game)->chance, seed, (uint64_t)BOTS_STREAM);
	return CANASTA_FINE;
}

void canasta_game_free(struct canasta_game *game)
{
	if (game != NULL)
		telling_free(&game->telling);
	memory_free(game);
}

enum canasta_moment canasta_game_moment(const struct canasta_game *game)
{
	return game->moment;
}

int canasta_game_seat(const struct canasta_game *game)
{
	return game->moment == CANASTA_TO_ACT ? game->game.player[game_to_act(&game->game)] : -1;
}

const char *canasta_seat_name(const struct canasta_variant *variant, int seat)
{
	return seat >= 0 && seat < variant->rules->table.players ? seat_name(variant->rules, seat) : "";
}

/* ---- deals ---- */

/* Scores the deal once it is over. */
static void finish_deal(struct canasta_game *game)
{
	int winner;

	if (game->game.phase != PHASE_OVER)
		return;
	game_score(&game->game, &game->tally);
	game_totals(&game->game, &game->tally, game->totals);
	game->moment = game_is_over(game->rules, game->totals, &winner) ? CANASTA_GAME_OVER : CANASTA_DEAL_OVER;
}

void canasta_game_deal(struct canasta_game *game)
{
	if (game->moment == CANASTA_TO_ACT || game->moment == CANASTA_GAME_OVER)
		return;
	if (game->moment == CANASTA_DEAL_OVER)
		game_next_deal(&game->game, game->totals);
	game_deal(&game->game, 0);
	telling_deal(&game->telling, &game->game);
	game->moment = CANASTA_TO_ACT;
	finish_deal(game);
}

int canasta_game_score(const struct canasta_io *io, const struct canasta_game *game)
{
	struct text text = { 0 };

	if (game->moment != CANASTA_DEAL_OVER && game->moment != CANASTA_GAME_OVER)
		return CANASTA_FINE;
	ending_write(&game->game, &text);
	score_sheet_write(&game->game, &game->tally, &text);
	if (game->moment == CANASTA_GAME_OVER)
		text_add(&text, "\n");
	result_write(game->rules, game->totals, &text);
	return tell(&io->out, &text);
}

/* ---- acts ---- */

/* Does one legal act, and tells of it: the player in [gain], everybody in the telling. */
static void do_act(struct canasta_game *game, struct act act, struct text *gain)
{
	struct game before = game->game;

	game_apply(&game->game, act);
	telling_act(&game->telling, &before, act, &game->game);
	if (gain != NULL)
		gain_write(&before, act, &game->game, gain);
	finish_deal(game);
}

/* The act with the number in [words], which is nothing but a number; false if it is not. */
static bool act_numbered(const struct acts *acts, const char *words, struct act *act)
{
	size_t start = strspn(words, " \t["), digits = strspn(words + start, "0123456789");
	int number = 0;

	if (digits == 0 || digits > 4 || words[start + digits + strspn(words + start + digits, " \t]\r\n")] != '\0')
		return false;
	for (size_t i = 0; i < digits; i++)
		number = number * 10 + words[start + i] - '0';
	if (number < 1 || number > acts->count)
		return false;
	*act = acts->act[number - 1];
	return true;
}

/* Reads a line: the acts, or 0 and why not. */
static int read_line(const struct game *game, const char *words, struct act *acts, struct text *why)
{
	struct acts legal;

	game_legal(game, &legal);
	table_order_acts(&legal);
	if (act_numbered(&legal, words, acts))
		return 1;
	return acts_read(game, words, acts, ACTS_OF_A_LINE, why);
}

/* The clause on a line of its own, if there is one. */
static void write_clause(const struct game *game, struct reason reason, struct text *out)
{
	struct text clause = { 0 };

	reason_write_clause(game->rules, reason, &clause);
	if (clause.length > 0)
		text_add(out, "  "), paragraph_write(clause.bytes, 4, LINE_WIDTH - 4, out);
	text_free(&clause);
}

/* True if an act brings cards to light that nobody knew. */
static bool shows_cards(struct act act)
{
	return act.verb == ACT_DRAW || act.verb == ACT_LAY || act.verb == ACT_TALON;
}

/* Whether all of [acts] can be done one after the other; if not, tells which and why. Of what a draw would bring
 * nothing is known beforehand, so that acts behind one are looked at only when it is done. */
static bool are_legal(const struct game *game, const struct act *acts, int count, struct text *why)
{
	struct game after = *game;

	for (int i = 0; i < count; i++) {
		struct reason reason = game_refusal(&after, acts[i]);
		if (reason.refusal != REFUSAL_NONE) {
			if (count > 1) {
				text_add(why, "\"");
				act_write(&after, acts[i], why);
				text_add(why, "\" is refused: ");
			}
			reason_write_sentence(&after, acts[i], reason, why);
			text_add(why, ".\n");
			write_clause(&after, reason, why);
			return false;
		}
		if (shows_cards(acts[i]))
			return true;
		game_apply(&after, acts[i]);
	}
	return true;
}

/* Writes a refusal out, as whole lines. */
static int refuse(const struct canasta_out *out, struct text *why)
{
	if (why->length > 0 && why->bytes[0] >= 'a' && why->bytes[0] <= 'z')
		why->bytes[0] = (char)(why->bytes[0] - 'a' + 'A');
	if (why->length > 0 && why->bytes[why->length - 1] != '\n')
		text_add(why, why->bytes[why->length - 1] == '?' ? "\n" : ".\n");
	tell(out, why);
	return CANASTA_FINDINGS;
}

static int out_of_turn(const struct canasta_io *io)
{
	return complain(io, CANASTA_MISUSE, "nobody is to act now");
}

int canasta_game_do(const struct canasta_io *io, struct canasta_game *game, const char *words)
{
	struct act acts[ACTS_OF_A_LINE];
	struct text why = { 0 }, gain = { 0 };
	int count, done = 0;

	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	count = read_line(&game->game, words, acts, &why);
	if (count == 0 || !are_legal(&game->game, acts, count, &why))
		return refuse(&io->messages, &why);
	while (done < count) {
		if (done > 0 &&
		    (game->moment != CANASTA_TO_ACT || !are_legal(&game->game, acts + done, count - done, &why))) {
			tell(&io->out, &gain);
			return refuse(&io->messages, &why);
		}
		do
			do_act(game, acts[done], &gain);
		while (!shows_cards(acts[done++]) && done < count);
	}
	text_free(&why);
	return tell(&io->out, &gain);
}

int canasta_game_why(const struct canasta_io *io, const struct canasta_game *game, const char *words)
{
	struct act acts[ACTS_OF_A_LINE];
	struct text why = { 0 };
	int count;

	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	count = read_line(&game->game, words, acts, &why);
	if (count == 0 || !are_legal(&game->game, acts, count, &why))
		return refuse(&io->out, &why);
	text_add(&why, acts[0].verb == ACT_DRAW && count > 1 ? "Drawing is legal; the rest is seen when it is done.\n"
	               : shows_cards(acts[0]) && count > 1   ? "That is legal; the rest is seen when it is done.\n"
	                                                     : "That is legal.\n");
	return tell(&io->out, &why);
}

int canasta_game_acts(const struct canasta_io *io, const struct canasta_game *game)
{
	struct text text = { 0 };
	struct acts acts;

	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	game_legal(&game->game, &acts);
	table_order_acts(&acts);
	table_write_acts(&game->game, &acts, &text);
	return tell(&io->out, &text);
}

/* ---- events ---- */

/* What of [words] is left behind [word] and blanks; NULL if they do not begin with it. */
static const char *behind(const char *words, const char *word)
{
	size_t length = strlen(word);

	if (strncasecmp(words, word, length) != 0 || (words[length] != '\0' && words[length] != ' '))
		return NULL;
	return words + length + strspn(words + length, " ");
}

/* The event that [words] begin with, -1 for none; [*rest] is what follows. */
static int event_said(const struct rules *rules, const char *words, const char **rest)
{
	for (int i = 0; i < rules->event_count; i++) {
		*rest = behind(words, rules->event[i].name);
		if (*rest != NULL)
			return i;
	}
	return -1;
}

/* The side of the seat that is named, of the player to act if none is; -1 for any other words. */
static int side_said(const struct canasta_game *game, const char *words)
{
	if (*words == '\0')
		return game->game.seat[game_to_act(&game->game)].side;
	for (int seat = 0; seat < game->rules->table.players; seat++) {
		const char *rest = behind(words, seat_name(game->rules, seat));
		if (rest != NULL && *rest == '\0')
			return game->game.seat[seat].side;
	}
	return -1;
}

static void list_events(const struct rules *rules, struct text *why)
{
	text_add(why, rules->event_count > 0 ? "Events are" : "There are no events in this game");
	for (int i = 0; i < rules->event_count; i++)
		text_format(why, "%s %s", i > 0 ? "," : "", rules->event[i].name);
}

int canasta_game_event(const struct canasta_io *io, struct canasta_game *game, const char *words)
{
	struct text why = { 0 };
	const char *rest = "";
	int event = event_said(game->rules, words, &rest), side;

	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	if (event < 0) {
		list_events(game->rules, &why);
		return refuse(&io->messages, &why);
	}
	side = game->rules->event[event].per == event_per_deal && *rest != '\0' ? -1 : side_said(game, rest);
	if (side < 0) {
		text_format(&why,
		            game->rules->event[event].per == event_per_deal ? "Nothing follows %s"
		                                                            : "Behind %s there can be a player",
		            game->rules->event[event].name);
		return refuse(&io->messages, &why);
	}
	game_record_event(&game->game, event, side);
	telling_event(&game->telling, &game->game, event, side);
	return CANASTA_FINE;
}

/* ---- bots ---- */

/* What [player] would do now; [chance] is used up. */
static struct act choice_of(struct canasta_game *game, const struct player *player, struct random *chance)
{
	view_of(&game->game, game_to_act(&game->game), &game->view);
	game_legal(&game->game, &game->acts);
	return player->choose(&game->view, &game->acts, chance);
}

int canasta_game_bot(struct canasta_game *game, const char *bot)
{
	const struct player *player = player_named(bot);

	if (player == NULL || game->moment != CANASTA_TO_ACT)
		return CANASTA_MISUSE;
	do_act(game, choice_of(game, player, &game->chance), NULL);
	return CANASTA_FINE;
}

int canasta_game_hint(const struct canasta_io *io, struct canasta_game *game, const char *bot)
{
	const struct player *player = player_named(bot);
	struct random chance = game->chance;
	struct text text = { 0 };

	if (player == NULL)
		return complain(io, CANASTA_MISUSE, "there is no bot `%s`", bot);
	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	act_write(&game->game, choice_of(game, player, &chance), &text);
	text_add(&text, "\n");
	return tell(&io->out, &text);
}

const char *canasta_bot(int i, const char **sentence)
{
	const struct player *player = player_at(i);

	if (sentence != NULL)
		*sentence = player != NULL ? player->sentence : NULL;
	return player != NULL ? player->name : NULL;
}

/* ---- telling ---- */

int canasta_game_tell(const struct canasta_io *io, struct canasta_game *game)
{
	struct text text = { 0 };

	telling_fetch(&game->telling, &text);
	return tell(&io->out, &text);
}

static int tell_view(const struct canasta_io *io, const struct canasta_game *game, int seat,
                     void (*write)(const struct view *view, struct text *out))
{
	struct text text = { 0 };
	struct view view;
	int at = 0;

	if (seat < 0 || seat >= game->rules->table.players)
		return complain(io, CANASTA_MISUSE, "there is no seat %d", seat);
	while (at < game->rules->seats && game->game.player[at] != seat)
		at++;
	if (at == game->rules->seats)
		return complain(io, CANASTA_MISUSE, "%s sits out in this deal", seat_name(game->rules, seat));
	view_of(&game->game, at, &view);
	write(&view, &text);
	return tell(&io->out, &text);
}

int canasta_game_table(const struct canasta_io *io, const struct canasta_game *game, int seat)
{
	return tell_view(io, game, seat, table_write);
}

int canasta_game_hand(const struct canasta_io *io, const struct canasta_game *game, int seat)
{
	return tell_view(io, game, seat, table_write_hand);
}
