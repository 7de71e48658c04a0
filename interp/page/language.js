// language.js -- what the editor knows of the language. Reserved words come from the scanner's source when the page is built,
// sections and settings from the tables of the manual, and what holds from the rules themselves: nothing is listed here.
// @ts-check
import { call, json } from "./library.js";

/** Replaced when the page is built. @type {string[]} */
export const KEYWORDS = /** @type {any} */ (globalThis.CANASTA_KEYWORDS);

/** @typedef {{name: string, follows: string, otherwise: string, says: string}} Setting */
/** @typedef {{path: string[], list: boolean, heading: string, settings: Setting[]}} Section */
/** @typedef {{sections: Section[], facts: Set<string>}} Tables */

/** @type {Promise<Tables> | null} */
let known = null;

const cellsOf = (/** @type {string} */ line) => line.slice(1, -1).split(/(?<!\\)\|/).map(cell => cell.trim().replace(/\\\|/g, "|"));

/** The tables of the manual. @returns {Promise<Tables>} */
export function tables() {
	known ??= (async () => {
		const settings = (await call("manual", { part: "settings" })).out, facts = (await call("manual", { part: "facts" })).out;
		/** @type {Section[]} */
		const sections = [];
		let heading = "";
		for (const line of settings.split("\n")) {
			const head = /^`([^`]*\{ \.\.\. \}[^`]*)`/.exec(line);
			if (line.startsWith("### "))
				heading = line.slice(4);
			else if (head !== null) {
				const words = head[1].replace(/[{}.]/g, " ").split(/\s+/).filter(word => word !== "");
				sections.push({ path: words.filter(word => word !== "NAME"), list: words.includes("NAME"), heading, settings: [] });
			} else if (line.startsWith("| `") && sections.length > 0) {
				const [name, follows, otherwise, says] = cellsOf(line);
				sections[sections.length - 1].settings.push({ name: name.replaceAll("`", ""), follows, otherwise: otherwise.replaceAll("`", ""), says });
			}
		}
		const names = new Set();
		for (const line of facts.split("\n"))
			if (line.startsWith("| `"))
				for (const word of cellsOf(line)[0].replaceAll("`", "").split(" "))
					if (/^[a-z_]+$/.test(word))
						names.add(word);
		return { sections, facts: names };
	})();
	return known;
}

/** Where a place in a text is: the sections open there, from the outermost; and the words of its statement so far.
 * @param {string} text @param {number} at @returns {{open: string[][], words: string[]}} */
export function placeOf(text, at) {
	/** @type {string[][]} */
	const open = [];
	let words = [], i = 0;
	while (i < at) {
		const rest = text.slice(i, at);
		const piece = /^(#[^\n]*|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|[A-Za-z0-9_@][A-Za-z0-9_.-]*|[\s\S])/.exec(rest)?.[0] ?? rest;
		if (piece === "{") {
			open.push(words);
			words = [];
		} else if (piece === "}") {
			open.pop();
			words = [];
		} else if (piece === ";" || piece === "\n")
			words = [];
		else if (!/^\s|^#|^"""/.test(piece))
			words.push(piece);
		i += piece.length;
	}
	return { open, words };
}

/** The path that is open, as `canasta show` has it: pile, take, natural_pair. What adds or alters an item leads to it.
 * @param {string[][]} open */
export function pathOf(open) {
	const inner = open.slice(open.findIndex(words => words[0] === "variant" || words[0] === "fragment") + 1);
	return inner.filter(words => words[0] !== "option" && words[0] !== "choice" && words[0] !== "preset")
		.flatMap(words => words.filter(word => /^[a-z_0-9]+$/.test(word) && word !== "add" && word !== "replace").slice(0, 2));
}

/** The section that a path leads into; a list with an item, or a plain one. @param {Tables} tables @param {string[]} path */
export const sectionAt = (tables, path) => tables.sections.find(section =>
	section.path.every((word, i) => word === path[i]) && path.length === section.path.length + (section.list ? 1 : 0));

/** What the variant extends, and its name. @param {string} text */
export function headOf(text) {
	const bare = text.replace(/#[^\n]*/g, "");
	const found = /\bvariant\s+([A-Za-z_][A-Za-z0-9_]*)(?:\s+"((?:[^"\\]|\\.)*)")?(?:\s+extends\s+("[^"\n]+"(?::\w+)?|[A-Za-z_][\w:]*))?/.exec(bare);
	return found ? { name: found[1], title: found[2] ?? found[1], parent: found[3]?.replaceAll('"', "") ?? null } : null;
}

/** All settings of a variant by path, or of its parent while it has errors; null if nothing can be had.
 * @param {string} file @param {string | null} parent @returns {Promise<Map<string, any> | null>} */
export async function holding(file, parent) {
	for (const variant of [file, parent])
		if (variant !== null)
			try {
				const shown = await json("show", { variant });
				return new Map(shown.settings.map((/** @type {any} */ setting) => [setting.path, setting]));
			} catch { /* it has errors */ }
	return null;
}
