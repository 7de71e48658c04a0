/* tables.c -- what the engine needs at hand: which cards the rules tell apart (kinds), which compositions are melds
 * (forms). While values are read, sets of cards are sets of faces; here the faces that every set treats alike are
 * gathered into kinds, and every set is turned into one of kinds. */
#include "rules/build.h"

#include <assert.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/tree.h"

/* ---- kinds ---- */

/* Splits each group of faces into those in [set] and those not. Returns the new number of groups. */
static int split_groups(cardset *group, int count, cardset set)
{
	for (int i = count - 1; i >= 0; i--) {
		cardset in = group[i] & set, out = group[i] & ~set;
		if (in == 0 || out == 0)
			continue;
		for (int j = count; j > i + 1; j--)
			group[j] = group[j - 1];
		group[i] = (in & -in) < (out & -out) ? in : out; /* the one with the lowest face first */
		group[i + 1] = group[i] == in ? out : in;
		count++;
	}
	return count;
}

static cardset kinds_of_faces(const struct rules *rules, cardset faces)
{
	cardset kinds = 0;

	for (int i = 0; i < rules->kinds; i++)
		if (rules->kind[i].faces & faces)
			kinds |= UINT64_C(1) << i;
	return kinds;
}

bool faces_to_kinds(const struct rules *rules, cardset *set)
{
	cardset faces = *set;

	*set = kinds_of_faces(rules, faces);
	for (int i = 0; i < rules->kinds; i++)
		if ((rules->kind[i].faces & faces) != 0 && (rules->kind[i].faces & ~faces) != 0)
			return false;
	return true;
}

static void name_kind(struct building *building, struct kind *kind)
{
	char name[24];

	faces_name(kind->faces, name, sizeof name);
	kind->name = arena_text(building->arena, name, strlen(name));
}

static int face_copies(const struct rules *rules, int face)
{
	return face == FACES - 1 ? rules->deck.jokers : rules->deck.packs;
}

static void make_kinds(struct building *building)
{
	struct rules *rules = building->rules;
	cardset group[FACES];
	int count = 0;

	for (int rank = 0; rank < RANKS; rank++)
		if (rank < RANK_JOKER)
			group[count++] = UINT64_C(0xf) << (rank * 4);
		else if (rules->deck.jokers > 0)
			group[count++] = UINT64_C(1) << (FACES - 1);
	for (int i = 0; i < building->set_count; i++)
		count = split_groups(group, count, *building->sets[i].set);
	rules->kinds = count;
	for (int i = 0; i < count; i++) {
		struct kind *kind = &rules->kind[i];
		int first = __builtin_ctzll(group[i]), copies = 0;
		for (int face = 0; face < FACES; face++)
			if (group[i] >> face & 1)
				copies += face_copies(rules, face);
		*kind = (struct kind){ .faces = group[i],
			               .rank = (uint8_t)(first / 4),
			               .copies = (uint8_t)copies,
			               .points = rules->cards.points.of_face[first] };
		name_kind(building, kind);
		assert(copies <= COPIES_MAX); /* the ranges in rules.def see to it */
	}
	for (int i = 1; i < count; i++)
		if (rules->kind[i].rank == rules->kind[i - 1].rank)
			rules->same_rank |= UINT64_C(1) << i;
	rules->all = (UINT64_C(1) << count) - 1;
	for (int i = 0; i < building->set_count; i++)
		*building->sets[i].set = kinds_of_faces(rules, *building->sets[i].set);
}

static void make_deck(struct rules *rules)
{
	for (int face = 0; face < FACES; face++) {
		int copies = face_copies(rules, face);
		cardset kind = copies > 0 ? kinds_of_faces(rules, UINT64_C(1) << face) : 0;
		for (int copy = 0; copy < copies; copy++)
			rules->whole_deck[rules->deck_size++] = (uint8_t)__builtin_ctzll(kind);
	}
}

/* The wild kinds, those with most points first. */
static void list_wild_kinds(struct building *building)
{
	struct rules *rules = building->rules;

	for (int kind = 0; kind < rules->kinds; kind++) {
		int place;
		if (!(rules->cards.wild >> kind & 1))
			continue;
		if (rules->wild_kinds == WILD_KINDS_MAX) {
			diag_add(building->diags, DIAG_TOO_MANY_WILD,
			         rules_cell(rules, ROW_cards_wild, 0)->statement->span, WILD_KINDS_MAX);
			return;
		}
		rules->wild_copies += rules->kind[kind].copies;
		place = rules->wild_kinds++;
		for (; place > 0 && rules->kind[rules->wild_kind[place - 1]].points < rules->kind[kind].points; place--)
			rules->wild_kind[place] = rules->wild_kind[place - 1];
		rules->wild_kind[place] = (uint8_t)kind;
	}
}

/* ---- melds and canastas ---- */

struct meld_frame {
	const struct rules *rules;
	const struct meld_cards *cards;
};

static int32_t fact_of_meld(const void *at, const struct op *op)
{
	const struct meld_frame *frame = at;
	const struct meld_cards *cards = frame->cards;
	int32_t count = 0;

	switch (op->fact) {
	case FACT_always: return 1;
	case FACT_term: return program_run(frame->rules->define[op->argument].when, at, fact_of_meld);
	case FACT_players: return frame->rules->table.players;
	case FACT_size: return cards->naturals + cards->wilds;
	case FACT_naturals: return cards->naturals;
	case FACT_wilds: return cards->wilds;
	case FACT_rank_is: return (int32_t)(op->argument >> cards->kind & 1);
	case FACT_count_of:
		for (int i = 0; i < frame->rules->wild_kinds; i++)
			if (op->argument >> frame->rules->wild_kind[i] & 1)
				count += cards->wild[i];
		return count;
	default: return 0;
	}
}

