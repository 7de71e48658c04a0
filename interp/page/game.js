// game.js -- a game that is played: what the library says of it for the person who looks, and the acts that are done in it.
// @ts-check
import { useEffect, useRef, useState } from "./preact.js";
import { kept, unwrapped } from "./parts.js";
import { keepGame } from "./store.js";
import { call, json } from "./library.js";
import { inSigns } from "./cards.js";
import { viewOf } from "./table.js";
import { hear } from "./sounds.js";
import { follow, measured, wearing, withHand, wornBy } from "./motion.js";

/** @typedef {import("./table.js").View} View */
/** @typedef {import("./motion.js").Piece} Piece */
/** @typedef {import("./motion.js").Pieces} Pieces */
/** A game that is played: the library's number for it, and where the browser keeps it; [value] is what was read there,
 * [worn] how it looked. @typedef {{at: number, bots: (string | null)[], title: string, id: string, value: string | null, worn: import("./motion.js").Worn | null}} Table */
/** What is seen: [fresh] has the cards of the hand that came last. @typedef {{view: View, pieces: Pieces, fresh: Set<number>}} Seen */
/** @typedef {{moment: string, seat: number, seats: string[], sides: number[], points: number[]}} State */
/** @typedef {ReturnType<typeof useGame>} Game */

/** How long a bot's act is to be seen, in milliseconds. */
export const PACES = /** @type {Record<string, number>} */ ({ slow: 1600, normal: 800, fast: 300, none: 0 });
export const paceNow = () => PACES[kept.read("pace") ?? ""] ?? PACES.normal;

/** So many lines of the story are kept. */
const LOG_MOST = 200;

/** What the library says now, for the eyes of [seat]; who sits out sees the table, and no hand. @param {number} at @param {(state: State) => number} seatOf */
async function look(at, seatOf) {
	const state = /** @type {State} */ (await json("game_state", { at })), seat = seatOf(state);
	const told = (await call("game", { at, verb: "tell" })).out;
	let lines = (await call("game", { at, verb: "view", seat })).out;
	const sitsOut = lines === "";
	for (let other = 0; lines === "" && other < state.seats.length; other++)
		lines = (await call("game", { at, verb: "view", seat: other })).out;
	return { state, told, view: lines === "" ? null : { ...viewOf(lines), ...(sitsOut ? { hand: [] } : {}) } };
}

/** The cards of a hand in the order that was kept. @param {Piece[]} hand @param {any} order */
const arrangedAs = (hand, order) => Array.isArray(order) ? order.map(at => hand[at]?.id).filter(id => id !== undefined) : null;

/** Lets a bot act; one that looks ahead thinks in short slices. @param {Table} table @param {{current: boolean}} alive */
async function botActs(table, alive) {
	for (;;) {
		const answer = await call("game_bots", { at: table.at, bots: table.bots, most: 1 });
		if (!alive.current || answer.out !== "thinking")
			return answer;
	}
}

