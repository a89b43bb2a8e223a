// A picture as pixels, and its reading: in a worker, or on the page in a browser that has no such workers.
// No picture leaves the phone, and none is kept.

let worker = null;
let asked = 0;
const waiting = new Map();

function begin() {
  worker = new Worker(new URL("camera-worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data: { id, reading, error } }) => {
    const { done, failed } = waiting.get(id);
    waiting.delete(id);
    if (error) failed(new Error(error));
    else done(reading);
  });
  worker.addEventListener("error", giveUp);
}

function giveUp() {
  worker = "none";
  for (const { failed } of waiting.values()) failed(new Error("no worker"));
  waiting.clear();
}

function readBeside(image, knowledge) {
  if (!worker) begin();
  return new Promise((done, failed) => {
    const id = asked++;
    waiting.set(id, { done, failed });
    worker.postMessage({ id, image, knowledge });
  });
}

/** The reading of an ImageData: see tile-reader.js. */
export async function read(image, knowledge) {
  if (worker !== "none") {
    try {
      return await readBeside(image, knowledge);
    } catch (error) {
      if (worker !== "none") throw error;
    }
  }
  return (await import("./tile-reader.js")).readTiles(image, knowledge);
}

/** A new canvas, or `onto`, with the picture on it, its longer side at most so many pixels. */
export function drawn(source, width, height, longest, onto = document.createElement("canvas")) {
  const scale = Math.min(1, longest / Math.max(width, height));
  Object.assign(onto, { width: Math.round(width * scale), height: Math.round(height * scale) });
  const pen = onto.getContext("2d", { willReadFrequently: true });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(source, 0, 0, onto.width, onto.height);
  return onto;
}

export const pixelsOf = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);

/** A photo as a canvas, upright. Raises if the file is no picture. */
export async function photoOf(file, longest) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    return drawn(bitmap, bitmap.width, bitmap.height, longest);
  } finally { bitmap.close(); }
}
