// The board: the picture of the puzzle or of an answer, what is chosen on it, its size, and the tool that receives pointers and keys.

import { change, el, make, picture, say, shape } from "./elements.js";
import * as places from "./places.js";

const board = el("board");
const stage = el("stage");
const sheet = make("div", undefined, "sheet");
const overlay = shape("svg", { class: "overlay", "aria-hidden": "true" });
const table = make("div", undefined, "cells");
board.append(sheet, table);

let posed = null; // the picture as posed: its SVG, boards and size
let watched = null; // the picture of the live view
let covered = null; // the pictures of an answer, and which one is shown
let zoom = 1;
let fitted = 1; // pixels for a unit of the picture

/// The boards of the picture.
export const boards = () => posed?.boards ?? [];

let typed = ""; // what was typed into the chosen cells
/// The names of the chosen cells, and a place outside of a board: `{board, side, index}`.
export const chosen = { cells: [], outside: null };

// The receiver of pointers and keys: a tool for setting, or for playing.
let tool = {};
let painters = []; // who draws on the overlay

/// Makes a tool take pointers (`down`, `move`, `up` with what is under them) and keys (`key`, `value`).
export const use = (next) => {
  tool.leave?.();
  tool = next;
};

/// Adds a painter: it gets an empty group of the overlay whenever the board is drawn.
export const onPaint = (painter) => painters.push(painter);

/// Shows the puzzle as posed.
export function show(svg, newBoards) {
  const same = posed?.svg === svg;
  posed = { svg, boards: newBoards };
  watched = null;
  if (!same || covered) uncover(false);
  if (!same) draw(svg);
  chosen.cells = chosen.cells.filter((name) => places.find(newBoards, name));
  tableOf(newBoards);
  paint();
}

/// Shows a picture of the live view in the place of the puzzle; null shows the puzzle again.
export function watch(svg) {
  if (watched === svg) return;
  watched = svg;
  if (!covered && posed) draw(svg ?? posed.svg);
}

/// Shows the pictures of an answer, the first one first, until `uncover`.
export function cover(title, pictures, tools = []) {
  covered = { pictures, at: 0, title };
  el("shown").hidden = false;
  el("shown").querySelector(".tools").replaceChildren(...tools);
  turn(0);
}

/// Shows another picture of the answer.
export function turn(at) {
  covered.at = Math.max(0, Math.min(covered.pictures.length - 1, at));
  const shown = covered.pictures[covered.at];
  el("shown").querySelector("strong").textContent = [covered.title, shown.caption].filter((w) => w).join(": ");
  draw(shown.svg);
  paint();
  return covered.at;
}

/// The number of the picture of the answer that is shown; null if the puzzle is.
export const turned = () => covered?.at ?? null;

/// The picture of the answer that is shown; null if the puzzle is.
export const shown = () => covered?.pictures[covered.at] ?? null;

/// Takes the answer away.
export function uncover(redraw = true) {
  if (!covered) return false;
  covered = null;
  el("shown").hidden = true;
  if (redraw && posed) draw(watched ?? posed.svg);
  paint();
  return true;
}

function draw(svg) {
  const drawn = picture(svg);
  drawn.setAttribute("aria-hidden", "true");
  drawn.removeAttribute("width");
  overlay.setAttribute("viewBox", drawn.getAttribute("viewBox"));
  if (sheet.firstChild && sheet.firstChild !== overlay) change(sheet.firstChild, drawn);
  else sheet.replaceChildren(drawn, overlay);
  fit();
}

/// Draws what lies over the picture.
export function paint() {
  overlay.replaceChildren();
  overlay.classList.toggle("covered", covered !== null);
  for (const name of chosen.cells) mark(name, "chosen");
  if (chosen.outside) {
    const { board: b, side, index } = chosen.outside;
    const out = { top: [index, -0.5], bottom: [index, b.rows], left: [-0.5, index], right: [b.cols, index] }[side];
    const flat = side === "top" || side === "bottom";
    const size = { width: flat ? b.size : b.size / 2, height: flat ? b.size / 2 : b.size };
    overlay.append(shape("rect", { class: "chosen", x: b.x + out[0] * b.size, y: b.y + out[1] * b.size, ...size }));
  }
  for (const painter of painters) {
    const group = shape("g", {});
    painter(group, covered !== null);
    overlay.append(group);
  }
}

/// Marks a cell on the overlay.
export function mark(name, kind, group = overlay) {
  const found = places.find(boards(), name);
  if (!found) return;
  const { board: b, row, col } = found;
  group.append(shape("rect", { class: kind, x: b.x + col * b.size, y: b.y + row * b.size, width: b.size, height: b.size }));
}

// ---- what is chosen

