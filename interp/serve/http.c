/* http.c -- one thread: it waits for the library's sockets, for what is saved and for bots that are due. A request that changes a room is
 * answered once the room is saved, and one for a room that is being saved waits for it. */
#define _GNU_SOURCE
#include "serve/http.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <utlist.h>

#include "serve/events.h"
#include "serve/listener.h"
#include "serve/origin.h"
#include "serve/page_files.h"
#include "serve/rules.h"
#include "serve/words.h"

enum {
	BODY_MAX = 1024,
	STREAMS_OF_A_ROOM = 48,
	CONNECTIONS_MAX = 18000,
	BUCKETS = 4096,
	BEAT = 15000,         /* milliseconds after which a silent stream is told something */
	LOST = 40000,         /* and after which a reader that confirms nothing is gone */
	REQUEST_TIME = 10000, /* that a request may take to come */
	DISK_TIME = 5000,     /* after which a disk that does not answer is worth a word */
	BOT_SLICE = 5         /* milliseconds for bots in a round */
};

/* ---- what is kept ---- */

struct stream {
	struct room *room;
	struct MHD_Connection *connection;
	int socket;
	int seat;       /* -1: looks on */
	uint64_t token; /* a hash of what is kept of the token that it was begun with */
	struct place place;
	bool asleep, is_due, beat, ends;
	uint64_t sent;
	struct canasta_bytes out;
	size_t out_at;
	struct stream *prev, *next;    /* of the room */
	struct stream *before, *after; /* of all, the one that was sent something longest ago first */
};

/* Where a request is. */
enum stage { READING, WAITS_FOR_ROOM, WAITS_FOR_DISK, SETTLED };

struct request {
	enum stage stage;
	bool posted, too_long;
	size_t length;
	char body[BODY_MAX + 1];
	struct room *room; /* that it waits for */
	unsigned status;
	struct canasta_bytes answer;
	struct MHD_Connection *connection;
	struct request *prev, *next;
};

/* A connection whose request has not come yet. */
struct caller {
	int socket;
	uint64_t since;
	bool listed;
	struct caller *prev, *next;
};

struct bucket {
	uint64_t time, owner;
	double level;
};

static struct http_settings set;
static struct MHD_Daemon *library;
static struct stream *streams;
static int listener = -1;
static int closings = -1; /* an epoll of the sockets of streams: the library does not look at those it has suspended */
static struct caller *callers;
static struct bucket buckets[BUCKETS];
static char key_hash[HASH_ROOM];
static volatile sig_atomic_t stopped;
static bool woken; /* MHD_get_timeout() does not know of connections that were just resumed */
static const char policy[] =
	"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; connect-src 'self'; "
	"manifest-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static void resume(struct MHD_Connection *connection)
{
	woken = true;
	MHD_resume_connection(connection);
}

/* ---- who asks ---- */

