// What a tap feels like: a tile knocks on wood, pegs hop from hole to hole, the phone buzzes. All of
// it goes on beside the next tap. When a game ends, the pegs run home and the felt fills the phone. Sounds
// and buzz can be off; no motion where a person wants none.
"use strict";

{
  const { dataset: chosen } = document.documentElement;
  const holes = pegHops.holesOf(document.querySelector("#track .holes"));
  const pegs = () => [...document.querySelectorAll("#boards .board")].map((board) => {
    const [back, front] = [board.querySelector(".back"), board.querySelector(".front")];
    return { front, at: pegHops.holeOf(front, holes), behind: pegHops.holeOf(back, holes) };
  });

  // ---- The end: while the pegs run home the table is as it was, and nothing can be tapped by mistake ----

  const HOME = [20, 1000], SHOWN_FOR = 1600, FILLS = 600;

  function end() {
    if (pegHops.isCalm()) return;
    chosen.ending = "";
    setTimeout(() => {
      const shown = "ending" in chosen && ending();
      delete chosen.ending;
      if (shown) fillWithFelt(shown);
    }, SHOWN_FOR);
  }

  function fillWithFelt(shown) {
    const { top, bottom } = (shown.querySelector(".felt") ?? shown.querySelector(".turn")).getBoundingClientRect();
    const grows = [{ clipPath: `inset(${top}px 0 ${innerHeight - bottom}px)` }, { clipPath: "inset(0)" }];
    shown.animate(grows, { duration: FILLS, easing: "ease-in-out", pseudoElement: "::before" });
    const comes = [{ opacity: 0, transform: "translateY(12px)" }, {}];
    [...shown.querySelectorAll(":scope > .turn, .over > *")].forEach((part, at) => {
      part.animate(comes, { duration: 400, delay: FILLS / 2 + at * 90, fill: "backwards" });
    });
  }

  // ---- After each answer, one's own or someone else's ----

  const tiles = () => document.querySelectorAll("#felt .tile").length;
  // Its classes are the old ones for another moment.
  const ending = () => document.querySelector("#table:has([data-card])");
  let lay = tiles(), stood = pegs(), hasEnded = Boolean(ending());

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.closest?.(".alerts")) return;
    const [lies, stand, ends] = [tiles(), pegs(), Boolean(ending())];
    if (lies > lay) wood.tile();
    const pace = ends && !hasEnded ? HOME : [];
    stand.forEach(({ front, at }, side) => {
      const before = stood[side];
      if (!before || at === before.at || Math.min(at, before.at, before.behind) < 0) return;
      wood.pegs(pegHops.hop(front, holes, at > before.at ? before.behind : before.at, at, ...pace));
    });
    if (ends !== hasEnded) delete chosen.ending;
    if (ends && !hasEnded) end();
    [lay, stood, hasEnded] = [lies, stand, ends];
    // What others enter is announced, and not felt.
    if (event.detail.isPushed) return;
    const now = document.getElementById("table");
    buzz("problem" in now.dataset ? [60, 40, 60] : now.querySelector(".earned") ? [25, 40, 25] : 12);
  });
}
