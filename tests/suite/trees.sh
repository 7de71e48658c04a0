# Texts and their trees: NAME.canasta reads as NAME.tree, or draws the complaints of NAME.errors.

for file in tests/trees/*.canasta; do
	[ -f "$file" ] || continue
	case=${file%.canasta}
	(cd tests/trees && "$build/tests/tree_dump" "${file##*/}") >"$work/tree" 2>"$work/errors" </dev/null
	status=$?
	if [ "$record" ]; then
		rm -f "$case.errors"
		[ "$status" -ne 1 ] || cp "$work/errors" "$case.errors"
	fi
	if [ -f "$case.errors" ]; then
		ends "$file" "$status" 1 "$work/errors" && as_recorded "$case.errors" "$work/errors"
	else
		ends "$file" "$status" 0 "$work/errors" && as_recorded "$case.tree" "$work/tree"
	fi
done
