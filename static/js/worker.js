// Opens a phone's pages without Wi-Fi: as they were when the phone saw them last. Everything else is the network's.
// What is to be sent is none of its business: the pages keep that themselves (js/outbox.js).
const { version, files, pages, files_of: filesOf } = self.jantaku;
const FILES = `files-${version}`;
const PAGES = "pages";
const PATIENCE = 4_000; // milliseconds until an old page is better than none

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      await (await caches.open(FILES)).addAll(files);
      const kept = await caches.open(PAGES);
      for (const path of Object.keys(filesOf)) if (await kept.match(path)) await addFiles(path);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith("files-") && name !== FILES);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (isFile(url.pathname)) event.respondWith(file(request));
  else if (pages.includes(url.pathname)) event.respondWith(page(event, url));
});

self.addEventListener("message", (event) => {
  const path = event.data?.store;
  if (pages.includes(path)) event.waitUntil(fetch(path).then((answer) => store(path, answer)).catch(() => {}));
});

const isFile = (path) => [files, ...Object.values(filesOf)].some((some) => some.includes(path));

// What a page needs besides what all need.
async function addFiles(path) {
  const kept = await caches.open(FILES);
  for (const name of filesOf[path] ?? []) if (!(await kept.match(name))) await kept.add(name);
}

async function file(request) {
  return (await (await caches.open(FILES)).match(request.url)) ?? fetch(request);
}

async function page(event, url) {
  const fresh = fetch(event.request).then(async (answer) => {
    // An address with more in it shows something else than the page as it is.
    const isWhole = !url.search || event.request.mode !== "navigate";
    if (isWhole) event.waitUntil(store(url.pathname, answer.clone()).catch(() => {}));
    return answer;
  });
  event.waitUntil(fresh.catch(() => {}));
  if (event.request.mode !== "navigate") return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() => stored(url.pathname));
  try {
    const answer = await Promise.race([fresh, late.then((copy) => copy ?? fresh)]);
    return answer.status >= 500 ? ((await stored(url.pathname)) ?? answer) : answer;
  } catch {
    return (await stored(url.pathname)) ?? Response.error();
  }
}

// Only what this house says of itself: the page of a captive portal has no ETag of ours. A page that leads elsewhere is
// no longer this phone's. Its files are there before it is.
async function store(path, answer) {
  const kept = await caches.open(PAGES);
  if (answer.type === "opaqueredirect" || answer.redirected) await kept.delete(path);
  else if (answer.status === 200 && answer.headers.has("ETag")) {
    await addFiles(path);
    await kept.put(path, answer);
  }
}

async function stored(path) {
  const copy = await (await caches.open(PAGES)).match(path);
  if (!copy) return undefined;
  const at = new Date(copy.headers.get("Date") ?? Date.now()).toISOString();
  const text = (await copy.text()).replace("<html", `<html data-stored-at="${at}"`);
  return new Response(text, { headers: copy.headers });
}
