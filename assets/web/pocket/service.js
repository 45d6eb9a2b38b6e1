// Keeps the files of the pocket for use offline: each as it passes by, the rest when told to; a new version
// beside the old one, which goes when a page of the new one is open. Another pocket may live on this host.
"use strict";
const BUILD = "{{build}}", FILES = {{files}}; // the sums of what each may be
const LATER = {{later}}; // of these, what is kept only once it was wanted
const HOME = new URL("./", self.registration.scope).href;
const NAME = `pocket ${BUILD} ${HOME}`, BEFORE = `${HOME}${BUILD}/before`;
const ours = new Map(Object.entries(FILES).map(([name, sums]) => [new URL(name, HOME).href, sums]));

// The caches of this pocket's other versions; early ones had no place in their name, but have it in their files.
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

// Many hosts and networks hand out a page in place of a file that is not there, or not yet whole. The first page of
// every version has the same address, and may be another one's for a while; hosts add to it what they like.
async function fits(url, body) {
  const text = (size) => new TextDecoder().decode(body.slice(0, size)), sums = ours.get(url);
  if (url === HOME) return text(body.byteLength).includes(`data-build="${BUILD}"`);
  if (!sums.length) return !/^\s*</.test(text(200)); // what any version may have
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body), 0, 8);
  return sums.includes([...digest].map((each) => each.toString(16).padStart(2, "0")).join(""));
}

async function keep(url, got) {
  const body = await got.arrayBuffer();
  if (!got.ok || !(await fits(url, body))) throw new Error(`${url}: ${got.status}`);
  // without where the host has led to on the way: browsers take no such answer for a page
  await (await caches.open(NAME)).put(url, new Response(body, { headers: got.headers }));
}

// What may wait until it is wanted; a version before that was asked for it has it.
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
  if (self.registration.active) await fill(); // the old version goes on until this one is whole
}

self.addEventListener("install", (event) => { event.waitUntil(install()); });

// What was here before this version goes, nothing that came after it; and nothing while another one comes.
async function clear() {
  const kept = await (await caches.open(NAME)).match(BEFORE), before = kept ? await kept.json() : [];
  for (const name of before) if (!self.registration.installing && !self.registration.waiting) await caches.delete(name);
}

self.addEventListener("activate", (event) => { event.waitUntil(self.clients.claim()); });

// An old page may be opening while this version takes over: it tells another name, and finds its files until it is closed.
self.addEventListener("message", (event) => {
  if (event.data === BUILD) event.waitUntil(fill().then(clear).then(() => event.source.postMessage("kept")));
  if (event.data === "open") event.waitUntil(open());
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

const plain = (url) => url.split(/[?#]/)[0];
const isHome = (url) => [HOME, `${HOME}index.html`].includes(plain(url));

// The only page there is, just opening, may be one of this version.
async function open() {
  const pages = (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((each) => isHome(each.url));
  if (pages.length < 2) await self.skipWaiting();
}

async function found(url, event) {
  const cache = await caches.open(NAME), kept = await cache.match(url);
  if (kept) return kept;
  const older = ours.has(url) ? null : await caches.match(url); // of a version whose page is open yet
  if (older) return older;
  const got = await fetch(event.request);
  if (ours.has(url)) event.waitUntil(keep(url, got.clone()).catch((error) => console.warn(error)));
  return got;
}

self.addEventListener("fetch", (event) => {
  const { method, mode } = event.request, url = plain(event.request.url), home = mode === "navigate" && isHome(url);
  const build = url.startsWith(HOME) && /^[0-9a-f]{12}\//.test(url.slice(HOME.length));
  if (method === "GET" && (home || build || ours.has(url))) event.respondWith(found(home ? HOME : url, event));
});
