# What `make install` brings: the programs of docs/embedding.md are built with it, once with each library, and play. Both
# libraries export what the header has, and nothing else.

[ -f "$build/libcanasta.so" ] || return # not under the sanitizers
root=$work/root
rm -rf "$root"
make -s install BUILD="$build" DESTDIR="$root" PREFIX=/usr >"$work/out" 2>&1 || {
	fail 'make install' 'it failed' "$work/out"
	return
}
flags="-I$root/usr/include"
if command -v pkg-config >/dev/null; then
	flags=$(PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_PATH=$root/usr/lib/pkgconfig \
		pkg-config --cflags --libs canasta) || fail canasta.pc 'it is not understood'
fi
for program in deal bot; do
	awk -v block="\`\`\`c $program.c" '$0 == block { on = 1; next } /^```$/ { on = 0 } on' docs/embedding.md \
		>"$work/$program.c"
	# shellcheck disable=SC2086
	${CC:-cc} "$work/$program.c" $flags -L"$root/usr/lib" -lcanasta -o "$work/shared" >"$work/out" 2>&1 &&
		LD_LIBRARY_PATH=$root/usr/lib "$work/shared" >"$work/$program" 2>&1 ||
		fail "$program.c of docs/embedding.md, with the shared library" 'it fails' "$work/out"
	${CC:-cc} "$work/$program.c" -I"$root/usr/include" "$root/usr/lib/libcanasta.a" -ljansson -lmd \
		-o "$work/static" >"$work/out" 2>&1 && "$work/static" >"$work/same" 2>&1 ||
		fail "$program.c of docs/embedding.md, with the static library" 'it fails' "$work/out"
	same "$program.c with both libraries" "$work/$program" "$work/same"
done
grep -q '^Classic Canasta (WAHHI), 4 players$' "$work/deal" && grep -q '^ *total ' "$work/deal" ||
	fail 'deal.c of docs/embedding.md' 'it says something else' "$work/deal"
grep -q '^winner: [01]$' "$work/bot" && grep -q '^side 1: -*[0-9]* points in the last deal, -*[0-9]* in all$' "$work/bot" ||
	fail 'bot.c of docs/embedding.md' 'it says something else' "$work/bot"
sed -n '/^typedef/d; s/^[a-z].*[ *]\(canasta_[a-z_]*\)(.*/\1/p' "$root/usr/include/canasta.h" | sort >"$work/declared"
nm -D --defined-only "$root/usr/lib/libcanasta.so" | sed -n 's/.* [A-Z] //p' | sort >"$work/exported"
same 'what libcanasta.so exports, and what canasta.h has' "$work/declared" "$work/exported"
nm -g --defined-only "$root/usr/lib/libcanasta.a" | sed -n 's/.* [A-Z] //p' | sort >"$work/exported"
same 'what libcanasta.a exports, and what canasta.h has' "$work/declared" "$work/exported"

# A program may have functions of its own under any name that the library uses inside.
nm -g --defined-only "$build/object/inside.a" | sed -n '/ canasta_/d; s/.* [A-Z] //p' | sort -u >"$work/names"
sed 's/.*/int &(void); int &(void) { __builtin_trap(); }/' "$work/names" >"$work/names.c"
if [ "$(wc -l <"$work/names")" -lt 100 ]; then
	fail 'names inside the library' 'there are hardly any; is it still built from inside.a?'
elif ${CC:-cc} -fno-builtin "$work/deal.c" "$work/names.c" -I"$root/usr/include" "$root/usr/lib/libcanasta.a" -ljansson -lmd \
	-o "$work/beside" >"$work/out" 2>&1 && "$work/beside" >"$work/same" 2>>"$work/out"; then
	same 'deal.c beside functions with the names inside the library' "$work/deal" "$work/same"
else
	fail 'deal.c beside functions with the names inside the library' 'it fails' "$work/out"
fi
"$root/usr/bin/canasta" list >/dev/null && [ -s "$root/usr/share/man/man1/canasta.1" ] && pass

# Where it is installed may have any name; where it is built may not, which is said at once.
odd="/opt/a b & c's|d"
if make -s install BUILD="$build" DESTDIR="$work/with blanks" PREFIX="$odd" >"$work/out" 2>&1 &&
	[ "$("$work/with blanks$odd/bin/canasta" version)" = "$(canasta version)" ]; then
	pass
else
	fail 'make install' "it does not install below $odd" "$work/out"
fi
if command -v pkg-config >/dev/null; then
	printf '%s\n' "$odd" "-I/opt/a\\ b\\ \\&\\ c\\'s\\|d/include" >"$work/wanted"
	export PKG_CONFIG_PATH="$work/with blanks$odd/lib/pkgconfig"
	{ pkg-config --variable=prefix canasta; pkg-config --cflags canasta | sed 's/ *$//'; } >"$work/out" 2>&1
	same 'canasta.pc below a folder with blanks' "$work/wanted" "$work/out"
	unset PKG_CONFIG_PATH
fi
for odd in 'a b' '/a:b' 'a%b' "a'b"; do
	if make -n BUILD="$odd" >"$work/out" 2>&1 || ! grep -q 'make cannot build in a folder whose path has' "$work/out"; then
		fail "make BUILD=\"$odd\"" 'it is not refused at once' "$work/out"
	else
		pass
	fi
done
canasta version --licences >"$work/out"
same 'the licences that are installed' "$work/out" "$root/usr/share/doc/canasta/licences"
bash -n "$root/usr/share/bash-completion/completions/canasta" && pass
