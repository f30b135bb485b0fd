// The live view: while the puzzle is set, whether it has no, one or several solutions, where it clashes, and the values that all
// solutions share.

import * as board from "./board.js";
import * as driver from "./driver.js";
import * as play from "./play.js";
import * as script from "./script.js";
import { el } from "./elements.js";

const WORDS = { none: "no solution", one: "one solution", several: "several solutions", unknown: "not decided in time" };
const PAUSE = 250; // ms after the last change

let waiting = null;
let asked = "";

export function begin() {
  script.onSeen((reply, text) => plan(reply, text));
  for (const id of ["live-solutions", "live-values"]) {
    el(id).addEventListener("change", () => {
      asked = "";
      if (script.seen) plan(script.seen, script.text());
    });
  }
}

function plan(reply, text) {
  clearTimeout(waiting);
  const values = el("live-values").value;
  const wanted = values ? { [values]: true } : {};
  const off = !el("live-solutions").checked && !values;
  if (off || reply.problems.some((one) => !one.warning) || !reply.boards.length) {
    asked = "";
    tell("", "");
    board.watch(null);
    return;
  }
  const question = JSON.stringify([text, wanted]);
  if (question === asked) return;
  tell("waiting", "…");
  // The first question about a text waits for no typing: the text was opened, or its mistake was mended.
  waiting = setTimeout(() => ask(question, text, wanted), asked === "" ? 0 : PAUSE);
}

async function ask(question, text, wanted) {
  if (play.isOn()) return;
  asked = question;
  let reply;
  try {
    reply = await driver.watch("live", { text, ...wanted });
  } catch (error) {
    if (!(error instanceof driver.Lost || error instanceof driver.Refused)) throw error;
    return tell("", "");
  }
  if (reply.outdated || question !== asked || play.isOn()) return;
  tell(reply.solutions ?? "", `${WORDS[reply.solutions] ?? ""}${reply.cut ? "; candidates not decided in time" : ""}`, reply.words);
  board.watch(reply.picture ?? null);
}

function tell(kind, words, details) {
  const verdict = el("verdict");
  verdict.dataset.solutions = kind;
  if (verdict.textContent !== words) verdict.textContent = words;
  verdict.title = details?.trim() ?? "";
}
