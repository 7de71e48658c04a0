#!/bin/sh
# disputes.sh TOOL -- writes docs/disputes.md from docs/disputes.txt: each position is put to the tool for each variant
# that speaks of it, and the statements that settle it are quoted from the ledgers. A verdict that is not the one the
# statements ask for is told, and the page is not good.
#
# disputes.txt: `== TITLE` and the question; `-- position`, its lines and the act; `-- verdicts`, and for each variant
# the verdict and the statements it was checked against by hand.
set -e
tool=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat <<'INTRO'
# Arguments at the table

What people argue about, settled by each document that speaks of it. Every verdict on this page is worked out by
`canasta judge` from the rules in `variants/`, and was held against the statements that stand below it. "Silent" means that
the document leaves the question open; then it tells how the gap is filled, and where an option fills it the other way.

Any argument of your own is settled in the same way: the position in the words of a
[ruling](notation.md#positions), and last the act. A ruling that stands in a file is an argument, too, for any variant:
`canasta judge scpd --position ours.rulings:40`.
INTRO
awk -v tool="$tool" -v position="$work/position" '
	FNR == 1 && FILENAME ~ /\.tsv$/ { next }
	FILENAME ~ /\.tsv$/ { split($0, cell, "\t"); kind[cell[1]] = cell[4]; rule[cell[1]] = cell[5]; reading[cell[1]] = cell[6]; next }
	function statement(id) {
		if (!(id in rule)) {
			print "disputes.txt:" FNR ": there is no statement " id >"/dev/stderr"
			bad = 1
		}
		if (kind[id] == "gap") {
			sub(/^Recommended: /, "", reading[id])
			return "Silent (" id "): " rule[id] " Taken as: " reading[id]
		}
		return id ": " rule[id]
	}
	/^== /          { print "\n## " ++number ". " substr($0, 4) "\n"; mode = ""; next }
	/^-- position/  { printf "\n```\n"; printf "" >position; mode = "position"; next }
	/^-- verdicts/  { print "```\n"; close(position); mode = "verdicts"; next }
	mode == ""      { print; next }
	mode == "position" { print; print >position; next }
	{
		wanted = $2 == "not" ? "not legal" : $2
		line = ""
		command = tool " judge " $1 " --brief --position " position
		command | getline line
		close(command)
		said = line
		sub(/^[^ ]+ +/, "", said)
		verdict = said ~ /^not legal/ ? "not legal" : said ~ /^legal/ ? "legal" : "no verdict"
		sub(/^(not )?legal */, "", said)
		if (verdict != wanted) {
			print "disputes.txt:" FNR ": " $1 ": " verdict ", and not " wanted >"/dev/stderr"
			bad = 1
		}
		gsub(/\[[^]]*\]/, "`&`", said)
		gsub(/`\[/, "`", said)
		gsub(/\]`/, "`", said)
		print "- **" $1 ": " verdict ".**" (said != "" ? " " said : "")
		for (i = wanted == "legal" ? 3 : 4; i <= NF; i++)
			print "  - " statement($i)
	}
	END { exit bad }' variants/*.tsv docs/disputes.txt
