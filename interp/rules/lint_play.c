/* lint_play.c -- checks the game as a whole: a cut for partners in a game without partners, melds that make others
 * impossible, canastas that leave out a rank, an initial meld that no hand can make, that is
 * never enough or whose minimum falls, special
 * hands that are never held, discards that nobody has, cards that nobody can get rid of. */
#include "rules/lint.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/compare.h"
#include "rules/analysis.h"
#include "rules/library.h"
#include "rules/build.h"
#include "rules/moments.h"
#include "rules/proofs.h"

/* The name of a kind of card, which does not outlive the build. */
static const char *kind_words(struct lint *lint, const struct rules *rules, int kind)
{
	return text_kept(lint->library->arena, "%s", rules->kind[kind].name);
}

/* ---- the cut ---- */

/* The settings that together make a cut for teams of one. */
static const enum row_id TEAM_ROWS[] = { ROW_cut_decides, ROW_table_sides, ROW_table_players };

enum { TEAM_ROW_COUNT = sizeof TEAM_ROWS / sizeof *TEAM_ROWS };

/* The one that was stated last; within one layer the cut itself. */
static enum row_id newest_of_teams(const struct rules *rules)
{
	enum row_id newest = TEAM_ROWS[0];

	for (int i = 1; i < TEAM_ROW_COUNT; i++)
		if (rules_cell(rules, TEAM_ROWS[i], 0)->layer->height > rules_cell(rules, newest, 0)->layer->height)
			newest = TEAM_ROWS[i];
	return newest;
}

static void report_teams_of_one(struct lint *lint, const struct rules *rules)
{
	enum row_id newest = newest_of_teams(rules);
	enum row_id other = newest == ROW_cut_decides ? ROW_table_sides : ROW_cut_decides;
	struct suspect *suspect =
		suspect_if(lint, DIAG_TEAMS_OF_ONE, rules_cell(rules, newest, 0)->statement->span, true);

	if (suspect == NULL)
		return;
	suspect->words[0] = "";
	suspect->hint = "say `cut { decides deal }` if they cut for the first deal, or `cut { decides nothing }`";
	suspect->other = rules_cell(rules, other, 0)->statement->span;
	suspect->other_sentence = other == ROW_cut_decides ? "the cut is stated here" : "the sides are stated here";
}

/* An author who changes the number of players easily forgets the cut, which may be in a file that she extends. */
void lint_cut(struct lint *lint, const struct rules *rules)
{
	if (rules->cut.decides == cut_decides_teams && rules->table.sides == rules->table.players) {
		report_teams_of_one(lint, rules);
		return;
	}
	for (int i = 0; i < TEAM_ROW_COUNT; i++)
		if (is_stated(lint, rules, TEAM_ROWS[i], 0))
			suspect_if(lint, DIAG_TEAMS_OF_ONE, rules_cell(rules, TEAM_ROWS[i], 0)->statement->span, false);
}

/* ---- melds that leave nothing to others ---- */

/* True if each composition of form [a] is one of form [b]. */
static bool compositions_within(const struct form *a, const struct form *b)
{
	for (int naturals = 0; naturals <= MELD_CARDS_MAX; naturals++)
		if ((a->wilds[naturals] & ~b->wilds[naturals]) != 0)
			return false;
	return true;
}

/* True if the cards of each sequence of form [a], in their places, are one of form [b]. */
static bool sequences_within(const struct form *a, const struct form *b)
{
	bool wilds = a->most_wilds[MELD_CARDS_MAX] > 0;

	for (int suit = 0; suit < 4; suit++)
		if ((a->places[suit] & ~b->places[suit]) != 0)
			return false;
	return a->sequence != 0 && (a->sequence & ~b->sequence) == 0 &&
	       (!wilds || (a->moves == b->moves && a->returns == b->returns));
}

/* True if form [b] has a composition or a place of a sequence that form [a] does not have. */
static bool is_narrower(const struct form *a, const struct form *b)
{
	return !compositions_within(b, a) || (a->sequence != 0 && !sequences_within(b, a));
}

/* True if everything that can be laid as [a] can be laid as [b], at any time. */
static bool is_covered(const struct rules *rules, int a, int b)
{
	const struct form *narrow = &rules->form[a], *wide = &rules->form[b];

	return ((narrow->ranks & wide->ranks) != 0 || sequences_within(narrow, wide)) &&
	       always_holds(rules->meld[a].begun) && always_holds(rules->meld[b].begun) &&
	       always_holds(rules->meld[b].natural_cards) &&
	       (always_holds(rules->meld[b].wild_cards) || narrow->most_wilds[MELD_CARDS_MAX] == 0) &&
	       (wide->comes_again || !narrow->comes_again) && (wide->several || !narrow->several) &&
	       rules->meld[a].joined <= rules->meld[b].joined && compositions_within(narrow, wide) &&
	       (a > b || is_narrower(narrow, wide));
}