int rules_canasta_of(const struct rules *rules, const struct meld_cards *cards)
{
	struct meld_frame frame = { rules, cards };

	for (int i = 0; i < rules->canasta_count; i++)
		if ((rules->canasta[i].ranks >> cards->kind & 1) &&
		    program_run(rules->canasta[i].size, &frame, fact_of_meld) &&
		    program_run(rules->canasta[i].when, &frame, fact_of_meld))
			return i;
	return -1;
}

bool rules_is_of_class(const struct rules *rules, const struct meld_cards *cards, int class)
{
	struct meld_frame frame = { rules, cards };

	if ((rules->counted_classes >> class & 1) && cards->wilds <= MELD_CARDS_MAX)
		return rules->class_sure[class][cards->naturals] >> cards->wilds & 1;
	return program_run(rules->class[class].when, &frame, fact_of_meld) != 0;
}

uint16_t rules_classes_of(const struct rules *rules, const struct meld_cards *cards)
{
	unsigned classes = 0;
	uint32_t left = rules->played_classes;

	if (cards->wilds <= MELD_CARDS_MAX) {
		classes = rules->classes_by_numbers[cards->naturals][cards->wilds];
		left &= ~rules->counted_classes;
	}
	for (; left != 0; left &= left - 1)
		classes |= (unsigned)rules_is_of_class(rules, cards, __builtin_ctz(left)) << __builtin_ctz(left);
	return (uint16_t)classes;
}

/* Most cards of one kind that such a meld can have. */
static int most_naturals(const struct rules *rules, cardset ranks)
{
	int most = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if ((ranks >> kind & 1) && rules->kind[kind].copies > most)
			most = rules->kind[kind].copies;
	return most < MELD_CARDS_MAX ? most : MELD_CARDS_MAX;
}

int rules_limit_broken(const struct rules *rules, int at, int naturals, int wilds)
{
	const struct in_meld *meld = &rules->meld[at];
	struct meld_cards cards = { .naturals = (uint8_t)naturals, .wilds = (uint8_t)wilds };
	struct meld_frame frame = { rules, &cards };

	if (!program_run(meld->size, &frame, fact_of_meld))
		return ROW_meld_size;
	if (!program_run(meld->naturals, &frame, fact_of_meld))
		return ROW_meld_naturals;
	if (!program_run(meld->wilds, &frame, fact_of_meld))
		return ROW_meld_wilds;
	return program_run(meld->shape, &frame, fact_of_meld) ? -1 : ROW_meld_shape;
}

static bool composition_allowed(const struct rules *rules, int meld, int naturals, int wilds)
{
	bool ranked = rules->meld[meld].ranks != 0; /* else it is a meld of wild cards alone */

	return (naturals > 0) == ranked && naturals + wilds > 0 && rules_limit_broken(rules, meld, naturals, wilds) < 0;
}

/* True if such a meld is begun with these cards: no smaller one leads to it. */
static bool is_beginning(const struct form *form, int naturals, int wilds)
{
	bool reached = (naturals > 0 && form_allows(form, naturals - 1, wilds)) ||
	               (wilds > 0 && form_allows(form, naturals, wilds - 1));

	return form_allows(form, naturals, wilds) && !reached;
}

static void list_beginnings(struct building *building, int item, int naturals, int wilds)
{
	const struct rules *rules = building->rules;
	struct form *form = &building->rules->form[item];

	for (int n = 0; n <= naturals; n++)
		for (int w = 0; w <= wilds; w++) {
			if (!is_beginning(form, n, w))
				continue;
			if (form->begin_count == BEGINNINGS_MAX) {
				diag_add(building->diags, DIAG_TOO_MANY_BEGINNINGS, rules->items[GROUP_meld][item],
				         rules->meld[item].name, BEGINNINGS_MAX);
				return;
			}
			form->begin[form->begin_count++] =
				(struct composition){ .naturals = (uint8_t)n, .wilds = (uint8_t)w };
		}
}

static bool always_holds(program condition)
{
	int32_t number;

	return (program_is_constant(condition, &number) && number) ||
	       (condition->code == OP_FACT && condition->fact == FACT_always && condition[1].code == OP_END);
}

static bool never_holds(program condition)
{
	int32_t number;

	return program_is_constant(condition, &number) && !number;
}

static void make_form(struct building *building, int item)
{
	struct rules *rules = building->rules;
	const struct in_meld *meld = &rules->meld[item];
	struct form *form = &rules->form[item];
	int naturals = most_naturals(rules, meld->ranks);
	int wilds = rules->wild_copies < MELD_CARDS_MAX ? rules->wild_copies : MELD_CARDS_MAX;

	form->ranks = meld->ranks;
	rules->begun_always |= (uint32_t)always_holds(meld->begun) << item;
	rules->wild_always |= (uint32_t)always_holds(meld->wild_cards) << item;
	form->comes_again = meld->of_a_rank == meld_of_a_rank_one_unfinished;
	for (int n = 0; n <= naturals; n++)
		for (int w = 0; w <= wilds; w++)
			if (composition_allowed(rules, item, n, w))
				form->wilds[n] |= UINT32_C(1) << w;
	for (int n = 0; n <= MELD_CARDS_MAX; n++) {
		int fewer = n > 0 ? form->most_wilds[n - 1] : 0;
		int most = form->wilds[n] != 0 ? 31 - __builtin_clz(form->wilds[n]) : 0;
		form->most_wilds[n] = (uint8_t)(most > fewer ? most : fewer);
	}
	list_beginnings(building, item, naturals, wilds);
	rules->naturals |= meld->ranks;
	for (int kind = 0; kind < rules->kinds; kind++)
		if ((meld->ranks >> kind & 1) && rules->form_of[kind] < 0)
			rules->form_of[kind] = item;
}

