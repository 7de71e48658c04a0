/* fmt.h -- for files that still ask for the layout here: see tree.h. */
#include "tree.h"
