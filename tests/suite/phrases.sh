# Rules files of made-up phrases are checked and asked about without a fault: PHRASES=2500 of them, with some 15,000 phrases in all.

MALLOC_MMAP_THRESHOLD_=1000000000 MALLOC_TRIM_THRESHOLD_=1000000000 \
	"$build/tests/phrases" "${PHRASES:-2500}" "${SEED:-1}" >"$work/phrases" 2>&1 </dev/null
ends 'made-up phrases' $? 0 "$work/phrases" && pass
