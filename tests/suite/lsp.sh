# Sessions with the language server: what it sends for each message of a client. tests/lsp/record.sh says how those of a real client
# were recorded.

for file in tests/lsp/*.lsp; do
	"$build/tests/lsp" "$file" >"$work/is" 2>&1
	as_recorded "$file" "$work/is"
done
