// pad.js -- the score pad of an evening. Every entry is kept before it is shown; the library adds up and says who deals.
// @ts-check
import { html, useEffect, useState } from "./preact.js";
import { choiceOf, GamePicker, kept, OpenFile, Problem, saveAs, useGames } from "./parts.js";
import { call, file } from "./library.js";

const FILE = "evening.pad";

/** What can be entered for a side. @typedef {{name: string, kind: "count" | "points" | "yes" | "cards" | "word", words: string[]}} Item */

/** The entries that the library offers in words; [told] heads a column for each side.
 * @param {string} help @param {string} told @returns {{sides: string[], items: Item[]}} */
export function itemsOf(help, told) {
	const joined = help.replace(/\n {4,}/g, " ");
	const example = /^A deal, side by side: (.*)$/m.exec(joined)?.[1] ?? "us 1; them 1";
	const names = (/** @type {string} */ words) => words.split(",").map(word => word.trim()).filter(word => word !== "");
	/** @type {Item[]} */
	const items = [];
	const add = (/** @type {Item["kind"]} */ kind, /** @type {string[]} */ list) => { for (const name of list) items.push({ name, kind, words: [] }); };
	for (const line of joined.split("\n").filter(line => line.startsWith("  "))) {
		const [head, rest = ""] = line.trim().split(/:\s*/);
		if (head.startsWith("canastas")) add("count", names(rest));
		else if (head.startsWith("in points")) add("points", names(rest));
		else if (head.startsWith("what happened")) add("yes", names(rest));
		else if (head.startsWith("laid")) add("cards", ["laid"]);
		else if (head.startsWith("out")) add("yes", ["out"]);
		else if (head.startsWith("special")) items.push({ name: "special", kind: "word", words: names(rest) });
	}
	const two = example.split(";").map(part => part.trim().replace(/ -?\d+$/, "")), count = told.split("\n")[0].trim().split(/\s{2,}/).length - 1;
	return { sides: count === two.length ? two : Array.from({ length: count }, (_, i) => String(i + 1)), items };
}

/** Comma-separated values with quotes. @param {string} text */
const rowsOf = text => text.trim().split(/\r?\n/).map(line => [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)|(?<=,)(?=,|$)/g)].map(cell => (cell[1] ?? cell[2] ?? "").replaceAll('""', '"')));

/** @param {{csv: string}} props */
function Evening({ csv }) {
	const [head, ...rows] = rowsOf(csv);
	if (rows.length === 0 || head === undefined)
		return html`<p class="none">Nothing is entered yet.</p>`;
	let deal = "";
	return html`<div class="wide" tabindex="0" role="group" aria-label="The evening"><table class="evening"><thead><tr><th scope="col">Deal</th><th scope="col">What</th>${head.slice(3).map(side => html`<th scope="col" class="amount">${side}</th>`)}</tr></thead>
		<tbody>${rows.map(row => {
			const first = row[0] !== deal;
			deal = row[0];
			return html`<tr class=${row[2] === "total" ? "sum" : ""}><td>${first ? `${row[0]} (${row[1]} deals)` : ""}</td><th scope="row">${row[2]}</th>${row.slice(3).map(points => html`<td class="amount">${points}</td>`)}</tr>`;
		})}</tbody></table></div>`;
}

