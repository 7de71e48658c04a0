# The rulings of all shipped variants, counted one by one.

set -- variants/*.rulings
[ -f "$1" ] || return
canasta test >"$work/out" 2>&1 </dev/null
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
