// The grid under a finger: corners are dragged, seen from near meanwhile; the middle moves them all. Arrow keys
// move a corner. Without this file arrows and numbers do the same, and the page is drawn anew.
"use strict";
(() => {
  const part = (id) => document.getElementById(id);
  const form = () => part("grid-form");
  const field = (name) => form().querySelector(`input[name="${name}"]`);
  const corners = () => [0, 1, 2, 3].map((at) => ["x", "y"].map((axis) => Number(field(axis + at).value)));
  const count = (name) => Math.max(1, Math.min(40, Math.round(Number(field(name).value)) || 1));
  let drag = null, moved = false;

  // As companion/service/honshu/photo_look.py lays it.
  function laid([a, b, c, d]) {
    const across = [b[0] - c[0], b[1] - c[1]], down = [d[0] - c[0], d[1] - c[1]];
    const skew = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
    const area = across[0] * down[1] - down[0] * across[1];
    const g = (skew[0] * down[1] - down[0] * skew[1]) / area, h = (across[0] * skew[1] - skew[0] * across[1]) / area;
    if (area >= 0 || Math.min(1 + g, 1 + h, 1 + g + h) <= 0) return null;
    return (u, v) => [0, 1].map((i) => (((b[i] - a[i] + g * b[i]) * u + (d[i] - a[i] + h * d[i]) * v + a[i]) / (g * u + h * v + 1)).toFixed(1));
  }
  function lines(all) {
    const place = laid(all), rows = count("rows"), columns = count("columns");
    if (!place) return "";
    let drawn = "";
    for (let at = 1; at < columns; at += 1) drawn += `M${place(at / columns, 0)} ${place(at / columns, 1)}`;
    for (let at = 1; at < rows; at += 1) drawn += `M${place(0, at / rows)} ${place(1, at / rows)}`;
    return drawn;
  }
  function draw(chosen) {
    const all = corners(), path = lines(all), [x, y] = all[chosen];
    for (const suffix of ["", "-near", "-lens"]) {
      part(`g-lines${suffix}`).setAttribute("d", path);
      part(`g-edge${suffix}`).setAttribute("points", all.join(" "));
    }
    all.forEach((at, number) => {
      const corner = part(`g${number}`), scale = corner.getAttribute("transform").match(/scale\(.*\)/)[0];
      corner.setAttribute("transform", `translate(${at[0]} ${at[1]}) ${scale}`);
      corner.classList.toggle("now", number === chosen);
    });
    for (const near of form().querySelectorAll(".g-near")) {
      const side = near.viewBox.baseVal.width;
      near.setAttribute("viewBox", `${x - side / 2} ${y - side / 2} ${side} ${side}`);
      near.querySelector(".g-cross").setAttribute("transform", `translate(${x} ${y}) scale(${side})`);
    }
  }
  const chosen = () => Number((form().querySelector("input[name=corner]:checked") || { value: 0 }).value);
  function choose(at) { form().querySelector(`input[name=corner][value="${at}"]`).checked = true; }
  function move(which, from, by) {
    for (const at of which) ["x", "y"].forEach((axis, i) => { field(axis + at).value = Math.round(from[at][i] + by[i]); });
    draw(chosen());
  }
  const told = () => field("x0").dispatchEvent(new Event("input", { bubbles: true })); // the page is drawn for the grid as it lies now

  const where = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(part("grid-whole").getScreenCTM().inverse());
    return [at.x, at.y];
  };
  document.addEventListener("pointerdown", (event) => {
    const view = event.target.closest && event.target.closest(".grid-view");
    if (!view || event.button || drag) return;
    const corner = event.target.closest(".g-corner");
    if (!corner && event.target.id !== "g-edge") return;
    drag = { id: event.pointerId, which: corner ? [Number(corner.dataset.corner)] : [0, 1, 2, 3], from: corners(), start: where(event) };
    moved = false;
    if (corner) choose(drag.which[0]);
    try { event.target.setPointerCapture(event.pointerId); } catch (error) { /* it is up already */ }
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const now = where(event), by = [now[0] - drag.start[0], now[1] - drag.start[1]];
    moved = true;
    move(drag.which, drag.from, by);
    if (drag.which.length > 1) return;
    part("grid-lens").removeAttribute("hidden"); // the finger hides the corner: it is shown beside it
    part("grid-lens").classList.toggle("right", event.clientX < document.documentElement.clientWidth / 2);
  });
  function up(event) {
    if (!drag || event.pointerId !== drag.id) return;
    drag = null;
    part("grid-lens").setAttribute("hidden", "");
    if (moved) told();
  }
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  document.addEventListener("dragstart", (event) => { if (event.target.closest && event.target.closest(".grid-view")) event.preventDefault(); });
  document.addEventListener("click", (event) => { // a corner is a link where there is no script
    if (!form() || !event.target.closest || !event.target.closest(".g-corner")) return;
    event.preventDefault();
    if (!moved) { choose(Number(event.target.closest(".g-corner").dataset.corner)); draw(chosen()); told(); }
  }, true);
  document.addEventListener("keydown", (event) => {
    const corner = event.target.closest && event.target.closest(".g-corner");
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!corner || !step) return;
    event.preventDefault();
    const at = Number(corner.dataset.corner), wide = event.shiftKey ? 20 : 2;
    choose(at);
    move([at], corners(), step.map((each) => each * wide));
    told();
  });
  document.addEventListener("input", (event) => { if (form() && event.target.form === form()) draw(chosen()); });

  function dress() {
    if (!form()) return;
    document.querySelector(".grid-view").classList.add("drags");
    draw(chosen());
  }
  document.addEventListener("companion:page", dress);
  dress();
})();
