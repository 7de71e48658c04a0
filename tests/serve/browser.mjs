// browser.mjs BUILD -- people with a phone each in Debian's Chromium: four who play and one who looks on, at a table of canasta-serve. One is offline for a
// while, one reloads, one moves to another phone, and the server is killed. Before that one plays a short game against bots to its end. RULES="wahhi wca" names the games; ACTS=40: bots end the deal after so many acts
// more; SHOTS=FOLDER keeps pictures. BUILD/page has the page in parts.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Person, Server } from "./client.mjs";

const build = resolve(process.argv[2]), require = createRequire(`${build}/page/node_modules/here.js`), { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const games = (process.env.RULES ?? "wahhi").split(" ").filter(name => name !== ""), shots = process.env.SHOTS, names = ["Ada", "Béla", "Chloë", "Dan"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
let checked = 0, wrong = 0;

function check(what, holds, more = "") {
	checked++;
	if (!holds) {
		wrong++;
		console.log(`FAIL ${what}${more ? `: ${more}` : ""}`);
	}
}

/** Waits until [ask] is answered with something. */
async function until(ask, what, most = 20000) {
	for (const end = Date.now() + most; ;) {
		const answer = await ask();
		if (answer)
			return answer;
		if (Date.now() > end)
			throw new Error(`waited in vain for: ${what}`);
		await new Promise(resolve => setTimeout(resolve, 20));
	}
}

/** The way from a phone to the server, which may be slow, and which can be cut. */
class Line {
	/** @param {number} to the port of the server @param {number} [delay] in milliseconds, each way */
	constructor(to, delay = 0) {
		this.sockets = new Set();
		this.isCut = false;
		this.delay = delay;
		this.listener = net.createServer(near => {
			const far = net.connect(to, "127.0.0.1");
			for (const [one, other] of [[near, far], [far, near]]) {
				this.sockets.add(one);
				one.on("data", bytes => this.delay > 0 ? setTimeout(() => other.writable && other.write(bytes), this.delay) : other.write(bytes));
				one.on("close", () => { this.sockets.delete(one); other.destroy(); });
				one.on("error", () => {});
			}
			if (this.isCut)
				near.destroy();
		});
	}

	/** The same address at the phone's end of the line. @param {string} url */
	async from(url) {
		await new Promise(resolve => this.listener.listen(0, "127.0.0.1", () => resolve(undefined)));
		return url.replace(/:\d+(?=\/)/, `:${this.listener.address().port}`);
	}

	cut() {
		this.isCut = true;
		for (const socket of this.sockets)
			socket.destroy();
	}

	end() {
		this.cut();
		this.listener.close();
	}
}

/** A phone of somebody. */
class Phone {
	/** @param {string} name */
	constructor(name) { Object.assign(this, { name, errors: [] }); }

	async open(url) {
		this.context ??= await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, acceptDownloads: true });
		this.page = await this.context.newPage();
		this.page.setDefaultTimeout(20000);
		this.page.on("pageerror", error => this.errors.push(error.message));
		this.page.on("console", message => { if (message.type() === "error" && !/net::ERR_|Failed to load resource/.test(message.text())) this.errors.push(message.text()); });
		await this.page.addInitScript(() => { window.reports = []; addEventListener("securitypolicyviolation", event => window.reports.push(`${event.violatedDirective} ${event.blockedURI}`)); });
		await this.page.goto(url);
		await this.page.waitForSelector("main h2");
	}

	async close() {
		check(`nothing goes wrong on the phone of ${this.name}`, this.errors.length === 0, this.errors.join("; "));
		check(`the content policy reports nothing to ${this.name}`, (await this.page.evaluate(() => window.reports)).length === 0);
		await this.context.close();
	}

	text(selector) { return this.page.evaluate(selector => [...document.querySelectorAll(selector)].map(one => one.textContent.replace(/\s+/g, " ").trim()).join(" | "), selector); }
	sees(selector) { return this.page.evaluate(selector => document.querySelector(selector) !== null, selector); }
	/** Presses a button that can be seen, or one of the menu. @param {string} words */
	press(words) { return this.page.evaluate(words => { const button = [...document.querySelectorAll("button, a.button")].find(one => one.textContent.trim().startsWith(words) && !one.disabled && (one.getClientRects().length > 0 || one.closest("details.menu"))); button?.click(); return button !== undefined; }, words); }
	hand() { return this.page.evaluate(() => [...document.querySelectorAll(".hand-card")].map(card => card.textContent.replace(/, (can be played|new)/g, "").replace(/new$/, "")).sort().join(", ")); }

	async shot(name) {
		if (!shots)
			return;
		mkdirSync(shots, { recursive: true });
		await this.page.screenshot({ path: join(shots, `${name}.png`) });
	}

	/** It is accessible, nothing sticks out, and at a table no part lies over another one and the hand is in sight. @param {string} what */
	async fits(what) {
		const found = await this.page.evaluate(() => {
			const wide = document.documentElement.scrollWidth - innerWidth, parts = [...document.querySelectorAll(".table-head, .table, .story, .say, .acts, .hand")].map(one => [one.className, one.getBoundingClientRect()]);
			const over = parts.flatMap(([a, one], i) => parts.slice(i + 1).filter(([, other]) => one.bottom > other.top + 1 && other.bottom > one.top + 1 && one.right > other.left + 1 && other.right > one.left + 1).map(([b]) => `${a} over ${b}`));
			const hand = document.querySelector(".hand")?.getBoundingClientRect();
			return [wide > 0 ? `${wide} pixels too wide` : "", ...over, hand && hand.bottom > innerHeight + 1 ? `the hand ends at ${hand.bottom} of ${innerHeight}` : ""].filter(words => words);
		});
		check(`${what} fits a phone`, found.length === 0, found.join("; "));
		await this.page.evaluate(axe);
		const barriers = await this.page.evaluate(async () => (await window.axe.run()).violations.map(one => `${one.id} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 160)}`));
		check(`axe finds nothing in ${what}`, barriers.length === 0, barriers.join("; "));
	}

	/** Does one act as its player would, if it is her turn; true if it did. A hint chooses the cards where the table allows it. */
	async act() {
		return this.page.evaluate(async () => {
			const find = selector => document.querySelector(selector), wait = time => new Promise(resolve => setTimeout(resolve, time));
			const soon = async is => { for (let i = 0; i < 400; i++) { const found = is(); if (found) return found; await wait(10); } return null; };
			const button = verb => [...document.querySelectorAll(".acts [data-words]:not(:disabled)")].find(one => verb.test(one.dataset.words));
			if (!find(".hand-zone.mine") || find(".over") || find(".acts button:disabled:not(.back)"))
				return false;
			const before = find(".hand-zone.mine").closest(".play-table").textContent;
			const press = async one => {
				one.click();
				await soon(() => button(/./)?.classList.contains("warn") || [...document.querySelectorAll(".acts button")].some(one => one.textContent === "Take back" && one.classList.contains("warn")) || find(".play-table")?.textContent !== before);
				[...document.querySelectorAll(".acts .warn")].find(one => one.textContent.endsWith(" anyway"))?.click(); // it was meant
				await wait(20);
				Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }); // a discard does not wait for who leaves
				document.dispatchEvent(new Event("visibilitychange"));
				delete document.visibilityState;
				await wait(20);
				return true;
			};
			const stock = find(".heap.stock .heap-button.lit");
			if (stock)
				return press(stock);
			const hint = [...document.querySelectorAll(".acts button:not(:disabled)")].find(one => one.textContent === "Hint");
			if (hint) {
				hint.click();
				const one = await soon(() => find(".acts .primary:not(:disabled)") ?? (document.querySelectorAll(".hand-card.up").length > 0 ? button(/./) : null));
				if (one)
					return press(one);
			}
			if (button(/^(answer|no|stop|talon)/))
				return press(button(/^(answer|no|stop|talon)/));
			for (const card of document.querySelectorAll(".hand-card")) {
				for (const up of document.querySelectorAll(".hand-card.up"))
					up.click();
				card.click();
				const one = await soon(() => button(/^discard/) ?? (find(".why") ? "refused" : null));
				if (one && one !== "refused")
					return press(one);
			}
			return button(/./) ? press(button(/./)) : false;
		});
	}
}

