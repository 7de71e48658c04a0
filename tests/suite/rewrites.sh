# Rules in other words have one hash, no difference, and play alike; changed rules have another hash, the same differences in both
# directions, and are reached by borrowing these: REWRITES=400 pairs of every shipped game and every file of good/, by SEED. What `check`
# calls impossible or idle, in every file of bad/ and in CLAIMS=100 files made up, does not show in CLAIM_GAMES=3 games.

good=$(grep -l '^variant' tests/good/*.canasta | xargs -n 1 canasta list | sed -n 's/^\([^ ][^ ]*\).*/\1/p')
# shellcheck disable=SC2046,SC2086
"$build/tests/rewrites" "${REWRITES:-400}" "${SEED:-1}" $(canasta list | sed 's/ .*//') $good >"$work/rewrites" 2>"$work/skipped" </dev/null
ends 'rules in other words' $? 0 "$work/rewrites" && pass "$(sed -n '$s/^\([0-9]*\) pairs.*/\1/p' "$work/rewrites")"
# shellcheck disable=SC2046
"$build/tests/claims" "${CLAIMS:-100}" "${CLAIM_GAMES:-3}" "${SEED:-1}" $(canasta list | sed 's/ .*//') tests/bad/*.canasta >"$work/claims" \
	2>"$work/counts" </dev/null
ends 'what check claims' $? 0 "$work/claims" && pass "$(sed -n '$s/^\([0-9]*\) claims.*/\1/p' "$work/claims")"
