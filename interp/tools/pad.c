/* pad.c -- the versions of an evening. An entry makes the next one, in which the deal that it is about and all those after it are
 * scored anew, so an earlier one can be changed at any time. Nothing else is kept: what a deal scores follows from what was
 * entered and from the totals before it. */
#include "tools/pad.h"

#include <stdio.h>
#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "reports/wording.h"
#include "tools/pad_entry.h"

/* ---- an empty pad ---- */

void pad_plain_name(const struct rules *rules, int side, char name[PAD_PLAIN_NAME])
{
	if (rules->table.sides == 2)
		snprintf(name, PAD_PLAIN_NAME, "%s", side == 0 ? "us" : "them");
	else
		snprintf(name, PAD_PLAIN_NAME, "%u", ((unsigned)side + 1) % 100);
}

static const struct pad_names *plain_names(struct arena *arena, const struct rules *rules)
{
	struct pad_names *names = arena_take(arena, sizeof *names);

	if (names == NULL)
		return NULL;
	memset(names, 0, sizeof *names);
	for (int side = 0; side < rules->table.sides; side++) {
		char name[PAD_PLAIN_NAME];
		pad_plain_name(rules, side, name);
		names->side[side] = arena_text(arena, name, strlen(name));
	}
	return names;
}

bool pad_begin(struct pad *pad, struct arena *arena, const struct rules *rules)
{
	memset(pad, 0, sizeof *pad);
	pad->arena = arena;
	pad->rules = rules;
	pad->now = arena_take(arena, sizeof *pad->now);
	if (pad->now == NULL)
		return false;
	*pad->now = (struct pad_version){ .names = plain_names(arena, rules), .dealer = NOBODY, .about = -1 };
	return !arena_failed(arena);
}

/* ---- where the game stands ---- */

static void begin_evening(const struct pad_version *now, struct game *game)
{
	game->dealer = 0;
	game->deal = (uint32_t)now->start_deals;
	for (int side = 0; side < game->rules->table.sides; side++) {
		game->side[side].score = now->start[side];
		game->best = now->start[side] > game->best ? now->start[side] : game->best;
	}
	settle_alone(game);
}

void pad_before(const struct pad *pad, int deal, struct game *game)
{
	const struct pad_version *now = pad->now;
	const uint8_t dealer = deal < now->deals ? now->deal[deal]->dealer : now->dealer;

	game_begin(game, pad->rules, 0);
	if (deal == 0)
		begin_evening(now, game);
	else {
		game->deal = (uint32_t)(now->start_deals + deal - 1);
		game->dealer = pad->result[deal - 1]->dealer;
		game->best = pad->result[deal - 1]->best;
		game_next_deal(game, pad->result[deal - 1]->after);
	}
	if (dealer != NOBODY)
		game->dealer = dealer;
	game_seat_players(game);
	settle_minimums(game);
}

int pad_counted(const struct pad *pad, bool *over, int *winner)
{
	const struct pad_version *now = pad->now;

	*over = false;
	*winner = NOBODY;
	for (int deal = 0; deal < now->deals; deal++) {
		*winner = pad->result[deal]->winner;
		if (pad->result[deal]->is_last)
			return *over = true, deal + 1;
	}
	return now->deals;
}

const char *pad_player(const struct pad *pad, int player)
{
	const char *name = pad->now->names->player[player];

	return name != NULL ? name : seat_name(pad->rules, player);
}

/* ---- entries ---- */

/* Scores the deals from [first] on. False if there is no memory. */
static bool score_from(struct pad *pad, int first)
{
	for (int deal = first; deal < pad->now->deals; deal++) {
		struct game before;
		if (pad->result[deal] == NULL) {
			pad->result[deal] = arena_take(pad->arena, sizeof *pad->result[deal]);
			if (pad->result[deal] == NULL)
				return false;
		}
		pad_before(pad, deal, &before);
		pad_score(&before, pad->now->deal[deal], pad->result[deal]);
	}
	return true;
}

/* Changes the list of deals: at [place] as many as [removed] are removed, and [said] is put there if it is not NULL. */
static bool change_deals(struct pad *pad, struct pad_version *next, int place, int removed, const struct pad_deal *said)
{
	const struct pad_deal **deal = arena_take(pad->arena, (size_t)(next->deals + 1) * sizeof *deal);
	int count = 0;

	if (deal == NULL)
		return false;
	for (int i = 0; i < place; i++)
		deal[count++] = next->deal[i];
	if (said != NULL) {
		struct pad_deal *kept = arena_take(pad->arena, sizeof *kept);
		if (kept == NULL)
			return false;
		*kept = *said;
		deal[count++] = kept;
	}
	for (int i = place + removed; i < next->deals; i++)
		deal[count++] = next->deal[i];
	next->deal = deal;
	next->deals = count;
	next->about = place < count ? place : count - 1;
	return true;
}

