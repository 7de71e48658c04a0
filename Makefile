# canasta -- `make play` builds the tool and deals; `make help` lists the rest. Everything built lands in $(BUILD). PREFIX and DESTDIR
# may be any path; make itself knows no file whose name has a blank, so BUILD may not.

BUILD        ?= build
PREFIX       ?= /usr/local
OBJCOPY      ?= objcopy
VERSION      := $(shell sed -n 's/^\#define CANASTA_VERSION "\(.*\)"/\1/p' interp/canasta.h)
CFLAGS       ?= -O3 -g $(WHOLE)
SECONDS_EACH ?= 60
GAMES        ?= 10000
RECORDS      ?= 200
DEALS        ?= 2000
DECISIONS    ?= 20000
EXPERT       ?= 100
LEAKS        ?= 20000
SCALE        ?= 1000000
REPAIRS      ?= 100000
LISTS        ?= 1000000
TRIALS       ?= 2000
WITNESS_GAMES ?= 300

ifneq ($(words $(BUILD)):$(firstword $(foreach bad,: % ; & < > | * ? " ',$(findstring $(bad),$(BUILD)))),1:)
$(error BUILD is "$(BUILD)", and make cannot build in a folder whose path has blanks or any of : % ; & < > | * ? " ')
endif
# A word for the shell.
quoted = '$(subst ','\'',$(1))'

# gcc optimises the tool and the benchmark as a whole; the objects also serve those who link without that.
WHOLE := $(if $(shell $(CC) --version 2>/dev/null | grep -i 'free software'),-flto=auto -ffat-lto-objects)

STRICT := -std=c11 -Wall -Wextra -Wshadow -Wconversion
GEN    := $(BUILD)/gen
OBJECT := $(BUILD)/object
PATHS  := -I. -Iinterp -Igrammar -I$(GEN)

CHECKED   := -DCANASTA_CHECKED=1
# The sanitizers find the same without much optimising, and such a build takes half the time.
SANITIZED := -O1 -g $(CHECKED) -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

LIBRARY := $(BUILD)/libcanasta.a
INSIDE  := $(OBJECT)/inside.a
SHARED  := $(BUILD)/libcanasta.so
SERVER  := $(BUILD)/canasta-serve
NEEDED  := -ljansson -lmd
TOOL    := $(BUILD)/canasta
SHIPPED := $(sort $(wildcard stdlib/*.canasta stdlib/*.rulings variants/*.canasta variants/*.rulings variants/*.tsv docs/findings.txt))

# The libraries that are linked into the tool, and the notices of what is in it: one for each of them (interp/licences/README.md).
CARRIED := libedit.a libbsd.a libtinfo.a libjansson.a libmd.a
NOTICES := $(patsubst %.a,interp/licences/%.txt,$(CARRIED)) interp/licences/uthash.txt

# An object for each source; the library is everything but the tool.
objects = $(patsubst %.c,$(OBJECT)/%.o,$(wildcard $(1)))
LIBRARY_OBJECTS := $(filter-out $(OBJECT)/interp/cmd/% $(OBJECT)/interp/lsp/% $(OBJECT)/interp/page/% $(OBJECT)/interp/serve/%,$(call objects,grammar/*.c interp/*.c interp/*/*.c)) \
                   $(addprefix $(OBJECT)/gen/,parse.o scan.o shipped.o)
LSP_OBJECTS     := $(call objects,interp/lsp/*.c)
TOOL_OBJECTS    := $(call objects,interp/cmd/*.c) $(OBJECT)/gen/licences.o
SERVE_OBJECTS   := $(call objects,interp/serve/*.c)
TEST_OBJECTS    := $(call objects,tests/*.c tests/*/*.c)
OBJECTS         := $(LIBRARY_OBJECTS) $(LSP_OBJECTS) $(TOOL_OBJECTS) $(SERVE_OBJECTS) $(TEST_OBJECTS)
UNIT_TESTS      := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))
TEST_DRIVERS    := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/*.c))
PRELOAD         := $(BUILD)/tests/preload.so
FUZZERS         := $(patsubst tests/fuzz/%.c,$(BUILD)/tests/%,$(wildcard tests/fuzz/fuzz_*.c))
FORMATTED       := $(wildcard grammar/*.[ch] interp/*.[ch] interp/*/*.[ch] tests/*.[ch] tests/*/*.[ch])

