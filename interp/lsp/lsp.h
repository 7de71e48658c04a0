/* lsp.h -- a language server for rules files: the protocol of editors on the one side, the public functions of canasta.h on the other.
 *
 * A client may send anything. Whatever it sends, memory stays bounded, and a message that cannot be understood is answered with an
 * error and forgotten. */
#ifndef LSP_LSP_H
#define LSP_LSP_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include "canasta.h"

/* ---- server.c: the server ---- */

struct lsp;

/* What a server needs from its caller. */
struct lsp_plan {
	struct canasta_reader reader; /* of files that no editor has open; its read_beside() may be NULL */
	struct canasta_out out;       /* gets what is sent to the client, message by message */
	/* Keeps the text of a file that comes with canasta where editors can open it, and returns its path, which is freed with free(); or
	 * NULL. May be NULL. */
	char *(*keep)(void *context, const char *path, const char *bytes, size_t length);
	/* Calls [found] with the name of each file in [folder], which ends with a slash. May be NULL: then only open files are searched. */
	void (*list)(void *context, const char *folder, void (*found)(void *to, const char *name), void *to);
	void *context;
};

/* A new server, to be freed with lsp_free(); NULL without memory. */
struct lsp *lsp_new(const struct lsp_plan *plan);
void lsp_free(struct lsp *lsp);

/* Takes [length] bytes that the client has sent, and answers every message that is whole by now. False once the client has said `exit`:
 * whatever follows is ignored. */
bool lsp_receive(struct lsp *lsp, const char *bytes, size_t length);

/* Checks a document that has changed, or of which another one that it builds on has, and sends what is wrong with it: to be called while
 * nothing more of the client waits. False if there is none. */
bool lsp_idle(struct lsp *lsp);

/* The exit status: 0 if the client has said `shutdown`, else 1. */
int lsp_status(const struct lsp *lsp);

/* ---- messages (server.c) ---- */

enum {
	MESSAGE_MAX = 16 << 20,  /* bytes of a message: a file of a megabyte, every letter of it escaped */
	HEAD_MAX = 4096,         /* of the lines before it */
	MESSAGE_ABSURD = 1 << 30 /* a length that is no length */
};

/* Errors of the protocol. */
enum {
	ERROR_PARSE = -32700,
	ERROR_REQUEST = -32600,
	ERROR_METHOD = -32601,
	ERROR_PARAMS = -32602,
	ERROR_INTERNAL = -32603,
	ERROR_NOT_INITIALIZED = -32002,
	ERROR_FAILED = -32803 /* a request that is right and cannot be met */
};

/* What was received and not answered yet. */
struct rpc {
	struct canasta_bytes in;
	size_t skip;  /* so many bytes of a message that is too long are still to come */
	bool garbled; /* what was no head has been reported */
	struct canasta_out out;
};

void rpc_receive(struct rpc *rpc, const char *bytes, size_t length);

/* The next message that is whole, to be freed by the caller; NULL if there is none yet. What is no message has been answered. */
json_t *rpc_next(struct rpc *rpc);

/* Sends [message], which it takes over; NULL is one that there was no memory for. */
void rpc_send(struct rpc *rpc, json_t *message);

/* ---- documents.c: texts that editors have open ---- */

enum {
	DOCUMENTS_MAX = 1024,          /* open at a time */
	DOCUMENT_BYTES_MAX = 64 << 20, /* of all of them together */
};

/* How the client counts characters in a line. */
enum units { UNITS_UTF16, UNITS_UTF8 };

struct document {
	char *uri, *path;
	struct canasta_bytes text;
	json_int_t version;
	bool changed;               /* since it was checked */
	bool stale;                 /* a file that it builds on may have */
	struct canasta_bytes reads; /* paths of the files that were looked for while it was checked, a NUL after each */
	json_t *findings;           /* what was wrong then, as sent; NULL before */
	json_t *fixes;              /* for each of them what to write instead, or null */
	size_t *lines;              /* where they begin; NULL until somebody asks */
	size_t line_count;
	/* The place that was worked out last: the next one is mostly near it, and a text may be one long line. */
	struct {
		size_t line, byte, character;
		int column;
	} near;
	struct document *next;
};

