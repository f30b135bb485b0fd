// The script: what the service says of its text, the changes that were made to it, and edits that the service computes.

import * as driver from "./driver.js";
import * as editor from "./editor.js";
import * as link from "./link.js";
import { el, showSteps } from "./elements.js";

/// The service's last reply about the text; null before the first one.
export let seen = null;

let listeners = [];
let failed = () => {};
let waiting = null;
let looking = false;
let again = false;

/// Calls back with each new reply about the text.
export const onSeen = (listener) => listeners.push(listener);
/// Calls back with the message of a request that was refused.
export const onFailed = (listener) => (failed = listener);

export const text = () => editor.value();

// ---- changes: the texts before and after the one that is shown

const MOST_CHANGES = 300;
const TOGETHER = 600; // ms: keys typed within this time are one change
const undone = [];
const done = [];
let shownText = "";
let lastKey = 0;

/// Notes that the text has changed; keys typed soon after each other are one change.
function note(typing) {
  const now = Date.now();
  const current = editor.value();
  if (current === shownText) return;
  if (!(typing && now - lastKey < TOGETHER && done.length)) done.push(shownText);
  if (done.length > MOST_CHANGES) done.shift();
  lastKey = typing ? now : 0;
  undone.length = 0;
  shownText = current;
  showSteps(canStep());
}

/// Whether there is a change to take back, and one to make again.
export const canStep = () => [done.length > 0, undone.length > 0];

/// Takes the last change back, or with the lists exchanged makes it again.
function step(from, to) {
  if (!from.length) return;
  to.push(shownText);
  shownText = from.pop();
  lastKey = 0;
  editor.load(shownText);
  showSteps(canStep());
  refresh();
}

export const undo = () => step(done, undone);
export const redo = () => step(undone, done);

// ---- looking at the text

/// The editor calls this after each key.
export function changed() {
  note(true);
  link.store(text());
  clearTimeout(waiting);
  waiting = setTimeout(look, 20);
}

function refresh() {
  link.store(text());
  clearTimeout(waiting);
  again = looking;
  if (!looking) return look();
}

/// Replaces the whole text.
export function load(next) {
  editor.load(next);
  note(false);
  return refresh();
}

/// Starts with a text, which can't be taken back.
export function begin(first) {
  editor.load(first);
  shownText = editor.value();
  showSteps(canStep());
  return refresh();
}

export async function look() {
  if (looking) {
    again = true;
    return;
  }
  looking = true;
  const current = text();
  try {
    const pasted = /^\s*https?:\/\/\S*(#s=[\w-]+)\s*$/.exec(current);
    const script = pasted && link.fromFragment(pasted[1]);
    if (script) return void load(script);
    const reply = await driver.request("look", { text: current });
    link.keep(text());
    if (reply.imported !== undefined) load(reply.imported);
    else if (reply.pieces) {
      seen = reply;
      editor.update(current, reply.pieces, reply.problems);
      listeners.forEach((listener) => listener(reply, current));
    }
  } catch (error) {
    if (error instanceof driver.Refused) failed(error.message);
    else if (!(error instanceof driver.Lost)) throw error;
  } finally {
    looking = false;
    if (again) {
      again = false;
      look();
    }
  }
}

// ---- edits

let queue = Promise.resolve();

/// Makes an edit that the service computes. Edits follow each other, each on the text that the one before has left. Returns
/// the message of a refusal, or null.
export function edit(wanted) {
  const made = queue.then(async () => {
    try {
      for (;;) {
        const current = text();
        const reply = await driver.request("edit", { text: current, edit: wanted });
        // Text typed meanwhile stays: the edit is computed on it once more.
        if (text() !== current) continue;
        load(reply.text);
        return null;
      }
    } catch (error) {
      if (!(error instanceof driver.Refused || error instanceof driver.Lost)) throw error;
      return error.message;
    }
  });
  queue = made.catch(() => {});
  return made;
}

/// Adds lines to the end of the text.
export function append(lines) {
  const before = text();
  load(before + (before === "" || before.endsWith("\n") ? "" : "\n") + lines);
}
