// Files: saved where the server has one, exported in every format, taken from drops, and links to share.

import * as driver from "./driver.js";
import * as link from "./link.js";
import * as qr from "./qr.js";
import * as script from "./script.js";
import { act } from "./asking.js";
import { fail } from "./cards.js";
import { button, el, make, openDialog, say } from "./elements.js";

let saved = null; // the text of the file, as far as the page knows
let canSave = false;
let isOther = false; // whether the puzzle here is another one than that of the file
const LOOK = 2500; // ms between two looks at the file

/// Takes the state of the file from the server.
export function opened(reply) {
  canSave = reply.can_save === true;
  if (canSave && saved === null) saved = reply.text;
  mark();
}

const isUnsaved = () => canSave && saved !== script.text();

/// Shows whether the text differs from the file.
function mark() {
  el("unsaved").hidden = !isUnsaved();
  el("save").title = canSave ? "Write the script into its file (Ctrl-S)" : "Download the script (Ctrl-S)";
}

/// Notes that another puzzle has taken the place of the file's own: saving it asks first.
export const replaced = () => (isOther = true);

async function save() {
  const text = script.text();
  link.remember(script.seen?.title ?? null, text);
  if (!canSave) return download(new Blob([text], { type: "text/plain" }), "puz");
  if (isOther && !confirm(`This is another puzzle than the one in ${el("name").textContent}. Overwrite it?`)) return;
  isOther = false;
  await driver.save(text, saved);
  saved = text;
  mark();
  say("Saved");
}

function download(data, ending) {
  const anchor = make("a");
  anchor.href = URL.createObjectURL(data);
  const title = (script.seen?.title ?? "puzzle").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  anchor.download = `${title || "puzzle"}.${ending}`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10000);
}

/// Looks whether another program has changed the file. A text without changes of its own follows; else the user chooses.
async function watch() {
  if (!canSave || document.hidden) return;
  const text = await driver.onDisk().catch(() => null);
  if (text === null || text === undefined || text === saved) return;
  if (!isUnsaved()) {
    saved = text;
    script.load(text);
    return say("The file was changed by another program, and read again");
  }
  el("changed").querySelector("span").textContent = "The file was changed by another program, and so was the script here.";
  el("changed").hidden = false;
  el("reread").onclick = () => {
    saved = text;
    el("changed").hidden = true;
    script.load(text);
  };
  el("ignore").onclick = () => {
    saved = text;
    el("changed").hidden = true;
    mark();
  };
}

// ---- exports

const LINKS = [["SudokuPad", "sudokupad"], ["f-puzzles", "fpuzzles"], ["puzz.link", "puzzlink"], ["penpa-edit", "penpa"]];
const FORMATS = ["svg", "png", "html", "json", "smt2", "script"];
const SUBJECTS = [["puzzle", "the puzzle"], ["solution", "the solution"], ["both", "both"], ["candidates", "candidates"], ["steps", "steps"], ["clash", "the clash"]];

function exporting() {
  const what = select("Show", SUBJECTS);
  const theme = select("Colours", [["light", "light"], ["dark", "dark"]]);
  const size = select("Size", [["screen", "for a screen"], ["print", "for print"]]);
  const options = make("div", undefined, "fields");
  options.append(what.label, theme.label, size.label);
  const chosen = () => ({ what: what.input.value, theme: theme.input.value, scale: size.input.value });
  const formats = make("div", undefined, "tools");
  formats.append(...FORMATS.map((format) => button(format, guarded(() => write(format, chosen())))), button("Print or PDF", guarded(() => print(chosen()))));
  const links = make("div", undefined, "tools");
  const result = make("div", undefined, "result");
  links.append(...LINKS.map(([words, name]) => button(words, guarded(() => toLink(name, result)))), button("sator", guarded(() => ownLink(result))));
  openDialog("Export", make("h3", "A link for another program"), links, result, make("h3", "A file"), options, formats);
}

/// An action of the dialog, which shows its failure there.
const guarded = (does) => async () => {
  try {
    await does();
  } catch (error) {
    if (!(error instanceof driver.Refused || error instanceof driver.Lost)) throw error;
    const words = make("p", error.message, "failed");
    el("dialog-body").querySelector(".result").replaceChildren(words);
  }
};

function select(words, options) {
  const label = make("label", `${words} `);
  const input = make("select");
  input.append(...options.map(([value, shown]) => Object.assign(make("option", shown), { value })));
  label.append(input);
  return { label, input };
}

