// The camera's own page: the piece itself, how it reads, and a set that the phone learns.

import { learn, pixelsOf } from "./camera-ask.js";
import { explain } from "./camera-how.js";
import { TRAY } from "./camera-list.js";
import { openReader } from "./camera.js";
import { keep, kept } from "./my-set.js";

// So many may have been missed and added by hand, and so many missing tiles are named.
const FEW = 7;

const reader = openReader({ into: document.querySelector("[data-reader]") });
const [how, told, saves, set, learns, learnt, forgets, uses] = ["how", "told", "save", "set", "learn", "learnt", "forget", "use"].map((part) => document.querySelector(`[data-part=${part}]`));

async function tellHow() {
  how.hidden = reader.state !== "done";
  told.replaceChildren(...(how.hidden || !how.open ? [] : explain(reader)));
}

function tellSet() {
  const isTaught = Boolean(kept()), why = whyNotLearn();
  reader.knowledge = { ...(set.open && { all: TRAY.length }), ...(isTaught && !uses.checked && { set: null }) };
  for (const shown of [forgets, uses.closest("label")]) shown.hidden = !isTaught;
  learns.disabled = Boolean(why);
  learnt.textContent = why;
}

// It takes all 28, and no doubts.
function whyNotLearn() {
  const { state, tiles } = reader, names = tiles.map(({ tile }) => tile);
  const missing = TRAY.filter((name) => !names.includes(name)), found = TRAY.length - missing.length;
  if (state !== "done") return words("camera.set-first");
  if (missing.length > FEW) return words("camera.set-few", { found });
  if (missing.length) return words("camera.set-missing", { found, tiles: missing.join(", ") });
  if (tiles.some(({ doubt }) => doubt)) return words("camera.to-check", { count: tiles.filter(({ doubt }) => doubt).length });
  return tiles.filter(({ corners }) => !corners).length > FEW ? words("camera.set-by-hand") : "";
}

learns.addEventListener("click", () => attempt(learns, async () => {
  keep(await learn(reader.tiles, pixelsOf(reader.picture)));
  uses.checked = true;
  tellSet();
  learnt.textContent = words("camera.set-learnt");
}));
forgets.addEventListener("click", () => {
  keep(null);
  tellSet();
  learnt.textContent = words("camera.set-forgotten");
  set.querySelector("summary").focus();
});
how.addEventListener("toggle", tellHow);
for (const [part, event] of [[set, "toggle"], [uses, "change"], [document, "companion:read"]]) part.addEventListener(event, tellSet);
document.addEventListener("companion:read", tellHow);
saves.addEventListener("click", () => saveFile(new File([JSON.stringify(reader.reading)], "reading.json", { type: "application/json" })));
tellSet();
