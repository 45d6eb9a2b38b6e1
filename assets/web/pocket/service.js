// The service worker: stores the pocket version's files for use offline, each when it is requested, the rest on a
// message. A new version is stored beside the old one, which is deleted once a page of the new one is open.
"use strict";
const BUILD = "{{build}}", FILES = {{files}}; // file -> checksums of its possible contents
const LATER = {{later}}; // of these, what is only stored once it was requested
const HOME = new URL("./", self.registration.scope).href;
const NAME = `pocket ${BUILD} ${HOME}`, BEFORE = `${HOME}${BUILD}/before`, WAITED = `${HOME}${BUILD}/waited`;
const MEMORY = `memory ${HOME}`, MOST_WAITS = 3; // see core.js; openings of the old build while this one prepares its memory
const ours = new Map(Object.entries(FILES).map(([name, sums]) => [new URL(name, HOME).href, sums]));

// The caches of other builds at this address; names of early ones lack the address, but their files have it.
async function others() {
  const found = [];
  for (const name of await caches.keys()) {
    const [kind, , home] = name.split(" "), early = /^companion-([0-9a-f]{12})$/.exec(name);
    if (early) {
      const keys = await (await caches.open(name)).keys();
      if (keys.some(({ url }) => url.startsWith(`${HOME}${early[1]}/`))) found.push(name);
    } else if (kind === "pocket" && home === HOME && name !== NAME) found.push(name);
  }
  return found;
}

// Many hosts and networks send a page instead of a missing file, or an incomplete file. The first page has the same
// address in all builds, so it may be another one's for a while, and hosts may add code to it.
async function fits(url, body) {
  const text = (size) => new TextDecoder().decode(body.slice(0, size)), sums = ours.get(url);
  if (url === HOME) return text(body.byteLength).includes(`data-build="${BUILD}"`);
  if (!sums.length) return !/^\s*</.test(text(200)); // without checksums: any but a page
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body), 0, 8);
  return sums.includes([...digest].map((each) => each.toString(16).padStart(2, "0")).join(""));
}

async function keep(url, got) {
  const body = await got.arrayBuffer();
  if (!got.ok || !(await fits(url, body))) throw new Error(`${url}: ${got.status}`);
  // a new response, without redirections of the host, which browsers do not accept for a page
  await (await caches.open(NAME)).put(url, new Response(body, { headers: got.headers }));
}

// Files that need not be stored yet; not those which an earlier build has stored.
async function waiting() {
  const had = [];
  for (const name of await others()) for (const { url } of await (await caches.open(name)).keys()) had.push(url);
  return new Set(LATER.filter((name) => !had.some((url) => url.endsWith(`/${name}`))).map((name) => new URL(`${BUILD}/${name}`, HOME).href));
}

async function fill() {
  const there = new Set((await (await caches.open(NAME)).keys()).map((each) => each.url)), later = await waiting();
  await Promise.all([...ours.keys()].filter((url) => !there.has(url) && !later.has(url)).map(async (url) => keep(url, await fetch(url, { cache: "no-cache" }))));
}

async function install() {
  const before = await others();
  await (await caches.open(NAME)).put(BEFORE, new Response(JSON.stringify(before)));
  if (self.registration.active) await fill(); // the old build is used until this one is complete
}

self.addEventListener("install", (event) => { event.waitUntil(install()); });

// Deletes earlier builds with their memories, not later ones; nothing while another one is being installed.
async function clear() {
  const kept = await (await caches.open(NAME)).match(BEFORE), before = kept ? await kept.json() : [], memories = await caches.open(MEMORY);
  for (const name of before) {
    if (self.registration.installing || self.registration.waiting) return;
    await caches.delete(name);
    for (const { url } of await memories.keys()) if (url.startsWith(`${HOME}${name.split(" ")[1]}/`)) await memories.delete(url);
  }
}

self.addEventListener("activate", (event) => { event.waitUntil(self.clients.claim()); });

// A page of an old build may be open when this one takes over: it sends another name, and keeps its files.
self.addEventListener("message", (event) => {
  if (event.data === BUILD) event.waitUntil(fill().then(clear).then(() => event.source.postMessage("kept")));
  if (event.data === "open") event.waitUntil(open(event.source));
  if (event.data === "prepare") event.waitUntil(prepared(event.source));
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

const plain = (url) => url.split(/[?#]/)[0];
const isHome = (url) => [HOME, `${HOME}index.html`].includes(plain(url));

// True if this build opens quickly, or cannot on this phone; otherwise the page of the old one is asked to prepare it.
async function prepared(page) {
  const kept = (await (await caches.open(MEMORY)).keys()).map((each) => each.url);
  if (kept.includes(`${HOME}${BUILD}/memory`) || !kept.some((url) => url.endsWith("/memory"))) return true;
  page.postMessage({ unready: BUILD });
  return false;
}

// Takes over at once if the only open page is the one that is loading, and this build is prepared or was awaited long.
async function open(page) {
  const pages = (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((each) => isHome(each.url));
  if (pages.length > 1) return;
  const mine = await caches.open(NAME), before = await mine.match(WAITED), waits = before ? Number(await before.text()) : 0;
  await mine.put(WAITED, new Response(String(waits + 1)));
  if (waits >= MOST_WAITS || (await prepared(page))) await self.skipWaiting();
}

const coming = new Map(); // files that are being fetched and kept: two workers may want the same
async function found(url, event) {
  await coming.get(url);
  const cache = await caches.open(NAME), kept = await cache.match(url);
  if (kept) return kept;
  const older = ours.has(url) ? null : await caches.match(url); // of an old build whose page is open
  if (older) return older;
  if (!ours.has(url)) return fetch(event.request);
  const going = fetch(event.request), keeping = going.then((got) => keep(url, got.clone())).catch((error) => console.warn(error));
  coming.set(url, keeping.finally(() => coming.delete(url)));
  event.waitUntil(keeping);
  return going;
}

self.addEventListener("fetch", (event) => {
  const { method, mode } = event.request, url = plain(event.request.url), home = mode === "navigate" && isHome(url);
  const build = url.startsWith(HOME) && /^[0-9a-f]{12}\//.test(url.slice(HOME.length));
  if (method === "GET" && (home || build || ours.has(url))) event.respondWith(found(home ? HOME : url, event));
});
