// The page: sends the text to who answers it (`driver.js`: a server, or workers of the browser), and shows the answers.

import * as editor from "./editor.js";
import * as board from "./board.js";
import * as driver from "./driver.js";
import { add, answer, fail, inWords, make, problem } from "./answers.js";

const el = (id) => document.getElementById(id);

const QUESTIONS = [
  ["Solve", "solve"], ["Another", "another"], ["Unique", "unique"], ["Count", "count"], ["Candidates", "candidates"],
  ["Forced", "forced"], ["Hint", "hint"], ["Steps", "solve steps"], ["Why not", "why"], ["Redundant", "redundant"],
];

function notice(words) {
  el("lost").textContent = words ?? "";
  el("lost").hidden = words === null;
}

/// Whether the message of an error is for the user.
const isTold = (error) => error instanceof driver.Lost || error instanceof driver.Refused;

/// Returns the action of a button. If there is no answer, the action adds a card with the reason.
const act = (does) => async () => {
  try {
    await does();
  } catch (error) {
    if (!isTold(error)) throw error;
    fail(error.message);
  }
};

// ---- the link: its fragment holds the script

function toFragment(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  bytes.forEach((b) => (binary += String.fromCharCode(b)));
  return "#s=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromFragment(hash) {
  if (!hash.startsWith("#s=")) return null;
  try {
    const binary = atob(hash.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
  } catch {
    notice("the link's fragment holds no script");
    return null;
  }
}

function keep() {
  const text = editor.value();
  const hash = text ? toFragment(text) : "";
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
  store();
}

// ---- the storage of the browser: the text as of the last key, for a page that is loaded again

function store() {
  try {
    sessionStorage.setItem("script", JSON.stringify({ text: editor.value(), hash: location.hash }));
  } catch {
    // It is full or switched off: the link holds the text as of the last answer.
  }
}

/// The text that was stored under the address of now; another link brings another text.
function stored() {
  try {
    const kept = JSON.parse(sessionStorage.getItem("script"));
    return kept?.hash === location.hash ? kept.text : null;
  } catch {
    return null;
  }
}

// ---- the text of the editor

let site = null; // where links open
let waiting = null;
let looking = false;
let again = false;

function changed() {
  store();
  clearTimeout(waiting);
  waiting = setTimeout(look, 60);
}

async function look() {
  if (looking) {
    again = true;
    return;
  }
  looking = true;
  const text = editor.value();
  try {
    const link = /^\s*https?:\/\/\S*(#s=[\w-]+)\s*$/.exec(text);
    const script = link && fromFragment(link[1]);
    if (script) return load(script);
    const reply = await driver.request("look", { text });
    keep();
    if (reply.imported !== undefined) load(reply.imported);
    else if (reply.pieces) shown(text, reply);
  } catch (error) {
    if (error instanceof driver.Refused) fail(error.message);
    else if (!(error instanceof driver.Lost)) throw error;
  } finally {
    looking = false;
    if (again) {
      again = false;
      look();
    }
  }
}

/// Replaces the whole text.
function load(text) {
  editor.load(text);
  again = looking;
  store();
  if (!looking) look();
}

function shown(text, reply) {
  editor.update(text, reply.pieces, reply.problems);
  document.title = reply.title ? `${reply.title} - sator` : "sator";
  board.show(reply.picture);
  site = reply.site;
  el("files").checked = reply.files;
  if (reply.files) el("guest").hidden = true;
  el("problems").replaceChildren(...reply.problems.map(underText));
}

function underText(found) {
  const item = make("li", undefined, found.warning ? "warning" : "error");
  const button = make("button", inWords(found));
  button.addEventListener("click", () => found.from !== null && editor.select(found.from, found.to));
  item.append(button);
  return item;
}

async function typed(cell, value) {
  let reply;
  try {
    reply = await driver.request("cell", { text: editor.value(), cell, typed: value, guess: el("guess").checked });
  } catch (error) {
    if (!isTold(error)) throw error;
    board.say(error.message);
    return false;
  }
  editor.set(reply.text);
  board.say(value === null ? `${cell}: nothing` : `${cell}: ${value}`);
  return true;
}

// ---- questions and answers

let running = 0;
let since = 0;
let progress = "";

async function ask(question) {
  if (running === 0) [since, progress] = [Date.now(), ""];
  await driver.ask(editor.value(), question);
  run(1);
}

/// Counts questions that run.
function run(more) {
  running = Math.max(0, running + more);
  tick();
}

/// The handlers of events, by kind.
const handlers = {
  start: () => ([since, progress] = [Date.now(), ""]),
  progress: (event) => (progress = event.text),
  answer: (report) => add(answer(report, hint)),
  problem,
  script: edited,
  done: () => run(-1),
};

/// Handles a question that ended without its events.
function ended(message) {
  run(-1);
  fail(message);
}

function tick() {
  el("progress").hidden = running === 0;
  document.body.dataset.running = running;
  if (running === 0) return;
  el("elapsed").textContent = `${Math.floor((Date.now() - since) / 1000)} s ${progress ? "| " + progress : ""}`;
  setTimeout(tick, 250);
}

/// Writes statements that a question added into the script.
function edited({ from, instead, lines }) {
  const text = editor.value();
  const at = instead === null ? -1 : text.startsWith(instead, from ?? 0) ? (from ?? 0) : text.indexOf(instead);
  if (at >= 0) editor.set(text.slice(0, at) + lines + text.slice(at + instead.length));
  else if (lines) append(`${lines}\n`);
}

function append(lines) {
  const text = editor.value();
  editor.set(text + (text === "" || text.endsWith("\n") ? "" : "\n") + lines);
}

/// Makes the tools under a hint: `Next` writes the conclusions into the script and asks for another hint.
function hint(follows) {
  const tools = make("div", undefined, "tools");
  const next = make("button", "Next");
  const back = make("button", "Back");
  const lines = follows.map((f) => `${f}  # hint\n`).join("");
  back.disabled = true;
  next.addEventListener("click", act(() => {
    append(lines);
    [next.disabled, back.disabled] = [true, false];
    return ask("hint");
  }));
  back.addEventListener("click", () => {
    const text = editor.value();
    const at = text.lastIndexOf(lines);
    if (at >= 0) editor.set(text.slice(0, at) + text.slice(at + lines.length));
    [next.disabled, back.disabled] = [false, true];
  });
  tools.append(next, back, make("span", "Next writes it into the script and looks further"));
  return tools;
}

// ---- files

async function save() {
  const format = el("format").value;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const data =
    format === "script"
      ? new Blob([editor.value()], { type: "text/plain" })
      : await driver.file({ text: editor.value(), format, theme: dark ? "dark" : "light" });
  const link = make("a");
  link.href = URL.createObjectURL(data);
  link.download = `puzzle.${format === "script" ? "puz" : format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function share() {
  keep();
  const { address, note } = driver.link(location.hash, site);
  await navigator.clipboard?.writeText(address).catch(() => {});
  el("share").dataset.address = address;
  el("share").textContent = "Copied";
  if (note) board.say(note);
  setTimeout(() => (el("share").textContent = "Copy link"), 1500);
}

const LARGEST = 16 << 20; // bytes of a file that is taken

/// Takes files that the user chose or dropped: a script or a picture's source replaces the text, data is given to the script.
async function take(files) {
  for (const file of files) {
    if (file.size > LARGEST) {
      fail(`${file.name} is larger than 16 MiB`);
      continue;
    }
    const text = await file.text();
    if (text.includes("\0")) {
      fail(`${file.name} is no text`);
      continue;
    }
    const data = /\.(csv|tsv|json|txt|dat)$/i.test(file.name);
    if (driver.given !== null && data) driver.give(file.name, text);
    else if (data) fail(`The script reads ${file.name} from the folder of its own file: put it there.`);
    else editor.set(text);
  }
  listGiven();
  await look();
}

/// Lists the files that were given to the script.
function listGiven() {
  if (driver.given === null) return;
  const rows = [...driver.given.keys()].map((name) => {
    const item = make("li", `${name} `);
    const away = make("button", "Remove");
    away.addEventListener("click", () => {
      driver.give(name, null);
      listGiven();
      look();
    });
    item.append(away);
    return item;
  });
  el("names").replaceChildren(...rows);
}

async function allow() {
  el("guest").hidden = true;
  await driver.allow(editor.value(), el("files").checked);
  await look();
}

/// Handles a new session. The first one brings the script; a later one gets the script from the page.
function opened(reply) {
  run(-running);
  el("name").textContent = reply.name ?? "";
  if (document.body.dataset.ready === "yes") return void look();
  const shared = fromFragment(location.hash);
  const text = stored() ?? shared ?? reply.text ?? "";
  el("guest").hidden = driver.given !== null || shared === null || text === reply.text;
  document.body.dataset.ready = "yes";
  load(text);
}

function begin() {
  for (const [name, question] of QUESTIONS) {
    const button = make("button", name);
    button.title = question;
    button.addEventListener("click", act(() => ask(question)));
    el("buttons").append(button);
  }
  const run = act(() => ask(null));
  const all = make("button", "Run script");
  all.title = "all of the script, with its questions, in order (Ctrl-Enter)";
  all.addEventListener("click", run);
  el("buttons").append(all);
  editor.start(changed, run, (text, at) => driver.request("complete", { text, at }).catch(() => null));
  board.start(typed);
  el("form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (el("question").value.trim()) act(() => ask(el("question").value))();
  });
  el("stop").addEventListener("click", act(() => driver.stop()));
  el("files").addEventListener("change", act(allow));
  el("save").addEventListener("click", act(save));
  el("share").addEventListener("click", share);
  [el("permit").hidden, el("given").hidden] = [driver.given !== null, driver.given === null];
  el("pick").addEventListener("change", act(() => take(el("pick").files)));
  listGiven();
  addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    act(() => take(event.dataTransfer.files))();
  });
  addEventListener("hashchange", () => {
    const text = fromFragment(location.hash);
    if (text === null || text === editor.value()) return;
    el("guest").hidden = driver.given !== null;
    load(text);
  });
  // A page that is brought back has lost its session.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  driver.start({ notice, opened, ended, event: (kind, data) => handlers[kind](data) });
}

begin();
