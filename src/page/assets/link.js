// The text between visits: in the fragment of the address, which is the link to share, and in the storage of the browser.

/// A text as the fragment of a link.
export function toFragment(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  bytes.forEach((b) => (binary += String.fromCharCode(b)));
  return "#s=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/// The text of a fragment; null if it holds none.
export function fromFragment(hash) {
  if (!hash.startsWith("#s=")) return null;
  try {
    const binary = atob(hash.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
  } catch {
    return null;
  }
}

/// Puts a text into the address, and stores it.
export function keep(text) {
  const hash = text ? toFragment(text) : "";
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname);
  store(text);
}

/// Stores the text as of the last key, for a page that is loaded again.
export function store(text) {
  write(sessionStorage, "script", { text, hash: location.hash });
}

/// The text that was stored under the address of now; another link brings another text.
export function stored() {
  const kept = read(sessionStorage, "script");
  return kept?.hash === location.hash ? kept.text : null;
}

const MOST_RECENT = 12;

/// The puzzles that were last worked on, the newest first: title and text of each.
export const recent = () => read(localStorage, "recent") ?? [];

/// Remembers a puzzle in the place of an older state of it: one with the same title, or the same first line.
export function remember(title, text) {
  const head = (script) => script.trimStart().split("\n")[0];
  if (!text.trim() || text.length > 200_000) return;
  const others = recent().filter((one) => !(one.title === title && head(one.text) === head(text)));
  write(localStorage, "recent", [{ title, text }, ...others].slice(0, MOST_RECENT));
}

/// The text stored under a name; null if there is none.
export function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key));
  } catch {
    return null;
  }
}

/// Stores a value. A storage that is full or switched off loses it: the link still holds the text as of the last answer.
export function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}
