// use.mjs BUILD -- whole uses of the page in Debian's Chromium, as a person would make them: with the network off, from the
// file on disk and from a web server under the content policy. ONLY='read play' runs those alone.
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const build = resolve(process.argv[2]);
const require = createRequire(`${build}/page/node_modules/here.js`);
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const file = `file://${build}/page/canasta.html`;
const tool = (...words) => { try { return execFileSync(`${build}/canasta`, words, { encoding: "utf8", maxBuffer: 1 << 26 }); } catch (error) { return error.stdout; } };
const games = JSON.parse(tool("list", "--json")).variants.filter(game => !game.start);
const first = games.find(game => game.title === "Classic Canasta (WAHHI)").reference, modern = games.find(game => game.title === "WCA Canasta").reference;

let passed = 0, failed = 0;
function check(what, holds, more = "") {
	if (holds) passed++;
	else { failed++; console.log(`FAIL ${current}: ${what}${more ? `: ${more}` : ""}`); }
}
let current = "";

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** A page of its own that may ask nobody for anything; what goes wrong in it is a failure. */
async function visit(hash, { size = 1400, scheme = "light", url = file, then } = {}) {
	const context = await browser.newContext({ viewport: { width: size, height: 900 }, colorScheme: scheme, offline: url.startsWith("file:"), acceptDownloads: true });
	const page = await context.newPage();
	page.setDefaultTimeout(60000);
	await page.addInitScript(() => { window.reports = []; addEventListener("securitypolicyviolation", event => window.reports.push(`${event.violatedDirective} ${event.blockedURI}`)); });
	const wrong = [];
	page.on("pageerror", error => wrong.push(error.message));
	page.on("console", message => { if (message.type() === "error") wrong.push(message.text()); });
	page.on("dialog", dialog => { if (!page.dialogs) { wrong.push("a dialog: " + dialog.message()); void dialog.dismiss(); } else void dialog.accept(page.dialogs.shift()); });
	page.on("request", request => { if (!/^(file|data|blob):/.test(request.url()) && !request.url().startsWith(url.replace(/[^/]*$/, ""))) wrong.push("asked for " + request.url()); });
	await page.goto(url + hash);
	await page.waitForSelector("main h2");
	try { await then(page); } catch (error) { check(`${hash}: ${String(error.message).split("\n")[0]}`, false, error.stack.split("\n").find(line => line.includes("use.mjs"))?.trim()); }
	check("nothing goes wrong in the page", wrong.length === 0, wrong.join("; "));
	check("the content policy reports nothing", (await page.evaluate(() => window.reports)).length === 0, (await page.evaluate(() => window.reports)).join("; "));
	await context.close();
}

/** Waits until [ask] is answered with something in the page, whose content policy lets nobody evaluate strings. */
async function until(page, ask, argument) {
	for (let i = 0; i < 1200; i++) {
		const answer = await page.evaluate(ask, argument);
		if (answer) return answer;
		await page.waitForTimeout(50);
	}
	throw new Error(`it never came to this: ${ask}`);
}

const text = (page, selector) => page.locator(selector).first().innerText();
async function download(page, click) {
	const [found] = await Promise.all([page.waitForEvent("download"), click()]);
	return readFileSync(await found.path(), "utf8");
}

/** Does what the hint says, by clicking. False if the deal is over. */
async function followHint(page) {
	const state = await until(page, () => document.querySelector("section.score") ? "over" : document.querySelector(".cover") ? "cover" : document.querySelector(".acts button:not(:disabled)") ? "act" : null);
	if (state === "over") return false;
	if (state === "cover") { await page.click("text=Show the hand"); return true; }
	await page.click("button:has-text('Hint')");
	const said = (await text(page, ".answer.hint pre")).split("\n")[0].trim();
	const [, verb, cards, tail] = /^(\S+)\s*(.*?)((?:\s+|^)(?:to|as|onto)\s.*)?$/.exec(said);
	const words = { J: "jack", Q: "queen", K: "king", A: "ace" };
	const done = () => until(page, () => !document.querySelector(".answer.hint") && !document.querySelector(".acts button:disabled"));
	if (verb === "draw") { await page.locator(".acts button:text-is('Draw')").click(); await done(); return true; }
	if (!["ask", "answer", "talon", "no", "stop", "special"].includes(verb))
		for (const card of cards.replaceAll(",", "").match(/(?:red |black )?\S+/g) ?? []) {
			const name = card.replace(/[JQKA]$/, rank => words[rank]);
			await page.locator(".hand-card[aria-pressed=false]").filter({ has: page.getByText(new RegExp(`^${name}(, can be played)?$`)) }).first().click();
		}
	const offers = page.locator(".acts button.primary"), count = await offers.count();
	let at = -1;
	const wanted = { take: "Take the pile", meld: "Meld", add: "Add", discard: "Discard", ask: "Ask", answer: "Answer", lay: "Lay out", special: "Lay the special", talon: "Take the talon", no: "Leave the talon", stop: "End the deal" }[verb];
	for (let i = 0; i < count && at < 0; i++) {
		const offered = await offers.nth(i).innerText();
		if (offered.startsWith(wanted) && (tail === undefined || verb === "take" || offered.endsWith(tail.trim().replaceAll("_", " "))) && (verb !== "answer" || offered.endsWith(said.split(" ")[1]))) at = i;
	}
	check(`the hint \`${said}\` is offered`, at >= 0);
	if (at < 0) return false;
	await offers.nth(at).click();
	await done();
	return true;
}

