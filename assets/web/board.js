// Zooms the board with two fingers or the wheel. Panning, the three zoom buttons and taps on provinces work
// without this file.
"use strict";
(() => {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let from = null, looked = "", asked = false; // asked: a zoom button was used
  const view = () => document.getElementById("board-view");

  function widen(width) {
    const least = view().clientWidth;
    sheet.replaceSync(`.board-view > .board { width: ${Math.round(Math.min(Math.max(width, least), 3200))}px }`);
  }

  // Zooms around a point of the view, so that what is under the fingers stays there.
  function nearer(times, x, y) {
    const box = view(), map = box.firstElementChild, before = map.clientWidth || map.getBoundingClientRect().width;
    const left = (box.scrollLeft + x) / before, top = (box.scrollTop + y) / before;
    widen(before * times);
    const after = map.getBoundingClientRect().width;
    box.scrollTo(left * after - x, top * after - y);
  }

  function fingers(event) {
    const [a, b] = event.touches, box = view().getBoundingClientRect();
    return {
      apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
      x: (a.clientX + b.clientX) / 2 - box.left, y: (a.clientY + b.clientY) / 2 - box.top,
    };
  }
  const inside = (event) => event.target.closest && event.target.closest(".board-view");

  document.addEventListener("touchstart", (event) => {
    from = event.touches.length === 2 && inside(event) ? fingers(event) : null;
  }, { passive: true });
  document.addEventListener("touchmove", (event) => {
    if (!from || event.touches.length !== 2) return;
    event.preventDefault();
    const now = fingers(event);
    nearer(now.apart / from.apart, now.x, now.y);
    from = now;
  }, { passive: false });
  document.addEventListener("touchend", () => { from = null; }, { passive: true });
  document.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || !inside(event)) return;
    event.preventDefault();
    const box = view().getBoundingClientRect();
    nearer(Math.exp(-event.deltaY / 200), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });

  document.addEventListener("change", (event) => {
    if (event.target.name === "zoom") { sheet.replaceSync(""); looked = ""; asked = true; look(); }
  });

  // The largest group of neighbouring provinces that fits into the view.
  function most(all, fits) {
    const apart = (a, b) => Math.hypot(a.left + a.right - b.left - b.right, a.top + a.bottom - b.top - b.bottom);
    const round = (one) => [...all].sort((a, b) => apart(a, one) - apart(b, one)).reduce((some, each) => (fits([...some, each]) < 1 ? some : [...some, each]), []);
    return all.map(round).reduce((best, some) => (some.length > best.length ? some : best), [all[0]]);
  }

  // Centres the chosen provinces, or else those that can be chosen, when the page is new or the choice has changed.
  function look() {
    const box = view();
    if (!box) return;
    const marked = (kind) => [...box.querySelectorAll(`.b-over > .b-${kind}`)];
    let lit = [...marked("chosen"), ...marked("aim"), ...marked("target"), ...marked("looked")];
    if (!lit.length) lit = marked("open");
    if (!lit.length) lit = [box.querySelector(".b-borders")];
    const names = new URL(window.companion.here()).pathname + lit.map((each) => each.dataset.name).join();
    if (names === looked) return;
    const stays = looked && !marked("aim").length && marked("looked").length;
    looked = names;
    if (stays) return;
    const at = box.getBoundingClientRect();
    let all = lit.map((each) => each.getBoundingClientRect());
    const reach = (low, high, some) => Math.max(...some.map((each) => each[high])) - Math.min(...some.map((each) => each[low]));
    const fits = (some) => Math.min(at.width / reach("left", "right", some), at.height / reach("top", "bottom", some));
    const open = lit[0].classList.contains("b-open"), all_of_it = fits(all);
    if (open && !asked && all_of_it < 1 && all_of_it > 0.6) { // zooms out slightly, if that shows them all
      nearer(0.94 * all_of_it, 0, 0);
      all = lit.map((each) => each.getBoundingClientRect());
    }
    if (fits(all) < 1) all = open ? most(all, fits) : all.slice(0, 1); // otherwise the middle could be empty
    // provinces that can be chosen need not be exactly in the middle, if that shows less sea around the board
    const whole = box.firstElementChild.getBoundingClientRect();
    const middle = (low, high) => {
      const from = Math.min(...all.map((each) => each[low])), to = Math.max(...all.map((each) => each[high])), wide = at[high] - at[low];
      const slack = open ? Math.max(0, (wide - to + from) / 2 - 64) : 0, off = (whole[low] + whole[high] - from - to) / 2;
      return (from + to) / 2 + Math.min(Math.max(off, -slack), slack);
    };
    box.scrollBy(middle("left", "right") - at.left - box.clientWidth / 2, middle("top", "bottom") - at.top - box.clientHeight / 2);
  }
  document.addEventListener("companion:page", look);
  look();
})();
