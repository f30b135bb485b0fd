// Keeps the page in the browser, so that it works offline. `scripts/web` writes the two constants.

const VERSION = "";
const FILES = [];

// Another copy of the page on the same host keeps files of its own.
const OURS = `sator ${registration.scope} `;
const NAME = OURS + VERSION;

addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

// A new version takes over when no page of the old one is open: files of two versions are never mixed.
addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(OURS) && name !== NAME;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
