// threats.mjs BUILD -- what people might try who want what is not theirs, or harm. Otherwise as serve.mjs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Person, Server, until } from "./client.mjs";
import { answered, build, rawly, roomOf, served, tryAll, use } from "./uses.mjs";

const head = "Host: 127.0.0.1\r\n";
const posted = (/** @type {string} */ path, /** @type {string} */ body, more = "") => `POST ${path} HTTP/1.1\r\n${head}${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** All statuses in what was answered. @param {string} text */
const statuses = text => [...text.matchAll(/^HTTP\/1\.. (\d+)/gm)].map(match => Number(match[1]));

/** It still serves. @param {Server} server */
const isWell = async server => assert.equal((await server.ask("/health")).status, 200);

use("names of other sites lead nowhere", () => served(async server => {
	for (const host of ["evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil.example", "evil.example:80", "[evil]", "[::1", "localhost.evil.example", "", " ", "xn--localhost"])
		assert.ok([400, 403].includes(await rawly(server, `GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`)), host);
	assert.ok([400, 403].includes(await rawly(server, "GET /health HTTP/1.1\r\n\r\n")));
	assert.ok([400, 403].includes(await rawly(server, "GET /health HTTP/1.0\r\n\r\n")));
	for (const host of ["127.0.0.1", `127.0.0.1:${server.port}`, "localhost", "LOCALHOST:1", "[::1]:80", "192.168.1.2"])
		assert.equal(await rawly(server, `GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`), 200, host);
	assert.notEqual(await rawly(server, "GET http://evil.example/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"), 200);
}));

use("a page of another site does nothing in a player's name", () => served(async server => {
	const { id, people: [ada] } = await roomOf(server, "wahhi", 1);
	for (const origin of ["null", "https://evil.example", "http://127.0.0.1.evil.example", "http://127.0.0.1:1", "127.0.0.1", "", "http://", "://127.0.0.1@evil.example"]) {
		assert.equal(await rawly(server, posted(`/rooms/${id}`, "leave", `Origin: ${origin}\r\nAuthorization: Bearer ${ada.token}\r\n`)), 403, origin);
		assert.equal(await rawly(server, `GET /rooms/${id}/stream HTTP/1.1\r\n${head}Origin: ${origin}\r\n\r\n`), 403, origin);
	}
	const { headers } = await server.ask("/health");
	assert.equal(headers.get("access-control-allow-origin"), null);
	assert.equal(await rawly(server, `OPTIONS /rooms/${id} HTTP/1.1\r\n${head}Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n`), 405);
}));

use("other methods are refused", () => served(async server => {
	const { id } = await server.room("wahhi");
	for (const method of ["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", "BREW"])
		for (const path of ["/", `/rooms/${id}`, "/rooms"])
			assert.ok([400, 405].includes(await rawly(server, `${method} ${path} HTTP/1.1\r\n${head}\r\n`)), `${method} ${path}`);
	assert.equal(await rawly(server, posted(`/rooms/${id}/stream`, "x")), 404);
	assert.equal(await rawly(server, `GET /rooms/${id} HTTP/1.1\r\n${head}\r\n`), 404);
	assert.equal(await rawly(server, posted("/health", "x")), 404);
}));

use("a token counts in its header alone, and one of them", () => served(async server => {
	const { id, people: [ada] } = await roomOf(server, "wahhi", 1), none = "0".repeat(26);
	const leave = (/** @type {string} */ more, path = `/rooms/${id}`) => rawly(server, posted(path, "leave", more));
	assert.equal(await leave("", `/rooms/${id}?token=${ada.token}`), 401);
	assert.equal(await leave(`Cookie: token=${ada.token}\r\n`), 401);
	for (const said of [`Basic ${ada.token}`, `bearer${ada.token}`, `Bearer ${ada.token} `.trimEnd() + "x", `Bearer  ${ada.token}`, `Bearer ${ada.token.toUpperCase()}`, `Bearer ${ada.token.slice(1)}`, "Bearer ", "", "Bearer " + "\u00e9".repeat(13)])
		assert.equal(await leave(`Authorization: ${said}\r\n`), 401, said);
	for (const twice of [`Authorization: Bearer ${none}\r\nAuthorization: Bearer ${ada.token}\r\n`, `Authorization: Bearer ${ada.token}\r\nauthorization: Bearer ${none}\r\n`, `Authorization: Bearer ${ada.token}\r\nHost: evil.example\r\n`, `Authorization: Bearer ${ada.token}\r\nOrigin: http://127.0.0.1\r\nOrigin: https://evil.example\r\n`])
		assert.equal(await leave(twice), 400, twice);
	assert.equal(await leave(`Authorization: Bearer ${ada.token}\r\n`), 200);
}));

