/* difference_report.c -- writes the differences between two variants: as a list by topic, which explains the words that it uses, as a table
 * side by side, and as JSON. */
#include "reports/reports.h"

#include <string.h>
#include "grammar/arena.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "rules/compare.h"
#include "text/document.h"
#include "text/json.h"

enum {
	FEW = 30,         /* so many differences are listed with their places and citations */
	SHORT_VALUE = 32, /* bytes of a value that goes in brackets behind a sentence */
	NAMED_MOST = 100  /* of a condition that goes before its name */
};

/* What the levels are called: on a page, for programs (as --fail-on has them), above their differences, and behind a number. */
static const struct {
	const char *name, *word, *heading, *in;
} LEVELS[] = {
	[LEVEL_SETUP] = { "set-up", "setup", "Set-up", "in the set-up" },
	[LEVEL_LEGALITY] = { "play", "play", "What may be played", "in what may be played" },
	[LEVEL_SCORE] = { "score", "score", "What it scores", "in what it scores" },
	[LEVEL_TEXT] = { "words", "words", "Words alone", "in words alone" },
};

/* ---- to be read from top to bottom ---- */

/* The lists whose titles sentences name things by that they do not explain. */
static const int WORD_LISTS[] = { GROUP_event, GROUP_class, GROUP_define };

enum { WORD_LISTS_COUNT = sizeof WORD_LISTS / sizeof *WORD_LISTS };

enum { NAME_FORMS = 3 }; /* sentences have the title of an item in so many: alone, of one, of several */

/* By game, list of WORD_LISTS and item: whether some sentence uses its title, and whether some sentence explains it. */
struct words_used {
	bool named[2][WORD_LISTS_COUNT][LIST_ITEMS_MAX], told[2][WORD_LISTS_COUNT][LIST_ITEMS_MAX];
	struct name {                     /* what sentences call it, made when it is first looked for: NULL before */
		const char *words, *rest; /* of a clause its subject, and what follows that; else [rest] is "" */
	} name[2][WORD_LISTS_COUNT][LIST_ITEMS_MAX][NAME_FORMS];
};

struct listing {
	const struct differences *of;
	struct document *out;
	bool grouped; /* many items that one game alone has are one line */
	bool places;  /* where each is stated stands below it */
	int depth;
	struct words_used *words; /* that what is listed speaks of, or NULL */
};

static const enum span_kind SIDES[2] = { SPAN_FIRST, SPAN_SECOND };

/* A line behind [label]; [side] says it, or -1. */
static struct block *add_line(const struct listing *at, enum block_kind kind, const char *label, int side,
                              const char *words)
{
	struct block *block = document_add(at->out, kind);
	enum span_kind span = side < 0 ? SPAN_PLAIN : SIDES[side];

	block->depth = at->depth + (kind == BLOCK_NOTE);
	if (label[0] != '\0')
		text_add(words_span(&block->label, span), label);
	text_add(words_span(&block->words, span), words);
	return block;
}

static bool is_partial(const struct difference *difference)
{
	return difference->item[0] < 0 || difference->item[1] < 0;
}

static bool is_number(const char *value)
{
	return value[strspn(value, "-0123456789,")] == '\0';
}

/* True if the value ends what is said of [side]. */
static bool ends_with_value(const struct difference *difference, int side)
{
	const char *at = strstr(text_read(&difference->said[side]), text_read(&difference->value[side]));

	return at != NULL && strcmp(at + difference->value[side].length, ".") == 0;
}

/* True if one of the two calls the item otherwise than the other: then a sentence about the one says nothing of the other. */
static bool is_called_otherwise(const struct listing *at, const struct difference *difference)
{
	struct text called[2] = { { 0 }, { 0 } };
	bool otherwise;

	for (int side = 0; side < 2; side++)
		wording_item(at->of->rules[side], difference->group, difference->item[side], &called[side]);
	otherwise = strcmp(text_read(&called[0]), text_read(&called[1])) != 0;
	document_use(at->out, &called[0]);
	document_use(at->out, &called[1]);
	return otherwise;
}

/* How many sentences the difference has for [side], less one. */
static int sentences_behind(const struct difference *difference, int side)
{
	int count = 0;

	for (const char *at = text_read(&difference->said[side]); (at = strstr(at, ". ")) != NULL; at++)
		count++;
	return count;
}

/* True if the old value is short enough to stand behind the sentence: a number, some cards. A single word is too short to be
 * understood there, and so is any value where one of the sentences says it in another way: no total ends the game, in any case. When
 * something holds is a sentence of its own, and so are an amount that is more than a number, a value in steps, of which only the last
 * would be taken to have changed, and a value with further sentences behind it. */
