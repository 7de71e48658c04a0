/* parse.y -- which words may follow each other, and nothing of what they mean.
 *
 * The layout (layout.c) gives the tokens: every statement and every step ends with END, whatever ended it in the text,
 * and braces always come in pairs. So `error END` finds the next statement after any mistake.
 *
 * The parser allocates nothing: its stack is a local array that holds the deepest nesting the layout lets through. */
%require "3.8"
%define api.pure full
%define api.prefix {parse_}
%define api.token.prefix {TOKEN_}
%define api.location.type {struct span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param { struct reading *reading }

%code top {
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
}

%code requires {
#include "read.h"
}

%code provides {
int parse_lex(PARSE_STYPE *value, struct span *span, struct reading *reading);
}

%code {
/* A level of brackets takes at most 18 places: "(" and what may wait before it, from `,` down to `*`. */
#define YYMAXDEPTH ((SOURCE_NESTING_MAX + 2) * 20)
#define YYINITDEPTH YYMAXDEPTH
/* Looking ahead (LAC) pushes one state for each empty rule in a row; bison's 20 places are plenty. So nothing grows. */
#define YYMALLOC(size) NULL
#define YYFREE(pointer) ((void)(pointer))

/* What a rule covers; an empty one lies where it was noticed. */
#define YYLLOC_DEFAULT(whole, parts, count) \
	((whole) = (count) ? span_join(YYRHSLOC(parts, 1), YYRHSLOC(parts, count)) \
	                   : (struct span){ YYRHSLOC(parts, 0).source, YYRHSLOC(parts, 0).to, YYRHSLOC(parts, 0).to })

static void parse_error(struct span *span, struct reading *reading, const char *message);
}

%union {
	const char *text;
	int64_t number;
	enum expr_kind kind;
	struct expr *expr;
	struct exprs exprs;
	struct note *note;
	struct steps steps;
	struct statement *statement;
	struct statements statements;
}

%token EOF 0        "the end of the file"
%token END          "the end of the line"
%token <text> WORD "a word" STRING "a text in quotes" CITE "a citation" ALLOW "allow" PROSE "a text"
%token <number> NUMBER "a number"

%token LANGUAGE "language" SOURCE "source" FRAGMENT "fragment" VARIANT "variant" RULINGS "rulings" FOR "for"
%token RULING "ruling" USE "use" OPTION "option" CHOICE "choice" PRESET "preset" EXTENDS "extends"
%token REMOVE "remove" ADD "add" CITING "cite" WHEN "when" UNLESS "unless" BY "by"
%token READING "reading" SILENT "silent" MANNER "manner" BUT "but" HOUSE "house"
%token OR "or" AND "and" NOT "not" EXCEPT "except"
%token OR_MORE "or more" AT_LEAST "at least" AT_MOST "at most" BELOW "below" ABOVE "above"

%token OPEN "{" CLOSE "}" OPEN_ROUND "(" CLOSE_ROUND ")" COMMA "," COLON ":" RANGE ".."
%token PLUS "+" MINUS "-" TIMES "*"
%token EQUAL "=" UNEQUAL "!=" LESS "<" LESS_EQUAL "<=" MORE ">" MORE_EQUAL ">="

%type <statements> statements
%type <statement> item statement plain notes_only framed headed titled named variant variant_named
%type <statement> rule blocked clauses begun valued citing cited cited_block cited_line
%type <statements> cited_lines
%type <text> prose
%type <exprs> list names whats atoms target_words
%type <expr> expr conjunction negation comparison selection set group bound sum product factor primary
%type <expr> phrase atom end word number parent parent_file what kind target target_word
%type <kind> compare
%type <steps> steps
%type <note> note

%%

file:
  statements[list]              { tree_file(reading, $list); }
;

/* ---- statements: each ends with END, and so does each mistake ---- */

statements:
  %empty                        { $$ = (struct statements){ 0 }; }
| statements[list] item         { $$ = statements_add($list, $item); }
;

item:
  prose statement END           { $$ = statement_end(reading, $statement, $prose, @prose); }
| error END                     { $$ = statement_lost(reading, @$); yyerrok; }
| error "{" { yyerrok; } statements "}" ends END { $$ = statement_lost(reading, @$); }
;

prose:
  %empty                        { $$ = NULL; }
| PROSE
;

statement:
  plain
| rule
| framed
| citing
| notes_only
;

/* What may still stand behind the braces of a statement that is given up. */
ends:
  %empty
| ends note
;

/* ---- statements without a block ---- */

plain:
  "language"[word] number       { $$ = statement_value(statement_begin(reading, STATEMENT_LANGUAGE, @word), exprs_one($number)); }
| "use"[word] names             { $$ = statement_value(statement_begin(reading, STATEMENT_USE, @word), $names); }
| "remove"[word] whats          { $$ = statement_value(statement_begin(reading, STATEMENT_REMOVE, @word), $whats); }
| plain[had] note               { $$ = statement_note($had, $note); }
;

names:
  phrase                        { $$ = exprs_one($phrase); }
| names[list] "," phrase        { $$ = exprs_add($list, $phrase); }
;

/* A kind and a name, and perhaps more names of that kind. */
whats:
  what                          { $$ = exprs_one($what); }
| whats[list] "," phrase        { $$ = exprs_add($list, $phrase); }
;

/* Options, choices and presets are called by their keyword, which is no word of a phrase elsewhere. */
what:
  atoms                         { $$ = expr_phrase(reading, @$, $atoms); }
| kind atoms                    { $$ = expr_phrase(reading, @$, exprs_before($kind, $atoms)); }
;

kind:
  "option"                      { $$ = expr_word(reading, @$, "option"); }
| "choice"                      { $$ = expr_word(reading, @$, "choice"); }
| "preset"                      { $$ = expr_word(reading, @$, "preset"); }
;

notes_only:
  note                          { $$ = statement_note(statement_begin(reading, STATEMENT_NOTE, @note), $note); }
| notes_only[had] note          { $$ = statement_note($had, $note); }
;

/* ---- statements that are a name and a block ---- */

framed:
  headed[had] "{" statements "}"[end] { $$ = statement_block($had, $statements, @end); }
| framed[had] note              { $$ = statement_note($had, $note); }
;

headed:
  "source"[word] WORD           { $$ = statement_name(reading, STATEMENT_SOURCE, @word, @WORD, $WORD); }
| titled
| variant
| variant[had] "extends" parent { $$ = statement_parent($had, $parent); }
| "rulings"[word] "for" parent  { $$ = statement_parent(statement_begin(reading, STATEMENT_RULINGS, @word), $parent); }
| "ruling"[word] STRING         { $$ = statement_title(statement_begin(reading, STATEMENT_RULING, @word), @STRING, $STRING); }
| headed[had] note              { $$ = statement_note($had, $note); }
;

titled:
  named
| named[had] STRING             { $$ = statement_title($had, @STRING, $STRING); }
;

named:
  "fragment"[word] WORD         { $$ = statement_name(reading, STATEMENT_FRAGMENT, @word, @WORD, $WORD); }
| "option"[word] WORD           { $$ = statement_name(reading, STATEMENT_OPTION, @word, @WORD, $WORD); }
| "choice"[word] WORD           { $$ = statement_name(reading, STATEMENT_CHOICE, @word, @WORD, $WORD); }
| "preset"[word] WORD           { $$ = statement_name(reading, STATEMENT_PRESET, @word, @WORD, $WORD); }
;

variant:
  variant_named
| variant_named[had] STRING     { $$ = statement_title($had, @STRING, $STRING); }
;

variant_named:
  "variant"[word] WORD          { $$ = statement_name(reading, STATEMENT_VARIANT, @word, @WORD, $WORD); }
;

/* A variant elsewhere: a name here or in the library, a file, or one of several in a file. */
parent:
  parent_file[file]             { $$ = expr_phrase(reading, @$, exprs_one($file)); }
| parent_file[file] ":" WORD[name] { $$ = expr_phrase(reading, @$, exprs_pair($file, expr_word(reading, @name, $name))); }
;

parent_file:
  WORD                          { $$ = expr_word(reading, @WORD, $WORD); }
| STRING                        { $$ = expr_string(reading, @STRING, $STRING); }
;

/* ---- citing: names of what is stated elsewhere, each with its notes and without a value ---- */

citing:
  "cite"[word] cited            { $$ = statement_citing($cited, @word); }
| "cite"[word] cited_block[cited] { $$ = statement_citing($cited, @word); }
;

cited:
  target                        { $$ = statement_cite(reading, @$, $target); }
| cited[had] note               { $$ = statement_note($had, $note); }
;

cited_block:
  cited[had] "{" cited_lines "}"[end] { $$ = statement_block($had, $cited_lines, @end); }
| cited_block[had] note         { $$ = statement_note($had, $note); }
;

cited_lines:
  %empty                        { $$ = (struct statements){ 0 }; }
| cited_lines[list] prose cited_line END { $$ = statements_add($list, statement_end(reading, $cited_line, $prose, @prose)); }
| cited_lines[list] error END   { $$ = statements_add($list, statement_lost(reading, @$)); yyerrok; }
| cited_lines[list] error "{" { yyerrok; } cited_lines "}" ends END { $$ = statements_add($list, statement_lost(reading, @$)); }
;

cited_line:
  cited
| cited_block
| notes_only
;

target:
  target_words[words]           { $$ = expr_phrase(reading, @$, $words); }
;

target_words:
  target_word[word]             { $$ = exprs_one($word); }
| target_words[had] target_word[word] { $$ = exprs_add($had, $word); }
;

target_word:
  word
| "when"                        { $$ = expr_word(reading, @$, "when"); }
;

/* ---- rules: a head, then its value, clauses and notes, then perhaps a block ---- */

rule:
  clauses
| blocked
;

blocked:
  clauses[had] "{" statements "}"[end] { $$ = statement_block($had, $statements, @end); }
| blocked[had] note             { $$ = statement_note($had, $note); }
;

clauses:
  begun
| clauses[had] "when"[word] expr   { $$ = statement_when(reading, $had, @word, $expr); }
| clauses[had] "unless"[word] expr { $$ = statement_unless(reading, $had, @word, $expr); }
| clauses[had] "by"[word] expr "{" steps "}"[end] { $$ = statement_by(reading, $had, @word, $expr, $steps, @end); }
| clauses[had] note             { $$ = statement_note($had, $note); }
;

begun:
  valued
| "add"[word] valued            { $$ = statement_added($valued, @word); }
| "when"[word] expr             { $$ = statement_when(reading, statement_rule(reading, @word, "when"), @word, $expr); }
| "unless"[word] expr           { $$ = statement_unless(reading, statement_rule(reading, @word, "unless"), @word, $expr); }
;

valued:
  WORD[head]                    { $$ = statement_rule(reading, @head, $head); }
| WORD[head] list               { $$ = statement_value(statement_rule(reading, @head, $head), $list); }
;

/* ---- ladders ---- */

steps:
  %empty                        { $$ = (struct steps){ 0 }; }
| steps[had] list ":" expr END  { $$ = steps_add(reading, $had, $list, $expr); }
| steps[had] error END          { $$ = steps_lost(reading, $had); yyerrok; }
| steps[had] error "{" "}" END  { $$ = steps_lost(reading, $had); yyerrok; }
;

/* ---- notes ---- */

note:
  CITE                          { $$ = note_new(reading, @$, NOTE_CITE, $CITE); }
| "house"                       { $$ = note_new(reading, @$, NOTE_HOUSE, NULL); }
| "house" STRING                { $$ = note_new(reading, @$, NOTE_HOUSE, $STRING); }
| "reading" STRING              { $$ = note_new(reading, @$, NOTE_READING, $STRING); }
| "silent" STRING               { $$ = note_new(reading, @$, NOTE_SILENT, $STRING); }
| "manner" STRING               { $$ = note_new(reading, @$, NOTE_MANNER, $STRING); }
| "but" STRING                  { $$ = note_new(reading, @$, NOTE_BUT, $STRING); }
| ALLOW[finding] STRING[why]    { $$ = note_allow(reading, @$, $finding, $why); }
;

/* ---- expressions, from the loosest to the tightest ---- */

list:
  expr                          { $$ = exprs_one($expr); }
| list[had] "," expr            { $$ = exprs_add($had, $expr); }
;

expr:
  conjunction
| expr[a] "or" conjunction[b]   { $$ = expr_of(reading, @$, EXPR_OR, $a, $b); }
;

conjunction:
  negation
| conjunction[a] "and" negation[b] { $$ = expr_of(reading, @$, EXPR_AND, $a, $b); }
;

negation:
  comparison
| "not" comparison[a]           { $$ = expr_of(reading, @$, EXPR_NOT, $a, NULL); }
;

comparison:
  selection
| selection[a] compare selection[b] { $$ = expr_of(reading, @$, $compare, $a, $b); }
;

compare:
  "="                           { $$ = EXPR_EQUAL; }
| "!="                          { $$ = EXPR_UNEQUAL; }
| "<"                           { $$ = EXPR_LESS; }
| "<="                          { $$ = EXPR_LESS_EQUAL; }
| ">"                           { $$ = EXPR_MORE; }
| ">="                          { $$ = EXPR_MORE_EQUAL; }
;

selection:
  bound
| selection[a] "except" set[b]  { $$ = expr_of(reading, @$, EXPR_EXCEPT, $a, $b); }
| group[a] "except" set[b]      { $$ = expr_of(reading, @$, EXPR_EXCEPT, $a, $b); }
;

set:
  bound
| group
;

/* Two or more in brackets, which only `except` can use. */
group:
  "(" expr[first] "," list[rest] ")" { $$ = expr_group($first, $rest); }
;

bound:
  sum
| sum[a] "or more"              { $$ = expr_of(reading, @$, EXPR_OR_MORE, $a, NULL); }
| "at least" sum[a]             { $$ = expr_of(reading, @$, EXPR_AT_LEAST, $a, NULL); }
| "at most" sum[a]              { $$ = expr_of(reading, @$, EXPR_AT_MOST, $a, NULL); }
| "below" sum[a]                { $$ = expr_of(reading, @$, EXPR_BELOW, $a, NULL); }
| "above" sum[a]                { $$ = expr_of(reading, @$, EXPR_ABOVE, $a, NULL); }
;

sum:
  product
| sum[a] "+" product[b]         { $$ = expr_of(reading, @$, EXPR_PLUS, $a, $b); }
| sum[a] "-" product[b]         { $$ = expr_of(reading, @$, EXPR_MINUS, $a, $b); }
;

product:
  factor
| product[a] "*" factor[b]      { $$ = expr_of(reading, @$, EXPR_TIMES, $a, $b); }
;

factor:
  primary
| "-" primary[a]                { $$ = expr_negative(reading, @$, $a); }
;

primary:
  phrase
| "(" expr ")"                  { $$ = expr_bracketed($expr, @$); }
;

phrase:
  atoms                         { $$ = expr_phrase(reading, @$, $atoms); }
| atoms "("[open] list ")"      { $$ = expr_phrase(reading, @$, exprs_add($atoms, expr_set(reading, @open, @4, $list))); }
;

atoms:
  atom                          { $$ = exprs_one($atom); }
| atoms[had] atom               { $$ = exprs_add($had, $atom); }
;

atom:
  word
| number
| STRING                        { $$ = expr_string(reading, @$, $STRING); }
| word[a] ".." end[b]           { $$ = expr_of(reading, @$, EXPR_RANGE, $a, $b); }
| number[a] ".." end[b]         { $$ = expr_of(reading, @$, EXPR_RANGE, $a, $b); }
| "add"                         { $$ = expr_word(reading, @$, "add"); } /* do add K */
;

end:
  word
| number
| "-" NUMBER                    { $$ = expr_number(reading, @$, -$NUMBER); }
;

word:
  WORD                          { $$ = expr_word(reading, @$, $WORD); }
;

number:
  NUMBER                        { $$ = expr_number(reading, @$, $NUMBER); }
;

%%

/* Hands the names of the tokens that could have stood here to syntax.c, which makes a sentence of them. */
static int yyreport_syntax_error(const yypcontext_t *context, struct reading *reading)
{
	yysymbol_kind_t expected[YYNTOKENS];
	const char *names[YYNTOKENS];
	int count = yypcontext_expected_tokens(context, expected, YYNTOKENS);
	if (count < 0)
		return count;
	for (int i = 0; i < count; i++)
		names[i] = yysymbol_name(expected[i]);
	syntax_fault(reading, names, count);
	return 0;
}

/* The names of those between the first and the last are what a file has. */
const char *reserved_word(int i)
{
	return i <= YYSYMBOL_ABOVE - YYSYMBOL_LANGUAGE ? yysymbol_name(YYSYMBOL_LANGUAGE + i) : NULL;
}

/* Called when the stack does not suffice, which the layout's limits rule out. */
static void parse_error(struct span *span, struct reading *reading, const char *message)
{
	(void)message;
	syntax_limit(reading, *span);
}
