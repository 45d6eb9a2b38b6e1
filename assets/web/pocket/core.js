// Python in this phone: its core and the program, each fetched as one packed file; and a picture of its memory
// before any table was in it, taken once on this phone, from which it stands ready far sooner.
"use strict";
import { loadPyodide } from "./pyodide.js";

const HERE = new URL("./", import.meta.url).href;
export const POCKET = new URL("../", HERE).href; // where it is: what it keeps is called by that, for it may have neighbours
const MEMORY = `memory ${POCKET}`, EARLY_MEMORY = "companion-memory"; // the early one was everybody's
const LEAST = 2, MOST_TRIES = 3; // GB of a phone that takes a picture; how often, where none came of it
const PIECE = 1 << 16; // bytes that are packed or unpacked at once, lest all of it lie there twice
const PART = 1 << 22; // bytes of a memory that are kept as one: browsers have in memory, some of them thrice, what is put away
const at = (name) => new URL(name, HERE).href, partAt = (from) => at(`memory/${from / PART}`);

// Safari frees what nobody needs even while a worker waits for a file to be read: amid Python's own work, who must not
// be called then. So Python hears of it a moment later.
self.FinalizationRegistry = class extends FinalizationRegistry {
  constructor(free) { super((held) => { setTimeout(() => free(held)); }); }
};

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
      on.enqueue(rest.subarray(0, PIECE));
      rest = rest.subarray(PIECE);
    },
  }, { highWaterMark: 0 });
}

// A packed file as it was before; loaded is told how many bytes have come.
export async function unpacked(name, loaded) {
  const got = await fetch(at(name));
  if (!got.ok) throw new Error(`${name}: ${got.status}`);
  const line = got.body.getReader(), come = [], head = [];
  const more = async () => { const part = await line.read(); if (!part.done) loaded(part.value.length); return part; };
  while (head.length < 2) {
    const part = await more();
    if (part.done) throw new Error(`${name}: ${head.length}`);
    come.push(part);
    head.push(...part.value.subarray(0, 2)); // of what may be all of it
  }
  const parts = pieces(async () => come.shift() || more());
  const packed = head[0] === 0x1f && head[1] === 0x8b; // some hosts unpack what they send
  return new Response(packed ? parts.pipeThrough(new DecompressionStream("gzip")) : parts);
}

const placed = []; // each of the files that lie in this worker, with where they lie in which bytes

