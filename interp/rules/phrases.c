/* phrases.c -- resolves phrases to facts, and refuses a fact where it has no answer. For an unknown phrase the most
 * likely fact is suggested. */
#include "rules/build.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/analysis.h"

/* ---- which fact ---- */

bool is_article(const struct expr *atom)
{
	return atom->kind == EXPR_WORD && (atom->text[0] == 't' || atom->text[0] == 'a') &&
	       (strcmp(atom->text, "the") == 0 || strcmp(atom->text, "a") == 0 || strcmp(atom->text, "an") == 0);
}

static const struct expr *skip_articles(const struct expr *atom)
{
	while (atom != NULL && is_article(atom))
		atom = atom->next;
	return atom;
}

/* Passes over words that may be put in where a deed is said, beside articles. */
static const struct expr *skip_fillers(const struct expr *atom)
{
	while (atom != NULL && (is_article(atom) || (atom->kind == EXPR_WORD && is_filler(atom->text))))
		atom = atom->next;
	return atom;
}

/* What follows the words of [phrase]; [*said] tells whether they stand there. */
static const struct expr *behind_words(const char *phrase, const struct expr *atom, bool *said)
{
	phrase += filler_length(phrase);
	for (*said = true; *phrase != '\0' && *said; atom = atom->next) {
		size_t length = strcspn(phrase, " ");
		atom = skip_fillers(atom);
		*said = atom != NULL && atom->kind == EXPR_WORD && is_word_of_deed(phrase, length, atom->text);
		if (!*said)
			return NULL;
		phrase += length;
		phrase += *phrase == ' ';
	}
	return skip_fillers(atom);
}

/* The item for a deed and its period, which is the deal if none is said; -1 if the atoms are something else. */
static int deed_said(const struct expr *atom)
{
	bool said, in_period;

	for (int deed = 0; deed < DEEDS; deed++) {
		const struct expr *rest = behind_words(deed_phrases[deed], atom, &said);
		if (said && rest == NULL)
			return deed * PERIODS + PERIOD_deal;
		for (int period = 0; period < PERIODS && said; period++)
			if (behind_words(period_phrases[period], rest, &in_period) == NULL && in_period)
				return deed * PERIODS + period;
	}
	return -1;
}

/* True if the atoms match the phrase of the fact; articles in between do not count, and the first atom is none. [*slot] is
 * the atom where the argument of the fact begins (the word in capitals in facts.def), or NULL. */
static bool phrase_matches(const struct fact *fact, const struct expr *atom, const struct expr **slot)
{
	const char *phrase = fact->phrase;

	*slot = NULL;
	while (*phrase != '\0') {
		if (atom == NULL)
			return false;
		if (phrase[0] >= 'A' && phrase[0] <= 'Z') {
			*slot = atom;
			return true;
		}
		if (atom->kind != EXPR_WORD)
			return false;
		for (const char *word = atom->text; *word != '\0'; word++, phrase++)
			if (*word != *phrase)
				return false;
		if (*phrase != '\0' && *phrase++ != ' ')
			return false;
		atom = skip_articles(atom->next);
	}
	return atom == NULL;
}

/* The fact whose phrase the atoms match, with [*slot] as above; -1 if there is none. */
static int find_fact(const struct expr *atoms, const struct expr **slot)
{
	const struct expr *first = skip_articles(atoms);
	char letter = first != NULL && first->kind == EXPR_WORD ? first->text[0] : '\0';

	*slot = NULL;
	for (int i = 0; i < FACT_COUNT; i++) {
		char begins = facts[i].phrase[0];
		if ((begins == letter || (begins >= 'A' && begins <= 'Z')) && i != FACT_term &&
		    phrase_matches(&facts[i], first, slot) &&
		    (facts[i].slot != SLOT_DEED || deed_said(*slot) >= 0))
			return i;
	}
	return -1;
}

