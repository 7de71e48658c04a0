/* findings.h -- findings for machines: as JSON of our own, and as SARIF, which editors and forges read. */
#ifndef REPORTS_FINDINGS_H
#define REPORTS_FINDINGS_H

struct diags;
struct json_t;

/* Adds the findings that are told to the array [findings]; false if memory ran out. Of places lines and columns count
 * from 1, columns in characters; the end is the column behind the last one. */
int findings_json(const struct diags *diags, struct json_t *findings);

/* Adds them to the `results` of a SARIF run. */
int findings_sarif(const struct diags *diags, struct json_t *results);

/* The whole documents around such arrays, which they take over, also when they fail. NULL if memory ran out. */
struct json_t *findings_json_document(struct json_t *findings);
struct json_t *findings_sarif_document(struct json_t *results);

#endif
