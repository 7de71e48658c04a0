// cards.js -- cards as pictures. The library names a card by its rank, and where that matters by its colour or its suit: none is
// made up here. Corners carry both, so that a fan of cards can be read.
// @ts-check
import { html } from "./preact.js";

/** @typedef {{name: string, rank: string, colour: string, symbol: string, suit?: string}} Face */

const SUITS = /** @type {Record<string, {name: string, symbol: string, colour: string}>} */ ({
	C: { name: "clubs", symbol: "♣", colour: "black clubs" }, D: { name: "diamonds", symbol: "♦", colour: "red diamonds" },
	H: { name: "hearts", symbol: "♥", colour: "red hearts" }, S: { name: "spades", symbol: "♠", colour: "black spades" },
});

/** The name of a card without its suit, as in games in which suits do not count: 10H gives 10, red 3 stays. @param {string} name */
export const withoutSuit = name => name.replace(/(?<=.)[CDHS]$/, "");

/** The rank alone: 10H gives 10, red 3 gives 3. @param {string} name */
export const rankOf = name => withoutSuit(name).replace(/^(?:red|black) /, "");

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

const NUMBERS = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** What a card is called when its suit does not matter: three, red three, king. @param {string} name */
export const rankTitle = name => withoutSuit(name).replace(/\d+|[JQKA]$/, rank => NUMBERS[Number(rank)] ?? cardTitle(rank));