use("a token opens its own table alone, and none once it is void", () => served(async server => {
	const one = await roomOf(server, "wahhi", 1), two = await roomOf(server, "wahhi", 1), [ada] = one.people;
	for (const token of [ada.token, one.host.token]) {
		assert.equal((await server.ask(`/rooms/${two.id}`, "begin simple", { Authorization: `Bearer ${token}` })).status, 401);
		assert.equal((await server.ask(`/rooms/${two.id}/stream`, null, { Authorization: `Bearer ${token}` })).status, 401);
	}
	assert.equal((await ada.say("leave")).status, 200);
	assert.equal((await ada.say("begin simple")).status, 401);
	assert.equal((await server.ask(`/rooms/${one.id}/stream`, null, ada.headers)).status, 401);
}));

use("who looks on does nothing, and a player nothing that is the host's", () => served(async server => {
	const { id, people, host } = await roomOf(server, "wahhi", 4), nobody = new Person(server, id);
	assert.equal((await nobody.say("begin simple")).status, 401);
	assert.equal((await people[0].say("link 2")).status, 401);
	assert.equal((await nobody.say("link 2")).status, 401);
	assert.equal((await people[0].say("begin simple")).status, 200);
	assert.equal((await people[1].say("begin simple")).status, 409); /* twice */
	void people[0].listen();
	await until(() => people[0].told("deal") !== undefined, "the deal");
	const { at } = people[0];
	for (const line of ["act draw", "undo", "deal", "event x", "back", "no"])
		for (const person of [nobody, host])
			assert.equal((await person.say(`at ${at} ${line}`)).status, 401, line);
	for (const line of ["leave", "why draw", "offers ", "hint", "phrase 1", "swap 1"])
		for (const person of [nobody, host])
			assert.equal((await person.say(line)).status, 401, line);
	assert.equal((await nobody.say("sit 1 Eve")).status, 422); /* all chairs are taken */
	assert.equal((await nobody.say("sit 5 Eve")).status, 422);
}));

use("out of turn nothing is done, and nothing is told of a hand", () => served(async server => {
	const { people, host } = await roomOf(server, "wahhi", 4);
	for (const person of people)
		void person.listen();
	await host.say("begin simple");
	const next = await until(() => people.find(person => person.told("go") !== undefined), "somebody's turn"), { at } = next;
	for (const other of people.filter(person => person !== next)) {
		assert.equal((await other.say(`at ${at} act draw`)).status, 409);
		assert.equal((await other.say(`at ${at} act 1`)).status, 409);
		assert.equal((await other.say(`at ${at} undo`)).status, 409);
		for (const line of ["why meld K K K", "offers ", "offers K", "hint"])
			assert.match((await other.say(line)).text, /^(It is not your turn|There are no hints at this table)\.\n$/, line);
	}
	assert.equal((await next.say(`at ${at} deal`)).status, 409); /* the deal is not over */
	assert.equal((await next.say(`at ${at} act draw`)).status, 200);
	await until(() => next.at > at, "her draw");
	const both = await Promise.all([1, 2, 3].map(() => next.say(`at ${next.at} act ${next.acts.find(act => act.startsWith("discard"))}`)));
	assert.deepEqual(both.map(answer => answer.status).sort(), [200, 409, 409]);
	for (const old of [at, 0, 1, at - 1])
		assert.equal((await next.say(`at ${old} act draw`)).status, 409, String(old));
}));

