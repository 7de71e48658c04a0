// simulate.js -- many games in workers, with figures and plots; two bots or two sets of rules with the same cards.
// @ts-check
import uPlot from "uplot";
import { html, useEffect, useRef, useState } from "./preact.js";
import { address, choiceOf, choiceTitle, choiceWord, firstGames, GamePicker, inWords, Problem, Progress, saveAs, setAddress, titlesOf, untitled, useGames } from "./parts.js";
import { file, json, call, Thread } from "./library.js";
import { DocumentView, plain } from "./document.js";

/** How a deal ends, in the words of the tool. */
const ENDINGS = /** @type {Record<string, string>} */ ({ out: "somebody went out", stock: "the stock ran out", last_bonus: "the last card was a bonus card", special: "a special hand was laid" });

const CHUNK = 4; // games of one call: short calls stay fast, and can be stopped

/** What was found is shown at least so often, in milliseconds. */
const TELL_EVERY = 1000;

/** Lines over the number of games; the first two may be the ends of an interval, which is shaded.
 * @param {{x: number[], lines: {label: string, y: number[]}[], interval?: boolean, title: string, unit: string}} props */
function Plot({ x, lines, interval, title, unit }) {
	const host = useRef(/** @type {HTMLElement | null} */ (null));
	const [look, setLook] = useState(0); // a plot is drawn anew for another width, and for light and dark
	useEffect(() => {
		const dark = matchMedia("(prefers-color-scheme: dark)"), again = () => setLook(count => count + 1);
		dark.addEventListener("change", again);
		addEventListener("resize", again);
		return () => { dark.removeEventListener("change", again); removeEventListener("resize", again); };
	}, []);
	useEffect(() => {
		if (host.current === null || x.length < 2)
			return;
		const colour = (/** @type {string} */ name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
		const strokes = interval ? ["--soft", "--soft", "--accent"] : ["--accent", "--bad", "--code-keyword", "--warn", "--soft", "--ink"], thin = { stroke: colour("--line"), width: 1 }, axis = { stroke: colour("--soft"), grid: thin, ticks: thin };
		const plot = new uPlot({ width: host.current.clientWidth, height: 260, scales: { x: { time: false }, y: { range: interval ? (_, low, high) => uPlot.rangeNum(Math.min(low, 0), Math.max(high, 0), 0.1, true) : undefined } }, cursor: { show: false }, legend: { show: true, live: false },
			axes: [{ ...axis, label: "played" }, { ...axis, label: unit, size: 64 }],
			bands: interval ? [{ series: [2, 1], fill: colour("--tint") }] : [],
			series: [{}, ...lines.map((line, i) => ({ label: line.label, stroke: colour(strokes[i % strokes.length]), width: interval && i < 2 ? 1 : 2, dash: interval && i < 2 ? [4, 4] : undefined, points: { show: false } }))] }, [x, ...lines.map(line => line.y)], host.current);
		return () => plot.destroy();
	}, [x.length, lines.length, title, look]);
	return html`<figure class="plot"><figcaption>${title}</figcaption><div ref=${host} role="img" aria-label=${`${title}. ${lines.map(line => `${line.label}: ${line.y[line.y.length - 1]?.toFixed(1)}`).join("; ")}`}></div></figure>`;
}

/** What other rules change, row by row as the library wrote it: how far, and the interval in which the true change lies. Each row has a scale of its own.
 * @param {{doc: import("./document.js").Doc}} props */
function Changes({ doc }) {
	const rows = doc.blocks.find(block => block.kind === "table")?.table?.rows.filter(row => row.kind === "body").map(row => row.cells.map(plain)) ?? [];
	const found = rows.map(row => ({ name: row[0], change: Number(row[3]), ends: /from (\S+) to (\S+?),? ?(?:may|$)/.exec(row[4] + " ")?.slice(1).map(Number) })).filter(row => row.ends !== undefined);
	return found.length === 0 ? null : html`<table class="changes"><caption>How the other rules differ, and how sure that is</caption><tbody>${found.map(({ name, change, ends }) => {
		const [low, high] = ends ?? [0, 0], most = Math.max(Math.abs(low), Math.abs(high), 1e-9), at = (/** @type {number} */ value) => 100 + value / most * 90;
		return html`<tr><th scope="row">${name}</th><td><svg viewBox="0 0 200 24" role="img" aria-label=${`${change}, from ${low} to ${high}`} class=${low > 0 || high < 0 ? "sure" : ""}>
			<path class="zero" d="M100 0 V24" /><path class="interval" d=${`M${at(low)} 12 H${at(high)} M${at(low)} 6 V18 M${at(high)} 6 V18`} /><circle cx=${at(change)} cy="12" r="4.5" /></svg></td>
			<td class="said">${low > 0 ? "more" : high < 0 ? "less" : "may be chance"}</td></tr>`;
	})}</tbody></table>`;
}

/** The mean difference of a match for a side in a deal, and the ends of its 95 % interval. @param {{deals: number, difference: string, squares: string}} match */
function differenceOf(match) {
	const n = match.deals, each = Number(match.difference) / n / 2, spread = Math.sqrt(Math.max(Number(match.squares) / n - (Number(match.difference) / n) ** 2, 0) / Math.max(n - 1, 1)) / 2;
	return { each, low: each - 1.96 * spread, high: each + 1.96 * spread };
}

/** @param {{title: string, parts: Record<string, number>, all: number, called?: (name: string) => string}} props */
function Bars({ title, parts, all, called = inWords }) {
	const list = Object.entries(parts).filter(([, n]) => n > 0);
	return list.length === 0 ? null : html`<table class="bars"><caption>${title}</caption><tbody>${list.map(([name, n]) => html`<tr><th scope="row">${called(name)}</th>
		<td><progress class="bar" max=${Math.max(all, 1)} value=${n} aria-hidden="true"></progress></td><td class="amount">${(n / Math.max(all, 1) * (all === 0 ? 0 : 100)).toFixed(1)} %</td></tr>`)}</tbody></table>`;
}

const mean = (/** @type {any} */ many) => many && many.count > 0 ? many.sum / many.count : 0;

/** @param {{result: any, titles: import("./parts.js").Titles}} props */
function Figures({ result, titles }) {
	const { sums, match } = result;
	const rows = [["Games", sums.games], ["Deals in a game", mean(sums.deals_of_game).toFixed(2)], ["Turns in a deal", mean(sums.turns_of_deal).toFixed(1)], ["Points of a side in a deal", mean(sums.score).toFixed(1)],
		["Points of a side in a game", mean(sums.total).toFixed(0)], ["Turn of the first meld", mean(sums.opening).toFixed(2)]].filter(([, value]) => Number(value) !== 0);
	const total = (/** @type {Record<string, number>} */ parts) => Object.values(parts).reduce((sum, n) => sum + n, 0);
	const books = titles.noun("canasta", 2);
	let verdict = null;
	if (match) {
		const n = match.deals, { each, low, high } = differenceOf(match);
		verdict = html`<p class="summary"><b>${result.bots[0]}</b> scores <b>${Math.abs(each).toFixed(0)}</b> points ${each >= 0 ? "more" : "less"} than <b>${result.bots[1]}</b> for a side in a deal
			(95 % interval: ${low.toFixed(0)} to ${high.toFixed(0)}${low < 0 && high > 0 ? "; it may be chance" : ""}). It is ahead in ${match.ahead[0]} of ${n} deals, behind in ${match.ahead[1]}.</p>`;
	}
	return html`${verdict}<div class="figures">
		<table><tbody>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td class="amount">${value}</td></tr>`)}</tbody></table>
		<${Bars} title="Won by" parts=${sums.wins} all=${total(sums.wins)} />
		<${Bars} title="How deals end" parts=${sums.endings} all=${total(sums.endings)} called=${(/** @type {string} */ name) => ENDINGS[name] ?? inWords(name)} />
		<${Bars} title="How the pile is taken" parts=${sums.takes} all=${total(sums.takes)} called=${(/** @type {string} */ name) => titles.title("pile.take", name)} />
		<${Bars} title=${books[0].toUpperCase() + books.slice(1)} parts=${sums.canastas} all=${total(sums.canastas)} called=${(/** @type {string} */ name) => titles.title("canasta", name)} />
	</div>`;
}

export function Simulate() {
	const { at } = address();
	const games = useGames();
	const [way, setWay] = useState(at.get("way") ?? "games");
	const [choice, setChoice] = useState(() => choiceOf(at.get("game")));
	const [other, setOther] = useState(() => choiceOf(at.get("other"), firstGames[1]));
	const [bots, setBots] = useState(/** @type {{name: string, sentence: string}[]} */ ([]));
	const [pair, setPair] = useState(["simple", "careful"]);
	const [amount, setAmount] = useState("200");
	const [state, set] = useState(/** @type {any} */ ({}));
	const [titles, setTitles] = useState(untitled);
	const threads = useRef(/** @type {Thread[]} */ ([])), sumUp = useRef(async () => {});
	useEffect(() => { titlesOf(choice).then(setTitles, () => {}); }, [choiceWord(choice)]);
	useEffect(() => { json("bots").then(setBots); return () => threads.current.forEach(thread => thread.end()); }, []);
	useEffect(() => setAddress("simulate", { way: way === "games" ? null : way, game: choiceWord(choice), other: way === "rules" ? choiceWord(other) : null }), [way, choice, other]);
	const titleOf = (/** @type {import("./parts.js").Choice} */ one) => choiceTitle(games, one);
	const stop = () => { threads.current.forEach(thread => thread.end()); threads.current = []; set((/** @type {any} */ old) => ({ ...old, running: false })); };
	/** Ends it, and shows what was found. */
	const breakOff = () => { const sum = sumUp.current; stop(); void sum(); };

	/** What was found with other rules goes. @param {(choice: import("./parts.js").Choice) => void} choose */
	const renew = choose => (/** @type {import("./parts.js").Choice} */ next) => { stop(); set({}); choose(next); };

	const effect = async (/** @type {number} */ all) => {
		const thread = new Thread();
		threads.current = [thread];
		set({ running: true, done: 0, all: 100 });
		try {
			const labels = [titleOf(choice), titleOf(other)];
			const answer = await thread.call("rivals", { way: "effect", variants: [{ ...choice, label: labels[0] }, { ...other, label: labels[0] === labels[1] ? labels[1] + " (2)" : labels[1] }], seed: "1", games: String(Math.max(all, 2)), bot: pair[0] },
				(done, all) => set((/** @type {any} */ old) => ({ ...old, done, all })));
			set({ doc: answer.out ? JSON.parse(answer.out) : null, error: answer.out ? null : answer.messages });
		} catch { /* stopped */ }
		thread.end();
	};

	const simulate = async (/** @type {number} */ all) => {
		const count = Math.max(1, Math.min((navigator.hardwareConcurrency || 2) - 1, 6, Math.ceil(all / CHUNK)));
		const team = threads.current = Array.from({ length: count }, () => new Thread());
		const request = { ...choice, seed: "1", bots: way === "bots" ? pair : [pair[0]], match: way === "bots" ? 1 : 0, deals: way === "bots" ? 1 : 0 };
		let next = 0, done = 0, shown = 0, told = performance.now();
		/** @type {any[]} */
		const latest = team.map(() => null);
		const trace = { x: /** @type {number[]} */ ([]), y: /** @type {Record<string, number[]>} */ ({}) };
		const whole = team.map(() => "");
		set({ running: true, done: 0, all });
		/** Shows what those have found that have found something. */
		const sumUpNow = async () => {
			const parts = whole.filter(part => part !== ""), names = parts.map((_, i) => `part-${i}.json`);
			if (parts.length === 0)
				return;
			await Promise.all(parts.map((part, i) => file(names[i], part)));
			const added = await call("sim_add", { files: names, form: 3 }), csv = await call("sim_add", { files: names, form: 4 });
			await Promise.all(names.map(name => file(name, null)));
			set({ running: false, done, all, trace, result: JSON.parse(added.out), csv: csv.out, json: added.out });
		};
		sumUp.current = sumUpNow;
		const note = () => {
			const sides = /** @type {Record<string, {count: number, sum: number}>} */ ({});
			for (const part of latest.filter(part => part !== null))
				for (const [side, many] of Object.entries(part.match ? {} : part.sums.score_by_side ?? {})) {
					sides[side] ??= { count: 0, sum: 0 };
					sides[side].count += many.count;
					sides[side].sum += many.sum;
				}
			const matches = latest.filter(part => part?.match).map(part => part.match), sum = (/** @type {string} */ key) => matches.reduce((all, match) => all + Number(match[key]), 0);
			const n = matches.length > 0 ? sum("deals") : done;
			if (n === trace.x[trace.x.length - 1] || (matches.length > 0 && n < 4)) // an interval needs some deals
				return;
			trace.x.push(n);
			if (matches.length > 0)
				for (const [label, value] of Object.entries(differenceOf({ deals: n, difference: String(sum("difference")), squares: String(sum("squares")) })))
					(trace.y[label] ??= []).push(value);
			for (const [side, many] of Object.entries(sides))
				(trace.y[side] ??= []).push(mean(many));
		};
		const run = async (/** @type {Thread} */ thread, /** @type {number} */ i) => {
			const made = await thread.call("sim", request);
			if (made.status !== 0)
				throw new Error(made.messages);
			const at = Number(made.out);
			while (next < all) {
				const from = next, to = next = Math.min(next + CHUNK, all);
				const answer = await thread.call("sim_run", { at, from, to });
				if (answer.status !== 0)
					throw new Error("A game could not be played to its end.");
				done += to - from;
				if (done - shown >= all / 60 || done === all || performance.now() - told > TELL_EVERY) {
					shown = done;
					told = performance.now();
					whole[i] = (await thread.call("sim_tell", { at, form: 3 })).out;
					latest[i] = JSON.parse(whole[i]);
					note();
					set((/** @type {any} */ old) => ({ ...old, running: true, done, all, trace: { x: [...trace.x], y: { ...trace.y } } }));
				}
			}
			whole[i] = (await thread.call("sim_tell", { at, form: 3 })).out;
		};
		try {
			await Promise.all(team.map(run));
			await sumUpNow();
		} catch (error) {
			if (threads.current === team)
				set({ error: /** @type {Error} */ (error).message });
		}
		team.forEach(thread => thread.end());
	};
	const begin = () => {
		stop();
		const all = Math.min(Math.max(Number(amount) || 1, 1), 100000);
		void (way === "rules" ? effect(all) : simulate(all));
	};
	const botSelect = (/** @type {number} */ i, /** @type {string} */ label) => html`<div class="field"><label for=${"sim-bot-" + i}>${label}</label><select id=${"sim-bot-" + i} onChange=${(/** @type {any} */ event) => setPair(pair.map((old, j) => i === j ? event.target.value : old))}>
		${bots.map(bot => html`<option value=${bot.name} selected=${bot.name === pair[i]}>${bot.name}</option>`)}</select><p class="hint">${bots.find(bot => bot.name === pair[i])?.sentence ?? ""}</p></div>`;
	return html`<div class="room simulate">
		<form class="controls" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); begin(); }}>
			<h2>Simulate</h2>
			<div class="field"><label for="sim-way">What do you want to know?</label><select id="sim-way" onChange=${(/** @type {any} */ event) => { stop(); set({}); setWay(event.target.value); }}>
				<option value="games" selected=${way === "games"}>How a game goes</option><option value="rules" selected=${way === "rules"}>What other rules change</option><option value="bots" selected=${way === "bots"}>Which bot plays better</option></select></div>
			<${GamePicker} id="sim-game" label="Rules" choice=${choice} set=${renew(setChoice)} games=${games} />
			${way === "rules" && html`<${GamePicker} id="sim-other" label="Other rules" choice=${other} set=${renew(setOther)} games=${games} />`}
			${botSelect(0, way === "bots" ? "First bot" : "Who plays")}
			${way === "bots" && botSelect(1, "Second bot")}
			<div class="field"><label for="sim-amount">${way === "games" ? "How many games" : "How many deals"}</label><input id="sim-amount" inputmode="numeric" pattern="[0-9]{1,6}" value=${amount} onInput=${(/** @type {any} */ event) => setAmount(event.target.value)} /></div>
			<div class="buttons"><button type="submit" class="primary">${state.running ? "Begin again" : "Begin"}</button>
			${state.csv && html`<button type="button" onClick=${() => saveAs("simulation.csv", state.csv, "text/csv")}>For a spreadsheet</button><button type="button" onClick=${() => saveAs("simulation.json", state.json, "application/json")}>Save</button>`}</div>
		</form>
		<div class="paper">
			<h2 class="title">${way === "rules" ? "What other rules change" : titleOf(choice)}</h2>
			${state.running && state.all !== undefined && html`<${Progress} done=${state.done} all=${state.all} cancel=${breakOff} />`}
			<${Problem} words=${state.error ?? null} />
			${!state.running && !state.result && !state.doc && !state.error && html`<p>The same cards come every time: whoever begins with the same choices sees the same figures.</p>`}
			${state.trace && state.trace.x.length > 1 && way === "games" && html`<${Plot} x=${state.trace.x} lines=${Object.entries(state.trace.y).map(([label, y]) => ({ label, y: state.trace.x.map((/** @type {number} */ _, /** @type {number} */ i) => y[i] ?? y[y.length - 1]) }))} title="Points of a side in a deal, on average so far" unit="points" />`}
			${state.trace && state.trace.x.length > 1 && way === "bots" && html`<${Plot} interval x=${state.trace.x} lines=${[["low", "95 % interval, from"], ["high", "to"], ["each", "on average"]].map(([key, label]) => ({ label, y: state.trace.y[key] }))} title=${`How many points ${pair[0]} scores more than ${pair[1]} for a side in a deal`} unit="points" />`}
			${state.result && html`<${Figures} result=${state.result} titles=${titles} />`}
			${state.doc && html`<${Changes} doc=${state.doc} />`}
			${state.doc && html`<${DocumentView} doc=${state.doc} />`}
		</div>
	</div>`;
}
