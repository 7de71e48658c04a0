// company.js -- people who sit at the same table elsewhere: who is away, what is asked of the others, what somebody says, links for other phones.
// @ts-check
import { html, useEffect, useState } from "./preact.js";
import { copyLink, kept, Problem } from "./parts.js";
import { keepTable, keptTable, namesOf, PHRASES } from "./remote.js";
import { OnTable } from "./sheets.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./remote.js").Link} Link */
/** @typedef {import("./remote.js").Event} Event */
/** @typedef {import("./remote.js").Chair} Chair */

/** The bot that plays for somebody who is away. */
const STAND_IN = "careful";

/** Who is away for less than so long, in milliseconds, has only gone from one page to another. */
const BLINK = 4000;

/** Looks again when the link says something, and each few seconds while somebody is away. @param {Link} link */
export function useLink(link) {
	const [, look] = useState(0);
	useEffect(() => {
		const again = () => look(count => count + 1), stop = link.subscribe(again), clock = setInterval(() => { if (link.event?.chairs.some(chair => chair.person && !chair.here)) again(); }, 5000);
		again();
		return () => { stop(); clearInterval(clock); };
	}, [link]);
}

/** Names as in a sentence. @param {string[]} names */
const inSentence = names => names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;

/** @param {number} since in milliseconds */
const minutes = since => Math.max(1, Math.round((Date.now() - since) / 60000));

// ---- links ----

/** The address of a table, or of a seat at it. @param {string} id @param {string} [token] */
export const addressOf = (id, token) => `${location.href.replace(/#.*/, "")}#${id}${token ? "/" + token : ""}`;

