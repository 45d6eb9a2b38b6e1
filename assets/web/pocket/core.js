// Python in this phone: its core and the program, each fetched as one packed file; and a picture of its memory
// just after the program was loaded, made once on this phone, from which it stands ready far sooner.
"use strict";
import { loadPyodide } from "./pyodide.js";

const HERE = new URL("./", import.meta.url).href;
export const POCKET = new URL("../", HERE).href; // where it is: what it keeps is called by that, for it may have neighbours
const MEMORY = `memory ${POCKET}`, EARLY_MEMORY = "companion-memory"; // the early one was everybody's
const at = (name) => new URL(name, HERE).href;

async function unpacked(name, loaded) {
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
  const parts = new ReadableStream({
    start(on) { on.enqueue(head); },
    async pull(on) {
      const { done, value } = await line.read();
      if (done) { on.close(); return; }
      loaded(value.length);
      on.enqueue(value);
    },
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
  const python = await loadPyodide({
    indexURL: HERE, stdLibURL: zip, lockFileURL: at("lock.json"), ...options,
    createPyodideModule: async (settings) => {
      const module = await make(settings);
      // A memory that is put back has to find room; what this writes is written over.
      while (options._loadSnapshot && module.HEAP8.length < options._loadSnapshot.byteLength) module._malloc(1 << 20);
      return module;
    },
  });
  self.fetch = fetched;
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

const REHEARSE = `
from companion.web.pocket.rehearsal import rehearse
async for _ in rehearse(folder):
    pass
`;

// A sum over a memory that one wrong byte changes.
function sum(memory) {
  const parts = new Uint32Array(memory, 0, memory.byteLength >> 2);
  let total = memory.byteLength | 0;
  for (let at = 0; at < parts.length; at += 1) total = (Math.imul(total, 31) + parts[at]) | 0; // ten times as quick as "of"
  return String(total);
}

// The memory that was kept by this version; nothing where there is none, or it is damaged.
async function remembered(memories) {
  const kept = await memories.match(at("memory"));
  if (!kept) return null;
  const memory = await kept.arrayBuffer();
  if (sum(memory) === kept.headers.get("x-sum")) return memory;
  await memories.delete(at("memory"));
  return null;
}

// The memories of other versions of this pocket go.
async function forget(memories) {
  for (const old of await memories.keys()) await memories.delete(old);
  if (!(await caches.has(EARLY_MEMORY))) return;
  const early = await caches.open(EARLY_MEMORY), all = await early.keys();
  const own = all.filter(({ url }) => url.startsWith(POCKET) && /^[^/]+\/memory$/.test(url.slice(POCKET.length)));
  if (own.length === all.length) await caches.delete(EARLY_MEMORY); else for (const each of own) await early.delete(each);
}

// Python, ready: from the memory that was kept, else from the beginning. To prepare takes longer, and the next
// time the memory is there.
export async function load({ folder, prepare }, loaded) {
  const memories = self.caches ? await caches.open(MEMORY).catch(() => null) : null;
  const memory = memories && !prepare ? await remembered(memories).catch(() => null) : null;
  if (memory) {
    try {
      return { python: await start(loaded, { _loadSnapshot: memory }), remembered: true };
    } catch (error) {
      console.warn("The memory that was kept cannot be used:", error);
      await memories.delete(at("memory"));
    }
  }
  const python = await start(loaded, prepare ? { _makeSnapshot: true } : {});
  python.runPython(BEGIN);
  if (prepare) {
    python.globals.set("folder", folder);
    await python.runPythonAsync(REHEARSE);
  }
  python.runPython(REST);
  if (prepare) {
    const made = python.makeMemorySnapshot(), whole = made.byteLength === made.buffer.byteLength ? made.buffer : made.slice().buffer;
    try {
      await forget(memories);
      await memories.put(at("memory"), new Response(whole, { headers: { "x-sum": sum(whole) } }));
    } catch (error) { console.warn("No memory is kept:", error); } // the next opening is slower
  }
  return { python, remembered: false };
}
