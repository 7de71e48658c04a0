// playing.js -- a seat at a table: what a person sees and does while a game is played, put together.
// @ts-check
import { html, useEffect, useLayoutEffect, useRef, useState } from "./preact.js";
import { Busy, kept, literally, LookOfCards, titlesIn, untitled } from "./parts.js";
import { inSigns, Said } from "./cards.js";
import { label, sideHead, sideName, TableView, wildCards } from "./table.js";
import { hasSounds, setSounds } from "./sounds.js";
import { move } from "./motion.js";
import { PACES, useGame } from "./game.js";
import { useChoosing } from "./choosing.js";
import { useDragging } from "./dragging.js";
import { cardAt, HandView, useHand } from "./hand.js";
import { KeysList, useKeys } from "./keys.js";
import { Bar, endingOf } from "./bar.js";
import { plain } from "./document.js";
import { DealScore, LibrarySheet, OnTable, RulesPart, RulesSheet, SaveRecord } from "./sheets.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").View} View */
/** @typedef {import("./parts.js").Titles} Titles */
/** What lies on the table until it is closed. @typedef {"rules" | "keys" | "score" | "story"} Sheet */

/** Widths of a melded card that are tried, in pixels, until all melds are in sight; none is wider than a card of the hand. In a dense place
 * the cards of a set lie on one another, so that wider cards fit in. */
const MELD_SIZES = [...[104, 90, 76, 64, 58, 52, 46, 40, 36].map(width => ({ width, dense: false })), ...[46, 40, 36, 32, 28, 24, 20, 17].map(width => ({ width, dense: true }))];

/** Cards of this width and less have no room for the word on a canasta, whose first letter they have. */
const TINY = 28;

/** True if no meld is cut off. Headings are left out of the width: narrower cards do not help them. @param {HTMLElement} place */
const areMeldsInSight = place => [...place.querySelectorAll(".melds")].every(melds => {
	const side = /** @type {HTMLElement} */ (melds.closest(".side"));
	return side.scrollHeight <= side.clientHeight + 1 && melds.scrollWidth <= melds.clientWidth + 1;
});

/** Which size the melds in a place have. @type {WeakMap<HTMLElement, number>} */
const fitted = new WeakMap();

/** How high the table was when all sizes were tried, or lower since. @type {WeakMap<HTMLElement, number>} */
const heights = new WeakMap();

/** True if the table has got so much higher that wider melds may have room. @param {HTMLElement} table */
const hasGrown = table => table.clientHeight > (heights.get(table) ?? 0) + 8;

/** The melds of the own side, and those of all others together, are as wide as their place lets them be. Each size that is tried lays the table out
 * anew: where melds were fitted before, the search begins one size above. @param {HTMLElement} table @param {boolean} [afresh] */
function fitMelds(table, afresh = false) {
	const most = parseFloat(getComputedStyle(table).getPropertyValue("--hand"));
	for (const place of /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll(".others, .side.own"))) {
		let at = afresh || place.querySelector(".meld") === null ? 0 : Math.max((fitted.get(place) ?? 0) - 1, 0);
		for (; at < MELD_SIZES.length; at++) {
			const { width, dense } = MELD_SIZES[at];
			if (width > most)
				continue;
			place.toggleAttribute("data-dense", dense);
			place.toggleAttribute("data-tiny", width <= TINY);
			place.style.setProperty("--meld", `${width}px`);
			if (areMeldsInSight(place))
				break;
		}
		fitted.set(place, at);
	}
	heights.set(table, afresh ? table.clientHeight : Math.min(table.clientHeight, heights.get(table) ?? Infinity));
}

/** Melds get narrower until all are in sight, and then the cards that changed their places fly there. While the bar has
 * something to say of chosen cards or a question they get no wider: it soon needs more room or less. @param {Game} game @param {{current: HTMLElement | null}} whole @param {Titles} titles @param {boolean} rests if it has not */
