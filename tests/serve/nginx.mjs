// nginx.mjs BUILD -- two processes on one folder behind nginx, which divides the tables by the first letters of their names; one is killed, and
// play goes on. The configuration is the one of docs/serving.md.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Person, Server, until } from "./client.mjs";

const build = process.argv[2], nginx = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"].find(file => existsSync(file));
if (nginx === undefined) {
	console.log("skipped: nginx is not installed (apt-get install nginx-light)");
	process.exit(0);
}

/** The block of docs/serving.md that is marked so. @param {string} mark */
function block(mark) {
	const page = readFileSync("docs/serving.md", "utf8"), at = page.indexOf(`<!-- ${mark} -->`);
	const text = /```\n([^]*?)```/.exec(page.slice(at))?.[1];
	if (at < 0 || text === undefined)
		throw new Error(`docs/serving.md has no block ${mark}`);
	return text;
}

const port = () => new Promise(resolve => { const socket = net.createServer().listen(0, "127.0.0.1", () => { const { port } = /** @type {net.AddressInfo} */ (socket.address()); socket.close(() => resolve(port)); }); });
const folder = mkdtempSync(join(tmpdir(), "canasta-nginx-")), front = await port();
const first = new Server(build, ["--proxy", "--letters", "0123456789abcdef"], folder), second = new Server(build, ["--proxy", "--letters", "ghjkmnpqrstvwxyz"], folder);
await first.start();
await second.start();

/** What a block of the manual becomes here: without TLS, and in a folder of its own. @param {string} text */
function written(text) {
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(name => `\t${name}_temp_path ${folder}/${name};\n`).join("");
	const config = text.replaceAll("127.0.0.1:8484", `127.0.0.1:${first.port}`).replaceAll("127.0.0.1:8485", `127.0.0.1:${second.port}`)
		.replace(/listen 443 ssl;/, `listen 127.0.0.1:${front};`).replace(/.*ssl_certificate.*\n/g, "");
	writeFileSync(join(folder, "nginx.conf"), `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents { worker_connections 1000; }\nhttp {\n\taccess_log ${folder}/access.log;\n${temporary}${config}}\n`);
	const tried = spawnSync(nginx ?? "", ["-t", "-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], { encoding: "utf8" });
	assert.equal(tried.status, 0, tried.stderr);
}

written(block("nginx")); /* it can be read */
written(block("nginx, several processes"));
const proxy = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], { stdio: "ignore" });
let failed = false;
try {
	const site = Object.assign(Object.create(Server.prototype), { url: `http://127.0.0.1:${front}` });
	await until(() => fetch(site.url + "/health").then(answer => answer.status === 200, () => false), "nginx");
	const tables = [];
	while (new Set(tables.map(table => /^[0-9a-f]/.test(table.id))).size < 2) /* one of each process */
		tables.push(await site.room("wahhi"));
	for (const { id, host } of tables) {
		const people = [];
		for (let i = 0; i < 4; i++) {
			people.push(new Person(site, id));
			assert.equal(await people[i].sit(i + 1, `P${i + 1}`), 200);
		}
		for (const person of people)
			void (async () => { for (;;) { await person.listen().catch(() => {}); await new Promise(resolve => setTimeout(resolve, 20)); } })();
		assert.equal((await host.say("begin careful")).status, 200);
		Object.assign(tables.find(table => table.id === id), { people });
	}
	/** One act at each table. */
	const act = async () => {
		for (const { people } of tables) {
			const next = await until(() => people.find(person => person.told("go") !== undefined), "somebody's turn"), at = next.at;
			/* a request may come while its process goes: the page asks again, and so does this */
			const answer = await until(async () => { const one = await next.say(`at ${at} act ${next.acts[0]}`); return [200, 409].includes(one.status) && one; }, "the answer");
			assert.ok(answer);
			await until(() => people.every(person => person.at > at), "the act");
		}
	};
	for (let i = 0; i < 5; i++)
		await act();
	const began = Date.now();
	await first.stop("SIGKILL");
	await act();
	console.log(`one of two processes is killed: its tables go on after ${Date.now() - began} ms`);
	for (let i = 0; i < 5; i++)
		await act();
	await first.start(first.port); /* it is back, and leaves tables where they are open */
	await new Promise(resolve => setTimeout(resolve, 1200));
	for (let i = 0; i < 5; i++)
		await act();
	await second.stop("SIGKILL");
	for (let i = 0; i < 5; i++)
		await act();
	const log = readFileSync(join(folder, "access.log"), "utf8");
	for (const { people } of tables)
		for (const person of people)
			assert.equal(log.includes(person.token), false);
	console.log("two processes behind nginx: 1 passed, 0 failed");
} catch (error) {
	failed = true;
	console.log("FAILED two processes behind nginx\n", error, existsSync(join(folder, "error.log")) ? readFileSync(join(folder, "error.log"), "utf8").slice(-2000) : "");
}
proxy.kill("SIGQUIT");
for (const server of [first, second])
	if (server.process.exitCode === null && server.process.signalCode === null)
		await server.stop();
proxy.kill();
rmSync(folder, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