static bool goes_in_brackets(const struct listing *at, const struct difference *difference)
{
	bool all_cards = rows[difference->row].fallback == ALL_CARDS; /* any rank: no sentence says it */
	enum row_type type = rows[difference->row].type;

	for (int side = 0; side < 2; side++)
		if ((type == TYPE_AMOUNT && !is_number(text_read(&difference->value[side]))) ||
		    strstr(text_read(&difference->value[side]), ", ") != NULL ||
		    (!(side == 0 && all_cards && difference->said[0].length == 0) &&
		     strstr(text_read(&difference->said[side]), text_read(&difference->value[side])) == NULL))
			return false;
	if (sentences_behind(difference, 0) > sentences_behind(difference, 1) ||
	    (difference->said[0].length > 0 && is_called_otherwise(at, difference)) ||
	    (ends_with_value(difference, 1) && difference->said[0].length > 0 && !ends_with_value(difference, 0)))
		return false;
	return (difference->said[0].length > 0 || all_cards) && type != TYPE_WORD && type != TYPE_CONDITION &&
	       type != TYPE_TEXT && difference->value[0].length <= SHORT_VALUE;
}

/* Where the old value goes in the sentence [said]: behind [value] and, if that is a number, behind what it counts. */
static size_t place_of_was(const char *said, const char *value)
{
	const char *at = strstr(said, value), *behind = at != NULL ? at + strlen(value) : NULL;
	size_t length = strlen(said), word;

	if (at == NULL || *value == '\0')
		return said[length - 1] == '.' ? length - 1 : length;
	word = behind[0] == ' ' ? strcspn(behind + 1, " .,;:") : 0;
	if (is_number(value) && word > 0 && strncmp(behind, " of ", 4) != 0)
		behind += 1 + word;
	return (size_t)(behind - said);
}

/* Of a term or a class whose meaning differs in words alone: a clause that says why, for the head of its line. NULL of any other difference. */
static const char *words_alone(const struct differences *of, const struct difference *difference)
{
	bool used = false;

	if (!group_is_helper(difference->group) || difference->row < 0 || is_partial(difference) ||
	    difference->level != LEVEL_TEXT)
		return NULL;
	for (int side = 0; side < 2; side++)
		used = used ||
		       level_of_asking(of->rules[side], difference->group, difference->item[side]) != LEVEL_TEXT;
	return used ? "It comes to the same in both games" : "No rule of the two games uses this word";
}

/* The word that follows the number that is the value of [side], "canasta" of "1 canasta"; NULL if there is none. Sets [*length]. */
static const char *counted_noun(const struct difference *difference, int side, size_t *length)
{
	const char *value = text_read(&difference->value[side]), *said = text_read(&difference->said[side]),
		   *at = strstr(said, value);

	if (!is_number(value) || at == NULL || at[strlen(value)] != ' ')
		return NULL;
	at += strlen(value) + 1;
	*length = strcspn(at, " .,;:");
	return at;
}

/* Writes what the number of the first game counts, where the second counts other things: " canasta", beside books. */
static void write_other_noun(const struct difference *difference, struct text *out)
{
	size_t length = 0, length_now = 0;
	const char *was = counted_noun(difference, 0, &length), *now = counted_noun(difference, 1, &length_now);
	size_t stem = length < length_now ? length : length_now;

	stem -= stem > 0 && was != NULL && was[stem - 1] == 's';
	if (was != NULL && now != NULL && strncmp(was, now, stem) != 0)
		text_format(out, " %.*s", (int)length, was);
}

/* The game in whose words the reason is said why something is no longer so: the second, but what it does not have is called as in the first. */
static const struct rules *rules_with_words(const struct differences *of)
{
	return rules_reserves(of->rules[1]) > 0 ? of->rules[1] : of->rules[0];
}

/* "A side needs at least 2 canastas (was 1) to go out." */
static void add_sentence(const struct listing *at, const struct difference *difference)
{
	const char *said = text_read(&difference->said[1]);
	size_t length = difference->said[1].length;
	struct text line = { 0 };

	if (words_alone(at->of, difference) != NULL) {
		add_line(at, BLOCK_ITEM, words_alone(at->of, difference), -1, said);
		add_line(at, BLOCK_NOTE, "Was", 0, text_read(&difference->said[0]));
	} else if (length == 0 && difference->idle != NULL) {
		/* or a reader would take "no longer: ... never go into a talon" for leave to put them there */
		text_add(&line, "No longer, as ");
		club_say(rules_with_words(at->of), difference->idle, &line);
		add_line(at, BLOCK_ITEM, text_read(&line), 0, text_read(&difference->said[0]));
	} else if (length == 0)
		add_line(at, BLOCK_ITEM, "No longer", 0, text_read(&difference->said[0]));
	else if (goes_in_brackets(at, difference)) {
		length = place_of_was(said, text_read(&difference->value[1]));
		text_add_bytes(&line, said, length);
		text_format(&line, " (was %s", text_read(&difference->value[0]));
		write_other_noun(difference, &line);
		text_format(&line, ")%s", said + length);
		add_line(at, BLOCK_ITEM, "", -1, text_read(&line));
	} else {
		add_line(at, BLOCK_ITEM, difference->said[0].length > 0 ? "" : "New", -1, said);
		if (difference->said[0].length > 0)
			add_line(at, BLOCK_NOTE, "Was", 0, text_read(&difference->said[0]));
	}
	document_use(at->out, &line);
}

