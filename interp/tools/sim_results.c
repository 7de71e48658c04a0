/* sim_results.c -- the sums of a simulation as JSON. Parts are read and added up without the rules they were played by: their hash
 * shows that these were the same, and the names of all that was counted are in the results themselves. */
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <string.h>
#include "grammar/text.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "rules/compare.h"
#include "text/document.h"
#include "text/json.h"
#include "tools/sim.h"

#define SIGNATURE "%016" PRIx64 /* in hexadecimal digits: it has more bits than a number of JSON */

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
	case ACT_STOP:
		return rules->bonus.last_card == bonus_last_card_ends_the_deal_after_melding ||
		       rules->turn.discard != turn_discard_required;
	case ACT_SPECIAL: return rules->special_count > 0;
	case ACT_JOIN:
		for (int i = 0; i < rules->meld_count; i++)
			if (rules->meld[i].joined == meld_joined_at_any_time)
				return true;
		return false;
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
		json_put(&object, text_read(&key), key.failed ? NULL : make_number(row, counts, i));
		text_free(&key);
	}
	return object;
}

static json_t *make_sums(const struct rules *rules, const struct sim_counts *counts)
{
	json_t *sums = json_object();

	for (int i = 0; i < count_row_count; i++)
		json_put(&sums, count_rows[i].name, make_row(rules, &count_rows[i], counts));
	return sums;
}

static json_t *make_refusals(const struct rules *rules, const struct clause_counts *clauses)
{
	json_t *refused = json_object();

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		struct text path = { 0 };
		if (!clause_can_refuse(rules, at.row, at.item))
			continue;
		rules_path(rules, at.row, at.item, &path);
		json_put(&refused, text_read(&path),
		         path.failed ? NULL : json_integer((json_int_t)clauses->refused[at.row][at.item]));
		text_free(&path);
	}
	return refused;
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

/* A match as JSON; NULL when memory ran out, here and below. */
static json_t *results_of_match(const struct match *match)
{
	return json_pack("{s:I, s:[I, I], s:I, s:[I, I], s:o, s:o}", "deals", (json_int_t)match->deals, "ahead",
	                 (json_int_t)match->ahead[0], (json_int_t)match->ahead[1], "level", (json_int_t)match->level,
	                 "points", (json_int_t)match->points[0], (json_int_t)match->points[1], "difference",
	                 make_wide(match->difference), "squares", make_wide(match->squares));
}

