// store.js -- what the page keeps in the browser. What a person wrote is never overwritten in silence: not by a link, a file, a club's
// page or another window; and what the browser does not take is said.
// @ts-check
import { file } from "./library.js";

// ---- values by name ----

const PREFIX = "canasta.";

/** What the browser did not take: it is there as long as the page is open. @type {Map<string, string | null>} */
const unkept = new Map();

/** Without these nothing is lost but a habit. */
const HABITS = ["colours", "last", "name", "pace", "size", "sounds"];

/** True if something would be lost if the page were closed now. */
export const isUnkept = () => [...unkept.keys()].some(name => !HABITS.includes(name));

const changed = (/** @type {string} */ what) => dispatchEvent(new CustomEvent("kept", { detail: what }));

export const kept = {
	/** @param {string} name @returns {string | null} */
	read(name) {
		if (unkept.has(name))
			return unkept.get(name) ?? null;
		try { return localStorage.getItem(PREFIX + name); } catch { return null; }
	},
	/** False if the browser does not keep it: it is full, or keeps nothing for this page. @param {string} name @param {string | null} value */
	write(name, value) {
		const before = isUnkept();
		try {
			if (value === null) localStorage.removeItem(PREFIX + name);
			else localStorage.setItem(PREFIX + name, value);
			unkept.delete(name);
		} catch { unkept.set(name, value); }
		if (isUnkept() !== before)
			changed("unkept");
		return !unkept.has(name);
	},
	/** The names of values that begin so. @param {string} start */
	names(start) {
		const names = new Set(unkept.keys());
		try { for (let i = 0; i < localStorage.length; i++) names.add((localStorage.key(i) ?? "").slice(PREFIX.length)); } catch { /* there are none */ }
		return [...names].filter(name => name.startsWith(start) && kept.read(name) !== null).sort();
	},
};

addEventListener("beforeunload", event => { if (isUnkept()) event.preventDefault(); });

/** @param {string | null} value */
function parsed(value) {
	try { const found = JSON.parse(value ?? "null"); return found !== null && typeof found === "object" ? found : null; } catch { return null; } // somebody else's
}

// ---- files of the user ----

/** Their texts, by the names that they have in this window. @type {Map<string, string>} */
export const ownFiles = new Map();

/** Where a file is kept: [came] is the text that a link, a page or a file from disk brought, null for what was written here; [value] is what
 * this window knows to be kept. @typedef {{key: string, stored: string, came: string | null, carried: boolean, value: string | null}} Entry */

/** @type {Map<string, Entry>} */
const entries = new Map();

/** A name that rules can use for a file: letters, digits and a few signs. @param {string} name @param {string} ending */
export function fileName(name, ending) {
	const plain = name.normalize("NFKD").replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^[._]+/, "").slice(-60);
	return /\.(canasta|rulings)$/.test(plain) ? plain : (plain || "ours") + ending;
}

/** [name] if no file has it, else the same with a number. @param {string} name */
export function freeName(name) {
	const [, start, ending] = /^(.*?)((?:\.\w+)?)$/.exec(name) ?? ["", name, ""];
	let free = name;
	for (let i = 2; ownFiles.has(free) || kept.read("file." + free) !== null; i++)
		free = `${start}-${i}${ending}`;
	return free;
}

/** A short name for a text: what a member changed in a club's text is not shown in place of another text. @param {string} text */
function digest(text) {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++)
		hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
	return hash.toString(36) + text.length.toString(36);
}

/** The text that a link, a page or a file from disk brought under this name; null if it was written here or is still the same.
 * @param {string} name */
export function cameAs(name) {
	const came = entries.get(name)?.came ?? null;
	return came !== null && came !== ownFiles.get(name) ? { text: came, carried: entries.get(name)?.carried === true } : null;
}

/** Files that came with the page and were changed here. */
export const changedOfClub = () => [...entries.keys()].filter(name => cameAs(name)?.carried);

/** Keeps a text at once and returns the name that it has: another one if this file was changed in another window in the meantime.
 * @param {string} name @param {string} text @param {string | null} [came] of a new file */
export function keepText(name, text, came = null) {
	const entry = entries.get(name) ?? { key: "file." + name, stored: name, came, carried: false, value: null };
	const there = kept.read(entry.key), other = there !== entry.value ? parsed(there) : null;
	if (other !== null && other.text !== text) {
		ownFiles.set(name, other.text);
		entries.set(name, { ...entry, value: there });
		void file(name, other.text);
		return keepText(freeName(name), text);
	}
	entry.value = entry.carried && text === entry.came ? null : JSON.stringify({ name: entry.stored, text, came: entry.came });
	const before = changedOfClub().length;
	entries.set(name, entry);
	ownFiles.set(name, text);
	kept.write(entry.key, entry.value);
	if (changedOfClub().length !== before)
		changed("club");
	return name;
}

/** The library knows the text of the file as it is kept when this returns. @param {string} name */
export async function tellLibrary(name) {
	await file(name, ownFiles.get(name) ?? null);
	changed("games");
}

/** Keeps a text, and the library knows it when this returns. @param {string} name @param {string} text @param {string | null} [came] */
export async function keepFile(name, text, came = null) {
	const as = keepText(name, text, came);
	await tellLibrary(as);
	return as;
}