/* Writes all settings of an item in sentences. */
static void write_sentences(const struct rules *rules, int group, int item, struct text *out)
{
	for (int row = -1; row_next(group, &row);) {
		text_add(out, out->length > 0 && text_last(out) != ' ' ? " " : "");
		wording_sentence(rules, (enum row_id)row, item, out);
	}
}

/* What is said of something that one of them alone has a word for: "Only ours has a word for certain melds: a meld is called ...". */
static void write_only(const struct differences *of, const struct difference *difference, int side, struct text *out)
{
	struct text sentences = { 0 };

	write_sentences(of->rules[side], difference->group, difference->item[side], &sentences);
	if (sentences.length > 0)
		sentences.bytes[0] = small_letter(sentences.bytes[0]);
	text_format(out, "Only %s %s: %s", of->label[side], wording_only[difference->group], text_read(&sentences));
	text_end(&sentences, out);
}

/* An item that only one of them has, with all that it says, and [link] before its verb: "the meld "Sevens" has 3 to 7 cards", "the event
 * "An exact cut": ...". */
static void write_item(const struct differences *of, const struct difference *difference, int side, const char *link,
                       struct text *out)
{
	const struct rules *rules = of->rules[side];
	const char *value = text_read(&difference->value[side]);
	struct text predicate = { 0 };
	bool any = wording_predicate(rules, difference->group, difference->item[side], &predicate);
	bool named = !any && wording_says_title(rules, difference->group, difference->item[side], value);

	text_format(out, "%s%s", named && link[0] == '\0' ? "there is " : "", text_read(&difference->said[side]));
	if (any)
		text_format(out, "%s %s", link, text_read(&predicate));
	else if (value[0] != '\0' && !named)
		text_format(out, ": %s", value);
	text_add(out, ".");
	text_end(&predicate, out);
}

/* Writes that [side] alone has a name for what its term says in one clause: "Only ours has a name for it when the pile is frozen: ...". False,
 * with nothing written, of anything else. */
static bool write_name_of_fact(const struct differences *of, const struct difference *difference, int side,
                               struct text *out)
{
	static const char when[] = "when ";
	const char *value = text_read(&difference->value[side]);

	if (difference->group != GROUP_define || difference->order || strncmp(value, when, sizeof when - 1) != 0 ||
	    difference->value[side].length > NAMED_MOST || strpbrk(value, ",.|") != NULL ||
	    strstr(value, " or ") != NULL || strstr(value, "that rank") != NULL)
		return false;
	text_format(out, "Only %s has a name for it %s: \"", of->label[side], value);
	wording_title(of->rules[side], difference->group, difference->item[side], out);
	text_add(out, "\".");
	return true;
}

/* Where it is stated, for people. What no file states may be so all the same, and be in the sheet. */
static const char *place_of(const struct differences *of, const struct difference *difference, int side,
                            struct document *out)
{
	const char *place = text_read(&difference->place[side]);
	struct text said = { 0 };
	bool says;

	if (strcmp(place, "default") != 0)
		return place;
	says = difference->row >= 0 &&
	       wording_sentence(of->rules[side], (enum row_id)difference->row, difference->item[side], &said);
	document_use(out, &said);
	return says ? "so by default" : "not stated";
}

/* What an item that both have is called: one calls "A run" what the other calls "A sequence". Where only the names in the files differ, those. */
static void write_names(const struct differences *of, const struct difference *difference, struct text *out)
{
	struct text called[2] = { { 0 }, { 0 } };
	const char *name;
	bool alike;

	for (int side = 0; side < 2; side++)
		wording_title(of->rules[side], difference->group, difference->item[side], &called[side]);
	alike = strcmp(text_read(&called[0]), text_read(&called[1])) == 0;
	for (int side = 1; side >= 0; side--) {
		name = rules_item_name(of->rules[side], difference->group, difference->item[side]);
		text_format(out, alike ? "%s names %s" : "%s calls \"%s\"", of->label[side],
		            alike ? name : text_read(&called[side]));
		text_add(out, side > 0 ? " what " : "");
	}
	text_format(out, alike ? ": \"%s\"." : ".", text_read(&called[1]));
	text_end(&called[0], out);
	text_end(&called[1], out);
}

/* What an item is called in a sentence, in one of its forms; made in [arena]. */
static struct name name_of(const struct rules *rules, int group, int item, int form, struct arena *arena)
{
	static const char *const forms[NAME_FORMS] = { "$", "$1", "$2" };
	struct text name = { 0 };
	const char *rest;
	char *bar;

