/* symbols.c -- what each word of a rules file stands for. One pass over the lexemes keeps a stack of open blocks,
 * each with what is expected next. */
#include "rules/symbols.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/rules.h"

enum block_kind {
	IN_FILE,
	IN_RULES,  /* in a variant, fragment, option or alternative */
	IN_GROUP,  /* in a section or an item of a list */
	IN_LADDER, /* behind `by` */
	IN_CHOICE,
	IN_PRESET,
	IN_CITE, /* behind the path of a `cite` */
	IN_SOURCE,
	IN_RULINGS,
	IN_RULING,
	IN_SCORES, /* the lines of the score that a ruling expects */
	IN_NOTHING /* a block where none may be */
};

/* What the next word of a statement is. */
enum expected {
	EXPECT_HEAD,   /* its first word */
	EXPECT_NAME,   /* the name of the [named] kind, perhaps of [group] */
	EXPECT_NAMES,  /* several of them, with commas */
	EXPECT_LIST,   /* behind `remove` */
	EXPECT_FOR,    /* `for` */
	EXPECT_PATH,   /* a path from [place] */
	EXPECT_WORDS,  /* words of [row] */
	EXPECT_NUMBER, /* a number, or a ladder */
	EXPECT_CARDS,
	EXPECT_FACTS, /* what is asked for [row] */
	EXPECT_NOTHING
};

struct place {
	int group, row;
	const char *item;
	bool item_next; /* the next piece of the path is an item's name */
};

/* What all statements of a block share. */
struct scope {
	enum block_kind kind;
	struct place place;
	const char *owner, *option, *choice;
};

struct block {
	struct scope in;
	/* of the current statement */
	enum expected expected;
	enum symbol_kind named;
	int group, row;
	bool added, states;
	struct place path;
	int fact_words;     /* number of further words that belong to [fact] */
	int fact;           /* the fact whose phrase is being read */
	bool slot_cards;    /* cards follow its phrase */
	bool takes;         /* in a ruling: the act that was named last takes the pile */
	int item_of;        /* in a ruling: the name of an item of this group comes next, or GROUP_root */
	const char *before; /* the last name, for `choice=alternative` */
	int outline;        /* the statement in the outline, -1 if it is not in it */
	uint32_t begin;
	int symbol;
	struct scope inner; /* of the block that the statement opens */
};

enum { BLOCKS_MAX = SOURCE_NESTING_MAX + 4 };

struct symbol_scan {
	struct arena *arena;
	const struct source *source;
	const struct lexeme *lexeme;
	int lexemes, at;
	struct block block[BLOCKS_MAX];
	int depth;
	struct symbol *symbol;
	int symbols;
	struct outline *outline;
	int outlines;
};

static const char *current_word(const struct symbol_scan *at)
{
	return at->lexeme[at->at].text != NULL ? at->lexeme[at->at].text : "";
}

/* ---- what is found ---- */

static struct symbol *add_at(struct symbol_scan *at, enum symbol_kind kind, int about, struct span span,
                             const char *name)
{
	static struct symbol spare;
	const struct block *block = &at->block[at->depth];
	struct symbol *more = arena_grow(at->arena, at->symbol, (size_t)at->symbols, sizeof *more);

	if (more == NULL)
		return &spare;
	at->symbol = more;
	at->symbol[at->symbols] = (struct symbol){ .kind = kind,
		                                   .span = span,
		                                   .about = about,
		                                   .name = name != NULL ? name : "",
		                                   .owner = block->in.owner,
		                                   .option = block->in.option };
	return &at->symbol[at->symbols++];
}

static struct symbol *add(struct symbol_scan *at, enum symbol_kind kind, int about)
{
	const struct lexeme *lexeme = &at->lexeme[at->at];

	return add_at(at, kind, about, lexeme->span, lexeme->text);
}

/* Puts the current statement into the outline, if it is not there, as one about [symbol] unless that is negative. */
static void list_statement(struct symbol_scan *at, int symbol)
{
	struct block *block = &at->block[at->depth];
	struct outline *more;

	block->symbol = symbol >= 0 ? symbol : block->symbol;
	if (block->outline >= 0)
		return;
	more = arena_grow(at->arena, at->outline, (size_t)at->outlines, sizeof *more);
	if (more == NULL)
		return;
	at->outline = more;
	block->outline = at->outlines++;
	at->outline[block->outline] = (struct outline){ .symbol = -1, .depth = at->depth };
}

/* ---- names ---- */

static void open_inside(struct block *block, enum block_kind kind)
{
	block->inner = block->in;
	block->inner.kind = kind;
	block->inner.choice = NULL;
}

static void expect_name(struct block *block, enum expected expected, enum symbol_kind kind, int group)
{
	block->expected = expected;
	block->named = kind;
	block->group = group;
	block->before = NULL;
}

