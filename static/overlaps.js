// Tiles don't lie in one another: of candidates that do, the heaviest set without overlaps stands.

// Neighbours share a little of their frames. A candidate across two tiles shares a quarter at least.
const SHARED = 0.2;
// Two that share most of both are the same tile, seen a little differently.
const SAME = 0.8;

/** candidates: [{corners, weight, chance, numbers}]. Those that stand, the heaviest first. */
export function withoutOverlaps(candidates) {
  const ordered = candidates.map((one) => ({ ...one, ...pointsOf(one.corners) })).sort((one, other) => other.weight - one.weight);
  const rivals = ordered.map(() => new Map());
  for (const [i, one] of ordered.entries()) {
    for (let j = i + 1; j < ordered.length; j += 1) {
      const [ofOne, ofOther] = sharedBy(one, ordered[j]);
      if (Math.max(ofOne, ofOther) < SHARED) continue;
      const isSame = Math.min(ofOne, ofOther) > SAME;
      rivals[i].set(j, isSame);
      rivals[j].set(i, isSame);
    }
  }
  return heaviest(ordered, rivals).map((i) => agreed(ordered[i], [...rivals[i]].filter(([, isSame]) => isSame).map(([j]) => ordered[j])));
}

// Greedy first. Then each one that stands makes way if those that it kept out weigh more together.
function heaviest(candidates, rivals) {
  const stands = new Set();
  const isFree = (i) => !stands.has(i) && ![...rivals[i].keys()].some((other) => stands.has(other));
  const fill = (some) => some.filter((i) => isFree(i) && stands.add(i));
  const worth = (some) => some.reduce((total, i) => total + Math.max(candidates[i].weight, 0.001), 0);
  fill([...candidates.keys()]);
  for (let turn = 0; turn < 3; turn += 1) {
    for (const i of [...stands]) {
      stands.delete(i);
      const others = fill([...rivals[i].keys()].sort((one, other) => one - other));
      if (worth(others) > worth([i])) continue;
      for (const other of others) stands.delete(other);
      stands.add(i);
    }
  }
  return [...stands].sort((one, other) => one - other);
}

// The same tile was seen several times: where they read different numbers, none of them is sure.
function agreed(best, others) {
  const all = [best, ...others];
  const sum = all.reduce((total, { chance }) => total + chance ** 2, 1e-9);
  const numbers = [0, 1].map((half) => best.numbers[half].map((_, number) => (
    all.reduce((total, one) => total + one.chance ** 2 * one.numbers[isTurned(best, one) ? 1 - half : half][number], 0) / sum)));
  return { ...best, numbers, views: all.reduce((total, { chance }) => total + chance, 0) };
}

function isTurned(one, other) {
  const away = (half) => Math.hypot(one.ends[0][0] - other.ends[half][0], one.ends[0][1] - other.ends[half][1]);
  return away(1) < away(0);
}

// ---- How much of one lies in the other: 4 × 8 points of each ----

function pointsOf(corners) {
  const along = (from, to, share) => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  const [a, b, c, d] = corners;
  const points = [];
  for (let row = 0.5; row < 8; row += 1) {
    const [left, right] = [along(a, d, row / 8), along(b, c, row / 8)];
    for (let column = 0.5; column < 4; column += 1) points.push(along(left, right, column / 4));
  }
  const middle = along(along(a, c, 0.5), along(b, d, 0.5), 0.5);
  const reach = Math.max(...corners.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1])));
  return { points, middle, reach, ends: [along(a, b, 0.5), along(c, d, 0.5)] };
}

function sharedBy(one, other) {
  const apart = Math.hypot(one.middle[0] - other.middle[0], one.middle[1] - other.middle[1]);
  if (apart > one.reach + other.reach) return [0, 0];
  return [part(one.points, other.corners), part(other.points, one.corners)];
}

function part(points, corners) {
  let inside = 0;
  for (const point of points) if (isWithin(point, corners)) inside += 1;
  return inside / points.length;
}

// Clockwise or not: on the same side of all four edges.
function isWithin([x, y], corners) {
  let sides = 0;
  for (let at = 0; at < 4; at += 1) {
    const [from, to] = [corners[at], corners[(at + 1) % 4]];
    if ((to[0] - from[0]) * (y - from[1]) > (to[1] - from[1]) * (x - from[0])) sides += 1;
  }
  return sides === 0 || sides === 4;
}
