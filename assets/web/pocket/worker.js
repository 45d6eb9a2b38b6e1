// The table inside this phone, beside the page: one request after another, each answered when what it has
// changed is kept.
"use strict";
import { load } from "./core.js";
import { Keeper, Overtaken } from "./keeper.js";

let python, pocket, keeper, settings, tail = Promise.resolve();
const others = self.BroadcastChannel ? new BroadcastChannel("companion") : null;
if (others) others.onmessage = () => self.postMessage({ kind: "changed" });

async function open() {
  const rows = await keeper.rows();
  if (pocket) pocket.destroy();
  const make = python.globals.get("Pocket");
  pocket = make.kept(JSON.stringify(rows), settings.folder);
  make.destroy();
}

async function keep() {
  const changes = JSON.parse(pocket.changes());
  if (!changes.length) return;
  await keeper.write(changes);
  if (others) others.postMessage("written");
}

async function answer({ method, path, type, body, languages }) {
  if (await keeper.overtaken()) await open();
  for (;;) {
    const sent = python.toPy(new Uint8Array(body)), answered = await pocket.answer(method, path, type, sent, languages);
    const headers = answered.headers.toJs({ dict_converter: Object.fromEntries });
    const got = { status: answered.status, path: answered.path, type: headers["content-type"] || "", file: headers["content-disposition"] || "", body: answered.body.toJs() };
    sent.destroy();
    answered.destroy();
    try {
      await keep();
      return got;
    } catch (error) {
      await open(); // what could not be kept has not happened
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}

async function begin(message) {
  settings = message;
  const ready = await load(settings, (bytes) => self.postMessage({ kind: "loaded", bytes }));
  python = ready.python;
  keeper = await Keeper.open(); // only now: no table is in the memory that is kept
  for (;;) {
    await open();
    try { await keep(); break; } catch (error) { if (!(error instanceof Overtaken)) throw error; }
  }
  self.postMessage({ kind: "ready", remembered: ready.remembered });
}

self.onmessage = ({ data }) => {
  tail = tail.then(async () => {
    try {
      if (data.kind === "begin") { await begin(data); return; }
      const got = await answer(data);
      self.postMessage({ kind: "answer", number: data.number, ...got }, [got.body.buffer]);
    } catch (error) {
      self.postMessage({ kind: "failed", number: data.number, name: error.name, text: String(error) });
    }
  });
};
