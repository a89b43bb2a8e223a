// Reads pictures beside the page, which stays quick meanwhile. With tiles that are known it learns them.
import { readTiles } from "./tile-reader.js";

async function answer({ image, knowledge, tiles }) {
  if (!tiles) return readTiles(image, knowledge);
  const { learn } = await import("./set-teacher.js");
  return learn(tiles, image);
}

addEventListener("message", async ({ data }) => {
  data.port.postMessage(await answer(data).then((done) => ({ answer: done }), (error) => ({ error: String(error) })));
});
