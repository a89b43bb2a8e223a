// The camera's own page: the piece itself, how it reads, and a set that the phone learns.

import { learn, pixelsOf } from "./camera-ask.js";
import { openReader } from "./camera.js";
import { keep, kept } from "./my-set.js";

const reader = openReader({ into: document.querySelector("[data-reader]") });
const [how, told, saves, set, learns, learnt, forgets, uses] = ["how", "told", "save", "set", "learn", "learnt", "forget", "use"].map((part) => document.querySelector(`[data-part=${part}]`));

async function tellHow() {
  how.hidden = reader.state !== "done";
  if (how.hidden || !how.open) return told.replaceChildren();
  const { explain } = await import("./camera-how.js");
  told.replaceChildren(...explain(reader));
}

function tellSet() {
  const isTaught = Boolean(kept()), { state, tiles } = reader;
  reader.knowledge = { ...(set.open && { count: 28 }), ...(isTaught && !uses.checked && { set: null }) };
  for (const shown of [forgets, uses.closest("label")]) shown.hidden = !isTaught;
  // All 28, and nobody has doubts any more. A few may have been missed and added by hand.
  const inPicture = tiles.filter(({ doubt, corners }) => corners && !doubt).length;
  learns.disabled = state !== "done" || tiles.length !== 28 || tiles.some(({ doubt }) => doubt) || inPicture < 21;
}

learns.addEventListener("click", () => attempt(learns, async () => {
  keep(await learn(reader.tiles, pixelsOf(reader.picture)));
  learnt.textContent = words("camera.set-learnt");
  tellSet();
}));
forgets.addEventListener("click", () => {
  keep(null);
  learnt.textContent = "";
  tellSet();
});
how.addEventListener("toggle", tellHow);
for (const [part, event] of [[set, "toggle"], [uses, "change"], [document, "companion:read"]]) part.addEventListener(event, tellSet);
document.addEventListener("companion:read", tellHow);
saves.addEventListener("click", () => saveFile(new File([JSON.stringify(reader.reading)], "reading.json", { type: "application/json" })));
tellSet();
