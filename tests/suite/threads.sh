# Deals with an expert in one thread and in four: each choice has random numbers of its own.

experts_of() { # VARIANT DEALS
	[ -f "variants/$1.canasta" ] || return
	for threads in 1 4; do
		canasta sim "$1" --deals --games "$2" --seed 1 --bots expert,simple,simple,simple --samples 1 \
			--threads $threads --signature >"$work/threads-$threads" 2>&1 </dev/null
		ends "an expert of $1 in $threads threads" $? 0 "$work/threads-$threads"
	done
	same "an expert of $1 in four threads" "$work/threads-1" "$work/threads-4"
}

experts_of wca 2
experts_of scpd 2
experts_of samba 2
experts_of burraco 1
