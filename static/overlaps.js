// Tiles don't lie in one another: of candidates that do, the heaviest set without overlaps stands.

// Neighbours share a little of their frames, and a candidate across two tiles shares a quarter at least.
// Two that share most of both are the same tile, cut a little differently.
const SHARED = 0.2;
const SAME = 0.6;

/** candidates: [{corners, weight}]. Those that stand, with `rival`: what those weigh together that would lie in its stead
 *  and beside one another, each sharing a part of it. */
export function withoutOverlaps(candidates) {
  const ordered = candidates.map((one) => ({ ...one, ...pointsOf(one.corners) })).sort((one, other) => other.weight - one.weight);
  const rivals = ordered.map(() => []);
  const others = ordered.map(() => []);
  for (const [i, one] of ordered.entries()) {
    for (let j = i + 1; j < ordered.length; j += 1) {
      if (Math.hypot(one.middle[0] - ordered[j].middle[0], one.middle[1] - ordered[j].middle[1]) > one.reach + ordered[j].reach) continue;
      const shared = [part(one.points, ordered[j].corners), part(ordered[j].points, one.corners)];
      if (Math.max(...shared) < SHARED) continue;
      rivals[i].push(j);
      rivals[j].push(i);
      if (Math.min(...shared) > SAME) continue;
      others[i].push(j);
      others[j].push(i);
    }
  }
  const beside = (some) => some.reduce((set, j) => (set.some((other) => rivals[other].includes(j)) ? set : [...set, j]), []);
  const worth = (set) => set.reduce((sum, j) => sum + Math.max(ordered[j].weight, 0), 0);
  return heaviest(ordered, rivals).map((i) => ({ ...ordered[i], rival: worth(beside(others[i])) }));
}

// Greedy first. Then each one that stands makes way if those that it kept out weigh more together.
function heaviest(candidates, rivals) {
  const stands = new Set();
  const fill = (some) => some.filter((i) => !stands.has(i) && !rivals[i].some((other) => stands.has(other)) && stands.add(i));
  const worth = (some) => some.reduce((total, i) => total + Math.max(candidates[i].weight, 0.001), 0);
  fill([...candidates.keys()]);
  for (const i of [...stands]) {
    stands.delete(i);
    const others = fill(rivals[i]);
    if (worth(others) > worth([i])) continue;
    for (const other of others) stands.delete(other);
    stands.add(i);
  }
  return [...stands];
}

// 4 × 8 points of a tile.
function pointsOf(corners) {
  const along = (from, to, share) => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  const [a, b, c, d] = corners;
  const points = Array.from({ length: 32 }, (_, at) => {
    const row = (Math.floor(at / 4) + 0.5) / 8;
    return along(along(a, d, row), along(b, c, row), ((at % 4) + 0.5) / 4);
  });
  const middle = along(along(a, c, 0.5), along(b, d, 0.5), 0.5);
  return { points, middle, reach: Math.max(...corners.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1]))) };
}

// Clockwise or not: what is inside is on the same side of all four edges.
function part(points, corners) {
  const isWithin = ([x, y]) => {
    let sides = 0;
    for (let at = 0; at < 4; at += 1) {
      const [from, to] = [corners[at], corners[(at + 1) % 4]];
      if ((to[0] - from[0]) * (y - from[1]) > (to[1] - from[1]) * (x - from[0])) sides += 1;
    }
    return sides % 4 === 0;
  };
  return points.filter(isWithin).length / points.length;
}
