// Starts Python in the browser: loads its core and the program, each as one packed file; and stores a snapshot of
// its memory, taken once on this phone before any table is opened, from which it later starts much faster.
"use strict";
import { loadPyodide } from "./pyodide.js";

const HERE = new URL("./", import.meta.url).href;
export const POCKET = new URL("../", HERE).href; // its address, part of the names of all it stores, as a host may have several
const MEMORY = `memory ${POCKET}`;
const LEAST = 2, MOST_TRIES = 3; // GB of memory for a snapshot; failed tries of one
const PIECE = 1 << 16; // bytes packed or unpacked at once, to save memory
const PART = 1 << 22; // bytes of a snapshot stored at once, as browsers copy them, some three times
const at = (name) => new URL(name, HERE).href;
const partAt = (right, from) => at(`memory/${right >>> 0}/${from / PART}`); // beside those of another snapshot until it is complete

// Safari calls finalizers even while a worker waits for a file to be read, in the middle of Python's work, when
// Python must not be called. So they run a moment later.
self.FinalizationRegistry = class extends FinalizationRegistry {
  constructor(free) { super((held) => { setTimeout(() => free(held)); }); }
};

// A stream of what `read` returns, in pieces of PIECE bytes, each read on demand.
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

// A response with a file, unpacked; loaded is called with the number of bytes at each part.
export async function unpacked(name, loaded) {
  const got = await fetch(at(name));
  if (!got.ok) throw new Error(`${name}: ${got.status}`);
  const line = got.body.getReader(), come = [], head = [];
  const more = async () => { const part = await line.read(); if (!part.done) loaded(part.value.length); return part; };
  while (head.length < 2) {
    const part = await more();
    if (part.done) throw new Error(`${name}: ${head.length}`);
    come.push(part);
    head.push(...part.value.subarray(0, 2)); // the part may even be the whole file
  }
  const parts = pieces(async () => come.shift() || more());
  const packed = head[0] === 0x1f && head[1] === 0x8b; // some hosts unpack files themselves
  return new Response(packed ? parts.pipeThrough(new DecompressionStream("gzip")) : parts);
}

const placed = []; // files in this worker's memory: path, buffer, offset, size

