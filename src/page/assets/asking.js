// Questions: their buttons and keys, the progress of one that runs, and what its answer does to the page.

import * as board from "./board.js";
import * as driver from "./driver.js";
import * as generating from "./generating.js";
import * as play from "./play.js";
import * as script from "./script.js";
import { answer } from "./answers.js";
import { add, fail, problem } from "./cards.js";
import { button, el, make, say } from "./elements.js";

/// Questions by what one wants: their words, the question, and the key to press with Alt.
const GROUPS = [
  ["Solve", [["Solve", "solve", "S"], ["Another", "another", "A"], ["Steps", "solve steps", "P"], ["Hint", "hint", "H"]]],
  ["Check", [["Unique", "unique", "U"], ["Count", "count", "N"], ["Candidates", "candidates", "C"], ["Forced", "forced", "F"]]],
  ["Explain", [["Why not", "why", "W"], ["Grade", "grade", "G"], ["Redundant", "redundant", "R"]]],
  ["Make", [["Generate", null, "M"], ["Minimal", "redundant minimal", "I"], ["Fix", "unique fix", "X"]]],
];

/// Whether the message of an error is for the user.
const isForUser = (error) => error instanceof driver.Lost || error instanceof driver.Refused;

/// Returns the action of a button. If there is no answer, the action adds a card with the reason.
export const act = (does) => async () => {
  try {
    await does();
  } catch (error) {
    if (!isForUser(error)) throw error;
    fail(error.message);
  }
};

let running = 0;
let since = 0;
let progress = "";

/// Asks a question, or all of the script.
export async function ask(question) {
  if (running === 0) [since, progress] = [Date.now(), ""];
  const played = play.isOn() ? `${play.entries().join("\n")}\n` : "";
  const text = script.text();
  const gap = played && text && !text.endsWith("\n") ? "\n" : "";
  if (matchMedia("(max-width: 999px)").matches) showTab(play.isOn() ? "board" : "answers");
  await driver.ask(text + gap + played, question);
  run(1);
}

let showTab = () => {};
/// Calls back with the panel that a question shows on a small screen.
export const onTab = (show) => (showTab = show);

/// Counts questions that run.
function run(more) {
  running = Math.max(0, running + more);
  tick();
}

export const forget = () => run(-running);

/// The handlers of events, by kind.
export const handlers = {
  start: () => ([since, progress] = [Date.now(), ""]),
  progress: (event) => (progress = event.text),
  answer(report) {
    if (report.query === "hint" && play.takeHint(report)) return;
    add(answer(report, extra));
  },
  problem,
  script: edited,
  done: () => run(-1),
};

/// Handles a question that ended without its events.
export function ended(message) {
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
  const text = script.text();
  const at = instead === null ? -1 : text.startsWith(instead, from ?? 0) ? (from ?? 0) : text.indexOf(instead);
  if (at >= 0) script.load(text.slice(0, at) + lines + text.slice(at + instead.length));
  else if (lines) script.append(`${lines}\n`);
}

/// The tools that belong to an answer.
function extra(report) {
  if (report.kind === "hint") return hint(report.follows);
  if (report.kind === "look") return secondStage();
  if (report.query === "generate") return generating.choices(report);
  if (report.fixes.length) return fixes(report);
  return null;
}

/// Buttons for the changes that an answer suggests.
function fixes(report) {
  const tools = make("div", undefined, "tools");
  const words = report.query === "unique" ? "Add" : "Leave out";
  tools.append(...report.fixes.map((fix) => {
    const made = button(`${words} ${fix.words}`, act(async () => {
      const refused = await script.edit(fix.edit);
      if (refused) return fail(refused);
      made.disabled = true;
      board.uncover();
      say(`${words.toLowerCase()}: ${fix.words}. Undo takes it back`);
    }));
    return made;
  }));
  return tools;
}

/// Makes the button that goes from where to look to the step itself.
function secondStage() {
  const tools = make("div", undefined, "tools");
  tools.append(button("Show the step", act(() => ask("hint"))));
  return tools;
}

/// Makes the tools under a hint: `Next` writes the conclusions into the script and asks for another hint.
function hint(follows) {
  const tools = make("div", undefined, "tools");
  const lines = follows.map((f) => `${f}  # hint\n`).join("");
  const next = button("Next", act(() => {
    script.append(lines);
    [next.disabled, back.disabled] = [true, false];
    return ask("hint");
  }));
  const back = button("Back", () => {
    const text = script.text();
    const at = text.lastIndexOf(lines);
    if (at >= 0) script.load(text.slice(0, at) + text.slice(at + lines.length));
    [next.disabled, back.disabled] = [false, true];
  });
  back.disabled = true;
  tools.append(next, back, make("span", "Next writes it into the script and looks further"));
  return tools;
}

export function begin() {
  for (const [group, questions] of GROUPS) {
    const row = make("div", undefined, "row");
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", group);
    row.append(make("span", group, "label"));
    for (const [words, question, key] of questions) {
      const made = button(words, question === null ? () => generating.open() : act(() => ask(question)), `${question ?? "make a puzzle of these rules"} (Alt-${key})`);
      made.dataset.key = `Alt-${key}`;
      made.dataset.code = `Key${key}`;
      made.setAttribute("aria-keyshortcuts", `Alt+${key}`);
      row.append(made);
    }
    el("buttons").append(row);
  }
  const all = button("Run script", act(() => ask(null)), "all of the script, with its questions, in order (Ctrl-Enter)");
  el("script").querySelector("h2").append(all);
  el("form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (el("question").value.trim()) act(() => ask(el("question").value))();
  });
  el("stop").addEventListener("click", act(() => driver.stop()));
  play.onHint(act(() => ask("hint")));
  generating.onQuestion((question) => act(() => ask(question))());
  addEventListener("keydown", (event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    const made = el("buttons").querySelector(`[data-code=${CSS.escape(event.code)}]`);
    if (!made || el("dialog").open) return;
    event.preventDefault();
    made.click();
  });
}
