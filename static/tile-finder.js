// Where tiles lie in a picture, and each one's corners. Two small nets find them; another reads their halves.
import { fitted, loadFit } from "./fit-net.js";
import { greyAt, greyOf, perspective, shrunk } from "./pixels.js";
import { likelyPlaces, loadPlaces } from "./place-net.js";

const PATCH = 32;
const SMALLEST = 60;
// After so many looks the corners hardly move.
const LOOKS = 3;

/** The finder: `find(image)` gives { places, fit }. `places`: rough quads { corners, score: 0…1 }, the likeliest first,
 *  in pixels of the ImageData, clockwise, the first two at one end. They may overlap. `fit(corners)`: the tile's corners. */
export async function loadFinder() {
  const [places, fit] = await Promise.all([loadPlaces(), loadFit()]);
  return {
    find(image) {
      const planes = [greyOf(image)];
      while (Math.min(planes.at(-1).width, planes.at(-1).height) > SMALLEST) planes.push(shrunk(planes.at(-1), 2));
      const look = (corners) => fitted(planes, corners, fit);
      return { places: likelyPlaces(planes, places), fit: (corners) => Array(LOOKS).fill(look).reduce((quad, again) => again(quad), corners) };
    },
  };
}

/** A half of a quad as 32 × 32 grey: rows run from the bar outwards, columns along the bar.
 *  `margin` of its size is seen beyond it on every side. */
export function cutHalf(grey, corners, which, margin = 0) {
  const place = perspective(corners);
  const long = Math.hypot(corners[0][0] - corners[2][0], corners[0][1] - corners[2][1]);
  const fine = Math.min(6, Math.max(1, Math.round(long / 70)));
  const patch = new Float32Array(PATCH * PATCH);
  for (let row = 0; row < PATCH * fine; row++) {
    const deep = (row + 0.5) / (PATCH * fine) * (1 + 2 * margin) - margin;
    for (let column = 0; column < PATCH * fine; column++) {
      const along = ((column + 0.5) / (PATCH * fine) - 0.5) * (1 + 2 * margin);
      const [x, y] = which ? place(0.5 + along, 0.5 + deep / 2) : place(0.5 - along, 0.5 - deep / 2);
      patch[((row / fine) | 0) * PATCH + ((column / fine) | 0)] += greyAt(grey, x, y) / (fine * fine);
    }
  }
  return patch;
}
