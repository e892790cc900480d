// The service worker, served as /sw.js with `self.CLUB` in front. It keeps the offline page of one version and nothing else: pages
// and the API always come from the network, so that nothing it shows can be out of date. It never reloads a page.

/** @typedef {{version: string, pages: Record<string, string>, files: string[]}} Shell */

const worker = /** @type {any} */ (self);
/** @type {Shell} */
const club = worker.CLUB;
const SHELL = `club-shell-${club.version}`;
const LANGUAGE = "club-language";
const files = new Set(club.files);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepShell().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(dropOlder().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.method === "GET" && files.has(new URL(request.url).pathname)) event.respondWith(file(request));
});

/** Asked without cookies: the pages are the same for everybody. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  const wanted = [...Object.values(club.pages), ...club.files];
  await cache.addAll(wanted.map((url) => new Request(url, { credentials: "omit", cache: "reload" })));
}

async function dropOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("club-shell-") && name !== SHELL).map((name) => caches.delete(name)));
}

/** The page from the network, or the offline page in the language that was read last. @param {any} event */
async function page(event) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(keepLanguage(answer.headers.get("content-language")));
    return answer;
  } catch (failure) {
    const kept = await fromShell(club.pages[await language()] ?? club.pages.en);
    if (kept) return kept;
    throw failure;
  }
}

/** Files of the shell carry their version in the address, so that a kept one is the one that is meant. @param {Request} request */
async function file(request) {
  return (await fromShell(request.url)) ?? fetch(request);
}

/** Never opens the cache: that would make it anew, and for good, where the next version has dropped it already. @param {string} url */
function fromShell(url) {
  return caches.match(url, { cacheName: SHELL });
}

/** @param {string | null} read */
async function keepLanguage(read) {
  if (!read || !(read in club.pages) || read === (await language())) return;
  await (await caches.open(LANGUAGE)).put("/language", new Response(read));
}

async function language() {
  const kept = await (await caches.open(LANGUAGE)).match("/language");
  if (kept) return kept.text();
  const wish = navigator.language.toLowerCase();
  return wish.startsWith("zh") || wish.startsWith("yue") ? "zh-Hant" : wish.startsWith("ja") ? "ja" : "en";
}
