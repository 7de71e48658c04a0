// bar.js -- the bar over the hand: a sentence about the chosen cards, and the buttons for what can be done.
// @ts-check
import { html, useLayoutEffect, useRef, useState } from "./preact.js";
import { isClause, unwrapped } from "./parts.js";
import { cardTitle, countedTitle, inSigns } from "./cards.js";
import { endsWithDiscard, isFinal, questionOf } from "./choosing.js";
import { withMinus } from "./table.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./choosing.js").Choosing} Choosing */
/** @typedef {import("./choosing.js").Offer} Offer */

/** What a button for an offer says: what is played, and what the initial meld then counts. @param {Offer} offer */
const offerTitle = offer => inSigns(offer.title) + (offer.minimum !== null ? ` · ${offer.count} of ${offer.minimum}` : "") + (endsWithDiscard(offer) ? " · ends your turn" : "");

/** What the player has to know before anything else. @param {Game} game @param {string[]} names */
function promptsOf({ mine, view, acts }, names) {
	if (!mine || view === null)
		return [];
	const offered = acts.some(one => one.verb === "talon") && "You may pick up the talon, which is more cards for your hand.";
	return [acts.some(one => one.verb === "answer") && `${names[view.toAct - 1]} asks: may I go out?`, offered, view.mustGoOut && "You have to go out in this turn.", view.mayNotGoOut && "You may not go out in this turn."].filter(words => words);
}

/** How the deal ended, as it is said at a table; "" as long as it goes on. @param {import("./game.js").View} view @param {string[]} names */
export function endingOf({ ended }, names) {
	const [how, seat] = ended.split(" "), who = names[Number(seat) - 1] ?? "", s = who === "You" ? "" : "s";
	switch (how) {
	case "out": return `${who} ${who === "You" ? "go" : "goes"} out!`;
	case "stock": return "The stock has run out.";
	case "bonus": return `${who} draw${s} the last card, a bonus card.`;
	case "special": return `${who} lay${s} a special hand!`;
	default: return "";
	}
}

/** How many points the own side lacks to open, once it has begun to, with what the first of the offers lays; 0 for none. @param {Game} game @param {Choosing} choosing */
function lackingToOpen({ view }, { offers }) {
	const own = [...view?.sides ?? []].find(([, seats]) => seats.includes(view?.seat ?? 0))?.[0] ?? 0, begun = offers[0]?.minimum ? offers[0] : view;
	return begun?.count && !view?.opened.has(own) ? Math.max((begun.minimum ?? 0) - begun.count, 0) : 0;
}

/** Opens the part of the rules that has [groups] of settings; [clause] is what decided there. @typedef {(groups: string[], clause?: string) => void} Explain */

/** What could be done next. @param {Game} game @param {Choosing} choosing */
function invitation(game, choosing) {
	const { acts } = game, { cards, draw, drawing, takes } = choosing, toDraw = draw === "Draw" ? "Draw a card" : draw, lacking = lackingToOpen(game, choosing);
	if (lacking > 0)
		return `${cards.length > 0 ? "" : "Choose cards to meld: "}${lacking} more points are needed to open.`;
	const { worth = null, because = null } = choosing.green ?? choosing.shown[0] ?? {};
	if (cards.length > 0 && worth !== null)
		return `Worth ${withMinus(worth)} for now${because ? `: ${because}` : ""}.`;
	if (cards.length > 0 || acts.every(one => one.cards.length === 0 && !drawing))
		return "";
	if (!drawing)
		return acts.some(one => one.verb === "meld" || one.verb === "add") ? "Choose cards to meld, edged in green, or one to discard." : "Choose a card to discard.";
	const { toLay } = choosing, goOn = `${toDraw}${takes.length > 0 ? ", or take the pile" : ""}.`;
	if (toLay.length === 0)
		return goOn;
	const what = toLay.length === 1 ? `the ${cardTitle(toLay[0])}` : countedTitle(toLay), it = toLay.length === 1 ? "it" : "them"; // who may go on need not lay them
	return acts.some(one => ["draw", "take"].includes(one.verb)) ? `You can lay out ${what} now, or keep ${it} and ${goOn.replace("Draw", "draw")}` : `Lay out ${what} first.`;
}