static void scan_name(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];
	const char *name = current_word(at);
	struct symbol *symbol = add(at, block->named, block->group);

	if (block->before != NULL)
		symbol->name = text_kept(at->arena, "%s=%s", block->before, name);
	block->before = NULL;
	symbol->states = block->states;
	if (block->expected == EXPECT_NAMES)
		return;
	block->expected = EXPECT_NOTHING;
	if (block->inner.kind == IN_RULINGS)
		block->inner.owner = name;
	if (!block->states)
		return;
	list_statement(at, at->symbols - 1);
	if (block->named == SYMBOL_VARIANT || block->named == SYMBOL_FRAGMENT)
		block->inner.owner = symbol->owner = name;
	else if (block->named == SYMBOL_OPTION && block->inner.kind == IN_CHOICE)
		block->inner.choice = name;
	else if (block->named == SYMBOL_OPTION)
		block->inner.option = name;
	else if (block->named == SYMBOL_ITEM) {
		block->inner.place = (struct place){ .group = block->group, .row = -1, .item = name };
		block->row = row_named(block->group, "when");
	}
}

/* ---- heads ---- */

static void scan_setting(struct symbol_scan *at, int row)
{
	static const enum expected EXPECTED[] = {
		[TYPE_WORD] = EXPECT_WORDS,    [TYPE_NUMBER] = EXPECT_NUMBER, [TYPE_TEXT] = EXPECT_NOTHING,
		[TYPE_AMOUNT] = EXPECT_FACTS,  [TYPE_BOUNDS] = EXPECT_FACTS,  [TYPE_CONDITION] = EXPECT_FACTS,
		[TYPE_CARDS] = EXPECT_CARDS,   [TYPE_POINTS] = EXPECT_CARDS,  [TYPE_COMPOSITION] = EXPECT_CARDS,
		[TYPE_PATTERN] = EXPECT_CARDS,
	};
	struct block *block = &at->block[at->depth];
	struct symbol *symbol = add(at, SYMBOL_SETTING, row);

	symbol->item = block->in.place.item;
	symbol->states = true;
	block->row = row;
	list_statement(at, at->symbols - 1);
	open_inside(block, IN_NOTHING);
	block->expected = EXPECTED[rows[row].type];
}

/* Scans the name of a section, or of a list that `add` may precede. */
static void scan_group(struct symbol_scan *at, int group)
{
	struct block *block = &at->block[at->depth];

	add(at, groups[group].is_list ? SYMBOL_LIST : SYMBOL_SECTION, group);
	list_statement(at, at->symbols - 1);
	open_inside(block, IN_GROUP);
	block->inner.place = (struct place){ .group = group, .row = -1 };
	block->expected = EXPECT_NOTHING;
	block->states = true;
	if (groups[group].is_list)
		expect_name(block, EXPECT_NAME, SYMBOL_ITEM, group);
}

/* Scans the first word of a statement about rules. */
static void scan_rule_head(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];
	const char *word = current_word(at);
	int in = block->in.kind == IN_GROUP ? block->in.place.group : GROUP_root;
	int row = in != GROUP_root ? row_named(in, word) : -1;
	int group = block->in.place.item == NULL ? group_named(in, word) : -1;

	if (group >= 0)
		scan_group(at, group);
	else if (row >= 0)
		scan_setting(at, row);
	else if (in == GROUP_root &&
	         (strcmp(word, "with") == 0 || strcmp(word, "needs") == 0 || strcmp(word, "excludes") == 0)) {
		add(at, SYMBOL_KEYWORD, 0);
		expect_name(block, EXPECT_NAMES, SYMBOL_OPTION, 0);
	} else {
		add(at, SYMBOL_PLAIN, 0);
		list_statement(at, at->symbols - 1);
		open_inside(block, IN_NOTHING);
		block->expected = EXPECT_NOTHING;
	}
}

static void scan_ruling_head(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];
	const char *word = current_word(at);

	add(at, SYMBOL_KEYWORD, 0);
	block->row = -1;
	block->expected = EXPECT_CARDS;
	if (strcmp(word, "expect") == 0)
		block->expected = EXPECT_FACTS;
	else if (strcmp(word, "with") == 0)
		expect_name(block, EXPECT_NAMES, SYMBOL_OPTION, 0);
	else if (strcmp(word, "event") == 0)
		expect_name(block, EXPECT_NAME, SYMBOL_ITEM, GROUP_event);
	else if (strcmp(word, "scores") == 0)
		open_inside(block, IN_SCORES);
}