/** Squares of a code as a picture. @param {string[]} rows */
const pathOf = rows => rows.flatMap((row, y) => [...row.matchAll(/#+/g)].map(run => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)).join("");

/** A link to be sent, or to be read by the camera of another phone. @param {{link: Link, address: string, words: string}} props */
export function LinkToSend({ link, address, words }) {
	const [rows, setRows] = useState(/** @type {string[]} */ ([])), [said, say] = useState("");
	useEffect(() => { link.say("code " + address).then(({ status, text }) => setRows(status === 200 ? text.trim().split("\n") : []), () => {}); }, [address]);
	const share = async () => { try { await navigator.share({ title: "Canasta", url: address }); } catch { /* she thought better of it */ } };
	return html`<div class="link-to-send">${rows.length > 0 && html`<svg class="code" viewBox=${`-3 -3 ${rows.length + 6} ${rows.length + 6}`} role="img" aria-label="The link as a code for a camera"><rect x="-3" y="-3" width="100%" height="100%" fill="#fff" /><path d=${pathOf(rows)} fill="#000" /></svg>`}
		<div><p>${words}</p>${/^(localhost|127\..*|\[::1\])$/.test(location.hostname) && html`<p class="warn">This address works on this computer alone. Others reach the server by the address that it prints.</p>`}<input type="text" readonly aria-label="The link" value=${address} onFocus=${(/** @type {any} */ event) => event.target.select()} />
			<div class="buttons"><button type="button" onClick=${async () => say(await copyLink(address) ?? "Copy it from the line above.")}>Copy the link</button>
			${"share" in navigator && html`<button type="button" onClick=${share}>Send it …</button>`}<span role="status" class="said">${said}</span></div></div></div>`;
}

// ---- chairs ----

/** The chairs of a table: who sits there, and which are free. @param {{link: Link, took: (token: string | undefined) => void}} props */
export function Chairs({ link, took }) {
	const event = /** @type {Event} */ (link.event), [name, setName] = useState(() => kept.read("name") ?? ""), [error, setError] = useState(""), [wanted, want] = useState(0); // the chair that was pressed before there was a name
	const own = event.seat > 0 ? event.chairs[event.seat - 1] : null, names = namesOf(event.chairs), players = event.chairs.length;
	const say = async (/** @type {string} */ line) => {
		const { status, text } = await link.say(line);
		setError(status === 200 ? "" : text || "There is no connection to the table.");
		return status === 200 ? text : null;
	};
	const sit = async (/** @type {number} */ seat) => {
		const called = name.trim();
		if (called === "") {
			want(seat);
			setError("Type your name first, then press Enter or tap the chair again.");
			document.getElementById("own-name")?.focus();
			return;
		}
		kept.write("name", called);
		const token = /^token (\S+)/m.exec(await say(`sit ${seat} ${called}`) ?? "")?.[1];
		if (token !== undefined)
			took(token);
	};
	const standUp = async () => { if (await say("leave") !== null) took(undefined); };
	const beside = (/** @type {number} */ seat) => event.sides < players ? inSentence(names.filter((_, i) => i !== seat - 1 && i % event.sides === (seat - 1) % event.sides)) : "";
	const rename = (/** @type {globalThis.Event} */ submitted) => {
		submitted.preventDefault();
		if (own ? name.trim() !== "" && name.trim() !== own.name : wanted > 0)
			void sit(own?.seat ?? wanted);
	};
	return html`<form class="field own-name" onSubmit=${rename}><label for="own-name">Your name</label><input id="own-name" maxlength="40" autocomplete="nickname" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
			${own && name.trim() !== own.name && name.trim() !== "" && html`<button type="submit">Change it</button>`}</form>
		<${Problem} words=${error} />
		<ol class="chairs">${event.chairs.map((chair, i) => html`<li key=${chair.seat} class=${chair.seat === event.seat ? "own" : ""}><span class="chair-place">${event.places[i]}${beside(chair.seat) ? html`<small>with ${beside(chair.seat)}</small>` : ""}</span>
			<span class="chair-who">${chair.person ? html`<b>${names[i]}</b>${chair.seat === event.seat ? " – you" : chair.here ? "" : html` <small>away</small>`}` : chair.bot !== null ? html`<span class="hint">a bot plays</span>` : html`<span class="hint">free</span>`}</span>
			${chair.seat === event.seat && !event.playing && html`<button type="button" onClick=${standUp}>Stand up</button>`}
			${chair.person && own !== null && chair.seat !== event.seat && !event.playing && html`<button type="button" onClick=${() => say(`swap ${chair.seat}`)}>Swap</button>`}
			${!chair.person && (!event.playing || own === null) && html`<button type="button" class=${own === null ? "primary" : ""} onClick=${() => sit(chair.seat)}>${own === null ? "Sit here" : "Move here"}</button>`}</li>`)}</ol>`;
}

// ---- at the table ----

/** What the head of the table says of the others, as long as there is something. @param {{game: Game}} props */
export function Company({ game }) {
	const { link } = /** @type {any} */ (game.session), event = /** @type {Event} */ (link.event), [sits, setSits] = useState(false), [error, setError] = useState("");
	useLink(link);
	const names = namesOf(event.chairs), own = event.chairs[event.seat - 1], told = [];
	const say = async (/** @type {string} */ line, at = false) => {
		const { status, text } = await link.say(line, at ? { at: event.at } : {});
		setError([200, 409].includes(status) ? "" : text.trim());
	};
	if (link.state === "lost")
		told.push(html`<p key="lost" class="lost" role="status">No connection to the table. It comes back by itself.</p>`);
	if (event.seat === 0)
		told.push(html`<p key="looks">You look on. ${game.session.turn?.(game.state?.seat ?? -1)} ${event.chairs.some(chair => !chair.person) && html`<button type="button" onClick=${() => setSits(true)}>Sit down</button>`}</p>`);
	if (own?.bot)
		told.push(html`<p key="own" class="ask">A bot plays for you. <button type="button" class="primary" onClick=${() => say(`bot ${own.seat} -`)}>I play myself</button></p>`);
	for (const chair of event.chairs.filter(chair => chair.person && !chair.here && chair.bot === null && chair !== own && Date.now() - chair.since > BLINK))
		told.push(html`<p key=${"away" + chair.seat}>${names[chair.seat - 1]} is away${Date.now() - chair.since > 60000 ? `, for ${minutes(chair.since)} ${minutes(chair.since) === 1 ? "minute" : "minutes"}` : ""}. ${own && Date.now() - chair.since >= event.awayAfter && html`<button type="button" onClick=${() => say(`bot ${chair.seat} ${STAND_IN}`)}>Let a bot play meanwhile</button>`}</p>`);
	if (event.back !== null) {
		const { seat, yes } = event.back, missing = event.chairs.filter(chair => chair.person && chair.bot === null && !yes.includes(chair.seat)), asks = own && missing.includes(own);
		const by = yes[0];
		told.push(html`<p key="back" class=${asks ? "ask" : ""}>${by === event.seat ? "You ask" : `${names[by - 1]} asks`} to take back ${seat === by ? "the last act" : seat === event.seat ? "your last act" : `the last act of ${names[seat - 1]}`}. ${asks ? html`<button type="button" class="primary" onClick=${() => say("back", true)}>Agree</button> ` : `Waiting for ${inSentence(missing.map(chair => names[chair.seat - 1]))}. `}
			${own && html`<button type="button" onClick=${() => say("no", true)}>${asks ? "No" : "Never mind"}</button>`}</p>`);
	}
	if (error !== "")
		told.push(html`<p key="error" role="alert">${error}</p>`);
	return html`${told.length > 0 && html`<div class="company">${told}</div>`}${sits && html`<${OnTable} title="Sit down" close=${() => setSits(false)}><${Chairs} link=${link} took=${(/** @type {string | undefined} */ token) => keepTable(link.id, { token })} /><//>`}`;
}

/** What can be done while the others play. @param {{game: Game}} props */
export function Waiting({ game }) {
	const { link } = /** @type {any} */ (game.session), event = /** @type {Event} */ (link.event);
	return event.mayBack === event.seat && event.seat > 0 && event.back === null && html`<button type="button" class="tool" onClick=${() => link.say("back", { at: event.at })}>Ask for it back</button>`;
}

/** After the last deal the host lets another game begin. @param {{game: Game}} props */
export function Again({ game }) {
	const { link } = /** @type {any} */ (game.session), host = keptTable(link.id)?.host, [error, setError] = useState("");
	if (game.state?.moment !== "game_over")
		return null;
	const again = async () => { const { status, text } = await link.say("again", { at: link.event.at, host }); setError([200, 409].includes(status) ? "" : text.trim()); };
	return host ? html`<button type="button" class="primary" onClick=${again}>Another game</button><${Problem} words=${error} />` : html`<span class="hint">Whoever made the table can let another game begin.</span>`;
}

/** @typedef {{title: string, address: string, words: string}} Sent */

/** In the menu of the table. @param {{game: Game}} props */
export function Choices({ game }) {
	const { link } = /** @type {any} */ (game.session), event = /** @type {Event} */ (link.event), host = keptTable(link.id)?.host, own = event.chairs[event.seat - 1], names = namesOf(event.chairs);
	const [sent, send] = useState(/** @type {Sent | null} */ (null));
	const anew = async (/** @type {Chair} */ chair) => {
		if (chair.here && !confirm(`${names[chair.seat - 1]} is at the table. With a new link the phone in her hand loses the seat. Make one?`))
			return;
		const { status, text } = await link.say(`link ${chair.seat}`, { host }), token = /^token (\S+)/m.exec(text)?.[1];
		if (status === 200 && token !== undefined)
			send({ title: `A new link for ${names[chair.seat - 1]}`, address: addressOf(link.id, token), words: `Send it to ${names[chair.seat - 1]} alone: whoever opens it has the seat. The old link is void.` });
	};
	const shut = () => { const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details.menu")); if (menu) menu.open = false; };
	const leave = async () => {
		shut();
		if (confirm("Give up your chair? A bot plays on, until somebody sits down there.") && (await link.say("leave")).status === 200)
			keepTable(link.id, { token: undefined });
	};
	return html`${own && html`<div class="phrases" role="group" aria-label="Say something">${PHRASES.map((words, i) => html`<button type="button" onClick=${() => { void link.say(`phrase ${i + 1}`); shut(); }}>${words}</button>`)}</div>`}
		<button type="button" onClick=${() => send({ title: "Link to this table", address: addressOf(link.id), words: "Whoever opens it takes a free chair, or looks on." })}>Link to this table</button>
		${own && html`<button type="button" onClick=${() => send({ title: "Play on another phone", address: addressOf(link.id, link.token), words: "Open it on your other phone. It is your seat: send it to nobody else." })}>Play on another phone</button>`}
		${own && own.bot === null && html`<button type="button" onClick=${() => { void link.say(`bot ${own.seat} ${STAND_IN}`); shut(); }}>Let a bot play for me</button>`}
		${own && html`<button type="button" onClick=${leave}>Give up my chair</button>`}
		${host && event.chairs.filter(chair => chair.person && chair !== own).map(chair => html`<button type="button" onClick=${() => anew(chair)}>A new link for ${names[chair.seat - 1]}</button>`)}
		${sent && html`<${OnTable} title=${sent.title} close=${() => { send(null); shut(); }}><${LinkToSend} link=${link} ...${sent} /><//>`}`;
}
