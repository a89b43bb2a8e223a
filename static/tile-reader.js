/**
 * Reads domino tiles (double-six, pips or digits) in a picture. Plain JavaScript, no server, nothing is kept:
 *
 *     import { readTiles } from "./tile-reader.js";
 *     const { tiles } = await readTiles(imageData);
 *     for (const { tile, corners, doubt } of tiles) …
 *
 * It works in a page, in a worker (`{type: "module"}`), and wherever `fetch` finds the nets' weights beside this file.
 * Two small nets find where tiles lie and fit their corners (tile-finder.js), another reads their halves (half-net.js),
 * and what is known of the game decides between what it may be (tile-prior.js).
 *
 * A Reading: { tiles: SeenTile[], width, height, milliseconds, seen: { places, candidates } }
 * A SeenTile: {
 *   tile: "6-4",                      // high first
 *   halves: [4, 6],                   // as they lie: halves[0] lies at corners[0]–corners[1]
 *   corners: [[x, y], …],             // four, in pixels of the picture, clockwise; 2–3 is the outer edge of halves[1]
 *   probabilities: [[…], […]],        // of 0 to 6, for each half
 *   doubt: false,                     // true: it may be wrong, so ask
 *   likely: ["6-4", "5-4", "6-3", "4-4"]  // the likeliest four, best first
 * }
 */
import { CLASSES, NO_HALF, cutHalf, loadNet } from "./half-net.js";
import { withSet } from "./my-set.js";
import { loadFinder } from "./tile-finder.js";
import { joinsOf } from "./tile-layout.js";
import { settle } from "./tile-prior.js";

// A place whose first half is less likely one than this isn't read further.
const HOPELESS = 0.04;
// What is likelier a tile than this is read again in a mirror.
const PROMISING = 0.2;
// A tile whose halves and whose numbers are likelier than this is sure, and twice in one place is enough.
const SURE = 0.9;
const ENOUGH = 2;
// In one part of a picture no tile is so much longer than another.
const LONGER = 1.6;

let eyes = null;

function loaded() {
  eyes ??= Promise.all([loadFinder(), loadNet()]).catch((error) => {
    eyes = null;
    throw error;
  });
  return eyes;
}

/**
 * Reads the tiles in an ImageData of any size.
 * knowledge, all of it optional: possible – names of the tiles that can be here; count – how many there are;
 * isLayout – whether they lie joined as in play; set – what one's own set looks like (my-set.js).
 */
export async function readTiles(image, knowledge = {}) {
  const [finder, net] = await loaded();
  const start = performance.now();
  const { width, height } = image;
  const { grey, sizes, fit } = finder.find(image);
  const reader = new PlaceReader(net, fit, grey, knowledge.set);
  let looks = 0;
  for (const { places, clear } of sizes) {
    for (const place of places) reader.readPlace(place);
    looks += places.length;
    if (reader.hasOnly(clear)) break;
  }
  const tiles = settled(reader.read, knowledge);
  return { tiles, width, height, milliseconds: performance.now() - start, seen: { places: looks, candidates: reader.read.length } };
}

function settled(candidates, knowledge) {
  const tiles = settle(candidates, knowledge);
  const joins = knowledge.isLayout ? joinsOf(tiles) : [];
  return joins.length ? settle(candidates, { ...knowledge, joins }) : tiles;
}

// Reads what stands in the halves of places, the likeliest first. What is surely read says what else to read.
class PlaceReader {
  constructor(net, fit, grey, set) {
    Object.assign(this, { net, fit, grey, set, read: [], sure: [] });
  }

  readPlace(rough) {
    if (!this.isWorthReading(rough)) return;
    const place = this.fit(rough);
    if (!place || !this.isWorthReading(place)) return;
    const patches = [cutHalf(this.grey, place.corners, 0)];
    const halves = this.probabilities(patches);
    if (halves[0][NO_HALF] > 1 - HOPELESS) return;
    patches.push(cutHalf(this.grey, place.corners, 1));
    halves.push(...this.probabilities(patches.slice(1)));
    const candidate = { ...place, halves: chanceOf({ halves }) < PROMISING ? halves : this.withMirror(halves, patches) };
    this.read.push(candidate);
    if (chanceOf(candidate) > SURE && candidate.halves.every((half) => Math.max(...half) > SURE)) this.sure.push(candidate);
  }

  // Whether tiles were read surely, and all of them are so wide.
  hasOnly(wide) {
    return this.sure.length > 0 && this.sure.every((tile) => widthOf(tile) >= wide);
  }

  isWorthReading(place) {
    const middle = middleOf(place);
    const known = this.sure.map((tile) => ({ away: distance(middle, middleOf(tile)), length: lengthOf(tile) }));
    if (known.filter(({ away, length }) => away < length / 6).length >= ENOUGH) return false;
    const nearest = known.sort((one, other) => one.away - other.away).slice(0, 3);
    const longer = lengthOf(place) * nearest.length / nearest.reduce((sum, { length }) => sum + length, 0);
    return nearest.length < 3 || (longer < LONGER && longer > 1 / LONGER);
  }

  // The mean with what the mirror shows: a number that is sure stays so, a chance one doesn't.
  withMirror(halves, patches) {
    const again = this.probabilities(patches.map(mirrored));
    return halves.map((half, which) => half.map((chance, kind) => (chance + again[which][kind]) / 2));
  }

  probabilities(patches) {
    const features = this.set ? [] : undefined;
    const read = this.net.read(patches, features);
    const corrected = this.set ? withSet(this.set, this.net, read, features) : read;
    return patches.map((_, at) => corrected.slice(at * CLASSES, (at + 1) * CLASSES));
  }
}

const chanceOf = ({ halves: [one, other] }) => (1 - one[NO_HALF]) * (1 - other[NO_HALF]);

function mirrored(patch) {
  const side = Math.sqrt(patch.length);
  return patch.map((_, at) => patch[at - (at % side) + side - 1 - (at % side)]);
}

const distance = ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY);
const lengthOf = ({ corners: [a, b, c, d] }) => (distance(a, d) + distance(b, c)) / 2;
// Of a tile of usual form with as much of the picture: seen from the side, it may be narrow one way.
const widthOf = ({ corners: [a, b, c, d] }) => Math.sqrt((distance(a, b) + distance(c, d)) * (distance(a, d) + distance(b, c)) / 8);
const middleOf = ({ corners: [a, b, c, d] }) => [0, 1].map((axis) => (a[axis] + b[axis] + c[axis] + d[axis]) / 4);
