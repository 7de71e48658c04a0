# Nothing that a seat sees, may do or does depends on cards it cannot see: LEAKS=20000 positions of each game are looked
# at from every seat.

for variant in $(canasta list | sed 's/ .*//') $(grep -l '^variant' tests/good/*.canasta); do
	"$build/tests/leaks" "$variant" "${LEAKS:-200}" >"$work/leaks" 2>&1 </dev/null
	ends "hidden cards of $variant" $? 0 "$work/leaks" && pass
done
