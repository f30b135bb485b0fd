// The workers of the page: one reads what is typed, one answers, one is for the live view, each with an instance of the module.
// This file is loaded before the rest of the page, and asks for the first picture at once.

import * as link from "./link.js";

/// A request that can't be answered; the message is for the user.
export class Refused extends Error {}

// The script that a new page shows. `scripts/web` writes it.
export const START = "";

/// The files that the script reads are given by the user, each by its name.
export const given = stored();

function stored() {
  try {
    return new Map(JSON.parse(sessionStorage.getItem("files") ?? "[]"));
  } catch {
    return new Map();
  }
}

/// The module, compiled once for all workers.
export const compiled = compile();

async function compile() {
  const answer = await fetch("sator.wasm");
  if (!answer.ok) throw new Error(`sator.wasm is not there (${answer.status})`);
  const again = answer.clone();
  // A host that serves the file as another type is fine too.
  return WebAssembly.compileStreaming(answer).catch(async () => WebAssembly.compile(await again.arrayBuffer()));
}

let number = 0;

class Answerer {
  /// Requests that have no result yet, the oldest first: their text, promise and handler of events.
  waiting = new Map();

  start() {
    this.worker?.terminate();
    const worker = new Worker("worker.js", { type: "module" });
    this.worker = worker;
    worker.addEventListener("message", ({ data }) => worker === this.worker && this.hear(data));
    compiled.then((module) => {
      worker.postMessage(module);
      if (worker !== this.worker) return;
      for (const { message } of this.waiting.values()) worker.postMessage(message);
      this.ready = worker;
    }, () => {}); // the driver reports why the module is missing
  }

  request(method, params, event = () => {}) {
    const id = ++number;
    const message = JSON.stringify({ id, method, params: { ...params, files: Object.fromEntries(given) } });
    const result = new Promise((resolve, reject) => this.waiting.set(id, { message, resolve, reject, event }));
    if (!this.worker) this.start();
    else if (this.ready === this.worker) this.worker.postMessage(message);
    return result;
  }

  hear(data) {
    if (data.failed) return this.end(data.failed);
    const { id, event, data: about, result, error } = JSON.parse(data);
    const asked = this.waiting.get(id);
    if (event) return asked.event(event, about);
    this.waiting.delete(id);
    if (error) asked.reject(new Refused(error.message));
    else asked.resolve(result);
  }

  /// Ends the oldest request; the others go to a new worker.
  end(why) {
    const [id, asked] = this.waiting.entries().next().value ?? [];
    this.waiting.delete(id);
    this.start();
    asked?.reject(new Refused(why));
  }
}

export const reader = new Answerer();
export const answerer = new Answerer();
export const watcher = new Answerer();

/// The text that the page will show first, and the reader's answer to it.
const text = link.stored() ?? link.fromFragment(location.hash) ?? START;
let first = reader.request("look", { text });
first.catch(() => {}); // who asks again gets the reason
watcher.start();

/// The reply about the first text, once and for this text alone; null for others.
export function early(method, params) {
  if (method !== "look" || params.text !== text) return null;
  const reply = first;
  first = null;
  return reply;
}
