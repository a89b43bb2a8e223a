// The tiles that were read, and what a person changed: plain values, `SeenTile`s of tile-reader.js.

const halvesIn = (tile) => tile.split("-").map(Number);
export const pipsOf = (tile) => halvesIn(tile)[0] + halvesIn(tile)[1];
export const pipsIn = (tiles) => tiles.reduce((sum, { tile }) => sum + pipsOf(tile), 0);

/** All 28 in the order of the tray. */
export const TRAY = [6, 5, 0, 4, 1, 3, 2].flatMap((high) => Array.from({ length: high + 1 }, (_, less) => `${high}-${high - less}`));

/** As in the tray. */
export const inOrder = (tiles) => [...tiles].sort((one, other) => TRAY.indexOf(one.tile) - TRAY.indexOf(other.tile));

/** What is to be checked first, so that nobody has to look for it. */
export function doubtsFirst(tiles, knowledge) {
  const isAsked = checked(tiles, knowledge).map(({ doubt }) => doubt);
  return [...tiles.filter((_, at) => isAsked[at]), ...tiles.filter((_, at) => !isAsked[at])];
}

// Which half is which, as it was seen.
function asTheyLie(tile, probabilities) {
  const [high, low] = halvesIn(tile);
  if (!probabilities) return [high, low];
  const [one, other] = probabilities;
  return one[high] * other[low] >= one[low] * other[high] ? [high, low] : [low, high];
}

/** A tile that lies elsewhere, or two of one name, are to be looked at. `isExtra` are those that don't count. */
export function checked(tiles, { gone = [] } = {}) {
  const named = tiles.map(({ tile }) => tile);
  return tiles.map((seen, at) => {
    const isGone = gone.includes(seen.tile), first = named.indexOf(seen.tile);
    if (!isGone && first === named.lastIndexOf(seen.tile)) return seen;
    return { ...seen, doubt: true, why: [isGone ? "gone" : "same"], isExtra: isGone || at > first };
  });
}

/** The tile at this place is another, or the right one. */
export function fixed(tiles, at, name) {
  const right = { ...tiles[at], tile: name, halves: asTheyLie(name, tiles[at].probabilities), doubt: false, why: [] };
  return tiles.map((seen, place) => (place === at ? right : seen));
}

export const without = (tiles, at) => tiles.filter((_, place) => place !== at);

export const withOne = (tiles, name) => [...tiles, { tile: name, halves: halvesIn(name), corners: null, probabilities: null, doubt: false, why: [], likely: [name] }];

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
