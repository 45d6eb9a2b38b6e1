// Animates throws of the tower at the same time on every screen, by the laptop's clock, with the sound of wood; the
// phones of those who fight vibrate. A phone that slept shows it when it wakes. Without this file, cubes fall as in
// the style sheet. A winter and a count of points are shown step by step in the same way, or else at once.
"use strict";
(() => {
  const PINGS = 6, FRESH = 300000, PATIENCE = 1200; // ms that a measurement is valid; ms to wait for one
  const LENGTH = 2500; // ms from the first cube to the result, as in shogun.css
  const STEP = 900, COMES = 450; // ms for a step of a winter or count, and until it is fully visible
  const NIGHT = [22, 7]; // hours with sound off by default
  const HITS = [.12, .24, .36, .48, .6, .7, .8, .89], LANDS = [.62, .97]; // fractions of a fall with a sound
  const alone = Boolean(window.companionPocket);

  // ---- the laptop's clock, measured by the fastest of several requests, which has the smallest error
  let ahead = null, doubt = null, measured = -Infinity, measuring = null;
  async function ask() {
    let best = Infinity;
    for (let asked = 0; asked < PINGS; asked += 1) {
      const sent = performance.now();
      const got = await fetch("/clock", { cache: "no-store", credentials: "same-origin" });
      const told = Number(await got.text()), trip = performance.now() - sent;
      if (!got.ok || !(told > 0)) throw new Error(`no clock: ${got.status}`);
      if (trip < best) { best = trip; doubt = trip / 2; ahead = told - sent - doubt; }
    }
    measured = performance.now();
  }
  function measure() {
    if (alone || document.hidden || performance.now() - measured < FRESH) return Promise.resolve();
    measuring = measuring || ask().catch(() => { ahead = null; }).finally(() => { measuring = null; });
    return Promise.race([measuring, new Promise((go) => { setTimeout(go, PATIENCE); })]);
  }

  // ---- sound: one synthesized knock, at different pitches
  const night = (hour = new Date().getHours()) => hour >= NIGHT[0] || hour < NIGHT[1];
  let tonight = false; // turned on at night, until the page is closed
  function silent() { try { return localStorage.getItem("companion-sound") === "off"; } catch (error) { return false; } }
  const sounding = () => !silent() && (tonight || !night());
  let air = null, wood = null, heard = null;
  function awaken() { // browsers only allow sound after a tap
    if (!window.AudioContext || !sounding()) return;
    air = air || new AudioContext();
    if (air.state !== "running") air.resume().catch(() => {});
  }
  function knock() {
    const rate = air.sampleRate, made = air.createBuffer(1, rate * .12, rate), drawn = made.getChannelData(0);
    let grain = 7; // the same noise every time
    for (let at = 0; at < drawn.length; at += 1) {
      const t = at / rate, turn = 2 * Math.PI * t;
      grain = (grain * 16807) % 2147483647;
      drawn[at] = .55 * Math.sin(turn * 1040) * Math.exp(-t / .016) + .3 * Math.sin(turn * 2760) * Math.exp(-t / .007)
        + .25 * (grain / 1073741823 - 1) * Math.exp(-t / .0015);
    }
    return made;
  }
  function sound(motions, start) {
    hush();
    if (!air || air.state !== "running" || !sounding()) return;
    wood = wood || knock();
    heard = air.createGain();
    heard.gain.value = .5;
    heard.connect(air.destination);
    motions.filter((each) => each.effect.target.matches(".cube")).forEach((each, number) => {
      const { delay, duration } = each.effect.getComputedTiming(), lands = Boolean(each.effect.target.closest(".tray"));
      for (const [at, hit] of (lands ? LANDS : HITS).entries()) {
        const when = (start + delay + hit * duration - performance.now()) / 1000 - (air.outputLatency || 0);
        if (when < 0) continue;
        const one = air.createBufferSource(), loud = air.createGain();
        one.buffer = wood;
        one.playbackRate.value = (lands ? .5 : .85) + .09 * ((number * 5 + at * 3) % 7);
        loud.gain.value = lands ? 1 - .6 * at : .35;
        one.connect(loud).connect(heard);
        one.start(air.currentTime + when);
      }
    });
  }
  function hush() {
    if (heard) heard.disconnect();
    heard = null;
    if (felt) { clearTimeout(felt); felt = 0; if (navigator.vibrate) navigator.vibrate(0); }
  }

  // ---- the fall
  let fallen = null, fell = null, felt = 0; // the stage whose fall was shown, and its start
  const moving = (stage) => stage.closest("main").getAnimations({ subtree: true }).filter((each) => each.animationName);
  async function fall() {
    const stage = document.querySelector(".stage.falling, [data-walk]");
    if (!stage || stage === fallen) return;
    fallen = stage;
    const walks = stage.dataset.walk !== undefined && !document.hidden ? walking(stage) : null;
    const motions = walks ? walks.motions : moving(stage), length = walks ? walks.end : LENGTH;
    if (!motions.length) return; // reduced motion: the tray is shown at once
    const known = alone || performance.now() - measured < FRESH;
    if (document.hidden || !known) motions.forEach((each) => { each.currentTime = 0; each.pause(); });
    if (document.hidden) { fallen = null; return; }
    if (!known) await measure();
    if (fallen !== stage || !stage.isConnected || motions.some((each) => each.playState === "finished")) return;
    const now = performance.now(), common = Number(stage.dataset.falls) - ahead;
    // If it is over on other screens, since this phone slept, it starts now.
    const start = stage.dataset.falls && ahead !== null && now - common < length ? common : now;
    for (const each of motions) each.startTime = start; // the default, the last frame's time, may be long ago
    fell = start;
    sound(motions, start);
    if (walks) { walk = walks; timer = timer || setInterval(step, 100); step(); }
    if (stage.dataset.fights !== undefined && navigator.vibrate) {
      felt = setTimeout(() => navigator.vibrate([90, Math.max(1, LENGTH - 90), 50, 60, 50]), Math.max(0, start - now));
    }
  }

  // ---- winters and counts: each step after the one before, with those marked "last" at the end
  let walk = null, timer = 0;
  function walking(stage) {
    const all = [...document.querySelectorAll("main [data-step]")], last = all.filter((each) => each.dataset.step === "last");
    const walks = { stage, steps: [], motions: [], end: 0, now: null, ours: new Set(), led: true };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return walks;
    const comes = (node, delay, frames, duration) => walks.motions.push(node.animate(frames, { delay, duration, easing: "ease-in", fill: "backwards" }));
    for (const node of [...all.filter((each) => !last.includes(each)), ...last]) {
      comes(node, walks.end, [{ opacity: 0, transform: "translateY(.6rem)" }, {}], COMES);
      node.querySelectorAll(".tray .cube").forEach((cube, number) => comes(cube, walks.end + 200 + 90 * number, [{ transform: "translateY(-3.5rem) rotate(-150deg)", opacity: 0 }, { transform: "none", opacity: 1, offset: .62 }, { transform: "translateY(-.5rem) rotate(-8deg)", offset: .76 }, {}], 400));
      walks.steps.push({ node, at: walks.end });
      walks.end += Number(node.dataset.step) || STEP;
    }
    return walks;
  }
  function step() {
    if (!walk) return;
    const { stage, steps, end, ours } = walk, past = performance.now() - fell;
    const over = !stage.isConnected || past >= end, reached = over ? null : steps.filter((each) => each.at <= past).pop();
    stage.hidden = over;
    if (reached && reached !== walk.now) {
      walk.now = reached;
      const closed = reached.node.closest("details");
      for (const each of ours) if (each !== closed) { each.open = false; ours.delete(each); }
      if (closed && !closed.open) { closed.open = true; ours.add(closed); }
      if (walk.led) reached.node.scrollIntoView({ block: "center", behavior: "smooth" });
    }
    if (!over) return;
    clearInterval(timer);
    for (const each of ours) each.open = false;
    for (const each of walk.motions) each.cancel(); // the next page may reuse their nodes
    timer = 0;
    walk = null;
    if (stage.isConnected && stage.dataset.then && window.companion) companion.ask({ method: "GET", url: stage.dataset.then, body: null }, { own: false });
  }
  function hasten(to) { // only on this phone
    fell -= Math.max(0, to - (performance.now() - fell));
    for (const each of walk.motions) each.startTime = fell;
    sound(walk.motions, fell);
    step();
  }
  for (const moved of ["wheel", "touchmove"]) document.addEventListener(moved, () => { if (walk) walk.led = false; }, { passive: true });

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".sound");
    if (button) {
      tonight = !sounding();
      try { localStorage.setItem("companion-sound", tonight ? "on" : "off"); } catch (error) { /* only for this page */ }
      if (!tonight) hush();
    }
    awaken();
    show();
    if (walk && event.target.closest(".skip-walk")) hasten(walk.end);
    else if (walk && event.target.closest(".faster")) {
      walk.led = true;
      hasten((walk.steps.find((each) => each.at > performance.now() - fell) || { at: walk.end }).at);
    }
    const skip = event.target.closest(".skip-fall");
    if (!skip) return;
    event.preventDefault(); // ends the animation, only on this phone
    hush();
    moving(skip.closest(".stage")).forEach((each) => each.finish());
  }, true);
  function show() {
    for (const each of document.querySelectorAll(".sound")) {
      each.hidden = !window.AudioContext;
      each.setAttribute("aria-pressed", String(sounding()));
    }
  }
  const look = () => { show(); measure(); fall(); };
  document.addEventListener("companion:page", look);
  document.addEventListener("visibilitychange", () => {
    measured = -Infinity; // some clocks stop during sleep
    if (document.hidden) hush(); else look();
  });
  window.companionThrows = { measure, sounding, ahead: () => ahead, doubt: () => doubt, fell: () => fell };
  look();
})();