static const char *header(struct MHD_Connection *connection, const char *name)
{
	return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* The headers that decide something; the last two say how long a request is. */
static const char *const deciding[] = { "Host",      "Origin",         "Authorization",
	                                "X-Real-IP", "Content-Length", "Transfer-Encoding" };
enum { DECIDING = sizeof deciding / sizeof *deciding };

static enum MHD_Result count_header(void *counts, enum MHD_ValueKind kind, const char *name, const char *value)
{
	(void)kind, (void)value;
	for (int i = 0; i < DECIDING; i++)
		((int *)counts)[i] += strcasecmp(name, deciding[i]) == 0;
	return MHD_YES;
}

/* True if one of them is there twice, or the length is said in two ways: then others, a proxy say, may have decided by the other one. */
static bool is_ambiguous(struct MHD_Connection *connection)
{
	int count[DECIDING] = { 0 }, most = 0;
	const char *coding = header(connection, "Transfer-Encoding");

	MHD_get_connection_values(connection, MHD_HEADER_KIND, count_header, count);
	for (int i = 0; i < DECIDING; i++)
		most = count[i] > most ? count[i] : most;
	return most > 1 || count[DECIDING - 2] + count[DECIDING - 1] > 1 ||
	       (coding != NULL && strcasecmp(coding, "chunked") != 0);
}

/* A page of somebody else may not ask in a player's name. */
static bool is_from_here(struct MHD_Connection *connection)
{
	const char *host = header(connection, "Host");

	return origin_is_ours(host, set.host, set.hosts) && origin_may_ask(header(connection, "Origin"), host);
}

/* Who asks: an address, of which IPv6 has a whole network for each. */
static uint64_t address_of(struct MHD_Connection *connection)
{
	const struct sockaddr *address =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
	const char *said = set.behind_proxy ? header(connection, "X-Real-IP") : NULL;

	if (said != NULL)
		return hash_bytes(said, strlen(said));
	if (address->sa_family == AF_INET6) {
		const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
		return IN6_IS_ADDR_V4MAPPED(six) ? hash_bytes(six->s6_addr + 12, 4) : hash_bytes(six->s6_addr, 8);
	}
	return hash_bytes(&((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
}

/* Takes [cost] from a bucket of 60, to which 20 a second are added; false, with nothing taken, if there is not so much: who asks again and again
 * is heard as often as one who waits. */
static bool may_cost(uint64_t owner, double cost)
{
	struct bucket *bucket = &buckets[owner % BUCKETS];
	uint64_t time = time_in_ms();
	double level = bucket->owner == owner ? bucket->level + (double)(time - bucket->time) / 50 : 60;

	if (set.without_limits)
		return true;
	level = level > 60 ? 60 : level;
	*bucket = (struct bucket){ .time = time, .owner = owner, .level = level < cost ? level : level - cost };
	return level >= cost;
}

static bool may_ask(struct MHD_Connection *connection, double cost)
{
	return may_cost(address_of(connection), cost);
}

/* ---- connections ---- */

static void list_caller(struct caller *caller)
{
	if (caller == NULL)
		return;
	if (caller->listed)
		DL_DELETE(callers, caller);
	caller->since = time_in_ms();
	caller->listed = true;
	DL_APPEND(callers, caller);
}

static void unlist_caller(struct caller *caller)
{
	if (caller != NULL && caller->listed)
		DL_DELETE(callers, caller);
	if (caller != NULL)
		caller->listed = false;
}

static struct caller *caller_of(struct MHD_Connection *connection)
{
	return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

static void connected(void *context, struct MHD_Connection *connection, void **state,
                      enum MHD_ConnectionNotificationCode what)
{
	struct caller *caller = *state;

	(void)context;
	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		*state = caller = calloc(1, sizeof *caller);
		if (caller != NULL)
			caller->socket =
				MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
		list_caller(caller);
		return;
	}
	unlist_caller(caller);
	free(caller);
	*state = NULL;
}

/* Cuts off whoever has not said in time what is wanted: libmicrohttpd waits for ever as long as a byte comes now and then. */
static void drop_slow_callers(void)
{
	uint64_t time = time_in_ms();

	while (callers != NULL && time - callers->since > REQUEST_TIME) {
		shutdown(callers->socket, SHUT_RDWR);
		unlist_caller(callers);
	}
}

/* ---- answers ---- */

static enum MHD_Result send_out(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response,
                                const char *type)
{
	enum MHD_Result result;

	if (response == NULL)
		return MHD_NO;
	MHD_add_response_header(response, "Content-Type", type);
	MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
	if (MHD_get_response_header(response, "Cache-Control") == NULL)
		MHD_add_response_header(response, "Cache-Control", "no-store");
	MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
	MHD_add_response_header(response, "Content-Security-Policy", policy);
	result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result send_text(struct MHD_Connection *connection, unsigned status, const struct canasta_bytes *text)
{
	void *bytes = text->length > 0 ? (void *)text->bytes : (void *)"";

	return send_out(connection, status, MHD_create_response_from_buffer(text->length, bytes, MHD_RESPMEM_MUST_COPY),
	                "text/plain; charset=utf-8");
}

static enum MHD_Result send_status(struct MHD_Connection *connection, unsigned status)
{
	return send_text(connection, status, &(struct canasta_bytes){ 0 });
}

/* ---- streams ---- */

static void wake(struct stream *stream)
{
	if (!stream->asleep)
		return;
	stream->asleep = false;
	resume(stream->connection);
}

static void tell_all(struct room *room)
{
	struct stream *stream;

	DL_FOREACH(room->streams, stream)
	{
		stream->is_due = true;
		if (!room->is_saving)
			wake(stream);
	}
}

/* Moves [stream] to the end of all, as it is told something now. */
static void put_last(struct stream *stream)
{
	stream->sent = time_in_ms();
	DL_DELETE2(streams, stream, before, after);
	DL_APPEND2(streams, stream, before, after);
}

static void write_next(struct stream *stream)
{
	event_write(stream->room, stream->seat, &stream->place, &stream->out);
	stream->is_due = stream->beat = false;
	put_last(stream);
}

/* Called when the socket takes more. A reader who is slow skips to the newest view, and costs one event of memory. */
static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t most)
{
	struct stream *stream = context;
	size_t n;

	(void)position;
	if (stream->out_at == stream->out.length) {
		canasta_bytes_free(&stream->out);
		stream->out = (struct canasta_bytes){ 0 };
		stream->out_at = 0;
		if (stream->ends)
			return MHD_CONTENT_READER_END_OF_STREAM;
		if (stream->is_due && !stream->room->is_saving)
			write_next(stream);
		else if (stream->beat) {
			say(&stream->out, ":\n\n");
			stream->beat = false;
			put_last(stream);
		} else {
			stream->asleep = true;
			MHD_suspend_connection(stream->connection);
			return 0;
		}
		if (stream->out.failed)
			return MHD_CONTENT_READER_END_WITH_ERROR;
	}
	n = stream->out.length - stream->out_at < most ? stream->out.length - stream->out_at : most;
	memcpy(buffer, stream->out.bytes + stream->out_at, n);
	stream->out_at += n;
	return (ssize_t)n;
}

/* Takes [stream] from its room. */
static void part(struct stream *stream)
{
	struct room *room = stream->room;
	struct chair *chair = stream->seat >= 0 ? &room->chair[stream->seat] : NULL;

	DL_DELETE(room->streams, stream);
	stream->room = NULL;
	room->stream_count--;
	room->used = time_in_ms();
	if (chair != NULL && --chair->streams == 0) { /* somebody is away */
		chair->gone = room->used;
		tell_all(room);
	}
}

static void free_stream(void *context)
{
	struct stream *stream = context;

	DL_DELETE2(streams, stream, before, after);
	epoll_ctl(closings, EPOLL_CTL_DEL, stream->socket, NULL);
	if (stream->room != NULL)
		part(stream);
	canasta_bytes_free(&stream->out);
	free(stream);
}

static enum MHD_Result begin_stream(struct MHD_Connection *connection, struct room *room, int seat)
{
	int socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	unsigned gone_after = LOST;
	int room_to_send = 16384;
	struct epoll_event closing = { .events = EPOLLRDHUP | EPOLLONESHOT };
	struct MHD_Response *response;
	struct stream *stream = room->stream_count < STREAMS_OF_A_ROOM ? calloc(1, sizeof *stream) : NULL;

	if (stream == NULL)
		return send_status(connection, 503);
	*stream = (struct stream){
		.room = room, .connection = connection, .seat = seat, .is_due = true, .sent = time_in_ms()
	};
	stream->socket = socket;
	closing.data.ptr = stream;
	epoll_ctl(closings, EPOLL_CTL_ADD, socket, &closing);
	stream->token = seat >= 0 ? hash_bytes(room->chair[seat].hash, HASH_ROOM) : 0;
	place_read(room, header(connection, "Last-Event-ID"), &stream->place);
	setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &gone_after, sizeof gone_after);
	setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &room_to_send, sizeof room_to_send);
	MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 0u);
	DL_APPEND(room->streams, stream);
	DL_APPEND2(streams, stream, before, after);
	room->stream_count++;
	if (seat >= 0 && room->chair[seat].streams++ == 0)
		tell_all(room); /* somebody is here */
	response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1024, read_stream, stream, free_stream);
	if (response == NULL)
		return free_stream(stream), MHD_NO;
	MHD_add_response_header(response, "X-Accel-Buffering", "no");
	return send_out(connection, 200, response, "text/event-stream");
}

