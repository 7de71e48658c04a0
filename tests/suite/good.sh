# Sound rules: check says nothing of NAME.canasta, or no more than NAME.expected. Rulings in it, or beside it, hold.

for file in tests/good/*.canasta; do
	[ -f "$file" ] || continue
	(cd tests/good && canasta check "${file##*/}") >"$work/out" 2>&1 </dev/null
	ends "$file" $? 0 "$work/out" || continue
	if [ -f "${file%.canasta}.expected" ]; then
		as_recorded "${file%.canasta}.expected" "$work/out"
	else
		same "$file" /dev/null "$work/out"
	fi
	grep -q '^rulings ' "$file" || [ -f "${file%.canasta}.rulings" ] || continue
	(cd tests/good && canasta test "${file##*/}") >"$work/out" 2>&1 </dev/null
	ends "rulings of $file" $? 0 "$work/out" &&
		pass "$(sed -n '$s/^\([0-9][0-9]*\) passed, 0 failed$/\1/p' "$work/out")"
done
