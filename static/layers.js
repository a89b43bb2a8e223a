// The layers of small nets: 3 × 3 over planes, the largest of each 2 × 2, and sums. Planes of one size lie one after
// another, and each may have a rim of zeros, as wide as the next layer looks away.

// A network that hangs is told after so long. Not every browser can.
const PATIENCE = 60_000;

/** The layers with the weights at an address. `layers`: { inputs, outputs, away, rim } where it is 3 × 3, each column
 *  and row `away` from the next, and { inputs, outputs } where it is a sum. */
export async function loadLayers(url, layers) {
  const answer = await fetch(url, { signal: AbortSignal.timeout?.(PATIENCE) });
  if (!answer.ok) throw new Error(`no weights at ${url}: ${answer.status}`);
  return withWeights(await answer.arrayBuffer(), layers);
}

// First the scales and biases of each layer's outputs as 32-bit floats, then the weights as bytes, layer by layer.
function withWeights(buffer, layers) {
  const count = layers.reduce((sum, { outputs }) => sum + 2 * outputs, 0);
  const [numbers, bytes] = [new Float32Array(buffer, 0, count), new Int8Array(buffer, 4 * count)];
  let [number, byte] = [0, 0];
  const read = layers.map((layer) => {
    const { outputs } = layer;
    const size = layer.inputs * (layer.away ? 9 : 1);
    const [scales, biases] = [0, outputs].map((at) => numbers.subarray(number + at, number + at + outputs));
    const weights = Float32Array.from(bytes.subarray(byte, byte + size * outputs), (weight, at) => weight * scales[Math.floor(at / size)]);
    number += 2 * outputs;
    byte += weights.length;
    return { ...layer, weights, biases };
  });
  if (byte !== bytes.length) throw new Error("these are the weights of another net");
  return read;
}

/** A plane of pixels as four of half its size: pixel (2x + i, 2y + j) goes to plane 2j + i. */
export function unfolded({ data, width, height }) {
  const planes = planesOf(4, (width >> 2) << 1, (height >> 2) << 1, 1);
  for (let y = 0; y < planes.height * 2; y += 1) {
    for (let x = 0; x < planes.width * 2; x += 1) {
      const plane = 2 * (y & 1) + (x & 1);
      planes.data[plane * planes.size + ((y >> 1) + 1) * planes.edge + (x >> 1) + 1] = data[y * width + x];
    }
  }
  return planes;
}

function planesOf(count, width, height, rim) {
  const edge = width + 2 * rim;
  const size = edge * (height + 2 * rim);
  return { data: new Float32Array(count * size), width, height, rim, edge, size };
}

/** 3 × 3. What is below zero becomes zero. The outputs are even in number. */
export function convolved(from, { inputs, outputs, away, rim, weights, biases }) {
  const to = planesOf(outputs, from.width, from.height, rim);
  for (let output = 0; output < outputs; output += 2) {
    for (let plane = 0; plane < inputs; plane += 1) {
      const [one, other] = [output, output + 1].map((each) => weights.subarray((each * inputs + plane) * 9, (each * inputs + plane + 1) * 9));
      addPlane(from, plane, one, other, to, output, away);
    }
  }
  for (let output = 0; output < outputs; output += 1) {
    for (let y = 0; y < to.height; y += 1) {
      const row = output * to.size + (y + rim) * to.edge + rim;
      for (let at = row; at < row + to.width; at += 1) to.data[at] = Math.max(to.data[at] + biases[output], 0);
    }
  }
  return to;
}

// All the time goes here: two outputs at once, so that what they see is read once.
function addPlane(from, plane, one, other, to, output, away) {
  const [source, goal, width, next, twice] = [from.data, to.data, to.width, to.size, 2 * away];
  const [a0, a1, a2, a3, a4, a5, a6, a7, a8] = one;
  const [b0, b1, b2, b3, b4, b5, b6, b7, b8] = other;
  for (let y = 0; y < to.height; y += 1) {
    let top = plane * from.size + y * from.edge;
    let middle = top + away * from.edge;
    let low = middle + away * from.edge;
    const row = output * to.size + (y + to.rim) * to.edge + to.rim;
    for (let at = row; at < row + width; at += 1, top += 1, middle += 1, low += 1) {
      const s0 = source[top];
      const s1 = source[top + away];
      const s2 = source[top + twice];
      const s3 = source[middle];
      const s4 = source[middle + away];
      const s5 = source[middle + twice];
      const s6 = source[low];
      const s7 = source[low + away];
      const s8 = source[low + twice];
      goal[at] += a0 * s0 + a1 * s1 + a2 * s2 + a3 * s3 + a4 * s4 + a5 * s5 + a6 * s6 + a7 * s7 + a8 * s8;
      goal[at + next] += b0 * s0 + b1 * s1 + b2 * s2 + b3 * s3 + b4 * s4 + b5 * s5 + b6 * s6 + b7 * s7 + b8 * s8;
    }
  }
}

/** The largest of each 2 × 2. */
export function halved(from, rim) {
  const { data } = from;
  const count = data.length / from.size;
  const to = planesOf(count, from.width >> 1, from.height >> 1, rim);
  for (let plane = 0; plane < count; plane += 1) {
    for (let y = 0; y < to.height; y += 1) {
      for (let x = 0; x < to.width; x += 1) {
        const at = plane * from.size + 2 * y * from.edge + 2 * x;
        const below = at + from.edge;
        to.data[plane * to.size + (y + rim) * to.edge + x + rim] = Math.max(data[at], data[at + 1], data[below], data[below + 1]);
      }
    }
  }
  return to;
}

/** Sums of values. */
export function summed(values, { inputs, weights, biases }) {
  return biases.map((bias, output) => {
    let sum = bias;
    for (let at = 0, weight = output * inputs; at < inputs; at += 1, weight += 1) sum += values[at] * weights[weight];
    return sum;
  });
}

/** Greys around zero and of even contrast. `least` is added to their spread, so that noise on plain ground stays small. */
export function evened({ data, ...plane }, least) {
  const mean = data.reduce((sum, grey) => sum + grey, 0) / data.length;
  const spread = Math.sqrt(data.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / data.length) + least;
  return { ...plane, data: data.map((grey) => (grey - mean) / spread) };
}

export const positive = (values) => values.map((value) => Math.max(value, 0));
