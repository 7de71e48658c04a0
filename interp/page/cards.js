// cards.js -- cards as pictures. The library names a card by its rank, and where that matters by its colour or its suit: none is
// made up here. Corners carry both, so that a fan of cards can be read.
// @ts-check
import { html } from "./preact.js";

/** @typedef {{name: string, rank: string, colour: string, symbol: string, suit?: string}} Face */

const SUITS = /** @type {Record<string, {name: string, symbol: string, colour: string}>} */ ({
	C: { name: "clubs", symbol: "♣", colour: "black clubs" }, D: { name: "diamonds", symbol: "♦", colour: "red diamonds" },
	H: { name: "hearts", symbol: "♥", colour: "red hearts" }, S: { name: "spades", symbol: "♠", colour: "black spades" },
});

/** A card with its suit: 10H. @param {string} name */
const suited = name => /^(10|[2-9JQKA])([CDHS])$/.exec(name);

/** The cards in a line of words as the library writes them: "black 3 5 5 joker". @param {string} words @returns {string[]} */
export function parseCards(words) {
	const cards = [];
	const parts = words.trim().split(/\s+/).filter(part => part !== "");
	for (let i = 0; i < parts.length; i++)
		cards.push((parts[i] === "red" || parts[i] === "black") && i + 1 < parts.length ? `${parts[i]} ${parts[++i]}` : parts[i]);
	return cards;
}

/** @param {string} name @returns {Face} */
function faceOf(name) {
	if (name === "joker")
		return { name, rank: "★", colour: "joker", symbol: "Joker" };
	if (name.startsWith("red "))
		return { name, rank: name.slice(4), colour: "red", symbol: "♦" };
	if (name.startsWith("black "))
		return { name, rank: name.slice(6), colour: "black", symbol: "♣" };
	const found = suited(name);
	if (found !== null)
		return { name, rank: found[1], colour: SUITS[found[2]].colour, symbol: SUITS[found[2]].symbol, suit: SUITS[found[2]].symbol };
	return { name, rank: name, colour: "plain", symbol: name };
}

/** Words with cards as other rules name them: those that tell suits apart have KC for a K, the others K for a KC; [cards] are all that
 * they know. Names that they have stay. @param {string} words @param {string[]} cards */
export function inCardsOf(words, cards) {
	/** @type {Map<string, number>} */
	const used = new Map();
	const rankOf = (/** @type {string} */ name) => suited(name)?.[1] ?? name.replace(/^(?:red|black) /, "");
	return words.replace(/(?:red |black )?\b(?:10|[2-9JQKA])[CDHS]?\b/g, name => {
		const alike = cards.includes(name) ? [] : cards.filter(card => rankOf(card) === rankOf(name)), colour = faceOf(name).colour.split(" ")[0];
		const fits = colour === "plain" ? alike : alike.filter(card => ["plain", colour].includes(faceOf(card).colour.split(" ")[0]));
		if (fits.length === 0)
			return name;
		used.set(name, (used.get(name) ?? -1) + 1);
		return fits[(used.get(name) ?? 0) % fits.length];
	});
}

/** What a card is called aloud. @param {string} name */
export function cardTitle(name) {
	const ranks = { J: "jack", Q: "queen", K: "king", A: "ace" }, found = suited(name);
	if (found !== null)
		return `${cardTitle(found[1])} of ${SUITS[found[2]].name}`;
	return name.replace(/[JQKA]$/, rank => ranks[/** @type {keyof typeof ranks} */ (rank)] ?? rank);
}

/** A card in few letters, for a button: 10♥, red 3, joker. @param {string} name */
export function cardLabel(name) {
	const found = suited(name);
	return found !== null ? found[1] + SUITS[found[2]].symbol : name;
}

/** Words of the library with suits as signs: "adds 9♦ to the sequence". @param {string} words */
export const inSigns = words => words.replace(/\b(?:10|[2-9JQKA])[CDHS]\b/g, cardLabel);

/** Words for those who do not see the picture beside them. @param {{words: string}} props */
export const Said = ({ words }) => html`<span class="sr">${words}</span>`;

/** One card. @param {{name: string, small?: boolean}} props */
export function Card({ name, small }) {
	const face = faceOf(name);
	const middle = face.colour === "joker" ? "★" : face.symbol;
	return html`<svg class=${`card ${face.colour}${small ? " small" : ""}`} viewBox="0 0 50 70" aria-hidden="true" focusable="false">
		<rect x="0.75" y="0.75" width="48.5" height="68.5" rx="5" />
		<text class="corner" x="4" y="16">${face.rank}</text>
		<text class="corner" x="4" y="16" transform="rotate(180 25 35)">${face.rank}</text>
		${face.suit && html`<text class="suit" x="4" y="31">${face.suit}</text>`}
		<text class="middle" x="25" y="45">${middle}</text>
	</svg>`;
}

/** The back of a card. @param {{small?: boolean}} props */
export function CardBack({ small }) {
	return html`<svg class=${`card back${small ? " small" : ""}`} viewBox="0 0 50 70" aria-hidden="true" focusable="false">
		<rect x="0.75" y="0.75" width="48.5" height="68.5" rx="5" />
		<rect class="inner" x="5" y="5" width="40" height="60" rx="3" />
		<path class="inner" d="M5 20 L45 50 M5 50 L45 20 M25 5 L25 65" />
	</svg>`;
}

/** Cards in a row that overlap, with their names for those who do not see them.
 * @param {{cards: string[] | string, small?: boolean, label?: string}} props */
export function Fan({ cards, small, label }) {
	const list = typeof cards === "string" ? parseCards(cards) : cards;
	if (list.length === 0)
		return html`<span class="none">none</span>`;
	return html`<span class=${`fan${small ? " small" : ""}`} role="img" aria-label=${(label ? label + ": " : "") + list.map(cardTitle).join(", ")}>
		${list.map((name, i) => html`<${Card} key=${i} name=${name} small=${small} />`)}
	</span>`;
}

/** A position as a ruling has it, as a picture of the table: the hand, the melds, the pile. Lines that have no picture stay
 * words. @param {{lines: string[]}} props */
export function Position({ lines }) {
	const said = lines.map(line => line.trim()).filter(line => line !== "");
	const zones = [], rest = [];
	for (const line of said) {
		const found = /^(hand|left|right|partner|pile|stock only|melds (?:us|them|left|right|partner)|laid (?:us|them|player|left|right|partner)) (.*)$/.exec(line);
		if (found === null || /\d+ cards|nothing|empty/.test(found[2]))
			rest.push(line);
		else
			zones.push({ name: found[1], cards: found[2] });
	}
	const titles = /** @type {Record<string, string>} */ ({
		hand: "Hand", left: "Left", right: "Right", partner: "Partner", pile: "Discard pile, top card last",
		"melds us": "Our melds", "melds them": "Their melds", "melds left": "Melds on the left", "melds right": "Melds on the right", "melds partner": "Partner's melds",
		"laid us": "We have laid out", "laid them": "They have laid out", "laid player": "The player has laid out", "laid left": "Left has laid out", "laid right": "Right has laid out",
		"laid partner": "The partner has laid out",
	});
	return html`<div class="position">
		${zones.map(({ name, cards }) => html`<div class="zone">
			<span class="zone-name">${titles[name] ?? name}</span>
			<span class="zone-cards">${cards.split(",").map(meld => html`<${Fan} small cards=${meld.replace(/ as \w+$/, "")} />`)}</span>
		</div>`)}
		${rest.length > 0 && html`<p class="also">${rest.join(" · ")}</p>`}
	</div>`;
}
