/* canasta_game.c -- the public functions for playing: words become acts, and no seat is shown what only another may know. */
#include "game/question.h"
#include "tools/playing.h"

#include <string.h>
#include <strings.h>
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "grammar/arena.h"
#include "players/player.h"
#include "tools/client.h"
#include "reports/reports.h"
#include "text/document.h"
#include "reports/wording.h"
#include "text/json.h"
#include "tools/offers.h"

/* The streams of random numbers from here on are for bots, one for each act; those of deals are below. */
static const uint64_t BOTS_STREAM = UINT64_C(1) << 63;

/* ---- tables ---- */

int canasta_game_new(const struct canasta_io *io, const struct canasta_variant *variant, uint64_t seed,
                     struct canasta_game **game)
{
	*game = memory_resize(NULL, sizeof **game);
	if (*game == NULL)
		return out_of_memory(io);
	memset(*game, 0, sizeof **game);
	(*game)->variant = variant;
	(*game)->rules = variant->rules;
	(*game)->width = TABLE_WIDTH;
	game_begin(&(*game)->game, variant->rules, seed);
	return CANASTA_FINE;
}

void canasta_game_rest(struct canasta_game *game)
{
	playing_forget(game);
	memory_free(game->step);
	memory_free(game->search);
	game->step = NULL;
	game->search = NULL;
}

void canasta_game_free(struct canasta_game *game)
{
	if (game == NULL)
		return;
	canasta_game_rest(game);
	narration_free(&game->narration);
	text_free(&game->history);
	memory_free(game);
}

enum canasta_moment canasta_game_moment(const struct canasta_game *game)
{
	return game->moment;
}

int canasta_game_seat(const struct canasta_game *game)
{
	return game->moment == CANASTA_TO_ACT ? game->game.player[game_to_act(&game->game)] : -1;
}

const char *canasta_seat_name(const struct canasta_variant *variant, int seat)
{
	return seat >= 0 && seat < variant->rules->table.players ? seat_name(variant->rules, seat) : "";
}

int canasta_side(const struct canasta_variant *variant, int seat)
{
	const struct rules *rules = variant->rules;

	return seat >= 0 && seat < rules->table.players ? seat % rules->table.sides : -1;
}

/* ---- deals ---- */

void canasta_game_deal(struct canasta_game *game)
{
	if (game->moment == CANASTA_TO_ACT || game->moment == CANASTA_GAME_OVER)
		return;
	playing_next_deal(game);
	game_deal(&game->game, 0);
	playing_dealt(game);
}

int canasta_game_score(const struct canasta_io *io, const struct canasta_game *game)
{
	struct document document;

	if (!playing_deal_is_over(game))
		return CANASTA_FINE;
	document_begin(&document, "score");
	ending_write(&game->game, document_line(&document, 0));
	score_sheet_add(&game->game, &game->tally, &document);
	result_add(&game->game, game->totals, &document);
	return io_write_document(io, &document, NULL);
}

int canasta_game_score_so_far(const struct canasta_io *io, const struct canasta_game *game)
{
	struct document document;
	struct tally tally;

	if (game->moment != CANASTA_TO_ACT)
		return CANASTA_FINE;
	game_score_so_far(&game->game, &tally);
	document_begin(&document, "score");
	text_add(document_line(&document, 0),
	         "What lies on the table, if the deal ended now; cards in hands are not counted.");
	score_sheet_add(&game->game, &tally, &document);
	return io_write_document(io, &document, NULL);
}

/* ---- scores as numbers ---- */

static bool has_side(const struct canasta_game *game, int side)
{
	return side >= 0 && side < game->rules->table.sides;
}

int canasta_game_points(const struct canasta_game *game, int side)
{
	return has_side(game, side) && playing_deal_is_over(game) ? game->tally.total[side] : 0;
}

/* What lies on the table counts so much for [side]; the deal goes on. */
static int32_t points_on_table(const struct game *game, int side)
{
	struct tally tally;

	game_score_so_far(game, &tally);
	return tally.total[side];
}

int canasta_game_points_so_far(const struct canasta_game *game, int side)
{
	return has_side(game, side) && game->moment == CANASTA_TO_ACT ? points_on_table(&game->game, side) : 0;
}

int canasta_game_total(const struct canasta_game *game, int side)
{
	return has_side(game, side) ? game->totals[side] : 0;
}

