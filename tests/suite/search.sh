# The legal acts are the same with each part of the planner switched off, and where nothing but the search decides, in many
# positions of every game, of some options, and of every file of good/. In shipped games the search comes to an end in all
# of them; in a million lists, which LISTS=1000000 asks for, it gives up now and then.

compared() { # compared LISTS VARIANT [OPTION...]
	lists=$1
	variant=$2
	shift 2
	"$build/tests/planner" "$variant" "$lists" "$@" >"$work/planner" 2>&1 </dev/null
	ends "planner $variant $*" $? 0 "$work/planner" || return
	case ${LISTS:+tests/}$variant in
	tests/*) pass ;;
	*)
		grep -q ', 0 given up' "$work/planner" && pass ||
			fail "planner $variant $*" 'the search was given up' "$work/planner"
		;;
	esac
}

for variant in $(canasta list | sed -n 's/^\([^ ][^ ]*\).*/\1/p'); do
	case $variant in samba*) compared "${LISTS:-1000}" "$variant" ;; *) compared "${LISTS:-2500}" "$variant" ;; esac
done
for variant in $(grep -l '^variant' tests/good/*.canasta | xargs -n 1 canasta list | sed -n 's/^\([^ ][^ ]*\).*/\1/p'); do
	compared "${LISTS:-1500}" "$variant"
done
# Each option by itself, some of them in the suite.
{
	canasta list | sed 's/[: ].*//' | uniq | xargs -n 1 canasta list
	grep -l '^variant' tests/good/*.canasta | xargs -n 1 canasta list
} | awk -v some="${LISTS:-}" '
	/^[^ ]/ { variant = $1; next }
	$0 !~ /:$/ && $1 ~ /^[a-z_]+(=[a-z0-9_]+)?$/ && (some || ++options % 4 == 0) { print variant, $1 }' >"$work/options"
while read -r variant option; do
	case $variant in tests/*) grep -q "\\<${option%%=*}\\>" "${variant%.canasta*}.canasta" || continue ;; esac # it is of a shipped game
	canasta show "$variant" game.to --with "$option" >/dev/null 2>&1 </dev/null || continue # it needs what the file has not
	compared $((${LISTS:-30000} / 100)) "$variant" "$option"
done <"$work/options"
compared "${LISTS:-3000}" guide wild_melds=locked
compared "${LISTS:-3000}" guide full_canasta=new_meld
compared "${LISTS:-3000}" guide:modern natural_pairs_only
compared "${LISTS:-3000}" tests/good/asking-the-partner-first.canasta free later
compared "${LISTS:-3000}" tests/good/asking-the-partner-first.canasta advice later
compared "${LISTS:-3000}" tests/good/bonus-cards-may-be-kept-and-talons-taken.canasta strict in_any_case
compared "${LISTS:-3000}" tests/good/the-end-of-a-turn-may-ask-many-things.canasta contract=as_many
compared "${LISTS:-3000}" tests/good/the-end-of-a-turn-may-ask-many-things.canasta melding=late_natural
compared "${LISTS:-3000}" tests/good/sequences-may-meet-the-other-rules.canasta opening=not_counted
compared "${LISTS:-3000}" tests/good/a-part-of-the-pile-may-be-taken.canasta high

# Files that are made of the shipped games and some statements at random, which no author has thought of.
"$build/tests/planner" made "${MADE:-80}" 200 "${SEED:-1}" $(canasta list | sed 's/ .*//') >"$work/planner" 2>&1 </dev/null
ends "planner made" $? 0 "$work/planner" && pass

# No list rests on memory that nothing was written to. What valgrind cannot run, as a program with sanitizers, is left out.
written() { # written LISTS VARIANT
	valgrind -q --error-exitcode=9 "$build/tests/planner" "$2" "$1" >"$work/planner" 2>&1 </dev/null
	ends "planner $2 in valgrind" $? 0 "$work/planner" && pass
}

if valgrind -q "$build/tests/planner" wahhi 1 >/dev/null 2>&1 </dev/null; then
	written 300 wca
	written 100 samba
fi
