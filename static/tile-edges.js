// From a bar to the tile's four sides: lines where the grey changes all along.
import { greyAt } from "./pixels.js";

// How far a tile's length may lean against its bar, in radians (seen at a slant).
const LEANS = [0, -0.12, 0.12, -0.24, 0.24, -0.38, 0.38];
// A bar is so much of the tile's width.
const BAR_OF_WIDTH = 0.82;

const range = (count, make) => Array.from({ length: count }, (_, at) => make(at));
// High only if each section of a line changes, not one of them very much.
const together = (changes) => (changes.reduce((sum, change) => sum + Math.sqrt(change), 0) / changes.length) ** 2;

// The mean grey beside a bar: along `going` from `low` to `high`, as seen by each section of `crossing`.
function changesAlong(plane, { x, y }, going, crossing, { low, high, step, reach }) {
  const count = Math.ceil((high - low) / step) + 1;
  const profiles = crossing.map((section) => range(count, (at) => {
    const along = low + at * step;
    let sum = 0;
    for (const [cx, cy] of section) sum += greyAt(plane, x + along * going[0] + cx, y + along * going[1] + cy);
    return sum / section.length;
  }));
  const away = Math.max(1, Math.round(reach / step));
  return range(count - 2 * away, (at) => ({
    at: low + (at + away) * step,
    change: together(profiles.map((grey) => Math.abs(grey[at + 2 * away] - grey[at]))),
  }));
}

const sectionsOf = (direction, from, to, sections = 4, each = 4) => range(sections, (section) => range(each, (at) => {
  const place = from + (to - from) * (section * each + at + 0.5) / (sections * each);
  return [direction[0] * place, direction[1] * place];
}));

// The places where the grey changes most, best first.
function peaksOf(changes, count) {
  const peaks = changes.filter(({ change }, at) => change >= (changes[at - 1]?.change ?? 0) && change > (changes[at + 1]?.change ?? 0));
  return peaks.sort((one, other) => other.change - one.change).slice(0, count);
}

function sidesOf(plane, bar) {
  const { length, ux, uy } = bar;
  const found = LEANS.map((lean) => {
    const down = [-uy * Math.cos(lean) + ux * Math.sin(lean), ux * Math.cos(lean) + uy * Math.sin(lean)];
    const sections = sectionsOf(down, -0.75 * length, 0.75 * length);
    const span = { step: Math.max(0.5, length / 60), reach: Math.max(1, length / 40) };
    const left = peaksOf(changesAlong(plane, bar, [ux, uy], sections, { low: -0.85 * length, high: -0.47 * length, ...span }), 1)[0];
    const right = peaksOf(changesAlong(plane, bar, [ux, uy], sections, { low: 0.47 * length, high: 0.85 * length, ...span }), 1)[0];
    const strength = ((left?.change ?? 0) + (right?.change ?? 0)) * (1 - 0.3 * Math.abs(lean));
    return { down, left, right, strength };
  });
  return found.reduce((best, one) => (one.strength > best.strength ? one : best));
}

function endsOf(plane, bar, down, width) {
  const sections = sectionsOf([bar.ux, bar.uy], -0.42 * width, 0.42 * width);
  const span = { step: Math.max(0.5, width / 60), reach: Math.max(1, width / 40) };
  const [low, high] = [0.5 * width, 1.35 * width];
  return [-1, 1].map((sign) => peaksOf(
    changesAlong(plane, bar, [down[0] * sign, down[1] * sign], sections, { low, high, ...span }), 4));
}

// Pairs of ends; both halves are about equally deep, and about square.
function depthsOf([above, below], width) {
  const guess = { at: 0.95 * width, change: 0 };
  const pairs = [...above, guess].flatMap((one) => [...below, guess].map((other) => {
    const unequal = Math.log(one.at / other.at);
    const slant = Math.log((one.at + other.at) / (1.9 * width));
    const strength = (Math.sqrt(one.change) + Math.sqrt(other.change) + 0.5) * Math.exp(-12 * unequal * unequal - slant * slant);
    return { above: one, below: other, strength };
  }));
  return pairs.sort((one, other) => other.strength - one.strength);
}

/** The quads that a bar may belong to, the likeliest first: { corners, sides: changes of grey along the four sides }. */
export function quadsOf(plane, bar, count) {
  const { x, y, ux, uy, length } = bar;
  const { down, left, right } = sidesOf(plane, bar);
  const guess = length / BAR_OF_WIDTH / 2;
  const [from, to] = [left?.at ?? -guess, right?.at ?? guess];
  const corner = (along, deep) => [x + along * ux + deep * down[0], y + along * uy + deep * down[1]];
  return depthsOf(endsOf(plane, bar, down, to - from), to - from).slice(0, count).map(({ above, below }) => ({
    corners: [corner(from, -above.at), corner(to, -above.at), corner(to, below.at), corner(from, below.at)],
    sides: [above.change, right?.change ?? 0, below.change, left?.change ?? 0],
  }));
}
