// A picture as pixels, and its reading in a worker. No picture leaves the phone, and none is kept.

import { doubtsFirst, inOrder } from "./camera-list.js";
import { inUse } from "./my-set.js";

// If so many of a set are found, the picture shows all of it.
const NEARLY_ALL = 0.7;

// By its name, where a person can do something about it.
const ERRORS = { NotAllowedError: "denied", SecurityError: "denied", AbortError: "in-use", NotFoundError: "none", OverconstrainedError: "none", NotReadableError: "in-use", InvalidStateError: "no-picture" };

/** Why no camera or picture came, as a word of `camera.error`. */
export const reasonOf = (error) => ERRORS[error.name] ?? "other";

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
  const asked = worker ??= new Worker(new URL("camera-worker.js", import.meta.url), { type: "module" });
  return new Promise((done, failed) => {
    const { port1: ours, port2: port } = new MessageChannel();
    // What still listens keeps the picture in memory.
    const end = (then) => {
      ours.close();
      asked.removeEventListener("error", lost);
      then();
    };
    const lost = () => end(() => {
      if (worker === asked) worker = null;
      failed(new Error("no worker"));
    });
    ours.onmessage = ({ data: { answer, error } }) => end(() => (error ? failed(new Error(error)) : done(answer)));
    asked.addEventListener("error", lost);
    asked.postMessage({ ...question, port }, [port]);
  });
}

/** A canvas with the picture on it, its longer side at most so many pixels. */
export function drawn(source, width, height, longest, canvas = document.createElement("canvas")) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  Object.assign(canvas, { width: wide, height: high });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.imageSmoothingQuality = "medium";
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export const pixelsOf = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);

/** A photo as a canvas, upright, as browsers do by themselves. Raises if the file is no picture. */
export async function photoOf(file, longest) {
  const bitmap = await createImageBitmap(file);
  const canvas = drawn(bitmap, bitmap.width, bitmap.height, longest);
  bitmap.close();
  return canvas;
}
