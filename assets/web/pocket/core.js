// Python in this phone: its core and the program, each fetched as one packed file; and a picture of its memory
// just after the program was loaded, made once on this phone, from which it stands ready far sooner.
"use strict";
import { loadPyodide } from "./pyodide.mjs";

const MEMORY = "companion-memory", HERE = new URL("./", import.meta.url).href;
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

const REHEARSE = `
import gc
from companion.web.pocket.rehearsal import rehearse
async for _ in rehearse(folder):
    pass
gc.collect()
`;

// Python, ready: from the memory that was kept, else from the beginning. To prepare takes longer, and the next
// time the memory is there.
export async function load({ folder, prepare }, loaded) {
  const memories = self.caches && (await caches.open(MEMORY)), kept = memories && !prepare && (await memories.match(at("memory")));
  if (kept) {
    try {
      return { python: await start(loaded, { _loadSnapshot: await kept.arrayBuffer() }), remembered: true };
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
    for (const old of await memories.keys()) await memories.delete(old);
    await memories.put(at("memory"), new Response(python.makeMemorySnapshot()));
  }
  return { python, remembered: false };
}
