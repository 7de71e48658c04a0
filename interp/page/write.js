// write.js -- a club's own rules: a form that asks what differs from theirs and writes the first file; the text with findings
// under its words; and beside it, live, what that changes, the sheet and the rulings.
// @ts-check
import { html, useEffect, useMemo, useRef, useState } from "./preact.js";
import { address, copyLink, firstGames, GamePicker, inWords, kept, linkTo, OpenFile, packed, pageWith, Problem, Quoting, RULES_MAX, saveAs, setAddress, unpacked, useGames } from "./parts.js";
import { cameAs, fileName, forgetFile, freeName, keepFile, keepText, ownFiles, takeFile, tellLibrary } from "./store.js";
import { call, file, json } from "./library.js";
import { Differences } from "./compare.js";
import { Said } from "./cards.js";
import { DocumentView } from "./document.js";
import { edit } from "./editor.js";
import { headOf, Questions, shippedText } from "./language.js";

// ---- theirs, but: the form ----

/** @typedef {{section: string, item: string, words: string, before: string, name: string, value: string, after: string, kind: "value" | "remove" | "with" | "choice", choices: string[], titles?: string[]}} Question */

/** An answer to the question that is open: an option that is one of several. What holds now is the first of them, and writes nothing.
 * @param {Question[]} questions @param {string} section @param {string} item @param {string} now @param {string} title @param {string} line */
function addAnswer(questions, section, item, now, title, line) {
	const last = questions[questions.length - 1], open = last?.kind === "choice" && last.item === item ? last : null;
	const question = open ?? { section, item, words: item, before: item, name: "", value: "", after: "", kind: /** @type {"choice"} */ ("choice"), choices: [""], titles: [now] };
	question.choices.push(line);
	question.titles?.push(title);
	if (open === null)
		questions.push(question);
}

