// Taps that wait on this phone for a table that is not open: home tells of them, and so does the page
// that shows somebody out of a table who had tapped there.
"use strict";

{
  const PLACE = "companion:waiting:";
  const tapsAt = (path) => JSON.parse(localStorage.getItem(PLACE + path))?.taps.filter((tap) => !tap.isDropped) ?? [];

  const line = (path) => {
    const card = [...document.querySelectorAll("a[data-of]")].find((other) => other.pathname === path);
    const count = tapsAt(path).length;
    const text = card ? words("taps-wait-for", { count, names: card.dataset.of }) : words("taps-wait", { count });
    return made("li", {}, made("a", { href: path }, text));
  };

  const show = (part, isShown) => { if (part) part.hidden = !isShown; };

  function tell() {
    const list = document.getElementById("waits");
    const gone = document.getElementById("left-over");
    try {
      const paths = Object.keys(localStorage).filter((name) => name.startsWith(`${PLACE}/`) && !name.endsWith(":sender")).map((name) => name.slice(PLACE.length));
      list?.replaceChildren(...paths.filter((path) => tapsAt(path).length).map(line));
      gone?.querySelector("b").replaceChildren(tapsAt(location.pathname).map((tap) => tap.words).join(" · "));
    } catch { /* a browser may keep nothing */ }
    show(list, list?.childElementCount);
    show(gone, gone?.querySelector("b").textContent);
  }

  document.querySelector("#left-over button")?.addEventListener("click", () => {
    localStorage.removeItem(PLACE + location.pathname);
    tell();
  });
  addEventListener("pageshow", tell);
  addEventListener("storage", tell);
}
