#!/bin/sh
# record.sh -- takes the notices of the libraries from what Debian installs with them (`make licences`). They are kept here, so that the
# tool and the page are built with them where an image has no documentation, and on systems that keep it elsewhere.
set -e
cd "$(dirname "$0")"
while read -r name package; do
	cp "/usr/share/doc/$package/copyright" "$name.txt"
done <<END
libedit libedit-dev
libbsd libbsd-dev
libtinfo libtinfo6
libjansson libjansson-dev
libmd libmd-dev
uthash uthash-dev
wasi-libc wasi-libc
END