/* Scans a word of a position or an act: `meld 7 7 2 as quick`, `take K K as natural_pair`, `special pairs`. */
static void scan_act_word(struct symbol_scan *at)
{
	static const struct {
		const char *word;
		bool takes;
	} verbs[] = { { "take", true }, { "pick", true }, { "meld", false }, { "add", false }, { "discard", false } };
	struct block *block = &at->block[at->depth];
	const char *word = current_word(at);

	if (block->item_of != GROUP_root) {
		add(at, SYMBOL_ITEM, block->item_of);
		block->item_of = GROUP_root;
		return;
	}
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strcmp(word, verbs[i].word) == 0)
			block->takes = verbs[i].takes;
	if (strcmp(word, "as") == 0)
		block->item_of = block->takes ? GROUP_take : GROUP_meld;
	else if (strcmp(word, "special") == 0)
		block->item_of = GROUP_special;
	add(at, SYMBOL_CARD, 0);
}

static void scan_head(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];

	switch (block->in.kind) {
	case IN_RULES:
	case IN_GROUP:
	case IN_PRESET: scan_rule_head(at); break;
	case IN_CHOICE:
		expect_name(block, EXPECT_NAME, SYMBOL_OPTION, 0);
		block->before = block->in.choice;
		open_inside(block, IN_RULES);
		block->states = true;
		scan_name(at);
		block->inner.option = at->symbols > 0 ? at->symbol[at->symbols - 1].name : NULL;
		break;
	case IN_RULING: scan_ruling_head(at); break;
	case IN_SCORES:
		add(at, SYMBOL_ITEM, GROUP_score)->of_score = true;
		block->expected = EXPECT_NOTHING;
		break;
	case IN_SOURCE:
		add(at, SYMBOL_KEYWORD, 0);
		block->expected = EXPECT_NOTHING;
		break;
	default:
		add(at, SYMBOL_PLAIN, 0);
		list_statement(at, at->symbols - 1);
		block->expected = EXPECT_NOTHING;
	}
}

/* ---- paths ---- */

/* Scans one piece of a path and moves block->path to what it names. */
static void scan_piece(struct symbol_scan *at, struct span span, const char *piece)
{
	struct place *place = &at->block[at->depth].path;
	int group = place->item == NULL && !place->item_next ? group_named(place->group, piece) : -1;
	int row = group < 0 && place->group != GROUP_root && !place->item_next ? row_named(place->group, piece) : -1;

	if (place->item_next) {
		add_at(at, SYMBOL_ITEM, place->group, span, piece);
		place->item = piece;
		place->item_next = false;
	} else if (group >= 0) {
		add_at(at, groups[group].is_list ? SYMBOL_LIST : SYMBOL_SECTION, group, span, piece);
		place->group = group;
		place->item_next = groups[group].is_list;
	} else if (row >= 0) {
		add_at(at, SYMBOL_SETTING, row, span, piece)->item = place->item;
		place->row = row;
	} else
		add_at(at, SYMBOL_PLAIN, 0, span, piece);
}

static void scan_path(struct symbol_scan *at, const struct lexeme *lexeme)
{
	uint32_t from = lexeme->span.from;
	struct block *block = &at->block[at->depth];

	while (from < lexeme->span.to) {
		const char *word = at->source->text + from;
		size_t length = strcspn(word, ".");
		const char *piece;
		if (length > lexeme->span.to - from)
			length = lexeme->span.to - from;
		piece = arena_text(at->arena, word, length);
		if (piece == NULL)
			return;
		scan_piece(at, (struct span){ lexeme->span.source, from, from + (uint32_t)length }, piece);
		from += (uint32_t)length + 1;
	}
	if (block->inner.kind == IN_CITE)
		block->inner.place = block->path;
}

/* ---- questions ---- */

static bool is_article(const struct lexeme *lexeme)
{
	return lexeme->kind == LEXEME_WORD && lexeme->text != NULL &&
	       (strcmp(lexeme->text, "the") == 0 || strcmp(lexeme->text, "a") == 0 || strcmp(lexeme->text, "an") == 0);
}

/* The number of lexemes, from the current one on, that match the phrase of a fact up to its slot; 0 if they do not. */
static int phrase_lexemes(const struct symbol_scan *at, const char *phrase)
{
	int i = at->at;

	while (*phrase != '\0' && !(*phrase >= 'A' && *phrase <= 'Z')) {
		size_t length = strcspn(phrase, " ");
		while (i > at->at && i < at->lexemes && is_article(&at->lexeme[i]))
			i++;
		if (i >= at->lexemes || at->lexeme[i].kind != LEXEME_WORD || at->lexeme[i].text == NULL ||
		    strlen(at->lexeme[i].text) != length || strncmp(at->lexeme[i].text, phrase, length) != 0)
			return 0;
		i++;
		phrase += length;
		phrase += *phrase == ' ';
	}
	return i - at->at;
}

static bool may_be_put_in(const struct lexeme *lexeme)
{
	return is_article(lexeme) || (lexeme->kind == LEXEME_WORD && lexeme->text != NULL && is_filler(lexeme->text));
}

