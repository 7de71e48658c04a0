// play.js -- a game with bots, or with several people at one screen; every act stands in a record that is kept before it is
// shown. Records are replayed step by step, from any seat, and under other rules.
// @ts-check
import { html, useEffect, useMemo, useRef, useState } from "./preact.js";
import { address, Busy, Colours, choiceOf, choiceWord, GamePicker, OpenFile, isClause, Problem, saveAs, setAddress, titlesOf, untitled, unwrapped, useGames } from "./parts.js";
import { FINISHED_KEPT, forgetGame, keepGame, kept, keptGames, newGame } from "./store.js";
import { call, json } from "./library.js";
import { Card, cardTitle, Fan, inSigns, Said } from "./cards.js";
import { DocumentView } from "./document.js";
import { TableView, viewOf } from "./table.js";

/** @typedef {import("./table.js").View} View */
/** @typedef {import("./table.js").Act} Act */
/** @typedef {import("./store.js").Game} Game */
/** A game that is played: the library's number for it, and where the browser keeps it; [value] is what was read there.
 * @typedef {{at: number, bots: (string | null)[], title: string, id: string, value: string | null}} Table */

const PERSON = "person";
/** A line of a record without the four digits behind it. @param {string} line */
const withoutCheck = line => line.replace(/\s*\|[0-9a-f]{4}$/, "");

/** How far a pointer moves, in pixels, before that is dragging and no click. */
const SLIP = 8;

/** A way to play the chosen cards, as the library offers it. @typedef {{words: string, title: string, count: number | null, minimum: number | null, acts: {verb: string, cards: string[], meld: number | null}[]}} Offer */
/** @typedef {{cards: string, offers: Offer[], refusal: {sentence: string, clause: string | null} | null}} Offers */

/** What a button for an offer says: what is played, and what the initial meld then counts. @param {Offer} offer */
const offerTitle = offer => inSigns(offer.title) + (offer.minimum !== null ? ` · ${offer.count} of ${offer.minimum}` : "");

const hasVerb = (/** @type {Offer} */ offer, /** @type {string[]} */ verbs) => offer.acts.some(one => verbs.includes(one.verb));

// ---- the set-up ----

/** When that was, in few words. @param {number} when */
const dayOf = when => when > 0 ? new Date(when).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }) : "";

