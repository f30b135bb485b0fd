// Playing: what a solver writes on the board, beside the script and not in it. Values, marks, colours and strokes lie over the
// picture; the service says whether they are right.

import * as board from "./board.js";
import * as driver from "./driver.js";
import * as link from "./link.js";
import * as places from "./places.js";
import * as script from "./script.js";
import { strokeTurns } from "./setting.js";
import { button, el, make, say, shape } from "./elements.js";

const COLOURS = 8;
const blank = () => ({ values: {}, corner: {}, centre: {}, colour: {}, strokes: {}, lines: {}, seconds: 0 });

let marks = blank();
let before = []; // states that can be taken back
let after = [];
let mode = "values"; // what a pointer or key writes: values, corner, centre, colour or line
let wrong = new Set();
let hinted = []; // cells that the first stage of a hint points at
let solved = false;
let of = ""; // the text that is played

export const isOn = () => document.body.dataset.mode === "play";

// ---- on and off

export function begin() {
  board.onPaint(paint);
  script.onSeen(() => {
    if (!isOn()) return;
    if (script.text() !== of) return open();
    // Play can begin before the text is read.
    showRules();
    pad();
  });
  setInterval(tick, 1000);
}

/// Starts playing the puzzle of the script.
export function start() {
  document.body.dataset.mode = "play";
  board.uncover();
  board.watch(null);
  // Loops and shading are pointed at.
  if (board.boards().some((b) => b.strokes || b.kind === "yesno")) board.choose([]);
  open();
  board.use(tool);
  pad();
  el("board").dataset.tool = "play";
  say(howTo());
}

/// Opens what was played of this text before.
function open() {
  of = script.text();
  const kept = link.read(localStorage, "played");
  marks = kept?.of === of ? { ...blank(), ...kept.marks } : blank();
  [before, after, wrong, hinted, solved] = [[], [], new Set(), [], false];
  showRules();
  board.paint();
}

export function stop() {
  document.body.dataset.mode = "set";
  board.paint();
}

/// The rules of the puzzle, for the player.
function showRules() {
  const { rules = [], title, author } = script.seen ?? {};
  const head = [title && make("h2", title), author && make("p", `by ${author}`, "quiet")].filter((one) => one);
  const words = rules.length ? rules.map((one) => make("p", one)) : [make("p", "The script states its rules in its own words.", "quiet")];
  el("told").replaceChildren(...head, ...words);
}

function howTo() {
  const kinds = board.boards().map((b) => b.strokes ?? b.kind);
  if (kinds.includes("fences") || kinds.includes("partition")) return "Drag along borders, or point at them: drawn, crossed out, open";
  if (kinds.includes("links")) return "Drag from cell to cell; point at a link to cross it out";
  if (kinds.includes("yesno")) return "Point at cells, or drag: shaded, unshaded, open";
  return "Choose cells and type. Shift: corner marks; Ctrl: centre marks";
}

// ---- changes

function change(does) {
  before.push(JSON.stringify(marks));
  if (before.length > 500) before.shift();
  after = [];
  does();
  settle();
}

function settle() {
  wrong = new Set();
  hinted = [];
  // A hint is about the board as it was.
  isLooking = false;
  if (el("reveal")) el("reveal").hidden = true;
  link.write(localStorage, "played", { of, marks });
  board.refreshCells();
  board.paint();
  watch();
}

function step(from, to) {
  if (!from.length) return;
  to.push(JSON.stringify(marks));
  const seconds = marks.seconds;
  marks = { ...JSON.parse(from.pop()), seconds };
  settle();
}

export const undo = () => step(before, after);
export const redo = () => step(after, before);

const isGiven = (name) => {
  const found = places.find(board.boards(), name);
  return found?.board.given.includes(found.row * found.board.cols + found.col);
};

const kindOf = (name) => places.find(board.boards(), name)?.board.kind; // undefined without a cell

// ---- the tool

let stroke = null;

