// Pictures as planes of grey: { data: Float32Array, width, height }, 0 to 255, and how to look into them.

export function planeOf(width, height) {
  return { data: new Float32Array(width * height), width, height };
}

/** The grey of an ImageData. */
export function greyOf({ data, width, height }) {
  const grey = planeOf(width, height);
  for (let at = 0, from = 0; at < grey.data.length; at++, from += 4) {
    grey.data[at] = 0.299 * data[from] + 0.587 * data[from + 1] + 0.114 * data[from + 2];
  }
  return grey;
}

/** The grey at a place between pixels. Beyond the edge, the edge goes on. */
export function greyAt({ data, width, height }, x, y) {
  const inX = Math.min(Math.max(x, 0), width - 1.001);
  const inY = Math.min(Math.max(y, 0), height - 1.001);
  const left = inX | 0;
  const top = inY | 0;
  const right = inX - left;
  const at = top * width + left;
  const below = at + (height > 1 ? width : 0);
  const next = width > 1 ? 1 : 0;
  const upper = data[at] + right * (data[at + next] - data[at]);
  const lower = data[below] + right * (data[below + next] - data[below]);
  return upper + (inY - top) * (lower - upper);
}

/** The plane made `factor` times smaller (1 to 2: each pixel is the mean of four places). */
export function shrunk(plane, factor) {
  const small = planeOf(Math.max(1, Math.floor(plane.width / factor)), Math.max(1, Math.floor(plane.height / factor)));
  const away = factor / 4;
  for (let y = 0, at = 0; y < small.height; y++) {
    const inY = (y + 0.5) * factor - 0.5;
    for (let x = 0; x < small.width; x++, at++) {
      const inX = (x + 0.5) * factor - 0.5;
      small.data[at] = (greyAt(plane, inX - away, inY - away) + greyAt(plane, inX + away, inY - away)
        + greyAt(plane, inX - away, inY + away) + greyAt(plane, inX + away, inY + away)) / 4;
    }
  }
  return small;
}

/** From the unit square to a quad of corners in perspective: (along, down) → [x, y]. */
export function perspective([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const size = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const g = (sx * dy2 - dx2 * sy) / size;
  const h = (dx1 * sy - sx * dy1) / size;
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3];
  return (along, down) => {
    const depth = g * along + h * down + 1;
    return [(a * along + b * down + x0) / depth, (d * along + e * down + y0) / depth];
  };
}