# As many jobs as there are processors, and one line for each; `make V=1` shows the commands.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2) --no-print-directory $(if $(V),,-s)
endif
say = $(if $(V),,printf '  %-6s %s\n' $(1) $@;)

all: $(LIBRARY) $(TOOL) ## build the library and the tool

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | awk -F '\t' '{ printf "make %-14s %s\n", $$1, $$2 }'

# Play and test look for these before they start to build, in no time when all is there.
deps: ## install what is missing to build and test (Debian packages, through apt-get)
	@has_header() { [ -e /usr/include/$$1 ] || printf '#include <%s>\n' $$1 | $(CC) -E - >/dev/null 2>&1; }; \
	missing=; \
	command -v $(firstword $(CC)) >/dev/null || missing="$$missing $(patsubst cc,gcc,$(firstword $(CC)))"; \
	command -v flex >/dev/null || missing="$$missing flex"; \
	command -v bison >/dev/null || missing="$$missing bison"; \
	has_header stdio.h || missing="$$missing libc6-dev"; \
	has_header uthash.h || missing="$$missing uthash-dev"; \
	has_header jansson.h || missing="$$missing libjansson-dev"; \
	has_header sha256.h || missing="$$missing libmd-dev"; \
	has_header histedit.h || missing="$$missing libedit-dev"; \
	has_header cmocka.h || missing="$$missing libcmocka-dev"; \
	[ "$$missing" ] || exit 0; \
	echo "canasta needs these packages to build and test:$$missing"; \
	as_root=; [ "$$(id -u)" -eq 0 ] || as_root=sudo; \
	if ! command -v apt-get >/dev/null || ! command -v $${as_root:-env} >/dev/null; then \
		echo "please install them, then try again (their names are Debian's)"; exit 1; \
	fi; \
	echo "installing them: $${as_root:+$$as_root }apt-get install$$missing"; \
	$$as_root apt-get -q update || echo "the package lists could not be refreshed; trying with what is known"; \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends $$missing

play: deps ## build what is needed and play a game of Classic Canasta
	$(MAKE) $(TOOL)
	$(TOOL) play wahhi

test: deps ## build and run all tests; the last line tells how many passed
	$(MAKE) $(TOOL) $(UNIT_TESTS) $(TEST_DRIVERS) $(PRELOAD) $(TEST_OBJECTS) \
		$(if $(findstring sanitize,$(CFLAGS)),,$(LIBRARY) $(SHARED))
	tests/run $(BUILD)

quick: ## run the tests that take no time, for after each edit: all but tests/slow, without whole-program optimisation
	$(MAKE) quick-run BUILD=$(BUILD)/quick CFLAGS='-O2 -g'

quick-run: $(TOOL) $(LIBRARY) $(SHARED) $(UNIT_TESTS) $(TEST_DRIVERS)
	QUICK=1 tests/run $(BUILD)

asan: ## run all tests under the address and undefined behaviour sanitizers
	$(MAKE) test BUILD=$(BUILD)/asan CFLAGS='$(SANITIZED)'

checked: ## run all tests with the engine checking itself after each act
	$(MAKE) test BUILD=$(BUILD)/checked CFLAGS='$(CFLAGS) $(CHECKED)'

fuzz: ## feed made-up input to the readers, SECONDS_EACH=60 per reader, SEED= for the same again (needs clang and libclang-rt-dev)
	$(MAKE) fuzz-run BUILD=$(BUILD)/fuzz CC=clang LINKED=-fsanitize=fuzzer \
		CFLAGS='$(SANITIZED) -fsanitize=fuzzer-no-link'

# What editors are told of a text takes a quarter of a second: all 700 seeds would take three minutes before the first text is made up.
fuzz-run: $(FUZZERS)
	for fuzzer in $(FUZZERS); do \
		seeds=tests/fuzz/seeds/$${fuzzer##*fuzz_}; [ -d $$seeds ] || seeds='$(wildcard tests/trees tests/bad tests/good)'; \
		case $$fuzzer in *_editors) seeds='tests/trees tests/good' ;; esac; \
		mkdir -p $$fuzzer.corpus && $$fuzzer -max_total_time=$(SECONDS_EACH) -timeout=120 $(if $(SEED),-seed=$(SEED)) -print_final_stats=1 \
			-artifact_prefix=$$fuzzer. $$fuzzer.corpus $$seeds || exit 1; \
	done