/* The number of lexemes, from [from] on, that are the words of [phrase], with what may be put in; 0 if they are not. */
static int words_lexemes(const struct symbol_scan *at, int from, const char *phrase)
{
	int i = from;

	for (phrase += filler_length(phrase); *phrase != '\0'; phrase += strspn(phrase, " ")) {
		size_t length = strcspn(phrase, " ");
		while (i < at->lexemes && may_be_put_in(&at->lexeme[i]))
			i++;
		if (i >= at->lexemes || at->lexeme[i].kind != LEXEME_WORD || at->lexeme[i].text == NULL ||
		    !is_word_of_deed(phrase, length, at->lexeme[i].text))
			return 0;
		i++;
		phrase += length;
	}
	return i - from;
}

/* The number of lexemes, from [from] on, that say what was done and, if they do, in which period. */
static int deed_lexemes(const struct symbol_scan *at, int from)
{
	int most = 0, longest = 0;

	for (int deed = 0; deed < DEEDS; deed++) {
		int words = words_lexemes(at, from, deed_phrases[deed]);
		most = words > most ? words : most;
	}
	for (int period = 0; period < PERIODS && most > 0; period++) {
		int words = words_lexemes(at, from + most, period_phrases[period]);
		longest = words > longest ? words : longest;
	}
	return most + longest;
}

/* The number of lexemes, from the current one on, that are a fact; of one that asks for cards or an item, up to these. */
static int fact_lexemes(const struct symbol_scan *at, const struct fact *fact)
{
	int words = phrase_lexemes(at, fact->phrase);

	if (words > 0 && fact->slot == SLOT_DEED) {
		int deed = deed_lexemes(at, at->at + words);
		return deed > 0 ? words + deed : 0;
	}
	return words;
}

static void scan_fact(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];
	const char *word = current_word(at);
	int most = 0;

	if (is_article(&at->lexeme[at->at])) {
		add(at, SYMBOL_PLAIN, 0);
		return;
	}
	for (int i = 0; i < FACT_COUNT; i++)
		if (facts[i].phrase[0] == word[0] && fact_lexemes(at, &facts[i]) > most) {
			most = fact_lexemes(at, &facts[i]);
			block->fact = i;
		}
	if (most > 0) {
		add(at, SYMBOL_FACT, block->fact);
		block->fact_words = most - 1;
		block->slot_cards = facts[block->fact].slot == SLOT_CARDS;
	} else if (block->row >= 0 && rows[block->row].type == TYPE_POINTS && strcmp(word, "card") == 0)
		add(at, SYMBOL_KEYWORD, 0); /* by card */
	else if (block->slot_cards || is_card_word(word))
		add(at, SYMBOL_CARD, 0);
	else if (strcmp(word, "times") == 0 && at->at + 1 < at->lexemes && at->lexeme[at->at + 1].kind == LEXEME_WORD)
		add(at, SYMBOL_FACT, FACT_player_did);
	else
		add(at, SYMBOL_ITEM, GROUP_define);
}

/* True if the phrase of the fact is complete and the name of the item that it asks for comes next. */
static bool wants_item(const struct block *block)
{
	return block->fact >= 0 && block->fact_words == 0 && fact_group((enum fact_id)block->fact) != GROUP_root;
}

static void scan_condition_word(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];

	if (block->fact_words > 0) {
		add(at, is_article(&at->lexeme[at->at]) ? SYMBOL_PLAIN : SYMBOL_FACT, block->fact);
		block->fact_words--;
	} else if (wants_item(block)) {
		add(at, SYMBOL_ITEM, fact_group((enum fact_id)block->fact));
		block->fact = -1;
	} else
		scan_fact(at);
}

/* ---- words ---- */

/* Scans the list that `remove` removes from, or `remarks`. */
static void scan_list(struct symbol_scan *at, const char *word)
{
	struct block *block = &at->block[at->depth];
	int group = group_named(block->in.kind == IN_GROUP ? block->in.place.group : GROUP_root, word);

	if (strcmp(word, "remarks") == 0) {
		add(at, SYMBOL_KEYWORD, 0);
		block->path = (struct place){ .group = GROUP_root, .row = -1 };
		block->expected = EXPECT_PATH;
		return;
	}
	add(at, group >= 0 ? SYMBOL_LIST : SYMBOL_PLAIN, group);
	expect_name(block, group >= 0 ? EXPECT_NAMES : EXPECT_NOTHING, SYMBOL_ITEM, group);
}

