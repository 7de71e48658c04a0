/* rules.c -- rules.def and facts.def as tables, and accessors of a finished struct rules. */
#include "rules/rules.h"

#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"

/* Where a section lies in struct rules, or the members of a list in its section. rules.def speaks of `root` for
 * what stands on its own, which is struct rules itself. */
#define in_root rules
enum {
	IN_root = 0,
#define SECTION(id, title) IN_##id = offsetof(struct rules, id),
#include "rules.def"
};

const struct group groups[GROUP_COUNT] = {
#define SECTION(id, title) \
	[GROUP_##id] = { .name = #id, .heading = title, .in = GROUP_root, .offset = offsetof(struct rules, id) },
#define LIST(section, id, most, title)                                               \
	[GROUP_##id] = { .name = #id,                                                \
		         .heading = title,                                           \
		         .in = GROUP_##section,                                      \
		         .is_list = true,                                            \
		         .max = most,                                                \
		         .offset = IN_##section + offsetof(struct in_##section, id), \
		         .stride = sizeof(struct in_##id),                           \
		         .count_offset = IN_##section + offsetof(struct in_##section, id##_count) },
#include "rules.def"
};

#define WORD_AND_BAR(row, word) #word "|"
#define NEED_BIT(row, word) | UINT64_C(1) << NEED_##word

const struct row rows[ROW_COUNT] = {
#define ROW(section, id, kind, fallback_value, least, most, asked, weight, demands, spellings, text) \
	[ROW_##section##_##id] = { .name = #id,                                                      \
		                   .in = GROUP_##section,                                            \
		                   .type = TYPE_##kind,                                              \
		                   .fallback = fallback_value,                                       \
		                   .low = least,                                                     \
		                   .high = most,                                                     \
		                   .facts = FACTS_##asked,                                           \
		                   .level = LEVEL_##weight,                                          \
		                   .needs = 0 EACH_WORD(NEED_BIT, none, UNPACK demands),             \
		                   .words = EACH_WORD(WORD_AND_BAR, none, UNPACK spellings),         \
		                   .sentence = text,                                                 \
		                   .offset = offsetof(struct in_##section, id) },
#include "rules.def"
};

#define LOW_LEAST LEAST
#define LOW_CARDS LEAST_OF_CARDS
#define LOW_0 0
#define LOW_1 1
#define LOW_2 2

const struct fact facts[FACT_COUNT] = {
#define FACT(id, answer, stands_for, asked, least, bound, lasts, changes, whom, rests, words, text) \
	[FACT_##id] = { .phrase = words,                                                            \
		        .type = answer,                                                             \
		        .slot = SLOT_##stands_for,                                                  \
		        .where = asked,                                                             \
		        .low = LOW_##least,                                                         \
		        .most = MOST_##bound,                                                       \
		        .stays = STAYS_##lasts,                                                     \
		        .melding = MELDING_##changes,                                               \
		        .of = OF_##whom,                                                            \
		        .rests_on = ON_##rests,                                                     \
		        .sentence = text },
#include "facts.def"
#undef FACT
};

int32_t fact_least(const struct rules *rules, enum fact_id fact)
{
	if (facts[fact].low != LEAST_OF_CARDS)
		return facts[fact].low;
	for (int face = 0; face < FACES; face++)
		if (rules->cards.points.of_face[face] < 0)
			return LEAST;
	return 0;
}

unsigned fact_about(const struct fact *fact)
{
	unsigned about = 0;

	for (const char *letter = fact->where; *letter != '\0'; letter++)
		switch (*letter) {
		case 't': about |= FACTS_TABLE; break;
		case 'm': about |= FACTS_MELD; break;
		case 's': about |= FACTS_SHAPE; break;
		case 'u': about |= FACTS_TURN | FACTS_PILE | FACTS_BEGIN | FACTS_RANK | FACTS_ADDED; break;
		case 'f': about |= FACTS_TURN | FACTS_RANK | FACTS_ADDED; break;
		case 'w': about |= FACTS_PILE; break;
		case 'o': about |= FACTS_TURN | FACTS_RANK; break;
		case 'r': about |= FACTS_RANK | FACTS_ADDED; break;
		case 'b': about |= FACTS_BONUS; break;
		case 'e': about |= FACTS_END | FACTS_PLAYER | FACTS_GAME; break;
		case 'g': about |= FACTS_GAME; break;
		case 'd': about |= FACTS_DEAL; break;
		case 'p': about |= FACTS_PLAYER; break;
		default: about |= FACTS_QUESTION; break;
		}
	if (fact->rests_on == ON_LINES) /* which a deal that is scored has no more of */
		about &= ~(unsigned)FACTS_GAME;
	if (about & (FACTS_TABLE | FACTS_TURN | FACTS_END))
		about |= FACTS_QUESTION;
	return about;
}

int fact_group(enum fact_id fact)
{
	static const int8_t lists[] = {
		[SLOT_NONE] = GROUP_root,   [SLOT_CARDS] = GROUP_root,  [SLOT_CANASTA] = GROUP_canasta,
		[SLOT_CLASS] = GROUP_class, [SLOT_EVENT] = GROUP_event, [SLOT_TERM] = GROUP_define,
		[SLOT_DEED] = GROUP_root,
	};

	return lists[facts[fact].slot];
}

#define PLAY_GOES_ON true
#define ENDS_THE_DEAL false
#define DEED(id, ends, ...) _Static_assert(ends == (DEED_##id < DEEDS_KEPT), "deeds that end the deal come last");
#include "deeds.def"

const char *const deed_phrases[DEEDS] = {
#define DEED(id, ends, phrase, ...) [DEED_##id] = phrase,
#include "deeds.def"
};

const char *const period_phrases[PERIODS] = {
#define PERIOD(id, phrase, ...) [PERIOD_##id] = phrase,
#include "deeds.def"
};

bool is_filler(const char *word)
{
	return strcmp(word, "in") == 0 || strcmp(word, "this") == 0 || strcmp(word, "her") == 0;
}

size_t filler_length(const char *phrase)
{
	return strncmp(phrase, "in ", 3) == 0 ? 3 : 0;
}

bool is_word_of_deed(const char *phrase, size_t length, const char *word)
{
	return strncmp(phrase, word, length) == 0 && strcmp(word + length, word[length] == 's' ? "s" : "") == 0;
}

bool deed_ends_the_deal(enum deed deed)
{
	return deed >= DEEDS_KEPT;
}

unsigned deed_about(const struct ir *asked)
{
	unsigned about = fact_about(&facts[asked->fact]),
		 at_end = FACTS_END | FACTS_PLAYER | FACTS_GAME | FACTS_QUESTION;

	if (deed_ends_the_deal(deed_of(asked)))
		return about & at_end;
	return period_of(asked) == PERIOD_since ? about & ~(at_end & ~(unsigned)FACTS_QUESTION) : about;
}

void fact_item_write(const struct rules *rules, const struct ir *asked, struct text *out)
{
	if (facts[asked->fact].slot == SLOT_DEED)
		text_format(out, "%s %s", deed_phrases[deed_of(asked)], period_phrases[period_of(asked)]);
	else
		text_add(out, rules_item_name(rules, fact_group(asked->fact), asked->item));
}

int row_named(int group, const char *name)
{
	for (int i = 0; i < ROW_COUNT; i++)
		if (rows[i].in == group && rows[i].name[0] == name[0] && strcmp(rows[i].name, name) == 0)
			return i;
	return -1;
}

int group_named(int in, const char *name)
{
	for (int i = 0; i < GROUP_COUNT; i++)
		if (groups[i].in == in && groups[i].name[0] == name[0] && strcmp(groups[i].name, name) == 0)
			return i;
	return -1;
}

struct setting_notes notes_of(const struct cell *cell)
{
	return (struct setting_notes){ .cite = cell->cites, .part = cell };
}

bool notes_next(struct setting_notes *at)
{
	if (at->cite != NULL) {
		at->notes = at->cite->notes;
		at->span = at->cite->span;
		at->layer = at->cite->layer;
		at->on_item = at->cite->on_item;
		at->cite = at->cite->next;
		return true;
	}
	if (at->part == NULL || at->part->statement == NULL)
		return false;
	at->notes = at->part->statement->notes;
	at->span = at->part->statement->span;
	at->layer = at->part->layer;
	at->on_item = at->part->on_item;
	at->part = at->part->also;
	return true;
}

void *rules_place(struct rules *rules, int group, int item)
{
	return (char *)rules + groups[group].offset + groups[group].stride * (size_t)item;
}

void *rules_value(const struct rules *rules, enum row_id row, int item)
{
	return (char *)rules_place((struct rules *)rules, rows[row].in, item) + rows[row].offset;
}

int32_t *rules_count_place(struct rules *rules, int group)
{
	return (int32_t *)(void *)((char *)rules + groups[group].count_offset);
}

/* Every item begins with its name and its title. */
static const char *const *item_start(const struct rules *rules, int group, int item)
{
	return rules_place((struct rules *)rules, group, item);
}

formula rules_formula(const struct rules *rules, enum row_id row, int item)
{
	enum row_type type = rows[row].type;
	bool held = type == TYPE_CONDITION || type == TYPE_AMOUNT || type == TYPE_BOUNDS;

	return held ? *(const formula *)rules_value(rules, row, item) : NULL;
}

const char *rules_item_name(const struct rules *rules, int group, int item)
{
	return item_start(rules, group, item)[0];
}

const char *rules_item_title(const struct rules *rules, int group, int item)
{
	return item_start(rules, group, item)[1];
}

void title_write(const char *title, struct text *out)
{
	bool article = title[0] == 'A' && title[1] == ' ' && strncmp(title, "A of ", 5) != 0;

	if (article || (title[0] != '\0' && title[1] >= 'a' && title[1] <= 'z'))
		text_format(out, "%c%s", small_letter(title[0]), title + 1);
	else
		text_add(out, title);
}

int rules_item_count(const struct rules *rules, int group)
{
	return groups[group].is_list ? *rules_count_place((struct rules *)rules, group) : 0;
}

int rules_places(const struct rules *rules, int group)
{
	return groups[group].is_list ? rules_item_count(rules, group) : 1;
}

bool row_next(int group, int *row)
{
	const bool begun = *row >= 0;

	do
		++*row;
	while (*row < ROW_COUNT && rows[*row].in != group && !begun); /* the rows of a group follow each other */
	return *row < ROW_COUNT && rows[*row].in == group;
}

bool setting_next_row(const struct rules *rules, struct setting *at)
{
	at->row += at->item > 0; /* 0: nothing has been gone through yet */
	at->item = 0;
	while (at->row < ROW_COUNT && (at->places = rules_places(rules, rows[at->row].in)) == 0)
		at->row++;
	return at->row < ROW_COUNT;
}

int rules_item_named(const struct rules *rules, int group, const char *name)
{
	for (int item = 0; item < rules_item_count(rules, group); item++)
		if (strcmp(rules_item_name(rules, group, item), name) == 0)
			return item;
	return -1;
}

const char *rules_word(enum row_id row, int index, size_t *length)
{
	const char *word = rows[row].words;

	while (index-- > 0 && strchr(word, '|') != NULL)
		word = strchr(word, '|') + 1;
	*length = strcspn(word, "|");
	return word;
}

int rules_kind_named(const struct rules *rules, const char *name)
{
	for (int i = 0; i < rules->kinds; i++)
		if (strcmp(rules->kind[i].name, name) == 0)
			return i;
	return -1;
}

cardset rules_kinds_of_rank(const struct rules *rules, int rank)
{
	cardset kinds = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].rank == rank)
			kinds |= UINT64_C(1) << kind;
	return kinds;
}

cardset rules_kinds_of_faces(const struct rules *rules, cardset faces)
{
	cardset kinds = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if ((rules->kind[kind].faces & faces) != 0)
			kinds |= UINT64_C(1) << kind;
	return kinds;
}

void rules_item_path(const struct rules *rules, int group, int item, struct text *out)
{
	if (groups[group].in != GROUP_root)
		text_format(out, "%s.", groups[groups[group].in].name);
	text_add(out, groups[group].name);
	if (groups[group].is_list)
		text_format(out, ".%s", rules_item_name(rules, group, item));
}

void rules_path(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	rules_item_path(rules, rows[row].in, item, out);
	text_format(out, ".%s", rows[row].name);
}

/* The part of a ban's condition that has a `when`, or NULL. */
static const struct cell *part_with_when(const struct rules *rules, int ban)
{
	const struct cell *part = rules_cell(rules, ROW_ban_when, ban);

	while (part != NULL && (part->statement == NULL || part->statement->when == NULL))
		part = part->also;
	return part;
}

/* True if a document is cited for the statement itself, and not just for a remark behind it. */
static bool cites(const struct cell *cell)
{
	struct setting_notes at = notes_of(cell);

	return notes_next(&at) && at.notes != NULL && at.notes->kind == NOTE_CITE;
}

/* The layer that cites the value last, or else states it. */
static const struct layer *accounted_by(const struct cell *cell)
{
	return cell->cites != NULL ? cell->cites->layer : cell->layer;
}

enum row_id rules_ban_row(const struct rules *rules, int ban)
{
	const struct cell *cards = rules_cell(rules, ROW_ban_cards, ban), *when = part_with_when(rules, ban);

	if (when == NULL || (accounted_by(cards) == accounted_by(when) && cites(cards) && !cites(when)))
		return ROW_ban_cards;
	return ROW_ban_when;
}

const struct statement *rules_statement(const struct rules *rules, enum row_id row, int item)
{
	const struct cell *when = row == ROW_ban_when ? part_with_when(rules, item) : NULL;

	return when != NULL ? when->statement : rules_cell(rules, row, item)->statement;
}
