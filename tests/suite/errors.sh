# What is said of each finding in docs/findings.txt: the wrong example draws it, the right one draws nothing. `made` is a
# script that makes a wrong file that cannot be shown, `run` a command that is wrong itself.

awk -v work="$work" '
	/^== / { id = $2; kind = ""; print id >(work "/ids"); next }
	/^-- / { kind = $2; dir = work "/" id "/" kind; system("mkdir -p " dir)
		out = dir "/" (NF > 2 ? $3 : kind == "wrong" || kind == "right" ? "ours.canasta" : "script"); next }
	kind   { print >out }' docs/findings.txt
sed -n 's/^DIAG([^"]*"\([a-z-]*\)".*/\1/p' grammar/diag.def >"$work/names"
same 'docs/findings.txt, in the order of diag.def' "$work/names" "$work/ids"
while read -r id; do
	for kind in wrong made run right; do
		[ -d "$work/$id/$kind" ] || continue
		scratch=$work/$id/$kind
		[ ! -f "$scratch/script" ] || (cd "$scratch" && exec sh ./script) >"$work/out" 2>&1 </dev/null
		[ $kind = run ] || (cd "$scratch" && canasta check --strict ours.canasta) >"$work/out" 2>&1 </dev/null
		status=$?
		if [ $kind = right ]; then
			ends "right example of $id" $status 0 "$work/out" && same "right example of $id" /dev/null "$work/out"
		elif grep -q "\\[$id\\]$" "$work/out"; then
			pass
		else
			fail "wrong example of $id" 'does not draw it' "$work/out"
		fi
	done
	[ -d "$work/$id/right" ] || fail "$id" 'has no right example'
	[ -d "$work/$id/wrong" ] || [ -d "$work/$id/made" ] || [ -d "$work/$id/run" ] ||
		fail "$id" 'has no wrong example'
done <"$work/names"