/* A reader that has closed its side is away at once, not when it is sent something. */
static void take_closings(void)
{
	struct epoll_event closing[64];
	int count = epoll_wait(closings, closing, 64, 0);

	for (int i = 0; i < count; i++) {
		struct stream *stream = closing[i].data.ptr;
		stream->ends = true;
		wake(stream);
	}
}

/* Tells something to each stream that was told nothing for BEAT milliseconds. A stream that is told something in here may be told later than [time]:
 * one number must not be subtracted from the other. */
static void beat(void)
{
	uint64_t time = time_in_ms();

	while (streams != NULL && streams->sent + BEAT < time) {
		struct stream *stream = streams;
		put_last(stream);
		stream->beat = true;
		wake(stream);
	}
}

/* ---- requests for a room ---- */

static void wait_for(struct request *request, enum stage stage, struct room *room)
{
	request->stage = stage;
	request->room = room;
	DL_APPEND(room->waiting, request);
	MHD_suspend_connection(request->connection);
}

/* The disk was waited for: all who wait go on, and everybody is shown how it is now. */
static void go_on(struct room *room, bool saved)
{
	struct request *request, *next;

	DL_FOREACH_SAFE(room->waiting, request, next)
	{
		DL_DELETE(room->waiting, request);
		request->room = NULL;
		if (request->stage == WAITS_FOR_DISK) {
			request->stage = SETTLED;
			if (!saved)
				request->status = SAID_NOT_SAVED;
		}
		resume(request->connection);
	}
}

