// The worker with Python: answers one request after another, each when its changes are stored. One worker has the
// tables, a second one prints, a third one reads photos; a fourth rehearses, so that later openings are quick, and ends.
"use strict";
import { POCKET, addPress, addSight, load, putAside } from "./core.js";
import { Browser, Sent } from "./decks.js";
import { Keeper, Overtaken } from "./keeper.js";
import { Sight } from "./sight.js";

const RESTS = 300; // ms to wait for another tap after an answer
const MOST_ANSWERS = 40; // before a garbage collection
const NUDGE = 1 << 27; // bytes allocated and not used, which makes a browser free memory

let python, pocket, keeper, settings, tail = Promise.resolve();
let waiting = 0, answered = 0, resting = 0, collect = null;
let sight = null; // only in the worker that reads photos
let picture = null; // the function that takes a snapshot
let leave = null; // while a snapshot is being packed, to be called before Python runs
const others = self.BroadcastChannel ? new BroadcastChannel(`companion ${POCKET}`) : null;
if (others) others.onmessage = () => self.postMessage({ kind: "changed" });

// An SVG as a PNG, which only the page can render; null if it cannot.
const drawings = [];
function drawn(svg) {
  self.postMessage({ kind: "draw", number: drawings.length, svg });
  return new Promise((done) => { drawings.push(done); });
}

// frees unused memory now: Python's, then the browser's
function letGo() {
  collect();
  try { new ArrayBuffer(NUDGE); } catch (error) { /* see print.js */ }
}

// tells the page if this worker is busy for long, without signs of life
const works = (on) => self.postMessage({ kind: "working", on });

const some = (rows) => rows.some(([[kind]]) => kind === "table");

// opens the stored tables; changes that could not be stored are lost
async function open() {
  if (pocket) pocket.destroy();
  pocket = null;
  const rows = await keeper.rows();
  if (some(rows)) await takePicture();
  if (leave) leave();
  const make = python.globals.get("Pocket");
  pocket = make.open_rows(JSON.stringify(rows), settings.folder);
  if (settings.work === "press") pocket.keep_in(new Browser(python, POCKET, drawn));
  make.destroy();
}

// Takes the snapshot, before any table is opened; its packing goes on while nobody waits.
async function takePicture(rehearsed = false) {
  const take = picture, unkept = (error) => console.warn("No memory is kept:", error); // the next start is slower
  picture = null;
  if (!take) return null;
  if (pocket) pocket.destroy();
  pocket = null;
  try {
    const taken = await take(rehearsed), kind = rehearsed ? "prepared" : "kept";
    leave = taken.leave;
    return { packed: taken.kept.then(() => self.postMessage({ kind }), unkept).finally(() => { leave = null; }) };
  } catch (error) { unkept(error); return null; }
}

// Requests every page once, at tables that nobody plays, and keeps the memory after that, unless that is kept already;
// of a newer build also the one before, since it may be opened soon.
async function rehearse(remembered) {
  const take = picture;
  if (!take) return;
  if (!remembered) { const early = await takePicture(); if (early) await early.packed; }
  picture = take;
  const rehearsal = python.pyimport("companion.web.pocket.pocket").rehearse(settings.folder);
  while (!(await rehearsal.next()).done);
  rehearsal.destroy();
  const taken = await takePicture(true);
  if (taken) await taken.packed;
}

async function keep() {
  const changes = JSON.parse(pocket.changes());
  if (!changes.length) return;
  await keeper.write(changes);
  if (others) others.postMessage("written");
}

async function asked({ method, path, type, body, languages, first, files }) {
  if (first) pocket.draw_curtains(path); // another player may have opened the page
  const sent = python.toPy(new Uint8Array(body));
  const more = files ? [new Sent(python, files)] : [];
  const answered = await pocket.answer(method, path, type, sent, languages, ...more), named = answered.headers, whole = answered.body;
  const headers = named.toJs({ dict_converter: Object.fromEntries });
  const got = { status: answered.status, path: answered.path, type: headers["content-type"] || "", file: headers["content-disposition"] || "", body: whole.toJs() };
  for (const each of [sent, named, whole, answered]) each.destroy();
  return got;
}

async function answer(request) {
  for (;;) {
    if (picture && request && request.method !== "GET") await takePicture(); // it may begin a table
    if (!pocket || (await keeper.overtaken())) await open();
    try {
      const got = request ? await asked(request) : null;
      await keep();
      return got;
    } catch (error) {
      pocket.destroy();
      pocket = null; // read again before the next answer
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}

// collects garbage while no request waits
function rest() {
  if (leave) { pause(RESTS); return; }
  if (picture) { tail = tail.then(() => takePicture()); return; }
  answered = 0;
  collect();
}

function pause(time) {
  clearTimeout(resting);
  if (!waiting) resting = setTimeout(rest, time);
}

async function begin(message) {
  settings = message;
  // by this lock, the page notices if this worker dies
  if (navigator.locks) await new Promise((held) => { navigator.locks.request(settings.life, () => new Promise(() => { held(); })); });
  if (settings.work !== "memory") keeper = await Keeper.open(POCKET);
  const heard = (bytes) => self.postMessage({ kind: "loaded", bytes });
  const ready = await load(heard, settings.work);
  ({ python, picture } = ready);
  if (settings.work === "memory") { await rehearse(ready.remembered); return; }
  if (settings.work === "press") await addPress(python);
  if (settings.work === "photos") addSight(python, sight = new Sight(heard, works));
  collect = python.pyimport("gc").collect;
  putAside(python);
  letGo(); // what was only needed for the start
  await answer(null); // only now, so that the snapshot has no table
  self.postMessage({ kind: "ready", remembered: ready.remembered, rehearsed: ready.rehearsed });
}

self.onmessage = ({ data }) => {
  if (data.kind === "drawn") { drawings[data.number](data.made); return; }
  waiting += 1;
  clearTimeout(resting);
  tail = tail.then(async () => {
    try {
      if (data.kind === "begin") { await begin(data); if (data.work === "memory") self.postMessage({ kind: "done" }); return; }
      const got = await answer(data);
      self.postMessage({ kind: "answer", number: data.number, ...got }, [got.body.buffer]);
      if (sight) sight.ready(); // they will be needed on these pages
      if (settings.work === "press" && !got.type.startsWith("application/json")) { // not while a deck is edited: that starts no job
        works(true);
        await pocket.work((done, of, page, pages, name, svg) => self.postMessage({ kind: "printing", done, of, page, pages, name, svg }));
        letGo(); // decks leave much garbage, and a browser's memory only grows
        works(false);
      }
      answered += 1;
      if (answered >= MOST_ANSWERS) { answered = 0; collect(); }
    } catch (error) {
      self.postMessage({ kind: "failed", number: data.number, name: error.name, text: String(error) });
    } finally {
      waiting -= 1;
      if (collect) pause(RESTS);
    }
  });
};