/** The sentence. @param {{game: Game, choosing: Choosing, names: string[], called: (words: string) => string, explain: Explain}} props */
function Saying({ game, choosing, names, called, explain }) {
	const { words, mine, state, view } = game, { refusal, armed } = choosing;
	const saying = promptsOf(game, names).map(words => html`<b class="prompt" key=${words}>${words} </b>`);
	if (game.answered !== "")
		saying.push(html`<b class="prompt" key="answered">${called(game.answered)} </b>`);
	if (game.recalling !== "")
		saying.push(html`<b class="turn" key="recalling">You ${inSigns(game.recalling)} … </b>`, html`<span class="hint" key="hint">It can be taken back for a moment.</span>`);
	else if (refusal !== null && words.text === "")
		saying.push(html`<span class="why" key="why">${inSigns(refusal.sentence)}${refusal.clause ? html` <${Rule} clause=${refusal.clause} explain=${explain} />` : ""}</span>`);
	else if (armed !== null)
		saying.push(html`<span class="prompt" key="armed" role="alert">${inSigns(questionOf(armed) ?? "")} Press again if you mean it.</span>`);
	else if ((words.text === "" || words.kind === "good") && mine)
		saying.push(html`<span key="turn"><b class="turn">Your turn</b> </span>`, html`<span class="hint" key="hint">${invitation(game, choosing)}</span>`);
	else if (view !== null && view.ended !== "")
		saying.push(html`<b class="turn" key="over">${endingOf(view, names)}</b>`);
	else if (words.text === "")
		saying.push(html`<span class=${game.session.turn ? "whose" : "hint"} key="other">${game.session.turn?.(state?.seat ?? -1) ?? `${names[state?.seat ?? -1] ?? ""} plays …`}</span>`);
	return html`<p class=${"saying" + (choosing.cards.length > 0 && choosing.offers.some(one => one.worth !== null) ? " worth" : "")}>${saying}</p>`;
}

/** The rule that decides is a press away. @param {{clause: string, explain: Explain}} props */
const Rule = ({ clause, explain }) => html`<button type="button" class="rule explains" onClick=${() => explain([clause.split(".")[0]], clause)}>which rule</button>`;

/** What the library answered. @param {{words: {text: string, kind: string}, explain: Explain}} props */
function Answer({ words, explain }) {
	const signs = inSigns(words.text).replace(/(?<=\S) {2,}/g, " "), lines = signs.split("\n").map(line => line.trim()), refused = words.kind === "refused" ? unwrapped(signs) : [];
	const [, clause = "", after = ""] = /^\s*(\S+ \S+(?: @\S+)*) ?(.*)$/.exec(refused.find(isClause) ?? "") ?? []; // what could be done may stand in its line
	const box = useRef(/** @type {HTMLPreElement | null} */ (null));
	useLayoutEffect(() => { // what is too long for its place is scrolled by keys as well
		const pre = box.current;
		if (pre && words.kind !== "good" && pre.scrollHeight > pre.clientHeight + 1) pre.tabIndex = 0; else pre?.removeAttribute("tabindex");
	});
	const told = words.text === "" ? [] : words.kind === "refused" ? [...refused.filter(line => !isClause(line)), after].filter(line => line) : words.kind === "hint" ? [lines[0], lines.slice(1).join(" ")] : lines;
	return html`<div role="status" class=${"answer " + words.kind}>${words.text && html`<pre ref=${box}>${told.map(line => line.trim() + "\n")}</pre>`}${clause && html`<${Rule} clause=${clause} explain=${explain} />`}</div>`;
}

/** Take back, the hint and the sorting: a row of their own, always at the same place. @param {{game: Game, choosing: Choosing, hand: import("./hand.js").Hand}} props */
const Tools = ({ game, choosing, hand }) => html`<div class="tools">
	<button type="button" class="tool back" disabled=${!game.undoable || game.busy} onClick=${game.undo}>Take back</button>
	${game.session.hints?.() !== false && html`<button type="button" class="tool" disabled=${!game.mine || game.busy} onClick=${choosing.hint}>Hint</button>`}
	${hand.sortsTo && html`<button type="button" class="tool sorts" onClick=${hand.sort}>${hand.sortsTo}</button>`}</div>`;

