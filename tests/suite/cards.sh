# Cards for the table: every game that is shipped and every file of good/ has one, and it fits on one page of either paper.

for reference in $(canasta list | sed 's/ .*//') tests/good/*.canasta; do
	canasta sheet "$reference" --card >"$work/out" 2>"$work/messages" </dev/null
	status=$?
	[ "$status" -eq 0 ] || ! grep -q 'holds no variant' "$work/messages" || continue
	ends "canasta sheet $reference --card" "$status" 0 "$work/messages" || continue
	for paper in '' --letter; do
		# shellcheck disable=SC2086
		canasta sheet "$reference" --card --html $paper >"$work/out" 2>"$work/messages" </dev/null
		ends "canasta sheet $reference --card --html $paper" $? 0 "$work/messages" && pass
	done
done
