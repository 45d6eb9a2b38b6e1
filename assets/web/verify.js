// The chain of the log, checked on the phone: every record has the hash that stands beside it and follows from the
// one before, and what this phone saw at its last look has not become another.
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

  // ---- what this phone keeps of a table: the hash of its seed, and the last event that it saw
  const stood = () => ["companion", "table", document.body.dataset.live].join(" ");
  const read = () => { try { return JSON.parse(localStorage.getItem(stood())); } catch (error) { return null; } };
  const keep = (value) => { try { localStorage.setItem(stood(), JSON.stringify(value)); } catch (error) { /* nothing is kept */ } };
  async function fetched(name) {
    const url = new URL(document.body.dataset.live.replace(/live$/, name), window.companion.here()).href;
    const got = await window.companion.send({ method: "GET", url, body: null });
    return new DOMParser().parseFromString(got.html, "text/html");
  }

  // ---- check: on its page, the phone computes for itself
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
    if (!bad.length) remember(told.dataset.commitment, records);
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
    const good = [], bad = [], seen = read();
    let read_here = 0;
    records.forEach(({ hash, text }, at) => {
      if (!text) return;
      read_here += 1;
      if (sha256(text) !== hash) bad.push(["changed", at + 1]);
      if (at && records[at - 1].hash && JSON.parse(text).previous !== records[at - 1].hash) bad.push(["unlinked", at + 1]);
    });
    const last = records.length ? records[records.length - 1].hash : "";
    if (last) good.push(["chain", read_here, records.length, last.slice(0, 8).replace(/(....)/, "$1 ")]);
    if (seen && seen.commitment !== commitment) bad.push(["reseeded"]);
    // A hash that could be guessed is not shown while something is hidden: then there is nothing to compare.
    else if (seen && seen.hash && (records[seen.event - 1] || {}).hash !== "" && (records[seen.event - 1] || {}).hash !== seen.hash) bad.push(["otherwise", seen.event]);
    return [good, bad];
  }
  function remember(commitment, records) {
    const event = records.map((each) => Boolean(each.hash)).lastIndexOf(true) + 1;
    keep({ commitment, event, hash: event ? records[event - 1].hash : "" });
  }

  document.addEventListener("companion:page", check);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", check); else check();
  window.companionChain = { sha256, judge, check };
})();