/* As find_fact(); a phrase that was looked up in another build of the variant is known. Terms are looked up elsewhere. */
static int fact_said(const struct building *building, const struct expr *atoms, const struct expr **slot)
{
	struct phrase **list, *phrase;
	int fact;

	if (building->phrases == NULL)
		return find_fact(atoms, slot);
	list = &building->phrases->list[atoms->span.from % PHRASE_LISTS];
	for (phrase = *list; phrase != NULL; phrase = phrase->next)
		if (phrase->atoms == atoms)
			return *slot = phrase->slot, phrase->fact;
	fact = find_fact(atoms, slot);
	phrase = arena_take(building->phrases->arena, sizeof *phrase);
	if (phrase != NULL) {
		*phrase = (struct phrase){ .atoms = atoms, .slot = *slot, .fact = fact, .next = *list };
		*list = phrase;
	}
	return fact;
}

bool phrase_counts(const struct building *building, const struct expr *phrase)
{
	const struct expr *slot;
	int fact = fact_said(building, phrase->first, &slot);

	return (fact == FACT_shared_above && !all_play_alone(building->rules)) || /* rounded to a whole number */
	       (fact >= 0 && facts[fact].type == NUMBER && strchr(facts[fact].where, 'e') != NULL);
}

/* ---- where it has an answer ---- */

/* What a question is about, in words. */
static const char *about_words(unsigned about)
{
	switch (about) {
	case FACTS_TABLE: return "before play begins";
	case FACTS_MELD: return "of a meld";
	case FACTS_SHAPE: return "of the numbers of cards in a meld";
	case FACTS_PILE: return "of what freezes or blocks the pile";
	case FACTS_BEGIN: return "of the minimum, which is settled as the turn begins";
	case FACTS_ADDED: return "of cards that a meld takes";
	case FACTS_BONUS: return "of a bonus card";
	case FACTS_END: return "at the end of a deal";
	case FACTS_GAME: return "between two deals, when the game may end";
	case FACTS_DEAL: return "before a deal is dealt";
	case FACTS_PLAYER: return "of a player at the end of a deal";
	default: return "during a turn";
	}
}

/* What a term, or one that it asks for, asks and what has no answer in [about]: its fact, with [*term] the one that asks
 * it. NULL if there is none. */
static const struct fact *fact_apart(const struct rules *rules, int *term, unsigned about)
{
	formula when = rules->define[*term].when;

	for (const struct ir *asked = when != NULL ? when->asked : NULL; asked != NULL; asked = asked->also) {
		int inner = asked->item;
		const struct fact *fact = &facts[asked->fact];
		if (asked->fact != FACT_term && (fact_about(fact) & about))
			continue;
		if (asked->fact != FACT_term)
			return fact;
		fact = fact_apart(rules, &inner, about);
		if (fact == NULL)
			continue;
		*term = inner;
		return fact;
	}
	return NULL;
}

/* If [fact] is a term, points at what it asks that cannot be asked in [about]. */
static void point_into_term(struct typing *at, const struct ir *asked, struct diag *diag, unsigned about)
{
	const struct rules *rules = at->building->rules;
	int term = asked->item;
	const struct fact *fact = asked->fact == FACT_term ? fact_apart(rules, &term, about) : NULL;

	if (fact != NULL)
		diag_other(at->building->diags, diag, rules_cell(rules, ROW_define_when, term)->statement->span,
		           "it asks `%s`", fact->phrase);
}

/* Refuses a fact that has no answer here, or narrows what a term may be used for. */
/* True if bounds of a number are read. */
static bool reads_bounds(const struct typing *at)
{
	return !at->wants_flag && at->row >= 0 && rows[at->row].type == TYPE_BOUNDS;
}

/* For advice: `when` for a condition, `by` for what decides a ladder, the name of a setting that is a number, else "". */
static const char *setting_asked(const struct typing *at)
{
	return at->wants_flag        ? "when"
	       : at->is_key          ? "by"
	       : at->number_row >= 0 ? rows[at->number_row].name
	       : reads_bounds(at)    ? rows[at->row].name
	                             : "";
}

/* Facts that a hint names: the first of them in words, and how many there are. */
struct named_facts {
	struct text words;
	int count;
};

static void name_fact(struct named_facts *all, const char *phrase, int most)
{
	if (all->count++ < most)
		text_format(&all->words, "%s`%s`", all->count > 1 ? ", " : "", phrase);
}

/* `size`, which is asked of a meld, in a condition of the turn: names the facts that have this word, or ask of cards as it does,
 * and can be asked here. */