int canasta_game_winner(const struct canasta_game *game)
{
	int winner;

	if (game->moment != CANASTA_GAME_OVER || !game_is_over(&game->game, game->totals, &winner))
		return -1;
	return winner != NOBODY ? winner : -1;
}

/* ---- what is answered ---- */

/* Writes [document], what the table looks like or a part of it, in colours if they are wanted, and frees it. */
static int write_table(const struct canasta_io *io, const struct canasta_game *game, struct document *document)
{
	const struct text_look look = { .width = (int)game->width, .colour = game->colours };

	return io_write_text(io, document, &look);
}

/* Writes what the player gains by what was done. */
static int write_gain(const struct canasta_io *io, const struct canasta_game *game, struct text *gain)
{
	struct document document;

	document_begin(&document, "table");
	for (const char *line = text_read(gain); *line != '\0';) {
		size_t length = strcspn(line, "\n");
		struct text words = { 0 };
		text_add_bytes(&words, line, length);
		table_cards_add(game->rules, text_read(&words), &document_add(&document, BLOCK_PARAGRAPH)->words);
		document_use(&document, &words);
		line += length + (line[length] == '\n');
	}
	document_use(&document, gain);
	return write_table(io, game, &document);
}

/* Writes a refusal to [out], as whole lines. */
static int refuse(const struct canasta_io *io, const struct canasta_game *game, const struct canasta_out *out,
                  struct text *why)
{
	struct text lines = { 0 };

	text_capital(why);
	if (why->length > 0 && text_last(why) != '\n')
		text_add(why, text_last(why) == '?' ? "\n" : ".\n");
	playing_wrap(text_read(why), game->width, &lines);
	text_end(why, &lines);
	return out_write(out, &lines) == CANASTA_FINE ? CANASTA_FINDINGS : out_of_memory(io);
}

/* The status of an act: [status], unless the record could not be kept in memory. */
static int recorded(const struct canasta_io *io, const struct canasta_game *game, int status)
{
	return game->record_lost && status != CANASTA_INTERNAL ? out_of_memory(io) : status;
}

static int out_of_turn(const struct canasta_io *io)
{
	return io_error(io, CANASTA_MISUSE, "nobody is to act now");
}

/* ---- acts ---- */

/* The act with the number in [words], which is nothing but a number; false if it is not. */
static bool act_numbered(const struct acts *acts, const char *words, struct act *act)
{
	size_t start = strspn(words, " \t["), digits = strspn(words + start, "0123456789");
	int number = 0;

	if (digits == 0 || digits > 4 || words[start + digits + strspn(words + start + digits, " \t]\r\n")] != '\0')
		return false;
	for (size_t i = 0; i < digits; i++)
		number = number * 10 + words[start + i] - '0';
	if (number < 1 || number > acts->count)
		return false;
	*act = acts->act[number - 1];
	return true;
}

/* Reads a line: the acts, or 0 and why not. [*rest] is what follows an act that brings cards. */
static int read_line(const struct game *game, const char *words, struct act *acts, const char **rest, struct text *why)
{
	struct acts legal;

	*rest = "";
	game_legal(game, &legal);
	table_order_acts(&legal);
	if (act_numbered(&legal, words, acts))
		return 1;
	return acts_parse_seen(game, words, acts, ACTS_OF_A_LINE, rest, why);
}

/* Does what a line says, part by part: what follows an act that brings cards is read when they have come. */
static bool do_line(struct canasta_game *game, const char *words, struct text *gain, struct text *why)
{
	struct act acts[ACTS_OF_A_LINE];
	int player = game_to_act(&game->game), count;

	do {
		count = read_line(&game->game, words, acts, &words, why);
		if (count == 0 || !playing_do(game, acts, count, gain, why))
			return false;
		if (*words != '\0' && (game->moment != CANASTA_TO_ACT || game_to_act(&game->game) != player)) {
			text_add(why, game->moment != CANASTA_TO_ACT ? MESSAGE_DEAL_IS_OVER : MESSAGE_NOT_HER_TURN);
			return false;
		}
	} while (*words != '\0');
	return true;
}

