// read.js -- the rules of a game as a sheet, with its options switched live; a click on a clause tells all that is known of it.
// @ts-check
import { html, useEffect, useRef, useState } from "./preact.js";
import { address, Busy, choiceOf, choiceWord, GamePicker, Problem, Quoting, saveAs, setAddress, ShareLink, useAnswer, useGames } from "./parts.js";
import { call } from "./library.js";
import { DocumentView, isClickable, plain } from "./document.js";

/** Words that players use for one another, each list with its forms. */
const ALIKE = [["frozen", "freeze", "froze"], ["take", "taken", "takes", "taking", "took", "pick up", "picked up"], ["may not", "cannot", "must not", "not allowed", "illegal", "forbidden", "never", "nobody"], ["discard", "discards", "discarded", "throw", "thrown", "throws"],
	["wild", "joker", "deuce"], ["go out", "goes out", "going out", "gone out"], ["open", "opens", "opening", "initial meld", "first meld"], ["pile", "pack", "deck"], ["clean", "natural", "pure"], ["dirty", "mixed"], ["foot", "reserve", "pozzetto"], ["points", "score", "scores", "count", "counts"]];

/** Little words that decide nothing. */
const LITTLE = /^(?:a|an|the|is|are|be|been|of|to|in|it|i|my|we|and|or|if|when|what|how|can|do|does)$/;

/** What is looked for: for each word or phrase the words any of which will do. @param {string} words */
function soughtIn(words) {
	const lists = ALIKE.filter(list => list.some(one => new RegExp(`\\b${one}\\b`).test(words)));
	const rest = lists.flat().sort((a, b) => b.length - a.length).reduce((left, one) => left.replace(new RegExp(`\\b${one}\\b`, "g"), " "), words);
	return [...lists, ...rest.split(/\s+/).filter(word => word !== "" && !LITTLE.test(word)).map(word => [word])];
}

/** The blocks that have what is looked for, under their headings and leads; what a heading or a lead with it announces comes with it.
 * @param {import("./document.js").Block[]} blocks @param {(words: string) => boolean} hasIt */
function blocksWith(blocks, hasIt) {
	/** @type {import("./document.js").Block[]} */
	const found = [];
	/** @type {import("./document.js").Block[]} */
	let above = [];
	let section = false, group = false;
	for (const block of blocks) {
		const has = hasIt(JSON.stringify([block.words, block.label, block.table?.rows]).toLowerCase());
		if (block.kind === "title") found.push(block);
		else if (block.kind === "heading" && !block.depth) [above, section, group] = [[block], has, false];
		else if (block.kind === "heading" || block.kind === "lead") [above, group] = [[...above.filter(one => one.kind === "heading" && !one.depth), block], has];
		else if (has || section || group) {
			found.push(...above, block);
			above = [];
		}
	}
	return found;
}

const SHEETS = ["Whole rule sheet", "One page for the table", "Empty score pad"];

/** A sheet with what is looked for alone: these words, or else what players call by other words, or else any of it; [how] says which.
 * @param {import("./document.js").Doc} doc @param {string} words */
function findIn(doc, words) {
	const sought = soughtIn(words), tries = /** @type {[string, (text: string) => boolean][]} */ ([["", text => text.includes(words)],
		["other", text => sought.length > 0 && sought.every(list => list.some(word => text.includes(word)))], ["some", text => sought.some(list => list.some(word => text.includes(word)))]]);
	for (const [how, hasIt] of tries) {
		const blocks = blocksWith(doc.blocks, hasIt);
		if (blocks.some(block => block.kind !== "title"))
			return { how, doc: { ...doc, blocks } };
	}
	return { how: "none", doc: { ...doc, blocks: doc.blocks.filter(block => block.kind === "title") } };
}

