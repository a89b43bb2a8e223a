// From what was seen to which tiles lie there: which candidates are tiles, and which tile each is.
// What the referee knows comes in as costs, in nats: a tile that can't be here, halves that meet and differ.
// Where the best reading and the next one are close, it asks.

import { assign } from "./assignment.js";
import { withoutOverlaps } from "./overlaps.js";

const NUMBERS = [0, 1, 2, 3, 4, 5, 6];
export const TILES = NUMBERS.flatMap((high) => NUMBERS.slice(0, high + 1).map((low) => `${high}-${low}`));

// How often something is not as it should be, by its nature and not by measuring: a net is mistaken though it
// seems sure, a pass was made with a tile that fitted, two halves only seem to meet.
const BLUNDER = 0.004;
const COST_OF_IMPOSSIBLE = 5;
const COST_OF_MISJOIN = 5;
const ROUNDS = 8;
// A smaller margin over the next reading is a doubt, and so is a larger one if the eyes said another tile, or the same twice.
const CLOSE = 3.5;
const SURE = 6;
// How what stands in a place's halves and what is seen of its edges speak for a tile, as measured on drawn photos.
const [BY_HALVES, BY_EDGES, SELDOM] = [0.7, 0.45, 2.8];
// What is less likely a tile is asked. What is less likely still isn't shown, but if one is missing it may be it.
const WEAK = 0.9;
const LIKELY = 0.2;
const FAINT = 0.1;
// So is what lies across another place that is about as likely.
const CONTESTED = 1;

/**
 * Settles which tiles were seen.
 * readCandidates: [{corners, there: how likely its edges are a tile's, halves: [probabilities of 0…6 and of no half,
 * twice]}], many of them overlapping.
 * knowledge: possible – names of the tiles that can be here; count – how many there are;
 *            joins – halves that meet, [{tiles: [i, j], at: [0, 1 or "side", the same]}] by index in what
 *            `settle` gives without them.
 * Gives the tiles: {tile, halves, corners, probabilities, doubt, why, likely}. `why` has the reasons of a doubt.
 */
export function settle(readCandidates, { possible, count, joins = [] } = {}) {
  const seen = standing(withoutOverlaps(readCandidates.map(evidenceOf)), count);
  const eyes = seen.map(({ numbers }) => tableOf(numbers));
  const tables = throughJoins(possible ? eyes.map((table) => within(table, possible)) : eyes, joins);
  const { chosen, extra } = assign(tables.map(costsOf));
  const looks = eyes.map((table) => best(costsOf(table))[0]);
  const tiles = seen.map((one, i) => nameTile(one, tables[i], chosen[i], extra[i]));
  for (const [i, { tile, margin, why }] of tiles.entries()) {
    const isTwice = looks.indexOf(looks[i]) !== looks.lastIndexOf(looks[i]);
    const isOther = looks[i] !== chosen[i];
    if (margin < CLOSE) why.push("close");
    if (margin < SURE && (isTwice || isOther)) why.push(isTwice ? "twice" : "other");
    if (joins.some((join) => join.tiles.includes(i) && differs(join, tiles))) why.push("joins");
    if (possible && !possible.includes(tile)) why.push("impossible");
    if (seen[i].isTile < WEAK) why.push("weak");
    else if (seen[i].weight < seen[i].rival + CONTESTED) why.push("rival");
    if (i >= (count ?? Infinity)) why.push("count");
    tiles[i].doubt = why.length > 0;
  }
  return tiles;
}

// ---- What was seen ----

function evidenceOf(candidate) {
  const chance = candidate.halves.reduce((product, half) => product * (1 - half[7]), 1);
  const numbers = candidate.halves.map((half) => NUMBERS.map((number) => half[number] / (1.000001 - half[7])));
  return { ...candidate, numbers, weight: BY_HALVES * evidence(chance) + BY_EDGES * evidence(candidate.there) - SELDOM };
}

const evidence = (chance) => Math.log((chance + 0.001) / (1.001 - chance));

// The likeliest first.
function standing(places, count = 0) {
  const seen = places.map((place) => ({ ...place, isTile: 1 / (1 + Math.exp(-place.weight)) }));
  return seen.sort((one, other) => other.isTile - one.isTile).slice(0, TILES.length)
    .filter(({ isTile }, at) => isTile > (at < count ? FAINT : LIKELY));
}

// ---- What is known ----

// By the numbers of both halves, as they lie: the logarithm of how likely that is.
function tableOf(numbers) {
  const [first, second] = numbers.map((half) => half.map((p) => Math.log(p * (1 - BLUNDER) + BLUNDER / 7)));
  return first.map((one) => second.map((other) => one + other));
}

const changed = (table, by) => table.map((row, a) => row.map((likely, b) => likely + by(a, b)));
const within = (table, possible) => changed(table, (a, b) => (possible.includes(nameOf(a, b)) ? 0 : -COST_OF_IMPOSSIBLE));
const nameOf = (a, b) => `${Math.max(a, b)}-${Math.min(a, b)}`;

// Halves that meet are equal: each tells the other what it saw, and passes on what it was told.
function throughJoins(tables, joins) {
  let told = joins.map(() => [0, 1].map(() => NUMBERS.map(() => 0)));
  const listening = (tile, but) => joins.reduce((table, join, k) => [0, 1].reduce((before, end) => (
    join.tiles[end] === tile && k !== but ? changed(before, heard(told[k][end], join.at[end])) : before), table), tables[tile]);
  for (let round = 0; round < ROUNDS && joins.length; round += 1) {
    told = joins.map(({ tiles, at }, k) => [1, 0].map((end) => message(listening(tiles[end], k), at[end])));
  }
  return tables.map((_, tile) => listening(tile));
}

// Only doubles lie across.
const heard = (numbers, at) => (a, b) => (at !== "side" ? numbers[at === 0 ? a : b] : a === b ? numbers[a] : -COST_OF_MISJOIN);

// What a tile says about the number at one of its halves.
function message(table, at) {
  const most = Math.max(...table.flat());
  const shares = changed(table, () => -most).map((row) => row.map(Math.exp));
  const all = shares.flat().reduce((sum, share) => sum + share);
  const there = (number) => (at === "side" ? [shares[number][number]] : at === 0 ? shares[number] : shares.map((row) => row[number]));
  return NUMBERS.map((number) => Math.log(there(number).reduce((sum, share) => sum + share) / all + Math.exp(-COST_OF_MISJOIN)));
}

function differs({ tiles: places, at }, tiles) {
  const [one, other] = places.map((place, end) => tiles[place].halves[at[end] === 1 ? 1 : 0]);
  return one !== other;
}

// ---- Which tile each is ----

const costsOf = (table) => NUMBERS.flatMap((a) => NUMBERS.slice(0, a + 1).map((b) => -Math.max(table[a][b], table[b][a])));

const best = (costs) => [...costs.keys()].sort((one, other) => costs[one] - costs[other]);

function nameTile({ corners, numbers }, table, index, extra) {
  const [tile, order] = [TILES[index], best(extra).filter((other) => other !== index)];
  const [high, low] = tile.split("-").map(Number);
  const halves = table[high][low] > table[low][high] ? [high, low] : [low, high];
  const likely = [index, ...order.slice(0, 3)].map((each) => TILES[each]);
  return { tile, halves, corners, probabilities: numbers, doubt: false, why: [], margin: extra[order[0]], likely };
}
