// A small net for halves of tiles: what number stands in a patch of 32 × 32 grey, or that it is no half.
// It was trained on drawn tiles by tools/camera/train.py, which also wrote its weights. The layers: each
// 2 × 2 pixels as four planes, three times 3 × 3 (the last two with the largest of each 2 × 2), two dense.

const SIDE = 32;
const CLASSES = 8;
// `rim` is what the halved planes get around them: the next 3 × 3 needs one, a dense layer none.
const CONVOLUTIONS = [
  { inputs: 4, outputs: 16, side: 16, isHalved: false },
  { inputs: 16, outputs: 24, side: 16, isHalved: true, rim: 1 },
  { inputs: 24, outputs: 48, side: 8, isHalved: true, rim: 0 },
];
const DENSE = [{ inputs: 48 * 16, outputs: 48 }, { inputs: 48, outputs: CLASSES }];
// Added to the spread of the greys, so that noise on a plain patch stays small.
const LEAST_SPREAD = 6;

/** The net with the weights at an address: `net.read(patches)`. */
export async function loadNet(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`no weights at ${url}: ${answer.status}`);
  return netOf(await answer.arrayBuffer());
}

/** The net of weights: scales and biases of each layer's outputs as 32-bit floats, layer by layer, then the weights as bytes. */
export function netOf(buffer) {
  const shapes = [...CONVOLUTIONS.map((shape) => ({ ...shape, size: shape.inputs * 9 })), ...DENSE.map((shape) => ({ ...shape, size: shape.inputs }))];
  const count = shapes.reduce((sum, { outputs }) => sum + 2 * outputs, 0);
  const [numbers, bytes] = [new Float32Array(buffer, 0, count), new Int8Array(buffer, 4 * count)];
  let [number, byte] = [0, 0];
  const layers = shapes.map((shape) => {
    const { size, outputs } = shape;
    const [scales, biases] = [0, outputs].map((at) => Float64Array.from(numbers.subarray(number + at, number + at + outputs)));
    const weights = Float64Array.from(bytes.subarray(byte, byte + size * outputs), (weight, at) => weight * scales[Math.floor(at / size)]);
    number += 2 * outputs;
    byte += weights.length;
    return { ...shape, weights, biases, ...roomFor(shape) };
  });
  return {
    /** Changes with the weights. */
    mark: bytes.reduce((mark, weight) => (Math.imul(mark, 31) + weight) | 0, byte),
    /** For each patch eight probabilities in a row: of the numbers 0 to 6, and of no half. `features` gets what they were read from. */
    read(patches, features) {
      const read = new Float32Array(patches.length * CLASSES);
      patches.forEach((patch, at) => read.set(readOne(patch, layers, features), at * CLASSES));
      return read;
    },
  };
}

// Planes are made once and written again for each patch. Their rims stay zero.
function roomFor({ inputs, outputs, side, isHalved, rim }) {
  const planes = (edge) => new Float64Array(outputs * edge * edge);
  if (!side) return {};
  return { input: new Float64Array(inputs * (side + 2) ** 2), whole: planes(side + 2), half: isHalved ? planes(side / 2 + 2 * rim) : null };
}

function readOne(patch, layers, features) {
  let planes = unfolded(patch, layers[0].input);
  for (const layer of layers.slice(0, CONVOLUTIONS.length)) {
    planes = convolved(planes, layer);
    if (layer.isHalved) planes = halved(planes, layer);
  }
  features?.push(Float32Array.from(planes));
  const [hidden, last] = layers.slice(CONVOLUTIONS.length);
  return likelihoods(combined(combined(planes, hidden).map((value) => Math.max(value, 0)), last));
}

// Greys around zero and of even contrast; pixel (2x + i, 2y + j) goes to plane 2j + i. Planes have a rim of zeros.
function unfolded(patch, planes) {
  let [sum, squares] = [0, 0];
  for (const grey of patch) {
    sum += grey;
    squares += grey * grey;
  }
  const mean = sum / patch.length;
  const spread = Math.sqrt(Math.max(0, squares / patch.length - mean * mean)) + LEAST_SPREAD;
  const edge = SIDE / 2 + 2;
  for (let y = 0, at = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1, at += 1) {
      const plane = 2 * (y & 1) + (x & 1);
      planes[plane * edge * edge + ((y >> 1) + 1) * edge + (x >> 1) + 1] = (patch[at] - mean) / spread;
    }
  }
  return planes;
}

// 3 × 3 over planes with a rim. What is below zero becomes zero.
function convolved(from, { inputs, outputs, side, weights, biases, whole: to }) {
  const edge = side + 2;
  const size = edge * edge;
  to.fill(0);
  for (let output = 0; output < outputs; output += 1) {
    for (let plane = 0; plane < inputs; plane += 1) addPlane(from, plane * size, weights, (output * inputs + plane) * 9, to, output * size, side);
    for (let y = 1; y <= side; y += 1) {
      const row = output * size + y * edge + 1;
      for (let at = row; at < row + side; at += 1) to[at] = Math.max(to[at] + biases[output], 0);
    }
  }
  return to;
}

// Along each row three columns are kept at hand: this is where all the time goes.
function addPlane(from, start, weights, k, to, goal, side) {
  const edge = side + 2;
  const [w0, w1, w2] = [weights[k], weights[k + 1], weights[k + 2]];
  const [w3, w4, w5] = [weights[k + 3], weights[k + 4], weights[k + 5]];
  const [w6, w7, w8] = [weights[k + 6], weights[k + 7], weights[k + 8]];
  for (let y = 0; y < side; y += 1) {
    const top = start + y * edge;
    const middle = top + edge;
    const low = middle + edge;
    const row = goal + middle - start + 1;
    let a0 = from[top];
    let a1 = from[top + 1];
    let b0 = from[middle];
    let b1 = from[middle + 1];
    let c0 = from[low];
    let c1 = from[low + 1];
    for (let x = 0; x < side; x += 1) {
      const a2 = from[top + x + 2];
      const b2 = from[middle + x + 2];
      const c2 = from[low + x + 2];
      to[row + x] += w0 * a0 + w1 * a1 + w2 * a2 + w3 * b0 + w4 * b1 + w5 * b2 + w6 * c0 + w7 * c1 + w8 * c2;
      a0 = a1;
      a1 = a2;
      b0 = b1;
      b1 = b2;
      c0 = c1;
      c1 = c2;
    }
  }
}

// The largest of each 2 × 2.
function halved(from, { outputs, side, rim, half: to }) {
  const edge = side + 2;
  const wide = side / 2 + 2 * rim;
  for (let plane = 0; plane < outputs; plane += 1) {
    for (let y = 0; y < side / 2; y += 1) {
      for (let x = 0; x < side / 2; x += 1) {
        const at = plane * edge * edge + (2 * y + 1) * edge + 2 * x + 1;
        to[(plane * wide + y + rim) * wide + x + rim] = Math.max(from[at], from[at + 1], from[at + edge], from[at + edge + 1]);
      }
    }
  }
  return to;
}

function combined(values, { inputs, weights, biases }) {
  return biases.map((bias, output) => {
    let sum = bias;
    for (let at = 0; at < inputs; at += 1) sum += values[at] * weights[output * inputs + at];
    return sum;
  });
}

function likelihoods(values) {
  const most = Math.max(...values);
  const shares = values.map((value) => Math.exp(value - most));
  const sum = shares.reduce((all, share) => all + share);
  return shares.map((share) => share / sum);
}
