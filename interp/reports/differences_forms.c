/* differences_forms.c -- differences as Markdown, as a page, and for programs. */
#include "reports/differences.h"

#include <string.h>
#include "reports/html.h"
#include "reports/json.h"
#include "reports/saying.h"

/* ---- Markdown ---- */

static const char *sentence_of(const struct difference *difference, int side)
{
	return text_read(&difference->said[side]);
}

/* True if nothing is said of a value all the same, as of any rank. */
static bool goes_without_saying(const struct difference *difference, int side)
{
	return difference->item[side] >= 0 && difference->row >= 0 && rows[difference->row].fallback == ALL_CARDS;
}

/* What one of the two says, in a cell of a table: the sentence, or the item with what it says. */
static void write_cell(const struct difference *difference, int side, void (*add)(struct text *, const char *),
                       struct text *out)
{
	struct text words = { 0 };

	if (difference->item[side] < 0 || difference->said[side].length == 0) {
		add(out, goes_without_saying(difference, side) ? text_read(&difference->value[side]) : "–");
		return;
	}
	saying_capital(sentence_of(difference, side), &words);
	if (difference->row < 0 && difference->value[side].length > 0)
		text_format(&words, ": %s.", text_read(&difference->value[side]));
	add(out, text_read(&words));
	text_end(&words, out);
}

static bool begins_topic(const struct differences *in, int at)
{
	return at == 0 || in->list[at].group != in->list[at - 1].group || in->list[at].level != in->list[at - 1].level;
}

void differences_markdown(const struct differences *differences, struct text *out)
{
	for (int i = 0; i < differences->count; i++) {
		const struct difference *difference = &differences->list[i];
		if (begins_topic(differences, i)) {
			text_format(out, "%s### %s (%s)\n\n| ", i > 0 ? "\n" : "", groups[difference->group].heading,
			            level_name(difference->level));
			for (int side = 0; side < 2; side++) {
				markdown_add(out, differences->rules[side]->title);
				text_add(out, " (");
				markdown_add(out, differences->label[side]);
				text_add(out, ")");
				text_add(out, " | ");
			}
			text_add(out, "\n|---|---|\n");
		}
		text_add(out, "| ");
		for (int side = 0; side < 2; side++) {
			write_cell(difference, side, markdown_add, out);
			text_add(out, " | ");
		}
		text_add(out, "\n");
	}
}

/* ---- HTML ---- */

static const char STYLE[] =
	"body { font: 16px/1.45 Georgia, serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; "
	"color: #222; background: #fff }\n"
	"h1 { font-size: 1.5rem }\n"
	"table { border-collapse: collapse; width: 100%; table-layout: fixed; overflow-wrap: break-word }\n"
	"th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; "
	"border-bottom: 1px solid #ccc }\n"
	"th.topic { padding-top: 1.2rem; border-bottom: 2px solid #444 }\n"
	"td:first-child { background: #fdf3f0 } td:last-child { background: #f0f7f0 }\n"
	".place, .level { font: .75rem sans-serif; color: #666 }\n"
	".place { display: block; margin-top: .2rem }\n"
	"@media (max-width: 30rem) { body { font-size: 14px; padding: 0 .4rem } "
	"th, td { padding: .3rem } }\n"
	"@media print { body { margin: 0; max-width: none; font-size: 10pt } "
	"tr { break-inside: avoid } @page { margin: 16mm } }\n";

static void write_page_cell(const struct difference *difference, int side, struct text *out)
{
	const char *place = text_read(&difference->place[side]);

	text_add(out, "<td>");
	write_cell(difference, side, html_add, out);
	if (*place != '\0') {
		text_add(out, "<span class=\"place\">");
		html_add(out, place);
		text_add(out, "</span>");
	}
	text_add(out, "</td>");
}

void differences_html(const struct differences *differences, struct text *out)
{
	struct text title = { 0 };

	text_format(&title, "%s and %s", differences->label[0], differences->label[1]);
	html_begin(out, text_read(&title), STYLE);
	text_add(out, "<h1>");
	html_add(out, text_read(&title));
	text_format(out, "</h1>\n<p>%d difference%s</p>\n<table>\n<tr>", differences->count,
	            differences->count == 1 ? "" : "s");
	for (int side = 0; side < 2; side++) {
		text_add(out, "<th>");
		html_add(out, differences->rules[side]->title);
		text_add(out, "<br><small>");
		html_add(out, differences->label[side]);
		text_add(out, "</small></th>");
	}
	text_add(out, "</tr>\n");
	for (int i = 0; i < differences->count; i++) {
		const struct difference *difference = &differences->list[i];
		if (begins_topic(differences, i))
			text_format(
				out,
				"<tr><th class=\"topic\" colspan=\"2\">%s <span class=\"level\">%s</span></th></tr>\n",
				groups[difference->group].heading, level_name(difference->level));
		text_add(out, "<tr>");
		for (int side = 0; side < 2; side++)
			write_page_cell(difference, side, out);
		text_add(out, "</tr>\n");
	}
	text_add(out, "</table>\n");
	html_end(out);
	text_end(&title, out);
}

/* ---- JSON ---- */

static json_t *words_json(const struct text *words)
{
	return words->length > 0 || words->failed ? json_text(words) : json_null();
}

/* "variants/base.canasta:53\n@HOUSE-12" in parts. */
static json_t *place_json(const struct text *place)
{
	json_t *list = json_array();

	for (const char *word = text_read(place); *word != '\0';) {
		size_t length = strcspn(word, "\n");
		struct text part = { .failed = place->failed };
		text_add_bytes(&part, word, length);
		json_add(&list, json_text(&part));
		text_free(&part);
		word += length + (word[length] == '\n');
	}
	return list;
}

static json_t *side_json(const struct difference *difference, int side)
{
	if (difference->item[side] < 0)
		return json_null();
	return json_pack("{s:o, s:o, s:o}", "says", words_json(&difference->said[side]), "value",
	                 words_json(&difference->value[side]), "origin", place_json(&difference->place[side]));
}

static json_t *difference_json(const struct difference *difference)
{
	static const char *const levels[] = {
		[LEVEL_SETUP] = "setup", [LEVEL_LEGALITY] = "play", [LEVEL_SCORE] = "score", [LEVEL_TEXT] = "words"
	}; /* as --fail-on has them */

	return json_pack("{s:s, s:s, s:s, s:o, s:o}", "path", text_read(&difference->path), "topic",
	                 groups[difference->group].heading, "level", levels[difference->level], "from",
	                 side_json(difference, 0), "to", side_json(difference, 1));
}

static json_t *variant_json(const struct differences *in, int side)
{
	return json_pack("{s:o, s:s, s:s}", "reference", json_words(in->label[side]), "name", in->rules[side]->name,
	                 "title", in->rules[side]->title);
}

json_t *differences_json(const struct differences *differences)
{
	json_t *list = json_array();

	for (int i = 0; i < differences->count; i++)
		json_add(&list, difference_json(&differences->list[i]));
	return json_pack("{s:i, s:o, s:o, s:o}", "version", 1, "from", variant_json(differences, 0), "to",
	                 variant_json(differences, 1), "differences", list);
}
