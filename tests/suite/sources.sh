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
# The rooms of the engine ask downwards only. Its README says which file is in which room, from below; a call is a name before a bracket,
# once comments are gone.
for file in interp/game/*.[ch]; do
	printf 'FILE %s\n' "${file##*/}"
	cc -fpreprocessed -E -P "$file" 2>/dev/null </dev/null
done >"$work/engine"
awk '
	FNR == NR {
		if (split($0, cell, "|") > 3 && cell[3] ~ /`/) {
			room = cell[2]; gsub(/ /, "", room)
			if (!(room in level)) level[room] = ++rooms
			while (match(cell[3], /`[a-z_]*\.[ch]`/)) {
				in_room[substr(cell[3], RSTART + 1, RLENGTH - 2)] = room
				cell[3] = substr(cell[3], RSTART + RLENGTH)
			}
		}
		next
	}
	$1 == "FILE" { file = $2; if (!(file in in_room) && file !~ /^(game|question|cards|random)\.h$/) print file " is in no room"; next }
	pass == 1 && file ~ /\.c$/ && /^[a-z].*[ *][a-z_]+\(/ && !/^static/ && !/;$/ {
		name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name); defined[name] = file
	}
	pass == 2 && file in in_room {
		text = $0
		declares = file ~ /\.h$/ && text !~ /^[ \t]/ # what a header declares may be in a room above; what it does may not
		while (match(text, /[a-z_]+\(/)) {
			name = substr(text, RSTART, RLENGTH - 1); text = substr(text, RSTART + RLENGTH); calls++
			if (!declares && name in defined && level[in_room[defined[name]]] > level[in_room[file]])
				print file " (" in_room[file] ") asks " name "() in " defined[name] " (" in_room[defined[name]] ")"
		}
	}
	END { if (rooms < 5 || calls < 1000) print "the rooms were not found" }
' interp/game/README.md pass=1 "$work/engine" pass=2 "$work/engine" >"$work/upwards"
if [ -s "$work/upwards" ]; then
	fail interp/game 'a room of the engine asks one above it' "$work/upwards"
else
	pass
fi
# What a file includes lies in its own room or below: rules are built without the engine, and the engine knows neither text nor players.
if grep -nE '^#include "(game|notation|players|text|reports|tools|cmd)/' interp/rules/*.[ch] grammar/*.[chly] >"$work/named" ||
	grep -nE '^#include "(notation|players|text|reports|tools|cmd)/' interp/game/*.[ch] >"$work/named"; then
	fail interp/rules 'a file includes one of a room above it' "$work/named"
else
	pass
fi
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
	case $file in interp/cmd/files.c | interp/serve/*) continue ;; esac # the server is a program of its own
	if grep -nE '\<(freopen|fopen|open|openat|creat|mkstemp|tmpfile|popen)\(' "$file" >"$work/named"; then
		fail "$file" 'files are opened in interp/cmd/files.c' "$work/named"
	else
		pass
	fi
done
