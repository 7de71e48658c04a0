// uses.mjs -- what the tests of the server share: uses that are tried one after the other, rooms with people in them, and what is sent as it is.
import assert from "node:assert/strict";
import net from "node:net";
import { Person, Server } from "./client.mjs";

export const build = process.argv[2];
const only = (process.env.ONLY ?? "").split(" ").filter(word => word !== "");
const uses = /** @type {[string, () => Promise<void>][]} */ ([]);

/** A use to be tried, called by a sentence. @param {string} name @param {() => Promise<void>} run */
export const use = (name, run) => uses.push([name, run]);

/** A server for one use. @param {(server: Server) => Promise<void>} run @param {string[]} [options] */
export async function served(run, options) {
	const server = await new Server(build, options).start();
	try {
		await run(server);
	} finally {
		if (server.process.exitCode === null && server.process.signalCode === null)
			await server.stop();
		server.remove();
	}
}

export const names = ["Ada", "Béla", "Chloë", "Dan", "Eve", "Finn"];

/** A room whose chairs are all taken. @param {Server} server @param {string} rules @param {number} players @param {string[]} [options] */
export async function roomOf(server, rules, players, options) {
	const { id, host } = await server.room(rules, options), people = [];
	for (let i = 0; i < players; i++) {
		people.push(new Person(server, id));
		assert.equal(await people[i].sit(i + 1, names[i]), 200);
	}
	return { id, host, people };
}

/** The status that is answered to what is sent as it is; 0 if nothing is. @param {Server} server @param {string | Buffer} text */
export async function rawly(server, text) {
	return Number(/^HTTP\/1\.. (\d+)/.exec(await answered(server, text))?.[1] ?? 0);
}

/** All that is answered. @param {Server} server @param {string | Buffer} text @returns {Promise<string>} */
export const answered = (server, text, wait = 300) => new Promise(resolve => {
	const socket = net.connect(server.port, "127.0.0.1", () => socket.write(text));
	let said = "";
	socket.on("data", bytes => { said += bytes; });
	socket.on("close", () => resolve(said));
	socket.on("error", () => resolve(said));
	setTimeout(() => socket.end(), wait);
});

/** Tries them, prints what failed and how many passed, and ends. */
export async function tryAll() {
	let failed = 0, passed = 0;
	for (const [name, run] of uses) {
		if (only.length > 0 && !only.some(word => name.includes(word)))
			continue;
		try {
			await run();
			passed++;
		} catch (error) {
			failed++;
			console.log(`FAILED ${name}\n  ${String(error?.stack ?? error).split("\n").slice(0, 6).join("\n  ")}`);
		}
	}
	console.log(`${passed} passed, ${failed} failed`);
	process.exit(failed > 0 ? 1 : 0);
}
