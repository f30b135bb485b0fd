// Borders and links, for setting and for playing: their states as conditions, the drags that pass them, and how they are drawn.

import * as places from "./places.js";
import { shape } from "./elements.js";

/// The states of a border or link as conditions, in the order of points at it.
export function turns(b, name) {
  if (b.most > 1) return Array.from({ length: b.most + 1 }, (_, k) => `${name} = ${(k + 1) % (b.most + 1)}`);
  return b.strokes === "partition" ? [`not ${name}`, name] : [name, `not ${name}`];
}

/// A drag over a board. It passes the borders that the pointer runs along, or the links between the cells that it goes through.
export class Drag {
  /// The names of the unknowns that were passed, in order.
  edges = new Map();

  constructor(hit) {
    this.board = hit.board;
    this.last = hit;
  }

  /// Whether the drag is more than a point at one place. A hand that points at a border moves along it a little.
  get isStroke() {
    return this.edges.size > (this.board.strokes === "links" ? 0 : 1);
  }

  /// Goes on to another place.
  follow(hit) {
    if (!places.isSame(hit.board, this.board)) return;
    if (this.board.strokes === "links") return this.#link(hit);
    for (const edge of places.along(this.last, hit)) this.#pass(edge);
    this.last = hit;
  }

  #link(hit) {
    if (!hit.cell || !places.isCentral(hit)) return;
    for (const next of places.straight(this.last, hit)) {
      const edge = places.between(this.last, next);
      const newest = [...this.edges.keys()].at(-1);
      // Back along the way.
      if (newest !== undefined && newest === places.strokeName(this.board, edge)) this.edges.delete(newest);
      else this.#pass(edge);
      this.last = next;
    }
    // A pointer that jumped elsewhere draws on from there.
    this.last = hit;
  }

  #pass(edge) {
    const name = places.strokeName(this.board, edge);
    if (name) this.edges.set(name, edge);
  }

  /// Draws what was passed so far.
  paint(group) {
    if (this.isStroke) for (const edge of this.edges.values()) paint(group, this.board, edge, 1);
  }
}

/// Draws a border or link: with one line, two lines, or crossed out.
export function paint(group, b, edge, state, isWrong = false) {
  const [[x1, y1], [x2, y2]] = places.strokeEnds(b, edge);
  const kind = isWrong ? "mine wrong-stroke" : `mine stroke-${state === 0 ? "no" : "yes"}`;
  if (state === 0) {
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    return group.append(shape("path", { class: kind, d: `M${x - 8} ${y - 8}l16 16M${x - 8} ${y + 8}l16 -16` }));
  }
  const [dx, dy] = y1 === y2 ? [0, 7] : [7, 0];
  const lines = state === 2 ? [[dx, dy], [-dx, -dy]] : [[0, 0]];
  for (const [ox, oy] of lines) group.append(shape("line", { class: kind, x1: x1 + ox, y1: y1 + oy, x2: x2 + ox, y2: y2 + oy }));
}