/** Somebody acts. @param {Phone[]} phones */
async function oneAct(phones) {
	for (const phone of phones)
		if (await phone.act())
			return phone;
	await new Promise(resolve => setTimeout(resolve, 15));
	return null;
}

const isOver = async (/** @type {Phone} */ phone) => phone.sees(".over");

/** @param {Phone[]} phones @param {number} many */
async function someActs(phones, many) {
	for (let done = 0, end = Date.now() + 60000; done < many && !await isOver(phones[0]);) {
		if (await oneAct(phones) !== null) {
			done++;
			end = Date.now() + 60000;
		}
		if (Date.now() > end)
			throw new Error(`nobody acts for a minute, after ${done} acts: ${(await Promise.all(phones.map(async phone => `${phone.name} ${await phone.text(".company")} ${await phone.text(".saying")} ${await phone.text(".answer")} ${await phone.text(".acts button")} ${phone.errors.join()}`))).join(" / ")}`);
	}
}

/** All phones show the same cards on the table, suits too. @param {Phone[]} phones */
async function agree(phones) {
	const looks = () => Promise.all(phones.map(phone => phone.page.evaluate(() => [...document.querySelectorAll(".table [data-piece] use")].map(use => use.getAttribute("href")).sort().join(" "))));
	const agreed = await until(async () => (await looks()).every((one, _, [first]) => one === first && one !== ""), "the same suits", 5000).catch(() => false);
	check("all phones show the same suits", agreed, agreed ? "" : (await looks()).join(" / "));
}

