// The person's own set: a correction of what the net says, by what its last convolution sees, which set-teacher.js
// learnt from a photo of all 28. Only these weights are kept, on this phone, and no picture.

const PLACE = "my-set";
const CLASSES = 8;

let latest;

// `onPhone` is that of app.js.
/** The set that this phone knows, or null. */
export const kept = () => (latest ??= onPhone.read(PLACE));

/** That set, unless it was switched off. */
export const inUse = () => (kept()?.isOff ? null : kept());

/** Keep a set on this phone, or forget it for null. Whether the browser does: else it is known until the page is left. */
export function keep(set) {
  latest = set;
  return onPhone.save(PLACE, set);
}

/**
 * What the net read, corrected for a set. It gives `read` back if the set was learnt with another net.
 * read: eight probabilities for each patch, in a row. features: what they were read from.
 */
export function withSet(set, net, read, features) {
  if (set?.mark !== net.mark) return read;
  const rows = rowsOf(set);
  return Float32Array.from(features.flatMap((seen, at) => likelihoods(read.subarray(at * CLASSES, (at + 1) * CLASSES), rows, seen)));
}

/** The probabilities of one patch. Each row has a weight for each feature, and one more for whatever is seen. */
export function likelihoods(before, rows, seen) {
  const scores = rows.map((row, number) => {
    let score = Math.log(before[number] + 1e-6) + row[seen.length];
    for (let at = 0; at < seen.length; at += 1) score += row[at] * seen[at];
    return score;
  });
  const most = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const all = shares.reduce((sum, share) => sum + share);
  return shares.map((share) => share / all);
}

// ---- As text: a byte for each weight, and for each row its scale and its last weight ----

/** What is kept of the rows. */
export function setOf(mark, rows) {
  const scales = rows.map((row) => Math.max(...row.slice(0, -1).map(Math.abs)) / 127 || 1);
  const bytes = rows.flatMap((row, number) => row.slice(0, -1).map((weight) => Math.round(weight / scales[number]) & 255));
  return { mark, scales, rest: rows.map((row) => row.at(-1)), weights: btoa(String.fromCharCode(...bytes)) };
}

function rowsOf({ scales, rest, weights }) {
  const bytes = Int8Array.from(atob(weights), (letter) => letter.charCodeAt(0));
  const size = bytes.length / scales.length;
  return scales.map((scale, number) => [...Float32Array.from(bytes.subarray(number * size, (number + 1) * size), (byte) => byte * scale), rest[number]]);
}