// A bundle: the length of its list, the list of files with their lengths, the files.
function place(python, bundle) {
  const length = new DataView(bundle).getUint32(0), files = JSON.parse(new TextDecoder().decode(new Uint8Array(bundle, 4, length)));
  let from = 4 + length;
  const made = new Set();
  for (const [name, size] of files) {
    const path = `/companion/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) { python.FS.mkdirTree(folder); made.add(folder); }
    python.FS.writeFile(path, new Uint8Array(bundle, from, size), { canOwn: true }); // it stays where it lies
    placed.push([path, bundle, from, size]);
    from += size;
  }
}

// What was placed is read again by few: it is handed to the browser, and each part comes when it is asked for.
// Nobody writes into these files.
export function putAside(python) {
  const reader = new FileReaderSync(), blobs = new Map(), { FS } = python;
  for (const name of FS.readdir("/lib").filter((each) => each.endsWith(".zip"))) {
    const bytes = FS.readFile(`/lib/${name}`);
    placed.push([`/lib/${name}`, bytes, 0, bytes.length]);
  }
  for (const [path, bytes, from, size] of placed.splice(0)) {
    if (!blobs.has(bytes)) blobs.set(bytes, new Blob([bytes]));
    const { node } = FS.lookupPath(path), whole = blobs.get(bytes);
    node.contents = new Uint8Array(0);
    node.stream_ops = {
      ...node.stream_ops,
      read(_, into, at, length, position) {
        const part = whole.slice(from + Math.min(position, size), from + Math.min(position + length, size));
        if (part.size) into.set(new Uint8Array(reader.readAsArrayBuffer(part)), at);
        return part.size;
      },
    };
  }
}

async function start(loaded, options, memory) {
  const machine = unpacked("core.wasm.bin", loaded).then((got) => new Response(got.body, { headers: { "content-type": "application/wasm" } }));
  const [library, program, code] = await Promise.all([
    unpacked("library.zip.bin", loaded).then((got) => got.blob()),
    unpacked("program.bin", loaded).then((got) => got.arrayBuffer()),
    unpacked("core.js.bin", loaded).then((got) => got.blob()),
  ]);
  const script = URL.createObjectURL(new Blob([code], { type: "text/javascript" })), zip = URL.createObjectURL(library);
  const { default: make } = await import(script), fetched = self.fetch;
  self.fetch = (url, ...more) => (String(url).endsWith("pyodide.asm.wasm") ? machine : fetched(url, ...more)); // it is here already
  try {
    const python = await loadPyodide({
      indexURL: HERE, stdLibURL: zip, lockFileURL: at("lock.json"), ...options,
      createPyodideModule: async (settings) => {
        const module = await make(settings);
        if (memory) await putBack(memory, module);
        return module;
      },
    });
    place(python, program);
    return python;
  } finally {
    self.fetch = fetched;
    for (const each of [script, zip]) URL.revokeObjectURL(each);
  }
}

const BEGIN = `
import sys
sys.path.insert(0, "/companion")
from companion.web.pocket.pocket import Pocket
`;

// What stands ready is never looked through for what can go; the worker lets go of the rest while nobody waits.
const REST = `
import gc
gc.collect()
gc.freeze()
gc.disable()
`;

// What prints is put beside the program, which has looked around before it came, and may have spoken every language
// without the words of what prints.
const PRESS = `
import importlib
from companion.data.catalogue import language, typeset_language
importlib.invalidate_caches()
for known in language, typeset_language:
    known.cache_clear()
from companion.web.pocket.press_pocket import PressPocket as Pocket
`;

export async function addPress(python) {
  const parcel = await unpacked("press.bin", () => {}).then((got) => got.arrayBuffer()).catch((error) => { throw Object.assign(error, { name: "unfetched" }); });
  place(python, parcel);
  python.runPython(PRESS);
  python.runPython(REST);
}

export async function addParcel(python, name) {
  place(python, await unpacked(name, () => {}).then((got) => got.arrayBuffer()));
  python.runPython("import importlib; importlib.invalidate_caches()");
}

// What reads photos is with the program; the browser's eyes are given to it.
const SEES = `
from companion.web.honshu.photo_pocket import PhotoPocket as Pocket
Pocket
`;

export function addSight(python, sight) {
  const pocket = python.runPython(SEES);
  pocket.sight = sight;
  pocket.destroy();
  python.runPython(REST);
}

const words = (memory) => new Uint32Array(memory.buffer, memory.byteOffset, memory.length >> 2);
const empty = (memory) => !words(memory).some(Boolean);

// A sum over a part of a memory, after what came before it, that one wrong byte changes.
function sum(memory, before) {
  const parts = words(memory);
  let total = before;
  for (let at = 0; at < parts.length; at += 1) total = (Math.imul(total, 31) + parts[at]) | 0; // ten times as quick as "of"
  return total;
}

// The memory that was kept by this version: its head, and what is told of the rest; nothing where there is none.
async function remembered(memories) {
  const kept = await memories.match(at("memory")), told = (name) => Number(kept.headers.get(`x-${name}`));
  return kept ? { memories, head: new Uint8Array(await kept.arrayBuffer()), size: told("size"), right: told("sum") } : null;
}

// Unpacks a memory where it belongs. It has to find room; what this writes is written over. Where nothing was, nothing
// is written: a system gives no room for what was never touched, and that is two fifths of a Python.
async function putBack({ memories, head, size, right }, module) {
  while (module.HEAP8.length < size) module._malloc(1 << 20);
  const there = new Uint8Array(module.HEAP8.buffer, 0, size), place = new Uint8Array(PART);
  for (let begin = 0; begin < size; begin += PART) {
    const kept = (await memories.match(partAt(begin))).body.getReader();
    const line = pieces(() => kept.read()).pipeThrough(new DecompressionStream("gzip")).getReader();
    let come = 0;
    for (;;) {
      const { done, value } = await line.read();
      if (done) break;
      place.set(value, come);
      come += value.length;
    }
    for (let from = 0; from < come; from += PIECE) {
      const piece = place.subarray(from, Math.min(from + PIECE, come)), goal = there.subarray(begin + from, begin + from + PIECE);
      if (!empty(piece) || !empty(goal)) goal.set(piece);
    }
  }
  if (sum(there, sum(head, 0)) !== right) throw new Error("it is damaged");
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

// What a picture begins with; a whole one, as Python makes it, would be as large as its memory.
function headOf(python) {
  const module = python._module, heap = module.HEAP8;
  module.HEAP8 = new Int8Array(0);
  try { return python.makeMemorySnapshot(); } finally { module.HEAP8 = heap; }
}

// Takes a picture of a Python's memory. It is packed where it stands, for it would be there twice else; whoever has
// Python go on before that is over says so first, and what is left is copied.
async function take(python, memories) {
  const tried = await memories.match(at("tried")), times = tried ? Number(await tried.text()) : 0;
  await memories.put(at("tried"), new Response(String(times + 1))); // who has no room for it may not live to say so
  python.runPython(REST);
  let head = headOf(python), rest = new Uint8Array(python._module.HEAP8.buffer), left = false;
  async function packed() {
    const size = rest.length, right = sum(rest, sum(head, 0)), place = new Uint8Array(PART);
    let seen = sum(head, 0);
    for (let from = 0; from < size; from += PART) {
      const part = place.subarray(0, Math.min(PART, rest.length)), once = [part].values();
      part.set(rest.subarray(0, PART));
      rest = rest.subarray(PART);
      seen = sum(part, seen);
      await memories.put(partAt(from), new Response(pieces(async () => once.next()).pipeThrough(new CompressionStream("gzip"))));
    }
    if (seen !== right) throw new Error("it was changed meanwhile");
    await memories.put(at("memory"), new Response(head, { headers: { "x-size": size, "x-sum": right } })); // now it counts
  }
  // The browser may find at any time that something of Python's is not needed any more: then all of it once again.
  function again(error) {
    if (left) throw error;
    head = headOf(python);
    rest = new Uint8Array(python._module.HEAP8.buffer);
    return packed();
  }
  const kept = forget(memories).then(packed).catch(again).catch(again).then(() => memories.delete(at("tried")));
  return { kept, leave: () => { if (!left) rest = rest.slice(); left = true; } };
}

// Python, ready: from the memory that was kept, else from the beginning, and then with a way to
// take a picture where there is room for one.
export async function load(loaded, takesOne) {
  const memories = self.caches ? await caches.open(MEMORY).catch(() => null) : null;
  try {
    const memory = memories && (await remembered(memories));
    if (memory) return { python: await start(loaded, { _loadSnapshot: memory.head }, memory), remembered: true, picture: null };
  } catch (error) {
    console.warn("The memory that was kept cannot be used:", error);
    await forget(memories).catch(() => null);
  }
  const takes = takesOne && memories !== null && (await roomy(memories).catch(() => false));
  const python = await start(loaded, takes ? { _makeSnapshot: true } : {});
  python.runPython(BEGIN);
  python.runPython(REST);
  return { python, remembered: false, picture: takes ? () => take(python, memories) : null };
}
