// lobby.js -- a table for several people, each at her own phone: making one, taking a chair, and the table itself.
// @ts-check
import { html, useEffect, useMemo, useState } from "./preact.js";
import { choiceOf, GamePicker, Problem, saveAs, useGames } from "./parts.js";
import { json } from "./library.js";
import { kept } from "./store.js";
import { forgetTable, keepTable, keptTable, keptTables, Link, remoteSession, request } from "./remote.js";
import { addressOf, Again, Chairs, Choices, Company, LinkToSend, useLink, Waiting } from "./company.js";
import { AtTable } from "./playing.js";

const LETTERS = "[0-9a-hjkmnp-tv-z]";

/** The table that an address names, and the token of a seat at it: #TABLE/TOKEN. @param {string} word @returns {{id: string, token?: string} | null} */
function tableOf(word) {
	const [, id, token] = new RegExp(`^(${LETTERS}{10})(?:/(${LETTERS}{26}))?$`).exec(word) ?? [];
	return id === undefined ? null : { id, token };
}

// ---- a new table ----

/** The games of a list that a server gives: the shipped ones and its own. @param {Response} answer @returns {Promise<import("./parts.js").Game[]>} */
const gamesIn = async answer => (await answer.json()).flatMap((/** @type {any} */ list) => list.variants);

/** @param {{hints: boolean, set: (hints: boolean) => void}} props */
const HintsBox = ({ hints, set }) => html`<label class="check"><input type="checkbox" checked=${hints} onChange=${(/** @type {any} */ event) => set(event.target.checked)} /> Whoever is to play may ask for a hint</label>`;

function NewTable() {
	const own = useGames(), [theirs, setTheirs] = useState(/** @type {import("./parts.js").Game[] | null} */ (null)), [choice, setChoice] = useState(() => choiceOf(null)), [hints, setHints] = useState(false);
	const [key, setKey] = useState(kept.read("key") ?? ""), [needsKey, setNeedsKey] = useState(false), [isPlain, setIsPlain] = useState(false), [error, setError] = useState("");
	useEffect(() => { // what the server plays: the shipped games and its own
		fetch("rules").then(async answer => {
			if (answer.status === 404)
				setIsPlain(true);
			if (!answer.ok)
				return;
			setNeedsKey(answer.headers.get("X-Canasta-Open") === "no" && key === "");
			setTheirs(await gamesIn(answer));
		}, () => {});
	}, []);
	const games = theirs ?? own.filter(game => game.shipped);
	const make = async (/** @type {Event} */ event) => {
		event.preventDefault();
		const body = [`rules ${choice.variant}`, ...choice.options.map(option => `with ${option}`), ...(hints ? ["hints on"] : [])].join("\n");
		try {
			const answer = await request("rooms", body, key || undefined), text = await answer.text(), [, id, host] = /^room (\S+)\nhost (\S+)/.exec(text) ?? [];
			if (answer.status === 401)
				setNeedsKey(true);
			setError(answer.status === 401 ? (key ? "That is not the key of this server." : "This server lets only those make a table who have its key.") : id === undefined ? text || "The server cannot make a table now." : "");
			if (id === undefined)
				return;
			if (key)
				kept.write("key", key);
			keepTable(id, { host, title: games.find(game => game.reference === choice.variant)?.title ?? choice.variant });
			location.hash = id;
		} catch { setError("The server does not answer."); }
	};
	if (isPlain)
		return html`<div class="room plain narrow"><section class="paper"><h2 class="title">A table for several people</h2><p>This page came from a plain web server. Several people, each at her own phone, play at a table of <code>canasta serve</code>.</p></section></div>`;
	return html`<div class="room plain narrow"><form class="paper set-up" onSubmit=${make}>
		<h2 class="title">A table for several people</h2><p>Each plays at her own phone, tablet or computer. You get a link that you send to the others.</p>
		<${GamePicker} id="table-game" label="Which rules?" choice=${choice} set=${setChoice} games=${games} />
		<${HintsBox} hints=${hints} set=${setHints} />
		${needsKey && html`<div class="field"><label for="table-key">The key of this server</label><input id="table-key" autocomplete="off" value=${key} onInput=${(/** @type {any} */ event) => setKey(event.target.value.trim())} /></div>`}
		<${Problem} words=${error} />
		<div class="buttons"><button type="submit" class="primary">Make the table</button></div></form></div>`;
}

