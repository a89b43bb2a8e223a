// The person's own set: a correction of what the net says, by what its last convolution sees, which set-teacher.js
// learnt from a photo of all 28. Only these weights are kept, on this phone, and no picture.

const PLACE = "my-set";
const CLASSES = 8;

// ---- What is kept ----

let latest;

/** The set that this phone knows, or null. */
export function kept() {
  if (latest === undefined) {
    try {
      latest = JSON.parse(localStorage.getItem(PLACE));
    } catch {
      latest = null;
    }
  }
  return latest;
}

export function keep(set) {
  latest = set;
  localStorage.setItem(PLACE, JSON.stringify(set));
}

export function forget() {
  latest = null;
  localStorage.removeItem(PLACE);
}

// ---- What is read with it ----

/**
 * What the net read, corrected for a set. It gives `read` back if the set was learnt with another net.
 * read: eight probabilities for each patch, in a row. features: what they were read from.
 */
export function withSet(set, net, read, features) {
  if (set?.mark !== net.mark) return read;
  const [rows, corrected] = [weightsOf(set, features[0]?.length ?? 0), new Float32Array(read.length)];
  features.forEach((seen, at) => {
    const before = read.subarray(at * CLASSES, (at + 1) * CLASSES);
    corrected.set(likelihoods(before, rows, seen), at * CLASSES);
  });
  return corrected;
}

/** The probabilities of one patch. Each row has a weight for each feature, and one more for whatever is seen. */
export function likelihoods(before, rows, seen) {
  const logs = rows.map((row, number) => Math.log(before[number] + 1e-6) + scoreOf(row, seen));
  const most = Math.max(...logs);
  const shares = logs.map((log) => Math.exp(log - most));
  const sum = shares.reduce((all, share) => all + share);
  return shares.map((share) => share / sum);
}

function scoreOf(row, seen) {
  let score = row[seen.length];
  for (let at = 0; at < seen.length; at += 1) score += row[at] * seen[at];
  return score;
}

// ---- As text: a byte for each weight, and for each number its scale and the last weight ----

/** What is kept of the rows. */
export function writtenSet(mark, rows) {
  const scales = rows.map((row) => Math.max(...row.subarray(0, -1).map(Math.abs)) / 127 || 1);
  const bytes = rows.flatMap((row, number) => [...row.subarray(0, -1)].map((weight) => Math.round(weight / scales[number]) & 255));
  return { mark, scales, rest: rows.map((row) => row.at(-1)), weights: btoa(String.fromCharCode(...bytes)) };
}

function weightsOf({ scales, rest, weights }, size) {
  const bytes = Int8Array.from(atob(weights), (letter) => letter.charCodeAt(0));
  return scales.map((scale, number) => Float32Array.from({ length: size + 1 }, (_, at) => (at < size ? bytes[number * size + at] * scale : rest[number])));
}
