/* syntax_file.c -- the words of the language as editors want to have them: syntax files for Vim, Emacs, and all that read TextMate
 * grammars. The words come from the grammar and the tables, so no file lists a word that the language does not have. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/rules.h"
#include "text/json.h"

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

static void list_words(struct word_list *list)
{
	list->count = 0;
	for (int i = 0; reserved_word(i) != NULL; i++)
		add_words_of(list, KEYWORDS, reserved_word(i));
	add_words_of(list, KEYWORDS, "with needs excludes allow because expect");
	for (int i = 0; i < GROUP_COUNT; i++)
		add_words_of(list, SECTIONS, groups[i].name);
	for (int i = 0; i < ROW_COUNT; i++)
		add_words_of(list, SETTINGS, rows[i].name);
	for (int i = 0; i < ROW_COUNT; i++)
		if (rows[i].type == TYPE_WORD)
			add_words_of(list, VALUES, rows[i].words);
	for (int i = 0; i < FACT_COUNT; i++)
		add_words_of(list, FACT_WORDS, facts[i].phrase);
	for (int i = 0; i < CARD_WORDS; i++)
		add_words_of(list, CARDS, card_words[i]);
	for (int i = 0; i < 4; i++)
		add_word(list, CARDS, &"JQKA"[i], 1);
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
	json_t *made;

	text_format(&scope, "%s.canasta", name);
	made = json_pack("{s:o, s:o}", "name", json_text(&scope), "match", json_words(match));
	text_free(&scope);
	return made;
}

static json_t *textmate_json(const struct word_list *list)
{
	json_t *patterns = json_array(), *grammar;

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
	grammar = json_pack("{s:s, s:s, s:[s, s], s:o}", "name", "Canasta", "scopeName", "source.canasta", "fileTypes",
	                    "canasta", "rulings", "patterns", patterns);
	return grammar;
}

static int add_bytes(const char *bytes, size_t length, void *context)
{
	text_add_bytes(context, bytes, length);
	return 0;
}

static void write_textmate(const struct word_list *list, struct text *out)
{
	json_t *grammar = textmate_json(list);

	if (grammar == NULL || json_dump_callback(grammar, add_bytes, out, JSON_INDENT(2)) != 0)
		out->failed = 1;
	json_decref(grammar);
	text_add(out, "\n");
}

/* ---- the whole ---- */

bool syntax_write(const char *editor, struct text *out)
{
	struct word_list list;

	list_words(&list);
	if (strcmp(editor, "vim") == 0)
		write_vim(&list, out);
	else if (strcmp(editor, "emacs") == 0)
		write_emacs(&list, out);
	else if (strcmp(editor, "textmate") == 0)
		write_textmate(&list, out);
	else
		return false;
	return true;
}
