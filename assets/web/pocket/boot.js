// The page of the pocket version: starts Python in a worker, shows its progress, and sends all requests to it.
"use strict";
(() => {
  const STEPS = 40; // of the progress, a rising sun: few, as painting slows down a slow phone
  const MOST_TRIES = 3; // a request at which the worker has died so often is given up
  const SILENT = 20, WORKS = 300, BYTES_A_SECOND = 10000; // seconds of silence; bytes of a request for one more
  const shell = document.getElementById("pocket"), { build, size } = shell.dataset;
  const spoken = [...shell.querySelectorAll("section")];
  const front = window.companionFront, { tongue } = front;
  const bar = document.getElementById("loading"), folder = new URL(`${build}/`, document.baseURI);
  const IDLE = { press: 180, photos: 900 }; // seconds after which a worker ends if its pages are not open
  const notes = new Set();
  const drawable = new Promise((on) => { document.addEventListener("DOMContentLoaded", on); }); // live.js is there then
  let loaded = 0;

  // ---- messages of this page itself, in the language of the current page
  const words = (name, why = "") => {
    const read = spoken.find((each) => each.lang === document.documentElement.lang) || spoken[0];
    return (read.dataset[name] || read.dataset.broken).replace("{why}", why);
  };

  function tell(sentence) {
    if (shell.isConnected) {
      document.getElementById("sentence").textContent = sentence;
      document.body.classList.add("stopped");
      return;
    }
    const box = document.getElementById("problem") || document.createElement("div"), line = document.createElement("p");
    Object.assign(box, { id: "problem", className: "banner", tabIndex: -1 }).setAttribute("role", "alert");
    line.textContent = sentence;
    box.replaceChildren(line);
    if (!box.isConnected) document.getElementById("main").before(box);
    box.scrollIntoView({ block: "nearest" });
    box.focus({ preventScroll: true });
  }

  const said = (name, why) => Object.assign(new Error(why || name), { said: words(name, why) });

  // shows a less urgent message below the front page, the list of tables and that of scores
  function note(name) {
    if (name) notes.add(name);
    const main = document.getElementById("main");
    if (!main || !["/", "/doors", "/score"].includes(new URL(here()).pathname)) return;
    for (const each of notes) {
      if (document.getElementById(`note-${each}`)) continue;
      const line = document.createElement("p");
      Object.assign(line, { id: `note-${each}`, className: "note", textContent: words(each) });
      main.append(line);
    }
  }
  document.addEventListener("companion:page", () => {
    for (const link of document.querySelectorAll('a[href^="/"]')) link.setAttribute("href", shown(new URL(link.getAttribute("href"), here()).href));
    note();
  });

  // ---- addresses: a page's path is in the query of the only address that a host serves
  const here = () => {
    const asked = location.search.slice(1);
    return new URL(/^\/(?![/\\])/.test(asked) ? asked : front.home(), location.origin).href;
  };
  const meant = (href) => (href.startsWith("?/") ? href.slice(1) : href); // such links can be opened in another tab
  const shown = (href) => { const { pathname, search } = new URL(href); return `?${pathname}${search}`; };

  // ---- requests
  // The body of a form with files, made here, since WebKit cannot read such a body.
  function parts(form) {
    const cut = `companion-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`, all = [];
    const quoted = (text) => text.replace(/[\r\n"]/g, encodeURIComponent), line = (text) => text.replace(/\r\n?|\n/g, "\r\n");
    for (const [name, value] of form) {
      const file = value instanceof Blob ? `; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type || "application/octet-stream"}` : "";
      all.push(`--${cut}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n\r\n`, file ? value : line(value), "\r\n");
    }
    return new Blob([...all, `--${cut}--\r\n`], { type: `multipart/form-data; boundary=${cut}` });
  }

  // Separates the files of own decks from the form, as they may be large; the worker reads one after the other.
  function apart(form) {
    const files = [], rest = new URLSearchParams();
    for (const [name, value] of form) {
      if (!(value instanceof Blob)) rest.append(name, value);
      else if (value.name || value.size) files.push([value.webkitRelativePath || value.name, value]);
    }
    return { files, rest };
  }

  async function send(request) {
    const url = new URL(request.url), form = request.body instanceof FormData ? request.body : null;
    const { files, rest } = form && url.pathname === "/print/own" ? apart(form) : { files: null, rest: form ? parts(form) : request.body };
    if (files && request.files) files.push(...request.files);
    const packed = new Response(rest);
    const type = packed.headers.get("content-type") || "", body = await packed.arrayBuffer();
    // until the press is there, the tables answer with a page that says so; loaded again, that page waits for it
    const opens = request.method === "GET" && url.pathname === "/print" && !press.worker && !document.querySelector('#opening-press, form[action="/print"]'); // nor does a page that prints go back to that one
    if (opens && !press.coming) press.revive();
    const hand = opens ? table : [press, photos].find((each) => each.has(url)) || table, message = { method: request.method, path: url.pathname + url.search, type, body, files, languages: navigator.languages.join() };
    if (request.method === "POST" && /^\/print\/[0-9a-f]+$/.test(url.pathname)) press.drop(); // stops whatever is being printed
    const got = await hand.ask(message), to = new URL(got.path, location.origin);
    if (hand === table && !opens && press.has(to)) return send({ method: "GET", url: to.href, body: null }); // redirected to a page of another worker
    if (request.method === "POST" && (got.path.startsWith("/t/") || files)) stay();
    const html = got.type.startsWith("text/html");
    return { status: got.status, url: new URL(got.path, location.origin).href, type: got.type, html: html ? new TextDecoder().decode(got.body) : "", got };
  }

  // Embeds all files that a page and its style sheets name, so that it can be saved as one file.
  async function whole(page) {
    const beside = /<link rel="stylesheet" href="([^"]*)companion\.css"/.exec(page)[1], laid = new Map();
    async function lay(text, named, from) {
      for (const [, , name] of text.matchAll(named)) if (!laid.has(from + name)) laid.set(from + name, await data(from + name));
      return text.replace(named, (all, open, name) => open + laid.get(from + name));
    }
    async function data(name) {
      const got = await fetch(new URL(name, document.baseURI)), reader = new FileReader();
      const file = name.endsWith(".css") ? new Blob([await lay(await got.text(), /(url\()([\w./-]+)(?=\))/g, beside)], { type: "text/css" }) : await got.blob();
      return new Promise((done, failed) => { reader.onload = () => done(reader.result); reader.onerror = failed; reader.readAsDataURL(file); });
    }
    const named = new RegExp(`(["(])${beside.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}([\\w./-]+)(?=[")])`, "g");
    return lay(page, named, beside);
  }

  // Shares a file on a phone; downloads it if that is not possible. Files of other types are shared as text, as
  // browsers only share a few types; the import of tables ignores the type.
  async function save({ got }) {
    if (/\/replay\/file$/.test(got.path)) Object.assign(got, { body: await whole(new TextDecoder().decode(got.body)), type: "text/html" });
    const named = /filename\*=UTF-8''([^;]+)/.exec(got.file) || /filename="([^"]+)"/.exec(got.file), name = named ? decodeURIComponent(named[1]) : got.path.split("?")[0].split("/").pop();
    const files = [/^(text|image|application\/pdf)/.test(got.type) ? new File([got.body], name, { type: got.type }) : new File([got.body], `${name}.txt`, { type: "text/plain" })];
    if (got.type !== "application/zip" && matchMedia("(pointer: coarse)").matches && navigator.canShare && navigator.canShare({ files })) {
      try { await navigator.share({ files }); return; } catch (error) { if (error.name === "AbortError") return; console.warn(error); }
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([got.body], { type: got.type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function rise(far) {
    if (far === bar.value) return;
    if (far < 1) bar.value = far; else bar.removeAttribute("value"); // all is here, but Python starts for a while yet
    shell.style.setProperty("--far", far);
  }

  // An SVG as a PNG; null if this browser cannot draw it, or an embedded picture or font.
  async function drawn(svg) {
    const image = new Image(), address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const come = (one, src) => { one.src = src; return one.decode(); };
    try {
      for (const [, within] of svg.matchAll(/href="(data:image\/(?!svg)[^"]+)"/g)) await come(new Image(), within);
      for (const [, letters] of svg.matchAll(/url\(data:font\/ttf;base64,([^)]+)\)/g)) await new FontFace("letters", Uint8Array.from(atob(letters), (each) => each.charCodeAt(0))).load();
      await come(image, address);
      const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
      canvas.getContext("2d").drawImage(image, 0, 0);
      const made = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
      return made && new Uint8Array(await made.arrayBuffer());
    } catch (error) { console.warn(error); return null; } finally { URL.revokeObjectURL(address); }
  }

  // ---- the workers: one for tables; one that prints and one that reads photos, which only run while needed
  class Hand {
    constructor(work, pages) {
      Object.assign(this, { work, pages, main: !pages, waiting: new Map(), died: 0, worker: null, coming: !pages, count: 0, silence: 0, idle: 0 });
      setInterval(() => this.look(), 1000);
    }

    has({ pathname }) { return this.pages.test(pathname); }

    ask(message) {
      this.count += 1;
      this.idle = 0;
      const hand = this, number = this.count, whole = { kind: "ask", number, first: number === 1 && this.main, ...message };
      return new Promise((done, failed) => {
        if (this.died >= MOST_TRIES) { this.died = 0; failed(said("lost")); return; }
        const asked = { done, failed, tries: 0, size: message.body.byteLength + (message.files || []).reduce((all, [, file]) => all + file.size, 0), post() { this.tries += 1; hand.worker.postMessage(whole); } };
        this.waiting.set(number, asked);
        if (this.worker) asked.post(); else if (!this.coming) this.revive();
      });
    }

    heard({ data }) {
      this.silence = 0;
      if (data.kind === "loaded") { if (this.main) { loaded += data.bytes; rise(Math.min(STEPS, Math.floor((STEPS * loaded) / size)) / STEPS); } return; }
      if (data.kind === "kept") { rehearse(build); return; }
      if (data.kind === "changed") { if (this.main) window.companion.refresh(); return; }
      if (data.kind === "working") { this.working = data.on; if (!data.on) this.died = 0; return; }
      if (data.kind === "draw") { const { worker } = this; drawn(data.svg).then((made) => worker.postMessage({ kind: "drawn", number: data.number, made })); return; }
      if (data.kind === "printing") { document.dispatchEvent(new CustomEvent("companion:printing", { detail: data })); return; }
      const asked = this.waiting.get(data.number);
      if (data.kind === "failed" && !asked) this.died += 1; // in its work after the answer
      if (data.kind === "failed" && !["full", "newer", "none"].includes(data.name)) { console.warn(data.text); this.revive(); return; }
      if (!asked) return;
      this.waiting.delete(data.number);
      if (data.kind === "answer") asked.done(data); else asked.failed(said(data.name, data.text));
    }

    // starts a worker; resolves when it is ready
    start() {
      const begun = new Worker(new URL("worker.js", folder), { type: "module" }), life = `companion ${Math.random()}`;
      return new Promise((done, failed) => {
        const dead = (why) => {
          begun.gone = true;
          if (this.worker === begun) { console.warn(why); this.revive(); } else { begun.terminate(); failed(said("broken", why)); }
        };
        begun.onmessage = (event) => {
          if (event.data.kind === "ready") {
            begun.onmessage = (later) => this.heard(later);
            if (navigator.locks) navigator.locks.request(life, () => dead("the worker is gone"));
            done({ begun, remembered: event.data.remembered, rehearsed: event.data.rehearsed });
          } else if (event.data.kind === "failed") { begun.terminate(); failed(said(event.data.name, event.data.text)); }
          else this.heard(event);
        };
        begun.onerror = (event) => dead(event.message || "worker.js");
        begun.onmessageerror = () => dead("a message was lost");
        begun.postMessage({ kind: "begin", folder: `${build}/static`, life, work: this.work });
      });
    }

    // Uses a new worker, and sends waiting requests, maybe again; each tap has a name, and is only carried out once.
    take(begun) {
      if (this.worker) this.worker.terminate();
      this.worker = begun;
      this.coming = this.working = false;
      this.silence = 0;
      if (begun.gone) this.revive(); else for (const asked of this.waiting.values()) asked.post();
    }

    needless() { return !this.main && !this.has(new URL(here())); } // its pages are not open

    // Every second: replaces a worker that has been silent for too long, and fails the request it was busy with.
    // Seconds are counted one by one, so that a sleeping phone does not count.
    look() {
      const [oldest] = this.waiting;
      if (this.worker && !oldest && this.needless()) { this.idle += 1; if (this.idle > IDLE[this.work]) this.drop(); return; }
      this.silence = this.worker && oldest ? this.silence + 1 : 0;
      if (!this.silence || this.silence < (this.working ? WORKS : SILENT) + oldest[1].size / BYTES_A_SECOND) return;
      this.waiting.delete(oldest[0]);
      oldest[1].failed(said("silent"));
      this.revive();
    }

    drop() {
      if (this.worker) this.worker.terminate();
      this.worker = null;
      if (this.waiting.size && !this.coming) this.revive();
    }

    // Starts a new worker in place of one that died.
    async revive() {
      if (this.worker) this.worker.terminate();
      this.worker = null;
      this.coming = true;
      for (const [number, asked] of this.waiting) if (asked.tries >= MOST_TRIES) { this.waiting.delete(number); asked.failed(said("lost")); }
      try {
        const { begun } = await this.start();
        if (this.worker) begun.terminate(); else this.take(begun);
      } catch (error) {
        if (!this.worker && this.main) { this.worker = { terminate() {}, postMessage: () => { this.revive(); } }; } // the next request tries again
        for (const asked of this.waiting.values()) asked.failed(error);
        this.waiting.clear();
      } finally { this.coming = false; }
    }
  }
  const table = new Hand("tables"), press = new Hand("press", /^\/print(\/|$)/), photos = new Hand("photos", /^\/t\/[^/]+\/photo(\/|$)/);

  // ---- storage: asks the browser not to delete it
  let asking = false;
  async function stay() {
    const mode = matchMedia("(display-mode: standalone)").matches ? "app" : "page"; // an app is granted more
    try {
      if (asking || !navigator.storage || !navigator.storage.persist || localStorage.getItem("companion-asked") === mode) return;
      asking = true;
      localStorage.setItem("companion-asked", mode);
      await navigator.storage.persist();
      await staying();
    } catch (error) { console.warn(error); }
  }
  async function staying() {
    const asked = localStorage.getItem("companion-asked");
    if (asked && !(await navigator.storage.persisted())) note("passing");
  }

  // this folder's service worker; one of a folder above may control the page at first
  function controller() {
    const { controller: there } = navigator.serviceWorker || {};
    return there && there.scriptURL === new URL("service.js", document.baseURI).href ? there : null;
  }

  // Has a worker request every page once and store its memory, for the next openings of this build or the first of a newer one.
  const stands = new Promise((on) => { document.addEventListener("companion:page", on, { once: true }); }), rehearsed = new Set();
  async function rehearse(of) {
    if (rehearsed.has(of)) return;
    rehearsed.add(of);
    await stands;
    while ([table, press, photos].some((each) => each.coming || each.waiting.size)) await new Promise((on) => { setTimeout(on, 500); }); // somebody waits
    const worker = new Worker(new URL(`${of}/worker.js`, document.baseURI), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data.kind === "prepared" && of === build) document.documentElement.dataset.prepared = "yes";
      if (["done", "failed"].includes(data.kind)) worker.terminate();
    };
    worker.onerror = () => worker.terminate();
    worker.postMessage({ kind: "begin", folder: `${of}/static`, life: `companion ${Math.random()}`, work: "memory" });
  }

  // Registers the service worker, which stores files for offline use; a newer build waits until this page is closed.
  async function serve() {
    const service = navigator.serviceWorker, there = controller();
    const controlled = there || new Promise((on) => { service.addEventListener("controllerchange", on, { once: true }); });
    if (there) service.oncontrollerchange = () => location.reload(); // a newer build takes over
    const registration = await service.register("service.js");
    const unready = new Promise((on) => { service.addEventListener("message", ({ data }) => { if (data.unready) { rehearse(data.unready); on(); } }); });
    if (registration.waiting && there) {
      registration.waiting.postMessage("open");
      await Promise.race([unready, new Promise((on) => { setTimeout(on, 1000); })]);
    }
    const newer = () => { if (registration.waiting && registration.active) { note("next"); registration.waiting.postMessage("prepare"); } };
    const watch = () => { newer(); if (registration.installing) registration.installing.onstatechange = newer; };
    watch();
    registration.onupdatefound = watch;
    while (!registration.active && (registration.installing || registration.waiting)) await new Promise((on) => { setTimeout(on, 20); });
    if (!controller() && registration.active) registration.active.postMessage("claim"); // it missed this page, which was still loading
    await controlled;
  }

  // a message if the host sends scripts with a wrong type, of which browsers start no workers
  async function astray() {
    const got = await fetch(new URL("worker.js", folder)).catch(() => null), type = (got && got.headers.get("content-type")) || "";
    return got && got.ok && !/(java|ecma)script/i.test(type) ? words("astray", type || "?") : "";
  }

  function modules() {
    let asked = false;
    try { new Worker("data:,", { get type() { asked = true; throw new Error("enough"); } }).terminate(); } catch (error) { /* expected */ }
    return asked;
  }

  // Imports a table from the laptop that also served this page, if the address has its path.
  async function takeIn() {
    const take = new URL(here()).searchParams.get("take") || "", form = document.querySelector("form[action='/import']");
    if (!form || !/^\/t\/[^/?#\\]+\/(save|along\/file)$/.test(take)) return;
    const got = await fetch(take).catch(() => null);
    if (!got || !got.ok || !(got.headers.get("content-type") || "").startsWith("application/json")) { tell(words("untaken")); return; }
    const body = new FormData(form);
    body.set("file", await got.blob(), "table.json");
    await window.companion.ask({ method: "POST", url: new URL("/import", location.origin).href, body });
  }

  window.companionSend = send;
  front.wanted = (path) => { if (press.pages.test(path) && !press.worker && !press.coming) press.revive(); }; // beside the one for tables
  window.companionPocket = { save, here, meant, shown, tell };

  async function begin() {
    if (!window.WebAssembly || !window.Worker || !window.indexedDB || !window.DecompressionStream || !modules()) { tell(words("old")); return; }
    let kept = null;
    if (navigator.serviceWorker) {
      kept = serve().catch((error) => console.warn(error));
      await Promise.race([kept, new Promise((on) => { setTimeout(on, 1500); })]); // so that no file is loaded twice
    }
    front.wanted(new URL(front.door() || here(), location.origin).pathname);
    let first;
    try { first = await table.start(); } catch (error) { tell((await astray()) || error.said || words("broken", error.message)); return; }
    if (navigator.serviceWorker) navigator.serviceWorker.oncontrollerchange = null;
    table.take(first.begun);
    await drawable;
    await window.companion.ask({ method: "GET", url: new URL(front.chosen(), here()).href, body: null });
    await takeIn();
    document.documentElement.dataset.remembered = first.remembered;
    if (first.remembered && !first.rehearsed) rehearse(build);
    staying().catch((error) => console.warn(error));
    await kept; // without a time limit, so that all files are stored at the first opening
    if (controller()) controller().postMessage(build);
  }
  begin().catch((error) => { console.warn(error); tell(words("broken", error.message)); });
})();
