// The table inside this phone, beside the page: one request after another, each answered when what it has
// changed is kept.
"use strict";
import { POCKET, load } from "./core.js";
import { Keeper, Overtaken } from "./keeper.js";

const RESTS = 300; // ms after an answer in which another tap may come
const MOST_ANSWERS = 40; // without a rest

let python, pocket, keeper, settings, tail = Promise.resolve();
let answered = 0, resting = 0, collect = null;
const others = self.BroadcastChannel ? new BroadcastChannel(`companion ${POCKET}`) : null;
if (others) others.onmessage = () => self.postMessage({ kind: "changed" });

// the tables as they are kept; what could not be kept has not happened
async function open() {
  if (pocket) pocket.destroy();
  pocket = null;
  const rows = await keeper.rows(), make = python.globals.get("Pocket");
  pocket = make.kept(JSON.stringify(rows), settings.folder);
  make.destroy();
}

async function keep() {
  const changes = JSON.parse(pocket.changes());
  if (!changes.length) return;
  await keeper.write(changes);
  if (others) others.postMessage("written");
}

async function asked({ method, path, type, body, languages, first }) {
  if (first) pocket.reopened(path); // whoever opens the page may be another one than has closed it
  const sent = python.toPy(new Uint8Array(body));
  const answered = await pocket.answer(method, path, type, sent, languages), named = answered.headers, whole = answered.body;
  const headers = named.toJs({ dict_converter: Object.fromEntries });
  const got = { status: answered.status, path: answered.path, type: headers["content-type"] || "", file: headers["content-disposition"] || "", body: whole.toJs() };
  for (const each of [sent, named, whole, answered]) each.destroy();
  return got;
}

async function answer(request) {
  for (;;) {
    if (!pocket || (await keeper.overtaken())) await open();
    try {
      const got = request ? await asked(request) : null;
      await keep();
      return got;
    } catch (error) {
      pocket.destroy();
      pocket = null; // read anew before anything else is shown
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}

// what answers have left behind goes while nobody waits, not in the middle of a tap
function rest() {
  clearTimeout(resting);
  answered = 0;
  collect();
}

async function begin(message) {
  settings = message;
  // the page sees by this lock that this worker is there
  if (navigator.locks) await new Promise((held) => { navigator.locks.request(settings.life, () => new Promise(() => { held(); })); });
  keeper = await Keeper.open(POCKET);
  const ready = await load(settings, (bytes) => self.postMessage({ kind: "loaded", bytes }));
  python = ready.python;
  collect = python.pyimport("gc").collect;
  await answer(null); // only now: no table is in the memory that is kept
  self.postMessage({ kind: "ready", remembered: ready.remembered });
}

self.onmessage = ({ data }) => {
  tail = tail.then(async () => {
    try {
      if (data.kind === "begin") { await begin(data); return; }
      const got = await answer(data);
      self.postMessage({ kind: "answer", number: data.number, ...got }, [got.body.buffer]);
      clearTimeout(resting);
      answered += 1;
      if (answered >= MOST_ANSWERS) rest(); else resting = setTimeout(rest, RESTS);
    } catch (error) {
      self.postMessage({ kind: "failed", number: data.number, name: error.name, text: String(error) });
    }
  });
};
