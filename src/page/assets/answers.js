// Answers: their pictures on the board, their words beside it.

import * as board from "./board.js";
import { button, el, make } from "./elements.js";

/// Adds a card above the others.
export function add(card) {
  const answers = el("answers");
  answers.prepend(card);
  answers.scrollTop = 0;
  while (answers.children.length > 40) answers.lastChild.remove();
}

/// Adds a card with a message about a failure.
export function fail(words) {
  const card = make("article", undefined, "answer");
  card.append(make("pre", words, "failed"));
  add(card);
}

/// Adds a card for an error or a warning.
export function problem(diagnostic) {
  const card = make("article", undefined, "answer");
  card.append(make("pre", inWords(diagnostic), diagnostic.warning ? "" : "failed"));
  add(card);
}

/// The message of an error or a warning, with its line, notes and help.
export function inWords(diagnostic) {
  const place = diagnostic.line ? `line ${diagnostic.line}: ` : "";
  return [place + diagnostic.message, ...diagnostic.notes, diagnostic.help ?? ""].filter((w) => w).join("\n");
}

/// Makes the card of an answer, and shows its pictures on the board. `extra` makes tools that belong to it.
export function answer(report, extra) {
  const card = make("article", undefined, "answer");
  card.dataset.query = report.query;
  const head = make("h2", `${report.query} `);
  head.append(make("small", `${report.ms} ms`));
  card.append(head);
  const isSteps = report.kind === "steps";
  if (report.words.trim() && !isSteps) card.append(make("pre", report.words.trimEnd()));
  if (isSteps) card.append(...walk(report));
  else if (report.pictures.length) {
    const tools = make("div", undefined, "tools");
    const again = button("Show on the board", () => onBoard(report));
    if (report.kind === "two") tools.append(flip());
    else if (report.pictures.length > 1) tools.append(...pages());
    tools.append(again);
    card.append(tools);
    onBoard(report);
  }
  if (report.left_out) card.append(make("p", `${report.left_out} more are not drawn`));
  const more = extra(report);
  if (more) card.append(more);
  return card;
}

const TITLES = { solve: "Solution", candidates: "Candidates", forced: "The same in every solution", why: "Clash", hint: "Hint", unique: "Solution" };

/// Shows the pictures of an answer on the board.
function onBoard(report) {
  const tools = report.kind === "two" ? [flip()] : report.pictures.length > 1 ? pages() : [];
  const title = report.kind === "two" || report.pictures.length > 1 ? "" : TITLES[report.query] ?? report.query;
  board.cover(title, report.pictures, tools);
}

/// A button that shows the other one of two solutions in the same place.
const flip = () => button("Flip", () => board.turned() !== null && board.turn(1 - board.turned()));

const pages = () => [button("Back", () => page(-1)), button("Next", () => page(1))];

const page = (by) => board.turned() !== null && board.turn(board.turned() + by);

/// Shows steps, one at a time: the picture on the board, its reasons in the card.
function walk(report) {
  const { pictures } = report;
  let at = 0;
  const reasons = make("ul");
  const caption = make("strong");
  caption.setAttribute("role", "status");
  const tools = make("div", undefined, "tools");
  const to = [["First", () => 0], ["Back", () => at - 1], ["Next", () => at + 1], ["Last", () => pictures.length - 1]];
  const made = to.map(([name, next]) => button(name, () => go(next())));
  const go = (next) => {
    if (board.turned() === null) board.cover("", pictures);
    at = board.turn(next);
    caption.textContent = pictures[at].caption ?? "";
    reasons.replaceChildren(...pictures[at].because.map((b) => make("li", b)));
    made.forEach((b, i) => (b.disabled = i < 2 ? at === 0 : at === pictures.length - 1));
  };
  tools.append(...made);
  tools.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") go(at + (event.key === "ArrowRight" ? 1 : -1));
  });
  const all = make("details");
  all.append(make("summary", "all steps in words"), make("pre", report.words.trimEnd()));
  if (!pictures.length) return [all];
  board.cover("", pictures);
  go(0);
  return [tools, caption, reasons, all];
}
