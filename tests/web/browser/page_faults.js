// What is looked for on a page, beside what axe-core finds; several looks are one way to the browser and back.
"use strict";
window.looking ??= {
  // Nothing is amiss with a page whose details are all open; at its end nothing lies under the next step.
  opened() {
    document.querySelectorAll("main details").forEach((each) => { each.open = true; });
    scrollTo(0, document.body.scrollHeight);
    return [];
  },

  // How the menu is drawn, wherever its links lead and whatever its forms carry; nothing where there is none.
  menu() {
    const menu = document.querySelector(".menu:not(.asks)"); // the other is the rule of the page
    if (!menu) return "";
    const words = menu.outerHTML.replace(/ (href|value|action)="[^"]*"/g, "");
    const styles = [...document.styleSheets].map((each) => each.href);
    return JSON.stringify([words, getComputedStyle(menu.querySelector("nav")).backgroundColor, styles]);
  },

  // What reaches beyond the right edge for those who chose big type on the page itself.
  big() {
    const root = document.documentElement, chosen = root.dataset.look;
    root.dataset.look = "big";
    const found = looking.wide();
    root.dataset.look = chosen;
    return found;
  },

  // What reaches beyond the right edge, if the page can be moved sideways.
  wide() {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    return [...document.body.querySelectorAll("*")]
      .filter((each) => !each.ownerSVGElement && each.getBoundingClientRect().right > room + 1) // a drawing ends at its edge
      .slice(-4).map((each) => each.outerHTML.slice(0, 120));
  },

  // What lies below the row for the thumb where the page ends, and what is there when it gets the focus.
  below() {
    const foot = document.querySelector(".thumb"), found = [];
    const hides = (each) => {
      const box = (each.closest("label") ?? each).getBoundingClientRect();
      if (foot.contains(document.elementFromPoint(box.left + box.width / 2, box.bottom - 3))) found.push(`below the foot: ${each.outerHTML.slice(0, 140)}`);
    };
    const list = (what) => (foot ? [...document.querySelectorAll(what)].filter((each) => !foot.contains(each) && each.checkVisibility({ visibilityProperty: true })) : []);
    scrollTo(0, document.body.scrollHeight);
    list("main :is(p, li, th, td, summary, label, a, button, h2, h3, dd)").forEach(hides);
    list("main :is(a[href], button, input, select, summary)").forEach((each) => { each.focus(); if (document.activeElement === each) hides(each); });
    return found;
  },

  // What a finger may miss: smaller than 44 by 44. Provinces of a drawn map also stand in a list;
  // over the squares of a map that is whole in view a card is dragged, and + makes them larger.
  small() {
    const hit = (each) => {
      const label = /^(INPUT)$/.test(each.tagName) && each.closest("label");
      const boxes = [each, label].filter(Boolean).map((one) => one.getBoundingClientRect());
      return [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
    };
    const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    return [...document.querySelectorAll(targets)].filter((each) => {
      if (each.closest(".skip, svg, .hidden") || each.disabled || !each.checkVisibility({ visibilityProperty: true })) return false;
      const [width, height] = hit(each);
      if (getComputedStyle(each).display === "inline") return height < 43.5; // in a sentence as wide as its words
      const least = each.matches(".sq[name=at]") ? 24 : 43.5;
      return width < least || height < least;
    }).map((each) => `${hit(each).map(Math.round)} ${each.outerHTML.slice(0, 140)}`);
  },

  // Words that are cut off, or that reach beyond the screen where nothing can be moved.
  cut() {
    const room = document.documentElement.clientWidth, found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (!node.data.trim() || !holder.checkVisibility({ visibilityProperty: true })) continue;
      if (holder.closest(".hidden, .skip, option, svg, textarea, summary > .hidden, script")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      let left = 0, right = room, rolls = false;
      for (let each = holder; each && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each), own = each.getBoundingClientRect();
        if (/auto|scroll/.test(style.overflowX)) { rolls = true; break; }
        if (/hidden|clip/.test(style.overflowX)) { left = Math.max(left, own.left); right = Math.min(right, own.right); }
        if (/hidden|clip/.test(style.overflowY) && (box.bottom > own.bottom + 2 || box.top < own.top - 2)) found.push(`below: ${holder.outerHTML.slice(0, 140)}`);
      }
      if (!rolls && (box.left < left - 1 || box.right > right + 1)) found.push(`${Math.round(box.left)}-${Math.round(box.right)} of ${Math.round(right)}: ${holder.outerHTML.slice(0, 140)}`);
    }
    return [...new Set(found)];
  },

  // What does not fit when people and the table are called by 24 broad letters without a gap; put back at once.
  long() {
    const [, table] = location.pathname.match(/^\/t\/([^/]+)/) ?? [];
    const names = new RegExp(`\\b(Aya|Bo|Chen|Blue|Bleu|Blau|Yellow|Jaune|Gelb|Red|Rouge|Rot|${table ?? "Companion"})\\b`, "g");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), changed = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const long = node.data.replace(names, "W".repeat(24));
      if (long !== node.data) { changed.push([node, node.data]); node.data = long; }
    }
    const found = [...looking.wide(), ...looking.cut()].map((each) => `long names: ${each}`);
    changed.forEach(([node, words]) => { node.data = words; });
    return found;
  },

  // Words whose letters stand on two lines, though there is no hyphen: short ones, and long ones where a page does not
  // ask for hyphens, which this browser knows for no language.
  torn() {
    const SHORT = 12;
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (!holder.checkVisibility({ visibilityProperty: true }) || holder.closest(".hidden, .skip, option, svg, textarea, .hash, script")) continue;
      for (const word of node.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const boxes = [...range.getClientRects()].filter((each) => each.width > 0);
        if (word[0].length > SHORT && getComputedStyle(holder).hyphens === "auto") continue;
        if (new Set(boxes.map((each) => Math.round(each.top))).size > 1) found.push(`${word[0]}: ${holder.outerHTML.slice(0, 140)}`);
      }
    }
    return found;
  },

  // What is chosen, each with one like it that is not.
  pairs() {
    const found = [];
    for (const each of document.querySelectorAll("input:checked")) {
      const other = document.querySelector(`input[name="${CSS.escape(each.name)}"]:not(:checked):not(:disabled)`);
      if (other) found.push([each, other]);
    }
    for (const each of document.querySelectorAll("main [aria-current], main [aria-pressed=true]")) {
      const other = [...each.parentElement.children].find((one) => one.tagName === each.tagName
        && !one.hasAttribute("aria-current") && one.getAttribute("aria-pressed") !== "true");
      if (other && !each.closest("svg")) found.push([each, other]); // a drawing keeps its own colours
    }
    return found;
  },

  chosen() {
    return looking.pairs().map(([one]) => one.outerHTML.slice(0, 160));
  },

  // What is chosen and drawn as what is not.
  alike() {
    const edges = ["borderTopWidth", "borderTopStyle", "borderLeftWidth", "borderBottomWidth", "outlineStyle",
                   "outlineWidth", "textDecorationLine", "fontWeight", "forcedColorAdjust"];
    const told = (each) => {
      const sign = each.textContent.trim().startsWith("✓");
      const after = ["::before", "::after"].map((part) => getComputedStyle(each, part).content);
      return JSON.stringify([...edges.map((name) => getComputedStyle(each)[name]), ...after, sign]);
    };
    const drawn = (each) => each.tagName !== "INPUT" ? each : // the box itself, or what is drawn in its place
      getComputedStyle(each).opacity === "0" ? each.nextElementSibling : null;
    const there = (each) => each && each.checkVisibility({ visibilityProperty: true });
    return looking.pairs().map((pair) => pair.map(drawn))
      .filter(([one, other]) => there(one) && there(other) && told(one) === told(other))
      .map(([one]) => one.outerHTML.slice(0, 160));
  },
};
