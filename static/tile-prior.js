// From what was seen to which tiles lie there: which candidates are tiles, and which tile each is.
// What the referee knows comes in as costs, in nats: a tile that can't be here, halves that meet and differ.
// Where the best reading and the next one are close, it asks.

import { assign } from "./assignment.js";
import { withoutOverlaps } from "./overlaps.js";

export const TILES = [0, 1, 2, 3, 4, 5, 6].flatMap((high) => Array.from({ length: high + 1 }, (_, low) => `${high}-${low}`));

// How often something is not as it should be, by its nature and not by measuring: a net is mistaken though it
// seems sure, a pass was made with a tile that fitted, two halves only seem to meet.
const BLUNDER = 0.004;
const COST_OF_IMPOSSIBLE = 5;
const COST_OF_MISJOIN = 5;
// Less than this between the best reading and another one is a doubt: 1 in 30 readings or more.
const CLOSE = 3.5;
// And less than this if the eyes said another tile, or saw the same one twice.
const SURE = 6;
// Of places without overlaps, one of twenty is a tile: so many nats. Each that looks as good at another cut speaks for it.
const SELDOM = 3;
// What is less likely a tile than this is shown, but asked.
const WEAK = 0.9;
// What is less likely a tile isn’t shown, unless the number of tiles says that one is missing.
const LIKELY = 0.2;
const FAINT = 0.1;

const NUMBERS = [0, 1, 2, 3, 4, 5, 6];
const indexOf = (high, low) => (high * (high + 1)) / 2 + low;
const pipsOf = (tile) => tile.split("-").map(Number);

/**
 * Settles which tiles were seen.
 * readCandidates: [{corners, bar, score, halves: [probabilities of 0…6 and of no half, twice]}], many of them overlapping.
 * knowledge: possible – names of the tiles that can be here; count – how many there are;
 *            joins – halves that meet, [{tiles: [i, j], at: [0, 1 or "side", the same]}] by index in what
 *            `settle` gives without them.
 * Gives the tiles: {tile, halves, corners, probabilities, doubt, why, likely}. `why` has the reasons of a doubt.
 */
export function settle(readCandidates, { possible, count, joins = [] } = {}) {
  const seen = standing(withoutOverlaps(readCandidates.map(evidenceOf)), count);
  const tables = throughJoins(seen.map((one) => tableOf(one, possible)), joins);
  const { chosen, extra } = assign(tables.map(costsOf));
  const tiles = seen.map((one, i) => nameTile(one, tables[i], TILES[chosen[i]], extra[i]));
  doubtTwice(tiles, seen);
  doubtJoins(tiles, joins);
  for (const [i, tile] of tiles.entries()) {
    if (possible && !possible.includes(tile.tile)) tile.why.push("impossible");
    if (seen[i].isTile < WEAK) tile.why.push("weak");
    if (seen[i].isOver) tile.why.push("count");
    tile.doubt = tile.why.length > 0;
  }
  return tiles;
}

// ---- What was seen ----

function evidenceOf(candidate) {
  const [first, second] = candidate.halves;
  const chance = (1 - first[7]) * (1 - second[7]);
  return { ...candidate, chance, weight: oddsOf(chance), numbers: candidate.halves.map(numbersOf) };
}

const likely = (odds) => 1 / (1 + Math.exp(-odds));
const oddsOf = (probability) => Math.log((probability + 0.001) / (1.001 - probability));

function numbersOf(half) {
  const sum = NUMBERS.reduce((total, number) => total + half[number], 1e-9);
  return NUMBERS.map((number) => half[number] / sum);
}

// The likeliest ones stand. If one is missing, the next may be it. If there are too many, the last are asked.
function standing(places, count) {
  const candidates = places.map((place) => ({ ...place, isTile: likely(place.weight + Math.log(place.views) - SELDOM) }))
    .sort((one, other) => other.isTile - one.isTile);
  const least = (place) => (place < (count ?? 0) ? FAINT : LIKELY);
  const seen = candidates.filter(({ isTile }, place) => place < TILES.length && isTile > least(place));
  for (const one of seen.slice(count ?? TILES.length)) one.isOver = true;
  return seen;
}

// ---- What is known ----

