// hand.js -- the own hand: its order, its rows, its cards.
// @ts-check
import { html, useEffect, useMemo, useState } from "./preact.js";
import { Card, cardTitle, Said, withoutSuit } from "./cards.js";
import { Lying } from "./table.js";

/** @typedef {import("./motion.js").Piece} Piece */
/** @typedef {ReturnType<typeof useHand>} Hand */

/** How much of each card of a hand is seen at least, in pixels, before it goes on in another row, and how many rows there are at most. */
const SEEN = 30, ROWS = 3;

/** Red and black in turn. */
const SUIT_ORDER = "CDSH";

/** The hand in as many rows as leave enough of each card to be seen. @param {Piece[]} pieces @param {number} width in pixels */
function rowsOf(pieces, width) {
	const rows = Math.max(1, Math.min(ROWS, Math.ceil(pieces.length * SEEN / Math.max(width - SEEN, SEEN)))), each = Math.ceil(pieces.length / rows);
	return Array.from({ length: rows }, (_, i) => pieces.slice(i * each, (i + 1) * each)).filter(row => row.length > 0);
}

/** The order of the hand. @param {import("./game.js").Game} game */
export function useHand(game) {
	const { held } = game, suited = held.some(piece => /.[CDHS]$/.test(piece.name));
	const [bySuit, setBySuit] = useState(false);
	const sorted = useMemo(() => bySuit ? [...held].sort((a, b) => SUIT_ORDER.indexOf(a.suit) - SUIT_ORDER.indexOf(b.suit)) : held, [game.seen, bySuit]); // by rank within a suit, as the library has them
	return { sorted, suited, bySuit, sort: () => setBySuit(suited && !bySuit) };
}

/** @param {{game: import("./game.js").Game, hand: Hand, choosing: import("./choosing.js").Choosing, dragging: import("./dragging.js").Dragging, box: {current: HTMLElement | null}, name: string, wild: string[]}} props */
export function HandView({ game, hand, choosing, dragging, box, name, wild }) {
	const { held, mine, acts } = game, { picked } = choosing, { drag } = dragging;
	const [width, setWidth] = useState(600);
	const lit = useMemo(() => new Set(acts.filter(one => one.verb !== "discard").flatMap(one => one.cards)), [game.seen]);
	useEffect(() => { // it has as much room as there is
		if (box.current === null)
			return;
		const watch = new ResizeObserver(entries => setWidth(entries[0].contentRect.width));
		watch.observe(box.current);
		return () => watch.disconnect();
	}, []);
	const CardButton = (/** @type {Piece} */ piece) => {
		const up = picked.includes(piece.id), fresh = game.seen?.fresh.has(piece.id);
		return html`<button type="button" key=${piece.id} class=${"hand-card" + (up ? " up" : "") + (mine && (lit.has(piece.name) || up) ? " lit" : "")} aria-pressed=${up}
			disabled=${!mine} onPointerDown=${dragging.grab(piece.id)} onClick=${() => { if (!dragging.wasDragged()) choosing.toggle(piece.id); }}><${Said} words=${cardTitle(piece.name) + (lit.has(piece.name) ? ", can be played" : "") + (fresh ? ", new" : "")} /><${Lying} piece=${piece} wild=${wild} />${fresh && html`<span class="new" aria-hidden="true">new</span>`}</button>`;
	};
	return html`<div class="hand" ref=${box} role="group" aria-label=${`Hand of ${name}, ${held.length} cards`}>
			${rowsOf(hand.sorted, width).map((row, i) => html`<div class="row-of-hand" key=${i}>${row.map(CardButton)}</div>`)}
		</div>
		${drag !== null && html`<div class="dragged" aria-hidden="true" style=${{ left: `${drag.x}px`, top: `${drag.y}px` }}>${choosing.taken(drag.id).map(id => held.find(piece => piece.id === id)).map(piece => piece && html`<${Card} name=${piece.name} suit=${piece.suit} wild=${wild.includes(withoutSuit(piece.name))} />`)}</div>`}`;
}
