/**
 * Reads domino tiles (double-six, pips or digits) in a picture. Plain JavaScript, no server, nothing is kept:
 *
 *     import { readTiles } from "./tile-reader.js";
 *     const { tiles } = await readTiles(imageData);
 *     for (const { tile, corners, doubt } of tiles) …
 *
 * It works in a page, in a worker (`{type: "module"}`), and wherever `fetch` finds half-net.bin beside this file.
 * Geometry proposes places (tile-finder.js), a net of 53 KB reads their halves (half-net.js), and what is known
 * of the game decides between what it may be (tile-prior.js).
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
import { loadNet } from "./half-net.js";
import { withSet } from "./my-set.js";
import { greyOf } from "./pixels.js";
import { cutHalf, finderOf } from "./tile-finder.js";
import { joinsOf } from "./tile-layout.js";
import { settle } from "./tile-prior.js";

// How far a patch reaches over its half, on every side: the net was trained so.
const MARGIN = 1 / 16;
const CLASSES = 8;
const NOT_A_HALF = 7;
// A place whose first half is less likely one than this isn't read further.
const HOPELESS = 0.04;
// What is likelier a tile than this is read again in a mirror.
const PROMISING = 0.2;
// Of places that are nearly the same, so many that are surely a tile are enough.
const SURE = 0.9;
const ENOUGH = 3;
// Tiles shorter than so many pixels in a picture of that size, where they are looked for first, are small.
const SMALL = 60;
const LOOKED_AT = 1600;

let net = null;

const loaded = () => {
  net ??= loadNet(new URL("half-net.bin", import.meta.url)).catch((error) => {
    net = null;
    throw error;
  });
  return net;
};

/**
 * Reads the tiles in an ImageData of any size; large ones are scaled down where that loses nothing.
 * knowledge, all of it optional: possible – names of the tiles that can be here; count – how many there are;
 * isLayout – whether they lie joined as in play; set – what one's own set looks like (my-set.js).
 */
export async function readTiles(image, knowledge = {}) {
  const theNet = await loaded();
  const start = performance.now();
  const reader = new PlaceReader(theNet, greyOf(image), knowledge.set);
  const finder = finderOf(image);
  reader.readAll(finder.places);
  const sure = reader.read.filter(isSure);
  if (sure.length) reader.readAll(finder.placesLike(sure));
  const candidates = reader.read;
  return {
    tiles: settled(candidates, knowledge),
    width: image.width,
    height: image.height,
    milliseconds: performance.now() - start,
    seen: { places: finder.places.length, candidates: candidates.length },
  };
}

function settled(candidates, knowledge) {
  const tiles = settle(candidates, knowledge);
  const joins = knowledge.isLayout ? joinsOf(tiles) : [];
  return joins.length ? settle(candidates, { ...knowledge, joins }) : tiles;
}

// ---- What stands in the halves of each place ----

class PlaceReader {
  constructor(theNet, grey, set) {
    Object.assign(this, { net: theNet, grey, set, read: [] });
  }

  /** The places that may be tiles, each with what its halves show. The best ones come first. */
  readAll(places) {
    for (const place of places) {
      if (this.read.filter((other) => isSure(other) && isNear(place, other)).length >= ENOUGH) continue;
      const candidate = this.readPlace(place);
      if (candidate) this.read.push(candidate);
    }
  }

  readPlace(place) {
    const first = cutHalf(this.grey, place.corners, 0, MARGIN);
    const [one] = this.probabilities([first]);
    if (one[NOT_A_HALF] > 1 - HOPELESS) return null;
    const second = cutHalf(this.grey, place.corners, 1, MARGIN);
    const [other] = this.probabilities([second]);
    const halves = [one, other];
    if (chanceOf({ halves }) < PROMISING) return { ...place, halves };
    // The mean with what the mirror shows: a number that is sure stays so, a chance one doesn't.
    const again = this.probabilities([first, second].map(mirrored));
    return { ...place, halves: halves.map((half, which) => half.map((chance, kind) => (chance + again[which][kind]) / 2)) };
  }

  probabilities(patches) {
    const features = this.set ? [] : undefined;
    const read = this.net.read(patches, features);
    const corrected = this.set ? withSet(this.set, this.net, read, features) : read;
    return patches.map((_, at) => corrected.slice(at * CLASSES, (at + 1) * CLASSES));
  }
}

const chanceOf = ({ halves: [one, other] }) => (1 - one[NOT_A_HALF]) * (1 - other[NOT_A_HALF]);
const isSure = (candidate) => chanceOf(candidate) > SURE && candidate.halves.every((half) => Math.max(...half) > SURE);

function mirrored(patch) {
  const side = Math.sqrt(patch.length);
  return patch.map((_, at) => patch[at - (at % side) + side - 1 - (at % side)]);
}

// ---- Where places are ----

const distance = ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY);
const lengthOf = ({ corners: [a, b, c, d] }) => (distance(a, d) + distance(b, c)) / 2;
const isNear = ({ corners }, other) => {
  const near = lengthOf(other) / 8;
  return [0, 2].some((turn) => corners.every((corner, at) => distance(corner, other.corners[(at + turn) % 4]) < near));
};

// Small tiles in a large picture are looked for again, larger. Null where nothing is gained.
function closerLook(image, candidates) {
  const largest = Math.max(image.width, image.height);
  const lengths = candidates.filter((candidate) => chanceOf(candidate) > 0.5).map(lengthOf).sort((one, other) => one - other);
  const length = (lengths[lengths.length >> 1] ?? 0) * LOOKED_AT / largest;
  if (largest < 1.2 * LOOKED_AT || length > SMALL) return null;
  return findTiles(image, { longest: Math.min(largest, 2 * LOOKED_AT) });
}