/* Which games were played: [[0, 1000], [2000, 3000]]. */
static json_t *results_of_ranges(const struct ranges *ranges)
{
	json_t *array = json_array();

	for (size_t i = 0; i < ranges->count; i++)
		json_add(&array,
		         json_pack("[I, I]", (json_int_t)ranges->range[i].from, (json_int_t)ranges->range[i].to));
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

struct json_t *results_make(const struct sim_plan *plan, const struct sim_counts *counts, const struct ranges *ranges)
{
	const struct rules *rules = plan->rules;
	char hash[RULES_HASH_ROOM];
	json_t *results;

	if (!rules_hash(rules, hash))
		return NULL;
	results = json_pack("{s:s, s:i, s:o, s:o, s:s, s:s, s:i, s:o, s:s, s:o, s:o, s:o, s:o}", "format",
	                    RESULTS_FORMAT, "version", RESULTS_VERSION, "variant", json_words(plan->reference), "with",
	                    make_texts(plan->options, plan->option_count), "title",
	                    rules->title != NULL ? rules->title : "", "rules", hash, "sides", (int)rules->table.sides,
	                    "seed", json_sprintf("%" PRIu64, plan->seed), "played",
	                    plan->match          ? "match"
	                    : plan->single_deals ? "deals"
	                                         : "games",
	                    "bots", make_bots(plan), "games", results_of_ranges(ranges), "signature",
	                    json_sprintf(SIGNATURE, counts->signature), "sums", make_sums(rules, counts));
	if (plan->match)
		json_put(&results, "match", results_of_match(&counts->match));
	if (plan->deals_most != SIM_DEALS_MAX)
		json_put(&results, "deals_most", json_integer(plan->deals_most));
	if (plan->budget.samples > 0)
		json_put(&results, "samples", json_integer(plan->budget.samples));
	if (plan->budget.milliseconds > 0)
		json_put(&results, "think", json_integer(plan->budget.milliseconds));
	if (plan->clauses)
		json_put(&results, "clauses",
		         json_pack("{s:I, s:o}", "decisions", (json_int_t)counts->clauses.decisions, "refused",
		                   make_refusals(rules, &counts->clauses)));
	return results;
}

/* ---- reading ---- */

static bool read_ranges(const json_t *array, struct ranges *ranges)
{
	size_t i;
	json_t *pair;
	uint64_t twice;

	json_array_foreach(array, i, pair) {
		const json_t *from = json_array_get(pair, 0), *to = json_array_get(pair, 1);
		if (json_array_size(pair) != 2 || !json_is_integer(from) || !json_is_integer(to) ||
		    json_integer_value(from) < 0 || json_integer_value(to) <= json_integer_value(from))
			return false;
		ranges_add(ranges, (uint64_t)json_integer_value(from), (uint64_t)json_integer_value(to));
	}
	return json_is_array(array) && ranges_settle(ranges, &twice) && !ranges->failed;
}

static bool read_spread(const json_t *json, struct spread *spread)
{
	const json_t *count = json_object_get(json, "count"), *sum = json_object_get(json, "sum"),
		     *least = json_object_get(json, "least"), *most = json_object_get(json, "most");

	*spread = (struct spread){ json_integer_value(count), json_integer_value(sum), json_integer_value(least),
		                   json_integer_value(most) };
	return json_object_size(json) == 4 && json_is_integer(count) && json_is_integer(sum) &&
	       json_is_integer(least) && json_is_integer(most) && spread->count >= 0;
}

static bool number_is_sound(const json_t *json, bool is_spread)
{
	struct spread spread;

	return is_spread ? read_spread(json, &spread) : json_is_integer(json) && json_integer_value(json) >= 0;
}

static bool row_is_sound(const struct count_row *row, const json_t *json)
{
	const char *key;
	json_t *one;

	if (row->each == EACH_none)
		return number_is_sound(json, row->is_spread);
	json_object_foreach((json_t *)json, key, one)
		if (!number_is_sound(one, row->is_spread))
			return false;
	return json_is_object(json);
}

/* As many games counted as it says that were played, and sums of the shape that is added up. Each deal of a match is counted as often as it
 * was played. */
/* [*failed] is set if memory ran out: whether they are sound is not known then. */
static bool sums_are_sound(const json_t *results, int *failed)
{
	const json_t *sums = json_object_get(results, "sums"), *counted = json_object_get(sums, "games");
	const int sides = (int)json_integer_value(json_object_get(results, "sides"));
	const uint64_t plays = json_object_get(results, "match") == NULL ? 1 : (uint64_t)match_plays(sides);
	struct ranges ranges = { 0 };
	bool sound = read_ranges(json_object_get(results, "games"), &ranges) &&
	             json_object_size(sums) == (size_t)count_row_count;

	sound = sound && ranges_size(&ranges) <= INT64_MAX / plays &&
	        ranges_size(&ranges) * plays == (uint64_t)json_integer_value(counted);
	for (int i = 0; sound && i < count_row_count; i++)
		sound = row_is_sound(&count_rows[i], json_object_get(sums, count_rows[i].name));
	*failed |= ranges.failed;
	ranges_free(&ranges);
	return sound;
}

static bool read_wide(const json_t *json, wide *number)
{
	const char *text = json_string_value(json), *at = text;
	bool negative = at != NULL && *at == '-';

	*number = 0;
	if (at == NULL || strlen(text) > 38)
		return false;
	for (at += negative; *at >= '0' && *at <= '9'; at++)
		*number = *number * 10 + (*at - '0');
	if (*at != '\0' || at == text + negative)
		return false;
	*number = negative ? -*number : *number;
	return true;
}

/* What they have of a match; false if there was none. */
static bool results_match(const struct json_t *results, struct match *match)
{
	json_int_t deals, ahead[MATCH_BOTS], level, points[MATCH_BOTS];
	const json_t *json = json_object_get(results, "match");

	if (json_unpack((json_t *)json, "{s:I, s:[I, I], s:I, s:[I, I]}", "deals", &deals, "ahead", &ahead[0],
	                &ahead[1], "level", &level, "points", &points[0], &points[1]) != 0)
		return false;
	*match = (struct match){
		.deals = deals, .ahead = { ahead[0], ahead[1] }, .level = level, .points = { points[0], points[1] }
	};
	return read_wide(json_object_get(json, "difference"), &match->difference) &&
	       read_wide(json_object_get(json, "squares"), &match->squares) && match_is_sound(match);
}

static bool signature_of(const json_t *results, uint64_t *signature)
{
	const char *digits = json_words_at(results, "signature");

	if (digits == NULL || strlen(digits) != 16 || strspn(digits, "0123456789abcdef") != 16)
		return false;
	return sscanf(digits, "%16" SCNx64, signature) == 1;
}

/* What says which simulation it is. */
static const char *const IDENTITY[] = { "variant", "title", "rules", "seed", "played" };

enum { IDENTITIES = sizeof IDENTITY / sizeof *IDENTITY };

static bool head_is_sound(const json_t *results)
{
	json_int_t sides = json_integer_value(json_object_get(results, "sides"));
	const json_t *most = json_object_get(results, "deals_most");
	json_t *bot;
	size_t i;

	for (int field = 0; field < IDENTITIES; field++)
		if (!json_is_string(json_object_get(results, IDENTITY[field])))
			return false;
	json_array_foreach(json_object_get(results, "bots"), i, bot)
		if (!json_is_string(bot))
			return false;
	json_array_foreach(json_object_get(results, "with"), i, bot)
		if (!json_is_string(bot))
			return false;
	if (most != NULL &&
	    (!json_is_integer(most) || json_integer_value(most) < 1 || json_integer_value(most) > INT_MAX))
		return false;
	return sides >= 2 && sides <= SIDES_MAX && json_array_size(json_object_get(results, "bots")) >= MATCH_BOTS &&
	       json_array_size(json_object_get(results, "bots")) <= PLAYERS_MAX;
}

static bool clauses_are_sound(const json_t *clauses)
{
	const char *path;
	json_t *times;

	if (clauses == NULL)
		return true;
	json_object_foreach(json_object_get(clauses, "refused"), path, times) {
		/* a clause is counted once for a decision */
		if (!number_is_sound(times, false) ||
		    json_integer_value(times) > json_integer_value(json_object_get(clauses, "decisions")))
			return false;
	}
	return number_is_sound(json_object_get(clauses, "decisions"), false) &&
	       json_is_object(json_object_get(clauses, "refused"));
}

struct json_t *results_read(const char *bytes, size_t length, struct text *why)
{
	json_error_t error;
	bool failed;
	json_t *results = json_read(bytes, length, &error, &failed);
	const char *format = json_words_at(results, "format");
	struct match match;
	uint64_t signature;

	why->failed |= failed;
	if (results == NULL)
		text_format(why, "these are not the results of a simulation (line %d: %s)", error.line, error.text);
	else if (format == NULL || strcmp(format, RESULTS_FORMAT) != 0)
		text_add(why, "these are not the results of a simulation");
	else if (json_integer_value(json_object_get(results, "version")) != RESULTS_VERSION)
		text_add(why, "these results are of another version of canasta");
	else if (!head_is_sound(results) || !sums_are_sound(results, &why->failed) || !signature_of(results, &signature) ||
	         (json_object_get(results, "match") != NULL) !=
	                 (strcmp(json_words_at(results, "played"), "match") == 0) ||
	         (json_object_get(results, "match") != NULL && !results_match(results, &match)) ||
	         !clauses_are_sound(json_object_get(results, "clauses")))
		text_add(why, "these results are incomplete or have been changed");
	else
		return results;
	json_decref(results);
	return NULL;
}

/* ---- adding up ---- */

static bool merge_spread(json_t *json, const json_t *more)
{
	struct spread spread, adds;
	int64_t sum;

	if (!read_spread(json, &spread) || !read_spread(more, &adds) ||
	    __builtin_add_overflow(spread.sum, adds.sum, &sum) ||
	    __builtin_add_overflow(spread.count, adds.count, &sum))
		return false;
	spread_merge(&spread, &adds);
	json_integer_set(json_object_get(json, "count"), (json_int_t)spread.count);
	json_integer_set(json_object_get(json, "sum"), (json_int_t)spread.sum);
	json_integer_set(json_object_get(json, "least"), (json_int_t)spread.least);
	json_integer_set(json_object_get(json, "most"), (json_int_t)spread.most);
	return true;
}

/* Adds [more] to [json]: numbers, and what stands under each key, of which both have the same. False if that is not so, or if a sum
 * is too large. */
static bool add_numbers(json_t *json, const json_t *more)
{
	struct spread spread;
	const char *key;
	json_t *one;
	int64_t sum;

	if (read_spread(json, &spread))
		return merge_spread(json, more);
	if (json_is_integer(json))
		return json_is_integer(more) &&
		       !__builtin_add_overflow((int64_t)json_integer_value(json), (int64_t)json_integer_value(more),
		                               &sum) &&
		       json_integer_set(json, (json_int_t)sum) == 0;
	if (json_object_size(json) != json_object_size(more))
		return false;
	json_object_foreach(json, key, one)
		if (!add_numbers(one, json_object_get(more, key)))
			return false;
	return json_is_object(json) && json_is_object(more);
}

static bool add_match(json_t *results, const json_t *more)
{
	struct match match, adds;

	if (json_object_get(results, "match") == NULL)
		return true;
	if (!results_match(results, &match) || !results_match(more, &adds))
		return false;
	match_merge(&match, &adds);
	return match_is_sound(&match) && json_object_set_new(results, "match", results_of_match(&match)) == 0;
}

static bool add_signature(json_t *results, const json_t *more)
{
	uint64_t signature = 0, adds = 0;

	return signature_of(results, &signature) && signature_of(more, &adds) &&
	       json_object_set_new(results, "signature", json_sprintf(SIGNATURE, signature + adds)) == 0;
}

static bool add_games(json_t *results, const json_t *more, struct text *why)
{
	struct ranges ranges = { 0 };
	uint64_t twice;
	bool fine = read_ranges(json_object_get(results, "games"), &ranges);
	size_t i;
	json_t *pair;

	json_array_foreach(json_object_get(more, "games"), i, pair)
		ranges_add(&ranges, (uint64_t)json_integer_value(json_array_get(pair, 0)),
		           (uint64_t)json_integer_value(json_array_get(pair, 1)));
	if (fine && !ranges_settle(&ranges, &twice)) {
		text_format(why, "game %" PRIu64 " is in a file before it, too", twice);
		fine = false;
	}
	fine = fine && !ranges.failed && json_object_set_new(results, "games", results_of_ranges(&ranges)) == 0;
	ranges_free(&ranges);
	return fine;
}

/* A field may also be missing in both. */
static bool are_equal(const json_t *one, const json_t *other)
{
	return one == NULL || other == NULL ? one == other : json_equal((json_t *)one, (json_t *)other);
}

/* Whether both are of one simulation; otherwise [why] says what is different. */
static bool are_alike(const json_t *results, const json_t *more, struct text *why)
{
	static const struct {
		const char *field, *words;
	} same[] = { { "rules", "the rules" },
		     { "seed", "the seed" },
		     { "bots", "the bots" },
		     { "played", "what was played (--deals, --match)" },
		     { "deals_most", "the number of deals after which a game is given up" },
		     { "samples", "the number of games that are played out (--samples)" },
		     { "think", "the time to think (--think)" },
		     { "sides", "the number of sides" } };

	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		if (!are_equal(json_object_get(results, same[i].field), json_object_get(more, same[i].field))) {
			text_format(why, "%s differ%s from those before", same[i].words,
			            same[i].words[strlen(same[i].words) - 1] == 's' ? "" : "s");
			return false;
		}
	if (!json_object_get(results, "clauses") == !json_object_get(more, "clauses"))
		return true;
	text_add(why, "clauses were counted in some of the results only (--clauses)");
	return false;
}

bool results_add(struct json_t *results, const struct json_t *more, struct text *why)
{
	if (!are_alike(results, more, why) || !add_games(results, more, why))
		return false;
	json_t *clauses = json_object_get(results, "clauses");
	if (add_numbers(json_object_get(results, "sums"), json_object_get(more, "sums")) &&
	    (clauses == NULL || add_numbers(clauses, json_object_get(more, "clauses"))) && add_match(results, more) &&
	    add_signature(results, more))
		return true;
	text_add(why, "these results cannot be added to those before them");
	return false;
}

void results_missing(const struct json_t *results, uint64_t from, uint64_t to, struct text *out)
{
	const json_t *games = json_object_get(results, "games");
	uint64_t next = from;

	for (size_t i = 0; i <= json_array_size(games) && next < to; i++) {
		const json_t *pair = json_array_get(games, i); /* NULL behind the last */
		uint64_t played = pair != NULL ? (uint64_t)json_integer_value(json_array_get(pair, 0)) : to;
		if (next < played)
			text_format(out, "%" PRIu64 ":%" PRIu64 "\n", next, played < to ? played : to);
		if (pair != NULL && next < (uint64_t)json_integer_value(json_array_get(pair, 1)))
			next = (uint64_t)json_integer_value(json_array_get(pair, 1));
	}
}

void results_gaps(const struct json_t *results, struct text *gaps)
{
	const json_t *games = json_object_get(results, "games");

	for (size_t i = 1; i < json_array_size(games); i++)
		text_format(gaps, "%s%" JSON_INTEGER_FORMAT ":%" JSON_INTEGER_FORMAT, i > 1 ? ", " : "",
		            json_integer_value(json_array_get(json_array_get(games, i - 1), 1)),
		            json_integer_value(json_array_get(json_array_get(games, i), 0)));
}

/* ==== results for people to read, and for spreadsheets. Shares and means are computed in whole numbers, so that every machine prints the
 * same ==== */

static int64_t number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* ---- numbers ---- */

/* [part] in [whole] with [digits] places behind the point. */
static void write_ratio(wide part, int64_t whole, int digits, struct text *out)
{
	int64_t scale = 1, rest;
	bool negative = part < 0;
	wide size = negative ? -part : part;

	for (int i = 0; i < digits; i++)
		scale *= 10;
	if (whole == 0) {
		text_add(out, "-");
		return;
	}
	rest = (int64_t)((size % whole * scale + whole / 2) / whole); /* rounded to the nearest */
	size = size / whole + rest / scale;
	text_format(out, "%s%" PRId64 ".%0*" PRId64, negative ? "-" : "", (int64_t)size, digits, rest % scale);
}

static void add_number(int64_t number, struct words *cell)
{
	text_format(words_add(cell), "%" PRId64, number);
}

static void add_spread(const json_t *spread, struct table_row *row)
{
	add_number(number_of(spread, "sum"), &row->cell[1]);
	write_ratio(number_of(spread, "sum"), number_of(spread, "count"), 2, words_add(&row->cell[2]));
	if (number_of(spread, "count") == 0)
		return;
	add_number(number_of(spread, "least"), &row->cell[3]);
	add_number(number_of(spread, "most"), &row->cell[4]);
}

/* ---- words ---- */

/* What a key is called at the table; where nothing is said here, its own words. */
static const struct {
	enum each each;
	const char *key, *words;
} phrases[] = {
	{ EACH_verb, "draw", "drawing" },
	{ EACH_verb, "take", "taking the pile" },
	{ EACH_verb, "meld", "melding" },
	{ EACH_verb, "add", "adding to melds" },
	{ EACH_verb, "ask", "asking the partner" },
	{ EACH_verb, "answer", "answering" },
	{ EACH_verb, "discard", "discarding" },
	{ EACH_verb, "lay", "laying bonus cards" },
	{ EACH_verb, "talon", "a talon taken or left" },
	{ EACH_verb, "stop", "stopping" },
	{ EACH_verb, "join", "putting melds together" },
	{ EACH_verb, "special", "laying a special hand" },
	{ EACH_ending, "out", "somebody went out" },
	{ EACH_ending, "stock", "the stock ran out" },
	{ EACH_ending, "last_bonus", "the last card was a bonus card" },
	{ EACH_ending, "special", "a special hand was laid" },
	{ EACH_talon, "none", "none to take" },
	{ EACH_place, "1", "the first to play" },
	{ EACH_place, "2", "the second" },
	{ EACH_place, "3", "the third" },
	{ EACH_place, "4", "the fourth" },
	{ EACH_place, "5", "the fifth" },
	{ EACH_place, "6", "the sixth" },
	{ EACH_place, "7", "the seventh" },
	{ EACH_place, "8", "the eighth" },
};

static void write_key(enum each each, const char *key, struct text *out)
{
	const char *point = each == EACH_line ? strchr(key, '.') : NULL;

	for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
		if (phrases[i].each == each && strcmp(phrases[i].key, key) == 0) {
			text_add(out, phrases[i].words);
			return;
		}
	name_in_words(point != NULL ? point + 1 : key, out);
}

/* ---- the head ---- */

static void write_list(const json_t *texts, const char *before, const char *between, struct text *out)
{
	for (size_t i = 0; i < json_array_size(texts); i++)
		text_format(out, "%s%s", i == 0 ? before : between, json_string_value(json_array_get(texts, i)));
}

static void write_games(const json_t *games, struct text *out)
{
	text_add(out, json_array_size(games) > 0 ? "games " : "no games");
	for (size_t i = 0; i < json_array_size(games); i++)
		text_format(out, "%s%" JSON_INTEGER_FORMAT ":%" JSON_INTEGER_FORMAT, i == 0 ? "" : ", ",
		            json_integer_value(json_array_get(json_array_get(games, i), 0)),
		            json_integer_value(json_array_get(json_array_get(games, i), 1)));
}

/* True if nobody played to win. */
static bool all_at_random(const json_t *results)
{
	const json_t *bots = json_object_get(results, "bots");

	for (size_t i = 0; i < json_array_size(bots); i++)
		if (strcmp(json_string_value(json_array_get(bots, i)), "random") != 0)
			return false;
	return true;
}

/* ---- counts ---- */

/* The following rows, up to the next such row, are shares of this one. */
static const struct {
	const char *name, *words;
} wholes[] = { { "games", "in a game" }, { "deals", "in a deal" } };

static const char *whole_in_words(const char *name)
{
	for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
		if (strcmp(wholes[i].name, name) == 0)
			return wholes[i].words;
	return NULL;
}

static struct table_row *add_row(struct table *table, const char *words)
{
	struct table_row *row = table_add(table, TABLE_BODY);

	cell_add(row, 0, words);
	return row;
}

static void add_count(int64_t count, int64_t whole, struct table_row *row)
{
	add_number(count, &row->cell[1]);
	write_ratio(count, whole, 3, words_add(&row->cell[2]));
}

/* A row with one number: nothing if that is 0. */
static void add_one(const struct count_row *row, const json_t *json, int64_t *whole, struct table *table)
{
	const char *words = whole_in_words(row->name);

	if (words != NULL) {
		struct table_row *line = add_row(table, row->words);
		*whole = json_integer_value(json);
		add_number(*whole, &line->cell[1]);
		cell_add(line, 2, words);
	} else if (json_integer_value(json) != 0)
		add_count(json_integer_value(json), *whole, add_row(table, row->words));
}

static void add_each(const struct count_row *row, const json_t *json, int64_t whole, struct table *table)
{
	const char *key;
	json_t *one;

	if (json_object_size(json) > 0)
		add_row(table, row->words);
	json_object_foreach((json_t *)json, key, one) {
		struct table_row *line = table_add(table, TABLE_BODY);
		line->depth = 1;
		write_key(row->each, key, words_add(&line->cell[0]));
		if (row->is_spread)
			add_spread(one, line);
		else
			add_count(json_integer_value(one), whole, line);
	}
}

/* Counts of whole games are left out where single deals were played. */
static bool row_is_shown(const struct count_row *row, const json_t *results)
{
	return strcmp(json_words_at(results, "played"), "games") == 0 ||
	       (strcmp(row->name, "total") != 0 && strcmp(row->name, "deals_of_game") != 0);
}

static void add_rows(const json_t *results, bool spreads, struct document *out)
{
	static const char *const heads[] = { "", "sum", "mean", "least", "most" };
	const json_t *sums = json_object_get(results, "sums");
	struct table *table = document_table(out, spreads ? 5 : 3);
	int64_t whole = 0;

	if (spreads)
		table_heads(table, heads);
	for (int i = 0; i < count_row_count; i++) {
		const struct count_row *row = &count_rows[i];
		const json_t *json = json_object_get(sums, row->name);
		if (row->is_spread != spreads || !row_is_shown(row, results))
			continue;
		if (row->each != EACH_none)
			add_each(row, json, whole, table);
		else if (row->is_spread)
			add_spread(json, add_row(table, row->words));
		else
			add_one(row, json, &whole, table);
	}
}

/* ---- clauses ---- */

/* Counted rows of items of the rules: one that was never counted never mattered. */
static const struct {
	const char *row, *list;
} used[] = { { "takes", "pile.take." },
	     { "melds", "meld." },
	     { "canastas", "canasta." },
	     { "specials", "special." },
	     { "scored", "" } };

/* What else the rules have that was never used: items that were never counted. */
static void add_all_unused(const json_t *sums, struct document *out)
{
	const struct block *before;

	document_say(out, BLOCK_PARAGRAPH, 0, "what was never used");
	before = out->last;
	for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
		const char *key;
		json_t *times;
		json_object_foreach((json_t *)json_object_get(sums, used[i].row), key, times) {
			/* of the lines of a score only its own items are left: the others are in the lists before */
			bool own = strcmp(used[i].row, "scored") != 0 || strncmp(key, "score.", 6) == 0;
			if (json_integer_value(times) == 0 && own)
				text_format(document_line(out, 1), "%s%s", used[i].list, key);
		}
	}
	if (out->last == before)
		document_say(out, BLOCK_PARAGRAPH, 1, "nothing");
}

