// Cards of answers: words, pictures, and steps to walk through.

import * as board from "./board.js";
import { begin, walk } from "../../../src/page/assets/cards.js";
import { make } from "../../../src/page/assets/elements.js";

/// Makes the card of an answer. `hint` makes the tools under a hint.
export function answer(report, hint) {
  const card = begin(report);
  if (report.words.trim() && report.kind !== "steps") card.append(make("pre", report.words.trimEnd()));
  if (report.kind === "two") card.append(...flip(report.pictures));
  else if (report.kind === "steps") card.append(...steps(report));
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

/// Shows steps, one at a time, under their reasons.
function steps(report) {
  const place = make("div");
  const show = (at) => {
    place.replaceChildren(board.picture(report.pictures[at].svg));
    return at;
  };
  return [...walk(report, show), place];
}
