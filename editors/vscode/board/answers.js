// Cards of answers: words, pictures, and steps to walk through.

import * as board from "./board.js";

export const make = (tag, words, kind) => {
  const made = document.createElement(tag);
  if (words !== undefined) made.textContent = words;
  if (kind) made.className = kind;
  return made;
};

/// Adds a card above the others.
export function add(card) {
  const answers = document.getElementById("answers");
  answers.prepend(card);
  while (answers.children.length > 40) answers.lastChild.remove();
}

/// Adds a card with a message about a failure.
export function fail(words) {
  const card = make("article", undefined, "answer");
  card.append(make("pre", words, "failed"));
  add(card);
}

/// Adds a card for an error or a warning.
export function problem(diagnostic) {
  const card = make("article", undefined, "answer");
  card.append(make("pre", inWords(diagnostic), diagnostic.warning ? "" : "failed"));
  add(card);
}

/// The message of an error or a warning, with its line, notes and help.
export function inWords(diagnostic) {
  const place = diagnostic.line ? `line ${diagnostic.line}: ` : "";
  return [place + diagnostic.message, ...diagnostic.notes, diagnostic.help ?? ""].filter((w) => w).join("\n");
}

/// Makes the card of an answer. `hint` makes the tools under a hint.
export function answer(report, hint) {
  const card = make("article", undefined, "answer");
  card.dataset.query = report.query;
  const head = make("h2", `${report.query} `);
  head.append(make("small", `${report.ms} ms`));
  card.append(head);
  if (report.words.trim() && report.kind !== "steps") card.append(make("pre", report.words.trimEnd()));
  if (report.kind === "two") card.append(...flip(report.pictures));
  else if (report.kind === "steps") card.append(...walk(report.pictures), details(report.words));
  else {
    const several = make("div", undefined, "several");
    for (const one of report.pictures) {
      const figure = make("div");
      if (one.caption) figure.append(make("p", one.caption));
      figure.append(board.picture(one.svg));
      several.append(figure);
    }
    card.append(several);
  }
  if (report.left_out) card.append(make("p", `${report.left_out} more are not drawn`));
  if (report.kind === "hint") card.append(hint(report.follows));
  return card;
}

function details(words) {
  const all = make("details");
  all.append(make("summary", "all steps in words"), make("pre", words.trimEnd()));
  return all;
}

/// Shows two solutions in one place, one at a time.
function flip(pictures) {
  let at = 0;
  const place = make("div", undefined, "flip");
  const tools = make("div", undefined, "tools");
  const button = make("button", "Flip");
  const caption = make("span");
  const show = () => {
    place.replaceChildren(board.picture(pictures[at].svg));
    caption.textContent = pictures[at].caption;
  };
  button.addEventListener("click", () => {
    at = 1 - at;
    show();
  });
  show();
  tools.append(button, caption);
  return [tools, place];
}

/// Shows steps, one at a time.
function walk(pictures) {
  let at = 0;
  const place = make("div");
  const reasons = make("ul");
  const caption = make("strong");
  caption.setAttribute("role", "status");
  const tools = make("div", undefined, "tools");
  const buttons = [["First", () => 0], ["Back", () => at - 1], ["Next", () => at + 1], ["Last", () => pictures.length - 1]];
  const made = buttons.map(([name, to]) => {
    const button = make("button", name);
    button.addEventListener("click", () => go(to()));
    return button;
  });
  const go = (to) => {
    at = Math.max(0, Math.min(pictures.length - 1, to));
    place.replaceChildren(board.picture(pictures[at].svg));
    caption.textContent = pictures[at].caption ?? "";
    reasons.replaceChildren(...pictures[at].because.map((b) => make("li", b)));
    made.forEach((b, i) => (b.disabled = i < 2 ? at === 0 : at === pictures.length - 1));
  };
  tools.append(...made);
  tools.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") go(at + (event.key === "ArrowRight" ? 1 : -1));
  });
  go(0);
  return [tools, caption, reasons, place];
}
