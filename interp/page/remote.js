// remote.js -- a table at a server: what it tells in a stream of events, and what is said to it. Each event is the whole view of a seat, so that
// whoever was asleep or cut off needs the newest alone; and an act names the record that it follows, so that one that is sent twice is done once.
// @ts-check
import { literally, unwrapped } from "./parts.js";
import { viewOf } from "./table.js";
import { json } from "./library.js";
import { inSigns } from "./cards.js";
import { kept } from "./store.js";
import { FINDINGS, FINE, MISUSE } from "./wasm.js";

/** @typedef {import("./game.js").Session} Session */
/** @typedef {import("./wasm.js").Answer} Answer */
/** @typedef {{seat: number, person: boolean, here: boolean, bot: string | null, name: string, since: number}} Chair */
/** What the last event says: [at] is the length of the record, [lines] are those of the view, [places] what rules call the chairs, [said] what somebody
 * has said just now, by seat; [back]: whose last act is asked back, and who has agreed; [mayBack]: whose last act could be; [awayAfter]:
 * how long somebody is away before a bot may be asked to play for her, in milliseconds; [toAct]: whose act is waited for, 0 for nobody's: in
 * the turn of somebody who asks her partner that is the partner; [game]: its number at this table, from 1.
 * @typedef {{at: number, title: string, variant: string, sides: number, chairs: Chair[], places: string[], playing: boolean, seat: number, lines: string, told: string[], soFar: number[], said: Map<number, number>, back: {seat: number, yes: number[]} | null, mayBack: number, hints: boolean, awayAfter: number, toAct: number, game: number}} Event */

/** A server says something at least each 15 seconds; so long, in milliseconds, is waited before a silent stream is begun anew, and so long if the phone
 * has slept meanwhile. */
const SILENCE = 35000, SLEPT = 16000;

/** How long is waited for an answer, in milliseconds. */
const ANSWER = 10000;

/** How long is waited before a stream that failed is begun anew, in milliseconds: at first, and at most. */
const AGAIN = 300, AGAIN_MOST = 5000;

/** What can be said at a table, by its number. */
export const PHRASES = ["Well played!", "Thank you!", "Sorry!", "One moment, please.", "Take your time.", "Good night!"];

/** What is missing, in words. */
const NO_LINK = "There is no connection to the table. What you did is sent as soon as there is one.";

// ---- what is kept of a table ----

/** What the browser keeps of a table: tokens that prove whose the seat is and who made it. @typedef {{token?: string, host?: string, title?: string, when: number}} Kept */

/** @param {string} id @returns {Kept | null} */
export function keptTable(id) {
	try { return JSON.parse(kept.read("table." + id) ?? "null"); } catch { return null; }
}

/** @param {string} id @param {Partial<Kept>} more */
export function keepTable(id, more) {
	kept.write("table." + id, JSON.stringify({ ...keptTable(id), ...more, when: Date.now() }));
	dispatchEvent(new CustomEvent("table"));
}

/** The latest first. */
export const keptTables = () => kept.names("table.").map(name => ({ id: name.slice("table.".length), ...keptTable(name.slice("table.".length)) })).sort((a, b) => (b.when ?? 0) - (a.when ?? 0));

/** @param {string} id */
export function forgetTable(id) {
	kept.write("table." + id, null);
	kept.write("worn." + id, null);
}

// ---- asking ----

/** @param {string} path @param {string | null} body @param {string | undefined} token */
export const request = (path, body, token) => fetch(path, { method: body === null ? "GET" : "POST", body, headers: token ? { Authorization: `Bearer ${token}` } : {}, cache: "no-store", keepalive: body !== null, signal: AbortSignal.timeout(ANSWER) });

const wait = (/** @type {number} */ time) => new Promise(resolve => setTimeout(resolve, time));

// ---- events ----

/** The names of a table: those of the people, each once. @param {Chair[]} chairs */
export const namesOf = chairs => chairs.map((chair, i) => chairs.findIndex(other => other.name === chair.name) < i ? `${chair.name} (${chair.seat})` : chair.name);