/* The kind of meld that every meld of kind [form] of some rank would be as well, begun at any time, so that [form] changes
 * nothing for it; sets [*kind] to a card of that rank, to -1 for sequences. Returns -1 if there is none. Of two that are alike the
 * later is covered. */
static int form_covering(const struct rules *rules, int form, int *kind)
{
	for (int other = 0; other < rules->meld_count; other++)
		if (other != form && is_covered(rules, form, other)) {
			cardset both = rules->form[form].ranks & rules->form[other].ranks;
			*kind = both != 0 ? __builtin_ctzll(both) : -1;
			return other;
		}
	return -1;
}

/* True if these cards can be a meld of some kind. */
static bool is_meld(const struct rules *rules, const struct meld_cards *cards)
{
	for (int i = 0; i < rules->meld_count; i++)
		if ((rules->form[i].ranks >> cards->kind & 1) &&
		    form_allows(&rules->form[i], cards->naturals, cards->wilds))
			return true;
	return false;
}

/* The same numbers of cards in each rank: sets [*left_out] if one of them is no canasta, and another is [canasta]. */
static bool is_left_out(const struct rules *rules, int canasta, int naturals, int wilds, struct meld_cards *left_out)
{
	bool made = false, left = false;

	for (cardset kinds = rules->naturals; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds), is;
		struct meld_cards cards = { .kind = (uint8_t)kind,
			                    .naturals = (uint8_t)naturals,
			                    .wilds = (uint8_t)wilds,
			                    .wild = { (uint8_t)wilds } };
		if (naturals > rank_copies(rules, kind) || !is_meld(rules, &cards))
			continue;
		is = rules_canasta_of(rules, &cards);
		made = made || is == canasta;
		if (is < 0 && !left)
			left = true, *left_out = cards;
	}
	return made && left;
}

/* A meld that is no canasta of any kind, while the same numbers of cards of another rank make canasta [canasta]: sets
 * [*left_out] to the smallest. False if there is none. */
static bool leaves_out_by_canasta(const struct rules *rules, int canasta, struct meld_cards *left_out)
{
	int most = rules->wild_kinds > 0 ? rules->kind[rules->wild_kind[0]].copies : 0;

	for (int wilds = 0; wilds <= most && wilds <= MELD_CARDS_MAX; wilds++)
		for (int naturals = 1; naturals <= MELD_CARDS_MAX; naturals++)
			if (naturals + wilds >= rules->canasta_least &&
			    is_left_out(rules, canasta, naturals, wilds, left_out))
				return true;
	return false;
}

/* ---- melds and canastas ---- */

void lint_classes(struct lint *lint, const struct rules *rules)
{
	for (int i = 0; i < rules->class_count; i++) {
		struct span span = said_of(lint, rules, GROUP_class, i);
		struct suspect *suspect =
			suspect_if(lint, DIAG_CLASS_IMPOSSIBLE, span,
		                   in_question(lint, DIAG_CLASS_IMPOSSIBLE, span) && class_is_empty(rules, i));
		if (suspect != NULL)
			suspect->words[0] = rules->class[i].name;
	}
}

/* A kind of meld that another one makes useless. The file may have written either of them. */
static void lint_meld(struct lint *lint, const struct rules *rules, int item)
{
	const struct span *melds = rules->items[GROUP_meld];
	int kind = 0, other = form_covering(rules, item, &kind);
	bool theirs = melds[item].source != lint->file->source && other >= 0;
	struct suspect *suspect =
		suspect_item(lint, DIAG_MELD_COVERED, melds[theirs ? other : item], rules->meld[item].name, other >= 0);

	if (suspect == NULL)
		return;
	suspect->words[0] = rules->meld[item].name;
	suspect->words[1] = kind >= 0 ? kind_words(lint, rules, kind) : "sequences of a suit";
	suspect->words[2] = rules->meld[other].name;
	if (kind < 0)
		suspect->hint = text_kept(
			lint->library->arena,
			theirs ? "write `remove meld %s`"
			       : "leave it out, or write `remove meld %s` if it is to take the place of that one",
			theirs ? rules->meld[item].name : rules->meld[other].name);
	else
		suspect->hint = text_kept(lint->library->arena,
		                          "take that rank out of `%s`, as in `meld %s { ranks 4..A except %s }`",
		                          rules->meld[other].name, rules->meld[other].name, rules->kind[kind].name);
	suspect->other = melds[theirs ? item : other];
	suspect->other_sentence = "the other one stands here";
}