/** @param {{begin: (choice: import("./parts.js").Choice, seats: string[], seed: string) => void, resume: (game: Game) => void, error: string | null}} props */
function SetUp({ begin, resume, error }) {
	const [unfinished, setUnfinished] = useState(() => keptGames().filter(game => !game.over));
	const forget = (/** @type {Game} */ one) => {
		if (!confirm(`Forget this game of ${one.title || "before"}?`))
			return;
		forgetGame(one.id);
		setUnfinished(unfinished.filter(other => other.id !== one.id));
	};
	const games = useGames();
	const { at } = address();
	const [choice, setChoice] = useState(() => choiceOf(at.get("game")));
	const [bots, setBots] = useState(/** @type {{name: string, sentence: string}[]} */ ([]));
	const [seats, setSeats] = useState(/** @type {string[]} */ ([PERSON]));
	const [seed, setSeed] = useState("");
	const game = games.find(one => one.reference === choice.variant);
	useEffect(() => { json("bots").then(setBots); }, []);
	const [places, setPlaces] = useState(/** @type {{seats: string[], sides: number[]}} */ ({ seats: [], sides: [] }));
	useEffect(() => setAddress("play", { game: choiceWord(choice) }), [choice]);
	useEffect(() => { // what the seats are called, and who plays with whom, is known of a game
		let wanted = true;
		void call("game_new", { ...choice, seed: "1" }).then(async answer => {
			const found = answer.status === 0 ? await json("game_state", { at: Number(answer.out) }) : { seats: [], sides: [] };
			if (answer.status === 0)
				void call("free", { at: Number(answer.out) });
			if (wanted)
				setPlaces(found);
		});
		return () => { wanted = false; };
	}, [choiceWord(choice)]);
	const best = bots.find(bot => bot.name === "careful")?.name ?? bots[0]?.name ?? "";
	const all = Array.from({ length: game?.players ?? 4 }, (_, i) => seats[i] ?? best);
	const person = all.indexOf(PERSON);
	const seatName = (/** @type {number} */ i) => (places.seats[i] ?? `Seat ${i + 1}`) + (person >= 0 && i !== person && places.sides[i] === places.sides[person] && places.seats.length > 2 ? ", your side" : "");
	return html`<form class="paper set-up" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); begin(choice, all, seed || String(crypto.getRandomValues(new Uint32Array(1))[0])); }}>
		<h2 class="title">Play</h2>
		${unfinished.map((one, i) => html`<p class="kept-game" key=${one.id}><button type="button" class=${i === 0 ? "primary" : ""} onClick=${() => resume(one)}>${i === 0 ? "Go on with the game from before" : "Go on"}</button>
			<span class="hint">${[one.title, dayOf(one.when)].filter(words => words).join(", ")}</span> <button type="button" class="inline" aria-label=${`Forget the game of ${one.title}, ${dayOf(one.when)}`} onClick=${() => forget(one)}>Forget</button></p>`)}
		<${GamePicker} id="play-game" label="Which rules?" choice=${choice} set=${setChoice} games=${games} />
		<fieldset><legend>Who plays</legend>${all.map((who, i) => html`<div class="field"><label for=${"seat-" + i}>${seatName(i)}</label>
			<select id=${"seat-" + i} onChange=${(/** @type {any} */ event) => setSeats(all.map((old, j) => i === j ? event.target.value : old))}>
				<option value=${PERSON} selected=${who === PERSON}>A person here</option>
				${bots.map(bot => html`<option value=${bot.name} selected=${who === bot.name}>Bot: ${bot.name}</option>`)}</select></div>`)}
			${bots.filter(bot => all.includes(bot.name)).map(bot => html`<p class="hint"><b>${bot.name}</b>: ${bot.sentence}</p>`)}</fieldset>
		<div class="field"><label for="play-seed">Number of the shuffle: the same number deals the same cards (empty: by chance)</label><input id="play-seed" inputmode="numeric" pattern="[0-9]{0,18}" value=${seed} onInput=${(/** @type {any} */ event) => setSeed(event.target.value)} /></div>
		<${Problem} words=${error} />
		<div class="buttons"><button type="submit" class="primary" disabled=${game === undefined || bots.length === 0}>Deal</button></div>
	</form>`;
}

// ---- the table ----

