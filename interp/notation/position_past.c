/* position_past.c -- the earlier turns of a deal. What lines say of them has to fit the dealer, the round and the table, and what follows from
 * it is filled in. A round begins with the first player of the deal, so the dealer says how many turns of the round have been played. */
#include "notation/position_text.h"

#include "game/state.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/library.h"

/* ---- lines about the past ---- */

/* What a line says that a player did; NULL if no line does. */
static const struct claim *deed_told(const struct position_parser *at, enum deed deed, int seat)
{
	const struct claim *claim = &at->claim[ABOUT_PAST + (int)deed][seat];

	return claim->made ? claim : NULL;
}

/* A line that says that the player has laid cards in an earlier turn; NULL if there is none. */
static const struct claim *melding_told(const struct position_parser *at, int seat)
{
	const struct claim *opening = deed_told(at, DEED_opening, seat), *melding = deed_told(at, DEED_melding, seat);
	const struct claim *before = &at->claim[ABOUT_MELDED][seat];

	return opening != NULL ? opening : melding != NULL ? melding : before->made ? before : NULL;
}

/* Two lines cannot both be true. The later one is reported. */
static void clash(struct position_parser *at, const struct claim *one, const struct claim *other)
{
	bool later = one->line->span.source != other->line->span.source
	                     ? one->line->span.source > other->line->span.source
	                     : one->line->span.from > other->line->span.from;

	position_clash(at, later ? one->line : other->line, later ? other->line : one->line);
}

/* ---- turns that have been played ---- */

/* The turns that the player at [seat] has had once [turns] have been played. */
static int turns_had(const struct game *game, int seat, int turns)
{
	return (turns - turns_since(game, seat) + game->rules->seats) / game->rules->seats;
}

/* A line about the player at [seat] that is false if she has had [had] turns; NULL if there is none. */
static const struct claim *unmet_by(const struct position_parser *at, int seat, int had)
{
	const struct claim *took = deed_told(at, DEED_taking, seat), *drew = deed_told(at, DEED_drawing, seat);
	const struct claim *reserve = &at->claim[ABOUT_RESERVE][seat], *alone = &at->claim[ABOUT_ALONE][0];
	bool of_player = at->rules->reserve.of == reserve_of_player;

	for (int deed = 0; deed < DEEDS_KEPT; deed++) {
		const struct claim *told = deed_told(at, (enum deed)deed, seat);
		if (told != NULL && past_times(told) + past_ago(told) - 1 > had)
			return told;
	}
	if (took != NULL && drew != NULL && past_times(took) + past_times(drew) > had)
		return drew;
	if (had > 0)
		return NULL;
	if (at->claim[ABOUT_MELDED][seat].made || at->claim[ABOUT_ASKED][seat].made)
		return &at->claim[at->claim[ABOUT_MELDED][seat].made ? ABOUT_MELDED : ABOUT_ASKED][seat];
	if (at->position.over) /* the last turn has been played, too */
		return NULL;
	return of_player && reserve->made && reserve->value == 0 ? reserve
	       : alone->made && alone->value == seat             ? alone
	                                                         : NULL;
}

/* A line that is false if [turns] have been played; NULL if there is none. */
static const struct claim *unmet(const struct position_parser *at, int turns)
{
	const struct game *game = &at->position.game;

	for (int seat = 0; seat < at->rules->seats; seat++) {
		const struct claim *line = unmet_by(at, seat, turns_had(game, seat, turns));
		if (line != NULL)
			return line;
	}
	for (int side = 0; side < at->rules->table.sides && !at->position.over; side++) {
		const struct claim *melds = &at->claim[ABOUT_MELDS][side], *opened = &at->claim[ABOUT_OPENED][side];
		bool played = false;
		for (int seat = 0; seat < at->rules->seats; seat++)
			played |= (game->seat[seat].side == side || game->alone != NOBODY) &&
			          turns_had(game, seat, turns) >
			                  0; /* partners of one who plays alone were sides of their own */
		if (!played && opened->made)
			return opened;
		if (!played && melds->made && melds->value == 1)
			return melds;
	}
	return NULL;
}

