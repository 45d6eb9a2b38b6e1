// The front page while Python starts: its language, and the choice that is tapped meanwhile. If the address has a
// page, or there are tables here, the rising sun is shown instead, and then that page.
"use strict";
(() => {
  const root = document.documentElement, place = new URL("./", document.baseURI).href;
  const TABLES = `companion-tables ${place}`, TONGUE = `companion-tongue ${place}`;
  const asks = /^\?\/(?![/\\])/.test(location.search); // the address has a page; see here() in boot.js
  const remember = (name, value) => { try { if (value) localStorage.setItem(name, value); else localStorage.removeItem(name); } catch (error) { /* not stored */ } };
  const remembered = (name) => { try { return localStorage.getItem(name) || ""; } catch (error) { return ""; } };
  const pictures = new Map(); // of the choices: reused in the program's page, so that they do not flicker
  const shown = !asks && !remembered(TABLES);
  let door = "", spoken = "", stands = false;
  if (!shown) root.dataset.front = "no";

  // ---- the language: as chosen here, or else the browser's first
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

  // ---- the choice, which is carried out as soon as Python is ready
  function tell() {
    const said = document.getElementById("chosen"), words = document.querySelector(`#pocket > section[lang="${root.lang}"]`) || said;
    const tapped = document.querySelector(".door[aria-current]"), name = tapped && (tapped.querySelector(`b > [lang="${root.lang}"]`) || tapped.querySelector("b"));
    if (said) said.textContent = name ? words.dataset.chosen.replace("{why}", name.textContent) : "";
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("main.front .door, #pocket .door, .opening .top [hreflang]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (!stands && document.body.classList.contains("stopped")) { event.stopImmediatePropagation(); return; } // an ordinary link
    if (!stands) event.preventDefault();
    if (link.hreflang) { if (!stands) { spoken = link.hreflang; remember(TONGUE, spoken); speak(spoken); } return; }
    for (const each of document.querySelectorAll(".door")) each.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    tell();
    if (stands) return; // what opens it is live.js
    door = link.getAttribute("href").slice(1);
    window.companionFront.wanted(door);
  }, true);

  window.companionFront = {
    tongue: "",
    door: () => door,
    wanted: () => {}, // what boot.js does as soon as a choice is made
    // the page for the address without a query
    home: () => (shown ? "/doors" : "/"),
    // the page to show when Python is ready
    chosen() {
      stands = true;
      const asked = location.search.slice(1), to = door || (asks ? asked : window.companionFront.home());
      return spoken ? `/language?to=${spoken}&back=${encodeURIComponent(to)}` : to;
    },
  };
  document.addEventListener("readystatechange", () => { if (document.readyState === "interactive") begin(); });

  document.addEventListener("companion:page", () => {
    const path = new URL(window.companion.here()).pathname, listed = path === "/";
    remember(TONGUE, root.lang);
    for (const each of document.querySelectorAll(".door img")) if (pictures.has(each.src)) each.replaceWith(pictures.get(each.src));
    pictures.clear();
    if (listed || (path.startsWith("/t/") && document.body.dataset.score === undefined)) remember(TABLES, !listed || document.querySelector("main .rows") ? "yes" : "");
  });
})();
