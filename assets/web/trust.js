// A phone's own number for a fight: drawn here, sealed before any is shown, opened when all are sealed, and
// checked afterwards against what this phone has kept. Without this file a number is typed instead.
"use strict";
(() => {
  // ---- SHA-256 of a text, or of bytes, in hexadecimal; crypto.subtle is missing where pages come over plain http
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((each) => n % each)) primes.push(n);
  const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const ROUND = primes.map((each) => fraction(Math.cbrt(each)));
  const FIRST = primes.slice(0, 8).map((each) => fraction(Math.sqrt(each)));
  function sha256(data) {
    const bytes = [...(typeof data === "string" ? new TextEncoder().encode(data) : data)], length = bytes.length * 8;
    bytes.push(128);
    while (bytes.length % 64 !== 56) bytes.push(0);
    for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(length / 2 ** shift) & 255);
    const state = [...FIRST], turn = (x, by) => (x >>> by) | (x << (32 - by));
    for (let at = 0; at < bytes.length; at += 64) {
      const w = [];
      for (let i = 0; i < 64; i += 1) {
        if (i < 16) w[i] = (bytes[at + 4 * i] << 24) | (bytes[at + 4 * i + 1] << 16) | (bytes[at + 4 * i + 2] << 8) | bytes[at + 4 * i + 3];
        else {
          const a = w[i - 15], b = w[i - 2];
          w[i] = (w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
        }
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i += 1) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((each, i) => { state[i] = (state[i] + each) | 0; });
    }
    return state.map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // ---- what this phone keeps: by fight, every number it drew, and what it had seen when it opened one
  const memory = {};
  const read = (key) => { try { return JSON.parse(localStorage.getItem(key)) || memory[key]; } catch (error) { return memory[key]; } };
  const keep = (key, value) => { memory[key] = value; try { localStorage.setItem(key, JSON.stringify(value)); } catch (error) { /* until this page is closed */ } };
  const place = (asked, seat) => ["companion", asked.commitment, asked.label, asked.attempt, seat].join(" ");
  const seal = (commitment, label, attempt, who, number, salt) => sha256([commitment, label, attempt, who, number, salt].join(" "));
  const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");

  const stood = () => ["companion", "table", document.body.dataset.live].join(" ");

  const send = (request) => window.companion.send(request);
  const page = (name) => { // of the table; a page that is of none, as the list, has none
    const live = document.body.dataset.live || "";
    return live === "/live" ? "" : live.replace(/live$/, name);
  };
  async function fetched(name) {
    const got = await send({ method: "GET", url: new URL(page(name), window.companion.here()).href, body: null });
    return new DOMParser().parseFromString(got.html, "text/html");
  }
  async function post(form, tap, fields) {
    const body = new URLSearchParams([...form.querySelectorAll("input")].map((each) => [each.name, each.value]));
    for (const [name, value] of Object.entries({ ...fields, tap })) body.set(name, value);
    const got = await send({ method: "POST", url: new URL(form.dataset.action, window.companion.here()).href, body });
    return got.status < 400;
  }

  function say(kind) {
    const line = document.getElementById("own-number");
    if (line) { line.textContent = line.dataset[kind]; line.hidden = false; }
  }

  // ---- add: seal, and open when all are sealed
  let agreed = "";
  async function add(form, asked, seat) {
    const phone = asked.phones.find((each) => each.player === seat), key = place(asked, seat);
    const drawn = read(key) || [];
    if (phone.state === "missing") {
      if (asked.attempt > 1 && agreed !== key && !drawn.length) {
        for (const button of document.querySelectorAll(`[data-add="${seat}"]`)) { button.hidden = false; button.onclick = () => { agreed = key; work(); }; }
        return false;
      }
      if (!drawn.length || drawn[drawn.length - 1].opened) { // a number that was seen before is given no second time
        const number = random(), salt = random();
        drawn.push({ number, salt, seal: seal(asked.commitment, asked.label, asked.attempt, seat, number, salt), own: asked.own, event: asked.event, hash: asked.hash });
        keep(key, drawn); // before it is sent: a lost answer loses no number
        keep(stood(), asked.commitment);
      }
      const last = drawn[drawn.length - 1];
      return post(form, `seal-${last.seal.slice(0, 40)}`, { player: seat, seal: last.seal });
    }
    const mine = drawn.find((each) => each.seal === phone.seal);
    if (phone.typed || phone.state === "without") return false;
    if (!mine) { say(drawn.length ? "foreign" : "lost"); return false; }
    if (phone.state !== "sealed" || !asked.sealed || !asked.awaited.includes(seat)) return false;
    if (mine.own !== asked.own) { say("foreign"); return false; } // the laptop's seal was another when mine was made
    const seals = Object.fromEntries(asked.phones.map((each) => [each.player, each.seal]));
    // Opened once already, beside another seal: the log was put back, and whoever sealed anew knew this number.
    if (mine.opened && asked.phones.some((each) => mine.seals[each.player] !== each.seal)) { say("foreign"); return false; }
    mine.seals = seals;
    mine.seen = { event: Number(form.dataset.event), hash: form.dataset.hash };
    mine.opened = true;
    keep(key, drawn);
    return post(form, `open-${mine.seal.slice(0, 40)}`, { player: seat, number: mine.number, salt: mine.salt });
  }

  let working = false, again = false;
  async function work() {
    if (!page("numbers") || !window.companion) return;
    if (working) { again = true; return; }
    working = true;
    try {
      const form = (await fetched("numbers")).getElementById("numbers");
      const asked = form && JSON.parse(form.dataset.asked);
      let done = false;
      for (const seat of asked ? asked.seats : []) {
        if (asked.phones.some((each) => each.player === seat)) done = (await add(form, asked, seat)) || done;
      }
      if (done) { again = true; window.companion.refresh(); }
    } catch (error) { setTimeout(work, 2000); } // the line is down: the number is kept, and sent again
    working = false;
    if (again) { again = false; work(); } else check();
  }

  // ---- check: on its page, the phone reckons for itself
  let checked = "";
  async function check() {
    const told = document.getElementById("own-check");
    if (!told || !window.companionFall || checked === document.body.dataset.version) return;
    checked = document.body.dataset.version;
    const records = [...(await fetched("records")).querySelectorAll("#records > li")].map((each) => ({ hash: each.dataset.hash, text: each.textContent }));
    let good = [], bad = [["unreadable"]];
    try {
      const found = [judge, window.companionFall.judge].map((each) => each(told.dataset.commitment, records));
      [good, bad] = [0, 1].map((at) => found.flatMap((each) => each[at]));
    } catch (error) { /* no log of ours */ }
    if ((read(stood()) || told.dataset.commitment) !== told.dataset.commitment) bad.push(["reseeded"]);
    told.replaceChildren(...[...bad.map((each) => ["bad", each]), ...good.map((each) => ["ok", each])].map(([kind, [name, ...values]]) => {
      const line = document.createElement("li");
      line.className = ["later", "typed"].includes(name) || (name === "chain" && !values[0]) ? "aside" : kind; // what was not read is not ticked
      line.textContent = values.reduce((text, value, at) => text.replace(`{${at}}`, value), told.dataset[name]);
      return line;
    }));
    told.hidden = false;
    const verdict = document.getElementById("own-verdict");
    verdict.textContent = told.dataset[bad.length ? "no" : "yes"];
    verdict.className = bad.length ? "wrong" : "";
    verdict.hidden = false;
  }

  function judge(commitment, records) {
    const good = [], bad = [], events = [], sealed = {};
    let read_here = 0, seals = 0;
    records.forEach(({ hash, text }, at) => {
      const record = text ? JSON.parse(text) : null;
      events.push(record);
      if (!record) return;
      read_here += 1;
      if (sha256(text) !== hash) bad.push(["changed", at + 1]);
      if (at && records[at - 1].hash && record.previous !== records[at - 1].hash) bad.push(["unlinked", at + 1]);
    });
    if (records.length && records[records.length - 1].hash) good.push(["chain", read_here, records.length, records[records.length - 1].hash.slice(0, 8).replace(/(....)/, "$1 ")]);
    // A hash that could be guessed is not shown while something is hidden: then there is nothing to compare.
    const differs = (seen) => Boolean(seen && seen.hash && (records[seen.event - 1] || {}).hash !== "" && (records[seen.event - 1] || {}).hash !== seen.hash);
    const spot = (body, who) => [body.label.split(" phones ")[0], body.attempt, who].join(" ");
    const fits = (at, label, attempt, who, number, salt) => {
      const name = [label, attempt, who].join(" ");
      if (sealed[name] === undefined) return;
      if (sealed[name] === seal(commitment, label, attempt, who, number, salt)) seals += 1;
      else bad.push(["unfit", at + 1]);
    };
    events.forEach((record, at) => {
      if (!record) return;
      const { kind, asked, result } = record;
      if ((kind === "declare" || kind === "without") && result.own) sealed[spot(result, "own")] = result.own;
      if (kind === "commit") sealed[spot(result, asked.player)] = asked.seal;
      if (kind === "disclose") fits(at, result.label, result.attempt, asked.player, asked.number, asked.salt);
      if (result.own && Array.isArray(result.own)) {
        const [label, rest] = result.label.split(" phones ");
        fits(at, label, Number(rest.split(" ")[0]), "own", ...result.own);
      }
    });
    if (Object.keys(sealed).length) good.push(["seals", seals]);
    let mine = 0, thrown = 0;
    for (const key of kept(commitment)) {
      const [label, attempt, seat] = /^companion \S+ (.+) (\d+) (\S+)$/.exec(key).slice(1);
      for (const each of read(key)) {
        const at = events.findIndex((one) => one && one.kind === "commit" && one.asked.seal === each.seal);
        if (at < 0) { if (each.opened) bad.push(["gone", label]); continue; }
        mine += 1;
        if (differs(each)) bad.push(["otherwise", each.event]);
        if (differs(each.seen)) bad.push(["otherwise", each.seen.event]);
        for (const [who, one] of Object.entries(each.seals || {})) if (one && sealed[[label, attempt, who].join(" ")] !== one) bad.push(["otherwise", at + 1]);
        if (!each.opened) continue;
        const throws = events.filter((one) => one && one.result.label && one.result.label.startsWith(`${label} phones ${attempt} `));
        if (throws.some((one) => !one.result.label.includes(` ${seat} ${each.number}`))) bad.push(["unused", label]);
        else if (throws.length) thrown += 1;
        else if (events.some((one) => one && one.kind === "without" && one.asked.player === seat && one.result.label === label)) bad.push(["dropped", label]);
      }
    }
    if (mine || Object.keys(sealed).length) good.push(["mine", mine, thrown]);
    return [good, bad];
  }
  function kept(commitment) {
    const names = new Set(Object.keys(memory));
    try { for (let at = 0; at < localStorage.length; at += 1) names.add(localStorage.key(at)); } catch (error) { /* nothing is kept */ }
    return [...names].filter((each) => each.startsWith(`companion ${commitment} `));
  }

  document.addEventListener("companion:page", work);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", work); else work();
  window.companionTrust = { sha256, judge, check };
})();
