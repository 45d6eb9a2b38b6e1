// Gestures on a Honshu map: paint squares, drag a card, pan and pinch. Without this file squares are buttons, a
// card is laid by tapping the square of its corner, and the map scrolls in its frame.
"use strict";
(() => {
  const LEAST = 22, MOST = 96; // px of a square's side
  const root = () => document.querySelector(".map");
  const frame = () => document.querySelector(".desk-map");
  const waiting = []; // painted strokes that are not yet answered
  const fingers = new Map();
  let size = 0, corner = null, page = "", hand = false, sending = false, held = "", broad = innerWidth;
  let stroke = null, pinch = null, drag = null;

  // ---- after each change of the page
  function dress(own) {
    const map = root(), box = frame();
    if (!map || !box) return;
    if (page !== new URL(window.companion.here()).pathname) { page = new URL(window.companion.here()).pathname; size = 0; corner = null; held = ""; hand = false; }
    if (size) sized().style.setProperty("--sq", `${size}px`);
    const paints = map.dataset.paint !== undefined, ghost = map.querySelector(".ghost");
    box.classList.toggle("drawing", (paints || !!ghost) && !hand);
    const button = document.getElementById("hand");
    if (button) { button.hidden = !paints; button.setAttribute("aria-pressed", hand ? "true" : "false"); }
    const now = { top: Number(map.dataset.top || 0), left: Number(map.dataset.left || 0) };
    const px = square();
    if (paints) { if (sized().dataset.free === undefined) spread(); } // or it keeps its place
    else if (corner) { // the map may have grown at the top or left: keep the view in place
      box.scrollTop += (corner.top - now.top) * px;
      box.scrollLeft += (corner.left - now.left) * px;
    } else {
      box.scrollTop = (box.scrollHeight - keys("Bottom", "Top") - box.clientHeight) / 2;
      box.scrollLeft = (box.scrollWidth - keys("Right", "Left") - box.clientWidth) / 2;
    }
    corner = now;
    if (ghost && ghost.dataset.key !== held) show(ghost);
    held = ghost ? ghost.dataset.key : "";
    waiting.forEach(paintAll);
    if (own && document.getElementById("card") && !document.getElementById("card").value && !ghost) {
      document.getElementById("card").focus({ preventScroll: true });
    }
  }
  // The element with the size of squares: the ground of a map that is painted, or else the map.
  const sized = () => root().closest(".ground") || root();
  // Adds space around the ground, so that it can be moved; it stays in place, or is centred if it is large.
  function spread() {
    const box = frame(), ground = sized(), at = () => ground.getBoundingClientRect();
    size = 0;
    ground.style.removeProperty("--sq");
    delete ground.dataset.free;
    box.scrollTo(0, 0);
    const before = at();
    ground.dataset.free = "";
    const now = at(), more = (own, room) => Math.max(0, own - room) / 2;
    box.scrollTo(
      now.left - before.left + more(now.width, box.clientWidth - keys("Right", "Left")),
      now.top - before.top + more(now.height, box.clientHeight - keys("Bottom", "Top")),
    );
  }
  // How much wider the map's border is on the side that buttons cover.
  const keys = (...sides) => { const [there, across] = sides.map((side) => parseFloat(getComputedStyle(root())[`border${side}Width`])); return there - across; };
  const square = () => { const one = root().querySelector(".sq"); return one ? one.getBoundingClientRect().width : 44; };
  function show(ghost) {
    const box = frame().getBoundingClientRect(), at = ghost.getBoundingClientRect();
    frame().scrollTop += at.top + at.height / 2 - box.top - box.height / 2;
    frame().scrollLeft += at.left + at.width / 2 - box.left - box.width / 2;
  }

  // ---- draw
  const cellAt = (x, y) => {
    const found = document.elementsFromPoint(x, y).find((each) => each.dataset && each.dataset.at);
    return found && root().contains(found) ? found : null;
  };
  const brush = () => document.querySelector("input[name=kind]:checked");
  function paint(cell, kind) {
    cell.replaceChildren();
    cell.classList.remove("edge");
    if (kind.value === ".") return;
    const image = kind.parentElement.querySelector("img");
    if (image) {
      const copy = document.createElement("img");
      copy.src = image.src; copy.alt = "";
      cell.append(copy);
    }
  }
  function paintAll(each) {
    for (const at of each.cells) {
      const cell = root() && root().querySelector(`[data-at="${at}"]`);
      if (cell && !cell.querySelector("img")) paint(cell, each.kind);
    }
  }
  function lay(cell) {
    if (!cell || stroke.cells.includes(cell.dataset.at)) return;
    stroke.cells.push(cell.dataset.at);
    if (stroke.cells.length === 2) stroke.cells.forEach((at) => paint(root().querySelector(`[data-at="${at}"]`), stroke.kind));
    else if (stroke.cells.length > 2 || !cell.querySelector("img")) paint(cell, stroke.kind);
  }
  const tapName = () => [...crypto.getRandomValues(new Uint8Array(12))].map((each) => each.toString(16).padStart(2, "0")).join("");
  async function pump() {
    if (sending) return;
    sending = true;
    try {
      while (waiting.length) {
        const next = waiting[0], body = new URLSearchParams(next.fields);
        next.cells.forEach((at) => body.append("square", at));
        body.set("tap", next.tap);
        const token = document.querySelector(".desk-form input[name=token]");
        if (token) body.set("token", token.value);
        const answered = window.companion.ask({ method: "POST", url: next.url, body });
        await answered.finally(() => { waiting.shift(); });
      }
    } finally { sending = false; }
  }
  function strokeDone() {
    const done = stroke;
    stroke = null;
    if (!done || !done.cells.length) return;
    waiting.push(done);
    pump();
  }
  function begin(event) {
    const cell = cellAt(event.clientX, event.clientY), form = cell && cell.closest("form");
    if (!cell || !brush()) return false;
    const fields = [...new FormData(form)].filter(([name]) => !["square", "tap", "seen"].includes(name));
    stroke = { cells: [], kind: brush(), fields, url: form.action, tap: tapName() };
    lay(cell);
    return true;
  }

  // ---- dragging a card
  function fault(ghost, row, column) {
    const at = `${row + Number(root().dataset.top)}.${column + Number(root().dataset.left)}`;
    const told = ghost.dataset.free ? "!" : (` ${ghost.dataset.places}`.split(` ${at}:`)[1] ?? "!012345").split(" ")[0];
    const faults = told[0] === "!" ? told : "", gain = told - Number(ghost.dataset.total); // or the points
    [...ghost.querySelectorAll(".sq")].forEach((each, index) => each.classList.toggle("no-here", faults.includes(String(index))));
    ghost.classList.toggle("no", faults.length > 1);
    ghost.querySelector(".gain").textContent = faults ? "" : `${gain < 0 ? "" : "+"}${gain} → ${told}`;
    return at;
  }
  function dragged(event) {
    const px = square(), ghost = drag.ghost, rows = root().querySelectorAll(":scope > .sq").length / Number(root().dataset.cols);
    const high = ghost.classList.contains("wide") ? 2 : 3;
    const clamp = (value, most) => Math.max(0, Math.min(most, value));
    const box = frame();
    const row = clamp(drag.row + Math.round((event.clientY - drag.y + box.scrollTop - drag.top) / px), rows - high);
    const column = clamp(drag.column + Math.round((event.clientX - drag.x + box.scrollLeft - drag.left) / px), Number(root().dataset.cols) - (5 - high));
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 8) drag.moved = true;
    ghost.dataset.r = row; ghost.dataset.c = column;
    drag.at = fault(ghost, row, column);
    const edge = box.getBoundingClientRect(), push = (value, low, top) => (value < low + 28 ? -px / 6 : value > top - 28 ? px / 6 : 0);
    box.scrollBy(push(event.clientX, edge.left, edge.right), push(event.clientY, edge.top, edge.bottom));
  }
  function dropped() {
    const done = drag;
    drag = null;
    if (!done.moved) { const turn = document.getElementById("turn-right"); if (turn) turn.form.requestSubmit(turn); return; }
    const form = document.getElementById("hold");
    form.querySelector("input[name=at]").value = done.at; // not form.elements: squares have that name, too
    form.requestSubmit();
  }

  // ---- fingers: one paints or drags, two pan and pinch
  const two = () => {
    const [one, other] = [...fingers.values()];
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart: Math.hypot(one.x - other.x, one.y - other.y) || 1 };
  };
  function zoom(to, x, y) { // keeps the point at (x, y) in place
    const box = frame(), before = square();
    size = Math.max(LEAST, Math.min(MOST, to));
    const map = root(), from = map.getBoundingClientRect();
    const [left, top] = [(x - from.left) / before, (y - from.top) / before];
    sized().style.setProperty("--sq", `${size}px`);
    const now = map.getBoundingClientRect();
    box.scrollLeft += now.left + left * size - x;
    box.scrollTop += now.top + top * size - y;
  }
  function whole() { // shows all squares that can be tapped, in the middle of the part without buttons
    const { left, top } = frame().getBoundingClientRect(), across = frame().clientWidth - keys("Right", "Left"), high = frame().clientHeight - keys("Bottom", "Top");
    const extent = () => {
      const all = [...root().querySelectorAll("button.sq")].map((each) => each.getBoundingClientRect());
      const [x, y] = [Math.min(...all.map((each) => each.left)), Math.min(...all.map((each) => each.top))];
      return { x, y, width: Math.max(...all.map((each) => each.right)) - x, height: Math.max(...all.map((each) => each.bottom)) - y };
    };
    const before = extent(), px = square();
    zoom(Math.min(across / (before.width / px + 1.5), high / (before.height / px + 1.5)), left, top);
    const now = extent();
    frame().scrollLeft += now.x + now.width / 2 - left - across / 2;
    frame().scrollTop += now.y + now.height / 2 - top - high / 2;
  }
  document.addEventListener("pointerdown", (event) => {
    const box = frame();
    if (!box || !box.contains(event.target) || event.button || !box.classList.contains("drawing")) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) {
      if (stroke) { stroke = null; window.companion.refresh(); }
      drag = null;
      pinch = { ...two(), size: square() };
    } else if (fingers.size === 1) {
      const ghost = event.target.closest(".ghost");
      if (ghost) drag = { ghost, x: event.clientX, y: event.clientY, row: Number(ghost.dataset.r), column: Number(ghost.dataset.c), top: box.scrollTop, left: box.scrollLeft, moved: false };
      else if (root().dataset.paint !== undefined) begin(event);
    }
    if (stroke || drag || pinch) { try { box.setPointerCapture(event.pointerId); } catch (error) { /* the finger is up already */ } }
  });
  document.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const last = fingers.get(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pinch && fingers.size === 2) {
      const now = two();
      frame().scrollLeft -= now.x - pinch.x; frame().scrollTop -= now.y - pinch.y;
      zoom(pinch.size * now.apart / pinch.apart, now.x, now.y);
      pinch.x = now.x; pinch.y = now.y;
    } else if (drag) dragged(event);
    else if (stroke) { // a quick finger skips squares, so go along the line
      const steps = Math.max(1, Math.ceil(Math.hypot(event.clientX - last.x, event.clientY - last.y) / (square() / 3)));
      for (let at = 1; at <= steps; at += 1) {
        lay(cellAt(last.x + (event.clientX - last.x) * at / steps, last.y + (event.clientY - last.y) * at / steps));
      }
    } else if (fingers.size === 1 && frame()) { frame().scrollLeft -= event.clientX - last.x; frame().scrollTop -= event.clientY - last.y; }
  });
  function up(event) {
    if (!fingers.delete(event.pointerId)) return;
    if (!fingers.size) pinch = null;
    if (drag) dropped();
    else if (event.type === "pointercancel") { if (stroke) { stroke = null; window.companion.refresh(); } }
    else strokeDone();
  }
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  // Strokes of a pointer were sent above, so its click is ignored; a key still presses the button.
  document.addEventListener("click", (event) => {
    const map = root();
    if (map && map.contains(event.target) && map.dataset.paint !== undefined && event.detail && !hand) { event.preventDefault(); return; }
    if (event.target.closest && event.target.closest("#hand")) { hand = !hand; dress(false); return; }
    const link = event.target.closest && event.target.closest("a[data-zoom]");
    if (!link || !map) return;
    event.preventDefault();
    event.stopPropagation();
    const edge = frame().getBoundingClientRect(), by = { in: 1.3, out: 1 / 1.3 }[link.dataset.zoom];
    if (by) zoom(square() * by, edge.left + edge.width / 2, edge.top + edge.height / 2);
    else whole();
  }, true);

  // ---- the card's number: the card appears as soon as it is typed
  let typed = "", asked = "", pause = 0;
  function hold() {
    const form = document.getElementById("hold");
    if (!form) return;
    asked = typed;
    for (const name of ["at", "under"]) form.querySelector(`input[name=${name}]`).value = "";
    form.requestSubmit();
  }
  function later() {
    clearTimeout(pause);
    pause = setTimeout(hold, typed.length > 1 ? 80 : 700);
  }
  document.addEventListener("input", (event) => {
    if (event.target.id !== "card") return;
    typed = event.target.value.trim();
    later();
  });
  function typing() { // keeps a character typed while an answer came
    const field = document.getElementById("card");
    if (!field || typed === asked || field !== document.activeElement) { typed = asked = field ? field.value : ""; return; }
    field.value = typed;
    later();
  }

  // ---- keys: arrows move the focus between squares
  document.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const from = step && document.activeElement && document.activeElement.dataset && document.activeElement.dataset.at;
    if (!from || !root() || !root().contains(document.activeElement)) return;
    const parts = from.match(/^(-?\d+)\.(-?\d+)$/).slice(1).map(Number);
    const next = root().querySelector(`button[data-at="${parts[0] + step[0]}.${parts[1] + step[1]}"]`);
    if (next) { next.focus(); event.preventDefault(); }
  });

  // ---- cards chosen by number: the button is enabled when there are enough, and shows the count
  function tally() {
    for (const each of document.querySelectorAll(".tally")) {
      const all = document.querySelectorAll(".numbers input:checked").length;
      each.parentElement.setAttribute("aria-disabled", all === Number(each.dataset.of) ? "false" : "true");
    }
  }
  document.addEventListener("change", (event) => { if (event.target.name === "card") tally(); });

  // When a phone is turned, its squares change their size.
  window.addEventListener("resize", () => { if (innerWidth !== broad && root() && root().dataset.paint !== undefined) spread(); broad = innerWidth; });

  document.addEventListener("companion:page", (event) => { dress(event.detail && event.detail.own); typing(); tally(); });
  dress(false);
  tally();
})();
