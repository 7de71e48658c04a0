/* results.c -- from sums to JSON: a number, or one for each player, side or item, by the names they have in the variant. */
#include "tools/results.h"
#include "text/json.h"

#include <inttypes.h>
#include "notation/act_text.h"
#include "grammar/text.h"
#include "tools/ranges.h"
#include "reports/seat_names.h"
#include "tools/sim.h"
#include "rules/canonical.h"

/* ---- what things are called ---- */

static const char *const endings[ENDINGS] = {
	[ENDING_OUT] = "out", [ENDING_STOCK] = "stock", [ENDING_LAST_BONUS] = "last_bonus", [ENDING_SPECIAL] = "special"
};

static bool has_talons(const struct rules *rules)
{
	return rules_cell(rules, ROW_talon_cards, 0)->statement != NULL;
}

static bool has_verb(const struct rules *rules, enum verb verb)
{
	switch (verb) {
	case ACT_ASK:
	case ACT_ANSWER: return rules->going_out.ask != going_out_ask_never;
	case ACT_LAY: return rules->bonus.laid == bonus_laid_by_choice;
	case ACT_TALON: return has_talons(rules);
	case ACT_STOP: return rules->bonus.last_card == bonus_last_card_ends_the_deal_after_melding;
	case ACT_SPECIAL: return rules->special_count > 0;
	default: return true;
	}
}

static bool has_ending(const struct rules *rules, enum ending ending)
{
	return ending == ENDING_SPECIAL      ? rules->special_count > 0
	       : ending == ENDING_LAST_BONUS ? rules->bonus.last_card != bonus_last_card_play_goes_on
	                                     : ending != ENDING_NONE;
}

/* canasta.natural, score.melded, special.straight */
static void line_key(const struct rules *rules, int line, struct text *key)
{
	const char *list = line < rules->canasta_count                        ? "canasta"
	                   : line < rules->canasta_count + rules->score_count ? "score"
	                                                                      : "special";

	text_format(key, "%s.%s", list, tally_line_name(rules, line));
}

static void add_key(const struct rules *rules, enum each each, int i, struct text *key)
{
	switch (each) {
	case EACH_none: break;
	case EACH_verb: text_add(key, verb_word((enum verb)i)); break;
	case EACH_ending: text_add(key, endings[i]); break;
	case EACH_seat: text_add(key, seat_name(rules, i)); break;
	case EACH_place: text_add_number(key, i + 1); break;
	case EACH_winner:
		if (i == rules->table.sides) {
			text_add(key, "nobody");
			break;
		} /* fall through */
	case EACH_side: side_name(rules, i, key); break;
	case EACH_take: text_add(key, rules->pile.take[i].name); break;
	case EACH_meld: text_add(key, rules->meld[i].name); break;
	case EACH_canasta: text_add(key, rules->canasta[i].name); break;
	case EACH_special: text_add(key, rules->special[i].name); break;
	case EACH_talon: text_add(key, i == 0 ? "left" : i == 1 ? "taken" : "none"); break;
	case EACH_line: line_key(rules, i, key); break;
	}
}

/* Whether there is a number [i] of these in the variant. */
static bool has(const struct rules *rules, enum each each, int i)
{
	switch (each) {
	case EACH_none: return i == 0;
	case EACH_verb: return has_verb(rules, (enum verb)i);
	case EACH_ending: return has_ending(rules, (enum ending)i);
	case EACH_seat: return i < rules->table.players;
	case EACH_place: return i < rules->seats;
	case EACH_winner: return i <= rules->table.sides;
	case EACH_side: return i < rules->table.sides;
	case EACH_take: return i < rules->pile.take_count;
	case EACH_meld: return i < rules->meld_count;
	case EACH_canasta: return i < rules->canasta_count;
	case EACH_special: return i < rules->special_count;
	case EACH_talon: return has_talons(rules);
	case EACH_line: return i < tally_lines(rules);
	}
	return false;
}

/* ---- making ---- */

static json_t *make_spread(const struct spread *spread)
{
	return json_pack("{s:I, s:I, s:I, s:I}", "count", (json_int_t)spread->count, "sum", (json_int_t)spread->sum,
	                 "least", (json_int_t)spread->least, "most", (json_int_t)spread->most);
}

static json_t *make_number(const struct count_row *row, const struct sim_counts *counts, int i)
{
	const void *place = (const char *)counts + row->offset;

	return row->is_spread ? make_spread((const struct spread *)place + i)
	                      : json_integer((json_int_t)((const int64_t *)place)[i]);
}

/* One number, or an object with one for each. */
static json_t *make_row(const struct rules *rules, const struct count_row *row, const struct sim_counts *counts)
{
	json_t *object;

	if (row->each == EACH_none)
		return make_number(row, counts, 0);
	object = json_object();
	for (int i = 0; i < row->most; i++) {
		struct text key = { 0 };
		if (!has(rules, row->each, i))
			continue;
		add_key(rules, row->each, i, &key);
		if (key.failed || json_object_set_new(object, text_read(&key), make_number(row, counts, i)) != 0) {
			json_decref(object);
			object = NULL;
		}
		text_free(&key);
	}
	return object;
}

