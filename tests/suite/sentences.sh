# No sentence of a shipped sheet, of a difference between two documents or of a verdict is longer than three lines of 80 characters.
# Of the rulings one in EACH=16 is judged; with EACH=1 all are, which takes a minute.

most=240

# longer WHERE: the sentences of Markdown on the standard input that are too long: each paragraph, item of a list or cell of a table
# is a line, or a part of one.
longer() {
	awk -v most=$most -v where="$1" '
		function look_at(words) {
			gsub(/^[ *>-]+|[ *]+$/, "", words)
			if (length(words) > most)
				print where ": " length(words) " characters: " words
		}
		{
			gsub(/<sub>[^<]*<\/sub>/, "")
			cells = split($0, cell, "|")
			for (i = 1; i <= cells; i++) {
				rest = cell[i]
				while (match(rest, /[.!?]["*]* +[*"]*[A-Z0-9]/)) {
					look_at(substr(rest, 1, RSTART))
					rest = substr(rest, RSTART + RLENGTH - 1)
				}
				look_at(rest)
			}
		}'
}

variants=$(canasta list | sed 's/ .*//')
for variant in $variants; do
	canasta sheet "$variant" --markdown --plain | longer "sheet $variant"
done >"$work/sheets"
others=$variants
for one in $variants; do
	others=${others#*"$one"} # those behind it: the other way round it is the same words
	for other in $others; do
		canasta diff "$one" "$other" --markdown | longer "diff $one $other"
	done
done >"$work/differences"
for file in variants/*.rulings; do
	awk '/^ *rulings for / { variant = $3 } /^ *ruling "/ && ++count % each == 0 { print variant, FNR }' each="${EACH:-16}" "$file" | while read -r variant line; do
		canasta judge "$variant" --json --position "$file:$line" 2>/dev/null |
			sed -n 's/^ *"\(why\|owed\)": "\(.*\)",*$/\2/p' | longer "judge $variant --position $file:$line"
	done
done >"$work/verdicts"

for kind in sheets differences verdicts; do
	[ -f "$work/$kind" ] || continue
	if [ -s "$work/$kind" ]; then
		fail "sentences of $kind" "$(grep -c . <"$work/$kind") are longer than $most characters" "$work/$kind"
	else
		pass
	fi
done
