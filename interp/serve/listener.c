/* listener.c -- the socket that browsers connect to: one that systemd has opened, or one of our own at an address in numbers. */
#define _GNU_SOURCE
#include "serve/listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The address to listen at; 0 if it is none. */
static socklen_t read_address(const char *words, int port, struct sockaddr_storage *address)
{
	struct sockaddr_in *four = (struct sockaddr_in *)(void *)address;
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)(void *)address;

	memset(address, 0, sizeof *address);
	if (inet_pton(AF_INET, words, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		four->sin_port = htons((uint16_t)port);
		return sizeof *four;
	}
	if (inet_pton(AF_INET6, words, &six->sin6_addr) == 1) {
		six->sin6_family = AF_INET6;
		six->sin6_port = htons((uint16_t)port);
		return sizeof *six;
	}
	return 0;
}

/* The socket that systemd has opened, -1 if it has not: sd_listen_fds(3). */
static int socket_given(void)
{
	const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
	const int first = 3;
	bool given = process != NULL && count != NULL && atol(process) == (long)getpid() && atoi(count) == 1;

	unsetenv("LISTEN_PID");
	unsetenv("LISTEN_FDS");
	if (!given || fcntl(first, F_SETFD, FD_CLOEXEC) != 0)
		return -1;
	fcntl(first, F_SETFL, fcntl(first, F_GETFL) | O_NONBLOCK);
	return first;
}

/* A socket that listens at an address; -1, with a message, if there can be none. */
static int socket_made(const char *words, int port)
{
	struct sockaddr_storage address;
	socklen_t length = read_address(words, port, &address);
	int made, on = 1, off = 0;

	if (length == 0)
		return fprintf(stderr, "%s is no address in numbers; 0.0.0.0 stands for all of this machine\n", words),
		       -1;
	made = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (made >= 0)
		setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	if (made >= 0 && address.ss_family == AF_INET6)
		setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off); /* :: is every address of IPv4, too */
	if (made >= 0 && bind(made, (struct sockaddr *)&address, length) == 0 && listen(made, 1024) == 0)
		return made;
	fprintf(stderr, "cannot listen at %s, port %d: %s%s\n", words, port, strerror(errno),
	        errno == EADDRINUSE ? "; a server runs there already, or take another --port" : "");
	return -1;
}

/* Where it listens. */
static struct sockaddr_storage own_address(int listener)
{
	struct sockaddr_storage address = { 0 };
	socklen_t length = sizeof address;

	getsockname(listener, (struct sockaddr *)&address, &length);
	return address;
}

int listener_open(const char *address, int port)
{
	int given = socket_given();

	return given >= 0 ? given : socket_made(address, port);
}

bool listener_is_local(int listener)
{
	struct sockaddr_storage address = own_address(listener);
	const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)&address;
	const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)&address;

	if (address.ss_family == AF_INET6)
		return IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
	return address.ss_family != AF_INET || ntohl(four->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

int listener_port(int listener)
{
	struct sockaddr_storage address = own_address(listener);

	/* the port stands at the same place in both kinds of addresses */
	return address.ss_family == AF_INET || address.ss_family == AF_INET6
	               ? ntohs(((const struct sockaddr_in *)(const void *)&address)->sin_port)
	               : 1;
}
