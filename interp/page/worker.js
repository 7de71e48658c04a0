// worker.js -- a thread with an instance of the library. The first message brings the module; each other one is a request
// with a number, which its answer carries too. An instance that broke down is made anew, and told the files again.
// @ts-check
import { instantiate } from "./wasm.js";

/** @type {WebAssembly.Module} */
let module;
/** @type {((request: any) => import("./wasm.js").Answer) | null} */
let library = null;
/** @type {Map<string, any>} */
const files = new Map();
let current = 0;

const progress = (/** @type {number} */ done, /** @type {number} */ all) => postMessage({ number: current, done, all });

/** @param {any} request */
function run(request) {
	if (library === null) {
		library = instantiate(module, progress);
		for (const file of files.values())
			library(file);
	}
	if (request.call === "file")
		files.set(request.name, request);
	return library(request);
}

/** How long a bot that looks ahead thinks before the next message is looked at, in milliseconds. */
const SLICE = 6;
let steps = 1;

/** Lets bots think for a slice: as many steps at once as take about a fifth of it. @param {any} request */
function think(request) {
	const began = performance.now();
	for (let before = began; ; ) {
		const answer = run({ ...request, steps }), now = performance.now();
		steps = now - before > SLICE / 5 ? Math.max(steps >> 1, 1) : Math.min(steps * 2, 256);
		if (answer.out !== "thinking" || now - began > SLICE * 4 / 5)
			return answer;
		before = now;
	}
}

addEventListener("message", event => {
	const { number, request, module: given } = event.data;
	if (given !== undefined) {
		module = given;
		return;
	}
	current = number;
	try {
		postMessage({ number, answer: request.call === "game_bots" ? think(request) : run(request) });
	} catch (error) {
		library = null;
		postMessage({ number, error: String(error) });
	}
});
