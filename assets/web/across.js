// A table from phone to phone: a code that moves, and what the camera makes of one. What is shown and what is known of
// it is Python's (companion/web/pocket/across.py); here frames are drawn and read.
"use strict";
(() => {
  const QUICK = 125, SLOW = 330, QUIET = 4; // ms that a frame stays; light squares round a code
  const LIKE = { ecc: "low", encoding: "alphanumeric", border: QUIET };
  const pocket = window.companionPocket, part = (name) => document.getElementById(`film-${name}`);
  let film = null; // what is shown: { canvas, from, frames, at, timer }

  async function told(request) {
    const { status, type, got } = await window.companionSend(request);
    if (!type.startsWith("application/json")) throw Object.assign(new Error(`${status}`), { said: document.querySelector("[data-failed]").dataset.failed });
    return JSON.parse(new TextDecoder().decode(got.body));
  }

  // ---- shown
  function draw() {
    const { canvas, frames, encode } = film, rows = encode(frames[film.at % frames.length], "raw", LIKE), side = rows.length;
    if (canvas.width !== side) Object.assign(canvas, { width: side, height: side });
    const pen = canvas.getContext("2d"), image = pen.createImageData(side, side);
    image.data.fill(255);
    rows.forEach((row, y) => row.forEach((dark, x) => { if (dark) image.data.fill(0, 4 * (y * side + x), 4 * (y * side + x) + 3); }));
    pen.putImageData(image, 0, 0);
    film.at += 1;
  }

  // each square as many of the screen's own dots as fit, and no part of one
  function fit() {
    if (!film || !film.frames) return;
    const { canvas } = film, room = Math.min(canvas.parentElement.clientWidth - 2, window.innerHeight * 0.62); // without its edge
    const dots = Math.max(1, Math.floor((room * devicePixelRatio) / canvas.width));
    canvas.style.width = `${(dots * canvas.width) / devicePixelRatio}px`;
  }

  function go() {
    clearInterval(film.timer);
    const slow = part("slow").getAttribute("aria-pressed") === "true", stopped = part("pause").getAttribute("aria-pressed") === "true";
    film.timer = stopped || document.hidden ? 0 : setInterval(draw, slow ? SLOW : QUICK);
  }

  async function show() {
    const canvas = document.querySelector("#film canvas"), from = canvas && canvas.dataset.frames;
    if (film && film.canvas === canvas && film.from === from) return;
    if (film) clearInterval(film.timer);
    film = canvas && { canvas, from, at: 0 };
    if (!canvas) return;
    const own = film;
    try {
      const [{ default: encode }, frames] = await Promise.all([pocket.qr("index.js"), told({ method: "GET", url: new URL(from, pocket.here()).href, body: null })]);
      if (film !== own) return;
      Object.assign(own, { encode, frames });
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) part("slow").setAttribute("aria-pressed", "true");
      draw();
      fit();
      go();
    } catch (error) {
      console.warn(error);
      pocket.tell(error.said || canvas.dataset.failed);
    }
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest && target.closest("#film-pause, #film-slow");
    if (!button || !film || !film.frames) return;
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    go();
  });
  document.addEventListener("visibilitychange", () => { if (film && film.frames) go(); });
  window.addEventListener("resize", fit);
  document.addEventListener("companion:page", show);
  show();

  // ---- read
  let reader = null, known = new Set(), last = null;
  async function readerHere() {
    if (reader) return reader;
    const own = window.BarcodeDetector && (await window.BarcodeDetector.getSupportedFormats().catch(() => [])).includes("qr_code");
    const Reader = own ? window.BarcodeDetector : (await pocket.qr("decode.js")).BarcodeDetector;
    reader = new Reader({ formats: ["qr_code"] });
    return reader;
  }

  // A frame of the camera: what is known after it, as the viewfinder shows it.
  window.companionCodes = async (picture, begins) => {
    const dialog = document.getElementById("finder"), form = document.getElementById("finder-take").form;
    if (begins) { known = new Set(); last = null; }
    let codes;
    try { codes = await (await readerHere()).detect(picture); } catch (error) {
      throw reader ? error : Object.assign(error, { said: dialog.dataset.unseeing });
    }
    document.dispatchEvent(new CustomEvent("companion:seals", { detail: codes.map((each) => each.cornerPoints.map(({ x, y }) => [x, y])) }));
    const fresh = codes.map((each) => each.rawValue).filter((text) => !known.has(text));
    if (fresh.length) {
      const body = new URLSearchParams([["token", form.elements.token.value], ...fresh.map((text) => ["frame", text])]);
      last = await told({ method: "POST", url: new URL("/read/frames", pocket.here()).href, body });
      for (const text of fresh) known.add(text);
      if (last.complete && navigator.vibrate) navigator.vibrate(60);
    }
    return { squares: [], remark: "", ...last, counted: (last && last.counted) || document.getElementById("finder-known").textContent };
  };
})();
