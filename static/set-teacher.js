// Learns the person's own set from a photo in which every tile is known: see my-set.js.

import { loadNet } from "./half-net.js";
import { likelihoods, writtenSet } from "./my-set.js";
import { greyOf } from "./pixels.js";
import { cutHalf } from "./tile-finder.js";

const CLASSES = 8;
const NO_HALF = 7;
const MARGIN = 1 / 16;
// A tile is also looked at a little off, as it may be found: so many of its widths and lengths.
const OFF = [[0, 0], [0.04, 0], [-0.04, 0], [0, 0.02], [0, -0.02]];
// And half a tile off, where there is no half.
const BESIDE = [[0, 0.5], [0.5, 0]];
const STEPS = 100;
const PACE = 5;

/** What is to be kept of an ImageData, its tiles as a person has seen them. */
export async function learn(tiles, image) {
  const net = await loadNet(new URL("half-net.bin", import.meta.url));
  const grey = greyOf(image);
  const views = tiles.filter(({ corners }) => corners).flatMap(({ corners, halves }) => [
    ...OFF.flatMap((by) => [0, 1].map((which) => ({ patch: cutHalf(grey, moved(corners, by), which, MARGIN), number: halves[which] }))),
    ...BESIDE.map((by, which) => ({ patch: cutHalf(grey, moved(corners, by), which, MARGIN), number: NO_HALF })),
  ]);
  const features = [];
  const read = net.read(views.map(({ patch }) => patch), features);
  return writtenSet(net.mark, fitted(views.map(({ number }) => number), read, features));
}

function moved(corners, [across, along]) {
  const [a, b, , d] = corners;
  const by = [0, 1].map((axis) => across * (b[axis] - a[axis]) + along * (d[axis] - a[axis]));
  return corners.map(([x, y]) => [x + by[0], y + by[1]]);
}

// Logistic regression on top of what the net says: few steps, so that it only corrects what it must.
function fitted(numbers, read, features) {
  const size = features[0].length;
  const middle = features[0].map((_, at) => features.reduce((sum, seen) => sum + seen[at], 0) / features.length);
  const spread = Math.sqrt(features.reduce((sum, seen) => sum + seen.reduce((all, value, at) => all + (value - middle[at]) ** 2, 0), 0) / features.length);
  const inputs = features.map((seen) => seen.map((value, at) => (value - middle[at]) / spread));
  const rows = Array.from({ length: CLASSES }, () => new Float32Array(size + 1));
  const moves = rows.map((row) => row.slice());
  for (let step = 0; step < STEPS; step += 1) descend(rows, moves, numbers, read, inputs);
  return rows.map((row) => {
    const scaled = row.map((weight) => weight / spread);
    scaled[size] = row[size] - middle.reduce((sum, value, at) => sum + value * scaled[at], 0);
    return scaled;
  });
}

function descend(rows, moves, numbers, read, inputs) {
  for (const move of moves) for (let at = 0; at < move.length; at += 1) move[at] *= 0.9;
  inputs.forEach((seen, i) => {
    const said = likelihoods(read.subarray(i * CLASSES, (i + 1) * CLASSES), rows, seen);
    said.forEach((share, number) => {
      const wrong = (PACE * ((number === numbers[i] ? 1 : 0) - share)) / inputs.length;
      const move = moves[number];
      for (let at = 0; at < seen.length; at += 1) move[at] += wrong * seen[at];
      move[seen.length] += wrong;
    });
  });
  rows.forEach((row, number) => moves[number].forEach((move, at) => { row[at] += move; }));
}
