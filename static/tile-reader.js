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
 *   why: [],                          // the reasons of a doubt, as words of `camera.why`
 *   likely: ["6-4", "5-4", "6-3", "4-4"]  // the likeliest four, best first
 * }
 */
import { CLASSES, NO_HALF, cutHalf, loadNet } from "./half-net.js";
import { withSet } from "./my-set.js";
import { perspective } from "./pixels.js";
import { loadFinder } from "./tile-finder.js";
import { joinsOf } from "./tile-layout.js";
import { settle } from "./tile-prior.js";

// A place whose first half is less likely one than this isn't read further.
const HOPELESS = 0.04;
// What is likelier a tile than this is read again, so many times as large: a number that is sure stays so, a chance one
// doesn't. (A mirror would make a five of a written two.)
const PROMISING = 0.2;
const CLOSER = 0.97;
// A tile whose halves and whose numbers are likelier than this is sure. Twice in one place is enough, and once if it is
// quite clear.
const SURE = 0.9;
const CLEAR = 0.98;
const ENOUGH = 2;
// In one part of a picture no tile is so much longer than another.
const LONGER = 1.6;
// What is likelier a tile than this says where its row goes on. The next tile lies so many widths or lengths away.
const IN_ROW = 0.2;
const NEXT = 1.02;
// No picture has more such places that are worth a look.
const MOST = 200;

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
  reader.readRows();
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
    const first = this.probabilities(place, [0]);
    if (first[0][NO_HALF] > 1 - HOPELESS) return;
    const halves = [...first, ...this.probabilities(place, [1])];
    const candidate = { ...place, halves: chanceOf({ halves }) < PROMISING ? halves : this.readAgain(halves, place) };
    this.read.push(candidate);
    const least = Math.min(chanceOf(candidate) * place.there, ...candidate.halves.map((half) => Math.max(...half)));
    if (least > SURE) this.sure.push({ ...candidate, isClear: least > CLEAR });
  }

  // Where a tile lies beside another, there may be a third. What is found on the way leads on.
  readRows() {
    const tried = [];
    for (const tile of this.read) {
      const places = chanceOf(tile) * tile.there > IN_ROW ? besides(tile) : [];
      if (!places.some((place) => this.read.some(isWithin(place, 1 / 4)))) continue;
      for (const place of places) {
        if ([...tried, ...this.read].filter(isWithin(place, 1 / 6)).length > ENOUGH) continue;
        if (tried.push(place) > MOST) return;
        this.readPlace(place);
      }
    }
  }

  // Whether tiles were read surely, and all of them are so wide.
  hasOnly(wide) {
    return this.sure.length > 0 && this.sure.every((tile) => widthOf(tile) >= wide);
  }

  isWorthReading(place) {
    const here = this.sure.filter(isWithin(place, 1 / 6));
    if (here.length >= ENOUGH || here.some(({ isClear }) => isClear)) return false;
    const middle = middleOf(place);
    const known = this.sure.map((tile) => ({ away: distance(middle, middleOf(tile)), length: lengthOf(tile) }));
    const nearest = known.sort((one, other) => one.away - other.away).slice(0, 3);
    const longer = lengthOf(place) * nearest.length / nearest.reduce((sum, { length }) => sum + length, 0);
    return nearest.length < 3 || (longer < LONGER && longer > 1 / LONGER);
  }

  readAgain(halves, place) {
    const middle = middleOf(place);
    const corners = place.corners.map((corner) => corner.map((at, axis) => middle[axis] + (at - middle[axis]) * CLOSER));
    const again = this.probabilities({ corners }, [0, 1]);
    return halves.map((half, which) => half.map((chance, kind) => (chance + again[which][kind]) / 2));
  }

  probabilities({ corners }, which) {
    const patches = which.map((half) => cutHalf(this.grey, corners, half));
    const features = this.set ? [] : undefined;
    const read = this.net.read(patches, features);
    const corrected = this.set ? withSet(this.set, this.net, read, features) : read;
    return patches.map((_, at) => corrected.slice(at * CLASSES, (at + 1) * CLASSES));
  }
}

const chanceOf = ({ halves: [one, other] }) => (1 - one[NO_HALF]) * (1 - other[NO_HALF]);

// The places on its four sides.
function besides({ corners }) {
  const at = perspective(corners);
  const sides = [[NEXT, 0], [-NEXT, 0], [0, NEXT], [0, -NEXT]];
  return sides.map(([along, down]) => ({
    corners: [at(along, down), at(along + 1, down), at(along + 1, down + 1), at(along, down + 1)],
  }));
}

const distance = ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY);
const lengthOf = ({ corners: [a, b, c, d] }) => (distance(a, d) + distance(b, c)) / 2;
// Of a tile of usual form with as much of the picture: seen from the side, it may be narrow one way.
const widthOf = ({ corners: [a, b, c, d] }) => Math.sqrt((distance(a, b) + distance(c, d)) * (distance(a, d) + distance(b, c)) / 8);
const middleOf = ({ corners: [a, b, c, d] }) => [0, 1].map((axis) => (a[axis] + b[axis] + c[axis] + d[axis]) / 4);
const isWithin = (place, share) => (other) => distance(middleOf(place), middleOf(other)) < lengthOf(place) * share;
