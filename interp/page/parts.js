// parts.js -- what several rooms of the page have: choosing a game and its options, waiting for the library, saving files,
// the address in the location bar.
// @ts-check
import { html, useEffect, useRef, useState } from "./preact.js";
import { json } from "./library.js";
import { kept, ownFiles } from "./store.js";

export { kept };

/** @typedef {{with: string, choice: string | null, question: string | null, title: string | null, on: boolean}} Option */
/** @typedef {{reference: string, name: string, title: string, parent: string | null, players: number, sides: number, shipped: boolean, start: boolean, options: Option[]}} Game */
/** A game as somebody chose it. @typedef {{variant: string, options: string[]}} Choice */

// ---- the address ----

/** Room and arguments in the location bar: #read?game=NAME. @returns {{room: string, at: URLSearchParams}} */
export function address() {
	const [room, query] = location.hash.slice(1).split("?");
	return { room: room || "start", at: new URLSearchParams(query ?? "") };
}

/** Changes the arguments without a step in the history, unless another room has been asked for in the meantime. @param {string} room @param {Record<string, string | null>} values */
export function setAddress(room, values) {
	if (address().room !== room)
		return;
	const at = new URLSearchParams();
	for (const [name, value] of Object.entries(values))
		if (value !== null && value !== "")
			at.set(name, value);
	const query = at.toString();
	history.replaceState(null, "", "#" + room + (query ? "?" + query : ""));
}

/** A choice as one word: NAME+OPTION. @param {Choice} choice */
export const choiceWord = choice => [choice.variant, ...choice.options].join("+");

/** The game that is shown first, and others to go on with; the build names them. @type {string[]} */
export const firstGames = (document.documentElement.dataset.first ?? "").split(",");

/** @param {string | null} word @param {string} [otherwise] @returns {Choice} */
export function choiceOf(word, otherwise = firstGames[0]) {
	const [variant, ...options] = (word || otherwise).split("+");
	return { variant, options };
}

// ---- words ----

/** The words as a part of a regular expression that means just them: people choose their names. @param {string} words */
export const literally = words => words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

// ---- habits ----

/** Sizes of cards, beside the normal one. */
const SIZES = /** @type {Record<string, number>} */ ({ small: 0.8, normal: 1, large: 1.25 });

/** How large cards are, as the browser keeps it. */
export const sizeOfCards = () => SIZES[kept.read("size") ?? ""] ?? 1;

/** Shows cards as the browser keeps it: whether each suit has a colour of its own, and how large they are. */
export const showCards = () => {
	document.documentElement.classList.toggle("four-colours", kept.read("colours") === "four");
	document.documentElement.style.setProperty("--size", String(sizeOfCards()));
};

export function LookOfCards() {
	const [four, setFour] = useState(kept.read("colours") === "four");
	return html`<label for="size">Size of the cards</label><select id="size" onChange=${(/** @type {any} */ event) => {
			kept.write("size", event.target.value);
			showCards();
		}}>${Object.entries(SIZES).map(([name, size]) => html`<option value=${name} selected=${size === sizeOfCards()}>${name}</option>`)}</select>
		<label class="check colours"><input type="checkbox" checked=${four} onChange=${(/** @type {any} */ event) => {
			kept.write("colours", event.target.checked ? "four" : null);
			setFour(event.target.checked);
			showCards();
		}} /> Four colours</label>`;
}

// ---- games ----

/** @type {Promise<Game[]> | null} */
let gamesKnown = null;
addEventListener("kept", event => { if (/** @type {CustomEvent} */ (event).detail === "games") gamesKnown = null; });

/** All games: the shipped ones, those of the user's files in front. @returns {Promise<Game[]>} */
export function games() {
	gamesKnown ??= (async () => {
		const own = [];
		for (const name of ownFiles.keys())
			if (name.endsWith(".canasta"))
				try { own.push(...(await json("list", { variant: name })).variants); } catch { /* it has errors: the editor shows them */ }
		return [...own, ...(await json("list")).variants];
	})();
	return gamesKnown;
}

