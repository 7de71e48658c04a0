/* confine.h -- after its start the server needs its own folder, the rules files, and nothing else of the machine. */
#ifndef SERVE_CONFINE_H
#define SERVE_CONFINE_H

#include <stdbool.h>

/* From now on this thread, and those that it starts, open no file but in the folder [own], and for reading in [read], which may be -1; they
 * run no program and gain no rights. False if this system cannot promise it. */
bool confine(int own, int read);

#endif
