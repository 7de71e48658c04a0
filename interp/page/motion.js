// motion.js -- which card of one view is which card of the next, so that it can be seen to move; and the moving.
// @ts-check
import { parseCards, rankOf } from "./cards.js";

/** A card that lies on the table or in the own hand. Where suits do not matter its name is the rank alone: [suit] is how it looks, [face] the suit that
 * the library gives to it.
 * @typedef {{id: number, name: string, suit: string, face: string}} Piece */
/** By the place where they lie: "hand", "pile", "across" (in the pile, which it freezes), "meld SIDE NUMBER", "laid SEAT", "shown SEAT". @typedef {Map<string, Piece[]>} Pieces */
/** @typedef {import("./table.js").View} View */

let newest = 0;

/** What is kept of a table, so that it looks the same when it is seen again: the hand as it was arranged, places of its cards; and the cards that
 * look otherwise than their face: place, name, face and suit of each.
 * @typedef {{deal: number, seat: number, order: number[] | null, looks?: string[][]}} Worn */

/** The suits that a card of this name may have; a joker has none. @param {string} name */
const suitsOf = name => name === "joker" ? "" : /.[CDHS]$/.test(name) ? name.slice(-1) : name.startsWith("red ") ? "HD" : name.startsWith("black ") ? "SC" : "SHCD";

/** Where the cards that a view shows lie. @param {View} view */
function placesOf(view) {
	/** @type {Map<string, string[]>} */
	const places = new Map([["hand", view.hand], ["pile", view.top.slice(0, 1)], ["across", view.crosswise.filter(name => name !== view.top[0]).slice(0, 1)]]);
	for (const [side, melds] of view.melds)
		melds.forEach((meld, i) => places.set(`meld ${side} ${i + 1}`, parseCards(meld.split(" as ")[0])));
	for (const [seat, cards] of view.laid)
		places.set(`laid ${seat}`, parseCards(cards));
	for (const [seat, cards] of view.shown)
		places.set(`shown ${seat}`, parseCards(cards));
	return places;
}

/** A test for pieces, or slots of a view, that have the name and the face of [one]. @param {{name: string, face: string}} one */
const like = one => (/** @type {{name: string, face: string}} */ other) => other.name === one.name && other.face === one.face;

/** The hand, of which some pieces are [played] and these [stay]. Which of equal cards goes is the matter of the library; where the person took another one, that one
 * has the face of the one that goes. Played ones come last. @param {Piece[]} hand @param {number[]} played @param {{name: string, face: string}[]} stay */
function withPlayed(hand, played, stay) {
	const all = [...hand.filter(piece => !played.includes(piece.id)), ...hand.filter(piece => played.includes(piece.id))].map(piece => ({ ...piece })), left = [...stay];
	const going = all.filter(piece => {
		const at = left.findIndex(like(piece));
		if (at >= 0)
			left.splice(at, 1);
		return at < 0;
	});
	for (const piece of all.filter(piece => played.includes(piece.id) && !going.includes(piece))) {
		const other = going.find(one => one.name === piece.name && !played.includes(one.id));
		if (other !== undefined) {
			[piece.face, other.face] = [other.face, piece.face];
			going.splice(going.indexOf(other), 1);
		}
	}
	return all;
}

/** The pieces of a view. A card that lay in the same place before is the same; otherwise one that looks like it and has left its place; otherwise
 * it is new. [played] are pieces of the hand with which the person who looks has just acted. @param {Pieces | null} before @param {View} view @param {number[]} [played] @returns {Pieces} */
export function follow(before, view, played = []) {
	/** @type {{place: string, name: string, face: string, piece?: Piece}[]} */
	const slots = [...placesOf(view)].flatMap(([place, names]) => {
		const faces = [...view.faces.get(place === "across" ? "pile" : place) ?? []];
		return names.map(name => {
			const suits = suitsOf(name), at = faces.findIndex(face => rankOf(face) === rankOf(name) && suits.includes(face.slice(-1)));
			return { place, name, face: at < 0 ? suits.length > 1 ? "" : suits : faces.splice(at, 1)[0].slice(-1) };
		});
	});
	const left = new Map([...before ?? []].map(([place, pieces]) => [place, place === "hand" ? withPlayed(pieces, played, slots.filter(slot => slot.place === "hand")) : [...pieces]]));
	const takeFrom = (/** @type {Piece[]} */ pieces, /** @type {{name: string, face: string}} */ slot) => {
		const at = pieces.findIndex(like(slot));
		return at < 0 ? undefined : pieces.splice(at, 1)[0];
	};
	for (const slot of slots)
		slot.piece = takeFrom(left.get(slot.place) ?? [], slot);
	for (const slot of [...slots.filter(slot => slot.place !== "hand"), ...slots])
		for (const pieces of left.values())
			slot.piece ??= takeFrom(pieces, slot);
	/** @type {Pieces} */
	const now = new Map(slots.map(({ place }) => [place, []]));
	for (const { place, name, face, piece } of slots)
		now.get(place)?.push(piece ?? { id: ++newest, name, suit: face, face });
	return now;
}