/** @param {string[]} lines @param {Event | null} before @returns {Event} */
function eventOf(lines, before) {
	/** @type {Event} */
	const event = { at: -1, title: "", variant: "", sides: 2, chairs: [], places: [], playing: false, seat: 0, lines: "", told: [], soFar: [], said: new Map(), back: null, mayBack: 0, hints: false, awayAfter: 0, toAct: 0, game: 1 };
	const view = [], undone = /** @type {number[]} */ ([]), gone = new Map();
	for (const line of lines) {
		const [word, ...rest] = line.split(" "), number = Number(rest[0]);
		switch (word) {
		case "canasta": case "players": case "target": case "did": case "go": break;
		case "at": event.at = number; break;
		case "variant": [event.variant, event.title] = [rest[0], rest.slice(2).join(" ")]; break;
		case "sides": event.sides = number; break;
		case "seat": event.seat = number; break;
		case "news": event.told.push(line.slice("news ".length)); break;
		case "undone": undone.push(number); break;
		case "so_far": event.soFar[number - 1] = Number(rest[1]); break;
		case "phrase": event.said.set(number, Number(rest[1])); break;
		case "back": event.back = { seat: number, yes: rest.slice(1).map(Number) }; break;
		case "may_back": event.mayBack = number; break;
		case "away_after": event.awayAfter = 1000 * number; break;
		case "to_act": event.toAct = number; break;
		case "game": event.game = number; break;
		case "hints": event.hints = rest[0] === "on"; break;
		case "gone": gone.set(number, Number(rest[1])); break;
		case "place": event.places[number - 1] = rest.slice(1).join(" "); break;
		case "who": {
			const was = before?.chairs[number - 1], here = rest[2] === "here";
			event.chairs.push({ seat: number, person: rest[1] === "person", here, bot: rest[3] === "-" ? null : rest[3], name: rest.slice(4).join(" "), since: was !== undefined && was.here === here ? was.since : Date.now() });
			break;
		}
		default:
			if (event.at >= 0) // what was done stands in front of it
				view.push(line);
		}
	}
	event.told.push(...undone.map(seat => `${event.places[seat - 1]} takes back the last act.`));
	event.playing = view.length > 0;
	event.lines = view.join("\n");
	for (const [seat, seconds] of gone)
		event.chairs[seat - 1].since = Date.now() - 1000 * seconds;
	return event;
}

// ---- the link to a table ----

/** A link to a table, for the seat whose token it has, or for one who looks on. It mends itself. */
export class Link {
	/** @param {string} id @param {string} [token] */
	constructor(id, token) {
		this.id = id;
		this.token = token;
		/** @type {Event | null} */
		this.event = null;
		/** Whether the table is heard, "" if so; "void" if the seat has another token now, "gone" if there is no such table. @type {"" | "lost" | "void" | "gone"} */
		this.state = "";
		/** @type {Set<() => void>} */
		this.listeners = new Set();
		this.ended = false;
		this.last = "";
		this.heard = Date.now();
		this.going = new AbortController();
		this.wake = () => {};
		this.woken = (/** @type {any} */ event) => {
			if (document.visibilityState === "visible" && (event.type === "online" || this.state === "lost" || Date.now() - this.heard > SLEPT))
				this.again();
		};
		for (const [target, name] of /** @type {const} */ ([[document, "visibilitychange"], [window, "pageshow"], [window, "online"]]))
			target.addEventListener(name, this.woken);
		this.watch = setInterval(() => { if (Date.now() - this.heard > SILENCE) this.again(); }, 1000);
		void this.#listen();
	}

	/** Begins the stream anew. */
	again() {
		this.heard = Date.now();
		this.going.abort();
		this.wake();
	}

	end() {
		this.ended = true;
		clearInterval(this.watch);
		for (const [target, name] of /** @type {const} */ ([[document, "visibilitychange"], [window, "pageshow"], [window, "online"]]))
			target.removeEventListener(name, this.woken);
		this.going.abort();
		this.wake();
	}

	/** @param {() => void} listener @returns {() => void} what ends it */
	subscribe(listener) {
		this.listeners.add(listener);
		return () => { this.listeners.delete(listener); };
	}

