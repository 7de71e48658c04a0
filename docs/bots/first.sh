#!/bin/sh
# first.sh -- takes the pile whenever that is legal, and otherwise does the first act of the list.
while read -r word number verb rest; do
	case $word in
	seat) echo "ready first" ;;
	acts) choice=1 ;;
	act) [ "$verb" != take ] || choice=$number ;;
	go) echo "act $choice" ;;
	ping) echo "pong $number" ;;
	bye) exit ;;
	esac
done
