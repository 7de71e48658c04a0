// hand.js -- the own hand: its order, its rows, its cards.
// @ts-check
import { html, useEffect, useMemo, useState } from "./preact.js";
import { Card, cardTitle, rankOf, Said, withoutSuit } from "./cards.js";
import { Lying } from "./table.js";
import { sizeOfCards } from "./parts.js";

/** @typedef {import("./motion.js").Piece} Piece */
/** @typedef {ReturnType<typeof useHand>} Hand */

/** How much of each card of normal size is seen at least, in pixels, before the hand goes on in another row, and how many rows there are at most. */
const SEEN = 22, ROWS = 3;

/** Red and black in turn. */
const SUIT_ORDER = "CDSH";

/** So many cards have room in a row of the hand. @param {number} width in pixels */
const roomIn = width => Math.max(1, width / (SEEN * sizeOfCards()) - 1);

/** The hand in as many rows as leave enough of each card to be seen, also of [more] that come: then nothing moves away under a finger.
 * @param {Piece[]} pieces @param {number} room of a row @param {number} more */
function rowsOf(pieces, room, more) {
	const rows = Math.max(1, Math.min(ROWS, Math.ceil((pieces.length + more) / room))), each = Math.ceil(pieces.length / rows);
	return Array.from({ length: rows }, (_, i) => pieces.slice(i * each, (i + 1) * each)).filter(row => row.length > 0);
}

/** The hand as somebody arranged it. What came since lies beside the cards of its rank, or at the end. @param {Piece[]} held @param {number[]} order */
function arranged(held, order) {
	const row = order.map(id => held.find(piece => piece.id === id)).filter(piece => piece !== undefined);
	for (const piece of held.filter(piece => !row.includes(piece))) {
		const beside = row.map(one => rankOf(one.name)).lastIndexOf(rankOf(piece.name));
		row.splice(beside < 0 ? row.length : beside + 1, 0, piece);
	}
	return row;
}

/** The hand sorted by rank, as the library has it, or by suit; wild cards lie together at its end. @param {Piece[]} held @param {boolean} bySuit @param {string[]} wild */
function sortedHand(held, bySuit, wild) {
	const suited = bySuit ? [...held].sort((a, b) => SUIT_ORDER.indexOf(a.suit) - SUIT_ORDER.indexOf(b.suit)) : held, isWild = (/** @type {Piece} */ piece) => wild.includes(withoutSuit(piece.name)); // by rank within a suit
	return [...suited.filter(piece => !isWild(piece)), ...held.filter(isWild)];
}

/** The order of the hand: sorted, until cards are moved in it. @param {import("./game.js").Game} game @param {string[]} wild */
export function useHand(game, wild) {
	const { held, order } = game, suited = held.some(piece => /.[CDHS]$/.test(piece.name));
	const [bySuit, setBySuit] = useState(false);
	const sorted = useMemo(() => order !== null ? arranged(held, order) : sortedHand(held, bySuit, wild), [game.seen, bySuit, order, wild.join()]);
	/** Moves cards in front of another one, or to the end. @param {number[]} ids @param {number | null} before */
	const put = (ids, before) => {
		const all = sorted.map(piece => piece.id), rest = all.filter(id => !ids.includes(id)), at = before === null ? rest.length : rest.indexOf(before);
		game.arrange([...rest.slice(0, at), ...all.filter(id => ids.includes(id)), ...rest.slice(at)]);
	};
	/** Moves a card by one place. @param {number} id @param {number} step */
	const shift = (id, step) => {
		const rest = sorted.filter(piece => piece.id !== id), at = sorted.findIndex(piece => piece.id === id) + step;
		if (at >= 0 && at <= rest.length)
			put([id], rest[at]?.id ?? null);
	};
	/** The cards lie sorted again; sorted cards are sorted the other way. */
	const sort = () => { if (order !== null) game.arrange(null); else setBySuit(suited && !bySuit); };
	return { sorted, put, shift, sort, sortsTo: order !== null ? "Sort" : !suited ? "" : bySuit ? "By rank" : "By suit" };
}

/** The card in front of which others come that are let go there, null for the end. @param {HTMLElement} box the hand @param {number[]} ids what is let go @param {{x: number, y: number}} point */
export function cardAt(box, ids, point) {
	const cards = [...box.querySelectorAll(/** @type {"button"} */ (".hand-card"))].filter(card => !ids.includes(Number(card.dataset.card))).map(card => ({ id: Number(card.dataset.card), at: card.getBoundingClientRect() }));
	const row = cards.filter(card => card.at.top <= point.y).pop()?.at.top ?? 0;
	return cards.find(({ at }) => at.top > row || (at.top === row && at.left + at.width / 2 > point.x))?.id ?? null;
}

/** @param {{game: import("./game.js").Game, hand: Hand, choosing: import("./choosing.js").Choosing, dragging: import("./dragging.js").Dragging, box: {current: HTMLElement | null}, name: string, wild: string[]}} props */
export function HandView({ game, hand, choosing, dragging, box, name, wild }) {
	const { held, mine, acts } = game, { picked } = choosing, { drag } = dragging;
	const [room, setRoom] = useState(roomIn(600));
	const lit = useMemo(() => new Set(acts.filter(one => one.verb !== "discard").flatMap(one => one.cards)), [game.seen]);
	useEffect(() => { // it has as much room as there is
		if (box.current === null)
			return;
		const watch = new ResizeObserver(entries => setRoom(roomIn(entries[0].contentRect.width)));
		watch.observe(box.current);
		return () => watch.disconnect();
	}, []);
	const over = drag !== null && box.current !== null && document.elementFromPoint(drag.x, drag.y)?.closest(".hand") === box.current;
	const taken = drag === null ? [] : choosing.taken(drag.id), before = over && box.current !== null ? cardAt(box.current, taken, drag) : -1;
	const CardButton = (/** @type {Piece} */ piece) => {
		const up = picked.includes(piece.id), fresh = game.seen?.fresh.has(piece.id);
		return html`<button type="button" key=${piece.id} data-card=${piece.id} class=${"hand-card" + (piece.id === before ? " before" : "") + (up ? " up" : "") + (mine && (lit.has(piece.name) || up) ? " lit" : "")} aria-pressed=${up}
			disabled=${!mine || !choosing.choosable} onPointerDown=${dragging.grab(piece.id)} onClick=${() => { if (!dragging.wasDragged()) choosing.toggle(piece.id); }}><${Said} words=${cardTitle(piece.name) + (lit.has(piece.name) ? ", can be played" : "") + (fresh ? ", new" : "")} /><${Lying} piece=${piece} wild=${wild} />${fresh && html`<span class="new" aria-hidden="true">new</span>`}</button>`;
	};
	return html`<div class=${"hand" + (before === null ? " at-end" : "")} ref=${box} data-drop="hand" role="group" aria-label=${`Hand of ${name}, ${held.length} cards`}>
			${rowsOf(hand.sorted, room, !mine || choosing.drawing ? 1 : 0).map((row, i) => html`<div class="row-of-hand" key=${i}>${row.map(CardButton)}</div>`)}
		</div>
		${drag !== null && html`<div class="dragged" aria-hidden="true" style=${{ left: `${drag.x}px`, top: `${drag.y}px` }}>${taken.map(id => held.find(piece => piece.id === id)).map(piece => piece && html`<${Card} name=${piece.name} suit=${piece.suit} wild=${wild.includes(withoutSuit(piece.name))} />`)}</div>`}`;
}
