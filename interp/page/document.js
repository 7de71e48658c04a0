// document.js -- a document of the library, as docs/json.md has it, laid out on the page.
// @ts-check
import { html } from "./preact.js";
import { Position } from "./cards.js";

/** @typedef {string | Record<string, string>} Span */
/** @typedef {{kind: string, depth?: number, path?: string, decides?: boolean, cells: Span[][]}} Row */
/** @typedef {{kind: string, number?: string, depth?: number, marked?: boolean, decides?: boolean, path?: string, label?: Span[], words?: any[],
 *   cites?: Span[], table?: {numeric: boolean[], rows: Row[], cites?: Span[]}}} Block */
/** @typedef {{class: string, blocks: Block[]}} Doc */

/** @param {Span[]} [spans] */
export function plain(spans) {
	return (spans ?? []).map(span => typeof span === "string" ? span : Object.values(span)[0]).join("");
}

/** @param {{spans?: Span[]}} props */
export function Words({ spans }) {
	return (spans ?? []).map(span => {
		if (typeof span === "string")
			return span;
		const [kind, words] = Object.entries(span)[0];
		switch (kind) {
		case "strong": return html`<strong>${words}</strong>`;
		case "code": return html`<code>${words}</code>`;
		case "first": return html`<del>${words}</del>`;
		case "second": return html`<ins>${words}</ins>`;
		default: return html`<span class=${"span-" + kind}>${words}</span>`;
		}
	});
}

/** What is cited; an option, which the tool names as one asks it for, is named as such. */
const Cites = (/** @type {{cites?: Span[]}} */ { cites }) => cites ? html` <span class="cites">${plain(cites).replace(/^--with /, "option ").split(/(?<=,) /).map((part, i) => html`${i > 0 ? " " : ""}<span class="unbroken">${part}</span>`)}</span>` : null;

/** @typedef {{path: string | null, pick: (path: string) => void}} Picking */

/** True if something in the document can be clicked. @param {Doc} doc */
export const isClickable = doc => doc.blocks.some(block => block.path !== undefined || block.table?.rows.some(row => row.path !== undefined));

/** What can be clicked says so: a button in the line. @param {{path?: string, picking?: Picking, children: any}} props */
function Pick({ path, picking, children }) {
	if (path === undefined || picking === undefined)
		return html`<span>${children}</span>`;
	return html`<button type="button" class="clause-button" aria-pressed=${picking.path === path} onClick=${() => picking.pick(path)}>${children}</button>`;
}

/** @param {{table: NonNullable<Block["table"]>, picking?: Picking}} props */
export function Table({ table, picking }) {
	const cell = (/** @type {Row} */ row, /** @type {Span[]} */ spans, /** @type {number} */ i) => {
		const side = table.numeric[i] ? "amount" : "";
		if (row.kind === "head")
			return plain(spans) === "" ? html`<td></td>` : html`<th scope="col" class=${side}><${Words} spans=${spans} /></th>`;
		if (i === 0 && row.kind !== "remark" && plain(spans) !== "")
			return html`<th scope="row" class=${side + (row.depth && row.depth > 1 ? " deep" : "")}><${Pick} path=${row.path} picking=${picking}><${Words} spans=${spans} /></${Pick}></th>`;
		return html`<td class=${side}><${Words} spans=${spans} /></td>`;
	};
	const wide = (/** @type {Row} */ row) => row.kind === "topic" || row.kind === "remark";
	const [head, body] = [table.rows.filter(row => row.kind === "head"), table.rows.filter(row => row.kind !== "head")];
	return html`<div class="wide" tabindex="0" role="group" aria-label="Table"><table>
		${head.length > 0 && html`<thead>${head.map(row => html`<tr>${row.cells.map((spans, i) => cell(row, spans, i))}</tr>`)}</thead>`}
		<tbody>${body.map(row => html`<tr class=${row.kind + (row.decides ? " decides" : "")}>${wide(row)
			? html`<th scope="rowgroup" colspan=${table.numeric.length}><${Words} spans=${row.cells[0]} /></th>`
			: row.cells.map((spans, i) => cell(row, spans, i))}</tr>`)}</tbody>
	</table></div>`;
}

/** @param {{block: Block, picking?: Picking}} props */
function BlockView({ block, picking }) {
	const words = html`<${Words} spans=${block.words} />`;
	const label = block.label ? html`<b><${Words} spans=${block.label} /></b>${block.kind === "field" ? " " : ": "}` : null;
	const depth = block.depth ? ` depth${Math.min(block.depth, 3)}` : "";
	switch (block.kind) {
	case "title": return html`<h2 class="title">${words}</h2>`;
	case "subtitle": return html`<p class="subtitle">${words}</p>`;
	case "heading": return block.depth ? html`<h4>${words}</h4>` : html`<h3>${block.number ? html`<span class="number">${block.number}. </span>` : null}${words}<${Cites} cites=${block.cites} /></h3>`;
	case "prose": return html`<p class="prose">${words}</p>`;
	case "lead": return html`<p class=${"lead" + depth}>${words}</p>`;
	case "clause": return html`<p class=${"clause" + (picking?.path === block.path && block.path ? " picked" : "") + (block.decides ? " decides" : "")}><span class="number">${block.number ?? ""}</span>
		${block.marked ? html`<span class="star" title="other than in the game this one is made from">* </span>` : null}
		<${Pick} path=${block.path} picking=${picking}>${label}${words}</${Pick}><${Cites} cites=${block.cites} /></p>`;
	case "note": return html`<p class="note">${block.label ? html`<i><${Words} spans=${block.label} />: </i>` : null}${words}<${Cites} cites=${block.cites} /></p>`;
	case "item": return html`<p class=${"item" + depth}>${label}${words}</p>`;
	case "field": return html`<p class=${"field" + depth}>${label}${words}</p>`;
	case "verbatim": return html`<pre class=${depth.trim()} tabindex="0">${plain(block.words)}</pre>`;
	case "table": return block.table ? html`<${Table} table=${block.table} picking=${picking} /><${Cites} cites=${block.table.cites} />` : null;
	case "legend": case "foot": return html`<p class=${block.kind}>${words}</p>`;
	default: return html`<p class=${"paragraph" + depth}>${label}${words}<${Cites} cites=${block.cites} /></p>`;
	}
}

/** True if a block has a position of the table. */
export const isPosition = (/** @type {Block} */ block) => block.kind === "verbatim" && /^\s*(hand|melds|pile|left|partner|right) /m.test(plain(block.words));

/** What somebody wants to do in a position, as the question behind it says: "May the player take K K?" @param {Block | undefined} block */
const actOfQuestion = block => / player ([^?]+)\?$/.exec(plain(block?.words))?.[1] ?? "";

/** The whole document; positions in it become pictures of the table, with a link to where [judge] leads with their lines and the act in question.
 * @param {{doc: Doc, picking?: Picking, pictures?: boolean, judge?: (lines: string, act: string) => string}} props */
export function DocumentView({ doc, picking, pictures, judge }) {
	return html`<div class=${"document doc-" + doc.class}>${doc.blocks.map((block, i) => pictures && isPosition(block)
		? html`<${Position} lines=${plain(block.words).split("\n")} />${judge && html`<p class="no-print"><a href=${judge(plain(block.words).split("\n").map(line => line.trim()).join("\n").trim(), actOfQuestion(doc.blocks[i + 1]))}>Judge this position</a></p>`}`
		: html`<${BlockView} block=${block} picking=${picking} />`)}</div>`;
}
