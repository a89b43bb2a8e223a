// Reads pictures beside the page, which stays quick meanwhile.
import { readTiles } from "./tile-reader.js";

addEventListener("message", async ({ data: { image, knowledge, port } }) => {
  port.postMessage(await readTiles(image, knowledge).then((reading) => ({ reading }), (error) => ({ error: String(error) })));
});
