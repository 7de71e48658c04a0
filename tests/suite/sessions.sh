# Commands and what they say, in a copy of tests/sessions/files.

for file in tests/sessions/*.session; do
	case=${file##*/}
	[ -f "$file" ] && ! left_out "sessions/${case%.session}" || continue
	new_scratch
	[ ! -d tests/sessions/files ] || cp -R tests/sessions/files/. "$scratch"
	replay "$file" >"$work/session"
	as_recorded "$file" "$work/session"
done
