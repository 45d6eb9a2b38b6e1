// The front page, before any Python is there: its language, and the door that is tapped meanwhile. Whoever asks for
// a page, or has tables here, sees the sun rise instead and goes on to it.
"use strict";
(() => {
  const root = document.documentElement, place = new URL("./", document.baseURI).href;
  const TABLES = `companion-tables ${place}`, TONGUE = `companion-tongue ${place}`;
  const asks = /^\?\/(?![/\\])/.test(location.search); // a page of its own; see here() in boot.js
  const remember = (name, value) => { try { if (value) localStorage.setItem(name, value); else localStorage.removeItem(name); } catch (error) { /* it is asked for again */ } };
  const remembered = (name) => { try { return localStorage.getItem(name) || ""; } catch (error) { return ""; } };
  const pictures = new Map(); // of the doors, as they are painted: the page of the program takes them over, without a blink
  let shown = !asks && !remembered(TABLES), door = "", spoken = "", stands = false;
  if (!shown) root.dataset.front = "no";

  // Tables of before this was noted down; a database that is not there is not made by looking for it.
  const look = () => new Promise((done) => {
    if (!shown || !window.indexedDB) { done(false); return; }
    try {
      const opening = indexedDB.open(`companion ${place}`);
      opening.onupgradeneeded = () => opening.transaction.abort();
      opening.onerror = (event) => { event.preventDefault(); done(false); };
      opening.onblocked = () => done(false);
      opening.onsuccess = () => {
        const there = opening.result, close = (found) => { there.close(); done(found); };
        if (!there.objectStoreNames.contains("rows")) { close(false); return; }
        const counted = there.transaction("rows").objectStore("rows").count(IDBKeyRange.bound(["table"], ["table", []]));
        counted.onsuccess = () => close(counted.result > 0);
        counted.onerror = () => close(false);
      };
    } catch (error) { done(false); }
  });

  // ---- the language: what was chosen here, else what the browser asks for first
  function speak(lang) {
    root.lang = lang;
    window.companionFront.tongue = lang;
    for (const each of document.querySelectorAll("[data-said], #pocket > section")) each.hidden = each.lang !== lang;
    for (const each of document.querySelectorAll(".top [hreflang]")) each.hidden = each.lang === lang;
    for (const each of document.querySelectorAll("#loading")) each.setAttribute("aria-labelledby", `loading-${lang}`);
    tell();
  }
  function begin() {
    const there = [...document.querySelectorAll("#pocket > section")].map((each) => each.lang);
    const asked = [remembered(TONGUE), ...navigator.languages.flatMap((each) => [each, each.split("-")[0]])];
    speak(asked.find((each) => there.includes(each)) || there[0]);
    for (const each of document.querySelectorAll(".door img")) pictures.set(each.src, each);
  }

  // ---- the door: it opens as soon as Python stands
  function tell() {
    const said = document.getElementById("chosen"), words = document.querySelector(`#pocket > section[lang="${root.lang}"]`);
    const tapped = document.querySelector(".door[aria-current]");
    if (said) said.textContent = tapped ? words.dataset.chosen.replace("{why}", tapped.querySelector(`b > [lang="${root.lang}"]`).textContent) : "";
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#pocket .door, .opening .top [hreflang]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (stands || document.body.classList.contains("stopped")) { if (!stands) event.stopImmediatePropagation(); return; } // a link like any other
    event.preventDefault();
    if (link.hreflang) { spoken = link.hreflang; remember(TONGUE, spoken); speak(spoken); return; }
    for (const each of document.querySelectorAll(".door")) each.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    door = link.getAttribute("href").slice(1);
    tell();
  }, true);

  window.companionFront = {
    tongue: "",
    // what the address without a question stands for
    home: () => (shown ? "/doors" : "/"),
    // where to go now that Python stands
    async chosen() {
      await pass(); // again: Python may have taken over what an early version kept
      stands = true;
      const asked = location.search.slice(1), to = door || (asks ? asked : window.companionFront.home());
      return spoken ? `/language?to=${spoken}&back=${encodeURIComponent(to)}` : to;
    },
  };
  const pass = async () => { if ((await look()) && !door) { shown = false; root.dataset.front = "no"; } };
  pass();
  document.addEventListener("readystatechange", () => { if (document.readyState === "interactive") begin(); });

  document.addEventListener("companion:page", () => {
    const path = new URL(window.companion.here()).pathname, listed = path === "/";
    remember(TONGUE, root.lang);
    for (const each of document.querySelectorAll(".door img")) if (pictures.has(each.src)) each.replaceWith(pictures.get(each.src));
    pictures.clear();
    if (listed || path.startsWith("/t/")) remember(TABLES, !listed || document.querySelector("main .rows") ? "yes" : "");
  });
})();
