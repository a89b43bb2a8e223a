// Frames over the picture, one around each tile that was read, with its name.

/** The colour of a frame that is drawn into a picture. */
export const FRAME = "#e8b93f";

const ofMarkup = (html) => made("template", { innerHTML: html }).content.firstChild;

/** A tile as the page draws it; `kind` is how it lies: level, or broad as in the tray. */
export const face = (tile, kind = "t") => ofMarkup(`<svg viewBox="0 0 2 ${kind === "t" ? 1 : 1.6}" aria-hidden="true"><use href="#${kind}${tile}"/></svg>`);

// In its middle, as large as the tile is broad: so none lies on another tile.
function nameOf({ tile, doubt, corners }, { width, height }) {
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const [a, b] = corners, broad = Math.hypot(a[0] - b[0], a[1] - b[1]);
  const chip = made("span", { className: "frame-name" }, doubt ? `${tile}?` : tile);
  Object.assign(chip.style, { left: `${100 * x / width}%`, top: `${100 * y / height}%` });
  chip.style.setProperty("--broad", `${100 * broad / width}cqw`);
  return chip;
}

/** What lies over a picture of this size. Each frame has the place of its tile as `data-at`. */
export function frames(tiles, size) {
  const shapes = tiles.map(({ corners, doubt }, at) => corners && `<polygon class="frame${doubt ? " doubt" : ""}" data-at="${at}" points="${corners.map((corner) => corner.map(Math.round))}"/>`);
  const drawing = ofMarkup(`<svg class="reader-frames" viewBox="0 0 ${size.width} ${size.height}" aria-hidden="true">${shapes.filter(Boolean).join("")}</svg>`);
  const found = tiles.filter(({ corners }) => corners);
  return [drawing, made("div", { className: "frame-names", ariaHidden: "true" }, ...found.map((seen) => nameOf(seen, size)))];
}

/** What is to be seen there later. */
export function example() {
  return made("p", { className: "reader-example", ariaHidden: "true" }, ...["6-4", "5-0", "2-2"].map((tile) => made("span", {}, face(tile), made("i", { className: "frame-name" }, tile))));
}

/** A tile cut out of the picture, in its frame, with a little of what is around it. */
export function cutOut(picture, corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, top, wide, high] = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const around = 0.15 * Math.max(wide, high), scale = 240 / (Math.max(wide, high) + 2 * around);
  const canvas = made("canvas", { className: "cut-out", width: (wide + 2 * around) * scale, height: (high + 2 * around) * scale });
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, left - around, top - around, wide + 2 * around, high + 2 * around, 0, 0, canvas.width, canvas.height);
  Object.assign(pen, { lineWidth: 3, lineJoin: "round", strokeStyle: FRAME });
  pen.stroke(new Path2D(`M${corners.map(([x, y]) => [(x - left + around) * scale, (y - top + around) * scale]).join("L")}Z`));
  return canvas;
}
