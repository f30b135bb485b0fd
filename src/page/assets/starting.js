// Starting a puzzle: the gallery with pictures, an empty board of a genre in any size, imports, and puzzles worked on before.

import * as driver from "./driver.js";
import * as files from "./files.js";
import * as link from "./link.js";
import * as script from "./script.js";
import { act } from "./asking.js";
import { inWords } from "./cards.js";
import { button, closeDialog, el, make, openDialog, picture } from "./elements.js";

let gallery = null;

/// The genres that an empty page offers.
const STARTERS = ["rules/sudoku", "rules/killer", "rules/slitherlink", "rules/nurikabe", "rules/star_battle", "rules/masyu", "rules/kakuro", "rules/skyscraper"];

const spoken = (name) => name.split("/").at(-1).replaceAll("_", " ").replaceAll("-", " ");

// Pictures are made when they come into view.
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    driver.request("examples", { name: target.dataset.name, picture: true }).then(({ picture: svg }) => target.prepend(picture(svg)), () => {});
  }
});

/// A card of the gallery.
function card(example, choose) {
  const made = button("", () => choose(example), example.about);
  made.className = "card";
  made.dataset.name = example.name;
  made.append(make("strong", spoken(example.name)));
  seen.observe(made);
  return made;
}

/// Offers genres on a page without a puzzle.
export async function welcome() {
  const isEmpty = script.text().trim() === "";
  el("welcome").hidden = !isEmpty;
  if (!isEmpty || el("starters").children.length) return;
  el("starters").append(...STARTERS.map((name) => card({ name, about: spoken(name) }, (example) => begin(example))));
}

/// Starts with the rules of an example on an empty board.
async function begin({ name }, size = {}) {
  const { text } = await driver.request("examples", { name, empty: true, ...size });
  start(text);
}

/// Replaces the puzzle; the one before is among the recent ones.
function start(text) {
  link.remember(script.seen?.title ?? null, script.text());
  closeDialog();
  files.replaced();
  script.load(text);
  el("board").focus({ preventScroll: true });
}

/// Opens the menu of puzzles to start from.
export async function open() {
  gallery ??= sorted((await driver.request("examples", {})).list);
  const search = make("input");
  search.type = "search";
  search.placeholder = "Find a genre or an example";
  search.setAttribute("aria-label", "Find a genre or an example");
  const size = sizes();
  const cards = make("div", undefined, "several");
  const list = () => {
    const words = search.value.trim().toLowerCase().split(/\s+/);
    const fits = (one) => words.every((word) => `${spoken(one.name)} ${one.about}`.toLowerCase().includes(word));
    const chosen = gallery.filter(fits);
    cards.replaceChildren(...chosen.map((one) => card(one, (example) => detail(example, size))));
    if (!chosen.length) cards.append(make("p", "No example has these words."));
  };
  search.addEventListener("input", list);
  list();
  const bar = make("div", undefined, "tools");
  bar.append(search, button("Empty script", () => start("")), button("Open a file", () => el("opened").click()));
  openDialog("New puzzle", bar, paste(), recents(), make("h3", "Genres and examples"), cards);
  search.focus();
}

/// The usual genres first, then the other rules, then models.
function sorted(list) {
  const rank = ({ name }) => (STARTERS.includes(name) ? STARTERS.indexOf(name) : name.startsWith("rules/") ? STARTERS.length : STARTERS.length + 1);
  return [...list].sort((a, b) => rank(a) - rank(b));
}

function sizes() {
  const rows = make("input");
  const cols = make("input");
  for (const [input, words] of [[rows, "rows"], [cols, "columns"]]) {
    Object.assign(input, { type: "number", min: 2, max: 200, placeholder: words });
    input.setAttribute("aria-label", words);
  }
  return { rows, cols };
}

/// One example: as it is, or its rules on an empty board.
async function detail(example, { rows, cols }) {
  const { text, picture: svg } = await driver.request("examples", { name: example.name, picture: true });
  const figure = make("div", undefined, "large");
  figure.append(picture(svg));
  const tools = make("div", undefined, "tools");
  const size = () => (rows.value && cols.value ? { rows: Number(rows.value), cols: Number(cols.value) } : {});
  const empty = button("Start empty", act(() => begin(example, size())));
  empty.className = "main";
  tools.append(empty, rows, make("span", "×"), cols, button("Open the example", () => start(text)), button("Back", open));
  openDialog(spoken(example.name), make("p", example.about), tools, figure);
}

/// A field for a link or a line of another program.
function paste() {
  const form = make("form", undefined, "tools");
  const input = make("input");
  input.placeholder = "Paste a link of SudokuPad, f-puzzles, puzz.link or penpa-edit, or 81 digits";
  input.setAttribute("aria-label", "A link or line of another program");
  const failure = make("p", "", "failed");
  failure.setAttribute("role", "alert");
  form.append(input, make("button", "Import"), failure);
  form.addEventListener("submit", act2(async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    const reply = await driver.request("look", { text });
    if (reply.imported !== undefined) return start(reply.imported);
    if (/^https?:\S*#s=/.test(text)) return start(text);
    failure.textContent = reply.problems[0] ? inWords(reply.problems[0]) : "This is a script: it goes into the script's panel.";
    if (!reply.problems.length) start(text);
  }, failure));
  return form;
}

const act2 = (does, place) => async (event) => {
  try {
    await does(event);
  } catch (error) {
    if (!(error instanceof driver.Refused || error instanceof driver.Lost)) throw error;
    place.textContent = error.message;
  }
};

function recents() {
  const all = link.recent();
  const place = make("div", undefined, "recent");
  if (!all.length) return place;
  const row = make("div", undefined, "tools");
  row.append(...all.map(({ title, text }) => button(title ?? text.trimStart().split("\n")[0].slice(0, 40), () => start(text))));
  place.append(make("h3", "Recent"), row);
  return place;
}
