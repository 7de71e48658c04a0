/* names.h -- for files that still ask for words here: see text.h. */
#include "text.h"
