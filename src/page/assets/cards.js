// Cards of answers and problems, here and beside an editor.

import { el, make, picture } from "./elements.js";

const MOST = 40;

/// Adds a card above the others.
export function add(card) {
  const answers = el("answers");
  // Who plays is shown nothing that was found while the puzzle was set.
  card.classList.toggle("setting", document.body.dataset.mode === "set");
  answers.prepend(card);
  answers.scrollTop = 0;
  // On a small screen the questions stand before it.
  card.scrollIntoView({ block: "nearest" });
  while (answers.children.length > MOST) answers.lastChild.remove();
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

/// Begins the card of an answer: the question and its time.
export function begin(report) {
  const card = make("article", undefined, "answer");
  card.dataset.query = report.query;
  const head = make("h2", `${report.query} `);
  head.append(make("small", `${report.ms} ms`));
  card.append(head);
  return card;
}

/// Walks through the pictures of steps: buttons, the caption and reasons of the step that is shown, and all steps in words.
/// `show` puts picture `at` in its place, and returns the number of the one that is there.
export function walk(report, show) {
  const { pictures } = report;
  const all = make("details");
  all.append(make("summary", "all steps in words"), make("pre", report.words.trimEnd()));
  if (!pictures.length) return [all];
  let at = 0;
  const reasons = make("ul");
  const caption = make("strong");
  caption.setAttribute("role", "status");
  const tools = make("div", undefined, "tools");
  // A bar a step; the first picture is the puzzle.
  const chart = make("div", undefined, "effort");
  if (report.effort) chart.append(picture(report.effort));
  const bars = [...chart.querySelectorAll("g")];
  bars.forEach((bar, i) => bar.addEventListener("click", () => go(i + 1)));
  const go = (next) => {
    at = show(Math.max(0, Math.min(pictures.length - 1, next)));
    caption.textContent = pictures[at].caption ?? "";
    reasons.replaceChildren(...pictures[at].because.map((b) => make("li", b)));
    made.forEach((b, i) => (b.disabled = i < 2 ? at === 0 : at === pictures.length - 1));
    bars.forEach((bar, i) => bar.classList.toggle("now", i + 1 === at));
  };
  const to = [["First", () => 0], ["Back", () => at - 1], ["Next", () => at + 1], ["Last", () => pictures.length - 1]];
  const made = to.map(([name, next]) => {
    const one = make("button", name);
    one.addEventListener("click", () => go(next()));
    return one;
  });
  tools.append(...made);
  tools.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") go(at + (event.key === "ArrowRight" ? 1 : -1));
  });
  go(0);
  return [tools, chart, caption, reasons, all];
}
