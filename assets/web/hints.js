// Hints on pages of the pocket version: once, that it now works offline; and, until dismissed, that it can be
// installed on the home screen, as soon as the browser offers that; always on the page of settings.
"use strict";
(() => {
  const known = (name) => { try { return localStorage.getItem(name) !== null; } catch (error) { return true; } };
  const keep = (name) => { try { localStorage.setItem(name, "yes"); } catch (error) { /* shown again */ } };
  const installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
  const place = new URL("./", document.baseURI).pathname; // other pocket versions may be on this host
  const hinted = `companion-hint ${place}`, told = `companion-offline ${place}`;
  let offer = null, kept = false;

  function tell() {
    const offline = document.getElementById("offline"), install = document.getElementById("install");
    if (!offline) return;
    if (kept && !known(told)) { offline.hidden = false; keep(told); }
    const way = offer ? "button" : navigator.standalone === false ? "ios" : /Android/.test(navigator.userAgent) ? "menu" : "";
    const always = document.getElementById("hints-always") !== null;
    install.hidden = installed || !way || (!always && (known(hinted) || !(offer || known(told))));
    for (const each of install.querySelectorAll("[data-for]")) each.hidden = each.dataset.for !== way;
  }

  document.addEventListener("click", async ({ target }) => {
    if (!target.closest("#install-now, #install-not")) return;
    keep(hinted);
    if (target.closest("#install-now") && offer) await offer.prompt();
    tell();
  });
  window.addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); offer = event; tell(); });
  window.addEventListener("appinstalled", () => { keep(hinted); tell(); });
  if (navigator.serviceWorker) navigator.serviceWorker.addEventListener("message", ({ data }) => { if (data === "kept") { kept = true; tell(); } });
  document.addEventListener("companion:page", tell);
})();
