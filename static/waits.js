// Home tells of taps that wait on this phone for a table that is not open.
"use strict";

{
  const PLACE = "companion:waiting:";
  const list = document.getElementById("waits");

  function lines() {
    const found = [];
    for (const [name, kept] of Object.entries(localStorage)) {
      const path = name.slice(PLACE.length);
      if (!name.startsWith(PLACE) || !path.startsWith("/") || path.endsWith(":sender")) continue;
      const number = JSON.parse(kept).taps.filter((tap) => !tap.isDropped).length;
      if (number) found.push(line(path, number));
    }
    return found;
  }

  function line(path, number) {
    const [item, link] = ["li", "a"].map((name) => document.createElement(name));
    const card = [...document.querySelectorAll("a[data-of]")].find((other) => other.pathname === path);
    link.href = path;
    link.textContent = card ? words("taps-wait-for", { count: number, names: card.dataset.of }) : words("taps-wait", { count: number });
    item.append(link);
    return item;
  }

  function tell() {
    try { list.replaceChildren(...lines()); } catch { /* a browser may keep nothing */ }
    list.hidden = !list.childElementCount;
  }

  addEventListener("pageshow", tell);
  addEventListener("storage", tell);
}
