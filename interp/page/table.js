// table.js -- the table as one seat sees it, read from the lines of the protocol (docs/protocol.md) and drawn.
// @ts-check
import { html } from "./preact.js";
import { Card, CardBack, cardTitle, Fan, parseCards, Said } from "./cards.js";
import { inWords } from "./parts.js";

/** @typedef {import("./parts.js").Titles} Titles */

/** @typedef {{number: number, words: string, verb: string, cards: string[], tail: string}} Act */
/** @typedef {{deal: number, seat: number, turn: number, toAct: number, hand: string[], minimum: number, count: number, mustGoOut: boolean, mayNotGoOut: boolean,
 *   sides: Map<number, number[]>, score: Map<number, number>, opened: Set<number>, melds: Map<number, string[]>, canastas: Map<number, number>, complete: Map<number, string[]>,
 *   size: Map<number, number>, talon: Map<number, number>, reserve: Map<number, string>, reserves: number[], laid: Map<number, string>, shown: Map<number, string>, dealer: number, alone: number, stock: number, aside: number,
 *   pile: number, top: string[], within: string, blocked: string, frozen: string, lifted: boolean, acts: Act[],
 *   ended: string, scored: {side: number, points: number, name: string}[], results: Map<number, {points: number, total: number}>, winner: string}} View */

/** The cards end where another word follows: "take as NAME to 4H 5H 6H" has none. @param {number} number @param {string} words @returns {Act} */
export function actOf(number, words) {
	const [, verb, said, tail] = /^(\S+)((?: (?!(?:to|as|under) )\S+)*)(.*)$/.exec(words) ?? ["", words, "", ""];
	const plain = ["draw", "join", "ask", "answer", "talon", "no", "stop", "special"].includes(verb);
	return { number, words, verb, cards: plain ? [] : parseCards(said.replace(/^ wild /, " ")), tail: tail.trim() };
}

/** @param {string} lines @returns {View} */
export function viewOf(lines) {
	/** @type {View} */
	const view = { deal: 0, seat: 0, turn: 0, toAct: 0, hand: [], minimum: 0, count: 0, mustGoOut: false, mayNotGoOut: false, sides: new Map(), score: new Map(), opened: new Set(),
		melds: new Map(), canastas: new Map(), complete: new Map(), size: new Map(), talon: new Map(), reserve: new Map(), reserves: [], laid: new Map(), shown: new Map(), dealer: 0, alone: 0, stock: 0, aside: 0, pile: 0, top: [], within: "",
		blocked: "", frozen: "", lifted: false, acts: [], ended: "", scored: [], results: new Map(), winner: "" };
	for (const line of lines.split("\n")) {
		const [word, ...rest] = line.split(" "), number = Number(rest[0]), said = rest.slice(1).join(" ");
		switch (word) {
		case "deal": view.deal = number; break;
		case "view": view.seat = number; break;
		case "turn": [view.turn, view.toAct] = [number, Number(rest[1])]; break;
		case "minimum": view.minimum = number; break;
		case "count": view.count = number; break;
		case "must_go_out": view.mustGoOut = true; break;
		case "may_not_go_out": view.mayNotGoOut = true; break;
		case "hand": view.hand = parseCards(rest.join(" ")); break;
		case "side": view.sides.set(number, rest.slice(1).map(Number)); break;
		case "score": view.score.set(number, Number(rest[1])); break;
		case "opened": view.opened.add(number); break;
		case "melds": view.melds.set(number, said.split(",").map(meld => meld.trim())); break;
		case "canastas": view.canastas.set(number, Number(rest[1])); break;
		case "complete": view.complete.set(number, rest.slice(1)); break;
		case "cards": view.size.set(number, Number(rest[1])); break;
		case "talon": view.talon.set(number, Number(rest[1])); break;
		case "reserve": if (number > 0) view.reserve.set(number, [view.reserve.get(number), rest[1]].filter(size => size).join(" and ")); else view.reserves.push(Number(rest[1])); break;
		case "laid": view.laid.set(number, said); break;
		case "shown": view.shown.set(number, said); break;
		case "dealer": view.dealer = number; break;
		case "alone": view.alone = number; break;
		case "stock": view.stock = number; break;
		case "aside": view.aside = number; break;
		case "pile": view.pile = number; view.top = parseCards(said); break;
		case "within": view.within = rest.join(" "); break;
		case "blocked": view.blocked = rest.join(" "); break;
		case "frozen": view.frozen = rest.join(" "); break;
		case "lifted": view.lifted = true; break;
		case "act": view.acts.push(actOf(number, said)); break;
		case "ended": view.ended = rest.join(" "); break;
		case "scored": view.scored.push({ side: number, points: Number(rest[1]), name: rest.slice(2).join(" ") }); break;
		case "result": view.results.set(number, { points: Number(rest[1]), total: Number(rest[2]) }); break;
		case "winner": view.winner = rest.join(" "); break;
		}
	}
	return view;
}

/** What a side is called by who sits there. @param {View} view @param {number} side @param {string[]} names */
export const sideName = (view, side, names) => (view.sides.get(side) ?? []).map(seat => names[seat - 1]).join(" and ");

const cardsIn = (/** @type {number} */ n) => `${n} ${n === 1 ? "card" : "cards"}`;

/** A title as a label: without its article. @param {string} title */
const label = title => title.replace(/^(?:An?|The) /, "");

