/* dispute.h -- reading what somebody tells of a dispute or an end position. */
#ifndef DISPUTE_H
#define DISPUTE_H

#include "workspace.h"
#include "reports/judge.h"

/* Gathers what is asked in [to], whose texts live in [arena]: what the call says of the act comes before what the file
 * says, and that it is told at all before that it stands in the last line. CANASTA_MISUSE, with io->messages told, if it
 * cannot be read, or if it has no act and [wants_act]. */
int dispute_read(const struct canasta_io *io, const struct canasta_dispute *from, bool wants_act, struct arena *arena,
                 struct dispute *to);

#endif
