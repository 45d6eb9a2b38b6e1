// The table inside this phone, beside the page: one request after another, each answered when what it has
// changed is kept. A second one of these prints, a third one reads photos.
"use strict";
import { POCKET, addPress, addSight, load, putAside } from "./core.js";
import { Browser, Sent } from "./decks.js";
import { Keeper, Overtaken } from "./keeper.js";
import { Sight } from "./sight.js";

const RESTS = 300; // ms after an answer in which another tap may come
const MOST_ANSWERS = 40; // without a rest
const NUDGE = 1 << 27; // bytes that are asked for, and touched by nobody: then a browser looks for what was let go
const ENOUGH = 3000; // ms of rehearsal where tables wait to be opened

let python, pocket, keeper, settings, tail = Promise.resolve();
let waiting = 0, answered = 0, resting = 0, collect = null;
let sight = null; // of what reads photos
let picture = null, rehearsal = null; // until it is taken, until it is over
let leave = null; // while the picture that was taken is being packed: what Python says before it goes on
const others = self.BroadcastChannel ? new BroadcastChannel(`companion ${POCKET}`) : null;
if (others) others.onmessage = () => self.postMessage({ kind: "changed" });

// An SVG as a PNG, which only the page can draw; null where it cannot.
const drawings = [];
function drawn(svg) {
  self.postMessage({ kind: "draw", number: drawings.length, svg });
  return new Promise((done) => { drawings.push(done); });
}

// what nobody needs any more goes now: Python's, then the browser's
function letGo() {
  collect();
  try { new ArrayBuffer(NUDGE); } catch (error) { /* see print.js */ }
}

// whether it is at something that takes long, and says nothing while it is
const works = (on) => self.postMessage({ kind: "working", on });

const some = (rows) => rows.some(([[kind]]) => kind === "table");

// the tables as they are kept; what could not be kept has not happened
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

// The picture is taken before a table comes into this Python; a rehearsal that is not over has played at some of its own.
async function takePicture() {
  const take = picture, unkept = (error) => console.warn("No memory is kept:", error); // the next opening is slower
  picture = null;
  if (!take) return;
  if (rehearsal) { await rehearsal.return(); rehearsal.destroy(); }
  rehearsal = null;
  if (pocket) pocket.destroy();
  pocket = null;
  try {
    const taken = await take();
    leave = taken.leave;
    taken.kept.then(() => self.postMessage({ kind: "prepared" }), unkept).finally(() => { leave = null; });
  } catch (error) { unkept(error); }
}

// A step towards the picture, as long as nobody waits: every page is asked for once, at tables that nobody plays.
async function step() {
  try { if ((await rehearsal.next()).done) await takePicture(); } catch (error) { console.warn(error); rehearsal = null; }
}

async function rehearse() {
  if (waiting || !rehearsal) return;
  await step();
  answered += 1;
  pause(0);
}

async function keep() {
  const changes = JSON.parse(pocket.changes());
  if (!changes.length) return;
  await keeper.write(changes);
  if (others) others.postMessage("written");
}

async function asked({ method, path, type, body, languages, first, files }) {
  if (first) pocket.draw_curtains(path); // whoever opens the page may be another one than has closed it
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
    if (picture && request && request.method !== "GET") await takePicture(); // what is sent may begin a table
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
  if (leave) { pause(RESTS); return; }
  if (rehearsal && answered < MOST_ANSWERS) { tail = tail.then(rehearse); return; }
  answered = 0;
  collect();
  if (rehearsal) pause(0);
}

function pause(time) {
  clearTimeout(resting);
  if (!waiting) resting = setTimeout(rest, time);
}

async function begin(message) {
  settings = message;
  // the page sees by this lock that this worker is there
  if (navigator.locks) await new Promise((held) => { navigator.locks.request(settings.life, () => new Promise(() => { held(); })); });
  keeper = await Keeper.open(POCKET);
  const heard = (bytes) => self.postMessage({ kind: "loaded", bytes });
  const ready = await load(heard, settings.work === "tables");
  ({ python, picture } = ready);
  if (settings.work === "press") await addPress(python);
  if (settings.work === "photos") addSight(python, sight = new Sight(heard, works));
  collect = python.pyimport("gc").collect;
  if (picture) rehearsal = python.pyimport("companion.web.pocket.pocket").rehearse(settings.folder);
  const late = performance.now() + ENOUGH; // these tables will be there at every opening, so it is now or never
  if (rehearsal && some(await keeper.rows())) while (rehearsal && performance.now() < late) await step();
  putAside(python);
  letGo(); // of what it was begun from
  await answer(null); // only now: no table is in the memory that is kept
  self.postMessage({ kind: "ready", remembered: ready.remembered });
}

self.onmessage = ({ data }) => {
  if (data.kind === "drawn") { drawings[data.number](data.made); return; }
  waiting += 1;
  clearTimeout(resting);
  tail = tail.then(async () => {
    try {
      if (data.kind === "begin") { await begin(data); return; }
      const got = await answer(data);
      self.postMessage({ kind: "answer", number: data.number, ...got }, [got.body.buffer]);
      if (sight) sight.ready(); // whoever is on these pages wants them
      if (settings.work === "press") {
        works(true);
        await pocket.work((done, of, page, pages, name, svg) => self.postMessage({ kind: "printing", done, of, page, pages, name, svg }));
        letGo(); // a deck leaves much behind, and a browser's memory only grows
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
