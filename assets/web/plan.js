// Makes a plan in Shogun by taps: one on an action marks it, one on a card lays it there and marks the next empty
// action. A card that was on another action is swapped. The plan is stored on this phone until it is sent, so
// that it survives a reload. Without this file every action has a list.
"use strict";
(() => {
  let marked = "", sealing = "", begun = false;
  const form = () => document.querySelector("form[data-plan]");
  const lists = () => [...form().querySelectorAll("select[name^=card-]")];
  const space = (list) => list.name.slice(5);

  // ---- storage: one plan per table and seat, only for its season
  const place = window.companionPocket ? `${new URL("./", document.baseURI).pathname} ` : ""; // several pocket versions can be on one host
  const key = () => `companion-plan ${place}${form().dataset.plan}`;
  const fields = () => [...form().elements].filter((each) => /^(card-|bid)/.test(each.name));
  function keep() {
    const laid = fields().filter((each) => each.type !== "radio" || each.checked).map((each) => [each.name, each.value]);
    try { localStorage.setItem(key(), JSON.stringify({ season: form().dataset.season, laid })); } catch (error) { /* lost when this page is closed */ }
  }
  function restore() {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(key())); } catch (error) { /* nothing is stored */ }
    if (!kept || kept.season !== form().dataset.season) return;
    for (const [name, value] of kept.laid) {
      for (const field of fields().filter((each) => each.name === name)) {
        if (field.type === "radio") { if (field.value === value && !field.disabled) field.checked = true; }
        else if ([...field.options].some((each) => each.value === value)) field.value = value;
      }
    }
  }

  function drawn() { // marks provinces with a card on the map
    const laid = new Set(lists().map((each) => each.value));
    for (const each of document.querySelectorAll("#plan-map path[data-card]")) each.classList.toggle("laid", laid.has(each.dataset.card));
  }

  function mark(name) {
    marked = name;
    const put = document.getElementById("put"), words = document.getElementById("put-words");
    for (const row of form().querySelectorAll("[data-space]")) {
      if (row.dataset.space === marked) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
    drawn();
    const list = lists().find((each) => space(each) === marked);
    put.hidden = !list;
    if (!list) return;
    const label = form().querySelector(`label[for="${list.id}"]`).textContent;
    document.getElementById("put-for").textContent = words.dataset.for.replace("…", label);
    const chips = put.querySelector(".chips"), laid = new Set(lists().map((each) => each.value));
    chips.replaceChildren(...[...list.options].map((option) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn";
      button.textContent = option.text;
      button.dataset.card = option.value;
      button.dataset.region = option.dataset.region || "";
      button.setAttribute("aria-pressed", String(option.value === list.value));
      button.classList.toggle("lies", option.value !== "" && option.value !== list.value && laid.has(option.value));
      return button;
    }));
  }

  function lay(card) {
    const all = lists(), list = all.find((each) => space(each) === marked);
    const other = card && all.find((each) => each !== list && each.value === card);
    if (other) other.value = list.value;
    list.value = card;
    const after = all.slice(all.indexOf(list) + 1).find((each) => !each.value);
    mark(after ? space(after) : "");
    keep();
  }

  function begin(event) {
    if (!form()) {
      marked = "";
      try { if (sealing) localStorage.removeItem(sealing); } catch (error) { /* nothing is stored */ }
      sealing = "";
      return;
    }
    if (begun) keep(); // last season's or the proposed plan was requested
    else if (!event || event.detail.own) restore();
    begun = false;
    sealing = "";
    const empty = lists().find((each) => !each.value);
    const there = marked && lists().some((each) => space(each) === marked);
    mark(there ? marked : empty && lists().every((each) => !each.value) ? space(empty) : "");
  }

  document.addEventListener("click", (event) => {
    if (!form()) return;
    if (event.target.closest("form[data-plan] a[href*='?as=']")) begun = true;
    const card = event.target.closest("#put [data-card], #plan-map [data-card]");
    if (card) { if (marked) lay(card.dataset.card); return; }
    const row = event.target.closest("[data-space]");
    if (!row || event.target.closest("select")) return;
    event.preventDefault(); // the label would only move the focus
    mark(marked === row.dataset.space ? "" : row.dataset.space);
  });
  document.addEventListener("change", (event) => {
    if (!form()) return;
    if (event.target.matches("select[name^=card-]")) mark(space(event.target));
    keep();
  });
  document.addEventListener("submit", (event) => { if (event.target === form()) sealing = key(); });
  document.addEventListener("companion:page", begin);
  begin();
})();
