# The engine knows no document: nothing in interp/ and grammar/ names a shipped file, a variant in it or a statement of
# one. `club` and `guide` are words of the card table besides. What each report is for stands in the page about them. Files are
# opened in interp/cmd/files.c alone, where opening never waits and reading has a bound.

for file in variants/*.canasta; do
	name=${file##*/}
	name=${name%.canasta}
	names="$name"
	case $name in club | guide) names="canasta [a-z]+ $name|variants/$name" ;; esac
	names="$names|$(sed -n 's/^source \([A-Z]*\) .*/\1/p' "$file")-[0-9]+"
	for variant in $(canasta list | sed -n "s/^\($name:[a-z_]*\) .*/\1/p"); do
		names="$names|$variant"
	done
	if grep -rnwiE "$names" interp grammar >"$work/named"; then
		fail "$file" 'interp/ or grammar/ names it' "$work/named"
	else
		pass
	fi
done
for page in grammar/README.md interp/*/README.md; do
	room=${page%/README.md}
	for file in "$room"/*.c; do
		[ -e "$file" ] || continue # a room without sources
		if grep -q "\`${file##*/}\`" "$page"; then
			pass
		else
			fail "$file" "$page does not tell what it is for"
		fi
	done
	for function in $(sed 's/`/\n/g' "$page" | sed -n 's/^\([a-z_]*\)()$/\1/p'); do
		if grep -qE "^[a-z].*[ *]$function\(" "$room"/*.[ch]; then
			pass
		else
			fail "$page" "there is no $function() in $room"
		fi
	done
done
for page in docs/architecture.md grammar/README.md interp/*/README.md; do
	for name in $(grep -oE '`[a-z][a-z_/]*\.(c|h|def|y|l)`' "$page" | tr -d '`' | sort -u); do
		if [ -f "$name" ] || [ -f "interp/$name" ] || [ -f "${page%/*}/$name" ] || ls interp/*/"$name" tests/*/"$name" "grammar/$name" >"$work/named" 2>/dev/null ||
			[ -s "$work/named" ]; then
			pass
		else
			fail "$page" "there is no file $name"
		fi
	done
done
for fact in $(sed -n 's/^FACT(\([a-z_]*\),.*/\1/p' interp/rules/facts.def); do
	if grep -qE "^(FLAG|COUNT)\($fact," interp/rules/wordings.def; then
		pass
	else
		fail interp/rules/wordings.def "what conditions ask with \`$fact\` has no words"
	fi
done
for file in interp/*.c; do
	case $file in interp/canasta*) continue ;; esac
	if grep -nE '^[a-z].*[ *]canasta_[a-z_]+\(' "$file" >"$work/named"; then
		fail "$file" 'public functions stand in interp/canasta_*.c' "$work/named"
	else
		pass
	fi
done
for file in grammar/*.[cly] interp/*.c interp/*/*.c; do
	[ "$file" != interp/cmd/files.c ] || continue
	if grep -nE '\<(freopen|fopen|open|openat|creat|mkstemp|tmpfile|popen)\(' "$file" >"$work/named"; then
		fail "$file" 'files are opened in interp/cmd/files.c' "$work/named"
	else
		pass
	fi
done