static json_t *make_sums(const struct rules *rules, const struct sim_counts *counts)
{
	json_t *sums = json_object();

	for (int i = 0; i < count_row_count; i++)
		if (json_object_set_new(sums, count_rows[i].name, make_row(rules, &count_rows[i], counts)) != 0) {
			json_decref(sums);
			return NULL;
		}
	return sums;
}

static json_t *make_refusals(const struct rules *rules, const struct clause_counts *clauses)
{
	json_t *refused = json_object();
	bool failed = false;

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		struct text path = { 0 };
		if (!clause_can_refuse(rules, at.row, at.item))
			continue;
		rules_path(rules, at.row, at.item, &path);
		failed |= path.failed ||
		          json_object_set_new(refused, text_read(&path),
		                              json_integer((json_int_t)clauses->refused[at.row][at.item])) != 0;
		text_free(&path);
	}
	if (!failed)
		return refused;
	json_decref(refused);
	return NULL;
}

static json_t *make_clauses(const struct rules *rules, const struct clause_counts *clauses)
{
	return json_pack("{s:I, s:o}", "decisions", (json_int_t)clauses->decisions, "refused",
	                 make_refusals(rules, clauses));
}

/* The digits of a number that may be too large for JSON. */
static json_t *make_wide(wide number)
{
	char digits[48], *at = digits + sizeof digits - 1;
	wide rest = number < 0 ? -number : number;

	*at = '\0';
	do
		*--at = (char)('0' + (int)(rest % 10));
	while ((rest /= 10) > 0);
	if (number < 0)
		*--at = '-';
	return json_string(at);
}

json_t *results_of_match(const struct match *match)
{
	return json_pack("{s:I, s:[I, I], s:I, s:[I, I], s:o, s:o}", "deals", (json_int_t)match->deals, "ahead",
	                 (json_int_t)match->ahead[0], (json_int_t)match->ahead[1], "level", (json_int_t)match->level,
	                 "points", (json_int_t)match->points[0], (json_int_t)match->points[1], "difference",
	                 make_wide(match->difference), "squares", make_wide(match->squares));
}

json_t *results_of_ranges(const struct ranges *ranges)
{
	json_t *array = json_array();

	for (size_t i = 0; i < ranges->count; i++)
		if (json_array_append_new(array, json_pack("[I, I]", (json_int_t)ranges->range[i].from,
		                                           (json_int_t)ranges->range[i].to)) != 0) {
			json_decref(array);
			return NULL;
		}
	return array;
}

static json_t *make_texts(const char *const *texts, int count)
{
	json_t *array = json_array();

	for (int i = 0; i < count; i++)
		json_add(&array, json_words(texts[i]));
	return array;
}

static json_t *make_bots(const struct sim_plan *plan)
{
	const char *names[PLAYERS_MAX];
	int count = plan->match ? MATCH_BOTS : plan->rules->table.players;

	for (int i = 0; i < count; i++)
		names[i] = plan->player[i]->name;
	return make_texts(names, count);
}

json_t *results_of_signature(uint64_t signature)
{
	char digits[17];

	snprintf(digits, sizeof digits, "%016" PRIx64, signature);
	return json_string(digits);
}

struct json_t *results_make(const struct sim_plan *plan, const struct sim_counts *counts, const struct ranges *ranges)
{
	const struct rules *rules = plan->rules;
	char hash[RULES_HASH_ROOM], seed[24];
	json_t *results;

	if (!rules_hash(rules, hash))
		return NULL;
	snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
	results = json_pack("{s:s, s:i, s:o, s:o, s:s, s:s, s:i, s:s, s:s, s:o, s:o, s:o, s:o}", "format",
	                    RESULTS_FORMAT, "version", RESULTS_VERSION, "variant", json_words(plan->reference), "with",
	                    make_texts(plan->options, plan->option_count), "title",
	                    rules->title != NULL ? rules->title : "", "rules", hash, "sides", (int)rules->table.sides,
	                    "seed", seed, "played",
	                    plan->match          ? "match"
	                    : plan->single_deals ? "deals"
	                                         : "games",
	                    "bots", make_bots(plan), "games", results_of_ranges(ranges), "signature",
	                    results_of_signature(counts->signature), "sums", make_sums(rules, counts));
	if (results != NULL &&
	    ((plan->match && json_object_set_new(results, "match", results_of_match(&counts->match)) != 0) ||
	     (plan->deals_most != SIM_DEALS_MAX &&
	      json_object_set_new(results, "deals_most", json_integer(plan->deals_most)) != 0) ||
	     (plan->clauses && json_object_set_new(results, "clauses", make_clauses(rules, &counts->clauses)) != 0))) {
		json_decref(results);
		return NULL;
	}
	return results;
}