use("lengths that are none are no lengths", () => served(async server => {
	const { people: [ada], host } = await roomOf(server, "wahhi", 1);
	void ada.listen();
	await host.say("begin simple");
	await until(() => ada.told("go") !== undefined, "her turn");
	for (const at of ["-1", "99999999999999999999999999", "18446744073709551616", `${ada.at}.0`, `+${ada.at}`, ` ${ada.at}`, "", "x", `0x${ada.at.toString(16)}`, `${ada.at}\t`])
		assert.ok([400, 409].includes((await ada.say(`at ${at} act draw`)).status), at);
	for (const act of ["", "0", "-1", "99999", "draw; draw; draw", "d".repeat(900), "\u{1F0CF}", "%s%s%n", "discard", "draw\u0001"])
		assert.ok([400, 409, 422, 200].includes((await ada.say(`at ${ada.at} act ${act}`)).status), act);
	await isWell(server);
}));

use("a line is one line, and nothing gets into the files by it", () => served(async server => {
	const { id } = await server.room("wahhi"), notes = () => readFileSync(join(server.folder, "rooms", `${id}.room`), "utf8"), before = notes();
	const eve = new Person(server, id), hash = "0".repeat(64);
	assert.equal(await eve.sit(1, `Eve\nhost ${hash}`), 200); /* only the first line was read */
	assert.equal(await new Person(server, id).sit(2, `Eve\rseed 1`), 200);
	assert.doesNotMatch(notes().slice(before.length), /^(host|seed|rules)/m);
	for (const body of [`rules wahhi\nwith open\nhost ${hash}`, "rules wahhi\nrules wahhi", "rules wahhi\nseed 1", "rules wahhi\nhints off", "rules wahhi\n\u0001", "rules \u001b[31m", "rules ", "rules wahhi+always_frozen\nwith ", "rules wahhi\nwith a\tb"])
		assert.ok([400, 422].includes((await server.ask("/rooms", body)).status), body);
	assert.equal((await server.ask("/rooms", "rules wahhi\n" + "with x\n".repeat(100))).status, 400);
}));

use("names of tables are names, and files that are no tables are none", () => served(async server => {
	const { id } = await server.room("wahhi"), folder = join(server.folder, "rooms");
	for (const wrong of ["", "/", "0", id.slice(1), `${id}0`, `${id}.room`, id.toUpperCase(), "..........", "../../../..", "%2e%2e%2f%2e%2e", "0123456789/../x", `${id}/`, `${id}/record/`, `${id}//stream`, `${id}/../${id}/stream`, "key", "il0123456u"])
		assert.equal(await rawly(server, `GET /rooms/${wrong} HTTP/1.1\r\n${head}\r\n`), 404, wrong);
	symlinkSync("/etc/passwd", join(folder, "aaaaaaaaaa.room"));
	mkdirSync(join(folder, "bbbbbbbbbb.room"));
	writeFileSync(join(folder, "cccccccccc.room"), "");
	writeFileSync(join(folder, "dddddddddd.room"), "canasta room 1\nrules wahhi\nsit 9 x x\n");
	writeFileSync(join(folder, "eeeeeeeeee.room"), `canasta room 1\nrules wahhi\nhost ${"0".repeat(64)}\nseed 1\nback 5 999999999999 1\n`);
	writeFileSync(join(folder, "ffffffffff.room"), `canasta room 1\nrules wahhi\nhost ${"0".repeat(64)}\nseed 1\n`);
	writeFileSync(join(folder, "ffffffffff.record"), "this is no record\n");
	writeFileSync(join(folder, "gggggggggg.room"), Buffer.alloc(100000, 0xFF));
	for (const [name, status] of /** @type {[string, number[]][]} */ ([["aaaaaaaaaa", [404]], ["bbbbbbbbbb", [404]], ["cccccccccc", [500]], ["dddddddddd", [500]], ["eeeeeeeeee", [500]], ["ffffffffff", [500]], ["gggggggggg", [500]]]))
		assert.ok(status.includes((await server.ask(`/rooms/${name}/stream`)).status), name);
	assert.doesNotMatch(server.errors, /root:/);
	assert.equal((await new Person(server, id).say("sit 1 Ada")).status, 200);
}));