static void hint_askable(struct typing *at, struct diag *diag, const struct fact *asked)
{
	enum { SHOWN = 4 };
	struct named_facts all = { .count = 0 };

	for (int i = 0; i < FACT_COUNT; i++)
		if ((fact_about(&facts[i]) & at->about) && facts[i].type == asked->type && facts[i].slot != SLOT_DEED &&
		    ((asked->slot == SLOT_CARDS && facts[i].slot == SLOT_CARDS) ||
		     strstr(facts[i].phrase, asked->phrase) != NULL))
			name_fact(&all, facts[i].phrase, SHOWN);
	if (all.count > 0)
		diag_hint(at->building->diags, diag, "here there %s %s", all.count == 1 ? "is" : "are",
		          text_read(&all.words));
	text_free(&all.words);
}

static bool check_about(struct typing *at, const struct ir *asked, const struct expr *phrase, unsigned about,
                        const char *name)
{
	unsigned before = at->about;
	struct diag *diag;

	if (at->narrows) {
		at->about &= about;
		if (at->about != 0)
			return true;
		point_into_term(at, asked, diag_add(at->building->diags, DIAG_FACTS_APART, phrase->span, name), before);
		return false;
	}
	if (about & at->about)
		return true;
	diag = diag_add(at->building->diags, DIAG_FACT_NOT_HERE, phrase->span, name, about_words(at->about));
	point_into_term(at, asked, diag, at->about);
	if (hint_advice_here(at->building->diags, diag, setting_asked(at), phrase))
		return false;
	if (asked->fact == FACT_count_of && (at->about & (FACTS_SHAPE | FACTS_ADDED)))
		diag_hint(at->building->diags, diag,
		          "which wild cards a meld may have is said by `kinds`: `meld set { kinds when count of joker <= 1 }`");
	else if (asked->fact == FACT_rank_is)
		diag_hint(at->building->diags, diag, "which cards are meant is said by `cards`, as in `cards A`");
	else if (at->about == FACTS_ADDED && (about & FACTS_MELD))
		diag_hint(at->building->diags, diag,
		          "of the meld that the card goes to there are `side cards of rank` and `side wild cards of rank`");
	else if (at->about == FACTS_END && (about & FACTS_PLAYER))
		diag_hint(at->building->diags, diag, "a score with `per player` can ask it of each player of the side");
	else if (asked->fact != FACT_term)
		hint_askable(at, diag, &facts[asked->fact]);
	return false;
}

/* ---- what it is about ---- */

static bool find_item(struct typing *at, struct ir *asked, int group, const struct expr *atom, int count)
{
	const struct rules *rules = at->building->rules;
	const char *words[LIST_ITEMS_MAX];
	struct diag *diag;

	for (int i = 0; i < count; i++) {
		words[i] = rules_item_name(rules, group, i);
		if (atom->kind == EXPR_WORD && atom->next == NULL && strcmp(words[i], atom->text) == 0) {
			asked->item = i;
			return true;
		}
	}
	if (at->building->partial && atom->kind == EXPR_WORD)
		return true;
	diag = diag_add(at->building->diags, DIAG_UNKNOWN_ITEM, atom->span, groups[group].name,
	                atom->text != NULL ? atom->text : "this");
	if ((atom->text == NULL || !diag_hint_nearest(at->building->diags, diag, atom->text, words, count)) &&
	    count > 0) {
		struct text all = { 0 };
		text_add_words(&all, words, count, " or ");
		diag_hint(at->building->diags, diag, "it can be %s", text_read(&all));
		text_free(&all);
	}
	return false;
}

/* Reads the argument of a fact, which begins at [slot], into [asked]: a set of cards, or the place of an item that is named.
 * False with a finding queued. */
static bool read_argument(struct typing *at, struct ir *asked, const struct expr *slot, struct span span)
{
	switch (facts[asked->fact].slot) {
	case SLOT_NONE: return true;
	case SLOT_CARDS:
		if (!faces_of_atoms(at->building->diags, &at->building->terms, slot, &asked->faces))
			return false;
		asked->cards = asked->faces;
		asked->roles = roles_named(slot);
		remember_set(at->building, &asked->cards, &asked->faces, span);
		return true;
	case SLOT_TERM: return find_item(at, asked, GROUP_define, slot, at->building->defined);
	case SLOT_DEED: asked->item = deed_said(slot); return true;
	default: break;
	}
	return find_item(at, asked, fact_group(asked->fact), slot,
	                 rules_item_count(at->building->rules, fact_group(asked->fact)));
}