/* The name of a side all of whose players have names: Anna & Carl. */
static const char *side_of_players(struct arena *arena, const struct rules *rules, const struct pad_entry *entry,
                                   int side)
{
	struct text name = { 0 };

	for (int player = side; player < rules->table.players; player += rules->table.sides)
		text_format(&name, "%s%s", player > side ? " & " : "", entry->name[player]);
	return text_keep(&name, arena);
}

static const struct pad_names *new_names(struct arena *arena, const struct rules *rules, const struct pad_entry *entry)
{
	struct pad_names *names = arena_take(arena, sizeof *names);

	if (names == NULL)
		return NULL;
	memset(names, 0, sizeof *names);
	for (int side = 0; side < rules->table.sides; side++)
		names->side[side] = entry->names > rules->table.sides
		                            ? side_of_players(arena, rules, entry, side)
		                            : arena_text(arena, entry->name[side], strlen(entry->name[side]));
	for (int player = 0; player < rules->table.players && entry->names == rules->table.players; player++)
		names->player[player] = arena_text(arena, entry->name[player], strlen(entry->name[player]));
	return names;
}

/* Makes the next version of the evening. False if there is no memory. */
static bool apply(struct pad *pad, const struct pad_entry *entry, struct pad_version *next)
{
	switch (entry->verb) {
	case PAD_DEAL: next->dealer = NOBODY; return change_deals(pad, next, next->deals, 0, &entry->said);
	case PAD_REPLACE: return change_deals(pad, next, entry->deal, 1, &entry->said);
	case PAD_INSERT: return change_deals(pad, next, entry->deal, 0, &entry->said);
	case PAD_REMOVE: return change_deals(pad, next, entry->deal, 1, NULL);
	case PAD_DEALER: next->dealer = entry->dealer; return true;
	case PAD_NAMES: next->names = new_names(pad->arena, pad->rules, entry); return next->names != NULL;
	case PAD_START:
		memcpy(next->start, entry->start, sizeof next->start);
		next->start_deals = entry->start_deals;
		return true;
	case PAD_UNDO: break;
	}
	return true;
}

/* The first deal that an entry changes. */
static int first_changed(const struct pad_entry *entry, int deals)
{
	return entry->verb == PAD_START                                ? 0
	       : entry->verb == PAD_DEALER || entry->verb == PAD_NAMES ? deals
	                                                               : entry->deal;
}

/* In files of the first kind names and dealers belong to the deal before them. */
static void amend(struct pad *pad, const struct pad_version *changed)
{
	pad->now->dealer = changed->dealer;
	for (struct pad_version *at = pad->now; at != NULL; at = at->previous)
		at->names = changed->names;
}

/* Goes back to the version before the last entry. */
static bool undo(struct pad *pad)
{
	pad->now = pad->now->previous;
	return score_from(pad, 0);
}

/* Goes on to the version that the entry makes. */
static bool change(struct pad *pad, const struct pad_entry *entry)
{
	struct pad_version *before = pad->now, *next = arena_take(pad->arena, sizeof *next);

	if (next == NULL)
		return false;
	*next = *before;
	next->previous = before;
	if (!apply(pad, entry, next) || arena_failed(pad->arena))
		return false;
	if (pad->first_kind && (entry->verb == PAD_NAMES || entry->verb == PAD_DEALER)) {
		amend(pad, next);
		return true;
	}
	pad->now = next;
	return score_from(pad, first_changed(entry, next->deals));
}

bool pad_enter(struct pad *pad, const char *line, struct text *why)
{
	struct pad_version *before = pad->now;
	struct pad_entry entry;

	if (!pad_parse(pad, line, &entry, why))
		return false;
	if (pad->entries == PAD_ENTRIES_MAX) {
		text_add(why, "the pad is full");
		return false;
	}
	if (!(entry.verb == PAD_UNDO ? undo(pad) : change(pad, &entry))) {
		pad->now = before;
		return why->failed = 1, false;
	}
	pad->entries++;
	return true;
}

/* True if [why] is doubted of the deal as it is on the pad, too: a correction of something else does not ask again. */
static bool was_doubted(const struct pad *pad, int deal, const struct text *why)
{
	struct text earlier = { 0 };
	struct game before;
	bool same;

	pad_before(pad, deal, &before);
	pad_doubt_deal(&before, pad->now->deal[deal], pad->now->names->side, &earlier);
	same = strcmp(text_read(&earlier), text_read(why)) == 0;
	text_free(&earlier);
	return same;
}

void pad_doubt(const struct pad *pad, const char *line, struct text *why)
{
	struct text fault = { 0 };
	struct pad_entry entry;
	struct game before;

	if (pad_parse(pad, line, &entry, &fault) &&
	    (entry.verb == PAD_DEAL || entry.verb == PAD_REPLACE || entry.verb == PAD_INSERT)) {
		pad_before(pad, entry.deal, &before);
		if (entry.said.dealer != NOBODY)
			before.dealer = entry.said.dealer;
		pad_doubt_deal(&before, &entry.said, pad->now->names->side, why);
		if (entry.verb == PAD_REPLACE && was_doubted(pad, entry.deal, why))
			text_clear(why);
	}
	text_end(&fault, why);
}