/* Ranks of a canasta that the file states, and that leave out a rank no other canasta takes in. */
static void lint_canasta(struct lint *lint, const struct rules *rules, int item)
{
	struct span span = rules_cell(rules, ROW_canasta_ranks, item)->statement->span;
	struct meld_cards out = { 0 };
	bool left = in_question(lint, DIAG_CANASTA_LEFT_OUT, span) && leaves_out_by_canasta(rules, item, &out);
	struct suspect *suspect = suspect_if(lint, DIAG_CANASTA_LEFT_OUT, span, left);

	if (suspect == NULL)
		return;
	suspect->words[0] = number_words(lint, out.naturals + out.wilds);
	suspect->words[1] = kind_words(lint, rules, out.kind);
	suspect->hint = text_kept(
		lint->library->arena,
		"%d natural and %d wild, for example; if they are to be one, say `add canasta NAME { ranks %s ... }`",
		out.naturals, out.wilds, rules->kind[out.kind].name);
}

/* The kind of canasta that the smallest canasta of so many natural cards of [kind] is, and else of wild ones. */
static int canasta_with(const struct rules *rules, int kind, int naturals)
{
	int wilds = rules->canasta_least - naturals;

	return wilds < 0 || wilds > MELD_CARDS_MAX
	               ? -1
	               : rules_canasta_of(rules, &(struct meld_cards){ .kind = (uint8_t)kind,
	                                                               .naturals = (uint8_t)naturals,
	                                                               .wilds = (uint8_t)wilds,
	                                                               .wild = { (uint8_t)wilds } });
}

/* The kind of canasta that melds of wild cards alone become if melds of a rank do so, too; else -1. */
static int shared_canasta(const struct rules *rules)
{
	int canasta = canasta_with(rules, rules->wild_kind[0], 0);

	for (int i = 0; i < rules->meld_count && canasta >= 0; i++)
		for (int n = 1; n <= rules->canasta_least && rules->form[i].ranks != 0; n++)
			if (form_allows(&rules->form[i], n, rules->canasta_least - n) &&
			    canasta_with(rules, __builtin_ctzll(rules->form[i].ranks), n) == canasta)
				return canasta;
	return -1;
}

/* Melds of wild cards alone that become the same canastas as melds with wild cards. */
static void lint_wild_meld(struct lint *lint, const struct rules *rules, int item)
{
	int canasta = form_allows(&rules->form[item], 0, rules->canasta_least) ? shared_canasta(rules) : -1;
	struct suspect *suspect =
		suspect_if(lint, DIAG_WILD_CANASTA, said_of(lint, rules, GROUP_meld, item), canasta >= 0);

	if (suspect == NULL)
		return;
	suspect->words[0] = rules->meld[item].name;
	suspect->words[1] = rules->canasta[canasta].name;
	suspect->hint = "say `add canasta NAME { ranks wild; size 7; bonus ... }` if they are to be of their own kind";
}

/* The first rank that a kind of meld names and that none of them can have; -1 if there is none. Wild cards are left out: they may lie
 * there as such. */
static int rank_lacking(const struct rules *rules, int item)
{
	cardset ranks = (rules->form[item].ranks | rules->form[item].sequence) & rules->leads & ~rules->cards.wild;

	for (; ranks != 0; ranks &= ranks - 1)
		if (meld_lacks(rules, item, __builtin_ctzll(ranks)))
			return __builtin_ctzll(ranks);
	return -1;
}

/* Such a rank is reported at the first of the settings that the file states and that may be why. */
static void lint_ranks(struct lint *lint, const struct rules *rules, int item)
{
	static const enum row_id why[] = { ROW_meld_ranks, ROW_meld_ace,   ROW_meld_naturals,
		                           ROW_meld_size,  ROW_meld_wilds, ROW_meld_shape };
	size_t at = 0;

	while (at < sizeof why / sizeof *why && !is_stated(lint, rules, why[at], item))
		at++;
	if (at == sizeof why / sizeof *why)
		return;

	struct span span = rules_cell(rules, why[at], item)->statement->span;
	int lacking = in_question(lint, DIAG_MELD_LACKS, span) ? rank_lacking(rules, item) : -1;
	struct suspect *suspect = suspect_if(lint, DIAG_MELD_LACKS, span, lacking >= 0);

	if (suspect == NULL)
		return;
	suspect->words[0] = rules->meld[item].name;
	suspect->words[1] = rules->form[item].sequence != 0 ? RANK_NAMES[rules->kind[lacking].rank]
	                                                    : kind_words(lint, rules, lacking);
}

