# What is offered in place of a refused act is legal, and after a legal act the turn ends with the acts that are proposed:
# REPAIRS=100000 positions of all games together are looked at.

games=$(canasta list | sed 's/ .*//')
for variant in $games; do
	"$build/tests/repairs" "$variant" $((${REPAIRS:-2200} / $(printf '%s\n' "$games" | wc -l) + 1)) >"$work/repairs" 2>&1 </dev/null
	ends "repairs in $variant" $? 0 "$work/repairs" && pass
done
