// pad.js -- the score pad of an evening. Every entry is kept before it is shown; the library adds up and says who deals.
// @ts-check
import { html, useEffect, useState } from "./preact.js";
import { choiceOf, GamePicker, kept, OpenFile, Problem, saveAs, titlesOf, untitled, useGames } from "./parts.js";
import { call, file, json } from "./library.js";
import { DocumentView, plain } from "./document.js";

const FILE = "evening.pad";

/** What can be entered for a side; [group] is the list of the rules in which it has its title. @typedef {{name: string, kind: "count" | "points" | "yes" | "cards" | "word", group: string, words: string[]}} Item */

/** The entries that the library offers in words. @param {any} help the document @returns {Item[]} */
export function itemsOf(help) {
	const names = (/** @type {string} */ words) => words.split(",").map(word => word.trim()).filter(word => word !== "");
	/** @type {Item[]} */
	const items = [];
	const add = (/** @type {Item["kind"]} */ kind, /** @type {string} */ group, /** @type {string[]} */ list) => { for (const name of list) items.push({ name, kind, group, words: [] }); };
	for (const block of help.blocks) {
		const head = plain(block.label) || plain(block.words), rest = plain(block.words);
		if (!block.depth) continue;
		else if (head.startsWith("canastas")) add("count", "canasta", names(rest));
		else if (head.startsWith("in points")) add("points", "score", names(rest));
		else if (head.startsWith("what happened")) add("yes", "event", names(rest));
		else if (head.startsWith("laid")) add("cards", "", ["laid"]);
		else if (head.startsWith("out")) add("yes", "", ["out"]);
		else if (head.startsWith("alone")) add("yes", "", ["alone"]);
		else if (head.startsWith("special")) items.push({ name: "special", kind: "word", group: "special", words: names(rest) });
	}
	return items;
}

/** What the pad itself calls its entries. */
const OWN = /** @type {Record<string, string>} */ ({ laid: "Bonus cards laid out", out: "Went out", alone: "Played alone", special: "Special hand" });

/** Comma-separated values with quotes. @param {string} text */
const rowsOf = text => text.trim().split(/\r?\n/).map(line => [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)|(?<=,)(?=,|$)/g)].map(cell => (cell[1] ?? cell[2] ?? "").replaceAll('""', '"')));

/** The fields of the form that an entry fills: `us ` is the total of a side, `us melded` an item, `us +` what has no field of its own.
 * @param {string} words @param {string[]} sides in the order of the entry @param {Item[]} items */
export function fieldsOf(words, sides, items) {
	/** @type {Record<string, string>} */
	const fields = {};
	for (const part of words.split("; ")) {
		const side = [...sides].sort((one, other) => other.length - one.length).find(name => part.startsWith(`${name} `));
		if (side === undefined)
			continue;
		const other = [];
		for (const said of part.slice(side.length + 1).split(", ")) {
			const item = items.find(one => said === one.name || said.startsWith(`${one.name} `));
			if (/^[-+]?\d+$/.test(said)) fields[`${side} `] = said;
			else if (item === undefined) other.push(said);
			else fields[`${side} ${item.name}`] = item.kind === "yes" ? "yes" : said.slice(item.name.length + 1);
		}
		if (other.length > 0) fields[`${side} +`] = other.join(", ");
	}
	return fields;
}

/** @param {{csv: string, change: (deal: number) => void}} props */
function Evening({ csv, change }) {
	const [head, ...rows] = rowsOf(csv);
	if (rows.length === 0 || head === undefined)
		return null;
	let deal = "";
	return html`<div class="wide" tabindex="0" role="group" aria-label="The evening"><table class="evening"><thead><tr><th scope="col">Deal</th>${head.slice(3).map(side => html`<th scope="col" class="amount">${side}</th>`)}</tr></thead>
		<tbody>${rows.map(row => {
			const first = row[0] !== deal;
			deal = row[0];
			return html`${first && html`<tr class="topic"><th scope="rowgroup" colspan=${row.length - 2}>${`${row[0]}, ${row[1]} deals`} <button type="button" class="no-print" aria-label=${`Correct deal ${row[0]}`} onClick=${() => change(Number(row[0]))}>Correct</button></th></tr>`}
				<tr class=${row[2] === "total" ? "sum" : ""}><th scope="row">${row[2]}</th>${row.slice(3).map(points => html`<td class="amount">${points}</td>`)}</tr>`;
		})}</tbody></table></div>`;
}

/** What the sides are called in a report of the pad. @param {any} report @returns {string[]} */
const sidesOf = report => (report?.blocks.find((/** @type {any} */ block) => block.kind === "table")?.table.rows[0].cells ?? []).slice(1).map(plain);

/** A bonus card to show how they are written. @param {import("./parts.js").Titles} titles */
const firstBonus = titles => (titles.value("bonus.cards") ?? "").split(",")[0];

