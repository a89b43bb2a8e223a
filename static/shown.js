// The answer is shown: tiles move to their places, rings fade and appear, the sum writes itself. It
// goes on beside the next tap, and none of it moves where a person wants no motion. Before the
// answer: a ring for each tap on Hint, all tiles of a layout that is shown in part, and a tile that
// doesn't fit where it was tried.
"use strict";

{
  const MOVE = 300, APPEAR = 200, STEP = 180, WHOLE = 900;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  function framesOf({ dataset }) {
    if (dataset.way) {
      const [x, y] = dataset.way.split(" ");
      return [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }];
    }
    if ("goes" in dataset) return [{ opacity: 1 }, { opacity: 0 }];
    return [{ opacity: 0, transform: "scale(.5)" }, { opacity: 1, transform: "scale(1)" }];
  }

  function play() {
    const parts = [...drill().querySelectorAll("[data-at]")];
    if (calm.matches || !parts.length) return;
    const last = Math.max(1, ...parts.map(({ dataset }) => Number(dataset.at)));
    const step = Math.min(STEP, (WHOLE - MOVE) / last);
    for (const part of parts) {
      const duration = part.dataset.way ? MOVE : APPEAR;
      // It ends as it would be without any motion.
      part.animate(framesOf(part), { duration, delay: part.dataset.at * step, easing: "ease-out", fill: "backwards" });
    }
  }

  // It goes to the end that was tapped, and comes back to the hand.
  function comeBack() {
    const held = drill().querySelector(".held svg"), missed = drill().querySelector(".missed");
    if (calm.matches || !held || !missed) return;
    const [from, to] = [held, missed].map((each) => each.getBoundingClientRect());
    const way = [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];
    const there = `translate(${way[0]}px, ${way[1]}px) scale(.8)`;
    held.animate([{ transform: "none" }, { transform: there, offset: .35 }, { transform: there, offset: .65 }, { transform: "none" }], { duration: WHOLE, easing: "ease-in-out" });
  }

  // If a layout is larger than the felt, its middle shows first, or the place where a tile goes.
  function centre() {
    for (const view of drill()?.querySelectorAll(".felt-view") ?? []) {
      const aim = view.querySelector(".place") ?? view.firstElementChild;
      const [to, from] = [aim, view].map((each) => each.getBoundingClientRect());
      view.scrollBy(to.left - from.left + (to.width - from.width) / 2, to.top - from.top + (to.height - from.height) / 2);
    }
  }

  function ringOneMore(key) {
    const [next, ...others] = drill().querySelectorAll(".hint-ring.unseen");
    next?.classList.remove("unseen");
    announce(next?.dataset.said);
    for (const field of drill().querySelectorAll("[name=hint]")) field.value = Number(field.value) + 1;
    if (!others.length) key.remove();
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest?.("[data-hint]");
    if (key) {
      event.preventDefault();
      return ringOneMore(key);
    }
    if (event.target.closest?.("[data-felt]")) drill().querySelector("[data-whole]").click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !document.activeElement.matches("[data-felt]")) return;
    drill().querySelector("[data-whole]").click();
  });

  document.addEventListener("htmx:afterSwap", () => {
    if (!drill()) return;
    centre();
    play();
    comeBack();
  });
  centre();
  play();
  comeBack();
}
