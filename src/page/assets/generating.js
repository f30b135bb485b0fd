// Generating: the wishes of `generate` as fields, and the puzzles that were made, to choose from.

import * as board from "./board.js";
import * as driver from "./driver.js";
import * as script from "./script.js";
import { fail } from "./cards.js";
import { button, closeDialog, el, make, openDialog, picture, say } from "./elements.js";

const GRADES = ["", "easy", "medium", "hard", "very hard", "needs cases"];
const SYMMETRIES = ["", "half-turn", "mirror", "diagonal", "quarter"];

let last = null; // the wishes of the last question
let seed = 1;

let askQuestion = () => {};
/// Calls back with the question that makes puzzles.
export const onQuestion = (ask) => (askQuestion = ask);

/// Asks for wishes.
export function open() {
  const form = make("form", undefined, "fields");
  const target = choice("What is made", targets().map(([words, target]) => [target, words]));
  const clues = choice("Clues", [["", "no more than needed"], ["clues fewest", "as few as possible, proved"], ["clues all", "all of them"], ["number", "a number:"]]);
  const number = field("number", "Number of clues", { min: 1, max: 400, value: 26 });
  const isNumbered = () => (number.input.disabled = clues.input.value !== "number");
  clues.input.addEventListener("change", isNumbered);
  isNumbered();
  const grade = choice("Grade", GRADES.map((one) => [one, one || "any"]));
  const symmetry = choice("Symmetry", SYMMETRIES.map((one) => [one, one || "none"]));
  const count = field("number", "How many", { min: 1, max: 9, value: 1 });
  const start = field("number", "Seed", { min: 1, value: seed });
  const make_ = make("button", "Generate");
  make_.className = "main";
  form.append(...[target, clues, number, grade, symmetry, count, start].map((one) => one.label), make_);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    seed = Number(start.input.value) || 1;
    const amount = clues.input.value === "number" ? `clues ${number.input.value}` : clues.input.value;
    const wishes = [
      target.input.value, amount, symmetry.input.value && `symmetric ${symmetry.input.value}`, grade.input.value && `grade ${grade.input.value}`,
      Number(count.input.value) > 1 && `count ${count.input.value}`,
    ].filter((wish) => wish);
    closeDialog();
    ask({ wishes, count: Number(count.input.value) || 1 });
  });
  openDialog("Generate a puzzle of these rules", form);
}

function ask(wanted) {
  last = wanted;
  askQuestion(`generate ${wanted.wishes.join(" ")} seed ${seed}`);
}

/// The puzzles that can be made: givens of a grid, or the clues of a picture for the rule that reads it.
function targets() {
  const all = board.boards().filter((b) => b.kind === "numbers" || b.kind === "words").map((b) => [`givens of ${b.grid}`, b.grid]);
  for (const { name, kind, spots, grid, used_in: call } of script.seen?.pictures ?? []) {
    if (kind === "regions" || !call) continue;
    const of = /^(corners|borders|cells and borders)$/.test(spots) ? ` of ${spots} ${grid}` : "";
    all.push([`clues ${name}`, kind === "outside" ? `outside ${name} for ${call}` : `${name}${of} for ${call}`]);
  }
  return all.length ? all.reverse() : [["the main grid", ""]];
}

function choice(words, options) {
  const label = make("label", `${words} `);
  const input = make("select");
  for (const [value, shown] of options) {
    const option = make("option", shown);
    option.value = value;
    input.append(option);
  }
  label.append(input);
  return { label, input };
}

function field(type, words, attributes) {
  const label = make("label", `${words} `);
  const input = make("input");
  Object.assign(input, { type, ...attributes });
  label.append(input);
  return { label, input };
}

/// The puzzles of an answer: each drawn, with a button that writes it into the script.
export function choices(report) {
  const all = make("div", undefined, "several");
  for (const one of report.fixes) {
    const figure = make("figure");
    const use = button("Use it", async () => {
      const refused = await script.edit(one.edit);
      if (refused) return fail(refused);
      board.uncover();
      say("Written into the script. Undo takes it back");
    });
    const tools = make("div", undefined, "tools");
    tools.append(use);
    figure.append(make("figcaption", one.words), tools);
    all.append(figure);
    driver.request("look", { text: `${script.text().trimEnd()}\n${one.edit.lines}\n` }).then((reply) => {
      if (!reply.picture) return;
      figure.prepend(picture(reply.picture));
      if (one === report.fixes[0]) board.cover("A puzzle", [{ svg: reply.picture, caption: one.words }], [button("Use it", () => use.click()), again()]);
    }, () => {});
  }
  const tools = make("div", undefined, "tools");
  if (last) tools.append(again());
  const card = make("div");
  card.append(all, tools);
  return card;
}

const again = () => button("Again", () => {
  seed += last?.count ?? 1;
  if (last) ask(last);
});
