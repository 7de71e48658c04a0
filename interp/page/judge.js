// judge.js -- an argument at the table: a position built by clicking cards, an act, and what each set of rules says to it.
// @ts-check
import { html, useEffect, useState } from "./preact.js";
import { address, Busy, choiceOf, choiceTitle, choiceWord, GamePicker, inWords, Problem, setAddress, ShareLink, useAnswer, useGames } from "./parts.js";
import { json } from "./library.js";
import { Card, cardTitle, inCardsOf, inSigns, parseCards, rankOf, Said } from "./cards.js";

/** What an act begins with. */
const VERBS = ["draw", "take", "meld", "add", "discard", "ask"];

/** The order in which cards are offered. */
const RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "joker"];

/** A position: cards by zone, melds with commas; further lines as they are; the act.
 * @typedef {{hand: string[], pile: string[], us: string[][], them: string[][], more: string, act: string}} Situation */

/** @param {Situation} situation */
export function linesOf(situation) {
	const melds = (/** @type {string} */ side, /** @type {string[][]} */ list) => list.some(meld => meld.length > 0) ? [`melds ${side} ${list.filter(meld => meld.length > 0).map(meld => meld.join(" ")).join(", ")}`] : [];
	return [...(situation.hand.length > 0 ? [`hand ${situation.hand.join(" ")}`] : []), ...melds("us", situation.us), ...melds("them", situation.them),
		...(situation.pile.length > 0 ? [`pile ${situation.pile.join(" ")}`] : []), ...situation.more.split("\n").map(line => line.trim()).filter(line => line !== "")].join("\n");
}

/** @param {string} lines @param {string} act @returns {Situation} */
export function situationOf(lines, act) {
	/** @type {Situation} */
	const situation = { hand: [], pile: [], us: [], them: [], more: "", act };
	for (const line of lines.split("\n")) {
		const found = /^(hand|pile|melds us|melds them) (.*)$/.exec(line.trim());
		if (found === null || /cards$|nothing| as /.test(found[2]))
			situation.more += line.trim() + "\n";
		else if (found[1] === "hand" || found[1] === "pile")
			situation[found[1]] = parseCards(found[2]);
		else
			situation[found[1] === "melds us" ? "us" : "them"] = found[2].split(",").map(parseCards);
	}
	situation.more = situation.more.trim();
	return situation;
}

const EXAMPLE = situationOf("hand K K 5 6 7\nmelds us 7 7 7\npile 9 4 K", "take K K");

/** The cards of a game, named by its values of cards; and a position in them, line by line. */
const cardsOf = async (/** @type {import("./parts.js").Choice} */ choice) => Object.keys((await json("show", { ...choice, path: "cards.points" })).settings[0]?.value ?? {});
const inGame = (/** @type {string} */ lines, /** @type {string[]} */ cards) => lines.split("\n").map(line => /\d+ cards?$|^(?:score|stock|deal|turn|count|minimum)/.test(line) ? line : inCardsOf(line, cards)).join("\n");

/** @param {{clause: any}} props */
function Clause({ clause }) {
	return html`<div class="clause-box">
		<p><b>${clause.title ?? clause.path}</b> <span class="place">${clause.path}${clause.file ? ` · ${clause.file}, line ${clause.line}` : ""}</span></p>
		${clause.says && html`<pre class="value" tabindex="0">${clause.says}</pre>`}
		${(clause.cites ?? []).map((/** @type {any} */ cite) => html`<p class="statement"><b>${cite.id}</b> ${cite.rule ?? ""} <span class="place">${cite.where ?? ""}</span>${cite.reading && html`<br /><i>Read as: ${cite.reading}</i>`}</p>`)}
		${(clause.silent ?? []).map((/** @type {any} */ silent) => html`<p class="statement"><i>The document is silent on ${silent.words}</i></p>`)}
		${(clause.readings ?? []).map((/** @type {any} */ reading) => html`<p class="statement"><i>Read as: ${reading.words ?? reading}</i></p>`)}
	</div>`;
}

