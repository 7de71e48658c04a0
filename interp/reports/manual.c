/* manual.c -- the language as its tables have it: for the manual the settings of rules.def and the questions of facts.def; for editors all
 * words, as syntax files for Vim, Emacs and whatever reads TextMate grammars. The words come from the grammar and the tables, so no file
 * lists one that the language does not have. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/wording.h"
#include "rules/rules.h"
#include "text/document.h"
#include "text/json.h"

static struct table *add_table(const char *const heads[4], struct document *out)
{
	struct table *table = document_table(out, 4);

	table_heads(table, heads);
	return table;
}

/* ---- settings ---- */

void follows_write(const struct row *row, struct text *out)
{
	static const char *const types[] = { [TYPE_CARDS] = "cards",
		                             [TYPE_POINTS] = "a ladder `by card`",
		                             [TYPE_AMOUNT] = "an amount or a ladder",
		                             [TYPE_BOUNDS] = "limits",
		                             [TYPE_CONDITION] = "a condition",
		                             [TYPE_COMPOSITION] = "natural and wild cards",
		                             [TYPE_PATTERN] = "groups of cards",
		                             [TYPE_TEXT] = "a text" };

	if (row->type == TYPE_NUMBER)
		text_format(out, "a number from %d to %d", (int)row->low, (int)row->high);
	else if (row->type != TYPE_WORD)
		text_add(out, types[row->type]);
	for (const char *word = row->type == TYPE_WORD ? row->words : ""; *word != '\0'; word += strcspn(word, "|") + 1)
		text_format(out, "%s`%.*s`", word == row->words ? "" : ", ", (int)strcspn(word, "|"), word);
}

void manual_settings(struct document *out)
{
	static const char *const heads[4] = { "setting", "is followed by", "if it is not stated", "what it says" };
	static const struct cell nothing = { .statement = NULL };

	document_begin(out, "manual");
	for (int group = 0; group < GROUP_COUNT; group++) {
		struct table *table = NULL;
		for (int row = -1; row_next(group, &row);) {
			struct table_row *line;
			if (table == NULL) {
				document_say(out, BLOCK_HEADING, 1, groups[group].heading);
				/* How the group is opened in a file: `pile { take NAME { ... } }`. */
				bool nested = groups[group].in != GROUP_root;
				struct words *words = &document_add(out, BLOCK_PARAGRAPH)->words;
				struct text *code = words_span(words, SPAN_CODE);
				if (nested)
					text_format(code, "%s { ", groups[groups[group].in].name);
				text_format(code, "%s%s { ... }%s", groups[group].name,
				            groups[group].is_list ? " NAME" : "", nested ? " }" : "");
				if (groups[group].is_list)
					text_format(words_add(words), ", up to %d of them", groups[group].max);
				table = add_table(heads, out);
			}
			line = table_add(table, TABLE_BODY);
			text_add(words_span(&line->cell[0], SPAN_CODE), rows[row].name);
			struct text follows = { 0 };
			follows_write(&rows[row], &follows);
			words_code(&line->cell[1], text_read(&follows));
			document_use(out, &follows);
			if (rows[row].fallback == NEEDED)
				cell_add(line, 2, "has to be stated");
			else if (rows[row].type != TYPE_TEXT && rows[row].type != TYPE_COMPOSITION)
				value_write((enum row_id)row, &nothing, words_span(&line->cell[2], SPAN_CODE));
			words_code(&line->cell[3], rows[row].sentence);
		}
	}
}

/* ---- facts ---- */

/* A table of phrases and what sentences say for them. */
static void add_phrases(const char *const heads[2], const char *const *phrases, const char *const *words, int count,
                        struct document *out)
{
	struct table *table = document_table(out, 2);
	struct holes none = { .rules = NULL };

	table_heads(table, heads);
	for (int i = 0; i < count; i++) {
		struct table_row *row = table_add(table, TABLE_BODY);
		text_add(words_span(&row->cell[0], SPAN_CODE), phrases[i]);
		wording_fill(&none, words[i], words_add(&row->cell[1]));
	}
}

/* Two tables of what can stand in place of DEED: what was done, and the period that follows it. */
static void add_deeds(struct document *out)
{
	static const char *const deed_heads[] = { "DEED", "somebody has" }, *const period_heads[] = { "period",
		                                                                                      "when" };
	static const char *const deeds[] = {
#define DEED(id, ends, phrase, words) words,
#include "rules/deeds.def"
	};
	static const char *const periods[] = {
#define PERIOD(id, phrase, words) words,
#include "rules/deeds.def"
	};

	add_phrases(deed_heads, deed_phrases, deeds, DEEDS, out);
	add_phrases(period_heads, period_phrases, periods, PERIODS, out);
}

