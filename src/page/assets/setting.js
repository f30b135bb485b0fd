// Setting by pointing: tools whose strokes and keys become edits of the script. Each tool is an object that the board calls
// with what is under the pointer; the palette (`palette.js`) chooses one.

import * as board from "./board.js";
import * as places from "./places.js";
import * as script from "./script.js";
import { Drag, turns } from "./strokes.js";
import { el, say, shape } from "./elements.js";

/// Makes an edit, and shows why it was refused.
async function edit(wanted, words) {
  const refused = await script.edit(wanted);
  say(refused ?? words);
  return refused === null;
}

/// Takes chosen cells one after the other while the pointer is dragged.
function choosing(hit, event) {
  const more = event.shiftKey || event.ctrlKey || event.metaKey;
  if (!hit.cell) return board.choose([], hit.outside && { board: hit.board, ...hit.outside });
  if (more && board.chosen.cells.includes(hit.cell)) return board.choose(board.chosen.cells.filter((name) => name !== hit.cell));
  board.choose(more ? [...board.chosen.cells, hit.cell] : [hit.cell]);
}

function choosingMore(hit) {
  // Near a border the pointer only passes by: a drag along a diagonal shall not choose the cells beside it.
  if (!hit.cell || board.chosen.cells.includes(hit.cell) || !places.isCentral(hit)) return;
  board.choose([...board.chosen.cells, hit.cell]);
}

// ---- values, clues and regions

/// Typed values go into the cells, or outside into the picture or rule that takes clues there.
export const values = {
  id: "values",
  down: choosing,
  move: choosingMore,
  async value(all, newest) {
    const { cells, outside } = board.chosen;
    if (outside) return outsideClue(outside, all);
    if (!cells.length) return say("Choose a cell first");
    const put = (typed) => script.edit({ kind: "value", cells, typed, guess: el("guess").checked });
    const refused = (await put(all)) && all !== newest ? await put(newest) : null;
    if (all === null && refused === null) return;
    say(refused ?? (all === null ? `${cells.join(", ")}: nothing` : `${cells.join(", ")}: ${all}`));
  },
};

/// Typed clues go into a picture of the script.
export const clues = (name, grid, declare) => ({
  id: `clues ${name}`,
  down: choosing,
  move: choosingMore,
  value(all) {
    const { cells, outside } = board.chosen;
    if (outside) return outsideClue(outside, all);
    const at = cells.map((cell) => places.find(board.boards(), cell)).filter((found) => found).map(({ row, col }) => [row, col]);
    if (at.length) edit({ kind: "clue", picture: name, grid, declare, at, typed: all }, `${name}: ${all ?? "nothing"}`);
  },
});

/// A clue on corners or borders: the nearest one is chosen.
export const spots = (name, grid, where) => {
  let at = null;
  return {
    id: `clues ${name}`,
    down(hit) {
      const { row, col } = where === "corners" ? hit.corner : hit.edge ?? {};
      if (row === undefined) return;
      at = where === "corners" ? [row, col] : hit.edge.across ? [2 * row - 1, 2 * col] : [2 * row, 2 * col - 1];
      board.choose([]);
      say(`${name}, row ${at[0] + 1}, column ${at[1] + 1}: type the clue`);
    },
    value(all) {
      if (at) edit({ kind: "clue", picture: name, grid, at: [at], typed: all }, `${name}: ${all ?? "nothing"}`);
    },
  };
};

function outsideClue({ side, index, board: on }, typed) {
  const picture = (script.seen?.pictures ?? []).find((one) => one.kind === "outside" && one.grid === on.grid);
  if (!picture) return say("No clue outside is declared: choose a tool for it in the palette");
  return edit({ kind: "clue", picture: picture.name, side, index, typed }, `${side} ${index + 1}: ${typed ?? "nothing"}`);
}

