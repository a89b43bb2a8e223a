// Reads pictures beside the page, which stays quick meanwhile. With tiles that are known it learns them.
import { learn } from "./set-teacher.js";
import { readTiles } from "./tile-reader.js";

const answer = ({ image, knowledge, tiles }) => (tiles ? learn(tiles, image) : readTiles(image, knowledge));

addEventListener("message", async ({ data }) => {
  data.port.postMessage(await answer(data).then((done) => ({ answer: done }), (error) => ({ error: String(error) })));
});