void lint_melds(struct lint *lint, const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		lint_meld(lint, rules, i);
		lint_ranks(lint, rules, i);
		if (form_is_wild(&rules->form[i]))
			lint_wild_meld(lint, rules, i);
	}
	for (int i = 0; i < rules->canasta_count; i++)
		if (is_stated(lint, rules, ROW_canasta_ranks, i))
			lint_canasta(lint, rules, i);
}

/* ---- the initial meld ---- */

/* Kinds of card that can lie in melds. */
static cardset in_melds(const struct rules *rules)
{
	cardset kinds = rules->naturals | rules->cards.wild;

	for (int i = 0; i < rules->meld_count; i++)
		kinds |= rules->form[i].sequence;
	return kinds;
}

/* What so many cards can count at the most, if all of them can be melded. */
static int64_t most_points(const struct rules *rules, int cards)
{
	cardset left = in_melds(rules);
	int64_t points = 0;

	while (left != 0 && cards > 0) {
		int best = __builtin_ctzll(left), taken;
		for (cardset rest = left; rest != 0; rest &= rest - 1)
			if (rules->kind[__builtin_ctzll(rest)].points > rules->kind[best].points)
				best = __builtin_ctzll(rest);
		left &= ~(UINT64_C(1) << best);
		if (rules->kind[best].points <= 0)
			break;
		taken = rules->kind[best].copies < cards ? rules->kind[best].copies : cards;
		points += (int64_t)taken * rules->kind[best].points;
		cards -= taken;
	}
	return points;
}

/* A step of a ladder: its lower end and its value. */
struct plain_step {
	int32_t low, value;
	struct span span;
};

enum { PLAIN_STEPS_MAX = 32 };

/* The steps of a ladder by the score whose values are plain numbers, in the order of the file; 0 if it is no such ladder. */
static int plain_steps_of(const struct statement *statement, const struct ir *ladder, struct plain_step *steps)
{
	int64_t low, high, value;
	int count = 0;

	if (statement->by == NULL || ladder->kind != IR_LADDER || !ir_is_fact(ladder->first, FACT_side_score))
		return 0;
	for (const struct step *step = statement->steps; step != NULL; step = step->next)
		for (const struct expr *key = step->keys; key != NULL; key = key->next) {
			if (count == PLAIN_STEPS_MAX || !read_key(key, &low, &high) ||
			    !is_constant(step->value, &value))
				return 0;
			steps[count++] = (struct plain_step){ (int32_t)low, (int32_t)value, step->value->span };
		}
	return count;
}

static void lint_minimum_of(struct lint *lint, const struct rules *rules, int64_t value, struct span span)
{
	int cards = most_to_open(rules);
	int64_t most = most_points(rules, cards);
	struct suspect *suspect = suspect_if(lint, DIAG_MINIMUM_TOO_HIGH, span, value > most);

	if (suspect == NULL)
		return;
	suspect->words[0] = number_words(lint, value);
	suspect->words[1] = number_words(lint, cards);
	suspect->words[2] = number_words(lint, most);
}

static void lint_direction(struct lint *lint, const struct plain_step *steps, int count)
{
	for (int i = 0; i < count; i++) {
		const struct plain_step *below = NULL; /* the next lower step */
		struct suspect *suspect;
		for (int j = 0; j < count; j++)
			if (steps[j].low < steps[i].low && (below == NULL || steps[j].low > below->low))
				below = &steps[j];
		suspect = suspect_if(lint, DIAG_MINIMUM_FALLS, steps[i].span,
		                     below != NULL && below->value > steps[i].value);
		if (suspect == NULL)
			continue;
		suspect->words[0] = number_words(lint, steps[i].value);
		suspect->words[1] = number_words(lint, below->value);
		suspect->other = below->span;
		suspect->other_sentence = "a lower score needs more";
	}
}

void lint_minimum(struct lint *lint, const struct rules *rules)
{
	const struct statement *statement = rules_cell(rules, ROW_initial_meld_minimum, 0)->statement;
	struct plain_step steps[PLAIN_STEPS_MAX];
	int32_t number;
	int count;

	if (statement == NULL || statement->span.source != lint->file->source)
		return;
	if (formula_is_constant(rules->initial_meld.minimum, &number))
		lint_minimum_of(lint, rules, number, statement->span);
	count = plain_steps_of(statement, rules->initial_meld.minimum->ir, steps);
	for (int i = 0; i < count; i++)
		lint_minimum_of(lint, rules, steps[i].value, steps[i].span);
	lint_direction(lint, steps, count);
}