/** @param {{verdict: any, setAct: (act: string) => void}} props */
function Verdict({ verdict, setAct }) {
	return html`<article class=${"verdict " + (verdict.legal === undefined ? "" : verdict.legal ? "legal" : "illegal")}>
		<h3>${verdict.title}</h3>
		${verdict.legal !== undefined && html`<p class="answer-line"><span class="mark" aria-hidden="true">${verdict.legal ? "✓" : "✗"}</span> <b>${verdict.legal ? "Legal" : "Not legal"}</b>: ${inWords(inSigns(verdict.act))}${verdict.after_a_draw ? " (after a draw)" : ""}</p>`}
		${verdict.why && html`<p>${inSigns(verdict.why)}${/[.?]$/.test(verdict.why) ? "" : "."}</p>`}
		${verdict.owed && html`<p>${Array.isArray(verdict.owed) ? verdict.owed.join("; ") : verdict.owed}</p>`}
		${verdict.clause && html`<${Clause} clause=${verdict.clause} />`}
		${verdict.facts && html`<p class="place">Here: ${Object.entries(verdict.facts).map(([fact, value]) => `${fact}: ${value}`).join("; ")}</p>`}
		${verdict.instead?.length > 0 && html`<p>Instead: ${verdict.instead.map((/** @type {string} */ act) => html`<button type="button" class="inline" onClick=${() => setAct(act)}>${inWords(inSigns(act))}</button> `)}</p>`}
		${verdict.options && html`<p class="place">With another option it would be otherwise: ${verdict.options.map((/** @type {any} */ option) => typeof option === "string" ? option : option.title ?? option.with ?? option.option).join("; ")}</p>`}
		${verdict.begun && html`<p>Click the cards to ${verdict.begun}${verdict.possible.length === 0 ? ": by these rules none may be" : ""}.</p>`}
		${verdict.possible?.length > 0 && html`<p>What may be done: ${verdict.possible.map((/** @type {string} */ act) => html`<button type="button" class="inline" onClick=${() => setAct(act)}>${inWords(inSigns(act))}</button> `)}</p>`}
	</article>`;
}

/** What is often known besides cards: a line of the position that begins so, and an amount or nothing more behind it. @type {[string, string, boolean][]} */
const KNOWN = [["Our total", "score us", true], ["Their total", "score them", true], ["The stock is empty", "stock empty", false], ["She has drawn", "do draw", false]];

/** @param {{more: string, edit: (change: (more: string) => string) => void}} props */
function Known({ more, edit }) {
	const linesIn = (/** @type {string} */ text) => text.split("\n").map(line => line.trim()).filter(line => line !== "");
	return html`<div class="known">${KNOWN.map(([title, start, hasAmount]) => {
		const says = (/** @type {string} */ line) => hasAmount ? line.startsWith(start + " ") : line === start, line = linesIn(more).find(says);
		const write = (/** @type {string | null} */ next) => edit(now => [...linesIn(now).filter(one => !says(one)), ...(next === null ? [] : [next])].sort((a, b) => Number(a.startsWith("do ")) - Number(b.startsWith("do "))).join("\n")); // what is done comes last
		return hasAmount ? html`<label class="field">${title}<input inputmode="numeric" value=${line?.slice(start.length + 1) ?? ""} onInput=${(/** @type {any} */ event) => write(event.target.value.trim() === "" ? null : `${start} ${event.target.value.trim()}`)} /></label>`
			: html`<label class="check"><input type="checkbox" checked=${line !== undefined} onChange=${(/** @type {any} */ event) => write(event.target.checked ? start : null)} /> ${title}</label>`;
	})}</div>`;
}