/** @returns {Game[]} */
export function useGames() {
	const [list, setList] = useState(/** @type {Game[]} */ ([]));
	useEffect(() => { games().then(setList, () => setList([])); }, []);
	return list;
}

/** Who plays, where it is not two pairs. @param {Game} game */
const company = game => game.players === 4 && game.sides === 2 ? "" : ` – ${game.players} players${game.sides === game.players ? ", each alone" : ""}`;

/** What a choice is called: the game, and the options in the words of its file. @param {Game[]} games @param {Choice} choice */
export function choiceTitle(games, choice) {
	const game = games.find(one => one.reference === choice.variant);
	return [game?.title ?? choice.variant, ...choice.options.map(word => game?.options.find(option => option.with === word)?.title ?? word)].join(" + ");
}

/** The clause that decides, as the library writes it under a refusal: its name and its place in the file. @param {string} line */
export const isClause = line => /^\s+[\w.]+, \S+:\d/.test(line);

/** Text that the library wrote for a terminal, with each sentence in one line again; the clause that decides has its own. @param {string} text */
export const unwrapped = text => text.trim().split("\n").reduce((/** @type {string[]} */ lines, line) =>
	/^\s/.test(line) && !isClause(line) && lines.length > 0 ? [...lines.slice(0, -1), `${lines[lines.length - 1]} ${line.trim()}`] : [...lines, line], []);

/** A game with its options. @param {{id: string, label?: string, choice: Choice, set: (choice: Choice) => void, games: Game[], bare?: boolean}} props */
export function GamePicker({ id, label, choice, set, games, bare }) {
	const game = games.find(one => one.reference === choice.variant);
	const own = games.filter(one => !one.shipped), shipped = games.filter(one => one.shipped);
	const row = (/** @type {Game} */ one) => html`<option value=${one.reference} selected=${one.reference === choice.variant}>${one.title}${company(one)}</option>`;
	return html`<div class="picker">
		<label for=${id}>${label ?? "Rules"}</label>
		<select id=${id} onChange=${(/** @type {any} */ event) => set({ variant: event.target.value, options: [] })}>
			${game === undefined && html`<option value=${choice.variant} selected>${choice.variant}</option>`}
			${own.length > 0 && html`<optgroup label="Yours">${own.map(row)}</optgroup>`}
			<optgroup label="Played by clubs">${shipped.filter(one => !one.start).map(row)}</optgroup>
			${shipped.some(one => one.start) && html`<optgroup label="To start from">${shipped.filter(one => one.start).map(row)}</optgroup>`}
		</select>
		${!bare && game && game.options.length > 0 && html`<${Options} id=${id} game=${game} choice=${choice} set=${set} />`}
	</div>`;
}

/** @param {{id: string, game: Game, choice: Choice, set: (choice: Choice) => void}} props */
function Options({ id, game, choice, set }) {
	const singles = game.options.filter(option => option.choice === null);
	/** @type {Map<string, Option[]>} */
	const choices = new Map();
	for (const option of game.options)
		if (option.choice !== null)
			choices.set(option.choice, [...(choices.get(option.choice) ?? []), option]);
	const chosen = choice.options.filter(word => game.options.some(option => option.with === word));
	const toggle = (/** @type {string} */ word) => set({ ...choice, options: chosen.includes(word) ? chosen.filter(other => other !== word) : [...chosen, word] });
	const choose = (/** @type {string} */ name, /** @type {string} */ word) =>
		set({ ...choice, options: [...chosen.filter(other => !other.startsWith(name + "=")), ...(word ? [word] : [])] });
	return html`<details class="options" open=${chosen.length > 0}>
		<summary>Options of this game${chosen.length > 0 ? ` (${chosen.length} chosen)` : ""}</summary>
		${singles.map(option => html`<label class="check"><input type="checkbox" checked=${chosen.includes(option.with) || option.on} disabled=${option.on}
			onChange=${() => toggle(option.with)} /> ${option.title ?? option.with}</label>`)}
		${[...choices].map(([name, list]) => html`<div class="choice"><label for=${`${id}-${name}`}>${list[0].question ?? name}</label>
			<select id=${`${id}-${name}`} onChange=${(/** @type {any} */ event) => choose(name, event.target.value)}>
				${list.map(option => html`<option value=${option.on ? "" : option.with} selected=${chosen.includes(option.with) || (option.on && !chosen.some(word => word.startsWith(name + "=")))}>${option.title ?? option.with}</option>`)}
			</select></div>`)}
	</details>`;
}

