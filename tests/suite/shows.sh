# Every setting of the shipped games that has a long name is shown by its path.

for variant in $(canasta list | sed -n 's/^\([^ ][^ ]*\).*/\1/p'); do
	canasta show "$variant" --json </dev/null | tr ',{' '\n\n' | sed -n "s/.*\"path\": *\"\([^\"]*\)\".*/$variant \1/p"
done | awk 'length($2) > 22' | sort -u -k 2 >"$work/paths"
shown=0
while read -r variant path; do
	timeout 20 canasta show "$variant" "$path" >"$work/out" 2>&1 </dev/null && grep -q -F "  $path" "$work/out" && shown=$((shown + 1)) ||
		fail "show $variant $path" 'not shown' "$work/out"
done <"$work/paths"
[ "$shown" -gt 200 ] && pass "$shown"