/// Chooses cells, and reports which.
export function choose(cells, outside = null) {
  if (cells.join() !== chosen.cells.join() || outside) typed = "";
  chosen.cells = cells;
  chosen.outside = outside;
  const last = cells.at(-1);
  board.querySelectorAll("[aria-selected=true]").forEach((cell) => cell.setAttribute("aria-selected", "false"));
  cells.forEach((name) => gridcell(name)?.setAttribute("aria-selected", "true"));
  if (last && gridcell(last)) board.setAttribute("aria-activedescendant", gridcell(last).id);
  if (cells.length > 1) say(`${cells.length} cells`);
  else if (last) say(describe(last));
  else if (outside) say(`${outside.side} ${outside.index + 1}`);
  paint();
}

/// A cell in words: its name, value and clue.
export function describe(name) {
  const { board: b, row, col } = places.find(boards(), name) ?? {};
  if (!b) return name;
  const at = row * b.cols + col;
  const value = tool.shownIn?.(name) ?? b.cells[at];
  const words = [name];
  if (b.clues[at]) words.push(`clue ${b.clues[at]}`);
  if (value) words.push(b.given.includes(at) ? `${value}, given` : value);
  return words.join(", ");
}

// ---- cells for screen readers

const MOST_CELLS = 2500;
let tabled = "";

const gridcell = (name) => document.getElementById(`cell-${name}`);

/// Writes the boards as rows of cells, which screen readers walk through. What did not change stays.
function tableOf(all) {
  const one = all.reduce((sum, b) => sum + b.rows * b.cols, 0) <= MOST_CELLS ? all : all.slice(0, 1);
  const layout = JSON.stringify(one.map((b) => [b.prefix, b.rows, b.cols]));
  const few = one.every((b) => b.rows * b.cols <= MOST_CELLS);
  if (layout !== tabled) {
    tabled = layout;
    table.replaceChildren();
    for (const b of few ? one : []) {
      for (let row = 0; row < b.rows; row++) {
        const line = make("div");
        line.setAttribute("role", "row");
        for (let col = 0; col < b.cols; col++) {
          const name = places.cellName(b, row, col);
          if (name === null || gridcell(name)) continue;
          const cell = make("span");
          cell.setAttribute("role", "gridcell");
          cell.id = `cell-${name}`;
          line.append(cell);
        }
        table.append(line);
      }
    }
  }
  refreshCells();
}

/// Writes the words of all cells anew, where they have changed.
export function refreshCells() {
  for (const cell of table.querySelectorAll("[role=gridcell]")) {
    const words = describe(cell.id.slice("cell-".length));
    if (cell.textContent !== words) cell.textContent = words;
  }
}

// ---- size

