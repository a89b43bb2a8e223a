// What a tap feels like: a tile knocks on wood, pegs hop from hole to hole, the phone buzzes. All of
// it goes on beside the next tap. Sounds and buzz can be off; no motion where a person wants none.
"use strict";

{
  const { dataset: chosen } = document.documentElement;
  const holes = pegHops.holesOf(document.querySelector("#track .holes"));
  const pegs = () => [...document.querySelectorAll("#boards .board")].map((board) => {
    const [back, front] = [board.querySelector(".back"), board.querySelector(".front")];
    return { front, at: pegHops.holeOf(front, holes), behind: pegHops.holeOf(back, holes) };
  });

  // ---- After each answer, one's own or someone else's ----

  const tiles = () => document.querySelectorAll("#felt .tile").length;
  let lay = tiles(), stood = pegs();

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.closest?.(".alerts")) return;
    const [lies, stand] = [tiles(), pegs()];
    if (lies > lay) wood.tile();
    stand.forEach(({ front, at }, side) => {
      const before = stood[side];
      if (!before || at === before.at || Math.min(at, before.at, before.behind) < 0) return;
      const hops = pegHops.hop(front, holes, at > before.at ? before.behind : before.at, at);
      wood.pegs(hops);
    });
    [lay, stood] = [lies, stand];
    // What others enter is announced, and not felt.
    if (event.detail.isPushed) return;
    const now = document.getElementById("table");
    buzz("problem" in now.dataset ? [60, 40, 60] : now.querySelector(".earned") ? [25, 40, 25] : 12);
  });
}
