// scale.mjs BUILD -- measures the server: STREAMS=10000 open streams at a quarter as many tables, which are begun, and then SECONDS=10 of
// BOT_TABLES=100 tables of bots at full speed. Prints figures; fails if 10,000 streams need more than 200 MB or, while nobody acts, a tenth of a
// processor.
import { readFileSync } from "node:fs";
import http from "node:http";
import { Server } from "./client.mjs";

const build = process.argv[2], streams = Number(process.env.STREAMS ?? 10000), seconds = Number(process.env.SECONDS ?? 10), botTables = Number(process.env.BOT_TABLES ?? 100);
const server = await new Server(build, ["--idle", "100000"]).start(), pid = server.process.pid;
const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });

/** @param {string} path @param {string} body @param {string} [token] @returns {Promise<string>} */
const post = (path, body, token) => new Promise((resolve, reject) => {
	const request = http.request({ port: server.port, path, method: "POST", agent, headers: token ? { Authorization: `Bearer ${token}` } : {} }, answer => {
		let text = "";
		answer.setEncoding("utf8").on("data", part => { text += part; }).on("end", () => resolve(text));
	});
	request.on("error", reject).end(body);
});
const word = (/** @type {string} */ text, /** @type {string} */ name) => new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
const processor = () => { const all = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" "); return (Number(all[11]) + Number(all[12])) / 100; };
const pause = (/** @type {number} */ time) => new Promise(resolve => setTimeout(resolve, time));
const saved = async () => Number(/saved (\d+)/.exec((await server.ask("/health")).text)?.[1]);

/** Does it for all numbers below [count], some at a time. @param {number} count @param {(i: number) => Promise<void>} run */
async function each(count, run) {
	let next = 0;
	await Promise.all(Array.from({ length: 32 }, async () => { while (next < count) await run(next++); }));
}

let bad = false;
const none = memory(), tables = Math.ceil(streams / 4), tokens = /** @type {[string, string | undefined][]} */ ([]);
await each(tables, async () => {
	const made = await post("/rooms", "rules wahhi"), id = word(made, "room") ?? "", host = word(made, "host");
	for (let seat = 1; seat <= 4; seat++)
		tokens.push([id, word(await post(`/rooms/${id}`, `sit ${seat} Player`), "token")]);
	await post(`/rooms/${id}`, "begin careful", host);
});
const begun = memory();
console.log(`${tables} tables are begun: ${(1024 * (begun - none) / tables).toFixed(1)} KiB a table`);
let open = 0;
const requests = [];
await each(streams, i => new Promise(resolve => {
	const [id, token] = tokens[i];
	const request = http.get({ port: server.port, path: `/rooms/${id}/stream`, agent: false, headers: { Authorization: `Bearer ${token}` } }, answer => {
		answer.once("data", () => { open++; resolve(); });
		answer.resume().on("error", () => {});
	});
	request.on("error", () => resolve());
	requests.push(request);
}));
await pause(2000);
const full = memory(), before = processor();
await pause(seconds * 1000);
const share = (processor() - before) / seconds;
console.log(`${open} of ${streams} streams are open: ${(1024 * (full - begun) / open).toFixed(1)} KiB a stream, ${full.toFixed(0)} MB in all, ${(100 * share).toFixed(1)} % of a processor while nobody acts`);
bad = open < streams || full > 200 || share > 0.1;
for (const request of requests)
	request.destroy();
await pause(2000);

const rooms = [];
await each(botTables, async () => { const made = await post("/rooms", "rules wahhi"); rooms.push([word(made, "room"), word(made, "host")]); });
for (const [id, host] of rooms)
	await post(`/rooms/${id}`, "begin simple", host);
const acts = await saved(), used = processor(), began = Date.now();
await pause(seconds * 1000);
const done = await saved() - acts, took = (Date.now() - began) / 1000;
console.log(`${botTables} tables of bots: ${(done / took).toFixed(0)} acts a second on the disk, ${(1e6 * (processor() - used) / done).toFixed(0)} us of a processor for each`);
await server.stop();
server.remove();
process.exit(bad ? 1 : 0);
