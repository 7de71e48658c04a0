# Sessions of an editor with files that build on each other: what was published is up to date after each step, and a new name changes
# nothing of what is found. EDITORS=80 of them.

MALLOC_MMAP_THRESHOLD_=1000000000 MALLOC_TRIM_THRESHOLD_=1000000000 \
	"$build/tests/editors" "${EDITORS:-80}" "${SEED:-1}" >"$work/editors" 2>&1 </dev/null
ends "sessions of an editor" $? 0 "$work/editors" && pass