/** @param {{table: Table, leave: () => void}} props */
function AtTable({ table, leave }) {
	const [state, setState] = useState(/** @type {any} */ (null));
	const [view, setView] = useState(/** @type {View | null} */ (null));
	const [picked, setPicked] = useState(/** @type {number[]} */ ([]));
	const [offered, setOffered] = useState(/** @type {Offers} */ ({ cards: "", offers: [], refusal: null }));
	const asking = useRef(/** @type {Promise<Offers>} */ (Promise.resolve(offered)));
	const [log, setLog] = useState(/** @type {string[]} */ ([]));
	const [titles, setTitles] = useState(untitled);
	const [words, setWords] = useState({ text: "", kind: "" });
	const [score, setScore] = useState(/** @type {any} */ (null));
	const [covered, setCovered] = useState(false);
	const [busy, setBusy] = useState(false);
	const [drag, setDrag] = useState(/** @type {{i: number, x: number, y: number} | null} */ (null));
	const dragged = useRef(false), dropNow = useRef((/** @type {number} */ _, /** @type {HTMLElement} */ __) => {}); // the table may have changed while a card was dragged
	const alive = useRef(true), last = useRef(-1), hand = useRef(/** @type {HTMLElement | null} */ (null)), scored = useRef(/** @type {HTMLElement | null} */ (null));
	const recordNow = useRef(""), place = useRef({ id: table.id, value: table.value });
	const people = table.bots.map((bot, i) => bot === null ? i : -1).filter(i => i >= 0);

	/** Brings the table up to date, lets the bots act, and stops where a person acts or the deal is over. */
	const go = async () => {
		for (;;) {
			const state = await json("game_state", { at: table.at });
			const seen = people.includes(state.seat) ? state.seat : people.includes(last.current) ? last.current : people[0] ?? 0;
			const told = (await call("game", { at: table.at, verb: "tell" })).out;
			let seenView = await call("game", { at: table.at, verb: "view", seat: seen });
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
				setView({ ...viewOf(seenView.out), ...(sitsOut ? { hand: [] } : {}) });
			const record = (await call("game", { at: table.at, verb: "record" })).out;
			recordNow.current = record;
			const as = keepGame({ id: place.current.id, record, seats: table.bots, title: table.title, over: state.moment === "game_over", when: Date.now() }, place.current.value);
			if (as.id !== place.current.id)
				setWords({ text: "This game is played on in another window, too. Both are kept, as two games.", kind: "hint" });
			place.current = as;
			if (state.moment === "deal_over" || state.moment === "game_over") {
				setScore(JSON.parse((await call("game", { at: table.at, verb: "score" })).out));
				return;
			}
			if (state.seat < 0 || table.bots[state.seat] === null) {
				last.current = state.seat;
				return;
			}
			await new Promise(resolve => setTimeout(resolve, people.length === 0 ? 30 : 60));
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
	const shownTable = useRef(/** @type {HTMLElement | null} */ (null)), seated = view !== null && !covered;
	useEffect(() => { if (seated && matchMedia("(max-width: 40rem)").matches) shownTable.current?.querySelector(".table")?.scrollIntoView(); }, [seated]); // a phone has no room for what stands above
	useEffect(() => { if (score !== null) scored.current?.focus(); }, [score]);
	useEffect(() => { titlesOf({ at: table.at }).then(setTitles, () => {}); }, [table]);
	useEffect(() => { alive.current = true; void go(); return () => { alive.current = false; }; }, [table]);

	const act = async (/** @type {string} */ said) => {
		setBusy(true); // a second click is not a second act
		try { await actNow(said); } finally { setBusy(false); }
	};
	const actNow = async (/** @type {string} */ said) => {
		const answer = await call("game", { at: table.at, verb: "do", words: said });
		setWords(answer.status === 0 ? { text: answer.out.trim(), kind: "good" } : { text: answer.messages.trim(), kind: "refused" });
		if (answer.status === 0) {
			setPicked([]);
			await go();
		}
	};
	const ask = async (/** @type {string} */ verb, /** @type {string} */ said) => {
		const answer = await call("game", { at: table.at, verb, words: said });
		setWords({ text: (answer.out + answer.messages).trim(), kind: verb === "why" ? "refused" : "hint" });
	};
	const undo = async () => {
		const answer = await call("game", { at: table.at, verb: "undo" });
		setWords({ text: answer.status === 0 ? "Taken back." : answer.messages.trim(), kind: answer.status === 0 ? "good" : "refused" });
		setPicked([]);
		await go();
	};
	const nextDeal = async () => {
		setScore(null);
		setWords({ text: "", kind: "" });
		await call("game", { at: table.at, verb: "deal" });
		await go();
	};

	const mine = state !== null && view !== null && table.bots[state.seat] === null && state.moment === "act";
	const cards = picked.map(i => view?.hand[i] ?? "").filter(card => card !== "");
	const acts = mine && view ? view.acts : [];
	const lit = useMemo(() => new Set(acts.filter(one => cards.length === 0 || one.verb !== "discard").flatMap(one => one.cards)), [view, cards.length === 0]);
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
	const offers = mine && offered.cards === cards.join(" ") ? offered.offers : [], refusal = mine && offered.cards === cards.join(" ") ? offered.refusal : null;
	const choose = () => setWords({ text: "That can be done in several ways: choose one of the buttons.", kind: "hint" });
	/** What is dragged with a card: all that are chosen, if it is one of them. @param {number} i */
	const taken = i => picked.includes(i) ? cards : [view?.hand[i] ?? ""];
	/** Does what is meant by cards that are let go over the pile, the own melds or one of these; what may not be done is refused. @param {number} i @param {HTMLElement} place */
	const drop = async (i, place) => {
		const onPile = place.dataset.drop === "pile", meld = place.dataset.meld === undefined ? null : Number(place.dataset.meld), chosen = taken(i);
		const answer = await offersFor(chosen), all = answer.offers.filter(one => hasVerb(one, ["discard", "take"]) === onPile);
		const there = all.filter(one => meld !== null && one.acts.every(one => one.meld === meld)), found = there.length > 0 ? there : all;
		const verb = onPile ? (acts.some(one => one.verb === "draw") ? "take" : "discard") : meld !== null ? "add" : "meld";
		if (found.length > 1) {
			if (!picked.includes(i))
				setPicked([i]);
			choose();
		} else if (found.length === 1)
			void act(found[0].words);
		else if (answer.refusal !== null)
			setWords({ text: answer.refusal.sentence + (answer.refusal.clause ? `\n  ${answer.refusal.clause}` : ""), kind: "refused" });
		else
			void ask("why", `${verb} ${chosen.join(" ")}`);
	};
	/** With a mouse or a finger: the card follows it, and lies where it is let go. @param {number} i */
	const grab = i => (/** @type {PointerEvent} */ event) => {
		if (!mine || busy || event.button !== 0)
			return;
		const { pointerId, clientX, clientY } = event;
		let moved = false;
		const move = (/** @type {PointerEvent} */ next) => {
			if (next.pointerId !== pointerId || (!moved && Math.hypot(next.clientX - clientX, next.clientY - clientY) < SLIP))
				return;
			moved = true;
			setDrag({ i, x: next.clientX, y: next.clientY });
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
				dropNow.current(i, place);
		};
		addEventListener("pointermove", move);
		addEventListener("pointerup", end);
		addEventListener("pointercancel", end);
	};
	dropNow.current = drop;
	const toggle = (/** @type {number} */ i) => {
		if (dragged.current)
			return;
		setPicked(picked.includes(i) ? picked.filter(j => j !== i) : [...picked, i]);
		setWords({ text: "", kind: "" });
	};
	const keys = (/** @type {KeyboardEvent} */ event) => {
		if (!mine || busy || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {HTMLElement} */ (event.target).tagName))
			return;
		const verb = { d: "draw", t: "take", m: "meld", a: "add", x: "discard" }[event.key];
		if (event.key === "h") void ask("hint", "");
		else if (event.key === "u") void undo();
		else if (event.key === "Escape") setPicked([]);
		else if (verb !== undefined) void asking.current.then(answer => answer.cards === cards.join(" ") ? answer : offersFor(cards)).then(answer => { // which may be on its way
			const found = answer.offers.filter(one => hasVerb(one, [verb]));
			if (found.length === 1) void act(found[0].words);
			else if (found.length > 1) {
				choose();
				[...document.querySelectorAll(/** @type {"button"} */ (".acts [data-words]"))].find(button => button.dataset.words === found[0].words)?.focus();
			}
		});
		else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
			const all = [...(hand.current?.querySelectorAll("button") ?? [])], here = all.indexOf(/** @type {any} */ (document.activeElement));
			all[(here + (event.key === "ArrowRight" ? 1 : all.length - 1)) % all.length]?.focus();
		} else return;
		event.preventDefault();
	};
	if (state === null || view === null)
		return html`<div class="paper"><${Busy} busy=${true} words="Dealing …" /></div>`;
	/** @type {string[]} */
	const names = state.seats.map((/** @type {string} */ name, /** @type {number} */ i) => people.length === 1 && people[0] === i ? `${name} (you)` : name);
	if (covered)
		return html`<div class="paper cover"><h2 class="title">${names[state.seat]} plays</h2><p>Hand the screen over. Nobody else looks.</p><button type="button" class="primary" onClick=${() => setCovered(false)}>Show the hand</button></div>`;
	const own = people.length === 1 ? `${state.seats[people[0]]} ` : "", since = log.slice(log.map(line => own !== "" && line.startsWith(own)).lastIndexOf(true) + 1).slice(-3);
	const asker = names[view.toAct - 1];
	const prompts = !mine ? [] : [acts.some(one => one.verb === "answer") && `${asker} asks: may I go out?`, view.mustGoOut && "You have to go out in this turn.", view.mayNotGoOut && "You may not go out in this turn."].filter(words => words);
	const choosable = acts.some(one => one.cards.length > 0);
	const told = words.text === "" ? [] : words.kind === "refused" ? unwrapped(inSigns(words.text)) : inSigns(words.text).replace(/(\S) {2,}/g, "$1 ").split("\n");
	return html`<div class=${"play-table" + (drag ? " dragging" : "")} onKeyDown=${keys} ref=${shownTable}>
		<div class="row between table-head"><h2 class="title">${table.title}</h2><div class="buttons"><${Colours} />
			<button type="button" onClick=${() => saveAs("game.record", recordNow.current)}>Save the record</button><button type="button" onClick=${leave}>Leave</button></div></div>
		<${TableView} view=${view} names=${names} titles=${titles} mine=${people.length > 0} act=${act} drawable=${acts.some(one => one.verb === "draw")} />
		${score === null && people.length > 0 && html`<section class="hand-zone" aria-label="Your hand">
			<div class="telling">
				<p class="news" tabindex="0">${(words.kind === "good" ? since.slice(-1) : since).map(line => html`<span>${line}</span> `)}</p>
				<div role="status" class=${"answer " + words.kind}>${words.text && html`<pre>${told.map(line => html`<span class=${isClause(line) ? "place" : ""}>${line.trim()}</span>${"\n"}`)}</pre>`}</div>
			</div>
			<div class="hand" ref=${hand} role="group" aria-label=${`Hand of ${names[view.seat - 1]}`}>
				${view.hand.map((card, i) => html`<button type="button" key=${i + card} class=${"hand-card" + (picked.includes(i) ? " up" : "") + (mine && (lit.has(card) || picked.includes(i)) ? " lit" : "")} aria-pressed=${picked.includes(i)}
					disabled=${!mine} onPointerDown=${grab(i)} onClick=${() => toggle(i)}><${Said} words=${cardTitle(card) + (lit.has(card) ? ", can be played" : "")} /><${Card} name=${card} /></button>`)}
			</div>
			<div class="acts" role="group" aria-label="What you can do">
				${prompts.map(words => html`<b class="prompt">${words}</b>`)}
				${mine ? html`
					${offers.map((one, i) => html`<button type="button" class=${i === 0 && (cards.length > 0 || hasVerb(one, ["draw", "take"])) ? "primary" : ""} disabled=${busy} key=${one.words} data-words=${one.words} onClick=${() => act(one.words)}>${offerTitle(one)}</button>`)}
					${cards.length > 0 && acts.some(one => one.verb === "draw") && html`<button type="button" disabled=${busy} onClick=${() => act("draw")}>Draw</button>`}
					${refusal !== null && html`<span class="why">${inSigns(refusal.sentence)}${refusal.clause && html` <span class="place">${refusal.clause}</span>`}</span>`}
					<button type="button" disabled=${busy} onClick=${() => ask("hint", "")}>Hint</button>
					<button type="button" disabled=${busy} onClick=${undo}>Take back</button>
					${cards.length === 0 && choosable && html`<span class="hint">${acts.some(one => one.verb === "draw") ? "Draw, or click cards to take the pile with them." : "Click cards to meld, add or discard them. Lit cards can be played."}</span>`}`
				: html`<span class="hint">${names[state.seat] ?? ""} plays …</span>`}
			</div>
			${drag !== null && html`<div class="dragged" aria-hidden="true" style=${{ left: `${drag.x}px`, top: `${drag.y}px` }}><${Fan} cards=${taken(drag.i)} /></div>`}
		</section>`}
		${score !== null && html`<section class="paper score" aria-label="The score" tabindex="-1" ref=${scored}>
			<h3>The score</h3>
			<${DocumentView} doc=${score} />
			<div class="buttons">${state.moment === "deal_over" && html`<button type="button" class="primary" onClick=${nextDeal}>Next deal</button>`}<button type="button" onClick=${leave}>Leave</button></div>
		</section>`}
		<details class="log" open><summary>What happened</summary><div role="log" tabindex="0" aria-label="Turns so far, the last one first"><ol reversed>${[...log].reverse().slice(0, 60).map(line => html`<li>${line}</li>`)}</ol></div></details>
	</div>`;
}