static void end_stream(struct stream *stream)
{
	part(stream);
	stream->ends = true;
	wake(stream);
}

static void end_streams_of(struct room *room)
{
	struct stream *stream, *next;

	DL_FOREACH_SAFE(room->streams, stream, next)
	end_stream(stream);
}

static void forget(struct room *room)
{
	bots_leave(room);
	end_streams_of(room);
	go_on(room, false);
	room_forget(room);
}

static void take_saved(void)
{
	for (struct saving *saving; (saving = saving_next_done()) != NULL;) {
		struct room *room = saving->owner;
		enum room_found found;
		bool saved = room_saved(room, &found);
		go_on(room, saved);
		if (found != ROOM_FOUND) {
			forget(room);
			continue;
		}
		bots_look(room, time_in_ms());
		tell_all(room);
	}
}

/* What was done to [room] is saved, and then shown. */
static bool save(struct room *room)
{
	bots_leave(room);
	if (room_save(room))
		return true;
	bots_look(room, time_in_ms());
	return false;
}

static void bot_has_acted(struct room *room)
{
	save(room);
}

/* The streams of a chair whose token is void end: somebody has left it, or has it by another link. */
static void check_streams(struct room *room)
{
	struct stream *stream, *next;

	DL_FOREACH_SAFE(room->streams, stream, next)
	{
		if (stream->seat >= 0 && stream->token != hash_bytes(room->chair[stream->seat].hash, HASH_ROOM))
			end_stream(stream);
	}
}

static unsigned status_of_found(enum room_found found)
{
	return found == ROOM_MISSING ? 404 : found == ROOM_ELSEWHERE ? 503 : 500;
}

/* The hash of the token that comes with a request, "" for none. */
static void read_token(struct MHD_Connection *connection, char hash[HASH_ROOM])
{
	const char *said = header(connection, "Authorization");

	hash[0] = '\0';
	if (said != NULL && strncmp(said, "Bearer ", 7) == 0 && secret_is_drawn(said + 7, TOKEN_LENGTH))
		secret_hash(said + 7, hash);
	else if (said != NULL)
		secret_hash("", hash); /* of nobody */
}

static enum MHD_Result answer(struct request *request)
{
	return send_text(request->connection, request->status, &request->answer);
}

/* Shows what is new and not kept on the disk. */
static void show_anew(struct room *room)
{
	if (room->looks_new && !room->is_saving)
		tell_all(room);
	room->looks_new = room->looks_new && room->is_saving;
}