const tool = {
  turn: (b, edge, name) => change(() => toggle(b, edge, name)),
  shownIn: (name) => marks.values[name],
  down(hit, event) {
    const b = hit.board;
    stroke = { from: hit, moved: false };
    if (mode === "line") {
      stroke.line = [];
      return board.choose([]);
    }
    if (b.strokes && mode === "values") {
      stroke.last = hit;
      stroke.edges = new Map();
      return;
    }
    if (b.kind === "yesno" && hit.cell && mode === "values") {
      const next = { undefined: "#", "#": "-", "-": null }[marks.values[hit.cell]];
      stroke = { ...stroke, paint: event.button === 2 ? "-" : next, cells: [] };
      shade(hit);
      return;
    }
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    if (hit.cell) board.choose(more ? [...board.chosen.cells.filter((name) => name !== hit.cell), hit.cell] : [hit.cell]);
    else board.choose([]);
  },
  move(hit) {
    if (!stroke) return;
    if (stroke.cells) return void (hit.cell && shade(hit));
    if (stroke.line) return drawLine(hit);
    const b = hit.board;
    if (!stroke.edges) {
      if (hit.cell && isCentral(hit) && !board.chosen.cells.includes(hit.cell)) board.choose([...board.chosen.cells, hit.cell]);
      return;
    }
    if (b.strokes !== "links") return followBorder(hit);
    if (!hit.cell) return;
    const linked = [];
    for (const next of places.straight(stroke.from, hit)) {
      const edge = places.between(stroke.from, next);
      const name = places.strokeName(b, edge);
      if (name) linked.push([edge, name]);
      stroke = { from: next, moved: true };
    }
    if (linked.length) change(() => linked.forEach(([edge, name]) => toggle(b, edge, name, "1")));
  },
  up(hit) {
    const was = stroke;
    stroke = null;
    if (was?.line) return change(() => turnLine(was.line));
    if (was?.edges?.size > 1) return change(() => turnBorders(was.from.board, [...was.edges]));
    if (was?.cells) return change(() => was.cells.forEach((name) => set(marks.values, name, was.paint)));
    if (!was?.edges || was.moved || !hit?.edge) return;
    const name = places.strokeName(hit.board, hit.edge);
    if (name) change(() => toggle(hit.board, hit.edge, name));
  },
  cancel: () => {
    const was = stroke !== null;
    stroke = null;
    board.paint();
    return was;
  },
  key(event) {
    if (event.key === " " && kindOf(board.chosen.cells.at(-1)) === "yesno") {
      const next = { undefined: "#", "#": "-", "-": null }[marks.values[board.chosen.cells.at(-1)]];
      change(() => board.chosen.cells.forEach((name) => set(marks.values, name, next)));
      return true;
    }
    if (event.ctrlKey && /^\d$/.test(event.key)) {
      event.preventDefault();
      put(event.key, "centre");
      return true;
    }
    if (event.shiftKey && /^Digit\d$/.test(event.code)) {
      put(event.code.slice(5), "corner");
      return true;
    }
    return event.key === "Shift" || event.key === "Control";
  },
  value: (all, newest) => put(all, mode, newest),
};

function shade(hit) {
  if (!stroke.cells.includes(hit.cell) && !isGiven(hit.cell)) stroke.cells.push(hit.cell);
  board.paint();
}

/// Whether a pointer is near the middle of its cell: a drag passes corners of cells that aren't meant.
function isCentral(hit) {
  return Math.abs(hit.x - hit.col - 0.5) < 0.4 && Math.abs(hit.y - hit.row - 0.5) < 0.4;
}

/// Goes on with the line that is drawn, from middle to middle.
function drawLine(hit) {
  if (!hit.cell || hit.board !== stroke.from.board || !isCentral(hit)) return;
  for (const next of places.steps(stroke.from, hit)) {
    const ends = [stroke.from, next].map(({ row, col }) => places.cellName(hit.board, row, col));
    stroke.from = { ...hit, ...next };
    if (!ends.includes(null)) stroke.line.push(ends.sort().join(" "));
  }
  board.paint();
}

/// Adds the parts of a line, or takes them away where all of them are there.
function turnLine(parts) {
  const there = parts.every((part) => marks.lines[part]);
  for (const part of parts) set(marks.lines, part, there ? null : true);
}

/// Goes on with the borders that a pointer runs along.
function followBorder(hit) {
  if (hit.board !== stroke.from.board) return;
  for (const edge of places.along(stroke.last, hit)) {
    const name = places.strokeName(hit.board, edge);
    if (name) stroke.edges.set(name, edge);
  }
  stroke.last = hit;
  board.paint();
}

/// Draws borders, or takes them away where all of them are drawn.
function turnBorders(b, edges) {
  const there = edges.every(([name]) => marks.strokes[name]?.state === 1);
  for (const [name, edge] of edges) {
    if (there) delete marks.strokes[name];
    else marks.strokes[name] = { state: 1, board: b.name, edge, entry: entryOf(b, name, 1, strokeTurns(b, name)) };
  }
}