// ---- before the game ----

/** Other rules for the next game, which the host chooses. @param {{link: Link, host: string}} props */
function OtherRules({ link, host }) {
	const [games, setGames] = useState(/** @type {import("./parts.js").Game[]} */ ([])), [choice, setChoice] = useState(() => choiceOf(null)), [error, setError] = useState("");
	useEffect(() => { fetch("rules").then(async answer => { if (answer.ok) setGames(await gamesIn(answer)); }).catch(() => {}); }, []);
	const choose = async (/** @type {globalThis.Event} */ event) => {
		event.preventDefault();
		const { status, text } = await link.say(["rules", choice.variant, ...choice.options].join(" "), { host });
		setError(status === 200 ? "" : text || "There is no connection to the table.");
	};
	return html`<details class="other-rules"><summary>Other rules</summary><form onSubmit=${choose}><${GamePicker} id="other-game" label="Which rules?" choice=${choice} set=${setChoice} games=${games} />
		<${Problem} words=${error} /><div class="buttons"><button type="submit">Play by these</button></div></form></details>`;
}

/** @param {{link: Link, took: (token: string | undefined) => void}} props */
function Gathering({ link, took }) {
	const event = /** @type {import("./remote.js").Event} */ (link.event), host = keptTable(link.id)?.host, free = event.chairs.filter(chair => !chair.person).length;
	const [bots, setBots] = useState(/** @type {{name: string, sentence: string}[]} */ ([])), [bot, setBot] = useState("careful"), [error, setError] = useState("");
	useEffect(() => { json("bots").then(setBots, () => {}); }, []);
	const begin = async () => {
		const { status, text } = await link.say(`begin ${bot}`, event.seat > 0 ? {} : { host });
		setError(status === 200 || status === 409 ? "" : text || "There is no connection to the table.");
	};
	const allow = async (/** @type {boolean} */ hints) => {
		const { status, text } = await link.say(`hints ${hints ? "on" : "off"}`, { host });
		setError(status === 200 ? "" : text || "There is no connection to the table.");
	};
	const saveLast = async () => {
		try { saveAs("game.record", await (await request(`rooms/${link.id}/record/${event.game - 1}`, null, undefined)).text()); } catch { setError("There is no connection to the table."); }
	};
	return html`<div class="room plain narrow gathering"><section class="paper"><h2 class="title">${event.title}</h2>
			${link.state === "lost" && html`<p class="problem" role="status">No connection to the table. It comes back by itself.</p>`}
			<p>${event.seat > 0 ? free > 0 ? "You have a chair. Wait for the others, or deal: bots take the chairs that are free." : "All are here. Deal!" : free > 0 ? "Type your name and tap a chair." : "All chairs are taken: you look on."}</p>
			<${Chairs} link=${link} took=${took} />
			${(event.seat > 0 || (host && event.chairs.some(chair => chair.person))) && html`<div class="buttons deal-now">${free > 0 && html`<label for="level">In free chairs</label><select id="level" onChange=${(/** @type {any} */ event) => setBot(event.target.value)}>${bots.map(one => html`<option value=${one.name} selected=${one.name === bot}>Bot: ${one.name}</option>`)}</select>`}
				<button type="button" class=${event.seat > 0 ? "primary" : ""} onClick=${begin}>Deal</button></div>`}
			<${Problem} words=${error} />
			${host && html`<${HintsBox} hints=${event.hints} set=${allow} /><${OtherRules} key=${event.variant} link=${link} host=${host} />`}
			${event.game > 1 && html`<p><button type="button" onClick=${saveLast}>Save the record of the last game</button></p>`}</section>
		<section class="paper"><h3>Send this link to the others</h3><${LinkToSend} link=${link} address=${addressOf(link.id)} words="Whoever opens it takes a chair, or looks on. The same link goes on with the game another day." /></section></div>`;
}

// ---- the table ----

