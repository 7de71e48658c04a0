/* card.c -- a card for the table: whose rules; what opens and what cards count; on the left what one may do, in the order of a turn, on the
 * right what it counts; special hands below. Each block is made in the file of its noun. */
#include "reports/card.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "canasta.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/compare.h"
#include "rules/options.h"

/* ---- the head ---- */

/* The number of deals after which the game ends whatever the totals are, or 0 if that goes by something else. */
static int deals_of(const struct ir *ends)
{
	return ends->kind == IR_AT_LEAST && ends->first->kind == IR_FACT && ends->first->fact == FACT_deal_number &&
	                       ends->first->next->kind == IR_NUMBER
	               ? ends->first->next->number
	               : 0;
}

static void add_end(struct card_maker *maker)
{
	const struct in_game *game = &maker->rules->game;
	struct words *words = card_fact(maker->card);
	int deals = deals_of(game->ends->ir);
	const char *tie = game->tie == game_tie_shared ? "the win is shared" : "another deal";

	if (game->to > 0)
		card_say(words, "to *%s* at the end of a deal", card_number(maker, game->to));
	if (deals > 0)
		card_say(words, game->to > 0 ? ", or *%d deals*" : "*%d deals*", deals);
	else if (!never_holds(game->ends))
		card_say(words, "%sends after a deal %s", game->to > 0 ? ", or " : "",
		         card_when(maker, game->ends->ir));
	card_say(words, "; if level, ");
	if (!formula_is_constant(game->tie_break, &(int32_t){ 0 }))
		card_say(words, "most of this: %s; then ", card_amount(maker, game->tie_break->ir));
	card_say(words, "%s", tie);
}

static void add_facts(struct card_maker *maker)
{
	const struct rules *rules = maker->rules;
	struct words *words = card_fact(maker->card);

	card_say(words, "*%d players*, ", rules->table.players);
	if (rules->table.at_play > 0 && rules->table.at_play < rules->table.players)
		card_say(words, "%d at play, ", rules->table.at_play);
	if (rules->table.alone == table_alone_first_to_take_the_pile)
		card_say(words, "the first to take the pile plays alone");
	else if (rules->table.alone == table_alone_first_to_take_up_a_reserve)
		card_say(words, "%s", card_club(maker, "the first to take up a reserve plays alone"));
	else if (maker->alone)
		card_say(words, "each alone");
	else
		card_say(words, "%d sides", rules->table.sides);
	if (rules->table.alone != table_alone_nobody && !always_holds(rules->table.alone_deals))
		card_say(words, "%s", card_only(maker, rules->table.alone_deals->ir));
	card_say(card_fact(maker->card), "*%d pack%s*, %d joker%s", rules->deck.packs, plural(rules->deck.packs),
	         rules->deck.jokers, plural(rules->deck.jokers));
	words = card_fact(maker->card);
	if (rules->reserve.cards > 0 && rules->reserve.of == reserve_of_player && rules->reserve.number == 1)
		card_say(words, "*%d + %d cards* each", rules->deal.hand, rules->reserve.cards);
	else
		card_say(words, "*%d cards* each", rules->deal.hand);
	add_end(maker);
}

static void add_head(struct card_maker *maker)
{
	struct card *card = maker->card;

	card_say(&card->title, "%s", maker->rules->title);
	for (const struct option *option = maker->rules->options; option != NULL; option = option->next)
		if (option->chosen && !option->by_default)
			card_say(&card->options, "%s%s", words_empty(&card->options) ? "with: " : "; ",
			         option->title != NULL ? option->title : option->name);
	add_facts(maker);
}

/* ---- terms ---- */

static bool is_word_letter(char letter)
{
	return isalnum((unsigned char)letter) != 0;
}

/* True if [said] has these words, whatever their case, a plural among them. */
static bool says(const char *said, const char *words)
{
	size_t length = strlen(words);

	for (const char *at = said; *at != '\0'; at++) {
		size_t i = 0;
		while (i < length && small_letter(at[i]) == small_letter(words[i]))
			i++;
		if (i == length && (at == said || !is_word_letter(at[-1])) && (!is_word_letter(at[i]) || at[i] == 's'))
			return true;
	}
	return false;
}

static size_t word_length(const char *words)
{
	size_t length = 0;

	while (is_word_letter(words[length]))
		length++;
	return length;
}

