// Plays a replay. On a table's page, each frame is requested, as by the slider itself; a replay file has all frames
// embedded, and they are drawn here.
"use strict";
(() => {
  const BEAT = 900; // ms for each frame
  const PIECES = ".b-provinces > *, .b-labels > *, .piece";
  const slider = () => document.getElementById("at");
  let playing = 0;
  document.documentElement.dataset.plays = "";

  function move(to) {
    const at = slider();
    if (!at || to > at.max) { play(false); return; }
    at.value = to;
    at.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function play(on) {
    clearInterval(playing);
    playing = on ? setInterval(() => move(Number(slider() && slider().value) + 1), BEAT) : 0;
    for (const button of document.querySelectorAll("[data-play]")) {
      button.setAttribute("aria-pressed", String(on));
    }
  }
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-play], [data-on], [data-to]");
    if (!button) return;
    if (button.dataset.play === undefined) { play(false); move(Number(button.dataset.to) || Number(slider().value) + Number(button.dataset.on)); return; }
    const at = slider();
    if (!playing && at.value === at.max) move(1);
    play(!playing);
  });

  const film = document.getElementById("film");
  if (!film) return;
  const frames = JSON.parse(film.textContent), first = [...document.querySelectorAll(PIECES)].map((each) => each.outerHTML);
  const shown = [...first];
  document.addEventListener("input", () => {
    const at = Number(slider().value), now = [...first];
    for (const [, , changed] of frames.slice(0, at)) for (const [which, drawn] of changed) now[which] = drawn;
    [...document.querySelectorAll(PIECES)].forEach((each, which) => {
      if (shown[which] !== now[which]) { shown[which] = now[which]; each.outerHTML = now[which]; }
    });
    const won = document.getElementById("won");
    if (won) won.hidden = at < frames.length;
    document.getElementById("told").textContent = frames[at - 1][0];
    document.getElementById("chapter").textContent = frames[at - 1][1];
    document.getElementById("far").textContent = `${at}/${frames.length}`;
  });
})();