int canasta_game_do(const struct canasta_io *io, struct canasta_game *game, const char *words)
{
	struct text why = { 0 }, gain = { 0 };
	int status;

	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	if (!do_line(game, words, &gain, &why)) {
		status = write_gain(io, game, &gain);
		return recorded(io, game, status == CANASTA_FINE ? refuse(io, game, &io->messages, &why) : status);
	}
	text_end(&why, &gain);
	return recorded(io, game, write_gain(io, game, &gain));
}

int canasta_game_why(const struct canasta_io *io, const struct canasta_game *game, const char *words)
{
	struct act acts[ACTS_OF_A_LINE];
	struct text why = { 0 };
	const char *rest;
	int count;

	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	count = read_line(&game->game, words, acts, &rest, &why);
	if (count == 0 || !playing_may(&game->game, acts, count, game->width, &why))
		return refuse(io, game, &io->out, &why);
	if (count > 1 && act_brings_cards(&game->game, acts[0]))
		rest = words; /* the same clause has more acts, which were not checked either */
	text_add(&why, *rest == '\0'              ? "That is legal.\n"
	               : acts[0].verb == ACT_DRAW ? "Drawing is legal; the rest depends on the card that comes.\n"
	                                          : "That is legal so far; the rest depends on the card that comes.\n");
	return io_write(io, &why);
}

int canasta_game_acts(const struct canasta_io *io, const struct canasta_game *game)
{
	struct document document;
	struct acts acts;

	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	game_legal(&game->game, &acts);
	table_order_acts(&acts);
	document_begin(&document, "table");
	table_acts_add(&game->game, &acts, &document);
	return write_table(io, game, &document);
}

/* ---- what can be done with chosen cards ---- */

/* Reads [words], cards that the player to act has; false, with a sentence, if they are none, or if the hand has not so many. */
static bool read_chosen(const struct game *game, const char *words, struct cards *cards, struct text *why)
{
	struct cards hand = game->seat[game_to_act(game)].hand;
	struct row_of_cards row = { .count = 0 };
	struct line line;

	memset(cards, 0, sizeof *cards);
	if (!line_cut(&line, words, strlen(words), LINE_TYPED)) {
		text_add(why, MESSAGE_LINE_TOO_LONG);
		return false;
	}
	if (!line_is_at_end(&line) && !cards_parse(game->rules, game, &line, &row, why))
		return false;
	for (int i = 0; i < row.count; i++) {
		if (cards_count(&hand, row.kind[i]) == 0) {
			reason_write_sentence(
				game, (struct act){ 0 },
				(struct reason){ .refusal = REFUSAL_NOT_IN_HAND, .row = -1, .kind = row.kind[i] }, why);
			return false;
		}
		cards_remove(&hand, row.kind[i]);
		cards_add(cards, row.kind[i]);
	}
	if (!line_is_at_end(&line))
		text_format(why, "`%s` is no card", line_word(&line));
	return line_is_at_end(&line);
}

/* The cards that an act lays, as a list of names. */
static json_t *cards_of_act(const struct game *game, struct act act)
{
	struct cards all = game->seat[game_to_act(game)].hand, left = all;
	json_t *list = json_array();

	if (!act_takes_cards(game, act, &left))
		left = all;
	for (int kind = 0; kind < game->rules->kinds; kind++)
		for (int i = cards_count(&left, kind); i < cards_count(&all, kind); i++)
			json_add(&list, json_words(game->rules->kind[kind].name));
	return list;
}

/* What lies on the table before some acts and after them, for the side of the player to act: the acts up to the one that brings cards or
 * ends the deal. */
struct change_on_table {
	const struct game *game;
	int account;
	struct game after;
	struct tally was, is;
};

/* The line of the score in which the side loses most, -1 if it loses in none; of kinds of canastas none. */
static int line_lost(const struct change_on_table *change)
{
	const int32_t *was = change->was.line[change->account], *is = change->is.line[change->account];
	int line = -1;

	for (int i = change->game->rules->canasta_count; i < change->is.lines; i++)
		if (is[i] < was[i] && (line < 0 || is[i] - was[i] < is[line] - was[line]))
			line = i;
	return line;
}

/* What follows [start] in [words], or all of them. */
static const char *without_start(const char *words, const char *start)
{
	size_t length = strlen(start);

	return strncmp(words, start, length) == 0 ? words + length : words;
}

/* Why the side loses in [line], in few words: the condition by which it counts against the side, "no canastas", if that is a plain clause;
 * otherwise what the line is for. */