/** Everything about a setting, or an item with its settings. @param {{choice: import("./parts.js").Choice, path: string, close: () => void}} props */
export function About({ choice, path, close }) {
	const { value, error, busy } = useAnswer("show", { ...choice, path });
	const heading = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => { heading.current?.focus(); }, [path]);
	return html`<aside class="about" aria-label="About this rule" onKeyDown=${(/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") close(); }}>
		<div class="row between"><h3 tabindex="-1" ref=${heading}>About this rule</h3><button type="button" onClick=${close}>Close</button></div>
		<${Busy} busy=${busy} />
		<${Problem} words=${error} />
		${value && value.settings[0]?.title && html`<p><b>${value.settings[0].title}</b></p>`}
		${value && value.settings.map(setting => html`<${Setting} setting=${setting} choice=${choice} />`)}
	</aside>`;
}

/** A setting as a file states it; a condition begins with its name. @param {{path: string, text: string}} setting */
function stated({ path, text }) {
	const name = path.split(".").pop() ?? "";
	return text.startsWith(name + " ") ? text : `${name} ${text}`;
}

/** @param {{setting: any, choice: import("./parts.js").Choice}} props */
function Setting({ setting, choice }) {
	const [holds, ...replaced] = setting.origins;
	return html`<section class="setting">
		<p><${Quoting} words=${setting.sentence} /></p>
		<pre class="value" tabindex="0">${stated(setting)}</pre>
		${holds ? html`<p class="place">Stated in <b>${holds.file}, line ${holds.line}</b> (${holds.kind} ${holds.layer})${holds.house ? ", a rule of the house" : ""}.</p>`
			: html`<p class="place">Nothing states it: this is what holds where nothing is said.</p>`}
		<${Remarks} origin=${holds} choice=${choice} />
		${setting.cited.map((/** @type {any} */ origin) => html`<${Remarks} origin=${origin} choice=${choice} />`)}
		${replaced.length > 0 && html`<details open><summary>It took the place of</summary>${replaced.map((/** @type {any} */ origin) => html`
			<pre class="value old" tabindex="0">${origin.text}</pre><p class="place">${origin.file}, line ${origin.line} (${origin.kind} ${origin.layer})</p><${Remarks} origin=${origin} choice=${choice} />`)}</details>`}
		${setting.default !== null && setting.default !== setting.text && html`<p class="place">Where nothing is said: ${setting.default}.</p>`}
	</section>`;
}

/** What the document says. @param {{id: string, choice: import("./parts.js").Choice}} props */
function Statement({ id, choice }) {
	const { value } = useAnswer("show", { ...choice, path: "@" + id });
	return html`<p class="statement"><b>${id}</b> ${value?.rule ?? ""} <span class="place">${value?.where ?? ""}</span>${value?.reading && html`<br /><i>Read as: ${value.reading}</i>`}</p>`;
}

/** @param {{origin: any, choice: import("./parts.js").Choice}} props */
function Remarks({ origin, choice }) {
	if (!origin)
		return null;
	return html`${[...new Set(/** @type {string[]} */ (origin.citations ?? []))].map(id => html`<${Statement} key=${id} id=${id} choice=${choice} />`)}
		${(origin.readings ?? []).map((/** @type {string} */ words) => html`<p class="reading"><b>Read as:</b> ${words}</p>`)}
		${(origin.silences ?? []).map((/** @type {string} */ words) => html`<p class="reading"><b>The document is silent on:</b> ${words}</p>`)}
		${(origin.exceptions ?? []).map((/** @type {string} */ words) => html`<p class="reading"><b>But:</b> ${words}</p>`)}
		${(origin.reasons ?? []).map((/** @type {string} */ words) => html`<p class="reading"><b>Because:</b> ${words}</p>`)}`;
}

