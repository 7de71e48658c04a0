# What is in the tool has its notice there: each library that the Makefile links into it, and uthash.

canasta version --licences >"$work/all" 2>&1
ends 'canasta version --licences' $? 0 "$work/all" || return
for notice in LICENSE $(sed -n 's/^CARRIED := //p' Makefile | sed 's/\.a//g') uthash; do
	file=$notice
	[ "$notice" = LICENSE ] || file=interp/licences/$notice.txt
	lines=$(grep -c . "$file")
	# each line of the notice, in this order and without another one in between
	found=$(grep -n -F -x -- "$(grep -m 1 . "$file")" "$work/all" | sed 's/:.*//' | while read -r from; do
		tail -n "+$from" "$work/all" | grep . | head -n "$lines" >"$work/part"
		grep . "$file" | cmp -s - "$work/part" && echo yes
	done)
	if [ "$found" ]; then
		pass
	else
		fail "$file" 'it is not in what `canasta version --licences` writes'
	fi
done
if make -n BUILD="$build" CARRIED='libedit.a libunknown.a' "$build/gen/licences.c" >"$work/out" 2>&1 || ! grep -q 'interp/licences/libunknown.txt' "$work/out"; then
	fail 'a library without a notice' 'it does not stop the build' "$work/out"
else
	pass
fi