/* A line for [room]. */
static enum MHD_Result say_to(struct request *request, struct room *room, struct speaker who)
{
	if (room->is_saving)
		return wait_for(request, WAITS_FOR_ROOM, room), MHD_YES;
	if (strstr(request->body, "rules ") != NULL && !may_ask(request->connection, 10)) /* as for a new table */
		return send_status(request->connection, 429);
	request->status = hear(room, who, request->body, &request->answer);
	check_streams(room);
	if (!save(room)) {
		show_anew(room);
		return answer(request);
	}
	wait_for(request, WAITS_FOR_DISK, room);
	return MHD_YES;
}

static enum MHD_Result make_room(struct request *request)
{
	struct room *room = NULL;
	char hash[HASH_ROOM];

	read_token(request->connection, hash);
	if (key_hash[0] != '\0' && !secret_fits(hash, key_hash))
		return send_status(request->connection, may_ask(request->connection, 5) ? 401 : 429);
	if (rooms_open() >= (unsigned)set.rooms_max)
		return send_status(request->connection, 503);
	request->status = hear_new_room(request->body, &room, &request->answer);
	if (room == NULL)
		return answer(request);
	save(room);
	wait_for(request, WAITS_FOR_DISK, room);
	return MHD_YES;
}

/* The record may be read once the game is over: it has the seed then. [number] is that of a game, as written; NULL: this one. */
static enum MHD_Result send_record(struct request *request, struct room *room, const char *number)
{
	bool over = room->game != NULL && canasta_game_moment(room->game) == CANASTA_GAME_OVER && !room->is_saving;
	char *end = NULL;
	long game = number != NULL ? strtol(number, &end, 10) : room->games;

	if (number != NULL && (*end != '\0' || *number < '1' || *number > '9' || game > room->games))
		return send_status(request->connection, 404);
	request->status = game == room->games && !over                          ? SAID_LATE
	                  : room_read_record(room, (int)game, &request->answer) ? 200
	                                                                        : 500;
	return answer(request);
}

static enum MHD_Result ask_room(struct request *request, const char *id, const char *rest)
{
	struct MHD_Connection *connection = request->connection;
	char hash[HASH_ROOM];
	struct speaker who;
	struct room *room = NULL;
	enum room_found found;

	if (request->stage == READING && !may_ask(connection, 1)) /* who waits for the room has paid */
		return send_status(connection, 429);
	found = rooms_open() < (unsigned)set.rooms_max ? room_find(id, &room) : ROOM_ELSEWHERE;
	if (found != ROOM_FOUND)
		return send_status(connection,
		                   may_ask(connection, found == ROOM_MISSING ? 5 : 0) ? status_of_found(found) : 429);
	read_token(connection, hash);
	who = speaker_of(room, hash);
	if (hash[0] != '\0' && who.seat < 0 && !who.host)
		return send_status(connection, may_ask(connection, 5) ? SAID_WITHOUT_SEAT : 429);
	if (who.seat >= 0 && request->posted && request->stage == READING &&
	    !may_cost(hash_bytes(hash, HASH_ROOM - 1), 1))
		return send_status(connection, 429);
	room->used = time_in_ms();
	if (request->posted && *rest == '\0')
		return say_to(request, room, who);
	if (!request->posted && strcmp(rest, "/stream") == 0)
		return begin_stream(connection, room, who.seat);
	if (!request->posted && strcmp(rest, "/record") == 0)
		return send_record(request, room, NULL);
	if (!request->posted && strncmp(rest, "/record/", 8) == 0)
		return send_record(request, room, rest + 8);
	return send_status(connection, 404);
}

static enum MHD_Result send_health(struct request *request)
{
	say(&request->answer, "rooms %u\nsaved %lu\n", rooms_open(), saving_count());
	request->status = 200;
	return answer(request);
}

/* True if it is one of the files that the browser has. */
static bool has_tag(struct MHD_Connection *connection, const char *tag)
{
	const char *said = header(connection, "If-None-Match");

	return said != NULL && strstr(said, tag) != NULL;
}

/* True if an answer may come packed: "gzip" is in the list, and not with the weight nought. */
static bool takes_packed(struct MHD_Connection *connection)
{
	const char *said = header(connection, "Accept-Encoding"), *gzip = said != NULL ? strstr(said, "gzip") : NULL;

	if (gzip == NULL)
		return false;
	gzip += strlen("gzip");
	gzip += strspn(gzip, " ;");
	return strncmp(gzip, "q=", 2) != 0 || strtod(gzip + 2, NULL) > 0;
}