// Writes a bundle's files; it has the length of a list, the list of names and sizes as JSON, and the contents.
function place(python, bundle) {
  const length = new DataView(bundle).getUint32(0), files = JSON.parse(new TextDecoder().decode(new Uint8Array(bundle, 4, length)));
  let from = 4 + length;
  const made = new Set();
  for (const [name, size] of files) {
    const path = `/companion/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) { python.FS.mkdirTree(folder); made.add(folder); }
    python.FS.writeFile(path, new Uint8Array(bundle, from, size), { canOwn: true }); // without copying
    placed.push([path, bundle, from, size]);
    from += size;
  }
}

// Moves the contents of files, which are rarely read again, from memory into blobs of the browser, from which each
// part is read on demand. The files are never written.
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
  self.fetch = (url, ...more) => (String(url).endsWith("pyodide.asm.wasm") ? machine : fetched(url, ...more)); // loaded already
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

// What is loaded so far is excluded from garbage collection, which the worker starts itself while idle.
const REST = `
import gc
gc.collect()
gc.freeze()
gc.disable()
`;

// The code that prints is added to the running program, which may have cached listings of folders, and languages
// without the texts for printing.
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

// The code that reads photos is in the program; it only needs the browser's Sight.
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

// A checksum of a part of a memory, continued from that of the part before.
function sum(memory, before) {
  const parts = words(memory);
  let total = before;
  for (let at = 0; at < parts.length; at += 1) total = (Math.imul(total, 31) + parts[at]) | 0; // ten times as fast as for...of
  return total;
}

// The snapshot stored by this build: its head, and size and checksum of the rest; null if there is none.
async function remembered(memories) {
  const kept = await memories.match(at("memory")), told = (name) => Number(kept.headers.get(`x-${name}`));
  return kept ? { memories, head: new Uint8Array(await kept.arrayBuffer()), size: told("size"), right: told("sum"), rehearsed: told("rehearsed") === 1 } : null;
}

// Unpacks a snapshot into the memory, which must grow first; what that writes is overwritten. Empty pieces are not
// written, as a system allocates no memory for untouched pages, which are two fifths of Python's.
async function putBack({ memories, head, size, right }, module) {
  while (module.HEAP8.length < size) module._malloc(1 << 20);
  const there = new Uint8Array(module.HEAP8.buffer, 0, size), place = new Uint8Array(PART);
  for (let begin = 0; begin < size; begin += PART) {
    const kept = (await memories.match(partAt(right, begin))).body.getReader();
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

// True if this phone may have enough memory for a snapshot, by its browser's figure and past failures.
async function roomy(memories) {
  if (navigator.deviceMemory < LEAST) return false;
  const tried = await memories.match(at("tried"));
  return !tried || Number(await tried.text()) < MOST_TRIES;
}

// Deletes the snapshots of this build, except that with a checksum; service.js deletes those of earlier builds.
async function forget(memories, right = null) {
  const stays = ({ url }) => !url.startsWith(HERE) || url === at("tried") || (right !== null && (url === at("memory") || url.startsWith(partAt(right, 0).slice(0, -1))));
  for (const old of await memories.keys()) if (!stays(old)) await memories.delete(old);
}

const alone = (work) => (navigator.locks ? navigator.locks.request(MEMORY, work) : work()); // no other tab packs meanwhile

// The head of a snapshot; Python would copy the whole memory with it.
function headOf(python) {
  const module = python._module, heap = module.HEAP8;
  module.HEAP8 = new Int8Array(0);
  try { return python.makeMemorySnapshot(); } finally { module.HEAP8 = heap; }
}

// Takes a snapshot of Python's memory. It is packed without copying, to save memory; leave() must be called if
// Python has to run before that is done, and copies the rest.
async function take(python, memories, rehearsed) {
  const tried = await memories.match(at("tried")), times = tried ? Number(await tried.text()) : 0;
  await memories.put(at("tried"), new Response(String(times + 1))); // without enough memory, the worker may die now
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
      await memories.put(partAt(right, from), new Response(pieces(async () => once.next()).pipeThrough(new CompressionStream("gzip"))));
    }
    if (seen !== right) throw new Error("it was changed meanwhile");
    await memories.put(at("memory"), new Response(head, { headers: { "x-size": size, "x-sum": right, "x-rehearsed": Number(rehearsed) } })); // only now is it valid
    await forget(memories, right);
  }
  // If a finalizer has changed the memory meanwhile, starts again, up to twice.
  function again(error) {
    if (left) throw error;
    head = headOf(python);
    rest = new Uint8Array(python._module.HEAP8.buffer);
    return alone(packed);
  }
  const kept = alone(packed).catch(again).catch(again).then(() => memories.delete(at("tried")));
  return { kept, leave: () => { if (!left) rest = rest.slice(); left = true; } };
}

// Starts Python: from the stored snapshot, or else anew; with a function that takes one, if there is enough memory and
// none is stored, or none after a rehearsal for the worker that rehearses.
export async function load(loaded, work) {
  const memories = self.caches ? await caches.open(MEMORY).catch(() => null) : null;
  const takes = ["tables", "memory"].includes(work) && memories !== null && (await roomy(memories).catch(() => false));
  const options = (wanted) => (wanted && takes ? { _makeSnapshot: true } : {});
  const picture = (python) => (takes ? (rehearsed) => take(python, memories, rehearsed) : null);
  try {
    const memory = memories && (await remembered(memories));
    if (memory) {
      const again = work === "memory" && !memory.rehearsed;
      const python = await start(loaded, { _loadSnapshot: memory.head, ...options(again) }, memory);
      return { python, remembered: true, rehearsed: memory.rehearsed, picture: again ? picture(python) : null };
    }
  } catch (error) {
    console.warn("The memory that was kept cannot be used:", error);
    await forget(memories).catch(() => null);
  }
  const python = await start(loaded, options(true));
  python.runPython(BEGIN);
  python.runPython(REST);
  return { python, remembered: false, rehearsed: false, picture: picture(python) };
}
