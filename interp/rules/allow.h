/* allow.h -- the remark `allow FINDING "why"`: what it names is not told for what lies within the statement, the item,
 * the section or the variant it stands at. */
#ifndef RULES_ALLOW_H
#define RULES_ALLOW_H

struct library;
struct library_file;

/* Leaves out the findings that the files in [library] allow. */
void allow_findings(struct library *library);

/* Looks at what [file] itself allows: the name of a warning or note each time, and one that was found there. To be
 * called when everything has been found. */
void check_allowed(struct library *library, const struct library_file *file);

#endif
