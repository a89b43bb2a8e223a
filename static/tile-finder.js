// Where tiles lie in a picture, and each one's corners. Two small nets find them; another reads their halves.
import { fitted, loadFit } from "./fit-net.js";
import { greyOf, shrunk } from "./pixels.js";
import { likelyPlaces, loadPlaces } from "./place-net.js";

const SMALLEST = 60;
// After so many looks the corners hardly move.
const LOOKS = 3;
// No picture has more places that are worth a look.
const MOST = 250;

/** The finder: `find(image)` gives { grey, places, fit }. `grey`: the picture's. `places`: rough quads { corners, score: 0…1 }, the likeliest first,
 *  in pixels of the ImageData, clockwise, the first two at one end. They may overlap. `fit(corners)`: the tile's corners. */
export async function loadFinder() {
  const [places, fit] = await Promise.all([loadPlaces(), loadFit()]);
  return {
    find(image) {
      const planes = [greyOf(image)];
      while (Math.min(planes.at(-1).width, planes.at(-1).height) > SMALLEST) planes.push(shrunk(planes.at(-1), 2));
      const look = (corners) => fitted(planes, corners, fit);
      return {
        grey: planes[0],
        places: likelyPlaces(planes, places).slice(0, MOST),
        fit: (corners) => Array(LOOKS).fill(look).reduce((quad, again) => again(quad), corners),
      };
    },
  };
}
