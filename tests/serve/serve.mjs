// serve.mjs BUILD -- uses of canasta-serve as people and others make them. Prints a line for each, and how many passed. ONLY="words" runs those
// whose names contain one of the words.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Person, Server, until } from "./client.mjs";
import { build, names, rawly, roomOf, served, tryAll, use } from "./uses.mjs";

/** One of her acts: melds and takes first, so that something happens. @param {Person} person @param {number} chance */
const choice = (person, chance) => person.acts.find(act => /^(meld|take|add)/.test(act)) ?? person.acts[Math.floor(chance * person.acts.length)];

/** Plays whenever she is to act; counts what was answered 200. @param {Person} person @param {{acts: number}} count */
function playsBy(person, count) {
	let busy = "";
	return async () => {
		if (person.told("go") === undefined || busy === person.last)
			return;
		busy = person.last;
		const answer = await person.say(`at ${person.at} act ${choice(person, Math.random())}`).catch(() => null);
		if (answer === null)
			return;
		assert.ok([200, 409].includes(answer.status), `${answer.status} ${answer.text}`);
		count.acts += Number(answer.status === 200);
	};
}

/** The judgement of the tool on a record. @param {string} file */
const replayed = file => spawnSync(`${build}/canasta`, ["replay", file], { encoding: "utf8" });

const files = (/** @type {Server} */ server) => join(server.folder, "rooms");

use("four people and an onlooker play a deal, and each sees her own hand alone", () => served(async server => {
	const { id, host, people } = await roomOf(server, "wahhi", 4), onlooker = new Person(server, id), count = { acts: 0 };
	const hands = new Map();
	for (const person of people)
		void person.listen(() => {
			assert.equal(person.lines.filter(line => line.startsWith("hand")).length, person.told("deal") === undefined ? 0 : 1);
			assert.equal(person.told("view") ?? String(person.seat), String(person.seat));
			hands.set(person.seat, person.told("hand"));
			void playsBy(person, count)();
		});
	void onlooker.listen(() => assert.equal(onlooker.lines.some(line => /^(hand|act|acts|view|go|minimum|frozen|seat)( |$)/.test(line)), false));
	assert.equal((await host.say("begin careful")).status, 200);
	await until(() => people[0].told("result") !== undefined, "the end of the deal");
	await until(() => onlooker.told("result") !== undefined, "the onlooker's last event");
	assert.ok(count.acts > 20, `${count.acts} acts`);
	await until(() => onlooker.history.filter(line => line.startsWith("did ")).length === count.acts, "the answer to the last act"); /* it may come after the event */
	assert.deepEqual(onlooker.lines.filter(line => line.startsWith("who")), names.slice(0, 4).map((name, i) => `who ${i + 1} person here - ${name}`));
}));

use("a whole game with bots is a record that replays, and is given away only when it is over", () => served(async server => {
	const { id, people: [ada], host } = await roomOf(server, "wahhi", 1, []);
	void ada.listen();
	assert.equal((await server.ask(`/rooms/${id}/record`)).status, 409);
	assert.equal((await host.say("begin simple")).status, 200);
	assert.equal((await ada.say("bot 1 simple")).status, 200);
	assert.equal((await server.ask(`/rooms/${id}/record`)).status, 409);
	for (let deal = 1; ada.told("winner") === undefined; deal++) {
		await until(() => ada.told("deal") === String(deal) && ada.told("result") !== undefined, "the end of a deal", 30000);
		assert.equal((await ada.say(`at ${ada.at} deal`)).status, ada.told("winner") === undefined ? 200 : 409);
	}
	const record = await server.ask(`/rooms/${id}/record`);
	assert.equal(record.status, 200);
	assert.match(record.text, /seed/);
	writeFileSync(join(server.folder, "game.record"), record.text);
	const judged = replayed(join(server.folder, "game.record"));
	assert.equal(judged.status, 0, judged.stdout + judged.stderr);
}));

use("chairs are taken, changed and left, and the host gives a lost one anew", () => served(async server => {
	const { id, host } = await server.room("wahhi"), ada = new Person(server, id), ben = new Person(server, id);
	assert.equal(await ada.sit(1, "Ada"), 200);
	assert.equal(await ben.sit(1, "Ben"), 422); /* it is taken */
	assert.equal(await ben.sit(5, "Ben"), 422);
	assert.equal(await ben.sit(2, "Ben"), 200);
	assert.equal((await ada.say("sit 1 Ada Lovelace")).status, 200); /* another name */
	void ben.listen();
	await until(() => ben.lines.includes("who 1 person away - Ada Lovelace"), "the new name");
	const old = ada.token;
	assert.equal(await ada.sit(3, "Ada"), 200);
	assert.equal((await server.ask(`/rooms/${id}`, "sit 1 Ada", { Authorization: `Bearer ${old}` })).status, 401);
	assert.equal((await ben.say("link 3")).status, 401); /* only the host */
	let ended = false;
	void ada.listen().then(() => { ended = true; });
	await until(() => ada.events > 0, "her table");
	const { status, text } = await host.say("link 3");
	assert.equal(status, 200);
	await until(() => ended, "the end of the old stream");
	assert.equal((await ada.say("why draw")).status, 401);
	ada.token = /token (\S+)/.exec(text)?.[1];
	assert.equal((await ada.say("why draw")).status, 409); /* it has not begun */
	assert.equal((await host.say("begin careful")).status, 200);
	assert.equal((await ada.say("sit 4 Ada")).status, 422);
	assert.equal((await ada.say("leave")).status, 200);
	await until(() => ben.lines.includes("who 3 free away careful North") || ben.lines.some(line => line.startsWith("who 3 free away careful")), "the bot in her place");
}));

use("a phone learns from the table what its seats are called, its rules and the points so far", () => served(async server => {
	const { id, people: [ada], host } = await roomOf(server, "wahhi", 1), onlooker = new Person(server, id);
	void ada.listen();
	void onlooker.listen();
	await until(() => onlooker.events > 0, "the room");
	assert.deepEqual(onlooker.lines.filter(line => line.startsWith("place")), ["place 1 South", "place 2 West", "place 3 North", "place 4 East"]);
	assert.equal(onlooker.told("so_far"), undefined);
	assert.ok(JSON.parse((await onlooker.say("show")).text).settings.some(setting => setting.path === "initial_meld.minimum"));
	assert.equal(JSON.parse((await onlooker.say("sheet")).text).class, "card");
	assert.equal(JSON.parse((await onlooker.say("sheet whole")).text).class, "sheet");
	assert.equal((await onlooker.say("sheet of mine")).status, 400);
	await host.say("begin simple");
	await until(() => ada.told("go") !== undefined && onlooker.at === ada.at, "her turn");
	assert.deepEqual(onlooker.lines.filter(line => line.startsWith("so_far")), ada.lines.filter(line => line.startsWith("so_far")));
	assert.equal(ada.lines.filter(line => line.startsWith("so_far")).length, 2);
	assert.equal((await ada.say("bot 1 simple")).status, 200);
	await until(() => onlooker.told("result") !== undefined, "the end of the deal", 30000);
	assert.equal(onlooker.told("so_far"), undefined);
}));

use("two change chairs before the game, and their links go along", () => served(async server => {
	const { people: [ada, ben], host } = await roomOf(server, "wahhi", 2);
	void ben.listen().then(() => ben.listen());
	assert.equal((await host.say("swap 2")).status, 401);
	for (const wrong of ["swap 1", "swap 0", "swap 5", "swap", "swap x"])
		assert.equal((await ada.say(wrong)).status, 422, wrong);
	await until(() => ben.events > 0, "her chair");
	assert.equal((await ada.say("swap 2")).status, 200);
	await until(() => ben.told("seat")?.startsWith("1 ") && ben.lines.includes("who 1 person here - Béla") && ben.lines.includes("who 2 person away - Ada"), "their new chairs");
	assert.equal((await ada.say("swap 4")).status, 200); /* a free one */
	await server.kill();
	void ada.listen();
	const chairs = () => ada.all("who").map(line => line.split(" ").slice(0, 3).join(" ")).join();
	await until(() => ada.told("seat")?.startsWith("4 ") && chairs() === "1 person away,2 free away,3 free away,4 person here", "the same after a power cut");
	assert.equal((await host.say("begin simple")).status, 200);
	assert.equal((await ada.say("swap 1")).status, 422);
}));

