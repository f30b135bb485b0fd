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

/// A card that says what is wrong.
export function fail(words) {
  const card = make("article", undefined, "answer");
  card.append(make("pre", words, "failed"));
  add(card);
}

/// A card for an error or a warning.
export function problem(said) {
  const card = make("article", undefined, "answer");
  card.append(make("pre", inWords(said), said.warning ? "" : "failed"));
  add(card);
}

export function inWords(said) {
  const place = said.line ? `line ${said.line}: ` : "";
  return [place + said.message, ...said.notes, said.help ?? ""].filter((w) => w).join("\n");
}

/// A card for an answer; `hint` makes the tools under a hint.
export function answer(said, hint) {
  const card = make("article", undefined, "answer");
  card.dataset.query = said.query;
  const head = make("h2", `${said.query} `);
  head.append(make("small", `${said.ms} ms`));
  card.append(head);
  if (said.words.trim() && said.kind !== "steps") card.append(make("pre", said.words.trimEnd()));
  if (said.kind === "two") card.append(...flip(said.pictures));
  else if (said.kind === "steps") card.append(...walk(said.pictures), details(said.words));
  else {
    const several = make("div", undefined, "several");
    for (const one of said.pictures) {
      const figure = make("div");
      if (one.caption) figure.append(make("p", one.caption));
      figure.append(board.picture(one.svg));
      several.append(figure);
    }
    card.append(several);
  }
  if (said.left_out) card.append(make("p", `${said.left_out} more are not drawn`));
  if (said.kind === "hint") card.append(hint(said.follows));
  return card;
}

function details(words) {
  const all = make("details");
  all.append(make("summary", "all steps in words"), make("pre", words.trimEnd()));
  return all;
}

/// Two solutions in one place.
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

/// Steps, one at a time.
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