static void write_loss(const struct change_on_table *change, int line, struct text *out)
{
	const struct rules *rules = change->game->rules;
	struct text words = { 0 };
	const char *clause;
	int item = line;

	if (tally_line_group(rules, &item) == GROUP_score &&
	    game_line_counts_against(&change->after, change->account, line))
		condition_voiced(rules, rules->table.players == rules->table.sides ? VOICE_ALONE : VOICE_PARTNER,
		                 rules->score[item].minus->ir, false, false, &words);
	clause = without_start(text_read(&words), "when ");
	if (clause != text_read(&words))
		text_add(out, without_start(without_start(clause, "your side has "), "you have "));
	else {
		text_clear(&words);
		tally_line_in_words(rules, line, &words);
		text_format(out, "%c%s", small_letter(text_read(&words)[0]), text_read(&words) + 1);
	}
	text_end(&words, out);
}

/* Adds `worth` and `because` to an offer. */
static void put_worth(json_t **object, struct change_on_table *change)
{
	const struct side *was = &change->game->side[change->game->turn.side],
			  *is = &change->after.side[change->game->turn.side];
	int32_t then;
	int line;
	bool less;
	struct text loss = { 0 };

	game_score_so_far(change->game, &change->was);
	game_score_so_far(&change->after, &change->is);
	then = change->is.total[change->account];
	less = then < change->was.total[change->account];
	line = less ? line_lost(change) : -1;
	if (line >= 0)
		write_loss(change, line, &loss);
	json_put(object, "worth", less || is->canastas > was->canastas ? json_integer(then) : json_null());
	json_put(object, "because", loss.length > 0 || loss.failed ? json_text(&loss) : json_null());
	text_free(&loss);
}

static json_t *offer_json(const struct game *game, const struct offer *offer)
{
	struct change_on_table change = { .game = game,
		                          .account = account_of(game, game_to_act(game)),
		                          .after = *game };
	bool known = true; /* until the deal is over, or cards come */
	json_t *object = json_object(), *acts = json_array();
	struct text words = { 0 }, title = { 0 }, warning = { 0 };
	struct game after = *game;
	bool warns = offer_warn(game, offer, &warning);

	acts_write(game, offer->act, offer->count, &words);
	offer_write(game, offer, &title);
	for (int i = 0; i < offer->count; i++) {
		json_t *act = json_object();
		json_put(&act, "verb", json_words(verb_word((enum verb)offer->act[i].verb)));
		json_put(&act, "cards", cards_of_act(&after, offer->act[i]));
		json_put(&act, "meld", offer->act[i].verb == ACT_ADD ? json_integer(offer->act[i].item) : json_null());
		json_add(&acts, act);
		known = known && !act_brings_cards(&after, offer->act[i]);
		game_apply(&after, offer->act[i]);
		if (known && after.phase != PHASE_OVER)
			change.after = after;
	}
	json_put(&object, "words", json_text_end(&words));
	json_put(&object, "title", json_text_end(&title));
	json_put(&object, "count", offer->minimum > 0 ? json_integer(offer->counted) : json_null());
	json_put(&object, "minimum", offer->minimum > 0 ? json_integer(offer->minimum) : json_null());
	json_put(&object, "warning", warns ? json_text_end(&warning) : json_null());
	put_worth(&object, &change);
	json_put(&object, "acts", acts);
	return object;
}

/* Why there is no offer; null if there is one. */
static json_t *refusal_json(struct text *why, struct text *clause)
{
	json_t *object = json_object();
	bool decided = clause->length > 0;

	text_capital(why);
	text_add(why, ".");
	json_put(&object, "sentence", json_text_end(why));
	json_put(&object, "clause", decided ? json_text(clause) : json_null());
	text_free(clause);
	return object;
}

