// single.js -- the page in one file: the library and the worker come out of the page itself. The library is packed by zstd, which makes it a
// tenth smaller than what browsers unpack by themselves.
// @ts-check
import { decompress } from "fzstd";
import { begin } from "./app.js";

const text = (/** @type {string} */ id) => document.getElementById(id)?.textContent?.trim() ?? "";

async function compile() {
	const bytes = Uint8Array.from(atob(text("library")), letter => letter.charCodeAt(0));
	return WebAssembly.compile(decompress(bytes));
}

const worker = URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" }));
begin(compile(), () => new Worker(worker));
