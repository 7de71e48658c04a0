// sheets.js -- what lies on the table until it is closed, and the score when a deal is over.
// @ts-check
import { html, useEffect, useRef, useState } from "./preact.js";
import { Busy, saveAs } from "./parts.js";
import { DocumentView, plain } from "./document.js";

/** What is picked in a document is explained. @param {import("./bar.js").Explain} explain @returns {import("./document.js").Picking} */
const explaining = explain => ({ path: null, pick: path => explain([path.split(".")[0]], path) });

/** A sheet that lies on the table until it is closed. @param {{title: string, close: () => void, children?: any}} props */
export function OnTable({ title, close, children }) {
	const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
	useEffect(() => { box.current?.showModal(); }, []);
	return html`<dialog ref=${box} aria-label=${title} onClose=${close} onClick=${(/** @type {any} */ event) => { if (event.target === box.current) close(); }}>
		<div class="row between"><h2 class="title">${title}</h2><button type="button" onClick=${close}>Close</button></div>${children}</dialog>`;
}

/** A document of the library; a press on what states a rule [explain]s it. @param {{ask: () => Promise<any>, explain?: import("./bar.js").Explain}} props */
export function LibrarySheet({ ask, explain }) {
	const [doc, setDoc] = useState(/** @type {any} */ (null));
	useEffect(() => { ask().then(setDoc, () => {}); }, []);
	useEffect(() => { document.querySelector("dialog .decides")?.scrollIntoView({ block: "center" }); }, [doc]); // what decides is in sight
	return doc ? html`<${DocumentView} doc=${doc} picking=${explain && explaining(explain)} />` : html`<${Busy} busy=${true} />`;
}

/** A document of the library below its headings, each of which leads there. @param {{ask: () => Promise<any>}} props */
function HeadedSheet({ ask }) {
	const [doc, setDoc] = useState(/** @type {import("./document.js").Doc | null} */ (null)), box = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => { ask().then(setDoc, () => {}); }, []);
	if (doc === null)
		return html`<${Busy} busy=${true} />`;
	const inShort = doc.class === "card", shown = inShort ? { ...doc, blocks: doc.blocks.filter(block => block.kind !== "title" && block.kind !== "foot") } : doc; // which game it is one knows who plays it
	const heads = doc.blocks.filter(block => block.kind === "heading" && !block.depth).map(block => plain(block.words).replace(/:.*$/, ""));
	return html`<div class="parts" role="group" aria-label="Parts">${heads.map((words, i) => html`<button type="button" class="inline" onClick=${() => box.current?.querySelectorAll("h3")[i]?.scrollIntoView({ block: "start" })}>${words}</button>`)}</div><div ref=${box}><${DocumentView} doc=${shown} /></div>`;
}

/** The sections of a rule sheet that have clauses of some groups of settings, without what is noted at them; the clause of the setting that [decides] is marked.
 * @param {import("./document.js").Doc} doc @param {string[]} groups @param {string} decides @returns {import("./document.js").Doc} */
function partsOf(doc, groups, decides) {
	const sections = /** @type {import("./document.js").Block[][]} */ ([]);
	for (const block of doc.blocks)
		if (block.kind === "heading" && !block.depth) sections.push([block]);
		else sections.at(-1)?.push(block);
	const isDeciding = (/** @type {string | undefined} */ path) => path !== undefined && `${decides}.`.startsWith(`${path}.`);
	const isOf = (/** @type {string | undefined} */ path) => groups.some(group => path?.startsWith(group + "."));
	return { ...doc, blocks: sections.filter(blocks => blocks.some(block => isOf(block.path) || block.table?.rows.some(row => isOf(row.path)))).flat().filter(block => block.kind !== "note").map(block => ({ ...block, decides: isDeciding(block.path), table: block.table && { ...block.table, rows: block.table.rows.map(row => ({ ...row, decides: isDeciding(row.path) })) } })) };
}

/** What these rules say about one thing that is seen on the table, or where a clause decides. @param {{session: import("./game.js").Session, groups: string[], clause?: string, whole: () => void, close: () => void}} props */
export const RulesPart = ({ session, groups, clause = "", whole, close }) => html`<${OnTable} title="What the rules say" close=${close}><div class="uncited"><${LibrarySheet} ask=${async () => partsOf(await session.rules("sheet", { kind: 0 }), groups, clause.split(",")[0])} /></div>
	${clause.includes(", ") && html`<p class="place">In the file of the rules: ${clause}</p>`}<div class="buttons"><button type="button" onClick=${whole}>The rules in short</button></div><//>`;

/** The rules that are played by: in short, and as a whole for who wants to know more. @param {{session: import("./game.js").Session, close: () => void}} props */
export function RulesSheet({ session, close }) {
	const [whole, setWhole] = useState(false);
	return html`<${OnTable} title=${whole ? "The rules" : "The rules in short"} close=${close}><${HeadedSheet} key=${whole} ask=${() => session.rules("sheet", { kind: whole ? 0 : 1 })} />
		<div class="buttons"><button type="button" onClick=${() => setWhole(!whole)}>${whole ? "The rules in short" : "All the rules"}</button></div><//>`;
}

/** Saves the record as a file, where it is given away already. @param {{session: import("./game.js").Session}} props */
export const SaveRecord = ({ session }) => session.record && html`<button type="button" onClick=${async () => session.record && saveAs("game.record", await session.record())}>Save the record</button>`;

/** What a deal that is over scored. @param {{game: import("./game.js").Game, score: any, explain: import("./bar.js").Explain, leave: () => void}} props */
export function DealScore({ game, score, explain, leave }) {
	const box = useRef(/** @type {HTMLElement | null} */ (null)), { session, state } = game, begun = state?.moment === "act";
	useEffect(() => { box.current?.focus(); }, [game.score]);
	return html`<section class="paper score" aria-label="The score" tabindex="-1" ref=${box}>
		<h3>The score</h3>
		<${DocumentView} doc=${score} picking=${explaining(explain)} />
		${begun && html`<p>The next deal has begun.</p>`}
		<div class="buttons">${(begun || (state?.moment === "deal_over" && !session.looksOn)) && html`<button type="button" class="primary" onClick=${game.nextDeal}>${begun ? "Go on" : "Next deal"}</button>`}
			${session.Again && html`<${session.Again} game=${game} />`}<${SaveRecord} session=${session} /><button type="button" onClick=${leave}>Leave</button></div>
	</section>`;
}
