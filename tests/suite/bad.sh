# Faulty rules: a strict check finds fault with NAME.canasta in the words of NAME.expected.

for file in tests/bad/*.canasta; do
	[ -f "$file" ] || continue
	(cd tests/bad && canasta check --strict "${file##*/}") >"$work/out" 2>"$work/errors" </dev/null
	ends "$file" $? 1 "$work/errors" && as_recorded "${file%.canasta}.expected" "$work/errors"
done