/* Puts together what the kinds of meld of each rank allow. */
static void join_forms(struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++)
		for (cardset ranks = rules->form[i].ranks; ranks != 0; ranks &= ranks - 1) {
			const struct form *form = &rules->form[i];
			struct form *any = &rules->any_form[__builtin_ctzll(ranks)];
			for (int n = 0; n <= MELD_CARDS_MAX; n++) {
				any->wilds[n] |= form->wilds[n];
				if (form->most_wilds[n] > any->most_wilds[n])
					any->most_wilds[n] = form->most_wilds[n];
			}
		}
}

static void gather_beginnings(struct building *building)
{
	struct rules *rules = building->rules;
	int count = 0;

	for (int i = 0; i < rules->meld_count; i++)
		count += rules->form[i].begin_count;
	rules->beginnings = arena_take(building->arena, (size_t)count * sizeof *rules->beginnings);
	for (int i = 0; i < rules->meld_count && rules->beginnings != NULL; i++)
		for (int b = 0; b < rules->form[i].begin_count; b++) {
			const struct form *form = &rules->form[i];
			rules->beginnings[rules->beginning_count++] = (struct beginning){
				.ranks = form->ranks != 0 ? form->ranks : UINT64_C(1) << rules->wild_kind[0],
				.form = (uint8_t)i,
				.naturals = form->begin[b].naturals,
				.wilds = form->begin[b].wilds,
			};
		}
}

static void measure_beginnings(struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		if (rules->form[i].ranks == 0 && rules->form[i].begin_count > 0 &&
		    (!rules->wild_melds || rules->form[i].begin[0].wilds < rules->wild_meld_least))
			rules->wild_meld_least = rules->form[i].begin[0].wilds;
		rules->wild_melds = rules->wild_melds || rules->form[i].ranks == 0;
		for (int b = 0; b < rules->form[i].begin_count; b++) {
			struct composition begin = rules->form[i].begin[b];
			if (begin.naturals + begin.wilds > rules->begin_most)
				rules->begin_most = begin.naturals + begin.wilds;
		}
	}
}

/* Ranks of which one card, or two without a wild card, are never part of a meld. */
static void find_lonely_ranks(struct rules *rules)
{
	rules->needs_two = rules->needs_three = rules->naturals;
	for (int i = 0; i < rules->meld_count; i++) {
		if (rules->form[i].wilds[1] != 0)
			rules->needs_two &= ~rules->form[i].ranks;
		if (form_allows(&rules->form[i], 2, 0))
			rules->needs_three &= ~rules->form[i].ranks;
	}
}

bool rules_canasta_size(const struct rules *rules, int canasta, int size)
{
	struct meld_cards cards = { .naturals = (uint8_t)size };
	struct meld_frame frame = { rules, &cards };

	return program_run(rules->canasta[canasta].size, &frame, fact_of_meld) != 0;
}

/* The size from which on a meld can be a canasta of some kind. */
static int least_canasta(const struct rules *rules)
{
	for (int size = 1; size <= MELD_CARDS_MAX; size++)
		for (int i = 0; i < rules->canasta_count; i++)
			if (rules_canasta_size(rules, i, size))
				return size;
	return MELD_CARDS_MAX + 1;
}

/* ---- questions answered at a glance ---- */

static bool is_steady_fact(int fact)
{
	return fact == FACT_side_score || fact == FACT_players || fact == FACT_side_dealt || fact == FACT_event ||
	       fact == FACT_side_events;
}

/* True if nothing that [op] asks can change during a deal but by recording an event, which settles minimums anew. */
static bool is_steady(program op)
{
	for (; op->code != OP_END; op++)
		if (op->code == OP_FACT && !is_steady_fact(op->fact))
			return false;
	return true;
}

/* True if [op] cannot hold unless the player goes out: it never does, or it is facts joined by `and`, that one among
 * them. In anything less simple the demand might be turned around. */
static bool demands_going_out(program op)
{
	int32_t number;
	bool demands = false;

	if (program_is_constant(op, &number))
		return !number;
	for (; op->code != OP_END; op++) {
		if (op->code != OP_FACT && op->code != OP_AND)
			return false;
		demands = demands || (op->code == OP_FACT && op->fact == FACT_going_out);
	}
	return demands;
}

static bool asks(program op, int fact)
{
	for (; op->code != OP_END; op++)
		if (op->code == OP_FACT && op->fact == fact)
			return true;
	return false;
}

/* True if the answer to [op] may depend on the rank in question. */
static bool asks_rank(program op)
{
	return asks(op, FACT_side_of_rank) || asks(op, FACT_others_of_rank) || asks(op, FACT_term);
}

static bool asks_only_not(program op, int flag)
{
	return op->code == OP_FACT && op->fact == flag && op[1].code == OP_NOT && op[2].code == OP_END;
}

/* True if [op] asks for a flag first and cannot hold without it. */
static bool demands_first(program op, int flag)
{
	if (op->code != OP_FACT || op->fact != flag)
		return false;
	for (op++; op->code == OP_AND; op++)
		op += op->number;
	return op->code == OP_END;
}

/* True if what melding in a turn brings about can change the answer to [op]. That the pile comes to the hand is not
 * meant: after that everything is looked at anew. [others]: only melds of other ranks than the one in question. */
static bool melding_changes(program op, bool others)
{
	for (; op->code != OP_END; op++) {
		if (op->code != OP_FACT)
			continue;
		switch (op->fact) {
		case FACT_side_of_rank:
		case FACT_others_of_rank:
			if (!others)
				return true;
			break;
		case FACT_always:
		case FACT_never:
		case FACT_players:
		case FACT_side_score:
		case FACT_side_dealt:
		case FACT_event:
		case FACT_pile_size:
		case FACT_pile_empty:
		case FACT_pile_top:
		case FACT_pile_has:
		case FACT_pile_started:
		case FACT_stock_size:
		case FACT_stock_empty:
		case FACT_going_out:
		case FACT_opening:
		case FACT_first_turn:
		case FACT_drew:
		case FACT_took:
		case FACT_melded_before:
		case FACT_seat:
		case FACT_dealer: break;
		default: return true;
		}
	}
	return false;
}