	if (group == GROUP_define)
		term_say(rules, item, form > 0, &name);
	else if (group != GROUP_event || !event_say(rules, item, form > 0, &name))
		wording_fill(&(struct holes){ .rules = rules, .group = group, .item = item }, forms[form], &name);
	bar = name.length > 0 ? strchr(name.bytes, '|') : NULL;
	if (bar != NULL)
		*bar = '\0';
	rest = bar != NULL ? text_kept(arena, "%s", bar + 1) : "";
	return (struct name){ text_keep(&name, arena), rest };
}

/* True if [said] has in it what an item is called in a sentence. */
static bool has_name_of(const struct listing *at, int side, int list, int item, const char *said)
{
	struct name *name = at->words->name[side][list][item];
	bool found = false;

	for (int form = 0; form < NAME_FORMS && !found && at->out->arena != NULL;
	     form++) { /* without memory there is none */
		if (name[form].words == NULL)
			name[form] = name_of(at->of->rules[side], WORD_LISTS[list], item, form, at->out->arena);
		const char *words = strstr(said, name[form].words);
		found = words != NULL && strstr(words, name[form].rest) != NULL;
	}
	return found;
}

/* True if sentences name the item by a title: a term that holds always or never is in none. */
static bool is_word(const struct rules *rules, int group, int item)
{
	return rules_item_title(rules, group, item) != NULL &&
	       (group != GROUP_define || !rules_formula(rules, ROW_define_when, item)->is_constant);
}

/* Notes of which words the setting speaks in what is [said] of it, or with row -1 all settings of the item. */
static void note_named(const struct listing *at, int side, int group, int row, int item, const char *said)
{
	const struct rules *rules = at->of->rules[side];

	for (int list = 0; list < WORD_LISTS_COUNT; list++)
		for (int word = 0; word < rules_item_count(rules, WORD_LISTS[list]); word++) {
			bool asks = WORD_LISTS[list] == GROUP_define;
			if (!is_word(rules, WORD_LISTS[list], word) || at->words->named[side][list][word] ||
			    (group == WORD_LISTS[list] && item == word))
				continue;
			for (int one = -1; !asks && row_next(group, &one);)
				asks = (row < 0 || row == one || group == GROUP_define) &&
				       setting_asks(rules, (enum row_id)one, item, WORD_LISTS[list], word);
			at->words->named[side][list][word] =
				asks && has_name_of(at, side, list, word, said) &&
				!(WORD_LISTS[list] == GROUP_class && class_names_canastas(at->of->rules, side, word));
		}
}

/* Notes which words the sentences of a difference speak of, and which they explain. */
static void note_words(const struct listing *at, const struct difference *difference)
{
	for (int side = 0; side < 2 && at->words != NULL && !difference->order; side++) {
		struct text said = { 0 };
		int item = difference->item[side];
		if (item < 0 || (difference->row < 0 && !is_partial(difference)))
			continue;
		text_format(&said, "%s %s", text_read(&difference->said[side]), text_read(&difference->value[side]));
		note_named(at, side, difference->group, difference->row, item, text_read(&said));
		for (int list = 0; list < WORD_LISTS_COUNT; list++)
			if (WORD_LISTS[list] == difference->group)
				at->words->told[side][list][item] = true;
		document_use(at->out, &said);
	}
}

/* The ranks of which a meld can be, as bits: RANK_NAMES has them in order; none of wild cards alone. */
static unsigned ranks_of_meld(const struct rules *rules, int meld)
{
	cardset faces = faces_of_kinds(rules, rules->form[meld].ranks);
	unsigned ranks = 0;

	for (int rank = 0; rank < RANKS; rank++)
		ranks |= (unsigned)((faces >> (rank * 4) & 0xf) != 0) << rank;
	return ranks;
}

/* Writes in which melds the other game has cards of the ranks of a meld of [side]: "In ours such cards are melded as "A set"." Nothing where
 * that has no meld of these ranks. */
static void write_melds_there(const struct listing *at, int side, int meld, struct text *out)
{
	const struct rules *rules = at->of->rules[side], *others = at->of->rules[!side];
	unsigned ranks = ranks_of_meld(rules, meld);
	bool any = false;

	for (int other = 0; other < others->meld_count && ranks != 0; other++)
		if ((ranks & ~ranks_of_meld(others, other)) == 0) {
			if (any)
				text_add(out, " or ");
			else
				text_format(out, " In %s such cards are melded as ", at->of->label[!side]);
			text_add(out, "\"");
			wording_title(others, GROUP_meld, other, out);
			text_add(out, "\"");
			any = true;
		}
	text_add(out, any ? "." : "");
}