static void scan_word(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];
	const char *word = current_word(at);

	if (block->in.kind == IN_RULING && strcmp(word, "because") == 0 && block->expected != EXPECT_HEAD) {
		add(at, SYMBOL_KEYWORD, 0);
		block->path = (struct place){ .group = GROUP_root, .row = -1 };
		block->expected = EXPECT_PATH;
		return;
	}
	switch (block->expected) {
	case EXPECT_HEAD: scan_head(at); break;
	case EXPECT_NAME:
	case EXPECT_NAMES: scan_name(at); break;
	case EXPECT_LIST: scan_list(at, word); break;
	case EXPECT_PATH: scan_path(at, &at->lexeme[at->at]); break;
	case EXPECT_WORDS: add(at, SYMBOL_WORD, block->row); break;
	case EXPECT_CARDS:
		if (block->in.kind == IN_RULING)
			scan_act_word(at);
		else
			add(at, SYMBOL_CARD, 0);
		break;
	case EXPECT_FACTS: scan_condition_word(at); break;
	default: add(at, SYMBOL_PLAIN, 0);
	}
}

/* Words of the grammar: what may follow each, the kind of what it names, and the block of a statement that it begins. */
static const struct {
	const char *word;
	enum expected expected;
	enum symbol_kind named;
	enum block_kind inner; /* IN_FILE if it begins none */
} RESERVED[] = {
	{ "variant", EXPECT_NAME, SYMBOL_VARIANT, IN_RULES }, { "fragment", EXPECT_NAME, SYMBOL_FRAGMENT, IN_RULES },
	{ "source", EXPECT_NAME, SYMBOL_SOURCE, IN_SOURCE },  { "option", EXPECT_NAME, SYMBOL_OPTION, IN_RULES },
	{ "choice", EXPECT_NAME, SYMBOL_OPTION, IN_CHOICE },  { "preset", EXPECT_NAME, SYMBOL_OPTION, IN_PRESET },
	{ "rulings", EXPECT_FOR, SYMBOL_PLAIN, IN_RULINGS },  { "ruling", EXPECT_NOTHING, SYMBOL_PLAIN, IN_RULING },
	{ "for", EXPECT_NAME, SYMBOL_VARIANT, IN_FILE },      { "extends", EXPECT_NAME, SYMBOL_VARIANT, IN_FILE },
	{ "use", EXPECT_NAMES, SYMBOL_FRAGMENT, IN_FILE },    { "remove", EXPECT_LIST, SYMBOL_PLAIN, IN_FILE },
	{ "when", EXPECT_FACTS, SYMBOL_PLAIN, IN_FILE },      { "unless", EXPECT_FACTS, SYMBOL_PLAIN, IN_FILE },
	{ "by", EXPECT_FACTS, SYMBOL_PLAIN, IN_FILE },        { "house", EXPECT_NOTHING, SYMBOL_PLAIN, IN_FILE },
	{ "reading", EXPECT_NOTHING, SYMBOL_PLAIN, IN_FILE }, { "silent", EXPECT_NOTHING, SYMBOL_PLAIN, IN_FILE },
	{ "manner", EXPECT_NOTHING, SYMBOL_PLAIN, IN_FILE },  { "but", EXPECT_NOTHING, SYMBOL_PLAIN, IN_FILE },
};

static void scan_reserved(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];
	const struct span span = at->lexeme[at->at].span;
	const bool first = block->expected == EXPECT_HEAD;
	const char *word = arena_text(at->arena, at->source->text + span.from, span.to - span.from);

	if (word == NULL)
		return;
	if (strcmp(word, "when") == 0 && block->expected == EXPECT_PATH) {
		scan_path(at, &at->lexeme[at->at]);
		return;
	}
	if (first && block->in.kind == IN_GROUP && block->in.place.item != NULL &&
	    row_named(block->in.place.group, "when") >= 0 &&
	    (strcmp(word, "when") == 0 || strcmp(word, "unless") == 0)) {
		scan_setting(at, row_named(block->in.place.group, "when"));
		block->fact = -1;
		return;
	}
	if (first && block->in.kind == IN_CITE && strcmp(word, "when") == 0) {
		block->path = block->in.place;
		block->expected = EXPECT_PATH;
		scan_path(at, &at->lexeme[at->at]);
		return;
	}
	if (block->expected == EXPECT_LIST) {
		add(at, SYMBOL_KEYWORD, 0);
		expect_name(block, EXPECT_NAMES, SYMBOL_OPTION, 0);
		return;
	}
	add(at, SYMBOL_KEYWORD, 0);
	block->fact = -1;
	block->slot_cards = false;
	for (size_t i = 0; i < sizeof RESERVED / sizeof *RESERVED; i++) {
		if (strcmp(word, RESERVED[i].word) != 0)
			continue;
		block->expected = RESERVED[i].expected;
		if (RESERVED[i].named != SYMBOL_PLAIN) {
			expect_name(block, RESERVED[i].expected, RESERVED[i].named, 0);
			block->states = RESERVED[i].inner != IN_FILE;
		}
		if (RESERVED[i].inner != IN_FILE) {
			list_statement(at, at->symbols - 1);
			open_inside(block, RESERVED[i].inner);
		}
	}
	if (strcmp(word, "cite") == 0) {
		block->path = block->in.place;
		block->path.item_next = false;
		block->expected = EXPECT_PATH;
		open_inside(block, IN_CITE);
	} else if (strcmp(word, "by") == 0) {
		open_inside(block, IN_LADDER);
		block->inner.place.row = block->row;
	} else if (strcmp(word, "add") == 0 && first)
		block->added = true;
}