use("bodies that are cut, too long, in chunks, or follow each other", () => served(async server => {
	const { id } = await server.room("wahhi"), path = `/rooms/${id}`;
	assert.equal(await rawly(server, posted(path, "sit 1 " + "A".repeat(10000))), 413);
	assert.ok([0, 400, 413].includes(await rawly(server, `POST ${path} HTTP/1.1\r\n${head}Content-Length: -1\r\n\r\nsit 1 A`)));
	assert.ok([0, 400, 413].includes(await rawly(server, `POST ${path} HTTP/1.1\r\n${head}Content-Length: 99999999999999999999999\r\n\r\nsit 1 A`)));
	assert.ok([0, 400, 413].includes(await rawly(server, `POST ${path} HTTP/1.1\r\n${head}Content-Length: 7x\r\n\r\nsit 1 A`)));
	assert.equal(await rawly(server, `POST ${path} HTTP/1.1\r\n${head}Content-Length: 50\r\n\r\nsit 1 A`), 0); /* the rest never comes */
	assert.equal(await rawly(server, `POST ${path} HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n5\r\nsit 1\r\n4\r\n Ada\r\n0\r\n\r\n`), 200);
	assert.equal(await rawly(server, `POST ${path} HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n` + `200\r\n${"x".repeat(512)}\r\n`.repeat(4) + "0\r\n\r\n"), 413);
	assert.ok([0, 400].includes(await rawly(server, `POST ${path} HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nsit 2 Eve\r\n`)));
	/* two ways of saying how long it is are no way to smuggle a second request */
	const smuggled = statuses(await answered(server, `POST ${path} HTTP/1.1\r\n${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /rules HTTP/1.1\r\n${head}\r\n`));
	assert.ok(smuggled.length <= 2, String(smuggled));
	const line = statuses(await answered(server, posted(path, "phrase 9") + `GET /health HTTP/1.1\r\n${head}\r\n` + posted(path, "dance"), 600));
	assert.deepEqual(line, [401, 200, 400]);
	assert.ok(statuses(await answered(server, `GET /health HTTP/1.1\r\n${head}\r\n`.repeat(50), 800)).length >= 1);
	await isWell(server);
}));

use("bytes that are no HTTP", () => served(async server => {
	for (const bytes of ["\0", "\r\n\r\n\r\n", "GET", "GET / HTTP/9.9\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", `GET /${"a".repeat(5000)} HTTP/1.1\r\n${head}\r\n`, `GET / HTTP/1.1\r\n${head}${"A: b\r\n".repeat(2000)}\r\n`, `GET / HTTP/1.1\r\n${head}A\0: b\r\n\r\n`, `GET / HTTP/1.1\r\n${head} folded\r\n\r\n`, `GET  /health  HTTP/1.1\r\n${head}\r\n`])
		assert.notEqual(await rawly(server, Buffer.from(bytes, "latin1")), 200, JSON.stringify(bytes.slice(0, 40)));
	await isWell(server);
}));

use("ids of events that are none begin anew", () => served(async server => {
	const { id } = await server.room("wahhi");
	for (const last of ["9-9-9", "-1--1--1", "x", "99999999999999999999-99999999999999999999-0", "0-0", "0-18446744073709551615-0", "%s%n", " ", "1".repeat(900)]) {
		const person = new Person(server, id);
		person.last = last;
		void person.listen();
		await until(() => person.events > 0 && person.told("players") === "4", last);
		person.leave();
	}
}));

/** How many of [count] connections the server keeps open. @param {Server} server @param {number} count */
async function connections(server, count) {
	const sockets = await Promise.all(Array.from({ length: count }, () => new Promise(resolve => {
		const socket = net.connect(server.port, "127.0.0.1");
		let open = true;
		socket.on("error", () => { open = false; });
		socket.on("close", () => { open = false; });
		socket.on("connect", () => setTimeout(() => resolve({ socket, open: () => open }), 300));
	})));
	const kept = sockets.filter(one => one.open()).length;
	for (const { socket } of sockets)
		socket.destroy();
	return kept;
}