/* A file of the page. A browser asks each time whether it is still the same. */
static enum MHD_Result send_file(struct MHD_Connection *connection, const struct page_file *file)
{
	bool has = has_tag(connection, file->tag), packed = !has && file->packed.length > 0 && takes_packed(connection);
	const struct canasta_bytes *bytes = packed ? &file->packed : &file->bytes;
	struct MHD_Response *response =
		MHD_create_response_from_buffer(has ? 0 : bytes->length, bytes->bytes, MHD_RESPMEM_PERSISTENT);

	if (response == NULL)
		return MHD_NO;
	MHD_add_response_header(response, "ETag", file->tag);
	MHD_add_response_header(response, "Cache-Control", "no-cache");
	MHD_add_response_header(response, "Vary", "Accept-Encoding");
	if (packed)
		MHD_add_response_header(response, "Content-Encoding", "gzip");
	return send_out(connection, has ? 304 : 200, response, file->type);
}

/* Which rules there are to play by; and whether anybody may make a room. */
static enum MHD_Result send_rules(struct request *request)
{
	struct MHD_Response *response;

	if (!may_ask(request->connection, 5))
		return send_status(request->connection, 429);
	if (!rules_list(&request->answer))
		return send_status(request->connection, 500);
	response =
		MHD_create_response_from_buffer(request->answer.length, request->answer.bytes, MHD_RESPMEM_MUST_COPY);
	if (response != NULL)
		MHD_add_response_header(response, "X-Canasta-Open", key_hash[0] == '\0' ? "yes" : "no");
	return send_out(request->connection, 200, response, "application/json");
}

static enum MHD_Result route(struct request *request, const char *url)
{
	char id[ROOM_ID_LENGTH + 1];

	if (!request->posted && page_file_at(url) != NULL)
		return send_file(request->connection, page_file_at(url));
	if (!request->posted && strcmp(url, "/health") == 0)
		return send_health(request);
	if (!request->posted && strcmp(url, "/rules") == 0)
		return send_rules(request);
	if (request->posted && strcmp(url, "/rooms") == 0)
		return may_ask(request->connection, 10) ? make_room(request) : send_status(request->connection, 429);
	snprintf(id, sizeof id, "%.*s", ROOM_ID_LENGTH, strncmp(url, "/rooms/", 7) == 0 ? url + 7 : "");
	if (secret_is_drawn(id, ROOM_ID_LENGTH))
		return ask_room(request, id, url + 7 + ROOM_ID_LENGTH);
	return send_status(request->connection, may_ask(request->connection, 1) ? 404 : 429);
}

/* ---- what libmicrohttpd calls ---- */

static enum MHD_Result begin_request(struct MHD_Connection *connection, const char *method, void **state)
{
	struct request *request = calloc(1, sizeof *request);
	bool posted = strcmp(method, "POST") == 0;

	*state = request;
	if (request == NULL)
		return MHD_NO;
	request->connection = connection;
	request->posted = posted;
	if (!posted && strcmp(method, "GET") != 0)
		return send_status(connection, 405);
	if (is_ambiguous(connection))
		return send_status(connection, 400);
	return is_from_here(connection) ? MHD_YES : send_status(connection, 403);
}

static void read_body(struct request *request, const char *data, size_t *size)
{
	if (request->posted && request->length + *size <= BODY_MAX) {
		memcpy(request->body + request->length, data, *size);
		request->length += *size;
	} else
		request->too_long = true;
	*size = 0;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **state)
{
	struct request *request = *state;

	(void)context, (void)version;
	if (request == NULL)
		return begin_request(connection, method, state);
	if (*size > 0)
		return read_body(request, data, size), MHD_YES;
	unlist_caller(caller_of(connection));
	if (request->stage == SETTLED)
		return answer(request);
	if (request->posted && (request->too_long || strlen(request->body) != request->length))
		return send_status(connection, request->too_long ? 413 : 400);
	return route(request, url);
}