/** The questions that a file to start from asks in its comments. @param {string} text @returns {Question[]} */
export function questionsOf(text) {
	/** @type {Question[]} */
	const questions = [];
	let section = "", item = "", words = "", last = "", now = "", inside = false;
	for (const line of text.replace(/^variant[^]*?^\}$/m, block => block.replace(/^\}$/m, "}}")).split("\n").map(line => line.trim())) {
		if (/^variant .*\{$/.test(line))
			inside = true;
		else if (line === "}}") // the end of the variant: rulings follow
			inside = false;
		else if (!inside || line === "}")
			words = "";
		else if (/^# ---- .* ----$/.test(line))
			[section, item, words] = [line.slice(7, -5), "", ""];
		else if (/^# .*:$/.test(line) && words === "")
			item = line.slice(2, -1);
		else if (line.startsWith("# Now: "))
			now = line.slice(7, -1);
		else if (line.startsWith("# "))
			words += (words ? " " : "") + (last = line.slice(2));
		else if (line.startsWith("#")) {
			const value = /^#(.*?)([a-z_]+) (.+) house((?: \})+)$/.exec(line), nested = value && /^(?:[a-z_]+(?: [a-z_0-9]+)? \{ )+/.exec(line.slice(1)); // and not the brace of a ladder
			if (value !== null && nested) {
				const rest = line.slice(1 + nested[0].length, line.length - value[4].length - " house".length), name = rest.split(" ")[0];
				words ||= questions.find(one => one.section === section && one.name === name && one.words !== "")?.words ?? ""; // said once for all items
				const can = /It can be ([a-z_, ]+)\./.exec(words)?.[1].split(/, | or /) ?? [];
				questions.push({ section, item, words, before: nested[0], name, value: rest.slice(name.length + 1), after: value[4], kind: "value", choices: can.length > 1 ? can : [] });
			} else if (line.startsWith("#with") && item !== "")
				addAnswer(questions, section, item, now, last, line.slice(1));
			else
				questions.push({ section, item, words: line.startsWith("#with") ? last : words, before: line.slice(1), name: "", value: "", after: "", kind: line.startsWith("#with") ? "with" : "remove", choices: [] });
		} else
			words = item = "";
		if (line.startsWith("#") && !line.startsWith("# "))
			words = "";
	}
	return questions;
}

/** A ladder as its key and steps: "by side score { below 1500: 50; 1500 or more: 90 }"; null for anything else.
 * @param {string} value @returns {{key: string, steps: [string, string][]} | null} */
export function ladderOf(value) {
	const found = /^by (.+?) \{ (.+) \}$/.exec(value), steps = found?.[2].split(";").map(step => /^(.+): ?([^:]+)$/.exec(step.trim()));
	return found && steps?.every(step => step) ? { key: found[1], steps: steps.map(step => [step?.[1] ?? "", (step?.[2] ?? "").trim()]) } : null;
}

/** A ladder is asked step by step. @param {{id: string, value: string, set: (value: string) => void}} props */
function Ladder({ id, value, set }) {
	const ladder = ladderOf(value);
	if (ladder === null)
		return html`<input id=${id} value=${value} onInput=${(/** @type {any} */ event) => set(event.target.value)} />`;
	const change = (/** @type {number} */ at, /** @type {string} */ answer) => set(`by ${ladder.key} { ${ladder.steps.map(([range, old], i) => `${range}: ${i === at ? answer : old}`).join("; ")} }`);
	return html`<span class="ladder"><span class="hint">By ${ladder.key.replaceAll("_", " ")}:</span>${ladder.steps.map(([range, answer], i) => html`<span class="step"><label for=${i === 0 ? id : `${id}-${i}`}>${range.replace("..", " to ")}</label>
		<input id=${i === 0 ? id : `${id}-${i}`} value=${answer} onInput=${(/** @type {any} */ event) => change(i, event.target.value.trim() || "0")} /></span>`)}</span>`;
}

/** Words that players have for what the questions call otherwise. */
const ALSO = /** @type {Record<string, string>} */ ({ frozen: "freez", freeze: "freez", opening: "first meld", open: "first meld", opener: "first meld", target: "game ends", win: "game ends", stop: "block", stops: "block", blocked: "block", pick: "draw", threes: "three", "3s": "three", book: "canasta", books: "canasta", team: "side", teams: "side" });

/** The questions that the words fit best. A word that none speaks of is passed over: it is the answer. @param {Question[]} questions @param {string} words */
export function questionsAbout(questions, words) {
	const sought = words.toLowerCase().replace(/\bplay(?:s|ed|ing)? (?:up )?to\b/g, "target").split(/[^\p{L}\p{N}]+/u).filter(word => word.length > 2 && !/^\d+$/.test(word)).map(word => ALSO[word] ?? word.replace(/(?<=...)s$/, ""));
	const said = questions.map(question => [question.section, question.item, question.words, ...question.titles ?? [], inWords(question.name), inWords(question.value), question.kind === "value" ? "" : inWords(question.before)].join(" ").toLowerCase());
	const speaks = sought.map(word => said.map(words => word.includes(" ") ? words.includes(word) : words.split(/[^\p{L}\p{N}]+/u).some(one => one.startsWith(word))));
	const worth = questions.map((_, i) => speaks.reduce((sum, those) => sum + (those[i] ? 1 / those.filter(Boolean).length : 0), 0)); // a rare word says more
	const most = Math.max(0, ...worth);
	return new Set(questions.filter((_, i) => most > 0 && worth[i] > most * 0.99));
}

const nameOf = (/** @type {string} */ title) => title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "") || "ours";

/** A form that is begun, as it is kept: answers by what is asked. @typedef {{variant: string, title: string, answers: Record<string, string>}} Draft */

/** @returns {Draft | null} */
function draftOf() {
	try { const draft = JSON.parse(kept.read("draft") ?? "null"); return typeof draft?.variant === "string" && typeof draft.title === "string" && draft.answers ? draft : null; } catch { return null; }
}

const asks = (/** @type {Question} */ question) => [question.section, question.item, question.before, question.name].join(" ");

/** @param {{made: (name: string, text: string) => void, cancel: (() => void) | null}} props */
function TheirsBut({ made, cancel }) {
	const games = useGames();
	const [draft] = useState(draftOf);
	const [choice, setChoice] = useState({ variant: draft?.variant ?? firstGames[0], options: /** @type {string[]} */ ([]) });
	const [title, setTitle] = useState(draft?.title ?? "Our club");
	const [questions, setQuestions] = useState(/** @type {Question[]} */ ([]));
	const [answers, setAnswers] = useState(/** @type {Record<number, string>} */ ({}));
	const [error, setError] = useState(/** @type {string | null} */ (null));
	const [find, setFind] = useState("");
	useEffect(() => {
		setAnswers({});
		let wanted = true;
		call("new", { name: "ours", from: choice.variant }).then(answer => {
			const asked = questionsOf(answer.out), now = draftOf(), of = now?.variant === choice.variant ? now.answers : {};
			if (!wanted) return;
			setQuestions(asked);
			setAnswers(Object.fromEntries(asked.flatMap((question, i) => Object.hasOwn(of, asks(question)) ? [[i, of[asks(question)]]] : [])));
			setError(answer.messages || null);
		});
		return () => { wanted = false; };
	}, [choice.variant]);
	const keepDraft = (/** @type {string} */ title, /** @type {Record<number, string>} */ answers) => void kept.write("draft", JSON.stringify({ variant: choice.variant, title, answers: questions.length === 0 ? draftOf()?.answers ?? {} : Object.fromEntries(Object.entries(answers).flatMap(([i, answer]) => questions[Number(i)] ? [[asks(questions[Number(i)]), answer]] : [])) }));
	const changed = questions.map((question, i) => ({ question, answer: answers[i] })).filter(({ question, answer }) => answer !== undefined && answer !== (question.kind === "value" ? question.value : ""));
	const write = async () => {
		const name = nameOf(title), fileName = freeName(name + ".canasta");
		const from = choice.variant.includes(".canasta") ? `"${choice.variant.replace(/(\.canasta).*/, "$1")}"${choice.variant.replace(/.*\.canasta/, "")}` : choice.variant;
		const lines = changed.map(({ question, answer }) => question.kind === "value" ? `    ${question.before}${question.name} ${answer} house${question.after}` : `    ${question.kind === "choice" ? answer : question.before}`);
		const body = lines.length > 0 ? lines.join("\n") : "    # Here stands what your table plays otherwise.";
		const text = `language 1\n\nvariant ${name} "${title.replace(/["\\]/g, "'")}" extends ${from} {\n${body}\n}\n`;
		await file(fileName, text);
		const laid = await call("format", { file: fileName });
		await keepFile(fileName, laid.out || text);
		kept.write("draft", null);
		made(fileName, fileName === name + ".canasta" ? "" : `You have another ${name}.canasta, which stays as it is: this one is called ${fileName}.`);
	};
	const found = find.trim() === "" ? null : questionsAbout(questions, find);
	const sections = [...new Set(questions.map(question => question.section))].filter(section => found === null || questions.some(question => question.section === section && found.has(question)));
	const set = (/** @type {number} */ i, /** @type {string} */ value) => setAnswers(now => {
		const next = { ...now, [i]: value };
		keepDraft(title, next);
		return next;
	});
	const theirs = (/** @type {Question} */ question, /** @type {number} */ i) => answers[i] !== undefined && answers[i] !== question.value && html`<p class="hint">Theirs: ${ladderOf(question.value)?.steps.map(([range, answer]) => `${range.replace("..", " to ")}: ${answer}`).join("; ") ?? inWords(question.value)} <button type="button" class="inline" onClick=${() => set(i, question.value)}>Back to theirs</button></p>`;
	return html`<form class="theirs paper" onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); void write(); }}>
		<h2 class="title">Theirs, but …</h2>
		<p>Choose the rules that are nearest to yours. Then change only what your table plays otherwise: all the rest stays as it is.</p>
		<div class="two-fields">
			<div class="field"><label for="theirs-title">What your rules are called</label><input id="theirs-title" required maxlength="60" value=${title} onInput=${(/** @type {any} */ event) => { setTitle(event.target.value); keepDraft(event.target.value, answers); }} /></div>
			<${GamePicker} id="theirs-from" label="Theirs" choice=${choice} set=${setChoice} games=${games} bare />
		</div>
		<div class="field"><label for="theirs-find">Find what you play otherwise</label><input id="theirs-find" type="search" value=${find} placeholder="red three, wild, frozen, going out …" onInput=${(/** @type {any} */ event) => setFind(event.target.value)} /></div>
		<${Problem} words=${error} />
		${found !== null && html`<p class="hint">${sections.length === 0 ? "Nothing is asked about that: try another word." : ""} The games “to start from” ask more. What none asks is written into the text afterwards, where the editor offers what can stand.</p>`}
		${sections.map(section => html`<details key=${section} open=${found !== null}><summary>${section}${(n => n > 0 ? html` <span class="count">${n} changed</span>` : "")(changed.filter(one => one.question.section === section).length)}</summary>
			${questions.map((question, i) => question.section === section && (found === null || found.has(question)) && html`<div class="question" key=${choice.variant + i}>
				${question.kind === "value" ? html`
					<${ladderOf(question.value) ? "p" : "label"} class="ask" ...${ladderOf(question.value) ? {} : { for: "ask-" + i }}>${question.item ? html`<b>${question.item}.</b> ` : ""}${(question.choices.length > 0 ? question.words.replace(/ It can be [^.]*\./, "") : question.words) || question.name.replaceAll("_", " ")}</>
					${question.choices.length > 0 ? html`<select id=${"ask-" + i} onChange=${(/** @type {any} */ event) => set(i, event.target.value)}>
						${question.choices.map(word => html`<option value=${word} selected=${word === (answers[i] ?? question.value)}>${word.replaceAll("_", " ")}</option>`)}</select>`
					: html`<${Ladder} id=${"ask-" + i} value=${answers[i] ?? question.value} set=${(/** @type {string} */ value) => set(i, value)} />`}
					${theirs(question, i)}`
				: question.kind === "choice" ? html`<label class="ask" for=${"ask-" + i}>${question.item}</label>
					<select id=${"ask-" + i} onChange=${(/** @type {any} */ event) => set(i, event.target.value)}>
						${question.choices.map((line, at) => html`<option value=${line} selected=${line === (answers[i] ?? "")}>${question.titles?.[at]}</option>`)}</select>`
				: html`<label class="check"><input type="checkbox" checked=${answers[i] === "yes"} onChange=${(/** @type {any} */ event) => set(i, event.target.checked ? "yes" : "")} />
					<span>${question.kind === "remove" ? "Without this: " : ""}${question.words}</span></label>`}
			</div>`)}</details>`)}
		<div class="buttons"><button type="submit" class="primary">Write the rules</button>
			<span class="said" role="status">${changed.length === 0 ? "Nothing is changed yet." : `${changed.length} ${changed.length === 1 ? "rule is" : "rules are"} changed.`}</span>
			${cancel && html`<button type="button" onClick=${() => { kept.write("draft", null); cancel(); }}>Cancel</button>`}</div>
	</form>`;
}

// ---- what stands beside the text ----

const TABS = /** @type {Record<string, string>} */ ({ changes: "What changes", findings: "Findings", sheet: "Rule sheet", rulings: "Rulings", source: "Theirs" });

/** A file that these rules are made from, at the line in question. @param {{seen: {file: string, line: number, text: string}}} props */
function Source({ seen }) {
	const line = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => { // the page stays where it is if this has a bar of its own
		const panel = line.current?.closest(".beside");
		if (line.current && panel && panel.scrollHeight > panel.clientHeight)
			panel.scrollTop += line.current.getBoundingClientRect().top - panel.getBoundingClientRect().top - panel.clientHeight / 2;
		else
			line.current?.scrollIntoView({ block: "center" });
	}, [seen]);
	return html`<p><b>${seen.file}</b>, line ${seen.line}</p><pre class="source" tabindex="0">${seen.text.split("\n").map((words, i) => i + 1 === seen.line ? html`<mark ref=${line}>${words + "\n"}</mark>` : words + "\n")}</pre>`;
}