int canasta_game_offers(const struct canasta_io *io, const struct canasta_game *game, const char *cards)
{
	struct text why = { 0 }, clause = { 0 };
	struct offers offers = { 0 };
	struct cards chosen;
	json_t *object, *list;
	int status;

	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	if (read_chosen(&game->game, cards, &chosen, &why) &&
	    (!offers_find(&game->game, &chosen, &offers) ||
	     (offers.count == 0 && !offers_refuse(&game->game, &chosen, &offers, &why, &clause)))) {
		text_free(&why);
		text_free(&clause);
		return out_of_memory(io);
	}
	object = json_object();
	list = json_array();
	for (int i = 0; i < offers.count; i++)
		json_add(&list, offer_json(&game->game, &offers.offer[i]));
	json_put(&object, "version", json_integer(1));
	json_put(&object, "offers", list);
	json_put(&object, "refusal", offers.count > 0 ? json_null() : refusal_json(&why, &clause));
	status = io_write_json(io, object);
	return status == CANASTA_FINE && offers.count == 0 ? CANASTA_FINDINGS : status;
}

int canasta_game_choices(const struct canasta_game *game)
{
	struct acts acts;

	if (game->moment != CANASTA_TO_ACT)
		return 0;
	game_legal(&game->game, &acts);
	return acts.count;
}

/* ---- completing a line ---- */

/* Writes [typed] as it goes on, if the words of [act] begin so: where the verb was typed in short, it stays so. */
static void write_continuation(const struct game *game, struct act act, const char *typed, struct text *out)
{
	const char *clause = strrchr(typed, ';');
	struct text words = { 0 };
	struct line said;
	size_t verb, length, written;
	bool named;

	clause = clause != NULL ? clause + 1 : typed;
	clause += strspn(clause, " ");
	length = strlen(clause);
	verb = strcspn(clause, " ");
	act_write(game, act, &words);
	written = strcspn(text_read(&words), " ");
	named = verb > 0 && act.verb != ACT_ANSWER && line_cut(&said, clause, length, LINE_TYPED) &&
	        line_verb(&said, VERB_CARD_TOO) == (int)act.verb;
	if (named && (clause[verb] == ' ' || strncasecmp(text_read(&words), clause, verb) != 0)) { /* "x 5", or "x" */
		if (strncasecmp(text_read(&words) + written, clause + verb, length - verb) == 0)
			text_format(out, "%s%s\n", typed, text_read(&words) + written + length - verb);
	} else if (strncasecmp(text_read(&words), clause, length) == 0)
		text_format(out, "%s%s\n", typed, text_read(&words) + length);
	text_end(&words, out);
}

/* Does in [after] what [typed] says before its last clause. False if that is illegal, brings cards that nobody knows
 * yet, ends the deal or leads to another player's turn, whose hand is not shown. */
static bool do_earlier(struct game *after, const char *typed)
{
	const char *clause = strrchr(typed, ';');
	struct text earlier = { 0 }, why = { 0 };
	struct act acts[ACTS_OF_A_LINE];
	int seat = game_to_act(after), count = 0;
	bool can;

	if (clause == NULL)
		return true;
	text_add_bytes(&earlier, typed, (size_t)(clause - typed));
	count = acts_parse(after, text_read(&earlier), acts, ACTS_OF_A_LINE, &why);
	can = count > 0 && playing_may(after, acts, count, TABLE_WIDTH, &why);
	for (int i = 0; i < count && can; i++) {
		can = !act_brings_cards(after, acts[i]);
		if (can)
			game_apply(after, acts[i]);
		can = can && after->phase != PHASE_OVER && game_to_act(after) == seat;
	}
	text_free(&earlier);
	text_free(&why);
	return can;
}

int canasta_game_complete(const struct canasta_io *io, const struct canasta_game *game, const char *typed)
{
	struct text text = { 0 };
	struct game after = game->game;
	struct acts acts;

	if (game->moment != CANASTA_TO_ACT || !do_earlier(&after, typed))
		return CANASTA_FINE;
	game_legal(&after, &acts);
	table_order_acts(&acts);
	for (int i = 0; i < acts.count; i++)
		write_continuation(&after, acts.act[i], typed, &text);
	return io_write(io, &text);
}

/* ---- events, and acts taken back ---- */

int canasta_game_event(const struct canasta_io *io, struct canasta_game *game, const char *words)
{
	struct text why = { 0 };
	int event, side;

	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	if (!playing_read_event(game, words, &event, &side, &why))
		return refuse(io, game, &io->messages, &why);
	playing_event(game, event, side);
	return recorded(io, game, CANASTA_FINE);
}