/** The melds of a side; one that is a canasta lies closer and says which. @param {{view: View, side: number, names: string[], own: boolean, titles: Titles}} props */
function Side({ view, side, names, own, titles }) {
	const melds = view.melds.get(side) ?? [], canastas = view.canastas.get(side) ?? 0, complete = view.complete.get(side) ?? [];
	return html`<section class=${"side" + (own ? " own" : "")} aria-label=${`Melds of ${sideName(view, side, names)}`} data-drop=${own ? "melds" : undefined}>
		<h3><span>${sideName(view, side, names)}</span> <span class="points">${canastas > 0 && html`<b>${canastas} ${canastas === 1 ? "canasta" : "canastas"}</b>`}
			${titles.value("reserve.of") === "side" && view.reserve.has(side) && html`<span>reserve of ${view.reserve.get(side)}</span>`}<span>${view.score.get(side) ?? 0} points</span></span></h3>
		<div class="melds">${melds.length === 0 ? html`<span class="none">${view.opened.has(side) || titles.value("initial_meld.minimum") === "0" ? "no melds" : "not opened"}</span>` : melds.map((meld, i) => {
			const [cards, kind] = meld.split(" as "), list = parseCards(cards), canasta = (complete[i] ?? "-") !== "-" ? complete[i] : null;
			const words = canasta ? label(titles.title("canasta", canasta)) : kind ? label(titles.title("meld", kind)) : "";
			return html`<span class=${"meld" + (canasta ? " complete" : "")} data-drop=${own ? "melds" : undefined} data-meld=${own ? i : undefined}><${Fan} small cards=${list} label=${words} /><span class="meld-name"><b>${list.length}</b>${words ? ` ${words}` : ""}</span></span>`;
		})}</div>
		${(view.sides.get(side) ?? []).map(seat => view.laid.has(seat) && html`<div class="laid"><span class="zone-name">${names[seat - 1]} laid out</span><${Fan} small cards=${view.laid.get(seat) ?? ""} /></div>`)}
	</section>`;
}

/** Everything on the table but the own hand.
 * @param {{view: View, names: string[], titles: Titles, mine?: boolean, act?: (words: string) => void, drawable?: boolean}} props */
export function TableView({ view, names, titles, mine, act, drawable }) {
	const ownSide = [...view.sides].find(([, seats]) => seats.includes(view.seat))?.[0] ?? 0;
	const sides = [...view.sides.keys()].sort((a, b) => Number(b === ownSide) - Number(a === ownSide) || a - b);
	const state = view.blocked ? ["Blocked", titles.title("pile.block", view.blocked)] : view.frozen ? ["Frozen", titles.title("pile.freeze", view.frozen) + (view.lifted ? "; but you may open with it" : "")] : null;
	const behind = (/** @type {number} */ seat) => [view.talon.has(seat) && `${view.talon.get(seat)} for the next turn`, titles.value("reserve.of") !== "side" && view.reserve.has(seat) && `reserve of ${view.reserve.get(seat)}`].filter(words => words);
	return html`<div class="table">
		<div class="seats">${[...view.size].map(([seat, cards]) => html`<div class=${"seat" + (seat === view.toAct ? " acting" : "") + (seat === view.seat ? " you" : "")}>
			<span class="seat-name">${names[seat - 1]}${seat === view.dealer ? html` <span class="tag">dealer</span>` : ""}${seat === view.alone ? html` <span class="tag">alone</span>` : ""}</span>
			<span class="backs" aria-hidden="true">${Array.from({ length: Math.min(cards, 15) }, () => html`<i></i>`)}</span>
			<span>${cardsIn(cards)}${behind(seat).map(words => html`<br />${words}`)}</span>
			${view.shown.has(seat) && html`<${Fan} small cards=${view.shown.get(seat) ?? ""} />`}
		</div>`)}</div>
		<div class="middle">
			<div class="heap"><span class="zone-name">Stock</span>
				${drawable && act ? html`<button type="button" class="heap-button lit" onClick=${() => act("draw")}><${Said} words="Draw from the stock" /><${CardBack} /></button>` : view.stock > 0 ? html`<${CardBack} />` : html`<span class="empty"></span>`}
				<span>${cardsIn(view.stock)}${view.aside ? `, ${view.aside} aside` : ""}${view.reserves.length > 0 ? html`<br />reserves of ${view.reserves.join(" and ")}` : ""}</span></div>
			<div class="heap" data-drop=${mine ? "pile" : undefined}><span class="zone-name">Discard pile</span>
				<span role="img" aria-label=${view.top.length > 0 ? `Top card: ${cardTitle(view.top[0])}` : "empty"}>${view.top.length > 0 ? html`<${Card} name=${view.top[0]} />` : view.pile > 0 ? html`<${CardBack} />` : html`<span class="empty"></span>`}</span>
				<span>${cardsIn(view.pile)}</span></div>
			${state !== null && html`<p class="pile-state"><b>${state[0]}</b> ${state[1]}</p>`}
			<div class="needs">${view.minimum > 0 && !view.opened.has(ownSide) && html`<div class="need"><span class="zone-name">To open</span><b>${view.minimum}</b>${view.count > 0 && html`<span>${view.count} so far</span>`}</div>`}
				<div class="need"><span class="zone-name">Deal</span><b>${view.deal}</b></div></div>
		</div>
		<div class="sides">${sides.map(side => html`<${Side} view=${view} side=${side} names=${names} titles=${titles} own=${mine === true && side === ownSide} />`)}</div>
	</div>`;
}
