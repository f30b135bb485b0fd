// Requests to the server, and the session there. A server that is gone is looked for until it is back.

const RETRY = 2000;

let session = null;
let notice = () => {};
let opened = () => {};
let searching = false;
let opening = null;

/// The server does not answer, or refuses the page; the message is for the user.
export class Lost extends Error {}

const GONE = "The server does not answer. The script is kept here; the page goes on when the server is back on this port.";
const REFUSED = "The server does not know this address any more. Open the one that it printed; `Copy link` takes the script along.";

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
  notice(words);
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
  notice(null);
  opened(reply);
}

/// Opens the first session. `onNotice` shows a failure, or with null none; `onOpen` takes the reply for each new session.
export function start(onNotice, onOpen) {
  [notice, opened] = [onNotice, onOpen];
  addEventListener("pagehide", () => {
    const body = new Blob([JSON.stringify({ session })], { type: "application/json" });
    navigator.sendBeacon("api/close", body);
  });
  return search();
}

/// Sends a request. If the server has given the session up, opens another one first.
export async function post(path, body = {}) {
  const asked = session;
  let answer = await send(path, body);
  if (answer.status === 404) {
    // Several requests may find out at once: two sessions would lose a question of one of them.
    if (session === asked) await (opening ??= open().finally(() => (opening = null)));
    answer = await send(path, body);
  }
  return answer;
}

/// The events from number `after` on, and whether they come from the same session as before.
export async function events(after) {
  const asked = session;
  const reply = await (await post("events", { after })).json();
  return { ...reply, same: asked === session };
}