static void add_difference_lines(const struct listing *at, const struct difference *difference)
{
	note_words(at, difference);
	if (is_partial(difference)) {
		int side = difference->item[0] < 0;
		struct text words = { 0 };
		if (wording_only[difference->group] != NULL)
			write_only(at->of, difference, side, &words);
		else if (!write_name_of_fact(at->of, difference, side, &words)) {
			text_format(&words, "Only %s has ", at->of->label[side]);
			write_item(at->of, difference, side, ", which", &words);
			if (difference->group == GROUP_meld)
				write_melds_there(at, side, difference->item[side], &words);
		}
		add_line(at, BLOCK_ITEM, "", side, text_read(&words));
		document_use(at->out, &words);
	} else if (difference->order) {
		add_line(at, BLOCK_ITEM, "", -1, text_read(&difference->said[1]));
		add_line(at, BLOCK_NOTE, "Was", 0, text_read(&difference->said[0]));
	} else if (difference->row < 0)
		write_names(at->of, difference, words_add(&add_line(at, BLOCK_ITEM, "", -1, "")->words));
	else
		add_sentence(at, difference);
	for (int side = 0; side < 2 && at->places; side++) {
		const char *words = place_of(at->of, difference, side, at->out);
		struct block *block;
		struct text *line;
		if (*words == '\0')
			continue;
		block = document_add(at->out, BLOCK_NOTE);
		block->depth = at->depth + 2;
		text_add(words_span(&block->label, SPAN_PLACE), at->of->label[side]);
		line = words_span(&block->words, SPAN_PLACE);
		for (; *words != '\0'; words++)
			text_add_bytes(line, *words == '\n' ? " " : words, 1);
	}
}

void difference_add(const struct differences *differences, int index, int depth, struct document *out)
{
	const struct listing at = { .of = differences, .out = out, .depth = depth };
	struct block *before = out->last;

	add_difference_lines(&at, &differences->list[index]);
	if (before != NULL && before->next != NULL)
		before->next->apart = true;
}

enum { EXPLAINED_MOST = 2 }; /* so many items that only one side has are said with what they are */

/* One of several items that [side] alone has, with all that its clauses say but what is [common] to all of them. */
static void add_one_of_many(const struct listing *at, const struct difference *difference, int side, const bool *common)
{
	const struct rules *rules = at->of->rules[side];
	struct text title = { 0 }, said = { 0 }, clauses = { 0 };
	const char *value;
	bool any;

	wording_clauses(rules, difference->group, difference->item[side], common, &clauses);
	value = text_read(&clauses);
	any = value[0] != '\0' && !wording_says_title(rules, difference->group, difference->item[side], value);

	wording_title(rules, difference->group, difference->item[side], &title);
	if (difference->group == GROUP_ban && always_holds(rules->discard.ban[difference->item[side]].when)) {
		text_add(&said, "it "); /* cards alone would be no sentence */
		wording_predicate(rules, GROUP_ban, difference->item[side], &said);
	} else
		wording_alone(rules, difference->group, difference->item[side], any ? value : text_read(&title), false,
		              &said);
	text_add(&said, ".");
	if (difference->group == GROUP_meld)
		write_melds_there(at, side, difference->item[side], &said);
	note_words(at, difference);
	add_line(at, BLOCK_NOTE, any ? text_read(&title) : "", side, text_read(&said));
	document_use(at->out, &title);
	document_use(at->out, &said);
	document_use(at->out, &clauses);
}

/* Sets in [common] the settings of which all items that [side] alone has say the same, from difference [first] up to [behind]; returns whether
 * there are any. */
static bool find_common(const struct listing *at, int first, int behind, int side, bool common[ROW_COUNT])
{
	const struct rules *rules = at->of->rules[side];
	int group = at->of->list[first].group;
	bool any = false;

	for (int row = -1; row_next(group, &row);) {
		struct text all = { 0 };
		bool same = true;
		for (int i = first; i < behind && same; i++) {
			struct text one = { 0 };
			if (at->of->list[i].item[!side] >= 0)
				continue;
			same = wording_clause(rules, (enum row_id)row, at->of->list[i].item[side], &one) &&
			       (all.length == 0 || strcmp(text_read(&all), text_read(&one)) == 0);
			text_clear(&all);
			text_add(&all, text_read(&one));
			document_use(at->out, &one);
		}
		common[row] = same && all.length > 0;
		any = any || common[row];
		document_use(at->out, &all);
	}
	return any;
}

/* Adds what is [common] to several items that [side] alone has, of which [difference] is one. */
static void add_common(const struct listing *at, const struct difference *difference, int side,
                       const bool common[ROW_COUNT])
{
	bool apart[ROW_COUNT];
	struct text said = { 0 };

	for (int row = 0; row < ROW_COUNT; row++)
		apart[row] = !common[row];
	wording_clauses(at->of->rules[side], difference->group, difference->item[side], apart, &said);
	text_add(&said, ".");
	add_line(at, BLOCK_NOTE, "All of them", side, text_read(&said));
	document_use(at->out, &said);
}

