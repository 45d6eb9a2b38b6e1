// Which cubes fall, computed on the phone: once the seed is opened, every throw of the log is made again from
// seed, label and places, and held against what is written. It is written a second time here on purpose, after
// docs/rules/tower.md and not after the laptop's program: a check that shared its code would prove nothing.
"use strict";
(() => {
  const WHOLE = 2n ** 32n, PLACES = 10n ** 30n;
  const bytes = (text) => [...new TextEncoder().encode(text.normalize("NFC"))];
  const sha = (data) => window.companionChain.sha256(data);
  const unhex = (text) => text.match(/../g).map((each) => parseInt(each, 16));

  // ---- HMAC-SHA256: the number that decides over one cube
  function drawing(seed, words) {
    let key = bytes([seed, ...words].join("\n"));
    if (key.length > 64) key = unhex(sha(key));
    while (key.length < 64) key.push(0);
    const [inner, outer] = [0x36, 0x5c].map((mask) => key.map((each) => each ^ mask));
    return (message) => BigInt(`0x${sha([...outer, ...unhex(sha([...inner, ...bytes(message)]))]).slice(0, 8)}`);
  }

  // ---- thresholds, in whole numbers only: fractions are [top, bottom]
  const rounded = (top, bottom) => { // to the nearest, halves to the even one
    const whole = top / bottom, left = 2n * (top % bottom);
    return whole + (left > bottom || (left === bottom && whole % 2n) ? 1n : 0n);
  };
  function fraction(text) {
    const [top, bottom] = text.split("/"), [whole, places = ""] = top.split(".");
    return [BigInt(whole + places), bottom ? BigInt(bottom) : 10n ** BigInt(places.length)];
  }
  const chance = ([top, bottom]) => rounded(top * WHOLE, bottom);
  const shakings = {};
  function shaken(cubes) { // (cubes / 9) ** 0.7 to 30 places: the whole tenth root, found by halving
    if (shakings[cubes] === undefined) {
      const value = BigInt(cubes) ** 7n * 10n ** 300n / 9n ** 7n;
      let low = 0n, high = PLACES * 1000n;
      while (high - low > 1n) {
        const middle = (low + high) / 2n;
        if (middle ** 10n <= value) low = middle; else high = middle;
      }
      shakings[cubes] = low;
    }
    return shakings[cubes];
  }
  function loosened(tower, cubes, throws, filled) {
    const m = shaken(cubes), [b, under] = fraction(tower.B), [older, below] = fraction(filled ? tower.a_fill || "0" : "0");
    if (!m) return 0n;
    const bottom = under * below; // m / (m + B + older + throws - 1), all over PLACES * bottom
    const rest = (b * below + older * under + BigInt(throws - 1) * bottom) * PLACES;
    return rounded(m * bottom * WHOLE, m * bottom + rest);
  }

  // ---- cubes
  const colour = (cube) => cube.slice(0, cube.lastIndexOf("-"));
  const number = (cube) => Number(cube.slice(cube.lastIndexOf("-") + 1));
  const same = (one, other) => [...one].sort().join(" ") === [...other].sort().join(" ");
  const listed = (map) => [...map].map(([cube, since]) => `${cube}:${since}`);
  const filling = (players) => [...players.map((each) => [each, 7]), ["green", 10]]
    .flatMap(([each, count]) => Array.from({ length: count }, (_, at) => `${each}-${at + 1}`));
  function places(hand, tray) {
    const found = {};
    for (const [name, cubes] of [["hand", hand], ["tray", tray]]) {
      const counts = {};
      for (const cube of [...cubes].sort((one, other) => number(one) - number(other))) {
        counts[colour(cube)] = (counts[colour(cube)] || 0) + 1;
        found[cube] = `${name} ${colour(cube)} ${counts[colour(cube)]}`;
      }
    }
    return found;
  }

  // ---- the log, followed event by event
  const THROWS = ["attack", "revolt", "throw"];
  function sides({ kind, asked }) {
    if (kind === "attack") return `attack ${asked.attack.attacker} ${asked.attack.defender}`;
    return kind === "revolt" ? `revolt ${asked.rising.owner}` : "throw";
  }

  function filled(now, result, seed, players, words) {
    const drawn = drawing(seed, words), threshold = chance(fraction(now.tower.p_fill || now.tower.p));
    const cubes = filling(players), out = cubes.filter((cube) => drawn(`0:${cube}`) < threshold);
    return same(result.in, cubes) && same(result.out, out) && same(Object.keys(result.lodged), cubes.filter((cube) => !out.includes(cube)));
  }

  const labelled = (record, now) => record.result.label === `${sides(record)} ${(now.thrown[sides(record)] || 0) + 1}`;

  function fell(record, now, drawn) {
    const { result } = record, thrown = now.throws + 1, count = result.in.length;
    const hand = result.in.filter((cube) => !now.tray.includes(cube)), where = places(hand, now.tray);
    if (hand.length + now.tray.length !== count || result.in.some((cube) => now.lodged.has(cube))) return false;
    const value = (cube) => drawn(`${result.label}:${where[cube] || `inside ${cube}`}`);
    const passing = chance(fraction(now.tower.p));
    const out = result.in.filter((cube) => value(cube) < passing);
    for (const [cube, since] of now.lodged) if (value(cube) < loosened(now.tower, count, thrown - since, !since)) out.push(cube);
    if (result.throw !== thrown || !same(result.out, out)) return false;
    const inside = new Map([...now.lodged, ...result.in.map((cube) => [cube, thrown])].filter(([cube]) => !out.includes(cube)));
    // What came out lies in the tray or went to the supplies, or by a ruling lies inside again.
    for (const cube of out) if (cube in result.lodged && !result.tray.includes(cube)) inside.set(cube, thrown);
    return result.tray.every((cube) => out.includes(cube)) && same(listed(inside), listed(Object.entries(result.lodged)));
  }

  const after = (now, result) => ({
    ...now, tray: result.tray || [], throws: result.throw || now.throws,
    lodged: result.lodged ? new Map(Object.entries(result.lodged)) : now.lodged,
  });

  // What this phone found of the throws: what is right, what is wrong, by the names of its sentences.
  function judge(commitment, records) {
    const events = records.map(({ text }) => (text ? JSON.parse(text) : null)), [first] = events;
    const opened = events.find((each) => each && each.kind === "reveal");
    if (!first || !opened) return [[["later"]], []];
    const { seed, salt, players } = first.asked, bad = [], before = [], states = [];
    if (sha(bytes(`${seed}\n${salt}`)) !== commitment || opened.result.seed !== seed) return [[], [["unsealed"]]];
    const said = [];
    let now = after({ tower: first.asked.preset.parameters, tray: [], throws: 0, thrown: {}, lodged: new Map() }, first.result);
    if (!filled(now, first.result, seed, players, [])) bad.push(["differs", 1]);
    let drawn = drawing(seed, []), made = 1, cubes = first.result.in.length, typed = 0;
    events.forEach((record, at) => {
      before[at] = now;
      const { kind, asked, result } = record || { kind: "" };
      if (kind === "word") { // in the order of the players, whoever said the first
        said.push(...asked.words);
        said.sort(([one], [other]) => players.indexOf(one) - players.indexOf(other));
        const words = said.map(([, word]) => word);
        drawn = drawing(seed, words);
        now = after(now, result);
        if (!filled(now, result, seed, players, words)) bad.push(["differs", at + 1]);
      } else if (kind === "tray" || kind === "inside") now = { ...after(now, result), throws: now.throws };
      else if (kind === "undo") now = before[asked.event - 1];
      else if (kind === "redo") now = states[result.restores - 1];
      else if (THROWS.includes(kind)) {
        const name = sides(record), real = Boolean(asked.out);
        if (real) typed += 1;
        else {
          made += 1;
          cubes += result.in.length + now.lodged.size;
          if (!labelled(record, now)) bad.push(["relabelled", at + 1]);
          if (!fell(record, now, drawn)) bad.push(["differs", at + 1]);
        }
        const counted = real ? now.thrown : { ...now.thrown, [name]: (now.thrown[name] || 0) + 1 };
        now = { ...after(now, result), thrown: counted };
      }
      states[at] = now;
    });
    const good = bad.length ? [] : [["fell", made, cubes]];
    return [typed ? [...good, ["typed", typed]] : good, bad];
  }

  window.companionFall = { judge };
  if (window.companionChain) window.companionChain.check(); // whichever of the two comes first
})();
