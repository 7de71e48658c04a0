# Examples in the manuals, by the words of the fence: ```console is a session; ```canasta a sound file if it begins with
# "language", with rulings that hold; ```canasta wrong a faulty one; ```canasta inside what stands in the braces of a variant
# that extends "club.canasta". A file name in place of the second word keeps the block for the commands that follow. The
# rulings of failing.canasta do not hold, which a session shows.

# Puts the sessions in $work/block.* in the place of those in [FILE].
record_examples() {
	awk -v work="$work" '
		/^ *```/ && !inside {
			print
			inside = 1
			file = sprintf("%s/block.%03d", work, ++n)
			other = $0 !~ /```console/
			while (!other && (getline line <file) > 0)
				print line
			next
		}
		/^ *```/            { inside = 0 }
		!inside || other    { print }' "$1" >"$work/page"
	cmp -s "$work/page" "$1" || cp "$work/page" "$1"
}

# example WHERE KIND NAME: tries the example in $work/block.
example() {
	case $2/$3 in
	console/*)
		replay "$work/block" >"$work/session"
		[ "$record" ] || same "$1" "$work/block" "$work/session"
		return
		;;
	canasta/*.canasta) shown=$3 ;;
	canasta/*) shown=example.canasta ;;
	*) return ;;
	esac
	case $3 in
	inside) awk 'BEGIN { print "language 1\nvariant ours extends \"club.canasta\" {" } { print } END { print "}" }' "$work/block" ;;
	wrong) cat "$work/block" ;;
	*) grep -q '^language ' "$work/block" && cat "$work/block" ;;
	esac >"$scratch/$shown" || return
	(cd "$scratch" && canasta check "$shown") >"$work/out" 2>&1 </dev/null
	status=$?
	ends "$1" "$status" "$([ "$3" = wrong ] && echo 1 || echo 0)" "$work/out" && pass
	grep -q '^rulings ' "$work/block" && [ "$3" != failing.canasta ] || return
	(cd "$scratch" && canasta test "$shown") >"$work/out" 2>&1 </dev/null
	ends "$1, its rulings" $? 0 "$work/out" && pass
}

for file in README.md docs/*.md; do
	page=${file##*/}
	! left_out "docs/${page%.md}" || continue
	docs/tables.sh canasta "$file" >"$work/tables"
	same "tables of $file (\`make docs\` brings them up to date)" "$file" "$work/tables"
	new_scratch
	rm -f "$work"/block.*
	awk -v work="$work" '
		/^ *```/ && !out { sub(/^ *```/, ""); out = sprintf("%s/block.%03d", work, ++n); print NR, $0 >out; next }
		/^ *```/         { close(out); out = ""; next }
		out              { print >out }' "$file"
	for block in "$work"/block.*; do
		[ -f "$block" ] || continue
		read -r line kind name <"$block"
		sed 1d "$block" >"$work/block"
		example "$file:$line" "$kind" "$name"
		[ ! "$record" ] || [ "$kind" != console ] || cp "$work/session" "$block"
	done
	[ ! "$record" ] || record_examples "$file"
done

# Links lead somewhere.
pages="README.md tests/README.md docs/*.md interp/*/README.md"
# shellcheck disable=SC2086
awk -f tests/links.awk pass=1 $pages pass=2 $pages >"$work/links"
if [ -s "$work/links" ]; then fail 'links of the manuals' 'these lead to no page or heading' "$work/links"; else pass; fi