/** A finding with what mends it, by a click. @param {{finding: any, go: (line: number, column?: number) => void, mend: (finding: any) => void}} props */
const FindingView = ({ finding, go, mend }) => html`<div class=${"finding " + finding.level}><button type="button" class="finding-words" onClick=${() => go(finding.line, finding.column)}>
	<b>Line ${finding.line}:</b> <${Quoting} words=${finding.sentence} />${finding.hint ? html`<br /><span class="place"><${Quoting} words=${finding.hint} /></span>` : ""}</button>
	${finding.fix !== null && html`<button type="button" class="primary" onClick=${() => mend(finding)}>Write ${finding.fix}</button>`}</div>`;

/** @param {{name: string, text: string, findings: any[], seen: {file: string, line: number, text: string} | null, go: (line: number, column?: number) => void, mend: (finding: any) => void, again: number}} props */
function Beside({ name, text, findings, seen, go, mend, again }) {
	const [tab, setTab] = useState("changes");
	useEffect(() => { if (seen !== null) setTab("source"); }, [seen]);
	const [state, set] = useState(/** @type {any} */ ({}));
	const head = useMemo(() => headOf(text), [text]);
	const errors = findings.filter(finding => finding.level === "error");
	const shown = errors.length > 0 && tab !== "findings" && tab !== "source" && !state.sheet && !state.diff ? "findings" : tab;
	useEffect(() => {
		let wanted = true;
		const timer = setTimeout(async () => {
			/** @type {any} */
			const next = {};
			try {
				if (shown === "changes" && head?.parent)
					next.diff = await json("diff", { variants: [{ variant: head.parent, label: "theirs" }, { variant: name, label: "ours" }] });
				else if (shown === "sheet")
					next.sheet = await json("sheet", { variant: name });
				else if (shown === "rulings")
					next.rulings = await json("test", { references: [name] });
			} catch (error) { next.error = /** @type {Error} */ (error).message; }
			if (wanted)
				set((/** @type {any} */ old) => next.error ? { ...old, error: next.error } : { ...old, ...next, error: null });
		}, 120);
		return () => { wanted = false; clearTimeout(timer); };
	}, [name, text, shown, again]);
	return html`<section class="beside paper" aria-label="What comes of it">
		<div class="tabs" role="tablist">${Object.entries(TABS).filter(([key]) => key !== "source" || seen !== null).map(([key, title]) => html`<button type="button" role="tab" id=${"tab-" + key} aria-selected=${key === shown} aria-controls="beside" onClick=${() => setTab(key)}>${title}${key === "findings" && findings.length > 0 ? ` (${findings.length})` : ""}</button>`)}</div>
		<div id="beside" role="tabpanel" aria-labelledby=${"tab-" + shown} tabindex="0">
			${shown === "source" && seen !== null && html`<${Source} seen=${seen} />`}
			${errors.length > 0 && shown !== "findings" && shown !== "source" && html`<${FindingView} finding=${errors[0]} go=${go} mend=${mend} />
				<p class="warn">${errors.length > 1 && html`<button type="button" class="inline" onClick=${() => setTab("findings")}>All ${errors.length} mistakes</button>${" "}`}Below is what held before.</p>`}
			${shown === "findings" && (findings.length === 0 ? html`<p class="good">No mistakes found.</p>` : findings.map(finding => html`<${FindingView} finding=${finding} go=${go} mend=${mend} />`))}
			${shown === "changes" && (!head?.parent ? html`<p>These rules extend no others.</p>` : state.diff && html`
				<p>${state.diff.differences.length === 0 ? "Nothing differs from theirs yet." : `${state.diff.differences.length} ${state.diff.differences.length === 1 ? "rule differs" : "rules differ"} from ${state.diff.from.title}:`}</p>
				${state.diff.differences.length > 0 && html`<${Differences} diff=${state.diff} labels=${["theirs", "ours"]} games=${[head.parent, name]} />`}`)}
			${shown === "sheet" && state.sheet && html`<${DocumentView} doc=${state.sheet} />`}
			${shown === "rulings" && state.rulings && html`
				<p><span class="good">✓ ${state.rulings.passed} ${state.rulings.passed === 1 ? "holds" : "hold"}</span>${state.rulings.failed > 0 && html` · <span class="bad">✗ ${state.rulings.failed} ${state.rulings.failed === 1 ? "does" : "do"} not</span>`}</p>
				${state.rulings.rulings.length === 0 && html`<p>There are no rulings yet. One is written like this:</p><pre class="value" tabindex="0">rulings for ${head?.name ?? "ours"} {
    ruling "Everybody gets 11 cards" { deal 1; expect hand size = 11 }
}</pre>`}
				${state.rulings.rulings.map((/** @type {any} */ one) => html`<button type="button" class=${"finding " + (one.passed ? "holds" : "error")} onClick=${() => go(one.failures[0]?.line ?? one.line)}>
					<span class=${one.passed ? "good" : "bad"}>${one.passed ? "✓" : "✗"}<${Said} words=${one.passed ? "holds: " : "does not hold: "} /></span> <b>${one.title}</b>${one.failures.map((/** @type {any} */ failure) => html`<br /><span class="place">Line ${failure.line}: ${failure.why}</span>`)}</button>`)}`}
			${shown !== "findings" && shown !== "source" && errors.length === 0 && html`<${Problem} words=${state.error ?? null} />`}
		</div>
	</section>`;
}

