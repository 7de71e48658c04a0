// client.mjs -- a server that is started for a test, and people who use it as a page does.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server of its own, with a folder of its own. */
export class Server {
	/** @param {string} build @param {string[]} options */
	constructor(build, options = [], folder = mkdtempSync(join(tmpdir(), "canasta-serve-"))) {
		Object.assign(this, { build, options, folder, limited: false, closed: false, errors: "", said: "" });
	}

	async start(port = 0) {
		this.process = spawn(`${this.build}/canasta-serve`, ["--folder", join(this.folder, "rooms"), "--port", String(port), ...(this.closed ? [] : ["--open"]), "--pace", "0", ...(this.limited ? [] : ["--no-limits"]), ...this.options], { stdio: ["ignore", "pipe", "pipe"] });
		this.ended = new Promise(resolve => this.process.on("exit", (code, signal) => resolve(signal ?? code)));
		this.process.stdout.on("data", bytes => { this.said += bytes; });
		this.process.stderr.on("data", bytes => { this.errors += bytes; });
		const line = await new Promise(resolve => { this.process.stdout.once("data", bytes => resolve(String(bytes))); this.process.on("exit", () => resolve("")); });
		this.url = /http:\/\/[^/]*/.exec(line)?.[0];
		if (this.url === undefined)
			throw new Error("the server did not start: " + this.errors);
		this.port = Number(this.url.split(":").pop());
		return this;
	}

	async stop(signal = "SIGTERM") {
		this.process.kill(signal);
		return this.ended;
	}

	/** Ends it as a power cut would, and starts it again at the same port. */
	async kill() {
		await this.stop("SIGKILL");
		return this.start(this.port);
	}

	remove() { rmSync(this.folder, { recursive: true, force: true }); }

	/** @param {string} path @param {string | null} body @param {Record<string, string>} headers */
	async ask(path, body = null, headers = {}) {
		const answer = await fetch(this.url + path, { method: body === null ? "GET" : "POST", body, headers, signal: AbortSignal.timeout(20000) });
		return { status: answer.status, text: await answer.text(), headers: answer.headers };
	}

	/** Makes a room; who made it can speak as its host. @param {string} rules @param {string[]} options */
	async room(rules, options = [], hints = false) {
		const { status, text } = await this.ask("/rooms", [`rules ${rules}`, ...options.map(option => `with ${option}`), ...(hints ? ["hints on"] : [])].join("\n"));
		const [, id, token] = /^room (\S+)\nhost (\S+)\n$/.exec(text) ?? [];
		if (status !== 201 || id === undefined)
			throw new Error(`no room: ${status} ${text}`);
		return { id, host: new Person(this, id, token) };
	}
}

/** Somebody at a room, with a token or without. */
export class Person {
	/** @param {Server} server @param {string} room @param {string} [token] */
	constructor(server, room, token) { Object.assign(this, { server, room, token, last: undefined, lines: /** @type {string[]} */ ([]), events: 0, news: [], history: [] }); }

	get headers() { return this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }; }

	/** @param {string} line */
	say(line) { return this.server.ask(`/rooms/${this.room}`, line, this.headers); }

	/** Takes a chair. @param {number} seat @param {string} name */
	async sit(seat, name) {
		const { status, text } = await this.say(`sit ${seat} ${name}`);
		const token = /\ntoken (\S+)/.exec(text)?.[1];
		if (status === 200 && token !== undefined)
			[this.token, this.seat] = [token, seat];
		return status;
	}

	/** Reads the stream until it ends or is let go; [each] is called with every event. @param {(person: Person) => void} each */
	async listen(each = () => {}) {
		this.going = new AbortController();
		const answer = await fetch(`${this.server.url}/rooms/${this.room}/stream`, { headers: { ...this.headers, ...(this.last ? { "Last-Event-ID": this.last } : {}) }, signal: this.going.signal });
		this.status = answer.status;
		if (answer.status !== 200)
			return answer.status;
		let text = "";
		try {
			for await (const bytes of answer.body) {
				text += Buffer.from(bytes).toString("utf8");
				for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2))
					this.#take(text.slice(0, end), each);
			}
		} catch { /* it was cut off */ }
		return 200;
	}

	#take(event, each) {
		if (event.startsWith(":"))
			return;
		const lines = event.split("\n");
		this.last = lines.find(line => line.startsWith("id: "))?.slice(4);
		this.lines = lines.filter(line => line.startsWith("data: ")).map(line => line.slice(6));
		this.news.push(...this.lines.filter(line => line.startsWith("news ")));
		this.history.push(...this.lines.filter(line => /^(did|undone) /.test(line)));
		this.events++;
		each(this);
	}

	leave() { this.going?.abort(); }

	/** What follows [word] in the last event. @param {string} word */
	told(word) { return this.lines.find(line => line === word || line.startsWith(word + " "))?.slice(word.length + 1); }

	/** The lines of the last event that begin with [word]. @param {string} word */
	all(word) { return this.lines.filter(line => line.startsWith(word + " ")).map(line => line.slice(word.length + 1)); }

	get at() { return Number(this.told("at")); }

	/** The acts that are legal for her. */
	get acts() { return this.lines.filter(line => /^act \d+ /.test(line)).map(line => line.replace(/^act \d+ /, "")); }
}

/** Waits until [is] holds, looking again after each few milliseconds. @param {() => any} is @param {string} what */
export async function until(is, what, most = 15000) {
	for (const end = Date.now() + most; ;) {
		const value = await is();
		if (value)
			return value;
		if (Date.now() > end)
			throw new Error(`waited in vain for: ${what}`);
		await new Promise(resolve => setTimeout(resolve, 5));
	}
}
