/* verdict_json.c -- a verdict for programs. Keys whose answer is nothing are left out. */
#include "reports/judge.h"
#include "text/json.h"

static void set_text(json_t **object, const char *key, const char *text)
{
	if (text != NULL && text[0] != '\0')
		json_put(object, key, json_words(text));
}

/* Lists that are empty are left out, too. */
static void set_list(json_t **object, const char *key, json_t *list)
{
	if (list == NULL || json_array_size(list) > 0)
		json_put(object, key, list);
	else
		json_decref(list);
}

static json_t *words_json(const struct words_list *words)
{
	json_t *list = json_array();

	for (; words != NULL; words = words->next)
		json_add(&list, json_words(words->words));
	return list;
}

static json_t *cited_json(const struct cited *cited)
{
	json_t *list = json_array();

	for (; cited != NULL; cited = cited->next) {
		json_t *one = json_object();
		set_text(&one, "id", cited->id);
		set_text(&one, "where", cited->where);
		set_text(&one, "kind", cited->kind);
		set_text(&one, "rule", cited->rule);
		set_text(&one, "reading", cited->reading);
		json_add(&list, one);
	}
	return list;
}

static json_t *clause_json(const struct clause *clause)
{
	json_t *object = json_object(), *silent = json_array(), *reading = json_array();

	set_text(&object, "path", clause->path);
	set_text(&object, "title", clause->title);
	set_text(&object, "file", clause->file);
	if (clause->file != NULL)
		json_put(&object, "line", json_integer(clause->line));
	set_text(&object, "says", clause->said);
	set_list(&object, "cites", cited_json(clause->cited));
	for (const struct aside *aside = clause->asides; aside != NULL; aside = aside->next) {
		json_t *one = json_object();
		set_text(&one, "words", aside->words);
		set_list(&one, "cites", cited_json(aside->cited));
		json_add(aside->silent ? &silent : &reading, one);
	}
	set_list(&object, "silent", silent);
	set_list(&object, "readings", reading);
	return object;
}

static json_t *otherwise_json(const struct otherwise *other)
{
	json_t *list = json_array();

	for (; other != NULL; other = other->next) {
		json_t *one = json_object();
		set_text(&one, "option", other->option);
		set_text(&one, "title", other->title);
		json_put(&one, "legal", json_boolean(other->legal));
		set_text(&one, "why", other->sentence);
		set_list(&one, "cites", cited_json(other->cited));
		json_add(&list, one);
	}
	return list;
}

static json_t *refusals_json(const struct refused_acts *refusal)
{
	json_t *list = json_array();

	for (; refusal != NULL; refusal = refusal->next) {
		json_t *one = json_object();
		set_list(&one, "acts", words_json(refusal->acts));
		set_text(&one, "why", refusal->sentence);
		if (refusal->clause != NULL)
			json_put(&one, "clause", clause_json(refusal->clause));
		json_add(&list, one);
	}
	return list;
}

static void set_verdict(json_t **object, const struct verdict *verdict)
{
	json_t *facts = json_object();

	set_text(object, "act", verdict->act);
	json_put(object, "legal", json_boolean(verdict->legal));
	if (verdict->drawn)
		json_put(object, "after_a_draw", json_true());
	set_text(object, "refused", verdict->refused);
	set_text(object, "why", verdict->sentence);
	set_text(object, "owed", verdict->owed);
	if (verdict->clause != NULL)
		json_put(object, "clause", clause_json(verdict->clause));
	for (const struct fact_found *fact = verdict->facts; fact != NULL; fact = fact->next)
		set_text(&facts, fact->asked, fact->answer);
	if (facts == NULL || json_object_size(facts) > 0)
		json_put(object, "facts", facts);
	else
		json_decref(facts);
	set_list(object, "instead", words_json(verdict->repairs));
	set_list(object, "options", otherwise_json(verdict->otherwise));
}

json_t *verdict_json(const struct verdict *verdict)
{
	json_t *object = json_object();

	set_text(&object, "variant", verdict->variant);
	set_text(&object, "title", verdict->title);
	if (verdict->act != NULL)
		set_verdict(&object, verdict);
	set_list(&object, "possible", words_json(verdict->possible));
	set_list(&object, "not_possible", refusals_json(verdict->refusals));
	return object;
}
