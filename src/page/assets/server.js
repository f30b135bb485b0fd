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

/// With `wait` the server is asked again soon.
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

/// Opens a session, a first one or one in the place of a lost one.
async function open() {
  const said = await (await send("open", {})).json();
  if (said.error) throw lost(said.error.message);
  session = said.session;
  notice(null);
  opened(said);
}

/// `onNotice` shows what is wrong, or with null that all is well; `onOpen` takes what the server says of a new session.
export function start(onNotice, onOpen) {
  [notice, opened] = [onNotice, onOpen];
  addEventListener("pagehide", () => {
    const body = new Blob([JSON.stringify({ session })], { type: "application/json" });
    navigator.sendBeacon("api/close", body);
  });
  return search();
}

/// A request; a session that the server has given up is opened once more.
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

/// What the session tells from an event on; the name of the session tells whether it is still the same.
export async function events(after) {
  const asked = session;
  const said = await (await post("events", { after })).json();
  return { ...said, same: asked === session };
}