/// Regions are painted: a stroke goes on with the region where it starts, or makes a new one.
export const regions = (name, grid, declare) => {
  let stroke = null;
  // Letters of regions whose text is still on its way.
  const given = new Set();
  const tokens = () => script.seen?.pictures.find((one) => one.name === name)?.tokens ?? [];
  const free = () => {
    const used = new Set([...tokens().flat(), ...given]);
    const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const found = [...letters].find((letter) => !used.has(letter)) ?? `r${used.size}`;
    given.add(found);
    return found;
  };
  return {
    id: `regions ${name}`,
    down(hit, event) {
      if (!hit.cell) return;
      const old = tokens()[hit.row]?.[hit.col] ?? ".";
      const label = event.altKey ? null : old === "." || event.shiftKey ? free() : old;
      stroke = { label, cells: new Map([[hit.cell, [hit.row, hit.col]]]) };
      board.choose([hit.cell]);
    },
    move(hit) {
      if (!stroke || !hit.cell || !places.isCentral(hit)) return;
      stroke.cells.set(hit.cell, [hit.row, hit.col]);
      board.choose([...stroke.cells.keys()]);
    },
    up() {
      if (!stroke) return;
      edit({ kind: "clue", picture: name, grid, declare, at: [...stroke.cells.values()], typed: stroke.label }, `region ${stroke.label ?? "none"}`);
      stroke = null;
      board.choose([]);
    },
    value(all) {
      const at = board.chosen.cells.map((cell) => places.find(board.boards(), cell)).map(({ row, col }) => [row, col]);
      if (at.length) edit({ kind: "clue", picture: name, grid, declare, at, typed: all }, `region ${all ?? "none"}`);
    },
  };
};

// ---- uses of rules

/// The cells of the stroke that is being drawn, for the overlay.
let stroke = [];
let open = null; // the tool and the cells that a typed value is for
let later = null;

board.onPaint((group, covered) => {
  if (covered || !stroke.length) return;
  const points = stroke.map((name) => {
    const { board: b, row, col } = places.find(board.boards(), name);
    return places.middle(b, row, col).join(",");
  });
  if (points.length > 1) group.append(shape("polyline", { class: "stroke", points: points.join(" ") }));
  else board.mark(stroke[0], "chosen", group);
});

/// A tool of the library: what is drawn becomes a use of the rule, what is typed then its value.
export function rule(tool) {
  const put = (cells, typed) => {
    const grid = places.find(board.boards(), cells[0])?.board.grid;
    return script.edit({ kind: "use", rule: tool.name, cells, grid, typed: typed || null });
  };
  const drawn = async (cells) => {
    open = tool.value ? { cells, typed: "" } : null;
    if (tool.takes === "cage" || tool.takes === "outside") board.choose(tool.takes === "cage" ? cells : []);
    if (tool.needs_value) return say(`${tool.name}: type its value`);
    const refused = await put(cells);
    say(refused ?? (tool.value ? `${tool.name}: type its value, if it has one` : tool.name));
  };
  const finish = (cells) => {
    stroke = [];
    board.paint();
    if (cells.length >= least(tool.takes)) return drawn(cells);
    say(HOW[tool.takes]);
  };
  let free = false; // whether cells are taken in any order
  return {
    id: `rule ${tool.name}`,
    how: HOW[tool.takes],
    down(hit) {
      free = tool.takes === "cage" || tool.takes === "cells";
      const direct = { pair: hit.edge && hit.edge.away < 0.25 && places.beside(hit.board, hit.edge), corner: hit.corner.away < 0.5 && hit.corner.cells }[tool.takes];
      if (direct && !direct.includes(null)) return drawn(direct);
      if (tool.takes === "outside" && hit.outside) return drawn(places.seenFrom(hit.board, hit.outside));
      stroke = hit.cell ? [hit.cell] : [];
      board.choose([]);
    },
    move(hit) {
      if (!stroke.length || !hit.cell || !places.isCentral(hit) || stroke.at(-1) === hit.cell) return;
      if (stroke.at(-2) === hit.cell) stroke.pop(); // back along the line
      else if (free ? !stroke.includes(hit.cell) : touches(stroke.at(-1), hit.cell)) stroke.push(hit.cell);
      board.paint();
    },
    up() {
      if (stroke.length) finish(stroke);
    },
    // Without a pointer: the cells that the arrows have chosen.
    key(event) {
      if (event.key !== "Enter" || !board.chosen.cells.length) return false;
      const cells = [...board.chosen.cells];
      board.choose([]);
      finish(cells);
      return true;
    },
    cancel() {
      const was = stroke.length > 0 || open !== null;
      [stroke, open] = [[], null];
      board.choose([]);
      return was;
    },
    leave() {
      [stroke, open] = [[], null];
    },
    value(all, newest) {
      if (all === null && !open) return edit({ kind: "erase", cells: board.chosen.cells }, "erased");
      if (!open) return say(HOW[tool.takes]);
      open.typed = all === null ? open.typed.slice(0, -1) : open.typed + newest;
      const { cells, typed } = open;
      say(`${tool.name}: ${typed}`);
      clearTimeout(later);
      // Digits of one number are one edit.
      later = setTimeout(async () => {
        if (typed === "" && tool.needs_value) return;
        say((await put(cells, typed)) ?? `${tool.name}: ${typed}`);
      }, 300);
    },
  };
}

