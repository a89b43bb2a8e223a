// Reads pictures beside the page, which stays quick meanwhile.
import { readTiles } from "./tile-reader.js";

addEventListener("message", async ({ data: { id, image, knowledge } }) => {
  try {
    postMessage({ id, reading: await readTiles(image, knowledge) });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