/** A text with [word] in these places. @param {string} text @param {import("./language.js").Place[]} places @param {string} word */
function renamed(text, places, word) {
	const lines = text.split("\n").map(line => [...line]);
	for (const place of [...places].sort((a, b) => b.line - a.line || b.column - a.column))
		lines[place.line - 1].splice(place.column - 1, place.end_column - place.column, word);
	return lines.map(line => line.join("")).join("\n");
}

// ---- the room ----

export function Write() {
	const { at } = address();
	const [names, setNames] = useState(() => [...ownFiles.keys()]);
	const [name, setName] = useState(() => {
		const last = kept.read("last");
		return /** @type {string | null} */ (last !== null && ownFiles.has(last) ? last : [...ownFiles.keys()][0] ?? null);
	});
	const [form, setForm] = useState((name === null || draftOf() !== null) && !at.has("text"));
	const [text, setText] = useState(name === null ? "" : ownFiles.get(name) ?? "");
	const [findings, setFindings] = useState(/** @type {any[]} */ ([]));
	const [said, say] = useState("");
	const [again, setAgain] = useState(0);
	const [opened, setOpened] = useState(0);
	const host = useRef(/** @type {HTMLElement | null} */ (null));
	const editor = useRef(/** @type {Awaited<ReturnType<typeof edit>> | null} */ (null));
	const [seen, setSeen] = useState(/** @type {{file: string, line: number, text: string} | null} */ (null));

	const [link, setLink] = useState("");
	const resumeAt = useRef(/** @type {number | null} */ (null)); // where somebody was writing when the file got another name
	/** Shows a file of those that are kept. @param {string} next @param {string} [words] what there is to be said of it */
	const show = (next, words = "") => {
		kept.write("last", next);
		setNames([...ownFiles.keys()]);
		setText(ownFiles.get(next) ?? "");
		setFindings([]);
		setName(next);
		setOpened(count => count + 1);
		setForm(false);
		say(words);
		scrollTo(0, 0);
	};
	/** Takes a file from disk, beside one of that name or, if that is wanted, in its place. @param {string} given @param {string} content */
	const take = async (given, content) => {
		const next = fileName(given, ".canasta"), mine = ownFiles.get(next);
		const replace = mine !== undefined && mine !== content && cameAs(next)?.text !== content &&
			confirm(`There is another ${next} here. Put the one you open in its place? If not, both stay, and the one you open gets another name.`);
		const taken = await takeFile(next, content, replace);
		show(taken.name, taken.said);
	};
	/** Keeps what is written in the editor, at once. @param {string} file @param {string} next */
	const keep = (file, next) => {
		const as = ownFiles.get(file) === next ? file : keepText(file, next);
		if (as === file) return;
		resumeAt.current = editor.current?.view.state.selection.main.head ?? null;
		show(as, `${file} was changed in another window at the same time. That text stays, and yours is called ${as}.`);
	};
	/** Goes to what states the value, or the one before it; a file that comes with the page is shown beside. */
	const define = useRef(async () => {});
	define.current = async () => {
		const places = await editor.current?.ask("definition"), place = places?.[0];
		if (!place) { say("Put the cursor on a rule or a name first."); return; }
		if (place.file === name) { editor.current?.go(place.line, place.column); return; }
		setSeen({ file: place.file, line: place.line, text: place.shipped ? await shippedText(place.file) : ownFiles.get(place.file) ?? "" });
	};
	useEffect(() => { // a link brings a file with it
		const letters = at.get("text");
		if (!letters)
			return;
		unpacked(letters).then(async content => {
			if (content === null) { say("The link brings more than 1 MB of text, which no rules file has: it is not opened."); return; }
			const taken = await takeFile(fileName(at.get("name") ?? "linked", ".canasta"), content);
			setAddress("write", {}); // from now on what is written here counts, and not what the link brought
			show(taken.name, taken.said);
		}, () => say("The link cannot be read."));
	}, []);
	useEffect(() => { // another window keeps a file
		const heard = (/** @type {any} */ event) => {
			const { name: changed, text: next } = event.detail;
			setNames([...ownFiles.keys()]);
			if (changed !== name) return;
			if (next === null) say(`${name} was deleted in another window. It stays here as long as you go on writing.`);
			else if (editor.current && editor.current.text() !== next) editor.current.replace(next);
		};
		addEventListener("kept-elsewhere", heard);
		return () => removeEventListener("kept-elsewhere", heard);
	}, [name]);
	useEffect(() => {
		if (name === null || form || host.current === null)
			return;
		const file = name;
		let ended = false;
		const questions = new Questions(file, ownFiles);
		let drawing = 0, keeping = 0;
		edit(host.current, ownFiles.get(file) ?? "", {
			questions,
			changed: next => { keep(file, next); clearTimeout(drawing); drawing = setTimeout(() => setText(next), 60); }, // what stands beside can wait
			define: () => define.current(),
			check: async next => {
				const findings = await questions.check(next);
				clearTimeout(keeping); // the text is kept already; here the library learns it, for what stands beside
				keeping = setTimeout(() => { setFindings(findings); void tellLibrary(file).then(() => setAgain(count => count + 1)); });
				return findings.filter((/** @type {any} */ finding) => finding.file === file);
			},
		}).then(made => { if (ended) made.end(); else {
			editor.current = made;
			made.check();
			if (resumeAt.current !== null) { made.view.dispatch({ selection: { anchor: Math.min(resumeAt.current, made.view.state.doc.length) } }); made.view.focus(); }
			resumeAt.current = null;
		} });
		return () => { ended = true; clearTimeout(drawing); clearTimeout(keeping); editor.current?.end(); editor.current = null; };
	}, [name, form, opened]);

	if (form)
		return html`<div class="room plain"><${TheirsBut} made=${show} cancel=${name !== null ? () => setForm(false) : null} /></div>`;
	const rename = async () => {
		const found = await editor.current?.ask("references");
		if (!found?.name || name === null) { say("Put the cursor on a name first."); return; }
		if (!found.renames) { say(`${found.name} is not a name of yours.`); return; }
		const next = prompt(`A new name for ${found.name}`, found.name);
		if (next === null || next === found.name) return;
		if (await json("is_name", { name: next }) !== 1) { say("A name is one word of letters, digits and _ that the language does not have."); return; }
		/** @type {import("./language.js").Place[]} */
		const places = found.places;
		editor.current?.write(places.filter(place => place.file === name), next);
		for (const other of new Set(places.map(place => place.file).filter(file => file !== name && ownFiles.has(file))))
			await keepFile(other, renamed(ownFiles.get(other) ?? "", places.filter(place => place.file === other), next));
		say(`${places.length} ${places.length === 1 ? "place" : "places"} renamed.`);
	};
	/** The whole page with these rules in it, which can be mailed. */
	const mail = async () => {
		if (name === null) return;
		if (findings.some(finding => finding.level === "error")) { say("It has mistakes: mend them first."); return; }
		const page = pageWith(name);
		if (page === null) { say("This page came from a server: save the file and mail that, or copy a link."); return; }
		saveAs(name.replace(/\.\w+$/, ".html"), page, "text/html");
		say("Saved: mail this file. It opens with your rules, and needs nothing else.");
	};
	const share = async () => {
		const whole = editor.current?.text() ?? text;
		if (name === null) return;
		if (new Blob([whole]).size > RULES_MAX) { say("The file is longer than 1 MB, and too long for a link."); return; }
		const carries = linkTo("write", { name, text: await packed(whole) });
		const words = await copyLink(carries, ": it carries the whole file as it is now");
		setLink(words === null ? carries : "");
		say((words ?? "Copy this link: it carries the whole file as it is now.") + (location.protocol === "file:" ? " To send your rules to others, save them as a page." : carries.length > 8000 ? ` It has ${carries.length} letters, and some programs cut such a link: a saved page is safer.` : ""));
	};
	const came = name === null ? null : cameAs(name);
	return html`<div class="room write">
		<div class="controls">
			<h2>Write your rules</h2>
			${names.length > 0 && html`<div class="field"><label for="write-file">File</label><select id="write-file" onChange=${(/** @type {any} */ event) => show(event.target.value)}>
				${names.map(one => html`<option value=${one} selected=${one === name}>${one}</option>`)}</select></div>`}
			<div class="buttons">
				<button type="button" onClick=${() => setForm(true)}>Theirs, but …</button>
				<${OpenFile} label="Open" accept=".canasta,.rulings,text/plain" take=${take} />
				<button type="button" onClick=${() => name && saveAs(name, editor.current?.text() ?? text)}>Save</button>
				<button type="button" onClick=${mail}>Save as a page</button>
				<button type="button" onClick=${share}>Copy a link</button>
				<button type="button" onClick=${async () => { if (name === null || !confirm(`Delete ${name} from this browser?`)) return; await forgetFile(name); const left = [...ownFiles.keys()]; if (left.length > 0) { show(left[0]); return; } setNames([]); setText(""); setFindings([]); setName(null); setForm(true); }}>Delete</button>
			</div>
			<div class="buttons" role="group" aria-label="In the text">
				<button type="button" title="Put the lines of the text in order" onClick=${async () => { if (name === null) return; const laid = await call("format", { file: name }); if (laid.out) editor.current?.replace(laid.out); say(laid.out ? "Laid out." : "It has mistakes: it is left as it is."); }}>Lay out</button>
				<button type="button" title="Give what stands at the cursor another name, everywhere" onClick=${rename}>Rename</button>
				<button type="button" title="Show what theirs say where the cursor stands" onClick=${() => define.current()}>Where from?</button>
			</div>
			<p class="said" role="status">${said}</p>
			${link && html`<div class="field"><label for="write-link">Link</label><input id="write-link" readonly value=${link} onFocus=${(/** @type {any} */ event) => event.target.select()} /></div>`}
			${came !== null && !came.carried && html`<p class="hint">You have changed this since it came. <button type="button" class="inline" onClick=${() => { if (confirm(`Give up your changes to ${name}?`)) editor.current?.replace(came.text); }}>Back to the text as it came</button></p>`}
			<p class="hint keys">Ctrl+Space offers what can stand here, F12 goes to where it comes from. Escape, then Tab leaves the text.</p>
		</div>
		<div class="editor-host" ref=${host} key=${name}></div>
		${name !== null && html`<${Beside} name=${name} text=${text} findings=${findings} seen=${seen} again=${again} go=${(/** @type {number} */ line, /** @type {number} */ column) => editor.current?.go(line, column)}
			mend=${(/** @type {any} */ finding) => { if (finding.file === name) editor.current?.write([finding], finding.fix); }} />`}
	</div>`;
}
