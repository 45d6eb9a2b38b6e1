// The board under two fingers: pinch to come nearer. Panning, the three steps of nearness and every touch of a
// province work without this file.
"use strict";
(() => {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let from = null, looked = "";
  const view = () => document.getElementById("board-view");

  function widen(width) {
    const least = view().clientWidth;
    sheet.replaceSync(`.board-view > .board { width: ${Math.round(Math.min(Math.max(width, least), 3200))}px }`);
  }

  // Come nearer round a point of the view, so that what lies under the fingers stays there.
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
    if (event.target.name === "zoom") { sheet.replaceSync(""); looked = ""; look(); }
  });

  // What is chosen, else all that may be, comes into the middle when the page is new or the choice another.
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
    const reach = (low, high) => Math.max(...all.map((each) => each[high])) - Math.min(...all.map((each) => each[low]));
    if (reach("left", "right") > at.width || reach("top", "bottom") > at.height) all = all.slice(0, 1); // between them lies nothing to touch
    // what may be chosen need not stand in the very middle: land is seen round it, and no more of the sea than must be
    const whole = box.firstElementChild.getBoundingClientRect(), open = lit[0].classList.contains("b-open");
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
