// The page of the pocket: starts Python beside itself, shows how far it is, and hands every form and link to it.
"use strict";
(() => {
  const shell = document.getElementById("pocket"), { build, size } = shell.dataset;
  const spoken = [...shell.querySelectorAll("section")];
  const tongue = navigator.languages.map((each) => each.slice(0, 2)).find((each) => spoken.some((one) => one.lang === each)) || spoken[0].lang;
  const words = spoken.find((each) => each.lang === tongue);
  const bar = document.getElementById("loading"), folder = new URL(`${build}/`, document.baseURI);
  const waiting = new Map();
  let worker = null, loaded = 0, count = 0;

  const fail = (name, why = "") => {
    document.getElementById("sentence").textContent = words.dataset[name].replace("{why}", why);
    document.body.classList.add("stopped");
  };

  // ---- where a page is: behind the question mark of the one address that any host serves
  const here = () => new URL(location.search.slice(1) || "/", location.origin).href;
  const shown = (href) => { const { pathname, search } = new URL(href); return `?${pathname}${search}`; };

  // ---- requests
  async function send(request) {
    const url = new URL(request.url), packed = new Response(request.body);
    const type = packed.headers.get("content-type") || "", body = await packed.arrayBuffer();
    const got = await new Promise((done, failed) => {
      count += 1;
      waiting.set(count, { done, failed });
      worker.postMessage({ kind: "ask", number: count, method: request.method, path: url.pathname + url.search, type, body, languages: navigator.languages.join() }, [body]);
    });
    const html = got.type.startsWith("text/html");
    return { status: got.status, url: new URL(got.path, location.origin).href, type: got.type, html: html ? new TextDecoder().decode(got.body) : "", got };
  }

  // a file goes where the browser puts files
  function save({ got }) {
    const link = document.createElement("a"), named = /filename\*=UTF-8''([^;]+)/.exec(got.file);
    link.href = URL.createObjectURL(new Blob([got.body], { type: got.type }));
    link.download = named ? decodeURIComponent(named[1]) : got.path.split("?")[0].split("/").pop();
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function heard({ data }) {
    if (data.kind === "loaded") { loaded += data.bytes; bar.value = Math.min(1, loaded / size); }
    else if (data.kind === "changed") window.companion.refresh();
    else {
      const { done, failed } = waiting.get(data.number);
      waiting.delete(data.number);
      if (data.kind === "answer") done(data); else failed(new Error(data.text));
    }
  }

  // a worker that stands ready to answer
  function started(prepare) {
    const begun = new Worker(new URL("worker.js", folder), { type: "module" });
    return new Promise((done, failed) => {
      begun.onmessage = (event) => {
        if (event.data.kind === "ready") { begun.onmessage = heard; done({ begun, remembered: event.data.remembered }); }
        else if (event.data.kind === "failed") failed(new Error(event.data.text));
        else heard(event);
      };
      begun.onerror = (event) => failed(new Error(event.message));
      begun.postMessage({ kind: "begin", folder: `${build}/static`, prepare });
    });
  }

  // A second worker, which has seen no table, rehearses every page and keeps its memory for the next opening;
  // then it takes over, for its first answers are quicker.
  async function prepare() {
    const { begun } = await started(true);
    while (waiting.size) await new Promise((on) => { setTimeout(on, 20); });
    worker.terminate();
    worker = begun;
    document.documentElement.dataset.prepared = "yes";
  }

  window.companionSend = send;
  window.companionPocket = { save, here, shown };

  async function begin() {
    words.hidden = false;
    document.documentElement.lang = tongue;
    if (!("WebAssembly" in window) || !window.Worker || !window.indexedDB || !window.DecompressionStream) { fail("old"); return; }
    if (navigator.serviceWorker) {
      navigator.serviceWorker.register("service.js").catch((error) => console.warn(error));
      if (!navigator.serviceWorker.controller) await Promise.race([new Promise((on) => { navigator.serviceWorker.oncontrollerchange = on; }), new Promise((on) => { setTimeout(on, 1500); })]);
    }
    let first;
    try { first = await started(false); } catch (error) { fail("broken", error.message); return; }
    worker = first.begun;
    document.documentElement.dataset.remembered = first.remembered;
    await window.companion.ask({ method: "GET", url: here(), body: null });
    if (navigator.storage && navigator.storage.persist) navigator.storage.persist();
    if (!first.remembered && self.caches) prepare();
    if (navigator.serviceWorker && navigator.serviceWorker.controller) navigator.serviceWorker.controller.postMessage("fill");
  }
  begin();
})();