/** @param {Table} table @param {{current: HTMLElement | null}} whole where the table is drawn */
export function useGame(table, whole) {
	const [state, setState] = useState(/** @type {State | null} */ (null));
	const [seen, setSeen] = useState(/** @type {Seen | null} */ (null));
	const [log, setLog] = useState(/** @type {string[]} */ ([]));
	const [words, setWords] = useState({ text: "", kind: "" });
	const [score, setScore] = useState(/** @type {any} */ (null));
	const [covered, setCovered] = useState(false);
	const [busy, setBusy] = useState(false);
	const [acted, setActed] = useState(table.value !== null); // in this turn, so that there is something to take back
	const [done, setDone] = useState(0); // acts, and acts taken back
	const alive = useRef(true), last = useRef(-1), hurry = useRef(false), wake = useRef(() => {});
	const shown = useRef(seen), before = useRef(/** @type {{seen: Seen, places: Map<string, DOMRect>} | null} */ (null));
	const hands = useRef(new Map(/** @type {[number, Piece[]][]} */ ([]))); // by seat, as they were last seen
	const [order, setOrder] = useState(/** @type {number[] | null} */ (null)), ordered = useRef(order); // the hand as the person arranged it
	const leaving = useRef(/** @type {number[]} */ ([])); // cards of the hand that an act plays
	const record = useRef(""), place = useRef({ id: table.id, value: table.value });
	const people = table.bots.map((bot, i) => bot === null ? i : -1).filter(i => i >= 0);
	const isPerson = (/** @type {number} */ seat) => people.includes(seat);

	const worn = table.worn?.deal !== undefined ? table.worn : null;
	/** Shows another view; what was there and where is remembered, so that cards are seen to move. @param {View} view */
	const show = view => {
		const was = shown.current, here = was !== null && was.view.deal === view.deal, same = here && was.view.seat === view.seat;
		const kept = worn !== null && worn.deal === view.deal && worn.seat === view.seat ? wearing(worn.cards) : null;
		const pieces = follow(here ? withHand(was.pieces, hands.current.get(view.seat)) : was === null ? kept : null, view, leaving.current), had = new Set(was?.pieces.get("hand")?.map(piece => piece.id));
		const came = same ? (pieces.get("hand") ?? []).map(piece => piece.id).filter(id => !had.has(id)) : [];
		if (same)
			hear(was.view, view);
		before.current = same && whole.current !== null ? { seen: was, places: measured(whole.current) } : null;
		leaving.current = [];
		if (!here)
			arrange(was === null && kept !== null ? arrangedAs(pieces.get("hand") ?? [], worn?.order) : null);
		hands.current.set(view.seat, pieces.get("hand") ?? []);
		shown.current = { view, pieces, fresh: came.length > 0 ? new Set(came) : same && view.toAct === view.seat ? was.fresh : new Set() };
		setSeen(shown.current);
	};
	/** The hand lies in this order from now on; null: sorted. @param {number[] | null} ids */
	const arrange = ids => {
		ordered.current = ids;
		setOrder(ids);
	};
	/** Waits as long as a bot's act is to be seen, or until the person wants to go on. */
	const pause = (times = 1) => new Promise(resolve => {
		const timer = setTimeout(resolve, hurry.current ? 0 : times * paceNow());
		wake.current = () => { clearTimeout(timer); resolve(undefined); };
	});
	/** How the table looks. @returns {import("./motion.js").Worn | null} */
	const wornNow = () => {
		const now = shown.current, hand = now?.pieces.get("hand")?.map(piece => piece.id) ?? [];
		return now && { deal: now.view.deal, seat: now.view.seat, cards: wornBy(now.pieces), order: ordered.current && ordered.current.map(id => hand.indexOf(id)).filter(at => at >= 0) };
	};
	/** Keeps the game as it is now. @param {State} state */
	const keep = async state => {
		record.current = (await call("game", { at: table.at, verb: "record" })).out;
		const as = keepGame({ id: place.current.id, record: record.current, seats: table.bots, title: table.title, over: state.moment === "game_over", when: Date.now(), worn: wornNow() }, place.current.value);
		if (as.id !== place.current.id)
			setWords({ text: "This game is played on in another window, too. Both are kept, as two games.", kind: "hint" });
		place.current = as;
	};
	/** Brings the table up to date. What the game waits for then, or null if nobody looks any more. */
	const update = async () => {
		const { state, told, view } = await look(table.at, state => [state.seat, last.current, people[0] ?? 0].find(isPerson) ?? 0);
		if (!alive.current)
			return null;
		if (told.trim() !== "")
			setLog(old => [...old, ...unwrapped(inSigns(told))].slice(-LOG_MOST));
		if (people.length > 1 && isPerson(state.seat) && last.current !== state.seat && state.moment === "act")
			setCovered(true); // before the next hand is there to be seen
		setState(state);
		if (view !== null)
			show(view);
		await keep(state);
		if (state.moment === "deal_over" || state.moment === "game_over")
			return "score";
		if (state.seat >= 0 && !isPerson(state.seat))
			return "bot";
		last.current = state.seat;
		hurry.current = false;
		return "person";
	};
	const showScore = async () => {
		await pause(2); // how it ended is to be read
		const score = JSON.parse((await call("game", { at: table.at, verb: "score" })).out);
		if (alive.current)
			setScore(score);
	};
	/** Lets the bots act, and stops where a person acts or the deal is over. */
	const go = async () => {
		for (;;) {
			const waits = await update();
			if (waits === "score")
				await showScore();
			if (waits !== "bot")
				return;
			setActed(false);
			await pause();
			const answer = alive.current ? await botActs(table, alive) : null;
			if (answer === null || !alive.current)
				return;
			if (answer.status !== 0) {
				setWords({ text: answer.messages.trim() || "A bot could not act.", kind: "refused" });
				return;
			}
		}
	};
	useEffect(() => { alive.current = true; void go(); return () => { alive.current = false; }; }, [table]);

	/** Does what [said] says; [cards] of the hand are played with it. @param {string} said @param {number[]} [cards] */
	const act = async (said, cards = []) => {
		setBusy(true); // a second click is not a second act
		try {
			const answer = await call("game", { at: table.at, verb: "do", words: said });
			setWords(answer.status === 0 ? { text: answer.out.trim(), kind: "good" } : { text: answer.messages.trim(), kind: "refused" });
			if (answer.status === 0) {
				leaving.current = cards;
				setActed(true);
				setDone(done => done + 1);
				await go();
			}
		} finally { setBusy(false); }
	};
	const ask = async (/** @type {string} */ verb, /** @type {string} */ said) => {
		const answer = await call("game", { at: table.at, verb, words: said });
		setWords({ text: (answer.out + answer.messages).trim(), kind: verb === "why" ? "refused" : "hint" });
		return answer.out;
	};
	const undo = async () => {
		if (busy)
			return;
		const answer = await call("game", { at: table.at, verb: "undo" });
		setWords({ text: answer.status === 0 ? "Taken back." : answer.messages.trim(), kind: answer.status === 0 ? "good" : "refused" });
		setDone(done => done + 1);
		await go();
	};
	const nextDeal = async () => {
		setScore(null);
		setWords({ text: "", kind: "" });
		setLog([]);
		await call("game", { at: table.at, verb: "deal" });
		await go();
	};
	const view = seen?.view ?? null, mine = state !== null && view !== null && isPerson(state.seat) && state.moment === "act";
	return { at: table.at, people, state, seen, view, mine, held: /** @type {Piece[]} */ (seen?.pieces.get("hand") ?? []), acts: mine && view ? view.acts : [], log, words, say: setWords, score, covered, uncover: () => setCovered(false),
		busy, acted, done, before, isHurried: () => hurry.current || paceNow() === 0, hurry: () => { hurry.current = true; wake.current(); }, record: () => record.current, order, arrange: (/** @type {number[] | null} */ ids) => { arrange(ids); if (state !== null) void keep(state); }, act, ask, undo, nextDeal };
}