/* ---- what is no fact ---- */

/* What [said] may be a typing error of among what can be asked here, or NULL. */
static const char *nearest_fact(const struct typing *at, const char *said)
{
	enum { WHO_MOST = 5 };
	const char *words[FACT_COUNT + WHO_MOST * DEEDS + define_MAX];
	int count = 0, who = 0;

	for (int i = 0; i < FACT_COUNT; i++) {
		if (i == FACT_term || !(fact_about(&facts[i]) & at->about))
			continue;
		if (facts[i].slot != SLOT_DEED)
			words[count++] = facts[i].phrase;
		else if (who++ < WHO_MOST)
			for (int deed = 0; deed < DEEDS; deed++)
				words[count++] = text_kept(at->building->arena, "%.*s%s", (int)strcspn(facts[i].phrase, "D"),
				                           facts[i].phrase, deed_phrases[deed]);
	}
	for (int i = 0; i < at->building->defined; i++)
		words[count++] = at->building->rules->define[i].name;
	return word_nearest(said, words, count);
}

/* True if [word] stands in [phrase] as a whole word. */
static bool has_word(const char *phrase, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = phrase; at != NULL; at = strchr(at, ' ')) {
		at += *at == ' ';
		if (strncmp(at, word, length) == 0 && (at[length] == ' ' || at[length] == '\0'))
			return true;
	}
	return false;
}

/* `by score`: names the facts that have the word, of those that can be asked here and would fit. */
static bool hint_word(struct typing *at, struct diag *diag, const char *word)
{
	enum { SHOWN = 4 };
	struct named_facts all = { .count = 0 };
	bool few;

	for (int i = 0; i < FACT_COUNT && strlen(word) > 2; i++)
		if ((fact_about(&facts[i]) & at->about) && (facts[i].type == FLAG) == at->wants_flag &&
		    has_word(facts[i].phrase, word))
			name_fact(&all, facts[i].phrase, SHOWN);
	few = all.count > 0 && all.count <= SHOWN;
	if (few)
		diag_hint(at->building->diags, diag, "%s %s%s", all.count == 1 ? "did you mean" : "there are",
		          text_read(&all.words), all.count == 1 ? "?" : "");
	text_free(&all.words);
	return few;
}

/* Where no other hint helps: some of what can be asked here. A number is a condition once it is compared. */
static void hint_some(struct typing *at, struct diag *diag)
{
	enum { SHOWN = 5 };
	struct named_facts all = { .count = 0 };

	for (int flags = at->wants_flag; flags >= 0; flags--)
		for (int i = 0; i < FACT_COUNT; i++)
			if (i != FACT_always && i != FACT_never && i != FACT_term &&
			    (fact_about(&facts[i]) & at->about) && (facts[i].type == FLAG) == flags)
				name_fact(&all, facts[i].phrase, SHOWN);
	if (all.count > 0)
		diag_hint(at->building->diags, diag, "what can be asked %s: %s%s", about_words(at->about),
		          text_read(&all.words), all.count > SHOWN ? " and more" : "");
	text_free(&all.words);
}

/* True if the words of [phrase] stand in [whole] in this order, perhaps with others between them. */
static bool words_stand_in(const struct expr *phrase, const char *whole)
{
	for (const struct expr *atom = phrase->first; atom != NULL; atom = atom->next) {
		size_t length = atom->kind == EXPR_WORD ? strlen(atom->text) : 0;
		while (length > 0 && *whole != '\0' &&
		       (strncmp(whole, atom->text, length) != 0 || (whole[length] != ' ' && whole[length] != '\0'))) {
			whole += strcspn(whole, " ");
			whole += *whole == ' ';
		}
		if (length == 0 || *whole == '\0')
			return false;
		whole += length + (whole[length] == ' ');
	}
	return true;
}

/* `others out`, where a word of a fact is missing: says the whole. */
static bool hint_whole(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	for (int i = 0; i < FACT_COUNT && phrase->first->next != NULL; i++)
		if ((fact_about(&facts[i]) & at->about) && (facts[i].type == FLAG) == at->wants_flag &&
		    words_stand_in(phrase, facts[i].phrase)) {
			diag_hint(at->building->diags, diag, "did you mean `%s`?", facts[i].phrase);
			return true;
		}
	return false;
}

