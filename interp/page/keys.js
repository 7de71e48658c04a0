// keys.js -- the table by keys.
// @ts-check
import { html, useEffect, useRef } from "./preact.js";
import { rankOf } from "./cards.js";
import { hasVerb } from "./choosing.js";

/** @typedef {import("./motion.js").Piece} Piece */

const KEYS = [["← →", "go through the hand"], ["Shift ← →", "move a card in the hand"], ["Space", "choose a card, or put it back"], ["4 … 9 0 J Q K A 2 3 *", "choose the next card of that rank; 0 is the ten, * a joker"], ["Enter", "do what the green button says"],
	["D", "draw"], ["P", "the pile: take it, or lay the chosen card on it"], ["X", "discard the chosen card"], ["S", "sort the hand, by suit or by rank"], ["U", "take back"], ["H", "a hint"], ["R", "the rules"], ["L", "read the last round"], ["T", "read the table: who sits there, stock and pile"], ["M", "read the melds of both sides"], ["Esc", "put all cards back"], ["?", "these keys"]];

export const KeysList = () => html`<dl class="keys">${KEYS.map(([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`)}</dl>`;

/** The cards that are chosen once the key of a rank was pressed: one more of that rank, or none of it if all were; null if the key is none, or no card
 * has that rank. @param {string} key @param {Piece[]} hand @param {number[]} picked */
function pickedByRank(key, hand, picked) {
	const upper = key.toUpperCase(), rank = key === "0" ? "10" : key === "*" ? "joker" : upper, of = hand.filter(piece => rankOf(piece.name) === rank);
	if (of.length === 0 || !/^[2-90JQKA*]$/.test(upper))
		return null;
	const next = of.find(piece => !picked.includes(piece.id));
	return next ? [...picked, next.id] : picked.filter(id => !of.some(piece => piece.id === id));
}

/** What a key reads: the texts of these elements, or the labels that they have for who does not see them. */
const READ = /** @type {Record<string, string>} */ ({ L: ".news li > :last-child", T: ".table .seat, .heap, .pile .sr, .pile > [role=img]", M: ".side, .side .points > *, .side .fan, .melds .none" });

/** @param {string} key */
const readingOf = key => [...document.querySelectorAll(READ[key])].map(one => (one.getAttribute("aria-label") ?? one.textContent ?? "").replace(/^.*(?=Top card)|\s+/g, " ").trim()).filter(words => words).map(words => words[0].toUpperCase() + words.slice(1)).join(key === "L" ? " " : ". ");

/** @param {HTMLElement | null} hand @param {number} step */
function focusNext(hand, step) {
	const all = [...(hand?.querySelectorAll("button") ?? [])], here = all.indexOf(/** @type {any} */ (document.activeElement));
	all[(Math.max(here, step > 0 ? here : 0) + step + all.length) % all.length]?.focus();
}

/** True if keys that are pressed there are meant for something else. @param {KeyboardEvent} event @param {HTMLElement} target */
const isElsewhere = (event, target) => event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || document.querySelector("dialog[open]") !== null;

/** @param {{game: import("./game.js").Game, choosing: import("./choosing.js").Choosing, may: boolean, hand: import("./hand.js").Hand, box: {current: HTMLElement | null}, open: (sheet: "rules" | "keys") => void}} props */
export function useKeys({ game, choosing, may, hand, box, open }) {
	const { pick, picked, doOne, doGreen, drawing } = choosing;
	const moveFocused = (/** @type {number} */ step) => {
		const id = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.card;
		if (id === undefined)
			return;
		hand.shift(Number(id), step);
		requestAnimationFrame(() => box.current?.querySelector(/** @type {"button"} */ (`[data-card="${id}"]`))?.focus()); // a card that is moved loses it
	};
	const always = /** @type {Record<string, () => void>} */ ({ "?": () => open("keys"), R: () => open("rules") });
	for (const one of Object.keys(READ))
		always[one] = () => game.say({ text: readingOf(one), kind: "read" });
	const inTurn = /** @type {Record<string, () => void>} */ ({
		D: () => void doOne(one => hasVerb(one, ["draw"])).then(found => { if (!found && drawing) void game.act("draw"); }),
		P: () => void choosing.pile(), X: () => void doOne(one => hasVerb(one, ["discard"])), S: hand.sort, H: () => void choosing.hint(), U: () => void game.undo(),
		ESCAPE: () => pick([]), ARROWRIGHT: () => focusNext(box.current, 1), ARROWLEFT: () => focusNext(box.current, -1), MOVERIGHT: () => moveFocused(1), MOVELEFT: () => moveFocused(-1),
	});
	const heard = useRef((/** @type {KeyboardEvent} */ _) => {});
	heard.current = event => {
		const target = /** @type {HTMLElement} */ (event.target), key = event.key.toUpperCase().replace("ARROW", event.shiftKey ? "MOVE" : "ARROW");
		if (isElsewhere(event, target))
			return;
		const does = always[key] ?? (!may ? undefined : key === "ENTER" && target.matches(".hand-card, body, [tabindex='-1']") ? () => void doGreen() : inTurn[key]);
		const ids = does === undefined && may && choosing.choosable ? pickedByRank(event.key, hand.sorted, picked) : null;
		if (ids !== null)
			pick(ids);
		else if (does !== undefined)
			does();
		else
			return;
		event.preventDefault();
	};
	useEffect(() => {
		const hear = (/** @type {KeyboardEvent} */ event) => heard.current(event);
		addEventListener("keydown", hear);
		return () => removeEventListener("keydown", hear);
	}, []);
}
