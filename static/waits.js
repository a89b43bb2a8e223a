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
    const [item, link, names] = ["li", "a", "bdi"].map((name) => document.createElement(name));
    const card = [...document.querySelectorAll("a[data-of]")].find((other) => other.pathname === path);
    names.textContent = card ? `the table of ${card.dataset.of}` : "a table";
    link.href = path;
    link.append(number === 1 ? "1 tap waits for " : `${number} taps wait for `, names);
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
