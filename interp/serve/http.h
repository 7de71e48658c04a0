/* http.h -- the server's side of HTTP, by libmicrohttpd: requests, streams, and the limits of both. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include <stdbool.h>

enum { HOSTS_MAX = 16 };

struct http_settings {
	const char *listen;          /* an address; not used if systemd gives a socket */
	int port;                    /* 0 for one that is free */
	const char *page;            /* the folder with the page in parts; NULL for none */
	const char *key;             /* without it nobody makes a room; NULL if anybody may */
	const char *host[HOSTS_MAX]; /* names by which it is called, besides localhost and addresses */
	int hosts;
	bool behind_proxy; /* X-Real-IP says who asks */
	bool without_limits;
	int per_address; /* connections; a proxy, from which all come, has limits of its own */
	int idle;        /* seconds until a room that nobody uses is only files */
	int rooms_max;   /* in memory */
};

/* Starts to listen; returns the port, 0 with a message on the standard error if it cannot. */
int http_begin(const struct http_settings *settings);

/* True if only this machine reaches where it listens. */
bool http_is_local(void);

/* Serves until http_stop() is called, which a signal may do. */
void http_run(void);
void http_stop(void);

/* Lets streams end and ends. */
void http_end(void);

#endif