export function Pad() {
	const games = useGames();
	const [text, setText] = useState(kept.read("pad") ?? "");
	const [choice, setChoice] = useState(() => choiceOf(null));
	const [at, setAt] = useState(-1);
	const [known, setKnown] = useState(/** @type {{sides: string[], items: Item[]} | null} */ (null));
	const [told, setTold] = useState("");
	const [csv, setCsv] = useState("");
	const [entries, setEntries] = useState(/** @type {Record<string, string>} */ ({}));
	const [free, setFree] = useState("");
	const [error, setError] = useState(/** @type {string | null} */ (null));
	const look = async (/** @type {number} */ pad) => {
		setTold((await call("pad_do", { at: pad, verb: "tell" })).out);
		setCsv((await call("pad_do", { at: pad, verb: "csv" })).out);
	};
	const open = async (/** @type {string} */ content) => {
		await file(FILE, content);
		const answer = await call("pad", { file: FILE });
		if (answer.status > 1 || answer.out === "") { setError(answer.messages || "This is no score pad."); return; }
		const pad = Number(answer.out);
		setError(answer.messages || null);
		keep(content);
		setKnown(itemsOf((await call("pad_do", { at: pad, verb: "help" })).out, (await call("pad_do", { at: pad, verb: "tell" })).out));
		await look(pad);
		setAt(pad);
	};
	const keep = (/** @type {string} */ content) => { kept.write("pad", content === "" ? null : content); setText(content); };
	useEffect(() => { if (text !== "") void open(text); }, []);
	useEffect(() => () => { if (at >= 0) void call("free", { at }); }, [at]);
	const begin = async () => {
		const answer = await call("pad", choice);
		if (answer.status !== 0) { setError(answer.messages); return; }
		const head = (await call("pad_do", { at: Number(answer.out), verb: "head" })).out;
		await call("free", { at: Number(answer.out) });
		await open(head);
	};
	const enter = async (/** @type {string} */ line) => {
		const mark = (await call("pad_do", { at, verb: "mark" })).out, answer = await call("pad_do", { at, verb: "enter", words: line });
		if (answer.status !== 0) { setError(answer.messages); return; }
		keep(text + mark + line + "\n");
		setError(null);
		setEntries({});
		setFree("");
		await look(at);
	};
	if (at < 0)
		return html`<div class="room plain narrow"><form class="paper" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void begin(); }}>
			<h2 class="title">Keep the score</h2><p>For an evening with real cards: the pad adds up, says what each side needs to open and who deals, and forgets nothing.</p>
			<${GamePicker} id="pad-game" label="Which rules?" choice=${choice} set=${setChoice} games=${games} />
			<${Problem} words=${error} />
			<div class="buttons"><button type="submit" class="primary">Begin</button><${OpenFile} label="Open a pad" accept=".pad,text/plain" take=${(/** @type {string} */ _, /** @type {string} */ content) => open(content)} /></div></form></div>`;
	const { sides, items } = known ?? { sides: [], items: [] };
	const line = sides.map(side => {
		const parts = items.map(item => {
			const value = (entries[`${side} ${item.name}`] ?? "").trim();
			return value === "" ? "" : item.kind === "yes" ? item.name : `${item.name} ${value}`;
		}).filter(part => part !== "");
		const sum = (entries[`${side} `] ?? "").trim();
		return [side, sum, parts.join(", ")].filter(part => part !== "").join(" ");
	}).filter((part, i) => part !== sides[i]).join("; ");
	const set = (/** @type {string} */ key, /** @type {string} */ value) => setEntries({ ...entries, [key]: value });
	const title = (/** @type {string} */ name) => name.replaceAll("_", " ");
	return html`<div class="room pad-room">
		<form class="controls no-print" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void enter(line); }}>
			<h2>This deal</h2>
			${sides.map(side => html`<fieldset><legend>${/^\d+$/.test(side) ? `Player ${side}` : side}</legend>
				<div class="field"><label for=${`pad-${side}-sum`}>Points in all, or item by item below</label><input id=${`pad-${side}-sum`} inputmode="numeric" value=${entries[`${side} `] ?? ""} onInput=${(/** @type {any} */ event) => set(`${side} `, event.target.value)} /></div>
				<details><summary>Item by item</summary>${items.map(item => {
					const id = `pad-${side}-${item.name}`, key = `${side} ${item.name}`, value = entries[key] ?? "";
					if (item.kind === "yes")
						return html`<label class="check"><input type="checkbox" checked=${value !== ""} onChange=${(/** @type {any} */ event) => set(key, event.target.checked ? "yes" : "")} /> ${title(item.name)}</label>`;
					if (item.kind === "word")
						return html`<div class="field"><label for=${id}>${title(item.name)}</label><select id=${id} onChange=${(/** @type {any} */ event) => set(key, event.target.value)}><option value="">none</option>${item.words.map(word => html`<option value=${word} selected=${word === value}>${title(word)}</option>`)}</select></div>`;
					return html`<div class="field inline-field"><label for=${id}>${title(item.name)}${item.kind === "count" ? ", how many" : item.kind === "cards" ? ": cards, as in red 3 red 3" : ", points"}</label><input id=${id} inputmode=${item.kind === "cards" ? "text" : "numeric"} value=${value} onInput=${(/** @type {any} */ event) => set(key, event.target.value)} /></div>`;
				})}</details></fieldset>`)}
			<div class="buttons"><button type="submit" class="primary" disabled=${line === ""}>Enter</button><button type="button" onClick=${() => enter("undo")}>Take back the last</button></div>
			<div class="field"><label for="pad-free">Or in words: ${sides[0]} 1250; ${sides[1]} 340 – names Anna Bert … – dealer Bert</label><input id="pad-free" value=${free} onInput=${(/** @type {any} */ event) => setFree(event.target.value)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") { event.preventDefault(); void enter(free); } }} /></div>
			<${Problem} words=${error} />
		</form>
		<div class="paper">
			<h2 class="title">The evening</h2>
			<pre class="told" role="status">${told}</pre>
			<${Evening} csv=${csv} />
			<div class="buttons no-print"><button type="button" onClick=${() => print()}>Print</button>
				<button type="button" onClick=${() => saveAs("evening.csv", csv, "text/csv")}>For a spreadsheet</button>
				<button type="button" onClick=${() => saveAs(FILE, text)}>Save the pad</button>
				<button type="button" onClick=${async () => saveAs("evening.html", (await call("pad_do", { at, verb: "html" })).out, "text/html")}>Save as a page</button>
				<button type="button" onClick=${() => { if (confirm("Put this pad away and begin a new one? Save it first if you want to keep it.")) { keep(""); setAt(-1); setTold(""); setCsv(""); } }}>New pad</button></div>
		</div>
	</div>`;
}
