#!/bin/sh
# embed.sh FILE... -- writes the C source (see library.h) that carries these files inside the library, in this order.
# Bytes are written as numbers, so that any content and any length come through, and a NUL follows each text.
set -e
export LC_ALL=C

echo '#include "rules/library.h"'
n=0
for file; do
	printf '\n/* %s */\nstatic const unsigned char text_%d[] = {\n' "$file" "$n"
	od -An -v -tx1 "$file" | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g'
	echo '0x00};'
	n=$((n + 1))
done

# The row of nothing at the end keeps the table a legal one when no file is shipped.
printf '\nconst int shipped_count = %d;\nconst struct shipped shipped_files[] = {\n' $#
n=0
for file; do
	printf '\t{"%s", (const char *)text_%d, sizeof text_%d - 1},\n' "$file" "$n" "$n"
	n=$((n + 1))
done
printf '\t{0, 0, 0},\n};\n'