// By the numbers of both halves, as they lie: the logarithm of how likely that is.
function tableOf({ numbers: [first, second] }, possible) {
  const known = possible && new Set(possible);
  const [firstLogs, secondLogs] = [first, second].map((half) => half.map((p) => Math.log(p * (1 - BLUNDER) + BLUNDER / 7)));
  return NUMBERS.map((a) => NUMBERS.map((b) => {
    const isPossible = !known || known.has(`${Math.max(a, b)}-${Math.min(a, b)}`);
    return firstLogs[a] + secondLogs[b] - (isPossible ? 0 : COST_OF_IMPOSSIBLE);
  }));
}

// Halves that meet are equal: each tells the other what it saw, and passes on what it was told.
function throughJoins(tables, joins) {
  let told = joins.map(() => [nothing(), nothing()]);
  for (let round = 0; round < 8 && joins.length; round += 1) {
    told = joins.map((join, k) => [0, 1].map((end) => message(tables, joins, told, k, 1 - end)));
  }
  return tables.map((table, i) => withTold(table, i, joins, told, -1));
}

const nothing = () => NUMBERS.map(() => 0);

// What the tile at an end of a join says about the number there, without what it heard through this join.
function message(tables, joins, told, k, end) {
  const { tiles, at } = joins[k];
  const table = withTold(tables[tiles[end]], tiles[end], joins, told, k);
  const most = Math.max(...table.flat());
  const seen = nothing();
  let all = 0;
  for (const a of NUMBERS) {
    for (const b of NUMBERS) {
      const likely = Math.exp(table[a][b] - most);
      all += likely;
      if (at[end] !== "side" || a === b) seen[at[end] === 1 ? b : a] += likely;
    }
  }
  return seen.map((likely) => Math.log(likely / all + Math.exp(-COST_OF_MISJOIN)));
}

function withTold(table, tile, joins, told, but) {
  let result = table;
  for (const [k, { tiles, at }] of joins.entries()) {
    for (const end of [0, 1]) {
      if (tiles[end] !== tile || k === but) continue;
      result = result.map((row, a) => row.map((likely, b) => likely + heard(told[k][end], at[end], a, b)));
    }
  }
  return result;
}

// Only doubles lie across.
function heard(numbers, at, a, b) {
  if (at === "side") return a === b ? numbers[a] : -COST_OF_MISJOIN;
  return numbers[at === 0 ? a : b];
}

// ---- Which tile each is ----

function costsOf(table) {
  const costs = new Array(TILES.length).fill(Infinity);
  for (const a of NUMBERS) {
    for (const b of NUMBERS) {
      const index = indexOf(Math.max(a, b), Math.min(a, b));
      costs[index] = Math.min(costs[index], -table[a][b]);
    }
  }
  return costs;
}

function nameTile(seen, table, tile, extra) {
  const [high, low] = pipsOf(tile);
  const order = TILES.map((_, index) => index).sort((one, other) => extra[one] - extra[other]);
  return {
    tile,
    halves: table[high][low] > table[low][high] ? [high, low] : [low, high],
    corners: seen.corners,
    probabilities: seen.numbers,
    doubt: false,
    margin: extra[order[1]],
    why: extra[order[1]] < CLOSE ? ["close"] : [],
    likely: [tile, ...order.map((index) => TILES[index]).filter((other) => other !== tile)].slice(0, 4),
  };
}

// Two that look like the same tile: one of them is mistaken, whichever the others leave it to.
function doubtTwice(tiles, seen) {
  const looks = seen.map((one) => TILES[costsOf(tableOf(one)).reduce((best, cost, index, costs) => (cost < costs[best] ? index : best), 0)]);
  for (const [i, tile] of tiles.entries()) {
    if (tile.margin > SURE) continue;
    if (looks.indexOf(looks[i]) !== looks.lastIndexOf(looks[i])) tile.why.push("twice");
    else if (looks[i] !== tile.tile) tile.why.push("other");
  }
}

function doubtJoins(tiles, joins) {
  for (const { tiles: [i, j], at } of joins) {
    const [one, other] = [tiles[i], tiles[j]].map((tile, end) => tile.halves[at[end] === 1 ? 1 : 0]);
    if (one === other) continue;
    tiles[i].why.push("joins");
    tiles[j].why.push("joins");
  }
}
