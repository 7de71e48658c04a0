/* table_compare.c -- whether two tables look alike to those who sit at them, and what can be seen of a table, in words. */
#include "tools/table_compare.h"

#include <string.h>
#include "notation/act_text.h"
#include "reports/reports.h"
#include "reports/wording.h"

bool same_kinds_of_card(const struct rules *const rules[2])
{
	if (rules[0]->kinds != rules[1]->kinds || rules[0]->wild_kinds != rules[1]->wild_kinds)
		return false;
	for (int i = 0; i < rules[0]->kinds; i++)
		if (rules[0]->kind[i].faces != rules[1]->kind[i].faces)
			return false;
	return memcmp(rules[0]->wild_kind, rules[1]->wild_kind, sizeof rules[0]->wild_kind) == 0;
}

/* The same cards in the hands and on the pile, where they can be compared. */
static bool same_cards(const struct game *one, const struct game *other)
{
	const struct rules *const rules[2] = { one->rules, other->rules };

	if (!same_kinds_of_card(rules))
		return true;
	for (int seat = 0; seat < one->rules->seats; seat++)
		if (!cards_equal(&one->seat[seat].hand, &other->seat[seat].hand))
			return false;
	return memcmp(one->pile, other->pile, one->pile_size) == 0;
}

static bool same_seats(const struct game *one, const struct game *other)
{
	if (one->rules->seats != other->rules->seats || one->rules->table.players != other->rules->table.players)
		return false;
	for (int seat = 0; seat < one->rules->seats; seat++) {
		const struct seat *a = &one->seat[seat], *b = &other->seat[seat];
		if (a->size != b->size || a->side != b->side || a->talon != b->talon || a->shown != b->shown ||
		    cards_count_in(&a->laid, one->rules->all) != cards_count_in(&b->laid, other->rules->all) ||
		    one->player[seat] != other->player[seat])
			return false;
	}
	return true;
}

static bool same_sides(const struct game *one, const struct game *other)
{
	if (one->rules->table.sides != other->rules->table.sides)
		return false;
	for (int side = 0; side < one->rules->table.sides; side++) {
		const struct side *a = &one->side[side], *b = &other->side[side];
		if (a->opened != b->opened || a->melds != b->melds || a->canastas != b->canastas)
			return false;
	}
	return true;
}

/* What the player to act may see of the pile. */
static bool same_sights(const struct game *one, const struct game *other)
{
	int shown = one->rules->pile.shown < one->pile_size ? one->rules->pile.shown : one->pile_size;
	int other_shown = other->rules->pile.shown < other->pile_size ? other->rules->pile.shown : other->pile_size;

	return shown == other_shown && one->top_hidden == other->top_hidden;
}

bool tables_look_alike(const struct game *one, const struct game *other)
{
	return one->phase == other->phase && one->ending == other->ending && one->turn.seat == other->turn.seat &&
	       (one->phase != PHASE_ANSWER || one->turn.answers == other->turn.answers) &&
	       one->dealer == other->dealer && one->stock_size == other->stock_size &&
	       one->pile_size == other->pile_size && one->aside_size == other->aside_size &&
	       one->alone == other->alone && one->one_alone == other->one_alone && same_seats(one, other) &&
	       same_sides(one, other) && same_sights(one, other) && same_cards(one, other);
}

/* ---- in words ---- */

const char *listed(int i, int count)
{
	return i == 0 ? " " : i == count - 1 ? " and " : ", ";
}

static void write_hands(const struct game *game, struct text *out)
{
	text_add(out, "hands of");
	for (int seat = 0; seat < game->rules->seats; seat++)
		text_format(out, "%s%d", listed(seat, game->rules->seats), game->seat[seat].size);
	text_add(out, " cards");
}

void table_summary(const struct game *game, struct text *out)
{
	int laid = 0, canastas = 0;

	for (int seat = 0; seat < game->rules->seats; seat++)
		laid += cards_count_in(&game->seat[seat].laid, game->rules->all);
	for (int side = 0; side < game->rules->table.sides; side++)
		canastas += game->side[side].canastas;
	write_hands(game, out);
	text_format(out, ", %d in the stock, %d in the pile", game->stock_size, game->pile_size);
	if (laid > 0)
		text_format(out, ", %d bonus card%s laid out", laid, plural(laid));
	if (canastas > 0) {
		text_add(out, ", ");
		club_canastas_write(game->rules, canastas, out);
	}
	if (game->aside_size > 0)
		text_format(out, ", %d set aside", game->aside_size);
	text_add(out, ". ");
	if (game->phase == PHASE_OVER)
		ending_write(game, out);
	else
		text_format(out, "%s is to act.", seat_name(game->rules, game->player[game_to_act(game)]));
}

/* What people see and table_summary() does not tell, in the order in which it is looked for. Behind SIGHT_SIDE there is one for each
 * side, behind SIGHT_LAID one for each seat. */
enum sight {
	SIGHT_DEALER,
	SIGHT_SEATING,
	SIGHT_ALONE,
	SIGHT_TURN,
	SIGHT_FACE,
	SIGHT_SHOWN,
	SIGHT_SIDE,
	SIGHT_LAID,
	SIGHT_TALON,
	SIGHT_PROOF,
	SIGHT_PARTNERS,
	SIGHT_PILE,
	SIGHT_HAND,
	SIGHTS
};

