// The tiles that were read, and what a person changed: plain values, `SeenTile`s of tile-reader.js.

const halvesIn = (tile) => tile.split("-").map(Number);
export const pipsOf = (tile) => halvesIn(tile)[0] + halvesIn(tile)[1];
export const pipsIn = (tiles) => tiles.reduce((sum, { tile }) => sum + pipsOf(tile), 0);

/** All 28 in the order of the tray. */
export const TRAY = [6, 5, 0, 4, 1, 3, 2].flatMap((high) => Array.from({ length: high + 1 }, (_, less) => `${high}-${high - less}`));

// Which half is which, as it was seen.
function asTheyLie(tile, probabilities) {
  const [high, low] = halvesIn(tile);
  if (!probabilities) return [high, low];
  const [one, other] = probabilities;
  return one[high] * other[low] >= one[low] * other[high] ? [high, low] : [low, high];
}

// There is one of each, so the other that is called the same must be looked at.
const besides = (tiles, name) => tiles.map((seen) => (seen.tile === name ? { ...seen, doubt: true, why: ["twice"] } : seen));

/** The tile at this place is another, or the right one. */
export function fixed(tiles, at, name) {
  const seen = { ...tiles[at], tile: name, halves: asTheyLie(name, tiles[at].probabilities), doubt: false, why: [] };
  return besides(tiles, name).with(at, seen);
}

export const without = (tiles, at) => tiles.toSpliced(at, 1);

export const withOne = (tiles, name) => [...besides(tiles, name), { tile: name, halves: halvesIn(name), corners: null, probabilities: null, doubt: false, why: [], likely: [name] }];

/** Why a tile is to be checked, in words; "" if it isn't. */
export function whyOf({ tile, doubt, why }, { gone } = {}) {
  const reason = gone?.includes(tile) ? "gone" : why?.[0] ?? "close";
  return doubt ? words(`camera.why.${reason}`, { tile }) : "";
}

const keyOf = ({ tiles }) => tiles.map(({ tile }) => tile).sort().join();

/** The last of several readings of one picture, once two in a row or the most are there. Null before. */
export function agreed(readings, most) {
  const [now, before] = readings.map(keyOf).reverse();
  if ((!now || now !== before) && readings.length < most) return null;
  // What most of them didn't see is to be looked at.
  const isRare = (name) => readings.filter(({ tiles }) => tiles.some(({ tile }) => tile === name)).length < 0.6 * readings.length;
  const reading = readings.at(-1);
  return { ...reading, tiles: reading.tiles.map((seen) => (isRare(seen.tile) ? { ...seen, doubt: true, why: ["close"] } : seen)) };
}
