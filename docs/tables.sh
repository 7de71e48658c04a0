#!/bin/sh
# tables.sh TOOL FILE -- writes FILE with its tables as the tool knows them today: what stands between the lines
# `<!-- settings -->` (or facts, errors) and `<!-- end -->` is the output of `canasta manual settings`, and what stands
# behind `<!-- canasta matrix wahhi club --markdown -->` that of this command. Behind `<!-- file docs/bots/first.c -->` stands
# that file.
set -e
tool=$1
awk -v tool="$tool" '
	function fill(arguments,  line) {
		while ((tool " " arguments) | getline line)
			print line
		close(tool " " arguments)
	}
	function show(file,  kind, line) {
		kind = file
		sub(/.*\./, "", kind)
		print "\n```" kind
		while ((getline line <file) > 0)
			print line
		close(file)
		print "```\n"
	}
	/^<!-- end -->$/                     { skip = 0 }
	!skip                                { print }
	/^<!-- (settings|facts|errors) -->$/ { print ""; fill("manual " $2); print ""; skip = 1 }
	/^<!-- canasta [a-z0-9_:+ -]* -->$/  { sub(/^<!-- canasta /, ""); sub(/ -->$/, ""); print ""; fill($0); print ""; skip = 1 }
	/^<!-- file docs\/[a-z0-9\/._-]* -->$/ { show($3); skip = 1 }' "$2"