struct documents {
	struct document *first;
	int count;
	size_t bytes;
	enum units units;
	struct canasta_reader reader; /* of the others */
	struct document *checked;     /* whose `reads` are noted now, or NULL */
};

void documents_free(struct documents *documents);

/* A new text, or NULL if there are too many, it is too long, or without memory. */
struct document *document_open(struct documents *documents, const char *uri, const char *text, size_t length);
void document_close(struct documents *documents, struct document *document);
struct document *document_named(const struct documents *documents, const char *uri);
struct document *document_at(const struct documents *documents, const char *path);

/* Puts [text] in place of the bytes from [from] up to [to]; false if it would be too long. */
bool document_change(struct documents *documents, struct document *document, size_t from, size_t to, const char *text,
                     size_t length);

/* Marks the documents that were checked with the file at [path]. */
void documents_touch(struct documents *documents, const char *path);

/* The path that a client's address stands for, to be freed; NULL without memory. */
char *path_of_uri(const char *uri);

/* A text that is not open, for places in it: document_forget() frees it. */
struct document document_of(const char *path, const char *bytes, size_t length);
void document_forget(struct document *document);

/* Reads files as the editor has them. [context] is a struct documents. */
struct canasta_reader documents_reader(struct documents *documents);

/* The byte at a position of the client's; the end of the line or of the text where it lies beyond. */
size_t document_byte(struct document *document, enum units units, json_int_t line, json_int_t character);

/* The library's line and column of a byte, and the client's position of a line and column. */
void document_place(struct document *document, size_t byte, int *line, int *column);
json_t *document_position(struct document *document, enum units units, int line, int column);

/* The same as two numbers. */
void document_position_of(struct document *document, enum units units, int line, int column, size_t *at_line,
                          size_t *character);

/* Adds the address of [path] to [uri]. */
void uri_of_path(const char *path, struct canasta_bytes *uri);

/* ---- a session, for server.c and answers.c ---- */

struct lsp {
	struct rpc rpc;
	struct documents documents;
	struct canasta_io io;
	struct canasta_bytes answer; /* of the library */
	struct lsp_plan plan;
	enum { BEFORE, RUNNING, SHUT, ENDED } state;
	bool shut;
	bool watches; /* the client can be asked to watch files */
	/* why the request at hand is refused, NULL if it is not */
	const char *refusal;
	int code;
};

/* The answer of the library to what it was asked last, as a value; NULL if it said nothing. */
json_t *lsp_take_answer(struct lsp *lsp);

/* The text under [key], "" if there is none. */
const char *lsp_word(json_t *object, const char *key);

/* The document that the parameters of a message name, NULL if it is not open; the byte in it at a position of the client's. */
struct document *lsp_document(struct lsp *lsp, json_t *params);
size_t lsp_byte(struct lsp *lsp, struct document *document, json_t *position);

/* A place of the library's as a range in [document]; and with the address of its file, NULL if the client cannot go there. */
json_t *lsp_range(struct lsp *lsp, struct document *document, json_t *place);
json_t *lsp_location(struct lsp *lsp, json_t *place);

/* The names of the types of tokens, in the order of their numbers. */
json_t *lsp_token_legend(void);

/* Answers to requests (answers.c). NULL with lsp->refusal if one is refused. */
json_t *answer_completion(struct lsp *lsp, json_t *params);
json_t *answer_hover(struct lsp *lsp, json_t *params);
json_t *answer_definition(struct lsp *lsp, json_t *params);
json_t *answer_references(struct lsp *lsp, json_t *params);
json_t *answer_highlight(struct lsp *lsp, json_t *params);
json_t *answer_prepare_rename(struct lsp *lsp, json_t *params);
json_t *answer_rename(struct lsp *lsp, json_t *params);
json_t *answer_symbols(struct lsp *lsp, json_t *params);
json_t *answer_folding(struct lsp *lsp, json_t *params);
json_t *answer_formatting(struct lsp *lsp, json_t *params);
json_t *answer_tokens(struct lsp *lsp, json_t *params);

#endif
