/* number_words.h -- for files that still ask for numbers in words here: see grammar/text.h. */
#include "grammar/text.h"
