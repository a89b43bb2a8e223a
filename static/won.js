// The end of a game, once, as it comes: the winner's peg runs home. Who wants to do more with it
// listens for `companion:won`.
"use strict";

{
  const RUN = 1400;
  const isOver = () => Boolean(document.querySelector("#table[data-won]"));
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  let wasOver = isOver();

  const place = (peg) => ["cx", "cy"].map((name) => Number(peg.getAttribute(name)));

  // From where it stood before the last points. The board is measured in its own units.
  function runHome(side) {
    const [back, front] = [side.querySelector(".peg.back"), side.querySelector(".peg.front")];
    if (isCalm.matches || !back || !front?.animate) return;
    const [[fromX, fromY], [x, y]] = [place(back), place(front)];
    const start = { transform: `translate(${fromX - x}px, ${fromY - y}px)` };
    front.animate([start, { transform: "none" }], { duration: RUN, easing: "cubic-bezier(.3, 0, .2, 1)" });
  }

  document.addEventListener("htmx:afterSwap", () => {
    const isNow = isOver();
    const isNew = isNow && !wasOver;
    wasOver = isNow;
    if (!isNew) return;
    const side = Number(document.getElementById("table").dataset.won);
    const winner = document.querySelectorAll("#boards .side")[side];
    if (winner) runHome(winner);
    document.dispatchEvent(new CustomEvent("companion:won", { detail: { side } }));
  });
}
