// While something is being printed the page is asked for again, and shows how far it is; without this file it says
// when to look. In a pocket the script fetches pictures and files, for there is no address that a browser could ask.
"use strict";
(() => {
  const pocket = window.companionPocket, fetched = new Map(); // address -> blob and its own address
  const TRIES = 3;
  const FEW = 2, LEAST_WIDTH = 300; // pages that stay as they were drawn; points across of others
  const NUDGE = 2 ** 29; // bytes that are asked for, and touched by nobody: so many that a browser looks at once
  const SOON = 20; // ms between two looks, in which a tap has room
  const agent = navigator.userAgent, touch = navigator.maxTouchPoints > 1;
  const system = /iPhone|iPad|iPod/.test(agent) || (/Mac/.test(agent) && touch) ? "ios" : /Android/.test(agent) ? "android"
    : /Windows/.test(agent) ? "windows" : /Mac/.test(agent) ? "mac" : /Linux|X11/.test(agent) ? "linux" : "";
  let next = 0;

  async function got(address) {
    if (!pocket) { const answer = await fetch(address); return answer.ok ? answer.blob() : null; }
    for (let tries = 0; tries < TRIES; tries += 1) { // a page that is not drawn yet is there when it is asked for again
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

  // A drawing on a page is some thousand nodes. A browser looks for those that are let go only when memory is short,
  // or when much is asked for at once.
  let leaving = Promise.resolve(); // until what no page shows any more is gone
  async function nudge() {
    for (let times = 2; times; times -= 1) { // first it finds the picture, then what the picture was made of
      await new Promise((on) => { setTimeout(on, SOON); });
      try { new ArrayBuffer(NUDGE); } catch (error) { /* it is short, and was looked for */ }
    }
  }

  // A small sheet -> what is seen of it, so that its drawing can go; one after the other, with room for taps between them.
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
    drawing = done.catch((error) => console.warn(error)).then(nudge); // what one was made of goes before the next comes
    return done;
  };

  async function show(picture, _, all = []) {
    const found = await blob(picture.dataset.picture, seen(picture, all.length)).catch(() => null);
    if (!picture.classList.contains("sheet-small")) await leaving; // a large one is drawn when the one before it is gone
    if (found && picture.isConnected && picture.src !== found.url) picture.src = found.url;
  }

  // the address of a file, from a link that leads to it or to a copy here
  const path = ({ dataset, attributes: { href } }) => dataset.path || (dataset.path = href.value.replace(/^\?(?=\/)/, "").split("?")[0]);

  // A file that is ready: the link leads to it as it is on this phone.
  async function offer(link) {
    const found = await blob(path(link)).catch(() => null);
    if (!found || !link.isConnected) return;
    link.href = found.url;
    link.dataset.plain = "";
  }

  // All files of an order: they are saved by one tap, and shared where the phone has a way.
  async function together(links) {
    const found = await Promise.all(links.map((link) => blob(path(link)))).catch(() => [null]);
    const share = document.getElementById("share"), all = document.querySelector("[data-all]");
    if (!share || found.includes(null)) return;
    const files = found.map(({ content }, at) => new File([content], links[at].dataset.file, { type: "application/pdf" }));
    const save = () => found.forEach(({ url: href }, at) => Object.assign(document.createElement("a"), { href, download: files[at].name }).click());
    share.hidden = !(navigator.canShare && navigator.canShare({ files }));
    share.onclick = () => navigator.share({ files }).catch((error) => { // what cannot be shared is saved
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
    for (const [old, coming] of fetched) { // what no page shows any more goes
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

  // what a pocket tells while it works: how far it is, or one more sheet
  document.addEventListener("companion:printing", ({ detail: { done, of, page, pages, name, svg } }) => {
    const bar = document.querySelector("[data-wait] progress"), coming = document.querySelector("[data-coming]");
    if (bar && !svg) {
      Object.assign(bar, { max: of, value: done });
      const line = document.querySelector("[data-percent]"), { percent, page: words } = line.dataset;
      line.textContent = page ? words.replace("{page}", page).replace("{pages}", pages) : percent.replace("0", Math.floor((done * 100) / of));
    }
    if (!coming || !svg) return;
    const item = document.createElement("li"), figure = document.createElement("figure"), picture = new Image(), words = document.createElement("figcaption");
    picture.className = "sheet-small";
    picture.alt = "";
    picture.dataset.picture = `/print/${coming.dataset.coming}/sheet/${done - 1}`;
    words.textContent = name;
    figure.append(picture, words);
    item.append(figure);
    coming.append(item);
    keep(picture.dataset.picture, seen(picture, of)(new Blob([svg], { type: "image/svg+xml" })));
    show(picture);
  });

  // A folder or files that are dropped on the page of own decks, with the names of the folders they lay in.
  async function within(entry, path) {
    if (entry.isFile) return [[path + entry.name, await new Promise((done, fail) => { entry.file(done, fail); })]];
    const reader = entry.createReader(), all = [];
    for (;;) { // some browsers hand out a hundred at a time
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
    const entries = [...event.dataTransfer.items].map((each) => each.webkitGetAsEntry()).filter(Boolean); // before anything is awaited
    const files = (await Promise.all(entries.map((each) => within(each, "")))).flat();
    if (files.length) await window.companion.ask({ method: "POST", url: new URL("/print/own", location.origin).href, body: new FormData(form), files });
  });

  // What was taken in is not chosen any more; what was refused is.
  document.addEventListener("companion:page", ({ detail: { own } }) => {
    if (own && !document.getElementById("problem")) document.querySelectorAll("#own input[type=file]").forEach((field) => { field.value = ""; });
  });
  document.addEventListener("companion:page", look);
  look();
})();