static void completed(void *context, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode why)
{
	struct request *request = *state;

	(void)context, (void)why;
	list_caller(caller_of(connection)); /* its next request has as much time */
	if (request == NULL)
		return;
	if (request->room != NULL)
		DL_DELETE(request->room->waiting, request);
	canasta_bytes_free(&request->answer);
	free(request);
	*state = NULL;
}

/* No address here has anything to escape, so what is escaped is none of ours. */
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text)
{
	(void)context, (void)connection;
	return strlen(text);
}

/* ---- the whole ---- */

bool http_is_local(void)
{
	return listener_is_local(listener);
}

int http_begin(const struct http_settings *settings)
{
	set = *settings;
	if (set.key != NULL)
		secret_hash(set.key, key_hash);
	if (set.page != NULL && !page_read(set.page))
		return 0;
	closings = epoll_create1(EPOLL_CLOEXEC);
	listener = listener_open(set.listen, set.port);
	if (listener < 0)
		return 0;
	library = MHD_start_daemon(
		MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, NULL, MHD_OPTION_LISTEN_SOCKET,
		listener, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
		set.without_limits || set.behind_proxy ? 0u : (unsigned)set.per_address, MHD_OPTION_CONNECTION_TIMEOUT,
		15u, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)4096, MHD_OPTION_CONNECTION_MEMORY_INCREMENT,
		(size_t)1024, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL, MHD_OPTION_NOTIFY_CONNECTION, connected,
		NULL, MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL, MHD_OPTION_END);
	if (library == NULL)
		return fprintf(stderr, "canasta-serve cannot begin: %s\n", strerror(errno)), 0;
	return listener_port(listener);
}

/* Whoever runs the server is told why nobody can act. */
static void report_disk(bool is_slow)
{
	static bool was_slow;

	if (is_slow && !was_slow)
		fprintf(stderr, "canasta-serve: the disk has not answered for %d seconds, and tables wait for it\n",
		        DISK_TIME / 1000);
	was_slow = is_slow;
}

/* What lasts only for a while ends, bots of a room that was just opened go on, and rooms where nobody is are only files. */
static void look_after_rooms(void)
{
	uint64_t time = time_in_ms();
	bool is_slow = false;

	for (struct room *room = rooms_first(), *next; room != NULL; room = next) {
		next = room->hh.next;
		is_slow = is_slow || (room->is_saving && time - room->saving.since > DISK_TIME);
		words_pass(room, time);
		if (!room->is_saving) {
			show_anew(room);
			bots_look(room, time);
		}
		if (room->streams == NULL && room->waiting == NULL && !room->is_saving && !room->bot_is_due &&
		    time - room->used > (uint64_t)set.idle * 1000)
			forget(room);
	}
	report_disk(is_slow);
}

void http_run(void)
{
	uint64_t swept = 0;

	while (!stopped) {
		struct pollfd wait[] = { { .fd = MHD_get_daemon_info(library, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
			                   .events = POLLIN },
			                 { .fd = saving_signal(), .events = POLLIN },
			                 { .fd = closings, .events = POLLIN } };
		MHD_UNSIGNED_LONG_LONG most;
		int rest = 1000, bots;
		bots_act(time_in_ms(), BOT_SLICE, bot_has_acted, &bots);
		if (bots >= 0 && bots < rest)
			rest = bots;
		if (MHD_get_timeout(library, &most) == MHD_YES && most < (unsigned)rest)
			rest = (int)most;
		poll(wait, 3, woken ? 0 : rest);
		woken = false;
		take_closings();
		MHD_run(library);
		take_saved();
		if (time_in_ms() - swept > 1000) {
			swept = time_in_ms();
			beat();
			drop_slow_callers();
			look_after_rooms();
		}
	}
}

void http_stop(void)
{
	stopped = 1;
}

void http_end(void)
{
	struct stream *stream;

	saving_end();
	take_saved();
	DL_FOREACH2(streams, stream, after)
	{
		stream->ends = true;
		wake(stream);
	}
	for (int i = 0; i < 40 && (streams != NULL || i < 2); i++) {
		MHD_run(library);
		poll(NULL, 0, 5);
	}
	while (rooms_first() != NULL)
		forget(rooms_first());
	MHD_run(library);
	MHD_stop_daemon(library);
	close(closings);
	page_free();
}