/* True if [op] asks whether the player goes out, or a term that may. */
static bool asks_going_out(program op)
{
	for (; op->code != OP_END; op++)
		if (op->code == OP_FACT && (op->fact == FACT_going_out || op->fact == FACT_term))
			return true;
	return false;
}

/* Where a chain goes on for a player who does not go out, if it asks that first. */
static program past_going_out(program op)
{
	while (program_is_chain(op) && op->fact == FACT_going_out) {
		int next = op->low <= 0 && op->high >= 0 ? op->yes : op->no;
		if (next == CHAIN_NO || next == CHAIN_YES)
			break;
		op += next;
	}
	return op;
}

/* What a ban asks about a hand that has other cards than it speaks of. */
struct ordinary_hand {
	bool pile;        /* a pile lies there */
	cardset *outside; /* some card of the hand is one of these */
	bool *unsure;     /* something else was asked */
};

static int32_t fact_of_ordinary_hand(const void *frame, const struct op *op)
{
	const struct ordinary_hand *hand = frame;

	switch ((enum fact_id)op->fact) {
	case FACT_always: return 1;
	case FACT_never:
	case FACT_going_out: return 0;
	case FACT_pile_empty: return !hand->pile;
	case FACT_hand_only: *hand->outside &= ~op->argument; return 0;
	default: *hand->unsure = true; return 0;
	}
}

/* Finds the cards that are barred as long as there are others in the hand. */
static void find_barred(struct rules *rules, bool pile)
{
	cardset outside = rules->all;
	bool unsure = false;
	struct ordinary_hand hand = { pile, &outside, &unsure };

	for (int i = 0; i < rules->discard.ban_count; i++)
		if (program_run(rules->discard.ban[i].when, &hand, fact_of_ordinary_hand))
			rules->barred[pile] |= rules->discard.ban[i].cards;
	rules->ordinary[pile] = unsure ? 0 : outside & ~rules->barred[pile];
}

/* True if [op] demands enough initial melds of a class, or that they count enough. */
static bool asks_for_class(program op)
{
	return (op->fact == FACT_initial_class || op->fact == FACT_initial_points) &&
	       (op[1].code == OP_NUMBER || (op[1].code == OP_FACT && op[1].fact == FACT_minimum)) &&
	       (op[2].code == OP_MORE || op[2].code == OP_MORE_EQUAL);
}

/* True if what lies between [op] and [end] can only come to hold as more is laid for an initial meld: it asks for initial
 * melds of some classes, and besides only for what does not change. */
static bool rises_to(program op, program end)
{
	for (; op != end; op++)
		switch ((enum op_code)op->code) {
		case OP_FACT:
			if (asks_for_class(op))
				op += 2;
			else if (!is_steady_fact(op->fact) && op->fact != FACT_opening)
				return false;
			else if (op + 1 != end && op[1].code == OP_NOT)
				op++;
			break;
		case OP_NUMBER:
		case OP_AND:
		case OP_OR: break;
		default: return false;
		}
	return true;
}

static program end_of(program op)
{
	while (op->code != OP_END)
		op++;
	return op;
}

static bool rises(program op)
{
	return rises_to(op, end_of(op));
}

/* The opposite: such a condition does not come to hold any more. */
static bool falls(program op)
{
	program end = end_of(op);

	return end != op && end[-1].code == OP_NOT && rises_to(op, end - 1);
}

/* True if the numbers of its cards tell whether a meld is of class [at]. */
static bool class_is_counted(const struct rules *rules, int at)
{
	for (program op = rules->class[at].when; op->code != OP_END; op++)
		if (op->code == OP_FACT && op->fact != FACT_size && op->fact != FACT_naturals && op->fact != FACT_wilds)
			return false;
	return true;
}

static bool some_form_allows(const struct rules *rules, int naturals, int wilds)
{
	for (int i = 0; i < rules->meld_count; i++)
		if (form_allows(&rules->form[i], naturals, wilds))
			return true;
	return false;
}

/* The kinds that a meld of class [at] may have its rank from, as far as facts joined by `and` tell. */
static cardset ranks_of_class(const struct rules *rules, int at)
{
	cardset ranks = rules->all;

	for (program op = rules->class[at].when; op->code != OP_END; op++) {
		if (op->code == OP_OR || op->code == OP_NOT)
			return rules->all;
		if (op->code == OP_FACT && op->fact == FACT_rank_is)
			ranks &= op->argument;
		if (op->code == OP_FACT && op->fact == FACT_naturals && op[1].code == OP_NUMBER && op[1].number == 0 &&
		    op[2].code == OP_EQUAL)
			ranks &= rules->cards.wild;
	}
	return ranks;
}

static void measure_class(struct rules *rules, int at)
{
	int naturals = most_naturals(rules, rules->all);
	int wilds = rules->wild_copies < MELD_CARDS_MAX ? rules->wild_copies : MELD_CARDS_MAX;
	bool counted = class_is_counted(rules, at), natural = false;
	uint32_t reach = 0;

	for (int n = 0; n <= MELD_CARDS_MAX; n++) {
		for (int w = 0; n <= naturals && w <= wilds; w++) {
			struct meld_cards cards = { .naturals = (uint8_t)n, .wilds = (uint8_t)w };
			struct meld_frame frame = { rules, &cards };
			bool holds = counted && program_run(rules->class[at].when, &frame, fact_of_meld) != 0;
			rules->class_sure[at][n] |= (uint32_t)holds << w;
			if (!some_form_allows(rules, n, w))
				continue;
			reach |= (uint32_t)(holds || !counted) << w;
			natural = natural || (n > 0 && (holds || !counted));
		}
		rules->class_reach[at][n] = reach;
	}
	rules->class_ranks[at] = program_is_chain(rules->class[at].when) ? ranks_of_class(rules, at) : rules->all;
	rules->counted_classes |= (uint32_t)counted << at;
	if (!natural)
		rules->wild_classes |= UINT32_C(1) << at;
}