function useMotion({ seen, before, isHurried }, whole, titles, rests) {
	const [size, setSize] = useState(0), last = useRef(/** @type {{size: number, titles: Titles, melds: string} | null} */ (null)); // what was fitted last
	useEffect(() => {
		const resized = () => setSize(innerWidth * 10000 + innerHeight);
		addEventListener("resize", resized);
		return () => removeEventListener("resize", resized);
	}, []);
	useLayoutEffect(() => {
		const table = /** @type {HTMLElement | null | undefined} */ (whole.current?.querySelector(".table"));
		if (!table || seen === null)
			return;
		const was = last.current, now = last.current = { size, titles, melds: JSON.stringify([...seen.view.melds, ...seen.view.laid]) }, grown = rests && hasGrown(table);
		if (was?.size !== size || was.titles !== titles || was.melds !== now.melds || grown || !areMeldsInSight(table))
			fitMelds(table, was?.size !== size || grown);
		if (before.current !== null && !isHurried())
			move(/** @type {HTMLElement} */ (whole.current), before.current.places, before.current.seen.pieces, seen.pieces, before.current.seen.view, seen.view);
		before.current = null;
		const observer = new ResizeObserver(() => { if (rests && hasGrown(table)) fitMelds(table, true); else if (!areMeldsInSight(table)) fitMelds(table); }); // the bar takes room when it has more to say
		observer.observe(table);
		return () => observer.disconnect();
	}, [seen, size, titles, rests]);
}

/** The next step has the focus, where the last one took it along. @param {boolean} may @param {HTMLElement | null} whole */
function focusNextStep(may, whole) {
	if (may && document.activeElement === document.body && matchMedia("(hover: hover)").matches)
		(whole?.querySelector(/** @type {"button"} */ (".acts .primary")) ?? whole?.querySelector(/** @type {"button"} */ (".hand-card")))?.focus({ preventScroll: true });
}

/** The screen stays on while somebody plays, where the browser can do that: nobody touches a phone while others think. @param {boolean} plays */
function useLight(plays) {
	useEffect(() => {
		if (!plays || !("wakeLock" in navigator))
			return;
		let lock = /** @type {WakeLockSentinel | null} */ (null), wanted = true;
		const light = async () => { // the browser ends it whenever the page is hidden
			if (document.visibilityState !== "visible")
				return;
			const got = await navigator.wakeLock.request("screen").catch(() => null); // a battery may be low
			if (wanted) lock = got;
			else void got?.release();
		};
		void light();
		document.addEventListener("visibilitychange", light);
		return () => { wanted = false; document.removeEventListener("visibilitychange", light); void lock?.release(); };
	}, [plays]);
}

/** What the library says of sides and of the own seat, by the names that they have at the table: "You and North" for "North-South", "South (you)".
 * @param {Game} game @param {View} view @param {string[]} names */
function namesAtTable({ state, people }, view, names) {
	const seats = state?.seats ?? [], own = people.length === 1 ? new RegExp(`(?<![\\w-])${literally(seats[people[0]])}(?![\\w-])`) : null, any = `(?:${seats.map(literally).join("|")})`, joined = new RegExp(`(?<![\\w-])${any}(?:-${any})+(?![\\w-])`, "g");
	const sideOf = (/** @type {string} */ all) => state?.sides[seats.findIndex(name => all.startsWith(name + "-"))];
	return (/** @type {string} */ words) => {
		const said = words.replace(joined, all => { const side = sideOf(all); return side === undefined ? all : sideName(view, side + 1, names); });
		return own === null ? said : said.replace(own, "$& (you)");
	};
}

/** The same of all words in a document, whose tables are headed as figures of sides are. @param {any} doc @param {(words: string) => string} called @param {View} view @param {string[]} names */
function calledInDoc(doc, called, view, names) {
	const heads = new Map([...view.sides.keys()].map(side => [sideName(view, side, names), sideHead(view, side, names)]));
	const here = JSON.parse(JSON.stringify(doc), (_, value) => typeof value === "string" ? called(value) : value);
	for (const row of here.blocks.flatMap((/** @type {any} */ block) => block.table?.rows ?? []).filter((/** @type {any} */ row) => row.kind === "head"))
		row.cells = row.cells.map((/** @type {any} */ spans) => heads.has(plain(spans)) ? [heads.get(plain(spans))] : spans);
	return here;
}

/** What somebody did, in few words for the seat. @param {import("./game.js").Deeds | undefined} did @param {Titles} titles @returns {string[]} */
const inTags = (did, titles) => did === undefined ? [] : [...did.took > 0 ? [`took ${did.took}`] : [], ...did.opened ? ["opened"] : [], ...did.canastas.length > 0 ? [`${did.canastas.length} ${titles.noun("canasta", did.canastas.length)}`] : []];

