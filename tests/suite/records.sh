# A record that is written can be read: a few games of every shipped game and of every file of good/. `make replays` plays 200 of each,
# with every option.

games=$(canasta list | sed 's/ .*//; s/^/bare /')
good=$(grep -l '^variant' tests/good/*.canasta | xargs -n 1 canasta list | sed -n 's/^\([^ ][^ ]*\).*/bare \1/p')
runs=$(printf '%s\n' "$good" | grep sequences) # several readings of the same cards are rare

# records_of GAMES DEALS VARIANT...
records_of() {
	"$build/tests/records" "$@" >"$work/records" 2>&1 </dev/null
	ends records $? 0 "$work/records" && pass "$(grep -c ' games, ' "$work/records")"
}

# shellcheck disable=SC2086
records_of 2 2 $games $good
# shellcheck disable=SC2086
records_of 9 3 $runs

# The last draw of a deal has fewer cards than are due, and the player takes up her reserve in that turn.
export FROM=118
records_of 119 0 hand_and_foot
unset FROM

# Red threes of two players are replaced as they are dealt, and only what the second of them got can be inferred.
export FROM=14
records_of 15 1 bare samba
export FROM=16
records_of 17 1 bare wahhi
unset FROM

# Where the initial meld is waived for players who stay in, a pile that waits for it comes to the hand although it does not count enough.
records_of 4 6 bare tests/good/the-minimum-may-be-waived-but-for-going-out.canasta

# A take that draws from the stock is the first act of the deal.
export FROM=8
records_of 9 1 bare tests/good/cards-from-the-stock-come-with-the-pile.canasta:draws_besides
unset FROM
