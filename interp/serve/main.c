/* main.c -- canasta-serve: what it is told on its command line, its addresses, and how it ends. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <limits.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/http.h"
#include "serve/qr.h"
#include "serve/room.h"
#include "serve/saving.h"
#include "serve/words.h"

static struct http_settings set = {
	.listen = "127.0.0.1", .port = 8484, .per_address = 64, .idle = 600, .rooms_max = 20000
};
static const char *folder, *rules, *letters;
static int pace = 600, away = 120, days = 60, threads = 16;
static bool open_to_all;

/* The options. Those with a number set it, those with text point to it, the others are switched on. */
static const struct option {
	const char *name, *value, *sentence;
	const char **text;
	int *number, least, most;
	bool *on;
} options[] = {
	{ "--folder", "FOLDER", "where the tables are kept (~/.local/state/canasta/tables)", &folder, NULL, 0, 0,
	  NULL },
	{ "--rules", "FOLDER", "rules files that tables may be played by, besides the shipped ones", &rules, NULL, 0, 0,
	  NULL },
	{ "--page", "FOLDER", "the page in parts (that of the build or installation)", &set.page, NULL, 0, 0, NULL },
	{ "--listen", "ADDRESS", "an address of this machine (127.0.0.1); 0.0.0.0 or :: for all", &set.listen, NULL, 0,
	  0, NULL },
	{ "--port", "N", "the port (8484); 0 for one that is free", NULL, &set.port, 0, 65535, NULL },
	{ "--open", NULL, "anybody may make a table; otherwise whoever has the key in FOLDER/key", NULL, NULL, 0, 0,
	  &open_to_all },
	{ "--proxy", NULL, "it stands behind a proxy, whose X-Real-IP says who asks", NULL, NULL, 0, 0,
	  &set.behind_proxy },
	{ "--letters", "LETTERS", "names of tables begin with these, where several processes share a folder", &letters,
	  NULL, 0, 0, NULL },
	{ "--pace", "MS", "how long an act of a bot is to be seen (600)", NULL, &pace, 0, 60000, NULL },
	{ "--away", "S", "after so many seconds away a bot may be asked to play for a person (120)", NULL, &away, 0,
	  86400, NULL },
	{ "--days", "N", "a table that is not used for so many days is removed (60)", NULL, &days, 1, 36500, NULL },
	{ "--idle", "S", "after so many seconds without anybody a table is only files (600)", NULL, &set.idle, 1,
	  INT_MAX, NULL },
	{ "--tables", "N", "so many tables at a time (20000)", NULL, &set.rooms_max, 1, 1000000, NULL },
	{ "--per-address", "N", "so many connections from an address (64)", NULL, &set.per_address, 1, 18000, NULL },
	{ "--threads", "N", "so many threads that wait for the disk (16)", NULL, &threads, 1, 64, NULL },
	{ "--no-limits", NULL, "without limits of requests and connections from an address, for measuring", NULL, NULL,
	  0, 0, &set.without_limits },
};

static void print_help(FILE *to)
{
	fprintf(to, "usage: canasta-serve [OPTION...]\n\nSeveral people play at one table, each at her own phone.\n\n");
	fprintf(to,
	        "  --host NAME            a name by which people reach it, such as club.example; may be said several times\n");
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		fprintf(to, "  %s %-*s %s\n", options[i].name, (int)(21 - strlen(options[i].name)),
		        options[i].value != NULL ? options[i].value : "", options[i].sentence);
}

static _Noreturn void misused(const char *word, const char *why)
{
	fprintf(stderr, "canasta-serve: %s %s; --help lists the options\n", word, why);
	exit(2);
}

static int number_read(const char *name, const char *words, int least, int most)
{
	char *end;
	long number = strtol(words, &end, 10);

	if (*words == '\0' || *end != '\0' || number < least || number > most)
		misused(name, "needs a number that it can have");
	return (int)number;
}

