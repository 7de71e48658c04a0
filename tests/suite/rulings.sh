# The rulings of all shipped variants, counted one by one. What games start from has a ruling for each of its options.

set -- variants/*.rulings stdlib/*.rulings
[ -f "$1" ] || return
for file; do
	name=${file##*/}
	echo "${name%.rulings}"
done >"$work/names"
xargs canasta test <"$work/names" >"$work/out" 2>&1
status=$?
counts=$(sed -n '$s/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed$/\1 \2/p' "$work/out")
case $counts in
'') fail rulings "broke off with exit status $status" "$work/out" ;;
*' 0')
	pass "${counts% *}"
	[ "$status" -eq 0 ] || fail rulings "exit status $status" "$work/out"
	;;
*)
	pass "${counts% *}"
	failed=$((failed + ${counts#* } - 1))
	fail rulings "${counts#* } of them" "$work/out"
	;;
esac

for file in stdlib/*.rulings; do
	name=${file##*/}
	name=${name%.rulings}
	canasta list -l "$name" | sed -n '/ (unless another is chosen)$/d; /:$/d; s/^  *\([a-z_=0-9]*\) .*/\1/p' |
		sed 's/=/ = /' | while read -r option; do
		grep -q "^ *with  *$option\$" "$file" || echo "$option"
	done >"$work/out"
	same "options of $name without a ruling" /dev/null "$work/out"
done