use("a table has room for so many streams, an address for so many connections", () => served(async server => {
	const { id } = await server.room("wahhi"), crowd = Array.from({ length: 49 }, () => new Person(server, id));
	const all = crowd.map(person => person.listen().catch(() => 0));
	await until(() => crowd.filter(person => person.events > 0).length === 48, "all but one");
	await until(() => crowd.some(person => person.status === 503), "the last one");
	for (const person of crowd)
		person.leave();
	await Promise.all(all);
	await until(async () => { const person = new Person(server, id); void person.listen(); await new Promise(resolve => setTimeout(resolve, 50)); const well = person.events > 0; person.leave(); return well; }, "room for another one");
	await server.stop();
	server.limited = true;
	await server.start();
	assert.equal(await connections(server, 80), 64);
	await until(() => server.ask("/health").then(answer => answer.status === 200, () => false), "room for others");
}));

use("an address is not believed unless a proxy stands before it", async () => {
	for (const [options, believed] of /** @type {[string[], boolean][]} */ ([[[], false], [["--proxy"], true]])) {
		const server = new Server(build, options);
		server.limited = true;
		await server.start();
		try {
			const tries = await Promise.all(Array.from({ length: 40 }, (_, i) => server.ask("/rooms/0123456789/stream", null, { "X-Real-IP": `10.0.0.${i}`, "X-Forwarded-For": `10.0.0.${i}` })));
			assert.equal(tries.every(answer => answer.status === 404), believed);
			await new Promise(resolve => setTimeout(resolve, 200));
			assert.equal(await connections(server, 80) === 80, believed); /* a proxy has all of them */
		} finally {
			await server.stop();
			server.remove();
		}
	}
});

use("tables are made by those who have the key", async () => {
	const server = new Server(build, []);
	server.closed = true;
	await server.start();
	try {
		const key = readFileSync(join(server.folder, "rooms", "key"), "utf8").trim();
		for (const headers of [{}, { Authorization: `Bearer ${"0".repeat(26)}` }, { Authorization: `Bearer ${key.slice(1)}` }, { Authorization: key }])
			assert.equal((await server.ask("/rooms", "rules wahhi", headers)).status, 401);
		const { status, text } = await server.ask("/rooms", "rules wahhi", { Authorization: `Bearer ${key}` });
		assert.equal(status, 201);
		assert.equal(server.said.includes(key), false); /* what it prints may come to a log */
		const id = /room (\S+)/.exec(text)?.[1];
		assert.equal((await server.ask(`/rooms/${id}`, "sit 1 Ada")).status, 200); /* who has the link joins */
		assert.equal((await server.ask(`/rooms/${id}`, "begin simple", { Authorization: `Bearer ${key}` })).status, 401); /* it is no token */
		assert.equal((await server.ask("/rules")).headers.get("x-canasta-open"), "no");
	} finally {
		await server.stop();
		server.remove();
	}
});

use("who asks for much and reads nothing costs little", () => served(async server => {
	const { id, host } = await server.room("wahhi"), memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, "utf8"))?.[1]);
	await host.say("begin simple");
	const before = memory(), lazy = Array.from({ length: 40 }, () => {
		const socket = net.connect(server.port, "127.0.0.1", () => { socket.pause(); socket.write(`GET /rooms/${id}/stream HTTP/1.1\r\n${head}\r\n`); });
		socket.on("error", () => {});
		return socket;
	});
	await new Promise(resolve => setTimeout(resolve, 3000)); /* bots play deal after deal meanwhile */
	const after = memory();
	for (const socket of lazy)
		socket.destroy();
	assert.ok(after - before < 6000, `${after - before} KiB`);
	await isWell(server);
}));

use("two lengths of one request are none, and what follows it is not heard", () => served(async server => {
	const { id, people: [ada] } = await roomOf(server, "wahhi", 1), own = `Authorization: Bearer ${ada.token}\r\n`, hidden = `POST /rooms/${id} HTTP/1.1\r\n${head}${own}Content-Length: 5\r\n\r\nleave`;
	for (const lengths of [`Content-Length: 4\r\nContent-Length: ${4 + hidden.length}\r\n`, `Content-Length: ${4 + hidden.length}\r\nContent-Length: 4\r\n`, `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`, `Transfer-Encoding: chunked\r\nContent-Length: 4\r\n`, `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\nContent-Length: 4\r\n`, "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: xchunked\r\nContent-Length: 4\r\n"]) {
		const said = statuses(await answered(server, `POST /rooms/${id} HTTP/1.1\r\n${head}${lengths}\r\n0\r\n\r\n${hidden}`));
		assert.deepEqual(said.filter(status => status !== 400), [], lengths);
		assert.ok(said.length <= 1, lengths);
	}
	assert.equal((await ada.say("phrase 1")).status, 200); /* she has not left */
}));

