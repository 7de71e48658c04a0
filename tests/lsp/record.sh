#!/bin/sh
# record.sh BUILD -- records a session of Neovim with the server: record.lua is what somebody does in it, and what Neovim sends goes
# to a-house-rule-is-written-in-neovim.lsp. Then RECORD=1 ONLY=lsp tests/run BUILD takes down what the server answers. Needs neovim.
set -eu
cd "$(dirname "$0")/../.."
build=$(cd "${1:?usage: record.sh BUILD}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/club"
cp tests/lsp/club/* "$work/club"
cat >"$work/server" <<END
#!/bin/sh
tee "$work/sent" | "$build/canasta" lsp | tee "$work/answered"
END
chmod +x "$work/server"
(at=$PWD; cd "$work/club" && XDG_CACHE_HOME=$work/cache SERVER=$work/server timeout 60 nvim --headless -u NONE -i NONE -n \
	-c "luafile $at/tests/lsp/record.lua" ours.canasta) >"$work/said" 2>&1 </dev/null || { cat "$work/said" >&2; exit 1; }
cat "$work/said" >&2
"$build/tests/lsp" --messages "$work/club" <"$work/sent" | sed 's/"processId":[0-9]*/"processId":null/' >tests/lsp/a-house-rule-is-written-in-neovim.lsp
