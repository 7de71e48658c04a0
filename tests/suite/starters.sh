# What `canasta new` writes is sound and laid out, and so is every line of it whose # is deleted. Each of them, and all
# together, mean what the rules meant before, but for options and for what is taken away.

for name in $(canasta list | sed 's/ .*//'); do
	rm -rf "$work/one"
	mkdir "$work/one"
	canasta new ours --from "$name" -o - >"$work/one/ours.canasta" 2>"$work/out" </dev/null
	ends "canasta new --from $name" $? 0 "$work/out" || continue
	awk -v at="$work/one/" '
		/^ *#[a-z]/ { n++; is_with[n] = /#with|remove /; woken[n] = $0; sub(/#/, "", woken[n]); from[NR] = n }
		            { line[NR] = $0 }
		END { for (i = 0; i <= n; i++) {
			out = at (i == 0 ? "all" : is_with[i] ? "with" i : "rule" i) ".canasta"
			for (k = 1; k <= NR; k++)
				print from[k] && (i == 0 ? !is_with[from[k]] : i == from[k]) ? woken[from[k]] : line[k] >out
			close(out)
		} }' "$work/one/ours.canasta"
	(cd "$work/one" && canasta check --strict ours.canasta && canasta check all.canasta && canasta fmt --check ./*.canasta &&
		canasta test all.canasta && canasta hash ./*.canasta) >"$work/out" 2>&1 </dev/null
	ends "lines without their # in a file from $name" $? 0 "$work/out" || continue
	hash=$(canasta hash "$name")
	hash=${hash%% *}
	sed -n 's/^\([0-9a-f]\{64\}\)  *\(.*\)/\1 \2/p' "$work/out" | grep -v '/with[0-9]*.canasta' |
		grep -v "^$hash " >"$work/other"
	same "meaning of lines without their # in a file from $name" /dev/null "$work/other"
done
