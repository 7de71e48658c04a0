// first.js -- takes the pile whenever that is legal, and otherwise does the first act of the list.
let choice = 1;

const answers = {
	seat: () => "ready first",
	acts: () => { choice = 1; },
	act: (number, verb) => { if (verb === "take") choice = number; },
	go: () => `act ${choice}`,
	ping: (what = "") => `pong ${what}`,
	bye: () => process.exit(),
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
	const [word, ...rest] = line.split(" ");
	const answer = Object.hasOwn(answers, word) && answers[word](...rest);
	if (answer) process.stdout.write(answer + "\n");
});
