/* listener.h -- the socket that browsers connect to. */
#ifndef SERVE_LISTENER_H
#define SERVE_LISTENER_H

#include <stdbool.h>

/* A socket that systemd has opened, or else one that listens at [address], IPv4 or IPv6 in numbers; -1, with a message, if there can be
 * none. Its owner closes it. */
int listener_open(const char *address, int port);

/* True if only programs of this machine reach it. */
bool listener_is_local(int listener);

/* Its port; 1 if it has none, as a socket of the file system. */
int listener_port(int listener);

#endif