use("a body that comes slowly, or not to its end, is let go, and nothing of it is done", () => served(async server => {
	const { id, people: [ada] } = await roomOf(server, "wahhi", 1), own = `Authorization: Bearer ${ada.token}\r\n`, began = Date.now();
	const slow = [`POST /rooms/${id} HTTP/1.1\r\n${head}${own}Content-Length: 900\r\n\r\nleave`, `POST /rooms/${id} HTTP/1.1\r\n${head}${own}Transfer-Encoding: chunked\r\n\r\n300\r\nleave`, `POST /rooms/${id} HTTP/1.1\r\n${head}${own}Transfer-Encoding: chunked\r\n\r\n5\r\nleave\r\n`];
	await Promise.all(slow.map(text => new Promise(resolve => {
		const socket = net.connect(server.port, "127.0.0.1", () => socket.write(text)), drip = setInterval(() => socket.write("1"), 1500);
		socket.on("error", () => {});
		socket.on("close", () => { clearInterval(drip); resolve(undefined); });
	})));
	assert.ok(Date.now() - began < 15000, `after ${Date.now() - began} ms`);
	for (const text of slow) { /* and who hangs up in the middle of a chunk */
		const socket = net.connect(server.port, "127.0.0.1", () => socket.write(text, () => socket.destroy()));
		await new Promise(resolve => socket.on("close", resolve));
	}
	assert.equal((await ada.say("phrase 1")).status, 200);
}));

use("nothing that the server says names a token, a person or a hand", () => served(async server => {
	const { id, people, host } = await roomOf(server, "wahhi", 4);
	for (const person of people)
		void person.listen();
	await host.say("begin simple");
	await until(() => people.every(person => person.told("hand") !== undefined), "the deal");
	assert.equal(await rawly(server, `GET /rooms/${id}/stream?token=${people[0].token} HTTP/1.1\r\n${head}\r\n`), 200);
	await people[0].say("act nonsense");
	await server.ask(`/rooms/${id}`, "sit 1 Eve", { Authorization: `Bearer ${people[1].token}x`, Referer: `http://127.0.0.1/#${id}/${people[1].token}` });
	await server.stop();
	const said = server.said + server.errors;
	for (const secret of [id, host.token, "Béla", "Ada", ...people.map(person => person.token), ...people.map(person => person.told("hand"))])
		assert.equal(said.includes(secret), false, secret);
}));

use("every answer keeps links from being passed on", () => served(async server => {
	const { id } = await server.room("wahhi");
	for (const [path, body] of /** @type {[string, string | null][]} */ ([["/health", null], ["/rules", null], ["/nowhere", null], [`/rooms/${id}`, "dance"], [`/rooms/${id}/record`, null], ["/rooms", "rules nowhere"]])) {
		const { headers } = await server.ask(path, body);
		assert.equal(headers.get("referrer-policy"), "no-referrer", path);
		assert.equal(headers.get("cache-control"), "no-store", path);
		assert.equal(headers.get("set-cookie"), null, path);
	}
}));

use("one link at two phones is one chair", () => served(async server => {
	const { people: [ada, ...others], host } = await roomOf(server, "wahhi", 4), twin = new Person(server, ada.room, ada.token);
	for (const person of [ada, twin, ...others])
		void person.listen();
	await host.say("begin simple");
	for (;;) {
		const next = await until(() => [ada, ...others].find(person => person.told("go") !== undefined), "somebody's turn"), { at } = next;
		if (next === ada)
			break;
		await next.say(`at ${at} act ${next.acts.find(act => act.startsWith("discard")) ?? next.acts[0]}`);
		await until(() => next.at > at, "her act");
	}
	await until(() => twin.at === ada.at, "the twin");
	assert.equal(twin.told("hand"), ada.told("hand"));
	const both = await Promise.all([ada, twin].map(one => one.say(`at ${ada.at} act draw`)));
	assert.deepEqual(both.map(answer => answer.status).sort(), [200, 409]);
	await until(() => ada.told("hand") === twin.told("hand") && ada.at === twin.at && others[0].at === ada.at, "one draw");
	assert.equal(others[0].lines.filter(line => line.startsWith("who 1 ")).length, 1);
}));

