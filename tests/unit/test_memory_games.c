/* test_memory_games.c -- want of memory while games are played, recorded, judged again and simulated. */
#include "want_of_memory.h"

static char sim_file[1 << 16], record_file[1 << 16], told_file[1 << 16];

static enum canasta_read read_results(void *context, const char *path, const struct canasta_out *to)
{
	(void)context;
	if (strcmp(path, "sim.json") != 0)
		return CANASTA_READ_MISSING;
	to->write(to->context, sim_file, strlen(sim_file));
	return CANASTA_READ_OK;
}

static const struct canasta_io files = { .reader = { .read = read_results },
	                                 .out = { hear, &out },
	                                 .messages = { hear, &messages } };

static struct canasta_variant *wahhi;

/* ---- games ---- */

/* A few acts, and all that can be asked about them. */
static int game(void)
{
	struct canasta_game *game;
	size_t to;
	int status = canasta_game_new(&io, wahhi, 3, &game);

	if (status != CANASTA_FINE)
		return status;
	canasta_game_deal(game);
	status = canasta_game_do(&io, game, "draw");
	for (int i = 0; i < 6 && status == CANASTA_FINE; i++)
		status = canasta_game_bot(game, "simple");
	if (status == CANASTA_FINE)
		status = canasta_game_news(&io, game);
	if (status == CANASTA_FINE)
		status = canasta_game_table(&io, game, 0);
	if (status == CANASTA_FINE)
		status = canasta_game_view(&io, game, canasta_game_seat(game));
	if (status == CANASTA_FINE)
		status = canasta_game_view(&io, game, -1);
	if (status == CANASTA_FINE)
		status = canasta_game_greet(&io, wahhi, 0);
	if (status == CANASTA_FINE)
		status = canasta_game_history(&io, game, 0, &to);
	if (status == CANASTA_FINE)
		status = canasta_game_acts(&io, game);
	if (status == CANASTA_FINE)
		status = canasta_game_complete(&io, game, "d");
	if (status == CANASTA_FINE)
		status = canasta_game_hint(&io, game, "simple");
	if (status == CANASTA_FINE)
		status = canasta_game_offers(&io, game, "");
	if (status == CANASTA_FINE)
		status = canasta_game_why(&io, game, "meld K K K");
	canasta_game_free(game);
	return status;
}

/* One deal to its end. */
static int game_score(void)
{
	struct canasta_game *game;
	int status = canasta_game_new(&io, wahhi, 3, &game);

	if (status != CANASTA_FINE)
		return status;
	canasta_game_deal(game);
	while (status == CANASTA_FINE && canasta_game_moment(game) == CANASTA_TO_ACT)
		status = canasta_game_bot(game, "simple");
	if (status == CANASTA_FINE)
		status = canasta_game_news(&io, game);
	if (status == CANASTA_FINE)
		status = canasta_game_score(&io, game);
	canasta_game_free(game);
	return status;
}

static int game_record(void)
{
	static const char *const who[] = { "random", "random", "random", "random" };
	struct canasta_game *game;
	int status = canasta_game_new(&io, wahhi, 3, &game);

	if (status != CANASTA_FINE)
		return status;
	status = canasta_game_record(&io, game, &io.out, who, NULL);
	canasta_game_deal(game);
	for (int i = 0; i < 30 && status == CANASTA_FINE; i++)
		status = canasta_game_bot(game, "random");
	canasta_game_free(game);
	return status;
}

/* ---- records ---- */

static int tell(struct canasta_record *record, enum canasta_form form)
{
	return canasta_record_report(&io, record, form == CANASTA_JSON);
}
static int judge_under(struct canasta_record *record, enum canasta_form form)
{
	return canasta_record_under(&io, record, wahhi, form == CANASTA_JSON);
}
static int tell_cards(struct canasta_record *record, enum canasta_form form)
{
	(void)form;
	return canasta_record_name_cards(&io, record);
}

static int play_again(struct canasta_record *record, enum canasta_form form)
{
	struct canasta_game *game = NULL;
	int status = canasta_record_play(&io, record, NULL, &game);

	(void)form;
	if (status == CANASTA_FINE)
		status = canasta_game_news(&io, game);
	canasta_game_free(game);
	return status;
}

/* What comes of [what] with the record that [file] holds. */
static int with_record(int (*what)(struct canasta_record *record, enum canasta_form form), const char *file,
                       enum canasta_form form)
{
	struct canasta_record *record;
	int status = canasta_record_open(&io, "evening", file, strlen(file), &record);

	if (status != CANASTA_FINE)
		return status;
	status = what(record, form);
	canasta_record_free(record);
	return status;
}

static int record_tell(enum canasta_form form)
{
	return with_record(tell, record_file, form);
}
static int record_under(enum canasta_form form)
{
	return with_record(judge_under, record_file, form);
}
static int record_play(void)
{
	return with_record(play_again, record_file, CANASTA_TEXT);
}
static int record_cards(void)
{
	return with_record(tell_cards, record_file, CANASTA_TEXT);
}
static int record_cards_again(void)
{
	return with_record(tell_cards, told_file, CANASTA_TEXT);
}

/* ---- simulations ---- */

static int sim(enum canasta_form form)
{
	const struct canasta_plan plan = { .seed = 5, .single_deals = 1, .clauses = 1 };
	struct canasta_sim *sim;
	int status = canasta_sim_new(&io, wahhi, &plan, &sim);

	if (status != CANASTA_FINE)
		return status;
	status = canasta_sim_run(sim, 0, 1);
	if (status == CANASTA_FINE)
		status = canasta_sim_report(&io, sim, form);
	canasta_sim_free(sim);
	return status;
}

static int sim_add(void)
{
	static const char *const paths[] = { "sim.json" };

	return canasta_sim_add(&files, paths, 1, CANASTA_JSON);
}

/* ---- the test ---- */

/* clang-format off */
static const struct question questions[] = {
	ASK(game),
	ASK(game_score),
	ASK(game_record),
	ASK_IN(record_tell, TEXT),
	ASK_IN(record_tell, JSON),
	ASK_IN(record_under, TEXT),
	ASK_IN(record_under, JSON),
	ASK(record_play),
	ASK(record_cards),
	ASK(record_cards_again),
	ASK_IN(sim, TEXT),
	ASK_IN(sim, JSON),
	ASK_IN(sim, CSV),
	ASK(sim_add),
};
/* clang-format on */

static int set_up(void **state)
{
	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	keep(sim_file, sizeof sim_file, (struct question)ASK_IN(sim, JSON));
	keep(record_file, sizeof record_file, (struct question)ASK(game_record));
	keep(told_file, sizeof told_file, (struct question)ASK(record_cards));
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	canasta_free(wahhi);
	return 0;
}

int main(void)
{
	return ask_all(questions, sizeof questions / sizeof *questions, set_up, tear_down);
}
