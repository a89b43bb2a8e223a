// A small net for halves of tiles: what number stands in a patch of 32 × 32 grey, or that it is no half.
// It was trained on drawn tiles by tools/camera/train.py, which also wrote its weights. The layers: each
// 2 × 2 pixels as four planes, three times 3 × 3 (the last two with the largest of each 2 × 2), two dense.

const SIDE = 32;
const CLASSES = 8;
const HIDDEN = 48;
const CONVOLUTIONS = [
  { inputs: 4, outputs: 16, side: 16, isHalved: false },
  { inputs: 16, outputs: 24, side: 16, isHalved: true },
  { inputs: 24, outputs: 48, side: 8, isHalved: true },
];
const DENSE = [
  { inputs: 48 * 16, outputs: HIDDEN },
  { inputs: HIDDEN, outputs: CLASSES },
];
// Added to the spread of the greys, so that noise on a plain patch stays small.
const LEAST_SPREAD = 6;

/** The net with the weights at an address: `net.read(patches)`. */
export async function loadNet(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`no weights at ${url}: ${answer.status}`);
  return netOf(await answer.arrayBuffer());
}

/** The net of weights: first scale and bias of every output as 32-bit floats, layer by layer, then the weights as bytes. */
export function netOf(buffer) {
  const sizes = [...CONVOLUTIONS.map(({ inputs, outputs }) => [inputs * 9, outputs]), ...DENSE.map(({ inputs, outputs }) => [inputs, outputs])];
  const floats = sizes.reduce((sum, [, outputs]) => sum + 2 * outputs, 0);
  const numbers = new Float32Array(buffer, 0, floats);
  const bytes = new Int8Array(buffer, 4 * floats);
  let [number, byte] = [0, 0];
  const layers = sizes.map(([inputs, outputs]) => {
    const biases = Float64Array.from(numbers.subarray(number + outputs, number + 2 * outputs));
    const weights = new Float64Array(inputs * outputs);
    for (let at = 0; at < weights.length; at += 1) weights[at] = bytes[byte + at] * numbers[number + Math.floor(at / inputs)];
    number += 2 * outputs;
    byte += weights.length;
    return { inputs, outputs, weights, biases };
  });
  return netFrom(layers, bytes.reduce((mark, weight) => (Math.imul(mark, 31) + weight) | 0, byte));
}

function netFrom(layers, mark) {
  const convolutions = CONVOLUTIONS.map((shape, at) => ({ ...shape, ...layers[at], inputs: shape.inputs }));
  const dense = layers.slice(CONVOLUTIONS.length);
  const edge = SIDE / 2 + 2;
  const input = new Float64Array(4 * edge * edge);
  const outputs = convolutions.map(({ side, outputs: count }) => new Float64Array(count * (side + 2) ** 2));
  const halved = convolutions.map(({ side, outputs: count }, at) => {
    // The dense layers need no rim around what they read.
    const rim = at === CONVOLUTIONS.length - 1 ? 0 : 2;
    return new Float64Array(count * (side / 2 + rim) ** 2);
  });

  // `features` gets what the dense layers read.
  function readOne(patch, features) {
    unfold(patch, input);
    let values = input;
    convolutions.forEach((layer, at) => {
      convolve(values, layer, outputs[at]);
      values = layer.isHalved ? largest(outputs[at], layer, halved[at]) : outputs[at];
    });
    features?.push(Float32Array.from(values));
    return likelihoods(combine(combine(values, dense[0]).map((value) => Math.max(value, 0)), dense[1]));
  }

  return {
    /** Changes with the weights. */
    mark,
    /** For each patch eight probabilities in a row: of the numbers 0 to 6, and of no half. `features` gets what they were read from. */
    read(patches, features) {
      const read = new Float32Array(patches.length * CLASSES);
      patches.forEach((patch, at) => read.set(readOne(patch, features), at * CLASSES));
      return read;
    },
  };
}

// Greys around zero and of even contrast; pixel (2x + i, 2y + j) goes to plane 2j + i. Planes have a rim of zeros.
function unfold(patch, planes) {
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
}

// 3 × 3 over planes with a rim: the three columns are kept at hand while it goes along a row.
function convolve(from, { inputs, outputs, side, weights, biases }, to) {
  const edge = side + 2;
  const size = edge * edge;
  for (let output = 0; output < outputs; output += 1) {
    for (let y = 1; y <= side; y += 1) to.fill(biases[output], output * size + y * edge + 1, output * size + y * edge + 1 + side);
    for (let plane = 0; plane < inputs; plane += 1) {
      const k = (output * inputs + plane) * 9;
      const [w0, w1, w2] = [weights[k], weights[k + 1], weights[k + 2]];
      const [w3, w4, w5] = [weights[k + 3], weights[k + 4], weights[k + 5]];
      const [w6, w7, w8] = [weights[k + 6], weights[k + 7], weights[k + 8]];
      for (let y = 0; y < side; y += 1) {
        const top = plane * size + y * edge;
        const middle = top + edge;
        const low = middle + edge;
        const at = output * size + (y + 1) * edge + 1;
        let [a0, a1, b0, b1, c0, c1] = [from[top], from[top + 1], from[middle], from[middle + 1], from[low], from[low + 1]];
        for (let x = 0; x < side; x += 1) {
          const a2 = from[top + x + 2];
          const b2 = from[middle + x + 2];
          const c2 = from[low + x + 2];
          to[at + x] += w0 * a0 + w1 * a1 + w2 * a2 + w3 * b0 + w4 * b1 + w5 * b2 + w6 * c0 + w7 * c1 + w8 * c2;
          a0 = a1;
          a1 = a2;
          b0 = b1;
          b1 = b2;
          c0 = c1;
          c1 = c2;
        }
      }
    }
  }
  clip(to, outputs, side);
}

// Below zero is zero; the rim stays zero.
function clip(planes, count, side) {
  for (let at = 0; at < count * (side + 2) ** 2; at += 1) if (planes[at] < 0) planes[at] = 0;
}

// The largest of each 2 × 2.
function largest(from, { outputs, side }, to) {
  const edge = side + 2;
  const half = side / 2;
  const wide = Math.sqrt(to.length / outputs);
  const rim = (wide - half) / 2;
  for (let plane = 0; plane < outputs; plane += 1) {
    for (let y = 0; y < half; y += 1) {
      for (let x = 0; x < half; x += 1) {
        const at = plane * edge * edge + (2 * y + 1) * edge + 2 * x + 1;
        const upper = from[at] > from[at + 1] ? from[at] : from[at + 1];
        const lower = from[at + edge] > from[at + edge + 1] ? from[at + edge] : from[at + edge + 1];
        to[plane * wide * wide + (y + rim) * wide + x + rim] = upper > lower ? upper : lower;
      }
    }
  }
  return to;
}

function combine(values, { inputs, outputs, weights, biases }) {
  const combined = new Float64Array(outputs);
  for (let output = 0; output < outputs; output += 1) {
    let sum = biases[output];
    for (let at = 0; at < inputs; at += 1) sum += weights[output * inputs + at] * values[at];
    combined[output] = sum;
  }
  return combined;
}

function likelihoods(values) {
  const most = Math.max(...values);
  const shares = values.map((value) => Math.exp(value - most));
  const sum = shares.reduce((all, share) => all + share);
  return shares.map((share) => share / sum);
}