/** The same in a sentence, where the whole turn has no room; "" if there is nothing that everybody should know. @param {import("./game.js").Deeds | undefined} did @param {Titles} titles @param {string} name @param {boolean} last whose discard is to be told */
function inShort(did, titles, name, last) {
	const made = did?.canastas ?? [], parts = did === undefined ? [] : [...did.took > 0 ? [`took ${did.took} ${did.took === 1 ? "card" : "cards"}`] : [], ...did.opened ? ["opened"] : [], ...made.length === 1 ? [label(titles.title("canasta", made[0]))] : made.length > 1 ? [`${made.length} ${titles.noun("canasta", made.length)}`] : []];
	return parts.length === 0 ? "" : `${name} ${[...parts, ...last && did?.discarded ? [`discarded ${inSigns(did.discarded)}`] : []].join(", ")}.`;
}

// ---- what stands around the table ----

/** It closes as menus do: by Escape, and by a press elsewhere. @param {{open: (sheet: Sheet) => void, game: Game}} props */
function Menu({ open, game }) {
	const box = useRef(/** @type {HTMLDetailsElement | null} */ (null)), close = () => { if (box.current) box.current.open = false; };
	useEffect(() => {
		const pressed = (/** @type {Event} */ event) => { if (!box.current?.contains(/** @type {Node} */ (event.target))) close(); };
		addEventListener("pointerdown", pressed, true);
		return () => removeEventListener("pointerdown", pressed, true);
	}, []);
	const escape = (/** @type {KeyboardEvent} */ event) => {
		if (event.key !== "Escape" || !box.current?.open)
			return;
		close();
		box.current.querySelector("summary")?.focus();
		event.stopPropagation();
	};
	return html`<details class="menu" ref=${box} onKeyDown=${escape}><summary>More</summary><div class="paper">
	${game.session.Choices && html`<${game.session.Choices} game=${game} />`}
	${game.session.paced && html`<label for="pace">How fast the others play</label><select id="pace" onChange=${(/** @type {any} */ event) => kept.write("pace", event.target.value)}>
		${Object.keys(PACES).map(name => html`<option value=${name} selected=${name === (kept.read("pace") ?? "normal")}>${{ slow: "slowly", normal: "as at a table", fast: "fast", none: "at once" }[name]}</option>`)}</select>`}
	<${LookOfCards} /><label class="check"><input type="checkbox" checked=${hasSounds()} onChange=${(/** @type {any} */ event) => setSounds(event.target.checked)} /> Soft sounds</label>
	<button type="button" onClick=${() => { close(); open("keys"); }}>Keys</button>
	<${SaveRecord} session=${game.session} /></div></details>`;
}

/** @param {{game: Game, view: View, title: string, names: string[], titles: Titles, open: (sheet: Sheet) => void, leave: () => void}} props */
const Head = ({ game, view, title, names, titles, open, leave }) => html`<div class="table-head"><h2 class="title">${title}</h2><span class="deal">Deal ${view.deal}</span>
	<button type="button" class="totals" disabled=${game.score !== null} onClick=${() => open("score")}><${Said} words="The score: " />${[...view.sides.keys()].map(side => html`<span><small>${sideHead(view, side, names)}</small> <b>${view.results.get(side)?.total ?? view.score.get(side) ?? 0}</b></span>`)}</button>${/^\d+$/.test(titles.value("game.to") ?? "") ? html`<span class="deal goal">to ${titles.value("game.to")}</span>` : ""}
	<div class="buttons"><button type="button" onClick=${() => open("rules")}>Rules</button><${Menu} open=${open} game=${game} />
		<button type="button" onClick=${leave}>Leave</button></div></div>`;

/** The last own turn and what happened since then. @param {Game} game */
function lastRound({ log, state, view, people, mine }) {
	const seats = state?.seats ?? [], own = people.length === 1 ? `${seats[people[0]]} ` : "", isOwn = (/** @type {import("./game.js").Told} */ one) => own !== "" && one.words.startsWith(own);
	let from = log.map(one => isOwn(one) && !(mine && one.turn > 0 && one.turn === view?.turn)).lastIndexOf(true); // a turn that goes on is not the last one
	while (from > 0 && log[from].turn > 0 && log[from - 1].turn === log[from].turn) // a question and its answer are lines, too
		from--;
	return log.slice(Math.max(from, 0)).slice(-2 * seats.length);
}

