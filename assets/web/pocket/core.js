// Python in this phone: its core and the program, each fetched as one packed file; and a picture of its memory
// just after the program was loaded, made once on this phone, from which it stands ready far sooner.
"use strict";
import { loadPyodide } from "./pyodide.mjs";

const MEMORY = "companion-memory", HERE = new URL("./", import.meta.url).href, ABOVE = new URL("../", HERE).href;
const at = (name) => new URL(name, HERE).href;

async function unpacked(name, loaded) {
  const got = await fetch(at(name));
  if (!got.ok) throw new Error(`${name}: ${got.status}`);
  const counted = new TransformStream({ transform(part, on) { loaded(part.length); on.enqueue(part); } });
  return new Response(got.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip")));
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
  const machine = unpacked("core.wasm.gz", loaded).then((got) => new Response(got.body, { headers: { "content-type": "application/wasm" } }));
  const [library, program, code] = await Promise.all([
    unpacked("library.zip.gz", loaded).then((got) => got.blob()),
    unpacked("program.gz", loaded).then((got) => got.arrayBuffer()),
    unpacked("core.js.gz", loaded).then((got) => got.blob()),
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
      for (const old of await memories.keys()) if (old.url.startsWith(ABOVE)) await memories.delete(old);
      await memories.put(at("memory"), new Response(whole, { headers: { "x-sum": sum(whole) } }));
    } catch (error) { console.warn("No memory is kept:", error); } // the next opening is slower
  }
  return { python, remembered: false };
}
