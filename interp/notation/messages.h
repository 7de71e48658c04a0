/* messages.h -- the sentences of messages.def, each as MESSAGE_NAME. They are formats of text_format() and diag_hint(), and the
 * compiler checks their arguments. */
#ifndef NOTATION_MESSAGES_H
#define NOTATION_MESSAGES_H

#define MESSAGE(name, sentence) static const char MESSAGE_##name[] __attribute__((unused)) = sentence;
#include "notation/messages.def"
#undef MESSAGE

#endif
