# parts.sh PARTS GAMES VARIANT... -- plays GAMES games in so many parts, each a run of its own, and adds them up.
parts=$1 games=$2
shift 2
rm -f part.*.json
part=0
while [ $part -lt "$parts" ]; do
	canasta sim "$@" --games $((games * part / parts)):$((games * (part + 1) / parts)) --json >part.$part.json || exit
	part=$((part + 1))
done
canasta sim --merge part.*.json --json