// ---- what rules call things ----

/** A name as words: black_three_on_top. @param {string} name */
export const inWords = name => name.replaceAll("_", " ");

/** What the items of some rules are called, the values of their settings in words, and the players' word for a canasta or a reserve, or several.
 * @typedef {{title: (group: string, name: string) => string, has: (group: string) => boolean, value: (path: string) => string | undefined, noun: (what: "canasta" | "reserve", count: number) => string}} Titles */

/** Those of the rules that a request for `show` names. @param {object} request */
export const titlesOf = async request => titlesIn(await json("show", request));

/** Those in what `show` answered. @param {any} shown @returns {Titles} */
export function titlesIn(shown) {
	/** @type {Map<string, {title: string | null, text: string}>} */
	const settings = new Map(shown.settings.map((/** @type {any} */ setting) => [setting.path, setting]));
	const titles = new Map([...settings].filter(([, setting]) => setting.title !== null).map(([path, setting]) => [path.replace(/\.[^.]+$/, ""), setting.title]));
	return { title: (group, name) => titles.get(`${group}.${name}`) ?? inWords(name), has: group => [...titles.keys()].some(path => path.startsWith(group + ".")), value: path => settings.get(path)?.text, noun: (what, count) => shown.called[what][Number(count !== 1)] };
}

/** Before they are known. @type {Titles} */
export const untitled = { title: (_, name) => inWords(name), has: () => false, value: () => undefined, noun: (what, count) => what + (count === 1 ? "" : "s") };

// ---- waiting ----

/** The answer of the library to a request, asked again when the request is another one.
 * @param {string} name @param {object | null} request @param {any} [again]
 * @returns {{value: any, error: string | null, busy: boolean}} */
export function useAnswer(name, request, again) {
	const key = request === null ? null : JSON.stringify(request);
	const [state, set] = useState({ key: /** @type {string | null} */ (null), value: /** @type {any} */ (null), error: /** @type {string | null} */ (null) });
	useEffect(() => {
		let wanted = true;
		if (key !== null)
			json(name, JSON.parse(key)).then(
				value => wanted && set({ key, value, error: null }),
				error => wanted && set({ key, value: null, error: error.message }));
		return () => { wanted = false; };
	}, [name, key, again]);
	return { value: state.value, error: state.key === key ? state.error : null, busy: state.key !== key };
}

/** What went wrong, in the words of the library. @param {{words: string | null}} props */
export const Problem = ({ words }) => words ? html`<pre class="problem" role="alert" tabindex="0">${words.trim()}</pre>` : null;

/** @param {{busy: boolean, words?: string}} props */
export const Busy = ({ busy, words }) => html`<p class=${"busy" + (busy ? "" : " idle")} role="status">${busy ? words ?? "One moment …" : ""}</p>`;

/** @param {{done: number, all: number, cancel?: () => void}} props */
export function Progress({ done, all, cancel }) {
	return html`<div class="progress"><progress max=${Math.max(all, 1)} value=${done} aria-label="Progress"></progress>
		<span>${done} of ${all}</span>${cancel && html`<button type="button" onClick=${cancel}>Stop</button>`}</div>`;
}

// ---- files out and in ----

