# Every setting of every shipped variant, changed alone, is told as just that difference; which cannot be is recorded.

# shellcheck disable=SC2046
"$build/tests/cells" $(canasta list | sed 's/ .*//') >"$work/cells" 2>&1 </dev/null
ends tests/cells.expected $? 0 "$work/cells" && as_recorded tests/cells.expected "$work/cells" &&
	pass "$(sed -n '$s/^\([0-9]*\) settings changed alone,.*/\1/p' "$work/cells")"
