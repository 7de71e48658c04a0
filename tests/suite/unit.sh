# C tests, counted one by one. They run side by side. To cmocka a skipped one is "not ok ... # SKIP"; it counts as nothing.

for test in "$build"/tests/test_*; do
	[ ! -x "$test" ] || left_out "unit/${test##*/}" || echo "${test##*/}"
done >"$work/tests"
xargs -P "$(nproc 2>/dev/null || echo 1)" -I @ sh -c \
	"CMOCKA_MESSAGE_OUTPUT=tap '$build/tests/@' >'$work/@.all' 2>&1 </dev/null; echo \$? >'$work/@.status'" <"$work/tests"
while read -r test; do
	read -r status <"$work/$test.status"
	sed '/^not ok .*# SKIP/d' "$work/$test.all" >"$work/said"
	pass "$(grep -c '^ok ' "$work/said")"
	wrong=$(grep -c '^not ok ' "$work/said")
	if [ "$wrong" -gt 0 ]; then
		failed=$((failed + wrong - 1))
		fail "$test" "$wrong of its tests" "$work/said"
	elif [ "$status" -ne 0 ] || ! awk '/^1\.\./ { n += substr($1, 4); some = 1 } /^(not )?ok / { n-- }
		END { exit n != 0 || !some }' "$work/$test.all"; then
		fail "$test" "broke off with exit status $status" "$work/$test.all"
	fi
done <"$work/tests"
