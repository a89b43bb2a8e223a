// How large a tile is, and how it leans, in each part of a picture. All tiles of a table are alike, and a
// camera that looks at the table from a slant makes one metric M of it: for a tile's width a and
// length b, aᵀMa = 1, aᵀMb = 0 and bᵀMb = q, the square of how much longer it is than wide.

const USUAL_Q = 3.6;
const ALIKE = 0.13;
// So far from a place tiles still say how large one is there, as a part of the picture's longer side.
const REACH = 0.4;

const closeness = (difference, width) => Math.exp(-((difference / width) ** 2));

/** A quad's middle, its width and its length as vectors. */
export function vectorsOf(corners) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  return {
    x: (x0 + x1 + x2 + x3) / 4, y: (y0 + y1 + y2 + y3) / 4,
    a: [(x1 + x2 - x0 - x3) / 2, (y1 + y2 - y0 - y3) / 2], b: [(x2 + x3 - x0 - x1) / 2, (y2 + y3 - y0 - y1) / 2],
  };
}

const long = ([x, y]) => Math.hypot(x, y);
const leanOf = ({ a, b }) => Math.asin((a[0] * b[0] + a[1] * b[1]) / (long(a) * long(b)));

function likeness(one, other) {
  return closeness(Math.log(long(one.a) / long(other.a)), ALIKE) * closeness(Math.log(long(one.b) / long(other.b)), ALIKE)
    * closeness(leanOf(one) - leanOf(other), 2 * ALIKE);
}

// The quad that most others are like, each in another place, and how much each is like it.
function commonest(quads) {
  let best = { support: 0 };
  for (const one of quads.slice(0, 200)) {
    const weights = quads.map((other) => other.score * likeness(one, other));
    const places = new Map();
    const cell = 0.6 * long(one.a);
    quads.forEach(({ x, y }, at) => {
      const key = Math.round(x / cell) + 10_000 * Math.round(y / cell);
      if (weights[at] > 0.05) places.set(key, Math.max(weights[at], places.get(key) ?? 0));
    });
    // By chance, small ones are more often alike than large ones.
    const support = [...places.values()].reduce((sum, weight) => sum + weight, 0) * long(one.a) ** (globalThis.POWER ?? 0.5);
    if (support > best.support) best = { support, weights, unit: long(one.a) };
  }
  return best;
}

// Solves the symmetric equations by elimination.
function solve(matrix, right) {
  const size = right.length;
  for (let at = 0; at < size; at++) {
    for (let row = 0; row < size; row++) {
      if (row === at) continue;
      const times = matrix[row][at] / matrix[at][at];
      for (let column = at; column < size; column++) matrix[row][column] -= times * matrix[at][column];
      right[row] -= times * right[at];
    }
  }
  return right.map((value, at) => value / matrix[at][at]);
}

// What one tile says of (m11, m12, m22, q).
const equationsOf = ([ax, ay], [bx, by]) => [
  [ax * ax, 2 * ax * ay, ay * ay, 0, 1],
  [ax * bx / 1.9, (ax * by + ay * bx) / 1.9, ay * by / 1.9, 0, 0],
  [bx * bx / USUAL_Q, 2 * bx * by / USUAL_Q, by * by / USUAL_Q, -1 / USUAL_Q, 0],
];

function metricAt(tiles, unit, far, x, y) {
  const matrix = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  const right = [0, 0, 0, 0];
  const add = (equation, weight) => {
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 4; column++) matrix[row][column] += weight * equation[row] * equation[column];
      right[row] += weight * equation[row] * equation[4];
    }
  };
  let all = 0;
  for (const tile of tiles) {
    const weight = tile.weight * (closeness(Math.hypot(tile.x - x, tile.y - y), far) + 0.02);
    const [a, b] = [tile.a, tile.b].map((vector) => vector.map((part) => part / unit));
    for (const equation of equationsOf(a, b)) add(equation, weight);
    all += weight;
  }
  // One tile says nothing of a direction across it: then a picture straight from above is likeliest.
  add([0, 0, 0, 1 / USUAL_Q, 1], 0.05 * all);
  add([1, 0, -1, 0, 0], 0.01 * all);
  add([0, 1, 0, 0, 0], 0.01 * all);
  const [m11, m12, m22, q] = solve(matrix, right);
  return { m11, m12, m22, q, unit };
}

// The width and length of a tile whose width lies along a direction.
function tileAlong({ m11, m12, m22, q, unit }, [ux, uy]) {
  const [mx, my] = [m11 * ux + m12 * uy, m12 * ux + m22 * uy];
  const wide = unit / Math.sqrt(ux * mx + uy * my);
  const [vx, vy] = [-my, mx];
  const deep = unit * Math.sqrt(q / (vx * (m11 * vx + m12 * vy) + vy * (m12 * vx + m22 * vy)));
  return { a: [ux * wide, uy * wide], b: [vx * deep, vy * deep] };
}

// The metric is worked out once for each part of the picture.
function fitted(tiles, unit, longSide) {
  const kept = new Map();
  const cell = longSide / 6;
  return (x, y, [dx, dy]) => {
    const [column, row] = [Math.round(x / cell), Math.round(y / cell)];
    const key = 100 * row + column;
    if (!kept.has(key)) kept.set(key, metricAt(tiles, unit, REACH * longSide, column * cell, row * cell));
    const size = Math.hypot(dx, dy);
    return tileAlong(kept.get(key), [dx / size, dy / size]);
  };
}

/** From quads ({ x, y, a, b, score }), most of them tiles: (x, y, direction) → the { a, b } of a tile there.
 *  Null if there are none. */
export function sizeOf(quads, longSide) {
  const { support, weights, unit } = commonest(quads);
  if (!support) return null;
  let tiles = quads.map((quad, at) => ({ ...quad, weight: weights[at] })).filter(({ weight }) => weight > 1e-3);
  for (let round = 0; round < 3; round++) {
    const size = fitted(tiles, unit, longSide);
    for (const tile of tiles) tile.weight = tile.score * likeness(tile, size(tile.x, tile.y, tile.a)) || 0;
    tiles = tiles.filter(({ weight }) => weight > 1e-3);
  }
  return fitted(tiles, unit, longSide);
}
