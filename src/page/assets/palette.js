// The palette: what this puzzle takes, and the rules of the library, each with a picture. It also fills the pad of values.

import * as board from "./board.js";
import * as driver from "./driver.js";
import * as script from "./script.js";
import * as setting from "./setting.js";
import { button, el, make, say, shape } from "./elements.js";

let library = []; // the tools of the service
let current = setting.values;
let wanted = ""; // what is searched for

const search = make("input");
const own = make("div", undefined, "tools own");
const found = make("div");

export async function begin() {
  search.type = "search";
  search.placeholder = "Find a rule: thermo, cage, dots";
  search.setAttribute("aria-label", "Find a rule");
  search.addEventListener("input", () => {
    wanted = search.value.trim().toLowerCase();
    list();
  });
  el("palette").append(own, search, found);
  take(current);
  script.onSeen(refresh);
}

/// Loads the tools of the library, once there is a service.
export async function load() {
  if (library.length) return;
  library = (await driver.request("palette", {})).tools;
  list();
}

/// The board is for setting again.
export const resume = () => take(current);

function take(tool) {
  current = tool;
  board.use(tool);
  for (const one of el("palette").querySelectorAll("button[data-tool]")) one.setAttribute("aria-pressed", one.dataset.tool === tool.id);
  el("board").dataset.tool = tool.id.split(" ")[0];
  if (tool.how) say(tool.how);
  pad();
}

function toolButton(tool, words, glyph, title) {
  const made = button("", () => take(tool), title);
  made.append(glyph, make("span", words));
  made.dataset.tool = tool.id;
  made.setAttribute("aria-pressed", tool.id === current.id);
  return made;
}

// ---- what this puzzle takes

let layout = "";

function refresh(reply) {
  const parts = JSON.stringify([reply.boards.map((b) => [b.kind, b.strokes, b.values]), reply.pictures.map((p) => [p.name, p.kind, p.spots])]);
  if (parts !== layout) {
    layout = parts;
    listOwn(reply);
    pad();
  }
  const used = script.text();
  if (used !== usedText) {
    usedText = used;
    for (const one of found.querySelectorAll("button[data-rule]")) one.classList.toggle("used", used.includes(`${one.dataset.rule}(`));
  }
}

let usedText = "";

function listOwn(reply) {
  const kinds = new Set(reply.boards.map((b) => b.kind));
  const tools = [];
  const letter = (text) => glyphOf([shape("text", { x: 12, y: 17, "text-anchor": "middle", class: "letter" }, text)]);
  if (kinds.has("numbers") || kinds.has("words")) tools.push([setting.values, "Values", letter("5"), "Choose cells and type their values"]);
  if (kinds.has("yesno")) tools.push([setting.shading, "Shade", glyphOf([shape("rect", { x: 3, y: 3, width: 18, height: 18, class: "solid" })]), "Point at cells: yes, no, open"]);
  const stroked = reply.boards.find((b) => b.strokes);
  if (stroked) {
    const words = { links: "Links", fences: "Fences", partition: "Borders" }[stroked.strokes];
    tools.push([setting.strokes, words, glyphOf([shape("path", { d: "M4 20V6H20", class: "line ink" })]), "Point at borders: yes, no, open"]);
  }
  for (const { name, kind, grid, spots } of reply.pictures) {
    const tool = kind === "regions" ? setting.regions(name, grid) : /^(corners|borders)$/.test(spots) ? setting.spots(name, grid, spots) : setting.clues(name, grid);
    const words = { regions: "Regions", clues: "Clues", outside: "Outside" }[kind];
    tools.push([tool, `${words} ${name}`, letter(kind === "regions" ? "▚" : "3"), kind === "regions" ? "Drag over the cells of a region" : "Choose a place and type its clue"]);
  }
  if (!reply.pictures.some((one) => one.kind === "regions")) {
    const tool = setting.regions("cage", reply.boards[0]?.grid, "regions");
    if (reply.boards.length) tools.push([tool, "New regions", letter("▚"), "Drag over cells: a picture of regions is declared"]);
  }
  if (reply.boards.length) tools.push([setting.mover, "Move", letter("✥"), setting.mover.how]);
  if (reply.boards.length) tools.push([setting.eraser, "Erase", letter("⌫"), "Point at what shall go"]);
  own.replaceChildren(...tools.map(([tool, words, glyph, title]) => toolButton(tool, words, glyph, title)));
  // A puzzle of another kind wants another first tool.
  const fits = tools.some(([tool]) => tool.id === current.id) || current.id.startsWith("rule ");
  const first = tools.find(([tool]) => tool.id === "values" || tool.id.startsWith("clues ")) ?? tools[0];
  if (!fits && first && document.body.dataset.mode === "set") take(first[0]);
}

// ---- the library

const MOST_FOUND = 400;