async function begin(page, seed) {
	await page.fill("#play-seed", seed);
	await page.click("button:text-is('Deal')");
	await page.waitForSelector(".acts button, .cover, section.score");
}

const HOSTILE = ['"><img src=x onerror="window.hacked=1">', "<script>window.hacked=1</script>", "javascript:window.hacked=1", "{{constructor.constructor('window.hacked=1')()}}", "';window.hacked=1//", "</textarea><svg onload=window.hacked=1>",
	"\u202Egnp.exe", "a".repeat(5000), "\0", "__proto__", "%3Cscript%3E", "🂡".repeat(50)];
const unharmed = async page => check("no text is run", await page.evaluate(() => window.hacked === undefined && document.querySelectorAll("main img, main script, main iframe").length === 0));

const uses = {
	async read() {
		await visit("#read", { then: async page => {
			for (const game of games) {
				await page.selectOption("#read-game", game.reference);
				await until(page, title => document.querySelector(".document .title")?.textContent === title, game.title);
				check(`${game.reference} is a sheet`, await page.locator(".clause-button").count() > 30);
			}
			await page.selectOption("#read-game", first);
			await page.click("summary:has-text('Options')");
			await page.click("label:has-text('Equal totals at the end are a tie')");
			await page.waitForSelector("text=they share the win");
			await page.click(".clause-button:has-text('they share the win')");
			const about = await text(page, ".about");
			check("a clause says where it is stated", /Stated in/.test(about) && /option ties_stand/.test(about), about);
			check("and what it took the place of", /another_deal/.test(about), about);
			await page.selectOption("#read-sheet", "2");
			await page.waitForSelector(".document.doc-pad");
			check("saved is what the tool writes", await download(page, () => page.click("button:text-is('Save')")) === tool("sheet", first, "--pad", "--html", "--with", "ties_stand"));
		} });
	},
	async compare() {
		await visit(`#compare?games=${first},${modern}`, { then: async page => {
			await page.waitForSelector(".difference");
			const told = JSON.parse(tool("diff", "--json", first, modern)).differences.length;
			check("all differences are there", await page.locator(".difference").count() === told, String(told));
			await page.click(".difference .first a:has-text('the rule') >> nth=0");
			await page.waitForSelector(".about .setting");
			check("a difference leads to the rule", /Stated in/.test(await text(page, ".about")));
			await page.goBack();
			await page.waitForSelector(".difference");
			await page.click("text=Add another");
			await page.waitForSelector("table.matrix");
			check("three stand side by side", await page.locator("table.matrix thead th").count() === 4);
		} });
		await visit(`#compare?games=${first},${first}%2Bnatural_pair_to_open`, { then: async page => {
			await page.click("text=Show each difference at the table");
			await page.waitForSelector(".position");
			check("a witness is a picture with both verdicts", await page.locator(".position .card").count() > 5 && /: yes[\s\S]*: no/.test(await text(page, ".witnesses")), await text(page, ".witnesses"));
		} });
	},
	async write() {
		await visit("#write", { then: async page => {
			await page.fill("#theirs-title", "Tuesday club");
			await page.click("summary:text-is('The deal')");
			await page.locator("label:has-text('Cards dealt to each player') + input").fill("13");
			await page.click("summary:text-is('Going out')");
			await page.locator("label:has-text('Whether a player going out ends') + select").selectOption("required");
			await page.click("summary:text-is('The initial meld')");
			await page.locator(".step:has-text('0 to 1495') input").fill("60");
			await page.click("text=Write the rules");
			await page.waitForSelector(".cm-content");
			await page.waitForSelector("text=Each player is dealt 13 cards");
			check("the form writes what was changed and no more", (await page.locator(".beside .difference").count()) === 3 && /60 from 0/.test(await text(page, ".beside")));
			await page.click(".cm-content");
			await page.keyboard.press("Control+End");
			await page.keyboard.press("ArrowUp");
			await page.keyboard.press("ArrowUp");
			await page.keyboard.press("End");
			await page.keyboard.type("\nturn { drw 2 }");
			await page.click(".warn button");
			await page.waitForSelector(".finding.error");
			check("a slip is found", /drw/.test(await text(page, ".finding.error")));
			check("under its word", await page.locator(".cm-lintRange-error").count() > 0);
			await page.locator(".cm-lintRange-error").first().hover();
			await page.click(".cm-diagnosticAction");
			await page.waitForSelector("text=No mistakes found", { state: "attached" }).catch(() => {});
			await page.click("[role=tab]:has-text('What changes')");
			await until(page, () => /draws? 2 cards/.test(document.querySelector(".beside")?.textContent ?? ""));
			check("the hint mends it by a click", await page.locator(".cm-lintRange-error").count() === 0);
			await page.click(".cm-content");
			await page.keyboard.press("Control+End");
			await page.keyboard.type('\nrulings for tuesday_club {\nruling "Thirteen cards" { deal 1; expect hand size = 13 }\nruling "Eleven cards" { deal 1; expect hand size = 11 ');
			await page.click("[role=tab]:has-text('Rulings')");
			await page.waitForSelector("text=1 do not");
			check("a ruling that holds and one that does not", /1 hold/.test(await text(page, ".beside")));
			await page.click("button:text-is('Lay out')");
			const saved = await download(page, () => page.click("button:text-is('Save')"));
			check("the file goes out", saved.startsWith("language 1\n\nvariant tuesday_club"), saved);
			await page.click(".cm-content");
			await page.keyboard.press("Control+Home");
			for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
			await page.keyboard.press("End");
			await page.keyboard.press("Enter");
			await page.keyboard.type("pile { ta");
			await page.keyboard.press("Control+Space");
			await page.waitForSelector(".cm-tooltip-autocomplete");
			check("completion knows the section", /take/.test(await text(page, ".cm-tooltip-autocomplete")));
			await page.keyboard.press("Escape");
			for (let i = 0; i < 9; i++) await page.keyboard.press("Backspace");
			let said = "";
			for (let i = 0; i < 20 && !/Before: 11/.test(said); i++) { // as soon as the text is sound again
				await page.mouse.move(0, 0);
				await page.waitForTimeout(300);
				await page.locator(".cm-line:has-text('hand')").first().locator("span:text-is('hand')").first().hover();
				await page.waitForSelector(".cm-tooltip .about");
				said = await text(page, ".cm-tooltip .about");
			}
			check("a word tells what it means and what held before", /Cards dealt to each player[\s\S]*Before: 11/.test(said), said);
			await page.click("button:text-is('Link')");
			await until(page, () => location.hash.includes("text="));
			const url = page.url();
			await page.evaluate(() => localStorage.clear());
			await page.goto("about:blank");
			await page.goto(url);
			await page.waitForSelector(".cm-content");
			await until(page, () => document.querySelector(".editor-host")?.shadowRoot?.querySelector(".cm-content")?.textContent?.includes("Tuesday club"));
			check("a link carries the file", true);
			await page.goto("about:blank");
			await page.goto(file + "#read");
			await page.waitForSelector("#read-game option:has-text('Tuesday club')", { state: "attached" });
			check("the club's rules are among the games", true);
		} });
	},
	async judge() {
		await visit("#judge", { then: async page => {
			await page.waitForSelector(".verdict.legal");
			await page.click("button:text-is('Clear')");
			for (const card of ["king", "king", "5"]) await page.click(`.palette button:has-text('Put ${card} there')`);
			await page.click("label:has-text('Discard pile')");
			for (const card of ["9", "black 3"]) await page.click(`.palette button:has-text('Put ${card} there')`);
			await page.fill("#judge-act", "take K K");
			await page.waitForSelector(".verdict.illegal");
			const verdict = await text(page, ".verdict");
			check("a verdict has the clause, its file and its statement", /black three/i.test(verdict) && /line \d+/.test(verdict) && /WAHHI-\d+/.test(verdict), verdict);
			check("and what may be done instead", await page.locator(".verdict button:text-is('draw')").count() === 1);
			await page.click(".verdict button:text-is('draw')");
			await page.waitForSelector(".verdict.legal");
			await page.click("text=Ask other rules too");
			await page.selectOption("#judge-1", modern);
			await until(page, () => document.querySelectorAll(".verdict").length === 2);
			const url = page.url();
			await page.goto("about:blank");
			await page.goto(url);
			await until(page, () => document.querySelectorAll(".verdict").length === 2);
			check("a link brings the position back", await page.locator(".builder .zones .card").count() === 5);
			for (const game of games) {
				await page.selectOption("#judge-0", game.reference);
				await until(page, title => document.querySelector(".verdict h3")?.textContent === title, game.title);
			}
			check("every game judges", true);
		} });
	},
	async play() {
		await visit(`#play?game=${modern}`, { then: async page => {
			await begin(page, "7");
			let acts = 0;
			while (acts < 200 && await followHint(page)) acts++;
			check("a deal of modern Canasta comes to its end", await page.locator("section.score").count() === 1, `${acts} acts`);
			const record = await download(page, () => page.click("text=Save the record"));
			check("its record is one that the tool plays again", /canasta record 1/.test(record) && record.includes("score: "));
			await page.click("text=Next deal");
			await page.waitForSelector(".acts button");
			await page.reload();
			await page.click("text=Go on with the game from before");
			await page.waitForSelector(".acts button");
			check("a closed window loses nothing", true);
			await page.click("button:text-is('Leave')");
			await page.click("text=Replay the last game");
			await page.waitForSelector(".table");
			const lines = await text(page, ".record-line");
			for (let i = 0; i < 5; i++) await page.click("button:text-is('Back')");
			await until(page, before => document.querySelector(".record-line")?.textContent !== before, lines);
			await page.selectOption("#replay-seat", "2");
			await page.selectOption("#replay-under", first);
			await page.click("text=Judge the game by these");
			await page.waitForSelector(".replay .told, .problem");
			check("a record is seen from a seat and under other rules", true);
		} });
		await visit(`#play?game=${first}`, { then: async page => {
			await begin(page, "3");
			await page.locator(".acts button:text-is('Draw')").click();
			await until(page, () => ![...document.querySelectorAll(".acts button")].some(button => button.textContent === "Draw"));
			const cards = page.locator(".hand .hand-card");
			await cards.nth(0).click();
			await cards.nth(3).click();
			await page.click(".acts button:text-is('Meld?')");
			await page.waitForSelector(".answer.refused pre");
			const why = await text(page, ".answer.refused pre");
			check("a refusal says why", why.length > 20, why);
			await page.keyboard.press("Escape");
			await page.click("text=Take back");
			await page.waitForSelector(".answer pre:has-text('nothing to take back')");
			check("what cannot be taken back says so", true);
		} });
		await visit(`#play?game=${first}`, { then: async page => {
			for (const seat of [1, 2, 3]) await page.selectOption(`#seat-${seat}`, "person");
			await begin(page, "3");
			for (let i = 0; i < 30 && await page.locator(".hand-zone").count() >= 0; i++) if (!await followHint(page)) break;
			check("four people play at one screen", await page.locator(".log li").count() > 3);
		} });
		await visit(`#play?game=${first}`, { then: async page => {
			await begin(page, "3");
			await page.locator(".acts button:text-is('Draw')").click();
			await page.waitForSelector(".hand-card:not(:disabled)");
			await page.locator(".hand-card").last().dragTo(page.locator(".heap").nth(1));
			await until(page, () => document.querySelectorAll(".hand-card").length === 11);
			check("a card is dragged to the pile", true);
		} });
		for (const game of games)
			await visit(`#play?game=${game.reference}`, { then: async page => {
				await begin(page, "5");
				for (let i = 0; i < 7; i++) if (!await followHint(page)) break;
				check(`${game.reference} is played`, await page.locator(".table").count() === 1);
			} });
	},
	async score() {
		await visit("#score", { then: async page => {
			await page.click("button:text-is('Begin')");
			await page.waitForSelector("#pad-free");
			await page.fill("#pad-us-sum", "1250");
			await page.fill("#pad-them-sum", "340");
			await page.click("button:text-is('Enter')");
			await page.waitForSelector("td:text-is('1250')");
			await page.locator("summary:text-is('Item by item')").first().click();
			await page.fill("#pad-us-natural", "1");
			await page.fill("#pad-us-melded", "340");
			await page.fill("#pad-them-sum", "85");
			await page.click("button:text-is('Enter')");
			await page.waitForSelector("td:text-is('2090')");
			await page.reload();
			await page.waitForSelector("td:text-is('2090')");
			check("the evening is kept", true);
			const csv = await download(page, () => page.click("text=For a spreadsheet"));
			check("it goes to a spreadsheet", csv.includes('"total",2090,425'), csv);
			await page.fill("#pad-free", "nonsense");
			await page.keyboard.press("Enter");
			await page.waitForSelector(".problem");
			await page.click("text=Take back the last");
			await until(page, () => ![...document.querySelectorAll("td")].some(cell => cell.textContent === "2090"));
			check("an entry is taken back", true);
		} });
		for (const game of games)
			await visit("#score", { then: async page => {
				await page.selectOption("#pad-game", game.reference);
				await page.click("button:text-is('Begin')");
				await page.waitForSelector("#pad-free");
				check(`${game.reference} has a side for each`, await page.locator(".controls fieldset").count() === game.sides);
			} });
	},
	async simulate() {
		await visit(`#simulate?game=${first}`, { then: async page => {
			await page.waitForSelector("#sim-bot-0 option[value=simple]", { state: "attached" });
			await page.selectOption("#sim-bot-0", "simple");
			await page.fill("#sim-amount", "40");
			await page.click("button:text-is('Begin')");
			await page.waitForSelector(".figures");
			check("there is a plot", await page.locator(".plot canvas").count() === 1);
			check("many workers give the bytes of the tool", await download(page, () => page.click("text=For a spreadsheet")) === tool("sim", first, "--games", "40", "--bots", "simple", "--csv"));
			await page.fill("#sim-amount", "100000");
			await page.click("button:text-is('Begin')");
			await page.click("button:text-is('Stop')");
			await page.waitForSelector(".progress", { state: "detached" });
			check("it stops", true);
			await page.selectOption("#sim-way", "bots");
			await page.fill("#sim-amount", "12");
			await page.click("button:text-is('Begin')");
			await page.waitForSelector(".figures .summary");
			check("two bots are compared", /95 % interval/.test(await text(page, ".figures .summary")));
			await page.selectOption("#sim-way", "rules");
			await page.fill("#sim-amount", "10");
			await page.click("button:text-is('Begin')");
			await page.waitForSelector(".document table");
			check("so are two sets of rules", /change/.test(await text(page, ".document table")));
		} });
	},
	async club() {
		const at = `${build}/page/club`;
		mkdirSync(at, { recursive: true });
		writeFileSync(`${at}/friday.canasta`, `language 1\nvariant friday "Fridays </script><b>" extends ${first} {\n    deal { hand 12 house }\n}\n`);
		execFileSync(`${build}/canasta`, ["page", "friday.canasta", "-o", "club.html"], { cwd: at });
		await visit("", { url: `file://${at}/club.html`, then: async page => {
			await page.waitForSelector(".document .title:has-text('Fridays </script><b>')");
			check("the page of a club opens with its rules", (await text(page, ".document")).includes("Each player is dealt 12 cards"));
			await page.click("nav a:has-text('Play')");
			await page.waitForSelector("#play-game option:has-text('Fridays')", { state: "attached" });
			await begin(page, "1");
			check("and they are played", await page.locator(".hand-card").count() >= 12);
		} });
	},
	async everywhere() {
		const rooms = ["#read", "#write", "#compare", "#judge", "#play", "#score", "#simulate"];
		for (const size of [360, 800, 1400])
			for (const scheme of ["light", "dark"])
				for (const room of rooms)
					await visit(room, { size, scheme, then: async page => {
						await page.waitForTimeout(400);
						if (room === "#play") await begin(page, "3");
						const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
						check(`${room} fits ${size}`, wide <= 0, String(wide));
						if (size === 800) return;
						await page.evaluate(axe);
						const found = await page.evaluate(async () => (await window.axe.run()).violations.map(one => `${one.id} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 160)}`));
						check(`axe finds nothing in ${room} (${size}, ${scheme})`, found.length === 0, found.join("\n  "));
					} });
	},
	async keyboard() {
		await visit("#read", { then: async page => {
			await page.waitForSelector(".clause-button");
			const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
			for (let i = 0; i < 12 && !(await focused()).startsWith("Play"); i++) await page.keyboard.press("Tab");
			await page.keyboard.press("Enter");
			await page.waitForSelector("#play-seed");
			await page.focus("#play-seed");
			await page.keyboard.type("3");
			await page.keyboard.press("Enter");
			await page.waitForSelector(".acts button");
			await page.focus(".acts button");
			await page.keyboard.press("d");
			await until(page, () => ![...document.querySelectorAll(".acts button")].some(button => button.textContent === "Draw"));
			await page.focus(".hand-card");
			await page.keyboard.press("ArrowRight");
			await page.keyboard.press("Enter");
			check("a card is chosen by keys", await page.locator(".hand-card[aria-pressed=true]").count() === 1);
			await page.keyboard.press("x");
			await until(page, () => document.querySelectorAll(".hand-card").length === 11);
			check("a turn is played by keys alone", true);
		} });
	},
	async served() {
		const types = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm", txt: "text/plain" };
		const policy = readFileSync(`${build}/page/parts/policy.txt`, "utf8").trim();
		const server = createServer((request, response) => {
			const name = new URL(request.url, "http://here").pathname.slice(1) || "index.html";
			try {
				const bytes = readFileSync(`${build}/page/parts/${name.replaceAll("..", "")}`);
				response.writeHead(200, { "Content-Type": types[name.split(".").pop()], "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff" }).end(bytes);
			} catch { response.writeHead(404).end(); }
		});
		await new Promise(done => server.listen(0, "127.0.0.1", done));
		const url = `http://127.0.0.1:${server.address().port}/`;
		for (const [room, shows] of [["#read", ".clause-button"], ["#judge", ".verdict"], ["#write", ".theirs"]])
			await visit(room, { url, then: async page => { await page.waitForSelector(shows); check(`${room} from a server`, true); } });
		server.close();
	},
	async hostile() {
		for (const words of HOSTILE) {
			const escaped = encodeURIComponent(words);
			await visit(`#judge?games=${first}&lines=${escaped}&act=${escaped}`, { then: async page => { await page.waitForSelector(".verdict, .problem"); await page.fill("#judge-more", words); await page.fill("#judge-act", words); await page.waitForTimeout(250); await unharmed(page); } });
			await visit(`#read?game=${escaped}`, { then: async page => { await page.waitForSelector(".problem"); await page.fill("#read-find", words); await unharmed(page); } });
			await visit("#write", { then: async page => {
				await page.fill("#theirs-title", words);
				await page.click("text=Write the rules");
				await page.waitForSelector(".cm-content");
				await page.locator("input[type=file]").first().setInputFiles({ name: `${words.replace(/[/\\\0]/g, "").slice(0, 40)}.canasta`, mimeType: "text/plain", buffer: Buffer.from(`language 1\nvariant ours "${words}" extends ${first} {\n """${words}"""\n deal { hand 13 house "${words}" }\n}\n`) });
				await page.waitForTimeout(500);
				for (const tab of ["Findings", "Rule sheet", "Rulings", "What changes"]) { await page.click(`[role=tab]:has-text('${tab}')`); await page.waitForTimeout(150); }
				await unharmed(page);
			} });
			await visit("#score", { then: async page => {
				await page.click("button:text-is('Begin')");
				await page.waitForSelector("#pad-free");
				await page.fill("#pad-free", `names ${words} B C D`);
				await page.focus("#pad-free");
				await page.keyboard.press("Enter");
				await page.fill("#pad-us-sum", words);
				await page.click("button:text-is('Enter')");
				await page.waitForTimeout(150);
				await unharmed(page);
			} });
			await visit("#play", { then: async page => {
				await page.locator("input[type=file]").first().setInputFiles({ name: "a.record", mimeType: "text/plain", buffer: Buffer.from(`canasta record 1\nvariant: ${words}\ntitle: ${words}\nseed: 1\ndate: ${words}\n`) });
				await page.waitForSelector(".problem, .table");
				await unharmed(page);
			} });
		}
	},
};

for (const name of (process.env.ONLY ?? Object.keys(uses).join(" ")).split(" ")) {
	current = name;
	await uses[name]();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
