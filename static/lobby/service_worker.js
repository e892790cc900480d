// The service worker, served as /sw.js. It keeps the offline page of the newest version it has seen and nothing else: pages and the API
// always come from the network, so that nothing it shows can be out of date. It never reloads a page.
//
// Its own text does not change with a version, and it does not push aside the one before: where a browser puts a worker in the place of
// one that is at work, a visit that begins in the same moment can be lost to both and never be answered (seen in Chromium).

/** @typedef {{version: string, pages: Record<string, string>, files: string[]}} Shell  what `/offline.json` says */

const worker = /** @type {any} */ (self);
const LIST = "/offline.json";
const SHELLS = "club-shell-";
const LANGUAGE = "club-language";

/** Which files are kept; null until that was read: a worker is ended and begun again as the browser likes. @type {Set<string> | null} */
let files = null;
void keptShell().then((shell) => (files ??= new Set(shell?.files)));

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepShell());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.method === "GET" && mayBeKept(new URL(request.url).pathname)) event.respondWith(file(request));
});

/** @param {string} path */
function mayBeKept(path) {
  return files ? files.has(path) : path.startsWith("/static/");
}

/** Everything of the newest version, or nothing; the list comes last, so that what has one is whole, and stays. Asked without cookies:
 * the pages are the same for everybody. */
async function keepShell() {
  const list = await fetch(LIST, { credentials: "omit", cache: "no-store" });
  /** @type {Shell} */
  const shell = await list.clone().json();
  const name = SHELLS + shell.version;
  if (!(await caches.match(LIST, { cacheName: name }))) await fill(name, shell, list);
  const older = (await shells()).filter((each) => each !== name);
  await Promise.all(older.map((each) => caches.delete(each)));
  files = new Set(shell.files);
}

/** @param {string} name @param {Shell} shell @param {Response} list */
async function fill(name, shell, list) {
  const cache = await caches.open(name);
  try {
    const wanted = [...Object.values(shell.pages), ...shell.files];
    await cache.addAll(wanted.map((url) => new Request(url, { credentials: "omit", cache: "reload" })));
    await cache.put(LIST, list);
  } catch (failure) {
    await caches.delete(name);
    throw failure;
  }
}

async function shells() {
  return (await caches.keys()).filter((name) => name.startsWith(SHELLS));
}

/** @returns {Promise<Shell | null>} */
async function keptShell() {
  return (await fromShell(LIST))?.json() ?? null;
}

/** The page from the network, or the offline page in the language that was read last. @param {any} event */
async function page(event) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(learn(answer.headers));
    return answer;
  } catch (failure) {
    const shell = await keptShell();
    const kept = shell && (await fromShell(shell.pages[await language()] ?? shell.pages.en));
    if (kept) return kept;
    throw failure;
  }
}

/** What a page says of its version and its language. What fails now is learnt from the next page. @param {Headers} headers */
async function learn(headers) {
  await keepLanguage(headers.get("content-language"));
  const version = headers.get("club-version");
  if (!version) return;
  const kept = await shells();
  if (kept.length !== 1 || kept[0] !== SHELLS + version) await keepShell();
}

/** Files of the shell carry their version in the address, so that a kept one is the one that is meant. @param {Request} request */
async function file(request) {
  return (await fromShell(request.url)) ?? fetch(request);
}

/** From the newest shell. Never opens a cache: that would make it anew, and for good, where it has been dropped meanwhile.
 * @param {string} url */
async function fromShell(url) {
  for (const cacheName of (await shells()).reverse()) {
    const found = await caches.match(url, { cacheName });
    if (found) return found;
  }
  return undefined;
}

/** @param {string | null} read */
async function keepLanguage(read) {
  const pages = (await keptShell())?.pages ?? {};
  if (!read || !(read in pages) || read === (await language())) return;
  await (await caches.open(LANGUAGE)).put("/language", new Response(read));
}

async function language() {
  const kept = await (await caches.open(LANGUAGE)).match("/language");
  if (kept) return kept.text();
  const wish = navigator.language.toLowerCase();
  return wish.startsWith("zh") || wish.startsWith("yue") ? "zh-Hant" : wish.startsWith("ja") ? "ja" : "en";
}