/** Cards as somebody says them who holds them: "four kings, two sixes and a joker". @param {string[]} names */
export function countedTitle(names) {
	/** @type {Map<string, number>} */
	const counts = new Map();
	for (const title of names.map(rankTitle))
		counts.set(title, (counts.get(title) ?? 0) + 1);
	const said = [...counts].map(([title, count]) => count === 1 ? `a${/^[aeiou]/.test(title) ? "n" : ""} ${title}` : `${NUMBERS[count] ?? count} ${title.replace(/x$/, "xe")}s`);
	return said.join(", ").replace(/, (?=[^,]*$)/, " and ");
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

// ---- faces ----

/** The signs, each in a square of 100. */
const SIGNS = /** @type {Record<string, string>} */ ({
	H: "M50 92C20 66 8 48 8 31C8 16 18 7 29 7C39 7 46 13 50 22C54 13 61 7 71 7C82 7 92 16 92 31C92 48 80 66 50 92Z",
	D: "M50 3C60 22 72 37 88 50C72 63 60 78 50 97C40 78 28 63 12 50C28 37 40 22 50 3Z",
	S: "M50 5C58 24 90 42 90 63C90 76 81 82 72 82C64 82 57 78 54 71C55 82 60 91 68 95H32C40 91 45 82 46 71C43 78 36 82 28 82C19 82 10 76 10 63C10 42 42 24 50 5Z",
	C: "M50 6C61 6 70 15 70 26C70 33 66 38 62 43C67 40 71 39 76 39C87 39 95 48 95 59C95 70 87 79 76 79C66 79 58 74 54 65C55 78 59 90 68 95H32C41 90 45 78 46 65C42 74 34 79 24 79C13 79 5 70 5 59C5 48 13 39 24 39C29 39 33 40 38 43C34 38 30 33 30 26C30 15 39 6 50 6Z",
	star: "M50 4L63 37L98 39L71 61L80 95L50 76L20 95L29 61L2 39L37 37Z",
});

const sign = (/** @type {string} */ name, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size, more = "") =>
	html`<path class=${`f-${name} ${more}`} transform=${`translate(${x} ${y}) scale(${size / 100})`} d=${SIGNS[name]} />`;

/** Heads of court cards and of the joker, in a box of 60 by 68. @param {string} rank */
function court(rank) {
	const face = html`<ellipse class="f-skin" cx="30" cy="30" rx="11" ry="13" /><circle cx="26" cy="29" r="1.4" /><circle cx="34" cy="29" r="1.4" /><path class="f-mouth" d="M27 36Q30 38 33 36" />`;
	const robe = html`<path class="f-robe" d="M2 68C3 50 16 43 30 43C44 43 57 50 58 68Z" />`;
	switch (rank) {
	case "K": return html`${robe}<path class="f-trim" d="M24 45L30 68L36 45Z" />${face}<path class="f-hair" d="M18 27C17 46 24 53 30 53C36 53 43 46 42 27C39 35 35 33 30 33C25 33 21 35 18 27Z" /><path class="f-mouth" d="M27 39Q30 41 33 39" />
		<path class="f-gold" d="M15 20L12 4L22 11L30 1L38 11L48 4L45 20Q30 15 15 20Z" /><circle class="f-robe" cx="30" cy="13" r="2.4" />`;
	case "Q": return html`<path class="f-hair" d="M30 12C14 12 12 30 13 50C20 54 40 54 47 50C48 30 46 12 30 12Z" />${robe}${face}<path class="f-hair" d="M19 30C20 20 26 18 30 18C34 18 40 20 41 30C42 16 37 13 30 13C23 13 18 16 19 30Z" />
		<path class="f-gold" d="M18 16L16 4L23 9L30 2L37 9L44 4L42 16Q30 11 18 16Z" /><path class="f-beads" d="M20 47Q30 56 40 47" />`;
	case "J": return html`<path class="f-hair" d="M17 22C15 34 15 42 18 46C26 50 34 50 42 46C45 42 45 34 43 22Z" />${robe}<path class="f-trim" d="M18 45L30 56L42 45L38 43L30 50L22 43Z" />${face}
		<path class="f-robe" d="M14 22C14 10 24 6 32 7C42 8 47 14 46 22Q30 15 14 22Z" /><path class="f-trim" d="M13 24Q30 15 47 24L46 19Q30 11 14 19Z" /><path class="f-gold" d="M42 15C50 8 53 2 58 1C57 9 52 17 43 20Z" />`;
	default: return html`<path class="f-cap1" d="M2 68C4 52 18 45 30 45V68Z" /><path class="f-cap2" d="M58 68C56 52 42 45 30 45V68Z" />${face}<path class="f-mouth" d="M25 35Q30 41 35 35" />
		<path class="f-cap1" d="M30 20C20 18 17 24 16 30C8 28 6 22 3 20C6 10 16 4 30 8Z" /><path class="f-cap2" d="M30 20C40 18 43 24 44 30C52 28 54 22 57 20C54 10 44 4 30 8Z" /><path class="f-gold" d="M18 27Q30 17 42 27L41 22Q30 13 19 22Z" />
		<circle class="f-gold" cx="4" cy="22" r="3.6" /><circle class="f-gold" cx="56" cy="22" r="3.6" /><circle class="f-gold" cx="30" cy="6" r="3.6" />`;
	}
}

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** A face in a box of 100 by 140. The corner is all that a row of cards shows, so rank and suit are there, and large.
 * @param {string} rank @param {string} suit "" where suits are not told apart @param {string} [colour] */
function drawn(rank, suit, colour = "") {
	const joker = rank === "joker", head = joker || "JQK".includes(rank);
	const corner = joker ? sign("star", 7, 8, 34, "f-joker") : html`<text class=${`f-rank f-${suit || colour || "ink"}`} x=${rank === "10" ? 4 : 8} y="41" ...${rank === "10" ? { textLength: 37, lengthAdjust: "spacingAndGlyphs" } : {}}>${rank}</text>`;
	const below = joker ? "" : suit ? sign(suit, 9, 49, 27) : "";
	const large = head ? html`<g transform="translate(38 71) scale(.97)">${court(rank)}</g>` : suit ? sign(suit, 40, 76, 54) : html`<text class=${`f-middle f-${colour || "ink"}`} x=${rank === "10" ? 58 : 66} y="124">${rank}</text>`;
	return html`<g class=${`f-all f-${colour || (suit === "H" || suit === "D" ? "warm" : "cool")}${joker ? " f-joke" : ""}`}>
		<rect class="f-paper" x="1.5" y="1.5" width="97" height="137" rx="9" />${corner}${below}${large}</g>`;
}

/** The drawings that all cards refer to; they stand once in the page. */
export function Faces() {
	const all = [["joker", "joker", "", ""]];
	for (const rank of RANKS) {
		for (const suit of Object.keys(SUITS))
			all.push([rank + suit, rank, suit, ""]);
		all.push([rank, rank, "", ""], [`red-${rank}`, rank, "", "red"], [`black-${rank}`, rank, "", "black"]);
	}
	return html`<svg class="faces" width="0" height="0" aria-hidden="true" focusable="false">
		${all.map(([id, rank, suit, colour]) => html`<symbol id=${"face-" + id} viewBox="0 0 100 140">${drawn(rank, suit, colour)}</symbol>`)}
		<symbol id="face-back" viewBox="0 0 100 140"><rect class="f-paper" x="1.5" y="1.5" width="97" height="137" rx="9" /><rect class="f-back" x="8" y="8" width="84" height="124" rx="5" />
			<path class="f-lattice" d="M8 38L38 8M8 68L68 8M8 98L92 14M8 128L92 44M34 132L92 74M64 132L92 104M92 38L62 8M92 68L32 8M92 98L8 14M92 128L8 44M66 132L8 74M36 132L8 104" /><circle class="f-back" cx="50" cy="70" r="20" /><circle class="f-boss" cx="50" cy="70" r="20" />${sign("star", 37, 57, 26, "f-onback")}</symbol>
	</svg>`;
}

/** One card. Where rules do not tell suits apart it may wear one all the same, so that it looks like a card. @param {{name: string, small?: boolean, suit?: string, wild?: boolean}} props */
export function Card({ name, small, suit, wild }) {
	const id = suit && suited(name) === null ? name.replace(/^(?:red|black) /, "") + suit : name.replace(" ", "-");
	return html`<svg class=${`card${small ? " small" : ""}${wild ? " wild" : ""}`} viewBox="0 0 100 140" aria-hidden="true" focusable="false"><use href=${"#face-" + id} /></svg>`;
}

/** The back of a card. @param {{small?: boolean}} props */
export const CardBack = ({ small }) => html`<svg class=${`card back${small ? " small" : ""}`} viewBox="0 0 100 140" aria-hidden="true" focusable="false"><use href="#face-back" /></svg>`;

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