/* Cards in the smallest meld of class [at]. */
static int least_of_class(const struct rules *rules, int at)
{
	int least = 2 * MELD_CARDS_MAX;

	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		if (rules->class_reach[at][n] != 0 && n + __builtin_ctz(rules->class_reach[at][n]) < least)
			least = n + __builtin_ctz(rules->class_reach[at][n]);
	return least;
}

/* Cards that the largest meld must have before [op] can hold, which demands melds of some classes; 0 if it asks for
 * anything else. */
static int least_for_classes(const struct rules *rules, program op)
{
	int least = 2 * MELD_CARDS_MAX;

	for (; op->code != OP_END; op++) {
		int of_class;
		if (op->code == OP_AND || op->code == OP_OR)
			continue;
		if (op->code != OP_FACT || !asks_for_class(op) || op[1].code != OP_NUMBER ||
		    op[1].number < (op[2].code == OP_MORE_EQUAL))
			return 0;
		of_class = least_of_class(rules, (int)op->argument);
		least = of_class < least ? of_class : least;
		op += 2;
	}
	return least;
}

/* Adds the classes of melds that [op] asks for. */
static void note_classes(struct rules *rules, program op)
{
	for (; op != NULL && op->code != OP_END; op++)
		if (op->code == OP_FACT && facts[op->fact].slot == SLOT_CLASS)
			rules->played_classes |= UINT32_C(1) << op->argument;
}

/* Gathers the classes that the numbers of cards tell, of those asked for while playing. */
static void gather_classes(struct rules *rules)
{
	for (uint32_t left = rules->played_classes & rules->counted_classes; left != 0; left &= left - 1)
		for (int n = 0; n <= MELD_CARDS_MAX; n++)
			for (int w = 0; w <= MELD_CARDS_MAX; w++)
				if (rules->class_sure[__builtin_ctz(left)][n] >> w & 1)
					rules->classes_by_numbers[n][w] |= (uint16_t)(1 << __builtin_ctz(left));
}

static bool is_program(enum row_type type)
{
	return type == TYPE_CONDITION || type == TYPE_AMOUNT || type == TYPE_BOUNDS;
}

/* Finds the classes that anything but a score asks for. */
static void find_played_classes(struct rules *rules)
{
	for (int row = 0; row < ROW_COUNT; row++) {
		int count = groups[rows[row].in].is_list ? rules_item_count(rules, rows[row].in) : 1;
		for (int item = 0; item < count && is_program(rows[row].type) && rows[row].level != LEVEL_SCORE; item++)
			note_classes(rules, *(const program *)rules_value(rules, (enum row_id)row, item));
	}
}

/* True if beginning melds, and adding to them, leaves the answer to [op] as it is: melds of some rank, or [any]. */
static bool stays_while_opening(const struct rules *rules, program op, bool any)
{
	for (; op->code != OP_END; op++) {
		if (op->code != OP_FACT || is_steady_fact(op->fact) || op->fact == FACT_opening ||
		    op->fact == FACT_always || op->fact == FACT_never)
			continue;
		if (any || op->fact != FACT_side_class || !(rules->wild_classes >> op->argument & 1))
			return false;
	}
	return true;
}

/* True if beginning melds without wild cards leaves the answer to [op] as it is. */
static bool stays_beside_clean(const struct rules *rules, program op)
{
	for (; op->code != OP_END; op++) {
		bool class = op->fact == FACT_side_class || op->fact == FACT_initial_class;
		if (op->code != OP_FACT || is_steady_fact(op->fact) || op->fact == FACT_opening ||
		    op->fact == FACT_always || op->fact == FACT_never)
			continue;
		if (!class || (rules->class_reach[op->argument][MELD_CARDS_MAX] & 1) != 0)
			return false;
	}
	return true;
}

/* While there is no meld of wild cards alone there is none of any class of such melds. */
static int32_t fact_without_wild_meld(const void *only, const struct op *op)
{
	(void)only;
	(void)op;
	return 0;
}

/* True if [op] holds as long as there is no meld of wild cards alone, and asks for nothing else. */
static bool holds_without_wild_meld(const struct rules *rules, program op)
{
	for (program at = op; at->code != OP_END; at++)
		if (at->code == OP_FACT &&
		    (at->fact != FACT_side_class || (rules->class_ranks[at->argument] & ~rules->cards.wild) != 0))
			return false;
	return program_run(op, NULL, fact_without_wild_meld) != 0;
}

/* An initial meld that is one meld of so many natural cards without a wild card, or any with wild cards and natural
 * ones; some minimum is asked for. */
struct sort_of_meld {
	const struct rules *rules;
	const uint32_t (*classes)[MELD_CARDS_MAX + 1]; /* class_reach or class_sure */
	int naturals;
	bool clean;
	bool *unsure; /* something was asked that this does not tell */
};

static int32_t fact_of_sort(const void *frame, const struct op *op)
{
	const struct sort_of_meld *sort = frame;
	uint32_t wilds;

	if (op->fact != FACT_initial_class && op->fact != FACT_initial_points) {
		*sort->unsure |= op->fact != FACT_minimum;
		return 1;
	}
	wilds = sort->classes[op->argument][sort->naturals];
	if (sort->clean)
		return op->fact == FACT_initial_class ? (int32_t)(wilds & 1) : 0;
	return !(sort->rules->wild_classes >> op->argument & 1) && (wilds & ~UINT32_C(1)) != 0 ? INT32_MAX : 0;
}

