// A small net that says where tiles lie in a picture: in each 4 × 4 pixels how likely the middle of a tile is there,
// and its width and length. It sees tiles 10 to 23 pixels wide, so it looks at the picture in several sizes.
// tools/camera/train_places.py trains it on drawn photos and writes its weights.
import { convolved, halved, loadLayers, unfolded } from "./layers.js";
import { planeOf, shrunk } from "./pixels.js";

const CELL = 4;
// Greys are compared with those around them, up to so many pixels away.
const AROUND = 32;
// Added to the spread of the greys, so that noise on a plain ground stays small.
const LEAST_SPREAD = 6;
const MOST_SPREADS = 4;
// `rim` is what the planes of an outcome get around them: as many zeros as the next layer looks away.
const LAYERS = [
  { inputs: 4, outputs: 16, away: 1, rim: 0 },
  { inputs: 16, outputs: 24, away: 1, rim: 2 },
  { inputs: 24, outputs: 32, away: 2, rim: 4 },
  { inputs: 32, outputs: 32, away: 4, rim: 0 },
  { inputs: 32, outputs: 7 },
];
// What the last layer says of width and length is in units of so many pixels.
const [WIDE, LONG] = [16, 32];
// The longer side of the largest and of the smallest size that it looks at.
const [LARGEST, SMALLEST] = [1600, 64];
// Each size is so many times the one before: a tile that is hardly seen in one is seen in the next.
const STEP = Math.SQRT2;
// If all tiles are at least so wide at one size, a larger one shows nothing new. In a smaller one than this some may be lost.
const WIDE_ENOUGH = 17;
const TRUSTED = 190;
// What is less likely the middle of a tile isn't a place.
const LEAST = 0.08;
// No size has more places that are worth a look.
const MOST = 150;

export const loadPlaces = () => loadLayers(new URL("place-net.bin", import.meta.url), LAYERS);

/** Where tiles may lie in a picture, size by size, the smallest first: { places, clear }. `places`: [{ corners, score }],
 *  the likeliest first; corners are clockwise, the first two at one end. `clear`: if all tiles are so wide, in pixels, a
 *  larger size shows nothing new. `planes`: the picture, and it made 2, 4 … times smaller. */
export function* likelyPlaces(planes, net) {
  const largest = Math.max(planes[0].width, planes[0].height);
  const sizes = [Math.min(largest, LARGEST)];
  while (sizes[0] > 2 * SMALLEST) sizes.unshift(sizes[0] / STEP);
  for (const size of sizes) {
    const places = placesAt(planes, largest / size, net).sort((one, other) => other.score - one.score);
    yield { places: places.slice(0, MOST), clear: size < TRUSTED ? Infinity : WIDE_ENOUGH * largest / size };
  }
}

function placesAt(planes, factor, net) {
  const level = Math.min(planes.length - 1, Math.floor(Math.log2(factor)));
  const rest = factor / 2 ** level;
  const plane = rest > 1.01 ? shrunk(planes[level], rest) : planes[level];
  const { values, wide, high } = read(even(plane), net);
  const cells = wide * high;
  const found = [];
  for (let y = 0, at = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1, at += 1) {
      const score = 1 / (1 + Math.exp(-values[at]));
      if (score < LEAST || !isPeak(values, x, y, wide, high)) continue;
      const [, right, down, ax, ay, bx, by] = Array.from({ length: 7 }, (_, output) => values[output * cells + at]);
      const place = quadAt([(x + right) * CELL + 1.5, (y + down) * CELL + 1.5], vectorOf(ax, ay, WIDE), vectorOf(bx, by, LONG));
      found.push({ score, corners: place.map(([px, py]) => [(px + 0.5) * factor - 0.5, (py + 0.5) * factor - 0.5]) });
    }
  }
  return found;
}

function isPeak(values, x, y, wide, high) {
  const here = values[y * wide + x];
  for (let down = Math.max(0, y - 1); down <= Math.min(high - 1, y + 1); down += 1) {
    for (let right = Math.max(0, x - 1); right <= Math.min(wide - 1, x + 1); right += 1) {
      if (values[down * wide + right] > here) return false;
    }
  }
  return true;
}

// A direction that is as good as its opposite is told by twice its angle.
function vectorOf(cos, sin, unit) {
  const [long, angle] = [Math.hypot(cos, sin) * unit, Math.atan2(sin, cos) / 2];
  return [long * Math.cos(angle), long * Math.sin(angle)];
}

function quadAt([x, y], [ax, ay], [bx, by]) {
  const turn = ax * by - ay * bx < 0 ? -1 : 1;
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([along, down]) => (
    [x + (along * ax + turn * down * bx) / 2, y + (along * ay + turn * down * by) / 2]));
}

// ---- The picture, evened: the mean of what is around each pixel becomes zero, its spread one ----

function even(plane) {
  const { width, height, data } = plane;
  const squares = { ...plane, data: data.map((grey) => grey * grey) };
  const [mean, square] = [around(plane), around(squares)];
  const to = planeOf(width, height);
  for (let at = 0; at < data.length; at += 1) {
    const spread = Math.sqrt(Math.max(0, square.data[at] - mean.data[at] ** 2)) + LEAST_SPREAD;
    to.data[at] = Math.min(MOST_SPREADS, Math.max(-MOST_SPREADS, (data[at] - mean.data[at]) / spread));
  }
  return to;
}

// The mean of each pixel's surroundings, as far as they are in the picture.
function around({ width, height, data }) {
  const [across, both] = [planeOf(width, height), planeOf(width, height)];
  for (let y = 0; y < height; y += 1) meansOf(data, across.data, y * width, width, 1);
  for (let x = 0; x < width; x += 1) meansOf(across.data, both.data, x, height, width);
  return both;
}

function meansOf(from, to, start, length, step) {
  let [sum, count] = [0, 0];
  for (let at = -AROUND; at < length; at += 1) {
    if (at + AROUND < length) {
      sum += from[start + (at + AROUND) * step];
      count += 1;
    }
    if (at > AROUND) {
      sum -= from[start + (at - AROUND - 1) * step];
      count -= 1;
    }
    if (at >= 0) to[start + at * step] = sum / count;
  }
}

// ---- The layers ----

function read(plane, [first, ...others]) {
  const last = others.pop();
  const planes = others.reduce(convolved, halved(convolved(unfolded(plane), first), 1));
  return { values: combined(planes, last), wide: planes.width, high: planes.height };
}

// The last layer, in each cell.
function combined({ data, size }, { inputs, outputs, weights, biases }) {
  const values = new Float32Array(outputs * size);
  for (let output = 0; output < outputs; output += 1) {
    values.fill(biases[output], output * size, (output + 1) * size);
    for (let plane = 0; plane < inputs; plane += 1) {
      const weight = weights[output * inputs + plane];
      for (let at = 0; at < size; at += 1) values[output * size + at] += weight * data[plane * size + at];
    }
  }
  return values;
}