/* The moments at which facts are asked. */
static const struct {
	char letter; /* of facts.def */
	const char *words;
	const char *asked_by; /* what is no row of its own; NULL where settings ask */
} PLACES[] = { { 't', "before play", "numbers, such as `deal.hand`, in a ladder" },
	       { 'm', "melds", NULL },
	       { 's', "numbers of cards in a meld", NULL },
	       { 'd', "a deal before it is dealt", NULL },
	       { 'u', "turns", NULL },
	       { 'f', "acts", NULL },
	       { 'w', "freezes and blocks", NULL },
	       { 'o', "acts, and going out", NULL },
	       { 'r', "acts with a card", NULL },
	       { 'b', "bonus cards", NULL },
	       { 'e', "the end of a deal", NULL },
	       { 'p', "a player at the end", "a score with `per player`, besides the end of a deal" },
	       { 'g', "the end of a game", NULL },
	       { 'x', "rulings", "`expect` in a ruling" } };

enum { PLACE_COUNT = sizeof PLACES / sizeof *PLACES };

/* A table of the settings that can ask a fact of each place. */
static void add_places(struct document *out)
{
	static const char *const heads[] = { "a fact that can be asked of", "may stand in" };
	struct table *table;

	document_say(out, BLOCK_HEADING, 1, "Where a fact can be asked");
	table = document_table(out, 2);
	table_heads(table, heads);
	for (int place = 0; place < PLACE_COUNT; place++) {
		const char letters[] = { PLACES[place].letter, '\0' };
		const struct fact fact = { .where = letters };
		struct table_row *line = table_add(table, TABLE_BODY);
		struct text asked_by = { 0 };

		cell_add(line, 0, PLACES[place].words);
		if (PLACES[place].asked_by != NULL)
			text_add(&asked_by, PLACES[place].asked_by);
		for (int row = 0; row < ROW_COUNT && PLACES[place].asked_by == NULL; row++)
			if (rows[row].facts != FACTS_TABLE && rows[row].facts != FACTS_ANY &&
			    (rows[row].facts & fact_about(&fact)))
				text_format(&asked_by, "%s`%s.%s`", asked_by.length > 0 ? ", " : "",
				            groups[rows[row].in].name, rows[row].name);
		words_code(&line->cell[1], text_read(&asked_by));
		document_use(out, &asked_by);
	}
}

void manual_facts(struct document *out)
{
	static const char *const heads[4] = { "fact", "is", "can be asked of", "what it says" };
	struct table *table;

	document_begin(out, "manual");
	table = add_table(heads, out);
	for (int i = 0; i < FACT_COUNT; i++) {
		struct table_row *row = table_add(table, TABLE_BODY);
		struct text *asked_of = words_add(&row->cell[2]);
		text_add(words_span(&row->cell[0], SPAN_CODE), facts[i].phrase);
		if (facts[i].slot == SLOT_DEED)
			words_code(&row->cell[1], "yes or no; behind `times` a number");
		else
			cell_add(row, 1,
			         facts[i].type == FLAG     ? "yes or no"
			         : facts[i].type == NUMBER ? "a number"
			                                   : "points");
		for (int place = 0; place < PLACE_COUNT; place++)
			if (strchr(facts[i].where, PLACES[place].letter) != NULL)
				text_format(asked_of, "%s%s", asked_of->length > 0 ? "; " : "", PLACES[place].words);
		words_code(&row->cell[3], facts[i].sentence);
	}
	add_deeds(out);
	add_places(out);
}

/* ---- syntax files ---- */

/* What a word is; one that is several things is the first of them. */
enum word_class { KEYWORDS, SECTIONS, SETTINGS, VALUES, FACT_WORDS, CARDS, CLASSES };

/* How editors call the classes, and which of their colours they take. */
static const struct {
	const char *name, *vim, *emacs, *textmate;
} CLASS[CLASSES] = {
	[KEYWORDS] = { "Keyword", "Keyword", "font-lock-keyword-face", "keyword.control" },
	[SECTIONS] = { "Section", "Type", "font-lock-type-face", "entity.name.type" },
	[SETTINGS] = { "Setting", "Identifier", "font-lock-variable-name-face", "variable.other.property" },
	[VALUES] = { "Value", "Constant", "font-lock-constant-face", "constant.language" },
	[FACT_WORDS] = { "Fact", "Function", "font-lock-function-name-face", "support.function" },
	[CARDS] = { "Card", "Special", "font-lock-builtin-face", "constant.character" },
};

enum { WORDS_MAX = 1024, WORD_BYTES = 40 };