function set(map, name, value) {
  if (value === null || value === undefined) delete map[name];
  else map[name] = value;
}

/// Goes on to the next state of a stroke: yes, no, open; or sets it, or takes it back.
function toggle(b, edge, name, drawn) {
  const turns = strokeTurns(b, name);
  const old = marks.strokes[name]?.state;
  const most = b.most > 1 ? b.most : 1;
  let next = old === undefined ? 1 : old === 0 || old === "0" ? undefined : old < most ? old + 1 : b.most > 1 ? undefined : 0;
  if (drawn && b.most <= 1) next = old === 1 ? undefined : 1;
  if (next === undefined) delete marks.strokes[name];
  else marks.strokes[name] = { state: next, board: b.name, edge, entry: entryOf(b, name, next, turns) };
}

const entryOf = (b, name, state, turns) => (b.most > 1 ? `${name} = ${state}` : state === 1 ? turns[0] : turns[1]);

/// Puts a value or mark into the chosen cells.
function put(all, kind, newest) {
  const cells = board.chosen.cells.filter((name) => !isGiven(name));
  if (!cells.length) return;
  if (kindOf(cells[0]) === "yesno" && kind === "values") {
    const value = { "#": "#", 1: "#", x: "#", "-": "-", 0: "-" }[newest ?? ""] ?? null;
    return change(() => cells.forEach((name) => set(marks.values, name, value)));
  }
  if (all === null) {
    // The mark on top goes first.
    const on = ["values", "centre", "corner", "colour"].find((layer) => cells.some((name) => marks[layer][name] !== undefined));
    return on && change(() => cells.forEach((name) => delete marks[on][name]));
  }
  if (kind === "values") {
    const allowed = places.find(board.boards(), cells[0])?.board.values ?? [];
    const value = [all, newest].find((value) => !allowed.length || allowed.includes(value) || allowed.length >= 40) ?? named(allowed, all) ?? named(allowed, newest);
    if (value === undefined) return say(`${cells[0]} takes ${allowed[0]} to ${allowed.at(-1)}`);
    const same = cells.every((name) => marks.values[name] === value);
    return change(() => cells.forEach((name) => set(marks.values, name, same ? null : value)));
  }
  const value = newest ?? all;
  if (kind === "colour") {
    const number = Number(value);
    if (number >= 1 && number <= COLOURS) change(() => cells.forEach((name) => set(marks.colour, name, marks.colour[name] === number ? null : number)));
    return;
  }
  change(() => {
    const every = cells.every((name) => marks[kind][name]?.includes(value));
    for (const name of cells) {
      const others = (marks[kind][name] ?? []).filter((mark) => mark !== value);
      const now = every ? others : [...others, value].sort((a, b) => a - b || (a < b ? -1 : 1));
      set(marks[kind], name, now.length ? now : null);
    }
  });
}

const named = (allowed, start) => allowed.find((value) => value.toLowerCase().startsWith(start.toLowerCase()));

// ---- what is drawn