/** The last own turn, what happened since then, and before. A press on it opens all of it. @param {{game: Game, called: (words: string) => string, names: string[], titles: Titles, open: (sheet: Sheet) => void}} props */
function Story({ game, called, names, titles, open }) {
	const { log, state, seen, session } = game, since = lastRound(game);
	const box = useRef(/** @type {HTMLElement | null} */ (null)), seats = state?.seats ?? [], seatOf = (/** @type {import("./game.js").Told} */ { words }) => seats.findIndex(name => words.startsWith(name + " "));
	const initial = (/** @type {import("./game.js").Told} */ one) => (/\d+$|^./.exec(seats[seatOf(one)] ?? "") ?? [""])[0];
	/** What the seat did, at the last of its lines; own acts are known. */
	const short = (/** @type {import("./game.js").Told} */ one, /** @type {number} */ i) => {
		const seat = seatOf(one);
		return seat < 0 || names[seat] === "You" || since.slice(i + 1).some(other => seatOf(other) === seat) ? "" : inShort(seen?.did.get(seat + 1), titles, names[seat], i === since.length - 1);
	};
	useLayoutEffect(() => { // where not every turn has room in whole, the first ones are told in short, or left out if nobody has to know of them
		const list = box.current, turns = /** @type {HTMLElement[]} */ ([...list?.children ?? []]), isFull = () => list !== null && list.scrollHeight > list.clientHeight + 1;
		for (const turn of turns) {
			turn.hidden = false;
			turn.classList.remove("short");
		}
		for (const turn of turns)
			if (isFull()) {
				const words = turn.querySelector(".in-short");
				turn.classList.toggle("short", words !== null);
				turn.hidden = words === null && turn !== turns.at(-1);
			}
		for (const turn of turns.slice(0, -1))
			turn.hidden ||= isFull();
		const last = turns.at(-1);
		if (last?.classList.contains("short")) { // it may have room in whole by now
			last.classList.remove("short");
			last.classList.toggle("short", isFull());
		}
		if (list)
			list.scrollTop = 0;
	}, [log, seen, titles]);
	return html`<aside class="story" aria-label="The last round">${session.Company && html`<${session.Company} game=${game} />`}<h3>The last round</h3>
		<div class="round"><ol class="news" tabindex="0" ref=${box} onClick=${() => open("story")}>${since.map((one, i) => html`<li class=${i === since.length - 1 ? "now" : ""}><span class="seal" aria-hidden="true">${initial(one)}</span>${short(one, i) && html`<span class="in-short">${short(one, i)} </span>`}<span class="in-full">${called(one.words)} </span></li>`)}</ol>
			<button type="button" class="whole" onClick=${() => open("story")}>All<span class="sr"> turns of this deal</span></button></div>
		<details class="log"><summary>Earlier in this deal</summary><div role="log" tabindex="0" aria-label="Turns so far, the last one first"><ol reversed>${[...log].reverse().slice(0, 60).map(one => html`<li>${called(one.words)}</li>`)}</ol></div></details></aside>`;
}

/** The deal in sentences, in the order of play. @param {{game: Game, called: (words: string) => string, close: () => void}} props */
function StorySheet({ game, called, close }) {
	const since = lastRound(game), earlier = game.log.slice(0, game.log.length - since.length), last = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => { last.current?.scrollIntoView({ block: "end" }); }, []); // the last round is in sight, and above it what was before
	return html`<${OnTable} title="This deal" close=${close}>${earlier.length > 0 && html`<ol class="told-round">${earlier.map(one => html`<li>${called(one.words)}</li>`)}</ol>`}
		<div ref=${last}><h3>The last round</h3><ol class="told-round" start=${earlier.length + 1}>${since.map(one => html`<li>${called(one.words)}</li>`)}</ol></div><//>`;
}

/** @param {{name: string, show: () => void}} props */
const Cover = ({ name, show }) => html`<div class="paper cover"><h2 class="title">${name} plays</h2><p>Hand the screen over. Nobody else looks.</p><button type="button" class="primary" onClick=${show}>Show the hand</button></div>`;

// ---- the whole ----