	#tell() {
		for (const listener of [...this.listeners])
			listener();
	}

	/** @param {Link["state"]} state */
	#become(state) {
		if (this.state === state)
			return;
		this.state = state;
		this.#tell();
	}

	async #listen() {
		for (let pause = AGAIN; !this.ended; ) {
			this.going = new AbortController();
			try {
				const answer = await fetch(`rooms/${this.id}/stream`, { headers: { ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}), ...(this.last ? { "Last-Event-ID": this.last } : {}) }, cache: "no-store", signal: this.going.signal });
				if (answer.status === 401 || answer.status === 404) {
					this.#become(answer.status === 401 ? "void" : "gone");
					return;
				}
				if (answer.status === 200 && answer.body !== null) {
					pause = AGAIN;
					await this.#read(answer.body);
				}
			} catch { /* it was cut off */ }
			if (this.ended)
				return;
			const slept = new Promise(resolve => { this.wake = () => resolve(undefined); });
			if (!this.going.signal.aborted) {
				setTimeout(() => { if (!this.ended && this.event !== null && Date.now() - this.heard > 1500) this.#become("lost"); }, 1600); // a moment is not worth a word
				await Promise.race([wait(pause), slept]);
			}
			pause = Math.min(pause * 2, AGAIN_MOST);
		}
	}

	/** @param {ReadableStream<Uint8Array>} body */
	async #read(body) {
		const reader = body.pipeThrough(new TextDecoderStream()).getReader();
		let text = "";
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			this.heard = Date.now();
			text += part.value;
			for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2))
				this.#take(text.slice(0, end).split("\n"));
		}
	}

	/** @param {string[]} lines */
	#take(lines) {
		const data = lines.filter(line => line.startsWith("data: ")).map(line => line.slice(6));
		if (data.length === 0)
			return;
		this.last = lines.find(line => line.startsWith("id: "))?.slice(4) ?? this.last;
		this.event = eventOf(data, this.event);
		this.state = "";
		this.#tell();
	}

	/** Waits until [is] holds for an event, at most so long. @param {(event: Event | null) => boolean} is @param {number} most in milliseconds */
	until(is, most) {
		if (is(this.event))
			return Promise.resolve();
		return /** @type {Promise<void>} */ (new Promise(resolve => {
			const done = () => { stop(); clearTimeout(timer); resolve(); }, stop = this.subscribe(() => { if (is(this.event)) done(); }), timer = setTimeout(done, most);
		}));
	}

	/** Says a line; asked again as long as there is no answer. One that names the record that it follows is done once, however often it is sent; then
	 * 409 says that the game has gone on. So does a question about the game as it is ([asks]). 0: nobody answered. @param {string} line @param {{at?: number, host?: string, asks?: boolean}} [more]
	 * @returns {Promise<{status: number, text: string}>} */
	async say(line, { at, host, asks = false } = {}) {
		const begun = this.event?.at;
		for (let pause = AGAIN; ; pause = Math.min(pause * 2, AGAIN_MOST)) {
			if ((at !== undefined && this.event !== null && this.event.at !== at) || (asks && this.event?.at !== begun))
				return { status: 409, text: "" };
			try {
				const answer = await request(`rooms/${this.id}`, (at === undefined ? "" : `at ${at} `) + line, host ?? this.token);
				if (answer.status !== 429 && answer.status !== 503)
					return { status: answer.status, text: await answer.text() };
			} catch {
				if (at === undefined && !asks && pause > AGAIN * 4)
					return { status: 0, text: "" };
			}
			if (this.ended)
				return { status: 0, text: "" };
			await wait(pause);
		}
	}
}

// ---- the session ----

/** What the browser keeps of how a table looks. @param {string} id */
function wornOf(id) {
	try { return JSON.parse(kept.read("worn." + id) ?? "null"); } catch { return null; }
}

/** Words of the library with the people's names where it has those of the places; a side has both. @param {string} text @param {Event} event @param {(name: string) => string} [as] */
function withNames(text, { places, chairs }, as = name => name) {
	const names = namesOf(chairs), all = [...places].sort((a, b) => b.length - a.length).map(literally).join("|");
	return all === "" ? text : text.replace(new RegExp(`\\b(${all})\\b(-(?=(?:${all})\\b))?`, "g"), (_, place, also) => as(names[places.indexOf(place)]) + (also ? " and " : ""));
}

/** The lines that say what the library's games are asked. [at]: it names the record that it follows. [named]: the answer has names of places. */
const VERBS = /** @type {Record<string, {word: string, at?: boolean, named?: boolean}>} */ ({ do: { word: "act", at: true, named: true }, undo: { word: "undo", at: true }, deal: { word: "deal", at: true },
	why: { word: "why", named: true }, offers: { word: "offers" }, hint: { word: "hint" }, score: { word: "score", named: true }, score_so_far: { word: "score_so_far", named: true } });

