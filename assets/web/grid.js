// A table that is edited like a sheet. Only the lines in view are in the page, so that long tables scroll well; the
// focus stays on the grid, which names its active cell, or is in the field of the cell that is edited.
"use strict";
window.companionGrid = (grid, { commit, typed, chosen, moved, key }) => {
  const LINE = 36, SPARE = 6, WIDEST = 320, NARROWEST = 64, LETTER = 8, SAMPLE = 60; // px; lines; letters looked at
  let columns = [], rows = [], faults = [], shown = [], locked = true, widths = [];
  let active = { row: 0, column: 0 }, anchor = { row: 0, column: 0 }; // row: index among those shown
  let field = null, editing = null; // the field of the cell that is edited
  let wanted = "", kept = new Set(), home = 0, most = 0; // the filter; rows shown in spite of it; the column in which Enter goes down; rows with those on their way
  const head = document.createElement("div"), body = document.createElement("div");
  body.setAttribute("role", "rowgroup");
  head.className = "grid-head grid-line";
  head.setAttribute("role", "row");
  head.setAttribute("aria-rowindex", "1");
  const table = grid.querySelector("[role=grid]"); // the field of a cell lies beside it, in what scrolls
  table.append(head, body);

  function node(className, role, text, width) {
    const made = document.createElement("div");
    made.className = className;
    made.setAttribute("role", role);
    made.textContent = text;
    if (width) made.style.width = `${width}px`;
    return made;
  }
  const cellId = (row, column) => `cell-${row}-${column}`;
  const flat = (text) => text.replaceAll("\n", " ↵ ");
  const clamp = (value, most) => Math.max(0, Math.min(value, most));
  const inBlock = (row, column) => row >= Math.min(active.row, anchor.row) && row <= Math.max(active.row, anchor.row)
    && column >= Math.min(active.column, anchor.column) && column <= Math.max(active.column, anchor.column);

  // Where a row is after others were added or deleted: that with the same texts; -1 if there is none.
  function follow(row, before, now) {
    if (before.length === now.length || row < 0) return row;
    if (row >= before.length) return now.length + row - before.length;
    const text = JSON.stringify(before[row]), same = (each) => JSON.stringify(each) === text;
    const found = now.flatMap((each, at) => (same(each) ? [at] : []));
    const nth = before.slice(0, row).filter(same).length;
    return found[Math.min(nth, found.length - 1)] ?? (row < now.length ? -1 : row);
  }

  function measure() {
    widths = columns.map((name, column) => {
      const longest = shown.slice(0, SAMPLE).reduce((most, row) => Math.max(most, rows[row][column].length), name.length);
      return clamp(longest * LETTER + 20, WIDEST - NARROWEST) < NARROWEST ? NARROWEST : Math.min(longest * LETTER + 20, WIDEST);
    });
  }

  function drawHead() {
    const number = node("grid-cell grid-number", "columnheader", "№");
    head.replaceChildren(number, ...columns.map((name, column) => node("grid-cell", "columnheader", name, widths[column])));
    table.setAttribute("aria-colcount", columns.length + 1);
  }

  function draw() {
    const first = clamp(Math.floor(grid.scrollTop / LINE) - SPARE, Math.max(shown.length - 1, 0));
    const last = Math.min(shown.length, Math.ceil((grid.scrollTop + grid.clientHeight) / LINE) + SPARE);
    const lines = [];
    for (let at = first; at < last; at += 1) {
      const row = shown[at], line = node("grid-line", "row", "");
      line.style.top = `${(at + 1) * LINE}px`;
      line.setAttribute("aria-rowindex", at + 2);
      const number = node(`grid-cell grid-number${(faults[row] || []).length ? " faulty" : ""}`, "rowheader", row + 1);
      number.title = (faults[row] || []).join("\n");
      number.dataset.row = at;
      line.append(number);
      rows[row].forEach((text, column) => {
        const cell = node("grid-cell", "gridcell", flat(text), widths[column]);
        Object.assign(cell.dataset, { row: at, column });
        cell.id = cellId(at, column);
        cell.setAttribute("aria-selected", inBlock(at, column));
        cell.setAttribute("aria-colindex", column + 2);
        if (locked) cell.setAttribute("aria-readonly", "true");
        if (at === active.row && column === active.column) cell.classList.add("active");
        line.append(cell);
      });
      lines.push(line);
    }
    body.replaceChildren(...lines);
    body.style.height = `${shown.length * LINE}px`;
    const here = cellId(active.row, active.column);
    if (document.getElementById(here)) table.setAttribute("aria-activedescendant", here);
    else table.removeAttribute("aria-activedescendant");
    table.setAttribute("aria-rowcount", shown.length + 1);
  }

  function reveal() {
    const top = active.row * LINE, left = widths.slice(0, active.column).reduce((sum, each) => sum + each, 0), number = 64;
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (top + 2 * LINE > grid.scrollTop + grid.clientHeight) grid.scrollTop = top + 2 * LINE - grid.clientHeight;
    const right = left + number + (widths[active.column] || 0);
    if (left < grid.scrollLeft) grid.scrollLeft = left;
    else if (right > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = Math.min(left, right - grid.clientWidth);
  }

  function go(row, column, extend = false) {
    const before = shown[active.row];
    active = { row: clamp(row, Math.max(shown.length - 1, 0)), column: clamp(column, Math.max(columns.length - 1, 0)) };
    if (!extend) anchor = { ...active };
    home = active.column;
    reveal();
    draw();
    moved();
    if (shown[active.row] !== before) chosen(shown[active.row]);
  }

  // ---- one cell
  function open(text = null) {
    if (locked || !shown.length) return;
    close(true);
    reveal();
    editing = { row: shown[active.row], column: active.column, was: rows[shown[active.row]][active.column] };
    field = document.createElement("textarea");
    field.value = text ?? editing.was;
    field.setAttribute("aria-label", `${columns[editing.column]}, ${editing.row + 1}`);
    field.style.top = `${(active.row + 1) * LINE}px`;
    field.style.left = `${64 + widths.slice(0, active.column).reduce((sum, each) => sum + each, 0)}px`;
    field.style.width = `${Math.max(widths[active.column], 220)}px`;
    const grow = () => { field.rows = Math.min(6, Math.max(1, field.value.split("\n").length, Math.ceil((field.value.length * LETTER) / 260))); };
    grow();
    grid.append(field);
    field.focus();
    if (text !== null) typed(editing.row, editing.column, field.value);
    field.addEventListener("input", grow);
    field.addEventListener("input", () => typed(editing.row, editing.column, field.value));
    field.addEventListener("blur", () => close(true));
  }

  function close(keep) {
    if (!field) return;
    const gone = field, at = editing, text = field.value, focused = document.activeElement === field;
    field = editing = null; // before the blur that removing it brings
    gone.remove();
    if (focused) table.focus({ preventScroll: true });
    if (keep && text.trim() !== at.was) { kept.add(at.row); commit({ cells: [[at.row, at.column, text.trim()]] }); }
    else if (!keep) typed(at.row, at.column, null);
  }

  // Adds a row after the last, at once, so that what is typed next is in it.
  function append() {
    const row = rows.length;
    most = row + 1;
    rows.push(columns.map(() => ""));
    shown.push(row);
    kept.add(row);
    commit({ add: row });
    go(shown.length - 1, home);
  }

  // ---- blocks, as spreadsheets copy them
  function block() {
    const [top, bottom] = [active.row, anchor.row].sort((one, other) => one - other);
    const [left, right] = [active.column, anchor.column].sort((one, other) => one - other);
    return shown.slice(top, bottom + 1).map((row) => [row, left, rows[row].slice(left, right + 1)]);
  }
  const quote = (text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  function unquote(text) {
    const lines = [[]], cells = /("(?:[^"]|"")*"(?=[\t\n]|$)|[^\t\n]*)(\t|\n|$)/g;
    const whole = text.replaceAll("\r\n", "\n").replace(/\n$/, "");
    for (let match = cells.exec(whole); match; match = cells.exec(whole)) {
      const cell = match[1].startsWith('"') && match[1].endsWith('"') && match[1].length > 1 ? match[1].slice(1, -1).replaceAll('""', '"') : match[1];
      lines[lines.length - 1].push(cell);
      if (match[2] === "\n") lines.push([]);
      if (!match[2]) break;
    }
    return lines;
  }
  function clear() {
    commit({ cells: block().flatMap(([row, left, texts]) => texts.map((_, at) => [row, left + at, ""])) });
  }
  grid.addEventListener("copy", (event) => {
    if (field || !shown.length) return;
    event.clipboardData.setData("text/plain", block().map(([, , texts]) => texts.map(quote).join("\t")).join("\n"));
    event.preventDefault();
  });
  grid.addEventListener("cut", (event) => {
    if (field || locked || !shown.length) return;
    event.clipboardData.setData("text/plain", block().map(([, , texts]) => texts.map(quote).join("\t")).join("\n"));
    event.preventDefault();
    clear();
  });
  grid.addEventListener("paste", (event) => {
    if (field || locked) return;
    event.preventDefault();
    const pasted = event.clipboardData.getData("text/plain"), lines = unquote(pasted), filtered = shown.length !== rows.length;
    if (!pasted) return; // a picture, or files
    const top = Math.min(active.row, anchor.row), left = Math.min(active.column, anchor.column);
    const row = (at) => (filtered ? shown[top + at] : shown[top] === undefined ? at : shown[top] + at);
    commit({ cells: lines.flatMap((cells, at) => cells.map((text, column) => [row(at) ?? rows.length + at, left + column, text.trim()])) });
  });

  // ---- keys and taps
  const PAGE = () => Math.max(1, Math.floor(grid.clientHeight / LINE) - 2);
  const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  grid.addEventListener("keydown", (event) => {
    const whole = event.ctrlKey || event.metaKey;
    if (field) {
      if (event.key === "Escape") close(false);
      else if (event.key === "Enter" && !event.shiftKey && !event.altKey) { close(true); if (active.row < shown.length - 1) go(active.row + 1, home); else append(); }
      else if (event.key === "Tab") { const begun = home; close(true); go(active.row, active.column + (event.shiftKey ? -1 : 1)); home = begun; }
      else return;
      event.preventDefault();
      return;
    }
    const move = MOVES[event.key], { row, column } = active;
    if (move && whole) go(move[0] ? (move[0] < 0 ? 0 : shown.length) : row, move[1] ? (move[1] < 0 ? 0 : columns.length) : column, event.shiftKey);
    else if (move) go(row + move[0], column + move[1], event.shiftKey);
    else if (event.key === "PageDown" || event.key === "PageUp") go(row + (event.key === "PageDown" ? 1 : -1) * PAGE(), column, event.shiftKey);
    else if (event.key === "Home" || event.key === "End") go(whole ? (event.key === "Home" ? 0 : shown.length) : row, event.key === "Home" ? 0 : columns.length, event.shiftKey);
    else if (whole && event.key.toLowerCase() === "a") { anchor = { row: 0, column: 0 }; go(shown.length, columns.length, true); }
    else if (whole && !event.altKey && key(event)) { /* undo and redo */ }
    else if (event.key === "Enter" || event.key === "F2") open();
    else if (event.key === "Tab" && (event.shiftKey ? column > 0 : column < columns.length - 1)) { const begun = home; go(row, column + (event.shiftKey ? -1 : 1)); home = begun; }
    else if ((event.key === "Delete" || event.key === "Backspace") && !locked) clear();
    else if (event.key.length === 1 && !whole && !event.altKey) open(event.key);
    else if (["Dead", "Process"].includes(event.key)) { open(""); return; } // an accent, or kana: composed in the field
    else return;
    event.preventDefault();
  });
  grid.addEventListener("mousedown", (event) => { // a tap on the active cell opens it, on a phone too
    const cell = event.target.closest(".grid-cell[data-row]");
    if (!cell || event.button || event.target === field) return;
    event.preventDefault();
    close(true);
    const row = Number(cell.dataset.row), whole = cell.dataset.column === undefined, column = whole ? 0 : Number(cell.dataset.column);
    const again = row === active.row && column === active.column && !whole && table.contains(document.activeElement);
    go(row, column, event.shiftKey);
    if (whole) { anchor = { ...anchor, column: columns.length - 1 }; draw(); }
    table.focus({ preventScroll: true });
    if (again && !event.shiftKey) open();
  });
  let frame = 0;
  grid.addEventListener("scroll", () => { if (!frame) frame = requestAnimationFrame(() => { frame = 0; draw(); }); });
  new ResizeObserver(draw).observe(grid);

  return {
    // Shows a table; the active cell stays in its row.
    show(sheet, filter, added = []) {
      const before = rows, places = [active, anchor].map((at) => [at, shown[at.row]]), now = filter.trim().toLocaleLowerCase();
      ({ columns, rows, faults } = sheet);
      if (rows.length >= most) most = 0;
      while (rows.length < most) rows.push(columns.map(() => ""));
      if (editing) editing.row = follow(editing.row, before, rows);
      locked = Boolean(sheet.locked) || !sheet.digest;
      if (now !== wanted || rows.length !== before.length + added.length) kept = new Set(); // rows are others now
      kept = new Set([...[...kept].map((row) => (row >= added[0] ? row + added.length : row)), ...added]);
      wanted = now;
      shown = rows.map((_, row) => row).filter((row) => !wanted || kept.has(row) || rows[row].some((text) => text.toLocaleLowerCase().includes(wanted)));
      measure();
      drawHead();
      if (rows.length !== before.length) for (const [at, row] of places) {
        const place = shown.indexOf(follow(row, before, rows));
        if (place >= 0) at.row = place; // else it was deleted, or is filtered out
      }
      if (field) field.style.top = `${(active.row + 1) * LINE}px`;
      for (const at of [active, anchor]) { at.row = clamp(at.row, Math.max(shown.length - 1, 0)); at.column = clamp(at.column, Math.max(columns.length - 1, 0)); }
      draw();
      moved();
    },
    open(row, column) { const at = shown.indexOf(row); if (at >= 0) { go(at, column); open(); } },
    select(row, column = 0) { const at = shown.indexOf(row); if (at >= 0) go(at, column); },
    follow,
    forget() { most = 0; }, // rows that could not be added
    get column() { return active.column < columns.length ? active.column : undefined; },
    get row() { return shown[active.row]; },
    get rows() { return [...new Set(block().map(([row]) => row))]; },
    get busy() { return Boolean(field); },
    stop() { close(true); },
  };
};
