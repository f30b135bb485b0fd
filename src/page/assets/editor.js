// The script: a text area over a painted copy of its text, with completion.

const text = document.getElementById("text");
const paint = document.getElementById("paint");
const offers = document.getElementById("offers");

let pieces = []; // [length, class] in order
let problems = [];
let complete = async () => null;
let offered = null; // {from, to, list, at}

export const value = () => text.value;

export function start(onChange, onRun, completer) {
  complete = completer;
  text.addEventListener("input", () => {
    repaint();
    onChange();
    offer(false);
  });
  text.addEventListener("scroll", follow);
  text.addEventListener("blur", () => setTimeout(close, 150));
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      close();
      onRun();
    } else if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      offer(true);
    } else if (offered) {
      move(event);
    }
  });
}

/// Puts a text in the place of the one before. The cursor stays where it was in what is the same.
export function load(next) {
  const old = text.value;
  if (old === next) return;
  const { selectionStart: at, scrollTop, scrollLeft } = text;
  let from = 0;
  while (from < old.length && old[from] === next[from]) from++;
  text.value = next;
  const to = at <= from ? at : Math.max(from, at + next.length - old.length);
  text.setSelectionRange(to, to);
  [text.scrollTop, text.scrollLeft] = [scrollTop, scrollLeft];
  close();
  repaint();
}

function insert(from, to, put) {
  text.setRangeText(put, from, to, "end");
  text.focus({ preventScroll: true });
  text.dispatchEvent(new Event("input"));
}

/// Takes the colours and problems that the server found in the text `of`.
export function update(of, newPieces, newProblems) {
  if (of !== text.value) return;
  pieces = newPieces;
  problems = newProblems;
  painted = of;
  draw();
}

export function select(from, to) {
  text.focus();
  text.setSelectionRange(from, to);
}

let painted = "";

// Until the server has looked at it, what was typed is plain between what it knew.
function repaint() {
  const next = text.value;
  let from = 0;
  while (from < painted.length && from < next.length && painted[from] === next[from]) from++;
  let end = 0;
  while (end < painted.length - from && end < next.length - from && painted[painted.length - 1 - end] === next[next.length - 1 - end]) end++;
  const kept = [];
  let at = 0;
  for (const [length, kind] of pieces) {
    const head = Math.max(0, Math.min(at + length, from) - at);
    if (head) kept.push([head, kind]);
    at += length;
  }
  kept.push([next.length - from - end, "plain"]);
  at = 0;
  for (const [length, kind] of pieces) {
    const start = Math.max(at, painted.length - end);
    if (at + length > start) kept.push([at + length - start, kind]);
    at += length;
  }
  pieces = kept;
  problems = [];
  painted = next;
  draw();
}

/// The spans that are shown: the text and class of each.
let drawn = [];

/// Draws the text. A long script has tens of thousands of spans: only those between the first and the last that differ are made anew.
function draw() {
  if (!paint.lastChild) paint.append("\n ");
  const next = spans();
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];
  const least = Math.min(drawn.length, next.length);
  let head = 0;
  while (head < least && same(drawn[head], next[head])) head++;
  let tail = 0;
  while (tail < least - head && same(drawn[drawn.length - 1 - tail], next[next.length - 1 - tail])) tail++;
  const old = [...paint.children].slice(head, drawn.length - tail);
  const behind = paint.childNodes[drawn.length - tail];
  const made = next.slice(head, next.length - tail).map(([words, kind]) => {
    const span = document.createElement("span");
    span.textContent = words;
    span.className = kind;
    return span;
  });
  old.forEach((span) => span.remove());
  behind.before(...made);
  drawn = next;
}

/// The text in pieces, each with its class.
function spans() {
  const all = [];
  const marks = problems.filter((p) => p.from !== null);
  let at = 0;
  for (const [length, kind] of pieces) {
    const end = at + length;
    const cuts = new Set([at, end]);
    for (const p of marks) for (const cut of [p.from, Math.max(p.to, p.from + 1)]) if (cut > at && cut < end) cuts.add(cut);
    const list = [...cuts].sort((a, b) => a - b);
    for (let i = 0; i + 1 < list.length; i++) {
      const mark = marks.find((p) => p.from <= list[i] && list[i] < Math.max(p.to, p.from + 1));
      const kinds = mark ? `t-${kind} ${mark.warning ? "doubtful" : "wrong"}` : `t-${kind}`;
      all.push([painted.slice(list[i], list[i + 1]), kinds]);
    }
    at = end;
  }
  return all;
}

// A scroll moves the painted copy too; what is drawn does not, so `draw` need not ask for a layout.
function follow() {
  paint.style.transform = `translate(${-text.scrollLeft}px, ${-text.scrollTop}px)`;
}

async function offer(asked) {
  const at = text.selectionStart;
  const word = /[A-Za-z_][A-Za-z0-9_]+$|\.$/.test(text.value.slice(0, at));
  if (!asked && !word) return close();
  const of = text.value;
  const found = await complete(of, at);
  if (!found || text.value !== of || text.selectionStart !== at) return;
  const typed = of.slice(found.from, found.to);
  const list = found.list.filter((o) => o.text !== typed);
  if (!list.length) return close();
  offered = { from: found.from, to: found.to, list, at: asked ? 0 : -1 };
  show();
}

function show() {
  offers.textContent = "";
  offered.list.forEach((one, i) => {
    const item = document.createElement("li");
    item.textContent = one.display;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", i === offered.at);
    item.addEventListener("mousedown", (event) => {
      event.preventDefault();
      take(i);
    });
    offers.append(item);
  });
  const before = text.value.slice(0, offered.from);
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n") - 1;
  const style = getComputedStyle(text);
  const high = parseFloat(style.lineHeight);
  const pad = parseFloat(style.paddingTop);
  const left = pad + column * charWidth(style.font) - text.scrollLeft;
  offers.hidden = false;
  const below = pad + line * high - text.scrollTop;
  const room = text.clientHeight - below;
  offers.style.top = `${room > offers.offsetHeight ? below : Math.max(0, below - high - offers.offsetHeight)}px`;
  offers.style.left = `${Math.max(0, Math.min(left, text.clientWidth - offers.offsetWidth))}px`;
  offers.children[offered.at]?.scrollIntoView({ block: "nearest" });
}

function charWidth(font) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  return context.measureText("0").width;
}

function move(event) {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in steps) {
    event.preventDefault();
    const n = offered.list.length;
    offered.at = offered.at < 0 ? (steps[event.key] > 0 ? 0 : n - 1) : (offered.at + steps[event.key] + n) % n;
    show();
  } else if (event.key === "Tab" || (event.key === "Enter" && offered.at >= 0)) {
    event.preventDefault();
    take(Math.max(0, offered.at));
  } else if (event.key === "Escape") {
    event.preventDefault();
    close();
  } else if (["ArrowLeft", "ArrowRight", "Home", "End", "Enter"].includes(event.key)) {
    close();
  }
}

function take(i) {
  const { from, to, list } = offered;
  close();
  insert(from, to, list[i].text);
  close();
}

function close() {
  offered = null;
  offers.hidden = true;
}
