// Answers: their pictures on the board, their words beside it.

import * as board from "./board.js";
import { begin, walk } from "./cards.js";
import * as places from "./places.js";
import { button, make, shape } from "./elements.js";

/// Makes the card of an answer, and shows its pictures on the board. `extra` makes tools that belong to it.
export function answer(report, extra) {
  const card = begin(report);
  const isSteps = report.kind === "steps";
  const words = report.looks_at?.words ?? report.words;
  // Puzzles to choose from are pictures first.
  const isChoice = report.query === "generate" && report.fixes.length > 0;
  if (words.trim() && !isSteps && !isChoice) card.append(make("pre", words.trimEnd()));
  if (isSteps) card.append(...walk(report, (at) => onStep(report, at)));
  else if (report.pictures.length && report.kind !== "look") {
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
  if (isChoice) {
    const text = make("details");
    text.append(make("summary", "as text"), make("pre", words.trimEnd()));
    card.append(text);
  }
  return card;
}

const TITLES = { solve: "Solution", candidates: "Candidates", forced: "The same in every solution", hint: "Hint", unique: "Solution" };

/// Shows the pictures of an answer on the board.
function onBoard(report) {
  const tools = report.kind === "two" ? [flip()] : report.pictures.length > 1 ? pages() : [];
  const title = report.kind === "clash" ? "Clash" : TITLES[report.query] ?? report.query;
  board.cover(report.pictures.length > 1 ? "" : title, report.pictures, tools);
}

/// A button that shows the other one of two solutions in the same place.
const flip = () => button("Flip", () => board.turned() !== null && board.turn(1 - board.turned()));

const pages = () => [button("Back", () => page(-1)), button("Next", () => page(1))];

const page = (by) => board.turned() !== null && board.turn(board.turned() + by);

/// Shows a step of a walk on the board.
function onStep(report, at) {
  if (board.turned() === null) board.cover("", report.pictures);
  return board.turn(at);
}

/// The values that a step takes away, struck out where candidates stand in a cell.
board.onPaint((group) => {
  for (const { name, value } of board.shown()?.struck ?? []) {
    const { board: b, row, col } = places.find(board.boards(), name) ?? {};
    if (!b) continue;
    const side = Math.ceil(Math.sqrt(b.values.length));
    const slot = side > 0 && side <= 3 ? b.values.indexOf(value) : -1;
    const unit = b.size / (slot < 0 ? 1 : side);
    const [down, right] = slot < 0 ? [0, 0] : [Math.floor(slot / side), slot % side];
    const [x, y] = [b.x + col * b.size + (right + 0.5) * unit, b.y + row * b.size + (down + 0.5) * unit];
    const half = Math.min(unit * 0.35, 20);
    group.append(
      shape("text", { class: "struck", x, y: y + half * 0.8, "font-size": half * 2.2 }, value),
      shape("path", { class: "struck", d: `M${x - half} ${y + half}L${x + half} ${y - half}` }),
    );
  }
});