static void add_clauses(const json_t *results, struct document *out)
{
	const json_t *clauses = json_object_get(results, "clauses");
	const struct block *before;
	static const char *const heads[] = { "clauses that refused an act", "decisions", "in 100" };
	const char *path;
	json_t *times;
	struct table *table = document_table(out, 3);
	int64_t decisions = number_of(clauses, "decisions");
	struct table_row *row;

	table_heads(table, heads);
	json_object_foreach(json_object_get(clauses, "refused"), path, times) {
		if (json_integer_value(times) == 0)
			continue;
		row = add_row(table, path);
		row->depth = 1;
		add_number(json_integer_value(times), &row->cell[1]);
		write_ratio((wide)100 * json_integer_value(times), decisions, 2, words_add(&row->cell[2]));
	}
	document_say(out, BLOCK_PARAGRAPH, 0, "clauses that never refused an act");
	before = out->last;
	json_object_foreach(json_object_get(clauses, "refused"), path, times)
		if (json_integer_value(times) == 0)
			document_say(out, BLOCK_PARAGRAPH, 1, path);
	if (out->last == before)
		document_say(out, BLOCK_PARAGRAPH, 1, "none");
	add_all_unused(json_object_get(results, "sums"), out);
}

void results_document(const struct json_t *results, struct document *out)
{
	const json_t *bots = json_object_get(results, "bots"), *sums = json_object_get(results, "sums"),
		     *most = json_object_get(results, "deals_most");
	const char *const names[MATCH_BOTS] = { json_string_value(json_array_get(bots, 0)),
		                                json_string_value(json_array_get(bots, 1)) };
	struct match match;
	bool is_match = results_match(results, &match);
	struct text *line;

	document_begin(out, "results");
	line = document_line(out, 0);
	text_add(line, json_words_at(results, "variant"));
	write_list(json_object_get(results, "with"), " with ", ", ", line);
	text_format(line, ", seed %s, ", json_words_at(results, "seed"));
	write_games(json_object_get(results, "games"), line);
	write_list(json_object_get(results, "bots"), ", ", is_match ? " against " : " ", line);
	if (all_at_random(results))
		document_say(out, BLOCK_PARAGRAPH, 0,
		             "The players do anything legal, by chance; with `--bots simple` they play sensibly.");
	if (is_match)
		match_report(&match, (int)number_of(results, "sides"), names, out);
	add_rows(results, false, out);
	add_rows(results, true, out);
	if (json_object_get(results, "clauses") != NULL)
		add_clauses(results, out);
	if (number_of(sums, "given_up") > 0) { /* random players seldom reach a target of thousands */
		struct block *advice = document_say(out, BLOCK_PARAGRAPH, 0, "");
		advice->apart = true;
		text_format(words_add(&advice->words),
		            "Given up after %d deals (--most-deals): %" PRId64 " of %" PRId64 " games. %s",
		            most != NULL ? (int)json_integer_value(most) : SIM_DEALS_MAX, number_of(sums, "given_up"),
		            number_of(sums, "games"),
		            all_at_random(results) ? "Players who do anything legal lose more than they win."
		                                   : "The players lose more than they win.");
	}
}

