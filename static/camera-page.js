// The camera's own page: the piece itself, how it reads, and a set that the phone learns.

import { learn, pixelsOf } from "./camera-ask.js";
import { openReader } from "./camera.js";
import { forget, keep, kept } from "./my-set.js";

const reader = openReader({ into: document.querySelector("[data-reader]") });
const [how, set] = ["how", "my-set"].map((id) => document.getElementById(id));
const part = (name) => document.querySelector(`[data-part=${name}]`);
const [told, saves, learns, forgets, uses, said] = ["how", "save", "learn", "forget", "use", "learnt"].map(part);

async function tellHow() {
  how.hidden = !reader.reading || reader.state !== "done";
  if (how.hidden || !how.open) return told.replaceChildren();
  const { explain } = await import("./camera-how.js");
  told.replaceChildren(...explain(reader));
}

// All 28, and nobody has doubts any more.
const isWhole = () => reader.state === "done" && reader.tiles.length === 28 && reader.tiles.every(({ doubt, corners }) => corners && !doubt);

function tellSet() {
  const isTaught = Boolean(kept());
  reader.knowledge = { ...(set.open && { count: 28 }), ...(isTaught && !uses.checked && { set: null }) };
  for (const shown of [forgets, uses.closest("label")]) shown.hidden = !isTaught;
  learns.disabled = !isWhole();
}

async function teach() {
  keep(await learn(reader.tiles, pixelsOf(reader.picture)));
  said.textContent = words("camera.set-learnt");
  tellSet();
}

function unlearn() {
  forget();
  said.textContent = "";
  tellSet();
}

how.addEventListener("toggle", tellHow);
set.addEventListener("toggle", tellSet);
uses.addEventListener("change", tellSet);
learns.addEventListener("click", () => attempt(learns, teach));
forgets.addEventListener("click", unlearn);
saves.addEventListener("click", () => saveFile(new File([JSON.stringify(reader.reading)], "reading.json", { type: "application/json" })));
document.addEventListener("companion:read", () => {
  tellHow();
  tellSet();
});
tellSet();
