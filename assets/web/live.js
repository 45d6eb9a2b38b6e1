// Live pages: forms and links go through send(), the answer is merged into the current page, and the page is
// fetched again when the table has changed. Without this file every page works with plain forms.
"use strict";
(() => {
  const BEAT = 25000; // ms without a sign of life: a sleeping phone loses its stream without an error
  const WAITS = [400, 1000, 2000, 4000, 8000], SHEETS = 2000; // ms between tries; ms to wait for a page's style sheets
  let stream = null, heard = 0, busy = 0, stale = false, waiting = null, drawn = 0;

  // ---- send: all requests; the pocket version replaces it, as it has no server
  const pocket = window.companionPocket;
  // request {method, url, body: URLSearchParams | FormData | null} -> response {status, url, html, type}
  async function fetchSend(request) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), request.body instanceof FormData ? 120000 : 15000);
    try {
      const got = await fetch(request.url, {
        method: request.method, body: request.body, credentials: "same-origin", redirect: "follow",
        headers: { "x-companion": "live", ...request.headers }, signal: stop.signal,
      });
      const type = got.headers.get("content-type") || "";
      return { status: got.status, url: got.url, type, html: type.startsWith("text/html") ? await got.text() : "" };
    } finally { clearTimeout(timer); }
  }
  const send = (request) => (window.companionSend || fetchSend)(request);
  const camera = pocket || document.body.dataset.camera !== undefined; // allowed only when a page is loaded
  const here = () => (pocket ? pocket.here() : location.href), path = () => new URL(here()).pathname;

  // Sends a tap until it is answered; its unique name lets the server carry it out only once. If another program
  // is writing to the store (503), it is sent again a few times; then the page says so.
  async function sendUntilAnswered(request) {
    for (let tries = 0; ; tries += 1) {
      try {
        const response = await send(request);
        connected(true);
        if (response.status !== 503 || tries > 2) return response;
      } catch (error) {
        if (error.said) throw error; // a reason from the pocket version
        connected(false);
      }
      await new Promise((go) => { waiting = go; setTimeout(go, WAITS[Math.min(tries, WAITS.length - 1)]); });
      waiting = null;
    }
  }

  function connected(yes) {
    const line = document.getElementById("line");
    if (line) line.hidden = yes;
  }

  // ---- draw: make the current page like the new one
  const changed = (field) =>
    field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
      : field.tagName === "SELECT" ? [...field.options].some((each) => each.selected !== each.defaultSelected)
        : field.type !== "hidden" && field.value !== field.defaultValue;

  function key(node) {
    return node.nodeType !== 1 ? "" : node.id || node.dataset.key || (node.name ? `${node.tagName} ${node.name} ${node.type === "radio" || node.tagName === "BUTTON" ? node.getAttribute("value") : ""}` : "");
  }
  const alike = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName && key(one) === key(other);

  let same = true; // the new page has the same address: what was opened stays open
  let refused = false; // the last form was refused: its fields and the reason stay when others change the page
  function attributes(old, now) {
    const stays = (name) => name === "open" ? same && old.tagName === "DETAILS"
      : old.dataset.hold !== undefined || (name === "tabindex" && old.id === "main"); // set by a script; has the focus
    for (const { name } of [...old.attributes]) {
      if (!now.hasAttribute(name) && !stays(name)) old.removeAttribute(name);
    }
    for (const { name, value } of now.attributes) {
      if (old.getAttribute(name) !== value && !stays(name)) old.setAttribute(name, value);
    }
  }

  function morph(old, now, keep) {
    if (old.nodeType !== 1) {
      if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
      return;
    }
    if (old.dataset.keep !== undefined && now.dataset.keep === old.dataset.keep) return; // drawn by another script
    const field = /^(INPUT|TEXTAREA|SELECT)$/.test(old.tagName);
    const typed = field && keep && (changed(old) || (refused && old.type !== "hidden"));
    if (old.id !== "line") attributes(old, now); // shown and hidden by connected()
    if (field && !typed) {
      if (old.type === "checkbox" || old.type === "radio") old.checked = now.defaultChecked;
      else if (old.tagName === "INPUT" && old.type !== "file") old.value = now.getAttribute("value") || "";
    }
    if (old.tagName === "TEXTAREA") {
      if (old.defaultValue !== now.defaultValue) old.defaultValue = now.defaultValue;
      if (!typed) old.value = now.value;
      return;
    }
    if (typed && old.tagName === "SELECT") return;
    children(old, now, keep);
    if (old.tagName === "SELECT") old.selectedIndex = now.selectedIndex;
  }

  function children(old, now, keep) {
    const wanted = [...now.childNodes];
    // Remove nodes first, or those behind them would be moved, and a map that is moved loses its scroll position.
    for (const each of [...old.childNodes]) if (key(each) && !wanted.some((want) => alike(each, want))) each.remove();
    const rest = [...old.childNodes];
    let at = 0;
    for (const want of wanted) {
      let found = rest.findIndex((each, index) => index >= at && alike(each, want));
      const named = key(want);
      if (found > at && !named) found = rest[at] && alike(rest[at], want) ? at : found;
      if (found < 0) {
        old.insertBefore(document.adoptNode(want), rest[at] || null);
        continue;
      }
      const [node] = rest.splice(found, 1);
      if (found !== at) old.insertBefore(node, rest[at] || null);
      rest.splice(at, 0, node);
      at += 1;
      morph(node, want, keep);
    }
    rest.slice(at).forEach((each) => each.remove());
  }

  // ---- the head: a page is shown once its new style sheets are loaded
  const ALL = "link[rel=stylesheet],script[src]", from = (each) => each.getAttribute("href") || each.getAttribute("src");
  const there = () => new Map([...document.head.querySelectorAll(ALL)].map((each) => [from(each), each]));
  const coming = new WeakMap(); // style sheet -> promise that it is loaded, or has failed
  function copied(each) {
    const copy = document.createElement(each.tagName);
    for (const { name, value } of each.attributes) copy.setAttribute(name, value);
    copy.async = false; // scripts run in their order
    return copy;
  }

  async function dressed(html) {
    const now = new DOMParser().parseFromString(html, "text/html"), known = there(), awaited = [];
    let after = null; // in order, as later rules win
    for (const each of [...now.head.querySelectorAll("link[rel=stylesheet]")].reverse()) {
      let sheet = known.get(from(each));
      if (!sheet) {
        sheet = copied(each);
        sheet.media = "not all"; // until its page is shown
        coming.set(sheet, new Promise((go) => { sheet.onload = sheet.onerror = go; }));
        document.head.insertBefore(sheet, after);
      }
      awaited.push(coming.get(sheet));
      after = sheet;
    }
    await Promise.race([Promise.all(awaited), new Promise((go) => { setTimeout(go, SHEETS); })]);
    return now;
  }

  function head(now) {
    document.title = now.title;
    const known = there(), wanted = new Set([...now.head.querySelectorAll(ALL)].map(from));
    for (const [name, each] of known) if (each.tagName === "LINK" && !wanted.has(name)) each.remove();
    for (const each of now.head.querySelectorAll(ALL)) {
      const old = known.get(from(each));
      if (!old) document.head.append(copied(each));
      else if (each.tagName === "LINK" && old.media !== each.media) old.media = each.media;
    }
  }

  // The heading, for screen readers; empty if it is in a live region, which they read anyway.
  function headline() {
    const title = document.querySelector("h1");
    return title && !title.closest("[role=status], [aria-live]") ? title.textContent.trim() : "";
  }

  // Scrolls to the top, where it is, when the text on what to do next has changed out of sight; but not while the
  // page is touched, nor while something is typed, nor for what others have to do.
  let fingers = 0;
  const touched = (event) => { fingers = event.touches.length; };
  document.addEventListener("touchstart", (event) => {
    touched(event);
    for (const kind of ["touchend", "touchcancel"]) event.target.addEventListener(kind, touched); // also of removed nodes
  }, { capture: true, passive: true });
  const due = () => document.querySelector(".due, #now, [role=status] > h1, .board-page h1");
  const words = (part) => (part ? part.textContent.replace(/\s+/g, " ").trim() : "");
  function showDue(before, own) {
    const part = due(), field = document.activeElement;
    if (!part || words(part) === before || fingers) return;
    if (!own && !document.querySelector(".due a, .mine, #now-form")) return;
    if (field && field.matches("textarea, select, input:not([type=checkbox], [type=radio])") && (!own || changed(field))) return;
    const { top, bottom } = part.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) window.scrollTo(0, 0);
  }

  // own: true if this visitor requested the page; changes by others do not touch what is being typed
  function draw(response, now, own) {
    const before = path(), title = headline(), asked = words(due());
    const other = new URL(response.url, here());
    if (!own && other.pathname !== before) own = true; // the table has moved on to another page
    if (other.href !== here()) {
      history[other.pathname === before ? "replaceState" : "pushState"](null, "", pocket ? pocket.shown(other.href) : other.href);
    }
    same = other.pathname === before;
    const why = document.getElementById("problem"), top = now.querySelector("header.top");
    refused = Boolean(why && top) && same && !own;
    if (refused && !now.getElementById("problem")) top.after(why.cloneNode(true));
    head(now);
    attributes(document.documentElement, now.documentElement);
    const focus = document.activeElement && document.activeElement.id;
    morph(document.body, now.body, !own);
    const problem = own && document.getElementById("problem");
    if (!problem) showDue(asked, own);
    if (own) {
      if (problem) { problem.scrollIntoView({ block: "nearest" }); problem.focus({ preventScroll: true }); }
      else if (other.pathname !== before) {
        window.scrollTo(0, 0);
        const main = document.getElementById("main");
        if (main) { main.tabIndex = -1; main.focus({ preventScroll: true }); }
      } else if (focus && document.getElementById(focus)) document.getElementById(focus).focus({ preventScroll: true });
    }
    drawn += 1;
    listen();
    stayAwake();
    const told = headline(), heard = document.getElementById("heard");
    if (!own && heard && told !== title) heard.textContent = told;
    document.dispatchEvent(new CustomEvent("companion:page", { detail: { own } }));
  }

  async function ask(request, { own = true, still = null } = {}) {
    busy += own ? 1 : 0;
    const asked = drawn;
    if (own) document.body.setAttribute("aria-busy", "true");
    let response, now;
    try {
      response = request.method === "GET" && !own ? await send(request) : await sendUntilAnswered(request);
      now = await dressed(response.html);
    } catch (error) {
      if (!error.said) throw error;
      pocket.tell(error.said);
      if (request.method === "POST") asItIs(error.said);
      return;
    } finally {
      busy -= own ? 1 : 0;
      if (!busy) document.body.removeAttribute("aria-busy");
    }
    const late = asked !== drawn;
    if (still && !still()) { /* the next request has what was typed meanwhile */ }
    else if (!response.type.startsWith("text/html")) { if (pocket) pocket.save(response); else location.href = response.url; }
    else if (!camera && now.body.dataset.camera !== undefined && response.status === 200) location.href = response.url;
    else if (!own && (busy || late)) stale = true; // a newer page was shown meanwhile
    else draw(response, now, own);
    if (stale && !busy) { stale = false; refresh(); }
  }

  // Shows the page again after a request has failed, since scripts may have drawn its effect; then the reason.
  async function asItIs(sentence) {
    const asked = drawn;
    const response = await send({ method: "GET", url: here(), body: null }).catch(() => null);
    if (!response || !response.type.startsWith("text/html")) return;
    const now = await dressed(response.html);
    if (busy || asked !== drawn) return;
    draw(response, now, false);
    pocket.tell(sentence);
  }

  async function refresh() {
    if (busy) { stale = true; return; }
    try {
      // The version of the current page: the server can show throws since then.
      await ask({ method: "GET", url: here(), body: null, headers: { "x-companion-drawn": document.body.dataset.drawn || document.body.dataset.version || "" } }, { own: false });
      connected(true);
    } catch (error) { connected(false); }
  }

  // ---- taps
  const shown = ([name]) => !["token", "tap", "seen"].includes(name); // fields that an address may have
  const ours = (url) => url.origin === location.origin;
  function fields(form, button) {
    const data = new FormData(form);
    if (button && button.name) data.append(button.name, button.value);
    return data;
  }

  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (event.defaultPrevented || form.dataset.plain !== undefined) return;
    const url = new URL((button && button.getAttribute("formaction")) || form.getAttribute("action") || here(), here());
    if (!ours(url)) return;
    event.preventDefault();
    if (form.dataset.refresh !== undefined && button && !button.classList.contains("act")) { refreshForm(form, button); return; }
    clearTimeout(refreshTimer);
    const method = ((button && button.getAttribute("formmethod")) || form.getAttribute("method") || "get").toUpperCase();
    if (method === "POST" && form.dataset.sending) return; // a double tap
    const data = fields(form, button);
    if (method === "GET") {
      url.search = new URLSearchParams([...data].filter(shown));
      ask({ method, url: url.href, body: null });
      return;
    }
    const files = form.enctype === "multipart/form-data";
    form.dataset.sending = "1";
    ask({ method, url: url.href, body: files ? data : new URLSearchParams(data) }).finally(() => { delete form.dataset.sending; });
  });

  document.addEventListener("click", (event) => {
    const again = event.target.closest("#again");
    if (again) { if (waiting) waiting(); reconnect(); return; }
    const link = event.target.closest("a[href]");
    for (const menu of document.querySelectorAll("details:is(.menu, .asks.above)[open]")) if (!menu.contains(event.target) || link) menu.open = false;
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const href = link.getAttribute("href"), url = new URL(pocket ? pocket.meant(href) : href, here()); // an SVG link's href is not a string
    if (!ours(url) || link.getAttribute("target") || (link.hasAttribute("download") && !pocket) || link.dataset.plain !== undefined) return;
    if (url.hash && url.href.split("#")[0] === here().split("#")[0]) return;
    event.preventDefault();
    ask({ method: "GET", url: url.href, body: null });
  });

  // A form with data-refresh is sent whenever a field changes, for example to show the odds of some armies.
  // One request follows another, so that no tap is lost.
  let refreshTimer = 0, formRefreshes = Promise.resolve();
  function refreshForm(form, button) {
    clearTimeout(refreshTimer); // a tap sends what was typed, too
    formRefreshes = formRefreshes.then(() => refreshUntilCurrent(form, button));
  }
  async function refreshUntilCurrent(form, button) {
    const page = path(), typed = () => new URLSearchParams([...fields(form, button)].filter(shown)).toString();
    for (let done = false; !done && form.isConnected && path() === page;) {
      const url = new URL(form.dataset.refresh || page, here()), sent = typed();
      url.search = sent;
      await ask({ method: "GET", url: url.href, body: null }, { still: () => { done = form.isConnected && typed() === sent; return done; } });
    }
  }
  // A field with data-whole, such as a name, is only sent when it is complete.
  for (const kind of ["input", "change"]) document.addEventListener(kind, ({ target }) => {
    const form = target.form;
    if (!form || form.dataset.refresh === undefined || (kind === "change") !== (target.dataset.whole !== undefined)) return;
    clearTimeout(refreshTimer);
    refreshTimer = setTimeout(() => refreshForm(form), /^(number|text|textarea)$/.test(target.type) ? 300 : 0);
  });

  window.addEventListener("popstate", () => ask({ method: "GET", url: here(), body: null }));

  // ---- the stream: says that something has changed, not what
  function listen() {
    const url = document.body.dataset.live || "";
    if (stream && stream.from === url && stream.readyState !== 2) return;
    if (stream) stream.close();
    stream = null;
    if (!url || !window.EventSource || pocket) return;
    heard = Date.now();
    stream = new EventSource(url);
    stream.from = url;
    stream.onopen = () => { heard = Date.now(); connected(true); };
    stream.onmessage = (event) => {
      heard = Date.now();
      if (event.data !== document.body.dataset.version) refresh();
    };
    stream.addEventListener("beat", () => { // a phone has connected or disconnected, or nothing has happened
      heard = Date.now();
      if (document.querySelector("[data-who]")) refresh();
    });
    stream.addEventListener("gone", () => { stream.close(); refresh(); });
    stream.onerror = () => { if (Date.now() - heard > 1500) connected(false); };
  }
  function reconnect() {
    if (stream) stream.close();
    stream = null;
    listen();
    refresh();
  }
  setInterval(() => {
    if (pocket || document.hidden || !document.body.dataset.live) return;
    if (!stream || stream.readyState === 2 || Date.now() - heard > BEAT) reconnect();
  }, 2000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { stayAwake(); reconnect(); } });
  window.addEventListener("online", reconnect);
  window.addEventListener("pageshow", (event) => { if (event.persisted) reconnect(); });

  // Over https, a page can keep the screen on; some phones only allow it after a tap.
  let awake = null;
  async function stayAwake() {
    if (!document.body.dataset.live || !("wakeLock" in navigator) || (awake && !awake.released)) return;
    awake = { released: false };
    try { awake = await navigator.wakeLock.request("screen"); } catch (error) { awake = null; }
  }
  document.addEventListener("click", stayAwake, true);

  // What has the focus, and what stands beside a board, end above the row for the thumb, as high as that is now.
  const foot = new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--foot", `${target.offsetHeight}px`));
  function watchFoot() {
    foot.disconnect();
    const thumb = document.querySelector(".thumb");
    if (thumb) foot.observe(thumb, { box: "border-box" });
  }
  document.addEventListener("companion:page", watchFoot);
  watchFoot();

  window.companion = { send, ask, refresh, here };
  listen();
  stayAwake();
})();
