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
 * A Reading: { tiles: SeenTile[], width, height, milliseconds, seen: { places, read, finding, reading } }
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
import { greyOf } from "./pixels.js";
import { cutHalf, findTiles } from "./tile-finder.js";
import { settle } from "./tile-prior.js";

// How far a patch reaches over its half, on every side: the net was trained so.
const MARGIN = 1 / 16;
const CLASSES = 8;
const NOT_A_HALF = 7;
// A place whose first half is less likely one than this isn't read further.
const HOPELESS = 0.04;
// What is likelier a tile than this is read again in a mirror.
const PROMISING = 0.2;

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
  const reader = await loaded();
  const start = performance.now();
  const grey = greyOf(image);
  const places = findTiles(image);
  const found = performance.now();
  const candidates = readPlaces(reader, grey, places);
  const tiles = settle(candidates, knowledge);
  const end = performance.now();
  return {
    tiles,
    width: image.width,
    height: image.height,
    milliseconds: end - start,
    seen: { places: places.length, read: candidates.length, finding: found - start, reading: end - found },
  };
}

// ---- What stands in the halves of each place ----

function readPlaces(reader, grey, places) {
  const first = readHalves(reader, grey, places, 0).filter(({ halves }) => halves[0][NOT_A_HALF] < 1 - HOPELESS);
  const both = readHalves(reader, grey, first, 1);
  return both.map((candidate) => (chanceOf(candidate) > PROMISING ? readAgain(reader, candidate) : candidate))
    .map(({ patches, ...candidate }) => candidate);
}

function readHalves(reader, grey, places, which) {
  const patches = places.map(({ corners }) => cutHalf(grey, corners, which, MARGIN));
  const read = reader.read(patches);
  return places.map((place, at) => ({
    ...place,
    halves: [...(place.halves ?? []), read.slice(at * CLASSES, (at + 1) * CLASSES)],
    patches: [...(place.patches ?? []), patches[at]],
  }));
}

const chanceOf = ({ halves: [one, other] }) => (1 - one[NOT_A_HALF]) * (1 - other[NOT_A_HALF]);

// The mean with what the mirror shows: a number that is sure stays so, a chance one doesn't.
function readAgain(reader, candidate) {
  const read = reader.read(candidate.patches.map(mirrored));
  const halves = candidate.halves.map((half, which) => half.map((chance, kind) => (chance + read[which * CLASSES + kind]) / 2));
  return { ...candidate, halves };
}

function mirrored(patch) {
  const side = Math.sqrt(patch.length);
  return patch.map((_, at) => patch[at - (at % side) + side - 1 - (at % side)]);
}
