// A small net for halves of tiles: what number stands in a patch of 32 × 32 grey, or that it is no half.
// It was trained on drawn tiles by tools/camera/train_halves.py, which also wrote its weights.
import { convolved, evened, halved, loadLayers, positive, summed, unfolded } from "./layers.js";
import { greyAt, perspective } from "./pixels.js";

export const SIDE = 32;
/** The numbers 0 to 6, and no half. */
export const CLASSES = 8;
export const NO_HALF = 7;
// A patch reaches over its half by so much of it, on every side.
const MARGIN = 1 / 16;
const LAYERS = [
  { inputs: 4, outputs: 16, away: 1, rim: 1 },
  { inputs: 16, outputs: 24, away: 1, rim: 0 },
  { inputs: 24, outputs: 48, away: 1, rim: 0 },
  { inputs: 48 * 16, outputs: 48 },
  { inputs: 48, outputs: CLASSES },
];
const LEAST_SPREAD = 6;

/** The net with the weights beside this file: `net.read(patches)`. */
export async function loadNet() {
  const layers = await loadLayers(new URL("half-net.bin", import.meta.url), LAYERS);
  return {
    /** Changes with the weights. */
    mark: layers.flatMap(({ weights }) => [...weights]).reduce((mark, weight) => (Math.imul(mark, 31) + Math.round(weight * 1e6)) | 0, 0),
    /** For each patch eight probabilities in a row: of the numbers 0 to 6, and of no half. `features` gets what they were read from. */
    read(patches, features) {
      const read = new Float32Array(patches.length * CLASSES);
      patches.forEach((patch, at) => read.set(readOne(patch, layers, features), at * CLASSES));
      return read;
    },
  };
}

function readOne(patch, [first, second, third, hidden, last], features) {
  const seen = unfolded(evened({ data: patch, width: SIDE, height: SIDE }, LEAST_SPREAD));
  const small = halved(convolved(convolved(seen, first), second), 1);
  const { data } = halved(convolved(small, third), 0);
  features?.push(data);
  return likelihoods(summed(positive(summed(data, hidden)), last));
}

function likelihoods(values) {
  const most = Math.max(...values);
  const shares = values.map((value) => Math.exp(value - most));
  const sum = shares.reduce((all, share) => all + share);
  return shares.map((share) => share / sum);
}

/** A half of a quad as 32 × 32 grey: rows run from the bar outwards, columns along the bar. */
export function cutHalf(grey, corners, which) {
  const place = perspective(corners);
  const long = Math.hypot(corners[0][0] - corners[2][0], corners[0][1] - corners[2][1]);
  const fine = Math.min(6, Math.max(1, Math.round(long / 70)));
  const patch = new Float32Array(SIDE * SIDE);
  for (let row = 0; row < SIDE * fine; row += 1) {
    const deep = (row + 0.5) / (SIDE * fine) * (1 + 2 * MARGIN) - MARGIN;
    for (let column = 0; column < SIDE * fine; column += 1) {
      const along = ((column + 0.5) / (SIDE * fine) - 0.5) * (1 + 2 * MARGIN);
      const [x, y] = which ? place(0.5 + along, 0.5 + deep / 2) : place(0.5 - along, 0.5 - deep / 2);
      patch[((row / fine) | 0) * SIDE + ((column / fine) | 0)] += greyAt(grey, x, y) / (fine * fine);
    }
  }
  return patch;
}
