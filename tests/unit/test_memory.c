/* test_memory.c -- want of memory, at any moment, in every public function that asks for any: either it says so and
 * returns CANASTA_INTERNAL, or all is as if there had been enough. Never a part of an answer for the whole. */
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

static void *resize(void *old, size_t size)
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

static void hear(void *context, const char *bytes, size_t length)
{
	struct heard *heard = context;

	assert_true(length < sizeof heard->text - heard->length);
	memcpy(heard->text + heard->length, bytes, length);
	heard->length += length;
}

static const struct canasta_io io = { .out = { hear, &out }, .messages = { hear, &messages } };

/* ---- files ---- */

static char pad_file[200], sim_file[1 << 16], record_file[1 << 16], told_file[1 << 16];

static enum canasta_read read_made_up(void *context, const char *path, const struct canasta_out *to)
{
	static const char ours[] = "language 1\nvariant ours extends wahhi { game { to 3000 } }\n";
	static const char json[] = "{ \"hand\": \"K K 5 2\", \"pile\": \"2 9 K\", \"act\": \"take K K\" }";
	static const char rulings[] = "language 1\nrulings for wahhi {\n    ruling \"A pair\" "
				      "{ hand K K 5 2; pile 2 9 K; expect pile frozen; allow take K K }\n}\n";
	const char *bytes = strcmp(path, "ours.canasta") == 0    ? ours
	                    : strcmp(path, "ours.rulings") == 0  ? rulings
	                    : strcmp(path, "position.json") == 0 ? json
	                    : strcmp(path, "evening.pad") == 0   ? pad_file
	                    : strcmp(path, "sim.json") == 0      ? sim_file
	                                                         : NULL;

	(void)context;
	if (bytes == NULL)
		return CANASTA_READ_MISSING;
	to->write(to->context, bytes, strlen(bytes));
	return CANASTA_READ_OK;
}

static const struct canasta_io files = { { read_made_up, NULL }, { hear, &out }, { hear, &messages } };

/* ---- what is asked ---- */

static struct canasta_variant *wahhi, *wca;
static const struct canasta_variant *both[2];
static const char *const labels[2] = { "wahhi", "wca" };
static const char *const one_reference[] = { "wahhi" };

static int load(void)
{
	static const char *const options[] = { "black_threes_count_nothing" };
	struct canasta_variant *variant;
	int status = canasta_load(&io, "wahhi", options, 1, &variant);

	canasta_free(variant);
	return status;
}

static int load_borrowed(void)
{
	static const char *const options[] = { "game.to=ours.canasta" };
	struct canasta_variant *variant;
	int status = canasta_load(&files, "wahhi", options, 1, &variant);

	canasta_free(variant);
	return status;
}

static int list(void)
{
	return canasta_list(&io, NULL, 0);
}
static int list_options(void)
{
	return canasta_list(&io, "wahhi", 1);
}

static int check(enum canasta_form form)
{
	static const char *const wrong[] = { "ours.canasta" };
	const struct canasta_checking how = { .form = form };

	return canasta_check(&files, wrong, 1, &how);
}

static int check_text(void)
{
	return check(CANASTA_TEXT);
}
static int check_json(void)
{
	return check(CANASTA_JSON);
}
static int check_sarif(void)
{
	return check(CANASTA_SARIF);
}
static int explain(void)
{
	return canasta_explain(&io, "unknown-setting");
}
static int show(void)
{
	return canasta_show(&io, wahhi, "", 0);
}
static int show_json(void)
{
	return canasta_show(&io, wahhi, "initial_meld", CANASTA_SHOW_JSON);
}

static int hash(void)
{
	char digits[65] = "";
	int status = canasta_hash(&io, wahhi, digits);

	if (status == CANASTA_FINE)
		hear(&out, digits, strlen(digits));
	return status;
}

static int diff(enum canasta_form form)
{
	const struct canasta_telling how = { .form = form, .all = 1 };

	return canasta_diff(&io, both, labels, &how, CANASTA_WORDS);
}

static int diff_text(void)
{
	return diff(CANASTA_TEXT);
}
static int diff_markdown(void)
{
	return diff(CANASTA_MARKDOWN);
}
static int diff_html(void)
{
	return diff(CANASTA_HTML);
}
static int diff_json(void)
{
	return diff(CANASTA_JSON);
}

static int matrix(enum canasta_form form)
{
	const struct canasta_telling how = { .form = form };

	return canasta_matrix(&io, both, labels, 2, &how);
}

