# Sessions with the language server: what it sends for each message of a client. tests/lsp/record.sh says how those of a real client
# were recorded.

for file in tests/lsp/*.lsp; do
	"$build/tests/lsp" "$file" >"$work/is" 2>&1
	as_recorded "$file" "$work/is"
done
if command -v node >/dev/null; then
	XDG_CACHE_HOME=$work/cache node tests/lsp/vscode.mjs "$PWD/interp/lsp/vscode" "$build/canasta" >"$work/is" 2>&1
	as_recorded tests/lsp/vscode.expected "$work/is"
fi
