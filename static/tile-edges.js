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

// The nearest of the great changes: behind it the next tile begins, or a shadow.
function nearestPeak(changes) {
  const peaks = peaksOf(changes, 6);
  return peaks.filter(({ change }) => change > 0.6 * peaks[0].change).sort((one, other) => Math.abs(one.at) - Math.abs(other.at))[0];
}

function sidesOf(plane, bar) {
  const { length, ux, uy } = bar;
  const found = LEANS.map((lean) => {
    const down = [-uy * Math.cos(lean) + ux * Math.sin(lean), ux * Math.cos(lean) + uy * Math.sin(lean)];
    const sections = sectionsOf(down, -0.75 * length, 0.75 * length);
    const span = { step: Math.max(0.5, length / 60), reach: Math.max(1, length / 40) };
    const left = nearestPeak(changesAlong(plane, bar, [ux, uy], sections, { low: -0.85 * length, high: -0.44 * length, ...span }));
    const right = nearestPeak(changesAlong(plane, bar, [ux, uy], sections, { low: 0.44 * length, high: 0.85 * length, ...span }));
    const strength = ((left?.change ?? 0) + (right?.change ?? 0)) * (1 - 0.3 * Math.abs(lean));
    return { down, left, right, strength };
  });
  return found.reduce((best, one) => (one.strength > best.strength ? one : best));
}

function endsOf(plane, bar, down, width) {
  const sections = sectionsOf([bar.ux, bar.uy], -0.42 * width, 0.42 * width);
  const span = { step: Math.max(0.5, width / 60), reach: Math.max(1, width / 40) };
  const [low, high] = [0.5 * width, 1.35 * width];
  return [-1, 1].map((sign) => {
    const peaks = peaksOf(changesAlong(plane, bar, [down[0] * sign, down[1] * sign], sections, { low, high, ...span }), 5);
    // The far side of a groove belongs to the next tile.
    const isBehind = (far) => peaks.some(({ at, change }) => at < far.at && at > far.at - 0.2 * width && change > 0.6 * far.change);
    return peaks.filter((peak) => !isBehind(peak));
  });
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

const SECTIONS = range(4, (section) => range(3, (at) => 0.08 + 0.84 * (section * 3 + at + 0.5) / 12));

function changeAcross(plane, [x0, y0], [x1, y1], reach) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const size = Math.hypot(dx, dy) || 1;
  const [ox, oy] = [dy / size * reach, -dx / size * reach];
  return together(SECTIONS.map((section) => Math.abs(section.reduce((sum, along) => {
    const [x, y] = [x0 + along * dx, y0 + along * dy];
    return sum + greyAt(plane, x + ox, y + oy) - greyAt(plane, x - ox, y - oy);
  }, 0)) / section.length));
}

// One side, moved outwards at both of its ends to where the change is strongest.
function snappedSide(plane, from, to, far, reach) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const size = Math.hypot(dx, dy) || 1;
  const moved = ([x, y], away) => [x + away * dy / size, y - away * dx / size];
  let best = { ends: [0, 0], strength: -1 };
  for (const step of [far / 2, far / 5]) {
    const { ends } = best;
    for (let one = -2; one <= 2; one++) {
      for (let other = -2; other <= 2; other++) {
        const [first, second] = [ends[0] + one * step, ends[1] + other * step];
        const change = changeAcross(plane, moved(from, first), moved(to, second), reach);
        const strength = (change + 1) * Math.exp(-(((first + second) / (2.5 * far)) ** 2) - ((first - second) / (1.2 * far)) ** 2);
        if (strength > best.strength) best = { ends: [first, second], strength, change };
      }
    }
  }
  return { line: [moved(from, best.ends[0]), moved(to, best.ends[1])], change: best.change };
}

function crossing([[x0, y0], [x1, y1]], [[x2, y2], [x3, y3]]) {
  const [dx, dy, ex, ey] = [x1 - x0, y1 - y0, x3 - x2, y3 - y2];
  const along = ((x2 - x0) * ey - (y2 - y0) * ex) / (dx * ey - dy * ex || 1e-9);
  return [x0 + along * dx, y0 + along * dy];
}

/** A quad with its sides moved to where the grey changes most, at most `far` pixels away. */
export function snapped(plane, corners, far) {
  const sides = corners.map((corner, at) => snappedSide(plane, corner, corners[(at + 1) % 4], far, Math.max(0.8, far / 4)));
  return {
    corners: sides.map((side, at) => crossing(sides[(at + 3) % 4].line, side.line)),
    sides: sides.map(({ change }) => change),
  };
}