static int matrix_text(void)
{
	return matrix(CANASTA_TEXT);
}
static int matrix_markdown(void)
{
	return matrix(CANASTA_MARKDOWN);
}
static int matrix_html(void)
{
	return matrix(CANASTA_HTML);
}
static int matrix_json(void)
{
	return matrix(CANASTA_JSON);
}
static int matrix_csv(void)
{
	return matrix(CANASTA_CSV);
}

static void save(void *context, const char *name, const char *bytes, size_t length)
{
	hear(context, name, strlen(name));
	hear(context, bytes, length);
}

static int rival(int (*verb)(const struct canasta_io *, const struct canasta_rivals *))
{
	static const char *const option[] = { "black_threes_count_nothing" };
	const struct canasta_rivals rivals = { .reference = { "wahhi", "wahhi" },
		                               .options = { NULL, option },
		                               .option_count = { 0, 1 },
		                               .label = { "a", "b" },
		                               .seed = 1,
		                               .games = 2,
		                               .save = save,
		                               .context = &out };

	return verb(&io, &rivals);
}

static int witness(void)
{
	return rival(canasta_witness);
}
static int blame(void)
{
	return rival(canasta_blame);
}
static int effect(void)
{
	return rival(canasta_effect);
}

static int sheet(enum canasta_form form, enum canasta_sheet kind)
{
	const struct canasta_sheet_plan plan = { .form = form, .kind = kind };

	return canasta_sheet(&io, wca, &plan);
}

static int sheet_text(void)
{
	return sheet(CANASTA_TEXT, CANASTA_SHEET_WHOLE);
}
static int sheet_markdown(void)
{
	return sheet(CANASTA_MARKDOWN, CANASTA_SHEET_WHOLE);
}
static int sheet_html(void)
{
	return sheet(CANASTA_HTML, CANASTA_SHEET_WHOLE);
}
static int sheet_card(void)
{
	return sheet(CANASTA_TEXT, CANASTA_SHEET_CARD);
}
static int sheet_pad(void)
{
	return sheet(CANASTA_HTML, CANASTA_SHEET_PAD);
}

static int coverage(void)
{
	return canasta_coverage(&io, "wahhi", 1);
}
static int test_rulings(void)
{
	return canasta_test(&io, one_reference, 1);
}
static int manual(void)
{
	return canasta_manual(&io, "settings");
}

static int format(void)
{
	return canasta_format(&files, "ours.canasta", CANASTA_FORMAT_DIFF, NULL);
}

static int new_text(void)
{
	return canasta_new_text(&io, "friday", "wahhi", NULL);
}

static int dispute(int (*verb)(const struct canasta_io *, const struct canasta_dispute *), const char *lines, int all,
                   int json)
{
	const struct canasta_dispute what = {
		.variants = one_reference, .variant_count = 1, .lines = lines, .all = all, .json = json
	};

	return verb(&io, &what);
}

static const char position[] = "hand K K 5 2\npile 2 9 K\ntake K K";
static const char ended[] = "melds us 7 7 7 7 7 7 7\nended stock";

static int judge_text(void)
{
	return dispute(canasta_judge, position, 0, 0);
}
static int judge_all(void)
{
	return dispute(canasta_judge, position, 1, 0);
}
static int judge_json(void)
{
	return dispute(canasta_judge, position, 1, 1);
}
static int score_text(void)
{
	return dispute(canasta_score, ended, 0, 0);
}
static int score_json(void)
{
	return dispute(canasta_score, ended, 0, 1);
}

static int judge_file(void)
{
	const struct canasta_dispute what = {
		.variants = one_reference, .variant_count = 1, .file = "position.json", .json = 1
	};

	return canasta_judge(&files, &what);
}

static int judge_ruling(void)
{
	const struct canasta_dispute what = { .variants = one_reference, .variant_count = 1, .file = "ours.rulings:3" };

	return canasta_judge(&files, &what);
}

static int pad(int (*write)(const struct canasta_io *, const struct canasta_pad *))
{
	struct canasta_pad *pad;
	size_t whole;
	int status = canasta_pad_read(&files, "evening.pad", &pad, &whole);

	if (status == CANASTA_FINE)
		status = canasta_pad_enter(&io, pad, "us natural 1, melded 340, out; them melded 85");
	if (status == CANASTA_FINE)
		status = write(&io, pad);
	canasta_pad_free(pad);
	return status;
}

