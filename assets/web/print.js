// Reloads the page while something is printed, to show the progress, as it does itself without scripts. In the pocket
// version, which has no server, pictures and files are requested by this script.
"use strict";
(() => {
  const pocket = window.companionPocket, fetched = new Map(); // address -> promise of a blob and its URL
  const TRIES = 3;
  const FEW = 2, LEAST_WIDTH = 300; // sheets that stay SVGs; px of others' pictures, at least
  const NUDGE = 2 ** 29; // bytes allocated and not used: so many that a browser frees memory at once
  const SOON = 20; // ms between two such allocations, so that taps are not delayed
  const agent = navigator.userAgent, touch = navigator.maxTouchPoints > 1;
  const system = /iPhone|iPad|iPod/.test(agent) || (/Mac/.test(agent) && touch) ? "ios" : /Android/.test(agent) ? "android"
    : /Windows/.test(agent) ? "windows" : /Mac/.test(agent) ? "mac" : /Linux|X11/.test(agent) ? "linux" : "";
  let next = 0;

  async function got(address) {
    if (!pocket) { const answer = await fetch(address); return answer.ok ? answer.blob() : null; }
    for (let tries = 0; tries < TRIES; tries += 1) { // a page that is not yet rendered may be at the next try
      const { status, type, got: whole } = await window.companion.send({ method: "GET", url: new URL(address, location.origin).href, body: null });
      if (status === 200) return new Blob([whole.body], { type });
      if (status !== 503) return null;
    }
    return null;
  }

  const keep = (address, coming) => fetched.set(address, coming.then((content) => content && { content, url: URL.createObjectURL(content) }));

  function blob(address, change = (content) => content) {
    if (!fetched.has(address)) keep(address, got(address).then((content) => content && change(content)));
    return fetched.get(address);
  }

  // A sheet's SVG has some thousand nodes. A browser only frees unused ones when memory is short, or when much is
  // allocated at once.
  let leaving = Promise.resolve(); // until memory of sheets no longer shown is freed
  async function nudge() {
    for (let times = 2; times; times -= 1) { // the first frees the image, the second its SVG's nodes
      await new Promise((on) => { setTimeout(on, SOON); });
      try { new ArrayBuffer(NUDGE); } catch (error) { /* memory is short, so it was freed */ }
    }
  }

  // Makes a function from a small sheet's SVG to a PNG, so that the SVG can be freed; one after the other, with pauses.
  let drawing = Promise.resolve();
  const seen = (picture, sheets) => async (svg) => {
    if (sheets <= FEW || !picture.classList.contains("sheet-small")) return svg;
    const done = drawing.then(async () => {
      let whole = new Image();
      const url = URL.createObjectURL(svg), canvas = document.createElement("canvas");
      whole.src = url;
      await whole.decode();
      canvas.width = Math.max(LEAST_WIDTH, Math.ceil(picture.clientWidth * devicePixelRatio));
      canvas.height = Math.round((canvas.width * whole.naturalHeight) / whole.naturalWidth);
      canvas.getContext("2d").drawImage(whole, 0, 0, canvas.width, canvas.height);
      whole.src = "";
      whole = null;
      URL.revokeObjectURL(url);
      const shown = await new Promise((on) => { canvas.toBlob(on); });
      canvas.width = 0;
      return shown;
    });
    drawing = done.catch((error) => console.warn(error)).then(nudge); // free each SVG before the next
    return done;
  };

  async function show(picture, _, all = []) {
    const found = await blob(picture.dataset.picture, seen(picture, all.length)).catch(() => null);
    if (!picture.classList.contains("sheet-small")) await leaving; // a large sheet waits until the last one is freed
    if (found && picture.isConnected && picture.src !== found.url) picture.src = found.url;
  }

  // the address of a file, from its link, even if that already leads to a blob
  const path = ({ dataset, attributes: { href } }) => dataset.path || (dataset.path = href.value.replace(/^\?(?=\/)/, "").split("?")[0]);

  // Lets the link of a printed file lead to a blob with it.
  async function offer(link) {
    const found = await blob(path(link)).catch(() => null);
    if (!found || !link.isConnected) return;
    link.href = found.url;
    link.dataset.plain = "";
  }

  // Lets one tap save all files of an order, and another share them, if the phone can.
  async function together(links) {
    const found = await Promise.all(links.map((link) => blob(path(link)))).catch(() => [null]);
    const share = document.getElementById("share"), all = document.querySelector("[data-all]");
    if (!share || found.includes(null)) return;
    const files = found.map(({ content }, at) => new File([content], links[at].dataset.file, { type: "application/pdf" }));
    const save = () => found.forEach(({ url: href }, at) => Object.assign(document.createElement("a"), { href, download: files[at].name }).click());
    share.hidden = !(navigator.canShare && navigator.canShare({ files }));
    share.onclick = () => navigator.share({ files }).catch((error) => { // save them if sharing fails
      if (error.name === "AbortError") return;
      console.warn(error);
      save();
    });
    if (!all) return;
    all.textContent = all.dataset.all;
    all.onclick = (event) => { event.preventDefault(); save(); };
  }

  function look() {
    if (system) document.documentElement.dataset.system = system;
    clearTimeout(next);
    if (document.querySelector("[data-wait]")) next = setTimeout(() => window.companion.refresh(), 600);
    const pictures = [...document.querySelectorAll("img[data-picture]")], files = [...document.querySelectorAll("[data-file]")], made = files.filter((each) => each.closest(".rows"));
    let gone = false;
    const wanted = new Set([...pictures.map((each) => each.dataset.picture), ...files.map(path)]);
    for (const [old, coming] of fetched) { // free what the page no longer shows
      if (wanted.has(old)) continue;
      fetched.delete(old);
      coming.then((it) => it && URL.revokeObjectURL(it.url), () => {});
      gone = true;
    }
    if (gone || files.length) leaving = leaving.then(nudge);
    pictures.forEach(show);
    if (pocket) files.forEach(offer);
    if (made.length) together(made);
  }

  // messages of the pocket version while it works: its progress, or another sheet
  document.addEventListener("companion:printing", ({ detail: { done, of, page, pages, name, svg } }) => {
    const bar = document.querySelector("[data-wait] progress"), coming = document.querySelector("[data-coming]");
    if (bar && !svg) {
      Object.assign(bar, { max: of, value: done });
      const line = document.querySelector("[data-percent]"), { percent, page: words } = line.dataset;
      line.textContent = page ? words.replace("{page}", page).replace("{pages}", pages) : percent.replace("0", Math.floor((done * 100) / of));
    }
    if (!coming || !svg) return;
    const address = `/print/${coming.dataset.coming}/sheet/${done - 1}`, before = coming.querySelector(`[data-picture="${address}"]`);
    if (before) before.closest("li").remove(); // the first cards were drawn before all was laid out
    const item = document.createElement("li"), figure = document.createElement("figure"), picture = new Image(), words = document.createElement("figcaption");
    picture.className = "sheet-small";
    picture.alt = "";
    picture.dataset.picture = address;
    item.style.order = done;
    words.textContent = name;
    figure.append(picture, words);
    item.append(figure);
    item.hidden = true;
    const blank = coming.querySelector(".waits:not([data-goes])"); // its grey page stays until it is drawn
    if (blank) blank.dataset.goes = "";
    coming.insertBefore(item, blank);
    picture.onload = () => { item.hidden = false; if (blank) blank.remove(); };
    keep(picture.dataset.picture, seen(picture, of)(new Blob([svg], { type: "image/svg+xml" })));
    show(picture);
  });

  // Files dropped on the page of own decks, alone or in folders, whose names are kept.
  async function within(entry, path) {
    if (entry.isFile) return [[path + entry.name, await new Promise((done, fail) => { entry.file(done, fail); })]];
    const reader = entry.createReader(), all = [];
    for (;;) { // some browsers return a hundred at a time
      const some = await new Promise((done, fail) => { reader.readEntries(done, fail); });
      if (!some.length) return all;
      for (const each of some) all.push(...(await within(each, `${path}${entry.name}/`)));
    }
  }
  document.addEventListener("dragover", (event) => { if (document.getElementById("own")) event.preventDefault(); });
  document.addEventListener("drop", async (event) => {
    const form = document.getElementById("own");
    if (!form) return;
    event.preventDefault();
    const entries = [...event.dataTransfer.items].map((each) => each.webkitGetAsEntry()).filter(Boolean); // must come before any await
    const files = (await Promise.all(entries.map((each) => within(each, "")))).flat();
    if (files.length) await window.companion.ask({ method: "POST", url: new URL("/print/own", location.origin).href, body: new FormData(form), files });
  });

  // Clears the chosen files after they were accepted, not if they were refused.
  document.addEventListener("companion:page", ({ detail: { own } }) => {
    if (own && !document.getElementById("problem")) document.querySelectorAll("#own input[type=file]").forEach((field) => { field.value = ""; });
  });
  document.addEventListener("companion:page", look);
  look();
})();
