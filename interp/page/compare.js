// compare.js -- what differs between sets of rules, in sentences and by weight; and each difference shown at a table.
// @ts-check
import { html, useEffect, useRef, useState } from "./preact.js";
import { address, Busy, choiceOf, choiceTitle, choiceWord, firstGames, GamePicker, Problem, Progress, saveAs, setAddress, ShareLink, useAnswer, useGames } from "./parts.js";
import { call, json, Thread } from "./library.js";
import { DocumentView, isPosition } from "./document.js";
import { keepGame, newGame } from "./store.js";

export const LEVELS = /** @type {Record<string, string>} */ ({
	setup: "Table and deal", play: "What may be played", score: "What it scores", words: "Only the words",
});

/** @param {{side: any, path: string, game: string}} props */
const Side = ({ side, path, game }) => side === null ? html`<p class="none">Not there.</p>`
	: html`<p>${side.says ?? side.value}</p>${side.origin?.length > 0 && html`<p class="place">${side.origin.map((/** @type {string} */ words, /** @type {number} */ i) => html`${i > 0 ? " · " : ""}<span class="unbroken">${words}</span>`)}${" "}
		<a class="unbroken" href=${`#read?${new URLSearchParams({ game, rule: path })}`}>the rule</a></p>`}`;

/** The differences of two, under the headings of their weight; [games] are what the address calls the two. What [more] draws stands under each that can matter.
 * @param {{diff: any, labels: string[], games: string[], more?: (path: string) => any}} props */
export function Differences({ diff, labels, games, more }) {
	if (diff.differences.length === 0)
		return html`<p class="same">They mean the same.</p>`;
	return Object.entries(LEVELS).map(([level, title]) => {
		const found = diff.differences.filter((/** @type {any} */ difference) => difference.level === level);
		return found.length > 0 && html`<details class="level" open=${level !== "words"}><summary><h3>${title}</h3> <span class="count">${found.length}</span></summary>
			${found.map((/** @type {any} */ difference) => html`<section class="difference" key=${difference.path + difference.topic}>
				<h4>${difference.topic}</h4>
				<div class="two"><div class="first"><span class="who">${labels[0]}</span><${Side} side=${difference.from} path=${difference.path} game=${games[0]} /></div>
				<div class="second"><span class="who">${labels[1]}</span><${Side} side=${difference.to} path=${difference.path} game=${games[1]} /></div></div>
				${level !== "words" && more?.(difference.path)}
			</section>`)}</details>`;
	});
}

/** Several side by side; a rule is named by what it is about, as far as one of the games says it.
 * @param {{matrix: any, labels: string[], choices: import("./parts.js").Choice[]}} props */
function Matrix({ matrix, labels, choices }) {
	const [about, setAbout] = useState(/** @type {Map<string, string>} */ (new Map()));
	useEffect(() => {
		let wanted = true;
		Promise.all(choices.map(choice => json("show", choice))).then(all => {
			if (wanted)
				setAbout(new Map(all.flatMap(one => one.settings.map((/** @type {any} */ setting) => [setting.path, setting.sentence]))));
		}, () => {});
		return () => { wanted = false; };
	}, [JSON.stringify(choices)]);
	let topic = "";
	return html`<div class="wide" tabindex="0" role="group" aria-label="Side by side"><table class="matrix">
		<thead><tr><th scope="col">Rule</th>${labels.map(label => html`<th scope="col">${label}</th>`)}</tr></thead>
		<tbody>${matrix.settings.filter((/** @type {any} */ setting) => setting.differs).map((/** @type {any} */ setting) => {
			const heading = setting.topic !== topic && html`<tr class="topic"><th scope="rowgroup" colspan=${labels.length + 1}>${setting.topic}</th></tr>`;
			topic = setting.topic;
			return html`${heading}<tr><th scope="row">${about.get(setting.path) ?? ""} <code>${setting.path}</code></th>${setting.values.map((/** @type {string | null} */ value) => html`<td>${value ?? "–"}</td>`)}</tr>`;
		})}</tbody></table></div>`;
}

/** Keeps a game up to where two parted, to be played on by who is to act there; "" if it can be, otherwise why not. @param {string} record @param {string} title */
async function playOn(record, title) {
	const made = await call("record", { name: "game.record", text: record, continue: 1 });
	if (record === "" || made.status !== 0)
		return made.messages || "That did not happen in any game that was played.";
	const { seats, seat } = await json("game_state", { at: Number(made.out) }), id = newGame();
	void call("free", { at: Number(made.out) });
	keepGame({ id, record, seats: seats.map((/** @type {string} */ _, /** @type {number} */ i) => i === seat ? null : "careful"), title, over: false, when: Date.now(), worn: null }, null);
	location.hash = "#play?go=" + id;
	return "";
}