use("bodies that are something else are not understood", () => served(async server => {
	const { id, host } = await server.room("wahhi");
	for (const body of ["[".repeat(1000), '{"a":'.repeat(200), "<x>".repeat(300), '{"line":"begin simple"}', "line=begin+simple", "\u001f\u008b\b", "begin\tsimple", "BEGIN simple", " begin simple", "at at 0 begin simple"])
		assert.equal((await host.say(body)).status, 400, body.slice(0, 30));
	for (const more of ["X-HTTP-Method-Override: POST\r\n", "X-Original-URL: /rules\r\n", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n", "Upgrade: h2c\r\nHTTP2-Settings: AAAA\r\nConnection: Upgrade, HTTP2-Settings\r\n", "Range: bytes=0-1\r\n", "Expect: 200-nothing\r\n"])
		assert.match(await answered(server, `GET /health HTTP/1.1\r\n${head}${more}\r\n`), /^HTTP\/1\.1 (200[^]*\r\n\r\nrooms 1\nsaved \d+\n$|417)/, more);
	assert.equal(await rawly(server, posted(`/rooms/${id}`, "sit 1 Ada", "Content-Encoding: gzip\r\nContent-Type: multipart/form-data; boundary=x\r\n")), 200); /* these say nothing here */
	await isWell(server);
}));

use("a host is no player, and tables are made so often and no more", () => served(async server => {
	await server.stop();
	server.limited = true;
	await server.start();
	const { id, host } = await server.room("wahhi"), other = (await server.room("wahhi")).host;
	await host.say("begin simple");
	for (const line of ["at 0 act draw", "leave", "swap 2", "phrase 1", "hint", "offers "])
		assert.equal((await host.say(line)).status, 401, line);
	const made = await Promise.all(Array.from({ length: 20 }, () => server.ask("/rooms", "rules wahhi")));
	assert.ok(made.filter(answer => answer.status === 201).length < 8);
	assert.ok(made.every(answer => [201, 429].includes(answer.status)));
	await until(async () => (await server.ask(`/rooms/${id}`, "score")).status === 200, "others are heard again");
	await new Promise(resolve => setTimeout(resolve, 3000));
	const chosen = await Promise.all(Array.from({ length: 20 }, (_, i) => other.say(`${i % 2 ? "at 0 " : ""}rules guide`)));
	assert.ok(chosen.filter(answer => answer.status === 200).length < 8, `${chosen.map(answer => answer.status)}`);
	assert.ok(chosen.every(answer => [200, 429].includes(answer.status)));
}, ["--pace", "100"]));

use("pipes, devices and folders in the folders hold nobody up", async () => {
	const rules = mkdtempSync(join(tmpdir(), "canasta-rules-"));
	execFileSync("mkfifo", [join(rules, "pipe.canasta")]);
	symlinkSync("/dev/zero", join(rules, "zero.canasta"));
	mkdirSync(join(rules, "folder.canasta"));
	writeFileSync(join(rules, "takes.canasta"), "language 1\nvariant takes extends \"pipe.canasta\" { }\n");
	try {
		await served(async server => {
			execFileSync("mkfifo", [join(server.folder, "rooms", "aaaaaaaaaa.room")]);
			assert.ok([404, 500].includes((await server.ask("/rooms/aaaaaaaaaa/stream")).status));
			for (const name of ["pipe", "zero", "folder", "takes"])
				assert.equal((await server.ask("/rooms", `rules ${name}.canasta`)).status, 422, name);
			assert.equal((await server.ask("/rules")).status, 200);
			await isWell(server);
		}, ["--rules", rules]);
	} finally {
		rmSync(rules, { recursive: true });
	}
});

await tryAll();
