// Reads a map with the live camera: each frame is read like a photo, what was read is highlighted, and a small map
// shows the best frame so far. When one is read completely, or at a tap, the best is sent like a photo.
"use strict";
(() => {
  const RATHER = { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: { ideal: "environment" } };
  const LONGEST = 1280, PAUSE = 30, SIDE = 20; // pixels of a frame's longer side; ms between two; a square's units
  const FINE = 0.9, PATIENCE = 20000, AGAIN = 1000; // JPEG quality of a frame; ms until its answer is given up, and until the next
  const pocket = window.companionPocket, part = (name) => document.getElementById(`finder-${name}`);
  const SVG = "http://www.w3.org/2000/svg";
  let film = null; // the running camera, with its dialog and best frame

  const shows = () => document.getElementById("finder");
  const can = () => Boolean(window.isSecureContext && navigator.mediaDevices && navigator.mediaDevices.getUserMedia);

  function dress() {
    if (film && film.dialog !== shows()) end();
    if (!shows()) return;
    part("open").hidden = !can();
    if (!can()) note(shows().dataset.none);
    for (const each of document.querySelectorAll(".photo-take.act")) if (can()) each.classList.replace("act", "btn");
  }

  function note(sentence) {
    part("none").textContent = sentence;
    part("none").hidden = false;
  }
  const tell = pocket ? pocket.tell : note;

  const form = () => document.getElementById("photo-form");

  // Sends a frame and returns what it shows; without an answer, whether trying again makes sense.
  async function read(frame) {
    const body = new FormData(), url = new URL(`${form().getAttribute("action")}/frame`, location.origin).href;
    body.set("token", form().elements.token.value);
    body.set("frame", frame, "frame.jpg");
    if (pocket) {
      const { type, got } = await window.companionSend({ method: "POST", url, body });
      return type.startsWith("application/json") ? JSON.parse(new TextDecoder().decode(got.body)) : { lost: "for good" };
    }
    const stop = new AbortController(), timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const got = await fetch(url, { method: "POST", body, credentials: "same-origin", signal: stop.signal });
      if ((got.headers.get("content-type") || "").startsWith("application/json")) return await got.json();
      return { lost: got.status < 500 ? "for good" : "for now" };
    } catch (error) {
      console.warn(error);
      return { lost: "for now" };
    } finally { clearTimeout(timer); }
  }

  function release() {
    if (film && film.stream) for (const track of film.stream.getTracks()) track.stop();
    if (film) film.stream = null;
  }

  function end() {
    release();
    if (film && film.dialog.open) film.dialog.close();
    film = null;
  }

  function none() {
    end();
    if (shows()) note(shows().dataset.none);
  }

  async function shoot(own) {
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: RATHER });
    } catch (error) {
      console.warn(error);
      if (film === own) none();
      return;
    }
    if (film !== own || document.hidden || own.stream) { for (const track of stream.getTracks()) track.stop(); return; }
    own.stream = stream;
    stream.getVideoTracks()[0].onended = () => { if (film === own && own.stream === stream) none(); };
    const video = own.dialog.querySelector("video");
    video.srcObject = stream;
    await video.play().catch((error) => console.warn(error)); // closed meanwhile
    while (film === own && own.stream === stream) {
      await new Promise((go) => { setTimeout(go, PAUSE); });
      if (film !== own || own.stream !== stream || video.readyState < 2) continue;
      if (await known(own, video)) return;
    }
  }

  // Reads a frame; true if it was the last one.
  async function known(own, video) {
    const scale = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight)), canvas = document.createElement("canvas");
    own.size = { width: Math.round(video.videoWidth * scale), height: Math.round(video.videoHeight * scale) };
    Object.assign(canvas, own.size).getContext("2d").drawImage(video, 0, 0, own.size.width, own.size.height);
    const frame = await new Promise((on) => { canvas.toBlob(on, "image/jpeg", FINE); });
    let told;
    try { told = await read(frame); } catch (error) {
      if (film === own) end();
      tell(error.said || String(error));
      return true;
    }
    if (film !== own) return true;
    if (told.refused) { end(); tell(told.refused); return true; }
    if (told.lost === "for good") { end(); window.companion.refresh(); return true; }
    if (told.lost) {
      part("remark").textContent = document.querySelector("#line b").textContent;
      await new Promise((go) => { setTimeout(go, AGAIN); });
      return false;
    }
    light(told.outlines);
    if (told.squares.length && (!own.best || told.complete || told.known > own.best.known)) own.best = { ...told, frame };
    draw(own, own.best || told, told.remark);
    if (told.complete) take();
    return told.complete;
  }

  function light(outlines) {
    const canvas = film.dialog.querySelector("canvas"), pen = canvas.getContext("2d");
    Object.assign(canvas, film.size); // also clears it
    Object.assign(pen, { strokeStyle: "#ffcf3f", fillStyle: "#ffcf3f66", lineWidth: 3, lineJoin: "round" });
    for (const corners of outlines) {
      pen.beginPath();
      for (const [x, y] of corners) pen.lineTo(x, y);
      pen.closePath();
      pen.fill();
      pen.stroke();
    }
  }

  const element = (name, given) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
    return made;
  };

  function draw(own, { squares, counted, complete }, remark) {
    if (part("known").textContent !== counted) part("known").textContent = counted;
    if (part("remark").textContent !== (remark || "")) part("remark").textContent = remark || "";
    part("done").disabled = !squares.length;
    const map = own.dialog.querySelector("svg"), shown = JSON.stringify(squares);
    if (own.shown === shown || !squares.length) return;
    own.shown = shown;
    const rows = Math.max(...squares.map(([row]) => row)) + 1, columns = Math.max(...squares.map(([, column]) => column)) + 1;
    map.setAttribute("viewBox", `-1 -1 ${columns * SIDE + 2} ${rows * SIDE + 2}`);
    map.replaceChildren(...squares.flatMap(([row, column, doubt, picture]) => {
      const place = { x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE };
      const drawn = picture ? [element("image", { ...place, href: picture })] : [];
      if (!doubt) return drawn;
      const mark = element("text", { x: place.x + SIDE / 2, y: place.y + SIDE * 0.78 });
      mark.textContent = "?";
      return [...drawn, element("rect", place), mark];
    }));
    if (complete && navigator.vibrate) navigator.vibrate(60);
  }

  function take() {
    const { frame } = film.best, chosen = new DataTransfer(), input = document.querySelector("#photo-thumb input[name=camera]");
    end();
    chosen.items.add(new File([frame], "map.jpg", { type: frame.type }));
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true })); // photo.js sends it
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest && target.closest("button");
    if (!button || !shows()) return;
    if (button.id === "finder-open") {
      part("none").hidden = true;
      film = { dialog: shows(), stream: null, best: null, shown: "" };
      film.dialog.showModal();
      shoot(film);
    } else if (button.id === "finder-close") end();
    else if (button.id === "finder-done" && film && film.best) take();
  });
  document.addEventListener("close", ({ target }) => { if (film && target === film.dialog) end(); }, true); // Escape
  document.addEventListener("visibilitychange", () => {
    if (!film) return;
    if (document.hidden) release(); else shoot(film); // continues
  });
  window.addEventListener("pagehide", end);
  document.addEventListener("companion:page", dress);
  dress();
})();
