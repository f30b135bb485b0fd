// A player's marks on the board: values, marks, colours, borders, lines; changes that can be taken back; and the same as
// conditions for the service. The marks of a puzzle are kept in the browser.

import * as link from "./link.js";
import * as places from "./places.js";
import { turns } from "./strokes.js";

export const COLOURS = 8;
const MOST_CHANGES = 500;
const blank = () => ({ values: {}, corner: {}, centre: {}, colour: {}, strokes: {}, lines: {}, seconds: 0 });

/// The marks of now: `values`, `corner`, `centre` and `colour` by cell, `strokes` by the name of their unknown, `lines` by their two
/// cells; and the `seconds` of the clock.
export let marks = blank();

let of = ""; // the text that is played
let before = []; // states that can be taken back
let after = [];
let changed = () => {};

/// Calls back after each change.
export const onChange = (listener) => (changed = listener);

/// The text that is played.
export const played = () => of;

/// Opens what was written for this text before.
export function open(text) {
  of = text;
  const kept = link.read(localStorage, "played");
  marks = kept?.of === of ? { ...blank(), ...kept.marks } : blank();
  [before, after] = [[], []];
}

/// Makes a change that can be taken back.
export function change(does) {
  before.push(JSON.stringify(marks));
  if (before.length > MOST_CHANGES) before.shift();
  after = [];
  does();
  settle();
}

function settle() {
  link.write(localStorage, "played", { of, marks });
  changed();
}

function step(from, to) {
  if (!from.length) return;
  to.push(JSON.stringify(marks));
  const { seconds } = marks;
  marks = { ...JSON.parse(from.pop()), seconds };
  settle();
}

/// Whether there is a change to take back, and one to make again.
export const canStep = () => [before.length > 0, after.length > 0];

export const undo = () => step(before, after);
export const redo = () => step(after, before);

/// Takes everything away.
export const restart = () => change(() => (marks = { ...blank(), seconds: marks.seconds }));

/// Writes one entry of a layer, or takes it away.
export function set(layer, name, value) {
  if (value === null || value === undefined) delete layer[name];
  else layer[name] = value;
}

/// The next state of a cell that is shaded, unshaded or open.
export const nextShade = (name) => ({ undefined: "#", "#": "-", "-": null })[marks.values[name]];

/// Draws a border or link in a state, or with undefined takes it away.
export function draw(b, edge, name, state) {
  if (state === undefined) return void delete marks.strokes[name];
  const [yes, no] = turns(b, name);
  const entry = b.most > 1 ? `${name} = ${state}` : state === 1 ? yes : no;
  marks.strokes[name] = { state, board: b.name, edge, entry };
}

/// Crosses a border or link out, or opens it again.
export function cross(b, edge, name) {
  draw(b, edge, name, marks.strokes[name]?.state === 0 ? undefined : 0);
}

/// Goes on to the next state of a border or link: yes, no, open; or one more line of several.
export function toggle(b, edge, name) {
  const old = marks.strokes[name]?.state;
  const most = Math.max(1, b.most);
  const past = most > 1 ? undefined : 0;
  draw(b, edge, name, old === undefined ? 1 : old === 0 ? undefined : old < most ? old + 1 : past);
}

/// Draws borders or links, or takes them away where all of them are drawn.
export function turnAll(b, edges) {
  const there = edges.every(([name]) => marks.strokes[name]?.state === 1);
  for (const [name, edge] of edges) draw(b, edge, name, there ? undefined : 1);
}

/// Adds the parts of a line, or takes them away where all of them are there.
export function turnLine(parts) {
  const there = parts.every((part) => marks.lines[part]);
  for (const part of parts) set(marks.lines, part, there ? null : true);
}

/// Adds a corner or centre mark to cells, or takes it away where all of them have it.
export function turnMark(kind, cells, mark) {
  const layer = marks[kind];
  const every = cells.every((name) => layer[name]?.includes(mark));
  for (const name of cells) {
    const others = (layer[name] ?? []).filter((one) => one !== mark);
    const now = every ? others : [...others, mark].sort((a, b) => a - b || (a < b ? -1 : 1));
    set(layer, name, now.length ? now : null);
  }
}

/// The values and strokes as conditions. `boards` are those of the picture.
export function entries(boards) {
  const isShade = (name) => places.find(boards, name)?.board.kind === "yesno";
  const condition = ([name, value]) => (!isShade(name) ? `${name} = ${value}` : value === "#" ? name : `not ${name}`);
  return [...Object.entries(marks.values).map(condition), ...Object.values(marks.strokes).map((one) => one.entry)];
}
