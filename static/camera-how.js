// How it reads: of each tile both halves as the net gets them, in nine cells, and what the net takes them for.

import { pixelsOf } from "./camera-ask.js";
import { FRAME } from "./camera-frames.js";
import { whyOf } from "./camera-list.js";
import { cutHalf, SIDE } from "./half-net.js";
import { greyOf } from "./pixels.js";

const SHOWN = 96;
// What is less likely isn't listed.
const WORTH_SAYING = 0.01;

function patchOf(grey, corners, which) {
  const small = made("canvas", { width: SIDE, height: SIDE }), pen = small.getContext("2d");
  const greys = cutHalf(grey, corners, which);
  pen.putImageData(new ImageData(Uint8ClampedArray.from({ length: 4 * SIDE * SIDE }, (_, at) => (at % 4 === 3 ? 255 : greys[at >> 2])), SIDE), 0, 0);
  const patch = made("canvas", { className: "patch", width: SHOWN, height: SHOWN }), large = patch.getContext("2d");
  large.imageSmoothingEnabled = false;
  large.drawImage(small, 0, 0, SHOWN, SHOWN);
  large.strokeStyle = FRAME;
  for (const line of [SHOWN / 3, 2 * SHOWN / 3]) large.stroke(new Path2D(`M${line} 0V${SHOWN}M0 ${line}H${SHOWN}`));
  return patch;
}

function chances(probabilities) {
  const likeliest = [...probabilities.entries()].filter(([, chance]) => chance >= WORTH_SAYING).sort((one, other) => other[1] - one[1]);
  return made("ul", {}, ...likeliest.map(([pips, chance]) => {
    const label = words("camera.taken-for", { pips, percent: Math.round(100 * chance) });
    return made("li", {}, made("meter", { value: chance, ariaLabel: label }), made("span", {}, label));
  }));
}

/** A part for each tile of the reading, as it was before anyone corrected it. */
export function explain({ reading, picture, knowledge }) {
  const grey = greyOf(pixelsOf(picture));
  return reading.tiles.map((seen) => made("section", { className: "how-tile" },
    made("h2", {}, seen.tile),
    made("p", { className: "fix-why" }, whyOf(seen, knowledge)),
    ...seen.probabilities.map((half, which) => made("div", { className: "how-half" }, patchOf(grey, seen.corners, which), chances(half)))));
}