/** The pieces that look otherwise than their face. @param {Pieces} pieces @returns {string[][]} */
export const looksOf = pieces => [...pieces].flatMap(([place, laid]) => laid.filter(({ suit, face }) => suit !== face).map(({ name, face, suit }) => [place, name, face, suit]));

/** Makes pieces look as they did. @param {Pieces} pieces @param {any} looks as looksOf() gave them */
export function wear(pieces, looks) {
	for (const [place, name, face, suit] of Array.isArray(looks) ? looks : []) {
		const piece = pieces.get(place)?.find(piece => piece.suit === piece.face && like({ name, face })(piece));
		if (piece !== undefined && suitsOf(name).includes(suit))
			piece.suit = suit;
	}
}

/** The pieces of a table as somebody else sees it, who held [hand] when last seen. @param {Pieces} pieces @param {Piece[]} [hand] @returns {Pieces} */
export const withHand = (pieces, hand = []) => new Map([...pieces, ["hand", hand]]);

// ---- moving ----

/** How long a card flies, how much later each one more goes, and how much later the last one at most, in milliseconds. */
const FLIGHT = 260, STAGGER = 40, STAGGER_MOST = 240;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where each piece is on the screen. @param {HTMLElement} table @returns {Map<string, DOMRect>} */
export const measured = table => new Map([...table.querySelectorAll(/** @type {"div"} */ ("[data-piece]"))].map(one => [one.dataset.piece ?? "", one.getBoundingClientRect()]));

/** A copy of [card] flies from one rectangle to another. @param {Element} card @param {DOMRect} from @param {DOMRect} to @param {number} delay */
function fly(card, from, to, delay) {
	const copy = document.createElement("div");
	copy.className = "fly";
	copy.setAttribute("aria-hidden", "true");
	copy.append(card.cloneNode(true));
	document.body.append(copy);
	for (const [name, value] of /** @type {const} */ ([["left", to.left], ["top", to.top], ["width", to.width], ["height", to.height]]))
		copy.style[name] = `${value}px`;
	const motion = copy.animate([{ transform: `translate(${from.left + from.width / 2 - to.left - to.width / 2}px, ${from.top + from.height / 2 - to.top - to.height / 2}px) scale(${from.width / to.width})` }, { transform: "none" }],
		{ duration: FLIGHT, delay, easing: "cubic-bezier(.25,.7,.25,1)", fill: "backwards" });
	return motion.finished.finally(() => copy.remove());
}

/** Shows how cards came from where they were [before] to where they are, and what moved face down.
 * @param {HTMLElement} table @param {Map<string, DOMRect>} before @param {Pieces} was @param {Pieces} is @param {View} old @param {View} now */
export function move(table, before, was, is, old, now) {
	if (still() || old.deal !== now.deal)
		return;
	const find = (/** @type {string} */ selector) => table.querySelector(selector)?.getBoundingClientRect();
	const placeOf = (/** @type {Pieces} */ pieces) => new Map([...pieces].flatMap(([place, list]) => list.map(piece => [piece.id, place])));
	/** Where a card of half the [size] lies at the top of a seat. */
	const atSeat = (/** @type {DOMRect} */ seat, /** @type {DOMRect} */ size) => new DOMRect(seat.left + seat.width / 2 - size.width / 4, seat.top, size.width / 2, size.height / 2);
	const wasAt = placeOf(was), isAt = placeOf(is), actor = `[data-seat="${old.toAct}"]`, tookPile = now.pile < old.pile;
	let flown = 0;
	const late = () => Math.min(flown++ * STAGGER, STAGGER_MOST);
	for (const element of table.querySelectorAll(/** @type {"div"} */ ("[data-piece]"))) {
		const id = Number(element.dataset.piece), place = isAt.get(id) ?? "";
		if (wasAt.get(id) === place)
			continue;
		const to = element.getBoundingClientRect(), card = element.querySelector(".card"), seat = find(actor);
		const from = before.get(String(id)) ?? (place === "hand" ? find(tookPile ? ".heap.pile .card" : ".heap.stock .card") : seat && atSeat(seat, to));
		if (!from || !card || to.width === 0)
			continue;
		element.classList.add("waits");
		void fly(card, from, to, late()).then(() => element.classList.remove("waits"), () => element.classList.remove("waits"));
	}
	const seat = now.seat === old.toAct ? undefined : find(actor), gained = (now.size.get(old.toAct) ?? 0) - (old.size.get(old.toAct) ?? 0), back = table.querySelector(".heap.stock .card");
	if (seat && tookPile) {
		const top = was.get("pile")?.[0], from = before.get(String(top?.id)), card = table.querySelector(".heap.pile .card") ?? back;
		if (from && card)
			void fly(card, from, atSeat(seat, from), late());
	} else if (seat && back && now.stock < old.stock)
		for (let i = 0; i < Math.min(gained, 4); i++) {
			const from = back.getBoundingClientRect();
			void fly(back, from, atSeat(seat, from), late());
		}
}