/* Scans @HOUSE-12: the source, and the statement in it. */
static void scan_citation(struct symbol_scan *at)
{
	const struct lexeme *lexeme = &at->lexeme[at->at];
	const char *hyphen = lexeme->text != NULL ? strrchr(lexeme->text, '-') : NULL;
	struct span span = lexeme->span;
	const char *source;

	if (hyphen == NULL || hyphen == lexeme->text) {
		add(at, SYMBOL_CITATION, 0);
		return;
	}
	span.from++;
	span.to = span.from + (uint32_t)(hyphen - lexeme->text);
	source = arena_text(at->arena, lexeme->text, (size_t)(hyphen - lexeme->text));
	add_at(at, SYMBOL_SOURCE, 0, span, source);
	span.from = span.to;
	span.to = lexeme->span.to;
	add_at(at, SYMBOL_CITATION, 0, span, lexeme->text);
}

/* Scans the file of a parent, which the name of a variant may follow. */
static void scan_string(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];
	bool parent = block->expected == EXPECT_NAME && block->named == SYMBOL_VARIANT && !block->states;

	add(at, parent ? SYMBOL_VARIANT : SYMBOL_STRING, 0);
	if (block->expected == EXPECT_HEAD)
		block->expected = EXPECT_NOTHING;
}

static void scan_sign(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];
	char sign = at->source->text[at->lexeme[at->at].span.from];

	if (sign == '=' && block->expected == EXPECT_NAMES && block->named == SYMBOL_OPTION && at->symbols > 0)
		block->before = at->symbol[at->symbols - 1].name;
	if (sign != ',' && sign != '(' && sign != '.')
		block->slot_cards = false;
	if (block->fact_words == 0)
		block->fact = -1;
}

/* ---- blocks ---- */

static void begin_statement(struct block *block)
{
	block->expected = EXPECT_HEAD;
	block->named = SYMBOL_PLAIN;
	block->group = GROUP_root;
	block->row = block->in.kind == IN_LADDER ? block->in.place.row : -1;
	block->added = block->states = block->slot_cards = block->takes = false;
	block->item_of = GROUP_root;
	block->fact_words = 0;
	block->fact = -1;
	block->before = NULL;
	block->outline = -1;
	block->begin = UINT32_MAX;
	block->symbol = -1;
	open_inside(block, IN_NOTHING);
	if (block->in.kind == IN_LADDER && block->row >= 0 && rows[block->row].type != TYPE_POINTS)
		block->expected = EXPECT_FACTS;
	else if (block->in.kind == IN_LADDER)
		block->expected = EXPECT_CARDS;
	else if (block->in.kind == IN_CITE) {
		open_inside(block, IN_CITE);
		block->path = block->in.place;
		block->expected = EXPECT_PATH;
	}
}

static void end_statement(struct symbol_scan *at, uint32_t to)
{
	struct block *block = &at->block[at->depth];

	if (block->outline >= 0 && block->outline < at->outlines) {
		struct outline *outline = &at->outline[block->outline];
		outline->span = (struct span){ at->lexeme[at->at].span.source, block->begin, to };
		outline->symbol = block->symbol;
		if (!outline->block)
			outline->head = outline->span;
	}
	begin_statement(block);
}

static void open_block(struct symbol_scan *at)
{
	struct block *block = &at->block[at->depth];
	struct span span = at->lexeme[at->at].span;

	list_statement(at, -1);
	if (block->outline >= 0 && block->outline < at->outlines) {
		at->outline[block->outline].block = block->inner.kind != IN_LADDER;
		at->outline[block->outline].head = (struct span){ span.source, block->begin, span.from };
	}
	block->expected = EXPECT_NOTHING;
	if (at->depth + 1 == BLOCKS_MAX)
		return;
	at->block[++at->depth] = (struct block){ .in = block->inner };
	begin_statement(&at->block[at->depth]);
}

/* ---- the whole ---- */

