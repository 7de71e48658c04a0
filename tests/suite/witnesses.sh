# A game with a setting changed parts from the game as it is, and judge says so of every act that shows it.

if "$build/tests/witnesses" 60 wahhi >"$work/page" 2>"$work/err"; then
	pass
else
	fail 'witnesses of wahhi' 'too few settings show, or for no known reason they do not' "$work/err"
fi
