# The arguments of docs/disputes.txt: each variant gives the verdict that its document asks for, and the page is up to date.

docs/disputes.sh canasta >"$work/page" 2>"$work/errors" </dev/null
ends docs/disputes.txt $? 0 "$work/errors" &&
	same 'docs/disputes.md (`make docs` brings it up to date)' docs/disputes.md "$work/page"
