#!/bin/sh
# sources.sh FOLDER -- puts the sources of jansson and libmd, which Debian has as packages for its own machines alone, into
# FOLDER, from Debian's source packages; and their headers, with uthash's, into FOLDER/include. The machine's own list of
# package sources stays as it is.
set -eu
folder=$1
mkdir -p "$folder/include" "$folder/lists/partial" "$folder/jansson" "$folder/libmd"
cd "$folder"
if ! ls jansson_*.orig.tar.* libmd_*.orig.tar.* >/dev/null 2>&1; then
	echo 'deb-src http://deb.debian.org/debian bookworm main' >sources.list
	here="-o Dir::Etc::SourceList=$PWD/sources.list -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists=$PWD/lists -o APT::Sandbox::User="
	# shellcheck disable=SC2086
	apt-get -q $here update >apt.log 2>&1 && apt-get -q $here source --download-only jansson libmd >>apt.log 2>&1 || { cat apt.log >&2; exit 1; }
fi
unpack() { # unpack NAME FOLDER...: of the source package NAME the files of these folders
	tar -xf "$(ls "$1"_*.orig.tar.*z)" --wildcards --strip-components=2 -C "$1" "*/src/*.[ch]*"
}
unpack jansson
unpack libmd
tar -xf libmd_*.orig.tar.xz --wildcards --strip-components=2 -C include '*/include/*.h'

# What their configure scripts would have found out.
cat >include/jansson_config.h <<'END'
#ifndef JANSSON_CONFIG_H
#define JANSSON_CONFIG_H
#define JSON_INLINE inline
#define JSON_INTEGER_IS_LONG_LONG 1
#define JSON_HAVE_LOCALECONV 0
#define JSON_HAVE_ATOMIC_BUILTINS 0
#define JSON_HAVE_SYNC_BUILTINS 0
#define JSON_PARSER_MAX_DEPTH 2048
#endif
END
cat >include/jansson_private_config.h <<'END'
#define HAVE_STDINT_H 1
#define HAVE_UNISTD_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_STRTOLL 1
#define INITIAL_HASHTABLE_ORDER 3
END
cp jansson/jansson.h include/
: >include/config.h
cp /usr/include/uthash.h include/