static const char *who_sits(const struct game *game, int seat)
{
	return seat_name(game->rules, game->player[seat]);
}

static void write_side(const struct game *game, int number, struct text *out)
{
	const struct side *side = &game->side[number];

	side_name(game->rules, number, out);
	text_format(out, side->opened ? " has made its initial meld" : " has not made its initial meld");
	text_format(out, ", and has %d meld%s, of which %d %s complete", side->melds, plural(side->melds),
	            side->canastas, side->canastas == 1 ? "is" : "are");
}

static void write_phase(const struct game *game, struct text *out)
{
	text_add(out, who_sits(game, game_to_act(game)));
	switch ((enum phase)game->phase) {
	case PHASE_DRAW: text_add(out, " is to draw"); break;
	case PHASE_MELD: text_add(out, " may meld"); break;
	case PHASE_ANSWER: text_format(out, " is to answer %s", who_sits(game, game->turn.seat)); break;
	case PHASE_OVER: text_add(out, " played last"); break;
	case PHASE_TALON: text_add(out, " may take the talon"); break;
	}
}

static void write_sight(const struct game *game, enum sight sight, int of, struct text *out)
{
	struct text name = { 0 };
	int cards;

	switch (sight) {
	case SIGHT_DEALER: text_format(out, "%s has dealt", who_sits(game, game->dealer)); break;
	case SIGHT_SEATING:
		text_add(out, "the players sit in the order");
		for (int seat = 0; seat < game->rules->seats; seat++)
			text_format(out, "%s%s", listed(seat, game->rules->seats), who_sits(game, seat));
		break;
	case SIGHT_ALONE:
		text_format(out, !game->one_alone ? "nobody plays alone" : "%s plays alone",
		            game->alone != NOBODY ? who_sits(game, game->alone) : "somebody not yet known");
		break;
	case SIGHT_TURN: write_phase(game, out); break;
	case SIGHT_FACE:
		text_format(out, "the top card of the pile lies face %s", game->top_hidden ? "down" : "up");
		break;
	case SIGHT_SHOWN:
		cards = game->rules->pile.shown < game->pile_size ? game->rules->pile.shown : game->pile_size;
		text_format(out, "%d card%s of the pile may be looked at", cards, plural(cards));
		break;
	case SIGHT_SIDE: write_side(game, of, out); break;
	case SIGHT_LAID:
		cards = cards_count_in(&game->seat[of].laid, game->rules->all);
		text_format(out, "%s has %d bonus card%s laid out", who_sits(game, of), cards, plural(cards));
		break;
	case SIGHT_TALON:
		cards = game->seat[of].talon;
		text_format(out, "before %s lie %d card%s of a talon", who_sits(game, of), cards, plural(cards));
		break;
	case SIGHT_PROOF:
		text_format(out, "the hand of %s is %s", who_sits(game, of),
		            game->seat[of].shown ? "shown" : "not shown");
		break;
	case SIGHT_PARTNERS:
		side_name(game->rules, game->seat[of].side, &name);
		text_format(out, "%s plays for %s", who_sits(game, of), text_read(&name));
		break;
	case SIGHT_PILE:
		text_add(out, "the pile, the top card last, is");
		for (int i = 0; i < game->pile_size; i++)
			text_format(out, " %s", game->rules->kind[game->pile[i]].name);
		break;
	case SIGHT_HAND:
		text_format(out, "%s holds", who_sits(game, of));
		cards_write_row(game->rules, &game->seat[of].hand, out);
		break;
	case SIGHTS: break;
	}
	text_end(&name, out);
}

static int sights_of(const struct rules *rules, enum sight sight)
{
	return sight == SIGHT_SIDE                                            ? rules->table.sides
	       : sight >= SIGHT_LAID && sight != SIGHT_PILE && sight < SIGHTS ? rules->seats
	                                                                      : 1;
}

bool tables_tell_apart(const struct game *const games[2], struct text words[2])
{
	for (int i = 0; i < 2; i++)
		table_summary(games[i], &words[i]);
	if (strcmp(text_read(&words[0]), text_read(&words[1])) != 0)
		return true;
	for (enum sight sight = 0; sight < SIGHTS; sight++)
		for (int of = 0; of < sights_of(games[0]->rules, sight) && of < sights_of(games[1]->rules, sight);
		     of++) {
			struct text seen[2] = { { 0 } };
			bool apart;
			for (int i = 0; i < 2; i++)
				write_sight(games[i], sight, of, &seen[i]);
			apart = strcmp(text_read(&seen[0]), text_read(&seen[1])) != 0;
			for (int i = 0; i < 2; i++) {
				if (apart)
					text_format(&words[i], " Besides, %s.", text_read(&seen[i]));
				text_end(&seen[i], &words[i]);
			}
			if (apart)
				return true;
		}
	return words[0].failed || words[1].failed; /* whoever writes them reports that */
}

bool tables_are_told_apart(const struct game games[2])
{
	struct text words[2] = { { 0 } };
	bool apart = tables_tell_apart((const struct game *[]){ &games[0], &games[1] }, words);

	for (int i = 0; i < 2; i++)
		text_free(&words[i]);
	return apart;
}