/** What can be done now: the green button last. @param {{game: Game, choosing: Choosing}} props */
function Acts({ game, choosing }) {
	const { offers, shown, green, cards, armed, drawing } = choosing, { busy, held } = game;
	const last = cards.length > 0 && cards.length === held.length ? ` · your last ${cards.length === 1 ? "card" : "cards"}` : "";
	const OfferButton = (/** @type {Offer} */ one) => html`<button type="button" class=${armed?.words === one.words ? "primary warn" : one === green ? "primary" : ""} disabled=${busy} key=${one.words} data-words=${one.words}
		onClick=${() => choosing.press(one)}>${offerTitle(one)}${last}${armed?.words === one.words && !isFinal(one) ? " anyway" : ""}</button>`;
	const { toLay, layWords } = choosing; // at the same place before and after a card is chosen
	if (game.recalling !== "")
		return html`<button type="button" class="primary warn" onClick=${game.undo}>Take back</button>`;
	return html`${armed !== null && html`<button type="button" onClick=${() => choosing.pick([])}>${isFinal(armed) ? "Not now" : "Keep it"}</button>`}
		${toLay.length > 0 && html`<button type="button" class=${green?.words === layWords || cards.length > 1 ? "primary" : ""} disabled=${busy} key="lay" data-words=${layWords} onClick=${() => game.act(layWords, toLay.length, choosing.picked)}>Lay out ${toLay.length === 1 ? inSigns(toLay[0]) : countedTitle(toLay)}${last}</button>`}
		${choosing.folded && html`<button type="button" class="ways" disabled=${busy} onClick=${choosing.showWays}>${cards.length === 0 ? "Take the pile" : "More ways"} …</button>`}
		${[...shown].reverse().filter(one => one.words !== layWords).map(OfferButton)}
		${cards.length > 0 && drawing && html`<button type="button" class=${offers.length === 0 && toLay.length === 0 ? "primary draw" : "draw"} disabled=${busy} onClick=${() => game.act("draw")}>${choosing.draw}</button>`}`;
}

/** How long buttons that came by themselves are not pressed by a finger or a mouse that was on its way to others, in milliseconds. */
const SETTLES = 600;

/** True for SETTLES milliseconds after the turn has come to somebody who plays here. @param {boolean} mine */
function useSettling(mine) {
	const [settling, setSettling] = useState(false), was = useRef(mine);
	useLayoutEffect(() => {
		const came = mine && !was.current;
		was.current = mine;
		setSettling(came);
		const timer = came ? setTimeout(() => setSettling(false), SETTLES) : undefined;
		return () => clearTimeout(timer);
	}, [mine]);
	return settling;
}

/** @param {{game: Game, choosing: Choosing, hand: import("./hand.js").Hand, names: string[], called: (words: string) => string, explain: Explain}} props */
export function Bar({ game, choosing, hand, names, called, explain }) {
	const opening = choosing.offers.find(one => one.minimum !== null), acts = useRef(/** @type {HTMLElement | null} */ (null));
	const markMore = () => acts.current?.classList.toggle("more", acts.current.scrollTop > 1); // buttons above are hinted at
	useLayoutEffect(() => { // of many buttons the green one is in sight
		acts.current?.querySelector(".primary")?.scrollIntoView({ block: "nearest" });
		markMore();
	});
	const settling = useSettling(game.mine);
	return html`<div class="doing"><div class="say"><${Saying} game=${game} choosing=${choosing} names=${names} called=${called} explain=${explain} /><${Answer} words=${game.words} explain=${explain} />
			${opening && html`<meter class="count" min="0" max=${opening.minimum} value=${Math.min(opening.count ?? 0, opening.minimum ?? 0)} aria-label="Of the initial meld"></meter>`}</div>
		<div class="acts" role="group" aria-label="What you can do"><div class=${"offers" + (settling ? " settling" : "")} ref=${acts} onScroll=${markMore}>
			${game.mine ? html`<${Acts} game=${game} choosing=${choosing} />` : !game.isHurried() && (game.session.paced || game.view?.ended) && html`<button type="button" class="tool" onClick=${game.hurry}>${game.view?.ended ? "The score" : "Go to my turn"}</button>`}
			${!game.mine && game.session.Waiting && html`<${game.session.Waiting} game=${game} />`}</div>
			<${Tools} game=${game} choosing=${choosing} hand=${hand} /></div></div>`;
}
