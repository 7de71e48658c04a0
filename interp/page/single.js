// single.js -- the page in one file: the library and the worker come out of the page itself.
// @ts-check
import { begin } from "./app.js";

const text = (/** @type {string} */ id) => document.getElementById(id)?.textContent?.trim() ?? "";

async function compile() {
	const bytes = Uint8Array.from(atob(text("library")), letter => letter.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
	return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

const worker = URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" }));
begin(compile(), () => new Worker(worker));
