// What the reader's own finder finds. On stdin: pictures, each as two 32-bit numbers (width, height) and the RGBA
// pixels. On stdout: for each picture a 32-bit count, then for each place its corners as eight 32-bit floats, the
// likeliest first. With the argument `halves` they are fitted, and the place's two patches follow as bytes.
import { readFileSync, readSync, writeSync } from "node:fs";
import { cutHalf } from "../../static/half-net.js";
import { loadFinder } from "../../static/tile-finder.js";

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

// Node's own doesn't read files.
globalThis.fetch = async (address) => new Response(readFileSync(new URL(address)));
const finder = await loadFinder();
const asHalves = process.argv[2] === "halves";

for (let head = readAll(8); head; head = readAll(8)) {
  const [width, height] = [head.readUInt32LE(0), head.readUInt32LE(4)];
  const image = { width, height, data: new Uint8ClampedArray(readAll(4 * width * height)) };
  const { grey, sizes, fit } = finder.find(image);
  const places = [...sizes].flatMap((size) => size.places);
  const quads = asHalves ? places.map(fit).filter(Boolean) : places;
  const count = Buffer.alloc(4);
  count.writeUInt32LE(quads.length);
  writeAll(count);
  for (const { corners } of quads) {
    writeAll(Buffer.from(Float32Array.from(corners.flat()).buffer));
    if (!asHalves) continue;
    for (const which of [0, 1]) writeAll(Buffer.from(Uint8ClampedArray.from(cutHalf(grey, corners, which))));
  }
}