bench: $(BUILD)/tests/bench $(TOOL) ## measure what an act costs in every shipped game, and compare with jq
	tests/bench/run $(BUILD)

mutants: ## change the engine in MUTANTS=200 places, one at a time (SEED=1, FILES=), and list what no test notices
	$(MAKE) mutants-run BUILD=$(BUILD)/mutants CFLAGS='-O2 -g'

mutants-run: $(TOOL) $(BUILD)/tests/mutate $(BUILD)/tests/answers $(TEST_OBJECTS)
	CC='$(CC)' tests/mutants/run $(BUILD)

figures: $(LIBRARY) ## print how large the sources are, and what in them is used once or stands twice
	tests/figures $(BUILD)

determinism: ## compare GAMES=10000 simulated games of gcc and clang, -O0 and -O3
	for cc in gcc clang; do for level in O0 O3; do at=$(BUILD)/$$cc-$$level; \
		$(MAKE) $$at/canasta BUILD=$$at CC=$$cc CFLAGS=-$$level && \
		$$at/canasta sim wahhi --games $(GAMES) --seed 1 >$$at/games && \
		cmp $(BUILD)/gcc-O0/games $$at/games || exit 1; done; done

rows: $(BUILD)/tests/rows ## print the settings that only one shipped document states
	$(BUILD)/tests/rows

leaks: $(TOOL) $(BUILD)/tests/leaks ## look for hidden cards that bear on what a seat sees or does, in LEAKS=20000 positions of each game
	LEAKS=$(LEAKS) ONLY=leaks tests/run $(BUILD)

rewrites: $(TOOL) $(BUILD)/tests/rewrites $(BUILD)/tests/claims ## state the rules of every game otherwise, REWRITES=10000 times, and compare; try what check claims in CLAIM_GAMES=1000 games
	REWRITES=$(or $(REWRITES),10000) CLAIMS=$(or $(CLAIMS),1000) CLAIM_GAMES=$(or $(CLAIM_GAMES),1000) ONLY=rewrites tests/run $(BUILD)

oracle: $(TOOL) $(BUILD)/tests/planner ## compare LISTS=1000000 lists of legal acts of every game with those found without a part of the planner
	LISTS=$(LISTS) MADE=$(or $(MADE),5000) ONLY=search tests/run $(BUILD)

repairs: $(TOOL) $(BUILD)/tests/repairs ## try what is offered in place of refused acts, and complete turns, in REPAIRS=100000 positions of all games
	REPAIRS=$(REPAIRS) ONLY=repairs tests/run $(BUILD)

witnesses: $(BUILD)/tests/witnesses $(TOOL) ## look for a place in WITNESS_GAMES games that shows each change of a setting, and write docs/witnesses.md
	$(BUILD)/tests/witnesses $(WITNESS_GAMES) $$($(TOOL) list | sed 's/ .*//') >$(BUILD)/page && cp $(BUILD)/page docs/witnesses.md

strength: $(TOOL) ## play duplicate matches between the bots, DEALS=2000 in every shipped game (EXPERT=100 with expert), and print the table
	tests/strength $(BUILD) $(DEALS) $(EXPERT) $(ONLY)

licences: ## take the notices of libraries from what Debian installs with them
	sh interp/licences/record.sh

