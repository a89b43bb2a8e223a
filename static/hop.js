// Pegs that hop from hole to hole of their board, beside the next tap; none moves where a person
// wants no motion.
"use strict";

const pegHops = (() => {
  const HOP = 80, LONGEST = 600, MOST_HOPS = 8;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const holesOf = (path) => [...path.getAttribute("d").matchAll(/M(\S+ \S+?)h0/g)].map(([, at]) => at);
  const holeOf = (peg, holes) => holes.indexOf(`${peg.getAttribute("cx")} ${peg.getAttribute("cy")}`);

  // The holes on the way, and back in one go where points were taken off.
  function way(from, to, most) {
    const hops = to < from ? 1 : Math.min(most, to - from);
    return Array.from({ length: hops + 1 }, (_, hop) => Math.round(from + ((to - from) * hop) / hops));
  }

  // Lets a peg that stands in its last hole come there, and says in how many hops.
  function hop(peg, holes, from, to, most = MOST_HOPS, longest = LONGEST) {
    if (calm.matches) return 0;
    const [x, y] = holes[to].split(" ").map(Number);
    const places = way(from, to, most).map((hole) => holes[hole].split(" ").map(Number)).map(([left, top]) => [left - x, top - y]);
    const frames = places.flatMap(([left, top], at) => {
      const [nextLeft, nextTop] = places[at + 1] ?? [left, top];
      const lifted = [(left + nextLeft) / 2, Math.min(top, nextTop) - 4];
      return at + 1 < places.length ? [[left, top], lifted] : [[left, top]];
    });
    const length = Math.min(longest, HOP * (places.length - 1));
    peg.animate(frames.map(([left, top]) => ({ transform: `translate(${left}px, ${top}px)` })), length);
    return places.length - 1;
  }

  return { holesOf, holeOf, hop };
})();
