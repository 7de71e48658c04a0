// app.js -- the frame of the page: its rooms, and the one that the address names.
// @ts-check
import { html, render, useEffect, useMemo, useState } from "./preact.js";
import { address, firstGames, showCards } from "./parts.js";
import { cameAs, changedOfClub, isUnkept, keepFile, restoreFiles, restoreGames } from "./store.js";
import { start } from "./library.js";
import { Faces } from "./cards.js";
import { Start } from "./start.js";
import { Read } from "./read.js";
import { Compare } from "./compare.js";
import { Write } from "./write.js";
import { Judge } from "./judge.js";
import { Play } from "./play.js";
import { Pad } from "./pad.js";
import { Simulate } from "./simulate.js";

const ROOMS = /** @type {Record<string, {title: string, room: any}>} */ ({
	start: { title: "Start", room: Start },
	read: { title: "Read", room: Read },
	write: { title: "Write", room: Write },
	compare: { title: "Compare", room: Compare },
	judge: { title: "Judge", room: Judge },
	play: { title: "Play", room: Play },
	score: { title: "Score", room: Pad },
	simulate: { title: "Simulate", room: Simulate },
});

/** What a person has to know of the things that are kept here. @param {{again: () => void}} props */
function Notices({ again }) {
	const [, look] = useState(0);
	useEffect(() => {
		const heard = () => look(count => count + 1);
		addEventListener("kept", heard);
		return () => removeEventListener("kept", heard);
	}, []);
	const back = async (/** @type {string} */ name) => {
		const came = cameAs(name);
		if (came === null || !confirm(`Give up your changes to ${name}?`))
			return;
		await keepFile(name, came.text);
		again();
	};
	return html`${isUnkept() && html`<p class="notice" role="alert">This browser does not keep what you do here: its room for this page is full, or it keeps nothing. Save your files, games and scores before you close the page.</p>`}
		${changedOfClub().map(name => html`<p class="notice no-print">${name} is as you have changed it, not as it came with this page. <button type="button" class="inline" onClick=${() => back(name)}>Back to the text as it came</button></p>`)}`;
}

/** What the page has besides where it comes from a server: rooms by their address, and what the first page offers.
 * @typedef {{findRoom: (word: string) => {title: string, room: any} | null, Invitation: any}} Server */

/** @param {{server?: Server}} props */
function App({ server }) {
	const [room, setRoom] = useState(address().room);
	const [visit, setVisit] = useState(0);
	useEffect(() => {
		const moved = () => { setRoom(address().room); setVisit(count => count + 1); };
		addEventListener("hashchange", moved);
		return () => removeEventListener("hashchange", moved);
	}, []);
	const elsewhere = useMemo(() => Object.hasOwn(ROOMS, room) ? null : server?.findRoom(room) ?? null, [room, visit]), here = Object.hasOwn(ROOMS, room) || elsewhere !== null ? room : "start", shown = elsewhere ?? ROOMS[here];
	useEffect(() => { document.title = `${shown.title} – Canasta`; }, [here]);
	return html`<${Faces} /><a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => { event.preventDefault(); document.getElementById("main")?.focus(); }}>To the content</a>
		<header class="top no-print"><h1><a href="#start" aria-current=${here === "start" ? "page" : undefined}>Canasta <span>by your rules</span></a></h1>
			<nav aria-label="Rooms">${Object.entries(ROOMS).filter(([name]) => name !== "start").map(([name, { title }]) => html`<a href=${"#" + name} aria-current=${name === here ? "page" : undefined}>${title}</a>`)}</nav>
		</header>
		<${Notices} again=${() => setVisit(count => count + 1)} />
		<main id="main" tabindex="-1"><${shown.room} key=${here + visit} Invitation=${server?.Invitation} /></main>
		${elsewhere === null && html`<footer class="no-print">Works without a network. What you write stays in this browser until you save or send it.</footer>`}`;
}

/** @param {Promise<WebAssembly.Module>} module @param {() => Worker} makeWorker @param {Server} [server] */
export async function begin(module, makeWorker, server) {
	const root = /** @type {HTMLElement} */ (document.getElementById("page"));
	start(module, makeWorker);
	showCards();
	/** @type {Record<string, string>} */
	let carried = {};
	try { carried = JSON.parse(document.getElementById("carried")?.textContent || "{}"); } catch { /* the page carries no rules */ }
	module.catch(error => { root.textContent = "This browser cannot run the page: " + error.message; });
	const club = Object.keys(carried).find(name => name.endsWith(".canasta"));
	if (club !== undefined) {
		firstGames.unshift(club);
		if (location.hash === "")
			history.replaceState(null, "", "#read"); // the page of a club opens with its rules
	}
	await restoreFiles(carried);
	restoreGames();
	root.textContent = "";
	render(html`<${App} server=${server} />`, root);
}
