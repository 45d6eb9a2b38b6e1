// A deck is edited: the table on the left, on the right the card of the chosen row as it is typed. Files are written
// when a cell is left, and only if they are as this page has them.
"use strict";
(() => {
const pocket = window.companionPocket, get = (id) => document.getElementById(id);
let grid = null, session = null; // of the deck that is on the page

// Edits the deck of a page, until another page is shown; returns what refreshes and what ends this.
function begin(main) {
  const gone = new AbortController(), { signal } = gone;
  const words = JSON.parse(main.dataset.words), token = get("edit-form").elements.token.value;
  const stage = get("stage"), panel = get("panel"), fill = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
  const STEP = 0.5, FINE = 0.1, REST = 400; // mm; ms without a key before a face is written
  const LENGTHS = ["x", "y", "width", "height", "size"], GAPS = { ArrowLeft: ["x", -1], ArrowRight: ["x", 1], ArrowUp: ["y", -1], ArrowDown: ["y", 1] };
  let sheet = null, card = null, texts = {}, face = null, element = null; // element: [side, index] of the chosen one
  const newer = new Map(); // digest of a face -> what it is after a change of ours
  let pending = [], waiting = 0, later = 0; // changes that met a conflict; the number of those under way; the timer of a face
  let queue = [], unwritten = "", known = ""; // changes that wait; what was typed and could not be written; problems of the deck
  const isOfRows = ({ change: what }) => Boolean(what.cells || what.duplicate || what.delete || what.add !== undefined);

  // ---- the laptop, or Python on this phone
  async function request(method, path, body) {
    const url = new URL(main.dataset.at + path, location.origin).href;
    if (pocket) {
      const { type, html, got } = await window.companion.send({ method, url, body });
      return [type, html || new TextDecoder().decode(got.body)];
    }
    const answer = await fetch(url, { method, body, credentials: "same-origin" });
    return [answer.headers.get("content-type") || "", await answer.text()];
  }

  async function ask(method, path, body) {
    try {
      const [type, text] = await request(method, path, body);
      if (type.startsWith("application/json")) return JSON.parse(text);
      const said = new DOMParser().parseFromString(text, "text/html").querySelector("h1"); // such as a limit
      return { problem: said ? said.textContent : words.broken };
    } catch (error) { return { problem: error.said || words.broken }; }
  }

  function send(path, fields) {
    const body = fields instanceof FormData ? fields : new URLSearchParams();
    if (body !== fields) for (const [name, value] of Object.entries(fields)) body.set(name, typeof value === "object" ? JSON.stringify(value) : value);
    body.set("token", token);
    return ask("POST", path, body);
  }

  function report(problem = "") {
    if (!problem) unwritten = "";
    get("edit-problem").textContent = unwritten ? `${problem}\n${unwritten}` : problem; // so that it can be copied
    get("edit-problem").hidden = !problem;
  }

  let chain = Promise.resolve(); // one change after another, each from what the one before made
  function change(what) {
    waiting += 1;
    queue.push(what);
    chain = chain.then(() => { queue.shift(); return write(what); }).finally(() => { waiting -= 1; });
    return chain;
  }

  async function write(what) {
    const keeps = () => { unwritten = (what.cells || []).map(([, , text]) => text).filter(Boolean).join("\n").slice(0, 2_000); };
    if (what.cells && what.cells.some(([row]) => row < 0)) { keeps(); report(words.moved); return; } // the row was deleted
    if (what.face) while (newer.has(what.face.digest)) what.face.digest = newer.get(what.face.digest);
    else if (what.undo || what.redo) newer.clear(); // a face may be as it was before
    const asked = { part: sheet.part, digest: sheet.digest, change: what };
    const answer = await send("/change", asked);
    const { conflict } = answer;
    if (!answer.rows) grid.forget();
    if (conflict) {
      const last = pending[pending.length - 1], text = `${conflict.file}\n${conflict.ours.join("\n")}`;
      if (last && last.change.cells && what.cells && last.digest === asked.digest) { // of the same table: one change
        last.change = { cells: [...last.change.cells, ...what.cells] };
        last.text += `\n${text}`;
      } else pending.push({ change: what, rows: sheet.rows, digest: asked.digest, text });
      get("edit-now").textContent = `${conflict.file}\n${conflict.now.join("\n")}`;
      showPending();
    } else if (answer.problem) {
      await load();
      keeps();
      report(answer.problem);
    } else {
      if (what.face && answer.changed !== what.face.digest) newer.set(what.face.digest, answer.changed).delete(answer.changed);
      report();
      const before = sheet.rows.length, at = what.add ?? (what.duplicate ? Math.max(...what.duplicate) + 1 : before);
      take(answer, answer.rows.map((_, row) => row).slice(at, at + Math.max(0, answer.rows.length - before)));
    }
  }

  function showPending() {
    get("edit-conflict").hidden = !pending.length;
    get("edit-ours").textContent = pending.map(({ text }) => text).join("\n");
    document.querySelector("[data-do=merge]").hidden = !pending.some(isOfRows);
  }

  // The same change in the table as it is now, if the rows that it means are there unchanged, each once.
  async function merge(each) {
    const { change: what, rows } = each;
    await load();
    const texts = sheet.rows.map((row) => JSON.stringify(row));
    const find = (row) => {
      if (row >= rows.length) return sheet.rows.length + row - rows.length;
      const text = JSON.stringify(rows[row]), found = texts.indexOf(text);
      return texts.indexOf(text, found + 1) < 0 ? found : -1;
    };
    const moved = { ...what };
    for (const key of ["duplicate", "delete"]) if (what[key]) moved[key] = what[key].map(find);
    if (what.cells) moved.cells = what.cells.map(([row, column, text]) => [find(row), column, text]);
    if (what.add !== undefined) moved.add = Math.max(find(what.add), 0);
    const wanted = [...(moved.duplicate || []), ...(moved.delete || []), ...(moved.cells || []).map(([row]) => row)];
    if (wanted.includes(-1)) { pending.push(each); report(words.moved); } else await change(moved);
  }

  async function load() {
    const answer = await ask("GET", `/sheet?part=${encodeURIComponent(sheet ? sheet.part : main.dataset.part)}`, null);
    if (signal.aborted) return;
    if (answer.columns && !grid.busy) take(answer);
    else if (answer.problem) report(answer.problem);
  }

  function take(answer, added = []) {
    const before = sheet ? sheet.rows : answer.rows;
    sheet = answer;
    texts = {};
    const part = get("edit-part");
    part.replaceChildren(...Object.entries(sheet.parts).map(([name, title]) => new Option(title, name, false, name === sheet.part)));
    part.parentElement.hidden = part.options.length < 2;
    get("edit-locked").hidden = !sheet.locked;
    get("edit-locked").textContent = sheet.locked;
    get("counts").textContent = sheet.counts;
    const open = !sheet.locked && sheet.digest;
    for (const button of document.querySelectorAll("[data-do]")) {
      const name = button.dataset.do;
      button.disabled = name === "undo" ? !sheet.can_undo : name === "redo" ? !sheet.can_redo : !["take", "merge"].includes(name) && (!open || (["more", "fewer"].includes(name) && sheet.copies < 0));
    }
    grid.show(sheet, get("edit-filter").value, added);
    for (const each of queue) if (each.cells) each.cells = each.cells.map(([row, ...cell]) => [grid.follow(row, before, sheet.rows), ...cell]);
    const problems = sheet.problems.join("\n");
    if (problems || get("edit-problem").textContent === known) report(problems);
    known = problems;
    preview();
  }

  // ---- the card: while one picture is on its way, only the newest of what is typed waits
  let busy = false, again = false;
  async function preview() {
    if (!sheet) return;
    if (busy) { again = true; return; }
    busy = true;
    do {
      again = false;
      const row = grid.row ?? 0, cells = Object.entries(texts).map(([column, text]) => [row, Number(column), text]);
      const answer = await send("/card", { part: sheet.part, row, change: { cells, face } });
      if (signal.aborted) return;
      if (answer.faults) await draw(answer, row);
      else if (answer.problem) report(answer.problem);
    } while (again);
    busy = false;
  }

  async function draw(answer, row) {
    get("edit-faults").replaceChildren(...answer.faults.map(([text, stops]) => Object.assign(document.createElement("li"), { textContent: text, className: stops ? "" : "quiet" })));
    get("edit-name").textContent = answer.name ? fill(words.card, { card: answer.name }) : fill(words.row, { row: row + 1 });
    if (!answer.sides.length) { if (!answer.faults.length) { stage.replaceChildren(words.none); card = null; showPanel(); } return; }
    const images = await Promise.all(answer.sides.map(async ({ svg }, at) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace("<svg ", '<svg text-rendering="geometricPrecision" '))}`; // no letters on whole pixels
      image.alt = `${answer.name}, ${at ? words.back : words.front}`;
      await image.decode().catch(() => {});
      return image;
    }));
    follow(answer);
    card = answer;
    stage.replaceChildren(...images.map((image, side) => {
      const holder = document.createElement("div");
      holder.className = "side";
      holder.append(image, ...spots(side));
      return holder;
    }));
    stage.dataset.drawn = Number(stage.dataset.drawn || 0) + 1;
    showPanel();
  }

  // The chosen element stays chosen; where it is when it cannot be drawn, such as with half a colour.
  function follow({ sides }) {
    const was = current(), [side, index] = element || [], boxes = was && sides[side] ? sides[side].boxes : null;
    if (!boxes) return;
    const same = (box) => box && box.file === was.file && box.number === was.number;
    if (!same(boxes[index])) element = [side, boxes.some(same) ? boxes.findIndex(same) : boxes.push(was) - 1];
  }

  function spots(side) {
    const area = ({ box }) => box[2] * box[3], boxes = card.sides[side].boxes;
    const order = boxes.map((box, index) => [box, index]).sort(([one], [other]) => area(other) - area(one)); // small ones on top
    return order.map(([{ box: [left, top, width, height], name }, index]) => {
      const spot = document.createElement("div"), part = (length, whole) => `${(100 * length) / whole}%`;
      spot.className = `spot${isChosen(side, index) ? " chosen" : ""}`;
      spot.title = name;
      Object.assign(spot.dataset, { side, index });
      Object.assign(spot.style, { left: part(left, card.width), top: part(top, card.height), width: part(width, card.width), height: part(height, card.height) });
      return spot;
    });
  }
  const isChosen = (side, index) => Boolean(element) && element[0] === side && element[1] === index;
  const current = () => (card && element && card.sides[element[0]] ? card.sides[element[0]].boxes[element[1]] : null);

  function choose(side, index, opens) {
    flush();
    const same = isChosen(side, index);
    element = [side, index];
    for (const spot of stage.querySelectorAll(".spot")) spot.classList.toggle("chosen", isChosen(Number(spot.dataset.side), Number(spot.dataset.index)));
    showPanel();
    const box = current();
    if (opens && !same && box && box.column >= 0 && !sheet.locked) grid.open(grid.row, box.column); // at the second tap it can be moved
    else if (opens) stage.focus({ preventScroll: true });
  }

  stage.addEventListener("click", ({ target }) => {
    const spot = target.closest(".spot");
    if (spot) choose(Number(spot.dataset.side), Number(spot.dataset.index), true);
  });
  stage.addEventListener("keydown", (event) => {
    const box = current(), gap = GAPS[event.key];
    if (!box || event.ctrlKey || event.metaKey || event.altKey) { if (undoKey(event)) event.preventDefault(); return; }
    if (gap) move(gap[0], gap[1] * (event.shiftKey ? FINE : STEP));
    else if (event.key === "Enter" && box.column >= 0) grid.open(grid.row, box.column);
    else return;
    event.preventDefault();
  });

  // ---- the panel
  function showPanel() {
    const list = get("edit-element"), keys = get("edit-keys"), box = current();
    const entries = card ? card.sides.flatMap(({ boxes }, side) => boxes.map((each, index) => [`${side ? `${words.back}: ` : ""}${each.name}`, `${side} ${index}`])) : [];
    const chosen = element && box ? element.join(" ") : "";
    list.replaceChildren(new Option(words.nothing, ""), ...entries.map(([text, value]) => new Option(text, value, false, value === chosen)));
    get("edit-face").textContent = box ? box.locked || box.file : "";
    const typing = keys.contains(document.activeElement) && keys.dataset.of === chosen ? document.activeElement.name : "";
    if (typing) { // what is typed stays, the others follow
      for (const field of keys.querySelectorAll("input, select")) if (field.name !== typing && box) field.value = value(box, field.name);
      return;
    }
    keys.dataset.of = chosen;
    keys.replaceChildren(...(box ? Object.keys(box.keys).map((name) => makeField(box, name)) : []));
  }
  const value = (box, name) => (face && face.values[name] !== undefined ? face.values[name] ?? "" : box.keys[name]);

  function makeField(box, name) {
    const holder = document.createElement("div"), label = document.createElement("label");
    const choices = box.choices[name], field = document.createElement(choices ? "select" : "input");
    holder.className = "field";
    field.id = `key-${name}`;
    field.name = name;
    label.htmlFor = field.id;
    label.textContent = words[name];
    if (choices) field.append(new Option("–", ""), ...choices.map((each) => new Option(each, each)));
    else if (LENGTHS.includes(name)) field.inputMode = "decimal";
    field.value = value(box, name);
    const kept = String(box.keys[name]).includes("{"); // a field of the card: kept
    field.disabled = Boolean(box.locked);
    if (kept) { if (choices) field.disabled = true; else field.readOnly = true; field.title = words.kept; }
    field.addEventListener("input", () => { if (!kept) set(name, read(name, field.value)); });
    if (!choices) field.addEventListener("change", () => { // a colour is not written while it is typed
      if (LENGTHS.includes(name)) field.value = value(current() || box, name); // what is no number is not taken
      flush();
    });
    if (LENGTHS.includes(name)) field.addEventListener("keydown", (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!way || kept) return;
      event.preventDefault();
      move(name, way * (event.shiftKey ? FINE : STEP));
      field.value = value(current(), name);
    });
    holder.append(label, field);
    return holder;
  }

  function read(name, text) {
    if (text === "") return null;
    const number = Number(text.replace(",", "."));
    return LENGTHS.includes(name) && Number.isFinite(number) ? number : text;
  }
  function move(name, by) {
    const box = current(), before = box && Number(value(box, name));
    if (!box || box.locked || !(name in box.keys) || !Number.isFinite(before) || (value(box, name) === "" && name === "size")) return;
    set(name, Math.round((before + by) * 100) / 100);
  }
  function set(name, to) {
    const box = current();
    if (!box || box.locked) return;
    if (LENGTHS.includes(name) && typeof to !== "number") return;
    face = { file: box.file, number: box.number, digest: box.digest, values: { ...(face ? face.values : {}), [name]: to } };
    preview();
    clearTimeout(later);
    if (box.choices[name] || LENGTHS.includes(name)) later = setTimeout(flush, REST);
  }
  const listStops = async (part, row, changed) => { // what stops a print of a card
    const { faults, problem } = await send("/card", { part, row, change: { face: changed } });
    return faults ? faults.filter(([, stops]) => stops).map(([text]) => text) : [problem];
  };
  // Writes the face, unless it has a value that cannot be drawn, such as half a colour.
  function flush() {
    clearTimeout(later);
    const changed = face, row = grid.row ?? 0, { part } = sheet || {};
    if (!changed) return;
    face = null;
    waiting += 1;
    chain = chain.then(async () => {
      while (newer.has(changed.digest)) changed.digest = newer.get(changed.digest);
      const bad = await listStops(part, row, changed), known = bad.length ? await listStops(part, row, null) : [];
      const why = bad.find((text) => !known.includes(text));
      if (why === undefined) await write({ face: changed }); else report(why);
    }).finally(() => { waiting -= 1; });
  }

  // ---- buttons and keys
  function undoKey(event) {
    const name = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
    if (!name || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
    run(name);
    return true;
  }

  async function run(name) {
    grid.stop();
    flush();
    await chain;
    report();
    const { rows } = grid, last = rows[rows.length - 1] ?? sheet.rows.length - 1;
    if (name === "undo" || name === "redo") await change({ [name]: true });
    else if (name === "add") { await change({ add: last + 1 }); if (!grid.busy) grid.select(last + 1); }
    else if (name === "duplicate" && rows.length) await change({ duplicate: rows });
    else if (name === "delete" && rows.length) await change({ delete: rows });
    else if (name.startsWith("column")) {
      const field = get("edit-column"), text = field.value, { column } = grid;
      field.value = "";
      await change({ column: [name === "column-add" ? sheet.columns.length : column, name === "column-delete" ? null : text] });
      if (!get("edit-problem").hidden) field.value = text;
    } else if (name === "take") { pending = []; newer.clear(); showPending(); await load(); }
    else if (name === "merge") {
      const changes = pending.filter(isOfRows);
      pending = pending.filter((each) => !isOfRows(each));
      for (const each of changes) await merge(each);
      showPending();
    }
    else if (name === "more" || name === "fewer") {
      const by = name === "more" ? 1 : -1, count = (row) => Math.max(0, (Number.parseInt(sheet.rows[row][sheet.copies] || "1", 10) || 0) + by); // an empty cell is one
      await change({ cells: rows.map((row) => [row, sheet.copies, String(count(row))]) });
    }
  }
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-do]"), opener = target.closest("[data-opens]");
    if (button) run(button.dataset.do);
    if (!opener) return;
    const part = get(opener.dataset.opens);
    part.hidden = !part.hidden;
    opener.setAttribute("aria-expanded", !part.hidden);
  }, { signal });
  get("edit-form").addEventListener("submit", (event) => event.preventDefault());
  get("edit-part").addEventListener("change", async ({ target }) => { grid.stop(); await chain; sheet.part = target.value; element = null; await load(); });
  get("edit-filter").addEventListener("input", ({ target }) => { if (sheet) { grid.show(sheet, target.value); preview(); } });
  get("edit-element").addEventListener("change", ({ target }) => {
    if (target.value) choose(...target.value.split(" ").map(Number), false);
    else { element = null; showPanel(); }
  });
  async function drop(files) {
    grid.stop();
    await chain;
    for (const file of files) {
      const form = new FormData();
      form.set("part", sheet.part);
      form.set("picture", file);
      const answer = await send("/picture", form);
      if (answer.problem) { report(answer.problem); return; }
      take(answer);
      grid.select(sheet.rows.length - 1);
    }
  }
  get("edit-picture").addEventListener("change", ({ target }) => { drop([...target.files]).then(() => { target.value = ""; }); });
  for (const kind of ["dragenter", "dragover"]) main.addEventListener(kind, (event) => { event.preventDefault(); main.classList.add("drops"); }, { signal });
  for (const kind of ["dragleave", "drop"]) main.addEventListener(kind, (event) => { event.preventDefault(); main.classList.remove("drops"); }, { signal });
  main.addEventListener("drop", ({ dataTransfer }) => drop([...dataTransfer.files]), { signal });
  window.addEventListener("beforeunload", (event) => {
    grid.stop();
    flush();
    if (waiting > 1 || pending.length) event.preventDefault(); // the browser asks: only the first is on its way
  }, { signal });

  grid = window.companionGrid(get("grid"), {
    commit: change,
    typed(row, column, text) { texts = text === null ? {} : { [column]: text }; preview(); },
    chosen() { flush(); texts = {}; preview(); },
    moved() { get("edit-column").placeholder = grid.column === undefined ? "" : sheet.columns[grid.column]; },
    key: undoKey,
  });
  load();
  return {
    refresh() { if (!grid.busy && !face) chain.then(load); },
    leave() { grid.stop(); flush(); chain.finally(() => gone.abort()); },
  };
}

// The page is shown, shown again after a save, or left: the pocket, and links without data-plain, load no page anew.
let of = "";
function look() {
  const main = get("main"), now = main && get("grid") ? main.dataset.keep : "";
  if (now !== of && session) session.leave();
  if (now && now === of) session.refresh();
  else session = now ? begin(main) : null;
  of = now;
}
document.addEventListener("companion:page", look);
look();
})();
