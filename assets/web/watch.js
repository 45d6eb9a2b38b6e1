// Keys for a watched deck: arrows go from card to card, Escape to all cards. Links do the same.
"use strict";
document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: "prev", ArrowRight: "next", Escape: "up" }[event.key];
  const link = way && document.querySelector(`a[rel=${way}]`);
  if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  link.click();
});
