# The legal acts are the same with each part of the planner switched off, and where nothing but the search decides, in many
# positions of every game, of some options, and of every file of good/. In shipped games the search comes to an end in all
# of them; in a million lists, which LISTS=1000000 asks for, it gives up now and then.

compared() { # compared LISTS VARIANT [OPTION...]
	lists=${LISTS:-$1}
	shift
	variant=$1
	shift
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
	case $variant in samba*) compared 1000 "$variant" ;; *) compared 4000 "$variant" ;; esac
done
for variant in $(grep -l '^variant' tests/good/*.canasta | xargs -n 1 canasta list | sed -n 's/^\([^ ][^ ]*\).*/\1/p'); do
	compared 3000 "$variant"
done
compared 3000 guide wild_melds=locked
compared 3000 guide full_canasta=new_meld
compared 3000 guide:modern natural_pairs_only
compared 3000 tests/good/asking-the-partner-first.canasta free later
compared 3000 tests/good/asking-the-partner-first.canasta advice later
compared 3000 tests/good/bonus-cards-may-be-kept-and-talons-taken.canasta strict in_any_case
