// Takes a picture of a stand-in's memory with core.js, puts it back, and tells how that went; see test_picture.py.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, how] = [path.resolve(process.argv[2]), process.argv[3]];
const kept = new Map(), goes = { puts: 0, written: 0 };
const size = (11 << 20) + 4096; // no whole number of parts
const heap = new ArrayBuffer(size), memory = new Uint8Array(heap);
const [empty, full] = [2 << 20, 7 << 20]; // between them nothing was ever written
for (let at = 0; at < size; at += 1) memory[at] = at < empty || at >= full ? (at * 7 + (at >> 9)) & 255 : 0;
const before = memory.slice();

// as a browser keeps what it is given: whole, with its headers
const cache = {
  async match(url) { return kept.has(url) ? new Response(kept.get(url).body, { headers: kept.get(url).headers }) : undefined; },
  async keys() { return [...kept.keys()].map((url) => ({ url })); },
  async delete(request) { return kept.delete(request.url || request); },
  async put(url, got) {
    kept.set(url, { body: await got.arrayBuffer(), headers: got.headers });
    if (!url.includes("/memory/")) return;
    goes.puts += 1;
    if (how === "left" && goes.puts === 1) { goes.leave(); memory.fill(1); }
    if (how === "changed once" && goes.puts === 1) memory[size - 1] += 1;
    if (how === "changed always") memory[size - 1] += 1;
    if (how === "changed, then left" && goes.puts === 1) { memory[size - 1] += 1; goes.leave(); }
  },
};
// a file that a browser has at hand may come as one part
const asOne = (bytes) => new ReadableStream({ start(on) { on.enqueue(new Uint8Array(bytes)); on.close(); } });
const given = []; // what unpacking gave
ArrayBuffer.prototype.transfer ||= function transfer() { return structuredClone(this, { transfer: [this] }); }; // as browsers have it
const Real = globalThis.DecompressionStream;
globalThis.DecompressionStream = class {
  constructor(kind) {
    const { readable, writable } = new Real(kind), noted = new TransformStream({ transform(part, on) { given.push(part.buffer); on.enqueue(part); } });
    Object.assign(this, { writable, readable: readable.pipeThrough(noted) });
  }
};
globalThis.self = globalThis;
Object.defineProperty(globalThis, "navigator", { value: {} });
globalThis.caches = { open: async () => cache, has: async () => false };
globalThis.fetch = async (url) => new Response(asOne(await readFile(new URL(url))));
URL.createObjectURL = () => "data:text/javascript,export default (settings) => settings.made"; // Node imports no blob
URL.revokeObjectURL = () => {};

const stands = () => ({ HEAP8: new Int8Array(heap), _malloc() { throw new Error("there is room"); } });
globalThis.loadPyodide = async (options) => {
  const module = await options.createPyodideModule({ made: stands() });
  if (options._loadSnapshot) goes.head = options._loadSnapshot;
  return {
    _module: module,
    FS: { mkdirTree() {}, writeFile() {} },
    runPython() {},
    makeMemorySnapshot: () => new Uint8Array(32 + module.HEAP8.length).fill(9),
  };
};
const { load } = await import(pathToFileURL(path.join(folder, "core.js")));
const first = await load(() => {}, "tables"), taken = await first.picture(true);
goes.leave = taken.leave;
const told = await taken.kept.then(() => "kept", (error) => String(error));
const right = how === "changed once" ? memory.slice() : before;
memory.fill(0);
memory[empty + 5] = 3; // as Python writes a little of its own before what was kept is put back
const typed = Object.getPrototypeOf(Uint8Array.prototype), { set } = typed;
typed.set = function noted(from, at) { if (this.buffer === heap) goes.written += from.length; set.call(this, from, at); };
const second = await load(() => {}, "tables");
const back = second.remembered && right.every((each, at) => each === memory[at]);
const uncounted = given.filter(({ byteLength }) => !byteLength).length;
console.log(JSON.stringify({ told, back, puts: goes.puts, empty: size - goes.written, head: goes.head ? goes.head.length : 0, given: given.length, uncounted }));
