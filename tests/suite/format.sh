# Shipped files are in canonical layout; and what has to hold of it does, for them, for all sound cases, and for
# thousands of texts made of them.

canasta fmt --check variants/*.canasta variants/*.rulings stdlib/*.canasta >"$work/out" 2>&1 </dev/null
ends 'layout of the shipped files' $? 0 "$work/out" && pass
"$build/tests/format" variants/*.canasta variants/*.rulings stdlib/*.canasta tests/good/*.canasta \
	tests/good/parents/*.canasta tests/trees/*.canasta tests/sessions/files/*.canasta >"$work/out" 2>&1 </dev/null
ends 'canonical layout' $? 0 "$work/out" && pass
