// Dividing bars: thin straight lines, darker or lighter than both sides of them.
import { blurred, planeOf } from "./pixels.js";

const SIGMA = 1.4;
// Curvature in grey, below which it is the grain of the picture.
const FAINT = 1.2;
// Neighbours belong to one line up to this angle, in radians.
const SAME_WAY = 0.35;
const SHORTEST = 6;
// A line's crest is at most so many pixels away.
const CREST = 1;

// For each pixel how sharply the grey bends (above 0: a dark line), and the direction along the line.
function ridgesOf(plane) {
  const { data, width, height } = blurred(plane, SIGMA);
  const bend = planeOf(width, height);
  const way = planeOf(width, height);
  const unit = SIGMA * SIGMA;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
      const twice = 2 * data[at];
      const xx = data[at - 1] - twice + data[at + 1];
      const yy = data[at - width] - twice + data[at + width];
      const middle = (xx + yy) * 0.5;
      const apart = (xx - yy) * 0.5;
      const xy = (data[at + width + 1] - data[at + width - 1] - data[at - width + 1] + data[at - width - 1]) * 0.25;
      const root = Math.sqrt(apart * apart + xy * xy);
      const most = (middle > 0 ? middle + root : middle - root) * unit;
      // Less than half as much along the line as across it.
      if (Math.abs(most) < FAINT) continue;
      const other = 2 * middle * unit - most;
      if (Math.abs(other) > 0.5 * Math.abs(most)) continue;
      const across = 0.5 * Math.atan2(2 * xy, xx - yy) + (middle > 0 ? 0 : Math.PI / 2);
      const slope = (data[at + 1] - data[at - 1]) * Math.cos(across) + (data[at + width] - data[at - width]) * Math.sin(across);
      // The crest is here; beside a mere edge it would be further away.
      if (Math.abs(slope) * unit > 2 * CREST * Math.abs(most)) continue;
      bend.data[at] = most;
      way.data[at] = across + Math.PI / 2;
    }
  }
  return { bend, way };
}

// The pixels of one line that begins at `seed`; they are taken out of `bend`.
function grow({ bend, way }, seed, places) {
  const { data, width } = bend;
  const isDark = data[seed] > 0;
  let [cos, sin, count] = [Math.cos(2 * way.data[seed]), Math.sin(2 * way.data[seed]), 1];
  const near = Math.cos(2 * SAME_WAY);
  places[0] = seed;
  let heavy = [Math.abs(data[seed])];
  data[seed] = 0;
  for (let at = 0; at < count; at++) {
    for (let dy = -width; dy <= width; dy += width) {
      for (let next = places[at] + dy - 1, last = next + 2; next <= last; next++) {
        if (data[next] === 0 || data[next] > 0 !== isDark) continue;
        const [c, s] = [Math.cos(2 * way.data[next]), Math.sin(2 * way.data[next])];
        if (c * cos + s * sin < near * Math.hypot(cos, sin)) continue;
        [cos, sin] = [cos + c, sin + s];
        heavy.push(Math.abs(data[next]));
        data[next] = 0;
        places[count++] = next;
      }
    }
  }
  return { count, heavy, isDark };
}

// The straight line through weighted pixels, or null if they are no thin line.
function lineOf(places, { count, heavy, isDark }, width) {
  let [sum, mx, my] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    sum += heavy[at];
    mx += heavy[at] * (places[at] % width);
    my += heavy[at] * ((places[at] / width) | 0);
  }
  [mx, my] = [mx / sum, my / sum];
  let [xx, xy, yy] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    const [x, y] = [(places[at] % width) - mx, ((places[at] / width) | 0) - my];
    xx += heavy[at] * x * x;
    xy += heavy[at] * x * y;
    yy += heavy[at] * y * y;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  let [low, high] = [0, 0];
  for (let at = 0; at < count; at++) {
    const along = ((places[at] % width) - mx) * ux + (((places[at] / width) | 0) - my) * uy;
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  const length = high - low + 1;
  const thick = Math.sqrt(Math.max(0, 12 * (xx * uy * uy - 2 * xy * ux * uy + yy * ux * ux) / sum)) + 1;
  if (length < SHORTEST || length < 3 * thick) return null;
  const mid = (low + high) / 2;
  return { x: mx + mid * ux, y: my + mid * uy, ux, uy, length, thick, bend: sum / count, isDark };
}

// A bar that a pin breaks in two is one as well.
function joined(one, other) {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const apart = Math.hypot(dx, dy);
  const gap = apart - (one.length + other.length) / 2;
  const longer = Math.max(one.length, other.length);
  if (gap > 0.7 * longer || gap < -2 || one.length + other.length < 1.5 * longer || one.isDark !== other.isDark) return null;
  const off = Math.abs(dy * one.ux - dx * one.uy) + Math.abs(dy * other.ux - dx * other.uy);
  if (off > 0.12 * apart || Math.abs(one.ux * other.ux + one.uy * other.uy) < 0.97) return null;
  const place = (one.length - other.length) / (4 * apart);
  return {
    ...one, x: one.x + dx * (0.5 - place), y: one.y + dy * (0.5 - place), ux: dx / apart, uy: dy / apart,
    length: apart + (one.length + other.length) / 2, thick: Math.max(one.thick, other.thick), bend: Math.min(one.bend, other.bend),
  };
}

function joinedPairs(bars) {
  const pairs = [];
  const sorted = [...bars].sort((one, other) => one.x - other.x);
  for (let at = 0; at < sorted.length; at++) {
    for (let next = at + 1; next < sorted.length && sorted[next].x - sorted[at].x < 1.7 * sorted[at].length; next++) {
      const pair = joined(sorted[at], sorted[next]);
      if (pair) pairs.push(pair);
    }
  }
  return pairs;
}

/** All thin straight lines of a plane: { x, y, ux, uy, length, thick, bend, isDark }. */
export function barsOf(plane) {
  const ridges = ridgesOf(plane);
  const places = new Int32Array(plane.data.length);
  const bars = [];
  for (let seed = 0; seed < places.length; seed++) {
    if (ridges.bend.data[seed] === 0) continue;
    const grown = grow(ridges, seed, places);
    if (grown.count < SHORTEST) continue;
    const bar = lineOf(places, grown, plane.width);
    if (bar) bars.push(bar);
  }
  return [...bars, ...joinedPairs(bars)];
}