function list() {
  const fits = (tool) => wanted.split(/\s+/).every((word) => `${tool.name} ${tool.family} ${tool.takes} ${tool.about}`.toLowerCase().includes(word));
  const chosen = library.filter((tool) => !wanted || fits(tool)).slice(0, MOST_FOUND);
  const families = Map.groupBy ? Map.groupBy(chosen, (tool) => tool.family) : grouped(chosen);
  const parts = [...families].map(([family, tools]) => {
    const part = make("details");
    part.open = wanted !== "" || ["lines", "cages"].includes(family);
    const all = make("div", undefined, "tools");
    all.append(...tools.map(libraryButton));
    part.append(make("summary", `${family} (${tools.length})`), all);
    return part;
  });
  found.replaceChildren(...(parts.length ? parts : [make("p", "No rule has these words. A rule of your own goes into the script.", "quiet")]));
  usedText = "";
  if (script.seen) refresh(script.seen);
}

function grouped(tools) {
  const families = new Map();
  for (const tool of tools) families.set(tool.family, [...(families.get(tool.family) ?? []), tool]);
  return families;
}

function libraryButton(tool) {
  const title = tool.about;
  if (tool.takes === "grid") {
    const made = button("", () => toggleRule(tool), title);
    made.append(glyph(tool), make("span", spoken(tool.name)));
    made.dataset.rule = tool.name;
    return made;
  }
  const made = toolButton(setting.rule(tool), spoken(tool.name), glyph(tool), title);
  made.dataset.rule = tool.name;
  return made;
}

async function toggleRule(tool) {
  const grid = board.boards()[0]?.grid ?? "x";
  say((await script.edit({ kind: "use", rule: tool.name, cells: [], grid })) ?? tool.name);
}

const spoken = (name) => name.replaceAll("_", " ");

/// The picture of a tool, made of what its rule draws.
function glyph({ takes, look }) {
  const tone = `line-${look.colour ?? "grey"}`;
  const parts = [];
  if (takes === "line") {
    parts.push(shape("polyline", { points: "5,19 12,12 19,12", class: `line ${tone}`, "stroke-width": 4, ...(look.dashed ? { "stroke-dasharray": "4 4" } : {}) }));
    if (look.start === "bulb") parts.push(shape("circle", { cx: 6, cy: 18, r: 4.5, class: `fill-${look.colour ?? "grey"}` }));
    if (look.start === "circle" || look.start === "diamond") parts.push(shape("circle", { cx: 6, cy: 18, r: 4, class: `hollow ${tone}` }));
    if (look.end === "circle" || look.end === "diamond") parts.push(shape("circle", { cx: 19, cy: 12, r: 4, class: `hollow ${tone}` }));
    if (look.end === "arrow") parts.push(shape("path", { d: "M15 7L20 12L15 17", class: `line ${tone}`, "stroke-width": 2.5 }));
  } else if (takes === "cage") {
    parts.push(shape("rect", { x: 4, y: 4, width: 16, height: 16, class: "line ink", "stroke-dasharray": "3 2" }));
  } else if (takes === "pair") {
    parts.push(shape("path", { d: "M12 3V21", class: "line faint" }));
    const sign = { black: "●", white: "○" }[look.sign] ?? look.sign ?? "·";
    parts.push(shape("text", { x: 12, y: 16, "text-anchor": "middle", class: "letter" }, sign));
  } else if (takes === "corner") {
    parts.push(shape("path", { d: "M12 3V21M3 12H21", class: "line faint" }), shape("circle", { cx: 12, cy: 12, r: 5, class: "hollow ink" }));
  } else if (takes === "cells") {
    const kind = look.shape === "shade" ? `fill-${look.sign ?? "grey"}` : "line ink";
    const mark = { circle: shape("circle", { cx: 12, cy: 12, r: 8, class: kind }), square: shape("rect", { x: 5, y: 5, width: 14, height: 14, class: kind }) };
    parts.push(mark[look.sign] ?? shape("rect", { x: 4, y: 4, width: 16, height: 16, class: look.shape === "shade" ? kind : "line ink" }));
  } else if (takes === "outside") {
    parts.push(shape("rect", { x: 10, y: 4, width: 11, height: 16, class: "line ink" }), shape("text", { x: 5, y: 16, "text-anchor": "middle", class: "letter" }, "7"));
  } else {
    parts.push(shape("path", { d: "M4 4H20V20H4ZM12 4V20M4 12H20", class: "line ink" }));
  }
  return glyphOf(parts);
}

function glyphOf(parts) {
  const svg = shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "glyph" });
  svg.append(...parts);
  return svg;
}

// ---- the pad

/// Buttons for the values of the puzzle, for fingers and mice.
export function pad() {
  const own = board.boards().find((b) => b.kind !== "places") ?? board.boards()[0];
  const tool = current.id;
  let keys = [];
  if (tool.startsWith("regions") || tool === "eraser" || tool === "mover" || tool === "strokes" || tool === "shading") keys = [];
  else if (tool === "values" && own?.kind === "words") keys = own.values;
  else if (tool === "values" && own && own.values.length <= 9) keys = own.values;
  else if (own) keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
  const digits = keys.map((key) => button(key, () => board.enter(key)));
  if (keys.length) digits.push(button("⌫", () => erase(), "Take the value away"));
  digits.at(-1)?.setAttribute("aria-label", "Delete");
  if (document.body.dataset.mode === "set") el("pad").replaceChildren(...digits);
  board.fit();
}

function erase() {
  el("board").dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true }));
}
