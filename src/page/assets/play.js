// Playing: what pointers and keys write on the board, beside the script and not in it (`marks.js`), the rules, hints and the clock.
// The service judges whether the marks are right.

import * as board from "./board.js";
import * as driver from "./driver.js";
import * as places from "./places.js";
import * as script from "./script.js";
import { button, el, make, say, showSteps } from "./elements.js";
import { ink } from "./inking.js";
import * as kept from "./marks.js";
import { COLOURS, change, marks, nextShade, set } from "./marks.js";
import { Drag } from "./strokes.js";

let mode = "values"; // what a pointer or key writes: values, corner, centre, colour or line
const TYPED = ["values", "corner", "centre", "colour"]; // Space goes on to the next one
let wrong = new Set();
let hinted = []; // cells that the first stage of a hint points at
let solved = false;

export const isOn = () => document.body.dataset.mode === "play";

// ---- on and off

export function begin() {
  board.onPaint(paint);
  kept.onChange(settle);
  script.onSeen(() => {
    if (!isOn()) return;
    if (script.text() !== kept.played()) return open();
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
  kept.open(script.text());
  [wrong, hinted, solved] = [new Set(), [], false];
  showRules();
  showSteps(kept.canStep());
  board.paint();
}

export function stop() {
  document.body.dataset.mode = "set";
  showSteps(script.canStep());
  say("");
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

/// Shows a change of the marks.
function settle() {
  wrong = new Set();
  hinted = [];
  // A hint is about the board as it was.
  isLooking = false;
  if (el("reveal")) el("reveal").hidden = true;
  showSteps(kept.canStep());
  board.refreshCells();
  board.paint();
  watch();
}

export const { undo, redo } = kept;

/// The values and strokes, as conditions.
export const entries = () => kept.entries(board.boards());

const isGiven = (name) => {
  const found = places.find(board.boards(), name);
  return found?.board.given.includes(found.row * found.board.cols + found.col);
};

const kindOf = (name) => places.find(board.boards(), name)?.board.kind; // undefined without a cell

// ---- the tool

let stroke = null;

const tool = {
  takesRightButton: true,
  turn: (b, edge, name) => change(() => kept.toggle(b, edge, name)),
  shownIn: (name) => marks.values[name],
  down(hit, event) {
    const b = hit.board;
    stroke = { from: hit, crosses: event.button === 2 };
    if (mode === "line") {
      stroke.line = [];
      return board.choose([]);
    }
    if (b.strokes && mode === "values") {
      stroke.drag = new Drag(hit);
      return;
    }
    if (b.kind === "yesno" && hit.cell && mode === "values") {
      const next = nextShade(hit.cell);
      stroke = { ...stroke, paint: stroke.crosses ? (marks.values[hit.cell] === "-" ? null : "-") : next, cells: [] };
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
    if (stroke.drag) {
      stroke.drag.follow(hit);
      return board.paint();
    }
    if (hit.cell && places.isCentral(hit) && !board.chosen.cells.includes(hit.cell)) board.choose([...board.chosen.cells, hit.cell]);
  },
  up(hit) {
    const was = stroke;
    stroke = null;
    if (was?.line) return change(() => kept.turnLine(was.line));
    if (was?.cells) return change(() => was.cells.forEach((name) => set(marks.values, name, was.paint)));
    if (was?.drag?.isStroke && !was.crosses) return change(() => drawAll(was.drag));
    if (was?.drag?.isStroke) return change(() => was.drag.edges.forEach((edge, name) => kept.draw(was.drag.board, edge, name, 0)));
    if (!was?.drag || !hit?.edge) return;
    const name = places.strokeName(hit.board, hit.edge);
    const turn = was.crosses ? kept.cross : kept.toggle;
    if (name) change(() => turn(hit.board, hit.edge, name));
  },
  cancel: () => {
    const was = stroke !== null;
    stroke = null;
    board.paint();
    return was;
  },
  key(event) {
    if (event.key === " " && kindOf(board.chosen.cells.at(-1)) === "yesno") {
      const next = nextShade(board.chosen.cells.at(-1));
      change(() => board.chosen.cells.forEach((name) => set(marks.values, name, next)));
      return true;
    }
    if (event.key === " ") {
      mode = TYPED[(TYPED.indexOf(mode) + 1) % TYPED.length];
      pad();
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

/// Draws what a drag has passed. Bridges get one more line each.
function drawAll({ board: b, edges }) {
  if (b.most > 1) edges.forEach((edge, name) => kept.toggle(b, edge, name));
  else kept.turnAll(b, [...edges]);
}

/// Goes on with the line that is drawn, from middle to middle.
function drawLine(hit) {
  if (!hit.cell || !places.isSame(hit.board, stroke.from.board) || !places.isCentral(hit)) return;
  for (const next of places.steps(stroke.from, hit)) {
    const ends = [stroke.from, next].map(({ row, col }) => places.cellName(hit.board, row, col));
    stroke.from = { ...hit, ...next };
    if (!ends.includes(null)) stroke.line.push(ends.sort().join(" "));
  }
  board.paint();
}

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
  change(() => kept.turnMark(kind, cells, value));
}

const named = (allowed, start) => allowed.find((value) => value.toLowerCase().startsWith(start.toLowerCase()));

// ---- what is drawn

function paint(group, covered) {
  if (!isOn() || covered) return;
  for (const [name, number] of Object.entries(marks.colour)) board.mark(name, `colour-${number}`, group);
  for (const name of hinted) board.mark(name, "hinted", group);
  const shades = Object.fromEntries((stroke?.cells ?? []).map((name) => [name, stroke.paint]));
  ink(group, board.boards(), { shades, lines: stroke?.line ?? [] }, wrong);
  stroke?.drag?.paint(group);
}

// ---- asked of the service

let waiting = null;

/// Asks, a moment after the last change, whether the puzzle is solved.
function watch() {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const reply = await driver.watch("play", { text: kept.played(), entries: entries() }).catch(() => null);
    if (!reply?.solved || solved || !isOn()) return;
    solved = true;
    el("board").dataset.solved = "yes";
    say(`Solved in ${time(marks.seconds)}`);
    setTimeout(() => delete el("board").dataset.solved, 4000);
  }, 120);
}

async function check() {
  clearTimeout(waiting);
  const reply = await driver.watch("play", { text: kept.played(), entries: entries(), check: true }).catch((error) => ({ error }));
  if (reply.outdated) return check();
  if (reply.error) return say(reply.error.message);
  wrong = new Set(reply.wrong);
  board.paint();
  if (reply.solved) return say(`Solved in ${time(marks.seconds)}`);
  if (!entries().length) return say("Nothing is filled in yet");
  say(reply.wrong.length ? `${reply.wrong.length} of ${reply.checked?.filled ?? "what you filled in"} ${reply.wrong.length === 1 ? "is" : "are"} wrong` : reply.checked?.words?.trim().split("\n")[0] ?? "Nothing is wrong so far");
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
    say(report.kind === "clash" ? "Something on the board is wrong: Check marks it" : report.words.trim().split("\n").slice(0, 2).join(": "));
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
            kept.draw(b, edge, name, Number(value));
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
    button("Restart", kept.restart, "Take everything away"),
    button("Keep", keepAll, "Write the values into the script as guesses"),
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

async function keepAll() {
  say((await script.edit({ kind: "append", lines: entries().map((entry) => `${entry}  # guess`).join("\n") })) ?? "Written into the script as guesses");
}

function tick() {
  if (!isOn() || solved || document.hidden || !entries().length) return;
  marks.seconds += 1;
  el("clock").hidden = false;
  el("clock").textContent = time(marks.seconds);
}

const time = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