// ---- replay ----

/** @param {{name: string, text: string, close: () => void}} props */
function Replay({ name, text, close }) {
	const lines = text.split("\n").filter(line => line !== "");
	const games = useGames();
	const [at, setAt] = useState(-1);
	const [line, setLine] = useState(lines.length);
	const [seat, setSeat] = useState(-1);
	const [shown, setShown] = useState(/** @type {{view: View | null, state: any, error: string | null}} */ ({ view: null, state: null, error: null }));
	const [under, setUnder] = useState(() => choiceOf(null));
	const [verdict, setVerdict] = useState(/** @type {any} */ (null));
	const [titles, setTitles] = useState(untitled);
	useEffect(() => { if (at >= 0) titlesOf({ at }).then(setTitles, () => {}); }, [at]);
	useEffect(() => {
		let made = -1;
		call("record", { name, text }).then(answer => {
			if (answer.out) { made = Number(answer.out); setAt(made); } else setShown({ view: null, state: null, error: answer.messages || "That is no record." });
		});
		return () => { if (made >= 0) void call("free", { at: made }); };
	}, [text]);
	useEffect(() => {
		if (at < 0)
			return;
		let wanted = true;
		(async () => {
			const played = await call("record_play", { at, line });
			const state = played.status <= 1 ? await json("game_state", { at }).catch(() => null) : null;
			const from = seat >= 0 ? seat : Math.max(state?.seat ?? 0, 0);
			const view = state ? (await call("game", { at, verb: "view", seat: from })).out : "";
			if (wanted)
				setShown({ view: view ? viewOf(view) : null, state, error: played.messages || null });
		})();
		return () => { wanted = false; };
	}, [at, line, seat]);
	return html`<div class="replay">
		<div class="row between table-head"><h2 class="title">Replay ${name}</h2><button type="button" onClick=${close}>Close</button></div>
		<div class="controls-row row">
			<button type="button" onClick=${() => setLine(Math.max(line - 1, 1))}>Back</button>
			<label class="sr" for="replay-line">Line of the record</label>
			<input id="replay-line" type="range" min="1" max=${lines.length} value=${line} onInput=${(/** @type {any} */ event) => setLine(Number(event.target.value))} />
			<button type="button" onClick=${() => setLine(Math.min(line + 1, lines.length))}>On</button>
			<label class="sr" for="replay-seat">Seen from</label>
			<select id="replay-seat" onChange=${(/** @type {any} */ event) => setSeat(Number(event.target.value))}><option value="-1">Whoever acts</option>
				${(shown.state?.seats ?? []).map((/** @type {string} */ one, /** @type {number} */ i) => html`<option value=${i}>${one}</option>`)}</select>
		</div>
		<p class="record-line"><code>${line}: ${withoutCheck(lines[line - 1] ?? "")}</code></p>
		<${Problem} words=${shown.error} />
		${shown.view && html`<${TableView} view=${shown.view} names=${shown.state.seats} titles=${titles} />
			<p class="place">Hand of ${shown.state.seats[shown.view.seat - 1]}</p>
			<div class="hand still" role="img" aria-label=${"Hand: " + shown.view.hand.map(cardTitle).join(", ")}>${shown.view.hand.map(card => html`<${Card} name=${card} />`)}</div>`}
		<section class="paper">
			<h3>Under other rules</h3>
			<${GamePicker} id="replay-under" label="Which rules?" choice=${under} set=${setUnder} games=${games} />
			<p><button type="button" onClick=${async () => { const answer = await call("record_tell", { at, ...under }); setVerdict({ words: answer.out, error: answer.messages || null }); }}>Judge the game by these</button></p>
			${verdict && html`<${Problem} words=${verdict.error} />${verdict.words && html`<div class="told" tabindex="0">${unwrapped(verdict.words).map(line => html`<p>${line.trim()}</p>`)}</div>`}`}
		</section>
	</div>`;
}