/* ---- the end of the game ---- */

void lint_end(struct lint *lint, const struct rules *rules)
{
	const struct statement *statement = rules_cell(rules, ROW_game_ends, 0)->statement;
	const struct ir *before = NULL;
	bool with = false; /* the deal that was just scored is asked about, too */

	if (statement == NULL || statement->span.source != lint->file->source)
		return;
	for (const struct ir *one = rules->game.ends->asked; one != NULL; one = one->also) {
		if (one->fact == FACT_side_score || one->fact == FACT_best_total)
			before = one;
		with = with || one->fact == FACT_side_total;
	}
	struct suspect *suspect = suspect_if(lint, DIAG_TOTAL_BEFORE, statement->span, before != NULL && !with);
	if (suspect == NULL)
		return;
	suspect->words[0] = facts[before->fact].phrase;
	suspect->hint = "the total with that deal is `side total`";
}

/* ---- special hands ---- */

static struct interval of_melded(const void *rules, const struct ir *asked)
{
	return asked->fact == FACT_side_opened || asked->fact == FACT_side_melded ? (struct interval){ 1, 1 }
	                                                                          : fact_interval(rules, asked);
}

/* True if a special hand can only be laid by somebody from whose side nothing has been melded, so that all that came to
 * the hand is in it, but for discards and bonus cards. */
static bool is_laid_unmelded(const struct rules *rules, formula when)
{
	return formula_interval_where(rules, when, rules, of_melded).high == 0;
}

enum { SIZES_NAMED = 4 };

/* "12", "11 or 12", "14, 16 or more", "14, 16, 18, 20, ..." */
static const char *sizes_words(struct lint *lint, uint64_t sizes)
{
	struct text words = { 0 };
	int named = 0;

	for (int from = 0; from <= HAND_SIZES_MAX; from++) {
		int to = from;
		if (!(sizes >> from & 1))
			continue;
		if (named++ == SIZES_NAMED) {
			text_add(&words, ", ...");
			break;
		}
		while (to < HAND_SIZES_MAX && (sizes >> (to + 1) & 1))
			to++;
		if (to == from + 1 && to < HAND_SIZES_MAX)
			to = from; /* two numbers in a row are named one by one */
		text_add(&words, named == 1 ? "" : sizes >> 1 >> to == 0 && to < HAND_SIZES_MAX ? " or " : ", ");
		text_format(&words, to == from ? "%d" : to == HAND_SIZES_MAX ? "%d or more" : "%d to %d", from, to);
		from = to;
	}
	return text_keep(&words, lint->library->arena);
}

/* The special hand before [item] that is laid out in the same way, or [item]. */
static int twin_of(struct lint *lint, const struct rules *rules, int item)
{
	const struct pattern *own = &rules->special[item].pattern, *other;
	bool failed = false;
	int twin = 0;

	while (twin < item &&
	       !((other = &rules->special[twin].pattern)->groups == own->groups && other->kinds == own->kinds &&
	         canonical_same(rules, twin, rules, item, ROW_special_pattern, &failed) &&
	         canonical_same(rules, twin, rules, item, ROW_special_ranks, &failed) &&
	         canonical_same(rules, twin, rules, item, ROW_special_when, &failed) &&
	         canonical_same(rules, twin, rules, item, ROW_special_with_top_card, &failed)))
		twin++;
	if (failed)
		arena_fail(lint->library->arena);
	return twin;
}

/* A special hand of other numbers of cards than a player can hold. The file may have written either of the two: who changes the
 * hand that is dealt has to think of special hands that were there before. */
static void lint_special_size(struct lint *lint, const struct rules *rules, int item)
{
	const struct in_special *special = &rules->special[item];
	const struct cell *cell = rules_cell(rules, ROW_special_pattern, item);
	const struct span pattern = cell->statement->span;
	const uint64_t sizes = hand_sizes_unmelded(rules, !cannot_hold(rules, special->with_top_card));
	const int cards = special->pattern.cards < HAND_SIZES_MAX ? special->pattern.cards : HAND_SIZES_MAX;
	bool theirs = pattern.source != lint->file->source && is_stated(lint, rules, ROW_deal_hand, 0);
	struct suspect *suspect;

	if (never_holds(special->when))
		return; /* it is not played */
	suspect = suspect_item(lint, DIAG_SPECIAL_SIZE,
	                       theirs ? rules_cell(rules, ROW_deal_hand, 0)->statement->span : pattern, special->name,
	                       !(sizes >> cards & 1) && is_laid_unmelded(rules, special->when));
	if (suspect == NULL)
		return;
	suspect->words[0] = special->name;
	suspect->words[1] = number_words(lint, special->pattern.cards);
	suspect->words[2] = sizes_words(lint, sizes);
	if (!theirs)
		return;
	if (cell->layer->kind == LAYER_OPTION && strchr(cell->layer->name, '=') == NULL)
		suspect->hint =
			text_kept(lint->library->arena, "if the option is of no use now, write `remove option %s`",
		                  cell->layer->name);
	else
		suspect->hint =
			text_kept(lint->library->arena,
		                  "say what it consists of now, as in `special %s { pattern ... }`, or `when never`",
		                  special->name);
	suspect->other = pattern;
	suspect->other_sentence = "its cards are stated here";
}

