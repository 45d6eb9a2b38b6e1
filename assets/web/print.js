// While something is being printed the page is asked for again; without this file the page says when to look.
"use strict";
(() => {
  let next = 0;
  function look() {
    clearTimeout(next);
    if (document.querySelector("[data-wait]")) next = setTimeout(() => window.companion.refresh(), 600);
  }
  document.addEventListener("companion:page", look);
  look();
})();
