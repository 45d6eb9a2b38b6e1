// Python in this phone: its core and the program, each fetched as one packed file; and a picture of its memory
// before any table was in it, taken once on this phone, from which it stands ready far sooner.
"use strict";
import { loadPyodide } from "./pyodide.js";

const HERE = new URL("./", import.meta.url).href;
export const POCKET = new URL("../", HERE).href; // where it is: what it keeps is called by that, for it may have neighbours
const MEMORY = `memory ${POCKET}`, EARLY_MEMORY = "companion-memory"; // the early one was everybody's
const LEAST = 2, MOST_TRIES = 3; // GB of a phone that takes a picture; how often, where none came of it
const PIECE = 1 << 16; // bytes that are packed or unpacked at once, lest all of it lie there twice
const at = (name) => new URL(name, HERE).href;

// What is read, in pieces, each when it is asked for.
function pieces(read) {
  let rest = new Uint8Array(0);
  return new ReadableStream({
    async pull(on) {
      if (!rest.length) {
        const { done, value } = await read();
        if (done) { on.close(); return; }
        rest = value;
      }
      on.enqueue(rest.slice(0, PIECE));
      rest = rest.subarray(PIECE);
    },
  }, { highWaterMark: 0 });
}

// A packed file as it was before; loaded is told how many bytes have come.
export async function unpacked(name, loaded) {
  const got = await fetch(at(name));
  if (!got.ok) throw new Error(`${name}: ${got.status}`);
  const line = got.body.getReader();
  let head = new Uint8Array(0);
  while (head.length < 2) {
    const { done, value } = await line.read();
    if (done) throw new Error(`${name}: ${head.length}`);
    head = new Uint8Array([...head, ...value]);
  }
  loaded(head.length);
  let begun = false;
  const parts = pieces(async () => {
    if (!begun) { begun = true; return { value: head }; }
    const got = await line.read();
    if (!got.done) loaded(got.value.length);
    return got;
  });
  const packed = head[0] === 0x1f && head[1] === 0x8b; // some hosts unpack what they send
  return new Response(packed ? parts.pipeThrough(new DecompressionStream("gzip")) : parts);
}