static void scan_lexeme(struct symbol_scan *at)
{
	const struct lexeme *lexeme = &at->lexeme[at->at];
	struct block *block = &at->block[at->depth];

	if (lexeme->kind == LEXEME_REMARK || lexeme->kind == LEXEME_PROSE) {
		add(at, lexeme->kind == LEXEME_PROSE ? SYMBOL_PROSE : SYMBOL_REMARK, 0);
		return;
	}
	if (lexeme->kind != LEXEME_END && lexeme->kind != LEXEME_CLOSE && block->begin == UINT32_MAX)
		block->begin = lexeme->span.from;
	switch (lexeme->kind) {
	case LEXEME_WORD: scan_word(at); break;
	case LEXEME_RESERVED: scan_reserved(at); break;
	case LEXEME_NUMBER: add(at, SYMBOL_NUMBER, 0); break;
	case LEXEME_STRING: scan_string(at); break;
	case LEXEME_CITATION: scan_citation(at); break;
	case LEXEME_ALLOW: add(at, SYMBOL_KEYWORD, 0)->name = "allow"; break;
	case LEXEME_OPEN: open_block(at); break;
	case LEXEME_CLOSE: at->depth -= at->depth > 0; break;
	case LEXEME_END: end_statement(at, at->at > 0 ? at->lexeme[at->at - 1].span.to : 0); break;
	default: scan_sign(at);
	}
}

static void begin(struct symbol_scan *at, struct diags *diags, int number, struct arena *arena)
{
	struct diags apart = { .sources = diags->sources };

	memset(at, 0, sizeof *at);
	at->arena = arena;
	at->source = &diags->sources->source[number - 1];
	at->lexemes = lexemes_read(&apart, number, &at->lexeme);
	at->block[0].in.place = (struct place){ .group = GROUP_root, .row = -1 };
	begin_statement(&at->block[0]);
}

void symbols_find(struct diags *diags, int number, struct arena *arena, struct symbols *symbols)
{
	struct symbol_scan *at = arena_take(arena, sizeof *at);

	*symbols = (struct symbols){ .count = 0 };
	if (at == NULL)
		return;
	begin(at, diags, number, arena);
	for (; at->at < at->lexemes; at->at++)
		scan_lexeme(at);
	if (at->lexemes > 0)
		at->at = at->lexemes - 1;
	for (; at->lexemes > 0 && at->depth >= 0; at->depth--)
		end_statement(at, (uint32_t)at->source->length);
	*symbols = (struct symbols){ at->symbol, at->symbols, at->outline, at->outlines };
}

const struct symbol *symbols_at(const struct symbols *symbols, uint32_t at)
{
	const struct symbol *found = NULL;

	for (int i = 0; i < symbols->count && symbols->list[i].span.from <= at; i++)
		if (symbols->list[i].span.to >= at && symbols->list[i].kind != SYMBOL_PLAIN)
			found = &symbols->list[i];
	return found;
}

/* ---- what can be written at a place ---- */

static bool is_word_part(char letter)
{
	return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
	       (letter >= '0' && letter <= '9') || letter == '_';
}

/* True if [place] stands in a text, a piece of prose or a remark. */
static bool is_in_text(const struct symbol_scan *at, uint32_t place)
{
	for (int i = 0; i < at->lexemes && at->lexeme[i].span.from < place; i++) {
		const struct lexeme *lexeme = &at->lexeme[i];
		/* a remark ends with its line, and the place behind it still belongs to it */
		bool open = lexeme->kind == LEXEME_REMARK;
		if ((open || lexeme->kind == LEXEME_STRING || lexeme->kind == LEXEME_PROSE) &&
		    place < lexeme->span.to + open)
			return true;
	}
	return false;
}

/* True if a statement goes on in the next line behind [lexeme]. */
static bool wants_more(const struct symbol_scan *at, const struct lexeme *lexeme)
{
	static const char *const words[] = { "and", "or", "not", "except" };
	const char *text = at->source->text + lexeme->span.from;
	size_t length = lexeme->span.to - lexeme->span.from;

	for (size_t i = 0; lexeme->kind == LEXEME_RESERVED && i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0)
			return true;
	return lexeme->kind == LEXEME_SIGN && *text != ')';
}

/* True if the statement that ends before the current lexeme has ended before [place], by a line end or a semicolon. */
static bool is_ended(const struct symbol_scan *at, uint32_t place)
{
	const struct lexeme *last = at->at > 0 ? &at->lexeme[at->at - 1] : NULL;
	bool ends = at->at == at->lexemes || at->lexeme[at->at].kind == LEXEME_END;
	uint32_t from = last != NULL ? last->span.to : place;

	return ends && from < place && !wants_more(at, last) &&
	       (memchr(at->source->text + from, '\n', place - from) != NULL ||
	        memchr(at->source->text + from, ';', place - from) != NULL);
}

/* The number of lexemes before [place]. Ends of statements count only if something follows them. */
static int lexemes_before(const struct symbol_scan *at, uint32_t place)
{
	int count = 0;

	for (int i = 0; i < at->lexemes && at->lexeme[i].span.from < place; i++)
		if (at->lexeme[i].span.to <= place && at->lexeme[i].span.to > at->lexeme[i].span.from)
			count = i + 1;
	return count;
}

