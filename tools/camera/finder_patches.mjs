// Halves as the reader's own finder cuts them. On stdin: pictures, each as two 32-bit numbers (width,
// height) and the RGBA pixels. On stdout: for each picture a 32-bit count, then for each place that
// was found eight 32-bit floats (its corners) and its two patches as bytes.
import { readSync, writeSync } from "node:fs";
import { greyOf } from "../../static/pixels.js";
import { cutHalf, findTiles } from "../../static/tile-finder.js";

const MARGIN = 1 / 16;

function readAll(length) {
  const bytes = Buffer.alloc(length);
  for (let have = 0; have < length;) {
    const more = readSync(0, bytes, have, length - have, null);
    if (!more) return null;
    have += more;
  }
  return bytes;
}

function writeAll(bytes) {
  for (let done = 0; done < bytes.length;) done += writeSync(1, bytes, done);
}

for (let head = readAll(8); head; head = readAll(8)) {
  const [width, height] = [head.readUInt32LE(0), head.readUInt32LE(4)];
  const image = { width, height, data: new Uint8ClampedArray(readAll(4 * width * height)) };
  const grey = greyOf(image);
  const places = findTiles(image);
  const count = Buffer.alloc(4);
  count.writeUInt32LE(places.length);
  writeAll(count);
  for (const { corners } of places) {
    writeAll(Buffer.from(Float32Array.from(corners.flat()).buffer));
    for (const which of [0, 1]) writeAll(Buffer.from(Uint8ClampedArray.from(cutHalf(grey, corners, which, MARGIN))));
  }
}