/* Settles how many turns have been played, and who dealt if no line says it: the first numbers for which every line can be true. */
static void settle_turns(struct position_parser *at)
{
	struct game *game = &at->position.game;
	const struct claim *dealer = &at->claim[ABOUT_DEALER][0], *round = &at->claim[ABOUT_ROUND][0];
	const struct claim *first = &at->claim[ABOUT_FIRST][0], *other = dealer, *line = NULL;
	const bool is_first = first->made && first->value == 0;
	const int seats = at->rules->seats, usual = position_usual_rounds(at->rules);
	int turns = 0;

	if (is_first || round->made)
		other = is_first ? first : round;
	for (int i = 0; i < seats; i++) {
		/* the player begins the round; in the first one she would begin the deal */
		int place = dealer->made ? place_in_round(game) : (i + (!is_first && round->value == 1)) % seats;
		turns = is_first ? 0 : (round->made ? round->value - 1 : usual) * seats + place;
		line = is_first && place > 0 ? dealer : unmet(at, turns);
		while (line != NULL && !is_first && !round->made && turns < 2 * ROUNDS_MAX * seats)
			line = unmet(at, turns += seats);
		if (line == NULL && !dealer->made)
			game->dealer = (uint8_t)game_dealer_for(game, seat_in_turn(game, game->turn.seat, -place));
		if (line == NULL || dealer->made || is_first)
			break;
	}
	at->position.turns = turns;
	if (line != NULL && other->made)
		clash(at, line, other);
	if (at->faulty && dealer->made && !is_first)
		diag_hint(&at->library->diags, at->library->diags.last, MESSAGE_TURNS_PLAYED, turns,
		          plural(turns), turns == 1 ? "has" : "have");
}

/* ---- what the table says of the past, and the past of the table ---- */

/* Lines that say that a side has melds in earlier turns, beside one that it has none. */
static void check_melds(struct position_parser *at)
{
	const struct game *game = &at->position.game;
	const struct claim *opener[SIDES_MAX] = { NULL };

	for (int seat = 0; seat < at->rules->seats && !at->faulty; seat++) {
		int side = game->seat[seat].side;
		const struct claim *melds = &at->claim[ABOUT_MELDS][side], *opened = &at->claim[ABOUT_OPENED][side];
		const struct claim *told = opened->made ? opened : melding_told(at, seat);
		const struct claim *opening = deed_told(at, DEED_opening, seat);
		if (told != NULL && melds->made && melds->value == 0 && game->alone == NOBODY)
			clash(at, told, melds);
		else if (opening != NULL && opener[side] != NULL && !game->one_alone)
			clash(at, opening, opener[side]);
		opener[side] = opening != NULL ? opening : opener[side];
	}
}

/* What a player did in one turn cannot have been done in others alone. */
static void check_deeds(struct position_parser *at, int seat)
{
	const struct claim *opening = deed_told(at, DEED_opening, seat), *melding = deed_told(at, DEED_melding, seat);
	const struct claim *took = deed_told(at, DEED_taking, seat), *drew = deed_told(at, DEED_drawing, seat);

	if (opening != NULL && melding != NULL &&
	    (past_ago(melding) > past_ago(opening) ||
	     (past_ago(melding) < past_ago(opening) && past_times(melding) == 1)))
		clash(at, melding, opening);
	else if (took != NULL && drew != NULL && past_ago(took) == 1 && past_ago(drew) == 1)
		clash(at, took, drew);
}

/* The player did it in an earlier turn, which is her latest one only if [lately] or if she has had no other. */
static void did(struct position_parser *at, enum deed deed, int seat, bool lately)
{
	struct past *past = &at->position.game.past[seat];

	if (past->turns[deed] > 0)
		return;
	lately |= turns_had(&at->position.game, seat, at->position.turns) == 1;
	past->turns[deed] = 1;
	past->latest = (uint8_t)(past->latest | lately << deed);
}

static bool did_lately(const struct position_parser *at, enum deed deed, int seat)
{
	return at->position.game.past[seat].latest >> deed & 1;
}

