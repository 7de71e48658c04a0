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
import { words } from "./language.js";

/** @typedef {{id: string, level: string, sentence: string, file: string | null, line: number, column: number, end_line: number, end_column: number, hint: string | null, fix: string | null, other: any}} Finding */

// ---- colours ----

/** @param {Map<string, string>} known */
function colouring(known) {
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
			const word = /** @type {RegExpMatchArray | null} */ (stream.match(/^[A-Za-z_][A-Za-z0-9_]*/))?.[0];
			if (word === undefined) {
				stream.next();
				return null;
			}
			return known.get(word) ?? null;
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

/** Its inverse: where a place is for the library. @param {import("@codemirror/state").Text} text @param {number} at */
export function placeIn(text, at) {
	const line = text.lineAt(at);
	return { line: line.number, column: [...line.text.slice(0, at - line.from)].length + 1 };
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

/** What the editor asks. @typedef {{questions: import("./language.js").Questions, check: (text: string) => Promise<Finding[]>, changed: (text: string) => void, define: () => void}} Asked */

/** @param {HTMLElement} host @param {string} text @param {Asked} asked */
export async function edit(host, text, asked) {
	const known = await words();
	const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
	root.textContent = "";
	/** @param {EditorState} state @param {"completion" | "meaning" | "definition" | "references"} question @param {number} at */
	const ask = async (state, question, at) => {
		const { line, column } = placeIn(state.doc, at);
		try { return await asked.questions.ask(state.doc.toString(), question, line, column); } catch { return null; }
	};

	/** @param {import("@codemirror/autocomplete").CompletionContext} context */
	const complete = async context => {
		if (context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/) === null && !context.explicit)
			return null;
		const answer = await ask(context.state, "completion", context.pos);
		if (!answer?.items?.length)
			return null;
		return { from: offset(context.state.doc, answer.line, answer.column), validFor: /^[A-Za-z0-9_]*$/, options: answer.items.map((/** @type {any} */ item) => ({
			label: item.label, type: item.kind, detail: item.detail === item.label ? undefined : (item.detail ?? "").split("\n")[0].slice(0, 40), info: item.says || undefined })) };
	};

	const hover = hoverTooltip(async (view, at) => {
		const answer = await ask(view.state, "meaning", at);
		if (!answer?.says?.length)
			return null;
		return { pos: offset(view.state.doc, answer.line, answer.column), end: offset(view.state.doc, answer.end_line, answer.end_column), above: true, create: () => {
			const dom = document.createElement("div");
			dom.className = "about";
			for (const words of answer.says)
				dom.appendChild(document.createElement("p")).textContent = words.replaceAll("`", "");
			return { dom };
		} };
	});

	/** Writes what is typed over a selection. A browser that does it keeps the look of what goes, in a style that the content policy refuses.
	 * @param {InputEvent} event @param {EditorView} view */
	const typeOver = (event, view) => {
		const { from, to } = view.state.selection.main, typed = event.data;
		if (event.inputType !== "insertText" || !typed || view.composing || from === to)
			return false;
		const insert = () => view.state.update(view.state.replaceSelection(typed), { userEvent: "input.type", scrollIntoView: true });
		if (!view.state.facet(EditorView.inputHandler).some(handler => handler(view, from, to, typed, insert)))
			view.dispatch(insert());
		return true;
	};

	/** What is being found in the text as it is now: the library begins with the key, and not when the page is drawn. @type {Promise<Finding[]> | null} */
	let checking = null;
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
			linter(async view => (await (checking ?? asked.check(view.state.doc.toString()))).map(finding => diagnosticOf(view.state, finding)), { delay: 0 }),
			// Tab indents; Escape and then Tab leaves the editor, as CodeMirror has it.
			keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, ...foldKeymap, indentWithTab]),
			EditorView.lineWrapping, EditorView.domEventHandlers({ beforeinput: (event, view) => { const done = typeOver(event, view); if (done) event.preventDefault(); return done; } }),
			keymap.of([{ key: "F12", run: () => { asked.define(); return true; } }]),
			EditorView.contentAttributes.of({ "aria-label": "The rules file" }),
			EditorView.updateListener.of(update => { if (update.docChanged) { checking = asked.check(update.state.doc.toString()); checking.catch(() => {}); asked.changed(update.state.doc.toString()); } }),
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
		/** What the library answers to a question about the place of the cursor. @param {"definition" | "references"} question */
		ask: question => ask(view.state, question, view.state.selection.main.head),
		/** Writes [word] in these places. @param {import("./language.js").Place[]} places @param {string} word */
		write(places, word) {
			view.dispatch({ changes: places.map(place => ({ from: offset(view.state.doc, place.line, place.column), to: offset(view.state.doc, place.end_line, place.end_column), insert: word })) });
		},
		check: () => forceLinting(view),
		end: () => view.destroy(),
	};
}