static int pad_tell(void)
{
	return pad(canasta_pad_tell);
}
static int pad_help(void)
{
	return pad(canasta_pad_help);
}
static int pad_csv(void)
{
	return pad(canasta_pad_csv);
}
static int pad_html(void)
{
	return pad(canasta_pad_html);
}

/* A few acts, and all that can be asked about them. */
static int game(void)
{
	struct canasta_game *game;
	int status = canasta_game_new(&io, wahhi, 3, &game);

	if (status != CANASTA_FINE)
		return status;
	canasta_game_deal(game);
	status = canasta_game_do(&io, game, "draw");
	for (int i = 0; i < 6 && status == CANASTA_FINE; i++)
		status = canasta_game_bot(game, "simple");
	if (status == CANASTA_FINE)
		status = canasta_game_tell(&io, game);
	if (status == CANASTA_FINE)
		status = canasta_game_table(&io, game, 0);
	if (status == CANASTA_FINE)
		status = canasta_game_acts(&io, game);
	if (status == CANASTA_FINE)
		status = canasta_game_complete(&io, game, "d");
	if (status == CANASTA_FINE)
		status = canasta_game_hint(&io, game, "simple");
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
		status = canasta_game_tell(&io, game);
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

static int record(int json, int under)
{
	struct canasta_record *record;
	int status = canasta_record_open(&io, "evening", record_file, strlen(record_file), &record);

	if (status != CANASTA_FINE)
		return status;
	status = under ? canasta_record_under(&io, record, wahhi, json) : canasta_record_tell(&io, record, json);
	canasta_record_free(record);
	return status;
}

static int record_tell(void)
{
	return record(0, 0);
}
static int record_json(void)
{
	return record(1, 0);
}
static int record_under(void)
{
	return record(0, 1);
}
static int record_under_json(void)
{
	return record(1, 1);
}

/* Plays [file] again and writes it with its cards told. */
static int tell_cards(const char *file)
{
	struct canasta_record *record;
	int status = canasta_record_open(&io, "evening", file, strlen(file), &record);

	if (status != CANASTA_FINE)
		return status;
	status = canasta_record_tell_cards(&io, record);
	canasta_record_free(record);
	return status;
}

static int record_cards(void)
{
	return tell_cards(record_file);
}
static int record_cards_again(void)
{
	return tell_cards(told_file);
}

static int record_play(void)
{
	struct canasta_record *record;
	struct canasta_game *game = NULL;
	int status = canasta_record_open(&io, "evening", record_file, strlen(record_file), &record);

	if (status != CANASTA_FINE)
		return status;
	status = canasta_record_play(&io, record, NULL, &game);
	if (status == CANASTA_FINE)
		status = canasta_game_tell(&io, game);
	canasta_game_free(game);
	canasta_record_free(record);
	return status;
}

static int sim(enum canasta_form form)
{
	const struct canasta_plan plan = { .seed = 5, .single_deals = 1, .clauses = 1 };
	struct canasta_sim *sim;
	int status = canasta_sim_new(&io, wahhi, &plan, &sim);

	if (status != CANASTA_FINE)
		return status;
	status = canasta_sim_run(sim, 0, 1);
	if (status == CANASTA_FINE)
		status = canasta_sim_tell(&io, sim, form);
	canasta_sim_free(sim);
	return status;
}

static int sim_text(void)
{
	return sim(CANASTA_TEXT);
}
static int sim_json(void)
{
	return sim(CANASTA_JSON);
}
static int sim_csv(void)
{
	return sim(CANASTA_CSV);
}

static int sim_add(void)
{
	static const char *const paths[] = { "sim.json" };

	return canasta_sim_add(&files, paths, 1, CANASTA_JSON);
}

static const struct {
	const char *name;
	int (*ask)(void);
} cases[] = {
#define CASE(name)          \
	{                   \
#name, name \
	}
	CASE(load),
	CASE(load_borrowed),
	CASE(list),
	CASE(list_options),
	CASE(check_text),
	CASE(check_json),
	CASE(check_sarif),
	CASE(explain),
	CASE(show),
	CASE(show_json),
	CASE(hash),
	CASE(diff_text),
	CASE(diff_markdown),
	CASE(diff_html),
	CASE(diff_json),
	CASE(matrix_text),
	CASE(matrix_markdown),
	CASE(matrix_html),
	CASE(matrix_json),
	CASE(matrix_csv),
	CASE(witness),
	CASE(blame),
	CASE(effect),
	CASE(sheet_text),
	CASE(sheet_markdown),
	CASE(sheet_html),
	CASE(sheet_card),
	CASE(sheet_pad),
	CASE(coverage),
	CASE(test_rulings),
	CASE(manual),
	CASE(format),
	CASE(new_text),
	CASE(judge_text),
	CASE(judge_all),
	CASE(judge_json),
	CASE(judge_file),
	CASE(judge_ruling),
	CASE(score_text),
	CASE(score_json),
	CASE(pad_tell),
	CASE(pad_help),
	CASE(pad_csv),
	CASE(pad_html),
	CASE(game),
	CASE(game_score),
	CASE(game_record),
	CASE(record_tell),
	CASE(record_json),
	CASE(record_under),
	CASE(record_under_json),
	CASE(record_play),
	CASE(record_cards),
	CASE(record_cards_again),
	CASE(sim_text),
	CASE(sim_json),
	CASE(sim_csv),
	CASE(sim_add),
#undef CASE
};

/* ---- the test ---- */

/* How many of the requests behind the first fifty are tried; SAMPLES=2000 build/tests/test_memory looks closer. */
static long samples(void)
{
	const char *wanted = getenv("SAMPLES");

	return wanted != NULL ? atol(wanted) : 40;
}

static int ask(int (*what)(void), long fail, int for_ever)
{
	int status;

	out.length = messages.length = 0;
	requests = 0;
	fails_at = fail;
	fails_for_ever = for_ever;
	status = what();
	fails_at = 0;
	return status;
}

/* How often it was said that there is no memory; once for each file of several. */
static int times_told(void)
{
	static const char sentence[] = "there is not enough memory";
	int times = 0;

	messages.text[messages.length] = '\0';
	for (const char *at = messages.text; (at = strstr(at, sentence)) != NULL; at++)
		times++;
	return times;
}

/* 1, and a line about it, if something is wrong when request [n] fails. Acts of bots and simulations have nobody to tell. */
static int is_wrong(const char *name, int (*what)(void), int fine, long n, int for_ever)
{
	int status = ask(what, n, for_ever), told = times_told();
	int silent = strncmp(name, "game", 4) == 0 || strncmp(name, "sim", 3) == 0;

	if (status == CANASTA_INTERNAL
	            ? told > 0 || (silent && told == 0)
	            : status == fine && out.length == right.length && memcmp(out.text, right.text, out.length) == 0)
		return 0;
	fprintf(stderr, "%s, request %ld%s: status %d, %zu bytes of %zu; %.*s\n", name, n,
	        for_ever ? " and all behind it" : "", status, out.length, right.length, (int)messages.length,
	        messages.text);
	return 1;
}

static int wrong_ones(const char *name, int (*what)(void))
{
	int fine = ask(what, 0, 0), wrong = 0;
	long all = requests, step = 1 + all / samples();

	memcpy(&right, &out, sizeof right);
	if ((fine != CANASTA_FINE && fine != CANASTA_FINDINGS) || all == 0)
		fail_msg("%s: status %d, %ld requests; %.*s", name, fine, all, (int)messages.length, messages.text);
	for (int for_ever = 0; for_ever < 2; for_ever++)
		for (long n = 1; n <= all; n += n < 50 ? 1 : step)
			wrong += is_wrong(name, what, fine, n, for_ever);
	return wrong;
}

static void want_of_memory_is_told(void **state)
{
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		wrong += wrong_ones(cases[i].name, cases[i].ask);
	assert_int_equal(wrong, 0);
}

/* The answers that others are asked about. */
static void keep(char *to, size_t room, int (*what)(void))
{
	assert_int_equal(ask(what, 0, 0), CANASTA_FINE);
	assert_true(out.length < room);
	memcpy(to, out.text, out.length);
	to[out.length] = '\0';
}

static int set_up(void **state)
{
	struct canasta_pad *pad;

	(void)state;
	canasta_use_memory(resize, free);
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_load(&io, "wca", NULL, 0, &wca), CANASTA_FINE);
	both[0] = wahhi;
	both[1] = wca;
	assert_int_equal(canasta_pad_new(&io, "wahhi", NULL, 0, &pad), CANASTA_FINE);
	snprintf(pad_file, sizeof pad_file, "%sus 1250; them 340\n", canasta_pad_head(pad));
	canasta_pad_free(pad);
	keep(sim_file, sizeof sim_file, sim_json);
	keep(record_file, sizeof record_file, game_record);
	keep(told_file, sizeof told_file, record_cards);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	canasta_free(wahhi);
	canasta_free(wca);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(want_of_memory_is_told) };

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