/* What may begin a statement in a block, and what may take the place of a name that is not new. */
static const enum context_kind CONTEXT_WITHIN_BLOCK[] = {
	[IN_FILE] = CONTEXT_FILE,     [IN_RULES] = CONTEXT_RULE,      [IN_GROUP] = CONTEXT_WITHIN,
	[IN_PRESET] = CONTEXT_RULE,   [IN_SOURCE] = CONTEXT_SOURCE,   [IN_RULINGS] = CONTEXT_RULINGS,
	[IN_RULING] = CONTEXT_RULING, [IN_NOTHING] = CONTEXT_NOTHING,
};
static const enum context_kind CONTEXT_OF_NAME[] = {
	[SYMBOL_VARIANT] = CONTEXT_VARIANT, [SYMBOL_FRAGMENT] = CONTEXT_FRAGMENT, [SYMBOL_OPTION] = CONTEXT_OPTION,
	[SYMBOL_ITEM] = CONTEXT_ITEM,       [SYMBOL_SOURCE] = CONTEXT_NEW,
};

static enum context_kind context_kind(const struct block *block)
{
	switch (block->expected) {
	case EXPECT_HEAD:
		return block->added && (block->in.kind == IN_RULES || block->in.kind == IN_GROUP)
		               ? CONTEXT_LIST
		               : CONTEXT_WITHIN_BLOCK[block->in.kind];
	case EXPECT_NAME:
	case EXPECT_NAMES:
		return (block->named == SYMBOL_ITEM ? block->added : block->states) ? CONTEXT_NEW
		                                                                    : CONTEXT_OF_NAME[block->named];
	case EXPECT_LIST: return CONTEXT_REMOVE;
	case EXPECT_PATH: return block->path.item_next ? CONTEXT_ITEM : CONTEXT_PATH;
	case EXPECT_WORDS: return CONTEXT_WORD;
	case EXPECT_NUMBER: return CONTEXT_NUMBER;
	case EXPECT_CARDS: return CONTEXT_CARDS;
	case EXPECT_FACTS:
		return wants_item(block) ? CONTEXT_ITEM : block->slot_cards ? CONTEXT_CARDS : CONTEXT_CONDITION;
	default: return block->in.kind == IN_FILE && block->named == SYMBOL_VARIANT ? CONTEXT_HEAD : CONTEXT_NOTHING;
	}
}

/* Scans the words of a question that come right before the place. */
static void scan_words_before(const struct symbol_scan *at, struct context *context)
{
	enum { ROOM = sizeof context->words / sizeof *context->words };
	int first = at->at;

	while (first > 0 && at->at - first < ROOM && at->lexeme[first - 1].kind == LEXEME_WORD)
		first--;
	for (int i = first; i < at->at; i++)
		if (!is_article(&at->lexeme[i]) && at->lexeme[i].text != NULL)
			context->words[context->word_count++] = at->lexeme[i].text;
}

void symbols_context(struct diags *diags, int number, struct arena *arena, uint32_t place, struct context *context)
{
	struct symbol_scan *at = arena_take(arena, sizeof *at);
	const struct block *block;
	uint32_t from = place;

	*context = (struct context){ .kind = CONTEXT_NOTHING, .from = place };
	if (at == NULL)
		return;
	begin(at, diags, number, arena);
	while (from > 0 && is_word_part(at->source->text[from - 1]))
		from--;
	context->from = from;
	if (is_in_text(at, place))
		return;
	for (int count = lexemes_before(at, from); at->at < count; at->at++)
		scan_lexeme(at);
	/* a path goes on behind its dots */
	if (at->at < at->lexemes && at->lexeme[at->at].span.from < from && at->lexeme[at->at].kind == LEXEME_WORD &&
	    at->block[at->depth].expected == EXPECT_PATH) {
		struct lexeme cut = at->lexeme[at->at];
		cut.span.to = from;
		scan_path(at, &cut);
	} else if (is_ended(at, from))
		begin_statement(&at->block[at->depth]);
	block = &at->block[at->depth];
	context->kind = context_kind(block);
	context->owner = block->in.owner;
	context->option = block->in.option;
	context->choice = context->kind == CONTEXT_OPTION ? block->before : NULL;
	context->row = block->row;
	context->group = block->expected == EXPECT_PATH  ? block->path.group
	                 : wants_item(block)             ? fact_group((enum fact_id)block->fact)
	                 : context->kind == CONTEXT_ITEM ? block->group
	                 : block->in.kind == IN_GROUP    ? block->in.place.group
	                                                 : GROUP_root;
	context->item = block->expected == EXPECT_PATH ? block->path.item : block->in.place.item;
	if (context->kind == CONTEXT_CONDITION)
		scan_words_before(at, context);
}