alike: ## count the rule lines of variants/ that stand alike in two documents
	awk -f tests/alike.awk variants/*.canasta

replays: $(TOOL) $(BUILD)/tests/records ## record RECORDS=200 games of every game, option and file of tests/good, and read every record in three ways
	tests/replays $(BUILD) $(RECORDS) 6

referee: $(TOOL) ## compare DECISIONS=20000 lists of legal acts with those of programs that know the document alone (needs python3)
	tests/referee/run $(BUILD) $(DECISIONS)

recount: $(TOOL) ## recount DEALS=2000 deals of the games of the family by programs that know their documents alone (needs python3)
	tests/recount/run $(BUILD) $(DEALS)

scale: deps ## play SCALE=1000000 games under Slurm and GNU parallel, kill some jobs, and merge what came of them
	$(MAKE) $(TOOL)
	tests/scale $(BUILD) $(SCALE)

trials: ## play TRIALS=2000 deals of every game, option and pair of options, and games as large as can be (SEED=1), under the sanitizers
	$(MAKE) $(BUILD)/trials/canasta $(BUILD)/trials/tests/trials BUILD=$(BUILD)/trials CFLAGS='$(SANITIZED)'
	tests/trials $(BUILD)/trials $(TRIALS)

format: ## lay out the C sources with clang-format
	clang-format -i $(FORMATTED)

format-check: ## show sources that are not laid out so
	clang-format --dry-run --Werror $(FORMATTED)

docs: $(TOOL) ## bring the tables in docs/ up to date with the rules they list
	for page in docs/*.md; do \
		docs/tables.sh $(TOOL) $$page >$(BUILD)/manual && ! cmp -s $(BUILD)/manual $$page || continue; \
		cp $(BUILD)/manual $$page; done
	docs/disputes.sh $(TOOL) >$(BUILD)/manual && cp $(BUILD)/manual docs/disputes.md

# The games that the page opens with.
FIRST := wahhi,guide,wca
as_page = $(MAKE) -f interp/page/Makefile BUILD=$(BUILD) FIRST=$(FIRST) SHIPPED='$(SHIPPED)'

page: deps ## build the page for the browser, build/page/canasta.html (needs node; interp/page/README.md)
	+$(as_page) deps
	$(MAKE) $(GEN)/parse.c $(GEN)/scan.c $(GEN)/shipped.c
	+$(as_page) page

page-test: page ## try the page: the same results as the tool, and whole uses of it in Chromium
	$(MAKE) $(TOOL)
	+$(as_page) deps-test && $(as_page) test

serve: serve-build ## let several people play at one table, each at her own phone: build the server and the page, and start it (SERVE= options)
	$(TOOL) serve $(SERVE)

serve-build: page ## build the server, the tool and the page, and do not start it
	+$(as_page) deps-serve
	$(MAKE) $(SERVER) $(TOOL)

serve-test: ## try the server as people at tables do, and as others might (needs node)
	+$(as_page) deps-serve
	$(MAKE) $(SERVER) $(TOOL)
	node tests/serve/serve.mjs $(BUILD)
	node tests/serve/threats.mjs $(BUILD)
	node tests/serve/nginx.mjs $(BUILD)

serve-phones: page ## play an evening with five phones in Chromium (RULES= games, SHOTS= a folder for pictures; needs node)
	+$(as_page) deps-serve deps-test
	$(MAKE) $(SERVER) $(TOOL)
	node tests/serve/browser.mjs $(BUILD)

serve-scale: ## measure the server: STREAMS=10000 phones at 2,500 tables, then a hundred tables of bots (needs node)
	+$(as_page) deps-serve
	$(MAKE) $(SERVER)
	node tests/serve/scale.mjs $(BUILD)

serve-fuzz: ## feed made-up lines and files to the server, SECONDS_EACH=60 (needs clang and libclang-rt-dev)
	+$(as_page) deps-serve
	$(MAKE) serve-fuzz-run BUILD=$(BUILD)/fuzz CC=clang LINKED=-fsanitize=fuzzer \
		CFLAGS='$(SANITIZED) -fsanitize=fuzzer-no-link'

serve-fuzz-run: $(BUILD)/tests/serve_fuzz
	mkdir -p $<.corpus && $< -max_total_time=$(SECONDS_EACH) -timeout=60 $(if $(SEED),-seed=$(SEED)) -print_final_stats=1 \
		-artifact_prefix=$<. $<.corpus tests/serve/seeds

editors: $(TOOL) ## write what editors need to build/editors: for Vim and Neovim, for Emacs, and an extension of VS Code
	at=$(BUILD)/editors; rm -rf $$at; mkdir -p $$at/vim/syntax $$at/vim/ftdetect $$at/emacs; \
	$(TOOL) manual vim >$$at/vim/syntax/canasta.vim; \
	echo 'au BufRead,BufNewFile *.canasta,*.rulings setfiletype canasta' >$$at/vim/ftdetect/canasta.vim; \
	$(TOOL) manual emacs >$$at/emacs/canasta-mode.el; \
	cp -R interp/lsp/vscode $$at/canasta-vscode; \
	$(TOOL) manual textmate >$$at/canasta-vscode/canasta.tmLanguage.json

shared: $(SHARED) ## build the shared library

install: all editors $(SHARED) ## install tool, library, header and manuals below PREFIX=/usr/local (DESTDIR goes in front)
	at=$(call quoted,$(DESTDIR)$(PREFIX)); prefix=$$(printf %s $(call quoted,$(PREFIX)) | sed 's/[\\&|]/\\&/g'); \
	install -D -m 755 $(TOOL) "$$at/bin/canasta"; \
	install -D -m 644 $(LIBRARY) "$$at/lib/libcanasta.a"; \
	install -D -m 755 $(SHARED) "$$at/lib/libcanasta.so.$(VERSION)"; \
	ln -sf libcanasta.so.$(VERSION) "$$at/lib/$(SONAME)"; \
	ln -sf $(SONAME) "$$at/lib/libcanasta.so"; \
	install -D -m 644 interp/canasta.h "$$at/include/canasta.h"; \
	mkdir -p "$$at/lib/pkgconfig" "$$at/share/canasta" "$$at/share/doc/canasta" "$$at/share/man/man1" "$$at/share/bash-completion/completions"; \
	sed "s|@prefix@|$$prefix|; s|@version@|$(VERSION)|" interp/canasta.pc >"$$at/lib/pkgconfig/canasta.pc"; \
	[ ! -e $(SERVER) ] || install -D -m 755 $(SERVER) "$$at/bin/canasta-serve"; \
	[ ! -e $(BUILD)/page/parts ] || { mkdir -p "$$at/share/canasta/parts" && install -m 644 $(BUILD)/page/parts/* "$$at/share/canasta/parts/"; }; \
	[ ! -e $(BUILD)/page/canasta.html ] || install -D -m 644 $(BUILD)/page/canasta.html "$$at/share/canasta/canasta.html"; \
	cp -R $(BUILD)/editors "$$at/share/canasta/"; \
	$(TOOL) version --licences >"$$at/share/doc/canasta/licences"; \
	$(TOOL) manual man >"$$at/share/man/man1/canasta.1"; \
	$(TOOL) manual completion >"$$at/share/bash-completion/completions/canasta"

clean: ## remove everything built
	rm -rf $(BUILD)

.PHONY: all rewrites licences alike strength oracle help deps play test quick quick-run mutants mutants-run figures asan checked fuzz fuzz-run bench determinism rows witnesses leaks repairs replays recount referee scale trials format format-check docs page page-test serve serve-build serve-test serve-phones serve-scale serve-fuzz serve-fuzz-run editors shared install clean
.DELETE_ON_ERROR:
.SECONDARY: $(OBJECTS)

# The tool and the tests are linked with this archive; they may call all of it.
$(INSIDE): $(LIBRARY_OBJECTS) $(LSP_OBJECTS)
	$(call say,ar)rm -f $@ && $(AR) rcs $@ $^

# Others get one object in which only canasta_* can be called, so that they may have functions of any other name. What gcc
# keeps for optimising the whole is left out, for it would bring the other names back.
$(OBJECT)/canasta.o: $(LIBRARY_OBJECTS)
	$(LD) -r -o $@ $^
	$(OBJCOPY) --wildcard --keep-global-symbol='canasta_*' --remove-section='.gnu.*lto_*' $@

$(LIBRARY): $(OBJECT)/canasta.o
	$(call say,ar)rm -f $@ && $(AR) rcs $@ $^

link = $(call say,link)$(CC) $(CFLAGS) $(LINKED) $(LDFLAGS) -o $@ $^ $(NEEDED) -pthread

# The server stands on the public header alone.
$(SERVER): $(SERVE_OBJECTS) $(LIBRARY)
	$(link) -lmicrohttpd -lqrencode

$(BUILD)/tests/serve_fuzz: $(OBJECT)/tests/serve/fuzz.o $(filter-out %/main.o %/http.o,$(SERVE_OBJECTS)) $(INSIDE) | $(BUILD)/tests
	$(link) -lqrencode

# What others may call is what canasta.h has, and its version decides who fits whom.
SONAME := libcanasta.so.$(firstword $(subst ., ,$(VERSION)))

$(SHARED): $(patsubst $(OBJECT)/%,$(BUILD)/shared/%,$(LIBRARY_OBJECTS)) interp/canasta.map
	$(call say,link)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script,interp/canasta.map \
		-o $@ $(filter %.o,$^) $(NEEDED)

# The tool carries what it needs in it, all but libc: a quarter of the time of `canasta check` went into finding it, and so
# it goes to a machine that has none of it. Where a system has not all of them to be carried, they are found as ever. Their notices
# are carried along (CARRIED and NOTICES stand above).
carried  = $(filter /%,$(foreach name,$(CARRIED),$(shell $(CC) -print-file-name=$(name))))
$(TOOL): NEEDED = $(if $(word $(words $(CARRIED)),$(carried)),$(carried),-ledit -ljansson -lmd)
$(TOOL): $(TOOL_OBJECTS) $(INSIDE)
	$(link)

$(BUILD)/tests/test_%: $(OBJECT)/tests/unit/test_%.o $(INSIDE) | $(BUILD)/tests
	$(link) -lcmocka -fno-lto

$(BUILD)/tests/fuzz_%: $(OBJECT)/tests/fuzz/fuzz_%.o $(INSIDE) | $(BUILD)/tests
	$(link)

$(BUILD)/tests/bench: $(call objects,tests/bench/*.c) $(INSIDE) | $(BUILD)/tests
	$(link)

# What the server sends is looked at without the libraries that it needs.
$(BUILD)/tests/leaks: $(OBJECT)/tests/leaks.o $(OBJECT)/tests/serve/wire.o $(filter-out %/main.o %/http.o %/qr.o,$(SERVE_OBJECTS)) $(INSIDE) | $(BUILD)/tests
	$(link) -fno-lto

$(filter-out %/leaks,$(TEST_DRIVERS)): $(BUILD)/tests/%: $(OBJECT)/tests/%.o $(INSIDE) | $(BUILD)/tests
	$(link) -fno-lto

# It is loaded before the tool and lets requests for memory fail.
$(PRELOAD): tests/memory/preload.c | $(BUILD)/tests
	$(call say,link)$(CC) $(STRICT) -O1 -fPIC -shared -o $@ $< -ldl

$(BUILD)/tests/mutate: $(OBJECT)/tests/mutants/mutate.o | $(BUILD)/tests
	$(link)

# The public header asks no more of a compiler than C99 has.
$(OBJECT)/tests/unit/test_canasta.o: STRICT := -std=c99 -pedantic -Wall -Wextra -Wshadow -Wconversion

# Headers that are generated must be there before anything is compiled; later -MMD knows who needs them.
$(OBJECTS): | $(GEN)/parse.h $(GEN)/scan.h

$(OBJECT)/%.o: %.c
	mkdir -p $(@D)
	$(call say,cc)$(CC) $(STRICT) $(CPPFLAGS) $(CFLAGS) $(PATHS) -MMD -MP -c -o $@ $<

$(BUILD)/shared/%.o: %.c | $(GEN)/parse.h $(GEN)/scan.h
	mkdir -p $(@D)
	$(call say,cc)$(CC) $(STRICT) $(CPPFLAGS) $(CFLAGS) -fPIC $(PATHS) -MMD -MP -c -o $@ $<

$(BUILD)/shared/gen/%.o: $(GEN)/%.c | $(GEN)/parse.h $(GEN)/scan.h
	mkdir -p $(@D)
	$(call say,cc)$(CC) $(STRICT) $(CPPFLAGS) $(CFLAGS) -fPIC $(PATHS) -MMD -MP -c -o $@ $<

$(OBJECT)/gen/%.o: $(GEN)/%.c
	mkdir -p $(@D)
	$(call say,cc)$(CC) $(STRICT) $(CPPFLAGS) $(CFLAGS) $(PATHS) -MMD -MP -c -o $@ $<

$(GEN)/parse.c $(GEN)/parse.h &: grammar/parse.y | $(GEN)
	$(call say,bison)bison -Wall -Werror -o $(GEN)/parse.c --header=$(GEN)/parse.h $<

$(GEN)/scan.c $(GEN)/scan.h &: grammar/scan.l | $(GEN)
	$(call say,flex)flex -o $(GEN)/scan.c --header-file=$(GEN)/scan.h $<

# The folders are named too, so that a removed file is noticed.
$(GEN)/shipped.c: interp/rules/embed.sh $(wildcard stdlib variants) $(SHIPPED) | $(GEN)
	$(call say,embed)sh interp/rules/embed.sh $(SHIPPED) >$@

$(GEN)/licences.c: interp/licences/embed.sh LICENSE $(NOTICES) | $(GEN)
	$(call say,embed)sh interp/licences/embed.sh LICENSE $(NOTICES) >$@

$(GEN) $(BUILD)/tests:
	mkdir -p $@

-include $(OBJECTS:.o=.d) $(patsubst $(OBJECT)/%.o,$(BUILD)/shared/%.d,$(LIBRARY_OBJECTS))