/* `natural canasta`, where an item is named that facts ask about: says how it is asked for. */
static bool hint_item(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const struct expr *named = phrase->first, *list = named != NULL ? named->next : NULL;
	int group = list != NULL && list->next == NULL && list->kind == EXPR_WORD ? group_named(GROUP_root, list->text)
	                                                                          : -1;
	const char *name = NULL;

	if (group >= 0 && named->kind == EXPR_WORD && rules_item_named(at->building->rules, group, named->text) >= 0)
		name = named->text;
	for (int i = 0; name != NULL && i < FACT_COUNT; i++) {
		size_t before = strcspn(facts[i].phrase, capitals);
		if (fact_group((enum fact_id)i) != group || !(fact_about(&facts[i]) & at->about))
			continue;
		diag_hint(at->building->diags, diag, "did you mean `%.*s%s%s%s`?", (int)before, facts[i].phrase, name,
		          facts[i].phrase + before + strspn(facts[i].phrase + before, capitals),
		          facts[i].type != FLAG && at->wants_flag ? " >= 1" : "");
		return true;
	}
	return false;
}

/* The first atom from [atom] on that names a kind of canasta; NULL if none does. */
static const struct expr *canasta_named(const struct rules *rules, const struct expr *atom)
{
	while (atom != NULL && (atom->kind != EXPR_WORD || rules_item_named(rules, GROUP_canasta, atom->text) < 0))
		atom = atom->next;
	return atom;
}

/* `contract when natural`, where a kind of canasta is named: says how many there are of it. */
static bool hint_canasta(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	const struct expr *named = canasta_named(at->building->rules, phrase->first);

	if (named == NULL || !(fact_about(&facts[FACT_side_canastas_of]) & at->about) ||
	    (phrase->first->kind == EXPR_WORD &&
	     strcmp(phrase->first->text, "others") == 0)) /* of whom no kind is counted */
		return false;
	diag_hint(at->building->diags, diag, "did you mean `side canastas of %s%s`?", named->text,
	          at->wants_flag ? " >= 1" : "");
	return true;
}

/* `two`, where 2 was meant: says so. */
static bool hint_digits(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	const struct expr *word = phrase->first, *times = word->next;
	bool alone = word->kind == EXPR_WORD && times == NULL;
	int64_t number = word->kind == EXPR_WORD ? number_meant(word->text) : -1;
	struct text digits = { 0 };

	if (number < 0 || (!alone && (times->kind != EXPR_WORD || times->next != NULL)))
		return false;
	if (!alone && strcmp(times->text, "hundred") != 0 && strcmp(times->text, "thousand") != 0)
		return false;
	if (!alone) {
		diag_hint(at->building->diags, diag, "numbers are written in digits: %lld",
		          (long long)(number * (*times->text == 'h' ? 100 : 1000)));
		return true;
	}
	text_add_number(&digits, number);
	diag_hint(at->building->diags, diag, "numbers are written in digits: %s", text_read(&digits));
	if (!digits.failed)
		diag_fix(at->building->diags, diag, phrase->first->text, text_read(&digits));
	text_free(&digits);
	return true;
}

/* A term that stands after the one that is read: says that order decides, and what to do about it. */
static bool hint_later_term(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	const struct rules *rules = at->building->rules;
	const struct expr *word = phrase->first;
	int item =
		word->kind == EXPR_WORD && word->next == NULL ? rules_item_named(rules, GROUP_define, word->text) : -1;
	int reader = at->building->defined;
	const char *name;

	if (item < reader || reader >= rules->define_count)
		return false;
	name = rules->define[reader].name;
	if (item == reader)
		diag_hint(at->building->diags, diag, "a term cannot be explained by itself");
	else if (rules->items[GROUP_define][reader].source == phrase->span.source)
		diag_hint(at->building->diags, diag, "a term asks those above it alone: write `%s` above `%s`",
		          word->text, name);
	else
		diag_hint(
			at->building->diags, diag,
			"`%s` keeps its place among the terms of the game that is extended, and asks those above it alone: "
			"write `remove define %s`, and `add define %s` below `%s`",
			name, name, name, word->text);
	if (item != reader)
		diag_other(at->building->diags, diag, rules->items[GROUP_define][item], "`%s` stands here", word->text);
	return true;
}