/* Whether that is what the initial meld must contain; [otherwise] if it is not told. */
static bool sort_suffices(const struct sort_of_meld *sort, bool otherwise)
{
	bool suffices = program_run(sort->rules->initial_meld.contains, sort, fact_of_sort) != 0;

	return *sort->unsure ? otherwise : suffices;
}

/* Finds out what melds without wild cards are to the initial meld. */
static void measure_contents(struct rules *rules)
{
	bool unsure = false;
	struct sort_of_meld sort = { rules, rules->class_reach, MELD_CARDS_MAX, false, &unsure };

	rules->clean_needed = !sort_suffices(&sort, true);
	sort.clean = true;
	rules->clean_least = rules->clean_enough = MELD_CARDS_MAX + 1;
	for (program op = rules->initial_meld.contains; op->code != OP_END; op++)
		for (int n = 0; op->code == OP_FACT && asks_for_class(op) && n < rules->clean_least; n++)
			if (rules->class_reach[op->argument][n] & 1)
				rules->clean_least = n;
	for (sort.naturals = MELD_CARDS_MAX; sort.naturals >= 0; sort.naturals--) {
		unsure = false;
		sort.classes = rules->class_reach;
		if (sort_suffices(&sort, false) && rules->clean_enough == sort.naturals + 1)
			rules->clean_enough = sort.naturals;
		unsure = false;
		sort.classes = rules->class_sure;
		rules->clean_sure |= (uint32_t)sort_suffices(&sort, false) << sort.naturals;
	}
}

/* What is asked by a player who is taking the pile; all there is to know is whether her side has opened. */
static int32_t fact_for_takes(const void *opened, const struct op *op)
{
	bool has_opened = *(const bool *)opened;

	return op->fact == FACT_take_opens ? !has_opened : has_opened;
}

/* False if [op] never holds for a player who is taking the pile, whether her side has opened or not. */
static bool can_hold_for_takes(program op)
{
	bool opened = true, unopened = false;

	for (program at = op; at->code != OP_END; at++)
		if (at->code == OP_FACT && at->fact != FACT_side_opened && at->fact != FACT_take_opens)
			return true;
	return program_run(op, &opened, fact_for_takes) || program_run(op, &unopened, fact_for_takes);
}

/* Notes for which hands the cards of a way of taking the pile may be there. */
static void gather_hands_of_take(struct rules *rules, int take)
{
	struct composition hand = rules->pile.take[take].hand;
	uint32_t bit = UINT32_C(1) << take;

	for (int like = hand.naturals + hand.alike; like <= COPIES_MAX; like++) {
		rules->takes_with[like][true] |= bit;
		if (hand.wilds == 0)
			rules->takes_with[like][false] |= bit;
	}
	if (hand.alike > 0 && hand.naturals + hand.wilds == 0)
		rules->takes_of_wild |= bit;
	if (rules->pile.take[take].onto == take_onto_own_meld)
		rules->takes_onto_own |= bit;
}

/* The kind of meld that the cards of way [take] begin with [top]. */
static int8_t form_begun_by(const struct rules *rules, int take, int top)
{
	bool wild = rules->cards.wild >> top & 1;
	struct composition cards = take_cards(rules->pile.take[take].hand, wild);
	int first = rules->form_of[top];

	for (int i = first > 0 ? first : 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if ((cards.naturals > 0 ? form->ranks >> top & 1 : form->ranks == 0) &&
		    form_allows(form, cards.naturals, cards.wilds))
			return (rules->begun_always >> i & 1) && (cards.wilds == 0 || (rules->wild_always >> i & 1))
			               ? (int8_t)i
			               : BEGINS_ASKED;
	}
	return -1;
}

/* Sorts out the items of the pile that ask one fact about its cards: their cards are gathered in sets. */
static void gather_pile_items(struct rules *rules)
{
	for (int i = 0; i < rules->pile.block_count; i++) {
		program op = rules->pile.block[i].when;
		if (op->code == OP_FACT && op[1].code == OP_END && op->fact == FACT_pile_top)
			rules->block_tops |= op->argument;
		else
			rules->blocks_to_ask |= UINT32_C(1) << i;
	}
	rules->frozen_always = -1;
	for (int i = 0; i < rules->pile.freeze_count; i++) {
		program op = rules->pile.freeze[i].when;
		if (rules->frozen_always < 0 && always_holds(op))
			rules->frozen_always = i;
		if (op->code == OP_FACT && op[1].code == OP_END && op->fact == FACT_pile_has)
			rules->freeze_has |= op->argument;
		else if (op->code == OP_FACT && op[1].code == OP_END && op->fact == FACT_pile_started)
			rules->freeze_starts |= op->argument;
		else
			rules->freezes_to_ask |= UINT32_C(1) << i;
		if ((rules->freezes_to_ask >> i & 1) && can_hold_for_takes(op))
			rules->freezes_for_takes |= UINT32_C(1) << i;
	}
}

static bool some_take_is_forced(const struct rules *rules)
{
	int32_t forced;

	for (int i = 0; i < rules->pile.take_count; i++)
		if (!program_is_constant(rules->pile.take[i].forced, &forced) || forced)
			return true;
	return false;
}

/* ---- melds as a whole ---- */

/* True if the set bits of [wilds] stand side by side. */
static bool no_gap(uint32_t wilds)
{
	uint32_t low = wilds & (0u - wilds);

	return wilds == 0 || ((wilds + low) & wilds) == 0;
}