struct word_list {
	int count;
	struct {
		enum word_class class;
		char word[WORD_BYTES];
	} word[WORDS_MAX];
};

/* ---- the words ---- */

static void add_word(struct word_list *list, enum word_class class, const char *word, size_t length)
{
	if (length == 0 || length >= WORD_BYTES || list->count == WORDS_MAX)
		return;
	for (int i = 0; i < list->count; i++)
		if (strlen(list->word[i].word) == length && memcmp(list->word[i].word, word, length) == 0)
			return;
	list->word[list->count].class = class;
	memcpy(list->word[list->count].word, word, length);
	list->word[list->count++].word[length] = '\0';
}

/* Adds each word in [words], which blanks or bars part, unless it is in capitals. */
static void add_words_of(struct word_list *list, enum word_class class, const char *words)
{
	for (; *words != '\0'; words += strcspn(words, " |"), words += *words != '\0')
		if (!(words[0] >= 'A' && words[0] <= 'Z'))
			add_word(list, class, words, strcspn(words, " |"));
}

/* Writes the words of a class, each in quotes, with [between] them. */
static void write_class(const struct word_list *list, int class, const char *between, const char *quote,
                        struct text *out)
{
	bool any = false;

	for (int i = 0; i < list->count; i++)
		if ((int)list->word[i].class == class) {
			text_format(out, "%s%s%s%s", any ? between : "", quote, list->word[i].word, quote);
			any = true;
		}
}

/* ---- Vim ---- */

/* Words that `syn keyword` takes for its own. */
static bool is_of_vim(const char *word)
{
	static const char *const words[] = { "contains",  "contained",   "oneline",   "fold",     "display",
		                             "extend",    "conceal",     "cchar",     "skipnl",   "containedin",
		                             "nextgroup", "transparent", "skipwhite", "skipempty" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i], word) == 0)
			return true;
	return false;
}

static void write_vim(const struct word_list *list, struct text *out)
{
	text_add(out, "\" canasta.vim -- syntax of canasta's rules files; written by `canasta manual vim`\n"
	              "if exists(\"b:current_syntax\")\n  finish\nendif\n"
	              "syn case match\nsyn iskeyword @,48-57,_\n");
	for (int i = 0; i < list->count; i++)
		text_format(out,
		            is_of_vim(list->word[i].word) ? "syn match canasta%s /\\<%s\\>/\n"
		                                          : "syn keyword canasta%s %s\n",
		            CLASS[list->word[i].class].name, list->word[i].word);
	text_add(out, "syn match canastaNumber /\\<\\d\\+\\>/\n"
	              "syn match canastaCard /\\<\\d\\+[CDHS]\\>/\n"
	              "syn match canastaCitation /@[A-Za-z][A-Za-z0-9_-]*/\n"
	              "syn match canastaRemark /#.*$/ contains=@Spell\n"
	              "syn region canastaString start=/\"/ skip=/\\\\./ end=/\"/ oneline contains=@Spell\n"
	              "syn region canastaProse start=/\"\"\"/ end=/\"\"\"/ contains=@Spell\n"
	              "syn sync match canastaSync grouphere NONE /^}/\n");
	for (int i = 0; i < CLASSES; i++)
		text_format(out, "hi def link canasta%s %s\n", CLASS[i].name, CLASS[i].vim);
	text_add(out, "hi def link canastaNumber Number\n"
	              "hi def link canastaCitation Tag\n"
	              "hi def link canastaRemark Comment\n"
	              "hi def link canastaString String\n"
	              "hi def link canastaProse String\n"
	              "let b:current_syntax = \"canasta\"\n");
}

/* ---- Emacs ---- */