static void read_option(char ***at)
{
	const char *word = **at, *value = (*at)[1];

	if (strcmp(word, "--host") == 0) {
		if (value == NULL || set.hosts == HOSTS_MAX)
			misused(word, value == NULL ? "needs a value" : "is said too often");
		set.host[set.hosts++] = value;
		++*at;
		return;
	}
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		const struct option *option = &options[i];
		if (strcmp(word, option->name) != 0)
			continue;
		if (option->on != NULL) {
			*option->on = true;
			return;
		}
		if (value == NULL)
			misused(word, "needs a value");
		if (option->text != NULL)
			*option->text = value;
		else
			*option->number = number_read(word, value, option->least, option->most);
		++*at;
		return;
	}
	misused(word, "is no option");
}

/* ---- folders ---- */

/* Where tables are kept if nobody says so: the folder that systemd gives, or one of the user. It is made. */
static const char *find_folder(char path[PATH_MAX])
{
	const char *given = getenv("STATE_DIRECTORY"), *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	if (given != NULL)
		return given;
	if (state != NULL && state[0] == '/')
		snprintf(path, PATH_MAX, "%s/canasta/tables", state);
	else if (home != NULL && home[0] == '/')
		snprintf(path, PATH_MAX, "%s/.local/state/canasta/tables", home);
	else
		misused("--folder", "is needed, as there is no home folder");
	for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0700); /* it is there already, or opening the last one says why not */
		*slash = '/';
	}
	return path;
}

/* The page, where a build or an installation puts it as seen from this program; NULL if it is not there. */
static const char *find_page(char path[PATH_MAX])
{
	static const char *const places[] = { "page/parts", "../share/canasta/parts" };
	char program[PATH_MAX / 2];
	ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
	const char *slash;

	program[length > 0 ? length : 0] = '\0';
	slash = strrchr(program, '/');
	for (size_t i = 0; i < sizeof places / sizeof *places && slash != NULL; i++) {
		snprintf(path, PATH_MAX, "%.*s/%s", (int)(slash - program), program, places[i]);
		if (access(path, F_OK) == 0)
			return path;
	}
	return NULL;
}

/* ---- the key ---- */

/* Reads the key of those who may make tables, or makes one that nobody but the owner of the folder can read. */
static bool read_key(char key[TOKEN_LENGTH + 1])
{
	char path[PATH_MAX];
	FILE *file;
	bool fine;

	snprintf(path, sizeof path, "%s/key", folder);
	file = fopen(path, "re");
	if (file != NULL) {
		fine = fscanf(file, "%26s", key) == 1 && secret_is_drawn(key, TOKEN_LENGTH);
		fclose(file);
		return fine || (fprintf(stderr, "%s has no key; remove it for a new one\n", path), false);
	}
	umask(077);
	secret_draw(key, TOKEN_LENGTH);
	file = fopen(path, "wxe");
	fine = file != NULL && fprintf(file, "%s\n", key) > 0;
	if (file == NULL || fclose(file) != 0 || !fine)
		return perror(path), false;
	return true;
}

/* ---- addresses ---- */

/* The own address on the way to others: a machine may have more, of networks that only its own programs use. Nothing is sent. False if
 * there is no way out. */
static bool find_way_out(char *address, size_t size)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(9) }, own = { 0 };
	socklen_t length = sizeof own;
	int way = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	bool found = way >= 0 && inet_pton(AF_INET, "192.0.2.1", &to.sin_addr) == 1 && /* nobody's (RFC 5737) */
	             connect(way, (struct sockaddr *)&to, sizeof to) == 0 &&
	             getsockname(way, (struct sockaddr *)&own, &length) == 0;

	if (way >= 0)
		close(way);
	return found && inet_ntop(AF_INET, &own.sin_addr, address, (socklen_t)size) != NULL;
}

/* An address at which others reach this machine; that it listens at, unless it listens at all. */
static void write_address(char *address, size_t size)
{
	struct ifaddrs *all = NULL;
	bool any = strcmp(set.listen, "0.0.0.0") == 0 || strcmp(set.listen, "::") == 0;

	snprintf(address, size, strchr(set.listen, ':') != NULL ? "[%s]" : "%s", set.listen);
	if (set.hosts > 0)
		snprintf(address, size, "%s", set.host[0]);
	if (!any || set.hosts > 0 || find_way_out(address, size) || getifaddrs(&all) != 0)
		return;
	for (const struct ifaddrs *at = all; at != NULL; at = at->ifa_next) {
		const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)at->ifa_addr;
		if (four != NULL && four->sin_family == AF_INET && ntohl(four->sin_addr.s_addr) >> 24 != 127) {
			inet_ntop(AF_INET, &four->sin_addr, address, (socklen_t)size);
			break;
		}
	}
	freeifaddrs(all);
}

