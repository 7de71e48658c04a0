// build.mjs BUILD -- bundles the page: one file that opens from disk, and the same in parts for a web server. FIRST names the
// games it opens with. Sources are linked at BUILD/src, libraries are in BUILD/node_modules, canasta is BUILD/wasm/canasta.wasm. NOTICES
// names the files with the licences of what canasta.wasm contains; those of the libraries that are bundled come with them.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";

const at = process.argv[2];
const source = name => `${at}/src/${name}`;

// ---- licences ----

/** By their text: the packages that have it. */
const licences = new Map();

/** Notes the licence of each package that a bundle is made of. @param {Record<string, unknown>} inputs its files */
function noteLicences(inputs) {
	const packages = new Set(Object.keys(inputs).map(file => file.match(/.*node_modules\/((@[^/]+\/)?[^/]+)/)).filter(found => found !== null).map(found => found[1]));
	for (const name of packages) {
		const folder = `${at}/node_modules/${name}`, file = readdirSync(folder).find(one => /^licen[cs]e/i.test(one));
		if (file === undefined)
			throw new Error(`${name} is in the page and has no licence: ${folder}`);
		const text = readFileSync(`${folder}/${file}`, "utf8").trim();
		licences.set(text, (licences.get(text) ?? new Set()).add(name));
	}
}

function allLicences() {
	const notice = file => `======== ${basename(file, ".txt")} ========\n\n${readFileSync(file, "utf8").trim()}`;
	const own = readFileSync("LICENSE", "utf8").trim(), notices = (process.env.NOTICES ?? "").split(" ").filter(file => file !== "").map(notice);
	for (const [text, names] of licences)
		notices.push(`======== ${[...names].sort().join(", ")} ========\n\n${text}`);
	return [own, "canasta contains the following libraries, or parts of them.", ...notices].join("\n\n\n") + "\n";
}

const escaped = text => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

// ---- bundles ----

async function bundled(options) {
	const result = await build({ bundle: true, minify: true, write: false, preserveSymlinks: true, metafile: true, ...options });
	noteLicences(result.metafile.inputs);
	return result.outputFiles[0].text;
}

const bundle = (entry, format) => bundled({ entryPoints: [source(entry)], format, target: "es2022", legalComments: "none", charset: "utf8" });
const style = async name => (await bundled({ entryPoints: [source(name)], loader: { ".css": "css" } })).trim();

const hash = text => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const inScript = text => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

// What the page may do: run its own script, compile the library, start its worker. It may ask nobody for anything.
const policy = (script, style, worker, connect) => ["default-src 'none'", `script-src ${script} 'wasm-unsafe-eval'`, `style-src ${style}`, `worker-src ${worker}`,
	`connect-src ${connect}`, `img-src data: blob:${connect === "'none'" ? "" : " 'self'"}`, ...(connect === "'none'" ? [] : ["manifest-src 'self'"]), "base-uri 'none'", "form-action 'none'"].join("; ");

const page = readFileSync(source("index.html"), "utf8");
const fill = parts => Object.entries({ ...parts, first: process.env.FIRST ?? "" }).reduce((text, [name, part]) => text.replace(`<!--${name}-->`, () => part), page);
const head = content => `<meta http-equiv="Content-Security-Policy" content="${content}">`;

const css = await style("style.css");
const worker = await bundle("worker.js", "iife");
const wasm = readFileSync(`${at}/wasm/canasta.wasm`);
const pack = (tool, ...options) => execFileSync(tool, [...options, "-c", `${at}/wasm/canasta.wasm`], { maxBuffer: wasm.length });

// ---- as an app: a card with a star; from a server it can be installed ----

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="96" fill="#2e6b4c"/><g transform="rotate(-9 256 256)"><rect x="150" y="96" width="220" height="308" rx="22" fill="#2c5d8f" stroke="#cfe0f2" stroke-width="10" transform="rotate(16 256 256)"/><rect x="146" y="102" width="220" height="308" rx="22" fill="#fffefa" stroke="#8d8a80" stroke-width="6"/><path transform="translate(186 186) scale(1.4)" fill="#b3201b" d="M50 92C20 66 8 48 8 31C8 16 18 7 29 7C39 7 46 13 50 22C54 13 61 7 71 7C82 7 92 16 92 31C92 48 80 66 50 92Z"/></g></svg>`;
const manifest = { name: "Canasta by your rules", short_name: "Canasta", start_url: "./", scope: "./", display: "standalone", background_color: "#f4f2ec", theme_color: "#2e6b4c", icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any maskable" }] };

const script = inScript(await bundle("single.js", "iife")), served = await bundle("served.js", "esm"), rights = escaped(allLicences());
writeFileSync(`${at}/canasta.html`, fill({
	policy: head(policy(hash(script), hash(css), "blob:", "'none'")),
	icon: `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">`,
	style: `<style>${css}</style>`, licences: rights,
	script: `<script type="text/plain" id="worker">${inScript(worker)}</script>\n<script type="text/plain" id="library">${pack("zstd", "-q", "--ultra", "-22", "--long=24").toString("base64")}</script>\n<script>${script}</script>`,
}));

// ---- in parts; canasta-serve sends what is packed beside a part to whoever takes it ----

/** @param {string} name @param {string | Buffer} content @param {Buffer} [packed] */
function writePart(name, content, packed = gzipSync(content, { level: 9 })) {
	writeFileSync(`${at}/parts/${name}`, content);
	writeFileSync(`${at}/parts/${name}.gz`, packed);
}

mkdirSync(`${at}/parts`, { recursive: true });
writePart("page.js", served);
writePart("worker.js", worker);
writePart("style.css", `${css}\n${await style("served.css")}`);
writePart("canasta.wasm", wasm, pack("zopfli", "--i5")); // gzip, a twentieth smaller
writePart("icon.svg", icon);
writePart("manifest.webmanifest", JSON.stringify(manifest));
writePart("index.html", fill({
	policy: head(policy("'self'", "'self'", "'self'", "'self'")),
	icon: '<link rel="icon" href="icon.svg"><link rel="manifest" href="manifest.webmanifest"><meta name="theme-color" content="#2e6b4c">',
	style: '<link rel="stylesheet" href="style.css">', licences: rights,
	script: '<script type="module" src="page.js"></script>',
}));
writeFileSync(`${at}/parts/policy.txt`, policy("'self'", "'self'", "'self'", "'self'") + "\n");

const whole = readFileSync(`${at}/canasta.html`);
console.log(`  page   ${at}/canasta.html: ${Math.round(whole.length / 1000)} KB, compressed ${Math.round(gzipSync(whole, { level: 9 }).length / 1000)} KB`);
