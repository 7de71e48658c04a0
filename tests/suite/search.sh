# The planner of turns answers as a plain search does, in positions of many games.

searched=$(grep -l '^variant' tests/good/*.canasta)
asking=tests/good/asking-the-partner-first.canasta
kept=tests/good/bonus-cards-may-be-kept-and-talons-taken.canasta
bans=tests/good/a-ban-may-look-at-what-is-melded.canasta
returns=tests/good/a-wild-card-may-return-to-the-hand.canasta
for variant in wahhi wahhi:three club club:three wca scpd guide:modern guide:miller hand_and_foot "samba 3000" "burraco 3000" "guide 600 wild_melds=locked" \
	"guide 600 full_canasta=new_meld" $searched "$asking 600 free later" "$asking 600 advice later" \
	"$kept 600 strict in_any_case" "$bans:canastas 3000" "$bans:at_once 1000" "$returns:opens 1500" "$returns:two 1500"; do
	case $variant in *' '*) ;; *) variant="$variant 600" ;; esac
	"$build/tests/planner" $variant >"$work/planner" 2>&1 </dev/null
	ends "planner $variant" $? 0 "$work/planner" || return
done