/* True if a group of a special hand takes bonus cards, which are laid out as they come: the other cards of it make too few groups. */
static bool lacks_bonus(const struct rules *rules, const struct in_special *special)
{
	for (int i = 0; i < special->pattern.parts; i++) {
		const struct pattern_group *group = &special->pattern.group[i];
		cardset ranks = 0;
		int made = 0;
		for (cardset kinds = group->cards & rules->all & ~rules->bonus.cards; kinds != 0; kinds &= kinds - 1) {
			int rank = rules->lead[__builtin_ctzll(kinds)];
			int cards = 0;
			if (ranks >> rank & 1)
				continue;
			ranks |= UINT64_C(1) << rank;
			for (cardset same = group->cards & rules->all & ~rules->bonus.cards; same != 0;
			     same &= same - 1)
				cards += rules->lead[__builtin_ctzll(same)] == rank
				                 ? rules->kind[__builtin_ctzll(same)].copies
				                 : 0;
			made += special->ranks == special_ranks_distinct ? cards >= group->size : cards / group->size;
		}
		if (made < group->count && (group->cards & rules->bonus.cards) != 0)
			return true;
	}
	return false;
}

/* A special hand of cards that no hand ever has. It is reported where the file says so: of the pattern, or of the bonus cards. */
static void lint_special_cards(struct lint *lint, const struct rules *rules, int item)
{
	const struct span pattern = rules_cell(rules, ROW_special_pattern, item)->statement->span;
	enum row_id row = is_stated(lint, rules, ROW_bonus_laid, 0) ? ROW_bonus_laid : ROW_bonus_cards;
	bool theirs = pattern.source != lint->file->source && is_stated(lint, rules, row, 0);
	struct suspect *suspect =
		suspect_item(lint, DIAG_SPECIAL_NOT_HELD, theirs ? rules_cell(rules, row, 0)->statement->span : pattern,
	                     rules->special[item].name,
	                     !never_holds(rules->special[item].when) && rules->bonus.laid == bonus_laid_at_once &&
	                             rules->bonus.last_card != bonus_last_card_stays_in_the_hand &&
	                             lacks_bonus(rules, &rules->special[item]));

	if (suspect == NULL)
		return;
	suspect->words[0] = rules->special[item].name;
	if (!theirs)
		return;
	suspect->other = pattern;
	suspect->other_sentence = "its cards are stated here";
}

static void lint_special_twin(struct lint *lint, const struct rules *rules, int item)
{
	struct span span = said_of(lint, rules, GROUP_special, item);
	int twin = in_question(lint, DIAG_SPECIAL_TWICE, span) ? twin_of(lint, rules, item) : item;
	struct suspect *suspect = suspect_if(lint, DIAG_SPECIAL_TWICE, span, twin < item);

	if (suspect == NULL)
		return;
	suspect->words[0] = rules->special[item].name;
	suspect->words[1] = rules->special[twin].name;
	suspect->other = item_at(rules, GROUP_special, twin);
	suspect->other_sentence = "the first one stands here";
}

/* True if the groups of every hand of one pattern are groups of the other, which has as many cards. [repeats]: a rank may make several of
 * them, so that four cards are two pairs. False proves nothing. */
static bool is_within(const struct rules *rules, const struct pattern *narrow, const struct pattern *wide, bool repeats)
{
	int left[PATTERN_GROUPS_MAX];

	for (int j = 0; j < wide->parts; j++)
		left[j] = wide->group[j].count;
	for (int i = 0; i < narrow->parts; i++) {
		const struct pattern_group *group = &narrow->group[i];
		int cards = group->count * group->size;
		for (int j = 0; j < wide->parts; j++) {
			const struct pattern_group *of = &wide->group[j];
			int made = cards / of->size < left[j] ? cards / of->size : left[j];
			if ((group->cards & rules->all & ~of->cards) != 0 ||
			    (group->size != of->size && (!repeats || group->size % of->size != 0)))
				continue;
			left[j] -= made;
			cards -= made * of->size;
		}
		if (cards > 0)
			return false;
	}
	return true;
}

