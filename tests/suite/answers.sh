# What the engine answers in many positions of the games in tests/answers.expected has the same sums, and planning takes no more
# steps. RECORD=1 takes in every shipped game and every file of good/.

if [ "$record" ]; then
	{
		canasta list
		grep -l '^variant' tests/good/*.canasta | xargs -n 1 canasta list
	} | sed -n 's/^\([^ ][^ ]*\).*/\1 0 0/p' | "$build/tests/answers" 250 >"$work/now" 2>/dev/null
	as_recorded tests/answers.expected "$work/now"
	return
fi
canasta list | sed 's/ .*//' | while read -r game; do
	grep "^$game " tests/answers.expected >/dev/null || echo "$game"
done >"$work/missing"
same 'games without a line in tests/answers.expected' /dev/null "$work/missing"
if "$build/tests/answers" 250 <tests/answers.expected >"$work/now" 2>"$work/errors"; then
	pass "$(grep -c '' "$work/now")"
else
	diff -u tests/answers.expected "$work/now" >"$work/difference"
	fail answers 'other sums, or more steps; if that is meant: RECORD=1 ONLY=answers' "$work/difference"
fi
