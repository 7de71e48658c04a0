# Games killed in the middle, at KILLS points, are gone on with and nothing is lost. In memory, if there is a folder for
# that: what is on a disk survives a kill no better.

points=${KILLS:-40}
folder=$(mktemp -d -p /dev/shm 2>/dev/null) || folder=$work
"$build/tests/kill" "$build/canasta" "$folder" "$points" 1 >"$work/kills" 2>&1 </dev/null
ends 'killed games' $? 0 "$work/kills" && pass "$points"
[ "$folder" = "$work" ] || rm -rf "$folder"