function paint(group, covered) {
  if (!isOn() || covered) return;
  const cell = (name) => {
    const { board: b, row, col } = places.find(board.boards(), name) ?? {};
    return b && { x: b.x + col * b.size, y: b.y + row * b.size, size: b.size, at: row * b.cols + col, board: b };
  };
  for (const [name, number] of Object.entries(marks.colour)) board.mark(name, `colour-${number}`, group);
  for (const name of hinted) board.mark(name, "hinted", group);
  const lines = shape("g", { class: "own-lines" });
  group.append(lines);
  for (const part of [...Object.keys(marks.lines), ...(stroke?.line ?? [])]) {
    const ends = part.split(" ").map((name) => places.find(board.boards(), name));
    if (ends.includes(null)) continue;
    const [[x1, y1], [x2, y2]] = ends.map(({ board: b, row, col }) => places.middle(b, row, col));
    lines.append(shape("line", { class: "mine own-line", x1, y1, x2, y2 }));
  }
  const pending = Object.fromEntries((stroke?.cells ?? []).map((name) => [name, stroke.paint]));
  for (const [name, value] of Object.entries({ ...marks.values, ...pending })) {
    const at = cell(name);
    if (!at || value === null) continue;
    if (at.board.kind === "yesno") {
      if (value === "#") group.append(shape("rect", { class: "mine shaded", x: at.x + 4, y: at.y + 4, width: at.size - 8, height: at.size - 8 }));
      else group.append(shape("circle", { class: "mine dot", cx: at.x + at.size / 2, cy: at.y + at.size / 2, r: at.size / 9 }));
    } else {
      const size = Math.min(62, 120 / Math.max(1, value.length));
      group.append(shape("text", { class: "mine", x: at.x + at.size / 2, y: at.y + at.size / 2 + size * 0.36, "font-size": size }, value));
    }
    if (wrong.has(name)) group.append(shape("rect", { class: "wrong-cell", x: at.x + 3, y: at.y + 3, width: at.size - 6, height: at.size - 6 }));
  }
  const CORNERS = [[0.2, 0.28], [0.8, 0.28], [0.2, 0.9], [0.8, 0.9], [0.5, 0.28], [0.5, 0.9], [0.2, 0.6], [0.8, 0.6], [0.5, 0.6]];
  for (const [name, list] of Object.entries(marks.corner)) {
    const at = cell(name);
    if (!at || marks.values[name]) continue;
    list.forEach((mark, k) => {
      const [x, y] = CORNERS[k % CORNERS.length];
      group.append(shape("text", { class: "mine", x: at.x + x * at.size, y: at.y + y * at.size, "font-size": 22 }, mark));
    });
  }
  for (const [name, list] of Object.entries(marks.centre)) {
    const at = cell(name);
    if (!at || marks.values[name]) continue;
    const size = Math.min(26, 120 / list.join("").length);
    group.append(shape("text", { class: "mine", x: at.x + at.size / 2, y: at.y + at.size / 2 + size * 0.36, "font-size": size }, list.join("")));
  }
  for (const { state, board: name, edge, entry } of Object.values(marks.strokes)) {
    const b = board.boards().find((one) => one.name === name && one.strokes);
    if (b) strokeOf(group, b, edge, state, wrong.has(entry.replace(/^not /, "")));
  }
  for (const edge of stroke?.edges?.size > 1 ? stroke.edges.values() : []) strokeOf(group, stroke.from.board, edge, 1, false);
}

function strokeOf(group, b, edge, state, isWrong) {
  const [[x1, y1], [x2, y2]] = places.strokeEnds(b, edge);
  const kind = isWrong ? "mine wrong-stroke" : "mine stroke-yes";
  if (state === 0) {
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    return group.append(shape("path", { class: isWrong ? "mine wrong-stroke" : "mine stroke-no", d: `M${x - 8} ${y - 8}l16 16M${x - 8} ${y + 8}l16 -16` }));
  }
  const [dx, dy] = y1 === y2 ? [0, 7] : [7, 0];
  const lines = state === 2 ? [[dx, dy], [-dx, -dy]] : [[0, 0]];
  for (const [ox, oy] of lines) group.append(shape("line", { class: kind, x1: x1 + ox, y1: y1 + oy, x2: x2 + ox, y2: y2 + oy }));
}

// ---- asked of the service

/// The entries, as conditions.
export function entries() {
  const value = (name, value) => (kindOf(name) === "yesno" ? (value === "#" ? name : `not ${name}`) : `${name} = ${value}`);
  const values = Object.entries(marks.values).map(([name, one]) => value(name, one));
  return [...values, ...Object.values(marks.strokes).map((one) => one.entry)];
}

let waiting = null;

/// Asks, a moment after the last change, whether the puzzle is solved.
function watch() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const reply = await driver.watch("play", { text: of, entries: entries() }).catch(() => null);
    if (!reply?.solved || solved || !isOn()) return;
    solved = true;
    el("board").dataset.solved = "yes";
    say(`Solved in ${time(marks.seconds)}`);
    setTimeout(() => delete el("board").dataset.solved, 4000);
  }, 120);
}

async function check() {
  clearTimeout(waiting);
  const reply = await driver.watch("play", { text: of, entries: entries(), check: true }).catch((error) => ({ error }));
  if (reply.outdated) return check();
  if (reply.error) return say(reply.error.message);
  wrong = new Set(reply.wrong);
  board.paint();
  if (reply.solved) return say(`Solved in ${time(marks.seconds)}`);
  if (!entries().length) return say("Nothing is filled in yet");
  say(reply.wrong.length ? `${reply.wrong.length} of ${reply.checked?.filled ?? "what you filled in"} are wrong` : reply.checked?.words?.trim().split("\n")[0] ?? "Nothing is wrong so far");
}

