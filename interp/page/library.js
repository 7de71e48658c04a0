// library.js -- calls to the library, which runs in workers. One worker serves everything that somebody waits for; others
// are made for long work and thrown away with it.
// @ts-check
import { FINE, FINDINGS } from "./wasm.js";

/** @typedef {import("./wasm.js").Answer} Answer */

/** @type {Promise<WebAssembly.Module>} */
let module;
/** @type {() => Worker} */
let makeWorker;

/** Files of the user, by name: every worker is told them. @type {Map<string, string>} */
const files = new Map();

/** Must be called before anything else.
 * @param {Promise<WebAssembly.Module>} compiled
 * @param {() => Worker} worker */
export function start(compiled, worker) {
	module = compiled;
	makeWorker = worker;
	main = new Thread();
}

/** A worker with calls that wait for it. */
export class Thread {
	constructor() {
		this.worker = makeWorker();
		this.next = 1;
		/** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void, progress?: (done: number, all: number) => void}>} */
		this.waiting = new Map();
		this.worker.addEventListener("message", event => this.#answer(event.data));
		this.ready = module.then(compiled => {
			this.worker.postMessage({ module: compiled });
			for (const [name, text] of files)
				this.worker.postMessage({ number: 0, request: { call: "file", name, text } });
		});
	}

	/** @param {any} message */
	#answer(message) {
		const waiting = this.waiting.get(message.number);
		if (waiting === undefined)
			return;
		if (message.done !== undefined) {
			waiting.progress?.(message.done, message.all);
			return;
		}
		this.waiting.delete(message.number);
		if (message.error !== undefined)
			waiting.reject(new Error(message.error));
		else
			waiting.resolve(message.answer);
	}

	/** @param {string} call
	 * @param {object} [request]
	 * @param {(done: number, all: number) => void} [progress]
	 * @returns {Promise<Answer>} */
	async call(call, request, progress) {
		await this.ready;
		return new Promise((resolve, reject) => {
			const number = this.next++;
			this.waiting.set(number, { resolve, reject, progress });
			this.worker.postMessage({ number, request: { call, ...request } });
		});
	}

	/** The answer as an object, or an error with what the library says. @param {string} call @param {object} [request] */
	async json(call, request) {
		const answer = await this.call(call, request);
		if (answer.out === "" || (answer.status !== FINE && answer.status !== FINDINGS))
			throw new Refused(answer);
		return JSON.parse(answer.out);
	}

	/** Ends it; whoever waits is told. */
	end() {
		this.worker.terminate();
		for (const { reject } of this.waiting.values())
			reject(new Error("cancelled"));
		this.waiting.clear();
	}
}

/** What the library refused, in its words. */
export class Refused extends Error {
	/** @param {Answer} answer */
	constructor(answer) {
		super(answer.messages.trim() || "That cannot be read.");
		this.answer = answer;
	}
}

/** @type {Thread} */
let main;

/** @param {string} name @param {object} [request] @param {(done: number, all: number) => void} [progress] */
export const call = (name, request, progress) => main.call(name, request, progress);

/** @param {string} name @param {object} [request] @returns {Promise<any>} */
export const json = (name, request) => main.json(name, request);

/** Makes a file known to the library, or with null forgets it. @param {string} name @param {string | null} text */
export function file(name, text) {
	if (text === null)
		files.delete(name);
	else
		files.set(name, text);
	return main.call("file", { name, text });
}
