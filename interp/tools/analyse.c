/* analyse.c -- what an expert would have done in a recorded game. Each act of a player who had a choice is tried against others in deals
 * that look like what the player saw. What nobody at that seat could know is not held against the player. */
#include "tools/replay.h"

#include "grammar/arena.h"
#include "notation/act_text.h"
#include "players/expert.h"
#include "reports/wording.h"
#include "text/document.h"

enum { WORST = 3, WIDTH = 79, NAME_WIDTH = 10 };

#define SEARCH_SEED UINT64_C(1) /* each act has a stream of its own: that of its line */

/* An act, and a better one. */
struct decision {
	int cost; /* how many points more the better act brings; 0 if none was found */
	unsigned deal;
	int turn, line;
	struct text done, better;
};

/* What one player did. */
struct account {
	int choices, costly;
	int64_t cost;
	struct decision worst[WORST]; /* the costliest first */
};

struct analysis {
	const struct canasta_record *record;
	struct budget budget;
	struct expert_search *search;
	struct decision turn; /* the costliest act of the turn that is being played; no number before the first */
	int player;           /* whose turn that is */
	bool chose;           /* and she had a choice in it */
	struct account account[PLAYERS_MAX];
	struct text out;
};

/* ---- decisions ---- */

static void forget_decision(struct decision *decision)
{
	text_free(&decision->done);
	text_free(&decision->better);
	decision->cost = 0;
}

static void copy_decision(struct decision *to, const struct decision *from)
{
	forget_decision(to);
	*to = *from;
	to->done = to->better = (struct text){ 0 };
	text_add(&to->done, text_read(&from->done));
	text_add(&to->better, text_read(&from->better));
}

/* Keeps a decision if it is among the worst of a player. */
static void keep_decision(struct account *account, const struct decision *decision)
{
	int at = WORST - 1;
	struct decision last = account->worst[at];

	if (decision->cost <= last.cost)
		return;
	for (; at > 0 && account->worst[at - 1].cost < decision->cost; at--)
		account->worst[at] = account->worst[at - 1];
	account->worst[at] = last;
	copy_decision(&account->worst[at], decision);
}

static void judge_decision(struct analysis *at, const struct game *game, const struct acts *acts, struct act act)
{
	struct account *account = &at->account[game->player[game_to_act(game)]];
	struct decision decision = { .deal = game->deal + 1, .turn = game->turn.number, .line = at->record->body.line };
	struct random random;
	struct view view;
	int better;

	view_of(game, game_to_act(game), &view);
	random_begin(&random, SEARCH_SEED, (uint64_t)decision.line);
	expert_begin(at->search, &view, acts, &act, &random, &at->budget);
	expert_run(at->search, &at->budget);
	account->choices++;
	at->chose = true;
	better = expert_choice(at->search);
	if (better == 0)
		return;
	decision.cost = expert_lead(at->search, better);
	act_write(game, act, &decision.done);
	act_write(game, at->search->candidate[better].act, &decision.better);
	account->costly++;
	account->cost += decision.cost;
	keep_decision(account, &decision);
	if (decision.cost > at->turn.cost)
		copy_decision(&at->turn, &decision);
	forget_decision(&decision);
}

/* ---- turns ---- */

/* A line for the turn that is over. */
static void write_turn(struct analysis *at)
{
	struct decision *turn = &at->turn;

	if (turn->turn == 0)
		return;
	text_format(&at->out, "%4d  %-*s", turn->turn, at->chose ? NAME_WIDTH : 0,
	            seat_name(at->record->variant->rules, at->player));
	if (turn->cost > 0)
		text_format(&at->out, "%7d  %s; better: %s", turn->cost, text_read(&turn->done),
		            text_read(&turn->better));
	else if (at->chose)
		text_add(&at->out, "      -");
	text_add(&at->out, "\n");
	forget_decision(turn);
}

/* Acts that were taken back are judged, too. */
static void watch_decision(void *context, const struct game *game, const struct act *act)
{
	struct analysis *at = context;
	struct decision *turn = &at->turn;
	struct acts acts;

	if (act == NULL)
		return;
	if (turn->turn != game->turn.number || turn->deal != game->deal + 1) {
		write_turn(at);
		if (turn->deal != game->deal + 1)
			text_format(&at->out, "%sDeal %u: points lost by each turn\n\n", turn->deal > 0 ? "\n" : "",
			            (unsigned)game->deal + 1);
		turn->turn = game->turn.number;
		turn->deal = game->deal + 1;
		at->player = game->player[game->turn.seat];
		at->chose = false;
	}
	game_legal(game, &acts);
	if (acts.count > 1)
		judge_decision(at, game, &acts, *act);
}

/* ---- the whole ---- */

static void write_account(struct analysis *at, int player)
{
	struct account *account = &at->account[player];
	struct text words = { 0 };

	text_format(&words, "%s had a choice %d time%s, ", seat_name(at->record->variant->rules, player),
	            account->choices, plural(account->choices));
	if (account->costly == 0)
		text_add(&words, "and nothing better was found.");
	else
		text_format(&words, "and %d time%s something better was found, together worth %lld point%s.",
		            account->costly, plural(account->costly), (long long)account->cost, plural(account->cost));
	text_add(&at->out, "\n");
	paragraph_write(text_read(&words), 0, WIDTH, &at->out);
	for (int i = 0; i < WORST; i++) {
		struct decision *worst = &account->worst[i];
		if (worst->cost > 0) {
			text_clear(&words);
			text_format(&words, "In turn %d of deal %u (line %d) it was %s. With %s the side would ",
			            worst->turn, worst->deal, worst->line, text_read(&worst->done),
			            text_read(&worst->better));
			text_format(&words, "score %d point%s more on the average.", worst->cost, plural(worst->cost));
			text_add(&at->out, "  ");
			paragraph_write(text_read(&words), 2, WIDTH - 2, &at->out);
		}
		forget_decision(worst);
	}
	text_free(&words);
}

int replay_analyse(const struct canasta_io *io, struct canasta_record *record, const struct budget *budget)
{
	struct analysis at = { .record = record, .budget = *budget };
	enum record_found found = RECORD_LINE;
	struct canasta_game *game;
	struct text why = { 0 };
	int status = replay_begin(io, record, &game);

	if (status != CANASTA_FINE)
		return status;
	at.search = memory_resize(NULL, sizeof *at.search);
	if (at.search == NULL)
		status = out_of_memory(io);
	game->watch = watch_decision;
	game->watcher = &at;
	while (status == CANASTA_FINE && found == RECORD_LINE)
		found = replay_step(record, game, &why);
	write_turn(&at);
	for (int player = 0; status == CANASTA_FINE && player < record->variant->rules->table.players; player++)
		write_account(&at, player);
	if (status == CANASTA_FINE)
		status = io_write(io, &at.out);
	if (status == CANASTA_FINE && found == RECORD_FAULT)
		status = replay_fault(io, record, &why);
	text_free(&why);
	text_free(&at.out);
	memory_free(at.search);
	canasta_game_free(game);
	return status;
}
