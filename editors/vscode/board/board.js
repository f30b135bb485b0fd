// The picture of the puzzle: a cell is chosen by pointing or by the arrow keys, and what is typed goes to the script.

const board = document.getElementById("board");
const status = document.getElementById("cell");

let chosen = null; // the name of a cell
let typed = "";
let last = 0;
let put = () => {};

/// SVG as an element.
export function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}

export function start(onValue) {
  put = onValue;
  board.addEventListener("click", (event) => {
    const square = event.target.closest(".square");
    if (square) choose(square.dataset.cell);
    board.focus({ preventScroll: true });
  });
  board.addEventListener("focus", () => {
    if (!square(chosen)) choose(board.querySelector(".square")?.dataset.cell ?? null);
  });
  board.addEventListener("keydown", key);
}

export function show(svg) {
  board.replaceChildren(picture(svg));
  mark();
}

/// Shows a message under the board.
export const say = (words) => (status.textContent = words);

function square(name) {
  return name === null ? null : board.querySelector(`[data-cell="${CSS.escape(name)}"]`);
}

function choose(name) {
  chosen = name;
  typed = "";
  mark();
  const title = square(name)?.querySelector("title")?.textContent;
  if (title) say(title);
}

function mark() {
  board.querySelectorAll(".chosen").forEach((s) => s.classList.remove("chosen"));
  square(chosen)?.classList.add("chosen");
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const here = square(chosen);
  if (!here) return;
  if (event.key in steps) {
    event.preventDefault();
    const [down, right] = steps[event.key];
    const grid = chosen.replace(/r\d+c\d+$/, "");
    let [row, col] = [Number(here.dataset.row), Number(here.dataset.col)];
    // Over holes to the next cell.
    for (let i = 0; i < 200; i++) {
      [row, col] = [row + down, col + right];
      const next = square(`${grid}r${row + 1}c${col + 1}`);
      if (next) {
        next.scrollIntoView({ block: "nearest", inline: "nearest" });
        return choose(next.dataset.cell);
      }
    }
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    typed = "";
    put(chosen, null);
  } else if (event.key.length === 1 && event.key !== " ") {
    event.preventDefault();
    const now = Date.now();
    // Digits typed soon after each other are one number.
    typed = now - last < 900 ? typed + event.key : event.key;
    last = now;
    send(chosen, typed, event.key);
  }
}

async function send(cell, all, newest) {
  const fine = await put(cell, all);
  if (!fine && all !== newest) {
    typed = newest;
    await put(cell, newest);
  }
}
