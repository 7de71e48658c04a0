/* want_of_memory.h -- for tests: memory that runs out at any moment, in every public function that asks for any. Either it
 * says so and returns CANASTA_INTERNAL, or all is as if there had been enough. Never a part of an answer for the whole. */
#ifndef UNIT_WANT_OF_MEMORY_H
#define UNIT_WANT_OF_MEMORY_H

#include "canasta.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- memory that runs out ---- */

static long requests, fails_at; /* 0: never */
static int fails_for_ever;

static inline void *resize(void *old, size_t size)
{
	requests++;
	if (fails_at > 0 && (requests == fails_at || (fails_for_ever && requests > fails_at)))
		return NULL;
	return realloc(old, size);
}

/* ---- what is written ---- */

struct heard {
	char text[1 << 21];
	size_t length;
};

static struct heard out, right, messages;

static inline void hear(void *context, const char *bytes, size_t length)
{
	struct heard *heard = context;

	assert_true(length < sizeof heard->text - heard->length);
	memcpy(heard->text + heard->length, bytes, length);
	heard->length += length;
}

static const struct canasta_io io = { .out = { hear, &out }, .messages = { hear, &messages } };

/* ---- what is asked ---- */

/* A question to the library, and the status that it comes to: asked as it is, or for an answer in a form. */
struct question {
	const char *name;
	int (*ask)(void);
	int (*ask_in)(enum canasta_form form);
	enum canasta_form form;
};

#define ASK(name)                               \
	{                                       \
#name, name, NULL, CANASTA_TEXT \
	}
#define ASK_IN(name, form)                                     \
	{                                                      \
#name " in " #form, NULL, name, CANASTA_##form \
	}

static inline int ask(const struct question *question, long fail, int for_ever)
{
	int status;

	out.length = messages.length = 0;
	requests = 0;
	fails_at = fail;
	fails_for_ever = for_ever;
	status = question->ask != NULL ? question->ask() : question->ask_in(question->form);
	fails_at = 0;
	return status;
}

/* Keeps the answer, for others that ask about it. */
static inline void keep(char *to, size_t room, struct question question)
{
	assert_int_equal(ask(&question, 0, 0), CANASTA_FINE);
	assert_true(out.length < room);
	memcpy(to, out.text, out.length);
	to[out.length] = '\0';
}

/* ---- the test ---- */

/* How many of the requests behind the first fifty are tried; SAMPLES=2000 build/tests/test_memory_rules looks closer. */
static inline long samples(void)
{
	const char *wanted = getenv("SAMPLES");

	return wanted != NULL ? atol(wanted) : 40;
}

/* How often it was said that there is no memory; once for each file of several. */
static inline int times_told(void)
{
	static const char sentence[] = "there is not enough memory";
	int times = 0;

	messages.text[messages.length] = '\0';
	for (const char *at = messages.text; (at = strstr(at, sentence)) != NULL; at++)
		times++;
	return times;
}

/* 1, and a line about it, if something is wrong when request [n] fails. Acts of bots and simulations have nobody to tell. */
static inline int is_wrong(const struct question *question, int fine, long n, int for_ever)
{
	int status = ask(question, n, for_ever), told = times_told();
	int silent = strncmp(question->name, "game", 4) == 0 || strncmp(question->name, "sim", 3) == 0;

	if (status == CANASTA_INTERNAL
	            ? told > 0 || (silent && told == 0)
	            : status == fine && out.length == right.length && memcmp(out.text, right.text, out.length) == 0)
		return 0;
	fprintf(stderr, "%s, request %ld%s: status %d, %zu bytes of %zu; %.*s\n", question->name, n,
	        for_ever ? " and all behind it" : "", status, out.length, right.length, (int)messages.length,
	        messages.text);
	return 1;
}

static inline int wrong_ones(const struct question *question)
{
	int fine = ask(question, 0, 0), wrong = 0;
	long all = requests, step = 1 + all / samples();

	memcpy(&right, &out, sizeof right);
	if ((fine != CANASTA_FINE && fine != CANASTA_FINDINGS) || all == 0)
		fail_msg("%s: status %d, %ld requests; %.*s", question->name, fine, all, (int)messages.length,
		         messages.text);
	for (int for_ever = 0; for_ever < 2; for_ever++)
		for (long n = 1; n <= all; n += n < 50 ? 1 : step)
			wrong += is_wrong(question, fine, n, for_ever);
	return wrong;
}

struct questions {
	const struct question *question;
	size_t count;
};

static inline void want_of_memory_is_told(void **state)
{
	const struct questions *questions = *state;
	int wrong = 0;

	for (size_t i = 0; i < questions->count; i++)
		wrong += wrong_ones(&questions->question[i]);
	assert_int_equal(wrong, 0);
}

/* Asks each of the [count] questions again and again, while one request for memory after the other fails; [set_up] and
 * [tear_down], which may be NULL, go around all of them. What main() returns. */
static inline int ask_all(const struct question *question, size_t count, CMFixtureFunction set_up,
                          CMFixtureFunction tear_down)
{
	struct questions questions = { question, count };
	const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(want_of_memory_is_told, &questions) };

	canasta_use_memory(resize, free);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}

#endif
