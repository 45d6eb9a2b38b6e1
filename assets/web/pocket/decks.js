// Own decks, for Python in the worker that prints: stores their files in a database of the browser, and passes on
// files that were chosen or dropped.
"use strict";
import { addParcel } from "./core.js";
import { picture } from "./pictures.js";

const FILES = "files", ABOUT = "about", BEFORE = "before ", TEXTS = /\.(csv|tsv|txt|json|toml|svg)$/i;
const SCHEMAS = /\/schemas\/\w+\.json$/; // they name all fonts, and use none
// Finds kanji, dice, circled numbers and so on, and the font "sans", which need the parcel of letters; characters
// are found as such or as escapes.
const FAR = /(?:["'=,;:]\s*|(?:px|pt|em|mm|%)\s+)sans\b|[\u2195\u219a-\u21ff\u2460-\u24ff\u25a2-\u25b1\u25b4\u25b5\u25b8-\u25bf\u25c2-\u25c5\u25c8\u25cc\u25cd\u25d0-\u2604\u2607-\u260f\u2612-\u2701\u2703-\u2712\u2714-\u27ff\u2b00-\u2bff\u2016\u203b\u2103\u212b\u21d2\u21d4\u2200\u2203\u2207-\u220b\u221d\u2220-\u223d\u2261\u2266-\u22a5\u2312-\u257f\u25ef-\u266f\u2e80-\ud7ff\uf900-\uffff]|\\u[\da-f]{4}|&#/i;
// Parcels that only some decks need, with the function that finds it in a file: letters, the reader of workbooks or PDFs.
const BESIDES = [
  ["letters.bin", (path, text) => TEXTS.test(path) && !SCHEMAS.test(path) && FAR.test(text())],
  ["workbook.bin", (path) => /\.xls[mx]$/i.test(path)],
  ["pdf.bin", (path) => /\.pdf$/i.test(path)],
];
// A text, in the encodings that Python finds: UTF-16 has a mark, or a NUL byte beside its first Latin letter.
const decode = (bytes) => {
  const [one, two] = bytes, is = (first, second) => one === first && two === second;
  return new TextDecoder(two === 0 || is(0xff, 0xfe) ? "utf-16le" : one === 0 || is(0xfe, 0xff) ? "utf-16be" : "utf-8").decode(bytes);
};
const asked = (request) => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error); });

// resolves when a write is on the disk; to false if there is no space
function settled(writing) {
  return new Promise((done, fail) => {
    writing.oncomplete = () => done(true);
    writing.onabort = () => { if (writing.error && writing.error.name !== "QuotaExceededError") fail(writing.error); else done(false); };
  });
}

export class Browser {
  constructor(python, address, drawn) { Object.assign(this, { python, drawn, files: python.FS, had: new Set(), name: `companion decks ${address}` }); }

  async stores(mode) {
    const opening = indexedDB.open(this.name, 1);
    opening.onupgradeneeded = () => { for (const name of [FILES, ABOUT]) opening.result.createObjectStore(name); };
    const database = await asked(opening), all = database.transaction([FILES, ABOUT], mode, { durability: "strict" });
    for (const end of ["complete", "abort"]) all.addEventListener(end, () => database.close());
    return all;
  }

  // the paths of all files below a folder; none if it does not exist, as for a game
  * within(folder) {
    if (!this.files.analyzePath(folder).exists) return; // or what it throws is no Error, and Python would wait for ever
    for (const each of this.files.readdir(folder)) {
      if (each === "." || each === "..") continue;
      const path = `${folder}/${each}`;
      if (this.files.isDir(this.files.stat(path).mode)) yield* this.within(path); else yield path;
    }
  }

  place(goal, content) {
    this.files.mkdirTree(goal.slice(0, goal.lastIndexOf("/")));
    this.files.writeFile(goal, content, { canOwn: true });
  }

  // the stored decks as JSON: name, title, and when it was added, in seconds
  async names() {
    const about = (await this.stores("readonly")).objectStore(ABOUT), [keys, all] = await Promise.all([asked(about.getAllKeys()), asked(about.getAll())]);
    return JSON.stringify(keys.map((key, at) => [key, all[at].called, all[at].taken / 1000]));
  }

  // writes the files of a deck into a folder
  async bring(name, folder) {
    const all = await asked((await this.stores("readonly")).objectStore(FILES).get(name));
    for (const [path, content] of all || []) this.place(`${folder}/${path}`, content);
  }

  // Stores the files of a folder as a deck, all or none; returns when, in seconds, or 0 if there is no space, or -1 if
  // they are based on what was stored at `known`, and another tab has stored or deleted the deck since.
  async keep(name, called, folder, known) {
    const all = [...this.within(folder)].map((path) => [path.slice(folder.length + 1), this.files.readFile(path)]);
    const writing = await this.stores("readwrite"), done = settled(writing), taken = Math.max(Date.now(), Math.round(known * 1000) + 1);
    try {
      const now = await asked(writing.objectStore(ABOUT).get(name));
      if (known && !(now && now.taken / 1000 === known)) { writing.abort(); await done; return -1; }
      writing.objectStore(FILES).put(all, name);
      writing.objectStore(ABOUT).put({ called, taken }, name);
    } catch (error) {
      console.warn(error);
      writing.abort(); // some browsers notice at once that there is no space
    }
    return (await done) ? taken / 1000 : 0;
  }

  // stores a copy of a deck as it is now; false if there is no space
  async keep_copy(name) {
    const writing = await this.stores("readwrite"), done = settled(writing), files = writing.objectStore(FILES);
    files.put(await asked(files.get(name)), `${BEFORE}${name}`);
    return done;
  }

  // deletes a deck and its copy
  async drop(name) {
    const writing = await this.stores("readwrite"), done = settled(writing);
    for (const each of [FILES, ABOUT]) writing.objectStore(each).delete(name);
    writing.objectStore(FILES).delete(`${BEFORE}${name}`);
    await done;
  }

  // loads the parcels that files of a folder need; returns how many, or -1 if one cannot be loaded
  async fetch_needed(folder) {
    let come = 0;
    for (const [name, wants] of BESIDES) {
      const wanted = () => [...this.within(folder)].some((path) => wants(path, () => decode(this.files.readFile(path))));
      if (this.had.has(name) || !wanted()) continue;
      try { await addParcel(this.python, name); } catch (error) { console.warn(error); return -1; }
      this.had.add(name);
      this.python.runPython("from companion.press.frame import fonts; fonts.forget_missing_letters()"); // as they were before
      come += 1;
    }
    return come;
  }

  // facts about the pictures in a folder, as JSON by path; files made from them are written below another folder
  async pictures(folder, made, most, way) {
    const found = {};
    for (const path of this.within(folder)) {
      const about = await picture(this.files.readFile(path), most, way, (end, content) => this.place(`${made}${path}.${end}`, content));
      if (about) found[path] = about;
    }
    return JSON.stringify(found);
  }

  // renders an SVG into a file; false if that fails
  async draw(svg, goal) {
    const made = await this.drawn(svg);
    if (made) this.place(goal, made);
    return Boolean(made);
  }
}

export class Sent {
  constructor(python, files) { Object.assign(this, { python, files }); }

  // names, with their folders, and sizes, as JSON
  list_files() { return JSON.stringify(this.files.map(([path, file]) => [path, file.size])); }

  // writes one of them to a file
  async place(number, goal) { this.python.FS.writeFile(goal, new Uint8Array(await this.files[number][1].arrayBuffer()), { canOwn: true }); }
}
