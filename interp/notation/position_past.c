/* position_past.c -- the earlier turns of a deal. What lines say of them has to fit the dealer and the round. A round
 * begins with the first player of the deal, so the dealer says how many turns of the round have been played. */
#include "notation/position_text.h"

#include "game/state.h"
#include "grammar/tree.h"
#include "rules/library.h"

/* ---- lines about the past ---- */

/* What a line says that a player did; NULL if no line does. */
static const struct claim *deed_told(const struct position_parser *at, enum deed deed, int seat)
{
	const struct claim *claim = &at->claim[ABOUT_PAST + (int)deed][seat];

	return claim->made ? claim : NULL;
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
		diag_hint(&at->library->diags, at->library->diags.last, MESSAGE_TURNS_PLAYED, turns);
}

void position_settle_past(struct position_parser *at)
{
	settle_turns(at);
}
