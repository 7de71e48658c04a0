// table.js -- the table as one seat sees it, read from the lines of the protocol (docs/protocol.md) and drawn.
// @ts-check
import { html } from "./preact.js";
import { Card, CardBack, cardTitle, countedTitle, parseCards, rankOf, rankTitle, Said, withoutSuit } from "./cards.js";
import { inWords } from "./parts.js";

/** @typedef {import("./parts.js").Titles} Titles */

/** @typedef {{number: number, words: string, verb: string, cards: string[], tail: string}} Act */
/** @typedef {{deal: number, seat: number, turn: number, toAct: number, hand: string[], minimum: number, count: number, mustGoOut: boolean, mayNotGoOut: boolean,
 *   sides: Map<number, number[]>, score: Map<number, number>, opened: Set<number>, melds: Map<number, string[]>, canastas: Map<number, number>, complete: Map<number, string[]>,
 *   size: Map<number, number>, talon: Map<number, number>, reserve: Map<number, string>, reserves: number[], laid: Map<number, string>, shown: Map<number, string>, dealer: number, alone: number, stock: number, aside: number,
 *   pile: number, top: string[], within: string, crosswise: string[], faces: Map<string, string[]>, blocked: string, frozen: string, lifted: boolean, acts: Act[],
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
		melds: new Map(), canastas: new Map(), complete: new Map(), size: new Map(), talon: new Map(), reserve: new Map(), reserves: [], laid: new Map(), shown: new Map(), dealer: 0, alone: 0, stock: 0, aside: 0, pile: 0, top: [], within: "", crosswise: [], faces: new Map(),
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
		case "crosswise": view.crosswise = parseCards(rest.join(" ")); break;
		case "faces": { const [place, cards] = line.slice("faces ".length).split(": "); view.faces.set(place, cards.split(" ")); break; }
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

/** What heads the figures of a side for who plays in it, or against it: "We" and "They" where these are several. @param {View} view @param {number} side @param {string[]} names */
export function sideHead(view, side, names) {
	const seats = view.sides.get(side) ?? [], own = seats.some(seat => names[seat - 1] === "You"), plays = names.includes("You");
	return !plays || seats.length < 2 || (!own && view.sides.size > 2) ? sideName(view, side, names) : own ? "We" : "They";
}

const cardsIn = (/** @type {number} */ n) => `${n} ${n === 1 ? "card" : "cards"}`;

/** A title as a label: without its article. @param {string} title */
export const label = title => title.replace(/^(?:An?|The) /, "");

/** Where the others sit, seen from [me]: clockwise they are on the left, opposite and on the right. @param {number} players @param {number} me @returns {{left: number[], top: number[], right: number[]}} */
function seating(players, me) {
	const others = Array.from({ length: players - 1 }, (_, i) => (me + i) % players + 1), beside = Math.floor(others.length / 2);
	return { left: others.slice(0, beside).reverse(), top: others.slice(beside, others.length - beside), right: others.slice(others.length - beside) };
}

/** @typedef {import("./motion.js").Piece} Piece */
/** @typedef {import("./motion.js").Pieces} Pieces */

/** One card of the table. @param {{piece: Piece, wild: string[], turned?: boolean}} props */
export const Lying = ({ piece, wild, turned }) => html`<span class=${"lying" + (turned ? " turned" : "")} data-piece=${piece.id}><${Card} name=${piece.name} suit=${piece.suit} wild=${wild.includes(withoutSuit(piece.name))} /></span>`;

/** A number as people write it. @param {number} points */
export const withMinus = points => String(points).replace("-", "−");

/** The names of the wild cards, as rules say them. @param {Titles} titles */
export const wildCards = titles => (titles.value("cards.wild") ?? "").split(",").map(name => name.trim());

/** What pieces are called aloud. @param {Piece[]} pieces */
const counted = pieces => countedTitle(pieces.map(piece => piece.name));

/** Cards beside one another, and what is said of them to those who do not see them. @param {{pieces: Piece[], wild: string[], said: string}} props */
const Row = ({ pieces, wild, said }) => html`<span class="fan" role="img" aria-label=${said}>${pieces.map(piece => html`<${Lying} key=${piece.id} piece=${piece} wild=${wild} />`)}</span>`;

