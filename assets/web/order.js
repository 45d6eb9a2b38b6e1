// Lets players enter the order of real cards that they shuffled: a tap on a card puts it on the first empty space,
// a second one removes it. Only spaces with a card are shown; at least one is needed to send the form. Without
// this file every space has a list.
"use strict";
(() => {
  const lists = (tray) => [...tray.closest("fieldset").querySelectorAll("select")];

  function drawn() {
    for (const tray of document.querySelectorAll("[data-in-order]")) {
      tray.hidden = false;
      const laid = lists(tray).map((each) => each.value);
      for (const list of lists(tray)) list.closest("li").hidden = !list.value;
      for (const card of tray.querySelectorAll("button")) {
        const at = laid.indexOf(card.value);
        card.setAttribute("aria-pressed", String(at >= 0));
        card.querySelector("b").textContent = at >= 0 ? at + 1 : "";
      }
    }
    const told = [...document.querySelectorAll("#own-cards select")].some((each) => each.value);
    const act = document.querySelector(".act[form='own-cards']");
    if (act) act.disabled = !told;
  }

  document.addEventListener("click", (event) => {
    const card = event.target.closest("[data-in-order] button");
    if (!card) return;
    const all = lists(card.closest("[data-in-order]"));
    const list = all.find((each) => each.value === card.value);
    const free = all.find((each) => !each.value);
    if (list) list.value = "";
    else if (free) free.value = card.value;
    drawn();
  });
  document.addEventListener("change", drawn);
  document.addEventListener("companion:page", drawn);
  drawn();
})();
