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

addEventListener("message", event => {
	const { number, request, module: given } = event.data;
	if (given !== undefined) {
		module = given;
		return;
	}
	current = number;
	try {
		postMessage({ number, answer: run(request) });
	} catch (error) {
		library = null;
		postMessage({ number, error: String(error) });
	}
});
