// Learns the person's own set from a photo in which every tile is known: see my-set.js.

import { CLASSES, NO_HALF, cutHalf, loadNet } from "./half-net.js";
import { likelihoods, setOf } from "./my-set.js";
import { greyOf } from "./pixels.js";

// A tile is also looked at a little off, as it may be found: so many of its widths and lengths.
const OFF = [[0, 0], [0.04, 0], [-0.04, 0], [0, 0.02], [0, -0.02]];
// And half a tile off, where there is no half.
const BESIDE = [[0, 0.5], [0.5, 0]];
const STEPS = 100;
const PACE = 5;

/** What is to be kept of an ImageData, its tiles as a person has seen them. */
export async function learn(tiles, image) {
  const [net, grey, features] = [await loadNet(), greyOf(image), []];
  const views = tiles.filter(({ corners }) => corners).flatMap(({ corners, halves }) => [
    ...OFF.flatMap((by) => [0, 1].map((which) => ({ patch: cutHalf(grey, moved(corners, by), which), number: halves[which] }))),
    ...BESIDE.map((by, which) => ({ patch: cutHalf(grey, moved(corners, by), which), number: NO_HALF })),
  ]);
  const read = net.read(views.map(({ patch }) => patch), features);
  const examples = views.map(({ number }, at) => ({ number, before: read.subarray(at * CLASSES, (at + 1) * CLASSES), seen: features[at] }));
  return setOf(net.mark, fitted(examples));
}

function moved(corners, [across, along]) {
  const [a, b, , d] = corners;
  return corners.map((corner) => corner.map((place, axis) => place + across * (b[axis] - a[axis]) + along * (d[axis] - a[axis])));
}

// Logistic regression on top of what the net says: few steps, so that it only corrects what it must.
function fitted(examples) {
  const mean = (valueOf) => examples.reduce((sum, example) => sum + valueOf(example), 0) / examples.length;
  const middle = [...examples[0].seen.keys()].map((at) => mean(({ seen }) => seen[at]));
  const spread = Math.sqrt(mean(({ seen }) => seen.reduce((sum, value, at) => sum + (value - middle[at]) ** 2, 0)));
  const even = examples.map((example) => ({ ...example, seen: example.seen.map((value, at) => (value - middle[at]) / spread) }));
  const [rows, moves] = [0, 0].map(() => Array.from({ length: CLASSES }, () => new Float64Array(middle.length + 1)));
  for (let step = 0; step < STEPS; step += 1) descend(rows, moves, even);
  return rows.map((row) => {
    const weights = [...row.subarray(0, -1)].map((weight) => weight / spread);
    return [...weights, weights.reduce((rest, weight, at) => rest - weight * middle[at], row.at(-1))];
  });
}

function descend(rows, moves, examples) {
  for (const { number, before, seen } of examples) {
    likelihoods(before, rows, seen).forEach((share, other) => {
      const [move, wrong] = [moves[other], (PACE * ((other === number ? 1 : 0) - share)) / examples.length];
      for (let at = 0; at < seen.length; at += 1) move[at] += wrong * seen[at];
      move[seen.length] += wrong;
    });
  }
  rows.forEach((row, other) => row.forEach((_, at) => {
    row[at] += moves[other][at];
    moves[other][at] *= 0.9;
  }));
}