/** A meld. The library writes the wild cards of a set last, and those of a sequence in their places. Wild cards of a set lie behind its natural ones; a canasta is squared up, a red card on top if all are natural, and says which it is.
 * @param {{pieces: Piece[], words: string, complete: boolean, wild: string[]}} props */
function Meld({ pieces, words, complete, wild }) {
	const isWild = (/** @type {Piece} */ piece) => wild.includes(withoutSuit(piece.name)), ranks = new Set(pieces.filter(piece => !isWild(piece)).map(piece => rankOf(piece.name)));
	const sequence = ranks.size > 1 || pieces.some((piece, i) => i > 0 && !isWild(piece) && isWild(pieces[i - 1])), wilds = pieces.filter(isWild), natural = pieces.filter(piece => !isWild(piece)), mixed = wilds.length > 0 && natural.length > 0;
	const fits = (/** @type {Piece} */ piece) => Number((piece.suit === "H" || piece.suit === "D") !== mixed); // on top of a canasta: red if it is natural
	const order = sequence ? pieces : [...wilds, ...(complete ? natural.sort((a, b) => fits(a) - fits(b)) : natural)];
	const suit = natural.map(piece => cardTitle(piece.name)).map(title => / of .*/.exec(title)?.[0])[0] ?? "", cards = complete && mixed ? countedTitle([...natural.map(piece => piece.name), ...wilds.map(() => "wild card")]) : counted([...natural, ...wilds]);
	const said = sequence ? `${words || "Sequence"}${suit}: ${pieces.map(piece => rankTitle(piece.name)).join(", ")}` : (words ? words + ": " : "") + cards;
	return html`<span class=${"stack" + (sequence ? " sequence" : "") + (complete && !sequence ? " squared" : "")}><${Row} pieces=${order} wild=${wild} said=${said} />
			${complete && html`<span class=${"band" + (wilds.length > 0 ? " mixed" : "")} aria-hidden="true">${words.split(" ")[0]}</span>`}</span>
		<span class="meld-name"><b>${pieces.length}</b>${mixed && html`<span class="chip">${wilds.length}<span class="wild-word"> wild</span><span class="wild-sign" aria-hidden="true">★</span></span>`}${words ? html` <span class="meld-words">${words}</span>` : ""}</span>`;
}

/** Words that open a part of the rules when they are pressed, at a clause of it; plain words where nobody plays. @param {{groups: string[], clause?: string, explain?: (groups: string[], clause?: string) => void, children?: any}} props */
const Topic = ({ groups, clause, explain, children }) => html`<${Pressed} press=${explain && (() => explain(groups, clause))}>${children}<//>`;

/** A button that looks like the words beside it; without [press] words alone. @param {{press?: () => void, children?: any}} props */
const Pressed = ({ press, children }) => press ? html`<button type="button" class="explains" onClick=${(/** @type {Event} */ event) => { event.stopPropagation(); press(); }}>${children}</button>` : html`<span>${children}</span>`;