/* Where there are many differences, the items that only one side has, of one list: a few in sentences, more as clauses below one line. */
static void add_titles(const struct listing *at, int first, int behind, int side)
{
	const struct difference *last = NULL;
	bool begun = false, common[ROW_COUNT] = { false }, any_common = false;
	int count = 0;

	for (int i = first; i < behind; i++)
		count += at->of->list[i].item[!side] < 0;
	if (count > EXPLAINED_MOST && at->of->list[first].group == GROUP_special)
		any_common = find_common(at, first, behind, side, common);
	for (int i = first; i < behind; i++) {
		const struct difference *difference = &at->of->list[i];
		if (difference->item[!side] >= 0)
			continue;
		if (count <= EXPLAINED_MOST) {
			add_difference_lines(at, difference);
			continue;
		}
		if (!begun) {
			struct block *block = document_say(at->out, BLOCK_ITEM, at->depth, "");
			text_format(words_span(&block->label, SIDES[side]), "Only %s has these %s", at->of->label[side],
			            wording_nouns_of_many[difference->group]);
		}
		begun = true;
		add_one_of_many(at, difference, side, common);
		last = difference;
	}
	if (any_common && last != NULL)
		add_common(at, last, side, common);
}

/* True if difference [at] is the first of its level, or of its section in it. */
static bool begins_level(const struct differences *in, int at)
{
	return at == 0 || in->list[at].level != in->list[at - 1].level;
}

static bool begins_topic(const struct differences *in, int at)
{
	return begins_level(in, at) || in->list[at].group != in->list[at - 1].group;
}

/* Lists the differences in what [item] of [side] stands for, which the other game has, too. False if there are none. */
static bool add_what_differs(const struct listing *at, int side, int group, int item)
{
	bool any = false;

	for (int i = 0; i < at->of->count; i++) {
		const struct difference *difference = &at->of->list[i];
		if (difference->group != group || difference->row < 0 || difference->item[side] != item)
			continue;
		add_difference_lines(at, difference);
		any = true;
	}
	return any;
}

/* True if both games call [item] of [side] the same, one of those that mean the same. */
static bool is_called_alike(const struct listing *at, int side, int group, int item)
{
	for (int i = 0; i < at->of->count; i++) {
		const struct difference *difference = &at->of->list[i];
		if (difference->group == group && difference->row < 0 && !difference->order &&
		    difference->item[side] == item)
			return false;
	}
	return true;
}

/* The item of the other game that has the title of [item] of [side], the first of several; -1 if there is none. */
static int item_called_so(const struct listing *at, int side, int group, int item)
{
	const struct rules *others = at->of->rules[!side];
	const char *title = rules_item_title(at->of->rules[side], group, item);

	for (int other = 0; other < rules_item_count(others, group); other++) {
		const char *there = rules_item_title(others, group, other);
		if (there != NULL && strcmp(there, title) == 0)
			return other;
	}
	return -1;
}

/* True if the other game uses the word, too: it calls the item of [side] the same, and a rule of it asks for that. */
static bool is_used_in_both(const struct listing *at, int side, int group, int item)
{
	int other = item_called_so(at, side, group, item);

	return is_called_alike(at, side, group, item) &&
	       (!group_is_helper(group) || (other >= 0 && level_of_asking(at->of->rules[!side], group, other) != LEVEL_TEXT));
}

/* Explains an item that one of the two games alone has, or that stands for the same in both. */
static void add_meaning(const struct listing *at, int side, int list, int item)
{
	const struct rules *rules = at->of->rules[side];
	int group = WORD_LISTS[list], other = item_called_so(at, side, group, item);
	struct text said = { 0 };

	if (wording_only[group] != NULL)
		write_sentences(rules, group, item, &said);
	else {
		wording_item(rules, group, item, &said);
		text_add(&said, " ");
		wording_predicate(rules, group, item, &said);
		text_add(&said, ".");
	}
	note_named(at, side, group, -1, item, text_read(&said));
	if (said.length > 0)
		said.bytes[0] = small_letter(said.bytes[0]);
	text_format(words_add(&add_line(at, BLOCK_ITEM, "", -1, "In ")->words), "%s %s",
	            is_used_in_both(at, side, group, item) ? "both games" : at->of->label[side], text_read(&said));
	at->words->told[side][list][item] = true;
	if (other >= 0)
		at->words->told[!side][list][other] = true;
	document_use(at->out, &said);
}

/* True of one fact that is not so, or that is a number up to 1. */
static bool is_plain_fact(const struct ir *ir)
{
	const struct ir *fact = ir->first;

	return fact != NULL && ir->kind != IR_ALL && ir->kind != IR_ANY && fact->kind == IR_FACT &&
	       fact->fact != FACT_term &&
	       (fact->next == NULL || (fact->next->kind == IR_NUMBER && fact->next->number <= 1));
}

