# links.awk -- names the links of pages that lead to no page or heading: `awk -f tests/links.awk pass=1 PAGES pass=2 PAGES` reads
# the headings first and then the links, of which only those to pages given are known.
FNR == 1 {
	inside = 0
	known[FILENAME]
	folder = FILENAME
	sub(/[^\/]*$/, "", folder)
}
/^ *```/ { inside = !inside }
inside   { next }
pass == 1 && /^#+ / {
	anchor = tolower($0)
	sub(/^#+ /, "", anchor)
	gsub(/[^a-z0-9_ -]/, "", anchor)
	gsub(/ /, "-", anchor)
	heading[FILENAME "#" anchor]
}
pass == 2 {
	for (rest = $0; match(rest, /\]\([^)]*\)/); rest = substr(rest, RSTART + RLENGTH)) {
		link = substr(rest, RSTART + 2, RLENGTH - 3)
		if (link ~ /^[a-z]+:/ || link !~ /\.md|^#/)
			continue
		page = link ~ /^#/ ? FILENAME : folder link
		sub(/#.*/, "", page)
		while (sub(/[^\/.]+\/\.\.\//, "", page))
			;
		if (!(page in known) || (link ~ /#/ && !((page substr(link, index(link, "#"))) in heading)))
			print FILENAME ":" FNR ": " link
	}
}