/** A link that is there as long as the table is looked at. @param {string} id @param {string | undefined} token */
function useTable(id, token) {
	const [link, setLink] = useState(/** @type {Link | null} */ (null));
	useEffect(() => {
		const link = new Link(id, token);
		setLink(link);
		return () => link.end();
	}, [id, token]);
	return link;
}

/** @param {{link: Link, leave: () => void}} props */
function Playing({ link, leave }) {
	const session = useMemo(() => remoteSession(link, { Company, Choices, Waiting, Again }), [link]);
	return html`<div class="room plain"><${AtTable} session=${session} leave=${leave} /></div>`;
}

/** @param {{link: Link, took: (token: string | undefined) => void}} props */
function Looking({ link, took }) {
	useLink(link);
	const leave = () => { location.hash = "start"; };
	const Sorry = (/** @type {string} */ words, /** @type {string} */ label, /** @type {() => void} */ does) => html`<div class="room plain narrow"><section class="paper"><h2 class="title">This table</h2><p>${words}</p><div class="buttons"><button type="button" class="primary" onClick=${does}>${label}</button></div></section></div>`;
	if (link.state === "gone")
		return Sorry("There is no such table here, or no longer: one that nobody uses for a long time is removed.", "To the start", () => { forgetTable(link.id); leave(); });
	if (link.state === "void")
		return Sorry("This seat has another link now. Whoever made the table can give you a new one; or you look on.", "Look on", () => took(undefined));
	if (link.event === null)
		return html`<div class="room plain narrow"><section class="paper"><p role="status">One moment …</p></section></div>`;
	return link.event.playing ? html`<${Playing} key=${link.token ?? ""} link=${link} leave=${leave} />` : html`<${Gathering} link=${link} took=${took} />`;
}

function Table() {
	const [id] = useState(() => {
		const found = /** @type {{id: string, token?: string}} */ (tableOf(location.hash.slice(1)));
		if (found.token !== undefined) {
			keepTable(found.id, { token: found.token });
			history.replaceState(null, "", "#" + found.id); // the link of a seat does not stay where others look
		}
		return found.id;
	});
	const [token, setToken] = useState(keptTable(id)?.token), link = useTable(id, token);
	useEffect(() => { // a chair is taken here, or in another place of this room
		const heard = () => setToken(keptTable(id)?.token);
		addEventListener("table", heard);
		return () => removeEventListener("table", heard);
	}, []);
	useEffect(() => link?.subscribe(() => { if (link.event !== null && keptTable(id)?.title !== link.event.title) keepTable(id, { title: link.event.title }); }), [link]);
	const took = (/** @type {string | undefined} */ token) => { keepTable(id, { token }); setToken(token); };
	return link && html`<${Looking} link=${link} took=${took} />`;
}

// ---- what the rest of the page needs ----

/** The room of this page that an address names. @param {string} word @returns {{title: string, room: any} | null} */
export function findRoom(word) {
	const key = /^key=(\S+)$/.exec(word)?.[1];
	if (key !== undefined) {
		kept.write("key", key);
		history.replaceState(null, "", "#table");
	}
	return word === "table" || key !== undefined ? { title: "A table", room: NewTable } : tableOf(word) !== null ? { title: "The table", room: Table } : null;
}

/** On the first page. */
export function Invitation() {
	const [tables, setTables] = useState(() => keptTables().slice(0, 5));
	const forget = (/** @type {string} */ id) => {
		if (!confirm("Forget this table? Its link lets you come back."))
			return;
		forgetTable(id);
		setTables(tables.filter(table => table.id !== id));
	};
	return html`<section class="paper"><h2 class="title">Play with others</h2><p>Each at her own phone, tablet or computer, with bots in the empty chairs.</p>
		<div class="choices"><a class=${"button" + (tables.length === 0 ? " primary" : "")} href="#table">A new table<small>You get a link for the others</small></a></div>
		${tables.map((table, i) => html`<p class="kept-game" key=${table.id}><a class=${"button" + (i === 0 ? " primary" : "")} href=${"#" + table.id}>Back to ${table.title || "the table"}</a> <button type="button" class="inline" aria-label=${`Forget the table of ${table.title}`} onClick=${() => forget(table.id)}>Forget</button></p>`)}</section>`;
}