int canasta_game_undo(const struct canasta_io *io, struct canasta_game *game)
{
	struct text why = { 0 };

	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	if (playing_undo(game))
		return recorded(io, game, CANASTA_FINE);
	text_add(&why, "There is nothing to take back: only cards melded in this turn can be, as long as nothing was "
	               "shown since");
	return refuse(io, game, &io->messages, &why);
}

int canasta_game_may_undo(const struct canasta_game *game)
{
	return game->moment == CANASTA_TO_ACT && game->steps > 0;
}

int canasta_game_last(const struct canasta_game *game)
{
	return game->moment == CANASTA_TO_ACT ? game->last - 1 : -1;
}

/* ---- bots ---- */

static const struct player *bot_named(const char *name)
{
	return player_named(name != NULL ? name : "simple");
}

/* The search of an expert for the player to act, begun if it was not. NULL without memory, or if nothing can be done. */
static struct expert_search *search_now(struct canasta_game *game)
{
	struct random chance;
	struct acts acts;
	struct view view;

	game_legal(&game->game, &acts);
	view_of(&game->game, game_to_act(&game->game), &view);
	if (game->search != NULL && game->search_done == game->done &&
	    memcmp(&game->search->view, &view, sizeof view) == 0)
		return game->search;
	if (game->search == NULL)
		game->search = memory_resize(NULL, sizeof *game->search);
	if (game->search == NULL || acts.count == 0)
		return NULL;
	random_begin(&chance, game->game.seed, BOTS_STREAM + game->done);
	expert_begin(game->search, &view, &acts, NULL, &chance, &game->budget);
	game->search_done = game->done;
	return game->search;
}

/* Sets [*act] to what [player] would do now. False without memory, or if there is no legal act. */
static bool choose(struct canasta_game *game, const struct player *player, struct act *act)
{
	struct expert_search *search = player == &player_expert ? search_now(game) : NULL;
	struct random chance;

	if (search != NULL) {
		expert_run(search, &game->budget);
		*act = search->candidate[expert_choice(search)].act;
		return true;
	}
	random_begin(&chance, game->game.seed, BOTS_STREAM + game->done);
	return player_chooses(player, &game->game, &game->budget, &chance, act);
}

void canasta_game_budget(struct canasta_game *game, int samples, int milliseconds)
{
	game->budget = (struct budget){ samples > 0 ? samples : 0, milliseconds > 0 ? milliseconds : 0 };
}

int canasta_game_think(struct canasta_game *game, const char *bot)
{
	struct expert_search *search = NULL;

	if (game->moment == CANASTA_TO_ACT && bot_named(bot) == &player_expert)
		search = search_now(game);
	return search != NULL && expert_step(search);
}

int canasta_game_bot(struct canasta_game *game, const char *bot)
{
	const struct player *player = bot_named(bot);
	struct act act;

	if (player == NULL || game->moment != CANASTA_TO_ACT)
		return CANASTA_MISUSE;
	if (!choose(game, player, &act))
		return CANASTA_INTERNAL;
	playing_act(game, act, NULL);
	return game->record_lost ? CANASTA_INTERNAL : CANASTA_FINE;
}

int canasta_game_hint(const struct canasta_io *io, struct canasta_game *game, const char *bot)
{
	const struct player *player = bot_named(bot);
	struct text text = { 0 }, why = { 0 };
	struct acts acts;
	struct act act;

	if (player == NULL)
		return io_error(io, CANASTA_MISUSE, "there is no bot `%s`", bot);
	if (game->moment != CANASTA_TO_ACT)
		return out_of_turn(io);
	if (!choose(game, player, &act))
		return io_error(io, CANASTA_INTERNAL, "the program has a fault: the player to act has no legal act");
	game_legal(&game->game, &acts);
	hint_sentence(&game->game, &acts, act, &why);
	hint_numbers(&game->game, &acts, act, player, player == &player_expert ? game->search : NULL, &why);
	act_write(&game->game, act, &text);
	text_add(&text, "\n  ");
	paragraph_write(text_read(&why), 2, game->width - 2, &text);
	text_end(&why, &text);
	return io_write(io, &text);
}

const char *canasta_bot(int i, const char **sentence)
{
	const struct player *player = player_at(i);

	if (sentence != NULL)
		*sentence = player != NULL ? player->sentence : NULL;
	return player != NULL ? player->name : NULL;
}

/* ---- what is to be seen ---- */