const inJson = (/** @type {string} */ name) => JSON.stringify(name).slice(1, -1);

/** What was answered, as the library would. An act that the game has overtaken is left, and the table shows how it is. @param {number} status @param {string} text @returns {Answer} */
const answerOf = (status, text) => status === 200 ? { status: FINE, out: text, messages: "" } : { status: status === 409 ? MISUSE : FINDINGS, out: "",
	messages: status === 409 ? "" : status === 507 ? "The server could not keep that, so it is not done. Try it again." : status === 422 ? text : NO_LINK };

/** How long a discard can be recalled, in milliseconds. */
const RECALL = 2000;

/** The table of a link that has heard of it. [parts]: what is drawn of people who are elsewhere. @param {Link} link @param {{Company: any, Choices: any, Waiting: any, Again: any}} parts @returns {Session & {link: Link}} */
export function remoteSession(link, parts) {
	const now = () => /** @type {Event} */ (link.event), { seat, title } = now(), people = seat > 0 ? [seat - 1] : [];
	let watcher = /** @type {import("./game.js").Watcher | null} */ (null), shown = /** @type {Event | null} */ (null), asked = -1;
	const show = () => {
		const event = now();
		if (event === shown || !event.playing)
			return;
		shown = event;
		const view = viewOf(event.lines), own = view.seat > 0, moment = view.winner !== "" ? "game_over" : view.ended !== "" ? "deal_over" : "act", points = event.soFar.length > 0 ? event.soFar : undefined;
		const sides = event.chairs.map((_, i) => i % event.sides), told = event.told.length > 0 ? unwrapped(inSigns(event.told.join("\n"))).map(line => withNames(line, event)) : [];
		void watcher?.heard({ state: { moment, seat: moment === "act" ? event.toAct - 1 : -1, may_undo: seat > 0 && event.mayBack === seat, seats: namesOf(event.chairs), sides, points }, told, lines: own ? event.lines : `${event.lines}\nview ${seat || 1}`, sitsOut: !own, covered: false });
		keep();
	};
	const keep = () => void (watcher && kept.write("worn." + link.id, JSON.stringify(watcher.worn())));
	return {
		link, people, title, worn: wornOf(link.id), paced: false, looksOn: seat === 0, recall: RECALL, ...parts, keep, free: () => {},
		begin(told) {
			watcher = told;
			show();
			const stop = link.subscribe(show);
			return () => { stop(); watcher = null; };
		},
		async ask(verb, words = "") {
			const { word, at, named } = VERBS[verb];
			asked = now().at;
			const { status, text } = await link.say(words === "" ? word : `${word} ${words}`, at ? { at: asked } : { asks: true }), answer = answerOf(status, text);
			if (named)
				answer.out = withNames(answer.out, now(), answer.out.startsWith("{") ? inJson : undefined);
			if (verb === "offers" && answer.out !== "") // a line of acts keeps the names of the library, and what a button says has the people's
				answer.out = JSON.stringify(JSON.parse(answer.out), (key, value) => key === "title" ? withNames(value, now()) : value);
			answer.messages = withNames(answer.messages, now());
			return answer;
		},
		goOn: () => link.until(event => event?.at !== asked, 4000),
		async rules(name, /** @type {{kind?: number}} */ more = {}) {
			const { status, text } = await link.say(name + (more.kind === 0 ? " whole" : ""));
			return status === 200 ? JSON.parse(text) : json(name, { variant: now().variant, ...more });
		},
		get record() { return viewOf(now().lines).winner !== "" ? async () => (await request(`rooms/${link.id}/record`, null, link.token)).text() : null; },
		hints: () => now().hints,
		tags: () => now().chairs.map(({ seat, person, here, bot }) => [now().said.has(seat) ? `“${PHRASES[(now().said.get(seat) ?? 1) - 1]}”` : "", bot !== null ? (person ? "a bot plays" : "bot") : "", person && !here ? "away" : ""].filter(words => words)),
		turn(seat) {
			const chair = now().chairs[seat], name = namesOf(now().chairs)[seat];
			return chair === undefined ? "" : chair.bot !== null ? `${name} plays …` : `${name} is to play${chair.here ? "." : ", and is away."}`;
		},
	};
}
