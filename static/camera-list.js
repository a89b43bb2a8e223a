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

/** The reading that several of the same picture agree on, or null if it takes more of them. */
export function agreed(readings, most) {
  const keys = readings.map(keyOf);
  const isTwice = keys.length > 1 && keys.at(-1) && keys.at(-1) === keys.at(-2);
  if (!isTwice && readings.length < most) return null;
  const votes = (key) => keys.filter((other) => other === key).length;
  const best = keys.reduce((winner, key) => (votes(key) >= votes(winner) ? key : winner));
  const reading = readings[keys.lastIndexOf(best)];
  // What most of them didn't see there is to be looked at.
  const share = (name) => readings.filter(({ tiles }) => tiles.some(({ tile }) => tile === name)).length / readings.length;
  return { ...reading, tiles: reading.tiles.map((seen) => (share(seen.tile) < 0.6 ? { ...seen, doubt: true, why: ["close"] } : seen)) };
}