/** The headings of a sheet, to go to. @param {{doc: import("./document.js").Doc}} props */
function Contents({ doc }) {
	const headings = doc.blocks.filter(block => block.kind === "heading" && block.number);
	return headings.length < 3 ? null : html`<nav class="contents no-print" aria-label="On this sheet"><h3>On this sheet</h3><ol>${headings.map(heading => html`<li value=${Number(heading.number)}>
		<button type="button" class="clause-button" onClick=${() => [...document.querySelectorAll(".document h3")].find(one => one.querySelector(".number")?.textContent === `${heading.number}. `)?.scrollIntoView({ block: "start" })}>${plain(heading.words)}</button></li>`)}</ol></nav>`;
}

export function Read() {
	const { at } = address();
	const games = useGames();
	const [choice, setChoice] = useState(() => choiceOf(at.get("game")));
	const [kind, setKind] = useState(Number(at.get("sheet") ?? 0) % 3);
	const [path, setPath] = useState(at.get("rule"));
	const [find, setFind] = useState("");
	const { value, error, busy } = useAnswer("sheet", { ...choice, kind });
	useEffect(() => setAddress("read", { game: choiceWord(choice), sheet: kind ? String(kind) : null }), [choice, kind]);
	useEffect(() => { if (value && path) document.querySelector(".clause-button[aria-pressed=true]")?.scrollIntoView({ block: "center" }); }, [value]);
	useEffect(() => { if (path && matchMedia("(max-width: 59.99rem)").matches) document.querySelector(".clause-button[aria-pressed=true]")?.scrollIntoView(); }, [path]); // what is told of it covers what is below
	const word = find.trim().toLowerCase(), found = value && word !== "" ? findIn(value, word) : null, shown = found?.doc ?? value;
	return html`<div class=${"room read" + (path ? " with-about" : "")}>
		<form class="controls no-print" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
			<h2>Read the rules</h2>
			<${GamePicker} id="read-game" label="Which rules?" choice=${choice} set=${(/** @type {any} */ next) => { setChoice(next); setPath(null); }} games=${games} />
			<div class="field"><label for="read-sheet">As</label>
				<select id="read-sheet" onChange=${(/** @type {any} */ event) => setKind(Number(event.target.value))}>${SHEETS.map((title, i) => html`<option value=${i} selected=${i === kind}>${title}</option>`)}</select></div>
			<div class="field"><label for="read-find">Find</label><input id="read-find" type="search" value=${find} onInput=${(/** @type {any} */ event) => setFind(event.target.value)} placeholder="frozen, may not be taken" /></div>
			<div class="buttons">
				<button type="button" onClick=${() => print()}>Print</button>
				<button type="button" onClick=${async () => saveAs(`${choice.variant.replace(/[^a-z0-9]+/gi, "-")}.html`, (await call("sheet", { ...choice, kind, form: 2 })).out, "text/html")}>Save</button>
				<${ShareLink} room="read" values=${() => ({ game: choiceWord(choice), sheet: kind ? String(kind) : null })} />
			</div>
			${value && isClickable(value) && html`<p class="hint">Click a rule to see where it is written and what it replaced.</p>`}
		</form>
		<div class="paper">
			<${Busy} busy=${busy} words="Writing the sheet …" />
			<${Problem} words=${error} />
			${found && (found.how === "other" || found.how === "some") && html`<p role="status" class="hint">Nothing on this sheet has “${find.trim()}”. ${found.how === "other" ? "This says it in other words:" : "This is about a part of it:"}</p>`}
			${shown && html`<${DocumentView} doc=${shown} picking=${{ path, pick: (/** @type {string} */ next) => setPath(next === path ? null : next) }} />`}
			${found?.how === "none" && html`<p role="status">Nothing on this sheet has the word “${find.trim()}”.</p>`}
		</div>
		${!path && kind === 0 && shown && word === "" && html`<${Contents} doc=${shown} />`}
		${path && html`<${About} choice=${choice} path=${path} close=${() => { setPath(null); document.querySelector(/** @type {"button"} */ (".clause-button[aria-pressed=true]"))?.focus(); }} />`}
	</div>`;
}
