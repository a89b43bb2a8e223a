// Where tiles may lie in a picture: geometry only, many candidates. A net reads them, and the referee's
// knowledge chooses.
import { greyAt, greyOf, perspective, shrunk } from "./pixels.js";
import { barsOf } from "./tile-bars.js";
import { quadsOf, snapped } from "./tile-edges.js";
import { sizeOf, vectorsOf } from "./tile-size.js";

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

const toImage = (corners, factor) => corners.map(([x, y]) => [(x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5]);
const toLevel = (corners, factor) => corners.map(([x, y]) => [(x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5]);
const sharpness = (sides) => sides.reduce((sum, change) => sum + change / (change + 8), 0) / 4;

function candidate(corners, bar, sides, worth) {
  return { corners, bar: bar.seen, score: bar.seen * (0.3 + sharpness(sides)) * worth, ...vectorsOf(corners) };
}

function barsSeen(level, most) {
  return barsOf(level.plane).map((bar) => ({ ...bar, level, seen: evidence(flanksOf(level.plane, bar)) }))
    .filter(({ seen }) => seen > 0.2)
    .sort((one, other) => other.seen - one.seen).slice(0, most);
}

// By the edges around each bar alone.
function byEdges(bar) {
  return quadsOf(bar.level.plane, bar, 3).map(({ corners, sides }, rank) => (
    candidate(toImage(corners, bar.level.factor), bar, sides, 1 - 0.2 * rank)));
}

// A bar of about a tile's width is one; a longer one is several in a row.
function piecesOf(bar, wide) {
  const count = Math.max(1, Math.round(bar.length / wide));
  if (count === 1) return [bar];
  return Array.from({ length: count }, (_, at) => {
    const along = ((at + 0.5) / count - 0.5) * bar.length;
    return { ...bar, x: bar.x + along * bar.ux, y: bar.y + along * bar.uy, length: bar.length / count };
  });
}

// By how large a tile is there.
function bySize(bar, size) {
  const { plane, factor } = bar.level;
  const [[x, y]] = toImage([[bar.x, bar.y]], factor);
  const wide = Math.hypot(...size(x, y, [bar.ux, bar.uy]).a) / factor;
  if (!(bar.length > 0.5 * wide && bar.length < 12 * wide)) return [];
  return piecesOf(bar, wide).map((piece) => {
    const [[midX, midY]] = toImage([[piece.x, piece.y]], factor);
    const { a, b } = size(midX, midY, [piece.ux, piece.uy]);
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([along, down]) => (
      [midX + (along * a[0] + down * b[0]) / 2, midY + (along * a[1] + down * b[1]) / 2]));
    const exact = snapped(plane, toLevel(corners, factor), 0.08 * wide);
    const unlike = Math.log(piece.length / wide / 0.82);
    return candidate(toImage(exact.corners, factor), piece, exact.sides, 1.5 * Math.exp(-4 * unlike * unlike));
  });
}

// Without those that are nearly the same as a better one.
function different(candidates, most) {
  const kept = [];
  for (const one of candidates.sort((first, second) => second.score - first.score)) {
    const near = 0.06 * Math.hypot(...one.a);
    const isNear = ([x, y], [otherX, otherY]) => Math.abs(x - otherX) < near && Math.abs(y - otherY) < near;
    const isSame = (other) => [0, 2].some((turn) => one.corners.every((corner, at) => isNear(corner, other.corners[(at + turn) % 4])));
    if (!kept.some(isSame)) kept.push(one);
    if (kept.length === most) break;
  }
  return kept;
}

/** What may be a tile in a picture. `places`: quads, best first: { corners, bar: 0…1, score }. Corners are in the
 *  image's pixels, clockwise, the first two on the outer edge of one half. They may overlap.
 *  `placesLike(known)`: the same, where a bar is and a tile is as large as those that are known. */
export function finderOf(image, { longest = 1600, most = 200 } = {}) {
  const bars = pyramidOf(greyOf(image), longest).flatMap((level) => barsSeen(level, 300));
  const largest = Math.max(image.width, image.height);
  const isInside = ({ corners }) => corners.every(([x, y]) => x > -9 && y > -9 && x < image.width + 9 && y < image.height + 9);
  const sized = (size) => (size ? bars.flatMap((bar) => bySize(bar, size)).filter(isInside) : []);
  const first = bars.flatMap(byEdges).filter(isInside).sort((one, other) => other.score - one.score);
  return {
    places: different([...first, ...sized(sizeOf(first, largest))], most),
    placesLike: (known) => different(sized(sizeOf(known.map(({ corners }) => ({ corners, score: 1, ...vectorsOf(corners) })), largest)), most),
  };
}

export const findTiles = (image, options) => finderOf(image, options).places;

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