void canasta_game_colours(struct canasta_game *game, int on)
{
	game->colours = on != 0;
}

void canasta_game_width(struct canasta_game *game, int columns)
{
	game->width = columns <= TABLE_WIDTH       ? TABLE_WIDTH
	              : columns > TABLE_WIDTH_MOST ? TABLE_WIDTH_MOST + 0u
	                                           : (size_t)columns - 1;
	game->narration.width = game->width;
}

int canasta_game_news(const struct canasta_io *io, struct canasta_game *game)
{
	struct text text = { 0 };

	narration_fetch(&game->narration, &text);
	return io_write(io, &text);
}

/* Sets [*view] to what [seat] may know. CANASTA_MISUSE, with a message, if there is no such seat or it sits out. */
static int view_from(const struct canasta_io *io, const struct canasta_game *game, int seat, struct view *view)
{
	int at = 0;

	if (seat < 0 || seat >= game->rules->table.players)
		return io_error(io, CANASTA_MISUSE, "there is no seat %d", seat);
	while (at < game->rules->seats && game->game.player[at] != seat)
		at++;
	if (at == game->rules->seats)
		return io_error(io, CANASTA_MISUSE, "%s sits out in this deal", seat_name(game->rules, seat));
	view_of(&game->game, at, view);
	return CANASTA_FINE;
}

static int write_view(const struct canasta_io *io, const struct canasta_game *game, int seat,
                      void (*add)(const struct view *view, struct document *out))
{
	struct document document;
	struct view view;
	int status = view_from(io, game, seat, &view);

	if (status != CANASTA_FINE)
		return status;
	document_begin(&document, "table");
	add(&view, &document);
	if (game->moment == CANASTA_TO_ACT && view.seat == game_to_act(&game->game)) {
		struct acts acts;
		game_legal(&game->game, &acts);
		table_offers_add(&game->game, &acts, &document);
	}
	return write_table(io, game, &document);
}

int canasta_game_table(const struct canasta_io *io, const struct canasta_game *game, int seat)
{
	return write_view(io, game, seat, table_view_add);
}

int canasta_game_hand(const struct canasta_io *io, const struct canasta_game *game, int seat)
{
	return write_view(io, game, seat, table_hand_add);
}

/* ---- for tables that a program draws: the lines of the protocol, as a client gets them ---- */

int canasta_game_greet(const struct canasta_io *io, const struct canasta_variant *variant, int seat)
{
	char hash[RULES_HASH_ROOM];
	struct text text = { 0 };

	if (seat >= variant->rules->table.players)
		return io_error(io, CANASTA_MISUSE, "there is no seat %d", seat);
	if (!rules_hash(variant->rules, hash))
		return out_of_memory(io);
	protocol_write_rules(variant->rules, hash, &text);
	if (seat >= 0)
		protocol_write_seat(variant->rules, seat, &text);
	return io_write(io, &text);
}

int canasta_game_view(const struct canasta_io *io, const struct canasta_game *game, int seat)
{
	struct text text = { 0 };
	struct view view;
	int status = CANASTA_FINE, winner;

	if (seat < 0)
		view_of_onlooker(&game->game, &view);
	else
		status = view_from(io, game, seat, &view);
	if (status != CANASTA_FINE)
		return status;
	protocol_write_deal(&game->game, &text);
	protocol_write_view(&view, &text);
	suits_write(&game->suits, &view, &text);
	if (game->moment == CANASTA_TO_ACT && view.seat == game_to_act(&game->game)) {
		struct acts acts;
		game_legal(&game->game, &acts);
		table_order_acts(&acts);
		protocol_write_acts(&game->game, &acts, &text);
	}
	if (playing_deal_is_over(game))
		protocol_write_score(&game->game, &game->tally, game->totals, &text);
	if (game->moment == CANASTA_GAME_OVER && game_is_over(&game->game, game->totals, &winner))
		protocol_write_over(winner, &text);
	return io_write(io, &text);
}

int canasta_game_history(const struct canasta_io *io, const struct canasta_game *game, size_t from, size_t *to)
{
	const struct text *history = &game->history;

	if (history->failed)
		return out_of_memory(io);
	if (from < history->length && io->out.write != NULL)
		io->out.write(io->out.context, history->bytes + from, history->length - from);
	*to = history->length;
	return CANASTA_FINE;
}
