/* tables.c -- what the engine needs at hand, worked out of the settings once: each step fills in a part of struct rules,
 * and may look at what the steps before it have worked out. */
#include "rules/tables.h"

/* The special hands, and whether there are acts that few games have. */
static void build_special_hands(struct rules *rules)
{
	for (int i = 0; i < rules->special_count; i++) {
		rules->special_sizes |= UINT64_C(1) << rules->special[i].pattern.cards;
		rules->special_kinds |= rules->special[i].pattern.kinds;
	}
	rules->rare_acts = rules->bonus.laid == bonus_laid_by_choice || rules->special_count > 0;
}

void build_tables(struct building *building)
{
	struct rules *rules = building->rules;

	rules->seats = rules->table.at_play > 0 ? rules->table.at_play : rules->table.players;
	for (int seat = 0; seat < rules->seats; seat++)
		rules->next_seat[seat] =
			(uint8_t)((seat + (rules->turn.direction == turn_direction_clockwise ? 1 : rules->seats - 1)) %
		                  rules->seats);
	build_kinds(building);
	build_forms(building);
	build_canastas(rules);
	build_melding(rules);
	build_bans(rules);
	build_planning(rules);
	build_special_hands(rules);
	build_taking(rules);
}
