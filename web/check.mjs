// Runs the gallery by the module and by the native program, and compares their JSON: node web/check.mjs MODULE PROGRAM [NAME...].
// Then measures, and holds deep nesting against a small stack.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { fileURLToPath } from "node:url";
import { start } from "./native.mjs";

/// Fields that differ from run to run.
const timeless = (object) => JSON.stringify(object, (key, value) => (key === "ms" || key === "seconds" ? undefined : value));

/// The answers and errors of a script, as `--json` prints them.
async function answers(sator, text, question) {
  const lines = [];
  await sator.ask("ask", { text, question, form: "json" }, (kind, data) => {
    if (kind === "answer" || (kind === "problem" && data.error?.severity !== "warning")) lines.push(timeless(data));
  });
  return lines;
}

/// Nested as deeply as the parser takes it, and deeper.
const DEEP = [
  ["parentheses", (n) => `var a in 1..9\n${"(".repeat(n)}a${")".repeat(n)} = 1\n`],
  ["negations", (n) => `var a in bool\n${"not ".repeat(n)}a\n`],
  ["blocks", (n) => `var a in 1..9\n${"if true { ".repeat(n)}a = 1 ${"}".repeat(n)}\n`],
  ["loops", (n) => `var a in 1..9\n${"for k in 1..1 { ".repeat(n)}a = k ${"}".repeat(n)}\n`],
  ["lists", (n) => `let l = ${"[".repeat(n)}1${"]".repeat(n)}\n`],
  ["a long sum", (n) => `var a in 1..9\n${"a + ".repeat(n)}a = ${n + 1}\n`],
];

async function compare(module, program, names) {
  const folder = fileURLToPath(new URL("../examples", import.meta.url));
  const all = readdirSync(folder).filter((name) => name.endsWith(".puz"));
  const chosen = names.length ? names.map((name) => `${name}.puz`) : all;
  const sator = await start(module);
  let failed = 0;
  for (const name of chosen) {
    const text = readFileSync(`${folder}/${name}`, "utf8");
    const native = spawnSync(program, ["--json", "--engine", "sat", name], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
    const want = native.stdout.split("\n").filter(Boolean).map((line) => timeless(JSON.parse(line)));
    const have = await answers(sator, `set engine sat\n${text}`);
    // The line that is put before each script moves all others.
    const moved = have.map((line) => line.replaceAll(/"line":(\d+)/g, (_, n) => `"line":${n - 1}`));
    if (want.join("\n") === moved.join("\n")) continue;
    failed += 1;
    const at = want.findIndex((line, i) => line !== moved[i]);
    console.error(`${name} differs:\n  native ${want[at]?.slice(0, 600)}\n  module ${moved[at]?.slice(0, 600)}`);
  }
  console.log(`${chosen.length - failed} of ${chosen.length} scripts of the gallery give the same JSON`);
  return failed === 0;
}

/// Whether each deeply nested script gets an answer, or ends the instance with a full stack and nothing else.
async function deep(module) {
  const limits = { stackSizeMb: 0.5 };
  let fine = true;
  for (const [what, script] of DEEP) {
    for (const n of [100, 1000, 20000]) {
      const worker = new Worker(new URL(import.meta.url), { workerData: { module, text: script(n) }, resourceLimits: limits });
      const said = await new Promise((resolve) => {
        worker.once("message", resolve);
        worker.once("error", (error) => resolve(`worker: ${error.message}`));
      });
      worker.terminate();
      if (/^(answered|full)/.test(said)) continue;
      fine = false;
      console.error(`a stack of 0.5 MB, ${n} ${what}: ${said}`);
    }
  }
  if (fine) console.log("deep nesting is refused or answered with a stack of 0.5 MB");
  return fine;
}

async function measure(module) {
  const bytes = readFileSync(module);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  const mb = (n) => `${(n / 1e6).toFixed(2)} MB`;
  console.log(`module ${mb(statSync(module).size)}, gzip ${mb(gzipSync(bytes, { level: 9 }).length)}, brotli ${mb(brotli)}`);
  const clock = async (does) => {
    const before = performance.now();
    await does();
    return `${(performance.now() - before).toFixed(1)} ms`;
  };
  let sator;
  console.log(`compiled and started in ${await clock(async () => (sator = await start(module)))}`);
  const text = (name) => readFileSync(new URL(`../examples/${name}.puz`, import.meta.url), "utf8");
  for (const name of ["classic-sudoku", "killer-sudoku"]) {
    const times = [];
    for (let k = 0; k < 4; k++) times.push(await clock(() => answers(sator, text(name))));
    console.log(`${name}: ${times.join(", ")}; memory ${mb(sator.memory())}`);
  }
}

if (isMainThread) {
  const [module, , ...names] = process.argv.slice(2);
  const program = resolve(process.argv[3]); // scripts run in their folder
  const fine = [await compare(module, program, names), await deep(module)];
  await measure(module);
  process.exit(fine.every(Boolean) ? 0 : 1);
} else {
  const sator = await start(workerData.module);
  try {
    const lines = await answers(sator, workerData.text, "solve");
    parentPort.postMessage(`answered ${lines.at(-1)?.slice(0, 90)}`);
  } catch (error) {
    const full = error.cause instanceof RangeError || /out of bounds/.test(error.message);
    parentPort.postMessage(full ? "full stack" : error.message);
  }
}
