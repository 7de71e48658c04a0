# The tool when memory runs out: a library that is loaded before it lets one request after the other fail, alone and with all after it.
# Each time either all is as if there had been enough, or the tool ends with a status of its own and says so. MEMORY=500 tries more
# requests than the first ones and a sample of the others.

preload=$work/preload.so # LD_PRELOAD has blanks between its files
cp "$build/tests/preload.so" "$preload" 2>/dev/null || return
# What needs memory of its own before everything, such as a sanitizer, is left out.
LD_PRELOAD=$preload canasta version >/dev/null 2>&1 || return
with_files() { # the files of the sessions, a record, parts of a simulation and a page without rules
	cp -R tests/sessions/files "$work/files" && cd "$work/files" || return
	mkdir parts
	for game in 0 1 3; do canasta sim wahhi --games "$game:$((game + 1))" --json >"parts/$game.json" || return; done
	canasta sim wahhi --deals --games 1 --records . >/dev/null || return
	printf '<script type="application/json" id="carried">{}</script>\n' >page.html
	printf 'language 1\nvariant ours extends wahhi { deal { hnd 13 } }\n' >wrong.canasta
	printf 'language 1\nvariant ours extends wahhi {   deal { hand 13 } }\n' >loose.canasta
	printf 'pad 1 wahhi\nus 5; them 5\n' >old.pad
	: >none
	printf 'us 100; them 20\nnames\nus x\n' >entries
	printf 'hint\n?\nwhy meld K K K\ndraw\nshow meld\nquit\n' >acts
	printf 'ready me\nact 1\nact 1\nquit\n' >engine
	for message in '"id":1,"method":"initialize","params":{"capabilities":{}}' \
		'"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.canasta","version":1,"text":"language 1\nvariant a extends wahhi {}"}}' \
		'"id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.canasta"},"position":{"line":1,"character":20}}' \
		'"id":3,"method":"shutdown"' '"method":"exit"'; do
		message="{\"jsonrpc\":\"2.0\",$message}"
		printf 'Content-Length: %d\r\n\r\n%s' ${#message} "$message"
	done >editor
}

# attempt INPUT WORD...: one run in a folder of its own, beside the files, with a copy of $begins there; $status is its exit status.
attempt() {
	rm -rf "$work/run" && mkdir "$work/run" && { [ ! "$begins" ] || cp "$work/files/$begins" "$work/run"; } || exit
	input=$work/files/$1
	shift
	(cd "$work/run" && XDG_STATE_HOME=$work/run XDG_CACHE_HOME=$work/run LD_PRELOAD=$preload exec canasta "$@" <"$input" >"$work/out" 2>"$work/messages")
	status=$?
}

# is_fine: all is as if there had been enough memory. is_explained: it ended, and said why.
is_fine() {
	[ "$status" -eq "$fine" ] && cmp -s "$work/out" "$work/right" && cmp -s "$work/messages" "$work/right-messages"
}
is_explained() {
	[ "$status" -gt 1 ] && [ "$status" -lt 128 ] && grep -q emory "$work/out" "$work/messages"
}

# without_memory INPUT WORD...
without_memory() {
	words="$2 ${3:-} ${4:-}"
	unset NO_MEMORY_AT NO_MEMORY_AFTER
	export NO_MEMORY_COUNT="$work/count"
	rm -f "$work/count"
	attempt "$@"
	unset NO_MEMORY_COUNT
	fine=$status
	mv "$work/out" "$work/right"
	mv "$work/messages" "$work/right-messages"
	read -r all <"$work/count" || { fail "canasta $2" 'its requests for memory are not counted'; return; }
	for NO_MEMORY_AFTER in '' yes; do
		export NO_MEMORY_AT=1 NO_MEMORY_AFTER
		[ "$NO_MEMORY_AFTER" ] || unset NO_MEMORY_AFTER
		while [ "$NO_MEMORY_AT" -le "$all" ]; do
			attempt "$@"
			if is_fine || is_explained; then
				pass
			else
				fail "canasta $words" "request $NO_MEMORY_AT of $all${NO_MEMORY_AFTER:+ and all after it}: exit status $status" "$work/messages"
			fi
			NO_MEMORY_AT=$((NO_MEMORY_AT + (NO_MEMORY_AT < 6 ? 1 : 1 + all / ${MEMORY:-8})))
		done
	done
	unset NO_MEMORY_AT NO_MEMORY_AFTER
}

here=$PWD
with_files || { cd "$here" && fail memory 'its files cannot be made' && return; }
cd "$here" || return
begins=
without_memory none help sim
without_memory none manual man
without_memory none list --json
without_memory none show wahhi
without_memory none hash ../files/club.canasta
without_memory none sheet ../files/club.canasta --html -o sheet.html
without_memory none diff wahhi scpd -o diff.txt
without_memory none matrix wahhi scpd
without_memory none check ../files/club.canasta
without_memory none check ../files/wrong.canasta --json
begins=loose.canasta
without_memory none fmt loose.canasta
begins=
without_memory none new ours --from wahhi
without_memory none test ../files/club.canasta
without_memory none coverage ../files/club.canasta
without_memory none judge wahhi 'hand 8 8 5' 'melds us Q Q Q' 'pile 4 6 8' 'take 8 8'
without_memory none judge --all wahhi 'hand K K 5' 'draw'
without_memory none score wahhi 'melds us K K K K K K K' 'hand us 5'
without_memory entries score wahhi --pad new.pad
begins=old.pad
without_memory entries score wahhi --pad old.pad
without_memory none score --pad old.pad --csv
begins=
without_memory none page ../files/club.canasta --from ../files/page.html -o club.html
without_memory none sim wahhi --deals --games 3 --threads 1
without_memory none sim wahhi --deals --games 4 --threads 2 --bots simple --json
without_memory none sim wahhi --deals --games 2 --threads 2 --signature
without_memory none sim wahhi --deals --games 2 --threads 1 --records records
without_memory none sim --merge ../files/parts
without_memory none sim --missing --games 5 ../files/parts
without_memory acts play wahhi --seats person,simple --seed 1 --deals 1
begins=0.record
without_memory none play --resume 0.record
without_memory none replay 0.record
without_memory none replay 0.record --cards
without_memory none replay 0.record --under scpd
begins=
without_memory engine engine wahhi --deals
without_memory editor lsp
