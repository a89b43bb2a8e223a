// The end of a game, once, as it comes: whoever wants to do more with it than pegs that hop listens
// for `companion:won`.
"use strict";

{
  const isOver = () => Boolean(document.querySelector("#table[data-won]"));
  let wasOver = isOver();

  document.addEventListener("htmx:afterSwap", () => {
    const isNow = isOver();
    const isNew = isNow && !wasOver;
    wasOver = isNow;
    if (!isNew) return;
    const side = Number(document.getElementById("table").dataset.won);
    document.dispatchEvent(new CustomEvent("companion:won", { detail: { side } }));
  });
}
