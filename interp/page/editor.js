// editor.js -- the text of a rules file: colours, findings under the words, completion, what a word means. It stands in a
// shadow root, where style sheets need no exception from the content policy.
// @ts-check
import { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting, foldGutter, codeFolding, foldKeymap, foldService } from "@codemirror/language";
import { linter, lintGutter, lintKeymap, forceLinting } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { KEYWORDS, headOf, pathOf, placeOf, sectionAt, tables } from "./language.js";

/** @typedef {{id: string, level: string, sentence: string, file: string | null, line: number, column: number, end_line: number, end_column: number, hint: string | null, fix: string | null, other: any}} Finding */

// ---- colours ----

/** @param {import("./language.js").Tables} known */
function colouring(known) {
	const keywords = new Set(KEYWORDS), sections = new Set(known.sections.flatMap(section => section.path));
	const settings = new Set(known.sections.flatMap(section => section.settings.map(setting => setting.name)));
	return StreamLanguage.define({
		name: "canasta",
		startState: () => ({ prose: false }),
		token(stream, state) {
			if (state.prose || stream.match('"""')) {
				state.prose = !stream.match(/.*?"""/);
				if (state.prose)
					stream.skipToEnd();
				return "docString";
			}
			if (stream.eatSpace())
				return null;
			if (stream.match(/^#.*/)) return "comment";
			if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
			if (stream.match(/^@[A-Za-z0-9_-]+/)) return "link";
			if (stream.match(/^\d+\b/)) return "number";
			if (stream.match(/^(joker|[JQKA])\b/)) return "atom";
			const word = /** @type {RegExpMatchArray | null} */ (stream.match(/^[A-Za-z_][A-Za-z0-9_]*/))?.[0];
			if (word === undefined) {
				stream.next();
				return null;
			}
			if (keywords.has(word)) return "keyword";
			if (sections.has(word)) return "typeName";
			if (settings.has(word)) return "propertyName";
			return known.facts.has(word) ? "variableName" : null;
		},
		languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["{", '"', "("] } },
	});
}

const colours = HighlightStyle.define([
	{ tag: tags.comment, color: "var(--code-soft)", fontStyle: "italic" },
	{ tag: [tags.string, tags.docString], color: "var(--code-text)" },
	{ tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
	{ tag: tags.typeName, color: "var(--code-section)", fontWeight: "600" },
	{ tag: tags.propertyName, color: "var(--code-setting)" },
	{ tag: [tags.number, tags.atom], color: "var(--code-number)" },
	{ tag: tags.link, color: "var(--code-soft)" },
]);

const look = EditorView.theme({
	"&": { backgroundColor: "var(--paper)", color: "var(--ink)", fontSize: ".92rem", height: "100%" },
	".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", overflow: "auto" },
	".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--soft)", border: "none" },
	".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--tint)" },
	".cm-cursor": { borderLeftColor: "var(--ink)" },
	".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "var(--code-selected)" },
	".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--soft)", maxWidth: "30rem" },
	".cm-tooltip .about p": { margin: ".2rem 0" },
	".cm-tooltip .about": { padding: ".5rem .7rem", fontFamily: "var(--sans)", fontSize: ".88rem" },
	".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
	".cm-completionDetail": { color: "inherit", fontStyle: "normal", fontFamily: "var(--sans)" },
	".cm-completionInfo": { fontFamily: "var(--sans)", fontSize: ".85rem", padding: ".4rem .6rem", maxWidth: "20rem" },
	".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: ".88rem" },
	".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--accent-ink)", borderRadius: "4px", padding: ".15rem .6rem" },
	".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
	".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn)", textUnderlineOffset: "3px" },
});

// ---- findings ----

/** The library counts characters, the editor half of some. @param {import("@codemirror/state").Text} text @param {number} line @param {number} column */
function offset(text, line, column) {
	if (line < 1 || line > text.lines)
		return text.length;
	const found = text.line(line), before = [...found.text].slice(0, Math.max(column - 1, 0)).join("");
	return Math.min(found.from + before.length, found.to);
}

/** @param {EditorState} state @param {Finding} finding */
function diagnosticOf(state, finding) {
	const from = offset(state.doc, finding.line, finding.column), to = Math.max(offset(state.doc, finding.end_line, finding.end_column), from);
	return /** @type {import("@codemirror/lint").Diagnostic} */ ({
		from, to: to > from ? to : Math.min(from + 1, state.doc.length),
		severity: finding.level === "error" ? "error" : finding.level === "warning" ? "warning" : "info",
		message: finding.sentence + (finding.hint ? `\n${finding.hint}` : "") + (finding.other ? `\nLine ${finding.other.line}: ${finding.other.sentence}` : ""),
		actions: finding.fix === null ? [] : [{ name: `Write ${finding.fix}`, apply: (view, at, end) => view.dispatch({ changes: { from: at, to: end, insert: finding.fix ?? "" } }) }],
	});
}

// ---- the editor ----

/** What the editor asks. @typedef {{check: (text: string) => Promise<Finding[]>, settings: () => Map<string, any> | null, changed: (text: string) => void}} Asked */

/** @param {HTMLElement} host @param {string} text @param {Asked} asked */
export async function edit(host, text, asked) {
	const known = await tables();
	const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
	root.textContent = "";

	/** @param {import("@codemirror/autocomplete").CompletionContext} context */
	const complete = context => {
		const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
		if (word === null && !context.explicit)
			return null;
		const from = word?.from ?? context.pos, whole = context.state.doc.toString();
		const { open, words } = placeOf(whole, from), path = pathOf(open), settings = asked.settings();
		const inVariant = open.some(part => part[0] === "variant" || part[0] === "fragment");
		const verbs = words.filter(part => part === "add" || part === "remove" || part === "cite");
		const said = words.filter(part => part !== "add" && part !== "remove" && part !== "cite" && part !== "replace");
		const section = sectionAt(known, path);
		/** @type {import("@codemirror/autocomplete").Completion[]} */
		const options = [];
		const offer = (/** @type {string} */ label, /** @type {string} */ type, /** @type {string} */ detail, /** @type {string} */ info) =>
			options.some(option => option.label === label) || options.push({ label, type, detail, info });
		if (!inVariant)
			for (const keyword of KEYWORDS.filter(keyword => ["language", "variant", "fragment", "source", "rulings", "extends"].includes(keyword)))
				offer(keyword, "keyword", "", "");
		else if (said.length === 0) {
			for (const setting of section?.settings ?? []) {
				const holds = settings?.get([...path, setting.name].join("."));
				offer(setting.name, "property", holds ? holds.text.split("\n")[0].slice(0, 40) : setting.follows.replaceAll("`", "").slice(0, 40), setting.says);
			}
			for (const other of known.sections)
				if (other.path.length > path.length && path.every((part, i) => part === other.path[i]))
					offer(other.path[path.length], "type", other.list && other.path.length === path.length + 1 ? "a list" : "a section", other.heading);
			for (const keyword of ["add", "remove", "use", "option", "with"].filter(keyword => KEYWORDS.includes(keyword)))
				offer(keyword, "keyword", "", "");
		} else {
			const list = known.sections.find(other => other.list && other.path.join() === [...path, ...said].join());
			if (list && settings)
				for (const key of settings.keys()) {
					const parts = key.split(".");
					if (list.path.every((part, i) => part === parts[i]) && parts.length === list.path.length + 2)
						offer(parts[list.path.length], "class", verbs.length > 0 ? "" : "inherited", "");
				}
			const setting = section?.settings.find(one => one.name === said[0]);
			for (const value of setting?.follows.match(/`[a-z_]+`/g) ?? [])
				offer(value.replaceAll("`", ""), "enum", "", setting?.says ?? "");
			if (setting && /condition|ladder|amount|limits/.test(setting.follows))
				for (const fact of known.facts)
					offer(fact, "variable", "", "");
		}
		return options.length > 0 ? { from, options, validFor: /^[A-Za-z0-9_]*$/ } : null;
	};

	const hover = hoverTooltip((view, at) => {
		const word = view.state.wordAt(at);
		if (word === null)
			return null;
		const whole = view.state.doc.toString(), name = whole.slice(word.from, word.to), { open, words } = placeOf(whole, word.from), path = pathOf(open);
		const section = sectionAt(known, path), setting = words.length === 0 ? section?.settings.find(one => one.name === name) : undefined;
		const heading = known.sections.find(other => other.path.join() === [...path, ...words, name].join())?.heading;
		if (setting === undefined && heading === undefined)
			return null;
		const holds = asked.settings()?.get([...path, name].join("."));
		return { pos: word.from, end: word.to, above: true, create: () => {
			const dom = document.createElement("div");
			dom.className = "about";
			const say = (/** @type {string} */ words) => dom.appendChild(document.createElement("p")).textContent = words;
			say(setting?.says ?? heading ?? "");
			if (holds) {
				say(`Holds: ${holds.text.replaceAll("\n", " ")}`);
				const before = holds.origins[1];
				if (before)
					say(`Before: ${before.text.replaceAll("\n", " ")} (${before.file}, line ${before.line})`);
			}
			return { dom };
		} };
	});

	const view = new EditorView({
		root, parent: root,
		state: EditorState.create({ doc: text, extensions: [
			lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(), indentUnit.of("    "), EditorState.tabSize.of(4),
			codeFolding(), foldGutter(), foldService.of((state, from, to) => {
				const line = state.doc.sliceString(from, to);
				if (!line.trimEnd().endsWith("{"))
					return null;
				let depth = 0;
				for (let i = from + line.lastIndexOf("{"); i < state.doc.length; i++) {
					const letter = state.doc.sliceString(i, i + 1);
					depth += letter === "{" ? 1 : letter === "}" ? -1 : 0;
					if (depth === 0)
						return { from: from + line.lastIndexOf("{") + 1, to: i };
				}
				return null;
			}),
			colouring(known), syntaxHighlighting(colours), look, autocompletion({ override: [complete], icons: false }), hover, lintGutter(),
			linter(async view => (await asked.check(view.state.doc.toString())).map(finding => diagnosticOf(view.state, finding)), { delay: 25 }),
			// Tab indents; Escape and then Tab leaves the editor, as CodeMirror has it.
			keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, ...foldKeymap, indentWithTab]),
			EditorView.lineWrapping,
			EditorView.contentAttributes.of({ "aria-label": "The rules file" }),
			EditorView.updateListener.of(update => { if (update.docChanged) asked.changed(update.state.doc.toString()); }),
		] }),
	});
	return {
		view,
		text: () => view.state.doc.toString(),
		/** Puts another text in its place; undo brings the old one back. @param {string} next */
		replace(next) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }); },
		/** @param {number} line @param {number} [column] */
		go(line, column = 1) {
			const at = offset(view.state.doc, line, column);
			view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
			view.focus();
		},
		check: () => forceLinting(view),
		end: () => view.destroy(),
	};
}

export { headOf };
