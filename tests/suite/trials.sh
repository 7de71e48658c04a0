# Bots play every shipped variant and every one of good/ with options chosen at random, and some of them as large as the language
# allows: nobody gets stuck. `make trials` does it at length, under the sanitizers.

{
	canasta list
	for file in $(grep -l '^variant' tests/good/*.canasta); do
		canasta list "$file"
	done
} | sed -n 's/^\([^ ][^ ]*\).*/\1/p' >"$work/variants"
# not burraco: long hands of sequences can take a minute for one list of acts
for variant in wahhi guide:six scpd pierson hand_and_foot wca club:six samba tests/good/eight-may-play.canasta \
	tests/good/one-plays-alone.canasta tests/good/a-table-may-be-full-of-melds.canasta; do
	echo "$variant"
done >"$work/some"

if "$build/tests/trials" 1 30 <"$work/variants" >"$work/played" 2>&1; then
	pass "$(grep -c '' "$work/variants")"
else
	{ grep -B 1 '^FAULT' "$work/played" || tail -n 3 "$work/played"; } >"$work/end"
	fail 'games of all variants' 'a game broke off' "$work/end"
fi
# Of the sixth rules made of them one has hands with more ways to be laid than plans have room for, and one has more points than players
# could add up.
printf '%s\n' tests/good/a-second-hand-may-be-taken-up.canasta tests/good/points-may-be-out-of-all-proportion.canasta >"$work/six"
if "$build/tests/trials" 1 3 3 1 <"$work/some" >"$work/played" 2>&1 &&
	"$build/tests/trials" 1 3 6 1 <"$work/six" >"$work/played" 2>&1; then
	pass "$(grep -c '' "$work/some" "$work/six" | awk -F : '{ n += $2 } END { print n }')"
else
	tail -n 60 "$work/played" >"$work/end"
	fail 'games of large rules' 'a game broke off; these are the last rules' "$work/end"
fi
