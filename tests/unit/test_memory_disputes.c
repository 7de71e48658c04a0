/* test_memory_disputes.c -- want of memory while an argument is settled, an end position scored and a pad kept. */
#include "want_of_memory.h"

static char pad_file[200];

static enum canasta_read read_made_up(void *context, const char *path, const struct canasta_out *to)
{
	static const char json[] = "{ \"hand\": \"K K 5 2\", \"pile\": \"2 9 K\", \"act\": \"take K K\" }";
	static const char rulings[] = "language 1\nrulings for wahhi {\n    ruling \"A pair\" "
				      "{ hand K K 5 2; pile 2 9 K; expect pile frozen; allow take K K }\n}\n";
	const char *bytes = strcmp(path, "ours.rulings") == 0    ? rulings
	                    : strcmp(path, "position.json") == 0 ? json
	                    : strcmp(path, "evening.pad") == 0   ? pad_file
	                                                         : NULL;

	(void)context;
	if (bytes == NULL)
		return CANASTA_READ_MISSING;
	to->write(to->context, bytes, strlen(bytes));
	return CANASTA_READ_OK;
}

static const struct canasta_io files = { .reader = { .read = read_made_up },
	                                 .out = { hear, &out },
	                                 .messages = { hear, &messages } };

/* ---- disputes ---- */

static const char *const one_reference[] = { "wahhi" };

static int dispute(int (*verb)(const struct canasta_io *, const struct canasta_dispute *), const char *lines, int all,
                   enum canasta_form form)
{
	const struct canasta_dispute what = {
		.variants = one_reference, .variant_count = 1, .lines = lines, .all = all, .json = form == CANASTA_JSON
	};

	return verb(&io, &what);
}

static const char position[] = "hand K K 5 2\npile 2 9 K\ntake K K";
static const char ended[] = "melds us 7 7 7 7 7 7 7\nended stock";

static int judge(enum canasta_form form)
{
	return dispute(canasta_judge, position, 0, form);
}
static int judge_all(enum canasta_form form)
{
	return dispute(canasta_judge, position, 1, form);
}
static int judge_drawn(void)
{
	return dispute(canasta_judge, "hand K K 5 2\ndraw 5, discard 5", 0, CANASTA_TEXT);
}
static int score(enum canasta_form form)
{
	return dispute(canasta_score, ended, 0, form);
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

/* ---- pads ---- */

static int pad(int (*write)(const struct canasta_io *, const struct canasta_pad *))
{
	struct canasta_pad *pad;
	size_t whole;
	int status = canasta_pad_read(&files, "evening.pad", &pad, &whole);

	if (status == CANASTA_FINE)
		status = canasta_pad_enter(&io, pad, "us natural 1, melded 340, out; them melded 85");
	if (status == CANASTA_FINE)
		status = canasta_pad_enter(&io, pad, "correct 1 us melded 430");
	if (status == CANASTA_FINE)
		status = write(&io, pad);
	canasta_pad_free(pad);
	return status;
}

static int pad_tell(void)
{
	return pad(canasta_pad_report);
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

static int doubt(const struct canasta_io *to, const struct canasta_pad *of)
{
	int status = canasta_pad_doubt(to, of, "us 1497; them red_threes 1000");

	return status == CANASTA_FINDINGS ? CANASTA_FINE : status;
}

static int show(const struct canasta_io *to, const struct canasta_pad *of)
{
	return canasta_pad_show(to, of, 1);
}

static int pad_doubt(void)
{
	return pad(doubt);
}
static int pad_show(void)
{
	return pad(show);
}

static int pad_call(void)
{
	struct canasta_pad *pad;
	int status = canasta_pad_new(&io, "wahhi", NULL, 0, &pad);

	if (status == CANASTA_FINE)
		status = canasta_pad_call(pad, "ours.canasta");
	canasta_pad_free(pad);
	return status;
}

/* ---- the test ---- */

/* clang-format off */
static const struct question questions[] = {
	ASK_IN(judge, TEXT),
	ASK_IN(judge_all, TEXT),
	ASK_IN(judge_all, JSON),
	ASK(judge_file),
	ASK(judge_ruling),
	ASK(judge_drawn),
	ASK_IN(score, TEXT),
	ASK_IN(score, JSON),
	ASK(pad_call),
	ASK(pad_tell),
	ASK(pad_help),
	ASK(pad_csv),
	ASK(pad_html),
	ASK(pad_doubt),
	ASK(pad_show),
};
/* clang-format on */

static int set_up(void **state)
{
	struct canasta_pad *pad;

	(void)state;
	assert_int_equal(canasta_pad_new(&io, "wahhi", NULL, 0, &pad), CANASTA_FINE);
	snprintf(pad_file, sizeof pad_file, "%sus 1250; them 340\n", canasta_pad_head(pad));
	canasta_pad_free(pad);
	return 0;
}

int main(void)
{
	return ask_all(questions, sizeof questions / sizeof *questions, set_up, NULL);
}
