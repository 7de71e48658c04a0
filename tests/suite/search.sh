# Every legal act of many games is the same whether it was found by sums or by searching.

searched=$(grep -l '^variant' tests/good/*.canasta)
[ -x "$build/tests/acts_searched" ] || return
asking=tests/good/asking-the-partner-first.canasta
kept=tests/good/bonus-cards-may-be-kept-and-talons-taken.canasta
for variant in wahhi wahhi:six wahhi:two wahhi:five wca scpd "guide:modern 10" $searched "$asking 25 free later" "$asking 25 advice later" \
	"$kept 25 strict in_any_case"; do
	case $variant in *' '*) ;; *) variant="$variant 25" ;; esac
	for program in acts acts_searched; do
		"$build/tests/$program" $variant >"$work/$program" 2>&1 </dev/null
		ends "$program $variant" $? 0 "$work/$program" || return
	done
	same "legal acts of $variant by sums and by searching" "$work/acts" "$work/acts_searched"
done