/** The melds of a side, and what its players have laid out. @param {{explain?: (groups: string[]) => void, view: View, side: number, names: string[], own: boolean, drop: boolean, titles: Titles, pieces: Pieces, wild: string[], points?: number, openScore?: () => void, onPut?: (place: HTMLElement) => void, children?: any}} props */
function Side({ view, side, names, own, drop, titles, pieces, wild, points, openScore, onPut, explain, children }) {
	const melds = view.melds.get(side) ?? [], canastas = view.canastas.get(side) ?? 0, complete = view.complete.get(side) ?? [];
	const opening = own && view.count > 0 && !view.opened.has(side); // the initial meld is begun
	return html`<section class=${"side" + (own ? " own" : "")} aria-label=${`Melds of ${sideName(view, side, names)}`} data-drop=${drop ? "melds" : undefined}
		onClick=${onPut && ((/** @type {any} */ event) => onPut(event.target.closest("[data-drop]")))}>
		<h3><span>${sideName(view, side, names)}</span> ${(view.sides.get(side) ?? []).map(seat => pieces.has(`laid ${seat}`) && html`<span class="laid"><${Row} pieces=${pieces.get(`laid ${seat}`)} wild=${wild} said=${`${names[seat - 1]} laid out ${counted(pieces.get(`laid ${seat}`) ?? [])}`} /></span>`)}
			<span class="points">${canastas > 0 && html`<b><${Topic} groups=${["canasta"]} explain=${explain}>${canastas} ${titles.noun("canasta", canastas)}<//></b>`}
			${points !== undefined && !opening && (melds.length > 0 || points !== 0) && html`<span class="so-far"><${Pressed} press=${openScore}>worth <b>${withMinus(points)}</b><span class="now-word"> now</span><//></span>`}
			${titles.value("reserve.of") === "side" && view.reserve.has(side) && html`<span>${titles.noun("reserve", 1)} of ${view.reserve.get(side)}</span>`}${own && view.minimum > 0 && !view.opened.has(side) ? html`<span class="need">${opening ? html`<${Topic} groups=${["initial_meld"]} explain=${explain}><b>${view.count} of ${view.minimum}</b> to open<//>` : html`<${Topic} groups=${["initial_meld"]} explain=${explain}>opens with <b>${view.minimum}</b><//>`}</span>` : ""}</span></h3>
		<div class="melds">${melds.length === 0 ? html`<span class="none">${view.opened.has(side) || titles.value("initial_meld.minimum") === "0" ? "no melds" : "not opened"}</span>` : melds.map((meld, i) => {
			const [, kind] = meld.split(" as "), canasta = (complete[i] ?? "-") !== "-" ? complete[i] : null;
			const words = canasta ? label(titles.title("canasta", canasta)) : kind ? label(titles.title("meld", kind)) : "";
			return html`<span class=${"meld" + (canasta ? " complete" : "")} data-drop=${drop ? "melds" : undefined} data-meld=${drop ? i : undefined}><${Meld} pieces=${pieces.get(`meld ${side} ${i + 1}`) ?? []} words=${words} complete=${canasta !== null} wild=${wild} /></span>`;
		})}</div>${children}
	</section>`;
}

/** Everything on the table but the own hand: the others sit around it, the melds of the own side lie nearest.
 * @param {{view: View, pieces: Pieces, names: string[], titles: Titles, points?: number[], mine?: boolean, act?: (words: string) => void, tags?: string[][], drawable?: string, onPile?: () => void, pileSays?: string, takes?: boolean, ending?: string, openScore?: () => void, explain?: (groups: string[], clause?: string) => void, onPut?: (place: HTMLElement) => void}} props */
export function TableView({ view, pieces, names, titles, points, ending, tags, mine, act, drawable, onPile, pileSays, takes, openScore, explain, onPut }) {
	const ownSide = [...view.sides].find(([, seats]) => seats.includes(view.seat))?.[0] ?? 0, wild = wildCards(titles);
	const sides = [...view.sides.keys()].filter(side => side !== ownSide), at = seating(view.size.size, view.seat);
	const state = view.blocked ? ["Blocked", titles.title("pile.block", view.blocked)] : view.frozen ? [view.lifted ? "Frozen unless you open with it" : "Frozen", titles.title("pile.freeze", view.frozen)] : null;
	const decides = view.blocked ? `pile.block.${view.blocked}` : `pile.freeze.${view.frozen}`;
	/** Rules say "The side has not opened", which is said to somebody here. @param {string} title */
	const ofWhom = title => mine === true ? title.replace(/^The side(?= )/, "Your side") : title;
	const behind = (/** @type {number} */ seat) => [view.talon.has(seat) && `${view.talon.get(seat)} for the next turn`, titles.value("reserve.of") !== "side" && view.reserve.has(seat) && `${titles.noun("reserve", 1)} of ${view.reserve.get(seat)}`].filter(words => words);
	const partner = (/** @type {number} */ seat) => mine !== false && (view.sides.get(ownSide) ?? []).includes(seat) && seat !== view.seat && view.size.size > 2;
	const Seat = (/** @type {number} */ seat) => html`<div class=${"seat" + (seat === view.toAct ? " acting" : "") + (seat === view.seat ? " you" : "")} data-seat=${seat} key=${seat} role="group"
			aria-label=${[names[seat - 1], partner(seat) && "partner", cardsIn(view.size.get(seat) ?? 0), seat === view.dealer && "dealer", seat === view.alone && "alone", ...(tags?.[seat - 1] ?? []), seat === view.toAct && "to play"].filter(words => words).join(", ")}>
			<span class="seat-name">${names[seat - 1]}${partner(seat) ? html` <span class="tag partner">partner</span>` : ""}${seat === view.dealer ? html` <span class="tag">dealer</span>` : ""}${seat === view.alone ? html` <span class="tag">alone</span>` : ""}${(tags?.[seat - 1] ?? []).map(words => html` <span class="tag elsewhere">${words}</span>`)}</span>
			<span class="backs" aria-hidden="true">${Array.from({ length: Math.min(view.size.get(seat) ?? 0, 15) }, () => html`<i></i>`)}</span>
			<span class=${"left-cards" + ((view.size.get(seat) ?? 9) <= 3 ? " few" : "")}>${cardsIn(view.size.get(seat) ?? 0)}</span>${behind(seat).map(words => html`<span class="behind">${words}</span>`)}
			${pieces.has(`shown ${seat}`) && html`<${Row} pieces=${pieces.get(`shown ${seat}`)} wild=${wild} said=${`shown: ${counted(pieces.get(`shown ${seat}`) ?? [])}`} />`}
		</div>`;
	const top = pieces.get("pile")?.[0], across = pieces.get("across")?.[0]; // what freezes the pile lies crosswise
	const heap = html`${across ? html`<${Lying} piece=${across} wild=${wild} key=${across.id} turned=${true} />` : ""}${top ? html`<${Lying} piece=${top} wild=${wild} key=${top.id} turned=${view.crosswise.includes(top.name)} />` : view.pile > 0 ? html`<${CardBack} />` : html`<span class="empty"></span>`}`;
	return html`<div class="table">
		${ending && html`<p class="ending" role="status">${ending}</p>`}
		<div class="seats top">${at.top.map(Seat)}</div>
		<div class="others">${sides.map(side => html`<${Side} view=${view} side=${side} names=${names} titles=${titles} pieces=${pieces} wild=${wild} own=${false} drop=${false} explain=${explain} points=${points?.[side - 1]} openScore=${openScore} />`)}</div>
		<div class="seats left">${at.left.map(Seat)}</div>
		<div class="middle">
			<div class="heap stock" role="group" aria-label=${`Stock, ${cardsIn(view.stock)}`}>
				${drawable && act ? html`<button type="button" class="heap-button lit" onClick=${() => act("draw")}><${Said} words=${`${drawable} from the stock`} /><${CardBack} /></button>` : view.stock > 0 ? html`<${CardBack} />` : html`<span class="empty"></span>`}
				<span>${cardsIn(view.stock)}${view.aside ? `, ${view.aside} aside` : ""}${view.reserves.length > 0 ? html`<br />${titles.noun("reserve", view.reserves.length)} of ${view.reserves.join(" and ")}` : ""}</span></div>
			<div class=${"heap pile" + (view.crosswise.length > 0 ? " frozen" : "")} data-drop=${mine ? "pile" : undefined} role="group" aria-label=${`Discard pile, ${cardsIn(view.pile)}${state === null ? "" : `; ${state[0]}: ${ofWhom(state[1])}`}`}>
				${onPile ? html`<button type="button" class=${"heap-button" + (takes ? " lit" : "")} onClick=${onPile}><${Said} words=${`${pileSays} Top card: ${view.top.length > 0 ? cardTitle(view.top[0]) : "none"}`} />${heap}</button>`
				: html`<span role="img" aria-label=${view.top.length > 0 ? `Top card: ${cardTitle(view.top[0])}` : "empty"}>${heap}</span>`}
				<${Topic} groups=${["pile"]} explain=${explain}>${cardsIn(view.pile)}<//></div>
		</div>
		${state === null && (titles.has("pile.freeze") || titles.has("pile.block")) && html`<p class="pile-state none" aria-hidden="true">–</p>`}
		${state !== null && html`<p class="pile-state"><${Topic} groups=${["pile"]} clause=${decides} explain=${explain}><b>${state[0]}</b> ${ofWhom(state[1])}<//></p>`}
		<div class="seats right">${at.right.map(Seat)}</div>
		<${Side} view=${view} side=${ownSide} names=${names} titles=${titles} pieces=${pieces} wild=${wild} own=${true} drop=${mine === true} explain=${explain} points=${points?.[ownSide - 1]} openScore=${openScore} onPut=${onPut}>${Seat(view.seat)}<//>
	</div>`;
}
