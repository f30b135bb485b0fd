// The page: what is typed goes to the server, what it says is shown.

import * as editor from "./editor.js";
import * as board from "./board.js";

const el = (id) => document.getElementById(id);
const make = (tag, words, kind) => {
  const made = document.createElement(tag);
  if (words !== undefined) made.textContent = words;
  if (kind) made.className = kind;
  return made;
};

const QUESTIONS = [
  ["Solve", "solve"], ["Another", "another"], ["Unique", "unique"], ["Count", "count"], ["Candidates", "candidates"],
  ["Forced", "forced"], ["Hint", "hint"], ["Steps", "solve steps"], ["Why not", "why"], ["Redundant", "redundant"],
];

let session = null;

async function post(path, body = {}) {
  const send = { session, text: editor.value(), files: el("files").checked, ...body };
  const answer = await fetch(`/api/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(send),
  });
  if (answer.status === 404 || answer.status === 503) lost((await answer.clone().json()).error.message);
  return answer;
}

function lost(words) {
  el("lost").textContent = words;
  el("lost").hidden = false;
}

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
    lost("the link's fragment holds no script");
    return null;
  }
}

function keep() {
  const text = editor.value();
  const hash = text ? toFragment(text) : "";
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
}

// ---- what is typed

let waiting = null;
let looking = false;
let again = false;

function changed() {
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
    const said = await (await post("text", { text })).json();
    keep();
    if (said.imported !== undefined) editor.set(said.imported);
    else if (said.pieces) shown(text, said);
  } catch (error) {
    lost("the server does not answer any more");
  } finally {
    looking = false;
    if (again) {
      again = false;
      look();
    }
  }
}

function shown(text, said) {
  editor.told(text, said.pieces, said.problems);
  document.title = said.title ? `${said.title} - sator` : "sator";
  board.show(said.picture);
  el("problems").replaceChildren(...said.problems.map(problem));
}

function problem(found) {
  const item = make("li", undefined, found.warning ? "warning" : "error");
  const place = found.line ? `line ${found.line}: ` : "";
  const words = [place + found.message, ...found.notes, found.help ?? ""].filter((w) => w).join("\n");
  const button = make("button", words);
  button.addEventListener("click", () => found.from !== null && editor.select(found.from, found.to));
  item.append(button);
  return item;
}

async function typed(cell, value) {
  const said = await (await post("cell", { cell, typed: value, guess: el("guess").checked })).json();
  if (said.error) {
    board.say(said.error.message);
    return false;
  }
  editor.set(said.text);
  board.say(value === null ? `${cell}: nothing` : `${cell}: ${value}`);
  return true;
}

// ---- questions and answers

let running = 0;
let since = 0;
let progress = "";

async function ask(question) {
  const answer = await post("ask", { question });
  if (!answer.ok) lost((await answer.json()).error.message);
}

function listen() {
  const source = new EventSource(`/api/events?session=${session}`);
  const on = (kind, act) => source.addEventListener(kind, (event) => act(JSON.parse(event.data)));
  on("start", () => {
    running += 1;
    [since, progress] = [Date.now(), ""];
    tick();
  });
  on("progress", (said) => (progress = said.text));
  on("done", () => {
    running = Math.max(0, running - 1);
    tick();
  });
  on("answer", (said) => add(answer(said)));
  on("problem", (said) => {
    const card = make("article", undefined, "answer");
    const place = said.line ? `line ${said.line}: ` : "";
    card.append(make("pre", [place + said.message, ...said.notes, said.help ?? ""].filter((w) => w).join("\n"), said.warning ? "" : "failed"));
    add(card);
  });
}

function tick() {
  el("progress").hidden = running === 0;
  document.body.dataset.running = running;
  if (running === 0) return;
  el("told").textContent = `${Math.floor((Date.now() - since) / 1000)} s ${progress ? "| " + progress : ""}`;
  setTimeout(tick, 250);
}

function add(card) {
  el("answers").prepend(card);
  while (el("answers").children.length > 40) el("answers").lastChild.remove();
}

function answer(said) {
  const card = make("article", undefined, "answer");
  card.dataset.query = said.query;
  const head = make("h2", `${said.query} `);
  head.append(make("small", `${said.ms} ms`));
  card.append(head);
  if (said.words.trim() && said.kind !== "steps") card.append(make("pre", said.words.trimEnd()));
  if (said.kind === "two") card.append(...flip(said.pictures));
  else if (said.kind === "steps") card.append(...walk(said.pictures), details(said.words));
  else {
    const several = make("div", undefined, "several");
    for (const one of said.pictures) {
      const figure = make("div");
      if (one.caption) figure.append(make("p", one.caption));
      figure.append(board.picture(one.svg));
      several.append(figure);
    }
    card.append(several);
  }
  if (said.left_out) card.append(make("p", `${said.left_out} more are not drawn`));
  if (said.kind === "hint") card.append(hint(said.follows));
  return card;
}

function details(words) {
  const all = make("details");
  all.append(make("summary", "all steps in words"), make("pre", words.trimEnd()));
  return all;
}

/// Two solutions in one place.
function flip(pictures) {
  let at = 0;
  const place = make("div", undefined, "flip");
  const tools = make("div", undefined, "tools");
  const button = make("button", "Flip");
  const caption = make("span");
  const show = () => {
    place.replaceChildren(board.picture(pictures[at].svg));
    caption.textContent = pictures[at].caption;
  };
  button.addEventListener("click", () => {
    at = 1 - at;
    show();
  });
  show();
  tools.append(button, caption);
  return [tools, place];
}

/// Steps, one at a time.
function walk(pictures) {
  let at = 0;
  const place = make("div");
  const reasons = make("ul");
  const caption = make("strong");
  caption.setAttribute("role", "status");
  const tools = make("div", undefined, "tools");
  const buttons = [["First", () => 0], ["Back", () => at - 1], ["Next", () => at + 1], ["Last", () => pictures.length - 1]];
  const made = buttons.map(([name, to]) => {
    const button = make("button", name);
    button.addEventListener("click", () => go(to()));
    return button;
  });
  const go = (to) => {
    at = Math.max(0, Math.min(pictures.length - 1, to));
    place.replaceChildren(board.picture(pictures[at].svg));
    caption.textContent = pictures[at].caption ?? "";
    reasons.replaceChildren(...pictures[at].because.map((b) => make("li", b)));
    made.forEach((b, i) => (b.disabled = i < 2 ? at === 0 : at === pictures.length - 1));
  };
  tools.append(...made);
  tools.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") go(at + (event.key === "ArrowRight" ? 1 : -1));
  });
  go(0);
  return [tools, caption, reasons, place];
}

/// A hint becomes lines of the script, and the next one is asked.
function hint(follows) {
  const tools = make("div", undefined, "tools");
  const next = make("button", "Next");
  const back = make("button", "Back");
  const lines = follows.map((f) => `${f}  # hint\n`).join("");
  back.disabled = true;
  next.addEventListener("click", () => {
    const text = editor.value();
    editor.set(text + (text === "" || text.endsWith("\n") ? "" : "\n") + lines);
    [next.disabled, back.disabled] = [true, false];
    ask("hint");
  });
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
  let data;
  if (format === "script") data = new Blob([editor.value()], { type: "text/plain" });
  else {
    const answer = await post("file", { format, theme: dark ? "dark" : "light" });
    if (!answer.ok) {
      const card = make("article", undefined, "answer");
      card.append(make("pre", (await answer.json()).error.message, "failed"));
      return add(card);
    }
    data = await answer.blob();
  }
  const link = make("a");
  link.href = URL.createObjectURL(data);
  link.download = `puzzle.${format === "script" ? "puz" : format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function begin() {
  const opened = await (await post("open")).json();
  if (opened.error) return lost(opened.error.message);
  session = opened.session;
  const shared = fromFragment(location.hash);
  el("guest").hidden = shared === null || shared === opened.text;
  el("files").checked = opened.text !== null && (shared === null || shared === opened.text);
  el("name").textContent = opened.name ?? "";
  for (const [name, question] of QUESTIONS) {
    const button = make("button", name);
    button.title = question;
    button.addEventListener("click", () => ask(question));
    el("buttons").append(button);
  }
  const all = make("button", "Run script");
  all.title = "all of the script, with its questions, in order (Ctrl-Enter)";
  all.addEventListener("click", () => ask(null));
  el("buttons").append(all);
  editor.start(changed, () => ask(null), async (text, at) => (await post("complete", { text, at })).json());
  board.start(typed);
  el("form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (el("question").value.trim()) ask(el("question").value);
  });
  el("stop").addEventListener("click", () => post("stop"));
  el("files").addEventListener("change", () => {
    el("guest").hidden = true;
    look();
  });
  el("save").addEventListener("click", save);
  el("share").addEventListener("click", async () => {
    keep();
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    el("share").textContent = "Copied";
    setTimeout(() => (el("share").textContent = "Copy link"), 1500);
  });
  addEventListener("hashchange", () => {
    const text = fromFragment(location.hash);
    if (text === null || text === editor.value()) return;
    el("files").checked = false;
    el("guest").hidden = false;
    editor.set(text);
  });
  addEventListener("pagehide", () => {
    const body = new Blob([JSON.stringify({ session })], { type: "application/json" });
    navigator.sendBeacon("/api/close", body);
  });
  // A page that is brought back has lost its session.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  listen();
  editor.set(shared ?? opened.text ?? "");
  document.body.dataset.ready = "yes";
  look();
}

begin();
