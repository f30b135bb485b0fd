// Puts the page together: node web/build.mjs MODULE FOLDER. The files of `src/page/assets` and `web/assets` are taken as they
// are, those of the second folder in place of those of the first; four are made here.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { start } from "./native.mjs";

const [module, folder] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));

/// What a browser may do with the page: show it, and run what came with it.
const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data: blob:",
  "connect-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'",
].join("; ");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const assets of [join(here, "../src/page/assets"), join(here, "assets")]) cpSync(assets, folder, { recursive: true });
cpSync(module, join(folder, "sator.wasm"));

const change = (file, from, to) => {
  const text = readFileSync(join(folder, file), "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(join(folder, file), text.replace(from, () => to));
};

const head = '<meta charset="utf-8">';
const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
// The module and the first answer come while the other scripts are loaded, not after them.
const early = '<script type="module" async src="workers.js"></script>';
change("index.html", head, `${head}\n${policy}\n${early}`);
change("index.html", '<link rel="icon" href="favicon.ico">', '<link rel="icon" href="icon.svg">');

const modules = readdirSync(folder).filter((name) => name.endsWith(".js") && !["sw.js", "theme.js", "worker.js"].includes(name));
const preloads = modules.map((name) => `<link rel="modulepreload" href="${name}">`).join("\n");
change("index.html", early, `${early}\n${preloads}`);

const sator = await start(module);
const { text } = (await sator.ask("examples", { name: "classic-sudoku" })).result;
change("workers.js", 'START = ""', `START = ${JSON.stringify(text)}`);
const { light, dark } = (await sator.ask("themes", {})).result;
writeFileSync(join(folder, "theme.css"), `${light}\n:root[data-theme=dark]{${dark}}\n`);
// Without this file GitHub Pages would look at each file for a site generator.
writeFileSync(join(folder, ".nojekyll"), "");

const files = readdirSync(folder).filter((name) => name !== "sw.js" && name !== ".nojekyll").sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
change("sw.js", 'VERSION = ""', `VERSION = "${hash.digest("hex").slice(0, 16)}"`);
change("sw.js", "FILES = []", `FILES = ${JSON.stringify(["./", ...files])}`);

/// The module is what a visitor waits for: its largest size in bytes, as hosts compress it.
const LARGEST = 2e6;
const size = brotliCompressSync(readFileSync(module), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
if (size > LARGEST) {
  console.error(`${module} has ${size} bytes under brotli, and its limit is ${LARGEST}`);
  process.exit(1);
}
