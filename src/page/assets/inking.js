// Draws what a player has written over the picture of the puzzle.

import * as places from "./places.js";
import * as strokes from "./strokes.js";
import { shape } from "./elements.js";
import { marks } from "./marks.js";

/// The places of a cell's corner marks, in parts of its size.
const CORNERS = [[0.2, 0.28], [0.8, 0.28], [0.2, 0.9], [0.8, 0.9], [0.5, 0.28], [0.5, 0.9], [0.2, 0.6], [0.8, 0.6], [0.5, 0.6]];

/// Draws the marks. `drawn` has what isn't written yet, `shades` of cells and `lines`; `wrong` are names to point out.
export function ink(group, boards, drawn, wrong) {
  const cellOf = (name) => {
    const { board: b, row, col } = places.find(boards, name) ?? {};
    return b && { x: b.x + col * b.size, y: b.y + row * b.size, size: b.size, kind: b.kind };
  };
  const words = (at, [x, y], size, text) => {
    group.append(shape("text", { class: "mine", x: at.x + x * at.size, y: at.y + y * at.size, "font-size": size }, text));
  };
  const inMiddle = (at, size, text) => words(at, [0.5, 0.5 + (size * 0.36) / at.size], size, text);

  ownLines(group, boards, [...Object.keys(marks.lines), ...drawn.lines]);
  for (const [name, value] of Object.entries({ ...marks.values, ...drawn.shades })) {
    const at = cellOf(name);
    if (!at || value === null) continue;
    if (at.kind === "yesno") shade(group, at, value);
    else inMiddle(at, Math.min(62, 120 / Math.max(1, value.length)), value);
    if (wrong.has(name)) group.append(shape("rect", { class: "wrong-cell", x: at.x + 3, y: at.y + 3, width: at.size - 6, height: at.size - 6 }));
  }
  for (const [name, list] of Object.entries(marks.corner)) {
    const at = cellOf(name);
    if (at && !marks.values[name]) list.forEach((mark, k) => words(at, CORNERS[k % CORNERS.length], 22, mark));
  }
  for (const [name, list] of Object.entries(marks.centre)) {
    const at = cellOf(name);
    if (at && !marks.values[name]) inMiddle(at, Math.min(26, 120 / list.join("").length), list.join(""));
  }
  for (const { state, board: name, edge, entry } of Object.values(marks.strokes)) {
    const b = boards.find((one) => one.name === name && one.strokes);
    if (b) strokes.paint(group, b, edge, state, wrong.has(entry.replace(/^not /, "")));
  }
}

function shade(group, at, value) {
  if (value === "#") group.append(shape("rect", { class: "mine shaded", x: at.x + 4, y: at.y + 4, width: at.size - 8, height: at.size - 8 }));
  else group.append(shape("circle", { class: "mine dot", cx: at.x + at.size / 2, cy: at.y + at.size / 2, r: at.size / 9 }));
}

/// Draws lines from middle to middle of two cells.
function ownLines(group, boards, lines) {
  const all = shape("g", { class: "own-lines" });
  for (const line of lines) {
    const ends = line.split(" ").map((name) => places.find(boards, name));
    if (ends.includes(null)) continue;
    const [[x1, y1], [x2, y2]] = ends.map(({ board: b, row, col }) => places.middle(b, row, col));
    all.append(shape("line", { class: "mine own-line", x1, y1, x2, y2 }));
  }
  group.append(all);
}