/** Offers a text as a file. @param {string} name @param {string} text @param {string} [type] */
export function saveAs(name, text, type = "text/plain") {
	const url = URL.createObjectURL(new Blob([text], { type: type + ";charset=utf-8" }));
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** This page with a file of rules in it and those of the user that it names, as `canasta page` writes it; null where the page came in parts.
 * @param {string} name */
export function pageWith(name) {
	if (document.getElementById("library") === null)
		return null;
	/** @type {Map<string, string>} */
	const files = new Map();
	const carry = (/** @type {string} */ one) => {
		const text = ownFiles.get(one);
		if (text === undefined || files.has(one))
			return;
		files.set(one, text);
		for (const [, other] of text.matchAll(/"([^"\n]+)"/g))
			carry(other);
	};
	carry(name);
	const page = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true)), part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (page.querySelector(selector));
	page.removeAttribute("class");
	part("title").textContent = "Canasta";
	part("#page").textContent = "One moment …";
	part("#carried").textContent = JSON.stringify(Object.fromEntries(files)).replace(/[<>&]/g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`);
	return "<!DOCTYPE html>\n" + page.outerHTML + "\n";
}

/** Files that people open have at most so many bytes, and records of long games are the longest. */
const FILE_MAX = 16 << 20;

/** A button that asks for a file and hands over its text. @param {{label: string, accept: string, take: (name: string, text: string) => void}} props */
export function OpenFile({ label, accept, take }) {
	const input = useRef(/** @type {HTMLInputElement | null} */ (null));
	const [said, say] = useState("");
	return html`<button type="button" onClick=${() => input.current?.click()}>${label}</button>
		<input ref=${input} type="file" accept=${accept} hidden tabindex="-1" aria-hidden="true" onChange=${async (/** @type {any} */ event) => {
			const chosen = event.target.files[0];
			say(chosen?.size > FILE_MAX ? `${chosen.name} is too large: at most 16 MB can be opened.` : "");
			if (chosen && chosen.size <= FILE_MAX)
				take(chosen.name, await chosen.text());
			event.target.value = "";
		}} />${said && html`<span role="alert" class="said">${said}</span>`}`;
}

/** What a link to this page is good for. */
const GOOD_FOR = location.protocol === "file:" ? " It opens on this computer alone, because the page is a file here." : "";

/** A link to this page with these arguments. @param {string} room @param {Record<string, string>} values */
export const linkTo = (room, values) => `${location.href.replace(/#.*/, "")}#${room}?${new URLSearchParams(values)}`;

/** Copies a link and says what it is good for; null if the browser does not let it be copied. @param {string} link @param {string} [more] */
export async function copyLink(link, more = "") {
	try { await navigator.clipboard.writeText(link); } catch { return null; }
	return `The link is copied${more}.${GOOD_FOR}`;
}

/** Copies a link to this page with these arguments. @param {{room: string, values: () => Promise<Record<string, string | null>> | Record<string, string | null>}} props */
export function ShareLink({ room, values }) {
	const [said, say] = useState("");
	return html`<button type="button" onClick=${async () => {
		setAddress(room, await values());
		say(await copyLink(location.href) ?? `The link is in the address bar.${GOOD_FOR}`);
	}}>Copy a link</button><span role="status" class="said">${said}</span>`;
}

/** Text as letters for an address, compressed. @param {string} text */
export async function packed(text) {
	const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
	const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
	let letters = "";
	for (let i = 0; i < bytes.length; i += 4096) // a call takes only so many arguments
		letters += String.fromCharCode(...bytes.subarray(i, i + 4096));
	return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** A rules file has at most so many bytes: canasta.h, CANASTA_FILE_MAX. */
export const RULES_MAX = 1 << 20;

/** The text of such letters; null if it is longer than a rules file may be. @param {string} letters */
export async function unpacked(letters) {
	const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), letter => letter.charCodeAt(0));
	const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
	/** @type {BlobPart[]} */
	const parts = [];
	for (let length = 0, part = await reader.read(); !part.done; part = await reader.read()) {
		length += part.value.length;
		if (length > RULES_MAX) {
			void reader.cancel();
			return null;
		}
		parts.push(part.value);
	}
	return new Blob(parts).text();
}

/** Words of the library; what they quote from a file is in backticks. @param {{words: string}} props */
export const Quoting = ({ words }) => words.split("`").map((part, i) => i % 2 === 1 ? html`<code>${part}</code>` : part);
