// Asks the server that served the page. A server that is gone is looked for until it is back.
// `web/assets/driver.js` exports the same, and asks workers of the browser.

const RETRY = 2000;

let session = null;
let on = null; // the page's handlers
let searching = false;
let opening = null;

/// The server does not answer, or refuses the page; the message is for the user.
export class Lost extends Error {}

/// A request that can't be answered; the message is for the user.
export class Refused extends Error {}

/// The files that the script reads are those of the server.
export const given = null;

const GONE = "The server does not answer. The script is kept here; the page goes on when the server is back on this port.";
const REFUSED = "The server does not know this address any more. Open the one that it printed; `Copy link` takes the script along.";
const FORGOTTEN = "The server gave this session up, with its question: ask once more.";

async function send(path, body) {
  let answer;
  try {
    answer = await fetch(`api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ session, ...body }),
    });
  } catch {
    throw lost(GONE);
  }
  if (answer.status === 403) throw lost(REFUSED, false);
  return answer;
}

/// Reports that the server is lost. With `wait`, searches for it after a pause.
function lost(words, wait = true) {
  on.notice(words);
  if (wait && !searching) {
    searching = true;
    setTimeout(search, RETRY);
  }
  return new Lost(words);
}

async function search() {
  searching = false;
  try {
    await open();
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  }
}

/// Opens a session, in place of a lost one if there was one.
async function open() {
  const reply = await (await send("open", {})).json();
  if (reply.error) throw lost(reply.error.message);
  session = reply.session;
  [seen, running] = [0, 0];
  on.notice(null);
  on.opened(reply);
}

/// Opens the first session. The handlers are `notice` (a failure in words, or null), `opened` (for each new session), `event`,
/// and `ended` for questions that ended without their events.
export function start(handlers) {
  on = handlers;
  addEventListener("pagehide", () => {
    const body = new Blob([JSON.stringify({ session })], { type: "application/json" });
    navigator.sendBeacon("api/close", body);
  });
  return search();
}

/// Sends a request. If the server has given the session up, opens another one first.
async function post(path, body = {}) {
  const asked = session;
  let answer = await send(path, body);
  if (answer.status === 404) {
    // Several requests may find out at once: two sessions would lose a question of one of them.
    if (session === asked) await (opening ??= open().finally(() => (opening = null)));
    answer = await send(path, body);
  }
  if (!answer.ok) throw new Refused((await answer.json()).error.message);
  return answer;
}

/// Sends a request, and returns its result.
export async function request(method, params) {
  const reply = await (await post(method, params)).json();
  if (reply.error) throw new Refused(reply.error.message);
  return reply;
}

/// Sends a request of the live view. The server ends the one before: its reply is `{outdated: true}`.
export const watch = request;

/// Writes the script into its file. `before` is the text that the page knows to be there.
export const save = (text, before) => request("save", { text, before });

/// The text of the file as it is now; null if there is none.
export const onDisk = async () => (await request("disk", {})).text;

/// A file of the puzzle.
export const file = async (params) => (await post("export", params)).blob();

/// Ends the question that runs.
export const stop = () => post("stop");

/// Allows the script to read and write files, or forbids it.
export const allow = (text, allowed) => post("files", { text, allowed });

// ---- questions and their events

let running = 0; // questions that have not ended
let seen = 0; // the number of the next event
let listening = false;

/// Asks a question, or all of the script.
export async function ask(text, question) {
  await post("ask", { text, question });
  running += 1;
  listen();
}

/// Requests events while a question runs.
async function listen() {
  if (listening) return;
  listening = true;
  try {
    while (running > 0) {
      const asked = session;
      const { next, events } = await request("events", { after: seen });
      if (asked !== session) return on.ended(FORGOTTEN);
      seen = next;
      for (const [kind, data] of events) {
        if (kind === "done") running = Math.max(0, running - 1);
        on.event(kind, data);
      }
    }
  } catch (error) {
    running = 0;
    if (!(error instanceof Lost || error instanceof Refused)) throw error;
    on.ended(error.message);
  } finally {
    listening = false;
  }
}

const UNPUBLISHED =
  "Copied. The link opens in pages that run on this machine. For one that opens anywhere, publish the folder that `scripts/web` " +
  'builds, and name its address in the script: set site "https://..."';

/// The link that holds the script, and a sentence about it if there is something to know. It has no token, so that it can be
/// given to others: their own page reads it.
export const link = (hash, site) =>
  site ? { address: site + hash, note: "" } : { address: `${location.origin}/${hash}`, note: UNPUBLISHED };
