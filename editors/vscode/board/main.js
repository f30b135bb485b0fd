// The board in the webview, with its questions and answers.

import * as board from "./board.js";
import { answer } from "./answers.js";
import { add, fail, problem } from "../../../src/page/assets/cards.js";
import { el, make } from "../../../src/page/assets/elements.js";

const { postMessage: post } = acquireVsCodeApi();

const QUESTIONS = [
  ["Solve", "solve"], ["Another", "another"], ["Unique", "unique"], ["Count", "count"], ["Candidates", "candidates"],
  ["Forced", "forced"], ["Hint", "hint"], ["Steps", "solve steps"], ["Why not", "why"], ["Redundant", "redundant"],
  ["Run script", null],
];

let since = 0;
let progress = "";
let running = 0;

function run(more) {
  running = Math.max(0, running + more);
  tick();
}

function tick() {
  el("progress").hidden = running === 0;
  if (running === 0) return;
  el("elapsed").textContent = `${Math.floor((Date.now() - since) / 1000)} s ${progress ? "| " + progress : ""}`;
  setTimeout(tick, 250);
}

const handlers = {
  start: () => {
    [since, progress] = [Date.now(), ""];
    run(1);
  },
  progress: ({ text }) => (progress = text),
  answer: (report) => add(answer(report, hint)),
  problem,
  done: () => run(-1),
};

const waiting = new Map(); // values that were typed and have no reply
let number = 0;

function typed(cell, value) {
  const id = ++number;
  post({ kind: "cell", id, cell, typed: value, guess: el("guess").checked });
  return new Promise((resolve) => waiting.set(id, resolve));
}

addEventListener("message", ({ data }) => {
  if (data.kind === "picture") board.show(data.picture);
  else if (data.kind === "event") handlers[data.event]?.(data.data);
  else if (data.kind === "ended") {
    run(-running);
    fail(data.message);
  } else if (data.kind === "typed") {
    board.say(data.words);
    waiting.get(data.id)?.(data.fine);
    waiting.delete(data.id);
  }
});

/// Makes the tools under a hint: `Next` writes the conclusions into the script and asks for another hint.
function hint(follows) {
  const tools = make("div", undefined, "tools");
  const [next, back] = [make("button", "Next"), make("button", "Back")];
  const lines = follows.map((f) => `${f}  # hint\n`).join("");
  back.disabled = true;
  next.addEventListener("click", () => {
    [next.disabled, back.disabled] = [true, false];
    post({ kind: "append", lines });
    post({ kind: "ask", question: "hint" });
  });
  back.addEventListener("click", () => {
    [next.disabled, back.disabled] = [false, true];
    post({ kind: "remove", lines });
  });
  tools.append(next, back, make("span", "Next writes it into the script and looks further"));
  return tools;
}

for (const [name, question] of QUESTIONS) {
  const button = make("button", name);
  button.title = question ?? "all of the script, with its questions, in order";
  button.addEventListener("click", () => post({ kind: "ask", question }));
  el("buttons").append(button);
}
el("form").addEventListener("submit", (event) => {
  event.preventDefault();
  const question = el("question").value.trim();
  if (question) post({ kind: "ask", question });
});
el("stop").addEventListener("click", () => post({ kind: "stop" }));
board.start(typed);
post({ kind: "ready" });
