// A lineup: if you take another player's place in the order of a team, they get yours. Without
// it both are chosen by hand, and the server says where someone stands twice.
"use strict";

for (const select of document.querySelectorAll("[data-order]")) {
  let before = select.value;
  select.addEventListener("focus", () => { before = select.value; });
  select.addEventListener("change", () => {
    const others = document.querySelectorAll(`[data-order="${select.dataset.order}"]`);
    const same = [...others].find((other) => other !== select && other.value === select.value);
    if (same && select.value !== "0") same.value = before;
    before = select.value;
  });
}
