// playing.js -- a seat at a table: what a person sees and does while a game is played.
// @ts-check
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./preact.js";
import { Busy, Colours, isClause, kept, saveAs, titlesOf, untitled, unwrapped } from "./parts.js";
import { keepGame } from "./store.js";
import { call, json } from "./library.js";
import { Card, cardTitle, inSigns, rankOf, Said, withoutSuit } from "./cards.js";
import { DocumentView } from "./document.js";
import { Lying, sideName, TableView, viewOf, wildCards } from "./table.js";
import { follow, measured, move } from "./motion.js";

/** @typedef {import("./table.js").View} View */
/** @typedef {import("./motion.js").Piece} Piece */
/** @typedef {import("./motion.js").Pieces} Pieces */
/** A game that is played: the library's number for it, and where the browser keeps it; [value] is what was read there.
 * @typedef {{at: number, bots: (string | null)[], title: string, id: string, value: string | null}} Table */

/** How far a pointer moves, in pixels, before that is dragging and no click. */
const SLIP = 8;

/** How long a bot's act is to be seen, in milliseconds. */
const PACES = /** @type {Record<string, number>} */ ({ slow: 1600, normal: 800, fast: 300, none: 0 });
const paceNow = () => PACES[kept.read("pace") ?? ""] ?? PACES.normal;

/** How much of each card of a hand is seen at least, in pixels, before it goes on in another row, and how many rows there are at most. */
const SEEN = 30, ROWS = 3;

/** Widths of a melded card that are tried, in pixels, until all melds of both sides are in sight. */
const MELD_WIDTHS = [64, 58, 52, 46, 40, 36, 32, 28, 24];

/** A way to play the chosen cards, as the library offers it. @typedef {{words: string, title: string, count: number | null, minimum: number | null, acts: {verb: string, cards: string[], meld: number | null}[]}} Offer */
/** @typedef {{cards: string, offers: Offer[], refusal: {sentence: string, clause: string | null} | null}} Offers */

/** What a button for an offer says: what is played, and what the initial meld then counts. @param {Offer} offer */
const offerTitle = offer => inSigns(offer.title) + (offer.minimum !== null ? ` · ${offer.count} of ${offer.minimum}` : "");

const hasVerb = (/** @type {Offer} */ offer, /** @type {string[]} */ verbs) => offer.acts.some(one => verbs.includes(one.verb));

/** True if an act is not taken back and decides much, so that one press is not enough. @param {Offer} offer */
const isFinal = offer => hasVerb(offer, ["ask", "special"]);

const KEYS = [["← →", "go through the hand"], ["Space", "choose a card, or put it back"], ["4 … 9 0 J Q K A 2 3 *", "choose the next card of that rank; 0 is the ten, * a joker"], ["Enter", "do what the green button says"],
	["D", "draw"], ["P", "the pile: take it, or lay the chosen card on it"], ["X", "discard the chosen card"], ["S", "sort by suit or by rank"], ["U", "take back"], ["H", "a hint"], ["R", "the rules"], ["Esc", "put all cards back"], ["?", "these keys"]];

/** A sheet that lies on the table until it is closed. @param {{title: string, close: () => void, children?: any}} props */
function OnTable({ title, close, children }) {
	const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
	useEffect(() => { box.current?.showModal(); }, []);
	return html`<dialog ref=${box} aria-label=${title} onClose=${close} onClick=${(/** @type {any} */ event) => { if (event.target === box.current) close(); }}>
		<div class="row between"><h2 class="title">${title}</h2><button type="button" onClick=${close}>Close</button></div>${children}</dialog>`;
}

/** @param {{at: number}} props */
function RulesSheet({ at }) {
	const [doc, setDoc] = useState(/** @type {any} */ (null));
	useEffect(() => { json("sheet", { at, kind: 1 }).then(setDoc, () => {}); }, [at]);
	return doc ? html`<${DocumentView} doc=${doc} />` : html`<${Busy} busy=${true} />`;
}

