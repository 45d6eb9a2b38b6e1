// Stores the rows of tables in the browser's database. A write is atomic, and only succeeds if no other tab has
// written since this one last read, so that two open tabs cannot fork a game.
"use strict";

const ROWS = "rows", REVISION = "revision", VERSION = 1, EARLY = "companion", TAKEN = "taken";

const asked = (request) => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error); });

// thrown when another tab has written
export class Overtaken extends Error {}

// thrown when nothing can be stored: "none" in this browser, "newer" as a newer version has written, "full" disk
export class Unkept extends Error {
  constructor(why, error) { super(String(error || why)); this.name = why; }
}

// Early versions stored the tables of all pocket versions on a host under one name: each copies them, once.
async function takeOver(database) {
  const taken = await asked(database.transaction(REVISION).objectStore(REVISION).get(TAKEN));
  if (taken) return;
  const early = await earlyRows(), writing = database.transaction([ROWS, REVISION], "readwrite", { durability: "strict" });
  await new Promise((done, fail) => {
    const rows = writing.objectStore(ROWS), revisions = writing.objectStore(REVISION);
    writing.oncomplete = done;
    writing.onabort = () => fail(writing.error);
    revisions.get(TAKEN).onsuccess = ({ target }) => { // unless another tab was faster
      if (target.result) return;
      for (const [key, text] of early) rows.put(text, key);
      revisions.put("yes", TAKEN);
    };
  });
}

async function earlyRows() {
  const opening = indexedDB.open(EARLY);
  let none = false;
  opening.onupgradeneeded = () => { none = true; opening.transaction.abort(); };
  const early = await asked(opening).catch((error) => { if (none) return null; throw error; });
  if (!early) return [];
  try {
    if (!early.objectStoreNames.contains(ROWS)) return [];
    const rows = early.transaction(ROWS).objectStore(ROWS), [keys, texts] = await Promise.all([asked(rows.getAllKeys()), asked(rows.getAll())]);
    return keys.map((key, at) => [key, texts[at]]);
  } finally { early.close(); }
}

export class Keeper {
  // opens the database of the pocket version at an address; others on the same host have their own
  static async open(address) {
    const keeper = new Keeper();
    keeper.name = `companion ${address}`;
    await keeper.connect();
    return keeper;
  }

  async connect() {
    let database;
    try {
      const opening = indexedDB.open(this.name, VERSION);
      opening.onupgradeneeded = () => { for (const name of [ROWS, REVISION]) opening.result.createObjectStore(name); };
      database = await asked(opening);
      await takeOver(database);
    } catch (error) { throw new Unkept({ VersionError: "newer", QuotaExceededError: "full" }[error.name] || "none", error); }
    database.onversionchange = ({ newVersion }) => { // a newer version changes it, or it is deleted
      this.newer = newVersion !== null;
      this.database = null;
      database.close();
    };
    database.onclose = () => { this.database = null; }; // the browser has closed it
    this.database = database;
  }

  async transaction(mode) {
    if (this.newer) throw new Unkept("newer");
    if (!this.database) await this.connect();
    return this.database.transaction([ROWS, REVISION], mode, { durability: "strict" });
  }

  // all rows, as pairs of a key and a text
  async rows() {
    const reading = await this.transaction("readonly"), rows = reading.objectStore(ROWS);
    const [keys, texts, revision] = await Promise.all([
      asked(rows.getAllKeys()), asked(rows.getAll()), asked(reading.objectStore(REVISION).get("")),
    ]);
    this.revision = revision;
    return keys.map((key, at) => [key, texts[at]]);
  }

  // true if another tab has written since this one read
  async overtaken() {
    return (await asked((await this.transaction("readonly")).objectStore(REVISION).get(""))) !== this.revision;
  }

  // writes rows, null for a deleted one; resolves when they are on the disk
  async write(changes) {
    const writing = await this.transaction("readwrite"), known = this.revision;
    const next = crypto.getRandomValues(new Uint32Array(3)).join(); // unlike any before
    await new Promise((done, fail) => {
      const rows = writing.objectStore(ROWS), revisions = writing.objectStore(REVISION);
      let why = null;
      writing.oncomplete = done;
      writing.onabort = () => fail(why || new Unkept("full", writing.error));
      const reading = revisions.get("");
      reading.onsuccess = () => {
        try {
          if (reading.result !== known) throw new Overtaken();
          for (const [key, text] of changes) if (text === null) rows.delete(key); else rows.put(text, key);
          revisions.put(next, "");
        } catch (error) {
          why = error instanceof Overtaken ? error : new Unkept("full", error);
          writing.abort();
        }
      };
    });
    this.revision = next;
  }
}