// ---- the room ----

export function Play() {
	const [table, setTable] = useState(/** @type {Table | null} */ (null));
	const [replay, setReplay] = useState(/** @type {{name: string, text: string} | null} */ (null));
	const [error, setError] = useState(/** @type {string | null} */ (null));
	const begin = async (/** @type {any} */ choice, /** @type {string[]} */ seats, /** @type {string} */ seed) => {
		const answer = await call("game_new", { ...choice, seed, who: seats });
		if (answer.status !== 0) { setError(answer.messages); return; }
		const at = Number(answer.out);
		await call("game", { at, verb: "deal" });
		setError(null);
		const listed = await json("list", { variant: choice.variant }).catch(() => null);
		setTable({ at, bots: seats.map(who => who === PERSON ? null : who), title: listed?.variants[0]?.title ?? choice.variant, id: seats.includes(PERSON) ? newGame() : "bots", value: null });
	};
	const resume = async (/** @type {Game} */ game) => {
		const now = keptGames().find(one => one.id === game.id) ?? game; // another window may have played on
		const answer = await call("record", { name: "game.record", text: now.record, continue: 1 });
		if (answer.status !== 0) { setError(answer.messages); return; }
		const at = Number(answer.out), state = await json("game_state", { at });
		if (state.moment === "deal")
			await call("game", { at, verb: "deal" });
		setTable({ at, bots: state.seats.map((/** @type {string} */ _, /** @type {number} */ i) => now.seats[i] ?? null), title: now.title || (/^title: (.*)$/m.exec(now.record.split("\n").map(withoutCheck).join("\n"))?.[1] ?? "The game from before"), id: now.id, value: kept.read("game." + now.id) });
	};
	const leave = () => setTable(null);
	useEffect(() => () => { if (table) void call("free", { at: table.at }); }, [table]);
	if (replay)
		return html`<div class="room plain"><${Replay} ...${replay} close=${() => setReplay(null)} /></div>`;
	if (table)
		return html`<div class="room plain"><${AtTable} table=${table} leave=${leave} /></div>`;
	return html`<div class="room plain narrow"><${SetUp} begin=${begin} resume=${resume} error=${error} />
		<section class="paper"><h3>Look at a game again</h3><p>A record is replayed step by step, from any seat, and under other rules.</p>
			<div class="buttons"><${OpenFile} label="Open a record" accept=".record,text/plain" take=${(/** @type {string} */ name, /** @type {string} */ text) => setReplay({ name, text })} />
			${keptGames().filter((game, i) => i === 0 || game.over).map((game, i) => html`<button type="button" onClick=${() => setReplay({ name: i === 0 ? "the last game" : game.title, text: game.record })}>${i === 0 ? "Replay the last game" : `Replay ${game.title}, ${dayOf(game.when)}`}</button>`)}</div>
			<p class="hint">The last ${FINISHED_KEPT} finished games stay here. Save the record of one that you want to keep for longer.</p></section></div>`;
}
