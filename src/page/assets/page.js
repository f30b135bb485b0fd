// The page: its parts are put together here, and start when there is someone who answers (`driver.js`: a server, or workers of
// the browser).

import * as asking from "./asking.js";
import * as board from "./board.js";
import * as driver from "./driver.js";
import * as editor from "./editor.js";
import * as files from "./files.js";
import * as link from "./link.js";
import * as live from "./live.js";
import * as palette from "./palette.js";
import * as play from "./play.js";
import * as script from "./script.js";
import * as starting from "./starting.js";
import { fail, inWords } from "./cards.js";
import { button, closeDialog, el, make, say } from "./elements.js";

function notice(words) {
  el("lost").textContent = words ?? "";
  el("lost").hidden = words === null;
}

let warned = ""; // the error of the text that is shown beside the board

/// Shows what the service has seen in the text.
function seen(reply) {
  document.title = reply.title ? `${reply.title} - sator` : "sator";
  board.show(reply.picture, reply.boards);
  el("files").checked = reply.files;
  if (reply.files) el("guest").hidden = true;
  el("problems").replaceChildren(...reply.problems.map(underText));
  document.body.dataset.problems = reply.problems.length;
  // Whoever sets by pointing may not see the script.
  const error = reply.problems.find((one) => !one.warning);
  if (error && document.activeElement !== el("text")) setTimeout(() => say((warned = inWords(error).replaceAll("\n", "; "))), 50);
  else if (!error && warned && el("cell").textContent === warned) say((warned = ""));
  starting.welcome();
}

function underText(found) {
  const item = make("li", undefined, found.warning ? "warning" : "error");
  item.append(button(inWords(found), () => found.from !== null && editor.select(found.from, found.to)));
  return item;
}

/// Handles a new session. The first one brings the script; a later one gets the script from the page.
function opened(reply) {
  asking.forget();
  el("name").textContent = reply.name ?? "";
  begun(reply);
  palette.load().catch(() => {});
}

/// Shows the script. Its picture is asked for first.
function begun(reply) {
  if (document.body.dataset.ready === "yes") return void script.look();
  const shared = link.fromFragment(location.hash);
  if (shared === null && location.hash.startsWith("#s=")) notice("the link's fragment holds no script");
  const text = link.stored() ?? shared ?? reply.text ?? "";
  el("guest").hidden = driver.given !== null || shared === null || text === reply.text;
  document.body.dataset.ready = "yes";
  files.opened(reply);
  script.begin(text);
}

// ---- modes, panels and keys of the whole page

function setMode(mode) {
  el("mode-set").setAttribute("aria-pressed", mode === "set");
  el("mode-play").setAttribute("aria-pressed", mode === "play");
  el("tabs").firstChild.textContent = mode === "play" ? "Rules" : "Tools";
  el("tabs").lastChild.textContent = mode === "play" ? "Answers" : "Ask";
  showTab("tools");
  if (mode === "play") return play.start();
  play.stop();
  palette.resume();
  script.look();
}

const TABS = [["tools", "Tools"], ["script", "Script"], ["answers", "Ask"]];

/// Shows one of the panels, where there is no room for all.
function showTab(tab) {
  document.body.dataset.tab = tab;
  for (const one of el("tabs").children) one.setAttribute("aria-pressed", one.dataset.tab === tab);
}

function keys(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  const way = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : null;
  // Fields other than the script have their own undo.
  if (!way || (event.target.matches("input") && event.target.type !== "checkbox")) return;
  event.preventDefault();
  (play.isOn() ? play : script)[way]();
}

function begin() {
  script.onSeen(seen);
  script.onFailed(fail);
  asking.begin();
  const run = asking.act(() => asking.ask(null));
  editor.start(script.changed, run, (text, at) => driver.request("complete", { text, at }).catch(() => null));
  board.begin();
  palette.begin();
  play.begin();
  live.begin();
  files.begin();
  el("new").addEventListener("click", asking.act(starting.open));
  el("mode-set").addEventListener("click", () => setMode("set"));
  el("mode-play").addEventListener("click", () => setMode("play"));
  el("undo").addEventListener("click", () => (play.isOn() ? play : script).undo());
  el("redo").addEventListener("click", () => (play.isOn() ? play : script).redo());
  el("theme").addEventListener("click", () => say(`Colours: ${globalThis.nextTheme()}`));
  el("dialog-close").addEventListener("click", closeDialog);
  for (const [tab, words] of TABS) {
    const made = button(words, () => showTab(document.body.dataset.tab === tab ? "board" : tab));
    made.dataset.tab = tab;
    el("tabs").append(made);
  }
  showTab(document.body.dataset.tab);
  asking.onTab(showTab);
  for (const folder of document.querySelectorAll(".folder")) {
    folder.addEventListener("click", () => {
      const closed = folder.closest(".fold").classList.toggle("closed");
      folder.setAttribute("aria-expanded", !closed);
    });
  }
  addEventListener("keydown", keys);
  addEventListener("keydown", (event) => event.key === "Escape" && !el("dialog").open && event.target !== el("board") && board.uncover());
  addEventListener("hashchange", () => {
    const text = link.fromFragment(location.hash);
    if (text === null || text === script.text()) return;
    el("guest").hidden = driver.given !== null;
    script.load(text);
  });
  // A page that is brought back has lost its session.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  driver.start({ notice, opened, ended: asking.ended, event: (kind, data) => asking.handlers[kind](data) });
}

begin();
