// Frames over the picture, one around each tile that was read, with its name.

const SVG = "http://www.w3.org/2000/svg";

export function svg(name, attributes, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** A tile as the page draws it; `kind` is how it lies: level, or broad as in the tray. */
export function face(tile, kind = "t") {
  return svg("svg", { viewBox: kind === "t" ? "0 0 2 1" : "0 0 2 1.6", "aria-hidden": "true" }, svg("use", { href: `#${kind}${tile}` }));
}

// Above its highest corner, where it hides no pips.
function nameOf({ tile, doubt, corners }, { width, height }) {
  const top = corners.reduce((best, corner) => (corner[1] < best[1] ? corner : best));
  const chip = made("span", { className: "frame-name" }, doubt ? `${tile}?` : tile);
  chip.style.left = `${100 * Math.max(0, Math.min(1, top[0] / width))}%`;
  chip.style.top = `${100 * Math.max(0, Math.min(1, top[1] / height))}%`;
  return chip;
}

/** What lies over a picture of this size; `onTap` hears which tile was tapped. */
export function frames(tiles, size, onTap) {
  const found = tiles.map((seen, at) => ({ ...seen, at })).filter(({ corners }) => corners);
  const shapes = found.map(({ corners, doubt, at }) => {
    const shape = svg("polygon", { points: corners.map((corner) => corner.map(Math.round)).join(" "), class: doubt ? "frame doubt" : "frame" });
    if (onTap) shape.addEventListener("click", () => onTap(at));
    return shape;
  });
  const drawing = svg("svg", { class: "reader-frames", viewBox: `0 0 ${size.width} ${size.height}`, "aria-hidden": "true" }, ...shapes);
  const names = made("div", { className: found.length > 14 ? "frame-names many" : "frame-names", ariaHidden: "true" }, ...found.map((seen) => nameOf(seen, size)));
  return [drawing, names];
}

/** A tile cut out of the picture, with a little of what is around it. */
export function cutOut(picture, corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const around = 0.15 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const [left, top] = [Math.min(...xs) - around, Math.min(...ys) - around];
  const [width, height] = [Math.max(...xs) + around - left, Math.max(...ys) + around - top];
  const scale = 240 / Math.max(width, height);
  const canvas = made("canvas", { className: "cut-out", width: width * scale, height: height * scale });
  canvas.getContext("2d").drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}