/** A whole evening with a server of its own. @param {string} rules */
async function served(rules) {
	const server = await new Server(build, ["--page", `${build}/page/parts`, "--away", "3"]).start(), lines = [new Line(server.port), new Line(server.port, 300), null];
	try {
		await evening(rules, server, lines);
	} catch (error) {
		error.message += server.errors ? `; the server says: ${server.errors}` : "";
		throw error;
	} finally {
		for (const line of lines)
			line?.end();
		await server.stop();
		server.remove();
	}
}

/** @param {string} rules @param {Server} server @param {(Line | null)[]} lines those of the phones that are not next to the server */
async function evening(rules, server, lines) {
	const file = rules.replace(":", "-");
	const ada = new Phone("Ada"), others = names.slice(1).map(name => new Phone(name)), onlooker = new Phone("somebody who looks on");
	for (const part of readdirSync(`${build}/page/parts`).filter(name => !/\.gz$|^policy/.test(name))) {
		const { text, headers } = await server.ask(part === "index.html" ? "/" : `/${part}`);
		check(`${part} comes packed`, headers.get("content-encoding") === "gzip" && (part.endsWith(".wasm") || text === readFileSync(`${build}/page/parts/${part}`, "utf8")));
	}
	// a table is made, and its link is sent
	await ada.open(server.url + "/");
	check("the first page offers a table for several people", await ada.press("A new table"));
	await until(() => ada.page.evaluate(rules => document.querySelector(`#table-game option[value="${rules}"]`) !== null, rules), "the games");
	await ada.page.selectOption("#table-game", rules);
	await ada.page.getByText("may ask for a hint").click();
	await ada.shot(`${file}-new`);
	await ada.fits("a new table");
	await ada.press("Make the table");
	await ada.page.waitForSelector(".chairs li");
	const link = await ada.page.inputValue(".link-to-send input"), id = link.split("#")[1];
	check("the link names the table and no seat", /#[0-9a-z]{10}$/.test(link), link);
	// chairs
	await ada.press("Sit here");
	check("who has no name is asked for it", /name/.test(await ada.text(".problem")));
	await ada.page.fill("#own-name", "Ada");
	await ada.press("Sit here");
	await until(async () => /Ada – you/.test(await ada.text(".chairs .own")), "her chair");
	for (const [i, other] of others.entries()) {
		await other.open(await lines[i]?.from(link) ?? link);
		await other.page.fill("#own-name", other.name);
		await other.press("Sit here");
		await until(async () => (await other.text(".chairs .own")).includes(other.name), "a chair");
	}
	await onlooker.open(link);
	await until(async () => names.every(async name => (await onlooker.text(".chairs")).includes(name)), "all names");
	await ada.shot(`${file}-chairs`);
	await ada.fits("the chairs");
	await ada.page.evaluate(() => document.querySelector(".link-to-send").scrollIntoView());
	await ada.shot(`${file}-link`);
	await ada.press("Deal");
	const people = [ada, ...others];
	for (const phone of [...people, onlooker])
		await phone.page.waitForSelector(".table .seat");
	for (const phone of people)
		await phone.page.waitForSelector(".hand-card");
	check("who looks on sees no hand", !await onlooker.sees(".hand-card"));
	check("the others are called by their names", names.slice(1).every(async name => (await ada.text(".seat-name")).includes(name)));
	await someActs(people, 6);
	await agree([...people, onlooker]);
	await Promise.all(people.map((phone, i) => phone.shot(`${file}-table-${i + 1}`)));
	await onlooker.shot(`${file}-onlooker`);
	for (const phone of [...people, onlooker])
		await phone.fits(`the table of ${phone.name}`);
	// the rules of the table, in short and as a whole
	await onlooker.press("Rules");
	const short = await until(async () => (await onlooker.text("dialog")).length > 500 && onlooker.text("dialog"), "the rules in short");
	await onlooker.shot(`${file}-card`);
	check("the rules can be read as a whole at a table", await onlooker.press("All the rules"));
	await until(async () => (await onlooker.text("dialog")).length > 2 * short.length, "all the rules");
	await onlooker.shot(`${file}-rules`);
	await onlooker.fits("all the rules");
	await onlooker.press("Close");
	// one phone is cut off while its player draws: she does so once it is back, and once
	const draws = () => others[0].page.evaluate(() => document.querySelector(".hand-zone.mine") !== null && document.querySelector(".heap.stock .heap-button.lit") !== null);
	const stillDraws = async () => await draws() && (await others[0].page.waitForTimeout(500), await draws()); // what she has just done is shown a moment later
	for (const end = Date.now() + 120000; !await stillDraws() && Date.now() < end;)
		await oneAct(people);
	const cards = (await others[0].hand()).split(", ").length;
	lines[0].cut();
	await others[0].page.evaluate(() => document.querySelector(".heap.stock .heap-button.lit").click());
	await until(async () => /No connection/.test(await others[0].text(".company")), "that it has no connection");
	await until(async () => /away/.test(await ada.text(".seat-name")), "that somebody is away");
	await others[0].shot(`${file}-offline`);
	await ada.shot(`${file}-away`);
	lines[0].isCut = false;
	await until(async () => !/No connection/.test(await others[0].text(".company")), "the table again");
	await until(async () => (await others[0].hand()).split(", ").length > cards, "what was drawn");
	check("what is done without a connection is done once", !await draws() && await others[0].sees(".hand-zone.mine"));
	await someActs(people, 6);
	// one reloads
	const held = await others[1].hand();
	if (!await others[1].sees(".hand-zone.mine")) {
		await others[1].page.reload();
		await others[1].page.waitForSelector(".hand-card");
		check("a phone that reloads has the same hand", await others[1].hand() === held, `${held} / ${await others[1].hand()}`);
	}
	await someActs(people, 6);
	lines[1].delay = 0;
	// one moves to another phone
	await others[2].page.evaluate(() => { document.querySelector(".menu").open = true; });
	await others[2].shot(`${file}-menu`);
	await others[2].press("Play on another phone");
	const seat = await others[2].page.inputValue("dialog .link-to-send input"), phone = new Phone("Dan");
	await others[2].fits("a link");
	await others[2].shot(`${file}-other-phone`);
	await phone.open(seat);
	await phone.page.waitForSelector(".hand-card");
	check("the link of a seat does not stay in the address", !phone.page.url().includes("/#" + id + "/"), phone.page.url());
	check("both phones show the same hand", await phone.hand() === await others[2].hand());
	await others[2].close();
	people[3] = phone;
	await someActs(people, 6);
	// another one is away, and a bot plays for her until she comes back
	await others[1].page.goto("about:blank");
	await until(() => ada.press("Let a bot play meanwhile"), "that a bot can play for her");
	await until(async () => /Chloë.*a bot plays/.test(await ada.text(".seat-name")), "the bot in her chair", 20000);
	await ada.shot(`${file}-stand-in`);
	await ada.fits("a bot for somebody");
	await others[1].page.goto(lines[1] ? link.replace(/:\d+(?=\/)/, `:${lines[1].listener.address().port}`) : link);
	await until(() => others[1].press("I play myself"), "that she can play herself");
	await until(async () => !/a bot plays/.test(await ada.text(".seat-name")), "her in her chair");
	await others[1].page.waitForSelector(".hand-card");
	await someActs(people, 3);
	// somebody says something, and a discard is asked back
	check("a phrase can be said", await ada.press("Well played!"));
	await until(async () => /Well played!/.test(await onlooker.text(".seat-name")), "what she says");
	let asks;
	for (const end = Date.now() + 120000; Date.now() < end && asks === undefined;) {
		if (await oneAct(people) === null)
			continue;
		await ada.page.waitForTimeout(250);
		asks = (await Promise.all(people.map(async phone => (await phone.press("Ask for it back")) ? phone : undefined))).find(phone => phone !== undefined);
		if (asks === undefined)
			continue;
		await asks.shot(`${file}-asks`);
		for (const phone of people.filter(phone => phone !== asks)) {
			await until(() => phone.sees(".company .ask"), "the question");
			await phone.shot(`${file}-asked`);
			await phone.fits("a question");
			await phone.press("Agree");
		}
		await until(() => asks.sees(".hand-zone.mine"), "the act taken back");
		await until(async () => /takes back the last act/.test(await onlooker.text(".news")), "that it is said");
	}
	check("an act is taken back by consent of all", asks !== undefined);
	// a discard is recalled
	for (let tries = 0; tries < 200; tries++) {
		const who = (await Promise.all(people.map(one => one.sees(".hand-zone.mine")))).indexOf(true), now = people[who];
		if (now === undefined || await now.sees(".heap.stock .heap-button.lit") || !await now.page.evaluate(() => document.querySelector(".hand-card:not(:disabled)") !== null)) {
			await oneAct(people);
			continue;
		}
		const before = await now.hand(), done = await now.page.evaluate(async () => {
			const wait = time => new Promise(resolve => setTimeout(resolve, time));
			for (const card of document.querySelectorAll(".hand-card")) {
				for (const up of document.querySelectorAll(".hand-card.up"))
					up.click();
				card.click();
				await wait(300);
				const discard = () => [...document.querySelectorAll('.acts [data-words^="discard"]:not(:disabled)')][0];
				if (discard()) {
					discard().click();
					await wait(60);
					discard()?.click(); // it was meant
					await wait(60);
					return true;
				}
			}
			return false;
		});
		if (!done)
			break;
		await now.shot(`${file}-recall`);
		check("a discard can be recalled", await now.press("Take back"));
		await now.page.waitForTimeout(2300);
		check("a discard that is recalled is not done", await now.hand() === before && await now.sees(".hand-zone.mine"), `${before} / ${await now.hand()}`);
		break;
	}
	// the server is killed
	const killed = await ada.hand();
	await server.kill();
	for (const phone of [...people, onlooker])
		await until(async () => await phone.sees(".table .seat") && !/No connection/.test(await phone.text(".company")), "the table after the server was killed");
	check("nothing is lost with the server", await ada.hand() === killed);
	await agree([...people, onlooker]);
	await someActs(people, Number(process.env.ACTS ?? 400));
	const played = await isOver(ada);
	if (!played)
		for (const phone of people)
			await phone.press("Let a bot play for me");
	// the deal is over
	for (const phone of [...people, onlooker])
		await until(() => isOver(phone), `the end of the deal for ${phone.name}`, 60000);
	await ada.shot(`${file}-score`);
	await ada.fits("the score");
	if (played && await ada.press("Next deal"))
		await until(async () => /Go on/.test(await people[1].text(".score .buttons")), "that the others can go on");
	// bots play to the end
	for (const phone of people) {
		await phone.press("Go on");
		await phone.press("Let a bot play for me");
	}
	const end = Date.now() + 240000;
	while ((await server.ask(`/rooms/${id}/record`)).status !== 200 && Date.now() < end) {
		for (const phone of people)
			await phone.press("Next deal");
		await new Promise(resolve => setTimeout(resolve, 200));
	}
	const record = await server.ask(`/rooms/${id}/record`);
	check("the game ends", record.status === 200);
	if (record.status === 200) {
		writeFileSync(join(server.folder, "game.record"), record.text);
		const judged = spawnSync(`${build}/canasta`, ["replay", join(server.folder, "game.record")], { encoding: "utf8" });
		check("the record replays", judged.status === 0, judged.stdout.slice(-300) + judged.stderr);
		await until(() => ada.sees(".score"), "the last score");
		const [saved] = await Promise.all([ada.page.waitForEvent("download"), ada.press("Save the record")]);
		check("the record is saved as it is", readFileSync(await saved.path(), "utf8") === record.text, saved.suggestedFilename());
	}
	for (const phone of [...people, onlooker])
		await phone.close();
}

/** One person against bots, at a short game of the server's own folder, from the table that she makes to the last score. */
async function alone() {
	const folder = mkdtempSync(join(tmpdir(), "canasta-rules-"));
	writeFileSync(join(folder, "short.canasta"), 'language 1\n\nvariant short "A short game" extends wahhi {\n    game { to 400 }\n}\n');
	const server = await new Server(build, ["--page", `${build}/page/parts`, "--rules", folder]).start(), ada = new Phone("Ada");
	try {
		await ada.open(server.url + "/");
		await ada.press("A new table");
		const short = await until(() => ada.page.evaluate(() => [...document.querySelectorAll("#table-game option")].find(option => option.textContent.includes("A short game"))?.value), "the game of the folder");
		await ada.page.selectOption("#table-game", short);
		await ada.page.getByText("may ask for a hint").click();
		await ada.press("Make the table");
		await ada.page.waitForSelector(".chairs li");
		const id = (await ada.page.inputValue(".link-to-send input")).split("#")[1];
		check("nobody deals to bots alone", !await ada.press("Deal"));
		await ada.press("Sit here");
		await ada.page.fill("#own-name", "Ada");
		await ada.page.press("#own-name", "Enter");
		await until(async () => /Ada – you/.test(await ada.text(".chairs .own")), "the chair that she pressed before she had a name");
		await ada.page.fill("#own-name", "Adele");
		await ada.page.press("#own-name", "Enter");
		await until(async () => /Adele – you/.test(await ada.text(".chairs .own")), "her other name");
		await ada.press("Deal");
		await ada.page.waitForSelector(".hand-card");
		// somebody comes late, sits down at the table that plays, and goes
		const late = new Phone("Bea");
		await late.open(`${server.url}/#${id}`);
		await until(() => late.press("Sit down"), "that she can sit down");
		await late.page.fill("#own-name", "Bea");
		await late.shot("alone-late");
		check("who comes late takes a chair", await until(() => late.press("Sit here"), "a chair that she sees", 5000).catch(() => false));
		await late.page.waitForSelector(".hand-card");
		check("nothing can be taken back where nothing was done", !(await late.text(".acts button:enabled")).includes("Take back"), await late.text(".acts button:enabled"));
		await ada.page.evaluate(() => { /** @type {any} */ (document.querySelector("details.menu")).open = true; });
		ada.page.once("dialog", dialog => void dialog.dismiss());
		await ada.press("A new link for Bea");
		await ada.page.waitForTimeout(300);
		check("who sits there does not lose her seat at once", await ada.page.evaluate(() => document.querySelector("dialog") === null) && await late.sees(".hand-card"));
		await ada.press("Link to this table");
		await ada.press("Close");
		check("the menu is gone with what it opened", await ada.page.evaluate(() => !(/** @type {any} */ (document.querySelector("details.menu")).open)));
		late.page.once("dialog", dialog => void dialog.accept());
		await late.press("Give up my chair");
		await until(async () => (await ada.text(".seat-name")).match(/\bbot\b/g)?.length === 3, "a bot in her chair");
		await late.close();
		check("bots sit in the chairs that are free", (await ada.text(".seat-name")).match(/\bbot\b/g)?.length === 3, await ada.text(".seat-name"));
		const record = () => server.ask(`/rooms/${id}/record`);
		let acts = 0, deals = 0, last = Date.now();
		while ((await record()).status !== 200) {
			const acted = await ada.act();
			acts += Number(acted);
			if (acted || await ada.press("Next deal") || await ada.press("Go on")) {
				deals += Number(!acted);
				last = Date.now();
			} else if (Date.now() - last > 60000)
				throw new Error(`nothing goes on after ${acts} acts: ${await ada.text(".saying")} ${await ada.text(".answer")} ${await ada.text(".acts button")} ${await ada.text(".score")}`);
			else
				await new Promise(resolve => setTimeout(resolve, 20));
		}
		await until(async () => /wins?\b/.test(await ada.text(".score")), "who has won");
		check("she plays to the end of the game herself", acts > 4 && !/a bot plays/.test(await ada.text(".seat-name")), `${acts} acts, ${deals} deals`);
		check("nothing is dealt after the end", !/Next deal|Go on/.test(await ada.text(".score .buttons")), await ada.text(".score .buttons"));
		await ada.shot("alone-score");
		await ada.fits("the end of a game");
		const { text } = await record();
		writeFileSync(join(folder, "game.record"), text);
		const judged = spawnSync(`${build}/canasta`, ["replay", join(folder, "game.record")], { encoding: "utf8" });
		check("the record of it replays", judged.status === 0, judged.stdout.slice(-300) + judged.stderr);
		// another game, by other rules
		check("whoever made the table lets another game begin", await ada.press("Another game"));
		await until(async () => /Adele – you/.test(await ada.text(".chairs .own")), "the same chair");
		const [saved] = await Promise.all([ada.page.waitForEvent("download"), ada.press("Save the record of the last game")]);
		check("the record of the last game can still be saved", readFileSync(await saved.path(), "utf8") === text);
		await ada.page.getByText("Other rules").click();
		await until(() => ada.page.evaluate(() => document.querySelector('#other-game option[value="burraco"]') !== null), "the other games");
		await ada.page.selectOption("#other-game", "burraco");
		await ada.shot("alone-again");
		await ada.fits("the choice of other rules");
		await ada.press("Play by these");
		await until(async () => /Burraco/.test(await ada.text(".gathering h2.title")), "the other rules");
		const hints = () => ada.page.isChecked(".gathering > section .check input");
		check("there are hints as before", await hints());
		await ada.page.getByText("may ask for a hint").click();
		await ada.page.reload();
		await until(async () => /Burraco/.test(await ada.text(".gathering h2.title")) && !await hints(), "no hints any more");
		await ada.press("Deal");
		await ada.page.waitForSelector(".hand-card");
		await until(() => ada.sees(".hand-zone.mine"), "her turn");
		check("another game is played without them", !/Hint/.test(await ada.text("button")), await ada.text("button"));
		check("another game is played at the same table", /Deal 1/.test(await ada.text(".table-head")) && /Burraco/.test(await ada.text(".table-head")), await ada.text(".table-head"));
		await ada.close();
	} finally {
		await server.stop();
		server.remove();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** A partner asks, and who is asked answers on her phone. */
async function asked() {
	const folder = mkdtempSync(join(tmpdir(), "canasta-rules-"));
	writeFileSync(join(folder, "asking.canasta"), 'language 1\n\nvariant asking "Anyone asks" extends wahhi {\n    going_out {\n        who_asks anyone\n        answer advice\n    }\n}\n');
	const server = await new Server(build, ["--page", `${build}/page/parts`, "--rules", folder]).start(), ada = new Phone("Ada");
	try {
		const { id, host } = await server.room("asking.canasta"), chloe = new Person(server, id);
		await chloe.sit(3, "Chloë");
		void chloe.listen();
		await ada.open(`${server.url}/#${id}`);
		await ada.page.fill("#own-name", "Ada");
		await ada.press("Sit here");
		await until(async () => /Ada – you/.test(await ada.text(".chairs .own")), "her chair");
		await host.say("begin careful");
		await ada.page.waitForSelector(".hand-card");
		const other = new Person(server, id, await ada.page.evaluate(id => JSON.parse(localStorage.getItem(`canasta.table.${id}`)).token, id)); // a second phone of hers
		void other.listen();
		await until(async () => { // Chloë may ask once she has drawn
			for (const one of [other, chloe])
				if (one.told("go") !== undefined && !chloe.acts.includes("ask"))
					await one.say(`at ${one.at} act ${one.acts.includes("draw") ? "draw" : one.acts.find(act => act.startsWith("discard")) ?? one.acts[0]}`);
			return chloe.acts.includes("ask");
		}, "that she may ask");
		const asks = chloe.at;
		await chloe.say(`at ${asks} act ask`);
		await until(async () => /Chloë asks: may I go out\?/.test(await ada.text(".prompt")), "the question", 5000);
		await ada.shot("asked");
		check("who is asked answers", await until(() => ada.press("Answer no"), "an answer to press", 5000).catch(() => false), `${await ada.text(".saying")} ${await ada.text(".acts button")}`);
		await until(() => chloe.at > asks && chloe.told("go") !== undefined, "the answer", 5000);
		chloe.leave();
		other.leave();
		await ada.close();
	} finally {
		await server.stop();
		server.remove();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Tries one of these evenings. @param {string} what @param {() => Promise<void>} evening */
async function attempt(what, evening) {
	try {
		await evening();
	} catch (error) {
		check(`${what}: ${error.message}`, false, error.stack.split("\n").filter((/** @type {string} */ line) => line.includes("browser.mjs")).slice(0, 3).map((/** @type {string} */ line) => line.trim()).join(" "));
	}
}

await attempt("a partner who asks", asked);
await attempt("one person and bots", alone);
for (const rules of games)
	await attempt(rules, () => served(rules));
await browser.close();
console.log(`${checked - wrong} passed, ${wrong} failed`);
process.exit(wrong === 0 ? 0 : 1);
