# The same games in one thread and in two.

[ -f variants/wahhi.canasta ] || return
for threads in 1 2; do
	canasta sim wahhi --games 200 --seed 1 --threads $threads >"$work/threads-$threads" 2>&1 </dev/null
	ends "wahhi in $threads threads" $? 0 "$work/threads-$threads" || return
done
same 'wahhi in two threads' "$work/threads-1" "$work/threads-2"