/* Writes the atoms from [atom] up to [end] as they stand in the file. */
static void write_atoms(const struct expr *atom, const struct expr *end, struct text *out)
{
	for (; atom != end; atom = atom->next) {
		text_add(out, out->length > 0 ? " " : "");
		expr_write(atom, out);
	}
}

/* `no wilds`, where `wilds = 0` was meant: says so. */
static bool hint_none(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	const struct expr *first = phrase->first, *slot;
	struct text said = { 0 };
	int found;

	if (!at->wants_flag || first->kind != EXPR_WORD || strcmp(first->text, "no") != 0 || first->next == NULL)
		return false;
	found = fact_said(at->building, first->next, &slot);
	if (found < 0)
		return false;
	write_atoms(first->next, NULL, &said);
	diag_hint(at->building->diags, diag, facts[found].type == FLAG ? "write `not %s`" : "write `%s = 0`",
	          text_read(&said));
	text_free(&said);
	return true;
}

/* `hand 11 start_pile 1`: another setting begins within the value. */
static bool hint_setting_within(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	const struct expr *word = phrase->first->kind == EXPR_NUMBER ? phrase->first->next : NULL;
	int row =
		at->row >= 0 && word != NULL && word->kind == EXPR_WORD ? row_named(rows[at->row].in, word->text) : -1;

	if (row < 0 || !may_follow((enum row_id)row, word->next))
		return false;
	diag_hint(at->building->diags, diag, "put `;` before `%s`, or begin a new line", word->text);
	return true;
}

/* `wilds 0`, where `wilds = 0` was meant: says so. */
static bool hint_comparison(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	struct text fact = { 0 };
	const struct expr *last = phrase->first;
	bool found = false;

	while (last->next != NULL)
		last = last->next;
	write_atoms(phrase->first, last, &fact);
	for (int i = 0; i < FACT_COUNT && last->kind == EXPR_NUMBER; i++)
		found = found || strcmp(facts[i].phrase, text_read(&fact)) == 0;
	if (found)
		diag_hint(at->building->diags, diag, "write `%s = %lld`", text_read(&fact), (long long)last->number);
	text_free(&fact);
	return found;
}

/* `size 3 to 7`, where `3..7` was meant: says so. */
static bool hint_limits(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	return reads_bounds(at) && hint_limit(at->building->diags, diag, phrase);
}

/* `canastas 2 natural`, where a number of one kind is asked for: says that it is a condition. */
static bool hint_kind(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	const struct expr *named = canasta_named(at->building->rules, phrase->first);
	int64_t number = 1;

	if (at->number_row != ROW_going_out_canastas || phrase->first->kind != EXPR_NUMBER)
		return false;
	if (named == NULL)
		return hint_advice_here(at->building->diags, diag, groups[GROUP_going_out].name, phrase);
	for (const struct expr *atom = phrase->first; atom != named; atom = atom->next)
		if (number_of_atom(atom) >= 0)
			number = number_of_atom(atom);
	diag_hint(at->building->diags, diag,
	          "of one kind they are asked for by a condition: `contract when side canastas of %s >= %lld`",
	          named->text, (long long)number);
	return true;
}

/* `13 if 4 players`, where a ladder was meant: shows one. */
static bool hint_if(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	if (at->wants_flag || at->is_key || at->row < 0 || ladder_such_as((enum row_id)at->row) == NULL)
		return false;
	for (const struct expr *atom = phrase->first; atom != NULL; atom = atom->next)
		if (atom->kind == EXPR_WORD && strcmp(atom->text, "if") == 0) {
			diag_hint(at->building->diags, diag, "what depends on something is a ladder, such as `%s %s`",
			          rows[at->row].name, ladder_such_as((enum row_id)at->row));
			return true;
		}
	return false;
}

/* `"300"`, where 300 was meant: says so. */
static bool hint_quotes(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	const char *text = phrase->first->kind == EXPR_STRING && phrase->first->next == NULL ? phrase->first->text : "";

	if (*text == '\0' || text[strspn(text, "0123456789")] != '\0')
		return false;
	diag_hint(at->building->diags, diag, "numbers stand without quotes: %s", text);
	return true;
}