const HOW = {
  line: "Drag through the cells of the line, from its first to its last",
  cage: "Drag over the cells of the cage, then type its value",
  pair: "Point at the border between two cells, or drag from one to the other",
  corner: "Point at the corner where four cells meet, then type its value",
  cells: "Point at the cells, or drag over them",
  outside: "Point outside of the board beside a row or column, or drag along the line; then type its value",
  grid: "It is about the whole grid",
};

const least = (takes) => (takes === "line" || takes === "pair" || takes === "outside" ? 2 : takes === "corner" ? 4 : 1);

function touches(a, b) {
  const [p, q] = [a, b].map((name) => places.find(board.boards(), name));
  return p.board === q.board && Math.max(Math.abs(p.row - q.row), Math.abs(p.col - q.col)) === 1;
}

// ---- shading, strokes, erasing

/// Shaded, unshaded, open: by points and drags.
export const shading = {
  id: "shading",
  down(hit) {
    if (!hit.cell) return;
    const shown = hit.board.cells[hit.row * hit.board.cols + hit.col];
    this.stroke = { typed: SHADES[shown], cells: [hit.cell] };
    board.choose([hit.cell]);
  },
  move(hit) {
    if (!this.stroke || !hit.cell || this.stroke.cells.includes(hit.cell)) return;
    this.stroke.cells.push(hit.cell);
    board.choose(this.stroke.cells);
  },
  up() {
    if (!this.stroke) return;
    const { typed, cells } = this.stroke;
    this.stroke = null;
    edit({ kind: "value", cells, typed }, typed === null ? "open" : typed === "#" ? "shaded" : "unshaded");
  },
  key(event) {
    const found = event.key === " " && places.find(board.boards(), board.chosen.cells.at(-1));
    if (!found) return false;
    const typed = SHADES[found.board.cells[found.row * found.board.cols + found.col]];
    edit({ kind: "value", cells: board.chosen.cells, typed }, typed === null ? "open" : typed === "#" ? "shaded" : "unshaded");
    return true;
  },
  value: values.value,
};

/// The next state of a cell that is open, shaded, unshaded.
const SHADES = { "": "#", yes: "-", no: null };

/// Fences, links and borders of pieces: yes, no, open, by points and drags. Ctrl and an arrow turn a side.
export const strokes = {
  id: "strokes",
  turn: (b, _, name) => edit({ kind: "cycle", statements: turns(b, name) }, name),
  down(hit) {
    drag = new Drag(hit);
  },
  move(hit) {
    drag?.follow(hit);
    board.paint();
  },
  up(hit) {
    const was = drag;
    drag = null;
    if (was?.isStroke) {
      const statements = [...was.edges.keys()].map((name) => turns(was.board, name));
      return edit({ kind: "cycle", statements }, `${statements.length} ${was.board.strokes === "links" ? "links" : "borders"}`);
    }
    const name = hit?.edge && places.strokeName(hit.board, hit.edge);
    if (name) this.turn(hit.board, hit.edge, name);
  },
  cancel() {
    const was = drag !== null;
    drag = null;
    board.paint();
    return was;
  },
};

let drag = null;

board.onPaint((group, covered) => !covered && drag?.paint(group));

/// Moves what a rule draws: dragged from one of its cells.
export const mover = {
  id: "mover",
  how: "Drag what a rule draws to another place",
  down(hit) {
    this.from = hit.cell && hit;
    board.choose(hit.cell ? [hit.cell] : []);
  },
  move(hit) {
    if (this.from && hit.cell) board.choose([this.from.cell, hit.cell]);
  },
  up(hit) {
    const { from } = this;
    this.from = null;
    board.choose([]);
    if (!from || !hit?.cell || hit.cell === from.cell || !places.isSame(hit.board, from.board)) return;
    edit({ kind: "move", cells: [from.cell], by: [hit.row - from.row, hit.col - from.col] }, "moved");
  },
  value: () => {},
};

/// Takes away what is pointed at: values first, else what a rule draws there.
export const eraser = {
  id: "eraser",
  down: choosing,
  move: choosingMore,
  up() {
    if (board.chosen.cells.length) edit({ kind: "erase", cells: board.chosen.cells }, "erased");
  },
  value: () => {},
};