/* Brings what a seat says of earlier turns and what is remembered of them together. */
static void settle_seat(struct position_parser *at, int number)
{
	struct game *game = &at->position.game;
	struct seat *seat = &game->seat[number];

	check_deeds(at, number);
	if (game->past[number].turns[DEED_opening] > 0)
		did(at, DEED_melding, number, did_lately(at, DEED_opening, number));
	if (at->claim[ABOUT_MELDED][number].made)
		did(at, DEED_melding, number, false);
	if (at->claim[ABOUT_ASKED][number].made)
		did(at, DEED_asking, number, false);
	seat->melded |= game->past[number].turns[DEED_melding] > 0;
	seat->asked |= game->past[number].turns[DEED_asking] > 0;
	if (seat->melded && !game->side[seat->side].opened)
		open_side(game, seat->side);
}

/* A player of [side] who can have done what no line says of anybody: one who has melded, one of whom the player need not know it, or any;
 * -1 if none of them has had a turn. */
static int somebody_of(const struct position_parser *at, int side)
{
	const struct game *game = &at->position.game;
	int best = -1, most = -1;

	for (int seat = 0; seat < at->rules->seats; seat++) {
		int worth = 2 * game->seat[seat].melded + (seat != game->turn.seat);
		if (game->seat[seat].side == side && turns_had(game, seat, at->position.turns) > 0 && worth > most)
			best = seat, most = worth;
	}
	return best;
}

/* Somebody has opened for each side that has; in a deal that is over it may have been in the last turn. */
static void settle_openers(struct position_parser *at)
{
	struct game *game = &at->position.game;

	for (int side = 0; side < at->rules->table.sides && !at->position.over; side++) {
		int seat = game->side[side].opened ? somebody_of(at, side) : -1;
		bool told = false;
		for (int other = 0; other < at->rules->seats; other++)
			told |= game->seat[other].side == side && game->past[other].turns[DEED_opening] > 0;
		if (seat < 0 || told)
			continue;
		did(at, DEED_opening, seat,
		    game->past[seat].turns[DEED_melding] == 1 && did_lately(at, DEED_melding, seat));
		did(at, DEED_melding, seat, false);
		game->seat[seat].melded = true;
	}
}

/* ---- reserves, and who plays alone ---- */

/* The place of the first reserve of the player at [seat], taken up or not. */
static int first_reserve(const struct game *game, int seat)
{
	const struct rules *rules = game->rules;

	if (game->one_alone && rules_share_reserves(rules))
		return reserve_of(game, seat);
	return rules->reserve.of == reserve_of_player ? seat : game->seat[seat].side;
}

/* The reserves whose first is at [first] have been taken up by those who had turns for it, as often as there are no more; where no line is
 * about them, those are gone that somebody took up. */
static void settle_reserves(struct position_parser *at, int first)
{
	struct position *position = &at->position;
	struct game *game = &position->game;
	const struct claim *told = NULL, *line = NULL;
	int dealt = 0, lie = 0, taken = 0, taker = -1;

	for (int place = first; place < rules_reserves(at->rules); place += rules_reserve_owners(at->rules)) {
		const struct claim *claim = &at->claim[ABOUT_RESERVE][place];
		dealt += reserve_dealt(game, place) > 0;
		line = claim->made ? claim : line;
		lie += claim->made && claim->value == 1;
	}
	for (int seat = 0; seat < at->rules->seats; seat++) {
		const struct claim *claim = deed_told(at, DEED_taking_up, seat);
		if (first_reserve(game, seat) != first)
			continue;
		taken += game->past[seat].turns[DEED_taking_up];
		told = claim != NULL ? claim : told;
		if (turns_had(game, seat, position->turns) > 0 && (taker < 0 || seat != game->turn.seat))
			taker = seat;
	}
	if (told != NULL && taken > dealt)
		position_cannot(at, told->line, MESSAGE_RESERVES_ARE, dealt);
	else if (told != NULL && line != NULL && taken > dealt - lie)
		clash(at, told, line);
	for (int place = first; line == NULL && taken-- > 0; place += rules_reserve_owners(at->rules))
		if (place < RESERVES_MAX)
			position->no_reserve[place] = true;
	/* a line may be about the reserve that anybody may take up first */
	if (line == NULL || taker < 0 || position->over || dealt - lie <= taken ||
	    (game->one_alone && rules_share_reserves(at->rules) && game->alone == NOBODY))
		return;
	did(at, DEED_taking_up, taker, false);
	if (at->rules->table.alone == table_alone_first_to_take_up_a_reserve)
		play_alone(game, taker);
}

