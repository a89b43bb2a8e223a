// A picture as pixels, and its reading in a worker. No picture leaves the phone, and none is kept.

import { doubtsFirst, inOrder } from "./camera-list.js";
import { inUse } from "./my-set.js";

// If so many of a set are found, the picture shows all of it.
const NEARLY_ALL = 0.7;

let worker = null;

/** The reading of an ImageData, with the person's own set: see tile-reader.js. Raises if its files can't be fetched.
 *  Where a set is taught, `all` is how many tiles it has. */
export async function read(image, { all = Infinity, ...known } = {}) {
  const knowledge = { ...known, set: inUse() }, isBySet = Boolean(knowledge.set);
  const reading = await ask({ image, knowledge });
  if (reading.tiles.length < NEARLY_ALL * all) return { ...reading, isBySet, tiles: doubtsFirst(reading.tiles, known) };
  const whole = reading.tiles.length < all ? await ask({ image, knowledge: { ...knowledge, count: all } }) : reading;
  return { ...whole, isBySet, tiles: inOrder(whole.tiles) };
}

/** The set of a picture in which a person knows all tiles, to be kept: see set-teacher.js. */
export const learn = (tiles, image) => ask({ image, tiles });

// What was fetched before the service worker came, it couldn't keep. So it is fetched again.
navigator.serviceWorker?.addEventListener("controllerchange", () => {
  const home = new URL(".", import.meta.url).href;
  for (const { name } of performance.getEntriesByType("resource")) if (name.startsWith(home)) fetch(name).catch(() => {});
  if (!worker) return;
  worker = null;
  warm();
});

/** Fetches what reads a picture, before there is one: so it is kept for where there is no network. */
export const warm = () => ask({ image: new ImageData(1, 1) }).catch(() => {});

function ask(question) {
  worker ??= new Worker(new URL("camera-worker.js", import.meta.url), { type: "module" });
  return new Promise((done, failed) => {
    const { port1: ours, port2: port } = new MessageChannel();
    ours.onmessage = ({ data: { answer, error } }) => (error ? failed(new Error(error)) : done(answer));
    worker.addEventListener("error", () => {
      worker = null;
      failed(new Error("no worker"));
    }, { once: true });
    worker.postMessage({ ...question, port }, [port]);
  });
}

/** A canvas with the picture on it, its longer side at most so many pixels. */
export function drawn(source, width, height, longest, canvas = document.createElement("canvas")) {
  const scale = Math.min(1, longest / Math.max(width, height));
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.imageSmoothingQuality = "medium";
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export const pixelsOf = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);

/** A photo as a canvas, upright. Raises if the file is no picture. */
export async function photoOf(file, longest) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = drawn(bitmap, bitmap.width, bitmap.height, longest);
  bitmap.close();
  return canvas;
}