/* `5000 points`, where a number stands: says so. */
static bool hint_number(struct typing *at, struct diag *diag, const struct expr *phrase)
{
	if (phrase->first->kind == EXPR_NUMBER && (at->wants_flag || at->number_row >= 0)) {
		/* `15 cards`: proposes to write the number alone. */
		struct text digits = { 0 };

		text_add_number(&digits, phrase->first->number);
		diag_hint(at->building->diags, diag, "write the number alone: `%s`", text_read(&digits));
		if (!digits.failed)
			diag_fix(at->building->diags, diag, NULL, text_read(&digits));
		text_free(&digits);
	} else if (phrase->first->kind == EXPR_NUMBER)
		diag_hint(
			at->building->diags, diag,
			"write the number alone, or so much for each of something as a product: `100 * side canastas`");
	return phrase->first->kind == EXPR_NUMBER;
}

/* The first number in [said]; false if there is none. */
static bool first_number(const struct expr *said, int64_t *number)
{
	for (; said != NULL && !is_constant(said, number); said = said->next)
		if (said->kind != EXPR_WORD && said->first != NULL && first_number(said->first, number))
			return true;
	return said != NULL;
}

bool hint_one_number(struct building *building, struct diag *diag, int row, const struct expr *said)
{
	int64_t number;

	if (!first_number(said, &number))
		return false;
	if (groups[rows[row].in].is_list)
		diag_hint(building->diags, diag, "`%s` is followed by one number, as in `%s %lld`", rows[row].name,
		          rows[row].name, (long long)number);
	else
		diag_hint(building->diags, diag,
		          "`%s` is followed by one number, as in `%s %lld`; what the table may choose is an option: "
		          "`option some_name \"...\" { %s { %s ... } }`",
		          rows[row].name, rows[row].name, (long long)number, groups[rows[row].in].name, rows[row].name);
	return true;
}

/* `all`, where a number stands: says which numbers the setting takes. */
static bool hint_range(struct typing *at, struct diag *diag, const struct expr *said)
{
	const struct row *row = at->number_row >= 0 ? &rows[at->number_row] : NULL;

	if (row != NULL && hint_one_number(at->building, diag, at->number_row, said))
		return true;
	if (row != NULL)
		diag_hint(at->building->diags, diag, "`%s` is a number from %d to %d", row->name, (int)row->low,
		          (int)row->high);
	return row != NULL;
}

void hint_about_number(struct typing *at, struct diag *diag, const struct expr *expr, const char *said)
{
	struct text place = { 0 };

	if (at->number_row >= 0)
		text_format(&place, "%s %s", groups[rows[at->number_row].in].name, rows[at->number_row].name);
	if (!hint_advice(at->building->diags, diag, text_read(&place), said))
		hint_range(at, diag, expr);
	text_free(&place);
}

/* If the file was not read completely, a word that resembles no fact is taken for a term. */
static struct ir *unknown_fact(struct typing *at, const struct expr *phrase)
{
	struct text said = { 0 };
	struct diag *diag;
	const char *near;
	bool forgiven, hinted;