/// Fits the picture into the room that there is, times the zoom.
export function fit() {
  const [, , width, height] = (overlay.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  const style = getComputedStyle(stage);
  const room = [stage.clientWidth - parseFloat(style.paddingLeft) * 2, stage.clientHeight - parseFloat(style.paddingTop) * 2];
  fitted = Math.min(room[0] / width, room[1] / height, 1.2);
  const scale = Math.max(0.02, fitted) * zoom;
  sheet.style.width = `${width * scale}px`;
  sheet.style.height = `${height * scale}px`;
}

/// Makes the picture larger around a point of the window; without a factor it fits again.
function scale(factor, x, y) {
  const before = sheet.getBoundingClientRect();
  const [px, py] = [(x - before.left) / before.width, (y - before.top) / before.height];
  zoom = factor === undefined ? 1 : Math.min(12, Math.max(1, zoom * factor));
  fit();
  const after = sheet.getBoundingClientRect();
  stage.scrollLeft += after.left + px * after.width - x;
  stage.scrollTop += after.top + py * after.height - y;
}

const middleOf = () => {
  const box = stage.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

// ---- pointers: one draws or chooses, two move and zoom

const pointers = new Map();
let drawing = false;
let pinched = 0;

/// The part of the board under a pointer.
export function under(event) {
  const box = sheet.getBoundingClientRect();
  const [, , width, height] = (overlay.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  const x = ((event.clientX - box.left) / box.width) * width;
  const y = ((event.clientY - box.top) / box.height) * height;
  return places.at(boards(), x, y);
}

function down(event) {
  if (event.target.closest("#welcome") || (event.button !== 0 && !(event.button === 2 && tool.takesRightButton))) return;
  // A first finger, or a mouse: what was down before is gone, even where its end was not seen.
  if (event.isPrimary) pointers.clear();
  pointers.set(event.pointerId, event);
  board.focus({ preventScroll: true });
  if (pointers.size === 2) {
    if (drawing) tool.cancel?.();
    drawing = false;
    return void (pinched = gap());
  }
  if (pointers.size > 2) return;
  const hit = under(event);
  if (!hit) return;
  event.preventDefault();
  stage.setPointerCapture(event.pointerId);
  uncover();
  drawing = true;
  tool.down?.(hit, event);
}

function gap() {
  const [a, b] = [...pointers.values()];
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function moved(event) {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  pointers.set(event.pointerId, event);
  if (pointers.size === 2) {
    const now = gap();
    if (pinched > 0) scale(now / pinched, event.clientX, event.clientY);
    stage.scrollLeft -= (event.clientX - before.clientX) / 2;
    stage.scrollTop -= (event.clientY - before.clientY) / 2;
    pinched = now;
  } else if (drawing) {
    // A fast pointer skips cells: the browser has the points between.
    const all = event.getCoalescedEvents?.() ?? [];
    for (const point of all.length ? all : [event]) {
      const hit = under(point);
      if (hit) tool.move?.(hit, event);
    }
  }
}

function lifted(event) {
  pointers.delete(event.pointerId);
  pinched = 0;
  if (!drawing) return;
  drawing = false;
  if (event.type === "pointercancel") tool.cancel?.();
  else tool.up?.(under(event), event);
}

// ---- keys

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
let last = 0;

/// The next cell in a direction, over holes.
function neighbour(name, [down_, right]) {
  const found = places.find(boards(), name);
  if (!found) return null;
  let { board: b, row, col } = found;
  for (;;) {
    [row, col] = [row + down_, col + right];
    if (row < 0 || col < 0 || row >= b.rows || col >= b.cols) return null;
    const next = places.cellName(b, row, col);
    if (next) return next;
  }
}

/// All cells of the board with the chosen cell, else of the first one.
function all() {
  const { board: b } = places.find(boards(), chosen.cells.at(-1) ?? start());
  return b.cells.map((_, at) => places.cellName(b, Math.floor(at / b.cols), at % b.cols)).filter((name) => name);
}

/// Where a step of the keyboard starts: the chosen cell, else the first one.
function start() {
  const first = boards()[0];
  const at = first?.cells.findIndex((cell) => cell !== null) ?? -1;
  return at < 0 ? null : places.cellName(first, Math.floor(at / first.cols), at % first.cols);
}

function key(event) {
  if (event.key === "Escape") {
    if (!tool.cancel?.() && !uncover()) choose([]);
    return event.preventDefault();
  }
  if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && start()) {
    event.preventDefault();
    return choose(all());
  }
  if (event.altKey || ((event.ctrlKey || event.metaKey) && !(event.key in STEPS))) return tool.key?.(event);
  const here = chosen.cells.at(-1);
  if (event.key in STEPS && event.ctrlKey && here && tool.turn) {
    event.preventDefault();
    uncover();
    turnSide(here, STEPS[event.key]);
  } else if (event.key in STEPS) {
    event.preventDefault();
    uncover();
    typed = "";
    const next = here ? neighbour(here, STEPS[event.key]) : start();
    if (!next) return;
    const grow = event.shiftKey || event.ctrlKey;
    choose(grow ? [...chosen.cells.filter((name) => name !== next), next] : [next]);
    scrollTo(next);
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    typed = "";
    tool.value?.(null, null, event);
  } else if (tool.key?.(event)) {
    event.preventDefault();
  } else if (event.key.length === 1 && event.key !== " ") {
    event.preventDefault();
    enter(event.key, event);
  }
}

/// Turns the border of a cell on one side, or the link over it.
function turnSide(name, [down_, right]) {
  const { board: b, row, col } = places.find(boards(), name);
  const edge = { across: down_ !== 0, row: row + Math.max(0, down_), col: col + Math.max(0, right) };
  const stroke = places.strokeName(b, edge);
  if (stroke) tool.turn(b, edge, stroke);
}

/// Types a character: digits that follow each other soon are one number.
export function enter(character, event = {}) {
  uncover();
  const now = Date.now();
  typed = now - last < 900 ? typed + character : character;
  last = now;
  tool.value?.(typed, character, event);
}

function scrollTo(name) {
  if (zoom === 1) return;
  const { board: b, row, col } = places.find(boards(), name);
  const box = sheet.getBoundingClientRect();
  const unit = box.width / Number(overlay.getAttribute("viewBox").split(" ")[2]);
  const frame = stage.getBoundingClientRect();
  const [x, y] = places.middle(b, row, col).map((k) => k * unit);
  const [left, top] = [box.left - frame.left + x, box.top - frame.top + y];
  const edge = b.size * unit;
  if (left < edge || left > frame.width - edge) stage.scrollLeft += left - frame.width / 2;
  if (top < edge || top > frame.height - edge) stage.scrollTop += top - frame.height / 2;
}

export function begin() {
  stage.addEventListener("pointerdown", down);
  stage.addEventListener("pointermove", moved);
  stage.addEventListener("pointerup", lifted);
  stage.addEventListener("pointercancel", lifted);
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    scale(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  stage.addEventListener("contextmenu", (event) => tool.takesRightButton && event.preventDefault());
  board.addEventListener("keydown", key);
  board.addEventListener("focus", () => {
    if (!chosen.cells.length && !chosen.outside && board.matches(":focus-visible") && start()) choose([start()]);
  });
  el("smaller").addEventListener("click", () => scale(1 / 1.3, ...middleOf()));
  el("larger").addEventListener("click", () => scale(1.3, ...middleOf()));
  el("fit").addEventListener("click", () => scale());
  el("uncover").addEventListener("click", () => uncover());
  new ResizeObserver(fit).observe(stage);
}
