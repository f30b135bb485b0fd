// Puts the extension together, ready to be packed: node editors/vscode/build.mjs MODULE FOLDER. The module makes the styles of
// pictures and the grammar.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { start } from "../../web/native.mjs";

const [module, folder] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const dist = join(folder, "dist");

rmSync(folder, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const file of ["language-configuration.json", "README.md"]) copyFileSync(join(here, file), join(folder, file));
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, file), join(folder, file));
const about = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
delete about.devDependencies; // they are bundled
writeFileSync(join(folder, "package.json"), JSON.stringify(about, null, 2));

const bundle = (entry, out, options) =>
  build({ entryPoints: [join(here, entry)], outfile: join(dist, out), bundle: true, minify: true, logLevel: "warning", ...options });
const node = { platform: "node", format: "cjs", target: "node18", external: ["vscode"] };
const browser = { platform: "browser", format: "cjs", target: "es2022", external: ["vscode"] };
await bundle("src/node.js", "node.js", node);
await bundle("src/process.js", "process.js", node);
await bundle("src/browser.js", "browser.js", { ...browser, mainFields: ["browser", "module", "main"] });
await bundle("src/worker.js", "worker.js", { ...browser, format: "iife" });
await bundle("board/main.js", "board.js", { ...browser, format: "iife" });

copyFileSync(module, join(dist, "sator.wasm"));
const sator = await start(module);
const { light, dark } = (await sator.ask("themes", {})).result;
writeFileSync(
  join(dist, "board.css"),
  `${readFileSync(join(here, "board/board.css"), "utf8")}\n${light}\n` +
    `:is(.vscode-dark, .vscode-high-contrast):not(.vscode-high-contrast-light) {${dark}}\n`,
);
const { grammar } = (await sator.ask("grammar", {})).result;
writeFileSync(join(dist, "sator.tmLanguage.json"), JSON.stringify(grammar));