// A bundle: the length of its list, the list of files with their lengths, the files.
function place(python, bundle) {
  const length = new DataView(bundle).getUint32(0), files = JSON.parse(new TextDecoder().decode(new Uint8Array(bundle, 4, length)));
  let from = 4 + length;
  const made = new Set();
  for (const [name, size] of files) {
    const path = `/companion/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) { python.FS.mkdirTree(folder); made.add(folder); }
    python.FS.writeFile(path, new Uint8Array(bundle, from, size));
    from += size;
  }
}

async function start(loaded, options) {
  const machine = unpacked("core.wasm.bin", loaded).then((got) => new Response(got.body, { headers: { "content-type": "application/wasm" } }));
  const [library, program, code] = await Promise.all([
    unpacked("library.zip.bin", loaded).then((got) => got.blob()),
    unpacked("program.bin", loaded).then((got) => got.arrayBuffer()),
    unpacked("core.js.bin", loaded).then((got) => got.blob()),
  ]);
  const script = URL.createObjectURL(new Blob([code], { type: "text/javascript" })), zip = URL.createObjectURL(library);
  const { default: make } = await import(script), fetched = self.fetch;
  self.fetch = (url, ...more) => (String(url).endsWith("pyodide.asm.wasm") ? machine : fetched(url, ...more)); // it is here already
  let known;
  const python = await loadPyodide({
    indexURL: HERE, stdLibURL: zip, lockFileURL: at("lock.json"), ...options,
    createPyodideModule: async (settings) => {
      known = settings.API.config;
      const module = await make(settings);
      // A memory that is put back has to find room; what this writes is written over.
      while (options._loadSnapshot && module.HEAP8.length < options._loadSnapshot.byteLength) module._malloc(1 << 20);
      return module;
    },
  });
  self.fetch = fetched;
  for (const each of [known, options]) delete each._loadSnapshot; // it is put back, and as large as all the rest
  for (const each of [script, zip]) URL.revokeObjectURL(each);
  place(python, program);
  return python;
}

const BEGIN = `
import sys
sys.path.insert(0, "/companion")
from companion.web.pocket.inside import Pocket
`;

// What stands ready is never looked through for what can go; the worker lets go of the rest while nobody waits.
const REST = `
import gc
gc.collect()
gc.freeze()
gc.disable()
`;

// What prints is put beside the program, which has looked around before it came.
const PRESS = `
import importlib
from companion.data.catalogue import language
importlib.invalidate_caches()
language.cache_clear()
from companion.web.pocket.pressing import PressPocket as Pocket
`;

export async function addPress(python) {
  const parcel = await unpacked("press.bin", () => {}).then((got) => got.arrayBuffer()).catch((error) => { throw Object.assign(error, { name: "unfetched" }); });
  place(python, parcel);
  python.runPython(PRESS);
  python.runPython(REST);
}

// A sum over a memory that one wrong byte changes.
function sum(memory) {
  const parts = new Uint32Array(memory.buffer, 0, memory.length >> 2);
  let total = memory.byteLength | 0;
  for (let at = 0; at < parts.length; at += 1) total = (Math.imul(total, 31) + parts[at]) | 0; // ten times as quick as "of"
  return String(total);
}

// The memory that was kept by this version; nothing where there is none, or it is damaged.
async function remembered(memories) {
  const kept = await memories.match(at("memory"));
  if (!kept) return null;
  try {
    const packed = kept.body.getReader(), line = pieces(() => packed.read()).pipeThrough(new DecompressionStream("gzip")).getReader();
    const memory = new Uint8Array(Number(kept.headers.get("x-size")));
    let from = 0;
    for (;;) {
      const { done, value } = await line.read();
      if (done) break;
      memory.set(value, from);
      from += value.length;
    }
    if (from === memory.length && sum(memory) === kept.headers.get("x-sum")) return memory;
  } catch (error) { console.warn("The memory that was kept is damaged:", error); }
  await memories.delete(at("memory"));
  return null;
}

// Whether this phone has the memory for it, as far as its browser tells, or as far as has been seen.
async function roomy(memories) {
  if (navigator.deviceMemory < LEAST) return false;
  const tried = await memories.match(at("tried"));
  return !tried || Number(await tried.text()) < MOST_TRIES;
}

// The memories of other versions of this pocket go.
async function forget(memories) {
  for (const old of await memories.keys()) if (old.url !== at("tried")) await memories.delete(old);
  if (!(await caches.has(EARLY_MEMORY))) return;
  const early = await caches.open(EARLY_MEMORY), all = await early.keys();
  const own = all.filter(({ url }) => url.startsWith(POCKET) && /^[^/]+\/memory$/.test(url.slice(POCKET.length)));
  if (own.length === all.length) await caches.delete(EARLY_MEMORY); else for (const each of own) await early.delete(each);
}

// Takes a picture of a Python's memory; it is kept while the phone goes on.
async function take(python, memories) {
  const tried = await memories.match(at("tried")), times = tried ? Number(await tried.text()) : 0;
  await memories.put(at("tried"), new Response(String(times + 1))); // who has no room for it may not live to say so
  python.runPython(REST);
  const memory = python.makeMemorySnapshot(), headers = { "x-sum": sum(memory), "x-size": String(memory.length) };
  const whole = [memory].values(), packed = pieces(() => whole.next()).pipeThrough(new CompressionStream("gzip"));
  const keep = async () => {
    await forget(memories);
    await memories.put(at("memory"), new Response(packed, { headers }));
    await memories.delete(at("tried"));
  };
  return { kept: keep() };
}

// Python, ready: from the memory that was kept, else from the beginning, and then with a way to
// take a picture where there is room for one.
export async function load(loaded, takesOne) {
  const memories = self.caches ? await caches.open(MEMORY).catch(() => null) : null;
  const memory = memories && (await remembered(memories).catch(() => null));
  if (memory) {
    try {
      return { python: await start(loaded, { _loadSnapshot: memory }), remembered: true, picture: null };
    } catch (error) {
      console.warn("The memory that was kept cannot be used:", error);
      await memories.delete(at("memory"));
    }
  }
  const takes = takesOne && memories !== null && (await roomy(memories).catch(() => false));
  const python = await start(loaded, takes ? { _makeSnapshot: true } : {});
  python.runPython(BEGIN);
  python.runPython(REST);
  return { python, remembered: false, picture: takes ? () => take(python, memories) : null };
}
