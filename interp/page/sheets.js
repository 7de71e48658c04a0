// sheets.js -- what lies on the table until it is closed, and the score when a deal is over.
// @ts-check
import { html, useEffect, useRef, useState } from "./preact.js";
import { Busy, saveAs } from "./parts.js";
import { json } from "./library.js";
import { DocumentView } from "./document.js";

/** A sheet that lies on the table until it is closed. @param {{title: string, close: () => void, children?: any}} props */
export function OnTable({ title, close, children }) {
	const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
	useEffect(() => { box.current?.showModal(); }, []);
	return html`<dialog ref=${box} aria-label=${title} onClose=${close} onClick=${(/** @type {any} */ event) => { if (event.target === box.current) close(); }}>
		<div class="row between"><h2 class="title">${title}</h2><button type="button" onClick=${close}>Close</button></div>${children}</dialog>`;
}

/** A document of the library. @param {{call: string, request: object}} props */
export function LibrarySheet({ call, request }) {
	const [doc, setDoc] = useState(/** @type {any} */ (null));
	useEffect(() => { json(call, request).then(setDoc, () => {}); }, []);
	return doc ? html`<${DocumentView} doc=${doc} />` : html`<${Busy} busy=${true} />`;
}

/** What a deal that is over scored. @param {{game: import("./game.js").Game, leave: () => void}} props */
export function DealScore({ game, leave }) {
	const box = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => { box.current?.focus(); }, [game.score]);
	return html`<section class="paper score" aria-label="The score" tabindex="-1" ref=${box}>
		<h3>The score</h3>
		<${DocumentView} doc=${game.score} />
		<div class="buttons">${game.state?.moment === "deal_over" && html`<button type="button" class="primary" onClick=${game.nextDeal}>Next deal</button>`}
			<button type="button" onClick=${() => saveAs("game.record", game.record())}>Save the record</button><button type="button" onClick=${leave}>Leave</button></div>
	</section>`;
}
