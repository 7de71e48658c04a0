// same.mjs BUILD GAMES -- the library in the page gives the same bytes as the tool: every sheet, every difference between the
// documents' first games, and GAMES simulated games of every game.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { instantiate } from "../../interp/page/wasm.js";

const [, , build, games = "10"] = process.argv;
const call = instantiate(new WebAssembly.Module(readFileSync(`${build}/page/wasm/canasta.wasm`)));
let passed = 0, failed = 0;

function tool(...words) {
	try {
		return execFileSync(`${build}/canasta`, words, { encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "inherit"] });
	} catch (error) {
		if (error.status === 1)
			return error.stdout;
		throw error;
	}
}

function same(name, here, there) {
	if (here !== "" && here === there) {
		passed++;
		return;
	}
	failed++;
	const lines = [here.split("\n"), there.split("\n")], at = lines[0].findIndex((line, i) => line !== lines[1][i]);
	console.log(`FAIL ${name}: line ${at + 1}\n  page: ${lines[0][at]}\n  tool: ${lines[1][at]}`);
}

const TEXT = 0, HTML = 2, JSON_ = 3;
const references = JSON.parse(call({ call: "list" }).out).variants.map(game => game.reference);

same("list", call({ call: "list" }).out, tool("list", "--json"));
for (const variant of references) {
	for (const [form, option] of [[TEXT, "--text"], [HTML, "--html"], [JSON_, "--json"]])
		same(`sheet ${option} ${variant}`, call({ call: "sheet", variant, form }).out, tool("sheet", option, variant));
	same(`show ${variant}`, call({ call: "show", variant }).out, tool("show", "--json", variant));

	const simulation = { call: "sim", variant, seed: "1", bots: ["simple"] };
	const at = Number(call(simulation).out);
	for (let game = 0; game < Number(games); game++)
		call({ call: "sim_run", at, from: game, to: game + 1 });
	same(`sim ${variant}`, call({ call: "sim_tell", at, form: JSON_ }).out, tool("sim", variant, "--games", games, "--bots", "simple", "--json"));
	call({ call: "free", at });
}
const firsts = references.filter(reference => !reference.includes(":"));
for (const from of firsts)
	for (const to of firsts)
		if (from !== to)
			same(`diff ${from} ${to}`, call({ call: "diff", variants: [from, to].map(variant => ({ variant, label: variant })) }).out, tool("diff", "--json", from, to));

// Every file that tests are made of, sound or not: the same findings, and none stops the library.
const folders = ["tests/bad", "tests/good", "tests/hostile", "tests/trees"];
const files = folders.flatMap(folder => readdirSync(folder, { recursive: true }).map(name => `${folder}/${name}`)).filter(name => statSync(name).isFile());
const plain = new Set();
for (const name of files) {
	const bytes = readFileSync(name), text = bytes.toString("utf8");
	if (Buffer.from(text, "utf8").equals(bytes)) { // what is no UTF-8 cannot be handed over
		plain.add(name);
		call({ call: "file", name, text });
	}
}
for (const name of plain) {
	const there = name.endsWith(".canasta") ? tool("check", "--json", name) : "";
	if (there !== "" && !/"id": "file-(is-folder|outside)/.test(there)) // the page has no folders and no links
		same(`check ${name}`, call({ call: "check", references: [name] }).out, there);
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
