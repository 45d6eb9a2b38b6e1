// A watched deck by keyboard: from card to card with the arrows, back to all of them with Escape. The links do the same.
"use strict";
document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: "prev", ArrowRight: "next", Escape: "up" }[event.key];
  const link = way && document.querySelector(`a[rel=${way}]`);
  if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  link.click();
});
