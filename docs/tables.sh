#!/bin/sh
# tables.sh TOOL FILE -- writes FILE with its tables as the tool knows them today: what stands between the lines
# `<!-- settings -->` (or facts, errors) and `<!-- end -->` is the output of `canasta manual settings`.
set -e
tool=$1
awk -v tool="$tool" '
	function fill(part,  line) {
		while ((tool " manual " part) | getline line)
			print line
		close(tool " manual " part)
	}
	/^<!-- end -->$/                   { skip = 0 }
	!skip                              { print }
	/^<!-- (settings|facts|errors) -->$/      { print ""; fill($2); print ""; skip = 1 }' "$2"