cardset telling_ranks(const struct rules *rules, cardset ranks)
{
	cardset telling = 0, left = ranks;

	while (left != 0) {
		cardset alike = left;
		int kind = __builtin_ctzll(left);
		for (int i = 0; i < rules->canasta_count; i++) {
			const struct op *op = rules->canasta[i].when;
			alike &= rules->canasta[i].ranks >> kind & 1 ? rules->canasta[i].ranks
			                                             : ~rules->canasta[i].ranks;
			for (; op->code != OP_END; op++)
				if (op->code == OP_FACT && op->fact != FACT_size && op->fact != FACT_naturals &&
				    op->fact != FACT_wilds)
					alike &= -left; /* it may ask for the rank: every rank is looked at */
		}
		for (cardset other = alike; other != 0; other &= other - 1)
			if (rules->kind[__builtin_ctzll(other)].copies != rules->kind[kind].copies)
				alike &= ~(other & -other);
		telling |= UINT64_C(1) << kind;
		left &= ~(alike | UINT64_C(1) << kind);
	}
	return telling;
}

/* Tries the ways of splitting [left] wild cards over the wild kinds from place [index] on. */
static bool every_split_from(const struct rules *rules, struct meld_cards *cards, int index, int left,
                             bool (*holds)(void *context, const struct meld_cards *cards), void *context)
{
	if (left == 0)
		return holds(context, cards);
	if (index == WILD_KINDS_MAX || index >= rules->wild_kinds)
		return true;
	for (int count = 0; count <= left && count <= rules->kind[rules->wild_kind[index]].copies; count++) {
		cards->wild[index] = (uint8_t)count;
		if (!every_split_from(rules, cards, index + 1, left - count, holds, context))
			return false;
	}
	cards->wild[index] = 0;
	return true;
}

bool every_split(const struct rules *rules, struct meld_cards cards,
                 bool (*holds)(void *context, const struct meld_cards *cards), void *context)
{
	return every_split_from(rules, &cards, 0, cards.wilds, holds, context);
}

static bool is_canasta(void *rules, const struct meld_cards *cards)
{
	return rules_canasta_of(rules, cards) >= 0;
}

/* True if every meld of this form with [naturals] natural cards that is as large as a canasta is one. */
static bool big_melds_are_canastas(struct rules *rules, const struct form *form, int naturals)
{
	if (form->wilds[naturals] == 0)
		return true;
	for (cardset ranks = telling_ranks(rules, form->ranks); ranks != 0; ranks &= ranks - 1)
		for (int wilds = 0; wilds <= MELD_CARDS_MAX; wilds++) {
			struct meld_cards cards = {
				(uint8_t)__builtin_ctzll(ranks), (uint8_t)naturals, (uint8_t)wilds, { 0 }
			};
			if (form_allows(form, naturals, wilds) && naturals + wilds >= rules->canasta_least &&
			    !every_split(rules, cards, is_canasta, rules))
				return false;
		}
	return true;
}

/* True if between two counts of natural cards that may be with [wilds] wild cards every other one may too. */
static bool no_gap_of_naturals(const struct form *form, int wilds)
{
	uint32_t naturals = 0;

	if (form->most_wilds[MELD_CARDS_MAX] < wilds)
		return true; /* there are none */
	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		naturals |= (uint32_t)form_allows(form, n, wilds) << n;
	return no_gap(naturals);
}

/* True if a natural card that such a meld refuses may join it after some more wild cards. */
static bool has_late_naturals(const struct form *form)
{
	for (int n = 0; n < MELD_CARDS_MAX; n++) {
		uint32_t lost = form->wilds[n] & ~form->wilds[n + 1];
		if (lost != 0 && form->wilds[n + 1] >> __builtin_ctz(lost) != 0)
			return true;
	}
	return false;
}

/* True if a meld may have less room for wild cards with more natural ones: limits of size do that. */
static bool room_shrinks(const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++)
		for (int n = 0; n <= MELD_CARDS_MAX; n++) {
			uint32_t wilds = rules->form[i].wilds[n];
			if (wilds != 0 && 31 - __builtin_clz(wilds) < rules->form[i].most_wilds[n])
				return true;
		}
	return false;
}

/* True if a player who goes out may begin such a meld, and at other times either always may or never. */
static bool is_begun_plainly(const struct in_meld *meld)
{
	program op = meld->begun;

	return always_holds(op) || (op->code == OP_FACT && op->fact == FACT_going_out && op[1].code == OP_END);
}

/* True if any meld can grow card by card into any larger one of its kind. */
static bool melds_can_grow(const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++)
		for (int count = 0; count <= MELD_CARDS_MAX; count++)
			if (!no_gap(rules->form[i].wilds[count]) || !no_gap_of_naturals(&rules->form[i], count))
				return false;
	return rules->table.alone == table_alone_nobody;
}

static bool melds_are_plain(struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if (form->ranks == 0 || (form->ranks & ~rules->one_form) != 0 || !(rules->wild_always >> i & 1) ||
		    !is_begun_plainly(&rules->meld[i]))
			return false;
		for (int count = 0; count <= MELD_CARDS_MAX; count++)
			if (!big_melds_are_canastas(rules, form, count))
				return false;
	}
	return rules->melds_grow && !rules->comes_again;
}

/* True if what may be melded depends on numbers of wild cards, not on which they are: classes are told by numbers, and no
 * condition asks what melds count. */
static bool are_wilds_alike(const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++)
		if (asks(rules->meld[i].begun, FACT_initial_points) || asks(rules->meld[i].begun, FACT_term) ||
		    asks(rules->meld[i].wild_cards, FACT_initial_points) || asks(rules->meld[i].wild_cards, FACT_term))
			return false;
	return (rules->played_classes & ~rules->counted_classes) == 0;
}