static void write_emacs(const struct word_list *list, struct text *out)
{
	text_add(out, ";;; canasta-mode.el --- rules files of canasta  -*- lexical-binding: t -*-\n"
	              ";; Written by `canasta manual emacs'.\n\n"
	              "(defvar canasta-mode-syntax-table\n"
	              "  (let ((table (make-syntax-table)))\n"
	              "    (modify-syntax-entry ?# \"<\" table)\n"
	              "    (modify-syntax-entry ?\\n \">\" table)\n"
	              "    (modify-syntax-entry ?_ \"_\" table)\n"
	              "    (modify-syntax-entry ?@ \"_\" table)\n"
	              "    table))\n\n"
	              "(defconst canasta-font-lock-keywords\n"
	              "  (list\n"
	              "   '(\"@[A-Za-z][A-Za-z0-9_-]*\" . font-lock-preprocessor-face)\n");
	for (int i = 0; i < CLASSES; i++) {
		text_add(out, "   (cons (regexp-opt '(");
		write_class(list, i, " ", "\"", out);
		text_format(out, ") 'symbols)\n         '%s)\n", CLASS[i].emacs);
	}
	text_add(out, "   '(\"\\\\_<[0-9]+[CDHS]?\\\\_>\" . font-lock-constant-face)))\n\n"
	              ";;;###autoload\n"
	              "(define-derived-mode canasta-mode prog-mode \"Canasta\"\n"
	              "  \"Major mode for rules files of canasta.\"\n"
	              "  (setq-local comment-start \"# \")\n"
	              "  (setq-local comment-end \"\")\n"
	              "  (setq-local indent-tabs-mode nil)\n"
	              "  (setq-local font-lock-defaults '(canasta-font-lock-keywords)))\n\n"
	              ";;;###autoload\n"
	              "(add-to-list 'auto-mode-alist '(\"\\\\.\\\\(canasta\\\\|rulings\\\\)\\\\'\" . canasta-mode))\n\n"
	              "(defvar eglot-server-programs)\n"
	              "(with-eval-after-load 'eglot\n"
	              "  (add-to-list 'eglot-server-programs '(canasta-mode . (\"canasta\" \"lsp\"))))\n\n"
	              "(provide 'canasta-mode)\n"
	              ";;; canasta-mode.el ends here\n");
}

/* ---- TextMate ---- */

static json_t *pattern_json(const char *name, const char *match)
{
	struct text scope = { 0 };

	text_format(&scope, "%s.canasta", name);
	return json_pack("{s:o, s:o}", "name", json_text_end(&scope), "match", json_words(match));
}

static json_t *textmate_json(const struct word_list *list)
{
	json_t *patterns = json_array();

	json_add(&patterns, pattern_json("comment.line.number-sign", "#.*$"));
	json_add(&patterns, json_pack("{s:s, s:s, s:s}", "name", "string.quoted.triple.canasta", "begin", "\"\"\"",
	                              "end", "\"\"\""));
	json_add(&patterns,
	         json_pack("{s:s, s:s, s:s, s:[{s:s, s:s}]}", "name", "string.quoted.double.canasta", "begin", "\"",
	                   "end", "\"|$", "patterns", "name", "constant.character.escape.canasta", "match", "\\\\."));
	json_add(&patterns, pattern_json("entity.other.attribute-name", "@[A-Za-z][A-Za-z0-9_-]*"));
	for (int i = 0; i < CLASSES; i++) {
		struct text words = { 0 };
		text_add(&words, "\\b(?:");
		write_class(list, i, "|", "", &words);
		text_add(&words, ")\\b");
		json_add(&patterns, words.failed ? NULL : pattern_json(CLASS[i].textmate, text_read(&words)));
		text_free(&words);
	}
	json_add(&patterns, pattern_json("constant.character", "\\b[0-9]+[CDHS]\\b"));
	json_add(&patterns, pattern_json("constant.numeric", "\\b[0-9]+\\b"));
	return json_pack("{s:s, s:s, s:[s, s], s:o}", "name", "Canasta", "scopeName", "source.canasta", "fileTypes",
	                 "canasta", "rulings", "patterns", patterns);
}

/* ---- the whole ---- */

bool syntax_write(const char *editor, struct text *out)
{
	struct word_list list;

	list.count = 0;
	for (int i = 0; reserved_word(i) != NULL; i++)
		add_words_of(&list, KEYWORDS, reserved_word(i));
	add_words_of(&list, KEYWORDS, "with needs excludes allow because expect");
	for (int i = 0; i < GROUP_COUNT; i++)
		add_words_of(&list, SECTIONS, groups[i].name);
	for (int i = 0; i < ROW_COUNT; i++)
		add_words_of(&list, SETTINGS, rows[i].name);
	for (int i = 0; i < ROW_COUNT; i++)
		if (rows[i].type == TYPE_WORD)
			add_words_of(&list, VALUES, rows[i].words);
	for (int i = 0; i < FACT_COUNT; i++)
		add_words_of(&list, FACT_WORDS, facts[i].phrase);
	for (int i = 0; i < CARD_WORDS; i++)
		add_words_of(&list, CARDS, card_words[i]);
	for (int i = 0; i < 4; i++)
		add_word(&list, CARDS, &"JQKA"[i], 1);
	if (strcmp(editor, "vim") == 0)
		write_vim(&list, out);
	else if (strcmp(editor, "emacs") == 0)
		write_emacs(&list, out);
	else if (strcmp(editor, "textmate") == 0)
		json_write(textmate_json(&list), out);
	else
		return false;
	return true;
}