/* The first turn in which the player at [seat] may have done [deed], which a line says of her. */
static int first_done(const struct position_parser *at, const struct claim *told, int seat)
{
	return at->position.turns + 1 - turns_since(&at->position.game, seat) -
	       (past_times(told) + past_ago(told) - 2) * at->rules->seats;
}

/* Who was the first to take the pile, or a reserve, plays alone; and who plays alone has done it. */
static void settle_player_alone(struct position_parser *at)
{
	struct game *game = &at->position.game;
	const enum deed deed =
		at->rules->table.alone == table_alone_first_to_take_the_pile ? DEED_taking : DEED_taking_up;
	const struct claim *own = game->alone != NOBODY ? deed_told(at, deed, game->alone) : NULL;
	const int own_turn = own != NULL && past_times(own) == 1 ? first_done(at, own, game->alone) : INT32_MAX;
	int first = INT32_MAX, alone = NOBODY;

	for (int seat = 0; seat < at->rules->seats && game->one_alone; seat++) {
		const struct claim *told = deed_told(at, deed, seat);
		int turn = told != NULL ? first_done(at, told, seat) : INT32_MAX;
		if (turn < own_turn && own_turn < INT32_MAX && at->claim[ABOUT_ALONE][0].made)
			return clash(at, told, &at->claim[ABOUT_ALONE][0]);
		if (turn < first)
			first = turn, alone = seat;
	}
	if (game->one_alone && game->alone == NOBODY && alone != NOBODY)
		play_alone(game, alone);
	else if (game->alone != NOBODY && !at->position.over)
		did(at, deed, game->alone, false);
}

/* ---- which side opened first ---- */

/* The number of the turn in which [side] opened: [*told] says whether a line tells it; if none does, it is the last turn in which the side can
 * have opened. */
static int opening_turn(const struct position_parser *at, int side, bool *told)
{
	const struct game *game = &at->position.game;
	int latest = 0, first = INT32_MAX;

	for (int seat = 0; seat < at->rules->seats; seat++) {
		const struct claim *opening = deed_told(at, DEED_opening, seat);
		int turn = at->position.turns + 1 - turns_since(game, seat);
		if (game->seat[seat].side != side)
			continue;
		if (at->position.over && seat == game->turn.seat)
			latest = at->position.turns + 1;
		latest = turn > latest ? turn : latest;
		if (opening != NULL)
			first = lesser(first, turn - (past_ago(opening) - 1) * at->rules->seats);
	}
	*told = first < INT32_MAX;
	return *told ? first : latest;
}

/* True if [one], whose line stands first, has opened after [other]. */
static bool opened_after(const struct position_parser *at, int one, int other)
{
	bool told, other_told;
	int turn = opening_turn(at, one, &told), other_turn = opening_turn(at, other, &other_told);

	return told && other_turn < turn;
}

/* The sides have opened in the order of their lines, unless other lines say in which turns they did. */
static void settle_order(struct position_parser *at)
{
	struct side *side = at->position.game.side;
	const int sides = at->rules->table.sides;

	for (int pass = 0; pass < sides; pass++)
		for (int one = 0; one < sides; one++)
			for (int other = 0; other < sides; other++)
				if (side[one].opened && side[other].order == side[one].order + 1 &&
				    opened_after(at, one, other)) {
					side[other].order--;
					side[one].order++;
				}
}

void position_settle_past(struct position_parser *at)
{
	settle_turns(at);
	if (!at->faulty)
		check_melds(at);
	if (!at->faulty)
		settle_player_alone(at);
	for (int first = 0; first < rules_reserve_owners(at->rules) && at->rules->reserve.cards > 0; first++)
		if (!at->faulty)
			settle_reserves(at, first);
	for (int seat = 0; seat < at->rules->seats && !at->faulty; seat++)
		settle_seat(at, seat);
	if (at->faulty)
		return;
	settle_openers(at);
	settle_order(at);
}