/* True if what a word stands for is one plain fact, which its title says in other words: "The pile has one card". */
static bool explains_itself(const struct rules *rules, int group, int item)
{
	return group != GROUP_event &&
	       is_plain_fact((group == GROUP_class ? rules->class[item].when : rules->define[item].when)->ir);
}

/* Adds what the words stand for that sentences above speak of and do not explain, and those that these speak of. */
static void add_words(const struct listing *at)
{
	bool first = true, more = true;

	while (more) {
		more = false;
		for (int side = 0; side < 2; side++)
			for (int list = 0; list < WORD_LISTS_COUNT; list++)
				for (int item = 0; item < rules_item_count(at->of->rules[side], WORD_LISTS[list]);
				     item++) {
					if (!at->words->named[side][list][item] || at->words->told[side][list][item] ||
					    explains_itself(at->of->rules[side], WORD_LISTS[list], item))
						continue;
					if (first)
						document_say(at->out, BLOCK_HEADING, 0, "What these words stand for");
					if (!add_what_differs(at, side, WORD_LISTS[list], item))
						add_meaning(at, side, list, item);
					first = false;
					more = true;
				}
	}
}

static void add_head(const struct differences *of, struct document *out)
{
	struct table *names = document_table(out, 3);
	const char *before = ": ";
	struct text *count;

	for (int side = 0; side < 2; side++) {
		struct table_row *row = table_add(names, TABLE_BODY);
		cell_add(row, 0, side == 0 ? "from" : "to");
		cell_add(row, 1, of->label[side]);
		cell_add(row, 2, of->rules[side]->title);
	}
	count = document_line(out, 0);
	text_format(count, "%d difference%s", of->count - of->following, plural(of->count - of->following));
	for (int level = LEVEL_SETUP; level <= LEVEL_TEXT; level++)
		if (of->of_level[level] > 0) {
			text_format(count, "%s%d %s", before, of->of_level[level], LEVELS[level].in);
			before = ", ";
		}
}

/* The heading of a section or list; a second hand has the name that it has where there is one. */
static void add_topic(const struct differences *of, int group, struct document *out)
{
	const struct rules *rules = of->rules[of->rules[1]->reserve.cards > 0];
	struct text heading = { 0 };

	if (group == GROUP_reserve)
		club_say(rules, groups[group].heading, &heading);
	document_say(out, BLOCK_HEADING, 1, group == GROUP_reserve ? text_read(&heading) : groups[group].heading);
	document_use(out, &heading);
}

/* True of a difference that is not listed: it follows from another one, or it is in words alone where the games differ in more than [words]. */
static bool is_left_out(const struct difference *difference, bool words)
{
	return difference->follows || (!words && difference->level == LEVEL_TEXT);
}

void differences_list(const struct differences *differences, bool all, struct document *out)
{
	struct words_used used = { .named = { { { false } } } };
	struct listing at = { differences,   out,        .grouped = !all && differences->count > FEW,
		              .places = all, .depth = 2, .words = &used };
	int in_words = differences->of_level[LEVEL_TEXT];
	bool words = all || in_words == differences->count - differences->following;
	int heading = -1;

	if (differences->count == 0) {
		text_format(document_line(out, 0), "%s and %s mean the same.", differences->label[0], differences->label[1]);
		return;
	}
	add_head(differences, out);
	for (int first = 0, next; first < differences->count; first = next) {
		enum level level = differences->list[first].level;
		bool any = !is_left_out(&differences->list[first], words);
		for (next = first + 1; next < differences->count && !begins_topic(differences, next); next++)
			any = any || !is_left_out(&differences->list[next], words);
		if (!any)
			continue;
		if (heading != (int)level)
			document_say(out, BLOCK_HEADING, 0, LEVELS[level].heading);
		heading = (int)level;
		/* The differences of one level in one section or list, from [first] up to [next]. */
		add_topic(differences, differences->list[first].group, out);
		for (int i = first; i < next; i++)
			if ((!at.grouped || !is_partial(&at.of->list[i])) && !is_left_out(&at.of->list[i], words))
				add_difference_lines(&at, &at.of->list[i]);
		for (int side = 0; side < 2 && at.grouped; side++)
			add_titles(&at, first, next, side);
	}
	add_words(&at);
	if (!words && in_words > 0)
		text_format(words_add(&document_add(out, BLOCK_LEGEND)->words),
		            "The difference%s in words alone %s not listed here.", plural(in_words),
		            in_words == 1 ? "is" : "are");
}

/* ---- side by side ---- */

/* What an item that both have is called by one: 'It is called "With a natural pair".' Where only the names in the files differ, that,
 * too. */