/* True if who may lay special hand [item] may lay [other] with the same cards, which counts as much or more. */
static bool special_is_worse(struct lint *lint, const struct rules *rules, int item, int other)
{
	const struct in_special *less = &rules->special[item], *more = &rules->special[other];
	const struct moment moment = { rules, ROW_special_when, item, -1, false };
	bool failed = false, worse;

	if (less->pattern.cards != more->pattern.cards || never_holds(less->when) || never_holds(more->when) ||
	    !is_within(rules, &less->pattern, &more->pattern, more->ranks == special_ranks_may_repeat) ||
	    (less->ranks == special_ranks_may_repeat && more->ranks == special_ranks_distinct) ||
	    (less->others != more->others && more->others != special_others_score_nothing) ||
	    formula_interval(rules, less->points).high > formula_interval(rules, more->points).low)
		return false;
	worse = (never_holds(less->with_top_card) || always_holds(more->with_top_card) ||
	         canonical_same(rules, item, rules, other, ROW_special_with_top_card, &failed)) &&
	        (always_holds(more->when) || canonical_same(rules, item, rules, other, ROW_special_when, &failed) ||
	         (!less->when->is_constant && prove(&moment, less->when, more->when, &failed) == PROVED_NEVER));
	if (failed)
		arena_fail(lint->library->arena);
	return worse;
}

/* The special hand that makes [item] useless: of two that make each other useless the first. -1 if there is none, or if the two are the
 * same cards at the same time, which is reported as that. */
static int special_covering(struct lint *lint, const struct rules *rules, int item)
{
	for (int other = 0; other < rules->special_count; other++)
		if (other != item && special_is_worse(lint, rules, item, other) &&
		    (other < item || !special_is_worse(lint, rules, other, item)) &&
		    twin_of(lint, rules, item) != other && twin_of(lint, rules, other) != item)
			return other;
	return -1;
}

static void lint_special_covered(struct lint *lint, const struct rules *rules, int item)
{
	struct span own = said_of(lint, rules, GROUP_special, item);
	bool is_own = own.source == lint->file->source, asked = false;

	for (int i = 0; i < rules->special_count && !asked; i++)
		asked = (i == item || !is_own) &&
		        item_in_question(lint, DIAG_SPECIAL_COVERED, said_of(lint, rules, GROUP_special, i),
		                         rules->special[item].name);

	int other = asked ? special_covering(lint, rules, item) : -1;
	bool theirs = own.source != lint->file->source && other >= 0;
	struct suspect *suspect =
		suspect_item(lint, DIAG_SPECIAL_COVERED, theirs ? said_of(lint, rules, GROUP_special, other) : own,
	                     rules->special[item].name, other >= 0);

	if (suspect == NULL)
		return;
	suspect->words[0] = suspect->item;
	suspect->words[1] = rules->special[other].name;
	suspect->other = item_at(rules, GROUP_special, theirs ? item : other);
	suspect->other_sentence = "the other one stands here";
}

void lint_specials(struct lint *lint, const struct rules *rules)
{
	for (int i = 0; i < rules->special_count; i++) {
		lint_special_size(lint, rules, i);
		lint_special_cards(lint, rules, i);
		lint_special_twin(lint, rules, i);
		lint_special_covered(lint, rules, i);
	}
}

/* ---- going out ---- */

/* What the file states of bans on the last card, from the last one on; item -1 if it states none. */
static struct setting ban_of_last_card(const struct lint *lint, const struct rules *rules)
{
	static const enum row_id of_ban[] = { ROW_ban_when, ROW_ban_cards };

	for (int i = rules->discard.ban_count; i-- > 0;)
		for (size_t row = 0; row < sizeof of_ban / sizeof *of_ban; row++)
			if (!never_holds(rules->discard.ban[i].when) && is_stated(lint, rules, of_ban[row], i))
				return (struct setting){ .row = of_ban[row], .item = i };
	return (struct setting){ .row = ROW_ban_when, .item = -1 };
}