/** @param {string} name */
export async function forgetFile(name) {
	const entry = entries.get(name);
	if (entry !== undefined)
		kept.write(entry.key, null);
	entries.delete(name);
	ownFiles.delete(name);
	await file(name, null);
	changed("games");
}

/** Takes in a text that a link, the form or a file from disk brings, beside what is there. Returns its name, and what there is to be said of
 * it. @param {string} name @param {string} text @param {boolean} [replace] in place of a file of that name */
export async function takeFile(name, text, replace = false) {
	const earlier = [...entries].find(([other, { came }]) => came === text && ownFiles.has(other))?.[0];
	if (ownFiles.get(name) === text)
		return { name, said: "" };
	if (earlier !== undefined && !replace)
		return { name: earlier, said: ownFiles.get(earlier) === text ? "" : `You have changed ${earlier} since it came: this is your text.` };
	if (replace) {
		await forgetFile(name);
		return { name: await keepFile(name, text, text), said: "" };
	}
	const free = freeName(name);
	return { name: await keepFile(free, text, text), said: free === name ? "" : `You have another ${name}, which stays as it is: this one is called ${free}.` };
}

/** Brings the files of an earlier visit back, and what the page itself carries, as it was changed here. A file that has the name of one that
 * the page carries gets another name in this window. @param {Record<string, string>} carried */
export async function restoreFiles(carried) {
	const add = (/** @type {string} */ name, /** @type {string} */ text, /** @type {Entry} */ entry) => { ownFiles.set(name, text); entries.set(name, entry); };
	for (const [name, came] of Object.entries(carried))
		if (typeof came === "string") {
			const key = `file.${name}#${digest(came)}`, value = kept.read(key), found = parsed(value);
			add(name, found?.came === came ? found.text : came, { key, stored: name, came, carried: true, value });
		}
	const taken = new Set([...entries.values()].map(entry => entry.key));
	for (const key of kept.names("file.")) {
		const value = kept.read(key), found = parsed(value);
		if (!taken.has(key) && typeof found?.name === "string" && typeof found.text === "string") {
			const name = ownFiles.has(found.name) ? freeName(found.name) : found.name;
			add(name, found.text, { key, stored: found.name, came: found.came ?? null, carried: false, value });
		}
	}
	for (const pair of Array.isArray(parsed(kept.read("files"))) ? parsed(kept.read("files")) : []) // as earlier versions of the page kept them
		if (typeof pair?.[0] === "string" && typeof pair[1] === "string" && ownFiles.get(pair[0]) !== pair[1])
			keepText(freeName(pair[0]), pair[1]);
	kept.write("files", null);
	for (const [name, text] of ownFiles)
		await file(name, text);
}

/** What another window kept is there in this one, too. The text in an editor stays until the room hears of it. */
addEventListener("storage", event => {
	const key = (event.key ?? "").slice(PREFIX.length);
	if (!key.startsWith("file."))
		return;
	const found = parsed(event.newValue), name = [...entries].find(([, entry]) => entry.key === key)?.[0] ?? (found === null ? undefined : freeName(found.name));
	if (name === undefined)
		return;
	const entry = entries.get(name) ?? { key, stored: found.name, came: found.came ?? null, carried: false, value: null };
	entries.set(name, { ...entry, value: event.newValue });
	if (found !== null) {
		ownFiles.set(name, found.text);
		void file(name, found.text);
	} else if (entry.carried)
		ownFiles.set(name, entry.came ?? "");
	changed("games");
	changed("club");
	dispatchEvent(new CustomEvent("kept-elsewhere", { detail: { name, text: found?.text ?? null } }));
});

// ---- games that were begun ----

/** @typedef {{id: string, record: string, seats: (string | null)[], title: string, over: boolean, when: number, worn?: import("./motion.js").Worn | null}} Game */

/** So many finished games stay; unfinished ones stay until they are forgotten. */
export const FINISHED_KEPT = 5;

/** The latest first. @returns {Game[]} */
export const keptGames = () => kept.names("game.").map(name => ({ ...parsed(kept.read(name)), id: name.slice("game.".length) }))
	.filter(game => typeof game.record === "string" && Array.isArray(game.seats)).sort((a, b) => b.when - a.when);

export const newGame = () => Date.now().toString(36) + Math.floor(Math.random() * 1e6).toString(36);

/** Keeps a game and returns the id that it has: another one if it is played on in another window. [before] is what this window kept last, null
 * if nothing yet. @param {Game} game @param {string | null} before @returns {{id: string, value: string}} */
export function keepGame(game, before) {
	const there = kept.read("game." + game.id), value = JSON.stringify(game);
	if (before !== null && there !== null && there !== before) {
		const id = newGame();
		return keepGame({ ...game, id }, null);
	}
	kept.write("game." + game.id, value);
	for (const old of !game.over ? [] : keptGames().filter(one => one.over && one.id !== game.id).slice(FINISHED_KEPT - 1))
		forgetGame(old.id);
	return { id: game.id, value };
}

/** @param {string} id */
export const forgetGame = id => void kept.write("game." + id, null);

/** The one game that earlier versions of the page kept. */
export function restoreGames() {
	const record = kept.read("record"), seats = parsed(kept.read("seats"));
	if (record !== null)
		kept.write("game.earlier", JSON.stringify({ id: "earlier", record, seats: seats ?? [], title: "", over: false, when: 0 }));
	kept.write("record", null);
	kept.write("seats", null);
}
