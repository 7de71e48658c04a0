# alike.awk -- how many rule lines of variants/ stand in blocks that are the same in two or more documents.
#
#   awk -f tests/alike.awk variants/*.canasta
#
# A rule line states something: prose, remarks, citations, blank lines and what stands behind `cite` do not count. A block is
# what a pair of braces holds, with the line that opens it; its title does not matter.

FNR == 1 { depth = 0; prose = 0; cited = -1 }

/^ *"""/ { prose = !prose; next }
prose { next }

{
	line = $0
	gsub(/@[A-Z]+-[0-9]+/, "", line)
	gsub(/(reading|silent|manner|house) "[^"]*"/, "", line)
	gsub(/"[^"]*"/, "", line)
	sub(/#.*/, "", line)
	gsub(/[ \t]+/, " ", line)
	sub(/^ /, "", line)
	sub(/ $/, "", line)
	if (line == "")
		next
	opens = gsub(/{/, "{", line)
	closes = gsub(/}/, "}", line)
	if (cited < 0 && line ~ /^cite /) {
		if (opens > closes)
			cited = depth
		depth += opens - closes
		next
	}
	if (cited >= 0) {
		depth += opens - closes
		if (depth <= cited)
			cited = -1
		next
	}
	text[++lines] = line
	file[lines] = FILENAME
	if (opens > 0 && opens == closes)
		block(lines, lines)
	for (i = opens - closes; i > 0; i--)
		opened[depth++] = lines
	for (i = closes - opens; i > 0; i--)
		block(opened[--depth], lines)
}

function block(first, last,    key, i) {
	for (i = first; i <= last; i++)
		key = key text[i] "\n"
	blocks++
	from[blocks] = first
	to[blocks] = last
	of[blocks] = key
	if (!(key in seen))
		seen[key] = FILENAME
	else if (seen[key] != FILENAME)
		alike[key] = 1
}

END {
	for (b = 1; b <= blocks; b++)
		for (i = from[b]; of[b] in alike && i <= to[b]; i++)
			same[i] = 1
	for (i = 1; i <= lines; i++) {
		all[file[i]]++
		those[file[i]] += same[i]
		count += same[i]
	}
	for (name in all)
		printf "%-28s %4d of %4d\n", name, those[name], all[name] | "sort"
	close("sort")
	printf "%-28s %4d of %4d\n", "all", count, lines
}
