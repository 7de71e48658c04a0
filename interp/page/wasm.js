// wasm.js -- the library in this thread: requests go in as JSON, what bridge.c answers comes out. Of a system it gets a
// clock that stands still, and nothing else.
// @ts-check

/** What the library answered. @typedef {{status: number, out: string, messages: string}} Answer */

/** The statuses of the library. */
export const FINE = 0, FINDINGS = 1, MISUSE = 2, INTERNAL = 70;

/** Makes an instance of the library; what comes back runs a request.
 * @param {WebAssembly.Module} module
 * @param {(done: number, all: number) => void} [progress]
 * @returns {(request: object) => Answer} */
export function instantiate(module, progress) {
	const nothing = () => 8; // "bad file descriptor": there are no files here
	const instance = new WebAssembly.Instance(module, {
		page: { progress: (/** @type {number} */ done, /** @type {number} */ all) => progress?.(done, all) },
		wasi_snapshot_preview1: {
			clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
				new DataView(/** @type {WebAssembly.Memory} */ (instance.exports.memory).buffer).setBigUint64(at, 0n, true);
				return 0;
			},
			fd_close: nothing, fd_seek: nothing, fd_write: nothing, fd_read: nothing, fd_fdstat_get: nothing,
			proc_exit: () => { throw new Error("the library gave up"); },
		},
	});
	const library = /** @type {any} */ (instance.exports);
	const encoder = new TextEncoder(), decoder = new TextDecoder();

	library.__wasm_call_ctors();
	const text = (/** @type {number} */ which) =>
		decoder.decode(new Uint8Array(library.memory.buffer, library.page_text(which), library.page_length(which)));
	return request => {
		const bytes = encoder.encode(JSON.stringify(request));
		const at = library.page_room(bytes.length + 1);
		if (at === 0)
			throw new Error("there is not enough memory");
		const room = new Uint8Array(library.memory.buffer, at, bytes.length + 1);
		room.set(bytes);
		room[bytes.length] = 0;
		const status = library.page_call(at);
		return { status, out: text(0), messages: text(1) };
	};
}