static void write_called(const struct differences *of, const struct difference *difference, int side, struct text *out)
{
	const char *name = rules_item_name(of->rules[side], difference->group, difference->item[side]);
	struct text called[2] = { { 0 }, { 0 } };

	for (int i = 0; i < 2; i++)
		wording_title(of->rules[i], difference->group, difference->item[i], &called[i]);
	text_format(out, "It is called \"%s\"", text_read(&called[side]));
	if (strcmp(text_read(&called[0]), text_read(&called[1])) == 0)
		text_format(out, " and named %s", name);
	text_add(out, ".");
	text_end(&called[0], out);
	text_end(&called[1], out);
}

/* What one of the two says: the sentence, or the item with what it says; and where. */
static void add_cell(const struct differences *of, const struct difference *difference, int side, struct words *cell,
                     struct document *out)
{
	const char *said = text_read(&difference->said[side]), *value = text_read(&difference->value[side]);
	struct text *words = words_add(cell);

	if (difference->item[side] >= 0 && *said == '\0' && difference->row >= 0 &&
	    rows[difference->row].fallback == ALL_CARDS)
		text_add(words, value); /* any rank: a sheet does not mention it */
	else if (difference->item[side] < 0 || *said == '\0')
		text_add(words, "–");
	else {
		if (difference->row < 0 && wording_only[difference->group] != NULL && difference->item[!side] < 0)
			write_sentences(of->rules[side], difference->group, difference->item[side], words);
		else if (difference->row < 0 && !difference->order && !is_partial(difference))
			write_called(of, difference, side, words);
		else if (difference->row < 0 && !difference->order)
			write_item(of, difference, side, "", words);
		else
			text_add(words, said);
		text_capital(words);
	}
	if (difference->place[side].length > 0)
		text_add(words_span(cell, SPAN_PLACE), place_of(of, difference, side, out));
}

void differences_beside(const struct differences *differences, struct document *out)
{
	struct block *title = document_add(out, BLOCK_TITLE);
	const struct difference *last = NULL;
	struct table *table;
	struct table_row *row;

	text_format(words_add(&title->words), "%s and %s", differences->label[0], differences->label[1]);
	text_format(document_line(out, 0), "%d difference%s", differences->count - differences->following,
	            plural(differences->count - differences->following));
	table = document_table(out, 2);
	row = table_add(table, TABLE_HEAD);
	for (int side = 0; side < 2; side++) {
		cell_add(row, side, differences->rules[side]->title);
		text_add(words_span(&row->cell[side], SPAN_PLACE), differences->label[side]);
	}
	for (int i = 0; i < differences->count; i++) {
		const struct difference *difference = &differences->list[i];
		if (difference->follows)
			continue;
		if (last == NULL || difference->level != last->level || difference->group != last->group) {
			row = table_add(table, TABLE_TOPIC);
			text_format(words_add(&row->cell[0]), "%s (%s)", groups[difference->group].heading,
			            LEVELS[difference->level].name);
		}
		row = table_add(table, TABLE_BODY);
		for (int side = 0; side < 2; side++)
			add_cell(differences, difference, side, &row->cell[side], out);
	}
}

/* ---- JSON ---- */

static json_t *words_json(const struct text *words)
{
	return words->length > 0 || words->failed ? json_text(words) : json_null();
}

/* "variants/base.canasta:53\n@HOUSE-12" in parts. */
static json_t *place_json(const struct text *place)
{
	json_t *list = json_array();

	for (const char *word = text_read(place); *word != '\0';) {
		size_t length = strcspn(word, "\n");
		struct text part = { .failed = place->failed };
		text_add_bytes(&part, word, length);
		json_add(&list, json_text_end(&part));
		word += length + (word[length] == '\n');
	}
	return list;
}

static json_t *side_json(const struct difference *difference, int side)
{
	if (difference->item[side] < 0)
		return json_null();
	return json_pack("{s:o, s:o, s:o}", "says", words_json(&difference->said[side]), "value",
	                 words_json(&difference->value[side]), "origin", place_json(&difference->place[side]));
}

static json_t *difference_json(const struct difference *difference)
{
	return json_pack("{s:s, s:s, s:s, s:o, s:o}", "path", text_read(&difference->path), "topic",
	                 groups[difference->group].heading, "level", LEVELS[difference->level].word, "from",
	                 side_json(difference, 0), "to", side_json(difference, 1));
}

static json_t *variant_json(const struct differences *in, int side)
{
	return json_pack("{s:o, s:s, s:s}", "reference", json_words(in->label[side]), "name", in->rules[side]->name,
	                 "title", in->rules[side]->title);
}

json_t *differences_json(const struct differences *differences)
{
	json_t *list = json_array();

	for (int i = 0; i < differences->count; i++)
		if (!differences->list[i].follows)
			json_add(&list, difference_json(&differences->list[i]));
	return json_pack("{s:i, s:o, s:o, s:o}", "version", 1, "from", variant_json(differences, 0), "to",
	                 variant_json(differences, 1), "differences", list);
}