/** The hand in as many rows as leave enough of each card to be seen. @param {Piece[]} pieces @param {number} width in pixels */
function rowsOf(pieces, width) {
	const rows = Math.max(1, Math.min(ROWS, Math.ceil(pieces.length * SEEN / Math.max(width - SEEN, SEEN)))), each = Math.ceil(pieces.length / rows);
	return Array.from({ length: rows }, (_, i) => pieces.slice(i * each, (i + 1) * each)).filter(row => row.length > 0);
}

/** Red and black in turn. */
const SUIT_ORDER = "CDSH";

/** @param {{table: Table, leave: () => void}} props */
export function AtTable({ table, leave }) {
	const [state, setState] = useState(/** @type {any} */ (null));
	const [seen, setSeen] = useState(/** @type {{view: View, pieces: Pieces, fresh: Set<number>} | null} */ (null));
	const [picked, setPicked] = useState(/** @type {number[]} */ ([]));
	const [offered, setOffered] = useState(/** @type {Offers} */ ({ cards: "", offers: [], refusal: null }));
	const asking = useRef(/** @type {Promise<Offers>} */ (Promise.resolve(offered)));
	const [log, setLog] = useState(/** @type {string[]} */ ([]));
	const [titles, setTitles] = useState(untitled);
	const [words, setWords] = useState({ text: "", kind: "" });
	const [armed, setArmed] = useState(/** @type {string | null} */ (null));
	const [score, setScore] = useState(/** @type {any} */ (null));
	const [sheet, setSheet] = useState(/** @type {"rules" | "keys" | null} */ (null));
	const [covered, setCovered] = useState(false);
	const [busy, setBusy] = useState(false);
	const [acted, setActed] = useState(table.value !== null); // in this turn, so that there is something to take back
	const [bySuit, setBySuit] = useState(false);
	const [width, setWidth] = useState(600);
	const [drag, setDrag] = useState(/** @type {{id: number, x: number, y: number} | null} */ (null));
	const dragged = useRef(false), dropNow = useRef((/** @type {number} */ _, /** @type {HTMLElement} */ __) => {}); // the table may have changed while a card was dragged
	const alive = useRef(true), last = useRef(-1), scored = useRef(/** @type {HTMLElement | null} */ (null));
	const whole = useRef(/** @type {HTMLElement | null} */ (null)), hand = useRef(/** @type {HTMLElement | null} */ (null));
	const shown = useRef(seen), before = useRef(/** @type {{seen: NonNullable<typeof seen>, places: Map<string, DOMRect>} | null} */ (null));
	const chosen = useRef(/** @type {number[]} */ ([])), hurry = useRef(false), wake = useRef(() => {});
	const recordNow = useRef(""), place = useRef({ id: table.id, value: table.value });
	const people = table.bots.map((bot, i) => bot === null ? i : -1).filter(i => i >= 0);

	/** Shows another view; what was there and where is remembered, so that cards are seen to move. @param {View} view */
	const show = view => {
		const was = shown.current, same = was !== null && was.view.deal === view.deal && was.view.seat === view.seat;
		const pieces = follow(same ? was.pieces : null, view, chosen.current), had = new Set(was?.pieces.get("hand")?.map(piece => piece.id));
		const came = same ? (pieces.get("hand") ?? []).map(piece => piece.id).filter(id => !had.has(id)) : [];
		before.current = same && whole.current !== null ? { seen: was, places: measured(whole.current) } : null;
		shown.current = { view, pieces, fresh: came.length > 0 ? new Set(came) : same && view.toAct === view.seat ? was.fresh : new Set() };
		setSeen(shown.current);
	};
	/** Waits as long as a bot's act is to be seen, or until the person wants to go on. */
	const pause = () => new Promise(resolve => {
		const timer = setTimeout(resolve, hurry.current ? 0 : paceNow());
		wake.current = () => { clearTimeout(timer); resolve(undefined); };
	});

	/** Brings the table up to date, lets the bots act, and stops where a person acts or the deal is over. */
	const go = async () => {
		for (;;) {
			const state = await json("game_state", { at: table.at });
			const seat = people.includes(state.seat) ? state.seat : people.includes(last.current) ? last.current : people[0] ?? 0;
			const told = (await call("game", { at: table.at, verb: "tell" })).out;
			let seenView = await call("game", { at: table.at, verb: "view", seat });
			const sitsOut = seenView.out === "";
			for (let other = 0; seenView.out === "" && other < state.seats.length; other++) // who sits out sees the table, and no hand
				seenView = await call("game", { at: table.at, verb: "view", seat: other });
			if (!alive.current)
				return;
			if (told.trim() !== "")
				setLog(old => [...old, ...unwrapped(inSigns(told))].slice(-200));
			if (people.length > 1 && people.includes(state.seat) && last.current !== state.seat && state.moment === "act")
				setCovered(true); // before the next hand is there to be seen
			setState(state);
			if (seenView.out)
				show({ ...viewOf(seenView.out), ...(sitsOut ? { hand: [] } : {}) });
			const record = (await call("game", { at: table.at, verb: "record" })).out;
			recordNow.current = record;
			const as = keepGame({ id: place.current.id, record, seats: table.bots, title: table.title, over: state.moment === "game_over", when: Date.now() }, place.current.value);
			if (as.id !== place.current.id)
				setWords({ text: "This game is played on in another window, too. Both are kept, as two games.", kind: "hint" });
			place.current = as;
			if (state.moment === "deal_over" || state.moment === "game_over") {
				await pause();
				const score = JSON.parse((await call("game", { at: table.at, verb: "score" })).out);
				if (alive.current)
					setScore(score);
				return;
			}
			if (state.seat < 0 || table.bots[state.seat] === null) {
				last.current = state.seat;
				hurry.current = false;
				return;
			}
			setActed(false);
			await pause();
			if (!alive.current)
				return;
			let acted;
			do { // a bot that looks ahead thinks in short slices
				acted = await call("game_bots", { at: table.at, bots: table.bots, most: 1 });
			} while (alive.current && acted.out === "thinking");
			if (!alive.current)
				return;
			if (acted.status !== 0) {
				setWords({ text: acted.messages.trim() || "A bot could not act.", kind: "refused" });
				return;
			}
		}
	};
	const view = seen?.view ?? null, pieces = seen?.pieces ?? new Map(), seated = view !== null && !covered;
	useEffect(() => { if (score !== null) scored.current?.focus(); }, [score]);
	useEffect(() => { titlesOf({ at: table.at }).then(setTitles, () => {}); }, [table]);
	useEffect(() => { alive.current = true; void go(); return () => { alive.current = false; }; }, [table]);
	useEffect(() => { // the hand has as much room as there is
		if (hand.current === null)
			return;
		const watch = new ResizeObserver(entries => setWidth(entries[0].contentRect.width));
		watch.observe(hand.current);
		return () => watch.disconnect();
	}, [seated, score !== null]);
	useEffect(() => { const news = whole.current?.querySelector(".news"); if (news) news.scrollTop = news.scrollHeight; }, [log, seen]); // the newest is in sight
	useLayoutEffect(() => { // melds get narrower until all are in sight, and then the cards that changed their places fly there
		const table = /** @type {HTMLElement | null | undefined} */ (whole.current?.querySelector(".table"));
		if (!table || seen === null)
			return;
		const sides = [...table.querySelectorAll(".side")];
		for (const width of MELD_WIDTHS) {
			table.style.setProperty("--meld", `${width}px`);
			if (sides.every(side => side.scrollHeight <= side.clientHeight + 1 && side.scrollWidth <= side.clientWidth + 1))
				break;
		}
		if (before.current !== null && !hurry.current && paceNow() > 0)
			move(/** @type {HTMLElement} */ (whole.current), before.current.places, before.current.seen.pieces, seen.pieces, before.current.seen.view, seen.view);
		before.current = null;
	}, [seen, width, titles]);

	const act = async (/** @type {string} */ said) => {
		setBusy(true); // a second click is not a second act
		try { await actNow(said); } finally { setBusy(false); }
	};
	const actNow = async (/** @type {string} */ said) => {
		const answer = await call("game", { at: table.at, verb: "do", words: said });
		setWords(answer.status === 0 ? { text: answer.out.trim(), kind: "good" } : { text: answer.messages.trim(), kind: "refused" });
		setArmed(null);
		if (answer.status === 0) {
			setActed(true);
			setPicked([]);
			await go();
		}
	};
	/** Does what a button says; what is final is asked about first. @param {Offer} offer */
	const press = offer => {
		if (isFinal(offer) && armed !== offer.words)
			setArmed(offer.words);
		else
			void act(offer.words);
	};
	const ask = async (/** @type {string} */ verb, /** @type {string} */ said) => {
		const answer = await call("game", { at: table.at, verb, words: said });
		setWords({ text: (answer.out + answer.messages).trim(), kind: verb === "why" ? "refused" : "hint" });
	};
	const undo = async () => {
		if (busy)
			return;
		const answer = await call("game", { at: table.at, verb: "undo" });
		setWords({ text: answer.status === 0 ? "Taken back." : answer.messages.trim(), kind: answer.status === 0 ? "good" : "refused" });
		setPicked([]);
		await go();
	};
	const nextDeal = async () => {
		setScore(null);
		setWords({ text: "", kind: "" });
		setLog([]);
		await call("game", { at: table.at, verb: "deal" });
		await go();
	};

	const mine = state !== null && view !== null && table.bots[state.seat] === null && state.moment === "act";
	const held = /** @type {Piece[]} */ (pieces.get("hand") ?? []), suited = held.some(piece => /.[CDHS]$/.test(piece.name));
	const sorted = useMemo(() => bySuit ? [...held].sort((a, b) => SUIT_ORDER.indexOf(a.suit) - SUIT_ORDER.indexOf(b.suit)) : held, [seen, bySuit]); // by rank within a suit, as the library has them
	const cards = picked.map(id => held.find(piece => piece.id === id)?.name ?? "").filter(card => card !== "");
	const acts = mine && view ? view.acts : [], drawing = acts.some(one => one.verb === "draw"), takes = acts.filter(one => one.verb === "take");
	const lit = useMemo(() => new Set(acts.filter(one => one.verb !== "discard").flatMap(one => one.cards)), [seen]);
	/** Asks the library once what can be done with these cards of the hand, and with no others. @param {string[]} chosen @returns {Promise<Offers>} */
	const offersFor = async chosen => ({ cards: chosen.join(" "), ...JSON.parse((await call("game", { at: table.at, verb: "offers", words: chosen.join(" ") })).out) });
	useEffect(() => {
		if (!mine)
			return;
		let wanted = true;
		asking.current = offersFor(cards);
		void asking.current.then(answer => { if (wanted) setOffered(answer); }, () => {});
		return () => { wanted = false; };
	}, [view, mine, picked.join()]);
	const answered = mine && offered.cards === cards.join(" "), offers = answered ? [...offered.offers].sort((a, b) => Number(hasVerb(a, ["discard"])) - Number(hasVerb(b, ["discard"]))) : [], refusal = answered && cards.length > 0 ? offered.refusal : null;
	useEffect(() => { // the next step has the focus, where the last one took it along
		if (mine && !busy && seated && score === null && document.activeElement === document.body && matchMedia("(hover: hover)").matches)
			(whole.current?.querySelector(/** @type {"button"} */ (".acts .primary")) ?? whole.current?.querySelector(/** @type {"button"} */ (".hand-card")))?.focus({ preventScroll: true });
	}, [offers, busy, mine]);
	const choose = () => setWords({ text: "That can be done in several ways: choose one of the buttons.", kind: "hint" });
	/** What is dragged with a card: all that are chosen, if it is one of them. @param {number} id */
	const taken = id => picked.includes(id) ? picked : [id];
	const namesOf = (/** @type {number[]} */ ids) => ids.map(id => held.find(piece => piece.id === id)?.name ?? "").filter(name => name !== "");
	/** Does what is meant by cards that are let go over the pile, the own melds or one of these; what may not be done is refused. @param {number} id @param {HTMLElement} place */
	const drop = async (id, place) => {
		const onPile = place.dataset.drop === "pile", meld = place.dataset.meld === undefined ? null : Number(place.dataset.meld), chosen = namesOf(taken(id));
		const answer = await offersFor(chosen), all = answer.offers.filter(one => hasVerb(one, ["discard", "take"]) === onPile);
		const there = all.filter(one => meld !== null && one.acts.every(one => one.meld === meld)), found = there.length > 0 ? there : all;
		const verb = onPile ? (drawing ? "take" : "discard") : meld !== null ? "add" : "meld";
		if (found.length > 1) {
			if (!picked.includes(id))
				setPicked([id]);
			choose();
		} else if (found.length === 1)
			press(found[0]);
		else if (answer.refusal !== null)
			setWords({ text: answer.refusal.sentence + (answer.refusal.clause ? `\n  ${answer.refusal.clause}` : ""), kind: "refused" });
		else
			void ask("why", `${verb} ${chosen.join(" ")}`);
	};
	/** With a mouse or a finger: the card follows it, and lies where it is let go. @param {number} id */
	const grab = id => (/** @type {PointerEvent} */ event) => {
		if (!mine || busy || event.button !== 0)
			return;
		const { pointerId, clientX, clientY } = event;
		let moved = false;
		const move = (/** @type {PointerEvent} */ next) => {
			if (next.pointerId !== pointerId || (!moved && Math.hypot(next.clientX - clientX, next.clientY - clientY) < SLIP))
				return;
			moved = true;
			setDrag({ id, x: next.clientX, y: next.clientY });
		};
		const end = (/** @type {PointerEvent} */ last) => {
			if (last.pointerId !== pointerId)
				return;
			for (const [name, listener] of /** @type {const} */ ([["pointermove", move], ["pointerup", end], ["pointercancel", end]]))
				removeEventListener(name, listener);
			setDrag(null);
			if (!moved)
				return;
			dragged.current = true; // what the browser takes for a click is none
			setTimeout(() => { dragged.current = false; }, 0);
			const place = last.type === "pointerup" ? document.elementFromPoint(last.clientX, last.clientY)?.closest(/** @type {"div"} */ ("[data-drop]")) : null;
			if (place)
				dropNow.current(id, place);
		};
		addEventListener("pointermove", move);
		addEventListener("pointerup", end);
		addEventListener("pointercancel", end);
	};
	dropNow.current = drop;
	chosen.current = picked;
	const pick = (/** @type {number[]} */ ids) => {
		setPicked(ids);
		setArmed(null);
		setWords({ text: "", kind: "" });
	};
	const toggle = (/** @type {number} */ id) => {
		if (!dragged.current)
			pick(picked.includes(id) ? picked.filter(other => other !== id) : [...picked, id]);
	};
	/** The offers for what is chosen now, which may be on their way. */
	const offersNow = async () => { const answer = await asking.current; return (answer.cards === cards.join(" ") ? answer : await offersFor(cards)).offers; };
	/** Does the one thing that is offered; of several one is to be chosen. @param {(one: Offer) => boolean} wanted */
	const doOne = async wanted => {
		const found = (await offersNow()).filter(wanted);
		if (found.length === 1) press(found[0]);
		else if (found.length > 1) {
			choose();
			[...document.querySelectorAll(/** @type {"button"} */ (".acts [data-words]"))].find(button => button.dataset.words === found[0].words)?.focus();
		}
		return found.length > 0;
	};
	/** The pile: it is taken with the chosen cards, or the chosen card is laid on it; with none chosen, those that would take it are. */
	const pile = async () => {
		if (cards.length > 0) {
			if (!await doOne(one => hasVerb(one, ["take", "discard"])))
				void ask("why", `${drawing ? "take" : "discard"} ${cards.join(" ")}`);
			return;
		}
		if (await doOne(one => hasVerb(one, ["take"])))
			return;
		const free = [...held], found = (takes[0]?.cards ?? []).map(name => { const at = free.findIndex(piece => piece.name === name); return at < 0 ? -1 : free.splice(at, 1)[0].id; }).filter(id => id >= 0);
		if (found.length > 0)
			pick(found);
		else if (drawing && view !== null && view.top.length > 0 && held.filter(piece => piece.name === view.top[0]).length > 1)
			void ask("why", `take ${view.top[0]} ${view.top[0]}`); // it looks as if that would
		else
			setWords({ text: drawing ? "None of your cards takes the pile now." : "Choose the card that you discard, and then the pile.", kind: "hint" });
	};
	const keys = useRef((/** @type {KeyboardEvent} */ _) => {});
	keys.current = event => {
		const target = /** @type {HTMLElement} */ (event.target);
		if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest("dialog") || sheet !== null)
			return;
		const key = event.key, upper = key.toUpperCase();
		if (key === "?") setSheet("keys");
		else if (upper === "R") setSheet("rules");
		else if (!mine || busy || !seated) return;
		else if (key === "Enter" && target.matches(".hand-card, body, [tabindex='-1']")) void doOne(() => true);
		else if (upper === "D") void doOne(one => hasVerb(one, ["draw"])).then(found => { if (!found && drawing) void act("draw"); });
		else if (upper === "P") void pile();
		else if (upper === "X") void doOne(one => hasVerb(one, ["discard"]));
		else if (upper === "S") setBySuit(suited && !bySuit);
		else if (upper === "H") void ask("hint", "");
		else if (upper === "U") void undo();
		else if (key === "Escape") pick([]);
		else if (key === "ArrowRight" || key === "ArrowLeft") {
			const all = [...(hand.current?.querySelectorAll("button") ?? [])], here = all.indexOf(/** @type {any} */ (document.activeElement));
			all[(here + (key === "ArrowRight" ? 1 : all.length - 1)) % all.length]?.focus();
		} else {
			const rank = key === "0" ? "10" : key === "*" ? "joker" : upper, of = sorted.filter(piece => rankOf(piece.name) === rank);
			if (of.length === 0 || !/^([2-90JQKA*])$/.test(upper)) return;
			const next = of.find(piece => !picked.includes(piece.id));
			pick(next ? [...picked, next.id] : picked.filter(id => !of.some(piece => piece.id === id)));
		}
		event.preventDefault();
	};
	useEffect(() => {
		const heard = (/** @type {KeyboardEvent} */ event) => keys.current(event);
		addEventListener("keydown", heard);
		return () => removeEventListener("keydown", heard);
	}, []);
	if (state === null || view === null || seen === null)
		return html`<div class="paper"><${Busy} busy=${true} words="Dealing …" /></div>`;
	/** @type {string[]} */
	const names = state.seats.map((/** @type {string} */ name, /** @type {number} */ i) => people.length === 1 && people[0] === i ? "You" : name);
	if (covered)
		return html`<div class="paper cover"><h2 class="title">${names[state.seat]} plays</h2><p>Hand the screen over. Nobody else looks.</p><button type="button" class="primary" onClick=${() => setCovered(false)}>Show the hand</button></div>`;
	const own = people.length === 1 ? `${state.seats[people[0]]} ` : "", mineLast = log.map(line => own !== "" && line.startsWith(own)).lastIndexOf(true);
	const since = log.slice(mineLast + 1 < log.length ? mineLast + 1 : mineLast).slice(1 - state.seats.length);
	const asker = names[view.toAct - 1], wild = wildCards(titles), over = score !== null;
	const prompts = !mine ? [] : [acts.some(one => one.verb === "answer") && `${asker} asks: may I go out?`, view.mustGoOut && "You have to go out in this turn.", view.mayNotGoOut && "You may not go out in this turn."].filter(words => words);
	const lines = inSigns(words.text).split("\n").map(line => line.trim()), told = words.text === "" ? [] : words.kind === "refused" ? unwrapped(inSigns(words.text)) : words.kind === "hint" ? [lines[0], lines.slice(1).join(" ")] : lines;
	const invites = cards.length > 0 || acts.every(one => one.cards.length === 0 && !drawing) ? "" : drawing ? (takes.length > 0 ? "Draw, or choose cards and take the pile with them." : "Draw a card.") : "Choose cards to meld, or one to discard.";
	const offerButton = (/** @type {Offer} */ one) => html`<button type="button" class=${armed === one.words ? "primary warn" : one === offers[0] && !isFinal(one) && (one.count ?? 0) >= (one.minimum ?? 0) && (cards.length > 0 || hasVerb(one, ["draw", "take"])) ? "primary" : ""} disabled=${busy} key=${one.words} data-words=${one.words}
		onClick=${() => press(one)}>${offerTitle(one)}${cards.length > 0 && cards.length === held.length ? ` · your last ${cards.length === 1 ? "card" : "cards"}` : ""}</button>`;
	const saying = prompts.map(words => html`<b class="prompt" key=${words}>${words} </b>`);
	if (refusal !== null && words.text === "")
		saying.push(html`<span class="why" key="why">${inSigns(refusal.sentence)}${refusal.clause ? html` <details class="rule"><summary>which rule</summary><span class="place">${refusal.clause}</span></details>` : ""}</span>`);
	else if (armed !== null)
		saying.push(html`<span class="prompt" key="armed">That is not taken back: press again if you mean it.</span>`);
	else if ((words.text === "" || words.kind === "good") && mine)
		saying.push(html`<b class="turn" key="turn">Your turn </b>`, html`<span class="hint" key="hint">${invites}</span>`);
	else if (words.text === "")
		saying.push(html`<span class="hint" key="other">${names[state.seat] ?? ""} plays …</span>`);
	const toOpen = offers.find(one => one.minimum !== null);
	const initial = (/** @type {string} */ line) => (/\d+$|^./.exec(state.seats.find((/** @type {string} */ name) => line.startsWith(name + " ")) ?? "") ?? [""])[0];
	return html`<div class=${"play-table" + (drag ? " dragging" : "") + (over ? " over" : "")} ref=${whole}>
		<div class="table-head"><h2 class="title">${table.title}</h2><span class="deal">Deal ${view.deal}</span>
			<span class="totals" aria-label="Totals">${[...view.sides.keys()].map(side => html`<span><small>${sideName(view, side, names)}</small> <b>${view.results.get(side)?.total ?? view.score.get(side) ?? 0}</b></span>`)}</span>${/^\d+$/.test(titles.value("game.to") ?? "") ? html`<span class="deal">to ${titles.value("game.to")}</span>` : ""}
			<div class="buttons"><button type="button" onClick=${() => setSheet("rules")}>Rules</button>
				<details class="menu"><summary>More</summary><div class="paper">
					<label for="pace">How fast the others play</label><select id="pace" onChange=${(/** @type {any} */ event) => kept.write("pace", event.target.value)}>
						${Object.keys(PACES).map(name => html`<option value=${name} selected=${name === (kept.read("pace") ?? "normal")}>${{ slow: "slowly", normal: "as at a table", fast: "fast", none: "at once" }[name]}</option>`)}</select>
					<${Colours} /><button type="button" onClick=${() => setSheet("keys")}>Keys</button>
					<button type="button" onClick=${() => saveAs("game.record", recordNow.current)}>Save the record</button></div></details>
				<button type="button" onClick=${leave}>Leave</button></div></div>
		<${TableView} view=${view} pieces=${pieces} names=${names} titles=${titles} mine=${people.length > 0} act=${busy ? undefined : act} drawable=${drawing} onPile=${mine && !busy ? pile : undefined} takes=${mine && takes.length > 0} pileSays=${!drawing ? "Discard pile: lay the chosen card on it." : takes.length > 0 ? "Take the pile." : "Discard pile: what would take it?"}
			onPut=${mine && !busy && picked.length > 0 ? (/** @type {HTMLElement} */ place) => void drop(picked[0], place) : undefined} />
		<aside class="story" aria-label="The last round"><h3>The last round</h3>
			<ol class="news" tabindex="0">${since.map((line, i) => html`<li class=${i === since.length - 1 ? "now" : ""}><span class="seal" aria-hidden="true">${initial(line)}</span><span>${line} </span></li>`)}</ol>
			<details class="log"><summary>Earlier in this deal</summary><div role="log" tabindex="0" aria-label="Turns so far, the last one first"><ol reversed>${[...log].reverse().slice(0, 60).map(line => html`<li>${line}</li>`)}</ol></div></details></aside>
		${!over && people.length > 0 && html`<section class=${"hand-zone" + (mine ? " mine" : "")} aria-label="Your hand">
			<div class="doing"><div class="say"><p class="saying">${saying}</p>
				<div role="status" class=${"answer " + words.kind}>${words.text && html`<pre>${told.map(line => html`<span class=${isClause(line) ? "place" : ""}>${line.trim()}</span>${"\n"}`)}</pre>`}</div>
				${toOpen && html`<meter class="count" min="0" max=${toOpen.minimum} value=${Math.min(toOpen.count ?? 0, toOpen.minimum ?? 0)} aria-label="Of the initial meld"></meter>`}</div>
			<div class="acts" role="group" aria-label="What you can do">
				${mine ? html`<span class="tools">${acted ? html`<button type="button" class="tool" onClick=${undo}>Take back</button>` : html`<span class="button tool gone">Take back</span>`}
					<button type="button" class="tool" disabled=${busy} onClick=${() => ask("hint", "")}>Hint</button>
					${offers.filter(isFinal).map(offerButton)}
					${suited && html`<button type="button" class="tool" onClick=${() => setBySuit(!bySuit)}>${bySuit ? "By rank" : "By suit"}</button>`}</span>
					${offers.filter(one => !isFinal(one)).reverse().map(offerButton)}
					${cards.length > 0 && drawing && html`<button type="button" class="draw" disabled=${busy} onClick=${() => act("draw")}>Draw</button>`}`
				: paceNow() > 0 && html`<button type="button" class="tool" onClick=${() => { hurry.current = true; wake.current(); }}>Go to my turn</button>`}
			</div></div>
			<div class="hand" ref=${hand} role="group" aria-label=${`Hand of ${names[view.seat - 1]}, ${held.length} cards`}>
				${rowsOf(sorted, width).map((row, i) => html`<div class="row-of-hand" key=${i}>${row.map(piece => html`<button type="button" key=${piece.id} class=${"hand-card" + (picked.includes(piece.id) ? " up" : "") + (mine && (lit.has(piece.name) || picked.includes(piece.id)) ? " lit" : "")} aria-pressed=${picked.includes(piece.id)}
					disabled=${!mine} onPointerDown=${grab(piece.id)} onClick=${() => toggle(piece.id)}><${Said} words=${cardTitle(piece.name) + (lit.has(piece.name) ? ", can be played" : "") + (seen.fresh.has(piece.id) ? ", new" : "")} /><${Lying} piece=${piece} wild=${wild} />${seen.fresh.has(piece.id) && html`<span class="new" aria-hidden="true">new</span>`}</button>`)}</div>`)}
			</div>
			${drag !== null && html`<div class="dragged" aria-hidden="true" style=${{ left: `${drag.x}px`, top: `${drag.y}px` }}>${taken(drag.id).map(id => held.find(piece => piece.id === id)).map(piece => piece && html`<${Card} name=${piece.name} suit=${piece.suit} wild=${wild.includes(withoutSuit(piece.name))} />`)}</div>`}
		</section>`}
		${over && html`<section class="paper score" aria-label="The score" tabindex="-1" ref=${scored}>
			<h3>The score</h3>
			<${DocumentView} doc=${score} />
			<div class="buttons">${state.moment === "deal_over" && html`<button type="button" class="primary" onClick=${nextDeal}>Next deal</button>`}
				<button type="button" onClick=${() => saveAs("game.record", recordNow.current)}>Save the record</button><button type="button" onClick=${leave}>Leave</button></div>
		</section>`}
		${sheet === "rules" && html`<${OnTable} title="The rules in short" close=${() => setSheet(null)}><${RulesSheet} at=${table.at} /><//>`}
		${sheet === "keys" && html`<${OnTable} title="Keys" close=${() => setSheet(null)}><dl class="keys">${KEYS.map(([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`)}</dl><//>`}
	</div>`;
}
