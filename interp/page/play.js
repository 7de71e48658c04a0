// play.js -- a game with bots, or with several people at one screen; every act stands in a record that is kept before it is
// shown. Records are replayed step by step, from any seat, and under other rules.
// @ts-check
import { html, useEffect, useMemo, useRef, useState } from "./preact.js";
import { address, Busy, choiceOf, choiceWord, GamePicker, OpenFile, Problem, setAddress, titlesOf, untitled, unwrapped, useGames } from "./parts.js";
import { FINISHED_KEPT, forgetGame, kept, keptGames, newGame } from "./store.js";
import { call, json, Thread } from "./library.js";
import { cardTitle, inSigns } from "./cards.js";
import { Lying, TableView, viewOf, wildCards } from "./table.js";
import { follow } from "./motion.js";
import { localSession } from "./local.js";
import { AtTable } from "./playing.js";

/** @typedef {import("./table.js").View} View */
/** @typedef {import("./store.js").Game} Game */
/** @typedef {import("./game.js").Session} Session */

const PERSON = "person";
/** A line of a record without the four digits behind it. @param {string} line */
const withoutCheck = line => line.replace(/\s*\|[0-9a-f]{4}$/, "");

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
	const [now, setNow] = useState(at.has("now")); // without a form in between
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
	const deal = () => begin(choice, all, seed || String(crypto.getRandomValues(new Uint32Array(1))[0]));
	useEffect(() => {
		if (now && game !== undefined && best !== "") {
			setNow(false);
			deal();
		}
	}, [now, game, best]);
	const person = all.indexOf(PERSON);
	const seatName = (/** @type {number} */ i) => (places.seats[i] ?? `Seat ${i + 1}`) + (person >= 0 && i !== person && places.sides[i] === places.sides[person] && places.seats.length > 2 ? ", your side" : "");
	return html`<form class="paper set-up" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); deal(); }}>
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

// ---- replay ----

/** A record to be looked at again. @typedef {{name: string, text: string}} Again */

/** The games that a player who looks ahead plays out for each act: enough for words about what cost much. */
const SAMPLES = 40;

/** What an analysis says of each player: how often something better was found, and the costliest decisions. @param {string} words */
const foundIn = words => words.trim().split("\n\n").map(block => block.split("\n")).filter(lines => /^\S/.test(lines[0]) && !/^Deal \d+:/.test(lines[0])).map(lines => {
	const items = /** @type {string[]} */ ([""]);
	for (const line of lines)
		if (/^ {2}In turn/.test(line)) items.push(line.trim());
		else items[items.length - 1] = `${items[items.length - 1]} ${line.trim()}`.trim();
	return { head: items[0], items: items.slice(1).map(item => ({ words: item.replace(/ \(line \d+\)/, ""), line: Number(/\(line (\d+)\)/.exec(item)?.[1] ?? 0) })) };
});

/** What could have been done better, by a player who looks ahead; she thinks in a worker of her own, which can be stopped. @param {Again & {show: (line: number) => void}} props */
function Analysis({ name, text, show }) {
	const [told, tell] = useState(/** @type {{words: string, error: string | null} | null} */ (null)), [busy, setBusy] = useState(false), thread = useRef(/** @type {Thread | null} */ (null));
	const stop = () => { thread.current?.end(); thread.current = null; setBusy(false); };
	useEffect(() => { tell(null); return stop; }, [text]);
	const analyse = async () => {
		const own = new Thread();
		thread.current = own;
		setBusy(true);
		try {
			const made = await own.call("record", { name, text }), answer = made.out ? await own.call("record_analyse", { at: Number(made.out), samples: SAMPLES }) : made;
			tell({ words: answer.out, error: answer.messages || null });
		} catch (error) {
			if (thread.current !== own) /* it was stopped */
				return;
			tell({ words: "", error: /** @type {Error} */ (error).message });
		}
		stop();
	};
	return html`<section class="paper analysis">
		<h3>What could have been done better</h3>
		${busy ? html`<${Busy} busy words="A player who looks ahead plays each turn again. A game takes a minute or two …" /><p><button type="button" onClick=${stop}>Stop</button></p>` : html`<p><button type="button" onClick=${analyse}>Analyse the game</button></p>`}
		${told && html`<${Problem} words=${told.error} />${foundIn(told.words).map(({ head, items }) => html`<p>${head}</p>${items.length > 0 && html`<ul>${items.map(item => html`<li>${inSigns(item.words)} <button type="button" class="inline" aria-label=${`Show it: ${item.words}`} onClick=${() => show(item.line)}>Show it</button></li>`)}</ul>`}`)}`}
	</section>`;
}

/** @param {Again & {close: () => void}} props */
function Replay({ name, text, close }) {
	const lines = text.split("\n").filter(line => line !== "");
	const games = useGames();
	const [at, setAt] = useState(-1);
	const [line, setLine] = useState(lines.length);
	const [seat, setSeat] = useState(-1);
	const [shown, setShown] = useState(/** @type {{line: number, view: View | null, state: any, error: string | null}} */ ({ line: 0, view: null, state: null, error: null }));
	const [under, setUnder] = useState(() => choiceOf(null));
	const [verdict, setVerdict] = useState(/** @type {any} */ (null));
	const [titles, setTitles] = useState(untitled);
	const pieces = useMemo(() => shown.view ? follow(null, shown.view) : new Map(), [shown]);
	useEffect(() => { if (at >= 0) titlesOf({ at }).then(setTitles, () => {}); }, [at]);
	useEffect(() => {
		let made = -1;
		call("record", { name, text }).then(answer => {
			if (answer.out) { made = Number(answer.out); setAt(made); } else setShown({ line: 0, view: null, state: null, error: answer.messages || "That is no record." });
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
				setShown({ line, view: view ? viewOf(view) : null, state, error: played.messages || null });
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
		${shown.view && html`<${TableView} view=${shown.view} pieces=${pieces} names=${shown.state.seats} titles=${titles} />
			<p class="place">Hand of ${shown.state.seats[shown.view.seat - 1]}</p>
			<div class="hand still" role="img" aria-label=${"Hand: " + shown.view.hand.map(cardTitle).join(", ")}>${(pieces.get("hand") ?? []).map((/** @type {import("./motion.js").Piece} */ piece) => html`<${Lying} key=${piece.id} piece=${piece} wild=${wildCards(titles)} />`)}</div>`}
		<${Analysis} name=${name} text=${text} show=${(/** @type {number} */ line) => { setLine(line); scrollTo({ top: 0 }); }} />
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
	const [session, setSession] = useState(/** @type {Session | null} */ (null));
	const [replay, setReplay] = useState(/** @type {Again | null} */ (null));
	const [error, setError] = useState(/** @type {string | null} */ (null));
	const [go] = useState(() => keptGames().find(one => one.id === address().at.get("go"))); // the game that the address names, which goes on at once
	const [coming, setComing] = useState(go !== undefined);
	/** Sits down at a table; who comes back to the address comes back to it. @param {import("./local.js").Table} table */
	const sit = table => {
		const stay = (/** @type {string} */ id) => setAddress("play", { game: address().at.get("game"), go: id });
		if (table.bots.includes(null))
			stay(table.id);
		setComing(false);
		setSession(localSession(table, stay));
	};
	const begin = async (/** @type {any} */ choice, /** @type {string[]} */ seats, /** @type {string} */ seed) => {
		const answer = await call("game_new", { ...choice, seed, who: seats });
		if (answer.status !== 0) { setError(answer.messages); return; }
		const at = Number(answer.out);
		await call("game", { at, verb: "deal" });
		setError(null);
		const listed = await json("list", { variant: choice.variant }).catch(() => null);
		sit({ at, bots: seats.map(who => who === PERSON ? null : who), title: listed?.variants[0]?.title ?? choice.variant, id: seats.includes(PERSON) ? newGame() : "bots", value: null, worn: null });
	};
	const resume = async (/** @type {Game} */ game) => {
		const now = keptGames().find(one => one.id === game.id) ?? game; // another window may have played on
		const answer = await call("record", { name: "game.record", text: now.record, continue: 1 });
		if (answer.status !== 0) { setError(answer.messages); setComing(false); return; }
		const at = Number(answer.out), state = await json("game_state", { at });
		if (state.moment === "deal")
			await call("game", { at, verb: "deal" });
		sit({ at, bots: state.seats.map((/** @type {string} */ _, /** @type {number} */ i) => now.seats[i] ?? null), title: now.title || (/^title: (.*)$/m.exec(now.record.split("\n").map(withoutCheck).join("\n"))?.[1] ?? "The game from before"), id: now.id, value: kept.read("game." + now.id), worn: now.worn ?? null });
	};
	useEffect(() => { if (go !== undefined) void resume(go); }, []);
	const leave = () => { setAddress("play", { game: address().at.get("game") }); setSession(null); };
	useEffect(() => () => session?.free(), [session]);
	if (replay)
		return html`<div class="room plain"><${Replay} ...${replay} close=${() => setReplay(null)} /></div>`;
	if (session)
		return html`<div class="room plain"><${AtTable} session=${session} leave=${leave} /></div>`;
	if (coming)
		return html`<div class="room plain narrow"><h2 class="title">Play</h2><${Busy} busy words="The table as you left it …" /></div>`;
	return html`<div class="room plain narrow"><${SetUp} begin=${begin} resume=${resume} error=${error} />
		<section class="paper"><h3>Look at a game again</h3><p>A record is replayed step by step, from any seat, and under other rules.</p>
			<div class="buttons"><${OpenFile} label="Open a record" accept=".record,text/plain" take=${(/** @type {string} */ name, /** @type {string} */ text) => setReplay({ name, text })} />
			${keptGames().filter((game, i) => i === 0 || game.over).map((game, i) => html`<button type="button" onClick=${() => setReplay({ name: i === 0 ? "the last game" : game.title, text: game.record })}>${i === 0 ? "Replay the last game" : `Replay ${game.title}, ${dayOf(game.when)}`}</button>`)}</div>
			<p class="hint">The last ${FINISHED_KEPT} finished games stay here. Save the record of one that you want to keep for longer.</p></section></div>`;
}
