// A table from phone to phone: a code that moves, what the camera makes of one, and a channel between two that have each
// filmed one. What is shown and what is known of it is Python's (companion/web/pocket/across.py); here frames are drawn,
// read and sent.
"use strict";
(() => {
  const QUICK = 125, SLOW = 330, QUIET = 4; // ms that a frame stays; light squares round a code
  const LIKE = { ecc: "low", encoding: "alphanumeric", border: QUIET };
  const pocket = window.companionPocket, part = (name) => document.getElementById(`film-${name}`);
  let film = null; // what is shown: { canvas, kept, frames, at, timer }

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
    const can = Boolean(window.RTCPeerConnection);
    for (const each of document.querySelectorAll("[data-joins]")) each.hidden = each.dataset.joins !== String(can);
    const canvas = document.querySelector("#film canvas"), from = canvas && (canvas.dataset.frames || canvas.dataset.join);
    const kept = canvas && `${from} ${canvas.parentElement.dataset.keep}`; // the same address shows more after an event
    if (film && film.canvas === canvas && film.kept === kept) return;
    if (film) clearInterval(film.timer);
    film = canvas && { canvas, kept, at: 0 };
    if (!canvas || (canvas.dataset.join && !can)) return;
    const own = film;
    try {
      const given = canvas.dataset.join ? knock(from) : told({ method: "GET", url: new URL(from, pocket.here()).href, body: null });
      const [{ default: encode }, frames] = await Promise.all([pocket.qr("index.js"), given]);
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

  // ---- joined: a channel for each phone that follows, as long as both pages are open
  const END = ".", GONE = "!", MOST = 1000, MOST_WAIT = 4; // after the frames of a state; in their place; frames of one; offers that wait
  const AWAKE = 4000; // ms until an answer that waits is kept awake again
  const all = []; // the channels of this page: { mark, peer, channel, shows | token, key, reply, sent, state }
  const line = () => document.getElementById("channel");

  // whether one was open on this page, also before it was opened anew
  function met(what, now) {
    try {
      if (now) sessionStorage.setItem(`channel ${what}`, "1"); else if (now === false) sessionStorage.removeItem(`channel ${what}`);
      return sessionStorage.getItem(`channel ${what}`);
    } catch { return null; }
  }

  // what is told of a channel on the page that is about it
  function dress() {
    if (!line()) return;
    const { mark, key, shows, words } = line().dataset, told = (each) => line().dataset[each];
    const stands = ({ state, sent }) => (state === "lost" && sent && told("parted") ? "parted" : state);
    const these = all.filter((each) => (mark ? each.mark === mark : key ? each.key === key : each.shows === shows)), open = these.filter((each) => each.state === "open");
    const late = mark && line().dataset.kind === "answer" && these.length && these[0].reply !== words;
    const state = late ? "taken" : open.length ? "open" : these.map(stands).filter(told).pop() || (these.length ? "" : mark ? line().dataset.kind === "answer" && "strange" : !told("alone") && met(key || shows) && "lost");
    line().textContent = (told(state) || "").replace("{count}", all.filter((each) => each.state === "open" && open.some((other) => other.shows === each.shows)).length);
    line().hidden = !told(state);
  }

  function turn(own, state) {
    if (["lost", "ended", "strange", "refused"].includes(own.state)) return; // of a channel that is closed nothing more is heard
    own.state = state;
    if (state !== "open") own.peer.close();
    if (own.key || own.shows) met(own.key || own.shows, state === "open" || (state === "ended" ? false : undefined));
    dress();
  }

  function begun(own) {
    const wait = all.filter((each) => each.state === "waits" && each.shows);
    if (wait.length >= MOST_WAIT) turn(wait[0], "strange");
    own.peer.onconnectionstatechange = () => { if (own.peer.connectionState === "failed") turn(own, "lost"); };
    all.push(Object.assign(own, { state: "waits" }));
    return own;
  }

  function heard(own, channel) {
    own.channel = channel;
    channel.onopen = () => { turn(own, "open"); if (own.shows) publish(); };
    channel.onclose = () => turn(own, "lost");
    if (channel.readyState === "open") channel.onopen();
  }

  const refused = (name) => Object.assign(new Error(name), { said: line().dataset[name] });

  // The frames of an offer, or of the answer to the one that was read.
  async function knock(from) {
    const { mark: asked, words } = line().dataset, peer = new RTCPeerConnection({ iceServers: [] });
    const mark = asked || [...crypto.getRandomValues(new Uint32Array(3))].map((each) => each.toString(16).padStart(8, "0")).join("");
    const own = begun({ mark, peer, ...(asked ? { token: document.querySelector("input[name=token]").value } : { shows: from }) });
    if (asked) {
      peer.ondatachannel = ({ channel }) => { heard(own, channel); follow(own); };
      await peer.setRemoteDescription({ type: "offer", sdp: lines(words) }).catch((error) => { turn(own, "lost"); throw error; });
    } else heard(own, peer.createDataChannel("table"));
    await peer.setLocalDescription(await (asked ? peer.createAnswer() : peer.createOffer()));
    if (asked && /^o=mozilla/m.test(peer.localDescription.sdp)) hold(own, 1);
    while (peer.iceGatheringState !== "complete") await new Promise((on) => { peer.addEventListener("icegatheringstatechange", on, { once: true }); });
    const { sdp } = peer.localDescription;
    if (!/^a=candidate/m.test(sdp)) { turn(own, "lost"); throw refused("alone"); }
    dress();
    // whoever answers waits to be found, for its answer is filmed some time later: the offer says no place
    const placed = asked ? sdp : sdp.replace(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, "");
    const body = new URLSearchParams({ token: document.querySelector("input[name=token]").value, kind: asked ? "answer" : "offer", mark, words: placed });
    return told({ method: "POST", url: new URL("/read/knock", pocket.here()).href, body });
  }

  // Firefox gives up after five seconds in which it has had no place to try, and an answer is filmed later than that: it
  // is named one now and then, of a port to which it sends nothing, and tries each for eleven seconds.
  function hold(own, number) {
    if (own.state !== "waits") return;
    own.peer.addIceCandidate({ candidate: `candidate:${number} 1 udp ${number} 255.255.255.255 9 typ host`, sdpMLineIndex: 0 }).catch((error) => console.warn(error));
    setTimeout(hold, AWAKE, own, number + 1);
  }

  const lines = (words) => `${words.trim().split(/\r?\n/).join("\r\n")}\r\n`; // as a form and a page have left them

  // An answer was read: its offer is known here, or it is somebody else's, or came too late.
  function answered() {
    const { mark, kind, words } = line() ? line().dataset : {}, own = kind === "answer" && all.find((each) => each.mark === mark && each.shows);
    if (!own || own.reply) return;
    own.reply = words;
    own.peer.setRemoteDescription({ type: "answer", sdp: lines(words) }).catch((error) => { console.warn(error); turn(own, "lost"); });
  }

  // What is shown is sent after everything that happens, where it is not what was sent last.
  let sending = Promise.resolve();
  function publish() {
    sending = sending.then(async () => {
      for (const shows of new Set(all.filter((each) => each.shows && each.state === "open").map((each) => each.shows))) {
        const { type, got } = await window.companionSend({ method: "GET", url: new URL(shows, pocket.here()).href, body: null });
        const text = type.startsWith("text/plain") ? new TextDecoder().decode(got.body) : GONE;
        for (const own of all.filter((each) => each.shows === shows && each.state === "open" && each.sent !== text)) {
          own.sent = text;
          for (const each of text.split("\n")) own.channel.send(each);
          if (text !== GONE) own.channel.send(END);
        }
      }
    }).catch((error) => console.warn(error)); // the next page tries again
  }

  // What comes is taken in as a file with the same frames is; its page is drawn, or drawn anew.
  function follow(own) {
    let frames = [], taking = Promise.resolve();
    own.channel.onmessage = ({ data }) => {
      if (data === GONE) turn(own, "ended");
      else if (data === END) { const whole = frames; frames = []; taking = taking.then(() => take(own, whole)).catch((error) => console.warn(error)); }
      else if (frames.push(data) > MOST) turn(own, "lost");
    };
  }

  async function take(own, frames) {
    const body = new FormData();
    for (const [name, value] of [["token", own.token], ["sent", "1"], ["live", own.key || "new"]]) body.set(name, value);
    body.set("file", new Blob([frames.join("\n")]), "companion.txt");
    const { url, html } = await window.companionSend({ method: "POST", url: new URL("/read", pocket.here()).href, body }), [, key] = /^\/seen\/(.+)$/.exec(new URL(url).pathname) || [];
    if (!key) {
      turn(own, "refused");
      const why = new DOMParser().parseFromString(html, "text/html").querySelector("#problem, .empty h1");
      if (why) pocket.tell(why.textContent.trim());
      return;
    }
    const known = own.key, at = new URL(pocket.here()).pathname;
    own.key = key;
    met(key, true);
    if (!known && at === `/joined/${own.mark}`) await window.companion.ask({ method: "GET", url: new URL(`/seen/${key}`, pocket.here()).href, body: null });
    else if (at === `/seen/${key}`) window.companion.refresh();
  }

  document.addEventListener("submit", ({ target }) => { for (const own of all) if (own.key && own.key === target.dataset.forgets) turn(own, "ended"); });
  document.addEventListener("companion:page", () => { answered(); dress(); publish(); });
  show();
  answered();
  dress();
})();
