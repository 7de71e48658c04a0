/* transpose.h -- for files that still ask for a table under other rules here: see position.h. */
#include "game/position.h"