use("the rules that can be played by are listed, and a link becomes a code", async () => {
	const rules = mkdtempSync(join(tmpdir(), "canasta-rules-"));
	writeFileSync(join(rules, "ours.canasta"), "language 1\nvariant ours \"Our Fridays\" extends wahhi { game { to 9000 } }\n");
	writeFileSync(join(rules, "bad.canasta"), "language 1\nvariant bad extends wahhi { game { to many } }\n");
	writeFileSync(join(rules, ".hidden.canasta"), "language 1\nvariant hidden extends wahhi { }\n");
	try {
		await served(async server => {
			const { status, text, headers } = await server.ask("/rules"), all = JSON.parse(text);
			assert.equal(status, 200);
			assert.equal(headers.get("x-canasta-open"), "yes");
			assert.ok(all[0].variants.length > 20);
			assert.deepEqual(all.slice(1).map(one => one.variants[0].title), ["Our Fridays"]);
			const { host } = await server.room("ours.canasta"), code = await host.say("code http://192.168.0.10:8484/#0123456789");
			assert.equal(code.status, 200);
			const rows = code.text.trimEnd().split("\n");
			assert.ok(rows.length >= 21 && rows.every(row => row.length === rows.length && /^[#.]+$/.test(row)));
			assert.ok(rows[0].startsWith("#######.") && rows[3].startsWith("#.###.#"));
			assert.equal((await host.say(`code ${"x".repeat(301)}`)).status, 422);
			assert.equal((await host.say("code ")).status, 422);
		}, ["--rules", rules]);
	} finally {
		rmSync(rules, { recursive: true });
	}
});

use("names are seen as they are", () => served(async server => {
	const { id } = await server.room("wahhi");
	for (const name of ["", " ", " Ada", "Ada ", "A".repeat(41), "Ada\tB", "Ada\u202eB", "Ada\u200bB", "\ufeffAda", "Ada\u0085B", "A\u2066B", "A|B"])
		assert.equal(await new Person(server, id).sit(1, name), 422, JSON.stringify(name));
	const bytes = Buffer.concat([Buffer.from("sit 1 A"), Buffer.from([0xC0, 0x80])]);
	assert.equal((await server.ask(`/rooms/${id}`, bytes)).status, 422);
	const markup = new Person(server, id);
	assert.equal(await markup.sit(1, "<b>Ada</b> & Cie"), 200);
	void markup.listen();
	await until(() => markup.lines.includes("who 1 person here - <b>Ada</b> & Cie"), "her name");
	assert.equal(await new Person(server, id).sit(2, "Jürgen Þór 王"), 200);
}));

use("a second click and a retry are no second act", () => served(async server => {
	const { people, host } = await roomOf(server, "wahhi", 4);
	for (const person of people)
		void person.listen();
	await host.say("begin careful");
	const next = await until(() => people.find(person => person.told("go") !== undefined), "somebody's turn"), at = next.at;
	assert.equal((await next.say("act draw")).status, 400); /* without the length */
	const both = await Promise.all([next.say(`at ${at} act draw`), next.say(`at ${at} act draw`), next.say(`at ${at} act 1`)]);
	assert.deepEqual(both.map(answer => answer.status).sort(), [200, 409, 409]);
	await until(() => next.at > at, "the act");
	assert.equal(next.history.filter(line => line.startsWith("did ")).length, 1);
	const other = people.find(person => person !== next);
	assert.equal((await other.say(`at ${next.at} act draw`)).status, 409); /* not her turn */
	assert.equal((await next.say(`at ${next.at} act discard 19`)).status, 422);
	assert.match((await next.say("why meld 3 3 3")).text, /\w/);
	assert.equal(JSON.parse((await next.say("offers ")).text).version, 1);
	assert.equal((await next.say("hint")).status, 422); /* this table has none */
	assert.equal((await server.ask(`/rooms/${next.room}`, "hint")).status, 401); /* who looks on asks nothing */
}));

use("hints are given where the table has them", () => served(async server => {
	const { id, host } = await server.room("wahhi", [], true), ada = new Person(server, id);
	await ada.sit(1, "Ada");
	void ada.listen();
	await host.say("begin simple");
	await until(() => ada.told("go") !== undefined, "her turn");
	assert.equal(ada.told("hints"), "on");
	assert.equal((await ada.say("hint")).status, 200);
	await server.kill();
	const again = new Person(server, id, ada.token);
	void again.listen();
	await until(() => again.told("go") !== undefined, "her turn after it was started again");
	assert.match((await again.say("hint")).text, /^\w+/);
}));

use("all see the same suit of a card, also after a power cut", () => served(async server => {
	const { id, people, host } = await roomOf(server, "wahhi", 4), onlooker = new Person(server, id), all = [...people, onlooker];
	const faces = (/** @type {Person} */ one) => one.all("faces").filter(line => !line.startsWith("hand")).join("\n"), hand = (/** @type {Person} */ one) => one.all("faces").find(line => line.startsWith("hand")) ?? "";
	for (const one of all)
		void one.listen();
	await host.say("begin careful");
	let melds = 0;
	for (let acts = 0; acts < 60 && onlooker.told("ended") === undefined; acts++) {
		const next = await until(() => people.find(one => one.told("go") !== undefined), "the next turn"), { at } = next;
		const act = next.acts.find(act => act.startsWith("meld")) ?? next.acts.find(act => act.startsWith("take")) ?? next.acts[0], [verb, card] = act.split(" ");
		const goes = hand(next).split(" ").find(face => face.slice(0, -1) === card), before = faces(next);
		assert.equal((await next.say(`at ${at} act ${act}`)).status, 200);
		await until(() => all.every(one => one.at > at && one.at === next.at), "the act");
		for (const one of all)
			assert.equal(faces(one), faces(next));
		assert.equal(hand(onlooker), "");
		if (verb === "discard" && goes !== undefined)
			assert.ok(next.all("faces").find(line => line.startsWith("pile"))?.includes(goes), `${goes} in ${faces(next)}`);
		if (verb !== "meld" || melds++ > 0)
			continue;
		assert.equal((await next.say(`at ${next.at} undo`)).status, 200);
		await until(() => all.every(one => one.at > at && faces(one) === before), "the table before it");
	}
	assert.ok(melds > 0);
	const last = faces(onlooker), hands = people.map(hand);
	assert.ok(/^meld /m.test(last), last);
	await server.kill();
	for (const one of all) {
		[one.events, one.lines] = [0, []];
		void one.listen();
	}
	await until(() => all.every(one => one.events > 0), "the table after it was started again");
	for (const one of all)
		assert.equal(faces(one), last);
	assert.deepEqual(people.map(hand), hands);
}));

use("all are told whose act is waited for, also while a partner is asked", async () => {
	const rules = mkdtempSync(join(tmpdir(), "canasta-rules-"));
	writeFileSync(join(rules, "asking.canasta"), 'language 1\n\nvariant asking "Anyone asks" extends wahhi {\n    going_out {\n        who_asks anyone\n        answer advice\n    }\n}\n');
	await served(async server => {
		const { id, people, host } = await roomOf(server, "asking.canasta", 4), onlooker = new Person(server, id), all = [...people, onlooker];
		for (const one of all)
			void one.listen();
		await until(() => all.every(one => one.events > 0), "the table");
		assert.equal(onlooker.told("to_act"), undefined);
		await host.say("begin careful");
		const acting = () => people.find(one => one.told("go") !== undefined && all.every(other => other.at === one.at));
		let asks = await until(acting, "the first turn");
		await asks.say(`at ${asks.at} act draw`);
		asks = await until(() => acting()?.acts.includes("ask") && acting(), "that she may ask");
		assert.deepEqual(all.map(one => one.told("to_act")), all.map(() => String(asks.seat)));
		await asks.say(`at ${asks.at} act ask`);
		const asked = await until(() => acting() !== asks && acting(), "the question");
		assert.equal(asked.seat, (asks.seat + 1) % 4 + 1);
		for (const one of all)
			assert.deepEqual([one.told("turn").split(" ")[1], one.told("to_act")], [String(asks.seat), String(asked.seat)]);
		assert.equal((await asked.say(`at ${asked.at} act answer yes`)).status, 200);
		assert.equal(await until(acting, "the answer"), asks);
	}, ["--rules", rules]);
	rmSync(rules, { recursive: true });
});

use("a phrase is shown for a while, and not said too often", () => served(async server => {
	const { id, people: [ada, ben], host } = await roomOf(server, "wahhi", 2), onlooker = new Person(server, id);
	void ben.listen();
	void onlooker.listen();
	for (const wrong of ["phrase", "phrase 0", "phrase 7", "phrase 12", "phrase 1 2", "phrase hello"])
		assert.equal((await ada.say(wrong)).status, 422, wrong);
	assert.equal((await host.say("phrase 1")).status, 401);
	assert.equal((await ada.say("phrase 3")).status, 200);
	await until(() => ben.all("phrase")[0] === "1 3" && onlooker.all("phrase")[0] === "1 3", "her phrase");
	assert.equal((await ada.say("phrase 4")).status, 429);
	assert.equal((await ben.say("phrase 6")).status, 200);
	await until(() => onlooker.all("phrase").join() === "1 3,2 6", "both");
	await new Promise(resolve => setTimeout(resolve, 2100));
	assert.equal((await ada.say("phrase 5")).status, 200);
	await until(() => ben.all("phrase").join() === "1 5,2 6", "another one");
	await until(() => ben.all("phrase").length === 0, "the end of both", 9000);
}));

/** Plays until somebody has discarded and a person is to act; returns who discarded and who is next. @param {Person[]} people */
async function discarded(people) {
	for (;;) {
		const next = await until(() => people.find(person => person.told("go") !== undefined), "somebody's turn"), at = next.at;
		const act = next.acts.find(one => one.startsWith("discard")) ?? "draw";
		assert.equal((await next.say(`at ${at} act ${act}`)).status, 200);
		await until(() => people.every(person => person.at > at), "the act");
		if (act !== "draw")
			return { player: next, act, before: at };
	}
}

use("an act is taken back when all agree, and nobody can do it twice by an old line", () => served(async server => {
	const { id, people, host } = await roomOf(server, "wahhi", 3), onlooker = new Person(server, id), [ada, ben, chloe] = people;
	for (const person of [...people, onlooker])
		void person.listen();
	await host.say("begin simple");
	await until(() => people.every(person => person.told("deal") !== undefined), "the deal");
	let found = await discarded(people);
	while (found.player === chloe) /* the bot comes after her, and acts before anybody can ask */
		found = await discarded(people);
	const { player, act, before } = found, record = () => readFileSync(join(files(server), `${id}.record`), "utf8"), asked = ada.at;
	const times = () => record().split("\n").filter(line => line.includes(`: ${act} `)).length, often = times();
	const hand = () => player.told("hand"), without = hand();
	assert.equal(ada.told("may_back"), String(player.seat));
	assert.equal(onlooker.told("may_back"), undefined);
	assert.equal((await ben.say(`at ${before} back`)).status, 409);
	assert.equal((await onlooker.say(`at ${asked} back`)).status, 401);
	assert.equal((await host.say(`at ${asked} back`)).status, 401);
	assert.equal((await ben.say(`at ${asked} no`)).status, 409); /* nobody has asked */
	assert.equal((await player.say(`at ${asked} back`)).status, 200);
	await until(() => people.every(person => person.told("back") === `${player.seat} ${player.seat}`), "the question");
	const others = people.filter(person => person !== player);
	assert.equal((await others[0].say(`at ${asked} no`)).status, 200);
	await until(() => people.every(person => person.told("back") === undefined), "the end of the question");
	assert.equal((await others[0].say(`at ${asked} back`)).status, 200); /* anybody may ask */
	assert.equal((await player.say(`at ${asked} back`)).status, 200);
	await until(() => onlooker.told("back") === `${player.seat} ${others[0].seat} ${player.seat}`, "two of three");
	assert.equal(ada.at, asked);
	assert.equal((await others[1].say(`at ${asked} back`)).status, 200);
	await until(() => people.every(person => person.at > asked && person.history.at(-1) === `undone ${player.seat}`), "the act is taken back");
	assert.equal(onlooker.history.at(-1), `undone ${player.seat}`);
	assert.notEqual(player.told("go"), undefined);
	assert.notEqual(hand(), without);
	assert.ok(record().endsWith("\n") && Buffer.byteLength(record()) === ada.at);
	assert.equal(times(), often - 1); /* others may have discarded such a card */
	for (const at of [before, asked])
		assert.equal((await player.say(`at ${at} act ${act}`)).status, 409); /* a retry, a second phone */
	assert.equal(ada.told("may_back"), undefined); /* it drew before that */
	await server.kill();
	for (const person of people)
		void person.listen();
	await until(() => player.told("go") !== undefined && player.told("hand") !== without, "the same after a power cut");
	assert.equal((await player.say(`at ${player.at} act ${act}`)).status, 200);
	const undone = player.history.filter(line => line.startsWith("undone")).length;
	assert.equal(undone, 1);
	const late = new Person(server, id); /* what she saw last was longer than what lay there a moment later */
	late.last = `${asked}-${Number(player.last.split("-")[1]) - 3}-0`;
	void late.listen();
	await until(() => late.events > 0, "the table");
	assert.deepEqual(late.history, [`undone ${player.seat}`]);
}));

use("a question ends when somebody acts", () => served(async server => {
	const { people, host } = await roomOf(server, "wahhi", 2, []), [ada, ben] = people;
	for (const person of people)
		void person.listen();
	await host.say("begin simple");
	await until(() => people.every(person => person.told("deal") !== undefined), "the deal");
	let found = await discarded(people);
	while (found.player !== ada)
		found = await discarded(people);
	const asked = ben.at;
	assert.equal((await ada.say(`at ${asked} back`)).status, 200);
	await until(() => ben.told("back") !== undefined, "the question");
	assert.equal((await ben.say(`at ${asked} act draw`)).status, 200);
	await until(() => ada.at > asked && ada.told("back") === undefined, "her draw");
	assert.equal((await ada.say(`at ${ada.at} back`)).status, 422); /* a card was seen */
}));

use("bots wait for an answer, and agree themselves", () => served(async server => {
	const { id, host } = await server.room("wahhi"), ada = new Person(server, id), ben = new Person(server, id);
	await ada.sit(1, "Ada");
	await ben.sit(3, "Ben");
	for (const person of [ada, ben])
		void person.listen();
	const benPlays = playsBy(ben, { acts: 0 }), herTurn = async () => { await benPlays(); return ada.told("go") !== undefined; };
	await host.say("begin simple");
	await until(herTurn, "her turn", 30000); /* the first dealer is drawn, so he may be first */
	await ada.say(`at ${ada.at} act draw`);
	const drawn = await until(() => ada.acts.some(act => act.startsWith("discard")) && ada.at, "her draw");
	const discard = ada.acts.find(act => act.startsWith("discard"));
	assert.equal((await ada.say(`at ${drawn} act ${discard}`)).status, 200);
	const asked = await until(() => ada.told("may_back") === "1" && ada.at, "her discard");
	assert.equal((await ada.say(`at ${asked} back`)).status, 200);
	await new Promise(resolve => setTimeout(resolve, 1800));
	assert.equal(ada.at, asked); /* the bot beside her waits */
	assert.equal((await ben.say(`at ${asked} no`)).status, 200);
	await until(() => ada.at > asked, "the bot's act");
	await until(herTurn, "her next turn", 30000);
	await ada.say(`at ${ada.at} act draw`);
	await until(() => ada.acts.some(act => act.startsWith("discard")), "her draw");
	assert.equal((await ada.say(`at ${ada.at} act ${ada.acts.find(act => act.startsWith("discard"))}`)).status, 200);
	const again = await until(() => ada.told("may_back") === "1" && ada.at, "her discard");
	assert.equal((await ada.say(`at ${again} back`)).status, 200);
	assert.equal((await ben.say(`at ${again} back`)).status, 200);
	await until(() => ada.told("go") !== undefined && ada.at > again, "her turn again"); /* nobody asks bots */
}, ["--pace", "700"]));

use("questions and new names, however many, do not keep a bot from acting", () => served(async server => {
	const { people: [ada], host } = await roomOf(server, "wahhi", 1), nobody = new Person(server, ada.room);
	void ada.listen();
	await host.say("begin simple");
	await until(() => ada.told("deal") !== undefined, "the deal");
	const plays = playsBy(ada, { acts: 0 }), asking = setInterval(() => { void nobody.say("code x").catch(() => {}); void ada.say("sit 1 Ada").catch(() => {}); }, 50);
	await until(async () => { await plays(); return ada.history.filter(line => /^did [234] /.test(line)).length > 2; }, "acts of bots").finally(() => clearInterval(asking));
}, ["--pace", "400"]));

use("a cut that was decided is made by whoever opens the table", () => served(async server => {
	const { id, people, host } = await roomOf(server, "wahhi", 4);
	for (const person of people)
		void person.listen();
	await host.say("begin simple");
	await until(() => people.every(person => person.told("deal") !== undefined), "the deal");
	const { player, before } = await discarded(people), record = join(files(server), `${id}.record`), whole = readFileSync(record);
	await server.stop("SIGKILL");
	appendFileSync(join(files(server), `${id}.room`), `back ${before} ${whole.length} ${player.seat}\n`);
	let length = 0;
	for (const left of [whole.length, before, before + 5, before + 20]) { /* the cut may have come to any point */
		writeFileSync(record, Buffer.concat([whole.subarray(0, before), Buffer.from("# An act was taken back".padEnd(whole.length)).subarray(0, left - before)]));
		await server.start(server.port);
		const again = new Person(server, id, player.token);
		again.last = player.last;
		void again.listen();
		await until(() => again.told("go") !== undefined, "her turn again");
		assert.deepEqual(again.history, [`undone ${player.seat}`]);
		assert.ok(length === 0 || again.at === length);
		length = again.at;
		assert.ok(length > whole.length);
		again.leave();
		await server.stop("SIGKILL");
	}
	await server.start(server.port);
}));

use("a bot plays for somebody who is away for a while, and she takes her chair back", () => served(async server => {
	const { id, people: [ada, ben], host } = await roomOf(server, "wahhi", 2);
	void ada.listen();
	void ben.listen();
	await host.say("begin simple");
	await until(() => ben.told("deal") !== undefined, "the deal");
	assert.equal((await ada.say("bot 2 careful")).status, 422); /* she is here */
	assert.equal((await host.say("bot 2 careful")).status, 422);
	ben.leave();
	await until(() => ada.lines.includes("who 2 person away - Béla"), "she is away");
	assert.equal(ada.told("gone"), "2 0");
	assert.equal(ada.told("away_after"), "1");
	assert.equal((await ada.say("bot 2 careful")).status, 422); /* not for long */
	await new Promise(resolve => setTimeout(resolve, 1100));
	assert.equal((await server.ask(`/rooms/${id}`, "bot 2 careful")).status, 401);
	assert.equal((await ada.say("bot 2 careful")).status, 200);
	await until(() => ada.lines.includes("who 2 person away careful Béla"), "the bot in her chair");
	void ben.listen();
	await until(() => ada.lines.includes("who 2 person here careful Béla"), "she is here again");
	assert.equal((await ada.say("bot 2 -")).status, 422);
	assert.equal((await ben.say("bot 2 -")).status, 200);
	await until(() => ada.lines.includes("who 2 person here - Béla"), "she plays herself");
	assert.equal((await ben.say("bot 2 simple")).status, 200); /* for a while */
	assert.equal((await ben.say("bot 2 nobody")).status, 422);
	assert.equal((await ben.say("bot 2 -")).status, 200);
	await server.kill();
	assert.equal((await ada.say("bot 2 careful")).status, 422); /* after a pause everybody has time to come back */
}, ["--away", "1"]));

/** Plays a game at a table of its own and ends the server at moments chosen by chance, so many times or until the game is over. Returns how
 * often it was. @param {Server} server @param {number} kills */
async function playAndKill(server, kills) {
	const { id, people, host } = await roomOf(server, "wca", 4), count = { acts: 0 };
	let stops = false, over = false, killed = 0;
	const listen = async (/** @type {Person} */ person) => {
		while (!stops) {
			const play = playsBy(person, count);
			await person.listen(async () => {
				over = over || person.told("winner") !== undefined;
				if (person.seat === 1 && person.told("result") !== undefined && !over)
					await person.say(`at ${person.at} deal`).catch(() => {});
				await play();
			}).catch(() => {});
			await new Promise(resolve => setTimeout(resolve, 10));
		}
	};
	await host.say("begin careful");
	const all = people.map(listen);
	while (killed < kills && !over) {
		const before = count.acts;
		await until(() => count.acts > before + 2 || over, "some acts");
		await new Promise(resolve => setTimeout(resolve, 60 * Math.random()));
		await server.kill();
		killed++;
	}
	stops = true;
	const answered = count.acts;
	for (const person of people)
		person.leave();
	await server.stop();
	await Promise.all(all);
	const record = readFileSync(join(files(server), `${id}.record`), "utf8");
	await server.start(server.port);
	const again = new Person(server, id);
	again.last = "0-0-0";
	void again.listen();
	await until(() => again.events > 0, "the table");
	again.leave();
	assert.equal(again.at, Buffer.byteLength(record));
	const done = again.history.filter(line => line.startsWith("did ")).length;
	assert.ok(answered >= 3 * (killed - 1), `only ${answered} acts`);
	assert.ok(done >= answered && done <= answered + killed, `${answered} acts were answered, and ${done} are done`); /* an answer may be lost on its way */
	return killed;
}

use("kill -9 loses no act that was answered, and doubles none", () => served(async server => {
	for (let left = Number(process.env.KILLS ?? 12); left > 0;)
		left -= await playAndKill(server, left);
}));

use("after a power cut each table where a bot is to act goes on", () => served(async server => {
	const games = ["guide:six", "wahhi", "burraco", "hand_and_foot", "wahhi:two"], lasts = Number(process.env.CUTS ?? 6);
	const tables = await Promise.all(Array.from({ length: 15 }, async (_, i) => {
		const { id, host, people } = await roomOf(server, games[i % games.length], 1 + i % 2), looks = new Person(server, id);
		await host.say("begin careful");
		return { looks, people };
	}));
	let ends = false;
	const listens = async (/** @type {Person} */ person, /** @type {() => void} */ each) => { while (!ends) { await person.listen(each).catch(() => {}); await new Promise(resolve => setTimeout(resolve, 200 * Math.random())); } };
	const loops = tables.flatMap(({ looks, people }) => [looks, ...people].map(person => listens(person, async () => {
		const back = person.told("back")?.split(" ").slice(1).map(Number), at = person.at;
		if (person.seat === undefined)
			return;
		const line = back !== undefined ? (back.includes(person.seat) ? "" : Math.random() < .8 ? "back" : "no")
			: person.told("may_back") !== undefined && Math.random() < .05 ? "back"
			: person.told("result") !== undefined ? "deal"
			: person.told("go") !== undefined ? `act ${choice(person, Math.random())}` : "";
		if (line !== "")
			await person.say(`at ${at} ${line}`).catch(() => {});
	})));
	/** A bot is to act, and nobody asks for anything. @param {Person} looks */
	const isBots = looks => looks.told("back") === undefined && looks.told("result") === undefined && !/^(person here|free away) -/.test(looks.all("who")[Number(looks.told("turn")?.split(" ")[1]) - 1]?.slice(2) ?? "person here -");
	for (let i = 0; i < lasts; i++) {
		await new Promise(resolve => setTimeout(resolve, 1500 * Math.random()));
		await server.stop("SIGKILL");
		const before = tables.map(({ looks }) => looks.events);
		await server.start(server.port);
		for (const [i, { looks }] of tables.entries()) {
			await until(() => looks.events > before[i], "the table after the cut");
			const { at } = looks;
			await until(() => looks.at !== at || !isBots(looks), `a bot's act: ${looks.lines.filter(line => /^(who|turn|at)/.test(line)).join(", ")}`);
		}
	}
	ends = true;
	for (const { looks, people } of tables)
		for (const person of [looks, ...people])
			person.leave();
	await Promise.all(loops);
}));

use("what was torn off at the end of a file is cut off", () => served(async server => {
	const { id, people: [ada], host } = await roomOf(server, "wahhi", 1);
	void ada.listen();
	await host.say("begin simple");
	const at = await until(() => ada.told("go") !== undefined && ada.at, "her turn");
	await server.stop("SIGKILL");
	appendFileSync(join(files(server), `${id}.record`), "East: dr");
	appendFileSync(join(files(server), `${id}.room`), "sit 2 0123");
	await server.start(server.port);
	const again = new Person(server, id, ada.token);
	void again.listen();
	await until(() => again.events > 0, "the table");
	assert.equal(again.at, at);
	assert.equal((await again.say(`at ${again.at} act ${again.acts[0]}`)).status, 200);
}));

use("two processes do not have one room, and the second has it when the first has ended", () => served(async server => {
	const { id, people: [ada] } = await roomOf(server, "wahhi", 1), second = new Server(build, server.options, server.folder);
	await second.start();
	try {
		assert.equal((await second.ask(`/rooms/${id}/stream`, null, ada.headers)).status, 503);
		await server.stop("SIGKILL");
		const moved = new Person(second, id, ada.token);
		void moved.listen();
		await until(() => moved.lines.includes("who 1 person here - Ada"), "her chair");
	} finally {
		await second.stop();
	}
}));

/** A server whose files may not grow beyond 5 KB, which is a full disk for each of them. */
function onFullDisk() {
	const folder = mkdtempSync(join(tmpdir(), "canasta-serve-")), wrapped = join(folder, "build");
	mkdirSync(wrapped);
	writeFileSync(join(wrapped, "canasta-serve"), `#!/bin/bash\nulimit -f 5\nexec ${resolve(build)}/canasta-serve "$@"\n`, { mode: 0o755 });
	return new Server(wrapped, [], folder).start();
}

use("an act that cannot be saved as taken back stays done", async () => {
	const server = await onFullDisk();
	try {
		const { id, people, host } = await roomOf(server, "wahhi:two", 2), record = () => readFileSync(join(files(server), `${id}.record`), "utf8");
		for (const person of people)
			void person.listen();
		await host.say("begin simple");
		await until(() => people.every(person => person.told("deal") !== undefined), "the deal");
		const { player } = await discarded(people), other = people.find(person => person !== player), before = record(), { at } = player;
		let full = 0;
		for (let i = 0; i < 1000 && full === 0; i++) /* her notes grow until there is no room for a line as long as is needed */
			full = Number((await player.say(`bot ${player.seat} -`)).status === 507);
		assert.equal(full, 1);
		assert.equal((await player.say(`at ${at} back`)).status, 200);
		assert.equal((await other.say(`at ${at} back`)).status, 507);
		assert.equal(record(), before);
		const again = new Person(server, id, other.token);
		void again.listen();
		await until(() => again.told("go") !== undefined && again.told("may_back") === String(player.seat), "the table as before");
		assert.equal(again.at, at);
	} finally {
		await server.stop();
		server.remove();
	}
});

/** A server under a libc of which some functions are these. @param {string} functions @param {string[]} [options] */
function serverUnder(functions, options = []) {
	const folder = mkdtempSync(join(tmpdir(), "canasta-serve-")), wrapped = join(folder, "build"), source = join(folder, "libc.c");
	mkdirSync(wrapped);
	writeFileSync(source, functions);
	assert.equal(spawnSync("cc", ["-shared", "-fPIC", "-o", join(wrapped, "libc.so"), source]).status, 0);
	writeFileSync(join(wrapped, "canasta-serve"), `#!/bin/sh\nLD_PRELOAD=${wrapped}/libc.so exec ${resolve(build)}/canasta-serve "$@"\n`, { mode: 0o755 });
	return new Server(wrapped, options, folder).start();
}

use("a clock that goes on while streams are kept awake holds nobody up", async () => {
	/* each look at it is a millisecond later */
	const server = await serverUnder("#include <sys/syscall.h>\n#include <time.h>\n#include <unistd.h>\nint clock_gettime(clockid_t clock, struct timespec *time) { static long looks; long all = syscall(SYS_clock_gettime, clock, time); if (clock == CLOCK_MONOTONIC) { all = time->tv_sec % 100000 * 20000 + time->tv_nsec / 50000 + ++looks; *time = (struct timespec){ all / 1000, all % 1000 * 1000000 }; } return 0; }\n");
	try {
		const { id } = await server.room("wahhi"), ada = new Person(server, id);
		void ada.listen();
		await until(() => ada.events > 0, "the room");
		for (let seconds = 0; seconds < 3; seconds++) {
			await new Promise(resolve => setTimeout(resolve, 1000));
			assert.equal((await server.ask("/health")).status, 200);
		}
	} finally {
		server.process.kill("SIGKILL");
		server.remove();
	}
});

use("a question that nobody answers ends after a minute, and bots go on", async () => {
	/* twenty seconds go by in one */
	const server = await serverUnder("#include <sys/syscall.h>\n#include <time.h>\n#include <unistd.h>\nint clock_gettime(clockid_t clock, struct timespec *time) { long all = syscall(SYS_clock_gettime, clock, time); if (clock == CLOCK_MONOTONIC) { all = (time->tv_sec % 100000 * 1000000000 + time->tv_nsec) * 20; *time = (struct timespec){ all / 1000000000, all % 1000000000 }; } return 0; }\n", ["--pace", "14000"]);
	try {
		const { id, host } = await server.room("wahhi"), ada = new Person(server, id), ben = new Person(server, id);
		await ada.sit(1, "Ada");
		await ben.sit(3, "Ben");
		for (const person of [ada, ben])
			void person.listen();
		await host.say("begin simple");
		const plays = playsBy(ben, { acts: 0 });
		await until(async () => { await plays(); return ada.told("go") !== undefined; }, "her turn", 30000);
		await ada.say(`at ${ada.at} act draw`);
		await until(() => ada.acts.some(act => act.startsWith("discard")), "her draw");
		await ada.say(`at ${ada.at} act ${ada.acts.find(act => act.startsWith("discard"))}`);
		const asked = await until(() => ada.told("may_back") === "1" && ada.at, "her discard");
		assert.equal((await ada.say(`at ${asked} back`)).status, 200);
		await until(() => ben.told("back") === "1 1", "the question");
		const began = Date.now();
		await until(() => ben.told("back") === undefined, "its end");
		assert.ok(Date.now() - began > 2000, `after ${Date.now() - began} ms`);
		await until(() => ada.at > asked && ada.told("may_back") !== "1", "the bot beside her acts");
	} finally {
		await server.stop();
		server.remove();
	}
});

/** Rules of a game that one deal ends, in a folder of their own. */
function shortRules() {
	const rules = mkdtempSync(join(tmpdir(), "canasta-rules-"));
	writeFileSync(join(rules, "short.canasta"), 'language 1\n\nvariant short "A short game" extends wahhi {\n    game { to 50 }\n}\n');
	return rules;
}

/** The game is played to its end, her own chair by a bot. @param {Person} ada */
async function playOut(ada) {
	await ada.say(`bot ${ada.seat} simple`);
	while (ada.told("winner") === undefined) {
		await until(() => ada.told("result") !== undefined, "the end of a deal", 30000);
		if (ada.told("winner") === undefined) {
			const { at } = ada;
			await ada.say(`at ${at} deal`);
			await until(() => ada.at !== at, "the next deal");
		}
	}
}

use("another game is played by the same people, at the same links, and by other rules", async () => {
	const rules = shortRules();
	await served(async server => {
		const { id, people, host } = await roomOf(server, "short.canasta", 3), [ada, ben, chloe] = people, onlooker = new Person(server, id);
		const record = (which = "") => server.ask(`/rooms/${id}/record${which}`), listen = () => { for (const one of [...people, onlooker]) void one.listen(); };
		listen();
		await host.say("begin simple");
		await until(() => ada.told("deal") !== undefined, "the deal");
		assert.equal((await host.say(`at ${ada.at} again`)).status, 409); /* the game is not over */
		assert.equal((await host.say("rules wahhi")).status, 409);
		for (const one of [ben, chloe])
			await one.say(`bot ${one.seat} simple`);
		await playOut(ada);
		const first = await record(), over = ada.at;
		assert.equal((await record("/1")).text, first.text);
		assert.equal((await host.say("again")).status, 400);
		for (const one of [ada, onlooker])
			assert.equal((await one.say(`at ${over} again`)).status, 401);
		const answers = await Promise.all([host.say(`at ${over} again`), host.say(`at ${over} again`)]); /* two presses are one */
		assert.deepEqual(answers.map(answer => answer.status).sort(), [200, 409]);
		await until(() => [...people, onlooker].every(one => one.told("game") === "2" && one.told("turn") === undefined), "the chairs");
		assert.ok(ada.at > over);
		assert.deepEqual(ada.all("who").map(line => line.split(" ").slice(1).join(" ")), ["person here simple Ada", "person here simple Béla", "person here simple Chloë", "free away simple East"]);
		assert.deepEqual([(await record()).status, (await record("/2")).status], [409, 409]);
		assert.equal((await record("/1")).text, first.text);
		for (const none of ["/0", "/3", "/01", "/1x", "/-1", "/"])
			assert.equal((await record(none)).status, 404);
		/* other rules, for which somebody has too high a chair */
		assert.equal((await ada.say("rules wahhi:two")).status, 401);
		assert.equal((await host.say("rules nothing")).status, 422);
		assert.equal((await host.say("rules")).status, 400);
		assert.equal((await host.say("rules wahhi:two")).status, 422);
		assert.equal((await chloe.say("leave")).status, 200);
		chloe.token = undefined;
		assert.equal((await host.say("rules wahhi:two")).status, 200);
		await until(() => ada.told("players") === "2" && ada.all("who").length === 2, "a table for two");
		assert.equal((await host.say("rules short.canasta")).status, 200);
		await until(() => ada.told("players") === "4", "a table for four");
		/* the host says whether there are hints */
		assert.equal((await ada.say("hints on")).status, 401);
		assert.equal((await host.say("hints perhaps")).status, 400);
		assert.equal((await host.say("hints on")).status, 200);
		await until(() => ada.told("hints") === "on", "that there are hints");
		await server.kill(); /* as it was */
		listen();
		await until(() => ada.told("game") === "2" && ada.told("players") === "4", "the chairs after a power cut");
		assert.equal(ada.told("hints"), "on");
		assert.equal(ada.all("who").length, 4);
		for (const one of [ada, ben])
			assert.equal((await one.say(`bot ${one.seat} -`)).status, 200);
		assert.equal((await host.say("begin simple")).status, 200);
		await until(() => ada.told("deal") === "1" && ada.at > over + 100, "the second game");
		assert.equal((await host.say(`at ${over} again`)).status, 409);
		assert.equal((await host.say("hints off")).status, 409);
		for (const old of [ada, ben])
			assert.equal((await old.say(`at ${over} act draw`)).status, 409);
		/* an act of the second game is taken back */
		for (let done = false; !done;) {
			const { player, act } = await discarded([ada, ben]), { at } = player, other = player === ada ? ben : ada;
			if (player.told("may_back") !== String(player.seat) || (await player.say(`at ${at} back`)).status !== 200 || (await other.say(`at ${at} back`)).status !== 200)
				continue; /* a bot was faster */
			await until(() => player.told("go") !== undefined && player.at > at, "the act taken back");
			await server.kill();
			listen();
			await until(() => player.told("go") !== undefined, "the same after a power cut");
			assert.equal((await player.say(`at ${player.at} act ${act}`)).status, 200);
			done = true;
		}
		await ben.say("bot 2 simple");
		await playOut(ada);
		const second = await record();
		assert.equal((await record("/1")).text, first.text);
		assert.equal((await record("/2")).text, second.text);
		for (const { text } of [first, second]) {
			writeFileSync(join(rules, "game.record"), text);
			const judged = spawnSync(`${resolve(build)}/canasta`, ["replay", "game.record"], { encoding: "utf8", cwd: rules });
			assert.equal(judged.status, 0, judged.stdout + judged.stderr);
		}
		const seed = (/** @type {string} */ text) => /seed:? (\d+)/.exec(text)?.[1];
		assert.notEqual(seed(first.text), seed(second.text));
		assert.deepEqual(readdirSync(files(server)).filter(name => name.startsWith(id)).sort(), [`${id}.2.record`, `${id}.record`, `${id}.room`]);
		await server.stop();
		for (const name of readdirSync(files(server)))
			if (name !== `${id}.2.record`)
				utimesSync(join(files(server), name), 1e9, 1e9);
		await server.start(server.port);
		assert.equal((await record("/1")).status, 200); /* the second game was played lately */
		await server.stop();
		for (const name of readdirSync(files(server)))
			utimesSync(join(files(server), name), 1e9, 1e9);
		await server.start(server.port);
		assert.deepEqual(readdirSync(files(server)), []);
	}, ["--rules", rules]);
	rmSync(rules, { recursive: true });
});

use("another game that cannot be saved is none, and so are other rules", async () => {
	const rules = shortRules(), full = join(rules, "full");
	const server = await serverUnder(`#include <errno.h>\n#include <sys/syscall.h>\n#include <unistd.h>\nint fdatasync(int file) { if (access("${full}", F_OK) == 0) return errno = EIO, -1; return (int)syscall(SYS_fdatasync, file); }\n`, ["--rules", rules]);
	try {
		const { id, people: [ada], host } = await roomOf(server, "short.canasta", 1);
		void ada.listen();
		writeFileSync(full, "");
		assert.equal((await host.say("rules wahhi:two")).status, 507);
		rmSync(full);
		await until(() => ada.told("players") === "4", "the rules as before");
		writeFileSync(full, "");
		assert.equal((await host.say("hints on")).status, 507);
		rmSync(full);
		assert.equal(await until(() => ada.events > 0 && ada.told("players") === "4" && (ada.told("hints") ?? "off"), "the table as before"), "off");
		await host.say("begin simple");
		await until(() => ada.told("deal") !== undefined, "the deal");
		await playOut(ada);
		const { at } = ada, { text } = await server.ask(`/rooms/${id}/record`);
		writeFileSync(full, "");
		assert.equal((await host.say(`at ${at} again`)).status, 507);
		rmSync(full);
		assert.equal((await server.ask(`/rooms/${id}/record`)).text, text);
		assert.equal((await host.say(`at ${at} again`)).status, 200);
		await until(() => ada.told("game") === "2", "the chairs");
		writeFileSync(full, "");
		assert.equal((await host.say("begin simple")).status, 507);
		rmSync(full);
		assert.equal((await host.say("begin simple")).status, 200);
		await until(() => ada.told("deal") === "1", "the second game");
	} finally {
		await server.stop();
		server.remove();
		rmSync(rules, { recursive: true });
	}
});

use("a disk that does not answer holds up its own table alone, and is reported", async () => {
	const server = await serverUnder("#include <sys/syscall.h>\n#include <unistd.h>\nint fdatasync(int file) { static int calls; if (++calls == 3) sleep(8); return (int)syscall(SYS_fdatasync, file); }\n");
	try {
		const slow = await server.room("wahhi"), quick = await server.room("wahhi"); /* two saves */
		const sits = new Person(server, slow.id).sit(1, "Ada"), began = Date.now();
		await new Promise(resolve => setTimeout(resolve, 500));
		assert.equal(await new Person(server, quick.id).sit(1, "Ben"), 200);
		assert.ok(Date.now() - began < 5000);
		await until(() => /the disk has not answered for 5 seconds/.test(server.errors), "the report");
		assert.equal(await sits, 200);
	} finally {
		await server.stop();
		server.remove();
	}
});

use("who acts plays herself again", () => served(async server => {
	const { people, host } = await roomOf(server, "wahhi:two", 2);
	for (const person of people)
		void person.listen();
	await host.say("begin simple");
	const next = await until(() => people.find(person => person.told("go") !== undefined), "somebody's turn"), other = people.find(person => person !== next);
	assert.equal((await next.say(`bot ${next.seat} simple`)).status, 200);
	await until(() => other.lines.some(line => line.startsWith(`who ${next.seat} person here simple`)), "the bot in her chair");
	assert.equal((await next.say(`at ${next.at} act ${next.acts[0]}`)).status, 200);
	await until(() => other.lines.some(line => line.startsWith(`who ${next.seat} person here - `)), "no bot there");
}, ["--pace", "60000"]));

use("an act that cannot be saved does not count, and the table is as before", async () => {
	const server = await onFullDisk();
	try {
		const { people: [ada], host } = await roomOf(server, "wahhi", 1);
		void ada.listen();
		await host.say("begin simple");
		let refused = null, events = 0;
		for (let i = 0; i < 200 && refused === null; i++) {
			await until(() => ada.told("go") !== undefined, "her turn", 3000).catch(() => null);
			if (ada.told("go") === undefined)
				break; /* a bot's act could not be saved */
			const before = ada.lines.filter(line => !line.startsWith("news"));
			const answer = await ada.say(`at ${ada.at} act ${choice(ada, 0)}`);
			if (answer.status === 507) {
				refused = before;
				events = ada.events;
			}
		}
		if (refused !== null) {
			await until(() => ada.events > events, "the table as before");
			assert.deepEqual(ada.lines.filter(line => !/^(news|did|deal)/.test(line)), refused.filter(line => !/^(news|did|deal)/.test(line)));
		}
		assert.equal((await server.ask("/health")).status, 200);
	} finally {
		await server.stop();
		server.remove();
	}
});

use("what is no request of a page is refused", () => served(async server => {
	const { id } = await server.room("wahhi");
	const ask = (/** @type {string} */ text) => rawly(server, text);
	const post = (/** @type {string} */ path, /** @type {string} */ body, head = "") => ask(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
	assert.equal(await ask("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 403);
	assert.equal(await post(`/rooms/${id}`, "sit 1 Ada", "Origin: https://evil.example\r\n"), 403);
	assert.equal(await post(`/rooms/${id}`, "sit 1 Ada", "Origin: null\r\n"), 403);
	assert.equal(await ask("PUT / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 405);
	assert.equal(await ask("GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 404);
	assert.equal(await ask("GET /rooms/../rooms/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 404);
	assert.equal(await ask("GET /rooms/0123456789 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 404);
	assert.equal(await post(`/rooms/${id}`, "sit 1 A\0da"), 400);
	assert.equal(await post(`/rooms/${id}`, "x".repeat(1025)), 413);
	assert.equal(await post(`/rooms/${id}`, "dance"), 400);
	assert.equal(await post(`/rooms/${id}`, ""), 400);
	assert.equal(await post("/rooms", "rules nowhere"), 422);
	assert.equal(await post("/rooms", "rules wahhi\nwith nothing_like_this"), 422);
	assert.equal(await post("/rooms", "rules ../../etc/passwd"), 422);
	assert.equal(await post("/rooms", "rules /etc/passwd"), 422);
	assert.equal(await post("/rooms", "with open"), 400);
	assert.equal(await post(`/rooms/${id}`, "sit 1 Ada", "Authorization: Bearer 0\r\n"), 401);
	assert.equal(await post(`/rooms/${id}`, "sit 1 Ada", `Authorization: Bearer ${"0".repeat(26)}\r\n`), 401);
	assert.ok([400, 413, 431, 0].includes(Number(await ask(`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"x".repeat(9000)}\r\n\r\n`))));
	const { headers } = await server.ask("/health");
	assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
	assert.equal(headers.get("x-content-type-options"), "nosniff");
}));

use("the page is what was read at the start, and no path reaches the disk", async () => {
	const page = mkdtempSync(join(tmpdir(), "canasta-page-")), names = ["index.html", "page.js", "worker.js", "style.css", "canasta.wasm", "icon.svg", "manifest.webmanifest"];
	for (const name of names)
		writeFileSync(join(page, name), `this is ${name}`);
	writeFileSync(join(page, "canasta.wasm.gz"), gzipSync("this is canasta.wasm"));
	writeFileSync(join(page, "secret.txt"), "secret");
	try {
		await served(async server => {
			rmSync(join(page, "style.css"));
			writeFileSync(join(page, "page.js"), "changed");
			for (const name of names) {
				const { status, text, headers } = await server.ask(name === "index.html" ? "/" : `/${name}`);
				assert.deepEqual([status, text], [200, `this is ${name}`]);
				assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
				assert.equal(headers.get("cache-control"), "no-cache");
				assert.equal(headers.get("content-encoding"), name === "canasta.wasm" ? "gzip" : null);
				const again = await server.ask(name === "index.html" ? "/" : `/${name}`, null, { "If-None-Match": headers.get("etag") ?? "" });
				assert.deepEqual([again.status, again.text], [304, ""]);
			}
			assert.equal((await server.ask("/page.js", null, { "If-None-Match": '"another"' })).status, 200);
			assert.equal((await server.ask("/", null, { "Accept-Encoding": "identity" })).status, 200);
			for (const [takes, packed] of [["identity", null], ["gzip;q=0", null], ["gzip; q=0.000, br", null], ["br, gzip", "gzip"], ["gzip;q=0.5, br", "gzip"]])
				assert.equal((await server.ask("/canasta.wasm", null, { "Accept-Encoding": takes })).headers.get("content-encoding"), packed, takes);
			for (const path of ["/secret.txt", "/index.html", "/%2e%2e/etc/passwd", "/page.js/", "//page.js", "/page.js%00", "/./page.js", "/rooms/../secret.txt"])
				assert.equal(await rawly(server, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`), 404, path);
		}, ["--page", page]);
	} finally {
		rmSync(page, { recursive: true });
	}
});

use("it listens at the socket that systemd gives", async () => {
	const folder = mkdtempSync(join(tmpdir(), "canasta-serve-")), out = join(folder, "out");
	/* what systemd does: the socket is number 3, and the environment says whose it is */
	const script = "import os, socket, sys\ns = socket.socket()\ns.bind(('127.0.0.1', 0))\ns.listen(16)\nos.dup2(s.fileno(), 3)\nos.set_inheritable(3, True)\nprint(s.getsockname()[1], flush=True)\nos.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1')\nos.execv(sys.argv[1], sys.argv[1:])\n";
	const process = spawn("python3", ["-c", script, `${build}/canasta-serve`, "--folder", folder, "--open", "--port", "1"], { stdio: ["ignore", "pipe", "pipe"] });
	let said = "", errors = "";
	process.stdout.on("data", bytes => { said += bytes; });
	process.stderr.on("data", bytes => { errors += bytes; });
	try {
		const port = await until(() => /^(\d+)\n/.exec(said)?.[1], "the socket");
		await until(() => said.includes(`:${port}/`), "the address").catch(() => { throw new Error(said + errors + out); });
		assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200);
	} finally {
		process.kill();
		rmSync(folder, { recursive: true });
	}
});

use("it listens at an address of IPv6", async () => {
	const server = await new Server(build, ["--listen", "::1"]).start();
	try {
		assert.match(server.url, /^http:\/\/\[::1\]:\d+$/);
		const { id } = await server.room("wahhi");
		assert.equal(await new Person(server, id).sit(1, "Ada"), 200);
	} finally {
		await server.stop();
		server.remove();
	}
	const all = await new Server(build, ["--listen", "::"]).start(); /* and of IPv4 */
	try {
		assert.equal((await fetch(`http://127.0.0.1:${all.port}/health`)).status, 200);
	} finally {
		await all.stop();
		all.remove();
	}
});

use("the tool of a build starts the server that lies beside it", async () => {
	const folder = mkdtempSync(join(tmpdir(), "canasta-serve-")), tool = spawn(`${build}/canasta`, ["serve", "--folder", join(folder, "rooms"), "--port", "0", "--open"], { stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, PATH: "/nowhere" } });
	const said = String(await new Promise(resolve => { tool.stdout.once("data", resolve); tool.on("exit", () => resolve("")); }));
	assert.equal((await fetch(`${/http:\/\/[^/]*/.exec(said)?.[0]}/health`)).status, 200);
	const ended = new Promise(resolve => tool.on("exit", resolve));
	tool.kill();
	assert.equal(await ended, 0);
	rmSync(folder, { recursive: true });
});

use("it says what is wrong with an option", async () => {
	const run = (/** @type {string[]} */ ...words) => spawnSync(`${build}/canasta-serve`, words, { encoding: "utf8", timeout: 5000 });
	for (const words of [["--listen", "nowhere"], ["--port", "70000"], ["--port"], ["--dance"], ["--host"], ["--folder", "/proc/none/here"], ["--page", "/nowhere"], ["--rules", "/nowhere"]]) {
		const { status, stderr } = run(...words);
		assert.ok(status !== 0 && status !== null && stderr.length > 10, `${words}: ${status} ${stderr}`);
	}
	const help = run("--help"), page = readFileSync("docs/serving.md", "utf8");
	assert.equal(help.status, 0);
	const options = [...help.stdout.matchAll(/^  (--[a-z-]+)/gm)].map(match => match[1]), told = new Set(page.slice(page.indexOf("<!-- options -->")).split("<!-- end -->")[0].match(/--[a-z-]+(?=[ `])/g));
	assert.ok(options.length > 10);
	assert.deepEqual(options.filter(option => !told.has(option)), []);
	assert.deepEqual([...told].filter(option => !options.includes(option)), []);
});

use("the address that it prints is one that leads to others", () => {
	/* a network of its own, in which a bridge comes first */
	const script = "ip link set lo up && ip addr add 172.17.0.1/16 dev lo && ip addr add 192.168.7.5/24 dev lo || exit 9; [ -z \"$3\" ] || ip route add default dev lo src 192.168.7.5 || exit 9; timeout 1 \"$1\" --folder \"$2\" --open --listen 0.0.0.0; exit 0";
	const folder = mkdtempSync(join(tmpdir(), "canasta-serve-"));
	for (const [way, address] of [["way", "192.168.7.5"], ["", "172.17.0.1"]]) {
		const { status, stdout, stderr } = spawnSync("unshare", ["-rn", "sh", "-c", script, "sh", `${build}/canasta-serve`, folder, way], { encoding: "utf8" });
		if (status !== 0) { /* this system lets nobody have one */
			console.log(`not tried: ${stderr.trim()}`);
			break;
		}
		assert.equal(stdout, `http://${address}:8484/\n`);
	}
	rmSync(folder, { recursive: true });
	return Promise.resolve();
});

use("a flood is bounded, and so are guesses", () => served(async server => {
	await server.stop();
	server.limited = true;
	await server.start();
	const tries = await Promise.all(Array.from({ length: 150 }, () => server.ask("/rooms/0123456789/stream").catch(() => ({ status: 0 }))));
	assert.ok(tries.filter(answer => answer.status === 429 || answer.status === 0).length > 100);
	assert.ok(tries.some(answer => answer.status === 404));
}));

use("who does not say what is wanted is cut off", () => served(async server => {
	const began = Date.now();
	const socket = net.connect(server.port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\n"));
	const drip = setInterval(() => socket.write("X"), 2000);
	await new Promise(resolve => { socket.on("close", resolve); socket.on("error", resolve); });
	clearInterval(drip);
	assert.ok(Date.now() - began < 14000, `after ${Date.now() - began} ms`);
}));

use("who comes back is told what has happened since", () => served(async server => {
	const { people: [ada], host } = await roomOf(server, "wahhi", 1);
	void ada.listen();
	await host.say("begin simple");
	await until(() => ada.told("go") !== undefined, "her turn");
	ada.leave();
	await new Promise(resolve => setTimeout(resolve, 50));
	const before = ada.history.length, last = ada.last;
	const other = new Person(server, ada.room, ada.token);
	void other.listen();
	await until(() => other.told("go") !== undefined, "the same turn");
	await other.say(`at ${other.at} act ${other.acts.find(act => act === "draw") ?? other.acts[0]}`);
	await until(() => other.at > ada.at, "her act");
	void ada.listen();
	await until(() => ada.last !== last, "what has happened");
	assert.equal(ada.history.length, before + 1);
	assert.match(ada.history[before], /^did 1 /);
}));

use("rules with a long name are kept whole", async () => {
	const rules = mkdtempSync(join(tmpdir(), "canasta-rules-")), name = "a".repeat(700);
	writeFileSync(join(rules, "long.canasta"), `language 1\n\nvariant ${name} "A long name" extends wahhi {\n    game { to 50 }\n}\n`);
	await served(async server => {
		const { id, host } = await server.room(`long.canasta:${name}`), looks = new Person(server, id);
		assert.equal((await host.say(`rules long.canasta:${name}`)).status, 200);
		const notes = readFileSync(join(files(server), `${id}.room`), "utf8");
		assert.equal(notes.split("\n").filter(line => line === `rules long.canasta:${name}`).length, 2);
		await server.kill();
		void looks.listen();
		await until(() => looks.events > 0, "the table after a power cut");
	}, ["--rules", rules]);
	rmSync(rules, { recursive: true });
});

use("rules files of the folder are played by, and nothing else is read", async () => {
	const rules = mkdtempSync(join(tmpdir(), "canasta-rules-"));
	writeFileSync(join(rules, "ours.canasta"), "language 1\nvariant ours \"Our Fridays\" extends wahhi { game { to 3000 } }\n");
	writeFileSync(join(rules, "theirs.canasta"), "language 1\nvariant theirs extends \"ours.canasta\" { game { to 2000 } }\n");
	writeFileSync(join(rules, "bad.canasta"), "language 1\nvariant bad extends wahhi { game { to many } }\n");
	symlinkSync("/etc/passwd", join(rules, "link.canasta"));
	try {
		await served(async server => {
			const { id } = await server.room("ours.canasta"), ada = new Person(server, id);
			void ada.listen();
			await until(() => ada.lines.some(line => line.startsWith("variant ours ") && line.endsWith(" Our Fridays")), "the title");
			assert.equal(ada.told("target"), "3000");
			await server.room("theirs.canasta");
			const bad = await server.ask("/rooms", "rules bad.canasta");
			assert.equal(bad.status, 422);
			assert.match(bad.text, /bad\.canasta:2/);
			const link = await server.ask("/rooms", "rules link.canasta");
			assert.equal(link.status, 422);
			assert.doesNotMatch(link.text, /root:/);
			writeFileSync(join(rules, "ours.canasta"), "language 1\nvariant ours \"Our Fridays\" extends wahhi { game { to 4000 } }\n");
			const later = new Person(server, (await server.room("ours.canasta")).id);
			void later.listen();
			await until(() => later.told("target") === "4000", "the changed rules");
		}, ["--rules", rules]);
	} finally {
		rmSync(rules, { recursive: true });
	}
});

use("a table that nobody uses is removed after some days, and no other", () => served(async server => {
	const old = await server.room("wahhi"), young = await server.room("wahhi");
	await server.stop();
	utimesSync(join(files(server), `${old.id}.room`), 1e9, 1e9);
	await server.start(server.port);
	assert.equal((await server.ask(`/rooms/${old.id}/stream`)).status, 404);
	const looks = new Person(server, young.id);
	void looks.listen();
	await until(() => looks.events > 0, "the young table");
	assert.deepEqual(readdirSync(files(server)), [`${young.id}.room`]);
}));

use("after its start it gains no rights", () => served(async server => {
	assert.match(readFileSync(`/proc/${server.process.pid}/status`, "utf8"), /NoNewPrivs:\t1/);
	assert.ok(server.errors === "" || /Landlock/.test(server.errors), server.errors);
}));

use("nothing on the disk is a token", () => served(async server => {
	const { people, host } = await roomOf(server, "wahhi", 4);
	await host.say("begin simple");
	for (const file of readdirSync(files(server))) {
		const text = readFileSync(join(files(server), file), "utf8");
		for (const person of [host, ...people])
			assert.equal(text.includes(person.token), false);
		if (file.endsWith(".record"))
			assert.equal(text.includes(/seed (\d+)/.exec(readFileSync(join(files(server), file.replace("record", "room")), "utf8"))?.[1] ?? "none"), false);
	}
}));

await tryAll();