/* What can be said of melds as a whole; the classes of melds are measured. */
static void measure_melds(struct rules *rules)
{
	cardset ranks = 0, several = 0;

	for (int i = 0; i < rules->meld_count; i++) {
		several |= ranks & rules->meld[i].ranks;
		ranks |= rules->meld[i].ranks;
		if (falls(rules->meld[i].begun))
			rules->begun_early |= UINT32_C(1) << i;
		if (stays_while_opening(rules, rules->meld[i].begun, false))
			rules->begun_steadily |= UINT32_C(1) << i;
		if (stays_while_opening(rules, rules->meld[i].begun, true))
			rules->begun_anyway |= UINT32_C(1) << i;
		if (stays_while_opening(rules, rules->meld[i].wild_cards, false))
			rules->wild_steadily |= UINT32_C(1) << i;
		rules->begun_beside_clean |= (uint32_t)stays_beside_clean(rules, rules->meld[i].begun) << i;
	}
	rules->one_form = ranks & ~several;
	for (int i = 0; i < rules->meld_count; i++)
		rules->comes_again = rules->comes_again || rules->form[i].comes_again;
	rules->wilds_alike = are_wilds_alike(rules);
	rules->melds_grow = melds_can_grow(rules);
	rules->plain_melds = melds_are_plain(rules);
	rules->plain_counts = rules->plain_melds && rules->counts_down == 0 && !room_shrinks(rules);
}

void build_tables(struct building *building)
{
	struct rules *rules = building->rules;

	rules->seats = rules->table.at_play > 0 ? rules->table.at_play : rules->table.players;
	make_kinds(building);
	make_deck(rules);
	list_wild_kinds(building);
	for (int kind = 0; kind < KINDS_MAX; kind++)
		rules->form_of[kind] = -1;
	for (int i = 0; i < rules->meld_count; i++)
		make_form(building, i);
	rules->melds_again = MELDS_MAX - __builtin_popcountll(rules->naturals) - 1;
	join_forms(rules);
	find_lonely_ranks(rules);
	measure_beginnings(rules);
	gather_beginnings(building);
	rules->canasta_least = least_canasta(rules);
	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].points < 0)
			rules->counts_down |= UINT64_C(1) << kind;
	for (int i = 0; i < rules->class_count; i++)
		measure_class(rules, i);
	if (rules->class_count > 0) {
		find_played_classes(rules);
		gather_classes(rules);
	}
	measure_melds(rules);
	rules->plain_opening = always_holds(rules->initial_meld.contains) &&
	                       rules->initial_meld.top_card != initial_meld_top_card_does_not_help;
	for (int i = 0; i < rules->meld_count; i++) {
		rules->begun_unlocks |= (uint32_t)melding_changes(rules->meld[i].begun, false) << i;
		rules->wild_unlocks |= (uint32_t)melding_changes(rules->meld[i].wild_cards, false) << i;
		rules->wild_first |= (uint32_t)holds_without_wild_meld(rules, rules->meld[i].wild_cards) << i;
		rules->wild_asks_rank |= (uint32_t)asks_rank(rules->meld[i].wild_cards) << i;
		rules->late_naturals |= rules->form[i].ranks != 0 && has_late_naturals(&rules->form[i]);
	}
	rules->never_waived = never_holds(rules->initial_meld.waived);
	rules->contains_rises = rises(rules->initial_meld.contains);
	measure_contents(rules);
	rules->waived_rises = rises(rules->initial_meld.waived);
	rules->waived_least = least_for_classes(rules, rules->initial_meld.waived);
	rules->classes_open = rules->class_count > 0 && (rules->contains_rises || rules->waived_rises);
	rules->unbanned[false] = rules->unbanned[true] = rules->banned_steadily = rules->all;
	for (int i = 0; i < rules->discard.ban_count; i++) {
		const struct in_ban *ban = &rules->discard.ban[i];
		rules->bans |= UINT32_C(1) << i;
		rules->unbanned[false] &= ~ban->cards;
		if (ban->proof == ban_proof_hand_shown)
			rules->proved |= ban->cards;
		rules->ban_staying_in[i] = past_going_out(ban->when);
		if (asks_rank(ban->when))
			rules->bans_ask_rank |= UINT32_C(1) << i;
		if (melding_changes(ban->when, true))
			rules->banned_steadily &= ~ban->cards;
		if (!demands_first(ban->when, FACT_pile_empty))
			rules->bans_beside_pile |= UINT32_C(1) << i, rules->unbanned[true] &= ~ban->cards;
	}
	find_barred(rules, false);
	find_barred(rules, true);
	rules->bans_yield_to_takes = true;
	for (int i = 0; i < rules->discard.ban_count; i++) {
		int32_t when = rules->discard.ban[i].gives_way;
		rules->bans_bend |= when == ban_gives_way_at_any_time;
		rules->bans_yield_to_takes &=
			when == ban_gives_way_after_drawing_or_taking || when == ban_gives_way_at_any_time;
	}
	for (int i = 0; i < rules->special_count; i++) {
		rules->special_sizes |= UINT64_C(1) << rules->special[i].pattern.cards;
		rules->special_kinds |= rules->special[i].pattern.kinds;
	}
	rules->takeable = rules->naturals;
	for (int i = 0; i < rules->pile.take_count; i++) {
		if (rules->pile.take[i].hand.alike > 0)
			rules->takeable |= rules->cards.wild;
		gather_hands_of_take(rules, i);
		for (int top = 0; top < rules->kinds; top++)
			rules->take_begins[i][top] = form_begun_by(rules, i, top);
		if (asks_only_not(rules->pile.take[i].when, FACT_pile_frozen))
			rules->takes_unfrozen |= UINT32_C(1) << i;
		if (asks_going_out(rules->pile.take[i].when))
			rules->takes_owe |= UINT32_C(1) << i;
	}
	rules->steady_minimum = is_steady(rules->initial_meld.minimum) && is_steady(rules->initial_meld.raised) &&
	                        rules->table.alone == table_alone_nobody;
	rules->lonely = rules->needs_two | ~(rules->naturals | rules->cards.wild);
	rules->waived_only_out = demands_going_out(rules->initial_meld.waived);
	rules->takes_forced = some_take_is_forced(rules);
	rules->rare_acts = rules->bonus.laid == bonus_laid_by_choice || rules->special_count > 0;
	gather_pile_items(rules);
}