export function Pad() {
	const games = useGames();
	const [text, setText] = useState(kept.read("pad") ?? "");
	const [choice, setChoice] = useState(() => choiceOf(null));
	const [at, setAt] = useState(-1);
	const [items, setItems] = useState(/** @type {Item[]} */ ([]));
	const [titles, setTitles] = useState(untitled);
	const [told, setTold] = useState(/** @type {any} */ (null));
	const [csv, setCsv] = useState("");
	const [entries, setEntries] = useState(/** @type {Record<string, string>} */ ({}));
	const [byItem, setByItem] = useState(false);
	const [free, setFree] = useState("");
	const [error, setError] = useState(/** @type {string | null} */ (null));
	const [doubted, setDoubted] = useState(/** @type {{line: string, words: string} | null} */ (null)); // an entry that waits for a yes
	const [changing, setChanging] = useState(0); // the deal that the form corrects, 0 for a new one
	const look = async (/** @type {number} */ pad) => {
		setTold(await json("pad_do", { at: pad, verb: "tell" }));
		setCsv((await call("pad_do", { at: pad, verb: "csv" })).out);
	};
	/** Shows what another window has written on the pad since; true if it has. What was typed here stays in the form. */
	const catchUp = async () => {
		const there = kept.read("pad") ?? "";
		if (there === text)
			return false;
		if (there === "") { setAt(-1); setText(""); } else await open(there);
		return true;
	};
	const open = async (/** @type {string} */ content) => {
		await file(FILE, content);
		const answer = await call("pad", { file: FILE });
		if (answer.status > 1 || answer.out === "") { setError(answer.messages || "This is no score pad."); return; }
		const pad = Number(answer.out);
		setError(answer.messages || null);
		keep(content);
		setItems(itemsOf(await json("pad_do", { at: pad, verb: "help" })));
		setTitles(await titlesOf(await json("pad_do", { at: pad, verb: "rules" })));
		await look(pad);
		setAt(pad);
	};
	const keep = (/** @type {string} */ content) => { kept.write("pad", content === "" ? null : content); setText(content); };
	useEffect(() => { if (text !== "") void open(text); }, []);
	useEffect(() => () => { if (at >= 0) void call("free", { at }); }, [at]);
	useEffect(() => {
		const heard = () => void catchUp();
		addEventListener("storage", heard);
		return () => removeEventListener("storage", heard);
	}, [text]);
	const begin = async () => {
		const answer = await call("pad", choice);
		if (answer.status !== 0) { setError(answer.messages); return; }
		const head = (await call("pad_do", { at: Number(answer.out), verb: "head" })).out;
		await call("free", { at: Number(answer.out) });
		await open(head);
	};
	const clear = () => { setEntries({}); setFree(""); setChanging(0); setDoubted(null); setError(null); };
	const book = async (/** @type {string} */ line) => {
		if (await catchUp()) { setDoubted(null); setError("Another window has written on this pad. This is how it stands now; enter yours again if it is missing."); return; }
		const mark = (await call("pad_do", { at, verb: "mark" })).out, answer = await call("pad_do", { at, verb: "enter", words: line });
		setDoubted(null);
		if (answer.status !== 0) { setError(answer.messages); return; }
		keep(text + mark + line + "\n");
		clear();
		await look(at);
	};
	/** Books an entry, unless the library asks whether it is meant. */
	const enter = async (/** @type {string} */ line) => {
		const doubt = await call("pad_do", { at, verb: "doubt", words: line });
		setError(null);
		if (doubt.status === 0) await book(line);
		else setDoubted({ line, words: doubt.messages });
	};
	/** Puts a deal of the pad into the form. */
	const change = async (/** @type {number} */ deal) => {
		const shown = await json("pad_do", { at, verb: "show", deal });
		const words = plain(shown.blocks.find((/** @type {any} */ block) => plain(block.label) === "entered as")?.words);
		const fields = fieldsOf(words, sidesOf(shown), items);
		clear();
		setEntries(fields);
		setByItem(Object.keys(fields).some(key => !key.endsWith(" ")));
		setChanging(deal);
		document.getElementById("pad-entry")?.scrollIntoView();
		document.querySelector(/** @type {"input"} */ ("#pad-entry .entries input"))?.focus();
	};
	if (at < 0)
		return html`<div class="room plain narrow"><form class="paper" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void begin(); }}>
			<h2 class="title">Keep the score</h2>
			<p>For an evening with real cards: the pad adds up, says what each side needs to open and who deals, and forgets nothing.</p>
			<${GamePicker} id="pad-game" label="Which rules?" choice=${choice} set=${setChoice} games=${games} />
			<${Problem} words=${error} />
			<div class="buttons"><button type="submit" class="primary">Begin</button><${OpenFile} label="Open a pad" accept=".pad,text/plain" take=${(/** @type {string} */ _, /** @type {string} */ content) => open(content)} /></div></form></div>`;
	const sides = sidesOf(told);
	const line = sides.map(side => {
		const parts = items.map(item => {
			const value = (entries[`${side} ${item.name}`] ?? "").trim();
			return value === "" ? "" : item.kind === "yes" ? item.name : `${item.name} ${value}`;
		}).concat(entries[`${side} +`] ?? "").filter(part => part !== "");
		const sum = (entries[`${side} `] ?? "").trim();
		return [side, sum, parts.join(", ")].filter(part => part !== "").join(" ");
	}).filter((part, i) => part !== sides[i]).join("; ");
	const set = (/** @type {string} */ key, /** @type {string} */ value) => setEntries(now => ({ ...now, [key]: value }));
	const title = (/** @type {Item} */ item) => OWN[item.name] ?? titles.title(item.group, item.name);
	const unit = (/** @type {Item} */ item) => item.kind === "count" ? "how many" : item.kind === "points" ? "points" : item.kind === "cards" ? `for example ${firstBonus(titles)}` : "";
	const cell = (/** @type {Item} */ item, /** @type {string} */ side) => {
		const id = `pad-${side}-${item.name}`, key = `${side} ${item.name}`, value = entries[key] ?? "", label = `${title(item)}, ${side}`;
		if (item.kind === "yes")
			return html`<input type="checkbox" id=${id} aria-label=${label} checked=${value !== ""} onChange=${(/** @type {any} */ event) => set(key, event.target.checked ? "yes" : "")} />`;
		if (item.kind === "word")
			return html`<select id=${id} aria-label=${label} onChange=${(/** @type {any} */ event) => set(key, event.target.value)}><option value="">none</option>${item.words.map(word => html`<option value=${word} selected=${word === value}>${titles.title("special", word)}</option>`)}</select>`;
		return html`<input id=${id} aria-label=${label} inputmode=${item.kind === "cards" ? "text" : "numeric"} value=${value} onInput=${(/** @type {any} */ event) => set(key, event.target.value)} />`;
	};
	return html`<div class="room pad-room">
		<form id="pad-entry" class="controls no-print" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void enter(changing > 0 ? `replace ${changing} ${line}` : line); }}>
			<h2>${changing > 0 ? `Deal ${changing}, corrected` : "This deal"}</h2>
			<label class="check"><input type="checkbox" id="pad-by-item" checked=${byItem} onChange=${(/** @type {any} */ event) => setByItem(event.target.checked)} /> Item by item: the pad adds up</label>
			<div class="wide" tabindex="0" role="group" aria-label="What each side scored"><table class="entries">
				<thead><tr><td></td>${sides.map(side => html`<th scope="col">${/^\d+$/.test(side) ? `Player ${side}` : side}</th>`)}</tr></thead>
				<tbody><tr><th scope="row">Points in all</th>${sides.map(side => html`<td><input id=${`pad-${side}-sum`} aria-label=${`Points in all, ${side}`} inputmode="numeric" value=${entries[`${side} `] ?? ""} onInput=${(/** @type {any} */ event) => set(`${side} `, event.target.value)} /></td>`)}</tr></tbody>
				${byItem && html`<tbody>${items.map(item => html`<tr><th scope="row">${title(item)}${unit(item) && html` <span class="unit">${unit(item)}</span>`}</th>${sides.map(side => html`<td>${cell(item, side)}</td>`)}</tr>`)}</tbody>`}
			</table></div>
			${doubted && html`<div class="problem" role="alert"><p>${doubted.words.trim()}</p><div class="buttons"><button type="button" class="primary" onClick=${() => book(doubted.line)}>Book it</button><button type="button" onClick=${() => setDoubted(null)}>Change it</button></div></div>`}
			${changing > 0 ? html`<div class="buttons"><button type="submit" class="primary" disabled=${line === ""}>Enter the correction</button><button type="button" onClick=${() => enter(`remove ${changing}`)}>Take the deal out</button><button type="button" onClick=${clear}>Leave it as it is</button></div>`
				: html`<div class="buttons"><button type="submit" class="primary" disabled=${line === ""}>Enter</button><button type="button" onClick=${() => enter("undo")}>Take back the last</button></div>`}
			<div class="field"><label for="pad-free">Or in words: ${sides[0]} 1250; ${sides[1]} 340 – names Anna, Bert … – dealer Bert – start ${sides[0]} 500; ${sides[1]} 300 – correct 2 dealer Anna – insert 2 ${sides[0]} 700</label><input id="pad-free" value=${free} onInput=${(/** @type {any} */ event) => setFree(event.target.value)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") { event.preventDefault(); void enter(free); } }} /></div>
			<${Problem} words=${error} />
		</form>
		<div class="paper">
			<h2 class="title">The evening</h2>
			<div role="status">${told && html`<${DocumentView} doc=${told} />`}</div>
			${csv.trim().includes("\n") && html`<h3>All deals</h3><${Evening} csv=${csv} change=${change} />`}
			<div class="buttons no-print"><button type="button" onClick=${() => print()}>Print</button>
				<button type="button" onClick=${() => saveAs("evening.csv", csv, "text/csv")}>For a spreadsheet</button>
				<button type="button" onClick=${() => saveAs(FILE, text)}>Save the pad</button>
				<button type="button" onClick=${async () => saveAs("evening.html", (await call("pad_do", { at, verb: "html" })).out, "text/html")}>Save as a page</button>
				<button type="button" onClick=${() => { if (confirm("Put this pad away and begin a new one? Save it first if you want to keep it.")) { keep(""); clear(); setAt(-1); setTold(null); setCsv(""); } }}>New pad</button></div>
		</div>
	</div>`;
}
