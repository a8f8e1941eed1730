// The page without a network: its own files are cached, questions are not.

const CACHE = "deduce-10";
const FILES = [
  "./", "style.css", "icon.svg", "manifest.webmanifest", "page.js", "dom.js", "ask.js", "known.js", "stock.js", "puzzles.json", "transport.js", "scripts.js", "here.js", "python-worker.js", "store.js", "texts.js", "record.js", "form.js",
  "composer.js", "composing.js", "story.js", "sharing.js", "together.js", "board.js", "chances.js", "daily.js", "roving.js", "evening.js", "home.js", "play.js", "puzzles.js", "gallery.js", "drawn.js", "solving.js", "grid.js", "icons.js",
  "art/entracte.svg", "art/enigma.svg", "art/decrypto.svg", "art/initiative.svg", "art/shakespeare.svg", "art/table.svg", "texts/en.json", "texts/de.json", "texts/ru.json", "sentences.json",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((keys) => Promise.all(keys.filter((key) => /^deduce-\d/.test(key) && key !== CACHE).map((key) => caches.delete(key)))).then(() => self.clients.claim()));
});

// The network first, so that a newer page is never hidden by an older; the cache where there is none. A release of Python
// never changes: it is taken from the cache first, wherever it comes from.
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const { origin, pathname } = new URL(event.request.url);
  if (/\/pyodide\/(v[\d.]+\/)?/.test(pathname)) {
    event.respondWith((async () => {
      const cache = await caches.open(CACHE);
      const kept = await cache.match(event.request);
      if (kept) return kept;
      const response = await fetch(event.request);
      if (response.ok) await cache.put(event.request, response.clone());
      return response;
    })());
    return;
  }
  if (origin !== self.location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    try {
      const response = await fetch(event.request);
      if (response.ok) await cache.put(event.request, response.clone());
      return response;
    } catch (error) {
      const kept = await cache.match(event.request, { ignoreSearch: true });
      if (kept) return kept;
      throw error;
    }
  })());
});
