// Where tiles may lie in a picture: geometry only, many candidates. A net reads them, and the referee's
// knowledge chooses.
import { greyAt, greyOf, perspective, shrunk } from "./pixels.js";
import { barsOf } from "./tile-bars.js";
import { quadsOf } from "./tile-edges.js";

const PATCH = 32;
const SMALLEST_LEVEL = 150;

function pyramidOf(grey, longest) {
  let factor = Math.max(1, Math.max(grey.width, grey.height) / longest);
  const levels = [];
  let plane = factor > 1 ? shrunk(grey, factor) : grey;
  while (Math.max(plane.width, plane.height) >= SMALLEST_LEVEL || !levels.length) {
    levels.push({ plane, factor });
    plane = shrunk(plane, 2);
    factor *= 2;
  }
  return levels;
}

// How far the strips beside a bar differ from it (`contrast`), and from each other.
function flanksOf(plane, { x, y, ux, uy, length, isDark }) {
  const greys = [-0.16, -0.11, 0, 0.11, 0.16].map((away) => {
    let sum = 0;
    for (let at = -4; at <= 4; at++) {
      const along = at * 0.1 * length;
      sum += greyAt(plane, x + along * ux - away * length * uy, y + along * uy + away * length * ux);
    }
    return sum / 9;
  });
  const [above, below] = [(greys[0] + greys[1]) / 2, (greys[3] + greys[4]) / 2];
  const contrast = (isDark ? 1 : -1) * ((above + below) / 2 - greys[2]);
  const unlike = Math.abs(above - below) + Math.abs(greys[0] - greys[1]) + Math.abs(greys[3] - greys[4]);
  return { contrast, unlike };
}

const evidence = ({ contrast, unlike }) => (contrast <= 0 ? 0 : contrast / (contrast + unlike + 6));

function candidatesOn({ plane, factor }, most) {
  const bars = barsOf(plane).map((bar) => ({ ...bar, seen: evidence(flanksOf(plane, bar)) }))
    .filter(({ seen }) => seen > 0.2)
    .sort((one, other) => other.seen * other.length - one.seen * one.length).slice(0, most);
  return bars.flatMap((bar) => quadsOf(plane, bar, 3).map(({ corners, sides }, rank) => {
    const edges = sides.reduce((sum, change) => sum + change / (change + 8), 0) / 4;
    return {
      corners: corners.map(([x, y]) => [(x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5]),
      bar: bar.seen,
      score: bar.seen * (0.3 + edges) * (1 - 0.2 * rank),
    };
  }));
}

/** Quads that may be tiles, best first: { corners, bar: 0…1, score }. Corners are in the image's pixels,
 *  clockwise, the first two on the outer edge of one half. They may overlap. */
export function findTiles(image, { longest = 1600, most = 200 } = {}) {
  const levels = pyramidOf(greyOf(image), longest);
  const candidates = levels.flatMap((level) => candidatesOn(level, most));
  return candidates.sort((one, other) => other.score - one.score).slice(0, most);
}

/** A half of a quad as 32 × 32 grey: rows run from the bar outwards, columns along the bar.
 *  `margin` of its size is seen beyond it on every side. */
export function cutHalf(grey, corners, which, margin = 0) {
  const place = perspective(corners);
  const long = Math.hypot(corners[0][0] - corners[2][0], corners[0][1] - corners[2][1]);
  const fine = Math.min(6, Math.max(1, Math.round(long / 70)));
  const patch = new Float32Array(PATCH * PATCH);
  for (let row = 0; row < PATCH * fine; row++) {
    const deep = (row + 0.5) / (PATCH * fine) * (1 + 2 * margin) - margin;
    for (let column = 0; column < PATCH * fine; column++) {
      const along = ((column + 0.5) / (PATCH * fine) - 0.5) * (1 + 2 * margin);
      const [x, y] = which ? place(0.5 + along, 0.5 + deep / 2) : place(0.5 - along, 0.5 - deep / 2);
      patch[((row / fine) | 0) * PATCH + ((column / fine) | 0)] += greyAt(grey, x, y) / (fine * fine);
    }
  }
  return patch;
}
