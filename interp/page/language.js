// language.js -- what the editor asks the library about a rules file while it is written. It asks in a thread of its own, where
// nothing long is waited for; no word of the language is listed here.
// @ts-check
import { call, Thread } from "./library.js";

/** Where something stands. @typedef {{file: string, shipped: boolean, line: number, column: number, end_line: number, end_column: number}} Place */

/** The questions of canasta.h. */
const QUESTIONS = { completion: 0, meaning: 1, definition: 2, references: 3 };

/** How the syntax file names kinds of words, and what CodeMirror has for them. @type {Record<string, string>} */
const TAGS = { "keyword.control": "keyword", "entity.name.type": "typeName", "variable.other.property": "propertyName", "constant.language": "atom", "support.function": "variableName", "constant.character": "atom" };

/** @type {Promise<Map<string, string>> | null} */
let known = null;

/** The words of the language and their kinds, from the syntax file that other editors get. */
export function words() {
	known ??= (async () => {
		/** @type {Map<string, string>} */
		const words = new Map();
		for (const { name, match } of JSON.parse((await call("syntax", { editor: "textmate" })).out).patterns)
			for (const word of /^\\b\(\?:([\w|]+)\)\\b$/.exec(match ?? "")?.[1].split("|") ?? [])
				words.set(word, words.get(word) ?? TAGS[name.replace(/\.canasta$/, "")]);
		return words;
	})();
	return known;
}

/** @type {Thread | null} */
let thread = null;

/** What is asked about a text that changes: it is handed over, and then the question is asked. */
export class Questions {
	/** @param {string} file @param {Map<string, string>} others its neighbours, which it may name */
	constructor(file, others) {
		thread ??= new Thread();
		this.file = file;
		for (const [name, text] of others)
			void thread.call("file", { name, text });
	}

	/** @param {string} text @param {string} name @param {object} request */
	async #json(text, name, request) {
		const library = /** @type {Thread} */ (thread);
		void library.call("file", { name: this.file, text });
		return library.json(name, request);
	}

	/** What is wrong with it. @param {string} text @returns {Promise<import("./editor.js").Finding[]>} */
	async check(text) { return (await this.#json(text, "check", { references: [this.file] })).findings; }

	/** @param {string} text @param {keyof typeof QUESTIONS} question @param {number} line @param {number} column @returns {Promise<any>} */
	ask(text, question, line, column) { return this.#json(text, "ask", { file: this.file, question: QUESTIONS[question], line, column }); }
}

/** The text of a file that comes with the page. @param {string} file */
export const shippedText = async file => (await call("shipped", { file })).out;

/** What the variant extends, and its name. @param {string} text */
export function headOf(text) {
	const bare = text.replace(/#[^\n]*/g, "");
	const found = /\bvariant\s+([A-Za-z_][A-Za-z0-9_]*)(?:\s+"((?:[^"\\]|\\.)*)")?(?:\s+extends\s+("[^"\n]+"(?::\w+)?|[A-Za-z_][\w:]*))?/.exec(bare);
	return found ? { name: found[1], title: found[2] ?? found[1], parent: found[3]?.replaceAll('"', "") ?? null } : null;
}
