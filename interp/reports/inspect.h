/* inspect.h -- everything that can be wrong with a rules file, looked for at once. */
#ifndef REPORTS_INSPECT_H
#define REPORTS_INSPECT_H

struct library;
struct library_file;

/* Builds every variant of [file], as it stands and with each of its options; looks through its fragments, runs its
 * rulings to see that they can be read, and looks its citations up. What is wrong becomes findings in the library. */
void inspect_file(struct library *library, const struct library_file *file);

#endif
