// What doesn't fit on a board is on pages that turn by themselves, and by the arrow keys. Without
// scripts you scroll them.
"use strict";

{
  const EVERY = 10_000;
  const AFTER_A_KEY = 30_000;
  const KEYS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

  const parts = () => [...document.querySelectorAll("[data-turns]")];
  const gap = (part) => parseFloat(getComputedStyle(part).columnGap) || 0;
  const width = (part) => part.clientWidth + gap(part);
  const pages = (part) => Math.max(1, Math.round((part.scrollWidth + gap(part)) / width(part)));
  const button = document.querySelector("[data-turning]");

  // The page of each part; it stays when its contents are sent again.
  const shown = {};
  let next = 0, isStopped = false;

  function show(part, behavior) {
    const count = pages(part);
    shown[part.id] = ((shown[part.id] ?? 0) % count + count) % count;
    part.scrollTo({ left: shown[part.id] * width(part), behavior });
    const dots = [...Array(count)].map((_, page) => made("i", { className: page === shown[part.id] ? "is-shown" : "" }));
    document.getElementById(`${part.id}-dots`)?.remove();
    if (count > 1) part.after(made("p", { id: `${part.id}-dots`, className: "night-dots", ariaHidden: "true" }, ...dots));
    return count;
  }

  // A list that continues on the next page repeats its heading there.
  function repeatHeadings(part) {
    for (const list of part.querySelectorAll("ul")) {
      const heading = list.previousElementSibling;
      let before = heading;
      for (const line of list.children) {
        delete line.dataset.of;
        if (line.offsetLeft > before.offsetLeft) line.dataset.of = heading.textContent;
        before = line;
      }
    }
  }

  function arrange() {
    parts().forEach(repeatHeadings);
    const turns = parts().map((part) => show(part, "instant")).some((count) => count > 1);
    if (button) {
      button.hidden = !turns;
      button.textContent = isStopped ? words("turning.go-on") : words("turning.stop");
    }
  }

  function turn(step) {
    for (const part of parts()) {
      shown[part.id] = (shown[part.id] ?? 0) + step;
      show(part);
    }
  }

  function wait(rest) {
    clearTimeout(next);
    if (!isStopped) next = setTimeout(() => { turn(1); wait(EVERY); }, rest);
  }

  document.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turn(step);
    wait(AFTER_A_KEY);
  });
  button?.addEventListener("click", () => { isStopped = !isStopped; arrange(); wait(EVERY); });
  document.addEventListener("htmx:afterSwap", arrange);
  addEventListener("resize", arrange);
  document.fonts?.ready.then(arrange);
  arrange();
  wait(EVERY);
}
