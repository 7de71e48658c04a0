/* test_stop.c -- a simulation that is stopped holds the games that were finished, and so does one that is abandoned since an
 * act takes too long. */
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <semaphore.h>

#include "canasta.h"

/* A client who does the first act of every list; in its last game it waits until it is let go. */
struct waiter {
	int games, last, answered;
	sem_t waits, let_go;
};

static void note(void *context, int player, const char *lines, size_t length)
{
	struct waiter *waiter = context;

	(void)player, (void)length;
	waiter->games += strncmp(lines, "canasta ", 8) == 0;
	waiter->answered = strstr(lines, "go\n") == NULL;
}

static const char *answer(void *context, int player, char *line, size_t room)
{
	struct waiter *waiter = context;

	(void)player, (void)room;
	if (waiter->games == waiter->last && !waiter->answered) {
		sem_post(&waiter->waits);
		sem_wait(&waiter->let_go);
		sem_post(&waiter->let_go);
	}
	strcpy(line, waiter->answered ? "ready" : "act 1");
	return NULL;
}

static void *play(void *sim)
{
	return canasta_sim_run(sim, 0, 5) == CANASTA_FINE ? sim : NULL;
}

static void add(void *context, const char *bytes, size_t length)
{
	char *text = context;

	strncat(text, bytes, length);
}

static void stop(int abandon)
{
	static struct waiter waiter;
	static char results[20000];
	struct canasta_client client = { "waiter", note, answer, &waiter, 0, 1 };
	const char *bots[] = { "waiter", "random" };
	struct canasta_plan plan = {
		.seed = 1, .bots = bots, .bot_count = 2, .single_deals = 1, .clients = &client, .client_count = 1
	};
	struct canasta_io io = { .out = { add, results } };
	struct canasta_variant *variant;
	struct canasta_sim *sim;
	pthread_t thread;
	void *played;

	memset(&waiter, 0, sizeof waiter);
	waiter.last = 3;
	results[0] = '\0';
	sem_init(&waiter.waits, 0, 0);
	sem_init(&waiter.let_go, 0, 0);
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &variant), CANASTA_FINE);
	assert_int_equal(canasta_sim_new(&io, variant, &plan, &sim), CANASTA_FINE);
	assert_int_equal(pthread_create(&thread, NULL, play, sim), 0);
	sem_wait(&waiter.waits);
	canasta_sim_stop(sim);
	if (abandon)
		canasta_sim_abandon(sim);
	else {
		sem_post(&waiter.let_go);
		pthread_join(thread, &played);
		assert_ptr_equal(played, sim);
	}
	assert_int_equal(canasta_sim_report(&io, sim, CANASTA_TEXT), CANASTA_FINE);
	if (strstr(results, "games 0:2,") == NULL)
		fail_msg("%s", results);
	if (abandon) {
		sem_post(&waiter.let_go);
		pthread_join(thread, &played);
		assert_ptr_equal(played, sim);
		results[0] = '\0';
		assert_int_equal(canasta_sim_report(&io, sim, CANASTA_TEXT), CANASTA_FINE);
		assert_non_null(strstr(results, "games 0:2,"));
	}
	canasta_sim_free(sim);
	canasta_free(variant);
}

static void what_is_stopped_holds_the_finished_games(void **state)
{
	(void)state;
	stop(0);
}

static void what_is_abandoned_holds_the_finished_games(void **state)
{
	(void)state;
	stop(1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_stopped_holds_the_finished_games),
		cmocka_unit_test(what_is_abandoned_holds_the_finished_games),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