/// Whether the first stage of a hint is shown.
let isLooking = false;

/// Takes a hint's report; returns whether it was asked for here. Its first stage says where to look, its second one what follows.
export function takeHint(report) {
  if (!isOn()) return false;
  isLooking = report.kind === "look";
  el("reveal").hidden = !isLooking;
  if (isLooking) {
    const { words, cells } = report.looks_at;
    hinted = cells;
    say(words[0].toUpperCase() + words.slice(1));
    board.paint();
  } else {
    if (report.kind === "hint") board.cover("Hint", report.pictures, [button("Take it", () => accept(report), "Write it on the board")]);
    say(report.words.trim().split("\n").slice(0, 2).join(": "));
  }
  return true;
}

function accept(report) {
  board.uncover();
  change(() => {
    for (const { name, value, is } of report.concludes) {
      if (!is) continue;
      if (places.find(board.boards(), name)) set(marks.values, name, kindOf(name) === "yesno" ? (value === "0" ? "-" : "#") : value);
      else strokeNamed(name, value);
    }
  });
}

/// Draws the stroke of this name.
function strokeNamed(name, value) {
  for (const b of board.boards().filter((one) => one.strokes)) {
    for (let row = 0; row <= b.rows; row++) {
      for (let col = 0; col <= b.cols; col++) {
        for (const across of [true, false]) {
          const edge = { across, row, col };
          if ((across ? col < b.cols : row < b.rows) && places.strokeName(b, edge) === name) {
            marks.strokes[name] = { state: Number(value), board: b.name, edge, entry: entryOf(b, name, Number(value), strokeTurns(b, name)) };
          }
        }
      }
    }
  }
}

// ---- pad and clock

export function pad() {
  const b = board.boards()[0];
  // Loops and shading need no digits.
  const isTyped = b && !b.strokes && b.kind !== "yesno";
  const typing = { values: "Value", corner: "Corner", centre: "Centre" };
  const modes = { ...(isTyped ? typing : { values: b?.strokes ? "Draw" : "Shade" }), colour: "Colour", line: "Line" };
  if (!(mode in modes)) mode = "values";
  const choices = Object.entries(modes).map(([name, words]) => {
    const made = button(words, () => {
      mode = name;
      pad();
      if (name === "line" || (name === "values" && !isTyped)) board.choose([]);
      if (name === "line") say("Drag from cell to cell; the same line once more takes it away");
    });
    made.setAttribute("aria-pressed", mode === name);
    return made;
  });
  const count = mode === "colour" ? COLOURS : 9;
  const values = mode !== "colour" && b?.values.length && b.values.length <= 12 ? b.values : Array.from({ length: count }, (_, k) => String(k + 1));
  const digits = values.map((value) => {
    const made = button(value, () => put(value, mode, value));
    if (mode === "colour") made.className = `swatch colour-${value}`;
    return made;
  });
  const clear = button("⌫", () => put(null, mode));
  clear.setAttribute("aria-label", "Delete");
  const revealing = button("Show the step", () => askHint());
  revealing.id = "reveal";
  revealing.hidden = !isLooking;
  const rest = [
    button("Check", check, "Whether something is wrong, and nothing else"),
    button("Hint", () => askHint(), "Where to look; then what follows"),
    revealing,
    button("Restart", () => change(() => (marks = { ...blank(), seconds: marks.seconds })), "Take everything away"),
    button("Keep", keep, "Write the values into the script as guesses"),
  ];
  const isKeyed = mode === "colour" || (isTyped && mode !== "line");
  const rows = [choices, isKeyed ? [...digits, clear] : [], rest].filter((all) => all.length).map((all) => {
    const row = make("div", undefined, "row");
    row.append(...all);
    return row;
  });
  el("pad").replaceChildren(...rows);
  board.fit();
}

let askHint = () => {};
/// Calls back when a hint is asked for.
export const onHint = (ask) => (askHint = ask);

async function keep() {
  say((await script.edit({ kind: "append", lines: entries().map((entry) => `${entry}  # guess`).join("\n") })) ?? "Written into the script as guesses");
}

function tick() {
  if (!isOn() || solved || document.hidden || !entries().length) return;
  marks.seconds += 1;
  el("clock").hidden = false;
  el("clock").textContent = time(marks.seconds);
}

const time = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