async function write(format, options) {
  const text = script.text();
  const data = format === "script" ? new Blob([text], { type: "text/plain" }) : await driver.file({ text, format, ...options });
  download(data, format === "script" ? "puz" : format);
}

/// Prints the picture and the title, and nothing else of the page.
async function print(options) {
  const data = await driver.file({ text: script.text(), format: "svg", ...options, theme: "light", scale: "print" });
  const image = make("img");
  image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(await data.text())))}`;
  await image.decode();
  const page = make("div", undefined, "print");
  page.append(image);
  document.body.append(page);
  addEventListener("afterprint", () => page.remove(), { once: true });
  globalThis.print();
}

/// The puzzle as a link of another program, to open, copy or scan.
async function toLink(name, result) {
  result.replaceChildren(make("p", "…"));
  const { link: address, words } = await driver.request("link", { text: script.text(), to: name });
  shown(address, result, words);
}

function ownLink(result) {
  link.keep(script.text());
  const { address, note } = driver.link(location.hash, script.seen?.site);
  shown(address, result, note);
}

function shown(address, result, note) {
  const anchor = make("a", "Open");
  anchor.href = address;
  anchor.target = "_blank";
  anchor.rel = "noreferrer";
  const copied = button("Copy", async () => {
    await navigator.clipboard?.writeText(address).catch(() => {});
    copied.textContent = "Copied";
  });
  const field = make("input");
  field.value = address;
  field.readOnly = true;
  field.setAttribute("aria-label", "The link");
  const tools = make("div", undefined, "tools");
  tools.append(field, copied, anchor);
  const code = qr.draw(address);
  result.replaceChildren(tools, ...(note ? [make("p", note, "quiet")] : []), code ?? make("p", "The link is too long for a QR code.", "quiet"));
}

async function share() {
  link.keep(script.text());
  const { address, note } = driver.link(location.hash, script.seen?.site);
  await navigator.clipboard?.writeText(address).catch(() => {});
  el("share").dataset.address = address;
  el("share").textContent = "Copied";
  say(note || "Copied. The link holds the script");
  setTimeout(() => (el("share").textContent = "Copy link"), 1500);
}

// ---- files that come in

const LARGEST = 16 << 20; // bytes of a file that is taken

/// Takes files that the user chose or dropped: a script or a puzzle of another program replaces the text, data is given to
/// the script.
export async function take(files) {
  for (const file of files) {
    if (file.size > LARGEST) {
      fail(`${file.name} is larger than 16 MiB`);
      continue;
    }
    const text = await file.text();
    if (text.includes("\0")) {
      fail(`${file.name} is no text`);
      continue;
    }
    const data = /\.(csv|tsv|json|txt|dat)$/i.test(file.name);
    if (driver.given !== null && data) driver.give(file.name, text);
    else if (data) fail(`The script reads ${file.name} from the folder of its own file: put it there.`);
    else {
      link.remember(script.seen?.title ?? null, script.text());
      script.load(text);
    }
  }
  listGiven();
  await script.look();
}

/// Lists the files that were given to the script.
function listGiven() {
  if (driver.given === null) return;
  const rows = [...driver.given.keys()].map((name) => {
    const item = make("li", `${name} `);
    item.append(button("Remove", () => {
      driver.give(name, null);
      listGiven();
      script.look();
    }));
    return item;
  });
  el("names").replaceChildren(...rows);
}

async function allow() {
  el("guest").hidden = true;
  await driver.allow(script.text(), el("files").checked);
  await script.look();
}

export function begin() {
  el("save").addEventListener("click", act(save));
  el("export").addEventListener("click", exporting);
  el("share").addEventListener("click", share);
  el("files").addEventListener("change", act(allow));
  [el("permit").hidden, el("given").hidden] = [driver.given !== null, driver.given === null];
  for (const id of ["pick", "opened"]) el(id).addEventListener("change", act(() => take(el(id).files)));
  el("opened").addEventListener("change", () => el("dialog").open && el("dialog").close());
  listGiven();
  addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    act(() => take(event.dataTransfer.files))();
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    act(save)();
  });
  addEventListener("beforeunload", () => link.remember(script.seen?.title ?? null, script.text()));
  script.onSeen(mark);
  setInterval(watch, LOOK);
}
