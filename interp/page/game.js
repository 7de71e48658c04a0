// game.js -- a game that is played: what is seen of it by the person who looks, and the acts that are done in it. Where it is played is the
// matter of its session: by the library in this page (local.js), or at a server (remote.js).
// @ts-check
import { useEffect, useRef, useState } from "./preact.js";
import { kept } from "./parts.js";
import { viewOf } from "./table.js";
import { hear } from "./sounds.js";
import { follow, looksOf, measured, wear, withHand } from "./motion.js";

/** @typedef {import("./table.js").View} View */
/** @typedef {import("./motion.js").Piece} Piece */
/** @typedef {import("./motion.js").Pieces} Pieces */
/** @typedef {import("./wasm.js").Answer} Answer */
/** What is seen: [fresh] has the cards of the hand that came last, [did] what each seat did in its last turn. @typedef {{view: View, pieces: Pieces, fresh: Set<number>, did: Map<number, Deeds>}} Seen */
/** [points] of each side so far, which are not known everywhere. [may_undo]: the last act can be taken back. @typedef {{moment: string, seat: number, may_undo: boolean, seats: string[], sides: number[], points?: number[]}} State */
/** How the game is now: the lines of a view, "" if there is none; [told] has what happened. [sitsOut]: it is somebody else's view, whose hand is not shown;
 * [covered]: another person is to look now. @typedef {{state: State, told: string[], lines: string, sitsOut: boolean, covered: boolean}} News */
/** What a session tells whoever looks. @typedef {{heard: (news: News) => Promise<void>, say: (words: {text: string, kind: string}) => void, worn: () => import("./motion.js").Worn | null, pause: () => Promise<unknown>}} Watcher */
/** A game, wherever it is played. [people]: the seats that are played here. begin() returns what ends it; ask() has the verbs of the library's games: "do" and
 * others; goOn() shows what came of it. [paced]: bots act no faster than the person wants to see. The rest is for people who are elsewhere: [Company], [Choices] and [Waiting] are
 * drawn above the story, in the menu and where the buttons are in the own turn, [Again] beside the score, [tags] stand at the seats; [recall]: how long a discard can be recalled, in milliseconds.
 * @typedef {{people: number[], title: string, worn: import("./motion.js").Worn | null, paced: boolean, begin: (watcher: Watcher) => () => void, ask: (verb: string, words?: string) => Promise<Answer>, goOn: () => Promise<void>,
 *   rules: (name: string, request?: object) => Promise<any>, keep: () => void, record: (() => Promise<string>) | null, free: () => void, Company?: any, Choices?: any, Waiting?: any, Again?: any, recall?: number, tags?: () => string[][], turn?: (seat: number) => string, looksOn?: boolean, hints?: () => boolean}} Session */
/** @typedef {ReturnType<typeof useGame>} Game */

/** How long a bot's act is to be seen, in milliseconds. */
export const PACES = /** @type {Record<string, number>} */ ({ slow: 1600, normal: 800, fast: 300, none: 0 });
/** And of one that the person does not want to wait for. */
const HURRIED = 150;
export const paceNow = () => PACES[kept.read("pace") ?? ""] ?? PACES.normal;

/** So many lines of the story are kept. */
const LOG_MOST = 200;

/** What a seat has done that everybody should know: cards taken from the pile, whether its side opened, the kinds of canastas made; and the card discarded, "" for none.
 * @typedef {{took: number, opened: boolean, canastas: string[], discarded: string}} Deeds */
/** A line of the story, and the turn in which it happened: 0 if that was not seen here. @typedef {{words: string, turn: number}} Told */

/** [did] and what the player to act has done between two views. @param {Deeds | undefined} did @param {View} was @param {View} now @returns {Deeds} */
function deedsWith(did, was, now) {
	const side = [...was.sides].find(([, seats]) => seats.includes(was.toAct))?.[0] ?? 0, had = [...was.complete.get(side) ?? []];
	const made = (now.complete.get(side) ?? []).filter(kind => { const at = had.indexOf(kind); if (at >= 0) had.splice(at, 1); return at < 0 && kind !== "-"; });
	return { took: (did?.took ?? 0) + Math.max(0, was.pile - now.pile), opened: did?.opened || (!was.opened.has(side) && now.opened.has(side)), canastas: [...did?.canastas ?? [], ...made],
		discarded: now.pile === was.pile + 1 && now.toAct !== was.toAct ? now.top[0] ?? "" : did?.discarded ?? "" };
}

/** The cards of a hand in the order that was kept. @param {Piece[]} hand @param {any} order */
const arrangedAs = (hand, order) => Array.isArray(order) ? order.map(at => hand[at]?.id).filter(id => id !== undefined) : null;

