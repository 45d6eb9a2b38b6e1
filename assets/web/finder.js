// The camera as a viewfinder, in a pocket: seals that are found are lit, cards count up, and the map fills, square by
// square, from frame to frame. When all is known or the thumb taps, the map stands as after a photo.
"use strict";
(() => {
  const RATHER = { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: { ideal: "environment" } };
  const LONGEST = 1280, PAUSE = 30, SIDE = 20; // pixels of a frame; ms between two; of a square that is drawn
  const pocket = window.companionPocket, part = (name) => document.getElementById(`finder-${name}`);
  const SVG = "http://www.w3.org/2000/svg";
  let film = null; // the one that runs

  const shows = () => document.getElementById("finder");
  const can = () => Boolean(window.isSecureContext && navigator.mediaDevices && navigator.mediaDevices.getUserMedia);

  function dress() {
    if (film && film.dialog !== shows()) end();
    if (!shows()) return;
    part("open").hidden = !can();
    if (!can()) part("none").hidden = false;
    for (const each of document.querySelectorAll(".photo-take.act")) if (can()) each.classList.replace("act", "btn");
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
    if (shows()) part("none").hidden = false;
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
    await video.play().catch((error) => console.warn(error)); // it is put away already
    while (film === own && own.stream === stream) {
      await new Promise((go) => { setTimeout(go, PAUSE); });
      if (film !== own || own.stream !== stream || video.readyState < 2) continue;
      if (await known(own, video)) return;
    }
  }

  // One frame is looked at; whether that was the last one.
  async function known(own, video) {
    const scale = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight));
    const size = { resizeWidth: Math.round(video.videoWidth * scale), resizeHeight: Math.round(video.videoHeight * scale) };
    const frame = await createImageBitmap(video, scale < 1 ? size : {}), begins = !own.begun;
    Object.assign(own, { begun: true, size: { width: frame.width, height: frame.height } });
    let told;
    try { told = await pocket.look(frame, begins); } catch (error) {
      if (film === own) end();
      pocket.tell(error.said || String(error));
      return true;
    }
    frame.close();
    if (film !== own) return true;
    if (!told) { end(); pocket.tell(shows().dataset.unseeing); return true; }
    draw(own, told);
    if (told.complete) take();
    return told.complete;
  }

  function light(seals) {
    if (!film || !film.size) return;
    const canvas = film.dialog.querySelector("canvas"), pen = canvas.getContext("2d");
    Object.assign(canvas, film.size); // which clears it
    Object.assign(pen, { strokeStyle: "#ffcf3f", fillStyle: "#ffcf3f66", lineWidth: 3, lineJoin: "round" });
    for (const corners of seals) {
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

  function draw(own, { squares, counted, remark, complete }) {
    if (part("known").textContent !== counted) part("known").textContent = counted;
    if (part("remark").textContent !== remark) part("remark").textContent = remark;
    part("done").disabled = !squares.length;
    const map = own.dialog.querySelector("svg"), shown = JSON.stringify(squares);
    if (own.shown === shown || !squares.length) return;
    own.shown = shown;
    const rows = Math.max(...squares.map(([row]) => row)) + 1, columns = Math.max(...squares.map(([, column]) => column)) + 1;
    map.setAttribute("viewBox", `-1 -1 ${columns * SIDE + 2} ${rows * SIDE + 2}`);
    map.replaceChildren(...squares.flatMap(([row, column, doubt, picture]) => {
      const place = { x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE };
      const drawn = picture ? [element("image", { ...place, href: `${own.dialog.dataset.pictures}${picture}.png` })] : [];
      if (!doubt) return drawn;
      const mark = element("text", { x: place.x + SIDE / 2, y: place.y + SIDE * 0.78 });
      mark.textContent = "?";
      return [...drawn, element("rect", place), mark];
    }));
    if (complete && navigator.vibrate) navigator.vibrate(60);
  }

  function take() {
    const button = part("take");
    end();
    button.form.requestSubmit(button);
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest && target.closest("button");
    if (!button || !shows()) return;
    if (button.id === "finder-open") {
      part("none").hidden = true;
      film = { dialog: shows(), stream: null, begun: false, shown: "" };
      film.dialog.showModal();
      shoot(film);
    } else if (button.id === "finder-close") end();
    else if (button.id === "finder-done" && film) take();
  });
  document.addEventListener("close", ({ target }) => { if (film && target === film.dialog) end(); }, true); // Escape
  document.addEventListener("visibilitychange", () => {
    if (!film) return;
    if (document.hidden) release(); else shoot(film); // the same film goes on
  });
  window.addEventListener("pagehide", end);
  document.addEventListener("companion:seals", ({ detail }) => light(detail));
  document.addEventListener("companion:page", dress);
  dress();
})();
