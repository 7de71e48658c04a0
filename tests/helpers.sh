# helpers.sh -- what the files in tests/suite use. Each of them runs in a shell of its own and counts in $passed and $failed.
# $build is the folder of what was built, $work a folder for the section's own files, $record is set by RECORD=1.

passed=0
failed=0

pass() {
	passed=$((passed + ${1:-1}))
}

# fail NAME WHY [OUTPUT]
fail() {
	failed=$((failed + 1))
	printf 'FAILED %s: %s\n' "$1" "$2"
	[ $# -lt 3 ] || cat "$3"
}

# same NAME EXPECTED IS: the two files are the same.
same() {
	if cmp -s "$2" "$3"; then
		pass
	elif [ -f "$2" ]; then
		fail "$1" 'not as expected'
		diff -u --label "$1, expected" --label "$1, is" "$2" "$3"
	else
		fail "$1" "there is no ${2##*/} that says what to expect; this came out" "$3"
	fi
}

# as_recorded EXPECTED IS: likewise, where the expectation is a file that may be recorded anew.
as_recorded() {
	[ -s "$2" ] || [ ! -s "$1" ] || {
		fail "$1" 'nothing came out, where something is recorded'
		return 1
	}
	[ ! "$record" ] || cmp -s "$1" "$2" || cp "$2" "$1"
	same "$1" "$1" "$2"
}

# ends NAME STATUS WANTED OUTPUT: true if the exit status is the one wanted.
ends() {
	[ "$2" -eq "$3" ] || {
		fail "$1" "exit status $2 instead of $3" "$4"
		return 1
	}
}

# left_out NAME: true if `make quick` leaves out that case; tests/slow lists them.
left_out() {
	[ "${QUICK:-}" ] && sed '/^#/d; s/ .*//' tests/slow | while read -r pattern; do
		# shellcheck disable=SC2254
		case $1 in $pattern) echo yes ;; esac
	done | grep -q yes
}

# replay SESSION: writes the session as it goes today. "$ " begins a command, "? " tells its exit status where that is
# not 0, "## " begins a remark, and all else is output. Commands run in $scratch, each in a shell of its own. Empty lines
# in front of commands and remarks are there for the reader and stay.
replay() {
	empty=0 # lines read, and those among them that are output
	own=0
	while IFS= read -r line || [ "$line" ]; do
		case $line in
		'$ '*)
			empty_lines
			printf '%s\n' "$line"
			printf '%s\n' "${line#??}" >"$work/command"
			end=$(printf '%s\n' "$line" | sed -n "s/.*<<-\{0,1\} *[\"']\{0,1\}\([A-Za-z_]\{1,\}\).*/\1/p")
			while [ "$end" ] && IFS= read -r line; do
				printf '%s\n' "$line" | tee -a "$work/command"
				[ "$line" != "$end" ] || end=
			done
			(cd "$scratch" && XDG_STATE_HOME=$scratch/.state exec timeout 300 sh "$work/command") >"$work/said" 2>&1 </dev/null
			status=$?
			awk 1 "$work/said" # ends the last line if the command did not
			if [ "$status" -ne 0 ]; then
				printf '? %d\n' "$status"
			else
				own=$(awk '{ n = /./ ? 0 : n + 1 } END { print n + 0 }' "$work/said")
			fi
			;;
		'## '*)
			empty_lines
			printf '%s\n' "$line"
			;;
		'') empty=$((empty + 1)) ;;
		*) empty=0 ;;
		esac
	done <"$1"
	empty_lines
}

empty_lines() {
	while [ "$empty" -gt "$own" ]; do
		echo
		empty=$((empty - 1))
	done
	empty=0
	own=0
}

# new_scratch: an empty folder for commands to run in.
new_scratch() {
	scratch=$work/scratch
	rm -rf "$scratch"
	mkdir "$scratch"
}
