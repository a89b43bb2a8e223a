// What an answer in practice feels like: a tile on wood for a right one, a duller knock for a wrong
// one. The peg of the day hops on, and runs along the whole board when it reaches the last hole.
"use strict";

{
  const RUN = 1200;
  let isTold = false;

  function tell(isRight) {
    if (isTold) return;
    isTold = true;
    if (isRight) wood.tile();
    else wood.dull();
  }

  function hopOn(strip) {
    const front = strip?.querySelector(".front.jumped");
    if (!front) return;
    const holes = pegHops.holesOf(strip.querySelector(".holes"));
    const [at, behind] = [front, strip.querySelector(".back")].map((peg) => pegHops.holeOf(peg, holes));
    const isFull = at === holes.length - 1;
    if (at < 1 || behind < 0) return;
    // From the second of the two start holes.
    wood.pegs(isFull ? pegHops.hop(front, holes, 1, at, holes.length, RUN) : pegHops.hop(front, holes, behind, at));
    strip.classList.toggle("is-full", isFull);
  }

  document.addEventListener("companion:marked", ({ detail }) => tell(detail.isRight));
  // A page that is swapped keeps the classes of the one before until it settles.
  document.addEventListener("htmx:afterSettle", () => {
    const now = document.getElementById("drill");
    if (!now?.matches(".is-answered")) return;
    tell(now.matches(".is-right"));
    isTold = false;
    hopOn(now.querySelector(".pegs-today"));
  });
}
