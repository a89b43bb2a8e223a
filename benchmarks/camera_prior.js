// What knowledge brings to eyes that err: hands, whole sets and layouts with known tiles, read by chance.
// For camera_prior.py, which serves the modules. The same seed gives the same figures.

import { settle, TILES } from "/static/tile-prior.js";

const NUMBERS = [0, 1, 2, 3, 4, 5, 6];

function chanceFrom(seed) {
  let state = seed;
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const bell = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  const below = (most) => Math.floor(chance() * most);
  const shuffled = (things) => things.map((thing) => [chance(), thing]).sort(([one], [other]) => one - other).map(([, thing]) => thing);
  return { bell, below, shuffled };
}

// Evidence of each number is noise, and more of the right one: so many of its deviations. With a
// temperature below 1 the eyes are surer than they should be.
function readHalf({ bell }, number, clearness, temperature) {
  const logs = NUMBERS.map((other) => ((clearness * (other === number) + bell()) * clearness) / temperature);
  const shares = logs.map((log) => Math.exp(log - Math.max(...logs)));
  const sum = shares.reduce((all, share) => all + share);
  return [...shares.map((share) => (0.998 * share) / sum), 0.002];
}

// ---- What lies there, and what is known of it ----

function hand({ below, shuffled }) {
  const [tiles, count] = [shuffled(TILES), 1 + below(7)];
  return { halves: tiles.slice(0, count).map((tile) => shuffled(tile.split("-").map(Number))), joins: [], known: { count, possible: tiles.slice(0, count + 7) } };
}

const wholeSet = ({ shuffled }) => ({ halves: shuffled(TILES).map((tile) => tile.split("-").map(Number)), joins: [], known: { count: 28 } });

// Every double is a spinner. Tiles go wherever they fit.
function layout({ below, shuffled }) {
  const [halves, joins, ends, hidden] = [[], [], [], new Set(TILES)];
  const put = (tile, from) => {
    hidden.delete(tile);
    const [high, low] = tile.split("-").map(Number);
    const at = halves.push([high, low]) - 1;
    if (high === low) ends.push([at, "side", high], [at, 0, high], [at, 1, high]);
    for (const half of [0, 1]) if (high !== low && half !== from) ends.push([at, half, halves[at][half]]);
    return at;
  };
  put(shuffled(TILES)[0]);
  for (let left = 5 + below(15); left > 0; left -= 1) {
    const [place] = shuffled([...ends.keys()].filter((end) => [...hidden].some((tile) => tile.includes(ends[end][2]))));
    if (place === undefined) break;
    const [[host, at, number]] = ends.splice(place, 1);
    const [tile] = shuffled([...hidden].filter((other) => other.includes(number)));
    const from = tile[0] === tile[2] ? "side" : tile.split("-").map(Number).indexOf(number);
    joins.push({ tiles: [host, put(tile, from)], at: [at, from] });
  }
  return { halves, joins, known: { joins } };
}

// ---- How they are read ----

const frame = (at) => [[0, 0], [50, 0], [50, 100], [0, 100]].map(([x, y]) => [x + 100 * at, y]);
const nameOf = (halves) => [...halves].sort((one, other) => other - one).join("-");

function judge(figures, scene, read) {
  const byPlace = new Map(read.map((seen) => [seen.corners[0][0] / 100, seen]));
  for (const [at, halves] of scene.halves.entries()) {
    const seen = byPlace.get(at);
    const isRight = seen?.tile === nameOf(halves);
    figures.tiles += 1;
    figures.right += isRight;
    figures.asked += Boolean(seen?.doubt);
    figures.wrong += Boolean(seen) && !isRight && !seen.doubt;
  }
}

/** How many of 1,000 scenes of each kind are right, asked, and wrong without being asked. */
export function measure({ seed, scenes, clearness, temperature }) {
  const chance = chanceFrom(seed);
  return Object.fromEntries(Object.entries({ hand, set: wholeSet, layout }).map(([kind, make]) => {
    const [alone, once, known] = [0, 0, 0].map(() => ({ tiles: 0, right: 0, asked: 0, wrong: 0 }));
    for (let left = scenes; left > 0; left -= 1) {
      const scene = make(chance);
      const seen = scene.halves.map((halves, at) => ({ corners: frame(at), there: 0.98, halves: halves.map((number) => readHalf(chance, number, clearness, temperature)) }));
      judge(alone, scene, seen.flatMap((one) => settle([one])));
      judge(once, scene, settle(seen));
      judge(known, scene, settle(seen, scene.known));
    }
    return [kind, { alone, "each tile once": once, "all that is known": known }];
  }));
}