/* Who goes out has to discard, and nobody discards, or nobody her last card: reported at what the file states last of the two. */
void lint_going_out(struct lint *lint, const struct rules *rules)
{
	struct setting required = { .row = ROW_going_out_discard }, never = { .row = ROW_turn_discard }, at;
	bool nobody = rules->turn.discard == turn_discard_never, melded = !nobody && last_card_is_melded(rules),
	     of_required;
	struct suspect *suspect;

	if (melded)
		never = ban_of_last_card(lint, rules);
	of_required = never.item < 0 || !is_stated(lint, rules, never.row, never.item);
	at = of_required ? required : never;
	if (!is_stated(lint, rules, at.row, at.item))
		return;
	suspect = suspect_if(lint, DIAG_OUT_NEVER, rules_cell(rules, at.row, at.item)->statement->span,
	                     (nobody || melded) && rules->going_out.discard == going_out_discard_required);
	if (suspect == NULL)
		return;
	suspect->words[0] = "";
	suspect->hint = melded        ? "who goes out has to discard, but no card may be the last one"
	                : of_required ? "who goes out has to discard, but nobody does"
	                              : "nobody discards, but who goes out has to";
	if (of_required && melded)
		return;
	suspect->other = of_required ? rules_cell(rules, never.row, never.item)->statement->span
	                             : rules_cell(rules, required.row, required.item)->statement->span;
	suspect->other_sentence =
		of_required ? "that nobody discards is stated here" : "that she has to is stated here";
}

/* ---- discards ---- */

void lint_bans(struct lint *lint, const struct rules *rules)
{
	cardset free = rules->all;
	struct suspect *suspect;

	if (rules->bonus.laid == bonus_laid_at_once && rules->bonus.last_card != bonus_last_card_stays_in_the_hand)
		free &= ~rules->bonus.cards;
	for (int i = 0; i < rules->discard.ban_count; i++)
		if (always_holds(rules->discard.ban[i].when))
			free &= ~rules->discard.ban[i].cards;
	for (int i = 0; i < rules->discard.ban_count; i++) {
		suspect = suspect_if(lint, DIAG_DISCARD_IMPOSSIBLE, rules->items[GROUP_ban][i],
		                     free == 0 && i == rules->discard.ban_count - 1);
		if (suspect != NULL)
			suspect->words[0] = "";
	}
}

/* ---- cards that nobody can get rid of */

/* The first ban that holds [kind] in the hand for good: at any time, without giving way. -1 if there is none. */
static int ban_for_good(const struct rules *rules, int kind)
{
	for (int i = 0; i < rules->discard.ban_count; i++) {
		const struct in_ban *ban = &rules->discard.ban[i];
		if ((ban->cards >> kind & 1) && ban->gives_way == ban_gives_way_never &&
		    formula_interval(rules, ban->when).low > 0)
			return i;
	}
	return -1;
}

/* True if the card may leave the hand in another way than by a discard. */
static bool can_be_laid(const struct rules *rules, int kind)
{
	cardset kinds = in_melds(rules) | rules->bonus.cards;

	for (int i = 0; i < rules->special_count; i++)
		kinds |= rules->special[i].pattern.kinds;
	return kinds >> kind & 1;
}

/* Where the file has a say in it: the bonus cards, a ban of the card, or else the whole variant. */
static struct span say_in_leaving(const struct lint *lint, const struct rules *rules, int kind)
{
	static const enum row_id of_ban[] = { ROW_ban_cards, ROW_ban_when, ROW_ban_gives_way };

	if (is_stated(lint, rules, ROW_bonus_cards, 0))
		return rules_cell(rules, ROW_bonus_cards, 0)->statement->span;
	for (int i = 0; i < rules->discard.ban_count; i++)
		for (int row = 0; row < (int)(sizeof of_ban / sizeof *of_ban); row++)
			if ((rules->discard.ban[i].cards >> kind & 1) && is_stated(lint, rules, of_ban[row], i))
				return rules_cell(rules, of_ban[row], i)->statement->span;
	return rules->span;
}

static void lint_leaving(struct lint *lint, const struct rules *rules, int kind)
{
	int ban = can_be_laid(rules, kind) ? -1 : ban_for_good(rules, kind);
	struct span span = say_in_leaving(lint, rules, kind), cards;
	struct suspect *suspect = suspect_item(lint, DIAG_CARD_STUCK, span, rules->kind[kind].name, ban >= 0);

	if (suspect == NULL)
		return;
	suspect->words[0] = suspect->item;
	suspect->words[1] = rules->discard.ban[ban].name;
	suspect->hint =
		text_kept(lint->library->arena,
	                  "say when it may be discarded, as in `discard { ban %s { gives_way after_drawing } }`",
	                  rules->discard.ban[ban].name);
	cards = rules_cell(rules, ROW_ban_cards, ban)->statement->span;
	if (cards.source == span.source && cards.from == span.from)
		return;
	suspect->other = cards;
	suspect->other_sentence = "the ban speaks of it here";
}

void lint_stuck_cards(struct lint *lint, const struct rules *rules)
{
	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].copies > 0)
			lint_leaving(lint, rules, kind);
}
