// Where tiles lie in a picture, and each one's corners. Two small nets find them; another reads their halves.
import { fitted, loadFit } from "./fit-net.js";
import { greyOf, shrunk } from "./pixels.js";
import { likelyPlaces, loadPlaces } from "./place-net.js";

const SMALLEST = 60;
// After so many looks the corners hardly move. What is less likely a tile in one of them isn't looked at again.
const LEAST = [0.05, 0.15, 0.3];

/** The finder: `find(image)` gives { grey, sizes, fit }. `grey`: the picture's. `sizes`: as likelyPlaces gives them, each
 *  worked out when it is asked for: rough quads in pixels of the ImageData, which may overlap. `fit(place)`: the place with
 *  the tile's corners, or null where no tile is. */
export async function loadFinder() {
  const [places, fit] = await Promise.all([loadPlaces(), loadFit()]);
  return {
    find(image) {
      const planes = [greyOf(image)];
      while (Math.min(planes.at(-1).width, planes.at(-1).height) > SMALLEST) planes.push(shrunk(planes.at(-1), 2));
      const look = (place, least) => {
        const seen = place && fitted(planes, place.corners, fit);
        return seen?.chance > least ? { ...place, corners: seen.corners, there: seen.chance } : null;
      };
      return {
        grey: planes[0],
        sizes: likelyPlaces(planes, places),
        fit: (place) => LEAST.reduce(look, place),
      };
    },
  };
}