/** True for an act that ends a turn with a discard. @param {string} words */
const discards = words => /(?:^|; *)discard\b/.test(words);

/** @param {Session} session @param {{current: HTMLElement | null}} whole where the table is drawn */
export function useGame(session, whole) {
	const [state, setState] = useState(/** @type {State | null} */ (null));
	const [seen, setSeen] = useState(/** @type {Seen | null} */ (null));
	const [log, setLog] = useState(/** @type {Told[]} */ ([]));
	const [words, setWords] = useState({ text: "", kind: "" });
	const [score, setScore] = useState(/** @type {any} */ (null));
	const [covered, setCovered] = useState(false);
	const [busy, setBusy] = useState(false);
	const [done, setDone] = useState(0); // changes of what is seen: acts, and acts taken back
	const [recalling, setRecalling] = useState(""), answerRecall = useRef(/** @type {((goes: boolean) => void) | null} */ (null));
	const alive = useRef(true), hurry = useRef(false), wake = useRef(() => {}), scored = useRef(0), looked = useRef("");
	const shown = useRef(seen), before = useRef(/** @type {{seen: Seen, places: Map<string, DOMRect>} | null} */ (null));
	const hands = useRef(new Map(/** @type {[number, Piece[]][]} */ ([]))); // by seat, as they were last seen
	const playing = useRef(/** @type {number[]} */ ([])); // pieces of the hand that the act which is being done plays
	const pressed = useRef(/** @type {number[]} */ ([])); // how many acts each press of this turn did that can be taken back
	const [order, setOrder] = useState(/** @type {number[] | null} */ (null)), ordered = useRef(order); // the hand as the person arranged it
	const { people } = session, isPerson = (/** @type {number} */ seat) => people.includes(seat);

	const { worn } = session;
	/** Shows another view; what was there and where is remembered, so that cards are seen to move. @param {View} view */
	const show = view => {
		const was = shown.current, here = was !== null && was.view.deal === view.deal, same = here && was.view.seat === view.seat;
		const pieces = follow(here ? withHand(was.pieces, hands.current.get(view.seat)) : null, view, same ? playing.current : []);
		const had = new Set([...was?.pieces ?? []].flatMap(([place, laid]) => place === "pile" || place === "across" ? [] : laid.map(piece => piece.id))); // a meld that is taken back brings nothing new
		const came = same ? (pieces.get("hand") ?? []).map(piece => piece.id).filter(id => !had.has(id)) : [];
		if (same)
			hear(was.view, view);
		before.current = same && whole.current !== null ? { seen: was, places: measured(whole.current) } : null;
		if (!here) {
			const again = was === null && worn?.deal === view.deal && worn.seat === view.seat ? worn : null;
			wear(pieces, again?.looks);
			arrange(arrangedAs(pieces.get("hand") ?? [], again?.order));
		}
		hands.current.set(view.seat, pieces.get("hand") ?? []);
		const did = new Map([...here ? was.did : []].filter(([seat]) => seat !== view.toAct || was?.view.turn === view.turn)); // who is asked something has no new turn
		if (here)
			did.set(was.view.toAct, deedsWith(did.get(was.view.toAct), was.view, view));
		shown.current = { view, pieces, did, fresh: came.length > 0 ? new Set(came) : same && view.toAct === view.seat ? was.fresh : new Set() };
		setSeen(shown.current);
		setDone(done => done + 1);
	};
	/** The hand lies in this order from now on; null: sorted. @param {number[] | null} ids */
	const arrange = ids => {
		ordered.current = ids;
		setOrder(ids);
	};
	/** Waits as long as a bot's act is to be seen, or until the person wants to go on. */
	const pause = (times = 1) => new Promise(resolve => {
		const timer = setTimeout(resolve, hurry.current ? Math.min(HURRIED, paceNow()) : times * paceNow());
		wake.current = () => { clearTimeout(timer); resolve(undefined); };
	});
	/** How the hand lies. @returns {import("./motion.js").Worn | null} */
	const wornNow = () => {
		const now = shown.current, hand = now?.pieces.get("hand")?.map(piece => piece.id) ?? [];
		return now && { deal: now.view.deal, seat: now.view.seat, looks: looksOf(now.pieces), order: ordered.current && ordered.current.map(id => hand.indexOf(id)).filter(at => at >= 0) };
	};
	const showScore = async (/** @type {number} */ deal) => {
		if (scored.current === deal)
			return;
		scored.current = deal;
		hurry.current = false;
		await pause(5); // how it ended is to be read, and the last melds to be looked at
		const answer = await session.ask("score");
		if (answer.status !== 0 || answer.out === "")
			scored.current = 0; // it is asked for again
		else if (alive.current)
			setScore(JSON.parse(answer.out));
	};
	/** Shows the game as it is now. @param {News} news */
	const heard = async ({ state, told, lines, sitsOut, covered }) => {
		const view = lines === "" ? null : { ...viewOf(lines), ...(sitsOut ? { hand: [] } : {}) }, anew = view !== null && shown.current !== null && shown.current.view.deal !== view.deal, turn = anew ? 0 : shown.current?.view.turn ?? 0;
		if (told.length > 0 || anew)
			setLog(old => [...(anew ? [] : old), ...told.map(words => ({ words, turn }))].slice(-LOG_MOST));
		if (covered)
			setCovered(true); // before the next hand is there to be seen
		setState(state);
		if (view !== null && lines !== looked.current)
			show(view);
		looked.current = lines;
		if (state.moment === "act" && isPerson(state.seat))
			hurry.current = false;
		else if (state.moment !== "act" && state.moment !== "deal")
			await showScore(view?.deal ?? 0);
	};
	useEffect(() => {
		alive.current = true;
		const end = session.begin({ heard, say: setWords, worn: wornNow, pause }), leave = () => { if (document.visibilityState === "hidden") answerRecall.current?.(true); }; // who leaves means it
		document.addEventListener("visibilitychange", leave);
		return () => { alive.current = false; document.removeEventListener("visibilitychange", leave); answerRecall.current?.(true); end(); };
	}, [session]);

	/** Waits as long as what [said] does can be recalled; false if it was. @param {string} said */
	const isMeant = said => session.recall === undefined || !discards(said) || new Promise((/** @type {(goes: boolean) => void} */ resolve) => {
		const timer = setTimeout(() => answerRecall.current?.(true), session.recall);
		answerRecall.current = goes => {
			clearTimeout(timer);
			answerRecall.current = null;
			setRecalling("");
			resolve(goes);
		};
		setRecalling(said);
	});
	/** Does what [said] says, which is so many acts, with these pieces of the hand. @param {string} said @param {number[]} [pieces] */
	const act = async (said, acts = 1, pieces = []) => {
		setBusy(true); // a second click is not a second act
		playing.current = pieces;
		if (!state?.may_undo)
			pressed.current = [];
		try {
			if (!await isMeant(said))
				return;
			const answer = await session.ask("do", said);
			setWords(answer.status === 0 ? { text: answer.out.trim(), kind: "good" } : { text: answer.messages.trim(), kind: "refused" });
			if (answer.status === 0) {
				pressed.current.push(acts);
				await session.goOn();
			}
		} finally { playing.current = []; setBusy(false); }
	};
	const ask = async (/** @type {string} */ verb, /** @type {string} */ said) => {
		const answer = await session.ask(verb, said);
		setWords({ text: (answer.out + answer.messages).trim(), kind: verb === "why" ? "refused" : "hint" });
		return answer.out;
	};
	const undo = async () => {
		if (answerRecall.current !== null)
			answerRecall.current(false);
		if (busy)
			return;
		setBusy(true);
		try {
			for (let left = pressed.current.pop() ?? 1; left > 0; left--) { // what one press did, one press takes back
				const answer = await session.ask("undo");
				setWords({ text: answer.status === 0 ? "Taken back." : answer.messages.trim(), kind: answer.status === 0 ? "good" : "refused" });
				await session.goOn();
				if (answer.status !== 0)
					break;
			}
		} finally { setBusy(false); }
	};
	/** Goes on after the score; somebody else may have dealt meanwhile. */
	const nextDeal = async () => {
		setScore(null);
		setWords({ text: "", kind: "" });
		if (state?.moment !== "deal_over")
			return;
		await session.ask("deal");
		await session.goOn();
	};
	const view = seen?.view ?? null, mine = state !== null && view !== null && isPerson(state.seat) && state.moment === "act", newest = log.at(-1);
	const answered = mine && newest !== undefined && newest.turn === view.turn && !newest.words.startsWith(`${state.seats[state.seat]} `) ? newest.words : ""; // by somebody who was asked in this turn
	return { session, people, state, seen, view, mine, held: /** @type {Piece[]} */ (seen?.pieces.get("hand") ?? []), acts: mine && view ? view.acts : [], log, answered, words, say: setWords, score, covered, uncover: () => setCovered(false),
		busy, undoable: mine && (state?.may_undo ?? false), done, before, recalling, isHurried: () => hurry.current || paceNow() === 0, hurry: () => { hurry.current = true; wake.current(); }, order, arrange: (/** @type {number[] | null} */ ids) => { arrange(ids); session.keep(); }, act, ask, undo, nextDeal };
}
