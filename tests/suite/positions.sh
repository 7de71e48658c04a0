# A position has the cards that were named, and no verdict depends on those made up: POSITIONS=4000 of all games together.

games=$(canasta list | sed 's/ .*//')
for variant in $games; do
	count=$((${POSITIONS:-4000} / $(printf '%s\n' "$games" | wc -l) + 1))
	"$build/tests/positions" "$variant" $count >"$work/positions" 2>&1 </dev/null
	ends "positions of $variant" $? 0 "$work/positions" && pass
done
