// Keeps the files of the pocket for use offline: each as it passes by, the rest when told to; a new version
// beside the old one, which goes when a page of the new one is open.
"use strict";
const BUILD = "{{build}}", FILES = {{files}};
const NAME = `companion-${BUILD}`;
const ours = new Set(FILES.map((name) => new URL(name, self.registration.scope).href));
const HOME = new URL("./", self.registration.scope).href;

async function fill() {
  const cache = await caches.open(NAME), there = new Set((await cache.keys()).map((each) => each.url));
  // Nothing is taken from the version before: its first page has the same address and leads to its own files.
  await Promise.all([...ours].filter((url) => !there.has(url)).map((url) => cache.add(new Request(url, { cache: "no-cache" }))));
}

self.addEventListener("install", (event) => {
  if (self.registration.active) event.waitUntil(fill()); // the old version goes on until this one is whole
});

async function clear() {
  for (const name of await caches.keys()) if (name.startsWith("companion-") && name !== NAME && name !== "companion-memory") await caches.delete(name);
}

self.addEventListener("activate", (event) => { event.waitUntil(self.clients.claim()); });

// An old page may be opening while this version takes over: it tells another name, and finds its files until it is closed.
self.addEventListener("message", (event) => {
  if (event.data === BUILD) event.waitUntil(fill().then(clear).then(() => event.source.postMessage("kept")));
  if (event.data === "open") event.waitUntil(open());
});

// The only page there is, just opening, may be one of this version.
async function open() {
  const pages = (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((each) => each.url.startsWith(HOME));
  if (pages.length < 2) await self.skipWaiting();
}

async function found(url, event) {
  const cache = await caches.open(NAME), kept = (await cache.match(url)) || (await caches.match(url));
  if (kept) return kept;
  const got = await fetch(event.request);
  if (got.ok && ours.has(url)) event.waitUntil(cache.put(url, got.clone()));
  return got;
}

self.addEventListener("fetch", (event) => {
  const url = event.request.mode === "navigate" ? HOME : event.request.url.split("?")[0];
  if (event.request.method === "GET" && url.startsWith(HOME)) event.respondWith(found(url, event));
});
