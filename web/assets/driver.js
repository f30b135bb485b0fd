// Answers the page in the browser itself, by its workers. It exports the same as `src/page/assets/driver.js`, which asks a server.

import { Refused, START, answerer, compiled, early, given, reader, watcher } from "./workers.js";

export { Refused, given };

/// Never thrown: nothing here can be lost.
export class Lost extends Error {}

let on = null; // the page's handlers

/// Starts the page. The handlers are `notice` (a failure in words, or null), `opened`, `event`, and `ended` for a question that
/// ended without its events.
export async function start(handlers) {
  on = handlers;
  on.opened({ name: null, text: START });
  setTimeout(settle, 1000);
  try {
    await compiled;
  } catch (error) {
    on.notice(`This browser can't run sator: ${error.message}`);
  }
}

/// Does what the first picture doesn't need, and shall not wait for: another worker, and a copy of all files to work offline.
function settle() {
  if (!answerer.worker) answerer.start();
  navigator.serviceWorker?.register("sw.js").catch(() => {}); // without it the page works, but not offline
}

/// Sends a request, and returns its result.
export const request = (method, params) => early(method, params) ?? reader.request(method, params);

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

/// The link that holds the script, and a sentence about it if there is something to know.
export const link = (hash) => ({ address: location.href.replace(/#.*/s, "") + hash, note: "" });
