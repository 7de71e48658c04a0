/* test_memory_rules.c -- want of memory while rules are read, checked, compared and told. */
#include "want_of_memory.h"

static enum canasta_read read_ours(void *context, const char *path, const struct canasta_out *to)
{
	static const char ours[] = "language 1\nvariant ours extends wahhi { game { to 3000 } }\n";
	static const char tables[] =
		"language 1\nvariant tables extends classic { choice tie { again { game { tie another_deal } } } }\n";

	static const char child[] = "language 1\nvariant child extends \"ours.canasta\":ours { }\n";

	(void)context;
	if (strcmp(path, "ours.canasta") != 0 && strcmp(path, "tables.canasta") != 0 &&
	    strcmp(path, "child.canasta") != 0)
		return CANASTA_READ_MISSING;
	path = path[0] == 'o' ? ours : path[0] == 't' ? tables : child;
	to->write(to->context, path, strlen(path));
	return CANASTA_READ_OK;
}

static const struct canasta_io files = { .reader = { .read = read_ours },
	                                 .out = { hear, &out },
	                                 .messages = { hear, &messages } };

static struct canasta_variant *wahhi, *wca;
static const struct canasta_variant *both[2];
static const char *const labels[2] = { "wahhi", "wca" };

/* ---- one variant ---- */

static int load_with(const char *option)
{
	struct canasta_variant *variant;
	int status = canasta_load(&files, "wahhi", &option, 1, &variant);

	canasta_free(variant);
	return status;
}

static int load(void)
{
	return load_with("black_threes_count_nothing");
}
static int load_borrowed(void)
{
	return load_with("game.to=ours.canasta");
}

static int list(void)
{
	return canasta_list(&io, NULL, 0);
}
static int list_options(void)
{
	return canasta_list(&io, "wahhi", 1);
}

static int list_json(void)
{
	struct canasta_io json = io;

	json.form = CANASTA_JSON;
	return canasta_list(&json, "wahhi", 1);
}

static int check(enum canasta_form form)
{
	static const char *const wrong[] = { "ours.canasta" };
	const struct canasta_checking how = { .form = form };

	return canasta_check(&files, wrong, 1, &how);
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

/* ---- several ---- */

static int diff(enum canasta_form form)
{
	const struct canasta_writing how = { .form = form, .all = 1 };

	return canasta_diff(&io, both, labels, &how, CANASTA_WORDS);
}

static int matrix(enum canasta_form form)
{
	const struct canasta_writing how = { .form = form };

	return canasta_matrix(&io, both, labels, 2, &how);
}

static int save(void *context, const char *name, const char *bytes, size_t length)
{
	hear(context, name, strlen(name));
	hear(context, bytes, length);
	return 1; /* kept */
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

/* ---- sheets, rulings and files ---- */

static int sheet_of(enum canasta_form form, enum canasta_sheet kind)
{
	const struct canasta_sheet_plan plan = { .form = form, .kind = kind };

	return canasta_sheet(&io, wca, &plan);
}

static int sheet(enum canasta_form form)
{
	return sheet_of(form, CANASTA_SHEET_WHOLE);
}
static int sheet_card(void)
{
	return sheet_of(CANASTA_TEXT, CANASTA_SHEET_CARD);
}
static int sheet_card_page(void)
{
	return sheet_of(CANASTA_HTML, CANASTA_SHEET_CARD);
}
static int sheet_pad(void)
{
	return sheet_of(CANASTA_HTML, CANASTA_SHEET_PAD);
}

static int coverage(void)
{
	return canasta_coverage(&io, "wahhi", 1);
}
static int test_rulings(void)
{
	static const char *const variants[] = { "wahhi" };

	return canasta_test(&io, variants, 1);
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

/* ---- what an editor asks ---- */

static int ask_at(enum canasta_question question, int line, int column)
{
	return canasta_ask(&files, "ours.canasta", question, line, column);
}

static int complete(void)
{
	return ask_at(CANASTA_COMPLETION, 2, 37);
}
static int complete_a_parent(void)
{
	return ask_at(CANASTA_COMPLETION, 2, 23);
}
static int mean(void)
{
	return ask_at(CANASTA_MEANING, 2, 38);
}
static int define(void)
{
	return ask_at(CANASTA_DEFINITION, 2, 38);
}
static int refer(void)
{
	return ask_at(CANASTA_REFERENCES, 2, 38);
}
static int refer_to_a_choice(void)
{
	return canasta_ask(&files, "tables.canasta", CANASTA_REFERENCES, 2, 52);
}
static int refer_in_others(void)
{
	static const char *const others[] = { "child.canasta", "tables.canasta", "ours.canasta", "none.canasta" };

	return canasta_references(&files, "ours.canasta", 2, 10, others, 4);
}
static int outline(void)
{
	return ask_at(CANASTA_OUTLINE, 1, 1);
}
static int tokens(void)
{
	return canasta_tokens(&files, "ours.canasta");
}
static int syntax(void)
{
	return canasta_syntax(&io, "textmate");
}
static int syntax_vim(void)
{
	return canasta_syntax(&io, "vim");
}

/* ---- the test ---- */

/* clang-format off */
static const struct question questions[] = {
	ASK(load),
	ASK(load_borrowed),
	ASK(list),
	ASK(list_options),
	ASK(list_json),
	ASK_IN(check, TEXT),
	ASK_IN(check, JSON),
	ASK_IN(check, SARIF),
	ASK(explain),
	ASK(show),
	ASK(show_json),
	ASK(hash),
	ASK_IN(diff, TEXT),
	ASK_IN(diff, MARKDOWN),
	ASK_IN(diff, HTML),
	ASK_IN(diff, JSON),
	ASK_IN(matrix, TEXT),
	ASK_IN(matrix, MARKDOWN),
	ASK_IN(matrix, HTML),
	ASK_IN(matrix, JSON),
	ASK_IN(matrix, CSV),
	ASK(witness),
	ASK(blame),
	ASK(effect),
	ASK_IN(sheet, TEXT),
	ASK_IN(sheet, MARKDOWN),
	ASK_IN(sheet, HTML),
	ASK_IN(sheet, JSON),
	ASK(sheet_card),
	ASK(sheet_card_page),
	ASK(sheet_pad),
	ASK(coverage),
	ASK(test_rulings),
	ASK(manual),
	ASK(format),
	ASK(new_text),
	ASK(complete),
	ASK(complete_a_parent),
	ASK(mean),
	ASK(define),
	ASK(refer),
	ASK(refer_to_a_choice),
	ASK(refer_in_others),
	ASK(outline),
	ASK(tokens),
	ASK(syntax),
	ASK(syntax_vim),
};
/* clang-format on */

static int set_up(void **state)
{
	(void)state;
	assert_int_equal(canasta_load(&io, "wahhi", NULL, 0, &wahhi), CANASTA_FINE);
	assert_int_equal(canasta_load(&io, "wca", NULL, 0, &wca), CANASTA_FINE);
	both[0] = wahhi;
	both[1] = wca;
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
	return ask_all(questions, sizeof questions / sizeof *questions, set_up, tear_down);
}