/* The length of a word without the "s" of several if there is one. */
static size_t stem_length(const char *words, size_t length)
{
	return length - (length > 1 && words[length - 1] == 's');
}

/* True if [said] has a word that begins with these [length] letters, or the number that they name. */
static bool has_word(const char *said, const char *word, size_t length)
{
	char name[16] = "";
	long number;

	for (size_t i = 0; i < length && length < sizeof name; i++)
		name[i] = small_letter(word[i]);
	number = (long)number_meant(name);
	for (const char *at = said; *at != '\0'; at++)
		if ((at == said || !is_word_letter(at[-1])) &&
		    (strncasecmp(at, word, length) == 0 ||
		     (isdigit((unsigned char)*at) && strtol(at, NULL, 10) == number)))
			return true;
	return false;
}

/* True if a title explains itself, as "Three wild cards" does: all its words are in the explanation, but for those that say nothing of the
 * cards. */
static bool title_explains(const char *title, const char *said)
{
	static const char *const idle[] = { "A", "An", "Of", "The", "In", "Is", "Rank", "Meld", "Canasta" };
	bool all = true;

	for (size_t length; *title != '\0' && all; title += length > 0 ? length : 1) {
		size_t stem = stem_length(title, length = word_length(title));
		bool asked = length > 0;
		for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
			asked = asked && ((strlen(idle[i]) != length && strlen(idle[i]) != stem) ||
			                  strncasecmp(title, idle[i], strlen(idle[i])) != 0);
		all = !asked || has_word(said, title, stem);
	}
	return all;
}

/* What is on a card, in words. */
static void read_card(const struct card *card, struct text *out)
{
	for (const struct card_block *block = card->first; block != NULL; block = block->next) {
		words_read(&block->aside, out);
		text_add(out, "\n");
		for (const struct card_part *part = block->first; part != NULL; part = part->next)
			for (const struct card_row *row = part->first; row != NULL; row = row->next)
				for (int i = 0; i < part->columns; i++) {
					words_read(&row->cell[i].words, out);
					text_add(out, "\n");
				}
	}
}

/* True if what is [said] names the term: by its title, or in a condition that does. */
static bool names_term(const struct card_maker *maker, int term, const char *said)
{
	bool named = maker->rules->define[term].title != NULL && says(said, maker->rules->define[term].title);

	for (const struct named *at = maker->named; at != NULL && !named; at = at->next)
		named = at->term == term && says(said, at->words);
	return named;
}

/* True if a kind of canasta has the title, so that the card says elsewhere what it is. */
static bool is_canasta(struct card_maker *maker, const char *title)
{
	for (int i = 0; i < maker->rules->canasta_count; i++)
		if (strcmp(card_bare_title(maker, GROUP_canasta, i), title) == 0)
			return true;
	return false;
}

/* What a class of melds or a term means; NULL if [said] does not name it, if its title says enough, and if it is always so or never. */
static const char *explained(struct card_maker *maker, int list, int item, const char *said)
{
	const struct rules *rules = maker->rules;
	const char *title = card_bare_title(maker, list, item), *that;

	if (list == GROUP_class
	            ? is_canasta(maker, title) || !says(said, title)
	            : formula_is_constant(rules->define[item].when, &(int32_t){ 0 }) || !names_term(maker, item, said))
		return NULL;
	that = list == GROUP_class ? card_meld(maker, rules->class[item].when->ir) : card_term(maker, item);
	return title_explains(title, that) ? NULL : that;
}

/* Explains the classes of melds and the terms that the card names, and those that these explanations name. */
static void add_terms(struct card_maker *maker)
{
	static const int lists[] = { GROUP_class, GROUP_define };
	const struct rules *rules = maker->rules;
	struct card_block *block;
	struct text said = { 0 };
	const char *that;

	read_card(maker->card, &said);
	for (int i = rules->define_count - 1; i >= 0; i--) /* a term is made of those before it */
		if ((that = explained(maker, GROUP_define, i, text_read(&said))) != NULL)
			text_format(&said, "%s\n", that);
	block = card_block(maker->card, CARD_RIGHT, "terms", "Terms");
	block->movable = true;
	block->spare = SPARE_CLASSES;
	for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
		for (int i = 0; i < rules_item_count(rules, lists[list]); i++)
			if ((that = explained(maker, lists[list], i, text_read(&said))) != NULL)
				card_say(card_line(block, CARD_SENTENCE), "*%s*: %s.",
				         card_bare_title(maker, lists[list], i), that);
		if (lists[list] == GROUP_class)
			card_spare(block, SPARE_CLASSES);
		else if (block->last != NULL && block->last->spare == SPARE_NEVER)
			block->spare = SPARE_TERMS;
	}
	if (block->first == NULL)
		card_take_back(maker->card);
	document_use(&maker->card->memory, &said);
}

