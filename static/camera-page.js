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

let isStale = false;

function tellHow() {
  how.hidden = reader.state !== "done";
  told.replaceChildren(...(how.hidden || !how.open ? [] : explain(reader)));
}

function tellSet() {
  const isTaught = Boolean(kept()), why = whyNotLearn();
  reader.knowledge = set.open ? { all: TRAY.length } : {};
  uses.checked = !kept()?.isOff;
  for (const shown of [forgets, uses.closest("label")]) shown.hidden = !isTaught;
  learns.disabled = Boolean(why);
  learns.classList.toggle("primary", !why);
  learnt.textContent = why || words("camera.set-ready");
}

// The tiles are listed above it.
function showLearn() {
  if (set.open && !learns.disabled) requestAnimationFrame(() => learnt.scrollIntoView({ block: "nearest" }));
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
  const isKept = keep(await learn(reader.tiles, pixelsOf(reader.picture)));
  tellSet();
  learnt.textContent = isKept ? words("camera.set-learnt") : words("camera.set-not-kept");
}));
forgets.addEventListener("click", () => {
  keep(null);
  tellSet();
  learnt.textContent = words("camera.set-forgotten");
  set.querySelector("summary").focus();
});
// With another set the picture may be read otherwise. If it is being read, it is read again after that.
function readAgain() {
  if (!isStale || reader.state !== "done") return;
  isStale = false;
  reader.again();
}

uses.addEventListener("change", () => {
  keep({ ...kept(), isOff: !uses.checked });
  isStale = reader.state !== "empty";
  readAgain();
});
how.addEventListener("toggle", tellHow);
set.addEventListener("toggle", tellSet);
for (const tell of [tellSet, showLearn, tellHow, readAgain]) document.addEventListener("companion:read", tell);
saves.addEventListener("click", () => saveFile(new File([JSON.stringify({ readings: reader.readings, corrected: reader.tiles })], "reading.json", { type: "application/json" })));
tellSet();