export function Judge() {
	const { at } = address();
	const games = useGames();
	const [choices, setChoices] = useState(() => (at.get("games") ?? "").split(",").filter(word => word !== "").map(word => choiceOf(word)).concat(at.has("games") ? [] : [choiceOf(null)]).slice(0, 6));
	const [situation, setSituation] = useState(() => at.has("lines") ? situationOf(at.get("lines") ?? "", at.get("act") ?? "") : EXAMPLE);
	const [zone, setZone] = useState("hand");
	const [verdicts, setVerdicts] = useState(/** @type {any[]} */ ([]));
	const [busy, setBusy] = useState(true);
	const lines = linesOf(situation);
	const points = useAnswer("show", choices.length > 0 ? { ...choices[0], path: "cards.points" } : null).value; // which names all cards of the game
	const palette = Object.keys(points?.settings[0]?.value ?? {}).sort((a, b) => RANKS.indexOf(rankOf(a)) - RANKS.indexOf(rankOf(b)));
	useEffect(() => {
		let wanted = true;
		setBusy(true);
		const timer = setTimeout(async () => {
			const act = situation.act.trim(), begun = ["meld", "add", "discard"].includes(act); // whose cards are still to come
			const answers = await Promise.all(choices.map(async choice => {
				try {
					const cards = await cardsOf(choice), verdict = (await json("judge", { variants: [choice.variant], options: choice.options, lines: inGame(lines, cards), ...(act !== "" && !begun ? { act: inCardsOf(act, cards) } : { all: 1 }) })).verdicts[0];
					return begun ? { ...verdict, begun: act, possible: (verdict.possible ?? []).filter((/** @type {string} */ one) => one.startsWith(act + " ")) } : verdict;
				} catch (error) { return { error: /** @type {Error} */ (error).message, title: choice.variant }; }
			}));
			if (wanted) { setVerdicts(answers); setBusy(false); }
		}, 150);
		setAddress("judge", { games: choices.map(choiceWord).join(","), lines, act: situation.act });
		return () => { wanted = false; clearTimeout(timer); };
	}, [lines, situation.act, JSON.stringify(choices)]);

	useEffect(() => { // a position in the cards of the game that is asked first
		if (palette.length === 0)
			return;
		const next = situationOf(inGame(lines, palette), inCardsOf(situation.act, palette));
		if (linesOf(next) !== lines || next.act !== situation.act)
			setSituation(next);
	}, [palette.join()]);

	const change = (/** @type {Partial<Situation>} */ part) => setSituation(now => ({ ...now, ...part }));
	const meldList = (/** @type {"us" | "them"} */ side) => situation[side].length > 0 ? situation[side] : [[]];
	const put = (/** @type {string} */ card) => {
		if (zone === "hand" || zone === "pile")
			change({ [zone]: [...situation[zone], card] });
		else if (zone === "act")
			change({ act: `${situation.act.trim() || "meld"} ${card}` });
		else {
			const side = /** @type {"us" | "them"} */ (zone), list = meldList(side);
			change({ [side]: [...list.slice(0, -1), [...list[list.length - 1], card]] });
		}
	};
	const take = (/** @type {"hand" | "pile"} */ from, /** @type {number} */ i) => change({ [from]: situation[from].filter((_, j) => j !== i) });
	const buttons = (/** @type {string[]} */ cards, /** @type {(i: number) => void} */ remove) => cards.map((card, i) => html`<button type="button" class="hand-card" key=${i} onClick=${(/** @type {Event} */ event) => { event.stopPropagation(); remove(i); }}><${Said} words=${`${cardTitle(card)}: take it away`} /><${Card} name=${card} small /></button>`);
	const ZONES = /** @type {[string, string][]} */ ([["hand", "Hand of the player"], ["pile", "Discard pile, top card last"], ["us", "Our melds"], ["them", "Their melds"]]);
	return html`<div class="room judge">
		<form class="controls" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
			<h2>Settle an argument</h2>
			${choices.map((choice, i) => html`<div class="rival"><${GamePicker} id=${"judge-" + i} label=${i === 0 ? "By which rules?" : "And by these"} choice=${choice} set=${(/** @type {any} */ next) => setChoices(choices.map((old, j) => i === j ? next : old))} games=${games} />
				${choices.length > 1 && html`<button type="button" onClick=${() => setChoices(choices.filter((_, j) => j !== i))}>Remove</button>`}</div>`)}
			<div class="buttons">${choices.length < 6 && html`<button type="button" onClick=${() => setChoices([...choices, choiceOf(games.map(one => one.reference).find(name => !choices.some(choice => choice.variant === name)) ?? null)])}>Ask other rules too</button>`}
				<${ShareLink} room="judge" values=${() => ({ games: choices.map(choiceWord).join(","), lines, act: situation.act })} />
				<button type="button" onClick=${() => setSituation(situationOf("", ""))}>Clear</button></div>
		</form>
		<div class="judge-main">
			<section class="position builder" aria-label="The position">
				<div class="palette" role="group" aria-label="Cards to put into the chosen place">${palette.map(card => html`<button type="button" class="hand-card" onClick=${() => put(card)}><${Said} words=${`Put ${cardTitle(card)} there`} /><${Card} name=${card} small /></button>`)}</div>
				<fieldset class="zones"><legend>Choose a place, then the cards above. A card in a place is taken away by a click.</legend>
				${ZONES.map(([key, title]) => html`<div class=${"zone" + (zone === key ? " chosen" : "")} onClick=${() => setZone(key)}>
					<label class="zone-name"><input type="radio" name="zone" checked=${zone === key} onChange=${() => setZone(key)} /> ${title}</label>
					<span class="zone-cards">${key === "hand" || key === "pile" ? buttons(situation[/** @type {"hand"} */ (key)], i => take(/** @type {"hand"} */ (key), i))
						: meldList(/** @type {"us"} */ (key)).map((meld, m) => html`<span class="meld">${buttons(meld, i => change({ [key]: meldList(/** @type {"us"} */ (key)).map((old, j) => m === j ? old.filter((_, k) => k !== i) : old).filter(old => old.length > 0) }))}</span>`)}
						${(key === "us" || key === "them") && situation[key].length > 0 && html`<button type="button" class="inline" onClick=${() => { setZone(key); change({ [key]: [...situation[/** @type {"us"} */ (key)], []] }); }}>New meld</button>`}</span></div>`)}
				<div class=${"zone act-zone" + (zone === "act" ? " chosen" : "")} onClick=${() => setZone("act")}>
					<label class="zone-name"><input type="radio" name="zone" checked=${zone === "act"} onChange=${() => setZone("act")} /> What does the player want to do?</label>
					<div class="verbs" role="group" aria-label="Begin with">${VERBS.map(verb => html`<button type="button" aria-pressed=${situation.act.split(" ")[0] === verb} onClick=${() => { change({ act: verb }); setZone("act"); }}>${verb}</button>`)}</div>
					<input id="judge-act" aria-label="The act" aria-describedby="judge-act-hint" value=${situation.act} placeholder="take K K" onInput=${(/** @type {any} */ event) => change({ act: event.target.value })} onFocus=${() => setZone("act")} />
					<p class="hint" id="judge-act-hint">${zone === "act" ? "Cards that you click now go here, behind the verb. " : ""}Left empty, everything that may be done is listed.</p></div>
				</fieldset>
			</section>
			<details class="more" open=${situation.more !== ""}><summary>What else is known: totals, the stock, other hands</summary>
				<${Known} more=${situation.more} edit=${(/** @type {(more: string) => string} */ edited) => setSituation(now => ({ ...now, more: edited(now.more) }))} />
				<div class="field"><label for="judge-more">Anything else, a line each</label>
					<textarea id="judge-more" rows="3" aria-describedby="judge-more-hint" value=${situation.more} onInput=${(/** @type {any} */ event) => change({ more: event.target.value })}></textarea>
					<p class="hint" id="judge-more-hint">For example: partner K K – left 5 cards – dealer right</p></div></details>
			<${Busy} busy=${busy && verdicts.length === 0} />
			<div class="verdicts" aria-live="polite">${verdicts.map((verdict, i) => verdict.error ? html`<${Problem} words=${verdict.error} />` : html`<${Verdict} verdict=${{ ...verdict, title: choices[i]?.options.length > 0 ? choiceTitle(games, choices[i]) : verdict.title }} setAct=${(/** @type {string} */ act) => change({ act })} />`)}</div>
			<details><summary>The same in words</summary><pre class="value" tabindex="0">${lines}${situation.act ? "\n" + situation.act : ""}</pre></details>
		</div>
	</div>`;
}
