// build.mjs BUILD -- bundles the page: one file that opens from disk, and the same in parts for a web server. FIRST names the
// games it opens with. Sources are linked at BUILD/src, libraries are in BUILD/node_modules, canasta is BUILD/wasm/canasta.wasm.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const at = process.argv[2];
const source = name => `${at}/src/${name}`;

async function bundle(entry, format) {
	const result = await build({
		entryPoints: [source(entry)], bundle: true, minify: true, write: false, format, target: "es2022", legalComments: "none",
		charset: "utf8", preserveSymlinks: true,
	});
	return result.outputFiles[0].text;
}

async function style() {
	const result = await build({ entryPoints: [source("style.css")], bundle: true, minify: true, write: false, preserveSymlinks: true, loader: { ".css": "css" } });
	return result.outputFiles[0].text;
}

const hash = text => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const inScript = text => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

// What the page may do: run its own script, compile the library, start its worker. It may ask nobody for anything.
const policy = (script, style, worker, connect) => ["default-src 'none'", `script-src ${script} 'wasm-unsafe-eval'`, `style-src ${style}`, `worker-src ${worker}`,
	`connect-src ${connect}`, "img-src data: blob:", "base-uri 'none'", "form-action 'none'"].join("; ");

const page = readFileSync(source("index.html"), "utf8");
const fill = parts => Object.entries({ ...parts, first: process.env.FIRST ?? "" }).reduce((text, [name, part]) => text.replace(`<!--${name}-->`, () => part), page);
const head = content => `<meta http-equiv="Content-Security-Policy" content="${content}">`;

const css = (await style()).trim();
const worker = await bundle("worker.js", "iife");
const wasm = readFileSync(`${at}/wasm/canasta.wasm`);

const script = inScript(await bundle("single.js", "iife"));
writeFileSync(`${at}/canasta.html`, fill({
	policy: head(policy(hash(script), hash(css), "blob:", "'none'")),
	style: `<style>${css}</style>`,
	script: `<script type="text/plain" id="worker">${inScript(worker)}</script>\n<script type="text/plain" id="library">${gzipSync(wasm, { level: 9 }).toString("base64")}</script>\n<script>${script}</script>`,
}));

mkdirSync(`${at}/parts`, { recursive: true });
writeFileSync(`${at}/parts/page.js`, await bundle("served.js", "esm"));
writeFileSync(`${at}/parts/worker.js`, worker);
writeFileSync(`${at}/parts/style.css`, css);
writeFileSync(`${at}/parts/canasta.wasm`, wasm);
writeFileSync(`${at}/parts/policy.txt`, policy("'self'", "'self'", "'self'", "'self'") + "\n");
writeFileSync(`${at}/parts/index.html`, fill({
	policy: head(policy("'self'", "'self'", "'self'", "'self'")),
	style: '<link rel="stylesheet" href="style.css">',
	script: '<script type="module" src="page.js"></script>',
}));

const whole = readFileSync(`${at}/canasta.html`);
console.log(`  page   ${at}/canasta.html: ${Math.round(whole.length / 1000)} KB, compressed ${Math.round(gzipSync(whole, { level: 9 }).length / 1000)} KB`);
