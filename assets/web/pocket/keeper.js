// What this phone keeps: the rows of its tables, in the browser's own database. A write counts as one, or not
// at all, and only if nobody else has written since this page last read: two open tabs cannot fork a game.
"use strict";

const ROWS = "rows", REVISION = "revision";

const asked = (request) => new Promise((done, fail) => { request.onsuccess = () => done(request.result); request.onerror = () => fail(request.error); });

export class Overtaken extends Error {}

export class Keeper {
  static async open() {
    const opening = indexedDB.open("companion", 1);
    opening.onupgradeneeded = () => { for (const name of [ROWS, REVISION]) opening.result.createObjectStore(name); };
    const keeper = new Keeper();
    keeper.database = await asked(opening);
    keeper.database.onversionchange = () => keeper.database.close(); // a newer page has to change its shape
    return keeper;
  }

  // everything kept, as pairs of a key and a text
  async rows() {
    const reading = this.database.transaction([ROWS, REVISION]);
    const [keys, texts, revision] = await Promise.all([
      asked(reading.objectStore(ROWS).getAllKeys()), asked(reading.objectStore(ROWS).getAll()), asked(reading.objectStore(REVISION).get("")),
    ]);
    this.revision = revision || 0;
    return keys.map((key, at) => [key, texts[at]]);
  }

  // whether another tab has written since this one read
  async overtaken() {
    return ((await asked(this.database.transaction(REVISION).objectStore(REVISION).get(""))) || 0) !== this.revision;
  }

  // write rows, null for one that is gone; done when the disk has them
  write(changes) {
    return new Promise((done, fail) => {
      const writing = this.database.transaction([ROWS, REVISION], "readwrite", { durability: "strict" });
      const rows = writing.objectStore(ROWS), revisions = writing.objectStore(REVISION), known = this.revision;
      let why = null;
      writing.oncomplete = () => { this.revision = known + 1; done(); };
      writing.onabort = () => fail(why || writing.error);
      const reading = revisions.get("");
      reading.onsuccess = () => {
        if ((reading.result || 0) !== known) { why = new Overtaken(); writing.abort(); return; }
        for (const [key, text] of changes) if (text === null) rows.delete(key); else rows.put(text, key);
        revisions.put(known + 1, "");
      };
    });
  }
}
