// Answers the page in the browser itself: one worker reads what is typed, one answers, one is for the live view, each with an
// instance of the module. The last two start when there is a request for them.
// It exports the same as `src/page/assets/driver.js`, which asks a server.

/// Never thrown: nothing here can be lost.
export class Lost extends Error {}

/// A request that can't be answered; the message is for the user.
export class Refused extends Error {}

/// The files that the script reads are given by the user, each by its name.
export const given = stored();

// The script that a new page shows. `scripts/web` writes it.
const START = "";

let on = null; // the page's handlers
let module = null; // a promise
let number = 0;

class Answerer {
  /// Requests that have no result yet, the oldest first: their text, promise and handler of events.
  waiting = new Map();

  start() {
    this.worker?.terminate();
    const worker = new Worker("worker.js", { type: "module" });
    this.worker = worker;
    worker.addEventListener("message", ({ data }) => worker === this.worker && this.hear(data));
    module.then((compiled) => {
      worker.postMessage(compiled);
      if (worker !== this.worker) return;
      for (const { message } of this.waiting.values()) worker.postMessage(message);
      this.ready = worker;
    });
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

const reader = new Answerer();
const answerer = new Answerer();
const watcher = new Answerer();

/// Starts the workers. The handlers are `notice` (a failure in words, or null), `opened`, `event`, and `ended` for a question that
/// ended without its events.
export async function start(handlers) {
  on = handlers;
  module = compile();
  reader.start();
  on.opened({ name: null, text: START });
  setTimeout(settle, 1000);
  try {
    await module;
  } catch (error) {
    on.notice(`This browser can't run sator: ${error.message}`);
  }
}

/// Does what the first picture doesn't need, and shall not wait for: another worker, and a copy of all files to work offline.
function settle() {
  if (!answerer.worker) answerer.start();
  navigator.serviceWorker?.register("sw.js").catch(() => {}); // without it the page works, but not offline
}

async function compile() {
  const answer = await fetch("sator.wasm");
  if (!answer.ok) throw new Error(`sator.wasm is not there (${answer.status})`);
  const again = answer.clone();
  // A host that serves the file as another type is fine too.
  return WebAssembly.compileStreaming(answer).catch(async () => WebAssembly.compile(await again.arrayBuffer()));
}

/// Sends a request, and returns its result.
export const request = (method, params) => reader.request(method, params);

/// Sends a request of the live view, in the place of the one before. That one ends with its worker, and is outdated.
export function watch(method, params) {
  while (watcher.waiting.size) watcher.end(null);
  return watcher.request(method, params).catch((error) => {
    if (error.message === "null") return { outdated: true };
    throw error;
  });
}

/// The script is in no file: it is downloaded.
export const save = () => Promise.reject(new Refused("There is no file here: download the script."));
export const onDisk = async () => null;

/// Asks a question, or all of the script.
export function ask(text, question) {
  const asked = answerer.request("ask", { text, question }, on.event);
  asked.catch((error) => on.ended(error.message));
}

/// Ends the question that runs.
export const stop = () => answerer.end("stopped");

/// A file of the puzzle.
export async function file(params) {
  const png = params.format === "png";
  const made = await answerer.request("export", png ? { ...params, format: "svg" } : params);
  const blob = new Blob([made.text], { type: made.media });
  return png ? painted(blob) : blob;
}

/// Paints a picture at twice its size.
async function painted(svg) {
  const picture = new Image();
  picture.src = URL.createObjectURL(svg);
  try {
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.naturalWidth * 2, picture.naturalHeight * 2];
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const png = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (png === null) throw new Refused("the picture is too large for this browser");
    return png;
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

/// Gives the script a file, or with null takes it away.
export function give(name, text) {
  if (text === null) given.delete(name);
  else given.set(name, text);
  try {
    sessionStorage.setItem("files", JSON.stringify([...given]));
  } catch {
    // Too large to be kept: it is there until the page is loaded again.
  }
}

function stored() {
  try {
    return new Map(JSON.parse(sessionStorage.getItem("files") ?? "[]"));
  } catch {
    return new Map();
  }
}

/// The link that holds the script, and a sentence about it if there is something to know.
export const link = (hash) => ({ address: location.href.replace(/#.*/s, "") + hash, note: "" });
