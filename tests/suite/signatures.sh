# Each line of tests/signatures, a variant and the sum of 500 deals of it.

[ -f tests/signatures ] || return
while read -r name sum; do
	canasta sim "$name" --deals --games 500 --seed 1 --signature >"$work/out" 2>&1 </dev/null
	cat "$work/out" >&3
	[ ! "$record" ] || continue
	echo "$name $sum" >"$work/line"
	same "signature of $name" "$work/line" "$work/out"
done <tests/signatures 3>"$work/signatures"
[ ! "$record" ] || as_recorded tests/signatures "$work/signatures"
