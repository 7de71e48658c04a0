# The example bots of docs/bots play alike, in each language that is there; what they played can be replayed; and a table
# that one of them is joined to by pipes comes to its end.

${CC:-cc} docs/bots/first.c -o "$work/first" >"$work/out" 2>&1 || fail docs/bots/first.c 'it cannot be compiled' "$work/out"
for variant in wahhi club:five guide:three guide:modern wca; do
	for bot in 'sh docs/bots/first.sh' 'node docs/bots/first.js' "$work/first"; do
		[ "${bot%% *}" != node ] || command -v node >/dev/null || continue
		canasta sim $variant --games 2 --deals --limit 60000 --bot "$bot" --bots simple --signature \
			>"$work/out" 2>&1 </dev/null
		ends "$bot playing $variant" $? 0 "$work/out" || continue
		[ -f "$work/$variant" ] || cp "$work/out" "$work/$variant"
		same "$bot playing $variant" "$work/$variant" "$work/out"
	done
done
canasta sim wahhi --games 1 --limit 60000 --bot "$work/first" --records "$work/records" >"$work/out" 2>&1 </dev/null
ends 'a recorded game of first.c' $? 0 "$work/out" && canasta replay "$work/records/0.record" >"$work/out" 2>&1
ends 'the replay of a game of first.c' $? 0 "$work/out" && pass
mkfifo "$work/answers"
canasta engine wahhi --seat 1,3 --games 2 --deals <"$work/answers" | tee "$work/talk" |
	sh docs/bots/first.sh >"$work/answers"
grep -c '^winner' "$work/talk" >"$work/out"
sed -n '$p' "$work/talk" >>"$work/out"
printf '2\nbye\n' >"$work/expected"
same 'a table joined to first.sh by pipes' "$work/expected" "$work/out"