/** @param {{session: import("./game.js").Session, leave: () => void}} props */
export function AtTable({ session, leave }) {
	const whole = useRef(/** @type {HTMLElement | null} */ (null)), box = useRef(/** @type {HTMLElement | null} */ (null));
	const [titles, setTitles] = useState(untitled);
	const [sheet, setSheet] = useState(/** @type {Sheet | null} */ (null));
	const [topic, setTopic] = useState(/** @type {{groups: string[], clause?: string} | null} */ (null)); // the settings that are asked about
	const explain = (/** @type {string[]} */ groups, /** @type {string | undefined} */ clause) => setTopic({ groups, clause });
	const wild = wildCards(titles), game = useGame(session, whole), choosing = useChoosing(game), hand = useHand(game, wild);
	const { view, state, mine, busy, people } = game, over = game.score !== null, may = mine && !busy;
	const dragging = useDragging(may, (id, place, point) => place.dataset.drop === "hand" ? hand.put(choosing.taken(id), cardAt(place, choosing.taken(id), point)) : void choosing.drop(id, place));
	useLight(people.length > 0 && state !== null && !over);
	useKeys({ game, choosing, may: may && !game.covered, hand, box, open: setSheet });
	useMotion(game, whole, titles, choosing.picked.length === 0 && (game.words.text === "" || game.words.kind === "good"));
	useEffect(() => { session.rules("show").then(shown => setTitles(titlesIn(shown)), () => {}); }, [session]);
	useEffect(() => focusNextStep(may && !game.covered && !over, whole.current), [choosing.offers, busy, mine]);
	if (state === null || view === null || game.seen === null)
		return html`<div class="paper"><${Busy} busy=${true} words="Dealing …" /></div>`;
	const names = state.seats.map((name, i) => people.length === 1 && people[0] === i ? "You" : name), called = namesAtTable(game, view, names);
	if (game.covered)
		return html`<${Cover} name=${names[state.seat]} show=${game.uncover} />`;
	const pileSays = !choosing.drawing ? "Discard pile: lay the chosen card on it." : choosing.takes.length > 0 ? "Take the pile." : "Discard pile: what would take it?";
	return html`<div class=${"play-table" + (dragging.drag ? " dragging" : "") + (over ? " over" : "")} ref=${whole}>
		<${Head} game=${game} view=${view} title=${session.title} names=${names} titles=${titles} open=${setSheet} leave=${leave} />
		<${TableView} view=${view} pieces=${game.seen.pieces} names=${names} titles=${titles} points=${view.ended ? undefined : state.points} ending=${over ? "" : endingOf(view, names)} tags=${names.map((_, i) => [...session.tags?.()[i] ?? [], ...view.seat !== i + 1 ? inTags(game.seen?.did.get(i + 1), titles) : []])} mine=${people.length > 0} explain=${explain} openScore=${over ? undefined : () => setSheet("score")} act=${busy ? undefined : game.act} drawable=${choosing.drawing ? choosing.draw : undefined} onPile=${may && choosing.choosable ? choosing.pile : undefined} takes=${mine && choosing.takes.length > 0} pileSays=${pileSays}
			onPut=${may && choosing.picked.length > 0 ? (/** @type {HTMLElement} */ place) => void choosing.drop(choosing.picked[0], place) : undefined} />
		<${Story} game=${game} called=${called} names=${names} titles=${titles} open=${setSheet} />
		${!over && people.length > 0 && html`<section class=${"hand-zone" + (mine ? " mine" : "")} aria-label="Your hand">
			<${Bar} game=${game} choosing=${choosing} hand=${hand} names=${names} called=${called} explain=${explain} />
			<${HandView} game=${game} hand=${hand} choosing=${choosing} dragging=${dragging} box=${box} name=${names[view.seat - 1]} wild=${wild} />
		</section>`}
		${over && html`<${DealScore} game=${game} explain=${explain} score=${calledInDoc(game.score, called, view, names)} leave=${leave} />`}
		${sheet === "rules" && html`<${RulesSheet} session=${session} close=${() => setSheet(null)} />`}
		${topic !== null && html`<${RulesPart} session=${session} groups=${topic.groups} clause=${topic.clause} whole=${() => { setTopic(null); setSheet("rules"); }} close=${() => setTopic(null)} />`}
		${sheet === "score" && html`<${OnTable} title="The score so far" close=${() => setSheet(null)}><${LibrarySheet} explain=${explain} ask=${async () => calledInDoc(JSON.parse((await session.ask("score_so_far")).out), called, view, names)} /><//>`}
		${sheet === "story" && html`<${StorySheet} game=${game} called=${called} close=${() => setSheet(null)} />`}
		${sheet === "keys" && html`<${OnTable} title="Keys" close=${() => setSheet(null)}><${KeysList} /><//>`}
	</div>`;
}