	write_atoms(phrase->first, NULL, &said);
	near = nearest_fact(at, text_read(&said));
	forgiven = at->building->partial && at->wants_flag && near == NULL && phrase->first->kind == EXPR_WORD &&
	           phrase->first->next == NULL;
	if (!forgiven) {
		diag = diag_add(at->building->diags, DIAG_UNKNOWN_FACT, phrase->span, text_read(&said));
		hinted = hint_later_term(at, diag, phrase) || hint_none(at, diag, phrase) ||
		         hint_setting_within(at, diag, phrase) || hint_whole(at, diag, phrase) ||
		         hint_digits(at, diag, phrase) || hint_item(at, diag, phrase) ||
		         hint_canasta(at, diag, phrase) || hint_comparison(at, diag, phrase) ||
		         hint_if(at, diag, phrase) || hint_limits(at, diag, phrase) || hint_quotes(at, diag, phrase) ||
		         hint_kind(at, diag, phrase) ||
		         hint_advice(at->building->diags, diag, setting_asked(at), text_read(&said)) ||
		         hint_number(at, diag, phrase) || hint_range(at, diag, phrase) ||
		         (reads_bounds(at) && near == NULL && hint_advice(at->building->diags, diag, "", "limit"));
		if (!hinted && near != NULL) {
			diag_hint(at->building->diags, diag, "did you mean `%s`?", near);
			if (near[strcspn(near, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")] == '\0') /* or something has to follow */
				diag_fix(at->building->diags, diag, text_read(&said), near);
		} else if (!hinted && !hint_word(at, diag, text_read(&said)))
			hint_some(at, diag);
	}
	text_free(&said);
	return forgiven ? ir_number(&at->maker, 0, FLAG) : NULL;
}

/* ---- the whole ---- */

/* [atom] is NULL where there is nothing but words that are passed over. */
static bool is_term(const struct typing *at, const struct expr *atom)
{
	for (int i = 0; atom != NULL && i < at->building->defined; i++)
		if (atom->kind == EXPR_WORD && strcmp(at->building->rules->define[i].name, atom->text) == 0)
			return atom->next == NULL;
	return false;
}

/* `times side took pile`: the fact that asks what was done, with [*slot] where that begins; -1 for anything else. */
static int times_said(const struct expr *phrase, const struct expr **slot)
{
	const struct expr *first = skip_articles(phrase->first);
	bool times = first != NULL && first->kind == EXPR_WORD && strcmp(first->text, "times") == 0;

	for (int i = 0; i < FACT_COUNT && times; i++)
		if (facts[i].slot == SLOT_DEED && phrase_matches(&facts[i], skip_articles(first->next), slot) &&
		    deed_said(*slot) >= 0)
			return i;
	return -1;
}

/* What was done as a question: that of an older fact if it means the same, or whether it was done at least once. */
static struct ir *was_done(struct typing *at, struct ir *asked)
{
	static const struct {
		enum fact_id fact;
		enum deed deed;
		enum period period;
		enum fact_id same;
	} older[] = {
		{ FACT_side_did, DEED_opening, PERIOD_deal, FACT_side_opened },
		{ FACT_anybody_did, DEED_opening, PERIOD_turn, FACT_turn_opened },
		{ FACT_anybody_did, DEED_taking, PERIOD_turn, FACT_took },
		{ FACT_anybody_did, DEED_drawing, PERIOD_turn, FACT_drew },
		{ FACT_player_did, DEED_melding, PERIOD_before, FACT_melded_before },
	};

	for (size_t i = 0; i < sizeof older / sizeof *older; i++)
		if (asked->fact == older[i].fact && deed_of(asked) == older[i].deed && period_of(asked) == older[i].period) {
			*asked = (struct ir){ .kind = IR_FACT, .type = FLAG, .fact = older[i].same };
			return asked;
		}
	return ir_compare(&at->maker, IR_AT_LEAST, asked, ir_number(&at->maker, 1, NUMBER));
}

struct ir *type_fact(struct typing *at, const struct expr *phrase)
{
	const struct expr *slot = NULL;
	int times = times_said(phrase, &slot), found = times >= 0 ? times : fact_said(at->building, phrase->first, &slot);
	struct text name = { 0 };
	struct ir *asked;
	unsigned about;
	bool here;

	if (found < 0 && is_term(at, skip_articles(phrase->first)))
		found = FACT_term, slot = skip_articles(phrase->first);
	if (found < 0)
		return unknown_fact(at, phrase);
	if (found == FACT_always || found == FACT_never) /* which have an answer everywhere */
		return ir_number(&at->maker, found == FACT_always, FLAG);
	asked = ir_node(&at->maker, IR_FACT, facts[found].type);
	if (asked == NULL)
		return NULL;
	asked->fact = (enum fact_id)found;
	if (!read_argument(at, asked, slot, at->span))
		return NULL;
	about = found == FACT_term                  ? at->building->define_facts[asked->item]
	        : facts[found].slot == SLOT_DEED ? deed_about(asked)
	                                         : fact_about(&facts[found]);
	if (facts[found].slot == SLOT_DEED)
		write_atoms(phrase->first, NULL, &name);
	here = check_about(at, asked, phrase, about,
	                   name.length > 0      ? text_read(&name)
	                   : found == FACT_term ? slot->text
	                                        : facts[found].phrase);
	text_free(&name);
	if (!here)
		return NULL;
	return facts[found].slot == SLOT_DEED && times < 0 ? was_done(at, asked) : asked;
}