/* ---- exceptions ---- */

enum { EXCEPTIONS_MOST = 12 }; /* there is no room for more */

struct exceptions {
	const struct note *note[EXCEPTIONS_MOST];
	int count;
};

/* Adds what players have to keep themselves, but for what is there already, as one line may state several settings, and what a change has
 * made untrue. */
static void add_exceptions_of(struct card_maker *maker, const struct note *notes, int group, const struct layer *layer,
                              struct exceptions *found)
{
	for (const struct note *note = notes; note != NULL; note = note->next) {
		bool is_new = note->kind == NOTE_BUT && found->count < EXCEPTIONS_MOST &&
		              !remarks_are_off(maker->rules, group, layer) &&
		              !words_name_changed(maker->rules, note->text, layer->height, &maker->card->memory.failed);
		for (int i = 0; i < found->count; i++)
			is_new = is_new && found->note[i] != note;
		if (is_new)
			found->note[found->count++] = note;
	}
}

static void add_exceptions(struct card_maker *maker)
{
	const struct rules *rules = maker->rules;
	struct exceptions found = { .count = 0 };
	struct card_block *block;

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		for (struct setting_notes of = notes_of(rules_cell(rules, at.row, at.item)); notes_next(&of);)
			add_exceptions_of(maker, of.notes, rows[at.row].in, of.layer, &found);
	for (const struct remark *remark = rules->remarks; remark != NULL; remark = remark->next)
		add_exceptions_of(maker, remark->notes, remark->group, remark->layer, &found);
	if (found.count == 0)
		return;
	block = card_block(maker->card, CARD_RIGHT, "exceptions", "Exceptions");
	block->movable = true;
	for (int i = 0; i < found.count; i++)
		card_say(card_line(block, CARD_SENTENCE), "%s.", card_capital(maker, found.note[i]->text));
}

/* ---- the whole ---- */

enum { HASH_DIGITS = 8 };

static void add_foot(struct card_maker *maker, const char *reference)
{
	struct card *card = maker->card;
	char hash[RULES_HASH_ROOM];

	for (const struct source_document *at = maker->rules->documents; at != NULL; at = at->next)
		if (document_is_own(maker->rules, at))
			card_say(&card->source, "%s%s", words_empty(&card->source) ? "" : "; ", at->title);
	if (words_empty(&card->source))
		card_say(&card->source, "%s", reference);
	card_say(&card->foot, "%s, written by canasta %s", reference, CANASTA_VERSION);
	card->memory.failed = !rules_hash(maker->rules, hash) || card->memory.failed;
	hash[HASH_DIGITS] = '\0';
	card_say(&card->hash, "rules %s", hash);
}

void card_make(const struct rules *rules, const char *reference, struct card *card)
{
	struct card_maker maker = { .rules = rules, .card = card, .arena = arena_new() };

	card_begin(card);
	if (maker.arena == NULL) {
		card->memory.failed = true;
		return;
	}
	maker.alone = rules->table.players == rules->table.sides && rules->table.alone == table_alone_nobody;
	maker.voice = maker.alone ? VOICE_ALONE : VOICE_PARTNER;
	maker.partners = !maker.alone;
	add_head(&maker);
	card_opening(&maker);
	card_points(&maker);
	card_turn(&maker);
	card_melds(&maker);
	card_pile(&maker);
	card_discards(&maker);
	card_reserve(&maker);
	card_canastas(&maker);
	card_going_out(&maker);
	card_bonus(&maker);
	card_talon(&maker);
	card_deal_end(&maker);
	card_stock_end(&maker);
	card_special(&maker);
	add_terms(&maker);
	add_exceptions(&maker);
	add_foot(&maker, reference);
	card->memory.failed = card->memory.failed || arena_failed(maker.arena);
	arena_free(maker.arena);
}
