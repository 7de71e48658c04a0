#!/bin/sh
# embed.sh LICENCE NOTICE... -- writes the C source that carries canasta's own licence and these notices inside the tool.
set -e
export LC_ALL=C

text() {
	cat "$1"
	printf '\ncanasta contains the following libraries, or parts of them.\n'
	shift
	for notice; do
		name=${notice##*/}
		printf '\n\n======== %s ========\n\n' "${name%.txt}"
		cat "$notice"
	done
}

printf '/* %s */\nconst unsigned char cmd_licences[] = {\n' "$*"
text "$@" | od -An -v -tx1 | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g'
echo '0x00};'
