// served.js -- the page in parts, for a web server: library and worker are files beside it.
// @ts-check
import { begin } from "./app.js";
import { findRoom, Invitation } from "./lobby.js";

const here = new URL(".", import.meta.url);
begin(WebAssembly.compileStreaming(fetch(new URL("canasta.wasm", here))), () => new Worker(new URL("worker.js", here)), { findRoom, Invitation });