/* Two rows of squares in a line, black on white whatever the colours of the terminal are. */
static void print_code(const char *link)
{
	static const char *const squares[] = { " ", "\xe2\x96\x80", "\xe2\x96\x84",
		                               "\xe2\x96\x88" }; /* black: none, the upper, the lower, both */
	struct canasta_bytes code = { 0 };
	int width = qr_write(link, &code) ? (int)strcspn(code.bytes, "\n") : 0, quiet = 4;

	for (int y = -quiet; y < width + quiet; y += 2) {
		fputs("\033[30;107m", stdout);
		for (int x = -quiet; x < width + quiet; x++) {
			int black = 0;
			for (int row = 0; row < 2; row++)
				if (x >= 0 && x < width && y + row >= 0 && y + row < width &&
				    code.bytes[(y + row) * (width + 1) + x] == '#')
					black |= 1 << row;
			fputs(squares[black], stdout);
		}
		fputs("\033[0m\n", stdout);
	}
	canasta_bytes_free(&code);
}

static void stop(int signal)
{
	(void)signal;
	http_stop();
}

static void take_signals(void)
{
	struct sigaction ends = { .sa_handler = stop }, ignored = { .sa_handler = SIG_IGN };

	sigaction(SIGTERM, &ends, NULL);
	sigaction(SIGINT, &ends, NULL);
	sigaction(SIGPIPE, &ignored, NULL);
	sigaction(SIGXFSZ, &ignored, NULL); /* a file that may not grow is a disk that is full */
}

/* As many files as rooms and streams need. */
static void raise_limits(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
}

int main(int count, char **word)
{
	char key[TOKEN_LENGTH + 1], address[256], link[512], tables[PATH_MAX], page[PATH_MAX];
	int port;

	(void)count;
	for (word++; *word != NULL; word++) {
		if (strcmp(*word, "--help") == 0)
			return print_help(stdout), 0;
		read_option(&word);
	}
	if (letters != NULL && !rooms_letters(letters))
		misused("--letters", "has a letter that no table begins with: 0 to 9, a to z without i, l, o and u");
	if (folder == NULL)
		folder = find_folder(tables);
	if (set.page == NULL)
		set.page = find_page(page);
	setvbuf(stdout, NULL, _IOLBF, 0);
	take_signals();
	raise_limits();
	if (!rooms_begin(folder, rules) || (!open_to_all && !read_key(key)))
		return 70;
	set.key = open_to_all ? NULL : key;
	rooms_expire(days);
	bots_pace(pace);
	words_patience(away * 1000);
	port = http_begin(&set);
	if (port == 0)
		return 70;
	if (!rooms_confine())
		fprintf(stderr,
		        "canasta-serve: this system cannot keep a program from other files (Landlock); it goes on without that\n");
	if (!saving_begin(threads))
		return perror("canasta-serve"), 70;
	write_address(address, sizeof address);
	/* a log is read by others than those who may make tables */
	bool with_key = !open_to_all && isatty(STDOUT_FILENO);
	snprintf(link, sizeof link, "http://%s:%d/%s%s", address, port, with_key ? "#key=" : "", with_key ? key : "");
	printf("%s\n", link);
	if (isatty(STDOUT_FILENO))
		print_code(link);
	else if (!open_to_all)
		printf("The key for making tables is in %s/key\n", folder);
	if (set.page == NULL)
		fprintf(stderr, "canasta-serve: there is no page, only programs can play; `make serve` builds it\n");
	if (http_is_local() && !set.behind_proxy)
		fprintf(stderr, "Only this machine reaches it. With --listen 0.0.0.0 phones in the same network do.\n");
	http_run();
	http_end();
	rooms_end();
	return 0;
}