/** Plays each difference until it shows, or the one at [path]. @param {{choices: import("./parts.js").Choice[], labels: string[], path?: string}} props */
function Witnesses({ choices, labels, path }) {
	const [state, set] = useState(/** @type {{done: number, all: number, doc: any, error: string | null} | null} */ (null));
	const thread = useRef(/** @type {Thread | null} */ (null));
	const stop = () => { thread.current?.end(); thread.current = null; };
	useEffect(() => { set(null); return stop; }, [JSON.stringify(choices), path]);
	const ask = { variants: choices.map((choice, i) => ({ ...choice, label: labels[i] })), seed: "1", ...(path === undefined ? { games: "40" } : { games: "400", path }) };
	const play = async () => {
		const worker = thread.current = new Thread(), doc = state?.doc;
		set({ done: 0, all: 1, doc: null, error: null });
		try {
			const error = await playOn((await worker.call("rivals", { ...ask, way: "record" }, (done, all) => set({ done, all, doc: null, error: null }))).out, labels[0]);
			set({ done: 1, all: 1, doc, error: error || null });
		} catch {
			set({ done: 1, all: 1, doc, error: null });
		}
		worker.end();
	};
	const begin = async () => {
		stop();
		const worker = thread.current = new Thread();
		set({ done: 0, all: 1, doc: null, error: null });
		try {
			const answer = await worker.call("rivals", { ...ask, way: "witness" },
				(done, all) => set({ done, all, doc: null, error: null }));
			set({ done: 1, all: 1, doc: answer.out ? JSON.parse(answer.out) : null, error: answer.out ? null : answer.messages });
		} catch (error) {
			set(null);
		}
		worker.end();
	};
	const judge = (/** @type {string} */ lines, /** @type {string} */ act) => "#judge?" + new URLSearchParams({ games: choices.map(choiceWord).join(","), lines, act });
	return html`<section class=${path === undefined ? "witnesses" : "witnesses one"}>
		${path === undefined && html`<h3>At the table</h3>
		<p class="no-print">Each difference is played alone, with the same cards, until something may be done in one game and not in the other.</p>`}
		${(state === null || (state.error && !state.doc)) && html`<button type="button" class=${path === undefined ? "primary no-print" : "inline no-print"} onClick=${begin}>${path === undefined ? "Show each difference at the table" : "Show it at the table"}</button>`}
		${state !== null && !state.doc && !state.error && html`<${Progress} done=${state.done} all=${state.all} cancel=${() => { stop(); set(null); }} />`}
		<${Problem} words=${state?.error ?? null} />
		${state?.doc && html`<${DocumentView} doc=${state.doc} pictures judge=${judge} />
			${path !== undefined && state.doc.blocks.some(isPosition) && html`<button type="button" class="inline no-print" onClick=${play}>Play on from there</button>`}`}
	</section>`;
}

export function Compare() {
	const { at } = address();
	const games = useGames();
	const [choices, setChoices] = useState(() => {
		const words = (at.get("games") ?? firstGames.slice(0, 2).join(",")).split(",").slice(0, 6);
		return words.map(word => choiceOf(word));
	});
	const titles = choices.map(choice => choiceTitle(games, choice));
	const labels = titles.map((title, i) => titles.indexOf(title) === i ? title : `${title} (${i + 1})`);
	const variants = choices.map((choice, i) => ({ ...choice, label: labels[i] }));
	const two = useAnswer("diff", choices.length === 2 ? { variants } : null);
	const many = useAnswer("matrix", choices.length > 2 ? { variants } : null);
	useEffect(() => setAddress("compare", { games: choices.map(choiceWord).join(",") }), [choices]);
	const set = (/** @type {number} */ i, /** @type {any} */ choice) => setChoices(choices.map((old, j) => i === j ? choice : old));
	const answer = choices.length === 2 ? two : many;
	return html`<div class="room compare">
		<form class="controls no-print" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
			<h2>Compare rules</h2>
			${choices.map((choice, i) => html`<div class="rival">
				<${GamePicker} id=${"compare-" + i} label=${["First", "Second", "Third", "Fourth", "Fifth", "Sixth"][i]} choice=${choice} set=${(/** @type {any} */ next) => set(i, next)} games=${games} />
				${choices.length > 2 && html`<button type="button" onClick=${() => setChoices(choices.filter((_, j) => j !== i))}>Remove</button>`}
			</div>`)}
			<div class="buttons">
				${choices.length < 6 && html`<button type="button" onClick=${() => setChoices([...choices, choiceOf(firstGames[2] ?? null)])}>Add another</button>`}
				<button type="button" onClick=${() => print()}>Print</button>
				<${ShareLink} room="compare" values=${() => ({ games: choices.map(choiceWord).join(",") })} />
				${choices.length === 2 && html`<button type="button" onClick=${async () => saveAs("differences.html", (await call("diff", { variants, form: 2 })).out, "text/html")}>Save</button>`}
			</div>
		</form>
		<div class="paper">
			<${Busy} busy=${answer.busy} words="Comparing …" />
			<${Problem} words=${answer.error} />
			${choices.length === 2 && two.value && !two.error && html`<h2 class="title">What differs</h2>
				<p class="summary">${two.value.differences.length === 1 ? "1 difference" : `${two.value.differences.length} differences`} between <b>${labels[0]}</b> and <b>${labels[1]}</b>.</p>
				<${Differences} diff=${two.value} labels=${labels} games=${choices.map(choiceWord)} more=${(/** @type {string} */ path) => html`<${Witnesses} choices=${choices} labels=${labels} path=${path} />`} />
				${two.value.differences.some((/** @type {any} */ difference) => difference.level !== "words") && html`<${Witnesses} choices=${choices} labels=${labels} />`}`}
			${choices.length > 2 && many.value && html`<h2 class="title">Side by side</h2><${Matrix} matrix=${many.value} labels=${labels} choices=${choices} />`}
		</div>
	</div>`;
}