/* ---- comma-separated values ---- */

static void add_record(const char *what, const char *of, const json_t *number, bool is_spread, struct table *table)
{
	static const char *const keys[] = { "count", "sum", "least", "most" };
	struct table_row *row = add_row(table, what);

	cell_add(row, 1, of);
	for (int i = 0; i < 4 && is_spread; i++)
		add_number(number_of(number, keys[i]), &row->cell[2 + i]);
	if (!is_spread)
		add_number(json_integer_value(number), &row->cell[2]);
}

static void add_records(const char *what, const json_t *each, bool is_spread, struct table *table)
{
	const char *key;
	json_t *one;

	json_object_foreach((json_t *)each, key, one)
		add_record(what, key, one, is_spread, table);
}

/* The columns of the spreadsheet. */
static const char *const COLUMNS[] = { "what", "of", "count", "sum", "least", "most" };

enum { COLUMN_COUNT = sizeof COLUMNS / sizeof *COLUMNS };

bool results_are_begun(const char *text)
{
	static const char format[] = "\"format\"";
	size_t length;

	if (text[0] == '{')
		return strncmp(text + 1 + strspn(text + 1, " \t\r\n"), format, strlen(format)) == 0;
	for (int i = 0; i < COLUMN_COUNT; i++, text += length + 1) {
		length = strlen(COLUMNS[i]);
		if (strncmp(text, COLUMNS[i], length) != 0 || (text[length] != ',' && i < COLUMN_COUNT - 1))
			return false;
	}
	return true;
}

void results_spreadsheet(const struct json_t *results, struct document *out)
{
	struct table *table;

	document_begin(out, "results");
	table = document_table(out, COLUMN_COUNT);
	table_heads(table, COLUMNS);
	for (int i = 0; i < count_row_count; i++) {
		const struct count_row *row = &count_rows[i];
		const json_t *json = json_object_get(json_object_get(results, "sums"), row->name);
		if (row->each == EACH_none)
			add_record(row->name, "", json, row->is_spread, table);
		else
			add_records(row->name, json, row->is_spread, table);
	}
	add_records("refused", json_object_get(json_object_get(results, "clauses"), "refused"), false, table);
}
