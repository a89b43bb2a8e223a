// A small net that fits a quad to the tile that it covers more or less: it sees what is in the quad and around it, and
// says how far off each corner is, and how likely a tile is there at all. tools/camera/train_fit.py trains it on drawn photos and writes its weights.
import { convolved, evened, halved, loadLayers, positive, summed, unfolded } from "./layers.js";
import { greyAt, perspective, planeOf } from "./pixels.js";

const LAYERS = [
  { inputs: 4, outputs: 16, away: 1, rim: 1 },
  { inputs: 16, outputs: 24, away: 1, rim: 0 },
  { inputs: 24, outputs: 24, away: 1, rim: 0 },
  { inputs: 24 * 24, outputs: 48 },
  { inputs: 48, outputs: 9 },
];
const [WIDE, HIGH] = [32, 48];
// It sees so much of the quad's width and of its length beyond it.
const [BESIDE, BEYOND] = [0.35, 0.25];
const LEAST_SPREAD = 6;
// What it says is in tenths of the quad's width and length.
const UNIT = 0.1;
const CORNERS = [[0, 0], [1, 0], [1, 1], [0, 1]];

export const loadFit = () => loadLayers(new URL("fit-net.bin", import.meta.url), LAYERS);

/** { corners, chance }: the tile's corners as far as one look tells, and how likely there is one, 0 to 1. `planes`: the
 *  picture, and it made 2, 4 … times smaller. */
export function fitted(planes, corners, [first, second, third, hidden, last]) {
  const place = perspective(corners);
  const seen = unfolded(evened(cut(planes, corners, place), LEAST_SPREAD));
  const small = halved(convolved(convolved(seen, first), second), 1);
  const { data } = halved(convolved(small, third), 0);
  const moves = summed(positive(summed(data, hidden)), last);
  const moved = CORNERS.map(([along, down], at) => place(along + UNIT * moves[2 * at], down + UNIT * moves[2 * at + 1]));
  return { corners: moved, chance: 1 / (1 + Math.exp(-moves[8])) };
}

function cut(planes, [a, b, , d], place) {
  const area = Math.hypot(b[0] - a[0], b[1] - a[1]) * (1 + 2 * BESIDE) * Math.hypot(d[0] - a[0], d[1] - a[1]) * (1 + 2 * BEYOND);
  const level = Math.round(Math.log2(Math.max(1, Math.sqrt(area / (WIDE * HIGH)))) - 0.2);
  const plane = planes[Math.min(Math.max(level, 0), planes.length - 1)];
  const factor = planes[0].width / plane.width;
  const patch = planeOf(WIDE, HIGH);
  for (let y = 0, at = 0; y < HIGH; y += 1) {
    for (let x = 0; x < WIDE; x += 1, at += 1) {
      const [inX, inY] = place(((x + 0.5) / WIDE) * (1 + 2 * BESIDE) - BESIDE, ((y + 0.5) / HIGH) * (1 + 2 * BEYOND) - BEYOND);
      patch.data[at] = greyAt(plane, (inX + 0.5) / factor - 0.5, (inY + 0.5) / factor - 0.5);
    }
  }
  return patch;
}
